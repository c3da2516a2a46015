"""A file that is read or written in a thread of the window's process."""

from __future__ import annotations

import queue
import threading
import traceback
from collections.abc import Callable
from typing import Generic, TypeVar

from spectral_core.errors import SpectralError
from spectral_core.progress import Cancelled, Progress, Report, threads_left_behind
from spectral_gui import garbage
from spectral_gui.jobs.job import Job, tell_progress
from spectral_gui.resources import translating
from spectral_gui.worker import Ended

_tr = translating("Jobs")
T = TypeVar("T")


class FileReading(Generic[T]):
    """A file that is read in a thread; what it finds is taken over by the window's timer."""

    def __init__(self, job: Job[T], work: Callable[[Report], T]) -> None:
        self.job = job
        self.stopping = threading.Event()
        self._over = threading.Event()
        self._said: queue.SimpleQueue[Progress | Ended[T]] = queue.SimpleQueue()

        def report(progress: Progress) -> None:
            if self.stopping.is_set():
                raise Cancelled
            self._said.put(progress)

        self._thread: threading.Thread | None = threading.Thread(target=self._run, args=(work, report), daemon=True)
        garbage.hold()
        try:
            self._thread.start()
        except RuntimeError:  # the system has no thread left; told at the next look, when somebody listens
            self._thread = None
            why = _tr("The system allows no more threads. Close other programs, then try again.")
            self._said.put(Ended(complaint=why))
            self._over.set()

    def wait(self, seconds: float) -> None:
        """Wait at most so long until the work has ended."""
        self._over.wait(seconds)

    def rest(self, seconds: float = 0.0) -> bool:
        """Let garbage be looked for again if the thread has ended, or ends within so many seconds."""
        if self._thread is not None:
            self._thread.join(seconds)
            if self._thread.is_alive():
                return False
        garbage.release()
        return True

    def _run(self, work: Callable[[Report], T], report: Report) -> None:
        try:
            ended = Ended(result=work(report))
        except Cancelled:
            ended = Ended()
        except SpectralError as error:
            ended = Ended(complaint=str(error))
        except MemoryError:
            ended = Ended(complaint=_tr("This file needs more memory than the machine has; split it."))
        except Exception:
            ended = Ended(bug=traceback.format_exc())
        self._said.put(ended)
        self._over.set()
        for thread in threads_left_behind():  # in which garbage must not be looked for either
            thread.join()

    def look(self) -> bool:
        """Passes on what was said; whether that was the last."""
        newest: Progress | None = None
        while True:
            try:
                said = self._said.get_nowait()
            except queue.Empty:
                break
            if isinstance(said, Ended):
                stopped = self.stopping.is_set() and said.result is None  # why it did not finish matters no more
                self.job.end(Ended() if stopped else said)
                return True
            newest = said
        tell_progress(self.job, newest)
        return False
