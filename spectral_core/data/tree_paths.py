"""Nodes of a tree by the way to them from the root, and the moves from one to the next. A path is the child numbers on
that way, counted from 0. Nothing here recurses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from spectral_core.data.tree import TRACE, Tree
from spectral_core.errors import EditError

NodePath = tuple[int, ...]
_Way = tuple[int, "_Way"] | None  # a path from its end, sharing its beginning with others: chains may be very deep


def node_at(tree: Tree, path: NodePath) -> Tree:
    """The node that `path` leads to."""
    node = tree
    for number in path:
        child = node.children[number] if 0 <= number < len(node.children) else ""
        if isinstance(child, str):
            raise EditError("this node is no longer in the tree; select another one")
        node = child
    return node


def nodes_on(tree: Tree, path: NodePath) -> list[Tree]:
    """The nodes on the way to `path`, the root first."""
    return list(accumulate(path, lambda node, number: node_at(node, (number,)), initial=tree))


def paths(tree: Tree) -> Iterator[tuple[NodePath, Tree]]:
    """Every node with the way to it, each before those below it, left to right."""
    waiting: list[tuple[_Way, Tree]] = [(None, tree)]
    while waiting:
        way, node = waiting.pop()
        yield _whole(way), node
        for number in range(len(node.children) - 1, -1, -1):
            child = node.children[number]
            if isinstance(child, Tree):
                waiting.append(((number, way), child))


def path_of_word(tree: Tree, index: int) -> NodePath:
    """The node right above word `index`, counted from 1 without traces: its tag."""
    passed = 0
    waiting: list[tuple[_Way, Tree, Tree | str]] = [(None, tree, tree)]
    while waiting:
        way, above, node = waiting.pop()
        if isinstance(node, str):
            passed += above.label != TRACE
            if passed == index and above.label != TRACE:
                return _whole(way)
            continue
        for number in range(len(node.children) - 1, -1, -1):
            child = node.children[number]
            waiting.append((way if isinstance(child, str) else (number, way), node, child))
    raise EditError(f"there is no word {index} in a tree over {passed} words")


def _whole(way: _Way) -> NodePath:
    found: list[int] = []
    while way is not None:
        number, way = way
        found.append(number)
    return tuple(reversed(found))


def words_of(tree: Tree, path: NodePath) -> tuple[int, int]:
    """The first and the last word below a node, counted from 1; (0, 0) where it holds traces only."""
    before, node = 0, tree
    for number in path:
        before += sum(count_words(child, node.label) for child in node.children[:number])
        node = node_at(node, (number,))
    size = sum(count_words(child, node.label) for child in node.children)
    return (before + 1, before + size) if size else (0, 0)


def up(tree: Tree, path: NodePath) -> NodePath:
    """The node above, or the root itself; an empty outer root is not visited."""
    return path if not path or (len(path) == 1 and not tree.label and len(tree.children) == 1) else path[:-1]


def down(tree: Tree, path: NodePath) -> NodePath:
    """The first node below, or the node itself where only words are below it."""
    children = enumerate(node_at(tree, path).children)
    return next(((*path, number) for number, child in children if isinstance(child, Tree)), path)


def left(tree: Tree, path: NodePath) -> NodePath:
    """The nearest node to the left at the same depth; see `right`."""
    return _beside(tree, path, -1)


def right(tree: Tree, path: NodePath) -> NodePath:
    """The nearest node to the right at the same depth, from a tag the next tag; where none is that deep, a higher one.
    The node itself where nothing is to its right."""
    return _beside(tree, path, 1)


def _beside(tree: Tree, path: NodePath, step: int) -> NodePath:
    here = node_at(tree, path)
    above = nodes_on(tree, path)
    nearest: NodePath | None = None
    for depth in range(len(path) - 1, -1, -1):
        number = path[depth] + step
        siblings = above[depth].children
        while 0 <= number < len(siblings):
            sibling = siblings[number]
            if isinstance(sibling, Tree):
                found = _edge(sibling, step) if here.is_tag else _at_depth(sibling, len(path) - depth - 1, step)
                if found is not None:
                    return (*path[:depth], number, *found)
                if nearest is None:
                    nearest = (*path[:depth], number)
            number += step
    return path if nearest is None else nearest


def _edge(node: Tree, step: int) -> NodePath | None:
    """The way to the tag nearest to where the cursor comes from."""
    way: list[int] = []
    while not node.is_tag:
        numbers = range(len(node.children))
        number = next((at for at in numbers[::step] if isinstance(node.children[at], Tree)), None)
        if number is None:
            break
        way.append(number)
        node = node_at(node, (number,))
    return tuple(way)


def _at_depth(node: Tree, depth: int, step: int) -> NodePath | None:
    waiting: list[tuple[_Way, int, Tree]] = [(None, 0, node)]
    while waiting:
        way, passed, node = waiting.pop()
        if passed == depth:
            return _whole(way)
        for number in range(len(node.children))[::-step]:
            child = node.children[number]
            if isinstance(child, Tree):
                waiting.append(((number, way), passed + 1, child))
    return None


def count_words(node: Tree | str, label: str) -> int:
    """The words below a child of a node with this label."""
    return int(label != TRACE) if isinstance(node, str) else sum(1 for _ in node.words())
