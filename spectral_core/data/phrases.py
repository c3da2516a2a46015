"""Dependencies as phrases: every word projects one over itself and its modifiers; `dependencies` is the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spectral_core.data.dependencies import dependents, is_projective, is_tree
from spectral_core.data.lifting import projectivised
from spectral_core.data.sentence import Sentence
from spectral_core.data.tree import PROJECTED, TRACE, Tree
from spectral_core.data.words import EMPTY
from spectral_core.errors import EditError

_NO_FUNCTIONS = str.maketrans("-=", "‐꞊")  # what follows these in a phrase's label would be its functions


def projected(tag: str) -> str:
    """The label of the phrase that a word with this tag makes."""
    return PROJECTED + tag.translate(_NO_FUNCTIONS)


def phrases(forms: Sequence[str], tags: Sequence[str], heads: Sequence[int]) -> Tree:
    """The phrase of the root; in each the head is the only child that is no phrase. Heads are a tree in which no arcs
    cross."""
    below = dependents(heads)
    order = [*below[0]]
    for word in order:  # which grows: each before its modifiers
        order.extend(below[word])
    made: dict[int, Tree] = {}
    for word in reversed(order):
        tag = EMPTY if tags[word - 1] == TRACE else tags[word - 1]
        own = Tree(tag, (forms[word - 1],))
        children = [made[one] for one in below[word]]
        before = sum(one < word for one in below[word])
        made[word] = Tree(projected(tag), (*children[:before], own, *children[before:]))
    return made[below[0][0]]


def with_phrases(sentence: Sentence, column: str = "xpos") -> Sentence:
    """The sentence with the phrases of its heads in place of its tree, under the tags of this column; crossing arcs are
    lifted. EditError for a sentence whose heads are no tree."""
    if not is_tree(sentence.heads):
        raise EditError("the heads of this sentence are no tree to make phrases of; attach every word, one to the root")
    heads = tuple(head or 0 for head in sentence.heads)
    if not is_projective(heads):
        heads, _ = projectivised(heads, sentence.deprels)
    return replace(sentence, tree=phrases(sentence.forms, sentence.column(column), heads), source=None)
