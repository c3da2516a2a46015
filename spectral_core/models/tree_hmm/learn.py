"""Learning: the closed form, and expectation and maximisation from a random start or from where words lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Treebank
from spectral_core.maths.canonical import unit_rows
from spectral_core.maths.em import Iteration, assigned, climb, kmeans
from spectral_core.models.tree_hmm.model import TreeHmm, TreeHmmLearning
from spectral_core.models.tree_hmm.moments import WordPoints, observable
from spectral_core.models.tree_hmm.parameters import ExpectedStates, TreeProbabilities, even_hidden, random_hidden
from spectral_core.models.tree_hmm.settings import TreeHmmSettings
from spectral_core.models.tree_hmm.trees import LEFT, RIGHT, Trees, TreeSample, count, known_symbols, names_of
from spectral_core.progress import Progress, Report, silent

SPREAD = 0.1  # of the counts of a start from clusters, given evenly to all states
SAMPLE = 40_000  # nodes from which the clusters are found


def learn(
    treebank: Treebank, settings: TreeHmmSettings, report: Report = silent, dev: Treebank | None = None
) -> TreeHmm:
    """A model of the trees of a treebank; expectation and maximisation keep what is best on `dev`, where there is
    one."""
    sample = count(treebank, settings, report)
    if dev is None or not settings.estimator.endswith("em"):
        return solve(sample, settings, report)
    held_out = count(dev, settings, lambda at: report(replace(at, stage="count held-out")))
    return solve(sample, settings, report, held_out)


def add(model: TreeHmm, treebank: Treebank, report: Report = silent) -> TreeHmm:
    """The model of the trees that it was learnt from and of these; expectation and maximisation begin anew."""
    return solve(model.sample.joined(count(treebank, model.settings, report)), model.settings, report)


def solve(
    sample: TreeSample, settings: TreeHmmSettings, report: Report = silent, dev: TreeSample | None = None
) -> TreeHmm:
    """The model of these trees, drawn or exact."""
    report(Progress("solve", 0, None))
    symbols = known_symbols(sample, settings)
    places = {symbol: place for place, symbol in enumerate(symbols)}
    size = len(symbols) + 1
    trees = sample.trees.renamed(names_of(sample.symbols, places))
    learning = TreeHmmLearning()
    words = None
    if settings.estimator != "em":
        words = WordPoints.of(trees, size, settings)
        learning = replace(learning, spectrum=words.spectrum)
    if words is not None and not settings.estimator.endswith("em"):
        found = observable(trees, words, settings.estimator == "spectral-paper")
        clipped = int((~found.scores(trees)[1] * trees.weights).sum())
        report(Progress("solve", 1, 1, {"clipped": float(clipped)}))
        return TreeHmm(settings, symbols, sample, found, replace(learning, clipped=clipped), places)
    held_out = None if dev is None else dev.trees.renamed(names_of(dev.symbols, places))
    hidden, seen = _climbed(trees, size, words, settings, report, held_out)
    return TreeHmm(settings, symbols, sample, hidden, replace(learning, iterations=seen), places)


def _climbed(
    trees: Trees, size: int, words: WordPoints | None, settings: TreeHmmSettings, report: Report,
    held_out: Trees | None,
) -> tuple[TreeProbabilities, Floats]:  # fmt: skip
    counts = np.bincount(trees.symbols, trees.of_nodes(), size)
    counts[-1] = max(counts[-1], 1.0)  # an unknown word may come though none was seen
    frequencies = counts / counts.sum()
    random = np.random.default_rng(settings.seed)

    def gauge(current: TreeProbabilities) -> float:
        assert held_out is not None
        logs = current.expectations(held_out)[0]
        return float(held_out.weights @ np.maximum(logs, -1e9)) / held_out.nodes()

    def step(current: TreeProbabilities, number: int) -> tuple[TreeProbabilities, float]:  # noqa: ARG001 - climb counts
        logs, _, sums = current.expectations(trees)
        return current.maximised(sums, frequencies, settings.smoothing), float(trees.weights @ logs)

    def passed(number: int, iteration: Iteration) -> None:
        measures = {"log_likelihood": iteration.log_likelihood}
        if held_out is not None:
            measures["perplexity"] = float(np.exp(-iteration.gauge))
        report(Progress("iterate", number, settings.iterations, measures))

    if words is None:
        begun = random_hidden(frequencies, settings.states, random)
    else:
        states = min(settings.states, len(trees.symbols))
        labels = _clusters(trees, words, states, random)
        sums = ExpectedStates.labelled(trees, labels, size, states, SPREAD)
        begun = even_hidden(frequencies, states).maximised(sums, frequencies, max(settings.smoothing, 1e-3))
    found = climb(
        begun, step, None if held_out is None else gauge, trees.nodes(), settings.iterations, settings.tolerance, passed
    )
    return found.best, np.array([one.log_likelihood for one in found.iterations], dtype=np.float64)


def _clusters(trees: Trees, words: WordPoints, states: int, random: np.random.Generator) -> Integers:
    """(nodes,) clusters of where a word, its head and its modifiers on each side lie."""
    unit = unit_rows(words.points)[trees.symbols]
    above, sides = trees.above(), trees.sides()
    below = np.flatnonzero(above >= 0)
    parts = [unit, np.zeros_like(unit)]
    parts[1][below] = unit[above[below]]
    for side in (LEFT, RIGHT):
        own = below[sides[below] == side]
        order = own[np.argsort(above[own], kind="stable")]
        heads, first, sizes = np.unique(above[order], return_index=True, return_counts=True)
        mean = np.zeros_like(unit)
        if len(heads):
            mean[heads] = np.add.reduceat(unit[order], first) / sizes[:, None]
        parts.append(mean)
    points = np.hstack([parts[0], *(0.5 * part for part in parts[1:])])
    chosen = random.permutation(len(points))[:SAMPLE]
    return assigned(points, kmeans(points[np.sort(chosen)], states, random))
