"""Words of the Brown corpus: the class bigram model, as published and with more, beside Kneser and Ney."""

from __future__ import annotations

import time
from pathlib import Path

from spectral_core import evaluate
from spectral_core.bench.rows import Row
from spectral_core.bench.words import stream
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.methods import get_method, make_settings
from spectral_core.model import Scorer, Value
from spectral_core.progress import Progress, Report

_CLASSES = (2, 4, 8, 16, 32, 64, 128, 256)
_ESTIMATORS = ("em", "pivot", "pivot-em")
_PAPER: dict[str, Value] = {"context_smoothing": 0.0, "word_smoothing": 0.0, "spelling": False, "bigrams": 0.0}
_SMOOTHED: dict[str, Value] = {"spelling": False, "bigrams": 0.0}
_SPELT: dict[str, Value] = {"bigrams": 0.0}


def table(data: Path, report: Report) -> list[Row]:
    """One row a model, learnt on train; the first half of dev picks the iteration, the second half and test measure.
    Perplexity is that of known words in one stream; `plain` is the model of the papers, `smoothed` and `spelt` add to
    it one after the other, `mixed` has the share of bigrams too."""
    train, dev, test = (stream(load(data / "brown" / f"brown.{part}.txt.xz")) for part in ("train", "dev", "test"))
    half = len(dev) // 2
    measured = [Sentence.of(dev.forms[half:])], [Sentence.of(test.forms)]
    runs: list[tuple[str, str, dict[str, Value]]] = [
        ("ngram", smoothing, {"order": order, "smoothing": smoothing})
        for order in (2, 3)
        for smoothing in ("interpolated", "modified")
    ]
    for classes in _CLASSES:
        runs += [("class-bigram", "plain", _PAPER | {"classes": classes, "estimator": name}) for name in _ESTIMATORS]
    for kind, given in (("smoothed", _SMOOTHED), ("spelt", _SPELT), ("mixed", {})):
        runs += [("class-bigram", kind, given | {"estimator": name}) for name in _ESTIMATORS]
    rows: list[Row] = []
    for done, (name, kind, given) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        rows.append(_row(name, kind, given, train, Sentence.of(dev.forms[:half]), measured))
    return rows


def _row(
    name: str, kind: str, given: dict[str, Value], train: Sentence, picking: Sentence,
    measured: tuple[list[Sentence], list[Sentence]],
) -> Row:  # fmt: skip
    method = get_method(name)
    seen: list[float] = []

    def watch(progress: Progress) -> None:
        if progress.stage == "solve" and "perplexity" in progress.measures:
            seen.append(progress.measures["perplexity"])

    begun = time.process_time()
    model = method.learn(Treebank.of([train]), make_settings(method, given), watch, Treebank.of([picking]))
    spent = time.process_time() - begun
    assert isinstance(model, Scorer)
    dev, test = (evaluate.perplexity(model.scores(part, True), True).metrics["perplexity"] for part in measured)
    row: Row = {"method": name, "model": kind, "order": given.get("order"), "estimator": given.get("estimator")}
    row["classes"] = given.get("classes", 256) if name == "class-bigram" else None
    row["iterations"] = seen.index(min(seen)) + 1 if seen else None
    return row | {"dev": round(dev, 1), "test": round(test, 1), "learn_cpu": round(spent, 2)}
