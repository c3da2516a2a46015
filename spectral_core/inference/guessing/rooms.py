"""Arrays that kernels write into while they guess, used again from word to word, and larger ones in their place."""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Codes, Floats, Integers, Keys
from spectral_core.inference.guessing import limits
from spectral_core.inference.guessing.model import Answer, AskedWords, Cells, Features, Knowledge, Rows, Slots

RULES_MOST = int(limits.RULES_LOOKED_AT + limits.RULES_KEPT)
TAGS_MOST = int(limits.TAGS_LOOKED_AT + limits.TAGS_KEPT + limits.CLUE_TRIED * (limits.CLUE_MOST + 1))
LEXEMES_MOST = int(limits.LEVELS * limits.LEXEMES_TRIED)
LABELS_MOST = int(RULES_MOST + 2 * limits.TAGS_TRIED * LEXEMES_MOST)
FEATURES_MOST = int(
    limits.CLUE_TRIED * (limits.CLUE_MOST + 1) + limits.TAGS_TRIED * LEXEMES_MOST
)  # new lists of a word
LONGEST_SMALL = int(3 * limits.LONGEST_WORD)  # a letter has at most three small ones, or capitals
_FULL = 0.6  # of the slots of a table
_Number = TypeVar("_Number", bound=np.generic)


class Weighed(NamedTuple):
    """Things by their keys, with weights, in the order in which they were met."""

    slots: Slots  # place + 1
    keys: Integers
    weights: Floats
    rows: Rows  # of a label: lemma, tag, place among the best; of a lemma: begin, end, the lemma with its joint
    size: Integers  # (1,)


class Lemmas(NamedTuple):
    """Lemmas of one word; the weight of one is that of the same with a joint against it."""

    weighed: Weighed
    letters: Codes
    used: Integers  # (1,) letters


class FeatureRoom(NamedTuple):
    """Lists of attributes, those that are made for words behind those that are known."""

    cells: Cells
    bounds: Integers
    pairs: Integers
    order: Integers
    size: Integers  # (1,) lists
    made: Integers  # the list that is being made
    fixed: Integers  # what a lexeme has in itself


class ClueRoom(NamedTuple):
    """What the parts of one word tell."""

    parts: Keys
    met: Integers  # (clues,) place + 1 among those told; 0 before and after each word
    told: Integers
    shares: Floats
    wanted: Integers  # places among those told
    was: Floats  # weights of tags before


class StemRoom(NamedTuple):
    """Lexemes that have been seen with a beginning of one word."""

    prefix: Keys
    met: Integers  # (lexemes,) 0 before and after each word
    lexemes: Integers
    weights: Floats


class JointRoom(NamedTuple):
    """The best labels of one word, and the same with joints."""

    right: Keys  # of a lemma's letters from each on
    labels: Integers
    weights: Floats


class WordRoom(NamedTuple):
    """All that is made for one word."""

    rules: Weighed
    tags: Weighed
    labels: Weighed
    lemmas: Lemmas
    clues: ClueRoom
    stems: StemRoom
    joints: JointRoom
    scripts: Rows  # (scripts, 2) for which word each was met, from 1, and its lemma
    endings: Keys
    best: Integers  # tags
    chosen: Integers  # labels


class AnswerRoom(NamedTuple):
    """The labels of the words that are done, each lemma and each tag once."""

    bounds: Integers
    rows: Rows
    lemma_cells: Cells
    lemma_codes: Codes
    lemma_bounds: Integers
    tag_cells: Cells
    tags: Integers
    sizes: Integers  # (3,) rows, lemmas, tags


def word_room(known: Knowledge, asked: AskedWords, tried: int) -> WordRoom:
    """Room for one word, of whose labels so many are tried with joints."""
    added, stored, clues = known.rules.added.longest, known.lexemes.lemmas.longest, len(known.clues.rows)
    longest = 3 * (2 * added + min(max(asked.small.longest, asked.written.longest), LONGEST_SMALL))
    with_joint = max(longest, stored) + 1
    letters = np.empty(RULES_MOST * longest + LEXEMES_MOST * stored + tried * with_joint, dtype=np.uint32)
    return WordRoom(
        _weighed_room(RULES_MOST),
        _weighed_room(TAGS_MOST),
        _weighed_room(LABELS_MOST + tried),
        Lemmas(_weighed_room(RULES_MOST + LEXEMES_MOST + tried), letters, _numbers(1)),
        ClueRoom(
            _keys(limits.PART_SPAN * len(known.clues.sizes)), _numbers(clues), _numbers(clues), np.zeros(clues),
            _numbers(clues), np.zeros(limits.CLUE_TRIED),
        ),
        StemRoom(
            _keys(1 + LONGEST_SMALL), _numbers(len(known.lexemes.rows)), _numbers(LEXEMES_MOST), np.zeros(LEXEMES_MOST)
        ),
        JointRoom(_keys(with_joint), _numbers(2 * tried), np.zeros(2 * tried)),
        np.zeros((len(known.rules.scripts), 2), dtype=np.int64),
        _keys(limits.LONGEST + 1),
        _numbers(TAGS_MOST),
        _numbers(LABELS_MOST + tried),
    )  # fmt: skip


