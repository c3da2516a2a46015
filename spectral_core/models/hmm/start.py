"""A start for EM projected from the spectral solution: contexts that predict alike become one hidden state. Tried on
tag strings and left out: simultaneous diagonalisation of the operators (far behind), clusters of the last symbol alone,
and of forward and backward states together (behind at first, no better in the end)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.inference import chain
from spectral_core.inference.chain import Block, Sequences
from spectral_core.maths.em import assigned, kmeans
from spectral_core.maths.linalg import product
from spectral_core.maths.moments import Windows
from spectral_core.maths.operators import estimate, unit
from spectral_core.models.hmm.arcs import Arcs, Backoff, labelled_arcs
from spectral_core.models.hmm.model import HmmParameters

BREADTH = 2  # directions of the spectral solution for each hidden state
THRESHOLD = 0.02  # of the largest singular value: directions below it are noise
SHRUNK = 0.1  # share of the unknown context in every state, so that noise is forgotten
LEAST = 0.03  # of a symbol's frequency: estimates up to this are noise
PREDICTED = 200  # symbols, the most frequent ones, by whose prediction contexts are compared
SAMPLE = 40_000  # symbols in the sequences from which the centres are found


@dataclass(frozen=True, slots=True, eq=False)
class Contexts:
    """The spectral solution, as what it predicts in every context of a corpus."""

    parameters: HmmParameters
    repair: chain.Repair
    predictors: Floats  # (outcomes, directions): a state's expectations of the frequent symbols, STOP, and the rest
    spectrum: Floats

    @classmethod
    def of(cls, windows: Windows, states: int, scaling: str) -> Contexts:
        """The contexts of a corpus with these counts."""
        found = estimate(windows, BREADTH * states, scaling, THRESHOLD)
        counts = windows.symbol_counts()
        prefix = found.prefix
        parameters = HmmParameters(
            found.operators, unit(found.start, prefix), found.stop, prefix, found.mean, counts / counts.sum()
        )
        frequent = np.argsort(-counts[:-1], kind="stable")[:PREDICTED]
        rows = np.concatenate((prefix @ found.operators[frequent], found.stop[None]))
        rest = prefix - rows.sum(axis=0)
        return cls(parameters, parameters.repair(SHRUNK, LEAST), np.vstack((rows, rest)), found.spectrum)

    def points(self, block: Block) -> tuple[Floats, int]:
        """(positions, outcomes): roots of what contexts predict, for Hellinger's distance; how many were replaced."""
        mine = self.parameters
        found = chain.forward(block, mine.operators, mine.start, mine.prefix, self.repair)
        predicted = product(np.concatenate((found.states, found.last)), self.predictors.T)
        np.maximum(predicted, 0.0, out=predicted)
        predicted /= np.maximum(predicted.sum(axis=1, keepdims=True), 1e-300)
        return np.sqrt(predicted, out=predicted), int(found.replaced.sum())


def projected(
    contexts: Contexts, sequences: Sequences, laid_out: list[Block], states: int, backoff: Backoff, tied: bool,
    rng: np.random.Generator,
) -> tuple[Arcs, int]:  # fmt: skip
    """A model of positive parameters whose hidden states are clusters of contexts, and how many estimates were replaced
    on the way. With words on the arcs, the state before a word is the cluster of its context. A textbook state says all
    that matters of its own word: it is the cluster of the context behind it."""
    clusters = max(states - 1, 1) if tied else states
    centres = kmeans(_sample(contexts, sequences, rng), clusters, rng)
    labels: list[Integers] = []
    clipped = 0
    for block in laid_out:
        points, replaced = contexts.points(block)
        label = assigned(points, centres)
        if tied:
            ends = np.full(len(label) - len(block.symbols), states - 1)
            label = np.concatenate((label[block.next_position()], ends))
        labels.append(label)
        clipped += replaced
    return labelled_arcs(laid_out, labels, states, backoff, tied), clipped


def _sample(contexts: Contexts, sequences: Sequences, rng: np.random.Generator) -> Floats:
    order = rng.permutation(len(sequences))
    enough = int(np.searchsorted(np.cumsum(sequences.lengths()[order]), SAMPLE)) + 1
    return np.concatenate([contexts.points(block)[0] for block in chain.blocks(sequences.select(order[:enough]))])
