"""What a tree is to a re-ranker: tags and words of heads, their heads, modifiers and siblings, as places of weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers, Keys
from spectral_core.data import Sentence

BUCKETS = 1 << 20  # weights; features that share one are told apart by nothing
TITLES = (
    "tags of a head and its inmost modifiers", "tags of a word, its head and the head of that",
    "tags of a head and neighbouring modifiers", "both words of an arc", "word and tag of its head",
    "tag and word of its head", "tags of an arc and its length", "numbers of modifiers",
    "tags around the word of a head",
)  # fmt: skip
_PAPER = 2  # of these are those of the paper
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(29)
_LENGTHS = np.array([1, 2, 3, 4, 6, 9, 14])
_MOST = 4  # modifiers of a side that are told apart


@dataclass(frozen=True, slots=True, eq=False)
class TreeFeatures:
    """The features of some trees over the same words."""

    rows: Integers  # (features,) the tree
    weights: Integers  # (features,) the number of its weight
    kinds: Integers  # (features,) of TITLES

    def sums(self, values: Floats, trees: int) -> Floats:
        """(trees,) what the weights of each add up to."""
        return np.bincount(self.rows, values[self.weights], trees).astype(np.float64)

    def of_paper(self) -> TreeFeatures:
        """Those of Dhillon et al. 2012, section 4.3, alone."""
        kept = self.kinds < _PAPER
        return TreeFeatures(self.rows[kept], self.weights[kept], self.kinds[kept])

    def differing(self, trees: int) -> TreeFeatures:
        """Without those that all trees have equally often: they decide nothing."""
        kinds, places = np.unique(self.weights, return_inverse=True)
        counts = np.bincount(places * trees + self.rows, minlength=len(kinds) * trees).reshape(len(kinds), trees)
        kept = (counts != counts[:, :1]).any(axis=1)[places]
        return TreeFeatures(self.rows[kept], self.weights[kept], self.kinds[kept])


def tree_features(sentence: Sentence, column: str, heads: Integers, rich: bool) -> TreeFeatures:
    """The features of trees given as (trees, words) heads."""
    trees, size = heads.shape
    nothing = size + 1
    tags = _codes(("<root>", *sentence.column(column), "<none>"))
    words = _codes(("<root>", *(form.lower() for form in sentence.forms), "<none>"))
    across = np.arange(trees)[:, None]
    own = np.broadcast_to(np.arange(1, size + 1), heads.shape)
    above = np.full((trees, size + 2), nothing)
    above[:, 1:-1] = heads
    grand = above[across, heads]  # of the root there is none
    right = own > heads
    siblings, inmost = _siblings(heads, nothing)
    found: list[tuple[int, Integers, Keys]] = []

    def add(kind: int, rows: Integers, *parts: NDArray[np.generic]) -> None:
        key = np.full(len(rows), kind + 1, dtype=np.uint64) * _FACTOR
        for part in parts:
            key = (key ^ part.astype(np.uint64).ravel()) * _FACTOR
            key ^= key >> _HALF
        found.append((kind, rows, key))

    both = np.argwhere((inmost[0] != nothing) & (inmost[1] != nothing))
    left_one, right_one = (side[tuple(both.T)] for side in inmost)
    add(0, both[:, 0], tags[left_one], tags[both[:, 1]], tags[right_one])
    rows = np.broadcast_to(across, heads.shape).ravel()
    add(1, rows, tags[own], tags[heads], tags[grand], right + 2 * (heads > grand))
    if rich:
        lengths = np.searchsorted(_LENGTHS, np.abs(own - heads), side="right")
        lengths = np.where(heads == 0, 0, lengths) + 16 * right
        add(2, rows, tags[own], tags[heads], tags[siblings], right)
        add(3, rows, words[own], words[heads], right)
        add(4, rows, words[own], tags[heads], lengths)
        add(5, rows, tags[own], words[heads], lengths)
        add(6, rows, tags[own], tags[heads], lengths)
        counts = np.zeros((2, trees, size + 1), dtype=np.int64)
        np.add.at(counts, (right.astype(np.int64), np.broadcast_to(across, heads.shape), heads), 1)
        held = np.minimum(counts[:, :, 1:], _MOST)
        add(7, rows, np.broadcast_to(tags[1:-1], heads.shape), held[0] + 8 * held[1])
        add(8, rows, tags[own], words[heads], tags[grand])
    keys = np.concatenate([key for *_, key in found])
    kinds = np.concatenate([np.full(len(key), kind) for kind, _, key in found])
    return TreeFeatures(
        np.concatenate([rows for _, rows, _ in found]), (keys % np.uint64(BUCKETS)).astype(np.int64), kinds
    )


def _siblings(heads: Integers, nothing: int) -> tuple[Integers, tuple[Integers, Integers]]:
    """(trees, words) the next modifier towards the head on the same side, and of every word the inmost modifiers on its
    left and right; `nothing` where there is none."""
    trees, size = heads.shape
    across = np.arange(trees)
    found = np.full(heads.shape, nothing)
    inmost = []
    for on_right, order in ((False, range(size, 0, -1)), (True, range(1, size + 1))):
        last, first = np.full((2, trees, size + 2), nothing)
        for word in order:
            above = heads[:, word - 1]
            here = (word > above) if on_right else (word < above)
            rows, above = across[here], above[here]
            before = last[rows, above]
            found[rows, word - 1] = before
            first[rows, above] = np.where(before == nothing, word, first[rows, above])
            last[rows, above] = word
        inmost.append(first[:, : size + 1])
    inmost[0][:, 0] = inmost[1][:, 0] = nothing  # the root is no word
    return found, (inmost[0], inmost[1])


@lru_cache(maxsize=1 << 16)
def _code(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))


def _codes(texts: tuple[str, ...]) -> Keys:
    return np.array([_code(text) for text in texts], dtype=np.uint64)
