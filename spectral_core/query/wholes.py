"""Questions about a sentence as a whole: its length, its text, its name, what is wrong with it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace

from spectral_core.data.dependencies import is_projective
from spectral_core.data.validation import problems_in
from spectral_core.errors import QueryError
from spectral_core.query.cells import Value
from spectral_core.query.conditions import Condition, Whole
from spectral_core.query.tokens import QueryToken
from spectral_core.query.view import View

_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


def length(token: QueryToken) -> Condition:
    """Whether a sentence has so many words."""
    compare, number = _COMPARED[token.name], int(token.value.text[:9])
    return Whole(lambda view: compare(len(view.sentence), number), cost=0)


def whole(token: QueryToken) -> Condition:
    """The question that `text:`, `id:`, `comment:` or `is:` asks."""
    value, name = token.value, token.name
    if name == "is":
        if value.text not in _KINDS:
            what = f"a sentence cannot be asked whether it is {value.text!r}"
            raise QueryError(token.column, what, f"Write {' or '.join('is:' + kind for kind in _KINDS)}")
        return Whole(_KINDS[value.text], cost=3)
    if name in ("text", "comment"):
        contains = _contains(value)
        if name == "text":
            return Whole(lambda view: contains(view.sentence.text))
        return Whole(lambda view: any(map(contains, view.sentence.comments)))
    exact = value.exactly()
    return Whole(lambda view: exact(view.sentence.comment("sent_id") or ""))


def _contains(value: Value) -> Callable[[str], bool]:
    if value.kind == "regex" or value.wild:
        return (value if value.kind == "regex" else replace(value, text=f"*{value.text}*")).freely()
    wanted, free = value.text, value.caseless
    return lambda text: wanted in (text.lower() if free else text)


_KINDS: dict[str, Callable[[View], bool]] = {
    "problem": lambda view: any(not problem.warning for problem in problems_in(view.sentence, view.inventory)),
    "warning": lambda view: any(problem.warning for problem in problems_in(view.sentence, view.inventory)),
    "crossing": lambda view: not is_projective(view.sentence.heads),
    "unreadable": lambda view: not view.sentence.readable,
}
