"""Training of the arc parser: its pruner and weights by CRF or perceptron, then its auxiliary models."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Indexes, Integers, Singles
from spectral_core.data import Sentence, Treebank
from spectral_core.model import choose_tag_column
from spectral_core.models.arc_parser.model import ArcParser
from spectral_core.models.arc_parser.settings import ArcParserSettings
from spectral_core.models.arc_parser.weights import (
    ArcWeights,
    fill_kept_heads,
    make_hashed_weights,
    make_templates,
    round_weights,
)
from spectral_core.models.arc_parser.words_and_fine_tags import WordEncoder
from spectral_core.models.parsing.auxiliary_models import Outcomes, pair_arcs_with_gold, train_companions
from spectral_core.models.parsing.training_sentences import read_projective_trees
from spectral_core.models.path_clusters import Clusters, choose_clusters
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.arc_parser import (
    MAX_HEADS,
    WEIGHTS_PER_ROW,
    CodedSentences,
    HashedWeights,
    StepSize,
    Templates,
)

_CALIBRATION_TRAINING = 2000  # maximal number of training sentences of the parser that is calibrated
_CALIBRATION_SENTENCES = 400  # maximal number of held-out sentences
_BLOCK_SIZE = 500  # sentences between progress reports
_MAX_BITS = 22  # maximal log2 of the number of rows
_ROWS_PER_WORD = 20  # rows per training word
_PRUNER_FEWER_BITS = 2  # fewer bits for the pruner
_MAX_WORDS = 120  # maximal length of a training sentence
_PRUNER_RATE = 0.1
_RATE = 0.02


def learn(
    treebank: Treebank, settings: ArcParserSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> ArcParser:
    """Train a parser on the dependency trees of a treebank. Arc posteriors are calibrated on `dev`; or on a held-out
    tenth, with a parser of a part of the treebank."""
    settings = replace(settings, column=choose_tag_column(settings.column, treebank, ("upos", "xpos")))
    return learn_with_clusters(choose_clusters(settings.classes, treebank, report), treebank, settings, report, dev)


def learn_with_clusters(
    classes: Clusters | None,
    treebank: Treebank,
    settings: ArcParserSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,
    morphology: bool = False,
) -> ArcParser:
    """Train a parser that reads a certain column with these word clusters; with `morphology` also lemmas and all
    features, which text to be parsed must then have too."""
    model = _train_parser(treebank, classes, settings, report, morphology)

    def score_held_out(source: Treebank, sentences: Sequence[Sentence], on_progress: Report) -> Iterator[Outcomes]:
        """Score the arcs of held-out sentences with a parser of the given treebank."""
        part = source.select(range(min(len(source), _CALIBRATION_TRAINING)))
        parser = model if source is treebank else _train_parser(part, classes, settings, on_progress, morphology)
        sample = sentences[:_CALIBRATION_SENTENCES]
        return pair_arcs_with_gold(sample, parser.all_posteriors(sample))

    fine_tagged = model.word_encoder.tagset.label_with_fine_tags(treebank) if settings.tagger else None
    return replace(
        model, companions=train_companions(treebank, settings, score_held_out, report, dev, fine_tagged, classes)
    )


def _train_parser(
    treebank: Treebank, classes: Clusters | None, settings: ArcParserSettings, report: Report, morphology: bool
) -> ArcParser:
    """Train the parser without labeller, tagger and calibration."""
    skipped: Counter[str] = Counter()
    lifted = settings.crossing == "lifted"
    pairs = list(read_projective_trees(treebank, settings.column, lifted, "an arc parser", skipped, report))
    sentences, heads = [sentence for sentence, _ in pairs], [tree_heads for _, tree_heads in pairs]
    word_encoder = WordEncoder.learn(sentences, heads, settings.column, classes, morphology)
    gold = np.array([head for tree_heads in heads for head in tree_heads], dtype=np.int64)
    coded = word_encoder.encode_with_tags(
        sentences, [word_encoder.tagset.read_fine_tags(usable_sentence) for usable_sentence in sentences]
    )
    weights = train_arc_weights(coded, gold, settings, word_encoder.optional_annotation, report)
    skipped["too_long"] = len(sentences) - len(select_short_sentences(coded))
    left_out = tuple(sorted((reason, count) for reason, count in skipped.items() if count))
    return ArcParser(settings, word_encoder, weights, len(sentences) - skipped["too_long"], left_out)


def select_short_sentences(sentences: CodedSentences) -> Integers:
    """Return the indexes of the sentences that weights are trained on: the time for a sentence is cubic in its
    length."""
    sizes = np.diff(sentences.starts)
    return np.flatnonzero(sizes <= max(_MAX_WORDS, int(sizes.min())))


def train_arc_weights(
    sentences: CodedSentences,
    gold: Integers,
    settings: ArcParserSettings,
    annotations: Collection[str],
    report: Report,
) -> ArcWeights:
    """Train pruner and weights on sentences with gold heads. Each fold is pruned by a pruner trained on the others
    (jackknifing)."""
    schedule = TrainingSchedule.from_size(len(gold), settings.epochs)
    usable = select_short_sentences(sentences)
    trainer = _WeightTrainer(
        sentences,
        gold,
        make_templates(settings.order, annotations),
        schedule,
        np.random.default_rng(settings.seed),
        report,
    )
    kept_heads = np.full((len(gold), MAX_HEADS), -1, dtype=np.int32)
    folds = min(schedule.folds, len(usable)) if len(usable) > 1 else 1
    for fold in range(folds):
        held_out = usable[fold::folds]
        rest = np.setdiff1d(usable, held_out) if folds > 1 else usable
        pruner = trainer.train_pruner(rest, fold, folds + 1)
        fill_kept_heads(sentences, gold, held_out, trainer.templates, pruner, settings.threshold, kept_heads)
    pruner = trainer.train_pruner(usable, folds, folds + 1)
    is_perceptron = settings.estimator == "perceptron"
    rows = trainer.train_weights(kept_heads, usable, is_perceptron, 0)
    for run in range(1, schedule.runs):
        rows += trainer.train_weights(kept_heads, usable, is_perceptron, run)
    return ArcWeights(trainer.templates, round_weights(pruner.rows), round_weights(rows / np.float32(schedule.runs)))


@dataclass(frozen=True, slots=True)
class TrainingSchedule:
    """Numbers of epochs, of jackknifing folds for the pruner, and of averaged runs."""

    epochs: int
    pruner_epochs: int
    folds: int
    runs: int  # training runs in different sentence orders, whose weights are averaged

    @classmethod
    def from_size(cls, words: int, epochs: int) -> TrainingSchedule:
        """Choose the schedule for a number of training words: the fewer, the more epochs, unless `epochs` is not 0."""
        small, large = words < 5_000, words > 50_000
        default = 4 if not large else 2 if words <= 150_000 else 1
        return cls(epochs or default, 4 if small else 3, 2 if large else 5, 3)


@dataclass(frozen=True, slots=True, eq=False)
class _WeightTrainer:
    """Trainer of the pruner and the weights: encoded sentences, gold heads, templates and schedule."""

    sentences: CodedSentences
    gold: Integers
    templates: Templates
    schedule: TrainingSchedule
    random: np.random.Generator
    report: Report

    @property
    def hash_bits(self) -> int:
        """Log2 of the number of weight rows."""
        return min(max(int(math.log2(max(len(self.gold) * _ROWS_PER_WORD, 1))) + 1, 12), _MAX_BITS)

    def train_pruner(self, indexes: Integers, fold: int, folds: int) -> HashedWeights:
        """Train a pruner on the sentences at these indexes; `fold` of `folds` is for the progress report."""
        from spectral_core.structured.arc_parser.training import train_pruner_epoch

        rows = np.zeros((1 << max(self.hash_bits - _PRUNER_FEWER_BITS, 10), WEIGHTS_PER_ROW), dtype=np.float32)
        weights, epochs = make_hashed_weights(rows, training=True), self.schedule.pruner_epochs
        for epoch in range(epochs):
            self.report(Progress("prune", fold * epochs + epoch, folds * epochs))
            order = self.random.permutation(indexes)
            train_pruner_epoch(self.sentences, self.gold, order, self.templates, weights, StepSize(_PRUNER_RATE, -1.0))
        return weights

    def train_weights(self, kept_heads: Indexes, indexes: Integers, is_perceptron: bool, run: int) -> Singles:
        """Train the weights of all parts of trees over unpruned arcs, in one of several runs."""
        from spectral_core.structured.arc_parser.training import train_epoch

        schedule = self.schedule
        weights = make_hashed_weights(np.zeros((1 << self.hash_bits, WEIGHTS_PER_ROW), dtype=np.float32), training=True)
        done, total = 0, schedule.epochs * len(indexes)  # of one run
        words = np.diff(self.sentences.starts)
        for _ in range(schedule.epochs):
            order = self.random.permutation(indexes)
            for low in range(0, len(order), _BLOCK_SIZE):
                block = order[low : low + _BLOCK_SIZE]
                step = StepSize(_RATE, float(done) if is_perceptron else -1.0)
                likelihood, correct = train_epoch(
                    self.sentences, kept_heads, self.gold, block, self.templates, weights, step, is_perceptron
                )
                done += len(block)
                size = max(int(words[block].sum()), 1)
                measures = {"log_likelihood": likelihood / size, "arc_accuracy": 100 * correct / size}
                self.report(Progress("train", run * total + done, schedule.runs * total, measures))
        if is_perceptron:
            weights.rows[:] -= weights.accumulators / np.float32(done + 1)
        return weights.rows
