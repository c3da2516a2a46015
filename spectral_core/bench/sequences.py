"""Tag strings of the WSJ sample: perplexity and time of the sequence models, end symbols counted."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from spectral_core import evaluate
from spectral_core.bench.rows import Row
from spectral_core.data import Sentence, Treebank
from spectral_core.formats import load
from spectral_core.methods import get_method, make_settings
from spectral_core.model import Scorer, Value
from spectral_core.progress import Progress, Report

_STATES = (5, 10, 20)
_ESTIMATORS = ("spectral", "em", "spectral-em")


def table(data: Path, report: Report) -> list[Row]:
    """One row a model, learnt on train and measured on dev."""
    runs: list[tuple[str, dict[str, Value]]] = [("ngram", {"order": order, "column": "xpos"}) for order in (2, 3)]
    for states in _STATES:
        runs.extend(("hmm", {"states": states, "estimator": name, "column": "xpos"}) for name in _ESTIMATORS)
    train = load(data / "wsj_nltk_dep" / "wsj_dep.train.conll.xz")
    dev = list(load(data / "wsj_nltk_dep" / "wsj_dep.dev.conll.xz"))
    rows: list[Row] = []
    for done, (name, given) in enumerate(runs):
        report(Progress("measuring", done, len(runs)))
        rows.append(_row(name, given, train, dev))
    return rows


def _row(name: str, given: Mapping[str, Value], train: Treebank, dev: Sequence[Sentence]) -> Row:
    method = get_method(name)
    begun = time.process_time()
    model = method.learn(train, make_settings(method, given))
    learnt = time.process_time()
    assert isinstance(model, Scorer)
    scores = model.scores(dev)
    scored = time.process_time()
    metrics = evaluate.perplexity(scores).metrics
    settings = " ".join(f"{key}={value}" for key, value in given.items() if key != "column")
    found: Row = {"method": name, "settings": settings, "perplexity": round(metrics["perplexity"], 3)}
    found["clipped"] = sum(one.clipped for one in scores)
    return found | {"learn_cpu": round(learnt - begun, 3), "score_cpu": round(scored - learnt, 3)}
