"""How items follow from others, worked out once for all models that look at the same items.

Nothing imports this module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.inference.cky.arrays import BinaryRules, Integers, Items, Places, SpanChart
from spectral_core.inference.cky.coarse_kernels import cell_of
from spectral_core.inference.compiling import entry, inner


@inner
def _longer(array: Places) -> Places:
    made = np.empty(2 * len(array), dtype=np.int32)
    made[: len(array)] = array
    return made


@inner
def _cells(items: Items, offsets: Integers) -> tuple[Integers, Integers]:
    """The first item of every cell of every sentence, and the first cell of each sentence."""
    sentences = len(offsets) - 1
    first = np.zeros(sentences + 1, dtype=np.int64)
    for sentence in range(sentences):
        size = offsets[sentence + 1] - offsets[sentence]
        first[sentence + 1] = first[sentence] + size * (size + 1) // 2
    bounds = np.zeros(first[sentences] + 1, dtype=np.int64)
    for sentence in range(sentences):
        size = offsets[sentence + 1] - offsets[sentence]
        for item in range(items.bounds[sentence], items.bounds[sentence + 1]):
            bounds[first[sentence] + cell_of(size, items.starts[item], items.ends[item]) + 1] += 1
    for cell in range(len(bounds) - 1):
        bounds[cell + 1] += bounds[cell]
    return bounds, first


@entry
def chart_of(rules: BinaryRules, items: Items, offsets: Integers) -> SpanChart:
    """All ways in which the items follow from one another by the rules."""
    labels, sentences = len(rules.of_left) - 1, len(offsets) - 1
    bounds, first = _cells(items, offsets)
    longest = 1
    for sentence in range(sentences):
        longest = max(longest, offsets[sentence + 1] - offsets[sentence])
    slot_of_pair, stamp = np.full(len(rules.lefts), -1, dtype=np.int64), np.full(len(rules.lefts), -1, dtype=np.int64)
    touched = np.empty(len(rules.lefts), dtype=np.int64)
    right_item = np.full(labels, -1, dtype=np.int64)
    room = 4096
    pairs, lefts, rights = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int32)
    event_slots = np.empty(room, np.int32)
    sources, parents, taken = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int32)
    slots, groups = np.zeros(longest + 1, dtype=np.int64), np.zeros(longest + 1, dtype=np.int64)
    application_bounds = np.zeros(longest + 1, dtype=np.int64)
    made, events, applied = 0, 0, 0
    for length in range(2, longest + 1):
        for sentence in range(sentences):
            size = offsets[sentence + 1] - offsets[sentence]
            for start in range(size - length + 1):
                cell = first[sentence] + cell_of(size, start, start + length)
                if bounds[cell] == bounds[cell + 1]:
                    continue
                for item in range(bounds[cell], bounds[cell + 1]):
                    label = items.labels[item]
                    for place in range(rules.of_parent[label], rules.of_parent[label + 1]):
                        stamp[rules.pairs[rules.by_parent[place]]] = cell
                here = 0
                for split in range(start + 1, start + length):
                    left = first[sentence] + cell_of(size, start, split)
                    right = first[sentence] + cell_of(size, split, start + length)
                    if bounds[left] == bounds[left + 1] or bounds[right] == bounds[right + 1]:
                        continue
                    for item in range(bounds[right], bounds[right + 1]):
                        right_item[items.labels[item]] = item
                    for item in range(bounds[left], bounds[left + 1]):
                        label = items.labels[item]
                        for pair in range(rules.of_left[label], rules.of_left[label + 1]):
                            other = right_item[rules.rights[pair]]
                            if other < 0 or stamp[pair] != cell:
                                continue
                            if slot_of_pair[pair] < 0:
                                if made == len(pairs):
                                    pairs = _longer(pairs)
                                slot_of_pair[pair] = made
                                pairs[made] = pair
                                touched[here] = pair
                                here += 1
                                made += 1
                            if events == len(lefts):
                                lefts, rights, event_slots = _longer(lefts), _longer(rights), _longer(event_slots)
                            lefts[events], rights[events], event_slots[events] = item, other, slot_of_pair[pair]
                            events += 1
                    for item in range(bounds[right], bounds[right + 1]):
                        right_item[items.labels[item]] = -1
                for item in range(bounds[cell], bounds[cell + 1]):
                    label = items.labels[item]
                    for place in range(rules.of_parent[label], rules.of_parent[label + 1]):
                        rule = rules.by_parent[place]
                        slot = slot_of_pair[rules.pairs[rule]]
                        if slot >= 0:
                            if applied == len(sources):
                                sources, parents, taken = _longer(sources), _longer(parents), _longer(taken)
                            sources[applied], parents[applied], taken[applied] = slot, item, rule
                            applied += 1
                for place in range(here):
                    slot_of_pair[touched[place]] = -1
        slots[length] = made
        application_bounds[length] = applied
    order, group_rules, group_bounds = _by_rule(taken[:applied], application_bounds, groups, len(rules.parents))
    sorted_sources, sorted_parents = sources[order], parents[order]
    event_bounds, event_order = _by_slot(event_slots[:events], made)
    sorted_lefts, sorted_rights = lefts[event_order], rights[event_order]
    factors = np.zeros(events)
    over = np.zeros(made, dtype=np.int32)  # some item over the span of each slot
    for at in range(applied):
        over[sorted_sources[at]] = sorted_parents[at]
    for slot in range(made):
        for at in range(event_bounds[slot], event_bounds[slot + 1]):
            below = items.scales[sorted_lefts[at]] + items.scales[sorted_rights[at]]
            factors[at] = np.exp(below - items.scales[over[slot]])
    return SpanChart(
        offsets,
        items.bounds,
        items.starts,
        items.ends,
        items.labels,
        items.scales,
        slots,
        event_bounds,
        sorted_lefts,
        sorted_rights,
        factors,
        group_bounds,
        groups,
        group_rules,
        sorted_sources,
        sorted_parents,
    )


@inner
def _by_slot(slots: Places, number: int) -> tuple[Integers, Integers]:
    """Where the events of each slot begin, and the order that brings them together."""
    bounds = np.zeros(number + 1, dtype=np.int64)
    for slot in slots:
        bounds[slot + 1] += 1
    for slot in range(number):
        bounds[slot + 1] += bounds[slot]
    order, at = np.empty(len(slots), dtype=np.int64), bounds.copy()
    for event, slot in enumerate(slots):
        order[at[slot]] = event
        at[slot] += 1
    return bounds, order


@inner
def _by_rule(taken: Places, bounds: Integers, groups: Integers, rules: int) -> tuple[Integers, Places, Integers]:
    """The order that brings the applications of a rule together within each length, the rule of each group, and where
    the groups begin; `groups` is filled with the first group of each length."""
    order = np.empty(len(taken), dtype=np.int64)
    names, begins = np.empty(64, dtype=np.int32), np.empty(64, dtype=np.int32)
    counts = np.zeros(rules + 1, dtype=np.int64)
    made = 0
    for length in range(2, len(bounds)):
        low, high = bounds[length - 1], bounds[length]
        counts[:] = 0
        for at in range(low, high):
            counts[taken[at] + 1] += 1
        for rule in range(rules):
            if counts[rule + 1]:
                if made == len(names):
                    names, begins = _longer(names), _longer(begins)
                names[made], begins[made] = rule, low + counts[rule]
                made += 1
            counts[rule + 1] += counts[rule]
        for at in range(low, high):
            order[low + counts[taken[at]]] = at
            counts[taken[at]] += 1
        groups[length] = made
    firsts = np.empty(made + 1, dtype=np.int64)
    firsts[:made] = begins[:made]
    firsts[made] = len(taken)
    return order, names[:made], firsts
