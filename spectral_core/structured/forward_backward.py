"""Forward-backward recursions of operator models (HMMs, weighted automata, spectral estimates), batched over many
sequences: one matrix product per step and symbol. A chain is (operators, start, stop): p(x1..xT) = stop @ operators[xT]
@ .. @ operators[x1] @ start. The forward recursion also accepts signed estimates; expected counts need non-negative
parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.brief import brief_repr

BLOCK_SIZE = 100_000  # symbols per batch: bounds memory use and the interval between progress reports
_TINY = 1e-300  # smallest divisor, in place of a probability of 0
# multiplications per product up to which BLAS stays on one thread; more threads would only wait
_MAX_SINGLE_THREAD_MULTIPLICATIONS = 1 << 18
_MAX_GATHERED_ROWS = 2048  # rows whose operators are copied at a time if almost every row has its own


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """Sequences of symbol ids, concatenated, each with a weight."""

    symbols: Integers  # (tokens,)
    starts: Integers  # (sequences + 1,)
    weights: Floats  # (sequences,)
    __repr__ = brief_repr

    @classmethod
    def from_lists(cls, sequences: list[list[int]] | list[tuple[int, ...]], weights: Floats | None = None) -> Sequences:
        """Build the sequences from lists, each with weight 1 by default."""
        lengths = [len(sequence) for sequence in sequences]
        flat = np.fromiter((symbol for sequence in sequences for symbol in sequence), np.int64, sum(lengths))
        starts = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))).astype(np.int64)
        return cls(flat, starts, np.ones(len(lengths)) if weights is None else weights)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def lengths(self) -> Integers:
        """Return (sequences,) the number of symbols of each sequence."""
        return np.diff(self.starts)

    def select(self, indices: Integers) -> Sequences:
        """Return the sequences with these indices, in that order."""
        lengths = self.lengths()[indices]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        positions = np.arange(starts[-1]) - np.repeat(starts[:-1] - self.starts[indices], lengths)
        return Sequences(self.symbols[positions], starts, self.weights[indices])


@dataclass(frozen=True, slots=True, eq=False)
class SequenceBatch:
    """Batch of sequences for the forward recursion, longest first: their tokens by time step, and by symbol within a
    step. A slot is a position within a step; a row is a sequence."""

    sequence_indices: Integers  # (rows,) index of each sequence in the caller's data
    weights: Floats  # (rows,)
    symbols: Integers  # (tokens,)
    rows: Integers  # (tokens,) row of each token
    step_offsets: list[int]  # (steps + 1,) offset of each step
    previous_slot: Integers  # (tokens,) slot of the row's previous symbol in its step
    next_slot: Integers  # (tokens,) slot of the row's next symbol in its step, or the row itself at its end
    symbol_groups: list[tuple[list[int], list[int]]]  # per step: its symbols, and the bounds of their slots
    tokens_by_symbol: Integers  # (tokens,) the tokens sorted by symbol
    symbol_bounds: Integers  # (kinds + 1,) offset of each symbol in `tokens_by_symbol`
    distinct_symbols: Integers  # (kinds,) the distinct symbols

    def next_state_indices(self) -> Integers:
        """Return (tokens,) the index of the state after each token: states before tokens come first, then the final
        state of each row."""
        sizes = np.diff(self.step_offsets)
        step = np.repeat(np.arange(len(sizes)), sizes)
        next_size = np.append(sizes[1:], 0)[step]
        next_index = np.append(np.asarray(self.step_offsets[1:]), 0)[step] + self.next_slot
        return np.where(self.rows < next_size, next_index, len(self.symbols) + self.rows)


def make_batches(sequences: Sequences, size: int = BLOCK_SIZE) -> Iterator[SequenceBatch]:
    """Yield batches of about `size` symbols, longest sequences first."""
    lengths = sequences.lengths()
    order = np.argsort(-lengths, kind="stable")
    if len(order) == 0:
        return
    cuts = np.flatnonzero(np.diff(np.cumsum(lengths[order]) // size)) + 1
    for part in np.split(order, cuts):
        yield _make_batch(sequences, part)


def _make_batch(sequences: Sequences, sequence_indices: Integers) -> SequenceBatch:
    """Build the batch of the sequences with these indices, which are sorted by descending length."""
    lengths = sequences.lengths()[sequence_indices]
    longest = int(lengths[0])
    active = np.searchsorted(-lengths, -np.arange(1, longest + 1), side="right")  # number of rows that reach each step
    steps = np.concatenate(([0], np.cumsum(active))).astype(np.int64)
    step = np.repeat(np.arange(longest), active)
    rows = np.arange(steps[-1]) - steps[step]
    symbols = sequences.symbols[sequences.starts[sequence_indices][rows] + step]
    order = np.lexsort((symbols, step))  # stable sort
    slot = np.empty(len(order), dtype=np.int64)  # of token (step, row) within its step
    slot[order] = np.arange(len(order))
    slot -= steps[step]
    previous_slots, next_slots = np.zeros_like(slot), rows.copy()
    row_count = int(active[0]) if longest else 0
    later_tokens = np.arange(row_count, len(order))  # tokens after the first step, and the previous token of each row:
    previous_tokens = steps[step[row_count:] - 1] + rows[row_count:]
    previous_slots[later_tokens] = slot[previous_tokens]
    next_slots[previous_tokens] = slot[later_tokens]
    symbols, step = symbols[order], step[order]
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = (symbols[1:] != symbols[:-1]) | (step[1:] != step[:-1])
    group_starts = np.flatnonzero(is_new)
    step_bounds = np.searchsorted(group_starts, steps)
    groups = []
    for step_index in range(longest):
        part = group_starts[step_bounds[step_index] : step_bounds[step_index + 1]]
        groups.append((symbols[part].tolist(), [*(part - steps[step_index]).tolist(), int(active[step_index])]))
    by_symbol = np.argsort(symbols, kind="stable")
    distinct, first = np.unique(symbols[by_symbol], return_index=True)
    bounds = np.append(first, len(symbols)).astype(np.int64)
    return SequenceBatch(
        sequence_indices, sequences.weights[sequence_indices], symbols, rows[order], steps.tolist(),
        previous_slots[order], next_slots[order], groups, by_symbol, bounds, distinct,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class FallbackStates:
    """States with which the forward recursion continues where an estimate becomes invalid."""

    min_scores: Floats  # (symbols,) conditional scores that do not exceed this are replaced
    states: Floats  # (symbols, states) state after a symbol in unknown context
    mixing_weight: float = 0.0  # share of that state mixed into each other state, so that noise is forgotten
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True, eq=False)
class ForwardPass:
    """Result of the forward recursion over a batch. States are normalised by the scores of their prefix."""

    conditionals: Floats  # (tokens,) score of each symbol given its prefix
    replaced: Flags  # (tokens,) whether the score did not exceed `min_scores`; all False without a fallback
    states: Floats  # (tokens, states) before each symbol
    final_states: Floats  # (rows, states) at the end


def forward(
    block: SequenceBatch,
    operators: Floats,
    start: Floats,
    prefix: Floats | None = None,
    fallback: FallbackStates | None = None,
    batch_invariant: bool = False,
) -> ForwardPass:
    """Forward recursion: return the state before each symbol, scaled so that prefix @ state is 1, and the scores
    divided out. The initial states are `start`, unscaled, so that the product of the scores is the score of the prefix.
    Without `prefix`, states are probabilities of hidden states and are normalised by their sum. With `batch_invariant`,
    the last digits of a row do not depend on the other rows of the batch."""
    tokens, state_count = len(block.symbols), len(start)
    states, conditionals = np.empty((tokens, state_count)), np.ones(tokens)
    replaced = np.zeros(tokens, dtype=bool)
    last = np.empty((len(block.sequence_indices), state_count))
    last[:] = start
    next_states = last.copy()
    for step in range(len(block.symbol_groups)):
        begin, end = block.step_offsets[step], block.step_offsets[step + 1]
        step_states = states[begin:end]
        if step:
            np.take(next_states, block.previous_slot[begin:end], axis=0, out=step_states)
        else:
            step_states[:] = start
        next_states = _apply_operators(block, step, operators, step_states, True, batch_invariant)
        scores = np.maximum(next_states.sum(axis=1), _TINY) if prefix is None else (next_states * prefix).sum(axis=1)
        conditionals[begin:end] = scores
        if fallback is not None:
            symbols = block.symbols[begin:end]
            invalid = ~(scores > fallback.min_scores[symbols])  # NaN counts as invalid
            replaced[begin:end] = invalid
            next_states[invalid], scores = fallback.states[symbols[invalid]], np.where(invalid, 1.0, scores)
        next_states /= scores[:, None]
        if fallback is not None and fallback.mixing_weight:
            next_states += fallback.mixing_weight * (fallback.states[symbols] - next_states)
        next_size = block.step_offsets[step + 2] - end if step + 2 < len(block.step_offsets) else 0
        if next_size < end - begin:
            finished = np.flatnonzero(block.rows[begin:end] >= next_size)
            last[block.rows[begin:end][finished]] = next_states[finished]
    return ForwardPass(conditionals, replaced, states, last)


@dataclass(frozen=True, slots=True, eq=False)
class ChainExpectations:
    """Expected transition, start and stop counts of weighted sequences."""

    log_likelihood: float
    transitions: Floats  # (symbols, to, from)
    starts: Floats  # (states,)
    stops: Floats  # (states,)


def expected_counts(
    blocks: list[SequenceBatch],
    operators: Floats,
    start: Floats,
    stop: Floats,
    on_block: Callable[[], None] | None = None,
) -> ChainExpectations:
    """E step: return the expected counts over all batches by forward-backward (Baum et al. 1970); `on_block` is called
    after each batch. Parameters must be non-negative. A sequence with probability 0 makes the log-likelihood -inf and
    is left out of the counts."""
    total = 0.0
    steps, starts, stops = np.zeros_like(operators), np.zeros_like(start), np.zeros_like(stop)
    max_rows = _max_product_rows(len(start))
    for block in blocks:
        forward_pass = forward(block, operators, start)
        end_scores = (forward_pass.final_states * stop).sum(axis=1)
        possible = end_scores > _TINY
        if not possible.all():
            total = -np.inf
            end_scores = np.where(possible, end_scores, 1.0)
        logs = np.bincount(block.rows, np.log(forward_pass.conditionals), len(end_scores))
        total += float((block.weights * (np.log(end_scores) + logs)).sum())
        # the backward sums carry the weights into each count
        final = np.outer(block.weights * possible / end_scores, stop)
        stops += (forward_pass.final_states * final).sum(axis=0)
        states, backward_sums = forward_pass.states, np.empty_like(forward_pass.states)
        next_size = 0
        buffer = final.copy()
        for step in range(len(block.symbol_groups) - 1, -1, -1):
            begin, end = block.step_offsets[step], block.step_offsets[step + 1]
            buffer[next_size : end - begin] = final[next_size : end - begin]
            backward = backward_sums[begin:end]
            np.take(buffer, block.next_slot[begin:end], axis=0, out=backward)
            backward /= forward_pass.conditionals[begin:end, None]
            next_size = end - begin
            buffer[:next_size] = _apply_operators(block, step, operators, backward, False)
        starts += (start * buffer).sum(axis=0)
        states, backward_sums = (
            np.take(states, block.tokens_by_symbol, axis=0),
            np.take(backward_sums, block.tokens_by_symbol, axis=0),
        )
        cuts = block.symbol_bounds.tolist()
        for index, symbol in enumerate(block.distinct_symbols.tolist()):
            for low in range(cuts[index], cuts[index + 1], max_rows):
                part = slice(low, min(low + max_rows, cuts[index + 1]))
                steps[symbol] += backward_sums[part].T @ states[part]
        if on_block is not None:
            on_block()
    steps *= operators
    return ChainExpectations(total, steps, starts, stops)


def _apply_operators(
    block: SequenceBatch, step: int, operators: Floats, vectors: Floats, forwards: bool, batch_invariant: bool = False
) -> Floats:
    """Multiply each row's vector by its operator, or by the transpose if not `forwards`."""
    distinct, bounds = block.symbol_groups[step]
    products = np.empty_like(vectors)
    if batch_invariant or 2 * len(distinct) > len(vectors) > 2:
        symbols = block.symbols[block.step_offsets[step] : block.step_offsets[step + 1]]
        for low in range(0, len(vectors), _MAX_GATHERED_ROWS):
            part = slice(low, low + _MAX_GATHERED_ROWS)
            row_operators = operators[symbols[part]]
            if forwards:
                products[part] = np.matmul(row_operators, vectors[part, :, None])[:, :, 0]
            else:
                products[part] = np.matmul(vectors[part, None, :], row_operators)[:, 0, :]
        return products
    max_rows = _max_product_rows(vectors.shape[1])
    for index, symbol in enumerate(distinct):
        operator = operators[symbol].T if forwards else operators[symbol]
        for low in range(bounds[index], bounds[index + 1], max_rows):
            part = slice(low, min(low + max_rows, bounds[index + 1]))
            np.matmul(vectors[part], operator, out=products[part])
    return products


