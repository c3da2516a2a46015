"""JSON format of automata with all merge steps, for other programs and for the drawing process."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from pathlib import Path
from types import UnionType
from typing import cast, get_args, get_origin, get_type_hints

from spectral_core.data.automaton import Automaton
from spectral_core.deprecated import keep_old_names
from spectral_core.errors import FormatError
from spectral_core.files import Location, read_file

FILE_KIND = "spectral-workbench automaton"
FILE_VERSION = 2
_NOT_AN_AUTOMATON = "this is not an automaton, or it was damaged"


def automaton_to_json(automaton: Automaton) -> str:
    """Format the automaton as one JSON object on one line."""
    return json.dumps({"kind": FILE_KIND, "version": FILE_VERSION, **asdict(automaton)}, ensure_ascii=False) + "\n"


def load_automaton(path: Location) -> Automaton:
    """Read an automaton in the format of `automaton_to_json` from a file; a FormatError for any other file."""
    path = Path(path)
    try:
        fields = json.loads(read_file(path))
        if not isinstance(fields, dict) or fields.pop("kind", None) != FILE_KIND:
            raise FormatError(path, None, _NOT_AN_AUTOMATON, "Name a file that holds an automaton")
        if fields.pop("version", None) != FILE_VERSION:
            message = "this automaton was written by another version of the program"
            raise FormatError(path, None, message, "Write it again")
        automaton = cast(Automaton, _convert_json_value(Automaton, fields))
        if len(automaton.steps) != len(automaton.merges) + 1:
            raise ValueError("a step is missing")
        return automaton.after_merges(automaton.step)
    except (LookupError, TypeError, ValueError, RecursionError):
        raise FormatError(path, None, _NOT_AN_AUTOMATON, "Write it again") from None


def _convert_json_value(target_type: object, value: object) -> object:
    """Convert a JSON value to the type of a field; a TypeError where it does not fit."""
    if isinstance(target_type, UnionType):
        return None if value is None else _convert_json_value(get_args(target_type)[0], value)
    if get_origin(target_type) is tuple and isinstance(value, list):
        item_types = get_args(target_type)
        if item_types[-1] is Ellipsis:
            return tuple(_convert_json_value(item_types[0], item) for item in value)
        return tuple(_convert_json_value(item_type, item) for item_type, item in zip(item_types, value, strict=True))
    if isinstance(target_type, type) and is_dataclass(target_type) and isinstance(value, dict):
        hints = get_type_hints(target_type)
        return target_type(**{name: _convert_json_value(hints[name], item) for name, item in value.items()})
    if target_type is float and type(value) is int:
        return float(value)
    if type(value) is not target_type:
        raise TypeError(f"{value!r} is not what {target_type} has")
    return value


keep_old_names(__name__)
