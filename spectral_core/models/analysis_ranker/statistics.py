"""The statistics of candidates in their contexts, from counts of all documents or of all but a word's own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Keys, Places
from spectral_core.brief import brief_repr
from spectral_core.inference import reading_left_out
from spectral_core.inference.count_table import CountTable
from spectral_core.inference.reading_kernels import (
    CandidateCells,
    count_gold,
    count_gold_in_contexts,
    fill_statistics,
    find_cells,
    weigh_values,
)
from spectral_core.inference.reading_keys import LABEL_CONTEXTS, WORD_CONTEXTS, label_contexts, word_contexts
from spectral_core.models.analysis_ranker.corpus import NOTHING, Text, Words
from spectral_core.models.analysis_ranker.elements import FULL, Elements, Keyring
from spectral_core.progress import Progress, Report, ignore_progress

FREQUENCY = "frequency"
NAMES = (FREQUENCY, *WORD_CONTEXTS, *LABEL_CONTEXTS)
FIRST_LABEL = 1 + len(WORD_CONTEXTS)  # statistics from here on are of labels
_BLOCK = 20  # statistics between reports
_CHUNK = 500  # words counted between looks at the room that is left
_DIFFERENT = 0.3  # of what is counted in 20,000 words: room that an empty table is given at once


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The pairs of a statistic and an element that have a weight."""

    kept: Flags  # (statistics, elements)
    columns: Places  # (statistics, elements) the place among those of the element, or -1
    bounds: Integers  # (elements + 1,) where the weights of an element begin
    __repr__ = brief_repr

    @classmethod
    def of(cls, kept: Flags) -> Pairs:
        columns = np.where(kept, np.cumsum(kept, axis=0) - 1, -1).astype(np.int32)
        bounds = np.concatenate(([0], np.cumsum(kept.sum(axis=0)))).astype(np.int64)
        return cls(kept, columns, bounds)

    @classmethod
    def every(cls, elements: Elements) -> Pairs:
        """All pairs; of the whole label only how frequent it is, and how frequent with the word."""
        kept = np.ones((len(NAMES), len(elements)), dtype=np.bool_)
        kept[2:, elements.names.index(FULL)] = False
        return cls.of(kept)

    def best(self, importance: Floats, most: int) -> Pairs:
        """The pairs that matter most; `importance` has one number for each weight."""
        order = np.argsort(-importance, kind="stable")[:most]
        flat = np.zeros(len(importance), dtype=np.bool_)
        flat[order] = True
        kept = np.zeros_like(self.kept)
        kept.T[self.kept.T] = flat
        return Pairs.of(kept)

    def names(self, elements: Elements) -> list[tuple[str, str]]:
        return [(elements.names[element], NAMES[statistic]) for element, statistic in np.argwhere(self.kept.T).tolist()]


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """What is counted of a text: contexts of words and of labels, and the keys of the gold labels' elements."""

    words: Keys  # (words, COLUMNS)
    around: Keys  # (words, WORD_CONTEXTS)
    labels: Keys  # (words, LABEL_CONTEXTS), of gold labels
    gold: Keys  # (words, elements) 0 where a word has none

    @classmethod
    def of(cls, keyring: Keyring, text: Text) -> Counted:
        words = keyring.words(text.form, text.offer)
        around = word_contexts(words, text.starts)
        keys, kinds = keyring.contexts(text.gold)
        labels = label_contexts(words, keys, kinds, keys, text.starts)
        return cls(words, around, labels, keyring.values(text.form, text.gold))

    def contexts(self, statistic: int) -> Keys:
        """(words,) those of one statistic behind FREQUENCY."""
        if statistic < FIRST_LABEL:
            return np.ascontiguousarray(self.around[:, statistic - 1])
        return np.ascontiguousarray(self.labels[:, statistic - FIRST_LABEL])


def count_text(table: CountTable, counted: Counted, pairs: Pairs, times: int = 1) -> None:
    """Adds the counts of a text to a table, or with `times` -1 takes them out, exactly."""
    kept = pairs.kept[1:]
    middle = len(WORD_CONTEXTS)
    width = int(kept.sum()) + len(kept) + len(pairs.bounds)
    if times > 0 and not table.used:
        table.reserve(int(_DIFFERENT * width * len(counted.gold)))
    for begin in range(0, len(counted.gold), _CHUNK):
        words = np.arange(begin, min(begin + _CHUNK, len(counted.gold)))
        if times > 0:
            table.reserve(len(words) * width)
        table.used += count_gold(table.slots, counted.gold, words, times)
        table.used += count_gold_in_contexts(table.slots, counted.around, counted.gold, kept[:middle], words, times)
        table.used += count_gold_in_contexts(table.slots, counted.labels, counted.gold, kept[middle:], words, times)


