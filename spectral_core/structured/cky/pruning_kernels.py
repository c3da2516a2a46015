"""Compiled coarse inside-outside pass that prunes labelled spans.

Never imported at start-up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.cky import CLOSED, OPEN, BinaryRules, CellConstraints, LabelledWords, PrunedItems
from spectral_core.structured.cky.chart_kernels import cell_index, double_capacity
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel

_MIN_EXPANDED_SHARE = 0.03  # fraction of the threshold: cells whose best posterior is below it are not expanded


class CellLists(NamedTuple):
    """Labels left in each cell of one sentence; cells by length, then start."""

    bounds: Integers  # (cells + 1,)
    labels: Indexes
    inside: Floats
    outside: Floats
    scales: Floats  # (cells,)


class LabelBuffers(NamedTuple):
    """Buffers with one entry per label or pair, zero between uses."""

    right: Floats  # (labels,)
    inside: Floats  # (labels,)
    outside: Floats  # (labels,)
    pairs: Floats  # (pairs,)
    touched: Integers  # (pairs,)
    is_listed: Flags  # (labels,)
    listed: Integers  # (labels,)
    work: Integers  # (1,) label pairs tried in this sentence


@leaf_kernel
def _get_cell_lock(cells: CellConstraints, start: int, end: int, first: int, size: int) -> int:
    """Return the lock of a span's cell: OPEN, CLOSED, or a row of `cells.masks`."""
    if cells.locks.shape[0] and cells.locks[start, end] != OPEN:
        return int(cells.locks[start, end])
    if end - start > 1 and end - start < size and not (cells.starts[first + start] and cells.ends[first + end - 1]):
        return CLOSED
    return OPEN


@leaf_kernel
def _has_left_child_label(rules: BinaryRules, lists: CellLists, cell: int) -> bool:
    """Return whether a label in the cell is the left child of a rule."""
    for index in range(lists.bounds[cell], lists.bounds[cell + 1]):
        label = lists.labels[index]
        if rules.left_bounds[label + 1] > rules.left_bounds[label]:
            return True
    return False


@leaf_kernel
def _sum_child_pairs(
    rules: BinaryRules, lists: CellLists, buffers: LabelBuffers, size: int, start: int, end: int, highest: float
) -> int:
    """Fill `buffers.pairs` with the inside scores of child pairs, summed over the splits of the span and scaled by
    exp(-highest); return the number of pairs touched."""
    touched = 0
    for split in range(start + 1, end):
        left, right = cell_index(size, start, split), cell_index(size, split, end)
        low, high = lists.bounds[right], lists.bounds[right + 1]
        if low == high or not _has_left_child_label(rules, lists, left):
            continue
        factor = np.exp(lists.scales[left] + lists.scales[right] - highest)
        for index in range(low, high):
            buffers.right[lists.labels[index]] = lists.inside[index] * factor
        for index in range(lists.bounds[left], lists.bounds[left + 1]):
            label, left_inside = lists.labels[index], lists.inside[index]
            buffers.work[0] += rules.left_bounds[label + 1] - rules.left_bounds[label]
            for pair in range(rules.left_bounds[label], rules.left_bounds[label + 1]):
                right_inside = buffers.right[rules.rights[pair]]
                if right_inside > 0.0:
                    if buffers.pairs[pair] == 0.0:
                        buffers.touched[touched] = pair
                        touched += 1
                    buffers.pairs[pair] += left_inside * right_inside
        for index in range(low, high):
            buffers.right[lists.labels[index]] = 0.0
    return touched


@leaf_kernel
def _max_split_scale(lists: CellLists, size: int, start: int, end: int) -> float:
    """Return the largest combined scale of the two cells at any split of the span; -inf if there are none."""
    highest = -np.inf
    for split in range(start + 1, end):
        left, right = cell_index(size, start, split), cell_index(size, split, end)
        if lists.bounds[left] < lists.bounds[left + 1] and lists.bounds[right] < lists.bounds[right + 1]:
            highest = max(highest, lists.scales[left] + lists.scales[right])
    return highest


