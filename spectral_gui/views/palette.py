"""The palette: everything that can be done or gone to, by a few letters of its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QPropertyAnimation,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QStandardItem,
    QStandardItemModel,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from spectral_gui import theme, widgets

_MOST = 60  # rows that are listed
_SHOWN = 10  # rows on screen
_WIDE, _ROW, _HEAD, _TOP = 640, 36, 26, 112  # pixels at 100 %
_ICON, _INSET = 16, 12
_DIM = {False: 0.34, True: 0.58}  # how much of the window a scrim hides, on light paper and on dark
_COMMAND = Qt.ItemDataRole.UserRole + 1
_FIRST = Qt.ItemDataRole.UserRole + 2  # whether a row is the first of its group
KINDS = {"#": "sentences", ">": "acts", "@": "labels"}  # what alone is looked for, by the sign typed first


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do or a place to go to; what does it is called when it is taken."""

    group: str
    text: str
    act: Callable[[], object]
    keys: str = ""
    icon: str = "chevron-right"


def matched(text: str, typed: str) -> tuple[float, tuple[int, ...]] | None:
    """How well typed letters fit a text, less being better, and which of its letters they are; None where not all of
    them are there in their order. Letters that begin words, and those that stand together, fit best."""
    low, at, where, cost = text.lower(), 0, [], 0.0
    for letter in typed.lower():
        if letter == " ":
            continue
        starts = [place for place in range(at, len(low)) if low[place] == letter]
        if not starts:
            return None
        begins = next((place for place in starts if place == 0 or not low[place - 1].isalnum()), None)
        place = starts[0] if starts[0] == at or begins is None else begins
        cost += 0 if place == at else 1 if place == begins else 3
        where.append(place)
        at = place + 1
    plain = low.find(typed.lower())
    if plain >= 0:
        where = list(range(plain, plain + len(typed)))
        cost = -2.0 if plain == 0 else 1.5 if low[plain - 1].isalnum() else -1.0
    return cost + len(text) / 1000, tuple(where)


class Scrim(QWidget):
    """Dims the whole window behind what stands over it."""

    pressed = Signal()

    def cover(self) -> None:
        window = self.parentWidget()
        assert window is not None
        self.setGeometry(window.rect())
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        dark = theme.is_dark_palette(self.palette())
        colour = theme.colours(dark).scrim
        colour.setAlphaF(_DIM[dark])
        QPainter(self).fillRect(self.rect(), colour)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit()


class _Foot(QWidget):
    """The keys of the palette, and the signs that narrow it."""

    def __init__(self) -> None:
        super().__init__()
        self._keys = (
            ("↑+↓", self.tr("move")),
            ("↵", self.tr("run")),
            ("Esc", self.tr("leave")),
        )
        self._signs = "   ".join((self.tr("# sentence"), self.tr("@ label"), self.tr("> command")))

    def sizeHint(self) -> QSize:
        return QSize(100, self.fontMetrics().height() + 14)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme.colours(theme.is_dark_palette(self.palette()))
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        painter.setPen(colours.hairline)
        painter.drawLine(0, 0, self.width(), 0)
        painter.setFont(_smaller(self.font()))
        metrics, area = painter.fontMetrics(), self.rect().adjusted(_INSET, 1, -_INSET, 0)
        leading, trailing = Qt.AlignmentFlag.AlignLeading, Qt.AlignmentFlag.AlignTrailing
        for keys, text in self._keys:
            theme.draw_caps(painter, area, keys, colours, mirrored)
            area = _after(area, theme.caps_width(metrics, keys) + 2, mirrored)
            painter.setPen(colours.faint)
            painter.drawText(area, int(leading | Qt.AlignmentFlag.AlignVCenter), text)
            area = _after(area, metrics.horizontalAdvance(text) + 16, mirrored)
        if metrics.horizontalAdvance(self._signs) <= area.width():
            painter.drawText(area, int(trailing | Qt.AlignmentFlag.AlignVCenter), self._signs)


