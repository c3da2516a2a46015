"""Counts of a corpus for the context ranker; those read with the same analyser add up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.errors import DataError, SettingsError
from spectral_core.models.analysis_ranker.candidates import open_wordbook, reopen_wordbook
from spectral_core.models.analysis_ranker.context_model import FLAG_RECALL, ContextRanker, UncertaintyFlag
from spectral_core.models.analysis_ranker.corpus import Text, TrainingLabels, Wordbook, pause_gc
from spectral_core.models.analysis_ranker.elements import ElementKeys
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.statistics import ContextKeys, Pairs, count_text
from spectral_core.models.analysis_ranker.storing import pack_training_labels, unpack_training_labels
from spectral_core.models.analysis_ranker.weights import make_equal_weights
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.hash_tables import CountTable


@dataclass(frozen=True, slots=True, eq=False)
class ContextCounts:
    """Counts of all pairs of a statistic and an element."""

    book: Wordbook
    analyser_config: tuple[str, ...]  # from which the analyser is restored
    training_labels: TrainingLabels
    table: CountTable
    __repr__ = brief_repr

    @classmethod
    def from_treebank(cls, treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> Self:
        """Read and count a treebank."""
        report(Progress("opening the analyser", 0))
        with pause_gc():
            book, analyser_config = open_wordbook(settings, treebank)
            return cls.from_text(book, analyser_config, book.read(treebank, report), report)

    @classmethod
    def from_text(
        cls, book: Wordbook, analyser_config: tuple[str, ...], text: Text, report: Report = ignore_progress
    ) -> Self:
        """Count a text that was read with this wordbook."""
        element_keys, table = ElementKeys(book), CountTable()
        count_text(table, ContextKeys.from_text(element_keys, text), Pairs.make_all(element_keys.elements))
        report(Progress("counting", len(text), len(text)))
        return cls(book, analyser_config, TrainingLabels.from_text(text), table)

    def merge(self, counts: ContextCounts) -> ContextCounts:
        """Return the counts of both corpora, the same as if they had been counted as one."""
        scheme = self.book.scheme.to_text()
        if (scheme, self.analyser_config) != (counts.book.scheme.to_text(), counts.analyser_config):
            raise DataError(
                "these corpora were read with different analysers or label elements, so that their counts do not add "
                "up; set analyser and elements to what both should be read with"
            )
        book, table = reopen_wordbook(scheme, self.analyser_config), self.table.copy()
        training_labels = unpack_training_labels(book, pack_training_labels(self.book, self.training_labels))
        training_labels.merge(unpack_training_labels(book, pack_training_labels(counts.book, counts.training_labels)))
        table.merge(counts.table)
        return ContextCounts(book, self.analyser_config, training_labels, table)


def solve(counts: ContextCounts, settings: RankerSettings, report: Report = ignore_progress) -> ContextRanker:
    """Return the ranker in which all statistics have equal weight; learnt weights are no function of counts."""
    if settings.weights:
        raise SettingsError(
            "the weights of the context ranker are learnt from the sentences themselves, not from counts; "
            "set weights to false, or learn it from all sentences"
        )
    element_keys = ElementKeys(counts.book)
    pairs = Pairs.make_all(element_keys.elements)
    report(Progress("solve", 1, 1))
    uncertainty_flag = UncertaintyFlag(margin=FLAG_RECALL, recall=1.0, precision=0.0, flagged=1.0)
    return ContextRanker(
        settings,
        counts.analyser_config,
        counts.book,
        counts.training_labels,
        element_keys,
        pairs,
        (make_equal_weights(pairs),) * settings.passes,
        make_equal_weights(pairs),
        uncertainty_flag,
        counts.table,
    )
