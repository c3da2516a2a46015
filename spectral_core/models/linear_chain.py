"""Second-order linear-chain CRF over hashed features, trained by averaged stochastic gradient descent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays

NO_LABEL = -1  # no label: unknown, or to be predicted
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
class CrfHyperparameters:
    """Hyperparameters of CRF training."""

    epochs: int
    dropout: float  # share of features dropped at each step
    min_count: int  # minimum count of a feature
    seed: int


@dataclass(frozen=True, slots=True)
class FeatureSequences:
    """Feature hashes of the positions of several sequences, concatenated."""

    keys: Keys  # (positions, features) 0 for none
    starts: Integers  # (sequences + 1,)
    shared: Keys = field(default_factory=lambda: _NO_KEYS)  # (rows, features) shared by several positions; for decoding
    shared_rows: Integers = field(default_factory=lambda: _NO_ROWS)  # (positions,) row in `shared`; empty without

    def select(self, indexes: Integers) -> tuple[FeatureSequences, Integers]:
        """Return the sequences at `indexes`, in that order and without shared features, and the indexes of their
        positions in these."""
        lengths = np.diff(self.starts)[indexes]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        positions = np.arange(starts[-1]) - np.repeat(starts[:-1] - self.starts[indexes], lengths)
        return FeatureSequences(self.keys[positions], starts), positions


@dataclass(frozen=True, slots=True, eq=False)
class LinearChainCrf:
    """Second-order linear-chain conditional random field with label pruning: weights of labels by feature, of label
    bigrams and of label trigrams; `posteriors` runs forward-backward (Lafferty, McCallum and Pereira 2001; Müller,
    Schmid and Schütze 2013)."""

    keys: Keys  # (features,)
    bounds: Integers  # (features + 1,) range of each feature's entries
    label_ids: Indexes  # (entries,) labels
    values: Singles  # (entries,)
    bigrams: Singles  # (labels + 1, labels) previous label, label; the last row is for the first position
    trigrams: Singles  # (weights,) by both previous labels and the label; hashed if there are many labels
    table: tuple[Keys, Indexes]  # hash table of feature keys
    __repr__ = brief_repr

    @classmethod
    def empty(cls) -> LinearChainCrf:
        """Return a model without labels and weights."""
        none, no_values = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.float32)
        no_keys = np.zeros(0, dtype=np.uint64)
        return cls(
            no_keys, np.zeros(1, dtype=np.int64), none, no_values, no_values.reshape(0, 0), no_values, (no_keys, none)
        )

    @classmethod
    def learn(
        cls,
        sequences: FeatureSequences,
        gold: Indexes,
        labels: int,
        hyperparameters: CrfHyperparameters,
        on_epoch: Callable[[int, float, float], None],
        initial: tuple[Keys, Singles] | None = None,
    ) -> LinearChainCrf:
        """Train a CRF on gold labels; `on_epoch` receives epoch, log-likelihood and accuracy per position. `initial`
        has (features,) keys of features and (features, labels) the weights that they start from instead of 0."""
        from spectral_core.structured import hash_tables
        from spectral_core.structured import linear_chain_crf as kernels

        frequent_keys, counts = hash_tables.select_frequent_keys(sequences.keys, hyperparameters.min_count)
        min_count = hyperparameters.min_count
        while len(frequent_keys) * labels > _MAX_WEIGHTS:
            min_count += 1
            frequent_keys, counts = frequent_keys[counts >= min_count], counts[counts >= min_count]
        index = hash_tables.build_row_index(frequent_keys)
        features = hash_tables.look_up_rows(*index, sequences.keys)
        weights, sums = (kernels.ChainWeights.zeros(len(frequent_keys), labels) for _ in range(2))
        if initial is not None:
            rows = hash_tables.look_up_rows(*index, initial[0][:, None])[:, 0]
            weights.features[rows[rows >= 0]] = initial[1][rows >= 0]
        random = np.random.default_rng(hyperparameters.seed)
        sequence_count, position_count = len(sequences.starts) - 1, max(len(gold), 1)
        step = kernels.TrainingStep(_LEARNING_RATE, _TRAINING_MARGIN, MAX_CANDIDATES, hyperparameters.dropout)
        for epoch in range(hyperparameters.epochs):
            order, clock = random.permutation(sequence_count), epoch * sequence_count
            likelihood, correct = kernels.train_epoch(
                features, gold, sequences.starts, order, weights, sums, clock, step
            )
            on_epoch(epoch + 1, likelihood / position_count, correct / position_count)
        steps = np.float32(hyperparameters.epochs * sequence_count + 1)
        for weight, weight_sum in zip(weights, sums, strict=True):
            weight -= weight_sum / steps
        return cls._from_dense_weights(frequent_keys, *weights)

    @classmethod
    def _from_dense_weights(cls, keys: Keys, rows: Singles, bigrams: Singles, trigrams: Singles) -> LinearChainCrf:
        """Make the CRF from dense weights, keeping those above the zero threshold."""
        from spectral_core.structured.hash_tables import build_row_index

        row_indexes, label_ids = np.nonzero(np.abs(rows) > _ZERO_THRESHOLD)
        counts = np.bincount(row_indexes, minlength=len(keys))
        has_weights = counts > 0
        bounds = np.concatenate(([0], np.cumsum(counts[has_weights]))).astype(np.int64)
        keys = keys[has_weights]
        return cls(
            keys,
            bounds,
            label_ids.astype(np.int32),
            rows[row_indexes, label_ids],
            bigrams,
            trigrams,
            build_row_index(keys),
        )

    def posteriors(
        self, sequences: FeatureSequences, fixed: Indexes | None = None, margin: float = PRUNING_MARGIN
    ) -> tuple[Indexes, Floats]:
        """Return (positions, MAX_CANDIDATES) labels, best first, and their posteriors, padded with NO_LABEL and 0.
        `fixed` holds the required label of each position, or NO_LABEL."""
        from spectral_core.structured import hash_tables
        from spectral_core.structured import linear_chain_crf as kernels

        features = hash_tables.look_up_rows(*self.table, sequences.keys)
        shared = hash_tables.look_up_rows(*self.table, sequences.shared) if len(sequences.shared_rows) else _NO_INDEXES
        if fixed is None:
            fixed = np.full(len(features), NO_LABEL, dtype=np.int32)
        weights = kernels.SparseWeights(self.bounds, self.label_ids, self.values, self.bigrams, self.trigrams)
        return kernels.label_posteriors(
            features, sequences.starts, shared, sequences.shared_rows, fixed, weights, margin, MAX_CANDIDATES
        )

    def arrays(self) -> NamedArrays:
        return {
            "keys": self.keys, "counts": np.diff(self.bounds).astype(np.int32),
            "columns": self.label_ids.astype(np.uint16), "values": self.values, "pairs": self.bigrams,
            "triples": self.trigrams,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, labels: int) -> Self:
        """Restore a CRF from its arrays; ValueError if they are inconsistent."""
        from spectral_core.structured.hash_tables import build_row_index
        from spectral_core.structured.linear_chain_crf import count_triple_weights

        keys, counts = arrays["keys"].astype(np.uint64), arrays["counts"].astype(np.int64)
        label_ids, values = arrays["columns"].astype(np.int32), arrays["values"].astype(np.float32)
        bigrams, trigrams = arrays["pairs"].astype(np.float32), arrays["triples"].astype(np.float32)
        bounds = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        if not (
            keys.ndim == counts.ndim == label_ids.ndim == values.ndim == 1
            and len(keys) == len(counts)
            and bool((counts >= 0).all())
            and len(label_ids) == len(values) == bounds[-1]
            and bool(((label_ids >= 0) & (label_ids < labels)).all())
            and bigrams.shape == (labels + 1, labels)
            and trigrams.shape == (count_triple_weights(labels),)
            and bool((keys != 0).all())
        ):
            raise ValueError("the weights do not fit the features or the labels")
        return cls(keys, bounds, label_ids, values, bigrams, trigrams, build_row_index(keys))
