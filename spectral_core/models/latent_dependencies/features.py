"""What is looked at inside and outside of every item of a tree: the two views of its hidden state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Integers, Keys
from spectral_core.maths.hashing import mixed
from spectral_core.models.latent_dependencies.items import TreeItems

NOTHING = np.uint64(0)  # the key of a feature that an item does not have
_BAG = 6  # modifiers that are looked at in any order
_MOST = 6  # to which modifiers are counted

Views = tuple[list[Keys], list[Keys]]  # the features inside and outside, each (items,)


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """Words around words and halves, by their number, -1 where there is none; arrays end with what -1 has."""

    tags: Integers  # (words + 1,)
    forms: Integers
    modifiers: Integers  # (modifiers + 1,)
    first: Integers  # (slots + 2,) the nearest modifier
    second: Integers
    last: Integers
    parents: Integers  # (words + 1,) tag of the head * 2 + side, -1 of roots
    grandparents: Integers
    nearer: Integers  # (words + 1,) sibling on the same side
    farther: Integers
    across: Integers  # (words + 1,) the nearest modifier of the head on its other side
    slots: Integers  # (words + 1,) in which a word is a modifier

    @classmethod
    def of(cls, items: TreeItems) -> Surroundings:
        size, starts, counts = len(items.tags), items.starts[:-1], items.counts
        modifiers = np.append(items.modifiers, -1)
        ends = starts + counts
        none = np.full(2, -1)
        first = np.append(np.where(counts > 0, modifiers[starts], -1), none)
        second = np.append(np.where(counts > 1, modifiers[np.minimum(starts + 1, len(modifiers) - 1)], -1), none)
        last = np.append(np.where(counts > 0, modifiers[ends - 1], -1), none)
        slots = np.full(size + 1, -1)
        slots[items.modifiers] = items.slots
        nearer, farther = np.full(size + 1, -1), np.full(size + 1, -1)
        alike = np.flatnonzero(items.slots[1:] == items.slots[:-1]) if len(items.modifiers) else np.zeros(0, np.int64)
        nearer[items.modifiers[alike + 1]] = items.modifiers[alike]
        farther[items.modifiers[alike]] = items.modifiers[alike + 1]
        heads = np.append(items.heads, -1)
        tags = np.append(items.tags, -1)
        parents = np.where(heads >= 0, tags[heads] * 2 + slots % 2, -1)
        across = np.where(slots >= 0, first[slots ^ 1], -1)
        forms = np.append(items.forms, -1)
        return cls(
            tags, forms, modifiers, first, second, last, parents, parents[heads], nearer, farther, across, slots,
        )  # fmt: skip

    def along(self, places: Integers, low: Integers, high: Integers) -> Integers:
        """The modifiers at these places, where these are between the bounds of a slot."""
        near = np.clip(places, 0, len(self.modifiers) - 1)
        return np.where((places >= low) & (places < high), self.modifiers[near], -1)

    def child(self, words: Integers, side: Integers) -> Integers:
        """The tag of the nearest modifier of each on a side."""
        return self.tags[np.where(words >= 0, self.first[2 * words + side], -1)]


def _bag(kind: int, words: list[Integers], tags: Integers) -> Iterator[Keys]:
    for each in words:
        yield np.where(each >= 0, mixed(kind, tags[each]), NOTHING)


def _above(at: Surroundings, words: Integers, kind: int) -> Iterator[Keys]:
    """What stands around words: their head and its head, their siblings, the head's other half."""
    p, g, tags = at.parents[words], at.grandparents[words], at.tags
    near, far, across = (tags[part[words]] for part in (at.nearer, at.farther, at.across))
    yield mixed(kind)
    yield mixed(kind + 1, p)
    yield mixed(kind + 2, p, g)
    yield mixed(kind + 3, g)
    yield mixed(kind + 4, near)
    yield mixed(kind + 5, far)
    yield mixed(kind + 6, p, near)
    yield mixed(kind + 7, p, far)
    yield mixed(kind + 8, p, across)


def node_views(items: TreeItems, at: Surroundings, words: bool) -> Views:
    """Of every word with all below it."""
    each, tags, forms = np.arange(len(items.tags)), at.tags, at.forms
    inside, outside = [mixed(1, np.zeros(len(each), dtype=np.int64))], list(_above(at, each, 40))
    pairs = []
    for side in range(2):
        slot = 2 * each + side
        first, second, last = at.first[slot], at.second[slot], at.last[slot]
        number = items.counts[slot]
        one, two, end = tags[first], tags[second], tags[last]
        inside += [
            mixed(2, side, one), mixed(3, side, one, two), mixed(4, side, end), mixed(5, side, one, end),
            mixed(6, side, one, two, end, np.minimum(number, _MOST)), mixed(7, side, np.minimum(number, _MOST)),
        ]  # fmt: skip
        low, high = items.starts[slot], items.starts[slot + 1]
        inside += _bag(8 + side, [at.along(low + step, low, high) for step in range(_BAG)], tags)
        pairs.append((one, np.minimum(number, _MOST)))
        if words:
            inside += [mixed(12, side, forms[first]), mixed(13, side, forms[last])]
    inside += [mixed(10, pairs[0][0], pairs[1][0]), mixed(11, pairs[0][1], pairs[1][1])]
    near, far = at.nearer[each], at.farther[each]
    p = at.parents[each]
    outside += [
        mixed(50, p, tags[near], tags[far]), mixed(51, tags[near], tags[at.nearer[near]]),
        mixed(52, tags[far], tags[at.farther[far]]), mixed(53, tags[at.across[each]]),
        mixed(54, np.where(p >= 0, p % 2, -1)),
    ]  # fmt: skip
    if words:
        inside.append(mixed(14, forms[each]))
        heads = np.append(items.heads, -1)
        above = heads[each]
        outside += [mixed(55, forms[above]), mixed(56, forms[near]), mixed(57, forms[heads[above]])]
    return inside, outside


