"""Design of the paper's regressions: the columns each one has, the groups it tells apart, and their values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Integers, Keys, Singles
from spectral_core.errors import SettingsError
from spectral_core.models.analysis_ranker import paper_counts
from spectral_core.models.analysis_ranker.corpus import ABSENT, Text, Wordbook, WordCandidates
from spectral_core.models.analysis_ranker.documents import DOCUMENT_COLUMNS, DocumentVectors
from spectral_core.models.analysis_ranker.settings import RankerSettings

WORD_COLUMN = 1  # the column of contexts with the word alone


@dataclass(frozen=True, slots=True)
class RegressionSpec:
    """Columns of a regression, and the groups of rows it tells apart."""

    elements: tuple[int, ...]  # columns of label keys
    contexts: int  # number of columns of contexts
    target: int  # column of label keys that is predicted
    documents: bool = False
    neighbours: bool = False  # uses the tags before and after


def list_regressions(settings: RankerSettings, elements: tuple[str, ...]) -> tuple[RegressionSpec, ...]:
    """Return the regressions of a model in order of training (Shah et al. 2010, sections 3.2 and 4)."""
    element_columns = tuple(range(paper_counts.LEMMA, paper_counts.LEMMA + len(elements)))
    contexts = paper_counts.CONTEXTS + paper_counts.AFFIXES * settings.affixes
    lemma = RegressionSpec((paper_counts.LEMMA,), contexts, paper_counts.LEMMA, settings.documents)
    full = RegressionSpec((paper_counts.FULL, *element_columns), contexts, paper_counts.FULL, settings.documents)
    match settings.model:
        case "full":
            return (full,)
        case "baseline":
            return (RegressionSpec((paper_counts.FULL,), contexts, paper_counts.FULL),)
        case "uni":
            return (RegressionSpec((paper_counts.FULL, *element_columns), WORD_COLUMN + 1, paper_counts.FULL),)
        case "ind":
            return lemma, RegressionSpec((paper_counts.TAG, *element_columns[1:]), contexts, paper_counts.TAG)
        case "two-pass" | "cheat":
            return full, RegressionSpec(full.elements, contexts, paper_counts.FULL, settings.documents, neighbours=True)
        case "element":
            if settings.element not in elements:
                raise SettingsError(
                    f"analysis-ranker: element is one of {', '.join(elements)} here, not {settings.element!r}"
                )
            column = paper_counts.LEMMA + elements.index(settings.element)
            return (lemma,) if column == paper_counts.LEMMA else (RegressionSpec((column,), contexts, column),)
        case _:
            raise ValueError(f"{settings.model} is no model of the paper")


@dataclass(frozen=True, slots=True, eq=False)
class KeyedText:
    """Text with the keys of its contexts and labels."""

    text: Text
    words: WordCandidates
    contexts: Keys  # (words, CONTEXTS + AFFIXES)
    labels: Keys  # (rows, 2 + elements)
    gold: Keys  # (words, 2 + elements) of the chosen label, 0 where there is none
    row_word: Integers

    @classmethod
    def from_text(cls, book: Wordbook, text: Text, words: WordCandidates) -> KeyedText:
        labels = paper_counts.label_keys(book, words.values)
        has_gold, keys = paper_counts.gold_label_keys(book, text)
        gold = np.zeros((len(text), labels.shape[1]), dtype=np.uint64)
        gold[has_gold] = keys
        return cls(text, words, paper_counts.make_context_keys(book, text), labels, gold, words.row_word)


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Rows of each word grouped by the element that is to be told apart."""

    rows: Integers  # (groups,) one row of each
    firsts: Integers  # (words + 1,)
    of_row: Integers  # (rows,)
    gold: Integers  # (words,) the gold group, ABSENT if it is no candidate

    @classmethod
    def from_text(cls, keyed_text: KeyedText, column: int) -> Groups:
        keys, firsts = keyed_text.labels[:, column], keyed_text.words.first_row
        if column == paper_counts.FULL:  # a word's labels are distinct
            row_numbers = np.arange(len(keys))
            return cls(row_numbers, firsts, row_numbers, keyed_text.words.gold)
        pairs = np.stack((keyed_text.row_word.astype(np.uint64), keys), axis=1)
        _, rows, of_row = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
        word = keyed_text.row_word[rows]
        bounds = np.concatenate(([0], np.cumsum(np.bincount(word, minlength=len(keyed_text.text))))).astype(np.int64)
        gold = np.full(len(keyed_text.text), ABSENT, dtype=np.int64)
        hits = np.flatnonzero(keys[rows] == keyed_text.gold[word, column])
        gold[word[hits]] = hits
        return cls(rows, bounds, of_row.reshape(-1), gold)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Counts, and the statistics made of them."""

    counts: paper_counts.LabelCounts
    document_vectors: DocumentVectors | None
    statistic: str

    def column_count(self, spec: RegressionSpec) -> int:
        """Return the number of columns of a regression."""
        contexts = spec.contexts + paper_counts.TAG_CONTEXTS * spec.neighbours
        document_columns = DOCUMENT_COLUMNS * (spec.documents and self.document_vectors is not None)
        return len(spec.elements) * contexts + document_columns

    def make_view(
        self, book: Wordbook, keyed_text: KeyedText, spec: RegressionSpec, tags: Keys | None = None
    ) -> DesignView:
        """Return the rows of one regression on a text; `tags` are assumed for the neighbours."""
        groups = Groups.from_text(keyed_text, spec.target)
        contexts = keyed_text.contexts[:, : spec.contexts]
        if spec.neighbours:
            assert tags is not None
            contexts = np.hstack(
                (
                    contexts,
                    paper_counts.make_tag_context_keys(keyed_text.text, tags, keyed_text.contexts[:, WORD_COLUMN]),
                )
            )
        document_columns = None
        if spec.documents and self.document_vectors is not None:
            document_columns = self.document_vectors.make_columns(
                book,
                keyed_text.text,
                keyed_text.row_word[groups.rows],
                keyed_text.labels[groups.rows, paper_counts.LEMMA],
            )
        return DesignView(self, spec, keyed_text, groups, np.ascontiguousarray(contexts), document_columns)


@dataclass(frozen=True, slots=True, eq=False)
class DesignView:
    """Rows of one regression on a text."""

    evidence: Evidence
    spec: RegressionSpec
    keyed_text: KeyedText
    groups: Groups
    contexts: Keys
    document_columns: Singles | None  # (groups, columns of documents)

    def make_matrix(self, low: int = 0, high: int | None = None) -> Singles:
        """Return (groups, columns) the values for the words from `low` to `high`."""
        stop = len(self.contexts) if high is None else min(high, len(self.contexts))
        first, last = self.groups.firsts[low], self.groups.firsts[stop]
        firsts = self.groups.firsts[low : stop + 1] - first
        labels = self.keyed_text.labels[self.groups.rows[first:last]]
        values = self.evidence.counts.statistics(
            self.contexts[low:stop], firsts, labels, self.spec.elements, self.evidence.statistic
        )
        return values if self.document_columns is None else np.hstack((values, self.document_columns[first:last]))
