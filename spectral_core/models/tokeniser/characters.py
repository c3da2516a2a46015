"""Characters of running text as the kernels read them, and their labels in a treebank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Self
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Indexes, Integers, Keys
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.formats.text import UNSPACED_RANGES, find_boundaries, split_running_text
from spectral_core.formats.text.running_text import is_unspaced

INSIDE, WORD_END, SENTENCE_END, SPLIT = range(4)  # labels of characters; later ones are splits with a word inserted
_BLOCK = 1 << 16  # characters with a kind in the table; the kinds of others are those of their planes
_HAN_PLANE = 0x20000
_MIN_WORD_COUNT = 3  # occurrences of a word in the lexicon; of rarer ones, too many would be known in training alone
_SENTENCE_MARKS = frozenset(".!?…。！？؟۔।॥።։")
_KINDS = {  # kinds of characters by their category; 14 and 15 are those of scripts without spaces
    "Lu": 1, "Lt": 1, "Ll": 2, "Nd": 3, "Nl": 3, "No": 3, "Lo": 4, "Lm": 4, "Mn": 5, "Mc": 5, "Me": 5, "Cf": 5, "Ps": 9,
    "Pi": 9, "Pe": 10, "Pf": 10, "Pd": 12, "Sm": 13, "Sc": 13, "Sk": 13, "So": 13,
}  # fmt: skip
_FINAL, _QUOTE, _HAN, _UNSPACED = 8, 11, 14, 15


@cache
def _make_character_tables() -> tuple[CodePoints, NDArray[np.uint8]]:
    """Return the lower case of each character if it is one character, with digits as 0; and its kind."""
    lower, kinds = np.arange(_BLOCK, dtype=np.uint32), np.zeros(_BLOCK, dtype=np.uint8)
    for code in range(_BLOCK):
        character = chr(code)
        kinds[code] = kind = _classify(character)
        if kind == 3:
            lower[code] = ord("0")
        elif kind == 1 and len(small := character.lower()) == 1:
            lower[code] = ord(small)
    return lower, kinds


def _classify(character: str) -> int:
    """Return the kind of a character, from 0 to 15."""
    if character in " \n":
        return 6 if character == " " else 7
    if character in _SENTENCE_MARKS:
        return _FINAL
    if character in "\"'“”„":
        return _QUOTE
    kind = _KINDS.get(category(character), 0)
    if kind in (4, 5) and any(first <= ord(character) <= last for first, last in UNSPACED_RANGES):
        return _HAN if 0x3400 <= ord(character) <= 0x9FFF else _UNSPACED
    return kind


@dataclass(frozen=True, slots=True, eq=False)
class SegmentLexicon:
    """Known words of scripts without spaces, as hashes."""

    keys: Keys  # (words,) sorted
    slots: Integers  # of a table of the keys
    __repr__ = brief_repr

    @classmethod
    def learn(cls, tokens: Iterable[str]) -> Self:
        """Make a lexicon of the words that occur often enough to be known without the place where they are learnt."""
        from spectral_core.structured.boundary_features import hash_words

        counts = Counter(token for token in tokens if token and is_unspaced(token[0]) and is_unspaced(token[-1]))
        words = [word for word, count in counts.items() if count >= _MIN_WORD_COUNT]
        codes = np.frombuffer(bytearray("".join(words).encode("utf-32-le", "surrogatepass")), dtype=np.uint32)
        bounds = np.array([0, *accumulate(map(len, words))], dtype=np.int64)
        return cls.from_keys(np.unique(hash_words(codes, bounds)))

    @classmethod
    def from_keys(cls, keys: Keys) -> Self:
        """Restore a lexicon from its keys."""
        from spectral_core.structured.hash_tables import CountTable

        table = CountTable(len(keys))
        table.add(keys)
        return cls(keys, table.slots)


def extract_feature_keys(text: str, lexicon: SegmentLexicon) -> tuple[Keys, Integers]:
    """Return the feature keys of the characters of a text that are not white space, and their offsets. The text has
    single spaces, and a line break after every paragraph."""
    from spectral_core.structured.boundary_features import MARGIN, boundary_feature_keys

    edge = "\n" * MARGIN
    encoded = bytearray((edge + text + edge).encode("utf-32-le", "surrogatepass"))
    codes = np.frombuffer(encoded, dtype=np.uint32)
    lower_case, kind_table = _make_character_tables()
    indexes = np.minimum(codes, _BLOCK - 1)
    is_known = codes < _BLOCK
    lower = np.where(is_known, lower_case[indexes], codes)
    astral = np.where(codes >= _HAN_PLANE, _HAN, 13).astype(np.uint8)  # ideographs, or symbols
    kinds = np.where(is_known, kind_table[indexes], astral)
    rules = np.zeros(len(codes), dtype=np.uint8)
    word_ends, sentence_ends = find_boundaries(text)
    rules[np.array(word_ends, dtype=np.int64) + (MARGIN - 1)] = 1
    rules[np.array(sentence_ends, dtype=np.int64) + (MARGIN - 1)] = 2
    positions = np.flatnonzero((codes != ord(" ")) & (codes != ord("\n"))).astype(np.int64)
    return boundary_feature_keys(codes, lower, kinds, rules, positions, lexicon.slots), positions - MARGIN


@dataclass(frozen=True, slots=True)
class GoldToken:
    """A token of the training text: its characters without white space, and its words."""

    characters: str
    words: tuple[str, ...]  # several in a multiword token


def list_gold_tokens(sentence: Sentence) -> list[GoldToken]:
    """Return the tokens of a sentence as they are written, with their words."""
    return [
        GoldToken("".join(form.split()), sentence.forms[first - 1 : last])
        for first, last, form, _ in sentence.surface_tokens()
        if form.strip()
    ]


@dataclass(frozen=True, slots=True)
class LabelledText:
    """Training text with a label for every character that is not white space, and the paragraphs of characters."""

    text: str
    labels: Indexes  # (characters,)
    starts: Integers  # (sequences + 1,)


def label_characters(
    sentences: Iterable[Sentence], locate_splits: Mapping[GoldToken, Sequence[tuple[int, int]]], length: int
) -> LabelledText:
    """Return the running text of sentences with its labels: the end of each word and sentence, and in multiword tokens
    the offsets and labels of `locate_splits`. Sequences have `length` characters, and fewer at the end of a paragraph.
    """
    pieces: list[str] = []
    label_parts: list[list[int]] = []
    ends: list[int] = []  # of paragraphs
    count = 0
    for sentence, text, separator in split_running_text(sentences):
        labels: list[int] = []
        for token in list_gold_tokens(sentence):
            token_labels = [INSIDE] * len(token.characters)
            for offset, label in locate_splits.get(token, ()):
                token_labels[offset - 1] = label
            token_labels[-1] = WORD_END
            labels += token_labels
        labels[-1] = SENTENCE_END
        label_parts.append(labels)
        count += len(labels)
        pieces += [text, separator]
        if separator == "\n":
            ends.append(count)
    flat = np.fromiter((label for part in label_parts for label in part), dtype=np.int32, count=count)
    return LabelledText("".join(pieces), flat, cut_paragraphs(ends, length))


def cut_paragraphs(ends: Iterable[int], length: int) -> Integers:
    """Return the starts of sequences of `length` characters, and the end of the last one. Paragraphs end at `ends`, and
    their last sequences are shorter."""
    starts = [0]
    for end in ends:
        starts += range(starts[-1] + length, end, length)
        starts.append(end)
    return np.array(starts, dtype=np.int64)
