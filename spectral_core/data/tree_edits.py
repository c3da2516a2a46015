"""Edits of constituency trees, which keep the order of words and traces, and spans and candidate parents of nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, islice, takewhile

from spectral_core.data.problem import quote
from spectral_core.data.sentence import EMPTY, Sentence
from spectral_core.data.tree import (
    TRACE_TAG,
    NodePath,
    Tree,
    count_words,
    node_at,
    nodes_along,
    walk_paths,
    word_range,
)
from spectral_core.errors import EditError

EditResult = tuple[Tree, NodePath]
_MAX_QUOTED_WORDS = 5  # words of a constituent that a message quotes
_MAX_DISTANCE = 60  # candidate parents upwards and to each side; a deep chain has thousands


def compute_common_prefix_length(first: NodePath, second: NodePath) -> int:
    """Return the length of the common prefix of two paths."""
    return sum(1 for _ in takewhile(lambda steps: steps[0] == steps[1], zip(first, second, strict=False)))


def list_nodes_with_leaf_spans(tree: Tree) -> list[tuple[NodePath, Tree, tuple[int, int]]]:
    """Return (path, node, half-open range of its leaves) of every node in preorder; leaves are words and traces."""
    sizes: dict[int, int] = {}  # number of leaves of a node, by object identity
    for node in reversed(list(tree.nodes())):
        sizes[id(node)] = sum(sizes.get(id(child), 1) for child in node.children)
    spans: list[tuple[NodePath, Tree, tuple[int, int]]] = []
    pending: list[tuple[NodePath, Tree, int]] = [((), tree, 0)]
    while pending:
        path, node, start = pending.pop()
        spans.append((path, node, (start, start + sizes[id(node)])))
        starts = accumulate((sizes.get(id(child), 1) for child in node.children), initial=start)
        children = enumerate(zip(node.children, starts, strict=False))
        subtrees = [
            ((*path, number), child, child_start)
            for number, (child, child_start) in children
            if isinstance(child, Tree)
        ]
        pending += reversed(subtrees)
    return spans


def find_phrase_over_same_words(old_tree: Tree, path: NodePath, new_tree: Tree) -> NodePath | None:
    """Return the path of the highest phrase of `new_tree` over the same words as the node at `path` in `old_tree`; None
    if there is none, or if the node holds traces only."""
    try:
        words = word_range(old_tree, path)
    except EditError:
        return None
    if words == (0, 0):
        return None
    phrases = (phrase_path for phrase_path, node in walk_paths(new_tree) if not node.is_tag)
    return next((phrase_path for phrase_path in phrases if word_range(new_tree, phrase_path) == words), None)


def make_flat_tree(sentence: Sentence, label: str) -> Tree:
    """Return a tree of one node over all words and their tags: XPOS, else UPOS. A word with the tag of traces gets
    none."""
    tags = (
        upos if xpos in (EMPTY, TRACE_TAG) else xpos for xpos, upos in zip(sentence.xpos, sentence.upos, strict=True)
    )
    return Tree(label, tuple(Tree(tag, (form,)) for tag, form in zip(tags, sentence.forms, strict=True)))


def edit_sentence_tree(sentence: Sentence, change: Callable[[Tree], EditResult]) -> tuple[Sentence, NodePath]:
    """Apply a change to the tree of a sentence; return the new sentence and the path of the node to select."""
    if sentence.tree is None:
        raise EditError("this sentence has no constituency tree")
    tree, path = change(sentence.tree)
    return sentence.with_tree(tree), path


def relabel_node(tree: Tree, path: NodePath, label: str) -> EditResult:
    """Change the label of a phrase or a tag; function tags are part of it."""
    node = node_at(tree, path)
    if node.label == TRACE_TAG and label != TRACE_TAG:
        raise EditError(f"{_describe_node(node)} is a trace; with another tag it would become a word")
    if label != TRACE_TAG or node.label != TRACE_TAG:
        _check_label(label)
    return _replace_node(tree, path, (Tree(label, node.children),)), path


def group_nodes(tree: Tree, selected: Sequence[NodePath], label: str) -> EditResult:
    """Group neighbouring nodes under one parent in a new phrase, with the traces between them; over a single node, as
    `add_unary`.
    """
    _check_label(label)
    paths = sorted(set(selected))
    if not paths:
        raise EditError("nothing is selected to be grouped; select neighbouring nodes")
    nodes = [node_at(tree, path) for path in paths]
    if len(paths) == 1:
        return add_unary(tree, paths[0], label)
    parent_path = paths[0][:-1]
    for path, node in zip(paths, nodes, strict=True):
        if path[:-1] != parent_path or not path:
            names = f"{_describe_node(nodes[0])} and {_describe_node(node)}"
            raise EditError(f"{names} are not under the same parent; select sisters, or attach one to the other first")
    parent = node_at(tree, parent_path)
    numbers = {path[-1] for path in paths}
    for number in range(paths[0][-1], paths[-1][-1]):
        child = parent.children[number]
        if number not in numbers and count_words(child, parent.label):
            raise EditError(f"{_describe_node(child)} is between the selected nodes; select it as well, or fewer nodes")
    return _group_children(tree, parent_path, paths[0][-1], paths[-1][-1] + 1, label)


def group_words(tree: Tree, first: int, last: int, label: str) -> EditResult:
    """Group words `first` to `last`, counted from 1, in a new phrase over the largest sister nodes that cover exactly
    these words."""
    _check_label(label)
    first, last = min(first, last), max(first, last)
    counts = _count_words_by_node(tree)
    size = counts[id(tree)]
    if not 1 <= first <= last <= size:
        raise EditError(f"there are no words {first} to {last} in a tree over {size} words")
    parent_path: list[int] = []
    node, preceding = tree, 0  # words to the left of the node
    while True:
        covered: list[int] = []
        deeper: tuple[int, Tree, int] | None = None
        partly_covered: Tree | None = None
        end = preceding
        for number, child in enumerate(node.children):
            word_count = counts[id(child)] if isinstance(child, Tree) else int(node.label != TRACE_TAG)
            start, end = end + 1, end + word_count
            if start > end or end < first or start > last:
                continue
            if first <= start and end <= last:
                covered.append(number)
            elif isinstance(child, Tree):
                partly_covered = partly_covered or child
                if start <= first and last <= end:
                    deeper = (number, child, start - 1)
        if deeper is None:
            break
        number, node, preceding = deeper
        parent_path.append(number)
    if partly_covered is not None:
        raise EditError(f"{_describe_node(partly_covered)} would be cut in two; select all of it, or words inside it")
    return _group_children(tree, tuple(parent_path), covered[0], covered[-1] + 1, label)


def _group_children(tree: Tree, parent_path: NodePath, start: int, end: int, label: str) -> EditResult:
    """Group the children `start` to `end` of a node, half-open, in a new phrase."""
    parent = node_at(tree, parent_path)
    phrase = Tree(label, parent.children[start:end])
    if any(isinstance(child, str) for child in phrase.children):
        raise EditError("a word here has no tag of its own; give it one first")
    children = (*parent.children[:start], phrase, *parent.children[end:])
    return _replace_node(tree, parent_path, (Tree(parent.label, children),)), (*parent_path, start)


def delete_phrase(tree: Tree, path: NodePath) -> EditResult:
    """Delete a phrase: its children move up to its parent, which is selected."""
    node = node_at(tree, path)
    if node.is_tag:
        reason = (
            "a trace, and traces stay"
            if node.label == TRACE_TAG
            else "the tag of a word; give it another label instead"
        )
        raise EditError(f"{_describe_node(node)} cannot be deleted: it is {reason}")
    if any(isinstance(child, str) for child in node.children):
        raise EditError(f"{_describe_node(node)} cannot be deleted: it is the only node above a word")
    _check_not_whole_sentence(tree, path, node)
    new_tree = _replace_node(tree, path, node.children)
    has_empty_root = not new_tree.label and isinstance(new_tree.children[0], Tree)
    return new_tree, path[:-1] if path and (len(path) > 1 or new_tree.label) else (0,) if has_empty_root else ()


def remove_unary(tree: Tree, path: NodePath) -> EditResult:
    """Remove a node over one other node, which is selected."""
    node = node_at(tree, path)
    if node.is_tag or len(node.children) != 1:
        count = "a word" if node.is_tag else f"{len(node.children)} nodes"
        raise EditError(f"{node.label or 'the outer bracket'} is over {count}, not over one node; delete it instead")
    _check_not_whole_sentence(tree, path, node)
    return _replace_node(tree, path, node.children), path


def add_unary(tree: Tree, path: NodePath, label: str) -> EditResult:
    """Add a node over a single node; over an empty outer root it is added below that root, over all its children."""
    _check_label(label)
    node = node_at(tree, path)
    if not path and not node.label:
        return _group_children(tree, (), 0, len(node.children), label)
    return _replace_node(tree, path, (Tree(label, (node,)),)), path


def lift_node(tree: Tree, path: NodePath) -> EditResult:
    """Attach a node as the sister of its parent, on the side of the parent where it is; an empty parent is removed."""
    node = node_at(tree, path)
    if not path or len(path) == 1:
        reason = "it is the root" if not path else "the root is right above it"
        raise EditError(f"{_describe_node(node)} cannot be lifted: {reason}")
    return attach_node(tree, path, path[:-2])


def attach_node(tree: Tree, path: NodePath, to: NodePath) -> EditResult:
    """Attach a node as a child of `to` if no word changes its position; an empty parent is removed."""
    node, target = node_at(tree, path), node_at(tree, to)
    if to[: len(path)] == path:
        reason = "itself" if to == path else f"{_describe_node(target)}, which is inside it"
        raise EditError(f"{_describe_node(node)} cannot be attached to {reason}")
    if target.is_tag:
        raise EditError(f"{_describe_node(target)} is a tag and holds its word only; choose the phrase above it")
    if path[:-1] == to:
        raise EditError(f"{_describe_node(node)} is already under {target.label or 'the root'}")
    index = (
        _find_insertion_index_in_ancestor(tree, path, to)
        if path[: len(to)] == to
        else _find_insertion_index_in_neighbour(tree, path, to)
    )
    # The node is inserted before the old one is removed, so that all other paths are still valid.
    children = (*target.children[:index], node, *target.children[index:])
    new_tree = _replace_node(tree, to, (Tree(target.label, children),))
    old_path = list(path)
    if path[: len(to)] == to and path[len(to)] >= index:
        old_path[len(to)] += 1
    removed = _path_to_highest_unary_ancestor(new_tree, tuple(old_path))
    new_tree = _replace_node(new_tree, removed, ())
    new_path = [*to, index]
    depth = len(removed) - 1
    if len(new_path) > depth and tuple(new_path[:depth]) == removed[:-1] and new_path[depth] > removed[-1]:
        new_path[depth] -= 1
    return new_tree, tuple(new_path)


def _find_insertion_index_in_ancestor(tree: Tree, path: NodePath, to: NodePath) -> int:
    """Return the index at which a node is inserted among the children of its ancestor `to`: next to the child that
    contains it. EditError if the node is at neither edge of that child."""
    numbers = path[len(to) + 1 :]
    at_left = at_right = True
    child = node_at(tree, path[: len(to) + 1])
    node = child
    for number in numbers:
        at_left = at_left and number == 0
        at_right = at_right and number == len(node.children) - 1
        node = node_at(node, (number,))
    if not at_left and not at_right:
        message = (
            f"{_describe_node(node)} is in the middle of {_describe_node(child)}, which would become discontinuous"
        )
        raise EditError(f"{message}; only nodes at its left or right edge can be moved out of it")
    if not to and not tree.label and len(tree.children) == 1 and not (at_left and at_right):
        raise EditError(f"{_describe_node(node)} cannot be a sibling of {child.label}, which spans the sentence")
    return path[len(to)] + (0 if at_left else 1)


def _find_insertion_index_in_neighbour(tree: Tree, path: NodePath, to: NodePath) -> int:
    """Return the index at which a node is inserted among the children of its neighbour `to`, first or last. EditError
    if there are words between them."""
    (begin, end), (start, stop) = _leaf_span(tree, path), _leaf_span(tree, to)
    if stop == begin:
        return len(node_at(tree, to).children)
    if start == end:
        return 0
    between = slice(stop, begin) if stop < begin else slice(end, start)
    words = [word for _, word in tree.leaves()][between]
    node, target = node_at(tree, path), node_at(tree, to)
    message = (
        f"{_describe_node(node)} cannot be attached to {_describe_node(target)}: {_quote_words(words)} is between them"
    )
    raise EditError(f"{message}, and a constituent must be in one piece")


def list_possible_parents(tree: Tree, path: NodePath) -> list[NodePath]:
    """Return the paths of the nodes that the node at `path` can be attached to, the nearest in the tree first."""
    targets = (target for target in _iterate_candidate_parents(tree, path) if can_attach(tree, path, target))
    return sorted(
        targets, key=lambda target: (len(path) + len(target) - 2 * compute_common_prefix_length(path, target), target)
    )


def can_attach(tree: Tree, path: NodePath, target: NodePath) -> bool:
    """Return whether a node can be attached to another without making a phrase discontinuous."""
    try:
        attach_node(tree, path, target)
    except EditError:
        return False
    return True


def _iterate_candidate_parents(tree: Tree, path: NodePath) -> Iterable[NodePath]:
    """Yield ancestors, and the nodes along the facing edges of the nearest left and right neighbours; no other node can
    be a parent."""
    yield from (path[:depth] for depth in range(len(path) - 2, max(-1, len(path) - 2 - _MAX_DISTANCE), -1))
    for step in (-1, 1):
        for depth in range(len(path) - 1, -1, -1):
            ancestor, child_number = node_at(tree, path[:depth]), path[depth] + step
            if 0 <= child_number < len(ancestor.children):
                yield from _iterate_edge_phrases(ancestor.children[child_number], (*path[:depth], child_number), step)
                break


def _iterate_edge_phrases(node: Tree | str, path: NodePath, step: int) -> Iterable[NodePath]:
    """Yield the paths of a phrase and of its first (step 1) or last (step -1) descendants."""
    for _ in range(_MAX_DISTANCE):
        if isinstance(node, str) or node.is_tag or not node.children:
            return
        yield path
        child_number = 0 if step > 0 else len(node.children) - 1
        node, path = node.children[child_number], (*path, child_number)


def _path_to_highest_unary_ancestor(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the highest node that dominates only the one at `path`."""
    ancestors = nodes_along(tree, path)
    size = len(path)
    while size > 1 and len(ancestors[size - 1].children) == 1:
        size -= 1
    return path[:size]


