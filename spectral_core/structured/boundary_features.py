"""Compiled feature templates of the tokeniser: the surroundings of every character of a running text as 64-bit keys.
Never imported at start-up."""

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Integers, Keys
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.hash_tables import CountSlots, combine_keys_ordered, get_count

Kinds = NDArray[np.uint8]
MARGIN = 6  # line breaks that a text has before and after it, so that no window leaves it
COLUMNS = 45  # in the order in which `boundary_feature_keys` puts them
_RULE_COLUMN = 34  # of what the rules say, alone
SPACE, LINE_BREAK = 6, 7  # kinds of the two white spaces
_LETTER_KINDS = 6  # kinds below are parts of words; 0 is none
_SEED = np.uint64(0xCBF29CE484222325)
_UNSPACED_KIND = 14  # kinds from here on are those of scripts without spaces
_MAX_WORD = 5  # characters of the longest word that is looked up
_DOUBLE_QUOTE, _OPENING, _CLOSING = 11, 9, 10
_NEAR, _ANY = 4, 1 << 30  # characters within which a word counts as the one before or after
_MAX_QUOTED = 300  # characters after which a quote or bracket no longer counts as open
_MAX_DISTANCE = 6  # logarithm of the number of characters since the last end of a sentence, at most


@inner_kernel
def _hash_runs(codes: CodePoints, kinds: Kinds, words: bool) -> tuple[Keys, Keys]:
    """Return for each position the hash of its run up to it, and that of its run from it on; 0 outside runs. Runs are
    chunks between white space or, with `words`, the letters and digits in them."""
    size = len(codes)
    upto, onward = np.zeros(size, dtype=np.uint64), np.zeros(size, dtype=np.uint64)
    key = _SEED
    for position in range(size):
        if _is_in_run(kinds[position], words):
            key = combine_keys_ordered(key, np.uint64(codes[position]))
            upto[position] = key
        else:
            key = _SEED
    for position in range(size - 1, -1, -1):
        if _is_in_run(kinds[position], words):
            key = combine_keys_ordered(key, np.uint64(codes[position]))
            onward[position] = key
        else:
            key = _SEED
    return upto, onward


@leaf_kernel
def _is_in_run(kind: int, words: bool) -> bool:
    """Return whether a character of this kind is part of a run."""
    return 0 < kind < _LETTER_KINDS if words else kind not in (SPACE, LINE_BREAK)


@inner_kernel
def _carry_backwards(keys: Keys, reach: int) -> Keys:
    """Return for each position the key of the next run that begins after it, within `reach` characters."""
    carried = np.zeros(len(keys), dtype=np.uint64)
    begin = len(keys)
    for position in range(len(keys) - 1, 0, -1):
        if begin - position <= reach and begin < len(keys):
            carried[position] = keys[begin]
        if keys[position] != 0 and keys[position - 1] == 0:
            begin = position
    return carried


@inner_kernel
def _carry_forwards(keys: Keys, reach: int) -> Keys:
    """Return for each position the key of the last run that ended before it, within `reach` characters."""
    carried = np.zeros(len(keys), dtype=np.uint64)
    end = 0
    for position in range(1, len(keys)):
        if keys[position] == 0 and keys[position - 1] != 0:
            end = position - 1
        if position - end <= reach and end > 0:
            carried[position] = keys[end]
    return carried


@inner_kernel
def _find_context(kinds: Kinds, rules: Kinds) -> Kinds:
    """Return for each position whether a quote and a bracket are open, and the logarithm of the distance from the last
    sentence end of the rules."""
    context = np.zeros(len(kinds), dtype=np.uint8)
    quoted = depth = distance = opened = 0
    for position in range(len(kinds)):
        kind = kinds[position]
        distance += 1
        if kind == LINE_BREAK or position - opened > _MAX_QUOTED:
            quoted = depth = 0
        if kind == LINE_BREAK:
            distance = 0
        elif kind == _DOUBLE_QUOTE:
            quoted = 1 - quoted
            opened = position
        elif kind == _OPENING:
            depth = min(depth + 1, 3)
            opened = position
        elif kind == _CLOSING:
            depth = max(depth - 1, 0)
        log = 0
        while log < _MAX_DISTANCE and (1 << (log + 1)) < distance:
            log += 1
        context[position] = quoted + 2 * min(depth, 1) + 4 * log
        if rules[position] == 2:
            distance = 0
    return context


