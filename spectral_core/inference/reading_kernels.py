"""Compiled kernels of the context ranker: counts, cells, and their statistics. A cell is a value of an element that
some candidates of a word have; elements in which all candidates agree have no cells, as they cancel."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import CodePoints, Flags, Floats, Indexes, Integers, Keys, Singles
from spectral_core.inference.compiling import entry
from spectral_core.inference.count_table import add_count, get_count, join_keys

Slots = Integers
BASE_CONTEXT = np.uint64(0x8EBC6AF09C88C6E3)  # the context of every word
PRIOR_COUNT = 1.0  # pseudo-count of words of a context that are distributed like all words
UNSEEN_COUNT = 0.1  # the count of a value that was never seen


class CandidateCells(NamedTuple):
    """The cells of words, and their statistics end to end: from a cell's offset, those selected for its element, in
    rising order."""

    first: Integers  # (words + 1,)
    element: Indexes  # (cells,)
    key: Keys  # (cells,) of the value
    row_cell: Indexes  # (rows, elements) which of its word's cells a candidate has, counted from 1; 0 is none
    offsets: Integers  # (cells + 1,)
    rarity: Floats  # (cells,)
    values: Singles


@entry
def find_cells(first_row: Integers, keys: Keys, included: Flags) -> tuple[Integers, Indexes, Keys, Indexes]:
    """Return where each word's cells begin, their elements and keys, and (rows, elements) which of its word's cells
    each row has, counted from 1; 0 is none. Elements that are not included have no cells."""
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
            if not included[element]:
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
                cell = low
                while cell < size and value[cell] != key:
                    cell += 1
                if cell == size:
                    owner[cell], value[cell] = element, key
                    size += 1
                row_cell[row, element] = cell - base
        first[word + 1] = size
    return first, owner[:size].copy(), value[:size].copy(), row_cell


@entry
def count_gold_in_contexts(
    table: Slots, contexts: Keys, gold: Keys, counted: Flags, words: Integers, times: int
) -> int:
    """Count the gold values of these words in their contexts, `times` each; return how many slots were filled.
    `counted` is (statistics, elements)."""
    filled = 0
    statistics, elements = counted.shape
    for word in words:
        if gold[word, 0] == 0:
            continue
        for statistic in range(statistics):
            context = contexts[word, statistic]
            if context == 0:
                continue
            counts_context = False
            for element in range(elements):
                if counted[statistic, element]:
                    counts_context = True
                    filled += add_count(table, join_keys(context, gold[word, element]), times)
            if counts_context:
                filled += add_count(table, context, times)
    return filled


@entry
def weigh_values(table: Slots, words: Integers, columns: Indexes, cells: CandidateCells) -> None:
    """Fill in the rarity of each cell's value among all words, 1 / p(v), and statistic 0, log p(v)."""
    first_cell, cell_element, cell_key, offsets = cells.first, cells.element, cells.key, cells.offsets
    rarity, values = cells.rarity, cells.values
    total = get_count(table, BASE_CONTEXT)
    for index in range(len(words)):
        for cell in range(first_cell[words[index]], first_cell[words[index] + 1]):
            occurrences = get_count(table, join_keys(BASE_CONTEXT, cell_key[cell]))
            rarity[cell] = (total + 1.0) / (occurrences + UNSEEN_COUNT)
            column = columns[0, cell_element[cell]]
            if column >= 0:
                values[offsets[cell] + column] = -np.log(rarity[cell])


@entry
def count_gold(table: Slots, gold: Keys, words: Integers, times: int) -> int:
    """Count the gold values of these words by themselves, `times` each; return how many slots were filled."""
    filled = 0
    for word in words:
        if gold[word, 0] != 0:
            filled += add_count(table, BASE_CONTEXT, times)
            for element in range(gold.shape[1]):
                filled += add_count(table, join_keys(BASE_CONTEXT, gold[word, element]), times)
    return filled


