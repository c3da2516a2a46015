"""Compiled guessing of lemma and tags for batches of words: by endings, known stems, substrings and compounds.

Never imported at start-up.
"""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.morphology.guesser.buffers import (
    CandidateLemmas,
    FeatureBuffer,
    OutputBuffer,
    WeightedItems,
    WordBuffer,
    double_output_capacity,
    grow_feature_buffer,
    make_feature_buffer,
    make_output_buffer,
    make_word_buffer,
    to_word_guesses,
)
from spectral_core.morphology.guesser.count_kernels import (
    RULE_COLUMN,
    TAG_COLUMN,
    add_backoff_weights,
    clear_items,
    get_contribution_range,
    select_top_k,
)
from spectral_core.morphology.guesser.feature_kernels import (
    add_tag_variants,
    collect_feature_clues,
)
from spectral_core.morphology.guesser.label_kernels import (
    add_compound_variants,
    add_lexeme_labels,
    add_rule_labels,
)
from spectral_core.morphology.guesser.parameters import (
    CLUE_TAGS,
    ENOUGH_RULES,
    ENOUGH_TAGS,
    MAX_LABELS,
    MAX_NEW_FEATURES,
    MAX_WORD_LENGTH,
    GuessBatch,
    GuesserParameters,
    WordGuesses,
)
from spectral_core.morphology.guesser.string_hashing import EMPTY_KEY, fill_ending_keys, fill_substring_keys
from spectral_core.structured.compilation import kernel, leaf_kernel
from spectral_core.structured.hash_tables import combine_keys_ordered, find_count_slot


def guess_labels(parameters: GuesserParameters, batch: GuessBatch, limit: int, compound_limit: int) -> WordGuesses:
    """Return at most `limit` labels of each word, most probable first; the best `compound_limit` are also tried as
    compounds."""
    compound_limit = max(min(compound_limit, MAX_LABELS), 0)
    limit = max(min(limit, MAX_LABELS + compound_limit), 0)
    features = make_feature_buffer(parameters.features, parameters.order, len(batch.rows))
    output, done = make_output_buffer(len(batch.rows), limit), 0
    while True:
        buffer = make_word_buffer(parameters, batch, compound_limit)
        done = _guess_batch(parameters, batch, features, buffer, output, done, limit, compound_limit)
        if done == len(batch.rows):
            return to_word_guesses(output, features)
        features, output = grow_feature_buffer(features, len(features.bounds)), double_output_capacity(output)


@kernel
def _guess_batch(
    parameters: GuesserParameters,
    batch: GuessBatch,
    features: FeatureBuffer,
    buffer: WordBuffer,
    output: OutputBuffer,
    done: int,
    limit: int,
    compound_limit: int,
) -> int:
    """Guess the labels of words from number `done` on until the output is full; return the number of words done."""
    for word in range(done, len(batch.rows)):
        output.bounds[word + 1] = output.sizes[0]
        if batch.written.bounds[word + 1] - batch.written.bounds[word] > MAX_WORD_LENGTH:
            continue
        if features.size[0] + MAX_NEW_FEATURES >= len(features.bounds):
            return word
        _clear_buffer(buffer)
        left_out = batch.rows[word, 1]
        ending_count = fill_ending_keys(batch.lower, word, buffer.endings)
        _weight_rules(parameters, left_out, ending_count, buffer)
        add_rule_labels(parameters.rules, batch, word, buffer.rules, buffer.labels, buffer.lemmas, buffer.scripts)
        _weight_tags(parameters, batch, word, ending_count, features, buffer)
        add_lexeme_labels(parameters, batch, word, features, buffer)
        label_count = _select_labels(parameters, left_out, buffer, limit, compound_limit)
        if not _append_labels_to_output(output, buffer.labels, buffer.lemmas, buffer.best_labels, label_count):
            return word
        output.bounds[word + 1] = output.sizes[0]
    return len(batch.rows)


@leaf_kernel
def _clear_buffer(buffer: WordBuffer) -> None:
    """Clear the scratch arrays of the previous word."""
    clear_items(buffer.rules)
    clear_items(buffer.tags)
    clear_items(buffer.labels)
    clear_items(buffer.lemmas.items)
    buffer.lemmas.letter_count[0] = 0


@leaf_kernel
def _weight_rules(parameters: GuesserParameters, left_out: int, ending_count: int, buffer: WordBuffer) -> None:
    """Weight the lemma rules by the endings of a word."""
    contributions, by_ending = parameters.contributions, parameters.rules.by_ending
    begin, end = get_contribution_range(contributions, left_out, RULE_COLUMN)
    add_backoff_weights(
        by_ending, buffer.endings, ending_count, contributions.rules, begin, end, ENOUGH_RULES, buffer.rules
    )


