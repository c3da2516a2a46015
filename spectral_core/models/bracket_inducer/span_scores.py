"""Span scores trained on seed trees: a regression over spans, cross-fitted grammars, and the log odds of both."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.models.bracket_inducer.classed_text import (
    ClassedSentence,
    ClassedText,
    inner_span_mask,
    to_span_table,
)
from spectral_core.models.bracket_inducer.grammar import MIN_LOG_ODDS, LatentStateGrammar
from spectral_core.progress import Progress, Report
from spectral_core.structured import cky
from spectral_core.structured.cky.span_features import span_log_odds, train_unlabelled_epoch
from spectral_core.structured.locks import Span

_WEIGHT_COUNT = 1 << 20
_LEARNING_RATE, _PENALTY, _INITIAL_SQUARE = 0.15, 1e-4, 0.1
_MAX_LOG_ODDS = 6.9  # bound of log odds for posteriors near 0 or 1
_OTHER_LOG_ODDS = -1e9  # of single words and of the whole sentence, which are no inner spans


@dataclass(frozen=True, slots=True, eq=False)
class SpanRegression:
    """Logistic regression over spans: two models, each trained on one half of the text."""

    weights: Singles  # (halves, rows)
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls, text: ClassedText, targets: Singles, longest: int, epochs: int, seed: int, report: Report, stage: str
    ) -> Self:  # fmt: skip
        """Train on target probabilities (spans,); if a half has no sentences, the whole text is used."""
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
                train_unlabelled_epoch(
                    text.words, text.bounds, targets, order, weights[half], squares, _LEARNING_RATE, _PENALTY
                )
        report(Progress(stage, 2 * epochs, 2 * epochs))
        return cls(weights)

    def score_spans(self, text: ClassedText) -> Floats:
        """Return (spans,) log odds by the model of the other half."""
        return span_log_odds(text.words, text.bounds, 1 - text.halves, self.weights)

    def arrays(self) -> NamedArrays:
        indexes = np.flatnonzero(self.weights)
        return {"places": indexes.astype(np.int32), "values": self.weights.ravel()[indexes]}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore a regression; ValueError if its arrays are inconsistent."""
        indexes, values = arrays["places"].astype(np.int64), arrays["values"].astype(np.float32)
        if indexes.shape != values.shape or not ((indexes >= 0) & (indexes < 2 * _WEIGHT_COUNT)).all():
            raise ValueError("these are no weights of spans")
        weights = np.zeros(2 * _WEIGHT_COUNT, dtype=np.float32)
        weights[indexes] = values
        return cls(weights.reshape(2, _WEIGHT_COUNT))


@dataclass(frozen=True, slots=True, eq=False)
class CrossFittedGrammars:
    """Two cross-fitted grammars: one trained on each half of the text, and applied to the other."""

    halves: tuple[LatentStateGrammar, LatentStateGrammar]
    fine: bool  # whether fine word classes are used
    centres: Floats  # (states, dimensions) mean views of each state's nodes
    __repr__ = brief_repr

    def compute_log_odds(
        self, sentence: ClassedSentence, odds: Floats, crossing: Flags | None = None, required: Flags | None = None
    ) -> Floats | None:
        """Return (words, words + 1) the log odds by the grammar of the other half; None if it has no tree."""
        words = sentence.fine if self.fine else sentence.coarse
        posteriors = self.halves[1 - sentence.half].posteriors(words, odds > MIN_LOG_ODDS, crossing, required)
        if posteriors is None:
            return None
        with np.errstate(divide="ignore"):
            log_odds: Floats = np.clip(
                np.log(posteriors) - np.log(np.maximum(1.0 - posteriors, 1e-12)), -_MAX_LOG_ODDS, _MAX_LOG_ODDS
            )
        return log_odds

    def state_posteriors(self, sentence: ClassedSentence, brackets: Collection[Span]) -> Floats | None:
        """Return (brackets, states) the state posteriors by the grammar of the other half, else by that of the
        sentence's half; None if neither has such a tree."""
        words = sentence.fine if self.fine else sentence.coarse
        posteriors = self.halves[1 - sentence.half].state_posteriors(words, brackets)
        return self.halves[sentence.half].state_posteriors(words, brackets) if posteriors is None else posteriors


def mean_grammar_log_odds(
    grammars: Sequence[CrossFittedGrammars], sentence: ClassedSentence, odds: Floats, crossing: Flags | None = None,
    required: Flags | None = None,
) -> Floats:  # fmt: skip
    """Return (words, words + 1) the log odds averaged over grammars; those of the regression if none has a tree."""
    tables = [
        table
        for half_grammars in grammars
        if (table := half_grammars.compute_log_odds(sentence, odds, crossing, required)) is not None
    ]
    return sum(tables[1:], tables[0]) / len(tables) if tables else odds


def compute_regression_log_odds(regression: SpanRegression, sentences: Sequence[ClassedSentence]) -> list[Floats]:
    """Return for each sentence (words, words + 1) the log odds of its inner spans."""
    text = ClassedText.from_sentences(sentences)
    flat, bounds = regression.score_spans(text), text.bounds
    return [
        to_span_table(sentence.size, flat[low:high], _OTHER_LOG_ODDS)
        for sentence, low, high in zip(sentences, bounds[:-1], bounds[1:], strict=True)
    ]


def decode_spans(odds: Floats, threshold: float) -> list[Span]:
    """Return the inner spans of the tree with the largest sum of log odds above the threshold."""
    return cky.best_bracketing(np.where(inner_span_mask(len(odds)), odds - threshold, 0.0))


def log_odds_to_probabilities(odds: Floats) -> Floats:
    """Convert log odds to probabilities."""
    return 1.0 / (1.0 + np.exp(-np.maximum(odds, -700.0)))
