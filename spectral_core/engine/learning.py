"""Requests that make models: learning one, measuring it, adding sentences to it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.engine.engine import Engine
from spectral_core.model import Inspector, Model, Parser, Scorer, TextRanker, Value
from spectral_core.progress import Progress, Report

_BLOCK = 500  # sentences between two reports
_BLOCK_PARSED = 20  # where each is parsed


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
class Learn:
    """Learns a model from documents, measures it, and writes it to `path`; reports that measure make its curve."""

    documents: tuple[str, ...]
    measured_on: str  # "" for what it is learnt from
    method: str
    settings: Mapping[str, Value]
    path: Path | None

    def run(self, engine: Engine, report: Report) -> Learnt:
        from spectral_core.methods import method_named, settings_of

        treebank = Treebank.joined([engine.treebank(name) for name in self.documents])
        method = method_named(self.method)
        chosen = settings_of(method, self.settings)  # loads the method, which is no part of learning
        begun, cpu = time.perf_counter(), time.process_time()
        curve: list[tuple[str, int, float, dict[str, float]]] = []

        def watch(progress: Progress) -> None:
            if progress.measures:
                curve.append((progress.stage, progress.done, time.perf_counter() - begun, dict(progress.measures)))
            report(progress)

        elsewhere = self.measured_on if self.measured_on not in self.documents else ""
        watched = engine.treebank(elsewhere) if elsewhere else None
        model = method.learn(treebank, chosen, watch, watched=watched)
        seconds = time.process_time() - cpu
        report(Progress("measuring", 0))
        measured = engine.treebank(self.measured_on) if self.measured_on else treebank
        measures = measures_of(model, measured, report)
        spectrum: tuple[float, ...] = ()
        if isinstance(model, Inspector):
            spectrum = tuple(map(float, model.spectrum()))
        states = self.settings.get("states")
        cut = min(states, len(spectrum)) if spectrum and isinstance(states, int) else None
        if self.path is not None:
            engine.keep(model, self.path)
        return Learnt(measures, seconds, spectrum, cut, tuple(curve), self.path is not None)


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


def measures_of(model: Model, treebank: Treebank, report: Report) -> dict[str, float]:
    """What a model is worth on these sentences: perplexity of a scorer, how far a parser or a ranker agrees with what
    stands there."""
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
    if isinstance(model, TextRanker):
        measures.update(_ranked(model, [one for one in sentences if any(one.with_readings().analyses)], report))
    return measures


def _ranked(model: TextRanker, sentences: Sequence[Sentence], report: Report) -> dict[str, float]:
    """How near the top a ranker puts the readings that stand there; nothing of one that sees them."""
    from spectral_core import evaluate

    def passing(bare: Iterable[Sentence]) -> Iterator[Sentence]:
        for done, sentence in enumerate(bare):
            if done % _BLOCK_PARSED == 0:
                report(Progress("measuring", done, len(sentences)))
            yield sentence

    return evaluate.ranker_metrics(model, sentences, passing) if sentences and not evaluate.cheats(model) else {}


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
    attached = {name: found[name] for name in ("uas", "las") if name in found}

    def passed(done: int) -> None:
        if done % _BLOCK == 0:
            report(Progress("measuring", done, len(sentences)))

    clipped = evaluate.clipped_in(model, sentences, passed)
    return {**attached, "clipped": clipped} if clipped else attached
