"""Compiled kernels of a linear chain over features: rows of weights, second-order sums and best paths, training. A
position has features (indices of rows, NONE where one is not known) and labels; the score of a labelling is the sum of
the rows at its labels plus weights of pairs and triples of labels. Only labels whose rows come within a margin of the
best are tried: the beam of a position. Nothing imports this module before it computes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Singles
from spectral_core.structured.compilation import entry, inner, leaf
from spectral_core.structured.hash_tables import FACTOR, NONE, mix_keys

_MAX_TRIPLES = 1 << 22  # up to so many triples of labels have a weight each; of more, some share one
_MIN_STEP = 1e-4  # expectations below this leave the weights as they are


class ChainWeights(NamedTuple):
    """A weight for every score that a labelling can have, or the accumulator beside each weight."""

    rows: Singles  # (features, labels)
    pairs: Singles  # (labels + 1, labels)
    triples: Singles  # (triple_weights,)

    @classmethod
    def zeros(cls, features: int, labels: int) -> ChainWeights:
        shapes = ((features, labels), (labels + 1, labels), (count_triple_weights(labels),))
        return cls(*(np.zeros(shape, dtype=np.float32) for shape in shapes))


class SparseWeights(NamedTuple):
    """Chain weights whose rows are lists of their entries."""

    bounds: Integers  # (features + 1,) of each feature's entries in what follows
    columns: Indexes  # (entries,) labels
    values: Singles  # (entries,)
    pairs: Singles
    triples: Singles


class LabelBeam(NamedTuple):
    """The labels that are tried at each position of a sequence, and the posteriors of their triples."""

    labels: Indexes  # (positions, width) the best by itself first
    counts: Indexes  # (positions,)
    posteriors: Floats  # (positions, width, width, width) [position, label two before, label before, label]


class TrainingStep(NamedTuple):
    """Rate of the gradient steps, the limits of beams, and the share of the features that a step leaves out."""

    rate: float
    margin: float  # of scores
    width: int  # labels of a beam at most
    dropout: float


def count_triple_weights(labels: int) -> int:
    """Return how many weights triples of labels have; the label after the last stands before the first position."""
    return int(min((labels + 1) * (labels + 1) * labels, _MAX_TRIPLES))


@leaf
def _triple_index(first: int, second: int, third: int, labels: int, size: int) -> np.int64:
    """Return the index of a triple's weight, which triples share where there are too many."""
    index = (first * (labels + 1) + second) * labels + third
    if index < size:
        return np.int64(index)
    return np.int64(mix_keys(np.uint64(index), FACTOR) % np.uint64(size))


@inner
def _select_beam(scores: Floats, margin: float, gold: int, beam: Indexes) -> int:
    """Fill `beam` with the labels within `margin` of the best, best first, and the gold one; return their number."""
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


@leaf
def _fill_factors(
    scores: Floats, beam: Indexes, counts: Indexes, pairs: Singles, triples: Singles, labels: int, factors: Floats
) -> None:
    """Fill factors[i, z, a, b] with the log score of label b at i after a and z, over the best label's at i."""
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


@leaf
def _forward_backward(counts: Indexes, factors: Floats, forward: Floats, backward: Floats) -> None:
    """Turn `factors` from log scores into the posteriors of triples; `forward` and `backward` are sums before and after
    pairs of labels."""
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


@inner
def _beam_posteriors(scores: Floats, labels: Indexes, counts: Indexes, pairs: Singles, triples: Singles) -> LabelBeam:
    """Return the posteriors of the labels of a beam, by their scores and those of pairs and triples."""
    length, width = len(counts), counts.max()
    factors = np.zeros((length, width, width, width))
    _fill_factors(scores, labels, counts, pairs, triples, scores.shape[1], factors)
    _forward_backward(counts, factors, np.zeros((length, width, width)), np.zeros((length, width, width)))
    return LabelBeam(labels, counts, factors)


@entry
def train(
    features: Indexes,
    gold: Indexes,
    starts: Integers,
    order: Integers,
    weights: ChainWeights,
    sums: ChainWeights,
    clock: int,
    step: TrainingStep,
) -> tuple[float, int]:
    """Make one pass of stochastic gradient steps over the sequences in `order`; return (log-likelihood, labels that
    came right). A share of the features is left out at each step, others each time (Wager, Wang and Liang
    2013). `sums` hold each weight's changes times the clock at which they came, for the average over all steps."""
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
        _drop(active_features, begin, clock, dropout)
        scores = np.zeros((length, weights.rows.shape[1]))
        labels = np.zeros((length, width), dtype=np.int32)
        counts = np.zeros(length, dtype=np.int32)
        for position in range(length):
            _add_rows(active_features[position], weights.rows, dropout_scale, scores[position])
            counts[position] = _select_beam(scores[position], margin, gold[begin + position], labels[position])
        beam = _beam_posteriors(scores, labels, counts, weights.pairs, weights.triples)
        for position in range(length):
            log_posterior, is_correct = _update_weights(
                active_features[position], gold[begin:end], position, beam, weights, sums, clock, rate, dropout_scale
            )
            likelihood += log_posterior
            correct += is_correct
    return likelihood, correct


