"""From sentences to charts and to what all their trees say: pruned, then without pruning, never without an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.data import Constraints
from spectral_core.inference import cky
from spectral_core.inference.cky import Cells, Items, SpanChart
from spectral_core.inference.cky.arrays import Floats, Integers
from spectral_core.inference.cky.locks import cells_of, free_cells
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon, WordLabels
from spectral_core.models.latent_pcfg.potentials import LIKELY, STRENGTH, SpanPotentials, SpanSentences, logit

BEAM = 1e-3  # of the best label of a span, weighed by how frequent labels are
_WIDE_BEAM = 1e-7  # where the beam leaves no tree
_NARROW_BEAM = 3e-2  # where there is too much to look at
THRESHOLD = 1e-4  # of posteriors by rules without hidden states: what is below is not looked at


@dataclass(frozen=True, slots=True, eq=False)
class Spanned:
    """Sentences with the labelled spans that are likely by rules without hidden states."""

    sentences: Sequence[Sequence[str]]
    read: WordLabels
    items: Items
    narrowed: bool = False  # whether less was looked at than usual, since all was too much work


@dataclass(frozen=True, slots=True, eq=False)
class Charted:
    """The same with the chart of those that are looked at closely."""

    spanned: Spanned
    items: Items
    chart: SpanChart
    weights: Floats  # (items,) what multiplies each
    found: bool  # whether every sentence has a tree


def spanned(
    grammar: Grammar,
    read: WordLabels,
    sentences: Sequence[Sequence[str]],
    cells: Cells,
    limits: tuple[float, float] = (BEAM, THRESHOLD),
) -> Spanned:
    """The labelled spans of sentences within a beam and with a posterior of at least so much."""
    open_cells = cells._replace(starts=read.starts, ends=read.ends)
    items = cky.labelled_spans(grammar.rules, grammar.roots, grammar.prior, read.words, open_cells, *limits)
    return Spanned(sentences, read, items)


def charted(grammar: Grammar, given: Spanned, potentials: SpanPotentials | None, words: SignatureLexicon) -> Charted:
    """The chart of all labelled spans, or with potentials of those that are likely by these as well."""
    items = given.items
    found = bool(np.isfinite(items.sums).all())
    if potentials is None or not found:
        chart = cky.chart_of(grammar.rules, items, given.read.words.offsets)
        return Charted(given, items, chart, np.ones(len(items.starts)), found)
    seen = SpanSentences.of(grammar, words, given.sentences, given.read.likeliest(grammar.totals).tolist())
    scores = potentials.scores(grammar, seen, items)
    likely = scores + logit(items.posteriors) >= np.log(LIKELY)
    for kept in (likely, np.ones(len(scores), dtype=bool)):
        some = cky.kept_items(items, kept)
        chart = cky.chart_of(grammar.rules, some, given.read.words.offsets)
        weights = np.exp(STRENGTH * scores[kept])
        made = Charted(given, some, chart, weights, True)
        single, entry = word_items(made)
        numbers = np.zeros(len(weights))
        numbers[single] = given.read.words.weights[entry] * np.exp(-some.scales[single]) * weights[single]
        chart, whole = cky.rescaled(chart, grammar.rules, weights, numbers)
        if len(whole) == len(given.sentences):
            break
    return Charted(given, some._replace(scales=chart.scales), chart, weights, True)


def locked_spans(
    grammar: Grammar, read: Callable[[bool], WordLabels], forms: Sequence[str], constraints: Constraints
) -> Spanned:
    """The labelled spans of one sentence under locks, with a wider beam and then without one where it leaves no tree,
    and with a narrower one where it is too much work; `read` gives the labels of its words, pruned or not."""
    cells = free_cells(len(forms), len(grammar.labels))
    if constraints:
        locks, masks = cells_of(constraints, forms, grammar.phrases, grammar.over_words)
        cells = cells._replace(locks=locks, masks=masks)
    found = spanned(grammar, read(True), [forms], cells)
    if np.isnan(found.items.sums).any():
        return replace(spanned(grammar, read(True), [forms], cells, (_NARROW_BEAM, THRESHOLD)), narrowed=True)
    for beam in (_WIDE_BEAM, 0.0):
        if np.isfinite(found.items.sums).all():
            break
        found = spanned(grammar, read(False), [forms], cells, (beam, THRESHOLD))
    return found


def limits_said(charts: Charted, clipped: bool, k: int) -> str:
    """A sentence on what the trees of one sentence lack for want of time, room or rules; "" where they lack nothing."""
    spanned, sums = charts.spanned, charts.items.sums
    if spanned.narrowed or np.isnan(sums).any():
        if charts.found:
            return "This sentence has more trees than there is time for; only the likeliest parts were looked at."
        return (
            "This sentence has more trees than there is time for; this one is put together without the rules of the "
            "grammar. Split the sentence, or lock phrases of it."
        )
    if not charts.found:
        return "The grammar has no tree for this sentence as it is; this one is put together without its rules."
    if clipped:
        return "The hidden states say nothing sound of this sentence; its trees are those of the rules without them."
    room = cky.most_trees(charts.chart)
    return f"There is room for {room:,} tree(s) of a sentence as long as this." if room < k else ""


def word_items(charts: Charted) -> tuple[Integers, Integers]:
    """The items over single words, and the entry of its word that each comes from, counted in all entries."""
    items, words = charts.items, charts.spanned.read.words
    single = np.flatnonzero(items.ends - items.starts == 1)
    of_sentence = np.repeat(np.arange(len(words.offsets) - 1), np.diff(items.bounds))[single]
    word = words.offsets[of_sentence] + items.starts[single]
    owner = charts.spanned.read.owners
    size = int(words.labels.max(initial=0)) + 1
    codes = owner * size + words.labels  # rising
    return single, np.searchsorted(codes, word * size + items.labels[single])
