"""Sentences without punctuation, and unlabelled trees over them under locks."""

from __future__ import annotations

import hashlib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.data import EMPTY, BestFirst, Constraints, Ranked, Sentence, Tree, Treebank
from spectral_core.data.structure import SpanMarginals, SpanPart
from spectral_core.data.tree import TRACE_TAG
from spectral_core.errors import DataError
from spectral_core.evaluate.brackets import PUNCTUATION_AND_CURRENCY_TAGS
from spectral_core.progress import Progress, Report, track_progress
from spectral_core.structured.locks import Span, collect_locked_phrases

BRACKETS = frozenset(("-LRB-", "-RRB-", "-LCB-", "-RCB-", "-LSB-", "-RSB-"))  # as in Penn treebanks
_WORD_SIGNS = frozenset("%&@+=/")  # signs read as words
_CURRENCY_SIGNS = frozenset("$#")  # not phrase boundaries
PHRASE_LABEL = "X"
_REPORT_INTERVAL = 1000  # sentences between progress reports
CROSSING_PENALTY, FORBIDDEN_PENALTY = 1e9, 1e4  # penalties of spans forbidden by locks strictly, or if avoidable


def collect_training_sentences(treebank: Treebank, report: Report) -> list[Sentence]:
    """Return the readable sentences that have words; DataError if there are none."""
    sentences = [
        sentence
        for sentence in track_progress(treebank, "count", len(treebank), report, _REPORT_INTERVAL)
        if sentence.is_readable and sentence.forms
    ]
    report(Progress("count", len(treebank), len(treebank)))
    if not sentences:
        raise DataError("there is nothing to learn brackets from: no sentence has words")
    return sentences


@dataclass(frozen=True, slots=True, eq=False)
class UnpunctuatedSentence:
    """Sentence without its punctuation."""

    size: int  # number of words of the sentence
    positions: tuple[int, ...]  # original positions of the remaining words
    follows_mark: Flags  # (remaining words + 1,) phrase-bounding punctuation precedes the word, or follows the last

    @classmethod
    def from_sentence(cls, sentence: Sentence, tagged: bool) -> Self:
        """Strip punctuation, recognised by its tags or its characters; all words are kept if there is nothing else."""
        size = len(sentence)
        if tagged:
            is_removed = flag_tagged_punctuation(sentence)
            is_currency = [
                not _CURRENCY_SIGNS.isdisjoint(tags) for tags in zip(sentence.upos, sentence.xpos, strict=True)
            ]
        else:
            is_removed = [is_punctuation(form) for form in sentence.forms]
            is_currency = [form in _CURRENCY_SIGNS for form in sentence.forms]
        if all(is_removed):
            return cls(size, tuple(range(size)), np.zeros(size + 1, dtype=bool))
        positions = tuple(position for position in range(size) if not is_removed[position])
        marked = np.zeros(len(positions) + 1, dtype=bool)
        word = 0
        for position in range(size):
            if not is_removed[position]:
                word += 1
            elif not is_currency[position]:
                marked[word] = True
        return cls(size, positions, marked)

    def count_words_before(self, position: int) -> int:
        """Return the number of remaining words before a position of the sentence."""
        return bisect_left(self.positions, position)

    def find_fragments(self, start: int = 0, end: int | None = None) -> list[Span]:
        """Return the spans of remaining words without punctuation between them, from `start` to `end`."""
        end = len(self.positions) if end is None else end
        inner = (word for word in range(start + 1, end) if self.follows_mark[word])
        return list(pairwise((start, *inner, end)))


def flag_tagged_punctuation(sentence: Sentence) -> list[bool]:
    """Return for each word whether one of its tags is that of punctuation or a currency sign."""
    return [
        not PUNCTUATION_AND_CURRENCY_TAGS.isdisjoint(tags) for tags in zip(sentence.upos, sentence.xpos, strict=True)
    ]


@lru_cache(maxsize=1 << 16)
def is_punctuation(form: str) -> bool:
    """Return whether all characters of a word are punctuation; signs that are read as words (%, &) are not."""
    if form in BRACKETS:
        return True
    return form not in _WORD_SIGNS and all(
        unicodedata.category(character)[0] == "P" or unicodedata.category(character) in ("Sc", "Sk")
        for character in form
    )


