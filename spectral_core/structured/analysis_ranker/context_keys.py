"""Compiled context features of the rankers: 64-bit keys of the words around a word and of their labels; key 0 is no
context. Names in WORD_CONTEXTS and LABEL_CONTEXTS say what a key is built from: w is the word itself; p, n, pp, nn are
its neighbours; first, last, begin and end with a number are their letters; set and classes are the analyser's
candidates. Upper case marks labels of neighbours."""

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Indexes, Integers, Keys
from spectral_core.structured.compilation import kernel, leaf_kernel
from spectral_core.structured.hash_tables import combine_keys_ordered

ByteArray = NDArray[np.int8]

# Columns of a form's keys.
FORM, FIRST, LAST, END2, END3, END4, END5, BEGIN2, BEGIN3, SHAPE, KIND, SHORT = range(12)
FORM_COLUMNS = 12
# Columns of a word's keys after those of its form: the candidates of the analyser.
CANDIDATE_SET, CANDIDATE_CLASSES = 12, 13
WORD_COLUMNS = 14
# Columns of a label's keys.
SYNTAX, CASE, PART, LEMMA_PART, TAG, LEMMA, CASE_ALONE = range(7)
LABEL_COLUMNS = 7
NOMINAL, VERBAL, PARTICLE = 1, 2, 3  # classes of labels

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
    # models before these have fewer: new contexts are added at the end
    "cases of clause CASE(p)", "LEMMA(verb before) cases of clause", "SYNTAX(nominal before) SYNTAX(one before it)",
    "CASE(nominal before) CASE(one before it) first(w)", "SYNTAX(p) SYNTAX(n)", "LEMMA(governor) CASE(p)",
    "CASE(p) CASE(n) end2(w)", "SYNTAX(pp) SYNTAX(p)",
)  # fmt: skip
_OUTSIDE_KEY = np.uint64(0xA0761D6478BD642F)  # code of positions outside the sentence
_ABSENT_KEY = np.uint64(0xE7037ED1A0B428DB)  # code of a word or label that was not found
_MAX_CASES = 8  # distinct cases of a clause
# Columns that describe the clause so far: the two last nominals and their cases, the last verb or particle, the set of
# cases since it; the nearest nominal with its distance, the last verb and the number of nominals since it.
_NOMINAL, _EARLIER, _NOMINAL_CASE, _EARLIER_CASE, _GOVERNOR, _CASES, _NEAREST, _VERB, _COUNT = range(9)
_CLAUSE_COLUMNS = 9
_MAX_SHORT_DISTANCE = 4  # maximum distance to the nearest short word


@leaf_kernel
def _put_context_key(keys: Keys, word: int, column: int, salt: int, first: np.uint64, second: np.uint64) -> int:
    """Write the key of one context; return the next column."""
    keys[word, column] = combine_keys_ordered(combine_keys_ordered(first, second), np.uint64(salt + column))
    return column + 1


@leaf_kernel
def _put_mirrored_keys(
    keys: Keys, word: int, c: int, salt: int, first: np.uint64, second: np.uint64, third: np.uint64, fourth: np.uint64
) -> int:
    """Write the keys of a context to the left and of its mirror image to the right; return the next column."""
    return _put_context_key(keys, word, _put_context_key(keys, word, c, salt, first, second), salt, third, fourth)


