"""Parameters that EM maximises: states emit words and go on, interpolated with distributions that all states share.
Transitions depend on the word (arc emission, the class of the closed form) or not (the textbook's state emission)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.structured.chain import Block, ChainExpectations

_UNDERFLOW = 1e-200  # smaller counts are underflow
SPREAD = 0.1  # of the counts of a projected start, given evenly to all pairs of states


@dataclass(frozen=True, slots=True, eq=False)
class Backoff:
    """Distributions that all states share and their interpolation weights: fixed during EM, so that its likelihood
    rises."""

    frequencies: Floats  # (symbols + 1,) of the symbols and STOP
    emission_weight: float  # share of the frequencies in what a state emits
    transition_weights: Floats  # (symbols,) weight of transitions that do not depend on the state they leave

    @classmethod
    def of(cls, counts: Floats, states: int, smoothing: float, tied: bool) -> Backoff:
        """Make weights by which `smoothing` occurrences of a state, or of a word, count as much as the shared
        distribution. Tied transitions, the same for all words, have counts enough and share nothing."""
        total = counts.sum()
        transition_weights = (
            np.zeros(len(counts) - 1) if tied else smoothing / np.maximum(counts[:-1] + smoothing, 1e-300)
        )
        return cls(counts / total, float(smoothing * states / (total + smoothing * states)), transition_weights)


@dataclass(frozen=True, slots=True, eq=False)
class InterpolatedHmm:
    """A hidden Markov model as a mixture of state-specific and shared distributions. State j emits word x, or stops,
    with probability (1 - emission_weight) state_emissions[x, j] + emission_weight frequencies[x], and x takes it to
    state i with probability (1 - transition_weights[x]) state_transitions[x, i, j] + transition_weights[x]
    shared_transitions[x, i]; tied transitions are the same for all words."""

    start: Floats  # (states,)
    state_emissions: Floats  # (symbols + STOP, states)
    state_transitions: Floats  # (symbols, to, from), or (1, to, from) where they are tied
    shared_transitions: Floats  # (symbols, to)
    backoff: Backoff

    @property
    def is_tied(self) -> bool:
        """True if transitions do not depend on the word."""
        return len(self.state_transitions) == 1

    def emissions(self) -> Floats:
        """Return (symbols + STOP, states) the interpolated emission probabilities."""
        backoff = self.backoff
        return (1 - backoff.emission_weight) * self.state_emissions + backoff.emission_weight * backoff.frequencies[
            :, None
        ]

    def operators(self) -> Floats:
        """Return A[x, i, j], the probability of going from j to i with x; with `stop`, each j sums to 1."""
        emissions = self.emissions()[:-1, None, :]
        if self.is_tied:
            return np.ascontiguousarray(emissions * self.state_transitions)
        weight = self.backoff.transition_weights[:, None, None]
        operators = (1 - weight) * self.state_transitions
        operators += weight * self.shared_transitions[:, :, None]
        operators *= emissions
        return operators

    def stop(self) -> Floats:
        """Return (states,) the probability of the end."""
        stop: Floats = self.emissions()[-1]
        return stop

    def maximise(self, expected: ChainExpectations, operators: Floats) -> InterpolatedHmm:
        """Return the parameters that maximise the likelihood of the expected counts (M step); states and words without
        counts keep theirs."""
        backoff, emissions = self.backoff, self.emissions()
        counts = np.concatenate((expected.steps.sum(axis=1), expected.stops[None]))  # (symbols + STOP, states)
        emission_counts = counts * _divide((1 - backoff.emission_weight) * self.state_emissions, emissions)
        if self.is_tied:
            shared_counts, state_counts = expected.steps, expected.steps.sum(axis=0, keepdims=True)
        else:  # the part of each arc's count that falls to the shared arcs
            shared_part = (
                backoff.transition_weights[:, None, None]
                * self.shared_transitions[:, :, None]
                * emissions[:-1, None, :]
            )
            shared_counts = expected.steps * _divide(shared_part, operators)
            state_counts = expected.steps - shared_counts
            np.maximum(state_counts, 0.0, out=state_counts)
        return replace(
            self,
            start=_normalise(expected.starts, self.start, 0),
            state_emissions=_normalise(emission_counts, self.state_emissions, 0),
            state_transitions=_normalise(state_counts, self.state_transitions, 1),
            shared_transitions=_normalise(shared_counts.sum(axis=2), self.shared_transitions, 1),
        )


def make_random_start(states: int, backoff: Backoff, tied: bool, rng: np.random.Generator) -> InterpolatedHmm:
    """Make a random start: emissions near the frequencies of words, transitions anywhere."""
    symbols = len(backoff.transition_weights)
    transitions = rng.standard_exponential((1 if tied else symbols, states, states))
    transitions /= transitions.sum(axis=1, keepdims=True)
    emissions = backoff.frequencies[:, None] * np.exp(1.0 * rng.standard_normal((symbols + 1, states)))
    start = rng.standard_exponential(states)
    shared = np.broadcast_to(transitions.mean(axis=2), (symbols, states)).copy()
    return InterpolatedHmm(start / start.sum(), emissions / emissions.sum(axis=0), transitions, shared, backoff)


def make_labelled_start(
    blocks: list[Block], labels: list[Integers], states: int, backoff: Backoff, tied: bool
) -> InterpolatedHmm:
    """Make the model of sequences labelled with hidden states, ordered as in blocks; the share SPREAD of the counts is
    spread evenly."""
    symbols = len(backoff.transition_weights)
    transition_counts, start_counts, stop_counts = (
        np.zeros(symbols * states * states),
        np.zeros(states),
        np.zeros(states),
    )
    for block, block_labels in zip(blocks, labels, strict=True):
        tokens = len(block.symbols)
        states_before, states_after, last_states = (
            block_labels[:tokens],
            block_labels[block.next_position()],
            block_labels[tokens:],
        )
        cells = (block.symbols * states + states_after) * states + states_before
        transition_counts += np.bincount(cells, block.weights[block.rows], len(transition_counts))
        stop_counts += np.bincount(last_states, block.weights, states)
        first_states = last_states.copy()  # of rows without symbols
        first_tokens = block.steps[1] if len(block.steps) > 1 else 0
        first_states[block.rows[:first_tokens]] = states_before[:first_tokens]
        start_counts += np.bincount(first_states, block.weights, states)
    arc_counts = _smooth(transition_counts.reshape(symbols, states, states), (1, 2))
    emission_counts = np.concatenate((arc_counts.sum(axis=1), _smooth(stop_counts, (0,))[None]))
    state_counts = (
        _smooth(transition_counts.reshape(symbols, states, states).sum(axis=0, keepdims=True), (1, 2))
        if tied
        else arc_counts
    )
    return InterpolatedHmm(
        _normalise(_smooth(start_counts, (0,)), start_counts, 0), _normalise(emission_counts, emission_counts, 0),
        _normalise(state_counts, np.full_like(state_counts, 1 / states), 1),
        _normalise(arc_counts.sum(axis=2), np.full((symbols, states), 1 / states), 1), backoff,
    )  # fmt: skip


def _smooth(counts: Floats, axes: tuple[int, ...]) -> Floats:
    """Spread the share SPREAD of counts evenly over these axes."""
    smoothed: Floats = (1 - SPREAD) * counts + SPREAD * counts.mean(axis=axes, keepdims=True)
    return smoothed


def _divide(numerator: Floats, denominator: Floats) -> Floats:
    """Divide, with 0 where the denominator is 0."""
    return np.divide(numerator, denominator, out=np.zeros_like(denominator), where=denominator > 0)


def _normalise(counts: Floats, fallback: Floats, axis: int) -> Floats:
    """Normalise counts to sum to 1 along an axis; where there are none, keep `fallback`."""
    sums = counts.sum(axis=axis, keepdims=True)
    return np.where(sums > _UNDERFLOW, counts / np.where(sums > _UNDERFLOW, sums, 1.0), fallback)
