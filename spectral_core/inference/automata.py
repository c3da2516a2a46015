"""Expected hidden steps of many short sequences, each under the automaton of its owner."""

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


def expectations(
    owners: Integers, symbols: Integers, starts: Integers, weights: Floats, operators: Floats, start: Floats,
    stop: Floats,
) -> ExpectedSteps:  # fmt: skip
    """The expected counts by forward and backward sums (Baum et al. 1970); operators (owners, symbols, from, to)."""
    from spectral_core.inference import automaton_kernels

    steps, begins, ends = np.zeros_like(operators), np.zeros_like(start), np.zeros_like(stop)
    total = automaton_kernels.expectations(
        owners, symbols, starts, weights, operators, start, stop, steps, begins, ends
    )
    steps *= operators
    return ExpectedSteps(float(total), steps, begins, ends)
