"""Compiled kernels of the context ranker: scores of candidates, and the softmax over those of a word with its gradient.
Nothing imports this module at start. Cells and their statistics are those of `reading_kernels`."""

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Places, Singles
from spectral_core.inference.compiling import entry, leaf, summing
from spectral_core.inference.reading_kernels import CandidateCells

_EVERY = 64  # words whose gradients are summed in single precision


# Parts of arrays are told by where they begin: a slice would be counted by its owner, which costs more than the sum.
# Places without a sign need no look at whether they count from the end, which would keep loops from being vectors.


@summing
def _dot(first: Singles, begin: int, second: Singles, low: int, size: int) -> np.float32:
    total = np.float32(0.0)
    here, there = np.uint64(begin), np.uint64(low)
    for at in range(np.uint64(size)):
        total += first[here + at] * second[there + at]
    return total


@summing
def _add(total: Singles, begin: int, times: np.float32, values: Singles, low: int, size: int) -> None:
    here, there = np.uint64(begin), np.uint64(low)
    for at in range(np.uint64(size)):
        total[here + at] += times * values[there + at]


@entry
def scores(
    weights: Floats, weight_offsets: Integers, row_weights: Floats, first_row: Integers, row_features: Singles,
    cells: CandidateCells,
) -> Floats:  # fmt: skip
    """(rows,) the sum of each candidate's weighted statistics."""
    first_cell, cell_element, offsets, values = cells.first, cells.element, cells.offsets, cells.values
    row_cell = cells.of_row
    words = np.arange(len(first_row) - 1)
    sums = np.zeros(_most(first_cell, words) + 1)
    single = weights.astype(np.float32)
    made = np.empty(len(row_cell))
    for word in words:
        low = first_cell[word]
        for cell in range(low, first_cell[word + 1]):
            begin, at = weight_offsets[cell_element[cell]], offsets[cell]
            sums[cell - low + 1] = _dot(single, begin, values, at, offsets[cell + 1] - at)
        for row in range(first_row[word], first_row[word + 1]):
            made[row] = _sum(row_weights, row_features, sums, row_cell, row)
    return made


@leaf
def _most(firsts: Integers, words: Integers) -> int:
    """The largest number that one of these words has of something, of which those of a word begin at its first."""
    most = 0
    for place in range(len(words)):
        most = max(most, firsts[words[place] + 1] - firsts[words[place]])
    return most


@leaf
def _sum(row_weights: Floats, features: Singles, sums: Floats, cells: Places, row: int) -> float:
    total = 0.0
    for column in range(features.shape[1]):
        total += row_weights[column] * features[row, column]
    for element in range(cells.shape[1]):
        total += sums[cells[row, element]]
    return total


@entry
def loss(
    weights: Floats, weight_offsets: Integers, row_weights: Floats, words: Integers, times: Singles, gold: Integers,
    first_row: Integers, row_features: Singles, cells: CandidateCells, gradient: Floats, row_gradient: Floats,
) -> float:  # fmt: skip
    """The sum over words, `times` each, of -log of the softmax at the gold one; adds its derivatives to the last
    two."""
    first_cell, cell_element, offsets, values = cells.first, cells.element, cells.offsets, cells.values
    row_cell = cells.of_row
    single = weights.astype(np.float32)
    part = np.zeros(len(weights), dtype=np.float32)  # of a few words, so that no digits are lost in a long sum
    total = 0.0
    sums, slopes = np.zeros(_most(first_cell, words) + 1), np.zeros(_most(first_cell, words) + 1)
    chances = np.empty(_most(first_row, words))
    listed = np.empty(row_cell.shape[1], dtype=np.int64)  # the elements in which a word's candidates differ
    for place in range(len(words)):
        word = words[place]
        low, high = first_cell[word], first_cell[word + 1]
        begin, end = first_row[word], first_row[word + 1]
        size = 0
        for cell in range(low, high):
            if size == 0 or listed[size - 1] != cell_element[cell]:
                listed[size] = cell_element[cell]
                size += 1
            first, at = weight_offsets[cell_element[cell]], offsets[cell]
            sums[cell - low + 1] = _dot(single, first, values, at, offsets[cell + 1] - at)
            slopes[cell - low + 1] = 0.0
        highest = -np.inf
        for row in range(begin, end):
            value = 0.0
            for column in range(row_features.shape[1]):
                value += row_weights[column] * row_features[row, column]
            for at in range(size):
                value += sums[row_cell[row, listed[at]]]
            chances[row - begin] = value
            highest = max(highest, value)
        right = chances[gold[word] - begin]
        norm = 0.0
        for row in range(begin, end):
            chances[row - begin] = np.exp(chances[row - begin] - highest)
            norm += chances[row - begin]
        total += times[place] * (highest + np.log(norm) - right)
        norm /= times[place]
        for row in range(begin, end):
            slope = chances[row - begin] / norm
            if row == gold[word]:
                slope -= times[place]
            for column in range(row_features.shape[1]):
                row_gradient[column] += slope * row_features[row, column]
            for at in range(size):
                slopes[row_cell[row, listed[at]]] += slope
        for cell in range(low, high):
            first, at = weight_offsets[cell_element[cell]], offsets[cell]
            _add(part, first, np.float32(slopes[cell - low + 1]), values, at, offsets[cell + 1] - at)
        if place % _EVERY == _EVERY - 1 or place == len(words) - 1:
            for at in range(len(part)):
                gradient[at] += part[at]
                part[at] = 0.0
    return total


