"""Head-outward binarisation of trees, and its inverse."""

from __future__ import annotations

from typing import Literal

from spectral_core.data.head_rules import BARE_WORD, COLLINS, HeadRules
from spectral_core.data.tree import INTERMEDIATE_MARK, Tree, split_label

Order = Literal["right-first", "left-first"]


def is_intermediate(label: str) -> bool:
    """Return whether binarisation added the node; `@` at the beginning of any other label is escaped."""
    return label.startswith(INTERMEDIATE_MARK)


def binarise(tree: Tree, rules: HeadRules = COLLINS, order: Order = "right-first", horizontal: int | None = 0) -> Tree:
    """Collapse unary chains and binarise the tree head-outwards; `unbinarise` is the exact inverse.

    Each phrase X grows from its head: `right-first` attaches the siblings to the right of the head, nearest first, then
    those to its left; `left-first` the other way round. The intermediate nodes are labelled @X> where the last sibling
    came from the right and @X< where it came from the left, with the labels of the last `horizontal` siblings in square
    brackets, nearest to the head first (None: all of them). Of a chain, X is the lowest label.
    """

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        if len(children) <= 2:
            return node.rebuild(node.label, children)
        # of a chain, the top label is a child's label and the lowest one has the children
        names = [BARE_WORD if isinstance(child, str) else split_label(child.label)[0] for child in node.children]
        lowest = split_label(node.label)[-1]
        head = rules.find_head(lowest, names)
        rightwards = range(head + 1, len(children))
        leftwards = range(head - 1, -1, -1)
        sibling_order = (*rightwards, *leftwards) if order == "right-first" else (*leftwards, *rightwards)
        subtree = children[head]
        for attached, index in enumerate(sibling_order, 1):
            pair = (subtree, children[index]) if index > head else (children[index], subtree)
            if attached == len(sibling_order):
                subtree = Tree(node.label, pair)
            else:
                recent = (
                    sibling_order[:attached]
                    if horizontal is None
                    else sibling_order[max(attached - horizontal, 0) : attached]
                )
                subtree = Tree(_intermediate_label(lowest, index > head, [names[sibling] for sibling in recent]), pair)
        assert isinstance(subtree, Tree)
        return subtree

    return tree.collapse_unaries().fold(make)


def _intermediate_label(label: str, right: bool, siblings: list[str]) -> str:
    return f"{INTERMEDIATE_MARK}{label}{'>' if right else '<'}" + (f"[{' '.join(siblings)}]" if siblings else "")


def unbinarise(tree: Tree) -> Tree:
    """Return the tree that `binarise` was given: intermediate nodes are removed, unary chains expanded."""
    if is_intermediate(tree.label):
        raise ValueError(f"the root {tree.label!r} is a node that binarisation puts between others")
    original_nodes: list[tuple[Tree, list[Tree | str]]] = []  # parents first, each with its children
    stack = [tree]
    while stack:
        node = stack.pop()
        children: list[Tree | str] = []
        unvisited = list(reversed(node.children))
        while unvisited:
            child = unvisited.pop()
            if isinstance(child, Tree) and is_intermediate(child.label):
                unvisited.extend(reversed(child.children))
            else:
                children.append(child)
        original_nodes.append((node, children))
        stack.extend(child for child in reversed(children) if isinstance(child, Tree))
    rebuilt: list[Tree] = []
    for node, children in reversed(original_nodes):
        rebuilt.append(
            node.rebuild(node.label, [child if isinstance(child, str) else rebuilt.pop() for child in children])
        )
    return rebuilt[0].expand_unaries()
