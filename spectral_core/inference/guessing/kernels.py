"""Compiled guessing of labels for many words.

Nothing imports this module at start.
"""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.inference.guessing.features import apply_clues, collect_clues
from spectral_core.inference.guessing.labels import add_by_rules, add_by_stems, add_compounds
from spectral_core.inference.guessing.limits import (
    CLUE_TAGS,
    ENOUGH_RULES,
    ENOUGH_TAGS,
    MAX_WORD_LENGTH,
    TAGS_PER_WORD,
)
from spectral_core.inference.guessing.model import GuessBatch, Knowledge, WordGuesses
from spectral_core.inference.guessing.rooms import (
    MAX_LABELS,
    MAX_NEW_FEATURES,
    FeatureBuffer,
    LemmaSet,
    OutputBuffer,
    WeightedItems,
    WordBuffer,
    grow_features,
    grow_output,
    make_feature_buffer,
    make_output,
    make_word_buffer,
    trim_output,
)
from spectral_core.inference.guessing.tables import EMPTY_KEY, fill_ending_keys, fill_part_keys, select_best
from spectral_core.inference.guessing.weighed import (
    LEXEMES,
    RULES,
    TAGS,
    clear,
    contribution_bounds,
    find_known_stems,
    weigh_by_endings,
)
from spectral_core.structured.compilation import entry, leaf
from spectral_core.structured.hash_tables import find_slot, join_keys


def guess_labels(knowledge: Knowledge, batch: GuessBatch, limit: int, compound_limit: int) -> WordGuesses:
    """Return at most `limit` labels of each word, the most probable first; the best `compound_limit` are also tried as
    compounds."""
    compound_limit = max(min(compound_limit, MAX_LABELS), 0)
    limit = max(min(limit, MAX_LABELS + compound_limit), 0)
    features, output = (
        make_feature_buffer(knowledge.features, knowledge.order, len(batch.rows)),
        make_output(len(batch.rows), limit),
    )
    done = _guess_words(
        knowledge, batch, features, make_word_buffer(knowledge, batch, compound_limit), output, 0, limit, compound_limit
    )
    while done < len(batch.rows):
        features, output = grow_features(features, len(features.bounds)), grow_output(output)
        done = _guess_words(
            knowledge,
            batch,
            features,
            make_word_buffer(knowledge, batch, compound_limit),
            output,
            done,
            limit,
            compound_limit,
        )
    return trim_output(output, features)


@entry
def _guess_words(
    knowledge: Knowledge,
    batch: GuessBatch,
    features: FeatureBuffer,
    buffer: WordBuffer,
    output: OutputBuffer,
    done: int,
    limit: int,
    compound_limit: int,
) -> int:
    """Guess the words from `done` on; return how many are done then, fewer than all if the output is full."""
    contributions, upos, clues, compounds, lexemes = (
        knowledge.contributions,
        knowledge.tagging.upos,
        knowledge.clues,
        knowledge.compounds,
        knowledge.lexemes,
    )
    rules, tags, labels, lemmas, best_tags, best_labels = (
        buffer.rules,
        buffer.tags,
        buffer.labels,
        buffer.lemmas,
        buffer.best_tags,
        buffer.best_labels,
    )
    for word in range(done, len(batch.rows)):
        output.bounds[word + 1] = output.sizes[0]
        if batch.written.bounds[word + 1] - batch.written.bounds[word] > MAX_WORD_LENGTH:
            continue
        if features.size[0] + MAX_NEW_FEATURES >= len(features.bounds):
            return word
        clear(rules)
        clear(tags)
        clear(labels)
        clear(lemmas.items)
        lemmas.letter_count[0] = 0
        left_out = batch.rows[word, 1]
        ending_count = fill_ending_keys(batch.lower, word, buffer.endings)
        begin, end = contribution_bounds(contributions, left_out, RULES)
        weigh_by_endings(
            knowledge.rules.by_ending,
            buffer.endings,
            ending_count,
            contributions.rules,
            begin,
            end,
            ENOUGH_RULES,
            rules,
        )
        add_by_rules(knowledge.rules, batch, word, rules, labels, lemmas, buffer.scripts)
        begin, end = contribution_bounds(contributions, left_out, TAGS)
        weigh_by_endings(
            knowledge.tagging.by_ending, buffer.endings, ending_count, contributions.tags, begin, end, ENOUGH_TAGS, tags
        )
        part_count = fill_part_keys(batch.lower, word, clues.sizes, buffer.clues.parts)
        clue_count = collect_clues(clues, part_count, upos, features, contributions.tags, begin, end, buffer.clues)
        if clue_count:
            clue_tag_count = select_best(tags.weights, tags.size[0], CLUE_TAGS, best_tags)
            apply_clues(best_tags, clue_tag_count, clue_count, clues, upos, features, buffer.clues, tags)
        begin, end = contribution_bounds(contributions, left_out, LEXEMES)
        stem_count = find_known_stems(
            lexemes.by_beginning, batch.lower, word, contributions.lexemes, begin, end, buffer.stems
        )
        stem_tag_count = select_best(tags.weights, tags.size[0], TAGS_PER_WORD, best_tags)
        add_by_stems(
            lexemes,
            upos,
            contributions,
            left_out,
            features,
            buffer.stems,
            stem_count,
            tags,
            best_tags,
            stem_tag_count,
            labels,
            lemmas,
        )
        label_count = select_best(
            labels.weights, labels.size[0], limit if compounds.boundary < 0 else compound_limit, best_labels
        )
        if compounds.boundary >= 0:
            label_count = add_compounds(
                compounds,
                lexemes.lemmas,
                contributions,
                left_out,
                labels,
                lemmas,
                best_labels,
                label_count,
                buffer.compounds,
            )
            label_count = select_best(buffer.compounds.weights, label_count, limit, best_labels)
            for rank in range(label_count):
                best_labels[rank] = buffer.compounds.labels[best_labels[rank]]
        if not _append_labels(output, labels, lemmas, best_labels, label_count):
            return word
        output.bounds[word + 1] = output.sizes[0]
    return len(batch.rows)


@leaf
def _append_labels(
    output: OutputBuffer, labels: WeightedItems, lemmas: LemmaSet, chosen: Integers, label_count: int
) -> bool:
    """Append the chosen labels to those of the words before; return False, and append nothing, if they do not fit."""
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
        slot = find_slot(output.lemma_table, np.uint64(lemma_keys[lemma]))
        if output.lemma_table[slot, 1] == 0:
            stop = output.lemma_bounds[lemma_count]
            for letter in range(lemma_rows[lemma, 0], lemma_rows[lemma, 1]):
                output.lemma_codes[stop] = lemmas.letters[letter]
                stop += 1
            lemma_count += 1
            output.lemma_bounds[lemma_count] = stop
            output.lemma_table[slot, 0], output.lemma_table[slot, 1] = lemma_keys[lemma], lemma_count
        output.rows[first_row + rank, 0] = output.lemma_table[slot, 1] - 1
        key = join_keys(EMPTY_KEY, np.uint64(tag))
        slot = find_slot(output.tag_table, key)
        if output.tag_table[slot, 1] == 0:
            output.tags[tag_count] = tag
            tag_count += 1
            output.tag_table[slot, 0], output.tag_table[slot, 1] = np.int64(key), tag_count
        output.rows[first_row + rank, 1] = output.tag_table[slot, 1] - 1
    output.sizes[0], output.sizes[1], output.sizes[2] = first_row + label_count, lemma_count, tag_count
    return True
