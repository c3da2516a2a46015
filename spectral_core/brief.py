"""Values in a line, for whoever looks at them in a session: what is long in them is counted."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sized

_WIDEST = 60  # characters of one part
_LONGEST = 300  # of the whole
_FEW = 6  # things that are shown one by one
_EMPTY = "_"  # of a column


def cut(text: str, most: int = _WIDEST) -> str:
    """A text in at most so many characters; what is longer ends with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def brief(value: object) -> str:
    """A dataclass in a line, without what is empty in it or has its default; to be the `__repr__` of one."""
    assert dataclasses.is_dataclass(value)
    parts = []
    for row in dataclasses.fields(value):
        held = getattr(value, row.name)
        if row.repr and not _nothing(held) and not (row.default is held and held is not dataclasses.MISSING):
            parts.append(f"{row.name}={told(held)}")
    return cut(f"{type(value).__name__}({', '.join(parts)})", _LONGEST)


def told(value: object) -> str:
    """A part of a value: an array by its kind and shape, a long collection by its size, a large value by its name."""
    if isinstance(value, str):
        return repr(cut(value))
    shape, kind = getattr(value, "shape", None), getattr(value, "dtype", None)
    if kind is not None and shape:
        return f"{kind}{list(shape)}"
    if isinstance(value, tuple):
        kinds = (f"({', '.join(parts)})" for parts in (map(told, value), (type(one).__name__ for one in value)))
        short = next((text for text in kinds if len(text) <= _WIDEST), "") if len(value) <= _FEW else ""
        return short or f"{len(value):,} × {type(value[0]).__name__}"
    if isinstance(value, Sized) and len(value) and not dataclasses.is_dataclass(value):
        return f"{type(value).__name__} of {len(value):,}"
    text = repr(value)
    return text if len(text) <= _WIDEST else type(value).__name__


def _nothing(value: object) -> bool:
    if isinstance(value, str):
        return value in ("", _EMPTY)
    return value is None or (isinstance(value, Collection) and not len(value))
