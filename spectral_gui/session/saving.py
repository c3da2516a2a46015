"""What is saved: documents are written to their files in threads, and what others wrote there is taken over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Treebank
from spectral_core.errors import SpectralError
from spectral_core.formats import left_out, save
from spectral_gui.jobs import Job
from spectral_gui.resources import counted
from spectral_gui.session.notices import Notices
from spectral_gui.session.reading_files import Ready, saved_document, saved_documents
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


class Saving(QObject):
    """Writes documents, and looks whether another program has."""

    saved = Signal()  # the document is in its file
    elsewhere_changed = Signal()  # what the files of the other documents do not hold
    conflicted = Signal(object)  # a document was changed outside and here: its conflicts

    def __init__(self, session: Session, work: Work, notices: Notices):
        super().__init__()
        self._session, self._work, self._notices = session, work, notices
        self.elsewhere: dict[str, int] = {}  # sentences of each other document that its file does not hold
        self.saved_at: datetime | None = None
        self._document = session.document  # that `saved_at` is about
        self._running: dict[str, tuple[Job[bool], Treebank]] = {}  # by document
        self._looking: Job[bool] | None = None
        session.treebank_changed.connect(self._follow_treebank)
        session.opened.connect(self._follow_opened)
        session.project_left.connect(self._forget)

    def save(self) -> Job[bool] | None:
        """Writes the document to its file in a thread; `saved` when it is there. None where it cannot be."""
        session = self._session
        project, treebank, name = session.project, session.treebank, session.document
        if treebank.path is None or project is None:
            self._notices.fail(self.tr("This text has no file yet; save it under a name."))
            return None
        if session.read_only:
            self._notices.fail(session.read_only)
            return None
        if self._is_running(name):
            job, written = self._running[name]
            if written is not treebank:  # decided on since that began: it is saved once more
                job.finished.connect(lambda done: self._save_again(name) if done else None)
            return job
        doing = self.tr("Saving {0}").format(treebank.path.name)
        job = self._work.read(lambda report: saved_document(project, name, treebank, report), doing)
        self._running[name] = (job, treebank)
        session.hold_for(job)
        job.finished.connect(session.while_shown(self._show))
        return job

    def save_all(self) -> None:
        """Writes the document shown, and every other of the project that has decisions its file does not hold."""
        if self._session.edited:
            self.save()
        project = self._session.project
        others = tuple(name for name, count in self.elsewhere.items() if count)
        if project is None or self._session.read_only or not others:
            return
        doing = self.tr("Saving {0}").format(", ".join(others))
        job = self._work.read(lambda report: saved_documents(project, others, report), doing)
        job.finished.connect(self._show_elsewhere)

    def save_as(self, path: Path, format: str | None = None) -> Job[dict[str, int]] | Job[bool] | None:
        """Writes the document to another file, in a thread; what is open stays open. None where it cannot be. What that
        file has no place for stays in the project, and is told; without a project it is refused."""
        treebank = self._session.treebank
        if path == treebank.path:
            return self.save()
        doing = self.tr("Saving {0}").format(path.name)
        kept = self._session.project is not None
        job = self._work.read(lambda _: _written(treebank, path, format, drop=kept), doing)
        job.finished.connect(lambda lacks: self._notices.note(self._said_of(path, lacks)))
        return job

    def _said_of(self, path: Path, lacks: Mapping[str, int]) -> str:
        said = self.tr("Written to {0}").format(path)
        for what, count in lacks.items():
            more = self.tr("; left out, and kept in this project: {0} (%Ln sentence(s))", "", count)
            said += counted(more, count).format(what)
        return said

    def settle(self, choices: Mapping[int, str]) -> None:
        """Decides about sentences that were changed both outside and here."""
        session = self._session
        if session.project is None:
            return
        try:
            treebank = session.project.settle(session.document, choices)
        except SpectralError as error:
            self._notices.fail(str(error))
            return
        session.show_merged(treebank)

    def look_outside(self) -> None:
        """Takes over what another program has written to the file since it was read, if anything."""
        session = self._session
        project, name = session.project, session.document
        if project is None or self._is_running(name) or (self._looking is not None and not self._looking.ended):
            return
        self._looking = job = self._work.read(lambda _: project.changed_outside(name))
        saved_at = self.saved_at

        def take(changed: bool) -> None:
            if changed and saved_at == self.saved_at and not self._is_running(name):
                self._reopen()

        job.finished.connect(session.while_shown(take))
        job.failed.connect(self._notices.fail)

    def _is_running(self, name: str) -> bool:
        return name in self._running and not self._running[name][0].ended

    def _save_again(self, name: str) -> None:
        if self._session.document == name:
            self.save()

    def _reopen(self) -> None:
        """Reads the file again after another program wrote it, and asks about what was changed on both sides."""
        self._notices.note(self.tr("The file was changed by another program; both changes are being put together."))
        self._session.reopen()

    def _show(self, written: bool) -> None:
        session = self._session
        if session.project is None:
            return
        if not written:
            self._reopen()
            return
        self.saved_at = datetime.now().astimezone()
        session.show_written(session.project.shown(session.document))  # with what was decided while it was written
        self.saved.emit()

    def _show_elsewhere(self, counts: dict[str, int]) -> None:
        self.elsewhere.update(counts)
        self.elsewhere_changed.emit()

    def _follow_treebank(self) -> None:
        if self._session.document != self._document:
            self._document, self.saved_at = self._session.document, None

    def _follow_opened(self, ready: Ready | None) -> None:
        if ready is None:
            return
        self.elsewhere = dict(ready.elsewhere)
        self.elsewhere_changed.emit()
        if ready.found.conflicts:
            self.conflicted.emit(ready.found.conflicts)

    def _forget(self) -> None:
        self._running, self.saved_at, self.elsewhere = {}, None, {}


def _written(treebank: Treebank, path: Path, format: str | None, drop: bool) -> dict[str, int]:
    """What the file has no place for, and of how many sentences."""
    lacks = left_out(treebank, path, format) if drop else {}
    save(treebank, path, format, drop)
    return lacks
