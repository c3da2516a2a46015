"""The regressions of the paper's models: what each one looks at, what it tells apart, and the numbers it is shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Integers, Keys, Singles
from spectral_core.errors import SettingsError
from spectral_core.models.analysis_ranker import paper_counts
from spectral_core.models.analysis_ranker.corpus import NOTHING, Text, Wordbook, Words
from spectral_core.models.analysis_ranker.documents import COLUMNS, Topics
from spectral_core.models.analysis_ranker.settings import RankerSettings

WORD = 1  # the column of contexts with the word alone


@dataclass(frozen=True, slots=True)
class Part:
    """One regression: what it looks at, and what it tells apart."""

    elements: tuple[int, ...]  # columns of label keys
    contexts: int  # how many of the columns of contexts
    target: int  # the column of label keys that must be right
    documents: bool = False
    neighbours: bool = False  # whether it looks at the tags before and after


def parts_of(settings: RankerSettings, elements: tuple[str, ...]) -> tuple[Part, ...]:
    """The regressions of a model, in the order in which they are learnt (Shah et al. 2010, sections 3.2 and 4)."""
    single = tuple(range(paper_counts.LEMMA, paper_counts.LEMMA + len(elements)))
    contexts = paper_counts.CONTEXTS + paper_counts.AFFIXES * settings.affixes
    lemma = Part((paper_counts.LEMMA,), contexts, paper_counts.LEMMA, settings.documents)
    full = Part((paper_counts.FULL, *single), contexts, paper_counts.FULL, settings.documents)
    match settings.model:
        case "full":
            return (full,)
        case "baseline":
            return (Part((paper_counts.FULL,), contexts, paper_counts.FULL),)
        case "uni":
            return (Part((paper_counts.FULL, *single), WORD + 1, paper_counts.FULL),)
        case "ind":
            return lemma, Part((paper_counts.TAG, *single[1:]), contexts, paper_counts.TAG)
        case "two-pass" | "cheat":
            return full, Part(full.elements, contexts, paper_counts.FULL, settings.documents, neighbours=True)
        case "element":
            if settings.element not in elements:
                raise SettingsError(
                    f"analysis-ranker: element is one of {', '.join(elements)} here, not {settings.element!r}"
                )
            column = paper_counts.LEMMA + elements.index(settings.element)
            return (lemma,) if column == paper_counts.LEMMA else (Part((column,), contexts, column),)
        case _:
            raise ValueError(f"{settings.model} is no model of the paper")


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A text as regressions see it."""

    text: Text
    words: Words
    contexts: Keys  # (words, CONTEXTS + AFFIXES)
    labels: Keys  # (rows, 2 + elements)
    gold: Keys  # (words, 2 + elements) of the chosen label, 0 where there is none
    row_word: Integers

    @classmethod
    def of(cls, book: Wordbook, text: Text, words: Words) -> Case:
        labels = paper_counts.label_keys(book, words.values)
        known, keys = paper_counts.gold_keys(book, text)
        gold = np.zeros((len(text), labels.shape[1]), dtype=np.uint64)
        gold[known] = keys
        return cls(text, words, paper_counts.contexts_of(book, text), labels, gold, words.row_word)


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """The rows of each word by what is to be told apart."""

    rows: Integers  # (groups,) one row of each
    firsts: Integers  # (words + 1,)
    of_row: Integers  # (rows,)
    right: Integers  # (words,) the group that is right, NOTHING where it is not there

    @classmethod
    def of(cls, case: Case, column: int) -> Groups:
        keys, firsts = case.labels[:, column], case.words.first_row
        if column == paper_counts.FULL:  # no word has a label twice
            each = np.arange(len(keys))
            return cls(each, firsts, each, case.words.gold)
        pairs = np.stack((case.row_word.astype(np.uint64), keys), axis=1)
        _, rows, of_row = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
        word = case.row_word[rows]
        bounds = np.concatenate(([0], np.cumsum(np.bincount(word, minlength=len(case.text))))).astype(np.int64)
        right = np.full(len(case.text), NOTHING, dtype=np.int64)
        hits = np.flatnonzero(keys[rows] == case.gold[word, column])
        right[word[hits]] = hits
        return cls(rows, bounds, of_row.reshape(-1), right)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What was counted, and what is made of it."""

    counts: paper_counts.LabelCounts
    topics: Topics | None
    statistic: str

    def columns(self, part: Part) -> int:
        """How many numbers a regression is shown of each row."""
        contexts = part.contexts + paper_counts.LABELS * part.neighbours
        topical = COLUMNS * (part.documents and self.topics is not None)
        return len(part.elements) * contexts + topical

    def view(self, book: Wordbook, case: Case, part: Part, tags: Keys | None = None) -> DesignView:
        """What one regression sees of a text; `tags` are what it takes its neighbours to be."""
        groups = Groups.of(case, part.target)
        contexts = case.contexts[:, : part.contexts]
        if part.neighbours:
            assert tags is not None
            contexts = np.hstack((contexts, paper_counts.label_contexts(case.text, tags, case.contexts[:, WORD])))
        topical = None
        if part.documents and self.topics is not None:
            topical = self.topics.columns(
                book, case.text, case.row_word[groups.rows], case.labels[groups.rows, paper_counts.LEMMA]
            )
        return DesignView(self, part, case, groups, np.ascontiguousarray(contexts), topical)


@dataclass(frozen=True, slots=True, eq=False)
class DesignView:
    """The rows of one regression."""

    evidence: Evidence
    part: Part
    case: Case
    groups: Groups
    contexts: Keys
    topical: Singles | None  # (groups, columns of documents)

    def design(self, low: int = 0, high: int | None = None) -> Singles:
        """(groups, columns) of the words from `low` to `high`."""
        stop = len(self.contexts) if high is None else min(high, len(self.contexts))
        first, last = self.groups.firsts[low], self.groups.firsts[stop]
        firsts = self.groups.firsts[low : stop + 1] - first
        labels = self.case.labels[self.groups.rows[first:last]]
        found = self.evidence.counts.statistics(
            self.contexts[low:stop], firsts, labels, self.part.elements, self.evidence.statistic
        )
        return found if self.topical is None else np.hstack((found, self.topical[first:last]))