@leaf_kernel
def _put(keys: Keys, row: int, column: int, first: np.uint64, second: np.uint64) -> int:
    """Write the key of a feature of two parts; return the next column."""
    keys[row, column] = combine_keys_ordered(combine_keys_ordered(first, second), np.uint64(column + 1))
    return column + 1


@leaf_kernel
def _join(first: np.uint64, second: np.uint64) -> np.uint64:
    """Return two characters as one part of a feature."""
    return (first << np.uint64(21)) | second


@leaf_kernel
def _put_window(keys: Keys, row: int, codes: CodePoints, lower: CodePoints, kinds: Kinds, at: int) -> int:
    """Write the features of the characters around a position; return the next column."""
    one = np.uint64(1)
    c, after, before = np.uint64(codes[at]), np.uint64(codes[at + 1]), np.uint64(codes[at - 1])
    after2, before2 = np.uint64(codes[at + 2]), np.uint64(codes[at - 2])
    column = _put(keys, row, 0, one, one)
    for offset in range(-2, 4):
        column = _put(keys, row, column, np.uint64(lower[at + offset]), one)
    pair, pair_after = _join(c, after), _join(after, after2)
    column = _put(keys, row, column, _join(before, c), one)
    column = _put(keys, row, column, pair, one)
    column = _put(keys, row, column, pair_after, one)
    column = _put(keys, row, column, _join(before, after), one)
    column = _put(keys, row, column, _join(before2, before), c)
    column = _put(keys, row, column, pair, before)
    column = _put(keys, row, column, pair_after, c)
    column = _put(keys, row, column, pair_after, np.uint64(codes[at + 3]))
    low = _join(np.uint64(lower[at - 1]), np.uint64(lower[at]))
    column = _put(keys, row, column, low, _join(np.uint64(lower[at - 3]), np.uint64(lower[at - 2])))
    column = _put(keys, row, column, low, _join(np.uint64(lower[at + 1]), np.uint64(lower[at + 2])))
    high = _join(np.uint64(lower[at + 3]), np.uint64(lower[at + 4]))
    column = _put(keys, row, column, _join(np.uint64(lower[at + 1]), np.uint64(lower[at + 2])), high)
    column = _put(keys, row, column, low, _join(np.uint64(lower[at - 4]), np.uint64(lower[at - 3])))
    window = np.uint64(0)
    for offset in range(-1, 3):
        window = (window << np.uint64(4)) | np.uint64(kinds[at + offset])
    column = _put(keys, row, column, window, one)
    column = _put(keys, row, column, window, c)
    window = (window << np.uint64(8)) | np.uint64(kinds[at - 2] << 4 | kinds[at + 3])
    column = _put(keys, row, column, window, one)
    window = (window << np.uint64(8)) | np.uint64(kinds[at - 3] << 4 | kinds[at + 4])
    return _put(keys, row, column, window, one)


@kernel
def hash_words(codes: CodePoints, bounds: Integers) -> Keys:
    """Return the keys of words as they are looked up in scripts without spaces."""
    keys = np.zeros(len(bounds) - 1, dtype=np.uint64)
    for word in range(len(keys)):
        key = _SEED
        for position in range(bounds[word], bounds[word + 1]):
            key = combine_keys_ordered(key, np.uint64(codes[position]))
        keys[word] = key
    return keys


@leaf_kernel
def _find_words(codes: CodePoints, at: int, words: CountSlots) -> tuple[int, int, int]:
    """Return the lengths of the longest known words that end at a character, begin after it, and extend over both."""
    before = after = across = 0
    for begin in range(at - _MAX_WORD + 1, at + 2):
        key = _SEED
        for end in range(begin, min(begin + _MAX_WORD, at + _MAX_WORD + 1)):
            key = combine_keys_ordered(key, np.uint64(codes[end]))
            size = end - begin + 1
            if size < 2 or end < at or get_count(words, key) == 0:
                continue
            if end == at:
                before = max(before, size)
            elif begin == at + 1:
                after = max(after, size)
            else:
                across = max(across, size)
    return before, after, across


