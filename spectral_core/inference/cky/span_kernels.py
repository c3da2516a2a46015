"""Compiled scores of labelled spans by the words and tags at their ends: hashed features, logistic regression. Nothing
imports this module at start."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys, Singles
from spectral_core.inference.compiling import entry, leaf
from spectral_core.inference.feature_table import mix_keys

TEMPLATES = 26
_PHRASE_TEMPLATE = 17  # the template of the phrase that a label grows to, not of the label
_MAX_ORDERED = 4  # words up to which all tags of a span are a feature in their order
_INITIAL_SQUARE = 1e-2  # of the sums of squares that steps are divided by
_MIN_GRADIENT = 1e-3  # slopes below this leave the weights as they are
_OUTSIDE_KEY = np.uint64(0xA0761D6478BD642F)


class SpanWords(NamedTuple):
    """The words, tags and kinds of tags of sentences, as keys of span features."""

    offsets: Integers  # (sentences + 1,)
    forms: Keys  # (words,)
    tags: Keys  # (words,)
    kinds: Keys  # (words,) of tags


class LabelKeys(NamedTuple):
    """The keys of labels, and of the phrases that they grow to."""

    labels: Keys  # (labels,)
    phrases: Keys  # (labels,) of the phrase that each grows to


@leaf
def _fill_keys(words: SpanWords, sentence: int, start: int, end: int, keys: Keys) -> None:
    """Fill in the keys of the features of a span, whatever its label."""
    low = words.offsets[sentence]
    size = words.offsets[sentence + 1] - low
    forms, tags = words.forms, words.tags
    first, last = low + start, low + end - 1
    has_before, has_after = start > 0, end < size
    word_before = forms[first - 1] if has_before else _OUTSIDE_KEY
    word_after = forms[last + 1] if has_after else _OUTSIDE_KEY
    before = tags[first - 1] if has_before else _OUTSIDE_KEY
    after = tags[last + 1] if has_after else _OUTSIDE_KEY
    second = tags[first + 1] if first < last else _OUTSIDE_KEY
    second_last = tags[last - 1] if first < last else _OUTSIDE_KEY
    length = end - start
    bucket = np.uint64(length if length < 6 else 6 if length < 8 else 7 if length < 12 else 8 if length < 20 else 9)
    ends = mix_keys(tags[first], tags[last])
    neighbours = mix_keys(before, after)
    sequence = bucket
    if length <= _MAX_ORDERED:
        for word in range(first, last + 1):
            sequence = mix_keys(sequence, tags[word])
    else:
        last_kind = _OUTSIDE_KEY
        for word in range(first, last + 1):
            if words.kinds[word] != last_kind:
                last_kind = words.kinds[word]
                sequence = mix_keys(sequence, last_kind)
    keys[0] = np.uint64(2) if length == size else np.uint64(1)
    keys[1] = bucket
    keys[2] = forms[first]
    keys[3] = forms[last]
    keys[4] = word_before
    keys[5] = word_after
    keys[6] = mix_keys(tags[first], bucket)
    keys[7] = mix_keys(tags[last], bucket)
    keys[8] = mix_keys(before, bucket)
    keys[9] = mix_keys(after, bucket)
    keys[10] = mix_keys(before, tags[first])
    keys[11] = mix_keys(tags[last], after)
    keys[12] = neighbours
    keys[13] = ends
    keys[14] = mix_keys(mix_keys(before, tags[first]), second)
    keys[15] = mix_keys(mix_keys(second_last, tags[last]), after)
    keys[16] = mix_keys(neighbours, ends)
    keys[_PHRASE_TEMPLATE] = keys[16]
    keys[18] = mix_keys(word_before, forms[first])
    keys[19] = mix_keys(forms[last], word_after)
    keys[20] = mix_keys(word_before, word_after)
    keys[21] = mix_keys(mix_keys(tags[first], second), after)
    keys[22] = mix_keys(word_before, tags[first])
    keys[23] = mix_keys(mix_keys(before, tags[last]), word_after)
    keys[24] = sequence
    keys[25] = mix_keys(mix_keys(forms[first], tags[last]), after)
    for template in range(TEMPLATES):
        keys[template] = mix_keys(keys[template], np.uint64(template + 1))


@leaf
def _fill_rows(keys: Keys, labels: LabelKeys, label: int, mask: np.uint64, rows: Integers) -> None:
    """Fill in the rows of the features of a span with its label in the table of weights."""
    for template in range(TEMPLATES):
        label_key = labels.phrases[label] if template == _PHRASE_TEMPLATE else labels.labels[label]
        rows[template] = np.int64(mix_keys(keys[template], label_key) & mask)


@entry
def span_scores(
    words: SpanWords,
    bounds: Integers,
    starts: Indexes,
    ends: Indexes,
    item_labels: Indexes,
    labels: LabelKeys,
    weights: Singles,
) -> Floats:
    """Return (items,) the sum of the weights of the features of each labelled span."""
    scores = np.zeros(len(starts))
    keys, rows = np.empty(TEMPLATES, dtype=np.uint64), np.empty(TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    for sentence in range(len(bounds) - 1):
        for item in range(bounds[sentence], bounds[sentence + 1]):
            is_same_span = item > bounds[sentence] and starts[item] == starts[item - 1] and ends[item] == ends[item - 1]
            if not is_same_span:
                _fill_keys(words, sentence, starts[item], ends[item], keys)
            _fill_rows(keys, labels, item_labels[item], mask, rows)
            total = 0.0
            for template in range(TEMPLATES):
                total += weights[rows[template]]
            scores[item] = total
    return scores


@entry
def train_spans(
    words: SpanWords,
    bounds: Integers,
    starts: Indexes,
    ends: Indexes,
    item_labels: Indexes,
    gold: Flags,
    base_scores: Floats,
    labels: LabelKeys,
    order: Integers,
    weights: Singles,
    squares: Singles,
    scale: Floats,
) -> float:
    """Make one pass of AdaGrad over the items of sentences in this order; return the sum of the losses before each
    step. `base_scores` (items,) has the score of each item without the features, which `scale` [rate, penalty, factor,
    square] multiplies by 1 + factor."""
    loss = 0.0
    rate, penalty = scale[0], scale[1]
    keys, rows = np.empty(TEMPLATES, dtype=np.uint64), np.empty(TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    for sentence in order:
        for item in range(bounds[sentence], bounds[sentence + 1]):
            is_same_span = item > bounds[sentence] and starts[item] == starts[item - 1] and ends[item] == ends[item - 1]
            if not is_same_span:
                _fill_keys(words, sentence, starts[item], ends[item], keys)
            _fill_rows(keys, labels, item_labels[item], mask, rows)
            total = base_scores[item] * (1.0 + scale[2])
            for template in range(TEMPLATES):
                total += weights[rows[template]]
            probability = 1.0 / (1.0 + np.exp(-total))
            loss -= np.log(max(probability if gold[item] else 1.0 - probability, 1e-12))
            error = probability - 1.0 if gold[item] else probability
            if abs(error) < _MIN_GRADIENT:
                continue
            for template in range(TEMPLATES):
                row = rows[template]
                gradient = error + penalty * weights[row]
                squares[row] += gradient * gradient
                weights[row] -= rate * gradient / np.sqrt(squares[row] + _INITIAL_SQUARE)
            gradient = error * base_scores[item] + penalty * scale[2]
            scale[3] += gradient * gradient
            scale[2] -= rate * gradient / np.sqrt(scale[3] + _INITIAL_SQUARE)
    return loss
