"""What head automata are worth while they are learnt: measured where it is asked, and nothing is changed by it."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import tiny_treebank

from spectral_core.data import Treebank
from spectral_core.evaluate import score_dependencies, strip_annotation
from spectral_core.model import Parser
from spectral_core.progress import Progress
from spectral_core.registry import METHODS, make_settings

METHOD = METHODS["head-automata"]
ROWS = list(tiny_treebank())
TRAIN, WATCHED = Treebank.of(ROWS * 2), Treebank.of(ROWS[::3])
PLAIN = {"relations": False, "tagger": False, "calibration": False}


def uas(model: object) -> float:
    assert isinstance(model, Parser)
    rows = list(WATCHED)
    return score_dependencies(rows, [model.parse(strip_annotation(one))[0].value for one in rows]).metrics["uas"]


def test_em_says_what_it_is_worth_after_some_iterations() -> None:
    settings = make_settings(METHOD, {"estimator": "em", "states": 2, "iterations": 25, "tolerance": 0.0, **PLAIN})
    reports: list[Progress] = []
    model = METHOD.learn(TRAIN, settings, reports.append, monitor=WATCHED)
    told = {one.done: one.measures["uas_watched"] for one in reports if one.measures and "uas_watched" in one.measures}
    assert sorted(told) == [5, 10, 25]
    assert told[25] == pytest.approx(uas(model))
    shorter = make_settings(METHOD, {"estimator": "em", "states": 2, "iterations": 10, "tolerance": 0.0, **PLAIN})
    assert told[10] == pytest.approx(uas(METHOD.learn(TRAIN, shorter)))


def test_a_closed_form_says_it_once() -> None:
    settings = make_settings(METHOD, {"estimator": "spectral", "states": 2, **PLAIN})
    reports: list[Progress] = []
    model = METHOD.learn(TRAIN, settings, reports.append, monitor=WATCHED)
    told = [one.measures["uas_watched"] for one in reports if one.measures and "uas_watched" in one.measures]
    assert told == [pytest.approx(uas(model))]


@pytest.mark.parametrize("estimator", ["em", "spectral"])
def test_a_model_is_the_same_whether_it_is_watched_or_not(estimator: str) -> None:
    settings = make_settings(METHOD, {"estimator": estimator, "states": 2})
    one, other = METHOD.learn(TRAIN, settings).arrays(), METHOD.learn(TRAIN, settings, monitor=WATCHED).arrays()
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_what_has_no_heads_is_not_watched() -> None:
    settings = make_settings(METHOD, {"estimator": "em", "states": 2, "iterations": 5, **PLAIN})
    reports: list[Progress] = []
    METHOD.learn(TRAIN, settings, reports.append, monitor=Treebank.of(strip_annotation(one) for one in WATCHED))
    assert not any("uas_watched" in (one.measures or {}) for one in reports)


def test_a_method_that_cannot_be_watched_learns_all_the_same() -> None:
    method = METHODS["ngram"]
    model = method.learn(TRAIN, make_settings(method, {}), monitor=WATCHED)
    assert model.method == "ngram"
