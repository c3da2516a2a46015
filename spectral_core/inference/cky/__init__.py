"""Inside-outside sums over all trees of a grammar of binary rules, with hidden states or without, and the best trees.
Charts are built once for all models that look at the same labelled spans; kernels are compiled when they are used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.inference.cky.arrays import (
    CLOSED,
    OPEN,
    BinaryRules,
    Cells,
    Items,
    LabelledWords,
    Numbers,
    SpanChart,
)

__all__ = [
    "CLOSED",
    "OPEN",
    "BinaryRules",
    "Cells",
    "Items",
    "LabelledWords",
    "SpanChart",
    "SpanSums",
    "best_binary_tree",
    "best_bracketing",
    "build_chart",
    "max_trees",
    "prune_spans",
    "rank_trees",
    "rescale_chart",
    "select_items",
    "span_sums",
    "split_applications",
]


Kernel = Callable[[SpanChart, Numbers, Numbers, Numbers], None]
Run = Callable[[Kernel], Kernel]

_MAX_DERIVATIONS = 20_000_000  # derivations held at a time by k best trees of a long sentence
MAX_WORK = 2_000_000_000  # pairs of labels that are tried for one sentence: a few seconds


def prune_spans(
    rules: BinaryRules,
    roots: Floats,
    prior: Floats,
    words: LabelledWords,
    cells: Cells,
    beam: float,
    threshold: float,
    work: int | None = None,
) -> Items:
    """Return the labelled spans of every sentence whose posterior by rules without hidden states is at least
    `threshold`. A label is tried where its inside number times its prior is at least `beam` of the best of its span. A
    sentence for which more than `work` pairs of labels would be tried, by default `MAX_WORK`, has none, and NaN for its
    sum."""
    from spectral_core.inference.cky import coarse_kernels

    max_work = MAX_WORK if work is None else work
    return coarse_kernels.prune_spans(rules, roots, prior, words, cells, beam, threshold, max_work)


def build_chart(rules: BinaryRules, items: Items, offsets: Integers) -> SpanChart:
    """Return the chart of all derivations of the items of sentences from one another."""
    from spectral_core.inference.cky import chart_kernels

    return chart_kernels.build_chart(rules, items, offsets)


def select_items(items: Items, selected: Flags) -> Items:
    """Return the selected items; the sums over all trees stay as they were."""
    bounds = np.append(0, np.cumsum(selected))[items.bounds]
    spans = items.starts[selected], items.ends[selected], items.labels[selected]
    return Items(bounds, *spans, items.posteriors[selected], items.scales[selected], items.sums)


def rescale_chart(chart: SpanChart, rules: BinaryRules, weights: Floats, numbers: Floats) -> tuple[SpanChart, Integers]:
    """Return the chart with scales that suit items with these weights, and the sentences that have a tree in it.
    `numbers` (items,) has those of single words under the scales so far, weights included; it is filled."""
    from spectral_core.inference.cky import latent_kernels

    column = numbers[:, None]
    latent_kernels.inside(chart, rules.weights[:, None, None], weights, column)
    of_sentence = np.repeat(np.arange(len(chart.offsets) - 1), np.diff(chart.bounds))
    is_new_span = np.diff(np.stack((of_sentence, chart.starts, chart.ends)), axis=1).any(axis=0)
    first_items = np.flatnonzero(np.append(True, is_new_span)) if len(numbers) else np.zeros(0, dtype=np.int64)
    largest = np.maximum.reduceat(numbers, first_items) if len(first_items) else np.zeros(0)
    is_finite = np.isfinite(largest) & (largest > 0)
    scale = np.repeat(np.where(is_finite, largest, 1.0), np.diff(np.append(first_items, len(numbers))))
    slot_parents = np.zeros(len(chart.events) - 1, dtype=np.int64)
    slot_parents[chart.sources] = chart.parents
    parents = np.repeat(slot_parents, np.diff(chart.events))
    factors = chart.factors * scale[chart.lefts] * scale[chart.rights] / scale[parents]
    is_root = (chart.starts == 0) & (chart.ends == np.diff(chart.offsets)[of_sentence]) & (numbers > 0)
    return chart._replace(scales=chart.scales + np.log(scale), factors=factors), np.unique(of_sentence[is_root])


@dataclass(frozen=True, slots=True, eq=False)
class SpanSums:
    """The posteriors of items in all trees of each sentence. Those of signed tensors may be negative or above 1."""

    items: Floats  # (items,)
    signs: Integers  # (sentences,) of the sum over all trees; 0 where it is 0 or no number, and then `items` are 0
    logs: Floats  # (sentences,) natural log of its absolute value
    events: Floats  # (events of `split_applications`,) posteriors of rules and splits; empty without `event_chart`


def span_sums(
    chart: SpanChart, tensors: Numbers, flipped: Numbers, roots: Numbers, weights: Numbers, numbers: Numbers,
    event_chart: SpanChart | None = None, run: Run | None = None,
) -> SpanSums:  # fmt: skip
    """Return the posteriors of all items by tensors of hidden states (Cohen et al. 2012, figure 2). `tensors` is
    (rules, left x right, parent), `flipped` (rules, parent, left x right), `roots` (labels, states); `numbers` (items,
    states) has those of single words divided by the scales of their items, and is filled; `weights` multiplies longer
    items; `event_chart` is the chart of `split_applications` where posteriors of its events are wanted too; `run`
    returns what stands for a kernel where it is watched."""
    from spectral_core.inference.cky import latent_kernels

    (latent_kernels.inside if run is None else run(latent_kernels.inside))(chart, tensors, weights, numbers)
    sizes = np.diff(chart.offsets)
    of_sentence = np.repeat(np.arange(len(sizes)), np.diff(chart.bounds))
    root_items = np.flatnonzero((chart.starts == 0) & (chart.ends == sizes[of_sentence]))
    totals, scales = np.zeros(len(sizes)), np.zeros(len(sizes))
    with np.errstate(invalid="ignore", over="ignore"):  # single precision is left where sums leave its range
        np.add.at(totals, of_sentence[root_items], (roots[chart.labels[root_items]] * numbers[root_items]).sum(axis=1))
    scales[of_sentence[root_items]] = chart.scales[root_items]
    is_finite = np.isfinite(totals) & (np.abs(totals) > np.finfo(numbers.dtype).tiny)
    safe_totals = np.where(is_finite, totals, 1.0)
    outside = np.zeros_like(numbers)
    with np.errstate(invalid="ignore", over="ignore"):
        outside[root_items] = roots[chart.labels[root_items]] * (is_finite / safe_totals)[of_sentence[root_items], None]
    latent_kernels.outside(chart, flipped, weights, numbers, outside)
    with np.errstate(invalid="ignore", over="ignore"):
        posteriors = (numbers.astype(np.float64) * outside).sum(axis=1)
    is_broken = np.zeros(len(sizes), dtype=bool)
    is_broken[of_sentence[~np.isfinite(posteriors)]] = True
    is_finite &= ~is_broken
    logs = np.where(is_finite, np.log(np.abs(safe_totals)) + scales, -np.inf)
    event_posteriors = (
        np.zeros(0)
        if event_chart is None
        else latent_kernels.event_posteriors(event_chart, flipped, weights, numbers, outside)
    )
    signs = np.where(is_finite, np.sign(safe_totals), 0).astype(int)
    return SpanSums(np.where(is_finite[of_sentence], posteriors, 0.0), signs, logs, event_posteriors)


def split_applications(chart: SpanChart) -> SpanChart:
    """Return the same chart with events of its own for each application of a rule."""
    sizes = np.diff(chart.events)[chart.sources]
    bounds = np.append(0, np.cumsum(sizes))
    event_indices = np.repeat(chart.events[:-1][chart.sources] - bounds[:-1], sizes) + np.arange(bounds[-1])
    lefts, rights, factors = chart.lefts[event_indices], chart.rights[event_indices], chart.factors[event_indices]
    slots, sources = chart.applications[chart.groups], np.arange(len(sizes), dtype=np.int32)
    return chart._replace(slots=slots, events=bounds, lefts=lefts, rights=rights, factors=factors, sources=sources)


def rank_trees(
    chart: SpanChart, gains: Floats, k: int, event_gains: Floats | None = None
) -> list[tuple[float, Indexes]]:
    """Return the k binary trees of the chart of one sentence whose items, and events where `event_gains` has gains of
    these, have the largest sum of gains, best first, each as its items with parents first; exact, and no two have the
    same items."""
    from spectral_core.inference.cky import decode_kernels

    is_root: Flags = (chart.starts == 0) & (chart.ends == chart.offsets[-1])
    k = min(k, max_trees(chart))
    gains_of_events = np.zeros(len(chart.lefts)) if event_gains is None else event_gains
    scores, items, bounds = decode_kernels.rank_trees(chart, gains, gains_of_events, is_root, k)
    return [
        (score, items[low:high])
        for score, low, high in zip(scores.tolist(), bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
    ]


def max_trees(chart: SpanChart) -> int:
    """Return how many best trees of the chart of one sentence fit into memory."""
    return max(1, _MAX_DERIVATIONS // (len(chart.starts) + len(chart.events)))


def best_binary_tree(scores: Floats) -> list[tuple[int, int]]:
    """Return the spans of the binary tree with the largest sum of `scores` (words, words + 1) [start, end], parents
    first."""
    from spectral_core.inference.cky import decode_kernels

    return [(start, end) for start, end in decode_kernels.best_binary_tree(scores).tolist()]


def best_bracketing(gains: Floats) -> list[tuple[int, int]]:
    """Return the spans that do not cross and have the largest sum of `gains` (words, words + 1) [start, end], of those
    with positive gain, each before those in it; a phrase may have any number of parts."""
    from spectral_core.inference.cky import decode_kernels

    return [(start, end) for start, end in decode_kernels.best_bracketing(gains).tolist()]
