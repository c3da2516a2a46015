"""The plain widgets that panels are made of, a line each: labels, buttons, fields, columns, rows, pauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
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


def label(
    text: str = "",
    *,
    wraps: bool = False,
    faint: bool = False,
    selectable: bool = False,
    centred: bool = False,
    margin: int = 0,
    name: str = "",
) -> QLabel:
    """A label of plain text."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
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
    made.setClearButtonEnabled(True)
    return made


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
    *parts: QWidget, upright: bool = False, sizes: Sequence[int] = (), grows: Sequence[int] = (0,), keeps: bool = True
) -> QSplitter:
    """Parts beside one another, or `upright` below; those at `grows` take the room, and where it `keeps` them none
    can be closed."""
    made = QSplitter(Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal)
    for part in parts:
        made.addWidget(part)
    for place in grows:
        made.setStretchFactor(place, 1)
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
    table.setAlternatingRowColors(True)
    table.verticalHeader().hide()


def room_for_text(widget: QWidget, letters: int, lines: int) -> QSize:
    """The size of so many letters and lines, as far as the screen has it."""
    metrics = widget.fontMetrics()
    wanted = QSize(metrics.averageCharWidth() * letters, metrics.lineSpacing() * lines)
    return wanted.boundedTo(widget.screen().availableSize() * 0.9)


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
