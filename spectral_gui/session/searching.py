"""Search in the document shown, and comparison of other treebanks with it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Treebank
from spectral_core.engine import Compare, ComparisonResult, Find, SearchResult
from spectral_gui.jobs import ANSWERS, Job, load_file
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

_MAX_MATCHES = 10_000


class DocumentSearch(QObject):
    """Sends queries and comparisons about the document shown; answers about another document, or to an earlier query,
    are dropped."""

    searched = Signal(object)  # Found; None when the search ended
    compared = Signal(object, object)  # the other treebanks, and how they differ from the document shown

    def __init__(self, session: Session, work: Work):
        super().__init__()
        self._session, self._work = session, work
        self.matches: SearchResult | None = None
        self._job: Job[SearchResult] | None = None
        session.treebank_changed.connect(self._clear)
        session.project_closed.connect(self._stop)

    def find(self, query: str) -> None:
        """Search the document shown; emit `searched` with the matches. An empty query ends the search."""
        self._stop()
        session = self._session
        if not query.strip() or not len(session.treebank):
            self._clear()
            return
        job = self._work.send(ANSWERS, Find(session.document, query, _MAX_MATCHES), self.tr("Searching"))
        self._job = job
        job.finished.connect(
            session.guard_document(lambda answer: self._on_matches(answer) if job is self._job else None)
        )

    def compare(self, path: Path, rival: Path | None = None) -> Job[ComparisonResult]:
        """Evaluate another file over the same sentences, or what the model in it makes of them, against the document
        shown; emit `compared` with all treebanks. With a rival, evaluate that as well, and how far the two are apart.
        """
        session = self._session
        doing = self.tr("Comparing with {0}").format(path.name)
        job = self._work.send(ANSWERS, Compare(session.document, path, rival), doing)

        def load_others(answer: ComparisonResult, loaded: tuple[Treebank, ...] = ()) -> None:
            if len(loaded) == len(answer.model_outputs):
                self.compared.emit(loaded, answer)
                return
            predicted, file = answer.model_outputs[len(loaded)], (path, rival)[len(loaded)]
            if predicted is not None or file is None:
                load_others(answer, (*loaded, predicted or Treebank.of(())))
                return
            reading = self._work.run_in_thread(
                lambda report: load_file(file, report), self.tr("Reading {0}").format(file.name)
            )
            reading.finished.connect(session.guard_document(lambda treebank: load_others(answer, (*loaded, treebank))))
            reading.failed.connect(job.failed.notify)  # a failed comparison for the caller

        job.finished.connect(session.guard_document(load_others))
        return job

    def _on_matches(self, answer: SearchResult) -> None:
        self.matches, self._job = answer, None
        self.searched.emit(answer)

    def _clear(self) -> None:
        self._stop()
        self.matches = None
        self.searched.emit(None)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
