"""Compiled second-order linear chain over sparse features (CRF): beam-pruned forward-backward, posteriors and training.
A position has features (row indices, NONE if unknown) and labels; a labelling scores the sum of its features' weights
plus weights of label pairs and triples. Only labels within a margin of the best at their position are tried: the beam.
Never imported at start-up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Singles
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.hash_tables import HASH_MULTIPLIER, NONE, combine_keys

_MAX_TRIPLES = 1 << 22  # limit on triple weights; with more triples, some share a weight by hashing
_MIN_GRADIENT = 1e-4  # smaller gradients are skipped


class ChainWeights(NamedTuple):
    """All weights of the chain, or one training accumulator per weight."""

    features: Singles  # (features, labels)
    pairs: Singles  # (labels + 1, labels)
    triples: Singles  # (triple_weights,)

    @classmethod
    def zeros(cls, features: int, labels: int) -> ChainWeights:
        """Return weights that are all 0."""
        shapes = ((features, labels), (labels + 1, labels), (count_triple_weights(labels),))
        return cls(*(np.zeros(shape, dtype=np.float32) for shape in shapes))


class SparseWeights(NamedTuple):
    """Chain weights with rows stored as sparse lists."""

    bounds: Integers  # (features + 1,) offsets of each feature's entries
    columns: Indexes  # (entries,) labels
    values: Singles  # (entries,)
    pairs: Singles
    triples: Singles


class LabelBeam(NamedTuple):
    """Labels tried at each position of a sequence, and the posteriors of their triples."""

    labels: Indexes  # (positions, width) highest own score first
    counts: Indexes  # (positions,)
    posteriors: Floats  # (positions, width, width, width) [position, label two before, label before, label]


class TrainingStep(NamedTuple):
    """Learning rate, beam limits and dropout rate of a gradient step."""

    rate: float
    margin: float  # largest score difference to the best label
    width: int  # maximum number of labels in a beam
    dropout: float


def count_triple_weights(labels: int) -> int:
    """Return the number of triple weights; an extra label marks positions before the first."""
    return int(min((labels + 1) * (labels + 1) * labels, _MAX_TRIPLES))


@leaf_kernel
def _triple_index(first: int, second: int, third: int, labels: int, size: int) -> np.int64:
    """Return the index of a triple's weight, hashed if there are too many triples."""
    index = (first * (labels + 1) + second) * labels + third
    if index < size:
        return np.int64(index)
    return np.int64(combine_keys(np.uint64(index), HASH_MULTIPLIER) % np.uint64(size))


@inner_kernel
def _select_beam(scores: Floats, margin: float, gold: int, beam: Indexes) -> int:
    """Fill `beam` with the labels within `margin` of the best, best first, plus the gold one; return their number."""
    width = len(beam)
    count = 0
    threshold = scores.max() - margin
    for label in range(len(scores)):
        score = scores[label]
        if score < threshold or (count == width and score <= scores[beam[width - 1]]):
            continue
        position = count if count < width else width - 1
        while position > 0 and scores[beam[position - 1]] < score:
            beam[position] = beam[position - 1]
            position -= 1
        beam[position] = label
        if count < width:
            count += 1
    if gold >= 0:
        for position in range(count):
            if beam[position] == gold:
                return count
        if count < width:
            count += 1
        beam[count - 1] = gold
    return count


@leaf_kernel
def _fill_log_potentials(
    scores: Floats, beam: Indexes, counts: Indexes, pairs: Singles, triples: Singles, labels: int, factors: Floats
) -> None:
    """Fill factors[i, z, a, b] with the log potential of label b at i after labels z and a, relative to the best own
    score at i."""
    for position in range(len(counts)):
        top = scores[position, beam[position, 0]]
        for third in range(counts[position]):
            top = max(top, scores[position, beam[position, third]])
        previous_count = counts[position - 1] if position > 0 else 1
        earlier_count = counts[position - 2] if position > 1 else 1
        for second in range(previous_count):
            previous = beam[position - 1, second] if position > 0 else labels
            for third in range(counts[position]):
                label = beam[position, third]
                base = scores[position, label] - top + pairs[previous, label]
                for first in range(earlier_count):
                    earlier = beam[position - 2, first] if position > 1 else labels
                    triple = _triple_index(earlier, previous, label, labels, len(triples))
                    factors[position, first, second, third] = base + triples[triple]


