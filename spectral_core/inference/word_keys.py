"""Compiled kernels that turn words, tags and arcs into the 64-bit keys of features; nothing imports it at start."""

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Codes, Integers, Keys
from spectral_core.inference.compiling import entry, inner, leaf
from spectral_core.inference.feature_table import mixed

Kinds = NDArray[np.uint8]
LONGEST = 6  # letters of the longest ending
FORM, LOWER, PREFIX, SUFFIX, SHAPE, FLAGS, CLASS = 0, 1, 2, 6, 12, 13, 14  # columns of a word's keys
WORD_COLUMNS = 15
TAGGER_COLUMNS = 49
_SEED = np.uint64(0xCBF29CE484222325)
_EMPTY = np.uint64(0)
_EDGE = np.uint64(0xA0761D6478BD642F)  # the key of what stands outside the sentence
_UPPER, _LOWER_CASE, _DIGIT, _LETTER = 1, 2, 3, 4  # kinds of characters; 0 is any other


@entry
def word_keys(codes: Codes, bounds: Integers, low: Codes, kinds: Kinds, class_table: Keys, class_values: Keys) -> Keys:
    """(words, WORD_COLUMNS) the keys of each form: itself, in lower case with digits made one, its beginnings and
    endings, its shape, what characters it has, and the class of tags that it was seen with."""
    found = np.zeros((len(bounds) - 1, WORD_COLUMNS), dtype=np.uint64)
    for word in range(len(bounds) - 1):
        begin, end = bounds[word], bounds[word + 1]
        size = end - begin
        form, plain, shape = _SEED, _SEED, _SEED
        flags = np.uint64(0)
        last = -1
        for at in range(begin, end):
            code = codes[at]
            known = code < len(kinds)
            kind = int(kinds[code]) if known else 0
            lower = low[code] if known else code
            if kind == _DIGIT:
                lower = np.uint32(48)
            form = mixed(form, np.uint64(code))
            plain = mixed(plain, np.uint64(lower))
            if kind != last:
                shape = mixed(shape, np.uint64(kind if kind else code))
                last = kind
            if kind == _UPPER:
                flags |= np.uint64(1) if at == begin else np.uint64(2)
            elif kind in (_LOWER_CASE, _LETTER):
                flags |= np.uint64(4)
            elif kind == _DIGIT:
                flags |= np.uint64(8)
            elif code == 45:
                flags |= np.uint64(16)
            else:
                flags |= np.uint64(32)
            if at - begin < 4 and size > at - begin + 1:
                found[word, PREFIX + at - begin] = mixed(plain, np.uint64(1))
        ending = _SEED
        for back in range(min(LONGEST, size - 1)):
            code = codes[end - 1 - back]
            known = code < len(kinds)
            lower = low[code] if known else code
            if known and kinds[code] == _DIGIT:
                lower = np.uint32(48)
            ending = mixed(ending, np.uint64(lower))
            found[word, SUFFIX + back] = mixed(ending, np.uint64(2))
        found[word, FORM] = form
        found[word, LOWER] = plain
        found[word, SHAPE] = shape
        found[word, FLAGS] = mixed(flags, np.uint64(3))
        found[word, CLASS] = _looked_up(class_table, class_values, plain)
        if found[word, CLASS] == _EMPTY:
            found[word, CLASS] = mixed(found[word, SUFFIX + 1], found[word, FLAGS])
    return found


@leaf
def _looked_up(table: Keys, values: Keys, key: np.uint64) -> np.uint64:
    mask = np.uint64(len(table) - 1)
    at = key & mask
    while table[at] != _EMPTY:
        if table[at] == key:
            value: np.uint64 = values[at]
            return value
        at = (at + np.uint64(1)) & mask
    return _EMPTY


