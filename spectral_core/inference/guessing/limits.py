"""The numbers of the guesser: how much is looked at of a word, and what each thing counts. Whole numbers are of the
type that kernels count in: for each literal a kernel would be compiled once more."""

from collections.abc import Callable
from typing import cast

import numpy as np

_whole = cast("Callable[[int], int]", np.int64)
LONGEST_WORD = _whole(100)  # letters: beyond, it is no word, and its stems would take seconds
LONGEST = _whole(7)  # letters of an ending
SHORTEST = _whole(2)  # letters of a stem
# of one ending or stem, by number of types
RULES_KEPT, TAGS_KEPT, LEXEMES_KEPT = _whole(80), _whole(40), _whole(8)
RULES_LOOKED_AT, TAGS_LOOKED_AT = _whole(80), _whole(60)  # of a word, before shorter endings are left out
TAGS_TRIED, LEXEMES_TRIED = _whole(25), _whole(6)  # with each other, of a word and of each of its stems
LEVELS = _whole(4)  # stems of a word, from the longest on
LEAST_WEIGHT = 1e-4  # at which shorter endings say nothing more
JOINTS_TRIED = 1.5  # times the labels that are asked for: a joint may raise one of the next

# Chosen on the development part of a Turkish treebank (tests/benchmarks/guesser.py); others are not sensitive to them.
SMOOTHING = 3.0  # how much shorter endings count against a longer one
KNOWN = 0.6  # a known stem with tags by the ending, against a lemma and tags by the ending
STEP = 0.15  # what the next shorter stem counts
SAME_UPOS, OTHER_UPOS = 0.03, 0.01  # tags of another kind than the stem was seen with
ITS_TAGS = 0.07  # the stem's own tags with the features of others
PART_SPAN = _whole(12)  # letters at a word's end in which clues are looked for
PART_SIZES = (3, 4, 5)  # letters of a part that is a clue
CLUE_LEAST = _whole(4)  # types with the part that have the value
CLUE_SURE = 0.6  # of the types with the part and the tag
CLUE_TRIED = _whole(6)  # tags of a word that are changed
CLUE_MOST = _whole(7)  # changes of one tag, and all of them together
CLUE_WEIGHT = 0.5  # a changed tag against the one it was made of
FIRST_SHORTEST = _whole(2)  # letters before a joint, and behind
ONE_KNOWN, FIRST_IS_LEMMA = 0.5, 0.25  # weights of a joint where the part before or behind it is known
