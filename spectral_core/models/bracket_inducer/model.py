"""Bracket inducer: settings, trees by its stages, and agreement of the stages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.structure import SpanMarginals
from spectral_core.data.tree import strip_function_tags
from spectral_core.errors import DataError
from spectral_core.model import (
    Arrays,
    NodeState,
    Settings,
    add_prefix,
    pack_strings,
    select_part,
    setting,
    unpack_strings,
    validate_settings,
)
from spectral_core.models.bracket_inducer.classed_text import ClassedSentence, inner_span_mask
from spectral_core.models.bracket_inducer.grammar import MAX_WORDS, LatentStateGrammar
from spectral_core.models.bracket_inducer.seeds import METRIC_SETTINGS, SeedTrees
from spectral_core.models.bracket_inducer.span_scores import (
    CrossFittedGrammars,
    SpanRegression,
    compute_regression_log_odds,
    log_odds_to_probabilities,
    mean_grammar_log_odds,
)
from spectral_core.models.bracketing.sentences import PHRASE_LABEL, LockedSentence
from spectral_core.models.bracketing.word_classes import CLASS_SOURCES, WordClassifier
from spectral_core.structured import cky
from spectral_core.structured.locks import Span

SEED_KINDS = ("auto", "clauses", "chunks", "metric", "vote", "flat")
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
        choices=CLASS_SOURCES,
    )
    seeds: str = setting(
        "auto",
        "Initial trees",
        "Trees from which training starts. clauses: splits at verbs, with right-branching chunks. chunks: "
        "right-branching around chunks. metric: minimum metric trees with a cascade of chunks. vote: vote of five "
        "kinds. flat: chunks between punctuation marks. auto: metric for text without punctuation, otherwise clauses, "
        "or vote where that crosses fewer stretches between punctuation marks.",
        choices=SEED_KINDS,
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
class SpanStageScores:
    """Scores of the spans of one sentence by every stage, from 0 to 1, and the combined gain of each bracket."""

    locked_sentence: LockedSentence
    stage_scores: tuple[Floats, ...]  # (words, words + 1) by seed trees, regression, grammars
    gains: Floats  # (words, words + 1)


@dataclass(frozen=True, slots=True, eq=False)
class BracketInducer:
    """Induces brackets by seed trees, a span regression and cross-fitted grammars, all trained without trees, on words
    and their tags or clusters."""

    method: ClassVar[str] = "bracket-inducer"
    settings: InducerSettings
    word_classifier: WordClassifier
    seeds: SeedTrees
    regression: SpanRegression | None
    grammars: tuple[CrossFittedGrammars, ...]
    __repr__ = brief_repr

    def arrays(self) -> NamedArrays:
        arrays: NamedArrays = {
            "kind": pack_strings([self.seeds.kind]),
            "fine": np.array([half_grammars.fine for half_grammars in self.grammars]),
        }
        arrays |= add_prefix("read_", self.word_classifier.arrays()) | add_prefix("seeds_", self.seeds.arrays())
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
        (kind,) = unpack_strings(arrays["kind"])
        regression = select_part(arrays, "regression_")
        grammars = []
        for index, fine in enumerate(arrays["fine"].tolist()):
            first, second = (
                LatentStateGrammar.from_arrays(select_part(arrays, f"grammar{index}{half}_")) for half in range(2)
            )
            centres = arrays[f"centres{index}"].astype(np.float64)
            if first.state_count != second.state_count or len(centres) != first.state_count:
                raise ValueError("the centres do not fit the states of the grammars")
            grammars.append(CrossFittedGrammars((first, second), bool(fine), centres))
        return cls(
            settings,
            WordClassifier.from_arrays(select_part(arrays, "read_")),
            SeedTrees.from_arrays(select_part(arrays, "seeds_"), kind, METRIC_SETTINGS),
            SpanRegression.from_arrays(regression) if regression else None,
            tuple(grammars),
        )

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return the tree with the largest summed gain under the locks, then those of single stages that differ, last
        stage first; the score is minus the rank."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        stages = self._score_spans_by_stage(sentence, constraints)
        single_stages = (scores - 0.5 for scores in reversed(stages.stage_scores))
        alternatives = (
            _decode_brackets(gains, stages.locked_sentence) for gains in chain([stages.gains], single_stages)
        )
        return stages.locked_sentence.rank_distinct_trees(sentence, alternatives, k)

    def marginals(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> SpanMarginals:
        """Return the mean agreement of the stages on each bracket: not a probability."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        stages = self._score_spans_by_stage(sentence, constraints)
        mean = sum(stages.stage_scores[1:], stages.stage_scores[0]) / len(stages.stage_scores)
        best_spans = set(_decode_brackets(stages.gains, stages.locked_sentence))
        is_reported = inner_span_mask(len(mean)) & (mean >= _MIN_MARGINAL)
        if not stages.locked_sentence.is_unconstrained:
            is_reported &= ~stages.locked_sentence.flag_crossing_spans()
        spans = best_spans | {(int(start), int(end)) for start, end in np.argwhere(is_reported)}
        return stages.locked_sentence.to_marginals(
            {span: float(min(max(mean[span], _MIN_MARGINAL), 1.0)) for span in sorted(spans)}
        )

    @property
    def state_parts(self) -> tuple[str, ...]:
        """The label of all induced phrases; empty if no grammars were trained."""
        return (PHRASE_LABEL,) if self.grammars else ()

    def states(self, sentence: Sentence) -> list[NodeState]:
        """Return the states of brackets by the first grammar; of phrases that differ only in punctuation, the lowest
        has the state."""
        if not self.grammars or not sentence.forms:
            return []
        parsed = sentence if sentence.tree is not None else self.parse(sentence)[0].value
        assert parsed.tree is not None
        classed_sentence = ClassedSentence.from_sentence(parsed, self.word_classifier)
        phrases: dict[Span, tuple[int, int, str]] = {}
        for start, end, label in parsed.tree.spans():
            span = (
                classed_sentence.unpunctuated.count_words_before(start),
                classed_sentence.unpunctuated.count_words_before(end),
            )
            if span[1] - span[0] > 1:
                phrases[span] = start, end, strip_function_tags(label)  # the lowest of several
        if (0, classed_sentence.size) not in phrases:
            return []
        posteriors = self.grammars[0].state_posteriors(classed_sentence, phrases)
        if posteriors is None:
            raise DataError(
                f"the induced grammars have no trees of more than {MAX_WORDS} words; split this sentence"
                if classed_sentence.size > MAX_WORDS
                else "no tree of the induced grammars has these brackets; change the tree, or train on this text too"
            )
        points = posteriors @ self.grammars[0].centres
        return [
            NodeState(label, (start, end), "", posterior, point)
            for (start, end, label), posterior, point in zip(phrases.values(), posteriors, points, strict=True)
        ]

    def _score_spans_by_stage(self, sentence: Sentence, constraints: Constraints) -> SpanStageScores:
        """Score the spans of a sentence by every stage: seed trees, regression and grammars."""
        classed_sentence = ClassedSentence.from_sentence(sentence, self.word_classifier)
        locked_sentence = LockedSentence.from_sentence(classed_sentence.unpunctuated, sentence, constraints)
        (seed_shares,) = self.seeds.span_frequencies([classed_sentence])
        if self.regression is None:
            return SpanStageScores(
                locked_sentence, (seed_shares,), seed_shares - self.settings.agreement + _TIE_TOLERANCE
            )
        (odds,) = compute_regression_log_odds(self.regression, [classed_sentence])
        if not self.grammars:
            return SpanStageScores(
                locked_sentence, (seed_shares, log_odds_to_probabilities(odds)), odds - self.settings.threshold
            )
        crossing = required = None
        if not locked_sentence.is_unconstrained:
            crossing = locked_sentence.flag_crossing_spans()
            required = np.zeros_like(crossing)
            for _, (low, high) in locked_sentence.inner_locks:
                required[low, high] = high - low > 1
        grammar_odds = mean_grammar_log_odds(self.grammars, classed_sentence, odds, crossing, required)
        gains = (grammar_odds + odds) / 2 - self.settings.threshold
        return SpanStageScores(
            locked_sentence,
            (seed_shares, log_odds_to_probabilities(odds), log_odds_to_probabilities(grammar_odds)),
            gains,
        )


def _decode_brackets(gains: Floats, locked_sentence: LockedSentence) -> list[Span]:
    """Return the spans with the largest summed gain that satisfy the locks."""
    inner_gains = np.where(inner_span_mask(len(gains)), gains, 0.0)
    return cky.best_bracketing(
        inner_gains
        if locked_sentence.is_unconstrained
        else np.where(locked_sentence.compute_span_penalties() > 0.0, -1.0, inner_gains)
    )
