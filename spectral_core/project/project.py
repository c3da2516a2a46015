"""A project: documents under their decisions, each on the disk before it is shown; undo over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from spectral_core.data import Constraints, Treebank
from spectral_core.files import ChangedMeanwhileError, folder_rights, remove_leftovers
from spectral_core.progress import Progress, Report, silent
from spectral_core.project import documents, runs
from spectral_core.project.bases import Base
from spectral_core.project.complaints import ChangedOutsideError, ProjectError, disk_complaint, text_complaint
from spectral_core.project.decisions import RefusedError, lock_turn_of, lock_turned, turned
from spectral_core.project.documents import Document, Opened, Running
from spectral_core.project.efforts import Effort
from spectral_core.project.folder import MODELS
from spectral_core.project.held_folder import HeldFolder
from spectral_core.project.history import OUTSIDE, Act, Change, Taken, Word
from spectral_core.project.journal import ACT, MERGE, REDO, REFUSED, UNDO, Journal, Turn
from spectral_core.project.opening import UndoEntry
from spectral_core.project.runs import Run
from spectral_core.project.saving import after_saving, composed, digest_in, put, unsaved
from spectral_core.project.settling import settled
from spectral_core.project.steps import Step
from spectral_core.project.steps import steps as found_steps

_LONGEST_NAME = 200  # bytes of a model's file


class Project(HeldFolder):
    """An open project; made by `create`, `open` and `around`. Its methods may be called from several threads."""

    # documents: each is read when it is asked for, and marked in the journal before anything is decided about it

    def open_document(self, document: str, report: Report = silent) -> Opened:
        """The document under all decisions; what was changed outside since is merged, or named as a conflict."""
        path = self.path_of(document)
        report(Progress(f"opening {path.name}", 0, None))
        if not self.read_only:
            file = path.resolve()
            remove_leftovers(file.parent, {file.name})
            self._protect()
        while True:
            seen = self._state(document)
            found = documents.opened(document, path, self._journal, self._load, report)
            with self._lock:
                if self._state(document) != seen:
                    continue  # it was decided on or saved meanwhile
                self._opened[document] = found
                if not found.conflicts and not self.read_only:
                    self._mark(found, best_effort=True)
                return Opened(found.shown(), found.conflicts, len(found.pending))

    def shown(self, document: str) -> Treebank:
        """The document under all decisions made by now; it was opened before."""
        with self._lock:
            return self._document(document).shown()

    def settle(self, document: str, choices: Mapping[int, str]) -> Treebank:
        """The document after its conflicts: "both", "mine" or "theirs" for the place of each in `Opened.conflicts`.
        "both" is the default: the changes of both sides stand where they touch different cells, otherwise theirs
        stands, and mine is what undo brings back. A sentence that was taken out outside is kept at the end of the
        document, but for "theirs"."""
        journal = self._to_write()
        with self._lock:
            found = self._document(document)
            if not found.conflicts:
                return found.shown()
            new, turns = settled(found, choices)
            count = len(turns)
            step = f"Merge {count} sentence{'' if count == 1 else 's'} changed outside"
            id = journal.record(step, turns, MERGE, provenance=OUTSIDE, held=(new.base,))
            new.base, new.marked = replace(new.base, act=id), True
            self._opened[document] = new
            if any(turn.before != turn.after for turn in turns):
                self._history.record(UndoEntry(id, step))
            return new.shown()

    def changed_outside(self, document: str) -> bool:
        """Whether the text file is another than when it was last opened or saved here; ask before saving over it."""
        path = self.path_of(document)
        with self._lock:
            found, base = self._opened.get(document), self._base(document)
            if base is None:
                return False
            stamp = documents.stamp_of(path)
            if found is not None and stamp == found.stamp:
                return False
            known = {base.digest}
            if found is None and self._journal is not None:
                known = {one.digest for one in self._journal.held(document)}
        same = digest_in(path) in known
        if same and found is not None:
            found.stamp = stamp
        return not same

    def save(self, document: str, treebank: Treebank) -> Treebank:
        """The document after `treebank` was written to its file; decisions made since are kept.

        What the file will hold is in the journal before it is replaced, so that a crash at any moment leaves no doubt.
        A file that another program has written is not written over: a ChangedOutsideError says so. The treebank given
        back says of unchanged sentences how they stand in the new file: go on with that one.
        """
        path, journal = self.path_of(document), self._to_write()
        with self._saving:
            self._refuse_changed(document)
            new = composed(treebank, path)
            with self._lock:
                found = self._settled_document(document)
                read = found.stamp, found.base.digest
                journal.announce(after_saving(found, new, journal.last).base)
            self._refuse_changed(document)
            try:
                stamp = put(new, path, *read)
            except ChangedMeanwhileError:  # while it was being written
                raise _changed(document) from None
            with self._lock:
                found = self._document(document)
                if found.conflicts or len(found.chunks) != len(new.chunks):  # read again meanwhile
                    return found.shown()
                after = after_saving(found, new, journal.last, stamp)
                self._opened[document] = after
                self._mark(after, best_effort=True)  # the journal knows already what the file may hold
                return after.shown()

    def _refuse_changed(self, document: str) -> None:
        if self.changed_outside(document):
            raise _changed(document)

    def unsettled(self, document: str) -> int:
        """How many sentences of a document were changed on both sides, and wait for `settle`."""
        with self._lock:
            found = self._opened.get(document)
            return 0 if found is None else len(found.conflicts)

    def unsaved(self, document: str) -> int:
        """The number of sentences whose text file does not hold their present state."""
        with self._lock:
            if (found := self._opened.get(document)) is not None:
                return found.unsaved
            return 0 if self._journal is None else unsaved(self._journal, document, self.path_of(document))

    def _state(self, document: str) -> tuple[int, int]:
        """What is another one after every act, and after the document was saved."""
        journal = self._journal
        return (0, 0) if journal is None else (journal.last, journal.newest_base(document))

    def _to_write(self) -> Journal:
        """The journal; where nothing may be written, a ProjectError says why."""
        if self.read_only or self._journal is None:
            raise ProjectError(self.read_only)
        return self._journal

    def _document(self, name: str) -> Document:
        """A document that is open, or is opened now; one with conflicts must be settled before it is changed."""
        if (found := self._opened.get(name)) is None:
            self.open_document(name)
            found = self._opened[name]
        return found

    def _settled_document(self, name: str) -> Document:
        """The document, opened, known to the journal and without conflicts."""
        found = self._document(name)
        if found.conflicts:
            count = len(found.conflicts)
            them = f"{count} sentence{'' if count == 1 else 's'}"
            what = f"{name} was changed outside, and {them} with it that you changed"
            raise ProjectError(f"{what}. Decide first what stands there")
        self._mark(found)
        return found

    def _mark(self, found: Document, best_effort: bool = False) -> None:
        if found.marked or self._journal is None:
            return
        try:
            self._journal.mark(found.base)
            found.marked = True
        except ProjectError:
            if not best_effort:  # to look at a document, no room on the disk is needed
                raise

    def _base(self, document: str) -> Base | None:
        if (found := self._opened.get(document)) is not None:
            return found.base
        return None if self._journal is None else self._journal.base(document)

    def record(self, act: Act) -> None:
        """Keeps an act: it is on the disk when this returns, or a ProjectError says why nothing was kept."""
        journal = self._to_write()
        with self._lock:
            running: Running = {}
            changed = [(self._settled_document(one.document), one) for one in act.changes]
            turns = [found.turn(one.index, one.before, one.after, running) for found, one in changed]
            locked = [lock_turn_of(self._settled_document(one.document), journal, one) for one in act.locks]
            spent = [
                (document, self._settled_document(document).number(index), word, taken)
                for (document, index, word), taken in act.taken
            ]
            facts = (act.provenance, act.milliseconds, act.rank)
            id = journal.record(act.step, turns, ACT, None, *facts, locked=locked, spent=spent)
            self._take_over(running)
            self._history.record(UndoEntry(id, act.step))

    def done(self) -> tuple[int, ...]:
        """The numbers of the steps that are done and not undone, oldest first."""
        return tuple(entry.id for entry in self._history.done)

    @property
    def undo_step(self) -> str | None:
        """What undo would take back; None where there is nothing."""
        return self._history.undo_step

    @property
    def redo_step(self) -> str | None:
        """What redo would do again; None where there is nothing."""
        return self._history.redo_step

    def unread(self, undo: bool) -> str | None:
        """A document that `undo`, or `redo`, would first have to read from its file; None where there is none."""
        with self._lock:
            entry = self._history.next_undo if undo else self._history.next_redo
            names = [name for name in self.documents if name not in self._opened]
            if entry is None or self._journal is None or not names:
                return None
            touched = {turn.document for turn in self._journal.turns(entry.id)}
            touched |= {turn.document for turn in self._journal.lock_turns(entry.id)}
            return next((name for name in names if name in touched), None)

    def undo(self) -> Act | None:
        """The act that is now taken back: each change's `before` holds again. None where there is nothing to undo. A
        sentence that was changed outside since gets back only the cells of the act. Where that cannot be, or the
        sentence is no longer there, a ProjectError says so, and the next call takes the act before."""
        return self._turned(UNDO)

    def redo(self) -> Act | None:
        """The act that is done again: each change's `after` holds again. None where there is nothing to redo."""
        return self._turned(REDO)

    def _turned(self, kind: str) -> Act | None:
        with self._lock:
            entry = self._history.next_undo if kind == UNDO else self._history.next_redo
            if entry is None:
                return None
            found = self._again(entry, kind)
            self._history.undo() if kind == UNDO else self._history.redo()
            return found

    def _again(self, entry: UndoEntry, kind: str) -> Act:
        """The act as it is now taken back or done again, after the journal has it."""
        journal = self._to_write()
        row, old = journal.row(entry.id), journal.turns(entry.id)
        running: Running = {}
        turns: list[Turn] = []
        changes: list[Change] = []
        try:
            touched = [*(turn.document for turn in old), *(turn.document for turn in journal.lock_turns(entry.id))]
            if gone := [name for name in touched if name not in self.documents]:
                raise RefusedError(f"{gone[0]} was taken out of the project")
            for turn in reversed(old) if kind == UNDO else old:
                found = self._settled_document(turn.document)
                place, present, new = turned(found, turn, kind, running)
                turns.append(found.turn(place, present, new, running))
                pair = (new, present) if kind == UNDO else (present, new)
                changes.append(Change(turn.document, place, *pair))
            turned_locks = [(self._settled_document(turn.document), turn) for turn in journal.lock_turns(entry.id)]
            locks = [lock_turned(found, journal, turn, kind) for found, turn in turned_locks]
            locked = [lock_turn_of(self._document(one.document), journal, one) for one in locks]
        except RefusedError as why:
            journal.record(entry.step, (), REFUSED, entry.id)
            if kind == UNDO:
                self._history.give_up_undo()
                what = f"{entry.step!r} cannot be undone: {why}. The step before it still can"
            else:
                self._history.give_up_redo()
                what = f"{entry.step!r} cannot be done again: {why}. Do it by hand"
            raise ProjectError(what) from None
        efforts = journal.efforts_of(entry.id)  # whatever cannot be read is told before anything is recorded
        journal.record(row.step, turns, kind, entry.id, row.provenance, locked=locked)
        self._take_over(running)
        if kind == UNDO:  # an act says what it does, also where it is taken back
            locks = [replace(one, before=one.after, after=one.before) for one in locks]
        taken = self._placed(efforts)
        return Act(row.step, tuple(changes), row.provenance, row.milliseconds, row.rank, tuple(locks), taken)

    def _take_over(self, running: Running) -> None:
        for (document, index), sentence in running.items():
            self._opened[document].put(index, sentence)

    def taken(self) -> tuple[tuple[Word, Taken], ...]:
        """What each decision cost about a word that was offered readings, of all that are done and not undone, oldest
        first. A sentence that is no longer there has a place of its own below 0."""
        if self._journal is None:
            return ()
        with self._lock:
            return self._placed(self._journal.efforts(set(self.done())))

    def _placed(self, efforts: Sequence[Effort]) -> tuple[tuple[Word, Taken], ...]:
        """What decisions cost, with the places where their sentences stand now."""
        bases = {name: self._base(name) for name in {document for document, *_ in efforts}}
        places = {name: None if base is None else base.places() for name, base in bases.items()}
        found = []
        for document, number, word, taken in efforts:
            known = places[document]
            found.append(((document, number if known is None else known.get(number, -1 - number), word), taken))
        return tuple(found)

    def decided(self, document: str, index: int | None = None) -> dict[int, str]:
        """Where the decision that now holds came from, by sentence: of all that have one, or of one alone."""
        if self._journal is None:
            return {}
        with self._lock:
            base = self._base(document)
            if index is not None:
                number = index if base is None else base.number(index)
                known = {} if number is None else self._journal.decided(document, number)
                return {} if number not in known else {index: known[number]}
            found = self._journal.decided(document)
            return found if base is None else base.placed(found)

    def locks(self, document: str) -> dict[int, tuple[tuple[str, ...], Constraints]]:
        """What is locked by hand in the sentences of a document, with the words that it is about: where a sentence has
        others now, it holds no longer."""
        if self._journal is None:
            return {}
        with self._lock:
            base, found = self._base(document), self._journal.locks(document)
            return found if base is None else base.placed(found)

    def steps(self, limit: int | None = 200, document: str | None = None, index: int | None = None) -> tuple[Step, ...]:
        """What was done, newest first; to one document, or one of its sentences, where that is asked."""
        if self._journal is None:
            return ()
        with self._lock:
            number = None
            if document is not None and index is not None:
                base = self._base(document)
                number = index if base is None else base.number(index)
                if number is None:
                    return ()
            return found_steps(self._journal, self._base, limit, document, number)

    def runs(self) -> tuple[Run, ...]:
        """What was learnt, oldest first."""
        bodies = () if self._journal is None else self._journal.runs()
        return tuple(runs.unpacked(body, self.documents) for body in bodies)

    def add_run(self, run: Run) -> None:
        """Keeps a run; its name must be new."""
        journal = self._to_write()
        try:
            body = runs.packed(run)
        except UnicodeEncodeError as error:
            raise text_complaint(f"The run {run.name!r} was not recorded", error) from None
        journal.add_run(run.name, body)

    def model_file(self, name: str) -> Path:
        """Where the model with this name of a file is; a name that would lead elsewhere leads to none."""
        plain = Path(name).name == name and name not in ("", ".", "..") and not set("\\\0") & set(name)
        return self.folder / MODELS / (name if plain else "_")

    def model_path(self, run: str) -> Path:
        """Where the model of a run belongs; its folder is there when this returns, unless the project is read-only."""
        safe = "".join(sign if sign.isalnum() or sign in "-." else "_" for sign in run).strip(".") or "model"
        if safe != run.replace(" ", "_") or "_" in run or len(safe.encode()) > _LONGEST_NAME:  # others might be alike
            safe = f"{safe[: _LONGEST_NAME // 4]}-{sha256(run.encode(errors='surrogatepass')).hexdigest()[:12]}"
        place = self.folder / MODELS
        if not self.read_only:
            try:
                place.mkdir(folder_rights(self.rights), exist_ok=True)
            except OSError as error:
                raise disk_complaint(f"{place} was not made", error) from None
        return place / f"{safe}.npz"


def _changed(document: str) -> ChangedOutsideError:
    what = f"{document} was changed by another program since it was read"
    return ChangedOutsideError(f"{what}. Open it again, so that both changes are put together; then save it")
