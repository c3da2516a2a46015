"""Anchor factorisation of matrices Q[f, g] = sum over h of p(h) p(f|h) p(g|h), where each h has anchor features (Arora
et al. 2013; Cohen and Collins 2014, section 5)."""

from __future__ import annotations

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.linalg import SparseRows

_MAX_GRADIENT_STEPS = 200  # projected gradient descent, used if the affine solution is not convex
_MAX_NNLS_POINTS = 64  # with more points, projected gradient descent solves all at once
_SUM_WEIGHT = 1e4  # weight of the row that makes weights sum to 1, relative to the largest coordinate
_TOLERANCE = 1e-9  # negative weights up to this are rounding errors


def find_anchors(points: Floats, count: int) -> Integers:
    """Return up to `count` rows at vertices of the convex hull, each the farthest from the span of those before it
    (FastAnchorWords); fewer if the rows span less."""
    if not len(points) or count < 1:
        return np.zeros(0, dtype=np.int64)
    first = int(((points - points.mean(axis=0)) ** 2).sum(axis=1).argmax())
    residuals = points - points[first]
    tolerance = 1e-12 * max(float((residuals**2).sum(axis=1).max()), 1e-300)
    anchor_rows = [first]
    while len(anchor_rows) < count:
        squared_lengths = (residuals**2).sum(axis=1)
        farthest = int(squared_lengths.argmax())
        if not squared_lengths[farthest] > tolerance:
            break
        anchor_rows.append(farthest)
        direction = residuals[farthest] / np.sqrt(squared_lengths[farthest])
        residuals = residuals - np.outer(residuals @ direction, direction)
    return np.array(anchor_rows)


def compute_feature_means(
    features: SparseRows, view: Floats, weights: Floats, pseudo_count: float
) -> tuple[Floats, Floats]:
    """Return the (features, columns) means of a view over the rows with each feature, smoothed by `pseudo_count`
    average rows, and the total weight of those rows."""
    rows = np.repeat(np.arange(len(view)), np.diff(features.bounds))
    totals: Floats = np.bincount(features.columns, weights[rows], features.width).astype(np.float64)
    sums = [np.bincount(features.columns, weights[rows] * column[rows], features.width) for column in view.T]
    mean = weights @ view / weights.sum()
    points = (np.stack(sums, axis=1) + pseudo_count * mean) / (totals + pseudo_count)[:, None]
    return points, totals


def fit_convex_weights(points: Floats, anchor_points: Floats) -> Floats:
    """Return the (points, anchors) convex weights of the anchor combination nearest to each point."""
    gram = anchor_points @ anchor_points.T
    affine_weights = fit_affine_weights(points, anchor_points)
    weights = project_onto_simplex(affine_weights)
    infeasible = np.flatnonzero((affine_weights < -_TOLERANCE).any(axis=1))
    if 0 < len(infeasible) <= _MAX_NNLS_POINTS:
        weights[infeasible] = [_fit_with_nnls(points[row], anchor_points) for row in infeasible]
    elif len(infeasible):
        targets = points[infeasible] @ anchor_points.T
        step = 1.0 / max(float(np.linalg.norm(gram, 2)), 1e-300)
        current = extrapolated = weights[infeasible]
        momentum = 1.0
        for _ in range(_MAX_GRADIENT_STEPS):  # accelerated projected gradient, Beck and Teboulle 2009
            updated = project_onto_simplex(extrapolated - step * (extrapolated @ gram - targets))
            next_momentum = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
            extrapolated = updated + (momentum - 1) / next_momentum * (updated - current)
            current, momentum = updated, next_momentum
        weights[infeasible] = current
    return weights


def _fit_with_nnls(point: Floats, anchor_points: Floats) -> Floats:
    """Return the convex weights of one point: non-negative least squares in which a heavy row makes them sum to 1."""
    from scipy.optimize import nnls

    sum_weight = _SUM_WEIGHT * max(float(np.abs(anchor_points).max()), float(np.abs(point).max()), 1e-300)
    weights, _ = nnls(
        np.vstack((anchor_points.T, np.full(len(anchor_points), sum_weight))), np.append(point, sum_weight)
    )
    normalised: Floats = weights / weights.sum()
    return normalised


def fit_affine_weights(points: Floats, anchor_points: Floats) -> Floats:
    """Return the (points, anchors) weights of any sign, summing to 1, of the anchor combination nearest to each point;
    if none is negative, they are the convex ones."""
    anchor_count = len(anchor_points)
    system = np.block(
        [[anchor_points @ anchor_points.T, np.ones((anchor_count, 1))], [np.ones((1, anchor_count)), np.zeros((1, 1))]]
    )
    right_hand_sides = np.concatenate((anchor_points @ points.T, np.ones((1, len(points)))))
    return (np.linalg.pinv(system) @ right_hand_sides)[:anchor_count].T


def project_onto_simplex(rows: Floats) -> Floats:
    """Project each row onto the probability simplex (Duchi et al. 2008)."""
    descending = -np.sort(-rows, axis=1)
    sums = np.cumsum(descending, axis=1) - 1
    counts = np.arange(1, rows.shape[1] + 1)
    last = (descending - sums / counts > 0).sum(axis=1) - 1
    shift = sums[np.arange(len(rows)), last] / counts[last]
    projected: Floats = np.maximum(rows - shift[:, None], 0.0)
    return projected
