"""The pop-over of a word: its likeliest readings at the word itself, for as long as one looks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QWidget

from spectral_gui import theme, widgets
from spectral_gui.views.reading.card import Card, CardWord

_WIDE, _HIGH = 340, 340  # pixels at 100 %, the second at most
_BEAK = QPoint(8, 8)  # half its width, and its height
_ROUND, _INSIDE = 10, 6


class Popover(QFrame):
    """Stands below a word, or above it where there is no room, with a beak to it, and never on the word's own line."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Readings of the word"))
        self.card = Card(brief=True)
        self.card.setFrameShape(QFrame.Shape.NoFrame)
        self.card.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys stay with the text
        self.card.setProperty("kind", "bare")
        self._beak = 0  # where its tip is, from the left
        self._below = True  # the word
        self.at: tuple[int, int] | None = None  # the sentence and the word that it is about
        self.stays = False  # until somebody closes it, not only while the mouse rests
        self._rows = widgets.column(self.card, on=self, margins=_INSIDE)
        self.hide()

    def open(self, at: tuple[int, int], shown: CardWord, word: QRect, stays: bool) -> None:
        """Shows a word whose place in the parent is `word`."""
        came, self.at, self.stays = self.isHidden(), at, stays
        self.card.show_word(shown)
        self._place(word)
        self.show()
        self.raise_()
        if came:
            theme.arrive(self)

    def leave(self) -> bool:
        """Closes it; whether it was open."""
        was, self.at = not self.isHidden(), None
        self.hide()
        return was

    @property
    def under_mouse(self) -> bool:
        return self.rect().contains(self.mapFromGlobal(QCursor.pos()))

    def _place(self, word: QRect) -> None:
        parent = self.parentWidget()
        assert parent is not None
        scale, room = self.fontMetrics().height() / 16, parent.rect().adjusted(4, 4, -4, -4)
        wide = min(round(_WIDE * scale), room.width())
        self.card.document().setTextWidth(wide - 4 * _INSIDE)
        wanted = round(self.card.document().size().height()) + 3 * _INSIDE + _BEAK.y()
        below, above = room.bottom() - word.bottom(), word.top() - room.top()
        self._below = below >= min(wanted, round(_HIGH * scale)) or below >= above
        high = min(wanted, round(_HIGH * scale), below if self._below else above)
        left = max(room.left(), min(word.center().x() - wide // 2, room.right() - wide))
        self._beak = max(_ROUND + _BEAK.x(), min(word.center().x() - left, wide - _ROUND - _BEAK.x()))
        over, under = (_BEAK.y(), 0) if self._below else (0, _BEAK.y())
        self._rows.setContentsMargins(_INSIDE, _INSIDE + over, _INSIDE, _INSIDE + under)
        self.setGeometry(left, word.bottom() if self._below else word.top() - high, wide, high)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.stays:
            self.leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        foot, tip = (body.top() + _BEAK.y(), body.top()) if self._below else (body.bottom() - _BEAK.y(), body.bottom())
        if self._below:
            body.setTop(foot)
        else:
            body.setBottom(foot)
        shape, beak = QPainterPath(), QPainterPath()
        shape.addRoundedRect(body, _ROUND, _ROUND)
        x = float(self._beak)
        beak.addPolygon(QPolygonF([QPointF(x - _BEAK.x(), foot), QPointF(x, tip), QPointF(x + _BEAK.x(), foot)]))
        painter.setPen(QPen(colours.border, 1))
        painter.setBrush(colours.raised)
        painter.drawPath(shape.united(beak))
