"""How parts of trees, and how many of them differ, are said to the user."""

from __future__ import annotations

from collections.abc import Sequence

from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS, Part, Place, SpanPart, Structure
from spectral_gui.resources import translating
from spectral_gui.session.proposal import Proposal

_tr = translating("Session")

_MOST_WORDS = 6  # of a phrase that are named
_GROUNDS = 3  # parts of a score that are told


def named(part: Part, forms: Sequence[str]) -> str:
    """A part as a step names it: a word under another, or the words of a phrase."""
    if isinstance(part, SpanPart):
        words = list(forms[part.start : part.end])
        shown = [*words[: _MOST_WORDS - 1], "…", words[-1]] if len(words) > _MOST_WORDS else words
        return f"{part.label} '\u2068{' '.join(shown)}\u2069'".strip()
    word = f"'\u2068{forms[part.word - 1]}\u2069'"
    if not part.head:
        return _tr("{0} as the root").format(word)
    return _tr("{0} under {1}").format(word, f"'\u2068{forms[part.head - 1]}\u2069'")


def place_named(place: Place, forms: Sequence[str]) -> str:
    """A place in a sentence: a word with its number, or the words of a phrase."""
    if isinstance(place, int):
        return f"{place} \u2068{forms[place - 1]}\u2069"
    return named(SpanPart(*place), forms)


def tree_said(proposal: Proposal, rank: int) -> str:
    """Which tree of a proposal is shown, and how it differs from the first, or from what stands in the sentence."""
    said, limits = _tree_said(proposal, rank), proposal.parsed.limits
    return f"{said}. {limits}" if limits else said


def _tree_said(proposal: Proposal, rank: int) -> str:
    tree, own, structure = proposal.trees[rank], proposal.asked.sentence, proposal.asked.structure
    number = _tr("score {0:.3f}").format(tree.score)
    if tree.probability is not None:
        number = _tr("probability {0:.0%}").format(tree.probability)
    said = _tr("Tree {0} of {1}, {2}").format(rank + 1, len(proposal.trees), number)
    if rank:
        count = len(proposal.moved(rank))
        said += _grounds_said(proposal, rank)
        if structure is CONSTITUENTS:
            return _tr("{0}; {1} phrase(s) are not in the first").format(said, count)
        return _tr("{0}; {1} word(s) hang elsewhere than in the first").format(said, count)
    if structure.is_open(own):
        return said
    other = _said_to_differ(structure, tree.value, own)
    if not other:
        return _tr("{0}: it is what stands here").format(said)
    return _tr("{0}; other than what stands here: {1}").format(said, other)


def _grounds_said(proposal: Proposal, rank: int) -> str:
    """What speaks most for or against a tree beside the first; "" where the model does not say."""
    grounds = proposal.parsed.grounds
    if rank >= len(grounds) or not grounds[rank]:
        return ""
    return " (" + ", ".join(f"{one.element} {one.value:+.2f}" for one in grounds[rank][:_GROUNDS]) + ")"


def _said_to_differ(structure: Structure, tree: Sentence, other: Sentence) -> str:
    """How many parts of a tree are otherwise in another over the same words; "" where none is."""
    moved = len(structure.moved(tree, other))
    if structure is CONSTITUENTS:
        return _tr("{0} phrase(s)").format(moved) if moved else ""
    rows = zip(tree.heads, tree.deprels, other.heads, other.deprels, strict=True)
    labels = sum(head == there and label != name for head, label, there, name in rows)
    parts = [_tr("{0} head(s)").format(moved)] if moved else []
    parts += [_tr("{0} relation(s)").format(labels)] if labels else []
    return ", ".join(parts)
