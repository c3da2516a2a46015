"""The palette: everything that can be done or gone to, by a few letters of its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from spectral_gui import theme, widgets

_MOST = 60  # rows that are listed
_SHOWN = 10  # rows on screen
_WIDE, _ROW, _TOP = 640, 34, 90  # pixels at 100 %
_COMMAND = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do or a place to go to; what does it is called when it is taken."""

    group: str
    text: str
    act: Callable[[], object]
    keys: str = ""


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


class Palette(QFrame):
    """A line to type in, and below it what fits, the best first; Return does what is marked."""

    opened = Signal()

    def __init__(self, parent: QWidget, gather: Callable[[str], Sequence[Command]]):
        super().__init__(parent)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Search, or run a command"))
        self._gather = gather
        self.line = widgets.field(self.tr("Type a command, words of a sentence, or a relation"))
        self.list = QListView()
        self.list.setAccessibleName(self.tr("What fits"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows = QStandardItemModel(self)
        self.list.setModel(self.rows)
        self.list.setItemDelegate(_Rows(self.list))
        self.list.clicked.connect(self._take)
        self.nothing = widgets.label(self.tr("Nothing fits. Try fewer letters."), faint=True, margin=8)
        widgets.column(self.line, self.list, self.nothing, on=self, margins=8, spacing=8)
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        self._before: QWidget | None = None  # what had the keys, and gets them back
        self.hide()

    def ask(self) -> None:
        """Shows itself in the middle of its window, empty."""
        window = self.parentWidget()
        assert window is not None
        scale = self.fontMetrics().height() / 16
        self.line.clear()
        self._fill("")
        wide = min(round(_WIDE * scale), window.width() - 32)
        self.resize(wide, round((_SHOWN + 2) * _ROW * scale))
        self.move((window.width() - wide) // 2, min(_TOP, window.height() // 8))
        self._before = QApplication.focusWidget()
        self.show()
        self.raise_()
        theme.arrive(self)
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)
        self.opened.emit()

    def _fill(self, typed: str) -> None:
        found = []
        for number, entry in enumerate(self._gather(typed)):
            fits = matched(entry.text, typed.strip())
            if fits is not None:
                found.append((fits[0] if typed.strip() else number, number, entry, fits[1]))
        found.sort(key=lambda row: row[:2])
        groups = {entry.group: at for at, (_, _, entry, _) in reversed(list(enumerate(found[:_MOST])))}
        shown = sorted(found[:_MOST], key=lambda row: groups[row[2].group])  # each group where its best stands
        self.rows.clear()
        for _, _, entry, letters in shown:
            item = QStandardItem(entry.text)
            item.setEditable(False)
            item.setData((entry, letters), _COMMAND)
            item.setData(f"{entry.group}: {entry.text} {entry.keys}", Qt.ItemDataRole.AccessibleTextRole)
            self.rows.appendRow(item)
        self.list.setVisible(bool(shown))
        self.nothing.setVisible(not shown)
        self.list.setCurrentIndex(self.rows.index(0, 0))

    def leave(self) -> None:
        """Goes away; what had the keys before has them again."""
        before, self._before = self._before, None
        self.hide()
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)

    def _take(self, index: QModelIndex) -> None:
        held = index.data(_COMMAND)
        if held is not None:
            self.leave()
            held[0].act()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.hide()
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
    """A row: the text with the letters that were typed in it, and at its end the keys, or the group it is of."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry, letters = index.data(_COMMAND)
        colours = theme.colours(theme.is_dark_palette(option.palette))
        painter.save()
        area = QRect(option.rect)
        view = self.parent()
        if isinstance(view, QListView) and view.currentIndex().row() == index.row():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.selected_fill)
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 6, 6)
        area.adjust(10, 0, -10, 0)
        small, bold = QFont(option.font), QFont(option.font)
        small.setPointSizeF(option.font.pointSizeF() * 0.88)
        bold.setBold(True)
        painter.setFont(small)
        painter.setPen(colours.trace)
        beside = entry.keys or entry.group
        centred = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(area, int(centred | Qt.AlignmentFlag.AlignTrailing), beside)
        area.setRight(area.right() - QFontMetrics(small).horizontalAdvance(beside) - 12)
        metrics = {False: QFontMetrics(option.font), True: QFontMetrics(bold)}
        text = metrics[True].elidedText(entry.text, Qt.TextElideMode.ElideRight, area.width())
        if any("\u0590" < letter < "\u0900" for letter in text):  # letters that join are not written one by one
            painter.setFont(option.font)
            painter.setPen(colours.text)
            painter.drawText(area, int(centred | Qt.AlignmentFlag.AlignLeading), text)
        else:
            self._write(painter, area, text, frozenset(letters), (option.font, bold), colours)
        painter.restore()

    def _write(
        self, painter: QPainter, area: QRect, text: str, strong: frozenset[int], fonts: tuple[QFont, QFont],
        colours: theme.Colours,
    ) -> None:  # fmt: skip
        """Runs of letters that were typed, in bold and the accent, between the others."""
        x, at = area.left(), 0
        while at < len(text):
            marked, end = at in strong, at
            while end < len(text) and (end in strong) == marked:
                end += 1
            painter.setFont(fonts[marked])
            painter.setPen(colours.selected if marked else colours.text)
            width = QFontMetrics(fonts[marked]).horizontalAdvance(text[at:end])
            place = QRect(x, area.top(), area.right() - x + 1, area.height())
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text[at:end])
            x, at = x + width, end

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width(), round(_ROW * option.fontMetrics.height() / 16))
