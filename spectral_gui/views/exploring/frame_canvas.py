"""A frame of a trace on a canvas, which goes on and back by keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data.trace import Trace
from spectral_core.files import replace_atomically
from spectral_core.formats.export.frames import latex_frame, svg_frame
from spectral_gui import figures, theme
from spectral_gui.canvas import Canvas
from spectral_gui.scenes import frames

_POINTS = 12.0  # of words, at which a frame is as large as it is planned
_SMALLEST = 0.5  # to which a wide frame is made smaller by itself
_FAR = 1 << 30
_MOVES = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_End: _FAR, Qt.Key.Key_Home: -_FAR}


class FrameCanvas(Canvas):
    """Draws one frame, and tells where keys want to go."""

    moved = Signal(int)  # so many steps on, or back
    played = Signal()  # Space

    def __init__(self) -> None:
        super().__init__()
        self._trace: Trace | None = None
        self._number = 0
        self._dirty = False
        self._fits = True  # until the user zooms
        self.restyled.connect(self._redraw)

    def show_frame(self, trace: Trace | None, number: int) -> None:
        self._trace, self._number = trace, number
        self._redraw()

    def set_zoom(self, zoom: float) -> None:
        self._fits = False
        super().set_zoom(zoom)

    def zoom_to_fit(self) -> None:
        super().zoom_to_fit()
        self._fits = True

    def _redraw(self) -> None:
        if not self.isVisible():
            self._dirty = True
            return
        self._dirty = False
        self.scene().clear()
        if self._trace is not None:
            frames.draw(self.scene(), self._trace, self._number, self.colours, scale=self.points / _POINTS)
            self.fit_scene()
            self._fit()

    def _fit(self) -> None:
        if self._fits:
            self.zoom_to_fit()
            if self.transform().m11() < _SMALLEST:
                self.set_zoom(_SMALLEST)
                self._fits = True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in _MOVES:
            self.moved.emit(_MOVES[key])
        elif plain and key == Qt.Key.Key_Space:
            self.played.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._dirty:
            self._redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._trace is not None:
            self._fit()


def write_frame(trace: Trace, number: int, path: Path) -> None:
    """A frame in a file whose ending says how: .svg, .pdf, .png, or .tex as a whole document."""
    match path.suffix.lower():
        case ".svg":
            replace_atomically(path, [svg_frame(trace, number).encode()])
        case ".tex":
            replace_atomically(path, [latex_frame(trace, number, standalone=True).encode()])
        case _:
            scene = QGraphicsScene()
            frames.draw(scene, trace, number, theme.colours(dark=False), told=True)
            figures.save(scene, path, title=f"{trace.title}: {trace.steps[number].caption}")
            scene.clear()
