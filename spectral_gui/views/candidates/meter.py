"""What annotating costs: keys and seconds a word, the ranks taken, a curve of how often the first was right."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from spectral_gui import theme
from spectral_gui.lists import points_of
from spectral_gui.resources import counted, text_font
from spectral_gui.session import Effort

_CURVE = 72  # pixels
_PAD = 8


class Meter(QWidget):
    """One line of numbers with a small curve; all of it is in the tool tip and for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self._line = ""
        self._curve: tuple[tuple[int, float], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Effort"))
        self.hide()

    def show_effort(self, effort: Effort) -> None:
        words = effort.words
        self.setVisible(words > 0)
        if not words:
            return
        self._curve = effort.curve()
        said = [counted(self.tr("%Ln word(s)", "", words), words)]
        said += [self.tr("{0:.1f} keys").format(effort.keys_a_word)]
        said += [self.tr("{0:.1f} s a word").format(effort.seconds_a_word)]
        self._line = " · ".join([*said, self.tr("first right {0:.0%}").format(effort.share_first)])
        ranks = sorted(effort.ranks.items(), key=lambda row: (row[0] is None, row[0] or 0))
        none, said_of = self.tr("none"), self.tr("{0}: {1}")
        taken = ", ".join(said_of.format(none if rank is None else rank, count) for rank, count in ranks)
        told = self.tr("Rank taken: {0}. Every word was ranked before it was decided.").format(taken)
        told += " " + self.tr(
            "Words that Enter took unseen, with the first reading, are in the keys a word as well: with one key for "
            "all of a sentence, and no time of their own."
        )
        if self._curve:
            last = self.tr("Of the last {0} words the first was right for {1:.0%}.")
            told += " " + last.format(min(20, words), self._curve[-1][1])
        whole = f"{self._line}. {told}"
        self.setToolTip(whole)
        self.setAccessibleDescription(whole)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, QFontMetrics(text_font(points_of(self, 0.0))).height() + 10)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        font = text_font(points_of(self, 0.0))
        metrics = QFontMetrics(font)
        painter.setPen(QPen(self.palette().mid().color(), 1))
        painter.drawLine(0, 0, self.width(), 0)
        painter.setFont(font)
        painter.setPen(colours.text)
        wanted = metrics.horizontalAdvance(self._line) + 2 * _PAD
        has_room = len(self._curve) > 1 and self.width() - wanted >= _CURVE + _PAD
        room = self.width() - 2 * _PAD - (_CURVE + _PAD if has_room else 0)
        text = metrics.elidedText(self._line, Qt.TextElideMode.ElideRight, room)
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(_PAD, 0, room, self.height()), middle, text)
        if not has_room:
            return
        area = QRectF(self.width() - _PAD - _CURVE, 5, _CURVE, self.height() - 10)
        painter.setPen(QPen(colours.faint, 1, Qt.PenStyle.DotLine))
        painter.drawLine(area.topLeft(), area.topRight())  # all right
        first, last = self._curve[0][0], self._curve[-1][0]
        across = area.width() / (last - first)
        left, foot, high = area.left(), area.bottom(), area.height()
        points = [QPointF(left + (at - first) * across, foot - share * high) for at, share in self._curve]
        painter.setPen(QPen(colours.selected, 1.6))
        painter.drawPolyline(QPolygonF(points))
