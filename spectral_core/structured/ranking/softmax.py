"""Compiled kernels of the context ranker: scores of candidates, and the softmax over those of a word with its gradient.
Cells and their statistics are those of `reading_kernels`.

Nothing imports this module at start.
"""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, Singles
from spectral_core.structured.compilation import entry, fastmath_entry, leaf
from spectral_core.structured.ranking.kernels import CandidateCells

_FLUSH_INTERVAL = 64  # words whose gradients are summed in single precision


# Parts of arrays are passed by where they begin: a slice would be counted by its owner, which costs more than the sum.
# Unsigned indices need no check whether they count from the end, which would keep loops from being vectors.


@fastmath_entry
def _dot(first: Singles, begin: int, second: Singles, low: int, size: int) -> np.float32:
    """Return the dot product of `size` numbers of two arrays, from where each begins."""
    total = np.float32(0.0)
    first_start, second_start = np.uint64(begin), np.uint64(low)
    for index in range(np.uint64(size)):
        total += first[first_start + index] * second[second_start + index]
    return total


@fastmath_entry
def _add(total: Singles, begin: int, times: np.float32, values: Singles, low: int, size: int) -> None:
    """Add `times` the `size` numbers of one array to those of another, from where each begins."""
    total_start, value_start = np.uint64(begin), np.uint64(low)
    for index in range(np.uint64(size)):
        total[total_start + index] += times * values[value_start + index]


@entry
def score_rows(
    weights: Floats, weight_offsets: Integers, row_weights: Floats, first_row: Integers, row_features: Singles,
    cells: CandidateCells,
) -> Floats:  # fmt: skip
    """Return (rows,) the sum of each candidate's weighted statistics."""
    first_cell, cell_element, offsets, values = cells.first, cells.element, cells.offsets, cells.values
    row_cell = cells.row_cell
    words = np.arange(len(first_row) - 1)
    sums = np.zeros(_largest_count(first_cell, words) + 1)
    single = weights.astype(np.float32)
    row_scores = np.empty(len(row_cell))
    for word in words:
        low = first_cell[word]
        for cell in range(low, first_cell[word + 1]):
            begin, start = weight_offsets[cell_element[cell]], offsets[cell]
            sums[cell - low + 1] = _dot(single, begin, values, start, offsets[cell + 1] - start)
        for row in range(first_row[word], first_row[word + 1]):
            row_scores[row] = _score_row(row_weights, row_features, sums, row_cell, row)
    return row_scores


@leaf
def _largest_count(firsts: Integers, words: Integers) -> int:
    """Return the largest number of entries that one of these words has, where those of a word begin at its first."""
    largest = 0
    for index in range(len(words)):
        largest = max(largest, firsts[words[index] + 1] - firsts[words[index]])
    return largest


@leaf
def _score_row(row_weights: Floats, features: Singles, sums: Floats, cells: Indexes, row: int) -> float:
    """Return the score of a candidate, by its own features and by the sums of its cells."""
    total = 0.0
    for column in range(features.shape[1]):
        total += row_weights[column] * features[row, column]
    for element in range(cells.shape[1]):
        total += sums[cells[row, element]]
    return total


class GoldWords(NamedTuple):
    """Words to learn from."""

    words: Integers
    times: Singles  # (words,) how many each stands for
    gold: Integers  # of each word of the corpus, its right candidate


@entry
def loss(
    weights: Floats,
    weight_offsets: Integers,
    row_weights: Floats,
    gold_words: GoldWords,
    first_row: Integers,
    row_features: Singles,
    cells: CandidateCells,
    gradient: Floats,
    row_gradient: Floats,
) -> float:
    """Return the sum over words, `times` each, of -log of the softmax at the gold candidate; add its derivatives to the
    last two arrays."""
    words, times, gold = gold_words
    first_cell, cell_element, offsets, values = cells.first, cells.element, cells.offsets, cells.values
    row_cell = cells.row_cell
    single = weights.astype(np.float32)
    recent = np.zeros(len(weights), dtype=np.float32)  # of a few words, so that no digits are lost in a long sum
    total = 0.0
    sums, slopes = np.zeros(_largest_count(first_cell, words) + 1), np.zeros(_largest_count(first_cell, words) + 1)
    softmax = np.empty(_largest_count(first_row, words))
    active_elements = np.empty(row_cell.shape[1], dtype=np.int64)  # the elements in which a word's candidates differ
    for index in range(len(words)):
        word = words[index]
        low, high = first_cell[word], first_cell[word + 1]
        begin, end = first_row[word], first_row[word + 1]
        size = 0
        for cell in range(low, high):
            if size == 0 or active_elements[size - 1] != cell_element[cell]:
                active_elements[size] = cell_element[cell]
                size += 1
            first, position = weight_offsets[cell_element[cell]], offsets[cell]
            sums[cell - low + 1] = _dot(single, first, values, position, offsets[cell + 1] - position)
            slopes[cell - low + 1] = 0.0
        highest = _fill_scores(row_weights, row_features, sums, row_cell, active_elements, size, begin, end, softmax)
        gold_score = softmax[gold[word] - begin]
        norm = 0.0
        for row in range(begin, end):
            softmax[row - begin] = np.exp(softmax[row - begin] - highest)
            norm += softmax[row - begin]
        total += times[index] * (highest + np.log(norm) - gold_score)
        norm /= times[index]
        for row in range(begin, end):
            slope = softmax[row - begin] / norm
            if row == gold[word]:
                slope -= times[index]
            for column in range(row_features.shape[1]):
                row_gradient[column] += slope * row_features[row, column]
            for position in range(size):
                slopes[row_cell[row, active_elements[position]]] += slope
        for cell in range(low, high):
            first, position = weight_offsets[cell_element[cell]], offsets[cell]
            _add(recent, first, np.float32(slopes[cell - low + 1]), values, position, offsets[cell + 1] - position)
        if index % _FLUSH_INTERVAL == _FLUSH_INTERVAL - 1 or index == len(words) - 1:
            for position in range(len(recent)):
                gradient[position] += recent[position]
                recent[position] = 0.0
    return total


