"""How likely spans are phrases, by logistic regression on what stands at their edges; targets may be any share.

Nothing imports this module at start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Singles
from spectral_core.inference.compiling import entry, leaf
from spectral_core.inference.feature_table import mixed

TEMPLATES = 19
_WHOLE = 5  # words up to which a span's classes are looked at in their order
_EDGE = np.uint64(0xA0761D6478BD642F)
_MARKS = 3  # inside a span that are told apart


class MarkedWords(NamedTuple):
    """The words of sentences as their classes, with the marks between them."""

    offsets: Integers  # (sentences + 1,)
    fine: Keys  # (words,)
    coarse: Keys  # (words,)
    marks: Integers  # (words + sentences,) 1 where a mark stands before a word or after the last


@leaf
def _rows(text: MarkedWords, sentence: int, start: int, end: int, inside: int, mask: np.uint64, rows: Integers) -> None:
    """The rows of the features of a span in a table of weights."""
    low = text.offsets[sentence]
    size = text.offsets[sentence + 1] - low
    fine, coarse = text.fine, text.coarse
    first, last = low + start, low + end - 1
    gap = low + sentence  # marks have one more place a sentence
    before_mark = np.uint64(text.marks[gap + start] + (2 if start == 0 else 0))
    after_mark = np.uint64(text.marks[gap + end] + (2 if end == size else 0))
    before = fine[first - 1] if start > 0 else _EDGE
    after = fine[last + 1] if end < size else _EDGE
    wide_before = coarse[first - 1] if start > 0 else _EDGE
    wide_after = coarse[last + 1] if end < size else _EDGE
    length = end - start
    bucket = np.uint64(length if length < 7 else 7 if length < 10 else 8 if length < 15 else 9 if length < 25 else 10)
    short = np.uint64(min(length, 4))
    both = mixed(before_mark, after_mark + np.uint64(4))
    marked = np.uint64(min(inside, _MARKS))
    f, e, wide_f, wide_e = fine[first], fine[last], coarse[first], coarse[last]
    f2, e2 = fine[first + 1], fine[last - 1]
    order, wide_order = bucket, bucket
    if length <= _WHOLE:
        for at in range(first, last + 1):
            order, wide_order = mixed(order, fine[at]), mixed(wide_order, coarse[at])
    keys = (
        mixed(mixed(f, e), bucket),
        mixed(mixed(mixed(wide_f, wide_e), marked), short),
        mixed(mixed(f, f2), short),
        mixed(mixed(e2, e), short),
        order,
        wide_order,
        mixed(mixed(before, after), both),
        mixed(mixed(mixed(wide_before, wide_after), both), short),
        mixed(both, bucket),
        mixed(mixed(before, f), before_mark),
        mixed(mixed(e, after), after_mark),
        mixed(mixed(mixed(before, f), before_mark), short),
        mixed(mixed(mixed(e, after), after_mark), short),
        mixed(mixed(mixed(wide_before, wide_f), wide_e), both),
        mixed(mixed(mixed(before, f), f2), before_mark),
        mixed(mixed(mixed(e2, e), after), after_mark),
        mixed(mixed(both, marked), bucket),
        mixed(mixed(mixed(wide_f, wide_after), after_mark), short),
        mixed(mixed(mixed(wide_before, wide_e), before_mark), short),
    )
    for template in range(TEMPLATES):
        rows[template] = np.int64(mixed(keys[template], np.uint64(template + 1)) & mask)


@entry
def train_soft(
    text: MarkedWords, bounds: Integers, targets: Singles, order: Integers, weights: Singles, squares: Singles,
    steps: Floats,
) -> float:  # fmt: skip
    """One pass of AdaGrad over all spans, but words and wholes, of sentences in this order; the sum of the losses
    before each step. `bounds` (sentences + 1,) says where the spans of each begin in `targets`, by start and end;
    `steps` is [rate, penalty]."""
    rows = np.empty(TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    loss = 0.0
    for sentence in order:
        size = text.offsets[sentence + 1] - text.offsets[sentence]
        gap = text.offsets[sentence] + sentence
        at = bounds[sentence]
        for start in range(size):
            inside = 0
            for end in range(start + 2, size + 1):
                inside += text.marks[gap + end - 1]
                if end - start == size:
                    continue
                _rows(text, sentence, start, end, inside, mask, rows)
                total = np.float64(0.0)  # a plain 0 would stay single where this runs as Python
                for template in range(TEMPLATES):
                    total += weights[rows[template]]
                right = 1.0 / (1.0 + np.exp(-total))
                target = np.float64(targets[at])
                at += 1
                loss -= target * np.log(max(right, 1e-12)) + (1.0 - target) * np.log(max(1.0 - right, 1e-12))
                slope = right - target
                for template in range(TEMPLATES):
                    row = rows[template]
                    step = slope + steps[1] * weights[row]
                    squares[row] += step * step
                    weights[row] -= steps[0] * step / np.sqrt(squares[row])
    return loss


@entry
def soft_scores(text: MarkedWords, bounds: Integers, model: Integers, weights: Singles) -> Floats:
    """The log odds of all spans, but words and wholes, by sentence, start and end; each sentence by one of the models
    (models, rows), or where `model` is -1 by the mean of all."""
    rows = np.empty(TEMPLATES, dtype=np.int64)
    mask = np.uint64(weights.shape[1] - 1)
    found = np.empty(bounds[-1])
    for sentence in range(len(bounds) - 1):
        size = text.offsets[sentence + 1] - text.offsets[sentence]
        gap = text.offsets[sentence] + sentence
        at = bounds[sentence]
        for start in range(size):
            inside = 0
            for end in range(start + 2, size + 1):
                inside += text.marks[gap + end - 1]
                if end - start == size:
                    continue
                _rows(text, sentence, start, end, inside, mask, rows)
                total = np.float64(0.0)
                for one in range(len(weights)):
                    if model[sentence] < 0 or model[sentence] == one:
                        for template in range(TEMPLATES):
                            total += weights[one, rows[template]]
                found[at] = total / len(weights) if model[sentence] < 0 else total
                at += 1
    return found
