"""Compiled scores of the parts of trees over pruned arcs, and their marginals (Koo and Collins 2010, model 1).

Nothing imports this module at start.
"""

import math

import numpy as np

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys, Singles
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
from spectral_core.structured.compilation import entry, inner, leaf
from spectral_core.structured.hash_tables import FACTOR

_OUTSIDE_CODE = np.uint64(0xA0761D6478BD642F)  # the code of what stands outside the sentence
_ROOT_CODE = np.uint64(0xE7037ED1A0B428DB)
_NO_SIBLING = np.uint64(0x8EBC6AF09C88C6E3)  # of a sibling that is not there
_NO_MODIFIER = np.uint64(0x589965CC75374CC3)  # of a modifier that is not there
_SEQUENCE_KEY = np.uint64(0x1D8E4E27C47D124F)
_INITIAL_SQUARE = 0.01  # what a sum of squares begins with
_MIN_SLOPE = 2e-3  # slopes below this move nothing
_MAX_SEQUENCE = 4  # words between head and modifier whose sequence is a feature


@leaf
def bucket(gap: int) -> int:
    """Return the bucket, 0 to 6, of a distance from 1."""
    if gap <= 3:
        return max(gap, 1) - 1
    return 3 if gap <= 5 else 4 if gap <= 8 else 5 if gap <= 14 else 6


@leaf
def arc_slot(head: int, word: int) -> int:
    """Return the slot of the weight for the direction and distance of an arc."""
    return 1 + bucket(word - head) if word > head else 8 + bucket(head - word)


@leaf
def _grand_slot(grandparent: int, head: int, word: int) -> int:
    """Return the slot of the weight for the directions of two arcs and the distance of the lower one."""
    side = (2 if head > grandparent else 0) + (1 if word > head else 0)
    return 1 + 3 * side + min(abs(word - head), 3) - 1


@inner
def fill_roles(coded: CodedSentences, begin: int, size: int, templates: Templates, sums: Keys) -> None:
    """Fill `sums` (roles, words + 3, features): the contributions of the root, each word, no sibling and no modifier to
    keys."""
    for role in range(sums.shape[0]):
        for row in range(size + 3):
            for column in range(sums.shape[2]):
                sums[role, row, column] = templates.initial[role, column]
    for piece in range(len(templates.roles)):
        role, column = templates.roles[piece], templates.columns[piece]
        if role >= len(sums):
            break  # they rise
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
    """Return the sum of the weights of a part, to whose keys three roles contribute."""
    total = 0.0
    bits = np.uint64(shift)
    for column in range(count):
        line = (first[column] + second[column] + third[column]) >> bits
        total += np.float64(rows[line, 0]) + np.float64(rows[line, slot])  # a sum of singles would be single
    return total


@leaf
def _move_weight(
    rows: Singles, accumulators: Singles, line: np.uint64, slot: int, slope: float, step: StepSize
) -> None:
    """Move one weight along its slope, by AdaGrad or by a plain step that is averaged."""
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
    """Move the weights of a part along its slope."""
    bits = np.uint64(weights.shift)
    for column in range(count):
        line = (first[column] + second[column] + third[column]) >> bits
        _move_weight(weights.rows, weights.accumulators, line, 0, slope, step)
        _move_weight(weights.rows, weights.accumulators, line, slot, slope, step)


@inner
def previous_same_tag(coded: CodedSentences, begin: int, size: int) -> Integers:
    """Return (words + 1,) where the tag of each word, from 1, stood last before it; 0 for nowhere."""
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
    """Return the score of the tags between head and modifier, each once, and of a short sequence as one; or move its
    weights along a slope that is not 0."""
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
    """Fill `parts` with log scores; a pair of arcs that no tree has gets minus infinity."""
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


@leaf
def sibling_of_triple(pruned: PrunedArcs, arc: int, triple: int) -> int:
    """Return the arc of the sibling in a triple."""
    head = pruned.heads[arc]
    rank = triple - pruned.triples[arc] - 1
    if pruned.words[arc] > head:
        return int(pruned.by_head[pruned.first_right[head] + rank])
    return int(pruned.by_head[pruned.first_right[head] - 1 - rank])


@leaf
def side_bounds(pruned: PrunedArcs, head: int, side: int) -> tuple[int, int]:
    """Return where the arcs of a head to one side stand among its arcs."""
    if side:
        return int(pruned.first_right[head]), int(pruned.bounds[head + 1])
    return int(pruned.bounds[head]), int(pruned.first_right[head])


