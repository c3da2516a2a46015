"""The loop of the engine's process: one job after the other, until the window hangs up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Generic, TypeVar

from spectral_core.engine import DocumentShown, Engine
from spectral_core.errors import ConstraintError, FormatError, SpectralError
from spectral_core.files import allow_unpacked
from spectral_core.progress import Cancelled, Progress

T = TypeVar("T")
_PAUSE = 0.02  # seconds between two looks whether work may go on
_BEHIND = 3  # of the 19 steps by which a process is nice to others: more would starve it on a busy machine


@dataclass(frozen=True, slots=True)
class Ended(Generic[T]):
    """The last word on a job: a result, a complaint or a bug, or none of them where it was cancelled."""

    result: T | None = None
    complaint: str = ""  # of an expected failure, fit for a user
    conflict: bool = False  # the complaint is that locks cannot be honoured
    bug: str = ""  # the traceback of any other
    seconds: float = 0.0  # CPU, that the job took


def serve(connection: Connection, cancel: Event, hold: Event, behind: bool = False) -> None:
    """Does one job after the other until the window hangs up; one that reports waits as long as it is held. What runs
    behind gives way to whatever else wants the processor."""
    import signal
    import time
    import traceback

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
        connection.send((number, progress))

    while True:
        try:
            number, news, request, unpacked = connection.recv()
        except (EOFError, OSError):
            return
        ended: Ended[object]
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
            connection.send((number, replace(ended, seconds=time.process_time() - begun)))
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
    import threading

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
