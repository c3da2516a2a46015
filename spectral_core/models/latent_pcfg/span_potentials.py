"""Log-linear potentials of labelled spans, learnt on held-out trees, that prune the charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers, Keys, Singles
from spectral_core.data.tree import INTERMEDIATE_MARK, split_chain_label
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.charts import find_likely_spans
from spectral_core.models.latent_pcfg.grammar import BinarisedTreebank, Grammar
from spectral_core.models.latent_pcfg.lexicon import ContextLexicon, LabelLexicon, SignatureLexicon
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import Progress, Report
from spectral_core.structured.cky import PrunedItems, make_unlocked_cells

if TYPE_CHECKING:
    from spectral_core.structured.cky.span_kernels import LabelKeys


_HASH_SIZE = 1 << 22  # size of the weight table; colliding features share a weight
_EPOCHS, _LEARNING_RATE, _PENALTY = 4, 0.1, 1e-3
_MIN_MARGIN = 1e-6  # posteriors are clipped this far from 0 and 1
_MIN_TREES_WITHOUT_SPLIT = 2000  # from this many trees, the tagger labels its own training trees
MIN_TREES = 20  # minimum for training
_BLOCK_SIZE = 400  # sentences between progress reports
_TRAINING_LIMITS = (1e-2, 1e-3)  # beam and posterior of the spans used in training


@dataclass(frozen=True, slots=True, eq=False)
class HashedSentences:
    """Forms and tags of sentences as hashes, for the features of spans."""

    offsets: Integers
    forms: Keys
    tags: Keys
    tag_initials: Keys

    @classmethod
    def from_sentences(
        cls, grammar: Grammar, words: SignatureLexicon, sentences: Sequence[Sequence[str]], best: Sequence[int]
    ) -> HashedSentences:
        """Hash sentences; the tag is the `best` label of each word, and rare words are replaced by their signatures."""
        symbols = [
            words.get_word_or_signature(form, position == 0)
            for forms in sentences
            for position, form in enumerate(forms)
        ]
        tags = [grammar.get_tag(label) for label in best]
        offsets = np.append(0, np.cumsum([len(forms) for forms in sentences])).astype(np.int64)
        return cls(offsets, _hash_names(symbols), _hash_names(tags), _hash_names([tag[:1] for tag in tags]))


def _hash_names(names: Sequence[str]) -> Keys:
    """Return the hash of each name."""
    from spectral_core.structured.word_keys import FORM

    return TagClasses.empty().extract_feature_keys(names)[:, FORM]


def logit(posteriors: Floats) -> Floats:
    """Return the log odds of posteriors clipped away from 0 and 1."""
    clipped = np.clip(posteriors, _MIN_MARGIN, 1 - _MIN_MARGIN)
    return np.log(clipped) - np.log1p(-clipped)


@dataclass(frozen=True, slots=True, eq=False)
class SpanPotentials:
    """Logistic regression that predicts gold spans, with the log odds of the grammar without hidden states as
    offset."""

    weights: Singles  # (_HASH_SIZE,)

    @classmethod
    def learn(
        cls,
        grammar: Grammar,
        sentences: HashedSentences,
        items: PrunedItems,
        gold: Flags,
        seed: int,
        on_epoch: Callable[[int, int, float], None],
    ) -> SpanPotentials:
        """Train on labelled spans with the flags `gold`; `on_epoch` receives the epoch, their number and the mean
        loss."""
        from spectral_core.structured.cky.span_kernels import SpanItems, SpanWords, train_labelled_epoch

        weights, squares = np.zeros(_HASH_SIZE, dtype=np.float32), np.zeros(_HASH_SIZE, dtype=np.float32)
        words = SpanWords(sentences.offsets, sentences.forms, sentences.tags, sentences.tag_initials)
        rng, scale = np.random.default_rng(seed), np.array([_LEARNING_RATE, _PENALTY, 0.0, 0.0])
        posterior_logits, labels = logit(items.posteriors), _make_label_keys(grammar)
        spans = SpanItems(items.bounds, items.starts, items.ends, items.labels)
        for epoch in range(_EPOCHS):
            order = rng.permutation(len(items.bounds) - 1)
            loss = train_labelled_epoch(words, spans, gold, posterior_logits, labels, order, weights, squares, scale)
            on_epoch(epoch + 1, _EPOCHS, loss / max(len(gold), 1))
        return cls(weights)

    def scores(self, grammar: Grammar, sentences: HashedSentences, items: PrunedItems) -> Floats:
        """Return (items,) the potential of each item: log odds added to those of its posterior."""
        from spectral_core.structured.cky.span_kernels import SpanItems, SpanWords, score_spans

        words = SpanWords(sentences.offsets, sentences.forms, sentences.tags, sentences.tag_initials)
        spans = SpanItems(items.bounds, items.starts, items.ends, items.labels)
        return score_spans(words, spans, _make_label_keys(grammar), self.weights)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        nonzero = np.flatnonzero(self.weights)
        return {"places": nonzero.astype(np.int32), "weights": self.weights[nonzero]}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> SpanPotentials:
        """Restore potentials from their arrays; ValueError if these are inconsistent."""
        positions, values = arrays["places"].astype(np.int64), arrays["weights"].astype(np.float32)
        in_range = bool(((positions >= 0) & (positions < _HASH_SIZE)).all())
        if positions.shape != values.shape or not in_range or not np.isfinite(values).all():
            raise ValueError("these are no weights of spans")
        weights = np.zeros(_HASH_SIZE, dtype=np.float32)
        weights[positions] = values
        return cls(weights)


def _make_label_keys(grammar: Grammar) -> LabelKeys:
    """Return the hashes of the grammar's labels, with and without binarisation marks."""
    from spectral_core.structured.cky.span_kernels import LabelKeys

    base_labels = [
        split_chain_label(name.lstrip(INTERMEDIATE_MARK).partition("[")[0].rstrip("<>"))[-1] for name in grammar.names
    ]
    return LabelKeys(_hash_names(grammar.labels), _hash_names(base_labels))


