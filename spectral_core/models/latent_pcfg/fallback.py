"""A tree that honours the locks where the grammar has none: by the spans that are likeliest, whatever the rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.data import Constraints
from spectral_core.data.tree import JOINT, escaped
from spectral_core.inference import cky
from spectral_core.inference.cky.arrays import Flags
from spectral_core.inference.cky.locks import cells_of
from spectral_core.models.latent_pcfg.grammar import BETWEEN, Grammar

Span = tuple[int, int]
Likely = Mapping[Span, Mapping[int, float]]  # a number for labels of the grammar, by span


@dataclass(frozen=True, slots=True, eq=False)
class Fallback:
    """One sentence under locks."""

    grammar: Grammar
    forms: Sequence[str]
    constraints: Constraints
    likely: Likely
    tags: Sequence[str]  # of the words

    def spans(self) -> list[tuple[int, int, str]]:
        """The binary spans of the tree with the largest sum of numbers under the locks, parents first."""
        size = len(self.forms)
        locks, masks = cells_of(self.constraints, self.forms, self.grammar.phrases, self.grammar.over_words)
        scores = np.zeros((size, size + 1))
        names: dict[Span, str] = {}
        for start in range(size):
            for end in range(start + 1, size + 1):
                lock = int(locks[start, end])
                if lock == cky.CLOSED:
                    scores[start, end] = -np.inf
                else:
                    mask = None if lock == cky.OPEN else masks[lock]
                    scores[start, end], names[start, end] = self._best((start, end), mask)
        return [(start, end, names[start, end]) for start, end in cky.best_division(scores)]

    def _best(self, span: Span, mask: Flags | None) -> tuple[float, str]:
        """The best label of a span by itself, and its number."""
        found = self.likely.get(span, {})
        fitting = {label: number for label, number in found.items() if mask is None or mask[label]}
        label = max(fitting, key=lambda one: (fitting[one], -one), default=-1)
        single = span[1] - span[0] == 1
        if mask is None:
            if label >= 0 and (single or fitting[label] > 0):
                return fitting[label], self.grammar.names[label]
            return 0.0, escaped(self.tags[span[0]]) if single else BETWEEN
        if label >= 0:
            return fitting[label], self.grammar.names[label]
        return 0.0, self._required(span, mask)

    def _required(self, span: Span, mask: Flags) -> str:
        """The name of a locked span that no likely label fits."""
        wanted = sorted(
            label for start, end, label in self.constraints.required_spans if (start, end) == span and label
        )
        chain = [escaped(label) for label in wanted]
        if span[1] - span[0] == 1:
            return JOINT.join([*chain, escaped(self.tags[span[0]])])
        if chain:
            return JOINT.join(chain)
        if span != (0, len(self.forms)) and (*span, "") not in self.constraints.required_spans:
            return BETWEEN  # something is forbidden here
        usual = np.where(mask & ~self.grammar.grows, self.grammar.totals, 0)
        return self.grammar.names[int(usual.argmax())] if usual.any() else "X"
