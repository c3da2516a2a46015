"""Perplexity of a corpus from the scores of its sentences."""

import math
from collections.abc import Iterable

from spectral_core.errors import DataError
from spectral_core.evaluate.rates import Rate, Scores, compute_metrics
from spectral_core.model import Scored


def compute_perplexity(scored: Iterable[Scored], prefix: bool = False) -> Scores:
    """Compute `perplexity` per counted symbol, and `unknown`: the words that were left out of it, in percent of all
    words.

    Counted are the known words and, unless prefixes were scored, one end symbol a sentence. The rate `log_loss` is the
    natural log of the perplexity by sentence, for comparisons.
    """
    losses: list[tuple[float, float]] = []
    unknown: list[tuple[float, float]] = []
    clipped = 0
    for index, sentence_score in enumerate(scored):
        if not math.isfinite(sentence_score.log):
            raise DataError(
                f"sentence {index + 1} has the log score {sentence_score.log}; the model gave it no usable score"
            )
        losses.append((-sentence_score.log, sentence_score.symbols))
        unknown.append((sentence_score.unknown, sentence_score.symbols + sentence_score.unknown - (0 if prefix else 1)))
        clipped += sentence_score.clipped
    if not losses:
        raise DataError("no sentence was scored; there is nothing to measure")
    rates = {"log_loss": Rate.from_pairs(losses, unit=1.0), "unknown": Rate.from_pairs(unknown)}
    metrics = compute_metrics(rates)
    if "log_loss" in metrics:
        loss = metrics.pop("log_loss")
        # exp overflows past 709
        metrics = {"perplexity": math.exp(loss) if loss < 709 else math.inf, **metrics}
    return Scores(metrics=metrics, sentences=len(losses), clipped=clipped, rates=rates)
