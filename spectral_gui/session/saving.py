"""Saving of documents to their files in threads, and reloading of files that other programs changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Treebank
from spectral_core.errors import SpectralError
from spectral_core.formats import count_losses, save
from spectral_gui.jobs import Job
from spectral_gui.resources import resolve_plural
from spectral_gui.session.notices import Notices
from spectral_gui.session.reading_files import LoadedDocument, save_document, save_documents
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


class DocumentSaver(QObject):
    """Writes documents, and notices files that another program has written."""

    saved = Signal()  # the document is in its file
    elsewhere_changed = Signal()  # what the files of the other documents do not hold
    conflicted = Signal(object)  # a document was changed outside and here: its conflicts

    def __init__(self, session: Session, work: Work, notices: Notices):
        super().__init__()
        self._session, self._work, self._notices = session, work, notices
        self.unsaved_elsewhere: dict[str, int] = {}  # sentences of each other document that its file does not hold
        self.saved_at: datetime | None = None
        self._document = session.document  # that `saved_at` is about
        self._jobs: dict[str, tuple[Job[bool], Treebank]] = {}  # by document
        self._check_job: Job[bool] | None = None
        session.treebank_changed.connect(self._on_treebank_changed)
        session.document_opened.connect(self._on_document_opened)
        session.project_closed.connect(self._on_project_closed)

    def save(self) -> Job[bool] | None:
        """Write the document to its file in a thread; emit `saved` when it is there. None if it cannot be."""
        session = self._session
        project, treebank, name = session.project, session.treebank, session.document
        if treebank.path is None or project is None:
            self._notices.fail(self.tr("This text has no file yet; save it under a name."))
            return None
        if session.read_only:
            self._notices.fail(session.read_only)
            return None
        if self._is_saving(name):
            job, written = self._jobs[name]
            if written is not treebank:  # edited since the save began: save again
                job.finished.connect(lambda succeeded: self._save_again(name) if succeeded else None)
            return job
        doing = self.tr("Saving {0}").format(treebank.path.name)
        job = self._work.run_in_thread(lambda report: save_document(project, name, treebank, report), doing)
        self._jobs[name] = (job, treebank)
        session.delay_close(job)
        job.finished.connect(session.guard_document(self._on_saved))
        return job

    def save_all(self) -> None:
        """Write the document shown, and every other of the project that has unsaved decisions."""
        if self._session.edited:
            self.save()
        project = self._session.project
        unsaved = tuple(name for name, count in self.unsaved_elsewhere.items() if count)
        if project is None or self._session.read_only or not unsaved:
            return
        doing = self.tr("Saving {0}").format(", ".join(unsaved))
        job = self._work.run_in_thread(lambda report: save_documents(project, unsaved, report), doing)
        job.finished.connect(self._on_others_saved)

    def save_as(self, path: Path, format: str | None = None) -> Job[dict[str, int]] | Job[bool] | None:
        """Write the document to another file, in a thread; the document shown stays the same. None where it cannot be
        written. What the file format cannot hold stays in the project, and the user is told; without a project it is
        refused."""
        treebank = self._session.treebank
        if path == treebank.path:
            return self.save()
        doing = self.tr("Saving {0}").format(path.name)
        has_project = self._session.project is not None
        job = self._work.run_in_thread(lambda _: _write(treebank, path, format, drop=has_project), doing)
        job.finished.connect(lambda losses: self._notices.notify(self._describe_losses(path, losses)))
        return job

    def _describe_losses(self, path: Path, losses: Mapping[str, int]) -> str:
        message = self.tr("Written to {0}").format(path)
        for kind, count in losses.items():
            addition = self.tr("; left out, and kept in this project: {0} (%Ln sentence(s))", "", count)
            message += resolve_plural(addition, count).format(kind)
        return message

    def resolve_conflicts(self, choices: Mapping[int, str]) -> None:
        """Choose between the versions of sentences that were changed both outside and here."""
        session = self._session
        if session.project is None:
            return
        try:
            treebank = session.project.resolve_conflicts(session.document, choices)
        except SpectralError as error:
            self._notices.fail(str(error))
            return
        session.show_merged(treebank)

    def check_file(self) -> None:
        """Load what another program has written to the file since it was read, if anything."""
        session = self._session
        project, name = session.project, session.document
        if project is None or self._is_saving(name) or (self._check_job is not None and not self._check_job.has_ended):
            return
        self._check_job = job = self._work.run_in_thread(lambda _: project.is_changed_outside(name))
        saved_at = self.saved_at

        def on_checked(changed: bool) -> None:
            if changed and saved_at == self.saved_at and not self._is_saving(name):
                self._reopen(self.tr("Changes by another program were merged. Save to write both to the file."))

        job.finished.connect(session.guard_document(on_checked))
        job.failed.connect(self._notices.fail)

    def _is_saving(self, name: str) -> bool:
        return name in self._jobs and not self._jobs[name][0].has_ended

    def _save_again(self, name: str) -> None:
        if self._session.document == name:
            self.save()

    def _reopen(self, merged_text: str) -> None:
        """Load the file again after another program wrote it, and ask about what was changed on both sides. Where there
        is nothing to ask and something to save, `merged_text` says so."""

        def announce(loaded: LoadedDocument) -> None:
            if not loaded.opened.conflicts:
                loaded_text = self.tr("Changes by another program were loaded.")
                self._notices.notify(merged_text if loaded.opened.recovered else loaded_text)

        self._notices.notify(self.tr("The file was changed by another program; both changes are being put together."))
        self._session.reopen(announce=announce)

    def _on_saved(self, written: bool) -> None:
        session = self._session
        if session.project is None:
            return
        if not written:
            self._reopen(self.tr("Changes by another program were merged. Save again to write both to the file."))
            return
        self.saved_at = datetime.now().astimezone()
        session.show_saved(
            session.project.current_treebank(session.document)
        )  # with what was decided while it was written
        self.saved.emit()

    def _on_others_saved(self, counts: dict[str, int]) -> None:
        self.unsaved_elsewhere.update(counts)
        self.elsewhere_changed.emit()

    def _on_treebank_changed(self) -> None:
        if self._session.document != self._document:
            self._document, self.saved_at = self._session.document, None

    def _on_document_opened(self, loaded: LoadedDocument | None) -> None:
        if loaded is None:
            return
        self.unsaved_elsewhere = dict(loaded.unsaved_elsewhere)
        self.elsewhere_changed.emit()
        if loaded.opened.conflicts:
            self.conflicted.emit(loaded.opened.conflicts)

    def _on_project_closed(self) -> None:
        self._jobs, self.saved_at, self.unsaved_elsewhere = {}, None, {}


def _write(treebank: Treebank, path: Path, format: str | None, drop: bool) -> dict[str, int]:
    """Write a file; return what it cannot hold, and of how many sentences."""
    losses = count_losses(treebank, path, format) if drop else {}
    save(treebank, path, format, drop)
    return losses
