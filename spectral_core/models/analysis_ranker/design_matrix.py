"""Design matrices of the regressions of Shah et al. 2010: hashes of labels and contexts, and counts of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Flags, Indexes, Integers, Keys, Singles
from spectral_core.errors import SettingsError
from spectral_core.models.analysis_ranker.document_vectors import DOCUMENT_FEATURE_COUNT
from spectral_core.models.analysis_ranker.labels_and_candidates import ABSENT, EncodedText, WordCandidates
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary

if TYPE_CHECKING:
    from spectral_core.models.analysis_ranker.document_vectors import DocumentVectors
    from spectral_core.structured.hash_tables import CountTable

# columns of label hashes: full label, label without lemma, lemma; other elements follow
FULL_COLUMN, TAG_COLUMN, LEMMA_COLUMN = 0, 1, 2
CONTEXT_COUNT = 14  # empty context, the word, and neighbours with and without the word (Shah et al. 2010, table 3)
AFFIX_CONTEXT_COUNT = 3  # last three letters of the word, first two, last one
TAG_CONTEXT_COUNT = 4  # tag of the previous and of the next word, alone and with the word
_STATISTICS = ("raw", "fraction", "log", "ratio")  # in the order the kernel expects
_BOUNDARY_KEY = np.array([0xA0761D6478BD642F], dtype=np.uint64)  # sentence boundary
_BLOCK_SIZE = 2000  # words counted before the hash table grows
_NO_TAG = np.uint64(0)
WORD_COLUMN = 1  # context column of the word alone


def label_keys(vocabulary: RankerVocabulary, values: Indexes) -> Keys:
    """Return (labels, 2 + elements) hashes of labels with these value ids: of the full label, of the label without its
    lemma, and of each element."""
    from spectral_core.structured.hash_tables import combine_key_arrays

    hashes = vocabulary.values.hashes()
    keys = np.zeros((len(values), 2 + values.shape[1]), dtype=np.uint64)
    full_key, tag_key = (np.full(len(values), seed, dtype=np.uint64) for seed in (1, 2))
    for element in range(values.shape[1]):
        key = combine_key_arrays(hashes[values[:, element]], _to_key(element + 1)) if len(values) else full_key
        keys[:, LEMMA_COLUMN + element] = key
        full_key = combine_key_arrays(full_key, key) if len(values) else full_key
        if element and len(values):
            tag_key = combine_key_arrays(tag_key, key)
    keys[:, FULL_COLUMN], keys[:, TAG_COLUMN] = full_key, tag_key
    return keys


def make_context_keys(vocabulary: RankerVocabulary, text: EncodedText) -> Keys:
    """Return (words, CONTEXT_COUNT + AFFIX_CONTEXT_COUNT) hashes of the contexts of each word; the first column is the
    empty context."""
    from spectral_core.structured.hash_tables import combine_key_arrays

    if not len(text):
        return np.zeros((0, CONTEXT_COUNT + AFFIX_CONTEXT_COUNT), dtype=np.uint64)
    distinct, inverse = np.unique(text.form, return_inverse=True)
    forms = [vocabulary.forms.strings[number] for number in distinct.tolist()]
    keys = vocabulary.forms.hashes()[distinct]
    first, last, last_three, first_two = (
        _hash_letters([form[part] for form in forms]) for part in (slice(1), slice(-1, None), slice(-3, None), slice(2))
    )
    word = keys[inverse]
    neighbours = [_neighbour_keys(keys[inverse], text, step) for step in (-1, 1)]
    neighbours += [_neighbour_keys(first[inverse], text, step) for step in (-1, 1)]
    neighbours += [_neighbour_keys(last[inverse], text, step) for step in (-1, 1)]
    columns = [np.ones(len(text), dtype=np.uint64), word]
    columns += [combine_key_arrays(word, key) for key in neighbours]
    columns += neighbours
    columns += [last_three[inverse], first_two[inverse], last[inverse]]
    return np.stack([combine_key_arrays(key, _to_key(column + 1)) for column, key in enumerate(columns)], axis=1)


def make_tag_context_keys(text: EncodedText, tags: Keys, word_keys: Keys) -> Keys:
    """Return (words, TAG_CONTEXT_COUNT) hashes of the tags of the neighbours, alone and with the word; 0 where a
    neighbour has no tag. `word_keys` are hashes of the words."""
    from spectral_core.structured.hash_tables import combine_key_arrays

    if not len(text):
        return np.zeros((0, TAG_CONTEXT_COUNT), dtype=np.uint64)
    tags_before, tags_after = (_neighbour_keys(tags, text, step) for step in (-1, 1))
    columns = [
        tags_before,
        tags_after,
        combine_key_arrays(word_keys, tags_before),
        combine_key_arrays(word_keys, tags_after),
    ]
    keys = np.stack([combine_key_arrays(key, _to_key(0x100 + column)) for column, key in enumerate(columns)], axis=1)
    for column, neighbour in enumerate((tags_before, tags_after, tags_before, tags_after)):
        keys[neighbour == _NO_TAG, column] = 0
    return keys


@dataclass(frozen=True, slots=True, eq=False)
class LabelCounts:
    """Counts of label elements in each context, and the statistics computed from them."""

    table: CountTable

    @classmethod
    def empty(cls) -> LabelCounts:
        """Return counts of nothing."""
        from spectral_core.structured.hash_tables import CountTable

        return cls(CountTable())

    def add(self, contexts: Keys, labels: Keys) -> None:
        """Count words, given the hashes of their contexts and of their labels."""
        from spectral_core.structured.analysis_ranker import perceptron

        for low in range(0, len(contexts), _BLOCK_SIZE):
            part = slice(low, low + _BLOCK_SIZE)
            self.table.reserve(contexts[part].size * (labels.shape[1] + 1))
            self.table.used += perceptron.count_values_in_contexts(self.table.slots, contexts[part], labels[part])

    def add_in_tag_contexts(self, text: EncodedText, words: Keys, has_gold: Flags, labels: Keys) -> None:
        """Count the words with gold labels in the contexts of their neighbours' gold tags."""
        tags = np.zeros(len(text), dtype=np.uint64)
        tags[has_gold] = labels[:, TAG_COLUMN]
        self.add(np.ascontiguousarray(make_tag_context_keys(text, tags, words)[has_gold]), labels)

    def compute_statistics(
        self, contexts: Keys, firsts: Integers, labels: Keys, elements: Sequence[int], statistic: str
    ) -> Singles:
        """Return (rows, elements * contexts) the statistic of the counts of each candidate, element by element."""
        from spectral_core.structured.analysis_ranker import perceptron

        columns = np.array(elements, dtype=np.int64)
        values = np.empty((len(labels), len(columns) * contexts.shape[1]), dtype=np.float32)
        perceptron.fill_count_features(
            self.table.slots, contexts, firsts, labels, columns, _STATISTICS.index(statistic), values
        )
        return values


