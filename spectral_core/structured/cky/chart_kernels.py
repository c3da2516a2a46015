"""Compiled construction of the chart of all derivations among the labelled spans that pruning leaves.

Never imported at start-up.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Indexes, Integers
from spectral_core.structured.cky import BinaryRules, PrunedItems, SpanChart
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel

_Number = TypeVar("_Number", np.int32, np.float64)


@leaf_kernel
def cell_index(size: int, start: int, end: int) -> int:
    """Return the index of a cell, by length and then start."""
    shorter = end - start - 1  # cells of shorter spans: size + (size - 1) + ...
    return shorter * size - shorter * (shorter - 1) // 2 + start


@inner_kernel
def double_capacity(array: NDArray[_Number]) -> NDArray[_Number]:
    """Return a copy of the array with twice the capacity."""
    lengthened = np.empty(2 * len(array), dtype=array.dtype)
    lengthened[: len(array)] = array
    return lengthened


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
    none = np.full(len(rules.lefts), -1, dtype=np.int64)
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
                                lefts, rights = double_capacity(lefts), double_capacity(rights)
                                event_slots = double_capacity(event_slots)
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
                                sources, parents = double_capacity(sources), double_capacity(parents)
                                used_rules = double_capacity(used_rules)
                            sources[application], parents[application], used_rules[application] = slot, item, rule
                            application += 1
                for index in range(slot_count - first_slot):
                    buffers.slots[buffers.touched[index]] = -1
        slot_bounds[length], application_bounds[length] = slot_count, application
    return Derivations(
        lefts[:event], rights[:event], event_slots[:event], sources[:application], parents[:application],
        used_rules[:application], slot_bounds, application_bounds,
    )  # fmt: skip


@kernel
def build_chart(rules: BinaryRules, items: PrunedItems, offsets: Integers) -> SpanChart:
    """Build the chart of all derivations of the items by the rules."""
    longest = 1
    for sentence in range(len(offsets) - 1):
        longest = max(longest, offsets[sentence + 1] - offsets[sentence])
    derivations = _find_derivations(rules, items, offsets, longest)
    groups = np.zeros(longest + 1, dtype=np.int64)
    order, group_rules, group_bounds = _group_applications_by_rule(
        derivations.rules, derivations.application_bounds, groups, len(rules.parents)
    )
    sources, parents = derivations.sources[order], derivations.parents[order]
    event_bounds, event_order = _group_events_by_slot(derivations.slots, derivations.slot_bounds[longest])
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
def _group_events_by_slot(slots: Indexes, slot_count: int) -> tuple[Integers, Integers]:
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
def _group_applications_by_rule(
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
                    group_rules, group_begins = double_capacity(group_rules), double_capacity(group_begins)
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
