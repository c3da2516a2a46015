"""Compiled kernels of Brown clustering (Brown et al. 1992, section 3), windowed as in Liang (2005, section 4.2).

Never imported at start-up. The average mutual information of adjacent clusters, times the length of the text, is up to
a constant the sum of h(n) = n log n over the counts n of pairs of clusters, minus, for both places of a pair, that of
each cluster's pairs times the log of its frequency. In the loss of a merge, only the terms of contexts that both
clusters have do not cancel: they are kept as `overlaps`, so that an infrequent word costs little.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.structured.compilation import inner_kernel, kernel, leaf_kernel

FIXED = 2  # first slots: the sentence boundary and rare words, which are contexts and never merged
NO_SLOT = -1
_TABLE_SIZE = 1 << 16  # counts for which h is looked up
_NEVER = 1e300  # loss of a pair that cannot be merged
_MIN_GAIN = 1e-7  # smaller gains of an exchange may be rounding errors


class AdjacentWords(NamedTuple):
    """Counts of adjacent words, by the first and by the second of a pair; the first `FIXED` words are only contexts."""

    frequencies: Integers  # (words,)
    bounds: Integers  # (words + 1,) of the pairs with each word first
    followers: Integers  # (pairs,)
    counts: Integers  # (pairs,)
    reverse_bounds: Integers  # (words + 1,) of the pairs with each word second
    predecessors: Integers  # (pairs,)
    reverse_counts: Integers  # (pairs,)


class ClusterPairs(NamedTuple):
    """Counts of adjacent clusters, and what follows from them for merges."""

    after: Integers  # (slots, slots) times that the second cluster follows the first
    before: Integers  # its transpose
    frequencies: Integers  # (slots,) of all occurrences, also beside words outside the window
    firsts: Integers  # (slots,) row sums of `after`
    seconds: Integers  # (slots,) row sums of `before`
    overlaps: Floats  # (slots, slots) terms of the loss from contexts other than the two clusters
    pair_logs: Floats  # (slots, slots) log of the frequency of two clusters together
    is_active: Flags  # (slots,)
    losses: Floats  # (slots,) lower bound of the loss of the best merge of each cluster
    powers: Floats  # (_TABLE_SIZE,) h of small counts


def make_cluster_pairs(cluster_count: int) -> ClusterPairs:
    """Return empty tables for a window of this many clusters and one more."""
    slots = FIXED + cluster_count + 1
    small = np.arange(_TABLE_SIZE, dtype=np.float64)
    square = (slots, slots)
    return ClusterPairs(
        np.zeros(square, dtype=np.int64), np.zeros(square, dtype=np.int64), np.zeros(slots, dtype=np.int64),
        np.zeros(slots, dtype=np.int64), np.zeros(slots, dtype=np.int64), np.zeros(square), np.zeros(square),
        np.zeros(slots, dtype=np.bool_), np.full(slots, _NEVER),
        small * np.log(np.maximum(small, 1.0)),
    )  # fmt: skip


@leaf_kernel
def _power(powers: Floats, count: int) -> float:
    """Return h(count) = count log count."""
    if count < _TABLE_SIZE:
        value: float = powers[count]
        return value
    larger: float = count * np.log(np.float64(count))
    return larger


@leaf_kernel
def _overlap(powers: Floats, first: int, second: int) -> float:
    """Return h(first) + h(second) - h(first + second): 0 if either is."""
    if first == 0 or second == 0:
        return 0.0
    return _power(powers, first) + _power(powers, second) - _power(powers, first + second)


@leaf_kernel
def _merge_loss(table: ClusterPairs, first: int, second: int) -> float:
    """Return the average mutual information lost by merging two clusters, times the length of the text."""
    after, powers, logs = table.after, table.powers, table.pair_logs
    inner = after[first, first] + after[first, second] + after[second, first] + after[second, second]
    loss = table.overlaps[first, second] - _power(powers, inner)
    loss += _power(powers, after[first, first]) + _power(powers, after[second, second])
    loss += _power(powers, after[first, second]) + _power(powers, after[second, first])
    first_places = table.firsts[first] + table.seconds[first]
    second_places = table.firsts[second] + table.seconds[second]
    own_logs = first_places * logs[first, first] + second_places * logs[second, second]
    total: float = loss - own_logs + (first_places + second_places) * logs[first, second]
    return total


@inner_kernel
def _update_pair_logs(table: ClusterPairs, slot: int) -> None:
    """Compute the logs of the frequencies of a cluster, alone and with each other one."""
    frequency = table.frequencies[slot]
    for other in range(len(table.frequencies)):
        joint = frequency if other == slot else frequency + table.frequencies[other]
        table.pair_logs[slot, other] = table.pair_logs[other, slot] = np.log(max(np.float64(joint), 1.0))


@inner_kernel
def _find_partner(table: ClusterPairs, slot: int) -> int:
    """Return the cluster with which a cluster loses least, and set its loss."""
    best, partner = _NEVER, NO_SLOT
    for other in range(FIXED, len(table.is_active)):
        if other != slot and table.is_active[other]:
            loss = _merge_loss(table, slot, other)
            if loss < best:
                best, partner = loss, other
    table.losses[slot] = best
    return partner


@inner_kernel
def _refresh_losses(table: ClusterPairs, slot: int) -> None:
    """Find the best merge of a cluster whose counts have changed, and where it is the best one of another cluster."""
    _find_partner(table, slot)
    for other in range(FIXED, len(table.is_active)):
        if other != slot and table.is_active[other]:
            table.losses[other] = min(table.losses[other], _merge_loss(table, slot, other))


@inner_kernel
def _list_contexts(table: ClusterPairs, slot: int, contexts: Integers) -> int:
    """Write the clusters that stand beside a cluster, other than itself, into `contexts`; return their number."""
    size = 0
    for other in range(len(table.is_active)):
        if other != slot and (table.after[slot, other] or table.before[slot, other]):
            contexts[size] = other
            size += 1
    return size


@inner_kernel
def _fill_overlaps(table: ClusterPairs) -> None:
    """Compute the overlaps and logs of all pairs of clusters anew."""
    slots, powers = len(table.is_active), table.powers
    for first in range(slots):
        _update_pair_logs(table, first)
    for first in range(FIXED, slots):
        for second in range(first + 1, slots):
            total = 0.0
            for context in range(slots):
                if context not in (first, second):
                    total += _overlap(powers, table.after[first, context], table.after[second, context])
                    total += _overlap(powers, table.before[first, context], table.before[second, context])
            table.overlaps[first, second] = table.overlaps[second, first] = total


@inner_kernel
def _put_word_counts(table: ClusterPairs, pairs: AdjacentWords, slot_of: Integers, word: int, slot: int) -> None:
    """Add the pairs of a word with the words that are in slots to the counts of its own, `slot`."""
    table.frequencies[slot] += pairs.frequencies[word]
    for row in range(pairs.bounds[word], pairs.bounds[word + 1]):
        other = slot_of[pairs.followers[row]]
        if other != NO_SLOT:
            table.after[slot, other] += pairs.counts[row]
            table.before[other, slot] += pairs.counts[row]
            table.firsts[slot] += pairs.counts[row]
            table.seconds[other] += pairs.counts[row]
    for row in range(pairs.reverse_bounds[word], pairs.reverse_bounds[word + 1]):
        other = slot_of[pairs.predecessors[row]]
        if other != NO_SLOT and pairs.predecessors[row] != word:
            table.after[other, slot] += pairs.reverse_counts[row]
            table.before[slot, other] += pairs.reverse_counts[row]
            table.firsts[other] += pairs.reverse_counts[row]
            table.seconds[slot] += pairs.reverse_counts[row]


@inner_kernel
def _add_context_overlaps(table: ClusterPairs, context: int, contexts: Integers, size: int) -> None:
    """Add a new context to the overlaps of all pairs of clusters beside it; list them in `contexts`."""
    for first_row in range(size):
        first = contexts[first_row]
        after, before = table.after[first, context], table.before[first, context]
        for second_row in range(first_row + 1, size):
            second = contexts[second_row]
            total = _overlap(table.powers, after, table.after[second, context])
            total += _overlap(table.powers, before, table.before[second, context])
            table.overlaps[first, second] += total
            table.overlaps[second, first] += total


@inner_kernel
def _insert_word(table: ClusterPairs, pairs: AdjacentWords, slot_of: Integers, word: int, slot: int) -> None:
    """Put a word into a free slot as a cluster of its own. As a context, it can only add to the loss of other merges:
    what it adds is a divergence."""
    slots = len(table.is_active)
    slot_of[word] = slot
    table.is_active[slot] = True
    _put_word_counts(table, pairs, slot_of, word, slot)
    _update_pair_logs(table, slot)
    contexts = np.empty(slots, dtype=np.int64)
    size = _list_contexts(table, slot, contexts)
    _add_context_overlaps(table, slot, contexts, size)
    for other in range(FIXED, slots):
        total = 0.0
        if other != slot and table.is_active[other]:
            for row in range(size):
                context = contexts[row]
                if context != other:
                    total += _overlap(table.powers, table.after[slot, context], table.after[other, context])
                    total += _overlap(table.powers, table.before[slot, context], table.before[other, context])
        table.overlaps[slot, other] = table.overlaps[other, slot] = total
    _refresh_losses(table, slot)


@leaf_kernel
def _change_of_overlap(powers: Floats, first: int, added_to_first: int, second: int, added_to_second: int) -> float:
    """Return how the overlap of two counts changes if these are added, less the overlap of those added."""
    change = _overlap(powers, first + added_to_first, second + added_to_second) - _overlap(powers, first, second)
    return change - _overlap(powers, added_to_first, added_to_second)


@inner_kernel
def _merge_overlaps(table: ClusterPairs, kept: int, gone: int, contexts: Integers, size: int) -> None:
    """Bring the overlaps up to date before cluster `gone`, with these contexts, is merged into `kept`."""
    powers, after, before = table.powers, table.after, table.before
    is_context = np.zeros(len(table.is_active), dtype=np.bool_)
    falls = np.zeros(len(table.is_active))  # how far a loss of each cluster falls at most
    for row in range(size):
        is_context[contexts[row]] = True
    for row in range(size):  # clusters beside both share one context from now on
        first = contexts[row]
        if first < FIXED or first == kept:
            continue
        for second in range(FIXED, len(table.is_active)):
            if second in (kept, gone, first) or not table.is_active[second]:
                continue
            if is_context[second] and second < first:
                continue  # done as the first of the two
            change = _change_of_overlap(
                powers, after[first, kept], after[first, gone], after[second, kept], after[second, gone]
            )
            change += _change_of_overlap(
                powers, before[first, kept], before[first, gone], before[second, kept], before[second, gone]
            )
            table.overlaps[first, second] += change
            table.overlaps[second, first] += change
            falls[first], falls[second] = min(falls[first], change), min(falls[second], change)
    table.losses[:] += falls
    for other in range(FIXED, len(table.is_active)):  # the merged cluster has the contexts of both
        if other in (kept, gone) or not table.is_active[other]:
            continue
        total = table.overlaps[kept, other]
        total -= _overlap(powers, after[kept, gone], after[other, gone])
        total -= _overlap(powers, before[kept, gone], before[other, gone])
        for row in range(size):
            context = contexts[row]
            if context not in (kept, other):
                total += _change_of_overlap(
                    powers, after[kept, context], after[gone, context], after[other, context], 0
                )
                total += _change_of_overlap(
                    powers, before[kept, context], before[gone, context], before[other, context], 0
                )
        table.overlaps[kept, other] = table.overlaps[other, kept] = total


@inner_kernel
def _merge_clusters(table: ClusterPairs, kept: int, gone: int) -> None:
    """Merge cluster `gone` into `kept`; its slot becomes free."""
    contexts = np.empty(len(table.is_active), dtype=np.int64)
    size = _list_contexts(table, gone, contexts)
    _merge_overlaps(table, kept, gone, contexts, size)
    for counts in (table.after, table.before):
        counts[kept] += counts[gone]
        counts[gone] = 0
    for counts in (table.after, table.before):
        counts[:, kept] += counts[:, gone]
        counts[:, gone] = 0
    for totals in (table.frequencies, table.firsts, table.seconds):
        totals[kept] += totals[gone]
        totals[gone] = 0
    table.is_active[gone] = False
    table.losses[gone] = _NEVER
    _update_pair_logs(table, kept)
    _refresh_losses(table, kept)


@inner_kernel
def _merge_best_pair(table: ClusterPairs) -> tuple[int, int]:
    """Merge the two clusters whose merge loses least; return the slot that is kept and the one that becomes free: the
    less frequent one."""
    slots = len(table.is_active)
    is_exact = np.zeros(slots, dtype=np.bool_)
    partners = np.zeros(slots, dtype=np.int64)
    first = FIXED + int(np.argmin(table.losses[FIXED:]))
    while not is_exact[first]:  # else no other bound is lower
        partners[first] = _find_partner(table, first)
        is_exact[first] = True
        first = FIXED + int(np.argmin(table.losses[FIXED:]))
    second = int(partners[first])
    if (table.frequencies[first], -first) < (table.frequencies[second], -second):
        first, second = second, first
    _merge_clusters(table, first, second)
    return first, second


@kernel
def insert_first_words(table: ClusterPairs, pairs: AdjacentWords, slot_of: Integers, word_count: int) -> None:
    """Put the contexts and the first words into the slots of their own numbers, and find the best merges."""
    for word in range(word_count):
        slot_of[word] = word
        table.is_active[word] = word >= FIXED
        _put_word_counts(table, pairs, slot_of, word, word)
    _start_merging(table)


@kernel
def insert_words(
    table: ClusterPairs,
    pairs: AdjacentWords,
    slot_of: Integers,
    next_members: Integers,
    begin: int,
    end: int,
    free: int,
) -> int:
    """Put the words from `begin` up to `end` into the window, one by one: each takes the free slot, then the two
    clusters whose merge loses least become one. `next_members` (words,) is a ring of the words of each cluster. Return
    the free slot."""
    last_member = np.full(len(table.is_active), NO_SLOT, dtype=np.int64)
    for word in range(FIXED, begin):
        last_member[slot_of[word]] = word
    for word in range(begin, end):
        _insert_word(table, pairs, slot_of, word, free)
        last_member[free] = word
        kept, free = _merge_best_pair(table)
        member = last_member[free]
        while slot_of[member] != kept:
            slot_of[member] = kept
            member = next_members[member]
        first, second = last_member[kept], last_member[free]
        next_members[first], next_members[second] = next_members[second], next_members[first]
        last_member[free] = NO_SLOT
    return free


@inner_kernel
def _start_merging(table: ClusterPairs) -> None:
    """Compute everything that merges need from the counts of the clusters."""
    _fill_overlaps(table)
    for slot in range(FIXED, len(table.is_active)):
        if table.is_active[slot]:
            _find_partner(table, slot)


@leaf_kernel
def _count_word(table: ClusterPairs, first: int, second: int, count: int) -> None:
    """Add a number of pairs to the counts of two clusters."""
    table.after[first, second] += count
    table.before[second, first] += count
    table.firsts[first] += count
    table.seconds[second] += count


@inner_kernel
def _move_word(
    table: ClusterPairs, slot: int, sign: int, frequency: int, contexts: tuple[Integers, Integers, Integers],
    size: int, repeats: int,
) -> None:  # fmt: skip
    """Add a word to a cluster, or with sign -1 take it out; `contexts`: clusters beside it, and its pairs with each."""
    slots, following, preceding = contexts
    table.frequencies[slot] += sign * frequency
    for row in range(size):
        _count_word(table, slot, slots[row], sign * following[slots[row]])
        _count_word(table, slots[row], slot, sign * preceding[slots[row]])
    _count_word(table, slot, slot, sign * repeats)


@inner_kernel
def _gain_of_word(
    table: ClusterPairs, slot: int, frequency: int, contexts: tuple[Integers, Integers, Integers], size: int,
    repeats: int,
) -> float:  # fmt: skip
    """Return the mutual information gained by adding a word to a cluster."""
    slots, following, preceding = contexts
    powers = table.powers
    gain: float = 0.0
    places = 2 * repeats
    for row in range(size):
        context = slots[row]
        places += following[context] + preceding[context]
        if context != slot:
            for counts, added in (
                (table.after[slot, context], following[context]),
                (table.before[slot, context], preceding[context]),
            ):
                gain += _power(powers, counts + added) - _power(powers, counts)
    inner = table.after[slot, slot]
    gain += _power(powers, inner + following[slot] + preceding[slot] + repeats) - _power(powers, inner)
    # the word was taken out with its pairs, but the places of the other clusters in these pairs are theirs anywhere
    before = table.firsts[slot] + table.seconds[slot] + following[slot] + preceding[slot]
    total = np.float64(table.frequencies[slot])
    gain -= (before + places) * np.log(max(total + frequency, 1.0)) - before * np.log(max(total, 1.0))
    return gain


@inner_kernel
def _list_word_contexts(
    pairs: AdjacentWords, slot_of: Integers, word: int, contexts: tuple[Integers, Integers, Integers]
) -> tuple[int, int]:
    """Count the pairs of a word with each cluster; return the number of clusters beside it, and the times that it
    follows itself."""
    slots, following, preceding = contexts
    following[:] = 0
    preceding[:] = 0
    repeats = 0
    for row in range(pairs.bounds[word], pairs.bounds[word + 1]):
        if pairs.followers[row] == word:
            repeats += pairs.counts[row]
        else:
            following[slot_of[pairs.followers[row]]] += pairs.counts[row]
    for row in range(pairs.reverse_bounds[word], pairs.reverse_bounds[word + 1]):
        if pairs.predecessors[row] != word:
            preceding[slot_of[pairs.predecessors[row]]] += pairs.reverse_counts[row]
    size = 0
    for slot in range(len(following)):
        if following[slot] or preceding[slot]:
            slots[size] = slot
            size += 1
    return size, repeats


@kernel
def exchange_words(
    table: ClusterPairs, pairs: AdjacentWords, slot_of: Integers, members: Integers, begin: int, end: int
) -> int:
    """Move each of these words to the cluster where the average mutual information is largest (Brown et al. 1992,
    section 3); `members` (slots,) is the number of words of each cluster. Return how many moved."""
    slots = len(table.is_active)
    contexts = (np.empty(slots, dtype=np.int64), np.zeros(slots, dtype=np.int64), np.zeros(slots, dtype=np.int64))
    moved = 0
    for word in range(begin, end):
        home, frequency = slot_of[word], pairs.frequencies[word]
        if members[home] == 1:
            continue
        size, repeats = _list_word_contexts(pairs, slot_of, word, contexts)
        _move_word(table, home, -1, frequency, contexts, size, repeats)
        best, best_gain = home, _gain_of_word(table, home, frequency, contexts, size, repeats) + _MIN_GAIN
        for slot in range(FIXED, slots):
            if slot != home and table.is_active[slot]:
                gain = _gain_of_word(table, slot, frequency, contexts, size, repeats)
                if gain > best_gain:
                    best, best_gain = slot, gain
        _move_word(table, best, 1, frequency, contexts, size, repeats)
        members[home] -= 1
        members[best] += 1
        slot_of[word] = best
        moved += best != home
    return moved


@kernel
def build_tree(table: ClusterPairs, merges: Integers) -> int:
    """Merge all clusters into one, each time those whose merge loses least; write the slots kept and gone into `merges`
    (clusters, 2) and return the number of merges."""
    _start_merging(table)
    count = 0
    while np.count_nonzero(table.is_active) > 1:
        kept, gone = _merge_best_pair(table)
        merges[count, 0], merges[count, 1] = kept, gone
        count += 1
    return count
