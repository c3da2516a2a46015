"""Prompts: one line typed over a canvas, with choices that narrow as letters are typed."""

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
from spectral_gui.canvas import Canvas
from spectral_gui.resources import direction_of, text_font

_ARABIC_LARGER = 3  # points
_BELOW = 6  # pixels between what is asked about and the prompt
_NEAR = 3  # labels that one which is not known may have been meant for
_ROWS = 9  # choices on screen; the first nine are taken by a digit
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be taken: what is given back, and how it is shown."""

    value: str
    text: str = ""  # the value itself where empty
    hint: str = ""  # to the right of it, in small


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What is asked for, and how it is answered. `marked` is the value that Enter takes at first, by default the first
    one. Where `digits` is set, a digit at first or behind a letter takes the choice with that key cap at once;
    otherwise digits are typed like letters. With `sideways` the arrows to the sides move through the choices too: 1
    where they run from left to right, -1 from right to left."""

    title: str
    choices: Sequence[Choice]
    fits: Callable[[Choice, str], bool] | None = None  # whether a choice goes with what is typed
    free: bool = False  # what is typed is taken even if it is no choice
    digits: bool = False
    right_to_left: bool = False
    marked: str = ""
    sideways: int = 0
    help: str = ""  # below the choices, which keys do what


def cap_size(widget: QWidget) -> QSize:
    """How large a key is drawn on what a widget shows."""
    side = max(16, QFontMetrics(widget.font()).height() + 2)
    return QSize(side, side)


def key_cap(widget: QWidget, key: str) -> QIcon:
    """A letter or digit on a key, for what a widget shows; an empty place of that size for none."""
    side, ratio = cap_size(widget).width(), widget.devicePixelRatioF()
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    if not key:
        return QIcon(picture)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(1, 1, side - 2, side - 2)
    painter.setPen(QPen(widget.palette().color(QPalette.ColorRole.PlaceholderText), 1))
    painter.setBrush(widget.palette().color(QPalette.ColorRole.Button))
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(widget.palette().color(QPalette.ColorRole.ButtonText))
    painter.setFont(widget.font())
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, key)
    painter.end()
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # or it would be tinted where it is marked
        icon.addPixmap(picture, mode)
    return icon


