"""Whose automata there are: a head tag and a direction each, by name, by number, and by how many modifiers it has."""

from collections.abc import Mapping
from difflib import get_close_matches

import numpy as np

from spectral_core.errors import SettingsError
from spectral_core.models.head_automata.moments import LEFT, RIGHT, Moments

SIDES = {"left": LEFT, "right": RIGHT}
_LISTED = 6  # automata that are named where another was asked for
_LIKENESS = 0.5  # of tags, from 0 to 1


def heads_of(moments: Moments, places: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    """(head tag, direction, modifiers) of each automaton that has a modifier, most modifiers first."""
    counted = moments.sequences
    modifiers = np.bincount(counted.owners, counted.weights * counted.lengths(), 2 * len(moments.symbols))
    rows = [
        (symbol, side_name(side), round(float(modifiers[2 * place + side])))
        for place, symbol in enumerate(moments.symbols)
        for side in (LEFT, RIGHT)
        if symbol in places
    ]
    return tuple(sorted((row for row in rows if row[2]), key=lambda row: (-row[2], row)))


def owner_of(part: str, moments: Moments, places: Mapping[str, int]) -> int:
    """The number of the automaton that is named, as in `NN left`; SettingsError names others where there is none."""
    tag, _, side = part.rpartition(" ")
    if tag not in places or side not in SIDES:
        raise SettingsError(f"there is no automaton {part!r}; {_named_like(tag, side, moments, places)}")
    return places[tag] * 2 + SIDES[side]


def side_name(side: int) -> str:
    return "right" if side == RIGHT else "left"


def _named_like(tag: str, side: str, moments: Moments, places: Mapping[str, int]) -> str:
    """Which automata could have been meant: those of tags that look alike, and those with the most modifiers."""
    alike = get_close_matches(tag.upper(), list(places), _LISTED, _LIKENESS)
    frequent = [row[0] for row in heads_of(moments, places) if side not in SIDES or row[1] == side]
    tags = list(dict.fromkeys((*alike, *frequent)))
    named = [f"{one} {way}" for one in tags for way in ((side,) if side in SIDES else SIDES)]
    more = f" and {len(named) - _LISTED} more" if len(named) > _LISTED else ""
    return f"there are {', '.join(named[:_LISTED])}{more}"
