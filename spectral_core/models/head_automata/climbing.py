"""Automata of every head and direction by expectation and maximisation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.inference.automata import expectations
from spectral_core.maths.em import Climb, Iteration, climb
from spectral_core.models.head_automata.moments import ModifierSequences
from spectral_core.models.head_automata.settings import HeadAutomataSettings


@dataclass(frozen=True, slots=True, eq=False)
class HiddenAutomata:
    """Probabilities: from each state, those of all symbols with all next states and of stopping sum to 1."""

    operators: Floats  # (owners, symbols, from, to)
    start: Floats  # (owners, states)
    stop: Floats  # (owners, states)

    @classmethod
    def random(cls, sequences: ModifierSequences, symbols: int, states: int, random: np.random.Generator) -> Self:
        """Each state with its own distortion of how often the automaton takes each symbol and stops."""
        owners = 2 * symbols
        taken = np.repeat(sequences.owners, sequences.lengths()) * symbols + sequences.symbols
        counts = np.bincount(taken, np.repeat(sequences.weights, sequences.lengths()), owners * symbols)
        outcomes = np.empty((owners, symbols + 1))
        outcomes[:, :-1] = counts.reshape(owners, symbols)
        outcomes[:, -1] = np.bincount(sequences.owners, sequences.weights, owners)
        outcomes /= np.maximum(outcomes.sum(axis=1, keepdims=True), 1.0)
        start = random.dirichlet(np.ones(states), owners)
        moves = random.dirichlet(np.ones(states), (owners, states))  # (owners, from, to)
        emitted = outcomes[:, :, None] * random.uniform(0.5, 1.5, (owners, symbols + 1, states))
        emitted /= np.maximum(emitted.sum(axis=1, keepdims=True), 1e-300)
        return cls(emitted[:, :-1, :, None] * moves[:, None], start, np.ascontiguousarray(emitted[:, -1]))

    def improved(self, sequences: ModifierSequences) -> tuple[HiddenAutomata, float]:
        """The automata after one more iteration, and the log-likelihood of these."""
        found = expectations(
            sequences.owners, sequences.symbols, sequences.starts, sequences.weights, self.operators, self.start,
            self.stop,
        )  # fmt: skip
        totals = found.steps.sum(axis=(1, 3)) + found.stops  # (owners, from)
        totals[totals == 0.0] = 1.0
        starts = np.maximum(found.starts.sum(axis=1, keepdims=True), 1e-300)
        made = HiddenAutomata(found.steps / totals[:, None, :, None], found.starts / starts, found.stops / totals)
        return made, found.log_likelihood


def climbed(
    sequences: ModifierSequences,
    symbols: int,
    settings: HeadAutomataSettings,
    passed: Callable[[int, Iteration, HiddenAutomata], None],
) -> Climb[HiddenAutomata]:
    """The automata that expectation and maximisation end with; `passed` is told of every iteration and what it made."""
    begun = HiddenAutomata.random(sequences, symbols, settings.states, np.random.default_rng(settings.seed))
    steps = float(sequences.weights @ (sequences.lengths() + 1))
    made = [begun]

    def step(current: HiddenAutomata, number: int) -> tuple[HiddenAutomata, float]:  # noqa: ARG001 - climb counts
        made[0], log_likelihood = current.improved(sequences)
        return made[0], log_likelihood

    def told(number: int, iteration: Iteration) -> None:
        passed(number, iteration, made[0])

    return climb(begun, step, None, steps, settings.iterations, settings.tolerance, told)
