"""Lines and colours that the drawings share."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from contrast import contrast
from event_loop import turn
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from spectral_core.files import locate_assets
from spectral_gui import theme


@pytest.mark.parametrize("length", [1.0, 3.5, 17.0, 41.0, 55.5, 120.0, 301.0])
def test_the_line_under_a_word_in_doubt_ends_with_a_whole_dash(length: float) -> None:
    pen = theme.make_dashed_underline_pen(QColor("black"), length)
    dash, gap = pen.dashPattern()
    periods = (max(length / pen.widthF(), 1.0) + gap) / (dash + gap)
    assert periods == pytest.approx(round(periods))
    assert dash == pytest.approx(2 * gap)


def test_both_ends_of_a_line_under_a_word_in_doubt_look_alike() -> None:
    length, margin = 47, 10
    image = QImage(length + 2 * margin, 5, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setPen(theme.make_dashed_underline_pen(QColor("black"), length))
    painter.drawLine(margin, 2, margin + length, 2)
    painter.end()
    dark = [image.pixelColor(x, 2).lightness() < 128 for x in range(image.width())]
    first = dark.index(True)
    last = len(dark) - dark[::-1].index(True)
    begin = dark.index(False, first) - first
    end = dark[::-1].index(False, len(dark) - last) - (len(dark) - last)
    assert abs(begin - end) <= 1


def test_a_theme_that_is_there_already_polishes_no_widget_anew(qapp: QApplication, qtbot: QtBot, dressed: None) -> None:
    told: list[QEvent.Type] = []

    class Told(QWidget):
        def event(self, event: QEvent) -> bool:
            told.append(event.type())
            return super().event(event)

    theme.apply_theme(qapp, dark=False)
    widget = Told()
    qtbot.addWidget(widget)
    widget.show()
    turn()
    told.clear()
    theme.apply_theme(qapp, dark=False)
    turn()
    assert QEvent.Type.StyleChange not in told
    for dark in (True, False):
        theme.apply_theme(qapp, dark)
        turn()
        assert theme.is_dark_palette(widget.palette()) is dark
    assert QEvent.Type.ApplicationPaletteChange in told


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_colour_of_the_sheet_is_one_of_the_tokens_and_its_signs_are_there(dark: bool) -> None:
    written = theme.make_style_sheet(dark)
    tokens = {getattr(theme.get_colours(dark), row.name).name() for row in dataclasses.fields(theme.Colours)}
    assert set(re.findall(r"#[0-9a-f]{6}", written)) <= tokens
    assert "@" not in written
    signs = re.findall(r'url\("([^"]+)"\)', written)
    assert signs
    for sign in signs:
        drawn = Path(sign).read_text(encoding="utf-8")
        assert any(f'stroke="{colour}"' in drawn for colour in tokens), sign


def test_the_buttons_of_numbers_have_their_room_on_the_side_where_they_are() -> None:
    assert "padding-right: 20px" in theme.make_style_sheet(dark=False)
    assert "padding-left: 20px" in theme.make_style_sheet(dark=False, right_to_left=True)


def test_lengths_of_the_sheet_grow_with_the_text_and_lines_do_not() -> None:
    assert "border-radius: 6px" in theme.make_style_sheet(dark=False)
    larger = theme.make_style_sheet(dark=False, scale=1.5)
    assert "border-radius: 9px" in larger
    assert "border: 1px solid" in larger


@pytest.mark.parametrize("name", sorted(path.stem for path in (locate_assets() / "icons").glob("*.svg")))
def test_every_icon_can_be_drawn(qapp: QApplication, name: str) -> None:
    image = theme.make_pixmap(name, dark=False, size=20).toImage()
    assert any(image.pixelColor(x, y).alpha() for x in range(image.width()) for y in range(image.height()))


def test_what_is_on_selection_and_fills_is_told_from_them() -> None:
    for dark in (False, True):
        own = theme.get_colours(dark)
        for letters, ground in (
            (own.on_selected, own.selected), (own.positive, own.positive_fill), (own.uncertain, own.uncertain_fill),
            (own.error, own.error_fill), (own.locked, own.locked_fill), (own.text, own.selection),
            (own.text, own.raised), (own.faint, own.sunken),
        ):  # fmt: skip
            assert contrast(letters, ground) >= 4.5
        for line in (own.line, own.control):
            assert contrast(line, own.paper) >= 3.0
