"""Base of the dependency and constituency views: lazy drawing, mouse events and context menus."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from spectral_core.data.structure import Position
from spectral_gui import theme, widgets
from spectral_gui.actions import prioritise_mnemonics
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.scenes.drawing_parts import Hit, HitPart
from spectral_gui.scenes.tree_drawing import TreeDrawing
from spectral_gui.state import Acceptance, PartQuestions, Session, SubtreeReplacement, Suggestions
from spectral_gui.widgets.canvas import Canvas

_EDGE = 24.0  # pixels: a drag this close to an edge scrolls

T = TypeVar("T", int, tuple[int, ...])


class TreeView(widgets.Panel):
    """Panel that draws the selected sentence when it becomes visible; `canvas` and `outline` show the same."""

    drawing: ArcDrawing | TreeDrawing | None  # drawing on the canvas
    outline: QWidget

    def __init__(self, session: Session, canvas_name: str):
        super().__init__()
        self._session = session
        self.drawing = None
        self._is_stale = True  # to be redrawn when it becomes visible
        self.canvas = widgets.set_accessible_name(Canvas(), canvas_name)
        self._motion = theme.SceneTransition(self)
        self.setFocusProxy(self.canvas)
        self.canvas.installEventFilter(self)
        self.became_visible.connect(self._draw_if_stale)

    def _draw_sentence(self) -> None:
        """Draw the current state of the selected sentence, and clear the stale flag."""
        raise NotImplementedError

    def _draw_if_stale(self) -> None:
        """Draw the selected sentence if the drawing is outdated."""
        if self._is_stale:
            self._draw_sentence()

    def _refresh(self) -> None:
        """Draw the selected sentence now if the view or its outline is visible, or else when it becomes visible."""
        self._is_stale = True
        if self.isVisible() or self.outline.isVisible():
            self._draw_sentence()

    def _animate_from(self, old_positions: Any, old_corner: QPointF, is_changed: bool = True) -> None:
        """Animate the drawing from the positions of the previous one, if there are any, unless nothing `is_changed`;
        `old_corner` was the point of the scene in the upper left corner of the canvas."""
        if self.drawing is None or old_positions is None:
            self._motion.finish_transition()
            return
        offset = self.canvas.mapToScene(0, 0) - old_corner
        self._motion.animate_drawing(
            lambda: None if self.drawing is None else self.drawing.make_transition(old_positions, offset), is_changed
        )


class TreeMouseFilter(QObject):
    """Event filter that turns mouse events of a canvas into signals; a position is a word number or a node path.

    A drag is cancelled by `cancel`, which must be called before the tree is redrawn.
    """

    pressed = Signal(object, bool)  # position, and whether the selection is extended to it
    clicked = Signal(object, bool)  # position, and whether it was already selected on the focused canvas
    double_clicked = Signal(object)  # position
    dragged = Signal(object, object, QPointF)  # a position, the position under the pointer or None, and the scene point
    dropped = Signal(object, object, QPointF)
    drag_ended = Signal()  # before the drop, or without a drop
    menu_requested = Signal(object, QPoint)  # position or None, screen point

    def __init__(
        self,
        canvas: Canvas,
        get_drawing: Callable[[], Any],  # drawing with hit_test and get_area, or None
        get_selected: Callable[[], object],
        draggable_parts: Container[HitPart],
    ):
        super().__init__(canvas)
        self._canvas, self._get_drawing, self._get_selected = canvas, get_drawing, get_selected
        self._draggable_parts = draggable_parts
        self._pressed_hit: Hit[Any] | None = None
        self._press_position = QPointF()
        self._was_selected = self._can_drag = self._is_dragging = False
        canvas.viewport().setMouseTracking(True)
        canvas.viewport().installEventFilter(self)

    def cancel(self) -> bool:
        """Cancel a press, and end a drag without a drop; return whether there was a drag."""
        was_dragging, self._is_dragging, self._pressed_hit = self._is_dragging, False, None
        self._canvas.viewport().unsetCursor()
        if was_dragging:
            self.drag_ended.emit()
        return was_dragging

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        kind = event.type()  # check first: events still arrive during destruction, when attributes are gone
        if isinstance(event, QContextMenuEvent) and kind == QEvent.Type.ContextMenu:
            self._request_menu(event)
            return True
        if not isinstance(event, QMouseEvent):
            return False
        point = self._canvas.mapToScene(event.position().toPoint())
        hit = self._find_hit(point)
        if kind == QEvent.Type.MouseMove:
            return self._handle_move(event, point, hit)
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if kind == QEvent.Type.MouseButtonPress:
            self._handle_press(event, hit)
            return hit is not None
        if kind == QEvent.Type.MouseButtonRelease:
            return self._handle_release(point, hit)
        if kind == QEvent.Type.MouseButtonDblClick:
            self.cancel()
            if hit is not None:
                self.double_clicked.emit(hit)
            return hit is not None
        return False

    def _find_hit(self, point: QPointF) -> Hit[Any] | None:
        """Return the part of the drawing at a point of the scene; None if there is none."""
        drawing = self._get_drawing()
        return None if drawing is None else drawing.hit_test(point)

    def _request_menu(self, event: QContextMenuEvent) -> None:
        """Request the menu for the position at the mouse or, from the keyboard, below the selected one."""
        drawing, position, point = self._get_drawing(), self._get_selected(), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            hit = self._find_hit(self._canvas.mapToScene(event.pos()))
            position = None if hit is None else hit.position
        elif drawing is not None and position is not None:
            corner = self._canvas.map_to_widget(drawing.get_area(position).bottomLeft())
            point = self._canvas.mapToGlobal(corner.toPoint())
        self.menu_requested.emit(position, point)

    def _handle_press(self, event: QMouseEvent, hit: Hit[Any] | None) -> None:
        """Emit `pressed` for the part under the mouse, and prepare for a click or a drag."""
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.cancel()
        self._pressed_hit, self._press_position = hit, event.position()
        if hit is None or extends:
            self._can_drag = self._was_selected = False
        else:
            self._can_drag = hit.part in self._draggable_parts
            self._was_selected = self._canvas.hasFocus() and hit.position == self._get_selected()
        self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        if hit is not None:
            self.pressed.emit(hit, extends)

    def _handle_move(self, event: QMouseEvent, point: QPointF, hit: Hit[Any] | None) -> bool:
        """Emit `dragged` once the mouse has moved far enough, and scroll at the edges; return whether a drag is
        possible."""
        pressed_hit = self._pressed_hit
        if pressed_hit is None or not self._can_drag or not event.buttons() & Qt.MouseButton.LeftButton:
            shape = Qt.CursorShape.ArrowCursor if hit is None or event.buttons() else Qt.CursorShape.PointingHandCursor
            self._canvas.viewport().setCursor(shape)
            return False
        distance = (event.position() - self._press_position).manhattanLength()
        if not self._is_dragging and distance < QApplication.startDragDistance():
            return True
        self._is_dragging = True
        self.dragged.emit(pressed_hit.position, hit, point)
        edge = _EDGE / max(self._canvas.transform().m11(), 0.1)
        self._canvas.ensureVisible(QRectF(point.x() - edge, point.y() - edge, 2 * edge, 2 * edge), 0, 0)
        return True

    def _handle_release(self, point: QPointF, hit: Hit[Any] | None) -> bool:
        """Emit `dropped` at the end of a drag, or `clicked`; return whether the press was on a part of the drawing."""
        pressed_hit = self._pressed_hit
        was_dragging = self.cancel()
        if pressed_hit is not None and was_dragging:
            self.dropped.emit(pressed_hit.position, hit, point)
        elif pressed_hit is not None and hit == pressed_hit:
            self.clicked.emit(hit, self._was_selected)
        return pressed_hit is not None


def make_context_menu(parent: QWidget) -> QMenu:
    """Return an empty context menu with letter shortcuts, deleted when it closes."""
    menu = QMenu(parent)
    prioritise_mnemonics(menu)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


class SuggestionCommands(QObject):
    """Commands on the suggestion at the selected position; `get_position` shows a message and returns None if there is
    none. `go_to_uncertain` goes to the next uncertain position, or with -1 to the previous one."""

    def __init__(
        self,
        suggestions: Suggestions,
        acceptance: Acceptance,
        questions: PartQuestions,
        subtree_replacement: SubtreeReplacement,
        get_position: Callable[[], Position | None],
        go_to_uncertain: Callable[[int], object],
        parent: QObject,
    ):
        super().__init__(parent)
        self._suggestions, self._acceptance, self._get_position, self._go_to_uncertain = (
            suggestions,
            acceptance,
            get_position,
            go_to_uncertain,
        )
        self._questions, self._subtree_replacement = questions, subtree_replacement

    def show_next_tree(self) -> None:
        """Show the next best tree, or after the last one the best."""
        self._suggestions.show_next_tree(1)

    def show_previous_tree(self) -> None:
        """Show the next better tree, or before the best one the last."""
        self._suggestions.show_next_tree(-1)

    def show_next_subtree(self) -> None:
        """Replace the subtree at the selected position by the next best one."""
        self._run_at_position(lambda position: self._subtree_replacement.show_next_subtree(position, 1))

    def show_previous_subtree(self) -> None:
        """Replace the subtree at the selected position by the next better one."""
        self._run_at_position(lambda position: self._subtree_replacement.show_next_subtree(position, -1))

    def start_questions(self) -> None:
        """Start the questions about the suggested tree, the most informative first."""
        self._questions.start()

    def toggle_lock(self) -> None:
        """Lock the part at the selected position, or unlock it."""
        self._run_at_position(self._suggestions.tree_locks.toggle_lock)

    def forbid_part(self) -> None:
        """Forbid the part at the selected position, so that the tree is parsed without it."""
        self._run_at_position(self._suggestions.tree_locks.forbid_part)

    def remove_locks(self) -> None:
        """Remove the locks and prohibitions at the selected position."""
        self._run_at_position(self._suggestions.tree_locks.remove_locks)

    def accept_remaining(self) -> None:
        """Accept the sentence with the suggested tree, once the user has visited every uncertain part."""
        self._acceptance.accept_remaining_suggestions()

    def select_next_uncertain(self) -> None:
        """Go to the next uncertain position."""
        self._go_to_uncertain(1)

    def select_previous_uncertain(self) -> None:
        """Go to the previous uncertain position."""
        self._go_to_uncertain(-1)

    def _run_at_position(self, operation: Callable[[Position], object]) -> None:
        """Call an operation with the selected position, if there is one."""
        position = self._get_position()
        if position is not None:
            operation(position)


def find_adjacent_position(positions: Sequence[T], current: T, step: int) -> T:
    """Return the position after the current one among sorted positions, or the one before for step -1; wraps around."""
    if step > 0:
        return next((position for position in positions if position > current), positions[0])
    return next((position for position in reversed(positions) if position < current), positions[-1])
