"""Both views of all items, reduced symbol by symbol to their shared directions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, Singles
from spectral_core.maths.hashing import hash_tuples
from spectral_core.maths.linalg import RANK_TOLERANCE
from spectral_core.models.latent_dependencies.features import NO_FEATURE
from spectral_core.structured.latent_split_head import tree_kernels

ITEMS_PER_STATE = 40  # items of a symbol for each hidden state beyond the first
_OVERSAMPLING = 8  # directions beyond those requested
_POWER_ITERATIONS = 6  # of power iteration: with fewer, the result depends on the seed
_RARE_SMOOTHING = 5.0  # added to the count of a feature before scaling
_HASH_COLUMNS = 8  # hash columns by item; features that collide share one
_HASH_BITS = np.uint64(48)  # bits that distinguish the rows of one symbol
_PRECISION = 1e-13  # of the largest square; what is smaller is rounding


@dataclass(frozen=True, slots=True, eq=False)
class FeatureRows:
    """Features of items, each different row once; columns belong to symbols, and the last is for none."""

    columns: Indexes  # (rows, features)
    rows: Indexes  # (items,) the row of each item
    bounds: Integers  # (symbols + 1,) the columns of each symbol
    scale: Singles  # (columns + 1,) the root of what share of the items of their symbol have it, upside down

    @classmethod
    def of(cls, symbols: Integers, count: int, features: list[Keys]) -> FeatureRows:
        """Hash the features of items of so many symbols."""
        sizes = np.bincount(symbols, minlength=count)
        widths = _HASH_COLUMNS * (sizes + 1)
        edges = np.concatenate(([0], np.cumsum(widths)))
        row_keys = hash_tuples(symbols)
        for keys in features:
            row_keys = (row_keys ^ keys) * np.uint64(0x9E3779B97F4A7C15)
            row_keys = row_keys ^ (row_keys >> np.uint64(29))
        row_keys = (symbols.astype(np.uint64) << _HASH_BITS) | (
            row_keys >> (np.uint64(64) - _HASH_BITS)
        )  # near what is near it
        _, first_items, rows = np.unique(row_keys, return_index=True, return_inverse=True)
        row_counts = np.bincount(rows, minlength=len(first_items)).astype(np.float32)
        owners = symbols[first_items]
        first_columns, row_widths = edges[owners], widths[owners].astype(np.uint64)
        columns = np.empty((len(first_items), len(features)), dtype=np.int32)
        for feature, keys in enumerate(features):
            row_features = np.broadcast_to(keys, len(symbols))[first_items]
            hashed = ((row_features >> np.uint64(32)) * row_widths >> np.uint64(32)).astype(np.int64)
            columns[:, feature] = np.where(row_features == NO_FEATURE, edges[-1], first_columns + hashed)
        column_counts = tree_kernels.scatter_rows(columns, row_counts[:, None], edges[-1] + 1)[:, 0].astype(np.float64)
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
        """Return (rows, rank) the rows in these directions (columns, rank)."""
        return tree_kernels.gather_rows(self.columns, directions * self.scale[:, None])

    def average(self, values: Singles, sizes: Integers) -> Singles:
        """Return (columns, rank) the transpose of `project`, as means over the items of each symbol."""
        means = tree_kernels.scatter_rows(self.columns, values, len(self.scale))
        means *= (self.scale * np.append(np.repeat(1.0 / np.maximum(sizes, 1), np.diff(self.bounds)), 0.0))[:, None]
        return means


@dataclass(frozen=True, slots=True, eq=False)
class ReducedItems:
    """Both views of all items in few directions: over those of a symbol, the mean of inside times outside is I."""

    ranks: Integers  # (symbols,)
    inside: Floats  # (items, rank), 0 beyond the rank of the item's symbol
    outside: Floats
    spectra: Floats  # (symbols, rank) falling singular values

    def truncate(self, rank: int) -> ReducedItems:
        """Keep the first directions alone."""
        first = slice(0, rank)
        return ReducedItems(
            np.minimum(self.ranks, rank), self.inside[:, first], self.outside[:, first], self.spectra[:, first]
        )


def reduce_views(
    symbols: Integers, count: int, views: tuple[list[Keys], list[Keys]], rank: int, seed: int
) -> ReducedItems:
    """Project the views on the leading singular directions of their mean cross-products, all symbols at once by random
    projection (Halko, Martinsson and Tropp 2011)."""
    inside_rows, outside_rows = (FeatureRows.of(symbols, count, view) for view in views)
    sizes = np.bincount(symbols, minlength=count)
    directions = rank + _OVERSAMPLING

    def multiply(values: Singles, start: FeatureRows, end: FeatureRows) -> Singles:
        summed = tree_kernels.sum_by_target(start.project(values), start.rows, end.rows, len(end.columns))
        return end.average(summed, sizes)

    basis = np.random.default_rng(seed).standard_normal((len(outside_rows.scale), directions), dtype=np.float32)
    basis = _orthonormalise(multiply(basis, outside_rows, inside_rows), inside_rows.bounds)
    for _ in range(_POWER_ITERATIONS - 1):
        basis = _orthonormalise(
            multiply(multiply(basis, inside_rows, outside_rows), outside_rows, inside_rows), inside_rows.bounds
        )
    projected = multiply(basis, inside_rows, outside_rows)
    max_ranks = np.minimum(rank, 1 + sizes // ITEMS_PER_STATE)
    values, rotations = _decompose_squares(projected, outside_rows.bounds)
    in_rank = (
        (values > (RANK_TOLERANCE * values[:, :1]) ** 2) & (np.arange(directions) < max_ranks[:, None]) & (values > 0)
    )
    ranks = in_rank.sum(axis=1)
    rotations = rotations * in_rank[:, None, :]
    spectra = np.sqrt(np.maximum(values[:, :rank], 0.0))
    inverse = np.where(in_rank, 1.0 / np.where(in_rank, values, 1.0), 0.0)  # small = right S turns': twice S comes out
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
        signs = np.sign(left[np.abs(left).argmax(axis=0), np.arange(rank)]) if len(left) else np.ones(rank)
        inside_directions[inside_columns] = left * signs
        outside_directions[outside_columns] = projected[outside_columns] @ (rotation * inverse[symbol, :rank] * signs)
    inside = inside_rows.project(inside_directions)[inside_rows.rows].astype(np.float64)
    outside = outside_rows.project(outside_directions)[outside_rows.rows].astype(np.float64)
    return ReducedItems(ranks, inside, outside, spectra)


def _decompose_squares(matrix: Singles, bounds: Integers) -> tuple[Floats, Floats]:
    """Return (symbols, rank) the falling eigenvalues of the Gram matrix of each symbol's rows, and their vectors."""
    parts = (matrix[low:high].astype(np.float64) for low, high in pairwise(bounds.tolist()))
    squares = np.stack([part.T @ part for part in parts])
    values, vectors = np.linalg.eigh(squares)
    return values[:, ::-1], vectors[:, :, ::-1]


def _orthonormalise(matrix: Singles, bounds: Integers) -> Singles:
    """Return orthonormal columns for the rows of each symbol that span the same space; zeros where there are fewer."""
    values, vectors = _decompose_squares(matrix, bounds)
    positive = values > _PRECISION * np.maximum(values[:, :1], 1e-300)
    scaled = vectors * np.where(positive, 1.0 / np.sqrt(np.where(positive, values, 1.0)), 0.0)[:, None, :]
    basis = np.zeros_like(matrix)
    for symbol in range(len(bounds) - 1):
        low, high = bounds[symbol], bounds[symbol + 1]
        basis[low:high] = matrix[low:high] @ scaled[symbol]
    return basis
