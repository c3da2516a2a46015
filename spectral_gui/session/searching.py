"""What is looked for in the document shown, and how another differs from it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Treebank
from spectral_core.engine import Compare, Compared, Find, Found
from spectral_gui.jobs import ANSWERS, Job, load_file
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

_MOST_FOUND = 10_000


class Searching(QObject):
    """Asks about the document shown; answers about another, or to a question asked again, are dropped."""

    found = Signal(object)  # where a query was found; None when it is asked for no longer
    compared = Signal(object, object)  # the other treebanks, and how they differ from the document shown

    def __init__(self, session: Session, work: Work):
        super().__init__()
        self._session, self._work = session, work
        self.query: Found | None = None
        self._running: Job[Found] | None = None
        session.treebank_changed.connect(self._forget)
        session.project_left.connect(self._stop)

    def find(self, query: str) -> None:
        """Looks for a query in the document shown; `found` when there is an answer. An empty one ends the search."""
        self._stop()
        session = self._session
        if not query.strip() or not len(session.treebank):
            self._forget()
            return
        job = self._work.ask(ANSWERS, Find(session.document, query, _MOST_FOUND), self.tr("Searching"))
        self._running = job
        job.finished.connect(session.while_shown(lambda answer: self._take(answer) if job is self._running else None))

    def compare(self, path: Path, rival: Path | None = None) -> Job[Compared]:
        """Measures another file over the same sentences, or what the model in it makes of them, the document shown
        being right; `compared` with all. With a rival, that one as well, and how far the two are apart."""
        session = self._session
        doing = self.tr("Comparing with {0}").format(path.name)
        job = self._work.ask(ANSWERS, Compare(session.document, path, rival), doing)

        def read(answer: Compared, others: tuple[Treebank, ...] = ()) -> None:
            if len(others) == len(answer.made):
                self.compared.emit(others, answer)
                return
            made, file = answer.made[len(others)], (path, rival)[len(others)]
            if made is not None or file is None:
                read(answer, (*others, made or Treebank.of(())))
                return
            reading = self._work.read(lambda report: load_file(file, report), self.tr("Reading {0}").format(file.name))
            reading.finished.connect(session.while_shown(lambda treebank: read(answer, (*others, treebank))))
            reading.failed.connect(job.failed.come_about)  # who waits for the comparison waits for this too

        job.finished.connect(session.while_shown(read))
        return job

    def _take(self, answer: Found) -> None:
        self.query, self._running = answer, None
        self.found.emit(answer)

    def _forget(self) -> None:
        self._stop()
        self.query = None
        self.found.emit(None)

    def _stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            self._running = None