@leaf_kernel
def _forward_backward(counts: Indexes, factors: Floats, forward: Floats, backward: Floats) -> None:
    """Forward-backward: turn `factors` from log scores into triple posteriors; `forward` and `backward` are the sums
    before and after label pairs."""
    length = len(counts)
    for position in range(length):
        previous_count = counts[position - 1] if position > 0 else 1
        earlier_count = counts[position - 2] if position > 1 else 1
        total = 0.0
        for second in range(previous_count):
            for third in range(counts[position]):
                value = 0.0
                for first in range(earlier_count):
                    factor = np.exp(min(max(factors[position, first, second, third], -60.0), 60.0))
                    factors[position, first, second, third] = factor
                    value += factor * (forward[position - 1, first, second] if position > 0 else 1.0)
                forward[position, second, third] = value
                total += value
        for second in range(previous_count):
            for third in range(counts[position]):
                forward[position, second, third] /= total
    last = length - 1
    for second in range(counts[last - 1] if last > 0 else 1):
        for third in range(counts[last]):
            backward[last, second, third] = 1.0
    for position in range(last, -1, -1):
        previous_count = counts[position - 1] if position > 0 else 1
        earlier_count = counts[position - 2] if position > 1 else 1
        total = 0.0
        for first in range(earlier_count):
            for second in range(previous_count):
                value = 0.0
                for third in range(counts[position]):
                    value += factors[position, first, second, third] * backward[position, second, third]
                if position > 0:
                    backward[position - 1, first, second] = value
                total += value
        if position > 0:
            for first in range(earlier_count):
                for second in range(previous_count):
                    backward[position - 1, first, second] /= total
        total = 0.0
        for first in range(earlier_count):
            for second in range(previous_count):
                prefix = forward[position - 1, first, second] if position > 0 else 1.0
                for third in range(counts[position]):
                    value = prefix * factors[position, first, second, third] * backward[position, second, third]
                    factors[position, first, second, third] = value
                    total += value
        for first in range(earlier_count):
            for second in range(previous_count):
                for third in range(counts[position]):
                    factors[position, first, second, third] /= total


@inner_kernel
def _compute_beam_posteriors(
    scores: Floats, labels: Indexes, counts: Indexes, pairs: Singles, triples: Singles
) -> LabelBeam:
    """Return the posteriors of the labels in the beam, from their own scores and those of pairs and triples."""
    length, width = len(counts), counts.max()
    factors = np.zeros((length, width, width, width))
    _fill_log_potentials(scores, labels, counts, pairs, triples, scores.shape[1], factors)
    _forward_backward(counts, factors, np.zeros((length, width, width)), np.zeros((length, width, width)))
    return LabelBeam(labels, counts, factors)


@kernel
def train_epoch(
    features: Indexes,
    gold: Indexes,
    starts: Integers,
    order: Integers,
    weights: ChainWeights,
    sums: ChainWeights,
    clock: int,
    step: TrainingStep,
) -> tuple[float, int]:
    """Make one SGD pass over the sequences in `order`; return (log-likelihood, correct labels). Features are dropped
    out at random in each step (Wager, Wang and Liang 2013). `sums` accumulates each weight's updates times the clock at
    which they were made, for weight averaging."""
    rate, margin, width, dropout = step
    likelihood = 0.0
    correct = 0
    dropout_scale = 1.0 / (1.0 - dropout)
    for sequence in order:
        begin, end = starts[sequence], starts[sequence + 1]
        length = end - begin
        if length == 0:
            continue
        clock += 1
        active_features = features[begin:end].copy()
        _drop_features_out(active_features, begin, clock, dropout)
        scores = np.zeros((length, weights.features.shape[1]))
        labels = np.zeros((length, width), dtype=np.int32)
        counts = np.zeros(length, dtype=np.int32)
        for position in range(length):
            _add_feature_scores(active_features[position], weights.features, dropout_scale, scores[position])
            counts[position] = _select_beam(scores[position], margin, gold[begin + position], labels[position])
        beam = _compute_beam_posteriors(scores, labels, counts, weights.pairs, weights.triples)
        for position in range(length):
            log_posterior, is_correct = _update_weights(
                active_features[position], gold[begin:end], position, beam, weights, sums, clock, rate, dropout_scale
            )
            likelihood += log_posterior
            correct += is_correct
    return likelihood, correct


@leaf_kernel
def _drop_features_out(features: Indexes, begin: int, clock: int, dropout: float) -> None:
    """Feature dropout: set features to NONE at random; the choice depends on the clock."""
    threshold = np.uint64(dropout * (1 << 24))
    for position in range(len(features)):
        for column in range(features.shape[1]):
            if features[position, column] >= 0:
                chance = combine_keys(np.uint64((begin + position) * 64 + column), np.uint64(clock))
                if (chance >> np.uint64(40)) < threshold:
                    features[position, column] = NONE


@leaf_kernel
def _add_feature_scores(features: Indexes, rows: Singles, dropout_scale: float, scores: Floats) -> None:
    """Add the weights of the features to the label scores, rescaled for dropout."""
    for column in range(len(features)):
        if features[column] >= 0:
            row = rows[features[column]]
            for label in range(len(scores)):
                scores[label] += row[label]
    for label in range(len(scores)):
        scores[label] *= dropout_scale


