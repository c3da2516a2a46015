"""Locks of projective trees as masks of arcs and half trees, with messages that name the conflict where they leave no
tree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.data.constraints import Constraints
from spectral_core.errors import ConstraintError
from spectral_core.inference.locks.general import (
    MAX_QUOTED,
    Arc,
    Span,
    check_arcs_inside,
    check_locked_heads,
    check_spans_inside,
    quote_arc,
    quote_span,
    quote_word,
)
from spectral_core.inference.locks.spans import check_crossing

_MAX_SEARCHES = 100  # for trees; after them the conflict is reported as far as it is reduced


@dataclass(frozen=True, slots=True, eq=False)
class Locks:
    """The arcs that may be used, and how far half trees may reach: that spans be subtrees needs both."""

    arcs: Flags  # (words + 1, words) [head, modifier]
    reach: Flags  # (2, words, words) [side, head, edge], left and right; (2, 0, 0) where no span is locked

    @classmethod
    def from_constraints(cls, constraints: Constraints, forms: Sequence[str]) -> Locks | None:
        """Return the locks of a sentence, or None where there are none; ConstraintError with the conflict where no
        projective tree with one word under the root honours them."""
        if not (constraints.required_arcs or constraints.forbidden_arcs or constraints.required_spans):
            if constraints.forbidden_spans:
                _refuse_forbidden_spans()
            return None
        _check_pairs(constraints, forms)
        locks = cls._build(constraints, len(forms))
        if not locks.has_tree():
            _raise_conflict(constraints, forms)
        return locks

    @classmethod
    def _build(cls, constraints: Constraints, size: int) -> Locks:
        """Return the masks of these locks, whether or not they leave a tree."""
        arcs = np.ones((size + 1, size), dtype=bool)
        arcs[np.arange(1, size + 1), np.arange(size)] = False
        for head, modifier in constraints.required_arcs:
            is_allowed = arcs[head, modifier - 1]
            arcs[:, modifier - 1] = False
            arcs[head, modifier - 1] = is_allowed
            if head == 0:
                arcs[0, : modifier - 1] = arcs[0, modifier:] = False
        for head, modifier in constraints.forbidden_arcs:
            arcs[head, modifier - 1] = False
        spans = [(start, end) for start, end, _ in constraints.required_spans]
        if not spans:
            return cls(arcs, np.zeros((2, 0, 0), dtype=bool))
        # No arc leaves the span; and a half tree from outside that ends inside it would leave the rest of the span to
        # another subtree, while one subtree alone is always taken up whole.
        reach = np.ones((2, size, size), dtype=bool)
        for start, end in spans:
            arcs[start + 1 : end + 1, :start] = arcs[start + 1 : end + 1, end:] = False
            reach[0, end:, start + 1 : end] = False
            reach[1, :start, start : end - 1] = False
        return cls(arcs, reach)

    def has_tree(self) -> bool:
        """Return whether there is a tree at all."""
        from spectral_core.inference.eisner.charts import best_trees

        return bool(best_trees(np.where(self.arcs, 0.0, -np.inf), self, 1))


def _refuse_forbidden_spans() -> None:
    """Raise ConstraintError: forbidden spans have no meaning for dependency trees."""
    raise ConstraintError("a dependency parser cannot forbid a span; forbid the arcs that make it a phrase instead")


def _check_pairs(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError for conflicts that two locks alone can have."""
    if constraints.forbidden_spans:
        _refuse_forbidden_spans()
    check_arcs_inside(constraints, forms)
    check_spans_inside(constraints, forms)
    heads = check_locked_heads(constraints, forms)
    arcs = sorted((min(head, word), max(head, word), head, word) for word, head in heads.items())
    for index, (low, high, head, word) in enumerate(arcs):
        for start, end, later_head, later in arcs[index + 1 :]:
            if low < start < high < end:
                raise ConstraintError(
                    f"{quote_arc((head, word), forms)} and {quote_arc((later_head, later), forms)} are both locked but "
                    "cross; this parser draws no crossing arcs, so unlock one of them"
                )
    check_crossing(constraints, forms)
    for start, end, _ in sorted(constraints.required_spans):
        _check_subtree((start, end), heads, forms)


def _check_subtree(span: Span, heads: dict[int, int], forms: Sequence[str]) -> None:
    """Raise ConstraintError where locked arcs do not let a locked span be one subtree."""
    inside = range(span[0] + 1, span[1] + 1)
    entering: list[Arc] = []
    for word, head in sorted(heads.items()):
        arc = (head, word)
        if head in inside and word not in inside:
            raise ConstraintError(
                f"{quote_arc(arc, forms)} is locked, but leaves the locked span {quote_span(span, forms)}, which "
                "would not be a subtree; unlock one of the two"
            )
        if word in inside and head not in inside:
            if head == 0 and len(inside) < len(forms):
                raise ConstraintError(
                    f"{quote_word(word, forms)} is locked to the root, so all words hang from it; the locked span "
                    f"{quote_span(span, forms)} cannot be its subtree, so unlock one of the two"
                )
            entering.append(arc)
    if len(entering) > 1:
        raise ConstraintError(
            f"{quote_arc(entering[0], forms)} and {quote_arc(entering[1], forms)} are both locked and both enter the "
            f"locked span {quote_span(span, forms)}, of which only one word can have its head outside; unlock one"
        )


