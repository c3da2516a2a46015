"""Which source files of the two packages are entered by what is done in this thread, and in which order."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

_PACKAGES = ("spectral_core", "spectral_gui")


@dataclass
class Way:
    """The functions that were called, with their files, and the signals that were emitted between them."""

    calls: list[tuple[str, str]] = field(default_factory=list)  # file, function
    signals: list[tuple[int, str]] = field(default_factory=list)  # how many calls came before, name

    def note(self, frame: FrameType, event: str, called: object) -> None:
        """What `sys.setprofile` asks for."""
        if event == "call":
            name = _file_of(frame.f_code)
            if name:
                self.calls.append((name, frame.f_code.co_qualname))
        elif event == "c_call" and getattr(called, "__name__", "") == "emit" and _file_of(frame.f_code):
            shown = repr(getattr(called, "__self__", None))  # <PySide6.QtCore.SignalInstance sentence_changed(int) ...>
            self.signals.append((len(self.calls), shown.partition("SignalInstance ")[2].partition("(")[0]))

    def called(self, function: str) -> int:
        """How many calls came before the first one of a function."""
        return next(at for at, (_, name) in enumerate(self.calls) if name == function)

    def emitted(self, signal: str) -> int:
        """How many calls came before a signal was first emitted."""
        return next(at for at, name in self.signals if name == signal)

    def seen(self, signal: str, folder: str) -> int:
        """How many calls came before the first file in a folder was entered after a signal."""
        begin = self.emitted(signal)
        return next(at for at in range(begin, len(self.calls)) if self.calls[at][0].startswith(folder))

    def files(self, begin: int = 0, end: int | None = None) -> list[str]:
        """The files that calls entered, in order, each once."""
        return list(dict.fromkeys(name for name, _ in self.calls[begin:end]))


@contextmanager
def watched() -> Iterator[Way]:
    """The way of what is done meanwhile."""
    way, before = Way(), sys.getprofile()
    sys.setprofile(way.note)
    try:
        yield way
    finally:
        sys.setprofile(before)


def _file_of(code: CodeType) -> str:
    """The file of a function from its package on; "" for a function of others."""
    parts = Path(code.co_filename).parts
    package = next((name for name in _PACKAGES if name in parts), None)
    return "" if package is None else "/".join(parts[parts.index(package) :])
