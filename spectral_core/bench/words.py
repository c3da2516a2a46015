"""Words of the Brown corpus: perplexity and time of the n-gram models, as one stream and sentence by sentence."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from spectral_core import evaluate
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.methods import get_method, make_settings
from spectral_core.model import Scorer, Value
from spectral_core.progress import Progress, Report

_ORDERS = (2, 3)
_SMOOTHINGS = ("interpolated", "modified")


def table(data: Path, report: Report) -> list[dict[str, str | int | float | None]]:
    """One row a model, learnt on train and measured on the second half of dev. `stream` is the perplexity as one stream
    without end symbols, as Saul and Pereira count; `sentences` that of sentences, each with its end symbol counted."""
    train = load(data / "brown" / "brown.train.txt.xz")
    dev = load(data / "brown" / "brown.dev.txt.xz")
    streams = stream(train), stream(dev)
    rows: list[dict[str, str | int | float | None]] = []
    runs = [(order, smoothing) for order in _ORDERS for smoothing in _SMOOTHINGS]
    for done, (order, smoothing) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        given: dict[str, Value] = {"order": order, "smoothing": smoothing}
        row: dict[str, str | int | float | None] = {"method": "ngram", "order": order, "smoothing": smoothing}
        row["stream"], _, _ = _measured(given, Treebank.of([streams[0]]), [_half(streams[1])], prefix=True)
        row["sentences"], row["unknown"], row["learn_cpu"] = _measured(given, train, dev[len(dev) // 2 :], prefix=False)
        rows.append(row)
    return rows


def stream(treebank: Treebank) -> Sentence:
    """All words as one sentence."""
    return Sentence.of([form for sentence in treebank for form in sentence.forms])


def _half(words: Sentence) -> Sentence:
    return Sentence.of(words.forms[len(words) // 2 :])


def _measured(
    given: dict[str, Value], train: Treebank, dev: Sequence[Sentence], prefix: bool
) -> tuple[float, float, float]:
    """Perplexity, unknown words in percent, CPU seconds of learning."""
    method = get_method("ngram")
    begun = time.process_time()
    model = method.learn(train, make_settings(method, given))
    spent = time.process_time() - begun
    assert isinstance(model, Scorer)
    metrics = evaluate.perplexity(model.scores(dev, prefix), prefix).metrics
    return round(metrics["perplexity"], 2), round(metrics["unknown"], 2), round(spent, 3)
