"""Estimators of weighted automata over modifier sequences: EM, and spectral in closed form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.em import EmIteration, EmRun, run_em
from spectral_core.maths.linalg import RANK_TOLERANCE
from spectral_core.models.head_automata.moments import ModifierSequences
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.structured.forward_backward import automaton_expectations


@dataclass(frozen=True, slots=True, eq=False)
class EmAutomata:
    """Probabilistic automata, estimated by EM: the probabilities of all (symbol, next state) pairs and of stopping in a
    state sum to 1."""

    operators: Floats  # (owners, symbols, from, to)
    start: Floats  # (owners, states)
    stop: Floats  # (owners, states)

    @classmethod
    def make_random(cls, sequences: ModifierSequences, symbols: int, states: int, random: np.random.Generator) -> Self:
        """Initialise each automaton with the relative frequencies of its symbols and stops, perturbed at random for
        each state."""
        owners = 2 * symbols
        outcome_indexes = np.repeat(sequences.owners, sequences.lengths()) * symbols + sequences.symbols
        counts = np.bincount(outcome_indexes, np.repeat(sequences.weights, sequences.lengths()), owners * symbols)
        outcomes = np.empty((owners, symbols + 1))
        outcomes[:, :-1] = counts.reshape(owners, symbols)
        outcomes[:, -1] = np.bincount(sequences.owners, sequences.weights, owners)
        outcomes /= np.maximum(outcomes.sum(axis=1, keepdims=True), 1.0)
        start = random.dirichlet(np.ones(states), owners)
        transitions = random.dirichlet(np.ones(states), (owners, states))  # (owners, from, to)
        emissions = outcomes[:, :, None] * random.uniform(0.5, 1.5, (owners, symbols + 1, states))
        emissions /= np.maximum(emissions.sum(axis=1, keepdims=True), 1e-300)
        return cls(emissions[:, :-1, :, None] * transitions[:, None], start, np.ascontiguousarray(emissions[:, -1]))

    def run_em_iteration(self, sequences: ModifierSequences) -> tuple[EmAutomata, float]:
        """Run one EM iteration; return the new automata, and the log-likelihood under the current ones."""
        expected = automaton_expectations(
            sequences.owners, sequences.symbols, sequences.starts, sequences.weights, self.operators, self.start,
            self.stop,
        )  # fmt: skip
        totals = expected.transitions.sum(axis=(1, 3)) + expected.stops  # (owners, from)
        totals[totals == 0.0] = 1.0
        starts = np.maximum(expected.starts.sum(axis=1, keepdims=True), 1e-300)
        maximised = EmAutomata(
            expected.transitions / totals[:, None, :, None], expected.starts / starts, expected.stops / totals
        )
        return maximised, expected.log_likelihood


def estimate_by_em(
    sequences: ModifierSequences,
    symbols: int,
    settings: HeadAutomataSettings,
    on_iteration: Callable[[int, EmIteration, EmAutomata], None],
) -> EmRun[EmAutomata]:
    """Run EM from a random start; `on_iteration` receives each iteration and the automata after it."""
    start = EmAutomata.make_random(sequences, symbols, settings.states, np.random.default_rng(settings.seed))
    step_count = float(sequences.weights @ (sequences.lengths() + 1))
    latest = [start]

    def run_iteration(current: EmAutomata, number: int) -> tuple[EmAutomata, float]:  # noqa: ARG001 - run_em counts
        """Run one EM iteration and keep its automata for the report."""
        latest[0], log_likelihood = current.run_em_iteration(sequences)
        return latest[0], log_likelihood

    def report_iteration(number: int, iteration: EmIteration) -> None:
        """Report an iteration together with its automata."""
        on_iteration(number, iteration, latest[0])

    return run_em(start, run_iteration, None, step_count, settings.iterations, settings.tolerance, report_iteration)


@dataclass(frozen=True, slots=True, eq=False)
class SpectralEstimates:
    """Spectral estimates of all automata: the score of x1..xT is stop @ operators[xT] .. operators[x1] @ start; unused
    states are zero."""

    operators: Floats  # (symbols * 2, symbols + 1, to, from); the last modifier is the sum of all
    start: Floats  # (symbols * 2, states)
    stop: Floats  # (symbols * 2, states)
    spectra: dict[int, Floats]  # singular values by owner (head and side), if the owner has training data
    ranks: Integers  # (symbols * 2,) number of states kept


def estimate_spectral_automata(
    sequences: ModifierSequences, symbols: int, states: int, scaling: str = "bigram", threshold: float = 0.0,
    shrinkage: float = 0.0,
) -> SpectralEstimates:  # fmt: skip
    """Estimate in closed form for every head and side (Luque et al. 2012, section 3.2) with START and STOP absorbed
    into the vectors: with P = U S V' over bigrams, A_x = U' T_x V S^-1, start = U' P[:, START], stop = U[STOP, :].
    Scaling `cca` decomposes P divided by the square roots of its row and column sums. Singular values at or below
    `threshold` times the first, divided by the square root of the number of sequences, are dropped. The distribution
    after two neighbours is that of trigrams, with `shrinkage` pseudo-counts from bigrams: trigrams seen once or twice
    are unreliable, and the smallest singular values amplify them."""
    operators = np.zeros((2 * symbols, symbols + 1, states, states))
    start, stop = np.zeros((2 * symbols, states)), np.zeros((2 * symbols, states))
    spectra: dict[int, Floats] = {}
    ranks = np.zeros(2 * symbols, dtype=np.int64)
    bounds = np.searchsorted(sequences.owners, np.arange(2 * symbols + 1)).tolist()
    for owner in range(2 * symbols):
        low, high = bounds[owner], bounds[owner + 1]
        if low == high:
            continue
        sequence_starts = sequences.starts[low : high + 1]
        symbol_ids, ngram_counts = _count_mean_ngrams(
            sequences.symbols[sequence_starts[0] : sequence_starts[-1]],
            sequence_starts - sequence_starts[0],
            sequences.weights[low:high],
        )
        automaton = estimate_spectral_automaton(ngram_counts, states, scaling, threshold, shrinkage)
        rank = automaton.stop.shape[0]
        operators[owner, symbol_ids, :rank, :rank] = automaton.operators
        start[owner, :rank], stop[owner, :rank] = automaton.start, automaton.stop
        spectra[owner], ranks[owner] = automaton.spectrum, rank
    operators[:, -1] = operators[:, :-1].sum(axis=1)
    return SpectralEstimates(operators, start, stop, spectra, ranks)


@dataclass(frozen=True, slots=True, eq=False)
class MeanNgramCounts:
    """Mean bigram and trigram counts per modifier sequence; the symbol after the last is START before a sequence, and
    STOP after it."""

    bigram_means: Floats  # (symbols + STOP, symbols + START) [next, previous]
    symbols: Integers  # (trigrams,) sorted
    previous: Integers
    following: Integers
    trigram_means: Floats  # (trigrams,)
    sequences: float  # number of sequences


@dataclass(frozen=True, slots=True, eq=False)
class SpectralAutomaton:
    """Spectral estimate of one automaton, with at most as many states as its counts support."""

    operators: Floats  # (symbols, to, from)
    start: Floats
    stop: Floats
    spectrum: Floats  # all singular values


def estimate_spectral_automaton(
    ngram_counts: MeanNgramCounts, states: int, scaling: str = "bigram", threshold: float = 0.0, shrinkage: float = 0.0
) -> SpectralAutomaton:
    """Estimate one automaton from bigram and trigram moments, sampled or exact; see `estimate_spectral_automata`."""
    bigrams, size = ngram_counts.bigram_means, len(ngram_counts.bigram_means)
    row_scale = column_scale = np.ones(size)
    if scaling == "cca":
        pseudo = 1 / ngram_counts.sequences
        row_scale, column_scale = np.sqrt(bigrams.sum(axis=1) + pseudo), np.sqrt(bigrams.sum(axis=0) + pseudo)
    left, values, right = np.linalg.svd(bigrams / row_scale[:, None] / column_scale, full_matrices=False)
    min_ratio = max(RANK_TOLERANCE, threshold / np.sqrt(ngram_counts.sequences))
    rank = max(1, min(states, int(np.count_nonzero(values > min_ratio * values[0]))))
    signs = np.sign(left[np.abs(left[:, :rank]).argmax(axis=0), np.arange(rank)])
    left_projection = left[:, :rank] * signs / row_scale[:, None]  # (symbols + STOP, rank)
    right_projection = right[:rank].T * signs / column_scale[:, None] / values[:rank]  # (symbols + START, rank)
    operators = np.zeros((size - 1, rank, rank))
    blocks = np.searchsorted(ngram_counts.symbols, np.arange(size)).tolist()
    trigram_weights = np.ones((size, size))
    if shrinkage:
        trigram_weights -= shrinkage / (bigrams * ngram_counts.sequences + shrinkage)
    means = ngram_counts.trigram_means * trigram_weights[ngram_counts.symbols, ngram_counts.previous]
    projected_next, projected_previous = (
        left_projection[ngram_counts.following],
        means[:, None] * right_projection[ngram_counts.previous],
    )
    for symbol in range(size - 1):
        part = slice(blocks[symbol], blocks[symbol + 1])
        np.matmul(projected_next[part].T, projected_previous[part], out=operators[symbol])
    if shrinkage:
        next_projection = left_projection.T @ (bigrams[:, :-1] / bigrams[:, :-1].sum(axis=0))  # (rank, symbols)
        shrunk_mass = ((1 - trigram_weights) * bigrams)[:-1] @ right_projection  # (symbols, rank)
        operators += next_projection.T[:, :, None] * shrunk_mass[:, None, :]
    return SpectralAutomaton(operators, left_projection.T @ bigrams[:, -1], bigrams[-1] @ right_projection, values)


def _count_mean_ngrams(symbols: Integers, starts: Integers, weights: Floats) -> tuple[Integers, MeanNgramCounts]:
    """Return the symbols that occur, and the mean n-gram counts over these symbols, renumbered in order."""
    distinct, local_ids = np.unique(symbols, return_inverse=True)
    size = len(distinct) + 1
    lengths = np.diff(starts)
    padded = np.full(len(symbols) + len(lengths) + 1, size - 1, dtype=np.int64)
    is_symbol = np.ones(len(padded), dtype=bool)
    is_symbol[starts + np.arange(len(starts))] = False
    padded[is_symbol] = local_ids
    total = float(weights.sum())
    pairs = padded[1:] * size + padded[:-1]
    bigrams = np.bincount(pairs, np.repeat(weights, lengths + 1), size * size).reshape(size, size) / total
    middle = np.flatnonzero(is_symbol)
    keys = (padded[middle] * size + padded[middle - 1]) * size + padded[middle + 1]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.append(len(keys) > 0, keys[1:] != keys[:-1]))
    means = np.add.reduceat(np.repeat(weights, lengths)[order], first) / total if len(first) else np.zeros(0)
    keys = keys[first]
    return distinct, MeanNgramCounts(bigrams, keys // size // size, keys // size % size, keys % size, means, total)


def score_sequences(sequences: ModifierSequences, operators: Floats, start: Floats, stop: Floats) -> Floats:
    """Return (sequences,) the score of each modifier sequence; operators are (heads * 2, symbols, to, from)."""
    lengths = sequences.lengths()
    vectors = start[sequences.owners]
    longer, position = np.arange(len(lengths)), 0
    while True:
        longer = longer[lengths[longer] > position]
        if not len(longer):
            break
        step_operators = operators[sequences.owners[longer], sequences.symbols[sequences.starts[longer] + position]]
        vectors[longer] = np.matmul(step_operators, vectors[longer][:, :, None])[:, :, 0]
        position += 1
    sequence_scores: Floats = (vectors * stop[sequences.owners]).sum(axis=1)
    return sequence_scores