@inner
def update_parts(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys,
    pruned: PrunedArcs, slopes: TreeParts, step: StepSize,
) -> None:  # fmt: skip
    """Move all weights along the slopes of the parts."""
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
    """Return (words + 1, words) the scores of the pruner [head, modifier]; of a word under itself, minus infinity."""
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
    """Move the weights of the pruner along the slopes of all arcs."""
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
    """Return (2, words + 1) how many words of each kind stand up to each word."""
    kind_counts = np.zeros((2, size + 1), dtype=np.int64)
    for word in range(1, size + 1):
        kind = coded.kinds[begin + word - 1]
        for kind_index in range(2):
            kind_counts[kind_index, word] = kind_counts[kind_index, word - 1] + (1 if kind == kind_index + 1 else 0)
    return kind_counts


@leaf
def _set_between_key(keys: Keys, count: int, kind_counts: Integers, head: int, word: int) -> None:
    """Write the number of words of each kind between two words into the last key of the pruner."""
    low, high = min(head, word), max(head, word)
    code = 0
    for kind in range(2):
        code = code * 4 + min(kind_counts[kind, high - 1] - kind_counts[kind, low], 3)
    keys[count - 1] = np.uint64(code) * FACTOR


_SHIFT = 4.0  # nats that every arc is raised by where the sum over all trees vanished
_MAX_ATTEMPTS = 12


@entry
def empty_parts(pruned: PrunedArcs, size: int) -> TreeParts:
    """Return zeros for each part."""
    arcs = len(pruned.heads)
    return TreeParts(
        np.zeros(arcs), np.zeros(pruned.pairs[arcs]), np.zeros(pruned.triples[arcs]), np.zeros(arcs),
        np.zeros((2, size + 1)),
    )  # fmt: skip


@entry
def index_arcs(heads: Indexes, size: int) -> PrunedArcs:
    """Return the arcs to the heads of each word, of which -1 is none, in order."""
    total = 0
    for word in range(size):
        for index in range(heads.shape[1]):
            if heads[word, index] >= 0:
                total += 1
    arc_heads, words = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.int32)
    first, bounds = np.zeros(size + 2, dtype=np.int32), np.zeros(size + 3, dtype=np.int32)
    arc_count = 0
    for word in range(1, size + 1):
        first[word] = arc_count
        for index in range(heads.shape[1]):
            if heads[word - 1, index] >= 0:
                arc_heads[arc_count], words[arc_count] = heads[word - 1, index], word
                bounds[arc_heads[arc_count] + 2] += 1
                arc_count += 1
    first[size + 1] = arc_count
    for head in range(2, size + 3):
        bounds[head] += bounds[head - 1]
    by_head, first_right = np.empty(total, dtype=np.int32), bounds[1 : size + 2].copy()
    for arc in range(total):  # which go by modifier, so that those of each head do
        head = arc_heads[arc]
        by_head[bounds[head + 1]] = arc
        bounds[head + 1] += 1
        if words[arc] < head:
            first_right[head] += 1
    pairs, triples = np.zeros(total + 1, dtype=np.int32), np.zeros(total + 1, dtype=np.int32)
    ranks = np.zeros(total, dtype=np.int32)
    for head in range(1, size + 1):
        for index in range(bounds[head], bounds[head + 1]):
            ranks[by_head[index]] = (
                index - first_right[head] if index >= first_right[head] else first_right[head] - 1 - index
            )
    for arc in range(total):
        head = arc_heads[arc]
        pairs[arc + 1] = pairs[arc] + (first[head + 1] - first[head] if head else 0)
        triples[arc + 1] = triples[arc] + (1 + ranks[arc] if head else 0)
    return PrunedArcs(arc_heads, words, first, by_head, bounds[: size + 2], first_right, pairs, triples)


