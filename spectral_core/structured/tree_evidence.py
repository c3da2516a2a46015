"""Compiled log-linear model of a word's reading given the tree around it: scores of candidates, and training.

Each part of a candidate (UPOS, XPOS, features, and each attribute in which the candidates differ) is paired with each
context in the tree; pairs are hashed into a table. There is a table for each kind of arc: found by a parser, given, and
given with its relation. Never imported at start-up.
"""

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, Keys, Singles
from spectral_core.structured.compilation import inner_kernel, kernel

LEMMA, UPOS, XPOS, FEATS, FORM, RELATION, BASE_RELATION = range(7)  # columns of the hashes of words
WORD_COLUMNS = 7
ROW_COLUMNS = 3  # hashes of candidates: UPOS, XPOS, and UPOS with features
CORE, FUNCTION, OTHER = range(3)  # kinds of relations
TABLE_SIZE = 1 << 18
ROOT = -1  # head of the root word
_MASK = np.uint64(TABLE_SIZE - 1)
_MAX_CHILDREN = 12  # further children are not read
_ARC_CONTEXTS = 14
_MAX_CONTEXTS = _ARC_CONTEXTS + 2 * _MAX_CHILDREN
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_ROOT_KEY = np.uint64(0x5851F42D4C957F2D)
_NO_KEY = np.uint64(0)
_AGREEMENT = np.uint64(0x2545F4914F6CDD1D)
_MIN_GRADIENT = 1e-3  # smaller ones change nothing


class TreeWords(NamedTuple):
    """Words of several sentences in their trees."""

    keys: Keys  # (words, WORD_COLUMNS) hashes
    attributes: Keys  # (words, attributes) hashes of their values, 0 for none
    heads: Integers  # (words,) index of the head; ROOT
    kinds: Indexes  # (words,) CORE, FUNCTION or OTHER
    tables: Indexes  # (words,) table of the word's arc
    first_child: Integers  # (words,) -1 for none
    next_sibling: Integers  # (words,) next child of the same head; -1 for none


class CandidateRows(NamedTuple):
    """Candidate readings of some words."""

    words: Integers  # (choices,) index of the word
    first_row: Integers  # (choices + 1,)
    keys: Keys  # (rows, ROW_COLUMNS) hashes
    attributes: Keys  # (rows, attributes) as those of words
    scores: Floats  # (rows,) log probabilities before the tree was known


@inner_kernel
def _mix(first: np.uint64, second: np.uint64) -> np.uint64:
    """Return the hash of a pair of hashes."""
    key = (first * _MULTIPLIER) ^ second
    key = (key ^ (key >> _SHIFT)) * _MULTIPLIER
    return key ^ (key >> _SHIFT)


