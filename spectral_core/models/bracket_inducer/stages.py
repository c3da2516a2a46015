"""What the learnt stages say of spans, as log odds: regression, grammars, and both together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.brief import brief_repr
from spectral_core.inference import cky
from spectral_core.models.bracket_inducer.grammar import LIKELY, StateGrammar
from spectral_core.models.bracket_inducer.regression import SpanRegression
from spectral_core.models.bracket_inducer.text import ReadSentence, ReadText, Span, inner_spans, table_of

_MOST = 6.9  # log odds of a posterior that is near 0 or 1
_NEVER = -1e9


@dataclass(frozen=True, slots=True, eq=False)
class HalfGrammars:
    """The grammars of one kind, of each half of the text."""

    halves: tuple[StateGrammar, StateGrammar]
    fine: bool  # whether words are their fine classes
    centres: Floats  # (states, dimensions) where the nodes of each state stand
    __repr__ = brief_repr

    def log_odds(
        self, one: ReadSentence, odds: Floats, crossing: Flags | None = None, needed: Flags | None = None
    ) -> Floats | None:
        """(words, words + 1) by the grammar of the other half; None where it has no tree."""
        words = one.fine if self.fine else one.coarse
        shares = self.halves[1 - one.half].posteriors(words, odds > LIKELY, crossing, needed)
        if shares is None:
            return None
        with np.errstate(divide="ignore"):
            found: Floats = np.clip(np.log(shares) - np.log(np.maximum(1.0 - shares, 1e-12)), -_MOST, _MOST)
        return found

    def states_of(self, one: ReadSentence, brackets: Collection[Span]) -> Floats | None:
        """(brackets, states) by the grammar of the other half, or else of the own one; None where both have no such
        tree."""
        words = one.fine if self.fine else one.coarse
        other = self.halves[1 - one.half].states_of(words, brackets)
        return self.halves[one.half].states_of(words, brackets) if other is None else other


def grammars_odds(
    grammars: Sequence[HalfGrammars], one: ReadSentence, odds: Floats, crossing: Flags | None = None,
    needed: Flags | None = None,
) -> Floats:  # fmt: skip
    """(words, words + 1) the mean log odds by the grammars; those of the regression where none has a tree."""
    found = [table for each in grammars if (table := each.log_odds(one, odds, crossing, needed)) is not None]
    return sum(found[1:], found[0]) / len(found) if found else odds


def regression_odds(regression: SpanRegression, sentences: Sequence[ReadSentence]) -> list[Floats]:
    """(words, words + 1) for each sentence; nothing is said of words, and wholes are always brackets."""
    text = ReadText.of(sentences)
    flat, bounds = regression.scores(text), text.bounds
    return [
        table_of(one.size, flat[low:high], _NEVER)
        for one, low, high in zip(sentences, bounds[:-1], bounds[1:], strict=True)
    ]


def decoded(odds: Floats, threshold: float) -> list[Span]:
    """The spans, but the whole, with the largest sum of log odds above the threshold."""
    return cky.best_bracketing(np.where(inner_spans(len(odds)), odds - threshold, 0.0))


def chances(odds: Floats) -> Floats:
    """Log odds as shares."""
    found: Floats = 1.0 / (1.0 + np.exp(-np.maximum(odds, -700.0)))
    return found
