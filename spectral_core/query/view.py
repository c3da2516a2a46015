"""A sentence prepared for queries: its words, and its tree nodes in preorder arrays."""

from __future__ import annotations

from dataclasses import dataclass, field

from spectral_core.data import Sentence, Tree
from spectral_core.data.inventory import Inventory
from spectral_core.data.tree import TRACE


@dataclass(frozen=True, slots=True)
class NodeTable:
    """The nodes of a tree in preorder; the lists have one entry a node."""

    trees: list[Tree] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # -1 above the root
    numbers: list[int] = field(default_factory=list)  # among the children of the parent
    ends: list[int] = field(default_factory=list)  # the first node after its descendants
    words: list[int] = field(default_factory=list)  # counted from 1, for the tag of a word; 0 for other nodes
    spans: list[tuple[int, int]] = field(default_factory=list)  # the words below, half-open, counted from 0

    def path(self, node: int) -> tuple[int, ...]:
        """Return the path of a node: the child numbers from the root."""
        numbers = []
        while self.parents[node] >= 0:
            numbers.append(self.numbers[node])
            node = self.parents[node]
        return tuple(reversed(numbers))

    def child(self, node: int, number: int) -> int:
        """Return the child with this number; -1 where that is a bare word or there is none."""
        return next((child for child in self.children(node) if self.numbers[child] == number), -1)

    def children(self, node: int) -> list[int]:
        """Return the children of a node."""
        children = []
        child = node + 1
        while child < self.ends[node]:
            children.append(child)
            child = self.ends[child]
        return children


@dataclass(slots=True)
class SentenceView:
    """A sentence with what has been computed for its queries so far."""

    sentence: Sentence
    inventory: Inventory | None = None
    _nodes: NodeTable | None = None
    _tags: dict[int, int] | None = None

    @property
    def has_arcs(self) -> bool:
        """Whether any word has a head."""
        return self.sentence.heads.count(None) < len(self.sentence.heads)

    @property
    def labels(self) -> set[str]:
        """The labels of its phrases and the contents of its traces; computed without `nodes`."""
        labels: set[str] = set()
        stack = [] if self.sentence.tree is None else [self.sentence.tree]
        while stack:
            node = stack.pop()
            labels.add(node.label)
            for child in node.children:
                if isinstance(child, str):
                    labels.add(child)
                elif child.label == TRACE or not isinstance(child.children[0], str):
                    stack.append(child)
        return labels

    @property
    def nodes(self) -> NodeTable:
        """The nodes of its tree; none where it has no tree."""
        if self._nodes is None:
            self._nodes = NodeTable() if self.sentence.tree is None else _make_node_table(self.sentence.tree)
        return self._nodes

    @property
    def tags(self) -> dict[int, int]:
        """Maps each word, counted from 1, to the node of its tag; words without a tag are missing."""
        if self._tags is None:
            self._tags = {word: node for node, word in enumerate(self.nodes.words) if word}
        return self._tags


def _make_node_table(tree: Tree) -> NodeTable:
    table = NodeTable()
    word = 0
    stack: list[tuple[Tree | str, int, int] | int] = [(tree, -1, 0)]
    while stack:
        item = stack.pop()
        if isinstance(item, int):  # all descendants of this node have been visited
            table.ends[item] = len(table.trees)
            table.spans[item] = (table.spans[item][0], word)
            continue
        node, parent, number = item
        if isinstance(node, str):
            word += table.trees[parent].label != TRACE
            continue
        index = len(table.trees)
        table.trees.append(node)
        table.parents.append(parent)
        table.numbers.append(number)
        is_word_tag = node.is_tag and node.label != TRACE
        table.spans.append((word, word + is_word_tag))
        word += is_word_tag
        table.words.append(word if is_word_tag else 0)
        table.ends.append(index + 1)
        if not node.is_tag:
            stack.append(index)
            stack.extend(
                (child, index, child_number) for child_number, child in reversed(list(enumerate(node.children)))
            )
    return table