class Prompt(QFrame):
    """Asks for one value; Enter takes what is marked, Escape leaves everything as it is."""

    taken = Signal(str)
    left = Signal()
    marked = Signal(str)  # the choice that Enter would take, while moving; "" for none
    typed = Signal(str)  # what stands in the line, each time it was changed by typing

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setObjectName("prompt")
        self._title = widgets.label()
        self._line = widgets.named(QLineEdit(), self.tr("Answer"))
        self._list = widgets.named(QListWidget(), self.tr("Choices"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._help = widgets.label(faint=True)
        widgets.column(self._title, self._line, self._list, self._help, on=self, margins=(8, 6, 8, 8), spacing=4)
        self._inquiry = Inquiry("", ())
        self.asking = False
        self._before: QWidget | None = None  # what had the keys, and gets them back
        self._line.installEventFilter(self)
        self._line.textEdited.connect(self._type)
        self._list.itemClicked.connect(lambda item: self.take(_value(item)))
        self._list.currentRowChanged.connect(self._mark)
        self.hide()

    def ask(self, inquiry: Inquiry, at: QPoint | None = None, above: int = 0) -> None:
        """Shows itself near `at` (in the parent's coordinates); where there is no room below that, at the upper edge,
        if it ends `above` this height there."""
        if not self.asking:
            self._remember(QApplication.focusWidget())
        self._inquiry = inquiry
        self._title.setText(inquiry.title)
        self._line.setAccessibleName(inquiry.title)
        self._line.setAccessibleDescription(inquiry.help)
        self._help.setText(inquiry.help)
        self._help.setVisible(bool(inquiry.help))
        self._list.setAccessibleName(inquiry.title)
        self._list.setLayoutDirection(direction_of(inquiry.right_to_left))
        size = QFontInfo(self.font()).pointSizeF()
        self._list.setFont(text_font(size + _ARABIC_LARGER, arabic=True) if inquiry.right_to_left else self.font())
        self._line.clear()
        self.asking = True
        self._narrow("", inquiry.marked)
        self.show()  # before it is placed: only then its size is known
        self.raise_()
        self._place(at, above)
        self._line.setFocus(Qt.FocusReason.PopupFocusReason)

    def leave(self) -> None:
        if self.asking:
            self._away()
            self.left.emit()

    def _away(self) -> None:
        self.asking = False
        self.hide()
        before = self._before
        self._remember(None)
        widget = before if before is not None and before.isVisible() else self.parentWidget()
        if widget is not None:
            widget.setFocus(Qt.FocusReason.PopupFocusReason)

    def _remember(self, widget: QWidget | None) -> None:
        if self._before is not None:
            self._before.destroyed.disconnect(self._forget)
        self._before = widget
        if widget is not None:
            widget.destroyed.connect(self._forget)

    def _forget(self) -> None:
        self._before = None

    def _type(self, typed: str) -> None:
        self._narrow(typed)
        self.typed.emit(typed)

    def _narrow(self, typed: str, marked: str = "") -> None:
        fits = self._inquiry.fits or _begins
        kept = [choice for choice in self._inquiry.choices if fits(choice, typed)]
        self._list.blockSignals(True)  # or it would say that it marks what it is about to lose
        self._list.clear()
        caps = self._takes_digits(typed)
        self._list.setIconSize(cap_size(self))
        for number, choice in enumerate(kept, 1):
            shown = choice.text or choice.value
            item = QListWidgetItem(f"{shown}    {choice.hint}" if choice.hint else shown)
            item.setData(Qt.ItemDataRole.UserRole, choice.value)
            if caps:
                item.setIcon(key_cap(self, str(number) if number <= _ROWS else ""))
            if caps and number <= _ROWS:
                item.setData(Qt.ItemDataRole.AccessibleTextRole, self.tr("{0}, key {1}").format(item.text(), number))
            self._list.addItem(item)
        self._list.blockSignals(False)
        wanted = marked or typed.strip()  # what is typed whole is what Enter takes
        first = next((row for row, choice in enumerate(kept) if choice.value == wanted), 0)
        self._list.setCurrentRow(first if kept else -1)
        if not kept:
            self._mark(-1)
        self._list.setVisible(bool(kept))
        rows = min(len(kept), _ROWS)
        self._list.setFixedHeight(rows * max(self._list.sizeHintForRow(0), 1) + 2 * self._list.frameWidth())
        self.adjustSize()

    def _takes_digits(self, typed: str) -> bool:
        """Whether a digit takes a row now: it may go on with what is typed where that ends in a sign (NP-1)."""
        return self._inquiry.digits and (not typed or typed[-1].isalpha())

    def _place(self, at: QPoint | None, above: int) -> None:
        self.setMinimumWidth(240)
        self.adjustSize()
        parent = self.parentWidget()
        assert parent is not None
        spot = at or QPoint((parent.width() - self.width()) // 2, 24)
        room = parent.viewport().geometry() if isinstance(parent, QAbstractScrollArea) else parent.rect()
        x = max(4, min(spot.x(), room.right() - self.width() - 4))
        lowest = room.bottom() - self.height() - 4
        y = 4 if spot.y() > lowest and self.height() + 8 < above else max(4, min(spot.y(), lowest))
        self.move(x, y)

    def _mark(self, row: int) -> None:
        self.marked.emit("" if row < 0 else _value(self._list.item(row)))

    def mark(self, value: str) -> None:
        """Marks the choice with a value, if it is on the list."""
        for row in range(self._list.count()):
            if _value(self._list.item(row)) == value:
                self._list.setCurrentRow(row)

    def take(self, value: str) -> None:
        """Answers with a value, as if it had been chosen."""
        self._away()
        self.taken.emit(value)

    def end_number(self, value: str) -> None:
        """Answers with a number that no further digit can change; Return, pressed to end it, does nothing more."""
        self.take(value)
        _EndOfNumber(self)

    def _enter(self) -> None:
        typed = self._line.text().strip()
        item = self._list.currentItem()
        exact = any(choice.value == typed for choice in self._inquiry.choices)
        if exact or (typed and self._inquiry.free and item is None):
            self.take(typed)
        elif item is not None:
            self.take(_value(item))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.asking and not event.spontaneous():  # what it stands on has gone, and it with that
            self.asking = False
            self._remember(None)
            self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._line and event.type() == QEvent.Type.FocusOut and self.asking:
            self.leave()
            return False
        if watched is self._line and event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if not event.modifiers() & _COMMANDS and event.key() < Qt.Key.Key_F1:
                event.accept()  # Enter, Escape and arrows are ours, whatever they do elsewhere in the window
            return False
        if watched is not self._line or not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        key = event.key()
        row, rows = self._list.currentRow(), self._list.count()
        if key == Qt.Key.Key_Escape:
            self.leave()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            typed = self._line.text().strip()
            if typed and self._inquiry.free and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.take(typed)  # although a choice is marked
            else:
                self._enter()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and rows:
            self._list.setCurrentRow((row + (1 if key == Qt.Key.Key_Down else -1)) % rows)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and rows and self._inquiry.sideways:
            step = self._inquiry.sideways if key == Qt.Key.Key_Right else -self._inquiry.sideways
            self._list.setCurrentRow((row + step) % rows)
        elif event.text() in tuple("123456789") and self._takes_digits(self._line.text()):
            item = self._list.item(int(event.text()) - 1)
            if item is not None:
                self.take(_value(item))
        else:
            return False
        return True


class _EndOfNumber(QObject):
    """Takes the next key that is pressed, if it is Return, and nothing after it."""

    def __init__(self, prompt: Prompt):
        super().__init__(prompt)
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress
        if not isinstance(event, QKeyEvent) or not (pressed or event.type() == QEvent.Type.ShortcutOverride):
            return False
        ends = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~_KEYPAD
        if pressed or not ends:
            application = QApplication.instance()
            assert application is not None
            application.removeEventFilter(self)
            self.deleteLater()
        if ends:
            event.accept()
        return ends


def _nothing(_: str) -> None: ...


def _value(item: QListWidgetItem) -> str:
    return str(item.data(Qt.ItemDataRole.UserRole))


def _begins(choice: Choice, typed: str) -> bool:
    """Whether the value, or a part of it after a colon or hyphen, begins with what is typed."""
    typed = typed.strip().casefold()
    value = choice.value.casefold()
    parts = value.replace("-", ":").split(":")
    return value.startswith(typed) or any(part.startswith(typed) for part in parts)


class Asking(QObject):
    """Asks over a canvas, about something that is drawn there; `left` when nothing is asked any more."""

    left = Signal()

    def __init__(self, canvas: Canvas):
        super().__init__(canvas)
        self.prompt = Prompt(canvas)
        self._canvas = canvas
        self._then: Callable[[str], object] = _nothing
        self._when_marked: Callable[[str], object] = _nothing
        self._when_typed: Callable[[str], object] = _nothing
        self._marked = ""
        self.prompt.taken.connect(self._take)
        self.prompt.left.connect(self._leave)
        self.prompt.marked.connect(self._mark)
        self.prompt.typed.connect(lambda typed: self._when_typed(typed))

    def ask(
        self,
        inquiry: Inquiry,
        about: QRectF | None,
        then: Callable[[str], object],
        *,
        marked: Callable[[str], object] = _nothing,
        typed: Callable[[str], object] = _nothing,
    ) -> None:
        """Asks below what it is about, an area of the scene, and does `then` with the answer; what is `marked` and what
        is `typed` is told meanwhile."""
        self.prompt.leave()
        self._then, self._when_marked, self._when_typed = then, marked, typed
        if about is None:
            self.prompt.ask(inquiry)
            return
        self._canvas.keep_in_sight(about)
        below = self._canvas.on_screen(about.bottomLeft()).toPoint() + QPoint(0, _BELOW)
        self.prompt.ask(inquiry, below, round(self._canvas.on_screen(about.topLeft()).y()))

    def ask_label(
        self,
        inquiry: Inquiry,
        about: QRectF | None,
        then: Callable[[str], object],
        known: Collection[str],
        kind_of: Callable[[str], str] = str,
    ) -> None:
        """Asks for a label. One that is not known, nor of a kind that is, is asked about once more, beside those that
        are spelt like it, before it is made."""

        def taken(value: str) -> None:
            if value in known or kind_of(value) in known:
                then(value)
                return
            near = [Choice(label) for label in get_close_matches(value, list(known), _NEAR)]
            new = Choice(value, self.tr("Make the new label {0}").format(f"\u2068{value}\u2069"))
            title = self.tr("Nothing here is called {0}").format(f"\u2068{value}\u2069")
            told = self.tr("Enter: what is marked   Escape: nothing")
            self.ask(Inquiry(title, [*near, new], lambda *_: True, help=told), about, then)

        self.ask(inquiry, about, taken)

    def tell_again(self) -> None:
        """Tells what is marked once more: it is to be shown on another drawing."""
        if self.prompt.asking:
            self._when_marked(self._marked)

    def _take(self, value: str) -> None:
        then = self._then
        self._leave()
        then(value)

    def _leave(self) -> None:
        self._then = self._when_marked = self._when_typed = _nothing
        self.left.emit()

    def _mark(self, value: str) -> None:
        self._marked = value
        self._when_marked(value)
