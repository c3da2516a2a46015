"""Parameters of head automata, and the record of their estimation."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.models.head_automata import spectral
from spectral_core.models.head_automata.lattices import TagWeights
from spectral_core.models.head_automata.lexicon import Lexicon
from spectral_core.models.head_automata.moments import Moments
from spectral_core.models.head_automata.vocabulary import select_symbols
from spectral_core.structured.eisner import Automata


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """All that parsing needs. The last symbol, and the last head, is the unknown one."""

    automata: Automata
    fallback: Automata  # one state each: where the sum over all trees is nothing
    roots: Floats  # (symbols + 1,) score of hanging from the root, over `scale`
    scale: Floats  # (symbols + 1,) what the operators were divided by, against underflow
    table: TagWeights | None = None  # by the last modifier
    lexicon: Lexicon | None = None
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True, eq=False)
class HeadAutomataLearning:
    """Record of how a model was learnt."""

    clipped: int = 0  # different modifier sequences of the corpus whose spectral score is not positive
    iterations: Floats = field(default_factory=lambda: np.zeros(0))  # log-likelihood before each
    spectra: Mapping[int, Floats] = field(default_factory=dict)  # by head * 2 + side
    ranks: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (symbols * 2,) states that were kept
    __repr__ = brief_repr

    def _repr_html_(self) -> str:
        from spectral_core.notebook import charts_html

        return charts_html({"log-likelihood": list(enumerate(self.iterations.tolist()))})


def truncate_parameters(
    parameters: Parameters, learning: HeadAutomataLearning, moments: Moments, states: int
) -> tuple[Parameters, HeadAutomataLearning]:
    """Cut spectral automata to their first states and the one-state automaton mixed in, which is the last state."""
    automata = parameters.automata
    size = automata.start.shape[2] - 1
    kept_states = np.append(np.arange(min(states, size)), size)
    truncated_automata = Automata(
        np.ascontiguousarray(automata.operators[..., kept_states[:, None], kept_states]),
        np.ascontiguousarray(automata.start[..., kept_states]),
        np.ascontiguousarray(automata.stop[..., kept_states]),
    )
    _, numbers = select_symbols(moments)
    sequences = moments.sequences.renumber(numbers)
    owners, spectral_states = len(learning.ranks), slice(0, len(kept_states) - 1)
    operators = truncated_automata.operators[:-1, ..., spectral_states, spectral_states].swapaxes(
        -1, -2
    )  # scaled, which keeps signs
    sequence_scores = spectral.scores(
        sequences,
        operators.reshape(owners, *operators.shape[2:]),
        truncated_automata.start[:-1, :, spectral_states].reshape(owners, -1),
        truncated_automata.stop[:-1, :, spectral_states].reshape(owners, -1),
    )
    clipped = int(np.count_nonzero(~(sequence_scores > 0)))
    ranks = np.minimum(learning.ranks, states)
    return replace(parameters, automata=truncated_automata), replace(learning, clipped=clipped, ranks=ranks)
