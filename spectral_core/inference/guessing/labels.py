"""Compiled kernels that find the labels of one word: by its ending, by known stems, with joints in their lemmas.

Labels and lemmas stand in the order in which they were first met, lemmas with their letters. Nothing imports this
module at start.
"""

from __future__ import annotations

import numpy as np

from spectral_core.inference.compiling import leaf
from spectral_core.inference.count_table import count_in, joined, slot_of
from spectral_core.inference.guessing.arrays import NOTHING
from spectral_core.inference.guessing.features import inherent_of, with_fixed
from spectral_core.inference.guessing.found import place_of
from spectral_core.inference.guessing.lemmas import applied, joint_of
from spectral_core.inference.guessing.model import (
    AS_WRITTEN,
    HALF,
    LOW,
    Asked,
    Cells,
    Codes,
    Floats,
    Found,
    Inherent,
    Integers,
    Joints,
    Limits,
    Rows,
    Scripts,
    Slots,
    Strings,
    Types,
)
from spectral_core.inference.guessing.tables import START, key_of, with_letter

_UNTRIED, _NONE = -2, -1  # a lemma's joint
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_OTHER = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT = np.uint64(29)


@leaf
def _label_place(
    slots: Slots, keys: Integers, weights: Floats, rows: Rows, size: int, lemma_key: int, lemma: int, tag: int
) -> int:
    """Where a label stands; `size`, how many there were, where it is new."""
    key = (np.uint64(lemma_key) ^ (np.uint64(tag) * _OTHER)) * _FACTOR
    key ^= key >> _SHIFT
    place = place_of(slots, keys, size, int(np.int64(key)))
    if place == size:
        rows[place, 0], rows[place, 1], rows[place, 2] = lemma, tag, _NONE
        weights[place] = 0.0
    return place


@leaf
def _lemma_put(slots: Slots, keys: Integers, rows: Rows, size: int, letters: Codes, begin: int, end: int) -> int:
    """Where the lemma with these letters stands; `size`, how many there were, where it is new."""
    place = place_of(slots, keys, size, int(np.int64(key_of(letters, begin, end))))
    if place == size:
        rows[place, 0], rows[place, 1], rows[place, 2] = begin, end, _UNTRIED
    return place


@leaf
def letters_of_rules(
    rule_rows: Rows, bounds: Integers, asked: Asked, word: int, rules: Integers, many: int, met: Rows
) -> int:
    """How many letters the lemmas may have that these rules make of a word; tries none of them yet."""
    size = asked.small.bounds[word + 1] - asked.small.bounds[word]
    size += asked.written.bounds[word + 1] - asked.written.bounds[word]
    letters = NOTHING
    for at in range(many):
        script = rule_rows[rules[at], 0]
        if met[script, 0] != word + 1:
            met[script, 0], met[script, 1] = word + 1, _UNTRIED
            letters += 3 * (bounds[2 * script + 2] - bounds[2 * script] + size)
    return letters


@leaf
def add_by_rules(
    rule_rows: Rows,
    ratios: Floats,
    scripts_known: Scripts,
    asked: Asked,
    word: int,
    rules_found: Found,
    many: int,
    labels: Found,
    lemmas: Found,
    letters: Codes,
    met: Rows,
) -> tuple[int, int, int]:
    """Adds the labels whose lemma is made from the word as it is from others with its ending: how many labels, lemmas
    and letters of lemmas there are. `met` is (scripts, 2): for which word each was met, and its lemma."""
    scripts, added, added_bounds = scripts_known.rows, scripts_known.added.codes, scripts_known.added.bounds
    rules, rule_weights = rules_found.keys, rules_found.weights
    slots, keys, weights, rows = labels.slots, labels.keys, labels.weights, labels.rows
    lemma_slots, lemma_keys, lemma_rows = lemmas.slots, lemmas.keys, lemmas.rows
    small, small_at, small_to = asked.small.codes, asked.small.bounds[word], asked.small.bounds[word + 1]
    written, written_at, written_to = asked.written.codes, asked.written.bounds[word], asked.written.bounds[word + 1]
    capital_of, capitals, capital_bounds = asked.capital_of, asked.capitals.codes, asked.capitals.bounds
    kind = asked.rows[word, 0]
    size = lemma_size = used = NOTHING
    for at in range(many):
        rule = rules[at]
        script, tag = rule_rows[rule, 0], rule_rows[rule, 1]
        if met[script, 1] == _UNTRIED:
            met[script, 1] = _NONE
            as_written = scripts[script, 2] == AS_WRITTEN
            stop = applied(
                scripts,
                added,
                added_bounds,
                script,
                written if as_written else small,
                written_at if as_written else small_at,
                written_to if as_written else small_to,
                capital_of,
                capitals,
                capital_bounds,
                letters,
                used,
            )
            if stop > used:
                place = _lemma_put(lemma_slots, lemma_keys, lemma_rows, lemma_size, letters, used, stop)
                met[script, 1] = place
                if place == lemma_size:
                    lemma_size += 1
                    used = stop
        lemma = met[script, 1]
        if lemma >= 0:
            place = _label_place(slots, keys, weights, rows, size, lemma_keys[lemma], lemma, tag)
            weights[place] += rule_weights[at] * ratios[kind, scripts[script, 2]]
            size = max(size, place + 1)
    return size, lemma_size, used


