"""Compiled scores and gradient steps of hashed features: of arcs for the pruner, and of tree parts over pruned arcs.

Never imported at start-up.
"""

import math

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Singles
from spectral_core.structured.arc_parser import (
    ARC,
    FIRST_ROLE,
    GRANDPARENT,
    IN_BETWEEN,
    PRUNER,
    SIBLING,
    CodedSentences,
    HashedWeights,
    PrunedArcs,
    StepSize,
    Templates,
    TreeParts,
)
from spectral_core.structured.compilation import inner_kernel, leaf_kernel
from spectral_core.structured.hash_tables import HASH_MULTIPLIER

_OUTSIDE_CODE = np.uint64(0xA0761D6478BD642F)  # code of positions outside the sentence
_ROOT_CODE = np.uint64(0xE7037ED1A0B428DB)
_NO_SIBLING = np.uint64(0x8EBC6AF09C88C6E3)  # code of a missing sibling
_NO_MODIFIER = np.uint64(0x589965CC75374CC3)  # code of a missing modifier
_SEQUENCE_KEY = np.uint64(0x1D8E4E27C47D124F)
_INITIAL_SQUARE = 0.01  # initial sum of squared gradients (AdaGrad)
_MIN_GRADIENT = 2e-3  # smaller gradients are skipped
_MAX_SEQUENCE = 4  # longest word sequence between head and modifier that is a feature


@leaf_kernel
def distance_bucket(gap: int) -> int:
    """Return the bucket, 0 to 6, of a distance of at least 1."""
    if gap <= 3:
        return max(gap, 1) - 1
    return 3 if gap <= 5 else 4 if gap <= 8 else 5 if gap <= 14 else 6


@leaf_kernel
def arc_weight_slot(head: int, word: int) -> int:
    """Return the weight slot for the direction and distance of an arc."""
    return 1 + distance_bucket(word - head) if word > head else 8 + distance_bucket(head - word)


@leaf_kernel
def _grandparent_weight_slot(grandparent: int, head: int, word: int) -> int:
    """Return the weight slot for the directions of two arcs and the distance of the lower one."""
    side = (2 if head > grandparent else 0) + (1 if word > head else 0)
    return 1 + 3 * side + min(abs(word - head), 3) - 1


@inner_kernel
def fill_role_keys(coded: CodedSentences, begin: int, size: int, templates: Templates, sums: Keys) -> None:
    """Fill `sums` (roles, words + 3, features) with the contribution of each word in each role (head, modifier, ...) to
    the feature keys; rows are the root, the words, a missing sibling and a missing modifier."""
    for role in range(sums.shape[0]):
        for row in range(size + 3):
            for column in range(sums.shape[2]):
                sums[role, row, column] = templates.initial_keys[role, column]
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


@leaf_kernel
def _sum_weights(rows: Singles, shift: int, first: Keys, second: Keys, third: Keys, count: int, slot: int) -> float:
    """Return the score of a part: the sum of its feature weights. Feature keys are sums over three roles."""
    total = 0.0
    bits = np.uint64(shift)
    for column in range(count):
        row = (first[column] + second[column] + third[column]) >> bits
        total += np.float64(rows[row, 0]) + np.float64(rows[row, slot])  # summed in double precision
    return total


@leaf_kernel
def _update_weight(
    rows: Singles, accumulators: Singles, row: np.uint64, slot: int, gradient: float, step: StepSize
) -> None:
    """Update one weight by AdaGrad or by a plain step with averaging."""
    if step.clock >= 0.0:
        rows[row, slot] += np.float32(gradient)
        accumulators[row, slot] += np.float32(step.clock * gradient)
    else:
        squares = np.float64(accumulators[row, slot]) + gradient * gradient
        accumulators[row, slot] = np.float32(squares)
        rows[row, slot] += np.float32(step.rate * gradient / math.sqrt(_INITIAL_SQUARE + squares))


