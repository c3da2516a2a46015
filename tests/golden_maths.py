"""Golden records of the mathematics below the estimators, on counts and points of the sample."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
from golden_arrays import Record, number, sketch
from golden_cases import training
from numpy.typing import NDArray

from spectral_core.maths import (
    anchors,
    clustering,
    isotonic_regression,
    linalg,
    observable_operators,
    projections,
    regression,
)
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.linalg import SparseRows, normalise_rows, sum_duplicate_entries
from spectral_core.models.distributional_clusters import DistributionalClusters

Floats = NDArray[np.float64]


@cache
def tag_windows() -> observable_operators.WindowCounts:
    """Bigrams and trigrams of the tags of the sample."""
    sentences = [sentence.xpos for sentence in training("english")]
    names = {tag: at for at, tag in enumerate(sorted({tag for tags in sentences for tag in tags}))}
    ids = np.array([names[tag] for tags in sentences for tag in tags])
    starts = np.append(0, np.cumsum([len(tags) for tags in sentences]))
    return observable_operators.count_windows(ids, starts, np.ones(len(sentences)), len(names))


@cache
def word_counts() -> linalg.SparseMatrix:
    """How often words of the sample stand before one another: as large as tables for which there are own routines."""
    forms = [form.lower() for sentence in training("english") for form in (*sentence.forms, "")]
    names = {form: at for at, form in enumerate(sorted(set(forms)))}
    ids = np.array([names[form] for form in forms])
    return sum_duplicate_entries(ids[:-1], ids[1:], np.ones(len(ids) - 1), (len(names), len(names)))


@cache
def points() -> Floats:
    """Points of length 1 of the tags."""
    return normalise_rows(projections.project_rows(tag_windows().bigram_matrix(), 6, "cca", 0.1).points)


def _moments() -> Record:
    found = tag_windows()
    half = observable_operators.count_windows(
        np.array([0, 1, 1, 2]), np.array([0, 3, 4]), np.array([2.0, 0.5]), found.size
    )
    joined, renamed = found.merge(half), found.relabel(np.arange(found.size) // 2, (found.size + 1) // 2)
    record: Record = {}
    for name, one in (("all", found), ("joined", joined), ("renamed", renamed)):
        record[f"{name} bigrams"] = sketch(one.bigrams) + sketch(one.bigram_counts)
        record[f"{name} trigrams"] = sketch(one.trigrams) + sketch(one.trigram_counts)
        record[f"{name} symbols"] = sketch(one.symbol_counts())
    return record


def _operators() -> Record:
    record: Record = {}
    for scaling, threshold in (("cca", None), ("bigram", None), ("cca", 0.05)):
        found = observable_operators.estimate_operators(tag_windows(), 6, scaling, threshold)
        name = f"{scaling} {threshold}"
        for part in ("operators", "start", "stop", "prefix", "mean"):
            record[f"{name} {part}"] = sketch(getattr(found, part), unsigned=True)
        record[f"{name} spectrum"] = sketch(found.spectrum)
        total = found.operators.sum(axis=0)  # scores do not depend on the basis
        record[f"{name} scores"] = [
            number(float(found.stop @ np.linalg.matrix_power(total, length) @ found.start)) for length in range(5)
        ]
    return record


def _decompositions() -> Record:
    record: Record = {}
    large = word_counts()
    for name, found in (
        ("dense", linalg.compute_truncated_svd(tag_windows().bigram_matrix(), 8)),
        ("iterated", linalg.compute_truncated_svd(large, 10)),
        ("sketched", linalg.compute_randomised_svd(large, 10, 3)),
    ):
        record[f"{name} values"] = sketch(found.values)
        record[f"{name} left"] = sketch(found.left, unsigned=True)
        record[f"{name} right"] = sketch(found.right, unsigned=True)
        record[f"{name} product"] = sketch((found.left * found.values) @ found.right.T)
    record["rank"] = [str(linalg.numerical_rank(np.array([1.0, 1e-7, 1e-9])))]
    return record


def _canonical() -> Record:
    record: Record = {}
    for name, scaling, smoothing, power in (
        ("cca", "cca", 10.0, 0.5),
        ("plain", "cca", 0.1, 1.0),
        ("svd", "svd", 0, 1),
    ):
        found = projections.project_rows(word_counts(), 8, scaling, smoothing, power)
        record[f"{name} values"] = sketch(found.values) + sketch(found.weights)
        record[f"{name} points"] = sketch(found.points, unsigned=True)
        record[f"{name} products"] = sketch(found.points[:40] @ found.points[:40].T)
    vectors = projections.compute_canonical_vectors(word_counts(), 8)
    record["vectors"] = sketch(vectors[:60] @ vectors[:60].T)
    bigrams = tag_windows().bigrams
    pairs = projections.count_neighbours(bigrams[:, 0], bigrams[:, 1], tag_windows().bigram_counts.astype(np.int64), 40)
    record["beside"] = sketch(pairs.rows) + sketch(pairs.columns) + sketch(pairs.values)
    return record


def _anchors() -> Record:
    chosen = anchors.find_anchors(points(), 5)
    corners = points()[chosen]
    rows = _rows()
    means, times = anchors.compute_feature_means(rows, points()[:12], np.linspace(1, 2, 12), 3.0)
    return {
        "anchors": sketch(chosen),
        "free": sketch(anchors.fit_affine_weights(points(), corners)),
        "convex": sketch(anchors.fit_convex_weights(points(), corners)),
        "convex many": sketch(anchors.fit_convex_weights(np.tile(points(), (4, 1)) * 1.1, corners)),
        "simplex": sketch(anchors.project_onto_simplex(points())),
        "features": sketch(means, unsigned=True) + sketch(times),
    }


def _rows() -> SparseRows:
    bounds = np.arange(0, 13) * 3
    columns = (np.arange(36) * 7) % 10
    return SparseRows(bounds, columns, 1.0 + np.arange(36) % 4, 10)


def _views() -> Record:
    bounds, columns = np.arange(0, 13) * 2, (np.arange(24) * 5 + np.arange(24) // 3) % 8
    other = SparseRows(bounds, columns, 0.5 + np.arange(24) % 3, 8)
    found = projections.project_views(_rows(), other, np.linspace(1, 2, 12), 3, 0)
    part = _rows().select_block(2, 5, 0, 10)
    return {
        "spectrum": sketch(found.spectrum[: len(found.left[0]) + 1]),
        "left": sketch(found.left, unsigned=True),
        "right": sketch(found.right, unsigned=True),
        "products": sketch(found.left @ found.right.T),
        "part": sketch(part.bounds) + sketch(part.columns) + sketch(part.values),
    }


def _clustering() -> Record:
    linkage = clustering.cluster_by_average_linkage(points())
    centres = kmeans(points(), 5, np.random.default_rng(0))
    weighted = kmeans(points(), 4, np.random.default_rng(1), 3, np.linspace(1, 2, len(points())))
    record = {"linkage": sketch(linkage)}
    record |= {f"cut {size}": sketch(clustering.cut_linkage(linkage, size)) for size in (2, 5, 9)}
    record["kmeans"] = sketch(centres, unsigned=True) + sketch(assign_clusters(points(), centres))
    record["weighted"] = sketch(weighted, unsigned=True)
    return record


def _regression() -> Record:
    design = np.cos(np.outer(np.arange(60), np.arange(1, 6)))
    targets = design @ np.array([1.0, -2.0, 0.5, 0.0, 3.0]) + np.sin(np.arange(60) * 1.7)
    record: Record = {}
    for intercept in (True, False):
        for name, found in (
            ("ridge", regression.fit_ridge(design, targets, 0.7, intercept)),
            ("support", regression.fit_support_vector_regression(design, targets, 0.3, 0.2, intercept)),
        ):
            record[f"{name} {intercept}"] = [*sketch(found.weights), number(found.intercept)]
    firsts, taken = np.arange(0, 61, 3), np.arange(0, 60, 3) + np.arange(20) % 3
    fitted = regression.fit_conditional_logit(design, firsts, taken, 0.01)
    record["softmax"] = [*sketch(fitted.weights), number(fitted.minimum.value)]
    record["spread"] = sketch(regression.compute_within_decision_spread(design, firsts))
    record["logs"] = sketch(regression.log_softmax(targets, firsts))
    return record


def _calibration() -> Record:
    scores = (np.arange(200) * 37 % 101) / 101
    right = (np.arange(200) * 53 % 97) / 97 < scores**1.5
    found = isotonic_regression.fit_isotonic(scores, right)
    return {
        "map": sketch(found.scores) + sketch(found.probabilities),
        "applied": sketch(found.apply(np.linspace(-0.1, 1.1, 13))),
    }


def _neighbour_classes() -> Record:
    found = DistributionalClusters.learn(training("english"))
    assert found is not None
    return {"words": sketch(found.words), "classes": sketch(found.classes)}


def _defaults() -> Record:
    """Every function that has defaults, with these."""
    design = np.sin(np.outer(np.arange(80), np.arange(1, 5)) * 0.7)
    targets = design @ np.array([2.0, -1.0, 0.5, 0.0]) + np.cos(np.arange(80) * 1.3) + 1.0
    bounds, chosen = np.arange(0, 81, 4), np.arange(0, 80, 4) + np.arange(20) % 4
    record: Record = {}
    for name, line in (
        ("ridge", regression.fit_ridge(design, targets)),
        ("support", regression.fit_support_vector_regression(design, targets)),
        ("support short", regression.fit_support_vector_regression(design, targets, 5.0, steps=2)),
        ("support loose", regression.fit_support_vector_regression(design, targets, 5.0, tolerance=0.1)),
    ):
        record[name] = [*sketch(line.weights), number(line.intercept)]
    for name, fitted in (
        ("softmax", regression.fit_conditional_logit(design, bounds, chosen)),
        ("softmax single", regression.fit_conditional_logit(design.astype(np.float32), bounds, chosen, 0.1)),
        ("softmax short", regression.fit_conditional_logit(design, bounds, chosen, steps=3)),
        ("softmax loose", regression.fit_conditional_logit(design, bounds, chosen, tolerance=1e-2)),
    ):
        record[name] = [*sketch(fitted.weights), number(fitted.minimum.value), str(fitted.minimum.steps)]
    minimum = regression.minimise_lbfgs(
        lambda point: (float(np.cosh(point - 1).sum()), np.sinh(point - 1)), np.zeros(3), 30
    )
    record["minimum"] = [number(minimum.value), str(minimum.steps)]
    record["rows"] = sketch(projections.project_rows(word_counts(), 5, "cca").points, unsigned=True)
    record["operators"] = sketch(
        observable_operators.estimate_operators(tag_windows(), 4, "cca").operators, unsigned=True
    )
    return record


def _limits() -> Record:
    """Inputs at which another routine takes over, and those that hold less than is asked for."""
    record: Record = {}
    random = np.random.default_rng(5)
    flat = np.outer(np.arange(12.0), np.ones(3))
    for name, rows, count in (("none", np.zeros((0, 3)), 2), ("line", flat, 4), ("equal", np.ones((5, 3)), 3)):
        record[f"anchors {name}"] = sketch(anchors.find_anchors(rows, count))
    corners = points()[anchors.find_anchors(points(), 4)]
    for count in (63, 64, 65, 90):
        outside = 2.0 * random.normal(size=(count, corners.shape[1]))
        record[f"convex {count}"] = sketch(anchors.fit_convex_weights(outside, corners))
    for values in ([1.0, 1.1e-8, 0.9e-8], [1.0, 1e-8], [0.0, 0.0], [5.0, 4.0]):
        record[f"rank {values}"] = [str(linalg.numerical_rank(np.array(values)))]
    bounds = np.array([0, 2, 2, 3, 6])
    scores = np.array([700.0, -700.0, 3.0, 0.0, -1e4, 0.5])
    record["logs"] = sketch(regression.log_softmax(scores, bounds))
    record["decided"] = [
        token
        for part in regression.select_decided_choices(bounds, np.array([1, -1, 2, 4]))
        for token in sketch(np.asarray(part))
    ]
    record["spread"] = sketch(regression.compute_within_decision_spread(np.outer(np.arange(6.0), [1.0, 0.0]), bounds))
    return record


CASES: Mapping[str, Callable[[], Record]] = {
    "maths-moments": _moments,
    "maths-operators": _operators,
    "maths-decompositions": _decompositions,
    "maths-canonical": _canonical,
    "maths-anchors": _anchors,
    "maths-views": _views,
    "maths-clustering": _clustering,
    "maths-regression": _regression,
    "maths-calibration": _calibration,
    "maths-neighbour-classes": _neighbour_classes,
    "maths-defaults": _defaults,
    "maths-limits": _limits,
}
