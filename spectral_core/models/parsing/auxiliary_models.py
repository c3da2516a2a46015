"""Auxiliary models of a dependency parser, independent of its estimator: calibration of arcs, labeller and tagger; and
the best trees by arc posteriors."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

import numpy as np

from spectral_core.arrays import Flags, Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError, SettingsError
from spectral_core.maths import isotonic_regression
from spectral_core.maths.isotonic_regression import Calibration, IsotonicRegression, fit_isotonic
from spectral_core.model import ArcPosteriors, Arrays, add_prefix, select_part
from spectral_core.models import tagger
from spectral_core.models.parsing.labeller import Labeller, train_labeller
from spectral_core.models.parsing.training_sentences import has_tree
from spectral_core.models.path_clusters import AUTO, Clusters, choose_clusters
from spectral_core.models.tagger import ChainTagger, TaggerSettings
from spectral_core.progress import CALIBRATION, Progress, Report, ignore_progress, report_part
from spectral_core.structured import eisner

_NO_HELD_OUT = Treebank.of(())  # dev set of the tagger: parsers use only the best tags, so it is not calibrated
CALIBRATION_FOLDS = 10  # one fold is held out
MIN_SENTENCES = 20  # with fewer sentences, none is held out and nothing is calibrated
_MIN_EXPECTED_SHARE = 1e-12  # minimum expected share of correct heads before its log is taken
_DIGITS = 4  # scores are rounded to this precision before fitting
Outcomes = tuple[Floats, Flags]  # scores of the parts of a sentence, and which of them are correct
HeldOutScorer = Callable[[Treebank, Sequence[Sentence], Report], Iterable[Outcomes]]


def train_tagger(
    treebank: Treebank,
    column: str,
    seed: int,
    report: Report = ignore_progress,
    classes: Clusters | None = None,
) -> ChainTagger | None:
    """Train a tagger on all fully tagged sentences, including those that the parser leaves out; None if there are none.
    The parser itself is trained on the tags of the treebank."""

    def report_stage(progress: Progress) -> None:
        """Report the progress of the tagger under stages and measures of its own."""
        stage = "read tags" if progress.stage == "count" else "tag"
        accuracy = progress.measures.get("accuracy")
        report(replace(progress, stage=stage, measures={} if accuracy is None else {"tag_accuracy": accuracy}))

    try:
        return tagger.learn_with_clusters(
            classes, treebank, make_tagger_settings(column, seed), report_stage, _NO_HELD_OUT
        )
    except DataError:
        return None


def make_tagger_settings(column: str, seed: int) -> TaggerSettings:
    """Make the settings of the tagger for a parser that reads this column."""
    return TaggerSettings(column=column, seed=seed)


@dataclass(frozen=True, slots=True, eq=False)
class Companions:
    """Auxiliary models trained in addition to the parser. They cannot be updated by adding counts, so they stay as they
    are when sentences are added."""

    labeller: Labeller | None = None  # labels arcs with relations
    calibration: Calibration | None = None  # maps scores to probabilities
    tagger: ChainTagger | None = None  # adds the tags that the parser reads
    __repr__ = brief_repr

    def add_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the tagger's tags in the column that the parser reads."""
        if self.tagger is None:
            raise SettingsError("this model was trained without a tagger; set tagger to true and train it again")
        return self.tagger.tag(sentence)

    def arrays(self) -> NamedArrays:
        """Return the arrays of all auxiliary models, to be stored with those of the parser."""
        return {
            **({} if self.labeller is None else add_prefix("labeller_", self.labeller.arrays())),
            **({} if self.calibration is None else add_prefix("calibration_", self.calibration.arrays())),
            **({} if self.tagger is None else add_prefix("tagger_", self.tagger.arrays())),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str, seed: int) -> Self:
        """Restore the auxiliary models of a parser that reads `column`; ValueError if the arrays are inconsistent."""
        labeller_arrays, calibration_arrays, tagger_arrays = (
            select_part(arrays, prefix) for prefix in ("labeller_", "calibration_", "tagger_")
        )
        return cls(
            Labeller.from_arrays(labeller_arrays) if labeller_arrays else None,
            isotonic_regression.restore_calibration(calibration_arrays) if calibration_arrays else None,
            ChainTagger.from_arrays(make_tagger_settings(column, seed), tagger_arrays) if tagger_arrays else None,
        )


