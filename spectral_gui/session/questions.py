"""What a session asks the engine about the document shown: a survey of it, a query, how another differs from it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.data.problem import Problem
from spectral_core.data.validation import problems_in
from spectral_gui.jobs import ANSWERS, Compared, Found, Job, Survey
from spectral_gui.session.document import ShownDocument, mark
from spectral_gui.session.opening import read_treebank

_MOST_FOUND = 10_000


class Questions(ShownDocument):
    """Questions about the document shown; answers about another, or to a question asked again, are dropped."""

    survey_changed = Signal()  # the inventory and the problems of the whole document are there, or were mended
    methods_changed = Signal(object)  # why each method cannot learn; None where it can
    found = Signal(object)  # where a query was found; None when it is asked for no longer
    compared = Signal(object, object)  # another treebank, and how it differs from the document shown

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.inventory = Inventory.of(())
        self.flagged: set[int] = set()  # sentences with problems, once the document was surveyed
        self.surveyed = False
        self.query: Found | None = None
        self._changed: set[int] = set()  # sentences that were changed since the survey was asked for
        self._searching: Job | None = None
        self._surveying: Job | None = None

    def problems(self, index: int) -> tuple[Problem, ...]:
        """What is wrong with one sentence as it is now."""
        return problems_in(self.treebank[index], self.inventory if self.surveyed else None)

    @property
    def problems_here(self) -> tuple[Problem, ...]:
        """What is wrong with the selected sentence."""
        at = self.selection.sentence
        return self.problems(at) if 0 <= at < len(self.treebank) else ()

    def find(self, query: str) -> None:
        """Looks for a query in the document shown; `found` when there is an answer. An empty one ends the search."""
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        if not query.strip() or not len(self.treebank):
            self.query = None
            self.found.emit(None)
            return
        job = self._working(self.tr("Searching"), ANSWERS, "find", self.document, query, _MOST_FOUND)
        self._searching = job
        generation = self._generation

        def take(answer: Found) -> None:
            if generation == self._generation and job is self._searching:
                self.query = answer
                self._searching = None
                self.found.emit(answer)

        job.finished.connect(take)

    def compare(self, path: Path) -> Job:
        """Measures another file over the same sentences, the document shown being right; `compared` with both."""
        job = self._working(self.tr("Comparing with {0}").format(path.name), ANSWERS, "compare", self.document, path)
        generation = self._generation

        def read(answer: Compared) -> None:
            if generation == self._generation:
                reading = self._reading(self.tr("Reading {0}").format(path.name), read_treebank, path)
                reading.finished.connect(lambda treebank: take(treebank, answer))
                reading.failed.connect(job.failed.emit)  # who waits for the comparison waits for this too

        def take(treebank: Treebank, answer: Compared) -> None:
            if generation == self._generation:
                self.compared.emit(treebank, answer)

        job.finished.connect(read)
        return job

    def _survey(self, lane: str) -> None:
        self._stop_asking()
        job = self._working(self.tr("Reading all sentences"), lane, "survey", self.document)
        self._surveying = job
        generation = self._generation

        def take(survey: Survey) -> None:
            if generation != self._generation:
                return
            self._surveying = None
            self.inventory, self.surveyed = survey.inventory, True
            self.flagged = set(survey.problems)
            for at in self._changed:  # while the engine was reading
                self._mend(at)
            self._changed.clear()
            self.survey_changed.emit()
            self.methods_changed.emit(survey.reasons)

        job.finished.connect(take)

    def _mend(self, at: int) -> None:
        """Keeps what the survey found up with a sentence that was changed."""
        if self.surveyed:
            mark(self.flagged, at, bool(self.problems(at)))
        else:
            self._changed.add(at)

    def _forget_answers(self) -> None:
        self.inventory, self.flagged, self.surveyed = Inventory.of(()), set(), False
        self.query = None
        self._changed.clear()

    def _stop_asking(self) -> None:
        for job in (self._surveying, self._searching):
            if job is not None:
                job.cancel()
        self._surveying = self._searching = None
