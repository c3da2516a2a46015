"""Compiled kernels that guess the labels of many words; nothing imports this module at start."""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.inference.compiling import entry, leaf
from spectral_core.inference.count_table import find_slot, join_keys
from spectral_core.inference.guessing.features import change_tags, told_by
from spectral_core.inference.guessing.labels import add_by_rules, add_by_stems, add_joints
from spectral_core.inference.guessing.limits import (
    CLUE_TRIED,
    LONGEST_WORD,
    RULES_LOOKED_AT,
    TAGS_LOOKED_AT,
    TAGS_TRIED,
)
from spectral_core.inference.guessing.model import Answer, AskedWords, Knowledge
from spectral_core.inference.guessing.rooms import (
    FEATURES_MOST,
    LABELS_MOST,
    AnswerRoom,
    FeatureRoom,
    Lemmas,
    Weighed,
    WordRoom,
    answer_of,
    answer_room,
    feature_room,
    roomy_answer,
    roomy_features,
    word_room,
)
from spectral_core.inference.guessing.tables import START, best_of, ending_keys, part_keys
from spectral_core.inference.guessing.weighed import (
    LEXEMES,
    RULES,
    TAGS,
    emptied,
    known_stems,
    own_part,
    weigh_by_endings,
)


def guesses(known: Knowledge, asked: AskedWords, most: int, tried: int) -> Answer:
    """At most so many labels of each word, the likeliest first; of `tried`, lemmas with joints are made as well."""
    tried = max(min(tried, LABELS_MOST), 0)
    most = max(min(most, LABELS_MOST + tried), 0)
    features, answer = feature_room(known.features, known.order, len(asked.rows)), answer_room(len(asked.rows), most)
    done = _guess(known, asked, features, word_room(known, asked, tried), answer, 0, most, tried)
    while done < len(asked.rows):
        features, answer = roomy_features(features, len(features.bounds)), roomy_answer(answer)
        done = _guess(known, asked, features, word_room(known, asked, tried), answer, done, most, tried)
    return answer_of(answer, features)


@entry
def _guess(
    known: Knowledge, asked: AskedWords, features: FeatureRoom, room: WordRoom, answer: AnswerRoom, done: int,
    most: int, tried: int,
) -> int:  # fmt: skip
    """Answers the words from `done` on: how many are done then, fewer than all of them where there was no more room."""
    types, upos, clues, joints, lexemes = known.types, known.tagging.upos, known.clues, known.joints, known.lexemes
    rules, tags, labels, lemmas, best, chosen = room.rules, room.tags, room.labels, room.lemmas, room.best, room.chosen
    for word in range(done, len(asked.rows)):
        answer.bounds[word + 1] = answer.sizes[0]
        if asked.written.bounds[word + 1] - asked.written.bounds[word] > LONGEST_WORD:
            continue
        if features.size[0] + FEATURES_MOST >= len(features.bounds):
            return word
        emptied(rules)
        emptied(tags)
        emptied(labels)
        emptied(lemmas.weighed)
        lemmas.used[0] = 0
        own = asked.rows[word, 1]
        many = ending_keys(asked.small, word, room.endings)
        begin, end = own_part(types, own, RULES)
        weigh_by_endings(known.rules.by_ending, room.endings, many, types.rules, begin, end, RULES_LOOKED_AT, rules)
        add_by_rules(known.rules, asked, word, rules, labels, lemmas, room.scripts)
        begin, end = own_part(types, own, TAGS)
        weigh_by_endings(known.tagging.by_ending, room.endings, many, types.tags, begin, end, TAGS_LOOKED_AT, tags)
        parts = part_keys(asked.small, word, clues.sizes, room.clues.parts)
        told = told_by(clues, parts, upos, features, types.tags, begin, end, room.clues)
        if told:
            changed = best_of(tags.weights, tags.size[0], CLUE_TRIED, best)
            change_tags(best, changed, told, clues, upos, features, room.clues, tags)
        begin, end = own_part(types, own, LEXEMES)
        stems = known_stems(lexemes.by_beginning, asked.small, word, types.lexemes, begin, end, room.stems)
        likeliest = best_of(tags.weights, tags.size[0], TAGS_TRIED, best)
        add_by_stems(lexemes, upos, types, own, features, room.stems, stems, tags, best, likeliest, labels, lemmas)
        kept = best_of(labels.weights, labels.size[0], most if joints.sign < 0 else tried, chosen)
        if joints.sign >= 0:
            kept = add_joints(joints, lexemes.lemmas, types, own, labels, lemmas, chosen, kept, room.joints)
            kept = best_of(room.joints.weights, kept, most, chosen)
            for rank in range(kept):
                chosen[rank] = room.joints.labels[chosen[rank]]
        if not _answered(answer, labels, lemmas, chosen, kept):
            return word
        answer.bounds[word + 1] = answer.sizes[0]
    return len(asked.rows)


@leaf
def _answered(answer: AnswerRoom, labels: Weighed, lemmas: Lemmas, chosen: Integers, kept: int) -> bool:
    """Adds the chosen labels to those of the words before, if there is room for them: whether there was."""
    rows, keys = lemmas.weighed.rows, lemmas.weighed.keys
    row, many, tags = answer.sizes[0], answer.sizes[1], answer.sizes[2]
    stop = answer.lemma_bounds[many]
    for rank in range(kept):
        lemma = labels.rows[chosen[rank], 0]
        stop += rows[lemma, 1] - rows[lemma, 0]
    if row + kept > len(answer.rows) or tags + kept > len(answer.tags):
        return False
    if many + kept >= len(answer.lemma_bounds) or stop > len(answer.lemma_codes):
        return False
    for rank in range(kept):
        lemma, tag = labels.rows[chosen[rank], 0], labels.rows[chosen[rank], 1]
        slot = find_slot(answer.lemma_cells, np.uint64(keys[lemma]))
        if answer.lemma_cells[slot, 1] == 0:
            stop = answer.lemma_bounds[many]
            for at in range(rows[lemma, 0], rows[lemma, 1]):
                answer.lemma_codes[stop] = lemmas.letters[at]
                stop += 1
            many += 1
            answer.lemma_bounds[many] = stop
            answer.lemma_cells[slot, 0], answer.lemma_cells[slot, 1] = keys[lemma], many
        answer.rows[row + rank, 0] = answer.lemma_cells[slot, 1] - 1
        key = join_keys(START, np.uint64(tag))
        slot = find_slot(answer.tag_cells, key)
        if answer.tag_cells[slot, 1] == 0:
            answer.tags[tags] = tag
            tags += 1
            answer.tag_cells[slot, 0], answer.tag_cells[slot, 1] = np.int64(key), tags
        answer.rows[row + rank, 1] = answer.tag_cells[slot, 1] - 1
    answer.sizes[0], answer.sizes[1], answer.sizes[2] = row + kept, many, tags
    return True
