"""Words of the Brown corpus: perplexity and CPU time of n-gram models, as one stream and by sentence."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from spectral_core import evaluate
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.model import Scorer, Value
from spectral_core.progress import Progress, Report
from spectral_core.registry import get_method, make_settings

_NGRAM_ORDERS = (2, 3)
_NGRAM_SMOOTHINGS = ("interpolated", "modified")


def measure_ngrams(data: Path, report: Report) -> list[dict[str, str | int | float | None]]:
    """Return a row for each model, trained on train and measured on the second half of dev.

    `stream` is the perplexity of one stream without end symbols, as in Saul and Pereira (1997); `sentences` that of
    sentences, end symbols counted.
    """
    train = load(data / "brown" / "brown.train.txt.xz")
    dev = load(data / "brown" / "brown.dev.txt.xz")
    streams = concatenate_words(train), concatenate_words(dev)
    rows: list[dict[str, str | int | float | None]] = []
    runs = [(order, smoothing) for order in _NGRAM_ORDERS for smoothing in _NGRAM_SMOOTHINGS]
    for done, (order, smoothing) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        values: dict[str, Value] = {"order": order, "smoothing": smoothing}
        row: dict[str, str | int | float | None] = {"method": "ngram", "order": order, "smoothing": smoothing}
        row["stream"], _, _ = _measure_ngram(values, Treebank.of([streams[0]]), [_second_half(streams[1])], prefix=True)
        row["sentences"], row["unknown"], row["learn_cpu"] = _measure_ngram(
            values, train, dev[len(dev) // 2 :], prefix=False
        )
        rows.append(row)
    return rows


def concatenate_words(treebank: Treebank) -> Sentence:
    """Return all words of a treebank as one sentence."""
    return Sentence.of([form for sentence in treebank for form in sentence.forms])


def _second_half(words: Sentence) -> Sentence:
    return Sentence.of(words.forms[len(words) // 2 :])


def _measure_ngram(
    values: dict[str, Value], train: Treebank, dev: Sequence[Sentence], prefix: bool
) -> tuple[float, float, float]:
    """Return perplexity, percentage of unknown words, and CPU seconds of training."""
    method = get_method("ngram")
    start = time.process_time()
    model = method.learn(train, make_settings(method, values))
    seconds = time.process_time() - start
    assert isinstance(model, Scorer)
    metrics = evaluate.compute_perplexity(model.scores(dev, prefix), prefix).metrics
    return round(metrics["perplexity"], 2), round(metrics["unknown"], 2), round(seconds, 3)
