"""The parameters that EM climbs: states emit words and go on, backed off to what all states share. Where a state goes
may depend on the word (words on the arcs, the class of the closed form) or not (the textbook's)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference.chain import Block, Expected

_NOTHING = 1e-200  # counts below it are what underflow left
SPREAD = 0.1  # of the counts of a projected start, given evenly to all pairs of states


@dataclass(frozen=True, slots=True, eq=False)
class Backoff:
    """What all states share, and how much of it each takes: fixed while EM climbs, so that its likelihood rises."""

    frequencies: Floats  # (symbols + 1,) of the symbols and STOP
    words: float  # share of the frequencies in what a state emits
    arcs: Floats  # (symbols,) share of arcs that do not depend on the state they leave

    @classmethod
    def of(cls, counts: Floats, states: int, smoothing: float, tied: bool) -> Backoff:
        """Shares by which `smoothing` occurrences of a state, or of a word, weigh as much as all that is shared. Arcs
        that are tied, the same for all words, have counts enough and share nothing."""
        total = counts.sum()
        arcs = np.zeros(len(counts) - 1) if tied else smoothing / np.maximum(counts[:-1] + smoothing, 1e-300)
        return cls(counts / total, float(smoothing * states / (total + smoothing * states)), arcs)


@dataclass(frozen=True, slots=True, eq=False)
class Arcs:
    """A hidden Markov model as a mixture. State j emits word x, or stops, with probability
    (1 - words) own_words[x, j] + words frequencies[x], and x takes it to state i with probability
    (1 - arcs[x]) own_arcs[x, i, j] + arcs[x] shared_arcs[x, i]; tied arcs take all words to i alike."""

    start: Floats  # (states,)
    own_words: Floats  # (symbols + STOP, states)
    own_arcs: Floats  # (symbols, to, from), or (1, to, from) where they are tied
    shared_arcs: Floats  # (symbols, to)
    backoff: Backoff

    @property
    def tied(self) -> bool:
        """Whether where a state goes does not depend on the word."""
        return len(self.own_arcs) == 1

    def emissions(self) -> Floats:
        back = self.backoff
        return (1 - back.words) * self.own_words + back.words * back.frequencies[:, None]

    def operators(self) -> Floats:
        """A[x, i, j], the probability of going from j to i with x: with `stop`, each j sums to 1."""
        emissions = self.emissions()[:-1, None, :]
        if self.tied:
            return np.ascontiguousarray(emissions * self.own_arcs)
        share = self.backoff.arcs[:, None, None]
        operators = (1 - share) * self.own_arcs
        operators += share * self.shared_arcs[:, :, None]
        operators *= emissions
        return operators

    def stop(self) -> Floats:
        stop: Floats = self.emissions()[-1]
        return stop

    def maximised(self, expected: Expected, operators: Floats) -> Arcs:
        """The parameters under which the expected counts are likeliest. What was never reached stays as it is."""
        back, emissions = self.backoff, self.emissions()
        counts = np.concatenate((expected.steps.sum(axis=1), expected.stops[None]))  # (symbols + STOP, states)
        words = counts * _ratio((1 - back.words) * self.own_words, emissions)
        if self.tied:
            shared, own = expected.steps, expected.steps.sum(axis=0, keepdims=True)
        else:  # the part of each arc's count that falls to the shared arcs
            from_shared = back.arcs[:, None, None] * self.shared_arcs[:, :, None] * emissions[:-1, None, :]
            shared = expected.steps * _ratio(from_shared, operators)
            own = expected.steps - shared
            np.maximum(own, 0.0, out=own)
        return replace(
            self, start=_shares(expected.starts, self.start, 0), own_words=_shares(words, self.own_words, 0),
            own_arcs=_shares(own, self.own_arcs, 1), shared_arcs=_shares(shared.sum(axis=2), self.shared_arcs, 1),
        )  # fmt: skip


def random_arcs(states: int, backoff: Backoff, tied: bool, rng: np.random.Generator) -> Arcs:
    """A random start: words near their frequencies, arcs anywhere."""
    symbols = len(backoff.arcs)
    own = rng.standard_exponential((1 if tied else symbols, states, states))
    own /= own.sum(axis=1, keepdims=True)
    words = backoff.frequencies[:, None] * np.exp(1.0 * rng.standard_normal((symbols + 1, states)))
    start = rng.standard_exponential(states)
    shared = np.broadcast_to(own.mean(axis=2), (symbols, states)).copy()
    return Arcs(start / start.sum(), words / words.sum(axis=0), own, shared, backoff)


def labelled_arcs(laid_out: list[Block], labels: list[Integers], states: int, backoff: Backoff, tied: bool) -> Arcs:
    """The model of sequences labelled with hidden states, ordered as in blocks; a tenth is spread evenly."""
    symbols = len(backoff.arcs)
    steps, starts, stops = np.zeros(symbols * states * states), np.zeros(states), np.zeros(states)
    for block, label in zip(laid_out, labels, strict=True):
        tokens = len(block.symbols)
        before, after, last = label[:tokens], label[block.next_position()], label[tokens:]
        cells = (block.symbols * states + after) * states + before
        steps += np.bincount(cells, block.weights[block.rows], len(steps))
        stops += np.bincount(last, block.weights, states)
        first = last.copy()  # of rows without symbols
        begun = block.steps[1] if len(block.steps) > 1 else 0
        first[block.rows[:begun]] = before[:begun]
        starts += np.bincount(first, block.weights, states)
    counts = _spread(steps.reshape(symbols, states, states), (1, 2))
    words = np.concatenate((counts.sum(axis=1), _spread(stops, (0,))[None]))
    own = _spread(steps.reshape(symbols, states, states).sum(axis=0, keepdims=True), (1, 2)) if tied else counts
    return Arcs(
        _shares(_spread(starts, (0,)), starts, 0), _shares(words, words, 0),
        _shares(own, np.full_like(own, 1 / states), 1),
        _shares(counts.sum(axis=2), np.full((symbols, states), 1 / states), 1), backoff,
    )  # fmt: skip


def _spread(counts: Floats, axes: tuple[int, ...]) -> Floats:
    spread: Floats = (1 - SPREAD) * counts + SPREAD * counts.mean(axis=axes, keepdims=True)
    return spread


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)


def _shares(counts: Floats, otherwise: Floats, axis: int) -> Floats:
    """Counts as shares of their sum along an axis; where there are none, what stood there before."""
    sums = counts.sum(axis=axis, keepdims=True)
    return np.where(sums > _NOTHING, counts / np.where(sums > _NOTHING, sums, 1.0), otherwise)
