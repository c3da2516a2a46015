"""Dependency trees as phrases: each word projects one over its subtree; the inverse is in `head_rules`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spectral_core.data.dependencies import dependents, is_projective, is_tree
from spectral_core.data.lifting import projectivise
from spectral_core.data.sentence import Sentence
from spectral_core.data.tree import PROJECTED_MARK, TRACE, Tree
from spectral_core.data.words import EMPTY
from spectral_core.errors import EditError

_FUNCTION_MARKS = str.maketrans("-=", "‐꞊")  # separate functions in a phrase's label


def project_label(tag: str) -> str:
    """Return the label of the phrase that a word with this tag projects."""
    return PROJECTED_MARK + tag.translate(_FUNCTION_MARKS)


def make_phrases(forms: Sequence[str], tags: Sequence[str], heads: Sequence[int]) -> Tree:
    """Return the phrase of the root; in each phrase the head is the only child that is no phrase.

    Heads are a projective tree.
    """
    dependents_of = dependents(heads)
    order = [*dependents_of[0]]
    for word in order:  # grows: heads before their dependents
        order.extend(dependents_of[word])
    projections: dict[int, Tree] = {}
    for word in reversed(order):
        tag = EMPTY if tags[word - 1] == TRACE else tags[word - 1]
        head_tag = Tree(tag, (forms[word - 1],))
        children = [projections[dependent] for dependent in dependents_of[word]]
        left_count = sum(dependent < word for dependent in dependents_of[word])
        projections[word] = Tree(project_label(tag), (*children[:left_count], head_tag, *children[left_count:]))
    return projections[dependents_of[0][0]]


def with_phrases(sentence: Sentence, column: str = "xpos") -> Sentence:
    """Return the sentence with the phrases of its heads as its tree, under the tags of this column.

    Crossing arcs are lifted. EditError for a sentence whose heads are no tree.
    """
    if not is_tree(sentence.heads):
        raise EditError("the heads of this sentence are no tree to make phrases of; attach every word, one to the root")
    heads = tuple(head or 0 for head in sentence.heads)
    if not is_projective(heads):
        heads, _ = projectivise(heads, sentence.deprels)
    return replace(sentence, tree=make_phrases(sentence.forms, sentence.column(column), heads), source=None)
