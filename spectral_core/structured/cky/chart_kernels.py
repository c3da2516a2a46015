"""Compiled coarse inside-outside pass that prunes labelled spans, and construction of the chart over the rest.

Never imported at start-up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.structured.cky import (
    CLOSED,
    OPEN,
    BinaryRules,
    CellConstraints,
    LabelledWords,
    PrunedItems,
    SpanChart,
)
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
def cell_index(size: int, start: int, end: int) -> int:
    """Return the index of a cell, by length and then start."""
    shorter = end - start - 1  # cells of shorter spans: size + (size - 1) + ...
    return shorter * size - shorter * (shorter - 1) // 2 + start


@inner_kernel
def _double_capacity(array: Indexes) -> Indexes:
    """Return the array with twice the capacity."""
    lengthened = np.empty(2 * len(array), dtype=array.dtype)
    lengthened[: len(array)] = array
    return lengthened


@inner_kernel
def _double_float_capacity(array: Floats) -> Floats:
    """Return the array with twice the capacity."""
    lengthened = np.empty(2 * len(array))
    lengthened[: len(array)] = array
    return lengthened


@leaf_kernel
def _get_cell_lock(cells: CellConstraints, start: int, end: int, first: int, size: int) -> int:
    """Return OPEN, CLOSED or a row of masks."""
    if cells.locks.shape[0] and cells.locks[start, end] != OPEN:
        return int(cells.locks[start, end])
    if end - start > 1 and end - start < size and not (cells.starts[first + start] and cells.ends[first + end - 1]):
        return CLOSED
    return OPEN


@leaf_kernel
def _has_left_child(rules: BinaryRules, lists: CellLists, cell: int) -> bool:
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
        if low == high or not _has_left_child(rules, lists, left):
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
    """Fill `buffers.lower` with the inside scores of the parents of the touched pairs, and clear the pairs; return the
    number of labels."""
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
                labels, inside = _double_capacity(labels), _double_float_capacity(inside)
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
        if first == last or not _has_left_child(rules, lists, left):
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
    rules: BinaryRules,
    roots: Floats,
    prior: Floats,
    words: LabelledWords,
    cells: CellConstraints,
    beam: float,
    threshold: float,
    max_work: int,
) -> PrunedItems:
    """Return the labelled spans whose posterior is at least `threshold`, by one inside and one outside pass per
    sentence."""
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
                                        _double_capacity(starts),
                                        _double_capacity(ends),
                                        _double_capacity(labels_of_items),
                                    )
                                    posteriors, scales = (
                                        _double_float_capacity(posteriors),
                                        _double_float_capacity(scales),
                                    )
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


@inner_kernel
def _double_item_capacity(array: Indexes) -> Indexes:
    """Return the array with twice the capacity."""
    longer = np.empty(2 * len(array), dtype=np.int32)
    longer[: len(array)] = array
    return longer


@inner_kernel
def _index_items_by_cell(items: PrunedItems, offsets: Integers) -> tuple[Integers, Integers]:
    """Index items by cell: return the first item of each cell of all sentences, and the first cell of each sentence."""
    sentences = len(offsets) - 1
    first = np.zeros(sentences + 1, dtype=np.int64)
    for sentence in range(sentences):
        size = offsets[sentence + 1] - offsets[sentence]
        first[sentence + 1] = first[sentence] + size * (size + 1) // 2
    bounds = np.zeros(first[sentences] + 1, dtype=np.int64)
    for sentence in range(sentences):
        size = offsets[sentence + 1] - offsets[sentence]
        for item in range(items.bounds[sentence], items.bounds[sentence + 1]):
            bounds[first[sentence] + cell_index(size, items.starts[item], items.ends[item]) + 1] += 1
    for cell in range(len(bounds) - 1):
        bounds[cell + 1] += bounds[cell]
    return bounds, first


class Derivations(NamedTuple):
    """Events and applications of a chart in order of discovery: by length, sentence and start."""

    lefts: Indexes  # (events,) items
    rights: Indexes
    slots: Indexes  # (events,) slot that each fills
    sources: Indexes  # (applications,) slots
    parents: Indexes  # (applications,) items
    rules: Indexes  # (applications,)
    slot_bounds: Integers  # (lengths + 1,)
    application_bounds: Integers  # (lengths + 1,)


class PairBuffers(NamedTuple):
    """Buffers for the child pairs of one cell, cleared between uses."""

    slots: Integers  # (pairs,) or -1
    stamps: Integers  # (pairs,) the last cell with a label that rewrites to the pair
    touched: Integers  # (pairs,)
    right: Integers  # (labels,) an item, or -1


@leaf_kernel
def _mark_derivable_pairs(
    rules: BinaryRules, items: PrunedItems, low: int, high: int, cell: int, buffers: PairBuffers
) -> None:
    """Mark the child pairs to which some label of the cell rewrites."""
    for item in range(low, high):
        label = items.labels[item]
        for index in range(rules.parent_bounds[label], rules.parent_bounds[label + 1]):
            buffers.stamps[rules.pairs[rules.by_parent[index]]] = cell


@inner_kernel
def _find_derivations(rules: BinaryRules, items: PrunedItems, offsets: Integers, longest: int) -> Derivations:
    """Find all derivations of items from two others."""
    bounds, first = _index_items_by_cell(items, offsets)
    pairs = len(rules.lefts)
    none = np.full(pairs, -1, dtype=np.int64)
    buffers = PairBuffers(none, none.copy(), none.copy(), np.full(len(rules.left_bounds) - 1, -1, dtype=np.int64))
    lefts, rights, event_slots = np.empty(4096, np.int32), np.empty(4096, np.int32), np.empty(4096, np.int32)
    sources, parents, used_rules = np.empty(4096, np.int32), np.empty(4096, np.int32), np.empty(4096, np.int32)
    slot_bounds, application_bounds = np.zeros(longest + 1, dtype=np.int64), np.zeros(longest + 1, dtype=np.int64)
    slot_count, event, application = 0, 0, 0
    for length in range(2, longest + 1):
        for sentence in range(len(offsets) - 1):
            size = offsets[sentence + 1] - offsets[sentence]
            for start in range(size - length + 1):
                cell = first[sentence] + cell_index(size, start, start + length)
                if bounds[cell] == bounds[cell + 1]:
                    continue
                _mark_derivable_pairs(rules, items, bounds[cell], bounds[cell + 1], cell, buffers)
                first_slot = slot_count
                for split in range(start + 1, start + length):
                    left = first[sentence] + cell_index(size, start, split)
                    right = first[sentence] + cell_index(size, split, start + length)
                    if bounds[left] == bounds[left + 1] or bounds[right] == bounds[right + 1]:
                        continue
                    for item in range(bounds[right], bounds[right + 1]):
                        buffers.right[items.labels[item]] = item
                    for item in range(bounds[left], bounds[left + 1]):
                        label = items.labels[item]
                        for pair in range(rules.left_bounds[label], rules.left_bounds[label + 1]):
                            right_item = buffers.right[rules.rights[pair]]
                            if right_item < 0 or buffers.stamps[pair] != cell:
                                continue
                            if buffers.slots[pair] < 0:
                                buffers.slots[pair] = slot_count
                                buffers.touched[slot_count - first_slot] = pair
                                slot_count += 1
                            if event == len(lefts):
                                lefts, rights, event_slots = (
                                    _double_item_capacity(lefts),
                                    _double_item_capacity(rights),
                                    _double_item_capacity(event_slots),
                                )
                            lefts[event], rights[event], event_slots[event] = item, right_item, buffers.slots[pair]
                            event += 1
                    for item in range(bounds[right], bounds[right + 1]):
                        buffers.right[items.labels[item]] = -1
                for item in range(bounds[cell], bounds[cell + 1]):
                    label = items.labels[item]
                    for index in range(rules.parent_bounds[label], rules.parent_bounds[label + 1]):
                        rule = rules.by_parent[index]
                        slot = buffers.slots[rules.pairs[rule]]
                        if slot >= 0:
                            if application == len(sources):
                                sources, parents, used_rules = (
                                    _double_item_capacity(sources),
                                    _double_item_capacity(parents),
                                    _double_item_capacity(used_rules),
                                )
                            sources[application], parents[application], used_rules[application] = slot, item, rule
                            application += 1
                for index in range(slot_count - first_slot):
                    buffers.slots[buffers.touched[index]] = -1
        slot_bounds[length], application_bounds[length] = slot_count, application
    events = lefts[:event], rights[:event], event_slots[:event]
    uses = sources[:application], parents[:application], used_rules[:application]
    return Derivations(events[0], events[1], events[2], uses[0], uses[1], uses[2], slot_bounds, application_bounds)


@kernel
def build_chart(rules: BinaryRules, items: PrunedItems, offsets: Integers) -> SpanChart:
    """Build the chart of all derivations of the items by the rules."""
    longest = 1
    for sentence in range(len(offsets) - 1):
        longest = max(longest, offsets[sentence + 1] - offsets[sentence])
    derivations = _find_derivations(rules, items, offsets, longest)
    groups = np.zeros(longest + 1, dtype=np.int64)
    order, group_rules, group_bounds = _group_by_rule(
        derivations.rules, derivations.application_bounds, groups, len(rules.parents)
    )
    sources, parents = derivations.sources[order], derivations.parents[order]
    event_bounds, event_order = _group_by_slot(derivations.slots, derivations.slot_bounds[longest])
    lefts, rights = derivations.lefts[event_order], derivations.rights[event_order]
    factors = np.zeros(len(lefts))
    slot_parents = np.zeros(len(event_bounds) - 1, dtype=np.int32)  # any item with the span of each slot
    for index in range(len(sources)):
        slot_parents[sources[index]] = parents[index]
    for slot in range(len(slot_parents)):
        for index in range(event_bounds[slot], event_bounds[slot + 1]):
            child_scale = items.scales[lefts[index]] + items.scales[rights[index]]
            factors[index] = np.exp(child_scale - items.scales[slot_parents[slot]])
    return SpanChart(
        offsets,
        items.bounds,
        items.starts,
        items.ends,
        items.labels,
        items.scales,
        derivations.slot_bounds,
        event_bounds,
        lefts,
        rights,
        factors,
        group_bounds,
        groups,
        group_rules,
        sources,
        parents,
    )


@inner_kernel
def _group_by_slot(slots: Indexes, slot_count: int) -> tuple[Integers, Integers]:
    """Return the offsets of each slot's events, and the permutation that groups events by slot."""
    bounds = np.zeros(slot_count + 1, dtype=np.int64)
    for slot in slots:
        bounds[slot + 1] += 1
    for slot in range(slot_count):
        bounds[slot + 1] += bounds[slot]
    order, next_event = np.empty(len(slots), dtype=np.int64), bounds.copy()
    for event, slot in enumerate(slots):
        order[next_event[slot]] = event
        next_event[slot] += 1
    return bounds, order