@entry
def class_table(keys: Keys, classes: Keys) -> tuple[Keys, Keys]:
    """An open table of the classes of words by their keys."""
    size = 16
    while size < 2 * len(keys) + 2:
        size *= 2
    table, values = np.zeros(size, dtype=np.uint64), np.zeros(size, dtype=np.uint64)
    mask = np.uint64(size - 1)
    for word in range(len(keys)):
        at = keys[word] & mask
        while table[at] != _EMPTY:
            at = (at + np.uint64(1)) & mask
        table[at], values[at] = keys[word], classes[word]
    return table, values


@leaf
def _put(found: Keys, row: int, column: int, key: np.uint64, more: np.uint64) -> int:
    if key != _EMPTY and more != _EMPTY:
        found[row, column] = mixed(mixed(key, more), np.uint64(column + 1))
    return column + 1


@entry
def tagger_keys(words: Keys, starts: Integers) -> Keys:
    """(words, TAGGER_COLUMNS) the keys of a word's features for its tag: its own and those of the words around it."""
    found = np.zeros((len(words), TAGGER_COLUMNS), dtype=np.uint64)
    edge = np.full(words.shape[1], _EDGE, dtype=np.uint64)
    one = np.uint64(1)
    for sequence in range(len(starts) - 1):
        begin, end = starts[sequence], starts[sequence + 1]
        for at in range(begin, end):
            word = words[at]
            left = words[at - 1] if at > begin else edge
            right = words[at + 1] if at + 1 < end else edge
            left2 = words[at - 2] if at > begin + 1 else edge
            right2 = words[at + 2] if at + 2 < end else edge
            column = 0
            for own in range(CLASS):
                column = _put(found, at, column, word[own], one)
            first = np.uint64(2) if at == begin else np.uint64(1)
            column = _put(found, at, column, word[FLAGS], first)
            column = _put(found, at, column, word[LOWER], first)
            for side in (left, right):
                column = _put(found, at, column, side[LOWER], one)
                column = _put(found, at, column, side[SUFFIX + 2], one)
                column = _put(found, at, column, side[SUFFIX + 1], one)
                column = _put(found, at, column, side[FLAGS], one)
                column = _put(found, at, column, side[FORM], one)
                column = _put(found, at, column, side[CLASS], one)
                column = _put(found, at, column, side[CLASS], word[LOWER])
                column = _put(found, at, column, side[CLASS], word[SUFFIX + 2])
                column = _put(found, at, column, side[CLASS], word[SHAPE])
                column = _put(found, at, column, side[LOWER], word[LOWER])
                column = _put(found, at, column, side[LOWER], word[SUFFIX + 1])
            column = _put(found, at, column, left2[LOWER], one)
            column = _put(found, at, column, right2[LOWER], one)
            column = _put(found, at, column, left2[CLASS], left[CLASS])
            column = _put(found, at, column, right[CLASS], right2[CLASS])
            column = _put(found, at, column, left[CLASS], right[CLASS])
            column = _put(found, at, column, left[LOWER], right[LOWER])
            column = _put(found, at, column, mixed(left[CLASS], word[CLASS]), right[CLASS])
            column = _put(found, at, column, mixed(left[LOWER], word[LOWER]), right[LOWER])
            column = _put(found, at, column, mixed(left[LOWER], left2[LOWER]), one)
            column = _put(found, at, column, mixed(right[LOWER], right2[LOWER]), one)
            column = _put(found, at, column, word[CLASS], one)
    return found


LABELLER_COLUMNS = 57
_PLACE, _CONTEXT, _ENDING, _FINE, _FINE_PLACE = 17, 36, 44, 46, 52  # columns where keys of another kind begin


@inner
def _by_head(heads: Integers) -> tuple[Integers, Integers]:
    """The positions of modifiers, those of each head from left to right, and where each head's begin."""
    size = len(heads)
    counts = np.zeros(size + 1, dtype=np.int64)
    for at in range(size):
        if heads[at] >= 0:
            counts[heads[at] + 1] += 1
    bounds = np.cumsum(counts)
    owned = np.empty(bounds[size], dtype=np.int64)
    filled = bounds[:-1].copy()
    for at in range(size):
        if heads[at] >= 0:
            owned[filled[heads[at]]] = at
            filled[heads[at]] += 1
    return owned, bounds


