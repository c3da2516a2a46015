"""Changes to a tree, each given as the new tree and the node to select now; words and traces keep their order. A node
is named by the child numbers on the way to it from the root, counted from 0. Nothing here recurses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Literal

from spectral_core.data.problem import quoted
from spectral_core.data.sentence import Sentence
from spectral_core.data.tree import TRACE, Tree
from spectral_core.data.tree_paths import (
    NodePath,
    count_words,
    down,
    left,
    node_at,
    nodes_on,
    path_of_word,
    paths,
    right,
    up,
    words_of,
)
from spectral_core.errors import EditError

__all__ = ["Edited", "NodePath", "Side", "add_unary", "attach", "delete", "down", "group", "group_words", "in_sentence"]
__all__ += ["left", "lift", "narrow", "node_at", "path_of_word", "paths", "relabel", "remove_unary", "right"]
__all__ += ["up", "widen", "words_of"]

Edited = tuple[Tree, NodePath]
Side = Literal["left", "right"]

_NAMED = 5  # words of a constituent that a message quotes


def in_sentence(sentence: Sentence, change: Callable[[Tree], Edited]) -> tuple[Sentence, NodePath]:
    """The sentence with its tree changed, through `Sentence.with_tree`, and the node to select now."""
    if sentence.tree is None:
        raise EditError("this sentence has no constituency tree")
    tree, path = change(sentence.tree)
    return sentence.with_tree(tree), path


def relabel(tree: Tree, path: NodePath, label: str) -> Edited:
    """Another label for a phrase or a tag; function tags are part of it."""
    node = node_at(tree, path)
    if node.label == TRACE and label != TRACE:
        raise EditError(f"{_named(node)} is a trace; with another tag it would become a word")
    if label != TRACE or node.label != TRACE:
        _check_label(label)
    return _put(tree, path, (Tree(label, node.children),)), path


def group(tree: Tree, selected: Sequence[NodePath], label: str) -> Edited:
    """A new phrase over neighbours under one parent; over one node alone, as `add_unary`. Traces between them come
    along."""
    _check_label(label)
    chosen = sorted(set(selected))
    if not chosen:
        raise EditError("nothing is selected to be grouped; select neighbouring nodes")
    nodes = [node_at(tree, path) for path in chosen]
    if len(chosen) == 1:
        return add_unary(tree, chosen[0], label)
    above = chosen[0][:-1]
    for path, node in zip(chosen, nodes, strict=True):
        if path[:-1] != above or not path:
            names = f"{_named(nodes[0])} and {_named(node)}"
            raise EditError(f"{names} are not under the same parent; select sisters, or attach one to the other first")
    parent = node_at(tree, above)
    numbers = {path[-1] for path in chosen}
    for number in range(chosen[0][-1], chosen[-1][-1]):
        child = parent.children[number]
        if number not in numbers and count_words(child, parent.label):
            raise EditError(f"{_named(child)} stands between the selected nodes; select it as well, or fewer nodes")
    return _group(tree, above, chosen[0][-1], chosen[-1][-1] + 1, label)


def group_words(tree: Tree, first: int, last: int, label: str) -> Edited:
    """A new phrase over words `first` to `last`, counted from 1: over the largest sisters that cover exactly these."""
    _check_label(label)
    first, last = min(first, last), max(first, last)
    counts = _counts(tree)
    size = counts[id(tree)]
    if not 1 <= first <= last <= size:
        raise EditError(f"there are no words {first} to {last} in a tree over {size} words")
    above: list[int] = []
    node, before = tree, 0  # words to the left of the node
    while True:
        inside: list[int] = []
        deeper: tuple[int, Tree, int] | None = None
        cut: Tree | None = None
        passed = before
        for number, child in enumerate(node.children):
            held = counts[id(child)] if isinstance(child, Tree) else int(node.label != TRACE)
            begin, passed = passed + 1, passed + held
            if begin > passed or passed < first or begin > last:
                continue
            if first <= begin and passed <= last:
                inside.append(number)
            elif isinstance(child, Tree):
                cut = cut or child
                if begin <= first and last <= passed:
                    deeper = (number, child, begin - 1)
        if deeper is None:
            break
        number, node, before = deeper
        above.append(number)
    if cut is not None:
        raise EditError(f"{_named(cut)} would be cut in two; select all of it, or words inside it")
    return _group(tree, tuple(above), inside[0], inside[-1] + 1, label)


def _group(tree: Tree, above: NodePath, start: int, end: int, label: str) -> Edited:
    parent = node_at(tree, above)
    made = Tree(label, parent.children[start:end])
    if any(isinstance(child, str) for child in made.children):
        raise EditError("a word here has no tag of its own; give it one first")
    children = (*parent.children[:start], made, *parent.children[end:])
    return _put(tree, above, (Tree(parent.label, children),)), (*above, start)


def delete(tree: Tree, path: NodePath) -> Edited:
    """A phrase less: its children move up to its parent, which is selected now."""
    node = node_at(tree, path)
    if node.is_tag:
        what = "a trace, and traces stay" if node.label == TRACE else "the tag of a word; give it another label instead"
        raise EditError(f"{_named(node)} cannot be deleted: it is {what}")
    if any(isinstance(child, str) for child in node.children):
        raise EditError(f"{_named(node)} cannot be deleted: it is all that stands above a word")
    _check_top(tree, path, node)
    made = _put(tree, path, node.children)
    empty_outer = not made.label and isinstance(made.children[0], Tree)
    return made, path[:-1] if path and (len(path) > 1 or made.label) else (0,) if empty_outer else ()


def remove_unary(tree: Tree, path: NodePath) -> Edited:
    """A node over one other less; that other one is selected now."""
    node = node_at(tree, path)
    if node.is_tag or len(node.children) != 1:
        count = "a word" if node.is_tag else f"{len(node.children)} nodes"
        raise EditError(f"{node.label or 'the outer bracket'} is over {count}, not over one node; delete it instead")
    _check_top(tree, path, node)
    return _put(tree, path, node.children), path


def add_unary(tree: Tree, path: NodePath, label: str) -> Edited:
    """A new node over one node alone; over an empty outer root it goes below that, over all it holds."""
    _check_label(label)
    node = node_at(tree, path)
    if not path and not node.label:
        return _group(tree, (), 0, len(node.children), label)
    return _put(tree, path, (Tree(label, (node,)),)), path


def lift(tree: Tree, path: NodePath) -> Edited:
    """The node as its parent's sister, at the side where it stands; a parent left empty disappears."""
    node = node_at(tree, path)
    if not path or len(path) == 1:
        what = "it is the root" if not path else "the root is right above it"
        raise EditError(f"{_named(node)} cannot be lifted: {what}")
    return attach(tree, path, path[:-2])


