"""The conflicts that locks can have in any structure, and how complaints name words, arcs and spans."""

from collections.abc import Sequence

from spectral_core.data.constraints import Constraints
from spectral_core.errors import ConstraintError

Arc = tuple[int, int]  # (head, modifier), words from 1, 0 is the root
Span = tuple[int, int]  # half-open, counted from 0
SHOWN = 6  # words of a span that a complaint quotes, and arcs


def check_arcs_inside(constraints: Constraints, forms: Sequence[str]) -> None:
    """ConstraintError where a locked or forbidden arc lies outside the sentence."""
    size = len(forms)
    for kind, arcs in (("locked", constraints.required_arcs), ("forbidden", constraints.forbidden_arcs)):
        for head, modifier in sorted(arcs):
            if not (0 <= head <= size and 1 <= modifier <= size):
                raise ConstraintError(
                    f"the {kind} arc from word {head} to word {modifier} does not lie in this sentence of {size} words"
                )


def check_spans_inside(constraints: Constraints, forms: Sequence[str]) -> None:
    """ConstraintError where a locked span lies outside the sentence."""
    size = len(forms)
    for start, end, _ in sorted(constraints.required_spans):
        if not 0 <= start < end <= size:
            raise ConstraintError(
                f"the locked span from word {start + 1} to word {end} does not lie in this sentence of {size} words"
            )


def locked_heads(constraints: Constraints, forms: Sequence[str]) -> dict[int, int]:
    """The head of each word that has a locked one; ConstraintError where no dependency tree with one word under the
    root, with or without crossing arcs, has all of them."""
    heads: dict[int, int] = {}
    for head, modifier in sorted(constraints.required_arcs):
        if head == modifier:
            raise ConstraintError(f"{word_named(modifier, forms)} cannot be its own head; unlock this arc")
        if modifier in heads:
            raise ConstraintError(
                f"{word_named(modifier, forms)} is locked to two heads, {word_named(heads[modifier], forms)} and "
                f"{word_named(head, forms)}; unlock one of them"
            )
        heads[modifier] = head
        if (head, modifier) in constraints.forbidden_arcs:
            raise ConstraintError(
                f"{arc_named((head, modifier), forms)} is locked and forbidden at once; take back one"
            )
    tops = [modifier for modifier, head in heads.items() if head == 0]
    if len(tops) > 1:
        raise ConstraintError(
            f"{word_named(tops[0], forms)} and {word_named(tops[1], forms)} are both locked to the root, "
            "under which exactly one word hangs; unlock one of them"
        )
    for start in sorted(heads):
        seen = [start]
        while seen[-1] in heads:
            above = heads[seen[-1]]
            if above in seen:
                circle = [above, *reversed(seen[seen.index(above) :])]
                named = " -> ".join(word_named(word, forms) for word in circle)
                raise ConstraintError(f"the locked arcs run in a circle: {named}; unlock one of them")
            seen.append(above)
    return heads


def word_named(index: int, forms: Sequence[str]) -> str:
    return f"{index} '{forms[index - 1]}'" if index else "the root"


def arc_named(arc: Arc, forms: Sequence[str]) -> str:
    return f"{word_named(arc[0], forms)} -> {word_named(arc[1], forms)}"


def span_named(span: Span, forms: Sequence[str]) -> str:
    """Its places and its first words."""
    shown = " ".join(forms[span[0] : span[1]][:SHOWN]) + (" ..." if span[1] - span[0] > SHOWN else "")
    return f"{span[0] + 1}-{span[1]} '{shown}'"
