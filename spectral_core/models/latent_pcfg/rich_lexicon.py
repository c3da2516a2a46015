"""The labels of words by their context: a linear chain over sentences, and what words themselves were seen with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky import LabelledWords
from spectral_core.inference.cky.arrays import Floats
from spectral_core.model import Arrays, part_in, prefixed
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon, WordLabels
from spectral_core.models.linear_chain import NONE, FeatureSequences, LinearChain, Plan
from spectral_core.models.words import WordClasses
from spectral_core.progress import Progress, Report

Integers = NDArray[np.int64]

_EPOCHS, _ENDS_EPOCHS = 5, 3
_DROPOUT = 0.2
_LIKELY = 3e-3  # posterior from which a label is looked at
_LEAST = 1e-3  # share that a word is thought to have of a label that it was not seen with
_UNLIKELY = 1e-6  # posterior of labels that the chain did not try
_EDGE = 0.003  # posterior from which a phrase may begin or end at a word
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
    ends: LinearChain  # whether phrases of several words begin (2) or end (1) at a word

    @classmethod
    def of(
        cls,
        forest: Forest,
        words: SignatureLexicon,
        seed: int,
        report: Report,
        trees: Integers | None = None,
        stage: str = "words",
    ) -> RichLexicon:
        """Trained on the leaves of all trees, or of some; reports come under the name of this stage."""
        labels = np.unique(forest.nodes[forest.leaves])
        chosen = np.arange(len(forest.offsets) - 1) if trees is None else trees
        parts = [np.arange(forest.offsets[tree], forest.offsets[tree + 1]) for tree in chosen.tolist()]
        leaves = [part[forest.words[part] >= 0] for part in parts]
        starts = np.append(0, np.cumsum([len(part) for part in leaves])).astype(np.int64)
        flat = np.concatenate(leaves)
        gold = np.searchsorted(labels, forest.nodes[flat]).astype(np.int32)
        forms = [forest.forms[word] for word in forest.words[flat].tolist()]
        classes = WordClasses.learn(forms, gold)
        given = _sequences(classes, forms, starts)

        def passed(epoch: int, likelihood: float, right: float) -> None:
            report(
                Progress(stage, epoch, _EPOCHS + _ENDS_EPOCHS, {"log_likelihood": likelihood, "accuracy": 100 * right})
            )

        plan = Plan(_EPOCHS, _DROPOUT, 1, seed)
        chain = LinearChain.learn(given, gold, len(labels), plan, passed)
        ends = LinearChain.learn(
            given, _ends(forest)[flat], 4, replace(plan, epochs=3), lambda at, *more: passed(at + _EPOCHS, *more)
        )
        return cls(words, labels, classes, chain, ends)

    def read(self, sentences: Sequence[Sequence[str]], pruned: bool = True) -> WordLabels:
        """The labels of all words; without pruning, labels that a word was seen with are always among them."""
        own = self.words.read(sentences)
        offsets = own.words.offsets
        given = _sequences(self.classes, [form for forms in sentences for form in forms], offsets)
        mixed = self._mixed(own, *self.chain.posteriors(given), pruned)
        if not pruned:
            return mixed
        places, shares = self.ends.posteriors(given)
        starts, ends = ((shares * ((places & bit) > 0) * (places != NONE)).sum(axis=1) >= _EDGE for bit in (2, 1))
        return replace(mixed, starts=starts, ends=ends)

    def _mixed(self, own: WordLabels, places: NDArray[np.int32], shares: Floats, pruned: bool) -> WordLabels:
        size, totals, words = len(self.words.totals), self.words.totals, own.words
        owners = own.owners
        known = owners * size + words.labels  # rising
        seen = words.weights * totals[words.labels]
        seen /= np.add.reduceat(seen, words.bounds[:-1])[owners] if len(seen) else 1.0
        tried = np.nonzero((places != NONE) & (shares >= (_LIKELY if pruned else 0.0)))
        codes, context = tried[0] * size + self.labels[places[tried]], shares[tried]
        if not pruned:
            more = np.setdiff1d(known, codes)
            codes, context = np.append(codes, more), np.append(context, np.full(len(more), _UNLIKELY))
        order = np.argsort(codes)
        codes, context = codes[order], context[order]
        at = np.minimum(np.searchsorted(known, codes), len(known) - 1)
        found, labels = known[at] == codes, codes % size
        alone = np.maximum(np.where(found, seen[at], 0.0), _LEAST)
        weights = context**_CONTEXT * alone ** (1 - _CONTEXT) * (totals.sum() / totals[labels])
        bounds = np.searchsorted(codes // size, np.arange(len(words.bounds)))
        states = np.where(found[:, None], own.states[at], self.words.means[labels])
        return replace(own, words=LabelledWords(words.offsets, bounds, labels, weights), states=states)

    def with_states(self, leaves: Floats, means: Floats, backoff: float) -> Self:
        return replace(self, words=self.words.with_states(leaves, means, backoff))

    def held_out(self) -> Self:
        return replace(self, words=self.words.held_out())

    def with_columns(self, columns: Integers) -> Self:
        return replace(self, words=self.words.with_columns(columns))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        return {
            **prefixed("words_", self.words.arrays()),
            **prefixed("classes_", self.classes.arrays()),
            **prefixed("chain_", self.chain.arrays()),
            **prefixed("ends_", self.ends.arrays()),
        }

    @classmethod
    def from_arrays(cls, forest: Forest, words: SignatureLexicon, arrays: Arrays) -> RichLexicon:
        """The lexicon of the same trees that `arrays` were taken from."""
        labels = np.unique(forest.nodes[forest.leaves])
        chain = LinearChain.from_arrays(part_in(arrays, "chain_"), len(labels))
        classes = WordClasses.from_arrays(part_in(arrays, "classes_"))
        ends = LinearChain.from_arrays(part_in(arrays, "ends_"), 4)
        return cls(words.with_arrays(part_in(arrays, "words_")), labels, classes, chain, ends)


def _ends(forest: Forest) -> NDArray[np.int32]:
    """(nodes,) for leaves: 2 where a phrase of several words begins, and 1 more where one ends."""
    inner, leaves = np.flatnonzero(forest.of_rule >= 0), forest.leaves
    longest = int(forest.ends.max()) + 1
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets)) * longest
    begin = np.isin(tree[leaves] + forest.starts[leaves], tree[inner] + forest.starts[inner])
    end = np.isin(tree[leaves] + forest.ends[leaves], tree[inner] + forest.ends[inner])
    found = np.zeros(len(forest.nodes), dtype=np.int32)
    found[leaves] = 2 * begin + end
    return found


def _sequences(classes: WordClasses, forms: Sequence[str], starts: Integers) -> FeatureSequences:
    from spectral_core.inference.word_keys import tagger_keys

    return FeatureSequences(tagger_keys(classes.keys(forms), starts), starts)
