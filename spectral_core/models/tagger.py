"""Part-of-speech tagger: a second-order linear-chain CRF over spelling and neighbouring words, with calibrated
probabilities."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Ranked, Sentence, Treebank
from spectral_core.deprecated import keep_old_names
from spectral_core.errors import DataError
from spectral_core.maths import isotonic_regression
from spectral_core.maths.isotonic_regression import Calibration
from spectral_core.model import (
    AUTO_COLUMN,
    MAX_SEED,
    TAG_COLUMN_CHOICES,
    Arrays,
    Family,
    Settings,
    add_prefix,
    choose_tag_column,
    pack_counter,
    pack_strings,
    select_part,
    setting,
    unpack_counter,
    unpack_strings,
    validate_settings,
)
from spectral_core.models.linear_chain import NO_LABEL, CrfHyperparameters, FeatureSequences, LinearChainCrf
from spectral_core.models.path_clusters import Clusters, PathClusters, choose_clusters, restore_clusters
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import CALIBRATION, Progress, Report, ignore_progress, report_part, track_progress

_BLOCK_SIZE = 1000  # sentences between progress reports
_CALIBRATION_FOLDS = 10  # one of them is held out for calibration
_MIN_POSTERIOR = 1e-12  # lower bound before the log is taken


@validate_settings("tagger")
@dataclass(frozen=True, slots=True)
class TaggerSettings:
    """Training settings of a tagger."""

    column: str = setting(
        AUTO_COLUMN,
        "Tag column",
        "Column whose tags are learnt and predicted. auto: xpos, or upos where most words have no XPOS.",
        choices=TAG_COLUMN_CHOICES,
    )
    epochs: int = setting(15, "Training epochs", "Number of passes over the training sentences.", low=1, high=200)
    dropout: float = setting(
        0.4,
        "Dropout",
        "Share of features that each update leaves out at random, so that the tagger does not rely on single "
        "features; 0 uses all.",
        low=0,
        high=0.9,
    )
    minimum: int = setting(2, "Minimum feature count", "Features that occur less often are ignored.", low=1, high=100)
    classes: str = setting(
        "auto",
        "Word clusters",
        "Clusters of words with similar contexts as features. auto: clusters of the language in the library, if there "
        "are any, else own. own: clusters of all training sentences, annotated or not, of at least 1,000 words; beyond "
        "50,000 annotated words, of twice as many. none: no clusters. Anything else is the path of a file of clusters "
        "or vectors.",
        booleans=("none", "own"),
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=MAX_SEED)


@dataclass(frozen=True, slots=True, eq=False)
class ChainTagger:
    """Linear-chain CRF tagger: tags sentences, and ranks the tags of each word by calibrated probability."""

    method: ClassVar[str] = "tagger"
    settings: TaggerSettings
    labels: tuple[str, ...]  # sorted
    lexicon: TagClasses
    chain: LinearChainCrf
    calibration: Calibration | None  # None if nothing could be held out
    left_out: tuple[tuple[str, int], ...]  # reason, number of sentences
    classes: Clusters | None = None  # None if there was too little text
    __repr__ = brief_repr

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.left_out)

    @property
    def cluster_source(self) -> str:
        """Where the word clusters come from that are not of the training text; '' without such clusters."""
        return self.classes.source if isinstance(self.classes, PathClusters) else ""

    def tag(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the most probable tag of each word; existing tags are replaced."""
        (tagged,) = self.tag_all([sentence])
        return tagged

    def tag_all(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Tag many sentences at once, faster than one by one."""
        label_indexes = self.posteriors(sentences)[0][:, 0].tolist()
        labels = self.labels
        tagged, begin = [], 0
        for sentence in sentences:
            tags = tuple([labels[label_index] for label_index in label_indexes[begin : begin + len(sentence)]])
            begin += len(sentence)
            tagged.append(replace_tags(sentence, self.settings.column, tags))
        return tagged

    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]:
        """Return for each word up to `k` tags, best first, with log posterior and calibrated probability; fewer if the
        others are pruned. The probabilities of a word sum to at most 1."""
        if k < 1:
            raise ValueError("k must be at least 1")
        label_indexes, posteriors = self.posteriors([sentence])
        calibrated = (
            None if self.calibration is None else _calibrate_tag_posteriors(self.calibration, label_indexes, posteriors)
        )
        ranked: list[list[Ranked[str]]] = []
        for word in range(len(sentence)):
            size = min(k, int(np.count_nonzero(label_indexes[word] != NO_LABEL)))
            scores = [math.log(max(posterior, _MIN_POSTERIOR)) for posterior in posteriors[word, :size].tolist()]
            probabilities = [None] * size if calibrated is None else calibrated[word, :size].tolist()
            names = [self.labels[label_index] for label_index in label_indexes[word, :size].tolist()]
            ranked.append([Ranked(*entry) for entry in zip(names, scores, probabilities, strict=True)])
        return ranked

    def posteriors(self, sentences: Sequence[Sentence], fixed: Indexes | None = None) -> tuple[Indexes, Floats]:
        """Return (words, MAX_CANDIDATES) the unpruned tags of each word, as indexes of `labels`, best first and padded
        with -1; and their posteriors.

        Args:
            fixed: (words,) The tags of words that are decided, as indexes of `labels`; NO_LABEL elsewhere.
        """
        forms = [sentence.forms for sentence in sentences]
        return self.chain.posteriors(_extract_tagging_features(self.lexicon, self.classes, forms), fixed)

    def arrays(self) -> NamedArrays:
        return {
            "labels": pack_strings(self.labels),
            **pack_counter("skipped", self.skipped),
            **add_prefix("chain_", self.chain.arrays()), **add_prefix("lexicon_", self.lexicon.arrays()),
            **({} if self.calibration is None else add_prefix("calibration_", self.calibration.arrays())),
            **({} if self.classes is None else add_prefix("classes_", self.classes.arrays())),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, TaggerSettings):
            raise TypeError("these are the settings of another method")
        labels = unpack_strings(arrays["labels"])
        calibration_arrays, classes = select_part(arrays, "calibration_"), select_part(arrays, "classes_")
        left_out = tuple(unpack_counter(arrays, "skipped").items())
        return cls(
            settings, labels, TagClasses.from_arrays(select_part(arrays, "lexicon_")),
            LinearChainCrf.from_arrays(select_part(arrays, "chain_"), len(labels)),
            isotonic_regression.restore_calibration(calibration_arrays) if calibration_arrays else None, left_out,
            restore_clusters(classes),
        )  # fmt: skip


def replace_tags(sentence: Sentence, column: str, tags: tuple[str, ...]) -> Sentence:
    """Return the sentence with these tags in the column, and in its tree for xpos."""
    if sentence.column(column) == tags:
        return sentence
    if column == "upos":
        return replace(sentence, upos=tags, source=None)
    tree = sentence.tree
    if tree is not None:
        tree = tree.with_leaves(sentence.forms, tags)
    return replace(sentence, xpos=tags, tree=tree, source=None)


def _calibrate_tag_posteriors(calibration: Calibration, label_indexes: Indexes, posteriors: Floats) -> Floats:
    """Return (words, tags) the calibrated probabilities of tags with these posteriors; those of a word sum to at most
    1."""
    probabilities = np.where(label_indexes == NO_LABEL, 0.0, calibration.apply(posteriors))
    sums: Floats = probabilities.sum(axis=1, keepdims=True)
    normalised: Floats = probabilities / np.maximum(sums, 1.0)  # the remaining mass belongs to pruned tags
    return normalised


def _extract_tagging_features(
    lexicon: TagClasses, classes: Clusters | None, sentences: Sequence[Sequence[str]]
) -> FeatureSequences:
    """Return the feature hashes of all words: spelling, neighbours and word clusters."""
    from spectral_core.structured.feature_templates import tagger_feature_keys

    starts = np.array([0, *accumulate(map(len, sentences))], dtype=np.int64)
    words = lexicon.extract_feature_keys([form for forms in sentences for form in forms])
    keys = tagger_feature_keys(words, starts)
    return FeatureSequences(keys if classes is None else np.hstack((keys, classes.tagging_keys(words))), starts)


@dataclass(frozen=True, slots=True)
class _TaggedSentences:
    """Fully tagged sentences: their forms and tags."""

    forms: list[tuple[str, ...]]
    tags: list[tuple[str, ...]]
    left_out: Counter[str]

    @classmethod
    def from_treebank(cls, treebank: Treebank, column: str, report: Report = ignore_progress) -> _TaggedSentences:
        """Read the fully tagged sentences of a treebank; count the others by reason."""
        corpus = cls([], [], Counter())
        for sentence in track_progress(treebank, "count", len(treebank), report, _BLOCK_SIZE):
            tags = sentence.column(column)
            if not sentence.is_readable:
                corpus.left_out["unreadable"] += 1
            elif not len(sentence):
                corpus.left_out["no_words"] += 1
            elif EMPTY in tags:
                corpus.left_out["untagged"] += 1
            else:
                corpus.forms.append(sentence.forms)
                corpus.tags.append(tags)
        report(Progress("count", len(treebank), len(treebank)))
        return corpus

    def select(self, indexes: Sequence[int]) -> _TaggedSentences:
        """Return the sentences at these indexes."""
        return _TaggedSentences(
            [self.forms[index] for index in indexes], [self.tags[index] for index in indexes], Counter()
        )


def learn(
    treebank: Treebank, settings: TaggerSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> ChainTagger:
    """Train a tagger on a treebank; its probabilities are calibrated on `dev`, or on a held-out tenth with a tagger of
    the rest."""
    classes = choose_clusters(settings.classes, treebank, report)
    return learn_with_clusters(classes, treebank, settings, report, dev)


def learn_with_clusters(
    classes: Clusters | None,
    treebank: Treebank,
    settings: TaggerSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,
) -> ChainTagger:
    """Train a tagger with given word clusters; otherwise like `learn`."""
    settings = replace(settings, column=choose_tag_column(settings.column, treebank, ("xpos", "upos")))
    corpus = _TaggedSentences.from_treebank(treebank, settings.column, report)
    if not corpus.forms:
        raise DataError(
            f"the column {settings.column} is not completely filled in any sentence of this treebank; "
            "set column to one that is filled, or tag some sentences"
        )
    if dev is not None:
        held_out = _TaggedSentences.from_treebank(dev, settings.column)
        model = _train_uncalibrated(corpus, classes, settings, "train", report)
        return replace(model, calibration=_fit_calibration(model, held_out, report))
    calibration = None
    if len(corpus.forms) > 1:
        order = np.random.default_rng(settings.seed).permutation(len(corpus.forms)).tolist()
        size = -(-len(order) // _CALIBRATION_FOLDS)
        held_out, rest = corpus.select(sorted(order[:size])), corpus.select(sorted(order[size:]))
        with report_part(report, CALIBRATION) as on_progress:
            calibration = _fit_calibration(
                _train_uncalibrated(rest, classes, settings, "hold out", on_progress), held_out, on_progress
            )
    return replace(_train_uncalibrated(corpus, classes, settings, "train", report), calibration=calibration)


def _train_uncalibrated(
    corpus: _TaggedSentences,
    classes: Clusters | None,
    settings: TaggerSettings,
    stage: str,
    report: Report,
) -> ChainTagger:
    """Train a tagger without calibration."""
    labels = tuple(sorted({tag for tags in corpus.tags for tag in tags}))
    codes = {label: code for code, label in enumerate(labels)}
    gold = np.array([codes[tag] for tags in corpus.tags for tag in tags], dtype=np.int32)
    lexicon = TagClasses.learn([form for forms in corpus.forms for form in forms], gold)

    def on_epoch(epoch: int, likelihood: float, accuracy: float) -> None:
        """Report the measures of an epoch."""
        report(Progress(stage, epoch, settings.epochs, {"log_likelihood": likelihood, "accuracy": 100 * accuracy}))

    hyperparameters = CrfHyperparameters(settings.epochs, settings.dropout, settings.minimum, settings.seed)
    chain = LinearChainCrf.learn(
        _extract_tagging_features(lexicon, classes, corpus.forms), gold, len(labels), hyperparameters, on_epoch
    )
    return ChainTagger(settings, labels, lexicon, chain, None, tuple(sorted(corpus.left_out.items())), classes)


def _fit_calibration(model: ChainTagger, held_out: _TaggedSentences, report: Report) -> Calibration | None:
    """Fit the isotonic regression from tag posteriors to accuracy on held-out sentences."""
    if not held_out.forms:
        return None
    codes = {label: code for code, label in enumerate(model.labels)}
    gold = np.array([codes.get(tag, NO_LABEL) for tags in held_out.tags for tag in tags], dtype=np.int32)
    label_indexes, posteriors = model.chain.posteriors(
        _extract_tagging_features(model.lexicon, model.classes, held_out.forms)
    )
    is_candidate = label_indexes != NO_LABEL
    correct = label_indexes == np.where(gold == NO_LABEL, len(codes), gold)[:, None]
    report(Progress("calibrate", 1, 1, {"tag_accuracy": 100 * float(correct[:, 0].mean())}))
    return isotonic_regression.fit_isotonic(posteriors[is_candidate], correct[is_candidate])


restore = ChainTagger.from_arrays

FAMILY = Family.from_functions(TaggerSettings, learn, restore)


keep_old_names(__name__)
