"""What is locked in sentences by hand, and taken back where it cannot hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from spectral_core.data import EMPTY, FREE, Constraints, Sentence
from spectral_core.project import Act
from spectral_gui.jobs import Standing
from spectral_gui.session.calibrating import Calibrating
from spectral_gui.session.pending import Pending, Tried

Locked = tuple[tuple[str, ...], Constraints]  # what is locked in a sentence, with the words that it is about
NO_LOCKS: Mapping[int, Locked] = {}


class Locking(Calibrating):
    """Holds the locks of the document shown; those that the engine has not honoured yet may be taken back."""

    proposals_changed = Signal(int)  # of a sentence: there is one, another, or none any more

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._locks: dict[int, Locked] = {}  # by sentence of the document shown
        self._pending = Pending()

    def locks(self, index: int) -> Constraints:
        """What was locked and forbidden in a sentence by hand."""
        forms, locks = self._locks.get(index, ((), FREE))
        return locks if locks and forms == self.treebank[index].forms else FREE

    def _constraints(self, index: int, sentence: Sentence) -> Constraints:
        """What is locked by hand, and what the user has attached and named in a sentence that lacks heads."""
        locks, own = self.locks(index), self._own_constraints(sentence)
        arcs, labels = own.required_arcs, own.required_labels
        return replace(locks, required_arcs=locks.required_arcs | arcs, required_labels=locks.required_labels | labels)

    @staticmethod
    def _own_constraints(sentence: Sentence) -> Constraints:
        if sentence.has_heads:
            return FREE
        size = len(sentence)
        own = {(head, word) for word, head in enumerate(sentence.heads, 1) if head is not None and 0 <= head <= size}
        labels = {(word, label) for word, label in enumerate(sentence.deprels, 1) if label != EMPTY}
        return Constraints(required_arcs=frozenset(own), required_labels=frozenset(labels))

    def _take_locks(self, locks: Mapping[int, Locked]) -> None:
        """Another document is shown, with what is locked in it."""
        self._locks = dict(locks)

    def _take_back_locks(self, index: int, tried: Sequence[Tried], found: Standing) -> bool:
        """Whether the locks that cannot hold are taken back: undone, where the only one is the newest act, or else as
        an act of its own."""
        now, change = self.locks(index), tried[-1].change
        if not found.refused or found.locks == now:
            return False
        if found.refused == (len(tried) - 1,) and tried[-1].acts == self._acts:
            taken_back = self._take_back() is not None
        else:
            steps = ", ".join(tried[place].step for place in found.refused)
            step = self.tr("Take back what cannot hold: {0}").format(steps)
            opposite = replace(change, before=now, after=found.locks)
            taken_back = self._record(Act(step, (), locks=(opposite,)))
        if not taken_back:
            return False
        self._pending.forget(index)
        self._locks[index] = (change.forms, found.locks)
        said = self.tr("Taken back: {0}").format(found.why)
        if index != self.selection.sentence:
            said = self.tr("Sentence {0}: {1}").format(index + 1, said)
        self.refused.emit(said)
        self.history_changed.emit()
        self.proposals_changed.emit(index)
        return True
