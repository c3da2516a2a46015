"""Which sentence of a file is which sentence of the file as it was: by digests first, then by names, then by place."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

GONE = -1
_LARGEST = 1_000_000  # pairs that are compared one by one in a gap between sentences that stayed
_WINDOW, _RUN = 64, 3  # sentences that are looked ahead in a larger gap, and as many in a row must agree there
_MOST_ALIKE = 10_000  # pairs whose words are compared
_ALIKE = 0.5  # of its words, from which one sentence counts as another that was changed
_SAME = 0.8  # from which it does wherever it stands
_UNLIKE = 0.3  # below which two sentences in the same place are not the same one

Likeness = Callable[[int, int], float | None]  # of an old sentence and a new one; None where the old is not known


def align(
    old: Sequence[bytes],
    new: Sequence[bytes],
    alike: Likeness,
    old_names: Callable[[int], bytes],
    new_names: Callable[[int], bytes],
) -> list[int]:
    """For each old sentence its place in the new file, or GONE; unchanged ones are found wherever they moved."""
    places = [GONE] * len(old)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        places[head] = head
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        places[len(old) - 1 - tail] = len(new) - 1 - tail
        tail += 1
    _match(old, new, (head, len(old) - tail), (head, len(new) - tail), places)
    taken = set(places)
    free = [at for at in range(head, len(new) - tail) if at not in taken]
    left = [at for at in range(head, len(old) - tail) if places[at] == GONE]
    _pair_unique(left, free, [old[at] for at in left], [new[at] for at in free], places)
    free, left = _unpaired(left, free, places)
    if left and free:
        names = [old_names(at) for at in left]
        _pair_unique(left, free, names, [new_names(at) for at in free], places)
        free, left = _unpaired(left, free, places)
        _pair_by_place(left, free, places, alike)
        free, left = _unpaired(left, free, places)
        _pair_alike(left, free, places, alike, _SAME)  # moved and changed at once
    return places


def _unpaired(left: list[int], free: list[int], places: list[int]) -> tuple[list[int], list[int]]:
    taken = {places[at] for at in left}
    return [at for at in free if at not in taken], [at for at in left if places[at] == GONE]


def _match(
    old: Sequence[bytes], new: Sequence[bytes], mine: tuple[int, int], theirs: tuple[int, int], places: list[int]
) -> None:
    """Sentences that stayed in order: those that occur once are the anchors, and what is between them is compared."""
    i, i_end = mine
    j, j_end = theirs
    counts = Counter(old[i:i_end])
    new_counts = Counter(new[j:j_end])
    at_new = {new[at]: at for at in range(j, j_end) if new_counts[new[at]] == 1}
    pairs = [(at, at_new[old[at]]) for at in range(i, i_end) if counts[old[at]] == 1 and old[at] in at_new]
    for a, b in [*_increasing(pairs), (i_end, j_end)]:
        while i < a and j < b and old[i] == new[j]:
            places[i] = j
            i, j = i + 1, j + 1
        x, y = a, b
        while x > i and y > j and old[x - 1] == new[y - 1]:
            x, y = x - 1, y - 1
            places[x] = y
        if (x - i) * (y - j) > _LARGEST:
            _follow(old, new, (i, x), (j, y), places)
        elif i < x and j < y:
            for block in SequenceMatcher(None, old[i:x], new[j:y], autojunk=False).get_matching_blocks():
                for step in range(block.size):
                    places[i + block.a + step] = j + block.b + step
        if a < i_end:
            places[a] = b
        i, j = a + 1, b + 1


def _follow(
    old: Sequence[bytes], new: Sequence[bytes], mine: tuple[int, int], theirs: tuple[int, int], places: list[int]
) -> None:
    """Goes along a long stretch whose sentences occur often; where the two part, it goes on where they next meet."""
    (i, i_end), (j, j_end) = mine, theirs
    while i < i_end and j < j_end:
        if old[i] == new[j]:
            places[i] = j
            i, j = i + 1, j + 1
            continue
        window = _WINDOW
        while True:
            i_stop, j_stop = min(i + window, i_end), min(j + window, j_end)
            ahead = {tuple(new[y : min(y + _RUN, j_end)]): y for y in range(j_stop - 1, j - 1, -1)}
            places_ahead = ((x, ahead.get(tuple(old[x : min(x + _RUN, i_end)]))) for x in range(i, i_stop))
            met = [(x - i + y - j, x, y) for x, y in places_ahead if y is not None]
            if met or (i_stop == i_end and j_stop == j_end):
                break
            window *= 4
        if not met:
            return
        _, i, j = min(met)


def _increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs in which both places grow."""
    ends: list[int] = []  # the smallest second place that a run of each length ends with
    at_end: list[int] = []
    before = [-1] * len(pairs)
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        if length == len(ends):
            ends.append(place)
            at_end.append(number)
        else:
            ends[length], at_end[length] = place, number
        before[number] = at_end[length - 1] if length else -1
    found = []
    number = at_end[-1] if at_end else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]


def _pair_unique(
    left: Sequence[int], free: Sequence[int], old: Sequence[bytes], new: Sequence[bytes], places: list[int]
) -> None:
    """Pairs what has the same key, where that occurs once on each side; an empty key is none."""
    old_counts, new_counts = Counter(old), Counter(new)
    where = {key: at for key, at in zip(new, free, strict=True) if key and new_counts[key] == 1}
    for key, at in zip(old, left, strict=True):
        if old_counts[key] == 1 and key in where:
            places[at] = where[key]


def _pair_by_place(left: list[int], free: list[int], places: list[int], alike: Likeness) -> None:
    """Pairs what lies between the same two sentences that stayed: the most alike, or one by one where nothing is known.
    Where sentences moved, a gap is told by the nearest sentence before it that did not."""
    gaps: dict[int, tuple[list[int], list[int]]] = {}
    ordered = _increasing([(at, place) for at, place in enumerate(places) if place != GONE])
    old_anchors, new_anchors = [at for at, _ in ordered], [place for _, place in ordered]
    for at in left:
        gaps.setdefault(bisect_left(old_anchors, at), ([], []))[0].append(at)
    for at in free:
        gaps.setdefault(bisect_left(new_anchors, at), ([], []))[1].append(at)
    for old, new in gaps.values():
        _pair_alike(old, new, places, alike, _ALIKE)
        new, old = _unpaired(old, new, places)
        if len(old) == len(new):
            for i, j in zip(old, new, strict=True):
                if (score := alike(i, j)) is None or score >= _UNLIKE:
                    places[i] = j


def _pair_alike(old: list[int], new: list[int], places: list[int], alike: Likeness, least: float) -> None:
    """Pairs sentences by their words, the most alike first; a stretch that is too large for that is left."""
    if len(old) * len(new) > _MOST_ALIKE:
        return
    scores = ((alike(i, j), i, j) for i in old for j in new)
    taken: set[int] = set()
    for _, i, j in sorted((-score, i, j) for score, i, j in scores if score is not None and score >= least):
        if places[i] == GONE and j not in taken:
            places[i] = j
            taken.add(j)