@leaf_kernel
def _sum_parent_labels(
    rules: BinaryRules, buffers: LabelBuffers, touched: int, cells: CellConstraints, lock: int
) -> int:
    """Fill `buffers.inside` with the inside scores of the labels that rewrite to the touched pairs, list these labels,
    and clear the pairs; return the number of labels."""
    label_count = 0
    for index in range(touched):
        pair = buffers.touched[index]
        number = buffers.pairs[pair]
        buffers.pairs[pair] = 0.0
        for rule in range(rules.pair_bounds[pair], rules.pair_bounds[pair + 1]):
            label = rules.parents[rule]
            if lock != OPEN and not cells.masks[lock, label]:
                continue
            if not buffers.is_listed[label]:
                buffers.is_listed[label] = True
                buffers.listed[label_count] = label
                label_count += 1
            buffers.inside[label] += number * rules.weights[rule]
    return label_count


@inner_kernel
def _append_pruned_cell(
    lists: CellLists, buffers: LabelBuffers, cell: int, label_count: int, prior: Floats, beam: float, highest: float
) -> CellLists:
    """Append the labels of a cell that are within the beam to the lists, with rescaled inside scores; clear the
    buffers."""
    best, largest = 0.0, 0.0
    for index in range(label_count):
        label = buffers.listed[index]
        best = max(best, buffers.inside[label] * prior[label])
        largest = max(largest, buffers.inside[label])
    labels, inside = lists.labels, lists.inside
    position = lists.bounds[cell]
    buffers.listed[:label_count].sort()
    for index in range(label_count):
        label = buffers.listed[index]
        number = buffers.inside[label]
        buffers.inside[label] = 0.0
        buffers.is_listed[label] = False
        if number > 0.0 and number * prior[label] >= beam * best:
            if position == len(labels):
                labels, inside = double_capacity(labels), double_capacity(inside)
            labels[position] = label
            inside[position] = number / largest
            position += 1
    lists.bounds[cell + 1] = position
    lists.scales[cell] = highest + np.log(largest) if largest > 0.0 else -np.inf
    return CellLists(lists.bounds, labels, inside, lists.outside, lists.scales)


@inner_kernel
def _beam_inside_pass(
    rules: BinaryRules,
    words: LabelledWords,
    cells: CellConstraints,
    sentence: int,
    prior: Floats,
    beam: float,
    buffers: LabelBuffers,
    max_work: int,
) -> CellLists:
    """Inside pass with beam pruning: return the label lists of all cells with inside scores; longer spans stay empty
    once `max_work` is exceeded."""
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
        lock = _get_cell_lock(cells, word, word + 1, first, size)
        label_count = 0
        if lock != CLOSED:
            for index in range(words.bounds[first + word], words.bounds[first + word + 1]):
                label = words.labels[index]
                if lock == OPEN or cells.masks[lock, label]:
                    buffers.listed[label_count] = label
                    buffers.inside[label] = words.weights[index]
                    label_count += 1
        lists = _append_pruned_cell(lists, buffers, word, label_count, prior, 0.0, 0.0)
    cell = size
    for length in range(2, size + 1):
        for start in range(size - length + 1):
            end = start + length
            lock = _get_cell_lock(cells, start, end, first, size)
            is_skipped = lock == CLOSED or buffers.work[0] > max_work
            highest = -np.inf if is_skipped else _max_split_scale(lists, size, start, end)
            if highest == -np.inf:
                lists.bounds[cell + 1] = lists.bounds[cell]
            else:
                touched = _sum_child_pairs(rules, lists, buffers, size, start, end, highest)
                label_count = _sum_parent_labels(rules, buffers, touched, cells, lock)
                lists = _append_pruned_cell(
                    lists, buffers, cell, label_count, prior, beam if length < size else 0.0, highest
                )
            cell += 1
    return lists


