"""Hidden states by expectation and maximisation (Matsuzaki, Miyao and Tsujii 2005; smoothed as in Petrov, Barrett,
Thibaux and Klein 2006)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky.arrays import Floats
from spectral_core.maths.em import Iteration, climb
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.spectral import SUPPORT, HiddenStates

Integers = NDArray[np.int64]

_RULES, _WORDS = 0.01, 0.1  # shares of the mean over the states of a label that are mixed in
_USED = 1e-200  # times that a state is expected: the reciprocal of what is less may be no number
_SPREAD = np.log(3.0)  # of the numbers by which states differ in the beginning


@dataclass(frozen=True, slots=True, eq=False)
class StateTables:
    """Probabilities of rules, words and roots with hidden states, given the state of the parent."""

    tensors: Floats  # (rules, left x right, parent)
    words: Floats  # (pairs, states)
    roots: Floats  # (labels, states)


@dataclass(frozen=True, slots=True, eq=False)
class Climber:
    """Trees and what their hidden states are expected to be."""

    forest: Forest
    pairs: Integers  # (nodes,) what each leaf is as a word of its label; -1 elsewhere
    pair_labels: Integers  # (pairs,)
    pair_shares: Floats  # (pairs,) of the label's nodes
    ranks: Integers  # (labels,)
    smoothed: bool

    @classmethod
    def of(
        cls, forest: Forest, pairs: Integers, pair_labels: Integers, pair_counts: Integers, states: int, smoothed: bool
    ) -> Climber:
        totals = forest.totals
        ranks = np.minimum(states, 1 + totals // SUPPORT)
        return cls(forest, pairs, pair_labels, pair_counts / totals[pair_labels], ranks, smoothed)

    @property
    def held(self) -> NDArray[np.bool_]:
        """(labels, states) which states each label has."""
        found: NDArray[np.bool_] = np.arange(int(self.ranks.max())) < self.ranks[:, None]
        return found

    def start(self, seed: int) -> StateTables:
        """Rules as they were counted, with states that differ at random."""
        random = np.random.default_rng(seed)
        rules, held = self.forest.rules, self.held
        states = held.shape[1]
        left, right, parent = rules.lefts[rules.pairs], rules.rights[rules.pairs], rules.parents
        shape = (len(parent), states, states, states)
        allowed = held[left][:, :, None, None] & held[right][:, None, :, None] & held[parent][:, None, None, :]
        even = rules.weights / (self.ranks[left] * self.ranks[right])
        tensors = np.exp(random.uniform(-_SPREAD, _SPREAD, shape)) * even[:, None, None, None] * allowed
        words = np.exp(random.uniform(-_SPREAD, _SPREAD, (len(self.pair_labels), states)))
        words *= self.pair_shares[:, None] * held[self.pair_labels]
        roots = held * (self.forest.roots / self.ranks)[:, None]
        return self.tables(tensors.reshape(len(parent), states * states, states), words, roots)

    def tables(self, tensors: Floats, words: Floats, roots: Floats) -> StateTables:
        """Tables of these numbers, which are made to sum to 1 for each state of each label."""
        totals = np.zeros(self.held.shape)
        np.add.at(totals, self.forest.rules.parents, tensors.sum(axis=1))
        np.add.at(totals, self.pair_labels, words)
        scale = 1.0 / np.where(totals > _USED, totals, 1.0)
        tensors = tensors * scale[self.forest.rules.parents][:, None, :]
        return StateTables(tensors, words * scale[self.pair_labels], roots / roots.sum())

    def step(self, tables: StateTables) -> tuple[StateTables, float, Floats]:
        """Better tables, the log likelihood of those given, and the posterior of each state at each node by these."""
        from spectral_core.inference.cky.tree_kernels import ExpectedUses, Grown, expect

        forest = self.forest
        trees = Grown(forest.offsets, forest.lefts, forest.rights, forest.nodes, forest.of_rule, self.pairs)
        found = ExpectedUses(np.zeros_like(tables.tensors), np.zeros_like(tables.words), np.zeros_like(tables.roots))
        shares = np.zeros((len(forest.nodes), tables.roots.shape[1]))
        likelihood = expect(trees, tables.tensors, tables.words, tables.roots, found, shares)
        made = self.tables(found.rules * tables.tensors, found.pairs, found.roots)
        return self._smooth(made) if self.smoothed else made, likelihood, shares

    def _smooth(self, tables: StateTables) -> StateTables:
        """Each state a little more like the mean of the states of its label."""
        parents, held = self.forest.rules.parents, self.held
        tensors = tables.tensors.sum(axis=2) / self.ranks[parents][:, None]
        words = tables.words.sum(axis=1) / self.ranks[self.pair_labels]
        mean = tensors[:, :, None] * held[parents][:, None, :]
        return StateTables(
            (1 - _RULES) * tables.tensors + _RULES * mean,
            (1 - _WORDS) * tables.words + _WORDS * words[:, None] * held[self.pair_labels],
            tables.roots,
        )

    def climbed(
        self, start: StateTables, iterations: int, passed: Callable[[int, Iteration, StateTables], None]
    ) -> HiddenStates:
        """The states after so many steps from a start; `passed` is told each step with the tables that it gave."""
        last = [start]

        def step(now: StateTables, _: int) -> tuple[StateTables, float]:
            last[0], likelihood, _shares = self.step(now)
            return last[0], likelihood

        nodes = len(self.forest.nodes)
        found = climb(start, step, None, nodes, iterations, 0.0, lambda at, seen: passed(at, seen, last[0]))
        return self.states_of(found.best)

    def states_of(self, tables: StateTables) -> HiddenStates:
        """Tables as a parser sees them: a word's states are how much likelier each makes it than the label does."""
        _, _, shares = self.step(tables)
        labels = len(self.ranks)
        sums = np.zeros(self.held.shape)
        np.add.at(sums, self.forest.nodes, shares)
        means = sums / np.maximum(np.bincount(self.forest.nodes, minlength=labels), 1)[:, None]
        outside, leaves = np.zeros_like(shares), self.forest.leaves
        outside[leaves] = (tables.words / self.pair_shares[:, None])[self.pairs[leaves]]
        held = self.held.astype(np.float64)
        corners = held[:, :, None] * np.eye(held.shape[1])
        spectra = (np.zeros(0),) * labels
        return HiddenStates(self.ranks, tables.tensors, tables.roots, held, outside, means, corners, spectra)
