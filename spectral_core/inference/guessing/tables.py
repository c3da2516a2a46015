"""Compiled kernels for what guesses are made from: keys of letters, and counts by them. Nothing imports it at start. A
key of letters is made letter by letter: of a beginning from the left, of an ending from the right."""

import numpy as np

from spectral_core.arrays import Codes, Floats, Integers, Keys
from spectral_core.inference.compiling import entry, inner, leaf
from spectral_core.inference.count_table import add_count, find_slot, join_keys
from spectral_core.inference.guessing import arrays
from spectral_core.inference.guessing.limits import LEXEMES_KEPT, LONGEST, PART_SPAN, SHORTEST
from spectral_core.inference.guessing.model import Cells, Lists, Rows, Strings

START = np.uint64(0x9AE16A3B2F90404F)  # the key of no letters
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_ZERO = np.uint64(0)
_TWICE = arrays.ONE + arrays.ONE


@leaf
def with_letter(key: np.uint64, code: np.uint64) -> np.uint64:
    """The key of letters with one more; 0, which stands for a free slot, is not made."""
    key = (key ^ code) * _FACTOR
    key ^= key >> _HALF
    return key if key != _ZERO else _FACTOR


@leaf
def key_of(codes: Codes, begin: int, end: int) -> np.uint64:
    """The key of these letters from the left."""
    key = START
    for at in range(begin, end):
        key = with_letter(key, np.uint64(codes[at]))
    return key


@entry
def string_keys(strings: Strings, from_left: bool) -> Keys:
    codes, bounds = strings.codes, strings.bounds
    keys = arrays.keys_for(len(bounds) - 1)
    for string in range(len(keys)):
        begin, end = bounds[string], bounds[string + 1]
        key = START
        for at in range(end - begin):
            key = with_letter(key, np.uint64(codes[begin + at if from_left else end - 1 - at]))
        keys[string] = key
    return keys


@leaf
def ending_keys(small: Strings, word: int, endings: Keys) -> int:
    """How many endings the word has, none of them included; their keys, the longest last, all digits alike."""
    end = small.bounds[word + 1]
    size = min(LONGEST, end - small.bounds[word])
    key = endings[0] = START
    for back in range(size):
        code = small.codes[end - 1 - back]
        if 49 <= code <= 57:
            code = np.uint32(48)
        key = endings[back + 1] = with_letter(key, np.uint64(code))
    return int(size + 1)


@entry
def table_of(keys: Keys) -> Cells:
    """The place of each key, counted from 1; of equal keys, the first."""
    cells = arrays.pairs_for(arrays.slots_for(len(keys)))
    for place in range(len(keys)):
        slot = find_slot(cells, keys[place])
        if cells[slot, 1] == 0:
            cells[slot, 0] = np.int64(keys[place])
            cells[slot, 1] = place + 1
    return cells


@entry
def counts_of(keys: Keys, times: Integers) -> Cells:
    """How often each key was counted, the sum where one comes repeatedly."""
    cells = arrays.pairs_for(arrays.slots_for(len(keys)))
    for place in range(len(keys)):
        add_count(cells, keys[place], times[place])
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
    """How many places were chosen among the first `size`: the largest weights first, of equals the first."""
    kept = arrays.NOTHING
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
    bounds = arrays.numbers_for(groups + 1)
    for at in range(size):
        bounds[group[at] + 1] += 1
    for place in range(groups):
        bounds[place + 1] += bounds[place]
    free, members = arrays.numbers_for(groups), arrays.numbers_for(size)
    for place in range(groups):
        free[place] = bounds[place]
    for at in range(size):
        members[free[group[at]]] = at
        free[group[at]] += 1
    return bounds, members


@inner
def _listed(keys: Keys, things: Integers, weights: Integers, size: int, kept: int) -> Lists:
    """The most frequent things of each key; of those that are equally frequent, the ones that were met first."""
    cells = arrays.pairs_for(arrays.slots_for(size))
    pairs = arrays.pairs_for(arrays.slots_for(size))
    totals, group, thing = arrays.numbers_for(size), arrays.numbers_for(size), arrays.numbers_for(size)
    counts, within = arrays.floats_for(size), arrays.floats_for(size)
    groups = entries = arrays.NOTHING
    for at in range(size):
        slot = find_slot(cells, keys[at])
        if cells[slot, 1] == 0:
            groups += 1
            cells[slot, 0], cells[slot, 1] = np.int64(keys[at]), groups
        place = cells[slot, 1] - 1
        totals[place] += weights[at]
        pair = join_keys(keys[at], np.uint64(things[at]))
        slot = find_slot(pairs, pair)
        if pairs[slot, 1] == 0:
            group[entries], thing[entries] = place, things[at]
            entries += 1
            pairs[slot, 0], pairs[slot, 1] = np.int64(pair), entries
        counts[pairs[slot, 1] - 1] += weights[at]
    bounds, members = _grouped(group, entries, groups)
    chosen = arrays.numbers_for(entries)
    places, rows = arrays.pairs_for(groups + 1), arrays.pairs_for(entries)
    row = 0
    for place in range(groups):
        places[place, 1] = totals[place]
        begin, many = bounds[place], bounds[place + 1] - bounds[place]
        for at in range(many):
            within[at] = counts[members[begin + at]]
        for at in range(best_of(within, many, kept, chosen)):
            member = members[begin + chosen[at]]
            rows[row, 0], rows[row, 1] = thing[member], np.int64(counts[member])
            row += 1
        places[place + 1, 0] = row
    return Lists(cells, places, rows[:row])


