"""Compiled hashed features of spans, and logistic regression over them (AdaGrad).

Never imported at start-up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys, Singles
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel
from spectral_core.structured.hash_tables import combine_keys

_OUTSIDE = np.uint64(0xA0761D6478BD642F)  # key of what is outside a sentence, and salt of keys of contexts
_LABELLED_TEMPLATE_NAMES = (
    "whole sentence", "length", "first word", "last word", "word before", "word after", "first tag, length",
    "last tag, length", "tag before, length", "tag after, length", "tag before, first tag", "last tag, tag after",
    "tags around", "first and last tag", "tag before, first two tags", "last two tags, tag after",
    "tags around, first and last tag", "tags around, first and last tag, by phrase", "word before, first word",
    "last word, word after", "words around", "first two tags, tag after", "word before, first tag",
    "tag before, last tag, word after", "all tags, or tag classes of long spans", "first word, last tag, tag after",
)  # fmt: skip
LABELLED_TEMPLATES = len(_LABELLED_TEMPLATE_NAMES)
_RATE, _PENALTY, _FACTOR, _SQUARE = range(4)  # indexes in `optimiser_state`
_PHRASE_TEMPLATE = _LABELLED_TEMPLATE_NAMES.index("tags around, first and last tag, by phrase")  # the one not by label
_MAX_ORDERED = 4  # longest span whose tag sequence is a feature
_INITIAL_SQUARE = 1e-2  # added to AdaGrad's sums of squared gradients, which start at 0
_MIN_ERROR = 1e-3  # items with a smaller error of their probability are skipped
_UNLABELLED_TEMPLATE_NAMES = (
    "first and last class, length", "first and last coarse class, marks inside, short length",
    "first two classes, short length", "last two classes, short length", "all classes, or length of long spans",
    "all coarse classes, or length of long spans", "classes around, marks around",
    "coarse classes around, marks around, short length", "marks around, length",
    "class before, first class, mark before", "last class, class after, mark after",
    "class before, first class, mark before, short length", "last class, class after, mark after, short length",
    "coarse class before, first and last coarse class, marks around", "class before, first two classes, mark before",
    "last two classes, class after, mark after", "marks around, marks inside, length",
    "first coarse class, coarse class after, mark after, short length",
    "coarse class before, last coarse class, mark before, short length",
)  # fmt: skip
UNLABELLED_TEMPLATES = len(_UNLABELLED_TEMPLATE_NAMES)
_MAX_ORDERED_CLASSES = 5  # longest span whose class sequence is a feature
_MAX_MARKS = 3  # marks inside a span that are counted separately; more count as this many


@kernel
def span_keys(sizes: Integers, words: Keys, edge: np.uint64, min_length: int, max_length: int) -> tuple[Keys, Keys]:
    """Return the keys of the word sequence and of the context of each span of `min_length` to `max_length` words, by
    sentence, start and end."""
    span_count = 0
    for size in sizes:
        for length in range(min_length, min(max_length, size) + 1):
            span_count += size - length + 1
    yields, contexts = np.empty(span_count, dtype=np.uint64), np.empty(span_count, dtype=np.uint64)
    low, span_index = 0, 0
    for size in sizes:
        for start in range(size):
            before = words[low + start - 1] if start > 0 else edge
            key = np.uint64(1)
            for end in range(start + 1, min(start + max_length, size) + 1):
                key = combine_keys(key, words[low + end - 1])
                if end - start >= min_length:
                    after = words[low + end] if end < size else edge
                    yields[span_index] = key
                    contexts[span_index] = combine_keys(combine_keys(before, _OUTSIDE), after)
                    span_index += 1
        low += size
    return yields, contexts


class SpanWords(NamedTuple):
    """Words, tags and coarse tags of sentences, as keys of span features."""

    offsets: Integers  # (sentences + 1,)
    forms: Keys  # (words,)
    tags: Keys  # (words,)
    kinds: Keys  # (words,) coarse tags


class SpanItems(NamedTuple):
    """Labelled spans of sentences, sorted by sentence."""

    bounds: Integers  # (sentences + 1,) offsets of each sentence
    starts: Indexes  # (items,)
    ends: Indexes  # (items,)
    labels: Indexes  # (items,)


class LabelKeys(NamedTuple):
    """Keys of labels, and of the phrases they complete."""

    labels: Keys  # (labels,)
    phrases: Keys  # (labels,) phrase that each completes


@leaf_kernel
def _fill_feature_keys(words: SpanWords, sentence: int, start: int, end: int, keys: Keys) -> None:
    """Fill in the feature keys of a span that do not depend on its label."""
    low = words.offsets[sentence]
    size = words.offsets[sentence + 1] - low
    forms, tags = words.forms, words.tags
    first, last = low + start, low + end - 1
    has_before, has_after = start > 0, end < size
    word_before = forms[first - 1] if has_before else _OUTSIDE
    word_after = forms[last + 1] if has_after else _OUTSIDE
    before = tags[first - 1] if has_before else _OUTSIDE
    after = tags[last + 1] if has_after else _OUTSIDE
    second = tags[first + 1] if first < last else _OUTSIDE
    second_last = tags[last - 1] if first < last else _OUTSIDE
    length = end - start
    bucket = np.uint64(length if length < 6 else 6 if length < 8 else 7 if length < 12 else 8 if length < 20 else 9)
    ends = combine_keys(tags[first], tags[last])
    neighbours = combine_keys(before, after)
    sequence = bucket
    if length <= _MAX_ORDERED:
        for word in range(first, last + 1):
            sequence = combine_keys(sequence, tags[word])
    else:
        last_kind = _OUTSIDE
        for word in range(first, last + 1):
            if words.kinds[word] != last_kind:
                last_kind = words.kinds[word]
                sequence = combine_keys(sequence, last_kind)
    keys[0] = np.uint64(2) if length == size else np.uint64(1)
    keys[1] = bucket
    keys[2] = forms[first]
    keys[3] = forms[last]
    keys[4] = word_before
    keys[5] = word_after
    keys[6] = combine_keys(tags[first], bucket)
    keys[7] = combine_keys(tags[last], bucket)
    keys[8] = combine_keys(before, bucket)
    keys[9] = combine_keys(after, bucket)
    keys[10] = combine_keys(before, tags[first])
    keys[11] = combine_keys(tags[last], after)
    keys[12] = neighbours
    keys[13] = ends
    keys[14] = combine_keys(combine_keys(before, tags[first]), second)
    keys[15] = combine_keys(combine_keys(second_last, tags[last]), after)
    keys[16] = combine_keys(neighbours, ends)
    keys[_PHRASE_TEMPLATE] = keys[16]
    keys[18] = combine_keys(word_before, forms[first])
    keys[19] = combine_keys(forms[last], word_after)
    keys[20] = combine_keys(word_before, word_after)
    keys[21] = combine_keys(combine_keys(tags[first], second), after)
    keys[22] = combine_keys(word_before, tags[first])
    keys[23] = combine_keys(combine_keys(before, tags[last]), word_after)
    keys[24] = sequence
    keys[25] = combine_keys(combine_keys(forms[first], tags[last]), after)
    for template in range(LABELLED_TEMPLATES):
        keys[template] = combine_keys(keys[template], np.uint64(template + 1))


@leaf_kernel
def _fill_weight_rows(keys: Keys, labels: LabelKeys, label: int, mask: np.uint64, rows: Integers) -> None:
    """Fill in the hashed rows of a span's features, combined with its label, in the weight table."""
    for template in range(LABELLED_TEMPLATES):
        label_key = labels.phrases[label] if template == _PHRASE_TEMPLATE else labels.labels[label]
        rows[template] = np.int64(combine_keys(keys[template], label_key) & mask)


