"""Jobs: submission of work to the engine's processes; only this package starts them. Handles progress, cancellation
and replacement of dead processes."""

from __future__ import annotations

import multiprocessing
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from spectral_core.data import Treebank
from spectral_core.engine import Request
from spectral_core.errors import FormatError, SpectralError
from spectral_core.formats import load
from spectral_core.progress import Progress, Report
from spectral_gui.jobs.engine_channel import describe_start_error, preload_fork_server
from spectral_gui.jobs.job import Job, PlainSignal, ThreadJob
from spectral_gui.jobs.job_queue import DocumentUpdate, JobQueue, T
from spectral_gui.jobs.worker import JobResult, load_and_send_treebank
from spectral_gui.text_display import make_translator

__all__ = ["QUERIES", "TRAINING", "DocumentUpdate", "Job", "Jobs", "PlainSignal", "load_treebank_file"]

_tr = make_translator("Jobs")
POLL_MILLISECONDS = 33  # milliseconds between polls of the engine
_FAST_POLL_MILLISECONDS = 8  # while the user is waiting for an answer
_CANCEL_TIMEOUT = 2.0  # seconds for a cancelled request to report
_MAX_DIRECT_BYTES = 16 << 20  # smaller files are read faster than a process starts
_COMPRESSED_PREFIXES = (b"\xfd7zXZ\x00", b"\x1f\x8b")  # of xz and gzip, whose expanded size is unknown
_MAX_POLL_REQUESTS = 4096  # bytes, one for each request, answered by one poll
_POLL_SECONDS = 0.05  # between polls of the process that reads a file
_JOIN_SECONDS = 0.02  # seconds for a thread to end after its work
QUERIES, TRAINING = "answers", "learning"  # the two processes: quick answers, and long training


class PollRequests(QObject):
    """Requests of other threads that the window's thread polls the jobs; sent through a pair of sockets, which needs
    no memory that the garbage collector tracks."""

    received = Signal()

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._receiver, self._sender = socket.socketpair()
        self._receiver.setblocking(False)
        self._sender.setblocking(False)
        self._notifier = QSocketNotifier(self._receiver.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_readable)

    def send(self) -> None:
        """Request a poll; from any thread."""
        try:  # noqa: SIM105 - `suppress` would allocate
            self._sender.send(b"\0")
        except OSError:  # many requests are pending, or the window was closed
            pass

    def close(self) -> None:
        """Receive nothing more."""
        self._notifier.setEnabled(False)
        self._receiver.close()
        self._sender.close()

    def _on_readable(self) -> None:
        with suppress(BlockingIOError):
            self._receiver.recv(_MAX_POLL_REQUESTS)
        self.received.emit()


