"""Prompts: an input line over a canvas, with choices that are filtered while typing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontInfo, QFontMetrics, QHideEvent, QIcon, QKeyEvent, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from spectral_gui import widgets
from spectral_gui.text_display import get_layout_direction, isolate_any_text, make_treebank_font
from spectral_gui.widgets.canvas import Canvas

_ARABIC_EXTRA_POINTS = 3  # points
_PROMPT_GAP = 6  # pixels between the area and the prompt
_MAX_SIMILAR_LABELS = 3  # offered for an unknown label
_MAX_ROWS = 9  # on screen; the first nine have digit keys
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_COMMAND_MODIFIERS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Choice of a prompt: its value and display text."""

    value: str
    text: str = ""  # if empty, the value itself
    hint: str = ""  # to the right of it, in small


@dataclass(frozen=True, slots=True)
class PromptRequest:
    """Request to a prompt. `initial_value` is the value highlighted at first, by default the first one. With
    `has_digit_keys`, a digit at first or behind a letter submits the choice with that key cap at once; otherwise digits
    are typed like letters. With `horizontal_step` the horizontal arrows move through the choices too: 1 if they run
    from left to right, -1 from right to left."""

    title: str
    choices: Sequence[Choice]
    matches: Callable[[Choice, str], bool] | None = None  # whether a choice matches the typed text
    allows_any_text: bool = False  # whether text that is no choice can be submitted
    has_digit_keys: bool = False
    right_to_left: bool = False
    initial_value: str = ""
    horizontal_step: int = 0
    help: str = ""  # key help below the choices


def get_key_cap_size(widget: QWidget) -> QSize:
    """Return the size of a key cap on a widget."""
    size = max(16, QFontMetrics(widget.font()).height() + 2)
    return QSize(size, size)


def draw_key_cap(widget: QWidget, key: str) -> QIcon:
    """Return an icon of a letter or digit on a key cap, for a widget; an empty icon of that size for none."""
    size, ratio = get_key_cap_size(widget).width(), widget.devicePixelRatioF()
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    if not key:
        return QIcon(picture)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(1, 1, size - 2, size - 2)
    painter.setPen(QPen(widget.palette().color(QPalette.ColorRole.PlaceholderText), 1))
    painter.setBrush(widget.palette().color(QPalette.ColorRole.Button))
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(widget.palette().color(QPalette.ColorRole.ButtonText))
    painter.setFont(widget.font())
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, key)
    painter.end()
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # or it would be tinted where it is highlighted
        icon.addPixmap(picture, mode)
    return icon