@kernel
def score_spans(words: SpanWords, items: SpanItems, labels: LabelKeys, weights: Singles) -> Floats:
    """Return (items,) the score of each labelled span: the sum of its feature weights."""
    bounds, starts, ends, item_labels = items
    scores = np.zeros(len(starts))
    keys, rows = np.empty(LABELLED_TEMPLATES, dtype=np.uint64), np.empty(LABELLED_TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    for sentence in range(len(bounds) - 1):
        for item in range(bounds[sentence], bounds[sentence + 1]):
            is_same_span = item > bounds[sentence] and starts[item] == starts[item - 1] and ends[item] == ends[item - 1]
            if not is_same_span:
                _fill_feature_keys(words, sentence, starts[item], ends[item], keys)
            _fill_weight_rows(keys, labels, item_labels[item], mask, rows)
            total = 0.0
            for template in range(LABELLED_TEMPLATES):
                total += weights[rows[template]]
            scores[item] = total
    return scores


@kernel
def train_labelled_epoch(
    words: SpanWords,
    items: SpanItems,
    gold: Flags,
    base_scores: Floats,
    labels: LabelKeys,
    order: Integers,
    weights: Singles,
    squares: Singles,
    optimiser_state: Floats,
) -> float:
    """Make one AdaGrad pass of the labelled span classifier (logistic regression) over the items of sentences in
    `order`; return the sum of losses, each before its step. `base_scores` (items,) is the score without features,
    multiplied by 1 + factor, where `optimiser_state` is [rate, penalty, factor, square of its gradients]. `squares`
    and the last number of `optimiser_state` are sums of squared gradients that start at 0; `_INITIAL_SQUARE` is added
    to each here."""
    bounds, starts, ends, item_labels = items
    loss = 0.0
    rate, penalty = optimiser_state[_RATE], optimiser_state[_PENALTY]
    keys, rows = np.empty(LABELLED_TEMPLATES, dtype=np.uint64), np.empty(LABELLED_TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    for sentence in order:
        for item in range(bounds[sentence], bounds[sentence + 1]):
            is_same_span = item > bounds[sentence] and starts[item] == starts[item - 1] and ends[item] == ends[item - 1]
            if not is_same_span:
                _fill_feature_keys(words, sentence, starts[item], ends[item], keys)
            _fill_weight_rows(keys, labels, item_labels[item], mask, rows)
            total = base_scores[item] * (1.0 + optimiser_state[_FACTOR])
            for template in range(LABELLED_TEMPLATES):
                total += weights[rows[template]]
            probability = 1.0 / (1.0 + np.exp(-total))
            loss -= np.log(max(probability if gold[item] else 1.0 - probability, 1e-12))
            error = probability - 1.0 if gold[item] else probability
            if abs(error) < _MIN_ERROR:
                continue
            for template in range(LABELLED_TEMPLATES):
                row = rows[template]
                gradient = error + penalty * weights[row]
                squares[row] += gradient * gradient
                weights[row] -= rate * gradient / np.sqrt(squares[row] + _INITIAL_SQUARE)
            gradient = error * base_scores[item] + penalty * optimiser_state[_FACTOR]
            optimiser_state[_SQUARE] += gradient * gradient
            optimiser_state[_FACTOR] -= rate * gradient / np.sqrt(optimiser_state[_SQUARE] + _INITIAL_SQUARE)
    return loss


class PunctuatedWords(NamedTuple):
    """Sentences as word classes, with the positions of punctuation marks."""

    offsets: Integers  # (sentences + 1,)
    fine: Keys  # (words,)
    coarse: Keys  # (words,)
    marks: Integers  # (words + sentences,) 1 if a mark precedes the word or follows the last one


@leaf_kernel
def _fill_unlabelled_rows(
    text: PunctuatedWords, sentence: int, start: int, end: int, marks_inside: int, mask: np.uint64, rows: Integers
) -> None:
    """Fill in the hashed rows of a span's features in the weight table."""
    low = text.offsets[sentence]
    size = text.offsets[sentence + 1] - low
    fine, coarse = text.fine, text.coarse
    first, last = low + start, low + end - 1
    gap = low + sentence  # marks have one more position per sentence
    before_mark = np.uint64(text.marks[gap + start] + (2 if start == 0 else 0))
    after_mark = np.uint64(text.marks[gap + end] + (2 if end == size else 0))
    before = fine[first - 1] if start > 0 else _OUTSIDE
    after = fine[last + 1] if end < size else _OUTSIDE
    coarse_before = coarse[first - 1] if start > 0 else _OUTSIDE
    coarse_after = coarse[last + 1] if end < size else _OUTSIDE
    length = end - start
    bucket = np.uint64(length if length < 7 else 7 if length < 10 else 8 if length < 15 else 9 if length < 25 else 10)
    short_length = np.uint64(min(length, 4))
    mark_pair = combine_keys(before_mark, after_mark + np.uint64(4))
    mark_count = np.uint64(min(marks_inside, _MAX_MARKS))
    fine_first, fine_last, coarse_first, coarse_last = fine[first], fine[last], coarse[first], coarse[last]
    fine_second, fine_second_last = fine[first + 1], fine[last - 1]
    order, coarse_order = bucket, bucket
    if length <= _MAX_ORDERED_CLASSES:
        for word in range(first, last + 1):
            order, coarse_order = combine_keys(order, fine[word]), combine_keys(coarse_order, coarse[word])
    keys = (
        combine_keys(combine_keys(fine_first, fine_last), bucket),
        combine_keys(combine_keys(combine_keys(coarse_first, coarse_last), mark_count), short_length),
        combine_keys(combine_keys(fine_first, fine_second), short_length),
        combine_keys(combine_keys(fine_second_last, fine_last), short_length),
        order,
        coarse_order,
        combine_keys(combine_keys(before, after), mark_pair),
        combine_keys(combine_keys(combine_keys(coarse_before, coarse_after), mark_pair), short_length),
        combine_keys(mark_pair, bucket),
        combine_keys(combine_keys(before, fine_first), before_mark),
        combine_keys(combine_keys(fine_last, after), after_mark),
        combine_keys(combine_keys(combine_keys(before, fine_first), before_mark), short_length),
        combine_keys(combine_keys(combine_keys(fine_last, after), after_mark), short_length),
        combine_keys(combine_keys(combine_keys(coarse_before, coarse_first), coarse_last), mark_pair),
        combine_keys(combine_keys(combine_keys(before, fine_first), fine_second), before_mark),
        combine_keys(combine_keys(combine_keys(fine_second_last, fine_last), after), after_mark),
        combine_keys(combine_keys(mark_pair, mark_count), bucket),
        combine_keys(combine_keys(combine_keys(coarse_first, coarse_after), after_mark), short_length),
        combine_keys(combine_keys(combine_keys(coarse_before, coarse_last), before_mark), short_length),
    )
    for template in range(UNLABELLED_TEMPLATES):
        rows[template] = np.int64(combine_keys(keys[template], np.uint64(template + 1)) & mask)


@inner_kernel
def _list_sentence_spans(text: PunctuatedWords, sentence: int) -> Integers:
    """Return (spans, 3) the start, the end and the number of marks inside of each span of a sentence, by start and end;
    except single words and the whole sentence."""
    size = text.offsets[sentence + 1] - text.offsets[sentence]
    gap = text.offsets[sentence] + sentence
    spans = np.empty((max(size * (size - 1) // 2 - 1, 0), 3), dtype=np.int64)
    span = 0
    for start in range(size):
        marks_inside = 0
        for end in range(start + 2, size + 1):
            marks_inside += text.marks[gap + end - 1]
            if end - start < size:
                spans[span, 0], spans[span, 1], spans[span, 2] = start, end, marks_inside
                span += 1
    return spans


@kernel
def train_unlabelled_epoch(
    text: PunctuatedWords, bounds: Integers, targets: Singles, order: Integers, weights: Singles, squares: Singles,
    rate: float, penalty: float,
) -> float:  # fmt: skip
    """Make one AdaGrad pass of the unlabelled span classifier (logistic regression on soft targets) over all spans of
    the sentences in `order`, except single words and whole sentences; return the sum of losses, each before its step.
    `bounds` (sentences + 1,) are the offsets of each sentence's spans in `targets`, by start and end. `squares`
    are sums of squared gradients that the caller starts at a positive value; nothing is added to them here, unlike in
    `train_labelled_epoch`."""
    rows = np.empty(UNLABELLED_TEMPLATES, dtype=np.int64)
    mask = np.uint64(len(weights) - 1)
    loss = 0.0
    for sentence in order:
        spans = _list_sentence_spans(text, sentence)
        for index in range(len(spans)):
            _fill_unlabelled_rows(text, sentence, spans[index, 0], spans[index, 1], spans[index, 2], mask, rows)
            total = np.float64(0.0)  # a plain 0 would stay in single precision without compilation
            for template in range(UNLABELLED_TEMPLATES):
                total += weights[rows[template]]
            probability = 1.0 / (1.0 + np.exp(-total))
            target = np.float64(targets[bounds[sentence] + index])
            loss -= target * np.log(max(probability, 1e-12)) + (1.0 - target) * np.log(max(1.0 - probability, 1e-12))
            error = probability - target
            for template in range(UNLABELLED_TEMPLATES):
                row = rows[template]
                gradient = error + penalty * weights[row]
                squares[row] += gradient * gradient
                weights[row] -= rate * gradient / np.sqrt(squares[row])
    return loss


@kernel
def span_log_odds(text: PunctuatedWords, bounds: Integers, model: Integers, weights: Singles) -> Floats:
    """Return the log odds of all spans except single words and whole sentences, by sentence, start and end. Each
    sentence is scored by one of the models (models, rows), or by their mean if `model` is -1."""
    rows = np.empty(UNLABELLED_TEMPLATES, dtype=np.int64)
    mask = np.uint64(weights.shape[1] - 1)
    log_odds = np.empty(bounds[-1])
    for sentence in range(len(bounds) - 1):
        spans = _list_sentence_spans(text, sentence)
        for index in range(len(spans)):
            _fill_unlabelled_rows(text, sentence, spans[index, 0], spans[index, 1], spans[index, 2], mask, rows)
            total = np.float64(0.0)
            for member in range(len(weights)):
                if model[sentence] < 0 or model[sentence] == member:
                    for template in range(UNLABELLED_TEMPLATES):
                        total += weights[member, rows[template]]
            log_odds[bounds[sentence] + index] = total / len(weights) if model[sentence] < 0 else total
    return log_odds