@leaf_kernel
def _update_weights(
    features: Indexes, gold: Indexes, index: int, beam: LabelBeam, weights: ChainWeights, sums: ChainWeights, clock:
    int, rate: float, dropout_scale: float,
) -> tuple[float, bool]:  # fmt: skip
    """Update all weights at one position along the gradient; return (log posterior of the gold label, whether it was
    the best)."""
    labels, counts, posteriors = beam
    start_label = weights.features.shape[1]  # label of positions before the first
    gold_label = gold[index]
    previous_count = counts[index - 1] if index > 0 else 1
    earlier_count = counts[index - 2] if index > 1 else 1
    previous_gold = gold[index - 1] if index > 0 else start_label
    earlier_gold = gold[index - 2] if index > 1 else start_label
    likelihood = 0.0
    best, best_label = -1.0, 0
    for third in range(counts[index]):
        label = labels[index, third]
        label_posterior = 0.0
        for second in range(previous_count):
            previous = labels[index - 1, second] if index > 0 else start_label
            pair_posterior = 0.0
            for first in range(earlier_count):
                earlier = labels[index - 2, first] if index > 1 else start_label
                posterior = posteriors[index, first, second, third]
                pair_posterior += posterior
                gradient = -posterior
                if label == gold_label and previous == previous_gold and earlier == earlier_gold:
                    gradient += 1.0
                if abs(gradient) > _MIN_GRADIENT:
                    triple = _triple_index(earlier, previous, label, start_label, len(weights.triples))
                    weights.triples[triple] += rate * gradient
                    sums.triples[triple] += clock * rate * gradient
            label_posterior += pair_posterior
            gradient = -pair_posterior
            if label == gold_label and previous == previous_gold:
                gradient += 1.0
            if abs(gradient) > _MIN_GRADIENT:
                weights.pairs[previous, label] += rate * gradient
                sums.pairs[previous, label] += clock * rate * gradient
        if label_posterior > best:
            best, best_label = label_posterior, label
        gradient = -label_posterior
        if label == gold_label:
            gradient += 1.0
            likelihood += np.log(max(label_posterior, 1e-30))
        if abs(gradient) > _MIN_GRADIENT:
            change = np.float32(rate * gradient * dropout_scale)
            weighted = np.float32(clock * rate * gradient * dropout_scale)
            for column in range(len(features)):
                if features[column] >= 0:
                    weights.features[features[column], label] += change
                    sums.features[features[column], label] += weighted
    return likelihood, best_label == gold_label


@leaf_kernel
def _add_sparse_feature_scores(
    features: Indexes, bounds: Integers, columns: Indexes, values: Singles, position: int, scores: Floats
) -> None:
    """Add the sparse rows of a position's features to the label scores."""
    for column in range(features.shape[1]):
        feature = features[position, column]
        if feature >= 0:
            for entry in range(bounds[feature], bounds[feature + 1]):
                scores[columns[entry]] += values[entry]


@kernel
def label_posteriors(
    features: Indexes, starts: Integers, shared: Indexes, shared_row: Integers, fixed: Indexes, weights: SparseWeights,
    margin: float, width: int,
) -> tuple[Indexes, Floats]:  # fmt: skip
    """Return (positions, width) the labels of the beam, most probable first, and their posteriors by forward-backward.
    `shared` (rows, features) holds features common to several positions, `shared_row` the row of each position, if any;
    `fixed` is the required label of a position, or NONE."""
    shared_scores = np.zeros((len(shared), weights.pairs.shape[1]))
    for row in range(len(shared)):
        _add_sparse_feature_scores(shared, weights.bounds, weights.columns, weights.values, row, shared_scores[row])
    ranked_labels = np.full((len(features), width), NONE, dtype=np.int32)
    ranked_posteriors = np.zeros((len(features), width))
    for sequence in range(len(starts) - 1):
        begin, end = starts[sequence], starts[sequence + 1]
        length = end - begin
        if length == 0:
            continue
        scores = np.zeros((length, weights.pairs.shape[1]))
        labels = np.zeros((length, width), dtype=np.int32)
        counts = np.zeros(length, dtype=np.int32)
        for position in range(length):
            if len(shared_row):
                scores[position] = shared_scores[shared_row[begin + position]]
            _add_sparse_feature_scores(
                features, weights.bounds, weights.columns, weights.values, begin + position, scores[position]
            )
            if fixed[begin + position] != NONE:
                counts[position], labels[position, 0] = 1, fixed[begin + position]
            else:
                counts[position] = _select_beam(scores[position], margin, NONE, labels[position])
        beam = _compute_beam_posteriors(scores, labels, counts, weights.pairs, weights.triples)
        for position in range(length):
            _rank_labels(beam, position, ranked_labels[begin + position], ranked_posteriors[begin + position])
    return ranked_labels, ranked_posteriors


@leaf_kernel
def _rank_labels(beam: LabelBeam, position: int, ranked_labels: Indexes, ranked_posteriors: Floats) -> None:
    """Fill `ranked_labels` and `ranked_posteriors` with the labels of one position, most probable first."""
    previous_count = beam.counts[position - 1] if position > 0 else 1
    earlier_count = beam.counts[position - 2] if position > 1 else 1
    for third in range(beam.counts[position]):
        posterior = 0.0
        for first in range(earlier_count):
            for second in range(previous_count):
                posterior += beam.posteriors[position, first, second, third]
        rank = third
        while rank > 0 and ranked_posteriors[rank - 1] < posterior:
            ranked_posteriors[rank] = ranked_posteriors[rank - 1]
            ranked_labels[rank] = ranked_labels[rank - 1]
            rank -= 1
        ranked_posteriors[rank] = posterior
        ranked_labels[rank] = beam.labels[position, third]
