"""Main window: its parts, their signal connections and Qt events, without application logic."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QSettings, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QTabBar

from spectral_core.engine import SearchResult
from spectral_core.project import Conflict, Run
from spectral_gui import widgets
from spectral_gui.actions import KeyBindings, prioritise_mnemonics
from spectral_gui.app.action_handlers import bind_actions
from spectral_gui.app.dock_layouts import FoldedPanelStrips
from spectral_gui.app.help import HelpActions, Tour, show_bug_report
from spectral_gui.app.menus_and_bars import CommandSearch, Menus, NavigationRail, TopBar
from spectral_gui.app.panels import Panels, Views
from spectral_gui.app.preferences_controller import PreferencesController
from spectral_gui.app.status_bar import KeyHints, MessageBar, MessageStatusBar, StatusLine
from spectral_gui.app.window_actions import DocumentActions, ExportActions, ModelActions, NavigationActions
from spectral_gui.app.window_state import LastPositions
from spectral_gui.preferences import Preferences
from spectral_gui.scenes.figure_export import CONSTITUENT_KIND, DEPENDENCY_KIND
from spectral_gui.state import AppContext, ChangeKind, Changes
from spectral_gui.text_display import isolate_text, resolve_plural
from spectral_gui.theme import remove_style_sheet
from spectral_gui.views.shared.command_palette import CommandPalette
from spectral_gui.views.shared.merge_dialog import MergeDialog

_MAX_PROBLEMS = 20  # of a file, listed in one message
_NARROW_WIDTH = 1000  # pixels at 100 %: below this width the rail shows no names
_FULL_SCREEN_ZOOM = 1.6  # font scale of a tree on the full screen
_FILE_CHECK_DELAY = 200  # milliseconds after the window is activated


class Window(QMainWindow):
    """Main window of five workspaces over one application context: central pages, docks around them, and a status
    line."""

    def __init__(
        self, context: AppContext, initial_preferences: Preferences | None = None, settings: QSettings | None = None
    ):
        super().__init__()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        remove_style_sheet(application)
        initial_preferences = initial_preferences or Preferences()
        self._is_full_screen = False  # whether the page has the whole screen
        self._was_alt_pressed_alone = False  # Alt was pressed without any other key
        self.context, self._settings = context, settings  # store of layouts; None to store none
        self.message_bar = MessageBar(self)
        self.views = Views(context)
        self.panels = Panels(self, context, self.views, self.message_bar, settings)
        keys = KeyBindings(initial_preferences.keys, self)
        self.preferences_controller = PreferencesController(
            self, context, self.views, self.panels, keys, initial_preferences, settings is not None
        )
        self._last_positions = LastPositions(
            context.session, context.suggestions, settings, self, context.survey.accepted
        )
        self.document_actions = DocumentActions(self, context, self.panels, self._last_positions)
        self.export_actions = ExportActions(self, context.session, context.notices, self.panels)
        self.navigation = NavigationActions(
            context, self.views.queue, self.views.candidates, self.views.dependency, self
        )
        self.help_actions = HelpActions(
            self, context.notices, context.work.get_process_ids, lambda: self.panels.help_page_name
        )
        self.model_actions = ModelActions(self, context)
        self.model_actions.reranker_requested.connect(self._on_reranker_requested)
        self.top_bar = TopBar(
            context.session,
            context.survey,
            {DEPENDENCY_KIND: self.tr("Dependencies"), CONSTITUENT_KIND: self.tr("Constituents")},
        )
        self.setStatusBar(MessageStatusBar(self))
        parts = {"status": self.statusBar(), "search": self.top_bar.search_button}
        self.tour = Tour(self, context.session, self.panels, parts, self.document_actions.open_sample)
        self.rail = NavigationRail()
        self.menus = Menus(self, context, keys, self.views, self.panels, self.rail, bind_actions(self))
        self.top_bar.connect_actions(self.menus.actions)
        command_search = CommandSearch(context, self.panels, self.menus.actions, self)
        self.command_palette = CommandPalette(self, command_search.find_commands, lambda: command_search.is_searching)
        command_search.results_changed.connect(self.command_palette.refresh)
        self.command_palette.closed.connect(command_search.stop)
        self._add_bars()
        self.status_line = StatusLine(context, self.statusBar())
        scope_widgets = {
            scope: panel_widgets for scope, panel_widgets in self.menus.scope_widgets.items() if scope != "window"
        }
        scope_widgets |= {"exploring": [self.views.explore.automata], "steps": [self.views.explore.steps]}
        self.key_hints = KeyHints(self.status_line.keys_label, scope_widgets, keys, self)
        # checks whether another program has changed the file
        self._file_check_timer = widgets.make_timer(self, self._check_for_external_change)
        self._connect_signals()
        self._restore_state()
        self._update_title()
        self._update_welcome_page()
        self._update_tree_kind_switch()

    def _add_bars(self) -> None:
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.top_bar)
        self.addToolBar(self.rail.side, self.rail)
        self.folded_panel_strips = FoldedPanelStrips(self, self.panels.docks, self.panels.layouts)
        self.menuBar().hide()
        self.setAcceptDrops(True)
        self.resize(1320, 860)

    def _connect_signals(self) -> None:
        """Connect the signals of the parts of the window."""
        context, views, panels, documents = self.context, self.views, self.panels, self.document_actions
        context.session.changes.add_view("window", self._on_changes, ChangeKind.PROJECT | ChangeKind.DOCUMENT)
        context.notices.notified.connect(self.status_line.show_message)
        context.notices.refused.connect(self._on_refused)
        context.notices.failed.connect(self.message_bar.show_error)
        context.notices.resolved.connect(self.message_bar.mark_obsolete)
        context.notices.crashed.connect(lambda trace: show_bug_report(self, trace))
        context.document_saver.conflicts_detected.connect(self._on_conflicted)
        context.document_search.searched.connect(self._on_searched)
        context.readings.readings_found.connect(panels.raise_readings)
        views.welcome.open_requested.connect(self._open_recent_project)
        views.welcome.open_file_requested.connect(documents.open_file)
        views.welcome.treebank_requested.connect(documents.get_treebank)
        views.welcome.text_requested.connect(documents.ask_for_text)
        views.welcome.open_project_requested.connect(documents.open_project)
        views.welcome.new_project_requested.connect(documents.new_project)
        views.welcome.sample_requested.connect(documents.open_sample)
        views.welcome.exploration_requested.connect(self._open_sample_for_training)
        views.welcome.keys_requested.connect(self.preferences_controller.show_keys)
        views.welcome.tour_requested.connect(self.tour.show_tour)
        views.dependency.edit_word_requested.connect(panels.edit_word)
        views.find.filter_requested.connect(views.queue.set_query_filter)
        views.queue.row_clicked.connect(panels.focus_tree_or_text)
        views.queue.files_dropped.connect(documents.add_paths)
        views.queue.query_filter_changed.connect(views.find.set_queue_filtered)
        views.runs.runs_selected.connect(views.curves.show_runs)
        self.top_bar.menu_requested.connect(self.show_menu)
        self.top_bar.tree_kind_requested.connect(panels.show_tree_kind)
        panels.tree_kind_changed.connect(lambda _: self._update_tree_kind_switch())
        panels.workspace_changed.connect(lambda _: self._update_tree_kind_switch())
        views.reading.words_requested.connect(lambda: panels.focus_dock("vocabulary"))
        views.reading.quiz_requested.connect(lambda: panels.focus_dock("quiz"))

    def show_palette(self) -> None:
        """Open the command palette."""
        self.command_palette.pop_up()

    def show_menu(self) -> None:
        """Open a menu with all menus of the menu bar, which is hidden, below its button."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in self.menuBar().actions():
            menu.addAction(action)
        prioritise_mnemonics(menu)
        button = self.top_bar.menu_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def toggle_full_screen(self) -> None:
        """Show the page of the workspace in full screen, or restore the window."""
        self._is_full_screen = is_full_screen = not self._is_full_screen
        if is_full_screen:
            self.panels.layouts.hide_all_docks()  # while the bars are visible: a layout includes them
        # other than `showNormal`, this keeps the window maximised
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        if not is_full_screen:
            self.panels.show_workspace_page()
        for bar in (self.top_bar, self.rail, self.statusBar()):
            bar.setVisible(not is_full_screen)
        self.panels.set_full_screen(is_full_screen)
        self.preferences_controller.set_tree_zoom(_FULL_SCREEN_ZOOM if is_full_screen else 1.0)
        self.panels.focus_page()

    def _on_reranker_requested(self, run: Run) -> None:
        if self.views.training.fill_reranker_settings(run):
            self.panels.show_workspace("train")

    def _open_sample_for_training(self) -> None:
        """Open the sample, if nothing is open, in the Train workspace."""
        self.panels.set_workspace("train")
        self.document_actions.open_sample()

    def _update_tree_kind_switch(self) -> None:
        """Show in the top bar which kind of tree is on screen."""
        panels = self.panels
        self.top_bar.show_tree_kind(
            panels.tree_kind, panels.workspace.page == "annotate" and bool(len(self.context.session.treebank))
        )

    def _update_welcome_page(self) -> None:
        """List the recent projects on the welcome page, and show the page of the workspace, which that is if nothing is
        open."""
        self.preferences_controller.show_recent_projects(self._last_positions.find_progress)
        self.panels.show_workspace_page()

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._on_treebank_changed()
        if changes.has(ChangeKind.PROJECT):
            self._on_project_changed()

    def _on_project_changed(self) -> None:
        project = self.context.session.project
        if project is not None:
            self.preferences_controller.add_recent_project(
                project.name, self.context.session.opened_path or project.folder
            )
            self.panels.focus_tree_or_text()
        self._update_welcome_page()
        self._update_title()

    def _on_treebank_changed(self) -> None:
        self.message_bar.mark_obsolete()  # earlier messages are about the previous document
        self._update_title()
        self.panels.show_document_page()
        self._update_tree_kind_switch()
        problems = self.context.session.treebank.problems
        if problems:
            lines = [str(problem) for problem in problems[:_MAX_PROBLEMS]]
            if remaining_count := len(problems) - len(lines):
                lines.append(resolve_plural(self.tr("and %Ln more problem(s)", "", remaining_count), remaining_count))
            self.message_bar.show_error("\n".join(lines))

    def _update_title(self) -> None:
        session = self.context.session
        project, path = session.project, session.treebank.path
        names = [path.name] if path is not None else []
        if project is not None and project.name not in names:
            names.append(project.name)
        if session.read_only_reason:
            names.append(self.tr("read only"))
        self.setWindowTitle("[*]" + " — ".join((*map(isolate_text, names), "Spectral Workbench")))

    def _on_searched(self, matches: SearchResult | None) -> None:
        if matches is not None and not len(matches.sentences):
            self.context.notices.notify(self.tr("No matches"))

    def _on_refused(self, reason: str) -> None:
        QApplication.beep()
        self.status_line.show_refusal(reason)

    def _check_for_external_change(self) -> None:
        if QApplication.activeModalWidget() is None:  # the subject of an open dialog must not change
            self.context.document_saver.merge_external_changes()

    def _on_conflicted(self, conflicts: Sequence[Conflict]) -> None:
        dialog = MergeDialog(conflicts, self)
        dialog.resolved.connect(self.context.document_saver.resolve_conflicts)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _open_recent_project(self, path: Path) -> None:
        """Open a recent project; if it no longer exists, remove it from the list."""
        if path.exists():
            self.document_actions.open(path)
            return
        self.message_bar.show_error(self.tr("{0} no longer exists").format(isolate_text(str(path))))
        self.preferences_controller.remove_recent_project(path)
        self._update_welcome_page()

    def _restore_state(self) -> None:
        """Restore the preferences, the geometry and the state of the views."""
        self.preferences_controller.apply_preferences()
        if self._settings is None:
            return
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        queries = self._settings.value("queries")
        if queries:  # QSettings returns a list of one as its item
            self.views.find.restore_history((queries,) if isinstance(queries, str) else tuple(map(str, queries)))
        reading_state = self._settings.value("reading")
        if isinstance(reading_state, list):
            self.views.reading.restore_display_options([str(item) for item in reading_state])
        else:
            self.views.reading.show_lines("gloss", "kind")  # as the first page describes
        closed_advice = self._settings.value("advice")
        if isinstance(closed_advice, str):
            self.views.candidates.advice_bar.set_dismissed_message(closed_advice)
        workspace = self._settings.value("workspace")
        if isinstance(workspace, str):
            self.panels.set_workspace(workspace)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._is_full_screen:  # which the next start does not restore
            self.toggle_full_screen()
        if self._settings is not None:
            self.panels.layouts.write_layouts()
            self._last_positions.write_position()
            self._settings.setValue("geometry", self.saveGeometry())
            self._settings.setValue("workspace", self.panels.workspace.name)
            self._settings.setValue("queries", list(self.views.find.history))
            self._settings.setValue("reading", self.views.reading.display_options)
            self._settings.setValue("advice", self.views.candidates.advice_bar.dismissed_message)
            self._settings.sync()
        self.context.close()
        super().closeEvent(event)

    def childEvent(self, event: QChildEvent) -> None:
        """Let panel tabs scroll if they do not fit, instead of eliding them."""
        super().childEvent(event)
        if event.polished() and isinstance(tabs := event.child(), QTabBar):
            tabs.setElideMode(Qt.TextElideMode.ElideNone)
            tabs.tabBarClicked.connect(lambda index: self.panels.focus_clicked_tab(tabs.tabText(index)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._file_check_timer.start(_FILE_CHECK_DELAY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.top_bar.hide_parts_to_fit(event.size().width())
        self.key_hints.show_fitting_hints()
        self.panels.layouts.fold_sides_to_fit()
        self.rail.set_narrow(event.size().width() < _NARROW_WIDTH * self.fontMetrics().height() / 16)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close a message on Escape if the focused widget ignores the key."""
        if event.key() == Qt.Key.Key_Escape and self.message_bar.text:
            self.message_bar.dismiss()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Open the menu when Alt is pressed alone, as a menu bar would."""
        if event.key() == Qt.Key.Key_Alt and self._was_alt_pressed_alone:
            self.show_menu()
        self._was_alt_pressed_alone = False
        super().keyReleaseEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress):
            self._was_alt_pressed_alone = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Alt
        return super().event(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.document_actions.open_paths(paths)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.panels.focus_page()
