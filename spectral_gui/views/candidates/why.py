"""Why a reading is where it is: what each part of the label and its statistics add, as bars on both sides of a line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from spectral_gui import theme
from spectral_gui.lists import as_tip
from spectral_gui.reasons.grounds import ReasonLine
from spectral_gui.resources import text_font

_PAD = 8
_INDENT = 14  # of a statistic under its element
_NAMES = 0.6  # of the width


@dataclass(frozen=True, slots=True)
class Bars:
    """A title over elements, the largest first, with their statistics under them."""

    title: str
    rows: tuple[ReasonLine, ...]

    @property
    def total(self) -> float:
        return sum(line.value for line in self.rows if not line.inner)


class WhyView(QWidget):
    """Bars by element and statistic, for a reading and for its lead over another; the same is told as text."""

    resized = Signal()  # it wants to be higher or lower

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._groups: tuple[Bars, ...] = ()
        self._said = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Why"))
        self.set_points(11.0)

    def set_points(self, points: float) -> None:
        self._font = text_font(max(points - 1.5, 6.0))
        self._line = QFontMetrics(self._font).height() + 3
        self.updateGeometry()
        self.resized.emit()

    def show_groups(self, groups: tuple[Bars, ...], said: str = "") -> None:
        """Shows bars, or, where there are none, a sentence."""
        self._groups, self._said = groups, said
        self.setAccessibleDescription(self.told())
        self.updateGeometry()
        self.resized.emit()
        self.update()

    def told(self) -> str:
        """All of it in words."""
        if not self._groups:
            return self._said
        rows = []
        for group in self._groups:
            rows.append(f"{group.title}: {group.total:+.2f}")
            for line in group.rows:
                if line.inner:
                    rows[-1] += f", {line.name} {line.value:+.2f}"
                else:
                    rows.append(f"{line.name} {line.value:+.2f}")
        return "; ".join(rows)

    def sizeHint(self) -> QSize:
        lines = sum(len(group.rows) + 1 for group in self._groups) or 2
        return QSize(200, lines * self._line + 8 * len(self._groups) + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        painter.setFont(self._font)
        if not self._groups:
            painter.setPen(colours.faint)
            wrapped = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(_PAD, 4, -_PAD, 0), wrapped, self._said)
            return
        metrics = QFontMetrics(self._font)
        number = metrics.horizontalAdvance("+00.00") + 4
        names = round(self.width() * _NAMES)
        begin = _PAD + names + 6
        half = max(10, (self.width() - _PAD - number - begin) // 2)
        centre = begin + half
        y = 4
        bold = QFont(self._font)
        bold.setBold(True)
        for group in self._groups:
            painter.setPen(colours.text)
            painter.setFont(bold)
            painter.drawText(QRect(_PAD, y, self.width() - 2 * _PAD, self._line), _LEFT, group.title)
            total = QRect(self.width() - _PAD - 2 * number, y, 2 * number, self._line)
            painter.drawText(total, _RIGHT, f"{group.total:+.2f}")
            painter.setFont(self._font)
            y += self._line
            top = y
            largest = max(abs(part.value) for part in group.rows) or 1.0
            for part in group.rows:
                pen = colours.faint if part.inner else colours.text
                painter.setPen(pen)
                begins = _PAD + _INDENT * part.inner
                room = names - _INDENT * part.inner
                name = metrics.elidedText(part.name, Qt.TextElideMode.ElideRight, room)
                painter.drawText(QRect(begins, y, room, self._line), _LEFT, name)
                length = max(1, round(half * abs(part.value) / largest))
                thin = self._line // 4 if part.inner else 0
                bar = QRect(centre, y + 3 + thin, length, self._line - 7 - 2 * thin)
                if part.value < 0:
                    bar.moveRight(centre - 1)
                    painter.setPen(QPen(colours.wrong, 1.2, Qt.PenStyle.DashLine))  # not by colour alone
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(bar)
                else:
                    painter.fillRect(bar, colours.selected)
                painter.setPen(pen)
                painter.drawText(
                    QRect(self.width() - _PAD - number, y, number, self._line), _RIGHT, f"{part.value:+.2f}"
                )
                y += self._line
            painter.setPen(QPen(colours.line, 1))
            painter.drawLine(QPoint(centre, top), QPoint(centre, y - 2))
            y += 8

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            part = self._part_at(event.pos().y())
            QToolTip.showText(event.globalPos(), as_tip("" if part is None else part.told))
            return True
        return super().event(event)

    def _part_at(self, y: int) -> ReasonLine | None:
        foot = 4
        for group in self._groups:
            foot += self._line
            row = (y - foot) // self._line
            if 0 <= row < len(group.rows):
                return group.rows[row]
            foot += len(group.rows) * self._line + 8
        return None


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
