"""Session: the open document of a project, what is selected in it, and what was done; the only mutator."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core.data import FREE, Constraints, Sentence, Treebank
from spectral_core.engine import DocumentShown
from spectral_core.errors import EditError, SpectralError
from spectral_core.project import TEXT, Act, Change, History, Project, carried, carried_locks, wanted
from spectral_core.project.history import HUMAN
from spectral_gui.jobs import Job
from spectral_gui.session.beginnings import Beginnings
from spectral_gui.session.notices import Done, Nothing, Notices, Outcome
from spectral_gui.session.reading_files import Ready, document_at, holds, opened_document, opened_path
from spectral_gui.session.selection import NodePath, Selection, place_of
from spectral_gui.session.work import Work, taken_while

MEMORY = ""  # the name of a document that no file holds
T = TypeVar("T")
_RECORDING = "recording"  # an act, which may fail
_KEEP: NodePath = (-1,)  # no path of a node: "leave it as it is"


class Session(QObject):
    """One document of a project and one selection in it. Acts are in the journal, or where there is none in memory,
    before they are shown; only what is read last is shown."""

    project_changed = Signal()  # another project, or none
    documents_changed = Signal()  # of the project: one more, or one less
    project_left = Signal()  # no project is open any more, and what was known of it is about nothing
    treebank_changed = Signal()  # another document is shown
    opened = Signal(object)  # its first sentence is selected: the document's Ready, or None where no file was read
    selection_changed = Signal(object, object)  # the new Selection and the one before
    acted = Signal(object, bool)  # an Act was journaled, which is shown next; whether it was taken back
    sentence_changed = Signal(int)  # what is in it: edited, undone, merged
    history_changed = Signal()  # what undo would undo, and what is saved

    def __init__(self, work: Work, notices: Notices, store: Path | None = None):
        super().__init__()
        self._work, self._notices, self._store = work, notices, store
        self.project: Project | None = None
        self.document = MEMORY
        self.treebank = Treebank.of(())
        self.selection = Selection()
        self.decided: dict[int, str] = {}  # sentences that somebody decided on, with where the last decision came from
        self.acts = 0  # recorded, undone and done again: another number after each
        self.generation = 0  # of the document shown: what was asked about another is dropped
        self.opened_as: Path | None = None  # what was asked for: a project's folder or a file
        self.annotator = ""
        self.edited: set[int] = set()  # sentences that differ from their file
        self._locks: dict[int, tuple[tuple[str, ...], Constraints]] = {}  # with the words that they are about
        self._history: Project | History[Act] = History()
        self._since = time.monotonic()
        self._beginning = Beginnings(work)
        self._writing: list[Job[bool]] = []  # what the files of the project are being written by
        self._opening: Job[Ready] | None = None  # the newest: what was asked for before it is not shown any more
        self._opening_path: Path | None = None  # what it opens; None for a document of the project

    @property
    def read_only(self) -> str:
        """Why nothing can be changed; "" where it can."""
        return "" if self.project is None else self.project.read_only

    @property
    def documents(self) -> tuple[str, ...]:
        return () if self.project is None else self.project.documents

    @property
    def sentence(self) -> Sentence | None:
        at = self.selection.sentence
        return self.treebank[at] if 0 <= at < len(self.treebank) else None

    def locks(self, index: int) -> Constraints:
        """What was locked and forbidden in a sentence by hand."""
        forms, locks = self._locks.get(index, ((), FREE))
        return locks if locks and forms == self.treebank[index].forms else FREE

    def open(self, path: Path, document: str | None = None) -> Job[Ready]:
        """Opens a project's folder, or a treebank with a project of its own; `treebank_changed` when it is here."""
        if self._opening is not None and not self._opening.ended and path == self._opening_path:
            return self._opening
        if holds(self.project, self.opened_as, path):
            job = self._read_document(document if document in self.documents else self.document)
            job.finished.connect(lambda _: self.project_changed.emit())
            return job
        if (name := document_at(self.project, self._store, path)) is not None:
            return self._read_document(name)
        store, annotator = self._store, self.annotator
        doing = self.tr("Opening {0}").format(path.name)
        job = self._work.read(lambda report: opened_path(path, store, annotator, document, report), doing)
        self._open_next(job, path)

        def take(ready: Ready) -> None:
            if job is self._opening:
                self._show_project(path, ready)
            else:
                ready.project.close()

        job.finished.connect(take)
        return job

    def open_document(self, name: str, then: Callable[[], object] = lambda: None) -> Job[Ready] | None:
        """Shows another document of the project; `then` is called when it is shown, if it ever is."""
        return None if self.project is None else self._read_document(name, then)

    def reopen(self, name: str | None = None) -> None:
        """Reads the document shown anew, or another over the same sentences, and goes where one is now."""
        at, word = self.selection.sentence, self.selection.word
        self._read_document(name or self.document, lambda: self._go(at, word))

    def while_shown(self, take: Callable[[T], object]) -> Callable[[T], None]:
        """Takes an answer as long as the document is shown that is shown now."""
        generation = self.generation
        return taken_while(lambda: generation == self.generation, take)

    def while_open(self, take: Callable[[T], object]) -> Callable[[T], None]:
        """Takes an answer as long as the project is open that is open now."""
        project = self.project
        return taken_while(lambda: project is self.project, take)

    def tell_documents(self) -> None:
        """Says that the project has other documents now."""
        self.documents_changed.emit()

    def show(self, treebank: Treebank) -> None:
        """Shows sentences that no file holds: they can be edited, but only writing them to another file keeps them."""
        self._leave_project()
        self._take(MEMORY, treebank)
        self.project_changed.emit()

    def show_merged(self, treebank: Treebank) -> None:
        """Shows the document as it is now that its conflicts are settled."""
        at, word = self.selection.sentence, self.selection.word
        self._take(self.document, treebank)
        self._go(at, word)

    def show_written(self, treebank: Treebank) -> None:
        self.treebank = treebank
        self.edited = {at for at in treebank.edits if self._differs(at)}
        self._tell_engine()
        self.history_changed.emit()

    def hold_for(self, job: Job[bool]) -> None:
        """Keeps the project open until a job that writes its files has ended."""
        self._writing = [*(one for one in self._writing if not one.ended), job]

    def close(self) -> None:
        """Lets go of the project; what is still being said is about nothing that is shown."""
        self._open_next(None)
        self.generation += 1
        self._leave_project()

    def select(
        self,
        sentence: int | None = None,
        word: int | None = None,
        node: NodePath | None = _KEEP,
        anchor: int | None = None,
    ) -> None:
        """Selects what is given; another sentence or word clears what was selected in the one before."""
        now = before = self.selection
        if sentence is not None and sentence != now.sentence:
            now = Selection(sentence)
        if word is not None:
            now = Selection(now.sentence, word, None, 0)
        if anchor is not None:
            now = Selection(now.sentence, now.word, None, anchor)
        if node != _KEEP:
            now = Selection(now.sentence, now.word if word is not None or node is None else 0, node, 0)
        if now == before:
            return
        if now.sentence != before.sentence:
            self._since = time.monotonic()
        self.selection = now
        self.selection_changed.emit(now, before)

    @property
    def undo_step(self) -> str | None:
        return self._history.undo_step

    @property
    def redo_step(self) -> str | None:
        return self._history.redo_step

    @property
    def spent(self) -> int:
        """Milliseconds since the sentence was selected, or since the act before."""
        return round(1000 * (time.monotonic() - self._since))

    def decide_as(self, annotator: str) -> None:
        self.annotator = annotator
        if self.project is not None and not self.read_only:
            self.project.decide_as(annotator)

    def edit(
        self,
        step: str,
        change: Callable[[Sentence], Sentence],
        *,
        index: int | None = None,
        rank: int | None = None,
        provenance: str = HUMAN,
    ) -> Outcome:
        """What became of changing a sentence: journaled first, then shown."""
        at = self.selection.sentence if index is None else index
        if not 0 <= at < len(self.treebank):
            return Nothing()
        before = self.treebank[at]
        try:
            after = change(before)
        except EditError as error:
            return self._notices.refuse(str(error))
        if after == before:
            return Nothing()
        return self.do(Act(step, (Change(self.document, at, before, after),), provenance, self.spent, rank))

    def do(self, act: Act) -> Outcome:
        """What became of an act: journaled first, then shown. Nothing is shown of one that is not kept."""
        if self.read_only:
            return self._notices.refuse(self.read_only)
        try:
            act = self._with_readings_of_file(self._on_document(act))
            self._history.record(act)
        except SpectralError as error:
            return self._notices.fail(str(error), _RECORDING)
        self.acts += 1
        self._since = time.monotonic()
        self._show_act(act, back=False)
        self._notices.succeed(_RECORDING)
        return Done()

    def _with_readings_of_file(self, act: Act) -> Act:
        """The act, after which the words of a token table have the readings that their cells say."""
        treebank, name = self.treebank, self.document
        changes = tuple(
            replace(change, after=treebank.with_file_readings(change.after)) if change.document == name else change
            for change in act.changes
        )
        return act if changes == act.changes else replace(act, changes=changes)

    def _on_document(self, act: Act) -> Act:
        """The act; the first that changes a text makes that a document with a place for it, and the window goes on
        there."""
        project, text, here, locks = self.project, self.document, self.selection, self._locks
        about = {change.document for change in act.changes}
        if project is None or self.treebank.format != TEXT or text not in about:
            return act
        name = project.begin_document(text, self._beginning.of(self.treebank), wanted(act))
        treebank = project.open_document(name).treebank
        if held := carried_locks(locks, name, treebank, self.tr("Take the locks of the text over")):
            project.record(held)
        self._work.tell(text, None)
        self._take(name, treebank)
        self.documents_changed.emit()
        self.select(here.sentence, here.word or None, here.node)
        self._notices.note(self.tr("What is decided from here on is written to {0}").format(project.path_of(name).name))
        return carried(act, text, name, treebank)

    def undo(self) -> Outcome:
        """Takes the last act back, wherever it was done, and goes there."""
        return self._turn(back=True)

    def redo(self) -> Outcome:
        """Does again what was taken back."""
        return self._turn(back=False)

    def take_back(self) -> Outcome:
        """Takes back the newest act where it was done, and goes nowhere."""
        try:
            act = self._history.undo()
        except SpectralError as error:
            return self._notices.fail(str(error))
        self.acts += 1
        if act is not None:
            self._show_act(act, back=True)
        return Done()

    def _turn(self, back: bool) -> Outcome:
        if self.read_only:
            return self._notices.refuse(self.read_only)
        try:
            unread = None if self.project is None else self.project.unread(back)
            if unread is not None:  # to read it here would hold the window up
                self._read_document(unread, self.undo if back else self.redo)
                return Nothing()
            act = self._history.undo() if back else self._history.redo()
        except SpectralError as error:
            refused = self._notices.fail(str(error))
            self.history_changed.emit()  # a step that cannot be taken back is given up
            return refused
        if act is None:
            return Nothing()
        self.acts += 1
        at, document = place_of(act, self.selection.sentence, self.document)
        if document != self.document:  # the act was done in another document: go there, where the journal replays it
            self.acted.emit(act, back)
            self._read_document(document, lambda: self._go(at, 0))
            self.history_changed.emit()
            return Done()
        self.select(at)
        self._show_act(act, back)
        if len(act.changes) > 1:
            said = self.tr("Taken back in {0} sentences: {1}") if back else self.tr("Done again in {0} sentences: {1}")
            self._notices.note(said.format(len(act.changes), act.step))
        return Done()

    def _show_act(self, act: Act, back: bool) -> None:
        for lock in act.locks:
            self._locks[lock.index] = (lock.forms, lock.before if back else lock.after)
        rows = [(change.index, change.before if back else change.after) for change in act.changes]
        for at, sentence in rows:
            self.treebank = self.treebank.with_sentence(at, sentence)
            (self.edited.add if self._differs(at) else self.edited.discard)(at)
            self.decided.pop(at, None)
            if not back:
                self.decided[at] = act.provenance
            elif self.project is not None:  # what was decided before holds again
                self.decided.update(self.project.decided(self.document, at))
        self.acted.emit(act, back)
        if rows:
            self._work.tell(self.document, dict(rows))
        for at, _ in rows:
            self.sentence_changed.emit(at)
        self.history_changed.emit()

    def _differs(self, at: int) -> bool:
        edited = self.treebank.edits.get(at)
        return edited is not None and edited != self.treebank.sentences[at]

    def _open_next(self, job: Job[Ready] | None, path: Path | None = None) -> None:
        if self._opening is not None:
            self._opening.cancel()
        self._opening, self._opening_path = job, path

    def _read_document(self, name: str, then: Callable[[], object] = lambda: None) -> Job[Ready]:
        project, acts = self.project, self.acts
        assert project is not None
        doing = self.tr("Opening {0}").format(Path(name).name)
        job = self._work.read(lambda report: opened_document(project, name, report), doing)
        self._open_next(job)

        def take(ready: Ready) -> None:
            if job is self._opening:
                self._show_ready(ready, acts)
                then()

        job.finished.connect(take)
        return job

    def _show_project(self, path: Path, ready: Ready) -> None:
        self._leave_project()
        self.project = self._history = ready.project
        self.opened_as = path
        self._show_ready(ready, self.acts)
        self.project_changed.emit()
        if ready.project.notice or ready.project.read_only:
            self._notices.fail(ready.project.notice or ready.project.read_only)

    def _show_ready(self, ready: Ready, acts: int) -> None:
        """Shows a document that was read when so many acts had been recorded."""
        fresh = ready if acts == self.acts else ready.renewed()
        self._take(ready.name, ready.project.shown(ready.name), fresh)
        if ready.found.recovered:
            said = self.tr("Brought back from the journal, not in the file yet: {0}")
            self._notices.note(said.format(ready.found.recovered))

    def _take(self, name: str, treebank: Treebank, ready: Ready | None = None) -> None:
        self.generation += 1
        self.document, self.treebank, self.selection = name, treebank, Selection()
        self.edited = {at for at in treebank.edits if self._differs(at)}
        if ready is None and self.project is not None:
            self.decided, self._locks = self.project.decided(name), dict(self.project.locks(name))
        else:
            self.decided, self._locks = (dict(ready.decided), dict(ready.locks)) if ready is not None else ({}, {})
        self._tell_engine()
        if self.project is not None:
            self._beginning.prepare(treebank)
        self.treebank_changed.emit()
        self.history_changed.emit()
        self.select(0 if len(treebank) else -1)
        self.opened.emit(ready)

    def _tell_engine(self) -> None:
        treebank = self.treebank
        held = treebank if treebank.path is None else None
        self._work.tell(self.document, DocumentShown(treebank.path, treebank.format, dict(treebank.edits), held))

    def _go(self, sentence: int, word: int) -> None:
        self.select(min(sentence, len(self.treebank) - 1))
        if self.sentence is not None and word <= len(self.sentence):
            self.select(word=word)

    def _leave_project(self) -> None:
        self._open_next(None)
        for name in (*self.documents, MEMORY):
            self._work.tell(name, None)
        project, writing = self.project, self._writing
        self.project, self._history, self.opened_as, self._writing = None, History(), None, []

        def close() -> None:
            if project is not None and all(job.ended for job in writing):
                project.close()

        for job in writing:
            job.when_ended(close)
        close()
        self.project_left.emit()
