"""Tag sequences of the WSJ sample: perplexity and CPU time of sequence models, end symbols counted."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from spectral_core import evaluate
from spectral_core.bench.rows import Row
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.model import Scorer, Value
from spectral_core.progress import Progress, Report
from spectral_core.registry import get_method, make_settings

_HMM_STATES = (5, 10, 20)
_HMM_ESTIMATORS = ("spectral", "em", "spectral-em")


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
    method = get_method(name)
    start = time.process_time()
    model = method.learn(train, make_settings(method, values))
    train_end = time.process_time()
    assert isinstance(model, Scorer)
    scores = model.scores(dev)
    score_end = time.process_time()
    metrics = evaluate.compute_perplexity(scores).metrics
    settings_text = " ".join(f"{key}={value}" for key, value in values.items() if key != "column")
    row: Row = {"method": name, "settings": settings_text, "perplexity": round(metrics["perplexity"], 3)}
    row["clipped"] = sum(score.clipped for score in scores)
    return row | {"learn_cpu": round(train_end - start, 3), "score_cpu": round(score_end - train_end, 3)}
