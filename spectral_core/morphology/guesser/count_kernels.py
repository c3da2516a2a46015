"""Compiled hashing of strings, and counts of items by word ending, prefix and part.

Never imported at start-up.
"""

from typing import cast

import numpy as np

from spectral_core.arrays import CodePoints, Floats, Integers, Keys
from spectral_core.morphology.guesser.parameters import (
    CLUE_SPAN,
    LEXEMES_PER_STEM,
    MAX_ENDING_LENGTH,
    MIN_STEM_LENGTH,
    Rows,
    Strings,
    Table,
    TopItemCounts,
)
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.hash_tables import add_count, combine_keys_ordered, find_count_slot

# a literal would compile each kernel a second time
ZERO, ONE = cast("int", np.int64(0)), cast("int", np.int64(1))
_MAX_LOAD = 0.6  # maximum load factor of a table
EMPTY_KEY = np.uint64(0x9AE16A3B2F90404F)  # key of the empty string
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(32)
_ZERO = np.uint64(0)
_TWO = ONE + ONE


@inner_kernel
def compute_table_size(keys: int) -> int:
    """Return the number of slots of a hash table for `keys` keys."""
    slots = 16
    while keys > _MAX_LOAD * slots:
        slots *= 2
    return slots


@inner_kernel
def allocate_integers(size: int) -> Integers:
    """Allocate zeros; shared by all kernels, because each allocation adds compile time."""
    return np.zeros(size, dtype=np.int64)


@inner_kernel
def allocate_pairs(size: int) -> Rows:
    """Allocate zeros in two columns."""
    return np.zeros((size, 2), dtype=np.int64)


@inner_kernel
def allocate_keys(size: int) -> Keys:
    """Allocate uninitialised hash keys."""
    return np.empty(size, dtype=np.uint64)


@inner_kernel
def allocate_floats(size: int) -> Floats:
    """Allocate zeros."""
    return np.zeros(size, dtype=np.float64)


@leaf_kernel
def extend_key(key: np.uint64, code: np.uint64) -> np.uint64:
    """Extend the key of a string by one letter; never 0, which marks a free slot."""
    key = (key ^ code) * _FACTOR
    key ^= key >> _SHIFT
    return key if key != _ZERO else _FACTOR


@leaf_kernel
def hash_letters(codes: CodePoints, begin: int, end: int) -> np.uint64:
    """Return the key of these letters, hashed left to right."""
    key = EMPTY_KEY
    for index in range(begin, end):
        key = extend_key(key, np.uint64(codes[index]))
    return key


@kernel
def hash_strings(strings: Strings, from_left: bool) -> Keys:
    """Return the hash key of each string, read from left to right or from right to left."""
    codes, bounds = strings.codes, strings.bounds
    keys = allocate_keys(len(bounds) - 1)
    for string in range(len(keys)):
        begin, end = bounds[string], bounds[string + 1]
        key = EMPTY_KEY
        for index in range(end - begin):
            key = extend_key(key, np.uint64(codes[begin + index if from_left else end - 1 - index]))
        keys[string] = key
    return keys


@leaf_kernel
def fill_ending_keys(lower: Strings, word: int, endings: Keys) -> int:
    """Fill in the keys of the word's endings, from the empty one to the longest, with all digits equal; return their
    number."""
    end = lower.bounds[word + 1]
    size = min(MAX_ENDING_LENGTH, end - lower.bounds[word])
    key = endings[0] = EMPTY_KEY
    for offset in range(size):
        code = lower.codes[end - 1 - offset]
        if 49 <= code <= 57:
            code = np.uint32(48)
        key = endings[offset + 1] = extend_key(key, np.uint64(code))
    return int(size + 1)


@kernel
def build_position_table(keys: Keys) -> Table:
    """Build a hash table from each key to its position, from 1; the first of equal keys."""
    table = allocate_pairs(compute_table_size(len(keys)))
    for position in range(len(keys)):
        slot = find_count_slot(table, keys[position])
        if table[slot, 1] == 0:
            table[slot, 0] = np.int64(keys[position])
            table[slot, 1] = position + 1
    return table


@kernel
def build_count_table(keys: Keys, counts: Integers) -> Table:
    """Build a hash table from each key to its summed count."""
    table = allocate_pairs(compute_table_size(len(keys)))
    for position in range(len(keys)):
        add_count(table, keys[position], counts[position])
    return table


