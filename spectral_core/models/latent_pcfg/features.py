"""What is looked at below and around each node of a tree: the two views of its hidden state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.maths.hashing import mixed
from spectral_core.maths.views import SparseRows
from spectral_core.models.latent_pcfg.forest import Forest

Integers = NDArray[np.int64]
Keys = NDArray[np.uint64]

_RARE = 5.0  # is added to how often a feature was seen before it is scaled
_BUCKETS = np.array([1, 2, 3, 4, 5, 6, 8, 11, 16, 21, 31])  # of lengths and distances
_BITS = 44  # of a feature's key; the label is above them


@dataclass(frozen=True, slots=True, eq=False)
class NodeViews:
    """Both views of all nodes, by their labels."""

    order: Integers  # (rows,) nodes
    bounds: Integers  # (labels + 1,) the rows of each label
    inside: SparseRows
    inside_columns: Integers  # (labels + 1,) the columns of each label
    outside: SparseRows
    outside_columns: Integers


def views_of(forest: Forest, pairs: Integers, scaled: bool = True) -> NodeViews:
    """The features of all nodes; `pairs` (nodes,) is what each leaf is as a word of its label, and -1 elsewhere."""
    order = np.argsort(forest.nodes, kind="stable")
    bounds = np.searchsorted(forest.nodes[order], np.arange(len(forest.labels) + 1))
    heads = _heads(forest)
    below = np.where(forest.of_rule >= 0, forest.of_rule, len(forest.head_right) + pairs)  # rule or word
    inside = _rows(forest, order, bounds, _inside(forest, heads, below, pairs), scaled)
    outside = _rows(forest, order, bounds, _outside(forest, heads, below, pairs), scaled)
    return NodeViews(order, bounds, *inside, *outside)


def _heads(forest: Forest) -> Integers:
    """(nodes,) the leaf that is the head of each."""
    heads = np.arange(len(forest.nodes))
    inner = np.flatnonzero(forest.of_rule >= 0)
    child = np.where(forest.head_right[forest.of_rule[inner]], forest.rights[inner], forest.lefts[inner])
    heads[inner] = child
    while True:  # twice as far down each time
        further = heads[heads]
        if np.array_equal(further, heads):
            return heads
        heads = further


def _lexical_governor(forest: Forest, heads: Integers) -> Integers:
    """(nodes,) the head of the first node above with another head; -1 where there is none."""
    above = forest.parents.copy()
    while True:
        same = np.flatnonzero((above >= 0) & (heads[above] == heads))
        if not len(same):
            return np.where(above >= 0, heads[above], -1)
        above[same] = forest.parents[above[same]]


def _spelling(forest: Forest) -> tuple[Integers, Integers, Integers]:
    """For each form the numbers of its last three and its last two letters, and of its shape."""

    def numbered(part: Callable[[str], str]) -> Integers:
        names: dict[str, int] = {}
        return np.array([names.setdefault(part(form), len(names)) for form in forest.forms])

    return numbered(lambda form: form[-3:].lower()), numbered(lambda form: form[-2:].lower()), numbered(shape)


def shape(form: str) -> str:
    """The kinds of its characters, each run as one: Xx-d for Mid-1990."""
    made = ""
    for character in form:
        kind = "X" if character.isupper() else "x" if character.isalpha() else "d" if character.isdigit() else character
        if not made.endswith(kind):
            made += kind
    return made[:8]


def _inside(forest: Forest, heads: Integers, below: Integers, pairs: Integers) -> list[tuple[Integers, Keys]]:
    inner, leaves = np.flatnonzero(forest.of_rule >= 0), forest.leaves
    rule, left, right, head = forest.of_rule[inner], forest.lefts[inner], forest.rights[inner], heads[inner]
    length = np.searchsorted(_BUCKETS, forest.ends[inner] - forest.starts[inner], side="right")
    long, short, shapes = (kind[forest.words[leaves]] for kind in _spelling(forest))
    return [
        (inner, mixed(1, rule)),
        (inner, mixed(2, forest.nodes[left])),
        (inner, mixed(3, forest.nodes[right])),
        (inner, mixed(4, rule, below[left])),
        (inner, mixed(5, rule, below[right])),
        (inner, mixed(6, forest.nodes[head])),
        (inner, mixed(7, pairs[head])),
        (inner, mixed(8, length)),
        (leaves, mixed(11, pairs[leaves])),
        (leaves, mixed(12, long)),
        (leaves, mixed(13, short)),
        (leaves, mixed(14, shapes)),
    ]


def _outside(forest: Forest, heads: Integers, below: Integers, pairs: Integers) -> list[tuple[Integers, Keys]]:
    nodes = np.arange(len(forest.nodes))
    above = forest.parents
    none = above < 0
    is_right = ~none & (forest.rights[above] == nodes)
    step = np.where(none, -1, forest.of_rule[above] * 2 + is_right)
    second = np.where(none, -1, step[above])
    third = np.where(second < 0, -1, second[above])
    label = np.where(none, -1, forest.nodes[above])
    higher = np.where(none, -1, label[above])
    sibling = np.where(none, -1, below[np.where(is_right, forest.lefts[above], forest.rights[above])])
    governor = _lexical_governor(forest, heads)
    before, after, size = _neighbours(forest)
    left = np.searchsorted(_BUCKETS, forest.starts, side="right")
    right = np.searchsorted(_BUCKETS, size - forest.ends, side="right")
    keys = [
        mixed(1, step),
        mixed(2, step, second),
        mixed(3, step, second, third),
        mixed(4, label),
        mixed(5, label, higher),
        mixed(6, np.where(governor >= 0, forest.nodes[governor], -1)),
        mixed(7, np.where(governor >= 0, pairs[governor], -1)),
        mixed(8, sibling),
        mixed(9, left),
        mixed(10, right),
        mixed(11, before),
        mixed(12, after),
    ]
    return [(nodes, key) for key in keys]


def _neighbours(forest: Forest) -> tuple[Integers, Integers, Integers]:
    """(nodes,) the labels of the leaves before and after each, -1 at the ends, and the words of its sentence."""
    leaves = forest.leaves
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets))
    sizes = np.bincount(tree[leaves], minlength=len(forest.offsets) - 1)
    first = np.append(0, np.cumsum(sizes))[tree]  # of the leaves of its tree
    labels = np.append(forest.nodes[leaves], -1)
    before = np.where(forest.starts > 0, labels[first + forest.starts - 1], -1)
    after = np.where(forest.ends < sizes[tree], labels[first + forest.ends], -1)
    return before, after, sizes[tree]


def _rows(
    forest: Forest, order: Integers, bounds: Integers, features: Sequence[tuple[Integers, Keys]], scaled: bool
) -> tuple[SparseRows, Integers]:
    """The features as rows in this order, with columns by label; a value is the root of what share of the nodes of its
    label have it, upside down."""
    nodes = np.concatenate([part for part, _ in features])
    keys = np.concatenate([key for _, key in features]) >> np.uint64(64 - _BITS)
    codes = (forest.nodes[nodes].astype(np.uint64) << np.uint64(_BITS)) | keys
    kinds, columns, counts = np.unique(codes, return_inverse=True, return_counts=True)
    labels = (kinds >> np.uint64(_BITS)).astype(np.int64)
    sizes = np.diff(bounds)
    scale = np.sqrt(sizes[labels] / (counts + _RARE)) if scaled else np.ones(len(kinds))
    row = np.empty(len(order), dtype=np.int64)
    row[order] = np.arange(len(order))
    rows = row[nodes]
    sort = np.argsort(rows, kind="stable")
    starts = np.append(0, np.cumsum(np.bincount(rows, minlength=len(order))))
    made = SparseRows(starts, columns[sort], scale[columns[sort]], len(kinds))
    return made, np.searchsorted(labels, np.arange(len(sizes) + 1))
