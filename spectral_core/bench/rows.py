"""Rows of benchmark tables, and what all tables share: selection, data folder, machine, CPU clock."""

from __future__ import annotations

Cell = str | int | float | None
Row = dict[str, Cell]


def is_selected(name: str, only: str) -> bool:
    """Return whether the name of a row contains every blank-separated part of `only`."""
    return all(part in name for part in only.split())
