"""What an edit may choose among: labels that fit, parents that are possible; and what becomes of folded nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from spectral_core.data import EMPTY, Sentence, Tree, tree_edits
from spectral_core.data.inventory import Inventory
from spectral_core.data.tree import TRACE, category
from spectral_core.data.tree_edits import NodePath, node_at, paths, words_of
from spectral_core.drawing.tree_layout import elided
from spectral_core.errors import EditError

_USUAL = ("S", "NP", "VP", "PP", "ADJP", "ADVP", "SBAR", "QP", "PRN", "FRAG", "X")  # where nothing is known yet
_CLOSED = 100  # labels a set may have, for a new one to be doubtful
_NEAREST = 60  # parents tried on the way up and to each side; a deep chain has thousands, and nobody reads them


def phrase_labels(tree: Tree, path: NodePath, inventory: Inventory, sentence_tree: Tree) -> list[str]:
    """Labels for the phrase at `path`, best first: those of the treebank, of this sentence, and the usual ones. Each is
    followed by its category where that is another label, so that it can be typed in full."""
    here = (node.label for node in sentence_tree.nodes() if not node.is_tag)
    found: dict[str, None] = {}
    for label in (*inventory.phrase_labels_for(tree, path), *here, *_USUAL):
        if label:
            found[label] = None
            found[category(label)] = None
    return list(found)


def tag_labels(sentence: Sentence, word: int, inventory: Inventory) -> list[str]:
    """Tags for a word, best first: those of the treebank, then of this sentence."""
    found = dict.fromkeys(inventory.tags_for(sentence, word, "xpos"))
    found.update(dict.fromkeys(tag for tag in sentence.xpos if tag != EMPTY))
    return list(found)


def over_same_words(before: Tree, path: NodePath, now: Tree) -> NodePath | None:
    """The highest phrase of another tree over the words of a node; None where there is none."""
    try:
        words = words_of(before, path)
    except EditError:
        return None
    phrases = (other for other, node in paths(now) if not node.is_tag)
    return next((other for other in phrases if words_of(now, other) == words), None)


def possible_parents(tree: Tree, path: NodePath) -> list[NodePath]:
    """The nodes that the one at `path` can be attached to, the nearest in the tree first."""
    found = (target for target in _beside_and_above(tree, path) if can_attach(tree, path, target))
    return sorted(found, key=lambda target: (len(path) + len(target) - 2 * shared(path, target), target))


def can_attach(tree: Tree, path: NodePath, target: NodePath) -> bool:
    try:
        tree_edits.attach(tree, path, target)
    except EditError:
        return False
    return True


def _beside_and_above(tree: Tree, path: NodePath) -> Iterable[NodePath]:
    """The nodes above, and the edges of what stands at the left and at the right: no others can be parents."""
    yield from (path[:size] for size in range(len(path) - 2, max(-1, len(path) - 2 - _NEAREST), -1))
    for step in (-1, 1):
        for size in range(len(path) - 1, -1, -1):
            above, number = node_at(tree, path[:size]), path[size] + step
            if 0 <= number < len(above.children):
                yield from _edge(above.children[number], (*path[:size], number), step)
                break


def _edge(node: Tree | str, path: NodePath, step: int) -> Iterable[NodePath]:
    for _ in range(_NEAREST):
        if isinstance(node, str) or node.is_tag or not node.children:
            return
        yield path
        number = 0 if step > 0 else len(node.children) - 1
        node, path = node.children[number], (*path, number)


def shared(one: NodePath, other: NodePath) -> int:
    """How many steps two paths have in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def words_shown(tree: Tree, path: NodePath) -> str:
    """The first words of a node for a message or a step, or its traces where it holds nothing else."""
    node = node_at(tree, path)
    return quoted_words(list(node.words()) or [word for _, word in node.leaves()])


def quoted_words(words: Sequence[str]) -> str:
    """Words in quotes, between marks that keep the direction of what is around; of many, the first and the last."""
    return f"'\u2068{elided(words)}\u2069'"


def doubtful(tree: Tree, inventory: Inventory) -> list[NodePath]:
    """Phrases without a label, over nothing but one of the same label, or with one that no other has; tags likewise."""
    known: dict[tuple[bool, str], bool] = {}
    found = []
    for path, node in tree_edits.paths(tree):
        tag = node.is_tag
        label = node.label if tag else category(node.label)
        used = known.get((tag, label))
        if used is None:
            counts = inventory.counts.get("xpos" if tag else "category", {})
            closed = 0 < len(counts) <= _CLOSED and label not in ("", TRACE)
            used = known[tag, label] = not closed or inventory.knows("xpos" if tag else "category", label)
        only = node.children[0]
        doubled = len(node.children) == 1 and isinstance(only, Tree) and only.label == node.label
        if not used or (path and not node.label) or (doubled and node.label):
            found.append(path)
    return found


def flat_tree(sentence: Sentence, label: str) -> Tree:
    """One node over all words, under the tags that the sentence has: XPOS, else UPOS."""
    tags = (xpos if xpos != EMPTY else upos for xpos, upos in zip(sentence.xpos, sentence.upos, strict=True))
    return Tree(label, tuple(Tree(tag, (form,)) for tag, form in zip(tags, sentence.forms, strict=True)))


def still_folded(before: Tree, after: Tree, folded: frozenset[NodePath]) -> frozenset[NodePath]:
    """Which nodes of the tree after an edit are folded: those that were, and those over the same words as one that was.
    Of several nodes over the same words, the one with the same label, or else the first."""
    if not folded:
        return folded
    kept: set[NodePath] = set()
    spans: dict[tuple[int, int], list[tuple[NodePath, str]]] = {}
    for path, node, span in _spans(after):
        if not node.is_tag and node.label != TRACE:
            spans.setdefault(span, []).append((path, node.label))
    for path, node, span in _spans(before):
        if path not in folded:
            continue
        there = spans.get(span, [])
        same = [other for other, label in there if label == node.label]
        if path in same or (not same and any(path == other for other, _ in there)):
            kept.add(path)
        elif same:
            kept.add(same[0])
        elif there:
            kept.add(there[0][0])
    return frozenset(kept)


def _spans(tree: Tree) -> list[tuple[NodePath, Tree, tuple[int, int]]]:
    """Every node with the words and traces below it."""
    found: list[tuple[NodePath, Tree]] = []
    starts: list[int] = []
    ends: list[int] = []
    leaf = 0
    waiting: list[tuple[NodePath, Tree | str] | int] = [((), tree)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, int):
            ends[item] = leaf
            continue
        path, node = item
        if isinstance(node, str):
            leaf += 1
            continue
        found.append((path, node))
        starts.append(leaf)
        ends.append(leaf)
        waiting.append(len(found) - 1)
        waiting.extend(((*path, at), node.children[at]) for at in range(len(node.children) - 1, -1, -1))
    return [(path, node, (start, end)) for (path, node), start, end in zip(found, starts, ends, strict=True)]
