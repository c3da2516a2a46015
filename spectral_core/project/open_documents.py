"""The documents of a project that are open: read under their decisions, merged, settled and saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from spectral_core.data import Treebank
from spectral_core.errors import FormatError
from spectral_core.files import read
from spectral_core.progress import Progress, Report, silent
from spectral_core.project import documents
from spectral_core.project.acts import MERGE
from spectral_core.project.complaints import ProjectError
from spectral_core.project.documents import Document, Opened
from spectral_core.project.held_folder import HeldFolder
from spectral_core.project.history import OUTSIDE
from spectral_core.project.opening import Entry
from spectral_core.project.saving import after_saving, unsaved, written
from spectral_core.project.settling import settled


class OpenDocuments(HeldFolder):
    """Each is read when it is asked for, and marked in the journal before anything is decided about it."""

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
