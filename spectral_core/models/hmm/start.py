"""EM start projected from the spectral solution: contexts with alike predictions become one hidden state. Tried on tag
strings and left out: simultaneous diagonalisation of the operators (far behind), clusters of the last symbol alone, and
of forward and backward states together (behind at first, no better in the end)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.em import assign_clusters, kmeans
from spectral_core.maths.linalg import multiply_in_blocks
from spectral_core.maths.moments import Windows
from spectral_core.maths.operators import estimate_operators, normalise_state
from spectral_core.models.hmm.arcs import Backoff, InterpolatedHmm, make_labelled_start
from spectral_core.models.hmm.model import HmmParameters
from spectral_core.structured import chain
from spectral_core.structured.chain import Block, Sequences

DIRECTIONS_PER_STATE = 2  # directions of the spectral solution for each hidden state
THRESHOLD = 0.02  # of the largest singular value: directions below it are noise
SHRINKAGE = 0.1  # share of the unknown context in every state, so that noise is forgotten
MIN_NOISY_SCORE = 0.03  # of a symbol's frequency: estimates up to this are noise
PREDICTED_SYMBOLS = 200  # symbols, the most frequent ones, by whose prediction contexts are compared
SAMPLED_SYMBOLS = 40_000  # symbols in the sequences from which the centres are found


@dataclass(frozen=True, slots=True, eq=False)
class ContextPredictions:
    """The spectral solution, seen as its predictions in every context of a corpus."""

    parameters: HmmParameters
    fallback_states: chain.FallbackStates
    predictors: Floats  # (outcomes, directions): a state's expectations of the frequent symbols, STOP, and the rest
    spectrum: Floats

    @classmethod
    def of(cls, windows: Windows, states: int, scaling: str) -> ContextPredictions:
        """Estimate the predictions in the contexts of a corpus with these counts."""
        estimate_of_corpus = estimate_operators(windows, DIRECTIONS_PER_STATE * states, scaling, THRESHOLD)
        counts = windows.symbol_counts()
        prefix = estimate_of_corpus.prefix
        parameters = HmmParameters(
            estimate_of_corpus.operators,
            normalise_state(estimate_of_corpus.start, prefix),
            estimate_of_corpus.stop,
            prefix,
            estimate_of_corpus.mean,
            counts / counts.sum(),
        )
        frequent = np.argsort(-counts[:-1], kind="stable")[:PREDICTED_SYMBOLS]
        rows = np.concatenate((prefix @ estimate_of_corpus.operators[frequent], estimate_of_corpus.stop[None]))
        rest = prefix - rows.sum(axis=0)
        return cls(
            parameters,
            parameters.make_fallback_states(SHRINKAGE, MIN_NOISY_SCORE),
            np.vstack((rows, rest)),
            estimate_of_corpus.spectrum,
        )

    def embed_contexts(self, block: Block) -> tuple[Floats, int]:
        """Return (positions, outcomes): square roots of the predictions of contexts, for the Hellinger distance; and
        how many states were replaced."""
        parameters = self.parameters
        forward = chain.forward(block, parameters.operators, parameters.start, parameters.prefix, self.fallback_states)
        predictions = multiply_in_blocks(np.concatenate((forward.states, forward.last)), self.predictors.T)
        np.maximum(predictions, 0.0, out=predictions)
        predictions /= np.maximum(predictions.sum(axis=1, keepdims=True), 1e-300)
        return np.sqrt(predictions, out=predictions), int(forward.replaced.sum())


def make_projected_start(
    contexts: ContextPredictions, sequences: Sequences, blocks: list[Block], states: int, backoff: Backoff, tied: bool,
    rng: np.random.Generator,
) -> tuple[InterpolatedHmm, int]:  # fmt: skip
    """Make positive parameters whose hidden states are clusters of contexts, and count the estimates replaced on the
    way. With arc emission, the state before a word is the cluster of its context. A textbook state determines its own
    word: it is the cluster of the context behind it."""
    clusters = max(states - 1, 1) if tied else states
    centres = kmeans(_sample_contexts(contexts, sequences, rng), clusters, rng)
    labels: list[Integers] = []
    clipped = 0
    for block in blocks:
        predictions, replaced = contexts.embed_contexts(block)
        block_labels = assign_clusters(predictions, centres)
        if tied:
            ends = np.full(len(block_labels) - len(block.symbols), states - 1)
            block_labels = np.concatenate((block_labels[block.next_position()], ends))
        labels.append(block_labels)
        clipped += replaced
    return make_labelled_start(blocks, labels, states, backoff, tied), clipped


def _sample_contexts(contexts: ContextPredictions, sequences: Sequences, rng: np.random.Generator) -> Floats:
    """Return the predictions in the contexts of randomly drawn sequences."""
    order = rng.permutation(len(sequences))
    sampled = int(np.searchsorted(np.cumsum(sequences.lengths()[order]), SAMPLED_SYMBOLS)) + 1
    return np.concatenate(
        [contexts.embed_contexts(block)[0] for block in chain.make_blocks(sequences.select(order[:sampled]))]
    )