@kernel
def word_context_keys(words: Keys, starts: Integers) -> Keys:
    """Return (words, WORD_CONTEXTS) the keys of each word's contexts; `words` is (words, WORD_COLUMNS)."""
    keys = np.zeros((len(words), len(WORD_CONTEXTS)), dtype=np.uint64)
    edge = np.full(WORD_COLUMNS, _OUTSIDE_KEY, dtype=np.uint64)
    unit = np.uint64(1)
    for sentence in range(len(starts) - 1):
        begin, end = starts[sentence], starts[sentence + 1]
        for position in range(begin, end):
            w = words[position]
            p = words[position - 1] if position > begin else edge
            n = words[position + 1] if position + 1 < end else edge
            pp = words[position - 2] if position > begin + 1 else edge
            nn = words[position + 2] if position + 2 < end else edge
            ends = combine_keys_ordered(w[BEGIN2], w[END2])
            ends_p = combine_keys_ordered(p[BEGIN2], p[END2])
            ends_n = combine_keys_ordered(n[BEGIN2], n[END2])
            kind = combine_keys_ordered(w[KIND], np.uint64(1 + (position == begin)))
            short_word, distance = _ABSENT_KEY, 0
            for gap in range(1, min(_MAX_SHORT_DISTANCE, position - begin) + 1):
                if words[position - gap, SHORT] == unit:
                    short_word, distance = words[position - gap, FORM], gap
                    break
            c = 0
            c = _put_context_key(keys, position, c, 1, w[FORM], unit)
            c = _put_mirrored_keys(keys, position, c, 1, w[FORM], p[FORM], w[FORM], n[FORM])
            c = _put_mirrored_keys(keys, position, c, 1, w[FORM], p[FIRST], w[FORM], n[FIRST])
            c = _put_mirrored_keys(keys, position, c, 1, w[FORM], p[LAST], w[FORM], n[LAST])
            c = _put_mirrored_keys(keys, position, c, 1, p[FORM], unit, n[FORM], unit)
            c = _put_mirrored_keys(keys, position, c, 1, p[FIRST], unit, n[FIRST], unit)
            c = _put_mirrored_keys(keys, position, c, 1, p[LAST], unit, n[LAST], unit)
            c = _put_context_key(keys, position, c, 1, w[LAST], unit)
            c = _put_context_key(keys, position, c, 1, w[END2], unit)
            c = _put_context_key(keys, position, c, 1, w[END3], unit)
            c = _put_context_key(keys, position, c, 1, w[END4], unit)
            c = _put_context_key(keys, position, c, 1, w[END5], unit)
            c = _put_context_key(keys, position, c, 1, w[BEGIN2], unit)
            c = _put_context_key(keys, position, c, 1, w[BEGIN3], unit)
            c = _put_context_key(keys, position, c, 1, ends, unit)
            c = _put_context_key(keys, position, c, 1, w[BEGIN3], w[END3])
            c = _put_context_key(keys, position, c, 1, w[SHAPE], unit)
            c = _put_context_key(keys, position, c, 1, kind, unit)
            c = _put_context_key(keys, position, c, 1, kind, w[END3])
            c = _put_mirrored_keys(keys, position, c, 1, pp[FORM], unit, nn[FORM], unit)
            c = _put_context_key(keys, position, c, 1, p[FORM], n[FORM])
            c = _put_context_key(keys, position, c, 1, pp[FORM], p[FORM])
            c = _put_mirrored_keys(keys, position, c, 1, p[END3], unit, n[END3], unit)
            c = _put_mirrored_keys(keys, position, c, 1, p[BEGIN2], unit, n[BEGIN2], unit)
            c = _put_mirrored_keys(keys, position, c, 1, ends_p, unit, ends_n, unit)
            c = _put_context_key(keys, position, c, 1, w[CANDIDATE_SET], unit)
            c = _put_context_key(keys, position, c, 1, w[CANDIDATE_CLASSES], unit)
            c = _put_mirrored_keys(keys, position, c, 1, p[CANDIDATE_CLASSES], unit, n[CANDIDATE_CLASSES], unit)
            own_set = w[CANDIDATE_SET]
            c = _put_mirrored_keys(keys, position, c, 1, own_set, p[CANDIDATE_SET], own_set, n[CANDIDATE_SET])
            c = _put_mirrored_keys(keys, position, c, 1, w[CANDIDATE_CLASSES], p[FORM], w[CANDIDATE_CLASSES], n[FORM])
            c = _put_context_key(keys, position, c, 1, w[END2], p[FORM])
            c = _put_mirrored_keys(keys, position, c, 1, ends, ends_p, ends, ends_n)
            c = _put_context_key(keys, position, c, 1, short_word, np.uint64(distance))
            ends_and_short = combine_keys_ordered(ends, short_word)
            c = _put_context_key(keys, position, c, 1, ends_and_short, np.uint64(min(distance, 2)))
    return keys


@leaf_kernel
def _put_clause_keys(keys: Keys, word: int, c: int, clause: Keys, w: Keys, pp: Keys, p: Keys, n: Keys) -> int:
    """Write the keys of the contexts from column `c` on that describe the clause so far; return the next column."""
    two_cases = combine_keys_ordered(clause[_NOMINAL_CASE], clause[_EARLIER_CASE])
    c = _put_context_key(keys, word, c, 1001, clause[_CASES], p[CASE])
    c = _put_context_key(keys, word, c, 1001, combine_keys_ordered(clause[_VERB], clause[_CASES]), p[PART])
    c = _put_context_key(keys, word, c, 1001, clause[_NEAREST], clause[_EARLIER])
    c = _put_context_key(keys, word, c, 1001, two_cases, w[FIRST])
    c = _put_context_key(keys, word, c, 1001, p[SYNTAX], n[SYNTAX])
    c = _put_context_key(keys, word, c, 1001, combine_keys_ordered(clause[_GOVERNOR], clause[_COUNT]), p[CASE])
    c = _put_context_key(keys, word, c, 1001, combine_keys_ordered(p[CASE], n[CASE]), w[END2])
    return _put_context_key(keys, word, c, 1001, pp[SYNTAX], p[SYNTAX])


