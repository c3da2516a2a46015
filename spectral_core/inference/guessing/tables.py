"""Compiled kernels for what guesses are made from: keys of letters, and counts by them. Nothing imports it at start.

A key of letters is made letter by letter: of a beginning from the left, of an ending from the right.
"""

from __future__ import annotations

import numpy as np

from spectral_core.inference.compiling import entry, inner, leaf
from spectral_core.inference.count_table import joined, slot_of
from spectral_core.inference.guessing.arrays import (
    NOTHING,
    floats_for,
    keys_for,
    numbers_for,
    pairs_for,
    slots_for,
)
from spectral_core.inference.guessing.model import Cells, Codes, Floats, Integers, Keys, Lists, Rows

START = np.uint64(0x9AE16A3B2F90404F)  # the key of no letters
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_NOTHING = np.uint64(0)


@leaf
def with_letter(key: np.uint64, code: np.uint64) -> np.uint64:
    """The key of letters with one more; 0, which stands for a free slot, is not made."""
    key = (key ^ code) * _FACTOR
    key ^= key >> _HALF
    return key if key != _NOTHING else _FACTOR


@leaf
def key_of(codes: Codes, begin: int, end: int) -> np.uint64:
    """The key of these letters from the left."""
    key = START
    for at in range(begin, end):
        key = with_letter(key, np.uint64(codes[at]))
    return key


@entry
def string_keys(codes: Codes, bounds: Integers, from_left: bool) -> Keys:
    """(strings,) the key of each."""
    made = keys_for(len(bounds) - 1)
    for string in range(len(made)):
        begin, end = bounds[string], bounds[string + 1]
        key = START
        for at in range(end - begin):
            key = with_letter(key, np.uint64(codes[begin + at if from_left else end - 1 - at]))
        made[string] = key
    return made


@leaf
def ending_keys(codes: Codes, begin: int, end: int, longest: int, found: Keys) -> int:
    """How many endings the word has, none of them included; their keys, the longest last, all digits alike."""
    size = min(longest, end - begin)
    key = found[0] = START
    for back in range(size):
        code = codes[end - 1 - back]
        if 49 <= code <= 57:
            code = np.uint32(48)
        key = found[back + 1] = with_letter(key, np.uint64(code))
    return size + 1


@entry
def table_of(keys: Keys) -> Cells:
    """The place of each key, counted from 1; of equal keys, the first."""
    cells = pairs_for(slots_for(len(keys)))
    for place in range(len(keys)):
        slot = slot_of(cells, keys[place])
        if cells[slot, 1] == 0:
            cells[slot, 0] = np.int64(keys[place])
            cells[slot, 1] = place + 1
    return cells


@leaf
def _worse(weights: Floats, first: int, second: int) -> bool:
    return bool(weights[first] < weights[second] or (weights[first] == weights[second] and first > second))


@leaf
def _sunk(weights: Floats, chosen: Integers, size: int, place: int) -> None:
    """Puts a place where the top of the heap was, whose top is the worst."""
    at = 0
    while True:
        below = 2 * at + 1
        if below >= size:
            break
        if below + 1 < size and _worse(weights, chosen[below + 1], chosen[below]):
            below += 1
        if _worse(weights, place, chosen[below]):
            break
        chosen[at] = chosen[below]
        at = below
    chosen[at] = place


@leaf
def best_of(weights: Floats, size: int, most: int, chosen: Integers) -> int:
    """How many places were chosen among the first `size`: those of the largest weights, the largest first; of equals,
    the first."""
    kept = NOTHING
    if most <= 0:
        return 0
    for place in range(size):
        if kept < most:
            at = kept
            kept += 1
            while at > 0:
                above = (at - 1) >> 1
                if not _worse(weights, place, chosen[above]):
                    break
                chosen[at] = chosen[above]
                at = above
            chosen[at] = place
        elif weights[place] > weights[chosen[0]]:
            _sunk(weights, chosen, kept, place)
    for end in range(kept - 1, 0, -1):
        last = chosen[end]
        chosen[end] = chosen[0]
        _sunk(weights, chosen, end, last)
    return kept


@inner
def _grouped(group: Integers, size: int, groups: int) -> tuple[Integers, Integers]:
    """Where the members of each group begin, and the members, each group's in their order."""
    bounds = numbers_for(groups + 1)
    for at in range(size):
        bounds[group[at] + 1] += 1
    for place in range(groups):
        bounds[place + 1] += bounds[place]
    free, members = numbers_for(groups), numbers_for(size)
    for place in range(groups):
        free[place] = bounds[place]
    for at in range(size):
        members[free[group[at]]] = at
        free[group[at]] += 1
    return bounds, members


