"""Factory functions for plain Qt widgets and layouts: labels, buttons, fields, rows, columns, splitters, timers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from time import perf_counter
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
from PySide6.QtGui import QFont, QKeyEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QCompleter,
    QDialogButtonBox,
    QDockWidget,
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

Slot = Callable[[], object] | SignalInstance  # called or emitted on a click
Margins = int | tuple[int, int, int, int]  # all alike, or left, top, right, bottom
LayoutItem = QWidget | QLayout | tuple[QWidget | QLayout, int] | int  # with a stretch factor; a gap in pixels
Box = TypeVar("Box", bound=QBoxLayout)
STRETCH = -1  # the remaining space
W = TypeVar("W", bound=QWidget)
_TEXT_INDENT = 6  # pixels between the edge of a box and its text
_MAX_COMPLETIONS = 12  # on screen
_SLICE_SECONDS = 0.006  # seconds of the window's thread at a time


class Panel(QWidget):
    """Widget that announces when it becomes visible, and when its fonts or colours change."""

    became_visible = Signal()
    font_changed = Signal()
    palette_changed = Signal()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.became_visible.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.font_changed.emit()
        elif event.type() == QEvent.Type.PaletteChange:
            self.palette_changed.emit()
        elif event.type() == QEvent.Type.StyleChange:  # resets the fonts of labels
            QTimer.singleShot(0, self, self.font_changed.emit)


class CompletedLineEdit(QLineEdit):
    """Line edit that lists all its completions on Down, and emits `cancelled` on Escape."""

    cancelled = Signal()

    def __init__(self, name: str, title: str, matches_inside: bool = False):
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.completions = QStringListModel(self)
        completer = QCompleter(self.completions, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        if matches_inside:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(_MAX_COMPLETIONS)
        self.setCompleter(completer)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        popup = self.completer().popup()
        assert popup is not None
        if event.key() == Qt.Key.Key_Escape and not popup.isVisible():
            self.cancelled.emit()
        elif event.key() == Qt.Key.Key_Down and not popup.isVisible():
            self.completer().setCompletionPrefix("")  # all of them
            self.completer().complete()
        else:
            super().keyPressEvent(event)


def set_accessible_name(widget: W, name: str) -> W:
    """Set the accessible name of a widget, and return the widget."""
    widget.setAccessibleName(name)
    return widget


def connect_signals(slot: Callable[..., object], *signals: SignalInstance) -> None:
    """Connect a slot to each of these signals."""
    for signal in signals:
        signal.connect(slot)


def is_dock_on_screen(dock: QDockWidget) -> bool:
    """Return whether a dock is on screen: Qt reports one behind another tab as visible, and moves it out of the
    window."""
    window = dock.parentWidget()
    return dock.isVisible() and (dock.isFloating() or window is None or window.rect().intersects(dock.geometry()))


def make_label(
    text: str = "",
    *,
    wraps: bool = False,
    faint: bool = False,
    selectable: bool = False,
    centred: bool = False,
    margin: int = 0,
    name: str = "",
    buddy: QWidget | None = None,
) -> QLabel:
    """Return a label of plain text; its mnemonic focuses its buddy."""
    widget = QLabel(text)
    widget.setTextFormat(Qt.TextFormat.PlainText)
    if buddy is not None:
        widget.setBuddy(buddy)
    widget.setWordWrap(wraps)
    widget.setMargin(margin)
    widget.setAccessibleName(name)
    if faint:
        widget.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    if selectable:
        widget.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if centred:
        widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return widget


def make_button(text: str, slot: Slot | None = None, tip: str = "") -> QPushButton:
    """Make a push button that calls `slot` on a click."""
    widget = QPushButton(text)
    widget.setToolTip(tip)
    if slot is not None:
        widget.clicked.connect(slot)
    return widget


def make_tool_button(text: str, tip: str, slot: Slot | None = None) -> QToolButton:
    """Make a flat button with a symbol; its tool tip describes its effect."""
    widget = QToolButton()
    widget.setText(text)
    widget.setToolTip(tip)
    widget.setAccessibleName(tip)
    widget.setAutoRaise(True)
    if slot is not None:
        widget.clicked.connect(slot)
    return widget


def make_line_edit(placeholder: str, name: str = "") -> QLineEdit:
    """Return a line edit with a clear button; its accessible name is `name` or else the placeholder."""
    line = QLineEdit()
    line.setPlaceholderText(placeholder)
    line.setAccessibleName(name or placeholder)
    add_clear_button(line)
    return line


def add_clear_button(line: QLineEdit) -> None:
    """Add the button that empties a line edit."""
    line.setClearButtonEnabled(True)
    for clear_button in line.findChildren(QToolButton):
        set_accessible_name(clear_button, _tr("Clear the field")).setToolTip(_tr("Clear the field"))


def make_dialog_buttons(*standard: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """Make the buttons of a dialog, each with a tool tip that describes its effect."""
    kinds = QDialogButtonBox.StandardButton
    tips = {
        kinds.Ok: _tr("Apply (Return)"),
        kinds.Cancel: _tr("Cancel (Esc)"),
        kinds.Close: _tr("Close (Esc)"),
        kinds.RestoreDefaults: _tr("Restore the defaults"),
    }
    box = QDialogButtonBox()
    for standard_button in standard:
        box.addButton(standard_button).setToolTip(tips[standard_button])
    return box


def add_dialog_button(
    box: QDialogButtonBox, text: str, role: QDialogButtonBox.ButtonRole, tip: str, slot: Slot | None = None
) -> QPushButton:
    """Add a button to the button box of a dialog."""
    widget = box.addButton(text, role)
    widget.setToolTip(tip)
    if slot is not None:
        widget.clicked.connect(slot)
    return widget


def indent_spin_box_text(box: QAbstractSpinBox) -> None:
    """Indent the text of a spin box, which style sheets cannot, on the side where the text begins in the interface."""
    box.lineEdit().setTextMargins(_TEXT_INDENT, 0, 0, 0)
    if box.layoutDirection() == Qt.LayoutDirection.RightToLeft:  # Qt aligns digits to the left
        box.lineEdit().setTextMargins(0, 0, _TEXT_INDENT, 0)
        box.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)


def make_combo_box(choices: Mapping[str, str], name: str, min_letters: int = 0) -> QComboBox:
    """Make a combo box of `choices`, texts by value; with `min_letters`, it may shrink to that many letters."""
    box = set_accessible_name(QComboBox(), name)
    if min_letters:
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(min_letters)
    for value, text in choices.items():
        box.addItem(text, value)
    return box


def make_text_view(name: str) -> QPlainTextEdit:
    """Make a read-only text view that Tab leaves."""
    view = set_accessible_name(QPlainTextEdit(), name)
    view.setReadOnly(True)
    view.setTabChangesFocus(True)
    return view


def make_scroll_area(
    content: QWidget | None = None, *, frame: bool = False, is_horizontal: bool = True, focus: bool = False
) -> QScrollArea:
    """Return a scroll area that resizes its content to its own size; with `focus`, it scrolls by keys as well. Without
    `is_horizontal`, it scrolls only vertically and is never narrower than its content."""
    area = QScrollArea() if is_horizontal else _VerticalScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.StyledPanel if frame else QFrame.Shape.NoFrame)
    if not is_horizontal:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if not focus:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if content is not None:
        area.setWidget(content)
    return area


class _VerticalScrollArea(QScrollArea):
    """Area that scrolls vertically only, and so is never narrower than its content."""

    def minimumSizeHint(self) -> QSize:
        minimum, content = super().minimumSizeHint(), self.widget()
        if content is None:
            return minimum
        width = content.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        return QSize(max(minimum.width(), width), minimum.height())


class _CompactStack(QStackedWidget):
    """Stack whose hidden pages take no space."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint().expandedTo(page.minimumSize())


