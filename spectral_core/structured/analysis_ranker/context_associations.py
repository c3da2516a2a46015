"""Compiled counts and association statistics of the context ranker, with or without leaving out a word's own document.

Never imported at start-up.
"""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys, Singles
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.hash_tables import (
    CountSlots,
    add_count,
    combine_keys_ordered,
    find_count_slot,
    get_count,
    get_counts,
)

BASE_CONTEXT = np.uint64(0x8EBC6AF09C88C6E3)  # context shared by all words
PRIOR_COUNT = 1.0  # pseudo-count of a context, distributed as the base rate
UNSEEN_COUNT = 0.1  # count used for unseen values


class CandidateCells(NamedTuple):
    """Distinct values of each label element among a word's candidates; each is a cell. The statistics of cells are
    concatenated: from a cell's offset on, those selected for its element, in ascending order."""

    word_bounds: Integers  # (words + 1,)
    element: Indexes
    key: Keys  # (cells,) key of the value
    row_cell: Indexes  # (candidates, elements) cell of the candidate's value within its word, from 1; 0 for none
    offsets: Integers  # (cells + 1,)
    inverse_base_rates: Floats  # (cells,)
    values: Singles


@kernel
def group_candidate_values(first_row: Integers, keys: Keys, included: Flags) -> tuple[Integers, Indexes, Keys, Indexes]:
    """Group the candidates of each word by their values: return the offsets of each word's cells, the elements and keys
    of the cells, and (candidates, elements) the cell of each candidate's value within its word, from 1; 0 for none.
    Excluded elements, and those in which all candidates agree, have no cells."""
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


@kernel
def count_gold_values_in_contexts(
    table: CountSlots, contexts: Keys, gold: Keys, counted: Flags, words: Integers, times: int
) -> int:
    """Count the gold values of these words in their contexts, `times` each; return the number of newly filled slots.
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
                    filled += add_count(table, combine_keys_ordered(context, gold[word, element]), times)
            if counts_context:
                filled += add_count(table, context, times)
    return filled


@kernel
def fill_base_rates(table: CountSlots, words: Integers, columns: Indexes, cells: CandidateCells) -> None:
    """Fill in each cell's inverse base rate, 1 / p(value), and statistic 0, log p(value)."""
    first_cell, cell_element, cell_key, offsets = cells.word_bounds, cells.element, cells.key, cells.offsets
    inverse_base_rates, values = cells.inverse_base_rates, cells.values
    total = get_count(table, BASE_CONTEXT)
    for index in range(len(words)):
        for cell in range(first_cell[words[index]], first_cell[words[index] + 1]):
            occurrences = get_count(table, combine_keys_ordered(BASE_CONTEXT, cell_key[cell]))
            inverse_base_rates[cell] = (total + 1.0) / (occurrences + UNSEEN_COUNT)
            column = columns[0, cell_element[cell]]
            if column >= 0:
                values[offsets[cell] + column] = -np.log(inverse_base_rates[cell])


@kernel
def count_gold_values(table: CountSlots, gold: Keys, words: Integers, times: int) -> int:
    """Count the gold values of these words without context, `times` each; return the number of newly filled slots."""
    filled = 0
    for word in words:
        if gold[word, 0] != 0:
            filled += add_count(table, BASE_CONTEXT, times)
            for element in range(gold.shape[1]):
                filled += add_count(table, combine_keys_ordered(BASE_CONTEXT, gold[word, element]), times)
    return filled


@inner_kernel
def _list_elements_of_statistics(columns: Indexes) -> tuple[Integers, Integers]:
    """Return (statistics, elements) the elements that use each statistic, and their number."""
    sizes = np.zeros(len(columns), dtype=np.int64)
    active_elements = np.empty(columns.shape, dtype=np.int64)
    for statistic in range(len(columns)):
        for element in range(columns.shape[1]):
            if columns[statistic, element] >= 0:
                active_elements[statistic, sizes[statistic]] = element
                sizes[statistic] += 1
    return active_elements, sizes


