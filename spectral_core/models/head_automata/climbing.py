"""EM estimation of the automata of all heads and directions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.maths.em import EmRun, Iteration, run_em
from spectral_core.models.head_automata.moments import ModifierSequences
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.structured.chain import automaton_expectations


@dataclass(frozen=True, slots=True, eq=False)
class HiddenAutomata:
    """Probabilities: those of all symbols with all next states and of stopping sum to 1 from each state."""

    operators: Floats  # (owners, symbols, from, to)
    start: Floats  # (owners, states)
    stop: Floats  # (owners, states)

    @classmethod
    def make_random(cls, sequences: ModifierSequences, symbols: int, states: int, random: np.random.Generator) -> Self:
        """Start from the relative frequencies of symbols and stops in each automaton, distorted at random for each
        state."""
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

    def run_iteration(self, sequences: ModifierSequences) -> tuple[HiddenAutomata, float]:
        """Return the automata after one more iteration, and the log-likelihood of these."""
        expected = automaton_expectations(
            sequences.owners, sequences.symbols, sequences.starts, sequences.weights, self.operators, self.start,
            self.stop,
        )  # fmt: skip
        totals = expected.steps.sum(axis=(1, 3)) + expected.stops  # (owners, from)
        totals[totals == 0.0] = 1.0
        starts = np.maximum(expected.starts.sum(axis=1, keepdims=True), 1e-300)
        maximised = HiddenAutomata(
            expected.steps / totals[:, None, :, None], expected.starts / starts, expected.stops / totals
        )
        return maximised, expected.log_likelihood


def estimate_by_em(
    sequences: ModifierSequences,
    symbols: int,
    settings: HeadAutomataSettings,
    on_iteration: Callable[[int, Iteration, HiddenAutomata], None],
) -> EmRun[HiddenAutomata]:
    """Run EM from a random start; `on_iteration` receives each iteration and the automata after it."""
    start = HiddenAutomata.make_random(sequences, symbols, settings.states, np.random.default_rng(settings.seed))
    step_count = float(sequences.weights @ (sequences.lengths() + 1))
    latest = [start]

    def run_iteration(current: HiddenAutomata, number: int) -> tuple[HiddenAutomata, float]:  # noqa: ARG001 - run_em counts
        latest[0], log_likelihood = current.run_iteration(sequences)
        return latest[0], log_likelihood

    def report_iteration(number: int, iteration: Iteration) -> None:
        on_iteration(number, iteration, latest[0])

    return run_em(start, run_iteration, None, step_count, settings.iterations, settings.tolerance, report_iteration)
