"""Compiled scores and gradient steps of hashed features: of arcs for the pruner, and of tree parts over pruned arcs.

Never imported at start-up.
"""

import math

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Singles
from spectral_core.structured.arcs import (
    ARC,
    BETWEEN,
    FIRST_ROLE,
    GRAND,
    PRUNER,
    SIBLING,
    CodedSentences,
    HashedWeights,
    PrunedArcs,
    StepSize,
    Templates,
    TreeParts,
)
from spectral_core.structured.arcs.pruned_arcs import sibling_of_triple
from spectral_core.structured.compilation import inner, leaf
from spectral_core.structured.hash_tables import FACTOR

_OUTSIDE_CODE = np.uint64(0xA0761D6478BD642F)  # code of positions outside the sentence
_ROOT_CODE = np.uint64(0xE7037ED1A0B428DB)
_NO_SIBLING = np.uint64(0x8EBC6AF09C88C6E3)  # code of a missing sibling
_NO_MODIFIER = np.uint64(0x589965CC75374CC3)  # code of a missing modifier
_SEQUENCE_KEY = np.uint64(0x1D8E4E27C47D124F)
_INITIAL_SQUARE = 0.01  # initial sum of squared gradients (AdaGrad)
_MIN_SLOPE = 2e-3  # smaller gradients are skipped
_MAX_SEQUENCE = 4  # longest word sequence between head and modifier that is a feature


@leaf
def bucket(gap: int) -> int:
    """Return the bucket, 0 to 6, of a distance of at least 1."""
    if gap <= 3:
        return max(gap, 1) - 1
    return 3 if gap <= 5 else 4 if gap <= 8 else 5 if gap <= 14 else 6


@leaf
def arc_slot(head: int, word: int) -> int:
    """Return the weight slot for the direction and distance of an arc."""
    return 1 + bucket(word - head) if word > head else 8 + bucket(head - word)


@leaf
def _grand_slot(grandparent: int, head: int, word: int) -> int:
    """Return the weight slot for the directions of two arcs and the distance of the lower one."""
    side = (2 if head > grandparent else 0) + (1 if word > head else 0)
    return 1 + 3 * side + min(abs(word - head), 3) - 1


@inner
def fill_roles(coded: CodedSentences, begin: int, size: int, templates: Templates, sums: Keys) -> None:
    """Fill `sums` (roles, words + 3, features) with the contribution of each word in each role (head, modifier, ...) to
    the feature keys; rows are the root, the words, a missing sibling and a missing modifier."""
    for role in range(sums.shape[0]):
        for row in range(size + 3):
            for column in range(sums.shape[2]):
                sums[role, row, column] = templates.initial[role, column]
    for piece in range(len(templates.roles)):
        role, column = templates.roles[piece], templates.columns[piece]
        if role >= len(sums):
            break  # sorted: no later one fits either
        attribute, offset, factor = templates.attributes[piece], templates.offsets[piece], templates.factors[piece]
        for row in range(size + 3):
            if 1 <= row <= size:
                position = row + offset
                code = coded.codes[begin + position - 1, attribute] if 1 <= position <= size else _OUTSIDE_CODE
            elif offset != 0:
                code = _OUTSIDE_CODE
            else:
                code = _ROOT_CODE if row == 0 else _NO_SIBLING if row == size + 1 else _NO_MODIFIER
            sums[role, row, column] += factor * code


@leaf
def _read_score(rows: Singles, shift: int, first: Keys, second: Keys, third: Keys, count: int, slot: int) -> float:
    """Return the score of a part: the sum of its feature weights. Feature keys are sums over three roles."""
    total = 0.0
    bits = np.uint64(shift)
    for column in range(count):
        line = (first[column] + second[column] + third[column]) >> bits
        total += np.float64(rows[line, 0]) + np.float64(rows[line, slot])  # summed in double precision
    return total


@leaf
def _move_weight(
    rows: Singles, accumulators: Singles, line: np.uint64, slot: int, slope: float, step: StepSize
) -> None:
    """Update one weight by AdaGrad or by a plain step with averaging."""
    if step.clock >= 0.0:
        rows[line, slot] += np.float32(slope)
        accumulators[line, slot] += np.float32(step.clock * slope)
    else:
        squares = np.float64(accumulators[line, slot]) + slope * slope
        accumulators[line, slot] = np.float32(squares)
        rows[line, slot] += np.float32(step.rate * slope / math.sqrt(_INITIAL_SQUARE + squares))


@leaf
def _move_weights(
    weights: HashedWeights, first: Keys, second: Keys, third: Keys, count: int, slot: int, slope: float, step: StepSize
) -> None:
    """Update the weights of a part along its gradient."""
    bits = np.uint64(weights.shift)
    for column in range(count):
        line = (first[column] + second[column] + third[column]) >> bits
        _move_weight(weights.rows, weights.accumulators, line, 0, slope, step)
        _move_weight(weights.rows, weights.accumulators, line, slot, slope, step)


