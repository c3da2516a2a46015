"""Parameters of head automata, the record of their training, and their storage as arrays."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays, pack_strings, unpack_strings
from spectral_core.models.head_automata.modifier_probabilities import (
    Lexicon,
    SiblingWeights,
    make_lexicon,
    score_sequences,
)
from spectral_core.models.head_automata.moments import RARE_TAG, Moments, select_automaton_tags
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.parsing.auxiliary_models import Companions
from spectral_core.structured.eisner import Automata


@dataclass(frozen=True, slots=True, eq=False)
class HeadAutomataParameters:
    """Parameters needed for parsing. The last symbol, also as a head, stands for unknown tags."""

    automata: Automata
    fallback: Automata  # one-state automata for sentences with a total score of 0
    roots: Floats  # (symbols + 1,) root score, divided by `scale`
    scale: Floats  # (symbols + 1,) divisor of the operators, against underflow
    sibling_weights: SiblingWeights | None = None  # conditioned on the last modifier
    lexicon: Lexicon | None = None
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True, eq=False)
class HeadAutomataLearning:
    """Record of the training of a model: log-likelihoods, singular values, ranks and clipping."""

    clipped: int = 0  # distinct modifier sequences of the corpus with a nonpositive spectral score
    iterations: Floats = field(default_factory=lambda: np.zeros(0))  # log-likelihood before each
    spectra: Mapping[int, Floats] = field(default_factory=dict)  # by head * 2 + side
    ranks: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (symbols * 2,) number of states kept
    __repr__ = brief_repr

    def _repr_html_(self) -> str:
        """Return a chart of the log-likelihoods, for notebooks."""
        from spectral_core.notebook import charts_html

        return charts_html({"log-likelihood": list(enumerate(self.iterations.tolist()))})


def truncate_parameters(
    parameters: HeadAutomataParameters, learning: HeadAutomataLearning, moments: Moments, states: int
) -> tuple[HeadAutomataParameters, HeadAutomataLearning]:
    """Truncate spectral automata to their leading states; the one-state automaton that is mixed in stays the last
    state."""
    automata = parameters.automata
    size = automata.start.shape[2] - 1
    kept_states = np.append(np.arange(min(states, size)), size)
    truncated_automata = Automata(
        np.ascontiguousarray(automata.operators[..., kept_states[:, None], kept_states]),
        np.ascontiguousarray(automata.start[..., kept_states]),
        np.ascontiguousarray(automata.stop[..., kept_states]),
    )
    _, symbol_ids = select_automaton_tags(moments)
    sequences = moments.sequences.renumber(symbol_ids)
    owners, spectral_states = len(learning.ranks), slice(0, len(kept_states) - 1)
    # scaling keeps signs
    operators = truncated_automata.operators[:-1, ..., spectral_states, spectral_states].swapaxes(-1, -2)
    sequence_scores = score_sequences(
        sequences,
        operators.reshape(owners, *operators.shape[2:]),
        truncated_automata.start[:-1, :, spectral_states].reshape(owners, -1),
        truncated_automata.stop[:-1, :, spectral_states].reshape(owners, -1),
    )
    clipped = int(np.count_nonzero(~(sequence_scores > 0)))
    ranks = np.minimum(learning.ranks, states)
    return replace(parameters, automata=truncated_automata), replace(learning, clipped=clipped, ranks=ranks)


@dataclass(frozen=True, slots=True, eq=False)
class StoredModelParts:
    """All stored parts of a model except its settings."""

    symbols: tuple[str, ...]
    parameters: HeadAutomataParameters
    moments: Moments
    learning: HeadAutomataLearning
    companions: Companions

    def arrays(self) -> NamedArrays:
        parameters, learning = self.parameters, self.learning
        owners = sorted(learning.spectra)
        spectra = [learning.spectra[owner] for owner in owners]
        return {
            "symbols": pack_strings(self.symbols),
            "operators": parameters.automata.operators,
            "start": parameters.automata.start,
            "stop": parameters.automata.stop,
            "fallback_operators": parameters.fallback.operators,
            "fallback_stop": parameters.fallback.stop,
            "roots": parameters.roots,
            "scale": parameters.scale,
            "clipped": np.array(learning.clipped),
            "iterations": learning.iterations,
            "ranks": learning.ranks,
            "spectrum_owners": np.array(owners, dtype=np.int64),
            "spectrum_sizes": np.array([len(values) for values in spectra], dtype=np.int64),
            "spectrum_values": np.concatenate([np.zeros(0), *spectra]),
            **({} if parameters.sibling_weights is None else parameters.sibling_weights.arrays()),
            **self.companions.arrays(),
            **self.moments.arrays(),
        }

    @classmethod
    def from_arrays(cls, settings: HeadAutomataSettings, arrays: Arrays) -> Self:
        """Restore the parts from arrays; ValueError if they are inconsistent."""
        symbols = unpack_strings(arrays["symbols"])
        size = len(symbols) + 1

        def read_floats(name: str, *shape: int) -> Floats:
            """Return a finite array of this shape; ValueError for any other array."""
            values = arrays[name].astype(np.float64)
            if shape and values.shape != shape:
                raise ValueError(f"{name} has shape {values.shape} and should have {shape}")
            if not np.isfinite(values).all():
                raise ValueError(f"{name} holds values that are no numbers")
            return values

        states = arrays["start"].shape[-1]
        automata = Automata(
            read_floats("operators", size, 2, size, states, states),
            read_floats("start", size, 2, states),
            read_floats("stop", size, 2, states),
        )
        fallback = Automata(
            read_floats("fallback_operators", size, 2, size, 1, 1),
            np.ones((size, 2, 1)),
            read_floats("fallback_stop", size, 2, 1),
        )
        moments = Moments.from_arrays(arrays)
        if not set(symbols) <= {RARE_TAG, *moments.symbols} or len(set(symbols)) < len(symbols):
            raise ValueError("the tags of the automata are not those that were counted")
        lexicon = None
        if settings.lexical != "none" and moments.words is not None:
            lexicon = make_lexicon(moments, symbols, settings.lexical)
        table = None
        if "table_stop" in arrays:
            shapes = (size, 2, size + 1, size), (size, 2, size + 1)
            table = SiblingWeights(read_floats("table_modifiers", *shapes[0]), read_floats("table_stop", *shapes[1]))
        parameters = HeadAutomataParameters(
            automata, fallback, read_floats("roots", size), read_floats("scale", size), table, lexicon
        )
        bounds = np.concatenate(([0], np.cumsum(arrays["spectrum_sizes"].astype(np.int64)))).tolist()
        values = read_floats("spectrum_values", bounds[-1])
        spectra = {
            owner: values[bounds[index] : bounds[index + 1]]
            for index, owner in enumerate(arrays["spectrum_owners"].astype(np.int64).tolist())
        }
        ranks = arrays["ranks"].astype(np.int64)
        owners = 2 * (size - 1)
        if ranks.shape not in ((0,), (owners,)) or (ranks.size and not 0 <= ranks.min() <= ranks.max() <= states):
            raise ValueError(f"ranks should be of {owners} automata with at most {states} states")
        if any(not 0 <= owner < owners for owner in spectra):
            raise ValueError("the singular values are not those of these automata")
        learning = HeadAutomataLearning(int(arrays["clipped"]), read_floats("iterations"), spectra, ranks)
        companions = Companions.from_arrays(arrays, settings.column, settings.seed)
        return cls(symbols, parameters, moments, learning, companions)