@inner
def fill_potentials(pruned: PrunedArcs, size: int, scores: TreeParts, potentials: TreeParts, shift: float) -> float:
    """Fill `potentials` so that no tree has a product above 1 but for `shift` a word; return the log of what they were
    divided by."""
    log_scale = -shift * size
    best_of_word = np.full(size + 1, -np.inf)
    highest = np.zeros((2, len(pruned.heads)))
    for arc in range(len(pruned.heads)):
        if pruned.heads[arc]:
            for kind in range(2):
                numbers, bounds = (scores.pairs, pruned.pairs) if kind == 0 else (scores.triples, pruned.triples)
                high = -np.inf
                for position in range(bounds[arc], bounds[arc + 1]):
                    high = max(high, numbers[position])
                highest[kind, arc] = high
        word = pruned.words[arc]
        best_of_word[word] = max(best_of_word[word], scores.arcs[arc] + highest[0, arc] + highest[1, arc])
    for arc in range(len(pruned.heads)):
        for kind in range(2):
            numbers, part_potentials, bounds = (
                (scores.pairs, potentials.pairs, pruned.pairs)
                if kind == 0
                else (scores.triples, potentials.triples, pruned.triples)
            )
            for position in range(bounds[arc], bounds[arc + 1]):
                part_potentials[position] = (
                    math.exp(numbers[position] - highest[kind, arc]) if numbers[position] > -np.inf else 0.0
                )
        arc_score = scores.arcs[arc] + highest[0, arc] + highest[1, arc]
        potentials.arcs[arc] = (
            math.exp(arc_score - best_of_word[pruned.words[arc]] + shift) if arc_score > -np.inf else 0.0
        )
    for word in range(1, size + 1):
        log_scale += best_of_word[word]
        for side in range(2):
            high = scores.childless[side, word]
            low, end = side_bounds(pruned, word, side)
            for index in range(low, end):
                high = max(high, scores.ends[pruned.by_head[index]])
            log_scale += high
            potentials.childless[side, word] = math.exp(scores.childless[side, word] - high)
            for index in range(low, end):
                potentials.ends[pruned.by_head[index]] = math.exp(scores.ends[pruned.by_head[index]] - high)
    return log_scale


@inner
def _arc_matrix(pruned: PrunedArcs, size: int) -> Indexes:
    """Return (words + 1, words + 1) the arc between head and modifier, or -1."""
    arc_of = np.full((size + 1, size + 1), -1, dtype=np.int32)
    for arc in range(len(pruned.heads)):
        arc_of[pruned.heads[arc], pruned.words[arc]] = arc
    return arc_of


@inner
def _inside(
    pruned: PrunedArcs,
    size: int,
    potentials: TreeParts,
    reach: Flags,
    arc_of: Indexes,
    closed: Floats,
    opened: Floats,
    joints: Floats,
) -> float:
    """Fill the chart; return the sum over all trees. closed (2, words + 2, arcs) [side, edge, arc above the head];
    opened (pairs,); joints (triples,): the sums over where two siblings meet."""
    for j in range(1, size + 1):
        for head_arc in range(pruned.first[j], pruned.first[j + 1]):
            closed[0, j, head_arc], closed[1, j, head_arc] = potentials.childless[0, j], potentials.childless[1, j]
        for i in range(j - 1, 0, -1):
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                arc = arc_of[head, word]
                if arc < 0:
                    continue
                start, width = pruned.pairs[arc], pruned.pairs[arc + 1] - pruned.pairs[arc]
                base = potentials.triples[pruned.triples[arc]] * closed[1 - side, i + 1 if side else j - 1, arc]
                for offset in range(width):
                    opened[start + offset] = base
                for triple in range(pruned.triples[arc] + 1, pruned.triples[arc + 1]):
                    sibling_arc = sibling_of_triple(pruned, arc, triple)
                    sibling = pruned.words[sibling_arc]
                    low, high = (sibling, j) if side else (i, sibling)
                    value = 0.0
                    for split in range(low, high):
                        value += (
                            closed[1, split, sibling_arc if side else arc]
                            * closed[0, split + 1, arc if side else sibling_arc]
                        )
                    joints[triple] = value
                    value *= potentials.triples[triple]
                    row = pruned.pairs[sibling_arc]
                    for offset in range(width):
                        opened[start + offset] += value * opened[row + offset]
                for offset in range(width):
                    opened[start + offset] *= potentials.arcs[arc] * potentials.pairs[start + offset]
            for side in range(2):
                head, edge = (i, j) if side else (j, i)
                if reach.shape[1] and not reach[side, head - 1, edge - 1]:
                    continue
                low, width = pruned.first[head], pruned.first[head + 1] - pruned.first[head]
                begin, end = side_bounds(pruned, head, side)
                for index in range(begin, end):
                    arc = pruned.by_head[index]
                    if i <= pruned.words[arc] <= j:
                        value = potentials.ends[arc] * closed[side, edge, arc]
                        row = pruned.pairs[arc]
                        for offset in range(width):
                            closed[side, edge, low + offset] += value * opened[row + offset]
    total = 0.0
    for index in range(pruned.bounds[0], pruned.bounds[1]):
        arc = pruned.by_head[index]
        total += potentials.arcs[arc] * closed[0, 1, arc] * closed[1, size, arc]
    return total


