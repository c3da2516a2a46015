"""Training of hidden tree Markov models: the closed form, and EM from a random start or from clusters of word
embeddings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Treebank
from spectral_core.maths.canonical import normalise_rows
from spectral_core.maths.em import Iteration, assign_clusters, kmeans, run_em
from spectral_core.models.tree_hmm.model import TreeHmm, TreeHmmLearning
from spectral_core.models.tree_hmm.moments import WordEmbeddings, estimate_operators
from spectral_core.models.tree_hmm.parameters import (
    ExpectedCounts,
    TreeProbabilities,
    make_random_start,
    make_uniform_start,
)
from spectral_core.models.tree_hmm.settings import TreeHmmSettings
from spectral_core.models.tree_hmm.trees import (
    LEFT,
    RIGHT,
    Trees,
    TreeSample,
    count,
    encode_symbols,
    select_known_symbols,
)
from spectral_core.progress import Progress, Report, ignore_progress

SPREAD = 0.1  # of the counts of a start from clusters, spread evenly over all states
SAMPLED_NODES = 40_000  # nodes sampled for clustering


def learn(
    treebank: Treebank, settings: TreeHmmSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> TreeHmm:
    """Train a model on the trees of a treebank; EM keeps the iteration that is best on `dev`, where there is one."""
    sample = count(treebank, settings, report)
    if dev is None or not settings.estimator.endswith("em"):
        return solve(sample, settings, report)
    held_out = count(dev, settings, lambda progress: report(replace(progress, stage="count held-out")))
    return solve(sample, settings, report, held_out)


def add(model: TreeHmm, treebank: Treebank, report: Report = ignore_progress) -> TreeHmm:
    """Train the model on its training trees and on these; EM begins anew."""
    return solve(model.sample.merge(count(treebank, model.settings, report)), model.settings, report)


def solve(
    sample: TreeSample, settings: TreeHmmSettings, report: Report = ignore_progress, dev: TreeSample | None = None
) -> TreeHmm:
    """Train a model on these trees, sampled or exact."""
    report(Progress("solve", 0, None))
    symbols = select_known_symbols(sample, settings)
    index = {symbol: number for number, symbol in enumerate(symbols)}
    size = len(symbols) + 1
    trees = sample.trees.relabel(encode_symbols(sample.symbols, index))
    learning = TreeHmmLearning()
    embeddings = None
    if settings.estimator != "em":
        embeddings = WordEmbeddings.of(trees, size, settings)
        learning = replace(learning, spectrum=embeddings.spectrum)
    if embeddings is not None and not settings.estimator.endswith("em"):
        operators = estimate_operators(trees, embeddings, settings.estimator == "spectral-paper")
        clipped = int((~operators.scores(trees)[1] * trees.weights).sum())
        report(Progress("solve", 1, 1, {"clipped": float(clipped)}))
        return TreeHmm(settings, symbols, sample, operators, replace(learning, clipped=clipped), index)
    held_out = None if dev is None else dev.trees.relabel(encode_symbols(dev.symbols, index))
    probabilities, log_likelihoods = _run_em(trees, size, embeddings, settings, report, held_out)
    return TreeHmm(settings, symbols, sample, probabilities, replace(learning, iterations=log_likelihoods), index)


def _run_em(
    trees: Trees, size: int, embeddings: WordEmbeddings | None, settings: TreeHmmSettings, report: Report,
    held_out: Trees | None,
) -> tuple[TreeProbabilities, Floats]:  # fmt: skip
    """Run EM and return the best probabilities with the log-likelihood of each iteration."""
    symbol_counts = np.bincount(trees.symbols, trees.node_weights(), size)
    symbol_counts[-1] = max(symbol_counts[-1], 1.0)  # an unknown word may come though none was seen
    frequencies = symbol_counts / symbol_counts.sum()
    random = np.random.default_rng(settings.seed)

    def score_held_out(current: TreeProbabilities) -> float:
        assert held_out is not None
        logs = current.compute_expectations(held_out)[0]
        return float(held_out.weights @ np.maximum(logs, -1e9)) / held_out.total_nodes()

    def run_iteration(current: TreeProbabilities, number: int) -> tuple[TreeProbabilities, float]:  # noqa: ARG001 - climb counts
        logs, _, expected_counts = current.compute_expectations(trees)
        return current.maximise(expected_counts, frequencies, settings.smoothing), float(trees.weights @ logs)

    def on_iteration(number: int, iteration: Iteration) -> None:
        measures = {"log_likelihood": iteration.log_likelihood}
        if held_out is not None:
            measures["perplexity"] = float(np.exp(-iteration.stopping_score))
        report(Progress("iterate", number, settings.iterations, measures))

    if embeddings is None:
        start = make_random_start(frequencies, settings.states, random)
    else:
        states = min(settings.states, len(trees.symbols))
        labels = _cluster_nodes(trees, embeddings, states, random)
        counts = ExpectedCounts.from_labels(trees, labels, size, states, SPREAD)
        start = make_uniform_start(frequencies, states).maximise(counts, frequencies, max(settings.smoothing, 1e-3))
    em = run_em(
        start,
        run_iteration,
        None if held_out is None else score_held_out,
        trees.total_nodes(),
        settings.iterations,
        settings.tolerance,
        on_iteration,
    )
    return em.best, np.array([finished.log_likelihood for finished in em.iterations], dtype=np.float64)


def _cluster_nodes(trees: Trees, embeddings: WordEmbeddings, states: int, random: np.random.Generator) -> Integers:
    """Return (nodes,) clusters of nodes by the embeddings of the word, its head and its modifiers on each side."""
    unit = normalise_rows(embeddings.points)[trees.symbols]
    heads, sides = trees.head_nodes(), trees.sides()
    modifiers = np.flatnonzero(heads >= 0)
    parts = [unit, np.zeros_like(unit)]
    parts[1][modifiers] = unit[heads[modifiers]]
    for side in (LEFT, RIGHT):
        side_modifiers = modifiers[sides[modifiers] == side]
        order = side_modifiers[np.argsort(heads[side_modifiers], kind="stable")]
        modified, first, sizes = np.unique(heads[order], return_index=True, return_counts=True)
        mean = np.zeros_like(unit)
        if len(modified):
            mean[modified] = np.add.reduceat(unit[order], first) / sizes[:, None]
        parts.append(mean)
    points = np.hstack([parts[0], *(0.5 * part for part in parts[1:])])
    sample = random.permutation(len(points))[:SAMPLED_NODES]
    return assign_clusters(points, kmeans(points[np.sort(sample)], states, random))
