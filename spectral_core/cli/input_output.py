"""Input and output of commands: files and standard streams, tables and JSON, and progress bars on stderr."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from spectral_core.errors import FormatError, StoreError
from spectral_core.files import (
    COMPRESSED_SUFFIXES,
    compress_by_suffix,
    compute_copy_permissions,
    read_file,
    replace_atomically,
)
from spectral_core.progress import CALIBRATION, Progress, Report

if TYPE_CHECKING:
    from rich.progress import TaskID

    from spectral_core.data import Sentence, Treebank
    from spectral_core.formats.export.tables import Cell
    from spectral_core.model import Model
    from spectral_core.training_text import TrainingText

TABLE_ENDINGS = (".csv", ".tex")
_UNLIMITED_WIDTH = 1 << 20  # characters
QUIET_SECONDS = 20.0  # between progress lines if stderr is not a terminal
_PROSE_WIDTH = 110  # characters in a line of prose without a terminal

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

STANDARD_STREAM = Path("-")  # a file of this name is ./-


def print_json(value: Json) -> None:
    """Print the value as the only object on stdout; numbers that JSON cannot express become null."""
    print(json.dumps(_replace_non_finite(value), ensure_ascii=False, indent=2))


def print_json_line(value: Json) -> None:
    """Print the value as a line of JSON on stderr at once, so that it survives an interruption."""
    print(json.dumps(_replace_non_finite(value), ensure_ascii=False), file=sys.stderr, flush=True)


def _replace_non_finite(value: Json) -> Json:
    """Return a JSON value in which NaN and the infinities, also nested ones, are replaced by None."""
    if isinstance(value, float):
        return value if value - value == 0.0 else None
    if isinstance(value, Mapping):
        return {key: _replace_non_finite(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_replace_non_finite(inner) for inner in value]
    return value


def print_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1, prose: bool = False
) -> None:
    """Print a table; the first `left` columns are text, the others numbers.

    It is as wide as the terminal or COLUMNS; without either as wide as its cells, except for `prose`, whose cells
    may be broken at blanks.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False, emoji=False)  # words may look like markup
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS", "").lstrip("0").isdigit():
        # files have no width: names need not be wrapped
        measurement = console.measure(table, options=console.options.update(max_width=_UNLIMITED_WIDTH))
        console.width = max(min(measurement.maximum, _PROSE_WIDTH) if prose else measurement.maximum, 1)
    # a title in the table would wrap to its width
    console.print(title, style="bold", soft_wrap=True)
    console.print(table)


def print_markdown(columns: Sequence[str], rows: Sequence[Sequence[str]], numeric: Collection[str] = ()) -> None:
    """Print a table in Markdown on stdout; the columns in `numeric` are right-aligned."""
    rules = ["---:" if column in numeric else "---" for column in columns]
    for cells in (columns, rules, *rows):
        print("|", " | ".join(cell.replace("|", "\\|") for cell in cells), "|")


def format_measures(metrics: Mapping[str, Json]) -> list[list[str]]:
    """Return table rows of measures: the usual name and the formatted value of each."""
    from spectral_core.evaluate.measures import FOUR_DECIMALS, measure_title

    return [
        [
            measure_title(name),
            f"{value:.{4 if name in FOUR_DECIMALS else 2}f}" if isinstance(value, float) else str(value),
        ]
        for name, value in metrics.items()
    ]


def check_table_ending(output: Path | None) -> None:
    """Raise FormatError, before any evaluation, for a file name without the suffix of a table."""
    if output is not None and output.suffix.lower() not in TABLE_ENDINGS:
        raise FormatError(output, None, "this is not a table format", f"Use the extension {' or '.join(TABLE_ENDINGS)}")


