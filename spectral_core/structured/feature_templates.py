"""Compiled feature templates of the taggers and the arc labeller: words, tags and arcs as 64-bit keys. Never imported
at start-up."""

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Integers, Keys
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.hash_tables import combine_keys

Kinds = NDArray[np.uint8]
MAX_SUFFIX = 6  # letters of the longest suffix feature
# columns of a word's keys; PREFIX and SUFFIX are the first of 4 and MAX_SUFFIX, from one letter on
FORM, LOWER, PREFIX, SUFFIX, SHAPE, FLAGS, CLASS = 0, 1, 2, 6, 12, 13, 14
WORD_COLUMNS = 15
TAGGER_COLUMNS = 49  # in the order in which `tagger_feature_keys` puts them
_SEED = np.uint64(0xCBF29CE484222325)
_EMPTY = np.uint64(0)
_OUTSIDE_KEY = np.uint64(0xA0761D6478BD642F)  # key of positions outside the sentence
_UPPER, _LOWER_CASE, _DIGIT, _LETTER = 1, 2, 3, 4  # character classes; 0 is any other
# columns of an arc's keys. `_put_word_pair_keys` fills 0-16 (the two words and their distance), 36-42 (tags and classes
# around), 44 (suffix), 46-51 and 53 (fine tags); `_put_tree_context_keys` fills 17-35 (siblings, grandparent and
# children), 43 and 45 (first child; grandparent), 52 and 54-56 (fine tags of neighbours). The column is part of a key,
# so that another order would need new weights.
LABELLER_COLUMNS = 57
_POSITION, _CONTEXT, _SUFFIX_GROUP, _FINE, _FINE_POSITION = 17, 36, 44, 46, 52
# columns of a word's tags: coarse, fine and, with morphology, lemma, all features together, and ATTRIBUTE_COUNT of them
# one by one, case first
LEMMA, FEATURES, FIRST_ATTRIBUTE = 2, 3, 4
ATTRIBUTE_COUNT = 13
_CASE = FIRST_ATTRIBUTE
_GOVERNING = 7  # the first attributes of a head with which the case of a modifier is combined
MORPHOLOGY_COLUMNS = LABELLER_COLUMNS + 4 * ATTRIBUTE_COUNT + _GOVERNING + 11
_MORPHOLOGY_CONTEXT = MORPHOLOGY_COLUMNS - 3


@kernel
def word_feature_keys(
    codes: CodePoints,
    bounds: Integers,
    lower_case: CodePoints,
    character_classes: Kinds,
    class_table: Keys,
    class_values: Keys,
) -> Keys:
    """Return (words, WORD_COLUMNS) the keys of each form: the form itself, its lower case with digits normalised,
    prefixes and suffixes, shape, character classes, and the tag class of its word."""
    keys = np.zeros((len(bounds) - 1, WORD_COLUMNS), dtype=np.uint64)
    for word in range(len(bounds) - 1):
        begin, end = bounds[word], bounds[word + 1]
        size = end - begin
        form, lower_form, shape = _SEED, _SEED, _SEED
        flags = np.uint64(0)
        last_kind = -1
        for position in range(begin, end):
            code = codes[position]
            in_table = code < len(character_classes)
            kind = int(character_classes[code]) if in_table else 0
            lower = lower_case[code] if in_table else code
            if kind == _DIGIT:
                lower = np.uint32(48)
            form = combine_keys(form, np.uint64(code))
            lower_form = combine_keys(lower_form, np.uint64(lower))
            if kind != last_kind:
                shape = combine_keys(shape, np.uint64(kind if kind else code))
                last_kind = kind
            if kind == _UPPER:
                flags |= np.uint64(1) if position == begin else np.uint64(2)
            elif kind in (_LOWER_CASE, _LETTER):
                flags |= np.uint64(4)
            elif kind == _DIGIT:
                flags |= np.uint64(8)
            elif code == 45:
                flags |= np.uint64(16)
            else:
                flags |= np.uint64(32)
            if position - begin < 4 and size > position - begin + 1:
                keys[word, PREFIX + position - begin] = combine_keys(lower_form, np.uint64(1))
        suffix = _SEED
        for suffix_index in range(min(MAX_SUFFIX, size - 1)):
            code = codes[end - 1 - suffix_index]
            in_table = code < len(character_classes)
            lower = lower_case[code] if in_table else code
            if in_table and character_classes[code] == _DIGIT:
                lower = np.uint32(48)
            suffix = combine_keys(suffix, np.uint64(lower))
            keys[word, SUFFIX + suffix_index] = combine_keys(suffix, np.uint64(2))
        keys[word, FORM] = form
        keys[word, LOWER] = lower_form
        keys[word, SHAPE] = shape
        keys[word, FLAGS] = combine_keys(flags, np.uint64(3))
        keys[word, CLASS] = _look_up_class(class_table, class_values, lower_form)
        if keys[word, CLASS] == _EMPTY:
            keys[word, CLASS] = combine_keys(keys[word, SUFFIX + 1], keys[word, FLAGS])
    return keys


