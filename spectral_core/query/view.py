"""One sentence as a query looks at it: its words, and the nodes of its tree in an order that makes questions cheap."""

from __future__ import annotations

from dataclasses import dataclass, field

from spectral_core.data import Sentence, Tree
from spectral_core.data.inventory import Inventory
from spectral_core.data.tree import TRACE


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes of a tree, each before those below it; the lists have one entry a node."""

    trees: list[Tree] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # -1 above the root
    numbers: list[int] = field(default_factory=list)  # among the children of the parent
    ends: list[int] = field(default_factory=list)  # the first node that is not below it any more
    words: list[int] = field(default_factory=list)  # counted from 1, for the tag of a word; 0 for all else
    spans: list[tuple[int, int]] = field(default_factory=list)  # the words below, half-open, counted from 0

    def path(self, node: int) -> tuple[int, ...]:
        """The way to a node from the root by child numbers."""
        way = []
        while self.parents[node] >= 0:
            way.append(self.numbers[node])
            node = self.parents[node]
        return tuple(reversed(way))

    def child(self, node: int, number: int) -> int:
        """The child with this number; -1 where that is a bare word or there is none."""
        return next((below for below in self.children(node) if self.numbers[below] == number), -1)

    def children(self, node: int) -> list[int]:
        """The nodes right below one."""
        found = []
        below = node + 1
        while below < self.ends[node]:
            found.append(below)
            below = self.ends[below]
        return found


@dataclass(slots=True)
class View:
    """A sentence, and what was worked out for it so far."""

    sentence: Sentence
    inventory: Inventory | None = None
    _nodes: Nodes | None = None
    _tags: dict[int, int] | None = None

    @property
    def has_arcs(self) -> bool:
        """Whether any word has a head."""
        return self.sentence.heads.count(None) < len(self.sentence.heads)

    @property
    def labels(self) -> set[str]:
        """The labels of its phrases, with all that stands in traces; found without the work that `nodes` is."""
        found: set[str] = set()
        waiting = [] if self.sentence.tree is None else [self.sentence.tree]
        while waiting:
            node = waiting.pop()
            found.add(node.label)
            for child in node.children:
                if isinstance(child, str):
                    found.add(child)
                elif child.label == TRACE or not isinstance(child.children[0], str):
                    waiting.append(child)
        return found

    @property
    def nodes(self) -> Nodes:
        """The nodes of its tree; none where it has no tree."""
        if self._nodes is None:
            self._nodes = Nodes() if self.sentence.tree is None else _nodes_of(self.sentence.tree)
        return self._nodes

    @property
    def tags(self) -> dict[int, int]:
        """Word, counted from 1: the node of its tag; words without a tag of their own are missing."""
        if self._tags is None:
            self._tags = {word: node for node, word in enumerate(self.nodes.words) if word}
        return self._tags


def _nodes_of(tree: Tree) -> Nodes:
    made = Nodes()
    word = 0
    waiting: list[tuple[Tree | str, int, int] | int] = [(tree, -1, 0)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, int):  # all below this node has been passed
            made.ends[item] = len(made.trees)
            made.spans[item] = (made.spans[item][0], word)
            continue
        node, parent, number = item
        if isinstance(node, str):
            word += made.trees[parent].label != TRACE
            continue
        at = len(made.trees)
        made.trees.append(node)
        made.parents.append(parent)
        made.numbers.append(number)
        real = node.is_tag and node.label != TRACE
        made.spans.append((word, word + real))
        word += real
        made.words.append(word if real else 0)
        made.ends.append(at + 1)
        if not node.is_tag:
            waiting.append(at)
            waiting.extend((child, at, place) for place, child in reversed(list(enumerate(node.children))))
    return made
