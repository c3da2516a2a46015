"""Weights of an arc parser: feature templates, pruning, training by CRF or perceptron, and storage."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Indexes, Integers, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.models.arc_parser.settings import ORDERS, ArcParserSettings
from spectral_core.progress import Progress, Report
from spectral_core.structured.arc_parser import (
    ARC,
    FIRST_ROLE,
    GRANDPARENT,
    IN_BETWEEN,
    MAX_HEADS,
    PRUNER,
    ROLE_COUNT,
    SIBLING,
    WEIGHTS_PER_ROW,
    CodedSentences,
    HashedWeights,
    StepSize,
    Templates,
)

ATTRIBUTES = "twsfckl"  # code columns: tag, word, suffix, features, coarse tag, two clusters
_ROLE_LETTERS = {PRUNER: "hm", ARC: "hm", GRANDPARENT: "ghm", SIBLING: "hsm", IN_BETWEEN: "hxm"}

_ARC_END_TEMPLATES = ("h.t m.t", "h.w m.t", "h.t m.w", "h.w m.w")
_CONTEXT_TEMPLATES = (
    "h.t h.t+1 m.t-1 m.t", "h.t-1 h.t m.t-1 m.t", "h.t h.t+1 m.t m.t+1", "h.t-1 h.t m.t m.t+1",
)  # fmt: skip
_PRUNER_TEMPLATES = (
    *_ARC_END_TEMPLATES,
    *_CONTEXT_TEMPLATES,
    "h.t m.t",
)  # the last is conjoined with features of the words between
_ARC_TEMPLATES = (
    *_ARC_END_TEMPLATES, *_CONTEXT_TEMPLATES, "h.w h.t", "h.w", "h.t", "m.w m.t", "m.w", "m.t", "h.w h.t m.w m.t",
    "h.t m.w m.t", "h.w m.w m.t", "h.w h.t m.t", "h.w h.t m.w", "h.t h.t+1 m.t", "h.t-1 h.t m.t", "h.t m.t m.t+1",
    "h.t m.t-1 m.t", "h.s m.s", "h.s m.t", "h.t m.s", "h.t m.w-1 m.t", "h.t m.t m.w+1", "h.w-1 h.t m.t",
    "h.t h.w+1 m.t", "h.t m.t-2 m.t-1 m.t", "h.t m.t m.t+1 m.t+2", "h.t-2 h.t-1 h.t m.t", "h.t h.t+1 h.t+2 m.t",
)  # fmt: skip
_GRANDPARENT_TEMPLATES = (
    "g.t h.t m.t", "g.t m.t", "g.w h.t m.t", "g.t h.w m.t", "g.t h.t m.w", "g.w m.w", "g.w m.t", "g.t m.w",
    "g.t h.t m.t m.t+1", "g.t h.t m.t-1 m.t", "g.t h.w m.w", "g.w h.w m.t",
)  # fmt: skip
_SIBLING_TEMPLATES = (
    "h.t s.t m.t", "s.t m.t", "h.w s.t m.t", "h.t s.w m.t", "h.t s.t m.w", "s.w m.w", "s.w m.t", "s.t m.w",
    "h.t s.t m.t m.t+1", "h.t s.t m.t-1 m.t", "h.t s.w m.w", "h.w s.w m.t",
)  # fmt: skip
_BETWEEN_TEMPLATES = ("h.t x.t m.t",)


_OPTIONAL_TEMPLATES: Mapping[str, Mapping[int, Sequence[str]]] = {  # by annotation that may be available besides tags
    "features": {
        PRUNER: ("h.t h.f m.t m.f",),
        ARC: ("h.t m.t m.f", "h.t h.f m.t", "h.t h.f m.t m.f", "h.w m.t m.f"),
        GRANDPARENT: ("g.t h.t h.f m.t m.f",),
        SIBLING: ("h.t s.t s.f m.t m.f", "h.w s.f m.f"),
    },
    "other": {
        ARC: (
            "h.c m.c", "h.w m.c", "h.c m.w", "h.c h.c+1 m.c-1 m.c", "h.c-1 h.c m.c m.c+1", "h.c h.c+1 m.c m.c+1",
            "h.c-1 h.c m.c-1 m.c", "h.w h.c m.w m.c", "h.c m.w-1 m.c", "h.c m.c m.w+1", "h.s m.c", "h.c m.s",
        ),
        GRANDPARENT: ("g.c h.c m.c", "g.c h.c m.w", "g.w h.c m.c", "g.c m.c", "g.c h.w m.w", "g.w m.c"),
        SIBLING: ("h.c s.c m.c", "h.w s.c m.c", "h.c s.c m.w", "s.c m.c", "s.w m.c", "h.c s.w m.c"),
        IN_BETWEEN: ("h.c x.c m.c",),
    },
    "classes": {
        PRUNER: ("h.k m.t", "h.t m.k"),
        ARC: ("h.k m.k", "h.k m.t", "h.t m.k", "h.l m.t", "h.t m.l", "h.l m.l"),
        GRANDPARENT: ("g.t h.t m.k", "g.t h.k m.t", "g.k h.t m.t", "g.k h.k m.k"),
        SIBLING: ("h.t s.t m.k", "h.t s.k m.t", "h.k s.t m.t", "h.k s.k m.k"),
    },
}  # fmt: skip
MAX_KEPT_HEADS = 10  # maximal number of heads that pruning keeps for a word, besides those of its best tree
_BLOCK_SIZE = 500  # sentences between progress reports
_MAX_BITS = 22  # maximal log2 of the number of rows
_ROWS_PER_WORD = 20  # rows per training word
_PRUNER_FEWER_BITS = 2  # fewer bits for the pruner
_MAX_WORDS = 120  # maximal length of a training sentence
_ZERO_THRESHOLD = 0.004  # weights up to this are set to 0
_PRUNER_RATE = 0.1
_RATE = 0.02


def make_templates(order: str, parts: Collection[str]) -> Templates:
    """Return the feature templates of a parser of this order, and of its pruner; `parts` names the annotation available
    besides tags."""
    _, siblings, grandparents, second = ORDERS
    templates: dict[int, Sequence[str]] = {
        PRUNER: _PRUNER_TEMPLATES, ARC: _ARC_TEMPLATES, IN_BETWEEN: _BETWEEN_TEMPLATES,
        GRANDPARENT: _GRANDPARENT_TEMPLATES if order in (grandparents, second) else (),
        SIBLING: _SIBLING_TEMPLATES if order in (siblings, second) else (),
    }  # fmt: skip
    for part, extra in _OPTIONAL_TEMPLATES.items():
        if part in parts:
            templates = {kind: (*(extra.get(kind, ()) if texts else ()), *texts) for kind, texts in templates.items()}
    return _encode_templates(templates)


def _encode_templates(texts: Mapping[int, Sequence[str]]) -> Templates:
    """Encode templates such as `h.t m.t` as arrays for the kernels, with fixed random hash constants."""
    random = np.random.default_rng(20)  # fixed seed of the hash constants, independent of the settings
    width = max(map(len, texts.values()))
    seeds = np.zeros((ROLE_COUNT, width), dtype=np.uint64)
    pieces: list[tuple[int, int, int, int]] = []
    for kind, kind_texts in sorted(texts.items()):
        seeds[FIRST_ROLE[kind]] = random.integers(0, 1 << 63, width, dtype=np.uint64) * np.uint64(2)
        for column, text in enumerate(kind_texts):
            for piece in text.split():
                role = FIRST_ROLE[kind] + _ROLE_LETTERS[kind].index(piece[0])
                pieces.append((role, column, ATTRIBUTES.index(piece[2]), int(piece[3:] or 0)))
    piece_codes = np.array(pieces, dtype=np.int64).reshape(-1, 4)
    factors = random.integers(0, 1 << 63, len(piece_codes), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    counts = np.array([len(texts[kind]) for kind in sorted(texts)], dtype=np.int64)
    roles, columns, attributes, offsets = np.ascontiguousarray(piece_codes.T)
    return Templates(roles, columns, attributes, offsets, factors, seeds, counts)


@dataclass(frozen=True, slots=True)
class TrainingSchedule:
    """Numbers of epochs, of jackknifing folds for the pruner, and of averaged runs."""

    epochs: int
    pruner_epochs: int
    folds: int
    runs: int  # training runs in different sentence orders, whose weights are averaged

    @classmethod
    def from_size(cls, words: int, epochs: int = 0) -> TrainingSchedule:
        """Choose the schedule for a number of training words: the fewer, the more epochs."""
        small, large = words < 5_000, words > 50_000
        return cls(epochs or (4 if small else 1 if large else 2), 4 if small else 3, 2 if large else 5, 3)


@dataclass(frozen=True, slots=True, eq=False)
class ArcWeights:
    """Hashed weights of the pruner, and of the parts of trees over unpruned arcs."""

    templates: Templates
    pruner: Singles  # (rows, SLOTS)
    rows: Singles  # (rows, SLOTS)
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls,
        sentences: CodedSentences,
        gold: Integers,
        settings: ArcParserSettings,
        parts: Collection[str],
        report: Report,
    ) -> Self:
        """Train pruner and weights on sentences with gold heads. Each fold is pruned by a pruner trained on the others
        (jackknifing)."""
        schedule = TrainingSchedule.from_size(len(gold), settings.epochs)
        sizes = np.diff(sentences.starts)
        usable = np.flatnonzero(sizes <= max(_MAX_WORDS, int(sizes.min())))
        trainer = _WeightTrainer(
            sentences,
            gold,
            make_templates(settings.order, parts),
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
            _fill_kept_heads(sentences, gold, held_out, trainer.templates, pruner, settings.threshold, kept_heads)
        pruner = trainer.train_pruner(usable, folds, folds + 1)
        is_perceptron = settings.estimator == "perceptron"
        rows = trainer.train_weights(kept_heads, usable, is_perceptron, 0)
        for run in range(1, schedule.runs):
            rows += trainer.train_weights(kept_heads, usable, is_perceptron, run)
        return cls(trainer.templates, _round_weights(pruner.rows), _round_weights(rows / np.float32(schedule.runs)))

    def prune(self, sentences: CodedSentences, threshold: float) -> Indexes:
        """Return (words, MAX_HEADS) the heads kept for each word, increasing, padded with -1."""
        kept_heads = np.full((len(sentences.codes), MAX_HEADS), -1, dtype=np.int32)
        no_gold = np.full(len(sentences.codes), -1, dtype=np.int64)
        _fill_kept_heads(
            sentences,
            no_gold,
            np.arange(len(sentences.starts) - 1),
            self.templates,
            make_hashed_weights(self.pruner),
            threshold,
            kept_heads,
        )
        return kept_heads

    def arrays(self) -> NamedArrays:
        return {
            **_pack_weights("pruner_", self.pruner), **_pack_weights("weights_", self.rows),
            "templates": _stack_pieces(self.templates),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: ArcParserSettings, parts: Collection[str], arrays: Arrays) -> Self:
        templates = make_templates(settings.order, parts)
        if not np.array_equal(arrays["templates"], _stack_pieces(templates)):
            raise ValueError("the weights are of other features")
        return cls(templates, _unpack_weights("pruner_", arrays), _unpack_weights("weights_", arrays))


def make_hashed_weights(rows: Singles, training: bool = False) -> HashedWeights:
    """Return weight rows in the form that kernels expect, with zero accumulators if for training."""
    sums = np.zeros_like(rows) if training else np.zeros((0, WEIGHTS_PER_ROW), dtype=np.float32)
    return HashedWeights(rows, sums, 64 - (len(rows).bit_length() - 1))


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


def _fill_kept_heads(
    sentences: CodedSentences, gold: Integers, indexes: Integers, templates: Templates, weights: HashedWeights,
    threshold: float, kept_heads: Indexes,
) -> None:  # fmt: skip
    """Write the heads kept by the pruner into `kept_heads`; gold heads are always kept."""
    from spectral_core.structured.arc_parser.pruner import prune_sentences

    prune_sentences(sentences, gold, indexes, templates, weights, -math.log(threshold), MAX_KEPT_HEADS, kept_heads)


def _round_weights(rows: Singles) -> Singles:
    """Round weights to the precision of a stored file."""
    rounded = rows.astype(np.float16).astype(np.float32)
    rounded[np.abs(rounded) <= _ZERO_THRESHOLD] = 0.0
    return rounded


def _stack_pieces(templates: Templates) -> Indexes:
    """Return (pieces, 4) the role, column, attribute and offset of each template piece."""
    pieces = (templates.roles, templates.columns, templates.attributes, templates.offsets)
    return np.column_stack(pieces).astype(np.int32)


def _pack_weights(prefix: str, rows: Singles) -> NamedArrays:
    """Return the nonzero weights as sparse arrays."""
    row_indexes, slots = np.nonzero(rows)
    return {
        f"{prefix}counts": np.bincount(row_indexes, minlength=len(rows)).astype(np.uint8),
        f"{prefix}slots": slots.astype(np.uint8),
        f"{prefix}values": rows[row_indexes, slots].astype(np.float16),
    }


def _unpack_weights(prefix: str, arrays: Arrays) -> Singles:
    """Restore weights from sparse arrays; ValueError if these are inconsistent."""
    counts, slots = (arrays[f"{prefix}{name}"].astype(np.int64) for name in ("counts", "slots"))
    values = arrays[f"{prefix}values"].astype(np.float32)
    size = len(counts)
    if not (
        size >= 2
        and size & (size - 1) == 0
        and counts.ndim == slots.ndim == values.ndim == 1
        and int(counts.sum()) == len(slots) == len(values)
        and bool(((slots >= 0) & (slots < WEIGHTS_PER_ROW)).all())
        and bool((counts >= 0).all())
    ):
        raise ValueError("the weights do not fit their rows")
    rows = np.zeros((size, WEIGHTS_PER_ROW), dtype=np.float32)
    rows[np.repeat(np.arange(size), counts), slots] = values
    return rows
