"""Scratch arrays and output of the guesser's kernels: allocation and growth."""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Floats, Integers, Keys
from spectral_core.morphology.guesser.parameters import (
    CLUE_SPAN,
    CLUE_TAGS,
    MAX_ENDING_LENGTH,
    MAX_LABELS,
    MAX_LEXEMES,
    MAX_LOAD,
    MAX_LOWER_LENGTH,
    MAX_NEW_FEATURES,
    MAX_RULES,
    MAX_TAGS,
    Features,
    GuessBatch,
    GuesserParameters,
    Rows,
    SlotIndices,
    Table,
    WordGuesses,
)

_Number = TypeVar("_Number", bound=np.generic)


class WeightedItems(NamedTuple):
    """Items by key with their weights, in order of insertion."""

    slots: SlotIndices  # index + 1
    keys: Integers
    weights: Floats
    rows: Rows  # label: lemma, tag, rank among the best; lemma: begin, end, its compound form
    size: Integers  # (1,)


class CandidateLemmas(NamedTuple):
    """Candidate lemmas of one word; the weight of a lemma is that of its compound relative to the plain lemma."""

    items: WeightedItems
    letters: CodePoints
    letter_count: Integers  # (1,) number of letters


class FeatureBuffer(NamedTuple):
    """Known feature lists, followed by those made for the words."""

    table: Table
    bounds: Integers
    pairs: Integers
    order: Integers
    size: Integers  # (1,) number of lists
    draft: Integers  # list under construction
    inherent: Integers  # inherent values of a lexeme


class ClueBuffer(NamedTuple):
    """Feature values indicated by the substrings of one word."""

    parts: Keys
    position_of: Integers  # (clues,) index + 1 among the collected; 0 between words
    clues: Integers
    shares: Floats
    applicable: Integers  # indices among the collected
    tag_weights: Floats  # weights of tags before variants are added


class StemBuffer(NamedTuple):
    """Lexemes known with a prefix of one word."""

    prefix_keys: Keys
    is_listed: Integers  # (lexemes,) 0 between words
    lexemes: Integers
    weights: Floats


class CompoundBuffer(NamedTuple):
    """Best labels of one word, and their variants with compound lemmas."""

    suffix_keys: Keys  # key of each ending of a lemma
    labels: Integers
    weights: Floats


class WordBuffer(NamedTuple):
    """Scratch arrays for one word."""

    rules: WeightedItems
    tags: WeightedItems
    labels: WeightedItems
    lemmas: CandidateLemmas
    clues: ClueBuffer
    stems: StemBuffer
    compounds: CompoundBuffer
    scripts: Rows  # (scripts, 2) last word to which each was applied, from 1, and the resulting lemma
    endings: Keys
    best_tags: Integers  # tags
    best_labels: Integers  # labels


class OutputBuffer(NamedTuple):
    """Labels of the words guessed so far; lemmas and tags without duplicates."""

    bounds: Integers
    rows: Rows
    lemma_table: Table
    lemma_codes: CodePoints
    lemma_bounds: Integers
    tag_table: Table
    tags: Integers
    sizes: Integers  # (3,) number of rows, lemmas, tags


def make_word_buffer(parameters: GuesserParameters, batch: GuessBatch, compound_limit: int) -> WordBuffer:
    """Allocate the scratch arrays for one word, with `compound_limit` labels tried as compounds."""
    added_length, lemma_length, clue_count = (
        parameters.rules.added.longest,
        parameters.lexemes.lemmas.longest,
        len(parameters.clues.rows),
    )
    lemma_limit = 3 * (2 * added_length + min(max(batch.lower.longest, batch.written.longest), MAX_LOWER_LENGTH))
    compound_length = max(lemma_limit, lemma_length) + 1
    letters = np.empty(
        MAX_RULES * lemma_limit + MAX_LEXEMES * lemma_length + compound_limit * compound_length, dtype=np.uint32
    )
    return WordBuffer(
        _make_weighted_items(MAX_RULES),
        _make_weighted_items(MAX_TAGS),
        _make_weighted_items(MAX_LABELS + compound_limit),
        CandidateLemmas(
            _make_weighted_items(MAX_RULES + MAX_LEXEMES + compound_limit), letters, _make_zero_integers(1)
        ),
        ClueBuffer(
            _make_zero_keys(CLUE_SPAN * len(parameters.clues.sizes)),
            _make_zero_integers(clue_count),
            _make_zero_integers(clue_count),
            np.zeros(clue_count),
            _make_zero_integers(clue_count),
            np.zeros(CLUE_TAGS),
        ),
        StemBuffer(
            _make_zero_keys(1 + MAX_LOWER_LENGTH),
            _make_zero_integers(len(parameters.lexemes.rows)),
            _make_zero_integers(MAX_LEXEMES),
            np.zeros(MAX_LEXEMES),
        ),
        CompoundBuffer(
            _make_zero_keys(compound_length), _make_zero_integers(2 * compound_limit), np.zeros(2 * compound_limit)
        ),
        np.zeros((len(parameters.rules.scripts), 2), dtype=np.int64),
        _make_zero_keys(MAX_ENDING_LENGTH + 1),
        _make_zero_integers(MAX_TAGS),
        _make_zero_integers(MAX_LABELS + compound_limit),
    )


