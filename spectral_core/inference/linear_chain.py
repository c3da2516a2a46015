"""Compiled kernels of a linear chain over features: rows of weights, second-order sums and best paths, training. A
position has features (places of rows, NONE where one is not known) and labels; the score of a labelling is the sum of
the rows at its labels plus weights of pairs and triples of labels. Only the labels whose rows come within a margin of
the best are tried. Nothing imports this module before it computes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Integers, Places, Singles
from spectral_core.inference.compiling import entry, inner, leaf
from spectral_core.inference.feature_table import FACTOR, NONE, mixed

_TRIPLES = 1 << 22  # up to so many triples of labels have a weight each; of more, some share one
_LEAST = 1e-4  # expectations below this leave the weights as they are


class ChainWeights(NamedTuple):
    """A weight for every score that a labelling can have, or what is kept beside each weight."""

    rows: Singles  # (features, labels)
    pairs: Singles  # (labels + 1, labels)
    triples: Singles  # (triple_weights,)

    @classmethod
    def zeros(cls, features: int, labels: int) -> ChainWeights:
        shapes = ((features, labels), (labels + 1, labels), (triple_weights(labels),))
        return cls(*(np.zeros(shape, dtype=np.float32) for shape in shapes))


class SparseWeights(NamedTuple):
    """The same with the rows as lists of their entries."""

    bounds: Integers  # (features + 1,) of each feature's entries in what follows
    columns: Places  # (entries,) labels
    values: Singles  # (entries,)
    pairs: Singles
    triples: Singles


class TriedLabels(NamedTuple):
    """The labels that are tried at each position of a sequence, and the posteriors of their triples."""

    labels: Places  # (positions, width) the best by itself first
    counts: Places  # (positions,)
    shares: Floats  # (positions, most, most, most) [position, label two before, label before, label]


def triple_weights(labels: int) -> int:
    """How many weights triples of labels have; the label after the last stands before the first position."""
    return int(min((labels + 1) * (labels + 1) * labels, _TRIPLES))


@leaf
def _triple(first: int, second: int, third: int, labels: int, size: int) -> np.int64:
    number = (first * (labels + 1) + second) * labels + third
    if number < size:
        return np.int64(number)
    return np.int64(mixed(np.uint64(number), FACTOR) % np.uint64(size))


@inner
def _candidates(scores: Floats, margin: float, gold: int, found: Places) -> int:
    """Fills `found` with the labels within `margin` of the best, best first, and the gold one; how many they are."""
    width = len(found)
    count = 0
    best = scores.max() - margin
    for label in range(len(scores)):
        score = scores[label]
        if score < best or (count == width and score <= scores[found[width - 1]]):
            continue
        at = count if count < width else width - 1
        while at > 0 and scores[found[at - 1]] < score:
            found[at] = found[at - 1]
            at -= 1
        found[at] = label
        if count < width:
            count += 1
    if gold >= 0:
        for at in range(count):
            if found[at] == gold:
                return count
        if count < width:
            count += 1
        found[count - 1] = gold
    return count


@leaf
def _weigh(
    scores: Floats, tried: Places, counts: Places, pairs: Singles, triples: Singles, labels: int, factors: Floats
) -> None:
    """factors[i, z, a, b]: the exponential score of label b at i after a and z, over the best label's at i."""
    for at in range(len(counts)):
        top = scores[at, tried[at, 0]]
        for third in range(counts[at]):
            top = max(top, scores[at, tried[at, third]])
        befores = counts[at - 1] if at > 0 else 1
        firsts = counts[at - 2] if at > 1 else 1
        for second in range(befores):
            before = tried[at - 1, second] if at > 0 else labels
            for third in range(counts[at]):
                label = tried[at, third]
                base = scores[at, label] - top + pairs[before, label]
                for first in range(firsts):
                    earlier = tried[at - 2, first] if at > 1 else labels
                    place = _triple(earlier, before, label, labels, len(triples))
                    factors[at, first, second, third] = base + triples[place]


