"""Trees with at most two children a node, grown from the head of each phrase outwards, and the way back."""

from __future__ import annotations

from typing import Literal

from spectral_core.data.head_rules import COLLINS, WORD, HeadRules
from spectral_core.data.tree import MARK, Tree, split_label

Order = Literal["right-first", "left-first"]


def is_intermediate(label: str) -> bool:
    """Whether binarisation added the node; `@` at the beginning of any other label is escaped."""
    return label.startswith(MARK)


def binarise(tree: Tree, rules: HeadRules = COLLINS, order: Order = "right-first", horizontal: int | None = 0) -> Tree:
    """The tree with unary chains as joined labels and at most two children a node; `unbinarise` is the exact inverse.
    Each phrase X grows from its head: `right-first` attaches the siblings to the right of the head, nearest first, then
    those to its left; `left-first` the other way round. The nodes in between are labelled @X> where the last sibling
    came from the right and @X< where it came from the left, with the labels of the last `horizontal` siblings in square
    brackets, nearest to the head first (None: all of them). Of a chain, X is the lowest label."""

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        if len(children) <= 2:
            return node.replaced(node.label, children)
        # a joined label meets what is above it with its first part and what is below it with its last
        names = [WORD if isinstance(child, str) else split_label(child.label)[0] for child in node.children]
        lowest = split_label(node.label)[-1]
        head = rules.head(lowest, names)
        rightwards = range(head + 1, len(children))
        leftwards = range(head - 1, -1, -1)
        places = (*rightwards, *leftwards) if order == "right-first" else (*leftwards, *rightwards)
        grown = children[head]
        for passed, at in enumerate(places, 1):
            pair = (grown, children[at]) if at > head else (children[at], grown)
            if passed == len(places):
                grown = Tree(node.label, pair)
            else:
                recent = places[:passed] if horizontal is None else places[max(passed - horizontal, 0) : passed]
                grown = Tree(_between(lowest, at > head, [names[place] for place in recent]), pair)
        assert isinstance(grown, Tree)
        return grown

    return tree.collapse_unaries().fold(make)


def _between(label: str, right: bool, siblings: list[str]) -> str:
    return f"{MARK}{label}{'>' if right else '<'}" + (f"[{' '.join(siblings)}]" if siblings else "")


def unbinarise(tree: Tree) -> Tree:
    """The tree that `binarise` was given: nodes in between are taken out, joined labels are chains again."""
    if is_intermediate(tree.label):
        raise ValueError(f"the root {tree.label!r} is a node that binarisation puts between others")
    found: list[tuple[Tree, list[Tree | str]]] = []  # each node that stays, before those below it, and its children
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        children: list[Tree | str] = []
        below = list(reversed(node.children))
        while below:
            child = below.pop()
            if isinstance(child, Tree) and is_intermediate(child.label):
                below.extend(reversed(child.children))
            else:
                children.append(child)
        found.append((node, children))
        waiting.extend(child for child in reversed(children) if isinstance(child, Tree))
    done: list[Tree] = []
    for node, children in reversed(found):
        done.append(node.replaced(node.label, [child if isinstance(child, str) else done.pop() for child in children]))
    return done[0].expand_unaries()
