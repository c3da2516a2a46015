"""Constituency trees: labelled nodes over words under their tags, and paths to nodes and their neighbours. No method
recurses, so depth is not limited."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import is_
from typing import TypeVar

from spectral_core.brief import shorten
from spectral_core.deprecated import old_members
from spectral_core.errors import EditError

TRACE_TAG = "-NONE-"
CHAIN_SEPARATOR = "+"  # between the labels of a collapsed unary chain
INTERMEDIATE_MARK = "@"  # begins the label of a node that binarisation added
UNPARSED = "UNPARSED"  # label over the words of a sentence without a tree yet, or with phrases alone
PROJECTED_MARK = "△"  # begins the label of a phrase that a word projects
_ESCAPE = "\\"
_COINDEX = re.compile(r"-([0-9]+)(?![^-=])")
_MAX_REPR_WIDTH = 200  # characters of a tree

T = TypeVar("T")
Span = tuple[int, int, str]  # (start, end, label), half-open, words without traces counted from 0
NodePath = tuple[int, ...]
# a path from its end; linked, so that paths share their beginnings: chains may be very deep
LinkedPath = tuple[int, "LinkedPath"] | None


def strip_function_tags(label: str) -> str:
    """Return a label without function tags and indices: NP for NP-SBJ-1 and NP=2; -LRB-, -NONE-, PRT|ADVP stay."""
    if label.startswith(("-", "=")) or not ("-" in label or "=" in label):
        return label
    return label.partition("-")[0].partition("=")[0]


def coindex_of(label: str) -> str:
    """Return the index in a label that a trace shares with its antecedent: 1 for NP-SBJ-1 and *T*-1; "" for none."""
    match = None if label.isalpha() else _COINDEX.search(label)
    return "" if match is None else match[1]


def escape_chain_label(label: str) -> str:
    """Escape a label for a unary chain; `split_chain_label` is the inverse."""
    if label.startswith(INTERMEDIATE_MARK) or CHAIN_SEPARATOR in label or _ESCAPE in label:
        label = label.replace(_ESCAPE, _ESCAPE * 2).replace(CHAIN_SEPARATOR, _ESCAPE + CHAIN_SEPARATOR)
        return _ESCAPE + label if label.startswith(INTERMEDIATE_MARK) else label
    return label


def split_chain_label(label: str) -> list[str]:
    """Return the labels of a collapsed unary chain from the top: S and VP for S+VP, one for any other label."""
    if _ESCAPE not in label:
        return label.split(CHAIN_SEPARATOR)
    labels = [""]
    characters = iter(label)
    for character in characters:
        if character == CHAIN_SEPARATOR:
            labels.append("")
        else:
            labels[-1] += next(characters, _ESCAPE) if character == _ESCAPE else character
    return labels


@old_members(replaced="rebuild", stranded="find_dangling_traces", of_flat="from_flat", flat="flatten")
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tree:
    """A labelled node. A node over one string is a tag over its word; a tag `-NONE-` is over a trace, not a word."""

    label: str
    children: tuple[Tree | str, ...]

    @property
    def is_tag(self) -> bool:
        """Whether the node is over one word or trace."""
        return len(self.children) == 1 and isinstance(self.children[0], str)

    def nodes(self) -> Iterator[Tree]:
        """Iterate over all nodes in preorder; without recursion, so depth is not limited."""
        stack: list[Tree] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(child for child in reversed(node.children) if isinstance(child, Tree))

    def leaves(self) -> Iterator[tuple[str, str]]:
        """Iterate over (tag, word), traces included; a bare word under a phrase has the phrase's label."""
        stack: list[tuple[str, Tree | str]] = [("", self)]
        while stack:
            label, node = stack.pop()
            if isinstance(node, str):
                yield label, node
            else:
                stack.extend((node.label, child) for child in reversed(node.children))

    def words(self) -> Iterator[str]:
        """Iterate over the words, without traces."""
        return (word for tag, word in self.leaves() if tag != TRACE_TAG)

    def tags(self) -> Iterator[str]:
        """Iterate over the tags of the words, without those of traces; `_` where the label is empty."""
        return (tag or "_" for tag, _ in self.leaves() if tag != TRACE_TAG)

    @property
    def depth(self) -> int:
        """The number of nodes on the longest path from this node to a tag: 1 for a tag."""
        return self.fold(lambda _, depths: 1 + max((depth for depth in depths if isinstance(depth, int)), default=0))

    def spans(self) -> list[Span]:
        """Return each phrase as (start, end, label), parents first; no tags, no phrases without words.

        Each phrase of a unary chain is listed, so that a span can occur twice, even with the same label.
        """
        spans: list[Span] = []
        word = 0
        stack: list[Tree | str | int] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, int):  # all words of phrase number `node` have been visited
                start, _, label = spans[node]
                spans[node] = (start, word, label)
            elif isinstance(node, str):
                word += 1
            elif node.is_tag:
                word += node.label != TRACE_TAG
            else:
                stack.append(len(spans))
                spans.append((word, word, node.label))
                trace = node.label == TRACE_TAG
                stack.extend(child for child in reversed(node.children) if not (trace and isinstance(child, str)))
        return [span for span in spans if span[0] < span[1]]

    def fold(self, combine: Callable[[Tree, list[T | str]], T]) -> T:
        """Fold the tree from the leaves: `combine` gets a node and its children's values; words stay as they are."""
        values: list[T] = []
        for node in reversed(tuple(self.nodes())):  # the value of the first child is then on top of the stack
            values.append(combine(node, [child if isinstance(child, str) else values.pop() for child in node.children]))
        return values[0]

    def rebuild(self, label: str, children: Sequence[Tree | str]) -> Tree:
        """Return a copy of the node with this label and these children; the node itself if nothing changes."""
        is_same = label == self.label and len(children) == len(self.children) and all(map(is_, children, self.children))
        return self if is_same else Tree(label, tuple(children))

    def find_dangling_traces(self) -> list[Tree]:
        """Return the tags of the traces that have no antecedent: no phrase has their index."""
        traces, phrase_indices = [], set()
        for node in self.nodes():
            if node.label == TRACE_TAG and node.is_tag:
                traces.append(node)
            elif not node.is_tag:
                phrase_indices.add(coindex_of(node.label))
        return [node for node in traces if (index := coindex_of(str(node.children[0]))) and index not in phrase_indices]

    def without_traces(self) -> Tree | None:
        """Return the tree without traces and without phrases that hold no word; None if nothing is left."""

        def drop_traces(node: Tree, children: list[Tree | str | None]) -> Tree | None:
            trace = node.label == TRACE_TAG
            remaining = [child for child in children if child is not None and not (trace and isinstance(child, str))]
            return node.rebuild(node.label, remaining) if remaining else None

        return self.fold(drop_traces)

    def without_functions(self, tags: bool = False) -> Tree:
        """Return the tree without function tags in the labels of phrases, and in tags with `tags`.

        In some treebanks a hyphen in a tag marks its case (N-A) and no function, hence the switch.
        """

        def strip_node_label(node: Tree, children: list[Tree | str]) -> Tree:
            label = node.label if node.is_tag and not tags else strip_function_tags(node.label)
            return node.rebuild(label, children)

        return self.fold(strip_node_label)

    def collapse_unaries(self, tags: bool = True) -> Tree:
        """Collapse each unary chain into one node: (S (VP (VB go))) becomes (S+VP+VB go).

        `tags=False` leaves tags out of the chains. `expand_unaries` is the exact inverse of both.
        """

        def follow_chain(node: Tree) -> tuple[list[str], Tree]:
            labels = [escape_chain_label(node.label)]
            while len(node.children) == 1:
                child = node.children[0]
                if isinstance(child, str) or (child.is_tag and not tags):
                    break
                node = child
                labels.append(escape_chain_label(node.label))
            return labels, node

        chains = []  # parents first
        stack: list[Tree] = [self]
        while stack:
            labels, lowest = follow_chain(stack.pop())
            chains.append((CHAIN_SEPARATOR.join(labels), lowest))
            stack.extend(child for child in reversed(lowest.children) if isinstance(child, Tree))
        finished: list[Tree] = []
        for label, lowest in reversed(chains):
            children = [child if isinstance(child, str) else finished.pop() for child in lowest.children]
            finished.append(lowest.rebuild(label, children))
        return finished[0]

    def expand_unaries(self) -> Tree:
        """Expand collapsed unary chains: the inverse of `collapse_unaries`."""

        def expand_node(node: Tree, children: list[Tree | str]) -> Tree:
            *upper, lowest = split_chain_label(node.label)
            rebuilt = node.rebuild(lowest, children)
            for label in reversed(upper):
                rebuilt = Tree(label, (rebuilt,))
            return rebuilt

        return self.fold(expand_node)

    def with_root(self, label: str = "") -> Tree:
        """Return the tree under an outer node `label`; an empty outer label is replaced, an equal one not doubled."""
        return self if self.label == label else Tree(label, (self,) if self.label else self.children)

    def without_root(self) -> Tree:
        """Return the tree without outer nodes of empty label; one over several children stays."""
        node = self
        while not node.label and len(node.children) == 1 and isinstance(node.children[0], Tree):
            node = node.children[0]
        return node

    def with_leaves(self, words: Sequence[str], tags: Sequence[str]) -> Tree:
        """Return the tree over other words and tags, one for each word, traces not counted; bare words have no tag."""
        count = sum(1 for _ in self.words())
        if not len(words) == len(tags) == count:
            raise ValueError(f"{len(words)} words and {len(tags)} tags do not fit a tree over {count} words")
        position = 0
        new_children: list[list[Tree | str]] = [[]]  # of each open node
        open_nodes: list[Tree] = []
        stack: list[Tree | str | None] = [self]  # None ends a node
        while stack:
            if (node := stack.pop()) is None:
                closed = open_nodes.pop()
                children = new_children.pop()
                new_children[-1].append(closed.rebuild(closed.label, children))
            elif isinstance(node, Tree) and not node.is_tag:
                open_nodes.append(node)
                new_children.append([])
                stack.append(None)
                stack.extend(reversed(node.children))
            elif (node if isinstance(node, Tree) else open_nodes[-1]).label == TRACE_TAG:
                new_children[-1].append(node)
            else:
                new_children[-1].append(
                    words[position] if isinstance(node, str) else node.rebuild(tags[position], (words[position],))
                )
                position += 1
        root = new_children[0][0]
        assert isinstance(root, Tree)
        return root

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        stack: list[tuple[Tree | str, Tree | str]] = [(self, other)]
        while stack:
            first, second = stack.pop()
            if first is second:
                continue
            if isinstance(first, str) or isinstance(second, str):
                if first != second:
                    return False
            elif first.label != second.label or len(first.children) != len(second.children):
                return False
            else:
                stack.extend(zip(first.children, second.children, strict=True))
        return True

    def __hash__(self) -> int:
        return hash(self.flatten())

    def __repr__(self) -> str:
        return f"<Tree {shorten(str(self), _MAX_REPR_WIDTH)}>"

    def _repr_svg_(self) -> str | None:
        from spectral_core.notebook import tree_svg

        return tree_svg(self)

    def __reduce__(self) -> tuple[Callable[[tuple[str | int, ...]], Tree], tuple[tuple[str | int, ...]]]:
        return Tree.from_flat, (self.flatten(),)  # pickling nested objects would overflow the stack

    @staticmethod
    def from_flat(flat: tuple[str | int, ...]) -> Tree:
        """Build the tree that `flatten` encoded; ValueError for an incomplete encoding."""
        finished: list[Tree | str] = []
        for position in range(len(flat) - 2, -1, -2):
            text, size = str(flat[position]), int(flat[position + 1])
            if size > len(finished):
                break
            finished.append(text if size < 0 else Tree(text, tuple(finished.pop() for _ in range(size))))
        else:
            if len(finished) == 1 and isinstance(finished[0], Tree):
                return finished[0]
        raise ValueError("a tree is incomplete")

    def flatten(self) -> tuple[str | int, ...]:
        """Encode the tree in preorder: each node as its label and number of children, each word as itself and -1."""
        flat: list[str | int] = []
        stack: list[Tree | str] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                flat += (node, -1)
            else:
                flat += (node.label, len(node.children))
                stack.extend(reversed(node.children))
        return tuple(flat)

    def __str__(self) -> str:
        """Format the tree as brackets on one line."""
        pieces: list[str] = []
        stack: list[Tree | str | None] = [self]
        while stack:
            if (node := stack.pop()) is None:
                pieces.append(")")
            elif isinstance(node, str):
                pieces.append(f" {node}")
            else:
                pieces.append(f"{' ' if pieces else ''}({node.label}")
                stack.append(None)
                stack.extend(reversed(node.children))
        return "".join(pieces)


