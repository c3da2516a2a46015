"""The compiled chart over pruned arcs: sums over all projective trees with grandparents and siblings, and what each
part has in them. A closed half tree knows the arc above its head; an open one is an arc and the one above its head
(Koo and Collins 2010, model 1, on split heads)."""

import math

import numpy as np

from spectral_core.arrays import Flags, Floats, Places
from spectral_core.inference.arcs.arrays import KeptArcs, TreeParts
from spectral_core.inference.arcs.features import fan_of, nearer
from spectral_core.inference.compiling import entry, inner

_SHIFT = 4.0  # nats that every arc is raised by where the sum over all trees vanished
_TRIES = 12


@entry
def empty_parts(kept: KeptArcs, size: int) -> TreeParts:
    """Room for a number for each part."""
    arcs = len(kept.heads)
    return TreeParts(
        np.zeros(arcs), np.zeros(kept.pairs[arcs]), np.zeros(kept.triples[arcs]), np.zeros(arcs),
        np.zeros((2, size + 1)),
    )  # fmt: skip


@entry
def kept_of(heads: Places, size: int) -> KeptArcs:
    """The arcs to the heads of each word, of which -1 is none, in order."""
    total = 0
    for word in range(size):
        for place in range(heads.shape[1]):
            if heads[word, place] >= 0:
                total += 1
    above, words = np.empty(total, dtype=np.int32), np.empty(total, dtype=np.int32)
    first, bounds = np.zeros(size + 2, dtype=np.int32), np.zeros(size + 3, dtype=np.int32)
    at = 0
    for word in range(1, size + 1):
        first[word] = at
        for place in range(heads.shape[1]):
            if heads[word - 1, place] >= 0:
                above[at], words[at] = heads[word - 1, place], word
                bounds[above[at] + 2] += 1
                at += 1
    first[size + 1] = at
    for head in range(2, size + 3):
        bounds[head] += bounds[head - 1]
    fans, turns = np.empty(total, dtype=np.int32), bounds[1 : size + 2].copy()
    for arc in range(total):  # which go by modifier, so that those of each head do
        head = above[arc]
        fans[bounds[head + 1]] = arc
        bounds[head + 1] += 1
        if words[arc] < head:
            turns[head] += 1
    pairs, triples = np.zeros(total + 1, dtype=np.int32), np.zeros(total + 1, dtype=np.int32)
    ranks = np.zeros(total, dtype=np.int32)
    for head in range(1, size + 1):
        for place in range(bounds[head], bounds[head + 1]):
            ranks[fans[place]] = place - turns[head] if place >= turns[head] else turns[head] - 1 - place
    for arc in range(total):
        head = above[arc]
        pairs[arc + 1] = pairs[arc] + (first[head + 1] - first[head] if head else 0)
        triples[arc + 1] = triples[arc] + (1 + ranks[arc] if head else 0)
    return KeptArcs(above, words, first, fans, bounds[: size + 2], turns, pairs, triples)


@inner
def raise_powers(kept: KeptArcs, size: int, scores: TreeParts, found: TreeParts, shift: float) -> float:
    """Fills `found` with potentials, of which no tree has a product above 1 but for `shift` a word; the log of what
    they were divided by."""
    taken = -shift * size
    tops = np.full(size + 1, -np.inf)
    highest = np.zeros((2, len(kept.heads)))
    for arc in range(len(kept.heads)):
        if kept.heads[arc]:
            for kind in range(2):
                numbers, bounds = (scores.pairs, kept.pairs) if kind == 0 else (scores.triples, kept.triples)
                high = -np.inf
                for at in range(bounds[arc], bounds[arc + 1]):
                    high = max(high, numbers[at])
                highest[kind, arc] = high
        word = kept.words[arc]
        tops[word] = max(tops[word], scores.arcs[arc] + highest[0, arc] + highest[1, arc])
    for arc in range(len(kept.heads)):
        for kind in range(2):
            numbers, powers, bounds = (
                (scores.pairs, found.pairs, kept.pairs) if kind == 0 else (scores.triples, found.triples, kept.triples)
            )
            for at in range(bounds[arc], bounds[arc + 1]):
                powers[at] = math.exp(numbers[at] - highest[kind, arc]) if numbers[at] > -np.inf else 0.0
        own = scores.arcs[arc] + highest[0, arc] + highest[1, arc]
        found.arcs[arc] = math.exp(own - tops[kept.words[arc]] + shift) if own > -np.inf else 0.0
    for word in range(1, size + 1):
        taken += tops[word]
        for side in range(2):
            high = scores.bare[side, word]
            low, end = fan_of(kept, word, side)
            for place in range(low, end):
                high = max(high, scores.ends[kept.fans[place]])
            taken += high
            found.bare[side, word] = math.exp(scores.bare[side, word] - high)
            for place in range(low, end):
                found.ends[kept.fans[place]] = math.exp(scores.ends[kept.fans[place]] - high)
    return taken


