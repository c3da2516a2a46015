"""Window: docks, menus and wiring; no logic."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QFileDialog, QLabel, QListView, QMainWindow, QMenu, QToolButton

from spectral_core.files import assets
from spectral_core.formats import FORMATS
from spectral_gui import theme
from spectral_gui.actions import ACTIONS
from spectral_gui.lists import SentenceList, TextDelegate, as_tip
from spectral_gui.messages import show_bug, show_complaint
from spectral_gui.resources import counted
from spectral_gui.session import Session
from spectral_gui.views.sentence import SentenceView
from spectral_gui.views.training import TrainingView

_MOST_PROBLEMS = 20  # of a file, in one message


class Window(QMainWindow):
    """The sentences on the left, the selected one in the middle, training on the right."""

    def __init__(self, session: Session):
        super().__init__()
        self._session = session
        self.setWindowTitle("Spectral Workbench")
        self.resize(1240, 800)
        self.setAcceptDrops(True)
        self.setCentralWidget(SentenceView(session))
        self._list = SentenceList(self)
        self._queue = QListView()
        self._queue.setModel(self._list)
        self._queue.setUniformItemSizes(True)
        self._row = TextDelegate(11, self._queue)
        self._queue.setItemDelegate(self._row)
        self._queue.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._queue.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._queue.setAccessibleName(self.tr("Sentences"))
        self._queue.selectionModel().currentChanged.connect(self._select)
        self._dock(self.tr("Sentences"), self._queue, Qt.DockWidgetArea.LeftDockWidgetArea)
        self._dock(self.tr("Train"), TrainingView(session), Qt.DockWidgetArea.RightDockWidgetArea)
        self._counted = QLabel()
        self._engine = QLabel(self.tr("engine idle"))
        self._troubles = QToolButton()  # what is wrong with the file as a whole: a tool tip, and a list on a click
        self._troubles.setAutoRaise(True)
        self._troubles.setVisible(False)
        self._troubles.clicked.connect(self._show_troubles)
        self.statusBar().addWidget(self._counted)
        self.statusBar().addWidget(self._troubles)
        self.statusBar().addPermanentWidget(self._engine)
        self._make_menus()
        session.treebank_changed.connect(self._show_treebank)
        session.selection_changed.connect(self._follow)
        session.busy_changed.connect(self._show_engine)
        session.failed.connect(self._complain)
        session.broke.connect(self._show_bug)

    def open_file(self) -> None:
        endings = " ".join(
            f"*{suffix} *{suffix}.gz *{suffix}.xz" for row in FORMATS.values() for suffix in row.suffixes
        )
        kinds = self.tr("Treebanks and texts ({0});;All files (*)").format(endings)
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open a treebank"), "", kinds)
        if name:
            self._session.open(Path(name))

    def open_sample(self) -> None:
        self._session.open(assets() / "sample" / "english" / "written.conllu")

    def next_sentence(self) -> None:
        if self._session.selected + 1 < len(self._session.treebank):
            self._session.select(self._session.selected + 1)

    def previous_sentence(self) -> None:
        if self._session.selected > 0:
            self._session.select(self._session.selected - 1)

    def flip_theme(self) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.apply(application, not theme.is_dark(application))

    def _make_menus(self) -> None:
        menus: dict[str, QMenu] = {}
        for row in ACTIONS:
            if row.menu not in menus:
                menus[row.menu] = self.menuBar().addMenu(self.tr(row.menu))
            action = QAction(self.tr(row.text), self)
            action.setObjectName(row.name)
            action.setShortcut(row.shortcut)
            action.triggered.connect(getattr(self, row.calls))
            menus[row.menu].addAction(action)
        view = menus["&View"]
        view.addSeparator()
        for dock in self.findChildren(QDockWidget):
            view.addAction(dock.toggleViewAction())

    def _dock(self, title: str, widget: QListView | TrainingView, area: Qt.DockWidgetArea) -> None:
        dock = QDockWidget(title, self)
        dock.setObjectName(title)
        dock.setWidget(widget)
        dock.setMinimumWidth(260)
        self.addDockWidget(area, dock)

    def _show_treebank(self) -> None:
        treebank = self._session.treebank
        self._row.suit(treebank[0].text if len(treebank) else "")
        self._list.show_treebank(treebank)
        name = treebank.path.name if treebank.path is not None else ""
        self.setWindowTitle(f"{name} — Spectral Workbench" if name else "Spectral Workbench")
        sentences = counted(self.tr("%Ln sentence(s)", "", len(treebank)), len(treebank))
        self._counted.setText(f"{name}: {sentences}" if name else sentences)
        troubles = len(treebank.problems)
        self._troubles.setText("⚠ " + counted(self.tr("%Ln problem(s) with the file", "", troubles), troubles))
        self._troubles.setToolTip(as_tip(self._list_troubles()))
        self._troubles.setVisible(troubles > 0)

    def _list_troubles(self) -> str:
        problems = self._session.treebank.problems
        lines = [str(problem) for problem in problems[:_MOST_PROBLEMS]]
        if more := len(problems) - len(lines):
            lines.append(counted(self.tr("and %Ln more problem(s)", "", more), more))
        return "\n".join(lines)

    def _show_troubles(self) -> None:
        show_complaint(self, self._list_troubles())

    def _select(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._session.select(current.row())

    def _follow(self, index: int) -> None:
        if index >= 0:
            self._queue.setCurrentIndex(self._list.index(index))

    def _show_engine(self, doing: str) -> None:
        self._engine.setText(doing + " …" if doing else self.tr("engine idle"))

    def _complain(self, sentence: str) -> None:
        show_complaint(self, sentence)

    def _show_bug(self, trace: str) -> None:
        show_bug(self, trace)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._session.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self._session.open(paths[0])
