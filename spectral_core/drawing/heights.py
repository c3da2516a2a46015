"""Skyline of a row of positions, for arcs that are stacked above one another."""

from __future__ import annotations


class Skyline:
    """Heights of a row of positions, all 0 at first. A segment tree: an arc over the whole row costs little more than
    one between neighbours."""

    def __init__(self, size: int):
        self._leaves = 1 << max(size - 1, 0).bit_length()
        self._highest = [0] * (2 * self._leaves)  # (nodes) greatest height below each
        self._raised = [0] * (2 * self._leaves)  # (nodes) height that all positions below each have at least

    def stack(self, first: int, last: int) -> int:
        """Raise the positions `first` to `last`, both included, to one above the highest of them, and return that
        height."""
        level = self.find_highest(first, last) + 1
        highest, raised = self._highest, self._raised
        for node in self._cover(first, last):
            highest[node] = raised[node] = level
        for position in (first, last):
            node = (position + self._leaves) >> 1
            while node:
                highest[node] = max(highest[node], level)
                node >>= 1
        return level

    def find_highest(self, first: int, last: int) -> int:
        """Return the height of the highest position from `first` to `last`, both included."""
        top = max([self._highest[node] for node in self._cover(first, last)])
        for position in (first, last):  # nodes that cover the range are children of ancestors of its two ends
            node = (position + self._leaves) >> 1
            while node:
                top = max(top, self._raised[node])
                node >>= 1
        return top

    def _cover(self, first: int, last: int) -> list[int]:
        """Return the fewest nodes that cover exactly these positions."""
        nodes: list[int] = []
        low, high = first + self._leaves, last + self._leaves
        while low <= high:
            if low & 1:
                nodes.append(low)
                low += 1
            if not high & 1:
                nodes.append(high)
                high -= 1
            low >>= 1
            high >>= 1
        return nodes