@inner
def previous_same_tag(coded: CodedSentences, begin: int, size: int) -> Integers:
    """Return (words + 1,) the position of the previous word with the same tag, from 1; 0 if there is none."""
    previous = np.zeros(size + 1, dtype=np.int64)
    for position in range(2, size + 1):
        for candidate in range(position - 1, 0, -1):
            if coded.codes[begin + candidate - 1, 0] == coded.codes[begin + position - 1, 0]:
                previous[position] = candidate
                break
    return previous


@leaf
def _score_between(
    weights: HashedWeights, sums: Keys, earlier: Integers, coded: CodedSentences, begin: int, head: int, word: int,
    count: int, slope: float, step: StepSize,
) -> float:  # fmt: skip
    """Score the in-between-tag features of an arc: each distinct tag, and a short tag sequence as one. If `gradient` is
    not 0, update their weights instead."""
    low, high = min(head, word), max(head, word)
    slot = arc_slot(head, word)
    role = FIRST_ROLE[BETWEEN]
    head_sums, modifier_sums = sums[role, head], sums[role + 2, word]
    total = 0.0
    for position in range(low + 1, high):
        if earlier[position] <= low:
            if slope == 0.0:
                total += _read_score(
                    weights.rows, weights.shift, head_sums, sums[role + 1, position], modifier_sums, count, slot
                )
            else:
                _move_weights(weights, head_sums, sums[role + 1, position], modifier_sums, count, slot, slope, step)
    if count > 0 and 1 < high - low <= _MAX_SEQUENCE + 1:
        key = head_sums[0] + modifier_sums[0] + _SEQUENCE_KEY
        for position in range(low + 1, high):
            key = (key + coded.codes[begin + position - 1, 0]) * FACTOR
        line = key >> np.uint64(weights.shift)
        if slope == 0.0:
            total += np.float64(weights.rows[line, 0]) + np.float64(weights.rows[line, slot])
        else:
            _move_weight(weights.rows, weights.accumulators, line, 0, slope, step)
            _move_weight(weights.rows, weights.accumulators, line, slot, slope, step)
    return total


@inner
def score_parts(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys,
    pruned: PrunedArcs, parts: TreeParts,
) -> None:  # fmt: skip
    """Fill `parts` with the log scores of all tree parts; grandparent parts that occur in no projective tree get minus
    infinity."""
    none = np.zeros(sums.shape[2], dtype=np.uint64)
    earlier = previous_same_tag(coded, begin, size)
    counts, rows, shift = templates.counts, weights.rows, weights.shift
    no_step = StepSize(0.0, -1.0)
    for arc in range(len(pruned.heads)):
        head, word = pruned.heads[arc], pruned.words[arc]
        role = FIRST_ROLE[ARC]
        slot = arc_slot(head, word)
        score = _read_score(rows, shift, sums[role, head], sums[role + 1, word], none, counts[ARC], slot)
        score += _score_between(weights, sums, earlier, coded, begin, head, word, counts[BETWEEN], 0.0, no_step)
        parts.arcs[arc] = score
        parts.ends[arc] = 0.0
        if head == 0:
            continue
        role = FIRST_ROLE[GRAND]
        for head_arc in range(pruned.first[head], pruned.first[head + 1]):
            grandparent = pruned.heads[head_arc]
            pair = pruned.pairs[arc] + head_arc - pruned.first[head]
            if grandparent != 0 and min(head, word) <= grandparent <= max(head, word):
                parts.pairs[pair] = -np.inf
            else:
                parts.pairs[pair] = _read_score(
                    rows, shift, sums[role, grandparent], sums[role + 1, head], sums[role + 2, word], counts[GRAND],
                    _grand_slot(grandparent, head, word),
                )  # fmt: skip
        role = FIRST_ROLE[SIBLING]
        head_sums, modifier_sums, count = sums[role, head], sums[role + 2, word], counts[SIBLING]
        parts.triples[pruned.triples[arc]] = _read_score(
            rows, shift, head_sums, sums[role + 1, size + 1], modifier_sums, count, slot
        )
        for triple in range(pruned.triples[arc] + 1, pruned.triples[arc + 1]):
            sibling = pruned.words[sibling_of_triple(pruned, arc, triple)]
            sibling_sums = sums[role + 1, sibling]
            side = arc_slot(sibling, word)
            parts.triples[triple] = _read_score(rows, shift, head_sums, sibling_sums, modifier_sums, count, side)
        parts.ends[arc] = _read_score(
            rows, shift, head_sums, sums[role + 1, word], sums[role + 2, size + 2], count, slot
        )
    role = FIRST_ROLE[SIBLING]
    for head in range(1, size + 1):
        for side in range(2):
            parts.childless[side, head] = _read_score(
                rows, shift, sums[role, head], sums[role + 1, size + 1], sums[role + 2, size + 2], counts[SIBLING],
                8 - 7 * side,
            )  # fmt: skip