@leaf_kernel
def _look_up_class(table: Keys, values: Keys, key: np.uint64) -> np.uint64:
    """Return the tag class of a word key; 0 if it is absent."""
    mask = np.uint64(len(table) - 1)
    slot = key & mask
    while table[slot] != _EMPTY:
        if table[slot] == key:
            value: np.uint64 = values[slot]
            return value
        slot = (slot + np.uint64(1)) & mask
    return _EMPTY


@kernel
def build_tag_class_table(keys: Keys, classes: Keys) -> tuple[Keys, Keys]:
    """Build an open-addressing hash table from word keys to tag classes."""
    size = 16
    while size < 2 * len(keys) + 2:
        size *= 2
    table, values = np.zeros(size, dtype=np.uint64), np.zeros(size, dtype=np.uint64)
    mask = np.uint64(size - 1)
    for word in range(len(keys)):
        slot = keys[word] & mask
        while table[slot] != _EMPTY:
            slot = (slot + np.uint64(1)) & mask
        table[slot], values[slot] = keys[word], classes[word]
    return table, values


@leaf_kernel
def _put_pair_key(keys: Keys, row: int, column: int, first_key: np.uint64, second_key: np.uint64) -> int:
    """Write the key of a feature with two parts, unless one is missing; return the next column."""
    if first_key != _EMPTY and second_key != _EMPTY:
        keys[row, column] = combine_keys(combine_keys(first_key, second_key), np.uint64(column + 1))
    return column + 1


@kernel
def tagger_feature_keys(words: Keys, starts: Integers) -> Keys:
    """Return (words, TAGGER_COLUMNS) the feature keys of the tagger for each word: its own and those of its
    neighbours."""
    keys = np.zeros((len(words), TAGGER_COLUMNS), dtype=np.uint64)
    edge = np.full(words.shape[1], _OUTSIDE_KEY, dtype=np.uint64)
    unit = np.uint64(1)
    for sequence in range(len(starts) - 1):
        begin, end = starts[sequence], starts[sequence + 1]
        for position in range(begin, end):
            word = words[position]
            left = words[position - 1] if position > begin else edge
            right = words[position + 1] if position + 1 < end else edge
            left2 = words[position - 2] if position > begin + 1 else edge
            right2 = words[position + 2] if position + 2 < end else edge
            column = 0
            for word_column in range(CLASS):
                column = _put_pair_key(keys, position, column, word[word_column], unit)
            position_key = np.uint64(2) if position == begin else np.uint64(1)
            column = _put_pair_key(keys, position, column, word[FLAGS], position_key)
            column = _put_pair_key(keys, position, column, word[LOWER], position_key)
            for neighbour in (left, right):
                column = _put_pair_key(keys, position, column, neighbour[LOWER], unit)
                column = _put_pair_key(keys, position, column, neighbour[SUFFIX + 2], unit)
                column = _put_pair_key(keys, position, column, neighbour[SUFFIX + 1], unit)
                column = _put_pair_key(keys, position, column, neighbour[FLAGS], unit)
                column = _put_pair_key(keys, position, column, neighbour[FORM], unit)
                column = _put_pair_key(keys, position, column, neighbour[CLASS], unit)
                column = _put_pair_key(keys, position, column, neighbour[CLASS], word[LOWER])
                column = _put_pair_key(keys, position, column, neighbour[CLASS], word[SUFFIX + 2])
                column = _put_pair_key(keys, position, column, neighbour[CLASS], word[SHAPE])
                column = _put_pair_key(keys, position, column, neighbour[LOWER], word[LOWER])
                column = _put_pair_key(keys, position, column, neighbour[LOWER], word[SUFFIX + 1])
            column = _put_pair_key(keys, position, column, left2[LOWER], unit)
            column = _put_pair_key(keys, position, column, right2[LOWER], unit)
            column = _put_pair_key(keys, position, column, left2[CLASS], left[CLASS])
            column = _put_pair_key(keys, position, column, right[CLASS], right2[CLASS])
            column = _put_pair_key(keys, position, column, left[CLASS], right[CLASS])
            column = _put_pair_key(keys, position, column, left[LOWER], right[LOWER])
            column = _put_pair_key(keys, position, column, combine_keys(left[CLASS], word[CLASS]), right[CLASS])
            column = _put_pair_key(keys, position, column, combine_keys(left[LOWER], word[LOWER]), right[LOWER])
            column = _put_pair_key(keys, position, column, combine_keys(left[LOWER], left2[LOWER]), unit)
            column = _put_pair_key(keys, position, column, combine_keys(right[LOWER], right2[LOWER]), unit)
            column = _put_pair_key(keys, position, column, word[CLASS], unit)
    return keys


