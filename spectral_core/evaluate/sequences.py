"""Perplexity of a corpus from the scores of its sentences."""

import math
from collections.abc import Iterable

from spectral_core.errors import DataError
from spectral_core.evaluate.rates import Rate, Scores, figures
from spectral_core.model import Scored


def perplexity(scored: Iterable[Scored], prefix: bool = False) -> Scores:
    """`perplexity` a counted symbol, and `unknown`: the words that were left out of it, in percent of all words.
    Counted are the known words and, unless prefixes were scored, one end symbol a sentence. The rate `log_loss` is the
    natural log of the perplexity, apart by sentence, for comparisons."""
    losses: list[tuple[float, float]] = []
    unknown: list[tuple[float, float]] = []
    clipped = 0
    for index, row in enumerate(scored):
        if not math.isfinite(row.log):
            raise DataError(f"sentence {index + 1} has the log score {row.log}; the model gave it no usable score")
        losses.append((-row.log, row.symbols))
        unknown.append((row.unknown, row.symbols + row.unknown - (0 if prefix else 1)))
        clipped += row.clipped
    if not losses:
        raise DataError("no sentence was scored; there is nothing to measure")
    rates = {"log_loss": Rate.of(losses, unit=1.0), "unknown": Rate.of(unknown)}
    metrics = figures(rates)
    if "log_loss" in metrics:
        loss = metrics.pop("log_loss")
        # exp overflows past 709; a model that bad has no perplexity worth a number
        metrics = {"perplexity": math.exp(loss) if loss < 709 else math.inf, **metrics}
    return Scores(metrics=metrics, sentences=len(losses), clipped=clipped, rates=rates)
