"""Charts of sentences and their pruning: by a beam, without one where that leaves no tree, by span potentials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Constraints
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon, WordLabels
from spectral_core.models.latent_pcfg.potentials import (
    MIN_PROBABILITY,
    POTENTIAL_WEIGHT,
    SpanPotentials,
    SpanSentences,
    logit,
)
from spectral_core.structured import cky
from spectral_core.structured.cky import Cells, Items, SpanChart, free_cells, lock_cells

BEAM = 1e-3  # of the best label of a span, weighted by label frequencies
_WIDER_BEAM = 1e-7  # where the beam leaves no tree
_NARROW_BEAM = 3e-2  # where the sentence is too much work
THRESHOLD = 1e-4  # of posteriors by rules without hidden states: spans below are pruned


@dataclass(frozen=True, slots=True, eq=False)
class LikelySpans:
    """Sentences with the labelled spans that are likely by rules without hidden states."""

    sentences: Sequence[Sequence[str]]
    word_labels: WordLabels
    items: Items
    is_narrowed: bool = False  # whether a narrow beam was used, since all was too much work


@dataclass(frozen=True, slots=True, eq=False)
class SentenceCharts:
    """Sentences with the chart of the labelled spans that remain after pruning."""

    likely_spans: LikelySpans
    items: Items
    chart: SpanChart
    weights: Floats  # (items,) factor of each
    has_trees: bool  # whether every sentence has a tree


def find_likely_spans(
    grammar: Grammar,
    word_labels: WordLabels,
    sentences: Sequence[Sequence[str]],
    cells: Cells,
    limits: tuple[float, float] = (BEAM, THRESHOLD),
) -> LikelySpans:
    """Return the labelled spans of sentences within a beam and with a posterior of at least so much."""
    open_cells = cells._replace(starts=word_labels.starts, ends=word_labels.ends)
    items = cky.prune_spans(grammar.rules, grammar.roots, grammar.prior, word_labels.words, open_cells, *limits)
    return LikelySpans(sentences, word_labels, items)


def build_charts(
    grammar: Grammar, likely_spans: LikelySpans, potentials: SpanPotentials | None, words: SignatureLexicon
) -> SentenceCharts:
    """Build the chart of all labelled spans, or with potentials of those that are likely by these as well."""
    items = likely_spans.items
    has_trees = bool(np.isfinite(items.sums).all())
    if potentials is None or not has_trees:
        chart = cky.build_chart(grammar.rules, items, likely_spans.word_labels.words.offsets)
        return SentenceCharts(likely_spans, items, chart, np.ones(len(items.starts)), has_trees)
    span_sentences = SpanSentences.of(
        grammar, words, likely_spans.sentences, likely_spans.word_labels.find_best_labels(grammar.totals).tolist()
    )
    scores = potentials.scores(grammar, span_sentences, items)
    likely = scores + logit(items.posteriors) >= np.log(MIN_PROBABILITY)
    for mask in (likely, np.ones(len(scores), dtype=bool)):
        kept_items = cky.select_items(items, mask)
        chart = cky.build_chart(grammar.rules, kept_items, likely_spans.word_labels.words.offsets)
        weights = np.exp(POTENTIAL_WEIGHT * scores[mask])
        charts = SentenceCharts(likely_spans, kept_items, chart, weights, True)
        word_positions, entries = find_word_items(charts)
        word_weights = np.zeros(len(weights))
        word_weights[word_positions] = (
            likely_spans.word_labels.words.weights[entries]
            * np.exp(-kept_items.scales[word_positions])
            * weights[word_positions]
        )
        chart, parsed_sentences = cky.rescale_chart(chart, grammar.rules, weights, word_weights)
        if len(parsed_sentences) == len(likely_spans.sentences):
            break
    return SentenceCharts(likely_spans, kept_items._replace(scales=chart.scales), chart, weights, True)


def find_locked_spans(
    grammar: Grammar, label_words: Callable[[bool], WordLabels], forms: Sequence[str], constraints: Constraints
) -> LikelySpans:
    """Return the labelled spans of one sentence under locks, with a wider beam and then without one where it leaves no
    tree, and with a narrower one where it is too much work; `label_words` labels its words, pruned or not."""
    cells = free_cells(len(forms), len(grammar.labels))
    if constraints:
        locks, masks = lock_cells(constraints, forms, grammar.phrases, grammar.word_phrases)
        cells = cells._replace(locks=locks, masks=masks)
    likely_spans = find_likely_spans(grammar, label_words(True), [forms], cells)
    if np.isnan(likely_spans.items.sums).any():
        return replace(
            find_likely_spans(grammar, label_words(True), [forms], cells, (_NARROW_BEAM, THRESHOLD)), is_narrowed=True
        )
    for beam in (_WIDER_BEAM, 0.0):
        if np.isfinite(likely_spans.items.sums).all():
            break
        likely_spans = find_likely_spans(grammar, label_words(False), [forms], cells, (beam, THRESHOLD))
    return likely_spans


def describe_limits(charts: SentenceCharts, clipped: bool, k: int) -> str:
    """Return a sentence on the limits that the trees of one sentence met in time, memory or rules; "" where there were
    none."""
    likely_spans, sums = charts.likely_spans, charts.items.sums
    if likely_spans.is_narrowed or np.isnan(sums).any():
        if charts.has_trees:
            return "This sentence has more trees than there is time for; only the likeliest parts were looked at."
        return (
            "This sentence has more trees than there is time for; this one is put together without the rules of the "
            "grammar. Split the sentence, or lock phrases of it."
        )
    if not charts.has_trees:
        return "The grammar has no tree for this sentence as it is; this one is put together without its rules."
    if clipped:
        return "The hidden states say nothing sound of this sentence; its trees are those of the rules without them."
    tree_limit = cky.max_trees(charts.chart)
    return f"There is room for {tree_limit:,} tree(s) of a sentence as long as this." if tree_limit < k else ""


def find_word_items(charts: SentenceCharts) -> tuple[Integers, Integers]:
    """Return the items over single words, and the entry of its word that each comes from, counted over all entries."""
    items, words = charts.items, charts.likely_spans.word_labels.words
    word_positions = np.flatnonzero(items.ends - items.starts == 1)
    sentences = np.repeat(np.arange(len(words.offsets) - 1), np.diff(items.bounds))[word_positions]
    word = words.offsets[sentences] + items.starts[word_positions]
    owners = charts.likely_spans.word_labels.owners
    size = int(words.labels.max(initial=0)) + 1
    codes = owners * size + words.labels  # rising
    return word_positions, np.searchsorted(codes, word * size + items.labels[word_positions])
