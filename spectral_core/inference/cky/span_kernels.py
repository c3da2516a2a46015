"""Compiled scores of labelled spans by the words and tags at their ends: hashed features, logistic regression.

Nothing imports this module at start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky.arrays import Flags, Floats, Integers, Places
from spectral_core.inference.compiling import entry, leaf
from spectral_core.inference.feature_table import mixed

Keys = NDArray[np.uint64]
Singles = NDArray[np.float32]

TEMPLATES = 26
_SHARED = 17  # the template that is about the phrase a label grows to, not about the label
_WHOLE = 4  # words up to which all tags of a span are looked at in their order
_START = 1e-2  # of the sums of squares that steps are divided by
_SMALL = 1e-3  # slopes below this leave the weights as they are
_EDGE = np.uint64(0xA0761D6478BD642F)


class SpanWords(NamedTuple):
    """The words of sentences as spans see them."""

    offsets: Integers  # (sentences + 1,)
    forms: Keys  # (words,)
    tags: Keys  # (words,)
    kinds: Keys  # (words,) of tags


class LabelKeys(NamedTuple):
    """The labels of spans as their features see them."""

    own: Keys  # (labels,)
    grown: Keys  # (labels,) of the phrase that each grows to


@leaf
def _fill(words: SpanWords, sentence: int, start: int, end: int, keys: Keys) -> None:
    """The keys of the features of a span, whatever its label."""
    low = words.offsets[sentence]
    size = words.offsets[sentence + 1] - low
    forms, tags = words.forms, words.tags
    first, last = low + start, low + end - 1
    has_before, has_after = start > 0, end < size
    word_before = forms[first - 1] if has_before else _EDGE
    word_after = forms[last + 1] if has_after else _EDGE
    before = tags[first - 1] if has_before else _EDGE
    after = tags[last + 1] if has_after else _EDGE
    second = tags[first + 1] if first < last else _EDGE
    second_last = tags[last - 1] if first < last else _EDGE
    length = end - start
    bucket = np.uint64(length if length < 6 else 6 if length < 8 else 7 if length < 12 else 8 if length < 20 else 9)
    ends = mixed(tags[first], tags[last])
    around = mixed(before, after)
    sequence = bucket
    if length <= _WHOLE:
        for at in range(first, last + 1):
            sequence = mixed(sequence, tags[at])
    else:
        passed = _EDGE
        for at in range(first, last + 1):
            if words.kinds[at] != passed:
                passed = words.kinds[at]
                sequence = mixed(sequence, passed)
    keys[0] = np.uint64(2) if length == size else np.uint64(1)
    keys[1] = bucket
    keys[2] = forms[first]
    keys[3] = forms[last]
    keys[4] = word_before
    keys[5] = word_after
    keys[6] = mixed(tags[first], bucket)
    keys[7] = mixed(tags[last], bucket)
    keys[8] = mixed(before, bucket)
    keys[9] = mixed(after, bucket)
    keys[10] = mixed(before, tags[first])
    keys[11] = mixed(tags[last], after)
    keys[12] = around
    keys[13] = ends
    keys[14] = mixed(mixed(before, tags[first]), second)
    keys[15] = mixed(mixed(second_last, tags[last]), after)
    keys[16] = mixed(around, ends)
    keys[_SHARED] = keys[16]
    keys[18] = mixed(word_before, forms[first])
    keys[19] = mixed(forms[last], word_after)
    keys[20] = mixed(word_before, word_after)
    keys[21] = mixed(mixed(tags[first], second), after)
    keys[22] = mixed(word_before, tags[first])
    keys[23] = mixed(mixed(before, tags[last]), word_after)
    keys[24] = sequence
    keys[25] = mixed(mixed(forms[first], tags[last]), after)
    for template in range(TEMPLATES):
        keys[template] = mixed(keys[template], np.uint64(template + 1))


@leaf
def _rows(keys: Keys, labels: LabelKeys, label: int, mask: np.uint64, rows: Integers) -> None:
    for template in range(TEMPLATES):
        own = labels.grown[label] if template == _SHARED else labels.own[label]
        rows[template] = np.int64(mixed(keys[template], own) & mask)


@entry
def span_scores(
    words: SpanWords, bounds: Integers, starts: Places, ends: Places, names: Places, labels: LabelKeys, weights: Singles
) -> Floats:
    """(items,) what the features of each labelled span add up to."""
    found = np.zeros(len(starts))
    keys, rows = np.empty(TEMPLATES, dtype=np.uint64), np.empty(TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    for sentence in range(len(bounds) - 1):
        for item in range(bounds[sentence], bounds[sentence + 1]):
            same = item > bounds[sentence] and starts[item] == starts[item - 1] and ends[item] == ends[item - 1]
            if not same:
                _fill(words, sentence, starts[item], ends[item], keys)
            _rows(keys, labels, names[item], mask, rows)
            total = 0.0
            for template in range(TEMPLATES):
                total += weights[rows[template]]
            found[item] = total
    return found


@entry
def train_spans(
    words: SpanWords,
    bounds: Integers,
    starts: Places,
    ends: Places,
    names: Places,
    gold: Flags,
    known: Floats,
    labels: LabelKeys,
    order: Integers,
    weights: Singles,
    squares: Singles,
    scale: Floats,
) -> float:
    """One pass of AdaGrad over the items of sentences in this order; the sum of the losses before each step.

    `known` (items,) is what is known of each item without the features, which `scale` [rate, penalty, factor, square]
    multiplies by 1 + factor.
    """
    loss = 0.0
    rate, penalty = scale[0], scale[1]
    keys, rows = np.empty(TEMPLATES, dtype=np.uint64), np.empty(TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    for sentence in order:
        for item in range(bounds[sentence], bounds[sentence + 1]):
            same = item > bounds[sentence] and starts[item] == starts[item - 1] and ends[item] == ends[item - 1]
            if not same:
                _fill(words, sentence, starts[item], ends[item], keys)
            _rows(keys, labels, names[item], mask, rows)
            total = known[item] * (1.0 + scale[2])
            for template in range(TEMPLATES):
                total += weights[rows[template]]
            right = 1.0 / (1.0 + np.exp(-total))
            loss -= np.log(max(right if gold[item] else 1.0 - right, 1e-12))
            slope = right - 1.0 if gold[item] else right
            if abs(slope) < _SMALL:
                continue
            for template in range(TEMPLATES):
                row = rows[template]
                step = slope + penalty * weights[row]
                squares[row] += step * step
                weights[row] -= rate * step / np.sqrt(squares[row] + _START)
            step = slope * known[item] + penalty * scale[2]
            scale[3] += step * step
            scale[2] -= rate * step / np.sqrt(scale[3] + _START)
    return loss
