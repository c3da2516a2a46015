"""Compiled kernels that guess the labels of many words; nothing imports this module at start."""

from __future__ import annotations

import numpy as np

from spectral_core.inference.compiling import entry, inner, leaf
from spectral_core.inference.count_table import joined, slot_of
from spectral_core.inference.guessing.arrays import (
    FEW,
    NOTHING,
    floats_for,
    keys_for,
    larger,
    letters_for,
    numbers_for,
    pairs_for,
    slots_for,
    with_room,
)
from spectral_core.inference.guessing.features import change_tags, told_by
from spectral_core.inference.guessing.found import emptied, found_by_endings, known_stems, room_for
from spectral_core.inference.guessing.labels import (
    add_by_rules,
    add_by_stems,
    letters_of_rules,
    letters_with_joints,
    with_joints,
)
from spectral_core.inference.guessing.model import (
    Answer,
    Asked,
    Cells,
    Clues,
    Codes,
    Features,
    Floats,
    Inherent,
    Integers,
    Joints,
    Limits,
    Lists,
    Rows,
    Scripts,
    Strings,
    Types,
)
from spectral_core.inference.guessing.tables import START, best_of, ending_keys, part_keys


@leaf
def _answered(
    chosen: Integers,
    kept: int,
    labels: Rows,
    lemma_keys: Integers,
    lemma_rows: Rows,
    letters: Codes,
    rows: Rows,
    row: int,
    lemma_cells: Cells,
    lemma_places: int,
    lemma_codes: Codes,
    lemma_bounds: Integers,
    tag_cells: Cells,
    tag_places: int,
    tag_of: Integers,
) -> tuple[int, int]:
    """Adds the chosen labels to what was found for the words before: how many lemmas and tags there are. There must be
    room for them."""
    for rank in range(kept):
        lemma, tag = labels[chosen[rank], 0], labels[chosen[rank], 1]
        slot = slot_of(lemma_cells, np.uint64(lemma_keys[lemma]))
        if lemma_cells[slot, 1] == 0:
            stop = lemma_bounds[lemma_places]
            for at in range(lemma_rows[lemma, 0], lemma_rows[lemma, 1]):
                lemma_codes[stop] = letters[at]
                stop += 1
            lemma_places += 1
            lemma_bounds[lemma_places] = stop
            lemma_cells[slot, 0], lemma_cells[slot, 1] = lemma_keys[lemma], lemma_places
        rows[row + rank, 0] = lemma_cells[slot, 1] - 1
        key = joined(START, np.uint64(tag))
        slot = slot_of(tag_cells, key)
        if tag_cells[slot, 1] == 0:
            tag_of[tag_places] = tag
            tag_places += 1
            tag_cells[slot, 0], tag_cells[slot, 1] = np.int64(key), tag_places
        rows[row + rank, 1] = tag_cells[slot, 1] - 1
    return lemma_places, tag_places


@inner
def _more_rows(rows: Rows, row: int, room: int) -> Rows:
    """Room for so many rows, with those that there are."""
    made = pairs_for(room)
    for at in range(row):
        made[at, 0], made[at, 1] = rows[at, 0], rows[at, 1]
    return made


