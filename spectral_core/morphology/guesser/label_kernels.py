"""Compiled construction of candidate labels of a word: lemmas by edit script, from the lexicon and as compounds; tags.

Never imported at start-up.
"""

import numpy as np

from spectral_core.arrays import CodePoints, Integers
from spectral_core.morphology.edit_scripts import REPLACE_ALL
from spectral_core.morphology.guesser.buffers import (
    CandidateLemmas,
    CompoundBuffer,
    FeatureBuffer,
    WeightedItems,
    WordBuffer,
)
from spectral_core.morphology.guesser.count_kernels import (
    LEMMA_COLUMN,
    LEXEME_COLUMN,
    TAG_COLUMN,
    collect_lexemes_by_prefix,
    find_or_add_item,
    get_contribution_range,
    select_top_k,
)
from spectral_core.morphology.guesser.feature_kernels import (
    agrees_with_inherent_values,
    collect_inherent_values,
    set_inherent_values,
)
from spectral_core.morphology.guesser.parameters import (
    AS_WRITTEN,
    HALF_BITS,
    KNOWN_PART_WEIGHT,
    KNOWN_STEM_WEIGHT,
    LEXEME_CLASS_FACTOR,
    LOW_HALF,
    MIN_MODIFIER_LENGTH,
    MODIFIER_LEMMA_WEIGHT,
    OTHER_UPOS_FACTOR,
    SAME_UPOS_FACTOR,
    TAGS_PER_WORD,
    TITLE,
    UPPER,
    CompoundParts,
    GuessBatch,
    GuesserParameters,
    Lexemes,
    Rows,
    Rules,
    Strings,
    WordContributions,
)
from spectral_core.morphology.guesser.string_hashing import EMPTY_KEY, ONE, ZERO, extend_key, hash_letters
from spectral_core.structured.compilation import leaf_kernel
from spectral_core.structured.hash_tables import HASH_MULTIPLIER, get_count

UNTRIED, NONE = -2, -1  # values of a lemma's compound: not tried yet, and none
_MODIFIER, _HEAD = ONE, ZERO  # sides of a compound boundary: before, after
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT = ONE, ONE + ONE  # columns of keys

_SECOND_FACTOR = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT = np.uint64(29)


@leaf_kernel
def _append_with_letter_case(
    source: CodePoints,
    begin: int,
    end: int,
    letter_case: int,
    batch: GuessBatch,
    letters: CodePoints,
    start: int,
    stop: int,
) -> int:
    """Append the letters `source[begin:end]`, converted to a letter case, to the lemma that starts at `start`; return
    its new end."""
    for index in range(begin, end):
        code = source[index]
        upper_index = 0
        if (letter_case == UPPER or (letter_case == TITLE and stop == start)) and code < len(batch.upper_index):
            upper_index = batch.upper_index[code]
        if upper_index == 0:
            letters[stop] = code
            stop += 1
        else:
            for upper in range(batch.uppers.bounds[upper_index - 1], batch.uppers.bounds[upper_index]):
                letters[stop] = batch.uppers.codes[upper]
                stop += 1
    return stop


@leaf_kernel
def _apply_edit_script(rules: Rules, script: int, batch: GuessBatch, word: int, letters: CodePoints, start: int) -> int:
    """Append the lemma that an edit script derives from a word; return its end, or -1 if the script cuts more letters
    than there are."""
    letter_case, added_letters, bounds = rules.scripts[script, 2], rules.added.codes, rules.added.bounds
    source, begin, end = batch.lower.codes, batch.lower.bounds[word], batch.lower.bounds[word + 1]
    if letter_case == AS_WRITTEN:
        source, begin, end = batch.written.codes, batch.written.bounds[word], batch.written.bounds[word + 1]
    if rules.scripts[script, 1] == REPLACE_ALL:
        end = begin
    else:
        begin, end = begin + rules.scripts[script, 0], end - rules.scripts[script, 1]
        if begin >= end:
            return -1
    first, middle, last = bounds[2 * script], bounds[2 * script + 1], bounds[2 * script + 2]
    stop = _append_with_letter_case(added_letters, first, middle, letter_case, batch, letters, start, start)
    stop = _append_with_letter_case(source, begin, end, letter_case, batch, letters, start, stop)
    return _append_with_letter_case(added_letters, middle, last, letter_case, batch, letters, start, stop)


@leaf_kernel
def _find_or_add_lemma(lemmas: CandidateLemmas, stop: int) -> int:
    """Return the position of the lemma that consists of the letters past the used ones, up to `stop`; add it if it is
    new."""
    size, begin = lemmas.items.size[0], lemmas.letter_count[0]
    position = find_or_add_item(lemmas.items, size, int(np.int64(hash_letters(lemmas.letters, begin, stop))))
    if position == size:
        _record_lemma(lemmas, position, stop)
    return position


