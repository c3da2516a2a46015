"""Alignment of a changed file's sentences with those of its previous version: by digests, then names, then
positions."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

REMOVED = -1
_MAX_GAP_PAIRS = 1_000_000  # sentence pairs compared one by one in a gap between unchanged sentences
_WINDOW, _MIN_RUN_LENGTH = 64, 3  # lookahead in a larger gap, and consecutive sentences that must agree
_MAX_SCORED_PAIRS = 10_000  # pairs compared by their words
_MIN_SIMILARITY = 0.5  # of words, for two sentences to count as versions of one another
_MIN_MOVED_SIMILARITY = 0.8  # the same for sentences that moved
_MIN_GAP_SIMILARITY = 0.3  # minimum for two sentences in the same position

SimilarityFunction = Callable[[int, int], float | None]  # of an old and a new sentence; None if the old one is unknown


def align_sentences(
    old: Sequence[bytes],
    new: Sequence[bytes],
    similarity: SimilarityFunction,
    old_names: Callable[[int], bytes],
    new_names: Callable[[int], bytes],
) -> list[int]:
    """Return for each old sentence its index in the new file, or GONE; unchanged ones are found wherever they moved."""
    new_indices = [REMOVED] * len(old)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        new_indices[head] = head
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        new_indices[len(old) - 1 - tail] = len(new) - 1 - tail
        tail += 1
    _match_by_patience_diff(old, new, (head, len(old) - tail), (head, len(new) - tail), new_indices)
    matched = set(new_indices)
    new_unmatched = [index for index in range(head, len(new) - tail) if index not in matched]
    old_unmatched = [index for index in range(head, len(old) - tail) if new_indices[index] == REMOVED]
    _match_unique_keys(
        old_unmatched,
        new_unmatched,
        [old[index] for index in old_unmatched],
        [new[index] for index in new_unmatched],
        new_indices,
    )
    new_unmatched, old_unmatched = _find_unmatched(old_unmatched, new_unmatched, new_indices)
    if old_unmatched and new_unmatched:
        names = [old_names(index) for index in old_unmatched]
        _match_unique_keys(
            old_unmatched, new_unmatched, names, [new_names(index) for index in new_unmatched], new_indices
        )
        new_unmatched, old_unmatched = _find_unmatched(old_unmatched, new_unmatched, new_indices)
        _match_within_gaps(old_unmatched, new_unmatched, new_indices, similarity)
        new_unmatched, old_unmatched = _find_unmatched(old_unmatched, new_unmatched, new_indices)
        _match_by_similarity(
            old_unmatched, new_unmatched, new_indices, similarity, _MIN_MOVED_SIMILARITY
        )  # both moved and changed
    return new_indices


def _find_unmatched(
    old_unmatched: list[int], new_unmatched: list[int], new_indices: list[int]
) -> tuple[list[int], list[int]]:
    """Return the old and new sentences that are still unmatched."""
    matched = {new_indices[index] for index in old_unmatched}
    return [index for index in new_unmatched if index not in matched], [
        index for index in old_unmatched if new_indices[index] == REMOVED
    ]


def _match_by_patience_diff(
    old: Sequence[bytes],
    new: Sequence[bytes],
    old_range: tuple[int, int],
    new_range: tuple[int, int],
    new_indices: list[int],
) -> None:
    """Match sentences that kept their order (patience diff): those that occur once are anchors, and the gaps between
    them are compared."""
    i, i_end = old_range
    j, j_end = new_range
    counts = Counter(old[i:i_end])
    new_counts = Counter(new[j:j_end])
    unique_new = {new[index]: index for index in range(j, j_end) if new_counts[new[index]] == 1}
    pairs = [
        (index, unique_new[old[index]])
        for index in range(i, i_end)
        if counts[old[index]] == 1 and old[index] in unique_new
    ]
    for a, b in [*_find_longest_increasing_subsequence(pairs), (i_end, j_end)]:
        while i < a and j < b and old[i] == new[j]:
            new_indices[i] = j
            i, j = i + 1, j + 1
        x, y = a, b
        while x > i and y > j and old[x - 1] == new[y - 1]:
            x, y = x - 1, y - 1
            new_indices[x] = y
        if (x - i) * (y - j) > _MAX_GAP_PAIRS:
            _match_long_gap(old, new, (i, x), (j, y), new_indices)
        elif i < x and j < y:
            for block in SequenceMatcher(None, old[i:x], new[j:y], autojunk=False).get_matching_blocks():
                for step in range(block.size):
                    new_indices[i + block.a + step] = j + block.b + step
        if a < i_end:
            new_indices[a] = b
        i, j = a + 1, b + 1


def _match_long_gap(
    old: Sequence[bytes],
    new: Sequence[bytes],
    old_range: tuple[int, int],
    new_range: tuple[int, int],
    new_indices: list[int],
) -> None:
    """Match a long gap of repeated sentences; where the two versions diverge, continue where they agree again."""
    (i, i_end), (j, j_end) = old_range, new_range
    while i < i_end and j < j_end:
        if old[i] == new[j]:
            new_indices[i] = j
            i, j = i + 1, j + 1
            continue
        window = _WINDOW
        while True:
            i_stop, j_stop = min(i + window, i_end), min(j + window, j_end)
            next_runs = {tuple(new[y : min(y + _MIN_RUN_LENGTH, j_end)]): y for y in range(j_stop - 1, j - 1, -1)}
            candidates = ((x, next_runs.get(tuple(old[x : min(x + _MIN_RUN_LENGTH, i_end)]))) for x in range(i, i_stop))
            meetings = [(x - i + y - j, x, y) for x, y in candidates if y is not None]
            if meetings or (i_stop == i_end and j_stop == j_end):
                break
            window *= 4
        if not meetings:
            return
        _, i, j = min(meetings)


def _find_longest_increasing_subsequence(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest increasing subsequence of pairs ordered by their first number (patience sorting)."""
    ends: list[int] = []  # smallest second number that a subsequence of each length ends with
    end_pairs: list[int] = []
    predecessors = [-1] * len(pairs)
    for number, (_, second) in enumerate(pairs):
        length = bisect_left(ends, second)
        if length == len(ends):
            ends.append(second)
            end_pairs.append(number)
        else:
            ends[length], end_pairs[length] = second, number
        predecessors[number] = end_pairs[length - 1] if length else -1
    run = []
    number = end_pairs[-1] if end_pairs else -1
    while number >= 0:
        run.append(pairs[number])
        number = predecessors[number]
    return run[::-1]


