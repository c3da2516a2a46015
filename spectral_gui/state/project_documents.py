"""Documents of the open project: saving, adding and removing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.data.structure import DEPENDENCIES
from spectral_core.errors import DataError, SpectralError
from spectral_core.files import compute_copy_permissions
from spectral_core.formats import count_losses, editable_structures, save
from spectral_core.progress import Progress, Report
from spectral_core.project import ChangedOutsideError, Project, Run
from spectral_core.project.project_file import PROJECT_FILE
from spectral_core.project.text_conversion import BRACKETS, CONLLU, compose_companion, find_free_path, text_stem
from spectral_gui.jobs.jobs import Job
from spectral_gui.state.changes import ChangeKind, Changes
from spectral_gui.state.document_loading import LoadedDocument, find_companion_document
from spectral_gui.state.model_library import ModelLibrary
from spectral_gui.state.notices import Done, Notices, Outcome, Refused, ReportingJobs
from spectral_gui.state.session import Session
from spectral_gui.state.training_runs import Runs
from spectral_gui.text_display import make_translator, resolve_plural

_tr = make_translator("Session")


class DocumentSaver(QObject):
    """Saves documents, and detects files changed by another program."""

    saved = Signal()  # the document was written to its file
    conflicts_detected = Signal(object)  # conflicts of a document that was changed by another program as well as here

    def __init__(self, session: Session, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._session, self._work, self._notices = session, work, notices
        self.unsaved_elsewhere: dict[str, int] = {}  # number of unsaved sentences of each other document
        self.saved_at: datetime | None = None
        self._saved_document = session.document  # document that `saved_at` refers to
        self._save_jobs: dict[str, tuple[Job[bool], Treebank]] = {}  # by document
        self._check_job: Job[bool] | None = None
        self._missing_path: Path | None = None  # deleted file of the open document that the user was told about
        session.changes.add_part("document-saver", self._on_changes, ChangeKind.DOCUMENT | ChangeKind.OPENED)
        session.project_closed.connect(self._on_project_closed)

    def save(self) -> Job[bool] | None:
        """Write the document to its file in a thread and emit `saved` afterwards; a file that another program deleted
        is written again, and the user is told. Return None if it cannot be written."""
        session = self._session
        project, treebank, name = session.project, session.treebank, session.document
        if treebank.path is None or project is None:
            self._notices.report_error(self.tr("This text has no file yet. Choose Save as."))
            return None
        if session.read_only_reason:
            self._notices.report_error(session.read_only_reason)
            return None
        if self._is_saving(name):
            job, written = self._save_jobs[name]
            if written is not treebank:  # edited while the file was written: save again
                job.finished.connect(lambda succeeded: self._save_again(name) if succeeded else None)
            return job
        description, was_missing = self._describe_saving(treebank.path), is_missing(treebank.path)
        job = self._work.run_in_thread(lambda report: save_document(project, name, treebank, report), description)
        self._save_jobs[name] = (job, treebank)
        session.delay_close_until(job)
        job.finished.connect(session.guard_by_document(lambda written: self._on_saved(written, was_missing)))
        return job

    def save_all(self) -> None:
        """Save the open document and all other documents of the project with unsaved sentences."""
        if self._session.unsaved_sentences:
            self.save()
        project = self._session.project
        unsaved = tuple(name for name, count in self.unsaved_elsewhere.items() if count)
        if project is None or self._session.read_only_reason or not unsaved:
            return
        description = self.tr("Saving {0}").format(", ".join(unsaved))
        job: Job[Any] = self._work.run_in_thread(
            lambda report: save_unconflicted_documents(project, unsaved, report), description
        )
        self._session.delay_close_until(job)
        job.finished.connect(self._session.guard_by_project(self._on_others_saved))

    def save_as(self, path: Path, format: str | None = None) -> Job[dict[str, int]] | Job[bool] | None:
        """Write the document to another file, in a thread; the open document stays the same. Return None if it cannot
        be written. Annotation that the file format cannot hold stays in the project, and the user is told; without a
        project, such a format is refused."""
        treebank = self._session.treebank
        if path == treebank.path:
            return self.save()
        description = self._describe_saving(path)
        has_project = self._session.project is not None
        job = self._work.run_in_thread(
            lambda _: _write_treebank(treebank, path, format, drop_unsupported=has_project), description
        )
        job.finished.connect(lambda losses: self._notices.notify(self._describe_losses(path, losses)))
        return job

    def _describe_losses(self, path: Path, losses: Mapping[str, int]) -> str:
        """Return a message on the file written, and on the kinds of annotation that it cannot hold."""
        message = self.tr("Written to {0}").format(path)
        for kind, count in losses.items():
            addition = self.tr("; not in the file, kept in this project: {0} (%Ln sentence(s))", "", count)
            message += resolve_plural(addition, count).format(kind)
        return message

    def resolve_conflicts(self, choices: Mapping[int, str]) -> None:
        """Resolve conflicts: choose a version of each sentence changed by another program as well as here."""
        session = self._session
        if session.project is None:
            return
        try:
            treebank = session.project.resolve_conflicts(session.document, choices)
        except SpectralError as error:
            self._notices.report_error(str(error))
            return
        session.show_merged_document(treebank)

    def merge_external_changes(self) -> None:
        """Check in a thread whether another program has changed the file since it was read; if so, merge its
        changes."""
        session = self._session
        project, name = session.project, session.document
        if project is None or self._is_saving(name) or (self._check_job is not None and not self._check_job.has_ended):
            return
        self._check_job = job = self._work.run_in_thread(lambda _: project.is_changed_outside(name))
        saved_at = self.saved_at

        def on_checked(changed: bool) -> None:
            if not changed or saved_at != self.saved_at or self._is_saving(name):
                return
            if is_missing(path := project.path_of(name)):
                self._report_missing_file(path)
            else:
                self._reload_changed_file(
                    self.tr("Changes by another program were merged. Save to write both to the file.")
                )

        job.finished.connect(session.guard_by_document(on_checked))
        job.failed.connect(self._notices.report_error)

    def _describe_saving(self, path: Path) -> str:
        """Return the description of the job that writes a file."""
        return self.tr("Saving {0}").format(path.name)

    def _report_missing_file(self, path: Path) -> None:
        """Tell the user, once, that another program deleted the file of the open document; saving resolves it."""
        if path != self._missing_path:
            self._missing_path = path
            message = self.tr("{0} was deleted or moved by another program. Save to write it again.").format(path)
            self._notices.report_error(message, self._describe_saving(path))

    def _is_saving(self, name: str) -> bool:
        return name in self._save_jobs and not self._save_jobs[name][0].has_ended

    def _save_again(self, name: str) -> None:
        if self._session.document == name:
            self.save()

    def _reload_changed_file(self, merged_text: str) -> None:
        """Reload a file that another program changed, and report conflicts. If there are none but something is unsaved,
        show `merged_text`."""

        def announce(loaded: LoadedDocument) -> None:
            if not loaded.opened.conflicts:
                loaded_text = self.tr("Changes by another program were loaded.")
                self._notices.notify(merged_text if loaded.opened.recovered else loaded_text)

        self._notices.notify(self.tr("Another program changed the file. Merging both changes."))
        self._session.reload_document(announce_loaded=announce)

    def _on_saved(self, written: bool, was_missing: bool) -> None:
        """Show the document as saved; if another program has written the file meanwhile, merge its changes instead. If
        the file was missing, tell the user that it was written again."""
        session = self._session
        if session.project is None:
            return
        if not written:
            self._reload_changed_file(
                self.tr("Changes by another program were merged. Save again to write both to the file.")
            )
            return
        self.saved_at, self._missing_path = datetime.now().astimezone(), None
        session.show_saved_document(
            session.project.current_treebank(session.document)
        )  # including decisions made while it was written
        self.saved.emit()
        if was_missing:
            message = self.tr("{0} had been deleted or moved by another program. It was written again.")
            self._notices.notify(message.format(session.treebank.path))

    def _on_others_saved(self, counts: dict[str, int]) -> None:
        """Record what is still unsaved, and name the documents that were not saved because of conflicts."""
        session = self._session
        self.unsaved_elsewhere.update({name: count for name, count in counts.items() if name != session.document})
        session.changes.dispatch(Changes(ChangeKind.HISTORY))
        if unsaved := [name for name, count in self.unsaved_elsewhere.items() if count and name in counts]:
            message = self.tr("Not saved, as another program changed the file too: {0}. Open it to merge both changes.")
            self._notices.report_error(message.format(", ".join(unsaved)))

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT) and self._session.document != self._saved_document:
            self._saved_document, self.saved_at, self._missing_path = self._session.document, None, None
        if changes.has(ChangeKind.OPENED) and changes.loaded is not None:
            self._read_unsaved_state(changes.loaded)

    def _read_unsaved_state(self, loaded: LoadedDocument) -> None:
        """Take over what was found unsaved or in conflict when a document was opened."""
        self.unsaved_elsewhere = dict(loaded.unsaved_elsewhere)
        if loaded.opened.conflicts:
            self.conflicts_detected.emit(loaded.opened.conflicts)

    def _on_project_closed(self) -> None:
        self._save_jobs, self.saved_at, self.unsaved_elsewhere = {}, None, {}


def _write_treebank(treebank: Treebank, path: Path, format: str | None, drop_unsupported: bool) -> dict[str, int]:
    """Write a treebank; return the kinds of annotation that its file format cannot hold, with the number of sentences
    of each."""
    losses = count_losses(treebank, path, format) if drop_unsupported else {}
    save(treebank, path, format, drop_unsupported)
    return losses


class ProjectContents:
    """Adds documents to the project, and removes documents and models; reads files in threads."""

    def __init__(
        self, session: Session, runs: Runs, library: ModelLibrary, work: ReportingJobs, notices: Notices
    ) -> None:
        self._session, self._runs, self._library = session, runs, library
        self._work, self._notices = work, notices

    def add_documents(self, paths: Sequence[Path]) -> Job[int] | None:
        """Add files to the project as documents, without moving them; return None if no project can be changed."""
        project = self._get_writable_project()
        if project is None:
            return None
        added_paths = tuple(paths)
        job = self._work.run_in_thread(
            lambda report: _add_documents(project, added_paths, report), _tr("Adding documents")
        )
        job.finished.connect(self._session.guard_by_project(self._on_documents_added))
        return job

    def copy_document(self) -> Job[int] | None:
        """Add a copy of the open document with its present annotation."""
        project, treebank = self._get_writable_project(), self._session.treebank
        if project is None or not len(treebank):
            return None
        job = self._work.run_in_thread(
            lambda report: _copy_document(project, treebank, report), _tr("Copying the document")
        )
        job.finished.connect(self._session.guard_by_project(self._on_documents_added))
        return job

    def add_companion(self) -> Job[str] | None:
        """Create a document with the same words for the other kind of tree and show it; if there is one already, show
        that."""
        project, session = self._get_writable_project(), self._session
        treebank, current_name = session.treebank, session.document
        structures = editable_structures(treebank.format)
        if project is None or len(structures) != 1:
            if project is not None:
                self._notices.notify(_tr("This document can store both kinds of tree."))
            return None
        if companion := find_companion_document(current_name, session.documents, treebank.format):
            session.reload_document(companion)
            return None
        companion_kind = BRACKETS if structures[0] is DEPENDENCIES else CONLLU
        job = self._work.run_in_thread(
            lambda report: project.add_companion(
                current_name, compose_companion(treebank, companion_kind, report), companion_kind
            ),
            _tr("Adding a document"),
        )

        def on_added(companion_name: str) -> None:
            session.announce_documents()
            session.reload_document(companion_name)
            message = _tr("{0} was added for the other kind of tree, with the same words")
            self._notices.notify(message.format(project.path_of(companion_name).name))

        job.finished.connect(session.guard_by_document(on_added))
        return job

    def remove_document(self) -> Outcome:
        """Remove the open document from the project and show another; its file and its decisions stay."""
        session, project = self._session, self._get_writable_project()
        remaining = [name for name in session.documents if name != session.document]
        if project is None:
            return Refused(session.read_only_reason)  # the user was told
        if not remaining:
            return self._notices.report_refusal(_tr("A project needs at least one document. Add another first."))
        removed = session.document

        def remove_closed_document() -> None:
            try:
                project.remove_document(removed)
            except SpectralError as error:
                self._notices.report_error(str(error))
                return
            self._work.update_document(removed, None)
            session.announce_documents()
            self._notices.notify(
                _tr("{0} was removed from the project. Its file and annotation remain.").format(removed)
            )

        position = session.documents.index(removed)
        session.open_document(remaining[min(position, len(remaining) - 1)], remove_closed_document)
        return Done()

    def remove_model(self, run: Run) -> Outcome:
        """Remove the file of a model of the project or the library; its run stays in the list."""
        library_file, path = self._library.find_file(run), self._runs.find_model_file(run)
        if path is None:
            return self._notices.report_refusal(_tr("This model has no file."))
        if library_file is None and self._get_writable_project() is None:
            return Refused(self._session.read_only_reason)  # the user was told
        try:
            if library_file is None:
                path.write_bytes(b"")  # the journal still refers to it
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            return self._notices.report_error(_tr("{0} could not be removed: {1}").format(path, error.strerror))
        self._library.reload_folder()
        self._runs.refresh_models()
        self._notices.notify(_tr("{0} was removed").format(run.name))
        return Done()

    def _get_writable_project(self) -> Project | None:
        """Return the open project; if it cannot be changed, show the reason and return None."""
        project, session = self._session.project, self._session
        if project is None or session.read_only_reason:
            reason = _tr("Open a treebank or create a project (File) before you add documents.")
            self._notices.report_refusal(session.read_only_reason or reason)
            return None
        return project

    def _on_documents_added(self, count: int) -> None:
        self._session.announce_documents()
        message = resolve_plural(_tr("{0} document(s) added. Choose them above the queue."), count)
        self._notices.notify(message.format(count))


def _add_documents(project: Project, paths: Sequence[Path], report: Report) -> int:
    """Add files to a project; return their number."""
    for number, path in enumerate(paths):
        report(Progress("opening", number, len(paths)))
        project.add_document(path)
    return len(paths)


def _copy_document(project: Project, treebank: Treebank, report: Report) -> int:
    """Write a copy of a treebank in the project's folder and add it; return 1, the number of documents added."""
    report(Progress("writing", 0))
    format = treebank.format if treebank.format and treebank.format != "text" else "conllu"
    stem = text_stem(treebank.path or Path("copy")).rsplit(".", 1)[0]
    path = find_free_path(project.folder, _tr("{0} copy").format(stem), format)
    formats.save(treebank, path, format, permissions=project.permissions)
    project.add_document(path)
    return 1


