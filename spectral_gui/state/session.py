"""Session: the open document of a project, its selection and history; the only object that changes them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core.data import UNCONSTRAINED, Constraints, Sentence, Treebank
from spectral_core.errors import EditError, SpectralError
from spectral_core.progress import Report
from spectral_core.project import TEXT, Change, Edit, History, Project, rebase_edit, rebase_locks, target_format
from spectral_core.project.history import CONFIRMED, HUMAN
from spectral_gui.jobs.jobs import Job
from spectral_gui.state.changes import ChangeDispatcher, ChangeKind, Changes, find_changed_kinds
from spectral_gui.state.document_loading import (
    LoadedDocument,
    TextConverter,
    find_document_of_path,
    make_document_state,
    open_document,
    open_project_at,
)
from spectral_gui.state.notices import Done, Notices, ReportingJobs, Unchanged

if TYPE_CHECKING:
    from spectral_gui.state.notices import Outcome


TreeNodePath = tuple[int, ...]  # path to a tree node: child indexes from the root
UNSAVED_DOCUMENT = ""  # name of a document without a file
T = TypeVar("T")
_MAX_SHOWN_CHANGES = 100  # sentences of an edit that is shown at once; for more the document is loaded again
_RECORD_ACTION = "recording"  # name of the action of recording an edit
_KEEP_NODE: TreeNodePath = (-1,)  # sentinel, not a path: keep the node as it is


@dataclass(frozen=True, slots=True)
class Selection:
    """A selected sentence, in it a word or a range of words, and optionally a tree node."""

    sentence: int = -1  # index in the open treebank; -1 for none
    word: int = 0  # from 1; 0 for none
    node: TreeNodePath | None = None
    anchor: int = 0  # other end of a range of words; 0 for a single word

    @property
    def words(self) -> range:
        """Selected words, from 1; empty for none."""
        if not self.word:
            return range(0)
        end = self.anchor or self.word
        return range(min(self.word, end), max(self.word, end) + 1)


def find_edit_target(edit: Edit, sentence: int, document: str) -> tuple[int, str]:
    """Return the sentence and document in which to show an edit: where it was made or, if it was made in several, the
    user's current one."""
    targets = [(change.index, change.document) for changes in (edit.changes, edit.locks) for change in changes]
    includes_document = len(targets) > 1 and any(name == document for _, name in targets)
    return (sentence, document) if includes_document and sentence >= 0 else targets[0]


