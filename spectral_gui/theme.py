"""Our own Fusion palettes, light and dark: the system's choice has no effect on every platform."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

_LIGHT = {
    "Window": "#f4f4f2",
    "WindowText": "#1d1f21",
    "Base": "#ffffff",
    "AlternateBase": "#f7f8fa",
    "Text": "#1d1f21",
    "Button": "#e9e9e6",
    "ButtonText": "#1d1f21",
    "BrightText": "#b00020",
    "Highlight": "#1f5fa8",
    "HighlightedText": "#ffffff",
    "ToolTipBase": "#fffbe6",
    "ToolTipText": "#1d1f21",
    "PlaceholderText": "#6b6f75",
    "Link": "#1f5fa8",
    "Mid": "#c4c4c0",
}
_DARK = {
    "Window": "#26282b",
    "WindowText": "#e6e6e3",
    "Base": "#1c1e20",
    "AlternateBase": "#232527",
    "Text": "#e6e6e3",
    "Button": "#34373b",
    "ButtonText": "#e6e6e3",
    "BrightText": "#ff7a85",
    "Highlight": "#3d7fca",
    "HighlightedText": "#ffffff",
    "ToolTipBase": "#3a3d41",
    "ToolTipText": "#e6e6e3",
    "PlaceholderText": "#9a9ea4",
    "Link": "#7db4f0",
    "Mid": "#4a4e53",
}
_FADED = ("WindowText", "Text", "ButtonText")


def palette(dark: bool) -> QPalette:
    """The light or the dark palette."""
    made = QPalette()
    colours = _DARK if dark else _LIGHT
    for role, colour in colours.items():
        made.setColor(getattr(QPalette.ColorRole, role), QColor(colour))
    for role in _FADED:
        made.setColor(
            QPalette.ColorGroup.Disabled, getattr(QPalette.ColorRole, role), QColor(colours["PlaceholderText"])
        )
    return made


def apply(application: QApplication, dark: bool | None = None) -> None:
    """Fusion in our palette; without `dark`, as the system's setting is."""
    application.setStyle("Fusion")
    if dark is None:
        dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    application.setPalette(palette(dark))


def is_dark(application: QApplication) -> bool:
    """Whether the palette in use is the dark one."""
    return application.palette().window().color().lightness() < 128
