"""Compiled kernels that find the labels of one word: by its ending, by known stems, with joints in their lemmas. Labels
and lemmas stand in the order in which they were first met, lemmas with their letters."""

import numpy as np

from spectral_core.arrays import Integers
from spectral_core.inference.compiling import leaf
from spectral_core.inference.guessing.features import are_fixed, fixed_by, with_fixed
from spectral_core.inference.guessing.lemmas import NONE, UNTRIED, lemma_by_script, stored_lemma, try_joint
from spectral_core.inference.guessing.limits import ITS_TAGS, KNOWN, OTHER_UPOS, SAME_UPOS
from spectral_core.inference.guessing.model import HALF, LOW, AskedWords, Joints, Lexemes, Rows, Rules, Strings, Types
from spectral_core.inference.guessing.rooms import FeatureRoom, JointRoom, Lemmas, StemRoom, Weighed
from spectral_core.inference.guessing.weighed import LEXEMES, TAGS, own_part, place_of

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_OTHER = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT = np.uint64(29)


@leaf
def _label_put(labels: Weighed, size: int, lemma_key: int, lemma: int, tag: int) -> int:
    """Where a label stands among the first `size`, or now behind them."""
    key = (np.uint64(lemma_key) ^ (np.uint64(tag) * _OTHER)) * _FACTOR
    key ^= key >> _SHIFT
    place = place_of(labels, size, int(np.int64(key)))
    if place == size:
        labels.rows[place, 0], labels.rows[place, 1], labels.rows[place, 2] = lemma, tag, NONE
    return place


@leaf
def add_by_rules(
    rules: Rules, asked: AskedWords, word: int, weighed: Weighed, labels: Weighed, lemmas: Lemmas, met: Rows
) -> None:
    """Adds the labels whose lemma is made from the word as it is from others with its ending, by the weighed rules.
    `met` is (scripts, 2): for which word each was met, from 1, and its lemma."""
    kind, size = asked.rows[word, 0], labels.size[0]
    for at in range(weighed.size[0]):
        script, tag = rules.rows[weighed.keys[at], 0], rules.rows[weighed.keys[at], 1]
        if met[script, 0] != word + 1:
            met[script, 0], met[script, 1] = word + 1, lemma_by_script(rules, script, asked, word, lemmas)
        lemma = met[script, 1]
        if lemma >= 0:
            place = _label_put(labels, size, lemmas.weighed.keys[lemma], lemma, tag)
            size = max(size, place + 1)
            labels.weights[place] += weighed.weights[at] * rules.ratios[kind, rules.scripts[script, 2]]
    labels.size[0] = size


@leaf
def add_by_stems(
    lexemes: Lexemes, upos: Integers, types: Types, own: int, features: FeatureRoom, room: StemRoom, stems: int,
    tags: Weighed, best: Integers, likeliest: int, labels: Weighed, lemmas: Lemmas,
) -> None:  # fmt: skip
    """Adds the labels of known lexemes, with the likeliest tags of the ending, and with their own tags and its
    features."""
    size = labels.size[0]
    for stem in range(stems):
        lexeme = room.lexemes[stem]
        key, kind = lexemes.rows[lexeme, 0], lexemes.rows[lexeme, 2]
        lemma = stored_lemma(lexemes.lemmas, lexemes.rows[lexeme, 1], key, lemmas)
        fixed = _fixed(lexemes, lexeme, types, own, features)
        for rank in range(likeliest):
            tag = tags.keys[best[rank]]
            value = room.weights[stem] * KNOWN * tags.weights[best[rank]]
            factor = OTHER_UPOS
            if upos[tag >> HALF] == upos[kind]:
                factor = 1.0 if tag >> HALF == kind else SAME_UPOS
                if fixed and not are_fixed(features, tag & LOW, fixed):
                    tag = (tag >> HALF << HALF) + with_fixed(features, tag & LOW, fixed)
            place = _label_put(labels, size, key, lemma, tag)
            size = max(size, place + 1)
            labels.weights[place] += value * factor
            if tag >> HALF != kind:
                place = _label_put(labels, size, key, lemma, (kind << HALF) + (tag & LOW))
                size = max(size, place + 1)
                labels.weights[place] += value * ITS_TAGS
    labels.size[0] = size


@leaf
def _fixed(lexemes: Lexemes, lexeme: int, types: Types, own: int, features: FeatureRoom) -> int:
    """How many attributes a lexeme has in itself; where it is one of the word's own, these do not count."""
    low, high = own_part(types, own, LEXEMES)
    mine = False
    for at in range(low, high):
        mine |= types.lexemes[at, 0] == lexeme
    low, high = own_part(types, own if mine else -1, TAGS)
    return fixed_by(lexemes, lexeme, types.tags, low, high, features)


@leaf
def add_joints(
    joints: Joints, stored: Strings, types: Types, own: int, labels: Weighed, lemmas: Lemmas, chosen: Integers,
    kept: int, room: JointRoom,
) -> int:  # fmt: skip
    """How many labels there are when those chosen have others beside them that have a joint in their lemma: which, and
    their weights, are in the room."""
    made, weights = room.labels, room.weights
    for at in range(kept):
        label = chosen[at]
        made[at], weights[at] = label, labels.weights[label]
        labels.rows[label, 2] = at
    many = kept
    for at in range(kept):
        label = chosen[at]
        lemma, tag = labels.rows[label, 0], labels.rows[label, 1]
        if lemmas.weighed.rows[lemma, 2] == UNTRIED:
            try_joint(lemma, lemmas, joints, stored, types, own, room)
        other = lemmas.weighed.rows[lemma, 2]
        if other < 0:
            continue
        place = _label_put(labels, labels.size[0], lemmas.weighed.keys[other], other, tag)
        labels.size[0] = max(labels.size[0], place + 1)
        if labels.rows[place, 2] < 0:
            labels.rows[place, 2] = many
            made[many], weights[many] = place, labels.weights[place]
            many += 1
        weights[labels.rows[place, 2]] += labels.weights[label] * lemmas.weighed.weights[lemma]
    return many
