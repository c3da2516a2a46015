"""The panels of a window: the views, the pages in its centre and the docks around them."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QSettings, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from spectral_core.data.structure import STRUCTURES
from spectral_gui.canvas import Canvas
from spectral_gui.documents import DocumentWindow
from spectral_gui.messages import MessageBar
from spectral_gui.session import Desk, Selection
from spectral_gui.sheets import CONSTITUENTS, DEPENDENCIES
from spectral_gui.views.candidates import CandidatesView
from spectral_gui.views.comparing import ComparingView
from spectral_gui.views.constituency import ConstituencyView
from spectral_gui.views.curves import CurvesView
from spectral_gui.views.dependency import DependencyView
from spectral_gui.views.exploring import ExploringView
from spectral_gui.views.finding import FindView
from spectral_gui.views.history import HistoryView
from spectral_gui.views.problems import ProblemsView
from spectral_gui.views.queue import QueueView
from spectral_gui.views.quiz import QuizView
from spectral_gui.views.reading import ReadingView
from spectral_gui.views.runs import RunsView
from spectral_gui.views.tokens import TokenLine
from spectral_gui.views.training import TrainingView
from spectral_gui.views.vocabulary import VocabularyView
from spectral_gui.views.welcome import WelcomeView
from spectral_gui.views.word import WordView
from spectral_gui.workspaces import WORKSPACES, DockTitle, Layouts, Workspace

_OTHER = Qt.FocusReason.OtherFocusReason


class PanelWindow(DocumentWindow):
    """A window with a page for each workspace, and of the two kinds of tree the one that the sentence has."""

    def __init__(self, desk: Desk, settings: QSettings | None):
        super().__init__(desk)
        self.workspace: Workspace = WORKSPACES[0]
        self._kind = DEPENDENCIES
        self._make_views()
        self._make_pages()
        self._make_docks()
        self._layouts = Layouts(self, self._docks, settings)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._uncover)

    @property
    def shown_kind(self) -> str:
        return self._kind

    def complain(self, sentence: str) -> None:
        self.bar.complain(sentence)

    def zoom_in(self) -> None:
        self._zoomed().zoom_in()

    def zoom_out(self) -> None:
        self._zoomed().zoom_out()

    def zoom_normal(self) -> None:
        self._zoomed().zoom_normal()

    def zoom_fit(self) -> None:
        view = self._zoomed()
        view.zoom_normal() if isinstance(view, ReadingView) else view.zoom_to_fit()

    def _make_views(self) -> None:
        desk = self.desk
        self.welcome = WelcomeView()
        self.tokens = TokenLine(desk.session, desk.surveying, desk.proposals, desk.accepting, desk.readings)
        self.dependency = DependencyView(
            desk.session, desk.notices, desk.surveying, desk.proposals, desk.accepting, desk.readings
        )
        self.constituency = ConstituencyView(desk.session, desk.notices, desk.surveying, desk.proposals, desk.accepting)
        self.reading = ReadingView(desk.session, desk.notices, desk.proposals, desk.readings, desk.reader)
        self.vocabulary = VocabularyView(desk.session, desk.notices, desk.readings, desk.reader)
        self.quiz = QuizView(desk.session, desk.readings, desk.reader)
        self.exploring = ExploringView(desk.session, desk.notices, desk.runs, desk.exploring)
        self.comparing = ComparingView(desk.session, desk.searching)
        self.curves = CurvesView(desk.session, desk.notices, desk.runs, desk.calibrations, desk.proposals)
        self.queue = QueueView(
            desk.session,
            desk.notices,
            desk.surveying,
            desk.searching,
            desk.runs,
            desk.proposals,
            desk.readings,
            desk.orders,
        )
        self.word = WordView(desk.session, desk.notices, desk.surveying, desk.proposals)
        self.candidates = CandidatesView(
            desk.session,
            desk.notices,
            desk.efforts,
            desk.surveying,
            desk.proposals,
            desk.accepting,
            desk.readings,
            desk.taking,
        )
        self.history = HistoryView(desk.session, desk.notices)
        self.problems = ProblemsView(desk.session, desk.surveying, desk.proposals)
        self.finding = FindView(desk.session, desk.notices, desk.work, desk.searching)
        self.training = TrainingView(desk.session, desk.notices, desk.surveying, desk.runs)
        self.runs = RunsView(desk.session, desk.notices, desk.runs)
        self.bar = MessageBar(self)

    def _make_pages(self) -> None:
        self._trees = QStackedWidget()
        self._trees.addWidget(self.dependency)
        self._trees.addWidget(self.constituency)
        self._outlines = QStackedWidget()
        self._outlines.addWidget(self.dependency.outline)
        self._outlines.addWidget(self.constituency.outline)
        annotate = _column(self.tokens, self._trees)
        self._pages: dict[str, QWidget] = {
            "welcome": self.welcome,
            "annotate": annotate,
            "reading": self.reading,
            "exploring": self.exploring,
            "comparing": self.comparing,
            "curves": self.curves,
        }
        self._stack = QStackedWidget()
        for page in self._pages.values():
            self._stack.addWidget(page)
        self.setCentralWidget(_column(self.bar, self._stack))

    def _make_docks(self) -> None:
        self.setDockNestingEnabled(True)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, self.tabPosition(Qt.DockWidgetArea.TopDockWidgetArea))
        rows: tuple[tuple[str, str, QWidget], ...] = (
            ("queue", self.tr("Queue"), self.queue),
            ("word", self.tr("Word"), self.word),
            ("candidates", self.tr("Readings"), self.candidates),
            ("outline", self.tr("Outline"), self._outlines),
            ("history", self.tr("History"), self.history),
            ("problems", self.tr("Problems"), self.problems),
            ("find", self.tr("Find"), self.finding),
            ("training", self.tr("Methods"), self.training),
            ("runs", self.tr("Runs"), self.runs),
            ("vocabulary", self.tr("Words"), self.vocabulary),
            ("quiz", self.tr("Quiz"), self.quiz),
        )
        self._docks: dict[str, QDockWidget] = {}
        for name, title, view in rows:
            dock = QDockWidget(title, self)
            dock.setObjectName(name)
            dock.setWidget(view)
            dock.setTitleBarWidget(DockTitle(dock))
            self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
            self._docks[name] = dock
        self._docks["candidates"].visibilityChanged.connect(self.candidates.come_to_front)

    def childEvent(self, event: QChildEvent) -> None:
        """Tabs of panels are scrolled where there is no room for all of them, and not cut short."""
        super().childEvent(event)
        if event.polished() and isinstance(tabs := event.child(), QTabBar):
            tabs.setElideMode(Qt.TextElideMode.ElideNone)

    def _uncover(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Brings a panel to the front when keys go into it: one behind another tab counts as visible."""
        if now is None:
            return
        for name, dock in self._docks.items():
            if dock.isAncestorOf(now) and not dock.isHidden() and dock.visibleRegion().isEmpty():
                self._layouts.bring(name)

    def _show_page(self, scale: float) -> None:
        """The page of the workspace with its docks; while nothing is open the welcome page, alone."""
        empty = not len(self._session.treebank) and self.workspace.centre != "curves"
        self._stack.setCurrentWidget(self._pages["welcome" if empty else self.workspace.centre])
        if empty:
            self._layouts.hide()
        else:
            self._layouts.show(self.workspace, scale)

    def _focus_page(self) -> None:
        """Gives keys to what stands in the centre."""
        page: QWidget = self._stack.currentWidget() or self
        if page is self._pages["annotate"]:
            page = self._trees.currentWidget() or page
        elif page is self.curves:
            page = self.training
        elif page is self.welcome:
            self.welcome.focus_first()
            return
        if page.focusPolicy() == Qt.FocusPolicy.NoFocus and page.focusProxy() is None:
            fields = page.findChildren(QWidget)
            page = next(
                (one for one in fields if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isEnabled()), page
            )
        page.setFocus(_OTHER)

    def _show_kind(self, kind: str) -> None:
        self._kind = kind
        self.desk.proposals.take_up(STRUCTURES[kind])
        view = self.dependency if kind == DEPENDENCIES else self.constituency
        had_focus = self._trees.isAncestorOf(QApplication.focusWidget() or self)
        self._trees.setCurrentWidget(view)
        self._outlines.setCurrentWidget(view.outline)
        if had_focus:
            view.setFocus(_OTHER)

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence == before.sentence or now.sentence < 0:
            return
        sentence = self._session.sentence
        if sentence is None:
            return
        has_heads = any(head is not None for head in sentence.heads)
        if sentence.tree is not None and not (has_heads and self._kind == DEPENDENCIES):
            self._show_kind(CONSTITUENTS)
        elif sentence.tree is None:
            self._show_kind(DEPENDENCIES if has_heads else self.desk.proposals.structure.name)

    def _zoomed(self) -> DependencyView | ConstituencyView | ReadingView | Canvas:
        if self.workspace.centre == "exploring":
            return self.exploring.canvas
        if self.workspace.centre == "reading":
            return self.reading
        return self.dependency if self._kind == DEPENDENCIES else self.constituency


def _column(above: QWidget, below: QWidget) -> QWidget:
    """One widget over another, which takes the room that is left."""
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(above)
    column.addWidget(below, 1)
    return both