def attach(tree: Tree, path: NodePath, to: NodePath) -> Edited:
    """The node as a child of `to`, where no word changes its place; a parent left empty disappears."""
    node, target = node_at(tree, path), node_at(tree, to)
    if to[: len(path)] == path:
        what = "itself" if to == path else f"{_named(target)}, which is inside it"
        raise EditError(f"{_named(node)} cannot be attached to {what}")
    if target.is_tag:
        raise EditError(f"{_named(target)} is a tag and holds its word only; choose the phrase above it")
    if path[:-1] == to:
        raise EditError(f"{_named(node)} already stands under {target.label or 'the root'}")
    at = _place_above(tree, path, to) if path[: len(to)] == to else _place_beside(tree, path, to)
    # The node stands twice for a moment: what must disappear with it is found where nothing else has moved yet.
    children = (*target.children[:at], node, *target.children[at:])
    made = _put(tree, to, (Tree(target.label, children),))
    old = list(path)
    if path[: len(to)] == to and path[len(to)] >= at:
        old[len(to)] += 1
    emptied = _emptied(made, tuple(old))
    made = _put(made, emptied, ())
    new = [*to, at]
    depth = len(emptied) - 1
    if len(new) > depth and tuple(new[:depth]) == emptied[:-1] and new[depth] > emptied[-1]:
        new[depth] -= 1
    return made, tuple(new)


def widen(tree: Tree, path: NodePath, side: Side) -> Edited:
    """The phrase with its neighbour at that side taken in; it stays selected."""
    node = node_at(tree, path)
    number = path[-1] + (1 if side == "right" else -1) if path else -1
    parent = node_at(tree, path[:-1])
    if node.is_tag:
        raise EditError(f"{_named(node)} is a tag and holds its word only; select the phrase above it")
    if not 0 <= number < len(parent.children) or isinstance(parent.children[number], str):
        raise EditError(f"{_named(node)} has no sister on the {side} to take in")
    made, inside = attach(tree, (*path[:-1], number), path)
    return made, inside[:-1]


def narrow(tree: Tree, path: NodePath, side: Side) -> Edited:
    """The phrase without its child at that side, which becomes its sister; it stays selected."""
    node = node_at(tree, path)
    if len(node.children) < 2:
        raise EditError(f"{_named(node)} holds one thing only; delete it instead")
    number = len(node.children) - 1 if side == "right" else 0
    made, _ = lift(tree, (*path, number))
    return made, path if side == "right" else (*path[:-1], path[-1] + 1)


