"""Compiled hashing of strings, of word endings and of substrings of words.

Never imported at start-up.
"""

from typing import cast

import numpy as np

from spectral_core.arrays import CodePoints, Integers, Keys
from spectral_core.morphology.guesser.parameters import CLUE_SPAN, MAX_ENDING_LENGTH, Strings
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.hash_tables import HASH_MULTIPLIER

# a literal would compile each kernel a second time
ZERO, ONE = cast("int", np.int64(0)), cast("int", np.int64(1))
EMPTY_KEY = np.uint64(0x9AE16A3B2F90404F)  # key of the empty string
_SHIFT = np.uint64(32)
_ZERO = np.uint64(0)


@inner_kernel
def allocate_integers(size: int) -> Integers:
    """Allocate a vector of zeros; a function shared by all kernels, because each allocation adds compile time."""
    return np.zeros(size, dtype=np.int64)


@inner_kernel
def allocate_keys(size: int) -> Keys:
    """Allocate uninitialised hash keys."""
    return np.empty(size, dtype=np.uint64)


@leaf_kernel
def extend_key(key: np.uint64, code: np.uint64) -> np.uint64:
    """Return the hash key of a string extended by one letter; never 0, which marks a free slot."""
    key = (key ^ code) * HASH_MULTIPLIER
    key ^= key >> _SHIFT
    return key if key != _ZERO else HASH_MULTIPLIER


@leaf_kernel
def hash_letters(codes: CodePoints, begin: int, end: int) -> np.uint64:
    """Return the hash key of the letters from `begin` to `end`, read from left to right."""
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
    """Fill in the hash keys of the word's endings, from the empty one to the longest, with all digits equal; return
    their number."""
    end = lower.bounds[word + 1]
    size = min(MAX_ENDING_LENGTH, end - lower.bounds[word])
    key = endings[0] = EMPTY_KEY
    for offset in range(size):
        code = lower.codes[end - 1 - offset]
        if 49 <= code <= 57:
            code = np.uint32(48)
        key = endings[offset + 1] = extend_key(key, np.uint64(code))
    return int(size + 1)


@leaf_kernel
def fill_substring_keys(lower: Strings, word: int, sizes: Integers, parts: Keys) -> int:
    """Fill in the hash keys of the substrings that can indicate features, by length, then position; return their
    number."""
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
    """Move the distinct ones among the first `size` keys to the front; return their number."""
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
def hash_word_substrings(lower: Strings, sizes: Integers) -> tuple[Keys, Integers]:
    """Return the distinct keys of each word's substrings that can indicate features, and their offsets."""
    words, part_limit = len(lower.bounds) - 1, len(sizes) * CLUE_SPAN
    distinct, bounds, parts = (
        allocate_keys(words * part_limit),
        allocate_integers(words + 1),
        allocate_keys(part_limit),
    )
    size = ZERO
    for word in range(words):
        part_count = fill_substring_keys(lower, word, sizes, parts)
        for part in range(_move_distinct_to_front(parts, part_count)):
            distinct[size] = parts[part]
            size += 1
        bounds[word + 1] = size
    return distinct[:size], bounds
