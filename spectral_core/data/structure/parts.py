"""Parts of trees, arcs and brackets, and their positions in a sentence."""

from __future__ import annotations

from typing import NamedTuple

Position = int | tuple[int, int]  # a word, from 1, for its arc; a half-open span of words, from 0, for a bracket


class ArcPart(NamedTuple):
    """A word under its head, both counted from 1; 0 is the root."""

    word: int
    head: int
    label: str = ""

    @property
    def position(self) -> Position:
        return self.word

    @property
    def words(self) -> range:
        """The words that it is about, counted from 1."""
        return range(self.word, self.word + 1)


class SpanPart(NamedTuple):
    """A bracket over words counted from 0, half-open."""

    start: int
    end: int
    label: str = ""

    @property
    def position(self) -> Position:
        return self.start, self.end

    @property
    def span(self) -> tuple[int, int, str]:
        return self.start, self.end, self.label

    @property
    def words(self) -> range:
        """The words that it covers, counted from 1."""
        return range(self.start + 1, self.end + 1)


Part = ArcPart | SpanPart
