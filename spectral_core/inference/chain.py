"""Recursions along sequences of operators, many sequences at a time: one step of all, symbol by symbol, in BLAS. A
chain is (operators, start, stop): p(x1..xT) = stop @ operators[xT] @ .. @ operators[x1] @ start. The forward recursion
also serves signed estimates; what asks for expectations needs parameters that are not negative."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.brief import brief

BLOCK = 100_000  # symbols laid out at a time: bounds the memory, and is how often a report comes
_IMPOSSIBLE = 1e-300  # what a probability of 0 is divided by
_UNTHREADED = 1 << 18  # multiplications in a product that BLAS does not start threads for: these would wait, not work
_GATHERED = 2048  # rows whose operators are copied at a time where nearly every row has its own


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """Sequences of symbol numbers, one after the other, with how often each counts."""

    symbols: Integers  # (tokens,)
    starts: Integers  # (sequences + 1,)
    weights: Floats  # (sequences,)
    __repr__ = brief

    @classmethod
    def of(cls, sequences: list[list[int]] | list[tuple[int, ...]], weights: Floats | None = None) -> Sequences:
        lengths = [len(sequence) for sequence in sequences]
        flat = np.fromiter((symbol for sequence in sequences for symbol in sequence), np.int64, sum(lengths))
        starts = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))).astype(np.int64)
        return cls(flat, starts, np.ones(len(lengths)) if weights is None else weights)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def lengths(self) -> Integers:
        return np.diff(self.starts)

    def select(self, which: Integers) -> Sequences:
        """The sequences numbered in `which`, in that order."""
        lengths = self.lengths()[which]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        places = np.arange(starts[-1]) - np.repeat(starts[:-1] - self.starts[which], lengths)
        return Sequences(self.symbols[places], starts, self.weights[which])


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Some sequences, the longest first, laid out step by step; inside a step equal symbols stand together."""

    owners: Integers  # (rows,) the caller's number of each sequence
    weights: Floats  # (rows,)
    symbols: Integers  # (tokens,)
    rows: Integers  # (tokens,) whose symbol it is
    steps: list[int]  # (steps + 1,) where each step begins
    before: Integers  # (tokens,) the place of the row's last symbol inside its step
    after: Integers  # (tokens,) the place of the row's next symbol inside its step, or the row itself at its end
    groups: list[tuple[list[int], list[int]]]  # a step: its symbols, and the bounds of their places
    sorted: Integers  # (tokens,) the tokens in the order of their symbols
    bounds: Integers  # (kinds + 1,) in `sorted`
    kinds: Integers  # (kinds,) the symbols there are

    def next_position(self) -> Integers:
        """(tokens,) where the state after a token stands: those before tokens come first, then the last of rows."""
        sizes = np.diff(self.steps)
        step = np.repeat(np.arange(len(sizes)), sizes)
        following = np.append(sizes[1:], 0)[step]
        inside = np.append(np.asarray(self.steps[1:]), 0)[step] + self.after
        return np.where(self.rows < following, inside, len(self.symbols) + self.rows)


