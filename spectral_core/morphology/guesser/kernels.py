"""Compiled guessing of labels for words: by endings, known stems, clues and compounds.

Nothing imports this module at start.
"""

import numpy as np

from spectral_core.arrays import CodePoints, Integers
from spectral_core.morphology.guesser import model
from spectral_core.morphology.guesser.item_kernels import (
    LEMMAS,
    LEXEMES,
    RULES,
    TAGS,
    apply_clues,
    clear,
    collect_clues,
    collect_inherent,
    contribution_bounds,
    find_known_stems,
    find_or_add,
    has_inherent_values,
    set_inherent_values,
    weigh_by_endings,
)
from spectral_core.morphology.guesser.model import (
    CLUE_TAGS,
    ENOUGH_RULES,
    ENOUGH_TAGS,
    HALF_BITS,
    KNOWN_PART_WEIGHT,
    KNOWN_STEM_WEIGHT,
    LEXEME_CLASS_FACTOR,
    LOW_HALF,
    MAX_LABELS,
    MAX_NEW_FEATURES,
    MAX_WORD_LENGTH,
    MIN_MODIFIER_LENGTH,
    MODIFIER_LEMMA_WEIGHT,
    OTHER_UPOS_FACTOR,
    SAME_UPOS_FACTOR,
    TAGS_PER_WORD,
    CompoundBuffer,
    CompoundParts,
    FeatureBuffer,
    GuessBatch,
    Knowledge,
    LemmaSet,
    Lexemes,
    OutputBuffer,
    Rows,
    Rules,
    StemBuffer,
    Strings,
    WeightedItems,
    WordBuffer,
    WordContributions,
    WordGuesses,
    grow_features,
    grow_output,
    make_feature_buffer,
    make_output,
    make_word_buffer,
    trim_output,
)
from spectral_core.morphology.guesser.tables import (
    EMPTY_KEY,
    ONE,
    ZERO,
    extend_key,
    fill_ending_keys,
    fill_part_keys,
    hash_letters,
    select_best,
)
from spectral_core.structured.compilation import entry, leaf
from spectral_core.structured.hash_tables import find_slot, get_count, join_keys

UNTRIED, NONE = -2, -1  # values of a lemma's compound, and of a lemma that cannot be made
_MODIFIER, _HEAD = ONE, ZERO  # of a compound boundary: before, behind
_LEFT, _RIGHT = ONE, ONE + ONE  # columns of keys


@leaf
def _append_letters(
    source: CodePoints,
    begin: int,
    end: int,
    letter_case: int,
    batch: model.GuessBatch,
    letters: CodePoints,
    start: int,
    stop: int,
) -> int:
    """Append letters in a letter case to the lemma that starts at `start`; return where it stops then."""
    for index in range(begin, end):
        code = source[index]
        upper_index = 0
        if (letter_case == model.UPPER or (letter_case == model.TITLE and stop == start)) and code < len(
            batch.upper_of
        ):
            upper_index = batch.upper_of[code]
        if upper_index == 0:
            letters[stop] = code
            stop += 1
        else:
            for upper in range(batch.uppers.bounds[upper_index - 1], batch.uppers.bounds[upper_index]):
                letters[stop] = batch.uppers.codes[upper]
                stop += 1
    return stop


@leaf
def _apply_script(
    rules: model.Rules, script: int, batch: model.GuessBatch, word: int, letters: CodePoints, start: int
) -> int:
    """Write the lemma that a script makes of a word; return where it stops, or -1 if the script cuts more letters than
    there are."""
    letter_case, added_letters, bounds = rules.scripts[script, 2], rules.added.codes, rules.added.bounds
    source, begin, end = batch.lower.codes, batch.lower.bounds[word], batch.lower.bounds[word + 1]
    if letter_case == model.AS_WRITTEN:
        source, begin, end = batch.written.codes, batch.written.bounds[word], batch.written.bounds[word + 1]
    if rules.scripts[script, 1] == model.REPLACE_ALL:
        end = begin
    else:
        begin, end = begin + rules.scripts[script, 0], end - rules.scripts[script, 1]
        if begin >= end:
            return -1
    first, middle, last = bounds[2 * script], bounds[2 * script + 1], bounds[2 * script + 2]
    stop = _append_letters(added_letters, first, middle, letter_case, batch, letters, start, start)
    stop = _append_letters(source, begin, end, letter_case, batch, letters, start, stop)
    return _append_letters(added_letters, middle, last, letter_case, batch, letters, start, stop)


@leaf
def _add_lemma(lemmas: LemmaSet, stop: int) -> int:
    """Return the position of the lemma whose letters are those behind the used ones, up to `stop`."""
    size, begin = lemmas.items.size[0], lemmas.letter_count[0]
    position = find_or_add(lemmas.items, size, int(np.int64(hash_letters(lemmas.letters, begin, stop))))
    if position == size:
        _record_lemma(lemmas, position, stop)
    return position