class Palette(QFrame):
    """A line to type in, and below it what fits, the best first; Return does what is marked."""

    opened = Signal()
    closed = Signal()

    def __init__(
        self, parent: QWidget, gather: Callable[[str, bool], Sequence[Command]], is_searching: Callable[[], bool]
    ):
        """What `gather` gives for letters, anew or once more, is listed; while it `is_searching`, more may come."""
        super().__init__(parent)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Search, or run a command"))
        self._gather, self._is_searching = gather, is_searching
        self._scrim = Scrim(parent)
        self._scrim.hide()
        self._scrim.pressed.connect(self.leave)
        self.line = widgets.field(self.tr("Type a command, words of a sentence, or a relation"))
        self.line.setProperty("kind", "palette")
        self.list = QListView()
        self.list.setAccessibleName(self.tr("What fits"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.rows = QStandardItemModel(self)
        self.list.setModel(self.rows)
        self.list.setItemDelegate(_Rows(self.list))
        self.list.clicked.connect(self._take)
        self.nothing = widgets.label(faint=True, margin=8)
        middle = widgets.column(self.line, self.list, self.nothing, margins=(8, 8, 8, 4), spacing=6)
        self._column = widgets.column(middle, _Foot(), on=self, margins=1, spacing=0)
        self.line.textChanged.connect(lambda typed: self._fill(typed))
        self.line.installEventFilter(self)
        parent.installEventFilter(self)
        self._before: QWidget | None = None  # what had the keys, and gets them back
        self.hide()

    def ask(self) -> None:
        """Shows itself in the middle of its window, empty."""
        self._before = QApplication.focusWidget()
        self.line.clear()
        self._scrim.cover()
        self.show()
        self._fill("")
        self.raise_()
        theme.arrive(self)
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)
        self.opened.emit()

    def fill_again(self) -> None:
        """Lists what fits by now; the row that is marked stays so."""
        if self.isVisible():
            held = self.list.currentIndex().data(_COMMAND) if self.list.currentIndex().row() > 0 else None
            self._fill(self.line.text(), anew=False)
            rows = (self.rows.index(row, 0) for row in range(self.rows.rowCount()))
            same = (index for index in rows if held is not None and index.data(_COMMAND)[0].text == held[0].text)
            self.list.setCurrentIndex(next(same, self.rows.index(0, 0)))

    def _fill(self, typed: str, anew: bool = True) -> None:
        found = []
        letters_typed = typed.strip()[typed.strip()[:1] in KINDS :].strip()
        for number, entry in enumerate(self._gather(typed, anew)):
            fits = matched(entry.text, letters_typed)
            if fits is not None:
                found.append((fits[0] if letters_typed else number, number, entry, fits[1]))
        found.sort(key=lambda row: row[:2])
        groups = {entry.group: at for at, (_, _, entry, _) in reversed(list(enumerate(found[:_MOST])))}
        shown = sorted(found[:_MOST], key=lambda row: groups[row[2].group])  # each group where its best stands
        self.rows.clear()
        before = ""
        for _, _, entry, letters in shown:
            item = QStandardItem(entry.text)
            item.setEditable(False)
            item.setData((entry, letters), _COMMAND)
            item.setData(entry.group != before, _FIRST)
            item.setData(f"{entry.group}: {entry.text} {entry.keys}", Qt.ItemDataRole.AccessibleTextRole)
            self.rows.appendRow(item)
            before = entry.group
        self.list.setVisible(bool(shown))
        searching = self._is_searching()
        self.nothing.setText(self.tr("Searching …") if searching else self.tr("Nothing fits. Try fewer letters."))
        self.nothing.setVisible(not shown)
        self.list.setCurrentIndex(self.rows.index(0, 0))
        self._suit()

    def _suit(self) -> None:
        """As wide as there is room, and as high as its rows, up to so many."""
        window = self.parentWidget()
        if window is None or not self.isVisible():
            return
        scale = self.fontMetrics().height() / 16
        wide = min(round(_WIDE * scale), window.width() - 32)
        top = min(round(_TOP * scale), window.height() // 8)
        rows = sum(self.list.sizeHintForRow(row) for row in range(min(self.rows.rowCount(), _SHOWN)))
        least = self.line.sizeHint().height() + self.list.sizeHintForRow(0)
        self.list.setFixedHeight(max(min(rows, window.height() - top - 2 * least - 24), self.list.sizeHintForRow(0)))
        self._column.activate()
        self.setGeometry((window.width() - wide) // 2, top, wide, self._column.sizeHint().height())

    def leave(self) -> None:
        """Goes away; what had the keys before has them again."""
        before, self._before = self._before, None
        self._go()
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)

    def _go(self) -> None:
        self.hide()
        self._scrim.hide()
        self.closed.emit()

    def _take(self, index: QModelIndex) -> None:
        held = index.data(_COMMAND)
        if held is not None:
            self.leave()
            held[0].act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parentWidget():
            if event.type() == QEvent.Type.Resize and self.isVisible():
                for glide in self.findChildren(QPropertyAnimation):
                    glide.stop()  # to where it would have been
                self._scrim.cover()
                self.raise_()
                self._suit()
            return False
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self._go()
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        count, at = self.rows.rowCount(), self.list.currentIndex().row()
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _SHOWN, Qt.Key.Key_PageUp: -_SHOWN}
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.leave()
            return True
        if key in steps and count:
            wrapped = (at + steps[key]) % count if abs(steps[key]) == 1 else max(0, min(count - 1, at + steps[key]))
            self.list.setCurrentIndex(self.rows.index(wrapped, 0))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.list.currentIndex())
            return True
        return False