def _raise_conflict(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError with locks that cannot be honoured together, and as long as the search is short, of which
    none can be spared."""
    size = len(forms)
    remaining = _lone_conflict(constraints, size)
    if remaining is None:
        conflict = _Conflict(constraints, size)
        heads: dict[int, list[Arc]] = {}
        for arc in sorted(constraints.forbidden_arcs):
            heads.setdefault(arc[1], []).append(arc)
        conflict.remove_needless("forbidden_arcs", list(heads.values()))  # of whole words first: there are far fewer
        conflict.remove_needless("forbidden_arcs", [[arc] for arc in sorted(conflict.remaining.forbidden_arcs)])
        conflict.remove_needless("required_spans", [[span] for span in sorted(constraints.required_spans)])
        conflict.remove_needless("required_arcs", [[arc] for arc in sorted(constraints.required_arcs)])
        remaining = conflict.remaining
    descriptions = [
        *_format_list("the locked arcs ", [quote_arc(arc, forms) for arc in sorted(remaining.required_arcs)]),
        *_format_list(
            "the locked spans ", [quote_span((start, end), forms) for start, end, _ in sorted(remaining.required_spans)]
        ),
        *_format_list("the forbidden arcs ", [quote_arc(arc, forms) for arc in sorted(remaining.forbidden_arcs)]),
    ]
    is_single = len(remaining.required_arcs) + len(remaining.required_spans) + len(remaining.forbidden_arcs) == 1
    ending = "; take it back" if is_single else " together; take back one of them"
    raise ConstraintError(f"no tree without crossing arcs honours {' and '.join(descriptions)}{ending}")


def _lone_conflict(constraints: Constraints, size: int) -> Constraints | None:
    """Return the forbidden arcs that by themselves leave a word no head, or no word to the root; None where none do."""
    forbidden_only = Constraints(forbidden_arcs=constraints.forbidden_arcs)
    arcs = Locks._build(forbidden_only, size).arcs
    headless = np.flatnonzero(~arcs.any(axis=0))
    if headless.size:
        word = int(headless[0]) + 1
        return Constraints(forbidden_arcs=frozenset((head, word) for head in range(size + 1) if head != word))
    if not arcs[0].any():
        return Constraints(forbidden_arcs=frozenset((0, word) for word in range(1, size + 1)))
    return None


class _Conflict:
    """Locks that cannot be honoured together, reduced step by step to those that are needed for the conflict."""

    def __init__(self, constraints: Constraints, size: int):
        self.remaining, self._size = constraints, size
        self._searches_left = _MAX_SEARCHES

    def remove_needless(self, name: str, groups: Sequence[Collection[object]]) -> None:
        """Remove every group of locks of one kind that is not needed for the conflict, in order. How many go until the
        next that is needed is found by halving: the fewer are needed, the fewer searches it takes."""
        at = 0
        while at < len(groups) and self._searches_left:
            low, high = at, len(groups)  # without all before `low` there is still no tree; without all before `high`?
            if self._has_tree(self._without(name, groups[at:high])):
                high -= 1
                while low < high and self._searches_left:
                    middle = (low + high + 1) // 2
                    if self._has_tree(self._without(name, groups[at:middle])):
                        high = middle - 1
                    else:
                        low = middle
            else:
                low = high
            self.remaining = self._without(name, groups[at:low])
            at = low + 1  # the group at `low` is needed

    def _without(self, name: str, groups: Sequence[Collection[object]]) -> Constraints:
        """Return the remaining locks without these groups."""
        removed = {lock for group in groups for lock in group}
        if name == "forbidden_arcs":
            return replace(self.remaining, forbidden_arcs=self.remaining.forbidden_arcs - removed)
        if name == "required_spans":
            return replace(self.remaining, required_spans=self.remaining.required_spans - removed)
        return replace(self.remaining, required_arcs=self.remaining.required_arcs - removed)

    def _has_tree(self, constraints: Constraints) -> bool:
        """Return whether a tree honours these locks, and count the search."""
        self._searches_left -= 1
        return Locks._build(constraints, self._size).has_tree()


def _format_list(title: str, names: Iterable[str]) -> list[str]:
    """Return the title with the first names behind it; nothing where there are none."""
    items = list(names)
    if not items:
        return []
    title = title if len(items) > 1 else title.rstrip("s ") + " "
    text = ", ".join(items[:MAX_QUOTED]) + (f" and {len(items) - MAX_QUOTED} more" if len(items) > MAX_QUOTED else "")
    return [title + text]
