"""Compiled features of a guessed word: values indicated by substrings, inherent values of its lexeme, feature lists.

Never imported at start-up.
"""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.morphology.guesser.buffers import ClueBuffer, FeatureBuffer, WeightedItems
from spectral_core.morphology.guesser.count_kernels import find_or_add_item
from spectral_core.morphology.guesser.parameters import (
    CLUE_WEIGHT,
    HALF_BITS,
    LOW_HALF,
    MAX_CLUES_PER_TAG,
    MIN_CLUE_COUNT,
    MIN_CLUE_SHARE,
    Clues,
    Lexemes,
)
from spectral_core.morphology.guesser.string_hashing import EMPTY_KEY, ZERO, extend_key
from spectral_core.structured.compilation import leaf_kernel
from spectral_core.structured.hash_tables import find_count_slot, get_count


@leaf_kernel
def _get_feature_value(buffer: FeatureBuffer, feats: int, attribute: int) -> int:
    """Return the value of an attribute in a feature list; -1 if the list does not have it."""
    for index in range(buffer.bounds[feats], buffer.bounds[feats + 1]):
        if buffer.pairs[index] >> HALF_BITS == attribute:
            return int(buffer.pairs[index] & LOW_HALF)
    return -1


@leaf_kernel
def _intern_drafted_features(buffer: FeatureBuffer, length: int) -> int:
    """Return the id of the feature list in the draft; a list that is not known yet is added."""
    draft, pairs = buffer.draft, buffer.pairs
    key = EMPTY_KEY
    for index in range(length):
        key = extend_key(extend_key(key, np.uint64(draft[index] >> HALF_BITS)), np.uint64(draft[index] & LOW_HALF))
    slot = find_count_slot(buffer.table, key)
    if buffer.table[slot, 1] == 0:
        size = buffer.size[0]
        buffer.size[0] = size + 1
        buffer.table[slot, 0], buffer.table[slot, 1] = np.int64(key), size + 1
        begin = buffer.bounds[size]
        for index in range(length):
            pairs[begin + index] = draft[index]
        buffer.bounds[size + 1] = begin + length
    return int(buffer.table[slot, 1] - 1)


@leaf_kernel
def collect_feature_clues(
    clues: Clues,
    part_count: int,
    upos: Integers,
    features: FeatureBuffer,
    left_out: Integers,
    begin: int,
    end: int,
    buffer: ClueBuffer,
) -> int:
    """Fill the buffer with the feature values that the substrings of a word indicate, leaving out its own tags
    `left_out[begin:end]`; return their number."""
    size = 0
    for part in range(part_count):
        list_index = get_count(clues.table, buffer.parts[part]) - 1
        if list_index < 0:
            continue
        for row in range(clues.bounds[list_index], clues.bounds[list_index + 1]):
            clue, count, total = clues.entries[row, 0], clues.entries[row, 1], clues.entries[row, 2]
            for index in range(begin, end):
                if upos[left_out[index] >> HALF_BITS] == clues.rows[clue, 0]:
                    total -= 1
                    value = _get_feature_value(features, left_out[index] & LOW_HALF, clues.rows[clue, 1] >> HALF_BITS)
                    count -= max(value, 0) == clues.rows[clue, 1] & LOW_HALF
            if count >= MIN_CLUE_COUNT and count >= MIN_CLUE_SHARE * total:
                share = count / total
                if buffer.position_of[clue] == 0:
                    buffer.clues[size], buffer.shares[size] = clue, share
                    size += 1
                    buffer.position_of[clue] = size
                elif share > buffer.shares[buffer.position_of[clue] - 1]:
                    buffer.shares[buffer.position_of[clue] - 1] = share
    for row in range(size):
        buffer.position_of[buffer.clues[row]] = 0
    return size


@leaf_kernel
def _set_draft_feature(buffer: FeatureBuffer, length: int, pair: int) -> int:
    """Set an attribute in the draft, at its position in the attribute order; return the length of the draft."""
    draft, order, attribute = buffer.draft, buffer.order, pair >> HALF_BITS
    for index in range(length):
        if draft[index] >> HALF_BITS == attribute:
            draft[index] = pair
            return length
    index = length
    while index > 0 and order[draft[index - 1] >> HALF_BITS] > order[attribute]:
        draft[index] = draft[index - 1]
        index -= 1
    draft[index] = pair
    return length + 1