@inner_kernel
def _group_modifiers_by_head(heads: Integers) -> tuple[Integers, Integers]:
    """Return the positions of modifiers, grouped by head from left to right, and the group offsets."""
    size = len(heads)
    counts = np.zeros(size + 1, dtype=np.int64)
    for word in range(size):
        if heads[word] >= 0:
            counts[heads[word] + 1] += 1
    bounds = np.cumsum(counts)
    modifiers = np.empty(bounds[size], dtype=np.int64)
    next_slot = bounds[:-1].copy()
    for word in range(size):
        if heads[word] >= 0:
            modifiers[next_slot[heads[word]]] = word
            next_slot[heads[word]] += 1
    return modifiers, bounds


@leaf_kernel
def _count_siblings(
    tags: Keys, modifiers: Integers, first: int, last: int, row: int, head: int
) -> tuple[np.uint64, np.uint64]:
    """Return two keys: 1 plus the number of siblings between a head and one of its modifiers, and 1 plus the number of
    siblings with the modifier's tag, those to its right counted as 16 each."""
    modifier = modifiers[row]
    between, same_tag = np.uint64(1), np.uint64(1)
    for sibling in range(first, last):
        if min(modifier, head) < modifiers[sibling] < max(modifier, head):
            between += np.uint64(1)
        if sibling != row and tags[modifiers[sibling], 0] == tags[modifier, 0]:
            same_tag += np.uint64(1) if modifiers[sibling] < modifier else np.uint64(16)
    return between, same_tag


@leaf_kernel
def _direction_key(modifier: int, head: int) -> np.uint64:
    """Return the key of the direction of an arc."""
    return np.uint64(2) if modifier < head else np.uint64(1)


@leaf_kernel
def _distance_key(modifier: int, head: int) -> np.uint64:
    """Return the key of the length of an arc."""
    gap = abs(modifier - head)
    return np.uint64(gap if gap < 5 else 5 if gap < 8 else 6 if gap < 14 else 7)


