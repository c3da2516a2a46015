"""Lane: one process of the engine with its queue of jobs and unsent document updates."""

from __future__ import annotations

import errno
import logging
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
from spectral_core.engine import DocumentState, Request
from spectral_core.files import read_unpack_allowance
from spectral_core.logs import active_setup
from spectral_core.progress import Progress
from spectral_gui.jobs.job import Job, T, notify_progress
from spectral_gui.resources import translating
from spectral_gui.worker import Flag, JobResult, serve

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnContext, SpawnProcess

_PRELOADED = ["spectral_gui.worker", "spectral_core.formats", "spectral_core.engine.ready"]
RETRY_SECONDS = 3.0  # seconds in which a process that was killed may still be asked, on a machine with much to do
KILL_TIMEOUT = 2.0  # seconds in which the end of a killed process is waited for
SILENCE_LIMIT = 20.0  # seconds without a sign of life after which a process that works is taken for stopped
STARTUP_LIMIT = 90.0  # the same before its first sign of life: what it loads may come from a slow disk
CANCEL_LIMIT = 5.0  # the same once its job was cancelled
_MAX_SILENCE_STEP = 0.5  # seconds per poll: while the window sleeps, silence means nothing
_tr = translating("Jobs")
_logger = logging.getLogger(__name__)

DocumentUpdate = DocumentState | Mapping[int, Sentence] | None  # of a document: it was opened, edited or closed


