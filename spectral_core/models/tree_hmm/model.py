"""Trained hidden tree Markov models: scores of given trees, and the hidden states of their nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.data.dependencies import is_tree
from spectral_core.errors import DataError
from spectral_core.maths.anchors import find_anchors, fit_convex_weights
from spectral_core.model import Arrays, NodeState, Scored, Settings, add_prefix, pack, select_part, unpack
from spectral_core.models.tree_hmm.parameters import TreeOperators, TreeProbabilities
from spectral_core.models.tree_hmm.settings import TreeHmmSettings
from spectral_core.models.tree_hmm.trees import Trees, TreeSample, encode_symbols

MIN_LOG_SCORE = -70.0  # the log score of a node in a tree whose estimate is 0
PART = "word"  # the only part with hidden states: all words share them
_ANCHOR_CANDIDATES = 2000  # most frequent words, among which the anchors of states are searched


@dataclass(frozen=True, slots=True, eq=False)
class TreeHmmLearning:
    """Record of how a model was trained."""

    spectrum: Floats = field(default_factory=lambda: np.zeros(0))  # of the points of words
    iterations: Floats = field(default_factory=lambda: np.zeros(0))  # log-likelihoods
    clipped: int = 0  # trees it was learnt from whose score is not above 0
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True, eq=False)
class TreeHmm:
    """A model whose words have hidden states that depend on the head's state and on the side, and emit the word."""

    method: ClassVar[str] = "tree-hmm"
    settings: TreeHmmSettings
    symbols: tuple[str, ...]  # known, sorted; the number after the last is the unknown word's
    sample: TreeSample
    parameters: TreeOperators | TreeProbabilities
    learning: TreeHmmLearning
    index: dict[str, int] = field(repr=False)
    __repr__ = brief_repr

    @property
    def clipped(self) -> int:
        """Number of trees of the corpus whose score is not above 0."""
        return self.learning.clipped

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.sample.skipped)

    def spectrum(self, part: str = "") -> Floats:  # noqa: ARG002 - there is one
        """Return the singular values of the word embedding; none after a random start."""
        return self.learning.spectrum

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        """Return the log score of the words of each sentence under its tree; the tree itself is not scored. Scores of a
        closed form below 0 count as clipped, and their absolute value stands for them."""
        trees = self._encode_trees(sentences)
        logs, positive = self.parameters.scores(trees)
        sizes = np.diff(trees.starts)
        logs = np.where(np.isfinite(logs), logs, MIN_LOG_SCORE * sizes)
        rows = zip(logs.tolist(), sizes.tolist(), positive.tolist(), strict=True)
        return [Scored(log, size, 0, int(not is_positive)) for log, size, is_positive in rows]

    @property
    def state_parts(self) -> tuple[str, ...]:
        return (PART,)

    def states(self, sentence: Sentence) -> list[NodeState]:
        """Return the state of each word of the sentence's tree; DataError where it has none. Those of a closed form are
        convex weights of anchor words, and vectors the embedding of a word emitted by the same state."""
        trees = self._encode_trees([sentence])
        if isinstance(self.parameters, TreeProbabilities):
            weights = vectors = self.parameters.compute_expectations(trees)[1]
        else:
            vectors = self.parameters.compute_expected_points(trees)
            weights = fit_convex_weights(vectors, self._find_anchor_points())
        rows = enumerate(zip(weights, vectors, strict=True), 1)
        return [NodeState(PART, word, "", node_weights, vector) for word, (node_weights, vector) in rows]

    def _find_anchor_points(self) -> Floats:
        """Return (states, directions) the embeddings of frequent words that lie farthest apart."""
        assert isinstance(self.parameters, TreeOperators)
        counts = np.bincount(
            encode_symbols(self.sample.symbols, self.index), self.sample.counts(), len(self.symbols) + 1
        )
        duals = self.parameters.words
        frequent = np.argsort(-counts[:-1], kind="stable")[:_ANCHOR_CANDIDATES]
        points = duals[frequent] / np.maximum(counts[frequent] + self.settings.prior, 1.0)[:, None]
        anchor_points: Floats = points[find_anchors(points, self.settings.states)]
        return anchor_points

    def _encode_trees(self, sentences: Sequence[Sentence]) -> Trees:
        """Encode the trees of sentences; DataError for a sentence without one."""
        for sentence in sentences:
            if not is_tree(sentence.heads):
                raise DataError(
                    f"the sentence {' '.join(sentence.forms[:8])!r} has no whole tree of heads to be scored; "
                    "parse it with a dependency parser first"
                )
        column = self.settings.column
        values = [value for sentence in sentences for value in sentence.column(column)]
        heads = np.array([head for sentence in sentences for head in sentence.heads], dtype=np.int64)
        starts = np.concatenate(([0], np.cumsum([len(sentence) for sentence in sentences]))).astype(np.int64)
        return Trees(encode_symbols(values, self.index), heads, starts, np.ones(len(sentences)))

    def arrays(self) -> NamedArrays:
        learning = self.learning
        return {
            "symbols": pack(self.symbols), **add_prefix("parameter_", self.parameters.arrays()), **self.sample.arrays(),
            "spectrum": learning.spectrum, "iterations": learning.iterations, "clipped": np.array(learning.clipped),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore the model that gave these settings and arrays; ValueError where they do not fit each other."""
        if not isinstance(settings, TreeHmmSettings):
            raise TypeError("these are the settings of another method")
        symbols, sample = unpack(arrays["symbols"]), TreeSample.from_arrays(arrays)
        parameter_arrays, size = select_part(arrays, "parameter_"), len(symbols) + 1
        parameters: TreeOperators | TreeProbabilities
        if settings.estimator.endswith("em"):
            parameters = TreeProbabilities.from_arrays(parameter_arrays, size)
        else:
            parameters = TreeOperators.from_arrays(parameter_arrays, size, settings.estimator == "spectral-paper")
        learning = TreeHmmLearning(
            arrays["spectrum"].astype(np.float64), arrays["iterations"].astype(np.float64), int(arrays["clipped"])
        )
        return cls(
            settings, symbols, sample, parameters, learning, {symbol: number for number, symbol in enumerate(symbols)}
        )
