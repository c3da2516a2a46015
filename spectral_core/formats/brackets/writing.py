"""Writer of trees, on one line or indented over several as the Penn Treebank has them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.tree import UNPARSED
from spectral_core.errors import FormatError

_MAX_INDENT = 200  # columns of indentation; a very deep tree would otherwise be mostly that
UNSAFE = re.compile(r"[\s()]", re.ASCII)


def write(sentence: Sentence, multiline_starts: Sequence[int] = ()) -> str:
    """Write a sentence's comments and its tree over its own words and tags, without a last line break. The tree is on
    one line, or over several where the sentence's own line is among `multiline_starts`, which is in order. A bracket in
    a word or label becomes -LRB- or -RRB-, white space in one becomes _ . A sentence without a tree is written as its
    words under the label `UNPARSED`."""
    tree = make_unparsed_tree(sentence) if sentence.tree is None else _update_leaves(sentence.tree, sentence)
    tree = _sanitise_tree(tree, sentence.line)
    position = bisect_left(multiline_starts, sentence.line)
    is_multiline = position < len(multiline_starts) and multiline_starts[position] == sentence.line
    return "\n".join((*sentence.comments, indent_tree(tree) if is_multiline else str(tree)))


def make_unparsed_tree(sentence: Sentence) -> Tree:
    """Return the tree that stands for a sentence without one, which any reader takes for a flat one."""
    tagged_words = zip(sentence.xpos, sentence.forms, strict=True)
    return Tree("", (Tree(UNPARSED, tuple(Tree(tag, (form,)) for tag, form in tagged_words)),))


def _update_leaves(tree: Tree, sentence: Sentence) -> Tree:
    """Return the tree with the changes made to the sentence's forms and tags since it was built."""
    old_tags = tuple(tree.tags())
    if len(old_tags) != len(sentence.forms):
        message = f"the tree is over {len(old_tags)} words, but the sentence has {len(sentence.forms)}"
        raise FormatError(None, sentence.line, message, "Give the sentence a tree over its own words")
    if old_tags == sentence.xpos and tuple(tree.words()) == sentence.forms:
        return tree
    tags = [old if new == EMPTY else new for old, new in zip(old_tags, sentence.xpos, strict=True)]
    return tree.with_leaves(sentence.forms, tags)


def _sanitise_tree(tree: Tree, line: int) -> Tree:
    """Return the tree with nothing in its labels and words that would be read as something else."""

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        if not children or "" in children:
            message = f"a word or a phrase under {node.label!r} is empty, and brackets cannot say so"
            raise FormatError(None, line, message, "Write a word, or take the empty part out of the tree")
        parts = [_escape_brackets(child) if isinstance(child, str) else child for child in children]
        return node.rebuild(_escape_brackets(node.label), parts)

    return tree.fold(make)


def _escape_brackets(text: str) -> str:
    brackets = text.replace("(", "-LRB-").replace(")", "-RRB-") if UNSAFE.search(text) else text
    return UNSAFE.sub("_", brackets)


def indent_tree(tree: Tree) -> str:
    """Write a tree with a line for each phrase, two columns further in than its parent. The tags that a phrase begins
    with stay on its line, and all of them where it has no phrases below it."""
    pieces: list[str] = []
    # each node with its column, and whether it is on a new line
    stack: list[tuple[Tree | str, int, bool] | None] = [(tree, 0, False)]
    while stack:
        if (top := stack.pop()) is None:
            pieces.append(")")
            continue
        node, column, on_new_line = top
        if pieces:
            pieces.append("\n" + " " * min(column, _MAX_INDENT) if on_new_line else " ")
        if isinstance(node, str) or all(_is_leaf(child) for child in node.children):
            pieces.append(str(node))
            continue
        pieces.append(f"({node.label}")
        stack.append(None)
        first_phrase = next(position for position, child in enumerate(node.children) if not _is_leaf(child))
        if not node.label:
            first_phrase += 1  # an outer bracket shares its line with the phrase in it
        children = [(child, column + 2, position >= first_phrase) for position, child in enumerate(node.children)]
        stack.extend(reversed(children))
    return "".join(pieces)


def _is_leaf(node: Tree | str) -> bool:
    return isinstance(node, str) or node.is_tag
