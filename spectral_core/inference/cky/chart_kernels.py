"""How items follow from others, worked out once for all models that look at the same items.

Nothing imports this module at start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.inference.cky.arrays import BinaryRules, Integers, Items, Places, SpanChart
from spectral_core.inference.cky.coarse_kernels import cell_of
from spectral_core.inference.compiling import entry, inner, leaf


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


class Ways(NamedTuple):
    """What a chart is made of, in the order in which it is found: by length, sentence and start."""

    lefts: Places  # (events,) items
    rights: Places
    slots: Places  # (events,) what each fills
    sources: Places  # (applications,) slots
    parents: Places  # (applications,) items
    rules: Places  # (applications,)
    slot_bounds: Integers  # (lengths + 1,)
    application_bounds: Integers  # (lengths + 1,)


class PairRoom(NamedTuple):
    """Room for what is known of pairs of children in one cell, clean between uses."""

    slots: Integers  # (pairs,) or -1
    stamps: Integers  # (pairs,) the last cell whose labels rewrite to them
    touched: Integers  # (pairs,)
    right: Integers  # (labels,) an item, or -1


@leaf
def _stamp(rules: BinaryRules, items: Items, low: int, high: int, cell: int, room: PairRoom) -> None:
    """Marks the pairs that the items of a cell rewrite to."""
    for item in range(low, high):
        label = items.labels[item]
        for place in range(rules.of_parent[label], rules.of_parent[label + 1]):
            room.stamps[rules.pairs[rules.by_parent[place]]] = cell


@inner
def _ways(rules: BinaryRules, items: Items, offsets: Integers, longest: int) -> Ways:
    """All ways to make items from two others."""
    bounds, first = _cells(items, offsets)
    pairs = len(rules.lefts)
    none = np.full(pairs, -1, dtype=np.int64)
    room = PairRoom(none, none.copy(), none.copy(), np.full(len(rules.of_left) - 1, -1, dtype=np.int64))
    lefts, rights, filled = np.empty(4096, np.int32), np.empty(4096, np.int32), np.empty(4096, np.int32)
    sources, parents, taken = np.empty(4096, np.int32), np.empty(4096, np.int32), np.empty(4096, np.int32)
    slot_bounds, application_bounds = np.zeros(longest + 1, dtype=np.int64), np.zeros(longest + 1, dtype=np.int64)
    made, events, applied = 0, 0, 0
    for length in range(2, longest + 1):
        for sentence in range(len(offsets) - 1):
            size = offsets[sentence + 1] - offsets[sentence]
            for start in range(size - length + 1):
                cell = first[sentence] + cell_of(size, start, start + length)
                if bounds[cell] == bounds[cell + 1]:
                    continue
                _stamp(rules, items, bounds[cell], bounds[cell + 1], cell, room)
                before = made
                for split in range(start + 1, start + length):
                    left = first[sentence] + cell_of(size, start, split)
                    right = first[sentence] + cell_of(size, split, start + length)
                    if bounds[left] == bounds[left + 1] or bounds[right] == bounds[right + 1]:
                        continue
                    for item in range(bounds[right], bounds[right + 1]):
                        room.right[items.labels[item]] = item
                    for item in range(bounds[left], bounds[left + 1]):
                        label = items.labels[item]
                        for pair in range(rules.of_left[label], rules.of_left[label + 1]):
                            other = room.right[rules.rights[pair]]
                            if other < 0 or room.stamps[pair] != cell:
                                continue
                            if room.slots[pair] < 0:
                                room.slots[pair] = made
                                room.touched[made - before] = pair
                                made += 1
                            if events == len(lefts):
                                lefts, rights, filled = _longer(lefts), _longer(rights), _longer(filled)
                            lefts[events], rights[events], filled[events] = item, other, room.slots[pair]
                            events += 1
                    for item in range(bounds[right], bounds[right + 1]):
                        room.right[items.labels[item]] = -1
                for item in range(bounds[cell], bounds[cell + 1]):
                    label = items.labels[item]
                    for place in range(rules.of_parent[label], rules.of_parent[label + 1]):
                        rule = rules.by_parent[place]
                        slot = room.slots[rules.pairs[rule]]
                        if slot >= 0:
                            if applied == len(sources):
                                sources, parents, taken = _longer(sources), _longer(parents), _longer(taken)
                            sources[applied], parents[applied], taken[applied] = slot, item, rule
                            applied += 1
                for place in range(made - before):
                    room.slots[room.touched[place]] = -1
        slot_bounds[length], application_bounds[length] = made, applied
    one = lefts[:events], rights[:events], filled[:events]
    two = sources[:applied], parents[:applied], taken[:applied]
    return Ways(one[0], one[1], one[2], two[0], two[1], two[2], slot_bounds, application_bounds)


@entry
def chart_of(rules: BinaryRules, items: Items, offsets: Integers) -> SpanChart:
    """All ways in which the items follow from one another by the rules."""
    longest = 1
    for sentence in range(len(offsets) - 1):
        longest = max(longest, offsets[sentence + 1] - offsets[sentence])
    ways = _ways(rules, items, offsets, longest)
    groups = np.zeros(longest + 1, dtype=np.int64)
    order, group_rules, group_bounds = _by_rule(ways.rules, ways.application_bounds, groups, len(rules.parents))
    sources, parents = ways.sources[order], ways.parents[order]
    event_bounds, event_order = _by_slot(ways.slots, ways.slot_bounds[longest])
    lefts, rights = ways.lefts[event_order], ways.rights[event_order]
    factors = np.zeros(len(lefts))
    over = np.zeros(len(event_bounds) - 1, dtype=np.int32)  # some item over the span of each slot
    for at in range(len(sources)):
        over[sources[at]] = parents[at]
    for slot in range(len(over)):
        for at in range(event_bounds[slot], event_bounds[slot + 1]):
            below = items.scales[lefts[at]] + items.scales[rights[at]]
            factors[at] = np.exp(below - items.scales[over[slot]])
    return SpanChart(
        offsets,
        items.bounds,
        items.starts,
        items.ends,
        items.labels,
        items.scales,
        ways.slot_bounds,
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
