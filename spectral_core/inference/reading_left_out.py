"""Compiled kernels that train the context ranker: statistics of words as if their own document was not counted. Cells
and their statistics are those of `reading_kernels`. Values are counted by number, in an array; there is no search."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Indexes, Integers, Keys
from spectral_core.inference.compiling import entry, inner, leaf
from spectral_core.inference.count_table import find_slot, get_count
from spectral_core.inference.reading_kernels import PRIOR_COUNT, UNSEEN_COUNT, CandidateCells

Slots = Integers


class CountedWords(NamedTuple):
    """The words that are counted."""

    numbers: Indexes  # (words, elements) gold values by number, -1 where a word has none
    size: int  # how many there are
    order: Integers  # the words by document
    document: Indexes  # (words,)


@entry
def number_values(table: Slots, gold: Keys) -> tuple[Indexes, int]:
    """Return (words, elements) gold values by number, -1 where a word has none; and how many there are. `table` gets 1
    + the number of each key; it has free slots for all of them."""
    numbers = np.full(gold.shape, -1, dtype=np.int32)
    size = 0
    for word in range(len(gold)):
        if gold[word, 0] == 0:
            continue
        for element in range(gold.shape[1]):
            slot = find_slot(table, gold[word, element])
            if table[slot, 0] == 0:
                size += 1
                table[slot, 0], table[slot, 1] = np.int64(gold[word, element]), size
            numbers[word, element] = table[slot, 1] - 1
    return numbers, size


@entry
def look_up_numbers(table: Slots, keys: Keys) -> Indexes:
    """Return (keys,) the number of each, -1 for those that no gold label has."""
    numbers = np.empty(len(keys), dtype=np.int32)
    for index in range(len(keys)):
        numbers[index] = get_count(table, keys[index]) - 1
    return numbers


@leaf
def _count_values(
    counts: Indexes, numbers: Indexes, words: Integers, begin: int, end: int, elements: Indexes, times: int
) -> int:
    """Count the listed elements of these words' values; return how many words had any, times `times`."""
    word_count = 0
    for index in range(begin, end):
        word = words[index]
        if numbers[word, 0] < 0:
            continue
        word_count += times
        for position in range(len(elements)):
            counts[numbers[word, elements[position]]] += times
    return word_count


@entry
def weigh_values_leaving_out(
    counted: CountedWords, order: Integers, queried_documents: Indexes, columns: Indexes, cells: CandidateCells,
    cell_number: Indexes,
) -> None:  # fmt: skip
    """Weigh values as `weigh_values`, for each document as if it had not been counted; `order` are the words looked up,
    by document."""
    numbers, size, counted_words, documents = counted
    first_cell, cell_element, offsets = cells.first, cells.element, cells.offsets
    rarity, values = cells.rarity, cells.values
    counts = np.zeros(size, dtype=np.int32)
    elements = np.arange(numbers.shape[1]).astype(np.int32)
    total = _count_values(counts, numbers, counted_words, 0, len(counted_words), elements, 1)
    own_end = 0
    begin = 0
    while begin < len(order):
        document = queried_documents[order[begin]]
        end = begin
        while end < len(order) and queried_documents[order[end]] == document:
            end += 1
        own_begin = own_end
        while own_begin < len(counted_words) and documents[counted_words[own_begin]] < document:
            own_begin += 1
        own_end = own_begin
        while own_end < len(counted_words) and documents[counted_words[own_end]] == document:
            own_end += 1
        total += _count_values(counts, numbers, counted_words, own_begin, own_end, elements, -1)
        for index in range(begin, end):
            for cell in range(first_cell[order[index]], first_cell[order[index] + 1]):
                occurrences = counts[cell_number[cell]] if cell_number[cell] >= 0 else 0
                rarity[cell] = (total + 1.0) / (occurrences + UNSEEN_COUNT)
                column = columns[0, cell_element[cell]]
                if column >= 0:
                    values[offsets[cell] + column] = -np.log(rarity[cell])
        total += _count_values(counts, numbers, counted_words, own_begin, own_end, elements, 1)
        begin = end


@inner
def _sort_by_group(words: Integers, groups: Indexes, bounds: Integers) -> Integers:
    """Return the words that have a group, by group, otherwise in their order; fill in where each group begins."""
    bounds[:] = 0
    for index in range(len(words)):
        if groups[index] >= 0:
            bounds[groups[index] + 1] += 1
    for group in range(1, len(bounds)):
        bounds[group] += bounds[group - 1]
    next_slot = bounds.copy()
    ordered = np.empty(bounds[-1], dtype=np.int64)
    for index in range(len(words)):
        if groups[index] >= 0:
            ordered[next_slot[groups[index]]] = words[index]
            next_slot[groups[index]] += 1
    return ordered


