"""One of the engine's processes with the jobs that wait for it and the news that it has not heard."""

from __future__ import annotations

import errno
import math
import multiprocessing
import sys
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from spectral_core.data import Sentence
from spectral_core.engine import DocumentShown, Request
from spectral_core.files import allowed_unpacked
from spectral_core.progress import Progress
from spectral_gui.jobs.job import Job, T, tell_progress
from spectral_gui.resources import translating
from spectral_gui.worker import Ended, Flag, serve

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnContext, SpawnProcess

_LOADED = ["spectral_gui.worker", "spectral_core.formats", "spectral_core.engine.ready"]
DYING = 3.0  # seconds in which a process that was killed may still be asked, on a machine with much to do
KILLED = 2.0  # seconds in which the end of a killed process is waited for
SILENT = 20.0  # seconds without a sign of life after which a process that works is taken for stopped
STARTING = 90.0  # the same before its first sign of life: what it loads may come from a slow disk
STOPPING = 5.0  # the same once its job was cancelled
_MOST_COUNTED = 0.5  # seconds of silence that one look can add: while the window itself sleeps, nobody listens
_tr = translating("Jobs")

News = DocumentShown | Mapping[int, Sentence] | None  # of a document: it was opened, edited or closed


class Lane:
    """One process with the jobs that wait for it and the news that it has not heard."""

    def __init__(self, patience: float = math.inf, behind: bool = False) -> None:
        self._patience, self._behind = patience, behind
        self._stop_by = math.inf  # when a cancelled job is ended with its process
        self._cancelled = False  # nobody waits for the job which runs any more
        self.start_failed = False  # the last process that was wanted could not be started
        self._silence = 0.0  # seconds that the job which runs was not heard of
        self._listened = time.monotonic()  # when it was last listened to
        self._alive = False  # this process has given a sign of life
        self._context = _context()
        self.process: ForkServerProcess | SpawnProcess | None = None
        self._connection: Connection | None = None
        self._cancel: Flag | None = None
        self._hold: Flag | None = None  # what is done now waits while it is set
        self.waiting: deque[tuple[Job[Any], Request[Any]]] = deque()
        self.running: Job[Any] | None = None
        self._asked: tuple[float, Request[Any]] | None = None  # what runs, and since when, until it is heard of
        self._again: Job[Any] | None = None  # what was asked once more
        self._held: dict[str, DocumentShown] = {}  # every document as it is now: what a new process must be told
        self._news: list[tuple[str, News]] = []  # what this process has not heard

    @property
    def busy(self) -> bool:
        return self.running is not None or bool(self.waiting)

    @property
    def silent(self) -> bool:
        """Whether the process is at work, but has given no sign of life for long."""
        return self.running is not None and self._silence > (SILENT if self._alive else STARTING)

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
            self._cancelled = True
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
        self._count_silence()
        newest: Progress | None = None
        measured: list[Progress] = []  # a report that measures is worth more than a newer one that does not
        connection, job = self._connection, self.running
        try:
            while connection is not None and job is not None and connection.poll():
                number, message = connection.recv()
                if number != job.number:
                    continue
                self._asked, self._silence, self._alive = None, 0.0, True
                if message is None:
                    continue
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
        elif job is not None and (time.monotonic() > self._stop_by or (self._cancelled and self._silence > STOPPING)):
            self._bury(Ended())
        elif job is not None and self.silent and (job.unasked or not self._behind):
            why = _tr("The engine did not respond for {0} seconds and was restarted. Try again.")
            self.give_up(why.format(round(self._silence)))

    def give_up(self, why: str) -> None:
        """Ends the process whatever it does; its job fails, and the next one gets a new process."""
        if self.running is not None:
            self.running.orphaned = True
            self._bury(Ended(complaint=why))
        else:
            self._kill()

    def wake(self) -> None:
        """Starts the process where there is none. Raises what the system says where it cannot."""
        if self.process is not None and self.process.is_alive():
            return
        self._drop()
        connection, theirs = self._context.Pipe()
        try:
            cancel, hold = Flag(self._context), Flag(self._context)
            process = self._context.Process(target=serve, args=(theirs, cancel, hold, self._behind), daemon=True)
            process.start()
        except BaseException:
            connection.close()
            raise
        finally:
            theirs.close()
        self.process, self._connection, self._cancel, self._hold = process, connection, cancel, hold
        self._alive = False
        self._news = list(self._held.items())

    def _begin(self, job: Job[T], request: Request[T]) -> None:
        reason = ""
        for _ in range(2):  # this process, or the one that it is forked from, may be dead without being known to be
            try:
                self.wake()
            except (OSError, EOFError) as error:  # EOFError: the one that it is forked from could not fork
                reason = reason_not_started(error)
                continue
            reason, self.start_failed = "", False
            assert self._connection is not None
            assert self._cancel is not None
            self._cancel.clear()
            self.running, self._stop_by, self._cancelled = job, math.inf, False
            self._silence, self._listened = 0.0, time.monotonic()
            news, self._news = self._news, []
            try:
                self._connection.send((job.number, news, request, allowed_unpacked()))
                self._asked = (time.monotonic(), request)
                return
            except OSError:
                self._kill()
        if not reason:
            self._bury()
            return
        self.running, self.start_failed, job.orphaned = None, True, True
        remedy = _tr("Close other programs, then try again or choose Model › Restart the engine.")
        job.end(Ended(complaint=_tr("The engine could not be started: {0}. {1}").format(reason, remedy)))

    def _count_silence(self) -> None:
        now = time.monotonic()
        self._silence += min(now - self._listened, _MOST_COUNTED)
        self._listened = now

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
            job.orphaned = job.orphaned or ended is None
            job.end(ended or Ended(complaint=_tr("The engine stopped unexpectedly and was started anew. Try again.")))

    def _kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join(KILLED)
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
                process.join(KILLED)
        self.process = self._connection = None
        self._news = []


def prepare() -> None:
    """Has the process that others are forked from load what they need, before somebody waits for it."""
    if sys.platform == "linux":
        from multiprocessing import forkserver

        _context()
        with suppress(OSError):  # which the first job tells
            forkserver.ensure_running()


def reason_not_started(error: OSError | EOFError) -> str:
    """Why a process could not be started, to stand within a sentence."""
    code = error.errno if isinstance(error, OSError) else errno.EAGAIN
    if code == errno.EAGAIN:
        return _tr("the system allows no more processes")
    if code == errno.ENOMEM:
        return _tr("the memory is full")
    if code in (errno.EMFILE, errno.ENFILE):
        return _tr("too many files are open")
    if code == errno.ENOSPC:
        return _tr("there is no shared memory left")
    return str(error)


def _context() -> ForkServerContext | SpawnContext:
    """How processes start: forked from one that holds nothing but loaded modules, so that one which replaces another
    is there at once. The window itself is never forked, and where a fork may harm libraries each starts from nothing.
    """
    if sys.platform != "linux":  # Windows has none, and what numpy calls on macOS does not bear it
        return multiprocessing.get_context("spawn")
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(_LOADED)
    return made
