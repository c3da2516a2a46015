"""What a user has before him: the widget with a name that a screen reader says, or with a text on it."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

T = TypeVar("T", bound=QWidget)


def named(within: QWidget, kind: type[T], name: str) -> T:
    """The one widget of a kind that has this accessible name, or that is a button with this text."""
    found = [widget for widget in within.findChildren(kind) if name in (widget.accessibleName(), _text(widget))]
    assert len(found) == 1, (name, [(widget.accessibleName(), _text(widget)) for widget in within.findChildren(kind)])
    return found[0]


def labels(within: QWidget) -> str:
    """What all labels on screen say, a line each."""
    return "\n".join(label.text() for label in within.findChildren(QLabel) if label.isVisible())


def _text(widget: QWidget) -> str:
    return widget.text().replace("&", "") if isinstance(widget, QAbstractButton) else ""
