"""Window: the objects it is made of, what they tell one another, and what Qt asks of it; no logic."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QSettings, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QTabBar

from spectral_core.engine import SearchResult
from spectral_core.project import Conflict, Run
from spectral_gui import theme, widgets
from spectral_gui.actions import Keys, keep_letters
from spectral_gui.commands import Commands
from spectral_gui.documents import Documents
from spectral_gui.going import Going
from spectral_gui.hints import Hints
from spectral_gui.keeping import Keeping
from spectral_gui.menus import Menus
from spectral_gui.messages import Help, MessageBar, show_bug
from spectral_gui.output import Output
from spectral_gui.panels import Panels, Views
from spectral_gui.places import Places
from spectral_gui.preferences import Preferences
from spectral_gui.preferred import Preferred
from spectral_gui.rails import Rail, Strips
from spectral_gui.resources import counted, isolated
from spectral_gui.session import AppContext
from spectral_gui.sheets import CONSTITUENTS, DEPENDENCIES
from spectral_gui.status import MessageLine, StatusLine
from spectral_gui.top_bar import TopBar
from spectral_gui.tour import Tour
from spectral_gui.views.merging import MergeDialog
from spectral_gui.views.palette import Palette

_MOST_PROBLEMS = 20  # of a file, in one message
_NARROW = 1000  # pixels at 100 %: below that the rail has no names
_LARGE = 1.6  # times the words of a tree that has the whole screen
_LOOK = 200  # milliseconds after the user comes back


class Window(QMainWindow):
    """Five workspaces over one desk: pages in the centre, docks around them, one status line."""

    def __init__(self, desk: AppContext, given: Preferences | None = None, settings: QSettings | None = None):
        super().__init__()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.undress(application)
        given = given or Preferences()
        self._full = False  # whether the page has the whole screen
        self._alone = False  # whether Alt was pressed and nothing else
        self.desk, self._settings = desk, settings  # where layouts are remembered; None for nowhere
        self.bar = MessageBar(self)
        self.views = Views(desk)
        self.panels = Panels(self, desk, self.views, self.bar, settings)
        keys = Keys(given.keys, self)
        self.preferred = Preferred(self, desk, self.views, self.panels, keys, given, settings is not None)
        self._places = Places(desk.session, desk.suggestions, settings, self)
        self.documents = Documents(self, desk, self.panels, self._places)
        output = Output(self, desk.session, desk.notices, self.panels)
        going = Going(desk, self.views.queue, self.views.candidates, self.views.dependency, self)
        told = Help(self, desk.notices, desk.work.process_ids, lambda: self.panels.help_page)
        keeping = Keeping(self, desk)
        keeping.reranker_asked.connect(self._rerank)
        self.top = TopBar(desk.session, {DEPENDENCIES: self.tr("Dependencies"), CONSTITUENTS: self.tr("Constituents")})
        self.setStatusBar(MessageLine(self))
        parts = {"status": self.statusBar(), "search": self.top.search}
        self.tour = Tour(self, desk.session, self.panels, parts, self.documents.open_sample)
        doing = (
            self,
            self.documents,
            output,
            self.panels,
            self.preferred,
            going,
            told,
            desk.session,
            desk.document_saver,
            keeping,
            self.tour,
        )
        self.rail = Rail()
        self.menus = Menus(self, desk, keys, self.views, self.panels, self.rail, (*doing, self.views.queue))
        self.top.use(self.menus.actions)
        commands = Commands(desk, self.panels, self.menus.actions, self)
        self.palette_of_commands = Palette(self, commands.gather, lambda: commands.is_searching)
        commands.more_found.connect(self.palette_of_commands.fill_again)
        self.palette_of_commands.closed.connect(commands.stop)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.top)
        self.addToolBar(self.rail.side, self.rail)
        self.strips = Strips(self, self.panels.docks, self.panels.layouts)
        self.menuBar().hide()
        self.setAcceptDrops(True)
        self.resize(1320, 860)
        self.status = StatusLine(desk, self.statusBar())
        own = {scope: places for scope, places in self.menus.places.items() if scope != "window"}
        own |= {"exploring": [self.views.exploring.automata], "steps": [self.views.exploring.steps]}
        self.hints = Hints(self.status.keys, own, keys, self)
        self._look = widgets.pause(self, self._look_outside)  # whether another program has written the file
        self._wire()
        self._restore()
        self._show_title()
        self._show_welcome()
        self._show_kind()

    def _wire(self) -> None:
        desk, views, panels, documents = self.desk, self.views, self.panels, self.documents
        desk.session.project_changed.connect(self._show_project)
        desk.session.treebank_changed.connect(self._show_document)
        desk.session.history_changed.connect(self._show_edited)
        desk.notices.noted.connect(self.status.note)
        desk.notices.refused.connect(self._refuse)
        desk.notices.failed.connect(self.bar.complain)
        desk.notices.resolved.connect(self.bar.settle)
        desk.notices.crashed.connect(lambda trace: show_bug(self, trace))
        desk.document_saver.conflicted.connect(self._ask_about)
        desk.document_search.searched.connect(self._show_found)
        desk.readings.readings_found.connect(panels.show_readings)
        views.welcome.open_asked.connect(self._open_recent)
        views.welcome.open_file_asked.connect(documents.open_file)
        views.welcome.treebank_asked.connect(documents.get_treebank)
        views.welcome.text_asked.connect(documents.read_pasted)
        views.welcome.open_project_asked.connect(documents.open_project)
        views.welcome.new_project_asked.connect(documents.new_project)
        views.welcome.sample_asked.connect(documents.open_sample)
        views.welcome.inside_asked.connect(self._look_inside)
        views.welcome.keys_asked.connect(self.preferred.show_keys)
        views.welcome.tour_asked.connect(self.tour.show_tour)
        views.dependency.edit_word_requested.connect(panels.edit_word)
        views.finding.filter_asked.connect(views.queue.set_query_filter)
        views.queue.row_clicked.connect(panels.focus_text)
        views.queue.files_dropped.connect(documents.add)
        views.queue.query_filter_changed.connect(views.finding.show_filtered)
        views.runs.chosen.connect(views.curves.show_runs)
        self.top.menu_asked.connect(self.show_menu)
        self.top.kind_asked.connect(panels.show_tree)
        panels.kind_changed.connect(lambda _: self._show_kind())
        panels.workspace_changed.connect(lambda _: self._show_kind())
        views.reading.words_requested.connect(lambda: panels.go_into("vocabulary"))
        views.reading.quiz_requested.connect(lambda: panels.go_into("quiz"))

    def show_palette(self) -> None:
        self.palette_of_commands.ask()

    def show_menu(self) -> None:
        """Opens all menus below their button."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in self.menuBar().actions():
            menu.addAction(one)
        keep_letters(menu)
        button = self.top.menu
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def flip_full_screen(self) -> None:
        """The page of the workspace alone on the whole screen, or everything as it was before."""
        self._full = full = not self._full
        if full:
            self.panels.layouts.hide()  # while the bars are there: a layout knows of them as well
            self.showFullScreen()
        else:
            self.showNormal()
            self.panels.show_page()
        for bar in (self.top, self.rail, self.statusBar()):
            bar.setVisible(not full)
        self.panels.stand_alone(full)
        self.preferred.enlarge_trees(_LARGE if full else 1.0)
        self.panels.focus_page()

    def _rerank(self, run: Run) -> None:
        if self.views.training.set_reranker(run):
            self.panels.show_train()

    def _look_inside(self) -> None:
        """Opens what there is to learn from, where nothing is open, in the workspace where models are learnt."""
        self.panels.choose("train")
        self.documents.open_sample()

    def _show_kind(self) -> None:
        panels = self.panels
        self.top.show_kind(panels.kind, panels.workspace.centre == "annotate" and bool(len(self.desk.session.treebank)))

    def _show_welcome(self) -> None:
        self.preferred.show_recent(self._places.progress_of)
        self.panels.show_page()

    def _show_project(self) -> None:
        project = self.desk.session.project
        if project is not None:
            self.preferred.note_opened(project.name, self.desk.session.opened_path or project.folder)
            self.panels.focus_text()
        self._show_welcome()
        self._show_title()

    def _show_document(self) -> None:
        self.bar.settle()  # what was told before is about what was shown before
        self._show_title()
        self.panels.show_opened()
        self._show_kind()
        problems = self.desk.session.treebank.problems
        if problems:
            lines = [str(problem) for problem in problems[:_MOST_PROBLEMS]]
            if more := len(problems) - len(lines):
                lines.append(counted(self.tr("and %Ln more problem(s)", "", more), more))
            self.bar.complain("\n".join(lines))

    def _show_title(self) -> None:
        session = self.desk.session
        project, path = session.project, session.treebank.path
        names = [path.name] if path is not None else []
        if project is not None and project.name not in names:
            names.append(project.name)
        if session.read_only:
            names.append(self.tr("read only"))
        self.setWindowTitle("[*]" + " — ".join((*map(isolated, names), "Spectral Workbench")))
        self._show_edited()

    def _show_edited(self) -> None:
        self.setWindowModified(bool(self.desk.session.edited))

    def _show_found(self, found: SearchResult | None) -> None:
        if found is not None and not len(found.sentences):
            self.desk.notices.notify(self.tr("Nothing was found"))

    def _refuse(self, sentence: str) -> None:
        QApplication.beep()
        self.status.refuse(sentence)

    def _look_outside(self) -> None:
        if QApplication.activeModalWidget() is None:  # what a dialogue asks about must still be there at its end
            self.desk.document_saver.check_file()

    def _ask_about(self, conflicts: Sequence[Conflict]) -> None:
        dialog = MergeDialog(conflicts, self)
        dialog.settled.connect(self.desk.document_saver.resolve_conflicts)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _open_recent(self, path: Path) -> None:
        if path.exists():
            self.documents.open(path)
            return
        self.bar.complain(self.tr("{0} is no longer there").format(isolated(str(path))))
        self.preferred.forget_opened(path)
        self._show_welcome()

    def _restore(self) -> None:
        self.preferred.live()
        if self._settings is None:
            return
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        asked = self._settings.value("queries")
        if asked:  # a list of one comes back as what is in it
            self.views.finding.set_history((asked,) if isinstance(asked, str) else tuple(map(str, asked)))
        shown = self._settings.value("reading")
        if isinstance(shown, list):
            self.views.reading.restore([str(item) for item in shown])
        else:
            self.views.reading.show_lines("gloss", "kind")  # as the first page says
        closed = self._settings.value("advice")
        if isinstance(closed, str):
            self.views.candidates.advice.set_closed(closed)
        name = self._settings.value("workspace")
        if isinstance(name, str):
            self.panels.choose(name)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._settings is not None:
            self.panels.layouts.write()
            self._places.write()
            self._settings.setValue("geometry", self.saveGeometry())
            self._settings.setValue("workspace", self.panels.workspace.name)
            self._settings.setValue("queries", list(self.views.finding.history))
            self._settings.setValue("reading", self.views.reading.state)
            self._settings.setValue("advice", self.views.candidates.advice.closed)
            self._settings.sync()
        self.desk.close()
        super().closeEvent(event)

    def childEvent(self, event: QChildEvent) -> None:
        """Tabs of panels are scrolled where there is no room for all of them, and not cut short."""
        super().childEvent(event)
        if event.polished() and isinstance(tabs := event.child(), QTabBar):
            tabs.setElideMode(Qt.TextElideMode.ElideNone)
            tabs.tabBarClicked.connect(lambda place: self.panels.enter(tabs.tabText(place)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._look.start(_LOOK)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.top.squeeze(event.size().width())
        self.hints.squeeze()
        self.panels.layouts.suit_room()
        self.rail.fold(event.size().width() < _NARROW * self.fontMetrics().height() / 16)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes a message, where nothing that has the keys has a use for it."""
        if event.key() == Qt.Key.Key_Escape and self.bar.text:
            self.bar.dismiss()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Alt by itself opens the menu, as it would a menu bar."""
        if event.key() == Qt.Key.Key_Alt and self._alone:
            self.show_menu()
        self._alone = False
        super().keyReleaseEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress):
            self._alone = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Alt
        return super().event(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.documents.open(paths[0])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.panels.focus_page()
