"""Helpers shared by benchmark tables: rows and their selection, percentages, CPU times, machine and treebanks."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from spectral_core.errors import MissingPartError

Cell = str | int | float | None
Row = dict[str, Cell]
P = ParamSpec("P")
T = TypeVar("T")


def is_selected(name: str, only: str) -> bool:
    """Test whether the name of a row contains every blank-separated part of `only`."""
    return all(part in name for part in only.split())


def time_cpu(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> tuple[T, float]:
    """Return the result of a call and the CPU seconds that it took."""
    start = time.process_time()
    result = function(*arguments, **named)
    return result, time.process_time() - start


def to_percentage(share: float) -> float:
    """Return a share as a percentage with two decimals."""
    return round(100.0 * share, 2)


def locate_treebanks(folder: Path | None) -> Path:
    """Return the folder of treebanks: the argument, else SPECTRAL_DATA, else shared/data next to the checkout."""
    default_folder = Path(__file__).resolve().parents[3] / "shared" / "data"
    path = folder or (Path(os.environ["SPECTRAL_DATA"]) if os.environ.get("SPECTRAL_DATA") else default_folder)
    if not path.is_dir():
        raise MissingPartError(f"there is no folder of treebanks at {path}; name one with --data or SPECTRAL_DATA")
    return path


def describe_machine() -> dict[str, str | int]:
    """Return the properties of this machine that are reported with results."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count() or 0,
    }
