"""Empty elements (-NONE-), put back after parsing where the treebank has them, by patterns as in Johnson 2002.

A pattern is a phrase with the labels of all its children, alone or with the phrases above it. In place of Johnson's
fragments that reach from an empty element to its antecedent, the antecedent is looked for by two labels.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Named
from spectral_core.brief import brief
from spectral_core.data import Tree
from spectral_core.data.tree import TRACE, category, index_of
from spectral_core.model import Arrays, pack, unpack

_NOUN_PHRASE = re.compile(r"NP(-\d+)?(=\d+)?")
_FEWEST = 0.02  # empty elements a word, or nothing is learnt
_RATE = 0.5  # of the places where a pattern fits, that it is right at
_PRIOR = 1.0  # places more at which it is taken to be wrong
_HEIGHTS = (0, 1, 2)  # phrases above that a pattern knows; what knows more is heard first
_BESIDE = "\x1f"  # between the parts of an empty element
_TAKES = "\x1f"  # behind the tag of a word that takes an object

Where = tuple[str, int]  # labels of a phrase, of those above it and of all their children; before which child


class Gap(NamedTuple):
    """What is missing somewhere."""

    what: str  # an empty element with the phrases that hold nothing else, flat; its number, if it has one, is 0
    sought: str  # the labels of a phrase above and of the child of that which gets the same number; "" for none


@dataclass(frozen=True, slots=True, eq=False)
class EmptyElements:
    """The patterns that are right more often than not."""

    gaps: Mapping[Where, Gap | None]  # None where those that know less are wrong
    takes: Mapping[str, bool]  # of a tag and a word of it, or the tag alone, whether it takes an object
    __repr__ = brief

    @classmethod
    def learn(cls, trees: Iterable[Tree]) -> EmptyElements | None:
        """From trees as the treebank has them; None where hardly any has empty elements."""
        given = list(trees)
        empty = sum(tag == TRACE for tree in given for tag, _ in tree.leaves())
        if empty <= _FEWEST * sum(1 for tree in given for _ in tree.words()):
            return None
        takes = _taking_objects(given)
        bare = [one for tree in given if (one := _Bare.of(tree, takes)) is not None]
        there = {(id(node), at): gap for one in bare for node, at, gap in one.gaps()}
        gaps: dict[Where, Gap | None] = {}
        told: dict[tuple[int, int], Gap | None] = {}  # of places, what patterns that know less say
        for height in _HEIGHTS:
            rows = [(one.around(node, height), node) for one in bare for node in one.phrases]
            asked = {(around, at) for around, node in rows for at in range(len(node.children) + 1)
                     if (id(node), at) in there or told.get((id(node), at)) is not None}  # fmt: skip
            slots: defaultdict[str, list[int]] = defaultdict(list)
            for around, at in asked:
                slots[around].append(at)
            places: defaultdict[Where, list[tuple[int, int]]] = defaultdict(list)
            for around, node in rows:
                for at in slots.get(around, ()):
                    places[around, at].append((id(node), at))
            for where, fitting in places.items():
                gap, times = _commonest(Counter(there.get(place) for place in fitting))
                if times > _RATE * (len(fitting) + _PRIOR) and gap != told.get(fitting[0]):
                    gaps[where] = gap
                    told.update(dict.fromkeys(fitting, gap))
        return cls(gaps, takes)

    def restored(self, tree: Tree, numberless: Collection[tuple[int, int]] = ()) -> Tree:
        """The tree with empty elements; phrases over `numberless` spans get no number."""
        bare = _Bare.of(tree, self.takes)
        if bare is None:
            return tree
        inserts: defaultdict[int, dict[int, Tree]] = defaultdict(dict)
        numbers: dict[int, int] = {}
        used = max(map(int, bare.carriers), default=0)
        phrases = (node for node in bare.tree.nodes() if not node.is_tag)
        fixed = {
            id(node)
            for node, (start, end, _) in zip(phrases, bare.tree.spans(), strict=True)
            if (start, end) in numberless
        }
        for node in bare.phrases:
            told: set[int] = set()
            for height in reversed(_HEIGHTS):
                around = bare.around(node, height)
                for at in range(len(node.children) + 1):
                    if at in told or (around, at) not in self.gaps:
                        continue
                    told.add(at)
                    gap = self.gaps[around, at]
                    if gap is None:
                        continue
                    found = bare.sought(node, gap.sought)
                    number = 0
                    if found is not None and (own := index_of(found.label)):
                        number = int(own)
                    elif found is not None and id(found) not in fixed:
                        number = numbers.setdefault(id(found), used + len(numbers) + 1)
                    inserts[id(node)][at] = _numbered(gap.what, number)

        def make(node: Tree, children: list[Tree | str]) -> Tree:
            for at, what in sorted(inserts.get(id(node), {}).items(), reverse=True):
                children.insert(at, what)
            label = f"{node.label}-{numbers[id(node)]}" if id(node) in numbers else node.label
            return node.replaced(label, children)

        return bare.tree.fold(make)

    def arrays(self) -> Named:
        rows, words = sorted(self.gaps.items()), sorted(self.takes)
        return {
            "around": pack([around for (around, _), _ in rows]),
            "at": np.array([at for (_, at), _ in rows], dtype=np.int64),
            "what": pack(["" if gap is None else "\t".join(gap) for _, gap in rows]),
            "words": pack(words),
            "takes": np.array([self.takes[word] for word in words], dtype=np.int64),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> EmptyElements:
        """The patterns that `arrays` were taken from; ValueError where they are none."""
        around, what, words = (unpack(arrays[name]) for name in ("around", "what", "words"))
        at, takes = (arrays[name].astype(np.int64).tolist() for name in ("at", "takes"))
        gaps: dict[Where, Gap | None] = {}
        for place, number, text in zip(around, at, what, strict=True):
            gap = Gap(*text.split("\t")) if text else None
            if gap is not None:
                _numbered(gap.what, 0)
            gaps[place, number] = gap
        return cls(gaps, dict(zip(words, map(bool, takes), strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class _Bare:
    """A tree without its empty elements, which are kept beside it."""

    tree: Tree
    phrases: tuple[Tree, ...]
    labels: Mapping[int, str]  # of phrases, theirs and those of their children
    ways: Mapping[int, tuple[Tree, ...]]  # of nodes, those above from the root on, itself last
    empty: Mapping[int, list[tuple[int, Tree]]]  # of phrases, what stood before which child
    carriers: Mapping[str, Tree]  # of numbers, the phrases that have them
    given: Tree  # whose nodes the numbers above may be of: as long as it is there, they are of no other

    @classmethod
    def of(cls, given: Tree, takes: Mapping[str, bool]) -> _Bare | None:
        """None where no word is left."""
        empty: dict[int, list[tuple[int, Tree]]] = {}
        carriers: dict[str, Tree] = {}
        made: list[Tree] = []

        def make(node: Tree, children: list[Tree | str | None]) -> Tree | None:
            if node.is_tag:
                return None if node.label == TRACE else node
            kept = [child for child in children if child is not None]
            gone = [at for at, child in enumerate(children) if child is None]
            if not kept:
                return None
            only = kept[0]
            if gone and len(kept) == 1 and isinstance(only, Tree) and category(only.label) == category(node.label):
                return only  # what parsers make of it
            one = Tree(node.label, tuple(kept))
            made.append(one)
            empty[id(one)] = [
                (at - place, child) for place, at in enumerate(gone) if isinstance(child := node.children[at], Tree)
            ]
            if number := index_of(node.label):
                carriers[number] = one
            return one

        tree = given.fold(make)
        if tree is None:
            return None
        ways: dict[int, tuple[Tree, ...]] = {id(tree): (tree,)}
        labels: dict[int, str] = {}
        for node in tree.nodes():
            below = [child for child in node.children if isinstance(child, Tree)]
            ways.update((id(child), (*ways[id(node)], child)) for child in below)
            if not node.is_tag:
                labels[id(node)] = " ".join([category(node.label), *(_name(child, takes) for child in below)])
        phrases = tuple(node for node in tree.nodes() if not node.is_tag)
        return cls(tree, phrases, labels, ways, empty, carriers, given)

    def around(self, node: Tree, height: int) -> str:
        """A phrase and so many above it, with their children and the way down."""
        way = self.ways[id(node)][-1 - height :]
        steps = (f"{self.labels[id(above)]}\t{_place(above, below)}" for above, below in pairwise(way))
        return "\t".join([str(height), *steps, self.labels[id(node)]])

    def gaps(self) -> Iterator[tuple[Tree, int, Gap]]:
        """What is missing in which phrase before which child."""
        for node in self.phrases:
            for at, what in self.empty[id(node)]:
                number = next((own for tag, word in what.leaves() if tag == TRACE and (own := index_of(word))), "")
                labels, carrier = "", self.carriers.get(number)
                if carrier is not None and len(way := self.ways[id(carrier)]) > 1:
                    tried = f"{category(way[-2].label)} {category(carrier.label)}"
                    labels = tried if self.sought(node, tried) is carrier else ""
                yield node, at, Gap(_flat(what, bool(labels)), labels)

    def sought(self, node: Tree, labels: str) -> Tree | None:
        """The child with the second label, left of the way up from a phrase, of the nearest phrase with the first that
        has one."""
        upper, _, wanted = labels.partition(" ")
        way = self.ways[id(node)]
        for above, below in zip(way[-2::-1], way[:0:-1], strict=True):
            for child in above.children[: _place(above, below)][::-1] if category(above.label) == upper else ():
                if isinstance(child, Tree) and not child.is_tag and category(child.label) == wanted:
                    return child
        return None


def _commonest(found: Counter[Gap | None]) -> tuple[Gap | None, int]:
    """What is missing most often, whatever its antecedent, with the antecedent it has most often; how often it is."""
    times: Counter[str] = Counter()
    for gap, count in found.items():
        times[_bare(gap)] += count
    what, count = times.most_common(1)[0]
    return next(gap for gap, _ in found.most_common() if _bare(gap) == what), count


def _bare(gap: Gap | None) -> str:
    return "" if gap is None else gap.what.replace("-0", "")


def _taking_objects(trees: Iterable[Tree]) -> dict[str, bool]:
    """Of verbs and their tags, whether a noun phrase without a function mostly follows, empty ones among them."""
    times: Counter[str] = Counter()
    objects: Counter[str] = Counter()
    for tree in trees:
        for node in tree.nodes():
            for child, after in zip(node.children, (*node.children[1:], None), strict=True):
                if isinstance(child, Tree) and child.is_tag and child.label != TRACE and node.label.startswith("V"):
                    follows = isinstance(after, Tree) and _NOUN_PHRASE.fullmatch(after.label) is not None
                    for key in (child.label, f"{child.label} {str(child.children[0]).lower()}"):
                        times[key] += 1
                        objects[key] += follows
    return {key: 2 * objects[key] > times[key] for key in times}


def _name(node: Tree, takes: Mapping[str, bool]) -> str:
    """A node as one of the children of another: of a tag, with whether its word takes an object."""
    if not node.is_tag:
        return category(node.label)
    word = f"{node.label} {str(node.children[0]).lower()}"
    return node.label + _TAKES if takes.get(word, takes.get(node.label, False)) else node.label


def _place(above: Tree, below: Tree) -> int:
    return next(at for at, child in enumerate(above.children) if child is below)


def _flat(tree: Tree, numbered: bool) -> str:
    """An empty element as a text, with 0 for the number that its antecedent has too, without others."""

    def made(text: str | int) -> str:
        own = index_of(text) if isinstance(text, str) else ""
        return str(text).replace(f"-{own}", "-0" if numbered else "") if own else str(text)

    return _BESIDE.join(map(made, tree.flat()))


def _numbered(what: str, number: int) -> Tree:
    """The empty element of a text under a number; without one for 0."""
    return Tree.of_flat(tuple(what.replace("-0", f"-{number}" if number else "").split(_BESIDE)))
