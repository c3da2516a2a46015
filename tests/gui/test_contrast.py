"""Every colour of letters is told from the ground it stands on, as WCAG asks of level AA."""

from __future__ import annotations

import pytest
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


def luminance(colour: QColor) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_most_contrast() -> None:
    assert contrast(QColor("#ffffff"), QColor("#000000")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_letters_of_the_palette_are_told_from_their_grounds(dark: bool) -> None:
    palette = theme.palette(dark)
    for letters, grounds in LETTERS:
        for ground in grounds:
            assert contrast(palette.color(letters), palette.color(ground)) >= 4.5, (letters, ground)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_letters_of_structures_and_readings_are_told_from_their_grounds(dark: bool) -> None:
    colours, window = theme.colours(dark), theme.palette(dark).color(ROLE.Window)
    for name in ("text", "faint", "locked"):
        for ground in (colours.paper, colours.selected_fill, window):
            assert contrast(getattr(colours, name), ground) >= 4.5, name
    for name in ("selected", "wrong", "changed", "target"):
        assert contrast(getattr(colours, name), colours.paper) >= 4.5, name
