"""The hidden states of a grammar as parsers use them, and as they are kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference import cky
from spectral_core.inference.cky import BinaryRules, SpanChart, SpanSums
from spectral_core.inference.cky.arrays import Floats, Numbers
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.parsing import Charted, word_items
from spectral_core.models.latent_pcfg.spectral import HiddenStates

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Hidden:
    """A tensor for each rule."""

    ranks: Integers  # (labels,) states of each label
    tensors: Numbers  # (rules, left x right, parent)
    flipped: Numbers  # (rules, parent, left x right)
    roots: Numbers  # (labels, states)
    around: Floats  # (labels, states) the outside number of a node of which nothing is known
    corners: Floats  # (labels, states, states) the inside numbers of each state by itself; 0 where it is not known
    spectra: tuple[Floats, ...]  # (labels,) singular values; none where nothing was decomposed

    @classmethod
    def of(cls, found: HiddenStates, single: bool) -> Hidden:
        """The states that were found, as numbers of 32 bits where sums are taken in these."""
        kind = np.float32 if single else np.float64
        tensors: Numbers = np.ascontiguousarray(found.tensors, dtype=kind)
        flipped = np.ascontiguousarray(tensors.swapaxes(1, 2))
        return cls(found.ranks, tensors, flipped, found.roots.astype(kind), found.around, found.corners, found.spectra)

    @classmethod
    def single_state(cls, rules: BinaryRules, roots: Floats) -> Hidden:
        """Rules as they were counted: one state a label."""
        labels = len(roots)
        tensors, ones = rules.weights[:, None, None], np.ones((labels, 1))
        spectra = (np.zeros(0),) * labels
        ranks = np.ones(labels, dtype=np.int64)
        return cls(ranks, tensors, tensors, roots[:, None], ones, ones[:, :, None], spectra)

    def truncated(self, states: int) -> Hidden:
        """The first states alone: those of closed forms are nested."""
        rules, width = len(self.tensors), self.roots.shape[1]
        kept = self.tensors.reshape(rules, width, width, width)[:, :states, :states, :states]
        tensors = np.ascontiguousarray(kept.reshape(rules, states * states, states))
        return Hidden(
            np.minimum(self.ranks, states), tensors, np.ascontiguousarray(tensors.swapaxes(1, 2)),
            self.roots[:, :states].copy(), self.around[:, :states], self.corners[:, :states, :states], self.spectra,
        )  # fmt: skip

    def sums(self, charts: Charted, member: int, ways: SpanChart | None = None, run: cky.Run | None = None) -> SpanSums:
        """What all trees of these sentences say of their items, and of the events of `ways`, where it is this member of
        a combination; `run` as `cky.span_sums` has it."""
        found = self._sums(charts, member, self.tensors, self.flipped, ways, run)
        if self.tensors.dtype != np.float64 and not found.signs.all():  # out of the range of single precision
            double = self.tensors.astype(np.float64), self.flipped.astype(np.float64)
            found = self._sums(charts, member, *double, ways, run)
        return found

    def _sums(
        self, charts: Charted, member: int, tensors: Numbers, flipped: Numbers, ways: SpanChart | None,
        run: cky.Run | None,
    ) -> SpanSums:  # fmt: skip
        items = charts.items
        single, entry = word_items(charts)
        width = self.roots.shape[1]
        states = charts.spanned.read.states[entry, member * width : (member + 1) * width]
        scale = charts.spanned.read.words.weights[entry] * np.exp(-items.scales[single])
        numbers = np.zeros((len(items.starts), self.roots.shape[1]), dtype=tensors.dtype)
        numbers[single] = states * (scale * charts.weights[single])[:, None]
        roots, kept = self.roots.astype(tensors.dtype), charts.weights.astype(tensors.dtype)
        return cky.span_sums(charts.chart, tensors, flipped, roots, kept, numbers, ways, run)

    def arrays(self, rules: BinaryRules) -> dict[str, NDArray[np.generic]]:
        """Without the zeros that pad it."""
        held = self._held(rules)
        sizes = np.array([len(values) for values in self.spectra], dtype=np.int64)
        spectra = np.concatenate([np.zeros(0), *self.spectra])
        return {
            "ranks": self.ranks,
            "tensors": self.tensors[held],
            "roots": self.roots,
            "around": self.around,
            "corners": self.corners,
            "spectra": spectra,
            "spectra_sizes": sizes,
        }

    def _held(self, rules: BinaryRules) -> NDArray[np.bool_]:
        return _held(self.ranks, rules, self.roots.shape[1])

    @classmethod
    def from_arrays(cls, arrays: Arrays, rules: BinaryRules, single: bool) -> Hidden:
        """The states that `arrays` were taken from; ValueError where they do not fit the rules."""
        ranks, roots = arrays["ranks"].astype(np.int64), arrays["roots"].astype(np.float64)
        labels = len(rules.of_left) - 1
        if ranks.shape != (labels,) or roots.ndim != 2 or len(roots) != labels or (ranks > roots.shape[1]).any():
            raise ValueError("these are the hidden states of another grammar")
        held = _held(ranks, rules, roots.shape[1])
        values = arrays["tensors"].astype(np.float64)
        if values.shape != (int(held.sum()),) or not np.isfinite(values).all() or not np.isfinite(roots).all():
            raise ValueError("these are the tensors of other rules")
        tensors = np.zeros(held.shape)
        tensors[held] = values
        sizes, decomposed = arrays["spectra_sizes"].astype(np.int64), arrays["spectra"].astype(np.float64)
        if sizes.shape != (labels,) or (sizes < 0).any() or decomposed.shape != (int(sizes.sum()),):
            raise ValueError("these are the singular values of another grammar")
        spectra = np.split(decomposed, np.cumsum(sizes)[:-1])
        around, corners = (arrays[name].astype(np.float64) for name in ("around", "corners"))
        fitting = around.shape == roots.shape and corners.shape == (*roots.shape, roots.shape[1])
        if not fitting or not np.isfinite(around).all() or not np.isfinite(corners).all():
            raise ValueError("these are the states of other labels")
        none = np.zeros((0, roots.shape[1]))
        return cls.of(HiddenStates(ranks, tensors, roots, none, none, around, corners, tuple(spectra)), single)


def _held(ranks: Integers, rules: BinaryRules, states: int) -> NDArray[np.bool_]:
    """(rules, left x right, parent) the numbers of a tensor that are not padding."""
    below = np.arange(states) < ranks[:, None]
    left, right = below[rules.lefts[rules.pairs]], below[rules.rights[rules.pairs]]
    pairs = (left[:, :, None] & right[:, None, :]).reshape(len(left), -1)
    found: NDArray[np.bool_] = pairs[:, :, None] & below[rules.parents][:, None, :]
    return found
