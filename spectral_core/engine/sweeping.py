"""Sweeps: a method learnt again and again with other settings, or from more sentences, as one run."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from spectral_core.data import Treebank
from spectral_core.engine.engine import Engine
from spectral_core.engine.held_out import HELD_OUT, parted
from spectral_core.engine.learning import SecondsBeside, measures_of
from spectral_core.errors import DataError, SettingsError, SpectralError
from spectral_core.methods import Method, method_named, settings_of
from spectral_core.model import MOST_SEED, Model, Value, settings_in
from spectral_core.progress import Progress, Report, listening
from spectral_core.project import SENTENCES, SweptPoint

Axis = tuple[str, tuple[Value, ...]]  # a setting or SENTENCES, and its values
SEED = "seed"
_MOST = 2000  # learnings
_MOST_DIGITS = 18  # of a number of sentences
_FEW = 10  # sentences that are learnt from first, so that what is loaded then is in no figure


@dataclass(frozen=True, slots=True)
class Sweep:
    """Learns with every combination of the values, measures each, and keeps no model. A combination that cannot be
    learnt has a complaint; where none can, that is the complaint of the sweep. More sentences than there are mean all
    of them, once, and the point says how many that is."""

    documents: tuple[str, ...]
    measured_on: str  # "" for what it is learnt from, HELD_OUT for a part of that from which it is not learnt
    method: str
    settings: Mapping[str, Value]
    over: tuple[Axis, ...]
    seeds: int = 1  # random starts, where something is left to chance

    def plan(self) -> tuple[SweptPoint, ...]:
        """What is to be learnt, without its outcome: the first axis changes fastest but for the seeds."""
        method = method_named(self.method)
        names = [name for name, _ in self.over]
        if not names or len(set(names)) < len(names):
            raise SettingsError("a sweep needs something to vary, each thing once, such as states=2:16:2")
        found: list[SweptPoint] = []
        for chosen in product(*(values for _, values in reversed(self.over))):
            at = dict(zip(names, reversed(chosen), strict=True))
            given = {**self.settings, **{name: value for name, value in at.items() if name != SENTENCES}}
            made = settings_of(method, given)
            own = {row.name: getattr(made, row.name) for row in settings_in(method.settings)}
            if self.seeds > 1 and SEED in own and SEED not in at and method.by_chance(own):
                first = own[SEED]
                found += [SweptPoint({**at, SEED: (first + start) % MOST_SEED}) for start in range(self.seeds)]
            else:
                found.append(SweptPoint(at))
            if len(found) > _MOST:
                raise SettingsError(f"a sweep learns at most {_MOST:,} times; vary less at once")
        return tuple(found)

    def run(self, engine: Engine, report: Report) -> tuple[SweptPoint, ...]:
        treebank = Treebank.joined([engine.treebank(name) for name in self.documents])
        measured = treebank
        if self.measured_on == HELD_OUT:
            treebank, held = parted(treebank)
            measured = held or treebank
        elif self.measured_on:
            measured = engine.treebank(self.measured_on)
        method, plan = method_named(self.method), self.plan()
        usable = [at for at in range(len(treebank)) if treebank[at].readable]
        done: list[SweptPoint] = []
        warm: set[tuple[Value, ...]] = set()
        with listening(report):
            for place, planned in enumerate(plan):
                point = _within(planned, len(usable))
                if any(point.at == other.at for other in done):
                    continue
                stage = told(point)
                report(Progress(stage, place, len(plan)))

                def passing(_: Progress, stage: str = stage, place: int = place) -> None:
                    report(Progress(stage, place, len(plan)))

                size = point.at.get(SENTENCES)
                learnt_from = treebank
                if isinstance(size, int):
                    learnt_from = Treebank.of(treebank[at] for at in usable[:size])
                named = {name: value for name, value in point.at.items() if name != SENTENCES}
                settings = {**self.settings, **named}
                kind = tuple(value for value in named.values() if isinstance(value, str))
                if kind not in warm:
                    warm.add(kind)
                    few = Treebank.of(treebank[at] for at in usable[:_FEW])
                    _point(SweptPoint({}), method, few, few, settings, passing)
                done.append(_point(point, method, learnt_from, measured, settings, passing))
                report(Progress(stage, place + 1, len(plan), done[-1].measures))
        if all(point.complaint for point in done):
            raise DataError(f"nothing of the sweep could be learnt: {done[0].complaint}")
        return tuple(done)


def _within(point: SweptPoint, most: int) -> SweptPoint:
    """The point with as many sentences as there are, where it has more."""
    size = point.at.get(SENTENCES)
    return replace(point, at={**point.at, SENTENCES: min(size, most)}) if isinstance(size, int) else point


def told(point: SweptPoint) -> str:
    """Where a point of a sweep stands, in words."""
    return ", ".join(f"{value} {name}" if name == SENTENCES else f"{name} {value}" for name, value in point.at.items())


def axis_of(method: Method, text: str) -> Axis:
    """What `states=2:16:2` or `estimator=em,spectral` or `sentences=50,200` varies, and its values: both ends of a
    range with its step, or a list."""
    name, equals, rest = (part.strip() for part in text.partition("="))
    texts = {row.name for row in settings_in(method.settings) if isinstance(row.default, str)}
    parts = [part.strip() for part in rest.split(",")]
    if name not in texts:
        parts = [value for part in parts for value in _range(name, part)]
    if not equals or not all(parts):
        raise SettingsError(f"{text!r} varies nothing; say it as in states=2:16:2 or sentences=50,200,1000")
    if name == SENTENCES:
        if not all(part.isdecimal() and len(part) <= _MOST_DIGITS and int(part) for part in parts):
            raise SettingsError(f"{SENTENCES} are whole numbers from 1, not {rest}")
        values: list[Value] = [int(part) for part in parts]
    else:
        values = [getattr(settings_of(method, {name: part}), name) for part in parts]
    return name, tuple(dict.fromkeys(values))


def _range(name: str, text: str) -> Sequence[str]:
    """The numbers of `low:high` or `low:high:step`, both ends included; anything else as it is."""
    if ":" not in text:
        return (text,)
    try:
        low, high, *more = map(Fraction, text.split(":"))
        (step,) = more or (Fraction(1),)
    except (ValueError, ZeroDivisionError):
        raise SettingsError(f"{name}: {text!r} is no range; say its ends and its step, as in 2:16:2") from None
    count = (high - low) // step if step > 0 else -1
    if not 0 <= count < _MOST:
        raise SettingsError(f"{name}: the range {text!r} is empty or too long; it goes up, in at most {_MOST:,} steps")
    found = [low + at * step for at in range(count + 1)]
    return [str(value) if value.denominator == 1 else repr(float(value)) for value in found]


def _point(
    point: SweptPoint, method: Method, treebank: Treebank, measured: Treebank, given: Mapping[str, Value],
    report: Report,
) -> SweptPoint:  # fmt: skip
    try:
        model, seconds = _learnt(method, treebank, given, report)
        return replace(point, seconds=seconds, measures=measures_of(model, measured, report))
    except SpectralError as error:
        return replace(point, complaint=str(error))


def _learnt(method: Method, treebank: Treebank, given: Mapping[str, Value], report: Report) -> tuple[Model, float]:
    """A model, and the CPU seconds of its estimator."""
    settings = settings_of(method, given)
    begun, parts = time.process_time(), SecondsBeside()

    def watch(progress: Progress) -> None:
        parts.passed(progress)
        report(progress)

    model = method.learn(treebank, settings, watch)
    return model, time.process_time() - begun - sum(parts.seconds.values())
