"""Probabilities that spans are phrases, by logistic regression on the words at their edges; targets may be any share.
Nothing imports this module at start."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Singles
from spectral_core.inference.compiling import entry, leaf
from spectral_core.inference.feature_table import mix_keys

SOFT_TEMPLATES = 19
_MAX_ORDERED_CLASSES = 5  # words up to which a span's classes are a feature in their order
_OUTSIDE_CLASS = np.uint64(0xA0761D6478BD642F)
_MAX_MARKS = 3  # inside a span that are distinguished


class MarkedWords(NamedTuple):
    """The words of sentences as their classes, with the marks between them."""

    offsets: Integers  # (sentences + 1,)
    fine: Keys  # (words,)
    coarse: Keys  # (words,)
    marks: Integers  # (words + sentences,) 1 where a mark stands before a word or after the last


@leaf
def _fill_soft_rows(
    text: MarkedWords, sentence: int, start: int, end: int, marks_inside: int, mask: np.uint64, rows: Integers
) -> None:
    """Fill in the rows of the features of a span in a table of weights."""
    low = text.offsets[sentence]
    size = text.offsets[sentence + 1] - low
    fine, coarse = text.fine, text.coarse
    first, last = low + start, low + end - 1
    gap = low + sentence  # marks have one more position a sentence
    before_mark = np.uint64(text.marks[gap + start] + (2 if start == 0 else 0))
    after_mark = np.uint64(text.marks[gap + end] + (2 if end == size else 0))
    before = fine[first - 1] if start > 0 else _OUTSIDE_CLASS
    after = fine[last + 1] if end < size else _OUTSIDE_CLASS
    coarse_before = coarse[first - 1] if start > 0 else _OUTSIDE_CLASS
    coarse_after = coarse[last + 1] if end < size else _OUTSIDE_CLASS
    length = end - start
    bucket = np.uint64(length if length < 7 else 7 if length < 10 else 8 if length < 15 else 9 if length < 25 else 10)
    short_length = np.uint64(min(length, 4))
    mark_pair = mix_keys(before_mark, after_mark + np.uint64(4))
    mark_count = np.uint64(min(marks_inside, _MAX_MARKS))
    fine_first, fine_last, coarse_first, coarse_last = fine[first], fine[last], coarse[first], coarse[last]
    fine_second, fine_second_last = fine[first + 1], fine[last - 1]
    order, coarse_order = bucket, bucket
    if length <= _MAX_ORDERED_CLASSES:
        for word in range(first, last + 1):
            order, coarse_order = mix_keys(order, fine[word]), mix_keys(coarse_order, coarse[word])
    keys = (
        mix_keys(mix_keys(fine_first, fine_last), bucket),
        mix_keys(mix_keys(mix_keys(coarse_first, coarse_last), mark_count), short_length),
        mix_keys(mix_keys(fine_first, fine_second), short_length),
        mix_keys(mix_keys(fine_second_last, fine_last), short_length),
        order,
        coarse_order,
        mix_keys(mix_keys(before, after), mark_pair),
        mix_keys(mix_keys(mix_keys(coarse_before, coarse_after), mark_pair), short_length),
        mix_keys(mark_pair, bucket),
        mix_keys(mix_keys(before, fine_first), before_mark),
        mix_keys(mix_keys(fine_last, after), after_mark),
        mix_keys(mix_keys(mix_keys(before, fine_first), before_mark), short_length),
        mix_keys(mix_keys(mix_keys(fine_last, after), after_mark), short_length),
        mix_keys(mix_keys(mix_keys(coarse_before, coarse_first), coarse_last), mark_pair),
        mix_keys(mix_keys(mix_keys(before, fine_first), fine_second), before_mark),
        mix_keys(mix_keys(mix_keys(fine_second_last, fine_last), after), after_mark),
        mix_keys(mix_keys(mark_pair, mark_count), bucket),
        mix_keys(mix_keys(mix_keys(coarse_first, coarse_after), after_mark), short_length),
        mix_keys(mix_keys(mix_keys(coarse_before, coarse_last), before_mark), short_length),
    )
    for template in range(SOFT_TEMPLATES):
        rows[template] = np.int64(mix_keys(keys[template], np.uint64(template + 1)) & mask)


@entry
def train_soft(
    text: MarkedWords, bounds: Integers, targets: Singles, order: Integers, weights: Singles, squares: Singles,
    steps: Floats,
) -> float:  # fmt: skip
    """Make one pass of AdaGrad over all spans, but words and whole sentences, of sentences in this order; return the
    sum of the losses before each step. `bounds` (sentences + 1,) has where the spans of each begin in `targets`, by
    start and end; `steps` is [rate, penalty]."""
    rows = np.empty(SOFT_TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    loss = 0.0
    for sentence in order:
        size = text.offsets[sentence + 1] - text.offsets[sentence]
        gap = text.offsets[sentence] + sentence
        span = bounds[sentence]
        for start in range(size):
            marks_inside = 0
            for end in range(start + 2, size + 1):
                marks_inside += text.marks[gap + end - 1]
                if end - start == size:
                    continue
                _fill_soft_rows(text, sentence, start, end, marks_inside, mask, rows)
                total = np.float64(0.0)  # a plain 0 would stay single where this runs as Python
                for template in range(SOFT_TEMPLATES):
                    total += weights[rows[template]]
                probability = 1.0 / (1.0 + np.exp(-total))
                target = np.float64(targets[span])
                span += 1
                loss -= target * np.log(max(probability, 1e-12)) + (1.0 - target) * np.log(
                    max(1.0 - probability, 1e-12)
                )
                error = probability - target
                for template in range(SOFT_TEMPLATES):
                    row = rows[template]
                    gradient = error + steps[1] * weights[row]
                    squares[row] += gradient * gradient
                    weights[row] -= steps[0] * gradient / np.sqrt(squares[row])
    return loss


@entry
def soft_scores(text: MarkedWords, bounds: Integers, model: Integers, weights: Singles) -> Floats:
    """Return the log odds of all spans, but words and whole sentences, by sentence, start and end; each sentence by one
    of the models (models, rows), or where `model` is -1 by the mean of all."""
    rows = np.empty(SOFT_TEMPLATES, dtype=np.int64)
    mask = np.uint64(weights.shape[1] - 1)
    log_odds = np.empty(bounds[-1])
    for sentence in range(len(bounds) - 1):
        size = text.offsets[sentence + 1] - text.offsets[sentence]
        gap = text.offsets[sentence] + sentence
        span = bounds[sentence]
        for start in range(size):
            marks_inside = 0
            for end in range(start + 2, size + 1):
                marks_inside += text.marks[gap + end - 1]
                if end - start == size:
                    continue
                _fill_soft_rows(text, sentence, start, end, marks_inside, mask, rows)
                total = np.float64(0.0)
                for member in range(len(weights)):
                    if model[sentence] < 0 or model[sentence] == member:
                        for template in range(SOFT_TEMPLATES):
                            total += weights[member, rows[template]]
                log_odds[span] = total / len(weights) if model[sentence] < 0 else total
                span += 1
    return log_odds
