"""Why a reading is where it is: asked of the model, and its parts as bars on both sides of a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolTip, QWidget

from spectral_core.data import Analysis
from spectral_gui import theme, widgets
from spectral_gui.lists import as_tip
from spectral_gui.reasons.grounds import ReasonLine, lines
from spectral_gui.resources import text_font
from spectral_gui.session import Readings, Why
from spectral_gui.views.candidates.rows import RankedReading

_PAD = 8
_INDENT = 14  # of a statistic under its element
_NAMES = 0.6  # of the width
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MOST, _MOST_BELOW = 11, 0  # lines of the first group of bars, and of the one below it: elements alone
_LEAST = 60  # pixels, for bars
_Pair = tuple[Analysis, Analysis | None]  # why the first, or why it leads the second


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

    def __init__(self) -> None:
        super().__init__()
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
        self._groups, self._said = groups, said
        self.setAccessibleDescription(self.told())
        self.updateGeometry()
        self.resized.emit()
        self.update()

    def told(self) -> str:
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
        bold = widgets.bold(self._font)
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
                place = QRect(self.width() - _PAD - number, y, number, self._line)
                painter.drawText(place, _RIGHT, f"{part.value:+.2f}")
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


class Bounded(QScrollArea):
    """The bars, as high as they are, but never so high that the readings themselves have no room."""

    def __init__(self, bars: WhyView):
        super().__init__()
        self._bars = bars
        self.setWidget(bars)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.viewport().setAutoFillBackground(False)
        bars.setAutoFillBackground(False)
        bars.resized.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return self._bars.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._bars.sizeHint().width(), min(self._bars.sizeHint().height(), _LEAST))


class Explaining(QObject):
    """Asks the session about what is marked while its bars are shown; answers about anything else are dropped."""

    def __init__(self, readings: Readings, parent: QObject):
        super().__init__(parent)
        self.bars = WhyView()
        self.area = Bounded(self.bars)
        self.area.hide()
        self.shown = False
        self._readings = readings
        self._at = (-1, 0)
        self._asked: list[_Pair] = []
        self._answers: dict[_Pair, Why] = {}
        self._names: dict[Analysis, str] = {}
        readings.why_known.connect(self._take)

    def flip(self) -> None:
        self.shown = not self.shown
        self.area.setVisible(self.shown)

    def ask(
        self,
        at: tuple[int, int],
        reading: RankedReading | None,
        readings: Sequence[RankedReading],
        shown: Sequence[RankedReading],
    ) -> None:
        """Asks about a reading of a word: its lead over the next below it, or the lead that the first has. A reading is
        named by its row in `shown`, which is its key, or by its word where it is not among those. Without a reading,
        nothing is told."""
        self._at, self._answers, self._asked = at, {}, []
        if reading is None:
            self.bars.show_groups(())
        if not self.shown or reading is None:
            return
        self._names = {one.value: f"\u2068{one.headline}\u2069" for one in readings}
        self._names |= {one.value: str(row) for row, one in enumerate(shown, 1)}
        self._asked = [(reading.value, None)]
        first = min(readings, key=lambda one: one.rank)
        behind = (one for one in sorted(readings, key=lambda one: one.rank) if one.ranked.score != first.ranked.score)
        second = next(behind, None) if reading.rank == 1 else reading
        if second is not None:
            self._asked.insert(0, (first.value, second.value))
        for one, over in tuple(self._asked):
            self._readings.why(*at, one, over)

    def _take(self, why: Why) -> None:
        pair = (why.first, why.second)
        if not self.shown or (why.sentence, why.word) != self._at or pair not in self._asked:
            return
        if why.complaint:
            self.bars.show_groups((), why.complaint)
            return
        self._answers[pair] = why
        groups: list[Bars] = []
        for first, second in self._asked:
            answer = self._answers.get((first, second))
            if answer is None or not answer.parts:
                continue
            title = self.tr("Reading {0} over the mean of all").format(self._names[first])
            if second is not None:
                title = self.tr("Reading {0} over {1}").format(self._names[first], self._names[second])
            most = _MOST_BELOW if groups else _MOST
            groups.append(Bars(title, lines(answer.parts, most)))
        self.bars.show_groups(tuple(groups), "" if groups else self.tr("Nothing tells these readings apart."))
