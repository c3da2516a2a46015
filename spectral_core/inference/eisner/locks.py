"""What locks leave of the search space of a projective parser, and in words what is wrong where they leave nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from spectral_core.data.constraints import Constraints
from spectral_core.errors import ConstraintError

Flags = NDArray[np.bool_]
Arc = tuple[int, int]  # (head, modifier), words from 1, 0 is the root

_SHOWN = 6  # words of a span that a message quotes, and arcs
_SEARCHES = 100  # for trees, until what cannot be honoured is told as far as it is known


@dataclass(frozen=True, slots=True, eq=False)
class Locks:
    """Which arcs may be used, and how far half trees may reach: that spans be subtrees needs both."""

    arcs: Flags  # (words + 1, words) [head, modifier]
    open_right: Flags  # (words, words) [head, edge]; (0, 0) where no span is locked
    open_left: Flags

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
            empty = np.zeros((0, 0), dtype=bool)
            return cls(arcs, empty, empty)
        # No arc leaves the span; and a half tree from outside that ends inside it would leave the rest of the span to
        # another subtree, while one subtree alone is always taken up whole.
        open_right, open_left = np.ones((2, size, size), dtype=bool)
        for start, end in spans:
            arcs[start + 1 : end + 1, :start] = arcs[start + 1 : end + 1, end:] = False
            open_right[:start, start : end - 1] = False
            open_left[end:, start + 1 : end] = False
        return cls(arcs, open_right, open_left)

    def possible(self) -> bool:
        """Whether there is a tree at all."""
        from spectral_core.inference.eisner.charts import best_trees

        return bool(best_trees(np.where(self.arcs, 0.0, -np.inf), self, 1))


def _refuse_forbidden_spans() -> None:
    raise ConstraintError("a dependency parser cannot forbid a span; forbid the arcs that make it a phrase instead")


def _check(constraints: Constraints, forms: Sequence[str]) -> None:
    """The conflicts that two locks alone can have."""
    size = len(forms)
    if constraints.forbidden_spans:
        _refuse_forbidden_spans()
    for kind, arcs in (("locked", constraints.required_arcs), ("forbidden", constraints.forbidden_arcs)):
        for head, modifier in sorted(arcs):
            if not (0 <= head <= size and 1 <= modifier <= size):
                raise ConstraintError(
                    f"the {kind} arc from word {head} to word {modifier} does not lie in this sentence of {size} words"
                )
            if head == modifier and kind == "locked":
                raise ConstraintError(f"{_word(modifier, forms)} cannot be its own head; unlock this arc")
    for start, end, _ in sorted(constraints.required_spans):
        if not 0 <= start < end <= size:
            raise ConstraintError(
                f"the locked span from word {start + 1} to word {end} does not lie in this sentence of {size} words"
            )
    heads: dict[int, int] = {}
    for head, modifier in sorted(constraints.required_arcs):
        if modifier in heads:
            raise ConstraintError(
                f"{_word(modifier, forms)} is locked to two heads, {_word(heads[modifier], forms)} and "
                f"{_word(head, forms)}; unlock one of them"
            )
        heads[modifier] = head
        if (head, modifier) in constraints.forbidden_arcs:
            raise ConstraintError(f"{_arc((head, modifier), forms)} is locked and forbidden at once; take back one")
    tops = [modifier for modifier, head in heads.items() if head == 0]
    if len(tops) > 1:
        raise ConstraintError(
            f"{_word(tops[0], forms)} and {_word(tops[1], forms)} are both locked to the root, "
            "under which exactly one word hangs; unlock one of them"
        )
    _check_circles(heads, forms)
    _check_crossing(heads, forms)
    _check_spans(constraints, heads, forms)


def _check_circles(heads: dict[int, int], forms: Sequence[str]) -> None:
    for start in sorted(heads):
        seen = [start]
        while seen[-1] in heads:
            above = heads[seen[-1]]
            if above in seen:
                circle = [above, *reversed(seen[seen.index(above) :])]
                named = " -> ".join(_word(word, forms) for word in circle)
                raise ConstraintError(f"the locked arcs run in a circle: {named}; unlock one of them")
            seen.append(above)


def _check_crossing(heads: dict[int, int], forms: Sequence[str]) -> None:
    arcs = sorted((min(head, word), max(head, word), head, word) for word, head in heads.items())
    for place, (low, high, head, word) in enumerate(arcs):
        for start, end, other_head, other in arcs[place + 1 :]:
            if low < start < high < end:
                raise ConstraintError(
                    f"{_arc((head, word), forms)} and {_arc((other_head, other), forms)} are both locked but cross; "
                    "this parser draws no crossing arcs, so unlock one of them"
                )


def _check_spans(constraints: Constraints, heads: dict[int, int], forms: Sequence[str]) -> None:
    spans = sorted({(start, end) for start, end, _ in constraints.required_spans})
    for place, (start, end) in enumerate(spans):
        for other in spans[place + 1 :]:
            if start < other[0] < end < other[1]:
                raise ConstraintError(
                    f"the locked spans {_span((start, end), forms)} and {_span(other, forms)} cross; "
                    "no tree has both, so unlock one of them"
                )
        inside = range(start + 1, end + 1)
        entered: list[Arc] = []
        for word, head in sorted(heads.items()):
            arc = (head, word)
            if head in inside and word not in inside:
                raise ConstraintError(
                    f"{_arc(arc, forms)} is locked, but leaves the locked span {_span((start, end), forms)}, which "
                    "would not be a subtree; unlock one of the two"
                )
            if word in inside and head not in inside:
                if head == 0 and end - start < len(forms):
                    raise ConstraintError(
                        f"{_word(word, forms)} is locked to the root, so all words hang from it; the locked span "
                        f"{_span((start, end), forms)} cannot be its subtree, so unlock one of the two"
                    )
                entered.append(arc)
        if len(entered) > 1:
            raise ConstraintError(
                f"{_arc(entered[0], forms)} and {_arc(entered[1], forms)} are both locked and both enter the locked "
                f"span {_span((start, end), forms)}, of which only one word can have its head outside; unlock one"
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
        *_listed("the locked arcs ", [_arc(arc, forms) for arc in sorted(left.required_arcs)]),
        *_listed("the locked spans ", [_span((start, end), forms) for start, end, _ in sorted(left.required_spans)]),
        *_listed("the forbidden arcs ", [_arc(arc, forms) for arc in sorted(left.forbidden_arcs)]),
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
    shown = ", ".join(held[:_SHOWN]) + (f" and {len(held) - _SHOWN} more" if len(held) > _SHOWN else "")
    return [title + shown]


def _word(index: int, forms: Sequence[str]) -> str:
    return f"{index} '{forms[index - 1]}'" if index else "the root"


def _arc(arc: Arc, forms: Sequence[str]) -> str:
    return f"{_word(arc[0], forms)} -> {_word(arc[1], forms)}"


def _span(span: tuple[int, int], forms: Sequence[str]) -> str:
    shown = " ".join(forms[span[0] : span[1]][:_SHOWN]) + (" ..." if span[1] - span[0] > _SHOWN else "")
    return f"{span[0] + 1}-{span[1]} '{shown}'"
