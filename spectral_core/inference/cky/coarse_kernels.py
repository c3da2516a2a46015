"""The sum over all trees by rules without hidden states, which says what labelled spans are worth a closer look.

Cells are lists of the labels that are left in them; each is scaled by its largest number, so that no sentence is too
long. Nothing imports this module at start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.inference.cky.arrays import (
    CLOSED,
    OPEN,
    BinaryRules,
    Cells,
    Flags,
    Floats,
    Integers,
    Items,
    LabelledWords,
    Places,
)
from spectral_core.inference.compiling import entry, inner, leaf

_WORTH_DIVIDING = 0.03  # of the threshold: cells whose best posterior is below are not looked into


class CellLists(NamedTuple):
    """The labels left in each cell of one sentence: cells by length and then by start."""

    bounds: Integers  # (cells + 1,)
    labels: Places
    inside: Floats
    outside: Floats
    scales: Floats  # (cells,)


class Tables(NamedTuple):
    """Room for a number per label or pair, clean between uses."""

    right: Floats  # (labels,)
    lower: Floats  # (labels,)
    upper: Floats  # (labels,)
    pairs: Floats  # (pairs,)
    touched: Integers  # (pairs,)
    seen: Flags  # (labels,)
    found: Integers  # (labels,)
    work: Integers  # (1,) pairs of labels looked at in this sentence


@leaf
def cell_of(size: int, start: int, end: int) -> int:
    """The number of a cell: shorter spans first."""
    shorter = end - start - 1  # lengths before: size + (size - 1) + ...
    return shorter * size - shorter * (shorter - 1) // 2 + start


@inner
def _lengthened(array: Places) -> Places:
    longer = np.empty(2 * len(array), dtype=array.dtype)
    longer[: len(array)] = array
    return longer


@inner
def _lengthened_floats(array: Floats) -> Floats:
    longer = np.empty(2 * len(array))
    longer[: len(array)] = array
    return longer


@leaf
def _allowed(cells: Cells, start: int, end: int, first: int, size: int) -> int:
    """OPEN, CLOSED or a row of masks."""
    if cells.locks.shape[0] and cells.locks[start, end] != OPEN:
        return int(cells.locks[start, end])
    if end - start > 1 and end - start < size and not (cells.starts[first + start] and cells.ends[first + end - 1]):
        return CLOSED
    return OPEN


@leaf
def _begins(rules: BinaryRules, lists: CellLists, cell: int) -> bool:
    """Whether a label of the cell is the left child of any rule."""
    for at in range(lists.bounds[cell], lists.bounds[cell + 1]):
        label = lists.labels[at]
        if rules.of_left[label + 1] > rules.of_left[label]:
            return True
    return False


@leaf
def _pairs_of_cell(
    rules: BinaryRules, lists: CellLists, room: Tables, size: int, start: int, end: int, highest: float
) -> int:
    """Fills `room.pairs` with the sums over divisions of the span, scaled by exp(-highest); how many were touched."""
    touched = 0
    for split in range(start + 1, end):
        left, right = cell_of(size, start, split), cell_of(size, split, end)
        low, high = lists.bounds[right], lists.bounds[right + 1]
        if low == high or not _begins(rules, lists, left):
            continue
        factor = np.exp(lists.scales[left] + lists.scales[right] - highest)
        for at in range(low, high):
            room.right[lists.labels[at]] = lists.inside[at] * factor
        for at in range(lists.bounds[left], lists.bounds[left + 1]):
            label, number = lists.labels[at], lists.inside[at]
            room.work[0] += rules.of_left[label + 1] - rules.of_left[label]
            for pair in range(rules.of_left[label], rules.of_left[label + 1]):
                other = room.right[rules.rights[pair]]
                if other > 0.0:
                    if room.pairs[pair] == 0.0:
                        room.touched[touched] = pair
                        touched += 1
                    room.pairs[pair] += number * other
        for at in range(low, high):
            room.right[lists.labels[at]] = 0.0
    return touched


@leaf
def _highest_scale(lists: CellLists, size: int, start: int, end: int) -> float:
    """The largest scale of two cells that the span divides into; -inf where there are none."""
    highest = -np.inf
    for split in range(start + 1, end):
        left, right = cell_of(size, start, split), cell_of(size, split, end)
        if lists.bounds[left] < lists.bounds[left + 1] and lists.bounds[right] < lists.bounds[right + 1]:
            highest = max(highest, lists.scales[left] + lists.scales[right])
    return highest


@leaf
def _parents_of_pairs(rules: BinaryRules, room: Tables, touched: int, cells: Cells, allowed: int) -> int:
    """Fills `room.lower` with the numbers of the labels over the touched pairs, which are cleaned; how many labels."""
    found = 0
    for place in range(touched):
        pair = room.touched[place]
        number = room.pairs[pair]
        room.pairs[pair] = 0.0
        for rule in range(rules.of_pair[pair], rules.of_pair[pair + 1]):
            label = rules.parents[rule]
            if allowed != OPEN and not cells.masks[allowed, label]:
                continue
            if not room.seen[label]:
                room.seen[label] = True
                room.found[found] = label
                found += 1
            room.lower[label] += number * rules.weights[rule]
    return found


@inner
def _kept(
    lists: CellLists, room: Tables, cell: int, found: int, prior: Floats, beam: float, highest: float
) -> CellLists:
    """The lists with the labels in `room.found` that are within the beam, scaled; `room` is clean after it."""
    best, largest = 0.0, 0.0
    for place in range(found):
        label = room.found[place]
        best = max(best, room.lower[label] * prior[label])
        largest = max(largest, room.lower[label])
    labels, inside = lists.labels, lists.inside
    at = lists.bounds[cell]
    room.found[:found].sort()
    for place in range(found):
        label = room.found[place]
        number = room.lower[label]
        room.lower[label] = 0.0
        room.seen[label] = False
        if number > 0.0 and number * prior[label] >= beam * best:
            if at == len(labels):
                labels, inside = _lengthened(labels), _lengthened_floats(inside)
            labels[at] = label
            inside[at] = number / largest
            at += 1
    lists.bounds[cell + 1] = at
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
    room: Tables,
    most: int,
) -> CellLists:
    """The lists of a sentence with their inside numbers; empty for longer spans where they are too much work."""
    room.work[0] = 0
    first = words.offsets[sentence]
    size = words.offsets[sentence + 1] - first
    number = size * (size + 1) // 2
    guess = 16 + 4 * number
    lists = CellLists(
        np.zeros(number + 1, dtype=np.int64),
        np.empty(guess, dtype=np.int32),
        np.empty(guess),
        np.empty(0),
        np.full(number, -np.inf),
    )
    for word in range(size):
        allowed = _allowed(cells, word, word + 1, first, size)
        found = 0
        if allowed != CLOSED:
            for at in range(words.bounds[first + word], words.bounds[first + word + 1]):
                label = words.labels[at]
                if allowed == OPEN or cells.masks[allowed, label]:
                    room.found[found] = label
                    room.lower[label] = words.weights[at]
                    found += 1
        lists = _kept(lists, room, word, found, prior, 0.0, 0.0)
    cell = size
    for length in range(2, size + 1):
        for start in range(size - length + 1):
            end = start + length
            allowed = _allowed(cells, start, end, first, size)
            left_out = allowed == CLOSED or room.work[0] > most
            highest = -np.inf if left_out else _highest_scale(lists, size, start, end)
            if highest == -np.inf:
                lists.bounds[cell + 1] = lists.bounds[cell]
            else:
                touched = _pairs_of_cell(rules, lists, room, size, start, end, highest)
                found = _parents_of_pairs(rules, room, touched, cells, allowed)
                lists = _kept(lists, room, cell, found, prior, beam if length < size else 0.0, highest)
            cell += 1
    return lists


@leaf
def _pass_down(
    rules: BinaryRules, lists: CellLists, room: Tables, size: int, start: int, end: int, least: float
) -> None:
    """Adds to the outside numbers of all parts of a span, where one of its labels has at least so high a posterior."""
    cell = cell_of(size, start, end)
    low, high = lists.bounds[cell], lists.bounds[cell + 1]
    best = 0.0
    for at in range(low, high):
        best = max(best, lists.inside[at] * lists.outside[at])
    if best < least or best == 0.0:
        return
    touched = 0
    for at in range(low, high):
        if lists.outside[at] > 0.0:
            label = lists.labels[at]
            for place in range(rules.of_parent[label], rules.of_parent[label + 1]):
                rule = rules.by_parent[place]
                pair = rules.pairs[rule]
                if room.pairs[pair] == 0.0:
                    room.touched[touched] = pair
                    touched += 1
                room.pairs[pair] += lists.outside[at] * rules.weights[rule]
    for split in range(start + 1, end):
        left, right = cell_of(size, start, split), cell_of(size, split, end)
        first, last = lists.bounds[right], lists.bounds[right + 1]
        if first == last or not _begins(rules, lists, left):
            continue
        factor = np.exp(lists.scales[left] + lists.scales[right] - lists.scales[cell])
        for at in range(first, last):
            room.right[lists.labels[at]] = lists.inside[at]
        for at in range(lists.bounds[left], lists.bounds[left + 1]):
            label = lists.labels[at]
            total, number = 0.0, lists.inside[at] * factor
            for pair in range(rules.of_left[label], rules.of_left[label + 1]):
                above = room.pairs[pair]
                if above > 0.0:
                    other = rules.rights[pair]
                    if room.right[other] > 0.0:
                        total += above * room.right[other]
                        room.upper[other] += above * number
            lists.outside[at] += total * factor
        for at in range(first, last):
            label = lists.labels[at]
            lists.outside[at] += room.upper[label]
            room.upper[label] = 0.0
            room.right[label] = 0.0
    for place in range(touched):
        room.pairs[room.touched[place]] = 0.0


@inner
def _outside(rules: BinaryRules, roots: Floats, lists: CellLists, room: Tables, size: int, least: float) -> float:
    """Fills the outside numbers, so that inside times outside is a posterior; the log of the sum over all trees."""
    top = cell_of(size, 0, size)
    total = 0.0
    for at in range(lists.bounds[top], lists.bounds[top + 1]):
        total += roots[lists.labels[at]] * lists.inside[at]
    if not total > 0.0:
        return -np.inf
    for at in range(lists.bounds[top], lists.bounds[top + 1]):
        lists.outside[at] = roots[lists.labels[at]] / total
    for length in range(size, 1, -1):
        for start in range(size - length + 1):
            _pass_down(rules, lists, room, size, start, start + length, least)
    return float(np.log(total) + lists.scales[top])


@entry
def labelled_spans(
    rules: BinaryRules,
    roots: Floats,
    prior: Floats,
    words: LabelledWords,
    cells: Cells,
    beam: float,
    threshold: float,
    work: int,
) -> Items:
    """The labelled spans of every sentence with at least this posterior, by one pass in and out."""
    labels, pairs, sentences = len(roots), len(rules.lefts), len(words.offsets) - 1
    room = Tables(
        np.zeros(labels),
        np.zeros(labels),
        np.zeros(labels),
        np.zeros(pairs),
        np.empty(pairs, dtype=np.int64),
        np.zeros(labels, dtype=np.bool_),
        np.empty(labels, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
    room_for = 1024
    starts, ends, names = (
        np.empty(room_for, dtype=np.int32),
        np.empty(room_for, dtype=np.int32),
        np.empty(room_for, dtype=np.int32),
    )
    posteriors, scales = np.empty(room_for), np.empty(room_for)
    bounds, sums = np.zeros(sentences + 1, dtype=np.int64), np.full(sentences, -np.inf)
    made = 0
    for sentence in range(sentences):
        size = words.offsets[sentence + 1] - words.offsets[sentence]
        if size > 0:
            bare = _inside(rules, words, cells, sentence, prior, beam, room, work)
            outside = np.zeros(len(bare.labels))
            lists = CellLists(bare.bounds, bare.labels, bare.inside, outside, bare.scales)
            sums[sentence] = _outside(rules, roots, lists, room, size, _WORTH_DIVIDING * threshold)
            if sums[sentence] == -np.inf and room.work[0] > work:
                sums[sentence] = np.nan
            elif sums[sentence] > -np.inf:
                cell = 0
                for length in range(1, size + 1):
                    for start in range(size - length + 1):
                        for at in range(lists.bounds[cell], lists.bounds[cell + 1]):
                            posterior = lists.inside[at] * lists.outside[at]
                            if posterior > 0.0 and posterior >= threshold:
                                if made == len(starts):
                                    starts, ends, names = _lengthened(starts), _lengthened(ends), _lengthened(names)
                                    posteriors, scales = _lengthened_floats(posteriors), _lengthened_floats(scales)
                                starts[made], ends[made], names[made] = start, start + length, lists.labels[at]
                                posteriors[made], scales[made] = posterior, lists.scales[cell]
                                made += 1
                        cell += 1
        bounds[sentence + 1] = made
    return Items(bounds, starts[:made], ends[:made], names[:made], posteriors[:made], scales[:made], sums)
