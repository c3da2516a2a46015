"""Slow and obviously right: everything there is of a small size, listed. For comparison with what is fast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeVar

T = TypeVar("T")
Span = tuple[int, int]  # half-open, counted from 0


def all_strings(symbols: Sequence[T], length: int) -> Iterator[tuple[T, ...]]:
    """Every string of exactly `length` symbols."""
    return product(symbols, repeat=length)


def all_paths(choices: Sequence[Sequence[T]]) -> Iterator[tuple[T, ...]]:
    """Every way to choose one thing at each place."""
    return product(*choices)


def all_dependency_trees(size: int, roots: int | None = 1) -> Iterator[tuple[int, ...]]:
    """Every tuple of heads (words from 1, 0 is the root) in which each word reaches the root.

    With `roots` words hanging from the root; None for any number of them.
    """
    for heads in product(range(size + 1), repeat=size):
        if roots is not None and heads.count(0) != roots:
            continue
        if all(0 in _above(heads, word) for word in range(1, size + 1)):
            yield heads


def all_projective_trees(size: int, roots: int | None = 1) -> Iterator[tuple[int, ...]]:
    """Those dependency trees in which a head stands above every word between it and its modifier."""
    for heads in all_dependency_trees(size, roots):
        arcs = [(head, word) for word, head in enumerate(heads, 1)]
        if all(
            head in _above(heads, between)
            for head, word in arcs
            for between in range(min(head, word) + 1, max(head, word))
        ):
            yield heads


def _above(heads: tuple[int, ...], word: int) -> set[int]:
    """What stands above `word`; without 0 where its heads run in a circle."""
    found: set[int] = set()
    while word != 0 and heads[word - 1] not in found:
        word = heads[word - 1]
        found.add(word)
    return found


def all_binary_bracketings(size: int) -> list[frozenset[Span]]:
    """The spans of two words or more of every binary tree over `size` words; one empty set for a single word."""

    def over(start: int, end: int) -> list[frozenset[Span]]:
        if end - start <= 1:
            return [frozenset()]
        return [
            left | right | {(start, end)}
            for split in range(start + 1, end)
            for left in over(start, split)
            for right in over(split, end)
        ]

    return over(0, size)


def all_bracketings(size: int) -> list[frozenset[Span]]:
    """The spans of two words or more of every tree over `size` words, flat ones included; unary chains count once."""

    def over(start: int, end: int) -> list[frozenset[Span]]:
        if end - start <= 1:
            return [frozenset()]
        return [inside | {(start, end)} for inside in children(start, end, whole=False)]

    def children(start: int, end: int, whole: bool) -> list[frozenset[Span]]:
        """Every sequence of trees from `start` to `end`; of one tree only where `whole` allows it."""
        if start == end:
            return [frozenset()]
        return [
            first | rest
            for split in range(start + 1, end + 1 if whole else end)
            for first in over(start, split)
            for rest in children(split, end, whole=True)
        ]

    return over(0, size)