@leaf
def _drop(features: Indexes, begin: int, clock: int, dropout: float) -> None:
    """Leave out features at random: another choice each time that the clock has moved on."""
    threshold = np.uint64(dropout * (1 << 24))
    for position in range(len(features)):
        for column in range(features.shape[1]):
            if features[position, column] >= 0:
                chance = mix_keys(np.uint64((begin + position) * 64 + column), np.uint64(clock))
                if (chance >> np.uint64(40)) < threshold:
                    features[position, column] = NONE


@leaf
def _add_rows(features: Indexes, rows: Singles, dropout_scale: float, scores: Floats) -> None:
    """Add the rows of the features to the scores of the labels, and scale the sums."""
    for column in range(len(features)):
        if features[column] >= 0:
            row = rows[features[column]]
            for label in range(len(scores)):
                scores[label] += row[label]
    for label in range(len(scores)):
        scores[label] *= dropout_scale


@leaf
def _update_weights(
    features: Indexes, gold: Indexes, index: int, beam: LabelBeam, weights: ChainWeights, sums: ChainWeights, clock:
    int, rate: float, dropout_scale: float,
) -> tuple[float, bool]:  # fmt: skip
    """Move all weights at one position along the gradient; return (log of the right label's posterior, whether it was
    the best)."""
    labels, counts, posteriors = beam
    start_label = weights.rows.shape[1]  # the label before the first position
    truth = gold[index]
    previous_count = counts[index - 1] if index > 0 else 1
    earlier_count = counts[index - 2] if index > 1 else 1
    previous_truth = gold[index - 1] if index > 0 else start_label
    earlier_truth = gold[index - 2] if index > 1 else start_label
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
                step = -posterior
                if label == truth and previous == previous_truth and earlier == earlier_truth:
                    step += 1.0
                if abs(step) > _MIN_STEP:
                    triple = _triple_index(earlier, previous, label, start_label, len(weights.triples))
                    weights.triples[triple] += rate * step
                    sums.triples[triple] += clock * rate * step
            label_posterior += pair_posterior
            step = -pair_posterior
            if label == truth and previous == previous_truth:
                step += 1.0
            if abs(step) > _MIN_STEP:
                weights.pairs[previous, label] += rate * step
                sums.pairs[previous, label] += clock * rate * step
        if label_posterior > best:
            best, best_label = label_posterior, label
        step = -label_posterior
        if label == truth:
            step += 1.0
            likelihood += np.log(max(label_posterior, 1e-30))
        if abs(step) > _MIN_STEP:
            change = np.float32(rate * step * dropout_scale)
            weighted = np.float32(clock * rate * step * dropout_scale)
            for column in range(len(features)):
                if features[column] >= 0:
                    weights.rows[features[column], label] += change
                    sums.rows[features[column], label] += weighted
    return likelihood, best_label == truth


@leaf
def _add_sparse_rows(
    features: Indexes, bounds: Integers, columns: Indexes, values: Singles, position: int, scores: Floats
) -> None:
    """Add the sparse rows of a position's features to the scores of the labels."""
    for column in range(features.shape[1]):
        feature = features[position, column]
        if feature >= 0:
            for entry in range(bounds[feature], bounds[feature + 1]):
                scores[columns[entry]] += values[entry]


@entry
def posteriors(
    features: Indexes, starts: Integers, shared: Indexes, shared_row: Integers, fixed: Indexes, weights: SparseWeights,
    margin: float, width: int,
) -> tuple[Indexes, Floats]:  # fmt: skip
    """Return (positions, width) the labels of the beam, best first, and their posteriors; `shared` (rows, features) has
    features that positions have in common, `shared_row` the row of each position where there are any, and `fixed` the
    label of a position, or NONE."""
    shared_scores = np.zeros((len(shared), weights.pairs.shape[1]))
    for row in range(len(shared)):
        _add_sparse_rows(shared, weights.bounds, weights.columns, weights.values, row, shared_scores[row])
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
            _add_sparse_rows(
                features, weights.bounds, weights.columns, weights.values, begin + position, scores[position]
            )
            if fixed[begin + position] != NONE:
                counts[position], labels[position, 0] = 1, fixed[begin + position]
            else:
                counts[position] = _select_beam(scores[position], margin, NONE, labels[position])
        beam = _beam_posteriors(scores, labels, counts, weights.pairs, weights.triples)
        for position in range(length):
            _rank_labels(beam, position, ranked_labels[begin + position], ranked_posteriors[begin + position])
    return ranked_labels, ranked_posteriors


@leaf
def _rank_labels(beam: LabelBeam, position: int, ranked_labels: Indexes, ranked_posteriors: Floats) -> None:
    """Fill `ranked_labels` and `ranked_posteriors` with the labels of one position and their posteriors, the most
    probable first."""
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
