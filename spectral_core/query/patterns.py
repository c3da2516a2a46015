"""Words and nodes in relation to others: below, above, beside, one after the other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import itemgetter

from spectral_core.query.cells import Anything, Name, Test
from spectral_core.query.view import Nodes, View

Found = dict[int, tuple[int, ...]]
"""Each word or node that a pattern holds for, with those that prove it: words counted from 1, nodes as -1 - n."""


@dataclass(frozen=True, slots=True)
class ArcTest:
    """To a word above or below in the dependency structure; `relation` and `side` are optional."""

    way: str  # > >> < <<
    relation: Callable[[str], bool] | None  # of the lower word
    side: str  # "" or "left" or "right": where the other word stands
    negated: bool
    other: Structure
    must: tuple[bytes, ...] = ()  # for the relation

    def proofs(self, view: View, words: Found) -> Found:
        """Those of `words` that stand in this relation, with the other word that comes first."""
        heads, labels = view.sentence.heads, view.sentence.deprels
        size = len(heads)
        others = self.other.words(view)
        found: Found = {}
        downwards, far = self.way.startswith(">"), len(self.way) == 2
        for low in sorted(others if downwards else words):
            if self.relation is not None and not self.relation(labels[low - 1]):
                continue
            high = heads[low - 1]
            steps = 0
            while high is not None and 0 < high <= size and steps <= size:
                here, other = (high, low) if downwards else (low, high)
                fits = (here in words and here not in found) if downwards else other in others
                if fits and (not self.side or (other < here if self.side == "left" else other > here)):
                    found[here] = others[other]
                    if not downwards:
                        break
                if not far:
                    break
                high = heads[high - 1]
                steps += 1
        return found


@dataclass(frozen=True, slots=True)
class Link:
    """To a node above, below or beside in the tree."""

    way: str  # a name in LINKS
    negated: bool
    other: Structure
    must: tuple[bytes, ...] = ()

    def proofs(self, view: View, nodes: Found) -> Found:
        """Those of `nodes` that stand in this relation, with the first node that proves it."""
        others = self.other.nodes(view)
        if not others:
            return {}
        reach = LINKS[self.way]
        found: Found = {}
        for node in nodes:
            for other in reach(view.nodes, node):
                if other in others:
                    found[node] = others[other]
                    break
        return found


@dataclass(frozen=True, slots=True)
class Structure:
    """A word or node, and what it is related to. Relations in the tree make it a node, those by arcs a word."""

    test: Test
    arcs: tuple[ArcTest, ...] = ()
    links: tuple[Link, ...] = ()

    def words(self, view: View) -> Found:
        """The words it holds for."""
        if self.arcs and not view.has_arcs:
            return {}  # where nothing is attached, nothing lacks a dependent either
        found: Found = {word: (word,) for word in self.test.words(view)}
        found = _related(view, found, self.arcs)
        if self.links and found:
            tags = view.tags
            nodes: Found = {tags[word]: proof for word, proof in found.items() if word in tags}
            kept = _related(view, nodes, self.links)
            found = {view.nodes.words[node]: proof for node, proof in kept.items()}
        return found

    def nodes(self, view: View) -> Found:
        """The nodes it holds for."""
        if self.arcs and not view.has_arcs:
            return {}
        found: Found = {node: (-1 - node,) for node in self.test.nodes(view)}
        found = _related(view, found, self.links)
        if self.arcs and found:
            words: Found = {view.nodes.words[node]: proof for node, proof in found.items() if view.nodes.words[node]}
            kept = _related(view, words, self.arcs)
            found = {view.tags[word]: proof for word, proof in kept.items()}
        return found

    def matches(self, view: View) -> list[tuple[int, ...]]:
        """What proves each place it holds for: words from left to right, or nodes from the top."""
        if self.links:
            return [proof for _, proof in sorted(self.nodes(view).items())]
        found = [proof for _, proof in sorted(self.words(view).items())]
        if self.arcs or view.sentence.tree is None:
            return found
        test = self.test
        if test.may_name_a_node(view) if isinstance(test, Name) else test.names_nodes:
            tagged = view.nodes.words  # these are there as words
            found += [proof for node, proof in sorted(self.nodes(view).items()) if not tagged[node]]
        return found

    def needed(self) -> list[bytes]:
        """Patterns that the bytes of a sentence must hold."""
        found = self.test.needed()
        relations: tuple[ArcTest | Link, ...] = (*self.arcs, *self.links)
        for relation in relations:
            if not relation.negated:
                found = [*found, *relation.must, *relation.other.needed()]
        return found


def _related(view: View, found: Found, relations: Iterable[ArcTest | Link]) -> Found:
    for relation in relations:
        if not found:
            break
        proofs = relation.proofs(view, found)
        if relation.negated:
            found = {place: proof for place, proof in found.items() if place not in proofs}
        else:
            found = {place: proof + proofs[place] for place, proof in found.items() if place in proofs}
    return found


@dataclass(frozen=True, slots=True)
class Sequence:
    """Words one after the other; None is a gap of any length."""

    items: tuple[Structure | None, ...]

    def matches(self, view: View) -> list[tuple[int, ...]]:
        """For each first word the shortest stretch, as the words that were asked for."""
        size = len(view.sentence)
        blocks: list[list[Found | None]] = [[]]  # stretches without gaps; None is any word
        for item in self.items:
            if item is None:
                blocks.append([])
                continue
            anything = isinstance(item.test, Anything) and not item.arcs and not item.links
            found = None if anything else item.words(view)
            if found is not None and not found:
                return []
            blocks[-1].append(found)
        blocks = [block for block in blocks if block]
        later: list[list[tuple[int, tuple[int, ...]]]] = [_stretches(block, size) for block in blocks]
        matches: list[tuple[int, ...]] = []
        for start, proof in later[0]:
            end = start + len(blocks[0])
            whole = proof
            for block, stretches in zip(blocks[1:], later[1:], strict=True):
                at = bisect_left(stretches, end, key=itemgetter(0))
                if at == len(stretches):
                    return matches  # and none for a later beginning either
                following = stretches[at]
                end = following[0] + len(block)
                whole += following[1]
            matches.append(whole)
        return matches

    def needed(self) -> list[bytes]:
        """Patterns that the bytes of a sentence must hold."""
        return [piece for item in self.items if item is not None for piece in item.needed()]


def _stretches(block: list[Found | None], size: int) -> list[tuple[int, tuple[int, ...]]]:
    """Where a block of neighbours stands: its first word, and what proves it."""
    sure = min((found for found in block if found is not None), key=len, default=None)
    if sure is None:
        starts = list(range(1, size - len(block) + 2))
    else:
        at = next(number for number, found in enumerate(block) if found is sure)
        starts = sorted(word - at for word in sure if word - at >= 1 and word - at + len(block) <= size + 1)
    made = []
    for start in starts:
        proof: tuple[int, ...] = ()
        for word, found in enumerate(block, start):
            here = (word,) if found is None else found.get(word)
            if here is None:
                break
            proof += here
        else:
            made.append((start, proof))
    return made


def _above(nodes: Nodes, node: int) -> list[int]:
    found = []
    while nodes.parents[node] >= 0:
        node = nodes.parents[node]
        found.append(node)
    return found


def _child_at(number: int) -> Callable[[Nodes, int], list[int]]:
    def reach(nodes: Nodes, node: int) -> list[int]:
        size = len(nodes.trees[node].children)
        child = nodes.child(node, number if number >= 0 else size + number)
        return [child] if child >= 0 else []

    return reach


def _sisters(nodes: Nodes, node: int) -> list[int]:
    parent = nodes.parents[node]
    return [] if parent < 0 else [other for other in nodes.children(parent) if other != node]


def _sister_at(step: int) -> Callable[[Nodes, int], list[int]]:
    def reach(nodes: Nodes, node: int) -> list[int]:
        parent = nodes.parents[node]
        sister = -1 if parent < 0 else nodes.child(parent, nodes.numbers[node] + step)
        return [sister] if sister >= 0 else []

    return reach


LINKS: dict[str, Callable[[Nodes, int], range | list[int]]] = {
    "over": lambda nodes, node: range(node + 1, nodes.ends[node]),
    "directly over": Nodes.children,
    "under": _above,
    "directly under": lambda nodes, node: _above(nodes, node)[:1],
    "first child": _child_at(0),
    "last child": _child_at(-1),
    "sister": _sisters,
    "next sister": _sister_at(1),
    "previous sister": _sister_at(-1),
}
