"""A linear chain over hashed features, trained by stochastic gradients; hides how its weights are held and summed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Named, Places, Singles
from spectral_core.brief import brief
from spectral_core.model import Arrays

NONE = -1  # a label that is not known, or not fixed
MARGIN = 8.0  # labels whose own score is further below the best are not tried
_TRAINING_MARGIN = 6.0
WIDTH = 8  # labels tried at one place
_RATE = 0.1  # of a gradient step; the average over all steps needs no falling rate
_SMALL = 0.02  # a weight up to this has no say
_LARGEST = 60_000_000  # weights in training: beyond, rare features are left out until they fit


_NO_KEYS = np.zeros((0, 0), dtype=np.uint64)
_NO_PLACES = np.zeros((0, 0), dtype=np.int32)
_NO_ROWS = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a chain is trained."""

    epochs: int
    dropout: float  # the share of features left out at each step
    minimum: int  # features seen fewer times are left out
    seed: int


@dataclass(frozen=True, slots=True)
class FeatureSequences:
    """Positions with features, one sequence after the other."""

    keys: Keys  # (positions, features) 0 for none
    starts: Integers  # (sequences + 1,)
    shared: Keys = field(default_factory=lambda: _NO_KEYS)  # (rows, features) that positions have in common
    rows: Integers = field(default_factory=lambda: _NO_ROWS)  # (positions,) of each the row there; () where are none

    def select(self, which: Integers) -> tuple[FeatureSequences, Integers]:
        """The sequences numbered in `which`, in that order, and where their positions were."""
        lengths = np.diff(self.starts)[which]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        positions = np.arange(starts[-1]) - np.repeat(starts[:-1] - self.starts[which], lengths)
        return FeatureSequences(self.keys[positions], starts), positions


@dataclass(frozen=True, slots=True, eq=False)
class LinearChain:
    """Scores of labels by features, pairs and triples of labels; `posteriors` sums over all labellings of a sequence. A
    conditional random field of second order that tries only labels which their features make likely (Lafferty, McCallum
    and Pereira 2001; Müller, Schmid and Schütze 2013)."""

    keys: Keys  # (features,)
    bounds: Integers  # (features + 1,) of each feature's entries in what follows
    columns: Places  # (entries,) labels
    values: Singles  # (entries,)
    pairs: Singles  # (labels + 1, labels) the label before, the label; the last row is for the first position
    triples: Singles  # (weights,) by both labels before and the label; shared where labels are many
    table: tuple[Keys, Places]  # where each key stands
    __repr__ = brief

    @classmethod
    def learn(
        cls, given: FeatureSequences, gold: Places, labels: int, plan: Plan, passed: Callable[[int, float, float], None]
    ) -> LinearChain:
        """The chain trained on these labels; `passed` is told epoch, log-likelihood and accuracy."""
        from spectral_core.inference import feature_table
        from spectral_core.inference import linear_chain as kernels

        kept, counts = feature_table.frequent(given.keys, plan.minimum)
        least = plan.minimum
        while len(kept) * labels > _LARGEST:
            least += 1
            kept, counts = kept[counts >= least], counts[counts >= least]
        features = feature_table.places(*feature_table.open_table(kept), given.keys)
        weights, sums = (kernels.ChainWeights.zeros(len(kept), labels) for _ in range(2))
        random = np.random.default_rng(plan.seed)
        sequences, positions = len(given.starts) - 1, max(len(gold), 1)
        for epoch in range(plan.epochs):
            likelihood, right = kernels.train(
                features, gold, given.starts, random.permutation(sequences), weights, sums, epoch * sequences, _RATE,
                _TRAINING_MARGIN, WIDTH, plan.dropout,
            )  # fmt: skip
            passed(epoch + 1, likelihood / positions, right / positions)
        steps = np.float32(plan.epochs * sequences + 1)
        for held, summed in zip(weights, sums, strict=True):
            held -= summed / steps
        return cls._sparse(kept, *weights)

    @classmethod
    def _sparse(cls, keys: Keys, rows: Singles, pairs: Singles, triples: Singles) -> LinearChain:
        from spectral_core.inference.feature_table import open_table

        places, columns = np.nonzero(np.abs(rows) > _SMALL)
        counts = np.bincount(places, minlength=len(keys))
        used = counts > 0
        bounds = np.concatenate(([0], np.cumsum(counts[used]))).astype(np.int64)
        keys = keys[used]
        return cls(keys, bounds, columns.astype(np.int32), rows[places, columns], pairs, triples, open_table(keys))

    def posteriors(
        self, given: FeatureSequences, fixed: Places | None = None, margin: float = MARGIN
    ) -> tuple[Places, Floats]:
        """(positions, WIDTH) labels, best first, with posteriors, or NONE and 0; `fixed` has a position's label."""
        from spectral_core.inference import feature_table
        from spectral_core.inference import linear_chain as kernels

        features = feature_table.places(*self.table, given.keys)
        shared = feature_table.places(*self.table, given.shared) if len(given.rows) else _NO_PLACES
        if fixed is None:
            fixed = np.full(len(features), NONE, dtype=np.int32)
        weights = kernels.SparseWeights(self.bounds, self.columns, self.values, self.pairs, self.triples)
        return kernels.posteriors(features, given.starts, shared, given.rows, fixed, weights, margin, WIDTH)

    def arrays(self) -> Named:
        return {
            "keys": self.keys, "counts": np.diff(self.bounds).astype(np.int32),
            "columns": self.columns.astype(np.uint16), "values": self.values, "pairs": self.pairs,
            "triples": self.triples,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, labels: int) -> Self:
        """The chain that `arrays` were taken from; ValueError where they do not fit each other."""
        from spectral_core.inference.feature_table import open_table
        from spectral_core.inference.linear_chain import triple_weights

        keys, counts = arrays["keys"].astype(np.uint64), arrays["counts"].astype(np.int64)
        columns, values = arrays["columns"].astype(np.int32), arrays["values"].astype(np.float32)
        pairs, triples = arrays["pairs"].astype(np.float32), arrays["triples"].astype(np.float32)
        bounds = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        if not (
            keys.ndim == counts.ndim == columns.ndim == values.ndim == 1
            and len(keys) == len(counts)
            and bool((counts >= 0).all())
            and len(columns) == len(values) == bounds[-1]
            and bool(((columns >= 0) & (columns < labels)).all())
            and pairs.shape == (labels + 1, labels)
            and triples.shape == (triple_weights(labels),)
            and bool((keys != 0).all())
        ):
            raise ValueError("the weights do not fit the features or the labels")
        return cls(keys, bounds, columns, values, pairs, triples, open_table(keys))
