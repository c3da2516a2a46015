"""Words of a text by number, the labels each form had in training by document, and the candidates that follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Flags, Indexes, Integers

if TYPE_CHECKING:
    from spectral_core.models.analysis_ranker.corpus import Wordbook


ABSENT = -1
SEVERAL_DOCUMENTS = -1  # documents
NO_DOCUMENT = -2  # in no document


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """Words of sentences laid end to end, with their gold labels, before they have candidates."""

    form: Indexes  # (words,) in Wordbook.forms
    sentence: Indexes  # (words,) counted from 0 in what was read
    document: Indexes  # (words,)
    candidate_set: Indexes  # (words,) in Wordbook.offers
    gold: Indexes  # (words,) label, ABSENT where none was chosen
    starts: Integers  # (sentences + 1,)
    documents: tuple[str, ...]  # names

    def __len__(self) -> int:
        return len(self.form)

    def select(self, sentences: Sequence[int] | Integers) -> Text:
        """Return these sentences alone, in this order; documents and labels keep their numbers."""
        indexes = np.asarray(sentences, dtype=np.int64)
        sizes = np.diff(self.starts)[indexes]
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        words = np.repeat(self.starts[indexes] - starts[:-1], sizes) + np.arange(starts[-1])
        return Text(
            self.form[words], np.repeat(np.arange(len(indexes), dtype=np.int32), sizes), self.document[words],
            self.candidate_set[words], self.gold[words], starts, self.documents,
        )  # fmt: skip

    def sentences_in(self, documents: Flags) -> Integers:
        """Return the sentences in the flagged documents."""
        first = self.starts[:-1][np.diff(self.starts) > 0]
        return np.flatnonzero(np.diff(self.starts) > 0)[documents[self.document[first]]]


@dataclass(frozen=True, slots=True, eq=False)
class WordCandidates:
    """Words with their candidates: those of the analyser, then labels that the word had in training."""

    form: Indexes  # (words,)
    sentence: Indexes  # (words,)
    document: Indexes  # (words,)
    candidate_set: Indexes  # (words,)
    starts: Integers  # (sentences + 1,) first words
    first_row: Integers  # (words + 1,)
    labels: Indexes  # (rows,) no label twice for a word
    values: Indexes  # (rows, elements) in Wordbook.values
    offered: Flags  # (rows,) by the analyser
    in_training: Flags  # (rows,) had by this word in training; when learning, in another document
    gold: Integers  # (words,) absolute row, ABSENT if it is no candidate or there is none
    gold_label: Indexes  # (words,) ABSENT where there is none

    def __len__(self) -> int:
        return len(self.form)

    @property
    def row_word(self) -> Integers:
        """(rows,) the word of each row."""
        return np.repeat(np.arange(len(self.form)), np.diff(self.first_row))


def _count_labels(text: Text) -> list[list[int]]:
    """Return form, label, document and how often they occur together."""
    has_gold = text.gold != ABSENT
    rows = np.stack((text.form[has_gold], text.gold[has_gold], text.document[has_gold]), axis=1)
    if not len(rows):
        return []
    distinct, times = np.unique(rows, axis=0, return_counts=True)
    counted_rows: list[list[int]] = np.concatenate((distinct, times[:, None]), axis=1).tolist()
    return counted_rows


class TrainingLabels:
    """Labels that each form had in training: how often, and in which documents."""

    def __init__(self) -> None:
        self._labels: dict[int, dict[int, tuple[int, int]]] = {}  # form: label: the only document or SEVERAL, times
        self._blocks: dict[int, tuple[Indexes, Flags, Indexes]] = {}

    def add(self, text: Text) -> None:
        """Count the gold labels of a text."""
        for form, label, document, times in _count_labels(text):
            labels = self._labels.setdefault(form, {})
            only, previous_count = labels.get(label, (document, 0))
            labels[label] = (only if only == document else SEVERAL_DOCUMENTS, previous_count + times)
        self._blocks.clear()

    def subtract(self, text: Text) -> None:
        """Undo `add` of the same text, except for the documents."""
        for form, label, _, times in _count_labels(text):
            only, previous_count = self._labels[form][label]
            self._labels[form][label] = (only, previous_count - times)
            if previous_count == times:
                del self._labels[form][label]
        self._blocks.clear()

    @classmethod
    def from_text(cls, text: Text) -> TrainingLabels:
        training_labels = cls()
        training_labels.add(text)
        return training_labels

    @classmethod
    def from_counts(cls, rows: Iterable[tuple[int, int, int]]) -> TrainingLabels:
        """Return the labels with these forms, labels and counts."""
        training_labels = cls()
        for form, label, times in rows:
            labels = training_labels._labels.setdefault(form, {})
            labels[label] = (SEVERAL_DOCUMENTS, times + labels.get(label, (SEVERAL_DOCUMENTS, 0))[1])
        return training_labels

    def merge(self, added: TrainingLabels) -> None:
        """Add the counts of other labels, in forms and labels of the same numbers."""
        self._labels = TrainingLabels.from_counts([*self.list_counts(), *added.list_counts()])._labels
        self._blocks.clear()

    def copy(self) -> TrainingLabels:
        training_labels = TrainingLabels()
        training_labels._labels = {form: dict(labels) for form, labels in self._labels.items()}
        return training_labels

    def list_counts(self) -> list[tuple[int, int, int]]:
        """Return (form, label, count) of all labels."""
        return [(form, label, times) for form, labels in self._labels.items() for label, (_, times) in labels.items()]

    def form_labels(self, form: int) -> tuple[int, ...]:
        """Return the labels that a form had in training."""
        return tuple(self._labels.get(form, ()))

    def _list_candidates(self, book: Wordbook, number: int) -> tuple[Indexes, Flags, Indexes]:
        """Return the labels of a candidate set and of training, which of these the analyser has, and the documents."""
        block = self._blocks.get(number)
        if block is None:
            candidate_set = book.candidate_sets[number]
            form_labels = self._labels.get(candidate_set.form, {})
            labels = candidate_set.labels.tolist()
            analyser_labels = set(labels) if form_labels else ()
            labels.extend(label for label in form_labels if label not in analyser_labels)
            offered = np.zeros(len(labels), dtype=np.bool_)
            offered[: len(candidate_set.labels)] = True
            fits_vowels = book.check_vowels(number, labels)
            if not all(fits_vowels):
                labels, offered = list(compress(labels, fits_vowels)), offered[fits_vowels]
            documents = np.array(
                [form_labels[label][0] if label in form_labels else NO_DOCUMENT for label in labels], dtype=np.int32
            )
            block = self._blocks[number] = (np.array(labels, dtype=np.int32), offered, documents)
        return block

    def find_candidates(self, book: Wordbook, text: Text, leave_out: bool = False) -> WordCandidates:
        """Return the words of a text with their candidates; with `leave_out`, only labels from other documents count as
        training."""
        numbers, inverse = np.unique(text.candidate_set, return_inverse=True)
        blocks = [self._list_candidates(book, number) for number in numbers.tolist()]
        sizes = np.array([len(block[0]) for block in blocks], dtype=np.int64)
        begins = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        counts = sizes[inverse] if len(blocks) else np.zeros(0, dtype=np.int64)
        first = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        block_rows = np.repeat(begins[:-1][inverse] - first[:-1], counts) + np.arange(first[-1])
        empty = np.zeros(0, dtype=np.int32)
        labels = np.concatenate([empty, *(block[0] for block in blocks)])[block_rows]
        offered = np.concatenate([empty.astype(np.bool_), *(block[1] for block in blocks)])[block_rows]
        documents = np.concatenate([empty, *(block[2] for block in blocks)])[block_rows]
        word = np.repeat(np.arange(len(text)), counts)
        in_training = documents != NO_DOCUMENT
        if leave_out:
            in_training &= documents != text.document[word]
        is_kept = offered | in_training
        if book.max_guesses_of_known is not None:
            is_known = np.bincount(word[in_training], minlength=len(text)) > 0
            rank = np.arange(len(word)) - first[:-1][word]
            is_kept &= in_training | ~is_known[word] | (rank < book.max_guesses_of_known)
        if not is_kept.all():
            labels, offered, in_training, word = labels[is_kept], offered[is_kept], in_training[is_kept], word[is_kept]
            np.cumsum(np.bincount(word, minlength=len(text)), out=first[1:])
        gold = np.full(len(text), ABSENT, dtype=np.int64)
        hits = np.flatnonzero(labels == text.gold[word])
        gold[word[hits]] = hits
        return WordCandidates(
            text.form, text.sentence, text.document, text.candidate_set, text.starts, first, labels,
            book.label_values()[labels], offered, in_training, gold, text.gold,
        )  # fmt: skip