@inner_kernel
def _group_by_rule(
    used_rules: Indexes, bounds: Integers, groups: Integers, rules: int
) -> tuple[Integers, Indexes, Integers]:
    """Return the permutation that groups the applications of each length by rule, the rule of each group, and the group
    offsets; fill `groups` with the first group of each length."""
    order = np.empty(len(used_rules), dtype=np.int64)
    group_rules, group_begins = np.empty(64, dtype=np.int32), np.empty(64, dtype=np.int32)
    counts = np.zeros(rules + 1, dtype=np.int64)
    group_count = 0
    for length in range(2, len(bounds)):
        low, high = bounds[length - 1], bounds[length]
        counts[:] = 0
        for application in range(low, high):
            counts[used_rules[application] + 1] += 1
        for rule in range(rules):
            if counts[rule + 1]:
                if group_count == len(group_rules):
                    group_rules, group_begins = _double_item_capacity(group_rules), _double_item_capacity(group_begins)
                group_rules[group_count], group_begins[group_count] = rule, low + counts[rule]
                group_count += 1
            counts[rule + 1] += counts[rule]
        for application in range(low, high):
            order[low + counts[used_rules[application]]] = application
            counts[used_rules[application]] += 1
        groups[length] = group_count
    group_bounds = np.empty(group_count + 1, dtype=np.int64)
    group_bounds[:group_count] = group_begins[:group_count]
    group_bounds[group_count] = len(used_rules)
    return order, group_rules[:group_count], group_bounds
