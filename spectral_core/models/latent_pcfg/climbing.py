"""EM for hidden states (Matsuzaki, Miyao and Tsujii 2005; smoothed as in Petrov, Barrett, Thibaux and Klein 2006)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.maths.em import Iteration, run_em
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.spectral import NODES_PER_STATE, HiddenStates

_RULE_SMOOTHING, _WORD_SMOOTHING = 0.01, 0.1  # shares of the mean over the states of a label that are mixed in
_UNDERFLOW = 1e-200  # expected count whose reciprocal is still finite
_LOG_RANGE = np.log(3.0)  # range of the logs by which states differ in a random start


@dataclass(frozen=True, slots=True, eq=False)
class StateTables:
    """Probabilities of rules, words and roots with hidden states, given the state of the parent."""

    tensors: Floats  # (rules, left x right, parent)
    words: Floats  # (pairs, states)
    roots: Floats  # (labels, states)


@dataclass(frozen=True, slots=True, eq=False)
class EmTrainer:
    """Trees, and the states that their labels have."""

    forest: Forest
    pairs: Integers  # (nodes,) pair of label and word of each leaf; -1 elsewhere
    pair_labels: Integers  # (pairs,)
    pair_shares: Floats  # (pairs,) of the label's nodes
    ranks: Integers  # (labels,)
    smoothed: bool

    @classmethod
    def of(
        cls, forest: Forest, pairs: Integers, pair_labels: Integers, pair_counts: Integers, states: int, smoothed: bool
    ) -> EmTrainer:
        frequencies = forest.totals
        ranks = np.minimum(states, 1 + frequencies // NODES_PER_STATE)
        return cls(forest, pairs, pair_labels, pair_counts / frequencies[pair_labels], ranks, smoothed)

    @property
    def state_mask(self) -> NDArray[np.bool_]:
        """(labels, states) mask of the states that each label has."""
        mask: NDArray[np.bool_] = np.arange(int(self.ranks.max())) < self.ranks[:, None]
        return mask

    def make_random_start(self, seed: int) -> StateTables:
        """Make tables of the counted rules, with states that differ at random."""
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
        words *= self.pair_shares[:, None] * state_mask[self.pair_labels]
        roots = state_mask * (self.forest.roots / self.ranks)[:, None]
        return self.normalise(tensors.reshape(len(parent), states * states, states), words, roots)

    def normalise(self, tensors: Floats, words: Floats, roots: Floats) -> StateTables:
        """Normalise counts to tables that sum to 1 for each state of each label."""
        totals = np.zeros(self.state_mask.shape)
        np.add.at(totals, self.forest.rules.parents, tensors.sum(axis=1))
        np.add.at(totals, self.pair_labels, words)
        scale = 1.0 / np.where(totals > _UNDERFLOW, totals, 1.0)
        tensors = tensors * scale[self.forest.rules.parents][:, None, :]
        return StateTables(tensors, words * scale[self.pair_labels], roots / roots.sum())

    def run_iteration(self, tables: StateTables) -> tuple[StateTables, float, Floats]:
        """Return better tables, the log-likelihood of those given, and the posterior of each state at each node by
        these."""
        from spectral_core.structured.cky.sum_kernels import RuleExpectations, RuleTrees, expect

        forest = self.forest
        trees = RuleTrees(forest.offsets, forest.lefts, forest.rights, forest.nodes, forest.node_rules, self.pairs)
        expected = RuleExpectations(
            np.zeros_like(tables.tensors), np.zeros_like(tables.words), np.zeros_like(tables.roots)
        )
        posteriors = np.zeros((len(forest.nodes), tables.roots.shape[1]))
        likelihood = expect(trees, tables.tensors, tables.words, tables.roots, expected, posteriors)
        maximised = self.normalise(expected.rules * tables.tensors, expected.pairs, expected.roots)
        return self._smooth_states(maximised) if self.smoothed else maximised, likelihood, posteriors

    def _smooth_states(self, tables: StateTables) -> StateTables:
        """Mix into each state a little of the mean over the states of its label."""
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
        self, start: StateTables, iterations: int, on_iteration: Callable[[int, Iteration, StateTables], None]
    ) -> HiddenStates:
        """Run EM from a start for so many iterations; `on_iteration` gets each iteration with its tables."""
        last = [start]

        def iterate(tables: StateTables, _: int) -> tuple[StateTables, float]:
            last[0], likelihood, _posteriors = self.run_iteration(tables)
            return last[0], likelihood

        nodes = len(self.forest.nodes)
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

    def to_hidden_states(self, tables: StateTables) -> HiddenStates:
        """Convert tables for the parser: the states of a word are the ratios of its probability by state to that by its
        label."""
        _, _, posteriors = self.run_iteration(tables)
        labels = len(self.ranks)
        sums = np.zeros(self.state_mask.shape)
        np.add.at(sums, self.forest.nodes, posteriors)
        means = sums / np.maximum(np.bincount(self.forest.nodes, minlength=labels), 1)[:, None]
        outside, leaves = np.zeros_like(posteriors), self.forest.leaves
        outside[leaves] = (tables.words / self.pair_shares[:, None])[self.pairs[leaves]]
        state_mask = self.state_mask.astype(np.float64)
        anchor_states = state_mask[:, :, None] * np.eye(state_mask.shape[1])
        spectra = (np.zeros(0),) * labels
        return HiddenStates(
            self.ranks, tables.tensors, tables.roots, state_mask, outside, means, anchor_states, spectra
        )