def node_at(tree: Tree, path: NodePath) -> Tree:
    """Return the node at a path; EditError if the tree has no such node."""
    node = tree
    for number in path:
        child = node.children[number] if 0 <= number < len(node.children) else ""
        if isinstance(child, str):
            raise EditError("this node is no longer in the tree; select another one")
        node = child
    return node


def nodes_along(tree: Tree, path: NodePath) -> list[Tree]:
    """Return the nodes along a path, the root first."""
    return list(accumulate(path, lambda node, number: node_at(node, (number,)), initial=tree))


def walk_paths(tree: Tree) -> Iterator[tuple[NodePath, Tree]]:
    """Iterate over all nodes with their paths, parents first, left to right."""
    stack: list[tuple[LinkedPath, Tree]] = [(None, tree)]
    while stack:
        linked, node = stack.pop()
        yield linked_path_to_tuple(linked), node
        for number in range(len(node.children) - 1, -1, -1):
            child = node.children[number]
            if isinstance(child, Tree):
                stack.append(((number, linked), child))


def path_of_word(tree: Tree, index: int) -> NodePath:
    """Return the path of the tag over word `index`, counted from 1 without traces; EditError if there is none."""
    count = 0
    stack: list[tuple[LinkedPath, Tree, Tree | str]] = [(None, tree, tree)]
    while stack:
        linked, parent, node = stack.pop()
        if isinstance(node, str):
            count += parent.label != TRACE_TAG
            if count == index and parent.label != TRACE_TAG:
                return linked_path_to_tuple(linked)
            continue
        for number in range(len(node.children) - 1, -1, -1):
            child = node.children[number]
            stack.append((linked if isinstance(child, str) else (number, linked), node, child))
    raise EditError(f"there is no word {index} in a tree over {count} words")