def hash_forms(sentence: Sentence) -> int:
    """Return a 128-bit hash of the forms of a sentence, a seed for its random choices."""
    text = "\n".join(sentence.forms).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "big")


@dataclass(frozen=True, slots=True, eq=False)
class LockedSentence:
    """Sentence without its punctuation, and the spans over it that locks allow."""

    unpunctuated: UnpunctuatedSentence
    locked: Mapping[Span, tuple[str, ...]]  # labels of required phrases, by span of the sentence
    forbidden: frozenset[Span]  # spans of the sentence forbidden for this label
    # locked spans that contain words, in the sentence and without punctuation
    inner_locks: tuple[tuple[Span, Span], ...]

    @classmethod
    def from_sentence(cls, unpunctuated: UnpunctuatedSentence, sentence: Sentence, constraints: Constraints) -> Self:
        """Convert the locks of a sentence to spans without punctuation; ConstraintError if no tree satisfies them."""
        locked = collect_locked_phrases(constraints, sentence.forms, PHRASE_LABEL)
        inner = []
        for start, end in locked:
            span = unpunctuated.count_words_before(start), unpunctuated.count_words_before(end)
            if (start, end) != (0, unpunctuated.size) and span[0] < span[1]:
                inner.append(((start, end), span))
        return cls(unpunctuated, locked, collect_forbidden_spans(constraints), tuple(inner))

    @property
    def is_unconstrained(self) -> bool:
        """True if no span is locked or forbidden."""
        return len(self.locked) == 1 and not self.forbidden

    def flag_crossing_spans(self) -> Flags:
        """Return (words, words + 1) [start, end] the spans that cross a locked span."""
        return flag_spans_that_cross(len(self.unpunctuated.positions), [span for _, span in self.inner_locks])

    def compute_span_penalties(self) -> Floats:
        """Return (words, words + 1) the penalty of each span under the locks; an empty array without locks. A binary
        tree contains every span that none of its spans crosses, so one without crossings contains the locked spans.
        The span of all words has no penalty, since every tree contains it."""
        if self.is_unconstrained:
            return np.zeros((0, 0))
        penalties = np.where(self.flag_crossing_spans(), CROSSING_PENALTY, 0.0)
        for start, end in self.forbidden:
            low, high = self.unpunctuated.count_words_before(start), self.unpunctuated.count_words_before(end)
            if 1 < high - low < len(penalties) and self.to_sentence_span(low, high) == (start, end):
                penalties[low, high] += FORBIDDEN_PENALTY
        return penalties

    def find_fragments(self) -> list[Span]:
        """Return the spans of words without punctuation between them, ignoring punctuation inside a locked span that
        starts or ends within a fragment."""
        bounds = {bound for span in self.unpunctuated.find_fragments() for bound in span}
        while True:
            cut_spans = [span for _, span in self.inner_locks if not bounds.issuperset(span)]
            ignored = {position for position in bounds if any(low < position < high for low, high in cut_spans)}
            if not ignored:
                break
            bounds -= ignored
        return list(pairwise(sorted(bounds)))

    def branch_fragments_right(self, fragments: Sequence[Span]) -> list[Span]:
        """Return the spans of `branch_fragments_right` that cross no locked span, sorted."""
        return [
            span
            for span in sorted(branch_fragments_right(fragments, len(self.unpunctuated.positions)))
            if not any(_is_crossing(span, locked_span) for _, locked_span in self.inner_locks)
        ]

    def to_sentence_span(self, low: int, high: int) -> Span:
        """Return the span of the sentence over these words, extended to the locked phrases among them."""
        start, end = self.unpunctuated.positions[low], self.unpunctuated.positions[high - 1] + 1
        for (first, last), (inner_low, inner_high) in self.inner_locks:
            if low <= inner_low and inner_high <= high:
                start, end = min(start, first), max(end, last)
        return start, end

    def make_tree(self, sentence: Sentence, spans: Iterable[Span]) -> Tree:
        """Return the tree of these spans and of the locks, all without crossings."""
        sentence_spans = {self.to_sentence_span(low, high) for low, high in spans if high - low > 1} - self.forbidden
        return build_tree_from_spans(sentence, {**dict.fromkeys(sentence_spans, (PHRASE_LABEL,)), **self.locked})

    def rank_distinct_trees(
        self, sentence: Sentence, alternatives: Iterable[Iterable[Span]], k: int
    ) -> BestFirst[Sentence]:
        """Return up to `k` different trees of alternative sets of spans, in their order; the score is minus the
        rank."""
        parses: BestFirst[Sentence] = BestFirst()
        if k < 1:
            return parses
        trees: list[Tree] = []
        for spans in alternatives:
            tree = self.make_tree(sentence, spans)
            if tree not in trees:  # different spans give the same tree where locks add or forbid some
                parses.append(Ranked(sentence.with_tree(tree), float(-len(trees))))
                trees.append(tree)
            if len(trees) == k:
                break
        return parses

    def to_marginals(self, span_marginals: Mapping[Span, float]) -> SpanMarginals:
        """Convert marginals of spans without punctuation to those of brackets of the sentence; 1 for locked
        brackets."""
        marginals = {}
        for (low, high), marginal in span_marginals.items():
            span = self.to_sentence_span(low, high)
            if span not in self.forbidden and high - low > 1:
                marginals[SpanPart(*span, PHRASE_LABEL)] = marginal
        for span, labels in self.locked.items():
            marginals.pop(SpanPart(*span, PHRASE_LABEL), None)
            marginals |= dict.fromkeys((SpanPart(*span, label) for label in labels), 1.0)
        return SpanMarginals(marginals, self.unpunctuated.size)


