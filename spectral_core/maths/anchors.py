"""Matrices Q[f, g] = sum over h of p(h) p(f|h) p(g|h) taken apart by features that only one h has (Arora et al. 2013,
as in Cohen and Collins 2014, section 5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.errors import RankError
from spectral_core.maths.views import SparseRows

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_STEPS = 200  # of projected gradient, where no exact solution lies in the simplex
_FEW = 64  # points that are looked at one by one
_HEAVY = 1e4  # times the largest number
_OUTSIDE = 1e-9  # so far below 0 rounding leads


def anchors(points: Floats, wanted: int) -> Integers:
    """The rows that are corners of the convex hull of all: each is the farthest from the span of those before it
    (FastAnchorWords); fewer than `wanted` where the rows span less."""
    if not len(points):
        return np.zeros(0, dtype=np.int64)
    first = int(((points - points.mean(axis=0)) ** 2).sum(axis=1).argmax())
    rest = points - points[first]
    least = 1e-12 * max(float((rest**2).sum(axis=1).max()), 1e-300)
    found = [first]
    while len(found) < wanted:
        lengths = (rest**2).sum(axis=1)
        farthest = int(lengths.argmax())
        if not lengths[farthest] > least:
            break
        found.append(farthest)
        direction = rest[farthest] / np.sqrt(lengths[farthest])
        rest = rest - np.outer(rest @ direction, direction)
    return np.array(found)


def feature_points(features: SparseRows, other: Floats, weights: Floats, drawn: float) -> tuple[Floats, Floats]:
    """(features, columns) the mean of `other` (rows, columns) over the rows that have each feature, as if `drawn` more
    had been seen that are like all, and how often each was seen."""
    rows = np.repeat(np.arange(len(other)), np.diff(features.bounds))
    times: Floats = np.bincount(features.columns, weights[rows], features.width).astype(np.float64)
    sums = [np.bincount(features.columns, weights[rows] * column[rows], features.width) for column in other.T]
    mean = weights @ other / weights.sum()
    points = (np.stack(sums, axis=1) + drawn * mean) / (times + drawn)[:, None]
    return points, times


def convex_weights(points: Floats, corners: Floats) -> Floats:
    """(points, corners) weights from 0, summing to 1, with which the corners come nearest to each point."""
    gram = corners @ corners.T
    free = free_weights(points, corners)
    found = on_simplex(free)
    outside = np.flatnonzero((free < -_OUTSIDE).any(axis=1))
    if 0 < len(outside) <= _FEW:
        found[outside] = [_nearest(points[at], corners) for at in outside]
    elif len(outside):
        targets = points[outside] @ corners.T
        step = 1.0 / max(float(np.linalg.norm(gram, 2)), 1e-300)
        here = ahead = found[outside]
        pace = 1.0
        for _ in range(_STEPS):  # Beck and Teboulle 2009
            new = on_simplex(ahead - step * (ahead @ gram - targets))
            faster = (1 + np.sqrt(1 + 4 * pace**2)) / 2
            ahead = new + (pace - 1) / faster * (new - here)
            here, pace = new, faster
        found[outside] = here
    return found


def _nearest(point: Floats, corners: Floats) -> Floats:
    """`convex_weights` of one point: least squares with no weight below 0, in which a heavy row has them sum to 1."""
    from scipy.optimize import nnls

    heavy = _HEAVY * max(float(np.abs(corners).max()), float(np.abs(point).max()), 1e-300)
    weights, _ = nnls(np.vstack((corners.T, np.full(len(corners), heavy))), np.append(point, heavy))
    found: Floats = weights / weights.sum()
    return found


def free_weights(points: Floats, corners: Floats) -> Floats:
    """(points, corners) weights of any sign, summing to 1, with which the corners come nearest to each point; where
    none is negative they are those of `convex_weights`."""
    size = len(corners)
    system = np.block([[corners @ corners.T, np.ones((size, 1))], [np.ones((1, size)), np.zeros((1, 1))]])
    sides = np.concatenate((corners @ points.T, np.ones((1, len(points)))))
    found: Floats = (np.linalg.pinv(system) @ sides)[:size].T
    return found


def on_simplex(rows: Floats) -> Floats:
    """The nearest rows whose numbers are from 0 and sum to 1 (Duchi et al. 2008)."""
    falling = -np.sort(-rows, axis=1)
    sums = np.cumsum(falling, axis=1) - 1
    counts = np.arange(1, rows.shape[1] + 1)
    last = (falling - sums / counts > 0).sum(axis=1) - 1
    shift = sums[np.arange(len(rows)), last] / counts[last]
    near: Floats = np.maximum(rows - shift[:, None], 0.0)
    return near


@dataclass(frozen=True, slots=True, eq=False)
class Separated:
    """A matrix taken apart: Q = left diag(shares) right'."""

    shares: Floats  # (states,)
    left: Floats  # (rows, states) columns that sum to 1
    right: Floats  # (columns, states)


def separated(matrix: Floats, states: int) -> Separated:
    """The parts of a matrix whose entries sum to 1 and in which each state has a row and a column of its own
    (Cohen and Collins 2014, figure 2); both sides are aligned by a linear solve."""
    shares, left = _one_side(matrix, states)
    _, right = _one_side(matrix.T, states)
    joint = np.linalg.pinv(left) @ matrix @ np.linalg.pinv(right).T  # (left state, right state)
    moves = np.maximum(joint / shares[:, None], 0.0)
    moves /= moves.sum(axis=1, keepdims=True)
    return Separated(shares, left, right @ moves.T)


def _one_side(matrix: Floats, states: int) -> tuple[Floats, Floats]:
    often = matrix.sum(axis=1)
    seen = often > 0
    _, _, directions = np.linalg.svd(matrix, full_matrices=False)
    points = np.zeros((len(matrix), states))
    points[seen] = (matrix[seen] / often[seen, None]) @ directions[:states].T
    corners = np.flatnonzero(seen)[anchors(points[seen], states)]
    if len(corners) < states:
        raise RankError(states, len(corners))
    joint = convex_weights(points, points[corners]) * often[:, None]
    shares = joint.sum(axis=0)
    return shares, joint / shares
