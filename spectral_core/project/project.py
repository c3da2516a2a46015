"""A project: documents under their decisions, each on the disk before it is shown; undo over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from spectral_core.data import Constraints
from spectral_core.project import runs
from spectral_core.project.acts import ACT, REDO, REFUSED, UNDO, Turn
from spectral_core.project.complaints import ProjectError, disk_complaint
from spectral_core.project.decisions import RefusedError, Running, lock_turn_of, lock_turned, turn_of, turned
from spectral_core.project.efforts import Effort
from spectral_core.project.folder import MODELS
from spectral_core.project.history import Act, Change, Taken, Word
from spectral_core.project.open_documents import OpenDocuments
from spectral_core.project.opening import Entry
from spectral_core.project.runs import Run
from spectral_core.project.steps import Step
from spectral_core.project.steps import steps as found_steps


class Project(OpenDocuments):
    """An open project; made by `create`, `open` and `around`. Its methods may be called from several threads."""

    # decisions

    def record(self, act: Act) -> None:
        """Keeps an act: it is on the disk when this returns, or a ProjectError says why nothing was kept."""
        self._check_writable()
        with self._lock:
            running: Running = {}
            turns = [
                turn_of(self._settled_document(one.document), one.index, one.before, one.after, running)
                for one in act.changes
            ]
            assert self._journal is not None
            locked = [lock_turn_of(self._settled_document(one.document), self._journal, one) for one in act.locks]
            facts = (act.provenance, act.milliseconds, act.rank)
            spent = [
                (document, self._settled_document(document).number(index), word, taken)
                for (document, index, word), taken in act.taken
            ]
            id = self._journal.record(act.step, turns, ACT, None, *facts, locked=locked, spent=spent)
            self._take_over(running)
            self._history.record(Entry(id, act.step))

    def done(self) -> tuple[int, ...]:
        """The numbers of the steps that are done and not undone, oldest first."""
        return tuple(entry.id for entry in self._history.done)

    @property
    def undo_step(self) -> str | None:
        return self._history.undo_step

    @property
    def redo_step(self) -> str | None:
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
        """The act that is now taken back: each change's `before` holds again. None where there is nothing to undo.

        A sentence that was changed outside since gets back only the cells of the act. Where that cannot be, or the
        sentence is no longer there, a ProjectError says so, and the next call takes the act before.
        """
        with self._lock:
            entry = self._history.next_undo
            if entry is None:
                return None
            found = self._again(entry, UNDO)
            self._history.undo()
            return found

    def redo(self) -> Act | None:
        """The act that is done again: each change's `after` holds again. None where there is nothing to redo."""
        with self._lock:
            entry = self._history.next_redo
            if entry is None:
                return None
            found = self._again(entry, REDO)
            self._history.redo()
            return found

    def _again(self, entry: Entry, kind: str) -> Act:
        """The act as it is now taken back or done again, after the journal has it."""
        self._check_writable()
        assert self._journal is not None
        row, old = self._journal.row(entry.id), self._journal.turns(entry.id)
        running: Running = {}
        turns: list[Turn] = []
        changes: list[Change] = []
        try:
            for turn in reversed(old) if kind == UNDO else old:
                found = self._settled_document(turn.document)
                place, present, new = turned(found, turn, kind, running)
                turns.append(turn_of(found, place, present, new, running))
                pair = (new, present) if kind == UNDO else (present, new)
                changes.append(Change(turn.document, place, *pair))
            locks = [
                lock_turned(self._settled_document(turn.document), self._journal, turn, kind)
                for turn in self._journal.lock_turns(entry.id)
            ]
            locked = [lock_turn_of(self._document(one.document), self._journal, one) for one in locks]
        except RefusedError as why:
            self._journal.record(entry.step, (), REFUSED, entry.id)
            if kind == UNDO:
                self._history.give_up_undo()
                what = f"{entry.step!r} cannot be undone: {why}. The step before it still can"
            else:
                self._history.give_up_redo()
                what = f"{entry.step!r} cannot be done again: {why}. Do it by hand"
            raise ProjectError(what) from None
        efforts = self._journal.efforts_of(entry.id)  # whatever cannot be read is told before anything is recorded
        self._journal.record(row.step, turns, kind, entry.id, row.provenance, locked=locked)
        self._take_over(running)
        if kind == UNDO:  # an act says what it does, also where it is taken back
            locks = [replace(one, before=one.after, after=one.before) for one in locks]
        taken = self._placed(efforts)
        return Act(row.step, tuple(changes), row.provenance, row.milliseconds, row.rank, tuple(locks), taken)

    def _take_over(self, running: Running) -> None:
        for (document, index), sentence in running.items():
            self._opened[document].put(index, sentence)

    # history and runs

    def taken(self) -> tuple[tuple[Word, Taken], ...]:
        """What each decision cost about a word that was offered readings, of all that are done and not undone, oldest
        first. A sentence that is no longer there has a place of its own below 0."""
        if self._journal is None:
            return ()
        with self._lock:
            return self._placed(self._journal.efforts(set(self.done())))

    def _placed(self, efforts: Sequence[Effort]) -> tuple[tuple[Word, Taken], ...]:
        """What decisions cost, with the places where their sentences stand now."""
        places: dict[str, dict[int, int] | None] = {}
        for name in {document for document, *_ in efforts}:
            base = self._base(name)
            numbers = None if base is None else base.numbers
            places[name] = None if numbers is None else {number: at for at, number in enumerate(numbers)}
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
            if base is None or base.numbers is None:
                return found
            return {at: found[number] for at, number in enumerate(base.numbers) if number in found}

    def locks(self, document: str) -> dict[int, tuple[tuple[str, ...], Constraints]]:
        """What is locked by hand in the sentences of a document, with the words that it is about: where a sentence has
        others now, it holds no longer."""
        if self._journal is None:
            return {}
        with self._lock:
            base = self._base(document)
            found = self._journal.locks(document)
            if base is None or base.numbers is None:
                return found
            return {at: found[number] for at, number in enumerate(base.numbers) if number in found}

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
        return () if self._journal is None else tuple(map(runs.unpacked, self._journal.runs()))

    def add_run(self, run: Run) -> None:
        """Keeps a run; its name must be new."""
        self._check_writable()
        assert self._journal is not None
        self._journal.add_run(run.name, runs.packed(run))

    def model_path(self, run: str) -> Path:
        """Where the model of a run belongs; its folder is there when this returns, unless the project is read-only."""
        safe = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in run).strip(".") or "model"
        place = self.folder / MODELS
        if not self.read_only:
            try:
                place.mkdir(exist_ok=True)
            except OSError as error:
                raise disk_complaint(f"{place} was not made", error) from None
        return place / f"{safe}.npz"
