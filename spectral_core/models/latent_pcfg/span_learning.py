"""What potentials of spans are learnt from: the trees of the grammar itself, parsed as if they had not been seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky import Items
from spectral_core.inference.cky.arrays import Flags
from spectral_core.inference.cky.locks import free_cells
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import LabelLexicon
from spectral_core.models.latent_pcfg.parsing import spanned
from spectral_core.models.latent_pcfg.potentials import SpanPotentials, SpanSentences
from spectral_core.models.latent_pcfg.rich_lexicon import RichLexicon
from spectral_core.progress import Progress, Report

Integers = NDArray[np.int64]

_MANY = 2000  # trees from which a tagger may read those that it was learnt from: nothing is gained by another
FEWEST = 20  # trees that anything is learnt from
_BLOCK = 400  # sentences between two reports
_LIMITS = (1e-2, 1e-3)  # beam and posterior within which spans are learnt from


def learnt_potentials(
    forest: Forest, grammar: Grammar, lexicon: LabelLexicon, seed: int, report: Report
) -> SpanPotentials | None:
    """Potentials of spans, learnt on trees whose rare words the lexicon has not seen; None for very few trees."""
    trees = len(forest.offsets) - 1
    if trees < FEWEST:
        return None
    sentences: list[Sequence[str]] = []
    best: list[int] = []
    items: list[Items] = []
    order: list[int] = []
    for some, held in _lexica(forest, lexicon, seed, report):
        for low in range(0, len(some), _BLOCK):
            report(Progress("spans", len(sentences), trees))
            part = [forest.forms_of(tree) for tree in some[low : low + _BLOCK].tolist()]
            found = held.read(part)
            cells = free_cells(sum(map(len, part)), len(grammar.labels))
            items.append(spanned(grammar, found, part, cells, _LIMITS).items)
            sentences += part
            best += found.likeliest(grammar.totals).tolist()
        order += some.tolist()
    report(Progress("spans", trees, trees))
    every = _joined(items)

    def passed(epoch: int, epochs: int, loss: float) -> None:
        report(Progress("potentials", epoch, epochs, {"loss": loss}))

    seen = SpanSentences.of(grammar, lexicon.words, sentences, best)
    return SpanPotentials.learn(grammar, seen, every, _right(forest, np.array(order), every), seed, passed)


def _lexica(
    forest: Forest, lexicon: LabelLexicon, seed: int, report: Report
) -> Iterator[tuple[Integers, LabelLexicon]]:
    """Trees with the lexicon that reads them: of few trees each half is read by the tagger of the other."""
    trees, held = len(forest.offsets) - 1, lexicon.held_out()
    if trees >= _MANY or not isinstance(held, RichLexicon):
        yield np.arange(trees), held
        return
    drawn = np.random.default_rng(seed).permutation(trees)
    halves = np.sort(drawn[: trees // 2]), np.sort(drawn[trees // 2 :])
    for half, other, stage in zip(halves, halves[::-1], ("words of one half", "words of the other half"), strict=True):
        yield half, RichLexicon.of(forest, held.words, seed, report, other, stage)


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