@entry
def fill_statistics(
    table: Slots, contexts: Keys, begin: int, columns: Indexes, words: Integers, cells: CandidateCells
) -> None:
    """Fill in log((n(v, c) / p(v) + a) / (n(c) + a)) for the cells of these words, 0 where the context is new.
    `contexts` are those of statistics `begin`, `begin` + 1 ...; `columns` is (statistics, elements), the column of a
    statistic among those selected for an element, or -1."""
    first_cell, cell_element, cell_key, offsets = cells.first, cells.element, cells.key, cells.offsets
    rarity, values = cells.rarity, cells.values
    elements = columns.shape[1]
    sizes = np.zeros(contexts.shape[1], dtype=np.int64)
    active_elements = np.empty((contexts.shape[1], elements), dtype=np.int64)  # elements that use a statistic
    for statistic in range(contexts.shape[1]):
        for element in range(elements):
            if columns[begin + statistic, element] >= 0:
                active_elements[statistic, sizes[statistic]] = element
                sizes[statistic] += 1
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
        for statistic in range(contexts.shape[1]):
            if sizes[statistic] == 0:
                continue
            context = contexts[word, statistic]
            context_count = get_count(table, context) if context != 0 else 0
            unseen_value = -np.log(context_count + PRIOR_COUNT) + np.log(PRIOR_COUNT)
            for position in range(sizes[statistic]):
                element = active_elements[statistic, position]
                column = columns[begin + statistic, element]
                for cell in range(starts[element], stops[element]):
                    if context_count <= 0:
                        values[offsets[cell] + column] = 0.0
                        continue
                    joint_count = get_count(table, join_keys(context, cell_key[cell]))
                    if joint_count == 0:
                        values[offsets[cell] + column] = unseen_value
                    else:
                        ratio = joint_count * rarity[cell]
                        values[offsets[cell] + column] = np.log((ratio + PRIOR_COUNT) / (context_count + PRIOR_COUNT))


@entry
def string_keys(codes: CodePoints, bounds: Integers) -> Keys:
    """Return (strings,) a key of the letters of each string; never 0."""
    keys = np.empty(len(bounds) - 1, dtype=np.uint64)
    for string in range(len(keys)):
        key = np.uint64(bounds[string + 1] - bounds[string] + 1)
        for position in range(bounds[string], bounds[string + 1]):
            key = join_keys(key, np.uint64(codes[position]))
        keys[string] = key
    return keys


@entry
def edit_script_keys(
    first_codes: CodePoints, first_bounds: Integers, second_codes: CodePoints, second_bounds: Integers, first: Indexes,
    second: Indexes,
) -> Keys:  # fmt: skip
    """Return (pairs,) a key of what is cut and added at either end to turn the first string of a pair into the second:
    around their longest common substring."""
    keys = np.empty(len(first), dtype=np.uint64)
    longest = 0
    for position in range(len(second_bounds) - 1):
        longest = max(longest, second_bounds[position + 1] - second_bounds[position])
    previous_lengths, lengths = np.zeros(longest + 1, dtype=np.int64), np.zeros(longest + 1, dtype=np.int64)
    for pair in range(len(first)):
        source = first_codes[first_bounds[first[pair]] : first_bounds[first[pair] + 1]]
        target = second_codes[second_bounds[second[pair]] : second_bounds[second[pair] + 1]]
        previous_lengths[: len(target) + 1] = 0
        best, source_begin, target_begin = 0, 0, 0
        for row in range(len(source)):
            for column in range(len(target)):
                length = previous_lengths[column] + 1 if source[row] == target[column] else 0
                lengths[column + 1] = length
                if length > best:
                    best, source_begin, target_begin = length, row + 1 - length, column + 1 - length
            previous_lengths, lengths = lengths, previous_lengths
            previous_lengths[0] = 0
        if best == 0:
            source_begin, target_begin = 0, 0
        key = join_keys(np.uint64(source_begin + 1), np.uint64(len(source) - source_begin - best + 1 if best else 0))
        for position in range(target_begin):
            key = join_keys(key, np.uint64(target[position]))
        key = join_keys(key, np.uint64(1))
        for position in range(target_begin + best, len(target)):
            key = join_keys(key, np.uint64(target[position]))
        keys[pair] = key
    return keys
