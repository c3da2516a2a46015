"""Learnt hidden tree Markov models: scores of given trees, and the hidden states of their nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Named
from spectral_core.brief import brief
from spectral_core.data import Sentence
from spectral_core.data.dependencies import is_tree
from spectral_core.errors import DataError
from spectral_core.maths.anchors import anchors, convex_weights
from spectral_core.model import Arrays, NodeState, Scored, Settings, pack, part_in, prefixed, unpack
from spectral_core.models.tree_hmm.parameters import TreeOperators, TreeProbabilities
from spectral_core.models.tree_hmm.settings import TreeHmmSettings
from spectral_core.models.tree_hmm.trees import Trees, TreeSample, names_of

LEAST = -70.0  # the log score of a node in a tree whose estimate is nothing at all
PART = "word"  # what has hidden states: all words have the same ones
_CORNERS = 2000  # words, the most frequent ones, among which the states of the closed form are looked for


@dataclass(frozen=True, slots=True, eq=False)
class TreeHmmLearning:
    """What was seen while a model was learnt."""

    spectrum: Floats = field(default_factory=lambda: np.zeros(0))  # of the points of words
    iterations: Floats = field(default_factory=lambda: np.zeros(0))  # log-likelihoods
    clipped: int = 0  # trees it was learnt from whose score is not above 0
    __repr__ = brief


@dataclass(frozen=True, slots=True, eq=False)
class TreeHmm:
    """Every word has a hidden state that depends on its head's and on which side it stands, and emits the word."""

    method: ClassVar[str] = "tree-hmm"
    settings: TreeHmmSettings
    symbols: tuple[str, ...]  # known, sorted; behind them comes the unknown word
    sample: TreeSample
    parameters: TreeOperators | TreeProbabilities
    learning: TreeHmmLearning
    places: dict[str, int] = field(repr=False)
    __repr__ = brief

    @property
    def clipped(self) -> int:
        """How many trees of the corpus have a score that is not above 0."""
        return self.learning.clipped

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many sentences were left out of learning, by reason."""
        return dict(self.sample.skipped)

    def spectrum(self, part: str = "") -> Floats:  # noqa: ARG002 - there is one
        """The singular values that the points of words were cut from; none where it began at random."""
        return self.learning.spectrum

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[Scored]:
        """The log score of the words of each sentence under its tree; which tree it is, is not scored. Scores of a
        closed form that are below 0 count as clipped, and their size stands for them."""
        trees = self._trees(sentences)
        logs, sound = self.parameters.scores(trees)
        sizes = np.diff(trees.starts)
        logs = np.where(np.isfinite(logs), logs, LEAST * sizes)
        rows = zip(logs.tolist(), sizes.tolist(), sound.tolist(), strict=True)
        return [Scored(log, size, 0, int(not good)) for log, size, good in rows]

    @property
    def state_parts(self) -> tuple[str, ...]:
        return (PART,)

    def states(self, sentence: Sentence) -> list[NodeState]:
        """The state of each word of the tree that the sentence has; DataError where it has none. Those of a closed form
        are shares of words that lie farthest apart, and vectors the point of a word that would stand there as well."""
        trees = self._trees([sentence])
        if isinstance(self.parameters, TreeProbabilities):
            shares = vectors = self.parameters.expectations(trees)[1]
        else:
            vectors = self.parameters.expected(trees)
            shares = convex_weights(vectors, self._corners())
        rows = enumerate(zip(shares, vectors, strict=True), 1)
        return [NodeState(PART, word, "", share, vector) for word, (share, vector) in rows]

    def _corners(self) -> Floats:
        """(states, directions) points of frequent words that lie farthest apart."""
        assert isinstance(self.parameters, TreeOperators)
        counts = np.bincount(names_of(self.sample.symbols, self.places), self.sample.counts(), len(self.symbols) + 1)
        duals = self.parameters.words
        frequent = np.argsort(-counts[:-1], kind="stable")[:_CORNERS]
        points = duals[frequent] / np.maximum(counts[frequent] + self.settings.prior, 1.0)[:, None]
        found: Floats = points[anchors(points, self.settings.states)]
        return found

    def _trees(self, sentences: Sequence[Sentence]) -> Trees:
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
        return Trees(names_of(values, self.places), heads, starts, np.ones(len(sentences)))

    def arrays(self) -> Named:
        learning = self.learning
        return {
            "symbols": pack(self.symbols), **prefixed("parameter_", self.parameters.arrays()), **self.sample.arrays(),
            "spectrum": learning.spectrum, "iterations": learning.iterations, "clipped": np.array(learning.clipped),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """The model that gave these settings and arrays; ValueError where they do not fit each other."""
        if not isinstance(settings, TreeHmmSettings):
            raise TypeError("these are the settings of another method")
        symbols, sample = unpack(arrays["symbols"]), TreeSample.from_arrays(arrays)
        held, size = part_in(arrays, "parameter_"), len(symbols) + 1
        parameters: TreeOperators | TreeProbabilities
        if settings.estimator.endswith("em"):
            parameters = TreeProbabilities.from_arrays(held, size)
        else:
            parameters = TreeOperators.from_arrays(held, size, settings.estimator == "spectral-paper")
        learning = TreeHmmLearning(
            arrays["spectrum"].astype(np.float64), arrays["iterations"].astype(np.float64), int(arrays["clipped"])
        )
        return cls(settings, symbols, sample, parameters, learning, {one: at for at, one in enumerate(symbols)})