def _make_weighted_items(size: int) -> WeightedItems:
    """Allocate a hash table for `size` weighted items."""
    slots = np.zeros(_compute_table_size(size, 0.5), dtype=np.int32)
    return WeightedItems(
        slots, _make_zero_integers(size), np.zeros(size), np.zeros((size, 3), dtype=np.int64), _make_zero_integers(1)
    )


def _make_zero_integers(size: int) -> Integers:
    return np.zeros(size, dtype=np.int64)


def _make_zero_keys(size: int) -> Keys:
    return np.zeros(size, dtype=np.uint64)


def _compute_table_size(keys: int, max_load: float = MAX_LOAD) -> int:
    """Return the number of slots of a hash table for `keys` keys."""
    return 1 << int(max(keys / max_load, 8)).bit_length()


def make_feature_buffer(features: Features, order: Integers, words: int) -> FeatureBuffer:
    """Copy the known feature lists into a buffer with free slots for the lists of `words` words."""
    size, attributes = np.array([len(features.bounds) - 1]), len(order) + 1
    buffer = FeatureBuffer(*features, order, size, _make_zero_integers(attributes), _make_zero_integers(attributes))
    return grow_feature_buffer(buffer, 2 * MAX_NEW_FEATURES + 2 * words)


def grow_feature_buffer(buffer: FeatureBuffer, extra: int) -> FeatureBuffer:
    """Return the buffer, enlarged by `extra` lists if those of one more word might not fit."""
    if buffer.size[0] + MAX_NEW_FEATURES < len(buffer.bounds):
        return buffer
    return buffer._replace(
        table=_rehash_to_larger_table(buffer.table, len(buffer.bounds) + extra),
        bounds=_copy_to_larger_array(buffer.bounds, len(buffer.bounds) + extra),
        pairs=_copy_to_larger_array(buffer.pairs, len(buffer.pairs) + extra * len(buffer.order)),
    )


def make_output_buffer(words: int, label_limit: int) -> OutputBuffer:
    """Allocate the output for the first `words` words."""
    rows, lemmas, tags = 64 + label_limit + 32 * words, 64 + label_limit + 8 * words, 1024 + label_limit + 2 * words
    return OutputBuffer(
        _make_zero_integers(words + 1),
        np.zeros((rows, 2), dtype=np.int64),
        np.zeros((_compute_table_size(lemmas), 2), dtype=np.int64),
        np.zeros(8 * lemmas, dtype=np.uint32),
        _make_zero_integers(lemmas + 1),
        np.zeros((_compute_table_size(tags), 2), dtype=np.int64),
        _make_zero_integers(tags),
        _make_zero_integers(3),
    )


def double_output_capacity(output: OutputBuffer) -> OutputBuffer:
    """Return a copy of the output with twice the capacity."""
    return OutputBuffer(
        output.bounds,
        _copy_to_larger_array(output.rows, 2 * len(output.rows)),
        _rehash_to_larger_table(output.lemma_table, 2 * len(output.lemma_bounds)),
        _copy_to_larger_array(output.lemma_codes, 2 * len(output.lemma_codes)),
        _copy_to_larger_array(output.lemma_bounds, 2 * len(output.lemma_bounds)),
        _rehash_to_larger_table(output.tag_table, 2 * len(output.tags)),
        _copy_to_larger_array(output.tags, 2 * len(output.tags)),
        output.sizes,
    )


def _copy_to_larger_array(array: NDArray[_Number], size: int) -> NDArray[_Number]:
    """Return a copy of the array with `size` rows, zeros behind the old ones."""
    larger = np.zeros((size, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


def _rehash_to_larger_table(table: Table, keys: int) -> Table:
    """Return a hash table with the same entries and free slots for `keys` keys."""
    from spectral_core.structured.hash_tables import rehash

    larger = np.zeros((_compute_table_size(keys), 2), dtype=np.int64)
    rehash(table, larger)
    return larger


def to_word_guesses(output: OutputBuffer, features: FeatureBuffer) -> WordGuesses:
    """Return the guesses in the used part of the output arrays."""
    rows, lemmas, tags = output.sizes.tolist()
    bounds = output.lemma_bounds[: lemmas + 1]
    feature_lists = Features(features.table, features.bounds, features.pairs)
    return WordGuesses(
        output.bounds, output.rows[:rows], output.lemma_codes[: bounds[-1]], bounds, output.tags[:tags], feature_lists
    )
