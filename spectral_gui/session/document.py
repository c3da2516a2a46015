"""What a session shows: one document of a project, in it one selection, and what of it no file holds yet."""

from __future__ import annotations

import time
from collections.abc import Set
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Sentence, Treebank
from spectral_core.project import Project
from spectral_gui.session.selection import Path_, Selection
from spectral_gui.session.work import Work

MEMORY = ""  # the name of a document that no file holds
_KEEP: Path_ = (-1,)  # no path of a node: "leave it as it is"


class ShownDocument(Work):
    """The document shown and the selection in it."""

    treebank_changed = Signal()  # another document is shown
    selection_changed = Signal(object, object)  # the new Selection and the one before

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.project: Project | None = None
        self.document = MEMORY
        self.treebank = Treebank.of(())
        self.selection = Selection()
        self._dirty: set[int] = set()  # sentences that differ from their file
        self._generation = 0  # of the document shown: what was asked about another is dropped
        self._since = time.monotonic()

    @property
    def read_only(self) -> str:
        """Why nothing can be changed; "" where it can."""
        return "" if self.project is None else self.project.read_only

    @property
    def documents(self) -> tuple[str, ...]:
        return () if self.project is None else self.project.documents

    @property
    def path(self) -> Path | None:
        """The file of the document shown."""
        return self.treebank.path

    @property
    def unsaved(self) -> int:
        """How many sentences of the document shown differ from its file."""
        return len(self._dirty)

    @property
    def edited(self) -> Set[int]:
        """The sentences of the document shown that differ from its file."""
        return self._dirty

    @property
    def sentence(self) -> Sentence | None:
        """The selected sentence, read anew."""
        at = self.selection.sentence
        return self.treebank[at] if 0 <= at < len(self.treebank) else None

    def select(
        self,
        sentence: int | None = None,
        word: int | None = None,
        node: Path_ | None = _KEEP,
        anchor: int | None = None,
    ) -> None:
        """Selects what is given; another sentence or word clears what was selected in the one before."""
        before = self.selection
        now = before
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

    def _take_treebank(self, name: str, treebank: Treebank) -> None:
        """Makes another document the one shown; nothing in it is selected yet, and nobody is told."""
        self._generation += 1
        self.document, self.treebank = name, treebank
        self._find_dirty()
        self.selection = Selection()

    def _find_dirty(self) -> None:
        self._dirty = {at for at in self.treebank.edits if self._differs(at)}

    def _differs(self, at: int) -> bool:
        edited = self.treebank.edits.get(at)
        return edited is not None and edited != self.treebank.sentences[at]

    def _spent(self) -> int:
        """Milliseconds since the sentence was selected, or since the act before."""
        return round(1000 * (time.monotonic() - self._since))


def mark(marked: set[int], at: int, wanted: bool) -> None:
    """Sees to it that a number is in a set, or that it is not."""
    if wanted:
        marked.add(at)
    else:
        marked.discard(at)