@kernel
def rule_feature_key(rule: int) -> np.uint64:
    """Return the key of the feature that the rules have this answer."""
    keys = np.zeros((1, COLUMNS), dtype=np.uint64)
    _put(keys, 0, _RULE_COLUMN, np.uint64(rule) + np.uint64(1), np.uint64(1))
    key: np.uint64 = keys[0, _RULE_COLUMN]
    return key


@kernel
def boundary_feature_keys(
    codes: CodePoints, lower: CodePoints, kinds: Kinds, rules: Kinds, positions: Integers, words: CountSlots
) -> Keys:
    """Return (positions, COLUMNS) the feature keys of characters: the window, the chunk and the words around, what the
    rules say there, and what is open. The text has MARGIN line breaks on either side, and single spaces; `rules` is 1
    after a word and 2 after a sentence."""
    keys = np.zeros((len(positions), COLUMNS), dtype=np.uint64)
    chunk_upto, chunk_onward = _hash_runs(codes, kinds, False)
    word_upto, word_onward = _hash_runs(lower, kinds, True)
    next_chunk, last_chunk = _carry_backwards(chunk_onward, _ANY), _carry_forwards(chunk_upto, _ANY)
    next_word, last_word = _carry_backwards(word_onward, _NEAR), _carry_forwards(word_upto, _NEAR)
    context = _find_context(kinds, rules)
    one, two = np.uint64(1), np.uint64(2)
    for row in range(len(positions)):
        at = positions[row]
        column = _put_window(keys, row, codes, lower, kinds, at)
        c, after = np.uint64(codes[at]), np.uint64(codes[at + 1])
        kind = (
            np.uint64(kinds[at - 1]) << np.uint64(8) | np.uint64(kinds[at]) << np.uint64(4) | np.uint64(kinds[at + 1])
        )
        is_gap = kinds[at + 1] in (SPACE, LINE_BREAK)
        begins = at + 2 if is_gap else at + 1  # where the next word begins
        opening = np.uint64(kinds[begins]) << np.uint64(4) | np.uint64(kinds[begins + 1])
        word = word_upto[at] if word_upto[at] != 0 else last_word[at]
        following = word_onward[begins] if word_onward[begins] != 0 else next_word[at]
        rule = np.uint64(rules[at]) + one
        column = _put(keys, row, column, chunk_upto[at], one)
        column = _put(keys, row, column, chunk_onward[at + 1], one)
        column = _put(keys, row, column, chunk_upto[at], chunk_onward[at + 1])
        column = _put(keys, row, column, word, kind)
        column = _put(keys, row, column, following, kind)
        column = _put(keys, row, column, word_upto[at], word_onward[at + 1])
        column = _put(keys, row, column, word, following)
        if is_gap:
            column = _put(keys, row, column, chunk_upto[at], next_chunk[at])
            column = _put(keys, row, column, c, next_chunk[at])
            column = _put(keys, row, column, last_chunk[at], chunk_upto[at])
            column = _put(keys, row, column, chunk_upto[at], opening)
        else:
            column += 4
        column = _put(keys, row, column, rule, one)
        column = _put(keys, row, column, rule, c)
        column = _put(keys, row, column, rule, kind)
        column = _put(keys, row, column, rule, _join(c, after))
        column = _put(keys, row, column, rule, opening)
        column = _put(keys, row, column, rule, np.uint64(rules[at - 1]) << two | np.uint64(rules[at + 1]))
        state = np.uint64(context[at])
        column = _put(keys, row, column, rule << np.uint64(8) | state, c)
        column = _put(keys, row, column, kind << np.uint64(8) | state & np.uint64(3), opening)
        if kinds[at] >= _UNSPACED_KIND and kinds[at + 1] >= _UNSPACED_KIND:
            before, after_size, across = _find_words(codes, at, words)
            sizes = np.uint64(before << 4 | after_size)
            column = _put(keys, row, column, sizes, one)
            column = _put(keys, row, column, sizes, np.uint64(across))
            column = _put(keys, row, column, np.uint64(across), c)
    return keys
