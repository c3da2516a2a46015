"""Log odds of spans by the learnt stages: regression, grammars, and both together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.brief import brief_repr
from spectral_core.models.bracket_inducer.grammar import MIN_LOG_ODDS, StateGrammar
from spectral_core.models.bracket_inducer.regression import SpanRegression
from spectral_core.models.bracket_inducer.text import ClassedSentence, ClassedText, Span, inner_spans, to_table
from spectral_core.structured import cky

_MAX_LOG_ODDS = 6.9  # log odds of a posterior that is near 0 or 1
_WORD_LOG_ODDS = -1e9


@dataclass(frozen=True, slots=True, eq=False)
class HalfGrammars:
    """Grammars of one kind, of each half of the text."""

    halves: tuple[StateGrammar, StateGrammar]
    fine: bool  # whether words have their fine classes
    centres: Floats  # (states, dimensions) centres of the nodes of each state
    __repr__ = brief_repr

    def log_odds(
        self, sentence: ClassedSentence, odds: Floats, crossing: Flags | None = None, required: Flags | None = None
    ) -> Floats | None:
        """Return (words, words + 1) the log odds by the grammar of the other half; None where it has no tree."""
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
        """Return (brackets, states) by the grammar of the other half, else by that of the sentence's own half; None
        where neither has such a tree."""
        words = sentence.fine if self.fine else sentence.coarse
        posteriors = self.halves[1 - sentence.half].state_posteriors(words, brackets)
        return self.halves[sentence.half].state_posteriors(words, brackets) if posteriors is None else posteriors


def mean_grammar_odds(
    grammars: Sequence[HalfGrammars], sentence: ClassedSentence, odds: Floats, crossing: Flags | None = None,
    required: Flags | None = None,
) -> Floats:  # fmt: skip
    """Return (words, words + 1) the mean log odds by the grammars; those of the regression where none has a tree."""
    tables = [
        table
        for half_grammars in grammars
        if (table := half_grammars.log_odds(sentence, odds, crossing, required)) is not None
    ]
    return sum(tables[1:], tables[0]) / len(tables) if tables else odds


def regression_odds(regression: SpanRegression, sentences: Sequence[ClassedSentence]) -> list[Floats]:
    """Return (words, words + 1) for each sentence the log odds of its inner spans."""
    text = ClassedText.from_sentences(sentences)
    flat, bounds = regression.scores(text), text.bounds
    return [
        to_table(sentence.size, flat[low:high], _WORD_LOG_ODDS)
        for sentence, low, high in zip(sentences, bounds[:-1], bounds[1:], strict=True)
    ]


def decode_spans(odds: Floats, threshold: float) -> list[Span]:
    """Return the spans, without the whole, with the largest sum of log odds above the threshold."""
    return cky.best_bracketing(np.where(inner_spans(len(odds)), odds - threshold, 0.0))


def to_probabilities(odds: Floats) -> Floats:
    """Convert log odds to probabilities."""
    probabilities: Floats = 1.0 / (1.0 + np.exp(-np.maximum(odds, -700.0)))
    return probabilities