def blocks(sequences: Sequences, size: int = BLOCK) -> Iterator[Block]:
    """The sequences in blocks of about `size` symbols."""
    lengths = sequences.lengths()
    order = np.argsort(-lengths, kind="stable")
    if len(order) == 0:
        return
    cuts = np.flatnonzero(np.diff(np.cumsum(lengths[order]) // size)) + 1
    for part in np.split(order, cuts):
        yield _laid_out(sequences, part)


def _laid_out(sequences: Sequences, owners: Integers) -> Block:
    lengths = sequences.lengths()[owners]
    longest = int(lengths[0])
    active = np.searchsorted(-lengths, -np.arange(1, longest + 1), side="right")  # rows with a symbol at each step
    steps = np.concatenate(([0], np.cumsum(active))).astype(np.int64)
    step = np.repeat(np.arange(longest), active)
    rows = np.arange(steps[-1]) - steps[step]
    symbols = sequences.symbols[sequences.starts[owners][rows] + step]
    order = np.lexsort((symbols, step))  # stable
    place = np.empty(len(order), dtype=np.int64)  # of token (step, row) inside its step
    place[order] = np.arange(len(order))
    place -= steps[step]
    earlier, later = np.zeros_like(place), rows.copy()
    head = int(active[0]) if longest else 0
    follows = np.arange(head, len(order))  # tokens after the first step; their rows' last symbols:
    last = steps[step[head:] - 1] + rows[head:]
    earlier[follows] = place[last]
    later[last] = place[follows]
    symbols, step = symbols[order], step[order]
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = (symbols[1:] != symbols[:-1]) | (step[1:] != step[:-1])
    heads = np.flatnonzero(fresh)
    cuts = np.searchsorted(heads, steps)
    groups = []
    for at in range(longest):
        part = heads[cuts[at] : cuts[at + 1]]
        groups.append((symbols[part].tolist(), [*(part - steps[at]).tolist(), int(active[at])]))
    by_symbol = np.argsort(symbols, kind="stable")
    kinds, first = np.unique(symbols[by_symbol], return_index=True)
    bounds = np.append(first, len(symbols)).astype(np.int64)
    return Block(
        owners, sequences.weights[owners], symbols, rows[order], steps.tolist(), earlier[order], later[order], groups,
        by_symbol, bounds, kinds,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Repair:
    """What the forward recursion does where an estimate has no meaning."""

    least: Floats  # (symbols,) conditional scores up to this are replaced
    states: Floats  # (symbols, states) the state after a symbol whose context is not known
    share: float = 0.0  # of that state mixed into every other one: noise is forgotten sooner
    __repr__ = brief


@dataclass(frozen=True, slots=True, eq=False)
class Forward:
    """The forward recursion over a block. Every state is divided by the scores so far."""

    conditionals: Floats  # (tokens,) the score of each symbol after what stands before it
    replaced: Flags  # (tokens,) where it was up to `least`; all False without a repair
    states: Floats  # (tokens, states) before each symbol
    last: Floats  # (rows, states) at the end


def forward(
    block: Block, operators: Floats, start: Floats, prefix: Floats | None = None, repair: Repair | None = None,
    alone: bool = False,
) -> Forward:  # fmt: skip
    """The state before every symbol, scaled so that prefix @ state is 1, and the scores that were divided out. The
    first states are `start` as it is, so that the product of the scores is the score of the prefix. Without `prefix`,
    states are probabilities of hidden states and are summed. With `alone`, no row's last digits depend on those beside
    it."""
    tokens, size = len(block.symbols), len(start)
    states, conditionals = np.empty((tokens, size)), np.ones(tokens)
    replaced = np.zeros(tokens, dtype=bool)
    last = np.empty((len(block.owners), size))
    last[:] = start
    moved = last.copy()
    for at in range(len(block.groups)):
        begin, end = block.steps[at], block.steps[at + 1]
        before = states[begin:end]
        if at:
            np.take(moved, block.before[begin:end], axis=0, out=before)
        else:
            before[:] = start
        moved = _stepped(block, at, operators, before, True, alone)
        scores = np.maximum(moved.sum(axis=1), _IMPOSSIBLE) if prefix is None else (moved * prefix).sum(axis=1)
        conditionals[begin:end] = scores
        if repair is not None:
            symbols = block.symbols[begin:end]
            bad = ~(scores > repair.least[symbols])  # not a number counts as bad
            replaced[begin:end] = bad
            moved[bad], scores = repair.states[symbols[bad]], np.where(bad, 1.0, scores)
        moved /= scores[:, None]
        if repair is not None and repair.share:
            moved += repair.share * (repair.states[symbols] - moved)
        following = block.steps[at + 2] - end if at + 2 < len(block.steps) else 0
        if following < end - begin:
            here = np.flatnonzero(block.rows[begin:end] >= following)
            last[block.rows[begin:end][here]] = moved[here]
    return Forward(conditionals, replaced, states, last)


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """Expected counts of the hidden steps of weighted sequences."""

    log_likelihood: float
    steps: Floats  # (symbols, to, from)
    starts: Floats  # (states,)
    stops: Floats  # (states,)


def expectations(
    laid_out: list[Block], operators: Floats, start: Floats, stop: Floats, passed: Callable[[], None] | None = None
) -> Expected:
    """The expected counts over all blocks by forward and backward sums (Baum et al. 1970); `passed` is called after
    each. The parameters must not be negative. A sequence that is impossible under them makes the log-likelihood -inf
    and has no part in the counts."""
    total = 0.0
    steps, starts, stops = np.zeros_like(operators), np.zeros_like(start), np.zeros_like(stop)
    rows = _rows_a_product(len(start))
    for block in laid_out:
        found = forward(block, operators, start)
        ends = (found.last * stop).sum(axis=1)
        possible = ends > _IMPOSSIBLE
        if not possible.all():
            total = -np.inf
            ends = np.where(possible, ends, 1.0)
        logs = np.bincount(block.rows, np.log(found.conditionals), len(ends))
        total += float((block.weights * (np.log(ends) + logs)).sum())
        # the weights travel with the backward sums into every count
        final = np.outer(block.weights * possible / ends, stop)
        stops += (found.last * final).sum(axis=0)
        states, sums = found.states, np.empty_like(found.states)
        following = 0
        buffer = final.copy()
        for at in range(len(block.groups) - 1, -1, -1):
            begin, end = block.steps[at], block.steps[at + 1]
            buffer[following : end - begin] = final[following : end - begin]
            after = sums[begin:end]
            np.take(buffer, block.after[begin:end], axis=0, out=after)
            after /= found.conditionals[begin:end, None]
            following = end - begin
            buffer[:following] = _stepped(block, at, operators, after, False)
        starts += (start * buffer).sum(axis=0)
        states, sums = np.take(states, block.sorted, axis=0), np.take(sums, block.sorted, axis=0)
        cuts = block.bounds.tolist()
        for place, symbol in enumerate(block.kinds.tolist()):
            for low in range(cuts[place], cuts[place + 1], rows):
                part = slice(low, min(low + rows, cuts[place + 1]))
                steps[symbol] += sums[part].T @ states[part]
        if passed is not None:
            passed()
    steps *= operators
    return Expected(total, steps, starts, stops)


def _stepped(block: Block, at: int, operators: Floats, vectors: Floats, forwards: bool, alone: bool = False) -> Floats:
    """Each row's operator, or its transpose, applied to the row's vector."""
    kinds, bounds = block.groups[at]
    moved = np.empty_like(vectors)
    if alone or 2 * len(kinds) > len(vectors) > 2:
        symbols = block.symbols[block.steps[at] : block.steps[at + 1]]
        for low in range(0, len(vectors), _GATHERED):
            part = slice(low, low + _GATHERED)
            held = operators[symbols[part]]
            if forwards:
                moved[part] = np.matmul(held, vectors[part, :, None])[:, :, 0]
            else:
                moved[part] = np.matmul(vectors[part, None, :], held)[:, 0, :]
        return moved
    rows = _rows_a_product(vectors.shape[1])
    for place, symbol in enumerate(kinds):
        operator = operators[symbol].T if forwards else operators[symbol]
        for low in range(bounds[place], bounds[place + 1], rows):
            part = slice(low, min(low + rows, bounds[place + 1]))
            np.matmul(vectors[part], operator, out=moved[part])
    return moved


def _rows_a_product(states: int) -> int:
    return max(1, _UNTHREADED // (states * states))


def posteriors(symbols: list[int], operators: Floats, start: Floats, stop: Floats) -> Floats:
    """(positions, states): the probability of each hidden state between two symbols, given the whole sequence. Where
    the sequence is impossible, what can be said stops at the impossible symbol from either side."""
    ahead, back = [_shares(start)], [_shares(stop)]
    for symbol in symbols:
        ahead.append(_shares(operators[symbol] @ ahead[-1]))
    for symbol in reversed(symbols):
        back.append(_shares(back[-1] @ operators[symbol]))
    return np.array([_shares(before * after) for before, after in zip(ahead, reversed(back), strict=True)])


def _shares(values: Floats) -> Floats:
    total = values.sum()
    return values / total if total > 0 else np.full(len(values), 1 / len(values))
