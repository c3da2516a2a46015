"""Labels and candidate readings of words as integer ids, and label frequencies in the training data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Flags, Indexes, Integers
from spectral_core.data import Analysis

if TYPE_CHECKING:
    from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary, StringTable
    from spectral_core.morphology.guesser import GuessedLabels


Label = tuple[str, ...]
ABSENT = -1
_REST_BITS = 32  # low bits of a packed label: id of the attributes after the first
SEVERAL_DOCUMENTS = -1  # the label occurs in several documents
NO_DOCUMENT = -2  # the label occurs in no document
_GUESS_COUNTS = (10, 20, 50, 100)  # from each of these counts of a form on, half as many of its guesses are candidates


class LabelTable:
    """Labels by id. Many differ only in their first attribute, the lemma; so a label is stored as the id of that value
    and the id of all remaining attributes."""

    def __init__(self, values: StringTable, elements: int) -> None:
        self.values = values
        self._packed_labels: list[int] = []  # of each label: first value, and id of the remaining attributes
        self._ids: dict[int, int] = {}
        self._rest_ids: dict[Label, int] = {}
        self._rest_value_ids: list[tuple[int, ...]] = []
        self._value_table = np.zeros((0, elements), dtype=np.int32)

    def __len__(self) -> int:
        return len(self._packed_labels)

    def __getitem__(self, label_id: int) -> Label:
        return tuple(self.values.strings[value] for value in self.value_table()[label_id].tolist())

    def add(self, label: Label) -> int:
        """Return the id of a label, adding it if new."""
        packed_label = self.values.add(label[0]) << _REST_BITS | self.add_remaining_attributes(label[1:])
        label_id = self._ids.get(packed_label)
        if label_id is None:
            label_id = self._ids[packed_label] = len(self._packed_labels)
            self._packed_labels.append(packed_label)
        return label_id

    def add_remaining_attributes(self, values: Label) -> int:
        """Return the id of the attributes of a label after the first, adding them if new."""
        rest_id = self._rest_ids.get(values)
        if rest_id is None:
            rest_id = self._rest_ids[values] = len(self._rest_value_ids)
            self._rest_value_ids.append(tuple(map(self.values.add, values)))
        return rest_id

    def add_by_value_ids(self, first_values: Indexes, rest_ids: Indexes) -> Indexes:
        """Return the ids of several labels, given the value ids of their first attributes and the ids of their
        remaining ones; new labels are added."""
        packed_labels, inverse = np.unique(first_values.astype(np.int64) << _REST_BITS | rest_ids, return_inverse=True)
        known_ids, known_count = self._ids, len(self._packed_labels)
        label_ids = np.array([known_ids.get(pair, ABSENT) for pair in packed_labels.tolist()], dtype=np.int32)
        new_labels = packed_labels[label_ids == ABSENT].tolist()
        label_ids[label_ids == ABSENT] = np.arange(known_count, known_count + len(new_labels), dtype=np.int32)
        known_ids.update(zip(new_labels, range(known_count, known_count + len(new_labels)), strict=True))
        self._packed_labels.extend(new_labels)
        return label_ids[inverse]

    def value_table(self) -> Indexes:
        """Return (labels, elements) the ids of the attribute values of each label."""
        known_count = len(self._value_table)
        if known_count < len(self._packed_labels):
            new_labels = np.array(self._packed_labels[known_count:], dtype=np.int64)
            rests, inverse = np.unique(new_labels & ((1 << _REST_BITS) - 1), return_inverse=True)
            rows = np.array([self._rest_value_ids[rest] for rest in rests.tolist()], dtype=np.int32)
            new_rows = np.concatenate(((new_labels >> _REST_BITS)[:, None].astype(np.int32), rows[inverse]), axis=1)
            self._value_table = np.concatenate((self._value_table, new_rows))
        return self._value_table


class CandidateSet:
    """Readings that the analyser offers for a form, grouped by label. Readings with the same label differ only in
    attributes outside the label."""

    __slots__ = ("_guesses", "_readings_by_label", "form", "labels", "vocalised_form")

    def __init__(self, form: int, labels: Indexes, analyses: Mapping[int, tuple[Analysis, ...]] | None) -> None:
        self.form, self.labels = form, labels
        self.vocalised_form = ""  # the word as written, if it has vowels that exclude some labels
        self._readings_by_label = analyses
        self._guesses: tuple[GuessedLabels, int, Indexes] | None = None

    @classmethod
    def from_readings(cls, form: int, analyses: Mapping[int, tuple[Analysis, ...]]) -> CandidateSet:
        """Return the candidate set of a form with these readings by label."""
        return cls(form, np.fromiter(analyses, dtype=np.int32, count=len(analyses)), analyses)

    @classmethod
    def from_guesses(
        cls, form: int, labels: Indexes, guesses: GuessedLabels, word: int, guess_labels: Indexes
    ) -> CandidateSet:
        """Return the candidate set of one of several guessed words; `guess_labels` are the labels of its guesses. The
        readings are made on access."""
        candidate_set = cls(form, labels, None)
        candidate_set._guesses = guesses, word, guess_labels
        return candidate_set

    def with_vocalised_form(self, word: str) -> CandidateSet:
        """Return a copy for the vocalised spelling `word`, whose vowels exclude some readings."""
        candidate_set = CandidateSet(self.form, self.labels, self._readings_by_label)
        candidate_set._guesses, candidate_set.vocalised_form = self._guesses, word
        return candidate_set

    @property
    def readings_by_label(self) -> Mapping[int, tuple[Analysis, ...]]:
        """Readings by label; guessed ones are made on first access."""
        if self._readings_by_label is None:
            grouped: dict[int, list[Analysis]] = {}
            if self._guesses is not None:
                guesses, word, guess_labels = self._guesses
                for label, analysis in zip(guess_labels.tolist(), guesses.iterate_analyses(word), strict=True):
                    grouped.setdefault(label, []).append(analysis)
            self._readings_by_label = {label: tuple(label_readings) for label, label_readings in grouped.items()}
        return self._readings_by_label


@dataclass(frozen=True, slots=True, eq=False)
class EncodedText:
    """Encoded words of sentences with their gold labels, before candidates are looked up."""

    form: Indexes  # (words,) ids in RankerVocabulary.forms
    sentence: Indexes  # (words,) from 0 in the text read
    document: Indexes  # (words,)
    candidate_set: Indexes  # (words,) ids in RankerVocabulary.candidate_sets
    gold: Indexes  # (words,) label id, ABSENT where there is none
    starts: Integers  # (sentences + 1,)
    documents: tuple[str, ...]  # names

    def __len__(self) -> int:
        return len(self.form)

    def select(self, sentences: Sequence[int] | Integers) -> EncodedText:
        """Return only these sentences, in this order; document and label ids are kept."""
        indexes = np.asarray(sentences, dtype=np.int64)
        sizes = np.diff(self.starts)[indexes]
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        words = np.repeat(self.starts[indexes] - starts[:-1], sizes) + np.arange(starts[-1])
        return EncodedText(
            self.form[words], np.repeat(np.arange(len(indexes), dtype=np.int32), sizes), self.document[words],
            self.candidate_set[words], self.gold[words], starts, self.documents,
        )  # fmt: skip

    def find_sentences_of_documents(self, documents: Flags) -> Integers:
        """Return the indexes of the sentences of the flagged documents."""
        first = self.starts[:-1][np.diff(self.starts) > 0]
        return np.flatnonzero(np.diff(self.starts) > 0)[documents[self.document[first]]]


@dataclass(frozen=True, slots=True, eq=False)
class WordCandidates:
    """Words with one row for each candidate label: the labels of the analyser, then further ones of the word in
    training."""

    form: Indexes  # (words,)
    sentence: Indexes  # (words,)
    document: Indexes  # (words,)
    candidate_set: Indexes  # (words,)
    starts: Integers  # (sentences + 1,) first word of each sentence
    first_row: Integers  # (words + 1,)
    labels: Indexes  # (rows,) distinct for each word
    values: Indexes  # (rows, elements) ids in RankerVocabulary.values
    is_offered: Flags  # (rows,) among the analyser's readings
    is_in_training: Flags  # (rows,) seen with this form in training; under leave-one-out, in another document
    gold: Integers  # (words,) row index over the whole text; ABSENT without a gold label or if it is no candidate
    gold_label: Indexes  # (words,) ABSENT where there is none

    def __len__(self) -> int:
        return len(self.form)

    @property
    def row_word(self) -> Integers:
        """(rows,) index of each row's word."""
        return np.repeat(np.arange(len(self.form)), np.diff(self.first_row))


