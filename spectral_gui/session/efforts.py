"""What deciding about the words of the open project has cost, kept up with every act."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from spectral_core.project import Act
from spectral_gui.session.effort import Effort
from spectral_gui.session.reading_files import Ready
from spectral_gui.session.session import Session


class Efforts(QObject):
    """Counts what acts have cost, and no longer where they are taken back."""

    changed = Signal()

    def __init__(self, session: Session):
        super().__init__()
        self.effort = Effort()
        session.acted.connect(self._follow_act)
        session.opened.connect(self._follow_opened)
        session.project_left.connect(self._forget)

    def _follow_act(self, act: Act, back: bool) -> None:
        for (document, index, word), taken in act.taken:
            if back:
                self.effort.take_back(document, index, word)
            else:
                self.effort.add(document, index, word, taken)
        if act.taken:
            self.changed.emit()

    def _follow_opened(self, ready: Ready | None) -> None:
        if ready is not None:
            self.effort = Effort.of(ready.taken)
            self.changed.emit()

    def _forget(self) -> None:
        self.effort = Effort()
        self.changed.emit()
