"""Requests that train models: a single one, a sweep, or those of auto-training."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import STRUCTURES, Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import get_predicted_structure, load_parser, suggest_trees
from spectral_core.errors import DataError, SettingsError, SpectralError
from spectral_core.evaluate import score_brackets, score_unlabelled_brackets, strip_annotation
from spectral_core.model import (
    MAX_SEED,
    HasSpectrum,
    Model,
    Parser,
    Scorer,
    TextRanker,
    TreeScorer,
    Value,
    list_settings,
)
from spectral_core.progress import CALIBRATION, Progress, Report, subscribe, track_progress
from spectral_core.project import SENTENCES, SweepPoint
from spectral_core.registry import METHODS, Method, get_method, make_settings

HELD_OUT = "held out"  # in place of an evaluation document
_HELD_OUT_EVERY, _MAX_HELD_OUT, _MIN_SENTENCES = (
    10,
    300,
    20,
)  # one of this many sentences is held out; their maximum; minimum below which none is
_REPORT_EVERY = 20  # sentences between two progress reports
_MAX_UNANNOTATED = 12_000  # unannotated sentences added to the training of a first model: two seconds
MEASURING_STAGE = "measuring"  # stage at which the model already exists
_PARSER_MEASURES = ("f1", "exact", "unlabelled_f1", "unlabelled_f1_10", "uas", "las")  # of a parser, next to its run
Axis = tuple[str, tuple[Value, ...]]  # a setting or SENTENCES, and its values
SEED = "seed"
_MAX_SWEEP_POINTS = 2000  # trainings
_MAX_DIGITS = 18  # of a number of sentences
_WARM_UP_SENTENCES = 10  # training sentences of a warm-up run, so that loading is not timed
_FOLDS = 5
_MAX_COMPARED_TREES = 200  # maximum number of trees on which two parsers are compared


def split_held_out(treebank: Treebank) -> tuple[Treebank, Treebank | None]:
    """Split a treebank into training and held-out parts: every tenth readable sentence is held out, at most 300. Return
    all sentences and None if there are too few."""
    usable = [index for index in range(len(treebank)) if treebank[index].readable]
    if len(usable) < _MIN_SENTENCES:
        return treebank, None
    step = max(_HELD_OUT_EVERY, -(-len(usable) // _MAX_HELD_OUT))
    held_indices = {*usable[step - 1 :: step]}
    training = Treebank.of(treebank[index] for index in range(len(treebank)) if index not in held_indices)
    return training, Treebank.of(treebank[index] for index in sorted(held_indices))


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
class PartTimer:
    """Measures CPU seconds of parts trained next to the estimator, by name, as a progress callback."""

    seconds: dict[str, float] = field(default_factory=dict)
    last_report_time: float = field(default_factory=time.process_time)

    def on_progress(self, progress: Progress) -> None:
        """Add the time since the last report to its part."""
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
        treebank = Treebank.concatenate([engine.load_treebank(name) for name in self.documents])
        method = get_method(self.method)
        held_out: Treebank | None = None
        if self.measured_on == HELD_OUT and self.is_measured:
            treebank, held_out = split_held_out(treebank)
        if self.max_sentences and method.structure is not None:
            text = _MAX_UNANNOTATED if method.uses_unannotated_text else 0
            treebank = sample_training_sentences(
                treebank, method.structure if method.needs_structure else None, self.max_sentences, text
            )
        chosen = make_settings(method, self.settings)  # also imports the method, which is not timed
        started, cpu_started = time.perf_counter(), time.process_time()
        curve: list[tuple[str, int, float, dict[str, float]]] = []
        part_timer = PartTimer()

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
            engine.save_model(
                model, self.path, training_text=treebank
            )  # before it is evaluated: from here on it can be used
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
        states = self.settings.get("states")
        kept_singular_values = min(states, len(spectrum)) if spectrum and isinstance(states, int) else None
        saved, count = self.path is not None, 0 if held_out is None else len(held_out)
        return TrainingResult(
            measures, seconds, part_timer.seconds, spectrum, kept_singular_values, tuple(curve), saved, count
        )


@dataclass(frozen=True, slots=True)
class AddSentences:
    """Updates the model in `path` with the counts of sentences, writes it to a new file, and returns their number."""

    path: Path
    updated_path: Path
    sentences: tuple[Sentence, ...]

    def run(self, engine: Engine, report: Report) -> int:
        model = engine.load_model(self.path)
        updated_model = get_method(model.method).add(model, Treebank.of(self.sentences), report)
        engine.save_model(
            updated_model, self.updated_path, compress=False
        )  # the file only carries it to the other process
        return len(self.sentences)


def sample_training_sentences(
    treebank: Treebank, structure: Structure | None, limit: int, text_limit: int = 0
) -> Treebank:
    """Sample `limit` sentences evenly from the treebank, with a complete tree if `structure` is set, and `text_limit`
    of the others as bare words."""
    readable = [sentence for sentence in treebank if sentence.readable]
    usable = [index for index, sentence in enumerate(readable) if structure is None or structure.is_complete(sentence)]
    chosen = _sample_evenly(usable, limit)
    text_only = _sample_evenly(sorted(set(range(len(readable))) - set(chosen)), text_limit)
    return Treebank.of(
        [*(readable[index] for index in chosen), *(Sentence.of(readable[index].forms) for index in text_only)]
    )


def _sample_evenly(indices: Sequence[int], limit: int) -> list[int]:
    """Return at most `limit` of the indices, evenly spaced."""
    count = min(len(indices), limit)
    return [indices[position * len(indices) // count] for position in range(count)]


def evaluate_model(model: Model, treebank: Treebank, report: Report) -> dict[str, float]:
    """Evaluate a model on a treebank: perplexity, and accuracy of a parser, or of a ranker that does not read the gold
    readings."""
    from spectral_core import evaluate

    sentences = [sentence for sentence in treebank if sentence.readable]
    measures: dict[str, float] = {}
    clipped = 0
    if isinstance(model, Scorer):
        scores = model.scores(sentences)
        measures.update(evaluate.compute_perplexity(scores).metrics)
        clipped += sum(sentence.clipped for sentence in scores)  # invalid scores, not probabilities
    elif isinstance(model, TreeScorer) and not isinstance(model, Parser):
        scores = model.tree_scores(
            [sentence for sentence in sentences if sentence.has_heads and not sentence.structural_problems()]
        )
        measures.update(evaluate.compute_perplexity(scores).metrics)
        clipped += sum(sentence.clipped for sentence in scores)
    if isinstance(model, Parser):
        structure = get_predicted_structure(model)
        parsable = [sentence for sentence in sentences if not structure.is_unfinished(sentence)]
        bare = [evaluate.strip_annotation(sentence) for sentence in parsable]
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
        ranked = [sentence for sentence in sentences if any(sentence.with_readings().analyses)]
        measures.update(
            evaluate.evaluate_ranker(model, ranked, _make_progress_wrapper(report, len(ranked))) if ranked else {}
        )
    return {**measures, "clipped": clipped} if clipped else measures


def _make_progress_wrapper(report: Report, total: int) -> Callable[[Iterable[Sentence]], Iterator[Sentence]]:
    """Return a wrapper of sentences that reports progress of the evaluation."""
    return lambda sentences: track_progress(sentences, MEASURING_STAGE, total, report, _REPORT_EVERY)


@dataclass(frozen=True, slots=True)
class Sweep:
    """Trains and evaluates a model for every combination of values (grid search); keeps no model. A combination that
    cannot be trained has an error message; if none can, the sweep raises it. Larger numbers of sentences than available
    mean all of them, once, and the point has the actual number."""

    documents: tuple[str, ...]
    measured_on: str  # "" for the training text, HELD_OUT for a held-out part of it
    method: str
    settings: Mapping[str, Value]
    axes: tuple[Axis, ...]
    seeds: int = 1  # random seeds, if the result depends on them

    def plan_points(self) -> tuple[SweepPoint, ...]:
        """Return the points without results: the first axis varies fastest, except for the seeds."""
        method = get_method(self.method)
        names = [name for name, _ in self.axes]
        if not names or len(set(names)) < len(names):
            raise SettingsError("a sweep needs something to vary, each thing once, such as states=2:16:2")
        points: list[SweepPoint] = []
        for chosen in product(*(values for _, values in reversed(self.axes))):
            varied = dict(zip(names, reversed(chosen), strict=True))
            setting_values = {**self.settings, **{name: value for name, value in varied.items() if name != SENTENCES}}
            settings = make_settings(method, setting_values)
            current_values = {field.name: getattr(settings, field.name) for field in list_settings(method.settings)}
            if (
                self.seeds > 1
                and SEED in current_values
                and SEED not in varied
                and method.depends_on_seed(current_values)
            ):
                first = current_values[SEED]
                points += [SweepPoint({**varied, SEED: (first + offset) % MAX_SEED}) for offset in range(self.seeds)]
            else:
                points.append(SweepPoint(varied))
            if len(points) > _MAX_SWEEP_POINTS:
                raise SettingsError(f"a sweep learns at most {_MAX_SWEEP_POINTS:,} times; vary less at once")
        return tuple(points)

    def run(self, engine: Engine, report: Report) -> tuple[SweepPoint, ...]:
        treebank = Treebank.concatenate([engine.load_treebank(name) for name in self.documents])
        measured = treebank
        if self.measured_on == HELD_OUT:
            treebank, held_out = split_held_out(treebank)
            measured = held_out or treebank
        elif self.measured_on:
            measured = engine.load_treebank(self.measured_on)
        method, plan = get_method(self.method), self.plan_points()
        usable = [index for index in range(len(treebank)) if treebank[index].readable]
        completed: list[SweepPoint] = []
        warmed_up: set[tuple[Value, ...]] = set()
        with subscribe(report):
            for number, planned in enumerate(plan):
                point = _limit_to_available_sentences(planned, len(usable))
                if any(point.at == earlier.at for earlier in completed):
                    continue
                stage = describe_sweep_point(point)
                report(Progress(stage, number, len(plan)))

                def on_progress(_: Progress, stage: str = stage, number: int = number) -> None:
                    report(Progress(stage, number, len(plan)))

                size = point.at.get(SENTENCES)
                training_text = treebank
                if isinstance(size, int):
                    training_text = Treebank.of(treebank[index] for index in usable[:size])
                varied = {name: value for name, value in point.at.items() if name != SENTENCES}
                settings = {**self.settings, **varied}
                kind = tuple(value for value in varied.values() if isinstance(value, str))
                if kind not in warmed_up:
                    warmed_up.add(kind)
                    warm_up = Treebank.of(treebank[index] for index in usable[:_WARM_UP_SENTENCES])
                    _train_point(SweepPoint({}), method, warm_up, warm_up, settings, on_progress)
                completed.append(_train_point(point, method, training_text, measured, settings, on_progress))
                report(Progress(stage, number + 1, len(plan), completed[-1].measures))
        if all(point.complaint for point in completed):
            raise DataError(f"no model of the sweep could be trained: {completed[0].complaint}")
        return tuple(completed)


def _limit_to_available_sentences(point: SweepPoint, available: int) -> SweepPoint:
    """Limit the number of sentences of a point to those available."""
    size = point.at.get(SENTENCES)
    return replace(point, at={**point.at, SENTENCES: min(size, available)}) if isinstance(size, int) else point


def describe_sweep_point(point: SweepPoint) -> str:
    """Describe a point of a sweep in words."""
    return ", ".join(f"{value} {name}" if name == SENTENCES else f"{name} {value}" for name, value in point.at.items())


def parse_axis(method: Method, text: str) -> Axis:
    """Parse an axis such as `states=2:16:2`, `estimator=em,spectral` or `sentences=50,200`: its name and its values,
    from a range with both ends and its step, or a list."""
    name, equals, values_text = (part.strip() for part in text.partition("="))
    text_settings = {field.name for field in list_settings(method.settings) if isinstance(field.default, str)}
    parts = [part.strip() for part in values_text.split(",")]
    if name not in text_settings:
        parts = [value for part in parts for value in _expand_range(name, part)]
    if not equals or not all(parts):
        raise SettingsError(f"{text!r} varies nothing; say it as in states=2:16:2 or sentences=50,200,1000")
    if name == SENTENCES:
        if not all(part.isdecimal() and len(part) <= _MAX_DIGITS and int(part) for part in parts):
            raise SettingsError(f"{SENTENCES} are whole numbers from 1, not {values_text}")
        values: list[Value] = [int(part) for part in parts]
    else:
        values = [getattr(make_settings(method, {name: part}), name) for part in parts]
    return name, tuple(dict.fromkeys(values))


def _expand_range(name: str, text: str) -> Sequence[str]:
    """Return the numbers of `low:high` or `low:high:step`, both ends included; anything else as it is."""
    if ":" not in text:
        return (text,)
    try:
        low, high, *step_part = map(Fraction, text.split(":"))
        (step,) = step_part or (Fraction(1),)
    except (ValueError, ZeroDivisionError):
        raise SettingsError(f"{name}: {text!r} is no range; say its ends and its step, as in 2:16:2") from None
    count = (high - low) // step if step > 0 else -1
    if not 0 <= count < _MAX_SWEEP_POINTS:
        raise SettingsError(
            f"{name}: the range {text!r} is empty or too long; it goes up, in at most {_MAX_SWEEP_POINTS:,} steps"
        )
    numbers = [low + index * step for index in range(count + 1)]
    return [str(value) if value.denominator == 1 else repr(float(value)) for value in numbers]


def _train_point(
    point: SweepPoint, method: Method, treebank: Treebank, measured: Treebank, settings: Mapping[str, Value],
    report: Report,
) -> SweepPoint:  # fmt: skip
    """Train and evaluate one point of a sweep; return it with its measures, or with an error message."""
    try:
        model, seconds = _train_timed(method, treebank, settings, report)
        return replace(point, seconds=seconds, measures=evaluate_model(model, measured, report))
    except SpectralError as error:
        return replace(point, complaint=str(error))


def _train_timed(
    method: Method, treebank: Treebank, setting_values: Mapping[str, Value], report: Report
) -> tuple[Model, float]:
    """Train a model and return it with the CPU seconds of its estimator."""
    settings = make_settings(method, setting_values)
    started, parts = time.process_time(), PartTimer()

    def on_progress(progress: Progress) -> None:
        parts.on_progress(progress)
        report(progress)

    model = method.learn(treebank, settings, on_progress)
    return model, time.process_time() - started - sum(parts.seconds.values())


@dataclass(frozen=True, slots=True)
class TrainableDocument:
    """A document similar to the displayed one, with its number of training sentences."""

    document: str
    complete_trees: Mapping[str, int]  # sentences with a complete tree, by structure
    has_readings: bool  # whether a ranker can be trained on its words
    sentences: int = 0
    incomplete_trees: Mapping[str, int] = field(default_factory=dict)  # sentences with an incomplete tree, by structure


@dataclass(frozen=True, slots=True)
class FindTrainableDocuments:
    """Finds documents that match the displayed one in script, language, words and tags, including itself."""

    document: str
    candidates: tuple[str, ...] = ()

    def run(self, engine: Engine, report: Report) -> tuple[TrainableDocument, ...]:
        from spectral_core.morphology.text_profile import TextProfile

        shown_treebank = engine.load_treebank(self.document)
        shown_profile = TextProfile.from_sentences(shown_treebank)
        trainable = []
        names = (self.document, *self.candidates)
        for done, name in enumerate(names):
            report(Progress("looking", done, len(names)))
            treebank = shown_treebank if name == self.document else engine.load_treebank(name)
            if name != self.document and shown_profile.find_mismatch(TextProfile.from_sentences(treebank)):
                continue
            trees = {
                structure.name: sum(sentence.readable and structure.is_complete(sentence) for sentence in treebank)
                for structure in STRUCTURES.values()
            }
            incomplete = {kind: sum(map(structure.is_unfinished, treebank)) for kind, structure in STRUCTURES.items()}
            readings = METHODS["analysis-ranker"].check_treebank(treebank) is None
            trainable.append(TrainableDocument(name, trees, readings, len(treebank), incomplete))
        return tuple(trainable)


@dataclass(frozen=True, slots=True)
class CountCorrectSuggestions:
    """Counts the parts of annotated sentences that a model would have suggested correctly, from the sentences as they
    were before."""

    model: Path
    decided: tuple[tuple[Sentence, Sentence], ...]

    def run(self, engine: Engine, report: Report) -> int:
        parser = load_parser(engine, self.model)
        structure = get_predicted_structure(parser)
        correct = 0
        for done, (before, after) in enumerate(self.decided):
            report(Progress("measuring", done, len(self.decided)))
            try:
                trees = suggest_trees(parser, before, 1).trees
            except SpectralError:  # it has no tree for this one
                continue
            if trees:
                correct += sum(hit for _, hit in structure.compare_to_gold(trees[0].value, after))
        return correct


@dataclass(frozen=True, slots=True)
class ParserComparison:
    """Unlabelled F1 in percent of two parsers on the same unseen trees. The one trained on trees counts as better if
    its labelled F1 is at least as high, since it also decides labels."""

    sentences: int
    inducer_f1: float
    trained_f1: float
    trained_is_better: bool


@dataclass(frozen=True, slots=True)
class CompareParsers:
    """Compares the model in a file, trained on words alone, with a method trained on the complete trees of these
    documents, in five-fold cross-validation."""

    documents: tuple[str, ...]
    inducer: Path
    method: str

    def run(self, engine: Engine, report: Report) -> ParserComparison:
        method, inducer_model = get_method(self.method), load_parser(engine, self.inducer)
        assert method.structure is not None
        treebank = Treebank.concatenate([engine.load_treebank(name) for name in self.documents])
        gold = list(sample_training_sentences(treebank, method.structure, _MAX_COMPARED_TREES))
        if len(gold) < _FOLDS:
            raise DataError(f"{len(gold)} complete trees are too few to compare parsers")
        bare = [strip_annotation(sentence) for sentence in gold]
        trained_trees = list(bare)
        for fold in range(_FOLDS):
            report(Progress("comparing", fold, _FOLDS))
            training = [sentence for index, sentence in enumerate(gold) if index % _FOLDS != fold]
            model = method.learn(Treebank.of(training), make_settings(method, {}))
            assert isinstance(model, Parser)
            for index in range(fold, len(gold), _FOLDS):
                trained_trees[index] = _parse_or_keep(model, bare[index])
        report(Progress("comparing", _FOLDS, _FOLDS))
        induced_trees = [_parse_or_keep(inducer_model, sentence) for sentence in bare]
        sentence, trained_f1 = (
            score_unlabelled_brackets(gold, parsed).metrics.get("unlabelled_f1", 0.0)
            for parsed in (induced_trees, trained_trees)
        )
        labelled = [
            score_brackets(gold, parsed, True).metrics["f1_counting_failed"]
            for parsed in (induced_trees, trained_trees)
        ]
        return ParserComparison(len(gold), sentence, trained_f1, labelled[1] >= labelled[0])


def _parse_or_keep(model: Parser, sentence: Sentence) -> Sentence:
    """Return the best parse of a sentence, or the sentence itself if there is none."""
    return next((tree.value for tree in model.parse(sentence)), sentence)
