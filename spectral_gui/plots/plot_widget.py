"""Plot widget: shows a chart, redrawn at most ten times a second; dialogs to save it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimerEvent, Signal
from PySide6.QtGui import QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from spectral_gui import theme, widgets
from spectral_gui.jobs.job import pause_garbage_collection, resume_garbage_collection
from spectral_gui.plots.axes_style import DARK_LINES, LIGHT_LINES, PRINT_STYLE, PlotStyle
from spectral_gui.plots.charts import PlotLine, PlotRenderer, plot_lines
from spectral_gui.text_display import make_translator
from spectral_gui.widgets.dialogs import open_save_dialog

if TYPE_CHECKING:
    from matplotlib.backend_bases import Event
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg

_tr = make_translator("plots")
_MIN_INTERVAL_MILLISECONDS = 100  # milliseconds between two drawings
_IDLE_FACTOR = 4  # pause in multiples of the last drawing's duration, so that the window stays responsive
_MAX_UPDATES_BEFORE_LAYOUT = 10  # updates after which the figure is laid out again, because tick labels grow wider
_CLICK_DISTANCE = 16.0  # pixels between a click and the point that it chooses
_loaders: list[_MatplotlibLoader] = []  # at most one, for the whole program


class Plot(QWidget):
    """Widget that shows a figure, or a sentence explaining why there is none."""

    point_clicked = Signal(int)  # index of the point that was clicked

    def __init__(self, name: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAccessibleName(name)
        self.draw_count = 0
        self._name = name
        self._renderer: PlotRenderer | None = None
        self._points: Sequence[tuple[float, float]] = ()
        self._dirty = False
        self._canvas: FigureCanvasQTAgg | None = None
        self._message_label = widgets.make_label(wraps=True, centred=True, margin=24)
        self._message_label.setAccessibleName(name)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._message_label)
        self._timer = widgets.make_timer(self, self._on_timeout)
        self._last_draw_time = 0.0  # end of the last drawing, in monotonic seconds
        self.draw_milliseconds = 0.0  # duration of the last drawing
        self._update_count = 0  # drawings since the last layout; 0 if it must be laid out
        self.setMinimumSize(220, 160)

    def show_figure(self, renderer: PlotRenderer, description: str, points: Sequence[tuple[float, float]] = ()) -> None:
        """Draw a figure when idle; `description` is its text equivalent, and `points` can be clicked."""
        self._renderer, self._points = renderer, points
        self.setAccessibleDescription(description)
        self._schedule_draw()

    def show_message(self, sentence: str) -> None:
        """Show a sentence instead of a figure."""
        self._renderer, self._dirty = None, False
        self._message_label.setText(sentence)
        self.setAccessibleDescription(sentence)
        self._stack.setCurrentWidget(self._message_label)

    @property
    def is_up_to_date(self) -> bool:
        """Whether the last figure is on screen."""
        return self._renderer is not None and not self._dirty

    @property
    def is_pending(self) -> bool:
        """Whether a figure that should be visible is not yet drawn."""
        return self._dirty and self.isVisible()

    def _schedule_draw(self) -> None:
        """Draw at the next opportunity if there is a figure and the widget is visible; not too soon after the last
        drawing."""
        self._dirty = self._renderer is not None
        if self._dirty and self.isVisible() and not self._timer.isActive():
            elapsed = 1000 * (time.monotonic() - self._last_draw_time)
            self._timer.start(
                max(0, round(max(_MIN_INTERVAL_MILLISECONDS, _IDLE_FACTOR * self.draw_milliseconds) - elapsed))
            )

    def _on_timeout(self) -> None:
        """Draw the figure, or update the one on screen; show a message until matplotlib is loaded."""
        if not self._dirty or self._renderer is None or not self.isVisible():
            return
        if not _loaders:
            _loaders.append(_MatplotlibLoader())
        if not _loaders[0].is_done:
            self._message_label.setText(self.tr("Preparing to draw …"))
            self._stack.setCurrentWidget(self._message_label)
            self._timer.start(_MIN_INTERVAL_MILLISECONDS // 2)
            return
        started = time.monotonic()
        canvas = self._canvas or self._make_canvas()
        self._stack.setCurrentWidget(canvas)
        figure = canvas.figure
        if (
            self._update_count
            and (self._update_count < _MAX_UPDATES_BEFORE_LAYOUT or self._renderer.keeps_layout)
            and self._renderer.update(figure)
        ):
            self._update_count += 1
            figure.set_layout_engine("none")
        else:
            self._update_count = 1
            figure.set_layout_engine("constrained")
            style = make_plot_style(self.palette(), self.font().pointSizeF())
            self._renderer.draw(figure, style)
            canvas.setPalette(QPalette(style.paper))  # visible where the figure ends within a pixel
        canvas.setAccessibleDescription(self.accessibleDescription())
        canvas.draw()  # type: ignore[no-untyped-call]
        self._dirty = False
        self.draw_count += 1
        self._last_draw_time = time.monotonic()
        self.draw_milliseconds = 1000 * (self._last_draw_time - started)

    def _make_canvas(self) -> FigureCanvasQTAgg:
        """Create the canvas of matplotlib when the first figure is drawn."""
        from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
        from matplotlib.figure import Figure

        canvas = FigureCanvasQTAgg(Figure(dpi=self.logicalDpiX(), layout="constrained"))  # type: ignore[no-untyped-call]
        canvas.setAccessibleName(self._name)
        canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it handles no keys
        canvas.mpl_connect("button_press_event", self._on_press)
        self._canvas = canvas
        self._stack.addWidget(canvas)
        self._stack.setCurrentWidget(canvas)
        self._stack.activate()  # so that the canvas has its size before it is drawn on
        return canvas

    def _on_press(self, event: Event) -> None:
        """Emit `point_clicked` for the point nearest to a click, if it is near enough."""
        from matplotlib.backend_bases import MouseEvent

        if not isinstance(event, MouseEvent) or event.inaxes is None or not self._points:
            return
        pixels = event.inaxes.transData.transform(list(self._points)).tolist()
        distance, nearest = min((math.hypot(x - event.x, y - event.y), index) for index, (x, y) in enumerate(pixels))
        if distance <= _CLICK_DISTANCE:
            self.point_clicked.emit(nearest)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._update_count = 0
            self._schedule_draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_count = 0
        self._schedule_draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._schedule_draw()


def make_plot_style(palette: QPalette, points: float) -> PlotStyle:
    """Return the style of a figure in the colours of the window."""
    dark = theme.is_dark_palette(palette)
    colours = theme.get_colours(dark)
    text, grid, paper = (colour.name() for colour in (colours.text, colours.hairline, colours.paper))
    return PlotStyle(text, colours.faint.name(), grid, paper, DARK_LINES if dark else LIGHT_LINES, points)


class _MatplotlibLoader(QObject):
    """Loads matplotlib in a thread, as that takes a third of a second and must not block the window."""

    is_done = False

    def __init__(self) -> None:
        super().__init__(QCoreApplication.instance())
        self._thread = threading.Thread(target=_preload_matplotlib, name="load-matplotlib")
        pause_garbage_collection()
        with suppress(RuntimeError):  # the system refused a thread; the first figure then loads it
            self._thread.start()
        self.startTimer(_MIN_INTERVAL_MILLISECONDS // 4)

    def timerEvent(self, event: QTimerEvent) -> None:
        if not self._thread.is_alive():
            self.killTimer(event.timerId())
            resume_garbage_collection()
            self.is_done = True


def _preload_matplotlib() -> None:
    """Import matplotlib and draw once, which scans the fonts, so that the first figure in the window appears
    quickly."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    canvas = FigureCanvasAgg(figure)
    plot_lines("x", "y", [PlotLine("one", (1, 2), (1.0, 2.0))]).draw(figure, PRINT_STYLE)
    canvas.draw()  # type: ignore[no-untyped-call]


def open_save_figure_dialog(parent: QWidget, suggested_name: str, on_chosen: Callable[[Path], None]) -> None:
    """Ask where to save a figure, and call `on_chosen` with the path."""
    kinds = {".svg": _tr("SVG drawing"), ".pdf": _tr("PDF page"), ".png": _tr("PNG picture")}
    open_save_dialog(parent, _tr("Save figure"), suggested_name, kinds, on_chosen)
