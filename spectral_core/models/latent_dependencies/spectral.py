"""Spectral estimation of the hidden states of nodes, halves and heads from inside and outside features (after Cohen,
Stratos, Collins, Foster and Ungar 2012), adapted to small treebanks: scaled features, ranks by count, moments that back
off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats, Integers, Singles
from spectral_core.models.latent_dependencies.features import (
    TreeContext,
    extract_half_views,
    extract_head_views,
    extract_node_views,
)
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import AttachmentCounts, LatentParameters, count_attachments
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.views import ReducedItems, reduce_views
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.latent_split_head import tree_kernels

_PAIR_BACKOFF = 5.0  # back-off of moments of pairs, against the square root of their count
MIN_FORM_COUNT = 3  # frequency from which a word of a tag has states of its own


@dataclass(frozen=True, slots=True, eq=False)
class ItemStates:
    """Reduced views of all items: of heads and halves by tag * 2 + side, of nodes by tag."""

    heads: ReducedItems
    halves: ReducedItems
    nodes: ReducedItems

    def truncate(self, settings: LatentDependenciesSettings) -> ItemStates:
        """Keep the first directions, as if no more had been requested."""
        return ItemStates(
            self.heads.truncate(settings.states),
            self.halves.truncate(settings.half_states),
            self.nodes.truncate(settings.node_states),
        )


def reduce_items(
    items: TreeItems, settings: LatentDependenciesSettings, report: Report = ignore_progress
) -> ItemStates:
    """Reduce both views of the items of these trees."""
    context, words, seed = TreeContext.of(items), settings.words, settings.seed
    report(Progress("decompose", 0, 3))
    owners = items.owners
    heads = reduce_views(
        owners[items.head_slots], 2 * items.symbols, extract_head_views(items, context, words), settings.states, seed
    )
    report(Progress("decompose", 1, 3))
    halves = reduce_views(
        owners, 2 * items.symbols, extract_half_views(items, context, words), settings.half_states, seed
    )
    report(Progress("decompose", 2, 3))
    nodes = reduce_views(
        items.tags, items.symbols, extract_node_views(items, context, words), settings.node_states, seed
    )
    report(Progress("decompose", 3, 3))
    return ItemStates(heads, halves, nodes)


def count_items(items: TreeItems) -> AttachmentCounts:
    """Count attachments, halves, roots and tags, whatever their states."""
    return count_attachments(items.tags, items.owners, items.steps, np.flatnonzero(items.heads < 0), items.symbols)


def estimate(
    items: TreeItems,
    reduced: ItemStates,
    forms: int,
    settings: LatentDependenciesSettings,
    report: Report = ignore_progress,
) -> LatentParameters:
    """Estimate the grammar from the moments of these items; `forms` is the number of form classes."""
    report(Progress("multiply", 0, 3))
    counts, size = count_items(items), items.symbols
    owners = items.owners
    head_owners = owners[items.head_slots]
    y_heads, z_heads = reduced.heads.inside, reduced.heads.outside
    mean_before = _average_by_owner(head_owners, y_heads, 2 * size)
    mean_after = _average_by_owner(head_owners, z_heads, 2 * size)
    mean_below, mean_above = (
        _average_by_owner(items.tags, part, size) for part in (reduced.nodes.inside, reduced.nodes.outside)
    )
    mean_half = _average_by_owner(owners, reduced.halves.inside, 2 * size)
    smoothing, heads, chances = settings.smoothing, counts.head_items, counts.modifier_shares
    denominators = np.where(heads + smoothing > 0, heads + smoothing, 1.0)

    steps, modifiers = items.steps, items.modifiers
    rule = np.searchsorted(counts.steps, steps)
    sums = tree_kernels.triple_sums(
        rule, len(counts.steps), z_heads[items.before + 1], reduced.nodes.inside[modifiers], y_heads[items.before]
    )
    owner, tag = counts.steps // size, counts.steps % size
    product = mean_after[owner][:, :, None, None] * mean_below[tag][:, None, :, None]
    product = product * mean_before[owner][:, None, None, :]
    tree_kernels.back_off(sums, _backoff_weights(sums.counts, settings.backoff), product, np.arange(len(owner)))
    weights = (counts.times + smoothing * chances[owner % 2, tag]) / denominators[owner]
    rules = (sums.triple * weights[:, None, None, None]).astype(np.float32)
    report(Progress("multiply", 1, 3))

    slots = 2 * np.arange(len(items.tags))
    views = reduced.nodes.outside, reduced.halves.inside[slots], reduced.halves.inside[slots + 1]
    sums = tree_kernels.triple_sums(items.tags, size, *views)
    product = mean_above[:, :, None, None] * mean_half[0::2][:, None, :, None] * mean_half[1::2][:, None, None, :]
    tree_kernels.back_off(sums, _backoff_weights(sums.counts, settings.backoff), product, np.arange(size))
    nodes = sums.triple
    nodes[counts.tags == 0, 0, 0, 0] = 1.0
    report(Progress("multiply", 2, 3))
    kinds, forms_of_kinds = _fit_forms(items, forms, views, nodes, settings)
    report(Progress("multiply", 3, 3))

    starts = _average_by_owner(owners, z_heads[items.first_heads], 2 * size) * (counts.stops / denominators)[:, None]
    starts[counts.stops == 0, 0] = 1.0
    for part in (mean_before, mean_after):
        part[counts.stops == 0, 0] = 1.0
    mean_below[counts.tags == 0, 0] = 1.0
    root_words = np.flatnonzero(items.heads < 0)
    roots = _average_by_owner(items.tags[root_words], reduced.nodes.inside[root_words], size)
    roots[counts.tags == 0, 0] = 1.0
    root_shares = (counts.roots + 1.0 / size) / (counts.roots.sum() + 1.0)
    roots[counts.roots == 0] = mean_below[counts.roots == 0]
    return LatentParameters(
        roots * root_shares[:, None], starts.reshape(size, 2, -1), _fit_halves(owners, items, reduced, counts), nodes,
        counts.steps, rules, mean_after * (smoothing / denominators)[:, None], mean_below, mean_before, chances, kinds,
        forms_of_kinds, (counts.tags + 1.0) / (counts.tags + 1.0).sum(),
    )  # fmt: skip


def _backoff_weights(counts: Floats, backoff: float) -> Floats:
    """Return (groups, 4) the weights of the moment itself, of those of pairs, of single items and of symbols."""
    roots = np.sqrt(counts)
    own_weight = roots / np.maximum(backoff + roots, 1e-300)
    back_off = 1.0 - own_weight
    return np.stack((own_weight, back_off * own_weight, back_off * back_off * own_weight, back_off**3), axis=1)


def _average_by_owner(owners: Integers, values: Floats, count: int) -> Floats:
    """Return (owners, directions) the mean value of each owner."""
    sums = np.stack([np.bincount(owners, column, count) for column in values.T], axis=1)
    sizes = np.bincount(owners, minlength=count)
    means: Floats = sums / np.maximum(sizes, 1)[:, None]
    return means


def _fit_halves(owners: Integers, items: TreeItems, reduced: ItemStates, counts: AttachmentCounts) -> Floats:
    """Return (tags, 2, half states, states) the tensors from a head with all its modifiers to the half."""
    outside, inside = reduced.halves.outside, reduced.heads.inside[items.last_heads]
    order = np.argsort(owners, kind="stable")
    bounds = np.searchsorted(owners[order], np.arange(len(counts.stops) + 1))
    tensors = np.zeros((len(counts.stops), outside.shape[1], inside.shape[1]))
    for owner, times in enumerate(counts.stops.tolist()):
        if not times:
            tensors[owner, 0, 0] = 1.0
            continue
        half_items = order[bounds[owner] : bounds[owner + 1]]
        outside_rows, inside_rows = outside[half_items], inside[half_items]
        weight = np.sqrt(times) / (_PAIR_BACKOFF + np.sqrt(times))
        tensors[owner] = weight * outside_rows.T @ inside_rows / times + (1 - weight) * np.outer(
            outside_rows.mean(axis=0), inside_rows.mean(axis=0)
        )
    return tensors.reshape(-1, 2, *tensors.shape[1:])


def _fit_forms(
    items: TreeItems,
    forms: int,
    views: tuple[Floats, Floats, Floats],
    nodes: Floats,
    settings: LatentDependenciesSettings,
) -> tuple[Integers, Singles]:
    """Return the tensors of frequent words of each tag, backed off to those of the tag."""
    no_forms = np.zeros(0, dtype=np.int64), np.zeros((0, *nodes.shape[1:]), dtype=np.float32)
    if not settings.words:
        return no_forms
    codes = items.tags * forms + items.forms
    kinds, kind_of_word, times = np.unique(codes, return_inverse=True, return_counts=True)
    frequent = times >= MIN_FORM_COUNT
    if not frequent.any():
        return no_forms
    rows = np.flatnonzero(frequent[kind_of_word])
    groups = (np.cumsum(frequent) - 1)[kind_of_word[rows]]
    kinds, times = kinds[frequent], times[frequent]
    sums = tree_kernels.triple_sums(groups, len(kinds), *(view[rows] for view in views))
    form_weight = times / (times + settings.word_backoff)
    triple_weight = np.sqrt(times) / (_PAIR_BACKOFF + np.sqrt(times))
    shares = np.stack(
        (form_weight * triple_weight, form_weight * (1 - triple_weight), np.zeros(len(kinds)), 1 - form_weight), axis=1
    )
    tree_kernels.back_off(sums, shares, nodes, kinds // forms)
    return kinds, sums.triple.astype(np.float32)
