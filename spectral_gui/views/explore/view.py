"""Workspace Explore: automata, hidden states, word maps, algorithm traces and plots of models."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from spectral_gui import widgets
from spectral_gui.state import ModelExplorer, Notices, Runs, Session
from spectral_gui.views.explore.automata import AutomatonPanel
from spectral_gui.views.explore.models import ModelsView
from spectral_gui.views.explore.states import StatesView
from spectral_gui.views.explore.steps import StepsView
from spectral_gui.views.explore.word_map import WordMapView
from spectral_gui.widgets.canvas import Canvas


class AutomataView(QWidget):
    """One automaton panel, and a second next to it while two automata are compared."""

    def __init__(self, session: Session, notices: Notices, runs: Runs, explorer: ModelExplorer):
        super().__init__()
        self.compared = False
        self._panel_arguments = (session, notices, runs, explorer)
        self.panel = self._first = AutomatonPanel(*self._panel_arguments, 0)  # the panel used last
        self._second: AutomatonPanel | None = None  # made at its first use
        self._splitter = widgets.make_splitter(self._first, stretch_factors=())
        widgets.make_column(self._splitter, on=self, margins=6)
        self._first.compare_toggled.connect(self.set_compared)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    @property
    def panels(self) -> tuple[AutomatonPanel, AutomatonPanel]:
        """The two panels; the second is made at its first use."""
        if self._second is None:
            self._second = AutomatonPanel(*self._panel_arguments, 1)
            self._second.hide()
            self._splitter.addWidget(self._second)
            self._second.compare_toggled.connect(self.set_compared)
        return self._first, self._second

    def set_compared(self, compared: bool) -> None:
        """Show a second panel with the same automaton, or the first alone."""
        if compared == self.compared:
            return
        self.compared = compared
        first, second = self.panels
        if compared:
            second.copy_question(first)
        else:
            self.panel = first
        second.setVisible(compared)
        half = self._splitter.width() // 2
        self._splitter.setSizes([half, half])
        for panel in self.panels:
            panel.set_compared(compared)

    def _on_focus_changed(self, _previous: QWidget | None, focused: QWidget | None) -> None:
        for panel in (self._first, self._second):
            if focused is not None and panel is not None and panel.isVisible() and panel.isAncestorOf(focused):
                self.panel = panel


class ExploreView(QWidget):
    """Pages of the Explore workspace: one model each, and the plots of all models."""

    def __init__(self, session: Session, notices: Notices, runs: Runs, explorer: ModelExplorer):
        super().__init__()
        self._explorer, self._runs = explorer, runs
        self.automata = AutomataView(session, notices, runs, explorer)
        self.states = StatesView(session, notices, explorer)
        self.words = WordMapView(session, notices, explorer)
        self.steps = StepsView(session, notices, explorer)
        self.models = ModelsView(session, notices, runs)
        self._pages = QTabWidget()
        self._pages.setDocumentMode(True)
        self._pages.addTab(self.automata, self.tr("Automata"))
        self._pages.addTab(self.states, self.tr("States"))
        self._pages.addTab(self.words, self.tr("Words"))
        self._pages.addTab(self.steps, self.tr("Steps"))
        self._pages.addTab(self.models, self.tr("Models"))
        widgets.make_column(widgets.make_scroll_area(self._pages), on=self, margins=0)
        self._user_chose_page = False  # then other models do not change the page
        self._pages.tabBarClicked.connect(self._on_tab_clicked)
        widgets.connect_signals(self._select_supported_page, runs.changed, session.project_changed)
        self._select_supported_page()

    @property
    def canvas(self) -> Canvas:
        """Canvas that the zoom actions apply to: of the page shown, or of the automaton used last."""
        canvases: dict[QWidget | None, Canvas] = {self.states: self.states.canvas, self.steps: self.steps.canvas}
        return canvases.get(self._pages.currentWidget(), self.automata.panel.canvas)

    @property
    def help_page(self) -> str:
        return "steps" if self._pages.currentWidget() is self.steps else "explore"

    def save_figure(self) -> None:
        self._pages.setCurrentWidget(self.models)
        self.models.save_figure()

    def save_automaton(self) -> None:
        self._show_automata()
        self.automata.panel.save_automaton()

    def next_merge(self) -> None:
        self._move_step(1)

    def previous_merge(self) -> None:
        self._move_step(-1)

    def compare_automata(self) -> None:
        self._show_automata()
        self.automata.set_compared(not self.compared)

    @property
    def compared(self) -> bool:
        return self.automata.compared

    def export(self, path: Path) -> None:
        self.models.export(path)

    def _move_step(self, offset: int) -> None:
        """Go to another step of the trace on the page Steps, or else to another merge of the automaton."""
        if self._pages.currentWidget() is self.steps:
            self.steps.move_by(offset)
            return
        self._show_automata()
        self.automata.panel.move_by(offset)

    def _on_tab_clicked(self, _page: int) -> None:
        self._user_chose_page = True

    def _show_automata(self) -> None:
        self._pages.setCurrentWidget(self.automata)

    def _select_supported_page(self) -> None:
        """Open the first page that a model supports, unless the user has chosen one."""
        explorer = self._explorer
        runs_by_page = (
            (self.automata, explorer.list_runs_with_automata()), (self.states, explorer.list_runs_with_states()),
            (self.words, explorer.list_runs_with_words()), (self.steps, explorer.list_runs_with_traces()),
        )  # fmt: skip
        if not self._user_chose_page:
            fallback = self.models if self._runs.recorded_runs else self.automata
            self._pages.setCurrentWidget(next((page for page, runs in runs_by_page if runs), fallback))
