"""Locks of a sentence as masks over the cells of a chart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.arrays import Flags, Indexes
from spectral_core.data.constraints import Constraints
from spectral_core.inference.cky.arrays import CLOSED, OPEN, Cells
from spectral_core.inference.locks.spans import collect_locked_phrases

Span = tuple[int, int]


def lock_cells(
    constraints: Constraints, forms: Sequence[str], phrases: Sequence[tuple[str, ...]], words: Sequence[tuple[str, ...]]
) -> tuple[Indexes, Flags]:
    """Return the locks of every cell and the masks that they name: a binary tree honours the locks if and only if none
    of its spans is closed, and each of its labels is in the mask of its span. `phrases` has for each label of the
    grammar the phrases that it stands for over several words, none where it is a phrase that still grows, `words` those
    over a single word. ConstraintError where no tree honours the locks."""
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
        is_phrase = span in required and not (is_word and not required_labels)
        locks[span] = len(masks)
        masks.append(
            np.array(
                [
                    _is_allowed(labels, required_labels, forbidden_labels, is_phrase and not is_word)
                    for labels in label_phrases
                ],
                dtype=bool,
            )
        )
    return locks, np.array(masks, dtype=bool).reshape(len(masks), len(phrases))


def _is_allowed(labels: tuple[str, ...], required: set[str], forbidden: set[str], must_be_phrase: bool) -> bool:
    """Return whether a grammar label with these phrases may stand over a span."""
    if must_be_phrase and not labels:
        return False
    if labels and "" in forbidden:
        return False
    return required <= set(labels) and not forbidden & set(labels)


def free_cells(words: int, labels: int) -> Cells:
    """Return cells in which nothing is locked."""
    all_words = np.ones(words, dtype=bool)
    return Cells(all_words, all_words, np.zeros((0, 0), dtype=np.int32), np.zeros((0, labels), dtype=bool))