@leaf_kernel
def _extend_clause(clause: Keys, seen_cases: Keys, label: Keys, kind: int) -> None:
    """Add a word to the description of a clause, or begin a new one at a verb or a particle."""
    if kind == NOMINAL:
        clause[_EARLIER], clause[_EARLIER_CASE] = clause[_NOMINAL], clause[_NOMINAL_CASE]
        clause[_NOMINAL], clause[_NOMINAL_CASE] = label[SYNTAX], label[CASE]
        for rank in range(len(seen_cases)):
            if seen_cases[rank] == label[CASE_ALONE]:
                break
            if seen_cases[rank] == np.uint64(0):
                seen_cases[rank] = label[CASE_ALONE]
                clause[_CASES] += label[CASE_ALONE]
                break
    elif kind in (VERBAL, PARTICLE):
        clause[_GOVERNOR], clause[_CASES] = label[LEMMA], np.uint64(1)
        seen_cases[:] = np.uint64(0)


@kernel
def label_context_keys(words: Keys, labels: Keys, kinds: ByteArray, ahead: Keys, starts: Integers) -> Keys:
    """Return (words, LABEL_CONTEXTS) the keys of contexts made of neighbours' labels. `labels` is (words,
    LABEL_COLUMNS), `kinds` marks NOMINAL and VERBAL; to the right of a word, labels are read from `ahead`."""
    keys = np.zeros((len(words), len(LABEL_CONTEXTS)), dtype=np.uint64)
    edge = np.full(LABEL_COLUMNS, _OUTSIDE_KEY, dtype=np.uint64)
    word_edge = np.full(WORD_COLUMNS, _OUTSIDE_KEY, dtype=np.uint64)
    unit = np.uint64(1)
    for sentence in range(len(starts) - 1):
        begin, end = starts[sentence], starts[sentence + 1]
        nominal, verb = _ABSENT_KEY, _ABSENT_KEY  # last nominal and last verb to the left
        nominal_distance, nominal_count = 0, 0
        clause = np.full(_CLAUSE_COLUMNS, _ABSENT_KEY, dtype=np.uint64)
        clause[_CASES] = 1
        seen_cases = np.zeros(_MAX_CASES, dtype=np.uint64)
        for position in range(begin, end):
            w = words[position]
            previous_word = words[position - 1] if position > begin else word_edge
            p = labels[position - 1] if position > begin else edge
            n = ahead[position + 1] if position + 1 < end else edge
            pp = labels[position - 2] if position > begin + 1 else edge
            nn = ahead[position + 2] if position + 2 < end else edge
            cases = combine_keys_ordered(p[CASE], n[CASE])
            nominal_key = np.uint64(min(nominal_count, 3))
            nominal_context = combine_keys_ordered(nominal, np.uint64(min(nominal_distance, 4)))
            c = 0
            c = _put_mirrored_keys(keys, position, c, 1001, p[SYNTAX], unit, n[SYNTAX], unit)
            c = _put_context_key(keys, position, c, 1001, cases, unit)
            c = _put_context_key(keys, position, c, 1001, pp[CASE], p[CASE])
            c = _put_context_key(keys, position, c, 1001, n[CASE], nn[CASE])
            c = _put_mirrored_keys(keys, position, c, 1001, p[LEMMA_PART], unit, n[LEMMA_PART], unit)
            c = _put_mirrored_keys(keys, position, c, 1001, p[SYNTAX], w[FORM], n[SYNTAX], w[FORM])
            c = _put_mirrored_keys(
                keys, position, c, 1001, p[SYNTAX], w[CANDIDATE_CLASSES], n[SYNTAX], w[CANDIDATE_CLASSES]
            )
            c = _put_mirrored_keys(keys, position, c, 1001, p[TAG], unit, n[TAG], unit)
            c = _put_context_key(keys, position, c, 1001, cases, w[CANDIDATE_SET])
            c = _put_context_key(keys, position, c, 1001, p[LEMMA_PART], n[CASE])
            c = _put_context_key(keys, position, c, 1001, combine_keys_ordered(pp[PART], p[CASE]), n[PART])
            c = _put_context_key(keys, position, c, 1001, nominal_context, unit)
            c = _put_context_key(keys, position, c, 1001, combine_keys_ordered(verb, nominal_key), p[PART])
            c = _put_context_key(
                keys,
                position,
                c,
                1001,
                combine_keys_ordered(np.uint64(1 + (verb != _ABSENT_KEY)), nominal_key),
                p[CASE],
            )
            c = _put_context_key(keys, position, c, 1001, nominal, previous_word[FORM])
            clause[_NEAREST], clause[_VERB], clause[_COUNT] = nominal_context, verb, nominal_key
            _put_clause_keys(keys, position, c, clause, w, pp, p, n)
            _extend_clause(clause, seen_cases, labels[position], kinds[position])
            nominal_distance += 1
            if kinds[position] == NOMINAL:
                nominal, nominal_distance = labels[position, SYNTAX], 1
                nominal_count += 1
            elif kinds[position] == VERBAL:
                verb, nominal_count = labels[position, LEMMA], 0
    return keys


