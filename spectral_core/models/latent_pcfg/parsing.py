"""From sentences to charts and to what all their trees say: pruned, then without pruning, never without an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.data import Constraints
from spectral_core.inference import cky
from spectral_core.inference.cky import Cells, Chart, Items, Words
from spectral_core.inference.cky.arrays import Integers
from spectral_core.inference.cky.locks import cells_of, free_cells
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import Entry

BEAM = 1e-3  # of the best label of a span, weighed by how frequent labels are
THRESHOLD = 1e-4  # of posteriors by rules without hidden states: what is below is not looked at


@dataclass(frozen=True, slots=True, eq=False)
class Charted:
    """Sentences with the labelled spans that are worth a closer look."""

    entries: list[Entry]  # of all words
    words: Words
    items: Items
    chart: Chart

    @property
    def found(self) -> bool:
        """Whether every sentence has a tree."""
        return bool(np.isfinite(self.items.sums).all())


def words_of(entries: Sequence[Entry], sizes: Sequence[int]) -> Words:
    """The words of sentences of these sizes."""
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    bounds = np.concatenate(([0], np.cumsum([len(entry.labels) for entry in entries]))).astype(np.int64)
    labels = np.concatenate([np.zeros(0, dtype=np.int64), *(entry.labels for entry in entries)])
    weights = np.concatenate([np.zeros(0), *(entry.weights for entry in entries)])
    return Words(offsets, bounds, labels, weights)


def charted(grammar: Grammar, entries: list[Entry], sizes: Sequence[int], cells: Cells, pruned: bool) -> Charted:
    """The charts of sentences, with all labelled spans or with those that are likely."""
    words = words_of(entries, sizes)
    limits = (BEAM, THRESHOLD) if pruned else (0.0, 0.0)
    items = cky.labelled_spans(grammar.rules, grammar.roots, grammar.prior, words, cells, *limits)
    return Charted(entries, words, items, cky.chart_of(grammar.rules, items, words.offsets))


def locked_chart(
    grammar: Grammar, entries: Callable[[bool], list[Entry]], forms: Sequence[str], constraints: Constraints
) -> Charted:
    """The chart of one sentence under locks, without pruning where pruning leaves no tree; `entries` gives those of
    its words, pruned or not."""
    cells = free_cells(len(forms), len(grammar.labels))
    if constraints:
        locks, masks = cells_of(constraints, forms, grammar.phrases, grammar.over_words)
        cells = cells._replace(locks=locks, masks=masks)
    found = charted(grammar, entries(True), [len(forms)], cells, True)
    return found if found.found else charted(grammar, entries(False), [len(forms)], cells, False)


def word_items(charts: Charted) -> tuple[Integers, Integers]:
    """The items over single words, and the entry of its word that each comes from, counted in all entries."""
    items, words = charts.items, charts.words
    single = np.flatnonzero(items.ends - items.starts == 1)
    of_sentence = np.repeat(np.arange(len(words.offsets) - 1), np.diff(items.bounds))[single]
    word = words.offsets[of_sentence] + items.starts[single]
    entries = np.arange(len(words.labels))
    owner = np.repeat(np.arange(len(words.bounds) - 1), np.diff(words.bounds))
    size = int(words.labels.max(initial=0)) + 1
    codes = owner * size + words.labels
    order = np.argsort(codes, kind="stable")
    places = np.searchsorted(codes[order], word * size + items.labels[single])
    return single, entries[order[places]]
