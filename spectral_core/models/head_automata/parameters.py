"""All that head automata parse with, and how it came about."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.brief import brief
from spectral_core.inference.eisner import Automata
from spectral_core.models.head_automata import spectral
from spectral_core.models.head_automata.lattices import TagWeights
from spectral_core.models.head_automata.lexicon import Lexicon
from spectral_core.models.head_automata.moments import Moments
from spectral_core.models.head_automata.vocabulary import known_symbols


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """All that parsing needs. The last symbol, and the last head, is one that was never seen."""

    automata: Automata
    fallback: Automata  # one state each: where the sum over all trees is nothing
    roots: Floats  # (symbols + 1,) score of hanging from the root, over `scale`
    scale: Floats  # (symbols + 1,) what the operators were divided by, against underflow
    table: TagWeights | None = None  # by the last modifier
    lexicon: Lexicon | None = None
    __repr__ = brief


@dataclass(frozen=True, slots=True, eq=False)
class HeadAutomataLearning:
    """How a model was learnt."""

    clipped: int = 0  # different modifier sequences of the corpus whose spectral score is not positive
    iterations: Floats = field(default_factory=lambda: np.zeros(0))  # log-likelihood before each
    spectra: Mapping[int, Floats] = field(default_factory=dict)  # by head * 2 + side
    ranks: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (symbols * 2,) states that were kept
    __repr__ = brief

    def _repr_html_(self) -> str:
        from spectral_core.notebook import charts_html

        return charts_html({"log-likelihood": list(enumerate(self.iterations.tolist()))})


def truncated(
    parameters: Parameters, learning: HeadAutomataLearning, moments: Moments, states: int
) -> tuple[Parameters, HeadAutomataLearning]:
    """Spectral automata cut to their first states, with what was mixed in, which is the last state."""
    held = parameters.automata
    size = held.start.shape[2] - 1
    kept = np.append(np.arange(min(states, size)), size)
    cut = Automata(
        np.ascontiguousarray(held.operators[..., kept[:, None], kept]),
        np.ascontiguousarray(held.start[..., kept]),
        np.ascontiguousarray(held.stop[..., kept]),
    )
    _, names = known_symbols(moments)
    sequences = moments.sequences.renamed(names)
    owners, inside = len(learning.ranks), slice(0, len(kept) - 1)
    operators = cut.operators[:-1, ..., inside, inside].swapaxes(-1, -2)  # scaled, which keeps signs
    shares = spectral.scores(
        sequences,
        operators.reshape(owners, *operators.shape[2:]),
        cut.start[:-1, :, inside].reshape(owners, -1),
        cut.stop[:-1, :, inside].reshape(owners, -1),
    )
    clipped = int(np.count_nonzero(~(shares > 0)))
    ranks = np.minimum(learning.ranks, states)
    return replace(parameters, automata=cut), replace(learning, clipped=clipped, ranks=ranks)
