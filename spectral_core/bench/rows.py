"""Rows of tables: their names, and which are asked for."""

from __future__ import annotations

Cell = str | int | float | None
Row = dict[str, Cell]


def asked(name: str, only: str) -> bool:
    """Whether each of these parts, with blanks between, is in the name of a row."""
    return all(part in name for part in only.split())
