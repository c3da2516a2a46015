"""Expected counts of the hidden steps of many short sequences, each under the automaton of its owner."""

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedSteps:
    """Expected counts under automata that must not be negative."""

    log_likelihood: float  # -inf where a sequence is impossible; it has no part in the counts
    steps: Floats  # (owners, symbols, from, to)
    starts: Floats  # (owners, states)
    stops: Floats  # (owners, states)


def automaton_expectations(
    owners: Integers, symbols: Integers, starts: Integers, weights: Floats, operators: Floats, start: Floats,
    stop: Floats,
) -> ExpectedSteps:  # fmt: skip
    """Return the expected counts by forward and backward sums (Baum et al. 1970); operators (owners, symbols, from,
    to)."""
    from spectral_core.inference import automaton_kernels

    step_counts, start_counts, stop_counts = np.zeros_like(operators), np.zeros_like(start), np.zeros_like(stop)
    total = automaton_kernels.expectations(
        owners, symbols, starts, weights, operators, start, stop, step_counts, start_counts, stop_counts
    )
    step_counts *= operators
    return ExpectedSteps(float(total), step_counts, start_counts, stop_counts)
