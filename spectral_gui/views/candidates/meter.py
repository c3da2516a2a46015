"""Meter of annotation effort: keys and seconds per word, ranks chosen, and a curve of how often the first reading was
right."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from spectral_gui import theme
from spectral_gui.lists import get_text_points
from spectral_gui.resources import make_text_font, resolve_plural
from spectral_gui.state import Effort

_CURVE_WIDTH = 72  # pixels
_PADDING = 8


class EffortMeter(QWidget):
    """One line of figures with a small curve; the details are in its tool tip and its accessible description."""

    def __init__(self) -> None:
        super().__init__()
        self._summary = ""
        self._curve: tuple[tuple[int, float], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Effort"))
        self.hide()

    def show_effort(self, effort: Effort) -> None:
        words = effort.words
        self.setVisible(words > 0)
        if not words:
            return
        self._curve = effort.make_curve()
        figures = [resolve_plural(self.tr("%Ln word(s)", "", words), words)]
        figures += [self.tr("{0:.1f} keys").format(effort.keys_per_word)]
        figures += [self.tr("{0:.1f} s a word").format(effort.seconds_per_word)]
        self._summary = " · ".join([*figures, self.tr("first right {0:.0%}").format(effort.first_rank_share)])
        ranks = sorted(effort.ranks.items(), key=lambda rank_count: (rank_count[0] is None, rank_count[0] or 0))
        no_rank, rank_format = self.tr("none"), self.tr("{0}: {1}")
        rank_counts = ", ".join(rank_format.format(no_rank if rank is None else rank, count) for rank, count in ranks)
        details = self.tr("Rank taken: {0}. Every word was ranked before it was decided.").format(rank_counts)
        details += " " + self.tr(
            "Words that Enter took unseen, with the first reading, are in the keys a word as well: with one key for "
            "all of a sentence, and no time of their own."
        )
        if self._curve:
            recent_format = self.tr("Of the last {0} words the first was right for {1:.0%}.")
            details += " " + recent_format.format(min(20, words), self._curve[-1][1])
        description = f"{self._summary}. {details}"
        self.setToolTip(description)
        self.setAccessibleDescription(description)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, QFontMetrics(make_text_font(get_text_points(self, 0.0))).height() + 10)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        font = make_text_font(get_text_points(self, 0.0))
        metrics = QFontMetrics(font)
        painter.setPen(QPen(self.palette().mid().color(), 1))
        painter.drawLine(0, 0, self.width(), 0)
        painter.setFont(font)
        painter.setPen(colours.text)
        needed_width = metrics.horizontalAdvance(self._summary) + 2 * _PADDING
        shows_curve = len(self._curve) > 1 and self.width() - needed_width >= _CURVE_WIDTH + _PADDING
        text_width = self.width() - 2 * _PADDING - (_CURVE_WIDTH + _PADDING if shows_curve else 0)
        text = metrics.elidedText(self._summary, Qt.TextElideMode.ElideRight, text_width)
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(_PADDING, 0, text_width, self.height()), alignment, text)
        if not shows_curve:
            return
        area = QRectF(self.width() - _PADDING - _CURVE_WIDTH, 5, _CURVE_WIDTH, self.height() - 10)
        painter.setPen(QPen(colours.faint, 1, Qt.PenStyle.DotLine))
        painter.drawLine(area.topLeft(), area.topRight())  # all right
        first, last = self._curve[0][0], self._curve[-1][0]
        x_scale = area.width() / (last - first)
        left, bottom, height = area.left(), area.bottom(), area.height()
        points = [
            QPointF(left + (word_count - first) * x_scale, bottom - accuracy * height)
            for word_count, accuracy in self._curve
        ]
        painter.setPen(QPen(colours.selected, 1.6))
        painter.drawPolyline(QPolygonF(points))
