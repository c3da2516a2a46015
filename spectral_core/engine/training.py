"""Requests that train one model: on documents, or further on added sentences; and its evaluation."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import get_predicted_structure
from spectral_core.errors import DataError
from spectral_core.model import (
    HasSpectrum,
    Model,
    Parser,
    Scorer,
    TextRanker,
    Tokeniser,
    TreeScorer,
    Value,
)
from spectral_core.progress import CALIBRATION, Progress, Report, subscribe, track_progress
from spectral_core.registry import Method, get_method, make_settings

if TYPE_CHECKING:
    from spectral_core.training_text import TrainingText

HELD_OUT = "held out"  # in place of an evaluation document
# one of this many sentences is held out; their maximum; minimum below which none is
_HELD_OUT_EVERY, _MAX_HELD_OUT, _MIN_SENTENCES = 10, 300, 20
_REPORT_EVERY = 20  # sentences between two progress reports
_MAX_UNANNOTATED = 12_000  # unannotated sentences added to the training of a first model: two seconds
MEASURING_STAGE = "measuring"  # stage at which the model already exists
_PARSER_MEASURES = ("f1", "exact", "unlabelled_f1", "unlabelled_f1_10", "uas", "las")  # of a parser, next to its run


def split_held_out(treebank: Treebank) -> tuple[Treebank, Treebank | None]:
    """Split a treebank into training and held-out parts: every tenth readable sentence is held out, at most 300. Return
    all sentences and None if there are too few."""
    return _hold_out(treebank, _choose_held_out(treebank))


def _hold_out(treebank: Treebank, held_indices: Collection[int]) -> tuple[Treebank, Treebank | None]:
    """Split a treebank into the other sentences and those with these indices; all and None without any."""
    if not held_indices:
        return treebank, None
    training = Treebank.of(treebank[index] for index in range(len(treebank)) if index not in held_indices)
    return training, Treebank.of(treebank[index] for index in sorted(held_indices))


def _choose_held_out(treebank: Treebank) -> set[int]:
    """Return the indices of the sentences to hold out; empty if there are too few."""
    usable = [index for index in range(len(treebank)) if treebank[index].is_readable]
    if len(usable) < _MIN_SENTENCES:
        return set()
    step = max(_HELD_OUT_EVERY, -(-len(usable) // _MAX_HELD_OUT))
    return {*usable[step - 1 :: step]}


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """Evaluation and costs of a training run for display; the model itself stays in its file and with the engine."""

    measures: Mapping[str, float]
    seconds: float  # CPU seconds of training
    part_seconds: Mapping[str, float]  # seconds of parts trained next to the estimator, by name
    spectrum: tuple[float, ...] = ()
    kept_singular_values: int | None = None  # number of singular values kept
    curve: tuple[tuple[str, int, float, dict[str, float]], ...] = ()  # (stage, step, seconds since the start, measures)
    saved: bool = False
    held_out: int = 0  # number of held-out sentences


@dataclass(slots=True)
class TrainingPartTimer:
    """Progress callback that measures the CPU seconds of the parts trained next to the estimator, by name. Each report
    adds the time since the last report to the part that it names; a report without a part only restarts the clock."""

    seconds: dict[str, float] = field(default_factory=dict)
    last_report_time: float = field(default_factory=time.process_time)

    def on_progress(self, progress: Progress) -> None:
        """Add the CPU time since the last report to the part that this report names."""
        before, self.last_report_time = self.last_report_time, time.process_time()
        if progress.part:
            self.seconds[progress.part] = self.seconds.get(progress.part, 0.0) + self.last_report_time - before


@dataclass(frozen=True, slots=True)
class Train:
    """Trains a model on documents, evaluates it, and writes it to `path`; the learning curve comes from progress
    reports with measures."""

    documents: tuple[str, ...]
    measured_on: str  # "" for the training text, HELD_OUT for a held-out part of it
    method: str
    settings: Mapping[str, Value]
    path: Path | None
    is_measured: bool = True  # if false, the model is ready at once without measures
    max_sentences: int = 0  # training sentences with the required annotation, sampled evenly; 0 for all

    def run(self, engine: Engine, report: Report) -> TrainingResult:
        text, held_out = self._select_text(engine)
        method, treebank = get_method(self.method), text.treebank
        chosen = make_settings(method, self.settings)  # also imports the method, which is not timed
        started, cpu_started = time.perf_counter(), time.process_time()
        curve: list[tuple[str, int, float, dict[str, float]]] = []
        part_timer = TrainingPartTimer()

        def on_progress(progress: Progress) -> None:
            part_timer.on_progress(progress)
            if progress.measures and progress.part != CALIBRATION:
                curve.append((progress.stage, progress.done, time.perf_counter() - started, dict(progress.measures)))
            report(progress)

        other_document = "" if self.measured_on in (*self.documents, HELD_OUT) else self.measured_on
        watched_treebank = engine.load_treebank(other_document) if other_document else held_out
        with subscribe(report):
            model = method.learn(treebank, chosen, on_progress, monitor=watched_treebank)
        seconds = time.process_time() - cpu_started
        if self.path is not None:
            engine.save_model(model, self.path, text)  # before it is evaluated: from here on it can be used
        if not self.is_measured:
            return TrainingResult({}, seconds, part_timer.seconds, curve=tuple(curve), saved=self.path is not None)
        report(Progress(MEASURING_STAGE, 0))
        test_treebank = engine.load_treebank(other_document) if other_document else held_out or treebank
        if self.measured_on in self.documents:
            test_treebank = engine.load_treebank(self.measured_on)
        measures = evaluate_model(model, test_treebank, report)
        spectrum: tuple[float, ...] = ()
        if isinstance(model, HasSpectrum):
            spectrum = tuple(map(float, model.spectrum()))
        states = getattr(chosen, "states", None)
        kept_singular_values = min(states, len(spectrum)) if spectrum and isinstance(states, int) else None
        saved, count = self.path is not None, 0 if held_out is None else len(held_out)
        return TrainingResult(
            measures, seconds, part_timer.seconds, spectrum, kept_singular_values, tuple(curve), saved, count
        )

    def _select_text(self, engine: Engine) -> tuple[TrainingText, Treebank | None]:
        """Return the training sentences with the documents that they come from, and those that are held out."""
        from spectral_core.training_text import TrainingText

        text = TrainingText.from_treebanks([(name, engine.load_treebank(name)) for name in self.documents])
        treebank, method = text.treebank, get_method(self.method)
        owners = [number for number, size in enumerate(text.sizes) for _ in range(size)]
        held_out: Treebank | None = None
        if self.measured_on == HELD_OUT and self.is_measured:
            held_indices = _choose_held_out(treebank)
            owners = [owner for index, owner in enumerate(owners) if index not in held_indices]
            treebank, held_out = _hold_out(treebank, held_indices)
        if self.max_sentences and method.structure is not None:
            chosen, text_only = _choose_training_sentences(treebank, *_get_needs(method, self.max_sentences))
            owners = [owners[index] for index in chosen]
            treebank = _take_sentences(treebank, chosen, text_only)
        sizes = tuple(owners.count(number) for number in range(len(text.sources)))
        return replace(text, treebank=treebank, sizes=sizes), held_out


@dataclass(frozen=True, slots=True)
class AddSentences:
    """Updates the model in `path` with the counts of sentences, writes it to a new file, and returns their number."""

    path: Path
    updated_path: Path
    sentences: tuple[Sentence, ...]

    def run(self, engine: Engine, report: Report) -> int:
        model = engine.load_model(self.path)
        updated_model = get_method(model.method).add(model, Treebank.of(self.sentences), report)
        engine.save_updated_model(updated_model, self.updated_path, self.path, len(self.sentences))
        return len(self.sentences)


def select_training_text(treebank: Treebank, method: Method) -> Treebank:
    """Return the sentences that a method can be trained on, and others as bare words for one that reads those too."""
    if method.structure is None:
        return treebank
    return sample_training_sentences(treebank, *_get_needs(method, len(treebank)))


def _get_needs(method: Method, limit: int) -> tuple[Structure | None, int, int]:
    """Return the structure that training sentences of a method need, the limit of their number, and that of the bare
    sentences."""
    structure = method.structure if method.needs_structure else None
    return structure, limit, _MAX_UNANNOTATED if method.uses_unannotated_text else 0


def sample_training_sentences(
    treebank: Treebank, structure: Structure | None, limit: int, text_limit: int = 0
) -> Treebank:
    """Sample `limit` sentences evenly from the treebank, with a complete tree if `structure` is set, and `text_limit`
    of the others as bare words."""
    return _take_sentences(treebank, *_choose_training_sentences(treebank, structure, limit, text_limit))


def _take_sentences(treebank: Treebank, chosen: Sequence[int], text_only: Sequence[int]) -> Treebank:
    """Return the chosen sentences of a treebank, and those of `text_only` as bare words."""
    return Treebank.of(
        [*(treebank[index] for index in chosen), *(Sentence.of(treebank[index].forms) for index in text_only)]
    )


def _choose_training_sentences(
    treebank: Treebank, structure: Structure | None, limit: int, text_limit: int
) -> tuple[list[int], list[int]]:
    """Return the indices of the sentences that `sample_training_sentences` samples, and of the bare words."""
    readable = [(index, sentence) for index, sentence in enumerate(treebank) if sentence.is_readable]
    usable = [index for index, sentence in readable if structure is None or structure.is_complete(sentence)]
    chosen = _sample_evenly(usable, limit)
    return chosen, _sample_evenly(sorted({index for index, _ in readable} - set(chosen)), text_limit)


def _sample_evenly(indices: Sequence[int], limit: int) -> list[int]:
    """Return at most `limit` of the indices, evenly spaced."""
    count = min(len(indices), limit)
    return [indices[position * len(indices) // count] for position in range(count)]


def evaluate_model(model: Model, treebank: Treebank, report: Report) -> dict[str, float]:
    """Evaluate a model on a treebank: perplexity, and accuracy of a parser, a tokeniser, or a ranker that does not read
    the gold readings."""
    from spectral_core import evaluate
    from spectral_core.formats.text import make_running_text

    sentences = [sentence for sentence in treebank if sentence.is_readable]
    measures: dict[str, float] = {}
    clipped = 0
    if isinstance(model, Scorer):
        scores = model.scores(sentences)
        measures.update(evaluate.compute_perplexity(scores).metrics)
        clipped += sum(sentence.clipped for sentence in scores)  # invalid scores, not probabilities
    elif isinstance(model, TreeScorer) and not isinstance(model, Parser):
        scores = model.tree_scores(
            [sentence for sentence in sentences if sentence.has_heads and not sentence.find_structural_problems()]
        )
        measures.update(evaluate.compute_perplexity(scores).metrics)
        clipped += sum(sentence.clipped for sentence in scores)
    if isinstance(model, Parser):
        structure = get_predicted_structure(model)
        parsable = [sentence for sentence in sentences if not structure.is_unfinished(sentence)]
        bare = [evaluate.hide_annotation(model, sentence) for sentence in parsable]
        try:
            evaluation = evaluate.evaluate_parser(model, parsable, bare, _make_progress_wrapper(report, len(bare)))
        except DataError:  # no sentence has the structure that it predicts
            evaluation = None
        if evaluation is not None:
            measures.update(
                {
                    name: evaluation.scores.metrics[name]
                    for name in _PARSER_MEASURES
                    if name in evaluation.scores.metrics
                }
            )
            clipped += evaluation.clipped
    if isinstance(model, TextRanker) and not evaluate.is_oracle(model):
        ranked = [sentence for sentence in sentences if any(sentence.with_readings_from_columns().analyses)]
        measures.update(
            evaluate.evaluate_ranker(model, ranked, _make_progress_wrapper(report, len(ranked))) if ranked else {}
        )
    if isinstance(model, Tokeniser) and any(map(len, sentences)):
        measures.update(evaluate.evaluate_tokeniser(model, sentences, make_running_text(sentences)))
    return {**measures, "clipped": clipped} if clipped else measures


def _make_progress_wrapper(report: Report, total: int) -> Callable[[Iterable[Sentence]], Iterator[Sentence]]:
    """Return a wrapper of sentences that reports progress of the evaluation."""
    return lambda sentences: track_progress(sentences, MEASURING_STAGE, total, report, _REPORT_EVERY)
