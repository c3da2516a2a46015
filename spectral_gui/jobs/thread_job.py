"""Jobs in threads, and file reading: large files are read in a process that can be killed."""

from __future__ import annotations

import logging
import multiprocessing
import queue
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from spectral_core.data import Treebank
from spectral_core.errors import FormatError, SpectralError
from spectral_core.formats import load
from spectral_core.progress import Cancelled, Progress, Report, list_abandoned_threads
from spectral_gui.jobs import garbage
from spectral_gui.jobs.lane import Job, describe_start_error, emit_progress
from spectral_gui.jobs.worker import JobResult, send_treebank
from spectral_gui.resources import make_translator

_tr = make_translator("Jobs")
T = TypeVar("T")
_logger = logging.getLogger(__name__)
_MAX_DIRECT_BYTES = 16 << 20  # smaller files are read faster than a process starts
_COMPRESSED_PREFIXES = (b"\xfd7zXZ\x00", b"\x1f\x8b")  # of xz and gzip, whose expanded size is unknown
_POLL_SECONDS = 0.05


class ThreadJob(Generic[T]):
    """Runs work in a thread; progress and result are passed on when the window's timer polls."""

    def __init__(self, job: Job[T], function: Callable[[Report], T]) -> None:
        self.job = job
        self.stop_event = threading.Event()
        self._ended_event = threading.Event()
        self._messages: queue.SimpleQueue[Progress | JobResult[T]] = queue.SimpleQueue()

        def report(progress: Progress) -> None:
            if self.stop_event.is_set():
                raise Cancelled
            self._messages.put(progress)

        self._thread: threading.Thread | None = threading.Thread(
            target=self._run_function, args=(function, report), daemon=True
        )
        garbage.pause_collection()
        try:
            self._thread.start()
        except RuntimeError:  # the system refused a thread; reported at the next poll, when listeners are connected
            self._thread = None
            reason = _tr("The system allows no more threads. Close other programs, then try again.")
            self._messages.put(JobResult(error_message=reason))
            self._ended_event.set()

    def wait_for_result(self, seconds: float) -> None:
        """Wait until the work has ended, but at most this number of seconds."""
        self._ended_event.wait(seconds)

    def join_thread(self, seconds: float = 0.0) -> bool:
        """Resume garbage collection if the thread has ended, or ends within the timeout; return whether it has."""
        if self._thread is not None:
            self._thread.join(seconds)
            if self._thread.is_alive():
                return False
        garbage.resume_collection()
        return True

    def _run_function(self, function: Callable[[Report], T], report: Report) -> None:
        """Run the work in the thread, and queue its result or its error."""
        try:
            result = JobResult(value=function(report))
        except Cancelled:
            result = JobResult()
        except SpectralError as error:
            result = JobResult(error_message=str(error))
        except MemoryError:
            result = JobResult(error_message=_tr("This file needs more memory than the machine has; split it."))
        except Exception:
            _logger.exception("job %d failed unexpectedly", self.job.number)
            result = JobResult(error_traceback=traceback.format_exc())
        self._messages.put(result)
        self._ended_event.set()
        for thread in list_abandoned_threads():  # garbage collection must not run in these either
            thread.join()

    def deliver_messages(self) -> bool:
        """Pass on progress and result; return whether the job has ended."""
        newest: Progress | None = None
        while True:
            try:
                message = self._messages.get_nowait()
            except queue.Empty:
                break
            if isinstance(message, JobResult):
                was_stopped = (
                    self.stop_event.is_set() and message.value is None
                )  # after cancellation the error does not matter
                self.job.set_result(JobResult() if was_stopped else message)
                return True
            newest = message
        emit_progress(self.job, newest)
        return False


def load_treebank_file(path: Path, report: Report) -> Treebank:
    """Load the treebank in a file; a report that raises stops the reading."""
    if not _is_slow_to_read(path):
        return load(path)
    context = multiprocessing.get_context("spawn")
    try:
        receiver, sender = context.Pipe(duplex=False)
    except OSError as error:
        raise _make_process_start_error(path, error) from None
    process = context.Process(target=send_treebank, args=(sender, path), daemon=True)
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
    problem = _tr("the reader process could not be started: {0}").format(describe_start_error(error))
    return FormatError(path, None, problem, _tr("Close other programs, then try again"))


def _is_slow_to_read(path: Path) -> bool:
    try:
        if not path.is_file() or path.stat().st_size > _MAX_DIRECT_BYTES:
            return path.is_file()
        with path.open("rb") as file:
            return file.read(6).startswith(_COMPRESSED_PREFIXES)
    except OSError:
        return False  # the error is reported when the file is read
