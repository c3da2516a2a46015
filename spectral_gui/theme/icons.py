"""Icons: line drawings in the colours of the tokens, sharp at every size."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QShowEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QToolButton

from spectral_core.files import locate_assets
from spectral_gui.theme.tokens import colour_names

_STROKE = 1.75
_DARK = 128  # the lightness below which paper is dark

# Drawings that point to a side, which is the other one where a window stands from the right.
_SIDED = {"chevron-left", "chevron-right", "panel-left", "panel-right", "redo-2", "undo-2"}


def icon(name: str, dark: bool, token: str = "faint", size: int = 16, when_on: str = "selected") -> QIcon:
    """A line drawing in the colour of a token; where a button is on, in that of another."""
    made = QIcon()
    for state, colour in ((QIcon.State.Off, token), (QIcon.State.On, when_on)):
        made.addPixmap(pixmap(name, dark, colour, size), QIcon.Mode.Normal, state)
        made.addPixmap(pixmap(name, dark, "control", size), QIcon.Mode.Disabled, state)
    return made


def pixmap(name: str, dark: bool, token: str = "faint", size: int = 16) -> QPixmap:
    """A line drawing of so many pixels at 100 %."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    turned = name in _SIDED and application.layoutDirection() == Qt.LayoutDirection.RightToLeft
    return _drawn(name, colour_names(dark)[token], size, application.devicePixelRatio(), turned)


@lru_cache(maxsize=512)
def _drawn(name: str, colour: str, size: int, ratio: float, turned: bool) -> QPixmap:
    text = (locate_assets() / "icons" / f"{name}.svg").read_text("utf-8")
    text = text.replace("currentColor", colour).replace('stroke-width="2"', f'stroke-width="{_STROKE}"')
    image = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    if turned:
        painter.translate(image.width(), 0)
        painter.scale(-1, 1)
    QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(image.rect()))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


class IconButton(QToolButton):
    """A flat button with an icon, in the colours of the paper it stands on; its tip is what screen readers say."""

    def __init__(self, name: str, tip: str, size: int = 16, token: str = "faint"):
        super().__init__()
        self._drawing, self._size, self._token = name, size, token
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setIconSize(QSize(size, size))
        self._drawn_dark: bool | None = None  # drawn when it is first seen

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self._draw()

    def _draw(self) -> None:
        dark = QApplication.palette().base().color().lightness() < _DARK  # a sheet makes those of widgets transparent
        if dark is not self._drawn_dark:
            self._drawn_dark = dark
            self.setIcon(icon(self._drawing, dark, self._token, self._size))
