"""One of the engine's processes with the jobs that wait for it and the news that it has not heard."""

from __future__ import annotations

import math
import multiprocessing
import sys
import time
from collections import deque
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from spectral_core.data import Sentence
from spectral_core.engine import DocumentShown, Request
from spectral_core.files import allowed_unpacked
from spectral_core.progress import Progress
from spectral_gui.jobs.job import Job, T, tell_progress
from spectral_gui.resources import translating
from spectral_gui.worker import Ended, serve

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnContext, SpawnProcess
    from multiprocessing.synchronize import Event

_LOADED = ["spectral_gui.worker", "spectral_core.formats", "spectral_core.engine.ready"]
DYING = 3.0  # seconds in which a process that was killed may still be asked, on a machine with much to do
_tr = translating("Jobs")

News = DocumentShown | Mapping[int, Sentence] | None  # of a document: it was opened, edited or closed


class Lane:
    """One process with the jobs that wait for it and the news that it has not heard."""

    def __init__(self, patience: float = math.inf, behind: bool = False) -> None:
        self._patience, self._behind = patience, behind
        self._stop_by = math.inf  # when a cancelled job is ended with its process
        self._context = _context()
        self.process: ForkServerProcess | SpawnProcess | None = None
        self._connection: Connection | None = None
        self._cancel: Event | None = None
        self._hold: Event | None = None  # what is done now waits while it is set
        self.waiting: deque[tuple[Job[Any], Request[Any]]] = deque()
        self.running: Job[Any] | None = None
        self._asked: tuple[float, Request[Any]] | None = None  # what runs, and since when, until it is heard of
        self._again: Job[Any] | None = None  # what was asked once more
        self._held: dict[str, DocumentShown] = {}  # every document as it is now: what a new process must be told
        self._news: list[tuple[str, News]] = []  # what this process has not heard

    @property
    def busy(self) -> bool:
        return self.running is not None or bool(self.waiting)

    def tell(self, document: str, news: News) -> None:
        if isinstance(news, DocumentShown):
            self._held[document] = news
            self._news = [row for row in self._news if row[0] != document]
        elif news is None:
            self._held.pop(document, None)
        elif document in self._held:
            edits = self._held[document].edits
            assert isinstance(edits, dict)  # made by the session for us, so that an edit costs nothing
            edits.update(news)
        else:
            return
        if self.process is not None:
            self._news.append((document, news))

    def add(self, job: Job[T], request: Request[T]) -> None:
        self.waiting.append((job, request))

    def cancel(self, job: Job[T]) -> None:
        if job is self.running and self._cancel is not None:
            self._cancel.set()
            self._asked = None  # what nobody wants any more is not asked again
            self._stop_by = min(self._stop_by, time.monotonic() + self._patience)
        elif job in (waiting for waiting, _ in self.waiting):
            self.waiting = deque(row for row in self.waiting if row[0] is not job)
            job.end(Ended())

    def hold(self, wanted: bool) -> None:
        """Lets what is done now wait at its next report, or go on."""
        if self._hold is not None and wanted != self._hold.is_set():
            self._hold.set() if wanted else self._hold.clear()

    def look(self) -> None:
        if self.running is None and self.waiting:
            self._begin(*self.waiting.popleft())
        newest: Progress | None = None
        measured: list[Progress] = []  # a report that measures is worth more than a newer one that does not
        connection, job = self._connection, self.running
        try:
            while connection is not None and job is not None and connection.poll():
                number, message = connection.recv()
                if number != job.number:
                    continue
                self._asked = None
                if isinstance(message, Ended):
                    self.running = None
                    tell_progress(job, newest, measured)
                    job.end(message)
                    return
                newest = message
                if message.measures:
                    measured.append(message)
        except (EOFError, OSError):
            self._bury()
            return
        if job is not None:
            tell_progress(job, newest, measured)
        if job is not None and self.process is not None and not self.process.is_alive():
            self._bury()
        elif job is not None and time.monotonic() > self._stop_by:
            self._bury(Ended())

    def wake(self) -> None:
        if self.process is not None and self.process.is_alive():
            return
        self._drop()
        self._connection, theirs = self._context.Pipe()
        self._cancel, self._hold = self._context.Event(), self._context.Event()
        given = (theirs, self._cancel, self._hold, self._behind)
        self.process = self._context.Process(target=serve, args=given, daemon=True)
        self.process.start()
        theirs.close()
        self._news = list(self._held.items())

    def _begin(self, job: Job[T], request: Request[T]) -> None:
        for _ in range(2):  # a process that died while it had nothing to do may not be known to be dead
            self.wake()
            assert self._connection is not None
            assert self._cancel is not None
            self._cancel.clear()
            self.running, self._stop_by = job, math.inf
            news, self._news = self._news, []
            try:
                self._connection.send((job.number, news, request, allowed_unpacked()))
                self._asked = (time.monotonic(), request)
                return
            except OSError:
                self._kill()
        self._bury()

    def _bury(self, ended: Ended[Any] | None = None) -> None:
        """The process died: its job ends so, or fails with a sentence, and the next job gets a new one. What was asked
        while it was dying is asked of the new one."""
        job, self.running = self.running, None
        asked, self._asked = self._asked, None
        self._kill()
        if job is not None and ended is None and job is not self._again and asked is not None:
            since, request = asked
            if time.monotonic() - since < DYING:
                self._again = job
                self.waiting.appendleft((job, request))
                return
        if job is not None:
            job.orphaned = ended is None
            job.end(ended or Ended(complaint=_tr("The engine stopped unexpectedly and was started anew. Try again.")))

    def _kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
        self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self.process = self._connection = None

    def hang_up(self) -> None:
        if self._cancel is not None:
            self._cancel.set()
        self.hold(False)
        for job in (*(job for job, _ in self.waiting), *((self.running,) if self.running else ())):
            job.end(Ended())
        self.waiting.clear()
        self.running = None
        if self._connection is not None:
            self._connection.close()

    def close(self) -> None:
        process = self.process
        if process is not None:
            process.join(0.5)
            if process.is_alive():
                process.kill()
                process.join()
        self.process = self._connection = None
        self._news = []


def prepare() -> None:
    """Has the process that others are forked from load what they need, before somebody waits for it."""
    if sys.platform == "linux":
        from multiprocessing import forkserver

        _context()
        forkserver.ensure_running()


def _context() -> ForkServerContext | SpawnContext:
    """How processes start: forked from one that holds nothing but loaded modules, so that one which replaces another
    is there at once. The window itself is never forked, and where a fork may harm libraries each starts from nothing.
    """
    if sys.platform != "linux":  # Windows has none, and what numpy calls on macOS does not bear it
        return multiprocessing.get_context("spawn")
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(_LOADED)
    return made
