"""Compiled kernels that make lemmas of words and find where in a lemma a joint may be; nothing imports it at start."""

import numpy as np

from spectral_core.arrays import Codes
from spectral_core.inference.compiling import leaf
from spectral_core.inference.count_table import get_count
from spectral_core.inference.guessing import model
from spectral_core.inference.guessing.arrays import NOTHING, ONE
from spectral_core.inference.guessing.limits import FIRST_IS_LEMMA, FIRST_SHORTEST, ONE_KNOWN
from spectral_core.inference.guessing.rooms import JointRoom, Lemmas
from spectral_core.inference.guessing.tables import START, key_of, with_letter
from spectral_core.inference.guessing.weighed import LEMMAS, own_part, place_of

UNTRIED, NONE = -2, -1  # a lemma's joint, or what a script makes
_BEFORE, _BEHIND = ONE, NOTHING  # of a joint
_LEFT, _RIGHT = ONE, ONE + ONE  # columns of keys


@leaf
def _put(
    source: Codes, begin: int, end: int, kind: int, asked: model.AskedWords, letters: Codes, start: int, stop: int
) -> int:
    """Where the letters of a lemma, which start at `start`, stop when these letters stand at their end."""
    for at in range(begin, end):
        code = source[at]
        place = 0
        if (kind == model.CAPITAL or (kind == model.TITLE and stop == start)) and code < len(asked.capital_of):
            place = asked.capital_of[code]
        if place == 0:
            letters[stop] = code
            stop += 1
        else:
            for capital in range(asked.capitals.bounds[place - 1], asked.capitals.bounds[place]):
                letters[stop] = asked.capitals.codes[capital]
                stop += 1
    return stop


@leaf
def _applied(rules: model.Rules, script: int, asked: model.AskedWords, word: int, letters: Codes, used: int) -> int:
    """Where the letters of the lemma stop that a script makes of a word; -1 where it cuts more than there is."""
    kind, added, bounds = rules.scripts[script, 2], rules.added.codes, rules.added.bounds
    source, begin, end = asked.small.codes, asked.small.bounds[word], asked.small.bounds[word + 1]
    if kind == model.AS_WRITTEN:
        source, begin, end = asked.written.codes, asked.written.bounds[word], asked.written.bounds[word + 1]
    if rules.scripts[script, 1] == model.WHOLE:
        end = begin
    else:
        begin, end = begin + rules.scripts[script, 0], end - rules.scripts[script, 1]
        if begin >= end:
            return -1
    first, middle, last = bounds[2 * script], bounds[2 * script + 1], bounds[2 * script + 2]
    stop = _put(added, first, middle, kind, asked, letters, used, used)
    stop = _put(source, begin, end, kind, asked, letters, used, stop)
    return _put(added, middle, last, kind, asked, letters, used, stop)


@leaf
def _lemma_put(lemmas: Lemmas, stop: int) -> int:
    """Where the lemma stands whose letters are those behind all that are used, up to `stop`."""
    before, begin = lemmas.weighed.size[0], lemmas.used[0]
    place = place_of(lemmas.weighed, before, int(np.int64(key_of(lemmas.letters, begin, stop))))
    if place == before:
        _note(lemmas, place, stop)
    return place


@leaf
def _note(lemmas: Lemmas, place: int, stop: int) -> None:
    """Writes down that the lemma at the end is a new one, whose letters are those behind all in use, up to `stop`."""
    rows = lemmas.weighed.rows
    rows[place, 0], rows[place, 1], rows[place, 2] = lemmas.used[0], stop, UNTRIED
    lemmas.used[0], lemmas.weighed.size[0] = stop, place + 1


@leaf
def lemma_by_script(rules: model.Rules, script: int, asked: model.AskedWords, word: int, lemmas: Lemmas) -> int:
    """Where the lemma stands that a script makes of a word, or NONE."""
    used = lemmas.used[0]
    stop = _applied(rules, script, asked, word, lemmas.letters, used)
    return _lemma_put(lemmas, stop) if stop > used else NONE


@leaf
def stored_lemma(stored: model.Strings, which: int, key: int, lemmas: Lemmas) -> int:
    """Where a lemma of the lexicon stands."""
    before = lemmas.weighed.size[0]
    place = place_of(lemmas.weighed, before, key)
    if place == before:
        _note(lemmas, place, _laid(stored, which, lemmas))
    return place


