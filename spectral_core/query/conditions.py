"""Conditions on a whole sentence: its length, text and properties, and patterns, combined by "and", "or" and "not"."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from spectral_core.data.dependencies import is_projective
from spectral_core.data.validation import find_problems
from spectral_core.errors import QueryError
from spectral_core.query.node_tests import QueryValue, SentenceView, combine_prefilters
from spectral_core.query.patterns import NodePattern, SequencePattern

if TYPE_CHECKING:
    from spectral_core.query.parser import QueryToken


Proofs = list[tuple[int, ...]]  # as in `patterns.ProofMap`; () for the sentence as a whole

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
_MAX_LENGTH_DIGITS = 9  # of a number of words
_PROPERTIES: dict[str, Callable[[SentenceView], bool]] = {
    "problem": lambda view: any(not problem.warning for problem in find_problems(view.sentence, view.inventory)),
    "warning": lambda view: any(problem.warning for problem in find_problems(view.sentence, view.inventory)),
    "crossing": lambda view: not is_projective(view.sentence.heads),
    "unreadable": lambda view: not view.sentence.is_readable,
}


class Condition(Protocol):
    """A condition that is tested on each sentence."""

    @property
    def cost(self) -> int:
        """The relative cost of testing the condition; the cheapest of several are tested first."""

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        """Return the words and nodes of each match in a sentence; None if the condition does not hold."""

    def prefilter_patterns(self) -> list[bytes]:
        """Return regular expressions that the bytes of a matching sentence match."""
        return []


@dataclass(frozen=True, slots=True)
class PatternOccurrence:
    """A pattern that occurs in the sentence; unreadable sentences never match."""

    pattern: NodePattern | SequencePattern
    cost: int = 2

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        """Return the words and nodes of each occurrence of the pattern; None if there is none."""
        return (view.sentence.is_readable and self.pattern.find_matches(view)) or None

    def prefilter_patterns(self) -> list[bytes]:
        return self.pattern.prefilter_patterns()


@dataclass(frozen=True, slots=True)
class SentenceProperty(Condition):
    """A property of the sentence as a whole."""

    holds: Callable[[SentenceView], bool]
    cost: int = 1

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        """Return one match without words if the sentence has the property, else None."""
        return [()] if self.holds(view) else None


@dataclass(frozen=True, slots=True)
class _CompoundCondition(Condition):
    parts: tuple[Condition, ...]

    @property
    def cost(self) -> int:
        return max(part.cost for part in self.parts)


@dataclass(frozen=True, slots=True)
class Conjunction(_CompoundCondition):
    """The conjunction of several conditions."""

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        """Return the matches of all parts, tested in the order of their cost; None if a part does not hold."""
        proofs_by_part: dict[int, Proofs] = {}
        for index in sorted(range(len(self.parts)), key=lambda part: self.parts[part].cost):
            if (proofs := self.parts[index].find_proofs(view)) is None:
                return None
            proofs_by_part[index] = proofs
        return _merge_proofs([proofs_by_part[index] for index in range(len(self.parts))])

    def prefilter_patterns(self) -> list[bytes]:
        return [pattern for part in self.parts for pattern in part.prefilter_patterns()]


@dataclass(frozen=True, slots=True)
class Disjunction(_CompoundCondition):
    """The disjunction of several conditions."""

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        """Return the matches of all parts that hold; None if none holds."""
        matching = [proofs for proofs in (part.find_proofs(view) for part in self.parts) if proofs is not None]
        return _merge_proofs(matching) if matching else None

    def prefilter_patterns(self) -> list[bytes]:
        return combine_prefilters(part.prefilter_patterns() for part in self.parts)


@dataclass(frozen=True, slots=True)
class Negation(Condition):
    """The negation of a condition."""

    part: Condition

    @property
    def cost(self) -> int:
        return self.part.cost

    def find_proofs(self, view: SentenceView) -> Proofs | None:
        """Return one match without words if the negated part does not hold, else None."""
        return [()] if self.part.find_proofs(view) is None else None


def _merge_proofs(proof_lists: list[Proofs]) -> Proofs:
    """Return all distinct proofs that include a word or node; one empty proof if there are none."""
    return list(dict.fromkeys(proof for proofs in proof_lists for proof in proofs if proof)) or [()]


def make_length_condition(token: QueryToken) -> Condition:
    """Make the condition on the number of words of a sentence."""
    digits = token.value.text.lstrip("0")[:_MAX_LENGTH_DIGITS]  # any longer number is larger than every sentence
    compare, number = _COMPARISONS[token.name], int(digits or "0")
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


def _contains_predicate(value: QueryValue) -> Callable[[str], bool]:
    """Return a predicate for strings that contain the value."""
    if value.kind == "regex" or value.has_wildcards:
        return (value if value.kind == "regex" else replace(value, text=f"*{value.text}*")).loose_predicate()
    literal, ignore_case = value.text, value.ignores_case
    return lambda text: literal in (text.lower() if ignore_case else text)
