"""The engine's side of a job: a process of its own that reads, learns and searches, and reports where it stands."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.errors import DataError, SpectralError
from spectral_core.model import Inspector, Model, Parser, Scorer, Value
from spectral_core.progress import Cancelled, Progress, Report

_BLOCK = 500  # sentences between two reports


@dataclass(frozen=True, slots=True)
class Shown:
    """A document as the window has it: its file and what was changed since, or the sentences themselves."""

    path: Path | None
    format: str
    edits: Mapping[int, Sentence]
    treebank: Treebank | None = None  # where no file holds it
    project: Path | None = None  # its folder, where the window has not opened the document: the journal is asked


@dataclass(slots=True)
class Mirror:
    """What this process holds of the session, so that it is not sent with each job."""

    documents: dict[str, Shown] = field(default_factory=dict)
    read: dict[str, Treebank] = field(default_factory=dict)
    models: dict[Path, Model] = field(default_factory=dict)

    def show(self, name: str, shown: Shown | None) -> None:
        """Holds a document anew, or no longer."""
        self.read.pop(name, None)
        if shown is None:
            self.documents.pop(name, None)
        else:
            self.documents[name] = shown

    def edit(self, name: str, edits: Mapping[int, Sentence]) -> None:
        """Takes over what was changed in the window."""
        shown = self.documents[name]
        self.documents[name] = replace(shown, edits={**shown.edits, **edits})
        if name in self.read:
            for index, sentence in edits.items():
                self.read[name] = self.read[name].with_sentence(index, sentence)

    def treebank(self, name: str) -> Treebank:
        """The document of this name, read when it is first asked for."""
        if name not in self.read:
            from spectral_core.formats import load

            shown = self.documents.get(name)
            if shown is None:
                raise DataError(f"{name!r} is not open")
            treebank = shown.treebank
            if shown.project is not None:
                treebank = _opened(shown.project, name)
            if treebank is None:
                assert shown.path is not None
                treebank = load(shown.path, shown.format or None)
            self.read[name] = replace(treebank, edits={**treebank.edits, **shown.edits})
        return self.read[name]


def _opened(folder: Path, name: str) -> Treebank:
    """A document with what its journal holds, read beside the window, which goes on holding the project."""
    from spectral_core.project import Project

    project = Project.look(folder)
    try:
        return project.open_document(name).treebank
    finally:
        project.close()


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found by reading a whole document."""

    document: str
    inventory: Inventory
    problems: array[int]  # the sentences that have any, in order
    reasons: Mapping[str, str | None]  # why each method cannot learn from it; None where it can


@dataclass(frozen=True, slots=True)
class Found:
    """Where a query was found: sentences in order, and in each the words and tree nodes of its first matches."""

    document: str
    query: str
    sentences: array[int]
    words: tuple[tuple[int, ...], ...]  # of the first match in each sentence
    nodes: tuple[tuple[tuple[int, ...], ...], ...]
    more: bool  # whether there were more than asked for


@dataclass(frozen=True, slots=True)
class Compared:
    """How another treebank over the same sentences differs from a document, which is taken as right."""

    document: str
    other: Path
    metrics: Mapping[str, float]
    sentences: int
    different: array[int]  # the sentences that are not alike in what both have
    failures: Mapping[int, str]  # sentences that cannot be measured, and why


@dataclass(frozen=True, slots=True)
class Learnt:
    """What the window is told of a model: the model itself stays in its file and with the engine."""

    measures: Mapping[str, float]
    seconds: float  # of learning, CPU
    spectrum: tuple[float, ...] = ()
    cut: int | None = None  # how many singular values were kept
    curve: tuple[tuple[str, int, float, dict[str, float]], ...] = ()  # stage, step, seconds since the start, measures
    saved: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """The last word on a job: exactly one of these is set, or none where it was cancelled."""

    result: object = None
    complaint: str = ""  # of an expected failure, fit for a user
    bug: str = ""  # the traceback of any other


def survey(mirror: Mirror, report: Report, document: str) -> Survey:
    """Reads a whole document: which labels it uses, which sentences have problems, which methods can learn from it."""
    from spectral_core.data.validation import problems_in
    from spectral_core.methods import METHODS

    treebank = mirror.treebank(document)

    def passed(done: int) -> None:
        report(Progress("reading", done, len(treebank)))

    inventory = Inventory.of(treebank, passed)
    problems = array("Q")
    for at, sentence in enumerate(treebank):
        if at % _BLOCK == 0:
            report(Progress("checking", at, len(treebank)))
        if problems_in(sentence, inventory):
            problems.append(at)
    reasons = {method.name: method.why_not(treebank) for method in METHODS.values()}
    return Survey(document, inventory, problems, reasons)