@leaf
def add_by_stems(
    limits: Limits,
    types: Types,
    lexeme_rows: Rows,
    stored_lemmas: Strings,
    upos: Integers,
    inherent: Inherent,
    own: int,
    cells: Cells,
    bounds: Integers,
    pairs: Integers,
    used_features: int,
    stems: int,
    lexemes: Integers,
    lexeme_weights: Floats,
    best: Integers,
    likeliest: int,
    tags: Found,
    labels: Found,
    size: int,
    lemmas: Found,
    lemma_size: int,
    letters: Codes,
    used: int,
    known: Cells,
    known_size: int,
    fixed: Integers,
    made: Integers,
) -> tuple[int, int, int, int, int]:
    """Adds the labels of known lexemes, with tags of the word's ending and with their own tags and the features of
    these: how many labels, lemmas, letters of lemmas, features and things in `known` there are.

    `known` has the features in which what a lexeme has in itself was put before. There must be room for all of them.
    """
    lemma_codes, lemma_bounds = stored_lemmas.codes, stored_lemmas.bounds
    inherent_bounds, names, values = inherent.bounds, inherent.names, inherent.values
    own_tags, own_lexemes = types.tags, types.lexemes
    slots, keys, weights, rows = labels.slots, labels.keys, labels.weights, labels.rows
    lemma_slots, lemma_keys, lemma_rows = lemmas.slots, lemmas.keys, lemmas.rows
    tag_keys, tag_weights = tags.keys, tags.weights
    tags_at = tags_to = lexemes_at = lexemes_to = NOTHING
    if own >= 0:
        tags_at, tags_to = types.bounds[own, 1], types.bounds[own + 1, 1]
        lexemes_at, lexemes_to = types.bounds[own, 2], types.bounds[own + 1, 2]
    for stem in range(stems):
        lexeme = lexemes[stem]
        key, stored, kind = lexeme_rows[lexeme, 0], lexeme_rows[lexeme, 1], lexeme_rows[lexeme, 2]
        lemma = place_of(lemma_slots, lemma_keys, lemma_size, key)
        if lemma == lemma_size:
            lemma_rows[lemma, 0], lemma_rows[lemma, 2] = used, _UNTRIED
            for at in range(lemma_bounds[stored], lemma_bounds[stored + 1]):
                letters[used] = lemma_codes[at]
                used += 1
            lemma_rows[lemma, 1] = used
            lemma_size += 1
        mine = False
        for at in range(lexemes_at, lexemes_to):
            mine |= own_lexemes[at, 0] == lexeme
        fixed_size = inherent_of(
            lexeme,
            kind,
            inherent_bounds,
            names,
            values,
            bounds,
            pairs,
            own_tags,
            tags_at,
            tags_to if mine else tags_at,
            fixed,
        )
        fixed_key = START
        for at in range(fixed_size):
            fixed_key = with_letter(fixed_key, np.uint64(fixed[at]))
        for rank in range(likeliest):
            tag = tag_keys[best[rank]]
            value = lexeme_weights[stem] * limits.known * tag_weights[best[rank]]
            factor = limits.other_upos
            if upos[tag >> HALF] == upos[kind]:
                factor = 1.0 if tag >> HALF == kind else limits.same_upos
                if fixed_size:
                    fixed_with = joined(fixed_key, np.uint64(tag & LOW))
                    slot = slot_of(known, fixed_with)
                    if known[slot, 1] == 0:
                        feats = with_fixed(cells, bounds, pairs, used_features, tag & LOW, fixed, fixed_size, made)
                        used_features = max(used_features, feats + 1)
                        known[slot, 0], known[slot, 1] = np.int64(fixed_with), feats + 1
                        known_size += 1
                    tag = (tag >> HALF << HALF) + known[slot, 1] - 1
            place = _label_place(slots, keys, weights, rows, size, key, lemma, tag)
            weights[place] += value * factor
            size = max(size, place + 1)
            if tag >> HALF != kind:
                place = _label_place(slots, keys, weights, rows, size, key, lemma, (kind << HALF) + (tag & LOW))
                weights[place] += value * limits.its_tags
                size = max(size, place + 1)
    return size, lemma_size, used, used_features, known_size


