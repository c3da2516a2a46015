"""Strings, labels and offers by number: what every ranker of this folder counts in place of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Codes, Integers, Keys, Places
from spectral_core.data import Analysis

if TYPE_CHECKING:
    from spectral_core.analyzers.guessing.guesser import GuessedLabels

Label = tuple[str, ...]
NOTHING = -1
_REST = 32  # bits of a label's number for what stands behind its first value


class Vocabulary:
    """Strings by number, in the order in which they were met."""

    def __init__(self, strings: Iterable[str] = ()) -> None:
        self.strings: list[str] = []
        self._places: dict[str, int] = {}
        self._hashes = np.zeros(0, dtype=np.uint64)
        for string in strings:
            self.place(string)

    def __len__(self) -> int:
        return len(self.strings)

    def place(self, string: str) -> int:
        found = self._places.get(string)
        if found is None:
            found = self._places[string] = len(self.strings)
            self.strings.append(string)
        return found

    def find(self, string: str) -> int:
        """The number of a string, or NOTHING."""
        return self._places.get(string, NOTHING)

    def hashes(self) -> Keys:
        """(strings,) a key for each that depends on nothing but its letters; never 0."""
        known = len(self._hashes)
        if known < len(self.strings):
            self._hashes = np.concatenate((self._hashes, hashes_of(self.strings[known:])))
        return self._hashes


def spelling(strings: Sequence[str]) -> tuple[Codes, Integers]:
    """The code points of strings laid end to end, and where each begins."""
    bounds = np.concatenate(([0], np.cumsum([len(string) for string in strings]))).astype(np.int64)
    return np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32), bounds


def hashes_of(strings: Sequence[str]) -> Keys:
    """(strings,) a 64-bit key of each, the same on every machine; never 0."""
    from spectral_core.inference.reading_kernels import string_keys

    return string_keys(*spelling(strings))


class Labels:
    """Labels by number, as met: many differ in their first value alone, so that one is that and its rest's number."""

    def __init__(self, values: Vocabulary, elements: int) -> None:
        self.values = values
        self._pairs: list[int] = []  # both numbers of each
        self._places: dict[int, int] = {}
        self._rest_places: dict[Label, int] = {}
        self._rest_rows: list[tuple[int, ...]] = []
        self._table = np.zeros((0, elements), dtype=np.int32)

    def __len__(self) -> int:
        return len(self._pairs)

    def __getitem__(self, number: int) -> Label:
        return tuple(self.values.strings[value] for value in self.table()[number].tolist())

    def place(self, label: Label) -> int:
        pair = self.values.place(label[0]) << _REST | self.rest(label[1:])
        found = self._places.get(pair)
        if found is None:
            found = self._places[pair] = len(self._pairs)
            self._pairs.append(pair)
        return found

    def rest(self, values: Label) -> int:
        """The number of what stands behind a label's first value."""
        found = self._rest_places.get(values)
        if found is None:
            found = self._rest_places[values] = len(self._rest_rows)
            self._rest_rows.append(tuple(map(self.values.place, values)))
        return found

    def pairs(self, firsts: Places, rests: Places) -> Places:
        """The numbers of labels with these first values, in `values`, and these rests."""
        pairs, where = np.unique(firsts.astype(np.int64) << _REST | rests, return_inverse=True)
        places, known = self._places, len(self._pairs)
        numbers = np.array([places.get(pair, NOTHING) for pair in pairs.tolist()], dtype=np.int32)
        new = pairs[numbers == NOTHING].tolist()
        numbers[numbers == NOTHING] = np.arange(known, known + len(new), dtype=np.int32)
        places.update(zip(new, range(known, known + len(new)), strict=True))
        self._pairs.extend(new)
        return numbers[where]

    def table(self) -> Places:
        """(labels, elements) the numbers of each label's values."""
        known = len(self._table)
        if known < len(self._pairs):
            new = np.array(self._pairs[known:], dtype=np.int64)
            rests, where = np.unique(new & ((1 << _REST) - 1), return_inverse=True)
            rows = np.array([self._rest_rows[rest] for rest in rests.tolist()], dtype=np.int32)
            joined = np.concatenate(((new >> _REST)[:, None].astype(np.int32), rows[where]), axis=1)
            self._table = np.concatenate((self._table, joined))
        return self._table


class Offer:
    """The candidates that the analyser has for a form, by label; those of one label differ in what it does not say."""

    __slots__ = ("_analyses", "_guessed", "form", "labels", "vowels")

    def __init__(self, form: int, labels: Places, analyses: Mapping[int, tuple[Analysis, ...]] | None) -> None:
        self.form, self.labels = form, labels
        self.vowels = ""  # the word as it is written, where that contradicts some of the labels
        self._analyses = analyses
        self._guessed: tuple[GuessedLabels, int, Places] | None = None

    @classmethod
    def listed(cls, form: int, analyses: Mapping[int, tuple[Analysis, ...]]) -> Offer:
        return cls(form, np.fromiter(analyses, dtype=np.int32, count=len(analyses)), analyses)

    @classmethod
    def guess(cls, form: int, labels: Places, guessed: GuessedLabels, word: int, each: Places) -> Offer:
        """Guesses for one word of many, with the label of `each`; analyses are made of them when they are asked for."""
        made = cls(form, labels, None)
        made._guessed = guessed, word, each
        return made

    def heard(self, word: str) -> Offer:
        """The same for a word that is written with vowels."""
        made = Offer(self.form, self.labels, self._analyses)
        made._guessed, made.vowels = self._guessed, word
        return made

    @property
    def analyses(self) -> Mapping[int, tuple[Analysis, ...]]:
        if self._analyses is None:
            grouped: dict[int, list[Analysis]] = {}
            if self._guessed is not None:
                guessed, word, each = self._guessed
                for label, analysis in zip(each.tolist(), guessed.analyses(word), strict=True):
                    grouped.setdefault(label, []).append(analysis)
            self._analyses = {label: tuple(same) for label, same in grouped.items()}
        return self._analyses