@leaf_kernel
def _copy_features_to_draft(buffer: FeatureBuffer, feats: int) -> int:
    """Copy a feature list to the draft; return its length."""
    begin, length = buffer.bounds[feats], buffer.bounds[feats + 1] - buffer.bounds[feats]
    for index in range(length):
        buffer.draft[index] = buffer.pairs[begin + index]
    return int(length)


@leaf_kernel
def add_tag_variants(
    best_tags: Integers,
    tag_count: int,
    clue_count: int,
    clues: Clues,
    upos: Integers,
    features: FeatureBuffer,
    buffer: ClueBuffer,
    tags: WeightedItems,
) -> None:
    """Add variants of the best tags with the feature values that substrings indicate: one variant for each value, and
    one with all."""
    draft, size = features.draft, tags.size[0]
    for rank in range(tag_count):
        buffer.tag_weights[rank] = tags.weights[best_tags[rank]]
    for rank in range(tag_count):
        tag, applicable_count = tags.keys[best_tags[rank]], 0
        tag_class, feats = tag >> HALF_BITS, tag & LOW_HALF
        for index in range(clue_count):
            clue = buffer.clues[index]
            if clues.rows[clue, 0] == upos[tag_class]:
                pair = clues.rows[clue, 1]
                if max(_get_feature_value(features, feats, pair >> HALF_BITS), 0) != pair & LOW_HALF:
                    buffer.applicable[applicable_count] = index
                    applicable_count += 1
        single_count = min(applicable_count, MAX_CLUES_PER_TAG)
        for change in range(single_count + (applicable_count > 1)):
            length = _copy_features_to_draft(features, feats)
            factor = CLUE_WEIGHT
            first, last = (change, change + 1) if change < single_count else (0, applicable_count)
            for index in range(first, last):
                factor *= buffer.shares[buffer.applicable[index]]
                length = _set_draft_feature(features, length, clues.rows[buffer.clues[buffer.applicable[index]], 1])
            length_kept = ZERO
            for index in range(length):
                if draft[index] & LOW_HALF != 0:
                    draft[length_kept] = draft[index]
                    length_kept += 1
            position = find_or_add_item(
                tags, size, (tag_class << HALF_BITS) + _intern_drafted_features(features, length_kept)
            )
            size = max(size, position + 1)
            tags.weights[position] += buffer.tag_weights[rank] * factor
    tags.size[0] = size


@leaf_kernel
def collect_inherent_values(
    lexemes: Lexemes, lexeme: int, left_out: Integers, begin: int, end: int, buffer: FeatureBuffer
) -> int:
    """Fill the buffer with the inherent attributes of a lexeme and their values, leaving out the word's own tags
    `left_out[begin:end]`; return their number."""
    lexeme_class, size = lexemes.rows[lexeme, 2], 0
    for attribute_row in range(lexemes.bounds[lexeme], lexemes.bounds[lexeme + 1]):
        best_count, best_value, attribute = 0, -1, lexemes.attributes[attribute_row, 1]
        for value_row in range(lexemes.attributes[attribute_row, 0], lexemes.attributes[attribute_row + 1, 0]):
            count = lexemes.values[value_row, 1]
            for index in range(begin, end):
                if left_out[index] >> HALF_BITS == lexeme_class:
                    count -= (
                        _get_feature_value(buffer, left_out[index] & LOW_HALF, attribute)
                        == lexemes.values[value_row, 0]
                    )
            if count > best_count:
                best_count, best_value = count, lexemes.values[value_row, 0]
        if best_value >= 0:
            buffer.inherent[size] = (attribute << HALF_BITS) + best_value
            size += 1
    return size


@leaf_kernel
def agrees_with_inherent_values(buffer: FeatureBuffer, feats: int, inherent_count: int) -> bool:
    """Test whether no feature in a list contradicts the lexeme's inherent value of its attribute."""
    for index in range(buffer.bounds[feats], buffer.bounds[feats + 1]):
        pair = buffer.pairs[index]
        for inherent in range(inherent_count):
            if buffer.inherent[inherent] >> HALF_BITS == pair >> HALF_BITS and buffer.inherent[inherent] != pair:
                return False
    return True


@leaf_kernel
def set_inherent_values(buffer: FeatureBuffer, feats: int, inherent_count: int) -> int:
    """Return the id of the feature list in which inherent attributes have the lexeme's values; it is added if it is
    new."""
    length = _copy_features_to_draft(buffer, feats)
    for index in range(length):
        for inherent in range(inherent_count):
            if buffer.inherent[inherent] >> HALF_BITS == buffer.draft[index] >> HALF_BITS:
                buffer.draft[index] = buffer.inherent[inherent]
    return _intern_drafted_features(buffer, length)