@leaf
def _between(tags: Keys, owned: Integers, first: int, last: int, row: int, head: int) -> tuple[np.uint64, np.uint64]:
    """Of the words with the same head: how many stand between it and one of them, and how many have its tag, by
    side."""
    at = owned[row]
    nearer, twins = np.uint64(1), np.uint64(1)
    for other in range(first, last):
        if min(at, head) < owned[other] < max(at, head):
            nearer += np.uint64(1)
        if other != row and tags[owned[other], 0] == tags[at, 0]:
            twins += np.uint64(1) if owned[other] < at else np.uint64(16)
    return nearer, twins


@leaf
def _side(at: int, head: int) -> np.uint64:
    return np.uint64(2) if at < head else np.uint64(1)


@leaf
def _steps(at: int, head: int) -> np.uint64:
    gap = abs(at - head)
    return np.uint64(gap if gap < 5 else 5 if gap < 8 else 6 if gap < 14 else 7)


@inner
def _put_arc(
    found: Keys, line: int, at: int, head: int, words: Keys, tags: Keys, begin: int, end: int
) -> None:  # fmt: skip
    """Fills a line with the keys of an arc that both its words give, in a sentence that reaches from `begin` to `end`,
    whatever the tree is."""
    one = np.uint64(1)
    head_word, head_tag = words[head], tags[head, 0]
    word, tag = words[at], tags[at, 0]
    side, steps = _side(at, head), _steps(at, head)
    before = tags[at - 1, 0] if at > begin else _EDGE
    after = tags[at + 1, 0] if at + 1 < end else _EDGE
    head_before = tags[head - 1, 0] if head > begin else _EDGE
    head_after = tags[head + 1, 0] if head + 1 < end else _EDGE
    both = mixed(mixed(tag, head_tag), side)
    arc = mixed(head_tag, side)
    column = 0
    for key in (word[FORM], word[LOWER], word[SUFFIX + 2], word[SUFFIX + 1], word[FLAGS]):
        column = _put(found, line, column, key, tag)
    column = _put(found, line, column, tag, one)
    column = _put(found, line, column, word[LOWER], arc)
    column = _put(found, line, column, word[LOWER], both)
    column = _put(found, line, column, word[SUFFIX + 2], arc)
    column = _put(found, line, column, tag, head_word[LOWER])
    column = _put(found, line, column, both, head_word[LOWER])
    column = _put(found, line, column, both, head_word[SUFFIX + 2])
    column = _put(found, line, column, mixed(word[LOWER], head_word[LOWER]), side)
    column = _put(found, line, column, head_word[LOWER], side)
    column = _put(found, line, column, both, one)
    column = _put(found, line, column, both, steps)
    column = _put(found, line, column, mixed(tag, side), steps)
    column = _put(found, line, _CONTEXT, both, before)
    column = _put(found, line, column, both, after)
    column = _put(found, line, column, mixed(before, tag), mixed(after, side))
    column = _put(found, line, column, both, mixed(head_before, side))
    column = _put(found, line, column, both, mixed(head_after, one))
    column = _put(found, line, column, both, mixed(word[CLASS], one))
    column = _put(found, line, column, both, mixed(word[CLASS], head_word[CLASS]))
    _put(found, line, _ENDING, word[SUFFIX + 3], arc)
    if tags[at, 1] != _EMPTY:
        fine, head_fine = tags[at, 1], tags[head, 1]
        pair = mixed(mixed(fine, head_fine), side)
        column = _put(found, line, _FINE, fine, one)
        column = _put(found, line, column, fine, arc)
        column = _put(found, line, column, fine, head_word[LOWER])
        column = _put(found, line, column, mixed(head_fine, side), tag)
        column = _put(found, line, column, pair, one)
        column = _put(found, line, column, pair, steps)
        _put(found, line, _FINE_PLACE + 1, pair, head_word[LOWER])