@leaf
def _fill_scores(
    row_weights: Floats,
    row_features: Singles,
    sums: Floats,
    row_cell: Indexes,
    elements: Integers,
    element_count: int,
    begin: int,
    end: int,
    scores: Floats,
) -> float:
    """Fill in the scores of the candidates from `begin` to `end` by the first of these elements; return the highest."""
    highest = -np.inf
    for row in range(begin, end):
        value = 0.0
        for column in range(row_features.shape[1]):
            value += row_weights[column] * row_features[row, column]
        for position in range(element_count):
            value += sums[row_cell[row, elements[position]]]
        scores[row - begin] = value
        highest = max(highest, value)
    return float(highest)


@entry
def spreads(size: int, weight_offsets: Integers, words: Integers, first_row: Integers, cells: CandidateCells) -> Floats:
    """Return (weights,) the standard deviation of each statistic among the candidates of a word, over all of these
    words."""
    first_cell, cell_element, offsets, values = cells.first, cells.element, cells.offsets, cells.values
    row_cell = cells.row_cell
    squares = np.zeros(size)
    shares = np.empty(_largest_count(first_cell, words) + 1)
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
def design_matrix(
    size: int, weight_offsets: Integers, words: Integers, first_row: Integers, row_features: Singles,
    cells: CandidateCells,
) -> tuple[Singles, Integers]:  # fmt: skip
    """Return the design matrix (rows of these words, weights and row features) of the linear model, and the row of each
    of its lines."""
    first_cell, offsets, values, row_cell = cells.first, cells.offsets, cells.values, cells.row_cell
    extra = row_features.shape[1]
    rows = 0
    for index in range(len(words)):
        rows += first_row[words[index] + 1] - first_row[words[index]]
    design = np.zeros((rows, size + extra), dtype=np.float32)
    design_rows = np.empty(rows, dtype=np.int64)
    line = 0
    for index in range(len(words)):
        base = first_cell[words[index]] - 1
        for row in range(first_row[words[index]], first_row[words[index] + 1]):
            for element in range(row_cell.shape[1]):
                if row_cell[row, element]:
                    cell = base + row_cell[row, element]
                    begin = weight_offsets[element]
                    for column in range(offsets[cell + 1] - offsets[cell]):
                        design[line, begin + column] = values[offsets[cell] + column]
            design[line, size:] = row_features[row]
            design_rows[line] = row
            line += 1
    return design, design_rows


@leaf
def _is_better(values: Floats, jitter: Keys, row: int, rival: int) -> bool:
    """Return whether a row has the higher score, or the lower jitter where both are equal."""
    return bool(values[row] > values[rival] or (values[row] == values[rival] and jitter[row] < jitter[rival]))


@entry
def best_rows(first_row: Integers, values: Floats, jitter: Keys) -> Integers:
    """Return (words,) the row with the highest score, among equals that with the lowest jitter; -1 for none."""
    winners = np.full(len(first_row) - 1, -1, dtype=np.int64)
    for word in range(len(winners)):
        best = -1
        for row in range(first_row[word], first_row[word + 1]):
            if best < 0 or _is_better(values, jitter, row, best):
                best = row
        winners[word] = best
    return winners


@entry
def best_two_rows(first_row: Integers, values: Floats, jitter: Keys) -> tuple[Integers, Integers]:
    """Return (words,) the winners of `best_rows`, and the row that comes next."""
    winners, runners_up = best_rows(first_row, values, jitter), np.full(len(first_row) - 1, -1, dtype=np.int64)
    for word in range(len(winners)):
        best = -1
        for row in range(first_row[word], first_row[word + 1]):
            if row != winners[word] and (best < 0 or _is_better(values, jitter, row, best)):
                best = row
        runners_up[word] = best
    return winners, runners_up


@entry
def log_softmax(first_row: Integers, values: Floats) -> Floats:
    """Return (rows,) the log of the softmax of the scores over the candidates of each word."""
    log_probabilities = np.empty(len(values))
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
            log_probabilities[row] = values[row] - highest - np.log(norm)
    return log_probabilities