@entry
def by_endings(small: Strings, thing_bounds: Integers, things: Integers, kept: int) -> Lists:
    """The most frequent things of words by their endings."""
    room = len(things) * (LONGEST + 1)
    keys, listed, weights = arrays.keys_for(room), arrays.numbers_for(room), arrays.numbers_for(room)
    endings = arrays.keys_for(LONGEST + 1)
    size = arrays.NOTHING
    for word in range(len(thing_bounds) - 1):
        for ending in range(ending_keys(small, word, endings)):
            for at in range(thing_bounds[word], thing_bounds[word + 1]):
                keys[size], listed[size], weights[size] = endings[ending], things[at], 1
                size += 1
    return _listed(keys, listed, weights, size, kept)


@leaf
def _add_beginnings(
    strings: Strings, which: int, shortest: int, thing: int, weight: int, entries: tuple[Keys, Integers, Integers],
    size: int,
) -> int:  # fmt: skip
    """How many entries there are with this thing under all that a string begins with; keys, things and weights."""
    keys, things, weights = entries
    begin, key = strings.bounds[which], START
    for letter in range(strings.bounds[which + 1] - begin):
        key = with_letter(key, np.uint64(strings.codes[begin + letter]))
        if letter + 1 >= shortest:
            keys[size], things[size], weights[size] = key, thing, weight
            size += 1
    return size


@entry
def by_beginnings(small: Strings, lexeme_bounds: Integers, lexemes: Rows, lemmas: Strings, lemma_of: Integers) -> Lists:
    """The most frequent lexemes by what words begin with, and, at half the weight, by what their lemmas begin with.
    `lexemes` are (, 2): a lexeme of the word, and with how many letters word and lemma begin alike."""
    room = arrays.NOTHING
    for word in range(len(lexeme_bounds) - 1):
        for at in range(lexeme_bounds[word], lexeme_bounds[word + 1]):
            lemma = lemma_of[lexemes[at, 0]]
            room += small.bounds[word + 1] - small.bounds[word] + lemmas.bounds[lemma + 1] - lemmas.bounds[lemma]
    entries = (arrays.keys_for(room), arrays.numbers_for(room), arrays.numbers_for(room))
    size = arrays.NOTHING
    for word in range(len(lexeme_bounds) - 1):
        for at in range(lexeme_bounds[word], lexeme_bounds[word + 1]):
            lexeme, common = lexemes[at, 0], lexemes[at, 1]
            size = _add_beginnings(small, word, max(common, SHORTEST), lexeme, _TWICE, entries, size)
            size = _add_beginnings(
                lemmas, lemma_of[lexeme], max(common + 1, SHORTEST), lexeme, arrays.ONE, entries, size
            )
    return _listed(*entries, size, LEXEMES_KEPT)


@leaf
def part_keys(small: Strings, word: int, sizes: Integers, parts: Keys) -> int:
    """How many parts of a word can be clues; their keys, the shortest first, then from the left."""
    end = small.bounds[word + 1]
    begin = max(small.bounds[word], end - PART_SPAN)
    many = arrays.NOTHING
    if end - begin > sizes[0]:
        for size in sizes:
            for at in range(begin + 1, end - size + 1):
                parts[many] = key_of(small.codes, at, at + size)
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
def parts_of(small: Strings, sizes: Integers) -> tuple[Keys, Integers]:
    """The keys of the parts of each word that can be clues, each once, and where those of each word begin."""
    words, room = len(small.bounds) - 1, len(sizes) * PART_SPAN
    different, bounds, parts = arrays.keys_for(words * room), arrays.numbers_for(words + 1), arrays.keys_for(room)
    size = arrays.NOTHING
    for word in range(words):
        many = part_keys(small, word, sizes, parts)
        for at in range(_each_once(parts, many)):
            different[size] = parts[at]
            size += 1
        bounds[word + 1] = size
    return different[:size], bounds
