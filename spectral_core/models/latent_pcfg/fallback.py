"""Fallback tree that honours the locks where the grammar has none, by the likeliest spans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.data import Constraints
from spectral_core.data.tree import CHAIN_SEPARATOR, escape_label
from spectral_core.models.latent_pcfg.grammar import INTERMEDIATE, Grammar
from spectral_core.structured import cky
from spectral_core.structured.cky import lock_cells

Span = tuple[int, int]
SpanScores = Mapping[Span, Mapping[int, float]]  # a number for labels of the grammar, by span


@dataclass(frozen=True, slots=True, eq=False)
class Fallback:
    """One sentence under locks, with scores of its labelled spans."""

    grammar: Grammar
    forms: Sequence[str]
    constraints: Constraints
    span_scores: SpanScores
    tags: Sequence[str]  # of the words

    def find_spans(self) -> list[tuple[int, int, str]]:
        """Return the binary spans of the tree with the largest sum of scores under the locks, parents first."""
        size = len(self.forms)
        locks, masks = lock_cells(self.constraints, self.forms, self.grammar.phrases, self.grammar.word_phrases)
        scores = np.zeros((size, size + 1))
        names: dict[Span, str] = {}
        for start in range(size):
            for end in range(start + 1, size + 1):
                lock = int(locks[start, end])
                if lock == cky.CLOSED:
                    scores[start, end] = -np.inf
                else:
                    mask = None if lock == cky.OPEN else masks[lock]
                    scores[start, end], names[start, end] = self._find_best_label((start, end), mask)
        return [(start, end, names[start, end]) for start, end in cky.best_binary_tree(scores)]

    def _find_best_label(self, span: Span, mask: Flags | None) -> tuple[float, str]:
        """Return the best label of a single span, and its score."""
        label_scores = self.span_scores.get(span, {})
        allowed = {label: number for label, number in label_scores.items() if mask is None or mask[label]}
        label = max(allowed, key=lambda candidate: (allowed[candidate], -candidate), default=-1)
        single = span[1] - span[0] == 1
        if mask is None:
            if label >= 0 and (single or allowed[label] > 0):
                return allowed[label], self.grammar.names[label]
            return 0.0, escape_label(self.tags[span[0]]) if single else INTERMEDIATE
        if label >= 0:
            return allowed[label], self.grammar.names[label]
        return 0.0, self._name_locked_span(span, mask)

    def _name_locked_span(self, span: Span, mask: Flags) -> str:
        """Return the label of a locked span for which there is no scored one."""
        required = sorted(
            label for start, end, label in self.constraints.required_spans if (start, end) == span and label
        )
        chain = [escape_label(label) for label in required]
        if span[1] - span[0] == 1:
            return CHAIN_SEPARATOR.join([*chain, escape_label(self.tags[span[0]])])
        if chain:
            return CHAIN_SEPARATOR.join(chain)
        if span != (0, len(self.forms)) and (*span, "") not in self.constraints.required_spans:
            return INTERMEDIATE  # something is forbidden here
        frequencies = np.where(mask & ~self.grammar.is_intermediate, self.grammar.totals, 0)
        return self.grammar.names[int(frequencies.argmax())] if frequencies.any() else "X"
