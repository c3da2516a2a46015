"""Descriptions of tree parts and of differences between trees, for the user."""

from __future__ import annotations

from collections.abc import Sequence

from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS, Part, Position, SpanPart, Structure
from spectral_gui.resources import make_translator
from spectral_gui.session.proposal import Suggestion

_tr = make_translator("Session")

_MAX_WORDS = 6  # of a phrase
_MAX_GROUNDS = 3  # parts of a score


def describe_part(part: Part, forms: Sequence[str]) -> str:
    """Describe a part as an undo text does: a word under another, or the words of a phrase."""
    if isinstance(part, SpanPart):
        words = list(forms[part.start : part.end])
        shortened = [*words[: _MAX_WORDS - 1], "…", words[-1]] if len(words) > _MAX_WORDS else words
        return f"{part.label} '\u2068{' '.join(shortened)}\u2069'".strip()
    word = f"'\u2068{forms[part.word - 1]}\u2069'"
    if not part.head:
        return _tr("{0} as the root").format(word)
    return _tr("{0} under {1}").format(word, f"'\u2068{forms[part.head - 1]}\u2069'")


def describe_position(position: Position, forms: Sequence[str]) -> str:
    """Describe a position in a sentence: a word with its number, or the words of a phrase."""
    if isinstance(position, int):
        return f"{position} \u2068{forms[position - 1]}\u2069"
    return describe_part(SpanPart(*position), forms)


def describe_tree(suggestion: Suggestion, rank: int) -> str:
    """Describe which tree of a suggestion is shown, and how it differs from the best one, or from the tree of the
    sentence."""
    description, limits = _describe_rank(suggestion, rank), suggestion.parsed.limits
    return f"{description}. {limits}" if limits else description


def _describe_rank(suggestion: Suggestion, rank: int) -> str:
    tree, sentence, structure = suggestion.trees[rank], suggestion.question.sentence, suggestion.question.structure
    number = _tr("score {0:.3f}").format(tree.score)
    if tree.probability is not None:
        number = _tr("probability {0:.0%}").format(tree.probability)
    description = _tr("Tree {0} of {1}, {2}").format(rank + 1, len(suggestion.trees), number)
    if rank:
        count = len(suggestion.find_changed_parts(rank))
        description += _describe_grounds(suggestion, rank)
        if structure is CONSTITUENTS:
            return _tr("{0}; {1} phrase(s) are not in the first").format(description, count)
        return _tr("{0}; {1} word(s) hang elsewhere than in the first").format(description, count)
    if structure.is_unfinished(sentence):
        return description
    difference = _describe_difference(structure, tree.value, sentence)
    if not difference:
        return _tr("{0}: it is what stands here").format(description)
    return _tr("{0}; other than what stands here: {1}").format(description, difference)


def _describe_grounds(suggestion: Suggestion, rank: int) -> str:
    """Describe what speaks most for or against a tree beside the best one; "" where the model does not say."""
    grounds = suggestion.parsed.contributions
    if rank >= len(grounds) or not grounds[rank]:
        return ""
    return " (" + ", ".join(f"{ground.element} {ground.value:+.2f}" for ground in grounds[rank][:_MAX_GROUNDS]) + ")"


def _describe_difference(structure: Structure, tree: Sentence, reference: Sentence) -> str:
    """Describe how many parts of a tree differ from another over the same words; "" where none does."""
    changed_count = len(structure.changed_parts(tree, reference))
    if structure is CONSTITUENTS:
        return _tr("{0} phrase(s)").format(changed_count) if changed_count else ""
    arcs = zip(tree.heads, tree.deprels, reference.heads, reference.deprels, strict=True)
    labels = sum(
        head == reference_head and label != reference_label for head, label, reference_head, reference_label in arcs
    )
    parts = [_tr("{0} head(s)").format(changed_count)] if changed_count else []
    parts += [_tr("{0} relation(s)").format(labels)] if labels else []
    return ", ".join(parts)