@inner
def _group_by_context(
    counted: Keys, counted_words: Integers, queried: Keys, order: Integers
) -> tuple[Integers, Integers, Integers, Integers]:
    """Return the words that are counted and those that are looked up, both by context, and where each context begins.
    Group 0 is of the words without a context; a context that was not counted has empty bounds."""
    slots = 1 << 10
    while slots < 2 * len(order):
        slots *= 2
    table = np.zeros((slots, 2), dtype=np.int64)
    groups = np.zeros(len(order), dtype=np.int32)
    size = 1  # group 0 is no context
    for index in range(len(order)):
        context = queried[order[index]]
        if context == 0:
            continue
        slot = find_slot(table, context)
        if table[slot, 0] == 0:
            table[slot, 0], table[slot, 1] = np.int64(context), size
            size += 1
        groups[index] = table[slot, 1]
    queried_bounds = np.zeros(size + 1, dtype=np.int64)
    queried_words = _sort_by_group(order, groups, queried_bounds)
    groups = np.full(len(counted_words), -1, dtype=np.int32)
    for index in range(len(counted_words)):
        context = counted[counted_words[index]]
        if context != 0:
            group = get_count(table, context)
            groups[index] = group if group > 0 else -1
    bounds = np.zeros(size + 1, dtype=np.int64)
    return _sort_by_group(counted_words, groups, bounds), bounds, queried_words, queried_bounds


@entry
def element_bounds(first_cell: Integers, cell_element: Indexes, elements: int) -> Indexes:
    """Return (words, elements + 1) where the cells of each element begin, counted from the word's first."""
    bounds = np.zeros((len(first_cell) - 1, elements + 1), dtype=np.int32)
    for word in range(len(bounds)):
        for cell in range(first_cell[word], first_cell[word + 1]):
            bounds[word, cell_element[cell] + 1] += 1
        for element in range(elements):
            bounds[word, element + 1] += bounds[word, element]
    return bounds


@entry
def fill_statistics_leaving_out(
    statistic: int, counted: CountedWords, contexts: Keys, queried: Keys, order: Integers, queried_documents: Indexes,
    columns: Indexes, cells: CandidateCells, begins: Indexes, cell_number: Indexes, empty: bool,
) -> None:  # fmt: skip
    """Fill in one statistic as `fill_statistics`, for each document as if it had not been counted. `empty`: there are
    only zeros. `contexts` are of the words that are counted, `queried` of those looked up: they differ where they are
    made of labels; `begins` are the `element_bounds`. One context at a time keeps counts near."""
    numbers, size, counted_words, documents = counted
    first_cell, offsets, rarity, values = cells.first, cells.offsets, cells.rarity, cells.values
    elements = np.flatnonzero(columns[statistic] >= 0).astype(np.int32)
    counts = np.zeros(size, dtype=np.int32)
    words, bounds, queried_words, queried_bounds = _group_by_context(contexts, counted_words, queried, order)
    for group in range(len(bounds) - 1):
        low, high = bounds[group], bounds[group + 1]
        begin, stop = queried_bounds[group], queried_bounds[group + 1]
        is_own_only = low == high or (
            documents[words[low]] == documents[words[high - 1]]
            and queried_documents[queried_words[begin]] == documents[words[low]]
            and queried_documents[queried_words[stop - 1]] == documents[words[low]]
        )
        if is_own_only and empty:
            continue
        total = 0
        if not is_own_only:
            total = _count_values(counts, numbers, words, low, high, elements, 1)
        own_end = low
        while begin < stop:
            document = queried_documents[queried_words[begin]]
            end = begin
            while end < stop and queried_documents[queried_words[end]] == document:
                end += 1
            own_begin = own_end
            if not is_own_only:
                while own_begin < high and documents[words[own_begin]] < document:
                    own_begin += 1
                own_end = own_begin
                while own_end < high and documents[words[own_end]] == document:
                    own_end += 1
                total += _count_values(counts, numbers, words, own_begin, own_end, elements, -1)
            if total <= 0 and empty:
                total += _count_values(counts, numbers, words, own_begin, own_end, elements, 1)
                begin = end
                continue
            unseen_value = -np.log(total + PRIOR_COUNT) + np.log(PRIOR_COUNT)
            for index in range(begin, end):
                word = queried_words[index]
                for element in elements:
                    column = columns[statistic, element]
                    base = first_cell[word]
                    for cell in range(base + begins[word, element], base + begins[word, element + 1]):
                        joint_count = counts[cell_number[cell]] if cell_number[cell] >= 0 else 0
                        if total <= 0:
                            values[offsets[cell] + column] = 0.0
                        elif joint_count == 0:
                            values[offsets[cell] + column] = unseen_value
                        else:
                            ratio = joint_count * rarity[cell]
                            values[offsets[cell] + column] = np.log((ratio + PRIOR_COUNT) / (total + PRIOR_COUNT))
            if not is_own_only:
                total += _count_values(counts, numbers, words, own_begin, own_end, elements, 1)
            begin = end
        if not is_own_only:
            _count_values(counts, numbers, words, low, high, elements, -1)
