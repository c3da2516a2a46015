"""The engine's side of a job: a process of its own that reads, learns and searches, and reports where it stands."""

from __future__ import annotations

import dataclasses
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Protocol, runtime_checkable

from spectral_core.data import EMPTY, FREE, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.automaton import Automaton
from spectral_core.data.inventory import Inventory
from spectral_core.errors import DataError, SpectralError
from spectral_core.model import Floats, Inspector, Model, Parser, Scorer, TagsItself, Value
from spectral_core.progress import Cancelled, Progress, Report

_BLOCK = 500  # sentences between two reports
_MOST_CLUSTERS = 12  # that are kept: two side by side, each with a few least counts
_BLOCK_PARSED = 20  # where each is parsed


@dataclass(frozen=True, slots=True)
class Shown:
    """A document as the window has it: its file and what was changed since, or the sentences themselves."""

    path: Path | None
    format: str
    edits: Mapping[int, Sentence]
    treebank: Treebank | None = None  # where no file holds it
    project: Path | None = None  # its folder, where the window has not opened the document: the journal is asked


class Clusters(Protocol):
    """A model's frequent prefixes in the order in which they cluster."""

    def cut(self, clusters: int = 10) -> Automaton: ...


@dataclass(slots=True)
class Mirror:
    """What this process holds of the session, so that it is not sent with each job."""

    documents: dict[str, Shown] = field(default_factory=dict)
    read: dict[str, Treebank] = field(default_factory=dict)
    models: dict[Path, tuple[int, Model]] = field(default_factory=dict)  # with when their files were written
    sentences: dict[str, tuple[Sentence, ...]] = field(default_factory=dict)  # of the document last followed, read
    clusters: dict[tuple[object, ...], Clusters] = field(default_factory=dict)  # the newest last

    def model(self, path: Path) -> Model:
        """The model in a file, read when it is first asked for, and again after it was written anew."""
        from spectral_core import store

        try:
            written = path.stat().st_mtime_ns
        except OSError:
            written = -1  # the store says what is wrong
        held = self.models.get(path)
        if held is None or held[0] != written:
            held = self.models[path] = (written, store.load(path))
        return held[1]

    def keep(self, model: Model, path: Path) -> None:
        """Writes a model to its file and goes on holding it."""
        from spectral_core import store

        store.save(model, path)
        self.models[path] = (path.stat().st_mtime_ns, model)

    def show(self, name: str, shown: Shown | None) -> None:
        """Holds a document anew, or no longer."""
        self.read.pop(name, None)
        self.forget(name)
        if shown is None:
            self.documents.pop(name, None)
        else:
            self.documents[name] = shown

    def edit(self, name: str, edits: Mapping[int, Sentence]) -> None:
        """Takes over what was changed in the window."""
        shown = self.documents[name]
        self.documents[name] = replace(shown, edits={**shown.edits, **edits})
        self.forget(name)
        if name in self.read:
            for index, sentence in edits.items():
                self.read[name] = self.read[name].with_sentence(index, sentence)

    def forget(self, name: str) -> None:
        """Drops what was made of the sentences of a document."""
        self.sentences.pop(name, None)
        self.clusters = {key: made for key, made in self.clusters.items() if key[0] != name}

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
class Parsed:
    """What a model proposes for one sentence; what is in `arcs` is a probability only where it is calibrated."""

    trees: tuple[Ranked[Sentence], ...]  # best first
    arcs: tuple[tuple[float, ...], ...] = ()  # (words + 1, words) [head, modifier]; () where the model has none
    calibrated: bool = False
    uncertainty: float | None = None  # the mean entropy of a word's heads, in nats


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
    from spectral_core.methods import method_named, settings_of

    treebank = Treebank.joined([mirror.treebank(name) for name in documents])
    row = method_named(method)
    chosen = settings_of(row, settings)  # loads the method, which is no part of learning
    begun, cpu = time.perf_counter(), time.process_time()
    curve: list[tuple[str, int, float, dict[str, float]]] = []

    def watch(progress: Progress) -> None:
        if progress.measures:
            curve.append((progress.stage, progress.done, time.perf_counter() - begun, dict(progress.measures)))
        report(progress)

    model = row.learn(treebank, chosen, watch)
    seconds = time.process_time() - cpu
    report(Progress("measuring", 0))
    measures = _measures(model, mirror.treebank(measured_on) if measured_on else treebank, report)
    spectrum: tuple[float, ...] = ()
    if isinstance(model, Inspector):
        spectrum = tuple(map(float, model.spectrum()))
    states = settings.get("states")
    cut = min(states, len(spectrum)) if spectrum and isinstance(states, int) else None
    if path is not None:
        mirror.keep(model, path)
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
        measures.update(_attachment(model, [one for one in sentences if one.has_heads], report))
    return measures


