"""Automata in JSON, with all their steps: for other programs, and for the window's process when it draws one."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from pathlib import Path
from types import UnionType
from typing import cast, get_args, get_origin, get_type_hints

from spectral_core.data.automaton import Automaton
from spectral_core.errors import FormatError
from spectral_core.files import Location, read

KIND = "spectral-workbench automaton"
VERSION = 2
_FOREIGN = "this is not an automaton, or it was damaged"


def write(automaton: Automaton) -> str:
    """The automaton as one JSON object on one line."""
    return json.dumps({"kind": KIND, "version": VERSION, **asdict(automaton)}, ensure_ascii=False) + "\n"


def load(path: Location) -> Automaton:
    """The automaton in a file that holds what `write` gave; anything else is answered with a sentence."""
    path = Path(path)
    try:
        found = json.loads(read(path))
        if not isinstance(found, dict) or found.pop("kind", None) != KIND:
            raise FormatError(path, None, _FOREIGN, "Name a file that holds an automaton")
        if found.pop("version", None) != VERSION:
            what = "this automaton was written by another version of the program"
            raise FormatError(path, None, what, "Write it again")
        automaton = cast(Automaton, _made(Automaton, found))
        if len(automaton.steps) != len(automaton.merges) + 1:
            raise ValueError("a step is missing")
        return automaton.at_step(automaton.step)
    except (LookupError, TypeError, ValueError, RecursionError):
        raise FormatError(path, None, _FOREIGN, "Write it again") from None


def _made(wanted: object, value: object) -> object:
    """A value of JSON as the type that a field has; one that does not fit is a TypeError."""
    if isinstance(wanted, UnionType):
        return None if value is None else _made(get_args(wanted)[0], value)
    if get_origin(wanted) is tuple and isinstance(value, list):
        inner = get_args(wanted)
        if inner[-1] is Ellipsis:
            return tuple(_made(inner[0], one) for one in value)
        return tuple(_made(kind, one) for kind, one in zip(inner, value, strict=True))
    if isinstance(wanted, type) and is_dataclass(wanted) and isinstance(value, dict):
        hints = get_type_hints(wanted)
        return wanted(**{name: _made(hints[name], one) for name, one in value.items()})
    if wanted is float and type(value) is int:
        return float(value)
    if type(value) is not wanted:
        raise TypeError(f"{value!r} is not what {wanted} has")
    return value
