"""Contents of the open project: documents added, copied and removed, models removed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.data.structure import DEPENDENCIES
from spectral_core.errors import SpectralError
from spectral_core.formats import editable_structures
from spectral_core.progress import Progress, Report
from spectral_core.project import Project, Run
from spectral_core.project.conversion import TREES, WORDS, compose_companion, find_free_path, text_stem
from spectral_gui.jobs import Job
from spectral_gui.resources import make_translator, resolve_plural
from spectral_gui.session.library import ModelLibrary
from spectral_gui.session.notices import Done, Notices, Outcome
from spectral_gui.session.reading_files import find_companion
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

_tr = make_translator("Session")


class ProjectContents:
    """Adds documents to the project and removes documents and models; files are read in threads."""

    def __init__(self, session: Session, runs: Runs, library: ModelLibrary, work: Work, notices: Notices) -> None:
        self._session, self._runs, self._library = session, runs, library
        self._work, self._notices = work, notices

    def add(self, paths: Sequence[Path]) -> Job[int] | None:
        """Add files as documents of the project, without moving them; None where there is no project to add to."""
        project = self._require_writable()
        if project is None:
            return None
        added_paths = tuple(paths)
        job = self._work.run_in_thread(
            lambda report: _add_documents(project, added_paths, report), _tr("Adding documents")
        )
        job.finished.connect(self._session.guard_project(self._on_added))
        return job

    def copy(self) -> Job[int] | None:
        """Add a copy of the document shown, as it is decided now."""
        project, treebank = self._require_writable(), self._session.treebank
        if project is None or not len(treebank):
            return None
        job = self._work.run_in_thread(
            lambda report: _copy_document(project, treebank, report), _tr("Copying the document")
        )
        job.finished.connect(self._session.guard_project(self._on_added))
        return job

    def add_companion(self) -> Job[str] | None:
        """Create a document with the same words for the other kind of tree and show it; show it where there is one
        already."""
        project, session = self._require_writable(), self._session
        treebank, current_name = session.treebank, session.document
        structures = editable_structures(treebank.format)
        if project is None or len(structures) != 1:
            if project is not None:
                self._notices.notify(_tr("This document has a place for both kinds of tree."))
            return None
        if companion := find_companion(current_name, session.documents, treebank.format):
            session.reopen(companion)
            return None
        companion_kind = TREES if structures[0] is DEPENDENCIES else WORDS
        job = self._work.run_in_thread(
            lambda report: project.add_companion(
                current_name, compose_companion(treebank, companion_kind, report), companion_kind
            ),
            _tr("Beginning another document"),
        )

        def on_added(companion_name: str) -> None:
            session.announce_documents()
            session.reopen(companion_name)
            message = _tr("{0} has the same words for the other kind of tree; the other document keeps its own")
            self._notices.notify(message.format(project.path_of(companion_name).name))

        job.finished.connect(session.guard_document(on_added))
        return job

    def remove_document(self) -> Outcome:
        """Remove the document shown from the project and show another; its file and its decisions stay."""
        session, project = self._session, self._require_writable()
        remaining = [name for name in session.documents if name != session.document]
        if project is None or not remaining:
            return self._notices.refuse(_tr("A project has one document at least; add another first."))
        removed = session.document

        def finish() -> None:
            try:
                project.remove_document(removed)
            except SpectralError as error:
                self._notices.fail(str(error))
                return
            self._work.update_document(removed, None)
            session.announce_documents()
            self._notices.notify(_tr("{0} is out of the project; its file and what was decided stay.").format(removed))

        position = session.documents.index(removed)
        session.open_document(remaining[min(position, len(remaining) - 1)], finish)
        return Done()

    def remove_model(self, run: Run) -> Outcome:
        """Remove the file of a model, of the project or of the library; its run stays in the list."""
        shared, path = self._library.find_file(run), self._runs.find_model(run)
        if path is None or (shared is None and self._require_writable() is None):
            return self._notices.refuse(_tr("This model is not in a file."))
        try:
            if shared is None:
                path.write_bytes(b"")  # the journal still refers to it
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            return self._notices.fail(_tr("{0} could not be removed: {1}").format(path, error.strerror))
        self._library.refresh()
        self._runs.refresh()
        self._notices.notify(_tr("{0} is removed").format(run.name))
        return Done()

    def _require_writable(self) -> Project | None:
        """Return the open project; None, with the reason shown, where it cannot be changed."""
        project, session = self._session.project, self._session
        if project is None or session.read_only:
            reason = _tr("Nothing is open that documents could be added to: open a treebank, or make a project (File).")
            self._notices.refuse(session.read_only or reason)
            return None
        return project

    def _on_added(self, count: int) -> None:
        self._session.announce_documents()
        message = resolve_plural(_tr("{0} document(s) added; they are chosen above the list of sentences"), count)
        self._notices.notify(message.format(count))


def _add_documents(project: Project, paths: Sequence[Path], report: Report) -> int:
    for number, path in enumerate(paths):
        report(Progress("opening", number, len(paths)))
        project.add_document(path)
    return len(paths)


def _copy_document(project: Project, treebank: Treebank, report: Report) -> int:
    report(Progress("writing", 0))
    format = treebank.format if treebank.format and treebank.format != "text" else "conllu"
    stem = text_stem(treebank.path or Path("copy")).rsplit(".", 1)[0]
    path = find_free_path(project.folder, _tr("{0} copy").format(stem), format)
    formats.save(treebank, path, format, rights=project.rights)
    project.add_document(path)
    return 1
