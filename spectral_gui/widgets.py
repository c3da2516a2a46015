"""The plain widgets that panels are made of, a line each: labels, buttons, fields, columns, rows, pauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QSize,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QFont, QKeyEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QCompleter,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

Act = Callable[[], object] | SignalInstance  # what a click does, or what is told of it
Margins = int | tuple[int, int, int, int]  # all alike, or left, top, right, bottom
Placed = QWidget | QLayout | tuple[QWidget | QLayout, int] | int  # with a share of the room left; a gap in pixels

Box = TypeVar("Box", bound=QBoxLayout)
REST = -1  # all the room that is left
W = TypeVar("W", bound=QWidget)

_INSET = 6  # pixels between the edge of a box and its text
_COMPLETIONS = 12  # on screen


class Panel(QWidget):
    """A widget that tells when somebody comes to see it, and when it is to look otherwise."""

    seen = Signal()
    font_changed = Signal()
    palette_changed = Signal()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.font_changed.emit()
        elif event.type() == QEvent.Type.PaletteChange:
            self.palette_changed.emit()
        elif event.type() == QEvent.Type.StyleChange:  # in which labels lose the fonts that they were given
            QTimer.singleShot(0, self, self.font_changed.emit)


class CompletedLine(QLineEdit):
    """A line that shows all its completions on Down, and leaves on Escape."""

    left = Signal()

    def __init__(self, name: str, title: str, within: bool = False):
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.choices = QStringListModel(self)
        completer = QCompleter(self.choices, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        if within:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(_COMPLETIONS)
        self.setCompleter(completer)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        popup = self.completer().popup()
        assert popup is not None
        if event.key() == Qt.Key.Key_Escape and not popup.isVisible():
            self.left.emit()
        elif event.key() == Qt.Key.Key_Down and not popup.isVisible():
            self.completer().setCompletionPrefix("")  # all there are
            self.completer().complete()
        else:
            super().keyPressEvent(event)


def named(widget: W, name: str) -> W:
    """A widget under the name that screen readers say."""
    widget.setAccessibleName(name)
    return widget


def hear(act: Callable[..., object], *signals: SignalInstance) -> None:
    """Has something done at each of these signals."""
    for signal in signals:
        signal.connect(act)


def label(
    text: str = "",
    *,
    wraps: bool = False,
    faint: bool = False,
    selectable: bool = False,
    centred: bool = False,
    margin: int = 0,
    name: str = "",
    of: QWidget | None = None,
) -> QLabel:
    """A label of plain text; the key in it goes to the widget that it is of."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if of is not None:
        made.setBuddy(of)
    made.setWordWrap(wraps)
    made.setMargin(margin)
    made.setAccessibleName(name)
    if faint:
        made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    if selectable:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if centred:
        made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return made


def button(text: str, act: Act | None = None, tip: str = "") -> QPushButton:
    made = QPushButton(text)
    made.setToolTip(tip)
    if act is not None:
        made.clicked.connect(act)
    return made


def tool_button(text: str, tip: str, act: Act | None = None) -> QToolButton:
    """A flat button with a sign on it; what it does is in its tip."""
    made = QToolButton()
    made.setText(text)
    made.setToolTip(tip)
    made.setAccessibleName(tip)
    made.setAutoRaise(True)
    if act is not None:
        made.clicked.connect(act)
    return made


def field(placeholder: str, name: str = "") -> QLineEdit:
    """A line to type in that can be cleared; its name is what is asked for in it, unless it has another."""
    made = QLineEdit()
    made.setPlaceholderText(placeholder)
    made.setAccessibleName(name or placeholder)
    clearable(made)
    return made


def clearable(line: QLineEdit) -> None:
    """Gives a line the sign that empties it."""
    line.setClearButtonEnabled(True)
    for sign in line.findChildren(QToolButton):
        named(sign, _tr("Empty the field")).setToolTip(_tr("Empty the field"))


