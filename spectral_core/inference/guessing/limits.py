"""Limits and weights of the guesser. Integers have the type that kernels count in: each literal would have a kernel
compiled once more."""

from collections.abc import Callable
from typing import cast

import numpy as np

_int64 = cast("Callable[[int], int]", np.int64)
MAX_WORD_LENGTH = _int64(100)  # letters: beyond, it is no word, and its stems would take seconds
MAX_ENDING_LENGTH = _int64(7)  # letters of an ending
MIN_STEM_LENGTH = _int64(2)  # letters of a stem
# of one ending or stem, by number of types
RULES_PER_ENDING, TAGS_PER_ENDING, LEXEMES_PER_STEM = _int64(80), _int64(40), _int64(8)
ENOUGH_RULES, ENOUGH_TAGS = _int64(80), _int64(60)  # of a word, after which shorter endings are skipped
TAGS_PER_WORD, LEXEMES_PER_LEVEL = (
    _int64(25),
    _int64(6),
)  # tags of a word, combined with the lexemes of each of its stems
STEM_LEVELS = _int64(4)  # stems of a word, from the longest on
MIN_ENDING_WEIGHT = 1e-4  # below which shorter endings are skipped
COMPOUND_CANDIDATES = 1.5  # times the requested labels, as a compound may raise one beyond them

# Chosen on the development part of a Turkish treebank (tests/benchmarks/guesser.py); others are not sensitive to them.
SMOOTHING = 3.0  # mass of shorter endings per distinct item of a longer one
KNOWN_STEM_WEIGHT = 0.6  # weight of a known stem with tags by the ending, against lemma and tags by the ending
SHORTER_STEM_FACTOR = 0.15  # weight of the next shorter stem
SAME_UPOS_FACTOR, OTHER_UPOS_FACTOR = 0.03, 0.01  # tags of another class than the lexeme's, of the same UPOS or not
LEXEME_CLASS_FACTOR = 0.07  # the lexeme's class with the features of other tags
CLUE_SPAN = _int64(12)  # letters at a word's end that are searched for clues
CLUE_SIZES = (3, 4, 5)  # letters of a part that is a clue
MIN_CLUE_COUNT = _int64(4)  # types with the part that have the value
MIN_CLUE_SHARE = 0.6  # of the types with the part and the tag
CLUE_TAGS = _int64(6)  # tags of a word that are changed
MAX_CLUES_PER_TAG = _int64(7)  # changes of one tag, and all of them together
CLUE_WEIGHT = 0.5  # a changed tag against the one it was made of
MIN_MODIFIER_LENGTH = _int64(2)  # letters before a compound boundary
KNOWN_PART_WEIGHT, MODIFIER_LEMMA_WEIGHT = (
    0.5,
    0.25,
)  # weights of a boundary: each known part, a modifier that is a lemma
