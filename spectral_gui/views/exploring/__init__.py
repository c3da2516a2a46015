"""Explore: automata of the models that have them, and every model from outside."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QTabWidget, QWidget

from spectral_gui import widgets
from spectral_gui.canvas import Canvas
from spectral_gui.session import Exploring, Notices, Runs, Session
from spectral_gui.views.exploring.automata import AutomataView
from spectral_gui.views.exploring.models import ModelsView

__all__ = ["ExploringView"]


class ExploringView(QWidget):
    """Two pages: the inside of models that can be asked for it, and singular values, settings and measures of all."""

    def __init__(
        self, session: Session, notices: Notices, runs: Runs, exploring: Exploring, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self._session, self._runs, self._exploring = session, runs, exploring
        self.automata = AutomataView(session, notices, runs, exploring)
        self.models = ModelsView(session, notices, runs)
        self._pages = QTabWidget()
        self._pages.setDocumentMode(True)
        self._pages.addTab(self.automata, self.tr("Automata"))
        self._pages.addTab(self.models, self.tr("Models"))
        widgets.column(self._pages, on=self, margins=0)
        self._stays = False  # at the page that the user chose
        self._pages.tabBarClicked.connect(self._choose)
        runs.changed.connect(self._show_fitting)
        session.project_changed.connect(self._show_fitting)
        self._show_fitting()

    @property
    def canvas(self) -> Canvas:
        """What is zoomed: the automaton that was used last."""
        return self.automata.panel.canvas

    # What the table of actions calls

    def save_figure(self) -> None:
        """Asks for a file and writes the singular values of the model."""
        self._pages.setCurrentWidget(self.models)
        self.models.save_figure()

    def save_automaton(self) -> None:
        """Asks for a file and writes the automaton that was used last."""
        self._show_automata()
        self.automata.panel.save_automaton()

    def next_merge(self) -> None:
        self.automata.panel.move_step(1)

    def previous_merge(self) -> None:
        self.automata.panel.move_step(-1)

    def compare_automata(self) -> None:
        """Shows a second automaton beside the first, or takes it away."""
        self._show_automata()
        self.automata.set_compared(not self.compared)

    @property
    def compared(self) -> bool:
        return self.automata.compared

    def export(self, path: Path) -> None:
        """Writes the singular values of the model to a file, whose ending says how."""
        self.models.export(path)

    # Which page

    def _choose(self, _page: int) -> None:
        self._stays = True

    def _show_automata(self) -> None:
        if self._pages.isTabEnabled(0):
            self._pages.setCurrentWidget(self.automata)

    def _show_fitting(self) -> None:
        """Automata where there are any; the user's choice stands while it can."""
        explained = bool(self._exploring.explained())
        self._pages.setTabEnabled(0, explained)
        self._pages.setTabToolTip(0, "" if explained else self.tr("Learn head-automata in a project first"))
        if not explained:
            self._pages.setCurrentWidget(self.models)
        elif not self._stays:
            self._pages.setCurrentWidget(self.automata)
