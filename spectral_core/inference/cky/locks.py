"""What is locked in a sentence, as the cells of a chart see it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spectral_core.data.constraints import Constraints
from spectral_core.inference.cky.arrays import CLOSED, OPEN, Cells, Flags, Places
from spectral_core.inference.locks.spans import locked_phrases

Span = tuple[int, int]


def cells_of(
    constraints: Constraints, forms: Sequence[str], phrases: Sequence[tuple[str, ...]], words: Sequence[tuple[str, ...]]
) -> tuple[Places, Flags]:
    """The locks of every cell and the masks that they name: together they are honoured by a binary tree if and only if
    no span of it is closed, and each of its labels is in the mask of its span.

    `phrases` has for each label of the grammar the phrases that it stands for over several words, none where it is a
    phrase that still grows, `words` those over a single word. ConstraintError where no tree honours the locks.
    """
    size = len(forms)
    required = locked_phrases(constraints, forms, "")
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
        wanted = set(required.get(span, ())) - {""}
        single = span[1] - span[0] == 1
        stands = words if single else phrases
        banned = forbidden.get(span, set())
        whole = span in required and not (single and not wanted)
        locks[span] = len(masks)
        masks.append(np.array([_fits(labels, wanted, banned, whole and not single) for labels in stands], dtype=bool))
    return locks, np.array(masks, dtype=bool).reshape(len(masks), len(phrases))


def _fits(labels: tuple[str, ...], wanted: set[str], banned: set[str], phrase: bool) -> bool:
    if phrase and not labels:
        return False
    if labels and "" in banned:
        return False
    return wanted <= set(labels) and not banned & set(labels)


def free_cells(words: int, labels: int) -> Cells:
    """Cells in which nothing is locked."""
    ones = np.ones(words, dtype=bool)
    return Cells(ones, ones, np.zeros((0, 0), dtype=np.int32), np.zeros((0, labels), dtype=bool))
