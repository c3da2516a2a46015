"""The weights of an arc parser: how they are trained, what arcs they keep, and how they are held in a file."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Integers, Named, Places, Singles
from spectral_core.brief import brief
from spectral_core.inference.arcs.arrays import SLOTS, WIDTH, CodedSentences, HashedWeights, Movement, Templates
from spectral_core.model import Arrays
from spectral_core.models.arc_parser.settings import ArcParserSettings
from spectral_core.models.arc_parser.templates import templates_of
from spectral_core.progress import Progress, Report

MOST = 10  # heads of a word that pruning keeps, beside those of its best tree
_BLOCK = 500  # sentences between two reports
_BITS = 22  # of the number of rows, at most
_ROWS = 20  # for each word
_PRUNER_SHARE = 2  # bits fewer
_LONGEST = 120  # words of a sentence that is learnt from
_SMALL = 0.004  # a weight up to this has no say
_PRUNER_RATE = 0.1
_RATE = 0.02


@dataclass(frozen=True, slots=True)
class Rounds:
    """How often training goes through the sentences, and into how many parts they are cut to be pruned."""

    epochs: int
    pruner_epochs: int
    folds: int
    runs: int  # in other orders of the sentences, whose weights are averaged

    @classmethod
    def of(cls, words: int, epochs: int = 0) -> Rounds:
        """Of so many words to learn from: the fewer, the more often."""
        small, large = words < 5_000, words > 50_000
        return cls(epochs or (4 if small else 1 if large else 2), 4 if small else 3, 2 if large else 5, 3)


@dataclass(frozen=True, slots=True, eq=False)
class ArcWeights:
    """Which arcs are looked at, and the score of every part of a tree made of them."""

    templates: Templates
    pruner: Singles  # (rows, SLOTS)
    rows: Singles  # (rows, SLOTS)
    __repr__ = brief

    @classmethod
    def learn(
        cls, given: CodedSentences, gold: Integers, settings: ArcParserSettings, parts: Collection[str], report: Report
    ) -> Self:
        """The weights trained on sentences and the heads of all their words."""
        plan = Rounds.of(len(gold), settings.epochs)
        templates = templates_of(settings.order, parts)
        sizes = np.diff(given.starts)
        sound = np.flatnonzero(sizes <= max(_LONGEST, int(sizes.min())))
        bits = min(max(int(math.log2(max(len(gold) * _ROWS, 1))) + 1, 12), _BITS)
        random = np.random.default_rng(settings.seed)
        kept = np.full((len(gold), WIDTH), -1, dtype=np.int32)
        folds = min(plan.folds, len(sound)) if len(sound) > 1 else 1
        total = folds + 1
        for fold in range(folds):
            held = sound[fold::folds]
            rest = np.setdiff1d(sound, held) if folds > 1 else sound
            pruner = _pruner(given, gold, rest, templates, bits, plan, random, report, fold * plan.pruner_epochs, total)
            _prune(given, gold, held, templates, pruner, settings.threshold, kept)
        pruner = _pruner(given, gold, sound, templates, bits, plan, random, report, folds * plan.pruner_epochs, total)
        rows = _trained(given, kept, gold, sound, templates, bits, plan, settings, random, report, 0)
        for run in range(1, plan.runs):
            rows += _trained(given, kept, gold, sound, templates, bits, plan, settings, random, report, run)
        return cls(templates, _rounded(pruner.rows), _rounded(rows / np.float32(plan.runs)))

    def kept(self, given: CodedSentences, threshold: float) -> Places:
        """(words, WIDTH) the heads of each word that pruning keeps, rising, then -1."""
        found = np.full((len(given.codes), WIDTH), -1, dtype=np.int32)
        none = np.full(len(given.codes), -1, dtype=np.int64)
        _prune(given, none, np.arange(len(given.starts) - 1), self.templates, weights_of(self.pruner), threshold, found)
        return found

    def arrays(self) -> Named:
        return {
            **_packed("pruner_", self.pruner), **_packed("weights_", self.rows), "templates": _pieces(self.templates),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: ArcParserSettings, parts: Collection[str], arrays: Arrays) -> Self:
        templates = templates_of(settings.order, parts)
        if not np.array_equal(arrays["templates"], _pieces(templates)):
            raise ValueError("the weights are of other features")
        return cls(templates, _unpacked("pruner_", arrays), _unpacked("weights_", arrays))


def weights_of(rows: Singles, training: bool = False) -> HashedWeights:
    """Rows as the kernels take them."""
    kept = np.zeros_like(rows) if training else np.zeros((0, SLOTS), dtype=np.float32)
    return HashedWeights(rows, kept, 64 - (len(rows).bit_length() - 1))


def _pruner(
    given: CodedSentences, gold: Integers, which: Integers, templates: Templates, bits: int, plan: Rounds,
    random: np.random.Generator, report: Report, begun: int, total: int,
) -> HashedWeights:  # fmt: skip
    from spectral_core.inference.arcs.training import train_pruner

    weights = weights_of(np.zeros((1 << max(bits - _PRUNER_SHARE, 10), SLOTS), dtype=np.float32), training=True)
    for epoch in range(plan.pruner_epochs):
        report(Progress("prune", begun + epoch, total * plan.pruner_epochs))
        train_pruner(given, gold, random.permutation(which), templates, weights, Movement(_PRUNER_RATE, -1.0))
    return weights


def _prune(
    given: CodedSentences, gold: Integers, which: Integers, templates: Templates, weights: HashedWeights,
    threshold: float, found: Places,
) -> None:  # fmt: skip
    from spectral_core.inference.arcs.training import prune

    prune(given, gold, which, templates, weights, -math.log(threshold), MOST, found)


def _trained(
    given: CodedSentences, kept: Places, gold: Integers, which: Integers, templates: Templates, bits: int, plan: Rounds,
    settings: ArcParserSettings, random: np.random.Generator, report: Report, run: int,
) -> Singles:  # fmt: skip
    from spectral_core.inference.arcs.training import train

    counted = settings.estimator == "perceptron"
    weights = weights_of(np.zeros((1 << bits, SLOTS), dtype=np.float32), training=True)
    done, whole = 0, plan.epochs * len(which)  # of one run
    words = np.diff(given.starts)
    for _ in range(plan.epochs):
        order = random.permutation(which)
        for low in range(0, len(order), _BLOCK):
            block = order[low : low + _BLOCK]
            step = Movement(_RATE, float(done) if counted else -1.0)
            likelihood, right = train(given, kept, gold, block, templates, weights, step, counted)
            done += len(block)
            size = max(int(words[block].sum()), 1)
            measures = {"log_likelihood": likelihood / size, "arc_accuracy": 100 * right / size}
            report(Progress("train", run * whole + done, plan.runs * whole, measures))
    if counted:
        weights.rows[:] -= weights.kept / np.float32(done + 1)
    return weights.rows


def _rounded(rows: Singles) -> Singles:
    """The weights as a file holds them."""
    made = rows.astype(np.float16).astype(np.float32)
    made[np.abs(made) <= _SMALL] = 0.0
    return made


def _pieces(templates: Templates) -> Places:
    """(pieces, 4) what features are made of."""
    pieces = (templates.roles, templates.columns, templates.attributes, templates.offsets)
    return np.column_stack(pieces).astype(np.int32)


def _packed(prefix: str, rows: Singles) -> Named:
    lines, slots = np.nonzero(rows)
    return {
        f"{prefix}counts": np.bincount(lines, minlength=len(rows)).astype(np.uint8),
        f"{prefix}slots": slots.astype(np.uint8),
        f"{prefix}values": rows[lines, slots].astype(np.float16),
    }


def _unpacked(prefix: str, arrays: Arrays) -> Singles:
    counts, slots = (arrays[f"{prefix}{name}"].astype(np.int64) for name in ("counts", "slots"))
    values = arrays[f"{prefix}values"].astype(np.float32)
    size = len(counts)
    if not (
        size >= 2
        and size & (size - 1) == 0
        and counts.ndim == slots.ndim == values.ndim == 1
        and int(counts.sum()) == len(slots) == len(values)
        and bool(((slots >= 0) & (slots < SLOTS)).all())
        and bool((counts >= 0).all())
    ):
        raise ValueError("the weights do not fit their rows")
    rows = np.zeros((size, SLOTS), dtype=np.float32)
    rows[np.repeat(np.arange(size), counts), slots] = values
    return rows
