"""Command that trains with a range of settings or training sizes: a table or a learning curve."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    DRAWN_ENDINGS,
    AsJson,
    Corpora,
    FormatName,
    ProfileName,
    check_figure_ending,
    check_output,
    draw_in_window,
    warn_of_overlap,
)
from spectral_core.cli.output import TABLE_ENDINGS, Json, print_json, print_table, progress_bars, write_table
from spectral_core.errors import DataError, SettingsError

if TYPE_CHECKING:
    from spectral_core.formats.export.tables import Cell
    from spectral_core.project import Run, SweepPoint

_SECONDS = "seconds"


def sweep(
    method: Annotated[str, typer.Argument(help="A method from `spectral methods`.", show_default=False)],
    corpora: Corpora,
    dev: Annotated[Path, typer.Option(help="Corpus on which every model is measured.", show_default=False)],
    over: Annotated[
        list[str] | None,
        typer.Option(help="A setting with a range or list, as states=2:16:2; repeat for a curve of each value."),
    ] = None,
    sizes: Annotated[str | None, typer.Option(help="Numbers of training sentences, as 50,200,1000.")] = None,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Number of random seeds, for methods that use them.")] = 1,
    setting: Annotated[list[str] | None, typer.Option("-s", "--set", help="key=value, for all models.")] = None,
    measure: Annotated[
        str | None, typer.Option(help="Measure in the figure, as uas or seconds; by default the main one.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Also a figure, .svg, .pdf or .png; or a table, .csv or .tex.")
    ] = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Train with each value of a setting, or on more and more sentences, and measure each model."""
    from spectral_core.cli.learning import parse_setting
    from spectral_core.cli.standard import load
    from spectral_core.data import Treebank
    from spectral_core.engine import DocumentState, Engine, Sweep, parse_axis
    from spectral_core.evaluate.names import MEASURES
    from spectral_core.project import SENTENCES, Run
    from spectral_core.registry import get_method

    if output is not None:
        check_figure_ending(output, (*DRAWN_ENDINGS, *TABLE_ENDINGS))
    texts = [*corpora, dev]
    check_output(output, texts)
    if measure is not None and measure not in (*MEASURES, _SECONDS):
        raise SettingsError(f"there is no measure {measure!r}; there are {', '.join((*MEASURES, _SECONDS))}")
    method_entry = get_method(method)
    axes = [parse_axis(method_entry, text) for text in over or ()]
    if sizes is not None:
        axes.append(parse_axis(method_entry, f"{SENTENCES}={sizes}"))
    engine = Engine()
    for path in texts:
        engine.set_document(str(path), DocumentState(None, "", {}, treebank=load(path, format, profile)))
    names = tuple(map(str, corpora))
    settings = dict(map(parse_setting, setting or ()))
    request = Sweep(names, str(dev), method, settings, tuple(axes), seeds)
    request.plan()  # report invalid sweeps before reading
    reason = method_entry.check_treebank(engine.treebank(names[0]))
    if reason is not None and len(names) == 1:
        raise DataError(f"{method} cannot learn from {names[0]}: {reason}")
    train = Treebank.concatenate([engine.treebank(name) for name in names])
    warn_of_overlap(train, engine.treebank(str(dev)), dev)
    with progress_bars() as report:
        points = request.run(engine, report)
    available = max((int(point.at.get(SENTENCES, 0)) for point in points), default=0)
    if any(name == SENTENCES and max(map(int, values)) > available for name, values in axes):
        print(f"There are {available:,} training sentences; larger sizes share one row.", file=sys.stderr)
    run = Run(
        f"{method} on {', '.join(path.name for path in corpora)}", method, settings, tuple(names), (str(dev),),
        over=tuple(name for name, _ in axes), points=points,
    )  # fmt: skip
    if measure is not None and not any(measure in point.measures for point in points) and measure != _SECONDS:
        print(f"--measure {measure}: not measured here; the main measure is drawn.", file=sys.stderr)
        measure = None
    if output is not None and output.suffix.lower() in TABLE_ENDINGS:
        write_table(output, *_tabulate(run), texts)
    elif output is not None:
        code = _draw_sweep(run, measure, output, texts)
        if code:
            raise typer.Exit(code)
    if json:
        print_json(
            {"method": method, "over": run.over, "measured_on": str(dev), "points": list(map(_point_to_json, points))}
        )
    else:
        header, rows = _tabulate(run)
        print_table(f"{run.name}, measured on {dev}", header, [list(map(_format_point_cell, cells)) for cells in rows])


def _point_to_json(point: SweepPoint) -> Json:
    fields: dict[str, Json] = {
        "at": dict(point.at),
        "seconds": round(point.seconds, 4),
        "measures": dict(point.measures),
    }
    return {**fields, "complaint": point.complaint} if point.complaint else fields


def _tabulate(run: Run) -> tuple[list[str], list[list[Cell]]]:
    """Return the header and a row for each point: settings, measures, seconds, and the error if there was one."""
    varied = list(dict.fromkeys(name for point in run.points for name in point.at))
    measures = list(dict.fromkeys(name for point in run.points for name in point.measures))
    has_errors = any(point.complaint for point in run.points)
    rows: list[list[Cell]] = [
        [
            *(point.at.get(name) for name in varied),
            *(point.measures.get(name) for name in measures),
            None if point.complaint else point.seconds,
            *([point.complaint or None] if has_errors else []),
        ]
        for point in run.points
    ]
    return [*varied, *measures, _SECONDS, *(["complaint"] if has_errors else [])], rows


def _format_point_cell(cell: Cell) -> str:
    return "" if cell is None else f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def _draw_sweep(run: Run, measure: str | None, output: Path, texts: Sequence[Path]) -> int:
    from spectral_core.files import replace_atomically, rights_of_copy
    from spectral_core.project.runs import pack_run

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "sweep"
        replace_atomically(source, [pack_run(run)], rights=rights_of_copy(output, texts))  # which the figure gets
        return draw_in_window(output, "--sweep", str(source), *(["--measure", measure] if measure else []))


COMMANDS = (sweep,)
