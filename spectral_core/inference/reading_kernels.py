"""Compiled kernels of the context ranker: counts, cells, and their statistics. A cell is a value of an element that
some candidates of a word have; elements in which all of them agree have no cells, as they cancel."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Codes, Flags, Floats, Integers, Keys, Places, Singles
from spectral_core.inference.compiling import entry
from spectral_core.inference.count_table import change, count_in, joined

Cells = Integers
BASE = np.uint64(0x8EBC6AF09C88C6E3)  # the context of every word
SHRINK = 1.0  # how many words like any a context is taken to have been seen with besides
LEAST = 0.1  # what a value that was never seen counts


class CandidateCells(NamedTuple):
    """The cells of words, and their statistics end to end: from a cell's offset, those kept for its element, rising."""

    first: Integers  # (words + 1,)
    element: Places  # (cells,)
    key: Keys  # (cells,) of the value
    of_row: Places  # (rows, elements) which of its word's cells a candidate has, counted from 1; 0 is none
    offsets: Integers  # (cells + 1,)
    rarity: Floats  # (cells,)
    values: Singles


@entry
def cells_of(first_row: Integers, keys: Keys, wanted: Flags) -> tuple[Integers, Places, Keys, Places]:
    """Where each word's cells begin, their elements and keys, and (rows, elements) which of its word's cells each has.
    These count from 1, and 0 is none. Elements that are not wanted have no cells."""
    rows, elements = keys.shape
    words = len(first_row) - 1
    row_cell = np.zeros((rows, elements), dtype=np.int32)
    first = np.zeros(words + 1, dtype=np.int64)
    owner = np.empty(rows * elements, dtype=np.int32)
    value = np.empty(rows * elements, dtype=np.uint64)
    size = 0
    for word in range(words):
        begin, end = first_row[word], first_row[word + 1]
        base = size - 1
        for element in range(elements):
            if not wanted[element]:
                continue
            differ = False
            for row in range(begin + 1, end):
                if keys[row, element] != keys[begin, element]:
                    differ = True
                    break
            if not differ:
                continue
            low = size
            for row in range(begin, end):
                key = keys[row, element]
                at = low
                while at < size and value[at] != key:
                    at += 1
                if at == size:
                    owner[at], value[at] = element, key
                    size += 1
                row_cell[row, element] = at - base
        first[word + 1] = size
    return first, owner[:size].copy(), value[:size].copy(), row_cell


@entry
def count(table: Cells, contexts: Keys, gold: Keys, kept: Flags, words: Integers, times: int) -> int:
    """Counts the gold values of these words in their contexts; the slots taken. `kept` is (statistics, elements)."""
    taken = 0
    statistics, elements = kept.shape
    for word in words:
        if gold[word, 0] == 0:
            continue
        for statistic in range(statistics):
            context = contexts[word, statistic]
            if context == 0:
                continue
            wanted = False
            for element in range(elements):
                if kept[statistic, element]:
                    wanted = True
                    taken += change(table, joined(context, gold[word, element]), times)
            if wanted:
                taken += change(table, context, times)
    return taken


@entry
def weigh_values(table: Cells, words: Integers, columns: Places, cells: CandidateCells) -> None:
    """Fills in how rare each cell's value is among all words, 1 / p(v), and statistic 0, log p(v)."""
    first_cell, cell_element, cell_key, offsets = cells.first, cells.element, cells.key, cells.offsets
    rarity, values = cells.rarity, cells.values
    total = count_in(table, BASE)
    for place in range(len(words)):
        for cell in range(first_cell[words[place]], first_cell[words[place] + 1]):
            seen = count_in(table, joined(BASE, cell_key[cell]))
            rarity[cell] = (total + 1.0) / (seen + LEAST)
            column = columns[0, cell_element[cell]]
            if column >= 0:
                values[offsets[cell] + column] = -np.log(rarity[cell])


@entry
def count_values(table: Cells, gold: Keys, words: Integers, times: int) -> int:
    """Counts the gold values of these words by themselves; the slots taken."""
    taken = 0
    for word in words:
        if gold[word, 0] != 0:
            taken += change(table, BASE, times)
            for element in range(gold.shape[1]):
                taken += change(table, joined(BASE, gold[word, element]), times)
    return taken


