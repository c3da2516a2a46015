"""Forward-backward sums over the paths of a layered graph."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class LatticeStep:
    """Edges from one layer of nodes to the next; a node is its index in its layer."""

    sources: Integers  # (edges,) in the layer before
    targets: Integers  # (edges,) in the layer after; each node there has an edge that leads to it
    weights: Floats  # (edges,) natural logs


def edge_posteriors(steps: Sequence[LatticeStep]) -> list[Floats]:
    """Return for each step (edges,) the log posterior of each edge: the share of the weight of all paths that lies on
    paths through it. The first layer has one node. Forward and backward sums in logs (Baum 1972), so that long chains
    do not vanish."""
    forward = [np.zeros(1)]
    for step in steps:
        forward.append(_log_sums(forward[-1][step.sources] + step.weights, step.targets, int(step.targets.max()) + 1))
    total = _log_sums(forward[-1], np.zeros(len(forward[-1]), dtype=np.int64), 1)[0]
    posteriors: list[Floats] = []
    backward = np.zeros(len(forward[-1]))
    for step, previous in zip(reversed(steps), reversed(forward[:-1]), strict=True):
        suffixes = step.weights + backward[step.targets]
        posteriors.append(previous[step.sources] + suffixes - total)
        backward = _log_sums(suffixes, step.sources, len(previous))
    return posteriors[::-1]


def _log_sums(logs: Floats, groups: Integers, size: int) -> Floats:
    """Return (size,) the log of the sum in each group; minus infinity for an empty one, whose node leads nowhere."""
    highest = np.full(size, -np.inf)
    np.maximum.at(highest, groups, logs)
    shift = np.where(np.isfinite(highest), highest, 0.0)
    sums = np.bincount(groups, np.exp(logs - shift[groups]), size)
    with np.errstate(divide="ignore"):
        return np.log(sums) + shift