@entry
def spreads(size: int, weight_offsets: Integers, words: Integers, first_row: Integers, cells: CandidateCells) -> Floats:
    """(weights,) how much each statistic differs among the candidates of a word: its standard deviation there."""
    first_cell, cell_element, offsets, values = cells.first, cells.element, cells.offsets, cells.values
    row_cell = cells.of_row
    squares = np.zeros(size)
    shares = np.empty(_most(first_cell, words) + 1)
    longest = 0
    for element in range(len(weight_offsets) - 1):
        longest = max(longest, weight_offsets[element + 1] - weight_offsets[element])
    means, seconds = np.zeros(longest), np.zeros(longest)
    for word in words:
        low, high = first_cell[word], first_cell[word + 1]
        begin, end = first_row[word], first_row[word + 1]
        shares[: high - low + 1] = 0.0
        for row in range(begin, end):
            for element in range(row_cell.shape[1]):
                shares[row_cell[row, element]] += 1.0 / (end - begin)
        cell = low
        while cell < high:
            element = cell_element[cell]
            width = offsets[cell + 1] - offsets[cell]
            means[:width] = 0.0
            seconds[:width] = 0.0
            while cell < high and cell_element[cell] == element:
                for column in range(width):
                    value = values[offsets[cell] + column]
                    means[column] += shares[cell - low + 1] * value
                    seconds[column] += shares[cell - low + 1] * value * value
                cell += 1
            for column in range(width):
                squares[weight_offsets[element] + column] += seconds[column] - means[column] * means[column]
    return np.sqrt(np.maximum(squares, 0.0) / max(len(words), 1))


@entry
def designs(
    size: int, weight_offsets: Integers, words: Integers, first_row: Integers, row_features: Singles,
    cells: CandidateCells,
) -> tuple[Singles, Integers]:  # fmt: skip
    """(rows of these words, weights and row features) what each weight is multiplied with, and those rows."""
    first_cell, offsets, found, row_cell = cells.first, cells.offsets, cells.values, cells.of_row
    extra = row_features.shape[1]
    rows = 0
    for place in range(len(words)):
        rows += first_row[words[place] + 1] - first_row[words[place]]
    made = np.zeros((rows, size + extra), dtype=np.float32)
    which = np.empty(rows, dtype=np.int64)
    at = 0
    for place in range(len(words)):
        base = first_cell[words[place]] - 1
        for row in range(first_row[words[place]], first_row[words[place] + 1]):
            for element in range(row_cell.shape[1]):
                if row_cell[row, element]:
                    cell = base + row_cell[row, element]
                    begin = weight_offsets[element]
                    for column in range(offsets[cell + 1] - offsets[cell]):
                        made[at, begin + column] = found[offsets[cell] + column]
            made[at, size:] = row_features[row]
            which[at] = row
            at += 1
    return made, which


@leaf
def _before(values: Floats, jitter: Keys, row: int, other: int) -> bool:
    """Whether a row has the higher score, or the lower jitter where both are equal."""
    return bool(values[row] > values[other] or (values[row] == values[other] and jitter[row] < jitter[other]))


@entry
def best_rows(first_row: Integers, values: Floats, jitter: Keys) -> Integers:
    """(words,) the row with the highest score, among equals that with the lowest jitter; -1 where there is none."""
    found = np.full(len(first_row) - 1, -1, dtype=np.int64)
    for word in range(len(found)):
        best = -1
        for row in range(first_row[word], first_row[word + 1]):
            if best < 0 or _before(values, jitter, row, best):
                best = row
        found[word] = best
    return found


@entry
def best_two_rows(first_row: Integers, values: Floats, jitter: Keys) -> tuple[Integers, Integers]:
    """(words,) what `best_rows` gives, and the row that comes next."""
    found, following = best_rows(first_row, values, jitter), np.full(len(first_row) - 1, -1, dtype=np.int64)
    for word in range(len(found)):
        best = -1
        for row in range(first_row[word], first_row[word + 1]):
            if row != found[word] and (best < 0 or _before(values, jitter, row, best)):
                best = row
        following[word] = best
    return found, following


@entry
def log_chances(first_row: Integers, values: Floats) -> Floats:
    """(rows,) the log of the softmax of the scores over the candidates of each word."""
    made = np.empty(len(values))
    for word in range(len(first_row) - 1):
        begin, end = first_row[word], first_row[word + 1]
        if begin == end:
            continue
        highest = -np.inf
        for row in range(begin, end):
            highest = max(highest, values[row])
        norm = 0.0
        for row in range(begin, end):
            norm += np.exp(values[row] - highest)
        for row in range(begin, end):
            made[row] = values[row] - highest - np.log(norm)
    return made
