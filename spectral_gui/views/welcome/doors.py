"""Cards of the start page: a small drawing of what each leads to, and one button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QWidget

from spectral_gui import theme, widgets
from spectral_gui.resources import make_text_font

_WIDTH, _HEIGHT = 276.0, 110.0  # units of a drawing, which is scaled with the font
_SAMPLE_GLOSSES = (
    ("ذَهَبَتْ", "she went", "verb"),
    ("لَيْلَى", "Layla", "name"),
    ("إِلَى", "to", "prep."),
    ("السُّوقِ", "the market", "noun"),
)
_SAMPLE_WORDS = ((40.0, "The"), (82.0, "cat"), (132.0, "sleeps"), (198.0, "in"), (236.0, "peace"))
_RISING_CURVE = ((20.0, 88.0), (60.0, 80.0), (95.0, 50.0), (140.0, 36.0), (200.0, 28.0), (256.0, 24.0))
_FLAT_CURVE = ((20.0, 62.0), (60.0, 46.0), (95.0, 42.0), (140.0, 40.0), (200.0, 39.0), (256.0, 38.0))

PaintFunction = Callable[[QPainter, theme.Colours, QFont], None]


class StartCard(QFrame):
    """Card with a drawing, a title, a description and a button; `key` presses the button as well."""

    opened = Signal()

    def __init__(self, paint: PaintFunction, icon: str, title: str, description: str, button_text: str, key: str):
        super().__init__()
        self.setProperty("kind", "card")
        self._icon_name, self._icon_label = icon, widgets.make_label()
        self.button = widgets.make_button(button_text, self.opened)
        self.button.setAccessibleDescription(description)
        self.button.setToolTip(f"{title} ({key})")
        title_label = widgets.make_label(title)
        title_label.setProperty("kind", "heading")
        key_cap = widgets.make_label(key)
        key_cap.setProperty("kind", "key")
        description_label = widgets.make_label(description, wraps=True, faint=True)
        description_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        head = widgets.make_row(self._icon_label, (title_label, 1), spacing=8)
        foot = widgets.make_row(self.button, widgets.STRETCH, key_cap, spacing=8)
        widgets.make_column(_CardPicture(paint), head, (description_label, 1), foot, on=self, margins=14, spacing=8)
        self.update_icon()

    def open(self) -> None:
        self.opened.emit()

    def update_icon(self) -> None:
        """Draw the icon in the colours of the theme."""
        dark = theme.is_dark_palette(QApplication.palette())  # the widget's own palette changes later
        self._icon_label.setPixmap(theme.make_pixmap(self._icon_name, dark, "selected", 18))


class _CardPicture(QWidget):
    def __init__(self, paint: PaintFunction):
        super().__init__()
        self._paint = paint
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        scale = self.fontMetrics().height() / 16
        return QSize(round(_WIDTH * scale), round(_HEIGHT * scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 60)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.window)
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        share = min(self.width() / _WIDTH, self.height() / _HEIGHT)
        painter.translate((self.width() - _WIDTH * share) / 2, (self.height() - _HEIGHT * share) / 2)
        painter.scale(share, share)
        font = QFont(self.font())
        font.setPixelSize(13)
        self._paint(painter, colours, font)
        painter.end()


def paint_reading(painter: QPainter, colours: theme.Colours, font: QFont) -> None:
    """Paint four words of an Arabic sentence with their meanings, the second of them highlighted."""
    words = make_text_font(10.0, arabic=True)
    words.setPixelSize(20)
    small = QFont(font)
    small.setPixelSize(11)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setBrush(colours.selected_fill)
    painter.setPen(QPen(colours.selected, 1.5))
    painter.drawRoundedRect(QRectF(142, 12, 52, 84), 6, 6)
    for index, (word, meaning, kind) in enumerate(_SAMPLE_GLOSSES):
        area = QRectF(206 - index * 66, 16, 64, 40)
        for text, line_font, colour, offset in (
            (word, words, colours.text, 0), (meaning, small, colours.faint, 38), (kind, small, colours.trace, 54),
        ):  # fmt: skip
            painter.setFont(line_font)
            painter.setPen(colour)
            painter.drawText(area.translated(-2, offset), int(Qt.AlignmentFlag.AlignHCenter), text)


def paint_annotation(painter: QPainter, colours: theme.Colours, font: QFont) -> None:
    """Paint a small tree with confirmed, locked, current and suggested arcs."""
    painter.setFont(font)
    painter.setPen(colours.text)
    for x, word in _SAMPLE_WORDS:
        painter.drawText(QRectF(x - 30, 84, 60, 20), int(Qt.AlignmentFlag.AlignHCenter), word)
    arcs = (
        (78.0, 40.0, 58.0, colours.text, 1.5), (126.0, 86.0, 58.0, colours.locked, 2.25),
        (136.0, 240.0, 34.0, colours.selected, 2.25), (232.0, 198.0, 58.0, colours.line, 1.25),
    )  # fmt: skip
    for begin, end, top, colour, width in arcs:
        _paint_arc(painter, begin, end, top, QPen(colour, width))


def _paint_arc(painter: QPainter, begin: float, end: float, top: float, pen: QPen) -> None:
    radius = 7.0 if end > begin else -7.0
    path = QPainterPath(QPointF(begin, 80))
    path.lineTo(begin, top + 7)
    path.quadTo(begin, top, begin + radius, top)
    path.lineTo(end - radius, top)
    path.quadTo(end, top, end, top + 7)
    path.lineTo(end, 75)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pen.color())
    painter.drawPolygon(QPolygonF([QPointF(end, 81), QPointF(end - 3.5, 74), QPointF(end + 3.5, 74)]))


def paint_training(painter: QPainter, colours: theme.Colours, _font: QFont) -> None:
    """Paint two training curves, distinguished by dashes and marks as well."""
    for y in (25, 55, 85):
        painter.setPen(QPen(colours.hairline, 1))
        painter.drawLine(QPointF(16, y), QPointF(260, y))
    for points, colour, dashed in ((_FLAT_CURVE, colours.doubt, True), (_RISING_CURVE, colours.selected, False)):
        _paint_curve(painter, [QPointF(x, y) for x, y in points], colour, dashed)


def _paint_curve(painter: QPainter, points: list[QPointF], colour: QColor, dashed: bool) -> None:
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