def collect_forbidden_spans(constraints: Constraints) -> frozenset[Span]:
    """Return the spans that may not be phrases of an unlabelled tree."""
    return frozenset((start, end) for start, end, label in constraints.forbidden_spans if label in ("", PHRASE_LABEL))


def flag_spans_that_cross(size: int, spans: Iterable[Span]) -> Flags:
    """Return (size, size + 1) [start, end] the spans of `size` words that cross one of these."""
    start, end = np.ogrid[:size, : size + 1]
    crosses = np.zeros((size, size + 1), dtype=bool)
    for low, high in spans:
        crosses |= (start < low) & (low < end) & (end < high)
        crosses |= (low < start) & (start < high) & (high < end)
    return crosses


def branch_fragments_right(fragments: Iterable[Span], size: int) -> set[Span]:
    """Return the fragments of several words, and the right-branching spans from each fragment to the end of `size`
    words, without the span of all words."""
    return {span for low, high in fragments for span in ((low, high), (low, size)) if 1 < span[1] - span[0] < size}


def _is_crossing(first: Span, second: Span) -> bool:
    """Return whether two spans overlap without one containing the other."""
    return first[0] < second[0] < first[1] < second[1] or second[0] < first[0] < second[1] < first[1]


def build_tree_from_spans(sentence: Sentence, labels: Mapping[Span, tuple[str, ...]]) -> Tree:
    """Return the tree with these spans, which do not cross; tags are XPOS, or UPOS where that is empty."""
    tags = [upos if xpos == EMPTY else xpos for xpos, upos in zip(sentence.xpos, sentence.upos, strict=True)]
    pending = sorted(labels, key=lambda span: (-span[0], span[1]))  # stack: the next to open is last
    open_: list[tuple[Span, list[Tree]]] = []
    for position, form in enumerate(sentence.forms):
        while pending and pending[-1][0] == position:
            open_.append((pending.pop(), []))
        node = Tree(EMPTY if tags[position] == TRACE_TAG else tags[position], (form,))
        open_[-1][1].append(node)
        while open_[-1][0][1] == position + 1:
            span, children = open_.pop()
            node = Tree(labels[span][-1], tuple(children))
            for label in reversed(labels[span][:-1]):
                node = Tree(label, (node,))
            if not open_:
                return node
            open_[-1][1].append(node)
    raise ValueError("no span covers the whole sentence")
