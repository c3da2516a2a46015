"""What every measurement gives: figures, each kept apart by sentence, and how far two of them are from each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Final, TypeVar

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.brief import brief_repr, shorten
from spectral_core.data import Sentence
from spectral_core.errors import DataError

G = TypeVar("G")
P = TypeVar("P")

_SHOWN = 300  # characters of all figures, where they are looked at in a session


@dataclass(frozen=True, slots=True, eq=False)
class Rate:
    """A figure of a corpus, apart by sentence: `unit` times the sum of `parts` over the sum of `wholes`."""

    parts: Floats  # (sentences,)
    wholes: Floats  # (sentences,) 0 where a sentence has nothing to score
    unit: float = 100.0
    __repr__ = brief_repr

    @classmethod
    def of(cls, pairs: Sequence[tuple[float, float]], unit: float = 100.0) -> Rate:
        """The rate whose sentences have these parts and wholes."""
        columns = np.array(pairs, dtype=np.float64).reshape(-1, 2)  # (sentences, 2)
        return cls(columns[:, 0], columns[:, 1], unit)

    @property
    def value(self) -> float:
        """The figure of the whole corpus; not a number where there is nothing to score."""
        whole = float(self.wholes.sum())
        return self.unit * float(self.parts.sum()) / whole if whole else float("nan")

    def where(self, chosen: Sequence[bool]) -> Rate:
        """The rate over the chosen sentences; the others stay in their places with nothing to score."""
        mask = np.asarray(chosen, dtype=np.float64)
        return Rate(self.parts * mask, self.wholes * mask, self.unit)


@dataclass(frozen=True, slots=True)
class Failure:
    """A sentence, counted from 0, whose prediction cannot be scored, and why."""

    index: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """The figures of one measurement; a figure over nothing is left out."""

    metrics: Mapping[str, float]
    sentences: int  # that have a gold structure, those that failed included
    failures: tuple[Failure, ...] = ()
    different: tuple[int, ...] = ()  # the sentences, from 0, that are not as in the gold
    left_out: int = 0  # sentences without a gold structure: not scored
    clipped: int = 0  # estimates that the model had to replace by a floor
    rates: Mapping[str, Rate] = field(default_factory=dict)  # by sentence, in the order of the gold

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {value:.2f}" for name, value in self.metrics.items())
        return shorten(f"<{type(self).__name__} over {self.sentences:,} sentences: {told}>", _SHOWN)

    def _repr_html_(self) -> str:
        from spectral_core.notebook import scores_html

        facts = {"sentences": self.sentences, "failed": self.failed, "left out": self.left_out, "clipped": self.clipped}
        return scores_html(self.metrics, {name: number for name, number in facts.items() if number})

    @property
    def failed(self) -> int:
        """How many sentences' predictions could not be scored."""
        return len(self.failures)


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with the middle 95 % of its values over resampled corpora."""

    value: float
    low: float
    high: float
    above: float  # the share of resampled corpora where it is above 0


def bootstrap(a: Rate, b: Rate, samples: int = 1000, seed: int = 0) -> Interval:
    """How far `a` is above `b`: the paired bootstrap over sentences, each sample drawing the same ones for both. Koehn
    2004; percentile interval of Efron and Tibshirani 1993, chapter 13."""
    if len(a.parts) != len(b.parts):
        raise DataError(
            f"one result is over {len(a.parts)} sentences and the other over {len(b.parts)}; "
            "a paired comparison needs two systems scored on the same sentences"
        )
    values = _resampled((a, b), samples, seed)
    return _interval(a.value - b.value, values[:, 0] - values[:, 1])


def over_the_same(results: Sequence[Scores]) -> list[Scores]:
    """The figures of several systems over the sentences that none of them failed in, where a figure leaves failed ones
    out: else the one that fails in a hard sentence would be the better one for it."""
    failed = sorted({failure.index for one in results for failure in one.failures})
    found = []
    for one in results:
        rates, metrics = dict(one.rates), dict(one.metrics)
        for name, rate in one.rates.items():
            shared = [other.rates[name] for other in results if name in other.rates]
            out = {at for at in failed if at < len(rate.wholes) and any(each.wholes[at] == 0 for each in shared)}
            if out and name in metrics:
                rates[name] = rate.where([at not in out for at in range(len(rate.wholes))])
                metrics[name] = rates[name].value
        known = {name: value for name, value in metrics.items() if not np.isnan(value)}
        found.append(replace(one, rates=rates, metrics=known))
    return found


def differences(a: Scores, b: Scores, samples: int = 1000, seed: int = 0) -> dict[str, Interval]:
    """How far `a` is above `b` in every figure that both have, over the same sentences: `bootstrap`, with the same
    samples for all of them."""
    if a.sentences != b.sentences:
        raise DataError(
            f"one result is over {a.sentences} sentences and the other over {b.sentences}; "
            "a paired comparison needs two systems scored on the same sentences"
        )
    a, b = over_the_same((a, b))
    names = [name for name in a.metrics if name in b.metrics and name in a.rates and name in b.rates]
    names = [name for name in names if not np.isnan(a.rates[name].value + b.rates[name].value)]
    if not names:
        raise DataError("the two results have no figure in common; there is nothing to compare them by")
    pairs = tuple(rate for name in names for rate in (a.rates[name], b.rates[name]))
    values = _resampled(pairs, samples, seed)
    return {
        name: _interval(pairs[2 * at].value - pairs[2 * at + 1].value, values[:, 2 * at] - values[:, 2 * at + 1])
        for at, name in enumerate(names)
    }


def interval(rate: Rate, samples: int = 1000, seed: int = 0) -> Interval:
    """A figure with the middle 95 % of its values over resampled corpora."""
    return _interval(rate.value, _resampled((rate,), samples, seed)[:, 0])


def _resampled(rates: tuple[Rate, ...], samples: int, seed: int) -> Floats:
    """The values of each rate over corpora of as many sentences, drawn with replacement; (samples, rates)."""
    size = len(rates[0].parts)
    if size == 0 or any(np.isnan(rate.value) for rate in rates):
        raise DataError("there is nothing to resample: no sentence was scored")
    if samples < 1:
        raise ValueError("a bootstrap needs at least one sample")
    random = np.random.default_rng(seed)
    columns = np.column_stack([column for rate in rates for column in (rate.parts, rate.wholes)])
    units = np.array([rate.unit for rate in rates])
    sums = np.empty((samples, columns.shape[1]))
    for row in range(samples):
        # Counts instead of indexed copies: one product a sample, and no (samples, sentences) array.
        sums[row] = np.bincount(random.integers(0, size, size), minlength=size) @ columns
    parts, wholes = sums[:, 0::2], sums[:, 1::2]
    return units * np.divide(parts, wholes, out=np.full_like(parts, np.nan), where=wholes != 0)


def _interval(value: float, values: Floats) -> Interval:
    known = values[~np.isnan(values)]  # a sample can hold only sentences with nothing to score
    if known.size == 0:
        raise DataError("no resampled corpus had anything to score; there are too few sentences")
    low, high = np.quantile(known, (0.025, 0.975))
    return Interval(value, float(low), float(high), float(np.mean(known > 0)))


_MISSING: Final = object()


def paired(gold: Iterable[G], predicted: Iterable[P]) -> Iterator[tuple[int, G, P]]:
    """(index, gold, predicted) in order; corpora of unequal length are refused. One pass, so both may be lazy."""
    for index, (want, got) in enumerate(zip_longest(gold, predicted, fillvalue=_MISSING)):
        if want is _MISSING or got is _MISSING:
            shorter = "gold" if want is _MISSING else "prediction"
            raise DataError(f"the {shorter} ends before sentence {index + 1}; compare files over the same sentences")
        yield index, want, got  # type: ignore[misc]


def named(index: int, sentence: Sentence) -> str:
    """How a message names a sentence: by its number from 1, and its id where it has one."""
    name = sentence.comment("sent_id")
    return f"sentence {index + 1}" + (f" ({name})" if name else "")


def words_differ(gold: Sequence[str], predicted: Sequence[str]) -> str | None:
    """What the first difference between two sentences' words is, or None."""
    if len(gold) != len(predicted):
        return f"{len(predicted)} words, in the gold {len(gold)}"
    for position, (want, got) in enumerate(zip(gold, predicted, strict=True), 1):
        if want != got:
            return f"word {position} is {got!r}, in the gold {want!r}"
    return None


def figures(rates: Mapping[str, Rate]) -> dict[str, float]:
    """The value of every rate that has one."""
    return {name: rate.value for name, rate in rates.items() if not np.isnan(rate.value)}
