"""The recursions along chains against lists of all hidden paths and plain products of matrices."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from spectral_core.structured import forward_backward
from spectral_core.structured.forward_backward import ChainExpectations, FallbackStates, SequenceBatch, Sequences

STATES, SYMBOLS = 3, 4
Chain = tuple[np.ndarray, np.ndarray, np.ndarray]


def random_chain(seed: int, states: int = STATES, symbols: int = SYMBOLS) -> Chain:
    """Operators (symbols, to, from), start and stop of a proper model."""
    random = np.random.default_rng(seed)
    steps = random.dirichlet(np.full(symbols * states + 1, 0.7), size=states)  # (from, outcomes)
    operators = steps[:, :-1].reshape(states, symbols, states).transpose(1, 2, 0).copy()
    return operators, random.dirichlet(np.ones(states)), steps[:, -1].copy()


def paths(sequence: tuple[int, ...], parts: Chain) -> list[tuple[tuple[int, ...], float]]:
    """Every hidden path with its probability."""
    operators, start, stop = parts
    found = []
    for path in product(range(len(start)), repeat=len(sequence) + 1):
        probability = start[path[0]] * stop[path[-1]]
        for at, symbol in enumerate(sequence):
            probability *= operators[symbol, path[at + 1], path[at]]
        found.append((path, float(probability)))
    return found


def counted_by_paths(sequences: list[tuple[int, ...]], weights: list[float], parts: Chain) -> ChainExpectations:
    total, steps = 0.0, np.zeros_like(parts[0])
    starts, stops = np.zeros_like(parts[1]), np.zeros_like(parts[2])
    for sequence, weight in zip(sequences, weights, strict=True):
        listed = paths(sequence, parts)
        whole = sum(probability for _, probability in listed)
        total += weight * float(np.log(whole))
        for path, probability in listed:
            share = weight * probability / whole
            starts[path[0]] += share
            stops[path[-1]] += share
            for at, symbol in enumerate(sequence):
                steps[symbol, path[at + 1], path[at]] += share
    return ChainExpectations(total, steps, starts, stops)


def assert_same_counts(first: ChainExpectations, second: ChainExpectations) -> None:
    assert first.log_likelihood == pytest.approx(second.log_likelihood, rel=1e-12)
    for part in ("transitions", "starts", "stops"):
        assert np.allclose(getattr(first, part), getattr(second, part), rtol=1e-11, atol=1e-13), part


def random_sequences(seed: int, count: int = 25, longest: int = 4) -> list[tuple[int, ...]]:
    random = np.random.default_rng(seed)
    made = [tuple(random.integers(0, SYMBOLS, random.integers(0, longest + 1)).tolist()) for _ in range(count)]
    return [(), (2,), *made]


def laid_out(
    sequences: list[tuple[int, ...]], size: int = forward_backward.BLOCK_SIZE, weights: np.ndarray | None = None
) -> list[SequenceBatch]:
    return list(forward_backward.make_batches(Sequences.from_lists(sequences, weights), size))


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("seed", range(3))
def test_expected_counts_are_those_over_all_hidden_paths(seed: int, size: int) -> None:
    parts, sequences = random_chain(seed), random_sequences(seed)
    weights = np.random.default_rng(seed).integers(1, 5, len(sequences)).astype(float)
    found = forward_backward.expected_counts(laid_out(sequences, size, weights), *parts)
    assert_same_counts(found, counted_by_paths(sequences, weights.tolist(), parts))


def test_a_weight_counts_as_that_many_sequences() -> None:
    parts, sequences = random_chain(4), random_sequences(4)
    weights = np.arange(1.0, len(sequences) + 1)
    repeated = [sequence for sequence, times in zip(sequences, weights, strict=True) for _ in range(int(times))]
    assert_same_counts(
        forward_backward.expected_counts(laid_out(sequences, weights=weights), *parts),
        forward_backward.expected_counts(laid_out(repeated), *parts),
    )


def test_counts_are_the_same_whether_equal_symbols_stand_together_or_not() -> None:
    # few symbols over many sequences go symbol by symbol, many symbols over few sequences row by row
    parts = random_chain(5, symbols=40)
    random = np.random.default_rng(5)
    sequences = [tuple(random.integers(0, 40, 3).tolist()) for _ in range(30)]
    whole = forward_backward.expected_counts(laid_out(sequences), *parts)
    assert_same_counts(
        whole, forward_backward.expected_counts(laid_out(sequences * 20, weights=np.full(600, 1 / 20)), *parts)
    )
    assert_same_counts(whole, counted_by_paths(sequences, [1.0] * 30, parts))


@pytest.mark.parametrize("alone", [False, True])
def test_forward_scores_multiply_to_the_product_of_the_operators_also_where_they_are_signed(alone: bool) -> None:
    random = np.random.default_rng(1)
    operators = random.standard_normal((SYMBOLS, STATES, STATES))
    start, prefix = random.standard_normal((2, STATES))
    sequences = random_sequences(1)
    for block in laid_out(sequences, 20):
        found = forward_backward.forward(block, operators, start, prefix, batch_invariant=alone)
        for row, owner in enumerate(block.sequence_indices.tolist()):
            mine = block.rows == row
            state = start
            for symbol in sequences[owner]:
                state = operators[symbol] @ state
            if sequences[owner]:
                assert np.prod(found.conditionals[mine]) == pytest.approx(prefix @ state)
                assert found.final_states[row] == pytest.approx(state / (prefix @ state))
                assert prefix @ found.final_states[row] == pytest.approx(1.0)
            else:
                assert np.array_equal(found.final_states[row], start)


def test_states_before_symbols_are_in_the_order_of_the_sequence() -> None:
    operators, start, _ = random_chain(2)
    sequences = random_sequences(2)
    (block,) = laid_out(sequences)
    found = forward_backward.forward(block, operators, start)
    following = np.concatenate((found.states, found.final_states))[block.next_state_indices()]
    for token, symbol in enumerate(block.symbols.tolist()):
        moved = operators[symbol] @ found.states[token]
        assert following[token] == pytest.approx(moved / moved.sum())


def test_a_sequence_scores_the_same_to_the_last_digit_whatever_stands_beside_it() -> None:
    operators, start, _ = random_chain(3, states=20, symbols=9)
    random = np.random.default_rng(3)
    sequences = [tuple(random.integers(0, 9, 12).tolist()) for _ in range(50)]

    def scores(chosen: list[tuple[int, ...]]) -> np.ndarray:
        (block,) = laid_out(chosen)
        found = forward_backward.forward(block, operators, start, np.ones(20), batch_invariant=True)
        return np.array([found.conditionals[block.rows == list(block.sequence_indices).index(0)].prod()])

    for sequence in sequences[:5]:
        assert np.array_equal(scores([sequence]), scores([sequence, *sequences]))


def test_scores_without_meaning_are_marked_and_the_state_goes_on_from_the_symbol_alone() -> None:
    operators = np.array([[[1.0, 0.0], [0.0, 1.0]], [[-1.0, 0.0], [0.0, -1.0]]])
    start, prefix = np.array([0.5, 0.5]), np.ones(2)
    repair = FallbackStates(np.array([0.0, 0.0]), np.array([[1.0, 0.0], [0.25, 0.75]]))
    (block,) = laid_out([(0, 1, 0)])
    found = forward_backward.forward(block, operators, start, prefix, repair)
    assert found.replaced.tolist() == [False, True, False]
    assert found.conditionals.tolist() == [1.0, -1.0, 1.0]
    assert found.states.tolist() == [[0.5, 0.5], [0.5, 0.5], [0.25, 0.75]]
    mixed = forward_backward.forward(
        block, operators, start, prefix, FallbackStates(repair.min_scores, repair.states, mixing_weight=0.5)
    )
    assert mixed.states.tolist() == [[0.5, 0.5], [0.75, 0.25], [0.25, 0.75]]
    assert mixed.final_states.tolist() == [[0.625, 0.375]]


def test_a_thousand_symbols_neither_underflow_nor_lose_their_counts() -> None:
    operators, start, stop = random_chain(6)
    random = np.random.default_rng(6)
    sequences = [tuple(random.integers(0, SYMBOLS, length).tolist()) for length in (1000, 1, 0, 400)]
    found = forward_backward.expected_counts(laid_out(sequences), operators, start, stop)
    expected = 0.0
    for sequence in sequences:
        state = start
        for symbol in sequence:
            state = operators[symbol] @ state
            expected += np.log(state.sum())
            state = state / state.sum()
        expected += np.log(stop @ state)
    assert found.log_likelihood == pytest.approx(expected, rel=1e-12)
    assert found.transitions.sum() == pytest.approx(1401)
    assert found.starts.sum() == pytest.approx(4)
    assert found.stops.sum() == pytest.approx(4)


def test_an_impossible_sequence_says_so_and_spoils_no_count() -> None:
    operators, start, stop = random_chain(7)
    operators[2] = 0.0
    possible = [(0, 1), (3,)]
    found = forward_backward.expected_counts(laid_out([(0, 2, 1), *possible]), operators, start, stop)
    assert found.log_likelihood == -np.inf
    alone = forward_backward.expected_counts(laid_out(possible), operators, start, stop)
    assert np.allclose(found.transitions, alone.transitions)
    assert np.allclose(found.starts, alone.starts)


@pytest.mark.parametrize("sequence", [(), (1,), (0, 2, 1), (3, 3, 3, 3)])
def test_posteriors_are_those_over_all_hidden_paths(sequence: tuple[int, ...]) -> None:
    parts = random_chain(8)
    found = forward_backward.state_posteriors(list(sequence), *parts)
    expected = np.zeros((len(sequence) + 1, STATES))
    for path, probability in paths(sequence, parts):
        for at, state in enumerate(path):
            expected[at, state] += probability
    assert np.allclose(found, expected / expected.sum(axis=1, keepdims=True))


def test_posteriors_of_an_impossible_sequence_are_still_shares() -> None:
    operators, start, stop = random_chain(8)
    operators[1] = 0.0
    found = forward_backward.state_posteriors([0, 1, 2], operators, start, stop)
    assert np.allclose(found.sum(axis=1), 1.0)


def test_selected_sequences_keep_their_symbols_and_weights() -> None:
    sequences = Sequences.from_lists([(0, 1), (), (2,), (3, 3, 3)], np.array([1.0, 2.0, 3.0, 4.0]))
    chosen = sequences.select(np.array([3, 1, 0]))
    assert chosen.symbols.tolist() == [3, 3, 3, 0, 1]
    assert chosen.starts.tolist() == [0, 3, 3, 5]
    assert chosen.weights.tolist() == [4.0, 2.0, 1.0]


def test_no_sequences_make_no_blocks() -> None:
    assert laid_out([]) == []
    assert forward_backward.expected_counts([], *random_chain(9)).log_likelihood == 0.0
