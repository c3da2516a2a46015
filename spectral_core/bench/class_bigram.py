"""Words of the Brown corpus: class bigram models, as published and extended, beside Kneser-Ney n-grams."""

from __future__ import annotations

import time
from pathlib import Path

from spectral_core import evaluate
from spectral_core.bench.rows import Row
from spectral_core.bench.words import concatenate_words
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.model import Scorer, Value
from spectral_core.progress import Progress, Report
from spectral_core.registry import get_method, make_settings

_CLASS_COUNTS = (2, 4, 8, 16, 32, 64, 128, 256)
_CLASS_ESTIMATORS = ("em", "pivot", "pivot-em")
_PUBLISHED: dict[str, Value] = {"context_smoothing": 0.0, "word_smoothing": 0.0, "spelling": False, "bigrams": 0.0}
_SMOOTHED: dict[str, Value] = {"spelling": False, "bigrams": 0.0}
_WITH_SPELLING: dict[str, Value] = {"bigrams": 0.0}


def measure_class_bigrams(data: Path, report: Report) -> list[Row]:
    """Return a row for each model, trained on train; the first half of dev selects the iteration, the second half and
    test are measured.

    Perplexity is that of known words in one stream. `plain` is the published model; `smoothed`, `spelt` and `mixed`
    add smoothing, spelling and interpolation with bigrams, one after the other.
    """
    train, dev, test = (
        concatenate_words(load(data / "brown" / f"brown.{part}.txt.xz")) for part in ("train", "dev", "test")
    )
    half = len(dev) // 2
    held_out = [Sentence.of(dev.forms[half:])], [Sentence.of(test.forms)]
    runs: list[tuple[str, str, dict[str, Value]]] = [
        ("ngram", smoothing, {"order": order, "smoothing": smoothing})
        for order in (2, 3)
        for smoothing in ("interpolated", "modified")
    ]
    for classes in _CLASS_COUNTS:
        runs += [
            ("class-bigram", "plain", _PUBLISHED | {"classes": classes, "estimator": name})
            for name in _CLASS_ESTIMATORS
        ]
    for kind, values in (("smoothed", _SMOOTHED), ("spelt", _WITH_SPELLING), ("mixed", {})):
        runs += [("class-bigram", kind, values | {"estimator": name}) for name in _CLASS_ESTIMATORS]
    rows: list[Row] = []
    for done, (name, kind, values) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        rows.append(_measure_class_bigram(name, kind, values, train, Sentence.of(dev.forms[:half]), held_out))
    return rows


def _measure_class_bigram(
    name: str, kind: str, values: dict[str, Value], train: Sentence, selection: Sentence,
    held_out: tuple[list[Sentence], list[Sentence]],
) -> Row:  # fmt: skip
    method = get_method(name)
    perplexities: list[float] = []

    def record_perplexity(progress: Progress) -> None:
        if progress.stage == "solve" and "perplexity" in progress.measures:
            perplexities.append(progress.measures["perplexity"])

    start = time.process_time()
    model = method.learn(
        Treebank.of([train]), make_settings(method, values), record_perplexity, Treebank.of([selection])
    )
    seconds = time.process_time() - start
    assert isinstance(model, Scorer)
    dev, test = (evaluate.compute_perplexity(model.scores(part, True), True).metrics["perplexity"] for part in held_out)
    row: Row = {"method": name, "model": kind, "order": values.get("order"), "estimator": values.get("estimator")}
    row["classes"] = values.get("classes", 256) if name == "class-bigram" else None
    row["iterations"] = perplexities.index(min(perplexities)) + 1 if perplexities else None
    return row | {"dev": round(dev, 1), "test": round(test, 1), "learn_cpu": round(seconds, 2)}
