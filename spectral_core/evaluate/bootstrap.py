"""Bootstrap intervals of rates and of their differences between systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.errors import DataError

if TYPE_CHECKING:
    from spectral_core.evaluate.measures import Rate, Scores


@dataclass(frozen=True, slots=True)
class Interval:
    """Value with its 95 % percentile interval over bootstrap samples."""

    value: float
    low: float
    high: float
    above: float  # share of bootstrap samples with a value above 0


def bootstrap_difference(a: Rate, b: Rate, samples: int = 1000, seed: int = 0) -> Interval:
    """Estimate the difference of `a` and `b` with the paired bootstrap over sentences (Koehn 2004), with the percentile
    interval of Efron and Tibshirani 1993, chapter 13."""
    _require_same_count(len(a.numerators), len(b.numerators))
    values = _resample_rates((a, b), samples, seed)
    return _make_interval(a.value - b.value, values[:, 0] - values[:, 1])


def restrict_to_common_sentences(results: Sequence[Scores]) -> list[Scores]:
    """Return the scores of several systems on the sentences where none failed, for measures that leave failed sentences
    out: failing on a hard sentence would otherwise raise the score."""
    failed_sentences = sorted({failure.index for scores in results for failure in scores.failures})
    restricted = []
    for scores in results:
        rates, metrics = dict(scores.rates), dict(scores.metrics)
        for name, rate in scores.rates.items():
            system_rates = [system.rates[name] for system in results if name in system.rates]
            excluded = {
                index
                for index in failed_sentences
                if index < len(rate.denominators)
                and any(system_rate.denominators[index] == 0 for system_rate in system_rates)
            }
            if excluded and name in metrics:
                rates[name] = rate.select([index not in excluded for index in range(len(rate.denominators))])
                metrics[name] = rates[name].value
        defined = {name: value for name, value in metrics.items() if not np.isnan(value)}
        restricted.append(replace(scores, rates=rates, metrics=defined))
    return restricted


def bootstrap_differences(a: Scores, b: Scores, samples: int = 1000, seed: int = 0) -> dict[str, Interval]:
    """Estimate the differences of `a` and `b` in each measure that both have, over the same sentences and with the same
    bootstrap samples."""
    _require_same_count(a.sentences, b.sentences)
    for name in a.rates.keys() & b.rates.keys():  # which have entries for sentences without a gold structure, too
        _require_same_count(len(a.rates[name].numerators), len(b.rates[name].numerators))
    a, b = restrict_to_common_sentences((a, b))
    names = [name for name in a.metrics if name in b.metrics and name in a.rates and name in b.rates]
    names = [name for name in names if not np.isnan(a.rates[name].value + b.rates[name].value)]
    if not names:
        raise DataError("the two results have no figure in common; there is nothing to compare them by")
    pairs = tuple(rate for name in names for rate in (a.rates[name], b.rates[name]))
    values = _resample_rates(pairs, samples, seed)
    return {
        name: _make_interval(
            pairs[2 * index].value - pairs[2 * index + 1].value, values[:, 2 * index] - values[:, 2 * index + 1]
        )
        for index, name in enumerate(names)
    }


def _require_same_count(first: int, second: int) -> None:
    """Raise DataError if two results are over different numbers of sentences."""
    if first != second:
        raise DataError(
            f"one result is over {first} sentences and the other over {second}; "
            "a paired comparison needs two systems scored on the same sentences"
        )


def bootstrap_interval(rate: Rate, samples: int = 1000, seed: int = 0) -> Interval:
    """Return the value of a rate with its percentile interval over bootstrap samples."""
    return _make_interval(rate.value, _resample_rates((rate,), samples, seed)[:, 0])


def _resample_rates(rates: tuple[Rate, ...], samples: int, seed: int) -> Floats:
    """Return (samples, rates) the values over corpora resampled with replacement."""
    size = len(rates[0].numerators)
    if size == 0 or any(np.isnan(rate.value) for rate in rates):
        raise DataError("there is nothing to resample: no sentence was scored")
    if samples < 1:
        raise ValueError("a bootstrap needs at least one sample")
    random = np.random.default_rng(seed)
    columns = np.column_stack([column for rate in rates for column in (rate.numerators, rate.denominators)])
    units = np.array([rate.unit for rate in rates])
    sums = np.empty((samples, columns.shape[1]))
    for row in range(samples):
        # Counts instead of indexed copies: one product per sample, and no (samples, sentences) array.
        sums[row] = np.bincount(random.integers(0, size, size), minlength=size) @ columns
    parts, wholes = sums[:, 0::2], sums[:, 1::2]
    return units * np.divide(parts, wholes, out=np.full_like(parts, np.nan), where=wholes != 0)


def _make_interval(value: float, values: Floats) -> Interval:
    """Return the 95 % percentile interval of bootstrap values."""
    defined = values[~np.isnan(values)]  # a sample may contain only sentences with nothing to score
    if defined.size == 0:
        raise DataError("no resampled corpus had anything to score; there are too few sentences")
    low, high = np.quantile(defined, (0.025, 0.975))
    return Interval(value, float(low), float(high), float(np.mean(defined > 0)))