@inner
def _put_around(
    found: Keys, line: int, row: int, words: Keys, tags: Keys, heads: Integers, owned: Integers, bounds: Integers,
    edge: Keys,
) -> None:  # fmt: skip
    """Fills a line with the keys of an arc that the arcs around it give."""
    at, head = owned[row], heads[owned[row]]
    first, last = bounds[head], bounds[head + 1]
    above = tags[heads[head], 0] if heads[head] >= 0 else _EDGE
    head_word, head_tag = words[head], tags[head, 0]
    word, tag = words[at], tags[at, 0]
    side = _side(at, head)
    left, left_tag = (words[owned[row - 1]], tags[owned[row - 1], 0]) if row > first else (edge, _EDGE)
    right, right_tag = (words[owned[row + 1]], tags[owned[row + 1], 0]) if row + 1 < last else (edge, _EDGE)
    low, high = bounds[at], bounds[at + 1]
    inner, inner_tag = (words[owned[low]], tags[owned[low], 0]) if high > low else (edge, _EDGE)
    outer, outer_tag = (words[owned[high - 1]], tags[owned[high - 1], 0]) if high > low else (edge, _EDGE)
    second_tag = tags[owned[low + 1], 0] if high > low + 1 else _EDGE
    both = mixed(mixed(tag, head_tag), side)
    place = np.uint64(1 + min(abs(row - first), 3) + 4 * min(last - 1 - row, 3))
    nearer, twins = _between(tags, owned, first, last, row, head)
    column = _put(found, line, _PLACE, both, place)
    column = _put(found, line, column, both, nearer)
    column = _put(found, line, column, mixed(both, nearer), head_word[LOWER])
    column = _put(found, line, column, both, mixed(twins, nearer))
    column = _put(found, line, column, both, above)
    column = _put(found, line, column, both, left_tag)
    column = _put(found, line, column, both, right_tag)
    column = _put(found, line, column, mixed(both, left_tag), right_tag)
    column = _put(found, line, column, both, left[LOWER])
    column = _put(found, line, column, both, right[LOWER])
    column = _put(found, line, column, tag, mixed(left_tag, side))
    column = _put(found, line, column, tag, inner_tag)
    column = _put(found, line, column, both, inner_tag)
    column = _put(found, line, column, both, inner[LOWER])
    column = _put(found, line, column, inner[LOWER], head_word[LOWER])
    column = _put(found, line, column, both, outer_tag)
    column = _put(found, line, column, both, outer[LOWER])
    column = _put(found, line, column, mixed(both, inner_tag), mixed(second_tag, outer_tag))
    column = _put(found, line, column, word[LOWER], mixed(inner[LOWER], side))
    _put(found, line, _ENDING - 1, mixed(both, inner[LOWER]), head_word[LOWER])
    _put(found, line, _ENDING + 1, word[CLASS], mixed(mixed(head_tag, side), above))
    if tags[at, 1] != _EMPTY:
        pair = mixed(mixed(tags[at, 1], tags[head, 1]), side)
        column = _put(found, line, _FINE_PLACE, pair, place) + 1
        for other in (left_tag, right_tag, inner_tag):
            column = _put(found, line, column, pair, other)


