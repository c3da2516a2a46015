"""Trained latent-variable PCFGs: parsing under locks, span posteriors, tree scores, and hidden states of tree nodes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Indexes, Integers
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, Constraints, Ranked, Sentence, Tree
from spectral_core.data.structure import SpanMarginals, SpanPart
from spectral_core.data.trace import Trace
from spectral_core.data.tree import strip_function_tags
from spectral_core.deprecated import old_keywords, old_members
from spectral_core.errors import DataError, SettingsError
from spectral_core.maths import isotonic_regression
from spectral_core.maths.isotonic_regression import Calibration
from spectral_core.model import Arrays, LogScore, NodeState, Settings, add_prefix, choose_algorithm, select_part
from spectral_core.models.latent_pcfg.charts import (
    FallbackParser,
    SentenceCharts,
    SpanPotentials,
    build_charts,
    describe_limits,
    find_likely_spans_under_locks,
)
from spectral_core.models.latent_pcfg.grammar import SKIP_REASONS, BinarisedTreebank, Grammar, TreeCounts, simplify_tree
from spectral_core.models.latent_pcfg.inside_outside import InsideTree, RuleTensors
from spectral_core.models.latent_pcfg.lexicon import ContextLexicon, LabelLexicon, SignatureLexicon, WordLabels
from spectral_core.models.latent_pcfg.scoring import score_trees
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.latent_pcfg.tree_restoration import EmptyElementPatterns, FunctionTagger, apply_label_locks
from spectral_core.structured import cky

CacheKey = tuple[tuple[str, ...], tuple[str, ...], Constraints]  # words, tags if the model reads them, locks

_PHRASE_COST = 0.1  # cost of a phrase: raises precision at the cost of recall
_MAX_POSTERIOR = 2.0  # upper bound of posteriors from signed estimates
_MIN_RULE_POSTERIOR = 1e-12  # smaller rule posteriors, of either sign, are rounding errors
_RERANKED_TREES = 50  # trees reranked by their own scores
_MAX_DERIVATIONS = 1024  # derivations searched for distinct trees


@dataclass(frozen=True, slots=True, eq=False)
class SpanPosteriors:
    """Posteriors of the labelled spans of a sentence under its locks."""

    charts: SentenceCharts
    posteriors: Floats  # (items,)
    clipped: int  # number of grammars with invalid sums; if all, `posteriors` are those without hidden states
    log_rule_posteriors: Floats | None = None  # (rule applications,) for decoding `rule`


def _make_no_counts() -> Integers:
    """Return a count of 0 sentences for each reason to leave one out."""
    return np.zeros(len(SKIP_REASONS), dtype=np.int64)


@old_members(
    limits_met="describe_limits",
    most_states="max_states",
    truncated="truncate",
    step_through="trace_algorithm",
    parts="spectrum_parts",
)
@dataclass(frozen=True, slots=True, eq=False)
class LatentPcfg:
    """Latent-variable PCFG, possibly an average of several."""

    method: ClassVar[str] = "latent-pcfg"
    settings: LatentPcfgSettings
    grammar: Grammar
    lexicon: LabelLexicon
    members: tuple[RuleTensors, ...]  # averaged
    potentials: SpanPotentials | None  # None if spans are scored by rules alone
    counts: TreeCounts | None  # the training trees; None in a model that was stored without them
    calibration: Calibration | None = None  # maps span posteriors to probabilities
    functions: FunctionTagger | None = None  # None if the treebank has no function tags
    traces: EmptyElementPatterns | None = None  # None if the treebank has no traces, or they were not requested
    left_out: Integers = field(default_factory=_make_no_counts)  # (REASONS,) sentences left out of training
    cache: dict[CacheKey, SpanPosteriors] = field(default_factory=dict)  # for the last sentence
    __repr__ = brief_repr

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return {reason: times for reason, times in zip(SKIP_REASONS, self.left_out.tolist(), strict=True) if times}

    @property
    def has_text(self) -> bool:
        """Whether the training trees are there."""
        return self.counts is not None

    def without_text(self) -> Self:
        """Return the same model without its training trees."""
        return replace(self, counts=None)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> list[Ranked[Sentence]]:
        """Return up to `k` different trees under the locks. By default the search is exact for the largest sum of
        labelled span posteriors (Goodman 1996), and the score is the log of the expected share of correct spans of the
        binary tree. Decoding `rule` maximises the product of rule posteriors (Petrov and Klein 2007), with its log as
        score; decoding `tree` reranks the first trees by their own scores. A single fallback tree if the grammar has no
        parse under the locks."""
        if not sentence.forms:
            return [Ranked(sentence, 0.0)][:k]
        known_locks = self._strip_functions_from_locks(constraints)
        posteriors = self._get_posteriors(sentence, known_locks)
        if not posteriors.charts.has_trees:
            ranked = [self._parse_with_fallback(sentence, known_locks)][:k]
        elif self.settings.decoding == "tree":
            ranked = self.rerank_by_tree_score(self._rank_trees(sentence, posteriors, max(k, _RERANKED_TREES)))[:k]
        else:
            ranked = self._rank_trees(sentence, posteriors, k)
        return [
            replace(candidate, value=self._add_functions_and_traces(candidate.value, constraints))
            for candidate in ranked
        ]

    def describe_limits(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> str:
        """Describe in a sentence which limits of time, memory or rules affected the trees of `parse`; "" if none
        did."""
        if not sentence.forms:
            return ""
        posteriors = self._get_posteriors(sentence, self._strip_functions_from_locks(constraints))
        requested = max(k, _RERANKED_TREES) if self.settings.decoding == "tree" else k
        return describe_limits(posteriors.charts, posteriors.clipped == len(self.members), requested)

    def _strip_functions_from_locks(self, constraints: Constraints) -> Constraints:
        """Return the locks in terms of the grammar's labels, which have no functions. A phrase forbidden with one
        function remains allowed with another."""
        grammar_labels = {label for chain in self.grammar.phrases for label in chain}

        def strip_function(label: str) -> str:
            return (
                strip_function_tags(label)
                if label not in grammar_labels and strip_function_tags(label) in grammar_labels
                else label
            )

        required = frozenset((start, end, strip_function(label)) for start, end, label in constraints.required_spans)
        forbidden = frozenset(span for span in constraints.forbidden_spans if strip_function(span[2]) == span[2])
        return replace(constraints, required_spans=required, forbidden_spans=forbidden)

    def _add_functions_and_traces(self, sentence: Sentence, constraints: Constraints) -> Sentence:
        """Return the sentence with function tags, including locked ones, and with empty elements."""
        tree = sentence.tree
        if tree is None:
            return sentence
        full_tree = tree if self.functions is None else self.functions.add_functions(tree)
        full_tree = apply_label_locks(full_tree, constraints)
        if self.traces is not None:
            full_tree = self.traces.insert_empty_elements(full_tree, {span[:2] for span in constraints.required_spans})
        return sentence.with_tree(full_tree)

    def _rank_trees(self, sentence: Sentence, posteriors: SpanPosteriors, k: int) -> list[Ranked[Sentence]]:
        """Return the `k` best different trees by span posteriors, or by rule posteriors."""
        by_rule = posteriors.log_rule_posteriors is not None
        chart = cky.split_events_by_rule(posteriors.charts.chart) if by_rule else posteriors.charts.chart
        item_scores = self._score_items(posteriors)
        derivations = k
        while True:
            ranked = cky.k_best_trees(chart, item_scores, derivations, posteriors.log_rule_posteriors)
            trees: dict[Tree, float] = {}  # several binary trees may debinarise to the same tree
            for score, items in ranked:
                trees.setdefault(self._build_tree(sentence, posteriors, items), score)
            if len(trees) >= k or len(ranked) < derivations or derivations >= _MAX_DERIVATIONS:
                break
            derivations = min(4 * derivations, _MAX_DERIVATIONS)
        nodes = 2 * len(sentence) - 1
        return [
            Ranked(sentence.with_tree(tree), score if by_rule else math.log(max(score / nodes, 1e-12)))
            for tree, score in list(trees.items())[:k]
        ]

    def marginals(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> SpanMarginals:
        """Return the posterior of every labelled bracket that may be in the tree, from 0 to 1, as a probability where
        it was calibrated; where the grammar has no tree under the locks, the minimum for the brackets of the fallback
        tree. Required brackets have 1."""
        constraints = self._strip_functions_from_locks(constraints)
        posteriors, clipped = self.span_posteriors(sentence, constraints)
        if self.calibration is not None and posteriors:
            probabilities = self.calibration.apply(np.array(list(posteriors.values())))
            posteriors = dict(zip(posteriors, probabilities.tolist(), strict=True))
        posteriors.update(
            (SpanPart(*span), 1.0) for span in constraints.required_spans if SpanPart(*span) in posteriors
        )
        return SpanMarginals(posteriors, len(sentence), self.calibration is not None, clipped)

    def span_posteriors(
        self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED
    ) -> tuple[dict[SpanPart, float], int]:
        """Return the uncalibrated posterior of every labelled bracket, and the number of invalid sums; 0 for the
        brackets of a fallback tree."""
        posteriors: dict[SpanPart, float] = {}
        if not sentence.forms:
            return posteriors, 0
        answer = self._get_posteriors(sentence, constraints)
        if not answer.charts.has_trees:
            tree = self._parse_with_fallback(sentence, constraints).value.tree
            return {SpanPart(*span): 0.0 for span in ([] if tree is None else tree.spans()) if span[2]}, 1
        items = answer.charts.items
        rows = zip(
            items.starts.tolist(), items.ends.tolist(), items.labels.tolist(), answer.posteriors.tolist(), strict=True
        )
        for start, end, label, posterior in rows:
            chains = self.grammar.word_phrases if end - start == 1 else self.grammar.phrases
            for name in dict.fromkeys(chains[label]):
                part = SpanPart(start, end, name)
                posteriors[part] = posteriors.get(part, 0.0) + posterior
        return {part: min(max(posterior, 0.0), 1.0) for part, posterior in posteriors.items()}, answer.clipped

    def tree_score(self, sentence: Sentence) -> tuple[float, int]:
        """Return the natural log of the absolute score of the sentence's tree by the first of the grammars, and its
        sign, up to a constant of the sentence; -inf and 0 where the grammar cannot derive it."""
        if not sentence.forms:
            return -math.inf, 0
        inside_tree = self._make_inside_tree(sentence, self._label_words(sentence, pruned=False))
        return (-math.inf, 0) if inside_tree is None else inside_tree.score()

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[LogScore]:
        """Return the natural log of the absolute score of each sentence with its own tree, averaged over the grammars,
        up to a constant of the sentence, with a floor in place of each unknown rule and word. DataError for a sentence
        without a tree."""
        return score_trees(self, sentences)

    @property
    def state_parts(self) -> tuple[str, ...]:
        """Labels with several states, the most frequent first."""
        totals, ranks, intermediate = self.grammar.label_counts, self.members[0].ranks, self.grammar.is_intermediate
        order = np.argsort(-totals, kind="stable")
        return tuple(
            self.grammar.display_names[label]
            for label in order.tolist()
            if ranks[label] > 1 and not intermediate[label]
        )

    def states(self, sentence: Sentence) -> list[NodeState]:
        """Return the states of all nodes whose label has several, by the first grammar. A unary chain is one node.
        States of closed-form estimates are those of their pivots (Cohen and Collins 2014, section 5)."""
        if not sentence.forms:
            return []
        parsed = sentence if sentence.tree is not None else self.parse(sentence)[0].value
        inside_tree = self._make_inside_tree(parsed, self._label_words(parsed, pruned=False))
        return [] if inside_tree is None else inside_tree.states()

    @property
    def spectrum_parts(self) -> tuple[str, ...]:
        """Labels that have a `spectrum`, the most frequent first."""
        order = np.argsort(-self.grammar.label_counts, kind="stable").tolist()
        return tuple(self.grammar.display_names[label] for label in order if len(self.members[0].spectra[label]))

    def spectrum(self, part: str = "") -> Floats:
        """Return the singular values of a label, by default the most frequent; empty without a decomposition."""
        label = part or next(iter(self.spectrum_parts), "")
        spectra = dict(zip(self.grammar.display_names, self.members[0].spectra, strict=True))
        return spectra.get(label, np.zeros(0))

    @property
    def max_states(self) -> int:
        """Maximal number of hidden states for `truncate`; 0 for estimates that are not closed-form."""
        return int(self.members[0].ranks.max()) if self.settings.estimator == "spectral" else 0

    def truncate(self, states: int) -> Self:
        """Return the grammar restricted to its leading hidden states, uncalibrated."""
        if not 1 <= states <= self.max_states:
            raise SettingsError(
                f"this grammar can be cut to between 1 and {self.max_states} hidden states, not to {states}"
                if self.max_states
                else "only grammars of estimator spectral can be cut to fewer hidden states"
            )
        width = self.members[0].roots.shape[1]
        columns = np.add.outer(np.arange(len(self.members)) * width, np.arange(states)).ravel()
        members = tuple(member.truncate(states) for member in self.members)
        lexicon, settings = self.lexicon.select_state_columns(columns), replace(self.settings, states=states)
        return replace(self, settings=settings, lexicon=lexicon, members=members, calibration=None, cache={})

    def _make_inside_tree(self, sentence: Sentence, word_labels: WordLabels) -> InsideTree | None:
        """Compute the inside vectors of the sentence's tree under the first grammar; None for a tree without words."""
        tree = None if sentence.tree is None else simplify_tree(sentence.tree)
        if tree is None:
            return None
        means = self.lexicon.word_lexicon.means
        return InsideTree.from_tree(tree, self.settings, self.grammar, self.members[0], word_labels, means)

    def rerank_by_tree_score(self, ranked: Sequence[Ranked[Sentence]]) -> list[Ranked[Sentence]]:
        """Rerank the trees by the log of their scores under the grammar, up to a constant of the sentence. Trees with a
        nonpositive score come last, in their old order."""
        if not ranked:
            return []
        word_labels = self._label_words(ranked[0].value, pruned=False)
        inside_trees = [self._make_inside_tree(candidate.value, word_labels) for candidate in ranked]
        scores = [
            (candidate, *((-math.inf, 0) if tree is None else tree.score()))
            for candidate, tree in zip(ranked, inside_trees, strict=True)
        ]
        positive = sorted(
            (replace(candidate, score=log) for candidate, log, sign in scores if sign > 0),
            key=lambda candidate: -candidate.score,
        )
        worst = positive[-1].score if positive else 0.0
        return [*positive, *(replace(candidate, score=worst) for candidate, _, sign in scores if sign <= 0)]

    @old_keywords(among="document")
    def trace_algorithm(
        self,
        sentence: Sentence,
        algorithm: str = "",
        document: Sequence[Sentence] = (),  # noqa: ARG002
    ) -> Trace:
        """Trace the filling of the chart, the posteriors and the best tree."""
        from spectral_core.models.latent_pcfg.charts import CHART, trace_chart

        choose_algorithm(algorithm, [CHART])
        if self.settings.decoding == "tree":
            raise SettingsError("this model reranks whole trees; learn latent-pcfg with decoding=recall")
        if not sentence.forms:
            raise DataError("there is nothing to step through: the sentence has no words")
        posteriors = self._get_posteriors(sentence, UNCONSTRAINED)
        chart = (
            cky.split_events_by_rule(posteriors.charts.chart)
            if posteriors.log_rule_posteriors is not None
            else posteriors.charts.chart
        )
        ranked = (
            cky.k_best_trees(chart, self._score_items(posteriors), 1, posteriors.log_rule_posteriors)
            if posteriors.charts.has_trees
            else []
        )
        best_items = ranked[0][1] if ranked else np.zeros(0, dtype=np.int32)
        return replace(trace_chart(self, sentence.forms, posteriors, best_items), algorithms=(CHART,))

    def _get_posteriors(self, sentence: Sentence, constraints: Constraints) -> SpanPosteriors:
        """Return the span posteriors of a sentence, cached for the last one."""
        key = sentence.forms, sentence.xpos if self.settings.tags else (), constraints
        posteriors = self.cache.get(key)  # another thread may clear the cache at any time
        if posteriors is None:
            posteriors = self._compute_posteriors(sentence, constraints)
            self.cache.clear()
            self.cache[key] = posteriors
        return posteriors

    def _compute_posteriors(self, sentence: Sentence, constraints: Constraints) -> SpanPosteriors:
        """Compute the span posteriors of a sentence, averaged over the grammars with valid sums."""
        spans = find_likely_spans_under_locks(
            self.grammar, lambda pruned: self._label_words(sentence, pruned), sentence.forms, constraints
        )
        charts = build_charts(self.grammar, spans, self.potentials, self.lexicon.word_lexicon)
        if not charts.has_trees:
            return SpanPosteriors(charts, charts.items.posteriors, 0)
        rule_chart = cky.split_events_by_rule(charts.chart) if self.settings.decoding == "rule" else None
        member_sums = [
            member.run_inside_outside(charts, number, rule_chart) for number, member in enumerate(self.members)
        ]
        signed = [sums for sums in member_sums if sums.signs[0]]
        clipped = len(member_sums) - len(signed)
        if not signed:
            return SpanPosteriors(charts, charts.items.posteriors, clipped)
        posteriors = np.mean([np.minimum(np.abs(sums.items), _MAX_POSTERIOR) for sums in signed], axis=0)
        if rule_chart is None:
            return SpanPosteriors(charts, posteriors, clipped)
        rule_posteriors = np.mean([np.minimum(np.abs(sums.events), _MAX_POSTERIOR) for sums in signed], axis=0)
        return SpanPosteriors(charts, posteriors, clipped, np.log(np.maximum(rule_posteriors, _MIN_RULE_POSTERIOR)))

    def _label_words(self, sentence: Sentence, pruned: bool) -> WordLabels:
        """Return the possible labels of a sentence's words, restricted to its tags if the model reads them."""
        word_labels = self.lexicon.label_words([sentence.forms], pruned)
        if not self.settings.tags:
            return word_labels
        pairs = zip(word_labels.words_of_entries.tolist(), word_labels.words.labels.tolist(), strict=True)
        return word_labels.select_entries(
            np.array([self.grammar.get_tag(label) == sentence.xpos[word] for word, label in pairs], dtype=bool)
        )

    def _score_items(self, posteriors: SpanPosteriors) -> Floats:
        """Return the contribution of each item to a tree's score; when decoding by rules, only word items
        contribute."""
        if posteriors.log_rule_posteriors is not None:
            single = posteriors.charts.items.ends - posteriors.charts.items.starts == 1
            return np.where(single, np.log(np.maximum(posteriors.posteriors, _MIN_RULE_POSTERIOR)), 0.0)
        return posteriors.posteriors - _PHRASE_COST * ~self.grammar.is_intermediate[posteriors.charts.items.labels]

    def _build_tree(self, sentence: Sentence, posteriors: SpanPosteriors, selected: Indexes) -> Tree:
        """Build the tree of the selected chart items."""
        items, names = posteriors.charts.items, self.grammar.names
        spans = zip(
            items.starts[selected].tolist(), items.ends[selected].tolist(), items.labels[selected].tolist(), strict=True
        )
        return self.grammar.build_tree(sentence.forms, ((start, end, names[label]) for start, end, label in spans))

    def _parse_with_fallback(self, sentence: Sentence, constraints: Constraints) -> Ranked[Sentence]:
        """Return a tree that honours the locks where the grammar has none."""
        span_scores: dict[tuple[int, int], dict[int, float]] = {}
        posteriors = self._get_posteriors(sentence, UNCONSTRAINED)
        if posteriors.charts.has_trees:
            items, item_scores = (
                posteriors.charts.items,
                self._score_items(replace(posteriors, log_rule_posteriors=None)),
            )
            rows = zip(
                items.starts.tolist(), items.ends.tolist(), items.labels.tolist(), item_scores.tolist(), strict=True
            )
            for start, end, label, score in rows:
                span_scores.setdefault((start, end), {})[label] = score
        best = self._label_words(sentence, True).find_best_labels(self.grammar.label_counts)
        tags = [self.grammar.get_tag(label) for label in best.tolist()]
        spans = FallbackParser(self.grammar, sentence.forms, constraints, span_scores, tags).find_spans()
        return Ranked(sentence.with_tree(self.grammar.build_tree(sentence.forms, spans)), math.log(1e-12))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return all parameters except the settings, by name."""
        hidden: dict[str, NDArray[np.generic]] = {}
        for number, member in enumerate(self.members):
            hidden |= add_prefix(f"member{number}_", member.arrays(self.grammar.rules))
        calibration = {} if self.calibration is None else add_prefix("calibration_", self.calibration.arrays())
        return {
            **({} if self.counts is None else add_prefix("counts_", self.counts.arrays())),
            **add_prefix("grammar_", self.grammar.arrays()),
            **add_prefix("words_", self.lexicon.word_lexicon.count_arrays()),
            "left_out": self.left_out,
            **add_prefix("lexicon_", self.lexicon.arrays()),
            **hidden,
            **calibration,
            **({} if self.functions is None else add_prefix("functions_", self.functions.arrays())),
            **({} if self.traces is None else add_prefix("traces_", self.traces.arrays())),
            **({} if self.potentials is None else add_prefix("potentials_", self.potentials.arrays())),
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore the model from its settings and arrays; ValueError if these are inconsistent."""
        if not isinstance(settings, LatentPcfgSettings):
            raise TypeError("these are not the settings of grammars with hidden states")
        rich, grammar_arrays = settings.lexicon == "rich", select_part(arrays, "grammar_")
        count_arrays, lexicon_arrays = select_part(arrays, "counts_"), select_part(arrays, "lexicon_")
        counts = TreeCounts.from_arrays(count_arrays) if count_arrays or not grammar_arrays else None
        if counts is None:
            grammar, left_out = Grammar.from_arrays(grammar_arrays), arrays["left_out"].astype(np.int64)
            words = SignatureLexicon.from_count_arrays(select_part(arrays, "words_"), grammar.label_counts)
        else:
            forest = BinarisedTreebank.from_counts(counts, settings)
            grammar = Grammar.from_treebank(forest, 2 * counts.empty_root_count > counts.tree_count)
            words, left_out = SignatureLexicon.from_forest(forest, fine=rich), counts.left_out
        lexicon: LabelLexicon = (
            ContextLexicon.from_arrays(words, lexicon_arrays) if rich else words.with_arrays(lexicon_arrays)
        )
        single = settings.single and settings.estimator != "pcfg"
        members = 1 if settings.estimator == "pcfg" else settings.members
        parts = [select_part(arrays, f"member{number}_") for number in range(members)]
        hidden = tuple(RuleTensors.from_arrays(part, grammar.rules, single) for part in parts)
        if {member.roots.shape[1] * members for member in hidden} != {lexicon.word_lexicon.states.shape[1]}:
            raise ValueError("these are the states of words of another grammar")
        potential_arrays, calibration_arrays = select_part(arrays, "potentials_"), select_part(arrays, "calibration_")
        potentials = SpanPotentials.from_arrays(potential_arrays) if potential_arrays else None
        calibration = isotonic_regression.restore_calibration(calibration_arrays) if calibration_arrays else None
        function_arrays, trace_arrays = select_part(arrays, "functions_"), select_part(arrays, "traces_")
        functions = FunctionTagger.from_arrays(function_arrays) if function_arrays else None
        traces = EmptyElementPatterns.from_arrays(trace_arrays) if trace_arrays else None
        return cls(settings, grammar, lexicon, hidden, potentials, counts, calibration, functions, traces, left_out)
