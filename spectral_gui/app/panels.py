"""Panels of a window: the views, the central pages and the docks around them."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTabWidget, QWidget

from spectral_core.data.structure import STRUCTURES
from spectral_gui import widgets
from spectral_gui.app.dock_layouts import (
    SCOPE_PANELS,
    WORKSPACES,
    DockLayouts,
    DockTitleBar,
    Workspace,
    find_workspace,
)
from spectral_gui.app.status_bar import MessageBar
from spectral_gui.scenes.figure_export import CONSTITUENT_KIND, DEPENDENCY_KIND
from spectral_gui.state import AppContext, ChangeKind, Changes, find_companion_document
from spectral_gui.views.annotate.history import HistoryView
from spectral_gui.views.annotate.problems import ProblemsView
from spectral_gui.views.annotate.readings.view import CandidatesView
from spectral_gui.views.annotate.token_line import TokenLine
from spectral_gui.views.annotate.trees.constituency_view import ConstituencyView
from spectral_gui.views.annotate.trees.dependency_view import DependencyView
from spectral_gui.views.annotate.trees.question_card import QuestionCard
from spectral_gui.views.annotate.trees.tree_strip import TreeStrip
from spectral_gui.views.annotate.word_panel import WordView
from spectral_gui.views.compare.comparison import ComparisonView
from spectral_gui.views.explore.view import ExploreView
from spectral_gui.views.read.quiz import QuizView
from spectral_gui.views.read.reader import ReaderView
from spectral_gui.views.read.running_text import RunningTextView
from spectral_gui.views.read.vocabulary import VocabularyView
from spectral_gui.views.shared.find import FindView
from spectral_gui.views.shared.queue import QueueView
from spectral_gui.views.shared.welcome import WelcomeView
from spectral_gui.views.train.curves import CurvesView
from spectral_gui.views.train.runs import RunsView
from spectral_gui.views.train.training_view import TrainingView
from spectral_gui.widgets import is_dock_on_screen
from spectral_gui.widgets.canvas import Canvas

_OTHER_FOCUS_REASON = Qt.FocusReason.OtherFocusReason
_PANELS_WITH_KEYS = ("vocabulary", "quiz")
_PANEL_HELP_PAGES = {
    "candidates": "analyses",
    "find": "find",
    "training": "train",
    "runs": "train",
    "vocabulary": "reading",
    "quiz": "reading",
}
_CENTRE_HELP_PAGES = {
    "annotate": "annotate",
    "reading": "reading",
    "comparing": "compare",
    "curves": "train",
}
_FULL_SCREEN_TEXT_ZOOM = 1.4  # font scale of a text on the full screen
_MIN_TREE_WIDTH = 420  # minimum for a tree next to panels, which grow with the font


class Views:
    """All views of one application context."""

    def __init__(self, context: AppContext):
        session, notices, suggestions, readings = (
            context.session,
            context.notices,
            context.suggestions,
            context.readings,
        )
        survey, document_search, runs, reader = context.survey, context.document_search, context.runs, context.reader
        tree_tools = (context.questions, context.subtree_replacement)
        self.welcome = WelcomeView()
        self.tokens = TokenLine(session, survey, context.acceptance)
        self.dependency = DependencyView(
            session, notices, survey, suggestions, context.acceptance, readings, *tree_tools
        )
        self.constituency = ConstituencyView(session, notices, survey, suggestions, context.acceptance, *tree_tools)
        self.tree_strip = TreeStrip(session, suggestions)
        self.question_card = QuestionCard(context.questions, (self.dependency.canvas, self.constituency.canvas))
        self.reading = ReaderView(session, notices, suggestions, readings, reader)
        self.vocabulary = VocabularyView(session, notices, reader)
        self.quiz = QuizView(session, readings, reader)
        self.explore = ExploreView(session, notices, runs, context.model_explorer)
        self.comparison = ComparisonView(session, document_search, runs, context.auto_trainer)
        self.curves = CurvesView(session, notices, runs, context.calibrations, suggestions)
        self.queue = QueueView(
            session, notices, survey, document_search, runs, suggestions, readings, context.queue_orders
        )
        self.word = WordView(session, notices, survey, suggestions, context.acceptance)
        self.candidates = CandidatesView(
            session,
            notices,
            context.effort_tracker,
            survey,
            suggestions,
            context.acceptance,
            readings,
            context.reading_selection,
        )
        self.history = HistoryView(session, notices)
        self.problems = ProblemsView(session, survey)
        self.find = FindView(session, notices, context.work, document_search)
        self.training = TrainingView(session, notices, survey, runs)
        self.runs = RunsView(session, notices, runs)


class Panels(QObject):
    """Manages the pages of the workspaces with their docks; of the two kinds of tree it shows the one that the sentence
    has."""

    workspace_changed = Signal(str)  # name of the workspace
    tree_kind_changed = Signal(str)  # kind of tree on screen
    scope_availability_changed = Signal()  # other scopes of actions can be shown now

    def __init__(
        self,
        window: QMainWindow,
        context: AppContext,
        views: Views,
        message_bar: MessageBar,
        settings: QSettings | None,
    ):
        super().__init__(window)
        self._window, self._views = window, views
        self._session, self._notices, self._suggestions = context.session, context.notices, context.suggestions
        self.workspace: Workspace = WORKSPACES[0]
        self.tree_kind = DEPENDENCY_KIND  # kind of tree on screen
        self._tree_stack = widgets.make_stack(views.dependency, views.constituency)
        self._outline_stack = widgets.make_stack(views.dependency.outline, views.constituency.outline)
        self.pages: dict[str, QWidget] = {
            "welcome": views.welcome,
            "annotate": _make_stretched_column(views.tokens, self._tree_stack, views.tree_strip, views.question_card),
            "reading": views.reading,
            "exploring": views.explore,
            "comparing": views.comparison,
            "curves": views.curves,
        }
        self.pages["annotate"].setMinimumWidth(_MIN_TREE_WIDTH)
        views.tokens.hide()
        self._page_stack = widgets.make_stack(*self.pages.values())
        window.setCentralWidget(_make_stretched_column(message_bar, self._page_stack))
        self.docks = self._make_docks()
        self.docks["candidates"].visibilityChanged.connect(views.candidates.presenter.set_in_front)
        self.layouts = DockLayouts(window, self.docks, settings)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
        self._edit_count_at_opening = 0  # of the session, when the document was opened
        context.session.changes.add_view("panels", self._on_changes, ChangeKind.DOCUMENT | ChangeKind.SELECTION)
        self.tree_kind_changed.connect(lambda _: self.scope_availability_changed.emit())

    def _make_docks(self) -> dict[str, QDockWidget]:
        """Create a dock for each panel."""
        window, views = self._window, self._views
        window.setDockNestingEnabled(True)
        window.setAnimated(False)  # Qt's own animation takes 200 ms
        window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        panels: tuple[tuple[str, str, QWidget], ...] = (
            ("queue", self.tr("Queue"), views.queue),
            ("word", self.tr("Word"), views.word),
            ("candidates", self.tr("Readings"), views.candidates),
            ("outline", self.tr("Outline"), self._outline_stack),
            ("history", self.tr("History"), views.history),
            ("problems", self.tr("Problems"), views.problems),
            ("find", self.tr("Find"), views.find),
            ("training", self.tr("Methods"), views.training),
            ("runs", self.tr("Runs"), views.runs),
            ("vocabulary", self.tr("Words"), views.vocabulary),
            ("quiz", self.tr("Quiz"), views.quiz),
        )
        docks = {}
        for name, title, view in panels:
            dock = docks[name] = QDockWidget(title, window)
            dock.setObjectName(name)
            dock.setWidget(view)
            dock.setTitleBarWidget(DockTitleBar(dock, window))
            window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
        return docks

    def show_workspace(self, name: str) -> None:
        """Switch to another workspace, remembering the layout of the current one."""
        self.set_workspace(name)
        self.show_workspace_page()
        self.focus_page()

    def set_workspace(self, name: str) -> None:
        """Make a workspace the current one without showing it yet."""
        self.workspace = find_workspace(name)
        self.workspace_changed.emit(self.workspace.name)

    def show_workspace_page(self) -> None:
        """Show the page of the workspace with its docks; if nothing is open, only the welcome page."""
        is_empty = not len(self._session.treebank) and self.workspace.page != "curves"
        if is_empty or self.layouts.workspace_name != self.workspace.name:
            self.layouts.hide_all_docks()  # first: another page may not fit next to these panels
        self._page_stack.setCurrentWidget(self.pages["welcome" if is_empty else self.workspace.page])
        if not is_empty:
            self.layouts.show_workspace(self.workspace)

    def show_document_page(self) -> None:
        """Show the page of the workspace for a newly opened document; focus it if nothing was open before."""
        was_empty = not self.layouts.workspace_name
        self.show_workspace_page()
        if was_empty:
            self.focus_page()

    def focus_page(self) -> None:
        """Focus the first suitable widget of the page on screen."""
        page: QWidget = self._page_stack.currentWidget() or self._window
        if page is self.pages["annotate"]:
            page = self._tree_stack.currentWidget() or page
        elif page is self._views.curves:
            page = self._views.training
        elif page is self._views.welcome:
            self._views.welcome.focus_first_control()
            return
        if page.focusPolicy() == Qt.FocusPolicy.NoFocus and page.focusProxy() is None:
            fields = (field for field in page.findChildren(QWidget) if field.isEnabled())
            page = next((field for field in fields if field.focusPolicy() & Qt.FocusPolicy.TabFocus), page)
        page.setFocus(_OTHER_FOCUS_REASON)

    def focus_tree_or_text(self) -> None:
        """Focus the tree or the text, if one is shown."""
        if self.workspace.page in ("annotate", "reading"):
            self.focus_page()

    def toggle_left_panels(self) -> None:
        """Hide the panels at the left, or show them again."""
        self.layouts.toggle_side_docks(Qt.DockWidgetArea.LeftDockWidgetArea)

    def toggle_right_panels(self) -> None:
        """Hide the panels at the right, or show them again."""
        self.layouts.toggle_side_docks(Qt.DockWidgetArea.RightDockWidgetArea)

    @property
    def words_shown(self) -> bool:
        """Whether the words are shown in a line above their tree."""
        return not self._views.tokens.isHidden()

    def set_full_screen(self, is_full_screen: bool) -> None:
        """Hide the panels below the tree and enlarge the text, or restore both."""
        self._views.tree_strip.set_suppressed(is_full_screen)
        self._views.dependency.alternatives_bar.set_suppressed(is_full_screen)
        text = self._views.reading.text
        text.set_font_size(
            text.page.font_size * (_FULL_SCREEN_TEXT_ZOOM if is_full_screen else 1 / _FULL_SCREEN_TEXT_ZOOM)
        )

    def toggle_word_line(self) -> None:
        """Show or hide the line of words above the tree."""
        self._views.tokens.setVisible(not self.words_shown)

    def reset_layout(self) -> None:
        """Restore the default layout of the current workspace."""
        self.layouts.reset_layout(self.workspace)

    def show_dock(self, name: str) -> None:
        """Show a panel, in front of the others in its tab group."""
        self.layouts.show_dock(name)

    def show_find(self) -> None:
        """Show the Find panel, and focus its query."""
        self.show_dock("find")
        self._views.find.focus_query()

    def filter_readings_or_find(self) -> None:
        """Filter the readings of the word if they are on screen, or else open Find."""
        if self._views.candidates.has_readings_on_screen:
            self._views.candidates.open_filter()
        else:
            self.show_find()

    def show_queue_filter(self) -> None:
        """Show the queue, and focus its filter."""
        self.show_dock("queue")
        self._views.queue.focus_search_field()

    def edit_word(self) -> None:
        """Show the Word panel, and focus the form of the word."""
        self.show_dock("word")
        self._views.word.focus_form()

    def focus_dock(self, name: str) -> None:
        """Raise a panel and give it the focus."""
        self.show_dock(name)
        self.docks[name].widget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def explain_unavailable(self, scope: str) -> str:
        """Return why actions of a scope are not available now, with a remedy; "" if they are."""
        if not len(self._session.treebank) and SCOPE_PANELS[scope][0] != "train":
            return self.tr("open a treebank first (File)")
        kinds = {"dependency": DEPENDENCY_KIND, "constituency": CONSTITUENT_KIND}
        if kinds.get(scope, self.tree_kind) != self.tree_kind:
            return self.tr("switch to the other kind of tree (View, Other kind of tree)")
        return "" if SCOPE_PANELS[scope][0] else self.tr("choose Ask questions first")

    def show_scope(self, scope: str) -> None:
        """Show the workspace and the panel of a scope's actions."""
        workspace, panel = SCOPE_PANELS[scope]
        if workspace != self.workspace.name:
            self.show_workspace(workspace)
        if panel:
            self.show_dock(panel)

    def focus_clicked_tab(self, title: str) -> None:
        """Focus a panel whose tab was clicked, if it has shortcuts of its own; otherwise leave the focus."""
        name = next((name for name in _PANELS_WITH_KEYS if self.docks[name].windowTitle() == title), "")
        if name:
            QTimer.singleShot(0, self, lambda: self.focus_dock(name))  # when its tab is in front

    @property
    def help_page_name(self) -> str:
        """Name of the help page about the focused panel, or else about the workspace."""
        focus = QApplication.focusWidget()
        if self._page_stack.currentWidget() is self._views.welcome:
            return "getting-started"
        for name, page in _PANEL_HELP_PAGES.items():
            if focus is not None and self.docks[name].isAncestorOf(focus):
                return page
        if self.workspace.page == "exploring":
            return self._views.explore.help_page
        return _CENTRE_HELP_PAGES[self.workspace.page]

    def raise_readings(self) -> None:
        """Raise the panel of readings of a document that has some, unless the user has begun to work on it: panels do
        not move, and digits do not change their meaning, meanwhile."""
        is_untouched = self._session.edit_count == self._edit_count_at_opening
        if is_untouched and self.workspace.name == "annotate" == self.layouts.workspace_name:
            self.show_dock("candidates")

    def _on_focus_changed(self, previous: QWidget | None, current: QWidget | None) -> None:
        """Bring a panel to the front when it gets the focus, as Qt regards one behind another tab as visible. When the
        focused panel is closed, focus the page rather than the next button in tab order."""
        if current is None:
            return
        for name, dock in self.docks.items():
            if previous is not None and dock.isHidden() and dock.isAncestorOf(previous) and self.layouts.workspace_name:
                QTimer.singleShot(0, self, self.focus_page)
            if dock.isAncestorOf(current) and not dock.isHidden() and not is_dock_on_screen(dock):
                self.show_dock(name)

    def toggle_tree_kind(self) -> None:
        """Show the other kind of tree: of the same sentence, or of the companion document."""
        session, sentence = self._session, self._session.sentence
        if sentence is None:
            return
        has_tree = {kind: structure.has_annotation(sentence) for kind, structure in STRUCTURES.items()}
        other_kind = CONSTITUENT_KIND if self.tree_kind == DEPENDENCY_KIND else DEPENDENCY_KIND
        if has_tree[other_kind] or not has_tree[self.tree_kind]:
            self._set_tree_kind(other_kind)
        elif companion := find_companion_document(session.document, session.documents, session.treebank.format):
            session.reload_document(companion)
        else:
            self._set_tree_kind(other_kind)  # the empty view says how to get such a tree
            is_dependency = other_kind == DEPENDENCY_KIND
            self._notices.notify(
                self.tr("This sentence has no dependencies yet")
                if is_dependency
                else self.tr("This sentence has no constituents yet")
            )

    def zoom_in(self) -> None:
        if zoomable := self._get_zoomable_view():
            zoomable.zoom_in()

    def zoom_out(self) -> None:
        if zoomable := self._get_zoomable_view():
            zoomable.zoom_out()

    def zoom_normal(self) -> None:
        if zoomable := self._get_zoomable_view():
            zoomable.zoom_normal()

    def zoom_fit(self) -> None:
        """Zoom out until the whole drawing is visible; for a text, restore the normal size."""
        if zoomable := self._get_zoomable_view():
            zoomable.zoom_to_fit() if isinstance(zoomable, Canvas) else zoomable.zoom_normal()

    def _get_zoomable_view(self) -> Canvas | RunningTextView | None:
        """Return the canvas or the text on screen, which the zoom commands change; None if there is neither."""
        if self.workspace.page == "exploring":
            return self._views.explore.canvas
        if self.workspace.page == "reading":
            return self._views.reading.text
        if self.workspace.page != "annotate":
            return None
        return (self._views.dependency if self.tree_kind == DEPENDENCY_KIND else self._views.constituency).canvas

    def _set_tree_kind(self, kind: str) -> None:
        """Show a kind of tree with its outline, and suggest that structure."""
        self.tree_kind = kind
        self._suggestions.prefer_structure(STRUCTURES[kind])
        view = self._views.dependency if kind == DEPENDENCY_KIND else self._views.constituency
        had_focus = self._tree_stack.isAncestorOf(QApplication.focusWidget() or self._window)
        self._tree_stack.setCurrentWidget(view)
        self._outline_stack.setCurrentWidget(view.outline)
        if had_focus:
            view.setFocus(_OTHER_FOCUS_REASON)
        self.tree_kind_changed.emit(kind)

    def show_tree_kind(self, kind: str) -> None:
        """Show a kind of tree: of the same sentence, or of the companion document."""
        if kind != self.tree_kind:
            self.toggle_tree_kind()
        self.tree_kind_changed.emit(self.tree_kind)

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._edit_count_at_opening = self._session.edit_count
        if changes.moves_to_sentence(self._session.selection):
            self._choose_tree_kind(is_new_document=changes.has(ChangeKind.DOCUMENT))
        if changes.has(ChangeKind.DOCUMENT):
            self.scope_availability_changed.emit()

    def _choose_tree_kind(self, is_new_document: bool) -> None:
        """Show a kind of tree that the newly selected sentence has; nothing changes if it is shown already."""
        sentence = self._session.sentence
        if sentence is None:
            return
        available_kinds = [kind for kind, structure in STRUCTURES.items() if structure.has_annotation(sentence)]
        kind = self.tree_kind
        if kind not in available_kinds:
            kind = next(iter(available_kinds), self._suggestions.structure.name)
        if kind != self.tree_kind or is_new_document:
            self._set_tree_kind(kind)
        else:
            self._suggestions.prefer_structure(STRUCTURES[kind])


def _make_stretched_column(top: QWidget, main: QWidget, *bottom: QWidget) -> QWidget:
    """Return a container of widgets in a column, with the remaining space for the second one."""
    container = QWidget()
    widgets.make_column(top, (main, 1), *bottom, on=container, margins=0, spacing=0)
    return container
