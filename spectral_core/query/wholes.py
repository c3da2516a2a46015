"""Conditions on a sentence as a whole: its length, text, name and problems."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace

from spectral_core.data.dependencies import is_projective
from spectral_core.data.validation import find_problems
from spectral_core.errors import QueryError
from spectral_core.query.cells import Value
from spectral_core.query.conditions import Condition, SentenceProperty
from spectral_core.query.tokens import QueryToken
from spectral_core.query.view import SentenceView

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


def make_length_condition(token: QueryToken) -> Condition:
    """Make the condition on the number of words of a sentence."""
    compare, number = _COMPARISONS[token.name], int(token.value.text[:9])
    return SentenceProperty(lambda view: compare(len(view.sentence), number), cost=0)


def make_sentence_condition(token: QueryToken) -> Condition:
    """Make the condition of `text:`, `id:`, `comment:` or `is:`."""
    value, name = token.value, token.name
    if name == "is":
        if value.text not in _PROPERTIES:
            message = f"a sentence cannot be asked whether it is {value.text!r}"
            raise QueryError(token.column, message, f"Write {' or '.join('is:' + kind for kind in _PROPERTIES)}")
        return SentenceProperty(_PROPERTIES[value.text], cost=3)
    if name in ("text", "comment"):
        contains = _contains_predicate(value)
        if name == "text":
            return SentenceProperty(lambda view: contains(view.sentence.text))
        return SentenceProperty(lambda view: any(map(contains, view.sentence.comments)))
    is_exact = value.exact_predicate()
    return SentenceProperty(lambda view: is_exact(view.sentence.comment("sent_id") or ""))


def _contains_predicate(value: Value) -> Callable[[str], bool]:
    if value.kind == "regex" or value.has_wildcards:
        return (value if value.kind == "regex" else replace(value, text=f"*{value.text}*")).loose_predicate()
    literal, ignore_case = value.text, value.caseless
    return lambda text: literal in (text.lower() if ignore_case else text)


_PROPERTIES: dict[str, Callable[[SentenceView], bool]] = {
    "problem": lambda view: any(not problem.warning for problem in find_problems(view.sentence, view.inventory)),
    "warning": lambda view: any(problem.warning for problem in find_problems(view.sentence, view.inventory)),
    "crossing": lambda view: not is_projective(view.sentence.heads),
    "unreadable": lambda view: not view.sentence.readable,
}
