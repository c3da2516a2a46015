"""A file that is read or written in a thread of the window's process."""

from __future__ import annotations

import queue
import threading
import traceback
from collections.abc import Callable
from typing import Generic, TypeVar

from spectral_core.errors import SpectralError
from spectral_core.progress import Cancelled, Progress, Report
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
        self._said: queue.SimpleQueue[Progress | Ended[T]] = queue.SimpleQueue()

        def report(progress: Progress) -> None:
            if self.stopping.is_set():
                raise Cancelled
            self._said.put(progress)

        self.thread = threading.Thread(target=self._run, args=(work, report), daemon=True)
        garbage.hold()
        self.thread.start()

    def rest(self) -> None:
        """Waits for the thread and lets garbage be found again."""
        self.thread.join(2.0)
        garbage.release()

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
