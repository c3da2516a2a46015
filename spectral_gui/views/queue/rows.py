"""Painting of a row of the queue: a sign for its state, the sentence, and below it progress and doubts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from spectral_gui import theme
from spectral_gui.lists import Index, SentenceListModel, TextDelegate
from spectral_gui.resources import get_direction, is_right_to_left, isolate_text, resolve_plural

_SIGN, _GAP, _BAR = 14, 8, 3  # pixels at 100 %
_FULL_CIRCLE = 16 * 360  # in sixteenths of a degree, as in QPainter.drawArc
_SMALL_SCALE = 0.86  # of the letters of the second line
_MAX_CACHED = 2_000  # elided texts


@dataclass(frozen=True, slots=True)
class RowState:
    """State of the annotation of a sentence."""

    words: int
    decided: int  # of them
    accepted: bool
    flagged: bool
    doubts: int = 0


class QueueDelegate(TextDelegate):
    """Delegate that paints the `RowState` of the sentences on screen."""

    def __init__(self, points: float, state: Callable[[int], RowState], parent: QObject):
        super().__init__(points, parent)
        self._state = state

    def set_points(self, points: float) -> None:
        super().set_points(points)
        self._small = QFont(self._font)
        self._small.setPointSizeF(self._font.pointSizeF() * _SMALL_SCALE)
        self._small_metrics = QFontMetrics(self._small)
        self._elided_texts: dict[tuple[str, int, bool], str] = {}  # by text, width and size

    @property
    def row_height(self) -> int:
        return round(self.height + self._small_metrics.height() + _GAP)

    def _elide(self, text: str, width: int, small: bool) -> str:
        """Return a text elided to a width."""
        key = (text, width, small)
        if (elided := self._elided_texts.get(key)) is None:
            if len(self._elided_texts) > _MAX_CACHED:
                self._elided_texts.clear()
            metrics = self._small_metrics if small else QFontMetrics(self.get_font(text))
            elided = self._elided_texts[key] = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        return elided

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, SentenceListModel)
        state = self._state(model.sentence_at(index.row()))
        colours = theme.get_colours(theme.is_dark_palette(option.palette))
        option.widget.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget
        )
        scale = QFontMetrics(self._font).height() / 16
        area = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = str(index.data(SentenceListModel.TEXT))
        mirrored = bool(is_right_to_left(text))
        if option.state & QStyle.StateFlag.State_Selected:
            bar = QRectF(area.right() - _BAR + 1 if mirrored else area.left(), area.top(), _BAR, area.height())
            painter.fillRect(bar, colours.selected)
        side = round(_SIGN * scale)
        inside = area.adjusted(_GAP + 2, _GAP // 2, -_GAP, -_GAP // 2)
        upper = QRect(inside.left(), inside.top(), inside.width(), self.height)
        lower = QRect(inside.left(), upper.bottom(), inside.width(), inside.bottom() - upper.bottom() + 1)
        sign = QRectF(inside.right() - side if mirrored else inside.left(), upper.center().y() - side / 2, side, side)
        _draw_sign(painter, sign, state, colours)
        for line in (upper, lower):
            line.adjust(0 if mirrored else side + _GAP, 0, -side - _GAP if mirrored else 0, 0)
        self._draw_lines(painter, (upper, lower), text, state, index, colours)
        painter.restore()

    def _draw_lines(
        self, painter: QPainter, lines: tuple[QRect, QRect], text: str, state: RowState, index: Index,
        colours: theme.Colours,
    ) -> None:  # fmt: skip
        upper, lower = lines
        mirrored = bool(is_right_to_left(text))
        begin = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        end = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute | Qt.TextFlag.TextSingleLine
        painter.setFont(self.get_font(text))
        painter.setPen(colours.faint if state.accepted else colours.text)
        painter.setLayoutDirection(get_direction(mirrored))
        painter.drawText(upper, int(middle | begin), self._elide(text, upper.width(), small=False))
        painter.setFont(self._small)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        marks = [mark for mark, _ in index.data(SentenceListModel.MARKS) or () if mark and mark not in "⚠✓"]
        marks_text = " ".join([*marks, self.tr("{0} doubtful").format(state.doubts) if state.doubts else ""]).strip()
        painter.setPen(colours.doubt if state.doubts else colours.faint)
        if marks_text:
            painter.drawText(lower, int(middle | end), marks_text)
        parts = (
            str(index.data(SentenceListModel.NUMBER)),
            self._format_word_count(state),
            self._format_decided_count(state),
        )
        progress_text = " · ".join(
            map(isolate_text, filter(None, parts))
        )  # Arabic among them would reverse their order
        available_width = (
            lower.width() - (self._small_metrics.horizontalAdvance(marks_text) if marks_text else 0) - _GAP
        )
        painter.setPen(colours.faint)
        painter.drawText(lower, int(middle | begin), self._elide(progress_text, available_width, small=True))

    def _format_word_count(self, state: RowState) -> str:
        return resolve_plural(self.tr("%Ln word(s)", "", state.words), state.words)

    def _format_decided_count(self, state: RowState) -> str:
        if state.accepted or not 0 < state.decided < state.words:
            return ""
        return self.tr("{0} decided").format(state.decided)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(10 * self.height, self.row_height)


def _draw_sign(painter: QPainter, area: QRectF, state: RowState, colours: theme.Colours) -> None:
    """Draw a ticked circle for an accepted sentence, a triangle for problems, or else a ring of the decided share."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = area.adjusted(1, 1, -1, -1)
    if state.accepted or state.flagged:
        dark = colours is theme.get_colours(True)
        name, token = ("circle-check", "positive") if state.accepted else ("triangle-alert", "wrong")
        painter.drawPixmap(area.toRect(), theme.make_pixmap(name, dark, token, round(area.width())))
        return
    is_complete = state.decided >= state.words
    painter.setPen(QPen(colours.line if is_complete else colours.border, 1.5))
    painter.drawEllipse(ring)
    if state.decided and not is_complete:
        painter.setPen(QPen(colours.selected, 2))
        painter.drawArc(ring, _FULL_CIRCLE // 4, -round(_FULL_CIRCLE * min(state.decided / max(state.words, 1), 1.0)))