def _count_gold_labels(text: EncodedText) -> list[list[int]]:
    """Return the distinct (form, gold label, document) triples of a text with their frequencies."""
    has_gold = text.gold != ABSENT
    rows = np.stack((text.form[has_gold], text.gold[has_gold], text.document[has_gold]), axis=1)
    if not len(rows):
        return []
    distinct, times = np.unique(rows, axis=0, return_counts=True)
    counted_rows: list[list[int]] = np.concatenate((distinct, times[:, None]), axis=1).tolist()
    return counted_rows


class TrainingLabels:
    """Frequencies of the labels of each form in the training data, and the documents they occur in."""

    def __init__(self) -> None:
        self._labels: dict[int, dict[int, tuple[int, int]]] = {}  # by form and label: document, and frequency
        self._candidate_cache: dict[int, tuple[Indexes, Flags, Indexes, int]] = {}

    def add(self, text: EncodedText) -> None:
        """Add the gold labels of a text to the counts."""
        for form, label, document, times in _count_gold_labels(text):
            labels = self._labels.setdefault(form, {})
            only_document, previous_count = labels.get(label, (document, 0))
            labels[label] = (
                only_document if only_document == document else SEVERAL_DOCUMENTS,
                previous_count + times,
            )
        self._candidate_cache.clear()

    def subtract(self, text: EncodedText) -> None:
        """Undo `add` for the same text, except that a label found in a second document by `add` still counts as one of
        several documents."""
        for form, label, _, times in _count_gold_labels(text):
            only_document, previous_count = self._labels[form][label]
            self._labels[form][label] = (only_document, previous_count - times)
            if previous_count == times:
                del self._labels[form][label]
        self._candidate_cache.clear()

    @classmethod
    def from_text(cls, text: EncodedText) -> TrainingLabels:
        """Count the gold labels of a text."""
        training_labels = cls()
        training_labels.add(text)
        return training_labels

    @classmethod
    def from_counts(cls, rows: Iterable[tuple[int, int, int]]) -> TrainingLabels:
        """Restore from (form, label, frequency) rows; documents are unknown."""
        training_labels = cls()
        for form, label, times in rows:
            labels = training_labels._labels.setdefault(form, {})
            labels[label] = (SEVERAL_DOCUMENTS, times + labels.get(label, (SEVERAL_DOCUMENTS, 0))[1])
        return training_labels

    def merge(self, added: TrainingLabels) -> None:
        """Add the counts of another set of labels with the same form and label ids."""
        self._labels = TrainingLabels.from_counts([*self.list_counts(), *added.list_counts()])._labels
        self._candidate_cache.clear()

    def copy(self) -> TrainingLabels:
        """Return a copy that can be changed independently."""
        training_labels = TrainingLabels()
        training_labels._labels = {form: dict(labels) for form, labels in self._labels.items()}
        return training_labels

    def list_counts(self) -> list[tuple[int, int, int]]:
        """Return (form, label, frequency) of all labels."""
        return [(form, label, times) for form, labels in self._labels.items() for label, (_, times) in labels.items()]

    def _merge_candidate_labels(
        self, vocabulary: RankerVocabulary, candidate_set_id: int
    ) -> tuple[Indexes, Flags, Indexes, int]:
        """Return the labels of a candidate set and of its form in training, whether the analyser offers each, the
        document of each, and how often the form has a label in training."""
        block = self._candidate_cache.get(candidate_set_id)
        if block is None:
            candidate_set = vocabulary.candidate_sets[candidate_set_id]
            form_labels = self._labels.get(candidate_set.form, {})
            labels = candidate_set.labels.tolist()
            analyser_labels = set(labels) if form_labels else ()
            labels.extend(label for label in form_labels if label not in analyser_labels)
            offered = np.zeros(len(labels), dtype=np.bool_)
            offered[: len(candidate_set.labels)] = True
            fits_vowels = vocabulary.check_vowel_compatibility(candidate_set_id, labels)
            if not all(fits_vowels):
                labels, offered = list(compress(labels, fits_vowels)), offered[fits_vowels]
            documents = np.array(
                [form_labels[label][0] if label in form_labels else NO_DOCUMENT for label in labels], dtype=np.int32
            )
            count = sum(count for _, count in form_labels.values())
            block = self._candidate_cache[candidate_set_id] = (
                np.array(labels, dtype=np.int32), offered, documents, count,
            )  # fmt: skip
        return block

    def find_candidates(
        self, vocabulary: RankerVocabulary, text: EncodedText, leave_out: bool = False
    ) -> WordCandidates:
        """Look up the candidate labels of all words of a text; with `leave_out`, labels seen only in the word's own
        document are left out."""
        candidate_set_ids, inverse = np.unique(text.candidate_set, return_inverse=True)
        blocks = [self._merge_candidate_labels(vocabulary, number) for number in candidate_set_ids.tolist()]
        sizes = np.array([len(block[0]) for block in blocks], dtype=np.int64)
        begins = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        counts = sizes[inverse] if len(blocks) else np.zeros(0, dtype=np.int64)
        first = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        block_rows = np.repeat(begins[:-1][inverse] - first[:-1], counts) + np.arange(first[-1])
        empty = np.zeros(0, dtype=np.int32)
        labels = np.concatenate([empty, *(block[0] for block in blocks)])[block_rows]
        is_offered = np.concatenate([empty.astype(np.bool_), *(block[1] for block in blocks)])[block_rows]
        documents = np.concatenate([empty, *(block[2] for block in blocks)])[block_rows]
        word = np.repeat(np.arange(len(text)), counts)
        is_in_training = documents != NO_DOCUMENT
        if leave_out:
            is_in_training &= documents != text.document[word]
        is_kept = is_offered | is_in_training
        if vocabulary.max_guesses_of_known_words is not None:
            is_known = np.bincount(word[is_in_training], minlength=len(text)) > 0
            rank = np.arange(len(word)) - first[:-1][word]
            form_counts = np.array([block[3] for block in blocks], dtype=np.int64)
            limits = vocabulary.max_guesses_of_known_words >> np.searchsorted(_GUESS_COUNTS, form_counts, side="right")
            is_kept &= is_in_training | ~is_known[word] | (rank < limits[inverse][word])
        if not is_kept.all():
            labels, is_offered, is_in_training, word = (
                labels[is_kept],
                is_offered[is_kept],
                is_in_training[is_kept],
                word[is_kept],
            )
            np.cumsum(np.bincount(word, minlength=len(text)), out=first[1:])
        gold = np.full(len(text), ABSENT, dtype=np.int64)
        hits = np.flatnonzero(labels == text.gold[word])
        gold[word[hits]] = hits
        return WordCandidates(
            text.form, text.sentence, text.document, text.candidate_set, text.starts, first, labels,
            vocabulary.label_value_ids()[labels], is_offered, is_in_training, gold, text.gold,
        )  # fmt: skip
