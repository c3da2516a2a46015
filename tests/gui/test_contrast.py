"""Every colour of letters is told from the ground it stands on, as WCAG asks of level AA."""

from __future__ import annotations

import pytest
from contrast import contrast
from PySide6.QtGui import QColor, QPalette

from spectral_gui import theme

ROLE = QPalette.ColorRole
LETTERS = (
    (ROLE.WindowText, (ROLE.Window,)),
    (ROLE.Text, (ROLE.Base, ROLE.AlternateBase)),
    (ROLE.ButtonText, (ROLE.Button,)),
    (ROLE.PlaceholderText, (ROLE.Window, ROLE.Base, ROLE.AlternateBase, ROLE.Button)),
    (ROLE.HighlightedText, (ROLE.Highlight,)),
    (ROLE.Link, (ROLE.Base, ROLE.Window)),
    (ROLE.ToolTipText, (ROLE.ToolTipBase,)),
)


def test_black_on_white_has_the_most_contrast() -> None:
    assert contrast(QColor("#ffffff"), QColor("#000000")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_letters_of_the_palette_are_told_from_their_grounds(dark: bool) -> None:
    palette = theme.make_palette(dark)
    for letters, grounds in LETTERS:
        for ground in grounds:
            assert contrast(palette.color(letters), palette.color(ground)) >= 4.5, (letters, ground)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_letters_of_structures_and_readings_are_told_from_their_grounds(dark: bool) -> None:
    colours, window = theme.get_colours(dark), theme.make_palette(dark).color(ROLE.Window)
    for name in ("text", "faint", "locked"):
        for ground in (colours.paper, colours.selected_fill, window):
            assert contrast(getattr(colours, name), ground) >= 4.5, name
    for name in ("selected", "error", "changed", "target"):
        assert contrast(getattr(colours, name), colours.paper) >= 4.5, name