@leaf
def _record_lemma(lemmas: LemmaSet, position: int, stop: int) -> None:
    """Record a new lemma, whose letters are those behind the used ones, up to `stop`."""
    rows = lemmas.items.rows
    rows[position, 0], rows[position, 1], rows[position, 2] = lemmas.letter_count[0], stop, UNTRIED
    lemmas.letter_count[0], lemmas.items.size[0] = stop, position + 1


@leaf
def add_lemma_by_script(rules: model.Rules, script: int, batch: model.GuessBatch, word: int, lemmas: LemmaSet) -> int:
    """Return the position of the lemma that a script makes of a word, or NONE."""
    start = lemmas.letter_count[0]
    stop = _apply_script(rules, script, batch, word, lemmas.letters, start)
    return _add_lemma(lemmas, stop) if stop > start else NONE


@leaf
def add_stored_lemma(stored: model.Strings, stored_index: int, key: int, lemmas: LemmaSet) -> int:
    """Return the position of a lemma of the lexicon."""
    size = lemmas.items.size[0]
    position = find_or_add(lemmas.items, size, key)
    if position == size:
        _record_lemma(lemmas, position, _append_stored(stored, stored_index, lemmas))
    return position


@leaf
def _append_stored(stored: model.Strings, stored_index: int, lemmas: LemmaSet) -> int:
    """Append the letters of a lemma of the lexicon to the used ones; return where they stop."""
    stop = lemmas.letter_count[0]
    for index in range(stored.bounds[stored_index], stored.bounds[stored_index + 1]):
        lemmas.letters[stop] = stored.codes[index]
        stop += 1
    return int(stop)


@leaf
def try_compound(
    lemma: int,
    lemmas: LemmaSet,
    compounds: model.CompoundParts,
    stored: model.Strings,
    contributions: model.WordContributions,
    left_out: int,
    buffer: CompoundBuffer,
) -> None:
    """Store the compound form of a lemma, or NONE, and its weight against the plain lemma."""
    rows, letters = lemmas.items.rows, lemmas.letters
    begin, end, key = rows[lemma, 0], rows[lemma, 1], lemmas.items.keys[lemma]
    weight, boundary, attested = 1.0, -1, _find_attested_compound(compounds, key, contributions, left_out)
    if attested < 0:
        weight, boundary = _find_boundary(compounds, letters, begin, end, contributions, left_out, buffer)
    lemmas.items.weights[lemma], rows[lemma, 2] = weight, NONE
    if weight > 0:
        if attested >= 0:
            stop = _append_stored(stored, attested, lemmas)
        else:
            stop = lemmas.letter_count[0]
            for index in range(begin, end):
                if index - begin == boundary:
                    letters[stop] = compounds.boundary
                    stop += 1
                letters[stop] = letters[index]
                stop += 1
        rows[lemma, 2] = _add_lemma(lemmas, int(stop))


@leaf
def _find_attested_compound(
    compounds: model.CompoundParts, key: int, contributions: model.WordContributions, left_out: int
) -> int:
    """Return the compound that this lemma most often is, without the contribution of the word itself; -1 for none."""
    best_count, best_lemma = 0, -1
    first, stop = contribution_bounds(contributions, left_out, LEMMAS)
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


@leaf
def _count_contributed(
    compounds: model.CompoundParts,
    contributions: model.WordContributions,
    left_out: int,
    is_modifier: int,
    column: int,
    key: int,
) -> int:
    """Return how often the word itself has contributed a part."""
    count = 0
    begin, end = contribution_bounds(contributions, left_out, LEMMAS)
    for index in range(begin, end):
        for part in range(
            compounds.part_bounds[contributions.lemmas[index]], compounds.part_bounds[contributions.lemmas[index] + 1]
        ):
            count += compounds.parts[part, 0] == is_modifier and compounds.parts[part, column] == key
    return count


@leaf
def _find_boundary(
    compounds: model.CompoundParts,
    letters: CodePoints,
    begin: int,
    end: int,
    contributions: model.WordContributions,
    left_out: int,
    buffer: CompoundBuffer,
) -> tuple[float, int]:
    """Return the weight of a lemma as a compound against it without, 0 if neither part is known, and the position of
    the boundary."""
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
            modifier_count > _count_contributed(compounds, contributions, left_out, _MODIFIER, _LEFT, modifier_key)
        )
        score += KNOWN_PART_WEIGHT * (
            head_count > _count_contributed(compounds, contributions, left_out, _HEAD, _RIGHT, head_key)
        )
        if score > 0:
            lemma_count = get_count(compounds.heads, modifier)
            score += MODIFIER_LEMMA_WEIGHT * (
                lemma_count > _count_contributed(compounds, contributions, left_out, _HEAD, _LEFT, modifier_key)
            )
        if score > best_score:
            best_score, best_position = score, position
    if best_score < KNOWN_PART_WEIGHT:
        return 0.0, -1
    return best_score, best_position


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
