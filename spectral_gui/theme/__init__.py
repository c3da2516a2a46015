"""The look of the window: Fusion under one style sheet and palette made of tokens, light and dark; fonts and icons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFont, QPalette, QPen, QScreen
from PySide6.QtWidgets import QApplication

from spectral_gui.theme.caps import caps, caps_width, draw_caps
from spectral_gui.theme.icons import IconButton, icon, pixmap
from spectral_gui.theme.motion import MILLISECONDS, Motion, arrive, heed_system, is_still, lessen
from spectral_gui.theme.pages import show_page
from spectral_gui.theme.sheet import sheet
from spectral_gui.theme.tokens import Colours, colours

__all__ = [
    "MILLISECONDS",
    "Colours",
    "IconButton",
    "Motion",
    "apply",
    "arrive",
    "caps",
    "caps_width",
    "colours",
    "doubt",
    "draw_caps",
    "heed_system",
    "icon",
    "interface_font",
    "is_dark_palette",
    "is_still",
]
__all__ += ["lessen", "palette", "pixmap", "scale", "sheet", "show_page", "undress"]

FAMILY = "Inter"
_MIDDLE = 128  # of lightness
_PIXELS = 13  # of the interface's text at 100 %
_ROLES = {  # of a palette, by the token that it has
    "Window": "window", "WindowText": "text", "Base": "paper", "AlternateBase": "paper", "Text": "text",
    "Button": "paper", "ButtonText": "text", "BrightText": "wrong", "Highlight": "selection",
    "HighlightedText": "text", "ToolTipBase": "raised", "ToolTipText": "text", "PlaceholderText": "trace",
    "Link": "selected", "Mid": "border", "Accent": "selected",
}  # fmt: skip


def is_dark_palette(palette: QPalette) -> bool:
    """Whether what is drawn in a palette stands on dark paper: its letters say so, for where a sheet makes a ground
    transparent, the palette has it black."""
    return palette.windowText().color().lightness() > _MIDDLE


_DASH, _GAP = 4.0, 2.0  # as Qt's own dashed line has them


def doubt(colour: QColor, length: float) -> QPen:
    """The line under a word in doubt: dashes of which a whole number is as long as the line."""
    pen = QPen(colour, 1.75)
    long = max(length / pen.widthF(), 1.0)  # dashes are measured in widths of the pen
    dashes = max(1, round((long + _GAP) / (_DASH + _GAP)))
    fit = long / (dashes * (_DASH + _GAP) - _GAP)
    pen.setDashPattern([_DASH * fit, _GAP * fit])
    return pen


_GIVEN = "points_given"  # a property of the application: the size of its font before it was scaled
_SHOWN = "sheet_shown"  # the style sheet that it has now
PLAIN = "plain"  # a property of the application: whether it goes without a style sheet
_FADED = ("WindowText", "Text", "ButtonText")


def palette(dark: bool) -> QPalette:
    made, own = QPalette(), colours(dark)
    group, role = QPalette.ColorGroup.Disabled, QPalette.ColorRole
    for name, token in _ROLES.items():
        made.setColor(role[name], getattr(own, token))
    for name in _FADED:
        made.setColor(group, role[name], own.trace)
    made.setColor(group, role.Base, own.window)  # closed fields
    return made


def interface_font(application: QApplication) -> QFont:
    """The bundled font in the size of the interface at 100 %, Arabic beside it in its own."""
    screen: QScreen | None = application.primaryScreen()
    font = QFont([FAMILY, "Noto Naskh Arabic"])
    font.setPointSizeF(_PIXELS * 72 / (96 if screen is None else screen.logicalDotsPerInchY()))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def apply(application: QApplication, dark: bool | None = None) -> None:
    """Fusion in our palette, under our style sheet; without `dark`, as the system's setting is."""
    if application.property(_SHOWN) is None:  # each time it is set, every widget is polished anew
        application.setStyle("Fusion")
    if dark is None:
        dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    if application.palette() != (wanted_palette := palette(dark)):
        application.setPalette(wanted_palette)
    given = application.property(_GIVEN)
    share = 1.0 if given is None else application.font().pointSizeF() / float(given)
    wanted = "" if application.property(PLAIN) else sheet(dark, share)
    if application.property(_SHOWN) != wanted:
        application.setProperty(_SHOWN, wanted)
        if application.styleSheet():  # one after another takes four times as long as none between them
            application.setStyleSheet("")
        application.setStyleSheet(wanted)


def undress(application: QApplication) -> None:
    """Takes the style sheet away until `apply`: many widgets are made in a quarter of the time without it."""
    if application.styleSheet():
        application.setStyleSheet("")
    application.setProperty(_SHOWN, "undressed")


def scale(application: QApplication, per_cent: int) -> bool:
    """Whether the interface's text, and with it its controls, was of another size than this share of its own."""
    given = application.property(_GIVEN)
    if given is None:
        given = application.font().pointSizeF()
        application.setProperty(_GIVEN, given)
    font = application.font()
    wanted = float(given) * per_cent / 100
    if abs(font.pointSizeF() - wanted) <= 0.01:
        return False
    font.setPointSizeF(wanted)
    application.setFont(font)
    application.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)  # widgets have it at once
    apply(application, is_dark_palette(application.palette()))
    return True