@leaf
def _summed(counts: Places, factors: Floats, ahead: Floats, back: Floats) -> None:
    """Turns `factors` into the posteriors of triples; `ahead` and `back` are sums before and after pairs of labels."""
    length = len(counts)
    for at in range(length):
        befores = counts[at - 1] if at > 0 else 1
        firsts = counts[at - 2] if at > 1 else 1
        total = 0.0
        for second in range(befores):
            for third in range(counts[at]):
                value = 0.0
                for first in range(firsts):
                    factor = np.exp(min(max(factors[at, first, second, third], -60.0), 60.0))
                    factors[at, first, second, third] = factor
                    value += factor * (ahead[at - 1, first, second] if at > 0 else 1.0)
                ahead[at, second, third] = value
                total += value
        for second in range(befores):
            for third in range(counts[at]):
                ahead[at, second, third] /= total
    last = length - 1
    for second in range(counts[last - 1] if last > 0 else 1):
        for third in range(counts[last]):
            back[last, second, third] = 1.0
    for at in range(last, -1, -1):
        befores = counts[at - 1] if at > 0 else 1
        firsts = counts[at - 2] if at > 1 else 1
        total = 0.0
        for first in range(firsts):
            for second in range(befores):
                value = 0.0
                for third in range(counts[at]):
                    value += factors[at, first, second, third] * back[at, second, third]
                if at > 0:
                    back[at - 1, first, second] = value
                total += value
        if at > 0:
            for first in range(firsts):
                for second in range(befores):
                    back[at - 1, first, second] /= total
        total = 0.0
        for first in range(firsts):
            for second in range(befores):
                before = ahead[at - 1, first, second] if at > 0 else 1.0
                for third in range(counts[at]):
                    value = before * factors[at, first, second, third] * back[at, second, third]
                    factors[at, first, second, third] = value
                    total += value
        for first in range(firsts):
            for second in range(befores):
                for third in range(counts[at]):
                    factors[at, first, second, third] /= total


@inner
def _tried(scores: Floats, labels: Places, counts: Places, pairs: Singles, triples: Singles) -> TriedLabels:
    """The posteriors of the labels tried at each position, by their scores there and those of pairs and triples."""
    length, most = len(counts), counts.max()
    factors = np.zeros((length, most, most, most))
    _weigh(scores, labels, counts, pairs, triples, scores.shape[1], factors)
    _summed(counts, factors, np.zeros((length, most, most)), np.zeros((length, most, most)))
    return TriedLabels(labels, counts, factors)


@entry
def train(
    features: Places, gold: Places, starts: Integers, order: Integers, weights: ChainWeights, sums: ChainWeights,
    clock: int, rate: float, margin: float, width: int, dropped: float,
) -> tuple[float, int]:  # fmt: skip
    """One pass of stochastic gradient steps over the sequences in `order`: (log-likelihood, labels that came right). A
    share `dropped` of the features is left out at each step, others each time (Wager, Wang and Liang 2013). `sums` hold
    each weight's changes times the clock at which they came, for the average over all steps."""
    likelihood = 0.0
    right = 0
    kept = 1.0 / (1.0 - dropped)
    for sequence in order:
        begin, end = starts[sequence], starts[sequence + 1]
        length = end - begin
        if length == 0:
            continue
        clock += 1
        seen = features[begin:end].copy()
        _drop(seen, begin, clock, dropped)
        scores = np.zeros((length, weights.rows.shape[1]))
        labels = np.zeros((length, width), dtype=np.int32)
        counts = np.zeros(length, dtype=np.int32)
        for at in range(length):
            _add_rows(seen[at], weights.rows, kept, scores[at])
            counts[at] = _candidates(scores[at], margin, gold[begin + at], labels[at])
        tried = _tried(scores, labels, counts, weights.pairs, weights.triples)
        for at in range(length):
            found, hit = _step(seen[at], gold[begin:end], at, tried, weights, sums, clock, rate, kept)
            likelihood += found
            right += hit
    return likelihood, right


@leaf
def _drop(seen: Places, begin: int, clock: int, dropped: float) -> None:
    """Leaves out features by chance: another each time that the clock has moved on."""
    threshold = np.uint64(dropped * (1 << 24))
    for at in range(len(seen)):
        for column in range(seen.shape[1]):
            if seen[at, column] >= 0:
                chance = mixed(np.uint64((begin + at) * 64 + column), np.uint64(clock))
                if (chance >> np.uint64(40)) < threshold:
                    seen[at, column] = NONE


@leaf
def _add_rows(seen: Places, rows: Singles, kept: float, scores: Floats) -> None:
    for column in range(len(seen)):
        if seen[column] >= 0:
            row = rows[seen[column]]
            for label in range(len(scores)):
                scores[label] += row[label]
    for label in range(len(scores)):
        scores[label] *= kept


