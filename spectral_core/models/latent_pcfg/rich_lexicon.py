"""The labels of words by their context: a linear chain over sentences, and what words themselves were seen with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky.arrays import Floats
from spectral_core.model import Arrays, part_in, prefixed
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.lexicon import Entry, SignatureLexicon
from spectral_core.models.linear_chain import NONE, FeatureSequences, LinearChain, Plan
from spectral_core.models.words import WordClasses
from spectral_core.progress import Progress, Report

Integers = NDArray[np.int64]

_EPOCHS = 5
_DROPOUT = 0.2
_LIKELY = 3e-3  # posterior from which a label is looked at
_LEAST = 1e-3  # share that a word is thought to have of a label that it was not seen with
_CONTEXT = 0.5  # how much context counts against the word itself


@dataclass(frozen=True, slots=True, eq=False)
class RichLexicon:
    """Labels come from the posteriors of a chain, mixed with the shares that the word has of them.

    The weight of a label is the geometric mean of both over how frequent the label is, so that the context is not
    counted as if the grammar had generated it from nothing.
    """

    words: SignatureLexicon
    labels: Integers  # (classes,) what the classes of the chain are
    classes: WordClasses
    chain: LinearChain

    @classmethod
    def of(
        cls, forest: Forest, words: SignatureLexicon, seed: int, report: Report, trees: Integers | None = None
    ) -> RichLexicon:
        """Trained on the leaves of all trees, or of some."""
        labels = np.unique(forest.nodes[forest.leaves])
        chosen = np.arange(len(forest.offsets) - 1) if trees is None else trees
        parts = [np.arange(forest.offsets[tree], forest.offsets[tree + 1]) for tree in chosen.tolist()]
        leaves = [part[forest.words[part] >= 0] for part in parts]
        starts = np.append(0, np.cumsum([len(part) for part in leaves])).astype(np.int64)
        flat = np.concatenate(leaves)
        gold = np.searchsorted(labels, forest.nodes[flat]).astype(np.int32)
        forms = [forest.forms[word] for word in forest.words[flat].tolist()]
        classes = WordClasses.learn(forms, gold)
        stage = "words" if trees is None else "words of others"

        def passed(epoch: int, likelihood: float, right: float) -> None:
            report(Progress(stage, epoch, _EPOCHS, {"log_likelihood": likelihood, "accuracy": 100 * right}))

        plan = Plan(_EPOCHS, _DROPOUT, 1, seed)
        chain = LinearChain.learn(_sequences(classes, forms, starts), gold, len(labels), plan, passed)
        return cls(words, labels, classes, chain)

    def entries(self, sentences: Sequence[Sequence[str]], pruned: bool = True) -> list[Entry]:
        """The entries of all words; without pruning, labels that the word was seen with are always among them."""
        starts = np.append(0, np.cumsum([len(forms) for forms in sentences])).astype(np.int64)
        flat = [form for forms in sentences for form in forms]
        places, shares = self.chain.posteriors(_sequences(self.classes, flat, starts))
        own = self.words.entries(sentences)
        return [self._mixed(*row, pruned) for row in zip(own, places, shares, strict=True)]

    def _mixed(self, own: Entry, places: NDArray[np.int32], shares: Floats, pruned: bool) -> Entry:
        tried = (places != NONE) & (shares >= (_LIKELY if pruned else 0.0))
        labels, context = self.labels[places[tried]], shares[tried]
        if not pruned:
            more = np.setdiff1d(own.labels, labels)
            labels, context = np.append(labels, more), np.append(context, np.full(len(more), 1e-6))
        order = np.argsort(labels)
        labels, context = labels[order], context[order]
        totals = self.words.totals
        seen = own.weights * totals[own.labels]
        at = np.minimum(np.searchsorted(own.labels, labels), len(own.labels) - 1)
        known = own.labels[at] == labels
        alone = np.maximum(np.where(known, seen[at] / seen.sum(), 0.0), _LEAST)
        weights = context**_CONTEXT * alone ** (1 - _CONTEXT) * (totals.sum() / totals[labels])
        return Entry(labels, weights, np.where(known[:, None], own.states[at], self.words.means[labels]))

    def with_states(self, leaves: Floats, means: Floats, backoff: float) -> Self:
        return replace(self, words=self.words.with_states(leaves, means, backoff))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        return {
            **prefixed("words_", self.words.arrays()),
            **prefixed("classes_", self.classes.arrays()),
            **prefixed("chain_", self.chain.arrays()),
        }

    @classmethod
    def from_arrays(cls, forest: Forest, words: SignatureLexicon, arrays: Arrays) -> RichLexicon:
        """The lexicon of the same trees that `arrays` were taken from."""
        labels = np.unique(forest.nodes[forest.leaves])
        chain = LinearChain.from_arrays(part_in(arrays, "chain_"), len(labels))
        classes = WordClasses.from_arrays(part_in(arrays, "classes_"))
        return cls(words.with_arrays(part_in(arrays, "words_")), labels, classes, chain)


def _sequences(classes: WordClasses, forms: Sequence[str], starts: Integers) -> FeatureSequences:
    from spectral_core.inference.word_keys import tagger_keys

    return FeatureSequences(tagger_keys(classes.keys(forms), starts), starts)
