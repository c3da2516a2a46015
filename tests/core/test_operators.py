"""Spectral estimates from exact moments, and against the form for the first three symbols of a sequence."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from known_hmm import KnownHmm, random_hmm

from spectral_core.errors import RankError
from spectral_core.maths.observable_operators import OperatorEstimate, WindowCounts, estimate_operators

SCALINGS = ("bigram", "cca")


def strings(words: int, longest: int) -> list[tuple[int, ...]]:
    return [string for length in range(longest + 1) for string in product(range(words), repeat=length)]


def state(found: OperatorEstimate, string: tuple[int, ...]) -> np.ndarray:
    vector = found.start
    for symbol in string:
        vector = found.operators[symbol] @ vector
    return vector


@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("sequences", [1.0, 1e6])
@pytest.mark.parametrize("seed", range(4))
def test_exact_moments_give_back_every_string_and_prefix(scaling: str, sequences: float, seed: int) -> None:
    known = random_hmm(states=3, words=4, seed=seed)
    found = estimate_operators(known.windows(sequences), 3, scaling)
    for string in strings(4, 5):
        assert found.stop @ state(found, string) == pytest.approx(known.probability(string), abs=1e-6)
        assert found.prefix @ state(found, string) == pytest.approx(known.prefix_probability(string), abs=1e-6)
    visits = np.linalg.solve(np.eye(3) - found.operators.sum(axis=0), found.start)
    assert found.mean == pytest.approx(visits / (found.prefix @ visits))


@pytest.mark.parametrize("scaling", SCALINGS)
def test_exact_moments_of_fewer_states_than_asked_for_are_refused(scaling: str) -> None:
    windows = random_hmm(states=2, words=5, seed=0).windows()
    with pytest.raises(RankError) as caught:
        estimate_operators(windows, 3, scaling)
    assert (caught.value.requested, caught.value.supported) == (3, 2)
    assert len(estimate_operators(windows, 3, scaling, threshold=0.0).start) == 2


def test_directions_under_a_threshold_are_dropped() -> None:
    windows = random_hmm(states=4, words=6, seed=1).windows()
    values = estimate_operators(windows, 4, "bigram").spectrum
    share = float((values[1] + values[2]) / 2 / values[0])
    assert len(estimate_operators(windows, 4, "bigram", threshold=share).start) == 2
    assert len(estimate_operators(windows, 4, "bigram", threshold=1.0).start) == 1


def absorbing(known: KnownHmm) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Emissions (words + STOP, states + 1), transitions and start of the chain that goes on writing STOP for ever."""
    words, states = len(known.operators), len(known.start)
    rows = known.operators.sum(axis=1)
    emissions = np.zeros((words + 1, states + 1))
    emissions[:words, :states] = rows / rows.sum(axis=0)
    emissions[words, states] = 1.0
    transitions = np.zeros((states + 1, states + 1))
    # a known model stops before it emits; here, whether to stop is decided on arrival
    moves = known.operators.sum(axis=0) / rows.sum(axis=0)
    transitions[:states, :states] = (1 - known.stop)[:, None] * moves
    transitions[states, :states] = known.stop @ moves
    transitions[states, states] = 1.0
    start = np.append((1 - known.stop) * known.start, known.stop @ known.start)
    return emissions, transitions, start


@pytest.mark.parametrize("seed", range(4))
def test_prefixes_agree_with_the_estimate_from_the_first_three_symbols(seed: int) -> None:
    """b1 = U'P1, binf = (P21'U)^+ P1, Bx = U'P3x1 (U'P21)^+ (Hsu, Kakade and Zhang 2009, section 4.1), where STOP is a
    symbol like any other: then the score of a prefix that ends in STOP is that of the whole sequence."""
    known = random_hmm(states=2, words=4, seed=seed)
    emissions, transitions, start = absorbing(known)
    joint = transitions @ np.diag(start)
    first = emissions @ start
    pairs = emissions @ joint @ emissions.T
    triples = [emissions @ transitions @ np.diag(row) @ joint @ emissions.T for row in emissions]
    basis = np.linalg.svd(pairs)[0][:, :3]
    inverse = np.linalg.pinv(basis.T @ pairs)
    begin, end = basis.T @ first, np.linalg.pinv(pairs.T @ basis) @ first
    moves = [basis.T @ triple @ inverse for triple in triples]

    def of_prefix(string: tuple[int, ...]) -> float:
        vector = begin
        for symbol in string:
            vector = moves[symbol] @ vector
        return float(end @ vector)

    found = estimate_operators(known.windows(), 2, "bigram")
    stop = 4
    for string in strings(4, 4):
        assert found.prefix @ state(found, string) == pytest.approx(of_prefix(string), abs=1e-8)
        assert found.stop @ state(found, string) == pytest.approx(of_prefix((*string, stop)), abs=1e-8)


def test_where_the_sum_over_all_sequences_diverges_prefixes_are_read_off_the_bigrams() -> None:
    # counts that no corpus has: the symbol follows itself oftener in trigrams than in bigrams
    pairs = np.array([[0, 0], [0, 1], [1, 0]])
    windows = WindowCounts(
        1, 1.0, pairs, np.array([3.0, 1.0, 1.0]), np.array([[0, 0, 0], [0, 0, 1], [1, 0, 0]]), np.array([9.0, 1.0, 1.0])
    )
    found = estimate_operators(windows, 1, "bigram")
    assert abs(np.linalg.eigvals(found.operators.sum(axis=0))).max() >= 1
    left = np.linalg.svd(windows.bigram_matrix().to_dense())[0][:, 0]
    left = left * np.sign(left[np.abs(left).argmax()])
    assert found.prefix == pytest.approx(left.sum())
    visits = left @ windows.bigram_matrix().to_dense().sum(axis=1)
    assert found.mean == pytest.approx([visits / (left.sum() * visits)])


def test_an_unknown_scaling_is_refused() -> None:
    with pytest.raises(ValueError, match="no scaling 'pca'"):
        estimate_operators(random_hmm(2, 3, 0).windows(), 2, "pca")


@pytest.mark.parametrize(
    ("seed", "symbols", "times"),
    [
        pytest.param(0, range(5), 10.0, id="they grow without bound"),
        pytest.param(1, (4,), -8.0, id="they grow and turn"),
        pytest.param(1, (3,), -12.0, id="what is lost makes all sequences together negative"),
        pytest.param(1, (0,), -5.0, id="what is lost makes the mean state negative"),
    ],
)
def test_where_sums_over_all_sequences_mean_nothing_bigrams_say_what_may_follow(
    seed: int, symbols: Sequence[int], times: float
) -> None:
    known = random_hmm(states=3, words=5, seed=seed).windows(1000.0)
    exact = estimate_operators(known, 3, "bigram")
    factors = np.where(np.isin(known.trigrams[:, 1], symbols), times, 1.0)
    found = estimate_operators(dataclasses.replace(known, trigram_counts=factors * known.trigram_counts), 3, "bigram")
    assert not np.allclose(found.operators, exact.operators)
    np.testing.assert_allclose(found.prefix, exact.prefix, rtol=1e-9)  # of exact moments both ways are the same
    np.testing.assert_allclose(found.mean, exact.mean, rtol=1e-9)
