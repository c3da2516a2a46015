"""Which sentences the queue lists: the filters to choose from, what passes each, and why there may be nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from spectral_core.project.history import CONFIRMED
from spectral_gui.session import Searching, Session, Surveying
from spectral_gui.views.queue.choices import chooser

ALL, PROBLEMS, ACCEPTED, OPEN, EDITED, FOUND = "all", "problems", "accepted", "open", "edited", "found"


class Filters(QObject):
    """A box to choose the filter from."""

    changed = Signal()  # another filter was chosen

    def __init__(self, session: Session, surveying: Surveying, searching: Searching, parent: QObject):
        super().__init__(parent)
        self._session, self._surveying, self._searching = session, surveying, searching
        self._titles = {
            ALL: self.tr("All sentences"),
            PROBLEMS: self.tr("⚠ With problems"),
            OPEN: self.tr("Open: not accepted"),
            ACCEPTED: self.tr("✓ Accepted"),
            EDITED: self.tr("✎ Changed, not saved"),
            FOUND: self.tr("Found by query"),
        }
        self.box = chooser(self._titles, self.tr("Which sentences are listed"))
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())

    @property
    def name(self) -> str:
        """The filter chosen."""
        return str(self.box.currentData())

    def choose(self, name: str) -> None:
        """Chooses a filter."""
        self.box.setCurrentIndex(self.box.findData(name))

    def passing(self) -> Sequence[int]:
        """The sentences that pass the filter chosen, as they stand in the document."""
        session, name = self._session, self.name
        size = len(session.treebank)
        if name == PROBLEMS:
            return sorted(self._surveying.flagged)
        if name == ACCEPTED:
            return sorted(at for at, where in session.decided.items() if where == CONFIRMED)
        if name == OPEN:
            return [at for at in range(size) if session.decided.get(at) != CONFIRMED]
        if name == EDITED:
            return sorted(session.edited)
        if name == FOUND:
            return [] if self._searching.query is None else list(self._searching.query.sentences)
        return range(size)

    def why_nothing(self, words_typed: bool) -> str:
        """Why no sentence is listed."""
        session, name = self._session, self.name
        if not len(session.treebank):
            return self.tr("No sentences: open a treebank or a project.")
        if name == PROBLEMS and not self._surveying.surveyed:
            return self.tr("The sentences are being checked; those with problems will be listed here.")
        if name == FOUND and self._searching.query is None:
            return self.tr("Nothing was looked for yet. What Find finds is listed here.")
        if words_typed:
            return self.tr("No sentence has these words and passes the filter “{0}”.").format(self._titles[name])
        return self.tr("No sentence passes the filter “{0}”.").format(self._titles[name])
