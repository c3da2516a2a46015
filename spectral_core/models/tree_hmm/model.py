"""Trained hidden tree Markov models, as observable operators or as probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.data.dependencies import dependents_by_head
from spectral_core.maths.anchors import find_anchors, fit_convex_weights
from spectral_core.maths.em import normalise_counts
from spectral_core.model import (
    Arrays,
    LogScore,
    NodeState,
    Settings,
    add_prefix,
    pack_counter,
    pack_strings,
    select_part,
    unpack_counter,
    unpack_strings,
)
from spectral_core.models.parsing.training_sentences import require_tree
from spectral_core.models.tree_hmm.counts import EncodedTrees, TreeHmmCounts, encode_symbols
from spectral_core.models.tree_hmm.settings import TreeHmmSettings

_UNDERFLOW = 1e-200  # smaller norms are rounding errors
MIN_LOG_SCORE = -70.0  # log score per node of a tree with estimate 0
STATE_PART = "word"  # the only part with hidden states: all words share them
_ANCHOR_CANDIDATES = 2000  # most frequent words considered as anchors of states


@dataclass(frozen=True, slots=True, eq=False)
class TreeOperators:
    """Observable operators. A tree's score is row(root) @ root, where row = words[x], times D(transitions[side].T row
    of the child) for each child, and D(y) = sum over j of y[j] product[j]; or `start`, times those, times D(words[x]),
    where words come last."""

    word_duals: Floats  # (symbols, directions)
    start: Floats  # (directions,)
    transitions: Floats  # (2, directions of a child, directions of its head)
    product: Floats  # (directions, directions, directions)
    root: Floats  # (directions,)
    words_last: bool
    __repr__ = brief_repr

    def scores(self, trees: EncodedTrees) -> tuple[Floats, Flags]:
        """Return (trees,) log absolute scores, and which scores are positive."""
        from spectral_core.structured.latent_trees import ForestNodes, score_trees

        logs, signs = np.empty(len(trees.weights)), np.empty(len(trees.weights), dtype=np.int64)
        nodes = ForestNodes(trees.symbols, trees.heads, trees.starts)
        operators = (self.word_duals, self.start, self.transitions, self.product, self.root)
        score_trees(nodes, *operators, self.words_last, logs, signs)
        return logs, signs > 0

    def compute_expected_embeddings(self, trees: EncodedTrees) -> Floats:
        """Return (nodes, directions) the expected embedding of a word emitted by each node's state, given the whole
        tree."""
        size, heads, sides = len(trees.symbols), trees.heads.tolist(), trees.sides()
        inside = np.tile(self.start, (size, 1)) if self.words_last else self.word_duals[trees.symbols]
        word_factors = [self._make_diagonal_operator(self.word_duals[symbol]) for symbol in trees.symbols.tolist()]
        bottom_up = _order_bottom_up(heads)
        child_factors: list[Floats] = [np.eye(len(self.root))] * size
        children: list[list[int]] = [[] for _ in heads]
        for node in bottom_up:
            for child in children[node]:
                inside[node] = _scale_to_unit_maximum(inside[node] @ child_factors[child])
            if self.words_last:
                inside[node] = _scale_to_unit_maximum(inside[node] @ word_factors[node])
            if heads[node]:
                children[heads[node] - 1].append(node)
                child_factors[node] = self._make_diagonal_operator(inside[node] @ self.transitions[sides[node]])
        outside = np.zeros((size, len(self.root)))
        points = np.zeros_like(outside)
        for node in reversed(bottom_up):
            if not heads[node]:
                outside[node] = self.root
            else:
                head = heads[node] - 1
                state = word_factors[head] @ outside[head]
                for sibling in children[head]:
                    if sibling != node:
                        state = child_factors[sibling] @ state
                outside[node] = _scale_to_unit_maximum(self.transitions[sides[node]] @ state)
            point = outside[node]
            for factor in (word_factors[node], *(child_factors[child] for child in children[node])):
                point = factor @ point
            norm = float(self.start @ point)
            points[node] = point / norm if abs(norm) > _UNDERFLOW else point
        return points

    def _make_diagonal_operator(self, point: Floats) -> Floats:
        """Return D(point), the operator that multiplies a state by the evidence of a point."""
        return np.tensordot(point, self.product, 1)

    def arrays(self) -> NamedArrays:
        return {
            "words": self.word_duals, "begin": self.start, "moves": self.transitions, "product": self.product,
            "root": self.root,
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, size: int, words_last: bool) -> Self:
        """Restore the operators from their arrays, over `size` symbols; ValueError if these are inconsistent."""
        names = ("words", "begin", "moves", "product", "root")
        words, start, transitions, product, root = (arrays[name].astype(np.float64) for name in names)
        directions = len(root)
        shapes = (words.shape, start.shape, transitions.shape, product.shape)
        if shapes != (
            (size, directions),
            (directions,),
            (2, directions, directions),
            (directions, directions, directions),
        ):
            raise ValueError("the operators do not fit each other")
        return cls(words, start, transitions, product, root, words_last)


@dataclass(frozen=True, slots=True, eq=False)
class TreeProbabilities:
    """Probabilities of the root's state, of a child's state given its head's state and its side, and of words given
    states."""

    emissions: Floats  # (symbols, states) columns sum to 1
    transitions: Floats  # (2, states of a child, states of its head) columns sum to 1
    root: Floats  # (states,)
    __repr__ = brief_repr

    def scores(self, trees: EncodedTrees) -> tuple[Floats, Flags]:
        """Return (trees,) log-likelihoods, and which are finite."""
        logs = self.compute_expectations(trees)[0]
        return logs, np.isfinite(logs)

    def compute_expectations(self, trees: EncodedTrees) -> tuple[Floats, Floats, ExpectedCounts]:
        """Run inside-outside: return (trees,) log-likelihoods, (nodes, states) posteriors, and expected counts (E
        step)."""
        from spectral_core.structured.latent_trees import ExpectedTreeCounts, ForestNodes, expectation_step

        logs, posteriors = np.empty(len(trees.weights)), np.empty((len(trees.symbols), len(self.root)))
        counts = ExpectedCounts(
            np.zeros_like(self.emissions), np.zeros_like(self.transitions), np.zeros_like(self.root)
        )
        nodes, sums = (
            ForestNodes(trees.symbols, trees.heads, trees.starts),
            ExpectedTreeCounts(counts.emissions, counts.transitions, counts.roots),
        )
        expectation_step(nodes, trees.weights, self.emissions, self.transitions, self.root, logs, posteriors, sums)
        return logs, posteriors, ExpectedCounts(counts.emissions, counts.transitions * self.transitions, counts.roots)

    def maximise(self, counts: ExpectedCounts, frequencies: Floats, smoothing: float) -> TreeProbabilities:
        """Return the parameters that maximise the likelihood of the expected counts (M step), with pseudo-counts of
        words in each state."""
        return TreeProbabilities(
            normalise_counts(counts.emissions + smoothing * frequencies[:, None], self.emissions, 0),
            normalise_counts(counts.transitions, self.transitions, 1),
            normalise_counts(counts.roots, self.root, 0),
        )

    def arrays(self) -> NamedArrays:
        return {"emissions": self.emissions, "moves": self.transitions, "root": self.root}

    @classmethod
    def from_arrays(cls, arrays: Arrays, size: int) -> Self:
        """Restore the probabilities from their arrays, over `size` symbols; ValueError if these are invalid."""
        emissions, transitions, root = (arrays[name].astype(np.float64) for name in ("emissions", "moves", "root"))
        states = len(root)
        if (emissions.shape, transitions.shape) != ((size, states), (2, states, states)):
            raise ValueError("the probabilities do not fit each other")
        if not all((np.isfinite(part) & (part >= 0)).all() for part in (emissions, transitions, root)):
            raise ValueError("a probability is negative or no number")
        return cls(emissions, transitions, root)


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedCounts:
    """Expected counts of emissions, transitions and roots by hidden state."""

    emissions: Floats  # (symbols, states)
    transitions: Floats  # (2, states of a child, states of its head)
    roots: Floats  # (states,)
    __repr__ = brief_repr

    @classmethod
    def from_labels(cls, trees: EncodedTrees, labels: Integers, size: int, states: int, spread: float) -> Self:
        """Count trees with these hidden states at the nodes; the share `spread` is spread evenly over all states."""
        heads, weights = trees.head_nodes(), trees.node_weights()
        modifiers = np.flatnonzero(heads >= 0)
        cells = (trees.sides()[modifiers] * states + labels[modifiers]) * states + labels[heads[modifiers]]
        emissions = np.bincount(trees.symbols * states + labels, weights, size * states).reshape(size, states)
        transitions = np.bincount(cells, weights[modifiers], 2 * states * states).reshape(2, states, states)
        roots = np.bincount(labels[heads < 0], weights[heads < 0], states).astype(np.float64)
        smoothed = [
            (1 - spread) * part + spread * part.mean(axis=axes, keepdims=True)
            for part, axes in ((emissions, 1), (transitions, (1, 2)), (roots, 0))
        ]
        return cls(*smoothed)


def _order_bottom_up(heads: list[int]) -> list[int]:
    """Return the nodes of a tree, the deepest first, so that each comes before its head."""
    dependents = dependents_by_head(heads)
    levels = [dependents[0]]
    while levels[-1]:
        levels.append(sorted(word for head in levels[-1] for word in dependents[head]))
    return [word - 1 for level in reversed(levels) for word in level]


def _scale_to_unit_maximum(row: Floats) -> Floats:
    """Divide a vector by its largest absolute value, against underflow."""
    largest = float(np.abs(row).max(initial=0.0))
    return row / largest if largest > 0 else row


@dataclass(frozen=True, slots=True, eq=False)
class TreeHmmTrainingRecord:
    """Training record of a model."""

    spectrum: Floats = field(default_factory=lambda: np.zeros(0))  # singular values of the word embedding
    iterations: Floats = field(default_factory=lambda: np.zeros(0))  # log-likelihoods
    clipped: int = 0  # training trees with a nonpositive score
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    __repr__ = brief_repr


@dataclass(frozen=True, slots=True, eq=False)
class TreeHmm:
    """Hidden tree Markov model: a word's state depends on its head's state and the side, and emits the word."""

    method: ClassVar[str] = "tree-hmm"
    settings: TreeHmmSettings
    symbols: tuple[str, ...]  # known, sorted; the id after the last is the unknown word
    tree_counts: TreeHmmCounts | None  # the training trees; None in a model that was stored without them
    parameters: TreeOperators | TreeProbabilities
    training_record: TreeHmmTrainingRecord
    symbol_counts: Floats  # (symbols + 1,) frequencies in the training trees
    index: dict[str, int] = field(repr=False)
    __repr__ = brief_repr

    @classmethod
    def from_counts(
        cls, settings: TreeHmmSettings, symbols: tuple[str, ...], counts: TreeHmmCounts,
        parameters: TreeOperators | TreeProbabilities, record: TreeHmmTrainingRecord,
    ) -> Self:  # fmt: skip
        """Make the model from its training trees and the parameters that were estimated from them."""
        index = {symbol: number for number, symbol in enumerate(symbols)}
        symbol_counts = np.bincount(
            encode_symbols(counts.symbols, index), counts.symbol_counts(), len(symbols) + 1
        ).astype(np.float64)
        record = replace(record, skipped=counts.skipped)
        return cls(settings, symbols, counts, parameters, record, symbol_counts, index)

    @property
    def has_text(self) -> bool:
        """Whether the training trees are there."""
        return self.tree_counts is not None

    def without_text(self) -> Self:
        """Return the same model without its training trees."""
        return replace(self, tree_counts=None)

    @property
    def clipped(self) -> int:
        """Number of training trees with a nonpositive score."""
        return self.training_record.clipped

    @property
    def skipped(self) -> Mapping[str, int]:
        """Number of sentences left out of training, by reason."""
        return dict(self.training_record.skipped)

    def spectrum(self, part: str = "") -> Floats:  # noqa: ARG002 - there is one
        """Return the singular values of the word embedding; empty after a random start."""
        return self.training_record.spectrum

    def tree_scores(self, sentences: Sequence[Sentence]) -> list[LogScore]:
        """Return the log score of each sentence's words given its tree; the tree itself is not scored. Negative scores
        of a closed form count as clipped and enter with their absolute value."""
        trees = self._encode_trees(sentences)
        logs, positive = self.parameters.scores(trees)
        sizes = np.diff(trees.starts)
        logs = np.where(np.isfinite(logs), logs, MIN_LOG_SCORE * sizes)
        rows = zip(logs.tolist(), sizes.tolist(), positive.tolist(), strict=True)
        return [LogScore(log, size, 0, int(not is_positive)) for log, size, is_positive in rows]

    @property
    def state_parts(self) -> tuple[str, ...]:
        """A single name, because all words share the hidden states."""
        return (STATE_PART,)

    def states(self, sentence: Sentence) -> list[NodeState]:
        """Return the state of each word of the sentence's tree; DataError without a tree. States of a closed form are
        convex weights of anchor words, with the embedding of a word emitted by the same state as vector."""
        trees = self._encode_trees([sentence])
        if isinstance(self.parameters, TreeProbabilities):
            weights = vectors = self.parameters.compute_expectations(trees)[1]
        else:
            vectors = self.parameters.compute_expected_embeddings(trees)
            weights = fit_convex_weights(vectors, self._find_anchor_points())
        rows = enumerate(zip(weights, vectors, strict=True), 1)
        return [NodeState(STATE_PART, word, "", node_weights, vector) for word, (node_weights, vector) in rows]

    def _find_anchor_points(self) -> Floats:
        """Return (states, directions) the embeddings of frequent words that are vertices of the convex hull."""
        assert isinstance(self.parameters, TreeOperators)
        counts = self.symbol_counts
        duals = self.parameters.word_duals
        candidates = counts[:-1] if self.symbols else counts  # the unknown word is one only if no other is known
        frequent = np.argsort(-candidates, kind="stable")[:_ANCHOR_CANDIDATES]
        points = duals[frequent] / np.maximum(counts[frequent] + self.settings.prior, 1.0)[:, None]
        anchor_points: Floats = points[find_anchors(points, self.settings.states)]
        return anchor_points

    def _encode_trees(self, sentences: Sequence[Sentence]) -> EncodedTrees:
        """Encode the trees of sentences; DataError for a sentence without one."""
        for sentence in sentences:
            require_tree(sentence)
        column = self.settings.column
        values = [value for sentence in sentences for value in sentence.column(column)]
        heads = np.array([head for sentence in sentences for head in sentence.heads], dtype=np.int64)
        starts = np.concatenate(([0], np.cumsum([len(sentence) for sentence in sentences]))).astype(np.int64)
        return EncodedTrees(encode_symbols(values, self.index), heads, starts, np.ones(len(sentences)))

    def arrays(self) -> NamedArrays:
        learning = self.training_record
        return {
            "symbols": pack_strings(self.symbols), **add_prefix("parameter_", self.parameters.arrays()),
            "symbol_counts": self.symbol_counts, "spectrum": learning.spectrum, "iterations": learning.iterations,
            "clipped": np.array(learning.clipped), **pack_counter("skipped", learning.skipped),
            **({} if self.tree_counts is None else self.tree_counts.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore the model from its settings and arrays; ValueError if these are inconsistent."""
        if not isinstance(settings, TreeHmmSettings):
            raise TypeError("these are the settings of another method")
        symbols = unpack_strings(arrays["symbols"])
        parameter_arrays, size = select_part(arrays, "parameter_"), len(symbols) + 1
        parameters: TreeOperators | TreeProbabilities
        if settings.estimator.endswith("em"):
            parameters = TreeProbabilities.from_arrays(parameter_arrays, size)
        else:
            parameters = TreeOperators.from_arrays(parameter_arrays, size, settings.estimator == "spectral-paper")
        learning = TreeHmmTrainingRecord(
            arrays["spectrum"].astype(np.float64), arrays["iterations"].astype(np.float64), int(arrays["clipped"])
        )
        if "tree_symbols" in arrays:
            return cls.from_counts(settings, symbols, TreeHmmCounts.from_arrays(arrays), parameters, learning)
        symbol_counts = arrays["symbol_counts"].astype(np.float64)
        if symbol_counts.shape != (size,) or not (symbol_counts >= 0).all():
            raise ValueError("the frequencies do not fit the symbols")
        learning = replace(learning, skipped=unpack_counter(arrays, "skipped"))
        index = {symbol: number for number, symbol in enumerate(symbols)}
        return cls(settings, symbols, None, parameters, learning, symbol_counts, index)
