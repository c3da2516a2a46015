"""Canvas of one frame of a trace, and its export."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGraphicsScene

from spectral_core.data.trace import Trace
from spectral_core.files import replace_atomically, rights_of_copy
from spectral_core.formats.export.frames import frame_to_latex, frame_to_svg
from spectral_gui import figures, theme
from spectral_gui.canvas import Canvas
from spectral_gui.scenes import frames

_DESIGN_POINTS = 12.0  # size of the letters at which a frame has its planned size
_MIN_ZOOM = 0.5  # down to which a wide frame is fitted
_TO_END = 1 << 30
_MOVES = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_End: _TO_END, Qt.Key.Key_Home: -_TO_END}


class FrameCanvas(Canvas):
    """Canvas that draws one frame and emits the moves that keys ask for."""

    moved = Signal(int)  # number of steps, negative for back
    play_toggled = Signal()  # Space

    def __init__(self) -> None:
        super().__init__()
        self._trace: Trace | None = None
        self._number = 0
        self._dirty = False
        self._auto_fit = True  # until the user zooms
        self.restyled.connect(self._redraw)

    def show_frame(self, trace: Trace | None, number: int) -> None:
        self._trace, self._number = trace, number
        self._redraw()

    def set_zoom(self, zoom: float) -> None:
        self._auto_fit = False
        super().set_zoom(zoom)

    def zoom_to_fit(self) -> None:
        super().zoom_to_fit()
        self._auto_fit = True

    def _redraw(self) -> None:
        if not self.isVisible():
            self._dirty = True
            return
        self._dirty = False
        self.scene().clear()
        if self._trace is not None:
            frames.draw_frame(self.scene(), self._trace, self._number, self.colours, scale=self.points / _DESIGN_POINTS)
            self.fit_scene()
            self._fit()

    def _fit(self) -> None:
        if self._auto_fit:
            self.zoom_to_fit()
            if self.transform().m11() < _MIN_ZOOM:
                self.set_zoom(_MIN_ZOOM)
                self._auto_fit = True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in _MOVES:
            self.moved.emit(_MOVES[key])
        elif plain and key == Qt.Key.Key_Space:
            self.play_toggled.emit()
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


def write_frame(trace: Trace, number: int, path: Path, texts: Sequence[Path]) -> None:
    """Write a frame to a file in the format of its suffix: .svg, .pdf, .png, or .tex as a standalone document. Who may
    not read these texts may not read a new file."""
    rights = rights_of_copy(path, texts)
    match path.suffix.lower():
        case ".svg":
            replace_atomically(path, [frame_to_svg(trace, number).encode()], rights=rights)
        case ".tex":
            replace_atomically(path, [frame_to_latex(trace, number, standalone=True).encode()], rights=rights)
        case _:
            scene = QGraphicsScene()
            frames.draw_frame(scene, trace, number, theme.get_colours(dark=False), with_caption=True)
            figures.save_scene(scene, path, title=f"{trace.title}: {trace.steps[number].caption}", texts=texts)
            scene.clear()