class _Rows(QStyledItemDelegate):
    """A row: a drawing, the text with the letters that were typed in it, and at its end the keys; over the first of a
    group the name of the group."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry, letters = index.data(_COMMAND)
        dark = theme.is_dark_palette(option.palette)
        colours, mirrored = theme.colours(dark), option.direction == Qt.LayoutDirection.RightToLeft
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, small = QRect(option.rect), _smaller(option.font)
        centred = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        if index.data(_FIRST):
            head = QRect(area)
            head.setHeight(area.height() - self._high(option, _ROW))
            area.setTop(head.bottom() + 1)
            strong = QFont(small)
            strong.setWeight(QFont.Weight.DemiBold)
            painter.setFont(strong)
            painter.setPen(colours.trace)
            painter.drawText(
                head.adjusted(_INSET, 0, -_INSET, 0), int(centred | Qt.AlignmentFlag.AlignLeading), entry.group
            )
        view = self.parent()
        if isinstance(view, QListView) and view.currentIndex().row() == index.row():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.selected_fill)
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 6, 6)
        area.adjust(_INSET, 0, -_INSET, 0)
        sign = theme.pixmap(entry.icon, dark, "faint", self._high(option, _ICON))
        wide = round(sign.deviceIndependentSize().width())
        painter.drawPixmap(
            area.right() + 1 - wide if mirrored else area.left(), area.center().y() - wide // 2 + 1, sign
        )
        area = _after(area, wide + _INSET, mirrored)
        painter.setFont(small)
        caps = theme.caps_width(painter.fontMetrics(), entry.keys)
        end = QRect(area.left() if mirrored else area.right() + 1 - caps, area.top(), caps, area.height())
        theme.draw_caps(painter, end, entry.keys, colours, mirrored)
        area.adjust(caps + _INSET if mirrored else 0, 0, 0 if mirrored else -caps - _INSET, 0)
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        self._write(painter, area, entry.text, letters, option.font, colours, side)
        painter.restore()

    def _write(
        self, painter: QPainter, area: QRect, text: str, strong: Sequence[int], font: QFont, colours: theme.Colours,
        side: Qt.AlignmentFlag,
    ) -> None:  # fmt: skip
        """The letters that were typed in the accent, and in bold where letters do not join."""
        joins = any("\u0590" < letter < "\u0900" for letter in text)
        marked = QTextCharFormat()
        marked.setForeground(colours.selected)
        if not joins:
            marked.setFontWeight(QFont.Weight.Bold)
        layout = QTextLayout(
            QFontMetrics(widgets.bold(font)).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        )
        layout.setFont(font)
        way = QTextOption(side | Qt.AlignmentFlag.AlignAbsolute)
        way.setTextDirection(painter.layoutDirection())
        layout.setTextOption(way)
        runs = []
        for at in strong:
            one = QTextLayout.FormatRange()
            one.start, one.length, one.format = at, 1, marked
            runs.append(one)
        layout.setFormats(runs)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(area.width())
        layout.endLayout()
        painter.setPen(colours.text)
        layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - line.height()) / 2))

    def _high(self, option: QStyleOptionViewItem, pixels: int) -> int:
        return round(pixels * option.fontMetrics.height() / 16)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        high = _ROW + (_HEAD if index.data(_FIRST) else 0)
        return QSize(super().sizeHint(option, index).width(), self._high(option, high))


def _after(area: QRect, width: int, mirrored: bool) -> QRect:
    """What is left of an area behind so much of it."""
    return area.adjusted(0, 0, -width, 0) if mirrored else area.adjusted(width, 0, 0, 0)


def _smaller(font: QFont) -> QFont:
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * 0.88)
    return made