@inner
def _places(kept: KeptArcs, size: int) -> Places:
    """(words + 1, words + 1) the arc between head and modifier, or -1."""
    found = np.full((size + 1, size + 1), -1, dtype=np.int32)
    for arc in range(len(kept.heads)):
        found[kept.heads[arc], kept.words[arc]] = arc
    return found


@inner
def _inside(
    kept: KeptArcs,
    size: int,
    powers: TreeParts,
    reach: Flags,
    places: Places,
    closed: Floats,
    opened: Floats,
    joints: Floats,
) -> float:
    """Fills the chart; the sum over all trees. closed (2, words + 2, arcs) [side, edge, arc above the head]; opened
    (pairs,); joints (triples,): the sums over where two siblings meet."""
    for j in range(1, size + 1):
        for above in range(kept.first[j], kept.first[j + 1]):
            closed[0, j, above], closed[1, j, above] = powers.bare[0, j], powers.bare[1, j]
        for i in range(j - 1, 0, -1):
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                arc = places[head, word]
                if arc < 0:
                    continue
                start, width = kept.pairs[arc], kept.pairs[arc + 1] - kept.pairs[arc]
                base = powers.triples[kept.triples[arc]] * closed[1 - side, i + 1 if side else j - 1, arc]
                for at in range(width):
                    opened[start + at] = base
                for triple in range(kept.triples[arc] + 1, kept.triples[arc + 1]):
                    other = nearer(kept, arc, triple)
                    sibling = kept.words[other]
                    low, high = (sibling, j) if side else (i, sibling)
                    value = 0.0
                    for split in range(low, high):
                        value += closed[1, split, other if side else arc] * closed[0, split + 1, arc if side else other]
                    joints[triple] = value
                    value *= powers.triples[triple]
                    row = kept.pairs[other]
                    for at in range(width):
                        opened[start + at] += value * opened[row + at]
                for at in range(width):
                    opened[start + at] *= powers.arcs[arc] * powers.pairs[start + at]
            for side in range(2):
                head, edge = (i, j) if side else (j, i)
                if reach.shape[1] and not reach[side, head - 1, edge - 1]:
                    continue
                low, width = kept.first[head], kept.first[head + 1] - kept.first[head]
                begin, end = fan_of(kept, head, side)
                for place in range(begin, end):
                    arc = kept.fans[place]
                    if i <= kept.words[arc] <= j:
                        value = powers.ends[arc] * closed[side, edge, arc]
                        row = kept.pairs[arc]
                        for at in range(width):
                            closed[side, edge, low + at] += value * opened[row + at]
    total = 0.0
    for place in range(kept.bounds[0], kept.bounds[1]):
        arc = kept.fans[place]
        total += powers.arcs[arc] * closed[0, 1, arc] * closed[1, size, arc]
    return total


