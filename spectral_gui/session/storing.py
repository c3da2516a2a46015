"""Where a session's work is kept: projects and documents are opened, shown, saved and let go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.errors import SpectralError
from spectral_core.project import History, Project
from spectral_gui.jobs import ANSWERS, LEARNING, Job, Shown
from spectral_gui.session.document import MEMORY
from spectral_gui.session.locking import NO_LOCKS, Locked
from spectral_gui.session.opening import (
    Ready,
    opened_document,
    opened_path,
    saved_document,
    saved_documents,
    was_changed_outside,
    written_document,
)
from spectral_gui.session.reading import Reading
from spectral_gui.session.work import when_ended


class Storing(Reading):
    """Reads and writes files in threads; only what is read last is shown."""

    project_changed = Signal()  # another project, or none
    conflicted = Signal(object)  # a document was changed outside and here: its conflicts
    saved = Signal()  # the document is in its file

    def __init__(self, parent: QObject | None = None, store: Path | None = None):
        super().__init__(parent)
        self.store = store  # the folder for projects around single files
        self.annotator = ""
        self.elsewhere: dict[str, int] = {}  # sentences of each other document that its file does not hold
        self.saved_at: datetime | None = None
        self.opened_as: Path | None = None  # what was asked for: a project's folder or a file
        self._opening: Job | None = None  # the newest: what was asked for before it is not shown any more
        self._opening_path: Path | None = None  # what it opens; None for a document of the project
        self._saving: dict[str, Job] = {}  # by document
        self._looking: Job | None = None

    # What is open

    def open(self, path: Path, document: str | None = None) -> Job:
        """Opens a project's folder, or a treebank with a project of its own; `treebank_changed` when it is here."""
        if self._opening is not None and not self._opening.ended and path == self._opening_path:
            return self._opening
        if self._holds(path):
            job = self._open_document(document if document in self.documents else self.document)
            job.finished.connect(lambda _: self.project_changed.emit())
            return job
        doing = self.tr("Opening {0}").format(path.name)
        job = self._reading(doing, opened_path, path, self.store, self.annotator, document)
        self._open_next(job, path)

        def take(ready: Ready) -> None:
            if job is self._opening:
                self._show_project(path, ready)
            else:
                ready.project.close()

        job.finished.connect(take)
        return job

    def open_document(self, name: str) -> Job | None:
        """Shows another document of the project."""
        return None if self.project is None else self._open_document(name)

    def open_companion(self) -> bool:
        """Whether there is a document with the other kind of tree over the same sentences; if so, it is opened."""
        stem = _stem(self.document)
        others = (
            name
            for name in self.documents
            if name != self.document
            and _stem(name)[: len(stem)] == stem[: len(_stem(name))]
            and (formats.format_of(Path(name)).name == "brackets") != (self.treebank.format == "brackets")
        )
        other = next(others, None)
        if other is None:
            return False
        at, word = self.selection.sentence, self.selection.word
        self._open_document(other, lambda: self._select_there(at, word))
        return True

    def show(self, treebank: Treebank) -> None:
        """Shows sentences that no file holds: they can be edited, but only `save_as` keeps them."""
        self._leave_project()
        self._show_document(MEMORY, treebank, {})
        self.project_changed.emit()
        self.runs_changed.emit()

    def engines(self) -> dict[str, int | None]:
        """The numbers of the engine's processes, by what they do; None for one that has not started."""
        return {name: self._jobs.process_of(name) for name in (ANSWERS, LEARNING)}

    def close(self) -> None:
        """Stops the engine and lets go of the project."""
        self._open_next(None)
        self._generation += 1  # what the jobs still say is about nothing that is shown
        self._jobs.close()
        self._leave_project()
        self._clear_room()

    # What is saved

    def save(self) -> Job | None:
        """Writes the document to its file in a thread; `saved` when it is there. None where it cannot be."""
        path, name = self.treebank.path, self.document
        if path is None or self.project is None:
            self.failed.emit(self.tr("This text has no file yet; save it under a name."))
            return None
        if self.read_only:
            self.failed.emit(self.read_only)
            return None
        running = self._saving.get(name)
        if running is not None:
            if running.arguments[2] is not self.treebank:  # decided on since that began: it is saved once more
                running.finished.connect(lambda done: self.save() if done and self.document == name else None)
            return running
        doing = self.tr("Saving {0}").format(path.name)
        job = self._reading(doing, saved_document, self.project, name, self.treebank)
        self._saving[name] = job
        generation = self._generation

        def ended(_: object = None) -> None:
            if self._saving.get(name) is job:
                del self._saving[name]

        when_ended(job, ended)
        job.finished.connect(lambda written: self._show_saved(written) if generation == self._generation else None)
        return job

    def save_all(self) -> None:
        """Writes the document shown, and every other of the project that has decisions its file does not hold."""
        if len(self._dirty):
            self.save()
        others = tuple(name for name, count in self.elsewhere.items() if count)
        if self.project is None or self.read_only or not others:
            return
        job = self._reading(self.tr("Saving {0}").format(", ".join(others)), saved_documents, self.project, others)
        job.finished.connect(self._show_elsewhere)

    def _show_elsewhere(self, counts: dict[str, int]) -> None:
        self.elsewhere.update(counts)
        self.history_changed.emit()

    def save_as(self, path: Path, format: str | None = None) -> Job | None:
        """Writes the document to another file, in a thread; what is open stays open. None where it cannot be."""
        if path == self.treebank.path:
            return self.save()
        job = self._reading(self.tr("Saving {0}").format(path.name), written_document, self.treebank, path, format)
        job.finished.connect(lambda written: self.noted.emit(self.tr("Written to {0}").format(written)))
        return job

    def settle(self, choices: Mapping[int, str]) -> None:
        """Decides about sentences that were changed both outside and here."""
        if self.project is None:
            return
        at, word = self.selection.sentence, self.selection.word
        try:
            treebank = self.project.settle(self.document, choices)
        except SpectralError as error:
            self.failed.emit(str(error))
            return
        name = self.document
        self._show_document(name, treebank, self.project.decided(name), self.project.locks(name))
        self._select_there(at, word)

    def look_outside(self) -> None:
        """Takes over what another program has written to the file since it was read, if anything."""
        if self.project is None or self.document in self._saving or self._looking is not None:
            return
        job = self._jobs.read(was_changed_outside, self.project, self.document)
        self._looking = job
        generation, saved_at = self._generation, self.saved_at

        def take(changed: bool) -> None:
            same = generation == self._generation and saved_at == self.saved_at and self.document not in self._saving
            if changed and same:
                self._reopen()

        def ended(_: object = None) -> None:
            self._looking = None

        when_ended(job, ended)
        job.finished.connect(take)
        job.failed.connect(self.failed.emit)
        job.broke.connect(self.broke.emit)

    # How it is done

    def _holds(self, path: Path) -> bool:
        """Whether this session itself may change what is there: opened beside it, that could only be looked at."""
        if self.project is None or self.read_only or self.opened_as is None:
            return False
        place = (path.parent if path.name == "project.json" else path).resolve()
        return place in {self.project.folder.resolve(), self.opened_as.resolve()}

    def _open_next(self, job: Job | None, path: Path | None = None) -> None:
        if self._opening is not None:
            self._opening.cancel()
        self._opening, self._opening_path = job, path

    def _open_document(self, name: str, then: Callable[[], None] = lambda: None) -> Job:
        """Reads a document of the project and shows it; `then` is called when it is shown, if it ever is."""
        doing = self.tr("Opening {0}").format(Path(name).name)
        job = self._reading(doing, opened_document, self.project, name)
        self._open_next(job)
        acts = self._acts

        def take(ready: Ready) -> None:
            if job is self._opening:
                self._show_ready(ready, acts)
                then()

        job.finished.connect(take)
        return job

    def _reopen(self) -> None:
        """Reads the file again after another program wrote it, and asks about what was changed on both sides."""
        self.noted.emit(self.tr("The file was changed by another program; both changes are being put together."))
        at, word = self.selection.sentence, self.selection.word
        self._open_document(self.document, lambda: self._select_there(at, word))

    def _select_there(self, sentence: int, word: int) -> None:
        self.select(min(sentence, len(self.treebank) - 1))
        if self.sentence is not None and word <= len(self.sentence):
            self.select(word=word)

    def _show_saved(self, written: bool) -> None:
        if self.project is None:
            return
        if not written:
            self._reopen()
            return
        self.treebank = self.project.shown(self.document)  # with what was decided while it was written
        self._find_dirty()
        self.saved_at = datetime.now().astimezone()
        self._jobs.tell(self.document, Shown(self.treebank.path, self.treebank.format, dict(self.treebank.edits)))
        self.saved.emit()
        self.history_changed.emit()

    def _show_project(self, path: Path, ready: Ready) -> None:
        self._leave_project()
        project = ready.project
        self.project, self.opened_as = project, path
        self._history = project
        self._runs = list(project.runs())
        self._show_ready(ready, self._acts)
        self.project_changed.emit()
        self.runs_changed.emit()
        if project.notice:
            self.failed.emit(project.notice)
        elif project.read_only:
            self.failed.emit(project.read_only)

    def _show_ready(self, ready: Ready, acts: int) -> None:
        """Shows a document that was read when so many acts had been recorded."""
        project, found = ready.project, ready.found
        decided = ready.decided if acts == self._acts else project.decided(ready.name)
        locks = ready.locks if acts == self._acts else project.locks(ready.name)
        self.elsewhere = ready.elsewhere
        self._show_effort(ready.taken if acts == self._acts else project.taken())
        self._show_document(ready.name, project.shown(ready.name), decided, locks)
        if found.recovered:
            text = self.tr("Brought back from the journal, not in the file yet: {0}").format(found.recovered)
            self.noted.emit(text)
        if found.conflicts:
            self.conflicted.emit(found.conflicts)

    def _show_document(
        self, name: str, treebank: Treebank, decided: dict[int, str], locks: Mapping[int, Locked] = NO_LOCKS
    ) -> None:
        if name != self.document:
            self.saved_at = None
        self._forget_proposals()
        self._take_treebank(name, treebank)
        self._take_locks(locks)
        self.decided = decided
        self._forget_answers()
        held = treebank if treebank.path is None else None
        self._jobs.tell(name, Shown(treebank.path, treebank.format, dict(treebank.edits), held))
        self.treebank_changed.emit()
        self.found.emit(None)
        self.history_changed.emit()
        self.select(0 if len(treebank) else -1)
        if len(treebank):
            self._survey(ANSWERS if self.learning else LEARNING)  # where nobody has to wait for it

    def _leave_project(self) -> None:
        self.stop_learning()
        self._stop_asking()
        self._open_next(None)
        if self.project is not None:
            self._let_go(self.project)
        for name in (*self.documents, MEMORY):
            self._jobs.tell(name, None)
        self._forget_calibrations()
        self.project, self._history, self._runs = None, History(), []
        self.opened_as, self.saved_at, self.elsewhere = None, None, {}
        self._show_effort(())

    def _let_go(self, project: Project) -> None:
        """Closes a project, once what is being written of it is in its files."""
        writing = list(self._saving.values())
        self._saving = {}

        def close_after(_: object = None) -> None:
            if all(job.ended for job in writing):
                project.close()

        for job in writing:
            when_ended(job, close_after)
        close_after()


def _stem(name: str) -> list[str]:
    """The parts of a file's name without the endings that say its format and packing."""
    endings = {ending.lstrip(".") for row in formats.FORMATS.values() for ending in row.suffixes} | {"gz", "xz"}
    parts = Path(name).name.split(".")
    while len(parts) > 1 and parts[-1].lower() in endings:
        parts.pop()
    return parts
