"""Storage of head automata as arrays; hides the layout of parts of different sizes."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.head_automata.lattices import TagWeights
from spectral_core.models.head_automata.moments import Moments
from spectral_core.models.head_automata.parameters import HeadAutomataLearning, Parameters
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.head_automata.vocabulary import RARE, make_lexicon
from spectral_core.models.parsing.companions import Companions
from spectral_core.structured.eisner import Automata


@dataclass(frozen=True, slots=True, eq=False)
class StoredParts:
    """All parts of a model beside its settings."""

    symbols: tuple[str, ...]
    parameters: Parameters
    moments: Moments
    learning: HeadAutomataLearning
    companions: Companions

    def arrays(self) -> NamedArrays:
        parameters, learning = self.parameters, self.learning
        owners = sorted(learning.spectra)
        spectra = [learning.spectra[owner] for owner in owners]
        return {
            "symbols": pack(self.symbols),
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
            **({} if parameters.table is None else parameters.table.arrays()),
            **self.companions.arrays(),
            **self.moments.arrays(),
        }

    @classmethod
    def from_arrays(cls, settings: HeadAutomataSettings, arrays: Arrays) -> Self:
        """Restore the parts from arrays; ValueError if they do not fit together."""
        symbols = unpack(arrays["symbols"])
        size = len(symbols) + 1

        def read_floats(name: str, *shape: int) -> Floats:
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
        if not set(symbols) <= {RARE, *moments.symbols} or len(set(symbols)) < len(symbols):
            raise ValueError("the tags of the automata are not those that were counted")
        lexicon = None
        if settings.lexical != "none" and moments.words is not None:
            lexicon = make_lexicon(moments, symbols, settings.lexical)
        table = None
        if "table_stop" in arrays:
            shapes = (size, 2, size + 1, size), (size, 2, size + 1)
            table = TagWeights(read_floats("table_modifiers", *shapes[0]), read_floats("table_stop", *shapes[1]))
        parameters = Parameters(
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
        if any(not 0 <= owner < owners for owner in spectra) or bounds[-1] != len(values):
            raise ValueError("the singular values are not those of these automata")
        learning = HeadAutomataLearning(int(arrays["clipped"]), read_floats("iterations"), spectra, ranks)
        companions = Companions.from_arrays(arrays, settings.column, settings.seed)
        return cls(symbols, parameters, moments, learning, companions)
