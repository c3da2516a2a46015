"""One-line representations of values; long collections are shown by their size."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sized

_MAX_FIELD_WIDTH = 60  # characters of one field
_MAX_REPR_WIDTH = 300  # characters of a dataclass
_MAX_TUPLE_ITEMS = 6  # a longer tuple is shown by its length
_EMPTY = "_"  # an empty cell of a column


def shorten(text: str, limit: int = _MAX_FIELD_WIDTH) -> str:
    """Shorten a text to at most `limit` characters, the last of them an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def brief_repr(value: object) -> str:
    """Represent a dataclass in one line without empty and default fields; used as its `__repr__`."""
    assert dataclasses.is_dataclass(value)
    parts = []
    for field in dataclasses.fields(value):
        content = getattr(value, field.name)
        if (
            field.repr
            and not _is_empty(content)
            and not (field.default is content and content is not dataclasses.MISSING)
        ):
            parts.append(f"{field.name}={format_value(content)}")
    return shorten(f"{type(value).__name__}({', '.join(parts)})", _MAX_REPR_WIDTH)


def format_value(value: object) -> str:
    """Format a field of a dataclass for its representation: an array by its dtype and shape, a long collection by its
    size, a large value by its type."""
    if isinstance(value, str):
        return repr(shorten(value))
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if dtype is not None and shape:
        return f"{dtype}{list(shape)}"
    if isinstance(value, tuple):
        kinds = (
            f"({', '.join(parts)})" for parts in (map(format_value, value), (type(item).__name__ for item in value))
        )
        description = (
            next((text for text in kinds if len(text) <= _MAX_FIELD_WIDTH), "")
            if len(value) <= _MAX_TUPLE_ITEMS
            else ""
        )
        return description or f"{len(value):,} × {type(value[0]).__name__}"
    if isinstance(value, Sized) and len(value) and not dataclasses.is_dataclass(value):
        return f"{type(value).__name__} of {len(value):,}"
    text = repr(value)
    return text if len(text) <= _MAX_FIELD_WIDTH else type(value).__name__


def _is_empty(value: object) -> bool:
    """Test whether a field has nothing to show: None, an empty collection, or the empty cell of a column."""
    if isinstance(value, str):
        return value in ("", _EMPTY)
    return value is None or (isinstance(value, Collection) and not len(value))
