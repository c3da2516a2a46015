"""Compiled counts of items by word ending and prefix, and the weights of items that follow from them.

Never imported at start-up.
"""

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys
from spectral_core.morphology.guesser.buffers import StemBuffer, WeightedItems
from spectral_core.morphology.guesser.parameters import (
    LEXEMES_PER_LEVEL,
    LEXEMES_PER_STEM,
    MAX_ENDING_LENGTH,
    MAX_LOAD,
    MIN_ENDING_WEIGHT,
    MIN_STEM_LENGTH,
    SHORTER_STEM_FACTOR,
    SMOOTHING,
    STEM_LEVELS,
    Rows,
    Strings,
    Table,
    TopItemCounts,
    WordContributions,
)
from spectral_core.morphology.guesser.string_hashing import (
    EMPTY_KEY,
    ONE,
    ZERO,
    allocate_integers,
    allocate_keys,
    extend_key,
    fill_ending_keys,
)
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.hash_tables import (
    HASH_MULTIPLIER,
    add_count,
    combine_keys_ordered,
    find_count_slot,
    get_count,
)

_TWO = ONE + ONE
_SLOT_SHIFT = np.uint64(40)
# columns of `WordContributions.bounds`
RULE_COLUMN, TAG_COLUMN, LEXEME_COLUMN, LEMMA_COLUMN = ZERO, ONE, ONE + ONE, ONE + ONE + ONE


@inner_kernel
def compute_table_size(keys: int) -> int:
    """Return the number of slots of a hash table for `keys` keys."""
    slots = 16
    while keys > MAX_LOAD * slots:
        slots *= 2
    return slots


@inner_kernel
def allocate_pairs(size: int) -> Rows:
    """Allocate a matrix of zeros with two columns."""
    return np.zeros((size, 2), dtype=np.int64)


@inner_kernel
def allocate_floats(size: int) -> Floats:
    """Allocate a vector of zeros."""
    return np.zeros(size, dtype=np.float64)


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
def _ranks_below(weights: Floats, first: int, second: int) -> bool:
    """Test whether the item at index `first` ranks below the one at `second`: lower weight, or equal weight and
    later."""
    return bool(weights[first] < weights[second] or (weights[first] == weights[second] and first > second))


@leaf_kernel
def _sift_down(weights: Floats, chosen: Integers, size: int, index: int) -> None:
    """Insert `index` at the root of the heap `chosen` and restore the heap property; the root is the item that ranks
    lowest."""
    node = 0
    while True:
        child = 2 * node + 1
        if child >= size:
            break
        if child + 1 < size and _ranks_below(weights, chosen[child + 1], chosen[child]):
            child += 1
        if _ranks_below(weights, index, chosen[child]):
            break
        chosen[node] = chosen[child]
        node = child
    chosen[node] = index


@leaf_kernel
def select_top_k(weights: Floats, size: int, limit: int, chosen: Integers) -> int:
    """Fill `chosen` with the indices of the `limit` largest of the first `size` weights, best first, ties by position;
    return their number. A bounded heap with the lowest at its root."""
    count = ZERO
    if limit <= 0:
        return 0
    for index in range(size):
        if count < limit:
            node = count
            count += 1
            while node > 0:
                parent = (node - 1) >> 1
                if not _ranks_below(weights, index, chosen[parent]):
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
    """Return the offset of each group and the members of all groups, in order (counting sort)."""
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
    """Return the summed weights of the items of each key, for the `limit` most frequent items of the key; ties in order
    of occurrence."""
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
    """Append an entry (key, item, weight) for each prefix of a string that has at least `shortest` letters; return the
    number of entries."""
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
def get_contribution_range(contributions: WordContributions, word: int, column: int) -> tuple[int, int]:
    """Return begin and end of a lexicon word's entries in one column of the contributions; an empty range for a new
    word, -1."""
    if word < 0:
        return ZERO, ZERO
    return contributions.bounds[word, column], contributions.bounds[word + 1, column]


@leaf_kernel
def clear_items(items: WeightedItems) -> None:
    """Remove all items from a hash table of weighted items."""
    slots = items.slots
    for slot in range(len(slots)):
        slots[slot] = 0
    items.size[0] = 0


