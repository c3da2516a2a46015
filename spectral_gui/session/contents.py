"""What belongs to the open project: documents and copies come in, documents and models go out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.data.structure import DEPENDENCIES
from spectral_core.errors import SpectralError
from spectral_core.formats import structures_kept
from spectral_core.progress import Progress, Report
from spectral_core.project import Project, Run
from spectral_core.project.beginning import TREES, WORDS, free_path, stem_of, words_beside
from spectral_gui.jobs import Job
from spectral_gui.resources import counted, translating
from spectral_gui.session.library import ModelLibrary
from spectral_gui.session.notices import Done, Notices, Outcome
from spectral_gui.session.reading_files import companion_of
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

_tr = translating("Session")


class Contents:
    """Adds to the project and takes out of it; what is read for that is read in threads."""

    def __init__(self, session: Session, runs: Runs, library: ModelLibrary, work: Work, notices: Notices) -> None:
        self._session, self._runs, self._library = session, runs, library
        self._work, self._notices = work, notices

    def add(self, paths: Sequence[Path]) -> Job[int] | None:
        """Makes files documents of the project, where they lie; None where there is no project to add to."""
        project = self._writable()
        if project is None:
            return None
        rows = tuple(paths)
        job = self._work.read(lambda report: _added(project, rows, report), _tr("Adding documents"))
        job.finished.connect(self._session.while_open(self._tell_added))
        return job

    def copy(self) -> Job[int] | None:
        """Adds the document shown once more, as it is decided now: to be compared, or decided otherwise."""
        project, treebank = self._writable(), self._session.treebank
        if project is None or not len(treebank):
            return None
        job = self._work.read(lambda report: _copied(project, treebank, report), _tr("Copying the document"))
        job.finished.connect(self._session.while_open(self._tell_added))
        return job

    def begin_beside(self) -> Job[str] | None:
        """Makes a document with the words of the one shown for the other kind of tree, and goes on there; or to the one
        that there is."""
        project, session = self._writable(), self._session
        treebank, here = session.treebank, session.document
        kept = structures_kept(treebank.format)
        if project is None or len(kept) != 1:
            if project is not None:
                self._notices.note(_tr("This document has a place for both kinds of tree."))
            return None
        if companion := companion_of(here, session.documents, treebank.format):
            session.reopen(companion)
            return None
        other = TREES if kept[0] is DEPENDENCIES else WORDS
        job = self._work.read(
            lambda report: project.add_beside(here, words_beside(treebank, other, report), other),
            _tr("Beginning another document"),
        )

        def go(name: str) -> None:
            session.tell_documents()
            session.reopen(name)
            said = _tr("{0} has the same words for the other kind of tree; the other document keeps its own")
            self._notices.note(said.format(project.path_of(name).name))

        job.finished.connect(session.while_shown(go))
        return job

    def take_out(self) -> Outcome:
        """Takes the document shown out of the project, and shows another; its file and its decisions stay."""
        session, project = self._session, self._writable()
        others = [name for name in session.documents if name != session.document]
        if project is None or not others:
            return self._notices.refuse(_tr("A project has one document at least; add another first."))
        gone = session.document

        def leave() -> None:
            try:
                project.remove_document(gone)
            except SpectralError as error:
                self._notices.fail(str(error))
                return
            self._work.tell(gone, None)
            session.tell_documents()
            self._notices.note(_tr("{0} is out of the project; its file and what was decided stay.").format(gone))

        at = session.documents.index(gone)
        session.open_document(others[min(at, len(others) - 1)], leave)
        return Done()

    def remove_model(self, run: Run) -> Outcome:
        """Removes the file of a model, of the project or of the library; what was learnt with it stays in the list."""
        shared, path = self._library.file_of(run), self._runs.model_of(run)
        if path is None or (shared is None and self._writable() is None):
            return self._notices.refuse(_tr("This model is not in a file."))
        try:
            if shared is None:
                path.write_bytes(b"")  # the journal goes on naming it
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            return self._notices.fail(_tr("{0} could not be removed: {1}").format(path, error.strerror))
        self._library.look()
        self._runs.look()
        self._notices.note(_tr("{0} is removed").format(run.name))
        return Done()

    def _writable(self) -> Project | None:
        project, session = self._session.project, self._session
        if project is None or session.read_only:
            why = _tr("Nothing is open that documents could be added to: open a treebank, or make a project (File).")
            self._notices.refuse(session.read_only or why)
            return None
        return project

    def _tell_added(self, count: int) -> None:
        self._session.tell_documents()
        said = counted(_tr("{0} document(s) added; they are chosen above the list of sentences"), count)
        self._notices.note(said.format(count))


def _added(project: Project, paths: Sequence[Path], report: Report) -> int:
    for done, path in enumerate(paths):
        report(Progress("opening", done, len(paths)))
        project.add_document(path)
    return len(paths)


def _copied(project: Project, treebank: Treebank, report: Report) -> int:
    report(Progress("writing", 0))
    format = treebank.format if treebank.format and treebank.format != "text" else "conllu"
    stem = stem_of(treebank.path or Path("copy")).rsplit(".", 1)[0]
    path = free_path(project.folder, _tr("{0} copy").format(stem), format)
    formats.save(treebank, path, format, rights=project.rights)
    project.add_document(path)
    return 1