def make_stack(*pages: QWidget) -> QStackedWidget:
    """Make a stack of pages, with the first shown. It needs only the space of the current page."""
    pages_widget = _CompactStack()
    for page in pages:
        pages_widget.addWidget(page)
    return pages_widget


def make_form(
    on: QWidget | None = None, margins: tuple[int, int, int, int] | None = None, spacing: int = -1
) -> QFormLayout:
    """Return a form layout whose fields grow with it; with `on`, as the layout of that widget."""
    layout = QFormLayout(on) if on is not None else QFormLayout()
    layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    layout.setVerticalSpacing(spacing)
    if margins is not None:
        layout.setContentsMargins(*margins)
    return layout


def focus_and_select_text(line: QLineEdit) -> None:
    """Focus a line edit, as its shortcut does, and select its text."""
    line.setFocus(Qt.FocusReason.ShortcutFocusReason)
    line.selectAll()


def make_column(
    *items: LayoutItem, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Make a column of widgets and layouts; with `on`, as the layout of that widget."""
    return _fill_layout(QVBoxLayout() if on is None else QVBoxLayout(on), items, margins, spacing)


def make_row(
    *items: LayoutItem, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Make a row of widgets and layouts; with `on`, as the layout of that widget."""
    return _fill_layout(QHBoxLayout() if on is None else QHBoxLayout(on), items, margins, spacing)


def make_splitter(
    *parts: QWidget,
    is_vertical: bool = False,
    sizes: Sequence[int] = (),
    stretch_factors: Sequence[int] = (1,),
    is_rigid: bool = True,
) -> QSplitter:
    """Make a splitter of parts side by side or, if `is_vertical`, in a column; `stretch_factors` divide extra space;
    if `is_rigid`, no part can be collapsed."""
    widget = QSplitter(Qt.Orientation.Vertical if is_vertical else Qt.Orientation.Horizontal)
    for part in parts:
        widget.addWidget(part)
    for index, stretch_factor in enumerate(stretch_factors):
        widget.setStretchFactor(index, stretch_factor)
    widget.setChildrenCollapsible(not is_rigid)
    if sizes:
        widget.setSizes(list(sizes))
    return widget


def make_timer(parent: QObject, slot: Slot, milliseconds: int = 0) -> QTimer:
    """Return a single-shot timer that calls `slot`; starting it again restarts it."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(slot)
    return timer


class TimeSlicer(QObject):
    """Runs long work on the window's thread in slices of a few milliseconds; work that is restarted or stopped reports
    nothing."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_timeout)
        self._work: Generator[None, None, object] | None = None
        self._on_result: Callable[[object], None] = lambda _: None

    @property
    def is_busy(self) -> bool:
        """Whether work is left to do."""
        return self._work is not None

    def start(self, work: Generator[None, None, object], on_result: Callable[[object], None]) -> None:
        """Run `work`, which yields between its steps, and pass its result to `on_result`."""
        self._work, self._on_result = work, on_result
        self._timer.start()

    def stop(self) -> None:
        """Drop the work; its result is not reported."""
        self._work = None
        self._timer.stop()

    def _on_timeout(self) -> None:
        """Run the work for one slice; report its result if it is finished."""
        deadline = perf_counter() + _SLICE_SECONDS
        work = self._work
        try:
            while work is not None and perf_counter() < deadline:
                next(work)
        except StopIteration as stop:
            self.stop()
            self._on_result(stop.value)
        except Exception:
            self.stop()  # the generator would seem to end without a result
            raise


def configure_read_only_table(table: QTableView) -> None:
    """Configure a read-only table that selects whole rows, without grid lines and row headers."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setWordWrap(False)
    table.setShowGrid(False)
    table.verticalHeader().hide()


def make_bold(font: QFont) -> QFont:
    """Return the font in bold."""
    bold_font = QFont(font)
    bold_font.setBold(True)
    return bold_font


def compute_dialog_size(widget: QWidget, columns: int, lines: int) -> QSize:
    """Return the pixel size of a dialog for these columns and lines, at most nine tenths of the screen."""
    metrics = widget.fontMetrics()
    size = QSize(metrics.averageCharWidth() * columns, metrics.lineSpacing() * lines)
    return size.boundedTo(widget.screen().availableSize() * 0.9)


def _tr(text: str) -> str:
    return QCoreApplication.translate("widgets", text)


def _fill_layout(layout: Box, items: Sequence[LayoutItem], margins: Margins | None, spacing: int | None) -> Box:
    """Add items, stretches and gaps to a layout, set its margins and spacing, and return it."""
    if margins is not None:
        layout.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    if spacing is not None:
        layout.setSpacing(spacing)
    for item in items:
        content, stretch = item if isinstance(item, tuple) else (item, 0)
        if isinstance(content, QWidget):
            layout.addWidget(content, stretch)
        elif isinstance(content, QLayout):
            layout.addLayout(content, stretch)
        elif content == STRETCH:
            layout.addStretch(1)
        else:
            layout.addSpacing(content)
    return layout
