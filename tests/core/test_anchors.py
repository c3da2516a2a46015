"""Separable matrices: exact ones are taken apart exactly, and corners are corners."""

from __future__ import annotations

import numpy as np

from spectral_core.maths.anchors import find_anchors, fit_convex_weights, project_onto_simplex


def test_corners_of_a_hull_are_found_among_mixtures_of_them() -> None:
    random = np.random.default_rng(3)
    corners = random.standard_normal((4, 5))
    points = random.dirichlet(np.ones(4), 60) @ corners
    points[[7, 21, 33, 50]] = corners
    assert sorted(find_anchors(points, 4).tolist()) == [7, 21, 33, 50]
    assert len(find_anchors(points, 9)) == 4


def test_weights_are_the_nearest_of_the_simplex() -> None:
    random = np.random.default_rng(4)
    corners, points = random.standard_normal((3, 2)), 3 * random.standard_normal((40, 2))
    found = fit_convex_weights(points, corners)
    assert (found >= 0).all()
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    grid = np.array([(a, b, 60 - a - b) for a in range(61) for b in range(61 - a)]) / 60
    best = (((points[:, None] - grid @ corners) ** 2).sum(axis=2)).min(axis=1)
    assert (((points - found @ corners) ** 2).sum(axis=1) <= best + 1e-6).all()


def test_weights_of_one_point_are_as_near_as_those_of_many_at_once() -> None:
    random = np.random.default_rng(5)
    corners, points = random.standard_normal((8, 8)), 2 * random.standard_normal((300, 8))
    together = fit_convex_weights(points, corners)
    alone = np.concatenate([fit_convex_weights(point[None], corners) for point in points])
    assert (alone >= 0).all()
    np.testing.assert_allclose(alone.sum(axis=1), 1.0)
    far, near = (((points - weights @ corners) ** 2).sum(axis=1) for weights in (together, alone))
    assert (near <= far + 1e-6).all()
    np.testing.assert_allclose(alone, together, atol=0.02)


def test_the_nearest_row_of_the_simplex_is_itself_where_it_is_in_it() -> None:
    rows = np.random.default_rng(0).dirichlet(np.ones(4), 9)
    np.testing.assert_allclose(project_onto_simplex(rows), rows, atol=1e-12)
    np.testing.assert_allclose(project_onto_simplex(np.array([[2.0, 0.0], [-1.0, -1.0]])), [[1.0, 0.0], [0.5, 0.5]])