def _place_above(tree: Tree, path: NodePath, to: NodePath) -> int:
    """Where the node goes among the children of `to`, which stands above it: beside the child that holds it now."""
    numbers = path[len(to) + 1 :]
    at_left = at_right = True
    above = node_at(tree, path[: len(to) + 1])
    inner = above
    for number in numbers:
        at_left = at_left and number == 0
        at_right = at_right and number == len(inner.children) - 1
        inner = node_at(inner, (number,))
    if not at_left and not at_right:
        what = f"{_named(inner)} stands in the middle of {_named(above)}, which would be torn into two pieces"
        raise EditError(f"{what}; only what is at its left or right edge can leave it")
    if not to and not tree.label and len(tree.children) == 1 and not (at_left and at_right):
        raise EditError(f"{_named(inner)} cannot stand beside {above.label}, which holds the whole sentence")
    return path[len(to)] + (0 if at_left else 1)


def _place_beside(tree: Tree, path: NodePath, to: NodePath) -> int:
    """Where the node goes among the children of `to`, next to which it stands: first or last."""
    (begin, end), (start, stop) = _leaf_span(tree, path), _leaf_span(tree, to)
    if stop == begin:
        return len(node_at(tree, to).children)
    if start == end:
        return 0
    between = slice(stop, begin) if stop < begin else slice(end, start)
    words = [word for _, word in tree.leaves()][between]
    node, target = node_at(tree, path), node_at(tree, to)
    what = f"{_named(node)} cannot be attached to {_named(target)}: {_quoted(words)} stands between them"
    raise EditError(f"{what}, and a constituent must be in one piece")


def _emptied(tree: Tree, path: NodePath) -> NodePath:
    """The highest node that holds nothing but the one at `path`."""
    above = nodes_on(tree, path)
    size = len(path)
    while size > 1 and len(above[size - 1].children) == 1:
        size -= 1
    return path[:size]


def _put(tree: Tree, path: NodePath, instead: tuple[Tree | str, ...]) -> Tree:
    """The tree with other nodes in the place of the one at `path`."""
    above = nodes_on(tree, path[:-1])
    for number, parent in zip(reversed(path), reversed(above), strict=False):
        instead = (Tree(parent.label, (*parent.children[:number], *instead, *parent.children[number + 1 :])),)
    root = instead[0]
    assert isinstance(root, Tree)
    return root


def _check_top(tree: Tree, path: NodePath, node: Tree) -> None:
    """Refuses to take away what holds the whole sentence: the root, or what stands alone under an empty outer one."""
    if path and (len(path) > 1 or tree.label or len(tree.children) > 1):
        return
    if not path and not tree.label:
        raise EditError("the outer bracket belongs to the format of the file and stays")
    only = node.children[0]
    if len(node.children) > 1 or isinstance(only, str) or (only.is_tag and not path):
        raise EditError(f"{node.label} holds the whole sentence together; give it another label instead")


def _check_label(label: str) -> None:
    if not label:
        raise EditError("a label cannot be empty; write for instance NP")
    if any(character.isspace() or character in "()\0" for character in label):
        raise EditError(f"{label!r} cannot be a label: leave out spaces and round brackets")
    if label == TRACE:
        raise EditError(f"{TRACE} is the tag of traces and hides what is below it; choose another label")


def _leaf_count(node: Tree | str) -> int:
    return 1 if isinstance(node, str) else sum(1 for _ in node.leaves())


def _leaf_span(tree: Tree, path: NodePath) -> tuple[int, int]:
    """The words and traces below a node, half-open, counted from 0."""
    before, node = 0, tree
    for number in path:
        before += sum(map(_leaf_count, node.children[:number]))
        node = node_at(node, (number,))
    return before, before + _leaf_count(node)


def _counts(tree: Tree) -> dict[int, int]:
    """The words below each node, by its identity; counted anew at each level, a chain would take for ever."""
    counts: dict[int, int] = {}

    def make(node: Tree, below: list[int | str]) -> int:
        count = sum(int(node.label != TRACE) if isinstance(held, str) else held for held in below)
        counts[id(node)] = count
        return count

    tree.fold(make)
    return counts


def _quoted(words: Sequence[str]) -> str:
    return quoted(" ".join(words[:_NAMED]) + (" ..." if len(words) > _NAMED else ""))


def _named(node: Tree | str) -> str:
    """A node as a message calls it: its label and its first words."""
    if isinstance(node, str):
        return _quoted([node])
    words = [word for _, word in islice(node.leaves(), _NAMED + 1)]
    return f"{node.label} {_quoted(words)}".lstrip()
