"""How much the words at and around the ends of labelled spans speak for them, beyond what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spectral_core.data.tree import MARK, split_label
from spectral_core.inference.cky import Items
from spectral_core.inference.cky.arrays import Flags, Floats
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon
from spectral_core.models.words import WordClasses

if TYPE_CHECKING:
    from spectral_core.inference.cky.span_kernels import LabelKeys

Integers = NDArray[np.int64]
Keys = NDArray[np.uint64]
Singles = NDArray[np.float32]

_SIZE = 1 << 22  # weights; features share them where they collide
_EPOCHS, _RATE, _PENALTY = 4, 0.1, 1e-3
_NEAR = 1e-6  # posteriors are as far from 0 and 1 at least
STRENGTH = 0.35  # of the scores in a chart: rules and features speak of the same things
LIKELY = 3e-4  # probability from which a labelled span stays in a chart


@dataclass(frozen=True, slots=True, eq=False)
class SpanSentences:
    """Sentences as the features of their spans see them."""

    offsets: Integers
    forms: Keys
    tags: Keys
    kinds: Keys

    @classmethod
    def of(
        cls, grammar: Grammar, words: SignatureLexicon, sentences: Sequence[Sequence[str]], best: Sequence[int]
    ) -> SpanSentences:
        """Tags are those of the `best` label of each word; rare words are their signatures."""
        symbols = [words.symbol(form, at == 0) for forms in sentences for at, form in enumerate(forms)]
        tags = [grammar.tag(label) for label in best]
        offsets = np.append(0, np.cumsum([len(forms) for forms in sentences])).astype(np.int64)
        return cls(offsets, _keys(symbols), _keys(tags), _keys([tag[:1] for tag in tags]))


def _keys(names: Sequence[str]) -> Keys:
    from spectral_core.inference.word_keys import FORM

    found: Keys = WordClasses.empty().keys(names)[:, FORM]
    return found


def logit(posteriors: Floats) -> Floats:
    """The log odds of posteriors, which are kept a little away from 0 and 1."""
    safe = np.clip(posteriors, _NEAR, 1 - _NEAR)
    odds: Floats = np.log(safe) - np.log1p(-safe)
    return odds


@dataclass(frozen=True, slots=True, eq=False)
class SpanPotentials:
    """A logistic regression: is a labelled span in the tree, beyond its posterior by rules without hidden states?"""

    weights: Singles  # (_SIZE,)

    @classmethod
    def learn(
        cls,
        grammar: Grammar,
        sentences: SpanSentences,
        items: Items,
        gold: Flags,
        seed: int,
        passed: Callable[[int, int, float], None],
    ) -> SpanPotentials:
        """Trained on items of which `gold` are right; `passed` is told the epoch, of how many, and the mean loss."""
        from spectral_core.inference.cky.span_kernels import SpanWords, train_spans

        weights, squares = np.zeros(_SIZE, dtype=np.float32), np.zeros(_SIZE, dtype=np.float32)
        words = SpanWords(sentences.offsets, sentences.forms, sentences.tags, sentences.kinds)
        random, scale = np.random.default_rng(seed), np.array([_RATE, _PENALTY, 0.0, 0.0])
        known, labels = logit(items.posteriors), _label_keys(grammar)
        spans = items.bounds, items.starts, items.ends, items.labels
        for epoch in range(_EPOCHS):
            order = random.permutation(len(items.bounds) - 1)
            loss = train_spans(words, *spans, gold, known, labels, order, weights, squares, scale)
            passed(epoch + 1, _EPOCHS, loss / max(len(gold), 1))
        return cls(weights)

    def scores(self, grammar: Grammar, sentences: SpanSentences, items: Items) -> Floats:
        """(items,) what speaks for each, as log odds beyond its posterior."""
        from spectral_core.inference.cky.span_kernels import SpanWords, span_scores

        words = SpanWords(sentences.offsets, sentences.forms, sentences.tags, sentences.kinds)
        spans = items.bounds, items.starts, items.ends, items.labels
        return span_scores(words, *spans, _label_keys(grammar), self.weights)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        used = np.flatnonzero(self.weights)
        return {"places": used.astype(np.int32), "weights": self.weights[used]}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> SpanPotentials:
        """The potentials that `arrays` were taken from; ValueError where they do not fit each other."""
        places, values = arrays["places"].astype(np.int64), arrays["weights"].astype(np.float32)
        inside = bool(((places >= 0) & (places < _SIZE)).all())
        if places.shape != values.shape or not inside or not np.isfinite(values).all():
            raise ValueError("these are no weights of spans")
        weights = np.zeros(_SIZE, dtype=np.float32)
        weights[places] = values
        return cls(weights)


def _label_keys(grammar: Grammar) -> LabelKeys:
    from spectral_core.inference.cky.span_kernels import LabelKeys

    grown = [split_label(name.lstrip(MARK).partition("[")[0].rstrip("<>"))[-1] for name in grammar.names]
    return LabelKeys(_keys(grammar.labels), _keys(grown))
