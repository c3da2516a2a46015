"""Grammars with hidden states: what a learnt one says of sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.brief import brief
from spectral_core.data import FREE, Constraints, Ranked, Sentence, Tree
from spectral_core.data.structure import SpanMarginals, SpanPart
from spectral_core.data.trace import Trace
from spectral_core.data.tree import category
from spectral_core.errors import SettingsError
from spectral_core.inference import cky
from spectral_core.inference.cky.arrays import Floats, Places
from spectral_core.maths import calibrate
from spectral_core.maths.calibrate import Calibration
from spectral_core.model import Arrays, NodeState, Scored, Settings, algorithm_among, part_in, prefixed
from spectral_core.models.latent_pcfg.counts import REASONS, TreeCounts, prepared
from spectral_core.models.latent_pcfg.fallback import Fallback
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.functions import FunctionTagger, relabelled
from spectral_core.models.latent_pcfg.given import tree_scores
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.hidden import Hidden
from spectral_core.models.latent_pcfg.lexicon import LabelLexicon, SignatureLexicon, WordLabels
from spectral_core.models.latent_pcfg.parsing import Charted, charted, limits_said, locked_spans
from spectral_core.models.latent_pcfg.potentials import SpanPotentials
from spectral_core.models.latent_pcfg.rich_lexicon import RichLexicon
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.latent_pcfg.traces import EmptyElements
from spectral_core.models.latent_pcfg.trees import NumberedTree

Asked = tuple[tuple[str, ...], tuple[str, ...], Constraints]  # words, tags where they are read, locks

_PRECISION = 0.1  # what a phrase must bring beyond its posterior: precision for recall
_MOST_POSTERIOR = 2.0  # of estimates that are no probabilities
_LEAST_USE = 1e-12  # of rules: smaller ones, of either sign, are rounding
_RESCORED = 50  # trees that are put in order by their own scores
_MOST = 1024  # derivations that are looked through for different trees


@dataclass(frozen=True, slots=True, eq=False)
class SpanAnswer:
    """What all trees of a sentence under its locks say of its labelled spans."""

    charts: Charted
    posteriors: Floats  # (items,)
    clipped: int  # sums over all trees without meaning, in whose place rules without hidden states answer
    ways: Floats | None = None  # (events apart,) logs of what the trees say of rules, where these decide


@dataclass(frozen=True, slots=True, eq=False)
class LatentPcfg:
    """A grammar over constituent trees."""

    settings: LatentPcfgSettings
    grammar: Grammar
    lexicon: LabelLexicon
    members: tuple[Hidden, ...]  # of which the mean is taken
    potentials: SpanPotentials | None  # None where spans speak by their rules alone
    counts: TreeCounts
    calibration: Calibration | None = None  # makes what is said of spans probabilities
    functions: FunctionTagger | None = None  # None where the treebank has none
    traces: EmptyElements | None = None  # None where the treebank has none, or nobody asked for them
    recent: dict[Asked, SpanAnswer] = field(default_factory=dict)  # the last: trees and marginals are asked for in turn
    __repr__ = brief

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
        expected to be right. Decoding rule takes the largest product of the posteriors of rules (Petrov and Klein
        2007), and its log; decoding tree puts the first by their own scores. One tree where the grammar has none that
        honours the locks."""
        if not sentence.forms:
            return [Ranked(sentence, 0.0)][:k]
        plain = self._plain(constraints)
        answer = self._answer(sentence, plain)
        if not answer.charts.found:
            ranked = [self._fallback(sentence, plain)][:k]
        elif self.settings.decoding == "tree":
            ranked = self.rescored(self._ranked(sentence, answer, max(k, _RESCORED)))[:k]
        else:
            ranked = self._ranked(sentence, answer, k)
        return [replace(one, value=self._dressed(one.value, constraints)) for one in ranked]

    def limits_met(self, sentence: Sentence, k: int = 1, constraints: Constraints = FREE) -> str:
        """A sentence on what the trees of `parse` lack for want of time, room or rules; "" where they lack nothing."""
        if not sentence.forms:
            return ""
        answer = self._answer(sentence, self._plain(constraints))
        wanted = max(k, _RESCORED) if self.settings.decoding == "tree" else k
        return limits_said(answer.charts, answer.clipped == len(self.members), wanted)

    def _plain(self, constraints: Constraints) -> Constraints:
        """The locks as far as they are about what the grammar knows: its labels have no functions. A phrase forbidden
        under one function may stand under another."""
        known = {label for chain in self.grammar.phrases for label in chain}

        def without(label: str) -> str:
            return category(label) if label not in known and category(label) in known else label

        required = frozenset((start, end, without(label)) for start, end, label in constraints.required_spans)
        forbidden = frozenset(span for span in constraints.forbidden_spans if without(span[2]) == span[2])
        return replace(constraints, required_spans=required, forbidden_spans=forbidden)

    def _dressed(self, sentence: Sentence, constraints: Constraints) -> Sentence:
        """The sentence with the functions of its phrases, those that are locked among them, and empty elements."""
        tree = sentence.tree
        if tree is None:
            return sentence
        made = tree if self.functions is None else self.functions.tagged(tree)
        made = relabelled(made, constraints)
        if self.traces is not None:
            made = self.traces.restored(made, {span[:2] for span in constraints.required_spans})
        return sentence.with_tree(made)

    def _ranked(self, sentence: Sentence, answer: SpanAnswer, k: int) -> list[Ranked[Sentence]]:
        """The `k` best different trees by what is said of their spans, or of their rules."""
        by_rule = answer.ways is not None
        chart = cky.apart(answer.charts.chart) if by_rule else answer.charts.chart
        gains = self._gains(answer)
        wanted = k
        while True:
            ranked = cky.ranked_trees(chart, gains, wanted, answer.ways)
            trees: dict[Tree, float] = {}  # several binary trees are one after their parts are put together
            for score, items in ranked:
                trees.setdefault(self._tree(sentence, answer, items), score)
            if len(trees) >= k or len(ranked) < wanted or wanted >= _MOST:
                break
            wanted = min(4 * wanted, _MOST)
        nodes = 2 * len(sentence) - 1
        return [
            Ranked(sentence.with_tree(tree), score if by_rule else math.log(max(score / nodes, 1e-12)))
            for tree, score in list(trees.items())[:k]
        ]

    def marginals(self, sentence: Sentence, constraints: Constraints = FREE) -> SpanMarginals:
        """The posterior of every labelled bracket that may be in the tree, from 0 to 1, as a probability where it was
        calibrated; where the grammar has no tree under the locks, the least there is for the brackets of the one that
        is given. What is required has 1."""
        constraints = self._plain(constraints)
        numbers, clipped = self.span_posteriors(sentence, constraints)
        if self.calibration is not None and numbers:
            chances = self.calibration.apply(np.array(list(numbers.values())))
            numbers = dict(zip(numbers, chances.tolist(), strict=True))
        numbers.update((SpanPart(*span), 1.0) for span in constraints.required_spans if SpanPart(*span) in numbers)
        return SpanMarginals(numbers, len(sentence), self.calibration is not None, clipped)

    def span_posteriors(self, sentence: Sentence, constraints: Constraints = FREE) -> tuple[dict[SpanPart, float], int]:
        """The posterior of every labelled bracket, as it is before it is calibrated, and how many sums had no meaning;
        0 for the brackets of a tree that the grammar does not have."""
        numbers: dict[SpanPart, float] = {}
        if not sentence.forms:
            return numbers, 0
        answer = self._answer(sentence, constraints)
        if not answer.charts.found:
            tree = self._fallback(sentence, constraints).value.tree
            return {SpanPart(*span): 0.0 for span in ([] if tree is None else tree.spans()) if span[2]}, 1
        items = answer.charts.items
        rows = zip(
            items.starts.tolist(), items.ends.tolist(), items.labels.tolist(), answer.posteriors.tolist(), strict=True
        )
        for start, end, label, number in rows:
            chains = self.grammar.over_words if end - start == 1 else self.grammar.phrases
            for name in dict.fromkeys(chains[label]):
                part = SpanPart(start, end, name)
                numbers[part] = numbers.get(part, 0.0) + number
        return {part: min(max(number, 0.0), 1.0) for part, number in numbers.items()}, answer.clipped

    def tree_score(self, sentence: Sentence) -> tuple[float, int]:
        """The natural log of the absolute score of the sentence's tree by the first of the grammars, and its sign, but
        for what all trees of the sentence share; -inf and 0 where there is no such tree."""
        numbered = self._numbered(sentence, self._read(sentence, pruned=False))
        return (-math.inf, 0) if numbered is None else numbered.score()

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        """The natural log of the absolute score of each sentence with the tree that it has, the mean over the grammars,
        but for what all its trees share, with a floor in place of each rule and word that they do not have. DataError
        for one without a tree."""
        return tree_scores(self, sentences)

    @property
    def state_parts(self) -> tuple[str, ...]:
        """The labels with several states, the most frequent first."""
        totals, ranks, grows = self.grammar.totals, self.members[0].ranks, self.grammar.grows
        order = np.argsort(-totals, kind="stable")
        return tuple(self.grammar.parts[label] for label in order.tolist() if ranks[label] > 1 and not grows[label])

    def states(self, sentence: Sentence) -> list[NodeState]:
        """The states of all nodes whose label has several, by the first of the grammars. A chain of single phrases is
        one node. States of closed forms are those of their pivots (Cohen and Collins 2014, section 5)."""
        if not sentence.forms:
            return []
        given = sentence if sentence.tree is not None else self.parse(sentence)[0].value
        numbered = self._numbered(given, self._read(given, pruned=False))
        return [] if numbered is None else numbered.states()

    @property
    def parts(self) -> tuple[str, ...]:
        """What `spectrum` can be asked for: the labels that were decomposed, the most frequent first."""
        order = np.argsort(-self.grammar.totals, kind="stable").tolist()
        return tuple(self.grammar.parts[label] for label in order if len(self.members[0].spectra[label]))

    def spectrum(self, part: str = "") -> Floats:
        """The singular values of a label, or of the most frequent; none where nothing was decomposed."""
        chosen = part or next(iter(self.parts), "")
        spectra = dict(zip(self.grammar.parts, self.members[0].spectra, strict=True))
        return spectra.get(chosen, np.zeros(0))

    @property
    def most_states(self) -> int:
        """How many hidden states `truncated` can keep; 0 where they are no closed form."""
        return int(self.members[0].ranks.max()) if self.settings.estimator == "spectral" else 0

    def truncated(self, states: int) -> Self:
        """The grammar with its first hidden states alone; nothing that it then says is calibrated."""
        if not 1 <= states <= self.most_states:
            raise SettingsError(
                f"this grammar can be cut to between 1 and {self.most_states} hidden states, not to {states}"
                if self.most_states
                else "only grammars of estimator spectral can be cut to fewer hidden states"
            )
        width = self.members[0].roots.shape[1]
        columns = np.add.outer(np.arange(len(self.members)) * width, np.arange(states)).ravel()
        members = tuple(member.truncated(states) for member in self.members)
        lexicon, chosen = self.lexicon.with_columns(columns), replace(self.settings, states=states)
        return replace(self, settings=chosen, lexicon=lexicon, members=members, calibration=None, recent={})

    def _numbered(self, sentence: Sentence, read: WordLabels) -> NumberedTree | None:
        """The tree of a sentence by the first of the grammars; None where it has none with words."""
        tree = None if sentence.tree is None else prepared(sentence.tree)
        if tree is None:
            return None
        means = self.lexicon.words.means
        return NumberedTree.of(tree, self.settings, self.grammar, self.members[0], read, means)

    def rescored(self, ranked: Sequence[Ranked[Sentence]]) -> list[Ranked[Sentence]]:
        """The same trees by the log of their own scores, but for what all trees of the sentence share. Those whose
        score is not positive come last, in their old order."""
        if not ranked:
            return []
        read = self._read(ranked[0].value, pruned=False)
        numbered = [self._numbered(one.value, read) for one in ranked]
        scores = [
            (one, *((-math.inf, 0) if tree is None else tree.score()))
            for one, tree in zip(ranked, numbered, strict=True)
        ]
        found = sorted((replace(one, score=log) for one, log, sign in scores if sign > 0), key=lambda one: -one.score)
        worst = found[-1].score if found else 0.0
        return [*found, *(replace(one, score=worst) for one, _, sign in scores if sign <= 0)]

    def step_through(
        self,
        sentence: Sentence,
        algorithm: str = "",
        among: Sequence[Sentence] = (),  # noqa: ARG002
    ) -> Trace:
        """The filling of the chart, the posteriors and the tree that follows from them."""
        from spectral_core.models.latent_pcfg.steps import CHART, chart_steps

        algorithm_among(algorithm, [CHART])
        if self.settings.decoding == "tree":
            raise SettingsError("trees are put in order as wholes here; learn latent-pcfg with decoding=recall")
        answer = self._answer(sentence, FREE)
        chart = cky.apart(answer.charts.chart) if answer.ways is not None else answer.charts.chart
        ranked = cky.ranked_trees(chart, self._gains(answer), 1, answer.ways) if answer.charts.found else []
        kept = ranked[0][1] if ranked else np.zeros(0, dtype=np.int32)
        return replace(chart_steps(self, sentence.forms, answer, kept), others=(CHART,))

    def _answer(self, sentence: Sentence, constraints: Constraints) -> SpanAnswer:
        asked = sentence.forms, sentence.xpos if self.settings.tags else (), constraints
        if asked not in self.recent:
            answer = self._sums(sentence, constraints)
            self.recent.clear()
            self.recent[asked] = answer
        return self.recent[asked]

    def _sums(self, sentence: Sentence, constraints: Constraints) -> SpanAnswer:
        spans = locked_spans(self.grammar, lambda pruned: self._read(sentence, pruned), sentence.forms, constraints)
        charts = charted(self.grammar, spans, self.potentials, self.lexicon.words)
        if not charts.found:
            return SpanAnswer(charts, charts.items.posteriors, 0)
        ways = cky.apart(charts.chart) if self.settings.decoding == "rule" else None
        every = [member.sums(charts, place, ways) for place, member in enumerate(self.members)]
        sound = [one for one in every if one.signs[0]]
        clipped = len(every) - len(sound)
        if not sound:
            return SpanAnswer(charts, charts.items.posteriors, clipped)
        posteriors = np.mean([np.minimum(np.abs(one.items), _MOST_POSTERIOR) for one in sound], axis=0)
        if ways is None:
            return SpanAnswer(charts, posteriors, clipped)
        uses = np.mean([np.minimum(np.abs(one.ways), _MOST_POSTERIOR) for one in sound], axis=0)
        return SpanAnswer(charts, posteriors, clipped, np.log(np.maximum(uses, _LEAST_USE)))

    def _read(self, sentence: Sentence, pruned: bool) -> WordLabels:
        """What the words of a sentence may be, under its tags where these are read."""
        found = self.lexicon.read([sentence.forms], pruned)
        if not self.settings.tags:
            return found
        pairs = zip(found.owners.tolist(), found.words.labels.tolist(), strict=True)
        return found.select(np.array([self.grammar.tag(label) == sentence.xpos[at] for at, label in pairs], dtype=bool))

    def _gains(self, answer: SpanAnswer) -> Floats:
        """What each item brings to a tree; where rules decide, words alone bring something by themselves."""
        if answer.ways is not None:
            single = answer.charts.items.ends - answer.charts.items.starts == 1
            return np.where(single, np.log(np.maximum(answer.posteriors, _LEAST_USE)), 0.0)
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
            items, gains = answer.charts.items, self._gains(replace(answer, ways=None))
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
        calibration = {} if self.calibration is None else prefixed("calibration_", self.calibration.arrays())
        return {
            **prefixed("counts_", self.counts.arrays()),
            **prefixed("lexicon_", self.lexicon.arrays()),
            **hidden,
            **calibration,
            **({} if self.functions is None else prefixed("functions_", self.functions.arrays())),
            **({} if self.traces is None else prefixed("traces_", self.traces.arrays())),
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
        rich = settings.lexicon == "rich"
        words, kept = SignatureLexicon.of(forest, fine=rich), part_in(arrays, "lexicon_")
        lexicon: LabelLexicon = RichLexicon.from_arrays(forest, words, kept) if rich else words.with_arrays(kept)
        single = settings.single and settings.estimator != "pcfg"
        members = 1 if settings.estimator == "pcfg" else settings.members
        parts = [part_in(arrays, f"member{place}_") for place in range(members)]
        hidden = tuple(Hidden.from_arrays(part, grammar.rules, single) for part in parts)
        if {one.roots.shape[1] * members for one in hidden} != {lexicon.words.states.shape[1]}:
            raise ValueError("these are the states of words of another grammar")
        spans, points = part_in(arrays, "potentials_"), part_in(arrays, "calibration_")
        potentials = SpanPotentials.from_arrays(spans) if spans else None
        calibration = calibrate.from_arrays(points) if points else None
        phrases, patterns = part_in(arrays, "functions_"), part_in(arrays, "traces_")
        functions = FunctionTagger.from_arrays(phrases) if phrases else None
        traces = EmptyElements.from_arrays(patterns) if patterns else None
        return cls(settings, grammar, lexicon, hidden, potentials, counts, calibration, functions, traces)
