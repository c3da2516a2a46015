"""The loop of the engine's process: one job after the other, until the window hangs up."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Generic, TypeVar

from spectral_core.engine import DocumentShown, Engine
from spectral_core.errors import ConstraintError, FormatError, SpectralError
from spectral_core.files import allow_unpacked
from spectral_core.progress import Cancelled, Progress

T = TypeVar("T")
_PAUSE = 0.02  # seconds between two looks whether work may go on
_BEAT = 1.0  # seconds between two signs of life
_BEHIND = 3  # of the 19 steps by which a process is nice to others: more would starve it on a busy machine


@dataclass(frozen=True, slots=True)
class Ended(Generic[T]):
    """The last word on a job: a result, a complaint or a bug, or none of them where it was cancelled."""

    result: T | None = None
    complaint: str = ""  # of an expected failure, fit for a user
    conflict: bool = False  # the complaint is that locks cannot be honoured
    bug: str = ""  # the traceback of any other
    seconds: float = 0.0  # CPU, that the job took


class Flag:
    """A mark that two processes share. No lock guards it: a process that was stopped would hold it for ever."""

    def __init__(self, context: BaseContext) -> None:
        self._value = context.RawValue("b", 0)

    def set(self) -> None:
        self._value.value = 1

    def clear(self) -> None:
        self._value.value = 0

    def is_set(self) -> bool:
        return bool(self._value.value)


class Line:
    """The engine's end of its connection: what is said of a job, and signs of life from a thread while it runs."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._number = connection, 0
        self._lock, self._working = threading.Lock(), threading.Event()
        threading.Thread(target=self._beat, name="signs-of-life", daemon=True).start()

    def begin(self, number: int) -> None:
        self._number = number
        self._working.set()

    def send(self, message: Progress | None) -> None:
        """Sends where a job stands; None says no more than that the process lives."""
        with self._lock:
            self._connection.send((self._number, message))

    def end(self, ended: Ended[object]) -> None:
        with self._lock:
            self._working.clear()
            self._connection.send((self._number, ended))

    def _beat(self) -> None:
        while True:
            self._working.wait()
            with self._lock:
                if self._working.is_set():
                    try:
                        self._connection.send((self._number, None))
                    except OSError:
                        return  # the window is gone
            time.sleep(_BEAT)


def serve(connection: Connection, cancel: Flag, hold: Flag, behind: bool = False) -> None:
    """Does one job after the other until the window hangs up; one that reports waits as long as it is held. What runs
    behind gives way to whatever else wants the processor."""
    import signal
    import traceback

    line = Line(connection)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the window decides when to stop
    end_with_window()
    limit_threads()
    if behind:
        give_way()
    engine = Engine()

    def report(progress: Progress) -> None:
        while hold.is_set() and not cancel.is_set():
            time.sleep(_PAUSE)
        if cancel.is_set():
            raise Cancelled
        line.send(progress)

    while True:
        try:
            number, news, request, unpacked = connection.recv()
        except (EOFError, OSError):
            return
        ended: Ended[object]
        line.begin(number)
        begun = time.process_time()
        allow_unpacked(unpacked)  # which the user may have changed since this process began
        try:
            for name, shown in news:
                if isinstance(shown, DocumentShown) or shown is None:
                    engine.show(name, shown)
                else:
                    engine.edit(name, shown)
            ended = Ended(result=request.run(engine, report))
        except Cancelled:
            ended = Ended()
        except SpectralError as error:
            ended = Ended(complaint=str(error), conflict=isinstance(error, ConstraintError))
        except MemoryError:
            ended = Ended(complaint="This needs more memory than the machine has; use less text or fewer states.")
        except Exception:
            ended = Ended(bug=traceback.format_exc())
        try:
            line.end(replace(ended, seconds=time.process_time() - begun))
        except (BrokenPipeError, OSError):
            return


def read_file(connection: Connection, path: Path) -> None:
    """Sends the treebank in a file, or the sentence that says why it cannot be read."""
    from spectral_core.formats import load

    end_with_window()
    try:
        connection.send(load(path))
    except SpectralError as error:
        connection.send(error)
    except MemoryError:
        connection.send(FormatError(path, None, "it needs more memory than the machine has", "Split it into parts"))


def end_with_window() -> None:
    """Ends this process when the window's is gone, however it went and however long the work at hand still takes."""
    import multiprocessing
    import os

    window = multiprocessing.parent_process()
    if window is None:
        return

    def wait() -> None:
        window.join()
        os._exit(1)  # work that does not report cannot be asked to stop

    threading.Thread(target=wait, name="end-with-window", daemon=True).start()


def give_way() -> None:
    """Lowers the priority of this process, where the system has such a thing."""
    import os
    import sys

    if sys.platform == "win32":
        import ctypes

        below_normal = 0x4000
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), below_normal)
    else:
        os.nice(_BEHIND)


def limit_threads() -> None:
    """One BLAS thread: several would take the time of the window."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)
