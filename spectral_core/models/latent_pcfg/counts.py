"""The trees of a treebank as two rows of numbers, which is all that any estimator needs of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.data import EMPTY, Tree, Treebank
from spectral_core.data.binarisation import binarise, is_intermediate
from spectral_core.data.head_rules import COLLINS, HeadRules, Search
from spectral_core.data.tree import split_label
from spectral_core.errors import DataError
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.progress import Progress, Report, silent

Places = NDArray[np.int32]
Integers = NDArray[np.int64]

BLOCK = 1000  # sentences between two reports
ABOVE = "\x1f"  # between a label and the one above it; in no label of a treebank
REASONS = ("unreadable", "no_words", "no_tree")  # for which sentences are left out

_EDGES = {
    "left": HeadRules("left", otherwise=(Search("left"),), punctuation=frozenset()),
    "right": HeadRules("right", otherwise=(Search("right"),), punctuation=frozenset()),
}


def head_rules(binarisation: str) -> HeadRules:
    """What phrases grow from."""
    return _EDGES.get(binarisation, COLLINS)


@dataclass(frozen=True, slots=True, eq=False)
class TreeCounts:
    """Binary trees in an order of their own, the nodes of each before those below them; those of two corpora add up."""

    labels: tuple[str, ...]  # sorted
    forms: tuple[str, ...]  # sorted
    nodes: Places  # (nodes,) places in `labels`
    words: Places  # (nodes,) places in `forms`, or -1 for nodes over two others
    offsets: Integers  # (trees + 1,)
    outer: int  # trees that stood under an empty outer label
    left_out: Integers  # (REASONS,) sentences

    def joined(self, other: TreeCounts) -> TreeCounts:
        """The trees of both corpora."""
        labels, forms = (tuple(sorted({*mine, *theirs})) for mine, theirs in self._tables(other))
        nodes, words = [], []
        for part in (self, other):
            nodes.append(_places(part.labels, labels)[part.nodes])
            words.append(np.append(_places(part.forms, forms), np.int32(-1))[part.words])
        offsets = np.concatenate((self.offsets, other.offsets[1:] + self.offsets[-1]))
        trees = _sorted(np.concatenate(nodes), np.concatenate(words), offsets)
        return TreeCounts(labels, forms, *trees, self.outer + other.outer, self.left_out + other.left_out)

    def _tables(self, other: TreeCounts) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        return (self.labels, other.labels), (self.forms, other.forms)

    @property
    def trees(self) -> int:
        return len(self.offsets) - 1

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        return {
            "labels": pack(self.labels),
            "forms": pack(self.forms),
            "nodes": self.nodes,
            "words": self.words,
            "offsets": self.offsets,
            "outer": np.array(self.outer, dtype=np.int64),
            "left_out": self.left_out,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> TreeCounts:
        """The trees that `arrays` were taken from; ValueError where these are no trees."""
        # a grammar with one label, the empty one, would be packed as none
        labels, forms = unpack(arrays["labels"]) or ("",), unpack(arrays["forms"]) or ("",)
        nodes, words = arrays["nodes"].astype(np.int32), arrays["words"].astype(np.int32)
        offsets, left_out = arrays["offsets"].astype(np.int64), arrays["left_out"].astype(np.int64)
        made = cls(labels, forms, nodes, words, offsets, int(arrays["outer"].astype(np.int64)), left_out)
        if not made.sound:
            raise ValueError("these are not the trees of a grammar")
        return made

    @property
    def sound(self) -> bool:
        """Whether the nodes of every tree are those of a binary tree."""
        if self.nodes.shape != self.words.shape or self.left_out.shape != (len(REASONS),) or len(self.offsets) < 2:
            return False
        if self.offsets[0] != 0 or self.offsets[-1] != len(self.nodes) or (np.diff(self.offsets) < 1).any():
            return False
        inside = self.nodes.min() >= 0 and self.nodes.max() < len(self.labels) and self.words.max() < len(self.forms)
        # after each node, so many are still to come: one more after an inner node, one fewer after a leaf
        ahead = np.cumsum(np.where(self.words < 0, 1, -1))
        ends = ahead[self.offsets[1:] - 1]
        base = np.repeat(np.append(0, ends[:-1]), np.diff(self.offsets))
        rest = ahead - base
        last = np.zeros(len(rest), dtype=bool)
        last[self.offsets[1:] - 1] = True
        return bool(inside and (rest[last] == -1).all() and (rest[~last] >= 0).all())


def _sorted(nodes: Places, words: Places, offsets: Integers) -> tuple[Places, Places, Integers]:
    """The same trees in an order that does not depend on where they stood."""
    both = np.stack((nodes, words), axis=1)
    parts = [both[low:high] for low, high in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]
    parts.sort(key=lambda part: part.tobytes())
    joined = np.concatenate(parts)
    return joined[:, 0].copy(), joined[:, 1].copy(), np.append(0, np.cumsum([len(part) for part in parts]))


def _places(names: tuple[str, ...], among: tuple[str, ...]) -> Places:
    places = {name: place for place, name in enumerate(among)}
    return np.array([places[name] for name in names], dtype=np.int32)


def prepared(tree: Tree) -> Tree | None:
    """The tree as grammars see it: without traces, functions and outer empty label, a phrase over one of its own label
    merged with it, and every word under a tag; None where no word is left."""
    bare = tree.without_traces()
    if bare is None:
        return None

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        if node.is_tag:
            return node
        only = children[0]
        if len(children) == 1 and isinstance(only, Tree) and not only.is_tag and only.label == node.label:
            return only
        return node.replaced(node.label, [Tree(EMPTY, (one,)) if isinstance(one, str) else one for one in children])

    return bare.without_functions().without_root().fold(make)


def count(treebank: Treebank, settings: LatentPcfgSettings, report: Report = silent) -> TreeCounts:
    """The trees of all readable sentences that have one, as binary trees."""
    labels: dict[str, int] = {}
    forms: dict[str, int] = {}
    nodes: list[int] = []
    words: list[int] = []
    offsets = [0]
    outer = 0
    left_out: Counter[str] = Counter()
    for done, sentence in enumerate(treebank):
        if done % BLOCK == 0:
            report(Progress("count", done, len(treebank)))
        whole = prepared(sentence.tree) if sentence.readable and sentence.tree is not None else None
        if whole is None or sentence.tree is None:
            lacks = "no_tree" if sentence.forms else "no_words"
            left_out[lacks if sentence.readable else "unreadable"] += 1
            continue
        outer += not sentence.tree.label
        for label, form in flattened(whole, settings):
            nodes.append(labels.setdefault(label, len(labels)))
            words.append(-1 if form is None else forms.setdefault(form, len(forms)))
        offsets.append(len(nodes))
    report(Progress("count", len(treebank), len(treebank)))
    if len(offsets) == 1:
        raise DataError("there is nothing to learn a grammar from: no sentence here has a constituency tree")
    named, spelt = tuple(sorted(labels)), tuple(sorted(forms))
    trees = _sorted(
        _places(tuple(labels), named)[np.array(nodes)],
        np.append(_places(tuple(forms), spelt), np.int32(-1))[np.array(words)],
        np.array(offsets, dtype=np.int64),
    )
    return TreeCounts(named, spelt, *trees, outer, np.array([left_out[reason] for reason in REASONS], dtype=np.int64))


def flattened(tree: Tree, settings: LatentPcfgSettings) -> Iterator[tuple[str, str | None]]:
    """The labels of the binary nodes of a prepared tree, each before those below it, with the word of a leaf."""
    waiting = [(binarise(tree, head_rules(settings.binarisation), horizontal=settings.horizontal), "", "")]
    while waiting:
        node, above, higher = waiting.pop()  # with the phrase above it, and the one above that
        label = node.label
        if isinstance(node.children[0], str):
            yield label, node.children[0]
            continue
        between = is_intermediate(label)
        passed = (above, higher) if between else (split_label(label)[-1], above)
        yield label + ABOVE + (higher if between else above) if settings.vertical > 1 else label, None
        for child in reversed(node.children):
            assert isinstance(child, Tree)
            waiting.append((child, *passed))
