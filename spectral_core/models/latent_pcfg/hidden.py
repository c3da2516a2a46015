"""Rule tensors of a grammar, in the layout of parsing and in that of storage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.parsing import SentenceCharts, find_word_items
from spectral_core.models.latent_pcfg.spectral import HiddenStates
from spectral_core.structured import cky
from spectral_core.structured.cky import BinaryRules, Numbers, SpanChart, SpanSums


@dataclass(frozen=True, slots=True, eq=False)
class RuleTensors:
    """A tensor for each rule."""

    ranks: Integers  # (labels,) states of each label
    tensors: Numbers  # (rules, left x right, parent)
    transposed: Numbers  # (rules, parent, left x right)
    roots: Numbers  # (labels, states)
    default_outside: Floats  # (labels, states) the outside vector of an isolated node
    anchor_states: Floats  # (labels, states, states) inside vectors of pivots; 0 where there is none
    spectra: tuple[Floats, ...]  # (labels,) singular values; none where nothing was decomposed

    @classmethod
    def of(cls, states: HiddenStates, single: bool) -> RuleTensors:
        """Lay out estimated states, in single precision if requested."""
        dtype = np.float32 if single else np.float64
        tensors: Numbers = np.ascontiguousarray(states.tensors, dtype=dtype)
        transposed = np.ascontiguousarray(tensors.swapaxes(1, 2))
        return cls(
            states.ranks,
            tensors,
            transposed,
            states.roots.astype(dtype),
            states.default_outside,
            states.anchor_states,
            states.spectra,
        )

    @classmethod
    def from_rules(cls, rules: BinaryRules, roots: Floats) -> RuleTensors:
        """Make the tensors of rules as they were counted: one state a label."""
        labels = len(roots)
        tensors, ones = rules.weights[:, None, None], np.ones((labels, 1))
        spectra = (np.zeros(0),) * labels
        ranks = np.ones(labels, dtype=np.int64)
        return cls(ranks, tensors, tensors, roots[:, None], ones, ones[:, :, None], spectra)

    def truncate(self, states: int) -> RuleTensors:
        """Keep the first states alone: those of closed forms are nested."""
        rules, width = len(self.tensors), self.roots.shape[1]
        truncated = self.tensors.reshape(rules, width, width, width)[:, :states, :states, :states]
        tensors = np.ascontiguousarray(truncated.reshape(rules, states * states, states))
        return RuleTensors(
            np.minimum(self.ranks, states), tensors, np.ascontiguousarray(tensors.swapaxes(1, 2)),
            self.roots[:, :states].copy(), self.default_outside[:, :states],
            self.anchor_states[:, :states, :states], self.spectra,
        )  # fmt: skip

    def sum_charts(
        self, charts: SentenceCharts, member: int, rule_chart: SpanChart | None = None, run: cky.Run | None = None
    ) -> SpanSums:
        """Run inside-outside over the charts of sentences for their items and the events of `rule_chart`, as this
        member of a combination; `run` as `cky.span_sums` has it."""
        sums = self._sum_charts(charts, member, self.tensors, self.transposed, rule_chart, run)
        if self.tensors.dtype != np.float64 and not sums.signs.all():  # out of the range of single precision
            double = self.tensors.astype(np.float64), self.transposed.astype(np.float64)
            sums = self._sum_charts(charts, member, *double, rule_chart, run)
        return sums

    def _sum_charts(
        self, charts: SentenceCharts, member: int, tensors: Numbers, transposed: Numbers, rule_chart: SpanChart | None,
        run: cky.Run | None,
    ) -> SpanSums:  # fmt: skip
        items = charts.items
        word_positions, entries = find_word_items(charts)
        width = self.roots.shape[1]
        states = charts.likely_spans.word_labels.states[entries, member * width : (member + 1) * width]
        scale = charts.likely_spans.word_labels.words.weights[entries] * np.exp(-items.scales[word_positions])
        word_vectors = np.zeros((len(items.starts), self.roots.shape[1]), dtype=tensors.dtype)
        word_vectors[word_positions] = states * (scale * charts.weights[word_positions])[:, None]
        roots, weights = self.roots.astype(tensors.dtype), charts.weights.astype(tensors.dtype)
        return cky.span_sums(charts.chart, tensors, transposed, roots, weights, word_vectors, rule_chart, run)

    def arrays(self, rules: BinaryRules) -> dict[str, NDArray[np.generic]]:
        """Return all parts by name, without the zeros that pad them."""
        mask = self._padding_mask(rules)
        sizes = np.array([len(values) for values in self.spectra], dtype=np.int64)
        spectra = np.concatenate([np.zeros(0), *self.spectra])
        return {
            "ranks": self.ranks,
            "tensors": self.tensors[mask],
            "roots": self.roots,
            "around": self.default_outside,
            "corners": self.anchor_states,
            "spectra": spectra,
            "spectra_sizes": sizes,
        }

    def _padding_mask(self, rules: BinaryRules) -> NDArray[np.bool_]:
        return _make_mask(self.ranks, rules, self.roots.shape[1])

    @classmethod
    def from_arrays(cls, arrays: Arrays, rules: BinaryRules, single: bool) -> RuleTensors:
        """Restore the tensors that gave `arrays`; ValueError where they do not fit the rules."""
        ranks, roots = arrays["ranks"].astype(np.int64), arrays["roots"].astype(np.float64)
        labels = len(rules.of_left) - 1
        if ranks.shape != (labels,) or roots.ndim != 2 or len(roots) != labels or (ranks > roots.shape[1]).any():
            raise ValueError("these are the hidden states of another grammar")
        mask = _make_mask(ranks, rules, roots.shape[1])
        values = arrays["tensors"].astype(np.float64)
        if values.shape != (int(mask.sum()),) or not np.isfinite(values).all() or not np.isfinite(roots).all():
            raise ValueError("these are the tensors of other rules")
        tensors = np.zeros(mask.shape)
        tensors[mask] = values
        sizes, decomposed = arrays["spectra_sizes"].astype(np.int64), arrays["spectra"].astype(np.float64)
        if sizes.shape != (labels,) or (sizes < 0).any() or decomposed.shape != (int(sizes.sum()),):
            raise ValueError("these are the singular values of another grammar")
        spectra = np.split(decomposed, np.cumsum(sizes)[:-1])
        default_outside, anchor_states = (arrays[name].astype(np.float64) for name in ("around", "corners"))
        shapes_fit = default_outside.shape == roots.shape and anchor_states.shape == (*roots.shape, roots.shape[1])
        if not shapes_fit or not np.isfinite(default_outside).all() or not np.isfinite(anchor_states).all():
            raise ValueError("these are the states of other labels")
        none = np.zeros((0, roots.shape[1]))
        return cls.of(
            HiddenStates(ranks, tensors, roots, none, none, default_outside, anchor_states, tuple(spectra)), single
        )


def _make_mask(ranks: Integers, rules: BinaryRules, states: int) -> NDArray[np.bool_]:
    """Return (rules, left x right, parent) which entries of the tensors are not padding."""
    has_state = np.arange(states) < ranks[:, None]
    left, right = has_state[rules.lefts[rules.pairs]], has_state[rules.rights[rules.pairs]]
    pairs = (left[:, :, None] & right[:, None, :]).reshape(len(left), -1)
    mask: NDArray[np.bool_] = pairs[:, :, None] & has_state[rules.parents][:, None, :]
    return mask
