"""No estimator gets noticeably worse on sentences of the sample that it was not learnt from.

English models are learnt from 400 sampled sentences and measured on 150 others (1,577 words), Arabic ones from 46 and
10 sentences; settings are those of `tests/golden_cases.py`, small enough for a test: they are no figures to quote. What
was measured is in `golden/accuracy.tsv`, written by `python tests/accuracy.py --write`; a model may fall short of it by
`MARGINS`, `PERPLEXITY` or `LOG`, so that other platforms and equally good changes pass. Measures: UAS, LAS, labelled
and unlabelled F1, tag accuracy, NMI of classes and tags, near words with the same tag (percent); wrong first readings
and the expected calibration error of rankers (percent); perplexity; the log score of the right trees, a word."""

from __future__ import annotations

import pytest
from accuracy import ERRORS, measured, read
from golden_cases import CASES

from spectral_core.model import list_settings
from spectral_core.registry import METHODS

MARGINS = {"english": 1.5, "english-short": 3.0, "written": 4.0, "arabic": 4.0}  # points, by how many words there are
PERPLEXITY = 1.02  # times as high
LOG = 0.05  # nats a word


def worst(corpus: str, measure: str, value: float) -> float:
    """How bad a figure may be that was measured as `value`."""
    if measure == "perplexity":
        return value * PERPLEXITY
    if measure == "tree_log":
        return value - LOG
    return value + MARGINS[corpus] if measure in ERRORS else value - MARGINS[corpus]


@pytest.mark.parametrize("name", CASES)
def test_a_model_is_as_good_on_held_out_sentences_as_it_was(name: str) -> None:
    recorded, found = read()[name], measured(CASES[name])
    assert found.keys() == recorded.keys()
    for measure, value in recorded.items():
        bound = worst(CASES[name].corpus, measure, value)
        good = found[measure] <= bound if measure in ERRORS else found[measure] >= bound
        assert good, f"{measure} is {found[measure]:.2f}; it was {value:.2f}, and {bound:.2f} is the worst allowed"


def test_every_method_and_every_estimator_is_measured() -> None:
    learnt = {(case.method, name, value) for case in CASES.values() for name, value in case.everything.items()}
    assert {case.method for case in CASES.values()} == set(METHODS)
    for method in METHODS.values():
        for setting in list_settings(method.settings):
            if setting.name in ("estimator", "model", "kind", "metric", "seeds", "features", "base", "objective"):
                missing = [choice for choice in setting.choices if (method.name, setting.name, choice) not in learnt]
                assert not missing, f"no case learns {method.name} with {setting.name} set to {missing}"
