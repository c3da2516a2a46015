"""Trees of one label from spans over the words without punctuation, exactly as the locks of the sentence want them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.data import EMPTY, Constraints, Sentence, Tree
from spectral_core.data.structure import SpanMarginals, SpanPart
from spectral_core.data.tree import TRACE
from spectral_core.inference.locks.general import Span
from spectral_core.inference.locks.spans import collect_locked_phrases
from spectral_core.models.bracketing.words import BareWords

LABEL = "X"
CROSSING, UNWANTED = 1e9, 1e4  # what a span costs where locks must or should not have it


@dataclass(frozen=True, slots=True, eq=False)
class LockedWords:
    """A sentence without its punctuation, and what locks leave of the spans over it."""

    bare: BareWords
    locked: Mapping[Span, tuple[str, ...]]  # the labels of phrases there must be, by words of the sentence
    unwanted: frozenset[Span]  # spans of the sentence that must not be phrases of this label
    inner: tuple[tuple[Span, Span], ...]  # locked spans with words, as words of the sentence and as those left

    @classmethod
    def of(cls, bare: BareWords, sentence: Sentence, constraints: Constraints) -> Self:
        """ConstraintError where no tree honours the locks."""
        locked = collect_locked_phrases(constraints, sentence.forms, LABEL)
        unwanted = frozenset((start, end) for start, end, label in constraints.forbidden_spans if label in ("", LABEL))
        inner = []
        for start, end in locked:
            span = bare.word_from(start), bare.word_from(end)
            if (start, end) != (0, bare.size) and span[0] < span[1]:
                inner.append(((start, end), span))
        return cls(bare, locked, unwanted, tuple(inner))

    @property
    def free(self) -> bool:
        """Whether nothing is locked."""
        return len(self.locked) == 1 and not self.unwanted

    def crossing(self) -> Flags:
        """(words, words + 1) [start, end]: spans that cross a locked one."""
        size = len(self.bare.places)
        start, end = np.ogrid[:size, : size + 1]
        found = np.zeros((size, size + 1), dtype=bool)
        for _, (low, high) in self.inner:
            found |= (start < low) & (low < end) & (end < high)
            found |= (low < start) & (start < high) & (high < end)
        return found

    def penalties(self) -> Floats:
        """(words, words + 1) what each span costs under the locks; (0, 0) where nothing is locked. A binary tree has
        every span that none of its own crosses, so that those that are required are in the cheapest one."""
        if self.free:
            return np.zeros((0, 0))
        found = np.where(self.crossing(), CROSSING, 0.0)
        for start, end in self.unwanted:
            low, high = self.bare.word_from(start), self.bare.word_from(end)
            if high - low > 1 and self.spread(low, high) == (start, end):
                found[low, high] += UNWANTED
        return found

    def fragments(self) -> list[Span]:
        """The runs of words without a mark between them; marks inside a locked span that ends within a run count for
        nothing."""
        size = len(self.bare.places)
        bounds = {at for at in range(1, size) if self.bare.marked[at]} | {0, size}
        while True:
            broken = [span for _, span in self.inner if not bounds.issuperset(span)]
            gone = {at for at in bounds if any(low < at < high for low, high in broken)}
            if not gone:
                break
            bounds -= gone
        edges = sorted(bounds)
        return list(pairwise(edges))

    def over(self, fragments: Sequence[Span]) -> list[Span]:
        """Every fragment, and right-branching all that begins with one, without what crosses a locked span."""
        size = len(self.bare.places)
        found = {*fragments, *((low, size) for low, _ in fragments)} - {(0, size)}
        return [
            (low, high)
            for low, high in sorted(found)
            if high - low > 1 and not any(_cross((low, high), span) for _, span in self.inner)
        ]

    def spread(self, low: int, high: int) -> Span:
        """The words of the sentence from the first to the last of these, with the locked phrases among them whole."""
        start, end = self.bare.places[low], self.bare.places[high - 1] + 1
        for (first, last), (below, above) in self.inner:
            if low <= below and above <= high:
                start, end = min(start, first), max(end, last)
        return start, end

    def tree(self, sentence: Sentence, spans: Iterable[Span]) -> Tree:
        """The tree of these spans of the words left, none of which crosses another or a lock, and of the locks."""
        whole = {self.spread(low, high) for low, high in spans if high - low > 1} - self.unwanted
        return tree_of(sentence, {**dict.fromkeys(whole, (LABEL,)), **self.locked})

    def marginals(self, shares: Mapping[Span, float]) -> SpanMarginals:
        """The numbers of spans of the words left as those of brackets of the sentence; 1 for what is locked."""
        numbers = {}
        for (low, high), share in shares.items():
            span = self.spread(low, high)
            if span not in self.unwanted and high - low > 1:
                numbers[SpanPart(*span, LABEL)] = share
        for span, labels in self.locked.items():
            numbers.pop(SpanPart(*span, LABEL), None)
            numbers |= dict.fromkeys((SpanPart(*span, label) for label in labels), 1.0)
        return SpanMarginals(numbers, self.bare.size)


def _cross(one: Span, two: Span) -> bool:
    return one[0] < two[0] < one[1] < two[1] or two[0] < one[0] < two[1] < one[1]


def tree_of(sentence: Sentence, labels: Mapping[Span, tuple[str, ...]]) -> Tree:
    """The tree with these spans, which do not cross; a word's tag is its XPOS, or its UPOS where that is empty."""
    tags = [upos if xpos == EMPTY else xpos for xpos, upos in zip(sentence.xpos, sentence.upos, strict=True)]
    waiting = sorted(labels, key=lambda span: (-span[0], span[1]))  # the next to open is the last
    open_: list[tuple[Span, list[Tree]]] = []
    for at, form in enumerate(sentence.forms):
        while waiting and waiting[-1][0] == at:
            open_.append((waiting.pop(), []))
        node = Tree(EMPTY if tags[at] == TRACE else tags[at], (form,))
        open_[-1][1].append(node)
        while open_[-1][0][1] == at + 1:
            span, children = open_.pop()
            node = Tree(labels[span][-1], tuple(children))
            for label in reversed(labels[span][:-1]):
                node = Tree(label, (node,))
            if not open_:
                return node
            open_[-1][1].append(node)
    raise ValueError("no span covers the whole sentence")
