"""How decisions are made: an act is journaled, then shown, and what it cost is counted; undo takes back all of that."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Sentence
from spectral_core.project import Act, Taken
from spectral_core.project.history import Word
from spectral_gui.session.document import mark
from spectral_gui.session.effort import Effort
from spectral_gui.session.proposing import Proposing


class Deciding(Proposing):
    """Does acts, and keeps up with what those of the open project have cost."""

    sentence_changed = Signal(int)  # what is in it: edited, undone, merged
    effort_changed = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.effort = Effort()

    def _do(self, act: Act) -> bool:
        """Whether an act was journaled, and is shown now."""
        if not self._record(act):
            return False
        self._count_effort(act)
        self._apply([(change.index, change.after) for change in act.changes], act.provenance)
        return True

    def _apply(self, rows: Sequence[tuple[int, Sentence]], provenance: str | None) -> None:
        """Shows sentences as they are now; without `provenance`, what they were before."""
        for at, sentence in rows:
            self.treebank = self.treebank.with_sentence(at, sentence)
            mark(self._dirty, at, self._differs(at))
            self.decided.pop(at, None)
            if provenance is not None:
                self.decided[at] = provenance
            elif self.project is not None:  # taken back: what was decided before holds again
                self.decided.update(self.project.decided(self.document, at))
            self._mend(at)
        self._jobs.tell(self.document, dict(rows))
        for at, _ in rows:
            self._follow_change(at)
            self.sentence_changed.emit(at)
        self.history_changed.emit()

    def _count_effort(self, act: Act, back: bool = False) -> None:
        """Counts what an act cost, or no longer."""
        for (document, index, word), taken in act.taken:
            if back:
                self.effort.take_back(document, index, word)
            else:
                self.effort.add(document, index, word, taken)
        if act.taken:
            self.effort_changed.emit()

    def _show_effort(self, rows: Sequence[tuple[Word, Taken]]) -> None:
        """Counts these decisions and no others."""
        self.effort = Effort.of(rows)
        self.effort_changed.emit()