@inner
def _outside(
    pruned: PrunedArcs, size: int, potentials: TreeParts, reach: Flags, arc_of: Indexes, closed: Floats, opened: Floats,
    joints: Floats, total: float, parts: TreeParts,
) -> None:  # fmt: skip
    """Fill `parts` with the marginals of all parts: the derivatives of the log of the sum by the log of each."""
    outside_closed, outside_opened = np.zeros_like(closed), np.zeros_like(opened)
    for index in range(pruned.bounds[0], pruned.bounds[1]):
        arc = pruned.by_head[index]
        share = potentials.arcs[arc] / total
        parts.arcs[arc] = share * closed[0, 1, arc] * closed[1, size, arc]
        outside_closed[0, 1, arc] += share * closed[1, size, arc]
        outside_closed[1, size, arc] += share * closed[0, 1, arc]
    for j in range(size, 0, -1):
        for i in range(1, j):
            for side in range(2):
                head, edge = (i, j) if side else (j, i)
                if reach.shape[1] and not reach[side, head - 1, edge - 1]:
                    continue
                low, width = pruned.first[head], pruned.first[head + 1] - pruned.first[head]
                begin, end = side_bounds(pruned, head, side)
                for index in range(begin, end):
                    arc = pruned.by_head[index]
                    if i <= pruned.words[arc] <= j:
                        value, change = potentials.ends[arc] * closed[side, edge, arc], 0.0
                        row = pruned.pairs[arc]
                        for offset in range(width):
                            slope = outside_closed[side, edge, low + offset]
                            change += slope * opened[row + offset]
                            outside_opened[row + offset] += value * slope
                        parts.ends[arc] += change * value
                        outside_closed[side, edge, arc] += potentials.ends[arc] * change
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                arc = arc_of[head, word]
                if arc < 0:
                    continue
                start, width = pruned.pairs[arc], pruned.pairs[arc + 1] - pruned.pairs[arc]
                arc_posterior, change = 0.0, 0.0
                for offset in range(start, start + width):
                    share = opened[offset] * outside_opened[offset]
                    parts.pairs[offset] = share
                    arc_posterior += share
                    outside_opened[offset] *= potentials.arcs[arc] * potentials.pairs[offset]
                    change += outside_opened[offset]
                parts.arcs[arc] = arc_posterior
                first, edge = pruned.triples[arc], i + 1 if side else j - 1
                parts.triples[first] = change * potentials.triples[first] * closed[1 - side, edge, arc]
                outside_closed[1 - side, edge, arc] += change * potentials.triples[first]
                for triple in range(first + 1, pruned.triples[arc + 1]):
                    sibling_arc = sibling_of_triple(pruned, arc, triple)
                    sibling, row = pruned.words[sibling_arc], pruned.pairs[sibling_arc]
                    value, change = potentials.triples[triple] * joints[triple], 0.0
                    for offset in range(width):
                        change += outside_opened[start + offset] * opened[row + offset]
                        outside_opened[row + offset] += value * outside_opened[start + offset]
                    parts.triples[triple] = change * value
                    change *= potentials.triples[triple]
                    low, high = (sibling, j) if side else (i, sibling)
                    left, right = (sibling_arc, arc) if side else (arc, sibling_arc)
                    for split in range(low, high):
                        outside_closed[1, split, left] += change * closed[0, split + 1, right]
                        outside_closed[0, split + 1, right] += change * closed[1, split, left]
        for side in range(2):
            share = 0.0
            for head_arc in range(pruned.first[j], pruned.first[j + 1]):
                share += outside_closed[side, j, head_arc] * closed[side, j, head_arc]
            parts.childless[side, j] = share


@inner
def marginals(pruned: PrunedArcs, size: int, scores: TreeParts, reach: Flags, parts: TreeParts) -> float:
    """Fill `parts` with the marginals of all parts by their log scores; return the log of the sum over all trees, which
    is not finite where no tree has a potential that differs from 0."""
    arc_of = _arc_matrix(pruned, size)
    potentials = empty_parts(pruned, size)
    shift = 0.0
    for _ in range(_MAX_ATTEMPTS):
        log_scale = fill_potentials(pruned, size, scores, potentials, shift)
        closed, opened = np.zeros((2, size + 2, len(pruned.heads))), np.zeros(len(scores.pairs))
        joints = np.zeros(len(scores.triples))
        total = _inside(pruned, size, potentials, reach, arc_of, closed, opened, joints)
        if total > 1e-250 and total < 1e250:
            _outside(pruned, size, potentials, reach, arc_of, closed, opened, joints, total, parts)
            return math.log(total) + log_scale
        shift += _SHIFT
    return -np.inf
