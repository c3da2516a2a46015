"""Compiled kernels that make lemmas of words and find where in a lemma a joint may be; nothing imports it at start."""

from __future__ import annotations

import numpy as np

from spectral_core.inference.compiling import leaf
from spectral_core.inference.count_table import count_in
from spectral_core.inference.guessing.arrays import NOTHING, ONE
from spectral_core.inference.guessing.model import CAPITAL, TITLE, WHOLE, Cells, Codes, Integers, Rows
from spectral_core.inference.guessing.tables import START, key_of, with_letter

_BEFORE, _BEHIND = ONE, NOTHING  # of a joint
_LEFT, _RIGHT = ONE, ONE + ONE  # columns of keys


@leaf
def _put(
    source: Codes,
    begin: int,
    end: int,
    kind: int,
    capital_of: Integers,
    capitals: Codes,
    bounds: Integers,
    letters: Codes,
    start: int,
    stop: int,
) -> int:
    """Where the letters of a lemma, which start at `start`, stop when these letters stand at their end."""
    for at in range(begin, end):
        code = source[at]
        place = 0
        if (kind == CAPITAL or (kind == TITLE and stop == start)) and code < len(capital_of):
            place = capital_of[code]
        if place == 0:
            letters[stop] = code
            stop += 1
        else:
            for capital in range(bounds[place - 1], bounds[place]):
                letters[stop] = capitals[capital]
                stop += 1
    return stop


@leaf
def applied(
    scripts: Rows,
    added: Codes,
    added_bounds: Integers,
    script: int,
    source: Codes,
    begin: int,
    end: int,
    capital_of: Integers,
    capitals: Codes,
    capital_bounds: Integers,
    letters: Codes,
    used: int,
) -> int:
    """Where the letters of the lemma stop that a script makes of a word; -1 where it cuts more than there is."""
    kind = scripts[script, 2]
    if scripts[script, 1] == WHOLE:
        end = begin
    else:
        begin, end = begin + scripts[script, 0], end - scripts[script, 1]
        if begin >= end:
            return -1
    first, middle, last = added_bounds[2 * script], added_bounds[2 * script + 1], added_bounds[2 * script + 2]
    stop = _put(added, first, middle, kind, capital_of, capitals, capital_bounds, letters, used, used)
    stop = _put(source, begin, end, kind, capital_of, capitals, capital_bounds, letters, used, stop)
    return _put(added, middle, last, kind, capital_of, capitals, capital_bounds, letters, used, stop)


@leaf
def _put_in(
    lemmas: Integers, begin: int, end: int, part_bounds: Integers, parts: Rows, first: int, column: int, key: int
) -> int:
    """How often these lemmas have put in a part."""
    found = 0
    for at in range(begin, end):
        for part in range(part_bounds[lemmas[at]], part_bounds[lemmas[at] + 1]):
            found += parts[part, 0] == first and parts[part, column] == key
    return found


@leaf
def joint_of(
    whole_cells: Cells,
    whole_bounds: Integers,
    whole_rows: Rows,
    firsts: Cells,
    lemmas: Cells,
    lasts: Cells,
    part_bounds: Integers,
    parts: Rows,
    letters: Codes,
    begin: int,
    end: int,
    key: int,
    own: Integers,
    low: int,
    high: int,
    shortest: int,
    one_known: float,
    first_is_lemma: float,
    right: Integers,
) -> tuple[float, int, int]:
    """The weight of a lemma with a joint against it without, and where the joint is, or else which lemma it is; `own`,
    from `low` to `high`, are lemmas that are left out."""
    place = count_in(whole_cells, np.uint64(key)) - 1
    if place >= 0:
        most, best = 0, -1
        for at in range(whole_bounds[place], whole_bounds[place + 1]):
            mine = 0
            for mine_at in range(low, high):
                if own[mine_at] == whole_rows[at, 0]:
                    mine = 1
            if whole_rows[at, 1] > mine and whole_rows[at, 1] > most:
                most, best = whole_rows[at, 1], whole_rows[at, 0]
        if best >= 0:
            return 1.0, -1, best
    if end - begin < shortest + 2:
        return 0.0, -1, -1
    last = START
    for at in range(end - 1, begin - 1, -1):
        last = with_letter(last, np.uint64(letters[at]))
        right[at - begin] = np.int64(last)
    first = key_of(letters, begin, begin + shortest - 1)
    best_score, best_place = 0.0, -1
    for at in range(shortest, end - begin - 1):
        first = with_letter(first, np.uint64(letters[begin + at - 1]))
        before, behind = count_in(firsts, first), count_in(lasts, np.uint64(right[at]))
        if before == 0 and behind == 0:
            continue
        left = int(np.int64(first))
        score = one_known * (before > _put_in(own, low, high, part_bounds, parts, _BEFORE, _LEFT, left))
        score += one_known * (behind > _put_in(own, low, high, part_bounds, parts, _BEHIND, _RIGHT, right[at]))
        if score > 0:
            alone = count_in(lemmas, first)
            score += first_is_lemma * (alone > _put_in(own, low, high, part_bounds, parts, _BEHIND, _LEFT, left))
        if score > best_score:
            best_score, best_place = score, at
    if best_score < one_known:
        return 0.0, -1, -1
    return best_score, best_place, -1