def is_missing(path: Path) -> bool:
    """Return whether there is no file or folder at a path; False if that cannot be found out."""
    try:
        return not path.exists()
    except OSError:
        return False


def save_document(project: Project, name: str, treebank: Treebank, report: Report) -> bool:
    """Write a document to its file, also if that was deleted; return False if another program has written the file
    meanwhile."""
    report(Progress("saving", 0))
    if project.count_conflicts(name):
        raise DataError(f"{name}: the file was changed outside as well; resolve the conflict first")
    if is_missing(path := project.path_of(name)):  # as it was read: the project then knows its content
        permissions = compute_copy_permissions(path, [project.folder / PROJECT_FILE])  # restricted like the file
        formats.save(replace(treebank, edits={}), path, treebank.format, permissions=permissions)
    try:
        project.save(name, treebank)
    except ChangedOutsideError:
        return False
    return True


def save_unconflicted_documents(project: Project, names: tuple[str, ...], report: Report) -> dict[str, int]:
    """Save documents, except those with conflicts; return the number of unsaved sentences of each."""
    for number, name in enumerate(names):
        report(Progress("saving", number, len(names)))
        opened = project.open_document(name)
        if not opened.conflicts:
            save_document(project, name, opened.treebank, report)
    return {name: project.count_unsaved(name) for name in names}
