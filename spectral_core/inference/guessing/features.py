"""Compiled kernels for features of words that are guessed: lists of attributes with their values, by number.

Those that are made for a word get new numbers, for which the caller sees to it that there is room. Nothing imports this
module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.inference.compiling import leaf
from spectral_core.inference.count_table import count_in, slot_of
from spectral_core.inference.guessing.arrays import NOTHING
from spectral_core.inference.guessing.found import added
from spectral_core.inference.guessing.model import HALF, LOW, Cells, Clues, Floats, Found, Integers, Keys, Rows
from spectral_core.inference.guessing.tables import START, with_letter


@leaf
def value_of(bounds: Integers, pairs: Integers, feats: int, name: int) -> int:
    """The value of an attribute, or -1."""
    for at in range(bounds[feats], bounds[feats + 1]):
        if pairs[at] >> HALF == name:
            return int(pairs[at] & LOW)
    return -1


@leaf
def _number_of(cells: Cells, bounds: Integers, pairs: Integers, used: int, made: Integers, size: int) -> int:
    """The number of these features; `used`, how many there were, where they are new."""
    key = START
    for at in range(size):
        key = with_letter(with_letter(key, np.uint64(made[at] >> HALF)), np.uint64(made[at] & LOW))
    slot = slot_of(cells, key)
    if cells[slot, 1] == 0:
        cells[slot, 0], cells[slot, 1] = np.int64(key), used + 1
        begin = bounds[used]
        for at in range(size):
            pairs[begin + at] = made[at]
        bounds[used + 1] = begin + size
    return int(cells[slot, 1] - 1)


@leaf
def told_by(
    clues: Clues,
    parts: Keys,
    many: int,
    clue_rows: Rows,
    upos: Integers,
    bounds: Integers,
    pairs: Integers,
    own: Integers,
    begin: int,
    end: int,
    least: int,
    sure: float,
    met: Integers,
    told: Integers,
    shares: Floats,
) -> int:
    """How many clues the parts of a word give; which, and their shares. `met` is all 0 before and after."""
    cells, clue_bounds, entries = clues.cells, clues.bounds, clues.entries
    size = 0
    for part in range(many):
        place = count_in(cells, parts[part]) - 1
        if place < 0:
            continue
        for at in range(clue_bounds[place], clue_bounds[place + 1]):
            clue, count, total = entries[at, 0], entries[at, 1], entries[at, 2]
            for mine in range(begin, end):
                if upos[own[mine] >> HALF] == clue_rows[clue, 0]:
                    total -= 1
                    value = value_of(bounds, pairs, own[mine] & LOW, clue_rows[clue, 1] >> HALF)
                    count -= max(value, 0) == clue_rows[clue, 1] & LOW
            if count >= least and count >= sure * total:
                share = count / total
                if met[clue] == 0:
                    told[size], shares[size] = clue, share
                    size += 1
                    met[clue] = size
                elif share > shares[met[clue] - 1]:
                    shares[met[clue] - 1] = share
    for at in range(size):
        met[told[at]] = 0
    return size


@leaf
def _with_value(pairs: Integers, size: int, pair: int, order: Integers) -> int:
    """How many features there are when one of them has this value: a new one stands where it is written."""
    name = pair >> HALF
    for at in range(size):
        if pairs[at] >> HALF == name:
            pairs[at] = pair
            return size
    at = size
    while at > 0 and order[pairs[at - 1] >> HALF] > order[name]:
        pairs[at] = pairs[at - 1]
        at -= 1
    pairs[at] = pair
    return size + 1


@leaf
def change_tags(
    cells: Cells,
    bounds: Integers,
    pairs: Integers,
    used: int,
    best: Integers,
    tried: int,
    told: Integers,
    shares: Floats,
    clues: int,
    clue_rows: Rows,
    upos: Integers,
    order: Integers,
    most: int,
    clue_weight: float,
    tags: Found,
    size: int,
    wanted: Integers,
    was: Floats,
    made: Integers,
) -> tuple[int, int]:
    """Adds the best tags with the values that clues tell, with each by itself and with all together: how many tags, and
    how many features, there are then."""
    slots, keys, weights = tags.slots, tags.keys, tags.weights
    for rank in range(tried):
        was[rank] = weights[best[rank]]
    for rank in range(tried):
        tag, many = keys[best[rank]], 0
        kind, feats = tag >> HALF, tag & LOW
        for at in range(clues):
            clue = told[at]
            if clue_rows[clue, 0] == upos[kind]:
                pair = clue_rows[clue, 1]
                if max(value_of(bounds, pairs, feats, pair >> HALF), 0) != pair & LOW:
                    wanted[many] = at
                    many += 1
        singles = min(many, most)
        for which in range(singles + (many > 1)):
            length = bounds[feats + 1] - bounds[feats]
            for at in range(length):
                made[at] = pairs[bounds[feats] + at]
            factor = clue_weight
            first, last = (which, which + 1) if which < singles else (0, many)
            for at in range(first, last):
                factor *= shares[wanted[at]]
                length = _with_value(made, length, clue_rows[told[wanted[at]], 1], order)
            left = NOTHING
            for at in range(length):
                if made[at] & LOW != 0:
                    made[left] = made[at]
                    left += 1
            other = _number_of(cells, bounds, pairs, used, made, left)
            used = max(used, other + 1)
            size = added(slots, keys, weights, size, (kind << HALF) + other, was[rank] * factor)
    return size, used


@leaf
def inherent_of(
    lexeme: int,
    kind: int,
    inherent_bounds: Integers,
    names: Rows,
    values: Rows,
    bounds: Integers,
    pairs: Integers,
    own: Integers,
    begin: int,
    end: int,
    made: Integers,
) -> int:
    """How many attributes a lexeme of this class has in itself, with their values; `own`, from `begin` to `end`, are
    tags that the word itself has put in."""
    size = 0
    for at in range(inherent_bounds[lexeme], inherent_bounds[lexeme + 1]):
        most, best = 0, -1
        for value in range(names[at, 0], names[at + 1, 0]):
            count = values[value, 1]
            for mine in range(begin, end):
                if own[mine] >> HALF == kind:
                    count -= value_of(bounds, pairs, own[mine] & LOW, names[at, 1]) == values[value, 0]
            if count > most:
                most, best = count, values[value, 0]
        if best >= 0:
            made[size] = (names[at, 1] << HALF) + best
            size += 1
    return size


@leaf
def with_fixed(
    cells: Cells,
    bounds: Integers,
    pairs: Integers,
    used: int,
    feats: int,
    fixed: Integers,
    fixed_size: int,
    made: Integers,
) -> int:
    """The number of the features with the fixed values, where they have the attributes."""
    begin, length = bounds[feats], bounds[feats + 1] - bounds[feats]
    for at in range(length):
        made[at] = pairs[begin + at]
        for other in range(fixed_size):
            if fixed[other] >> HALF == made[at] >> HALF:
                made[at] = fixed[other]
    return _number_of(cells, bounds, pairs, used, made, length)
