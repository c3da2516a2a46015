"""Project: documents with their edits, each on disk before it is displayed, and undo over all of them."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from spectral_core.data import Constraints, Treebank
from spectral_core.deprecated import old_members
from spectral_core.files import ChangedMeanwhileError, remove_stale_files, to_folder_permissions
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.project import document_files, runs
from spectral_core.project.document import Document, OpenedDocument, WorkingCopy, read_file_stamp
from spectral_core.project.document_files import (
    compose_document,
    count_unsaved,
    digest_file,
    make_saved_document,
    replace_file,
)
from spectral_core.project.errors import ChangedOutsideError, ProjectError, make_disk_error, make_encoding_error
from spectral_core.project.history import OUTSIDE, Change, Edit, WordEffort, WordPosition
from spectral_core.project.journal import EDIT, MERGE, REDO, REFUSED, UNDO, EditOrigin, Journal, JournalEntry
from spectral_core.project.journal_tables import EffortRow, MergeBase
from spectral_core.project.project_file import MODELS_FOLDER
from spectral_core.project.project_folder import ProjectFolder
from spectral_core.project.reconciliation import resolve_conflicts
from spectral_core.project.runs import Run
from spectral_core.project.undo import (
    Step,
    UndoEntry,
    UndoRefusedError,
    list_history,
    make_lock_entry,
    replay_entry,
    replay_lock_entry,
)

_logger = logging.getLogger(__name__)
_MAX_NAME_BYTES = 200  # bytes of a model's file name


@old_members(
    shown="current_treebank",
    settle="resolve_conflicts",
    changed_outside="is_changed_outside",
    unsettled="count_conflicts",
    unsaved="count_unsaved",
    done="list_done_edit_ids",
    unread="find_document_to_open_for_undo",
    taken="collect_efforts",
    decided="read_provenance",
    locks="read_locks",
    steps="list_history",
    runs="list_runs",
    model_path="prepare_model_path",
    undo_step="undo_text",
    redo_step="redo_text",
)
class Project(ProjectFolder):
    """An open project from `create`, `open` or `open_for_file`. Its methods may be called from several threads."""

    # documents: each is read on demand, and recorded in the journal before its first edit

    def open_document(self, document: str, report: Report = ignore_progress) -> OpenedDocument:
        """Open a document with all edits; changes made outside since are merged, or listed as conflicts.

        Args:
            document: Its name in the project.
            report: Called with the progress; it may raise to cancel.

        Raises:
            ProjectError: if there is no such document, or the journal is damaged.
            FormatError: if its file cannot be read.
        """
        path, started = self.path_of(document), time.perf_counter()
        report(Progress(f"opening {path.name}", 0, None))
        if not self.read_only:
            file = path.resolve()
            remove_stale_files(file.parent, {file.name})
            self._restrict_permissions()
        while True:
            version = self._read_document_version(document)
            opened = document_files.open_document(document, path, self._journal, self._load, report)
            with self._lock:
                if self._read_document_version(document) != version:
                    continue  # it was edited or saved meanwhile
                self._open_documents[document] = opened
                self._text_modes[document] = _read_mode_and_group(opened)
                if not opened.conflicts and not self.read_only:
                    self._record_merge_base(opened, best_effort=True)
                _log_opened(opened, time.perf_counter() - started)
                return OpenedDocument(opened.current_treebank(), opened.conflicts, len(opened.unsaved_sentences))

    def current_treebank(self, document: str) -> Treebank:
        """Return an open document with all current edits."""
        with self._lock:
            return self._get_or_open_document(document).current_treebank()

    def resolve_conflicts(self, document: str, choices: Mapping[int, str]) -> Treebank:
        """Resolve the conflicts of a document and return it.

        Args:
            document: Its name in the project.
            choices: "both", "mine" or "theirs" by position in `OpenedDocument.conflicts`. "both" is the default: both
                changes are kept where they touch different cells; otherwise the external one wins, and undo restores
                the local one. A sentence that was removed outside is kept at the end of the document, except for
                "theirs".

        Raises:
            ProjectError: if the project cannot be written.
        """
        journal = self._require_writable_journal()
        with self._lock:
            opened = self._get_or_open_document(document)
            if not opened.conflicts:
                return opened.current_treebank()
            new, entries = resolve_conflicts(opened, choices)
            count = len(entries)
            step = f"Merge {count} sentence{'' if count == 1 else 's'} changed outside"
            id = journal.record(step, entries, MERGE, origin=EditOrigin(OUTSIDE), bases=(new.base,))
            new.base, new.is_recorded = replace(new.base, edit_id=id), True
            self._open_documents[document] = new
            if any(entry.before != entry.after for entry in entries):
                self._history.record(UndoEntry(id, step))
            _logger.info("merged %s: %d sentences, %d conflicts resolved", document, count, len(opened.conflicts))
            return new.current_treebank()

    def is_changed_outside(self, document: str) -> bool:
        """Return whether the text file changed since it was opened or saved here; check before saving over it."""
        path = self.path_of(document)
        with self._lock:
            opened, base = self._open_documents.get(document), self._get_merge_base(document)
            if base is None:
                return False
            stamp = read_file_stamp(path)
            if opened is not None and stamp == opened.stamp:
                return False
            known_digests = {base.digest}
            if opened is None and self._journal is not None:
                known_digests = {candidate.digest for candidate in self._journal.read_possible_merge_bases(document)}
        is_known = digest_file(path) in known_digests
        if is_known and opened is not None:
            opened.stamp = stamp
        return not is_known

    def save(self, document: str, treebank: Treebank) -> Treebank:
        """Write `treebank` to the file of a document and return the document; edits made since are kept.

        The new content is recorded in the journal before the file is replaced, so that after a crash the next opening
        knows which content the file has. The returned treebank has the lines and bytes of unchanged sentences in the
        new file: continue with that one.

        Args:
            document: Its name in the project.
            treebank: Its sentences, as `open_document` or `current_treebank` returned them, with edits.

        Raises:
            ChangedOutsideError: if another program has written the file, which then stays as it is.
            ProjectError: if the project or the file cannot be written.
        """
        path, journal, started = self.path_of(document), self._require_writable_journal(), time.perf_counter()
        with self._save_lock:
            self._check_not_changed_outside(document)
            new = compose_document(treebank, path)
            with self._lock:
                opened = self._prepare_editable_document(document)
                stamp_and_digest = opened.stamp, opened.base.digest
                journal.announce_save(make_saved_document(opened, new, journal.last_edit_id).base)
            self._check_not_changed_outside(document)
            try:
                stamp = replace_file(new, path, *stamp_and_digest)
            except ChangedMeanwhileError:  # during the write
                raise _make_changed_error(document) from None
            _logger.info("saved %s: %d sentences, %.2f s", path, len(treebank), time.perf_counter() - started)
            with self._lock:
                opened = self._get_or_open_document(document)
                if opened.conflicts or len(opened.file_sentences) != len(new.file_sentences):  # read again meanwhile
                    return opened.current_treebank()
                saved = make_saved_document(opened, new, journal.last_edit_id, stamp)
                self._open_documents[document] = saved
                self._record_merge_base(
                    saved, best_effort=True
                )  # the journal already has the possible content of the file
                return saved.current_treebank()

    def _check_not_changed_outside(self, document: str) -> None:
        """Raise ChangedOutsideError if another program has changed the file of a document."""
        if self.is_changed_outside(document):
            raise _make_changed_error(document)

    def count_conflicts(self, document: str) -> int:
        """Count the sentences of a document that are in conflict and wait for `resolve_conflicts`."""
        with self._lock:
            opened = self._open_documents.get(document)
            return 0 if opened is None else len(opened.conflicts)

    def count_unsaved(self, document: str) -> int:
        """Count the sentences with edits that the text file does not hold."""
        with self._lock:
            if (opened := self._open_documents.get(document)) is not None:
                return opened.unsaved_count
            return 0 if self._journal is None else count_unsaved(self._journal, document, self.path_of(document))

    def _read_document_version(self, document: str) -> tuple[int, int]:
        """Return a value that changes with every edit and every save of the document."""
        journal = self._journal
        return (0, 0) if journal is None else (journal.last_edit_id, journal.read_newest_merge_base_id(document))

    def _require_writable_journal(self) -> Journal:
        """Return the journal for writing; ProjectError if the project is read-only. File permissions are restricted
        first if those of a text changed."""
        if self.read_only or self._journal is None:
            raise ProjectError(self.read_only)
        self._restrict_permissions_if_changed()  # before anything is written
        return self._journal

    def _restrict_permissions_if_changed(self) -> None:
        """Restrict the project's files if the permissions of an open text changed since they were last restricted."""
        with self._lock:
            modes = {name: _read_mode_and_group(opened) for name, opened in self._open_documents.items()}
            if modes != self._text_modes:
                self._restrict_permissions()
                self._text_modes = modes

    def _get_or_open_document(self, name: str) -> Document:
        """Return a document, opened if necessary; it may have conflicts."""
        if (opened := self._open_documents.get(name)) is None:
            self.open_document(name)
            opened = self._open_documents[name]
        return opened

    def _prepare_editable_document(self, name: str) -> Document:
        """Return a document ready for an edit: open it if necessary and record its base; ProjectError for conflicts."""
        opened = self._get_or_open_document(name)
        if opened.conflicts:
            count = len(opened.conflicts)
            sentences = f"{count} sentence{'' if count == 1 else 's'}"
            problem = f"{name} was changed outside, and {sentences} with it that you changed"
            raise ProjectError(f"{problem}. Resolve the conflict first")
        self._record_merge_base(opened)
        return opened

    def _record_merge_base(self, opened: Document, best_effort: bool = False) -> None:
        """Record the merge base of a document in the journal unless it is recorded; `best_effort` ignores failures."""
        if opened.is_recorded or self._journal is None:
            return
        try:
            self._journal.record_merge_base(opened.base)
            opened.is_recorded = True
        except ProjectError:
            if not best_effort:  # displaying a document must not need free disk space
                raise

    def _get_merge_base(self, document: str) -> MergeBase | None:
        """Return the merge base of a document, open or not; None if it was never recorded."""
        if (opened := self._open_documents.get(document)) is not None:
            return opened.base
        return None if self._journal is None else self._journal.read_merge_base(document)

    def record(self, edit: Edit) -> None:
        """Record an edit; it is on disk when this returns.

        Raises:
            ProjectError: if it was not recorded, because the project is read-only, a sentence is not as the edit
                expects it, or the disk fails.
        """
        journal = self._require_writable_journal()
        with self._lock:
            working_copy: WorkingCopy = {}
            documents_and_changes = [
                (self._prepare_editable_document(change.document), change) for change in edit.changes
            ]
            entries = [
                opened.make_entry(change.index, change.before, change.after, working_copy)
                for opened, change in documents_and_changes
            ]
            lock_entries = [
                make_lock_entry(self._prepare_editable_document(change.document), journal, change)
                for change in edit.locks
            ]
            effort_rows = [
                (document, self._prepare_editable_document(document).permanent_id_of(index), word, effort)
                for (document, index, word), effort in edit.efforts
            ]
            origin = EditOrigin(edit.provenance, edit.milliseconds, edit.rank)
            id = journal.record(
                edit.step, entries, EDIT, origin=origin, lock_entries=lock_entries, effort_rows=effort_rows
            )
            self._apply_changes(working_copy)
            self._history.record(UndoEntry(id, edit.step))

    def list_done_edit_ids(self) -> tuple[int, ...]:
        """Return the ids of the edits that are not undone, oldest first."""
        return tuple(entry.id for entry in self._history.done_edits)

    @property
    def undo_text(self) -> str | None:
        """The name of the edit that `undo` would undo, for the menu; None if there is none."""
        return self._history.undo_text

    @property
    def redo_text(self) -> str | None:
        """The name of the edit that `redo` would redo, for the menu; None if there is none."""
        return self._history.redo_text

    def find_document_to_open_for_undo(self, undo: bool) -> str | None:
        """Return the name of a closed document that undo, or redo if `undo` is false, would have to open; None if there
        is none."""
        with self._lock:
            undo_entry = self._history.next_undo if undo else self._history.next_redo
            names = [name for name in self.documents if name not in self._open_documents]
            if undo_entry is None or self._journal is None or not names:
                return None
            touched = set(self._journal.list_documents(undo_entry.id))
            touched |= {entry.document for entry in self._journal.read_lock_entries(undo_entry.id)}
            return next((name for name in names if name in touched), None)

    def count_sentences_to_undo(self, undo: bool) -> int:
        """Return the number of sentences that undo, or redo if `undo` is false, would change."""
        with self._lock:
            entry = self._history.next_undo if undo else self._history.next_redo
            return 0 if entry is None or self._journal is None else self._journal.count_entries(entry.id)

    def undo(self) -> Edit | None:
        """Undo the newest edit and return it: each change's `before` holds again; None where there is nothing to undo.

        In a sentence that was changed outside since, only the cells of the edit are reverted.

        Raises:
            ProjectError: if that is impossible, or the sentence is gone; the next call undoes the edit before.
        """
        return self._undo_or_redo(UNDO)

    def redo(self) -> Edit | None:
        """Redo the edit undone last and return it: each change's `after` holds again; None where there is none.

        Raises:
            ProjectError: if that is impossible.
        """
        return self._undo_or_redo(REDO)

    def _undo_or_redo(self, kind: str) -> Edit | None:
        """Undo or redo an edit, as `kind` says, and return it; None where there is nothing to undo or redo."""
        with self._lock:
            entry = self._history.next_undo if kind == UNDO else self._history.next_redo
            if entry is None:
                return None
            edit = self._replay_and_record_edit(entry, kind)
            self._history.undo() if kind == UNDO else self._history.redo()
            return edit

    def _replay_and_record_edit(self, entry: UndoEntry, kind: str) -> Edit:
        """Undo or redo an edit, record that in the journal, and return the edit."""
        journal = self._require_writable_journal()
        row, old_entries = journal.read_edit(entry.id), journal.read_entries(entry.id)
        working_copy: WorkingCopy = {}
        entries: list[JournalEntry] = []
        changes: list[Change] = []
        try:
            touched = [
                *(journal_entry.document for journal_entry in old_entries),
                *(journal_entry.document for journal_entry in journal.read_lock_entries(entry.id)),
            ]
            if missing := [name for name in touched if name not in self.documents]:
                raise UndoRefusedError(f"{missing[0]} was taken out of the project")
            for journal_entry in reversed(old_entries) if kind == UNDO else old_entries:
                opened = self._prepare_editable_document(journal_entry.document)
                index, present, new = replay_entry(opened, journal_entry, kind, working_copy)
                entries.append(opened.make_entry(index, present, new, working_copy))
                before_and_after = (new, present) if kind == UNDO else (present, new)
                changes.append(Change(journal_entry.document, index, *before_and_after))
            documents_and_lock_entries = [
                (self._prepare_editable_document(journal_entry.document), journal_entry)
                for journal_entry in journal.read_lock_entries(entry.id)
            ]
            lock_changes = [
                replay_lock_entry(opened, journal, journal_entry, kind)
                for opened, journal_entry in documents_and_lock_entries
            ]
            lock_entries = [
                make_lock_entry(self._get_or_open_document(lock_change.document), journal, lock_change)
                for lock_change in lock_changes
            ]
        except UndoRefusedError as reason:
            journal.record(entry.step, (), REFUSED, entry.id)
            if kind == UNDO:
                self._history.discard_undo()
                problem = f"{entry.step!r} cannot be undone: {reason}. The step before it still can"
            else:
                self._history.discard_redo()
                problem = f"{entry.step!r} cannot be done again: {reason}. Do it by hand"
            raise ProjectError(problem) from None
        efforts = journal.read_efforts_of_edit(entry.id)  # reading errors are raised before anything is recorded
        journal.record(row.step, entries, kind, entry.id, EditOrigin(row.provenance), lock_entries=lock_entries)
        self._apply_changes(working_copy)
        if kind == UNDO:  # an edit keeps its description when it is undone
            lock_changes = [
                replace(lock_change, before=lock_change.after, after=lock_change.before) for lock_change in lock_changes
            ]
        costs = self._locate_efforts(efforts)
        return Edit(row.step, tuple(changes), row.provenance, row.milliseconds, row.rank, tuple(lock_changes), costs)

    def _apply_changes(self, working_copy: WorkingCopy) -> None:
        """Put the sentences of a recorded edit into the open documents."""
        for (document, index), sentence in working_copy.items():
            self._open_documents[document].set_sentence(index, sentence)

    def collect_efforts(self) -> tuple[tuple[WordPosition, WordEffort], ...]:
        """Return the annotation effort for each word chosen from offered readings, of all edits that are not undone,
        oldest first. A sentence that no longer exists has a negative index."""
        if self._journal is None:
            return ()
        with self._lock:
            return self._locate_efforts(self._journal.read_efforts(set(self.list_done_edit_ids())))

    def _locate_efforts(self, efforts: Sequence[EffortRow]) -> tuple[tuple[WordPosition, WordEffort], ...]:
        """Return efforts with the current indices of their sentences."""
        bases = {name: self._get_merge_base(name) for name in {document for document, *_ in efforts}}
        index_by_number = {name: None if base is None else base.index_by_id() for name, base in bases.items()}
        located = []
        for document, number, word, effort in efforts:
            indices = index_by_number[document]
            located.append(((document, number if indices is None else indices.get(number, -1 - number), word), effort))
        return tuple(located)

    def read_provenance(self, document: str, index: int | None = None) -> dict[int, str]:
        """Return the provenance of each edited sentence's newest edit that is not undone, by index; of one sentence
        with `index`."""
        if self._journal is None:
            return {}
        with self._lock:
            base = self._get_merge_base(document)
            if index is not None:
                number = index if base is None else base.permanent_id_of(index)
                provenance = {} if number is None else self._journal.read_provenance(document, number)
                return {} if number not in provenance else {index: provenance[number]}
            by_number = self._journal.read_provenance(document)
            return by_number if base is None else base.rekey_by_index(by_number)

    def read_locks(self, document: str) -> dict[int, tuple[tuple[str, ...], Constraints]]:
        """Return the locks of a document's sentences with the words they apply to; they are void if a sentence has
        other words now."""
        if self._journal is None:
            return {}
        with self._lock:
            base, by_number = self._get_merge_base(document), self._journal.read_locks(document)
            return by_number if base is None else base.rekey_by_index(by_number)

    def list_history(
        self, limit: int | None = 200, document: str | None = None, index: int | None = None
    ) -> tuple[Step, ...]:
        """Return the history of the project, newest first: its edits, undos, redos and merges.

        Args:
            limit: The maximum number of entries; None for all.
            document: Only entries that changed this document.
            index: Only entries that changed this sentence of the document, which must be named.

        Raises:
            ProjectError: for an index without a document; each document has a sentence of that number.
        """
        if index is not None and document is None:
            raise ProjectError(f"sentence {index + 1} is in every document; name the document of the history")
        if self._journal is None:
            return ()
        with self._lock:
            number = None
            if document is not None and index is not None:
                base = self._get_merge_base(document)
                number = index if base is None else base.permanent_id_of(index)
                if number is None:
                    return ()
            return list_history(self._journal, self._get_merge_base, limit, document, number)

    def list_runs(self) -> tuple[Run, ...]:
        """Return the recorded runs, oldest first."""
        bodies = () if self._journal is None else self._journal.read_runs()
        return tuple(runs.unpack_run(body, self.documents) for body in bodies)

    def add_run(self, run: Run) -> None:
        """Record a run; its name must be new."""
        journal = self._require_writable_journal()
        try:
            body = runs.pack_run(run)
        except UnicodeEncodeError as error:
            raise make_encoding_error(f"The run {run.name!r} was not recorded", error) from None
        journal.add_run(run.name, body)

    def model_file(self, name: str) -> Path:
        """Return the path of the model with this file name; `_` in place of a name that leads outside the models
        folder."""
        is_plain = Path(name).name == name and name not in ("", ".", "..") and not set("\\\0") & set(name)
        return self.folder / MODELS_FOLDER / (name if is_plain else "_")

    def prepare_model_path(self, run: str) -> Path:
        """Return the path for a run's model and create its folder, unless the project is read-only."""
        file_stem = (
            "".join(character if character.isalnum() or character in "-." else "_" for character in run).strip(".")
            or "model"
        )
        if (
            file_stem != run.replace(" ", "_") or "_" in run or len(file_stem.encode()) > _MAX_NAME_BYTES
        ):  # avoid collisions
            file_stem = (
                f"{file_stem[: _MAX_NAME_BYTES // 4]}-{sha256(run.encode(errors='surrogatepass')).hexdigest()[:12]}"
            )
        models_folder = self.folder / MODELS_FOLDER
        if not self.read_only:
            try:
                models_folder.mkdir(to_folder_permissions(self.permissions), exist_ok=True)
            except OSError as error:
                raise make_disk_error(f"{models_folder} was not made", error) from None
        return models_folder / f"{file_stem}.npz"


def _log_opened(opened: Document, seconds: float) -> None:
    """Log that a document was opened, with its numbers of sentences, edits and conflicts."""
    counts = len(opened.file_sentences), len(opened.unsaved_sentences), len(opened.conflicts)
    _logger.info(
        "opened %s: %d sentences, %d with decisions that are not saved, %d conflicts, %.2f s",
        opened.path, *counts, seconds,
    )  # fmt: skip


def _make_changed_error(document: str) -> ChangedOutsideError:
    """Make, and log, the error for saving a document that another program has changed."""
    _logger.info("%s was changed by another program and is not written over", document)
    problem = f"{document} was changed by another program since it was read"
    return ChangedOutsideError(f"{problem}. Open it again to merge both changes; then save it")


def _read_mode_and_group(opened: Document) -> tuple[int, int] | None:
    """Return mode and group of a text file, which decide who may read it; None if they cannot be read."""
    try:
        status = opened.path.stat()
    except OSError:
        return None
    return status.st_mode, status.st_gid