@leaf_kernel
def _record_lemma(lemmas: CandidateLemmas, position: int, stop: int) -> None:
    """Record a new lemma that consists of the letters past the used ones, up to `stop`."""
    rows = lemmas.items.rows
    rows[position, 0], rows[position, 1], rows[position, 2] = lemmas.letter_count[0], stop, UNTRIED
    lemmas.letter_count[0], lemmas.items.size[0] = stop, position + 1


@leaf_kernel
def add_lemma_by_script(rules: Rules, script: int, batch: GuessBatch, word: int, lemmas: CandidateLemmas) -> int:
    """Add the lemma that an edit script derives from a word, if it is new; return its position, or NONE if the script
    does not apply."""
    start = lemmas.letter_count[0]
    stop = _apply_edit_script(rules, script, batch, word, lemmas.letters, start)
    return _find_or_add_lemma(lemmas, stop) if stop > start else NONE


@leaf_kernel
def find_or_add_stored_lemma(stored: Strings, stored_index: int, key: int, lemmas: CandidateLemmas) -> int:
    """Return the position of a lemma from the lexicon; add it if it is new."""
    size = lemmas.items.size[0]
    position = find_or_add_item(lemmas.items, size, key)
    if position == size:
        _record_lemma(lemmas, position, _append_stored_letters(stored, stored_index, lemmas))
    return position


@leaf_kernel
def _append_stored_letters(stored: Strings, stored_index: int, lemmas: CandidateLemmas) -> int:
    """Append the letters of a lemma from the lexicon to the used ones; return their end."""
    stop = lemmas.letter_count[0]
    for index in range(stored.bounds[stored_index], stored.bounds[stored_index + 1]):
        lemmas.letters[stop] = stored.codes[index]
        stop += 1
    return int(stop)


@leaf_kernel
def set_compound_lemma(
    lemma: int,
    lemmas: CandidateLemmas,
    compounds: CompoundParts,
    stored: Strings,
    contributions: WordContributions,
    left_out: int,
    buffer: CompoundBuffer,
) -> None:
    """Store the position of the compound form of a lemma, or NONE, and its weight relative to the plain lemma."""
    rows, letters = lemmas.items.rows, lemmas.letters
    begin, end, key = rows[lemma, 0], rows[lemma, 1], lemmas.items.keys[lemma]
    weight, boundary, attested = 1.0, -1, _find_attested_compound(compounds, key, contributions, left_out)
    if attested < 0:
        weight, boundary = _find_compound_boundary(compounds, letters, begin, end, contributions, left_out, buffer)
    lemmas.items.weights[lemma], rows[lemma, 2] = weight, NONE
    if weight > 0:
        if attested >= 0:
            stop = _append_stored_letters(stored, attested, lemmas)
        else:
            stop = lemmas.letter_count[0]
            for index in range(begin, end):
                if index - begin == boundary:
                    letters[stop] = compounds.boundary
                    stop += 1
                letters[stop] = letters[index]
                stop += 1
        rows[lemma, 2] = _find_or_add_lemma(lemmas, int(stop))


@leaf_kernel
def _find_attested_compound(compounds: CompoundParts, key: int, contributions: WordContributions, left_out: int) -> int:
    """Return the most frequent lexicon lemma that is this one with compound boundaries, leaving out the word's own
    contribution; -1 if there is none."""
    best_count, best_lemma = 0, -1
    first, stop = get_contribution_range(contributions, left_out, LEMMA_COLUMN)
    position = get_count(compounds.table, np.uint64(key)) - 1
    if position >= 0:
        for row in range(compounds.compound_bounds[position], compounds.compound_bounds[position + 1]):
            own_count = 0
            for index in range(first, stop):
                if contributions.lemmas[index] == compounds.compounds[row, 0]:
                    own_count = 1
            if compounds.compounds[row, 1] > own_count and compounds.compounds[row, 1] > best_count:
                best_count, best_lemma = compounds.compounds[row, 1], compounds.compounds[row, 0]
    return int(best_lemma)


@leaf_kernel
def _count_left_out_parts(
    compounds: CompoundParts,
    contributions: WordContributions,
    left_out: int,
    is_modifier: int,
    column: int,
    key: int,
) -> int:
    """Count how often a part occurs on one side of a compound boundary in the word's own lemmas, to leave these
    occurrences out."""
    count = 0
    begin, end = get_contribution_range(contributions, left_out, LEMMA_COLUMN)
    for index in range(begin, end):
        for part in range(
            compounds.part_bounds[contributions.lemmas[index]], compounds.part_bounds[contributions.lemmas[index] + 1]
        ):
            count += compounds.parts[part, 0] == is_modifier and compounds.parts[part, column] == key
    return count


