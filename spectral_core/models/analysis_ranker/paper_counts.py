"""Counts of the paper's models: contexts of words, elements of labels, and how often they occur together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Flags, Indexes, Integers, Keys, Singles
from spectral_core.models.analysis_ranker.corpus import ABSENT, Text, Wordbook

if TYPE_CHECKING:
    from spectral_core.structured.hash_tables import CountTable


FULL, TAG, LEMMA = 0, 1, 2  # columns of label keys: the whole label, all but its lemma, and from here its elements
CONTEXTS = 14  # none, the word, and neighbours with and without the word (table 3)
AFFIXES = 3  # the last three letters of the word, its first two, its last
TAG_CONTEXTS = 4  # tags before and after, alone and with the word
_KINDS = ("raw", "fraction", "log", "ratio")  # in the order of the kernel's numbers
_EDGE_KEY = np.array([0xA0761D6478BD642F], dtype=np.uint64)  # beyond the ends of the sentence
_BLOCK_SIZE = 2000  # words counted between reservations of table space
_NO_TAG = np.uint64(0)


def label_keys(book: Wordbook, values: Indexes) -> Keys:
    """Return (labels, 2 + elements) the keys of the labels with these values: FULL, TAG, and each element by itself."""
    from spectral_core.structured.hash_tables import pair_keys

    hashes = book.values.hashes()
    keys = np.zeros((len(values), 2 + values.shape[1]), dtype=np.uint64)
    full_key, tag_key = (np.full(len(values), seed, dtype=np.uint64) for seed in (1, 2))
    for element in range(values.shape[1]):
        key = pair_keys(hashes[values[:, element]], _as_key(element + 1)) if len(values) else full_key
        keys[:, LEMMA + element] = key
        full_key = pair_keys(full_key, key) if len(values) else full_key
        if element and len(values):
            tag_key = pair_keys(tag_key, key)
    keys[:, FULL], keys[:, TAG] = full_key, tag_key
    return keys


def make_context_keys(book: Wordbook, text: Text) -> Keys:
    """Return (words, CONTEXTS + AFFIXES) a key for each context of a word; the first is shared by all."""
    from spectral_core.structured.hash_tables import pair_keys

    if not len(text):
        return np.zeros((0, CONTEXTS + AFFIXES), dtype=np.uint64)
    distinct, inverse = np.unique(text.form, return_inverse=True)
    forms = [book.forms.strings[number] for number in distinct.tolist()]
    keys = book.forms.hashes()[distinct]
    first, last, last_three, first_two = (
        _letter_keys([form[part] for form in forms]) for part in (slice(1), slice(-1, None), slice(-3, None), slice(2))
    )
    word = keys[inverse]
    neighbours = [_shift(keys[inverse], text, step) for step in (-1, 1)]
    neighbours += [_shift(first[inverse], text, step) for step in (-1, 1)]
    neighbours += [_shift(last[inverse], text, step) for step in (-1, 1)]
    columns = [np.ones(len(text), dtype=np.uint64), word]
    columns += [pair_keys(word, key) for key in neighbours]
    columns += neighbours
    columns += [last_three[inverse], first_two[inverse], last[inverse]]
    return np.stack([pair_keys(key, _as_key(column + 1)) for column, key in enumerate(columns)], axis=1)


def make_tag_context_keys(text: Text, tags: Keys, word: Keys) -> Keys:
    """Return (words, TAG_CONTEXTS) the contexts of the neighbours' tags; `tags` is 0 where a word has none, `word` its
    key."""
    from spectral_core.structured.hash_tables import pair_keys

    if not len(text):
        return np.zeros((0, TAG_CONTEXTS), dtype=np.uint64)
    tags_before, tags_after = (_shift(tags, text, step) for step in (-1, 1))
    columns = [tags_before, tags_after, pair_keys(word, tags_before), pair_keys(word, tags_after)]
    keys = np.stack([pair_keys(key, _as_key(0x100 + column)) for column, key in enumerate(columns)], axis=1)
    for column, neighbour in enumerate((tags_before, tags_after, tags_before, tags_after)):
        keys[neighbour == _NO_TAG, column] = 0
    return keys


@dataclass(frozen=True, slots=True, eq=False)
class LabelCounts:
    """Counts of the elements of labels in each context, and the statistics that regressions make of them."""

    table: CountTable
    _columns: dict[tuple[int, ...], Integers] = field(default_factory=dict, repr=False)

    @classmethod
    def empty(cls) -> LabelCounts:
        from spectral_core.structured.hash_tables import CountTable

        return cls(CountTable())

    def add(self, contexts: Keys, labels: Keys) -> None:
        """Count words in these contexts with these labels."""
        from spectral_core.structured.ranking import paper_kernels

        for low in range(0, len(contexts), _BLOCK_SIZE):
            part = slice(low, low + _BLOCK_SIZE)
            self.table.reserve(contexts[part].size * (labels.shape[1] + 1))
            self.table.used += paper_kernels.count_contexts(self.table.slots, contexts[part], labels[part])

    def add_in_tag_contexts(self, text: Text, words: Keys, has_gold: Flags, labels: Keys) -> None:
        """Count the words with gold labels in the contexts of their neighbours' tags."""
        tags = np.zeros(len(text), dtype=np.uint64)
        tags[has_gold] = labels[:, TAG]
        self.add(np.ascontiguousarray(make_tag_context_keys(text, tags, words)[has_gold]), labels)

    def statistics(
        self, contexts: Keys, firsts: Integers, labels: Keys, elements: Sequence[int], statistic: str
    ) -> Singles:
        """Return (rows, elements * contexts) the statistics of each row, element by element."""
        from spectral_core.structured.ranking import paper_kernels

        columns = np.array(elements, dtype=np.int64)
        values = np.empty((len(labels), len(columns) * contexts.shape[1]), dtype=np.float32)
        paper_kernels.fill_statistics(
            self.table.slots, contexts, firsts, labels, columns, _KINDS.index(statistic), values
        )
        return values


def gold_label_keys(book: Wordbook, text: Text) -> tuple[Flags, Keys]:
    """Return which words have a gold label, and the keys of those labels."""
    has_gold = text.gold != ABSENT
    return has_gold, label_keys(book, book.label_values()[text.gold[has_gold]])


def _as_key(number: int) -> Keys:
    return np.array([number], dtype=np.uint64)


def _letter_keys(strings: list[str]) -> Keys:
    """Return a key for each string of up to three letters."""
    from spectral_core.structured.hash_tables import pair_keys

    codes = np.zeros((3, len(strings)), dtype=np.uint64)
    for index, string in enumerate(strings):
        for position, letter in enumerate(string):
            codes[position, index] = ord(letter)
    return pair_keys(pair_keys(codes[0], codes[1]), codes[2])


def _shift(keys: Keys, text: Text, step: int) -> Keys:
    """Return the key of the word before (-1) or after (1) each word; that of the edge at the ends of sentences."""
    shifted = np.full(len(keys), _EDGE_KEY[0], dtype=np.uint64)
    targets, sources = (slice(1, None), slice(None, -1)) if step < 0 else (slice(None, -1), slice(1, None))
    same_sentence = text.sentence[targets] == text.sentence[sources]
    shifted[targets][same_sentence] = keys[sources][same_sentence]
    return shifted