class Session(QObject):
    """One document of a project and one selection in it. Edits are written to the journal, or kept in memory without
    one, before they are shown. Of several requested documents only the last is shown."""

    project_closed = Signal()  # the last project was closed
    changed = Signal(object)  # Changes that all parts and views on screen have received; for observers from outside

    def __init__(self, work: ReportingJobs, notices: Notices, store: Path | None = None):
        super().__init__()
        self.changes = ChangeDispatcher(self.changed.emit)
        self._work, self._notices, self._store = work, notices, store
        self.project: Project | None = None
        self.document = UNSAVED_DOCUMENT
        self.treebank = Treebank.of(())
        self.selection = Selection()
        self.provenances: dict[int, str] = {}  # provenance of the last decision, by sentence
        # whether a sentence stays accepted when it is edited; the survey sets it: those with errors are mended
        self.keeps_acceptance: Callable[[int], bool] = lambda _: False
        self.edit_count = 0  # number of edits recorded, undone and redone
        self.generation = 0  # incremented when a document is shown; answers to earlier generations are dropped
        self.opened_path: Path | None = None  # path as requested: a project's folder or a file
        self.annotator = ""
        self.unsaved_sentences: set[int] = set()  # indexes of sentences that differ from their file
        self._locks: dict[int, tuple[tuple[str, ...], Constraints]] = {}  # with the word forms that they refer to
        self._history: Project | History[Edit] = History()
        self._last_edit_time = time.monotonic()
        self._text_converter = TextConverter(work)
        self._write_jobs: list[Job[Any]] = []  # jobs that write files of the project
        self._recording_job: Job[Edit | None] | None = None  # of an edit of many sentences
        self._opening_job: Job[LoadedDocument] | None = None  # the newest opening job; earlier ones are ignored
        self._opening_path: Path | None = None  # path that it opens; None for a document of the project

    @property
    def read_only_reason(self) -> str:
        """Reason why nothing can be changed; "" if editing is allowed."""
        return "" if self.project is None else self.project.read_only

    @property
    def documents(self) -> tuple[str, ...]:
        """Names of the documents of the project."""
        return () if self.project is None else self.project.documents

    @property
    def source_files(self) -> tuple[Path, ...]:
        """Files whose sentences an export from the project may contain."""
        return () if self.project is None else self.project.source_files

    @property
    def sentence(self) -> Sentence | None:
        """The selected sentence."""
        index = self.selection.sentence
        try:
            return self.treebank[index] if index >= 0 else None
        except IndexError:
            return None

    def get_locks(self, index: int) -> Constraints:
        """Return the locked and forbidden parts of a sentence."""
        forms, locks = self._locks.get(index, ((), UNCONSTRAINED))
        return locks if locks and forms == self.treebank[index].forms else UNCONSTRAINED

    def open(self, path: Path, document: str | None = None) -> Job[LoadedDocument]:
        """Open a project folder, or a treebank with a project of its own; show it once it is loaded."""
        if self._opening_job is not None and not self._opening_job.has_ended and path == self._opening_path:
            return self._opening_job
        if is_project_open_for_editing(self.project, self.opened_path, path):
            job = self._load_document(document if document in self.documents else self.document)
            job.finished.connect(lambda _: self.changes.dispatch(Changes(ChangeKind.PROJECT)))
            return job
        if (name := find_document_of_path(self.project, self._store, path)) is not None:
            return self._load_document(name)
        store, annotator = self._store, self.annotator
        description = self.tr("Opening {0}").format(path.name)
        job = self._work.run_in_thread(
            lambda report: open_project_at(path, store, annotator, document, report), description
        )
        self._replace_opening_job(job, path)

        def on_loaded(loaded: LoadedDocument) -> None:
            if job is self._opening_job:
                self._show_project(path, loaded)
            else:
                loaded.project.close()

        job.finished.connect(on_loaded)
        return job

    def open_document(self, name: str, on_shown: Callable[[], object] = lambda: None) -> Job[LoadedDocument] | None:
        """Show another document of the project; call `on_shown` when it is shown."""
        return None if self.project is None else self._load_document(name, on_shown)

    def reload_document(
        self, name: str | None = None, announce_loaded: Callable[[LoadedDocument], object] = lambda _: None
    ) -> None:
        """Reload the open document, or another one over the same sentences, and keep the selection. `announce_loaded`
        is called with the loaded document; decisions made here are preserved."""
        index, word = self.selection.sentence, self.selection.word
        self._load_document(name or self.document, lambda: self._select_word(index, word), announce_loaded)

    def guard_by_document(self, callback: Callable[[T], object]) -> Callable[[T], None]:
        """Return a function that calls `callback` only while the document that is shown now is not replaced."""
        generation = self.generation
        return make_guarded_callback(lambda: generation == self.generation, callback)

    def guard_by_project(self, callback: Callable[[T], object]) -> Callable[[T], None]:
        """Return a function that calls `callback` only while the project that is open now stays open."""
        project = self.project
        return make_guarded_callback(lambda: project is self.project, callback)

    def announce_documents(self) -> None:
        """Tell all parts that documents of the project were added or removed."""
        self.changes.dispatch(Changes(ChangeKind.DOCUMENTS))

    def show_unsaved_treebank(self, treebank: Treebank) -> None:
        """Show sentences that have no file; they can be edited, but are kept only if they are saved to a file."""
        with self.changes.collect():
            self._close_project()
            self._show_document(UNSAVED_DOCUMENT, treebank)
            self.changes.dispatch(Changes(ChangeKind.PROJECT))

    def show_merged_document(self, treebank: Treebank) -> None:
        """Show the document with its conflicts resolved, and keep the selection."""
        index, word = self.selection.sentence, self.selection.word
        with self.changes.collect():
            self._show_document(self.document, treebank)
            self._select_word(index, word)

    def show_saved_document(self, treebank: Treebank) -> None:
        """Show the document as it was saved: without marks on the sentences that are in the file now."""
        self.treebank = treebank
        self.unsaved_sentences = {index for index in treebank.edits if self._differs_from_file(index)}
        self._send_document_to_engine()
        self._announce_history()

    def delay_close_until(self, job: Job[Any]) -> None:
        """Keep the project open until a job that writes its files has ended."""
        self._write_jobs = [*(running for running in self._write_jobs if not running.has_ended), job]

    def close(self) -> None:
        """Close the project and drop pending answers."""
        self._replace_opening_job(None)
        self.generation += 1
        self._close_project()

    def select(
        self,
        sentence: int | None = None,
        word: int | None = None,
        node: TreeNodePath | None = _KEEP_NODE,
        anchor: int | None = None,
    ) -> None:
        """Select a sentence, word, node or range; another sentence or word clears what was selected in the previous
        one."""
        selection = previous = self.selection
        if sentence is not None and sentence != selection.sentence:
            selection = Selection(sentence)
        if word is not None:
            selection = Selection(selection.sentence, word, None, 0)
        if anchor is not None:
            selection = Selection(selection.sentence, selection.word, None, anchor)
        if node != _KEEP_NODE:
            selection = Selection(
                selection.sentence, selection.word if word is not None or node is None else 0, node, 0
            )
        if selection == previous:
            return
        if selection.sentence != previous.sentence:
            self._last_edit_time = time.monotonic()
        self.selection = selection
        self.changes.dispatch(Changes(ChangeKind.SELECTION, previous_selection=previous))

    @property
    def undo_text(self) -> str | None:
        """Description of the edit that `undo` would undo; None if there is none."""
        return self._history.undo_text

    @property
    def redo_text(self) -> str | None:
        """Description of the edit that `redo` would redo; None if there is none."""
        return self._history.redo_text

    @property
    def milliseconds_since_last_edit(self) -> int:
        """Milliseconds since the sentence was selected or last edited."""
        return round(1000 * (time.monotonic() - self._last_edit_time))

    def set_annotator(self, annotator: str) -> None:
        """Set the name of the annotator, which is recorded with each edit."""
        self.annotator = annotator
        if self.project is not None and not self.read_only_reason:
            self.project.set_annotator(annotator)

    def edit(
        self,
        undo_text: str,
        change: Callable[[Sentence], Sentence],
        *,
        index: int | None = None,
        rank: int | None = None,
        provenance: str = HUMAN,
    ) -> Outcome:
        """Apply `change` to a sentence, by default the selected one: written to the journal first, then shown."""
        sentence_index = self.selection.sentence if index is None else index
        if not 0 <= sentence_index < len(self.treebank):
            return Unchanged()
        previous = self.treebank[sentence_index]
        try:
            changed = change(previous)
        except EditError as error:
            return self._notices.report_refusal(str(error))
        if changed == previous:
            return Unchanged()
        return self.apply_edit(
            Edit(
                undo_text,
                (Change(self.document, sentence_index, previous, changed),),
                provenance,
                self.milliseconds_since_last_edit,
                rank,
            )
        )

    def apply_edit(self, edit: Edit) -> Outcome:
        """Apply an edit: written to the journal first, then shown; an edit that cannot be recorded is not shown."""
        if self.read_only_reason:
            return self._notices.report_refusal(self.read_only_reason)
        if self._is_recording:
            return self._notices.report_refusal(self.tr("A step over many sentences is still being recorded."))
        try:
            edit = self._derive_table_readings(self._rebase_on_annotation_document(self._keep_acceptance(edit)))
            self._history.record(edit)
        except SpectralError as error:
            return self._notices.report_error(str(error), _RECORD_ACTION)
        self.edit_count += 1
        self._last_edit_time = time.monotonic()
        self._update_from_edit(edit, is_undo=False)
        self._notices.resolve_errors(_RECORD_ACTION)
        return Done()

    def apply_large_edit(self, edit: Edit, on_applied: Callable[[], object]) -> None:
        """Apply an edit of any number of sentences of the document, and call `on_applied` when it is shown. One of many
        is written to the journal in a thread, and the document is then loaded again."""
        project = self.project
        if project is None or self.read_only_reason or len(edit.changes) <= _MAX_SHOWN_CHANGES:
            if self.apply_edit(edit):
                on_applied()
            return
        derived = self._derive_table_readings

        def record(_report: Report) -> Edit:
            recorded = derived(edit)
            project.record(recorded)
            return recorded

        self._record_in_background(record, edit.step, lambda _: self.reload_document(None, lambda _: on_applied()))

    def _record_in_background(
        self, record: Callable[[Report], Edit | None], description: str, on_recorded: Callable[[Edit], object]
    ) -> None:
        """Record, undo or redo an edit of many sentences in a thread, and call `on_recorded` with it."""
        job = self._recording_job = self._work.run_in_thread(record, description)
        self.delay_close_until(job)

        def on_finished(edit: Edit | None) -> None:
            self.edit_count += 1
            if edit is not None:
                on_recorded(edit)

        job.finished.connect(self.guard_by_project(on_finished))
        job.failed.connect(lambda _: self._announce_history())  # a step that cannot be undone is dropped

    @property
    def _is_recording(self) -> bool:
        """Whether an edit of many sentences is being recorded or undone: the journal is busy with it."""
        return self._recording_job is not None and not self._recording_job.has_ended

    def _keep_acceptance(self, edit: Edit) -> Edit:
        """Return the edit; if it mends sentences that were accepted with errors, as one that leaves them accepted."""
        is_mending = edit.provenance == HUMAN and all(
            change.document == self.document and self.keeps_acceptance(change.index) for change in edit.changes
        )
        return replace(edit, provenance=CONFIRMED) if is_mending and edit.changes else edit

    def _derive_table_readings(self, edit: Edit) -> Edit:
        """Return the edit with the readings of a token table derived from its cells."""
        treebank, name = self.treebank, self.document
        changes = tuple(
            replace(change, after=treebank.with_file_readings(change.after)) if change.document == name else change
            for change in edit.changes
        )
        return edit if changes == edit.changes else replace(edit, changes=changes)

    def _rebase_on_annotation_document(self, edit: Edit) -> Edit:
        """Return the edit; if it was made in a plain text, create and show a document of the same words that can hold
        annotation, and return the edit rebased on that."""
        project, text, selection, locks = self.project, self.document, self.selection, self._locks
        edited_documents = {change.document for change in edit.changes}
        if project is None or self.treebank.format != TEXT or text not in edited_documents:
            return edit
        name = project.add_converted_document(
            text, self._text_converter.get_conversion(self.treebank), target_format(edit)
        )
        treebank = project.open_document(name).treebank
        if lock_edit := rebase_locks(locks, name, treebank, self.tr("Import the locks of the text")):
            project.record(lock_edit)
        self._work.update_document(text, None)
        with self.changes.collect():
            self._show_document(name, treebank)
            self.announce_documents()
            self.select(selection.sentence, selection.word or None, selection.node)
        self._notices.notify(self.tr("Your edits are now recorded in {0}").format(project.path_of(name).name))
        return rebase_edit(edit, text, name, treebank)

    def undo(self) -> Outcome:
        """Undo the last edit and show it, in whichever document it was made."""
        return self._undo_or_redo(is_undo=True)

    def redo(self) -> Outcome:
        """Redo the edit undone last."""
        return self._undo_or_redo(is_undo=False)

    def undo_without_selecting(self) -> Outcome:
        """Undo the newest edit without changing the selection."""
        try:
            edit = self._history.undo()
        except SpectralError as error:
            return self._notices.report_error(str(error))
        self.edit_count += 1
        if edit is not None:
            self._update_from_edit(edit, is_undo=True)
        return Done()

    def _undo_or_redo(self, is_undo: bool) -> Outcome:
        """Undo or redo an edit, and show the sentence or the document in which it was made."""
        if self.read_only_reason:
            return self._notices.report_refusal(self.read_only_reason)
        if self._is_recording:
            return self._notices.report_refusal(self.tr("A step over many sentences is still being recorded."))
        try:
            unread_document = None if self.project is None else self.project.find_document_to_open_for_undo(is_undo)
            if unread_document is not None:  # reading it here would block the window
                self._load_document(unread_document, self.undo if is_undo else self.redo)
                return Unchanged()
            if self.project is not None and self.project.count_sentences_to_undo(is_undo) > _MAX_SHOWN_CHANGES:
                self._undo_in_background(self.project, is_undo)
                return Unchanged()
            edit = self._history.undo() if is_undo else self._history.redo()
        except SpectralError as error:
            refused = self._notices.report_error(str(error))
            self._announce_history()  # a step that cannot be undone is dropped
            return refused
        if edit is None:
            return Unchanged()
        self.edit_count += 1
        index, document = find_edit_target(edit, self.selection.sentence, self.document)
        if document != self.document:  # edit of another document: show it, the journal replays the edit
            self._show_replayed_edit(edit, is_undo)
            return Done()
        with self.changes.collect():
            self.select(index)
            self._update_from_edit(edit, is_undo)
        if len(edit.changes) > 1:
            message = self.tr("Undone in {0} sentences: {1}") if is_undo else self.tr("Redone in {0} sentences: {1}")
            self._notices.notify(message.format(len(edit.changes), edit.step))
        return Done()

    def _undo_in_background(self, project: Project, is_undo: bool) -> None:
        """Undo or redo an edit of many sentences in a thread, and load its document again."""
        description = (self.undo_text if is_undo else self.redo_text) or ""
        self._record_in_background(
            lambda _: project.undo() if is_undo else project.redo(),
            description,
            lambda edit: self._show_replayed_edit(edit, is_undo),
        )

    def _show_replayed_edit(self, edit: Edit, is_undo: bool) -> None:
        """Load the document of an edit that was undone or redone, with the journal replayed, and show its sentence."""
        index, document = find_edit_target(edit, self.selection.sentence, self.document)
        kinds = ChangeKind.HISTORY | ChangeKind.DECISIONS | ChangeKind.EFFORT
        self.changes.dispatch(Changes(kinds, edit=edit, is_undo=is_undo))
        self._load_document(document, lambda: self._select_word(index, 0))

    def _update_from_edit(self, edit: Edit, is_undo: bool) -> None:
        """Update locks, sentences and provenance for a journaled edit, and dispatch the changes."""
        kinds = ChangeKind.HISTORY
        if edit.locks:
            kinds |= ChangeKind.LOCKS
        if edit.efforts:
            kinds |= ChangeKind.EFFORT
        for lock in edit.locks:
            self._locks[lock.index] = (lock.forms, lock.before if is_undo else lock.after)
        replacements = [(change.index, change.before if is_undo else change.after) for change in edit.changes]
        for change in edit.changes:
            kinds |= find_changed_kinds(change.before, change.after) | ChangeKind.DECISIONS
        for index, sentence in replacements:
            self.treebank = self.treebank.with_sentence(index, sentence)
            (self.unsaved_sentences.add if self._differs_from_file(index) else self.unsaved_sentences.discard)(index)
            self.provenances.pop(index, None)
            if not is_undo:
                self.provenances[index] = edit.provenance
            elif self.project is not None:  # the previous decision is valid again
                self.provenances.update(self.project.read_provenance(self.document, index))
        if replacements:
            self._work.update_document(self.document, dict(replacements))
        sentences = frozenset(index for index, _ in replacements)
        self.changes.dispatch(Changes(kinds, sentences, edit=edit, is_undo=is_undo))

    def _announce_history(self) -> None:
        self.changes.dispatch(Changes(ChangeKind.HISTORY))

    def _differs_from_file(self, index: int) -> bool:
        edited_sentence = self.treebank.edits.get(index)
        return edited_sentence is not None and edited_sentence != self.treebank.sentences[index]

    def _replace_opening_job(self, job: Job[LoadedDocument] | None, path: Path | None = None) -> None:
        if self._opening_job is not None:
            self._opening_job.cancel()
        self._opening_job, self._opening_path = job, path

    def _load_document(
        self,
        name: str,
        on_shown: Callable[[], object] = lambda: None,
        announce_loaded: Callable[[LoadedDocument], object] | None = None,
    ) -> Job[LoadedDocument]:
        """Read a document of the project in a thread, and show it unless another was requested since."""
        project, edit_count = self.project, self.edit_count
        assert project is not None
        description = self.tr("Opening {0}").format(Path(name).name)
        job = self._work.run_in_thread(lambda report: open_document(project, name, report), description)
        self._replace_opening_job(job)

        def on_loaded(loaded: LoadedDocument) -> None:
            if job is self._opening_job:
                self._show_loaded_document(loaded, edit_count, announce_loaded or self._announce_recovered_edits)
                on_shown()

        job.finished.connect(on_loaded)
        return job

    def _show_project(self, path: Path, loaded: LoadedDocument) -> None:
        with self.changes.collect():
            self._close_project()
            self.project = self._history = loaded.project
            self.opened_path = path
            self._show_loaded_document(loaded, self.edit_count, self._announce_recovered_edits)
            self.changes.dispatch(Changes(ChangeKind.PROJECT))
        if loaded.project.notice or loaded.project.read_only:
            self._notices.report_error(loaded.project.notice or loaded.project.read_only)

    def _show_loaded_document(
        self, loaded: LoadedDocument, edit_count: int, announce_loaded: Callable[[LoadedDocument], object]
    ) -> None:
        """Show a document that was read when `edit_count` edits had been recorded."""
        current = loaded if edit_count == self.edit_count else loaded.with_later_decisions()
        self._show_document(loaded.name, loaded.project.current_treebank(loaded.name), current)
        announce_loaded(loaded)

    def _announce_recovered_edits(self, loaded: LoadedDocument) -> None:
        if loaded.opened.recovered:
            message = self.tr("Restored from the journal, not yet saved: {0}")
            self._notices.notify(message.format(loaded.opened.recovered))

    def _show_document(self, name: str, treebank: Treebank, loaded: LoadedDocument | None = None) -> None:
        """Show a document: replace the state of the previous one, send it to the engine and emit the change."""
        self.generation += 1
        self.document, self.treebank, self.selection = name, treebank, Selection()
        self.unsaved_sentences = {index for index in treebank.edits if self._differs_from_file(index)}
        if loaded is None and self.project is not None:
            self.provenances, self._locks = self.project.read_provenance(name), dict(self.project.read_locks(name))
        else:
            self.provenances, self._locks = (
                (dict(loaded.provenances), dict(loaded.locks)) if loaded is not None else ({}, {})
            )
        self._send_document_to_engine()
        if self.project is not None:
            self._text_converter.start_conversion(treebank)
        with self.changes.collect():
            self.changes.dispatch(Changes(ChangeKind.DOCUMENT | ChangeKind.HISTORY))
            self.select(0 if len(treebank) else -1)
            self.changes.dispatch(Changes(ChangeKind.OPENED, loaded=loaded))

    def show_split_text(self, treebank: Treebank) -> None:
        """Show the open plain text with the sentences and words that a model split it into."""
        selected = self.selection
        with self.changes.collect():
            self._show_document(self.document, treebank)
            self.select(min(selected.sentence, len(treebank) - 1))

    def _send_document_to_engine(self) -> None:
        """Send the state of the open document to the engine."""
        self._work.update_document(self.document, make_document_state(self.treebank))

    def _select_word(self, sentence: int, word: int) -> None:
        self.select(min(sentence, len(self.treebank) - 1))
        if self.sentence is not None and word <= len(self.sentence):
            self.select(word=word)

    def _close_project(self) -> None:
        """Close the project once the jobs that write its files have ended."""
        self._replace_opening_job(None)
        for name in (*self.documents, UNSAVED_DOCUMENT):
            self._work.update_document(name, None)
        project, write_jobs = self.project, self._write_jobs
        self.project, self._history, self.opened_path, self._write_jobs = None, History(), None, []

        def close_when_written() -> None:
            if project is not None and all(job.has_ended for job in write_jobs):
                project.close()

        for job in write_jobs:
            job.when_ended(close_when_written)
        close_when_written()
        self.project_closed.emit()


def is_project_open_for_editing(project: Project | None, opened_as: Path | None, path: Path) -> bool:
    """Return whether the project of a path is already open here for editing; opening it again would be read-only."""
    if project is None or project.read_only or opened_as is None:
        return False
    location = (path.parent if path.name == "project.json" else path).resolve()
    return location in {project.folder.resolve(), opened_as.resolve()}


def make_guarded_callback(is_valid: Callable[[], bool], callback: Callable[[T], object]) -> Callable[[T], None]:
    """Return a function that calls `callback` only while `is_valid` holds."""

    def call_if_valid(answer: T) -> None:
        if is_valid():
            callback(answer)

    return call_if_valid
