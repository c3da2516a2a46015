"""The search for the least value of a function, against minima that are known."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from spectral_core.maths.descent import minimum

Floats = NDArray[np.float64]


def valley(place: Floats) -> tuple[float, Floats]:
    """Rosenbrock's bent valley, which is 0 where every part is 1."""
    bend, rest = place[1:] - place[:-1] ** 2, 1.0 - place[:-1]
    slope = np.zeros_like(place)
    slope[:-1] = -400.0 * place[:-1] * bend - 2.0 * rest
    slope[1:] += 200.0 * bend
    return float(100.0 * (bend @ bend) + rest @ rest), slope


@pytest.mark.parametrize("size", [2, 50])
def test_the_end_of_a_bent_valley_is_found(size: int) -> None:
    found = minimum(valley, np.zeros(size), 500, 1e-6, 0.0)
    assert found.slope <= 1e-6
    assert np.allclose(found.place, 1.0, atol=1e-5)
    assert found.value == pytest.approx(valley(found.place)[0])


def test_a_bowl_is_left_where_its_equations_say() -> None:
    random = np.random.default_rng(3)
    root = random.standard_normal((40, 12)) * np.logspace(0, 3, 12)
    bowl, pull = root.T @ root, random.standard_normal(12)

    def steep(place: Floats) -> tuple[float, Floats]:
        return 0.5 * float(place @ bowl @ place) - float(pull @ place), bowl @ place - pull

    found = minimum(steep, np.zeros(12), 2000, 1e-9, 0.0)
    assert np.allclose(found.place, np.linalg.solve(bowl, pull), rtol=1e-4, atol=1e-9)


def test_no_step_goes_up_and_the_search_stops_after_so_many() -> None:
    values = [minimum(valley, np.full(5, -1.2), steps).value for steps in range(12)]
    assert values == sorted(values, reverse=True)
    assert values[0] == valley(np.full(5, -1.2))[0]
    assert minimum(valley, np.full(5, -1.2), 7).steps == 7


def test_the_first_step_is_looked_for_at_the_length_of_1() -> None:
    places: list[Floats] = []

    def seen(place: Floats) -> tuple[float, Floats]:
        places.append(place)
        return float(place @ place), 2.0 * place

    minimum(seen, np.array([30.0, 40.0]), 1)
    assert np.allclose(places[1], [29.4, 39.2])


def test_a_place_where_nothing_can_be_gained_is_kept() -> None:
    found = minimum(lambda place: (1.0, np.ones_like(place)), np.array([2.0, 3.0]), 50)  # a slope that lies
    assert np.array_equal(found.place, [2.0, 3.0])
    assert found.steps == 0
    at_once = minimum(valley, np.ones(4), 50)
    assert at_once.steps == 0


def test_places_where_the_function_is_no_number_are_stepped_back_from() -> None:
    def walled(place: Floats) -> tuple[float, Floats]:
        if place[0] <= 0.0:
            return float("nan"), np.full_like(place, np.nan)
        return float(place[0] - 0.01 * np.log(place[0])), 1.0 - 0.01 / place

    assert np.allclose(minimum(walled, np.array([0.5]), 200, 1e-8, 0.0).place, 0.01, atol=1e-6)
