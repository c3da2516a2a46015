"""Outcomes of edits as values, and messages to the user."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal


@dataclass(frozen=True, slots=True)
class Done:
    """The edit was journaled, and is shown."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """There was nothing to do: the document is already as requested."""

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Refused:
    """The edit was not made; the user was told the reason."""

    reason: str

    def __bool__(self) -> bool:
        return False


Outcome = Done | Unchanged | Refused


class Notices(QObject):
    """Messages for the window to show, and errors that later success resolves."""

    noted = Signal(str)  # message for the status line
    refused = Signal(str)  # why an edit was not made, for the status line
    failed = Signal(str)  # error, for the message bar
    resolved = Signal(str)  # an earlier error is over
    crashed = Signal(str)  # the traceback of a bug

    def __init__(self) -> None:
        super().__init__()
        self._open_errors: dict[str, list[str]] = {}  # by the action that failed

    def notify(self, sentence: str) -> None:
        """Show a message in the status line."""
        self.noted.emit(sentence)

    def refuse(self, reason: str) -> Refused:
        """Show why an edit was not made, and return that outcome."""
        self.refused.emit(reason)
        return Refused(reason)

    def fail(self, reason: str, action: str = "") -> Refused:
        """Show an error and return that outcome; with the name of an action it is shown until that succeeds."""
        if action:
            self._open_errors.setdefault(action, []).append(reason)
        self.failed.emit(reason)
        return Refused(reason)

    def resolve(self, action: str) -> None:
        """Report that an action succeeded: its earlier errors are resolved."""
        for reason in self._open_errors.pop(action, ()):
            self.resolved.emit(reason)

    def report_bug(self, trace: str) -> None:
        self.crashed.emit(trace)
