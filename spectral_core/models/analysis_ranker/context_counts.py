"""What a corpus is for the context ranker; two that were read with one analyser add up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.errors import DataError, SettingsError
from spectral_core.inference.count_table import CountTable
from spectral_core.models.analysis_ranker.candidates import opened, reopened
from spectral_core.models.analysis_ranker.context_model import RECALL, ContextRanker, Doubt
from spectral_core.models.analysis_ranker.corpus import Seen, Text, Wordbook, uncollected
from spectral_core.models.analysis_ranker.elements import Keyring
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.statistics import Counted, Pairs, count_text
from spectral_core.models.analysis_ranker.storing import pack_seen, unpack_seen
from spectral_core.models.analysis_ranker.weights import equal
from spectral_core.progress import Progress, Report, ignore_progress


@dataclass(frozen=True, slots=True, eq=False)
class ContextCounts:
    """Counts over all pairs of a statistic and an element."""

    book: Wordbook
    analyser_rows: tuple[str, ...]  # what the analyser is made of again
    seen: Seen
    table: CountTable
    __repr__ = brief_repr

    @classmethod
    def of(cls, treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress) -> Self:
        report(Progress("opening the analyser", 0))
        with uncollected():
            book, rows = opened(settings, treebank)
            return cls.of_text(book, rows, book.read(treebank, report), report)

    @classmethod
    def of_text(cls, book: Wordbook, rows: tuple[str, ...], text: Text, report: Report = ignore_progress) -> Self:
        """The counts of a text that was read with this wordbook."""
        keyring, table = Keyring(book), CountTable()
        count_text(table, Counted.of(keyring, text), Pairs.every(keyring.elements))
        report(Progress("counting", len(text), len(text)))
        return cls(book, rows, Seen.of(text), table)

    def merge(self, other: ContextCounts) -> ContextCounts:
        """The counts of both corpora, the same as if they had been counted as one."""
        scheme = self.book.scheme.to_text()
        if (scheme, self.analyser_rows) != (other.book.scheme.to_text(), other.analyser_rows):
            raise DataError(
                "these corpora were read with different analysers or label elements, so that their counts do not add "
                "up; set analyser and elements to what both should be read with"
            )
        book, table = reopened(scheme, self.analyser_rows), self.table.copy()
        seen = unpack_seen(book, pack_seen(self.book, self.seen))
        seen.merge(unpack_seen(book, pack_seen(other.book, other.seen)))
        table.merge(other.table)
        return ContextCounts(book, self.analyser_rows, seen, table)


def solve(counts: ContextCounts, settings: RankerSettings, report: Report = ignore_progress) -> ContextRanker:
    """The ranker in which every statistic counts the same; learnt weights are no function of counts."""
    if settings.weights:
        raise SettingsError(
            "the weights of the context ranker are learnt from the sentences themselves, not from counts; "
            "set weights to false, or learn it from all sentences"
        )
    keyring = Keyring(counts.book)
    pairs = Pairs.every(keyring.elements)
    report(Progress("solve", 1, 1))
    flags = Doubt(margin=RECALL, recall=1.0, precision=0.0, flagged=1.0)
    return ContextRanker(
        settings, counts.analyser_rows, counts.book, counts.seen, keyring, pairs, (equal(pairs),) * settings.passes,
        equal(pairs), flags, counts.table,
    )  # fmt: skip
