"""The panels of a window: the views, the pages in its centre and the docks around them."""

from __future__ import annotations

from functools import partialmethod

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTabWidget, QWidget

from spectral_core.data.structure import STRUCTURES
from spectral_gui import widgets
from spectral_gui.asking import QuestionCard
from spectral_gui.canvas import Canvas
from spectral_gui.messages import MessageBar
from spectral_gui.session import AppContext, Selection, find_companion
from spectral_gui.sheets import CONSTITUENTS, DEPENDENCIES
from spectral_gui.views.candidates import CandidatesView
from spectral_gui.views.comparing import ComparisonView
from spectral_gui.views.constituency import ConstituencyView
from spectral_gui.views.curves import CurvesView
from spectral_gui.views.dependency import DependencyView
from spectral_gui.views.exploring import ExploreView
from spectral_gui.views.finding import FindView
from spectral_gui.views.history import HistoryView
from spectral_gui.views.problems import ProblemsView
from spectral_gui.views.queue import QueueView
from spectral_gui.views.quiz import QuizView
from spectral_gui.views.reading import ReaderView
from spectral_gui.views.reading.text import RunningText
from spectral_gui.views.runs import RunsView
from spectral_gui.views.tokens import TokenLine
from spectral_gui.views.training import TrainingView
from spectral_gui.views.tree_strip import TreeStrip
from spectral_gui.views.vocabulary import VocabularyView
from spectral_gui.views.welcome import WelcomeView
from spectral_gui.views.word import WordView
from spectral_gui.workspaces import WAYS, WORKSPACES, DockTitle, Layouts, Workspace, in_front, workspace_named

_OTHER = Qt.FocusReason.OtherFocusReason
_OWN_KEYS = ("vocabulary", "quiz")
_HELP_OF_PANELS = {
    "candidates": "analyses",
    "find": "find",
    "training": "train",
    "runs": "train",
    "vocabulary": "reading",
    "quiz": "reading",
}
_HELP_OF_PAGES = {
    "annotate": "annotate",
    "reading": "reading",
    "comparing": "compare",
    "curves": "train",
}
_LARGE = 1.4  # times the letters of a text that has the whole screen
_LEAST = 420  # pixels across of a tree: panels beside it, which grow with letters, leave so much


class Views:
    """Every view over one desk, each given the parts that it uses."""

    def __init__(self, desk: AppContext):
        session, notices, proposals, readings = desk.session, desk.notices, desk.suggestions, desk.readings
        surveying, searching, runs, reader = desk.survey, desk.document_search, desk.runs, desk.reader
        doing = (desk.questions, desk.subtree_replacement)
        self.welcome = WelcomeView()
        self.tokens = TokenLine(session, surveying, proposals, desk.acceptance, readings)
        self.dependency = DependencyView(session, notices, surveying, proposals, desk.acceptance, readings, *doing)
        self.constituency = ConstituencyView(session, notices, surveying, proposals, desk.acceptance, *doing)
        self.strip = TreeStrip(session, proposals)
        self.card = QuestionCard(desk.questions, (self.dependency.canvas, self.constituency.canvas))
        self.reading = ReaderView(session, notices, proposals, readings, reader)
        self.vocabulary = VocabularyView(session, notices, readings, reader)
        self.quiz = QuizView(session, readings, reader)
        self.exploring = ExploreView(session, notices, runs, desk.model_explorer)
        self.comparing = ComparisonView(session, searching, runs, desk.auto_trainer)
        self.curves = CurvesView(session, notices, runs, desk.calibrations, proposals)
        self.queue = QueueView(session, notices, surveying, searching, runs, proposals, readings, desk.queue_orders)
        self.word = WordView(session, notices, surveying, proposals)
        self.candidates = CandidatesView(
            session,
            notices,
            desk.effort_tracker,
            surveying,
            proposals,
            desk.acceptance,
            readings,
            desk.reading_selection,
        )
        self.history = HistoryView(session, notices)
        self.problems = ProblemsView(session, surveying, proposals)
        self.finding = FindView(session, notices, desk.work, searching)
        self.training = TrainingView(session, notices, surveying, runs)
        self.runs = RunsView(session, notices, runs)


