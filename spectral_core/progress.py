"""Progress reports of long work; a report may raise Cancelled to stop it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from spectral_core.deprecated import keep_old_names, old_keywords

T = TypeVar("T")

CALIBRATION = "calibration"  # the part that evaluates a temporary model for calibration
_subscribers: list[Report] = []
_abandoned_threads: list[threading.Thread] = []


class Cancelled(Exception):  # noqa: N818 - not an error: what the user asked for
    """Raised by a progress callback to stop the work that called it; no partial result is left behind."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of long work: `done` of `total` in a named stage, and the measures there."""

    stage: str
    done: int
    total: int | None = None  # None if unknown; never an estimate
    measures: Mapping[str, float] = field(default_factory=dict)
    part: str = ""  # tagger, labeller or calibration: trained since the last report, next to the estimator


Report = Callable[[Progress], None]


@contextmanager
def subscribe(report: Report) -> Iterator[None]:
    """Inside the block, send `report` the progress of work that takes no callback of its own, such as compilation."""
    _subscribers.append(report)
    try:
        yield
    finally:
        _subscribers.remove(report)


def notify(progress: Progress) -> None:
    """Send a progress report to all subscribers."""
    for report in tuple(_subscribers):
        report(progress)


def ignore_progress(progress: Progress) -> None:
    """Ignore progress: the default callback."""


@contextmanager
def report_part(report: Report, part: str) -> Generator[Report]:
    """Yield a callback that marks progress as that of one part, trained next to the estimator."""
    report(Progress(part, 0))  # time before this does not belong to the part
    yield lambda progress: report(replace(progress, part=progress.part or part))
    report(Progress(part, 1, 1, part=part))


@dataclass(frozen=True, slots=True)
class Curves:
    """A progress callback that collects measures; pass it to `learn` and show it in a notebook, also during
    training."""

    points: dict[str, list[tuple[float, float]]] = field(default_factory=dict)  # by measure: (step, value)

    def __call__(self, progress: Progress) -> None:
        for name, value in progress.measures.items():
            self.points.setdefault(name, []).append((progress.done, value))

    def _repr_html_(self) -> str:
        from spectral_core.notebook import charts_html

        return charts_html(self.points)


@old_keywords(every="interval")
def track_progress(items: Iterable[T], stage: str, total: int | None, report: Report, interval: int) -> Iterator[T]:
    """Yield the items, with a progress report before every `interval` of them."""
    for done, item in enumerate(items):
        if done % interval == 0:
            report(Progress(stage, done, total))
        yield item


def run_in_abandonable_thread(
    work: Callable[[], T], wait: Callable[[Callable[[], T | Exception]], T | Exception], step: float
) -> T:
    """Run work that cannot be interrupted, such as a DNS lookup, in a thread and wait for it in steps.

    `wait` repeats the attempt it receives, which raises a TimeoutError after each step. If `wait` raises, the thread is
    abandoned and its result is discarded.
    """
    answers: queue.SimpleQueue[T | Exception] = queue.SimpleQueue()

    def run() -> None:
        try:
            answers.put(work())
        except Exception as error:  # raised again in the waiting thread
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
        _abandoned_threads[:] = [other for other in _abandoned_threads if other.is_alive()] + [thread]
        raise
    if isinstance(answer, Exception):
        raise answer
    return answer


def list_abandoned_threads() -> tuple[threading.Thread, ...]:
    """Return the abandoned threads that still run."""
    return tuple(thread for thread in _abandoned_threads if thread.is_alive())


keep_old_names(__name__)
