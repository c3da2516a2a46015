"""CKY parsing with binary grammars: inside-outside, with or without latent states, k-best trees, and locks as masks.
The compiled parts are `pruning_kernels`, `chart_kernels`, `inside_outside_kernels`, `observed_tree_kernels` and
`span_features`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Indexes, Integers

RealArray = NDArray[np.floating]  # single or double precision

OPEN, CLOSED = -1, -2  # cells that allow all labels, and none; other values are rows of `masks`
__all__ = [
    "CLOSED",
    "OPEN",
    "BinaryRules",
    "CellConstraints",
    "ItemPosteriors",
    "LabelledWords",
    "PrunedItems",
    "SpanChart",
    "best_binary_tree",
    "best_bracketing",
    "build_chart",
    "item_posteriors",
    "k_best_trees",
    "max_ranked_trees",
    "prune_spans",
    "rescale_chart",
    "select_items",
    "split_events_by_rule",
]
_MAX_DERIVATIONS = 20_000_000  # derivations held at a time in k-best search
MAX_WORK = 2_000_000_000  # label pairs tried per sentence at most: a few seconds


class BinaryRules(NamedTuple):
    """Binary rules sorted by children, then parent, with an index of the distinct pairs of children."""

    parents: Integers  # (rules,)
    pairs: Integers  # (rules,) pair on the right-hand side
    weights: Floats  # (rules,)
    lefts: Integers  # (pairs,)
    rights: Integers  # (pairs,)
    left_bounds: Integers  # (labels + 1,) first pair with each left child
    pair_bounds: Integers  # (pairs + 1,) the first rule of each pair
    parent_bounds: Integers  # (labels + 1,) offsets of each parent's rules in `by_parent`
    by_parent: Integers  # (rules,)

    @classmethod
    def from_rules(
        cls, parents: Integers, lefts: Integers, rights: Integers, weights: Floats, labels: int
    ) -> BinaryRules:
        """Index distinct rules that are sorted by left child, right child and parent."""
        codes = lefts * labels + rights
        pairs, firsts, of_rule = np.unique(codes, return_index=True, return_inverse=True)
        order = np.argsort(parents, kind="stable")
        return cls(
            parents,
            of_rule.astype(np.int64),
            weights,
            pairs // labels,
            pairs % labels,
            np.searchsorted(pairs // labels, np.arange(labels + 1)),
            np.append(firsts, len(parents)).astype(np.int64),
            np.searchsorted(parents[order], np.arange(labels + 1)),
            order,
        )


class LabelledWords(NamedTuple):
    """Words of a batch of sentences with their possible labels."""

    offsets: Integers  # (sentences + 1,)
    bounds: Integers  # (words + 1,) offsets of each word's entries
    labels: Integers  # (entries,)
    weights: Floats  # (entries,)


class CellConstraints(NamedTuple):
    """Labels allowed in each cell of the chart."""

    starts: Flags  # (words,) whether a phrase of several words may start there
    ends: Flags  # (words,) or end there
    locks: Indexes  # (words, words + 1) OPEN, CLOSED or a row of masks; (0, 0) without locks
    masks: Flags  # (rows, labels)


class PrunedItems(NamedTuple):
    """Labelled spans that survived pruning, by sentence, length, start and label."""

    bounds: Integers  # (sentences + 1,) offsets of each sentence
    starts: Indexes
    ends: Indexes
    labels: Indexes
    posteriors: Floats
    scales: Floats  # (items,) natural log of the factor that inside scores are divided by
    sums: Floats  # (sentences,) natural log of the sum over all trees; -inf without a parse, NaN if too much work


class SpanChart(NamedTuple):
    """All derivations of items from two others, in an order in which they can be summed: by length, then rule. A slot
    is a span with a pair of child labels; an event fills it from one split of the span; an application rewrites it to a
    parent."""

    offsets: Integers  # (sentences + 1,) words
    bounds: Integers  # (sentences + 1,) items
    starts: Indexes  # (items,)
    ends: Indexes
    labels: Indexes
    scales: Floats
    slots: Integers  # (lengths + 1,) first slot of each length, from length 2
    events: Integers  # (slots + 1,) first event of each slot
    lefts: Indexes  # (events,) items
    rights: Indexes
    factors: Floats  # (events,) exp of the children's scales minus the parent's
    applications: Integers  # (groups + 1,) first application of each length and rule
    groups: Integers  # (lengths + 1,) first group of each length
    rules: Indexes  # (groups,)
    sources: Indexes  # (applications,) slots
    parents: Indexes  # (applications,) items


Kernel = Callable[[SpanChart, RealArray, RealArray, RealArray], None]
KernelWrapper = Callable[[Kernel], Kernel]


def prune_spans(
    rules: BinaryRules,
    roots: Floats,
    prior: Floats,
    words: LabelledWords,
    cells: CellConstraints,
    beam: float,
    threshold: float,
    work: int | None = None,
) -> PrunedItems:
    """Prune by a coarse inside-outside pass: return the labelled spans whose posterior under the rules without latent
    states is at least `threshold`. Within a span, a label is kept if its inside score times its prior is at least
    `beam` of the best. A sentence that needs more than `work` label pairs, by default `MAX_WORK`, gets no items and a
    NaN sum."""
    from spectral_core.structured.cky import pruning_kernels

    max_work = MAX_WORK if work is None else work
    return pruning_kernels.prune_spans(rules, roots, prior, words, cells, beam, threshold, max_work)


def build_chart(rules: BinaryRules, items: PrunedItems, offsets: Integers) -> SpanChart:
    """Build the chart of all derivations among the items of each sentence."""
    from spectral_core.structured.cky import chart_kernels

    return chart_kernels.build_chart(rules, items, offsets)


def select_items(items: PrunedItems, selected: Flags) -> PrunedItems:
    """Return the selected items; `sums` keep their values."""
    bounds = np.append(0, np.cumsum(selected))[items.bounds]
    spans = items.starts[selected], items.ends[selected], items.labels[selected]
    return PrunedItems(bounds, *spans, items.posteriors[selected], items.scales[selected], items.sums)


def rescale_chart(
    chart: SpanChart, rules: BinaryRules, weights: Floats, inside_scores: Floats
) -> tuple[SpanChart, Integers]:
    """Rescale the chart to avoid underflow with these item weights; also return the sentences that have a parse in it.
    `inside_scores` (items,) holds those of single words at the current scales, weights included, and is filled
    with the inside scores of all items."""
    from spectral_core.structured.cky import inside_outside_kernels

    column = inside_scores[:, None]
    inside_outside_kernels.inside_pass(chart, rules.weights[:, None, None], weights, column)
    of_sentence = np.repeat(np.arange(len(chart.offsets) - 1), np.diff(chart.bounds))
    is_new_span = np.diff(np.stack((of_sentence, chart.starts, chart.ends)), axis=1).any(axis=0)
    first_items = np.flatnonzero(np.append(True, is_new_span)) if len(inside_scores) else np.zeros(0, dtype=np.int64)
    largest = np.maximum.reduceat(inside_scores, first_items) if len(first_items) else np.zeros(0)
    is_finite = np.isfinite(largest) & (largest > 0)
    scale = np.repeat(np.where(is_finite, largest, 1.0), np.diff(np.append(first_items, len(inside_scores))))
    slot_parents = np.zeros(len(chart.events) - 1, dtype=np.int64)
    slot_parents[chart.sources] = chart.parents
    parents = np.repeat(slot_parents, np.diff(chart.events))
    factors = chart.factors * scale[chart.lefts] * scale[chart.rights] / scale[parents]
    is_root = (chart.starts == 0) & (chart.ends == np.diff(chart.offsets)[of_sentence]) & (inside_scores > 0)
    return chart._replace(scales=chart.scales + np.log(scale), factors=factors), np.unique(of_sentence[is_root])


@dataclass(frozen=True, slots=True, eq=False)
class ItemPosteriors:
    """Item posteriors of each sentence. With signed tensors they may be negative or above 1."""

    items: Floats  # (items,)
    signs: Integers  # (sentences,) of the sum over all trees; 0 if it is 0 or not finite, and then `items` are 0
    log_sums: Floats  # (sentences,) natural log of its absolute value
    events: Floats  # (events of `split_events_by_rule`,) posteriors of rule and split; empty without `event_chart`


def item_posteriors(
    chart: SpanChart, tensors: RealArray, transposed_tensors: RealArray, roots: RealArray, weights: RealArray,
    inside_scores: RealArray, event_chart: SpanChart | None = None, wrap_kernel: KernelWrapper | None = None,
) -> ItemPosteriors:  # fmt: skip
    """Return the posteriors of all items under rule tensors with latent states (tensor inside-outside: Cohen et al.
    2012, figure 2). `tensors` is (rules, left x right, parent), `transposed_tensors` (rules, parent, left x right),
    `roots` (labels, states). `inside_scores` (items, states) holds the inside vectors of single words, divided by the
    scales of their items, and is filled for all items. `weights` multiplies longer items. With `event_chart`, the chart
    of `split_events_by_rule`, posteriors of its events are returned too. `wrap_kernel` returns the traced version of a
    kernel."""
    from spectral_core.structured.cky import inside_outside_kernels

    (inside_outside_kernels.inside_pass if wrap_kernel is None else wrap_kernel(inside_outside_kernels.inside_pass))(
        chart, tensors, weights, inside_scores
    )
    sizes = np.diff(chart.offsets)
    of_sentence = np.repeat(np.arange(len(sizes)), np.diff(chart.bounds))
    root_items = np.flatnonzero((chart.starts == 0) & (chart.ends == sizes[of_sentence]))
    totals, scales = np.zeros(len(sizes)), np.zeros(len(sizes))
    with np.errstate(invalid="ignore", over="ignore"):  # single-precision sums may overflow; checked below
        np.add.at(
            totals, of_sentence[root_items], (roots[chart.labels[root_items]] * inside_scores[root_items]).sum(axis=1)
        )
    scales[of_sentence[root_items]] = chart.scales[root_items]
    is_finite = np.isfinite(totals) & (np.abs(totals) > np.finfo(inside_scores.dtype).tiny)
    safe_totals = np.where(is_finite, totals, 1.0)
    outside = np.zeros_like(inside_scores)
    with np.errstate(invalid="ignore", over="ignore"):
        outside[root_items] = roots[chart.labels[root_items]] * (is_finite / safe_totals)[of_sentence[root_items], None]
    inside_outside_kernels.outside_pass(chart, transposed_tensors, weights, inside_scores, outside)
    with np.errstate(invalid="ignore", over="ignore"):
        posteriors = (inside_scores.astype(np.float64) * outside).sum(axis=1)
    is_broken = np.zeros(len(sizes), dtype=bool)
    is_broken[of_sentence[~np.isfinite(posteriors)]] = True
    is_finite &= ~is_broken
    logs = np.where(is_finite, np.log(np.abs(safe_totals)) + scales, -np.inf)
    event_posteriors = (
        np.zeros(0)
        if event_chart is None
        else inside_outside_kernels.event_posteriors(event_chart, transposed_tensors, weights, inside_scores, outside)
    )
    signs = np.where(is_finite, np.sign(safe_totals), 0).astype(int)
    return ItemPosteriors(np.where(is_finite[of_sentence], posteriors, 0.0), signs, logs, event_posteriors)


def split_events_by_rule(chart: SpanChart) -> SpanChart:
    """Return the chart with separate events for each rule that applies to them, for `event_posteriors`."""
    sizes = np.diff(chart.events)[chart.sources]
    bounds = np.append(0, np.cumsum(sizes))
    event_indices = np.repeat(chart.events[:-1][chart.sources] - bounds[:-1], sizes) + np.arange(bounds[-1])
    lefts, rights, factors = chart.lefts[event_indices], chart.rights[event_indices], chart.factors[event_indices]
    slots, sources = chart.applications[chart.groups], np.arange(len(sizes), dtype=np.int32)
    return chart._replace(slots=slots, events=bounds, lefts=lefts, rights=rights, factors=factors, sources=sources)


def k_best_trees(
    chart: SpanChart, gains: Floats, k: int, event_gains: Floats | None = None
) -> list[tuple[float, Indexes]]:
    """Return the k binary trees of one sentence's chart that maximise the sum of item gains, plus event gains if
    `event_gains` is passed, best first, each as its items with parents first. Exact, and no two trees
    have the same items."""
    from spectral_core.structured.cky import inside_outside_kernels

    is_root: Flags = (chart.starts == 0) & (chart.ends == chart.offsets[-1])
    k = min(k, max_ranked_trees(chart))
    gains_of_events = np.zeros(len(chart.lefts)) if event_gains is None else event_gains
    scores, items, bounds = inside_outside_kernels.k_best_trees(chart, gains, gains_of_events, is_root, k)
    return [
        (score, items[low:high])
        for score, low, high in zip(scores.tolist(), bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
    ]


def max_ranked_trees(chart: SpanChart) -> int:
    """Return the largest k for which the k-best trees of one sentence's chart fit into memory."""
    return max(1, _MAX_DERIVATIONS // (len(chart.starts) + len(chart.events)))


def best_binary_tree(scores: Floats) -> list[tuple[int, int]]:
    """Return the spans of the binary tree that maximises the sum of `scores` (words, words + 1) [start, end], parents
    first."""
    from spectral_core.structured import unlabelled_trees

    return [(start, end) for start, end in unlabelled_trees.best_binary_tree(scores).tolist()]


def best_bracketing(gains: Floats) -> list[tuple[int, int]]:
    """Return the non-crossing spans with positive gain that maximise the sum of `gains` (words, words + 1) [start,
    end], parents first; phrases may have any number of children."""
    from spectral_core.structured import unlabelled_trees

    return [(start, end) for start, end in unlabelled_trees.best_bracketing(gains).tolist()]