@inner_kernel
def _put_word_pair_keys(
    keys: Keys, line: int, modifier: int, head: int, words: Keys, tags: Keys, begin: int, end: int
) -> None:  # fmt: skip
    """Fill a line with the features of an arc that depend on its two words alone, not on the tree, in a sentence from
    `begin` to `end`."""
    unit = np.uint64(1)
    head_word, head_tag = words[head], tags[head, 0]
    word, tag = words[modifier], tags[modifier, 0]
    side, steps = _direction_key(modifier, head), _distance_key(modifier, head)
    tag_before = tags[modifier - 1, 0] if modifier > begin else _OUTSIDE_KEY
    tag_after = tags[modifier + 1, 0] if modifier + 1 < end else _OUTSIDE_KEY
    head_before = tags[head - 1, 0] if head > begin else _OUTSIDE_KEY
    head_after = tags[head + 1, 0] if head + 1 < end else _OUTSIDE_KEY
    arc_tags = combine_keys(combine_keys(tag, head_tag), side)
    head_side = combine_keys(head_tag, side)
    column = 0
    for key in (word[FORM], word[LOWER], word[SUFFIX + 2], word[SUFFIX + 1], word[FLAGS]):
        column = _put_pair_key(keys, line, column, key, tag)
    column = _put_pair_key(keys, line, column, tag, unit)
    column = _put_pair_key(keys, line, column, word[LOWER], head_side)
    column = _put_pair_key(keys, line, column, word[LOWER], arc_tags)
    column = _put_pair_key(keys, line, column, word[SUFFIX + 2], head_side)
    column = _put_pair_key(keys, line, column, tag, head_word[LOWER])
    column = _put_pair_key(keys, line, column, arc_tags, head_word[LOWER])
    column = _put_pair_key(keys, line, column, arc_tags, head_word[SUFFIX + 2])
    column = _put_pair_key(keys, line, column, combine_keys(word[LOWER], head_word[LOWER]), side)
    column = _put_pair_key(keys, line, column, head_word[LOWER], side)
    column = _put_pair_key(keys, line, column, arc_tags, unit)
    column = _put_pair_key(keys, line, column, arc_tags, steps)
    column = _put_pair_key(keys, line, column, combine_keys(tag, side), steps)
    column = _put_pair_key(keys, line, _CONTEXT, arc_tags, tag_before)
    column = _put_pair_key(keys, line, column, arc_tags, tag_after)
    column = _put_pair_key(keys, line, column, combine_keys(tag_before, tag), combine_keys(tag_after, side))
    column = _put_pair_key(keys, line, column, arc_tags, combine_keys(head_before, side))
    column = _put_pair_key(keys, line, column, arc_tags, combine_keys(head_after, unit))
    column = _put_pair_key(keys, line, column, arc_tags, combine_keys(word[CLASS], unit))
    column = _put_pair_key(keys, line, column, arc_tags, combine_keys(word[CLASS], head_word[CLASS]))
    _put_pair_key(keys, line, _SUFFIX_GROUP, word[SUFFIX + 3], head_side)
    if tags[modifier, 1] != _EMPTY:
        fine, head_fine = tags[modifier, 1], tags[head, 1]
        pair = combine_keys(combine_keys(fine, head_fine), side)
        column = _put_pair_key(keys, line, _FINE, fine, unit)
        column = _put_pair_key(keys, line, column, fine, head_side)
        column = _put_pair_key(keys, line, column, fine, head_word[LOWER])
        column = _put_pair_key(keys, line, column, combine_keys(head_fine, side), tag)
        column = _put_pair_key(keys, line, column, pair, unit)
        column = _put_pair_key(keys, line, column, pair, steps)
        _put_pair_key(keys, line, _FINE_POSITION + 1, pair, head_word[LOWER])
    if tags.shape[1] > LEMMA:
        _put_morphology_keys(keys, line, modifier, head, words, tags)


