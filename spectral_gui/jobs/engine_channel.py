"""Channel to one engine process: a thread starts it and transfers its messages. All of this may block while
the process is stopped, so the window's thread never does it."""

from __future__ import annotations

import errno
import logging
import multiprocessing
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spectral_core.logs import get_active_log_setup
from spectral_core.progress import Progress
from spectral_gui.jobs.job import pause_garbage_collection, resume_garbage_collection
from spectral_gui.jobs.worker import JobResult, SharedFlag, run_engine
from spectral_gui.text_display import make_translator

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnContext, SpawnProcess

KILL_TIMEOUT = 2.0  # seconds to wait for a killed process to end
_CLOSE_TIMEOUT = 0.5  # seconds for a process to end by itself after its connection is closed
_BATCH_SIZE = 64  # messages received at a time
_tr = make_translator("Jobs")
_logger = logging.getLogger(__name__)
_fork_server_id: int | None = None  # process that engines are forked from, once known
Message = tuple[int, "Progress | JobResult[Any] | None"]  # with the job number; None is a heartbeat

_PRELOADED = ["spectral_gui.jobs.worker", "spectral_core.formats", "spectral_gui.jobs.preload"]


class EngineChannel:
    """Engine process and its thread. All methods are called from the window's thread, and only `join_process`
    blocks."""

    def __init__(
        self,
        context: ForkServerContext | SpawnContext,
        name: str,
        low_priority: bool = False,
        wake_window: Callable[[], object] = lambda: None,
    ) -> None:
        """Start a process asynchronously; raise OSError if the system refuses a pipe, shared memory or a thread.

        Args:
            wake_window: called by the thread when it has ended a task; allocates nothing that the garbage collector
                tracks.
        """
        self._wake_window = wake_window
        # the running job waits while paused
        self.cancel_flag, self.pause_flag = SharedFlag(context), SharedFlag(context)
        self.process: ForkServerProcess | SpawnProcess | None = None  # once it has started
        self.start_error: OSError | EOFError | None = None
        self.error_traceback = ""  # traceback of an unexpected error in the thread
        self.is_connection_lost = False  # nothing can be sent or received any more
        self.is_idle = True  # the thread has nothing to do
        self._garbage_pause_count = 0  # number of tasks that garbage collection is paused for
        self._is_discarded = False
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._batches: queue.SimpleQueue[list[Message]] = queue.SimpleQueue()  # received messages, one batch per task
        self._received: list[Message] = []  # messages received by the current task
        self._connection, self._process_connection = context.Pipe()
        self._thread = threading.Thread(target=self._run_tasks, name="engine-channel", daemon=True)
        self._enqueue_task(partial(self._start_process, context, name, low_priority))
        try:
            self._thread.start()
        except RuntimeError as error:  # the system refused a thread
            self._resume_garbage_collection()
            self._connection.close()
            self._process_connection.close()
            raise BlockingIOError(errno.EAGAIN, str(error)) from error

    @property
    def is_usable(self) -> bool:
        """Whether its process is starting or running, as far as is known."""
        is_alive = self.process is None or self.process.is_alive()
        return is_alive and self.start_error is None and not self.error_traceback and not self.is_connection_lost

    @property
    def is_starting(self) -> bool:
        """Whether the process has not started yet, and has not failed to start."""
        return self.process is None and self.start_error is None and not self.error_traceback

    def send(self, message: object) -> None:
        """Send a message to the process; only while idle. The message must not be modified afterwards."""
        self._enqueue_task(partial(self._send_message, message))

    def start_receiving(self) -> None:
        """Start receiving pending messages if the thread is idle; `take_messages` returns them later."""
        if not self.is_idle or self.process is None:
            return
        is_alive = self.process.is_alive()  # checked first, so that messages sent before the end are received
        try:
            is_readable = self._connection.poll()
        except (EOFError, OSError):
            self.is_connection_lost = True
            return
        if is_readable:
            self._enqueue_task(self._receive_batch)
        elif not is_alive:
            self.is_connection_lost = True

    def take_messages(self) -> list[Message]:
        """Return the messages received since the last call; none while the thread is busy."""
        try:
            messages = self._batches.get_nowait()
        except queue.Empty:
            return []
        self.is_idle = True
        self._resume_garbage_collection()
        return messages

    def close(self) -> None:
        """Close the connection when the thread is idle, which ends the process."""
        self._pause_garbage_collection()
        self._tasks.put(None)

    def kill_process(self) -> None:
        """Kill the process, if necessary as soon as it has started; then the thread ends as well."""
        self._is_discarded = True
        if self.process is not None:  # otherwise the thread sees that it is discarded
            self.process.kill()
        elif self.is_starting:
            _resume_fork_server()
        self.close()

    def finish_if_ended(self) -> bool:
        """Return whether the thread has ended after `close` or `kill_process`; if so, resume garbage collection."""
        if self._thread.is_alive():
            return False
        while self._garbage_pause_count:
            self._resume_garbage_collection()
        return True

    def join_process(self) -> bool:
        """Wait for the process and the thread to end, with a timeout; kill the process if necessary. Return whether the
        thread has ended."""
        process = self.process
        if process is None:
            self.kill_process()
        else:
            process.join(_CLOSE_TIMEOUT)
            if process.is_alive():
                process.kill()
                _resume_fork_server()  # the fork server alone reports the end
                process.join(KILL_TIMEOUT)
        self._thread.join(KILL_TIMEOUT)
        return self.finish_if_ended()

    def _enqueue_task(self, task: Callable[[], None]) -> None:
        """Give the thread a task; garbage collection pauses until its messages are taken."""
        self.is_idle = False
        self._pause_garbage_collection()
        self._tasks.put(task)

    def _pause_garbage_collection(self) -> None:
        self._garbage_pause_count += 1
        pause_garbage_collection()

    def _resume_garbage_collection(self) -> None:
        self._garbage_pause_count -= 1
        resume_garbage_collection()

    def _run_tasks(self) -> None:
        """Run tasks one after the other. Between two tasks nothing is allocated that would start garbage collection."""
        while True:
            task = self._tasks.get()
            if task is None:
                break
            self._run_task(task)
        if self._is_discarded and self.process is not None:
            self.process.join(KILL_TIMEOUT)
        self._connection.close()

    def _run_task(self, task: Callable[[], None]) -> None:
        """Run a task in the thread; keep its error, and pass on the messages that it received."""
        try:
            task()
        except Exception:
            self.error_traceback = traceback.format_exc()
        received, self._received = self._received, []
        self._batches.put(received)
        self._wake_window()

    def _start_process(self, context: ForkServerContext | SpawnContext, name: str, low_priority: bool) -> None:
        """Start the process, a second time if the fork server had died."""
        arguments = (
            self._process_connection,
            self.cancel_flag,
            self.pause_flag,
            low_priority,
            name,
            get_active_log_setup(),
        )
        process = context.Process(target=run_engine, args=arguments, name=name, daemon=True)
        try:
            try:
                process.start()
            except (OSError, EOFError):  # the fork server may have died unnoticed
                process.start()
        except (OSError, EOFError) as error:  # EOFError: the fork server could not fork
            self.start_error = error
            return
        finally:
            self._process_connection.close()
        self.process = process
        _logger.info("%s started as process %s", name, process.pid)
        if self._is_discarded:  # before the process id was known
            process.kill()
        elif context.get_start_method() == "forkserver":
            _record_fork_server(process.pid)

    def _send_message(self, message: object) -> None:
        try:
            self._connection.send(message)
        except OSError:
            self.is_connection_lost = True

    def _receive_batch(self) -> None:
        """Receive the pending messages, at most `_BATCH_SIZE`."""
        try:
            for _ in range(_BATCH_SIZE):
                self._received.append(self._connection.recv())
                if not self._connection.poll():
                    break
        except (EOFError, OSError):
            self.is_connection_lost = True