def linked_path_to_tuple(linked: LinkedPath) -> NodePath:
    """Convert a linked path, which begins with its last step, to a tuple."""
    numbers: list[int] = []
    while linked is not None:
        number, linked = linked
        numbers.append(number)
    return tuple(reversed(numbers))


def word_range(tree: Tree, path: NodePath) -> tuple[int, int]:
    """Return the first and the last word of a node, counted from 1; (0, 0) where it holds traces only."""
    preceding, node = 0, tree
    for number in path:
        preceding += sum(count_words(child, node.label) for child in node.children[:number])
        node = node_at(node, (number,))
    size = sum(count_words(child, node.label) for child in node.children)
    return (preceding + 1, preceding + size) if size else (0, 0)


def path_to_parent(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the parent, or of the root itself; an empty outer root is not visited."""
    return path if not path or (len(path) == 1 and not tree.label and len(tree.children) == 1) else path[:-1]


def path_to_first_child(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the first child node, or of the node itself if its children are words."""
    children = enumerate(node_at(tree, path).children)
    return next(((*path, number) for number, child in children if isinstance(child, Tree)), path)


def path_to_left_neighbour(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the nearest node to the left at the same depth; see `path_to_right_neighbour`."""
    return _path_to_neighbour(tree, path, -1)


def path_to_right_neighbour(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the nearest node to the right at the same depth, from a tag that of the next tag.

    Where no node is that deep, a higher one; where nothing is to the right, the node itself.
    """
    return _path_to_neighbour(tree, path, 1)


def _path_to_neighbour(tree: Tree, path: NodePath, step: int) -> NodePath:
    """Return the path of the nearest node on one side at the same depth: -1 for the left, 1 for the right."""
    start = node_at(tree, path)
    ancestors = nodes_along(tree, path)
    nearest: NodePath | None = None
    for depth in range(len(path) - 1, -1, -1):
        number = path[depth] + step
        siblings = ancestors[depth].children
        while 0 <= number < len(siblings):
            sibling = siblings[number]
            if isinstance(sibling, Tree):
                inner_path = (
                    _path_to_outer_tag(sibling, step)
                    if start.is_tag
                    else _path_at_depth(sibling, len(path) - depth - 1, step)
                )
                if inner_path is not None:
                    return (*path[:depth], number, *inner_path)
                if nearest is None:
                    nearest = (*path[:depth], number)
            number += step
    return path if nearest is None else nearest


def _path_to_outer_tag(node: Tree, step: int) -> NodePath | None:
    """Return the path to the outermost tag under a node on the near side: the leftmost for a step to the right."""
    path: list[int] = []
    while not node.is_tag:
        numbers = range(len(node.children))
        number = next((index for index in numbers[::step] if isinstance(node.children[index], Tree)), None)
        if number is None:
            break
        path.append(number)
        node = node_at(node, (number,))
    return tuple(path)


def _path_at_depth(node: Tree, depth: int, step: int) -> NodePath | None:
    """Return the path to the outermost descendant at this depth on the near side; None if there is none."""
    stack: list[tuple[LinkedPath, int, Tree]] = [(None, 0, node)]
    while stack:
        linked, level, node = stack.pop()
        if level == depth:
            return linked_path_to_tuple(linked)
        for number in range(len(node.children))[::-step]:
            child = node.children[number]
            if isinstance(child, Tree):
                stack.append(((number, linked), level + 1, child))
    return None


def count_words(node: Tree | str, label: str) -> int:
    """Return the number of words under a child of a node with this label."""
    return int(label != TRACE_TAG) if isinstance(node, str) else sum(1 for _ in node.words())