@inner
def _listed(keys: Keys, items: Integers, weights: Integers, size: int, kept: int) -> Lists:
    """The most frequent items of each key; of those that are equally frequent, the ones that were met first."""
    cells = pairs_for(slots_for(size))
    pairs = pairs_for(slots_for(size))
    totals, group, item = (
        numbers_for(size),
        numbers_for(size),
        numbers_for(size),
    )
    counts, within = floats_for(size), floats_for(size)
    groups = entries = NOTHING
    for at in range(size):
        slot = slot_of(cells, keys[at])
        if cells[slot, 1] == 0:
            groups += 1
            cells[slot, 0], cells[slot, 1] = np.int64(keys[at]), groups
        place = cells[slot, 1] - 1
        totals[place] += weights[at]
        pair = joined(keys[at], np.uint64(items[at]))
        slot = slot_of(pairs, pair)
        if pairs[slot, 1] == 0:
            group[entries], item[entries] = place, items[at]
            entries += 1
            pairs[slot, 0], pairs[slot, 1] = np.int64(pair), entries
        counts[pairs[slot, 1] - 1] += weights[at]
    bounds, members = _grouped(group, entries, groups)
    chosen = numbers_for(entries)
    places, made = pairs_for(groups + 1), pairs_for(entries)
    row = 0
    for place in range(groups):
        places[place, 1] = totals[place]
        begin, many = bounds[place], bounds[place + 1] - bounds[place]
        for at in range(many):
            within[at] = counts[members[begin + at]]
        for at in range(best_of(within, many, kept, chosen)):
            member = members[begin + chosen[at]]
            made[row, 0], made[row, 1] = item[member], np.int64(counts[member])
            row += 1
        places[place + 1, 0] = row
    return Lists(cells, places, made[:row])


@entry
def by_endings(
    codes: Codes, bounds: Integers, item_bounds: Integers, items: Integers, longest: int, kept: int
) -> Lists:
    """The most frequent items of words by their endings."""
    room = len(items) * (longest + 1)
    keys, listed_items, weights = keys_for(room), numbers_for(room), numbers_for(room)
    endings = keys_for(longest + 1)
    size = NOTHING
    for word in range(len(bounds) - 1):
        for ending in range(ending_keys(codes, bounds[word], bounds[word + 1], longest, endings)):
            for at in range(item_bounds[word], item_bounds[word + 1]):
                keys[size], listed_items[size], weights[size] = endings[ending], items[at], 1
                size += 1
    return _listed(keys, listed_items, weights, size, kept)


@entry
def by_beginnings(
    codes: Codes,
    bounds: Integers,
    lexeme_bounds: Integers,
    lexemes: Rows,
    lemma_codes: Codes,
    lemma_bounds: Integers,
    lemma_of: Integers,
    shortest: int,
    kept: int,
) -> Lists:
    """The most frequent lexemes by what words begin with, and, at half the weight, by what their lemmas begin with.

    `lexemes` are (, 2): a lexeme of the word, and with how many letters word and lemma begin alike.
    """
    room = NOTHING
    for word in range(len(bounds) - 1):
        for at in range(lexeme_bounds[word], lexeme_bounds[word + 1]):
            lemma = lemma_of[lexemes[at, 0]]
            room += bounds[word + 1] - bounds[word] + lemma_bounds[lemma + 1] - lemma_bounds[lemma]
    keys, items = keys_for(room), numbers_for(room)
    weights = numbers_for(room)
    size = NOTHING
    for word in range(len(bounds) - 1):
        for at in range(lexeme_bounds[word], lexeme_bounds[word + 1]):
            lexeme, common = lexemes[at, 0], lexemes[at, 1]
            lemma = lemma_of[lexeme]
            key = START
            for letter in range(bounds[word + 1] - bounds[word]):
                key = with_letter(key, np.uint64(codes[bounds[word] + letter]))
                if letter + 1 >= max(common, shortest):
                    keys[size], items[size], weights[size] = key, lexeme, 2
                    size += 1
            key = START
            for letter in range(lemma_bounds[lemma + 1] - lemma_bounds[lemma]):
                key = with_letter(key, np.uint64(lemma_codes[lemma_bounds[lemma] + letter]))
                if letter + 1 >= max(common + 1, shortest):
                    keys[size], items[size], weights[size] = key, lexeme, 1
                    size += 1
    return _listed(keys, items, weights, size, kept)


@leaf
def part_keys(codes: Codes, begin: int, end: int, span: int, sizes: Integers, found: Keys) -> int:
    """How many parts of a word can be clues; their keys, the shortest first, then from the left."""
    begin = max(begin, end - span)
    many = NOTHING
    if end - begin > sizes[0]:
        for size in sizes:
            for at in range(begin + 1, end - size + 1):
                found[many] = key_of(codes, at, at + size)
                many += 1
    return many


@leaf
def _each_once(keys: Keys, size: int) -> int:
    """How many different keys there are; they come first."""
    many = 0
    for at in range(size):
        met = False
        for before in range(many):
            if keys[before] == keys[at]:
                met = True
                break
        if not met:
            keys[many] = keys[at]
            many += 1
    return many


@entry
def parts_of(codes: Codes, bounds: Integers, span: int, sizes: Integers) -> tuple[Keys, Integers]:
    """The keys of the parts of each word that can be clues, each once, and where those of each word begin."""
    words, room = len(bounds) - 1, len(sizes) * span
    found, starts, parts = keys_for(words * room), numbers_for(words + 1), keys_for(room)
    size = NOTHING
    for word in range(words):
        many = part_keys(codes, bounds[word], bounds[word + 1], span, sizes, parts)
        for at in range(_each_once(parts, many)):
            found[size] = parts[at]
            size += 1
        starts[word + 1] = size
    return found[:size], starts