def learn_potentials(
    forest: BinarisedTreebank, grammar: Grammar, lexicon: LabelLexicon, seed: int, report: Report
) -> SpanPotentials | None:
    """Train span potentials on jackknifed trees, in which rare words are treated as unseen; None for very few trees."""
    trees = len(forest.offsets) - 1
    if trees < MIN_TREES:
        return None
    sentences: list[Sequence[str]] = []
    best: list[int] = []
    items: list[PrunedItems] = []
    order: list[int] = []
    for tree_indexes, held_out_lexicon in _iterate_held_out_lexicons(forest, lexicon, seed, report):
        for start in range(0, len(tree_indexes), _BLOCK_SIZE):
            report(Progress("spans", len(sentences), trees))
            batch = [forest.get_forms(tree) for tree in tree_indexes[start : start + _BLOCK_SIZE].tolist()]
            word_labels = held_out_lexicon.label_words(batch)
            cells = make_unlocked_cells(sum(map(len, batch)), len(grammar.labels))
            items.append(find_likely_spans(grammar, word_labels, batch, cells, _TRAINING_LIMITS).items)
            sentences += batch
            best += word_labels.find_best_labels(grammar.label_counts).tolist()
        order += tree_indexes.tolist()
    report(Progress("spans", trees, trees))
    all_items = _concatenate_items(items)

    def on_epoch(epoch: int, epochs: int, loss: float) -> None:
        report(Progress("potentials", epoch, epochs, {"loss": loss}))

    span_sentences = HashedSentences.from_sentences(grammar, lexicon.word_lexicon, sentences, best)
    return SpanPotentials.learn(
        grammar, span_sentences, all_items, _flag_gold_items(forest, np.array(order), all_items), seed, on_epoch
    )


def _iterate_held_out_lexicons(
    forest: BinarisedTreebank, lexicon: LabelLexicon, seed: int, report: Report
) -> Iterator[tuple[Integers, LabelLexicon]]:
    """Yield the indexes of trees with the lexicon that labels their words: in small treebanks each half is labelled by
    a tagger trained on the other."""
    trees, held_out_lexicon = len(forest.offsets) - 1, lexicon.without_hapaxes()
    if trees >= _MIN_TREES_WITHOUT_SPLIT or not isinstance(held_out_lexicon, ContextLexicon):
        yield np.arange(trees), held_out_lexicon
        return
    shuffled = np.random.default_rng(seed).permutation(trees)
    halves = np.sort(shuffled[: trees // 2]), np.sort(shuffled[trees // 2 :])
    for tree_half, training_half, stage in zip(
        halves, halves[::-1], ("words of one half", "words of the other half"), strict=True
    ):
        yield tree_half, ContextLexicon.learn(forest, held_out_lexicon.word_lexicon, seed, report, training_half, stage)


def _concatenate_items(items: Sequence[PrunedItems]) -> PrunedItems:
    firsts = np.append(0, np.cumsum([part.bounds[-1] for part in items]))
    bounds = np.concatenate([[0], *(part.bounds[1:] + first for part, first in zip(items, firsts, strict=False))])
    parts = [np.concatenate([part[column] for part in items]) for column in range(1, len(items[0]))]
    return PrunedItems(bounds.astype(np.int64), *parts)


def _flag_gold_items(forest: BinarisedTreebank, order: Integers, items: PrunedItems) -> Flags:
    """Return (items,) the items that are in their gold tree; sentence n belongs to tree order[n]."""
    labels, longest = len(forest.labels), int(forest.ends.max()) + 1
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets))
    gold_codes = ((tree * longest + forest.starts) * longest + forest.ends) * labels + forest.node_labels
    item_trees = np.repeat(order, np.diff(items.bounds))
    item_codes = ((item_trees * longest + items.starts) * longest + items.ends) * labels + items.labels
    return np.isin(item_codes, gold_codes)
