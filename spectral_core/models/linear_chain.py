"""Second-order linear-chain CRF over hashed features, trained by averaged stochastic gradient descent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays

NONE = -1  # no label: unknown, or to be predicted
PRUNING_MARGIN = 8.0  # labels whose local score is further below the best are pruned
_TRAINING_MARGIN = 6.0
MAX_CANDIDATES = 8  # maximal number of labels at a position after pruning
_LEARNING_RATE = 0.1  # constant, because weights are averaged over all steps
_ZERO_THRESHOLD = 0.02  # weights up to this are set to 0
_MAX_WEIGHTS = 60_000_000  # maximal number of weights in training; rare features are dropped until they fit


_NO_KEYS = np.zeros((0, 0), dtype=np.uint64)
_NO_INDEXES = np.zeros((0, 0), dtype=np.int32)
_NO_ROWS = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class CrfTraining:
    """Hyperparameters of CRF training."""

    epochs: int
    dropout: float  # share of features dropped at each step
    minimum: int  # minimum count of a feature
    seed: int


@dataclass(frozen=True, slots=True)
class FeatureSequences:
    """Feature hashes of the positions of several sequences, concatenated."""

    keys: Keys  # (positions, features) 0 for none
    starts: Integers  # (sequences + 1,)
    shared: Keys = field(default_factory=lambda: _NO_KEYS)  # (rows, features) shared by several positions
    rows: Integers = field(default_factory=lambda: _NO_ROWS)  # (positions,) row in `shared`; empty without

    def select(self, indexes: Integers) -> tuple[FeatureSequences, Integers]:
        """Return the sequences at `indexes`, in that order, and the indexes of their positions in these."""
        lengths = np.diff(self.starts)[indexes]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        positions = np.arange(starts[-1]) - np.repeat(starts[:-1] - self.starts[indexes], lengths)
        return FeatureSequences(self.keys[positions], starts), positions


@dataclass(frozen=True, slots=True, eq=False)
class LinearChain:
    """Second-order linear-chain conditional random field with label pruning: weights of labels by feature, of label
    bigrams and of label trigrams; `posteriors` runs forward-backward (Lafferty, McCallum and Pereira 2001; Müller,
    Schmid and Schütze 2013)."""

    keys: Keys  # (features,)
    bounds: Integers  # (features + 1,) range of each feature's entries
    columns: Indexes  # (entries,) labels
    values: Singles  # (entries,)
    pairs: Singles  # (labels + 1, labels) previous label, label; the last row is for the first position
    triples: Singles  # (weights,) by both previous labels and the label; hashed if there are many labels
    table: tuple[Keys, Indexes]  # hash table of feature keys
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls,
        sequences: FeatureSequences,
        gold: Indexes,
        labels: int,
        plan: CrfTraining,
        on_epoch: Callable[[int, float, float], None],
    ) -> LinearChain:
        """Train a CRF on gold labels; `on_epoch` receives epoch, log-likelihood and accuracy per position."""
        from spectral_core.structured import hash_tables
        from spectral_core.structured import linear_chain as kernels

        frequent_keys, counts = hash_tables.select_frequent(sequences.keys, plan.minimum)
        minimum = plan.minimum
        while len(frequent_keys) * labels > _MAX_WEIGHTS:
            minimum += 1
            frequent_keys, counts = frequent_keys[counts >= minimum], counts[counts >= minimum]
        features = hash_tables.find_rows(*hash_tables.open_table(frequent_keys), sequences.keys)
        weights, sums = (kernels.ChainWeights.zeros(len(frequent_keys), labels) for _ in range(2))
        random = np.random.default_rng(plan.seed)
        sequence_count, position_count = len(sequences.starts) - 1, max(len(gold), 1)
        step = kernels.TrainingStep(_LEARNING_RATE, _TRAINING_MARGIN, MAX_CANDIDATES, plan.dropout)
        for epoch in range(plan.epochs):
            order, clock = random.permutation(sequence_count), epoch * sequence_count
            likelihood, correct = kernels.train(features, gold, sequences.starts, order, weights, sums, clock, step)
            on_epoch(epoch + 1, likelihood / position_count, correct / position_count)
        steps = np.float32(plan.epochs * sequence_count + 1)
        for weight, weight_sum in zip(weights, sums, strict=True):
            weight -= weight_sum / steps
        return cls._from_dense(frequent_keys, *weights)

    @classmethod
    def _from_dense(cls, keys: Keys, rows: Singles, pairs: Singles, triples: Singles) -> LinearChain:
        """Make the CRF from dense weights, keeping those above the zero threshold."""
        from spectral_core.structured.hash_tables import open_table

        row_indexes, columns = np.nonzero(np.abs(rows) > _ZERO_THRESHOLD)
        counts = np.bincount(row_indexes, minlength=len(keys))
        has_weights = counts > 0
        bounds = np.concatenate(([0], np.cumsum(counts[has_weights]))).astype(np.int64)
        keys = keys[has_weights]
        return cls(keys, bounds, columns.astype(np.int32), rows[row_indexes, columns], pairs, triples, open_table(keys))

    def posteriors(
        self, sequences: FeatureSequences, fixed: Indexes | None = None, margin: float = PRUNING_MARGIN
    ) -> tuple[Indexes, Floats]:
        """Return (positions, MAX_CANDIDATES) labels, best first, and their posteriors, padded with NO_LABEL and 0.
        `fixed` holds the required label of each position, or NO_LABEL."""
        from spectral_core.structured import hash_tables
        from spectral_core.structured import linear_chain as kernels

        features = hash_tables.find_rows(*self.table, sequences.keys)
        shared = hash_tables.find_rows(*self.table, sequences.shared) if len(sequences.rows) else _NO_INDEXES
        if fixed is None:
            fixed = np.full(len(features), NONE, dtype=np.int32)
        weights = kernels.SparseWeights(self.bounds, self.columns, self.values, self.pairs, self.triples)
        return kernels.posteriors(
            features, sequences.starts, shared, sequences.rows, fixed, weights, margin, MAX_CANDIDATES
        )

    def arrays(self) -> NamedArrays:
        return {
            "keys": self.keys, "counts": np.diff(self.bounds).astype(np.int32),
            "columns": self.columns.astype(np.uint16), "values": self.values, "pairs": self.pairs,
            "triples": self.triples,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, labels: int) -> Self:
        """Restore a CRF from its arrays; ValueError if they are inconsistent."""
        from spectral_core.structured.hash_tables import open_table
        from spectral_core.structured.linear_chain import count_triple_weights

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
            and triples.shape == (count_triple_weights(labels),)
            and bool((keys != 0).all())
        ):
            raise ValueError("the weights do not fit the features or the labels")
        return cls(keys, bounds, columns, values, pairs, triples, open_table(keys))
