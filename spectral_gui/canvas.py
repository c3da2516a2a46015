"""Canvas: the view that structures are drawn on; zoom, theme, keyboard focus and what stays in sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from spectral_gui import theme

_SMALLEST, _LARGEST = 0.25, 4.0
_STEP = 1.15
_LEGIBLE = 0.7  # of its size, down to which a tree is made smaller by itself
_SMALLER = 0.85  # of its size: rather so small than in rows
_AROUND = 16.0  # a drawing, of its scene
_FRAME = 2  # pixels around the viewport


class Canvas(QGraphicsView):
    """A scene of its own under one font size; what is drawn on it is up to the view that holds it."""

    restyled = Signal()  # palette, font or zoom has changed: draw again
    resized = Signal()  # more or less of the scene is in sight
    scrolled = Signal()  # by a user

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # in mirrored views Qt scrolls to the wrong end
        self.setScene(QGraphicsScene(self))  # a view does not own its scene
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setViewportMargins(_FRAME, _FRAME, _FRAME, _FRAME)
        self._edges = [QWidget(self) for _ in range(4)]  # beside the viewport, which scrolls what is painted on it
        for edge in self._edges:
            edge.setAutoFillBackground(True)
            edge.hide()
        self.points = 12.0  # of the words; Arabic is drawn larger
        self._zoom, self._zoomed = 1.0, False
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.actionTriggered.connect(lambda _: self.scrolled.emit())

    @property
    def colours(self) -> theme.Colours:
        return theme.colours(theme.is_dark_palette(self.palette()))

    @property
    def room_across(self) -> int:
        """Pixels beside the bar at the right, whether it is there or not: what is folded stays so when it comes."""
        return self.width() - 2 * _FRAME - self.verticalScrollBar().sizeHint().width()

    @property
    def room(self) -> float:
        """How wide a drawing may be without scrolling sideways, in the size that somebody chose or somewhat smaller."""
        return (self.room_across - 2) / (self._zoom if self._zoomed else _SMALLER) - 2 * _AROUND

    def zoom_in(self) -> None:
        self.set_zoom(self._zoom * _STEP)

    def zoom_out(self) -> None:
        self.set_zoom(self._zoom / _STEP)

    def zoom_normal(self) -> None:
        self.set_zoom(1.0)

    def zoom_to_fit(self) -> None:
        """Makes all of it visible, but not larger than it is."""
        area = self.sceneRect()
        if not area.isEmpty():
            width, height = self.viewport().width() - 2, self.viewport().height() - 2
            self.set_zoom(min(1.0, width / area.width(), height / area.height()))

    def narrow(self, anew: bool = True) -> None:
        """Shows a scene that is wider than there is room somewhat smaller, as long as nobody has zoomed; one that has
        room as it is shown now only where that is wanted `anew`."""
        width = self.sceneRect().width()
        if width > 0 and not self._zoomed and (anew or width * self._zoom > self.viewport().width()):
            self._show_at(self._narrowed(width))

    def height_for(self, width: float) -> float:
        """How high a drawing of some width can be without scrolling, at the size in which it would be shown."""
        zoom = self._zoom if self._zoomed else self._narrowed(width + 2 * _AROUND)
        return self.viewport().height() / zoom - 2 * _AROUND - 2

    def _narrowed(self, width: float) -> float:
        return max(_LEGIBLE, min(1.0, (self.room_across - 2) / width))

    def set_zoom(self, zoom: float) -> None:
        self._zoomed = True
        self._show_at(zoom)

    def _show_at(self, zoom: float) -> None:
        self._zoom = max(_SMALLEST, min(_LARGEST, zoom))
        self.resetTransform()
        self.scale(self._zoom, self._zoom)

    def fit_scene(self, margin: float = _AROUND) -> None:
        self.scene().setSceneRect(self.scene().itemsBoundingRect().adjusted(-margin, -margin, margin, margin))

    def keep_in_sight(self, area: QRectF) -> None:
        """Scrolls so that an area of the scene is visible, no further than needed."""
        self.ensureVisible(area, 40, 40)

    def on_screen(self, point: QPointF) -> QPointF:
        """A point of the scene in this widget's coordinates, where a prompt is placed."""
        return QPointF(self.viewport().mapTo(self, self.mapFromScene(point)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.restyled.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_in() if event.angleDelta().y() > 0 else self.zoom_out()
            event.accept()
            return
        super().wheelEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._frame(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._frame(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, height = self.width(), self.height()
        sides = (
            (0, 0, width, _FRAME),
            (0, height - _FRAME, width, _FRAME),
            (0, 0, _FRAME, height),
            (width - _FRAME, 0, _FRAME, height),
        )
        for edge, (x, y, wide, high) in zip(self._edges, sides, strict=True):
            edge.setGeometry(x, y, wide, high)
        self.resized.emit()

    def _frame(self, visible: bool) -> None:
        """Says that commands go here, with more than a cursor."""
        for edge in self._edges:
            edge.setBackgroundRole(QPalette.ColorRole.Highlight)
            edge.setVisible(visible)
            edge.raise_()
