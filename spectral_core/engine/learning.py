"""Requests that make models: learning one, measuring it, adding sentences to it."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.held_out import HELD_OUT, parted
from spectral_core.engine.parsing import structure_of
from spectral_core.errors import DataError
from spectral_core.model import Inspector, Model, Parser, Scorer, TextRanker, TreeScorer, Value
from spectral_core.progress import CALIBRATION, Progress, Report, listening, watched

_BLOCK = 20  # sentences between two reports
_TEXT = 12_000  # sentences whose words are read beside those that a first model is learnt from: two seconds
MEASURING = "measuring"  # the stage at which a model is there already
_SHOWN = ("f1", "exact", "unlabelled_f1", "unlabelled_f1_10", "uas", "las")  # of a parser, beside its run


@dataclass(frozen=True, slots=True)
class Learnt:
    """What the window is told of a model: the model itself stays in its file and with the engine."""

    measures: Mapping[str, float]
    seconds: float  # of learning, CPU
    parts: Mapping[str, float]  # those of them that went into what is learnt beside the estimator, by its name
    spectrum: tuple[float, ...] = ()
    cut: int | None = None  # how many singular values were kept
    curve: tuple[tuple[str, int, float, dict[str, float]], ...] = ()  # stage, step, seconds since the start, measures
    saved: bool = False
    held_out: int = 0  # sentences that it was measured on and not learnt from


@dataclass(slots=True)
class SecondsBeside:
    """Listens to learning: the CPU seconds of what is learnt beside the estimator, by its name."""

    seconds: dict[str, float] = field(default_factory=dict)
    last: float = field(default_factory=time.process_time)

    def passed(self, progress: Progress) -> None:
        before, self.last = self.last, time.process_time()
        if progress.part:
            self.seconds[progress.part] = self.seconds.get(progress.part, 0.0) + self.last - before


@dataclass(frozen=True, slots=True)
class Learn:
    """Learns a model from documents, measures it, and writes it to `path`; reports that measure make its curve."""

    documents: tuple[str, ...]
    measured_on: str  # "" for what it is learnt from, HELD_OUT for a part of that from which it is not learnt
    method: str
    settings: Mapping[str, Value]
    path: Path | None
    measured: bool = True  # or the model is there at once, and nobody knows what it is worth
    most: int = 0  # sentences to learn from that have what the method needs, evenly out of all; 0 for all

    def run(self, engine: Engine, report: Report) -> Learnt:
        from spectral_core.methods import method_named, settings_of

        treebank = Treebank.joined([engine.treebank(name) for name in self.documents])
        method = method_named(self.method)
        held: Treebank | None = None
        if self.measured_on == HELD_OUT and self.measured:
            treebank, held = parted(treebank)
        if self.most and method.structure is not None:
            text = _TEXT if method.reads_text else 0
            treebank = evenly(treebank, method.structure if method.needs_structure else None, self.most, text)
        chosen = settings_of(method, self.settings)  # loads the method, which is no part of learning
        begun, cpu = time.perf_counter(), time.process_time()
        curve: list[tuple[str, int, float, dict[str, float]]] = []
        parts = SecondsBeside()

        def watch(progress: Progress) -> None:
            parts.passed(progress)
            if progress.measures and progress.part != CALIBRATION:
                curve.append((progress.stage, progress.done, time.perf_counter() - begun, dict(progress.measures)))
            report(progress)

        elsewhere = "" if self.measured_on in (*self.documents, HELD_OUT) else self.measured_on
        watched = engine.treebank(elsewhere) if elsewhere else held
        with listening(report):
            model = method.learn(treebank, chosen, watch, watched=watched)
        seconds = time.process_time() - cpu
        if self.path is not None:
            engine.keep(model, self.path, learnt_from=treebank)  # before it is measured: from now on it can be used
        if not self.measured:
            return Learnt({}, seconds, parts.seconds, curve=tuple(curve), saved=self.path is not None)
        report(Progress(MEASURING, 0))
        measured = engine.treebank(elsewhere) if elsewhere else held or treebank
        if self.measured_on in self.documents:
            measured = engine.treebank(self.measured_on)
        measures = measures_of(model, measured, report)
        spectrum: tuple[float, ...] = ()
        if isinstance(model, Inspector):
            spectrum = tuple(map(float, model.spectrum()))
        states = self.settings.get("states")
        cut = min(states, len(spectrum)) if spectrum and isinstance(states, int) else None
        saved, count = self.path is not None, 0 if held is None else len(held)
        return Learnt(measures, seconds, parts.seconds, spectrum, cut, tuple(curve), saved, count)


@dataclass(frozen=True, slots=True)
class Add:
    """Writes to `grown` the model in `path` with more sentences counted into it; how many they are."""

    path: Path
    grown: Path
    sentences: tuple[Sentence, ...]

    def run(self, engine: Engine, report: Report) -> int:
        from spectral_core.methods import method_named

        model = engine.model(self.path)
        made = method_named(model.method).add(model, Treebank.of(self.sentences), report)
        engine.keep(made, self.grown, compress=False)  # the file only carries it to the other process
        return len(self.sentences)


def evenly(treebank: Treebank, structure: Structure | None, most: int, text: int = 0) -> Treebank:
    """So many of the sentences, with a whole tree where a structure is given, from all over the treebank; and of the
    others so many as bare words."""
    readable = [one for one in treebank if one.readable]
    whole = [at for at, one in enumerate(readable) if structure is None or structure.is_complete(one)]
    chosen = _spread(whole, most)
    rest = _spread(sorted(set(range(len(readable))) - set(chosen)), text)
    return Treebank.of([*(readable[at] for at in chosen), *(Sentence.of(readable[at].forms) for at in rest)])


def _spread(places: Sequence[int], most: int) -> list[int]:
    count = min(len(places), most)
    return [places[at * len(places) // count] for at in range(count)]


def measures_of(model: Model, treebank: Treebank, report: Report) -> dict[str, float]:
    """What a model is worth here: perplexity, and how far a parser, or a ranker that does not see it, agrees."""
    from spectral_core import evaluate

    sentences = [one for one in treebank if one.readable]
    measures: dict[str, float] = {}
    clipped = 0
    if isinstance(model, Scorer):
        scores = model.scores(sentences)
        measures.update(evaluate.perplexity(scores).metrics)
        clipped += sum(one.clipped for one in scores)  # they said nothing: the perplexity beside is of scores
    elif isinstance(model, TreeScorer) and not isinstance(model, Parser):
        scores = model.tree_scores([one for one in sentences if one.has_heads and not one.structural_problems()])
        measures.update(evaluate.perplexity(scores).metrics)
        clipped += sum(one.clipped for one in scores)
    if isinstance(model, Parser):
        structure = structure_of(model)
        parsable = [one for one in sentences if not structure.is_open(one)]
        bare = [evaluate.unannotated(one) for one in parsable]
        try:
            worth = evaluate.parser_worth(model, parsable, bare, _telling(report, len(bare)))
        except DataError:  # nothing here has a structure of the kind that it gives
            worth = None
        if worth is not None:
            measures.update({name: worth.scores.metrics[name] for name in _SHOWN if name in worth.scores.metrics})
            clipped += worth.clipped
    if isinstance(model, TextRanker) and not evaluate.cheats(model):
        ranked = [one for one in sentences if any(one.with_readings().analyses)]
        measures.update(evaluate.ranker_metrics(model, ranked, _telling(report, len(ranked))) if ranked else {})
    return {**measures, "clipped": clipped} if clipped else measures


def _telling(report: Report, total: int) -> Callable[[Iterable[Sentence]], Iterator[Sentence]]:
    """Passes sentences on and reports how many were."""
    return lambda sentences: watched(sentences, MEASURING, total, report, _BLOCK)
