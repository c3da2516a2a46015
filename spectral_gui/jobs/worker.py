"""Main loop of an engine process: runs jobs one after the other until the window closes the connection."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Generic, TypeVar

from spectral_core.data import Sentence
from spectral_core.engine import DocumentState, Engine, Request
from spectral_core.errors import ConstraintError, FormatError, SpectralError
from spectral_core.files import set_unpack_allowance
from spectral_core.logs import LogSetup, enable_fault_log, start_logging
from spectral_core.progress import Cancelled, Progress, Report

T = TypeVar("T")
_logger = logging.getLogger(__name__)
_PAUSE_POLL_SECONDS = 0.02
_HEARTBEAT_SECONDS = 1.0
_NICENESS = 3  # of at most 19: more would starve the process on a busy machine


@dataclass(frozen=True, slots=True)
class JobResult(Generic[T]):
    """Result of a job: a value, an error message or a traceback; none of these if it was cancelled."""

    value: T | None = None
    error_message: str = ""  # message of an expected failure, fit for the user
    has_lock_conflict: bool = False  # the failure is that locks cannot be satisfied
    error_traceback: str = ""  # traceback of an unexpected error
    seconds: float = 0.0  # CPU time of the job


class SharedFlag:
    """Flag shared by two processes, without a lock: a stopped process would hold that forever."""

    def __init__(self, context: BaseContext) -> None:
        self._value = context.RawValue("b", 0)

    def set(self) -> None:
        self._value.value = 1

    def clear(self) -> None:
        self._value.value = 0

    def is_set(self) -> bool:
        return bool(self._value.value)


class JobReporter:
    """The engine's end of the connection: sends the progress and the result of a job and, from a thread, a heartbeat
    while it runs."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._job_number = connection, 0
        self._lock, self._is_job_running = threading.Lock(), threading.Event()
        threading.Thread(target=self._send_heartbeats, name="heartbeats", daemon=True).start()

    def start_reporting(self, number: int) -> None:
        """Report under this job's number from now on, with heartbeats until its result is sent."""
        self._job_number = number
        self._is_job_running.set()

    def send_progress(self, message: Progress | None) -> None:
        """Send the progress of a job; None is a heartbeat."""
        with self._lock:
            self._connection.send((self._job_number, message))

    def send_result(self, result: JobResult[object]) -> None:
        """Send the result of the job, which ends its heartbeats."""
        with self._lock:
            self._is_job_running.clear()
            self._connection.send((self._job_number, result))

    def _send_heartbeats(self) -> None:
        """Send a heartbeat every second while a job runs."""
        while True:
            self._is_job_running.wait()
            with self._lock:
                if self._is_job_running.is_set():
                    try:
                        self._connection.send((self._job_number, None))
                    except OSError:
                        return  # the window has gone
            time.sleep(_HEARTBEAT_SECONDS)


def run_engine(
    connection: Connection,
    cancel_flag: SharedFlag,
    pause_flag: SharedFlag,
    low_priority: bool = False,
    name: str = "engine",
    log_setup: LogSetup | None = None,
) -> None:
    """Run jobs one after the other until the window closes the connection; a job pauses at its reports while
    `pause_flag` is set. With `low_priority` the process runs at a lower priority. `name` identifies it in the log,
    which is set up as in the window."""
    import signal

    if log_setup is not None and log_setup != LogSetup():
        start_logging(name, log_setup)
        enable_fault_log(name)
    _logger.info("%s started", name)
    engine_connection = JobReporter(connection)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the window decides when to stop
    exit_when_window_ends()
    limit_blas_threads()
    if low_priority:
        lower_process_priority()
    engine = Engine()

    def report(progress: Progress) -> None:
        while pause_flag.is_set() and not cancel_flag.is_set():
            time.sleep(_PAUSE_POLL_SECONDS)
        if cancel_flag.is_set():
            raise Cancelled
        engine_connection.send_progress(progress)

    while True:
        try:
            job_number, updates, request, unpack_allowance = connection.recv()
        except (EOFError, OSError):
            return
        engine_connection.start_reporting(job_number)
        _logger.info("job %d begins: %s", job_number, type(request).__name__)
        started = time.process_time()
        set_unpack_allowance(unpack_allowance)  # the user may have changed it since this process started
        result = _run_job(engine, job_number, updates, request, report)
        try:
            engine_connection.send_result(replace(result, seconds=time.process_time() - started))
        except OSError:  # the window has gone
            return


def _run_job(
    engine: Engine,
    job_number: int,
    updates: Sequence[tuple[str, DocumentState | Mapping[int, Sentence] | None]],
    request: Request[object],
    report: Report,
) -> JobResult[object]:
    """Update the documents of an engine and run a request; return its result: a value, an error, or neither if it was
    cancelled."""
    import traceback

    try:
        for name, update in updates:
            if isinstance(update, DocumentState) or update is None:
                engine.set_document(name, update)
            else:
                engine.apply_edits(name, update)
        return JobResult(value=request.run(engine, report))
    except Cancelled:
        return JobResult()
    except SpectralError as error:
        return JobResult(error_message=str(error), has_lock_conflict=isinstance(error, ConstraintError))
    except MemoryError:
        return JobResult(error_message="This needs more memory than the machine has; use less text or fewer states.")
    except Exception:
        _logger.exception("job %d failed unexpectedly", job_number)
        return JobResult(error_traceback=traceback.format_exc())


def load_and_send_treebank(connection: Connection, path: Path) -> None:
    """Load the treebank in a file and send it, or the error that prevented loading it."""
    from spectral_core.formats import load

    exit_when_window_ends()
    try:
        connection.send(load(path))
    except SpectralError as error:
        connection.send(error)
    except MemoryError:
        connection.send(FormatError(path, None, "it needs more memory than the machine has", "Split it into parts"))


def exit_when_window_ends() -> None:
    """Start a thread that ends this process when the window's process has ended for any reason, even during a job."""
    import multiprocessing
    import os

    window = multiprocessing.parent_process()
    if window is None:
        return

    def wait_for_window() -> None:
        window.join()
        os._exit(1)  # work that does not report cannot be asked to stop

    threading.Thread(target=wait_for_window, name="end-with-window", daemon=True).start()


def lower_process_priority() -> None:
    """Lower the priority of this process if the system supports it."""
    import os
    import sys

    if sys.platform == "win32":
        import ctypes

        below_normal = 0x4000
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), below_normal)
    else:
        os.nice(_NICENESS)


def limit_blas_threads() -> None:
    """Limit BLAS to one thread: more would slow down the window."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)
