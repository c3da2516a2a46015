"""Writes a tree on one line, or indented over several as the Penn Treebank does."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.tree import UNPARSED
from spectral_core.errors import FormatError

_WIDEST = 200  # columns of indentation; a very deep tree would otherwise be mostly that
UNSAFE = re.compile(r"[\s()]", re.ASCII)


def write(sentence: Sentence, spread: Sequence[int] = ()) -> str:
    """The sentence's comments and its tree over its own words and tags, without a last line break. The tree is on one
    line, or over several where the sentence's own line is among `spread`, which is in order. A bracket in a word or
    label becomes -LRB- or -RRB-, white space in one becomes _ . A sentence that has no tree yet is written as its words
    under the label `UNPARSED`."""
    tree = unparsed(sentence) if sentence.tree is None else _with_columns(sentence.tree, sentence)
    tree = _sound(tree, sentence.line)
    at = bisect_left(spread, sentence.line)
    several = at < len(spread) and spread[at] == sentence.line
    return "\n".join((*sentence.comments, indented(tree) if several else str(tree)))


def unparsed(sentence: Sentence) -> Tree:
    """What stands for a sentence without a tree, in brackets that any reader takes for a flat one."""
    rows = zip(sentence.xpos, sentence.forms, strict=True)
    return Tree("", (Tree(UNPARSED, tuple(Tree(tag, (form,)) for tag, form in rows)),))


def _with_columns(tree: Tree, sentence: Sentence) -> Tree:
    """The tree with what was changed in the sentence's forms and tags since it was made."""
    old_tags = tuple(tree.tags())
    if len(old_tags) != len(sentence.forms):
        what = f"the tree is over {len(old_tags)} words, but the sentence has {len(sentence.forms)}"
        raise FormatError(None, sentence.line, what, "Give the sentence a tree over its own words")
    if old_tags == sentence.xpos and tuple(tree.words()) == sentence.forms:
        return tree
    tags = [old if new == EMPTY else new for old, new in zip(old_tags, sentence.xpos, strict=True)]
    return tree.with_leaves(sentence.forms, tags)


def _sound(tree: Tree, line: int) -> Tree:
    """The tree with nothing in its labels and words that would be read as something else."""

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        if not children or "" in children:
            what = f"a word or a phrase under {node.label!r} is empty, and brackets cannot say so"
            raise FormatError(None, line, what, "Write a word, or take the empty part out of the tree")
        parts = [_safe(child) if isinstance(child, str) else child for child in children]
        return node.rebuild(_safe(node.label), parts)

    return tree.fold(make)


def _safe(text: str) -> str:
    brackets = text.replace("(", "-LRB-").replace(")", "-RRB-") if UNSAFE.search(text) else text
    return UNSAFE.sub("_", brackets)


def indented(tree: Tree) -> str:
    """The tree with a line for each phrase, two columns further in than the one above it. The tags that a phrase begins
    with stay on its line, and all of them where it has no phrases below it."""
    pieces: list[str] = []
    # each node with its column, and whether it is on a new line
    waiting: list[tuple[Tree | str, int, bool] | None] = [(tree, 0, False)]
    while waiting:
        if (top := waiting.pop()) is None:
            pieces.append(")")
            continue
        node, column, breaks = top
        if pieces:
            pieces.append("\n" + " " * min(column, _WIDEST) if breaks else " ")
        if isinstance(node, str) or all(_is_leaf(child) for child in node.children):
            pieces.append(str(node))
            continue
        pieces.append(f"({node.label}")
        waiting.append(None)
        stay = next(at for at, child in enumerate(node.children) if not _is_leaf(child))
        if not node.label:
            stay += 1  # an outer bracket shares its line with the phrase in it
        below = [(child, column + 2, at >= stay) for at, child in enumerate(node.children)]
        waiting.extend(reversed(below))
    return "".join(pieces)


def _is_leaf(node: Tree | str) -> bool:
    return isinstance(node, str) or node.is_tag
