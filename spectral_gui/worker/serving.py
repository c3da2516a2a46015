"""The loop of the engine's process: one job after the other, until the window hangs up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event

from spectral_core.errors import ConstraintError, SpectralError
from spectral_core.progress import Cancelled, Progress
from spectral_gui.worker.automata import automaton, heads, spectrum
from spectral_gui.worker.calibrating import calibration
from spectral_gui.worker.documents import compare, find, reasons, survey
from spectral_gui.worker.learning import add, learn
from spectral_gui.worker.mirror import Mirror, Shown
from spectral_gui.worker.parsing import disagreement, order, parse, standing
from spectral_gui.worker.ranking import rank, same_words, why
from spectral_gui.worker.ranks import cut, ranks


@dataclass(frozen=True, slots=True)
class Ended:
    """The last word on a job: a result, a complaint or a bug, or none of them where it was cancelled."""

    result: object = None
    complaint: str = ""  # of an expected failure, fit for a user
    conflict: bool = False  # the complaint is that locks cannot be honoured
    bug: str = ""  # the traceback of any other


WORK: Mapping[str, Callable[..., object]] = {
    "survey": survey,
    "reasons": reasons,
    "find": find,
    "compare": compare,
    "learn": learn,
    "heads": heads,
    "automaton": automaton,
    "spectrum": spectrum,
    "ranks": ranks,
    "cut": cut,
    "parse": parse,
    "standing": standing,
    "order": order,
    "disagreement": disagreement,
    "calibration": calibration,
    "add": add,
    "rank": rank,
    "why": why,
    "same_words": same_words,
}


def serve(connection: Connection, cancel: Event) -> None:
    """Does one job after the other until the window hangs up."""
    import signal
    import traceback

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the window decides when to stop
    end_with_window()
    limit_threads()
    mirror = Mirror()

    def report(progress: Progress) -> None:
        if cancel.is_set():
            raise Cancelled
        connection.send((number, progress))

    while True:
        try:
            number, news, work, arguments = connection.recv()
        except (EOFError, OSError):
            return
        try:
            for name, shown in news:
                if isinstance(shown, Shown) or shown is None:
                    mirror.show(name, shown)
                else:
                    mirror.edit(name, shown)
            ended = Ended(result=WORK[work](mirror, report, *arguments))
        except Cancelled:
            ended = Ended()
        except SpectralError as error:
            ended = Ended(complaint=str(error), conflict=isinstance(error, ConstraintError))
        except MemoryError:
            ended = Ended(complaint="This needs more memory than the machine has; use less text or fewer states.")
        except Exception:
            ended = Ended(bug=traceback.format_exc())
        try:
            connection.send((number, ended))
        except (BrokenPipeError, OSError):
            return


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


def limit_threads() -> None:
    """One BLAS thread: several would take the time of the window."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)
