"""Canvas: graphics view for drawings of structures; zoom, theme, keyboard focus and scrolling."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from spectral_gui import theme

_MIN_ZOOM, _MAX_ZOOM = 0.25, 4.0
_ZOOM_STEP = 1.15
_MIN_FITTING_ZOOM = 0.7  # minimum for shrinking a wide tree
_MIN_UNWRAPPED_ZOOM = 0.85  # a tree is zoomed out to this before it is wrapped into rows
_MARGIN = 16.0  # around a drawing, in units of the scene
_FRAME_WIDTH = 2  # pixels around the viewport


class Canvas(QGraphicsView):
    """Graphics view with its own scene and font size; the panel that contains it draws on the scene."""

    restyled = Signal()  # palette, font or zoom has changed: redraw
    resized = Signal()  # more or less of the scene is visible
    scrolled = Signal()  # by the user

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # in mirrored views Qt scrolls to the wrong end
        self.setScene(QGraphicsScene(self))  # a view does not own its scene
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setViewportMargins(_FRAME_WIDTH, _FRAME_WIDTH, _FRAME_WIDTH, _FRAME_WIDTH)
        self._frame_sides = [QWidget(self) for _ in range(4)]  # around the viewport, whose content scrolls
        for edge in self._frame_sides:
            edge.setAutoFillBackground(True)
            edge.hide()
        self.font_size = 12.0  # font size of the words; Arabic is drawn larger
        self._zoom, self._has_user_zoom = 1.0, False
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.actionTriggered.connect(lambda _: self.scrolled.emit())

    @property
    def colours(self) -> theme.Colours:
        """Colours of the dark or the light theme, according to the palette."""
        return theme.get_colours(theme.is_dark_palette(self.palette()))

    @property
    def available_width(self) -> int:
        """Width in pixels without the vertical scroll bar, shown or not: rows must not change when it appears."""
        return self.width() - 2 * _FRAME_WIDTH - self.verticalScrollBar().sizeHint().width()

    @property
    def max_drawing_width(self) -> float:
        """Maximum width of a drawing without horizontal scrolling: at the user's zoom, or else slightly zoomed out."""
        return (self.available_width - 2) / (self._zoom if self._has_user_zoom else _MIN_UNWRAPPED_ZOOM) - 2 * _MARGIN

    def zoom_in(self) -> None:
        """Enlarge the drawing by one step."""
        self.set_zoom(self._zoom * _ZOOM_STEP)

    def zoom_out(self) -> None:
        """Reduce the drawing by one step."""
        self.set_zoom(self._zoom / _ZOOM_STEP)

    def zoom_normal(self) -> None:
        """Restore the normal size of the drawing."""
        self.set_zoom(1.0)

    def zoom_to_fit(self) -> None:
        """Make the whole scene visible, without enlarging it."""
        area = self.sceneRect()
        if not area.isEmpty():
            width, height = self.viewport().width() - 2, self.viewport().height() - 2
            self.set_zoom(min(1.0, width / area.width(), height / area.height()))

    def shrink_to_fit(self, force: bool = True) -> None:
        """Zoom out, to 70 % at most, until the scene fits the width, unless the user has zoomed. Without `force`, a
        scene that fits at the current zoom keeps it."""
        width = self.sceneRect().width()
        if width > 0 and not self._has_user_zoom and (force or width * self._zoom > self.viewport().width()):
            self._apply_zoom(self._compute_fitting_zoom(width))

    def compute_max_drawing_height(self, width: float) -> float:
        """Compute the maximum height of a drawing of this width without scrolling, at the zoom at which it would be
        shown."""
        zoom = self._zoom if self._has_user_zoom else self._compute_fitting_zoom(width + 2 * _MARGIN)
        return self.viewport().height() / zoom - 2 * _MARGIN - 2

    def _compute_fitting_zoom(self, width: float) -> float:
        return max(_MIN_FITTING_ZOOM, min(1.0, (self.available_width - 2) / width))

    def set_zoom(self, zoom: float) -> None:
        """Set the zoom chosen by the user, which fitting to the width no longer changes."""
        self._has_user_zoom = True
        self._apply_zoom(zoom)

    def _apply_zoom(self, zoom: float) -> None:
        self._zoom = max(_MIN_ZOOM, min(_MAX_ZOOM, zoom))
        self.resetTransform()
        self.scale(self._zoom, self._zoom)

    def update_scene_rect(self, margin: float = _MARGIN) -> None:
        """Fit the rectangle of the scene to its items, with a margin around them."""
        self.scene().setSceneRect(self.scene().itemsBoundingRect().adjusted(-margin, -margin, margin, margin))

    def ensure_area_visible(self, area: QRectF) -> None:
        """Scroll as little as possible to make an area of the scene visible."""
        self.ensureVisible(area, 40, 40)

    def map_to_widget(self, point: QPointF) -> QPointF:
        """Map a point of the scene to this widget's coordinates, to place a prompt."""
        return QPointF(self.viewport().mapTo(self, self.mapFromScene(point)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.restyled.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            distance = event.angleDelta().y()
            if distance:  # a touchpad also reports when a gesture begins and ends
                self.zoom_in() if distance > 0 else self.zoom_out()
            event.accept()
            return
        super().wheelEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._set_frame_visible(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._set_frame_visible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, height = self.width(), self.height()
        sides = (
            (0, 0, width, _FRAME_WIDTH),
            (0, height - _FRAME_WIDTH, width, _FRAME_WIDTH),
            (0, 0, _FRAME_WIDTH, height),
            (width - _FRAME_WIDTH, 0, _FRAME_WIDTH, height),
        )
        for edge, (x, y, edge_width, edge_height) in zip(self._frame_sides, sides, strict=True):
            edge.setGeometry(x, y, edge_width, edge_height)
        self.resized.emit()

    def _set_frame_visible(self, visible: bool) -> None:
        """Show or hide the frame that indicates the keyboard focus."""
        for edge in self._frame_sides:
            edge.setBackgroundRole(QPalette.ColorRole.Highlight)
            edge.setVisible(visible)
            edge.raise_()
