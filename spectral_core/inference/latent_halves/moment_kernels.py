"""Compiled passes over the features of many items, and sums of products of their vectors."""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Integers, Places, Singles
from spectral_core.inference.compiling import summing


class TripleSums(NamedTuple):
    """By group, the sums over its members of products of three vectors, of two of them, and of each."""

    counts: Floats  # (groups,)
    whole: Floats  # (groups, a, b, c)
    first: Floats  # (groups, a)
    second: Floats
    third: Floats
    without_first: Floats  # (groups, b, c)
    without_second: Floats  # (groups, a, c)
    without_third: Floats  # (groups, a, b)


@summing
def gathered(columns: Places, table: Singles) -> Singles:
    """(rows, rank) the sum of the rows of a table that each row has as its columns."""
    rows, width = columns.shape
    rank = table.shape[1]
    found = np.zeros((rows, rank), dtype=np.float32)
    for row in range(rows):
        for place in range(width):
            column = columns[row, place]
            for at in range(rank):
                found[row, at] += table[column, at]
    return found


@summing
def scattered(columns: Places, values: Singles, size: int) -> Singles:
    """(size, rank) the sum over the rows that have each column; the transpose of `gathered`."""
    rows, width = columns.shape
    rank = values.shape[1]
    found = np.zeros((size, rank), dtype=np.float32)
    for row in range(rows):
        for place in range(width):
            column = columns[row, place]
            for at in range(rank):
                found[column, at] += values[row, at]
    return found


@summing
def passed(values: Singles, sources: Places, targets: Places, size: int) -> Singles:
    """(size, rank) the sum at each target of the values of its sources."""
    rank = values.shape[1]
    found = np.zeros((size, rank), dtype=np.float32)
    for item in range(len(sources)):
        source, target = sources[item], targets[item]
        for at in range(rank):
            found[target, at] += values[source, at]
    return found


@summing
def triple_sums(groups: Integers, count: int, first: Floats, second: Floats, third: Floats) -> TripleSums:
    """The sums of so many groups."""
    one, two, three = first.shape[1], second.shape[1], third.shape[1]
    found = TripleSums(
        np.zeros(count), np.zeros((count, one, two, three)), np.zeros((count, one)), np.zeros((count, two)),
        np.zeros((count, three)), np.zeros((count, two, three)), np.zeros((count, one, three)),
        np.zeros((count, one, two)),
    )  # fmt: skip
    for row in range(len(groups)):
        group = groups[row]
        found.counts[group] += 1.0
        for b in range(two):
            found.second[group, b] += second[row, b]
            for c in range(three):
                found.without_first[group, b, c] += second[row, b] * third[row, c]
        for c in range(three):
            found.third[group, c] += third[row, c]
        for a in range(one):
            value = first[row, a]
            found.first[group, a] += value
            for c in range(three):
                found.without_second[group, a, c] += value * third[row, c]
            for b in range(two):
                both = value * second[row, b]
                found.without_third[group, a, b] += both
                for c in range(three):
                    found.whole[group, a, b, c] += both * third[row, c]
    return found


@summing
def back_off(sums: TripleSums, shares: Floats, least: Floats, lows: Integers) -> None:
    """Turns the sums of products of three in place into means that back off: `shares` (groups, 4) of the mean itself,
    of the mean of pairs with singles, of singles, and of `least`, of which `lows` says the row of each group."""
    count, one, two, three = sums.whole.shape
    for group in range(count):
        times = max(sums.counts[group], 1.0)
        share, pairs = shares[group, 0] / times, shares[group, 1] / (3.0 * times * times)
        singles, rest = shares[group, 2] / times**3, shares[group, 3]
        low = lows[group]
        for a in range(one):
            x = sums.first[group, a]
            for b in range(two):
                y, both = sums.second[group, b], sums.without_third[group, a, b]
                for c in range(three):
                    z = sums.third[group, c]
                    two_of_three = both * z + sums.without_second[group, a, c] * y + sums.without_first[group, b, c] * x
                    sums.whole[group, a, b, c] = (
                        share * sums.whole[group, a, b, c] + pairs * two_of_three + singles * x * y * z
                        + rest * least[low, a, b, c]
                    )  # fmt: skip