class Jobs(QObject):
    """Runs work in two processes, and reads files in threads; all results are delivered on the window's thread."""

    engine_recovered = Signal()  # the engine works again after a failed start or a restart by the user
    responsiveness_changed = Signal(bool)  # whether the training process does not respond

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._job_numbers = count(1)
        self._poll_requests = PollRequests(self)
        self._poll_requests.received.connect(self._poll_jobs)
        wake_window = self._poll_requests.send
        self._queues = {
            QUERIES: JobQueue(QUERIES, wake_window, _CANCEL_TIMEOUT),
            TRAINING: JobQueue(TRAINING, wake_window, low_priority=True),
        }
        self._thread_jobs: list[ThreadJob[Any]] = []
        self._ending_jobs: list[ThreadJob[Any]] = []  # jobs whose work has ended, but not their threads
        self._is_training_silent = False  # the training process does not respond
        self._failed_starts: set[str] = set()  # names of queues whose process could not be started
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MILLISECONDS)
        self._timer.timeout.connect(self._poll_jobs)
        QTimer.singleShot(0, self, preload_fork_server)  # after the window is shown

    def submit(self, queue_name: str, request: Request[T], is_background: bool = False) -> Job[T]:
        """Submit a request to the engine; it starts after the earlier ones in its queue. A background job pauses while
        the user is waiting for an answer."""
        job: Job[T] = Job(next(self._job_numbers), is_background, type(request).__name__)
        queue = self._queues[queue_name]
        job.request_stop = lambda: queue.cancel_job(job)
        queue.add_job(job, request)
        self._update_background_pause()
        self._start_polling()
        return job

    def run_in_thread(self, work: Callable[[Report], T]) -> Job[T]:
        """Run work in a thread of this process, for reading and writing files."""
        job: Job[T] = Job(next(self._job_numbers), name=getattr(work, "__qualname__", "").partition(".<locals>")[0])
        thread_job = ThreadJob(job, work)
        job.request_stop = thread_job.stop_event.set
        self._thread_jobs.append(thread_job)
        self._start_polling()
        return job

    def update_document(self, document: str, update: DocumentUpdate) -> None:
        """Record an update of a document for both processes; it is sent before their next job, never while they
        work."""
        for queue in self._queues.values():
            queue.update_document(document, update)

    def get_process_id(self, queue_name: str) -> int | None:
        """Return the process id of an engine; None until it has started."""
        process = self._queues[queue_name].process
        return None if process is None else process.pid

    def is_running(self, queue_name: str) -> bool:
        """Test whether a queue has a running job."""
        return self._queues[queue_name].running_job is not None

    def restart_processes(self, reason: str) -> None:
        """Replace both processes, even if busy; running jobs fail with this reason, waiting ones go to the new
        processes."""
        for queue in self._queues.values():
            queue.replace_process(reason)
        self._emit_state_changes()
        self._start_polling()
        self.engine_recovered.emit()

    def close(self) -> None:
        """Stop the processes, by force if necessary; waiting jobs are cancelled."""
        self._timer.stop()
        self._poll_requests.close()
        for thread_job in self._thread_jobs:
            thread_job.stop_event.set()
        for thread_job in self._thread_jobs:
            thread_job.wait_for_result(_CANCEL_TIMEOUT)
            if not thread_job.deliver_messages():
                thread_job.job.set_result(JobResult())
        for thread_job in (*self._thread_jobs, *self._ending_jobs):
            thread_job.join_thread(_JOIN_SECONDS)
        self._thread_jobs.clear()
        self._ending_jobs.clear()
        for queue in self._queues.values():
            queue.cancel_all_jobs()
        for queue in self._queues.values():
            queue.join_processes()

    def _start_polling(self) -> None:
        """Poll the jobs when control returns to the event loop, and then regularly while there are any."""
        self._timer.start(0)

    def _update_background_pause(self) -> None:
        """Pause background work while an answer is pending."""
        learning = self._queues[TRAINING]
        is_background = learning.running_job is not None and learning.running_job.is_background
        learning.set_paused(is_background and self._queues[QUERIES].is_busy)

    def _emit_state_changes(self) -> None:
        """Emit signals if an engine could be started again, or stopped or resumed responding, since the last poll."""
        was_silent, self._is_training_silent = self._is_training_silent, self._queues[TRAINING].is_silent
        if self._is_training_silent != was_silent:
            self.responsiveness_changed.emit(self._is_training_silent)
        not_started_before = self._failed_starts
        self._failed_starts = {name for name, queue in self._queues.items() if queue.has_start_failed}
        if not_started_before - self._failed_starts:
            self.engine_recovered.emit()

    def _poll_jobs(self) -> None:
        """Deliver the messages of threads and processes, and choose the next polling interval."""
        self._ending_jobs = [thread_job for thread_job in self._ending_jobs if not thread_job.join_thread()]
        for thread_job in tuple(self._thread_jobs):
            if thread_job.deliver_messages():
                self._thread_jobs.remove(thread_job)
                if not thread_job.join_thread(_JOIN_SECONDS):
                    self._ending_jobs.append(thread_job)
        for queue in self._queues.values():
            queue.poll()
        self._emit_state_changes()
        self._update_background_pause()
        if self._thread_jobs or any(queue.is_busy for queue in self._queues.values()):
            is_urgent = self._thread_jobs or self._queues[QUERIES].is_busy
            interval = _FAST_POLL_MILLISECONDS if is_urgent else POLL_MILLISECONDS
            if self._timer.interval() != interval:
                self._timer.setInterval(interval)
        elif self._ending_jobs or any(queue.needs_polling for queue in self._queues.values()):
            self._timer.setInterval(POLL_MILLISECONDS)
        else:
            self._timer.stop()


def load_treebank_file(path: Path, report: Report) -> Treebank:
    """Load the treebank in a file, a large one in another process; a report that raises stops the reading."""
    if not _is_slow_to_read(path):
        return load(path)
    context = multiprocessing.get_context("spawn")
    try:
        receiver, sender = context.Pipe(duplex=False)
    except OSError as error:
        raise _make_process_start_error(path, error) from None
    process = context.Process(target=load_and_send_treebank, args=(sender, path), daemon=True)
    try:
        process.start()
    except OSError as error:
        receiver.close()
        raise _make_process_start_error(path, error) from None
    finally:
        sender.close()
    try:
        while not receiver.poll(_POLL_SECONDS):
            report(Progress(f"reading {path.name}", 0, None))
        loaded = receiver.recv()
    except EOFError:
        problem = "reading it ended unexpectedly"
        raise FormatError(path, None, problem, "Try again; split it where it is larger than the memory") from None
    finally:
        process.kill()
        process.join()
        receiver.close()
    if isinstance(loaded, SpectralError):
        raise loaded
    assert isinstance(loaded, Treebank)
    return loaded


def _make_process_start_error(path: Path, error: OSError) -> FormatError:
    """Make the error for a file whose reader process could not be started."""
    problem = _tr("the reader process could not be started: {0}").format(describe_start_error(error))
    return FormatError(path, None, problem, _tr("Close other programs, then try again"))


def _is_slow_to_read(path: Path) -> bool:
    """Test whether a file is large or compressed, so that it is read in another process."""
    try:
        if not path.is_file() or path.stat().st_size > _MAX_DIRECT_BYTES:
            return path.is_file()
        with path.open("rb") as file:
            return file.read(6).startswith(_COMPRESSED_PREFIXES)
    except OSError:
        return False  # the error is reported when the file is read
