"""Spectral estimates of the automata of every head and direction, with the repairs that make them usable."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.linalg import TOLERANCE
from spectral_core.models.head_automata.moments import ModifierSequences


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """p(x1..xT) = stop @ operators[xT] .. operators[x1] @ start; states that an automaton does not need are zero."""

    operators: Floats  # (symbols * 2, symbols + 1, to, from); the last modifier stands for all together
    start: Floats  # (symbols * 2, states)
    stop: Floats  # (symbols * 2, states)
    spectra: dict[int, Floats]  # the singular values of each head and side that was seen with a modifier or without
    ranks: Integers  # (symbols * 2,) the states that were kept


def estimate(
    sequences: ModifierSequences, symbols: int, states: int, scaling: str = "bigram", threshold: float = 0.0,
    shrinkage: float = 0.0,
) -> Estimate:  # fmt: skip
    """The closed form for every head and side (Luque et al. 2012, section 3.2) with START and STOP packed into the
    vectors: with P = U S V' over bigrams, A_x = U' T_x V S^-1, start = U' P[:, START], stop = U[STOP, :]. Scaling `cca`
    decomposes P divided by the square roots of its row and column sums. Singular values at or below `threshold` times
    the first, divided by the square root of the number of sequences, are dropped. What follows two neighbours is taken
    from trigrams, and as if it had been seen `shrinkage` times more as bigrams have it: trigrams seen once or twice say
    little, and the smallest singular values make most of them."""
    operators = np.zeros((2 * symbols, symbols + 1, states, states))
    start, stop = np.zeros((2 * symbols, states)), np.zeros((2 * symbols, states))
    spectra: dict[int, Floats] = {}
    ranks = np.zeros(2 * symbols, dtype=np.int64)
    bounds = np.searchsorted(sequences.owners, np.arange(2 * symbols + 1)).tolist()
    for owner in range(2 * symbols):
        low, high = bounds[owner], bounds[owner + 1]
        if low == high:
            continue
        cuts = sequences.starts[low : high + 1]
        known, windows = _windows(sequences.symbols[cuts[0] : cuts[-1]], cuts - cuts[0], sequences.weights[low:high])
        found = closed_form(windows, states, scaling, threshold, shrinkage)
        rank = found.stop.shape[0]
        operators[owner, known, :rank, :rank] = found.operators
        start[owner, :rank], stop[owner, :rank] = found.start, found.stop
        spectra[owner], ranks[owner] = found.spectrum, rank
    operators[:, -1] = operators[:, :-1].sum(axis=1)
    return Estimate(operators, start, stop, spectra, ranks)


@dataclass(frozen=True, slots=True, eq=False)
class MeanWindows:
    """Mean counts in a sequence of two and three neighbours; behind all symbols, START if first and STOP if last."""

    bigrams: Floats  # (symbols + STOP, symbols + START) [next, previous]
    symbols: Integers  # (trigrams,) rising
    previous: Integers
    following: Integers
    means: Floats  # (trigrams,)
    sequences: float  # how many they were counted in


@dataclass(frozen=True, slots=True, eq=False)
class ClosedForm:
    """One automaton, with no more states than its counts support."""

    operators: Floats  # (symbols, to, from)
    start: Floats
    stop: Floats
    spectrum: Floats  # all singular values


def closed_form(
    windows: MeanWindows, states: int, scaling: str = "bigram", threshold: float = 0.0, shrinkage: float = 0.0
) -> ClosedForm:
    """The estimate of one automaton from sampled or exact moments; see `estimate`."""
    bigrams, size = windows.bigrams, len(windows.bigrams)
    rows = columns = np.ones(size)
    if scaling == "cca":
        pseudo = 1 / windows.sequences
        rows, columns = np.sqrt(bigrams.sum(axis=1) + pseudo), np.sqrt(bigrams.sum(axis=0) + pseudo)
    left, values, right = np.linalg.svd(bigrams / rows[:, None] / columns, full_matrices=False)
    least = max(TOLERANCE, threshold / np.sqrt(windows.sequences))
    rank = max(1, min(states, int(np.count_nonzero(values > least * values[0]))))
    signs = np.sign(left[np.abs(left[:, :rank]).argmax(axis=0), np.arange(rank)])
    before = left[:, :rank] * signs / rows[:, None]  # (symbols + STOP, rank)
    after = right[:rank].T * signs / columns[:, None] / values[:rank]  # (symbols + START, rank)
    operators = np.zeros((size - 1, rank, rank))
    blocks = np.searchsorted(windows.symbols, np.arange(size)).tolist()
    trust = np.ones((size, size))
    if shrinkage:
        trust -= shrinkage / (bigrams * windows.sequences + shrinkage)
    means = windows.means * trust[windows.symbols, windows.previous]
    ahead, back = before[windows.following], means[:, None] * after[windows.previous]
    for symbol in range(size - 1):
        part = slice(blocks[symbol], blocks[symbol + 1])
        np.matmul(ahead[part].T, back[part], out=operators[symbol])
    if shrinkage:
        onward = before.T @ (bigrams[:, :-1] / bigrams[:, :-1].sum(axis=0))  # (rank, symbols)
        untold = ((1 - trust) * bigrams)[:-1] @ after  # (symbols, rank)
        operators += onward.T[:, :, None] * untold[:, None, :]
    return ClosedForm(operators, before.T @ bigrams[:, -1], bigrams[-1] @ after, values)


def _windows(flat: Integers, starts: Integers, weights: Floats) -> tuple[Integers, MeanWindows]:
    """The symbols that were seen, which are numbered in their order in the counts."""
    kinds, local = np.unique(flat, return_inverse=True)
    size = len(kinds) + 1
    lengths = np.diff(starts)
    padded = np.full(len(flat) + len(lengths) + 1, size - 1, dtype=np.int64)
    inside = np.ones(len(padded), dtype=bool)
    inside[starts + np.arange(len(starts))] = False
    padded[inside] = local
    total = float(weights.sum())
    pairs = padded[1:] * size + padded[:-1]
    bigrams = np.bincount(pairs, np.repeat(weights, lengths + 1), size * size).reshape(size, size) / total
    middle = np.flatnonzero(inside)
    keys = (padded[middle] * size + padded[middle - 1]) * size + padded[middle + 1]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.append(len(keys) > 0, keys[1:] != keys[:-1]))
    means = np.add.reduceat(np.repeat(weights, lengths)[order], first) / total if len(first) else np.zeros(0)
    keys = keys[first]
    return kinds, MeanWindows(bigrams, keys // size // size, keys // size % size, keys % size, means, total)


def scores(sequences: ModifierSequences, operators: Floats, start: Floats, stop: Floats) -> Floats:
    """(sequences,) the score of each; operators (heads * 2, symbols, to, from)."""
    lengths = sequences.lengths()
    vectors = start[sequences.owners]
    which, at = np.arange(len(lengths)), 0
    while True:
        which = which[lengths[which] > at]
        if not len(which):
            break
        held = operators[sequences.owners[which], sequences.symbols[sequences.starts[which] + at]]
        vectors[which] = np.matmul(held, vectors[which][:, :, None])[:, :, 0]
        at += 1
    found: Floats = (vectors * stop[sequences.owners]).sum(axis=1)
    return found
