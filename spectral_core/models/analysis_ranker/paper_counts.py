"""What the paper's models count: the contexts of words, the elements of labels, and how often they come together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Flags, Integers, Keys, Places, Singles
from spectral_core.models.analysis_ranker.corpus import NOTHING, Text, Wordbook

if TYPE_CHECKING:
    from spectral_core.inference.count_table import CountTable


FULL, TAG, LEMMA = 0, 1, 2  # columns of label keys: the whole label, all but its lemma, and from here its elements
CONTEXTS = 14  # none, the word, and it with, or without it, what stands before and after (table 3)
AFFIXES = 3  # the last three letters of the word, its first two, its last
LABELS = 4  # tags before and after, alone and with the word
_KINDS = ("raw", "fraction", "log", "ratio")  # in the order of the kernel's numbers
_EDGE = np.array([0xA0761D6478BD642F], dtype=np.uint64)  # what stands outside the sentence
_BLOCK = 2000  # words for which room is made at once
_NO_TAG = np.uint64(0)


def label_keys(book: Wordbook, values: Places) -> Keys:
    """(labels, 2 + elements) keys of the labels whose values are given: FULL, TAG, and each element by itself."""
    from spectral_core.inference.count_table import pair_keys

    hashes = book.values.hashes()
    found = np.zeros((len(values), 2 + values.shape[1]), dtype=np.uint64)
    whole, tag = (np.full(len(values), seed, dtype=np.uint64) for seed in (1, 2))
    for element in range(values.shape[1]):
        key = pair_keys(hashes[values[:, element]], _one(element + 1)) if len(values) else whole
        found[:, LEMMA + element] = key
        whole = pair_keys(whole, key) if len(values) else whole
        if element and len(values):
            tag = pair_keys(tag, key)
    found[:, FULL], found[:, TAG] = whole, tag
    return found


def contexts_of(book: Wordbook, text: Text) -> Keys:
    """(words, CONTEXTS + AFFIXES) a key for each context that a word stands in; the first is one that all share."""
    from spectral_core.inference.count_table import pair_keys

    if not len(text):
        return np.zeros((0, CONTEXTS + AFFIXES), dtype=np.uint64)
    distinct, each = np.unique(text.form, return_inverse=True)
    forms = [book.forms.strings[at] for at in distinct.tolist()]
    keys = book.forms.hashes()[distinct]
    first, last, three, two = (
        _letters([form[part] for form in forms]) for part in (slice(1), slice(-1, None), slice(-3, None), slice(2))
    )
    word = keys[each]
    around = [_shifted(keys[each], text, step) for step in (-1, 1)]
    around += [_shifted(first[each], text, step) for step in (-1, 1)]
    around += [_shifted(last[each], text, step) for step in (-1, 1)]
    columns = [np.ones(len(text), dtype=np.uint64), word]
    columns += [pair_keys(word, key) for key in around]
    columns += around
    columns += [three[each], two[each], last[each]]
    return np.stack([pair_keys(key, _one(column + 1)) for column, key in enumerate(columns)], axis=1)


def label_contexts(text: Text, tags: Keys, word: Keys) -> Keys:
    """(words, LABELS) the contexts of the neighbours' tags; `tags` is 0 where a word has none, `word` its key."""
    from spectral_core.inference.count_table import pair_keys

    if not len(text):
        return np.zeros((0, LABELS), dtype=np.uint64)
    before, after = (_shifted(tags, text, step) for step in (-1, 1))
    columns = [before, after, pair_keys(word, before), pair_keys(word, after)]
    made = np.stack([pair_keys(key, _one(0x100 + column)) for column, key in enumerate(columns)], axis=1)
    for column, neighbour in enumerate((before, after, before, after)):
        made[neighbour == _NO_TAG, column] = 0
    return made


@dataclass(frozen=True, slots=True, eq=False)
class LabelCounts:
    """How often the elements of labels were met in each context, and what regressions are shown of it."""

    table: CountTable
    _columns: dict[tuple[int, ...], Integers] = field(default_factory=dict, repr=False)

    @classmethod
    def empty(cls) -> LabelCounts:
        from spectral_core.inference.count_table import CountTable

        return cls(CountTable())

    def add(self, contexts: Keys, labels: Keys) -> None:
        """Counts words in these contexts with these labels."""
        from spectral_core.inference import paper_kernels

        for low in range(0, len(contexts), _BLOCK):
            part = slice(low, low + _BLOCK)
            self.table.reserve(contexts[part].size * (labels.shape[1] + 1))
            self.table.used += paper_kernels.count_contexts(self.table.slots, contexts[part], labels[part])

    def add_neighbours(self, text: Text, words: Keys, known: Flags, labels: Keys) -> None:
        """Counts the same words, those that are known, in the contexts of their neighbours' tags."""
        tags = np.zeros(len(text), dtype=np.uint64)
        tags[known] = labels[:, TAG]
        self.add(np.ascontiguousarray(label_contexts(text, tags, words)[known]), labels)

    def statistics(
        self, contexts: Keys, firsts: Integers, labels: Keys, elements: Sequence[int], statistic: str
    ) -> Singles:
        """(rows, elements * contexts) the numbers that speak for each row, element by element."""
        from spectral_core.inference import paper_kernels

        chosen = np.array(elements, dtype=np.int64)
        found = np.empty((len(labels), len(chosen) * contexts.shape[1]), dtype=np.float32)
        paper_kernels.fill_statistics(
            self.table.slots, contexts, firsts, labels, chosen, _KINDS.index(statistic), found
        )
        return found


def gold_keys(book: Wordbook, text: Text) -> tuple[Flags, Keys]:
    """Which words have a chosen label, and the keys of those labels."""
    known = text.gold != NOTHING
    return known, label_keys(book, book.label_values()[text.gold[known]])


def _one(number: int) -> Keys:
    return np.array([number], dtype=np.uint64)


def _letters(strings: list[str]) -> Keys:
    """A key for each of a few letters."""
    from spectral_core.inference.count_table import pair_keys

    codes = np.zeros((3, len(strings)), dtype=np.uint64)
    for at, string in enumerate(strings):
        for place, letter in enumerate(string):
            codes[place, at] = ord(letter)
    return pair_keys(pair_keys(codes[0], codes[1]), codes[2])


def _shifted(keys: Keys, text: Text, step: int) -> Keys:
    """The key of the word before (-1) or after (1) each word; that of the edge at the ends of sentences."""
    found = np.full(len(keys), _EDGE[0], dtype=np.uint64)
    here, there = (slice(1, None), slice(None, -1)) if step < 0 else (slice(None, -1), slice(1, None))
    same = text.sentence[here] == text.sentence[there]
    found[here][same] = keys[there][same]
    return found
