"""Training of span potentials on the trees of the grammar itself, parsed as if they were unseen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from spectral_core.arrays import Flags, Integers
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import LabelLexicon
from spectral_core.models.latent_pcfg.parsing import find_likely_spans
from spectral_core.models.latent_pcfg.potentials import SpanPotentials, SpanSentences
from spectral_core.models.latent_pcfg.rich_lexicon import RichLexicon
from spectral_core.progress import Progress, Report
from spectral_core.structured.cky import Items, free_cells

_MANY_TREES = 2000  # number of trees from which a tagger may label its own training trees
MIN_TREES = 20  # minimal number of trees for training
_BLOCK = 400  # sentences between two reports
_LIMITS = (1e-2, 1e-3)  # beam and posterior within which spans are learnt from


def learn_potentials(
    forest: Forest, grammar: Grammar, lexicon: LabelLexicon, seed: int, report: Report
) -> SpanPotentials | None:
    """Train span potentials on trees whose rare words are unseen to the lexicon; None for very few trees."""
    trees = len(forest.offsets) - 1
    if trees < MIN_TREES:
        return None
    sentences: list[Sequence[str]] = []
    best: list[int] = []
    items: list[Items] = []
    order: list[int] = []
    for tree_numbers, held_out_lexicon in _split_lexicon(forest, lexicon, seed, report):
        for start in range(0, len(tree_numbers), _BLOCK):
            report(Progress("spans", len(sentences), trees))
            batch = [forest.get_forms(tree) for tree in tree_numbers[start : start + _BLOCK].tolist()]
            word_labels = held_out_lexicon.label_words(batch)
            cells = free_cells(sum(map(len, batch)), len(grammar.labels))
            items.append(find_likely_spans(grammar, word_labels, batch, cells, _LIMITS).items)
            sentences += batch
            best += word_labels.find_best_labels(grammar.totals).tolist()
        order += tree_numbers.tolist()
    report(Progress("spans", trees, trees))
    all_items = _concatenate_items(items)

    def on_epoch(epoch: int, epochs: int, loss: float) -> None:
        report(Progress("potentials", epoch, epochs, {"loss": loss}))

    span_sentences = SpanSentences.of(grammar, lexicon.word_lexicon, sentences, best)
    return SpanPotentials.learn(
        grammar, span_sentences, all_items, _mark_gold(forest, np.array(order), all_items), seed, on_epoch
    )


def _split_lexicon(
    forest: Forest, lexicon: LabelLexicon, seed: int, report: Report
) -> Iterator[tuple[Integers, LabelLexicon]]:
    """Yield trees with the lexicon for them: of few trees each half is labelled by the tagger trained on the other."""
    trees, held_out_lexicon = len(forest.offsets) - 1, lexicon.leave_one_out()
    if trees >= _MANY_TREES or not isinstance(held_out_lexicon, RichLexicon):
        yield np.arange(trees), held_out_lexicon
        return
    shuffled = np.random.default_rng(seed).permutation(trees)
    halves = np.sort(shuffled[: trees // 2]), np.sort(shuffled[trees // 2 :])
    for half, training_half, stage in zip(
        halves, halves[::-1], ("words of one half", "words of the other half"), strict=True
    ):
        yield half, RichLexicon.of(forest, held_out_lexicon.word_lexicon, seed, report, training_half, stage)


def _concatenate_items(items: Sequence[Items]) -> Items:
    firsts = np.append(0, np.cumsum([part.bounds[-1] for part in items]))
    bounds = np.concatenate([[0], *(part.bounds[1:] + first for part, first in zip(items, firsts, strict=False))])
    parts = [np.concatenate([part[column] for part in items]) for column in range(1, len(items[0]))]
    return Items(bounds.astype(np.int64), *parts)


def _mark_gold(forest: Forest, order: Integers, items: Items) -> Flags:
    """Return (items,) which are in their trees; sentence n is tree order[n]."""
    labels, longest = len(forest.labels), int(forest.ends.max()) + 1
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets))
    gold_codes = ((tree * longest + forest.starts) * longest + forest.ends) * labels + forest.nodes
    item_trees = np.repeat(order, np.diff(items.bounds))
    item_codes = ((item_trees * longest + items.starts) * longest + items.ends) * labels + items.labels
    return np.isin(item_codes, gold_codes)
