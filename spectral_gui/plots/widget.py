"""Plot: the widget a figure is drawn on, at most ten times a second; the library is loaded when it is first seen."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimerEvent, Signal
from PySide6.QtGui import QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from spectral_gui import garbage, theme, widgets
from spectral_gui.plots.draw import DARK_LINES, LIGHT_LINES, PRINT, Draw, Look, PlotLine, lines

if TYPE_CHECKING:
    from matplotlib.backend_bases import Event
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg

_INTERVAL = 100  # milliseconds between two drawings, at least
_SHARE = 4  # and so many times as long as the last one took: the window has other things to do
_MOVES = 10  # drawings after which all is laid out anew: numbers at an axis grow wider
_NEAR = 16.0  # pixels between a click and the point that it chooses, at most
_loading: list[_Loading] = []  # one for the whole program


class Plot(QWidget):
    """Shows a figure, or the sentence that says why there is none."""

    chosen = Signal(int)  # which of the points of the figure was clicked

    def __init__(self, name: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAccessibleName(name)
        self.drawings = 0  # so far
        self._name = name
        self._draw: Draw | None = None
        self._points: Sequence[tuple[float, float]] = ()
        self._dirty = False
        self._canvas: FigureCanvasQTAgg | None = None
        self._said = widgets.label(wraps=True, centred=True, margin=24)
        self._said.setAccessibleName(name)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._said)
        self._timer = widgets.pause(self, self._tick)
        self._last = 0.0  # when it was drawn, and how long that took
        self.took = 0.0  # milliseconds of the last drawing
        self._moved = 0  # drawings since all was laid out; 0 where it must be
        self.setMinimumSize(220, 160)

    def show_figure(self, draw: Draw, told: str, points: Sequence[tuple[float, float]] = ()) -> None:
        """Draws when there is time; `told` says in words what is seen, and `points` can be clicked."""
        self._draw, self._points = draw, points
        self.setAccessibleDescription(told)
        self._ask()

    def say(self, sentence: str) -> None:
        self._draw, self._dirty = None, False
        self._said.setText(sentence)
        self.setAccessibleDescription(sentence)
        self._stack.setCurrentWidget(self._said)

    @property
    def drawn(self) -> bool:
        """Whether what was asked for last is on screen."""
        return self._draw is not None and not self._dirty

    @property
    def waiting(self) -> bool:
        """Whether something is to be seen here that is not yet drawn."""
        return self._dirty and self.isVisible()

    def _ask(self) -> None:
        self._dirty = self._draw is not None
        if self._dirty and self.isVisible() and not self._timer.isActive():
            passed = 1000 * (time.monotonic() - self._last)
            self._timer.start(max(0, round(max(_INTERVAL, _SHARE * self.took) - passed)))

    def _tick(self) -> None:
        if not self._dirty or self._draw is None or not self.isVisible():
            return
        if not _loading:
            _loading.append(_Loading())
        if not _loading[0].done:
            self._said.setText(self.tr("Preparing to draw …"))
            self._stack.setCurrentWidget(self._said)
            self._timer.start(_INTERVAL // 2)
            return
        begun = time.monotonic()
        canvas = self._canvas or self._made()
        self._stack.setCurrentWidget(canvas)
        figure = canvas.figure
        if self._moved and (self._moved < _MOVES or self._draw.steady) and self._draw.move(figure):
            self._moved += 1
            figure.set_layout_engine("none")
        else:
            self._moved = 1
            figure.set_layout_engine("constrained")
            look = look_of(self.palette(), self.font().pointSizeF())
            self._draw.draw(figure, look)
            canvas.setPalette(QPalette(look.paper))  # behind the figure: it may end within a pixel
        canvas.setAccessibleDescription(self.accessibleDescription())
        canvas.draw()  # type: ignore[no-untyped-call]
        self._dirty = False
        self.drawings += 1
        self._last = time.monotonic()
        self.took = 1000 * (self._last - begun)

    def _made(self) -> FigureCanvasQTAgg:
        from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
        from matplotlib.figure import Figure

        canvas = FigureCanvasQTAgg(Figure(dpi=self.logicalDpiX(), layout="constrained"))  # type: ignore[no-untyped-call]
        canvas.setAccessibleName(self._name)
        canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing here is done with keys
        canvas.mpl_connect("button_press_event", self._press)
        self._canvas = canvas
        self._stack.addWidget(canvas)
        self._stack.setCurrentWidget(canvas)
        self._stack.activate()  # so that the canvas has its size before it is drawn on
        return canvas

    def _press(self, event: Event) -> None:
        """Chooses the point nearest to a click."""
        from matplotlib.backend_bases import MouseEvent

        if not isinstance(event, MouseEvent) or event.inaxes is None or not self._points:
            return
        pixels = event.inaxes.transData.transform(list(self._points)).tolist()
        far, place = min((math.hypot(x - event.x, y - event.y), at) for at, (x, y) in enumerate(pixels))
        if far <= _NEAR:
            self.chosen.emit(place)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._moved = 0
            self._ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._moved = 0
        self._ask()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()


def look_of(palette: QPalette, points: float) -> Look:
    """The colours of the window, in which a figure looks as if it belonged there."""
    dark = theme.is_dark_palette(palette)
    colours = theme.colours(dark)
    text, grid, paper = (colour.name() for colour in (colours.text, colours.hairline, colours.paper))
    return Look(text, colours.faint.name(), grid, paper, DARK_LINES if dark else LIGHT_LINES, points)


class _Loading(QObject):
    """Has the library loaded by a thread, a third of a second in which the window goes on."""

    done = False

    def __init__(self) -> None:
        super().__init__(QCoreApplication.instance())
        self._thread = threading.Thread(target=_load, name="load-matplotlib")
        garbage.hold()
        self._thread.start()
        self.startTimer(_INTERVAL // 4)

    def timerEvent(self, event: QTimerEvent) -> None:
        if not self._thread.is_alive():
            self.killTimer(event.timerId())
            garbage.release()
            self.done = True


def _load() -> None:
    """Loads the library and draws once, which finds the fonts: the first figure in the window is then soon there."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    canvas = FigureCanvasAgg(figure)
    lines("x", "y", [PlotLine("one", (1, 2), (1.0, 2.0))]).draw(figure, PRINT)
    canvas.draw()  # type: ignore[no-untyped-call]