def _record_fork_server(process_id: int | None) -> None:
    """Record the id of the process that forked this one (the fork server)."""
    global _fork_server_id
    with suppress(OSError):  # the process has ended, or there is no /proc
        status = Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8")
        _fork_server_id = int(status.rpartition(")")[2].split()[1])  # ppid follows (name) and state


def _resume_fork_server() -> None:
    """Resume the fork server if it was stopped: without it no process starts, and no exit is reported."""
    if _fork_server_id is not None:
        with suppress(OSError):
            os.kill(_fork_server_id, signal.SIGCONT)


def preload_fork_server() -> None:
    """Start the fork server, so that it has loaded its modules before the user needs a process."""
    if sys.platform == "linux":
        from multiprocessing import forkserver

        make_process_context()
        with suppress(OSError):  # the first job reports the error
            forkserver.ensure_running()


def describe_start_error(error: OSError | EOFError) -> str:
    """Describe why a process could not be started, as a part of a sentence."""
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


def make_process_context() -> ForkServerContext | SpawnContext:
    """Make the multiprocessing context: fork from a server with preloaded modules, so that a replacement starts at
    once. The window itself is never forked; where forking may harm libraries, processes are spawned."""
    if sys.platform != "linux":  # Windows cannot fork; numpy's libraries on macOS do not survive it
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context