def gold_label_keys(vocabulary: RankerVocabulary, text: EncodedText) -> tuple[Flags, Keys]:
    """Return which words have a gold label, and the label hashes of those words."""
    has_gold = text.gold != ABSENT
    return has_gold, label_keys(vocabulary, vocabulary.label_value_ids()[text.gold[has_gold]])


def _to_key(value: int) -> Keys:
    """Return a constant as an array of one key."""
    return np.array([value], dtype=np.uint64)


def _hash_letters(strings: list[str]) -> Keys:
    """Return a hash for each string of up to three letters."""
    from spectral_core.structured.hash_tables import combine_key_arrays

    codes = np.zeros((3, len(strings)), dtype=np.uint64)
    for index, string in enumerate(strings):
        for position, letter in enumerate(string):
            codes[position, index] = ord(letter)
    return combine_key_arrays(combine_key_arrays(codes[0], codes[1]), codes[2])


def _neighbour_keys(keys: Keys, text: EncodedText, step: int) -> Keys:
    """Return (words,) the hash of the previous (-1) or next (1) word; the boundary key at the ends of sentences."""
    shifted = np.full(len(keys), _BOUNDARY_KEY[0], dtype=np.uint64)
    targets, sources = (slice(1, None), slice(None, -1)) if step < 0 else (slice(None, -1), slice(1, None))
    same_sentence = text.sentence[targets] == text.sentence[sources]
    shifted[targets][same_sentence] = keys[sources][same_sentence]
    return shifted