@leaf
def letters_with_joints(
    joints: Joints, stored: Integers, chosen: Integers, kept: int, labels: Rows, lemmas: Found
) -> tuple[int, int]:
    """How many letters the lemmas of these labels may have with joints, all of them and the longest one."""
    whole, bounds, whole_rows = joints.whole, joints.whole_bounds, joints.whole_rows
    keys, rows = lemmas.keys, lemmas.rows
    letters = longest = NOTHING
    for at in range(kept):
        lemma = labels[chosen[at], 0]
        size = rows[lemma, 1] - rows[lemma, 0] + 1
        place = count_in(whole, np.uint64(keys[lemma])) - 1
        if place >= 0:
            for row in range(bounds[place], bounds[place + 1]):
                size = max(size, stored[whole_rows[row, 0] + 1] - stored[whole_rows[row, 0]])
        letters += size
        longest = max(longest, size)
    return letters, longest


@leaf
def with_joints(
    limits: Limits,
    types: Types,
    stored_lemmas: Strings,
    joints: Joints,
    own: int,
    chosen: Integers,
    kept: int,
    labels: Found,
    size: int,
    lemmas: Found,
    lemma_size: int,
    letters: Codes,
    used: int,
    right: Integers,
    made: Integers,
    made_weights: Floats,
) -> int:
    """How many labels there are in `made`: the chosen ones, and with a joint those whose lemma may have one."""
    sign, stored, stored_bounds = joints.sign, stored_lemmas.codes, stored_lemmas.bounds
    whole_cells, whole_bounds, whole_rows = joints.whole, joints.whole_bounds, joints.whole_rows
    firsts, lemma_counts, lasts = joints.firsts, joints.lemmas, joints.lasts
    part_bounds, parts = joints.part_bounds, joints.parts
    slots, keys, weights, rows = labels.slots, labels.keys, labels.weights, labels.rows
    lemma_slots, lemma_keys, lemma_weights, lemma_rows = lemmas.slots, lemmas.keys, lemmas.weights, lemmas.rows
    own_lemmas, low, high = types.lemmas, NOTHING, NOTHING
    if own >= 0:
        low, high = types.bounds[own, 3], types.bounds[own + 1, 3]
    for at in range(kept):
        made[at], made_weights[at] = chosen[at], weights[chosen[at]]
        rows[chosen[at], 2] = at
    many = kept
    for at in range(kept):
        label = chosen[at]
        lemma, tag = rows[label, 0], rows[label, 1]
        if lemma_rows[lemma, 2] == _UNTRIED:
            begin, end = lemma_rows[lemma, 0], lemma_rows[lemma, 1]
            score, place, whole = joint_of(
                whole_cells,
                whole_bounds,
                whole_rows,
                firsts,
                lemma_counts,
                lasts,
                part_bounds,
                parts,
                letters,
                begin,
                end,
                lemma_keys[lemma],
                own_lemmas,
                low,
                high,
                limits.part_shortest,
                limits.one_known,
                limits.first_is_lemma,
                right,
            )
            lemma_weights[lemma], lemma_rows[lemma, 2] = score, _NONE
            if score > 0:
                stop = used
                if whole >= 0:
                    first, last = stored_bounds[whole], stored_bounds[whole + 1]
                    for letter in range(first, last):
                        letters[stop] = stored[letter]
                        stop += 1
                else:
                    for letter in range(begin, end):
                        if letter - begin == place:
                            letters[stop] = sign
                            stop += 1
                        letters[stop] = letters[letter]
                        stop += 1
                other = _lemma_put(lemma_slots, lemma_keys, lemma_rows, lemma_size, letters, used, stop)
                lemma_rows[lemma, 2] = other
                if other == lemma_size:
                    lemma_size += 1
                    used = stop
        other = lemma_rows[lemma, 2]
        if other < 0:
            continue
        place = _label_place(slots, keys, weights, rows, size, lemma_keys[other], other, tag)
        size = max(size, place + 1)
        if rows[place, 2] < 0:
            rows[place, 2] = many
            made[many], made_weights[many] = place, weights[place]
            many += 1
        made_weights[rows[place, 2]] += weights[label] * lemma_weights[lemma]
    return many