def _attachment(model: Parser, sentences: Sequence[Sentence], report: Report) -> dict[str, float]:
    """How often a parser gives words the head, and the head and label, that they have; nothing of other parsers."""
    from spectral_core import evaluate

    parsed = []
    for done, sentence in enumerate(sentences):
        if done % _BLOCK_PARSED == 0:
            report(Progress("measuring", done, len(sentences)))
        parsed.append(model.parse(evaluate.unannotated(sentence))[0].value)
        if not parsed[-1].has_heads:
            return {}
    found = evaluate.dependency_scores(sentences, parsed).metrics if parsed else {}
    return {name: found[name] for name in ("uas", "las") if name in found}


class Shares(Protocol):
    """Posteriors of arcs."""

    def shares(self) -> Floats: ...


@runtime_checkable
class ArcScorer(Protocol):
    """A parser that also says of every arc how likely it is."""

    def posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> Shares: ...
    def probabilities(self, sentence: Sentence, constraints: Constraints = FREE) -> Floats | None: ...


def parse(
    mirror: Mirror,
    report: Report,  # noqa: ARG001 - every work takes one; there is nothing to tell in milliseconds
    path: Path,
    sentence: Sentence,
    k: int,
    constraints: Constraints,
) -> Parsed:
    """The `k` best structures of a sentence under the locks, by the model in a file, with what it says of every arc."""
    model = mirror.model(path)
    if not isinstance(model, Parser):
        raise DataError(f"{path.name} is not a model that can parse; choose another in the menu Model")
    sentence = _with_tags(model, sentence)
    trees = tuple(model.parse(sentence, k, constraints))
    if not isinstance(model, ArcScorer):
        return Parsed(trees)
    arcs, calibrated = _arcs(model, sentence, constraints)
    return Parsed(trees, tuple(map(tuple, arcs.tolist())), calibrated, _entropy(arcs))


def order(mirror: Mirror, report: Report, path: Path, document: str) -> array[float]:
    """How uncertain a model is of each sentence of a document: the mean entropy of a word's heads; -1 where it has no
    opinion."""
    model, treebank = mirror.model(path), mirror.treebank(document)
    if not isinstance(model, ArcScorer):
        raise DataError(f"{path.name} does not say how certain it is; choose another model in the menu Model")
    found = array("d")
    for at, sentence in enumerate(treebank):
        if at % _BLOCK_PARSED == 0:
            report(Progress("parsing", at, len(treebank)))
        try:
            found.append(_entropy(_arcs(model, _with_tags(model, sentence), FREE)[0]))
        except SpectralError:
            found.append(-1.0)
    return found


def add(mirror: Mirror, report: Report, path: Path, grown: Path, sentences: Sequence[Sentence]) -> int:
    """Writes to `grown` the model in `path` with more sentences counted into it; how many they are."""
    from spectral_core.methods import method_named

    model = mirror.model(path)
    mirror.keep(method_named(model.method).add(model, Treebank.of(sentences), report), grown)
    return len(sentences)


def _with_tags(model: Model | Parser | ArcScorer, sentence: Sentence) -> Sentence:
    """The sentence with the tags that the model reads: its own where the sentence has none."""
    column = dataclasses.asdict(model.settings).get("column") if isinstance(model, Model) else None
    if not isinstance(column, str) or any(value != EMPTY for value in sentence.column(column)):
        return sentence
    if isinstance(model, TagsItself) and model.tagger is not None:
        return model.tagged(sentence)
    raise DataError(f"The model reads the column {column}, which is empty in this sentence; fill it first")


