"""Compiled kernels of the context ranker's learning: statistics of words as if their own document was not counted.
Cells and their statistics are those of `reading_kernels`. Values are counted by number, in an array; there is no
search."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Integers, Keys, Places
from spectral_core.inference.compiling import entry, inner, leaf
from spectral_core.inference.count_table import count_in, slot_of
from spectral_core.inference.reading_kernels import LEAST, SHRINK, CandidateCells

Cells = Integers


class CountedWords(NamedTuple):
    """The words that are counted."""

    numbers: Places  # (words, elements) gold values by number, -1 where a word has none
    size: int  # how many there are
    order: Integers  # the words by document
    document: Places  # (words,)


@entry
def numbered(table: Cells, gold: Keys) -> tuple[Places, int]:
    """(words, elements) gold values by number, -1 where a word has none; and how many there are. `table` gets 1 + the
    number of each key; it has room for all of them."""
    made = np.full(gold.shape, -1, dtype=np.int32)
    size = 0
    for word in range(len(gold)):
        if gold[word, 0] == 0:
            continue
        for element in range(gold.shape[1]):
            at = slot_of(table, gold[word, element])
            if table[at, 0] == 0:
                size += 1
                table[at, 0], table[at, 1] = np.int64(gold[word, element]), size
            made[word, element] = table[at, 1] - 1
    return made, size


@entry
def numbers_of(table: Cells, keys: Keys) -> Places:
    """(keys,) the number of each, -1 for those that no gold label has."""
    made = np.empty(len(keys), dtype=np.int32)
    for at in range(len(keys)):
        made[at] = count_in(table, keys[at]) - 1
    return made


@leaf
def _add(counts: Places, numbers: Places, words: Integers, begin: int, end: int, listed: Places, times: int) -> int:
    """Counts the listed elements of these words' values; how many words had any."""
    found = 0
    for place in range(begin, end):
        word = words[place]
        if numbers[word, 0] < 0:
            continue
        found += times
        for at in range(len(listed)):
            counts[numbers[word, listed[at]]] += times
    return found


@entry
def left_out_values(
    counted: CountedWords, order: Integers, asked_documents: Places, columns: Places, cells: CandidateCells,
    cell_number: Places,
) -> None:  # fmt: skip
    """As `weigh_values`, for each document as if it had not been counted; `order` are the words looked at, by
    document."""
    numbers, size, everyone, documents = counted
    first_cell, cell_element, offsets = cells.first, cells.element, cells.offsets
    rarity, values = cells.rarity, cells.values
    counts = np.zeros(size, dtype=np.int32)
    listed = np.arange(numbers.shape[1]).astype(np.int32)
    total = _add(counts, numbers, everyone, 0, len(everyone), listed, 1)
    own_end = 0
    begin = 0
    while begin < len(order):
        document = asked_documents[order[begin]]
        end = begin
        while end < len(order) and asked_documents[order[end]] == document:
            end += 1
        own = own_end
        while own < len(everyone) and documents[everyone[own]] < document:
            own += 1
        own_end = own
        while own_end < len(everyone) and documents[everyone[own_end]] == document:
            own_end += 1
        total += _add(counts, numbers, everyone, own, own_end, listed, -1)
        for place in range(begin, end):
            for cell in range(first_cell[order[place]], first_cell[order[place] + 1]):
                seen = counts[cell_number[cell]] if cell_number[cell] >= 0 else 0
                rarity[cell] = (total + 1.0) / (seen + LEAST)
                column = columns[0, cell_element[cell]]
                if column >= 0:
                    values[offsets[cell] + column] = -np.log(rarity[cell])
        total += _add(counts, numbers, everyone, own, own_end, listed, 1)
        begin = end


@inner
def _sorted(words: Integers, groups: Places, bounds: Integers) -> Integers:
    """Those of the words that have a group, by group, otherwise in their order; fills in where each group begins."""
    bounds[:] = 0
    for place in range(len(words)):
        if groups[place] >= 0:
            bounds[groups[place] + 1] += 1
    for group in range(1, len(bounds)):
        bounds[group] += bounds[group - 1]
    free = bounds.copy()
    made = np.empty(bounds[-1], dtype=np.int64)
    for place in range(len(words)):
        if groups[place] >= 0:
            made[free[groups[place]]] = words[place]
            free[groups[place]] += 1
    return made


