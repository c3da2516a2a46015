"""Compiled features: the keys that words give to them by role, the scores of parts, and steps along their slopes."""

import math

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Singles
from spectral_core.inference.arcs.arrays import (
    ARC,
    BETWEEN,
    FIRST_ROLE,
    GRAND,
    PRUNER,
    SIBLING,
    CodedSentences,
    HashedWeights,
    KeptArcs,
    Movement,
    Templates,
    TreeParts,
)
from spectral_core.inference.compiling import inner, leaf
from spectral_core.inference.feature_table import FACTOR

_EDGE = np.uint64(0xA0761D6478BD642F)  # the code of what stands outside the sentence
_ROOT = np.uint64(0xE7037ED1A0B428DB)
_NONE = np.uint64(0x8EBC6AF09C88C6E3)  # of a sibling that is not there
_STOP = np.uint64(0x589965CC75374CC3)  # of a modifier that is not there
_LONG = np.uint64(0x1D8E4E27C47D124F)
_SMALL = 0.01  # what a sum of squares begins with
_LEAST = 2e-3  # slopes below this move nothing
_SHOWN = 4  # words between head and modifier whose sequence is a feature


@leaf
def bucket(gap: int) -> int:
    """0 to 6 for a distance from 1."""
    if gap <= 3:
        return max(gap, 1) - 1
    return 3 if gap <= 5 else 4 if gap <= 8 else 5 if gap <= 14 else 6


@leaf
def slot_of(head: int, word: int) -> int:
    """The weight for the direction and distance of an arc."""
    return 1 + bucket(word - head) if word > head else 8 + bucket(head - word)


@leaf
def _grand_slot(above: int, head: int, word: int) -> int:
    side = (2 if head > above else 0) + (1 if word > head else 0)
    return 1 + 3 * side + min(abs(word - head), 3) - 1


@inner
def roles_of(given: CodedSentences, begin: int, size: int, templates: Templates, sums: Keys) -> None:
    """Fills `sums` (roles, words + 3, features): what the root, each word, no sibling and no modifier give to keys."""
    for role in range(sums.shape[0]):
        for row in range(size + 3):
            for column in range(sums.shape[2]):
                sums[role, row, column] = templates.begun[role, column]
    for piece in range(len(templates.roles)):
        role, column = templates.roles[piece], templates.columns[piece]
        if role >= len(sums):
            break  # they rise
        attribute, offset, factor = templates.attributes[piece], templates.offsets[piece], templates.factors[piece]
        for row in range(size + 3):
            if 1 <= row <= size:
                at = row + offset
                code = given.codes[begin + at - 1, attribute] if 1 <= at <= size else _EDGE
            elif offset != 0:
                code = _EDGE
            else:
                code = _ROOT if row == 0 else _NONE if row == size + 1 else _STOP
            sums[role, row, column] += factor * code


@leaf
def _read(rows: Singles, shift: int, first: Keys, second: Keys, third: Keys, count: int, slot: int) -> float:
    """The sum of the weights of a part, to which three roles give keys."""
    total = 0.0
    bits = np.uint64(shift)
    for column in range(count):
        line = (first[column] + second[column] + third[column]) >> bits
        total += np.float64(rows[line, 0]) + np.float64(rows[line, slot])  # a sum of singles would be single
    return total


@leaf
def _move(rows: Singles, kept: Singles, line: np.uint64, slot: int, slope: float, step: Movement) -> None:
    if step.clock >= 0.0:
        rows[line, slot] += np.float32(slope)
        kept[line, slot] += np.float32(step.clock * slope)
    else:
        squares = np.float64(kept[line, slot]) + slope * slope
        kept[line, slot] = np.float32(squares)
        rows[line, slot] += np.float32(step.rate * slope / math.sqrt(_SMALL + squares))


@leaf
def _write(
    weights: HashedWeights, first: Keys, second: Keys, third: Keys, count: int, slot: int, slope: float, step: Movement
) -> None:
    """Moves the weights of a part along its slope."""
    bits = np.uint64(weights.shift)
    for column in range(count):
        line = (first[column] + second[column] + third[column]) >> bits
        _move(weights.rows, weights.kept, line, 0, slope, step)
        _move(weights.rows, weights.kept, line, slot, slope, step)


@inner
def earlier_of(given: CodedSentences, begin: int, size: int) -> Integers:
    """(words + 1,) where the tag of each word, from 1, stood last before it; 0 for nowhere."""
    found = np.zeros(size + 1, dtype=np.int64)
    for at in range(2, size + 1):
        for before in range(at - 1, 0, -1):
            if given.codes[begin + before - 1, 0] == given.codes[begin + at - 1, 0]:
                found[at] = before
                break
    return found


