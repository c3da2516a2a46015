"""Marks that tell which lines ran, against what Python's own tracing tells of the same program."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

import reached
from coverage.parser import PythonParser

PROGRAM = '''"""What it is."""

from __future__ import annotations

from dataclasses import dataclass


def inner_kernel(function):
    return function


@dataclass(frozen=True)
class Kept:
    """A value."""

    first: int
    second: int = 2

    @property
    def both(self) -> int:
        return self.first + self.second


@inner_kernel
def kernel(number):
    return number + 1


def walked(numbers: list[int]) -> int:
    """Through all that branches."""
    total = 0
    for number in numbers:
        if number > 5:
            total += 1
            continue
        elif number == 5:
            break
        else:
            total -= 1
    else:
        total = 100
    while total < 3:
        total += 1
    try:
        total = total // (
            numbers[0] - 1
        )
        total += 7
    except ZeroDivisionError:
        total = 9
    finally:
        total += 1
    match total:
        case 10:
            total = 11
        case _:
            total = 12

    def never() -> None:
        raise ValueError

    with open("/dev/null"):
        return total


def unused() -> int:
    return 1


result = (walked([1, 6, 5]), walked([2]), Kept(1).both)
'''


def traced(path: Path) -> set[int]:
    """The lines that Python says are run, of which coverage would ask."""
    lines: set[int] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != str(path):
            return None
        if event == "line":
            lines.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        exec(compile(PROGRAM, str(path), "exec"), {"__name__": __name__})
    finally:
        sys.settrace(before)
    return lines


def marked(path: Path, skips_kernels: bool) -> tuple[set[int], dict[str, object]]:
    """The lines that the marks tell, and what the program made."""
    code, blocks = reached.marked(PROGRAM.encode(), str(path), skips_kernels)
    cells = [False] * len(blocks)
    names: dict[str, object] = {"__name__": __name__, reached.CELLS: cells}
    exec(code, names)
    return {line for lines, ran in zip(blocks, cells, strict=True) if ran for line in lines}, names


def test_marks_tell_the_lines_that_tracing_tells(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    parser = PythonParser(text=PROGRAM)
    parser.parse_source()
    found, names = marked(path, skips_kernels=True)
    assert names["result"] == (11, 12, 3)
    statements = parser.statements
    told = parser.first_lines(found) & statements
    assert told == parser.first_lines(traced(path)) & statements
    missed = {PROGRAM.splitlines()[line - 1].strip() for line in statements - told}
    assert missed == {"return number + 1", "raise ValueError", "return 1"}


def test_kernels_are_marked_where_nothing_is_compiled(tmp_path: Path) -> None:
    for skips_kernels in (True, False):
        kernel = marked(tmp_path / "program.py", skips_kernels)[1]["kernel"]
        assert isinstance(kernel, FunctionType)
        assert (reached.CELLS in kernel.__code__.co_names) != skips_kernels
