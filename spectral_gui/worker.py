"""The engine's side of a job: a process of its own that reads, learns and scores, and reports where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path

from spectral_core.data import Treebank
from spectral_core.errors import SpectralError
from spectral_core.model import Inspector, Model, Scorer, Value
from spectral_core.progress import Cancelled, Progress, Report


@dataclass(slots=True)
class Mirror:
    """What this process holds of the session, so that it is not sent with each job."""

    treebank: Treebank | None = None
    models: dict[str, Model] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Learnt:
    """What the window is told of a model: the model itself stays with the engine."""

    name: str
    method: str
    measures: Mapping[str, float]
    spectrum: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """The last word on a job: exactly one of these is set, or none where it was cancelled."""

    result: object = None
    complaint: str = ""  # of an expected failure, fit for a user
    bug: str = ""  # the traceback of any other


def open_treebank(mirror: Mirror, report: Report, path: Path) -> Treebank:
    """The treebank in a file, which is the mirror's from now on."""
    from spectral_core.formats import load

    report(Progress("opening", 0))
    mirror.treebank = load(path)
    mirror.models.clear()
    return mirror.treebank


def missing_for(mirror: Mirror, report: Report) -> dict[str, str | None]:
    """Why each method cannot learn from the treebank; None where it can."""
    from spectral_core.methods import METHODS

    treebank = mirror.treebank or Treebank.of(())
    reasons = {}
    for done, method in enumerate(METHODS.values()):
        report(Progress("looking", done, len(METHODS)))
        reasons[method.name] = method.why_not(treebank)
    return reasons


def learn(mirror: Mirror, report: Report, name: str, method: str, settings: Mapping[str, Value]) -> Learnt:
    """Learns a model from the mirrored treebank and keeps it under `name`."""
    from spectral_core.evaluate import perplexity
    from spectral_core.methods import method_named, settings_of

    treebank = mirror.treebank or Treebank.of(())
    row = method_named(method)
    model = row.learn(treebank, settings_of(row, settings), report)
    mirror.models[name] = model
    measures: dict[str, float] = {}
    if isinstance(model, Scorer):
        report(Progress("measuring", 0))
        measures.update(perplexity(model.scores([one for one in treebank if one.readable])).metrics)
    spectrum = tuple(map(float, model.spectrum())) if isinstance(model, Inspector) else ()
    return Learnt(name, method, measures, spectrum)


WORK: Mapping[str, Callable[..., object]] = {
    "open_treebank": open_treebank,
    "missing_for": missing_for,
    "learn": learn,
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
            number, work, arguments = connection.recv()
        except (EOFError, OSError):
            return
        try:
            ended = Ended(result=WORK[work](mirror, report, *arguments))
        except Cancelled:
            ended = Ended()
        except SpectralError as error:
            ended = Ended(complaint=str(error))
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
