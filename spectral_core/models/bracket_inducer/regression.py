"""Which spans are brackets by what stands at their edges, learnt from one half of the text for the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Named, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.models.bracket_inducer.text import ReadText
from spectral_core.progress import Progress, Report

_ROWS = 1 << 20
_RATE, _PENALTY, _START = 0.15, 1e-4, 0.1


@dataclass(frozen=True, slots=True, eq=False)
class SpanRegression:
    """Two models, each of one half of the text."""

    weights: Singles  # (halves, rows)
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls, text: ReadText, targets: Singles, longest: int, epochs: int, seed: int, report: Report, stage: str
    ) -> Self:  # fmt: skip
        """From how much of a bracket each span is (spans,); a half without sentences is the whole text."""
        from spectral_core.inference.soft_spans import train_soft

        random = np.random.default_rng(seed)
        short = np.diff(text.words.offsets) <= longest
        weights = np.zeros((2, _ROWS), dtype=np.float32)
        for half in range(2):
            chosen = np.flatnonzero(short & (text.halves == half))
            if not len(chosen):
                chosen = np.flatnonzero(short)
            squares = np.full(_ROWS, _START, dtype=np.float32)
            for epoch in range(epochs):
                report(Progress(stage, half * epochs + epoch, 2 * epochs))
                order = random.permutation(chosen)
                train_soft(text.words, text.bounds, targets, order, weights[half], squares, np.array([_RATE, _PENALTY]))
        report(Progress(stage, 2 * epochs, 2 * epochs))
        return cls(weights)

    def scores(self, text: ReadText) -> Floats:
        """(spans,) the log odds of each, by the model of the other half."""
        from spectral_core.inference.soft_spans import soft_scores

        return soft_scores(text.words, text.bounds, 1 - text.halves, self.weights)

    def arrays(self) -> Named:
        places = np.flatnonzero(self.weights)
        return {"places": places.astype(np.int32), "values": self.weights.ravel()[places]}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """ValueError where they do not fit together."""
        places, values = arrays["places"].astype(np.int64), arrays["values"].astype(np.float32)
        if places.shape != values.shape or not ((places >= 0) & (places < 2 * _ROWS)).all():
            raise ValueError("these are no weights of spans")
        weights = np.zeros(2 * _ROWS, dtype=np.float32)
        weights[places] = values
        return cls(weights.reshape(2, _ROWS))
