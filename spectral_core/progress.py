"""How long work tells where it stands, and how it is stopped: a report may raise Cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


class Cancelled(Exception):  # noqa: N818 - not an error: what the user asked for
    """Raised by a report to stop the work that called it; nothing half-done is left behind."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where long work stands: `done` of `total` in a named stage, and what was measured there."""

    stage: str
    done: int
    total: int | None = None  # None where the end is not known; never guessed
    measures: Mapping[str, float] = field(default_factory=dict)


Report = Callable[[Progress], None]


_listening: list[Report] = []


@contextmanager
def listening(report: Report) -> Iterator[None]:
    """Meanwhile `report` hears of work that nobody called for by itself: that machine code is being made."""
    _listening.append(report)
    try:
        yield
    finally:
        _listening.remove(report)


def mention(progress: Progress) -> None:
    """Tells whoever listens."""
    for report in tuple(_listening):
        report(progress)


def silent(progress: Progress) -> None:
    """A report for callers that do not watch."""


def watched(items: Iterable[T], stage: str, total: int | None, report: Report, every: int) -> Iterator[T]:
    """The items one by one, with a report before the first of every so many."""
    for done, item in enumerate(items):
        if done % every == 0:
            report(Progress(stage, done, total))
        yield item
