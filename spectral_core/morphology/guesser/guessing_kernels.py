"""Compiled guessing of lemma and tags for batches of words: by endings, known stems, clues and compounds.

Never imported at start-up.
"""

import numpy as np
from spectral_core.arrays import Integers
from spectral_core.morphology.guesser.buffers import (
    CandidateLemmas,
    CompoundBuffer,
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
    LEXEME_COLUMN,
    RULE_COLUMN,
    TAG_COLUMN,
    add_backoff_weights,
    clear_items,
    find_lexemes_by_prefix,
    find_or_add_item,
    get_contribution_range,
    select_top_k,
)
from spectral_core.morphology.guesser.feature_kernels import (
    add_clue_variants,
    agrees_with_inherent_values,
    collect_clues,
    collect_inherent_values,
    replace_inherent_values,
)
from spectral_core.morphology.guesser.label_kernels import (
    NONE,
    UNTRIED,
    add_lemma_by_script,
    find_or_add_stored_lemma,
    set_compound_lemma,
)
from spectral_core.morphology.guesser.parameters import (
    CLUE_TAGS,
    ENOUGH_RULES,
    ENOUGH_TAGS,
    HALF_BITS,
    KNOWN_STEM_WEIGHT,
    LEXEME_CLASS_FACTOR,
    LOW_HALF,
    MAX_LABELS,
    MAX_NEW_FEATURES,
    MAX_WORD_LENGTH,
    OTHER_UPOS_FACTOR,
    SAME_UPOS_FACTOR,
    TAGS_PER_WORD,
    CompoundParts,
    GuessBatch,
    GuesserParameters,
    Lexemes,
    Rows,
    Rules,
    Strings,
    WordContributions,
    WordGuesses,
)
from spectral_core.morphology.guesser.string_hashing import EMPTY_KEY, fill_ending_keys, fill_part_keys
from spectral_core.structured.compilation import kernel, leaf_kernel
from spectral_core.structured.hash_tables import combine_keys_ordered, find_count_slot

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SECOND_FACTOR = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT = np.uint64(29)


@leaf_kernel
def _find_or_add_label(labels: WeightedItems, size: int, lemma_key: int, lemma: int, tag: int) -> int:
    """Return the position of a label among the first `size`; a new one is appended."""
    key = (np.uint64(lemma_key) ^ (np.uint64(tag) * _SECOND_FACTOR)) * _FACTOR
    key ^= key >> _SHIFT
    position = find_or_add_item(labels, size, int(np.int64(key)))
    if position == size:
        labels.rows[position, 0], labels.rows[position, 1], labels.rows[position, 2] = lemma, tag, NONE
    return position


@leaf_kernel
def add_rule_labels(
    rules: Rules,
    batch: GuessBatch,
    word: int,
    weighted_rules: WeightedItems,
    labels: WeightedItems,
    lemmas: CandidateLemmas,
    applied: Rows,
) -> None:
    """Add the labels whose lemma an edit script derives from the word, by the weighted rules of its endings. `applied`
    is (scripts, 2): the last word to which each script was applied, from 1, and the resulting lemma."""
    letter_case, size = batch.rows[word, 0], labels.size[0]
    for index in range(weighted_rules.size[0]):
        script, tag = rules.rows[weighted_rules.keys[index], 0], rules.rows[weighted_rules.keys[index], 1]
        if applied[script, 0] != word + 1:
            applied[script, 0], applied[script, 1] = word + 1, add_lemma_by_script(rules, script, batch, word, lemmas)
        lemma = applied[script, 1]
        if lemma >= 0:
            position = _find_or_add_label(labels, size, lemmas.items.keys[lemma], lemma, tag)
            size = max(size, position + 1)
            labels.weights[position] += (
                weighted_rules.weights[index] * rules.ratios[letter_case, rules.scripts[script, 2]]
            )
    labels.size[0] = size


