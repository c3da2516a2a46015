"""Owners of automata: a head tag and a direction each, by name, by number, and by number of modifiers."""

from collections.abc import Mapping
from difflib import get_close_matches

import numpy as np

from spectral_core.errors import SettingsError
from spectral_core.models.head_automata.moments import LEFT, RIGHT, Moments

SIDES = {"left": LEFT, "right": RIGHT}
_MAX_SUGGESTIONS = 6  # automata that are named where another was asked for
_MIN_SIMILARITY = 0.5  # of tags, from 0 to 1


def rank_owners(moments: Moments, index_of: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    """Return (head tag, direction, modifiers) of each automaton that has a modifier, most modifiers first."""
    sequences = moments.sequences
    modifiers = np.bincount(sequences.owners, sequences.weights * sequences.lengths(), 2 * len(moments.symbols))
    owners = [
        (symbol, side_name(side), round(float(modifiers[2 * number + side])))
        for number, symbol in enumerate(moments.symbols)
        for side in (LEFT, RIGHT)
        if symbol in index_of
    ]
    return tuple(sorted((owner for owner in owners if owner[2]), key=lambda owner: (-owner[2], owner)))


def find_owner(part: str, moments: Moments, index_of: Mapping[str, int]) -> int:
    """Return the number of the automaton with a name such as `NN left`; SettingsError suggests others."""
    tag, _, side = part.rpartition(" ")
    if tag not in index_of or side not in SIDES:
        raise SettingsError(f"there is no automaton {part!r}; {_suggest_owners(tag, side, moments, index_of)}")
    return index_of[tag] * 2 + SIDES[side]


def side_name(side: int) -> str:
    return "right" if side == RIGHT else "left"


def _suggest_owners(tag: str, side: str, moments: Moments, index_of: Mapping[str, int]) -> str:
    """Describe the automata that could have been meant: those of similar tags, and those with the most modifiers."""
    similar_tags = get_close_matches(tag.upper(), list(index_of), _MAX_SUGGESTIONS, _MIN_SIMILARITY)
    frequent = [owner[0] for owner in rank_owners(moments, index_of) if side not in SIDES or owner[1] == side]
    tags = list(dict.fromkeys((*similar_tags, *frequent)))
    names = [f"{candidate} {direction}" for candidate in tags for direction in ((side,) if side in SIDES else SIDES)]
    more = f" and {len(names) - _MAX_SUGGESTIONS} more" if len(names) > _MAX_SUGGESTIONS else ""
    return f"there are {', '.join(names[:_MAX_SUGGESTIONS])}{more}"
