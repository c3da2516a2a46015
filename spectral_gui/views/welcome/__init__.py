"""The page shown while nothing is open: recent projects, and the ways to begin."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QDate, QLocale, QModelIndex, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListView,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from spectral_gui import theme, widgets
from spectral_gui.lists import INVALID, Index, as_tip
from spectral_gui.views.welcome.doors import Door, deciding, learning, reading

_PAD, _BAR = 8, 72  # pixels; the second of a bar of progress
_SIGN = 40  # pixels of the drawing beside the title
_WIDEST = 1040  # pixels of the page

# title, where it is, when it was open, and how many sentences of how many were accepted in what was shown of it
Recent = tuple[str, Path, str, tuple[int, int] | None]


class RecentList(QAbstractListModel):
    """What was open before, the latest first."""

    WHERE, WHEN, DONE = (Qt.ItemDataRole.UserRole + more for more in (1, 2, 3))

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
        title, path, written, done = self.recent[index.row()]
        when = _when(written)
        accepted = "" if done is None else self.tr("{0} of {1} accepted").format(*(f"{count:,}" for count in done))
        return {
            Qt.ItemDataRole.DisplayRole: title,
            self.WHERE: str(path),
            self.WHEN: when,
            self.DONE: (accepted, done[0] / done[1]) if done is not None else ("", 0.0),
            Qt.ItemDataRole.AccessibleTextRole: ", ".join(filter(None, (title, when, accepted, str(path)))),
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
        taken = self._draw_done(painter, second, index, metrics) if index.data(RecentList.DONE)[0] else 0
        painter.setPen(option.palette.color(faint))
        room = second.width() - taken
        where = metrics.elidedText(str(index.data(RecentList.WHERE)), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(second, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, where)
        painter.setPen(option.palette.color(text))
        room = first.width() - metrics.horizontalAdvance(when) - _PAD
        title = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        painter.drawText(first, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)
        painter.restore()

    def _draw_done(self, painter: QPainter, line: QRect, index: Index, metrics: QFontMetrics) -> int:
        """Draws at the end of a line how much is accepted, as a bar and in words; how much room that takes."""
        said, share = index.data(RecentList.DONE)
        wide = metrics.horizontalAdvance(said)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, said)
        colours = theme.colours(theme.is_dark_palette(QApplication.palette()))
        bar = QRectF(line.right() - wide - _PAD - _BAR, line.center().y() - 1, _BAR, 4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, part in ((colours.track, 1.0), (colours.positive, share)):
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(bar.left(), bar.top(), bar.width() * part, bar.height()), 2, 2)
        painter.restore()
        return wide + 3 * _PAD + _BAR

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
    inside_asked = Signal()  # to learn a model and look into it
    tour_asked = Signal()
    keys_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._title = widgets.label(self.tr("Spectral Workbench"))
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        self._title.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute)  # the name is written from the left everywhere
        what = self.tr("Read, annotate and model language. Everything stays on this computer.")
        self._what = widgets.label(what, wraps=True, faint=True)
        self._recent_title, self._own_title = widgets.label(self.tr("Recent")), widgets.label(self.tr("Bring your own"))
        self._model = RecentList(self)
        self._list = widgets.named(QListView(), self.tr("Recent projects and treebanks"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(_TwoLines(self._list))
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        widgets.hear(self._open, self._list.activated, self._list.clicked)
        for title in (self._recent_title, self._own_title):
            title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._none = widgets.label(self.tr("What you open will be listed here."), faint=True)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.doors = self._made_doors()
        drop = self.tr("Drop a treebank, a text or a project's folder anywhere in this window.")
        self._drop = widgets.label(drop, wraps=True, faint=True)
        folders = self.tr("A folder with its history, models and texts")
        rows = (
            (
                self.treebank_asked,
                self.tr("&Get a treebank…"),
                self.tr("One of over a hundred languages, to learn from"),
            ),
            (self.open_project_asked, self.tr("Open a &project…"), folders),
            (self.new_project_asked, self.tr("&New project…"), self.tr("Several files with one history")),
            (self.sample_asked, self.tr("Try the &sample"), self.tr("English and Arabic sentences, to try things on")),
            (self.tour_asked, self.tr("Guided &tour"), self.tr("Nine stops through the window, with the sample")),
            (self.keys_asked, self.tr("&Keys"), self.tr("Everything can be done without a mouse")),
        )
        self.buttons: list[QPushButton] = [door.button for door in self.doors]
        own: list[QPushButton] = []
        for signal, text, hint in rows:
            button = widgets.button(text, signal, hint)
            button.setAccessibleDescription(hint)
            own.append(button)
        self.buttons += own
        for button in own[1:]:
            button.setProperty("kind", "quiet")
        zone = QFrame()
        zone.setProperty("kind", "drop")
        self._drop.setAlignment(Qt.AlignmentFlag.AlignCenter)
        get = widgets.row(widgets.REST, own[0], widgets.REST)
        widgets.column(self._drop, get, on=zone, margins=16, spacing=12)
        pairs = [widgets.row(*((one, 1) for one in own[at : at + 2]), spacing=8) for at in (1, 3)]
        mine = widgets.column(self._own_title, zone, *pairs, own[5], widgets.REST, spacing=6)
        recent = widgets.column(self._recent_title, (self._list, 1), (self._none, 1))
        below = widgets.row((recent, 5), (mine, 3), spacing=32)
        self._walls = widgets.row(*((door, 1) for door in self.doors), spacing=12)
        inside = QWidget()
        inside.setMaximumWidth(_WIDEST)
        self._sign = widgets.label()
        named = widgets.row(self._sign, (widgets.column(self._title, self._what, spacing=0), 1), spacing=16)
        above = (named, 12, self._walls, 12)
        widgets.column(*above, (below, 1), on=inside, margins=(16, 24, 16, 16), spacing=4)
        page = widgets.row(widgets.REST, (inside, 100), widgets.REST)
        holder = QWidget()
        holder.setLayout(page)
        widgets.column((widgets.scrolling(holder, sideways=False), 1), on=self, margins=0)
        self.font_changed.connect(self._set_fonts)
        self.palette_changed.connect(self._draw_doors)
        self._set_fonts()
        self._draw_doors()
        self.set_recent(())

    def _made_doors(self) -> tuple[Door, Door, Door]:
        made = (
            Door(
                reading, "book-open", self.tr("Read a text"),
                self.tr("Paste any text and see meanings, parts of speech and vowels under its words."),
                self.tr("&Read a text…"), "1",
            ),
            Door(
                deciding, "pencil-line", self.tr("Annotate a treebank"),
                self.tr("A parser proposes, you decide. It asks first where it is least sure."),
                self.tr("&Open a treebank…"), "2",
            ),
            Door(
                learning, "microscope", self.tr("Look inside models"),
                self.tr("Learn a model, follow its curves, and ask what its hidden states stand for."),
                self.tr("&Look inside…"), "3",
            ),
        )  # fmt: skip
        made[0].button.setProperty("kind", "primary")
        for door, signal in zip(made, (self.text_asked, self.open_file_asked, self.inside_asked), strict=True):
            door.opened.connect(signal)
        return made

    def set_recent(self, recent: Sequence[Recent]) -> None:
        self._model.show_recent(recent)
        self._list.setVisible(bool(recent))
        self._none.setVisible(not recent)
        if recent:
            self._list.setCurrentIndex(self._model.index(0))

    def set_keys(self, keys: Sequence[str]) -> None:
        """Shows the keys of the buttons on them, in their order; "" for none."""
        for button, key in zip(self.buttons, keys, strict=False):
            if key:
                button.setToolTip(f"{button.text().replace('&', '')} ({key})")

    def focus_first(self) -> None:
        (self._list if self._model.recent else self.buttons[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, index: QModelIndex) -> None:
        self.open_asked.emit(self._model.recent[index.row()][1])

    def _draw_doors(self) -> None:
        for door in self.doors:
            door.draw()
        dark = theme.is_dark_palette(QApplication.palette())
        self._sign.setPixmap(theme.pixmap("spectral-workbench", dark, size=_SIGN))

    def _set_fonts(self) -> None:
        large = QFont(self.font())
        large.setPointSizeF(max(self.font().pointSizeF(), 6.0) * 2)
        large.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(large)
        for title in (self._recent_title, self._own_title):
            title.setFont(widgets.bold(self.font()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit opens its door."""
        keys = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3)
        if event.key() in keys and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.doors[keys.index(Qt.Key(event.key()))].open()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                event.acceptProposedAction()
                self.open_asked.emit(Path(url.toLocalFile()))
                return


def _when(written: str) -> str:
    """A moment in ISO form as one says it: the time of today, or else the day."""
    try:
        moment = datetime.fromisoformat(written).astimezone()
    except ValueError:
        return written
    if moment.date() == datetime.now().astimezone().date():
        return moment.strftime("%H:%M")
    return QLocale().toString(QDate(moment.year, moment.month, moment.day), QLocale.FormatType.ShortFormat)