@leaf_kernel
def _update_part_weights(
    weights: HashedWeights,
    first: Keys,
    second: Keys,
    third: Keys,
    count: int,
    slot: int,
    gradient: float,
    step: StepSize,
) -> None:
    """Update the weights of a part along its gradient."""
    bits = np.uint64(weights.key_shift)
    for column in range(count):
        row = (first[column] + second[column] + third[column]) >> bits
        _update_weight(weights.rows, weights.accumulators, row, 0, gradient, step)
        _update_weight(weights.rows, weights.accumulators, row, slot, gradient, step)


@inner_kernel
def previous_same_tag(coded: CodedSentences, begin: int, size: int) -> Integers:
    """Return (words + 1,) the position of the previous word with the same tag, from 1; 0 if there is none."""
    previous = np.zeros(size + 1, dtype=np.int64)
    for position in range(2, size + 1):
        for candidate in range(position - 1, 0, -1):
            if coded.codes[begin + candidate - 1, 0] == coded.codes[begin + position - 1, 0]:
                previous[position] = candidate
                break
    return previous


@leaf_kernel
def _score_or_update_in_between(
    weights: HashedWeights, sums: Keys, previous_same: Integers, coded: CodedSentences, begin: int, head: int,
    word: int, count: int, gradient: float, step: StepSize,
) -> float:  # fmt: skip
    """Score the in-between-tag features of an arc: each distinct tag, and a short tag sequence as one. If `gradient` is
    not 0, update their weights instead."""
    low, high = min(head, word), max(head, word)
    slot = arc_weight_slot(head, word)
    role = FIRST_ROLE[IN_BETWEEN]
    head_sums, modifier_sums = sums[role, head], sums[role + 2, word]
    total = 0.0
    for position in range(low + 1, high):
        if previous_same[position] <= low:
            if gradient == 0.0:
                total += _sum_weights(
                    weights.rows, weights.key_shift, head_sums, sums[role + 1, position], modifier_sums, count, slot
                )
            else:
                _update_part_weights(
                    weights, head_sums, sums[role + 1, position], modifier_sums, count, slot, gradient, step
                )
    if count > 0 and 1 < high - low <= _MAX_SEQUENCE + 1:
        key = head_sums[0] + modifier_sums[0] + _SEQUENCE_KEY
        for position in range(low + 1, high):
            key = (key + coded.codes[begin + position - 1, 0]) * HASH_MULTIPLIER
        row = key >> np.uint64(weights.key_shift)
        if gradient == 0.0:
            total += np.float64(weights.rows[row, 0]) + np.float64(weights.rows[row, slot])
        else:
            _update_weight(weights.rows, weights.accumulators, row, 0, gradient, step)
            _update_weight(weights.rows, weights.accumulators, row, slot, gradient, step)
    return total


