"""Compiled kernels for what is found for one word: things with weights, in the order in which they were first met.
Equal weights leave that order. Nothing imports this module at start."""

import numpy as np

from spectral_core.arrays import Integers, Keys
from spectral_core.inference.compiling import leaf
from spectral_core.inference.count_table import get_count
from spectral_core.inference.guessing.arrays import NOTHING, ONE
from spectral_core.inference.guessing.limits import LEAST_WEIGHT, LEVELS, LEXEMES_TRIED, SHORTEST, SMOOTHING, STEP
from spectral_core.inference.guessing.model import Lists, Rows, Strings, Types
from spectral_core.inference.guessing.rooms import StemRoom, Weighed
from spectral_core.inference.guessing.tables import START, with_letter

RULES, TAGS, LEXEMES, LEMMAS = NOTHING, ONE, ONE + ONE, ONE + ONE + ONE  # columns of the bounds of types
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_TOP = np.uint64(40)


@leaf
def own_part(types: Types, own: int, column: int) -> tuple[int, int]:
    """Where what the word itself has put in begins and ends; nothing for a new word, which is -1."""
    if own < 0:
        return NOTHING, NOTHING
    return types.bounds[own, column], types.bounds[own + 1, column]


@leaf
def emptied(weighed: Weighed) -> None:
    slots = weighed.slots
    for at in range(len(slots)):
        slots[at] = 0
    weighed.size[0] = 0


@leaf
def place_of(weighed: Weighed, size: int, key: int) -> int:
    """Where a key stands among the first `size`; one that was not there stands behind them now, with no weight. The
    caller keeps the number, which is of use while a loop runs, and writes it down."""
    slots, keys = weighed.slots, weighed.keys
    mask = len(slots) - 1
    at = np.int64((np.uint64(np.int64(key)) * _FACTOR) >> _TOP) & mask
    while slots[at] != 0:
        place = int(slots[at]) - 1
        if keys[place] == key:
            return place
        at = (at + 1) & mask
    slots[at] = size + 1
    keys[size], weighed.weights[size] = key, 0.0
    return size


@leaf
def weigh_by_endings(
    lists: Lists, endings: Keys, many: int, own: Integers, begin: int, end: int, enough: int, weighed: Weighed
) -> None:
    """Finds the things that the endings of a word have, those of the longest first; `own`, from `begin` to `end`, are
    what the word itself has put in."""
    cells, places, entries = lists.cells, lists.places, lists.entries
    weights, size, weight = weighed.weights, weighed.size[0], 1.0
    for ending in range(many - 1, -1, -1):
        place = get_count(cells, endings[ending]) - 1
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
        held = SMOOTHING * min(different, total)
        share = weight / (total + held)
        for at in range(low, high):
            thing, count = entries[at, 0], entries[at, 1]
            for mine in range(begin, end):
                count -= own[mine] == thing
            if count > 0:
                at_place = place_of(weighed, size, thing)
                size = max(size, at_place + 1)
                weights[at_place] += share * count
        weight = held * share
        if size > enough or weight < LEAST_WEIGHT:
            break
    weighed.size[0] = size


@leaf
def known_stems(stems: Lists, small: Strings, word: int, own: Rows, first: int, last: int, room: StemRoom) -> int:
    """How many lexemes have been seen with the beginning of a word, the longest first; `own`, from `first` to `last`,
    are those of the word itself."""
    cells, places, entries = stems.cells, stems.places, stems.entries
    begin, end = small.bounds[word], small.bounds[word + 1]
    room.prefix[0] = START
    for at in range(end - begin):
        room.prefix[at + 1] = with_letter(room.prefix[at], np.uint64(small.codes[begin + at]))
    size = levels = NOTHING
    weight = 1.0
    for length in range(end - begin, SHORTEST - 1, -1):
        place = get_count(cells, room.prefix[length]) - 1
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
            if room.met[lexeme] == 0:
                room.met[lexeme] = 1
                room.lexemes[size], room.weights[size] = lexeme, weight * left / total
                size += 1
            tried += 1
            if tried == LEXEMES_TRIED:
                break
        weight *= STEP
        levels += 1
        if levels == LEVELS:
            break
    for at in range(size):
        room.met[room.lexemes[at]] = 0
    return int(size)
