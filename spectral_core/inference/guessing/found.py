"""Compiled kernels for what is found for one word: things with weights, in the order in which they were first met.

Equal weights leave that order. Nothing imports this module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.inference.compiling import inner, leaf
from spectral_core.inference.count_table import count_in
from spectral_core.inference.guessing.arrays import NOTHING, floats_for, numbers_for, triples_for
from spectral_core.inference.guessing.model import Codes, Floats, Found, Integers, Keys, Lists, Rows, Slots
from spectral_core.inference.guessing.tables import START, with_letter

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_TOP = np.uint64(40)


@inner
def room_for(size: int) -> Found:
    """Room for so many things."""
    slots = 16
    while slots < 2 * size:
        slots *= 2
    return Found(np.zeros(slots, dtype=np.int32), numbers_for(size), floats_for(size), triples_for(size))


@leaf
def emptied(slots: Slots) -> None:
    """Forgets all that was found."""
    for at in range(len(slots)):
        slots[at] = 0


@leaf
def place_of(slots: Slots, keys: Integers, size: int, key: int) -> int:
    """Where a key stands among the first `size`; `size` for one that was not there, and that stands there now."""
    mask = len(slots) - 1
    at = np.int64((np.uint64(np.int64(key)) * _FACTOR) >> _TOP) & mask
    while slots[at] != 0:
        place = int(slots[at]) - 1
        if keys[place] == key:
            return place
        at = (at + 1) & mask
    slots[at] = size + 1
    keys[size] = key
    return size


@leaf
def added(slots: Slots, keys: Integers, weights: Floats, size: int, key: int, weight: float) -> int:
    """How many keys there are when this weight is added to one of them."""
    place = place_of(slots, keys, size, key)
    if place == size:
        weights[place] = weight
        return size + 1
    weights[place] += weight
    return size


@leaf
def found_by_endings(
    lists: Lists,
    endings: Keys,
    many: int,
    own: Integers,
    begin: int,
    end: int,
    enough: int,
    smoothing: float,
    least_weight: float,
    found: Found,
) -> int:
    """How many things the endings of a word have, those of the longest first; `own`, from `begin` to `end`, are what
    the word itself has put in."""
    cells, places, entries = lists.cells, lists.places, lists.entries
    slots, keys, weights = found.slots, found.keys, found.weights
    size = NOTHING
    weight = 1.0
    for ending in range(many - 1, -1, -1):
        place = count_in(cells, endings[ending]) - 1
        if place < 0:
            continue
        total = places[place, 1] - (end - begin)
        low, high = places[place, 0], places[place + 1, 0]
        different = high - low
        if begin < end:
            for at in range(low, high):
                if entries[at, 1] <= 1:
                    for mine in range(begin, end):
                        different -= own[mine] == entries[at, 0]
        if total <= 0:
            continue
        held = smoothing * min(different, total)
        share = weight / (total + held)
        for at in range(low, high):
            item, count = entries[at, 0], entries[at, 1]
            for mine in range(begin, end):
                count -= own[mine] == item
            if count > 0:
                size = added(slots, keys, weights, size, item, share * count)
        weight = held * share
        if size > enough or weight < least_weight:
            break
    return size


@leaf
def known_stems(
    stems: Lists,
    codes: Codes,
    begin: int,
    end: int,
    own: Rows,
    first: int,
    last: int,
    shortest: int,
    tried_most: int,
    step: float,
    levels_most: int,
    prefix: Keys,
    met: Integers,
    lexemes: Integers,
    weights: Floats,
) -> int:
    """How many lexemes have been seen with the beginning of a word, the longest first; `own`, from `first` to `last`,
    are those of the word itself. `met` is all 0 before and after."""
    cells, places, entries = stems.cells, stems.places, stems.entries
    prefix[0] = START
    for at in range(end - begin):
        prefix[at + 1] = with_letter(prefix[at], np.uint64(codes[begin + at]))
    size = levels = NOTHING
    weight = 1.0
    for length in range(end - begin, shortest - 1, -1):
        place = count_in(cells, prefix[length]) - 1
        if place < 0:
            continue
        total = places[place, 1]
        for mine in range(first, last):
            if length >= own[mine, 1]:
                total -= 2
        if total <= 0:
            continue
        tried = 0
        for at in range(places[place, 0], places[place + 1, 0]):
            lexeme, left = entries[at, 0], entries[at, 1]
            for mine in range(first, last):
                if length >= own[mine, 1] and own[mine, 0] == lexeme:
                    left -= 2
            if left <= 0:
                continue
            if met[lexeme] == 0:
                met[lexeme] = 1
                lexemes[size], weights[size] = lexeme, weight * left / total
                size += 1
            tried += 1
            if tried == tried_most:
                break
        weight *= step
        levels += 1
        if levels == levels_most:
            break
    for at in range(size):
        met[lexemes[at]] = 0
    return size