class CompanionSettings(Protocol):
    """Settings of a dependency parser on which its auxiliary models depend."""

    @property
    def column(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def crossing(self) -> str: ...
    @property
    def calibration(self) -> bool: ...
    @property
    def relations(self) -> bool: ...
    @property
    def tagger(self) -> bool: ...


def train_companions(
    treebank: Treebank, settings: CompanionSettings, score_held_out: HeldOutScorer, report: Report,
    dev: Treebank | None, tagger_treebank: Treebank | None = None, classes: Clusters | None = None,
) -> Companions:  # fmt: skip
    """Train the auxiliary models that the settings request: the calibration of arcs scored by `score_held_out`, on
    `dev` or on a held-out tenth; and the tagger on `tagger_treebank` with these word clusters, if the parser reads
    other labels than the tags of the treebank."""

    def is_usable(sentence: Sentence) -> bool:
        """Return whether arcs of a sentence can be calibrated: it has tags and a tree."""
        return has_tree(sentence, settings.column)

    column, seed, lifted = settings.column, settings.seed, settings.crossing == "lifted"
    calibration = labeller = tagger = None
    if settings.calibration:
        with report_part(report, CALIBRATION) as report_stage:
            calibration = calibrate_on_held_out(treebank, is_usable, score_held_out, seed, report_stage, dev)
    if settings.relations:
        with report_part(report, "labeller") as report_stage:
            labeller = train_labeller(treebank, column, seed, lifted, report_stage)
    if settings.tagger:
        with report_part(report, "tagger") as report_stage:
            if tagger_treebank is None:
                tagger_treebank, classes = treebank, choose_clusters(AUTO, treebank, report_stage)
            tagger = train_tagger(tagger_treebank, column, seed, report_stage, classes)
    return Companions(calibration=calibration, labeller=labeller, tagger=tagger)


def calibrate_on_held_out(
    treebank: Treebank, is_usable: Callable[[Sentence], bool], score_held_out: HeldOutScorer, seed: int, report: Report,
    dev: Treebank | None,
) -> IsotonicRegression | None:  # fmt: skip
    """Fit a calibration on `dev`, or on a random tenth with a model of the rest; None if there are too few sentences.
    `score_held_out` scores the parts of held-out sentences with a model of the given treebank, and says which are
    correct."""
    if dev is not None:
        held_out = [sentence for sentence in dev if is_usable(sentence)]
        if not held_out:
            raise DataError("no sentence to calibrate on has what this method learns from; give another --dev, or none")
        return fit_calibration(score_held_out(treebank, held_out, report))
    usable_indexes = [index for index, sentence in enumerate(treebank) if is_usable(sentence)]
    if len(usable_indexes) < MIN_SENTENCES:
        return None
    order = np.random.default_rng(seed).permutation(len(usable_indexes))
    held_out_indexes = {usable_indexes[index] for index in order[: len(usable_indexes) // CALIBRATION_FOLDS].tolist()}
    rest = treebank.select(index for index in usable_indexes if index not in held_out_indexes)

    def report_stage(progress: Progress) -> None:
        """Report progress under a stage that says that sentences are held out."""
        report(replace(progress, stage=f"{progress.stage} without held-out sentences"))

    try:
        return fit_calibration(
            score_held_out(rest, [treebank[index] for index in sorted(held_out_indexes)], report_stage)
        )
    except DataError:  # all training data was held out
        return None


def number_progress_stages(member: int, report: Report) -> Report:
    """Return the progress callback of one grammar of an ensemble, counted from 0: stages of all but the first are named
    with its number."""

    def report_member(progress: Progress) -> None:
        """Report progress under a stage that names the grammar."""
        report(replace(progress, stage=f"{progress.stage} of grammar {member + 1}"))

    return report_member if member else report


def pair_arcs_with_gold(sentences: Iterable[Sentence], arc_posteriors: Iterable[ArcPosteriors]) -> Iterator[Outcomes]:
    """Yield for each sentence the normalised posteriors of all arcs, and which of these are gold arcs."""
    for sentence, posteriors in zip(sentences, arc_posteriors, strict=True):
        distributions = posteriors.head_distributions()
        is_gold = np.zeros(distributions.shape, dtype=bool)
        is_gold[np.array([head or 0 for head in sentence.heads]), np.arange(len(sentence))] = True
        is_arc = ~np.eye(len(sentence) + 1, len(sentence), k=-1, dtype=bool)  # a word is not its own head
        yield distributions[is_arc], is_gold[is_arc]


def calibrate_arcs(calibration: Calibration, posteriors: ArcPosteriors) -> Floats:
    """Return (words + 1, words) [head, modifier]: the calibrated probability of each arc; those of a word sum to 1."""
    distributions = posteriors.head_distributions()
    probabilities: Floats = np.where(distributions > 0, calibration.apply(distributions), 0.0)
    normalised: Floats = probabilities / probabilities.sum(axis=0)
    return normalised


def find_trees_by_arc_posteriors(
    arcs: Floats, locks: eisner.Locks | None, k: int
) -> list[tuple[float, tuple[int, ...]]]:
    """Return the heads of the up to `k` trees with the largest sums of arc posteriors (words + 1, words), each with the
    log of its expected unlabelled attachment score."""
    size = arcs.shape[1]
    if not size:
        return [(0.0, tuple[int, ...]())][:k]
    trees = eisner.k_best_trees(arcs, locks, k)
    expected_shares = [float(arcs[np.array(heads), np.arange(size)].sum()) / size for _, heads in trees]
    scores = np.minimum.accumulate([math.log(max(share, _MIN_EXPECTED_SHARE)) for share in expected_shares]).tolist()
    return [(score, heads) for score, (_, heads) in zip(scores, trees, strict=True)]


def fit_calibration(outcomes: Iterable[Outcomes]) -> IsotonicRegression:
    """Fit the isotonic regression from the scores of parts to their accuracy."""
    scores, correct = zip(*outcomes, strict=True)
    return fit_isotonic(np.round(np.concatenate(scores), _DIGITS), np.concatenate(correct))