@leaf_kernel
def _find_compound_boundary(
    compounds: CompoundParts,
    letters: CodePoints,
    begin: int,
    end: int,
    contributions: WordContributions,
    left_out: int,
    buffer: CompoundBuffer,
) -> tuple[float, int]:
    """Return the weight of a lemma as a compound relative to the plain lemma, 0 if neither part is known, and the
    position of the boundary."""
    best_score, best_position = 0.0, -1
    if end - begin < MIN_MODIFIER_LENGTH + 2:
        return best_score, best_position
    head = EMPTY_KEY
    for position in range(end - 1, begin - 1, -1):
        head = extend_key(head, np.uint64(letters[position]))
        buffer.suffix_keys[position - begin] = head
    modifier = hash_letters(letters, begin, begin + MIN_MODIFIER_LENGTH - 1)
    for position in range(MIN_MODIFIER_LENGTH, end - begin - 1):
        modifier = extend_key(modifier, np.uint64(letters[begin + position - 1]))
        head = buffer.suffix_keys[position]
        modifier_count, head_count = (
            get_count(compounds.modifiers, modifier),
            get_count(compounds.heads_from_right, head),
        )
        if modifier_count == 0 and head_count == 0:
            continue
        modifier_key, head_key = int(np.int64(modifier)), int(np.int64(head))
        score = KNOWN_PART_WEIGHT * (
            modifier_count
            > _count_left_out_parts(compounds, contributions, left_out, _MODIFIER, _LEFT_TO_RIGHT, modifier_key)
        )
        score += KNOWN_PART_WEIGHT * (
            head_count > _count_left_out_parts(compounds, contributions, left_out, _HEAD, _RIGHT_TO_LEFT, head_key)
        )
        if score > 0:
            lemma_count = get_count(compounds.heads, modifier)
            score += MODIFIER_LEMMA_WEIGHT * (
                lemma_count
                > _count_left_out_parts(compounds, contributions, left_out, _HEAD, _LEFT_TO_RIGHT, modifier_key)
            )
        if score > best_score:
            best_score, best_position = score, position
    if best_score < KNOWN_PART_WEIGHT:
        return 0.0, -1
    return best_score, best_position


@leaf_kernel
def _find_or_add_label(labels: WeightedItems, size: int, lemma_key: int, lemma: int, tag: int) -> int:
    """Return the position of a label (lemma and tag) among the first `size`; a new one is appended."""
    key = (np.uint64(lemma_key) ^ (np.uint64(tag) * _SECOND_FACTOR)) * HASH_MULTIPLIER
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
    """Add the labels whose lemma an edit script derives from the word, with the weights of the rules by its endings.
    `applied` is (scripts, 2): the last word to which each script was applied, from 1, and the resulting lemma."""
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
    parameters: GuesserParameters, batch: GuessBatch, word: int, features: FeatureBuffer, buffer: WordBuffer
) -> None:
    """Add labels of the lexemes attested with a prefix of the word: with the most probable tags of its endings, and
    with the lexeme's own class and the features of these tags."""
    lexemes, upos, contributions = parameters.lexemes, parameters.tag_counts.upos, parameters.contributions
    stems, tags, best_tags, labels = buffer.stems, buffer.tags, buffer.best_tags, buffer.labels
    left_out = batch.rows[word, 1]
    begin, end = get_contribution_range(contributions, left_out, LEXEME_COLUMN)
    stem_count = collect_lexemes_by_prefix(
        lexemes.by_prefix, batch.lower, word, contributions.lexemes, begin, end, stems
    )
    tag_count = select_top_k(tags.weights, tags.size[0], TAGS_PER_WORD, best_tags)
    size = labels.size[0]
    for stem in range(stem_count):
        lexeme = stems.lexemes[stem]
        key, lexeme_class = lexemes.rows[lexeme, 0], lexemes.rows[lexeme, 2]
        lemma = find_or_add_stored_lemma(lexemes.lemmas, lexemes.rows[lexeme, 1], key, buffer.lemmas)
        inherent_count = _collect_inherent_leave_one_out(lexemes, lexeme, contributions, left_out, features)
        for rank in range(tag_count):
            tag = tags.keys[best_tags[rank]]
            weight = stems.weights[stem] * KNOWN_STEM_WEIGHT * tags.weights[best_tags[rank]]
            factor = OTHER_UPOS_FACTOR
            if upos[tag >> HALF_BITS] == upos[lexeme_class]:
                factor = 1.0 if tag >> HALF_BITS == lexeme_class else SAME_UPOS_FACTOR
                if inherent_count and not agrees_with_inherent_values(features, tag & LOW_HALF, inherent_count):
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


@leaf_kernel
def _collect_inherent_leave_one_out(
    lexemes: Lexemes, lexeme: int, contributions: WordContributions, left_out: int, features: FeatureBuffer
) -> int:
    """Fill the feature buffer with the inherent attributes of a lexeme, leave-one-out if it is the word's own; return
    their number."""
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
    """Fill the buffer with the chosen labels and their variants with compound lemmas; return the number of both."""
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
