"""What potentials of spans are learnt from: the trees of the grammar itself, parsed as if they had not been seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky import Items
from spectral_core.inference.cky.arrays import Flags
from spectral_core.inference.cky.locks import free_cells
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import LabelLexicon, SignatureLexicon
from spectral_core.models.latent_pcfg.parsing import spanned
from spectral_core.models.latent_pcfg.potentials import SpanPotentials, SpanSentences
from spectral_core.models.latent_pcfg.rich_lexicon import RichLexicon
from spectral_core.progress import Progress, Report

Integers = NDArray[np.int64]

FEWEST = 20  # trees that anything is learnt from
_BLOCK = 100  # sentences between two reports
_LIMITS = (1e-2, 1e-3)  # beam and posterior within which spans are learnt from


def learnt_potentials(
    forest: Forest, grammar: Grammar, words: SignatureLexicon, rich: bool, seed: int, report: Report
) -> SpanPotentials | None:
    """Potentials of spans, learnt on each half of the trees under a tagger of the other; None for very few trees."""
    trees = len(forest.offsets) - 1
    if trees < FEWEST:
        return None
    order = np.random.default_rng(seed).permutation(trees)
    halves = np.sort(order[: trees // 2]), np.sort(order[trees // 2 :])
    sentences: list[Sequence[str]] = []
    best: list[int] = []
    items: list[Items] = []
    held = words.held_out()
    for half, other, stage in zip(halves, halves[::-1], ("words of one half", "words of the other half"), strict=True):
        lexicon: LabelLexicon = RichLexicon.of(forest, held, seed, report, other, stage) if rich else held
        for low in range(0, len(half), _BLOCK):
            report(Progress("spans", len(sentences), trees))
            part = [forest.forms_of(tree) for tree in half[low : low + _BLOCK].tolist()]
            found = lexicon.read(part)
            cells = free_cells(sum(map(len, part)), len(grammar.labels))
            items.append(spanned(grammar, found, part, cells, _LIMITS).items)
            sentences += part
            best += found.likeliest(grammar.totals).tolist()
    report(Progress("spans", trees, trees))
    every = _joined(items)
    gold = _right(forest, np.concatenate(halves), every)

    def passed(epoch: int, epochs: int, loss: float) -> None:
        report(Progress("potentials", epoch, epochs, {"loss": loss}))

    seen = SpanSentences.of(grammar, words, sentences, best)
    return SpanPotentials.learn(grammar, seen, every, gold, seed, passed)


def _joined(items: Sequence[Items]) -> Items:
    firsts = np.append(0, np.cumsum([part.bounds[-1] for part in items]))
    bounds = np.concatenate([[0], *(part.bounds[1:] + first for part, first in zip(items, firsts, strict=False))])
    parts = [np.concatenate([part[column] for part in items]) for column in range(1, len(items[0]))]
    return Items(bounds.astype(np.int64), *parts)


def _right(forest: Forest, order: Integers, items: Items) -> Flags:
    """(items,) whether each is in its tree; sentence n is tree order[n]."""
    labels, longest = len(forest.labels), int(forest.ends.max()) + 1
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets))
    there = ((tree * longest + forest.starts) * longest + forest.ends) * labels + forest.nodes
    own = np.repeat(order, np.diff(items.bounds))
    here = ((own * longest + items.starts) * longest + items.ends) * labels + items.labels
    return np.isin(here, there)