@leaf
def _laid(stored: model.Strings, which: int, lemmas: Lemmas) -> int:
    """Where the letters of a lemma of the lexicon stop when they are laid behind those in use."""
    stop = lemmas.used[0]
    for at in range(stored.bounds[which], stored.bounds[which + 1]):
        lemmas.letters[stop] = stored.codes[at]
        stop += 1
    return int(stop)


@leaf
def try_joint(
    lemma: int, lemmas: Lemmas, joints: model.Joints, stored: model.Strings, types: model.Types, own: int,
    room: JointRoom,
) -> None:  # fmt: skip
    """Notes of a lemma which one it is with a joint and how likely that is against it without, or NONE."""
    rows, letters = lemmas.weighed.rows, lemmas.letters
    begin, end, key = rows[lemma, 0], rows[lemma, 1], lemmas.weighed.keys[lemma]
    weight, joint, whole = 1.0, -1, _whole(joints, key, types, own)
    if whole < 0:
        weight, joint = _likeliest_joint(joints, letters, begin, end, types, own, room)
    lemmas.weighed.weights[lemma], rows[lemma, 2] = weight, NONE
    if weight > 0:
        if whole >= 0:
            stop = _laid(stored, whole, lemmas)
        else:
            stop = lemmas.used[0]
            for at in range(begin, end):
                if at - begin == joint:
                    letters[stop] = joints.sign
                    stop += 1
                letters[stop] = letters[at]
                stop += 1
        rows[lemma, 2] = _lemma_put(lemmas, int(stop))


@leaf
def _whole(joints: model.Joints, key: int, types: model.Types, own: int) -> int:
    """The lemma with joints that this one is most often, but for what the word itself has put in; -1 for none."""
    most, best = 0, -1
    low, high = own_part(types, own, LEMMAS)
    place = get_count(joints.whole, np.uint64(key)) - 1
    if place >= 0:
        for at in range(joints.whole_bounds[place], joints.whole_bounds[place + 1]):
            mine = 0
            for mine_at in range(low, high):
                if types.lemmas[mine_at] == joints.whole_rows[at, 0]:
                    mine = 1
            if joints.whole_rows[at, 1] > mine and joints.whole_rows[at, 1] > most:
                most, best = joints.whole_rows[at, 1], joints.whole_rows[at, 0]
    return int(best)


@leaf
def _put_in(joints: model.Joints, types: model.Types, own: int, first: int, column: int, key: int) -> int:
    """How often the word itself has put in a part."""
    times = 0
    low, high = own_part(types, own, LEMMAS)
    for at in range(low, high):
        for part in range(joints.part_bounds[types.lemmas[at]], joints.part_bounds[types.lemmas[at] + 1]):
            times += joints.parts[part, 0] == first and joints.parts[part, column] == key
    return times


@leaf
def _likeliest_joint(
    joints: model.Joints, letters: Codes, begin: int, end: int, types: model.Types, own: int, room: JointRoom
) -> tuple[float, int]:
    """The weight of a lemma with a joint against it without, 0 where no part of it is known; and where the joint is."""
    best_score, best_place = 0.0, -1
    if end - begin < FIRST_SHORTEST + 2:
        return best_score, best_place
    last = START
    for at in range(end - 1, begin - 1, -1):
        last = with_letter(last, np.uint64(letters[at]))
        room.right[at - begin] = last
    first = key_of(letters, begin, begin + FIRST_SHORTEST - 1)
    for at in range(FIRST_SHORTEST, end - begin - 1):
        first = with_letter(first, np.uint64(letters[begin + at - 1]))
        last = room.right[at]
        before, behind = get_count(joints.firsts, first), get_count(joints.lasts, last)
        if before == 0 and behind == 0:
            continue
        left, right = int(np.int64(first)), int(np.int64(last))
        score = ONE_KNOWN * (before > _put_in(joints, types, own, _BEFORE, _LEFT, left))
        score += ONE_KNOWN * (behind > _put_in(joints, types, own, _BEHIND, _RIGHT, right))
        if score > 0:
            alone = get_count(joints.lemmas, first)
            score += FIRST_IS_LEMMA * (alone > _put_in(joints, types, own, _BEHIND, _LEFT, left))
        if score > best_score:
            best_score, best_place = score, at
    if best_score < ONE_KNOWN:
        return 0.0, -1
    return best_score, best_place