@leaf_kernel
def add_lexeme_labels(
    knowledge: GuesserParameters, batch: GuessBatch, word: int, features: FeatureBuffer, buffer: WordBuffer
) -> None:
    """Add labels of the lexemes attested with a prefix of the word: with the most probable tags of its endings, and
    with the lexeme's own class and the features of these tags."""
    lexemes, upos, contributions = knowledge.lexemes, knowledge.tag_counts.upos, knowledge.contributions
    stems, tags, best_tags, labels = buffer.stems, buffer.tags, buffer.best_tags, buffer.labels
    left_out = batch.rows[word, 1]
    begin, end = get_contribution_range(contributions, left_out, LEXEME_COLUMN)
    stem_count = find_lexemes_by_prefix(lexemes.by_prefix, batch.lower, word, contributions.lexemes, begin, end, stems)
    tag_count = select_top_k(tags.weights, tags.size[0], TAGS_PER_WORD, best_tags)
    size = labels.size[0]
    for stem in range(stem_count):
        lexeme = stems.lexemes[stem]
        key, lexeme_class = lexemes.rows[lexeme, 0], lexemes.rows[lexeme, 2]
        lemma = find_or_add_stored_lemma(lexemes.lemmas, lexemes.rows[lexeme, 1], key, buffer.lemmas)
        inherent_count = _collect_left_out_inherent(lexemes, lexeme, contributions, left_out, features)
        for rank in range(tag_count):
            tag = tags.keys[best_tags[rank]]
            weight = stems.weights[stem] * KNOWN_STEM_WEIGHT * tags.weights[best_tags[rank]]
            factor = OTHER_UPOS_FACTOR
            if upos[tag >> HALF_BITS] == upos[lexeme_class]:
                factor = 1.0 if tag >> HALF_BITS == lexeme_class else SAME_UPOS_FACTOR
                if inherent_count and not agrees_with_inherent_values(features, tag & LOW_HALF, inherent_count):
                    tag = (tag >> HALF_BITS << HALF_BITS) + replace_inherent_values(
                        features, tag & LOW_HALF, inherent_count
                    )
            position = _find_or_add_label(labels, size, key, lemma, tag)
            size = max(size, position + 1)
            labels.weights[position] += weight * factor
            if tag >> HALF_BITS != lexeme_class:
                position = _find_or_add_label(labels, size, key, lemma, (lexeme_class << HALF_BITS) + (tag & LOW_HALF))
                size = max(size, position + 1)
                labels.weights[position] += weight * LEXEME_CLASS_FACTOR
    labels.size[0] = size


@leaf_kernel
def _collect_left_out_inherent(
    lexemes: Lexemes, lexeme: int, contributions: WordContributions, left_out: int, features: FeatureBuffer
) -> int:
    """Collect the inherent attributes of a lexeme, leave-one-out if it is the word's own; return their number."""
    first, stop = get_contribution_range(contributions, left_out, LEXEME_COLUMN)
    is_own = False
    for index in range(first, stop):
        is_own |= contributions.lexemes[index, 0] == lexeme
    first, stop = get_contribution_range(contributions, left_out if is_own else -1, TAG_COLUMN)
    return collect_inherent_values(lexemes, lexeme, contributions.tags, first, stop, features)


@leaf_kernel
def add_compound_variants(
    compounds: CompoundParts,
    stored: Strings,
    contributions: WordContributions,
    left_out: int,
    labels: WeightedItems,
    lemmas: CandidateLemmas,
    chosen: Integers,
    chosen_count: int,
    buffer: CompoundBuffer,
) -> int:
    """Fill the buffer with the chosen labels and their variants with compound lemmas; return their number."""
    candidates, weights = buffer.labels, buffer.weights
    for index in range(chosen_count):
        label = chosen[index]
        candidates[index], weights[index] = label, labels.weights[label]
        labels.rows[label, 2] = index
    candidate_count = chosen_count
    for index in range(chosen_count):
        label = chosen[index]
        lemma, tag = labels.rows[label, 0], labels.rows[label, 1]
        if lemmas.items.rows[lemma, 2] == UNTRIED:
            set_compound_lemma(lemma, lemmas, compounds, stored, contributions, left_out, buffer)
        compound = lemmas.items.rows[lemma, 2]
        if compound < 0:
            continue
        position = _find_or_add_label(labels, labels.size[0], lemmas.items.keys[compound], compound, tag)
        labels.size[0] = max(labels.size[0], position + 1)
        if labels.rows[position, 2] < 0:
            labels.rows[position, 2] = candidate_count
            candidates[candidate_count], weights[candidate_count] = position, labels.weights[position]
            candidate_count += 1
        weights[labels.rows[position, 2]] += labels.weights[label] * lemmas.items.weights[lemma]
    return candidate_count


def guess_labels(knowledge: GuesserParameters, batch: GuessBatch, limit: int, compound_limit: int) -> WordGuesses:
    """Return at most `limit` labels of each word, most probable first; the best `compound_limit` are also tried as
    compounds."""
    compound_limit = max(min(compound_limit, MAX_LABELS), 0)
    limit = max(min(limit, MAX_LABELS + compound_limit), 0)
    features = make_feature_buffer(knowledge.features, knowledge.order, len(batch.rows))
    output, done = make_output_buffer(len(batch.rows), limit), 0
    while True:
        buffer = make_word_buffer(knowledge, batch, compound_limit)
        done = _guess_batch(knowledge, batch, features, buffer, output, done, limit, compound_limit)
        if done == len(batch.rows):
            return to_word_guesses(output, features)
        features, output = grow_feature_buffer(features, len(features.bounds)), double_output_capacity(output)


