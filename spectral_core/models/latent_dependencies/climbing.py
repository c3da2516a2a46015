"""Hidden states by expectation and maximisation: a proper grammar, whose scores are probabilities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.inference.latent_halves import GrownTrees, StateTensors, TreeVectors, Uses
from spectral_core.maths.em import Climb, Iteration, assigned, climb, kmeans
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import LatentParameters, StepCounts
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.spectral import FEWEST, ItemStates, counted
from spectral_core.models.latent_dependencies.views import SUPPORT, ReducedItems
from spectral_core.models.latent_dependencies.walks import grown

_SPREAD = 0.1  # of clusters, over all states alike
_MIXED = 0.003  # of the mean over the states above, in every distribution
_DRAWN = 5.0  # how often a word is thought to have been seen like its tag
_FARTHEST = 4.0  # deviations from the mean, in clusters
_RANDOM = np.log(3.0)  # of the numbers by which states differ in a random start


@dataclass(frozen=True, slots=True, eq=False)
class LatentTables:
    """Probabilities given the state above."""

    grammar: StateTensors  # kinds of words are tags
    weights: Floats  # (kinds + 1, node states) how a form changes what its tag says of states; the last row does not
    after: Floats  # (tags * 2, states) of a rule that was not seen, but for the chance of its modifier


@dataclass(frozen=True, slots=True, eq=False)
class TreeClimber:
    """Trees, and which states their symbols have."""

    counts: StepCounts
    trees: GrownTrees
    held: tuple[Flags, Flags, Flags]  # (symbols, states) of heads and halves by tag * 2 + side, of nodes by tag
    kinds: Integers  # (kinds,) words with states of their own
    forms: int
    smoothing: float

    @classmethod
    def of(cls, items: TreeItems, forms: int, settings: LatentDependenciesSettings) -> TreeClimber:
        """For these trees."""
        counts = counted(items)
        sizes = (settings.states, settings.half_states, settings.node_states)
        times = counts.heads, counts.stops, counts.tags
        held = [np.arange(size) < (1 + part // SUPPORT)[:, None] for size, part in zip(sizes, times, strict=True)]
        codes = items.tags * forms + items.forms
        kinds, seen = np.unique(codes, return_counts=True)
        kinds = kinds[seen >= FEWEST] if settings.words else kinds[:0]
        places = np.minimum(np.searchsorted(kinds, codes), max(len(kinds) - 1, 0))
        own = np.where(kinds[places] == codes, places, len(kinds)) if len(kinds) else np.zeros(len(codes), np.int64)
        trees = grown(items, np.searchsorted(counts.steps, items.steps), items.tags, own)
        return cls(counts, trees, (held[0], held[1], held[2]), kinds, forms, settings.smoothing)

    @property
    def _shapes(self) -> tuple[int, int, int]:
        heads, halves, nodes = self.held
        return heads.shape[1], halves.shape[1], nodes.shape[1]

    def uses(self) -> Uses:
        """Nothing yet."""
        size, rules = len(self.counts.tags), len(self.counts.steps)
        states, halves, nodes = self._shapes
        return Uses(
            np.zeros((size, nodes)), np.zeros((size, 2, states)), np.zeros((size, 2, halves, states)),
            np.zeros((size, nodes, halves, halves)), np.zeros((rules, states, nodes, states)),
            np.zeros((len(self.kinds) + 1, nodes)),
        )  # fmt: skip

    def even(self) -> Uses:
        """As often as each rule was seen, spread over all states alike."""
        heads, halves, nodes = (part / np.maximum(part.sum(axis=1, keepdims=True), 1) for part in self.held)
        counts, size = self.counts, len(self.counts.tags)
        owner, tag = counts.steps // size, counts.steps % size
        forms = np.bincount(self.trees.forms, minlength=len(self.kinds) + 1)
        return Uses(
            counts.roots[:, None] * nodes, (counts.stops[:, None] * heads).reshape(size, 2, -1),
            (counts.stops[:, None, None] * _outer(halves, heads)).reshape(size, 2, halves.shape[1], -1),
            counts.tags[:, None, None, None] * _outer(nodes, halves[0::2], halves[1::2]),
            counts.times[:, None, None, None] * _outer(heads[owner], nodes[tag], heads[owner]),
            forms[:, None] * nodes[np.append(self.kinds // self.forms, 0)],
        )  # fmt: skip

    def random(self, seed: int) -> LatentTables:
        """Tables of rules as they were counted, with states that differ at random."""
        random = np.random.default_rng(seed)
        parts = (part * np.exp(random.uniform(-_RANDOM, _RANDOM, part.shape)) for part in self.even())
        return self.tables(Uses(*parts))

    def clustered(self, items: TreeItems, found: ItemStates, seed: int) -> LatentTables:
        """Tables whose states are clusters of the reduced views."""
        owners = items.owners
        random = np.random.default_rng(seed)
        heads = _clusters(owners[items.head_slots], found.heads, self.held[0], random)
        halves = _clusters(owners, found.halves, self.held[1], random)
        nodes = _clusters(items.tags, found.nodes, self.held[2], random)
        made, tops = self.uses(), np.flatnonzero(items.heads < 0)
        tags, sides, slots = items.tags, owners % 2, 2 * np.arange(len(items.tags))
        np.add.at(made.roots, (tags[tops], nodes[tops]), 1.0)
        np.add.at(made.starts, (owners // 2, sides, heads[items.first]), 1.0)
        np.add.at(made.halves, (owners // 2, sides, halves, heads[items.last]), 1.0)
        np.add.at(made.nodes, (tags, nodes, halves[slots], halves[slots + 1]), 1.0)
        before, below = heads[items.before], nodes[items.modifiers]
        np.add.at(made.rules, (self.trees.rules, heads[items.before + 1], below, before), 1.0)
        np.add.at(made.forms, (self.trees.forms, nodes), 1.0)
        pairs = zip(made, self.even(), strict=True)
        return self.tables(Uses(*((1 - _SPREAD) * hard + _SPREAD * soft for hard, soft in pairs)))

    def tables(self, uses: Uses) -> LatentTables:
        """The tables of which these uses are likeliest, smoothed."""
        counts, size, pull = self.counts, len(self.counts.tags), self.smoothing
        heads, halves, nodes = self.held
        owner, tag = counts.steps // size, counts.steps % size
        widths = [part.sum(axis=1) for part in self.held]
        starts = uses.starts.reshape(2 * size, -1)
        totals = starts + pull * heads / widths[0][:, None]
        np.add.at(totals, owner, uses.rules.sum(axis=(2, 3)))
        scale = 1.0 / np.where(totals > 0, totals, 1.0)
        prior = pull * counts.chances[owner % 2, tag] / (widths[0][owner] ** 2 * widths[2][tag])
        allowed = heads[owner][:, :, None, None] & nodes[tag][:, None, :, None] & heads[owner][:, None, None, :]
        rules = (uses.rules + prior[:, None, None, None] * allowed) * scale[owner][:, :, None, None]
        begun = np.where((counts.stops == 0)[:, None], heads, starts * scale)
        above = _given(uses.halves.reshape(2 * size, *uses.halves.shape[2:]))
        split = _given(uses.nodes)
        for part, own in ((rules, heads[owner]), (begun, heads), (above, halves), (split, nodes)):
            self._mix(part, own)
        above[counts.stops == 0, 0, 0] = split[counts.tags == 0, 0, 0, 0] = 1.0
        least = min(pull, 1.0) / size
        roots = uses.roots + least * nodes / widths[2][:, None]
        stacked = np.ascontiguousarray(np.stack((split.swapaxes(2, 3), split), axis=1))
        grammar = StateTensors(
            roots / roots.sum(), begun.reshape(size, 2, -1), above.reshape(size, 2, *above.shape[1:]), stacked, rules
        )
        return LatentTables(grammar, self._weights(uses), pull * heads / widths[0][:, None] * scale)

    def _mix(self, part: Floats, held: Flags) -> None:
        """Every distribution a little more like the mean over the states above."""
        if self.smoothing > 0:
            rest = tuple(range(2, part.ndim))
            mean = part.sum(axis=1, keepdims=True) / np.expand_dims(held.sum(axis=1, keepdims=True), rest)
            part *= 1 - _MIXED
            part += _MIXED * mean * np.expand_dims(held, rest)

    def _weights(self, uses: Uses) -> Floats:
        shares = uses.nodes.sum(axis=(2, 3))
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-300)
        own = shares[self.kinds // self.forms]
        seen = uses.forms[:-1]
        found = (seen + _DRAWN * own) / (seen.sum(axis=1, keepdims=True) + _DRAWN)
        weights = np.ones_like(uses.forms)
        weights[:-1] = np.where(own > 0, found / np.where(own > 0, own, 1.0), 1.0)
        return weights

    def step(self, tables: LatentTables) -> tuple[LatentTables, float]:
        """Better tables, and the log likelihood of those given."""
        from spectral_core.inference.latent_halves import tree_kernels

        words, heads = len(self.trees.tags), len(self.trees.modifiers) + 2 * len(self.trees.tags)
        states, halves, nodes = self._shapes
        inside, slopes = (
            TreeVectors(
                np.zeros((heads, states)), np.zeros((2 * words, halves)), np.zeros((words, nodes)), np.ones(heads),
                np.ones(words),
            )
            for _ in range(2)
        )  # fmt: skip
        tree_kernels.upward(self.trees, tables.grammar, tables.weights, inside)
        uses = self.uses()
        log = tree_kernels.downward(self.trees, tables.grammar, tables.weights, inside, slopes, uses, True)
        return self.tables(uses), log

    def climbed(
        self, start: LatentTables, iterations: int, passed: Callable[[int, Iteration], None]
    ) -> Climb[LatentTables]:
        """The tables after so many steps from a start."""
        return climb(start, lambda now, _: self.step(now), None, len(self.trees.tags), iterations, 0.0, passed)

    def parameters(self, tables: LatentTables) -> LatentParameters:
        """Tables as a parser reads them."""
        counts, grammar = self.counts, tables.grammar
        heads, _, nodes = (part / part.sum(axis=1, keepdims=True) for part in self.held)
        return LatentParameters(
            grammar.roots, grammar.starts, grammar.halves, np.ascontiguousarray(grammar.nodes[:, 1]), counts.steps,
            grammar.rules.astype(np.float32), tables.after, nodes, heads, counts.chances, self.kinds,
            tables.weights[:-1].astype(np.float32), (counts.tags + 1.0) / (counts.tags + 1.0).sum(),
        )  # fmt: skip


def _outer(*parts: Floats) -> Floats:
    """For each row the product of one number of each part."""
    made = parts[0]
    for part in parts[1:]:
        made = made[..., None] * part.reshape(len(part), *(1,) * (made.ndim - 1), -1)
    return made


def _given(counts: Floats) -> Floats:
    """(symbols, states, ...): counts over their sums for each state."""
    sums = counts.sum(axis=tuple(range(2, counts.ndim)), keepdims=True)
    found: Floats = counts / np.where(sums > 0, sums, 1.0)
    return found


def _clusters(symbols: Integers, found: ReducedItems, held: Flags, random: np.random.Generator) -> Integers:
    """(items,) the state of each: a cluster of those of its symbol."""
    made = np.zeros(len(symbols), dtype=np.int64)
    order = np.argsort(symbols, kind="stable")
    bounds = np.searchsorted(symbols[order], np.arange(len(held) + 1))
    for symbol, wanted in enumerate(held.sum(axis=1).tolist()):
        own, rank = order[bounds[symbol] : bounds[symbol + 1]], int(found.ranks[symbol])
        if wanted < 2 or rank < 2:
            continue
        spectrum = found.spectra[symbol, :rank]
        points = np.concatenate((found.inside[own, :rank], found.outside[own, :rank]), axis=1)
        deviations = points.std(axis=0)
        points /= np.where(deviations > 0, deviations, 1.0)
        points = np.clip(points, -_FARTHEST, _FARTHEST) * np.tile(np.sqrt(spectrum / spectrum[0]), 2)
        made[own] = assigned(points, kmeans(points, wanted, random))
    return made
