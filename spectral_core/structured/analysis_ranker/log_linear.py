"""Compiled log-linear context ranker: scores of candidates, and the softmax over a word's candidates with its gradient.
Cells and their statistics come from `spectral_core.structured.analysis_ranker.context_associations`.

Never imported at start-up.
"""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, Singles
from spectral_core.structured.analysis_ranker.context_associations import CandidateCells
from spectral_core.structured.compilation import fastmath_kernel, kernel, leaf_kernel

_FLUSH_INTERVAL = 64  # words whose gradients are summed in single precision before they are added to the total


# Sub-arrays are passed by offset: slicing would update reference counts, which costs more than the sum.
# Unsigned indices skip the check for negative ones, which would prevent vectorisation.


@fastmath_kernel
def _dot(first: Singles, begin: int, second: Singles, low: int, size: int) -> np.float32:
    """Return the dot product of `size` entries of two arrays, from an offset in each."""
    total = np.float32(0.0)
    first_start, second_start = np.uint64(begin), np.uint64(low)
    for index in range(np.uint64(size)):
        total += first[first_start + index] * second[second_start + index]
    return total


@fastmath_kernel
def _add_scaled(total: Singles, begin: int, times: np.float32, values: Singles, low: int, size: int) -> None:
    """Add `times` the `size` entries of one array to another, from an offset in each."""
    total_start, value_start = np.uint64(begin), np.uint64(low)
    for index in range(np.uint64(size)):
        total[total_start + index] += times * values[value_start + index]


@kernel
def score_candidates(
    weights: Floats, weight_offsets: Integers, row_weights: Floats, first_row: Integers, row_features: Singles,
    cells: CandidateCells,
) -> Floats:  # fmt: skip
    """Return (candidates,) the score of each candidate under the log-linear model, before the softmax."""
    first_cell, cell_element, offsets, values = cells.word_bounds, cells.element, cells.offsets, cells.values
    row_cell = cells.row_cell
    words = np.arange(len(first_row) - 1)
    sums = np.zeros(_max_entries_per_word(first_cell, words) + 1)
    single = weights.astype(np.float32)
    row_scores = np.empty(len(row_cell))
    for word in words:
        low = first_cell[word]
        for cell in range(low, first_cell[word + 1]):
            begin, start = weight_offsets[cell_element[cell]], offsets[cell]
            sums[cell - low + 1] = _dot(single, begin, values, start, offsets[cell + 1] - start)
        for row in range(first_row[word], first_row[word + 1]):
            row_scores[row] = _score_candidate(row_weights, row_features, sums, row_cell, row)
    return row_scores


@leaf_kernel
def _max_entries_per_word(firsts: Integers, words: Integers) -> int:
    """Return the largest number of entries per word; `firsts` are the words' offsets."""
    largest = 0
    for index in range(len(words)):
        largest = max(largest, firsts[words[index] + 1] - firsts[words[index]])
    return largest


@leaf_kernel
def _score_candidate(row_weights: Floats, features: Singles, sums: Floats, cells: Indexes, row: int) -> float:
    """Return the score of a candidate: its own features plus the sums of its cells."""
    total = 0.0
    for column in range(features.shape[1]):
        total += row_weights[column] * features[row, column]
    for element in range(cells.shape[1]):
        total += sums[cells[row, element]]
    return total


class WeightedGoldWords(NamedTuple):
    """Training words with their sampling weights and gold candidates."""

    words: Integers
    sample_weights: Singles  # (words,) sampling weight of each
    gold: Integers  # gold candidate of each word of the corpus


@kernel
def negative_log_likelihood(
    weights: Floats, weight_offsets: Integers, row_weights: Floats, gold_words: WeightedGoldWords, first_row: Integers,
    row_features: Singles, cells: CandidateCells, gradient: Floats, row_gradient: Floats
) -> float:  # fmt: skip
    """Return the weighted negative log-likelihood of the gold candidates under the softmax; add its derivatives to
    `gradient` and `row_gradient`."""
    words, times, gold = gold_words
    first_cell, cell_element, offsets, values = cells.word_bounds, cells.element, cells.offsets, cells.values
    row_cell = cells.row_cell
    single = weights.astype(np.float32)
    recent_gradient = np.zeros(len(weights), dtype=np.float32)  # partial sum over a few words, to limit rounding error
    total = 0.0
    sums, cell_gradients = (
        np.zeros(_max_entries_per_word(first_cell, words) + 1),
        np.zeros(_max_entries_per_word(first_cell, words) + 1),
    )
    softmax = np.empty(_max_entries_per_word(first_row, words))
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
            cell_gradients[cell - low + 1] = 0.0
        highest = _fill_candidate_scores(
            row_weights, row_features, sums, row_cell, active_elements, size, begin, end, softmax
        )
        gold_score = softmax[gold[word] - begin]
        norm = 0.0
        for row in range(begin, end):
            softmax[row - begin] = np.exp(softmax[row - begin] - highest)
            norm += softmax[row - begin]
        total += times[index] * (highest + np.log(norm) - gold_score)
        norm /= times[index]
        for row in range(begin, end):
            row_score_gradient = softmax[row - begin] / norm
            if row == gold[word]:
                row_score_gradient -= times[index]
            for column in range(row_features.shape[1]):
                row_gradient[column] += row_score_gradient * row_features[row, column]
            for position in range(size):
                cell_gradients[row_cell[row, active_elements[position]]] += row_score_gradient
        for cell in range(low, high):
            first, position = weight_offsets[cell_element[cell]], offsets[cell]
            _add_scaled(
                recent_gradient, first, np.float32(cell_gradients[cell - low + 1]), values, position,
                offsets[cell + 1] - position
            )  # fmt: skip
        if index % _FLUSH_INTERVAL == _FLUSH_INTERVAL - 1 or index == len(words) - 1:
            for position in range(len(recent_gradient)):
                gradient[position] += recent_gradient[position]
                recent_gradient[position] = 0.0
    return total