def _replace_node(tree: Tree, path: NodePath, new_nodes: tuple[Tree | str, ...]) -> Tree:
    """Return the tree with other nodes in place of the one at `path`."""
    ancestors = nodes_along(tree, path[:-1])
    for number, parent in zip(reversed(path), reversed(ancestors), strict=False):
        new_nodes = (Tree(parent.label, (*parent.children[:number], *new_nodes, *parent.children[number + 1 :])),)
    root = new_nodes[0]
    assert isinstance(root, Tree)
    return root


def _check_not_whole_sentence(tree: Tree, path: NodePath, node: Tree) -> None:
    """Raise EditError if the node holds the whole sentence: the root, or the only node under an empty outer root."""
    if path and (len(path) > 1 or tree.label or len(tree.children) > 1):
        return
    if not path and not tree.label:
        raise EditError("the outer bracket belongs to the format of the file and stays")
    child = node.children[0]
    if len(node.children) > 1 or isinstance(child, str) or (child.is_tag and not path):
        raise EditError(f"{node.label} is needed as the root of the sentence; give it another label instead")


def _check_label(label: str) -> None:
    """Raise EditError for a text that cannot be the label of a phrase or tag."""
    if not label:
        raise EditError("a label cannot be empty; write for instance NP")
    if any(character.isspace() or character in "()\0" for character in label):
        raise EditError(f"{quote(label)} cannot be a label: leave out spaces and round brackets")
    if label == TRACE_TAG:
        raise EditError(f"{TRACE_TAG} is the tag of traces and hides its children; choose another label")


