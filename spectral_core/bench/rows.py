"""Helpers shared by benchmark tables: row selection and CPU timing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Cell = str | int | float | None
Row = dict[str, Cell]
P = ParamSpec("P")
T = TypeVar("T")


def is_selected(name: str, only: str) -> bool:
    """Return whether the name of a row contains every blank-separated part of `only`."""
    return all(part in name for part in only.split())


def time_cpu(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> tuple[T, float]:
    """Return the result of a call and the CPU seconds that it took."""
    start = time.process_time()
    result = function(*arguments, **named)
    return result, time.process_time() - start
