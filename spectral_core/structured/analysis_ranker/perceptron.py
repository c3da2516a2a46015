"""Compiled kernels of the rankers that count label elements in contexts: statistics for regression, and the averaged
perceptron. Never imported at start-up."""

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Singles
from spectral_core.structured.compilation import inner_kernel, kernel
from spectral_core.structured.hash_tables import CountSlots, add_count, combine_keys, get_count

RAW_COUNT, CONDITIONAL_PROBABILITY, LOG_COUNT, LOG_RATIO = 0, 1, 2, 3  # statistic derived from a count
_UNSEEN_COUNT = 0.1  # count used for unseen values
_PRIOR_COUNT = 1.0  # pseudo-count of a context, distributed as the base rate


@kernel
def count_values_in_contexts(cells: CountSlots, contexts: Keys, values: Keys) -> int:
    """Count each word's contexts, and each pair of context and value; return the number of newly filled slots. The
    caller provides enough free slots."""
    filled = 0
    for word in range(len(contexts)):
        for column in range(contexts.shape[1]):
            context = contexts[word, column]
            if context == 0:
                continue
            filled += add_count(cells, context, 1)
            for element in range(values.shape[1]):
                filled += add_count(cells, combine_keys(context, values[word, element]), 1)
    return filled


@kernel
def fill_count_features(
    cells: CountSlots,
    contexts: Keys,
    first_rows: Integers,
    values: Keys,
    chosen_elements: Integers,
    kind: int,
    statistics: Singles,
) -> None:
    """Fill in one statistic per candidate, chosen value and context of its word. The first context is the one shared by
    all words. `statistics` is (candidates, elements * contexts); a value shared by candidates of a word is looked up
    once."""
    width = contexts.shape[1]
    for word in range(len(first_rows) - 1):
        total = float(get_count(cells, contexts[word, 0]))
        for index in range(len(chosen_elements)):
            element = chosen_elements[index]
            low, high = index * width, (index + 1) * width
            for row in range(first_rows[word], first_rows[word + 1]):
                value = values[row, element]
                same_value_row = -1
                for earlier_row in range(first_rows[word], row):
                    if values[earlier_row, element] == value:
                        same_value_row = earlier_row
                        break
                if same_value_row >= 0:
                    statistics[row, low:high] = statistics[same_value_row, low:high]
                    continue
                base = float(get_count(cells, combine_keys(contexts[word, 0], value)))
                base_rate = (base + _UNSEEN_COUNT) / (total + 1.0)
                for column in range(width):
                    context = contexts[word, column]
                    if context == 0:
                        statistics[row, low + column] = 0.0
                        continue
                    joint_count = float(get_count(cells, combine_keys(context, value)))
                    if kind == RAW_COUNT:
                        statistic = joint_count
                    elif kind == CONDITIONAL_PROBABILITY:
                        statistic = joint_count / max(float(get_count(cells, context)), 1.0)
                    elif kind == LOG_COUNT:
                        statistic = np.log1p(joint_count)
                    elif column == 0:
                        statistic = np.log(base_rate)
                    else:
                        context_count = float(get_count(cells, context))
                        statistic = np.log((joint_count / base_rate + _PRIOR_COUNT) / (context_count + _PRIOR_COUNT))
                    statistics[row, low + column] = statistic


@inner_kernel
def _score_candidates(weights: Singles, contexts: Keys, values: Keys, low: int, high: int, scores: Floats) -> None:
    """Fill in the score of each candidate of a word: the sum of its feature weights."""
    mask = np.uint64(len(weights) - 1)
    for row in range(low, high):
        scores[row - low] = 0.0
    element_scores = np.empty(high - low)
    for element in range(values.shape[1]):
        for row in range(low, high):
            value = values[row, element]
            same_value_row = -1
            for earlier_row in range(low, row):
                if values[earlier_row, element] == value:
                    same_value_row = earlier_row
                    break
            if same_value_row >= 0:
                element_scores[row - low] = element_scores[same_value_row - low]
            else:
                total = 0.0
                for column in range(len(contexts)):
                    if contexts[column] != 0:
                        total += weights[combine_keys(contexts[column], value) & mask]
                element_scores[row - low] = total
            scores[row - low] += element_scores[row - low]


@kernel
def perceptron_scores(weights: Singles, contexts: Keys, first_rows: Integers, values: Keys, scores: Floats) -> None:
    """Fill `scores` (candidates,) with the summed weights of each candidate's values in all contexts of its word."""
    for word in range(len(first_rows) - 1):
        low, high = first_rows[word], first_rows[word + 1]
        _score_candidates(weights, contexts[word], values, low, high, scores[low:high])


@kernel
def train_perceptron_epoch(
    weights: Singles, totals: Floats, step: int, order: Integers, contexts: Keys, first_rows: Integers, values: Keys,
    gold: Integers, jitter: Floats,
) -> int:  # fmt: skip
    """Make one averaged-perceptron epoch over the words in `order`; return the number of errors. `totals` accumulates
    the difference between the weights and their mean over all steps (Freund and Schapire 1999)."""
    mask = np.uint64(len(weights) - 1)
    errors = 0
    longest = 0
    for word in range(len(first_rows) - 1):
        longest = max(longest, first_rows[word + 1] - first_rows[word])
    scores = np.empty(longest)
    for index in range(len(order)):
        word = order[index]
        low, high = first_rows[word], first_rows[word + 1]
        _score_candidates(weights, contexts[word], values, low, high, scores)
        best = low
        for row in range(low + 1, high):
            row_score, best_score = scores[row - low], scores[best - low]
            if row_score > best_score or (row_score == best_score and jitter[row] > jitter[best]):
                best = row
        gold_row = gold[word]
        if best == gold_row:
            continue
        errors += 1
        time = float(step + index)
        for element in range(values.shape[1]):
            if values[best, element] == values[gold_row, element]:
                continue
            for column in range(contexts.shape[1]):
                context = contexts[word, column]
                if context == 0:
                    continue
                gold_weight = combine_keys(context, values[gold_row, element]) & mask
                best_weight = combine_keys(context, values[best, element]) & mask
                weights[gold_weight] += 1.0
                totals[gold_weight] += time
                weights[best_weight] -= 1.0
                totals[best_weight] -= time
    return errors