def half_views(items: TreeItems, at: Surroundings, words: bool) -> Views:
    """Of every half of every word."""
    slot = np.arange(2 * len(items.tags))
    word, side, tags, forms = slot // 2, slot % 2, at.tags, at.forms
    first, second, last, number = at.first[slot], at.second[slot], at.last[slot], np.minimum(items.counts, _MOST)
    one, two, end = tags[first], tags[second], tags[last]
    low, high = items.starts[:-1], items.starts[1:]
    before = tags[at.along(high - 2, low, high)]
    inside = [
        mixed(1, np.zeros(len(slot), dtype=np.int64)), mixed(2, number), mixed(3, one), mixed(4, end),
        mixed(5, one, two), mixed(6, end, before), mixed(7, one, end),
        mixed(8, one, at.child(first, side)), mixed(9, end, at.child(last, side)),
        mixed(10, end, at.child(last, 1 - side)),
        *_bag(11, [at.along(low + step, low, high) for step in range(_BAG)], tags),
    ]  # fmt: skip
    outside = [*_above(at, word, 40), *_other_half(items, at, slot)]
    if words:
        inside += [mixed(12, forms[first]), mixed(13, forms[last])]
        outside += _words_above(items, at, slot)
    return inside, outside


def _other_half(items: TreeItems, at: Surroundings, slot: Integers) -> Iterator[Keys]:
    other, tags, p = slot ^ 1, at.tags, at.parents[slot // 2]
    one, two, number = tags[at.first[other]], tags[at.second[other]], np.minimum(items.counts[other], _MOST)
    low, high = items.starts[other], items.starts[other + 1]
    yield mixed(60, one)
    yield mixed(61, one, two)
    yield mixed(62, tags[at.last[other]])
    yield mixed(63, number)
    yield mixed(64, number, p)
    yield mixed(65, one, p)
    yield mixed(66, np.where(p >= 0, p % 2, -1))
    yield from _bag(67, [at.along(low + step, low, high) for step in range(_BAG)], tags)


def _words_above(items: TreeItems, at: Surroundings, slot: Integers) -> Iterator[Keys]:
    """The word itself, which stands above its halves; its head; and the nearest word on its other side."""
    word = slot // 2
    yield mixed(70, at.forms[word])
    yield mixed(71, at.forms[np.append(items.heads, -1)[word]])
    yield mixed(72, at.forms[at.first[slot ^ 1]])


def head_views(items: TreeItems, at: Surroundings, words: bool) -> Views:
    """Of every head after some of its modifiers."""
    slot, tags, forms = items.head_slots, at.tags, at.forms
    word, side = slot // 2, slot % 2
    low, high = items.starts[slot], items.starts[slot + 1]
    now = np.arange(len(slot)) - slot  # the place of the next modifier
    past = [at.along(now - 1 - step, low, high) for step in range(_BAG)]
    ahead = [at.along(now + step, low, high) for step in range(_BAG - 1)]
    number, rest = np.minimum(now - low, _MOST), np.minimum(high - now, _MOST)
    l1, l2, l3 = (tags[each] for each in past[:3])
    n1, n2, n3 = (tags[each] for each in ahead[:3])
    first = np.where(now > low, tags[at.first[slot]], -1)
    end = tags[np.where(past[0] >= 0, at.last[2 * past[0] + side], -1)]
    inside = [
        mixed(1, np.zeros(len(slot), dtype=np.int64)), mixed(2, l1), mixed(3, l1, l2), mixed(4, l1, l2, l3),
        mixed(5, first), mixed(6, first, l1), mixed(7, number), mixed(8, l1, number), mixed(9, l1, end),
        mixed(10, l1, at.child(past[0], 1 - side)), mixed(11, l1, at.child(past[0], side)), *_bag(12, past, tags),
    ]  # fmt: skip
    p, other = at.parents[word], slot ^ 1
    one, across = tags[at.first[other]], np.minimum(items.counts[other], _MOST)
    outside = [
        mixed(20, n1), mixed(21, n1, n2), mixed(22, n1, n2, n3), mixed(23, rest), *_bag(24, ahead, tags),
        mixed(25, n1, at.child(ahead[0], side)), mixed(26, n1, at.child(ahead[0], 1 - side)), mixed(27, n1, p),
        mixed(28, one), mixed(29, one, n1), mixed(30, across), *_above(at, word, 40),
    ]  # fmt: skip
    if words:
        inside += [mixed(15, forms[past[0]]), mixed(16, forms[past[1]])]
        outside += [mixed(31, forms[ahead[0]]), *_words_above(items, at, slot)]
    return inside, outside
