"""Inside and outside features of tree nodes: the two views of a hidden state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Integers, Keys, hash_tuples
from spectral_core.maths.linalg import SparseRows
from spectral_core.models.latent_pcfg.grammar import BinarisedTreebank

_RARE_SMOOTHING = 5.0  # added to the count of a feature before scaling
_LENGTH_BUCKETS = np.array([1, 2, 3, 4, 5, 6, 8, 11, 16, 21, 31])  # upper bounds of buckets for lengths and distances
_KEY_BITS = 44  # low bits of a feature's key; the label is in the bits above


@dataclass(frozen=True, slots=True, eq=False)
class NodeViews:
    """Both views of all nodes, sorted by label."""

    order: Integers  # (rows,) node
    bounds: Integers  # (labels + 1,) row range of each label
    inside: SparseRows
    inside_columns: Integers  # (labels + 1,) column range of each label
    outside: SparseRows
    outside_columns: Integers


def extract_views(forest: BinarisedTreebank, pairs: Integers, scaled: bool = True) -> NodeViews:
    """Extract the features of all nodes; `pairs` (nodes,) is the label-word pair of each leaf, -1 elsewhere."""
    order = np.argsort(forest.node_labels, kind="stable")
    bounds = np.searchsorted(forest.node_labels[order], np.arange(len(forest.labels) + 1))
    heads = _find_head_leaves(forest)
    rules_or_words = np.where(forest.node_rules >= 0, forest.node_rules, len(forest.head_right) + pairs)  # rule or word
    inside = _build_feature_matrix(
        forest, order, bounds, _extract_inside_features(forest, heads, rules_or_words, pairs), scaled
    )
    outside = _build_feature_matrix(
        forest, order, bounds, _extract_outside_features(forest, heads, rules_or_words, pairs), scaled
    )
    return NodeViews(order, bounds, *inside, *outside)


def _find_head_leaves(forest: BinarisedTreebank) -> Integers:
    """Return (nodes,) the head leaf of each node."""
    heads = np.arange(len(forest.node_labels))
    inner = np.flatnonzero(forest.node_rules >= 0)
    child = np.where(forest.head_right[forest.node_rules[inner]], forest.rights[inner], forest.lefts[inner])
    heads[inner] = child
    while True:  # pointer doubling: each round goes twice as far down
        next_heads = heads[heads]
        if np.array_equal(next_heads, heads):
            return heads
        heads = next_heads


def _find_governors(forest: BinarisedTreebank, heads: Integers) -> Integers:
    """Return (nodes,) the head leaf of the first ancestor with a different head; -1 if there is none."""
    ancestors = forest.parents.copy()
    while True:
        unresolved = np.flatnonzero((ancestors >= 0) & (heads[ancestors] == heads))
        if not len(unresolved):
            return np.where(ancestors >= 0, heads[ancestors], -1)
        ancestors[unresolved] = forest.parents[ancestors[unresolved]]


def _encode_spellings(forest: BinarisedTreebank) -> tuple[Integers, Integers, Integers]:
    """Return (forms,) the ids of the last three letters, the last two letters, and the shape of each form."""

    def encode_parts(part: Callable[[str], str]) -> Integers:
        names: dict[str, int] = {}
        return np.array([names.setdefault(part(form), len(names)) for form in forest.forms])

    return (
        encode_parts(lambda form: form[-3:].lower()),
        encode_parts(lambda form: form[-2:].lower()),
        encode_parts(word_shape),
    )


def word_shape(form: str) -> str:
    """Return the character classes of a form with runs collapsed: Xx-d for Mid-1990."""
    runs = ""
    for character in form:
        kind = "X" if character.isupper() else "x" if character.isalpha() else "d" if character.isdigit() else character
        if not runs.endswith(kind):
            runs += kind
    return runs[:8]


def _extract_inside_features(
    forest: BinarisedTreebank, heads: Integers, rules_or_words: Integers, pairs: Integers
) -> list[tuple[Integers, Keys]]:
    """Return the inside features, and the nodes that have each."""
    inner, leaves = np.flatnonzero(forest.node_rules >= 0), forest.leaves
    rule, left, right, head = forest.node_rules[inner], forest.lefts[inner], forest.rights[inner], heads[inner]
    length = np.searchsorted(_LENGTH_BUCKETS, forest.ends[inner] - forest.starts[inner], side="right")
    long, short, shapes = (kind[forest.node_words[leaves]] for kind in _encode_spellings(forest))
    return [
        (inner, hash_tuples(1, rule)),
        (inner, hash_tuples(2, forest.node_labels[left])),
        (inner, hash_tuples(3, forest.node_labels[right])),
        (inner, hash_tuples(4, rule, rules_or_words[left])),
        (inner, hash_tuples(5, rule, rules_or_words[right])),
        (inner, hash_tuples(6, forest.node_labels[head])),
        (inner, hash_tuples(7, pairs[head])),
        (inner, hash_tuples(8, length)),
        (leaves, hash_tuples(11, pairs[leaves])),
        (leaves, hash_tuples(12, long)),
        (leaves, hash_tuples(13, short)),
        (leaves, hash_tuples(14, shapes)),
    ]


def _extract_outside_features(
    forest: BinarisedTreebank, heads: Integers, rules_or_words: Integers, pairs: Integers
) -> list[tuple[Integers, Keys]]:
    """Return the outside features, and the nodes that have each."""
    nodes = np.arange(len(forest.node_labels))
    parents = forest.parents
    is_root = parents < 0
    is_right = ~is_root & (forest.rights[parents] == nodes)
    step = np.where(is_root, -1, forest.node_rules[parents] * 2 + is_right)
    second = np.where(is_root, -1, step[parents])
    third = np.where(second < 0, -1, second[parents])
    parent_label = np.where(is_root, -1, forest.node_labels[parents])
    grandparent_label = np.where(is_root, -1, parent_label[parents])
    sibling = np.where(is_root, -1, rules_or_words[np.where(is_right, forest.lefts[parents], forest.rights[parents])])
    governor = _find_governors(forest, heads)
    label_before, label_after, size = _find_neighbour_labels(forest)
    left = np.searchsorted(_LENGTH_BUCKETS, forest.starts, side="right")
    right = np.searchsorted(_LENGTH_BUCKETS, size - forest.ends, side="right")
    keys = [
        hash_tuples(1, step),
        hash_tuples(2, step, second),
        hash_tuples(3, step, second, third),
        hash_tuples(4, parent_label),
        hash_tuples(5, parent_label, grandparent_label),
        hash_tuples(6, np.where(governor >= 0, forest.node_labels[governor], -1)),
        hash_tuples(7, np.where(governor >= 0, pairs[governor], -1)),
        hash_tuples(8, sibling),
        hash_tuples(9, left),
        hash_tuples(10, right),
        hash_tuples(11, label_before),
        hash_tuples(12, label_after),
    ]
    return [(nodes, key) for key in keys]


def _find_neighbour_labels(forest: BinarisedTreebank) -> tuple[Integers, Integers, Integers]:
    """Return (nodes,) the labels of the previous and next leaf, -1 at the ends, and sentence lengths."""
    leaves = forest.leaves
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets))
    sizes = np.bincount(tree[leaves], minlength=len(forest.offsets) - 1)
    first = np.append(0, np.cumsum(sizes))[tree]  # first leaf of its tree
    labels = np.append(forest.node_labels[leaves], -1)
    before = np.where(forest.starts > 0, labels[first + forest.starts - 1], -1)
    after = np.where(forest.ends < sizes[tree], labels[first + forest.ends], -1)
    return before, after, sizes[tree]


def _build_feature_matrix(
    forest: BinarisedTreebank,
    order: Integers,
    bounds: Integers,
    features: Sequence[tuple[Integers, Keys]],
    scaled: bool,
) -> tuple[SparseRows, Integers]:
    """Build the sparse feature matrix, rows in this order and columns by label; each value is the inverse square root
    of the feature's relative frequency given the label."""
    nodes = np.concatenate([part for part, _ in features])
    keys = np.concatenate([key for _, key in features]) >> np.uint64(64 - _KEY_BITS)
    codes = (forest.node_labels[nodes].astype(np.uint64) << np.uint64(_KEY_BITS)) | keys
    feature_codes, columns, counts = np.unique(codes, return_inverse=True, return_counts=True)
    labels = (feature_codes >> np.uint64(_KEY_BITS)).astype(np.int64)
    sizes = np.diff(bounds)
    scale = np.sqrt(sizes[labels] / (counts + _RARE_SMOOTHING)) if scaled else np.ones(len(feature_codes))
    row = np.empty(len(order), dtype=np.int64)
    row[order] = np.arange(len(order))
    rows = row[nodes]
    sort = np.argsort(rows, kind="stable")
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=len(order))))
    sparse = SparseRows(starts, columns[sort], scale[columns[sort]], len(feature_codes))
    return sparse, np.searchsorted(labels, np.arange(len(sizes) + 1))
