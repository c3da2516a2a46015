"""Numbers of strings, labels and candidate sets, which rankers count in place of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import CodePoints, Indexes, Integers, Keys
from spectral_core.data import Analysis

if TYPE_CHECKING:
    from spectral_core.morphology.guesser import GuessedLabels

Label = tuple[str, ...]
ABSENT = -1
_REST_BITS = 32  # bits of a pair for the rest of a label


class Vocabulary:
    """Strings by number, in the order in which they were met."""

    def __init__(self, strings: Iterable[str] = ()) -> None:
        self.strings: list[str] = []
        self._numbers: dict[str, int] = {}
        self._hashes = np.zeros(0, dtype=np.uint64)
        for string in strings:
            self.add(string)

    def __len__(self) -> int:
        return len(self.strings)

    def add(self, string: str) -> int:
        """Return the number of a string, added if it is new."""
        number = self._numbers.get(string)
        if number is None:
            number = self._numbers[string] = len(self.strings)
            self.strings.append(string)
        return number

    def find(self, string: str) -> int:
        """Return the number of a string, or ABSENT."""
        return self._numbers.get(string, ABSENT)

    def hashes(self) -> Keys:
        """Return (strings,) a key for each that depends on its letters alone; never 0."""
        known_count = len(self._hashes)
        if known_count < len(self.strings):
            self._hashes = np.concatenate((self._hashes, hash_strings(self.strings[known_count:])))
        return self._hashes


def encode_code_points(strings: Sequence[str]) -> tuple[CodePoints, Integers]:
    """Return the code points of strings laid end to end, and where each begins."""
    bounds = np.concatenate(([0], np.cumsum([len(string) for string in strings]))).astype(np.int64)
    return np.frombuffer("".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32), bounds


def hash_strings(strings: Sequence[str]) -> Keys:
    """Return (strings,) a 64-bit key of each, the same on every machine; never 0."""
    from spectral_core.structured.ranking.kernels import string_keys

    return string_keys(*encode_code_points(strings))


class Labels:
    """Labels by number. Many differ in their first value alone: a label is stored as that value and the number of the
    rest."""

    def __init__(self, values: Vocabulary, elements: int) -> None:
        self.values = values
        self._pairs: list[int] = []  # first value and rest of each label
        self._numbers: dict[int, int] = {}
        self._rest_numbers: dict[Label, int] = {}
        self._rest_rows: list[tuple[int, ...]] = []
        self._table = np.zeros((0, elements), dtype=np.int32)

    def __len__(self) -> int:
        return len(self._pairs)

    def __getitem__(self, number: int) -> Label:
        return tuple(self.values.strings[value] for value in self.make_table()[number].tolist())

    def add(self, label: Label) -> int:
        """Return the number of a label, added if it is new."""
        pair = self.values.add(label[0]) << _REST_BITS | self.add_rest(label[1:])
        number = self._numbers.get(pair)
        if number is None:
            number = self._numbers[pair] = len(self._pairs)
            self._pairs.append(pair)
        return number

    def add_rest(self, values: Label) -> int:
        """Return the number of a label without its first value, added if it is new."""
        number = self._rest_numbers.get(values)
        if number is None:
            number = self._rest_numbers[values] = len(self._rest_rows)
            self._rest_rows.append(tuple(map(self.values.add, values)))
        return number

    def add_pairs(self, firsts: Indexes, rests: Indexes) -> Indexes:
        """Return the numbers of labels with these first values, in `values`, and these rests; new ones are added."""
        pairs, inverse = np.unique(firsts.astype(np.int64) << _REST_BITS | rests, return_inverse=True)
        number_of, known_count = self._numbers, len(self._pairs)
        numbers = np.array([number_of.get(pair, ABSENT) for pair in pairs.tolist()], dtype=np.int32)
        new_pairs = pairs[numbers == ABSENT].tolist()
        numbers[numbers == ABSENT] = np.arange(known_count, known_count + len(new_pairs), dtype=np.int32)
        number_of.update(zip(new_pairs, range(known_count, known_count + len(new_pairs)), strict=True))
        self._pairs.extend(new_pairs)
        return numbers[inverse]

    def make_table(self) -> Indexes:
        """Return (labels, elements) the numbers of each label's values."""
        known_count = len(self._table)
        if known_count < len(self._pairs):
            new_pairs = np.array(self._pairs[known_count:], dtype=np.int64)
            rests, inverse = np.unique(new_pairs & ((1 << _REST_BITS) - 1), return_inverse=True)
            rows = np.array([self._rest_rows[rest] for rest in rests.tolist()], dtype=np.int32)
            new_rows = np.concatenate(((new_pairs >> _REST_BITS)[:, None].astype(np.int32), rows[inverse]), axis=1)
            self._table = np.concatenate((self._table, new_rows))
        return self._table


class CandidateSet:
    """Candidates of the analyser for a form, by label; those of one label differ in what it does not express."""

    __slots__ = ("_analyses", "_guessed", "form", "labels", "vowels")

    def __init__(self, form: int, labels: Indexes, analyses: Mapping[int, tuple[Analysis, ...]] | None) -> None:
        self.form, self.labels = form, labels
        self.vowels = ""  # the word as written, if its vowels exclude some labels
        self._analyses = analyses
        self._guessed: tuple[GuessedLabels, int, Indexes] | None = None

    @classmethod
    def from_readings(cls, form: int, analyses: Mapping[int, tuple[Analysis, ...]]) -> CandidateSet:
        """Return the candidate set of these readings."""
        return cls(form, np.fromiter(analyses, dtype=np.int32, count=len(analyses)), analyses)

    @classmethod
    def from_guesses(
        cls, form: int, labels: Indexes, guesses: GuessedLabels, word: int, guess_labels: Indexes
    ) -> CandidateSet:
        """Return the guesses for one word of many; `guess_labels` has their labels. Readings are made on demand."""
        candidate_set = cls(form, labels, None)
        candidate_set._guessed = guesses, word, guess_labels
        return candidate_set

    def with_vowels(self, word: str) -> CandidateSet:
        """Return the candidate set for a word that is written with vowels."""
        candidate_set = CandidateSet(self.form, self.labels, self._analyses)
        candidate_set._guessed, candidate_set.vowels = self._guessed, word
        return candidate_set

    @property
    def readings(self) -> Mapping[int, tuple[Analysis, ...]]:
        """The readings of each label."""
        if self._analyses is None:
            grouped: dict[int, list[Analysis]] = {}
            if self._guessed is not None:
                guesses, word, guess_labels = self._guessed
                for label, analysis in zip(guess_labels.tolist(), guesses.analyses(word), strict=True):
                    grouped.setdefault(label, []).append(analysis)
            self._analyses = {label: tuple(label_readings) for label, label_readings in grouped.items()}
        return self._analyses
