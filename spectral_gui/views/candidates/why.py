"""Why a reading is where it is: what each statistic of each part of the label adds, as bars to both sides of a line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from spectral_core.model import Contribution
from spectral_gui import theme
from spectral_gui.lists import as_tip
from spectral_gui.resources import text_font

_MOST = 7  # bars; the rest is one
_PAD = 8


@dataclass(frozen=True, slots=True)
class Bars:
    """A title over contributions, the largest first; what is not shown is in the last."""

    title: str
    rows: tuple[Contribution, ...]

    @classmethod
    def of(cls, title: str, parts: tuple[Contribution, ...], rest: str) -> Bars:
        rows = sorted(parts, key=lambda part: -abs(part.value))
        shown, others = rows[:_MOST], rows[_MOST:]
        if others:
            said = rest.format(len(others))
            shown.append(Contribution(said, "", sum(part.value for part in others)))
        return cls(title, tuple(shown))

    @property
    def total(self) -> float:
        return sum(part.value for part in self.rows)


class WhyView(QWidget):
    """Bars by element and statistic, for a reading and for its lead over another; the same is told as text."""

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

    def show_groups(self, groups: tuple[Bars, ...], said: str = "") -> None:
        """Shows bars, or, where there are none, a sentence."""
        self._groups, self._said = groups, said
        self.setAccessibleDescription(self.told())
        self.updateGeometry()
        self.update()

    def told(self) -> str:
        """All of it in words."""
        if not self._groups:
            return self._said
        rows = []
        for group in self._groups:
            rows.append(f"{group.title}: {group.total:+.2f}")
            rows.extend(f"{self._name(part)} {part.value:+.2f}" for part in group.rows)
        return "; ".join(rows)

    def _name(self, part: Contribution) -> str:
        return f"{part.element}: {part.statistic}" if part.statistic else part.element

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
        names = round(self.width() * 0.52)
        largest = max((abs(part.value) for group in self._groups for part in group.rows), default=0.0) or 1.0
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
                painter.setPen(colours.text if part.statistic else colours.faint)
                name = metrics.elidedText(self._name(part), Qt.TextElideMode.ElideMiddle, names)
                painter.drawText(QRect(_PAD, y, names, self._line), _LEFT, name)
                length = max(1, round(half * abs(part.value) / largest))
                bar = QRect(centre, y + 3, length, self._line - 7)
                if part.value < 0:
                    bar.moveRight(centre - 1)
                    painter.setPen(QPen(colours.wrong, 1.2, Qt.PenStyle.DashLine))  # not by colour alone
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(bar)
                else:
                    painter.fillRect(bar, colours.selected)
                painter.setPen(colours.text)
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
            QToolTip.showText(
                event.globalPos(), as_tip("" if part is None else f"{self._name(part)}: {part.value:+.4f}")
            )
            return True
        return super().event(event)

    def _part_at(self, y: int) -> Contribution | None:
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
