"""Morphological guesser: parameters, limits and buffers, as arrays for the kernels."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Floats, Indexes, Integers, Keys

_int64 = cast("Callable[[int], int]", np.int64)
MAX_WORD_LENGTH = _int64(100)  # letters; longer strings are no words, and their stems would take seconds
MAX_ENDING_LENGTH = _int64(7)  # letters of an ending
MIN_STEM_LENGTH = _int64(2)  # letters of a stem
# items of one ending or stem, by number of types
RULES_PER_ENDING, TAGS_PER_ENDING, LEXEMES_PER_STEM = _int64(80), _int64(40), _int64(8)
ENOUGH_RULES, ENOUGH_TAGS = _int64(80), _int64(60)  # items of a word after which shorter endings are skipped
TAGS_PER_WORD, LEXEMES_PER_LEVEL = (
    _int64(25),
    _int64(6),
)  # tags of a word that are combined with the lexemes of each of its stems
STEM_LEVELS = _int64(4)  # stems of a word, longest first
MIN_ENDING_WEIGHT = 1e-4  # shorter endings with less weight are skipped
COMPOUND_CANDIDATES = 1.5  # factor on the requested labels, as compounds may move lower ones up

# Tuned on the development part of a Turkish treebank (tests/benchmarks/guesser.py); others are not sensitive to them.
SMOOTHING = 3.0  # back-off: mass of shorter endings per distinct item of a longer one
KNOWN_STEM_WEIGHT = 0.6  # mixture weight of known stem + tags by ending, against lemma + tags by ending
SHORTER_STEM_FACTOR = 0.15  # decay for each shorter stem
SAME_UPOS_FACTOR, OTHER_UPOS_FACTOR = 0.03, 0.01  # tags whose class differs from the lexeme's: same UPOS, other UPOS
LEXEME_CLASS_FACTOR = 0.07  # the lexeme's class combined with the features of other tags
CLUE_SPAN = _int64(12)  # letters at the end of a word that are searched for clues
CLUE_SIZES = (3, 4, 5)  # letters of a word part that can be a clue
MIN_CLUE_COUNT = _int64(4)  # types with the part that have the value
MIN_CLUE_SHARE = 0.6  # of the types with the part and the tag
CLUE_TAGS = _int64(6)  # tags of a word to which clues are applied
MAX_CLUES_PER_TAG = _int64(7)  # variants of a tag with one clue each, plus one with all of them
CLUE_WEIGHT = 0.5  # weight of a variant relative to its original tag
MIN_MODIFIER_LENGTH = _int64(2)  # letters before a compound boundary
KNOWN_PART_WEIGHT, MODIFIER_LEMMA_WEIGHT = (
    0.5,
    0.25,
)  # weights of a boundary: each known part, a modifier that is a lemma


SlotIndices = Indexes
Rows = Integers  # two-dimensional
Table = Integers  # hash table: (slots, 2) key, value
AS_WRITTEN, LOWER, TITLE, UPPER = 0, 1, 2, 3  # letter case of a lemma
REPLACE_ALL = -1  # number of letters cut at the end: the whole word is replaced
HALF_BITS, LOW_HALF = 32, 0xFFFFFFFF
MAX_RULES = int(ENOUGH_RULES + RULES_PER_ENDING)
MAX_TAGS = int(ENOUGH_TAGS + TAGS_PER_ENDING + CLUE_TAGS * (MAX_CLUES_PER_TAG + 1))
MAX_LEXEMES = int(STEM_LEVELS * LEXEMES_PER_LEVEL)
MAX_LABELS = int(MAX_RULES + 2 * TAGS_PER_WORD * MAX_LEXEMES)
MAX_NEW_FEATURES = int(
    CLUE_TAGS * (MAX_CLUES_PER_TAG + 1) + TAGS_PER_WORD * MAX_LEXEMES
)  # feature lists that one word may add
MAX_LOWER_LENGTH = int(3 * MAX_WORD_LENGTH)  # changing the case of a letter gives at most three letters
_MAX_LOAD = 0.6  # maximum load factor of a table
_Number = TypeVar("_Number", bound=np.generic)


class Strings(NamedTuple):
    """Strings as concatenated code points."""

    codes: CodePoints
    bounds: Integers
    longest: int  # letters of the longest string


class TopItemCounts(NamedTuple):
    """Counts of the most frequent items of each key, such as the tags of a word ending; rarer items are pruned."""

    table: Table  # key -> index + 1
    headers: Rows  # (keys + 1, 2) offset in `entries`; sum of all counts, including pruned ones
    entries: Rows  # (, 2) item, count


class Rules(NamedTuple):
    """Edit scripts from words to lemmas, with the tags they occur with."""

    by_ending: TopItemCounts
    rows: Rows  # (rules, 2) script, tag
    scripts: Rows  # (scripts, 3) letters cut at the start and end, letter case
    added: Strings  # alternating: added at the start and at the end, for each script
    ratios: Floats  # (word case, lemma case) p(lemma case | word case) / p(lemma case)


class TagCounts(NamedTuple):
    """Counts of tags by word ending."""

    by_ending: TopItemCounts
    upos: Integers  # (classes,)


class Clues(NamedTuple):
    """Feature values indicated by parts of words."""

    table: Table  # key of a part -> index + 1
    bounds: Integers  # (keys + 1,) offsets in `entries`
    entries: Rows  # (, 3) clue, number of tags with the part and the value, number with the part and the UPOS
    rows: Rows  # (clues, 2) UPOS, attribute and value
    sizes: Integers  # letters of parts


class Lexemes(NamedTuple):
    """Lemmas with their classes and inherent attributes."""

    by_prefix: TopItemCounts
    rows: Rows  # (lexemes, 3) key of the lemma, lemma, class
    lemmas: Strings
    bounds: Integers  # (lexemes + 1,) offsets in `names`
    attributes: Rows  # (+ 1, 2) offset in `values`, attribute
    values: Rows  # (, 2) value, number of the lexeme's words that have it


class Features(NamedTuple):
    """Feature lists: attributes with their values."""

    table: Table  # key of a list -> id + 1; only lists in canonical notation
    bounds: Integers
    pairs: Integers


class WordContributions(NamedTuple):
    """Contribution of each lexicon word to the counts, subtracted when that word is guessed."""

    bounds: Rows  # (words + 1, 4) offsets in each of the others
    rules: Integers
    tags: Integers
    lexemes: Rows  # (, 2) lexeme, length of the common prefix of word and lemma
    lemmas: Integers  # with compound boundaries


class CompoundParts(NamedTuple):
    """Parts of compound lemmas, before and after the boundary sign."""

    boundary: int  # code point; -1 if no lemma has one
    modifiers: Table  # counts of strings before a boundary
    heads: Table  # counts of strings after a boundary, keys hashed left to right
    heads_from_right: Table  # the same, keys hashed right to left
    table: Table  # key of a lemma without boundaries -> index + 1
    compound_bounds: Integers  # (keys + 1,) offsets in `compounds`
    compounds: Rows  # (, 2) lemma with boundaries, count
    part_bounds: Integers  # (lemmas + 1,) offsets in `parts`: the contribution of each lemma
    parts: Rows  # (, 3) 1 before a boundary and 0 after it, key left to right, key right to left


class GuesserParameters(NamedTuple):
    """All parameters of a guesser."""

    rules: Rules
    tag_counts: TagCounts
    clues: Clues
    lexemes: Lexemes
    features: Features
    order: Integers  # (attributes,) their order in FEATS
    contributions: WordContributions
    compounds: CompoundParts


class GuessBatch(NamedTuple):
    """Words to guess."""

    lower: Strings
    written: Strings
    rows: Rows  # (words, 2) letter case, index in the lexicon or -1
    upper_index: Integers  # (codes,) index + 1 of the letter's upper case in the next field; 0 or past the end: none
    uppers: Strings


class WordGuesses(NamedTuple):
    """Guessed labels of words, most probable first."""

    bounds: Integers  # (words + 1,) offsets in `rows`
    rows: Rows  # (, 2) index into `lemmas`, index into `tags`
    lemma_codes: CodePoints
    lemma_bounds: Integers
    tags: Integers
    features: Features


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
    """Clues in the parts of one word."""

    parts: Keys
    position_of: Integers  # (clues,) index + 1 among the collected; 0 between words
    clues: Integers
    shares: Floats
    applicable: Integers  # indices among the collected
    tag_weights: Floats  # weights of tags before clues are applied


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
    """Allocate the buffers of one word, with `compound_limit` labels tried as compounds."""
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
        CandidateLemmas(_make_weighted_items(MAX_RULES + MAX_LEXEMES + compound_limit), letters, _zero_integers(1)),
        ClueBuffer(
            _zero_keys(CLUE_SPAN * len(parameters.clues.sizes)),
            _zero_integers(clue_count),
            _zero_integers(clue_count),
            np.zeros(clue_count),
            _zero_integers(clue_count),
            np.zeros(CLUE_TAGS),
        ),
        StemBuffer(
            _zero_keys(1 + MAX_LOWER_LENGTH),
            _zero_integers(len(parameters.lexemes.rows)),
            _zero_integers(MAX_LEXEMES),
            np.zeros(MAX_LEXEMES),
        ),
        CompoundBuffer(_zero_keys(compound_length), _zero_integers(2 * compound_limit), np.zeros(2 * compound_limit)),
        np.zeros((len(parameters.rules.scripts), 2), dtype=np.int64),
        _zero_keys(MAX_ENDING_LENGTH + 1),
        _zero_integers(MAX_TAGS),
        _zero_integers(MAX_LABELS + compound_limit),
    )


def _make_weighted_items(size: int) -> WeightedItems:
    """Allocate a hash table for `size` weighted items."""
    slots = np.zeros(_compute_table_size(size, 0.5), dtype=np.int32)
    return WeightedItems(
        slots, _zero_integers(size), np.zeros(size), np.zeros((size, 3), dtype=np.int64), _zero_integers(1)
    )


def _zero_integers(size: int) -> Integers:
    return np.zeros(size, dtype=np.int64)


def _zero_keys(size: int) -> Keys:
    return np.zeros(size, dtype=np.uint64)


def _compute_table_size(keys: int, max_load: float = _MAX_LOAD) -> int:
    """Return the number of slots of a hash table for `keys` keys."""
    return 1 << int(max(keys / max_load, 8)).bit_length()


def make_feature_buffer(features: Features, order: Integers, words: int) -> FeatureBuffer:
    """Copy the known feature lists into a buffer with free slots for the lists of `words` words."""
    size, attributes = np.array([len(features.bounds) - 1]), len(order) + 1
    buffer = FeatureBuffer(*features, order, size, _zero_integers(attributes), _zero_integers(attributes))
    return grow_feature_buffer(buffer, 2 * MAX_NEW_FEATURES + 2 * words)


def grow_feature_buffer(buffer: FeatureBuffer, extra: int) -> FeatureBuffer:
    """Return the buffer, with room for `extra` more lists if those of one more word might not fit."""
    if buffer.size[0] + MAX_NEW_FEATURES < len(buffer.bounds):
        return buffer
    return buffer._replace(
        table=_rehash_to_larger(buffer.table, len(buffer.bounds) + extra),
        bounds=_copy_to_larger(buffer.bounds, len(buffer.bounds) + extra),
        pairs=_copy_to_larger(buffer.pairs, len(buffer.pairs) + extra * len(buffer.order)),
    )


def make_output_buffer(words: int, label_limit: int) -> OutputBuffer:
    """Allocate the output for the first `words` words."""
    rows, lemmas, tags = 64 + label_limit + 32 * words, 64 + label_limit + 8 * words, 1024 + label_limit + 2 * words
    return OutputBuffer(
        _zero_integers(words + 1),
        np.zeros((rows, 2), dtype=np.int64),
        np.zeros((_compute_table_size(lemmas), 2), dtype=np.int64),
        np.zeros(8 * lemmas, dtype=np.uint32),
        _zero_integers(lemmas + 1),
        np.zeros((_compute_table_size(tags), 2), dtype=np.int64),
        _zero_integers(tags),
        _zero_integers(3),
    )


def double_output_capacity(output: OutputBuffer) -> OutputBuffer:
    """Return a copy of the output with twice the capacity."""
    return OutputBuffer(
        output.bounds,
        _copy_to_larger(output.rows, 2 * len(output.rows)),
        _rehash_to_larger(output.lemma_table, 2 * len(output.lemma_bounds)),
        _copy_to_larger(output.lemma_codes, 2 * len(output.lemma_codes)),
        _copy_to_larger(output.lemma_bounds, 2 * len(output.lemma_bounds)),
        _rehash_to_larger(output.tag_table, 2 * len(output.tags)),
        _copy_to_larger(output.tags, 2 * len(output.tags)),
        output.sizes,
    )


def _copy_to_larger(array: NDArray[_Number], size: int) -> NDArray[_Number]:
    """Return a copy of the array with `size` rows, zeros behind the old ones."""
    larger = np.zeros((size, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


def _rehash_to_larger(table: Table, keys: int) -> Table:
    """Return a hash table with the same entries and free slots for `keys` keys."""
    from spectral_core.structured.hash_tables import rehash

    larger = np.zeros((_compute_table_size(keys), 2), dtype=np.int64)
    rehash(table, larger)
    return larger


def to_word_guesses(output: OutputBuffer, features: FeatureBuffer) -> WordGuesses:
    """Return the used part of the output."""
    rows, lemmas, tags = output.sizes.tolist()
    bounds = output.lemma_bounds[: lemmas + 1]
    feature_lists = Features(features.table, features.bounds, features.pairs)
    return WordGuesses(
        output.bounds, output.rows[:rows], output.lemma_codes[: bounds[-1]], bounds, output.tags[:tags], feature_lists
    )
