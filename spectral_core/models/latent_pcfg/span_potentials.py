"""Log-linear potentials of labelled spans, which prune the charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers, Keys, Singles
from spectral_core.data.tree import INTERMEDIATE_MARK, split_chain_label
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon
from spectral_core.models.word_features import TagClasses
from spectral_core.structured.cky import PrunedItems

if TYPE_CHECKING:
    from spectral_core.structured.cky.span_features import LabelKeys


_HASH_SIZE = 1 << 22  # size of the weight table; colliding features share a weight
_EPOCHS, _LEARNING_RATE, _PENALTY = 4, 0.1, 1e-3
_MIN_MARGIN = 1e-6  # posteriors are clipped this far from 0 and 1


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
    from spectral_core.structured.feature_templates import FORM

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
        from spectral_core.structured.cky.span_features import SpanItems, SpanWords, train_labelled_epoch

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
        from spectral_core.structured.cky.span_features import SpanItems, SpanWords, score_spans

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
    from spectral_core.structured.cky.span_features import LabelKeys

    base_labels = [
        split_chain_label(name.lstrip(INTERMEDIATE_MARK).partition("[")[0].rstrip("<>"))[-1] for name in grammar.names
    ]
    return LabelKeys(_hash_names(grammar.labels), _hash_names(base_labels))
