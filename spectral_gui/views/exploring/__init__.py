"""Explore: automata of the models that have them, and every model from outside."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QTabWidget, QWidget

from spectral_gui import widgets
from spectral_gui.canvas import Canvas
from spectral_gui.session import Exploring, Notices, Runs, Session
from spectral_gui.views.exploring.models import ModelsView
from spectral_gui.views.exploring.panel import AutomatonPanel
from spectral_gui.views.exploring.states import StatesView
from spectral_gui.views.exploring.steps import StepsView
from spectral_gui.views.exploring.words import AlikeView


class AutomataView(QWidget):
    """A panel, and to its right a second one while two are compared."""

    def __init__(self, session: Session, notices: Notices, runs: Runs, exploring: Exploring):
        super().__init__()
        self.compared = False
        self._given = (session, notices, runs, exploring)
        self.panel = self._first = AutomatonPanel(*self._given, 0)  # the one that was used last
        self._second: AutomatonPanel | None = None  # made when it is first wanted
        self._beside = widgets.splitter(self._first, shares=())
        widgets.column(self._beside, on=self, margins=6)
        self._first.compare_asked.connect(self.set_compared)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    @property
    def panels(self) -> tuple[AutomatonPanel, AutomatonPanel]:
        """Both panels."""
        if self._second is None:
            self._second = AutomatonPanel(*self._given, 1)
            self._second.hide()
            self._beside.addWidget(self._second)
            self._second.compare_asked.connect(self.set_compared)
        return self._first, self._second

    def set_compared(self, wanted: bool) -> None:
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
        for panel in (self._first, self._second):
            if now is not None and panel is not None and panel.isVisible() and panel.isAncestorOf(now):
                self.panel = panel


class ExploringView(QWidget):
    """Two pages: the inside of models that can be asked for it, and singular values, settings and measures of all."""

    def __init__(self, session: Session, notices: Notices, runs: Runs, exploring: Exploring):
        super().__init__()
        self._exploring, self._runs = exploring, runs
        self.automata = AutomataView(session, notices, runs, exploring)
        self.states = StatesView(session, notices, exploring)
        self.words = AlikeView(session, notices, exploring)
        self.steps = StepsView(session, notices, exploring)
        self.models = ModelsView(session, notices, runs)
        self._pages = QTabWidget()
        self._pages.setDocumentMode(True)
        self._pages.addTab(self.automata, self.tr("Automata"))
        self._pages.addTab(self.states, self.tr("States"))
        self._pages.addTab(self.words, self.tr("Words"))
        self._pages.addTab(self.steps, self.tr("Steps"))
        self._pages.addTab(self.models, self.tr("Models"))
        widgets.column(widgets.scrolling(self._pages), on=self, margins=0)
        self._stays = False  # at the page that the user chose
        self._pages.tabBarClicked.connect(self._choose)
        widgets.hear(self._show_fitting, runs.changed, session.project_changed)
        self._show_fitting()

    @property
    def canvas(self) -> Canvas:
        """What is zoomed: the tree whose states are shown, the step, or the automaton that was used last."""
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
        self._move(1)

    def previous_merge(self) -> None:
        self._move(-1)

    def compare_automata(self) -> None:
        self._show_automata()
        self.automata.set_compared(not self.compared)

    @property
    def compared(self) -> bool:
        return self.automata.compared

    def export(self, path: Path) -> None:
        self.models.export(path)

    def _move(self, way: int) -> None:
        """A merge on or back in the automaton, which is shown then; a step where steps are."""
        if self._pages.currentWidget() is self.steps:
            self.steps.step_on(way)
            return
        self._show_automata()
        self.automata.panel.move_step(way)

    def _choose(self, _page: int) -> None:
        self._stays = True

    def _show_automata(self) -> None:
        self._pages.setCurrentWidget(self.automata)

    def _show_fitting(self) -> None:
        """Automata where there are any, or states, or words; the user's choice stands."""
        exploring = self._exploring
        rows = (
            (self.automata, exploring.explained()), (self.states, exploring.with_states()),
            (self.words, exploring.with_words()), (self.steps, exploring.stepped()),
        )  # fmt: skip
        if not self._stays:
            otherwise = self.models if self._runs.rows else self.automata
            self._pages.setCurrentWidget(next((page for page, runs in rows if runs), otherwise))
