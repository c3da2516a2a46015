"""Popover at a word with its likeliest readings."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QWidget

from spectral_gui import theme, widgets
from spectral_gui.views.reading.card import Card, CardContent

_WIDTH, _MAX_HEIGHT = 340, 340  # pixels at 100 %
_BEAK = QPoint(8, 8)  # half its width, and its height
_RADIUS, _PADDING = 10, 6


class Popover(QFrame):
    """Frame below a word, or above it if there is no room, with a beak that points at the word."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Readings of the word"))
        self.card = Card(brief=True)
        self.card.setFrameShape(QFrame.Shape.NoFrame)
        self.card.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the text keeps the focus
        self.card.setProperty("kind", "bare")
        self._beak_x = 0  # x of its tip
        self._is_below = True  # the word
        self.location: tuple[int, int] | None = None  # sentence and word shown
        self.is_pinned = False  # stays open until closed, not only while the mouse rests
        self._layout = widgets.make_column(self.card, on=self, margins=_PADDING)
        self.hide()

    def open(self, location: tuple[int, int], content: CardContent, word_area: QRect, pinned: bool) -> None:
        """Show a word whose area in the parent is `word_area`."""
        was_hidden, self.location, self.is_pinned = self.isHidden(), location, pinned
        self.card.show_word(content)
        self._place_at(word_area)
        self.show()
        self.raise_()
        if was_hidden:
            theme.slide_in(self)

    def dismiss(self) -> bool:
        """Hide the popover; return whether it was open."""
        was_open, self.location = not self.isHidden(), None
        self.hide()
        return was_open

    @property
    def is_under_mouse(self) -> bool:
        return self.rect().contains(self.mapFromGlobal(QCursor.pos()))

    def _place_at(self, word_area: QRect) -> None:
        parent = self.parentWidget()
        assert parent is not None
        scale, available = self.fontMetrics().height() / 16, parent.rect().adjusted(4, 4, -4, -4)
        width = min(round(_WIDTH * scale), available.width())
        self.card.document().setTextWidth(width - 4 * _PADDING)
        full_height = round(self.card.document().size().height()) + 3 * _PADDING + _BEAK.y()
        space_below, space_above = available.bottom() - word_area.bottom(), word_area.top() - available.top()
        self._is_below = space_below >= min(full_height, round(_MAX_HEIGHT * scale)) or space_below >= space_above
        height = min(full_height, round(_MAX_HEIGHT * scale), space_below if self._is_below else space_above)
        left = max(available.left(), min(word_area.center().x() - width // 2, available.right() - width))
        self._beak_x = max(_RADIUS + _BEAK.x(), min(word_area.center().x() - left, width - _RADIUS - _BEAK.x()))
        top_margin, bottom_margin = (_BEAK.y(), 0) if self._is_below else (0, _BEAK.y())
        self._layout.setContentsMargins(_PADDING, _PADDING + top_margin, _PADDING, _PADDING + bottom_margin)
        self.setGeometry(left, word_area.bottom() if self._is_below else word_area.top() - height, width, height)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.is_pinned:
            self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        foot, tip = (
            (body.top() + _BEAK.y(), body.top()) if self._is_below else (body.bottom() - _BEAK.y(), body.bottom())
        )
        if self._is_below:
            body.setTop(foot)
        else:
            body.setBottom(foot)
        shape, beak = QPainterPath(), QPainterPath()
        shape.addRoundedRect(body, _RADIUS, _RADIUS)
        x = float(self._beak_x)
        beak.addPolygon(QPolygonF([QPointF(x - _BEAK.x(), foot), QPointF(x, tip), QPointF(x + _BEAK.x(), foot)]))
        painter.setPen(QPen(colours.border, 1))
        painter.setBrush(colours.raised)
        painter.drawPath(shape.united(beak))
