"""The page shown while nothing is open: recent projects, and the ways to begin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from spectral_gui import widgets
from spectral_gui.lists import Index, as_tip

_INVALID = QModelIndex()
_PAD = 8

Recent = tuple[str, Path, str]  # title, where it is, when it was open


class RecentList(QAbstractListModel):
    """What was open before, the latest first."""

    WHERE, WHEN = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.recent: tuple[Recent, ...] = ()

    def show_recent(self, recent: Sequence[Recent]) -> None:
        """Lists others."""
        self.beginResetModel()
        self.recent = tuple(recent)
        self.endResetModel()

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() else len(self.recent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        title, path, when = self.recent[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return title
        if role == self.WHERE:
            return str(path)
        if role == self.WHEN:
            return when
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (title, when, str(path))))
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip(str(path))
        return None


class _TwoLines(QStyledItemDelegate):
    """Draws a title over its place, with the time on the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        text = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        faint = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.PlaceholderText
        metrics = QFontMetrics(option.font)
        area = QRect(option.rect).adjusted(_PAD, _PAD // 2, -_PAD, -_PAD // 2)
        first = QRect(area.left(), area.top(), area.width(), metrics.height())
        second = QRect(area.left(), first.bottom() + 1, area.width(), metrics.height())
        painter.save()
        when = str(index.data(RecentList.WHEN))
        painter.setPen(option.palette.color(faint))
        painter.drawText(first, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, when)
        where = metrics.elidedText(str(index.data(RecentList.WHERE)), Qt.TextElideMode.ElideMiddle, second.width())
        painter.drawText(second, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, where)
        painter.setPen(option.palette.color(text))
        room = first.width() - metrics.horizontalAdvance(when) - _PAD
        title = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        painter.drawText(first, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(200, 2 * QFontMetrics(option.font).height() + _PAD + 2)


class WelcomeView(QWidget):
    """Asks the window to open something; opens nothing itself."""

    open_asked = Signal(object)  # a Path: a recent project, or what was dropped here
    open_file_asked = Signal()
    open_project_asked = Signal()
    new_project_asked = Signal()
    sample_asked = Signal()
    keys_asked = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAcceptDrops(True)
        self._title = QLabel(self.tr("Spectral Workbench"))
        self._what = widgets.label(
            self.tr("Annotate treebanks, read them, and train and watch spectral models on them."), wraps=True
        )
        self._recent_title = QLabel(self.tr("Recent"))
        self._model = RecentList(self)
        self._list = QListView()
        self._list.setModel(self._model)
        self._list.setItemDelegate(_TwoLines(self._list))
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setAccessibleName(self.tr("Recent projects and treebanks"))
        self._list.activated.connect(self._open)
        self._list.clicked.connect(self._open)
        self._none = QLabel(self.tr("What you open will be listed here."))
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._drop = widgets.label(
            self.tr("Or drop a treebank, a text or a project's folder anywhere in this window."), wraps=True
        )
        rows = (
            (
                self.tr("&Open a treebank…"),
                self.tr("CoNLL-U, brackets, token tables, plain text"),
                self.open_file_asked,
            ),
            (
                self.tr("Open a &project…"),
                self.tr("A folder with its history, models and texts"),
                self.open_project_asked,
            ),
            (self.tr("&New project…"), self.tr("Several files with one history"), self.new_project_asked),
            (self.tr("&Sample project"), self.tr("English and Arabic sentences to try things on"), self.sample_asked),
            (self.tr("&Keys"), self.tr("Everything can be done without a mouse"), self.keys_asked),
        )
        ways = QVBoxLayout()
        ways.setSpacing(2)
        self._hints: list[QLabel] = []
        self.buttons: list[QPushButton] = []
        for text, hint, signal in rows:
            button = QPushButton(text)
            button.setAccessibleDescription(hint)
            button.clicked.connect(signal)
            said = QLabel(hint)
            said.setWordWrap(True)
            said.setContentsMargins(2, 0, 0, 8)
            ways.addWidget(button)
            ways.addWidget(said)
            self.buttons.append(button)
            self._hints.append(said)
        ways.addWidget(self._drop)
        ways.addStretch(1)
        recent = widgets.column(self._recent_title, (self._list, 1), (self._none, 1))
        grid = QGridLayout(self)
        grid.setContentsMargins(40, 32, 40, 32)
        grid.setHorizontalSpacing(40)
        grid.setVerticalSpacing(10)
        grid.addWidget(self._title, 0, 0, 1, 2)
        grid.addWidget(self._what, 1, 0, 1, 2)
        grid.addLayout(ways, 2, 0)
        grid.addLayout(recent, 2, 1)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(1, 3)
        grid.setRowStretch(2, 1)
        self._set_fonts()
        self.set_recent(())

    def set_recent(self, recent: Sequence[Recent]) -> None:
        """Lists what was open before: title, path and when, the latest first."""
        self._model.show_recent(recent)
        self._list.setVisible(bool(recent))
        self._none.setVisible(not recent)
        if recent:
            self._list.setCurrentIndex(self._model.index(0))

    def set_keys(self, keys: Sequence[str]) -> None:
        """Shows the keys of the five buttons on them, in their order; "" for none."""
        for button, key in zip(self.buttons, keys, strict=False):
            button.setToolTip(f"{button.text().replace('&', '')} ({key})" if key else "")

    def focus_first(self) -> None:
        """Puts the focus where one begins: on the latest project, or the first button."""
        (self._list if self._model.recent else self.buttons[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, index: QModelIndex) -> None:
        self.open_asked.emit(self._model.recent[index.row()][1])

    def _set_fonts(self) -> None:
        large = QFont(self.font())
        large.setPointSizeF(max(self.font().pointSizeF(), 6.0) * 2)
        self._title.setFont(large)
        bold = QFont(self.font())
        bold.setBold(True)
        self._recent_title.setFont(bold)
        for label in (*self._hints, self._drop, self._none):
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_hints"):
            self._set_fonts()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.open_asked.emit(Path(url.toLocalFile()))
                return