@inner_kernel
def _put_morphology_keys(keys: Keys, line: int, modifier: int, head: int, words: Keys, tags: Keys) -> None:
    """Fill a line with the features of an arc that depend on the lemmas and morphological features of its two words."""
    tag, head_tag, side = tags[modifier, 0], tags[head, 0], _direction_key(modifier, head)
    arc_tags = combine_keys(combine_keys(tag, head_tag), side)
    head_side, head_form = combine_keys(head_tag, side), words[head, LOWER]
    column = LABELLER_COLUMNS
    for attribute in range(FIRST_ATTRIBUTE, tags.shape[1]):
        value, head_value = tags[modifier, attribute], tags[head, attribute]
        column = _put_pair_key(keys, line, column, value, arc_tags)
        column = _put_pair_key(keys, line, column, value, head_form)
        column = _put_pair_key(keys, line, column, head_value, arc_tags)
        agreement = combine_keys(head_value, arc_tags) if head_value != _EMPTY else _EMPTY
        column = _put_pair_key(keys, line, column, value, agreement)
    case = tags[modifier, _CASE]
    case_side = combine_keys(case, side) if case != _EMPTY else _EMPTY
    for attribute in range(FIRST_ATTRIBUTE, FIRST_ATTRIBUTE + _GOVERNING):
        column = _put_pair_key(keys, line, column, case_side, tags[head, attribute])
    features, head_features = tags[modifier, FEATURES], tags[head, FEATURES]
    column = _put_pair_key(keys, line, column, features, arc_tags)
    column = _put_pair_key(keys, line, column, features, combine_keys(head_features, side))
    column = _put_pair_key(keys, line, column, features, head_form)
    lemma, head_lemma = tags[modifier, LEMMA], tags[head, LEMMA]
    column = _put_pair_key(keys, line, column, lemma, head_side)
    column = _put_pair_key(keys, line, column, lemma, arc_tags)
    column = _put_pair_key(keys, line, column, head_lemma, combine_keys(tag, side))
    column = _put_pair_key(keys, line, column, head_lemma, case_side)
    column = _put_pair_key(keys, line, column, lemma, head_lemma)


@inner_kernel
def _put_morphology_context_keys(
    keys: Keys, line: int, row: int, tags: Keys, head: int, modifiers: Integers, bounds: Integers
) -> None:
    """Fill a line with the features of an arc that depend on its case and those of the other modifiers of its head."""
    modifier, first, last = modifiers[row], bounds[head], bounds[head + 1]
    case, head_tag = tags[modifier, _CASE], tags[head, 0]
    if case == _EMPTY:
        return
    left = tags[modifiers[row - 1], _CASE] if row > first else _OUTSIDE_KEY
    right = tags[modifiers[row + 1], _CASE] if row + 1 < last else _OUTSIDE_KEY
    same_case = np.uint64(1)
    for sibling in range(first, last):
        if sibling != row and tags[modifiers[sibling], _CASE] == case:
            same_case += np.uint64(1) if modifiers[sibling] < modifier else np.uint64(16)
    key = combine_keys(combine_keys(case, head_tag), _direction_key(modifier, head))
    column = _put_pair_key(keys, line, _MORPHOLOGY_CONTEXT, key, combine_keys(left, np.uint64(1)))
    column = _put_pair_key(keys, line, column, key, combine_keys(right, np.uint64(2)))
    _put_pair_key(keys, line, column, key, same_case)


@leaf_kernel
def _count_labeller_columns(tags: Keys) -> int:
    """Return the number of feature keys of an arc: more with morphology."""
    return MORPHOLOGY_COLUMNS if tags.shape[1] > LEMMA else LABELLER_COLUMNS