@inner
def update_parts(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys,
    pruned: PrunedArcs, slopes: TreeParts, step: StepSize,
) -> None:  # fmt: skip
    """Update the weights of all tree parts along their gradients."""
    none = np.zeros(sums.shape[2], dtype=np.uint64)
    earlier = previous_same_tag(coded, begin, size)
    counts = templates.counts
    for arc in range(len(pruned.heads)):
        head, word = pruned.heads[arc], pruned.words[arc]
        slope = slopes.arcs[arc]
        slot = arc_slot(head, word)
        if abs(slope) > _MIN_SLOPE:
            role = FIRST_ROLE[ARC]
            _move_weights(weights, sums[role, head], sums[role + 1, word], none, counts[ARC], slot, slope, step)
            _score_between(weights, sums, earlier, coded, begin, head, word, counts[BETWEEN], slope, step)
        if head == 0:
            continue
        role = FIRST_ROLE[GRAND]
        for head_arc in range(pruned.first[head], pruned.first[head + 1]):
            slope = slopes.pairs[pruned.pairs[arc] + head_arc - pruned.first[head]]
            if abs(slope) > _MIN_SLOPE:
                grandparent = pruned.heads[head_arc]
                _move_weights(
                    weights, sums[role, grandparent], sums[role + 1, head], sums[role + 2, word], counts[GRAND],
                    _grand_slot(grandparent, head, word), slope, step,
                )  # fmt: skip
        role = FIRST_ROLE[SIBLING]
        head_sums, modifier_sums, count = sums[role, head], sums[role + 2, word], counts[SIBLING]
        slope = slopes.triples[pruned.triples[arc]]
        if abs(slope) > _MIN_SLOPE:
            _move_weights(weights, head_sums, sums[role + 1, size + 1], modifier_sums, count, slot, slope, step)
        for triple in range(pruned.triples[arc] + 1, pruned.triples[arc + 1]):
            slope = slopes.triples[triple]
            if abs(slope) > _MIN_SLOPE:
                sibling = pruned.words[sibling_of_triple(pruned, arc, triple)]
                _move_weights(
                    weights,
                    head_sums,
                    sums[role + 1, sibling],
                    modifier_sums,
                    count,
                    arc_slot(sibling, word),
                    slope,
                    step,
                )
        slope = slopes.ends[arc]
        if abs(slope) > _MIN_SLOPE:
            _move_weights(weights, head_sums, sums[role + 1, word], sums[role + 2, size + 2], count, slot, slope, step)
    role = FIRST_ROLE[SIBLING]
    for head in range(1, size + 1):
        for side in range(2):
            slope = slopes.childless[side, head]
            if abs(slope) > _MIN_SLOPE:
                _move_weights(
                    weights, sums[role, head], sums[role + 1, size + 1], sums[role + 2, size + 2], counts[SIBLING],
                    8 - 7 * side, slope, step,
                )  # fmt: skip


@inner
def score_arcs(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys
) -> Floats:
    """Return (words + 1, words) the pruner's arc scores [head, modifier]; minus infinity on self-loops."""
    scores = np.full((size + 1, size), -np.inf)
    kind_counts = _count_kinds(coded, begin, size)
    role, count = FIRST_ROLE[PRUNER], templates.counts[PRUNER]
    extra = np.zeros(sums.shape[2], dtype=np.uint64)
    for head in range(size + 1):
        for word in range(1, size + 1):
            if head != word:
                _set_between_key(extra, count, kind_counts, head, word)
                scores[head, word - 1] = _read_score(
                    weights.rows, weights.shift, sums[role, head], sums[role + 1, word], extra, count,
                    arc_slot(head, word),
                )  # fmt: skip
    return scores


@inner
def update_arcs(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys,
    slopes: Floats, step: StepSize,
) -> None:  # fmt: skip
    """Update the pruner's weights along the gradient of all arcs."""
    kind_counts = _count_kinds(coded, begin, size)
    role, count = FIRST_ROLE[PRUNER], templates.counts[PRUNER]
    extra = np.zeros(sums.shape[2], dtype=np.uint64)
    for head in range(size + 1):
        for word in range(1, size + 1):
            slope = slopes[head, word - 1]
            if head != word and abs(slope) > _MIN_SLOPE:
                _set_between_key(extra, count, kind_counts, head, word)
                first, second = sums[role, head], sums[role + 1, word]
                _move_weights(weights, first, second, extra, count, arc_slot(head, word), slope, step)


@inner
def _count_kinds(coded: CodedSentences, begin: int, size: int) -> Integers:
    """Return (2, words + 1) the prefix counts of words of each kind (punctuation, typical roots)."""
    kind_counts = np.zeros((2, size + 1), dtype=np.int64)
    for word in range(1, size + 1):
        kind = coded.kinds[begin + word - 1]
        for kind_index in range(2):
            kind_counts[kind_index, word] = kind_counts[kind_index, word - 1] + (1 if kind == kind_index + 1 else 0)
    return kind_counts


@leaf
def _set_between_key(keys: Keys, count: int, kind_counts: Integers, head: int, word: int) -> None:
    """Write the bucketed counts of each kind of word between two words into the pruner's last key."""
    low, high = min(head, word), max(head, word)
    code = 0
    for kind in range(2):
        code = code * 4 + min(kind_counts[kind, high - 1] - kind_counts[kind, low], 3)
    keys[count - 1] = np.uint64(code) * FACTOR
