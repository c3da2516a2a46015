"""Lexicon by context: a linear-chain tagger over sentences, mixed with the labels that the words were seen with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.model import Arrays, add_prefix, select_part
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon, WordLabels
from spectral_core.models.linear_chain import NONE, CrfTraining, FeatureSequences, LinearChain
from spectral_core.models.words import TagClasses
from spectral_core.progress import Progress, Report
from spectral_core.structured.cky import LabelledWords

_EPOCHS, _ENDS_EPOCHS = 5, 3
_DROPOUT = 0.2
_MIN_POSTERIOR = 3e-3  # posterior from which a label is a candidate
_MIN_SHARE = 1e-3  # share assumed for labels that a word was not seen with
_UNTRIED_POSTERIOR = 1e-6  # posterior of labels that the chain did not try
_MIN_EDGE_POSTERIOR = 0.003  # posterior from which a phrase may begin or end at a word
_CONTEXT_WEIGHT = 0.5  # weight of the context against the word itself


@dataclass(frozen=True, slots=True, eq=False)
class RichLexicon:
    """Labels come from the posteriors of a chain, mixed with the shares that the word has of them.

    The weight of a label is the geometric mean of both over how frequent the label is, so that the context is not
    counted as if the grammar had generated it from nothing.
    """

    word_lexicon: SignatureLexicon
    labels: Integers  # (classes,) labels of the classes of the chain
    classes: TagClasses
    chain: LinearChain
    ends: LinearChain  # whether phrases of several words begin (2) or end (1) at a word

    @classmethod
    def of(
        cls,
        forest: Forest,
        word_lexicon: SignatureLexicon,
        seed: int,
        report: Report,
        trees: Integers | None = None,
        stage: str = "words",
    ) -> RichLexicon:
        """Train on the leaves of all trees, or of some; progress is reported under the name of this stage."""
        labels = np.unique(forest.nodes[forest.leaves])
        selected = np.arange(len(forest.offsets) - 1) if trees is None else trees
        parts = [np.arange(forest.offsets[tree], forest.offsets[tree + 1]) for tree in selected.tolist()]
        leaves = [part[forest.words[part] >= 0] for part in parts]
        starts = np.append(0, np.cumsum([len(part) for part in leaves])).astype(np.int64)
        flat = np.concatenate(leaves)
        gold = np.searchsorted(labels, forest.nodes[flat]).astype(np.int32)
        forms = [forest.forms[word] for word in forest.words[flat].tolist()]
        classes = TagClasses.learn(forms, gold)
        features = _extract_features(classes, forms, starts)

        def on_epoch(epoch: int, likelihood: float, accuracy: float) -> None:
            report(
                Progress(
                    stage, epoch, _EPOCHS + _ENDS_EPOCHS, {"log_likelihood": likelihood, "accuracy": 100 * accuracy}
                )
            )

        plan = CrfTraining(_EPOCHS, _DROPOUT, 1, seed)
        chain = LinearChain.learn(features, gold, len(labels), plan, on_epoch)
        ends = LinearChain.learn(
            features,
            _mark_phrase_edges(forest)[flat],
            4,
            replace(plan, epochs=3),
            lambda finished, *measures: on_epoch(finished + _EPOCHS, *measures),
        )
        return cls(word_lexicon, labels, classes, chain, ends)

    def label_words(self, sentences: Sequence[Sequence[str]], pruned: bool = True) -> WordLabels:
        """Return the labels of all words; without pruning, among them all labels that a word was seen with."""
        lexical = self.word_lexicon.label_words(sentences)
        offsets = lexical.words.offsets
        features = _extract_features(self.classes, [form for forms in sentences for form in forms], offsets)
        mixed = self._mix(lexical, *self.chain.posteriors(features), pruned)
        if not pruned:
            return mixed
        classes, posteriors = self.ends.posteriors(features)
        starts, ends = (
            (posteriors * ((classes & bit) > 0) * (classes != NONE)).sum(axis=1) >= _MIN_EDGE_POSTERIOR
            for bit in (2, 1)
        )
        return replace(mixed, starts=starts, ends=ends)

    def _mix(self, lexical: WordLabels, classes: NDArray[np.int32], posteriors: Floats, pruned: bool) -> WordLabels:
        """Multiply the posteriors of the chain with the labels of the words by themselves."""
        size, totals, words = len(self.word_lexicon.totals), self.word_lexicon.totals, lexical.words
        owners = lexical.owners
        seen_codes = owners * size + words.labels  # rising
        seen_shares = words.weights * totals[words.labels]
        seen_shares /= np.add.reduceat(seen_shares, words.bounds[:-1])[owners] if len(seen_shares) else 1.0
        tried = np.nonzero((classes != NONE) & (posteriors >= (_MIN_POSTERIOR if pruned else 0.0)))
        codes, context = tried[0] * size + self.labels[classes[tried]], posteriors[tried]
        if not pruned:
            untried = np.setdiff1d(seen_codes, codes)
            codes, context = np.append(codes, untried), np.append(context, np.full(len(untried), _UNTRIED_POSTERIOR))
        order = np.argsort(codes)
        codes, context = codes[order], context[order]
        positions = np.minimum(np.searchsorted(seen_codes, codes), len(seen_codes) - 1)
        is_seen, labels = seen_codes[positions] == codes, codes % size
        word_shares = np.maximum(np.where(is_seen, seen_shares[positions], 0.0), _MIN_SHARE)
        weights = context**_CONTEXT_WEIGHT * word_shares ** (1 - _CONTEXT_WEIGHT) * (totals.sum() / totals[labels])
        bounds = np.searchsorted(codes // size, np.arange(len(words.bounds)))
        states = np.where(is_seen[:, None], lexical.states[positions], self.word_lexicon.means[labels])
        return replace(lexical, words=LabelledWords(words.offsets, bounds, labels, weights), states=states)

    def with_states(self, leaves: Floats, means: Floats, backoff: float) -> Self:
        return replace(self, word_lexicon=self.word_lexicon.with_states(leaves, means, backoff))

    def leave_one_out(self) -> Self:
        return replace(self, word_lexicon=self.word_lexicon.leave_one_out())

    def with_columns(self, columns: Integers) -> Self:
        return replace(self, word_lexicon=self.word_lexicon.with_columns(columns))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        return {
            **add_prefix("words_", self.word_lexicon.arrays()),
            **add_prefix("classes_", self.classes.arrays()),
            **add_prefix("chain_", self.chain.arrays()),
            **add_prefix("ends_", self.ends.arrays()),
        }

    @classmethod
    def from_arrays(cls, forest: Forest, word_lexicon: SignatureLexicon, arrays: Arrays) -> RichLexicon:
        """Restore the lexicon of the same trees that gave `arrays`."""
        labels = np.unique(forest.nodes[forest.leaves])
        chain = LinearChain.from_arrays(select_part(arrays, "chain_"), len(labels))
        classes = TagClasses.from_arrays(select_part(arrays, "classes_"))
        ends = LinearChain.from_arrays(select_part(arrays, "ends_"), 4)
        return cls(word_lexicon.with_arrays(select_part(arrays, "words_")), labels, classes, chain, ends)


def _mark_phrase_edges(forest: Forest) -> NDArray[np.int32]:
    """Return (nodes,) for leaves: 2 where a phrase of several words begins, plus 1 where one ends."""
    inner, leaves = np.flatnonzero(forest.node_rules >= 0), forest.leaves
    longest = int(forest.ends.max()) + 1
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets)) * longest
    begins = np.isin(tree[leaves] + forest.starts[leaves], tree[inner] + forest.starts[inner])
    ends = np.isin(tree[leaves] + forest.ends[leaves], tree[inner] + forest.ends[inner])
    edges = np.zeros(len(forest.nodes), dtype=np.int32)
    edges[leaves] = 2 * begins + ends
    return edges


def _extract_features(classes: TagClasses, forms: Sequence[str], starts: Integers) -> FeatureSequences:
    """Return the features of words for the chain."""
    from spectral_core.structured.word_keys import tagger_keys

    return FeatureSequences(tagger_keys(classes.keys(forms), starts), starts)
