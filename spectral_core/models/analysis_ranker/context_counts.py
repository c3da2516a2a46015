"""Counts of the context ranker: label elements in context, counted in a text or treebank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Keys
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError
from spectral_core.models.analysis_ranker.context_features import FIRST_LABEL_STATISTIC, FeatureTemplates
from spectral_core.models.analysis_ranker.feature_hashes import FeatureHasher
from spectral_core.models.analysis_ranker.labels_and_candidates import EncodedText, TrainingLabels
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.storage import pack_training_labels, unpack_training_labels
from spectral_core.models.analysis_ranker.vocabulary import (
    RankerVocabulary,
    make_vocabulary,
    pause_gc,
    restore_vocabulary,
)
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.analysis_ranker import context_associations
from spectral_core.structured.analysis_ranker.context_associations import (
    count_gold_values,
    count_gold_values_in_contexts,
)
from spectral_core.structured.analysis_ranker.context_keys import WORD_CONTEXTS, label_context_keys, word_context_keys
from spectral_core.structured.hash_tables import CountTable

_CHUNK_SIZE = 500  # words counted before the hash table grows
_DISTINCT_SHARE = 0.3  # distinct keys per count, measured on 20,000 words; sets the initial size of a table


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class ContextCounts:
    """Counts of label elements in each context: the sufficient statistics of the context ranker."""

    vocabulary: RankerVocabulary
    analyser_config: tuple[str, ...]  # name and data from which the analyser is restored
    training_labels: TrainingLabels
    count_table: CountTable
    __repr__ = brief_repr

    @classmethod
    def from_treebank(cls, treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> Self:
        """Encode and count a treebank."""
        report(Progress("opening the analyser", 0))
        with pause_gc():
            vocabulary, analyser_config = make_vocabulary(settings, treebank)
            return cls.from_text(vocabulary, analyser_config, vocabulary.encode_text(treebank, report), report)

    @classmethod
    def from_text(
        cls,
        vocabulary: RankerVocabulary,
        analyser_config: tuple[str, ...],
        text: EncodedText,
        report: Report = ignore_progress,
    ) -> Self:
        """Count the features of a text encoded with `vocabulary`."""
        feature_hasher, table = FeatureHasher(vocabulary), CountTable()
        add_context_counts(
            table, ContextKeys.from_text(feature_hasher, text), FeatureTemplates.make_all(feature_hasher.elements)
        )
        report(Progress("counting", len(text), len(text)))
        return cls(vocabulary, analyser_config, TrainingLabels.from_text(text), table)

    def merge(self, counts: ContextCounts) -> ContextCounts:
        """Return the sum of both counts, identical to counting the concatenated corpora. Forms keep their diacritics if
        one of the corpora is vocalised."""
        scheme = self.vocabulary.scheme.to_text()
        if (scheme, self.analyser_config) != (counts.vocabulary.scheme.to_text(), counts.analyser_config):
            raise DataError(
                "these corpora were read with different analysers or label elements, so that their counts do not add "
                "up; set analyser and elements to what both should be read with"
            )
        vocabulary, table = restore_vocabulary(scheme, self.analyser_config), self.count_table.copy()
        training_labels = unpack_training_labels(
            vocabulary, pack_training_labels(self.vocabulary, self.training_labels)
        )
        training_labels.merge(
            unpack_training_labels(vocabulary, pack_training_labels(counts.vocabulary, counts.training_labels))
        )
        table.merge(counts.count_table)
        return ContextCounts(vocabulary, self.analyser_config, training_labels, table)


@dataclass(frozen=True, slots=True, eq=False)
class ContextKeys:
    """Hashes of a text that are counted: its word contexts, its label contexts, and the elements of its gold labels."""

    word_keys: Keys  # (words, COLUMNS)
    word_contexts: Keys  # (words, WORD_CONTEXTS)
    label_contexts: Keys  # (words, LABEL_CONTEXTS) of gold labels
    gold_keys: Keys  # (words, elements) of gold labels, 0 where there is none

    @classmethod
    def from_text(cls, feature_hasher: FeatureHasher, text: EncodedText) -> ContextKeys:
        """Hash the contexts and gold labels of a text."""
        words = feature_hasher.word_keys(text.form, text.candidate_set)
        contexts = word_context_keys(words, text.starts)
        keys, kinds = feature_hasher.neighbour_keys(text.gold)
        gold_contexts = label_context_keys(words, keys, kinds, keys, text.starts)
        return cls(words, contexts, gold_contexts, feature_hasher.label_keys(text.form, text.gold))

    def contexts_of_statistic(self, statistic: int) -> Keys:
        """Return (words,) the context hashes of one statistic; FREQUENCY has no context."""
        if statistic < FIRST_LABEL_STATISTIC:
            return np.ascontiguousarray(self.word_contexts[:, statistic - 1])
        return np.ascontiguousarray(self.label_contexts[:, statistic - FIRST_LABEL_STATISTIC])


def add_context_counts(table: CountTable, keys: ContextKeys, templates: FeatureTemplates, sign: int = 1) -> None:
    """Add the counts of gold label elements in context to a table; `sign` -1 subtracts them."""
    mask = templates.mask[1:]
    word_context_count = len(WORD_CONTEXTS)
    width = int(mask.sum()) + len(mask) + len(templates.bounds)
    if sign > 0 and not table.used:
        table.reserve(int(_DISTINCT_SHARE * width * len(keys.gold_keys)))
    for begin in range(0, len(keys.gold_keys), _CHUNK_SIZE):
        words = np.arange(begin, min(begin + _CHUNK_SIZE, len(keys.gold_keys)))
        if sign > 0:
            table.reserve(len(words) * width)
        table.used += count_gold_values(table.slots, keys.gold_keys, words, sign)
        table.used += count_gold_values_in_contexts(
            table.slots, keys.word_contexts, keys.gold_keys, mask[:word_context_count], words, sign
        )
        table.used += count_gold_values_in_contexts(
            table.slots, keys.label_contexts, keys.gold_keys, mask[word_context_count:], words, sign
        )


@dataclass(frozen=True, slots=True, eq=False)
class CountedCorpus:
    """Corpus of counted words: its context hashes, and the elements of its gold labels as integer ids."""

    keys: ContextKeys
    words: context_associations.CountedWords
    key_ids: CountTable  # hash: 1 + id

    @classmethod
    def from_text(cls, feature_hasher: FeatureHasher, text: EncodedText) -> CountedCorpus:
        """Hash the contexts of a text and assign ids to the elements of its gold labels."""
        keys = ContextKeys.from_text(feature_hasher, text)
        key_ids = CountTable(keys.gold_keys.size)
        value_ids, size = context_associations.assign_value_ids(key_ids.slots, keys.gold_keys)
        order = np.argsort(text.document, kind="stable")
        return cls(keys, context_associations.CountedWords(value_ids, size, order, text.document), key_ids)
