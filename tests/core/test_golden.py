"""What every estimator learns from the sample, and what its models answer, against records (`tests/core/golden`).

The records are of one platform; elsewhere, where the last digits of sums differ, a case is skipped. A change that is
meant to change what is learnt writes them anew: `python tests/golden_arrays.py --write [name ...]`. What is recorded,
and how closely it is held to, stands in `tests/golden_arrays.py`; the cases in `tests/golden_cases.py`."""

from __future__ import annotations

import golden_maths
import pytest
from golden_arrays import FOLDER, Record, differences, machine, read, record, sketch
from golden_cases import CASES, held_out


def compare(name: str, actual: Record) -> None:
    """Fails with all that is not as recorded."""
    wrong = differences(read(name)[1], actual)
    assert not wrong, f"{name} is not as recorded in {FOLDER.name}/{name}.txt:\n" + "\n".join(wrong)


def skip_elsewhere(name: str) -> None:
    recorded, here = read(name)[0], machine()
    if recorded != here:
        pytest.skip(f"recorded with {recorded}, here is {here}")


@pytest.mark.parametrize("name", CASES)
def test_an_estimator_learns_and_answers_as_recorded(name: str) -> None:
    skip_elsewhere(name)
    case = CASES[name]
    compare(name, record(case.learn(), held_out(case.corpus), case.spectral))


@pytest.mark.parametrize("name", golden_maths.CASES)
def test_the_mathematics_below_the_estimators_is_as_recorded(name: str) -> None:
    skip_elsewhere(name)
    compare(name, golden_maths.CASES[name]())
