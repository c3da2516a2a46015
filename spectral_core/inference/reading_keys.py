"""Compiled kernels for the contexts of a word: 64-bit keys of the words around it and of their labels. Key 0 is no
context. A name of WORD_CONTEXTS or LABEL_CONTEXTS says what a key is made of: w the word itself, p, n, pp, nn its
neighbours; first, last, begin and end with a number their letters; set and classes what the analyser offers. In upper
case are labels of neighbours."""

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Integers, Keys, Places
from spectral_core.inference.compiling import entry, leaf
from spectral_core.inference.count_table import joined

Bytes = NDArray[np.int8]

# Columns of a form's keys.
FORM, FIRST, LAST, END2, END3, END4, END5, BEGIN2, BEGIN3, SHAPE, KIND, SHORT = range(12)
FORM_COLUMNS = 12
# Columns of a word's keys behind those of its form: what the analyser offers for it.
SET, CLASSES = 12, 13
COLUMNS = 14
# Columns of a label's keys.
SYNTAX, CASE, PART, LEMMA_PART, TAG, LEMMA = range(6)
LABEL_COLUMNS = 6
NOMINAL, VERBAL = 1, 2  # kinds of labels

WORD_CONTEXTS = (
    "w", "w p", "w n", "w first(p)", "w first(n)", "w last(p)", "w last(n)", "p", "n", "first(p)", "first(n)",
    "last(p)", "last(n)", "last(w)", "end2(w)", "end3(w)", "end4(w)", "end5(w)", "begin2(w)", "begin3(w)",
    "begin2(w) end2(w)", "begin3(w) end3(w)", "shape(w)", "kind(w)", "kind(w) end3(w)", "pp", "nn", "p n", "pp p",
    "end3(p)", "end3(n)", "begin2(p)", "begin2(n)", "begin2(p) end2(p)", "begin2(n) end2(n)", "set(w)", "classes(w)",
    "classes(p)", "classes(n)", "set(w) set(p)", "set(w) set(n)", "classes(w) p", "classes(w) n", "end2(w) p",
    "begin2(w) end2(w) begin2(p) end2(p)", "begin2(w) end2(w) begin2(n) end2(n)", "short word before",
    "begin2(w) end2(w) short word before",
)  # fmt: skip
LABEL_CONTEXTS = (
    "SYNTAX(p)", "SYNTAX(n)", "CASE(p) CASE(n)", "CASE(pp) CASE(p)", "CASE(n) CASE(nn)", "LEMMA(p)", "LEMMA(n)",
    "SYNTAX(p) w", "SYNTAX(n) w", "SYNTAX(p) classes(w)", "SYNTAX(n) classes(w)", "TAG(p)", "TAG(n)",
    "CASE(p) CASE(n) set(w)", "LEMMA(p) CASE(n)", "PART(pp) CASE(p) PART(n)", "SYNTAX(nominal before)",
    "LEMMA(verb before) PART(p)", "verb before CASE(p)", "SYNTAX(nominal before) p",
)  # fmt: skip
_EDGE = np.uint64(0xA0761D6478BD642F)  # what stands outside the sentence
_NONE = np.uint64(0xE7037ED1A0B428DB)  # what is nowhere in the sentence
_FAR = 4  # words that a short word may be away


@leaf
def _put(keys: Keys, at: int, column: int, salt: int, first: np.uint64, second: np.uint64) -> int:
    keys[at, column] = joined(joined(first, second), np.uint64(salt + column))
    return column + 1


@leaf
def _both(
    keys: Keys, at: int, c: int, salt: int, first: np.uint64, second: np.uint64, third: np.uint64, fourth: np.uint64
) -> int:
    """The same twice, of what stands before a word and of what stands behind it."""
    return _put(keys, at, _put(keys, at, c, salt, first, second), salt, third, fourth)


