"""The command that learns again and again with other settings, or from more sentences: a table, or a curve."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    DRAWN,
    AsJson,
    Corpora,
    FormatName,
    ProfileName,
    check_output,
    drawn_by_the_window,
    figure_ending,
    warn_of_learnt,
)
from spectral_core.cli.output import TABLES, Json, bars, print_json, print_table, write_table
from spectral_core.errors import DataError, SettingsError

if TYPE_CHECKING:
    from spectral_core.formats.export.tables import Cell
    from spectral_core.project import Run, SweepPoint

_SECONDS = "seconds"


def sweep(
    method: Annotated[str, typer.Argument(help="A name that `spectral methods` lists.", show_default=False)],
    corpora: Corpora,
    dev: Annotated[Path, typer.Option(help="What every model is measured on.", show_default=False)],
    over: Annotated[
        list[str] | None,
        typer.Option(help="A setting with a range or a list, as states=2:16:2; again for a curve of each value."),
    ] = None,
    sizes: Annotated[str | None, typer.Option(help="So many sentences from the beginning, as 50,200,1000.")] = None,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Random starts, where something is left to chance.")] = 1,
    setting: Annotated[list[str] | None, typer.Option("-s", "--set", help="key=value, for all that is learnt.")] = None,
    measure: Annotated[
        str | None, typer.Option(help="What the figure shows, as uas or seconds; else what matters most.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Also a figure, .svg, .pdf or .png; or a table, .csv or .tex.")
    ] = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Learn with every value of a setting, or from more and more sentences, and measure each model."""
    from spectral_core.cli.learning import pair
    from spectral_core.cli.standard import load
    from spectral_core.data import Treebank
    from spectral_core.engine import DocumentState, Engine, Sweep, parse_axis
    from spectral_core.evaluate.names import MEASURES
    from spectral_core.methods import get_method
    from spectral_core.project import SENTENCES, Run

    if output is not None:
        figure_ending(output, (*DRAWN, *TABLES))
    texts = [*corpora, dev]
    check_output(output, texts)
    if measure is not None and measure not in (*MEASURES, _SECONDS):
        raise SettingsError(f"there is no measure {measure!r}; there are {', '.join((*MEASURES, _SECONDS))}")
    row = get_method(method)
    axes = [parse_axis(row, text) for text in over or ()]
    if sizes is not None:
        axes.append(parse_axis(row, f"{SENTENCES}={sizes}"))
    engine = Engine()
    for path in texts:
        engine.set_document(str(path), DocumentState(None, "", {}, treebank=load(path, format, profile)))
    names = tuple(map(str, corpora))
    settings = dict(map(pair, setting or ()))
    asked = Sweep(names, str(dev), method, settings, tuple(axes), seeds)
    asked.plan()  # what is wrong with it is said before anything is read
    reason = row.check_treebank(engine.treebank(names[0]))
    if reason is not None and len(names) == 1:
        raise DataError(f"{method} cannot learn from {names[0]}: {reason}")
    learnt_from = Treebank.concatenate([engine.treebank(name) for name in names])
    warn_of_learnt(learnt_from, engine.treebank(str(dev)), dev)
    with bars() as show:
        points = asked.run(engine, show)
    most = max((int(point.at.get(SENTENCES, 0)) for point in points), default=0)
    if any(name == SENTENCES and max(map(int, values)) > most for name, values in axes):
        print(f"There are {most:,} sentences to learn from; sizes beyond are one row.", file=sys.stderr)
    run = Run(
        f"{method} on {', '.join(path.name for path in corpora)}", method, settings, tuple(names), (str(dev),),
        over=tuple(name for name, _ in axes), points=points,
    )  # fmt: skip
    if measure is not None and not any(measure in point.measures for point in points) and measure != _SECONDS:
        print(f"--measure {measure}: nothing here was measured by that; what matters most is drawn.", file=sys.stderr)
        measure = None
    if output is not None and output.suffix.lower() in TABLES:
        write_table(output, *_table(run), texts)
    elif output is not None:
        code = _draw(run, measure, output, texts)
        if code:
            raise typer.Exit(code)
    if json:
        print_json({"method": method, "over": run.over, "measured_on": str(dev), "points": list(map(_object, points))})
    else:
        header, rows = _table(run)
        print_table(f"{run.name}, measured on {dev}", header, [list(map(_text, cells)) for cells in rows])


def _object(point: SweepPoint) -> Json:
    found: dict[str, Json] = {
        "at": dict(point.at),
        "seconds": round(point.seconds, 4),
        "measures": dict(point.measures),
    }
    return {**found, "complaint": point.complaint} if point.complaint else found


def _table(run: Run) -> tuple[list[str], list[list[Cell]]]:
    """A row a point: what was varied, the measures, seconds, and why there are none."""
    varied = list(dict.fromkeys(name for point in run.points for name in point.at))
    measured = list(dict.fromkeys(name for point in run.points for name in point.measures))
    complained = any(point.complaint for point in run.points)
    rows: list[list[Cell]] = [
        [
            *(point.at.get(name) for name in varied),
            *(point.measures.get(name) for name in measured),
            None if point.complaint else point.seconds,
            *([point.complaint or None] if complained else []),
        ]
        for point in run.points
    ]
    return [*varied, *measured, _SECONDS, *(["complaint"] if complained else [])], rows


def _text(cell: Cell) -> str:
    return "" if cell is None else f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def _draw(run: Run, measure: str | None, output: Path, texts: Sequence[Path]) -> int:
    from spectral_core.files import replace_atomically, rights_of_copy
    from spectral_core.project.runs import pack_run

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "sweep"
        replace_atomically(source, [pack_run(run)], rights=rights_of_copy(output, texts))  # which the figure gets
        return drawn_by_the_window(output, "--sweep", str(source), *(["--measure", measure] if measure else []))


COMMANDS = (sweep,)
