"""Benchmark of sequence models of words and tags: perplexity and CPU time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from spectral_core import evaluate
from spectral_core.bench.measurement import Row, time_cpu
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.model import Scorer, Value
from spectral_core.progress import Progress, Report
from spectral_core.registry import get_method, make_settings

_NGRAM_ORDERS = (2, 3)
_NGRAM_SMOOTHINGS = ("interpolated", "modified")
_HMM_STATES = (5, 10, 20)
_HMM_ESTIMATORS = ("spectral", "em", "spectral-em")
_CLASS_COUNTS = (2, 4, 8, 16, 32, 64, 128, 256)
_CLASS_ESTIMATORS = ("em", "pivot", "pivot-em")
_PUBLISHED_SETTINGS: dict[str, Value] = {
    "context_smoothing": 0.0,
    "word_smoothing": 0.0,
    "spelling": False,
    "bigrams": 0.0,
}
_SMOOTHED_SETTINGS: dict[str, Value] = {"spelling": False, "bigrams": 0.0}
_SPELLING_SETTINGS: dict[str, Value] = {"bigrams": 0.0}


def measure_ngrams(data: Path, report: Report) -> list[Row]:
    """Return a row for each model, trained on train and measured on the second half of dev.

    `stream` is the perplexity of one stream without end symbols, as in Saul and Pereira (1997); `sentences` that of
    sentences, end symbols counted.
    """
    train = load(data / "brown" / "brown.train.txt.xz")
    dev = load(data / "brown" / "brown.dev.txt.xz")
    streams = concatenate_words(train), concatenate_words(dev)
    rows: list[Row] = []
    runs = [(order, smoothing) for order in _NGRAM_ORDERS for smoothing in _NGRAM_SMOOTHINGS]
    for done, (order, smoothing) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        values: dict[str, Value] = {"order": order, "smoothing": smoothing}
        row: Row = {"method": "ngram", "order": order, "smoothing": smoothing}
        row["stream"], _, _ = _measure_ngram(
            values, Treebank.of([streams[0]]), [_take_second_half(streams[1])], prefix=True
        )
        row["sentences"], row["unknown"], row["learn_cpu"] = _measure_ngram(
            values, train, dev[len(dev) // 2 :], prefix=False
        )
        rows.append(row)
    return rows


def concatenate_words(treebank: Treebank) -> Sentence:
    """Return all words of a treebank as one sentence."""
    return Sentence.of([form for sentence in treebank for form in sentence.forms])


def _take_second_half(words: Sentence) -> Sentence:
    return Sentence.of(words.forms[len(words) // 2 :])


def _measure_ngram(
    values: dict[str, Value], train: Treebank, dev: Sequence[Sentence], prefix: bool
) -> tuple[float, float, float]:
    """Train and evaluate an n-gram model; return perplexity, percentage of unknown words, and CPU seconds of
    training."""
    method = get_method("ngram")
    model, seconds = time_cpu(method.learn, train, make_settings(method, values))
    assert isinstance(model, Scorer)
    metrics = evaluate.compute_perplexity(model.scores(dev, prefix), prefix).metrics
    return round(metrics["perplexity"], 2), round(metrics["unknown"], 2), round(seconds, 3)


def measure_sequence_models(data: Path, report: Report) -> list[Row]:
    """Return a row for each model, trained on train and measured on dev."""
    runs: list[tuple[str, dict[str, Value]]] = [("ngram", {"order": order, "column": "xpos"}) for order in (2, 3)]
    for states in _HMM_STATES:
        runs.extend(("hmm", {"states": states, "estimator": name, "column": "xpos"}) for name in _HMM_ESTIMATORS)
    train = load(data / "wsj_nltk_dep" / "wsj_dep.train.conll.xz")
    dev = list(load(data / "wsj_nltk_dep" / "wsj_dep.dev.conll.xz"))
    rows: list[Row] = []
    for done, (name, values) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        rows.append(_measure_sequence_model(name, values, train, dev))
    return rows


def _measure_sequence_model(name: str, values: Mapping[str, Value], train: Treebank, dev: Sequence[Sentence]) -> Row:
    """Train a sequence model; return its row: perplexity on dev and CPU times."""
    method = get_method(name)
    model, training_seconds = time_cpu(method.learn, train, make_settings(method, values))
    assert isinstance(model, Scorer)
    scores, scoring_seconds = time_cpu(model.scores, dev)
    metrics = evaluate.compute_perplexity(scores).metrics
    settings_text = " ".join(f"{key}={value}" for key, value in values.items() if key != "column")
    row: Row = {"method": name, "settings": settings_text, "perplexity": round(metrics["perplexity"], 3)}
    row["clipped"] = sum(score.clipped for score in scores)
    return row | {"learn_cpu": round(training_seconds, 3), "score_cpu": round(scoring_seconds, 3)}


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
            ("class-bigram", "plain", _PUBLISHED_SETTINGS | {"classes": classes, "estimator": name})
            for name in _CLASS_ESTIMATORS
        ]
    for kind, values in (("smoothed", _SMOOTHED_SETTINGS), ("spelt", _SPELLING_SETTINGS), ("mixed", {})):
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
    """Train a class bigram or n-gram model; return its row: perplexities of both held-out parts, iterations and CPU
    time."""
    method = get_method(name)
    perplexities: list[float] = []

    def record_perplexity(progress: Progress) -> None:
        if progress.stage == "solve" and "perplexity" in progress.measures:
            perplexities.append(progress.measures["perplexity"])

    model, seconds = time_cpu(
        method.learn, Treebank.of([train]), make_settings(method, values), record_perplexity, Treebank.of([selection])
    )
    assert isinstance(model, Scorer)
    dev, test = (evaluate.compute_perplexity(model.scores(part, True), True).metrics["perplexity"] for part in held_out)
    row: Row = {"method": name, "model": kind, "order": values.get("order"), "estimator": values.get("estimator")}
    row["classes"] = values.get("classes", 256) if name == "class-bigram" else None
    row["iterations"] = perplexities.index(min(perplexities)) + 1 if perplexities else None
    return row | {"dev": round(dev, 1), "test": round(test, 1), "learn_cpu": round(seconds, 2)}