@inner_kernel
def score_tree_parts(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys,
    pruned: PrunedArcs, parts: TreeParts,
) -> None:  # fmt: skip
    """Fill `parts` with the log scores of all tree parts; grandparent parts that occur in no projective tree get minus
    infinity."""
    none = np.zeros(sums.shape[2], dtype=np.uint64)
    earlier = previous_same_tag(coded, begin, size)
    counts, rows, shift = templates.counts, weights.rows, weights.key_shift
    no_step = StepSize(0.0, -1.0)
    for arc in range(len(pruned.heads)):
        head, word = pruned.heads[arc], pruned.modifiers[arc]
        role = FIRST_ROLE[ARC]
        slot = arc_weight_slot(head, word)
        score = _sum_weights(rows, shift, sums[role, head], sums[role + 1, word], none, counts[ARC], slot)
        score += _score_or_update_in_between(
            weights, sums, earlier, coded, begin, head, word, counts[IN_BETWEEN], 0.0, no_step
        )
        parts.arcs[arc] = score
        parts.outermost[arc] = 0.0
        if head == 0:
            continue
        role = FIRST_ROLE[GRANDPARENT]
        for head_arc in range(pruned.modifier_bounds[head], pruned.modifier_bounds[head + 1]):
            grandparent = pruned.heads[head_arc]
            pair = pruned.grandparent_bounds[arc] + head_arc - pruned.modifier_bounds[head]
            if grandparent != 0 and min(head, word) <= grandparent <= max(head, word):
                parts.grandparents[pair] = -np.inf
            else:
                parts.grandparents[pair] = _sum_weights(
                    rows, shift, sums[role, grandparent], sums[role + 1, head], sums[role + 2, word],
                    counts[GRANDPARENT], _grandparent_weight_slot(grandparent, head, word),
                )  # fmt: skip
        role = FIRST_ROLE[SIBLING]
        head_sums, modifier_sums, count = sums[role, head], sums[role + 2, word], counts[SIBLING]
        parts.siblings[pruned.sibling_bounds[arc]] = _sum_weights(
            rows, shift, head_sums, sums[role + 1, size + 1], modifier_sums, count, slot
        )
        for triple in range(pruned.sibling_bounds[arc] + 1, pruned.sibling_bounds[arc + 1]):
            sibling = pruned.modifiers[get_sibling_arc(pruned, arc, triple)]
            sibling_sums = sums[role + 1, sibling]
            side = arc_weight_slot(sibling, word)
            parts.siblings[triple] = _sum_weights(rows, shift, head_sums, sibling_sums, modifier_sums, count, side)
        parts.outermost[arc] = _sum_weights(
            rows, shift, head_sums, sums[role + 1, word], sums[role + 2, size + 2], count, slot
        )
    role = FIRST_ROLE[SIBLING]
    for head in range(1, size + 1):
        for side in range(2):
            parts.childless[side, head] = _sum_weights(
                rows, shift, sums[role, head], sums[role + 1, size + 1], sums[role + 2, size + 2], counts[SIBLING],
                8 - 7 * side,
            )  # fmt: skip


@inner_kernel
def update_part_weights(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys,
    pruned: PrunedArcs, gradients: TreeParts, step: StepSize,
) -> None:  # fmt: skip
    """Update the weights of all tree parts along their gradients."""
    none = np.zeros(sums.shape[2], dtype=np.uint64)
    earlier = previous_same_tag(coded, begin, size)
    counts = templates.counts
    for arc in range(len(pruned.heads)):
        head, word = pruned.heads[arc], pruned.modifiers[arc]
        gradient = gradients.arcs[arc]
        slot = arc_weight_slot(head, word)
        if abs(gradient) > _MIN_GRADIENT:
            role = FIRST_ROLE[ARC]
            _update_part_weights(
                weights, sums[role, head], sums[role + 1, word], none, counts[ARC], slot, gradient, step
            )
            _score_or_update_in_between(
                weights, sums, earlier, coded, begin, head, word, counts[IN_BETWEEN], gradient, step
            )
        if head == 0:
            continue
        role = FIRST_ROLE[GRANDPARENT]
        for head_arc in range(pruned.modifier_bounds[head], pruned.modifier_bounds[head + 1]):
            gradient = gradients.grandparents[pruned.grandparent_bounds[arc] + head_arc - pruned.modifier_bounds[head]]
            if abs(gradient) > _MIN_GRADIENT:
                grandparent = pruned.heads[head_arc]
                _update_part_weights(
                    weights, sums[role, grandparent], sums[role + 1, head], sums[role + 2, word], counts[GRANDPARENT],
                    _grandparent_weight_slot(grandparent, head, word), gradient, step,
                )  # fmt: skip
        role = FIRST_ROLE[SIBLING]
        head_sums, modifier_sums, count = sums[role, head], sums[role + 2, word], counts[SIBLING]
        gradient = gradients.siblings[pruned.sibling_bounds[arc]]
        if abs(gradient) > _MIN_GRADIENT:
            _update_part_weights(
                weights, head_sums, sums[role + 1, size + 1], modifier_sums, count, slot, gradient, step
            )
        for triple in range(pruned.sibling_bounds[arc] + 1, pruned.sibling_bounds[arc + 1]):
            gradient = gradients.siblings[triple]
            if abs(gradient) > _MIN_GRADIENT:
                sibling = pruned.modifiers[get_sibling_arc(pruned, arc, triple)]
                _update_part_weights(
                    weights, head_sums, sums[role + 1, sibling], modifier_sums, count, arc_weight_slot(sibling, word),
                    gradient, step
                )  # fmt: skip
        gradient = gradients.outermost[arc]
        if abs(gradient) > _MIN_GRADIENT:
            _update_part_weights(
                weights, head_sums, sums[role + 1, word], sums[role + 2, size + 2], count, slot, gradient, step
            )
    role = FIRST_ROLE[SIBLING]
    for head in range(1, size + 1):
        for side in range(2):
            gradient = gradients.childless[side, head]
            if abs(gradient) > _MIN_GRADIENT:
                _update_part_weights(
                    weights, sums[role, head], sums[role + 1, size + 1], sums[role + 2, size + 2], counts[SIBLING],
                    8 - 7 * side, gradient, step,
                )  # fmt: skip


