"""What locks leave of the trees without crossing arcs, and in words what is wrong where they leave none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Flags
from spectral_core.data.constraints import Constraints
from spectral_core.errors import ConstraintError
from spectral_core.inference.locks.general import (
    SHOWN,
    Arc,
    Span,
    arc_named,
    check_arcs_inside,
    check_spans_inside,
    locked_heads,
    span_named,
    word_named,
)
from spectral_core.inference.locks.spans import check_crossing

_SEARCHES = 100  # for trees, until what cannot be honoured is told as far as it is known


@dataclass(frozen=True, slots=True, eq=False)
class Locks:
    """Which arcs may be used, and how far half trees may reach: that spans be subtrees needs both."""

    arcs: Flags  # (words + 1, words) [head, modifier]
    reach: Flags  # (2, words, words) [side, head, edge], left and right; (2, 0, 0) where no span is locked

    @classmethod
    def of(cls, constraints: Constraints, forms: Sequence[str]) -> Locks | None:
        """The locks of a sentence, or None where there are none; ConstraintError with the conflict where no projective
        tree with one word under the root honours them."""
        if not (constraints.required_arcs or constraints.forbidden_arcs or constraints.required_spans):
            if constraints.forbidden_spans:
                _refuse_forbidden_spans()
            return None
        _check(constraints, forms)
        made = cls._unchecked(constraints, len(forms))
        if not made.possible():
            _explain(constraints, forms)
        return made

    @classmethod
    def _unchecked(cls, constraints: Constraints, size: int) -> Locks:
        arcs = np.ones((size + 1, size), dtype=bool)
        arcs[np.arange(1, size + 1), np.arange(size)] = False
        for head, modifier in constraints.required_arcs:
            others = arcs[head, modifier - 1]
            arcs[:, modifier - 1] = False
            arcs[head, modifier - 1] = others
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

    def possible(self) -> bool:
        """Whether there is a tree at all."""
        from spectral_core.inference.eisner.charts import best_trees

        return bool(best_trees(np.where(self.arcs, 0.0, -np.inf), self, 1))


def _refuse_forbidden_spans() -> None:
    raise ConstraintError("a dependency parser cannot forbid a span; forbid the arcs that make it a phrase instead")


def _check(constraints: Constraints, forms: Sequence[str]) -> None:
    """The conflicts that two locks alone can have."""
    if constraints.forbidden_spans:
        _refuse_forbidden_spans()
    check_arcs_inside(constraints, forms)
    check_spans_inside(constraints, forms)
    heads = locked_heads(constraints, forms)
    arcs = sorted((min(head, word), max(head, word), head, word) for word, head in heads.items())
    for place, (low, high, head, word) in enumerate(arcs):
        for start, end, other_head, other in arcs[place + 1 :]:
            if low < start < high < end:
                raise ConstraintError(
                    f"{arc_named((head, word), forms)} and {arc_named((other_head, other), forms)} are both locked but "
                    "cross; this parser draws no crossing arcs, so unlock one of them"
                )
    check_crossing(constraints, forms)
    for start, end, _ in sorted(constraints.required_spans):
        _check_subtree((start, end), heads, forms)


def _check_subtree(span: Span, heads: dict[int, int], forms: Sequence[str]) -> None:
    """ConstraintError where locked arcs do not let a locked span be one subtree."""
    inside = range(span[0] + 1, span[1] + 1)
    entered: list[Arc] = []
    for word, head in sorted(heads.items()):
        arc = (head, word)
        if head in inside and word not in inside:
            raise ConstraintError(
                f"{arc_named(arc, forms)} is locked, but leaves the locked span {span_named(span, forms)}, which "
                "would not be a subtree; unlock one of the two"
            )
        if word in inside and head not in inside:
            if head == 0 and len(inside) < len(forms):
                raise ConstraintError(
                    f"{word_named(word, forms)} is locked to the root, so all words hang from it; the locked span "
                    f"{span_named(span, forms)} cannot be its subtree, so unlock one of the two"
                )
            entered.append(arc)
    if len(entered) > 1:
        raise ConstraintError(
            f"{arc_named(entered[0], forms)} and {arc_named(entered[1], forms)} are both locked and both enter the "
            f"locked span {span_named(span, forms)}, of which only one word can have its head outside; unlock one"
        )


def _explain(constraints: Constraints, forms: Sequence[str]) -> None:
    """Names locks that cannot be honoured together, and as long as the search is short, of which none can be spared."""
    size = len(forms)
    left = _lone_conflict(constraints, size)
    if left is None:
        conflict = _Conflict(constraints, size)
        heads: dict[int, list[Arc]] = {}
        for arc in sorted(constraints.forbidden_arcs):
            heads.setdefault(arc[1], []).append(arc)
        conflict.spare("forbidden_arcs", list(heads.values()))  # of whole words first: there are far fewer
        conflict.spare("forbidden_arcs", [[arc] for arc in sorted(conflict.left.forbidden_arcs)])
        conflict.spare("required_spans", [[span] for span in sorted(constraints.required_spans)])
        conflict.spare("required_arcs", [[arc] for arc in sorted(constraints.required_arcs)])
        left = conflict.left
    named = [
        *_listed("the locked arcs ", [arc_named(arc, forms) for arc in sorted(left.required_arcs)]),
        *_listed(
            "the locked spans ", [span_named((start, end), forms) for start, end, _ in sorted(left.required_spans)]
        ),
        *_listed("the forbidden arcs ", [arc_named(arc, forms) for arc in sorted(left.forbidden_arcs)]),
    ]
    alone = len(left.required_arcs) + len(left.required_spans) + len(left.forbidden_arcs) == 1
    ending = "; take it back" if alone else " together; take back one of them"
    raise ConstraintError(f"no tree without crossing arcs honours {' and '.join(named)}{ending}")


def _lone_conflict(constraints: Constraints, size: int) -> Constraints | None:
    """The forbidden arcs, and nothing else, that leave a word no head, or no word to the root; None where none do."""
    alone = Constraints(forbidden_arcs=constraints.forbidden_arcs)
    arcs = Locks._unchecked(alone, size).arcs
    headless = np.flatnonzero(~arcs.any(axis=0))
    if headless.size:
        word = int(headless[0]) + 1
        return Constraints(forbidden_arcs=frozenset((head, word) for head in range(size + 1) if head != word))
    if not arcs[0].any():
        return Constraints(forbidden_arcs=frozenset((0, word) for word in range(1, size + 1)))
    return None


class _Conflict:
    """Locks that cannot be honoured together, and fewer and fewer of them."""

    def __init__(self, constraints: Constraints, size: int):
        self.left, self._size = constraints, size
        self._searches = _SEARCHES

    def spare(self, name: str, groups: Sequence[Collection[object]]) -> None:
        """Takes out every group of locks of one kind that is not needed for the conflict, in order. How many go until
        the next that is needed is found by halving: the fewer are needed, the fewer searches it takes."""
        at = 0
        while at < len(groups) and self._searches:
            low, high = at, len(groups)  # without all before `low` there is still no tree; without all before `high`?
            if self._holds(self._without(name, groups[at:high])):
                high -= 1
                while low < high and self._searches:
                    middle = (low + high + 1) // 2
                    if self._holds(self._without(name, groups[at:middle])):
                        high = middle - 1
                    else:
                        low = middle
            else:
                low = high
            self.left = self._without(name, groups[at:low])
            at = low + 1  # the group at `low` is needed

    def _without(self, name: str, groups: Sequence[Collection[object]]) -> Constraints:
        gone = {lock for group in groups for lock in group}
        if name == "forbidden_arcs":
            return replace(self.left, forbidden_arcs=self.left.forbidden_arcs - gone)
        if name == "required_spans":
            return replace(self.left, required_spans=self.left.required_spans - gone)
        return replace(self.left, required_arcs=self.left.required_arcs - gone)

    def _holds(self, constraints: Constraints) -> bool:
        self._searches -= 1
        return Locks._unchecked(constraints, self._size).possible()


def _listed(title: str, names: Iterable[str]) -> list[str]:
    held = list(names)
    if not held:
        return []
    title = title if len(held) > 1 else title.rstrip("s ") + " "
    shown = ", ".join(held[:SHOWN]) + (f" and {len(held) - SHOWN} more" if len(held) > SHOWN else "")
    return [title + shown]
