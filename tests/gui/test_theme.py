"""Lines and colours that the drawings share."""

from __future__ import annotations

import pytest
from event_loop import turn
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from spectral_gui import theme


@pytest.mark.parametrize("length", [1.0, 3.5, 17.0, 41.0, 55.5, 120.0, 301.0])
def test_the_line_under_a_word_in_doubt_ends_with_a_whole_dash(length: float) -> None:
    pen = theme.doubt(QColor("black"), length)
    dash, gap = pen.dashPattern()
    periods = (max(length / pen.widthF(), 1.0) + gap) / (dash + gap)
    assert periods == pytest.approx(round(periods))
    assert dash == pytest.approx(2 * gap)


def test_both_ends_of_a_line_under_a_word_in_doubt_look_alike() -> None:
    length, margin = 47, 10
    image = QImage(length + 2 * margin, 5, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setPen(theme.doubt(QColor("black"), length))
    painter.drawLine(margin, 2, margin + length, 2)
    painter.end()
    dark = [image.pixelColor(x, 2).lightness() < 128 for x in range(image.width())]
    first = dark.index(True)
    last = len(dark) - dark[::-1].index(True)
    begin = dark.index(False, first) - first
    end = dark[::-1].index(False, len(dark) - last) - (len(dark) - last)
    assert abs(begin - end) <= 1


def test_another_palette_polishes_no_widget_anew(qapp: QApplication, qtbot: QtBot) -> None:
    told: list[QEvent.Type] = []

    class Told(QWidget):
        def event(self, event: QEvent) -> bool:
            told.append(event.type())
            return super().event(event)

    theme.apply(qapp, dark=False)
    widget = Told()
    qtbot.addWidget(widget)
    widget.show()
    for dark in (True, False):
        theme.apply(qapp, dark)
        turn()
        assert theme.is_dark_palette(widget.palette()) is dark
    assert QEvent.Type.ApplicationPaletteChange in told
    assert QEvent.Type.StyleChange not in told