@inner
def _grouped(
    counted: Keys, everyone: Integers, asked: Keys, order: Integers
) -> tuple[Integers, Integers, Integers, Integers]:
    """The words that are counted and those that are looked at, both by context, and where each context begins. The
    first are contexts that are asked for and were not counted, or are none: where `bounds` say that nobody is."""
    slots = 1 << 10
    while slots < 2 * len(order):
        slots *= 2
    table = np.zeros((slots, 2), dtype=np.int64)
    groups = np.zeros(len(order), dtype=np.int32)
    size = 1  # group 0 is no context
    for place in range(len(order)):
        context = asked[order[place]]
        if context == 0:
            continue
        at = slot_of(table, context)
        if table[at, 0] == 0:
            table[at, 0], table[at, 1] = np.int64(context), size
            size += 1
        groups[place] = table[at, 1]
    asked_bounds = np.zeros(size + 1, dtype=np.int64)
    asked_words = _sorted(order, groups, asked_bounds)
    groups = np.full(len(everyone), -1, dtype=np.int32)
    for place in range(len(everyone)):
        context = counted[everyone[place]]
        if context != 0:
            group = count_in(table, context)
            groups[place] = group if group > 0 else -1
    bounds = np.zeros(size + 1, dtype=np.int64)
    return _sorted(everyone, groups, bounds), bounds, asked_words, asked_bounds


@entry
def by_element(first_cell: Integers, cell_element: Places, elements: int) -> Places:
    """(words, elements + 1) where the cells of each element begin, counted from the word's first."""
    made = np.zeros((len(first_cell) - 1, elements + 1), dtype=np.int32)
    for word in range(len(made)):
        for cell in range(first_cell[word], first_cell[word + 1]):
            made[word, cell_element[cell] + 1] += 1
        for element in range(elements):
            made[word, element + 1] += made[word, element]
    return made


@entry
def left_out_statistics(
    statistic: int, counted: CountedWords, contexts: Keys, asked: Keys, order: Integers, asked_documents: Places,
    columns: Places, cells: CandidateCells, begins: Places, cell_number: Places, empty: bool,
) -> None:  # fmt: skip
    """As `statistics` for one of them, for each document as if it had not been counted. `empty`: there are only zeros.
    `contexts` are those of the words that are counted, `asked` those that are looked up: they differ where they are
    made of labels; `begins` are those of `by_element`. One context at a time keeps counts near."""
    numbers, size, everyone, documents = counted
    first_cell, offsets, rarity, values = cells.first, cells.offsets, cells.rarity, cells.values
    listed = np.flatnonzero(columns[statistic] >= 0).astype(np.int32)
    counts = np.zeros(size, dtype=np.int32)
    words, bounds, asked_words, asked_bounds = _grouped(contexts, everyone, asked, order)
    for group in range(len(bounds) - 1):
        low, high = bounds[group], bounds[group + 1]
        begin, stop = asked_bounds[group], asked_bounds[group + 1]
        alone = low == high or (
            documents[words[low]] == documents[words[high - 1]]
            and asked_documents[asked_words[begin]] == documents[words[low]]
            and asked_documents[asked_words[stop - 1]] == documents[words[low]]
        )
        if alone and empty:
            continue
        total = 0
        if not alone:
            total = _add(counts, numbers, words, low, high, listed, 1)
        own_end = low
        while begin < stop:
            document = asked_documents[asked_words[begin]]
            end = begin
            while end < stop and asked_documents[asked_words[end]] == document:
                end += 1
            own = own_end
            if not alone:
                while own < high and documents[words[own]] < document:
                    own += 1
                own_end = own
                while own_end < high and documents[words[own_end]] == document:
                    own_end += 1
                total += _add(counts, numbers, words, own, own_end, listed, -1)
            if total <= 0 and empty:
                total += _add(counts, numbers, words, own, own_end, listed, 1)
                begin = end
                continue
            never = -np.log(total + SHRINK) + np.log(SHRINK)
            for place in range(begin, end):
                word = asked_words[place]
                for element in listed:
                    column = columns[statistic, element]
                    base = first_cell[word]
                    for cell in range(base + begins[word, element], base + begins[word, element + 1]):
                        joint = counts[cell_number[cell]] if cell_number[cell] >= 0 else 0
                        if total <= 0:
                            values[offsets[cell] + column] = 0.0
                        elif joint == 0:
                            values[offsets[cell] + column] = never
                        else:
                            share = joint * rarity[cell]
                            values[offsets[cell] + column] = np.log((share + SHRINK) / (total + SHRINK))
            if not alone:
                total += _add(counts, numbers, words, own, own_end, listed, 1)
            begin = end
        if not alone:
            _add(counts, numbers, words, low, high, listed, -1)
