"""Paths to the nodes of a tree, and steps from one node to its neighbours.

A path is the child numbers from the root, counted from 0. Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from spectral_core.data.tree import TRACE, Tree
from spectral_core.errors import EditError

NodePath = tuple[int, ...]
# a path from its end; paths share their beginnings, as chains may be very deep
_LinkedPath = tuple[int, "_LinkedPath"] | None


def node_at(tree: Tree, path: NodePath) -> Tree:
    """Return the node at a path."""
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
    stack: list[tuple[_LinkedPath, Tree]] = [(None, tree)]
    while stack:
        linked, node = stack.pop()
        yield _to_path(linked), node
        for number in range(len(node.children) - 1, -1, -1):
            child = node.children[number]
            if isinstance(child, Tree):
                stack.append(((number, linked), child))


def path_of_word(tree: Tree, index: int) -> NodePath:
    """Return the path of the tag over word `index`, counted from 1 without traces."""
    count = 0
    stack: list[tuple[_LinkedPath, Tree, Tree | str]] = [(None, tree, tree)]
    while stack:
        linked, parent, node = stack.pop()
        if isinstance(node, str):
            count += parent.label != TRACE
            if count == index and parent.label != TRACE:
                return _to_path(linked)
            continue
        for number in range(len(node.children) - 1, -1, -1):
            child = node.children[number]
            stack.append((linked if isinstance(child, str) else (number, linked), node, child))
    raise EditError(f"there is no word {index} in a tree over {count} words")


def _to_path(linked: _LinkedPath) -> NodePath:
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


def path_up(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the parent, or of the root itself; an empty outer root is not visited."""
    return path if not path or (len(path) == 1 and not tree.label and len(tree.children) == 1) else path[:-1]


def path_down(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the first child, or of the node itself where it has only words."""
    children = enumerate(node_at(tree, path).children)
    return next(((*path, number) for number, child in children if isinstance(child, Tree)), path)


def path_left(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the nearest node to the left at the same depth; see `path_right`."""
    return _neighbour_path(tree, path, -1)


def path_right(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the nearest node to the right at the same depth, from a tag that of the next tag.

    Where no node is that deep, a higher one; where nothing is to the right, the node itself.
    """
    return _neighbour_path(tree, path, 1)


def _neighbour_path(tree: Tree, path: NodePath, step: int) -> NodePath:
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
    """Return the path to the tag nearest to the side that the cursor comes from."""
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
    stack: list[tuple[_LinkedPath, int, Tree]] = [(None, 0, node)]
    while stack:
        linked, level, node = stack.pop()
        if level == depth:
            return _to_path(linked)
        for number in range(len(node.children))[::-step]:
            child = node.children[number]
            if isinstance(child, Tree):
                stack.append(((number, linked), level + 1, child))
    return None


def count_words(node: Tree | str, label: str) -> int:
    """Return the number of words under a child of a node with this label."""
    return int(label != TRACE) if isinstance(node, str) else sum(1 for _ in node.words())