@inner_kernel
def score_pruner_arcs(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys
) -> Floats:
    """Return (words + 1, words) the pruner's arc scores [head, modifier]; minus infinity on self-loops."""
    scores = np.full((size + 1, size), -np.inf)
    kind_counts = _word_kind_prefix_counts(coded, begin, size)
    role, count = FIRST_ROLE[PRUNER], templates.counts[PRUNER]
    extra = np.zeros(sums.shape[2], dtype=np.uint64)
    for head in range(size + 1):
        for word in range(1, size + 1):
            if head != word:
                _set_in_between_key(extra, count, kind_counts, head, word)
                scores[head, word - 1] = _sum_weights(
                    weights.rows, weights.key_shift, sums[role, head], sums[role + 1, word], extra, count,
                    arc_weight_slot(head, word),
                )  # fmt: skip
    return scores


@inner_kernel
def update_pruner_weights(
    weights: HashedWeights, templates: Templates, coded: CodedSentences, begin: int, size: int, sums: Keys,
    gradients: Floats, step: StepSize,
) -> None:  # fmt: skip
    """Update the pruner's weights along the gradient of all arcs."""
    kind_counts = _word_kind_prefix_counts(coded, begin, size)
    role, count = FIRST_ROLE[PRUNER], templates.counts[PRUNER]
    extra = np.zeros(sums.shape[2], dtype=np.uint64)
    for head in range(size + 1):
        for word in range(1, size + 1):
            gradient = gradients[head, word - 1]
            if head != word and abs(gradient) > _MIN_GRADIENT:
                _set_in_between_key(extra, count, kind_counts, head, word)
                first, second = sums[role, head], sums[role + 1, word]
                _update_part_weights(weights, first, second, extra, count, arc_weight_slot(head, word), gradient, step)


@inner_kernel
def _word_kind_prefix_counts(coded: CodedSentences, begin: int, size: int) -> Integers:
    """Return (2, words + 1) the prefix counts of words of each kind (punctuation, typical roots)."""
    kind_counts = np.zeros((2, size + 1), dtype=np.int64)
    for word in range(1, size + 1):
        kind = coded.word_kinds[begin + word - 1]
        for kind_index in range(2):
            kind_counts[kind_index, word] = kind_counts[kind_index, word - 1] + (1 if kind == kind_index + 1 else 0)
    return kind_counts


@leaf_kernel
def _set_in_between_key(keys: Keys, count: int, kind_counts: Integers, head: int, word: int) -> None:
    """Write the bucketed counts of each kind of word between two words into the pruner's last key."""
    low, high = min(head, word), max(head, word)
    code = 0
    for kind in range(2):
        code = code * 4 + min(kind_counts[kind, high - 1] - kind_counts[kind, low], 3)
    keys[count - 1] = np.uint64(code) * HASH_MULTIPLIER


@leaf_kernel
def get_sibling_arc(pruned: PrunedArcs, arc: int, part: int) -> int:
    """Return the arc to the sibling in a sibling part of an arc."""
    head = pruned.heads[arc]
    rank = part - pruned.sibling_bounds[arc] - 1
    if pruned.modifiers[arc] > head:
        return int(pruned.by_head[pruned.first_right[head] + rank])
    return int(pruned.by_head[pruned.first_right[head] - 1 - rank])
