"""Calibration of tree parts: isotonic regression from scores to accuracy, fitted on held-out sentences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.maths.isotonic_regression import Calibration, IsotonicRegression, fit_isotonic
from spectral_core.model import ArcPosteriors
from spectral_core.progress import Progress, Report

CALIBRATION_FOLDS = 10  # one fold is held out
MIN_SENTENCES = 20  # with fewer sentences, none is held out and nothing is calibrated
_DIGITS = 4  # scores are rounded to this precision before fitting
Outcomes = tuple[Floats, Flags]  # scores of the parts of a sentence, and which of them are correct
HeldOutScorer = Callable[[Treebank, Sequence[Sentence], Report], Iterable[Outcomes]]


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


def fit_calibration(outcomes: Iterable[Outcomes]) -> IsotonicRegression:
    """Fit the isotonic regression from the scores of parts to their accuracy."""
    scores, correct = zip(*outcomes, strict=True)
    return fit_isotonic(np.round(np.concatenate(scores), _DIGITS), np.concatenate(correct))