@inner_kernel
def _put_tree_context_keys(
    keys: Keys, line: int, row: int, words: Keys, tags: Keys, heads: Integers, modifiers: Integers, bounds: Integers,
    edge: Keys,
) -> None:  # fmt: skip
    """Fill a line with the features of an arc that depend on the arcs around it."""
    modifier, head = modifiers[row], heads[modifiers[row]]
    first, last = bounds[head], bounds[head + 1]
    grandparent_tag = tags[heads[head], 0] if heads[head] >= 0 else _OUTSIDE_KEY
    head_word, head_tag = words[head], tags[head, 0]
    word, tag = words[modifier], tags[modifier, 0]
    side = _direction_key(modifier, head)
    left, left_tag = (words[modifiers[row - 1]], tags[modifiers[row - 1], 0]) if row > first else (edge, _OUTSIDE_KEY)
    right, right_tag = (
        (words[modifiers[row + 1]], tags[modifiers[row + 1], 0]) if row + 1 < last else (edge, _OUTSIDE_KEY)
    )
    low, high = bounds[modifier], bounds[modifier + 1]
    first_child, first_child_tag = (
        (words[modifiers[low]], tags[modifiers[low], 0]) if high > low else (edge, _OUTSIDE_KEY)
    )
    last_child, last_child_tag = (
        (words[modifiers[high - 1]], tags[modifiers[high - 1], 0]) if high > low else (edge, _OUTSIDE_KEY)
    )
    second_child_tag = tags[modifiers[low + 1], 0] if high > low + 1 else _OUTSIDE_KEY
    arc_tags = combine_keys(combine_keys(tag, head_tag), side)
    sibling_position = np.uint64(1 + min(abs(row - first), 3) + 4 * min(last - 1 - row, 3))
    between, same_tag = _count_siblings(tags, modifiers, first, last, row, head)
    column = _put_pair_key(keys, line, _POSITION, arc_tags, sibling_position)
    column = _put_pair_key(keys, line, column, arc_tags, between)
    column = _put_pair_key(keys, line, column, combine_keys(arc_tags, between), head_word[LOWER])
    column = _put_pair_key(keys, line, column, arc_tags, combine_keys(same_tag, between))
    column = _put_pair_key(keys, line, column, arc_tags, grandparent_tag)
    column = _put_pair_key(keys, line, column, arc_tags, left_tag)
    column = _put_pair_key(keys, line, column, arc_tags, right_tag)
    column = _put_pair_key(keys, line, column, combine_keys(arc_tags, left_tag), right_tag)
    column = _put_pair_key(keys, line, column, arc_tags, left[LOWER])
    column = _put_pair_key(keys, line, column, arc_tags, right[LOWER])
    column = _put_pair_key(keys, line, column, tag, combine_keys(left_tag, side))
    column = _put_pair_key(keys, line, column, tag, first_child_tag)
    column = _put_pair_key(keys, line, column, arc_tags, first_child_tag)
    column = _put_pair_key(keys, line, column, arc_tags, first_child[LOWER])
    column = _put_pair_key(keys, line, column, first_child[LOWER], head_word[LOWER])
    column = _put_pair_key(keys, line, column, arc_tags, last_child_tag)
    column = _put_pair_key(keys, line, column, arc_tags, last_child[LOWER])
    column = _put_pair_key(
        keys, line, column, combine_keys(arc_tags, first_child_tag), combine_keys(second_child_tag, last_child_tag)
    )
    column = _put_pair_key(keys, line, column, word[LOWER], combine_keys(first_child[LOWER], side))
    _put_pair_key(keys, line, _SUFFIX_GROUP - 1, combine_keys(arc_tags, first_child[LOWER]), head_word[LOWER])
    _put_pair_key(
        keys, line, _SUFFIX_GROUP + 1, word[CLASS], combine_keys(combine_keys(head_tag, side), grandparent_tag)
    )
    if tags[modifier, 1] != _EMPTY:
        pair = combine_keys(combine_keys(tags[modifier, 1], tags[head, 1]), side)
        column = _put_pair_key(keys, line, _FINE_POSITION, pair, sibling_position) + 1
        for neighbour_tag in (left_tag, right_tag, first_child_tag):
            column = _put_pair_key(keys, line, column, pair, neighbour_tag)
    if tags.shape[1] > LEMMA:
        _put_morphology_context_keys(keys, line, row, tags, head, modifiers, bounds)


@kernel
def labeller_feature_keys(
    words: Keys, tags: Keys, heads: Integers, starts: Integers
) -> tuple[Keys, Integers, Integers]:
    """Return the feature keys of each arc between two words, the positions of their modifiers, and the offsets of each
    head's arcs; the modifiers of a head are grouped, left to right. `heads` are positions in the concatenated
    sentences; -1 is the root. `tags` (words, 2) has coarse and fine tags, or 0 for fine if there is only one kind; with
    morphology, more columns (see `LEMMA`)."""
    modifiers, bounds = _group_modifiers_by_head(heads)
    keys = np.zeros((len(modifiers), _count_labeller_columns(tags)), dtype=np.uint64)
    edge = np.full(words.shape[1], _OUTSIDE_KEY, dtype=np.uint64)
    for sentence in range(len(starts) - 1):
        for head in range(starts[sentence], starts[sentence + 1]):
            for row in range(bounds[head], bounds[head + 1]):
                _put_word_pair_keys(
                    keys, row, modifiers[row], head, words, tags, starts[sentence], starts[sentence + 1]
                )
                _put_tree_context_keys(keys, row, row, words, tags, heads, modifiers, bounds, edge)
    return keys, modifiers, bounds


