"""The page shown while nothing is open: recent projects, and the ways to begin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QListView, QPushButton, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from spectral_gui import widgets
from spectral_gui.lists import INVALID, Index, as_tip

_PAD = 8

Recent = tuple[str, Path, str]  # title, where it is, when it was open


class RecentList(QAbstractListModel):
    """What was open before, the latest first."""

    WHERE, WHEN = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.recent: tuple[Recent, ...] = ()

    def show_recent(self, recent: Sequence[Recent]) -> None:
        self.beginResetModel()
        self.recent = tuple(recent)
        self.endResetModel()

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() else len(self.recent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        title, path, when = self.recent[index.row()]
        return {
            Qt.ItemDataRole.DisplayRole: title,
            self.WHERE: str(path),
            self.WHEN: when,
            Qt.ItemDataRole.AccessibleTextRole: ", ".join(filter(None, (title, when, str(path)))),
            Qt.ItemDataRole.ToolTipRole: as_tip(str(path)),
        }.get(role)


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


class WelcomeView(widgets.Panel):
    """Asks the window to open something; opens nothing itself."""

    open_asked = Signal(object)  # a Path: a recent project, or what was dropped here
    open_file_asked = Signal()
    treebank_asked = Signal()  # to have one brought
    text_asked = Signal()  # to paste one and read it
    open_project_asked = Signal()
    new_project_asked = Signal()
    sample_asked = Signal()
    keys_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._title = widgets.label(self.tr("Spectral Workbench"))
        what = self.tr("Annotate treebanks, read them, and train and watch spectral models on them.")
        self._what = widgets.label(what, wraps=True)
        self._recent_title = widgets.label(self.tr("Recent"))
        self._model = RecentList(self)
        self._list = widgets.named(QListView(), self.tr("Recent projects and treebanks"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(_TwoLines(self._list))
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        widgets.hear(self._open, self._list.activated, self._list.clicked)
        self._none = widgets.label(self.tr("What you open will be listed here."), faint=True)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        drop = self.tr("Or drop a treebank, a text or a project's folder anywhere in this window.")
        self._drop = widgets.label(drop, wraps=True, faint=True)
        files = self.tr("CoNLL-U, brackets, token tables, plain text")
        folders = self.tr("A folder with its history, models and texts")
        rows = (
            (self.open_file_asked, self.tr("&Open a treebank…"), files),
            (
                self.treebank_asked,
                self.tr("&Get a treebank…"),
                self.tr("One of over a hundred languages, to learn from"),
            ),
            (self.text_asked, self.tr("&Read a text…"), self.tr("Pasted or from a file, word by word")),
            (self.open_project_asked, self.tr("Open a &project…"), folders),
            (self.new_project_asked, self.tr("&New project…"), self.tr("Several files with one history")),
            (self.sample_asked, self.tr("&Sample project"), self.tr("English and Arabic sentences to try things on")),
            (self.keys_asked, self.tr("&Keys"), self.tr("Everything can be done without a mouse")),
        )
        ways = widgets.column(spacing=2)
        self.buttons: list[QPushButton] = []
        for signal, text, hint in rows:
            self.buttons.append(widgets.button(text, signal))
            self.buttons[-1].setAccessibleDescription(hint)
            said = widgets.label(hint, wraps=True, faint=True)
            said.setContentsMargins(2, 0, 0, 8)
            ways.addWidget(self.buttons[-1])
            ways.addWidget(said)
        ways.addWidget(self._drop)
        ways.addStretch(1)
        recent = widgets.column(self._recent_title, (self._list, 1), (self._none, 1))
        beside = widgets.row((ways, 2), (recent, 3), spacing=40)
        widgets.column(self._title, self._what, (beside, 1), on=self, margins=(40, 32, 40, 32), spacing=10)
        self.font_changed.connect(self._set_fonts)
        self._set_fonts()
        self.set_recent(())

    def set_recent(self, recent: Sequence[Recent]) -> None:
        self._model.show_recent(recent)
        self._list.setVisible(bool(recent))
        self._none.setVisible(not recent)
        if recent:
            self._list.setCurrentIndex(self._model.index(0))

    def set_keys(self, keys: Sequence[str]) -> None:
        """Shows the keys of the buttons on them, in their order; "" for none."""
        for button, key in zip(self.buttons, keys, strict=False):
            button.setToolTip(f"{button.text().replace('&', '')} ({key})" if key else "")

    def focus_first(self) -> None:
        (self._list if self._model.recent else self.buttons[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, index: QModelIndex) -> None:
        self.open_asked.emit(self._model.recent[index.row()][1])

    def _set_fonts(self) -> None:
        large = QFont(self.font())
        large.setPointSizeF(max(self.font().pointSizeF(), 6.0) * 2)
        self._title.setFont(large)
        self._recent_title.setFont(widgets.bold(self.font()))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.open_asked.emit(Path(url.toLocalFile()))
                return
