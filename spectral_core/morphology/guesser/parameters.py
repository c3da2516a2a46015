"""Parameters of the guesser as arrays for the kernels, with their limits, and the words to guess."""

from collections.abc import Callable, Iterable, Sized
from itertools import accumulate
from typing import NamedTuple, cast

import numpy as np

from spectral_core.arrays import CodePoints, Floats, Indexes, Integers

_int64 = cast("Callable[[int], int]", np.int64)  # for limits in kernels, which literals would compile twice
MAX_WORD_LENGTH = _int64(100)  # letters; longer strings are no words, and their stems would take seconds
MAX_ENDING_LENGTH = _int64(7)  # letters of an ending
MIN_STEM_LENGTH = _int64(2)  # letters of a stem
# items of one ending or stem, by number of types
RULES_PER_ENDING, TAGS_PER_ENDING, LEXEMES_PER_STEM = _int64(80), _int64(40), _int64(8)
ENOUGH_RULES, ENOUGH_TAGS = _int64(80), _int64(60)  # items of a word after which shorter endings are skipped
# tags of a word that are combined with the lexemes of each of its stems
TAGS_PER_WORD, LEXEMES_PER_LEVEL = _int64(25), _int64(6)
STEM_LEVELS = _int64(4)  # stems of a word, longest first
MIN_ENDING_WEIGHT = 1e-4  # shorter endings with less weight are skipped
COMPOUND_CANDIDATES = 1.5  # factor on the requested labels, as compounds may move lower ones up

# Tuned on the development part of a Turkish treebank (tests/benchmarks/guesser.py); others are not sensitive to them.
SMOOTHING = 3.0  # back-off: mass of shorter endings per distinct item of a longer one
KNOWN_STEM_WEIGHT = 0.6  # mixture weight of known stem + tags by ending, against lemma + tags by ending
SHORTER_STEM_FACTOR = 0.15  # decay for each shorter stem
SAME_UPOS_FACTOR, OTHER_UPOS_FACTOR = 0.03, 0.01  # tags whose class differs from the lexeme's: same UPOS, other UPOS
LEXEME_CLASS_FACTOR = 0.07  # the lexeme's class combined with the features of other tags
CLUE_SPAN = _int64(12)  # letters at the end of a word whose substrings can indicate feature values
CLUE_SIZES = (3, 4, 5)  # lengths of these substrings
MIN_CLUE_COUNT = _int64(4)  # types with the substring that have the value
MIN_CLUE_SHARE = 0.6  # of the types with the substring and the UPOS
CLUE_TAGS = _int64(6)  # tags of a word in which indicated feature values are set
MAX_CLUES_PER_TAG = _int64(7)  # variants of a tag with one indicated value each, plus one with all of them
CLUE_WEIGHT = 0.5  # weight of a variant relative to its original tag
MIN_MODIFIER_LENGTH = _int64(2)  # letters before a compound boundary
# weights of a boundary: each known part, a modifier that is a lemma
KNOWN_PART_WEIGHT, MODIFIER_LEMMA_WEIGHT = 0.5, 0.25

AS_WRITTEN, LOWER, TITLE, UPPER = 0, 1, 2, 3  # letter case of a lemma: its index in `estimation.LEMMA_CASES`
HALF_BITS, LOW_HALF = 32, 0xFFFFFFFF  # two ids in one integer
MAX_LOAD = 0.6  # maximum load factor of a hash table
MAX_RULES = int(ENOUGH_RULES + RULES_PER_ENDING)
MAX_TAGS = int(ENOUGH_TAGS + TAGS_PER_ENDING + CLUE_TAGS * (MAX_CLUES_PER_TAG + 1))
MAX_LEXEMES = int(STEM_LEVELS * LEXEMES_PER_LEVEL)
MAX_LABELS = int(MAX_RULES + 2 * TAGS_PER_WORD * MAX_LEXEMES)
# feature lists that one word may add
MAX_NEW_FEATURES = int(CLUE_TAGS * (MAX_CLUES_PER_TAG + 1) + TAGS_PER_WORD * MAX_LEXEMES)
MAX_LOWER_LENGTH = int(3 * MAX_WORD_LENGTH)  # changing the case of a letter gives at most three letters

SlotIndices = Indexes
Rows = Integers  # two-dimensional
Table = Integers  # hash table: (slots, 2) key, value


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
    """Feature values indicated by substrings of words (clues)."""

    table: Table  # key of a substring -> index + 1
    bounds: Integers  # (keys + 1,) offsets in `entries`
    entries: Rows  # (, 3) clue, numbers of tags with the substring: those with the value, those with the UPOS
    rows: Rows  # (clues, 2) UPOS, attribute and value
    sizes: Integers  # lengths of the substrings


class Lexemes(NamedTuple):
    """Lemmas with their classes and inherent attributes."""

    by_prefix: TopItemCounts
    rows: Rows  # (lexemes, 3) key of the lemma, lemma, class
    lemmas: Strings
    bounds: Integers  # (lexemes + 1,) offsets in `attributes`
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
    rows: Rows  # (, 2) number of the lemma, index into `tags`
    lemma_codes: CodePoints
    lemma_bounds: Integers
    tags: Integers
    features: Features


def encode_strings(strings: Iterable[str]) -> Strings:
    """Encode strings as concatenated code points with offsets."""
    strings = list(strings)
    codes = np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    # a writable copy: kernels are compiled for writable arrays
    return Strings(codes.copy(), compute_offsets(strings), max(map(len, strings), default=0))


def compute_offsets(rows: Iterable[Sized]) -> Integers:
    """Return the offsets of concatenated rows, including the end of the last."""
    return np.array([0, *accumulate(map(len, rows))], dtype=np.int64)
