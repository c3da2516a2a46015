"""Compiled construction of candidate lemmas of a word: by edit script, from the lexicon, and as compounds.

Never imported at start-up.
"""

import numpy as np
from spectral_core.arrays import CodePoints
from spectral_core.morphology.guesser.buffers import CandidateLemmas, CompoundBuffer
from spectral_core.morphology.guesser.count_kernels import LEMMA_COLUMN, find_or_add_item, get_contribution_range
from spectral_core.morphology.guesser.parameters import (
    AS_WRITTEN,
    KNOWN_PART_WEIGHT,
    MIN_MODIFIER_LENGTH,
    MODIFIER_LEMMA_WEIGHT,
    REPLACE_ALL,
    TITLE,
    UPPER,
    CompoundParts,
    GuessBatch,
    Rules,
    Strings,
    WordContributions,
)
from spectral_core.morphology.guesser.string_hashing import EMPTY_KEY, ONE, ZERO, extend_key, hash_letters
from spectral_core.structured.compilation import leaf_kernel
from spectral_core.structured.hash_tables import get_count

UNTRIED, NONE = -2, -1  # values of a lemma's compound: not tried yet, and none
_MODIFIER, _HEAD = ONE, ZERO  # sides of a compound boundary: before, after
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT = ONE, ONE + ONE  # columns of keys


@leaf_kernel
def _append_in_case(
    source: CodePoints,
    begin: int,
    end: int,
    letter_case: int,
    batch: GuessBatch,
    letters: CodePoints,
    start: int,
    stop: int,
) -> int:
    """Append letters in a letter case to the lemma that starts at `start`; return its new end."""
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
    stop = _append_in_case(added_letters, first, middle, letter_case, batch, letters, start, start)
    stop = _append_in_case(source, begin, end, letter_case, batch, letters, start, stop)
    return _append_in_case(added_letters, middle, last, letter_case, batch, letters, start, stop)


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
    """Return the position of the lemma that a script derives from a word, or NONE."""
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
    """Store the compound form of a lemma, or NONE, and its weight relative to the plain lemma."""
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
    """Return the most frequent compound with this plain lemma, without the word's own contribution; -1 if there is
    none."""
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
def _count_own_parts(
    compounds: CompoundParts,
    contributions: WordContributions,
    left_out: int,
    is_modifier: int,
    column: int,
    key: int,
) -> int:
    """Count the occurrences of a compound part in the word's own lemmas, to leave them out."""
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
            > _count_own_parts(compounds, contributions, left_out, _MODIFIER, _LEFT_TO_RIGHT, modifier_key)
        )
        score += KNOWN_PART_WEIGHT * (
            head_count > _count_own_parts(compounds, contributions, left_out, _HEAD, _RIGHT_TO_LEFT, head_key)
        )
        if score > 0:
            lemma_count = get_count(compounds.heads, modifier)
            score += MODIFIER_LEMMA_WEIGHT * (
                lemma_count > _count_own_parts(compounds, contributions, left_out, _HEAD, _LEFT_TO_RIGHT, modifier_key)
            )
        if score > best_score:
            best_score, best_position = score, position
    if best_score < KNOWN_PART_WEIGHT:
        return 0.0, -1
    return best_score, best_position