def _weighed_room(size: int) -> Weighed:
    slots = np.zeros(_slots(size, 0.5), dtype=np.int32)
    return Weighed(slots, _numbers(size), np.zeros(size), np.zeros((size, 3), dtype=np.int64), _numbers(1))


def _numbers(size: int) -> Integers:
    return np.zeros(size, dtype=np.int64)


def _keys(size: int) -> Keys:
    return np.zeros(size, dtype=np.uint64)


def _slots(keys: int, full: float = _FULL) -> int:
    """How many slots a table for so many keys has."""
    return 1 << int(max(keys / full, 8)).bit_length()


def feature_room(known: Features, order: Integers, words: int) -> FeatureRoom:
    """The lists that are known, with room for those of some words; these themselves do not change."""
    size, attributes = np.array([len(known.bounds) - 1]), len(order) + 1
    room = FeatureRoom(*known, order, size, _numbers(attributes), _numbers(attributes))
    return roomy_features(room, 2 * FEATURES_MOST + 2 * words)


def roomy_features(room: FeatureRoom, more: int) -> FeatureRoom:
    """The same lists with room for so many more, where there is none for those of one more word."""
    if room.size[0] + FEATURES_MOST < len(room.bounds):
        return room
    return room._replace(
        cells=_roomy_cells(room.cells, len(room.bounds) + more),
        bounds=_roomy(room.bounds, len(room.bounds) + more),
        pairs=_roomy(room.pairs, len(room.pairs) + more * len(room.order)),
    )


def answer_room(words: int, most: int) -> AnswerRoom:
    """Room for the labels of the first of so many words."""
    rows, lemmas, tags = 64 + most + 32 * words, 64 + most + 8 * words, 1024 + most + 2 * words
    return AnswerRoom(
        _numbers(words + 1), np.zeros((rows, 2), dtype=np.int64), np.zeros((_slots(lemmas), 2), dtype=np.int64),
        np.zeros(8 * lemmas, dtype=np.uint32), _numbers(lemmas + 1), np.zeros((_slots(tags), 2), dtype=np.int64),
        _numbers(tags), _numbers(3),
    )  # fmt: skip


def roomy_answer(room: AnswerRoom) -> AnswerRoom:
    """The same labels with room for twice as many."""
    return AnswerRoom(
        room.bounds, _roomy(room.rows, 2 * len(room.rows)), _roomy_cells(room.lemma_cells, 2 * len(room.lemma_bounds)),
        _roomy(room.lemma_codes, 2 * len(room.lemma_codes)), _roomy(room.lemma_bounds, 2 * len(room.lemma_bounds)),
        _roomy_cells(room.tag_cells, 2 * len(room.tags)), _roomy(room.tags, 2 * len(room.tags)), room.sizes,
    )  # fmt: skip


def _roomy(array: NDArray[_Number], size: int) -> NDArray[_Number]:
    larger = np.zeros((size, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


def _roomy_cells(cells: Cells, keys: int) -> Cells:
    """A table with the same keys in which there is room for so many."""
    from spectral_core.inference.count_table import rehash

    larger = np.zeros((_slots(keys), 2), dtype=np.int64)
    rehash(cells, larger)
    return larger


def answer_of(room: AnswerRoom, features: FeatureRoom) -> Answer:
    """What is in use of the rooms."""
    rows, lemmas, tags = room.sizes.tolist()
    bounds = room.lemma_bounds[: lemmas + 1]
    made = Features(features.cells, features.bounds, features.pairs)
    return Answer(room.bounds, room.rows[:rows], room.lemma_codes[: bounds[-1]], bounds, room.tags[:tags], made)
