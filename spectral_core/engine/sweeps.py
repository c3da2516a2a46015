"""Sweeps: models trained at several sizes or settings, and their measures."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from spectral_core.data import Treebank
from spectral_core.engine.engine import Engine
from spectral_core.engine.training import HELD_OUT, TrainingPartTimer, evaluate_model, split_held_out
from spectral_core.errors import DataError, SettingsError, SpectralError
from spectral_core.model import MAX_SEED, Model, Value, list_settings
from spectral_core.progress import Progress, Report, subscribe
from spectral_core.project import SENTENCES, SweepPoint
from spectral_core.registry import Method, get_method, make_settings

Axis = tuple[str, tuple[Value, ...]]  # a setting or SENTENCES, and its values
SEED = "seed"
_MAX_SWEEP_POINTS = 2000  # trainings
_MAX_DIGITS = 18  # of a number of sentences
_LARGE_EXPONENT = re.compile(r"e[+-]?[0-9_]{4}", re.IGNORECASE)
_WARM_UP_SENTENCES = 10  # training sentences of a warm-up run, so that loading is not timed


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
        usable = [index for index in range(len(treebank)) if treebank[index].is_readable]
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
        if _LARGE_EXPONENT.search(text):  # a fraction would be made of all its digits
            raise ValueError(text)
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
    started, parts = time.process_time(), TrainingPartTimer()

    def on_progress(progress: Progress) -> None:
        parts.on_progress(progress)
        report(progress)

    model = method.learn(treebank, settings, on_progress)
    return model, time.process_time() - started - sum(parts.seconds.values())
