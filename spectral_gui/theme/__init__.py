"""Theme of the window: Fusion with a style sheet and palette made from colour tokens, light and dark; fonts and
icons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFont, QPalette, QPen, QScreen
from PySide6.QtWidgets import QApplication

from spectral_gui.theme.icons import (
    IconButton,
    draw_key_caps,
    load_illustration,
    make_icon,
    make_pixmap,
    measure_key_caps,
    split_key_combination,
)
from spectral_gui.theme.motion import (
    DURATION_MILLISECONDS,
    SceneTransition,
    is_motion_reduced,
    query_reduced_motion,
    set_motion_reduced,
    slide_in,
)
from spectral_gui.theme.style import Colours, get_colours, make_style_sheet, show_markdown

__all__ = [
    "DURATION_MILLISECONDS",
    "Colours",
    "IconButton",
    "SceneTransition",
    "apply_theme",
    "draw_key_caps",
    "get_colours",
    "is_dark_palette",
    "is_motion_reduced",
    "load_illustration",
    "make_dashed_underline_pen",
    "make_icon",
    "make_interface_font",
    "measure_key_caps",
    "query_reduced_motion",
    "slide_in",
    "split_key_combination",
]
__all__ += [
    "make_palette",
    "make_pixmap",
    "make_style_sheet",
    "remove_style_sheet",
    "set_interface_scale",
    "set_motion_reduced",
    "show_markdown",
]

FONT_FAMILY = "Inter"
_MIDDLE_LIGHTNESS = 128  # lightness (0 to 255) below which a colour counts as dark
_FONT_PIXELS = 13  # of the interface's text at 100 %
_PALETTE_TOKENS = {  # palette roles and their tokens
    "Window": "window", "WindowText": "text", "Base": "paper", "AlternateBase": "paper", "Text": "text",
    "Button": "paper", "ButtonText": "text", "BrightText": "error", "Highlight": "selection",
    "HighlightedText": "text", "ToolTipBase": "raised", "ToolTipText": "text", "PlaceholderText": "trace",
    "Link": "selected", "Mid": "border", "Accent": "selected",
}  # fmt: skip
_DASH, _GAP = 4.0, 2.0  # as in Qt's own dashed line
_UNSCALED_POINTS_PROPERTY = "points_given"  # a property of the application: the size of its font before it was scaled
_CURRENT_SHEET_PROPERTY = "sheet_shown"  # its current style sheet
WITHOUT_STYLE_SHEET_PROPERTY = "plain"  # a property of the application: whether it has no style sheet
_DISABLED_TEXT_ROLES = ("WindowText", "Text", "ButtonText")


def is_dark_palette(palette: QPalette) -> bool:
    """Return whether a palette is for a dark background, judged by its text colour: the background is black in the
    palette where a style sheet makes it transparent."""
    return palette.windowText().color().lightness() > _MIDDLE_LIGHTNESS


def make_dashed_underline_pen(colour: QColor, length: float) -> QPen:
    """Return the dashed pen for the line under an uncertain word; a whole number of dashes fits its length."""
    pen = QPen(colour, 1.75)
    relative_length = max(length / pen.widthF(), 1.0)  # dashes are measured in widths of the pen
    dashes = max(1, round((relative_length + _GAP) / (_DASH + _GAP)))
    stretch = relative_length / (dashes * (_DASH + _GAP) - _GAP)
    pen.setDashPattern([_DASH * stretch, _GAP * stretch])
    return pen


def make_palette(dark: bool) -> QPalette:
    """Make the palette of the light or dark theme."""
    new_palette, tokens = QPalette(), get_colours(dark)
    group, role = QPalette.ColorGroup.Disabled, QPalette.ColorRole
    for name, token in _PALETTE_TOKENS.items():
        new_palette.setColor(role[name], getattr(tokens, token))
    for name in _DISABLED_TEXT_ROLES:
        new_palette.setColor(group, role[name], tokens.trace)
    new_palette.setColor(group, role.Base, tokens.window)  # disabled fields
    return new_palette


def make_interface_font(application: QApplication) -> QFont:
    """Return the bundled font in the size of the interface at 100 %, with the one for Arabic."""
    screen: QScreen | None = application.primaryScreen()
    font = QFont([FONT_FAMILY, "Noto Naskh Arabic"])
    font.setPointSizeF(_FONT_PIXELS * 72 / (96 if screen is None else screen.logicalDotsPerInchY()))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def apply_theme(application: QApplication, dark: bool | None = None) -> None:
    """Set Fusion with our palette and style sheet; without `dark`, follow the system's colour scheme."""
    if application.property(_CURRENT_SHEET_PROPERTY) is None:  # each time it is set, every widget is polished again
        application.setStyle("Fusion")
    if dark is None:
        dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    if application.palette() != (new_palette := make_palette(dark)):
        application.setPalette(new_palette)
    unscaled_points = application.property(_UNSCALED_POINTS_PROPERTY)
    text_scale = 1.0 if unscaled_points is None else application.font().pointSizeF() / float(unscaled_points)
    new_sheet = "" if application.property(WITHOUT_STYLE_SHEET_PROPERTY) else make_style_sheet(dark, text_scale)
    if application.property(_CURRENT_SHEET_PROPERTY) != new_sheet:
        application.setProperty(_CURRENT_SHEET_PROPERTY, new_sheet)
        if application.styleSheet():  # replacing one directly takes four times as long
            application.setStyleSheet("")
        application.setStyleSheet(new_sheet)


def remove_style_sheet(application: QApplication) -> None:
    """Remove the style sheet until `apply`: without it, many widgets are created in a quarter of the time."""
    if application.styleSheet():
        application.setStyleSheet("")
    application.setProperty(_CURRENT_SHEET_PROPERTY, "undressed")


def set_interface_scale(application: QApplication, per_cent: int) -> bool:
    """Scale the interface's text, and with it its controls; return whether the size changed."""
    unscaled_points = application.property(_UNSCALED_POINTS_PROPERTY)
    if unscaled_points is None:
        unscaled_points = application.font().pointSizeF()
        application.setProperty(_UNSCALED_POINTS_PROPERTY, unscaled_points)
    font = application.font()
    points = float(unscaled_points) * per_cent / 100
    if abs(font.pointSizeF() - points) <= 0.01:
        return False
    font.setPointSizeF(points)
    application.setFont(font)
    application.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)  # so that widgets have it at once
    apply_theme(application, is_dark_palette(application.palette()))
    return True