def _match_unique_keys(
    old_unmatched: Sequence[int],
    new_unmatched: Sequence[int],
    old_keys: Sequence[bytes],
    new_keys: Sequence[bytes],
    new_indices: list[int],
) -> None:
    """Match sentences with the same key if it occurs once on each side; empty keys do not count."""
    old_counts, new_counts = Counter(old_keys), Counter(new_keys)
    index_by_key = {
        key: index for key, index in zip(new_keys, new_unmatched, strict=True) if key and new_counts[key] == 1
    }
    for key, index in zip(old_keys, old_unmatched, strict=True):
        if old_counts[key] == 1 and key in index_by_key:
            new_indices[index] = index_by_key[key]


def _match_within_gaps(
    old_unmatched: list[int], new_unmatched: list[int], new_indices: list[int], similarity: SimilarityFunction
) -> None:
    """Match sentences in the gap between the same two unchanged sentences: by similarity, or one by one where no text
    is known. Where sentences moved, the nearest unmoved sentence before a gap identifies it."""
    gaps: dict[int, tuple[list[int], list[int]]] = {}
    ordered = _find_longest_increasing_subsequence(
        [(index, new_index) for index, new_index in enumerate(new_indices) if new_index != REMOVED]
    )
    old_anchors, new_anchors = [index for index, _ in ordered], [new_index for _, new_index in ordered]
    for index in old_unmatched:
        gaps.setdefault(bisect_left(old_anchors, index), ([], []))[0].append(index)
    for index in new_unmatched:
        gaps.setdefault(bisect_left(new_anchors, index), ([], []))[1].append(index)
    for old, new in gaps.values():
        _match_by_similarity(old, new, new_indices, similarity, _MIN_SIMILARITY)
        new, old = _find_unmatched(old, new, new_indices)
        if len(old) == len(new):
            for i, j in zip(old, new, strict=True):
                if (score := similarity(i, j)) is None or score >= _MIN_GAP_SIMILARITY:
                    new_indices[i] = j


def _match_by_similarity(
    old: list[int], new: list[int], new_indices: list[int], similarity: SimilarityFunction, threshold: float
) -> None:
    """Match sentences by their words, most similar first; skip a gap that is too large."""
    if len(old) * len(new) > _MAX_SCORED_PAIRS:
        return
    scores = ((similarity(i, j), i, j) for i in old for j in new)
    matched: set[int] = set()
    for _, i, j in sorted((-score, i, j) for score, i, j in scores if score is not None and score >= threshold):
        if new_indices[i] == REMOVED and j not in matched:
            new_indices[i] = j
            matched.add(j)
