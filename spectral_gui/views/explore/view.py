"""Workspace Explore: automata, hidden states, word maps, algorithm traces and plots of models."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QTabWidget, QWidget

from spectral_gui import widgets
from spectral_gui.state import ChangeKind, ModelExplorer, Notices, Runs, Session
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.explore.automata import AutomataView
from spectral_gui.views.explore.models import ModelsView
from spectral_gui.views.explore.states import StatesView
from spectral_gui.views.explore.steps import StepsView
from spectral_gui.views.explore.word_map import WordMapView
from spectral_gui.widgets.canvas import Canvas


class ExploreView(QWidget):
    """Pages of the Explore workspace, each about one model."""

    def __init__(self, session: Session, notices: Notices, runs: Runs, explorer: ModelExplorer):
        super().__init__()
        self._explorer, self._runs = explorer, runs
        self.automata = AutomataView(session, notices, runs, explorer)
        self.states = StatesView(session, notices, explorer)
        self.words = WordMapView(session, notices, explorer)
        self.steps = StepsView(session, notices, explorer)
        self.models = ModelsView(session, notices, runs, explorer)
        self._pages = QTabWidget()
        self._pages.setDocumentMode(True)
        self._pages.addTab(self.automata, self.tr("Automata"))
        self._pages.addTab(self.states, self.tr("States"))
        self._pages.addTab(self.words, self.tr("Words"))
        self._pages.addTab(self.steps, self.tr("Steps"))
        self._pages.addTab(self.models, self.tr("Models"))
        widgets.make_column(widgets.make_scroll_area(self._pages), on=self, margins=0)
        self._user_chose_page = False  # if True, other models do not change the page
        self._pages.currentChanged.connect(self._on_page_changed)
        ViewUpdates(
            "explore", self, session, lambda _: self._select_supported_page(), ChangeKind.PROJECT | ChangeKind.RUNS
        )
        self._select_supported_page()

    @property
    def canvas(self) -> Canvas | None:
        """Canvas of the page shown, that the zoom actions apply to; on Automata, of the one used last."""
        canvases: dict[QWidget | None, Canvas] = {
            self.automata: self.automata.panel.canvas, self.states: self.states.canvas, self.steps: self.steps.canvas,
        }  # fmt: skip
        return canvases.get(self._pages.currentWidget())

    @property
    def help_page(self) -> str:
        """Name of the help page about the page shown."""
        return "steps" if self._pages.currentWidget() is self.steps else "explore"

    def save_figure(self) -> None:
        """Show the page Models, and save its plot of singular values."""
        self._pages.setCurrentWidget(self.models)
        self.models.save_figure()

    def save_automaton(self) -> None:
        """Show the page Automata, and save the automaton used last."""
        self._show_automata()
        self.automata.panel.save_automaton()

    def show_next_merge(self) -> None:
        """Go to the next merge of the automaton, or to the next step on the page Steps."""
        self._move_by_steps(1)

    def show_previous_merge(self) -> None:
        """Go to the previous merge of the automaton, or to the previous step on the page Steps."""
        self._move_by_steps(-1)

    def toggle_comparison(self) -> None:
        """Begin or end the comparison of two automata on the page Automata."""
        self._show_automata()
        self.automata.set_compared(not self.compared)

    @property
    def compared(self) -> bool:
        """Whether two automata are compared."""
        return self.automata.compared

    def _move_by_steps(self, offset: int) -> None:
        """Go forward or back by steps of the trace on the page Steps, or else by merges of the automaton."""
        if self._pages.currentWidget() is self.steps:
            self.steps.move_by_steps(offset)
            return
        self._show_automata()
        self.automata.panel.move_by_steps(offset)

    def _on_page_changed(self, _page: int) -> None:
        self._user_chose_page = True  # by mouse, key or command

    def _show_automata(self) -> None:
        self._pages.setCurrentWidget(self.automata)

    def _select_supported_page(self) -> None:
        """Open the first page that a model supports, unless the user has chosen one."""
        if self._user_chose_page:
            return
        explorer = self._explorer
        pages_with_runs = (
            (self.automata, explorer.list_runs_with_automata()), (self.states, explorer.list_runs_with_states()),
            (self.words, explorer.list_runs_with_word_similarities()), (self.steps, explorer.list_runs_with_traces()),
        )  # fmt: skip
        fallback = self.models if self._runs.runs_with_library else self.automata
        with QSignalBlocker(self._pages):
            self._pages.setCurrentWidget(next((page for page, runs in pages_with_runs if runs), fallback))
