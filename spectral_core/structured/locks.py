"""Locks on arcs and spans: masks that constrain projective parsing, and minimal conflicts if no tree satisfies the
locks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Flags, Indexes
from spectral_core.data.constraints import Constraints
from spectral_core.errors import ConstraintError
from spectral_core.structured.cky import CLOSED, OPEN, CellConstraints

Arc = tuple[int, int]  # (head, modifier), words from 1, 0 is the root
Span = tuple[int, int]  # half-open, counted from 0
MAX_QUOTED = 6  # words of a span, or arcs, quoted in an error message
_MAX_SEARCHES = 100  # parses in the search for a minimal conflict; then it is reported as far as it is reduced


def check_arcs_in_sentence(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError if a locked or forbidden arc is outside the sentence."""
    size = len(forms)
    for kind, arcs in (("locked", constraints.required_arcs), ("forbidden", constraints.forbidden_arcs)):
        for head, modifier in sorted(arcs):
            if not (0 <= head <= size and 1 <= modifier <= size):
                raise ConstraintError(
                    f"the {kind} arc from word {head} to word {modifier} does not lie in this sentence of {size} words"
                )


def check_spans_in_sentence(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError if a locked span is outside the sentence."""
    size = len(forms)
    for start, end, _ in sorted(constraints.required_spans):
        if not 0 <= start < end <= size:
            raise ConstraintError(
                f"the locked span from word {start + 1} to word {end} does not lie in this sentence of {size} words"
            )


def collect_locked_heads(constraints: Constraints, forms: Sequence[str]) -> dict[int, int]:
    """Return the locked head of each word that has one. ConstraintError if no dependency tree with a single root word,
    projective or not, has all of them."""
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
                f"{quote_arc((head, modifier), forms)} is locked and forbidden at once; undo one of the two"
            )
    root_words = [modifier for modifier, head in heads.items() if head == 0]
    if len(root_words) > 1:
        raise ConstraintError(
            f"{quote_word(root_words[0], forms)} and {quote_word(root_words[1], forms)} are both locked to the root, "
            "which can have exactly one dependent; unlock one of them"
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
    """Return a word's position and form for a message, or the name of the root."""
    return f"{index} '{forms[index - 1]}'" if index else "the root"


def quote_arc(arc: Arc, forms: Sequence[str]) -> str:
    """Return head and modifier for a message."""
    return f"{quote_word(arc[0], forms)} -> {quote_word(arc[1], forms)}"


def quote_span(span: Span, forms: Sequence[str]) -> str:
    """Return the range of a span and its first words for a message."""
    text = " ".join(forms[span[0] : span[1]][:MAX_QUOTED]) + (" ..." if span[1] - span[0] > MAX_QUOTED else "")
    return f"{span[0] + 1}-{span[1]} '{text}'"


def check_crossing_spans(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError if two locked spans cross."""
    spans = sorted({(start, end) for start, end, _ in constraints.required_spans})
    for index, span in enumerate(spans):
        for later_span in spans[index + 1 :]:
            if span[0] < later_span[0] < span[1] < later_span[1]:
                raise ConstraintError(
                    f"the locked spans {quote_span(span, forms)} and {quote_span(later_span, forms)} cross; "
                    "no tree has both, so unlock one of them"
                )


def collect_locked_phrases(constraints: Constraints, forms: Sequence[str], unnamed: str) -> dict[Span, tuple[str, ...]]:
    """Return the labels of each phrase that a constituent tree must have, outermost first, including the whole
    sentence. `unnamed` is the label for spans locked without one. ConstraintError if no tree satisfies the locks."""
    check_spans_in_sentence(constraints, forms)
    size = len(forms)
    names: dict[Span, set[str]] = {(0, size): set()}
    for start, end, label in constraints.required_spans:
        if label or end - start > 1:  # a single word is always a span
            names.setdefault((start, end), set()).update([label] if label else ())
    locked = {
        span: tuple(sorted(names[span])) or (unnamed,)
        for span in sorted(names, key=lambda span_key: (span_key[0], -span_key[1]))
    }
    for start, end, label in sorted(constraints.forbidden_spans):
        if (start, end) in locked and (not label or label in locked[start, end]):
            state = "the whole sentence, which is always a phrase," if (start, end) == (0, size) else "locked"
            raise ConstraintError(
                f"the span {quote_span((start, end), forms)} is {state} and forbidden at once; undo one of the two"
            )
    check_crossing_spans(constraints, forms)
    return locked


@dataclass(frozen=True, slots=True, eq=False)
class Locks:
    """Masks of allowed arcs and half trees; locked spans need both."""

    arcs: Flags  # (words + 1, words) [head, modifier]
    half_trees: Flags  # (2, words, words) [side, head, edge], left and right; (2, 0, 0) without locked spans

    @classmethod
    def from_constraints(cls, constraints: Constraints, forms: Sequence[str]) -> Locks | None:
        """Build the masks of a sentence, or None without locks. ConstraintError with the conflict if no projective tree
        with a single root word satisfies the locks."""
        if not (constraints.required_arcs or constraints.forbidden_arcs or constraints.required_spans):
            if constraints.forbidden_spans:
                _refuse_forbidden_spans()
            return None
        _check_contradictions(constraints, forms)
        locks = cls._make_masks(constraints, len(forms))
        if not locks.has_tree():
            _raise_conflict(constraints, forms)
        return locks

    @classmethod
    def _make_masks(cls, constraints: Constraints, size: int) -> Locks:
        """Build the masks, whether or not they allow a tree."""
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
        # No arc leaves the span, and no half tree from outside ends within it: the rest of the span would then
        # belong to another subtree, while a single subtree is always included as a whole.
        half_trees = np.ones((2, size, size), dtype=bool)
        for start, end in spans:
            arcs[start + 1 : end + 1, :start] = arcs[start + 1 : end + 1, end:] = False
            half_trees[0, end:, start + 1 : end] = False
            half_trees[1, :start, start : end - 1] = False
        return cls(arcs, half_trees)

    def has_tree(self) -> bool:
        """Return whether any tree satisfies the masks."""
        from spectral_core.structured.eisner import k_best_trees

        return bool(k_best_trees(np.where(self.arcs, 0.0, -np.inf), self, 1))


def _refuse_forbidden_spans() -> None:
    """Raise ConstraintError: forbidden spans are not defined for dependency trees."""
    raise ConstraintError("a dependency parser cannot forbid a span; forbid the arcs that make it a phrase instead")


def _check_contradictions(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError if a lock is invalid or two locks contradict each other."""
    if constraints.forbidden_spans:
        _refuse_forbidden_spans()
    check_arcs_in_sentence(constraints, forms)
    check_spans_in_sentence(constraints, forms)
    heads = collect_locked_heads(constraints, forms)
    arcs = sorted((min(head, word), max(head, word), head, word) for word, head in heads.items())
    for index, (low, high, head, word) in enumerate(arcs):
        for start, end, later_head, later in arcs[index + 1 :]:
            if low < start < high < end:
                raise ConstraintError(
                    f"{quote_arc((head, word), forms)} and {quote_arc((later_head, later), forms)} are both locked but "
                    "cross; this parser draws no crossing arcs, so unlock one of them"
                )
    check_crossing_spans(constraints, forms)
    for start, end, _ in sorted(constraints.required_spans):
        _check_span_is_subtree((start, end), heads, forms)


def _check_span_is_subtree(span: Span, heads: dict[int, int], forms: Sequence[str]) -> None:
    """Raise ConstraintError if locked arcs prevent a locked span from being a single subtree."""
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
                    f"{quote_word(word, forms)} is locked to the root, so all words are below it; the locked span "
                    f"{quote_span(span, forms)} cannot be its subtree, so unlock one of the two"
                )
            entering.append(arc)
    if len(entering) > 1:
        raise ConstraintError(
            f"{quote_arc(entering[0], forms)} and {quote_arc(entering[1], forms)} are both locked and both enter the "
            f"locked span {quote_span(span, forms)}, of which only one word can have its head outside; unlock one"
        )


def _raise_conflict(constraints: Constraints, forms: Sequence[str]) -> None:
    """Raise ConstraintError with a conflicting subset of the locks, minimal unless the search takes too long."""
    size = len(forms)
    remaining = _find_headless_conflict(constraints, size)
    if remaining is None:
        conflict = _ConflictReduction(constraints, size)
        heads: dict[int, list[Arc]] = {}
        for arc in sorted(constraints.forbidden_arcs):
            heads.setdefault(arc[1], []).append(arc)
        conflict.remove_redundant("forbidden_arcs", list(heads.values()))  # whole words first: there are far fewer
        conflict.remove_redundant("forbidden_arcs", [[arc] for arc in sorted(conflict.remaining.forbidden_arcs)])
        conflict.remove_redundant("required_spans", [[span] for span in sorted(constraints.required_spans)])
        conflict.remove_redundant("required_arcs", [[arc] for arc in sorted(constraints.required_arcs)])
        remaining = conflict.remaining
    descriptions = [
        *_format_locks("the locked arcs ", [quote_arc(arc, forms) for arc in sorted(remaining.required_arcs)]),
        *_format_locks(
            "the locked spans ", [quote_span((start, end), forms) for start, end, _ in sorted(remaining.required_spans)]
        ),
        *_format_locks("the forbidden arcs ", [quote_arc(arc, forms) for arc in sorted(remaining.forbidden_arcs)]),
    ]
    is_single = len(remaining.required_arcs) + len(remaining.required_spans) + len(remaining.forbidden_arcs) == 1
    ending = "; undo it" if is_single else " together; undo one of them"
    raise ConstraintError(f"no tree without crossing arcs honours {' and '.join(descriptions)}{ending}")


def _find_headless_conflict(constraints: Constraints, size: int) -> Constraints | None:
    """Return the forbidden arcs that alone leave some word without a head, or the root without a word; None if none
    do."""
    forbidden_only = Constraints(forbidden_arcs=constraints.forbidden_arcs)
    arcs = Locks._make_masks(forbidden_only, size).arcs
    headless = np.flatnonzero(~arcs.any(axis=0))
    if headless.size:
        word = int(headless[0]) + 1
        return Constraints(forbidden_arcs=frozenset((head, word) for head in range(size + 1) if head != word))
    if not arcs[0].any():
        return Constraints(forbidden_arcs=frozenset((0, word) for word in range(1, size + 1)))
    return None


class _ConflictReduction:
    """Search for a minimal conflicting subset of the locks, by removing locks that the conflict does not need."""

    def __init__(self, constraints: Constraints, size: int):
        self.remaining, self._size = constraints, size
        self._searches_left = _MAX_SEARCHES

    def remove_redundant(self, kind: str, groups: Sequence[Collection[object]]) -> None:
        """Remove, in order, every group of locks of one kind that the conflict does not need. The run of groups to
        remove before the next needed one is found by binary search, so few needed groups take few parses."""
        at = 0
        while at < len(groups) and self._searches_left:
            low, high = at, len(groups)  # removing all before `low` leaves no tree; removing all before `high`?
            if self._has_tree(self._remaining_without(kind, groups[at:high])):
                high -= 1
                while low < high and self._searches_left:
                    middle = (low + high + 1) // 2
                    if self._has_tree(self._remaining_without(kind, groups[at:middle])):
                        high = middle - 1
                    else:
                        low = middle
            else:
                low = high
            self.remaining = self._remaining_without(kind, groups[at:low])
            at = low + 1  # the group at `low` is needed

    def _remaining_without(self, kind: str, groups: Sequence[Collection[object]]) -> Constraints:
        """Return the remaining locks without these groups."""
        removed = {lock for group in groups for lock in group}
        if kind == "forbidden_arcs":
            return replace(self.remaining, forbidden_arcs=self.remaining.forbidden_arcs - removed)
        if kind == "required_spans":
            return replace(self.remaining, required_spans=self.remaining.required_spans - removed)
        return replace(self.remaining, required_arcs=self.remaining.required_arcs - removed)

    def _has_tree(self, constraints: Constraints) -> bool:
        """Return whether a tree satisfies these locks, and count this as one of the allowed searches."""
        self._searches_left -= 1
        return Locks._make_masks(constraints, self._size).has_tree()


def _format_locks(title: str, names: Iterable[str]) -> list[str]:
    """Return the title followed by the first items, for a message; an empty list without items."""
    items = list(names)
    if not items:
        return []
    title = title if len(items) > 1 else title.rstrip("s ") + " "
    text = ", ".join(items[:MAX_QUOTED]) + (f" and {len(items) - MAX_QUOTED} more" if len(items) > MAX_QUOTED else "")
    return [title + text]


def make_cell_locks(
    constraints: Constraints, forms: Sequence[str], phrases: Sequence[tuple[str, ...]], words: Sequence[tuple[str, ...]]
) -> tuple[Indexes, Flags]:
    """Return the locks of each cell and the masks they refer to: a binary tree satisfies the locks if and only if none
    of its spans is closed and each of its labels is in the mask of its span. `phrases` lists, for each grammar label,
    the phrases it completes over several words (none for a binarisation label), `words` those over a single word.
    ConstraintError if no tree satisfies the locks."""
    size = len(forms)
    required = collect_locked_phrases(constraints, forms, "")
    forbidden: dict[Span, set[str]] = {}
    for start, end, label in constraints.forbidden_spans:
        if 0 <= start < end <= size:
            forbidden.setdefault((start, end), set()).add(label)
    locks = np.full((size, size + 1), OPEN, dtype=np.int32)
    for start, end in required:
        locks[start + 1 : end, end + 1 :] = CLOSED
        locks[:start, start + 1 : end] = CLOSED
    masks: list[Flags] = []
    for span in sorted({*required, *forbidden}):
        if locks[span] == CLOSED:
            continue
        required_labels = set(required.get(span, ())) - {""}
        is_word = span[1] - span[0] == 1
        label_phrases = words if is_word else phrases
        forbidden_labels = forbidden.get(span, set())
        must_be_phrase = span in required and not is_word
        locks[span] = len(masks)
        masks.append(
            np.array(
                [
                    _is_label_allowed(labels, required_labels, forbidden_labels, must_be_phrase)
                    for labels in label_phrases
                ],
                dtype=bool,
            )
        )
    return locks, np.array(masks, dtype=bool).reshape(len(masks), len(phrases))


def _is_label_allowed(labels: tuple[str, ...], required: set[str], forbidden: set[str], must_be_phrase: bool) -> bool:
    """Return whether a grammar label that completes these phrases may cover a span."""
    if must_be_phrase and not labels:
        return False
    if labels and "" in forbidden:
        return False
    return required <= set(labels) and not forbidden & set(labels)


def make_unlocked_cells(words: int, labels: int) -> CellConstraints:
    """Return cell constraints that allow every label everywhere."""
    all_words = np.ones(words, dtype=bool)
    return CellConstraints(all_words, all_words, np.zeros((0, 0), dtype=np.int32), np.zeros((0, labels), dtype=bool))
