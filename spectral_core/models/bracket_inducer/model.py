"""Bracket inducers: what a learnt one says of sentences, and how far its stages agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Named
from spectral_core.brief import brief_repr
from spectral_core.data import FREE, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.structure import SpanMarginals
from spectral_core.data.tree import category
from spectral_core.errors import DataError
from spectral_core.inference import cky
from spectral_core.model import Arrays, NodeState, Settings, add_prefix, pack, select_part, unpack
from spectral_core.models.bracket_inducer.grammar import StateGrammar
from spectral_core.models.bracket_inducer.regression import SpanRegression
from spectral_core.models.bracket_inducer.seeds import METRIC, Seeds
from spectral_core.models.bracket_inducer.settings import InducerSettings
from spectral_core.models.bracket_inducer.stages import HalfGrammars, chances, grammars_odds, regression_odds
from spectral_core.models.bracket_inducer.text import ReadSentence, Span, inner_spans
from spectral_core.models.bracketing.classes import ReadClasses
from spectral_core.models.bracketing.trees import LABEL, LockedWords

_TIE = 1e-9  # a share of first trees that is just the one asked for is enough
_TOLD = 0.01  # brackets with a smaller number are not told


@dataclass(frozen=True, slots=True, eq=False)
class SpanStages:
    """What every stage says of the spans of one sentence, as shares, and what a bracket gains by all of them."""

    words: LockedWords
    shares: tuple[Floats, ...]  # (words, words + 1) of first trees, of the regression, of the grammars
    gains: Floats  # (words, words + 1)


@dataclass(frozen=True, slots=True, eq=False)
class BracketInducer:
    """Brackets sentences by stages that were learnt from text alone."""

    method: ClassVar[str] = "bracket-inducer"
    settings: InducerSettings
    read: ReadClasses
    seeds: Seeds
    regression: SpanRegression | None
    grammars: tuple[HalfGrammars, ...]
    __repr__ = brief_repr

    def arrays(self) -> Named:
        found: Named = {"kind": pack([self.seeds.kind]), "fine": np.array([each.fine for each in self.grammars])}
        found |= add_prefix("read_", self.read.arrays()) | add_prefix("seeds_", self.seeds.arrays())
        if self.regression is not None:
            found |= add_prefix("regression_", self.regression.arrays())
        for place, each in enumerate(self.grammars):
            for half, grammar in enumerate(each.halves):
                found |= add_prefix(f"grammar{place}{half}_", grammar.arrays())
            found[f"centres{place}"] = each.centres
        return found

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, InducerSettings):
            raise TypeError("these are the settings of another method")
        (kind,) = unpack(arrays["kind"])
        regression = select_part(arrays, "regression_")
        grammars = []
        for place, fine in enumerate(arrays["fine"].tolist()):
            first, second = (
                StateGrammar.from_arrays(select_part(arrays, f"grammar{place}{half}_")) for half in range(2)
            )
            centres = arrays[f"centres{place}"].astype(np.float64)
            if first.states != second.states or len(centres) != first.states:
                raise ValueError("grammars and states do not fit")
            grammars.append(HalfGrammars((first, second), bool(fine), centres))
        return cls(
            settings,
            ReadClasses.from_arrays(select_part(arrays, "read_")),
            Seeds.from_arrays(select_part(arrays, "seeds_"), kind, METRIC),
            SpanRegression.from_arrays(regression) if regression else None,
            tuple(grammars),
        )

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> BestFirst[Sentence]:
        """The tree of the spans that gain most under the locks, then those of single stages, the last first, where they
        differ; the score is minus how many stand before it."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        stages = self._stages(sentence, constraints)
        found: BestFirst[Sentence] = BestFirst()
        seen: set[frozenset[Span]] = set()
        for gains in (stages.gains, *(share - 0.5 for share in reversed(stages.shares)))[: k if k < 2 else None]:
            spans = frozenset(_decoded(gains, stages.words))
            if spans not in seen and len(found) < k:
                seen.add(spans)
                found.append(Ranked(sentence.with_tree(stages.words.tree(sentence, spans)), -float(len(found))))
        return found

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> SpanMarginals:
        """How far the stages agree that each bracket is one, in the mean: no probability."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        stages = self._stages(sentence, constraints)
        mean = sum(stages.shares[1:], stages.shares[0]) / len(stages.shares)
        own = set(_decoded(stages.gains, stages.words))
        told = inner_spans(len(mean)) & (mean >= _TOLD)
        if not stages.words.free:
            told &= ~stages.words.crossing()
        spans = own | {(int(start), int(end)) for start, end in np.argwhere(told)}
        return stages.words.marginals({span: float(min(max(mean[span], _TOLD), 1.0)) for span in sorted(spans)})

    @property
    def state_parts(self) -> tuple[str, ...]:
        return (LABEL,) if self.grammars else ()

    def states(self, sentence: Sentence) -> list[NodeState]:
        """By the first grammar; of phrases that differ in punctuation alone the lowest has the state."""
        if not self.grammars or not sentence.forms:
            return []
        given = sentence if sentence.tree is not None else self.parse(sentence)[0].value
        assert given.tree is not None
        one = ReadSentence.of(given, self.read)
        places: dict[Span, tuple[int, int, str]] = {}
        for start, end, label in given.tree.spans():
            span = one.bare.word_from(start), one.bare.word_from(end)
            if span[1] - span[0] > 1:
                places[span] = start, end, category(label)  # of several the lowest
        if (0, one.size) not in places:
            return []
        shares = self.grammars[0].states_of(one, places)
        if shares is None:
            raise DataError("no tree of the induced grammar has these brackets")
        points = shares @ self.grammars[0].centres
        return [
            NodeState(label, (start, end), "", row, point)
            for (start, end, label), row, point in zip(places.values(), shares, points, strict=True)
        ]

    def _stages(self, sentence: Sentence, constraints: Constraints) -> SpanStages:
        one = ReadSentence.of(sentence, self.read)
        words = LockedWords.of(one.bare, sentence, constraints)
        (first,) = self.seeds.shares([one])
        if self.regression is None:
            return SpanStages(words, (first,), first - self.settings.agreement + _TIE)
        (odds,) = regression_odds(self.regression, [one])
        if not self.grammars:
            return SpanStages(words, (first, chances(odds)), odds - self.settings.threshold)
        crossing = needed = None
        if not words.free:
            crossing = words.crossing()
            needed = np.zeros_like(crossing)
            for _, (low, high) in words.inner:
                needed[low, high] = high - low > 1
        said = grammars_odds(self.grammars, one, odds, crossing, needed)
        gains = (said + odds) / 2 - self.settings.threshold
        return SpanStages(words, (first, chances(odds), chances(said)), gains)


def _decoded(gains: Floats, words: LockedWords) -> list[Span]:
    """The spans that gain most of those that locks leave."""
    free = np.where(inner_spans(len(gains)), gains, 0.0)
    return cky.best_bracketing(free if words.free else np.where(words.penalties() > 0.0, -1.0, free))
