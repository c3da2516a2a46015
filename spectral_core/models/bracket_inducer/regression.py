"""Regression that scores spans by the words at their edges, learnt from one half of the text for the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.models.bracket_inducer.text import ClassedText
from spectral_core.progress import Progress, Report

_WEIGHT_COUNT = 1 << 20
_LEARNING_RATE, _PENALTY, _INITIAL_SQUARE = 0.15, 1e-4, 0.1


@dataclass(frozen=True, slots=True, eq=False)
class SpanRegression:
    """Two models, each of one half of the text."""

    weights: Singles  # (halves, rows)
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls, text: ClassedText, targets: Singles, longest: int, epochs: int, seed: int, report: Report, stage: str
    ) -> Self:  # fmt: skip
        """Learn from targets (spans,) between 0 and 1; a half without sentences is the whole text."""
        from spectral_core.structured.cky.span_kernels import train_soft

        random = np.random.default_rng(seed)
        is_short = np.diff(text.words.offsets) <= longest
        weights = np.zeros((2, _WEIGHT_COUNT), dtype=np.float32)
        for half in range(2):
            indexes = np.flatnonzero(is_short & (text.halves == half))
            if not len(indexes):
                indexes = np.flatnonzero(is_short)
            squares = np.full(_WEIGHT_COUNT, _INITIAL_SQUARE, dtype=np.float32)
            for epoch in range(epochs):
                report(Progress(stage, half * epochs + epoch, 2 * epochs))
                order = random.permutation(indexes)
                train_soft(
                    text.words,
                    text.bounds,
                    targets,
                    order,
                    weights[half],
                    squares,
                    np.array([_LEARNING_RATE, _PENALTY]),
                )
        report(Progress(stage, 2 * epochs, 2 * epochs))
        return cls(weights)

    def scores(self, text: ClassedText) -> Floats:
        """Return (spans,) the log odds of each, by the model of the other half."""
        from spectral_core.structured.cky.span_kernels import soft_scores

        return soft_scores(text.words, text.bounds, 1 - text.halves, self.weights)

    def arrays(self) -> NamedArrays:
        indexes = np.flatnonzero(self.weights)
        return {"places": indexes.astype(np.int32), "values": self.weights.ravel()[indexes]}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore a regression; ValueError where its arrays do not fit together."""
        indexes, values = arrays["places"].astype(np.int64), arrays["values"].astype(np.float32)
        if indexes.shape != values.shape or not ((indexes >= 0) & (indexes < 2 * _WEIGHT_COUNT)).all():
            raise ValueError("these are no weights of spans")
        weights = np.zeros(2 * _WEIGHT_COUNT, dtype=np.float32)
        weights[indexes] = values
        return cls(weights.reshape(2, _WEIGHT_COUNT))
