"""What every estimator learns from the sample, and what its models answer, against records (`tests/core/golden`).

The records are of one platform; elsewhere, where the last digits of sums differ, cases are held to less or skipped. A
change that is meant to change what is learnt writes them anew: `python tests/golden_arrays.py --write [name ...]`. What
is recorded, and how closely it is held to, stands in `tests/golden_arrays.py`; the cases in `tests/golden_cases.py`."""

from __future__ import annotations

import golden_maths
import golden_scores
import golden_small
import pytest
from golden_arrays import CLOSE, FOLDER, LOOSE, Record, differences, machine, read, record
from golden_cases import CASES, HANGS_ON_ROUNDING, held_out


def tolerance(name: str) -> float:
    """How far numbers may be from those recorded; where they cannot be compared, the test is skipped."""
    recorded, here = read(name)[0], machine()
    elsewhere = recorded.pop("processor") != here.pop("processor")
    if recorded != here:
        pytest.skip(f"recorded with {recorded}, here is {here}")
    hanging = {**HANGS_ON_ROUNDING, **golden_small.HANGS_ON_ROUNDING}
    if elsewhere and name in hanging:
        pytest.skip(f"recorded on another processor; {hanging[name]}")
    return LOOSE if elsewhere else CLOSE


def compare(name: str, actual: Record, within: float) -> None:
    """Fails with all that is not as recorded."""
    wrong = differences(read(name)[1], actual, within)
    assert not wrong, f"{name} is not as recorded in {FOLDER.name}/{name}.txt:\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", golden_small.CASES)
def test_a_small_case_with_other_settings_learns_and_answers_as_recorded(name: str) -> None:
    within = tolerance(name)
    within = max(within, LOOSE) if name in golden_small.STOPPED else within
    compare(name, golden_small.make_record(golden_small.CASES[name]), within)


@pytest.mark.parametrize("name", CASES)
def test_an_estimator_learns_and_answers_as_recorded(name: str) -> None:
    within, case = tolerance(name), CASES[name]
    compare(name, record(case.learn(), held_out(case.corpus), case.spectral), within)


@pytest.mark.parametrize("name", golden_maths.CASES)
def test_the_mathematics_below_the_estimators_is_as_recorded(name: str) -> None:
    within = tolerance(name)
    compare(name, golden_maths.CASES[name](), within)


@pytest.mark.parametrize("name", golden_scores.CASES)
def test_scores_are_as_recorded(name: str) -> None:
    within = tolerance(name)
    compare(name, golden_scores.CASES[name](), within)
