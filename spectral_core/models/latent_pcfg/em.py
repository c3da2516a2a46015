"""Expectation maximisation of the hidden states of labels (Matsuzaki et al. 2005)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.em import EmIteration, run_em
from spectral_core.models.latent_pcfg.estimators import NODES_PER_STATE, EstimatedTensors
from spectral_core.models.latent_pcfg.grammar import BinarisedTreebank

_RULE_SMOOTHING, _WORD_SMOOTHING = 0.01, 0.1  # interpolation weights of the mean over a label's states
_UNDERFLOW = 1e-200  # smallest expected count with a finite reciprocal
_LOG_RANGE = np.log(3.0)  # range of the log factors of a random start


@dataclass(frozen=True, slots=True, eq=False)
class StateTables:
    """Probabilities of rules, words and roots given the hidden state of the parent (EM parameters)."""

    tensors: Floats  # (rules, left x right, parent)
    words: Floats  # (pairs, states)
    roots: Floats  # (labels, states)


@dataclass(frozen=True, slots=True, eq=False)
class EmTrainer:
    """EM over binarised trees with a number of states for each label."""

    forest: BinarisedTreebank
    pairs: Integers  # (nodes,) label-word pair of each leaf; -1 for inner nodes
    pair_labels: Integers  # (pairs,)
    word_probabilities: Floats  # (pairs,) relative frequency given the label
    ranks: Integers  # (labels,)
    smoothed: bool

    @classmethod
    def from_forest(
        cls,
        forest: BinarisedTreebank,
        pairs: Integers,
        pair_labels: Integers,
        pair_counts: Integers,
        states: int,
        smoothed: bool,
    ) -> EmTrainer:
        """Make the trainer; a label gets a state for every NODES_PER_STATE occurrences, at most `states`."""
        frequencies = forest.label_counts
        ranks = np.minimum(states, 1 + frequencies // NODES_PER_STATE)
        return cls(forest, pairs, pair_labels, pair_counts / frequencies[pair_labels], ranks, smoothed)

    @property
    def state_mask(self) -> NDArray[np.bool_]:
        """(labels, states) mask of each label's states."""
        return np.arange(int(self.ranks.max())) < self.ranks[:, None]

    def make_random_start(self, seed: int) -> StateTables:
        """Make tables of the counted rules, with states perturbed at random."""
        rng = np.random.default_rng(seed)
        rules, state_mask = self.forest.rules, self.state_mask
        states = state_mask.shape[1]
        left, right, parent = rules.lefts[rules.pairs], rules.rights[rules.pairs], rules.parents
        shape = (len(parent), states, states, states)
        allowed = (
            state_mask[left][:, :, None, None]
            & state_mask[right][:, None, :, None]
            & state_mask[parent][:, None, None, :]
        )
        uniform = rules.weights / (self.ranks[left] * self.ranks[right])
        tensors = np.exp(rng.uniform(-_LOG_RANGE, _LOG_RANGE, shape)) * uniform[:, None, None, None] * allowed
        words = np.exp(rng.uniform(-_LOG_RANGE, _LOG_RANGE, (len(self.pair_labels), states)))
        words *= self.word_probabilities[:, None] * state_mask[self.pair_labels]
        roots = state_mask * (self.forest.root_frequencies / self.ranks)[:, None]
        return self.normalise_counts(tensors.reshape(len(parent), states * states, states), words, roots)

    def normalise_counts(self, tensors: Floats, words: Floats, roots: Floats) -> StateTables:
        """Normalise expected counts to tables that sum to 1 for each state of each label."""
        totals = np.zeros(self.state_mask.shape)
        np.add.at(totals, self.forest.rules.parents, tensors.sum(axis=1))
        np.add.at(totals, self.pair_labels, words)
        scale = 1.0 / np.where(totals > _UNDERFLOW, totals, 1.0)
        tensors = tensors * scale[self.forest.rules.parents][:, None, :]
        return StateTables(tensors, words * scale[self.pair_labels], roots / roots.sum())

    def run_iteration(self, tables: StateTables) -> tuple[StateTables, float, Floats]:
        """Run one EM iteration; return the new tables, and the log-likelihood and state posteriors under the given
        ones."""
        from spectral_core.structured.cky.observed_tree_kernels import (
            ExpectedRuleCounts,
            ObservedTrees,
            expectation_step,
        )

        forest = self.forest
        trees = ObservedTrees(
            forest.offsets, forest.lefts, forest.rights, forest.node_labels, forest.node_rules, self.pairs
        )
        expected = ExpectedRuleCounts(
            np.zeros_like(tables.tensors), np.zeros_like(tables.words), np.zeros_like(tables.roots)
        )
        posteriors = np.zeros((len(forest.node_labels), tables.roots.shape[1]))
        likelihood = expectation_step(trees, tables.tensors, tables.words, tables.roots, expected, posteriors)
        maximised = self.normalise_counts(expected.rules * tables.tensors, expected.pairs, expected.roots)
        return self._smooth_states(maximised) if self.smoothed else maximised, likelihood, posteriors

    def _smooth_states(self, tables: StateTables) -> StateTables:
        """Interpolate each state with the mean over its label's states."""
        parents, state_mask = self.forest.rules.parents, self.state_mask
        tensors = tables.tensors.sum(axis=2) / self.ranks[parents][:, None]
        words = tables.words.sum(axis=1) / self.ranks[self.pair_labels]
        mean = tensors[:, :, None] * state_mask[parents][:, None, :]
        return StateTables(
            (1 - _RULE_SMOOTHING) * tables.tensors + _RULE_SMOOTHING * mean,
            (1 - _WORD_SMOOTHING) * tables.words + _WORD_SMOOTHING * words[:, None] * state_mask[self.pair_labels],
            tables.roots,
        )

    def run_em(
        self, start: StateTables, iterations: int, on_iteration: Callable[[int, EmIteration, StateTables], None]
    ) -> EstimatedTensors:
        """Run `iterations` EM iterations from a start; `on_iteration` receives each iteration with its tables."""
        last = [start]

        def iterate(tables: StateTables, _: int) -> tuple[StateTables, float]:
            last[0], likelihood, _posteriors = self.run_iteration(tables)
            return last[0], likelihood

        nodes = len(self.forest.node_labels)
        em = run_em(
            start,
            iterate,
            None,
            nodes,
            iterations,
            0.0,
            lambda number, iteration: on_iteration(number, iteration, last[0]),
        )
        return self.to_hidden_states(em.best)

    def to_hidden_states(self, tables: StateTables) -> EstimatedTensors:
        """Convert tables to the parser's form: the states of a word are ratios of its probability given state and label
        to that given the label."""
        _, _, posteriors = self.run_iteration(tables)
        labels = len(self.ranks)
        sums = np.zeros(self.state_mask.shape)
        np.add.at(sums, self.forest.node_labels, posteriors)
        means = sums / np.maximum(np.bincount(self.forest.node_labels, minlength=labels), 1)[:, None]
        outside, leaves = np.zeros_like(posteriors), self.forest.leaves
        outside[leaves] = (tables.words / self.word_probabilities[:, None])[self.pairs[leaves]]
        state_mask = self.state_mask.astype(np.float64)
        anchor_states = state_mask[:, :, None] * np.eye(state_mask.shape[1])
        spectra = (np.zeros(0),) * labels
        return EstimatedTensors(
            self.ranks, tables.tensors, tables.roots, state_mask, outside, means, anchor_states, spectra
        )
