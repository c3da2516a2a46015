"""Both views of all items, reduced symbol by symbol to what each says of the other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Places, Singles
from spectral_core.inference.latent_halves import moment_kernels
from spectral_core.maths.hashing import mixed
from spectral_core.maths.linalg import TOLERANCE
from spectral_core.models.latent_dependencies.features import NOTHING

SUPPORT = 40  # items of a symbol for each hidden state beyond the first
_SPARE = 8  # directions beyond those asked for
_ROUNDS = 6  # of power iteration: with fewer, what is found depends on the seed
_RARE = 5.0  # is added to how often a feature was seen before it is scaled
_ROOM = 8  # places for features by item; two that meet in one are taken for one
_HASHED = np.uint64(48)  # bits by which rows of one symbol are told apart
_PRECISION = 1e-13  # of the largest square; what is smaller is rounding


@dataclass(frozen=True, slots=True, eq=False)
class FeatureRows:
    """The features of items, each different row once; columns belong to symbols, and the last is nothing."""

    columns: Places  # (rows, features)
    rows: Places  # (items,) the row of each item
    bounds: Integers  # (symbols + 1,) the columns of each symbol
    scale: Singles  # (columns + 1,) the root of what share of the items of their symbol have it, upside down

    @classmethod
    def of(cls, symbols: Integers, count: int, features: list[Keys]) -> FeatureRows:
        """Of items of so many symbols."""
        sizes = np.bincount(symbols, minlength=count)
        room = _ROOM * (sizes + 1)
        edges = np.concatenate(([0], np.cumsum(room)))
        whole = mixed(symbols)
        for keys in features:
            whole = (whole ^ keys) * np.uint64(0x9E3779B97F4A7C15)
            whole = whole ^ (whole >> np.uint64(29))
        whole = (symbols.astype(np.uint64) << _HASHED) | (whole >> (np.uint64(64) - _HASHED))  # near what is near it
        _, chosen, rows = np.unique(whole, return_index=True, return_inverse=True)
        times = np.bincount(rows, minlength=len(chosen)).astype(np.float32)
        owners = symbols[chosen]
        begin, width = edges[owners], room[owners].astype(np.uint64)
        places = np.empty((len(chosen), len(features)), dtype=np.int32)
        for at, keys in enumerate(features):
            own = np.broadcast_to(keys, len(symbols))[chosen]
            inside = ((own >> np.uint64(32)) * width >> np.uint64(32)).astype(np.int64)
            places[:, at] = np.where(own == NOTHING, edges[-1], begin + inside)
        seen = moment_kernels.scattered(places, times[:, None], edges[-1] + 1)[:, 0].astype(np.float64)
        kept = seen > 0
        kept[-1] = True
        numbers = np.cumsum(kept, dtype=np.int32) - np.int32(1)
        bounds = numbers[edges[:-1]] + ~kept[edges[:-1]]
        bounds = np.append(bounds, numbers[-1])
        seen = seen[kept]
        scale = np.sqrt(np.repeat(sizes, np.diff(bounds)) / (seen[:-1] + _RARE))
        return cls(
            numbers[places], rows.reshape(-1).astype(np.int32), bounds.astype(np.int64),
            np.append(scale, 0.0).astype(np.float32),
        )  # fmt: skip

    def projected(self, directions: Singles) -> Singles:
        """(rows, rank) the rows in these directions (columns, rank)."""
        return moment_kernels.gathered(self.columns, directions * self.scale[:, None])

    def mean(self, values: Singles, sizes: Integers) -> Singles:
        """(columns, rank) the transpose of `projected`, as means over the items of each symbol."""
        found = moment_kernels.scattered(self.columns, values, len(self.scale))
        found *= (self.scale * np.append(np.repeat(1.0 / np.maximum(sizes, 1), np.diff(self.bounds)), 0.0))[:, None]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class ReducedItems:
    """Both views of all items in few directions: over those of a symbol, the mean of inside times outside is I."""

    ranks: Integers  # (symbols,)
    inside: Floats  # (items, rank), 0 beyond the rank of the item's symbol
    outside: Floats
    spectra: Floats  # (symbols, rank) falling singular values

    def cut(self, rank: int) -> ReducedItems:
        """In the first directions alone."""
        kept = slice(0, rank)
        return ReducedItems(
            np.minimum(self.ranks, rank), self.inside[:, kept], self.outside[:, kept], self.spectra[:, kept]
        )


def projections(
    symbols: Integers, count: int, views: tuple[list[Keys], list[Keys]], rank: int, seed: int
) -> ReducedItems:
    """The views in the leading singular directions of their mean cross-products, all symbols at once by random
    projection (Halko, Martinsson and Tropp 2011)."""
    one, two = (FeatureRows.of(symbols, count, view) for view in views)
    sizes = np.bincount(symbols, minlength=count)
    size = rank + _SPARE

    def across(values: Singles, start: FeatureRows, end: FeatureRows) -> Singles:
        moved = moment_kernels.passed(start.projected(values), start.rows, end.rows, len(end.columns))
        return end.mean(moved, sizes)

    basis = np.random.default_rng(seed).standard_normal((len(two.scale), size), dtype=np.float32)
    basis = _orthonormal(across(basis, two, one), one.bounds)
    for _ in range(_ROUNDS - 1):
        basis = _orthonormal(across(across(basis, one, two), two, one), one.bounds)
    small = across(basis, one, two)
    wanted = np.minimum(rank, 1 + sizes // SUPPORT)
    values, turns = _squares(small, two.bounds)
    kept = (values > (TOLERANCE * values[:, :1]) ** 2) & (np.arange(size) < wanted[:, None]) & (values > 0)
    ranks = kept.sum(axis=1)
    turns = turns * kept[:, None, :]
    spectra = np.sqrt(np.maximum(values[:, :rank], 0.0))
    inverse = np.where(kept, 1.0 / np.where(kept, values, 1.0), 0.0)  # small = right S turns': twice S comes out
    lefts, rights = (np.zeros((len(view.scale), rank), dtype=np.float32) for view in (one, two))
    for symbol in range(count):
        own, others = slice(*one.bounds[symbol : symbol + 2]), slice(*two.bounds[symbol : symbol + 2])
        turn = turns[symbol][:, :rank]
        left = basis[own] @ turn
        signs = np.sign(left[np.abs(left).argmax(axis=0), np.arange(rank)]) if len(left) else np.ones(rank)
        lefts[own] = left * signs
        rights[others] = small[others] @ (turn * inverse[symbol, :rank] * signs)
    inside = one.projected(lefts)[one.rows].astype(np.float64)
    outside = two.projected(rights)[two.rows].astype(np.float64)
    return ReducedItems(ranks, inside, outside, spectra)


def _squares(matrix: Singles, bounds: Integers) -> tuple[Floats, Floats]:
    """(symbols, rank) falling eigenvalues of the squares of each symbol's rows, and their vectors."""
    parts = (matrix[low:high].astype(np.float64) for low, high in pairwise(bounds.tolist()))
    squares = np.stack([part.T @ part for part in parts])
    values, turns = np.linalg.eigh(squares)
    return values[:, ::-1], turns[:, :, ::-1]


def _orthonormal(matrix: Singles, bounds: Integers) -> Singles:
    """Orthonormal columns for the rows of each symbol that span the same; zeros where there are fewer."""
    values, turns = _squares(matrix, bounds)
    kept = values > _PRECISION * np.maximum(values[:, :1], 1e-300)
    scaled = turns * np.where(kept, 1.0 / np.sqrt(np.where(kept, values, 1.0)), 0.0)[:, None, :]
    found = np.zeros_like(matrix)
    for symbol in range(len(bounds) - 1):
        low, high = bounds[symbol], bounds[symbol + 1]
        found[low:high] = matrix[low:high] @ scaled[symbol]
    return found