def _max_product_rows(states: int) -> int:
    """Return the largest number of rows for which BLAS stays on one thread."""
    return max(1, _MAX_SINGLE_THREAD_MULTIPLICATIONS // (states * states))


def state_posteriors(symbols: list[int], operators: Floats, start: Floats, stop: Floats) -> Floats:
    """Return (positions, states) the posterior of each hidden state between two symbols. If the sequence has
    probability 0, the forward and backward sums stop at the impossible symbol."""
    forward_states, backward_states = [_normalise(start)], [_normalise(stop)]
    for symbol in symbols:
        forward_states.append(_normalise(operators[symbol] @ forward_states[-1]))
    for symbol in reversed(symbols):
        backward_states.append(_normalise(backward_states[-1] @ operators[symbol]))
    return np.array(
        [_normalise(before * after) for before, after in zip(forward_states, reversed(backward_states), strict=True)]
    )


def _normalise(values: Floats) -> Floats:
    """Return the values divided by their sum; uniform if that is not positive."""
    total = values.sum()
    return values / total if total > 0 else np.full(len(values), 1 / len(values))


@dataclass(frozen=True, slots=True, eq=False)
class AutomatonExpectations:
    """Expected counts under automata with non-negative parameters."""

    log_likelihood: float  # -inf if a sequence has probability 0; it is left out of the counts
    transitions: Floats  # (automata, symbols, from, to)
    starts: Floats  # (automata, states)
    stops: Floats  # (automata, states)


def automaton_expectations(
    automata: Integers, symbols: Integers, starts: Integers, weights: Floats, operators: Floats, start: Floats,
    stop: Floats,
) -> AutomatonExpectations:  # fmt: skip
    """E step of several automata: return the expected counts of each by forward-backward (Baum et al. 1970).
    `operators` is (automata, symbols, from, to)."""
    from spectral_core.structured import forward_backward_kernels

    step_counts, start_counts, stop_counts = np.zeros_like(operators), np.zeros_like(start), np.zeros_like(stop)
    sequences = forward_backward_kernels.SequencesByAutomaton(automata, symbols, starts, weights)
    total = forward_backward_kernels.add_expected_counts(
        sequences, operators, start, stop, step_counts, start_counts, stop_counts
    )
    step_counts *= operators
    return AutomatonExpectations(float(total), step_counts, start_counts, stop_counts)


@dataclass(frozen=True, slots=True, eq=False)
class LatticeStep:
    """Edges from one layer of nodes to the next; a node is its index within its layer."""

    sources: Integers  # (edges,) in the previous layer
    targets: Integers  # (edges,) in the next layer; each node there has an incoming edge
    weights: Floats  # (edges,) natural logs


def edge_posteriors(steps: Sequence[LatticeStep]) -> list[Floats]:
    """Return for each step (edges,) the log posterior of each edge: the total weight of the paths through it over that
    of all paths. The first layer has one node. Forward-backward in log space (Baum 1972), so that long chains do not
    underflow."""
    forward = [np.zeros(1)]
    for step in steps:
        forward.append(
            _grouped_logsumexp(forward[-1][step.sources] + step.weights, step.targets, int(step.targets.max()) + 1)
        )
    total = _grouped_logsumexp(forward[-1], np.zeros(len(forward[-1]), dtype=np.int64), 1)[0]
    posteriors: list[Floats] = []
    backward = np.zeros(len(forward[-1]))
    for step, previous in zip(reversed(steps), reversed(forward[:-1]), strict=True):
        suffixes = step.weights + backward[step.targets]
        posteriors.append(previous[step.sources] + suffixes - total)
        backward = _grouped_logsumexp(suffixes, step.sources, len(previous))
    return posteriors[::-1]


def _grouped_logsumexp(logs: Floats, groups: Integers, group_count: int) -> Floats:
    """Return (groups,) the log-sum-exp of the values in each group; minus infinity for an empty group (dead end)."""
    highest = np.full(group_count, -np.inf)
    np.maximum.at(highest, groups, logs)
    shift = np.where(np.isfinite(highest), highest, 0.0)
    sums = np.bincount(groups, np.exp(logs - shift[groups]), group_count)
    with np.errstate(divide="ignore"):
        return np.log(sums) + shift
