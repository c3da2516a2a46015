"""Head automata as arrays and back; hides how parts that differ in size are laid end to end."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Named
from spectral_core.inference.eisner import Automata
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.head_automata.lattices import TagWeights
from spectral_core.models.head_automata.moments import Moments
from spectral_core.models.head_automata.parameters import HeadAutomataLearning, Parameters
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.head_automata.vocabulary import RARE, lexicon_of
from spectral_core.models.parsing.companions import Companions


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """All that a model is made of, beside its settings."""

    symbols: tuple[str, ...]
    parameters: Parameters
    moments: Moments
    learning: HeadAutomataLearning
    companions: Companions

    def arrays(self) -> Named:
        mine, learning = self.parameters, self.learning
        owners = sorted(learning.spectra)
        spectra = [learning.spectra[owner] for owner in owners]
        return {
            "symbols": pack(self.symbols), "operators": mine.automata.operators, "start": mine.automata.start,
            "stop": mine.automata.stop, "fallback_operators": mine.fallback.operators,
            "fallback_stop": mine.fallback.stop, "roots": mine.roots, "scale": mine.scale,
            "clipped": np.array(learning.clipped), "iterations": learning.iterations, "ranks": learning.ranks,
            "spectrum_owners": np.array(owners, dtype=np.int64),
            "spectrum_sizes": np.array([len(values) for values in spectra], dtype=np.int64),
            "spectrum_values": np.concatenate([np.zeros(0), *spectra]),
            **({} if mine.table is None else mine.table.arrays()), **self.companions.arrays(), **self.moments.arrays(),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: HeadAutomataSettings, arrays: Arrays) -> Self:
        """The parts that `arrays` were taken from; ValueError where they do not fit together."""
        symbols = unpack(arrays["symbols"])
        size = len(symbols) + 1

        def floats(name: str, *shape: int) -> Floats:
            found = arrays[name].astype(np.float64)
            if shape and found.shape != shape:
                raise ValueError(f"{name} has shape {found.shape} and should have {shape}")
            if not np.isfinite(found).all():
                raise ValueError(f"{name} holds values that are no numbers")
            return found

        states = arrays["start"].shape[-1]
        automata = Automata(
            floats("operators", size, 2, size, states, states),
            floats("start", size, 2, states),
            floats("stop", size, 2, states),
        )
        fallback = Automata(
            floats("fallback_operators", size, 2, size, 1, 1),
            np.ones((size, 2, 1)),
            floats("fallback_stop", size, 2, 1),
        )
        moments = Moments.from_arrays(arrays)
        if not set(symbols) <= {RARE, *moments.symbols} or len(set(symbols)) < len(symbols):
            raise ValueError("the tags of the automata are not those that were counted")
        lexicon = None
        if settings.lexical != "none" and moments.words is not None:
            lexicon = lexicon_of(moments, symbols, settings.lexical)
        table = None
        if "table_stop" in arrays:
            shapes = (size, 2, size + 1, size), (size, 2, size + 1)
            table = TagWeights(floats("table_modifiers", *shapes[0]), floats("table_stop", *shapes[1]))
        parameters = Parameters(automata, fallback, floats("roots", size), floats("scale", size), table, lexicon)
        bounds = np.concatenate(([0], np.cumsum(arrays["spectrum_sizes"].astype(np.int64)))).tolist()
        values = floats("spectrum_values", bounds[-1])
        spectra = {
            owner: values[bounds[at] : bounds[at + 1]]
            for at, owner in enumerate(arrays["spectrum_owners"].astype(np.int64).tolist())
        }
        ranks = arrays["ranks"].astype(np.int64)
        owners = 2 * (size - 1)
        if ranks.shape not in ((0,), (owners,)) or (ranks.size and not 0 <= ranks.min() <= ranks.max() <= states):
            raise ValueError(f"ranks should be of {owners} automata with at most {states} states")
        if any(not 0 <= owner < owners for owner in spectra) or bounds[-1] != len(values):
            raise ValueError("the singular values are not those of these automata")
        learning = HeadAutomataLearning(int(arrays["clipped"]), floats("iterations"), spectra, ranks)
        companions = Companions.from_arrays(arrays, settings.column, settings.seed)
        return cls(symbols, parameters, moments, learning, companions)