@entry
def word_contexts(words: Keys, starts: Integers) -> Keys:
    """(words, WORD_CONTEXTS) the keys of each word's contexts; `words` are (words, COLUMNS)."""
    keys = np.zeros((len(words), len(WORD_CONTEXTS)), dtype=np.uint64)
    edge = np.full(COLUMNS, _EDGE, dtype=np.uint64)
    one = np.uint64(1)
    for sentence in range(len(starts) - 1):
        begin, end = starts[sentence], starts[sentence + 1]
        for at in range(begin, end):
            w = words[at]
            p = words[at - 1] if at > begin else edge
            n = words[at + 1] if at + 1 < end else edge
            pp = words[at - 2] if at > begin + 1 else edge
            nn = words[at + 2] if at + 2 < end else edge
            ends = joined(w[BEGIN2], w[END2])
            ends_p = joined(p[BEGIN2], p[END2])
            ends_n = joined(n[BEGIN2], n[END2])
            kind = joined(w[KIND], np.uint64(1 + (at == begin)))
            before, steps = _NONE, 0
            for back in range(1, min(_FAR, at - begin) + 1):
                if words[at - back, SHORT] == one:
                    before, steps = words[at - back, FORM], back
                    break
            c = 0
            c = _put(keys, at, c, 1, w[FORM], one)
            c = _both(keys, at, c, 1, w[FORM], p[FORM], w[FORM], n[FORM])
            c = _both(keys, at, c, 1, w[FORM], p[FIRST], w[FORM], n[FIRST])
            c = _both(keys, at, c, 1, w[FORM], p[LAST], w[FORM], n[LAST])
            c = _both(keys, at, c, 1, p[FORM], one, n[FORM], one)
            c = _both(keys, at, c, 1, p[FIRST], one, n[FIRST], one)
            c = _both(keys, at, c, 1, p[LAST], one, n[LAST], one)
            c = _put(keys, at, c, 1, w[LAST], one)
            c = _put(keys, at, c, 1, w[END2], one)
            c = _put(keys, at, c, 1, w[END3], one)
            c = _put(keys, at, c, 1, w[END4], one)
            c = _put(keys, at, c, 1, w[END5], one)
            c = _put(keys, at, c, 1, w[BEGIN2], one)
            c = _put(keys, at, c, 1, w[BEGIN3], one)
            c = _put(keys, at, c, 1, ends, one)
            c = _put(keys, at, c, 1, w[BEGIN3], w[END3])
            c = _put(keys, at, c, 1, w[SHAPE], one)
            c = _put(keys, at, c, 1, kind, one)
            c = _put(keys, at, c, 1, kind, w[END3])
            c = _both(keys, at, c, 1, pp[FORM], one, nn[FORM], one)
            c = _put(keys, at, c, 1, p[FORM], n[FORM])
            c = _put(keys, at, c, 1, pp[FORM], p[FORM])
            c = _both(keys, at, c, 1, p[END3], one, n[END3], one)
            c = _both(keys, at, c, 1, p[BEGIN2], one, n[BEGIN2], one)
            c = _both(keys, at, c, 1, ends_p, one, ends_n, one)
            c = _put(keys, at, c, 1, w[SET], one)
            c = _put(keys, at, c, 1, w[CLASSES], one)
            c = _both(keys, at, c, 1, p[CLASSES], one, n[CLASSES], one)
            c = _both(keys, at, c, 1, w[SET], p[SET], w[SET], n[SET])
            c = _both(keys, at, c, 1, w[CLASSES], p[FORM], w[CLASSES], n[FORM])
            c = _put(keys, at, c, 1, w[END2], p[FORM])
            c = _both(keys, at, c, 1, ends, ends_p, ends, ends_n)
            c = _put(keys, at, c, 1, before, np.uint64(steps))
            c = _put(keys, at, c, 1, joined(ends, before), np.uint64(min(steps, 2)))
    return keys


@entry
def label_contexts(words: Keys, labels: Keys, kinds: Bytes, ahead: Keys, starts: Integers) -> Keys:
    """(words, LABEL_CONTEXTS) the keys of the contexts of neighbours' labels. `labels` are (words, LABEL_COLUMNS),
    `kinds` whether each is NOMINAL or VERBAL; to the right of a word, those in `ahead` are read."""
    keys = np.zeros((len(words), len(LABEL_CONTEXTS)), dtype=np.uint64)
    edge = np.full(LABEL_COLUMNS, _EDGE, dtype=np.uint64)
    word_edge = np.full(COLUMNS, _EDGE, dtype=np.uint64)
    one = np.uint64(1)
    for sentence in range(len(starts) - 1):
        begin, end = starts[sentence], starts[sentence + 1]
        nominal, verb = _NONE, _NONE  # what was seen before this word
        away, since = 0, 0
        for at in range(begin, end):
            w = words[at]
            before = words[at - 1] if at > begin else word_edge
            p = labels[at - 1] if at > begin else edge
            n = ahead[at + 1] if at + 1 < end else edge
            pp = labels[at - 2] if at > begin + 1 else edge
            nn = ahead[at + 2] if at + 2 < end else edge
            cases = joined(p[CASE], n[CASE])
            nominals = np.uint64(min(since, 3))
            near = joined(nominal, np.uint64(min(away, 4)))
            c = 0
            c = _both(keys, at, c, 1001, p[SYNTAX], one, n[SYNTAX], one)
            c = _put(keys, at, c, 1001, cases, one)
            c = _put(keys, at, c, 1001, pp[CASE], p[CASE])
            c = _put(keys, at, c, 1001, n[CASE], nn[CASE])
            c = _both(keys, at, c, 1001, p[LEMMA_PART], one, n[LEMMA_PART], one)
            c = _both(keys, at, c, 1001, p[SYNTAX], w[FORM], n[SYNTAX], w[FORM])
            c = _both(keys, at, c, 1001, p[SYNTAX], w[CLASSES], n[SYNTAX], w[CLASSES])
            c = _both(keys, at, c, 1001, p[TAG], one, n[TAG], one)
            c = _put(keys, at, c, 1001, cases, w[SET])
            c = _put(keys, at, c, 1001, p[LEMMA_PART], n[CASE])
            c = _put(keys, at, c, 1001, joined(pp[PART], p[CASE]), n[PART])
            c = _put(keys, at, c, 1001, near, one)
            c = _put(keys, at, c, 1001, joined(verb, nominals), p[PART])
            c = _put(keys, at, c, 1001, joined(np.uint64(1 + (verb != _NONE)), nominals), p[CASE])
            c = _put(keys, at, c, 1001, nominal, before[FORM])
            away += 1
            if kinds[at] == NOMINAL:
                nominal, away = labels[at, SYNTAX], 1
                since += 1
            elif kinds[at] == VERBAL:
                verb, since = labels[at, LEMMA], 0
    return keys


@entry
def sums_of_classes(bounds: Integers, labels: Places, classes: Keys) -> Keys:
    """(lists, columns of `classes`) one key for the set of classes that the labels of each list have."""
    columns = classes.shape[1]
    made = np.ones((len(bounds) - 1, columns), dtype=np.uint64)
    most = 0
    for each in range(len(made)):
        most = max(most, bounds[each + 1] - bounds[each])
    met = np.empty(most, dtype=np.uint64)
    for each in range(len(made)):
        for column in range(columns):
            size = 0
            for at in range(bounds[each], bounds[each + 1]):
                key = classes[labels[at], column]
                place = 0
                while place < size and met[place] != key:
                    place += 1
                if place == size:
                    met[size] = key
                    size += 1
                    made[each, column] += key
    return made
