"""Potentials of labelled spans from the words at and around their ends, beyond the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers, Keys, Singles
from spectral_core.data.tree import INTERMEDIATE_MARK, split_label
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon
from spectral_core.models.words import TagClasses
from spectral_core.structured.cky import Items

if TYPE_CHECKING:
    from spectral_core.structured.cky.span_kernels import LabelKeys


_HASH_SIZE = 1 << 22  # weights; features share them where they collide
_EPOCHS, _RATE, _PENALTY = 4, 0.1, 1e-3
_MIN_MARGIN = 1e-6  # minimal distance of posteriors from 0 and 1
POTENTIAL_WEIGHT = 0.35  # weight of the scores in a chart: rules and features overlap
MIN_PROBABILITY = 3e-4  # probability from which a labelled span stays in a chart


@dataclass(frozen=True, slots=True, eq=False)
class SpanSentences:
    """Sentences as keys for the features of spans."""

    offsets: Integers
    forms: Keys
    tags: Keys
    kinds: Keys

    @classmethod
    def of(
        cls, grammar: Grammar, words: SignatureLexicon, sentences: Sequence[Sequence[str]], best: Sequence[int]
    ) -> SpanSentences:
        """Hash sentences; tags are those of the `best` label of each word, rare words are their signatures."""
        symbols = [words.get_symbol(form, position == 0) for forms in sentences for position, form in enumerate(forms)]
        tags = [grammar.get_tag(label) for label in best]
        offsets = np.append(0, np.cumsum([len(forms) for forms in sentences])).astype(np.int64)
        return cls(offsets, _form_keys(symbols), _form_keys(tags), _form_keys([tag[:1] for tag in tags]))


def _form_keys(names: Sequence[str]) -> Keys:
    """Return the hash key of each name."""
    from spectral_core.structured.word_keys import FORM

    keys: Keys = TagClasses.empty().keys(names)[:, FORM]
    return keys


def logit(posteriors: Floats) -> Floats:
    """Return the log odds of posteriors, which are clipped away from 0 and 1."""
    clipped = np.clip(posteriors, _MIN_MARGIN, 1 - _MIN_MARGIN)
    odds: Floats = np.log(clipped) - np.log1p(-clipped)
    return odds


@dataclass(frozen=True, slots=True, eq=False)
class SpanPotentials:
    """A logistic regression of gold spans, beyond the posterior by rules without hidden states."""

    weights: Singles  # (_HASH_SIZE,)

    @classmethod
    def learn(
        cls,
        grammar: Grammar,
        sentences: SpanSentences,
        items: Items,
        gold: Flags,
        seed: int,
        on_epoch: Callable[[int, int, float], None],
    ) -> SpanPotentials:
        """Train on items of which `gold` are right; `on_epoch` gets the epoch, their number, and the mean loss."""
        from spectral_core.structured.cky.span_kernels import SpanWords, train_spans

        weights, squares = np.zeros(_HASH_SIZE, dtype=np.float32), np.zeros(_HASH_SIZE, dtype=np.float32)
        words = SpanWords(sentences.offsets, sentences.forms, sentences.tags, sentences.kinds)
        rng, scale = np.random.default_rng(seed), np.array([_RATE, _PENALTY, 0.0, 0.0])
        posterior_logits, labels = logit(items.posteriors), _make_label_keys(grammar)
        spans = items.bounds, items.starts, items.ends, items.labels
        for epoch in range(_EPOCHS):
            order = rng.permutation(len(items.bounds) - 1)
            loss = train_spans(words, *spans, gold, posterior_logits, labels, order, weights, squares, scale)
            on_epoch(epoch + 1, _EPOCHS, loss / max(len(gold), 1))
        return cls(weights)

    def scores(self, grammar: Grammar, sentences: SpanSentences, items: Items) -> Floats:
        """Return (items,) the potential of each as log odds beyond its posterior."""
        from spectral_core.structured.cky.span_kernels import SpanWords, span_scores

        words = SpanWords(sentences.offsets, sentences.forms, sentences.tags, sentences.kinds)
        spans = items.bounds, items.starts, items.ends, items.labels
        return span_scores(words, *spans, _make_label_keys(grammar), self.weights)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        nonzero = np.flatnonzero(self.weights)
        return {"places": nonzero.astype(np.int32), "weights": self.weights[nonzero]}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> SpanPotentials:
        """Restore the potentials that gave `arrays`; ValueError where they do not fit each other."""
        positions, values = arrays["places"].astype(np.int64), arrays["weights"].astype(np.float32)
        in_range = bool(((positions >= 0) & (positions < _HASH_SIZE)).all())
        if positions.shape != values.shape or not in_range or not np.isfinite(values).all():
            raise ValueError("these are no weights of spans")
        weights = np.zeros(_HASH_SIZE, dtype=np.float32)
        weights[positions] = values
        return cls(weights)


def _make_label_keys(grammar: Grammar) -> LabelKeys:
    """Return the keys of the grammar's labels, whole and without binarisation."""
    from spectral_core.structured.cky.span_kernels import LabelKeys

    base_labels = [
        split_label(name.lstrip(INTERMEDIATE_MARK).partition("[")[0].rstrip("<>"))[-1] for name in grammar.names
    ]
    return LabelKeys(_form_keys(grammar.labels), _form_keys(base_labels))