class Lane:
    """One process with the jobs that wait for it and the document updates that it has not received."""

    def __init__(self, name: str, patience: float = math.inf, low_priority: bool = False) -> None:
        self._name = f"engine-{name}"  # of its process, in the log
        self._patience, self._has_low_priority = patience, low_priority
        self._deadline = math.inf  # when a cancelled job is ended with its process
        self._is_cancelled = False  # the running job was cancelled
        self.start_failed = False  # the last process could not be started
        self._silence = 0.0  # seconds without a message of the running job
        self._last_poll = time.monotonic()  # time of the last poll
        self._has_responded = False  # this process has given a sign of life
        self._context = _make_context()
        self.process: ForkServerProcess | SpawnProcess | None = None
        self._connection: Connection | None = None
        self._cancel_flag: Flag | None = None
        self._pause_flag: Flag | None = None  # the running job waits while it is set
        self.queue: deque[tuple[Job[Any], Request[Any]]] = deque()
        self.running: Job[Any] | None = None
        self._unanswered: tuple[float, Request[Any]] | None = (
            None  # running request and its start, until the process responds
        )
        self._retried_job: Job[Any] | None = None  # sent again to a new process
        self._documents: dict[str, DocumentState] = {}  # current state, for a new process
        self._unsent: list[tuple[str, DocumentUpdate]] = []  # updates that this process has not received

    @property
    def is_busy(self) -> bool:
        return self.running is not None or bool(self.queue)

    @property
    def is_silent(self) -> bool:
        """Whether the process is at work, but has given no sign of life for long."""
        return self.running is not None and self._silence > (SILENCE_LIMIT if self._has_responded else STARTUP_LIMIT)

    def update_document(self, document: str, update: DocumentUpdate) -> None:
        if isinstance(update, DocumentState):
            self._documents[document] = update
            self._unsent = [unsent for unsent in self._unsent if unsent[0] != document]
        elif update is None:
            self._documents.pop(document, None)
        elif document in self._documents:
            edits = self._documents[document].edits
            assert isinstance(edits, dict)  # made by the session for us, so that an edit costs nothing
            edits.update(update)
        else:
            return
        if self.process is not None:
            self._unsent.append((document, update))

    def add(self, job: Job[T], request: Request[T]) -> None:
        self.queue.append((job, request))

    def cancel(self, job: Job[T]) -> None:
        if job is self.running and self._cancel_flag is not None:
            self._cancel_flag.set()
            self._unanswered = None  # a cancelled request is not sent again
            self._is_cancelled = True
            self._deadline = min(self._deadline, time.monotonic() + self._patience)
        elif job in (queued_job for queued_job, _ in self.queue):
            self.queue = deque(entry for entry in self.queue if entry[0] is not job)
            job.end(JobResult())

    def set_paused(self, paused: bool) -> None:
        """Let the running job wait at its next report, or continue."""
        if self._pause_flag is not None and paused != self._pause_flag.is_set():
            self._pause_flag.set() if paused else self._pause_flag.clear()

    def poll(self) -> None:
        """Start the next job, pass on what the process sent, and replace the process where it died or hangs."""
        if self.running is None and self.queue:
            self._start_job(*self.queue.popleft())
        self._measure_silence()
        newest: Progress | None = None
        measured_reports: list[Progress] = []  # a report that measures is worth more than a newer one that does not
        connection, job = self._connection, self.running
        try:
            while connection is not None and job is not None and connection.poll():
                number, message = connection.recv()
                if number != job.number:
                    continue
                self._unanswered, self._silence, self._has_responded = None, 0.0, True
                if message is None:
                    continue
                if isinstance(message, JobResult):
                    self.running = None
                    notify_progress(job, newest, measured_reports)
                    job.end(message)
                    return
                newest = message
                if message.measures:
                    measured_reports.append(message)
        except (EOFError, OSError):
            self._handle_crash()
            return
        if job is not None:
            notify_progress(job, newest, measured_reports)
        if job is not None and self.process is not None and not self.process.is_alive():
            self._handle_crash()
        elif job is not None and (
            time.monotonic() > self._deadline or (self._is_cancelled and self._silence > CANCEL_LIMIT)
        ):
            self._handle_crash(JobResult())
        elif job is not None and self.is_silent and (job.is_background or not self._has_low_priority):
            _logger.error("%s has not responded for %.0f s", self._name, self._silence)
            reason = _tr("The engine did not respond for {0} seconds and was restarted. Try again.")
            self.replace_process(reason.format(round(self._silence)))

    def replace_process(self, reason: str) -> None:
        """End the process whatever it does; its job fails, and the next one gets a new process."""
        if self.running is not None:
            self.running.lost_process = True
            self._handle_crash(JobResult(complaint=reason))
        else:
            self._kill()

    def start_process(self) -> None:
        """Start the process where there is none; raise the system's error where it cannot be started."""
        if self.process is not None and self.process.is_alive():
            return
        self._disconnect()
        connection, remote = self._context.Pipe()
        try:
            cancel_flag, pause_flag = Flag(self._context), Flag(self._context)
            arguments = (remote, cancel_flag, pause_flag, self._has_low_priority, self._name, active_setup())
            process = self._context.Process(target=serve, args=arguments, name=self._name, daemon=True)
            process.start()
        except BaseException:
            connection.close()
            raise
        finally:
            remote.close()
        self.process, self._connection, self._cancel_flag, self._pause_flag = (
            process,
            connection,
            cancel_flag,
            pause_flag,
        )
        _logger.info("%s started as process %s", self._name, process.pid)
        self._has_responded = False
        self._unsent = list(self._documents.items())

    def _start_job(self, job: Job[T], request: Request[T]) -> None:
        reason = ""
        for _ in range(2):  # this process, or the one that it is forked from, may be dead without being known to be
            try:
                self.start_process()
            except (OSError, EOFError) as error:  # EOFError: the one that it is forked from could not fork
                reason = describe_start_error(error)
                _logger.error("%s could not be started", self._name, exc_info=True)
                continue
            reason, self.start_failed = "", False
            assert self._connection is not None
            assert self._cancel_flag is not None
            self._cancel_flag.clear()
            self.running, self._deadline, self._is_cancelled = job, math.inf, False
            self._silence, self._last_poll = 0.0, time.monotonic()
            updates, self._unsent = self._unsent, []
            try:
                self._connection.send((job.number, updates, request, read_unpack_allowance()))
                self._unanswered = (time.monotonic(), request)
                return
            except OSError:
                self._kill()
        if not reason:
            self._handle_crash()
            return
        self.running, self.start_failed, job.lost_process = None, True, True
        remedy = _tr("Close other programs, then try again or choose Model › Restart the engine.")
        job.end(JobResult(complaint=_tr("The engine could not be started: {0}. {1}").format(reason, remedy)))

    def _measure_silence(self) -> None:
        now = time.monotonic()
        self._silence += min(now - self._last_poll, _MAX_SILENCE_STEP)
        self._last_poll = now

    def _handle_crash(self, result: JobResult[Any] | None = None) -> None:
        """End the process and its job, with this result or as a failure; the next job gets a new process. What was
        requested while the process was dying is requested again."""
        job, self.running = self.running, None
        unanswered, self._unanswered = self._unanswered, None
        process = self.process
        self._kill()
        if process is not None:
            level, event = (logging.ERROR, "crashed") if result is None else (logging.INFO, "was ended")
            work = "no job" if job is None else f"job {job.number} {job.name}"
            pid, code = process.pid, process.exitcode
            _logger.log(level, "%s (process %s, exit code %s) %s with %s", self._name, pid, code, event, work)
        if job is not None and result is None and job is not self._retried_job and unanswered is not None:
            sent_at, request = unanswered
            if time.monotonic() - sent_at < RETRY_SECONDS:
                self._retried_job = job
                self.queue.appendleft((job, request))
                return
        if job is not None:
            job.lost_process = job.lost_process or result is None
            job.end(
                result or JobResult(complaint=_tr("The engine stopped unexpectedly and was started anew. Try again."))
            )

    def _kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join(KILL_TIMEOUT)
        self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self.process = self._connection = None

    def shutdown(self) -> None:
        """Cancel all jobs and close the connection, at which the process ends."""
        if self._cancel_flag is not None:
            self._cancel_flag.set()
        self.set_paused(False)
        for job in (*(job for job, _ in self.queue), *((self.running,) if self.running else ())):
            job.end(JobResult())
        self.queue.clear()
        self.running = None
        if self._connection is not None:
            self._connection.close()

    def close(self) -> None:
        """Wait for the process to end, and kill it where it does not."""
        process = self.process
        if process is not None:
            process.join(0.5)
            if process.is_alive():
                process.kill()
                process.join(KILL_TIMEOUT)
        self.process = self._connection = None
        self._unsent = []


def warm_up() -> None:
    """Let the fork server load what processes need, before the user waits for one."""
    if sys.platform == "linux":
        from multiprocessing import forkserver

        _make_context()
        with suppress(OSError):  # which the first job tells
            forkserver.ensure_running()


def describe_start_error(error: OSError | EOFError) -> str:
    """Describe why a process could not be started, to be part of a sentence."""
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


def _make_context() -> ForkServerContext | SpawnContext:
    """Make the context in which processes start: forked from a server that holds nothing but loaded modules, so that a
    replacement is there at once. The window itself is never forked, and where a fork may harm libraries each process
    starts from nothing."""
    if sys.platform != "linux":  # Windows has none, and what numpy calls on macOS does not bear it
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context
