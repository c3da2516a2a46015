"""EM for hidden states: a proper grammar, whose scores are probabilities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.maths.em import EmRun, Iteration, assign_clusters, kmeans, run_em
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import AttachmentCounts, LatentParameters
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.spectral import MIN_FORM_COUNT, ItemStates, count_items
from spectral_core.models.latent_dependencies.views import ITEMS_PER_STATE, ReducedItems
from spectral_core.models.latent_dependencies.walks import link_tensors
from spectral_core.structured.latent_split_head import GivenTrees, StateTensors, TreeVectors, Uses

_CLUSTER_SMOOTHING = 0.1  # share of counts spread evenly over all states
_STATE_SMOOTHING = 0.003  # weight of the mean over the states above, in every distribution
_FORM_SHRINKAGE = 5.0  # pseudo-counts of a word with the distribution of its tag
_MAX_DEVIATIONS = 4.0  # standard deviations to which points are clipped for clustering
_LOG_RANGE = np.log(3.0)  # range of the logs by which states differ in a random start


@dataclass(frozen=True, slots=True, eq=False)
class LatentTables:
    """Probabilities of rules given the state above."""

    grammar: StateTensors  # kinds of words are tags
    weights: Floats  # (kinds + 1, node states) factors of a form on its tag's states; the last row is 1
    unseen_after: Floats  # (tags * 2, states) of an unseen rule, without its modifier's probability


@dataclass(frozen=True, slots=True, eq=False)
class TreeEmTrainer:
    """Trees, and the states that their symbols have."""

    counts: AttachmentCounts
    trees: GivenTrees
    state_masks: tuple[Flags, Flags, Flags]  # (symbols, states) of heads and halves by tag * 2 + side, of nodes by tag
    kinds: Integers  # (kinds,) words with states of their own
    forms: int
    smoothing: float

    @classmethod
    def of(cls, items: TreeItems, forms: int, settings: LatentDependenciesSettings) -> TreeEmTrainer:
        """Make the trainer for these trees."""
        counts = count_items(items)
        sizes = (settings.states, settings.half_states, settings.node_states)
        frequencies = counts.head_items, counts.stops, counts.tags
        state_masks = [
            np.arange(size) < (1 + symbol_frequencies // ITEMS_PER_STATE)[:, None]
            for size, symbol_frequencies in zip(sizes, frequencies, strict=True)
        ]
        codes = items.tags * forms + items.forms
        kinds, kind_counts = np.unique(codes, return_counts=True)
        kinds = kinds[kind_counts >= MIN_FORM_COUNT] if settings.words else kinds[:0]
        positions = np.minimum(np.searchsorted(kinds, codes), max(len(kinds) - 1, 0))
        kind_of_word = (
            np.where(kinds[positions] == codes, positions, len(kinds)) if len(kinds) else np.zeros(len(codes), np.int64)
        )
        trees = link_tensors(items, np.searchsorted(counts.steps, items.steps), items.tags, kind_of_word)
        return cls(counts, trees, (state_masks[0], state_masks[1], state_masks[2]), kinds, forms, settings.smoothing)

    @property
    def _sizes(self) -> tuple[int, int, int]:
        heads, halves, nodes = self.state_masks
        return heads.shape[1], halves.shape[1], nodes.shape[1]

    def make_zero_counts(self) -> Uses:
        """Make counts of 0."""
        size, rules = len(self.counts.tags), len(self.counts.steps)
        states, halves, nodes = self._sizes
        return Uses(
            np.zeros((size, nodes)), np.zeros((size, 2, states)), np.zeros((size, 2, halves, states)),
            np.zeros((size, nodes, halves, halves)), np.zeros((rules, states, nodes, states)),
            np.zeros((len(self.kinds) + 1, nodes)),
        )  # fmt: skip

    def make_uniform_counts(self) -> Uses:
        """Make counts as frequent as each rule was seen, spread over all states alike."""
        heads, halves, nodes = (part / np.maximum(part.sum(axis=1, keepdims=True), 1) for part in self.state_masks)
        counts, size = self.counts, len(self.counts.tags)
        owners, modifier_tags = counts.steps // size, counts.steps % size
        forms = np.bincount(self.trees.forms, minlength=len(self.kinds) + 1)
        return Uses(
            counts.roots[:, None] * nodes, (counts.stops[:, None] * heads).reshape(size, 2, -1),
            (counts.stops[:, None, None] * _row_products(halves, heads)).reshape(size, 2, halves.shape[1], -1),
            counts.tags[:, None, None, None] * _row_products(nodes, halves[0::2], halves[1::2]),
            counts.times[:, None, None, None] * _row_products(heads[owners], nodes[modifier_tags], heads[owners]),
            forms[:, None] * nodes[np.append(self.kinds // self.forms, 0)],
        )  # fmt: skip

    def make_random_tables(self, seed: int) -> LatentTables:
        """Make tables of the counted rules, with states that differ at random."""
        rng = np.random.default_rng(seed)
        parts = (part * np.exp(rng.uniform(-_LOG_RANGE, _LOG_RANGE, part.shape)) for part in self.make_uniform_counts())
        return self.maximise(Uses(*parts))

    def make_clustered_tables(self, items: TreeItems, item_states: ItemStates, seed: int) -> LatentTables:
        """Make tables whose states are clusters of the reduced views."""
        owners = items.owners
        rng = np.random.default_rng(seed)
        heads = _cluster_items(owners[items.head_slots], item_states.heads, self.state_masks[0], rng)
        halves = _cluster_items(owners, item_states.halves, self.state_masks[1], rng)
        nodes = _cluster_items(items.tags, item_states.nodes, self.state_masks[2], rng)
        counts, roots = self.make_zero_counts(), np.flatnonzero(items.heads < 0)
        tags, sides, slots = items.tags, owners % 2, 2 * np.arange(len(items.tags))
        np.add.at(counts.roots, (tags[roots], nodes[roots]), 1.0)
        np.add.at(counts.starts, (owners // 2, sides, heads[items.first_heads]), 1.0)
        np.add.at(counts.halves, (owners // 2, sides, halves, heads[items.last_heads]), 1.0)
        np.add.at(counts.nodes, (tags, nodes, halves[slots], halves[slots + 1]), 1.0)
        states_before, modifier_states = heads[items.before], nodes[items.modifiers]
        np.add.at(counts.rules, (self.trees.rules, heads[items.before + 1], modifier_states, states_before), 1.0)
        np.add.at(counts.forms, (self.trees.forms, nodes), 1.0)
        pairs = zip(counts, self.make_uniform_counts(), strict=True)
        return self.maximise(
            Uses(*((1 - _CLUSTER_SMOOTHING) * hard + _CLUSTER_SMOOTHING * soft for hard, soft in pairs))
        )

    def maximise(self, expected: Uses) -> LatentTables:
        """Return the smoothed tables that maximise the likelihood of these counts (M step)."""
        counts, size, smoothing = self.counts, len(self.counts.tags), self.smoothing
        heads, halves, nodes = self.state_masks
        owners, modifier_tags = counts.steps // size, counts.steps % size
        widths = [part.sum(axis=1) for part in self.state_masks]
        starts = expected.starts.reshape(2 * size, -1)
        totals = starts + smoothing * heads / widths[0][:, None]
        np.add.at(totals, owners, expected.rules.sum(axis=(2, 3)))
        scale = 1.0 / np.where(totals > 0, totals, 1.0)
        prior = (
            smoothing
            * counts.modifier_shares[owners % 2, modifier_tags]
            / (widths[0][owners] ** 2 * widths[2][modifier_tags])
        )
        allowed = (
            heads[owners][:, :, None, None] & nodes[modifier_tags][:, None, :, None] & heads[owners][:, None, None, :]
        )
        rules = (expected.rules + prior[:, None, None, None] * allowed) * scale[owners][:, :, None, None]
        start_rules = np.where((counts.stops == 0)[:, None], heads, starts * scale)
        half_rules = _normalise(expected.halves.reshape(2 * size, *expected.halves.shape[2:]))
        node_rules = _normalise(expected.nodes)
        for part, mask in ((rules, heads[owners]), (start_rules, heads), (half_rules, halves), (node_rules, nodes)):
            self._smooth(part, mask)
        half_rules[counts.stops == 0, 0, 0] = node_rules[counts.tags == 0, 0, 0, 0] = 1.0
        root_prior = min(smoothing, 1.0) / size
        roots = expected.roots + root_prior * nodes / widths[2][:, None]
        stacked = np.ascontiguousarray(np.stack((node_rules.swapaxes(2, 3), node_rules), axis=1))
        grammar = StateTensors(
            roots / roots.sum(),
            start_rules.reshape(size, 2, -1),
            half_rules.reshape(size, 2, *half_rules.shape[1:]),
            stacked,
            rules,
        )
        return LatentTables(
            grammar, self._estimate_form_weights(expected), smoothing * heads / widths[0][:, None] * scale
        )

    def _smooth(self, part: Floats, mask: Flags) -> None:
        """Mix into every distribution a little of the mean over the states above."""
        if self.smoothing > 0:
            trailing = tuple(range(2, part.ndim))
            mean = part.sum(axis=1, keepdims=True) / np.expand_dims(mask.sum(axis=1, keepdims=True), trailing)
            part *= 1 - _STATE_SMOOTHING
            part += _STATE_SMOOTHING * mean * np.expand_dims(mask, trailing)

    def _estimate_form_weights(self, expected: Uses) -> Floats:
        """Return (kinds + 1, node states) the ratio of a form's state distribution to its tag's, shrunk to 1."""
        shares = expected.nodes.sum(axis=(2, 3))
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-300)
        tag_shares = shares[self.kinds // self.forms]
        form_counts = expected.forms[:-1]
        form_shares = (form_counts + _FORM_SHRINKAGE * tag_shares) / (
            form_counts.sum(axis=1, keepdims=True) + _FORM_SHRINKAGE
        )
        weights = np.ones_like(expected.forms)
        weights[:-1] = np.where(tag_shares > 0, form_shares / np.where(tag_shares > 0, tag_shares, 1.0), 1.0)
        return weights

    def run_iteration(self, tables: LatentTables) -> tuple[LatentTables, float]:
        """Return better tables, and the log-likelihood of those given."""
        from spectral_core.structured.latent_split_head import tree_kernels

        words, heads = len(self.trees.tags), len(self.trees.modifiers) + 2 * len(self.trees.tags)
        states, halves, nodes = self._sizes
        inside, outside = (
            TreeVectors(
                np.zeros((heads, states)), np.zeros((2 * words, halves)), np.zeros((words, nodes)), np.ones(heads),
                np.ones(words),
            )
            for _ in range(2)
        )  # fmt: skip
        tree_kernels.inside_pass(self.trees, tables.grammar, tables.weights, inside)
        expected = self.make_zero_counts()
        log_likelihood = tree_kernels.outside_pass(
            self.trees, tables.grammar, tables.weights, inside, outside, expected, True
        )
        return self.maximise(expected), log_likelihood

    def run_em(
        self, start: LatentTables, iterations: int, on_iteration: Callable[[int, Iteration], None]
    ) -> EmRun[LatentTables]:
        """Run EM from a start, for so many iterations."""
        return run_em(
            start,
            lambda tables, _: self.run_iteration(tables),
            None,
            len(self.trees.tags),
            iterations,
            0.0,
            on_iteration,
        )

    def to_parameters(self, tables: LatentTables) -> LatentParameters:
        """Return tables in the layout that parsing reads."""
        counts, grammar = self.counts, tables.grammar
        heads, _, nodes = (part / part.sum(axis=1, keepdims=True) for part in self.state_masks)
        return LatentParameters(
            grammar.roots, grammar.starts, grammar.halves, np.ascontiguousarray(grammar.nodes[:, 1]), counts.steps,
            grammar.rules.astype(np.float32), tables.unseen_after, nodes, heads, counts.modifier_shares, self.kinds,
            tables.weights[:-1].astype(np.float32), (counts.tags + 1.0) / (counts.tags + 1.0).sum(),
        )  # fmt: skip


def _row_products(*parts: Floats) -> Floats:
    """Return for each row the outer product of the rows of all parts."""
    product = parts[0]
    for part in parts[1:]:
        product = product[..., None] * part.reshape(len(part), *(1,) * (product.ndim - 1), -1)
    return product


def _normalise(counts: Floats) -> Floats:
    """Return (symbols, states, ...): counts over their sums for each state."""
    sums = counts.sum(axis=tuple(range(2, counts.ndim)), keepdims=True)
    conditional: Floats = counts / np.where(sums > 0, sums, 1.0)
    return conditional


def _cluster_items(symbols: Integers, reduced: ReducedItems, mask: Flags, rng: np.random.Generator) -> Integers:
    """Return (items,) the state of each: a cluster of those of its symbol."""
    states = np.zeros(len(symbols), dtype=np.int64)
    order = np.argsort(symbols, kind="stable")
    bounds = np.searchsorted(symbols[order], np.arange(len(mask) + 1))
    for symbol, clusters in enumerate(mask.sum(axis=1).tolist()):
        symbol_items, rank = order[bounds[symbol] : bounds[symbol + 1]], int(reduced.ranks[symbol])
        if clusters < 2 or rank < 2:
            continue
        spectrum = reduced.spectra[symbol, :rank]
        points = np.concatenate((reduced.inside[symbol_items, :rank], reduced.outside[symbol_items, :rank]), axis=1)
        deviations = points.std(axis=0)
        points /= np.where(deviations > 0, deviations, 1.0)
        points = np.clip(points, -_MAX_DEVIATIONS, _MAX_DEVIATIONS) * np.tile(np.sqrt(spectrum / spectrum[0]), 2)
        states[symbol_items] = assign_clusters(points, kmeans(points, clusters, rng))
    return states
