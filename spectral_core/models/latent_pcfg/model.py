"""Grammars with hidden states: what a learnt one says of sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.data import FREE, Constraints, Ranked, Sentence, Tree
from spectral_core.data.structure import SpanMarginals, SpanPart
from spectral_core.inference import cky
from spectral_core.inference.cky.arrays import Floats, Places
from spectral_core.model import Arrays, Settings, part_in, prefixed
from spectral_core.models.latent_pcfg.counts import REASONS, TreeCounts, prepared
from spectral_core.models.latent_pcfg.fallback import Fallback
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.hidden import Hidden
from spectral_core.models.latent_pcfg.lexicon import LabelLexicon, SignatureLexicon, WordLabels
from spectral_core.models.latent_pcfg.parsing import Charted, charted, locked_spans
from spectral_core.models.latent_pcfg.potentials import SpanPotentials
from spectral_core.models.latent_pcfg.rich_lexicon import RichLexicon
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.latent_pcfg.trees import tree_score

_PRECISION = 0.1  # what a phrase must bring beyond its posterior: precision for recall
_MOST_POSTERIOR = 2.0  # of estimates that are no probabilities
_MOST = 1024  # derivations that are looked through for different trees


@dataclass(frozen=True, slots=True, eq=False)
class SpanAnswer:
    """What all trees of a sentence under its locks say of its labelled spans."""

    charts: Charted
    posteriors: Floats  # (items,)
    clipped: int  # sums over all trees without meaning, in whose place rules without hidden states answer


@dataclass(frozen=True, slots=True, eq=False)
class LatentPcfg:
    """A grammar over constituent trees."""

    settings: LatentPcfgSettings
    grammar: Grammar
    lexicon: LabelLexicon
    members: tuple[Hidden, ...]  # of which the mean is taken
    potentials: SpanPotentials | None  # None where spans speak by their rules alone
    counts: TreeCounts

    @property
    def method(self) -> str:
        return "latent-pcfg"

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return {reason: times for reason, times in zip(REASONS, self.counts.left_out.tolist(), strict=True) if times}

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> list[Ranked[Sentence]]:
        """Up to `k` different trees under the locks, exactly those with the largest sum of the posteriors of their
        labelled spans (Goodman 1996); the score is the log of the share of the spans of the binary tree that are
        expected to be right. One tree where the grammar has none that honours the locks."""
        if not sentence.forms:
            return [Ranked(sentence, 0.0)][:k]
        answer = self._answer(sentence, constraints)
        if not answer.charts.found:
            return [self._fallback(sentence, constraints)][:k]
        gains = self._gains(answer)
        wanted = k
        while True:
            ranked = cky.ranked_trees(answer.charts.chart, gains, wanted)
            trees: dict[Tree, float] = {}  # several binary trees are one after their parts are put together
            for score, items in ranked:
                trees.setdefault(self._tree(sentence, answer, items), score)
            if len(trees) >= k or len(ranked) < wanted or wanted >= _MOST:
                break
            wanted = min(4 * wanted, _MOST)
        nodes = 2 * len(sentence) - 1
        return [
            Ranked(sentence.with_tree(tree), math.log(max(score / nodes, 1e-12)))
            for tree, score in list(trees.items())[:k]
        ]

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> SpanMarginals:
        """The posterior of every labelled bracket that may be in the tree, from 0 to 1; where the grammar has no tree
        under the locks, 1 for the brackets of the one that is given."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        answer = self._answer(sentence, constraints)
        if not answer.charts.found:
            tree = self._fallback(sentence, constraints).value.tree
            spans = [] if tree is None else tree.spans()
            return SpanMarginals({SpanPart(*span): 1.0 for span in spans if span[2]}, len(sentence))
        numbers: dict[SpanPart, float] = {}
        items = answer.charts.items
        rows = zip(
            items.starts.tolist(), items.ends.tolist(), items.labels.tolist(), answer.posteriors.tolist(), strict=True
        )
        for start, end, label, number in rows:
            chains = self.grammar.over_words if end - start == 1 else self.grammar.phrases
            for name in dict.fromkeys(chains[label]):
                part = SpanPart(start, end, name)
                numbers[part] = numbers.get(part, 0.0) + number
        return SpanMarginals({part: min(max(number, 0.0), 1.0) for part, number in numbers.items()}, len(sentence))

    def tree_score(self, sentence: Sentence) -> tuple[float, int]:
        """The natural log of the absolute score of the sentence's tree by the first of the grammars, and its sign, but
        for what all trees of the sentence share; -inf and 0 where there is no such tree."""
        tree = None if sentence.tree is None else prepared(sentence.tree)
        if tree is None:
            return -math.inf, 0
        read = self._read(sentence, pruned=False)
        return tree_score(tree, self.settings, self.grammar, self.members[0], read)

    def rescored(self, ranked: Sequence[Ranked[Sentence]]) -> list[Ranked[Sentence]]:
        """The same trees by the log of their own scores, but for what all trees of the sentence share. Those whose
        score is not positive come last, in their old order."""
        scores = [(one, *self.tree_score(one.value)) for one in ranked]
        found = sorted((replace(one, score=log) for one, log, sign in scores if sign > 0), key=lambda one: -one.score)
        worst = found[-1].score if found else 0.0
        return [*found, *(replace(one, score=worst) for one, _, sign in scores if sign <= 0)]

    def _answer(self, sentence: Sentence, constraints: Constraints) -> SpanAnswer:
        spans = locked_spans(self.grammar, lambda pruned: self._read(sentence, pruned), sentence.forms, constraints)
        charts = charted(self.grammar, spans, self.potentials, self.lexicon.words)
        if not charts.found:
            return SpanAnswer(charts, charts.items.posteriors, 0)
        found = [member.sums(charts, place) for place, member in enumerate(self.members)]
        sound = [np.minimum(np.abs(one.items), _MOST_POSTERIOR) for one in found if one.signs[0]]
        posteriors = np.mean(sound, axis=0) if sound else charts.items.posteriors
        return SpanAnswer(charts, posteriors, len(found) - len(sound))

    def _read(self, sentence: Sentence, pruned: bool) -> WordLabels:
        """What the words of a sentence may be, under its tags where these are read."""
        found = self.lexicon.read([sentence.forms], pruned)
        if not self.settings.tags:
            return found
        pairs = zip(found.owners.tolist(), found.words.labels.tolist(), strict=True)
        return found.select(np.array([self.grammar.tag(label) == sentence.xpos[at] for at, label in pairs], dtype=bool))

    def _gains(self, answer: SpanAnswer) -> Floats:
        """What each item brings to a tree."""
        gains: Floats = answer.posteriors - _PRECISION * ~self.grammar.grows[answer.charts.items.labels]
        return gains

    def _tree(self, sentence: Sentence, answer: SpanAnswer, kept: Places) -> Tree:
        items, names = answer.charts.items, self.grammar.names
        spans = zip(items.starts[kept].tolist(), items.ends[kept].tolist(), items.labels[kept].tolist(), strict=True)
        return self.grammar.tree(sentence.forms, ((start, end, names[label]) for start, end, label in spans))

    def _fallback(self, sentence: Sentence, constraints: Constraints) -> Ranked[Sentence]:
        likely: dict[tuple[int, int], dict[int, float]] = {}
        answer = self._answer(sentence, FREE)
        if answer.charts.found:
            items, gains = answer.charts.items, self._gains(answer)
            rows = zip(items.starts.tolist(), items.ends.tolist(), items.labels.tolist(), gains.tolist(), strict=True)
            for start, end, label, gain in rows:
                likely.setdefault((start, end), {})[label] = gain
        best = self._read(sentence, True).likeliest(self.grammar.totals)
        tags = [self.grammar.tag(label) for label in best.tolist()]
        spans = Fallback(self.grammar, sentence.forms, constraints, likely, tags).spans()
        return Ranked(sentence.with_tree(self.grammar.tree(sentence.forms, spans)), math.log(1e-12))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All that it is, beside its settings."""
        hidden: dict[str, NDArray[np.generic]] = {}
        for place, member in enumerate(self.members):
            hidden |= prefixed(f"member{place}_", member.arrays(self.grammar.rules))
        return {
            **prefixed("counts_", self.counts.arrays()),
            **prefixed("lexicon_", self.lexicon.arrays()),
            **hidden,
            **({} if self.potentials is None else prefixed("potentials_", self.potentials.arrays())),
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that `arrays` were taken from; ValueError where they do not fit together."""
        if not isinstance(settings, LatentPcfgSettings):
            raise TypeError("these are not the settings of grammars with hidden states")
        counts = TreeCounts.from_arrays(part_in(arrays, "counts_"))
        forest = Forest.of(counts, settings)
        grammar = Grammar.of(forest, 2 * counts.outer > counts.trees)
        words, kept = SignatureLexicon.of(forest), part_in(arrays, "lexicon_")
        rich = settings.lexicon == "rich"
        lexicon: LabelLexicon = RichLexicon.from_arrays(forest, words, kept) if rich else words.with_arrays(kept)
        single = settings.single and settings.estimator != "pcfg"
        members = 1 if settings.estimator == "pcfg" else settings.members
        parts = [part_in(arrays, f"member{place}_") for place in range(members)]
        hidden = tuple(Hidden.from_arrays(part, grammar.rules, single) for part in parts)
        if {one.roots.shape[1] * members for one in hidden} != {lexicon.words.states.shape[1]}:
            raise ValueError("these are the states of words of another grammar")
        spans = part_in(arrays, "potentials_")
        return cls(settings, grammar, lexicon, hidden, SpanPotentials.from_arrays(spans) if spans else None, counts)
