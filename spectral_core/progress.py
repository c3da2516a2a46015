"""How long work tells where it stands, and how it is stopped: a report may raise Cancelled."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

T = TypeVar("T")

CALIBRATION = "calibration"  # the part whose measures are of a model that is not kept


class Cancelled(Exception):  # noqa: N818 - not an error: what the user asked for
    """Raised by a report to stop the work that called it; nothing half-done is left behind."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where long work stands: `done` of `total` in a named stage, and what was measured there."""

    stage: str
    done: int
    total: int | None = None  # None where the end is not known; never guessed
    measures: Mapping[str, float] = field(default_factory=dict)
    part: str = ""  # tagger, labeller, calibration: what is learnt beside the estimator, and was since the last report


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


@contextmanager
def beside(report: Report, part: str) -> Generator[Report]:
    """The report for a part that is learnt beside the estimator; how long it takes is between its first and last."""
    report(Progress(part, 0))  # what went before is not its own
    yield lambda progress: report(replace(progress, part=progress.part or part))
    report(Progress(part, 1, 1, part=part))


@dataclass(frozen=True, slots=True)
class Curves:
    """A report that keeps what is measured: to be handed to `learn`, and looked at in a notebook, also meanwhile."""

    points: dict[str, list[tuple[float, float]]] = field(default_factory=dict)  # by measure: where, value

    def __call__(self, progress: Progress) -> None:
        for name, value in progress.measures.items():
            self.points.setdefault(name, []).append((progress.done, value))

    def _repr_html_(self) -> str:
        from spectral_core.notebook import charts_html

        return charts_html(self.points)


def watched(items: Iterable[T], stage: str, total: int | None, report: Report, every: int) -> Iterator[T]:
    """The items one by one, with a report before the first of every so many."""
    for done, item in enumerate(items):
        if done % every == 0:
            report(Progress(stage, done, total))
        yield item


_left_behind: list[threading.Thread] = []


def wait_for_thread(
    work: Callable[[], T], wait: Callable[[Callable[[], T | Exception]], T | Exception], step: float
) -> T:
    """Do in a thread what cannot be stopped, such as looking up a server's name, and wait for it in steps.

    `wait` is given an attempt that raises a TimeoutError after one step, and repeats it. Where it raises to stop, the
    thread is left behind: nobody hears of what it finds.
    """
    answers: queue.SimpleQueue[T | Exception] = queue.SimpleQueue()

    def run() -> None:
        try:
            answers.put(work())
        except Exception as error:  # raised again in the thread that waits
            answers.put(error)

    def attempt() -> T | Exception:
        try:
            return answers.get(timeout=step)
        except queue.Empty:
            raise TimeoutError from None

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        answer = wait(attempt)
    except BaseException:
        _left_behind[:] = [other for other in _left_behind if other.is_alive()] + [thread]
        raise
    if isinstance(answer, Exception):
        raise answer
    return answer


def threads_left_behind() -> tuple[threading.Thread, ...]:
    """Return the threads that still do what nobody waits for any more."""
    return tuple(thread for thread in _left_behind if thread.is_alive())