def _arcs(model: ArcScorer, sentence: Sentence, constraints: Constraints) -> tuple[Floats, bool]:
    """(words + 1, words), and whether these are probabilities."""
    chances = model.probabilities(sentence, constraints)
    if chances is not None:
        return chances, True
    return model.posteriors(sentence, constraints).shares(), False


def _entropy(arcs: Floats) -> float:
    import numpy as np

    logs = np.log(arcs, out=np.zeros_like(arcs), where=arcs > 0)
    return float(-(arcs * logs).sum() / arcs.shape[1]) if arcs.size else 0.0


@runtime_checkable
class ClusteredExplainer(Protocol):
    """A model that can be asked for its automata with any number of clusters at the price of one."""

    @property
    def symbols(self) -> tuple[str, ...]: ...
    def hierarchy(
        self, head: str, direction: str, minimum: int = 5, sentences: Sequence[Sentence] | None = None
    ) -> Clusters: ...


def heads(mirror: Mirror, report: Report, path: Path, document: str) -> tuple[tuple[str, str, int], ...]:
    """(head tag, direction, modifiers in a document) of the automata of the model in a file, most modifiers first; in
    a document without heads, all that the model has, with 0."""
    explainer = _explainer(mirror, path)
    column = dataclasses.asdict(explainer.settings).get("column") if isinstance(explainer, Model) else None
    known = set(explainer.symbols)
    found: dict[tuple[str, str], int] = {}
    for sentence in _followed(mirror, report, document) or ():
        tags = sentence.column(str(column))
        for word, head in enumerate(sentence.heads, 1):
            if head and tags[head - 1] in known:
                key = (tags[head - 1], "left" if word < head else "right")
                found[key] = found.get(key, 0) + 1
    if not found:
        return tuple((tag, side, 0) for tag in explainer.symbols for side in ("left", "right"))
    ranked = sorted(found.items(), key=lambda row: (-row[1], row[0]))
    return tuple((tag, side, count) for (tag, side), count in ranked)


def automaton(
    mirror: Mirror,
    report: Report,
    path: Path,
    document: str,
    head: str,
    direction: str,
    clusters: int,
    minimum: int,
) -> Automaton:
    """An automaton of the model in a file, as the sentences of a document pass it; in a document without heads, as
    those did that it was learnt from."""
    explainer = _explainer(mirror, path)
    key = (document, path, mirror.models[path][0], head, direction, minimum)
    found = mirror.clusters.pop(key, None)
    if found is None:
        sentences = _followed(mirror, report, document)
        report(Progress("clustering", 0))
        found = explainer.hierarchy(head, direction, minimum, sentences)
    mirror.clusters[key] = found
    while len(mirror.clusters) > _MOST_CLUSTERS:
        del mirror.clusters[next(iter(mirror.clusters))]
    return found.cut(clusters)


def _followed(mirror: Mirror, report: Report, document: str) -> tuple[Sentence, ...] | None:
    """The sentences of a document, held for the next question; None where none has heads."""
    if document not in mirror.sentences:
        report(Progress("reading", 0))
        mirror.sentences = {document: tuple(mirror.treebank(document))}
    sentences = mirror.sentences[document]
    return sentences if any(sentence.readable and sentence.has_heads for sentence in sentences) else None


def spectrum(mirror: Mirror, report: Report, path: Path, part: str) -> tuple[float, ...]:  # noqa: ARG001
    """The singular values of a part of the model in a file; none where nothing was decomposed."""
    model = mirror.model(path)
    return tuple(map(float, model.spectrum(part))) if isinstance(model, Inspector) else ()


def _explainer(mirror: Mirror, path: Path) -> ClusteredExplainer:
    model = mirror.model(path)
    if not isinstance(model, ClusteredExplainer):
        raise DataError(f"{path.name} has no automata to show; learn head-automata with estimator spectral or em")
    return model


WORK: Mapping[str, Callable[..., object]] = {
    "survey": survey,
    "find": find,
    "compare": compare,
    "learn": learn,
    "heads": heads,
    "automaton": automaton,
    "spectrum": spectrum,
    "parse": parse,
    "order": order,
    "add": add,
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
