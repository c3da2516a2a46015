"""Requests that make models: learn one, measure it, add sentences to it."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.held_out import HELD_OUT, split_held_out
from spectral_core.engine.parsing import structure_of
from spectral_core.errors import DataError
from spectral_core.model import HasSpectrum, Model, Parser, Scorer, TextRanker, TreeScorer, Value
from spectral_core.progress import CALIBRATION, Progress, Report, subscribe, track_progress

_REPORT_EVERY = 20  # sentences between two reports
_MAX_TEXT = 12_000  # sentences whose words are read beside those that a first model is learnt from: two seconds
MEASURING = "measuring"  # the stage at which a model is there already
_PARSER_MEASURES = ("f1", "exact", "unlabelled_f1", "unlabelled_f1_10", "uas", "las")  # of a parser, beside its run


@dataclass(frozen=True, slots=True)
class LearningResult:
    """Measures and costs of a model for display: the model itself stays in its file and with the engine."""

    measures: Mapping[str, float]
    seconds: float  # of learning, CPU
    parts: Mapping[str, float]  # those of them that went into what is learnt beside the estimator, by its name
    spectrum: tuple[float, ...] = ()
    cut: int | None = None  # how many singular values were kept
    curve: tuple[tuple[str, int, float, dict[str, float]], ...] = ()  # stage, step, seconds since the start, measures
    saved: bool = False
    held_out: int = 0  # sentences that it was measured on and not learnt from


@dataclass(slots=True)
class PartTimer:
    """CPU seconds of what is learnt beside the estimator, by its name; a listener to progress."""

    seconds: dict[str, float] = field(default_factory=dict)
    last: float = field(default_factory=time.process_time)

    def on_progress(self, progress: Progress) -> None:
        """Add the time since the last report to the part that it is about."""
        before, self.last = self.last, time.process_time()
        if progress.part:
            self.seconds[progress.part] = self.seconds.get(progress.part, 0.0) + self.last - before


@dataclass(frozen=True, slots=True)
class Learn:
    """Learns a model from documents, measures it, and writes it to `path`; the learning curve is made of reports with
    measures."""

    documents: tuple[str, ...]
    measured_on: str  # "" for what it is learnt from, HELD_OUT for a part of that from which it is not learnt
    method: str
    settings: Mapping[str, Value]
    path: Path | None
    is_measured: bool = True  # or the model is there at once, and nobody knows what it is worth
    max_sentences: int = 0  # sentences to learn from that have what the method needs, evenly out of all; 0 for all

    def run(self, engine: Engine, report: Report) -> LearningResult:
        from spectral_core.methods import get_method, make_settings

        treebank = Treebank.concatenate([engine.treebank(name) for name in self.documents])
        method = get_method(self.method)
        held_out: Treebank | None = None
        if self.measured_on == HELD_OUT and self.is_measured:
            treebank, held_out = split_held_out(treebank)
        if self.max_sentences and method.structure is not None:
            text = _MAX_TEXT if method.reads_text else 0
            treebank = sample_evenly(
                treebank, method.structure if method.needs_structure else None, self.max_sentences, text
            )
        chosen = make_settings(method, self.settings)  # loads the method, which is no part of learning
        started, cpu = time.perf_counter(), time.process_time()
        curve: list[tuple[str, int, float, dict[str, float]]] = []
        parts = PartTimer()

        def on_progress(progress: Progress) -> None:
            parts.on_progress(progress)
            if progress.measures and progress.part != CALIBRATION:
                curve.append((progress.stage, progress.done, time.perf_counter() - started, dict(progress.measures)))
            report(progress)

        other_document = "" if self.measured_on in (*self.documents, HELD_OUT) else self.measured_on
        watched_treebank = engine.treebank(other_document) if other_document else held_out
        with subscribe(report):
            model = method.learn(treebank, chosen, on_progress, monitor=watched_treebank)
        seconds = time.process_time() - cpu
        if self.path is not None:
            engine.save_model(
                model, self.path, learnt_from=treebank
            )  # before it is measured: from now on it can be used
        if not self.is_measured:
            return LearningResult({}, seconds, parts.seconds, curve=tuple(curve), saved=self.path is not None)
        report(Progress(MEASURING, 0))
        test_treebank = engine.treebank(other_document) if other_document else held_out or treebank
        if self.measured_on in self.documents:
            test_treebank = engine.treebank(self.measured_on)
        measures = measure_model(model, test_treebank, report)
        spectrum: tuple[float, ...] = ()
        if isinstance(model, HasSpectrum):
            spectrum = tuple(map(float, model.spectrum()))
        states = self.settings.get("states")
        cut = min(states, len(spectrum)) if spectrum and isinstance(states, int) else None
        saved, count = self.path is not None, 0 if held_out is None else len(held_out)
        return LearningResult(measures, seconds, parts.seconds, spectrum, cut, tuple(curve), saved, count)


@dataclass(frozen=True, slots=True)
class AddSentences:
    """Writes to `grown` the model in `path` with more sentences counted into it; returns their number."""

    path: Path
    grown: Path
    sentences: tuple[Sentence, ...]

    def run(self, engine: Engine, report: Report) -> int:
        from spectral_core.methods import get_method

        model = engine.model(self.path)
        grown_model = get_method(model.method).add(model, Treebank.of(self.sentences), report)
        engine.save_model(grown_model, self.grown, compress=False)  # the file only carries it to the other process
        return len(self.sentences)


def sample_evenly(treebank: Treebank, structure: Structure | None, limit: int, text_limit: int = 0) -> Treebank:
    """Return so many of the sentences, with a complete tree where a structure is given, from all over the treebank; and
    so many of the rest as bare words."""
    readable = [sentence for sentence in treebank if sentence.readable]
    usable = [index for index, sentence in enumerate(readable) if structure is None or structure.is_complete(sentence)]
    chosen = _sample(usable, limit)
    text_only = _sample(sorted(set(range(len(readable))) - set(chosen)), text_limit)
    return Treebank.of(
        [*(readable[index] for index in chosen), *(Sentence.of(readable[index].forms) for index in text_only)]
    )


def _sample(indices: Sequence[int], limit: int) -> list[int]:
    count = min(len(indices), limit)
    return [indices[position * len(indices) // count] for position in range(count)]


def measure_model(model: Model, treebank: Treebank, report: Report) -> dict[str, float]:
    """Measure a model on a treebank: perplexity, and the accuracy of a parser, or of a ranker that does not read the
    gold readings."""
    from spectral_core import evaluate

    sentences = [sentence for sentence in treebank if sentence.readable]
    measures: dict[str, float] = {}
    clipped = 0
    if isinstance(model, Scorer):
        scores = model.scores(sentences)
        measures.update(evaluate.compute_perplexity(scores).metrics)
        clipped += sum(sentence.clipped for sentence in scores)  # they said nothing: the perplexity beside is of scores
    elif isinstance(model, TreeScorer) and not isinstance(model, Parser):
        scores = model.tree_scores(
            [sentence for sentence in sentences if sentence.has_heads and not sentence.structural_problems()]
        )
        measures.update(evaluate.compute_perplexity(scores).metrics)
        clipped += sum(sentence.clipped for sentence in scores)
    if isinstance(model, Parser):
        structure = structure_of(model)
        parsable = [sentence for sentence in sentences if not structure.is_unfinished(sentence)]
        bare = [evaluate.strip_annotation(sentence) for sentence in parsable]
        try:
            accuracy = evaluate.evaluate_parser(model, parsable, bare, _reporting(report, len(bare)))
        except DataError:  # nothing here has a structure of the kind that it gives
            accuracy = None
        if accuracy is not None:
            measures.update(
                {name: accuracy.scores.metrics[name] for name in _PARSER_MEASURES if name in accuracy.scores.metrics}
            )
            clipped += accuracy.clipped
    if isinstance(model, TextRanker) and not evaluate.is_cheating(model):
        ranked = [sentence for sentence in sentences if any(sentence.with_readings().analyses)]
        measures.update(evaluate.evaluate_ranker(model, ranked, _reporting(report, len(ranked))) if ranked else {})
    return {**measures, "clipped": clipped} if clipped else measures


def _reporting(report: Report, total: int) -> Callable[[Iterable[Sentence]], Iterator[Sentence]]:
    """Return a function that passes sentences on and reports how many."""
    return lambda sentences: track_progress(sentences, MEASURING, total, report, _REPORT_EVERY)