@leaf_kernel
def _is_worse(weights: Floats, first: int, second: int) -> bool:
    """Test whether the first weight is lower, or equal and later."""
    return bool(weights[first] < weights[second] or (weights[first] == weights[second] and first > second))


@leaf_kernel
def _sift_down(weights: Floats, chosen: Integers, size: int, index: int) -> None:
    """Restore the heap property from an index downwards; the root is the worst."""
    node = 0
    while True:
        child = 2 * node + 1
        if child >= size:
            break
        if child + 1 < size and _is_worse(weights, chosen[child + 1], chosen[child]):
            child += 1
        if _is_worse(weights, index, chosen[child]):
            break
        chosen[node] = chosen[child]
        node = child
    chosen[node] = index


@leaf_kernel
def select_top_k(weights: Floats, size: int, limit: int, chosen: Integers) -> int:
    """Fill in the indices of the `limit` largest of the first `size` weights, best first, ties by position; return
    their number. A bounded heap with the worst at its root."""
    count = ZERO
    if limit <= 0:
        return 0
    for index in range(size):
        if count < limit:
            node = count
            count += 1
            while node > 0:
                parent = (node - 1) >> 1
                if not _is_worse(weights, index, chosen[parent]):
                    break
                chosen[node] = chosen[parent]
                node = parent
            chosen[node] = index
        elif weights[index] > weights[chosen[0]]:
            _sift_down(weights, chosen, count, index)
    for end in range(count - 1, 0, -1):
        last = chosen[end]
        chosen[end] = chosen[0]
        _sift_down(weights, chosen, end, last)
    return count


@inner_kernel
def _sort_by_group(group_of: Integers, size: int, groups: int) -> tuple[Integers, Integers]:
    """Return the offsets of each group and its members in order (counting sort)."""
    bounds = allocate_integers(groups + 1)
    for member in range(size):
        bounds[group_of[member] + 1] += 1
    for index in range(groups):
        bounds[index + 1] += bounds[index]
    next_slot, members = allocate_integers(groups), allocate_integers(size)
    for index in range(groups):
        next_slot[index] = bounds[index]
    for member in range(size):
        members[next_slot[group_of[member]]] = member
        next_slot[group_of[member]] += 1
    return bounds, members


@inner_kernel
def _count_top_items(keys: Keys, items: Integers, weights: Integers, size: int, limit: int) -> TopItemCounts:
    """Count the items of each key; keep the `limit` most frequent ones, ties in order of occurrence."""
    table = allocate_pairs(compute_table_size(size))
    pair_table = allocate_pairs(compute_table_size(size))
    totals, group_of, entry_item = allocate_integers(size), allocate_integers(size), allocate_integers(size)
    counts, group_counts = allocate_floats(size), allocate_floats(size)
    groups = entries = ZERO
    for index in range(size):
        slot = find_count_slot(table, keys[index])
        if table[slot, 1] == 0:
            groups += 1
            table[slot, 0], table[slot, 1] = np.int64(keys[index]), groups
        group_index = table[slot, 1] - 1
        totals[group_index] += weights[index]
        pair = combine_keys_ordered(keys[index], np.uint64(items[index]))
        slot = find_count_slot(pair_table, pair)
        if pair_table[slot, 1] == 0:
            group_of[entries], entry_item[entries] = group_index, items[index]
            entries += 1
            pair_table[slot, 0], pair_table[slot, 1] = np.int64(pair), entries
        counts[pair_table[slot, 1] - 1] += weights[index]
    bounds, members = _sort_by_group(group_of, entries, groups)
    chosen = allocate_integers(entries)
    headers, rows = allocate_pairs(groups + 1), allocate_pairs(entries)
    row = 0
    for group_index in range(groups):
        headers[group_index, 1] = totals[group_index]
        begin, member_count = bounds[group_index], bounds[group_index + 1] - bounds[group_index]
        for index in range(member_count):
            group_counts[index] = counts[members[begin + index]]
        for index in range(select_top_k(group_counts, member_count, limit, chosen)):
            member = members[begin + chosen[index]]
            rows[row, 0], rows[row, 1] = entry_item[member], np.int64(counts[member])
            row += 1
        headers[group_index + 1, 0] = row
    return TopItemCounts(table, headers, rows[:row])