@kernel
def hash_class_sets(bounds: Integers, labels: Indexes, classes: Keys) -> Keys:
    """Return (lists, columns of `classes`) one key for the set of classes among the labels of each list."""
    columns = classes.shape[1]
    set_keys = np.ones((len(bounds) - 1, columns), dtype=np.uint64)
    largest = 0
    for index in range(len(set_keys)):
        largest = max(largest, bounds[index + 1] - bounds[index])
    distinct = np.empty(largest, dtype=np.uint64)
    for index in range(len(set_keys)):
        for column in range(columns):
            size = 0
            for position in range(bounds[index], bounds[index + 1]):
                key = classes[labels[position], column]
                rank = 0
                while rank < size and distinct[rank] != key:
                    rank += 1
                if rank == size:
                    distinct[size] = key
                    size += 1
                    set_keys[index, column] += key
    return set_keys


@kernel
def string_hashes(codes: CodePoints, bounds: Integers) -> Keys:
    """Return (strings,) a hash of each string's letters; never 0."""
    keys = np.empty(len(bounds) - 1, dtype=np.uint64)
    for string in range(len(keys)):
        key = np.uint64(bounds[string + 1] - bounds[string] + 1)
        for position in range(bounds[string], bounds[string + 1]):
            key = combine_keys_ordered(key, np.uint64(codes[position]))
        keys[string] = key
    return keys


@kernel
def edit_script_hashes(
    first_codes: CodePoints, first_bounds: Integers, second_codes: CodePoints, second_bounds: Integers, first: Indexes,
    second: Indexes,
) -> Keys:  # fmt: skip
    """Return (pairs,) a hash of each edit script: the prefixes and suffixes around the longest common substring that
    are removed and added to turn the first string of a pair into the second."""
    keys = np.empty(len(first), dtype=np.uint64)
    longest = 0
    for position in range(len(second_bounds) - 1):
        longest = max(longest, second_bounds[position + 1] - second_bounds[position])
    previous_lengths, lengths = np.zeros(longest + 1, dtype=np.int64), np.zeros(longest + 1, dtype=np.int64)
    for pair in range(len(first)):
        source = first_codes[first_bounds[first[pair]] : first_bounds[first[pair] + 1]]
        target = second_codes[second_bounds[second[pair]] : second_bounds[second[pair] + 1]]
        previous_lengths[: len(target) + 1] = 0
        best, source_begin, target_begin = 0, 0, 0
        for row in range(len(source)):
            for column in range(len(target)):
                length = previous_lengths[column] + 1 if source[row] == target[column] else 0
                lengths[column + 1] = length
                if length > best:
                    best, source_begin, target_begin = length, row + 1 - length, column + 1 - length
            previous_lengths, lengths = lengths, previous_lengths
            previous_lengths[0] = 0
        if best == 0:
            source_begin, target_begin = 0, 0
        key = combine_keys_ordered(
            np.uint64(source_begin + 1), np.uint64(len(source) - source_begin - best + 1 if best else 0)
        )
        for position in range(target_begin):
            key = combine_keys_ordered(key, np.uint64(target[position]))
        key = combine_keys_ordered(key, np.uint64(1))
        for position in range(target_begin + best, len(target)):
            key = combine_keys_ordered(key, np.uint64(target[position]))
        keys[pair] = key
    return keys