@leaf
def _step(
    seen: Places, gold: Places, at: int, tried: TriedLabels, weights: ChainWeights, sums: ChainWeights, clock: int,
    rate: float, kept: float,
) -> tuple[float, bool]:  # fmt: skip
    """The step of all weights at one position: (log of the right label's posterior, whether it was the best)."""
    labels, counts, shares = tried
    first_label = weights.rows.shape[1]  # which stands before the first position
    truth = gold[at]
    befores = counts[at - 1] if at > 0 else 1
    firsts = counts[at - 2] if at > 1 else 1
    before_truth = gold[at - 1] if at > 0 else first_label
    earlier_truth = gold[at - 2] if at > 1 else first_label
    likelihood = 0.0
    best, best_label = -1.0, 0
    for third in range(counts[at]):
        label = labels[at, third]
        whole = 0.0
        for second in range(befores):
            before = labels[at - 1, second] if at > 0 else first_label
            both = 0.0
            for first in range(firsts):
                earlier = labels[at - 2, first] if at > 1 else first_label
                share = shares[at, first, second, third]
                both += share
                step = -share
                if label == truth and before == before_truth and earlier == earlier_truth:
                    step += 1.0
                if abs(step) > _LEAST:
                    place = _triple(earlier, before, label, first_label, len(weights.triples))
                    weights.triples[place] += rate * step
                    sums.triples[place] += clock * rate * step
            whole += both
            step = -both
            if label == truth and before == before_truth:
                step += 1.0
            if abs(step) > _LEAST:
                weights.pairs[before, label] += rate * step
                sums.pairs[before, label] += clock * rate * step
        if whole > best:
            best, best_label = whole, label
        step = -whole
        if label == truth:
            step += 1.0
            likelihood += np.log(max(whole, 1e-30))
        if abs(step) > _LEAST:
            change = np.float32(rate * step * kept)
            weighted = np.float32(clock * rate * step * kept)
            for column in range(len(seen)):
                if seen[column] >= 0:
                    weights.rows[seen[column], label] += change
                    sums.rows[seen[column], label] += weighted
    return likelihood, best_label == truth


@leaf
def _sparse_scores(
    features: Places, bounds: Integers, columns: Places, values: Singles, position: int, scores: Floats
) -> None:
    for column in range(features.shape[1]):
        place = features[position, column]
        if place >= 0:
            for entry in range(bounds[place], bounds[place + 1]):
                scores[columns[entry]] += values[entry]


@entry
def posteriors(
    features: Places, starts: Integers, shared: Places, of: Integers, fixed: Places, weights: SparseWeights,
    margin: float, width: int,
) -> tuple[Places, Floats]:  # fmt: skip
    """(positions, width) the labels tried, best first, and their posteriors; `shared` (rows, features) has features
    that positions have in common, `of` the row of each position where there are any, and `fixed` the label of a
    position, or NONE."""
    common = np.zeros((len(shared), weights.pairs.shape[1]))
    for row in range(len(shared)):
        _sparse_scores(shared, weights.bounds, weights.columns, weights.values, row, common[row])
    found = np.full((len(features), width), NONE, dtype=np.int32)
    shares = np.zeros((len(features), width))
    for sequence in range(len(starts) - 1):
        begin, end = starts[sequence], starts[sequence + 1]
        length = end - begin
        if length == 0:
            continue
        scores = np.zeros((length, weights.pairs.shape[1]))
        labels = np.zeros((length, width), dtype=np.int32)
        counts = np.zeros(length, dtype=np.int32)
        for at in range(length):
            if len(of):
                scores[at] = common[of[begin + at]]
            _sparse_scores(features, weights.bounds, weights.columns, weights.values, begin + at, scores[at])
            if fixed[begin + at] != NONE:
                counts[at], labels[at, 0] = 1, fixed[begin + at]
            else:
                counts[at] = _candidates(scores[at], margin, NONE, labels[at])
        tried = _tried(scores, labels, counts, weights.pairs, weights.triples)
        for at in range(length):
            _rank(tried, at, found[begin + at], shares[begin + at])
    return found, shares


@leaf
def _rank(tried: TriedLabels, at: int, found: Places, shares: Floats) -> None:
    """Fills `found` and `shares` with the labels of one position and their posteriors, the most probable first."""
    befores = tried.counts[at - 1] if at > 0 else 1
    firsts = tried.counts[at - 2] if at > 1 else 1
    for third in range(tried.counts[at]):
        whole = 0.0
        for first in range(firsts):
            for second in range(befores):
                whole += tried.shares[at, first, second, third]
        place = third
        while place > 0 and shares[place - 1] < whole:
            shares[place] = shares[place - 1]
            found[place] = found[place - 1]
            place -= 1
        shares[place] = whole
        found[place] = tried.labels[at, third]