@inner_kernel
def _fill_contexts(words: TreeWords, word: int, attributes: Indexes, contexts: Keys, tables: Indexes) -> int:
    """Write the contexts of a word in its tree and their tables; return their number. `attributes` are the positions of
    Case and VerbForm."""
    keys, head, table = words.keys, words.heads[word], words.tables[word]
    case, verb_form = attributes[0], attributes[1]
    relation = keys[word, RELATION]
    upos = xpos = lemma = feats = above = inflection = _ROOT_KEY
    side = np.uint64(1)
    siblings, sibling_cases = _NO_KEY, _NO_KEY
    if head >= 0:
        upos, xpos, lemma, feats = keys[head, UPOS], keys[head, XPOS], keys[head, LEMMA], keys[head, FEATS]
        above = keys[head, RELATION]
        inflection = _mix(_mix(upos, words.attributes[head, case]), words.attributes[head, verb_form])
        side = np.uint64(2) if head > word else np.uint64(3)
        other = words.first_child[head]
        while other >= 0:
            if other != word and words.kinds[other] == CORE:
                siblings += _mix(keys[other, BASE_RELATION], _ROOT_KEY)
                sibling_cases += _mix(keys[other, BASE_RELATION], words.attributes[other, case])
            other = words.next_sibling[other]
    by_relation = _mix(relation, upos)
    contexts[0] = np.uint64(1)
    contexts[1] = _mix(np.uint64(2), relation)
    contexts[2] = _mix(np.uint64(3), _mix(relation, side))
    contexts[3] = _mix(np.uint64(4), by_relation)
    contexts[4] = _mix(np.uint64(5), _mix(_mix(relation, side), inflection))
    contexts[5] = _mix(np.uint64(6), _mix(by_relation, above))
    contexts[6] = _mix(np.uint64(7), _mix(upos, side))
    contexts[7] = _mix(np.uint64(8), xpos)
    contexts[8] = _mix(np.uint64(9), _mix(lemma, relation))
    contexts[9] = _mix(np.uint64(10), _mix(lemma, upos))
    contexts[10] = _mix(np.uint64(11), _mix(feats, relation))
    contexts[11] = _mix(np.uint64(12), _mix(by_relation, siblings))
    contexts[12] = _mix(np.uint64(13), _mix(relation, sibling_cases))
    tables[:_ARC_CONTEXTS] = table
    count = _ARC_CONTEXTS
    children, least = _NO_KEY, table
    child, number = words.first_child[word], 0
    while child >= 0 and number < _MAX_CHILDREN:
        child_relation = keys[child, RELATION]
        children += _mix(keys[child, BASE_RELATION], _ROOT_KEY)
        least = min(least, words.tables[child])
        contexts[count] = _mix(np.uint64(15), child_relation)
        if words.kinds[child] == FUNCTION:
            contexts[count + 1] = _mix(np.uint64(16), _mix(child_relation, keys[child, FORM]))
        else:
            by_case = _mix(keys[child, UPOS], words.attributes[child, case])
            contexts[count + 1] = _mix(np.uint64(17), _mix(child_relation, by_case))
        tables[count] = tables[count + 1] = words.tables[child]
        count, number, child = count + 2, number + 1, words.next_sibling[child]
    contexts[_ARC_CONTEXTS - 1] = _mix(np.uint64(14), _mix(relation, children))
    tables[_ARC_CONTEXTS - 1] = least
    return count


@inner_kernel
def _pair(key: np.uint64, table: int) -> np.int64:
    """Return the index of the weight of a pair in the tables."""
    return np.int64(table * TABLE_SIZE) + np.int64(key & _MASK)


@inner_kernel
def _fill_agreement(
    words: TreeWords, word: int, rows: CandidateRows, row: int, differs: Indexes, indexes: Integers, count: int
) -> int:
    """Write the weights of a candidate's agreement with the head and the children of its word; return how many there
    are now."""
    upos = rows.keys[row, 0]
    child, number = words.first_child[word], -1
    while number < _MAX_CHILDREN:
        if number < 0:  # the head first
            other, table, role = words.heads[word], words.tables[word], _mix(np.uint64(18), words.keys[word, RELATION])
        else:
            if child < 0:
                break
            other, table, role = child, words.tables[child], _mix(np.uint64(19), words.keys[child, RELATION])
            child = words.next_sibling[child]
        number += 1
        if other < 0:
            continue
        role = _mix(_mix(role, words.keys[other, UPOS]), upos)
        for attribute in range(rows.attributes.shape[1]):
            if not differs[attribute]:
                continue
            own, value = rows.attributes[row, attribute], words.attributes[other, attribute]
            by_attribute = _mix(role, np.uint64(attribute + 1))
            indexes[count] = _pair(_mix(_mix(by_attribute, own), value), table)
            agreement = np.uint64(4 * (own == value) + 2 * (own == _NO_KEY) + (value == _NO_KEY))
            indexes[count + 1] = _pair(_mix(by_attribute ^ _AGREEMENT, agreement), table)
            count += 2
    return count


@inner_kernel
def _fill_indexes(
    words: TreeWords, word: int, rows: CandidateRows, row: int, differs: Indexes, contexts: Keys, tables: Indexes,
    size: int, indexes: Integers,
) -> int:  # fmt: skip
    """Write the indexes of the weights of a candidate, whose word has `size` contexts; return their number."""
    count = 0
    for part in range(ROW_COLUMNS + rows.attributes.shape[1]):
        attribute = part - ROW_COLUMNS
        if attribute >= 0 and not differs[attribute]:
            continue
        key = rows.keys[row, part] if attribute < 0 else rows.attributes[row, attribute]
        if key == _NO_KEY:
            key = rows.keys[row, 0]
        key = _mix(key, np.uint64(part + 32))
        for context in range(size):
            indexes[count] = _pair(_mix(key, contexts[context]), tables[context])
            count += 1
    return _fill_agreement(words, word, rows, row, differs, indexes, count)


