"""Inside-outside sums by rules without hidden states, which prune the labelled spans for a closer look. Cells are lists
of the labels that are left in them; each is scaled by its largest number, so that no sentence is too long. Nothing
imports this module at start."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.inference.cky.arrays import CLOSED, OPEN, BinaryRules, Cells, Items, LabelledWords
from spectral_core.inference.compiling import entry, inner, leaf

_SPLIT_SHARE = 0.03  # of the threshold: cells whose best posterior is below are not split


class CellLists(NamedTuple):
    """The labels left in each cell of one sentence: cells by length and then by start."""

    bounds: Integers  # (cells + 1,)
    labels: Indexes
    inside: Floats
    outside: Floats
    scales: Floats  # (cells,)


class LabelBuffers(NamedTuple):
    """Buffers of a number per label or pair, zero between uses."""

    right: Floats  # (labels,)
    lower: Floats  # (labels,)
    upper: Floats  # (labels,)
    pairs: Floats  # (pairs,)
    touched: Integers  # (pairs,)
    is_listed: Flags  # (labels,)
    listed: Integers  # (labels,)
    work: Integers  # (1,) pairs of labels tried in this sentence


@leaf
def cell_of(size: int, start: int, end: int) -> int:
    """Return the number of a cell: shorter spans first."""
    shorter = end - start - 1  # lengths before: size + (size - 1) + ...
    return shorter * size - shorter * (shorter - 1) // 2 + start


@inner
def _lengthen(array: Indexes) -> Indexes:
    """Return the array with twice the capacity."""
    lengthened = np.empty(2 * len(array), dtype=array.dtype)
    lengthened[: len(array)] = array
    return lengthened


@inner
def _lengthen_floats(array: Floats) -> Floats:
    """Return the array with twice the capacity."""
    lengthened = np.empty(2 * len(array))
    lengthened[: len(array)] = array
    return lengthened


@leaf
def _cell_lock(cells: Cells, start: int, end: int, first: int, size: int) -> int:
    """Return OPEN, CLOSED or a row of masks."""
    if cells.locks.shape[0] and cells.locks[start, end] != OPEN:
        return int(cells.locks[start, end])
    if end - start > 1 and end - start < size and not (cells.starts[first + start] and cells.ends[first + end - 1]):
        return CLOSED
    return OPEN


@leaf
def _has_left_child(rules: BinaryRules, lists: CellLists, cell: int) -> bool:
    """Return whether a label of the cell is the left child of any rule."""
    for index in range(lists.bounds[cell], lists.bounds[cell + 1]):
        label = lists.labels[index]
        if rules.of_left[label + 1] > rules.of_left[label]:
            return True
    return False


@leaf
def _sum_pairs(
    rules: BinaryRules, lists: CellLists, buffers: LabelBuffers, size: int, start: int, end: int, highest: float
) -> int:
    """Fill `buffers.pairs` with the sums over splits of the span, scaled by exp(-highest); return how many were
    touched."""
    touched = 0
    for split in range(start + 1, end):
        left, right = cell_of(size, start, split), cell_of(size, split, end)
        low, high = lists.bounds[right], lists.bounds[right + 1]
        if low == high or not _has_left_child(rules, lists, left):
            continue
        factor = np.exp(lists.scales[left] + lists.scales[right] - highest)
        for index in range(low, high):
            buffers.right[lists.labels[index]] = lists.inside[index] * factor
        for index in range(lists.bounds[left], lists.bounds[left + 1]):
            label, left_inside = lists.labels[index], lists.inside[index]
            buffers.work[0] += rules.of_left[label + 1] - rules.of_left[label]
            for pair in range(rules.of_left[label], rules.of_left[label + 1]):
                right_inside = buffers.right[rules.rights[pair]]
                if right_inside > 0.0:
                    if buffers.pairs[pair] == 0.0:
                        buffers.touched[touched] = pair
                        touched += 1
                    buffers.pairs[pair] += left_inside * right_inside
        for index in range(low, high):
            buffers.right[lists.labels[index]] = 0.0
    return touched


@leaf
def _highest_scale(lists: CellLists, size: int, start: int, end: int) -> float:
    """Return the largest scale of two cells that the span splits into; -inf where there are none."""
    highest = -np.inf
    for split in range(start + 1, end):
        left, right = cell_of(size, start, split), cell_of(size, split, end)
        if lists.bounds[left] < lists.bounds[left + 1] and lists.bounds[right] < lists.bounds[right + 1]:
            highest = max(highest, lists.scales[left] + lists.scales[right])
    return highest


@leaf
def _sum_parents(rules: BinaryRules, buffers: LabelBuffers, touched: int, cells: Cells, lock: int) -> int:
    """Fill `buffers.lower` with the inside numbers of the labels over the touched pairs, which are cleared; return how
    many labels."""
    label_count = 0
    for index in range(touched):
        pair = buffers.touched[index]
        number = buffers.pairs[pair]
        buffers.pairs[pair] = 0.0
        for rule in range(rules.of_pair[pair], rules.of_pair[pair + 1]):
            label = rules.parents[rule]
            if lock != OPEN and not cells.masks[lock, label]:
                continue
            if not buffers.is_listed[label]:
                buffers.is_listed[label] = True
                buffers.listed[label_count] = label
                label_count += 1
            buffers.lower[label] += number * rules.weights[rule]
    return label_count


@inner
def _prune_cell(
    lists: CellLists, buffers: LabelBuffers, cell: int, label_count: int, prior: Floats, beam: float, highest: float
) -> CellLists:
    """Return the lists with the labels in `buffers.listed` that are within the beam, scaled; clears the buffers."""
    best, largest = 0.0, 0.0
    for index in range(label_count):
        label = buffers.listed[index]
        best = max(best, buffers.lower[label] * prior[label])
        largest = max(largest, buffers.lower[label])
    labels, inside = lists.labels, lists.inside
    position = lists.bounds[cell]
    buffers.listed[:label_count].sort()
    for index in range(label_count):
        label = buffers.listed[index]
        number = buffers.lower[label]
        buffers.lower[label] = 0.0
        buffers.is_listed[label] = False
        if number > 0.0 and number * prior[label] >= beam * best:
            if position == len(labels):
                labels, inside = _lengthen(labels), _lengthen_floats(inside)
            labels[position] = label
            inside[position] = number / largest
            position += 1
    lists.bounds[cell + 1] = position
    lists.scales[cell] = highest + np.log(largest) if largest > 0.0 else -np.inf
    return CellLists(lists.bounds, labels, inside, lists.outside, lists.scales)


@inner
def _inside(
    rules: BinaryRules,
    words: LabelledWords,
    cells: Cells,
    sentence: int,
    prior: Floats,
    beam: float,
    buffers: LabelBuffers,
    max_work: int,
) -> CellLists:
    """Return the lists of a sentence with their inside numbers; empty for longer spans where they are too much work."""
    buffers.work[0] = 0
    first = words.offsets[sentence]
    size = words.offsets[sentence + 1] - first
    cell_count = size * (size + 1) // 2
    capacity = 16 + 4 * cell_count
    lists = CellLists(
        np.zeros(cell_count + 1, dtype=np.int64),
        np.empty(capacity, dtype=np.int32),
        np.empty(capacity),
        np.empty(0),
        np.full(cell_count, -np.inf),
    )
    for word in range(size):
        lock = _cell_lock(cells, word, word + 1, first, size)
        label_count = 0
        if lock != CLOSED:
            for index in range(words.bounds[first + word], words.bounds[first + word + 1]):
                label = words.labels[index]
                if lock == OPEN or cells.masks[lock, label]:
                    buffers.listed[label_count] = label
                    buffers.lower[label] = words.weights[index]
                    label_count += 1
        lists = _prune_cell(lists, buffers, word, label_count, prior, 0.0, 0.0)
    cell = size
    for length in range(2, size + 1):
        for start in range(size - length + 1):
            end = start + length
            lock = _cell_lock(cells, start, end, first, size)
            is_skipped = lock == CLOSED or buffers.work[0] > max_work
            highest = -np.inf if is_skipped else _highest_scale(lists, size, start, end)
            if highest == -np.inf:
                lists.bounds[cell + 1] = lists.bounds[cell]
            else:
                touched = _sum_pairs(rules, lists, buffers, size, start, end, highest)
                label_count = _sum_parents(rules, buffers, touched, cells, lock)
                lists = _prune_cell(lists, buffers, cell, label_count, prior, beam if length < size else 0.0, highest)
            cell += 1
    return lists


@leaf
def _pass_down(
    rules: BinaryRules, lists: CellLists, buffers: LabelBuffers, size: int, start: int, end: int, min_posterior: float
) -> None:
    """Add to the outside numbers of all parts of a span, where one of its labels has at least `min_posterior`."""
    cell = cell_of(size, start, end)
    low, high = lists.bounds[cell], lists.bounds[cell + 1]
    best = 0.0
    for position in range(low, high):
        best = max(best, lists.inside[position] * lists.outside[position])
    if best < min_posterior or best == 0.0:
        return
    touched = 0
    for position in range(low, high):
        if lists.outside[position] > 0.0:
            label = lists.labels[position]
            for index in range(rules.of_parent[label], rules.of_parent[label + 1]):
                rule = rules.by_parent[index]
                pair = rules.pairs[rule]
                if buffers.pairs[pair] == 0.0:
                    buffers.touched[touched] = pair
                    touched += 1
                buffers.pairs[pair] += lists.outside[position] * rules.weights[rule]
    for split in range(start + 1, end):
        left, right = cell_of(size, start, split), cell_of(size, split, end)
        first, last = lists.bounds[right], lists.bounds[right + 1]
        if first == last or not _has_left_child(rules, lists, left):
            continue
        factor = np.exp(lists.scales[left] + lists.scales[right] - lists.scales[cell])
        for position in range(first, last):
            buffers.right[lists.labels[position]] = lists.inside[position]
        for position in range(lists.bounds[left], lists.bounds[left + 1]):
            label = lists.labels[position]
            total, number = 0.0, lists.inside[position] * factor
            for pair in range(rules.of_left[label], rules.of_left[label + 1]):
                pair_outside = buffers.pairs[pair]
                if pair_outside > 0.0:
                    right_label = rules.rights[pair]
                    if buffers.right[right_label] > 0.0:
                        total += pair_outside * buffers.right[right_label]
                        buffers.upper[right_label] += pair_outside * number
            lists.outside[position] += total * factor
        for position in range(first, last):
            label = lists.labels[position]
            lists.outside[position] += buffers.upper[label]
            buffers.upper[label] = 0.0
            buffers.right[label] = 0.0
    for index in range(touched):
        buffers.pairs[buffers.touched[index]] = 0.0


@inner
def _outside(
    rules: BinaryRules, roots: Floats, lists: CellLists, buffers: LabelBuffers, size: int, min_posterior: float
) -> float:
    """Fill the outside numbers: inside times outside is a posterior. Return the log of the sum over all trees."""
    root_cell = cell_of(size, 0, size)
    total = 0.0
    for index in range(lists.bounds[root_cell], lists.bounds[root_cell + 1]):
        total += roots[lists.labels[index]] * lists.inside[index]
    if not total > 0.0:
        return -np.inf
    for index in range(lists.bounds[root_cell], lists.bounds[root_cell + 1]):
        lists.outside[index] = roots[lists.labels[index]] / total
    for length in range(size, 1, -1):
        for start in range(size - length + 1):
            _pass_down(rules, lists, buffers, size, start, start + length, min_posterior)
    return float(np.log(total) + lists.scales[root_cell])


@entry
def prune_spans(
    rules: BinaryRules,
    roots: Floats,
    prior: Floats,
    words: LabelledWords,
    cells: Cells,
    beam: float,
    threshold: float,
    max_work: int,
) -> Items:
    """Return the labelled spans of every sentence with at least this posterior, by one inside and one outside pass."""
    labels, pairs, sentences = len(roots), len(rules.lefts), len(words.offsets) - 1
    buffers = LabelBuffers(
        np.zeros(labels),
        np.zeros(labels),
        np.zeros(labels),
        np.zeros(pairs),
        np.empty(pairs, dtype=np.int64),
        np.zeros(labels, dtype=np.bool_),
        np.empty(labels, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
    capacity = 1024
    starts, ends, symbols = (
        np.empty(capacity, dtype=np.int32),
        np.empty(capacity, dtype=np.int32),
        np.empty(capacity, dtype=np.int32),
    )
    posteriors, scales = np.empty(capacity), np.empty(capacity)
    bounds, sums = np.zeros(sentences + 1, dtype=np.int64), np.full(sentences, -np.inf)
    item = 0
    for sentence in range(sentences):
        size = words.offsets[sentence + 1] - words.offsets[sentence]
        if size > 0:
            partial = _inside(rules, words, cells, sentence, prior, beam, buffers, max_work)
            outside = np.zeros(len(partial.labels))
            lists = CellLists(partial.bounds, partial.labels, partial.inside, outside, partial.scales)
            sums[sentence] = _outside(rules, roots, lists, buffers, size, _SPLIT_SHARE * threshold)
            if sums[sentence] == -np.inf and buffers.work[0] > max_work:
                sums[sentence] = np.nan
            elif sums[sentence] > -np.inf:
                cell = 0
                for length in range(1, size + 1):
                    for start in range(size - length + 1):
                        for index in range(lists.bounds[cell], lists.bounds[cell + 1]):
                            posterior = lists.inside[index] * lists.outside[index]
                            if posterior > 0.0 and posterior >= threshold:
                                if item == len(starts):
                                    starts, ends, symbols = _lengthen(starts), _lengthen(ends), _lengthen(symbols)
                                    posteriors, scales = _lengthen_floats(posteriors), _lengthen_floats(scales)
                                starts[item], ends[item], symbols[item] = start, start + length, lists.labels[index]
                                posteriors[item], scales[item] = posterior, lists.scales[cell]
                                item += 1
                        cell += 1
        bounds[sentence + 1] = item
    return Items(bounds, starts[:item], ends[:item], symbols[:item], posteriors[:item], scales[:item], sums)