@dataclass(frozen=True, slots=True)
class RegressionSpec:
    """Features of a regression, and the label element it predicts."""

    element_columns: tuple[int, ...]  # columns of label hashes
    context_count: int  # number of context columns used
    target_column: int  # predicted column of label hashes
    uses_documents: bool = False
    uses_neighbour_tags: bool = False  # uses the tags of the previous and next word


def make_regression_specs(settings: RankerSettings, elements: tuple[str, ...]) -> tuple[RegressionSpec, ...]:
    """Return the regressions of a model, in training order (Shah et al. 2010, sections 3.2 and 4)."""
    element_columns = tuple(range(LEMMA_COLUMN, LEMMA_COLUMN + len(elements)))
    contexts = CONTEXT_COUNT + AFFIX_CONTEXT_COUNT * settings.affixes
    lemma = RegressionSpec((LEMMA_COLUMN,), contexts, LEMMA_COLUMN, settings.documents)
    full = RegressionSpec((FULL_COLUMN, *element_columns), contexts, FULL_COLUMN, settings.documents)
    match settings.model:
        case "full":
            return (full,)
        case "baseline":
            return (RegressionSpec((FULL_COLUMN,), contexts, FULL_COLUMN),)
        case "uni":
            return (RegressionSpec((FULL_COLUMN, *element_columns), WORD_COLUMN + 1, FULL_COLUMN),)
        case "ind":
            return lemma, RegressionSpec((TAG_COLUMN, *element_columns[1:]), contexts, TAG_COLUMN)
        case "two-pass" | "cheat":
            return full, RegressionSpec(
                full.element_columns, contexts, FULL_COLUMN, settings.documents, uses_neighbour_tags=True
            )
        case "element":
            if settings.element not in elements:
                raise SettingsError(
                    f"analysis-ranker: element is one of {', '.join(elements)} here, not {settings.element!r}"
                )
            column = LEMMA_COLUMN + elements.index(settings.element)
            return (lemma,) if column == LEMMA_COLUMN else (RegressionSpec((column,), contexts, column),)
        case _:
            raise ValueError(f"{settings.model} is no model of the paper")


@dataclass(frozen=True, slots=True, eq=False)
class HashedText:
    """Text with the hashes of its contexts and of its candidate labels."""

    text: EncodedText
    words: WordCandidates
    context_keys: Keys  # (words, CONTEXT_COUNT + AFFIX_CONTEXT_COUNT)
    label_keys: Keys  # (rows, 2 + elements)
    gold_keys: Keys  # (words, 2 + elements) of the gold label, 0 where there is none
    row_word: Integers

    @classmethod
    def from_text(cls, vocabulary: RankerVocabulary, text: EncodedText, words: WordCandidates) -> HashedText:
        """Hash the contexts and labels of a text and its candidates."""
        labels = label_keys(vocabulary, words.values)
        has_gold, keys = gold_label_keys(vocabulary, text)
        gold = np.zeros((len(text), labels.shape[1]), dtype=np.uint64)
        gold[has_gold] = keys
        return cls(text, words, make_context_keys(vocabulary, text), labels, gold, words.row_word)


