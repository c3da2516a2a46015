"""Sums over all trees of a grammar of binary rules, with hidden states or without, and the trees that follow.

Charts are worked out once for all models that look at the same labelled spans; kernels are compiled when they are used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.inference.cky.arrays import (
    CLOSED,
    OPEN,
    BinaryRules,
    Cells,
    Flags,
    Floats,
    Integers,
    Items,
    LabelledWords,
    Numbers,
    Places,
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
    "apart",
    "best_division",
    "best_phrases",
    "chart_of",
    "kept_items",
    "labelled_spans",
    "most_trees",
    "ranked_trees",
    "rescaled",
    "span_sums",
]


Kernel = Callable[[SpanChart, Numbers, Numbers, Numbers], None]
Run = Callable[[Kernel], Kernel]

_ROOM = 20_000_000  # ways that are kept at a time: what k best trees of a long sentence may take
WORK = 2_000_000_000  # pairs of labels that are looked at for one sentence: a few seconds


def labelled_spans(
    rules: BinaryRules,
    roots: Floats,
    prior: Floats,
    words: LabelledWords,
    cells: Cells,
    beam: float,
    threshold: float,
    work: int | None = None,
) -> Items:
    """The labelled spans of every sentence whose posterior by rules without hidden states is at least `threshold`.

    A label is looked at where its inside number times its prior is at least `beam` of the best of its span. A sentence
    for which more than `work` pairs would be looked at, by default `WORK`, has none, and NaN for its sum.
    """
    from spectral_core.inference.cky import coarse_kernels

    most = WORK if work is None else work
    return coarse_kernels.labelled_spans(rules, roots, prior, words, cells, beam, threshold, most)


def chart_of(rules: BinaryRules, items: Items, offsets: Integers) -> SpanChart:
    """All ways in which the items of sentences follow from one another."""
    from spectral_core.inference.cky import chart_kernels

    return chart_kernels.chart_of(rules, items, offsets)


def kept_items(items: Items, kept: Flags) -> Items:
    """Some of the items; the sums over all trees stay as they were."""
    bounds = np.append(0, np.cumsum(kept))[items.bounds]
    spans = items.starts[kept], items.ends[kept], items.labels[kept]
    return Items(bounds, *spans, items.posteriors[kept], items.scales[kept], items.sums)


def rescaled(chart: SpanChart, rules: BinaryRules, weights: Floats, numbers: Floats) -> tuple[SpanChart, Integers]:
    """The chart with scales that suit items with these weights, and which sentences have a tree in it.

    `numbers` (items,) has those of single words under the scales so far, weights included; it is filled.
    """
    from spectral_core.inference.cky import latent_kernels

    column = numbers[:, None]
    latent_kernels.inside(chart, rules.weights[:, None, None], weights, column)
    of_sentence = np.repeat(np.arange(len(chart.offsets) - 1), np.diff(chart.bounds))
    apart = np.diff(np.stack((of_sentence, chart.starts, chart.ends)), axis=1).any(axis=0)
    firsts = np.flatnonzero(np.append(True, apart)) if len(numbers) else np.zeros(0, dtype=np.int64)
    largest = np.maximum.reduceat(numbers, firsts) if len(firsts) else np.zeros(0)
    sound = np.isfinite(largest) & (largest > 0)
    scale = np.repeat(np.where(sound, largest, 1.0), np.diff(np.append(firsts, len(numbers))))
    over = np.zeros(len(chart.events) - 1, dtype=np.int64)
    over[chart.sources] = chart.parents
    parents = np.repeat(over, np.diff(chart.events))
    factors = chart.factors * scale[chart.lefts] * scale[chart.rights] / scale[parents]
    tops = (chart.starts == 0) & (chart.ends == np.diff(chart.offsets)[of_sentence]) & (numbers > 0)
    return chart._replace(scales=chart.scales + np.log(scale), factors=factors), np.unique(of_sentence[tops])


@dataclass(frozen=True, slots=True, eq=False)
class SpanSums:
    """What all trees of each sentence together say of its items. Those of signed tensors may be negative or above 1."""

    items: Floats  # (items,)
    signs: Integers  # (sentences,) of the sum over all trees; 0 where it is 0 or no number, and then `items` are 0
    logs: Floats  # (sentences,) natural log of its absolute value
    ways: Floats  # (events of `apart`,) what the trees say of each rule and division; none where nobody asked


def span_sums(
    chart: SpanChart, tensors: Numbers, flipped: Numbers, roots: Numbers, weights: Numbers, numbers: Numbers,
    ways: SpanChart | None = None, run: Run | None = None,
) -> SpanSums:  # fmt: skip
    """The posteriors of all items by tensors of hidden states (Cohen et al. 2012, figure 2).

    `tensors` is (rules, left x right, parent), `flipped` (rules, parent, left x right), `roots` (labels, states);
    `numbers` (items, states) has those of single words divided by the scales of their items, and is filled;
    `weights` multiplies longer items; `ways` is the chart `apart` where its events are asked about too; `run` gives
    what stands for a kernel where it is watched.
    """
    from spectral_core.inference.cky import latent_kernels

    (latent_kernels.inside if run is None else run(latent_kernels.inside))(chart, tensors, weights, numbers)
    sizes = np.diff(chart.offsets)
    of_sentence = np.repeat(np.arange(len(sizes)), np.diff(chart.bounds))
    tops = np.flatnonzero((chart.starts == 0) & (chart.ends == sizes[of_sentence]))
    totals, scales = np.zeros(len(sizes)), np.zeros(len(sizes))
    with np.errstate(invalid="ignore", over="ignore"):  # single precision is left where sums leave its range
        np.add.at(totals, of_sentence[tops], (roots[chart.labels[tops]] * numbers[tops]).sum(axis=1))
    scales[of_sentence[tops]] = chart.scales[tops]
    sound = np.isfinite(totals) & (np.abs(totals) > np.finfo(numbers.dtype).tiny)
    safe = np.where(sound, totals, 1.0)
    above = np.zeros_like(numbers)
    with np.errstate(invalid="ignore", over="ignore"):
        above[tops] = roots[chart.labels[tops]] * (sound / safe)[of_sentence[tops], None]
    latent_kernels.outside(chart, flipped, weights, numbers, above)
    with np.errstate(invalid="ignore", over="ignore"):
        posteriors = (numbers.astype(np.float64) * above).sum(axis=1)
    broken = np.zeros(len(sizes), dtype=bool)
    broken[of_sentence[~np.isfinite(posteriors)]] = True
    sound &= ~broken
    logs = np.where(sound, np.log(np.abs(safe)) + scales, -np.inf)
    used = np.zeros(0) if ways is None else latent_kernels.uses(ways, flipped, weights, numbers, above)
    signs = np.where(sound, np.sign(safe), 0).astype(int)
    return SpanSums(np.where(sound[of_sentence], posteriors, 0.0), signs, logs, used)


def apart(chart: SpanChart) -> SpanChart:
    """The same chart with events of its own for each application of a rule."""
    sizes = np.diff(chart.events)[chart.sources]
    bounds = np.append(0, np.cumsum(sizes))
    of_event = np.repeat(chart.events[:-1][chart.sources] - bounds[:-1], sizes) + np.arange(bounds[-1])
    lefts, rights, factors = chart.lefts[of_event], chart.rights[of_event], chart.factors[of_event]
    slots, sources = chart.applications[chart.groups], np.arange(len(sizes), dtype=np.int32)
    return chart._replace(slots=slots, events=bounds, lefts=lefts, rights=rights, factors=factors, sources=sources)


def ranked_trees(chart: SpanChart, gains: Floats, k: int, ways: Floats | None = None) -> list[tuple[float, Places]]:
    """The k binary trees of the chart of one sentence whose items, and events where `ways` has gains of these, have the
    largest sum of gains, best first, each as its items with parents first; exact, and no two have the same items."""
    from spectral_core.inference.cky import decode_kernels

    tops: Flags = (chart.starts == 0) & (chart.ends == chart.offsets[-1])
    k = min(k, most_trees(chart))
    given = np.zeros(len(chart.lefts)) if ways is None else ways
    scores, items, bounds = decode_kernels.ranked_trees(chart, gains, given, tops, k)
    return [
        (score, items[low:high])
        for score, low, high in zip(scores.tolist(), bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
    ]


def most_trees(chart: SpanChart) -> int:
    """How many best trees of the chart of one sentence there is room for."""
    return max(1, _ROOM // (len(chart.starts) + len(chart.events)))


def best_division(scores: Floats) -> list[tuple[int, int]]:
    """The spans of the binary tree with the largest sum of `scores` (words, words + 1) [start, end], parents first."""
    from spectral_core.inference.cky import decode_kernels

    return [(start, end) for start, end in decode_kernels.best_division(scores).tolist()]


def best_phrases(gains: Floats) -> list[tuple[int, int]]:
    """The spans that do not cross and have the largest sum of `gains` (words, words + 1) [start, end], of those that
    gain anything, each before those in it; a phrase may have any number of parts."""
    from spectral_core.inference.cky import decode_kernels

    return [(start, end) for start, end in decode_kernels.best_phrases(gains).tolist()]
