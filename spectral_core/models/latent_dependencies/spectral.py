"""Hidden states of nodes, halves and heads in closed form, by what is inside and outside of each (after Cohen, Stratos,
Collins, Foster and Ungar 2012), with what small treebanks need: scaled features, ranks by count, moments that back off.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.inference.latent_halves import moment_kernels
from spectral_core.models.latent_dependencies.features import Surroundings, half_views, head_views, node_views
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import LatentParameters, StepCounts, step_counts
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.views import ReducedItems, projections
from spectral_core.progress import Progress, Report, silent

_PAIRS = 5.0  # what simpler moments of two count against the root of how often there were any
FEWEST = 3  # times from which a word of a tag has states of its own


@dataclass(frozen=True, slots=True, eq=False)
class ItemStates:
    """The reduced views of all items: of heads and halves by tag * 2 + side, of nodes by tag."""

    heads: ReducedItems
    halves: ReducedItems
    nodes: ReducedItems

    def cut(self, settings: LatentDependenciesSettings) -> ItemStates:
        """In the first directions alone, as if no more had been asked for."""
        return ItemStates(
            self.heads.cut(settings.states), self.halves.cut(settings.half_states), self.nodes.cut(settings.node_states)
        )


def item_states(items: TreeItems, settings: LatentDependenciesSettings, report: Report = silent) -> ItemStates:
    """The reduced views of the items of these trees."""
    at, words, seed = Surroundings.of(items), settings.words, settings.seed
    report(Progress("decompose", 0, 3))
    owners = items.owners
    heads = projections(
        owners[items.head_slots], 2 * items.symbols, head_views(items, at, words), settings.states, seed
    )
    report(Progress("decompose", 1, 3))
    halves = projections(owners, 2 * items.symbols, half_views(items, at, words), settings.half_states, seed)
    report(Progress("decompose", 2, 3))
    nodes = projections(items.tags, items.symbols, node_views(items, at, words), settings.node_states, seed)
    report(Progress("decompose", 3, 3))
    return ItemStates(heads, halves, nodes)


def counted(items: TreeItems) -> StepCounts:
    """What of the trees does not depend on states."""
    return step_counts(items.tags, items.owners, items.steps, np.flatnonzero(items.heads < 0), items.symbols)


def estimate(
    items: TreeItems, found: ItemStates, forms: int, settings: LatentDependenciesSettings, report: Report = silent
) -> LatentParameters:
    """The grammar of the moments of these items; `forms` are told apart."""
    report(Progress("multiply", 0, 3))
    counts, size = counted(items), items.symbols
    owners = items.owners
    head_owners = owners[items.head_slots]
    y_heads, z_heads = found.heads.inside, found.heads.outside
    mean_before = _means(head_owners, y_heads, 2 * size)
    mean_after = _means(head_owners, z_heads, 2 * size)
    mean_below, mean_above = (_means(items.tags, part, size) for part in (found.nodes.inside, found.nodes.outside))
    mean_half = _means(owners, found.halves.inside, 2 * size)
    pull, heads, chances = settings.smoothing, counts.heads, counts.chances
    denominators = np.where(heads + pull > 0, heads + pull, 1.0)

    steps, modifiers = items.steps, items.modifiers
    number = np.searchsorted(counts.steps, steps)
    sums = moment_kernels.triple_sums(
        number, len(counts.steps), z_heads[items.before + 1], found.nodes.inside[modifiers], y_heads[items.before]
    )
    owner, tag = counts.steps // size, counts.steps % size
    least = mean_after[owner][:, :, None, None] * mean_below[tag][:, None, :, None]
    least = least * mean_before[owner][:, None, None, :]
    moment_kernels.back_off(sums, _shares(sums.counts, settings.backoff), least, np.arange(len(owner)))
    weights = (counts.times + pull * chances[owner % 2, tag]) / denominators[owner]
    rules = (sums.whole * weights[:, None, None, None]).astype(np.float32)
    report(Progress("multiply", 1, 3))

    slots = 2 * np.arange(len(items.tags))
    views = found.nodes.outside, found.halves.inside[slots], found.halves.inside[slots + 1]
    sums = moment_kernels.triple_sums(items.tags, size, *views)
    least = mean_above[:, :, None, None] * mean_half[0::2][:, None, :, None] * mean_half[1::2][:, None, None, :]
    moment_kernels.back_off(sums, _shares(sums.counts, settings.backoff), least, np.arange(size))
    nodes = sums.whole
    nodes[counts.tags == 0, 0, 0, 0] = 1.0
    report(Progress("multiply", 2, 3))
    kinds, spelt = _forms(items, forms, views, nodes, settings)
    report(Progress("multiply", 3, 3))

    starts = _means(owners, z_heads[items.first], 2 * size) * (counts.stops / denominators)[:, None]
    starts[counts.stops == 0, 0] = 1.0
    for part in (mean_before, mean_after):
        part[counts.stops == 0, 0] = 1.0
    mean_below[counts.tags == 0, 0] = 1.0
    tops = np.flatnonzero(items.heads < 0)
    roots = _means(items.tags[tops], found.nodes.inside[tops], size)
    roots[counts.tags == 0, 0] = 1.0
    chance = (counts.roots + 1.0 / size) / (counts.roots.sum() + 1.0)
    roots[counts.roots == 0] = mean_below[counts.roots == 0]
    return LatentParameters(
        roots * chance[:, None], starts.reshape(size, 2, -1), _halves(owners, items, found, counts), nodes,
        counts.steps, rules, mean_after * (pull / denominators)[:, None], mean_below, mean_before, chances, kinds,
        spelt, (counts.tags + 1.0) / (counts.tags + 1.0).sum(),
    )  # fmt: skip


def _shares(counts: Floats, backoff: float) -> Floats:
    """(groups, 4) how much the moment itself, those of pairs, those of singles and those of symbols count."""
    roots = np.sqrt(counts)
    kept = roots / np.maximum(backoff + roots, 1e-300)
    rest = 1.0 - kept
    return np.stack((kept, rest * kept, rest * rest * kept, rest**3), axis=1)


def _means(owners: Integers, values: Floats, count: int) -> Floats:
    sums = np.stack([np.bincount(owners, column, count) for column in values.T], axis=1)
    times = np.bincount(owners, minlength=count)
    found: Floats = sums / np.maximum(times, 1)[:, None]
    return found


def _halves(owners: Integers, items: TreeItems, found: ItemStates, counts: StepCounts) -> Floats:
    """(tags, 2, half states, states) from a head with all its modifiers to the half."""
    above, below = found.halves.outside, found.heads.inside[items.last]
    order = np.argsort(owners, kind="stable")
    bounds = np.searchsorted(owners[order], np.arange(len(counts.stops) + 1))
    made = np.zeros((len(counts.stops), above.shape[1], below.shape[1]))
    for owner, times in enumerate(counts.stops.tolist()):
        if not times:
            made[owner, 0, 0] = 1.0
            continue
        own = order[bounds[owner] : bounds[owner + 1]]
        one, two = above[own], below[own]
        kept = np.sqrt(times) / (_PAIRS + np.sqrt(times))
        made[owner] = kept * one.T @ two / times + (1 - kept) * np.outer(one.mean(axis=0), two.mean(axis=0))
    return made.reshape(-1, 2, *made.shape[1:])


def _forms(
    items: TreeItems,
    forms: int,
    views: tuple[Floats, Floats, Floats],
    nodes: Floats,
    settings: LatentDependenciesSettings,
) -> tuple[Integers, Singles]:
    """The tensors of frequent words of each tag, backed off to those of the tag."""
    none = np.zeros(0, dtype=np.int64), np.zeros((0, *nodes.shape[1:]), dtype=np.float32)
    if not settings.words:
        return none
    codes = items.tags * forms + items.forms
    kinds, place, times = np.unique(codes, return_inverse=True, return_counts=True)
    kept = times >= FEWEST
    if not kept.any():
        return none
    rows = np.flatnonzero(kept[place])
    group = (np.cumsum(kept) - 1)[place[rows]]
    kinds, times = kinds[kept], times[kept]
    sums = moment_kernels.triple_sums(group, len(kinds), *(view[rows] for view in views))
    own = times / (times + settings.word_backoff)
    whole = np.sqrt(times) / (_PAIRS + np.sqrt(times))
    shares = np.stack((own * whole, own * (1 - whole), np.zeros(len(kinds)), 1 - own), axis=1)
    moment_kernels.back_off(sums, shares, nodes, kinds // forms)
    return kinds, sums.whole.astype(np.float32)