@entry
def label_keys(words: Keys, tags: Keys, heads: Integers, starts: Integers) -> tuple[Keys, Integers, Integers]:
    """The keys of every arc between two words, the positions of their modifiers, and where each head's arcs begin.
    Words with a common head follow each other from left to right. `heads` are positions in all sentences laid end to
    end; -1 is the root. `tags` (words, 2) has coarse tags, and fine ones, or 0 where there is one kind alone."""
    owned, bounds = _by_head(heads)
    found = np.zeros((len(owned), LABELLER_COLUMNS), dtype=np.uint64)
    edge = np.full(words.shape[1], _EDGE, dtype=np.uint64)
    for sentence in range(len(starts) - 1):
        for head in range(starts[sentence], starts[sentence + 1]):
            for row in range(bounds[head], bounds[head + 1]):
                _put_arc(found, row, owned[row], head, words, tags, starts[sentence], starts[sentence + 1])
                _put_around(found, row, row, words, tags, heads, owned, bounds, edge)
    return found, owned, bounds


@leaf
def _sign(head: int, heads: Integers, owned: Integers, bounds: Integers) -> np.uint64:
    """A number for all of a tree that the keys of the arcs of a head are made of."""
    sign = mixed(mixed(_EDGE, np.uint64(head)), np.uint64(heads[head] + 2))
    for row in range(bounds[head], bounds[head + 1]):
        low, high = bounds[owned[row]], bounds[owned[row] + 1]
        sign = mixed(sign, np.uint64(owned[row]))
        sign = mixed(sign, np.uint64(owned[low] + 1 if high > low else 0))
        sign = mixed(sign, np.uint64(owned[low + 1] + 1 if high > low + 1 else 0))
        sign = mixed(sign, np.uint64(owned[high - 1] if high > low else 0))
    return sign


@entry
def tree_keys(
    words: Keys, tags: Keys, trees: Integers
) -> tuple[Keys, Integers, Integers, Integers, Keys, Integers]:  # fmt: skip
    """As `label_keys` for trees of one sentence, heads with the same arcs once: the keys that the trees give, where
    each head's begin, the positions of all modifiers in the trees laid end to end, the line of each among the keys, the
    keys of every arc that its words give, and the arc of each line."""
    count, size = trees.shape
    found = np.empty((count * size, LABELLER_COLUMNS), dtype=np.uint64)
    arcs = np.empty((count * size, LABELLER_COLUMNS), dtype=np.uint64)
    known, seen, of = np.full((size, size), -1), 0, np.empty(count * size, dtype=np.int64)
    begun = np.zeros(count * size + 1, dtype=np.int64)
    positions, lines = np.empty(count * size, dtype=np.int64), np.empty(count * size, dtype=np.int64)
    edge = np.full(words.shape[1], _EDGE, dtype=np.uint64)
    room = 16
    while room < 2 * count * size:
        room *= 2
    table, values = np.zeros(room, dtype=np.uint64), np.zeros(room, dtype=np.int64)
    chains, used, total = 0, 0, 0
    for tree in range(count):
        heads = trees[tree]
        owned, bounds = _by_head(heads)
        for head in range(size):
            first, last = bounds[head], bounds[head + 1]
            if first == last:
                continue
            sign = _sign(head, heads, owned, bounds)
            slot = np.int64(sign & np.uint64(room - 1))
            while table[slot] != _EMPTY and table[slot] != sign:
                slot = (slot + 1) & (room - 1)
            if table[slot] == _EMPTY:
                table[slot], values[slot] = sign, used
                for row in range(first, last):
                    at = owned[row]
                    if known[head, at] < 0:
                        arcs[seen] = _EMPTY
                        _put_arc(arcs, seen, at, head, words, tags, 0, size)
                        known[head, at] = seen
                        seen += 1
                    found[used] = _EMPTY
                    _put_around(found, used, row, words, tags, heads, owned, bounds, edge)
                    of[used] = known[head, at]
                    used += 1
                chains += 1
                begun[chains] = used
            for row in range(first, last):
                positions[total], lines[total] = tree * size + owned[row], values[slot] + row - first
                total += 1
    begun, positions, lines = begun[: chains + 1].copy(), positions[:total].copy(), lines[:total].copy()
    return found[:used].copy(), begun, positions, lines, arcs[:seen].copy(), of[:used].copy()
