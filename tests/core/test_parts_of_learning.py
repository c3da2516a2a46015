"""What learning took and measured, part by part; where there is chance in it; how a hidden state ends a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.engine import DocumentState, Engine, Train, TrainingResult
from spectral_core.files import locate_assets
from spectral_core.model import Value, list_settings
from spectral_core.progress import Progress, ignore_progress, report_part
from spectral_core.registry import METHODS, make_settings

BESIDE = ("calibration", "labeller", "tagger")
SENTENCES = 150


@pytest.fixture(scope="module")
def sample() -> Treebank:
    found = formats.load(locate_assets() / "sample" / "english" / "sampled.conllu")
    return Treebank.of([found[at] for at in range(SENTENCES)])


def learnt(sample: Treebank, folder: Path, **more: Value) -> TrainingResult:
    engine = Engine()
    for name, part in (("a", slice(0, 100)), ("b", slice(100, SENTENCES))):
        formats.save(Treebank.of(list(sample)[part]), folder / f"{name}.conllu")
        engine.set_document(name, DocumentState(folder / f"{name}.conllu", "conllu", {}))
    settings: dict[str, Value] = {"estimator": "em", "states": 2, "iterations": 5, **more}
    return Train(("a",), "b", "head-automata", settings, None).run(engine, ignore_progress)


def test_what_is_learnt_beside_the_estimator_is_counted_apart(sample: Treebank, tmp_path: Path) -> None:
    found = learnt(sample, tmp_path)
    assert tuple(found.part_seconds) == BESIDE
    assert all(seconds > 0 for seconds in found.part_seconds.values())
    assert sum(found.part_seconds.values()) < found.seconds
    alone = learnt(sample, tmp_path, tagger=False, relations=False, calibration=False)
    assert alone.part_seconds == {}


def test_measures_of_the_model_behind_the_calibration_are_not_in_the_curve(sample: Treebank, tmp_path: Path) -> None:
    curve = learnt(sample, tmp_path).curve
    stages = [stage for stage, *_ in curve]
    assert set(stages) == {"iterate", "label", "tag"}
    assert [done for stage, done, *_ in curve if stage == "iterate"] == list(range(1, 6))


def test_a_curve_over_few_sentences_is_another_measure_than_the_one_at_the_end(
    sample: Treebank, tmp_path: Path
) -> None:
    found = learnt(sample, tmp_path)
    assert "uas" in found.measures
    watched = [measures for *_, measures in found.curve if "uas_watched" in measures]
    assert len(watched) == 1  # after the fifth iteration
    assert not any("uas" in measures for *_, measures in found.curve)


def test_a_part_counts_from_its_first_report_to_its_last() -> None:
    said: list[Progress] = []
    with report_part(said.append, "tagger") as told:
        told(Progress("tag", 1, 2))
    assert [(one.stage, one.part) for one in said] == [("tagger", ""), ("tag", "tagger"), ("tagger", "tagger")]


@pytest.mark.parametrize(
    ("method", "given", "chance"),
    [
        ("hmm", {"states": 2, "column": "xpos"}, False),
        ("hmm", {"states": 2, "column": "xpos", "estimator": "em", "iterations": 2}, True),
        ("hmm", {"states": 2, "column": "xpos", "estimator": "spectral-em", "iterations": 2}, True),
        ("head-automata", {"states": 2}, False),
        ("head-automata", {"states": 2, "estimator": "det-first"}, False),
        ("head-automata", {"states": 2, "estimator": "em", "iterations": 2}, True),
        ("tagger", {"epochs": 1}, True),
        ("ngram", {}, False),
    ],
)
def test_another_seed_learns_something_else_only_where_a_method_says_so(
    sample: Treebank, method: str, given: dict[str, Value], chance: bool
) -> None:
    row = METHODS[method]
    alone = {name: False for name in ("tagger", "relations", "calibration") if method == "head-automata"}
    names = {one.name for one in list_settings(row.settings)}
    values = {one.name: one.default for one in list_settings(row.settings)} | given
    assert row.depends_on_seed(values) == chance
    if "seed" in names:
        first, second = (
            row.learn(sample, make_settings(row, {**given, **alone, "seed": seed})).arrays() for seed in (0, 1)
        )
        same = all(
            np.array_equal(first[name], second[name]) for name in first if first[name].shape == second[name].shape
        )
        assert same != chance


def test_a_chain_of_k_states_that_may_stop_after_any_word_has_k_plus_1_hidden_states() -> None:
    states = 2
    words = np.array([[0.6, 0.1], [0.2, 0.1], [0.1, 0.3], [0.1, 0.5]])  # (words, states)
    steps = np.array([[0.7, 0.4], [0.3, 0.6]])  # (to, from)
    stop, start = np.array([0.2, 0.5]), np.array([0.9, 0.1])
    visits = np.linalg.solve(np.eye(states) - steps * (1 - stop), start)
    bigrams = np.zeros((5, 5))  # [next word or STOP, previous word or START]
    bigrams[:4, :4] = words @ (steps * (1 - stop) * visits) @ words.T
    bigrams[4, :4], bigrams[:4, 4] = words @ (stop * visits), words @ start
    assert np.linalg.matrix_rank(bigrams, tol=1e-10) == states + 1
    (told,) = (one.explanation for one in list_settings(METHODS["hmm"].settings) if one.name == "states")
    assert "A chain of k states that may stop after any word therefore needs k + 1 states here" in told