@leaf_kernel
def _add_child_outside_scores(
    rules: BinaryRules, lists: CellLists, buffers: LabelBuffers, size: int, start: int, end: int, min_posterior: float
) -> None:
    """Outside step: add the contribution of a span to the outside scores of its children at all splits, if one of its
    labels has a posterior of at least `min_posterior`."""
    cell = cell_index(size, start, end)
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
            for index in range(rules.parent_bounds[label], rules.parent_bounds[label + 1]):
                rule = rules.by_parent[index]
                pair = rules.pairs[rule]
                if buffers.pairs[pair] == 0.0:
                    buffers.touched[touched] = pair
                    touched += 1
                buffers.pairs[pair] += lists.outside[position] * rules.weights[rule]
    for split in range(start + 1, end):
        left, right = cell_index(size, start, split), cell_index(size, split, end)
        first, last = lists.bounds[right], lists.bounds[right + 1]
        if first == last or not _has_left_child_label(rules, lists, left):
            continue
        factor = np.exp(lists.scales[left] + lists.scales[right] - lists.scales[cell])
        for position in range(first, last):
            buffers.right[lists.labels[position]] = lists.inside[position]
        for position in range(lists.bounds[left], lists.bounds[left + 1]):
            label = lists.labels[position]
            total, number = 0.0, lists.inside[position] * factor
            for pair in range(rules.left_bounds[label], rules.left_bounds[label + 1]):
                pair_outside = buffers.pairs[pair]
                if pair_outside > 0.0:
                    right_label = rules.rights[pair]
                    if buffers.right[right_label] > 0.0:
                        total += pair_outside * buffers.right[right_label]
                        buffers.outside[right_label] += pair_outside * number
            lists.outside[position] += total * factor
        for position in range(first, last):
            label = lists.labels[position]
            lists.outside[position] += buffers.outside[label]
            buffers.outside[label] = 0.0
            buffers.right[label] = 0.0
    for index in range(touched):
        buffers.pairs[buffers.touched[index]] = 0.0


@inner_kernel
def _outside_pass(
    rules: BinaryRules, roots: Floats, lists: CellLists, buffers: LabelBuffers, size: int, min_posterior: float
) -> float:
    """Outside pass: fill outside scores so that inside times outside is the posterior. Return the log of the sum over
    all trees."""
    root_cell = cell_index(size, 0, size)
    total = 0.0
    for index in range(lists.bounds[root_cell], lists.bounds[root_cell + 1]):
        total += roots[lists.labels[index]] * lists.inside[index]
    if not total > 0.0:
        return -np.inf
    for index in range(lists.bounds[root_cell], lists.bounds[root_cell + 1]):
        lists.outside[index] = roots[lists.labels[index]] / total
    for length in range(size, 1, -1):
        for start in range(size - length + 1):
            _add_child_outside_scores(rules, lists, buffers, size, start, start + length, min_posterior)
    return float(np.log(total) + lists.scales[root_cell])


@kernel
def prune_spans(
    rules: BinaryRules, roots: Floats, prior: Floats, words: LabelledWords, cells: CellConstraints, beam: float,
    threshold: float, max_work: int
) -> PrunedItems:  # fmt: skip
    """Return the labelled spans whose posterior is at least `threshold`, by one inside and one outside pass per
    sentence."""
    labels, pairs, sentences = len(roots), len(rules.lefts), len(words.offsets) - 1
    buffers = LabelBuffers(
        np.zeros(labels), np.zeros(labels), np.zeros(labels), np.zeros(pairs), np.empty(pairs, dtype=np.int64),
        np.zeros(labels, dtype=np.bool_), np.empty(labels, dtype=np.int64), np.zeros(1, dtype=np.int64)
    )  # fmt: skip
    capacity = 1024
    starts, ends, labels_of_items = (
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
            inside_lists = _beam_inside_pass(rules, words, cells, sentence, prior, beam, buffers, max_work)
            outside = np.zeros(len(inside_lists.labels))
            lists = CellLists(
                inside_lists.bounds, inside_lists.labels, inside_lists.inside, outside, inside_lists.scales
            )
            sums[sentence] = _outside_pass(rules, roots, lists, buffers, size, _MIN_EXPANDED_SHARE * threshold)
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
                                    starts, ends, labels_of_items = (
                                        double_capacity(starts),
                                        double_capacity(ends),
                                        double_capacity(labels_of_items),
                                    )
                                    posteriors, scales = double_capacity(posteriors), double_capacity(scales)
                                starts[item], ends[item], labels_of_items[item] = (
                                    start,
                                    start + length,
                                    lists.labels[index],
                                )
                                posteriors[item], scales[item] = posterior, lists.scales[cell]
                                item += 1
                        cell += 1
        bounds[sentence + 1] = item
    return PrunedItems(
        bounds, starts[:item], ends[:item], labels_of_items[:item], posteriors[:item], scales[:item], sums
    )
