"""Compiled kernels for features of words that are guessed: lists of attributes with their values, by number. Those that
are made for a word get new numbers, for which the caller sees to it that there is room."""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.inference.compiling import leaf
from spectral_core.inference.count_table import find_slot, get_count
from spectral_core.inference.guessing.arrays import NOTHING
from spectral_core.inference.guessing.limits import CLUE_LEAST, CLUE_MOST, CLUE_SURE, CLUE_WEIGHT
from spectral_core.inference.guessing.model import HALF, LOW, Clues, Lexemes
from spectral_core.inference.guessing.rooms import ClueRoom, FeatureRoom, Weighed
from spectral_core.inference.guessing.tables import START, with_letter
from spectral_core.inference.guessing.weighed import place_of


@leaf
def _value_of(room: FeatureRoom, feats: int, name: int) -> int:
    """The value of an attribute, or -1."""
    for at in range(room.bounds[feats], room.bounds[feats + 1]):
        if room.pairs[at] >> HALF == name:
            return int(room.pairs[at] & LOW)
    return -1


@leaf
def _number_of(room: FeatureRoom, length: int) -> int:
    """The number of the list that was made, a new one where there was none like it."""
    made, pairs = room.made, room.pairs
    key = START
    for at in range(length):
        key = with_letter(with_letter(key, np.uint64(made[at] >> HALF)), np.uint64(made[at] & LOW))
    slot = find_slot(room.cells, key)
    if room.cells[slot, 1] == 0:
        size = room.size[0]
        room.size[0] = size + 1
        room.cells[slot, 0], room.cells[slot, 1] = np.int64(key), size + 1
        begin = room.bounds[size]
        for at in range(length):
            pairs[begin + at] = made[at]
        room.bounds[size + 1] = begin + length
    return int(room.cells[slot, 1] - 1)


@leaf
def told_by(
    clues: Clues, many: int, upos: Integers, features: FeatureRoom, own: Integers, begin: int, end: int, room: ClueRoom
) -> int:
    """How many clues so many parts of a word give; `own`, from `begin` to `end`, are the tags of the word itself."""
    size = 0
    for part in range(many):
        place = get_count(clues.cells, room.parts[part]) - 1
        if place < 0:
            continue
        for at in range(clues.bounds[place], clues.bounds[place + 1]):
            clue, count, total = clues.entries[at, 0], clues.entries[at, 1], clues.entries[at, 2]
            for mine in range(begin, end):
                if upos[own[mine] >> HALF] == clues.rows[clue, 0]:
                    total -= 1
                    value = _value_of(features, own[mine] & LOW, clues.rows[clue, 1] >> HALF)
                    count -= max(value, 0) == clues.rows[clue, 1] & LOW
            if count >= CLUE_LEAST and count >= CLUE_SURE * total:
                share = count / total
                if room.met[clue] == 0:
                    room.told[size], room.shares[size] = clue, share
                    size += 1
                    room.met[clue] = size
                elif share > room.shares[room.met[clue] - 1]:
                    room.shares[room.met[clue] - 1] = share
    for at in range(size):
        room.met[room.told[at]] = 0
    return size


@leaf
def _with_value(room: FeatureRoom, length: int, pair: int) -> int:
    """How many attributes the list being made has when one of them has this value, in its place."""
    made, order, name = room.made, room.order, pair >> HALF
    for at in range(length):
        if made[at] >> HALF == name:
            made[at] = pair
            return length
    at = length
    while at > 0 and order[made[at - 1] >> HALF] > order[name]:
        made[at] = made[at - 1]
        at -= 1
    made[at] = pair
    return length + 1


@leaf
def _copied(room: FeatureRoom, feats: int) -> int:
    """How many attributes the list has that is being made when it is the same as one that is known."""
    begin, length = room.bounds[feats], room.bounds[feats + 1] - room.bounds[feats]
    for at in range(length):
        room.made[at] = room.pairs[begin + at]
    return int(length)


@leaf
def change_tags(
    best: Integers, tried: int, told: int, clues: Clues, upos: Integers, features: FeatureRoom, room: ClueRoom,
    tags: Weighed,
) -> None:  # fmt: skip
    """Adds the best tags with the values that clues tell, with each by itself and with all together."""
    made, size = features.made, tags.size[0]
    for rank in range(tried):
        room.was[rank] = tags.weights[best[rank]]
    for rank in range(tried):
        tag, many = tags.keys[best[rank]], 0
        kind, feats = tag >> HALF, tag & LOW
        for at in range(told):
            clue = room.told[at]
            if clues.rows[clue, 0] == upos[kind]:
                pair = clues.rows[clue, 1]
                if max(_value_of(features, feats, pair >> HALF), 0) != pair & LOW:
                    room.wanted[many] = at
                    many += 1
        singles = min(many, CLUE_MOST)
        for which in range(singles + (many > 1)):
            length = _copied(features, feats)
            factor = CLUE_WEIGHT
            first, last = (which, which + 1) if which < singles else (0, many)
            for at in range(first, last):
                factor *= room.shares[room.wanted[at]]
                length = _with_value(features, length, clues.rows[room.told[room.wanted[at]], 1])
            left = NOTHING
            for at in range(length):
                if made[at] & LOW != 0:
                    made[left] = made[at]
                    left += 1
            place = place_of(tags, size, (kind << HALF) + _number_of(features, left))
            size = max(size, place + 1)
            tags.weights[place] += room.was[rank] * factor
    tags.size[0] = size


@leaf
def fixed_by(lexemes: Lexemes, lexeme: int, own: Integers, begin: int, end: int, room: FeatureRoom) -> int:
    """How many attributes a lexeme has in itself, with their values; `own`, from `begin` to `end`, are tags that the
    word itself has put in."""
    kind, size = lexemes.rows[lexeme, 2], 0
    for at in range(lexemes.bounds[lexeme], lexemes.bounds[lexeme + 1]):
        most, best, name = 0, -1, lexemes.names[at, 1]
        for row in range(lexemes.names[at, 0], lexemes.names[at + 1, 0]):
            count = lexemes.values[row, 1]
            for mine in range(begin, end):
                if own[mine] >> HALF == kind:
                    count -= _value_of(room, own[mine] & LOW, name) == lexemes.values[row, 0]
            if count > most:
                most, best = count, lexemes.values[row, 0]
        if best >= 0:
            room.fixed[size] = (name << HALF) + best
            size += 1
    return size


@leaf
def are_fixed(room: FeatureRoom, feats: int, fixed: int) -> bool:
    """Whether the features have all of so many fixed values whose attributes they have."""
    for at in range(room.bounds[feats], room.bounds[feats + 1]):
        pair = room.pairs[at]
        for other in range(fixed):
            if room.fixed[other] >> HALF == pair >> HALF and room.fixed[other] != pair:
                return False
    return True


@leaf
def with_fixed(room: FeatureRoom, feats: int, fixed: int) -> int:
    """The number of the features with so many fixed values in the place of their own."""
    length = _copied(room, feats)
    for at in range(length):
        for other in range(fixed):
            if room.fixed[other] >> HALF == room.made[at] >> HALF:
                room.made[at] = room.fixed[other]
    return _number_of(room, length)
