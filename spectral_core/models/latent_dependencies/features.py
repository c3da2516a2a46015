"""Inside and outside features of tree items, and their reduction to a few dimensions by SVD."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, Singles, hash_tuples
from spectral_core.maths.linalg import RANK_TOLERANCE, compute_column_signs
from spectral_core.models.latent_dependencies.training_trees import TreeItems
from spectral_core.structured.latent_split_head import observed_tree_kernels

NO_FEATURE = np.uint64(0)  # key of a missing feature
_BAG_SIZE = 6  # modifiers used as bag-of-words features
_MAX_COUNT = 6  # larger numbers of modifiers count as this many

FeatureViews = tuple[list[Keys], list[Keys]]  # inside and outside features, each (items,)
ITEMS_PER_STATE = 40  # items of a symbol required for each hidden state beyond the first
_OVERSAMPLING = 8  # extra directions of the randomised SVD
_POWER_ITERATIONS = 6  # power iterations; with fewer, the result depends on the seed
_RARE_SMOOTHING = 5.0  # added to the count of a feature before scaling
_HASH_COLUMNS = 8  # hash columns per item; colliding features share one
_HASH_BITS = np.uint64(48)  # bits that identify rows of one symbol
_PRECISION = 1e-13  # relative to the largest square; smaller values are rounding errors


@dataclass(frozen=True, slots=True, eq=False)
class TreeContext:
    """Neighbours of words and halves in their trees as indexes, -1 if missing; the last entry of each array is the
    value for index -1."""

    tags: Integers  # (words + 1,)
    forms: Integers
    modifiers: Integers  # (modifiers + 1,)
    first: Integers  # (slots + 2,) nearest modifier
    second: Integers
    last: Integers
    parents: Integers  # (words + 1,) tag of the head * 2 + side, -1 for roots
    grandparents: Integers
    inner_siblings: Integers  # (words + 1,) next inner sibling
    outer_siblings: Integers
    opposite_modifiers: Integers  # (words + 1,) nearest modifier of the head on the opposite side
    slots: Integers  # (words + 1,) slot in which the word is a modifier

    @classmethod
    def from_items(cls, items: TreeItems) -> TreeContext:
        """Find the neighbours of all words and halves."""
        size, starts, counts = len(items.tags), items.starts[:-1], items.modifier_counts
        modifiers = np.append(items.modifiers, -1)
        ends = starts + counts
        none = np.full(2, -1)
        first = np.append(np.where(counts > 0, modifiers[starts], -1), none)
        second = np.append(np.where(counts > 1, modifiers[np.minimum(starts + 1, len(modifiers) - 1)], -1), none)
        last = np.append(np.where(counts > 0, modifiers[ends - 1], -1), none)
        slots = np.full(size + 1, -1)
        slots[items.modifiers] = items.modifier_slots
        inner, outer = np.full(size + 1, -1), np.full(size + 1, -1)
        same_slot = (
            np.flatnonzero(items.modifier_slots[1:] == items.modifier_slots[:-1])
            if len(items.modifiers)
            else np.zeros(0, np.int64)
        )
        inner[items.modifiers[same_slot + 1]] = items.modifiers[same_slot]
        outer[items.modifiers[same_slot]] = items.modifiers[same_slot + 1]
        heads = np.append(items.heads, -1)
        tags = np.append(items.tags, -1)
        parents = np.where(heads >= 0, tags[heads] * 2 + slots % 2, -1)
        opposite = np.where(slots >= 0, first[slots ^ 1], -1)
        forms = np.append(items.forms, -1)
        return cls(
            tags, forms, modifiers, first, second, last, parents, parents[heads], inner, outer, opposite, slots,
        )  # fmt: skip

    def modifiers_at(self, positions: Integers, low: Integers, high: Integers) -> Integers:
        """Return the modifiers at these positions; -1 outside the range of the slot."""
        clipped = np.clip(positions, 0, len(self.modifiers) - 1)
        return np.where((positions >= low) & (positions < high), self.modifiers[clipped], -1)

    def nearest_modifier_tags(self, words: Integers, side: Integers) -> Integers:
        """Return the tag of the nearest modifier of each word on one side."""
        return self.tags[np.where(words >= 0, self.first[2 * words + side], -1)]


def _extract_bag_features(kind: int, words: list[Integers], tags: Integers) -> Iterator[Keys]:
    """Yield bag-of-words features of modifiers, independent of their order."""
    for word in words:
        yield np.where(word >= 0, hash_tuples(kind, tags[word]), NO_FEATURE)


def _extract_outer_features(context: TreeContext, words: Integers, kind: int) -> Iterator[Keys]:
    """Yield features of the outside context of words: head, grandparent, siblings, and the other half of the head."""
    p, g, tags = context.parents[words], context.grandparents[words], context.tags
    inner, outer, opposite = (
        tags[part[words]] for part in (context.inner_siblings, context.outer_siblings, context.opposite_modifiers)
    )
    yield hash_tuples(kind)
    yield hash_tuples(kind + 1, p)
    yield hash_tuples(kind + 2, p, g)
    yield hash_tuples(kind + 3, g)
    yield hash_tuples(kind + 4, inner)
    yield hash_tuples(kind + 5, outer)
    yield hash_tuples(kind + 6, p, inner)
    yield hash_tuples(kind + 7, p, outer)
    yield hash_tuples(kind + 8, p, opposite)


def extract_node_views(items: TreeItems, context: TreeContext, words: bool) -> FeatureViews:
    """Return the inside and outside features of every node: a word with its subtree."""
    nodes, tags, forms = np.arange(len(items.tags)), context.tags, context.forms
    inside, outside = (
        [hash_tuples(1, np.zeros(len(nodes), dtype=np.int64))],
        list(_extract_outer_features(context, nodes, 40)),
    )
    pairs = []
    for side in range(2):
        slot = 2 * nodes + side
        first, second, last = context.first[slot], context.second[slot], context.last[slot]
        count = items.modifier_counts[slot]
        m1, m2, m_last = tags[first], tags[second], tags[last]
        inside += [
            hash_tuples(2, side, m1), hash_tuples(3, side, m1, m2), hash_tuples(4, side, m_last),
            hash_tuples(5, side, m1, m_last), hash_tuples(6, side, m1, m2, m_last, np.minimum(count, _MAX_COUNT)),
            hash_tuples(7, side, np.minimum(count, _MAX_COUNT)),
        ]  # fmt: skip
        low, high = items.starts[slot], items.starts[slot + 1]
        inside += _extract_bag_features(
            8 + side, [context.modifiers_at(low + step, low, high) for step in range(_BAG_SIZE)], tags
        )
        pairs.append((m1, np.minimum(count, _MAX_COUNT)))
        if words:
            inside += [hash_tuples(12, side, forms[first]), hash_tuples(13, side, forms[last])]
    inside += [hash_tuples(10, pairs[0][0], pairs[1][0]), hash_tuples(11, pairs[0][1], pairs[1][1])]
    inner, outer = context.inner_siblings[nodes], context.outer_siblings[nodes]
    p = context.parents[nodes]
    outside += [
        hash_tuples(50, p, tags[inner], tags[outer]), hash_tuples(51, tags[inner], tags[context.inner_siblings[inner]]),
        hash_tuples(52, tags[outer], tags[context.outer_siblings[outer]]),
        hash_tuples(53, tags[context.opposite_modifiers[nodes]]), hash_tuples(54, np.where(p >= 0, p % 2, -1)),
    ]  # fmt: skip
    if words:
        inside.append(hash_tuples(14, forms[nodes]))
        heads = np.append(items.heads, -1)
        head_words = heads[nodes]
        outside += [
            hash_tuples(55, forms[head_words]),
            hash_tuples(56, forms[inner]),
            hash_tuples(57, forms[heads[head_words]]),
        ]
    return inside, outside


def extract_half_views(items: TreeItems, context: TreeContext, words: bool) -> FeatureViews:
    """Return the inside and outside features of every half: one side of a word with its subtrees."""
    slot = np.arange(2 * len(items.tags))
    word, side, tags, forms = slot // 2, slot % 2, context.tags, context.forms
    first, second, last, count = (
        context.first[slot],
        context.second[slot],
        context.last[slot],
        np.minimum(items.modifier_counts, _MAX_COUNT),
    )
    m1, m2, m_last = tags[first], tags[second], tags[last]
    low, high = items.starts[:-1], items.starts[1:]
    m_second_last = tags[context.modifiers_at(high - 2, low, high)]
    inside = [
        hash_tuples(1, np.zeros(len(slot), dtype=np.int64)), hash_tuples(2, count), hash_tuples(3, m1),
        hash_tuples(4, m_last), hash_tuples(5, m1, m2), hash_tuples(6, m_last, m_second_last),
        hash_tuples(7, m1, m_last), hash_tuples(8, m1, context.nearest_modifier_tags(first, side)),
        hash_tuples(9, m_last, context.nearest_modifier_tags(last, side)),
        hash_tuples(10, m_last, context.nearest_modifier_tags(last, 1 - side)),
        *_extract_bag_features(11, [context.modifiers_at(low + step, low, high) for step in range(_BAG_SIZE)], tags),
    ]  # fmt: skip
    outside = [*_extract_outer_features(context, word, 40), *_extract_opposite_half_features(items, context, slot)]
    if words:
        inside += [hash_tuples(12, forms[first]), hash_tuples(13, forms[last])]
        outside += _extract_lexical_features(items, context, slot)
    return inside, outside


def _extract_opposite_half_features(items: TreeItems, context: TreeContext, slot: Integers) -> Iterator[Keys]:
    """Yield features of the other half of each word."""
    opposite, tags, p = slot ^ 1, context.tags, context.parents[slot // 2]
    m1, m2, count = (
        tags[context.first[opposite]],
        tags[context.second[opposite]],
        np.minimum(items.modifier_counts[opposite], _MAX_COUNT),
    )
    low, high = items.starts[opposite], items.starts[opposite + 1]
    yield hash_tuples(60, m1)
    yield hash_tuples(61, m1, m2)
    yield hash_tuples(62, tags[context.last[opposite]])
    yield hash_tuples(63, count)
    yield hash_tuples(64, count, p)
    yield hash_tuples(65, m1, p)
    yield hash_tuples(66, np.where(p >= 0, p % 2, -1))
    yield from _extract_bag_features(
        67, [context.modifiers_at(low + step, low, high) for step in range(_BAG_SIZE)], tags
    )


def _extract_lexical_features(items: TreeItems, context: TreeContext, slot: Integers) -> Iterator[Keys]:
    """Yield features of the forms of the word itself, of its head, and of its nearest modifier on the other side."""
    word = slot // 2
    yield hash_tuples(70, context.forms[word])
    yield hash_tuples(71, context.forms[np.append(items.heads, -1)[word]])
    yield hash_tuples(72, context.forms[context.first[slot ^ 1]])


def extract_head_views(items: TreeItems, context: TreeContext, words: bool) -> FeatureViews:
    """Return the inside and outside features of every head item: a head after some of its modifiers."""
    slot, tags, forms = items.head_slots, context.tags, context.forms
    word, side = slot // 2, slot % 2
    low, high = items.starts[slot], items.starts[slot + 1]
    next_position = np.arange(len(slot)) - slot  # position of the next modifier
    past = [context.modifiers_at(next_position - 1 - step, low, high) for step in range(_BAG_SIZE)]
    ahead = [context.modifiers_at(next_position + step, low, high) for step in range(_BAG_SIZE - 1)]
    count, rest = np.minimum(next_position - low, _MAX_COUNT), np.minimum(high - next_position, _MAX_COUNT)
    l1, l2, l3 = (tags[modifier] for modifier in past[:3])
    n1, n2, n3 = (tags[modifier] for modifier in ahead[:3])
    first = np.where(next_position > low, tags[context.first[slot]], -1)
    l1_last = tags[np.where(past[0] >= 0, context.last[2 * past[0] + side], -1)]
    inside = [
        hash_tuples(1, np.zeros(len(slot), dtype=np.int64)), hash_tuples(2, l1), hash_tuples(3, l1, l2),
        hash_tuples(4, l1, l2, l3), hash_tuples(5, first), hash_tuples(6, first, l1), hash_tuples(7, count),
        hash_tuples(8, l1, count), hash_tuples(9, l1, l1_last),
        hash_tuples(10, l1, context.nearest_modifier_tags(past[0], 1 - side)),
        hash_tuples(11, l1, context.nearest_modifier_tags(past[0], side)), *_extract_bag_features(12, past, tags),
    ]  # fmt: skip
    p, opposite = context.parents[word], slot ^ 1
    o1, o_count = tags[context.first[opposite]], np.minimum(items.modifier_counts[opposite], _MAX_COUNT)
    outside = [
        hash_tuples(20, n1), hash_tuples(21, n1, n2), hash_tuples(22, n1, n2, n3), hash_tuples(23, rest),
        *_extract_bag_features(24, ahead, tags), hash_tuples(25, n1, context.nearest_modifier_tags(ahead[0], side)),
        hash_tuples(26, n1, context.nearest_modifier_tags(ahead[0], 1 - side)), hash_tuples(27, n1, p),
        hash_tuples(28, o1), hash_tuples(29, o1, n1), hash_tuples(30, o_count),
        *_extract_outer_features(context, word, 40),
    ]  # fmt: skip
    if words:
        inside += [hash_tuples(15, forms[past[0]]), hash_tuples(16, forms[past[1]])]
        outside += [hash_tuples(31, forms[ahead[0]]), *_extract_lexical_features(items, context, slot)]
    return inside, outside


@dataclass(frozen=True, slots=True, eq=False)
class HashedFeatureMatrix:
    """Sparse matrix of hashed features, with equal rows stored once; every symbol has columns of its own, and the last
    column is padding."""

    columns: Indexes  # (rows, features) column
    rows: Indexes  # (items,) row
    bounds: Integers  # (symbols + 1,) column range of each symbol
    scale: Singles  # (columns + 1,) inverse square root of the feature's relative frequency given the symbol

    @classmethod
    def from_features(cls, symbols: Integers, count: int, features: list[Keys]) -> HashedFeatureMatrix:
        """Hash the features of items of `count` symbols."""
        sizes = np.bincount(symbols, minlength=count)
        widths = _HASH_COLUMNS * (sizes + 1)
        edges = np.concatenate(([0], np.cumsum(widths)))
        row_keys = hash_tuples(symbols)
        for keys in features:
            row_keys = (row_keys ^ keys) * np.uint64(0x9E3779B97F4A7C15)
            row_keys = row_keys ^ (row_keys >> np.uint64(29))
        row_keys = (symbols.astype(np.uint64) << _HASH_BITS) | (
            row_keys >> (np.uint64(64) - _HASH_BITS)
        )  # sorted, rows of a symbol are adjacent
        _, first_items, rows = np.unique(row_keys, return_index=True, return_inverse=True)
        row_counts = np.bincount(rows, minlength=len(first_items)).astype(np.float32)
        owners = symbols[first_items]
        first_columns, row_widths = edges[owners], widths[owners].astype(np.uint64)
        columns = np.empty((len(first_items), len(features)), dtype=np.int32)
        for feature, keys in enumerate(features):
            row_features = np.broadcast_to(keys, len(symbols))[first_items]
            hashed = ((row_features >> np.uint64(32)) * row_widths >> np.uint64(32)).astype(np.int64)
            columns[:, feature] = np.where(row_features == NO_FEATURE, edges[-1], first_columns + hashed)
        column_counts = observed_tree_kernels.sum_rows_by_column(columns, row_counts[:, None], edges[-1] + 1)[
            :, 0
        ].astype(np.float64)
        used = column_counts > 0
        used[-1] = True
        numbers = np.cumsum(used, dtype=np.int32) - np.int32(1)
        bounds = numbers[edges[:-1]] + ~used[edges[:-1]]
        bounds = np.append(bounds, numbers[-1])
        column_counts = column_counts[used]
        scale = np.sqrt(np.repeat(sizes, np.diff(bounds)) / (column_counts[:-1] + _RARE_SMOOTHING))
        return cls(
            numbers[columns], rows.reshape(-1).astype(np.int32), bounds.astype(np.int64),
            np.append(scale, 0.0).astype(np.float32),
        )  # fmt: skip

    def project(self, directions: Singles) -> Singles:
        """Return (rows, rank) the product of the matrix with these directions (columns, rank)."""
        return observed_tree_kernels.sum_table_rows(self.columns, directions * self.scale[:, None])

    def project_transposed(self, values: Singles, sizes: Integers) -> Singles:
        """Return (columns, rank) the product of the transposed matrix with these values, averaged over the items of
        each symbol."""
        means = observed_tree_kernels.sum_rows_by_column(self.columns, values, len(self.scale))
        means *= (self.scale * np.append(np.repeat(1.0 / np.maximum(sizes, 1), np.diff(self.bounds)), 0.0))[:, None]
        return means


@dataclass(frozen=True, slots=True, eq=False)
class ReducedItems:
    """Inside and outside features of all items in a few dimensions; over the items of a symbol, the mean of inside
    times outside is the identity."""

    ranks: Integers  # (symbols,)
    inside: Floats  # (items, rank), 0 beyond the rank of the item's symbol
    outside: Floats
    spectra: Floats  # (symbols, rank) decreasing singular values


def reduce_views(symbols: Integers, count: int, views: FeatureViews, rank: int, seed: int) -> ReducedItems:
    """Project inside and outside features onto the leading singular vectors of their cross-covariance, for all symbols
    at once, by randomised SVD (Halko, Martinsson and Tropp 2011)."""
    inside_rows, outside_rows = (HashedFeatureMatrix.from_features(symbols, count, view) for view in views)
    sizes = np.bincount(symbols, minlength=count)
    directions = rank + _OVERSAMPLING

    def multiply(values: Singles, start: HashedFeatureMatrix, end: HashedFeatureMatrix) -> Singles:
        """Multiply the cross-covariance of two views with directions in the first."""
        summed = observed_tree_kernels.sum_by_target(start.project(values), start.rows, end.rows, len(end.columns))
        return end.project_transposed(summed, sizes)

    basis = np.random.default_rng(seed).standard_normal((len(outside_rows.scale), directions), dtype=np.float32)
    basis = _orthonormalise(multiply(basis, outside_rows, inside_rows), inside_rows.bounds)
    for _ in range(_POWER_ITERATIONS - 1):
        basis = _orthonormalise(
            multiply(multiply(basis, inside_rows, outside_rows), outside_rows, inside_rows), inside_rows.bounds
        )
    projected = multiply(basis, inside_rows, outside_rows)
    max_ranks = np.minimum(rank, 1 + sizes // ITEMS_PER_STATE)
    values, rotations = _decompose_gram_matrices(projected, outside_rows.bounds)
    in_rank = (
        (values > (RANK_TOLERANCE * values[:, :1]) ** 2) & (np.arange(directions) < max_ranks[:, None]) & (values > 0)
    )
    ranks = in_rank.sum(axis=1)
    rotations = rotations * in_rank[:, None, :]
    spectra = np.sqrt(np.maximum(values[:, :rank], 0.0))
    inverse = np.where(in_rank, 1.0 / np.where(in_rank, values, 1.0), 0.0)  # values are squared singular values
    inside_directions, outside_directions = (
        np.zeros((len(view.scale), rank), dtype=np.float32) for view in (inside_rows, outside_rows)
    )
    for symbol in range(count):
        inside_columns, outside_columns = (
            slice(*inside_rows.bounds[symbol : symbol + 2]),
            slice(*outside_rows.bounds[symbol : symbol + 2]),
        )
        rotation = rotations[symbol][:, :rank]
        left = basis[inside_columns] @ rotation
        signs = compute_column_signs(left)
        inside_directions[inside_columns] = left * signs
        outside_directions[outside_columns] = projected[outside_columns] @ (rotation * inverse[symbol, :rank] * signs)
    inside = inside_rows.project(inside_directions)[inside_rows.rows].astype(np.float64)
    outside = outside_rows.project(outside_directions)[outside_rows.rows].astype(np.float64)
    return ReducedItems(ranks, inside, outside, spectra)


def _decompose_gram_matrices(matrix: Singles, bounds: Integers) -> tuple[Floats, Floats]:
    """Return the eigenvalues of the Gram matrix of each symbol's rows, decreasing, and the eigenvectors."""
    parts = (matrix[low:high].astype(np.float64) for low, high in pairwise(bounds.tolist()))
    gram_matrices = np.stack([part.T @ part for part in parts])
    values, vectors = np.linalg.eigh(gram_matrices)
    return values[:, ::-1], vectors[:, :, ::-1]


def _orthonormalise(matrix: Singles, bounds: Integers) -> Singles:
    """Return an orthonormal basis of the column space of each symbol's rows; zeros where the rank is lower."""
    values, vectors = _decompose_gram_matrices(matrix, bounds)
    positive = values > _PRECISION * np.maximum(values[:, :1], 1e-300)
    scaled = vectors * np.where(positive, 1.0 / np.sqrt(np.where(positive, values, 1.0)), 0.0)[:, None, :]
    basis = np.zeros_like(matrix)
    for symbol in range(len(bounds) - 1):
        low, high = bounds[symbol], bounds[symbol + 1]
        basis[low:high] = matrix[low:high] @ scaled[symbol]
    return basis
