"""Icons and key caps in the colours of the tokens."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QByteArray, QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter, QPixmap, QShowEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QToolButton

from spectral_core.files import locate_assets
from spectral_gui.theme.style_sheet import Colours, get_hex_colours, is_dark_palette

_COLOUR_TOKEN = re.compile(r"@(\w+)")
_KEY_SEPARATOR = re.compile(r"\+(?=.)")
CAP_PADDING, CAP_GAP = 5, 4  # pixels inside a cap, and between two
_STROKE_WIDTH = 1.75
# Drawings that point to a side, mirrored in a right-to-left window.
_MIRRORED_ICONS = {"chevron-left", "chevron-right", "panel-left", "panel-right", "redo-2", "undo-2"}


def split_key_combination(keys: str) -> list[str]:
    """Split a key combination into its keys."""
    return _KEY_SEPARATOR.split(keys) if keys else []


def measure_key_caps(metrics: QFontMetrics, keys: str) -> int:
    """Return the width of the drawn keys of a combination, in pixels."""
    return sum(_measure_key_cap(metrics, cap) + CAP_GAP for cap in split_key_combination(keys))


def draw_key_caps(painter: QPainter, area: QRect, keys: str, colours: Colours, mirrored: bool) -> None:
    """Draw the keys of a combination as key caps, from the leading edge of an area."""
    metrics, cap_height = painter.fontMetrics(), painter.fontMetrics().height() + 2
    top, x = area.top() + (area.height() - cap_height) // 2, 0
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for cap in split_key_combination(keys):
        width = _measure_key_cap(metrics, cap)
        cap_area = QRect(area.right() + 1 - x - width if mirrored else area.left() + x, top, width, cap_height)
        painter.setPen(colours.border)
        painter.setBrush(colours.paper)
        painter.drawRoundedRect(QRectF(cap_area).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(colours.faint)
        painter.drawText(cap_area, int(Qt.AlignmentFlag.AlignCenter), cap)
        x += width + CAP_GAP
    painter.restore()


def _measure_key_cap(metrics: QFontMetrics, cap: str) -> int:
    """Return the width of one drawn key, in pixels."""
    text_width = metrics.horizontalAdvance(cap) + 2 * CAP_PADDING
    return max(text_width, metrics.height() + 2)


def make_icon(name: str, dark: bool, token: str = "faint", size: int = 16, when_on: str = "selected") -> QIcon:
    """Make an icon in the colour of a token; in the colour of `when_on` for a checked button."""
    new_icon = QIcon()
    for state, colour in ((QIcon.State.Off, token), (QIcon.State.On, when_on)):
        new_icon.addPixmap(make_pixmap(name, dark, colour, size), QIcon.Mode.Normal, state)
        new_icon.addPixmap(make_pixmap(name, dark, "control", size), QIcon.Mode.Disabled, state)
    return new_icon


def make_pixmap(name: str, dark: bool, token: str = "faint", size: int = 16) -> QPixmap:
    """Make a pixmap of an icon in the colour of a token; `size` is in pixels at 100 %."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    is_mirrored = name in _MIRRORED_ICONS and application.layoutDirection() == Qt.LayoutDirection.RightToLeft
    return _render_icon(name, get_hex_colours(dark)[token], size, application.devicePixelRatio(), is_mirrored)


@lru_cache(maxsize=512)
def _render_icon(name: str, colour: str, size: int, ratio: float, is_mirrored: bool) -> QPixmap:
    """Render an SVG icon in a colour, mirrored if requested; cached."""
    text = (locate_assets() / "icons" / f"{name}.svg").read_text("utf-8")
    text = text.replace("currentColor", colour).replace('stroke-width="2"', f'stroke-width="{_STROKE_WIDTH}"')
    image = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    if is_mirrored:
        painter.translate(image.width(), 0)
        painter.scale(-1, 1)
    QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(image.rect()))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


@lru_cache(maxsize=8)
def load_illustration(name: str, dark: bool) -> QSvgRenderer:
    """Load an illustration in the colours of the theme; its SVG file names their tokens (@text)."""
    text = (locate_assets() / "cards" / f"{name}.svg").read_text("utf-8")
    colours = get_hex_colours(dark)
    return QSvgRenderer(QByteArray(_COLOUR_TOKEN.sub(lambda match: colours[match[1]], text).encode()))


class IconButton(QToolButton):
    """Flat button with an icon in colours for its background; its tool tip is its accessible name."""

    def __init__(self, name: str, tip: str, size: int = 16, token: str = "faint"):
        super().__init__()
        self._icon_name, self._size, self._token = name, size, token
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setIconSize(QSize(size, size))
        self._is_drawn_dark: bool | None = None  # None until it is first shown

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_icon()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self._update_icon()

    def _update_icon(self) -> None:
        """Redraw the icon if the background has changed between light and dark."""
        dark = is_dark_palette(QApplication.palette())  # style sheets make other palettes transparent
        if dark is not self._is_drawn_dark:
            self._is_drawn_dark = dark
            self.setIcon(make_icon(self._icon_name, dark, self._token, self._size))
