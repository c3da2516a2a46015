"""Compiled weighting of items by the endings and stems of one word. Items stay in the order in which they were first
met, also those of equal weight.

Nothing imports this module at start.
"""

import numpy as np

from spectral_core.arrays import Integers, Keys
from spectral_core.inference.guessing.arrays import ONE, ZERO
from spectral_core.inference.guessing.limits import (
    LEXEMES_PER_LEVEL,
    MIN_ENDING_WEIGHT,
    MIN_STEM_LENGTH,
    SHORTER_STEM_FACTOR,
    SMOOTHING,
    STEM_LEVELS,
)
from spectral_core.inference.guessing.model import CountLists, Rows, Strings, WordContributions
from spectral_core.inference.guessing.rooms import StemBuffer, WeightedItems
from spectral_core.inference.guessing.tables import EMPTY_KEY, extend_key
from spectral_core.structured.compilation import leaf
from spectral_core.structured.hash_tables import get_count

RULES, TAGS, LEXEMES, LEMMAS = ZERO, ONE, ONE + ONE, ONE + ONE + ONE  # columns of the bounds of types
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(40)


@leaf
def contribution_bounds(contributions: WordContributions, word: int, column: int) -> tuple[int, int]:
    """Return where the contribution of a word of the lexicon begins and ends; an empty range for a new word, -1."""
    if word < 0:
        return ZERO, ZERO
    return contributions.bounds[word, column], contributions.bounds[word + 1, column]


@leaf
def clear(items: WeightedItems) -> None:
    slots = items.slots
    for slot in range(len(slots)):
        slots[slot] = 0
    items.size[0] = 0


@leaf
def find_or_add(items: WeightedItems, size: int, key: int) -> int:
    """Return the position of a key among the first `size` items; a new key is added behind them with weight 0. The
    caller keeps the size, which changes in its loop, and stores it afterwards."""
    slots, keys = items.slots, items.keys
    mask = len(slots) - 1
    slot = np.int64((np.uint64(np.int64(key)) * _FACTOR) >> _SHIFT) & mask
    while slots[slot] != 0:
        position = int(slots[slot]) - 1
        if keys[position] == key:
            return position
        slot = (slot + 1) & mask
    slots[slot] = size + 1
    keys[size], items.weights[size] = key, 0.0
    return size


@leaf
def weigh_by_endings(
    lists: CountLists,
    endings: Keys,
    ending_count: int,
    left_out: Integers,
    begin: int,
    end: int,
    enough: int,
    items: WeightedItems,
) -> None:
    """Add the items that the endings of a word have, those of the longest first, without the word's own contribution
    `left_out[begin:end]`."""
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
                position = find_or_add(items, size, item)
                size = max(size, position + 1)
                weights[position] += share * count
        weight = reserved * share
        if size > enough or weight < MIN_ENDING_WEIGHT:
            break
    items.size[0] = size


@leaf
def find_known_stems(
    stems: CountLists, lower: Strings, word: int, left_out: Rows, first: int, last: int, buffer: StemBuffer
) -> int:
    """List the lexemes that are known with a beginning of a word, the longest first, without the word's own
    `left_out[first:last]`; return how many there are."""
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
