"""A project: documents under their decisions, each on the disk before it is shown; undo over all of them."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from spectral_core.data import Constraints, Treebank
from spectral_core.errors import FormatError
from spectral_core.files import read
from spectral_core.formats import load
from spectral_core.progress import Progress, Report, silent
from spectral_core.project import documents, folder, runs
from spectral_core.project.bases import Base
from spectral_core.project.complaints import ProjectError, disk_complaint
from spectral_core.project.decisions import RefusedError, Running, lock_turn_of, lock_turned, turn_of, turned
from spectral_core.project.documents import Document, Opened
from spectral_core.project.folder import FACTS, LOCK, MODELS, Facts
from spectral_core.project.history import OUTSIDE, Act, Change
from spectral_core.project.holding import Hold, Holder, holder_of, user
from spectral_core.project.journal import ACT, MERGE, REDO, REFUSED, UNDO, Journal, Turn
from spectral_core.project.opening import Entry, access, restored
from spectral_core.project.runs import Run
from spectral_core.project.saving import after_saving, unsaved, written
from spectral_core.project.settling import settled
from spectral_core.project.steps import Step
from spectral_core.project.steps import steps as found_steps


class Project:
    """An open project; made by `create`, `open` and `around`. Its methods may be called from several threads."""

    def __init__(self, path: Path, annotator: str = "", writing: bool = True) -> None:
        self.folder = folder.folder_of(path)
        self._facts: Facts = folder.read_facts(self.folder)
        self.annotator = annotator or self._facts.annotator or user()
        self.notice = ""  # what the user must be told once: a damaged journal was set aside
        self.read_only = ""
        self._lock = threading.RLock()
        self._opened: dict[str, Document] = {}
        self._journal: Journal | None = None
        self._hold: Hold | None = None
        if writing:
            self._hold = Hold(self.folder / LOCK)
            self.read_only = self._hold.reason
        else:
            self.read_only = f"{self.folder} was opened to be read only"
        try:
            found = access(self.folder, self.annotator, self.read_only)
            self._journal, self.read_only, self.notice = found.journal, found.read_only, found.notice
            self._history = restored(self._journal)
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path, documents: Sequence[Path], name: str = "", annotator: str = "") -> Project:
        """A new project in a folder, which may have text files in it already but may not be a project."""
        place = path.resolve()
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_complaint(f"The project {place} was not made", error) from None
        hold = Hold(place / LOCK)
        try:
            if hold.reason:
                raise ProjectError(hold.reason)
            if (place / FACTS).exists():
                raise ProjectError(f"{place} is a project already. Open it, or choose another folder")
            facts = folder.with_documents(place, Facts(name or place.name), documents)
            for document in facts.documents:
                load(place / document)  # refuses what is no treebank before a project is made around it
            folder.write_facts(place, facts)
        finally:
            hold.free()
        return cls(place, annotator)

    @classmethod
    def open(cls, path: Path, annotator: str = "") -> Project:
        """The project in a folder, named by itself or by its `project.json`.

        Where another holds it, or the folder may not be written, `read_only` says so and the project can be read.
        """
        return cls(path, annotator)

    @classmethod
    def look(cls, path: Path) -> Project:
        """The project to be read only: it is not held, and nothing is written, whoever else has it open."""
        return cls(path, writing=False)

    @classmethod
    def around(cls, path: Path, store: Path, annotator: str = "") -> Project:
        """The project of a lone text file, kept under `store`; made when the file is opened for the first time."""
        whole = path.resolve()
        mark = blake2b(str(whole).encode(errors="surrogateescape"), digest_size=6).hexdigest()
        place = store / f"{whole.name.split('.')[0][:60]}-{mark}"
        if not (place / FACTS).exists():
            try:
                return cls.create(place, [whole], name=whole.name, annotator=annotator)
            except ProjectError:
                if not (place / FACTS).exists():  # otherwise another process has just made it
                    raise
        return cls(place, annotator)

    # what it is

    @property
    def name(self) -> str:
        return self._facts.name

    @property
    def documents(self) -> tuple[str, ...]:
        """The names of its text files: relative to its folder, or absolute."""
        return self._facts.documents

    @property
    def labels(self) -> Mapping[str, tuple[str, ...]]:
        """The labels that the user added, by column."""
        return self._facts.labels

    @property
    def journal(self) -> Journal | None:
        """The rows themselves, for checking and exporting; None where they cannot be read."""
        return self._journal

    @property
    def holder(self) -> Holder | None:
        """Who else holds the project."""
        if self._hold is None:
            return holder_of(self.folder / LOCK)
        return self._hold.holder

    def path_of(self, document: str) -> Path:
        """The text file of a document."""
        if document not in self._facts.documents:
            known = ", ".join(self._facts.documents) or "none"
            raise ProjectError(f"there is no document {document!r} in this project. There are: {known}")
        return self.folder / document

    def add_document(self, path: Path) -> str:
        """The name that a further text file has in the project."""
        self._check_writable()
        load(path)
        with self._lock:
            facts = folder.with_documents(self.folder, self._facts, [path])
            self._keep(facts)
        return folder.document_name(self.folder, path)

    def add_label(self, column: str, label: str) -> None:
        """Keeps a label that the user added to those of a column."""
        self._check_writable()
        with self._lock:
            known = self._facts.labels.get(column, ())
            if label not in known:
                self._keep(replace(self._facts, labels={**self._facts.labels, column: (*known, label)}))

    def decide_as(self, annotator: str) -> None:
        """Names who decides from now on; the project's own name for who decides stays as it is."""
        with self._lock:
            self.annotator = annotator or self._facts.annotator or user()
            if self._journal is not None:
                self._journal.annotator = self.annotator

    def set_annotator(self, annotator: str) -> None:
        """Names who decides from now on, here and when the project is opened again."""
        self._check_writable()
        with self._lock:
            self._keep(replace(self._facts, annotator=annotator))
            self.annotator = annotator
            if self._journal is not None:
                self._journal.annotator = annotator

    def _keep(self, facts: Facts) -> None:
        folder.write_facts(self.folder, facts)
        self._facts = facts

    # documents

    def open_document(self, document: str, report: Report = silent) -> Opened:
        """The document under all decisions; what was changed outside since is merged, or named as a conflict."""
        path = self.path_of(document)
        report(Progress(f"opening {path.name}", 0, None))
        while True:
            seen = self._state(document)
            found = documents.opened(document, path, self._journal)
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
        document, but for "theirs".
        """
        self._check_writable()
        with self._lock:
            found = self._document(document)
            if not found.conflicts:
                return found.shown()
            assert self._journal is not None
            new, turns = settled(found, choices)
            count = len(turns)
            step = f"Merge {count} sentence{'' if count == 1 else 's'} changed outside"
            id = self._journal.record(step, turns, MERGE, provenance=OUTSIDE, held=(new.base,))
            new.base, new.marked = replace(new.base, act=id), True
            self._opened[document] = new
            if any(turn.before != turn.after for turn in turns):
                self._history.record(Entry(id, step))
            return new.shown()

    def _state(self, document: str) -> tuple[int, int]:
        """What is another one after every act, and after the document was saved."""
        journal = self._journal
        return (0, 0) if journal is None else (journal.last, journal.newest_base(document))

    def _document(self, name: str) -> Document:
        """A document that is open, or is opened now; one with conflicts must be settled before it is changed."""
        found = self._opened.get(name)
        if found is None:
            self.open_document(name)
            found = self._opened[name]
        return found

    def _mark(self, found: Document, best_effort: bool = False) -> None:
        """Sees to it that the journal knows what the file holds."""
        if found.marked or self._journal is None:
            return
        try:
            self._journal.mark(found.base)
        except ProjectError:
            if not best_effort:  # to look at a document, no room on the disk is needed
                raise
            return
        found.marked = True

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
        try:
            same = documents.whole_digest(read(path)) == base.digest
        except FormatError:
            return True
        if same and found is not None:
            found.stamp = stamp
        return not same

    def saved(self, document: str, treebank: Treebank) -> Treebank:
        """The document as it stands after `formats.save` wrote `treebank` to its file; decisions made since are kept.

        The treebank given back says of unchanged sentences how they stand in the new file: go on with that one.
        """
        path = self.path_of(document)
        self._check_writable()
        new = written(treebank, path)
        with self._lock:
            assert self._journal is not None
            after = after_saving(self._document(document), new, self._journal.last)
            self._mark(after)
            self._opened[document] = after
            return after.shown()

    def unsettled(self, document: str) -> int:
        """How many sentences of a document were changed on both sides, and wait for `settle`."""
        with self._lock:
            found = self._opened.get(document)
            return 0 if found is None else len(found.conflicts)

    def unsaved(self, document: str) -> int:
        """The number of sentences whose text file does not hold their present state."""
        with self._lock:
            found = self._opened.get(document)
            if found is not None:
                return found.unsaved
            return 0 if self._journal is None else unsaved(self._journal, document)

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
            id = self._journal.record(act.step, turns, ACT, None, *facts, locked=locked)
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
        self._journal.record(row.step, turns, kind, entry.id, row.provenance, locked=locked)
        self._take_over(running)
        if kind == UNDO:  # an act says what it does, also where it is taken back
            locks = [replace(one, before=one.after, after=one.before) for one in locks]
        return Act(row.step, tuple(changes), row.provenance, row.milliseconds, row.rank, tuple(locks))

    def _settled_document(self, name: str) -> Document:
        """The document, opened, known to the journal and without conflicts."""
        self.path_of(name)
        found = self._document(name)
        if found.conflicts:
            count = len(found.conflicts)
            what = (
                f"{name} was changed outside, and {count} sentence{'' if count == 1 else 's'} with it that you changed"
            )
            raise ProjectError(f"{what}. Decide first what stands there")
        self._mark(found)
        return found

    def _take_over(self, running: Running) -> None:
        for (document, index), sentence in running.items():
            self._opened[document].put(index, sentence)

    def _check_writable(self) -> None:
        if self.read_only:
            raise ProjectError(self.read_only)

    # history and runs

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

    def _base(self, document: str) -> Base | None:
        found = self._opened.get(document)
        if found is not None:
            return found.base
        return None if self._journal is None else self._journal.base(document)

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

    def close(self) -> None:
        """Lets the project go, so that another may change it."""
        with self._lock:
            if self._journal is not None:
                self._journal.close()
                self._journal = None
            if self._hold is not None:
                self._hold.free()
            self.read_only = self.read_only or "The project was closed"

    def __enter__(self) -> Project:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
