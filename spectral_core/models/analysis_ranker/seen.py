"""Words of a text by number, which labels each was seen with in which document, and the candidates that follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Flags, Integers, Places

if TYPE_CHECKING:
    from spectral_core.models.analysis_ranker.corpus import Wordbook


NOTHING = -1
SEVERAL = -1  # documents
NEVER = -2  # in no document


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """Words of sentences laid end to end, with the label that a person chose, before they have candidates."""

    form: Places  # (words,) in Wordbook.forms
    sentence: Places  # (words,) counted from 0 in what was read
    document: Places  # (words,)
    offer: Places  # (words,) in Wordbook.offers
    gold: Places  # (words,) label, NOTHING where none was chosen
    starts: Integers  # (sentences + 1,)
    documents: tuple[str, ...]  # names

    def __len__(self) -> int:
        return len(self.form)

    def select(self, sentences: Sequence[int] | Integers) -> Text:
        """These sentences alone, in this order; documents and labels keep their numbers."""
        chosen = np.asarray(sentences, dtype=np.int64)
        sizes = np.diff(self.starts)[chosen]
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        words = np.repeat(self.starts[chosen] - starts[:-1], sizes) + np.arange(starts[-1])
        return Text(
            self.form[words], np.repeat(np.arange(len(chosen), dtype=np.int32), sizes), self.document[words],
            self.offer[words], self.gold[words], starts, self.documents,
        )  # fmt: skip

    def sentences_of(self, documents: Flags) -> Integers:
        """The sentences that stand in the flagged documents."""
        first = self.starts[:-1][np.diff(self.starts) > 0]
        return np.flatnonzero(np.diff(self.starts) > 0)[documents[self.document[first]]]


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Words with their candidates: those of the analyser, then labels that the word was seen with in training."""

    form: Places  # (words,)
    sentence: Places  # (words,)
    document: Places  # (words,)
    offer: Places  # (words,)
    starts: Integers  # (sentences + 1,) first words
    first_row: Integers  # (words + 1,)
    labels: Places  # (rows,) no label twice for a word
    values: Places  # (rows, elements) in Wordbook.values
    offered: Flags  # (rows,) by the analyser
    seen: Flags  # (rows,) with this word in training; while learning, in another document
    gold: Integers  # (words,) absolute row, NOTHING where it is not among them or there is none
    gold_label: Places  # (words,) NOTHING where there is none

    def __len__(self) -> int:
        return len(self.form)

    @property
    def row_word(self) -> Integers:
        return np.repeat(np.arange(len(self.form)), np.diff(self.first_row))


def _distinct(text: Text) -> list[list[int]]:
    """Form, label, document and how often they came together."""
    chosen = text.gold != NOTHING
    rows = np.stack((text.form[chosen], text.gold[chosen], text.document[chosen]), axis=1)
    if not len(rows):
        return []
    found, times = np.unique(rows, axis=0, return_counts=True)
    joined: list[list[int]] = np.concatenate((found, times[:, None]), axis=1).tolist()
    return joined