class Prompt(QFrame):
    """Line edit with choices that asks for one value; Enter submits the highlighted one, Escape changes nothing."""

    submitted = Signal(str)
    cancelled = Signal()
    highlighted = Signal(str)  # value that Enter would submit; "" for none
    edited = Signal(str)  # the typed text

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setObjectName("prompt")
        self._title = widgets.make_label()
        self._line = widgets.set_accessible_name(QLineEdit(), self.tr("Answer"))
        self._list = widgets.set_accessible_name(QListWidget(), self.tr("Choices"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._help = widgets.make_label(faint=True)
        widgets.make_column(self._title, self._line, self._list, self._help, on=self, margins=(8, 6, 8, 8), spacing=4)
        self._request = PromptRequest("", ())
        self.is_open = False
        self._previous_focus: QWidget | None = None  # gets the focus back
        self._line.installEventFilter(self)
        self._line.textEdited.connect(self._on_text_edited)
        self._list.itemClicked.connect(lambda item: self.submit(_get_choice_value(item)))
        self._list.currentRowChanged.connect(self._on_row_changed)
        self.hide()

    def ask(self, request: PromptRequest, anchor: QPoint | None = None, space_above: int = 0) -> None:
        """Show the prompt below `anchor` (in the parent's coordinates) or, if there is no space, at the upper edge if
        it fits into `space_above` there."""
        if not self.is_open:
            self._set_previous_focus(QApplication.focusWidget())
        self._request = request
        self._title.setText(request.title)
        self._line.setAccessibleName(request.title)
        self._line.setAccessibleDescription(request.help)
        self._help.setText(request.help)
        self._help.setVisible(bool(request.help))
        self._list.setAccessibleName(request.title)
        self._list.setLayoutDirection(get_layout_direction(request.right_to_left))
        size = QFontInfo(self.font()).pointSizeF()
        self._list.setFont(
            make_treebank_font(size + _ARABIC_EXTRA_POINTS, arabic=True) if request.right_to_left else self.font()
        )
        self._line.clear()
        self.is_open = True
        self._filter_choices("", request.initial_value)
        self.show()  # first, as its size is known only then
        self.raise_()
        self._place_at(anchor, space_above)
        self._line.setFocus(Qt.FocusReason.PopupFocusReason)

    def cancel(self) -> None:
        """Close the prompt without an answer."""
        if self.is_open:
            self._close()
            self.cancelled.emit()

    def _close(self) -> None:
        """Hide the prompt, and return the focus to the widget that had it before."""
        self.is_open = False
        self.hide()
        previous = self._previous_focus
        self._set_previous_focus(None)
        widget = previous if previous is not None and previous.isVisible() else self.parentWidget()
        if widget is not None:
            widget.setFocus(Qt.FocusReason.PopupFocusReason)

    def _set_previous_focus(self, widget: QWidget | None) -> None:
        if self._previous_focus is not None:
            self._previous_focus.destroyed.disconnect(self._on_previous_focus_destroyed)
        self._previous_focus = widget
        if widget is not None:
            widget.destroyed.connect(self._on_previous_focus_destroyed)

    def _on_previous_focus_destroyed(self) -> None:
        self._previous_focus = None

    def _on_text_edited(self, text: str) -> None:
        self._filter_choices(text)
        self.edited.emit(text)

    def _filter_choices(self, text: str, initial_value: str = "") -> None:
        """List the choices that match the typed text, and highlight `initial_value`, an exact match or the first
        one."""
        matches = self._request.matches or _is_prefix_match
        choices = [choice for choice in self._request.choices if matches(choice, text)]
        self._list.blockSignals(True)  # or it would report highlights of removed rows
        self._list.clear()
        has_key_caps = self._can_choose_by_digit(text)
        self._list.setIconSize(get_key_cap_size(self))
        for number, choice in enumerate(choices, 1):
            label = choice.text or choice.value
            item = QListWidgetItem(f"{label}    {choice.hint}" if choice.hint else label)
            item.setData(Qt.ItemDataRole.UserRole, choice.value)
            if has_key_caps:
                item.setIcon(draw_key_cap(self, str(number) if number <= _MAX_ROWS else ""))
            if has_key_caps and number <= _MAX_ROWS:
                item.setData(Qt.ItemDataRole.AccessibleTextRole, self.tr("{0}, key {1}").format(item.text(), number))
            self._list.addItem(item)
        self._list.blockSignals(False)
        highlighted_value = initial_value or text.strip()  # an exact match is highlighted
        highlighted_row = next((row for row, choice in enumerate(choices) if choice.value == highlighted_value), 0)
        self._list.setCurrentRow(highlighted_row if choices else -1)
        if not choices:
            self._on_row_changed(-1)
        self._list.setVisible(bool(choices))
        visible_count = min(len(choices), _MAX_ROWS)
        self._list.setFixedHeight(visible_count * max(self._list.sizeHintForRow(0), 1) + 2 * self._list.frameWidth())
        self.adjustSize()

    def _can_choose_by_digit(self, text: str) -> bool:
        """Return whether a digit chooses a row now; after a separator (NP-1) it may continue the typed text instead."""
        return self._request.has_digit_keys and (not text or text[-1].isalpha())

    def _place_at(self, anchor: QPoint | None, space_above: int) -> None:
        """Move the prompt to `anchor`, or to the upper edge, within the visible part of its parent; see `ask`."""
        self.setMinimumWidth(240)
        self.adjustSize()
        parent = self.parentWidget()
        assert parent is not None
        position = anchor or QPoint((parent.width() - self.width()) // 2, 24)
        available = parent.viewport().geometry() if isinstance(parent, QAbstractScrollArea) else parent.rect()
        x = max(4, min(position.x(), available.right() - self.width() - 4))
        max_y = available.bottom() - self.height() - 4
        y = 4 if position.y() > max_y and self.height() + 8 < space_above else max(4, min(position.y(), max_y))
        self.move(x, y)

    def _on_row_changed(self, row: int) -> None:
        self.highlighted.emit("" if row < 0 else _get_choice_value(self._list.item(row)))

    def highlight(self, value: str) -> None:
        """Highlight the choice with a value, if it is listed."""
        for row in range(self._list.count()):
            if _get_choice_value(self._list.item(row)) == value:
                self._list.setCurrentRow(row)

    def submit(self, value: str) -> None:
        """Submit a value, as if it had been chosen."""
        self._close()
        self.submitted.emit(value)

    def submit_number(self, value: str) -> None:
        """Submit a number that no further digit can extend, and swallow a Return typed after it."""
        self.submit(value)
        _ReturnFilter(self)

    def _submit_current(self) -> None:
        """Submit the typed text if it is a choice, or if any text is allowed and none matches; else the highlighted
        choice."""
        text = self._line.text().strip()
        item = self._list.currentItem()
        is_exact = any(choice.value == text for choice in self._request.choices)
        if is_exact or (text and self._request.allows_any_text and item is None):
            self.submit(text)
        elif item is not None:
            self.submit(_get_choice_value(item))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.is_open and not event.spontaneous():  # the widget below was hidden, and the prompt with it
            self.is_open = False
            self._set_previous_focus(None)
            self.cancelled.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._line and event.type() == QEvent.Type.FocusOut and self.is_open:
            self.cancel()
            return False
        if watched is self._line and event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if not event.modifiers() & _COMMAND_MODIFIERS and event.key() < Qt.Key.Key_F1:
                event.accept()  # Enter, Escape and arrows are ours, whatever they do elsewhere in the window
            return False
        if watched is not self._line or not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        key = event.key()
        row, row_count = self._list.currentRow(), self._list.count()
        if key == Qt.Key.Key_Escape:
            self.cancel()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            text = self._line.text().strip()
            if text and self._request.allows_any_text and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.submit(text)  # although a choice is highlighted
            else:
                self._submit_current()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and row_count:
            self._list.setCurrentRow((row + (1 if key == Qt.Key.Key_Down else -1)) % row_count)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and row_count and self._request.horizontal_step:
            step = self._request.horizontal_step if key == Qt.Key.Key_Right else -self._request.horizontal_step
            self._list.setCurrentRow((row + step) % row_count)
        elif event.text() in tuple("123456789") and self._can_choose_by_digit(self._line.text()):
            item = self._list.item(int(event.text()) - 1)
            if item is not None:
                self.submit(_get_choice_value(item))
        else:
            return False
        return True


class _ReturnFilter(QObject):
    """Event filter that swallows the next key press if it is Return, and nothing after it."""

    def __init__(self, prompt: Prompt):
        super().__init__(prompt)
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        is_press = event.type() == QEvent.Type.KeyPress
        if not isinstance(event, QKeyEvent) or not (is_press or event.type() == QEvent.Type.ShortcutOverride):
            return False
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~_KEYPAD
        if is_press or not is_return:
            application = QApplication.instance()
            assert application is not None
            application.removeEventFilter(self)
            self.deleteLater()
        if is_return:
            event.accept()
        return is_return


def _do_nothing(_: str) -> None:
    """Do nothing: the default callback."""


def _get_choice_value(item: QListWidgetItem) -> str:
    return str(item.data(Qt.ItemDataRole.UserRole))


def _is_prefix_match(choice: Choice, text: str) -> bool:
    """Return whether the value, or a part of it after a colon or hyphen, starts with the typed text."""
    text = text.strip().casefold()
    value = choice.value.casefold()
    parts = value.replace("-", ":").split(":")
    return value.startswith(text) or any(part.startswith(text) for part in parts)


class CanvasPrompt(QObject):
    """Prompt over a canvas about an item drawn there; emits `closed` when it has closed."""

    closed = Signal()

    def __init__(self, canvas: Canvas):
        super().__init__(canvas)
        self.prompt = Prompt(canvas)
        self._canvas = canvas
        self._submit_callback: Callable[[str], object] = _do_nothing
        self._highlight_callback: Callable[[str], object] = _do_nothing
        self._edit_callback: Callable[[str], object] = _do_nothing
        self._highlighted_value = ""
        self.prompt.submitted.connect(self._on_submitted)
        self.prompt.cancelled.connect(self._close)
        self.prompt.highlighted.connect(self._on_highlighted)
        self.prompt.edited.connect(lambda text: self._edit_callback(text))

    def ask(
        self,
        request: PromptRequest,
        area: QRectF | None,
        on_submitted: Callable[[str], object],
        *,
        on_highlighted: Callable[[str], object] = _do_nothing,
        on_edited: Callable[[str], object] = _do_nothing,
    ) -> None:
        """Open the prompt below an area of the scene, and call `on_submitted` with the answer; meanwhile
        `on_highlighted` gets each highlighted value, and `on_edited` each text."""
        self.prompt.cancel()
        self._submit_callback, self._highlight_callback, self._edit_callback = on_submitted, on_highlighted, on_edited
        if area is None:
            self.prompt.ask(request)
            return
        self._canvas.ensure_area_visible(area)
        position = self._canvas.map_to_widget(area.bottomLeft()).toPoint() + QPoint(0, _PROMPT_GAP)
        self.prompt.ask(request, position, round(self._canvas.map_to_widget(area.topLeft()).y()))

    def ask_label(
        self,
        request: PromptRequest,
        area: QRectF | None,
        on_submitted: Callable[[str], object],
        known_labels: Collection[str],
        get_base_label: Callable[[str], str] = str,
    ) -> None:
        """Ask for a label. An unknown label of an unknown category has to be confirmed, next to similar labels, before
        it is created."""

        def submit_or_confirm(value: str) -> None:
            """Submit a known label; ask whether an unknown one is meant, or a similar one."""
            if value in known_labels or get_base_label(value) in known_labels:
                on_submitted(value)
                return
            similar_choices = [
                Choice(label) for label in get_close_matches(value, list(known_labels), _MAX_SIMILAR_LABELS)
            ]
            new_choice = Choice(value, self.tr("Make the new label {0}").format(isolate_any_text(value)))
            title = self.tr("No label named {0}").format(isolate_any_text(value))
            help_text = self.tr("Enter: choose   Esc: cancel")
            self.ask(
                PromptRequest(title, [*similar_choices, new_choice], lambda *_: True, help=help_text),
                area,
                on_submitted,
            )

        self.ask(request, area, submit_or_confirm)

    def repeat_highlight(self) -> None:
        """Report the highlighted value again, to show it on a new drawing."""
        if self.prompt.is_open:
            self._highlight_callback(self._highlighted_value)

    def _on_submitted(self, value: str) -> None:
        on_submitted = self._submit_callback
        self._close()
        on_submitted(value)

    def _close(self) -> None:
        self._submit_callback = self._highlight_callback = self._edit_callback = _do_nothing
        self.closed.emit()

    def _on_highlighted(self, value: str) -> None:
        self._highlighted_value = value
        self._highlight_callback(value)
