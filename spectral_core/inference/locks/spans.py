"""Conflicts of locked spans: those that cross, and what a constituent tree must and must not have at once."""

from collections.abc import Sequence

from spectral_core.data.constraints import Constraints
from spectral_core.errors import ConstraintError
from spectral_core.inference.locks.general import Span, check_spans_inside, quote_span


def check_crossing(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError where two locked spans cross."""
    spans = sorted({(start, end) for start, end, _ in constraints.required_spans})
    for index, span in enumerate(spans):
        for later_span in spans[index + 1 :]:
            if span[0] < later_span[0] < span[1] < later_span[1]:
                raise ConstraintError(
                    f"the locked spans {quote_span(span, forms)} and {quote_span(later_span, forms)} cross; "
                    "no tree has both, so unlock one of them"
                )


def collect_locked_phrases(constraints: Constraints, forms: Sequence[str], unnamed: str) -> dict[Span, tuple[str, ...]]:
    """Return the labels of every phrase that a constituent tree must have, outermost first; the whole sentence is one.
    `unnamed` is the label of those locked without one. ConstraintError where no tree honours the locks."""
    check_spans_inside(constraints, forms)
    size = len(forms)
    names: dict[Span, set[str]] = {(0, size): set()}
    for start, end, label in constraints.required_spans:
        if label or end - start > 1:  # one word is a span by itself
            names.setdefault((start, end), set()).update([label] if label else ())
    locked = {
        span: tuple(sorted(names[span])) or (unnamed,)
        for span in sorted(names, key=lambda span_key: (span_key[0], -span_key[1]))
    }
    for start, end, label in sorted(constraints.forbidden_spans):
        if (start, end) in locked and (not label or label in locked[start, end]):
            state = "the whole sentence, which is always a phrase," if (start, end) == (0, size) else "locked"
            raise ConstraintError(
                f"the span {quote_span((start, end), forms)} is {state} and forbidden at once; take back one of the two"
            )
    check_crossing(constraints, forms)
    return locked