@leaf
def _between(
    weights: HashedWeights, sums: Keys, earlier: Integers, given: CodedSentences, begin: int, head: int, word: int,
    count: int, slope: float, step: Movement,
) -> float:  # fmt: skip
    """The score of what stands between head and modifier: each tag once, and a short sequence whole; or a step along a
    slope that is not 0."""
    low, high = min(head, word), max(head, word)
    slot = slot_of(head, word)
    role = FIRST_ROLE[BETWEEN]
    above, own = sums[role, head], sums[role + 2, word]
    total = 0.0
    for at in range(low + 1, high):
        if earlier[at] <= low:
            if slope == 0.0:
                total += _read(weights.rows, weights.shift, above, sums[role + 1, at], own, count, slot)
            else:
                _write(weights, above, sums[role + 1, at], own, count, slot, slope, step)
    if count > 0 and 1 < high - low <= _SHOWN + 1:
        key = above[0] + own[0] + _LONG
        for at in range(low + 1, high):
            key = (key + given.codes[begin + at - 1, 0]) * FACTOR
        line = key >> np.uint64(weights.shift)
        if slope == 0.0:
            total += np.float64(weights.rows[line, 0]) + np.float64(weights.rows[line, slot])
        else:
            _move(weights.rows, weights.kept, line, 0, slope, step)
            _move(weights.rows, weights.kept, line, slot, slope, step)
    return total


@inner
def weigh(
    weights: HashedWeights, templates: Templates, given: CodedSentences, begin: int, size: int, sums: Keys,
    kept: KeptArcs, parts: TreeParts,
) -> None:  # fmt: skip
    """Fills `parts` with log scores; a pair of arcs that no tree has gets minus infinity."""
    none = np.zeros(sums.shape[2], dtype=np.uint64)
    earlier = earlier_of(given, begin, size)
    counts, rows, shift = templates.counts, weights.rows, weights.shift
    still = Movement(0.0, -1.0)
    for arc in range(len(kept.heads)):
        head, word = kept.heads[arc], kept.words[arc]
        role = FIRST_ROLE[ARC]
        slot = slot_of(head, word)
        score = _read(rows, shift, sums[role, head], sums[role + 1, word], none, counts[ARC], slot)
        score += _between(weights, sums, earlier, given, begin, head, word, counts[BETWEEN], 0.0, still)
        parts.arcs[arc] = score
        parts.ends[arc] = 0.0
        if head == 0:
            continue
        role = FIRST_ROLE[GRAND]
        for other in range(kept.first[head], kept.first[head + 1]):
            above = kept.heads[other]
            pair = kept.pairs[arc] + other - kept.first[head]
            if above != 0 and min(head, word) <= above <= max(head, word):
                parts.pairs[pair] = -np.inf
            else:
                parts.pairs[pair] = _read(
                    rows, shift, sums[role, above], sums[role + 1, head], sums[role + 2, word], counts[GRAND],
                    _grand_slot(above, head, word),
                )  # fmt: skip
        role = FIRST_ROLE[SIBLING]
        heads, words, count = sums[role, head], sums[role + 2, word], counts[SIBLING]
        parts.triples[kept.triples[arc]] = _read(rows, shift, heads, sums[role + 1, size + 1], words, count, slot)
        for triple in range(kept.triples[arc] + 1, kept.triples[arc + 1]):
            sibling = kept.words[nearer(kept, arc, triple)]
            nearest = sums[role + 1, sibling]
            side = slot_of(sibling, word)
            parts.triples[triple] = _read(rows, shift, heads, nearest, words, count, side)
        parts.ends[arc] = _read(rows, shift, heads, sums[role + 1, word], sums[role + 2, size + 2], count, slot)
    role = FIRST_ROLE[SIBLING]
    for head in range(1, size + 1):
        for side in range(2):
            parts.bare[side, head] = _read(
                rows, shift, sums[role, head], sums[role + 1, size + 1], sums[role + 2, size + 2], counts[SIBLING],
                8 - 7 * side,
            )  # fmt: skip


@leaf
def nearer(kept: KeptArcs, arc: int, triple: int) -> int:
    """The arc of the sibling in a triple."""
    head = kept.heads[arc]
    rank = triple - kept.triples[arc] - 1
    if kept.words[arc] > head:
        return int(kept.fans[kept.turns[head] + rank])
    return int(kept.fans[kept.turns[head] - 1 - rank])


@leaf
def fan_of(kept: KeptArcs, head: int, side: int) -> tuple[int, int]:
    """Where the arcs of a head to one side stand among its arcs."""
    if side:
        return int(kept.turns[head]), int(kept.bounds[head + 1])
    return int(kept.bounds[head]), int(kept.turns[head])