@leaf_kernel
def _fill_candidate_scores(
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
    """Fill in the scores of candidates `begin` to `end` from the first `element_count` elements; return the highest."""
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


@kernel
def within_word_deviations(
    size: int, weight_offsets: Integers, words: Integers, first_row: Integers, cells: CandidateCells
) -> Floats:
    """Return (weights,) the within-word standard deviation of each statistic among candidates, pooled over these
    words."""
    first_cell, cell_element, offsets, values = cells.word_bounds, cells.element, cells.offsets, cells.values
    row_cell = cells.row_cell
    squares = np.zeros(size)
    shares = np.empty(_max_entries_per_word(first_cell, words) + 1)
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


@kernel
def design_matrix(
    size: int, weight_offsets: Integers, words: Integers, first_row: Integers, row_features: Singles,
    cells: CandidateCells,
) -> tuple[Singles, Integers]:  # fmt: skip
    """Return the linear model's design matrix (candidates of these words, weights and candidate features), and the
    candidate of each of its rows."""
    first_cell, offsets, values, row_cell = cells.word_bounds, cells.offsets, cells.values, cells.row_cell
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


@leaf_kernel
def _is_ranked_above(values: Floats, jitter: Keys, row: int, rival: int) -> bool:
    """Return whether a candidate scores higher than a rival, or the same with a lower jitter."""
    return bool(values[row] > values[rival] or (values[row] == values[rival] and jitter[row] < jitter[rival]))


@kernel
def best_candidate_rows(first_row: Integers, values: Floats, jitter: Keys) -> Integers:
    """Return (words,) the candidate with the highest score, ties broken by the lowest jitter; -1 for none."""
    winners = np.full(len(first_row) - 1, -1, dtype=np.int64)
    for word in range(len(winners)):
        best = -1
        for row in range(first_row[word], first_row[word + 1]):
            if best < 0 or _is_ranked_above(values, jitter, row, best):
                best = row
        winners[word] = best
    return winners


@kernel
def best_two_candidate_rows(first_row: Integers, values: Floats, jitter: Keys) -> tuple[Integers, Integers]:
    """Return (words,) the best candidate of each word as in `best_candidate_rows`, and the second best; -1 for none."""
    winners, runners_up = (
        best_candidate_rows(first_row, values, jitter),
        np.full(len(first_row) - 1, -1, dtype=np.int64),
    )
    for word in range(len(winners)):
        best = -1
        for row in range(first_row[word], first_row[word + 1]):
            if row != winners[word] and (best < 0 or _is_ranked_above(values, jitter, row, best)):
                best = row
        runners_up[word] = best
    return winners, runners_up


@kernel
def candidate_rows_at_quantiles(
    first_row: Integers, log_probabilities: Floats, jitter: Keys, quantiles: Floats
) -> Integers:
    """Return (words, quantiles) the candidate of each word at each quantile, in increasing order, of the summed
    probabilities of its candidates, best first; -1 for none."""
    rows = np.full((len(first_row) - 1, len(quantiles)), -1, dtype=np.int64)
    winners = best_candidate_rows(first_row, log_probabilities, jitter)
    for word in range(len(rows)):
        current = winners[word]
        if current < 0:
            continue
        total = np.exp(log_probabilities[current])
        for index in range(len(quantiles)):
            while total <= quantiles[index]:
                following = -1
                for row in range(first_row[word], first_row[word + 1]):
                    if (
                        row != current
                        and _is_ranked_above(log_probabilities, jitter, current, row)
                        and (following < 0 or _is_ranked_above(log_probabilities, jitter, row, following))
                    ):
                        following = row
                if following < 0:
                    break
                current = following
                total += np.exp(log_probabilities[current])
            rows[word, index] = current
    return rows


@kernel
def log_softmax(first_row: Integers, values: Floats) -> Floats:
    """Return (candidates,) the log-softmax of the scores over the candidates of each word."""
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