def write_table(output: Path, header: Sequence[str], rows: Sequence[Sequence[Cell]], texts: Iterable[Path]) -> None:
    """Write a table to a file: full precision for spreadsheets, two decimals for LaTeX."""
    from spectral_core.formats.export.tables import table_to_csv, table_to_latex

    def format_number(_: int, number: float) -> str:
        return str(number) if isinstance(number, int) else f"{number:.2f}"

    content = (
        table_to_csv(header, rows) if output.suffix.lower() == ".csv" else table_to_latex(header, rows, format_number)
    )
    replace_atomically(output, [content.encode()], permissions=compute_copy_permissions(output, texts))


@dataclass(slots=True)
class ProgressLog:
    """Log of progress reports: the time of each stage and the model's measures; reports are passed on to `display`."""

    display: Callable[[Progress], None]
    cpu: float = field(default_factory=time.process_time)
    wall: float = field(default_factory=time.perf_counter)
    stages: dict[str, dict[str, float]] = field(default_factory=dict)
    measures: list[dict[str, float]] = field(default_factory=list)

    def report(self, progress: Progress) -> None:
        """Record a report: add the time since the last one to its stage, and keep its measures; pass it on to
        `display`."""
        cpu, wall = time.process_time(), time.perf_counter()
        seconds = self.stages.setdefault(progress.part or progress.stage, {"cpu": 0.0, "wall": 0.0})
        seconds["cpu"] += cpu - self.cpu
        seconds["wall"] += wall - self.wall
        self.cpu, self.wall = cpu, wall
        if progress.measures and progress.part != CALIBRATION:
            self.measures.append({"iteration": progress.done, **progress.measures})
        self.display(progress)


@contextmanager
def progress_bars() -> Iterator[Report]:
    """Yield a progress callback that draws bars on stderr; if that is no terminal, it prints a line every 20
    seconds."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    tasks: dict[str, TaskID] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    text = TextColumn("{task.fields[measures]}")
    last_printed = time.monotonic()
    with Bars(*columns, text, console=console, transient=True, disable=not console.is_terminal) as progress_display:

        def report(progress: Progress) -> None:
            nonlocal last_printed
            measures = "  ".join(f"{name} {value:,.4g}" for name, value in progress.measures.items())
            if not console.is_terminal:
                if time.monotonic() - last_printed >= QUIET_SECONDS:
                    last_printed = time.monotonic()
                    position = f"{progress.done:,}" + (f" of {progress.total:,}" if progress.total else "")
                    print(f"{progress.stage}: {position}  {measures}".rstrip(), file=sys.stderr, flush=True)
                return
            if progress.stage not in tasks:
                tasks[progress.stage] = progress_display.add_task(
                    progress.stage, total=progress.total, measures=measures
                )
            progress_display.update(
                tasks[progress.stage], completed=progress.done, total=progress.total, measures=measures
            )

        yield report


def elapsed_seconds(cpu: float, wall: float) -> dict[str, float]:
    """Return the CPU and wall seconds since two earlier clock readings, for --json."""
    return {"cpu": round(time.process_time() - cpu, 4), "wall": round(time.perf_counter() - wall, 4)}


def peak_megabytes() -> int:
    """Return the peak memory of this process in megabytes; 0 on Windows."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))


def load(path: Path, format: str | None = None, profile: str | None = None) -> Treebank:
    """Load a treebank from a file or standard input, which is plain text unless it shows another format or has tabs."""
    from spectral_core import formats

    if path != STANDARD_STREAM:
        return formats.load(path, format, profile)
    content = _read_stdin()
    if format is None and profile is None and not _has_detectable_format(content) and b"\t" not in content:
        format = "text"
    return formats.loads(content, None, format, profile)


def _has_detectable_format(content: bytes) -> bool:
    """Test whether the content shows another format than plain text."""
    from spectral_core.formats import detect_format

    try:
        detect_format(None, content)
    except FormatError:
        return False
    return True