@kernel
def count_items_by_ending(lower: Strings, item_bounds: Integers, items: Integers, limit: int) -> TopItemCounts:
    """Count items by word ending; keep the `limit` most frequent ones of each ending."""
    capacity = len(items) * (MAX_ENDING_LENGTH + 1)
    keys, key_items, weights = (
        allocate_keys(capacity),
        allocate_integers(capacity),
        allocate_integers(capacity),
    )
    endings = allocate_keys(MAX_ENDING_LENGTH + 1)
    size = ZERO
    for word in range(len(item_bounds) - 1):
        for ending in range(fill_ending_keys(lower, word, endings)):
            for index in range(item_bounds[word], item_bounds[word + 1]):
                keys[size], key_items[size], weights[size] = endings[ending], items[index], 1
                size += 1
    return _count_top_items(keys, key_items, weights, size, limit)


@leaf_kernel
def _add_prefixes(
    strings: Strings, string: int, shortest: int, item: int, weight: int, entries: tuple[Keys, Integers, Integers],
    size: int,
) -> int:  # fmt: skip
    """Add an item under all prefixes of a string to the keys, items and weights; return the number of entries."""
    keys, items, weights = entries
    begin, key = strings.bounds[string], EMPTY_KEY
    for letter in range(strings.bounds[string + 1] - begin):
        key = extend_key(key, np.uint64(strings.codes[begin + letter]))
        if letter + 1 >= shortest:
            keys[size], items[size], weights[size] = key, item, weight
            size += 1
    return size


@kernel
def count_lexemes_by_prefix(
    lower: Strings, lexeme_bounds: Integers, lexemes: Rows, lemmas: Strings, lemma_of: Integers
) -> TopItemCounts:
    """Count lexemes by word prefix and, at half the weight, by lemma prefix; keep the most frequent ones. `lexemes` is
    (, 2): a lexeme of the word, and the length of the common prefix of word and lemma."""
    capacity = ZERO
    for word in range(len(lexeme_bounds) - 1):
        for row in range(lexeme_bounds[word], lexeme_bounds[word + 1]):
            lemma = lemma_of[lexemes[row, 0]]
            capacity += lower.bounds[word + 1] - lower.bounds[word] + lemmas.bounds[lemma + 1] - lemmas.bounds[lemma]
    entries = (allocate_keys(capacity), allocate_integers(capacity), allocate_integers(capacity))
    size = ZERO
    for word in range(len(lexeme_bounds) - 1):
        for row in range(lexeme_bounds[word], lexeme_bounds[word + 1]):
            lexeme, common = lexemes[row, 0], lexemes[row, 1]
            size = _add_prefixes(lower, word, max(common, MIN_STEM_LENGTH), lexeme, _TWO, entries, size)
            size = _add_prefixes(lemmas, lemma_of[lexeme], max(common + 1, MIN_STEM_LENGTH), lexeme, ONE, entries, size)
    return _count_top_items(*entries, size, LEXEMES_PER_STEM)


@leaf_kernel
def fill_part_keys(lower: Strings, word: int, sizes: Integers, parts: Keys) -> int:
    """Fill in the keys of the parts of a word that can be clues, by length, then from the left; return their number."""
    end = lower.bounds[word + 1]
    begin = max(lower.bounds[word], end - CLUE_SPAN)
    count = ZERO
    if end - begin > sizes[0]:
        for size in sizes:
            for start in range(begin + 1, end - size + 1):
                parts[count] = hash_letters(lower.codes, start, start + size)
                count += 1
    return count


@leaf_kernel
def _move_distinct_to_front(keys: Keys, size: int) -> int:
    """Move the distinct keys to the front; return their number."""
    count = 0
    for index in range(size):
        is_repeated = False
        for earlier in range(count):
            if keys[earlier] == keys[index]:
                is_repeated = True
                break
        if not is_repeated:
            keys[count] = keys[index]
            count += 1
    return count


@kernel
def hash_word_parts(lower: Strings, sizes: Integers) -> tuple[Keys, Integers]:
    """Return the distinct keys of each word's potential clues, and their offsets."""
    words, part_limit = len(lower.bounds) - 1, len(sizes) * CLUE_SPAN
    distinct, bounds, parts = (
        allocate_keys(words * part_limit),
        allocate_integers(words + 1),
        allocate_keys(part_limit),
    )
    size = ZERO
    for word in range(words):
        part_count = fill_part_keys(lower, word, sizes, parts)
        for part in range(_move_distinct_to_front(parts, part_count)):
            distinct[size] = parts[part]
            size += 1
        bounds[word + 1] = size
    return distinct[:size], bounds
