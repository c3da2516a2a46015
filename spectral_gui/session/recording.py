"""What was done, in its order: acts are in the journal, or where there is none in memory, before they are shown."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

from spectral_core.errors import SpectralError
from spectral_core.project import Act, History, Project
from spectral_gui.session.exploring import Exploring


class Recording(Exploring):
    """Keeps acts; what they change is shown by those who ask for it."""

    history_changed = Signal()  # what undo would undo, and what is saved
    noted = Signal(str)  # something to know, for the status line
    refused = Signal(str)  # why something was not done, for the status line

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._history: Project | History[Act] = History()
        self._acts = 0  # recorded, undone and done again

    @property
    def acts(self) -> int:
        """How many were recorded, undone and done again: another number after each."""
        return self._acts

    @property
    def undo_step(self) -> str | None:
        return self._history.undo_step

    @property
    def redo_step(self) -> str | None:
        return self._history.redo_step

    def _record(self, act: Act) -> bool:
        """Whether an act is kept; where it is not, it was said why, and nothing may be shown of it."""
        if self.read_only:
            self.refused.emit(self.read_only)
            return False
        try:
            self._history.record(act)
        except SpectralError as error:
            self.failed.emit(str(error))
            return False
        self._acts += 1
        self._since = time.monotonic()
        return True

    def _take_back(self) -> Act | None:
        """The newest act, which is now undone; None where that cannot be, and it was said why."""
        try:
            act = self._history.undo()
        except SpectralError as error:
            self.failed.emit(str(error))
            return None
        self._acts += 1
        return act