@leaf_kernel
def find_or_add_item(items: WeightedItems, size: int, key: int) -> int:
    """Return the position of a key among the first `size` items; a new key is appended with weight 0. The caller tracks
    the size in its loop and stores it afterwards."""
    slots, keys = items.slots, items.keys
    mask = len(slots) - 1
    slot = np.int64((np.uint64(np.int64(key)) * HASH_MULTIPLIER) >> _SLOT_SHIFT) & mask
    while slots[slot] != 0:
        position = int(slots[slot]) - 1
        if keys[position] == key:
            return position
        slot = (slot + 1) & mask
    slots[slot] = size + 1
    keys[size], items.weights[size] = key, 0.0
    return size


@leaf_kernel
def add_backoff_weights(
    lists: TopItemCounts,
    endings: Keys,
    ending_count: int,
    left_out: Integers,
    begin: int,
    end: int,
    enough: int,
    items: WeightedItems,
) -> None:
    """Add to the weight of each item its Witten-Bell interpolated probability given the word's endings, longest first,
    leaving out the word's own contribution `left_out[begin:end]`."""
    table, headers, entries = lists.table, lists.headers, lists.entries
    weights, size, weight = items.weights, items.size[0], 1.0
    for ending in range(ending_count - 1, -1, -1):
        list_index = get_count(table, endings[ending]) - 1
        if list_index < 0:
            continue
        total = headers[list_index, 1] - (end - begin)
        first, stop = headers[list_index, 0], headers[list_index + 1, 0]
        type_count = stop - first
        if begin < end:
            for row in range(first, stop):
                if entries[row, 1] <= 1:
                    for index in range(begin, end):
                        type_count -= left_out[index] == entries[row, 0]
        if total <= 0:
            continue
        reserved = SMOOTHING * min(type_count, total)
        share = weight / (total + reserved)
        for row in range(first, stop):
            item, count = entries[row, 0], entries[row, 1]
            for index in range(begin, end):
                count -= left_out[index] == item
            if count > 0:
                position = find_or_add_item(items, size, item)
                size = max(size, position + 1)
                weights[position] += share * count
        weight = reserved * share
        if size > enough or weight < MIN_ENDING_WEIGHT:
            break
    items.size[0] = size


@leaf_kernel
def collect_lexemes_by_prefix(
    stems: TopItemCounts, lower: Strings, word: int, left_out: Rows, first: int, last: int, buffer: StemBuffer
) -> int:
    """Fill the buffer with the lexemes attested with a prefix of the word and their weights, longest prefix first,
    leaving out the word's own contribution `left_out[first:last]`; return the number of lexemes."""
    table, headers, entries = stems.table, stems.headers, stems.entries
    begin, end = lower.bounds[word], lower.bounds[word + 1]
    buffer.prefix_keys[0] = EMPTY_KEY
    for row in range(end - begin):
        buffer.prefix_keys[row + 1] = extend_key(buffer.prefix_keys[row], np.uint64(lower.codes[begin + row]))
    size = levels = ZERO
    weight = 1.0
    for length in range(end - begin, MIN_STEM_LENGTH - 1, -1):
        list_index = get_count(table, buffer.prefix_keys[length]) - 1
        if list_index < 0:
            continue
        total = headers[list_index, 1]
        for index in range(first, last):
            if length >= left_out[index, 1]:
                total -= 2
        if total <= 0:
            continue
        level_size = 0
        for row in range(headers[list_index, 0], headers[list_index + 1, 0]):
            lexeme, count = entries[row, 0], entries[row, 1]
            for index in range(first, last):
                if length >= left_out[index, 1] and left_out[index, 0] == lexeme:
                    count -= 2
            if count <= 0:
                continue
            if buffer.is_listed[lexeme] == 0:
                buffer.is_listed[lexeme] = 1
                buffer.lexemes[size], buffer.weights[size] = lexeme, weight * count / total
                size += 1
            level_size += 1
            if level_size == LEXEMES_PER_LEVEL:
                break
        weight *= SHORTER_STEM_FACTOR
        levels += 1
        if levels == STEM_LEVELS:
            break
    for row in range(size):
        buffer.is_listed[buffer.lexemes[row]] = 0
    return int(size)