def _count_leaves(node: Tree | str) -> int:
    """Return the number of words and traces under a node; 1 for a word."""
    return 1 if isinstance(node, str) else sum(1 for _ in node.leaves())


def _leaf_span(tree: Tree, path: NodePath) -> tuple[int, int]:
    """Return the half-open range of the words and traces under a node, counted from 0."""
    preceding, node = 0, tree
    for number in path:
        preceding += sum(map(_count_leaves, node.children[:number]))
        node = node_at(node, (number,))
    return preceding, preceding + _count_leaves(node)


def _count_words_by_node(tree: Tree) -> dict[int, int]:
    """Count the words under each node, by its identity, in one pass: a long unary chain would take quadratic time."""
    counts: dict[int, int] = {}

    def store_count(node: Tree, children: list[int | str]) -> int:
        count = sum(int(node.label != TRACE_TAG) if isinstance(child, str) else child for child in children)
        counts[id(node)] = count
        return count

    tree.fold(store_count)
    return counts


def _quote_words(words: Sequence[str]) -> str:
    return quote(" ".join(words[:_MAX_QUOTED_WORDS]) + (" ..." if len(words) > _MAX_QUOTED_WORDS else ""))


def _describe_node(node: Tree | str) -> str:
    """Return the label and the first words of a node, for a message."""
    if isinstance(node, str):
        return _quote_words([node])
    words = [word for _, word in islice(node.leaves(), _MAX_QUOTED_WORDS + 1)]
    return f"{node.label} {_quote_words(words)}".lstrip()
