"""Automata of models: one, or two side by side to be compared."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from spectral_gui import widgets
from spectral_gui.session import Exploring, Notices, Runs, Session
from spectral_gui.views.exploring.panel import AutomatonPanel


class AutomataView(QWidget):
    """A panel, and to its right a second one while two are compared."""

    def __init__(
        self, session: Session, notices: Notices, runs: Runs, exploring: Exploring, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self.compared = False
        self.panels = (
            AutomatonPanel(session, notices, runs, exploring, 0),
            AutomatonPanel(session, notices, runs, exploring, 1),
        )
        first, second = self.panels
        self.panel = first  # the one that was used last
        self._beside = QSplitter(Qt.Orientation.Horizontal)
        self._beside.setChildrenCollapsible(False)
        for panel in self.panels:
            self._beside.addWidget(panel)
        second.hide()
        widgets.column(self._beside, on=self, margins=6)
        first.compare_asked.connect(self.set_compared)
        second.compare_asked.connect(self.set_compared)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def set_compared(self, wanted: bool) -> None:
        """Shows two automata, the second at first as the first is set, or one again."""
        if wanted == self.compared:
            return
        self.compared = wanted
        first, second = self.panels
        if wanted:
            second.set_like(first)
        else:
            self.panel = first
        second.setVisible(wanted)
        half = self._beside.width() // 2
        self._beside.setSizes([half, half])
        for panel in self.panels:
            panel.show_compared(wanted)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        for panel in self.panels:
            if now is not None and panel.isVisible() and panel.isAncestorOf(now):
                self.panel = panel