@leaf_kernel
def _bound_cells_of_elements(cell_element: Indexes, low: int, high: int, starts: Integers, stops: Integers) -> None:
    """Fill in the first cell of each element among those of a word, and the end; elements with one cell have none, for
    a value that all candidates have decides nothing."""
    starts[:] = 0
    stops[:] = 0
    for cell in range(low, high):
        element = cell_element[cell]
        if stops[element] == 0:
            starts[element] = cell
        stops[element] = cell + 1
    for element in range(len(starts)):
        if stops[element] - starts[element] == 1:
            stops[element] = starts[element]


@kernel
def fill_associations(
    table: CountSlots, contexts: Keys, begin: int, columns: Indexes, words: Integers, cells: CandidateCells,
    is_zeroed: bool,
) -> None:  # fmt: skip
    """Fill in the smoothed association log((n(v, c) / p(v) + a) / (n(c) + a)) of value and context for the cells of
    these words; 0 if the context is unseen, or if all candidates of a word have the same value. `contexts` are those of
    statistics `begin`, `begin` + 1 ...; `columns` (statistics, elements) is the column of a statistic among those
    selected for an element, or -1. `is_zeroed`: all these statistics are still 0."""
    first_cell, cell_element, cell_key, offsets = cells.word_bounds, cells.element, cells.key, cells.offsets
    inverse_base_rates, values = cells.inverse_base_rates, cells.values
    elements = columns.shape[1]
    active_elements, sizes = _list_elements_of_statistics(columns[begin : begin + contexts.shape[1]])
    starts, stops = np.zeros(elements, dtype=np.int64), np.zeros(elements, dtype=np.int64)
    widest = 0
    for word in words:
        widest = max(widest, first_cell[word + 1] - first_cell[word])
    keys = np.empty(widest * sizes.sum(), dtype=np.int64)  # of values in contexts, all those of one word
    counts = np.empty_like(keys)
    context_keys = np.empty(contexts.shape[1], dtype=np.int64)
    context_counts = np.empty(contexts.shape[1], dtype=np.int64)
    for word in words:
        low, high = first_cell[word], first_cell[word + 1]
        if low == high:
            continue
        _bound_cells_of_elements(cell_element, low, high, starts, stops)
        for statistic in range(contexts.shape[1]):
            context_keys[statistic] = np.int64(contexts[word, statistic])
        get_counts(table, context_keys, contexts.shape[1], context_counts)
        size = 0
        for statistic in range(contexts.shape[1]):
            if context_keys[statistic] == 0 or context_counts[statistic] <= 0:
                context_counts[statistic] = 0
                continue
            context = contexts[word, statistic]
            for position in range(sizes[statistic]):
                element = active_elements[statistic, position]
                for cell in range(starts[element], stops[element]):
                    keys[size] = np.int64(combine_keys_ordered(context, cell_key[cell]))
                    size += 1
        get_counts(table, keys, size, counts)
        size = 0
        for statistic in range(contexts.shape[1]):
            context_count = context_counts[statistic]
            if context_count == 0 and is_zeroed:
                continue
            unseen_value = -np.log(context_count + PRIOR_COUNT) + np.log(PRIOR_COUNT)
            for position in range(sizes[statistic]):
                element = active_elements[statistic, position]
                column = columns[begin + statistic, element]
                for cell in range(starts[element], stops[element]):
                    if context_count <= 0:
                        values[offsets[cell] + column] = 0.0
                        continue
                    if counts[size] == 0:
                        values[offsets[cell] + column] = unseen_value
                    else:
                        ratio = counts[size] * inverse_base_rates[cell]
                        values[offsets[cell] + column] = np.log((ratio + PRIOR_COUNT) / (context_count + PRIOR_COUNT))
                    size += 1


class CountedWords(NamedTuple):
    """Training words whose gold values are counted."""

    value_ids: Indexes  # (words, elements) ids of gold values, -1 if a word has none
    value_count: int  # number of distinct values
    order: Integers  # words by document
    document: Indexes  # (words,)


@kernel
def assign_value_ids(table: CountSlots, gold: Keys) -> tuple[Indexes, int]:
    """Assign consecutive ids to gold values: return (words, elements) their ids, -1 if a word has none, and the number
    of ids. `table` maps each key to 1 + its id, and must have free slots for all of them."""
    value_ids = np.full(gold.shape, -1, dtype=np.int32)
    size = 0
    for word in range(len(gold)):
        if gold[word, 0] == 0:
            continue
        for element in range(gold.shape[1]):
            slot = find_count_slot(table, gold[word, element])
            if table[slot, 0] == 0:
                size += 1
                table[slot, 0], table[slot, 1] = np.int64(gold[word, element]), size
            value_ids[word, element] = table[slot, 1] - 1
    return value_ids, size