@inner
def _outside(
    kept: KeptArcs, size: int, powers: TreeParts, reach: Flags, places: Places, closed: Floats, opened: Floats,
    joints: Floats, total: float, found: TreeParts,
) -> None:  # fmt: skip
    """Fills `found` with the marginals of all parts: the derivatives of the log of the sum by the log of each."""
    above_closed, above_opened = np.zeros_like(closed), np.zeros_like(opened)
    for place in range(kept.bounds[0], kept.bounds[1]):
        arc = kept.fans[place]
        share = powers.arcs[arc] / total
        found.arcs[arc] = share * closed[0, 1, arc] * closed[1, size, arc]
        above_closed[0, 1, arc] += share * closed[1, size, arc]
        above_closed[1, size, arc] += share * closed[0, 1, arc]
    for j in range(size, 0, -1):
        for i in range(1, j):
            for side in range(2):
                head, edge = (i, j) if side else (j, i)
                if reach.shape[1] and not reach[side, head - 1, edge - 1]:
                    continue
                low, width = kept.first[head], kept.first[head + 1] - kept.first[head]
                begin, end = fan_of(kept, head, side)
                for place in range(begin, end):
                    arc = kept.fans[place]
                    if i <= kept.words[arc] <= j:
                        value, change = powers.ends[arc] * closed[side, edge, arc], 0.0
                        row = kept.pairs[arc]
                        for at in range(width):
                            slope = above_closed[side, edge, low + at]
                            change += slope * opened[row + at]
                            above_opened[row + at] += value * slope
                        found.ends[arc] += change * value
                        above_closed[side, edge, arc] += powers.ends[arc] * change
            for side in range(2):
                head, word = (i, j) if side else (j, i)
                arc = places[head, word]
                if arc < 0:
                    continue
                start, width = kept.pairs[arc], kept.pairs[arc + 1] - kept.pairs[arc]
                whole, change = 0.0, 0.0
                for at in range(start, start + width):
                    share = opened[at] * above_opened[at]
                    found.pairs[at] = share
                    whole += share
                    above_opened[at] *= powers.arcs[arc] * powers.pairs[at]
                    change += above_opened[at]
                found.arcs[arc] = whole
                first, edge = kept.triples[arc], i + 1 if side else j - 1
                found.triples[first] = change * powers.triples[first] * closed[1 - side, edge, arc]
                above_closed[1 - side, edge, arc] += change * powers.triples[first]
                for triple in range(first + 1, kept.triples[arc + 1]):
                    other = nearer(kept, arc, triple)
                    sibling, row = kept.words[other], kept.pairs[other]
                    value, change = powers.triples[triple] * joints[triple], 0.0
                    for at in range(width):
                        change += above_opened[start + at] * opened[row + at]
                        above_opened[row + at] += value * above_opened[start + at]
                    found.triples[triple] = change * value
                    change *= powers.triples[triple]
                    low, high = (sibling, j) if side else (i, sibling)
                    left, right = (other, arc) if side else (arc, other)
                    for split in range(low, high):
                        above_closed[1, split, left] += change * closed[0, split + 1, right]
                        above_closed[0, split + 1, right] += change * closed[1, split, left]
        for side in range(2):
            share = 0.0
            for above in range(kept.first[j], kept.first[j + 1]):
                share += above_closed[side, j, above] * closed[side, j, above]
            found.bare[side, j] = share


@inner
def marginals(kept: KeptArcs, size: int, scores: TreeParts, reach: Flags, found: TreeParts) -> float:
    """Fills `found` with the marginals of all parts by their log scores; the log of the sum over all trees, which is
    not finite where no tree has a potential that is told from 0."""
    places = _places(kept, size)
    powers = empty_parts(kept, size)
    shift = 0.0
    for _ in range(_TRIES):
        taken = raise_powers(kept, size, scores, powers, shift)
        closed, opened = np.zeros((2, size + 2, len(kept.heads))), np.zeros(len(scores.pairs))
        joints = np.zeros(len(scores.triples))
        total = _inside(kept, size, powers, reach, places, closed, opened, joints)
        if total > 1e-250 and total < 1e250:
            _outside(kept, size, powers, reach, places, closed, opened, joints, total, found)
            return math.log(total) + taken
        shift += _SHIFT
    return -np.inf