class Seen:
    """The labels that each form was seen with: how often, and in which documents."""

    def __init__(self) -> None:
        self._labels: dict[int, dict[int, tuple[int, int]]] = {}  # form: label: the only document or SEVERAL, times
        self._blocks: dict[int, tuple[Places, Flags, Places]] = {}

    def add(self, text: Text) -> None:
        for form, label, document, times in _distinct(text):
            labels = self._labels.setdefault(form, {})
            only, known = labels.get(label, (document, 0))
            labels[label] = (only if only == document else SEVERAL, known + times)
        self._blocks.clear()

    def subtract(self, text: Text) -> None:
        """Undoes `add` of the same text, but for what it said of documents."""
        for form, label, _, times in _distinct(text):
            only, known = self._labels[form][label]
            self._labels[form][label] = (only, known - times)
            if known == times:
                del self._labels[form][label]
        self._blocks.clear()

    @classmethod
    def of(cls, text: Text) -> Seen:
        made = cls()
        made.add(text)
        return made

    @classmethod
    def counted(cls, rows: Iterable[tuple[int, int, int]]) -> Seen:
        made = cls()
        for form, label, times in rows:
            labels = made._labels.setdefault(form, {})
            labels[label] = (SEVERAL, times + labels.get(label, (SEVERAL, 0))[1])
        return made

    def merge(self, other: Seen) -> None:
        """Adds what was seen elsewhere, in forms and labels of the same numbers."""
        self._labels = Seen.counted([*self.rows(), *other.rows()])._labels
        self._blocks.clear()

    def copy(self) -> Seen:
        made = Seen()
        made._labels = {form: dict(labels) for form, labels in self._labels.items()}
        return made

    def rows(self) -> list[tuple[int, int, int]]:
        return [(form, label, times) for form, labels in self._labels.items() for label, (_, times) in labels.items()]

    def labels(self, form: int) -> tuple[int, ...]:
        """The labels that a form was seen with."""
        return tuple(self._labels.get(form, ()))

    def _block(self, book: Wordbook, number: int) -> tuple[Places, Flags, Places]:
        """The labels of an offer and what was seen besides; which are offered; where each was seen."""
        found = self._blocks.get(number)
        if found is None:
            offer = book.offers[number]
            seen = self._labels.get(offer.form, {})
            labels = offer.labels.tolist()
            mine = set(labels) if seen else ()
            labels.extend(label for label in seen if label not in mine)
            offered = np.zeros(len(labels), dtype=np.bool_)
            offered[: len(offer.labels)] = True
            fits = book.fitting_labels(number, labels)
            if not all(fits):
                labels, offered = list(compress(labels, fits)), offered[fits]
            documents = np.array([seen[label][0] if label in seen else NEVER for label in labels], dtype=np.int32)
            found = self._blocks[number] = (np.array(labels, dtype=np.int32), offered, documents)
        return found

    def words(self, book: Wordbook, text: Text, leave_out: bool = False) -> Words:
        """The words of a text with their candidates; with `leave_out`, seen is what another document has."""
        numbers, each = np.unique(text.offer, return_inverse=True)
        blocks = [self._block(book, number) for number in numbers.tolist()]
        sizes = np.array([len(block[0]) for block in blocks], dtype=np.int64)
        begins = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        counts = sizes[each] if len(blocks) else np.zeros(0, dtype=np.int64)
        first = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        where = np.repeat(begins[:-1][each] - first[:-1], counts) + np.arange(first[-1])
        empty = np.zeros(0, dtype=np.int32)
        labels = np.concatenate([empty, *(block[0] for block in blocks)])[where]
        offered = np.concatenate([empty.astype(np.bool_), *(block[1] for block in blocks)])[where]
        documents = np.concatenate([empty, *(block[2] for block in blocks)])[where]
        word = np.repeat(np.arange(len(text)), counts)
        seen = documents != NEVER
        if leave_out:
            seen &= documents != text.document[word]
        kept = offered | seen
        if book.guesses_beside is not None:
            known = np.bincount(word[seen], minlength=len(text)) > 0
            guess = np.arange(len(word)) - first[:-1][word]
            kept &= seen | ~known[word] | (guess < book.guesses_beside)
        if not kept.all():
            labels, offered, seen, word = labels[kept], offered[kept], seen[kept], word[kept]
            np.cumsum(np.bincount(word, minlength=len(text)), out=first[1:])
        gold = np.full(len(text), NOTHING, dtype=np.int64)
        hits = np.flatnonzero(labels == text.gold[word])
        gold[word[hits]] = hits
        return Words(
            text.form, text.sentence, text.document, text.offer, text.starts, first, labels,
            book.label_values()[labels], offered, seen, gold, text.gold,
        )  # fmt: skip