def dialog_buttons(*standard: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """The buttons at the foot of a dialog, each with what it does in its tip."""
    kinds = QDialogButtonBox.StandardButton
    tips = {
        kinds.Ok: _tr("Take what is shown here (Return)"),
        kinds.Cancel: _tr("Leave everything as it was (Esc)"),
        kinds.Close: _tr("Close this (Esc)"),
        kinds.RestoreDefaults: _tr("Back to what was set at first"),
    }
    made = QDialogButtonBox()
    for one in standard:
        made.addButton(one).setToolTip(tips[one])
    return made


def add_button(
    box: QDialogButtonBox, text: str, role: QDialogButtonBox.ButtonRole, tip: str, act: Act | None = None
) -> QPushButton:
    """A button more at the foot of a dialog."""
    made = box.addButton(text, role)
    made.setToolTip(tip)
    if act is not None:
        made.clicked.connect(act)
    return made


def inset(box: QAbstractSpinBox) -> None:
    """Sets the text of a box apart from its edge, as style sheets cannot."""
    box.lineEdit().setTextMargins(_INSET, 0, 0, 0)


def chooser(choices: Mapping[str, str], name: str, shortest: int = 0) -> QComboBox:
    """A box to choose from values by their texts; as narrow as so many letters, where that is said."""
    made = named(QComboBox(), name)
    if shortest:
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        made.setMinimumContentsLength(shortest)
    for value, text in choices.items():
        made.addItem(text, value)
    return made


def text_box(name: str) -> QPlainTextEdit:
    """A text to read, out of which Tab leads."""
    made = named(QPlainTextEdit(), name)
    made.setReadOnly(True)
    made.setTabChangesFocus(True)
    return made


def scrolling(
    inside: QWidget | None = None, *, frame: bool = False, sideways: bool = True, focus: bool = False
) -> QScrollArea:
    """An area in which a widget that takes all its room scrolls; with `focus`, by keys as well."""
    made = QScrollArea() if sideways else _Upright()
    made.setWidgetResizable(True)
    made.setFrameShape(QFrame.Shape.StyledPanel if frame else QFrame.Shape.NoFrame)
    if not sideways:
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if not focus:
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if inside is not None:
        made.setWidget(inside)
    return made


class _Upright(QScrollArea):
    """An area that scrolls up and down alone, and so is never narrower than what is in it."""

    def minimumSizeHint(self) -> QSize:
        least, inside = super().minimumSizeHint(), self.widget()
        if inside is None:
            return least
        width = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        return QSize(max(least.width(), width), least.height())


class WrappingRow(QWidget):
    """Two groups of controls beside one another, or below where there is no room for that."""

    def __init__(self, first: QBoxLayout, last: QBoxLayout):
        super().__init__()
        self._groups = (first, last)
        self._layout = row((first, 1), last, on=self, margins=0)
        self._layout.setAlignment(last, Qt.AlignmentFlag.AlignLeft)  # where lines begin, no wider than it needs

    def minimumSizeHint(self) -> QSize:
        least = [group.minimumSize() for group in self._groups]
        return QSize(max(size.width() for size in least), self._layout.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = sum(group.sizeHint().width() for group in self._groups) + self._layout.spacing()
        narrow = event.size().width() < beside
        self._layout.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)


class _Pages(QStackedWidget):
    """Pages of which those behind ask for no room."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint().expandedTo(page.minimumSize())


def stack(*pages: QWidget) -> QStackedWidget:
    """Pages, of which one is seen: the first of them. It needs the room of that one alone."""
    made = _Pages()
    for page in pages:
        made.addWidget(page)
    return made


def form(on: QWidget | None = None, margins: tuple[int, int, int, int] | None = None, spacing: int = -1) -> QFormLayout:
    """Rows of a label and a field, which grows."""
    layout = QFormLayout(on) if on is not None else QFormLayout()
    layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    layout.setVerticalSpacing(spacing)
    if margins is not None:
        layout.setContentsMargins(*margins)
    return layout


def type_in(line: QLineEdit) -> None:
    """Puts the cursor in a line, whose text is to be typed over."""
    line.setFocus(Qt.FocusReason.ShortcutFocusReason)
    line.selectAll()


def column(
    *placed: Placed, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Widgets and layouts below one another, as the layout of `on` where that is given."""
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), placed, margins, spacing)


def row(
    *placed: Placed, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Widgets and layouts beside one another, as the layout of `on` where that is given."""
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), placed, margins, spacing)


def splitter(
    *parts: QWidget, upright: bool = False, sizes: Sequence[int] = (), shares: Sequence[int] = (1,), keeps: bool = True
) -> QSplitter:
    """Parts beside one another, or `upright` below, with their `shares` of more room; where it `keeps` them none can be
    closed."""
    made = QSplitter(Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal)
    for part in parts:
        made.addWidget(part)
    for place, share in enumerate(shares):
        made.setStretchFactor(place, share)
    made.setChildrenCollapsible(not keeps)
    if sizes:
        made.setSizes(list(sizes))
    return made


def pause(parent: QObject, act: Act, milliseconds: int = 0) -> QTimer:
    """A timer that does something once, so long after it was started last."""
    made = QTimer(parent)
    made.setSingleShot(True)
    made.setInterval(milliseconds)
    made.timeout.connect(act)
    return made


def of_rows(table: QTableView) -> None:
    """Makes a table one whose rows are chosen whole, with nothing between them, and that is not typed in."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setWordWrap(False)
    table.setShowGrid(False)
    table.verticalHeader().hide()


def bold(font: QFont) -> QFont:
    """The same font, bold."""
    made = QFont(font)
    made.setBold(True)
    return made


def room_for_text(widget: QWidget, letters: int, lines: int) -> QSize:
    """The size of so many letters and lines, as far as the screen has it."""
    metrics = widget.fontMetrics()
    wanted = QSize(metrics.averageCharWidth() * letters, metrics.lineSpacing() * lines)
    return wanted.boundedTo(widget.screen().availableSize() * 0.9)


def _tr(text: str) -> str:
    return QCoreApplication.translate("widgets", text)


def _filled(layout: Box, placed: Sequence[Placed], margins: Margins | None, spacing: int | None) -> Box:
    if margins is not None:
        layout.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    if spacing is not None:
        layout.setSpacing(spacing)
    for place in placed:
        part, share = place if isinstance(place, tuple) else (place, 0)
        if isinstance(part, QWidget):
            layout.addWidget(part, share)
        elif isinstance(part, QLayout):
            layout.addLayout(part, share)
        elif part == REST:
            layout.addStretch(1)
        else:
            layout.addSpacing(part)
    return layout