@dataclass(frozen=True, slots=True, eq=False)
class CandidateGroups:
    """Candidates of each word, grouped by the label element that a regression predicts: candidates of a group get the
    same score."""

    first_rows: Integers  # (groups,) first candidate row of each group
    first_groups: Integers  # (words + 1,) first group of each word
    row_groups: Integers  # (rows,) group of each candidate row
    gold: Integers  # (words,) group of the gold label, ABSENT if that is no candidate

    @classmethod
    def from_text(cls, hashed_text: HashedText, column: int) -> CandidateGroups:
        """Group the candidates of each word by a column of their label hashes."""
        keys, firsts = hashed_text.label_keys[:, column], hashed_text.words.first_row
        if column == FULL_COLUMN:  # a word's labels are distinct
            row_numbers = np.arange(len(keys))
            return cls(row_numbers, firsts, row_numbers, hashed_text.words.gold)
        pairs = np.stack((hashed_text.row_word.astype(np.uint64), keys), axis=1)
        _, rows, of_row = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
        word = hashed_text.row_word[rows]
        bounds = np.concatenate(([0], np.cumsum(np.bincount(word, minlength=len(hashed_text.text))))).astype(np.int64)
        gold = np.full(len(hashed_text.text), ABSENT, dtype=np.int64)
        hits = np.flatnonzero(keys[rows] == hashed_text.gold_keys[word, column])
        gold[word[hits]] = hits
        return cls(rows, bounds, of_row.reshape(-1), gold)


@dataclass(frozen=True, slots=True, eq=False)
class RegressionFeatures:
    """Counts of the training data, from which the features of the regressions are computed."""

    counts: LabelCounts
    document_vectors: DocumentVectors | None
    statistic: str

    def column_count(self, spec: RegressionSpec) -> int:
        """Return the number of columns of the design matrix of a regression."""
        contexts = spec.context_count + TAG_CONTEXT_COUNT * spec.uses_neighbour_tags
        document_columns = DOCUMENT_FEATURE_COUNT * (spec.uses_documents and self.document_vectors is not None)
        return len(spec.element_columns) * contexts + document_columns

    def make_design(
        self, vocabulary: RankerVocabulary, hashed_text: HashedText, spec: RegressionSpec, tags: Keys | None = None
    ) -> RegressionDesign:
        """Return the design of one regression on a text; `tags` are the assumed tags of the words, if the regression
        uses those of neighbours."""
        groups = CandidateGroups.from_text(hashed_text, spec.target_column)
        contexts = hashed_text.context_keys[:, : spec.context_count]
        if spec.uses_neighbour_tags:
            assert tags is not None
            contexts = np.hstack(
                (
                    contexts,
                    make_tag_context_keys(hashed_text.text, tags, hashed_text.context_keys[:, WORD_COLUMN]),
                )
            )
        document_columns = None
        if spec.uses_documents and self.document_vectors is not None:
            document_columns = self.document_vectors.make_features(
                vocabulary,
                hashed_text.text,
                hashed_text.row_word[groups.first_rows],
                hashed_text.label_keys[groups.first_rows, LEMMA_COLUMN],
            )
        return RegressionDesign(self, spec, hashed_text, groups, np.ascontiguousarray(contexts), document_columns)


@dataclass(frozen=True, slots=True, eq=False)
class RegressionDesign:
    """Design of one regression on a text: its candidate groups and contexts, from which `make_matrix` computes the
    design matrix."""

    features: RegressionFeatures
    spec: RegressionSpec
    hashed_text: HashedText
    groups: CandidateGroups
    context_keys: Keys
    document_features: Singles | None  # (groups, document columns)

    def make_matrix(self, low: int = 0, high: int | None = None) -> Singles:
        """Return (groups, columns) the design matrix of the words from `low` up to, not including, `high`: a row
        for each of their candidate groups; columns are the statistics of the contexts, then document features."""
        stop = len(self.context_keys) if high is None else min(high, len(self.context_keys))
        first, last = self.groups.first_groups[low], self.groups.first_groups[stop]
        firsts = self.groups.first_groups[low : stop + 1] - first
        labels = self.hashed_text.label_keys[self.groups.first_rows[first:last]]
        values = self.features.counts.compute_statistics(
            self.context_keys[low:stop], firsts, labels, self.spec.element_columns, self.features.statistic
        )
        return values if self.document_features is None else np.hstack((values, self.document_features[first:last]))