def _read_stdin() -> bytes:
    """Read standard input to its end, and decompress it if necessary."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return read_file(_spool_stdin(Path(folder)))
        except FormatError as error:
            raise FormatError(None, error.line, error.message, error.remedy) from None


def _spool_stdin(folder: Path) -> Path:
    """Copy standard input to a file in a folder, and return its path."""
    path = folder / "standard-input"
    with path.open("wb") as file:
        while piece := sys.stdin.buffer.read(1 << 20):
            file.write(piece)
    return path


def save(
    treebank: Treebank, path: Path, format: str | None = None, drop: bool = False, texts: Iterable[Path] = ()
) -> None:
    """Save a treebank to a file, or to standard output: by default as brackets if it has trees and no heads, else as
    CoNLL-U. A new file is as private as the texts it comes from."""
    from spectral_core import formats

    if path != STANDARD_STREAM:
        formats.save(treebank, path, format, drop, compute_copy_permissions(path, texts))
        return
    if format is None:
        has_trees = any(sentence.tree is not None for sentence in treebank)
        has_heads = any(head is not None for sentence in treebank for head in sentence.heads)
        format = "brackets" if has_trees and not has_heads else "conllu"
    _write_stdout(b"".join(formats.compose_file_pieces(treebank, format, None, drop)))


def load_model(path: Path) -> Model:
    """Load a model from a file or standard input."""
    from spectral_core import store

    with open_model_file(path) as model_path:
        return store.load(model_path)


@contextmanager
def open_model_file(path: Path) -> Iterator[Path]:
    """Yield the path of a model file; that of a copy of standard input for `-`."""
    if path != STANDARD_STREAM:
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            yield _spool_stdin(Path(folder))
        except StoreError as error:
            raise StoreError(STANDARD_STREAM, error.message, error.remedy) from None


def save_model(model: Model, path: Path, text: TrainingText, texts: Iterable[Path], keep_text: bool = False) -> None:
    """Save a model to a file or standard output, with what it was trained on, and with `keep_text` the training text
    itself where adding sentences needs it."""
    from spectral_core.training_text import save_trained_model

    if path != STANDARD_STREAM:
        permissions = compute_copy_permissions(path, texts)
        save_trained_model(model, path, text, permissions=permissions, keep_text=keep_text)
        return
    with tempfile.TemporaryDirectory() as folder:
        save_trained_model(model, Path(folder) / "model.npz", text, keep_text=keep_text)
        _write_stdout((Path(folder) / "model.npz").read_bytes())


def _write_stdout(content: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def track_progress(sentences: Treebank | Sequence[Sentence], stage: str) -> Iterator[Sentence]:
    """Yield the sentences, and show progress bars on stderr."""
    from spectral_core.progress import Progress

    total = len(sentences)
    with progress_bars() as report:
        for done, sentence in enumerate(sentences):
            if done % 100 == 0:
                report(Progress(stage, done, total))
            yield sentence


def format_count(number: int, name: str) -> str:
    """Return a number with its noun: 1 sentence, 2 sentences."""
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def write_pieces(output: Path | None, pieces: Iterable[bytes], texts: Sequence[Path] = ()) -> None:
    """Write pieces as they come to the screen, or to a file, which is replaced when all are there; a new file is as
    private as the texts it comes from."""
    if output is None or output == STANDARD_STREAM:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    if output.suffix.lower() in COMPRESSED_SUFFIXES:
        pieces = [compress_by_suffix(output, b"".join(pieces))]
    replace_atomically(output, pieces, permissions=compute_copy_permissions(output, texts))


def write_lines(output: Path | None, lines: Sequence[str], texts: Sequence[Path] = ()) -> None:
    """Write lines, which have their line ends, to the screen or to a file; a new file is as private as the texts it
    comes from."""
    if output is None or output == STANDARD_STREAM:
        sys.stdout.writelines(lines)
        return
    replace_atomically(
        output,
        [compress_by_suffix(output, "".join(lines).encode())],
        permissions=compute_copy_permissions(output, texts),
    )