@entry
def guesses(
    rule_lists: Lists,
    tag_lists: Lists,
    stem_lists: Lists,
    clues_known: Clues,
    clue_sizes: Integers,
    clue_rows: Rows,
    rule_rows: Rows,
    scripts: Scripts,
    ratios: Floats,
    lexeme_rows: Rows,
    lemmas_known: Strings,
    upos: Integers,
    features: Features,
    order: Integers,
    inherent: Inherent,
    types: Types,
    joints: Joints,
    limits: Limits,
    asked: Asked,
    most: int,
    tried: int,
) -> Answer:
    """At most so many labels of each word, the likeliest first; of `tried`, lemmas with joints are made as well.

    The first are the fields of a Model: to read one of so many from one tuple would cost compile time.
    """
    type_bounds, type_rules, type_tags, type_lexemes = types.bounds, types.rules, types.tags, types.lexemes
    lemma_starts, sign, clues_most = lemmas_known.bounds, joints.sign, len(clue_rows)
    codes, starts, written, word_rows = asked.small.codes, asked.small.bounds, asked.written.bounds, asked.rows
    words = len(word_rows)
    feature_bounds, pairs = (
        features.bounds,
        features.pairs,
    )  # in whose place come larger ones
    cells, used_features, longest = features.cells.copy(), len(feature_bounds) - 1, NOTHING
    for at in range(used_features):
        longest = max(longest, feature_bounds[at + 1] - feature_bounds[at])
    lexemes_most = limits.levels * limits.lexemes_tried
    rules_most = limits.rules_looked_at + limits.rules_kept
    tags_most = limits.tags_looked_at + limits.tags_kept + limits.clue_tried * (limits.clue_most + 1)
    labels_most = rules_most + 2 * limits.tags_tried * lexemes_most
    features_most = limits.clue_tried * (limits.clue_most + 1) + limits.tags_tried * lexemes_most  # new ones of a word
    tried, most = max(min(tried, labels_most), 0), max(most, 0)
    rules, tags = room_for(rules_most), room_for(tags_most)
    lemmas, labels = room_for(rules_most + lexemes_most + tried), room_for(labels_most + tried)
    rule_slots, tag_slots, label_slots, lemma_slots = rules.slots, tags.slots, labels.slots, lemmas.slots
    label_rows, lemma_rows = labels.rows, lemmas.rows
    letters, right = np.empty(FEW, dtype=np.uint32), numbers_for(FEW)
    met_scripts = pairs_for(len(scripts.rows))
    met_clues, told, wanted = numbers_for(clues_most), numbers_for(clues_most), numbers_for(clues_most)
    shares, was = floats_for(clues_most), floats_for(limits.clue_tried)
    met_lexemes, lexemes = numbers_for(len(lexeme_rows)), numbers_for(lexemes_most)
    lexeme_weights = floats_for(lexemes_most)
    fixed, changed = numbers_for(len(order) + 1), numbers_for(len(order) + 1)
    endings = keys_for(limits.longest + 1)
    prefix = keys_for(1 + 3 * limits.longest_word)  # a letter has at most three small ones
    parts = keys_for(limits.clue_span * len(clue_sizes))
    best, chosen = numbers_for(tags_most), numbers_for(labels_most + tried)
    made, made_weights = numbers_for(2 * tried), floats_for(2 * tried)
    known, known_size = pairs_for(FEW), NOTHING

    bounds = numbers_for(words + 1)
    rows, row = pairs_for(64 + 16 * words), NOTHING
    lemma_cells, lemma_places = pairs_for(slots_for(64 + 8 * words)), NOTHING
    lemma_codes, lemma_bounds = np.empty(FEW, dtype=np.uint32), numbers_for(64 + 8 * words)
    tag_cells, tag_places, tag_of = pairs_for(FEW), NOTHING, numbers_for(FEW)

    for word in range(words):
        bounds[word + 1] = row
        if written[word + 1] - written[word] > limits.longest_word:
            continue
        begin, end, own = starts[word], starts[word + 1], word_rows[word, 1]
        rules_at = rules_to = lexemes_at = lexemes_to = NOTHING
        if own >= 0:
            rules_at, rules_to = type_bounds[own, 0], type_bounds[own + 1, 0]
            lexemes_at, lexemes_to = type_bounds[own, 2], type_bounds[own + 1, 2]
        many = ending_keys(codes, begin, end, limits.longest, endings)
        found = found_by_endings(
            rule_lists,
            endings,
            many,
            type_rules,
            rules_at,
            rules_to,
            limits.rules_looked_at,
            limits.smoothing,
            limits.least_weight,
            rules,
        )
        letters = letters_for(
            letters, letters_of_rules(rule_rows, scripts.added.bounds, asked, word, rules.keys, found, met_scripts)
        )
        size, lemma_size, used = add_by_rules(
            rule_rows, ratios, scripts, asked, word, rules, found, labels, lemmas, letters, met_scripts
        )
        tags_at = tags_to = NOTHING
        if own >= 0:
            tags_at, tags_to = type_bounds[own, 1], type_bounds[own + 1, 1]
        found = found_by_endings(
            tag_lists,
            endings,
            many,
            type_tags,
            tags_at,
            tags_to,
            limits.tags_looked_at,
            limits.smoothing,
            limits.least_weight,
            tags,
        )
        clues = told_by(
            clues_known,
            parts,
            part_keys(codes, begin, end, limits.clue_span, clue_sizes, parts),
            clue_rows,
            upos,
            feature_bounds,
            pairs,
            type_tags,
            tags_at,
            tags_to,
            limits.clue_least,
            limits.clue_sure,
            met_clues,
            told,
            shares,
        )
        cells, known = with_room(cells, used_features, features_most), with_room(known, known_size, features_most)
        feature_bounds = larger(feature_bounds, used_features + features_most + 1)
        pairs = larger(pairs, feature_bounds[used_features] + features_most * (longest + clues))
        before = used_features
        if clues:
            found, used_features = change_tags(
                cells,
                feature_bounds,
                pairs,
                used_features,
                best,
                best_of(tags.weights, found, limits.clue_tried, best),
                told,
                shares,
                clues,
                clue_rows,
                upos,
                order,
                limits.clue_most,
                limits.clue_weight,
                tags,
                found,
                wanted,
                was,
                changed,
            )
        stems = known_stems(
            stem_lists,
            codes,
            begin,
            end,
            type_lexemes,
            lexemes_at,
            lexemes_to,
            limits.shortest,
            limits.lexemes_tried,
            limits.step,
            limits.levels,
            prefix,
            met_lexemes,
            lexemes,
            lexeme_weights,
        )
        more = used
        for at in range(stems):
            stored = lexeme_rows[lexemes[at], 1]
            more += lemma_starts[stored + 1] - lemma_starts[stored]
        letters = letters_for(letters, more)
        size, lemma_size, used, used_features, known_size = add_by_stems(
            limits,
            types,
            lexeme_rows,
            lemmas_known,
            upos,
            inherent,
            own,
            cells,
            feature_bounds,
            pairs,
            used_features,
            stems,
            lexemes,
            lexeme_weights,
            best,
            best_of(tags.weights, found, limits.tags_tried, best),
            tags,
            labels,
            size,
            lemmas,
            lemma_size,
            letters,
            used,
            known,
            known_size,
            fixed,
            changed,
        )
        for at in range(before, used_features):
            longest = max(longest, feature_bounds[at + 1] - feature_bounds[at])
        kept = best_of(labels.weights, size, tried if sign >= 0 else min(most, labels_most), chosen)
        if sign >= 0:
            more, longest_lemma = letters_with_joints(joints, lemma_starts, chosen, kept, labels.rows, lemmas)
            letters, right = letters_for(letters, used + more), larger(right, longest_lemma)
            kept = with_joints(
                limits,
                types,
                lemmas_known,
                joints,
                own,
                chosen,
                kept,
                labels,
                size,
                lemmas,
                lemma_size,
                letters,
                used,
                right,
                made,
                made_weights,
            )
            kept = best_of(made_weights, kept, most, chosen)
            for rank in range(kept):
                chosen[rank] = made[chosen[rank]]
        emptied(rule_slots)
        emptied(tag_slots)
        emptied(label_slots)
        emptied(lemma_slots)
        if row + kept > len(rows):
            rows = _more_rows(rows, row, 2 * (row + kept))
        lemma_cells, tag_cells = (
            with_room(lemma_cells, lemma_places, kept),
            with_room(tag_cells, tag_places, kept),
        )
        lemma_bounds, tag_of = larger(lemma_bounds, lemma_places + kept + 1), larger(tag_of, tag_places + kept)
        more = lemma_bounds[lemma_places]
        for rank in range(kept):
            lemma = label_rows[chosen[rank], 0]
            more += lemma_rows[lemma, 1] - lemma_rows[lemma, 0]
        lemma_codes = letters_for(lemma_codes, more)
        lemma_places, tag_places = _answered(
            chosen,
            kept,
            labels.rows,
            lemmas.keys,
            lemmas.rows,
            letters,
            rows,
            row,
            lemma_cells,
            lemma_places,
            lemma_codes,
            lemma_bounds,
            tag_cells,
            tag_places,
            tag_of,
        )
        row += kept
        bounds[word + 1] = row
    made_lemmas = Strings(lemma_codes[: lemma_bounds[lemma_places]], lemma_bounds[: lemma_places + 1])
    return Answer(bounds, rows[:row], made_lemmas, tag_of[:tag_places], Features(cells, feature_bounds, pairs))
