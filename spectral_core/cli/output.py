"""How commands show themselves: progress bars on stderr, tables and JSON on stdout, and what a run cost."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from spectral_core.errors import FormatError
from spectral_core.progress import CALIBRATION, Progress, Report

if TYPE_CHECKING:
    from rich.progress import TaskID

    from spectral_core.formats.export.tables import Cell

TABLES = (".csv", ".tex")
_UNBOUNDED = 1 << 20  # signs in a line
QUIET = 20.0  # seconds without a line on stderr that is no terminal
_PAGE = 110  # signs in a line of prose that nobody gave a width

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


def print_json(value: Json) -> None:
    """The value as the one object on stdout; numbers that JSON has no name for become null."""
    print(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def print_line(value: Json) -> None:
    """The value as a line of JSON on stderr, at once: what is there should the rest never come."""
    print(json.dumps(_plain(value), ensure_ascii=False), file=sys.stderr, flush=True)


def _plain(value: Json) -> Json:
    if isinstance(value, float):
        return value if value - value == 0.0 else None
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(inner) for inner in value]
    return value


def print_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1, prose: bool = False
) -> None:
    """A table on stdout; the first `left` columns are text, the others numbers. It is as wide as the terminal, or as
    COLUMNS says; where neither is there it is as wide as it needs to be, but for `prose`, whose cells may be broken at
    blanks."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*(cell.replace("[", "\\[") for cell in row))
    console = Console(highlight=False)
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS", "").lstrip("0").isdigit():
        # a file has no edge at which a name would have to be broken
        measured = console.measure(table, options=console.options.update(max_width=_UNBOUNDED))
        console.width = max(min(measured.maximum, _PAGE) if prose else measured.maximum, 1)
    # a table would wrap its title to its own width
    console.print(title.replace("[", "\\["), style="bold", soft_wrap=True)
    console.print(table)


def print_markdown(columns: Sequence[str], rows: Sequence[Sequence[str]], numeric: Collection[str] = ()) -> None:
    """Print a table in Markdown on stdout; the columns named in `numeric` are set to the right."""
    rules = ["---:" if column in numeric else "---" for column in columns]
    for cells in (columns, rules, *rows):
        print("|", " | ".join(cell.replace("|", "\\|") for cell in cells), "|")


def measured_rows(metrics: Mapping[str, Json]) -> list[list[str]]:
    """Measures as people call them, with what they are, as rows of a table."""
    from spectral_core.evaluate.names import FINE, measure_named

    return [
        [measure_named(name), f"{value:.{4 if name in FINE else 2}f}" if isinstance(value, float) else str(value)]
        for name, value in metrics.items()
    ]


def table_ending(output: Path | None) -> None:
    """Refuses, before anything is measured, a name that ends like no table."""
    if output is not None and output.suffix.lower() not in TABLES:
        raise FormatError(output, None, "this is no kind of table", f"End the name in {' or '.join(TABLES)}")


def write_table(output: Path, header: Sequence[str], rows: Sequence[Sequence[Cell]], texts: Iterable[Path]) -> None:
    """A table in a file: for spreadsheets to the last digit, for LaTeX with two decimals. Who may not read these texts
    may not read a new one."""
    from spectral_core.files import replace_atomically, rights_of_copy
    from spectral_core.formats.export.tables import csv_table, latex_table

    def text(_: int, number: float) -> str:
        return str(number) if isinstance(number, int) else f"{number:.2f}"

    made = csv_table(header, rows) if output.suffix.lower() == ".csv" else latex_table(header, rows, text)
    replace_atomically(output, [made.encode()], rights=rights_of_copy(output, texts))


@dataclass(slots=True)
class Watch:
    """Listens to reports: shows them, and keeps the time of each stage and every measure of the model itself."""

    show: Callable[[Progress], None]
    cpu: float = field(default_factory=time.process_time)
    wall: float = field(default_factory=time.perf_counter)
    stages: dict[str, dict[str, float]] = field(default_factory=dict)
    measures: list[dict[str, float]] = field(default_factory=list)

    def report(self, progress: Progress) -> None:
        """Counts the time since the last report towards this one's part or stage."""
        cpu, wall = time.process_time(), time.perf_counter()
        spent = self.stages.setdefault(progress.part or progress.stage, {"cpu": 0.0, "wall": 0.0})
        spent["cpu"] += cpu - self.cpu
        spent["wall"] += wall - self.wall
        self.cpu, self.wall = cpu, wall
        if progress.measures and progress.part != CALIBRATION:
            self.measures.append({"iteration": progress.done, **progress.measures})
        self.show(progress)


@contextmanager
def bars() -> Iterator[Report]:
    """A report that draws progress bars on stderr, at most ten times a second; where that is no terminal, a
    line now and then."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    tasks: dict[str, TaskID] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    text = TextColumn("{task.fields[measures]}")
    told = time.monotonic()
    with Bars(*columns, text, console=console, transient=True, disable=not console.is_terminal) as drawn:

        def report(progress: Progress) -> None:
            nonlocal told
            measures = "  ".join(f"{name} {value:,.4g}" for name, value in progress.measures.items())
            if not console.is_terminal:
                if time.monotonic() - told >= QUIET:
                    told = time.monotonic()
                    place = f"{progress.done:,}" + (f" of {progress.total:,}" if progress.total else "")
                    print(f"{progress.stage}: {place}  {measures}".rstrip(), file=sys.stderr, flush=True)
                return
            if progress.stage not in tasks:
                tasks[progress.stage] = drawn.add_task(progress.stage, total=progress.total, measures=measures)
            drawn.update(tasks[progress.stage], completed=progress.done, total=progress.total, measures=measures)

        yield report


def seconds_since(cpu: float, wall: float) -> dict[str, float]:
    """The process time and the wall time since two earlier readings, for the objects of --json."""
    return {"cpu": round(time.process_time() - cpu, 4), "wall": round(time.perf_counter() - wall, 4)}


def peak_megabytes() -> int:
    """The most memory this process has held."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))