class Panels(QObject):
    """A page for each workspace with its docks, and of the two kinds of tree the one that the sentence has."""

    workspace_changed = Signal(str)  # the name of the one that is shown now
    kind_changed = Signal(str)  # of the tree on screen
    ways_changed = Signal()  # to where actions can be done

    def __init__(
        self, window: QMainWindow, desk: AppContext, views: Views, bar: MessageBar, settings: QSettings | None
    ):
        super().__init__(window)
        self._window, self._views = window, views
        self._session, self._notices, self._proposals = desk.session, desk.notices, desk.suggestions
        self.workspace: Workspace = WORKSPACES[0]
        self.kind = DEPENDENCIES  # of the tree on screen
        self._trees = widgets.stack(views.dependency, views.constituency)
        self._outlines = widgets.stack(views.dependency.outline, views.constituency.outline)
        self.pages: dict[str, QWidget] = {
            "welcome": views.welcome,
            "annotate": _column(views.tokens, self._trees, views.strip, views.card),
            "reading": views.reading,
            "exploring": views.exploring,
            "comparing": views.comparing,
            "curves": views.curves,
        }
        self.pages["annotate"].setMinimumWidth(_LEAST)
        views.tokens.hide()
        self._stack = widgets.stack(*self.pages.values())
        window.setCentralWidget(_column(bar, self._stack))
        self.docks = self._made_docks()
        self.docks["candidates"].visibilityChanged.connect(views.candidates.presenter.set_in_front)
        self.layouts = Layouts(window, self.docks, settings)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._uncover)
        desk.session.selection_changed.connect(self._follow)
        widgets.hear(lambda *_: self.ways_changed.emit(), desk.session.treebank_changed, self.kind_changed)

    def _made_docks(self) -> dict[str, QDockWidget]:
        window, views = self._window, self._views
        window.setDockNestingEnabled(True)
        window.setAnimated(False)  # Qt's own takes a fifth of a second
        window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        rows: tuple[tuple[str, str, QWidget], ...] = (
            ("queue", self.tr("Queue"), views.queue),
            ("word", self.tr("Word"), views.word),
            ("candidates", self.tr("Readings"), views.candidates),
            ("outline", self.tr("Outline"), self._outlines),
            ("history", self.tr("History"), views.history),
            ("problems", self.tr("Problems"), views.problems),
            ("find", self.tr("Find"), views.finding),
            ("training", self.tr("Methods"), views.training),
            ("runs", self.tr("Runs"), views.runs),
            ("vocabulary", self.tr("Words"), views.vocabulary),
            ("quiz", self.tr("Quiz"), views.quiz),
        )
        docks = {}
        for name, title, view in rows:
            dock = docks[name] = QDockWidget(title, window)
            dock.setObjectName(name)
            dock.setWidget(view)
            dock.setTitleBarWidget(DockTitle(dock, window))
            window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
        return docks

    def show_workspace(self, name: str) -> None:
        """Changes to another workspace; the layout of the one left is remembered."""
        self.choose(name)
        self.show_page()
        self.focus_page()

    show_annotate = partialmethod(show_workspace, "annotate")
    show_read = partialmethod(show_workspace, "read")
    show_explore = partialmethod(show_workspace, "explore")
    show_compare = partialmethod(show_workspace, "compare")
    show_train = partialmethod(show_workspace, "train")

    def choose(self, name: str) -> None:
        self.workspace = workspace_named(name)
        self.workspace_changed.emit(self.workspace.name)

    def show_page(self) -> None:
        """The page of the workspace with its docks; while nothing is open the welcome page, alone."""
        empty = not len(self._session.treebank) and self.workspace.centre != "curves"
        if empty or self.layouts.shown != self.workspace.name:
            self.layouts.hide()  # first: another page beside these panels may need more room than there is
        self._stack.setCurrentWidget(self.pages["welcome" if empty else self.workspace.centre])
        if not empty:
            self.layouts.show(self.workspace)

    def show_opened(self) -> None:
        """Shows another document; the first one gets the keys."""
        was_empty = not self.layouts.shown
        self.show_page()
        if was_empty:
            self.focus_page()

    def focus_page(self) -> None:
        page: QWidget = self._stack.currentWidget() or self._window
        if page is self.pages["annotate"]:
            page = self._trees.currentWidget() or page
        elif page is self._views.curves:
            page = self._views.training
        elif page is self._views.welcome:
            self._views.welcome.focus_first()
            return
        if page.focusPolicy() == Qt.FocusPolicy.NoFocus and page.focusProxy() is None:
            fields = (field for field in page.findChildren(QWidget) if field.isEnabled())
            page = next((field for field in fields if field.focusPolicy() & Qt.FocusPolicy.TabFocus), page)
        page.setFocus(_OTHER)

    def focus_text(self) -> None:
        """Gives the keys to the tree or the text, where one is shown."""
        if self.workspace.centre in ("annotate", "reading"):
            self.focus_page()

    def flip_left(self) -> None:
        self.layouts.flip_side(Qt.DockWidgetArea.LeftDockWidgetArea)

    def flip_right(self) -> None:
        self.layouts.flip_side(Qt.DockWidgetArea.RightDockWidgetArea)

    @property
    def words_shown(self) -> bool:
        """Whether the words stand in a line above their tree."""
        return not self._views.tokens.isHidden()

    def stand_alone(self, alone: bool) -> None:
        """Leaves the tree without what stands below it, and the text larger, or all as it was."""
        self._views.strip.stand_back(alone)
        self._views.dependency.alternatives.set_held_back(alone)
        text = self._views.reading.text
        text.set_points(text.page.points * (_LARGE if alone else 1 / _LARGE))

    def flip_words(self) -> None:
        self._views.tokens.setVisible(not self.words_shown)

    def reset_layout(self) -> None:
        self.layouts.reset(self.workspace)

    def bring(self, name: str) -> None:
        self.layouts.bring(name)

    def show_find(self) -> None:
        self.bring("find")
        self._views.finding.focus_query()

    def search(self) -> None:
        """Narrows the readings of the word where they are on screen, or else finds."""
        if self._views.candidates.has_readings_on_screen:
            self._views.candidates.filter()
        else:
            self.show_find()

    def filter_queue(self) -> None:
        self.bring("queue")
        self._views.queue.focus_filter()

    def edit_word(self) -> None:
        self.bring("word")
        self._views.word.focus_form()

    def go_into(self, name: str) -> None:
        """Brings a panel to the front and gives it the keys."""
        self.bring(name)
        self.docks[name].widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def why_not(self, scope: str) -> str:
        """Why actions of a scope cannot be done now wherever one goes, and what to do about it; "" where they can."""
        if not len(self._session.treebank) and WAYS[scope][0] != "train":
            return self.tr("open a treebank first (File)")
        kinds = {"dependency": DEPENDENCIES, "constituency": CONSTITUENTS}
        if kinds.get(scope, self.kind) != self.kind:
            return self.tr("the tree on screen is of the other kind (View, Other kind of tree)")
        return "" if WAYS[scope][0] else self.tr("first have the model ask questions")

    def go(self, scope: str) -> None:
        """Shows the workspace and the panel in which the actions of a scope are done."""
        workspace, panel = WAYS[scope]
        if workspace != self.workspace.name:
            self.show_workspace(workspace)
        if panel:
            self.bring(panel)

    def enter(self, title: str) -> None:
        """Gives the keys to a panel whose tab was clicked, where it has keys of its own; else they stay."""
        name = next((name for name in _OWN_KEYS if self.docks[name].windowTitle() == title), "")
        if name:
            QTimer.singleShot(0, self, lambda: self.go_into(name))  # when its tab is in front

    @property
    def help_page(self) -> str:
        """The page of help about what has the keys, or else about the workspace."""
        focus = QApplication.focusWidget()
        if self._stack.currentWidget() is self._views.welcome:
            return "getting-started"
        for name, page in _HELP_OF_PANELS.items():
            if focus is not None and self.docks[name].isAncestorOf(focus):
                return page
        if self.workspace.centre == "exploring":
            return self._views.exploring.help_page
        return _HELP_OF_PAGES[self.workspace.centre]

    def show_readings(self) -> None:
        """Brings the readings to the front where there are any: of most documents there are none."""
        if self.workspace.name == "annotate" and self.layouts.shown == "annotate":
            self.bring("candidates")

    def _uncover(self, before: QWidget | None, now: QWidget | None) -> None:
        """Brings a panel to the front when keys go into it: one behind another tab counts as visible. From one that is
        closed they go to the page, and not to whatever button comes next."""
        if now is None:
            return
        for name, dock in self.docks.items():
            if before is not None and dock.isHidden() and dock.isAncestorOf(before) and self.layouts.shown:
                QTimer.singleShot(0, self, self.focus_page)
            if dock.isAncestorOf(now) and not dock.isHidden() and not in_front(dock):
                self.bring(name)

    def flip_tree(self) -> None:
        """Shows the other kind of tree: of the same sentence, or of the document that goes with this one."""
        session, sentence = self._session, self._session.sentence
        if sentence is None:
            return
        has = {kind: structure.has_decisions(sentence) for kind, structure in STRUCTURES.items()}
        other = CONSTITUENTS if self.kind == DEPENDENCIES else DEPENDENCIES
        if has[other] or not has[self.kind]:
            self._show_kind(other)
        elif companion := find_companion(session.document, session.documents, session.treebank.format):
            session.reopen(companion)
        else:
            self._show_kind(other)
            self._notices.notify(self.tr("This sentence has only the other kind of tree"))

    def zoom_in(self) -> None:
        self._zoomed().zoom_in()

    def zoom_out(self) -> None:
        self._zoomed().zoom_out()

    def zoom_normal(self) -> None:
        self._zoomed().zoom_normal()

    def zoom_fit(self) -> None:
        zoomed = self._zoomed()
        zoomed.zoom_to_fit() if isinstance(zoomed, Canvas) else zoomed.zoom_normal()

    def _zoomed(self) -> Canvas | RunningText:
        if self.workspace.centre == "exploring":
            return self._views.exploring.canvas
        if self.workspace.centre == "reading":
            return self._views.reading.text
        return (self._views.dependency if self.kind == DEPENDENCIES else self._views.constituency).canvas

    def _show_kind(self, kind: str) -> None:
        self.kind = kind
        self._proposals.use_structure(STRUCTURES[kind])
        view = self._views.dependency if kind == DEPENDENCIES else self._views.constituency
        had_focus = self._trees.isAncestorOf(QApplication.focusWidget() or self._window)
        self._trees.setCurrentWidget(view)
        self._outlines.setCurrentWidget(view.outline)
        if had_focus:
            view.setFocus(_OTHER)
        self.kind_changed.emit(kind)

    def show_tree(self, kind: str) -> None:
        """Shows a kind of tree, as `flip_tree` does."""
        if kind != self.kind:
            self.flip_tree()
        self.kind_changed.emit(self.kind)

    def _follow(self, now: Selection, before: Selection) -> None:
        sentence = self._session.sentence
        if now.sentence == before.sentence or sentence is None:
            return
        begun = [kind for kind, structure in STRUCTURES.items() if structure.has_decisions(sentence)]
        self._show_kind(next(iter(begun), self._proposals.structure.name) if self.kind not in begun else self.kind)


def _column(above: QWidget, below: QWidget, *last: QWidget) -> QWidget:
    """Widgets over one another, of which the second takes the room that is left."""
    all_of_them = QWidget()
    widgets.column(above, (below, 1), *last, on=all_of_them, margins=0, spacing=0)
    return all_of_them
