"""What became of an edit, as a value, and what the user is told; whoever has something to say says it here."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal


@dataclass(frozen=True, slots=True)
class Done:
    """It was journaled, and is shown."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """There was nothing to do: what was asked for stands there already."""

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Refused:
    """It was not done; the reason was told to the user."""

    why: str

    def __bool__(self) -> bool:
        return False


Outcome = Done | Nothing | Refused


class Notices(QObject):
    """Sentences for the window to show."""

    noted = Signal(str)  # something to know, for the status line
    refused = Signal(str)  # why something was not done, for the status line
    failed = Signal(str)  # what went wrong, for the message bar
    mended = Signal(str)  # what was told to have gone wrong is over
    broke = Signal(str)  # the traceback of a bug

    def __init__(self) -> None:
        super().__init__()
        self._complaints: dict[str, list[str]] = {}  # by the act that failed

    def note(self, sentence: str) -> None:
        self.noted.emit(sentence)

    def refuse(self, why: str) -> Refused:
        """Tells why something was not done, which is what became of it."""
        self.refused.emit(why)
        return Refused(why)

    def fail(self, why: str, act: str = "") -> Refused:
        """Tells what went wrong, which is what became of it; with the name of an act, until that is done."""
        if act:
            self._complaints.setdefault(act, []).append(why)
        self.failed.emit(why)
        return Refused(why)

    def succeed(self, act: str) -> None:
        """Says that an act was done: what went wrong with it before is over."""
        for why in self._complaints.pop(act, ()):
            self.mended.emit(why)

    def report_bug(self, trace: str) -> None:
        self.broke.emit(trace)
