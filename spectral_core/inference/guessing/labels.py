"""Compiled kernels that find the labels of one word: by its ending, by known stems, and with compound lemmas. Labels
and lemmas stay in the order in which they were first met."""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.inference.guessing.features import collect_inherent, has_inherent_values, set_inherent_values
from spectral_core.inference.guessing.lemmas import NONE, UNTRIED, add_lemma_by_script, add_stored_lemma, try_compound
from spectral_core.inference.guessing.limits import (
    KNOWN_STEM_WEIGHT,
    LEXEME_CLASS_FACTOR,
    OTHER_UPOS_FACTOR,
    SAME_UPOS_FACTOR,
)
from spectral_core.inference.guessing.model import (
    HALF_BITS,
    LOW_HALF,
    CompoundParts,
    GuessBatch,
    Lexemes,
    Rows,
    Rules,
    Strings,
    WordContributions,
)
from spectral_core.inference.guessing.rooms import CompoundBuffer, FeatureBuffer, LemmaSet, StemBuffer, WeightedItems
from spectral_core.inference.guessing.weighed import LEXEMES, TAGS, contribution_bounds, find_or_add
from spectral_core.structured.compilation import leaf

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SECOND_FACTOR = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT = np.uint64(29)


@leaf
def _find_or_add_label(labels: WeightedItems, size: int, lemma_key: int, lemma: int, tag: int) -> int:
    """Return the position of a label among the first `size`; a new one is added behind them."""
    key = (np.uint64(lemma_key) ^ (np.uint64(tag) * _SECOND_FACTOR)) * _FACTOR
    key ^= key >> _SHIFT
    position = find_or_add(labels, size, int(np.int64(key)))
    if position == size:
        labels.rows[position, 0], labels.rows[position, 1], labels.rows[position, 2] = lemma, tag, NONE
    return position


@leaf
def add_by_rules(
    rules: Rules,
    batch: GuessBatch,
    word: int,
    weighted_rules: WeightedItems,
    labels: WeightedItems,
    lemmas: LemmaSet,
    applied: Rows,
) -> None:
    """Add the labels whose lemma follows from the word by the weighted rules of its ending. `applied` is (scripts, 2):
    the word for which each script was last applied, from 1, and its lemma."""
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


@leaf
def add_by_stems(
    lexemes: Lexemes,
    upos: Integers,
    contributions: WordContributions,
    left_out: int,
    features: FeatureBuffer,
    buffer: StemBuffer,
    stem_count: int,
    tags: WeightedItems,
    best_tags: Integers,
    tag_count: int,
    labels: WeightedItems,
    lemmas: LemmaSet,
) -> None:
    """Add the labels of known lexemes, with the most probable tags of the ending, and with their own class and the
    features of these tags."""
    size = labels.size[0]
    for stem in range(stem_count):
        lexeme = buffer.lexemes[stem]
        key, lexeme_class = lexemes.rows[lexeme, 0], lexemes.rows[lexeme, 2]
        lemma = add_stored_lemma(lexemes.lemmas, lexemes.rows[lexeme, 1], key, lemmas)
        inherent_count = _find_inherent(lexemes, lexeme, contributions, left_out, features)
        for rank in range(tag_count):
            tag = tags.keys[best_tags[rank]]
            weight = buffer.weights[stem] * KNOWN_STEM_WEIGHT * tags.weights[best_tags[rank]]
            factor = OTHER_UPOS_FACTOR
            if upos[tag >> HALF_BITS] == upos[lexeme_class]:
                factor = 1.0 if tag >> HALF_BITS == lexeme_class else SAME_UPOS_FACTOR
                if inherent_count and not has_inherent_values(features, tag & LOW_HALF, inherent_count):
                    tag = (tag >> HALF_BITS << HALF_BITS) + set_inherent_values(
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


@leaf
def _find_inherent(
    lexemes: Lexemes, lexeme: int, contributions: WordContributions, left_out: int, features: FeatureBuffer
) -> int:
    """Collect the inherent attributes of a lexeme, without the word's own tags if the lexeme is one of its own; return
    how many there are."""
    first, stop = contribution_bounds(contributions, left_out, LEXEMES)
    is_own = False
    for index in range(first, stop):
        is_own |= contributions.lexemes[index, 0] == lexeme
    first, stop = contribution_bounds(contributions, left_out if is_own else -1, TAGS)
    return collect_inherent(lexemes, lexeme, contributions.tags, first, stop, features)


@leaf
def add_compounds(
    compounds: CompoundParts,
    stored: Strings,
    contributions: WordContributions,
    left_out: int,
    labels: WeightedItems,
    lemmas: LemmaSet,
    chosen: Integers,
    chosen_count: int,
    buffer: CompoundBuffer,
) -> int:
    """Fill the buffer with the chosen labels, and with the same ones whose lemma may be a compound; return how many
    there are."""
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
            try_compound(lemma, lemmas, compounds, stored, contributions, left_out, buffer)
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