def find(mirror: Mirror, report: Report, document: str, query: str, most: int) -> Found:
    """The sentences of a document in which a query is found, at most so many."""
    from spectral_core.query import parse

    asked = parse(query)
    treebank = mirror.treebank(document)

    def passed(done: int) -> None:
        report(Progress("searching", done, len(treebank)))

    sentences = array("Q")
    words, nodes = [], []
    more = False
    for at, matches in asked.find(treebank, passed):
        if len(sentences) == most:
            more = True
            break
        sentences.append(at)
        words.append(matches[0].words if matches else ())
        nodes.append(matches[0].nodes if matches else ())
    return Found(document, query, sentences, tuple(words), tuple(nodes), more)


def compare(mirror: Mirror, report: Report, document: str, other: Path) -> Compared:
    """Measures a file against a document by everything that both of them have."""
    from spectral_core import evaluate
    from spectral_core.formats import load

    treebank = mirror.treebank(document)

    def watched() -> Iterator[Sentence]:
        for at, sentence in enumerate(treebank):
            if at % _BLOCK == 0:
                report(Progress("comparing", at, len(treebank)))
            yield sentence

    scores = evaluate.compare(watched(), load(other))
    failures = {failure.index: failure.reason for failure in scores.failures}
    different = array("Q", sorted({*scores.different, *failures}))
    return Compared(document, other, dict(scores.metrics), scores.sentences, different, failures)


def learn(
    mirror: Mirror,
    report: Report,
    documents: Sequence[str],
    measured_on: str,
    method: str,
    settings: Mapping[str, Value],
    path: Path | None,
) -> Learnt:
    """Learns a model from documents, measures it, and writes it to `path`; reports that measure make its curve."""
    from spectral_core import store
    from spectral_core.methods import method_named, settings_of

    treebank = Treebank.joined([mirror.treebank(name) for name in documents])
    row = method_named(method)
    begun, cpu = time.perf_counter(), time.process_time()
    curve: list[tuple[str, int, float, dict[str, float]]] = []

    def watch(progress: Progress) -> None:
        if progress.measures:
            curve.append((progress.stage, progress.done, time.perf_counter() - begun, dict(progress.measures)))
        report(progress)

    model = row.learn(treebank, settings_of(row, settings), watch)
    seconds = time.process_time() - cpu
    report(Progress("measuring", 0))
    measures = _measures(model, mirror.treebank(measured_on) if measured_on else treebank, report)
    spectrum: tuple[float, ...] = ()
    if isinstance(model, Inspector):
        spectrum = tuple(map(float, model.spectrum()))
    states = settings.get("states")
    cut = min(states, len(spectrum)) if spectrum and isinstance(states, int) else None
    if path is not None:
        store.save(model, path)
        mirror.models[path] = model
    return Learnt(measures, seconds, spectrum, cut, tuple(curve), path is not None)


def _measures(model: Model, treebank: Treebank, report: Report) -> dict[str, float]:
    """What a model is worth on these sentences: perplexity of a scorer, agreement of a parser with what stands."""
    from spectral_core import evaluate

    sentences = [one for one in treebank if one.readable]
    measures: dict[str, float] = {}
    if isinstance(model, Scorer):
        scores = model.scores(sentences)
        measures.update(evaluate.perplexity(scores).metrics)
        if clipped := sum(one.clipped for one in scores):
            measures["clipped"] = clipped  # estimates that said nothing: the perplexity beside is of scores
    if isinstance(model, Parser):
        with_trees = [one for one in sentences if one.tree is not None]
        if with_trees:
            parsed = []
            for done, sentence in enumerate(with_trees):
                if done % _BLOCK == 0:
                    report(Progress("measuring", done, len(with_trees)))
                parsed.append(model.parse(evaluate.unannotated(sentence))[0].value)
            found = evaluate.unlabelled_scores(with_trees, parsed).metrics
            measures.update({name: found[name] for name in ("unlabelled_f1", "unlabelled_f1_10") if name in found})
    return measures


WORK: Mapping[str, Callable[..., object]] = {"survey": survey, "find": find, "compare": compare, "learn": learn}


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
