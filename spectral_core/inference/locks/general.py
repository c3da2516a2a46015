"""Conflicts that locks can have in any structure, and names of words, arcs and spans in messages."""

from collections.abc import Sequence

from spectral_core.data.constraints import Constraints
from spectral_core.errors import ConstraintError

Arc = tuple[int, int]  # (head, modifier), words from 1, 0 is the root
Span = tuple[int, int]  # half-open, counted from 0
MAX_QUOTED = 6  # words of a span that a complaint quotes, and arcs


def check_arcs_inside(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError where a locked or forbidden arc lies outside the sentence."""
    size = len(forms)
    for kind, arcs in (("locked", constraints.required_arcs), ("forbidden", constraints.forbidden_arcs)):
        for head, modifier in sorted(arcs):
            if not (0 <= head <= size and 1 <= modifier <= size):
                raise ConstraintError(
                    f"the {kind} arc from word {head} to word {modifier} does not lie in this sentence of {size} words"
                )


def check_spans_inside(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError where a locked span lies outside the sentence."""
    size = len(forms)
    for start, end, _ in sorted(constraints.required_spans):
        if not 0 <= start < end <= size:
            raise ConstraintError(
                f"the locked span from word {start + 1} to word {end} does not lie in this sentence of {size} words"
            )


def check_locked_heads(constraints: Constraints, forms: Sequence[str]) -> dict[int, int]:
    """Return the head of each word that has a locked one; ConstraintError where no dependency tree with one word under
    the root, with or without crossing arcs, has all of them."""
    heads: dict[int, int] = {}
    for head, modifier in sorted(constraints.required_arcs):
        if head == modifier:
            raise ConstraintError(f"{quote_word(modifier, forms)} cannot be its own head; unlock this arc")
        if modifier in heads:
            raise ConstraintError(
                f"{quote_word(modifier, forms)} is locked to two heads, {quote_word(heads[modifier], forms)} and "
                f"{quote_word(head, forms)}; unlock one of them"
            )
        heads[modifier] = head
        if (head, modifier) in constraints.forbidden_arcs:
            raise ConstraintError(
                f"{quote_arc((head, modifier), forms)} is locked and forbidden at once; take back one"
            )
    root_words = [modifier for modifier, head in heads.items() if head == 0]
    if len(root_words) > 1:
        raise ConstraintError(
            f"{quote_word(root_words[0], forms)} and {quote_word(root_words[1], forms)} are both locked to the root, "
            "under which exactly one word hangs; unlock one of them"
        )
    for start in sorted(heads):
        path = [start]
        while path[-1] in heads:
            next_head = heads[path[-1]]
            if next_head in path:
                cycle = [next_head, *reversed(path[path.index(next_head) :])]
                cycle_text = " -> ".join(quote_word(word, forms) for word in cycle)
                raise ConstraintError(f"the locked arcs run in a circle: {cycle_text}; unlock one of them")
            path.append(next_head)
    return heads


def quote_word(index: int, forms: Sequence[str]) -> str:
    """Return a word's number and form, or the name of the root."""
    return f"{index} '{forms[index - 1]}'" if index else "the root"


def quote_arc(arc: Arc, forms: Sequence[str]) -> str:
    """Return head and modifier as a message names them."""
    return f"{quote_word(arc[0], forms)} -> {quote_word(arc[1], forms)}"


def quote_span(span: Span, forms: Sequence[str]) -> str:
    """Return the numbers of a span's words, and the first of its words."""
    text = " ".join(forms[span[0] : span[1]][:MAX_QUOTED]) + (" ..." if span[1] - span[0] > MAX_QUOTED else "")
    return f"{span[0] + 1}-{span[1]} '{text}'"