class Space:
    """The statistics of a text's candidates; they are filled in for the contexts of words first, then for labels."""

    def __init__(self, keyring: Keyring, words: Words, pairs: Pairs, seed: int = 0) -> None:
        self.words, self.pairs, self._keyring = words, pairs, keyring
        values = keyring.values(np.repeat(words.form, np.diff(words.first_row)), words.labels)
        first, element, key, of_row = find_cells(words.first_row, values, np.asarray(pairs.kept.any(axis=0)))
        self.row_features = np.stack((words.offered, words.seen), axis=1).astype(np.float32)
        self.jitter = keyring.jitter(words.labels, seed)
        widths = np.diff(pairs.bounds)[element]
        offsets = np.concatenate(([0], np.cumsum(widths))).astype(np.int64)
        statistics_of = np.zeros(int(offsets[-1]), dtype=np.float32)
        self.cells = CandidateCells(first, element, key, of_row, offsets, np.ones(len(widths)), statistics_of)
        self._all = np.arange(len(words))

    def look_up_words(self, table: CountTable, keys: Keys) -> None:
        """Fills in what depends on words alone; `keys` are those of `Keyring.words`."""
        weigh_values(table.slots, self._all, self.pairs.columns, self.cells)
        self._look_up(table, word_contexts(keys, self.words.starts), 1)

    def look_up_labels(self, table: CountTable, keys: Keys, labels: Places, before: Places | None = None) -> None:
        """Fills in what depends on the labels of neighbours; to the left, those in `before` where given."""
        seen = self._keyring.contexts(labels)
        left = seen if before is None else self._keyring.contexts(before)
        self._look_up(table, label_contexts(keys, *left, seen[0], self.words.starts), FIRST_LABEL)

    def _look_up(self, table: CountTable, contexts: Keys, begin: int) -> None:
        fill_statistics(table.slots, contexts, begin, self.pairs.columns, self._all, self.cells)

    def labels_of(self, rows: Integers) -> Places:
        """(words,) the labels of these rows, NOTHING for row -1."""
        if not len(self.words.labels):
            return np.full(len(rows), NOTHING, dtype=np.int32)
        return np.where(rows >= 0, self.words.labels[rows], NOTHING).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Everyone:
    """All words that are counted, with the values of their gold labels by number."""

    counted: Counted
    words: reading_left_out.CountedWords
    places: CountTable  # of keys: 1 + number

    @classmethod
    def of(cls, keyring: Keyring, text: Text) -> Everyone:
        counted = Counted.of(keyring, text)
        places = CountTable(counted.gold.size)
        numbers, size = reading_left_out.number_values(places.slots, counted.gold)
        order = np.argsort(text.document, kind="stable")
        return cls(counted, reading_left_out.CountedWords(numbers, size, order, text.document), places)


class LeftOut:
    """Fills in the statistics of documents from the counts of all the others, one statistic at a time."""

    def __init__(self, space: Space, text: Text, keyring: Keyring, everyone: Everyone) -> None:
        self.space, self._text, self._keyring, self._everyone = space, text, keyring, everyone
        self._words = keyring.words(text.form, text.offer)
        self._order = np.argsort(text.document, kind="stable")
        self._begins = reading_left_out.element_bounds(space.cells.first, space.cells.element, len(keyring.elements))
        self._asked: Keys | None = None  # the contexts of labels whose statistics are there
        self._cell_number = reading_left_out.look_up_numbers(everyone.places.slots, space.cells.key)

    def fill_words(self, report: Report = ignore_progress, stage: str = "looking at words") -> None:
        space, everyone = self.space, self._everyone
        columns, document = space.pairs.columns, self._text.document
        reading_left_out.weigh_values_leaving_out(
            everyone.words, self._order, document, columns, space.cells, self._cell_number
        )
        around = word_contexts(self._words, self._text.starts)
        for statistic in range(1, FIRST_LABEL):
            self._fill(statistic, around[:, statistic - 1], self._order, empty=True)
            if not statistic % _BLOCK:
                report(Progress(stage, statistic, FIRST_LABEL - 1))

    def fill_labels(
        self,
        labels: Places,
        report: Report = ignore_progress,
        stage: str = "looking at labels",
        before: Places | None = None,
    ) -> None:
        """`labels` were given without a word's own document; to their left, words see those in `before`, if any."""
        seen = self._keyring.contexts(labels)
        left = seen if before is None else self._keyring.contexts(before)
        contexts = label_contexts(self._words, *left, seen[0], self._text.starts)
        for column in range(contexts.shape[1]):
            order = self._order
            if self._asked is not None:  # most words see in one pass what they saw in the one before
                order = order[(contexts[:, column] != self._asked[:, column])[order]]
            self._fill(FIRST_LABEL + column, contexts[:, column], order, empty=self._asked is None)
            if not (column + 1) % _BLOCK:
                report(Progress(stage, column + 1, contexts.shape[1]))
        self._asked = contexts

    def _fill(self, statistic: int, asked: Keys, order: Integers, empty: bool) -> None:
        space, everyone = self.space, self._everyone
        if not space.pairs.kept[statistic].any():
            return
        reading_left_out.fill_statistics_leaving_out(
            statistic, everyone.words, everyone.counted.contexts(statistic), np.ascontiguousarray(asked), order,
            self._text.document, space.pairs.columns, space.cells, self._begins, self._cell_number, empty,
        )  # fmt: skip
