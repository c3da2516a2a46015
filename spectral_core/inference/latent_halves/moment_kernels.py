"""Compiled passes over the features of many items, and sums of products of their vectors."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Singles
from spectral_core.inference.compiling import fastmath_entry


class TripleSums(NamedTuple):
    """By group, the sums over its members of products of three vectors, of two of them, and of each."""

    counts: Floats  # (groups,)
    triple: Floats  # (groups, a, b, c)
    first: Floats  # (groups, a)
    second: Floats
    third: Floats
    without_first: Floats  # (groups, b, c)
    without_second: Floats  # (groups, a, c)
    without_third: Floats  # (groups, a, b)


@fastmath_entry
def gather_rows(columns: Indexes, table: Singles) -> Singles:
    """Return (rows, rank) the sum of the rows of a table that each row has as its columns."""
    rows, width = columns.shape
    rank = table.shape[1]
    sums = np.zeros((rows, rank), dtype=np.float32)
    for row in range(rows):
        for slot in range(width):
            column = columns[row, slot]
            for component in range(rank):
                sums[row, component] += table[column, component]
    return sums


@fastmath_entry
def scatter_rows(columns: Indexes, values: Singles, size: int) -> Singles:
    """Return (size, rank) the sum over the rows that have each column; the transpose of `gather_rows`."""
    rows, width = columns.shape
    rank = values.shape[1]
    sums = np.zeros((size, rank), dtype=np.float32)
    for row in range(rows):
        for slot in range(width):
            column = columns[row, slot]
            for component in range(rank):
                sums[column, component] += values[row, component]
    return sums


@fastmath_entry
def sum_by_target(values: Singles, sources: Indexes, targets: Indexes, size: int) -> Singles:
    """Return (size, rank) the sum at each target of the values of its sources."""
    rank = values.shape[1]
    sums = np.zeros((size, rank), dtype=np.float32)
    for pair in range(len(sources)):
        source, target = sources[pair], targets[pair]
        for component in range(rank):
            sums[target, component] += values[source, component]
    return sums


@fastmath_entry
def triple_sums(groups: Integers, count: int, first: Floats, second: Floats, third: Floats) -> TripleSums:
    """Return the sums of products of the first `count` groups."""
    dim_a, dim_b, dim_c = first.shape[1], second.shape[1], third.shape[1]
    sums = TripleSums(
        np.zeros(count), np.zeros((count, dim_a, dim_b, dim_c)), np.zeros((count, dim_a)), np.zeros((count, dim_b)),
        np.zeros((count, dim_c)), np.zeros((count, dim_b, dim_c)), np.zeros((count, dim_a, dim_c)),
        np.zeros((count, dim_a, dim_b)),
    )  # fmt: skip
    for row in range(len(groups)):
        group = groups[row]
        sums.counts[group] += 1.0
        for b in range(dim_b):
            sums.second[group, b] += second[row, b]
            for c in range(dim_c):
                sums.without_first[group, b, c] += second[row, b] * third[row, c]
        for c in range(dim_c):
            sums.third[group, c] += third[row, c]
        for a in range(dim_a):
            value = first[row, a]
            sums.first[group, a] += value
            for c in range(dim_c):
                sums.without_second[group, a, c] += value * third[row, c]
            for b in range(dim_b):
                product = value * second[row, b]
                sums.without_third[group, a, b] += product
                for c in range(dim_c):
                    sums.triple[group, a, b, c] += product * third[row, c]
    return sums


@fastmath_entry
def back_off(sums: TripleSums, shares: Floats, fallback: Floats, fallback_rows: Integers) -> None:
    """Turn the sums of products of three in place into means that back off: `shares` (groups, 4) of the mean itself, of
    the mean of pairs with singles, of singles, and of `fallback`, whose row of each group is in `fallback_rows`."""
    count, dim_a, dim_b, dim_c = sums.triple.shape
    for group in range(count):
        occurrences = max(sums.counts[group], 1.0)
        mean_share, pair_share = shares[group, 0] / occurrences, shares[group, 1] / (3.0 * occurrences * occurrences)
        single_share, fallback_share = shares[group, 2] / occurrences**3, shares[group, 3]
        fallback_row = fallback_rows[group]
        for a in range(dim_a):
            x = sums.first[group, a]
            for b in range(dim_b):
                y, pair = sums.second[group, b], sums.without_third[group, a, b]
                for c in range(dim_c):
                    z = sums.third[group, c]
                    two_of_three = pair * z + sums.without_second[group, a, c] * y + sums.without_first[group, b, c] * x
                    sums.triple[group, a, b, c] = (
                        mean_share * sums.triple[group, a, b, c] + pair_share * two_of_three + single_share * x * y * z
                        + fallback_share * fallback[fallback_row, a, b, c]
                    )  # fmt: skip
