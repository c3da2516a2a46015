"""Bracket inducer: settings, trees by its stages, and agreement of the stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.structure import SpanMarginals
from spectral_core.data.tree import category
from spectral_core.errors import DataError
from spectral_core.model import (
    Arrays,
    NodeState,
    Settings,
    add_prefix,
    pack,
    select_part,
    setting,
    unpack,
    validate_settings,
)
from spectral_core.models.bracket_inducer.grammar import StateGrammar
from spectral_core.models.bracket_inducer.seeds import METRIC, Seeds
from spectral_core.models.bracket_inducer.stages import (
    HalfGrammars,
    SpanRegression,
    mean_grammar_odds,
    regression_odds,
    to_probabilities,
)
from spectral_core.models.bracket_inducer.text import ClassedSentence, Span, inner_spans
from spectral_core.models.bracketing.classes import SOURCES, ClassReader
from spectral_core.models.bracketing.trees import LABEL, LockedWords
from spectral_core.structured import cky

SEEDS = ("auto", "clauses", "chunks", "metric", "vote", "flat")
_TIE_TOLERANCE = 1e-9  # so that a share equal to the threshold suffices
_MIN_MARGINAL = 0.01  # brackets with a smaller marginal are left out


@validate_settings("bracket-inducer")
@dataclass(frozen=True, slots=True)
class InducerSettings:
    """Training settings of a bracket inducer, tuned on dev sets."""

    tags: str = setting(
        "auto",
        "Word classes",
        "Source of the word classes. words: clusters of the words. upos, xpos: classes of the tags in that column. "
        "auto: tags if most words have one, otherwise clusters.",
        choices=SOURCES,
    )
    seeds: str = setting(
        "auto",
        "Initial trees",
        "Trees from which training starts. clauses: splits at verbs, with right-branching chunks. chunks: "
        "right-branching around chunks. metric: minimum metric trees with a cascade of chunks. vote: vote of five "
        "kinds. flat: chunks between punctuation marks. auto: metric for text without punctuation, otherwise clauses, "
        "or vote where that crosses fewer stretches between punctuation marks.",
        choices=SEEDS,
    )
    regression: bool = setting(
        True, "Span regression", "Train a regression on the spans of the initial trees. It needs at least 50 sentences."
    )
    rounds: int = setting(
        1,
        "Rounds",
        "Number of rounds in which grammars with hidden states are trained on the current trees; 0 uses the "
        "regression alone. Rounds need the regression.",
        low=0,
        high=20,
    )
    grammars: int = setting(1, "Combined grammars", "Number of grammars averaged in each round.", low=1, high=3)
    states: int = setting(
        24, "Hidden states", "Number of hidden states of brackets in the first grammar.", low=1, high=200
    )
    threshold: float = setting(
        -0.3,
        "Bracket threshold",
        "Log odds from which a span counts as a bracket. Larger values give fewer brackets.",
        low=-10.0,
        high=10.0,
    )
    agreement: float = setting(
        0.5,
        "Agreement",
        "Share of the initial trees that must contain a span for it to become a bracket. It matters only without the "
        "regression.",
        low=0.0,
        high=1.0,
    )
    epochs: int = setting(
        3, "Training epochs", "Number of passes of the regression over the training sentences.", low=1, high=100
    )
    classes: int = setting(10, "Coarse classes", "Number of coarse word classes if no tags are used.", low=2, high=200)
    fine: int = setting(45, "Fine classes", "Number of fine word classes if no tags are used.", low=2, high=500)
    dimensions: int = setting(50, "Dimensions", "Number of dimensions of the word vectors.", low=1, high=400)
    longest: int = setting(
        40,
        "Longest sentence",
        "Largest number of words in a sentence from which the regression is trained.",
        low=2,
        high=200,
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=2**31 - 1)


@dataclass(frozen=True, slots=True, eq=False)
class SpanStages:
    """Span scores of one sentence by every stage, from 0 to 1, and the combined gain of a bracket."""

    words: LockedWords
    shares: tuple[Floats, ...]  # (words, words + 1) by seed trees, regression, grammars
    gains: Floats  # (words, words + 1)


@dataclass(frozen=True, slots=True, eq=False)
class BracketInducer:
    """Brackets sentences by stages trained on raw text."""

    method: ClassVar[str] = "bracket-inducer"
    settings: InducerSettings
    class_reader: ClassReader
    seeds: Seeds
    regression: SpanRegression | None
    grammars: tuple[HalfGrammars, ...]
    __repr__ = brief_repr

    def arrays(self) -> NamedArrays:
        arrays: NamedArrays = {
            "kind": pack([self.seeds.kind]),
            "fine": np.array([half_grammars.fine for half_grammars in self.grammars]),
        }
        arrays |= add_prefix("read_", self.class_reader.arrays()) | add_prefix("seeds_", self.seeds.arrays())
        if self.regression is not None:
            arrays |= add_prefix("regression_", self.regression.arrays())
        for index, half_grammars in enumerate(self.grammars):
            for half, grammar in enumerate(half_grammars.halves):
                arrays |= add_prefix(f"grammar{index}{half}_", grammar.arrays())
            arrays[f"centres{index}"] = half_grammars.centres
        return arrays

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, InducerSettings):
            raise TypeError("these are the settings of another method")
        (kind,) = unpack(arrays["kind"])
        regression = select_part(arrays, "regression_")
        grammars = []
        for index, fine in enumerate(arrays["fine"].tolist()):
            first, second = (
                StateGrammar.from_arrays(select_part(arrays, f"grammar{index}{half}_")) for half in range(2)
            )
            centres = arrays[f"centres{index}"].astype(np.float64)
            if first.states != second.states or len(centres) != first.states:
                raise ValueError("grammars and states do not fit")
            grammars.append(HalfGrammars((first, second), bool(fine), centres))
        return cls(
            settings,
            ClassReader.from_arrays(select_part(arrays, "read_")),
            Seeds.from_arrays(select_part(arrays, "seeds_"), kind, METRIC),
            SpanRegression.from_arrays(regression) if regression else None,
            tuple(grammars),
        )

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """Return the tree with the largest summed gain under the locks, then those of single stages that differ, last
        stage first; the score is minus the rank."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        stages = self._score_stages(sentence, constraints)
        parses: BestFirst[Sentence] = BestFirst()
        distinct: set[frozenset[Span]] = set()
        for gains in (stages.gains, *(stage_shares - 0.5 for stage_shares in reversed(stages.shares)))[
            : k if k < 2 else None
        ]:
            spans = frozenset(_decode(gains, stages.words))
            if spans not in distinct and len(parses) < k:
                distinct.add(spans)
                parses.append(Ranked(sentence.with_tree(stages.words.make_tree(sentence, spans)), -float(len(parses))))
        return parses

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> SpanMarginals:
        """Return the mean agreement of the stages on each bracket: not a probability."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        stages = self._score_stages(sentence, constraints)
        mean = sum(stages.shares[1:], stages.shares[0]) / len(stages.shares)
        best_spans = set(_decode(stages.gains, stages.words))
        is_reported = inner_spans(len(mean)) & (mean >= _MIN_MARGINAL)
        if not stages.words.is_free:
            is_reported &= ~stages.words.find_crossing()
        spans = best_spans | {(int(start), int(end)) for start, end in np.argwhere(is_reported)}
        return stages.words.to_marginals(
            {span: float(min(max(mean[span], _MIN_MARGINAL), 1.0)) for span in sorted(spans)}
        )

    @property
    def state_parts(self) -> tuple[str, ...]:
        return (LABEL,) if self.grammars else ()

    def states(self, sentence: Sentence) -> list[NodeState]:
        """Return the states of brackets by the first grammar; of phrases that differ only in punctuation, the lowest
        has the state."""
        if not self.grammars or not sentence.forms:
            return []
        parsed = sentence if sentence.tree is not None else self.parse(sentence)[0].value
        assert parsed.tree is not None
        classed_sentence = ClassedSentence.from_sentence(parsed, self.class_reader)
        phrases: dict[Span, tuple[int, int, str]] = {}
        for start, end, label in parsed.tree.spans():
            span = classed_sentence.bare.words_before(start), classed_sentence.bare.words_before(end)
            if span[1] - span[0] > 1:
                phrases[span] = start, end, category(label)  # the lowest of several
        if (0, classed_sentence.size) not in phrases:
            return []
        posteriors = self.grammars[0].state_posteriors(classed_sentence, phrases)
        if posteriors is None:
            raise DataError("no tree of the induced grammar has these brackets")
        points = posteriors @ self.grammars[0].centres
        return [
            NodeState(label, (start, end), "", posterior, point)
            for (start, end, label), posterior, point in zip(phrases.values(), posteriors, points, strict=True)
        ]

    def _score_stages(self, sentence: Sentence, constraints: Constraints) -> SpanStages:
        """Score the spans of a sentence by every stage."""
        classed_sentence = ClassedSentence.from_sentence(sentence, self.class_reader)
        words = LockedWords.from_sentence(classed_sentence.bare, sentence, constraints)
        (seed_shares,) = self.seeds.span_frequencies([classed_sentence])
        if self.regression is None:
            return SpanStages(words, (seed_shares,), seed_shares - self.settings.agreement + _TIE_TOLERANCE)
        (odds,) = regression_odds(self.regression, [classed_sentence])
        if not self.grammars:
            return SpanStages(words, (seed_shares, to_probabilities(odds)), odds - self.settings.threshold)
        crossing = required = None
        if not words.is_free:
            crossing = words.find_crossing()
            required = np.zeros_like(crossing)
            for _, (low, high) in words.inner:
                required[low, high] = high - low > 1
        grammar_odds = mean_grammar_odds(self.grammars, classed_sentence, odds, crossing, required)
        gains = (grammar_odds + odds) / 2 - self.settings.threshold
        return SpanStages(words, (seed_shares, to_probabilities(odds), to_probabilities(grammar_odds)), gains)


def _decode(gains: Floats, words: LockedWords) -> list[Span]:
    """Return the spans with the largest summed gain that satisfy the locks."""
    inner_gains = np.where(inner_spans(len(gains)), gains, 0.0)
    return cky.best_bracketing(
        inner_gains if words.is_free else np.where(words.make_penalties() > 0.0, -1.0, inner_gains)
    )
