"""The three doors of the first page: each with a small drawing of what is behind it, and one button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QWidget

from spectral_gui import theme, widgets
from spectral_gui.resources import text_font

_WIDE, _HIGH = 276.0, 110.0  # what a drawing is drawn for; it grows with the letters
_READ = (
    ("ذَهَبَتْ", "she went", "verb"),
    ("لَيْلَى", "Layla", "name"),
    ("إِلَى", "to", "prep."),
    ("السُّوقِ", "the market", "noun"),
)
_WORDS = ((40.0, "The"), (82.0, "cat"), (132.0, "sleeps"), (198.0, "in"), (236.0, "peace"))
_RISING = ((20.0, 88.0), (60.0, 80.0), (95.0, 50.0), (140.0, 36.0), (200.0, 28.0), (256.0, 24.0))
_FLAT = ((20.0, 62.0), (60.0, 46.0), (95.0, 42.0), (140.0, 40.0), (200.0, 39.0), (256.0, 38.0))

Paint = Callable[[QPainter, theme.Colours, QFont], None]


class Door(QFrame):
    """A card with a drawing, a title, what it is, and the button that opens it; `key` opens it as well."""

    opened = Signal()

    def __init__(self, paint: Paint, icon: str, title: str, what: str, act: str, key: str):
        super().__init__()
        self.setProperty("kind", "card")
        self._name, self._sign = icon, widgets.label()
        self.button = widgets.button(act, self.opened)
        self.button.setAccessibleDescription(what)
        self.button.setToolTip(f"{title} ({key})")
        name = widgets.label(title)
        name.setProperty("kind", "heading")
        cap = widgets.label(key)
        cap.setProperty("kind", "key")
        said = widgets.label(what, wraps=True, faint=True)
        said.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        head = widgets.row(self._sign, (name, 1), spacing=8)
        foot = widgets.row(self.button, widgets.REST, cap, spacing=8)
        widgets.column(_DoorPicture(paint), head, (said, 1), foot, on=self, margins=14, spacing=8)
        self.draw()

    def open(self) -> None:
        self.opened.emit()

    def draw(self) -> None:
        """Draws the icon in the colours of the paper."""
        dark = theme.is_dark_palette(QApplication.palette())  # its own follows later
        self._sign.setPixmap(theme.pixmap(self._name, dark, "selected", 18))


class _DoorPicture(QWidget):
    def __init__(self, paint: Paint):
        super().__init__()
        self._paint = paint
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        scale = self.fontMetrics().height() / 16
        return QSize(round(_WIDE * scale), round(_HIGH * scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 60)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.window)
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        share = min(self.width() / _WIDE, self.height() / _HIGH)
        painter.translate((self.width() - _WIDE * share) / 2, (self.height() - _HIGH * share) / 2)
        painter.scale(share, share)
        font = QFont(self.font())
        font.setPixelSize(13)
        self._paint(painter, colours, font)
        painter.end()


def reading(painter: QPainter, colours: theme.Colours, font: QFont) -> None:
    """Four words of an Arabic sentence with what they mean, the second of them marked."""
    words = text_font(10.0, arabic=True)
    words.setPixelSize(20)
    small = QFont(font)
    small.setPixelSize(11)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setBrush(colours.selected_fill)
    painter.setPen(QPen(colours.selected, 1.5))
    painter.drawRoundedRect(QRectF(142, 12, 52, 84), 6, 6)
    for at, (word, meaning, kind) in enumerate(_READ):
        area = QRectF(206 - at * 66, 16, 64, 40)
        for text, used, colour, down in (
            (word, words, colours.text, 0), (meaning, small, colours.faint, 38), (kind, small, colours.trace, 54),
        ):  # fmt: skip
            painter.setFont(used)
            painter.setPen(colour)
            painter.drawText(area.translated(-2, down), int(Qt.AlignmentFlag.AlignHCenter), text)


def deciding(painter: QPainter, colours: theme.Colours, font: QFont) -> None:
    """A small tree: decided, locked, current and proposed arcs."""
    painter.setFont(font)
    painter.setPen(colours.text)
    for x, word in _WORDS:
        painter.drawText(QRectF(x - 30, 84, 60, 20), int(Qt.AlignmentFlag.AlignHCenter), word)
    arcs = (
        (78.0, 40.0, 58.0, colours.text, 1.5), (126.0, 86.0, 58.0, colours.locked, 2.25),
        (136.0, 240.0, 34.0, colours.selected, 2.25), (232.0, 198.0, 58.0, colours.line, 1.25),
    )  # fmt: skip
    for begin, end, top, colour, width in arcs:
        _arc(painter, begin, end, top, QPen(colour, width))


def _arc(painter: QPainter, begin: float, end: float, top: float, pen: QPen) -> None:
    turn = 7.0 if end > begin else -7.0
    path = QPainterPath(QPointF(begin, 80))
    path.lineTo(begin, top + 7)
    path.quadTo(begin, top, begin + turn, top)
    path.lineTo(end - turn, top)
    path.quadTo(end, top, end, top + 7)
    path.lineTo(end, 75)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pen.color())
    painter.drawPolygon(QPolygonF([QPointF(end, 81), QPointF(end - 3.5, 74), QPointF(end + 3.5, 74)]))


def learning(painter: QPainter, colours: theme.Colours, _font: QFont) -> None:
    """Two curves of learning, told apart by dashes and marks as well."""
    for y in (25, 55, 85):
        painter.setPen(QPen(colours.hairline, 1))
        painter.drawLine(QPointF(16, y), QPointF(260, y))
    for points, colour, dashed in ((_FLAT, colours.doubt, True), (_RISING, colours.selected, False)):
        _curve(painter, [QPointF(x, y) for x, y in points], colour, dashed)


def _curve(painter: QPainter, points: list[QPointF], colour: QColor, dashed: bool) -> None:
    pen = QPen(colour, 2)
    if dashed:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(points)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for point in points[1:]:
        if dashed:
            painter.drawRect(QRectF(point.x() - 3.5, point.y() - 3.5, 7, 7))
        else:
            painter.drawEllipse(point, 4, 4)
