"""Filling of empty lemmas, tags and features in the accepted sentences of the open document."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Treebank
from spectral_core.data.empty_cells import EmptyCells
from spectral_core.data.inventory import Column
from spectral_core.engine import CountEmptyCells, Fillings, FindFillings
from spectral_core.formats import READINGS, can_edit
from spectral_core.progress import Progress, Report
from spectral_core.project import Change, Edit
from spectral_core.project.history import CONFIRMED
from spectral_gui.jobs.jobs import QUERIES, Job
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.reading_rankings import ReadingRankings
from spectral_gui.state.session import Session
from spectral_gui.state.suggestions import Suggestions
from spectral_gui.text_display import resolve_plural

_REPORT_EVERY = 50  # sentences between two progress reports


class CellFilling(QObject):
    """Fills empty cells of accepted sentences with the best readings, and the tags, of the active models: in a job, and
    as one edit."""

    progressed = Signal(object)  # Progress
    ended = Signal()  # filled, cancelled or failed

    def __init__(
        self,
        session: Session,
        suggestions: Suggestions,
        readings: ReadingRankings,
        work: ReportingJobs,
        notices: Notices,
    ) -> None:
        super().__init__()
        self._session, self._suggestions, self._readings = session, suggestions, readings
        self._work, self._notices = work, notices
        self._job: Job[Any] | None = None

    @property
    def why_impossible(self) -> str:
        """Reason why nothing can be filled in, as a sentence; "" if it can be."""
        session = self._session
        if session.read_only_reason:
            return session.read_only_reason
        if not can_edit(session.treebank.format, READINGS):
            return self.tr("This file format cannot store readings. Save as CoNLL-U.")
        return "" if self.list_accepted() else self.tr("No accepted sentences yet.")

    @property
    def ranker_name(self) -> str:
        """Name of the model that ranks readings; "" if there is none."""
        run = self._readings.model.active_run
        return "" if run is None else run.name

    @property
    def parser_name(self) -> str:
        """Name of the parser, whose tagger fills tags for words without a reading; "" if there is none."""
        run = self._suggestions.model.active_run
        return "" if run is None else run.name

    def list_accepted(self) -> tuple[int, ...]:
        """Return the indices of the accepted sentences."""
        provenances = self._session.provenances
        return tuple(sorted(index for index, provenance in provenances.items() if provenance == CONFIRMED))

    def count_empty_cells(self, on_counted: Callable[[EmptyCells], object]) -> None:
        """Count the empty cells of the accepted sentences, and call `on_counted` with their numbers."""
        session = self._session
        job = self._job = self._work.send(QUERIES, CountEmptyCells(session.document, self.list_accepted()))
        job.finished.connect(session.guard_by_document(on_counted))

    def fill(self, columns: Collection[Column], min_probability: float = 0.0) -> None:
        """Fill the empty cells in some columns of the accepted sentences. Words whose reading is less probable than
        `min_probability` stay empty; with 0 none does for that."""
        session, readings = self._session, self._readings
        for model in (readings.model, self._suggestions.model):
            model.restore_if_file_lost()
        request = FindFillings(
            readings.model.model_file,
            readings.analyser,
            self._suggestions.model.model_file,
            None if session.project is None else session.project.folder,
            session.document,
            self.list_accepted(),
            tuple(columns),
            min_probability,
        )
        job = self._job = self._work.send(QUERIES, request, self.tr("Filling empty cells"))
        job.progressed.connect(self.progressed.emit)
        job.finished.connect(session.guard_by_document(self._compose_edit))
        job.when_unsuccessful(self.ended.emit)

    def cancel(self) -> None:
        """Stop counting or filling; nothing is changed."""
        job, self._job = self._job, None
        if job is not None:
            job.cancel()

    def _compose_edit(self, fillings: Fillings) -> None:
        """Compose the edit in a thread, and record it."""
        treebank, document = self._session.treebank, self._session.document
        job = self._job = self._work.run_in_thread(
            lambda report: list_filled_sentences(treebank, document, fillings, report), self.tr("Filling empty cells")
        )
        job.progressed.connect(self.progressed.emit)
        job.finished.connect(self._session.guard_by_document(self._apply))
        job.when_unsuccessful(self.ended.emit)

    def _apply(self, filled: tuple[list[Change], int]) -> None:
        """Apply an edit of all changed sentences, and tell how many cells were filled."""
        changes, cell_count = filled
        count = len(changes)
        if not changes:
            self._notices.notify(self.tr("No cells were filled: the active models have no values for them"))
            self.ended.emit()
            return
        step = resolve_plural(self.tr("Fill empty cells in %Ln accepted sentence(s)", "", count), count)
        message = resolve_plural(self.tr("Filled %Ln empty cell(s)", "", cell_count), cell_count)

        def on_applied() -> None:
            self._notices.notify(message)

        self._session.apply_large_edit(Edit(step, tuple(changes), CONFIRMED), on_applied)
        self.ended.emit()


def list_filled_sentences(
    treebank: Treebank, document: str, fillings: Fillings, report: Report
) -> tuple[list[Change], int]:
    """Return the changes of the sentences whose empty cells can be filled, and the number of these cells; sentences of
    other words by now are left out."""
    changes: list[Change] = []
    cell_count = 0
    for done, index in enumerate(fillings.readings):
        if done % _REPORT_EVERY == 0:
            report(Progress("filling", done, len(fillings.readings)))
        sentence = treebank[index]
        filled = fillings.fill(index, sentence)
        if filled != sentence:
            changes.append(Change(document, index, sentence, filled))
            cell_count += sum(
                before != after
                for column in fillings.columns
                for before, after in zip(sentence.column(column), filled.column(column), strict=True)
            )
    return changes, cell_count