@leaf_kernel
def _weight_tags(
    parameters: GuesserParameters,
    batch: GuessBatch,
    word: int,
    ending_count: int,
    features: FeatureBuffer,
    buffer: WordBuffer,
) -> None:
    """Weight the tags by the endings of a word, then add variants with feature values that its substrings indicate."""
    upos, clues, tags, best_tags = parameters.tag_counts.upos, parameters.clues, buffer.tags, buffer.best_tags
    contributions, by_ending = parameters.contributions, parameters.tag_counts.by_ending
    begin, end = get_contribution_range(contributions, batch.rows[word, 1], TAG_COLUMN)
    add_backoff_weights(by_ending, buffer.endings, ending_count, contributions.tags, begin, end, ENOUGH_TAGS, tags)
    part_count = fill_substring_keys(batch.lower, word, clues.sizes, buffer.clues.parts)
    clue_count = collect_feature_clues(clues, part_count, upos, features, contributions.tags, begin, end, buffer.clues)
    if clue_count:
        tag_count = select_top_k(tags.weights, tags.size[0], CLUE_TAGS, best_tags)
        add_tag_variants(best_tags, tag_count, clue_count, clues, upos, features, buffer.clues, tags)


@leaf_kernel
def _select_labels(
    parameters: GuesserParameters, left_out: int, buffer: WordBuffer, limit: int, compound_limit: int
) -> int:
    """Fill `buffer.best_labels` with the best labels, trying the best `compound_limit` also as compounds; return their
    number."""
    compounds, labels, best_labels = parameters.compounds, buffer.labels, buffer.best_labels
    if compounds.boundary < 0:
        return select_top_k(labels.weights, labels.size[0], limit, best_labels)
    label_count = select_top_k(labels.weights, labels.size[0], compound_limit, best_labels)
    label_count = add_compound_variants(
        compounds, parameters.lexemes.lemmas, parameters.contributions, left_out, labels, buffer.lemmas, best_labels,
        label_count, buffer.compounds,
    )  # fmt: skip
    label_count = select_top_k(buffer.compounds.weights, label_count, limit, best_labels)
    for rank in range(label_count):
        best_labels[rank] = buffer.compounds.labels[best_labels[rank]]
    return label_count


@leaf_kernel
def _append_labels_to_output(
    output: OutputBuffer, labels: WeightedItems, lemmas: CandidateLemmas, chosen: Integers, label_count: int
) -> bool:
    """Append the chosen labels to the output; return False, appending nothing, if they do not fit."""
    lemma_rows, lemma_keys = lemmas.items.rows, lemmas.items.keys
    first_row, lemma_count, tag_count = output.sizes[0], output.sizes[1], output.sizes[2]
    stop = output.lemma_bounds[lemma_count]
    for rank in range(label_count):
        lemma = labels.rows[chosen[rank], 0]
        stop += lemma_rows[lemma, 1] - lemma_rows[lemma, 0]
    if first_row + label_count > len(output.rows) or tag_count + label_count > len(output.tags):
        return False
    if lemma_count + label_count >= len(output.lemma_bounds) or stop > len(output.lemma_codes):
        return False
    for rank in range(label_count):
        lemma, tag = labels.rows[chosen[rank], 0], labels.rows[chosen[rank], 1]
        slot = find_count_slot(output.lemma_table, np.uint64(lemma_keys[lemma]))
        if output.lemma_table[slot, 1] == 0:
            stop = output.lemma_bounds[lemma_count]
            for letter in range(lemma_rows[lemma, 0], lemma_rows[lemma, 1]):
                output.lemma_codes[stop] = lemmas.letters[letter]
                stop += 1
            lemma_count += 1
            output.lemma_bounds[lemma_count] = stop
            output.lemma_table[slot, 0], output.lemma_table[slot, 1] = lemma_keys[lemma], lemma_count
        output.rows[first_row + rank, 0] = output.lemma_table[slot, 1] - 1
        key = combine_keys_ordered(EMPTY_KEY, np.uint64(tag))
        slot = find_count_slot(output.tag_table, key)
        if output.tag_table[slot, 1] == 0:
            output.tags[tag_count] = tag
            tag_count += 1
            output.tag_table[slot, 0], output.tag_table[slot, 1] = np.int64(key), tag_count
        output.rows[first_row + rank, 1] = output.tag_table[slot, 1] - 1
    output.sizes[0], output.sizes[1], output.sizes[2] = first_row + label_count, lemma_count, tag_count
    return True