@kernel
def look_up_value_ids(table: CountSlots, keys: Keys) -> Indexes:
    """Return (keys,) the id of each key; -1 if no gold label has it."""
    value_ids = np.empty(len(keys), dtype=np.int32)
    for index in range(len(keys)):
        value_ids[index] = get_count(table, keys[index]) - 1
    return value_ids


@leaf_kernel
def _add_value_counts(
    counts: Indexes, value_ids: Indexes, words: Integers, begin: int, end: int, elements: Indexes, times: int
) -> int:
    """Add `times` to the counts of these words' values of the listed elements; return the number of words that have
    any, multiplied by `times`."""
    word_count = 0
    for index in range(begin, end):
        word = words[index]
        if value_ids[word, 0] < 0:
            continue
        word_count += times
        for position in range(len(elements)):
            counts[value_ids[word, elements[position]]] += times
    return word_count


@kernel
def fill_base_rates_without_own_document(
    counted: CountedWords, order: Integers, queried_documents: Indexes, columns: Indexes, cells: CandidateCells,
    cell_number: Indexes,
) -> None:  # fmt: skip
    """Leave-one-document-out version of `fill_base_rates`: base rates as if the word's own document had not been
    counted. `order` lists the queried words by document."""
    value_ids, size, counted_words, documents = counted
    first_cell, cell_element, offsets = cells.word_bounds, cells.element, cells.offsets
    inverse_base_rates, values = cells.inverse_base_rates, cells.values
    counts = np.zeros(size, dtype=np.int32)
    elements = np.arange(value_ids.shape[1]).astype(np.int32)
    total = _add_value_counts(counts, value_ids, counted_words, 0, len(counted_words), elements, 1)
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
        total += _add_value_counts(counts, value_ids, counted_words, own_begin, own_end, elements, -1)
        for index in range(begin, end):
            for cell in range(first_cell[order[index]], first_cell[order[index] + 1]):
                occurrences = counts[cell_number[cell]] if cell_number[cell] >= 0 else 0
                inverse_base_rates[cell] = (total + 1.0) / (occurrences + UNSEEN_COUNT)
                column = columns[0, cell_element[cell]]
                if column >= 0:
                    values[offsets[cell] + column] = -np.log(inverse_base_rates[cell])
        total += _add_value_counts(counts, value_ids, counted_words, own_begin, own_end, elements, 1)
        begin = end


@inner_kernel
def _sort_words_by_group(words: Integers, groups: Indexes, bounds: Integers) -> Integers:
    """Sort the words that have a group by group (stable); fill in the group offsets."""
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


@inner_kernel
def _group_words_by_context(
    counted: Keys, counted_words: Integers, queried: Keys, order: Integers
) -> tuple[Integers, Integers, Integers, Integers]:
    """Return the counted and the queried words, both grouped by context, each with group offsets. Group 0 holds words
    without a context; a context that was never counted has an empty range."""
    slots = 1 << 10
    while slots < 2 * len(order):
        slots *= 2
    table = np.zeros((slots, 2), dtype=np.int64)
    groups = np.zeros(len(order), dtype=np.int32)
    size = 1  # group 0: no context
    for index in range(len(order)):
        context = queried[order[index]]
        if context == 0:
            continue
        slot = find_count_slot(table, context)
        if table[slot, 0] == 0:
            table[slot, 0], table[slot, 1] = np.int64(context), size
            size += 1
        groups[index] = table[slot, 1]
    queried_bounds = np.zeros(size + 1, dtype=np.int64)
    queried_words = _sort_words_by_group(order, groups, queried_bounds)
    groups = np.full(len(counted_words), -1, dtype=np.int32)
    for index in range(len(counted_words)):
        context = counted[counted_words[index]]
        if context != 0:
            group = get_count(table, context)
            groups[index] = group if group > 0 else -1
    bounds = np.zeros(size + 1, dtype=np.int64)
    return _sort_words_by_group(counted_words, groups, bounds), bounds, queried_words, queried_bounds


