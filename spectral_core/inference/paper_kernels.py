"""Compiled kernels of rankers that count label elements in contexts; nothing imports this module at start."""

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Singles
from spectral_core.inference.compiling import entry, inner
from spectral_core.inference.count_table import Cells, change, count_in
from spectral_core.inference.feature_table import mixed

RAW, FRACTION, LOG, RATIO = 0, 1, 2, 3  # what is made of a count
_UNSEEN = 0.1  # how often a value that was never met counts as met
_PRIOR = 1.0  # occurrences of a context that speak for the base rate


@entry
def count(cells: Cells, contexts: Keys, values: Keys) -> int:
    """Counts each context of a word, and each pair of it and a value; how many slots that took of those there must
    be."""
    taken = 0
    for word in range(len(contexts)):
        for column in range(contexts.shape[1]):
            context = contexts[word, column]
            if context == 0:
                continue
            taken += change(cells, context, 1)
            for element in range(values.shape[1]):
                taken += change(cells, mixed(context, values[word, element]), 1)
    return taken


@entry
def statistics(
    cells: Cells, contexts: Keys, firsts: Integers, values: Keys, chosen: Integers, kind: int, found: Singles
) -> None:
    """Fills in, for each row and chosen value of it, a number for each of its word's contexts. The first context is the
    one that all words share. `found` is (rows, elements * contexts); a value that several rows of a word have is looked
    up once."""
    width = contexts.shape[1]
    for word in range(len(firsts) - 1):
        total = float(count_in(cells, contexts[word, 0]))
        for place in range(len(chosen)):
            element = chosen[place]
            low, high = place * width, (place + 1) * width
            for row in range(firsts[word], firsts[word + 1]):
                value = values[row, element]
                twin = -1
                for above in range(firsts[word], row):
                    if values[above, element] == value:
                        twin = above
                        break
                if twin >= 0:
                    found[row, low:high] = found[twin, low:high]
                    continue
                base = float(count_in(cells, mixed(contexts[word, 0], value)))
                share = (base + _UNSEEN) / (total + 1.0)
                for column in range(width):
                    context = contexts[word, column]
                    if context == 0:
                        found[row, low + column] = 0.0
                        continue
                    times = float(count_in(cells, mixed(context, value)))
                    if kind == RAW:
                        made = times
                    elif kind == FRACTION:
                        made = times / max(float(count_in(cells, context)), 1.0)
                    elif kind == LOG:
                        made = np.log1p(times)
                    elif column == 0:
                        made = np.log(share)
                    else:
                        every = float(count_in(cells, context))
                        made = np.log((times / share + _PRIOR) / (every + _PRIOR))
                    found[row, low + column] = made


@inner
def _row_scores(weights: Singles, contexts: Keys, values: Keys, low: int, high: int, scores: Floats) -> None:
    """The sums of the weights of each row of a word."""
    mask = np.uint64(len(weights) - 1)
    for row in range(low, high):
        scores[row - low] = 0.0
    single = np.empty(high - low)
    for element in range(values.shape[1]):
        for row in range(low, high):
            value = values[row, element]
            twin = -1
            for above in range(low, row):
                if values[above, element] == value:
                    twin = above
                    break
            if twin >= 0:
                single[row - low] = single[twin - low]
            else:
                total = 0.0
                for column in range(len(contexts)):
                    if contexts[column] != 0:
                        total += weights[mixed(contexts[column], value) & mask]
                single[row - low] = total
            scores[row - low] += single[row - low]


@entry
def perceptron_scores(weights: Singles, contexts: Keys, firsts: Integers, values: Keys, found: Floats) -> None:
    """(rows,) the sum of the weights of all pairs of a context of the word and a value of the row."""
    for word in range(len(firsts) - 1):
        low, high = firsts[word], firsts[word + 1]
        _row_scores(weights, contexts[word], values, low, high, found[low:high])


@entry
def perceptron_epoch(
    weights: Singles, totals: Floats, step: int, order: Integers, contexts: Keys, firsts: Integers, values: Keys,
    gold: Integers, jitter: Floats,
) -> int:  # fmt: skip
    """Goes once over the words in this order, and corrects the weights where another row than the gold one is first.
    `totals` holds what the mean of the weights over all steps lacks (Freund and Schapire 1999). How many were wrong."""
    mask = np.uint64(len(weights) - 1)
    wrong = 0
    longest = 0
    for word in range(len(firsts) - 1):
        longest = max(longest, firsts[word + 1] - firsts[word])
    scores = np.empty(longest)
    for place in range(len(order)):
        word = order[place]
        low, high = firsts[word], firsts[word + 1]
        _row_scores(weights, contexts[word], values, low, high, scores)
        best = low
        for row in range(low + 1, high):
            here, there = scores[row - low], scores[best - low]
            if here > there or (here == there and jitter[row] > jitter[best]):
                best = row
        right = gold[word]
        if best == right:
            continue
        wrong += 1
        time = float(step + place)
        for element in range(values.shape[1]):
            if values[best, element] == values[right, element]:
                continue
            for column in range(contexts.shape[1]):
                context = contexts[word, column]
                if context == 0:
                    continue
                up = mixed(context, values[right, element]) & mask
                down = mixed(context, values[best, element]) & mask
                weights[up] += 1.0
                totals[up] += time
                weights[down] -= 1.0
                totals[down] -= time
    return wrong
