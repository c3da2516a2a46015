"""Tree features of the re-ranker: tags and words of heads, grandparents, modifiers and siblings, hashed to weight
indexes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers, Keys
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence

WEIGHT_COUNT = 1 << 20  # size of the weight table; colliding features share a weight
FEATURE_TITLES = (
    "tags of a head and its inmost modifiers", "tags of a word, its head and the head of that",
    "tags of a head and neighbouring modifiers", "both words of an arc", "word and tag of its head",
    "tag and word of its head", "tags of an arc and its length", "numbers of modifiers",
    "tags around the word of a head",
)  # fmt: skip
_PAPER_KIND_COUNT = 2  # number of kinds of the paper, which come first
_HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_HASH_SHIFT = np.uint64(29)
_LENGTH_BOUNDS = np.array([1, 2, 3, 4, 6, 9, 14])
_MAX_MODIFIERS = 4  # modifiers counted on one side, at most


@dataclass(frozen=True, slots=True, eq=False)
class TreeFeatures:
    """Features of several trees over the same words."""

    trees: Integers  # (features,) tree of each
    weight_indexes: Integers  # (features,) index of its weight
    kinds: Integers  # (features,) index into FEATURE_TITLES
    __repr__ = brief_repr

    def sum_weights(self, values: Floats, trees: int) -> Floats:
        """Return (trees,) the sum of feature weights of each tree."""
        return np.bincount(self.trees, values[self.weight_indexes], trees).astype(np.float64)

    def select_paper_features(self) -> TreeFeatures:
        """Return only the features of Dhillon et al. 2012, section 4.3."""
        in_paper = self.kinds < _PAPER_KIND_COUNT
        return TreeFeatures(self.trees[in_paper], self.weight_indexes[in_paper], self.kinds[in_paper])

    def drop_common(self, trees: int) -> TreeFeatures:
        """Return the features without those that all trees have equally often, which cannot change the ranking."""
        kinds, kind_indexes = np.unique(self.weight_indexes, return_inverse=True)
        counts = np.bincount(kind_indexes * trees + self.trees, minlength=len(kinds) * trees).reshape(len(kinds), trees)
        differs = (counts != counts[:, :1]).any(axis=1)[kind_indexes]
        return TreeFeatures(self.trees[differs], self.weight_indexes[differs], self.kinds[differs])


def extract_tree_features(sentence: Sentence, column: str, heads: Integers, rich: bool) -> TreeFeatures:
    """Extract the features of trees given as a (trees, words) array of heads."""
    trees, size = heads.shape
    none = size + 1
    tags = _hash_texts(("<root>", *sentence.column(column), "<none>"))
    words = _hash_texts(("<root>", *(form.lower() for form in sentence.forms), "<none>"))
    tree_rows = np.arange(trees)[:, None]
    modifiers = np.broadcast_to(np.arange(1, size + 1), heads.shape)
    padded_heads = np.full((trees, size + 2), none)
    padded_heads[:, 1:-1] = heads
    grandparents = padded_heads[tree_rows, heads]  # the root has none
    is_right = modifiers > heads
    siblings, inmost = _find_siblings_and_innermost(heads, none)
    features: list[tuple[int, Integers, Keys]] = []

    def add_feature(kind: int, rows: Integers, *parts: NDArray[np.generic]) -> None:
        """Hash the parts of a feature of each tree in `rows`, and add the hashes to the features."""
        key = np.full(len(rows), kind + 1, dtype=np.uint64) * _HASH_MULTIPLIER
        for part in parts:
            key = (key ^ part.astype(np.uint64).ravel()) * _HASH_MULTIPLIER
            key ^= key >> _HASH_SHIFT
        features.append((kind, rows, key))

    two_sided = np.argwhere((inmost[0] != none) & (inmost[1] != none))
    left_modifiers, right_modifiers = (side[tuple(two_sided.T)] for side in inmost)
    add_feature(0, two_sided[:, 0], tags[left_modifiers], tags[two_sided[:, 1]], tags[right_modifiers])
    rows = np.broadcast_to(tree_rows, heads.shape).ravel()
    add_feature(1, rows, tags[modifiers], tags[heads], tags[grandparents], is_right + 2 * (heads > grandparents))
    if rich:
        lengths = np.searchsorted(_LENGTH_BOUNDS, np.abs(modifiers - heads), side="right")
        lengths = np.where(heads == 0, 0, lengths) + 16 * is_right
        add_feature(2, rows, tags[modifiers], tags[heads], tags[siblings], is_right)
        add_feature(3, rows, words[modifiers], words[heads], is_right)
        add_feature(4, rows, words[modifiers], tags[heads], lengths)
        add_feature(5, rows, tags[modifiers], words[heads], lengths)
        add_feature(6, rows, tags[modifiers], tags[heads], lengths)
        counts = np.zeros((2, trees, size + 1), dtype=np.int64)
        np.add.at(counts, (is_right.astype(np.int64), np.broadcast_to(tree_rows, heads.shape), heads), 1)
        valencies = np.minimum(counts[:, :, 1:], _MAX_MODIFIERS)
        add_feature(7, rows, np.broadcast_to(tags[1:-1], heads.shape), valencies[0] + 8 * valencies[1])
        add_feature(8, rows, tags[modifiers], words[heads], tags[grandparents])
    keys = np.concatenate([key for *_, key in features])
    kinds = np.concatenate([np.full(len(key), kind) for kind, _, key in features])
    return TreeFeatures(
        np.concatenate([rows for _, rows, _ in features]), (keys % np.uint64(WEIGHT_COUNT)).astype(np.int64), kinds
    )


def _find_siblings_and_innermost(heads: Integers, none: int) -> tuple[Integers, tuple[Integers, Integers]]:
    """Return (trees, words) the adjacent sibling of each word on the side of the head, and the innermost left and right
    modifier of every head; `none` for a missing one."""
    trees, size = heads.shape
    tree_rows = np.arange(trees)
    siblings = np.full(heads.shape, none)
    inmost = []
    for on_right, order in ((False, range(size, 0, -1)), (True, range(1, size + 1))):
        last, first = np.full((2, trees, size + 2), none)
        for word in order:
            head = heads[:, word - 1]
            on_side = (word > head) if on_right else (word < head)
            rows, head = tree_rows[on_side], head[on_side]
            previous = last[rows, head]
            siblings[rows, word - 1] = previous
            first[rows, head] = np.where(previous == none, word, first[rows, head])
            last[rows, head] = word
        inmost.append(first[:, : size + 1])
    inmost[0][:, 0] = inmost[1][:, 0] = none  # index 0 is the root, not a word
    return siblings, (inmost[0], inmost[1])


@lru_cache(maxsize=1 << 16)
def _hash_text(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))


def _hash_texts(texts: tuple[str, ...]) -> Keys:
    return np.array([_hash_text(text) for text in texts], dtype=np.uint64)