@kernel
def element_cell_bounds(first_cell: Integers, cell_element: Indexes, elements: int) -> Indexes:
    """Return (words, elements + 1) the offsets of each element's cells, relative to the word's first."""
    bounds = np.zeros((len(first_cell) - 1, elements + 1), dtype=np.int32)
    for word in range(len(bounds)):
        for cell in range(first_cell[word], first_cell[word + 1]):
            bounds[word, cell_element[cell] + 1] += 1
        for element in range(elements):
            bounds[word, element + 1] += bounds[word, element]
    return bounds


class QueriedWords(NamedTuple):
    """Words whose statistics are queried."""

    contexts: Keys  # (words,)
    order: Integers  # query order
    documents: Indexes  # (words,)
    cell_bounds: Indexes  # (words, elements + 1) from `element_cell_bounds`
    value_ids: Indexes  # (cells,) ids of values, -1 for those never counted


@kernel
def fill_associations_without_own_document(
    counted: CountedWords,
    contexts: Keys,
    queried: QueriedWords,
    columns: Indexes,
    cells: CandidateCells,
    is_zeroed: bool,
) -> None:
    """Leave-one-document-out version of `fill_associations`, for one statistic. `is_zeroed`: all statistics are still
    0. `contexts` belong to the counted words; those of `queried` differ if they are built from predicted labels.
    `columns` (elements,) are the statistic's. Works context by context, which keeps counts in cache."""
    value_ids, size, counted_words, documents = counted
    queried_documents = queried.documents
    elements = np.flatnonzero(columns >= 0).astype(np.int32)
    counts = np.zeros(size, dtype=np.int32)
    words, bounds, queried_words, queried_bounds = _group_words_by_context(
        contexts, counted_words, queried.contexts, queried.order
    )
    for group in range(len(bounds) - 1):
        low, high = bounds[group], bounds[group + 1]
        begin, stop = queried_bounds[group], queried_bounds[group + 1]
        is_own_only = low == high or (
            documents[words[low]] == documents[words[high - 1]]
            and queried_documents[queried_words[begin]] == documents[words[low]]
            and queried_documents[queried_words[stop - 1]] == documents[words[low]]
        )
        if is_own_only and is_zeroed:
            continue
        total = 0
        if not is_own_only:
            total = _add_value_counts(counts, value_ids, words, low, high, elements, 1)
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
                total += _add_value_counts(counts, value_ids, words, own_begin, own_end, elements, -1)
            if total <= 0 and is_zeroed:
                total += _add_value_counts(counts, value_ids, words, own_begin, own_end, elements, 1)
                begin = end
                continue
            _fill_associations_from_counts(queried_words, begin, end, queried, elements, columns, counts, total, cells)
            if not is_own_only:
                total += _add_value_counts(counts, value_ids, words, own_begin, own_end, elements, 1)
            begin = end
        if not is_own_only:
            _add_value_counts(counts, value_ids, words, low, high, elements, -1)


@leaf_kernel
def _fill_associations_from_counts(
    words: Integers,
    begin: int,
    end: int,
    queried: QueriedWords,
    elements: Indexes,
    columns: Indexes,
    counts: Indexes,
    total: int,
    cells: CandidateCells,
) -> None:
    """Fill in one association of the words from `begin` to `end`, from the counts in their context, which sum to
    `total`."""
    begins, cell_numbers = queried.cell_bounds, queried.value_ids
    first_cell, offsets, inverse_base_rates, values = (
        cells.word_bounds,
        cells.offsets,
        cells.inverse_base_rates,
        cells.values,
    )
    unseen_value = -np.log(total + PRIOR_COUNT) + np.log(PRIOR_COUNT)
    for index in range(begin, end):
        word = words[index]
        base = first_cell[word]
        for element in elements:
            column = columns[element]
            for cell in range(base + begins[word, element], base + begins[word, element + 1]):
                joint_count = counts[cell_numbers[cell]] if cell_numbers[cell] >= 0 else 0
                if total <= 0:
                    values[offsets[cell] + column] = 0.0
                elif joint_count == 0:
                    values[offsets[cell] + column] = unseen_value
                else:
                    ratio = joint_count * inverse_base_rates[cell]
                    values[offsets[cell] + column] = np.log((ratio + PRIOR_COUNT) / (total + PRIOR_COUNT))