@kernel
def _guess_batch(
    knowledge: GuesserParameters,
    batch: GuessBatch,
    features: FeatureBuffer,
    buffer: WordBuffer,
    output: OutputBuffer,
    done: int,
    limit: int,
    compound_limit: int,
) -> int:
    """Guess words from `done` on until the output is full; return the number of words done."""
    for word in range(done, len(batch.rows)):
        output.bounds[word + 1] = output.sizes[0]
        if batch.written.bounds[word + 1] - batch.written.bounds[word] > MAX_WORD_LENGTH:
            continue
        if features.size[0] + MAX_NEW_FEATURES >= len(features.bounds):
            return word
        _clear_buffer(buffer)
        left_out = batch.rows[word, 1]
        ending_count = fill_ending_keys(batch.lower, word, buffer.endings)
        _weight_rules(knowledge, left_out, ending_count, buffer)
        add_rule_labels(knowledge.rules, batch, word, buffer.rules, buffer.labels, buffer.lemmas, buffer.scripts)
        _weight_tags(knowledge, batch, word, ending_count, features, buffer)
        add_lexeme_labels(knowledge, batch, word, features, buffer)
        label_count = _select_labels(knowledge, left_out, buffer, limit, compound_limit)
        if not _append_to_output(output, buffer.labels, buffer.lemmas, buffer.best_labels, label_count):
            return word
        output.bounds[word + 1] = output.sizes[0]
    return len(batch.rows)


@leaf_kernel
def _clear_buffer(buffer: WordBuffer) -> None:
    """Clear the state of the previous word."""
    clear_items(buffer.rules)
    clear_items(buffer.tags)
    clear_items(buffer.labels)
    clear_items(buffer.lemmas.items)
    buffer.lemmas.letter_count[0] = 0


@leaf_kernel
def _weight_rules(knowledge: GuesserParameters, left_out: int, ending_count: int, buffer: WordBuffer) -> None:
    """Weight the lemma rules by the endings of a word."""
    contributions, by_ending = knowledge.contributions, knowledge.rules.by_ending
    begin, end = get_contribution_range(contributions, left_out, RULE_COLUMN)
    add_backoff_weights(
        by_ending, buffer.endings, ending_count, contributions.rules, begin, end, ENOUGH_RULES, buffer.rules
    )


@leaf_kernel
def _weight_tags(
    knowledge: GuesserParameters,
    batch: GuessBatch,
    word: int,
    ending_count: int,
    features: FeatureBuffer,
    buffer: WordBuffer,
) -> None:
    """Weight the tags by the endings of a word, then apply the clues in its parts."""
    upos, clues, tags, best_tags = knowledge.tag_counts.upos, knowledge.clues, buffer.tags, buffer.best_tags
    contributions, by_ending = knowledge.contributions, knowledge.tag_counts.by_ending
    begin, end = get_contribution_range(contributions, batch.rows[word, 1], TAG_COLUMN)
    add_backoff_weights(by_ending, buffer.endings, ending_count, contributions.tags, begin, end, ENOUGH_TAGS, tags)
    part_count = fill_part_keys(batch.lower, word, clues.sizes, buffer.clues.parts)
    clue_count = collect_clues(clues, part_count, upos, features, contributions.tags, begin, end, buffer.clues)
    if clue_count:
        tag_count = select_top_k(tags.weights, tags.size[0], CLUE_TAGS, best_tags)
        add_clue_variants(best_tags, tag_count, clue_count, clues, upos, features, buffer.clues, tags)


@leaf_kernel
def _select_labels(
    knowledge: GuesserParameters, left_out: int, buffer: WordBuffer, limit: int, compound_limit: int
) -> int:
    """Select the best labels, trying the best `compound_limit` also as compounds; return their number."""
    compounds, labels, best_labels = knowledge.compounds, buffer.labels, buffer.best_labels
    if compounds.boundary < 0:
        return select_top_k(labels.weights, labels.size[0], limit, best_labels)
    label_count = select_top_k(labels.weights, labels.size[0], compound_limit, best_labels)
    label_count = add_compound_variants(
        compounds, knowledge.lexemes.lemmas, knowledge.contributions, left_out, labels, buffer.lemmas, best_labels,
        label_count, buffer.compounds,
    )  # fmt: skip
    label_count = select_top_k(buffer.compounds.weights, label_count, limit, best_labels)
    for rank in range(label_count):
        best_labels[rank] = buffer.compounds.labels[best_labels[rank]]
    return label_count


@leaf_kernel
def _append_to_output(
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