@inner_kernel
def _find_differing(rows: CandidateRows, begin: int, end: int, differs: Indexes) -> None:
    """Mark the attributes in which the candidates of a word differ."""
    for attribute in range(rows.attributes.shape[1]):
        differs[attribute] = 0
        for row in range(begin + 1, end):
            if rows.attributes[row, attribute] != rows.attributes[begin, attribute]:
                differs[attribute] = 1


@inner_kernel
def _max_indexes(attributes: int) -> int:
    """Return an upper bound of the number of weights of a candidate."""
    return (ROW_COLUMNS + attributes) * _MAX_CONTEXTS + 2 * attributes * (_MAX_CHILDREN + 1)


@kernel
def score_rows(words: TreeWords, rows: CandidateRows, positions: Indexes, weights: Singles, tables: int) -> Floats:
    """Return (rows, tables) the sums of the weights of each candidate in each table; `positions` are those of Case and
    VerbForm among the attributes."""
    sums = np.zeros((len(rows.scores), tables))
    contexts, context_tables = np.zeros(_MAX_CONTEXTS, dtype=np.uint64), np.zeros(_MAX_CONTEXTS, dtype=np.int32)
    differs = np.zeros(rows.attributes.shape[1], dtype=np.int32)
    indexes = np.zeros(_max_indexes(rows.attributes.shape[1]), dtype=np.int64)
    for choice in range(len(rows.words)):
        word, begin, end = rows.words[choice], rows.first_row[choice], rows.first_row[choice + 1]
        size = _fill_contexts(words, word, positions, contexts, context_tables)
        _find_differing(rows, begin, end, differs)
        for row in range(begin, end):
            count = _fill_indexes(words, word, rows, row, differs, contexts, context_tables, size, indexes)
            for position in range(count):
                index = indexes[position]
                sums[row, index // TABLE_SIZE] += weights[index]
    return sums


@kernel
def train_epoch(
    words: TreeWords, rows: CandidateRows, positions: Indexes, gold: Integers, order: Integers, rate: float,
    weights: Singles, squares: Singles,
) -> float:  # fmt: skip
    """Take a step of AdaGrad for each word in this order, in place, so that with the scores before the tree was known
    the gold candidate becomes more probable; return the mean log likelihood."""
    contexts, context_tables = np.zeros(_MAX_CONTEXTS, dtype=np.uint64), np.zeros(_MAX_CONTEXTS, dtype=np.int32)
    differs = np.zeros(rows.attributes.shape[1], dtype=np.int32)
    largest = 1
    for choice in range(len(rows.words)):
        largest = max(largest, rows.first_row[choice + 1] - rows.first_row[choice])
    indexes = np.zeros((largest, _max_indexes(rows.attributes.shape[1])), dtype=np.int64)
    counts, shares = np.zeros(largest, dtype=np.int64), np.zeros(largest)
    likelihood = 0.0
    for choice in order:
        word, begin, end = rows.words[choice], rows.first_row[choice], rows.first_row[choice + 1]
        size = _fill_contexts(words, word, positions, contexts, context_tables)
        _find_differing(rows, begin, end, differs)
        best = -np.inf
        for row in range(begin, end):
            candidate = row - begin
            counts[candidate] = _fill_indexes(
                words, word, rows, row, differs, contexts, context_tables, size, indexes[candidate]
            )
            total = rows.scores[row]
            for position in range(counts[candidate]):
                total += weights[indexes[candidate, position]]
            shares[candidate] = total
            best = max(best, total)
        norm = 0.0
        for candidate in range(end - begin):
            shares[candidate] = np.exp(shares[candidate] - best)
            norm += shares[candidate]
        likelihood += np.log(shares[gold[choice] - begin] / norm)
        for candidate in range(end - begin):
            gradient = (begin + candidate == gold[choice]) - shares[candidate] / norm
            if abs(gradient) < _MIN_GRADIENT:
                continue
            for position in range(counts[candidate]):
                index = indexes[candidate, position]
                squares[index] += np.float32(gradient * gradient)
                weights[index] += np.float32(rate * gradient / np.sqrt(squares[index]))
    return likelihood / max(len(order), 1)