@leaf_kernel
def _hash_head_context(head: int, heads: Integers, modifiers: Integers, bounds: Integers) -> np.uint64:
    """Return a hash of the part of the tree on which the features of a head's arcs depend: its head, its modifiers and
    theirs."""
    signature = combine_keys(combine_keys(_OUTSIDE_KEY, np.uint64(head)), np.uint64(heads[head] + 2))
    for row in range(bounds[head], bounds[head + 1]):
        low, high = bounds[modifiers[row]], bounds[modifiers[row] + 1]
        signature = combine_keys(signature, np.uint64(modifiers[row]))
        signature = combine_keys(signature, np.uint64(modifiers[low] + 1 if high > low else 0))
        signature = combine_keys(signature, np.uint64(modifiers[low + 1] + 1 if high > low + 1 else 0))
        signature = combine_keys(signature, np.uint64(modifiers[high - 1] if high > low else 0))
    return signature


@kernel
def shared_labeller_feature_keys(
    words: Keys, tags: Keys, trees: Integers
) -> tuple[Keys, Integers, Integers, Integers, Keys, Integers]:  # fmt: skip
    """Return arc features as `labeller_feature_keys` for several trees of one sentence, sharing heads with identical
    arcs: the features that depend on the trees, the offsets of each head's, the positions of all modifiers in the
    concatenated trees, the feature line of each, the features of each arc that depend on its words, and the arc of each
    line."""
    count, size = trees.shape
    columns = _count_labeller_columns(tags)
    context_keys = np.empty((count * size, columns), dtype=np.uint64)
    arc_keys = np.empty((count * size, columns), dtype=np.uint64)
    arc_lines, arc_count, arc_of_line = np.full((size, size), -1), 0, np.empty(count * size, dtype=np.int64)
    head_bounds = np.zeros(count * size + 1, dtype=np.int64)
    positions, lines = np.empty(count * size, dtype=np.int64), np.empty(count * size, dtype=np.int64)
    edge = np.full(words.shape[1], _OUTSIDE_KEY, dtype=np.uint64)
    slots = 16
    while slots < 2 * count * size:
        slots *= 2
    table, values = np.zeros(slots, dtype=np.uint64), np.zeros(slots, dtype=np.int64)
    head_count, line_count, total = 0, 0, 0
    for tree in range(count):
        heads = trees[tree]
        modifiers, bounds = _group_modifiers_by_head(heads)
        for head in range(size):
            first, last = bounds[head], bounds[head + 1]
            if first == last:
                continue
            signature = _hash_head_context(head, heads, modifiers, bounds)
            slot = np.int64(signature & np.uint64(slots - 1))
            while table[slot] != _EMPTY and table[slot] != signature:
                slot = (slot + 1) & (slots - 1)
            if table[slot] == _EMPTY:
                table[slot], values[slot] = signature, line_count
                for row in range(first, last):
                    modifier = modifiers[row]
                    if arc_lines[head, modifier] < 0:
                        arc_keys[arc_count] = _EMPTY
                        _put_word_pair_keys(arc_keys, arc_count, modifier, head, words, tags, 0, size)
                        arc_lines[head, modifier] = arc_count
                        arc_count += 1
                    context_keys[line_count] = _EMPTY
                    _put_tree_context_keys(context_keys, line_count, row, words, tags, heads, modifiers, bounds, edge)
                    arc_of_line[line_count] = arc_lines[head, modifier]
                    line_count += 1
                head_count += 1
                head_bounds[head_count] = line_count
            for row in range(first, last):
                positions[total], lines[total] = tree * size + modifiers[row], values[slot] + row - first
                total += 1
    head_bounds, positions, lines = head_bounds[: head_count + 1].copy(), positions[:total].copy(), lines[:total].copy()
    return (
        context_keys[:line_count].copy(),
        head_bounds,
        positions,
        lines,
        arc_keys[:arc_count].copy(),
        arc_of_line[:line_count].copy(),
    )
