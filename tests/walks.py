"""Recorder of walks: which functions of the two packages a thread calls, and what can be said of the path."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType

_PACKAGES = ("spectral_core", "spectral_gui")


@dataclass(frozen=True)
class Call:
    """A call of a function of the program."""

    file: str  # from its package on
    function: str  # qualified name
    depth: int  # functions of the program on the stack, itself included
    is_slot: bool  # called by an emitted signal or by the dispatcher of changes


@dataclass(frozen=True)
class Figures:
    """Measures of a walk, smaller is simpler."""

    files: int
    packages: int
    switches: int  # between two files
    package_switches: int
    depth: int  # longest chain of calls
    slots: int  # different functions called by signals and dispatchers


@dataclass
class Walk:
    """The calls made, in order, with the signals emitted between them."""

    calls: list[Call] = field(default_factory=list)
    signals: list[tuple[int, str]] = field(default_factory=list)  # number of calls before, name
    _frames: list[FrameType] = field(default_factory=list)  # functions of the program on the stack
    _emitters: list[FrameType] = field(default_factory=list)  # frames that are emitting a signal

    def record(self, frame: FrameType, event: str, callee: object) -> None:
        """Record an event of `sys.setprofile`."""
        if event == "call":
            file = _get_file(frame.f_code)
            if file:
                self._frames.append(frame)
                caller = frame.f_back
                is_slot = bool(self._emitters) and caller is self._emitters[-1]
                is_slot |= caller is not None and caller.f_code.co_qualname in _DISPATCHERS
                is_slot &= frame.f_code.co_qualname not in _DISPATCHERS
                self.calls.append(Call(file, frame.f_code.co_qualname, len(self._frames), is_slot))
        elif event == "return":
            if self._frames and self._frames[-1] is frame:
                self._frames.pop()
        elif event == "c_call":
            if getattr(callee, "__name__", "") == "emit" and _get_file(frame.f_code):
                self._emitters.append(frame)
                shown = repr(getattr(callee, "__self__", None))  # <PySide6.QtCore.SignalInstance changed(int) at ...>
                self.signals.append((len(self.calls), shown.partition("SignalInstance ")[2].partition("(")[0]))
        elif self._emitters and self._emitters[-1] is frame and getattr(callee, "__name__", "") == "emit":
            self._emitters.pop()

    @property
    def figures(self) -> Figures:
        """The measures of the whole walk."""
        files = [call.file for call in self.calls]
        packages = [file.rpartition("/")[0] for file in files]
        return Figures(
            len(set(files)),
            len(set(packages)),
            _count_switches(files),
            _count_switches(packages),
            max((call.depth for call in self.calls), default=0),
            len({(call.file, call.function) for call in self.calls if call.is_slot}),
        )

    @property
    def slots(self) -> list[str]:
        """The different functions that signals and dispatchers called, in the order of their first calls."""
        return list(dict.fromkeys(f"{call.file} {call.function}" for call in self.calls if call.is_slot))

    def count(self, function: str) -> int:
        """Return how many calls a function had."""
        return sum(call.function == function for call in self.calls)

    def index_of_call(self, function: str) -> int:
        """Return the number of calls before the first one of a function."""
        return next(index for index, call in enumerate(self.calls) if call.function == function)

    def index_of_signal(self, signal: str) -> int:
        """Return the number of calls before a signal was first emitted."""
        return next(index for index, name in self.signals if name == signal)

    def files(self, start: int = 0, end: int | None = None) -> list[str]:
        """Return the files that calls entered, in order, each once."""
        return list(dict.fromkeys(call.file for call in self.calls[start:end]))


_DISPATCHERS = frozenset({"ChangeDispatcher._call", "ViewUpdates._receive"})


@contextmanager
def record_walk() -> Iterator[Walk]:
    """Record the calls made in this thread meanwhile."""
    walk, previous = Walk(), sys.getprofile()
    sys.setprofile(walk.record)
    try:
        yield walk
    finally:
        sys.setprofile(previous)


def _count_switches(names: Sequence[str]) -> int:
    return sum(name != next_name for name, next_name in pairwise(names))


@cache
def _get_file(code: CodeType) -> str:
    """Return the file of a function from its package on; "" for a function of others."""
    parts = Path(code.co_filename).parts
    package = next((name for name in _PACKAGES if name in parts), None)
    return "" if package is None else "/".join(parts[parts.index(package) :])