@inner
def learn_parts(
    weights: HashedWeights, templates: Templates, given: CodedSentences, begin: int, size: int, sums: Keys,
    kept: KeptArcs, slopes: TreeParts, step: Movement,
) -> None:  # fmt: skip
    """Moves all weights along the slopes of the parts."""
    none = np.zeros(sums.shape[2], dtype=np.uint64)
    earlier = earlier_of(given, begin, size)
    counts = templates.counts
    for arc in range(len(kept.heads)):
        head, word = kept.heads[arc], kept.words[arc]
        slope = slopes.arcs[arc]
        slot = slot_of(head, word)
        if abs(slope) > _LEAST:
            role = FIRST_ROLE[ARC]
            _write(weights, sums[role, head], sums[role + 1, word], none, counts[ARC], slot, slope, step)
            _between(weights, sums, earlier, given, begin, head, word, counts[BETWEEN], slope, step)
        if head == 0:
            continue
        role = FIRST_ROLE[GRAND]
        for other in range(kept.first[head], kept.first[head + 1]):
            slope = slopes.pairs[kept.pairs[arc] + other - kept.first[head]]
            if abs(slope) > _LEAST:
                above = kept.heads[other]
                _write(
                    weights, sums[role, above], sums[role + 1, head], sums[role + 2, word], counts[GRAND],
                    _grand_slot(above, head, word), slope, step,
                )  # fmt: skip
        role = FIRST_ROLE[SIBLING]
        heads, words, count = sums[role, head], sums[role + 2, word], counts[SIBLING]
        slope = slopes.triples[kept.triples[arc]]
        if abs(slope) > _LEAST:
            _write(weights, heads, sums[role + 1, size + 1], words, count, slot, slope, step)
        for triple in range(kept.triples[arc] + 1, kept.triples[arc + 1]):
            slope = slopes.triples[triple]
            if abs(slope) > _LEAST:
                sibling = kept.words[nearer(kept, arc, triple)]
                _write(weights, heads, sums[role + 1, sibling], words, count, slot_of(sibling, word), slope, step)
        slope = slopes.ends[arc]
        if abs(slope) > _LEAST:
            _write(weights, heads, sums[role + 1, word], sums[role + 2, size + 2], count, slot, slope, step)
    role = FIRST_ROLE[SIBLING]
    for head in range(1, size + 1):
        for side in range(2):
            slope = slopes.bare[side, head]
            if abs(slope) > _LEAST:
                _write(
                    weights, sums[role, head], sums[role + 1, size + 1], sums[role + 2, size + 2], counts[SIBLING],
                    8 - 7 * side, slope, step,
                )  # fmt: skip


@inner
def weigh_all(
    weights: HashedWeights, templates: Templates, given: CodedSentences, begin: int, size: int, sums: Keys
) -> Floats:
    """(words + 1, words) the scores of the pruner [head, modifier]; of a word under itself, minus infinity."""
    found = np.full((size + 1, size), -np.inf)
    ahead = _counted(given, begin, size)
    role, count = FIRST_ROLE[PRUNER], templates.counts[PRUNER]
    extra = np.zeros(sums.shape[2], dtype=np.uint64)
    for head in range(size + 1):
        for word in range(1, size + 1):
            if head != word:
                _mark(extra, count, ahead, head, word)
                found[head, word - 1] = _read(
                    weights.rows, weights.shift, sums[role, head], sums[role + 1, word], extra, count,
                    slot_of(head, word),
                )  # fmt: skip
    return found


@inner
def learn_all(
    weights: HashedWeights, templates: Templates, given: CodedSentences, begin: int, size: int, sums: Keys,
    slopes: Floats, step: Movement,
) -> None:  # fmt: skip
    """Moves the weights of the pruner along the slopes of all arcs."""
    ahead = _counted(given, begin, size)
    role, count = FIRST_ROLE[PRUNER], templates.counts[PRUNER]
    extra = np.zeros(sums.shape[2], dtype=np.uint64)
    for head in range(size + 1):
        for word in range(1, size + 1):
            slope = slopes[head, word - 1]
            if head != word and abs(slope) > _LEAST:
                _mark(extra, count, ahead, head, word)
                first, second = sums[role, head], sums[role + 1, word]
                _write(weights, first, second, extra, count, slot_of(head, word), slope, step)


@inner
def _counted(given: CodedSentences, begin: int, size: int) -> Integers:
    """(2, words + 1) how many words of each kind stand up to each."""
    ahead = np.zeros((2, size + 1), dtype=np.int64)
    for at in range(1, size + 1):
        kind = given.kinds[begin + at - 1]
        for one in range(2):
            ahead[one, at] = ahead[one, at - 1] + (1 if kind == one + 1 else 0)
    return ahead


@leaf
def _mark(extra: Keys, count: int, ahead: Integers, head: int, word: int) -> None:
    """Puts how many words of each kind stand between two words into the last key of the pruner."""
    low, high = min(head, word), max(head, word)
    code = 0
    for one in range(2):
        code = code * 4 + min(ahead[one, high - 1] - ahead[one, low], 3)
    extra[count - 1] = np.uint64(code) * FACTOR
