"""Our own Fusion palettes, light and dark: the system's choice has no effect on every platform."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPalette, QPen
from PySide6.QtWidgets import QApplication

_ROLES = {  # of a palette: on light and on dark paper
    "Window": ("#f4f4f2", "#26282b"),
    "WindowText": ("#1d1f21", "#e6e6e3"),
    "Base": ("#ffffff", "#1c1e20"),
    "AlternateBase": ("#f7f8fa", "#232527"),
    "Text": ("#1d1f21", "#e6e6e3"),
    "Button": ("#e9e9e6", "#34373b"),
    "ButtonText": ("#1d1f21", "#e6e6e3"),
    "BrightText": ("#b00020", "#ff7a85"),
    "Highlight": ("#1f5fa8", "#3573bb"),
    "HighlightedText": ("#ffffff", "#ffffff"),
    "ToolTipBase": ("#fffbe6", "#3a3d41"),
    "ToolTipText": ("#1d1f21", "#e6e6e3"),
    "PlaceholderText": ("#64686e", "#9fa3a9"),
    "Link": ("#1f5fa8", "#7db4f0"),
    "Mid": ("#c4c4c0", "#4a4e53"),
}


@dataclass(frozen=True, slots=True)
class Colours:
    """Of structures on a canvas; colour-blind eyes can tell them apart, and none says anything by colour alone."""

    text: QColor
    faint: QColor  # tags, numbers, what is secondary
    line: QColor  # arcs and branches
    selected: QColor  # the word, arc or node that keys act on
    selected_fill: QColor
    wrong: QColor  # validation problems; drawn with a wavy line as well
    locked: QColor  # drawn heavier as well
    changed: QColor  # differs from another tree; drawn dashed as well
    trace: QColor
    target: QColor  # where a drag or a prompt would attach
    paper: QColor


_ON_LIGHT, _ON_DARK = (
    Colours(*map(QColor, row.split()))
    for row in (
        "#1d1f21 #5b6068 #6a7078 #0b5cad #d7e7f8 #b4441a #00664a #8a3f78 #7a7f86 #9a5b00 #ffffff",
        "#e6e6e3 #a9adb3 #989da4 #79b8f2 #21405f #f28a5b #4fc9a0 #dd9fca #8d9299 #f0b429 #1c1e20",
    )
)


def colours(dark: bool) -> Colours:
    return _ON_DARK if dark else _ON_LIGHT


def is_dark_palette(palette: QPalette) -> bool:
    """Whether what is drawn in a palette stands on dark paper."""
    return palette.base().color().lightness() < 128


_DASH, _GAP = 4.0, 2.0  # as Qt's own dashed line has them


def doubt(colour: QColor, length: float) -> QPen:
    """The line under a word in doubt: dashes of which a whole number is as long as the line."""
    pen = QPen(colour, 1.6)
    long = max(length / pen.widthF(), 1.0)  # dashes are measured in widths of the pen
    dashes = max(1, round((long + _GAP) / (_DASH + _GAP)))
    fit = long / (dashes * (_DASH + _GAP) - _GAP)
    pen.setDashPattern([_DASH * fit, _GAP * fit])
    return pen


_GIVEN = "points_given"  # a property of the application: the size of its font before it was scaled
_FADED = ("WindowText", "Text", "ButtonText")


def palette(dark: bool) -> QPalette:
    made = QPalette()
    group, role = QPalette.ColorGroup.Disabled, QPalette.ColorRole
    for name, colours in _ROLES.items():
        made.setColor(role[name], QColor(colours[dark]))
    for name in _FADED:
        made.setColor(group, role[name], QColor(_ROLES["PlaceholderText"][dark]))
    made.setColor(group, role.Base, QColor(_ROLES["Window"][dark]))  # closed fields
    return made


def apply(application: QApplication, dark: bool | None = None) -> None:
    """Fusion in our palette; without `dark`, as the system's setting is."""
    if application.style().name().lower() != "fusion":  # each time it is set, every widget is polished anew
        application.setStyle("Fusion")
    if dark is None:
        dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    application.setPalette(palette(dark))


def scale(application: QApplication, per_cent: int) -> bool:
    """Whether the interface's text, and with it its controls, was of another size than this share of the system's."""
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
    application.setStyle("Fusion")  # boxes to choose from measure their least width anew for it alone
    return True