@entry
def statistics(
    table: Cells, contexts: Keys, begin: int, columns: Places, words: Integers, cells: CandidateCells
) -> None:
    """Fills in log((n(v, c) / p(v) + a) / (n(c) + a)) for the cells of these words, 0 where the context is new.
    `contexts` are those of statistics `begin`, `begin` + 1 ...; `columns` is (statistics, elements), the place of a
    statistic among those kept for an element, or -1."""
    first_cell, cell_element, cell_key, offsets = cells.first, cells.element, cells.key, cells.offsets
    rarity, values = cells.rarity, cells.values
    elements = columns.shape[1]
    sizes = np.zeros(contexts.shape[1], dtype=np.int64)
    listed = np.empty((contexts.shape[1], elements), dtype=np.int64)  # elements of which a statistic is kept
    for at in range(contexts.shape[1]):
        for element in range(elements):
            if columns[begin + at, element] >= 0:
                listed[at, sizes[at]] = element
                sizes[at] += 1
    starts, stops = np.zeros(elements, dtype=np.int64), np.zeros(elements, dtype=np.int64)
    for word in words:
        low, high = first_cell[word], first_cell[word + 1]
        if low == high:
            continue
        for element in range(elements):
            starts[element] = stops[element] = 0
        for cell in range(low, high):
            element = cell_element[cell]
            if stops[element] == 0:
                starts[element] = cell
            stops[element] = cell + 1
        for at in range(contexts.shape[1]):
            if sizes[at] == 0:
                continue
            context = contexts[word, at]
            seen = count_in(table, context) if context != 0 else 0
            never = -np.log(seen + SHRINK) + np.log(SHRINK)
            for place_of in range(sizes[at]):
                element = listed[at, place_of]
                column = columns[begin + at, element]
                for cell in range(starts[element], stops[element]):
                    if seen <= 0:
                        values[offsets[cell] + column] = 0.0
                        continue
                    joint = count_in(table, joined(context, cell_key[cell]))
                    if joint == 0:
                        values[offsets[cell] + column] = never
                    else:
                        share = joint * rarity[cell]
                        values[offsets[cell] + column] = np.log((share + SHRINK) / (seen + SHRINK))


@entry
def string_keys(codes: Codes, bounds: Integers) -> Keys:
    """(strings,) a key of the letters of each; never 0."""
    made = np.empty(len(bounds) - 1, dtype=np.uint64)
    for string in range(len(made)):
        key = np.uint64(bounds[string + 1] - bounds[string] + 1)
        for at in range(bounds[string], bounds[string + 1]):
            key = joined(key, np.uint64(codes[at]))
        made[string] = key
    return made


@entry
def scripts(
    first_codes: Codes, first_bounds: Integers, second_codes: Codes, second_bounds: Integers, first: Places,
    second: Places,
) -> Keys:  # fmt: skip
    """(pairs,) a key of what is cut and added at either end to make the second string of a pair out of the first."""
    made = np.empty(len(first), dtype=np.uint64)
    longest = 0
    for at in range(len(second_bounds) - 1):
        longest = max(longest, second_bounds[at + 1] - second_bounds[at])
    above, here = np.zeros(longest + 1, dtype=np.int64), np.zeros(longest + 1, dtype=np.int64)
    for pair in range(len(first)):
        one = first_codes[first_bounds[first[pair]] : first_bounds[first[pair] + 1]]
        other = second_codes[second_bounds[second[pair]] : second_bounds[second[pair] + 1]]
        above[: len(other) + 1] = 0
        best, begin, of = 0, 0, 0
        for row in range(len(one)):
            for column in range(len(other)):
                size = above[column] + 1 if one[row] == other[column] else 0
                here[column + 1] = size
                if size > best:
                    best, begin, of = size, row + 1 - size, column + 1 - size
            above, here = here, above
            above[0] = 0
        if best == 0:
            begin, of = 0, 0
        key = joined(np.uint64(begin + 1), np.uint64(len(one) - begin - best + 1 if best else 0))
        for at in range(of):
            key = joined(key, np.uint64(other[at]))
        key = joined(key, np.uint64(1))
        for at in range(of + best, len(other)):
            key = joined(key, np.uint64(other[at]))
        made[pair] = key
    return made
