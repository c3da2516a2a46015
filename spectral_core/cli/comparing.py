"""The command that measures files and models against one file, and says how far they are apart."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, Corpus, FormatName, ProfileName, TableFile, check_output, counted
from spectral_core.cli.output import Json, bars, measured_rows, print_json, print_table, table_ending, write_table
from spectral_core.cli.standard import STANDARD
from spectral_core.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spectral_core.data import Treebank
    from spectral_core.evaluate import Interval, Scores
    from spectral_core.formats.export.tables import Cell

_LISTED = 30  # sentences that differ
Annotation = Annotated[Path, typer.Argument(help="The same text, annotated otherwise; or a model.", show_default=False)]


def compare(
    gold: Corpus,
    predicted: Annotation,
    others: Annotated[
        list[Path] | None,
        typer.Argument(help="More of the same text, each of which the first is compared with.", show_default=False),
    ] = None,
    samples: Annotated[
        int, typer.Option(min=100, max=1_000_000, help="With others: so many corpora are drawn for the intervals.")
    ] = 1000,
    output: TableFile = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Measure one annotated file against another, and say where they differ: heads, trees, tags, lemmas, readings.

    Where words or sentences are not the same, they are aligned by their characters, and all is measured as F1. With
    more files, or models, all are measured, and how far the first is from each, by paired bootstrap over sentences.
    """
    from spectral_core import evaluate as measure
    from spectral_core.cli.standard import load
    from spectral_core.engine import is_model

    paths = [predicted, *(others or ())]
    check_output(output, [gold, *paths])
    table_ending(output)
    if is_model(gold):
        raise SettingsError(f"{gold} is a model; what is right comes first, as in spectral compare GOLD {gold.name}")
    wanted = load(gold, format, profile)
    sides = [_annotation(path, wanted, format, profile) for path in paths]
    alike = any(one.tree is not None for one in wanted) or all(measure.same_words(wanted, side) for side, _ in sides)
    columns = all(given for _, given in sides)
    results = [
        measure.compare(wanted, side, columns) if alike else measure.aligned_scores(wanted, side) for side, _ in sides
    ]
    if len(results) > 1:
        results = measure.over_the_same(results)
        apart = [measure.differences(results[0], other, samples) for other in results[1:]]
        _tell_apart(gold, paths, results, apart, output, json)
        return
    result = results[0]
    different = [index + 1 for index in result.different]
    if output is not None:
        write_table(output, ["measure", "value"], [[*row] for row in result.metrics.items()], [gold, *paths])
    if json:
        metrics: Json = dict(result.metrics)
        told = {"metrics": metrics, "sentences": result.sentences, "failed": result.failed, "different": different}
        print_json(told)
        return
    print_table(f"{predicted} against {gold}", ["measure", "value"], measured_rows(dict(result.metrics)))
    more = f" and {len(different) - _LISTED:,} more" if len(different) > _LISTED else ""
    listed = ", ".join(map(str, different[:_LISTED])) + more
    print(f"{len(different):,} of {counted(result.sentences, 'sentence')} differ{': ' + listed if different else ''}")
    if result.failed:
        print(f"failed: {result.failed:,}")


def _annotation(path: Path, gold: Treebank, format: str | None, profile: str | None) -> tuple[Treebank, bool]:
    """What a file says of the sentences, or the model in it, and whether it has its tags from itself."""
    from spectral_core.cli.standard import load
    from spectral_core.engine import Engine, annotate_or_load, is_model

    if path == STANDARD or not is_model(path):
        return load(path, format, profile), True
    with bars() as show:
        return annotate_or_load(Engine(), path, gold, show)


def _tell_apart(
    gold: Path, paths: Sequence[Path], results: Sequence[Scores], apart: Sequence[Mapping[str, Interval]],
    output: Path | None, json: bool,
) -> None:  # fmt: skip
    """How far the first is from each of the others: a row a measure, or where there are several, one for each."""
    from spectral_core.evaluate.names import measure_named

    several = len(apart) > 1
    header = ["measure", *(["second file"] if several else []), "first", "second", "difference"]
    first = results[0]
    rows: list[tuple[list[str], list[float]]] = [
        (
            [name, *([str(path)] if several else [])],
            [first.metrics[name], other.metrics[name], one.value, one.low, one.high, 100 * one.above],
        )
        for name in first.metrics
        for path, other, intervals in zip(paths[1:], results[1:], apart, strict=True)
        for one in ([intervals[name]] if name in intervals else [])
    ]
    if output is not None:
        written: list[list[Cell]] = [[*names, *figures] for names, figures in rows]
        write_table(output, [*header, "low", "high", "above 0 (%)"], written, [gold, *paths])
    failed = [one.failed for one in results]
    if json:
        found: list[Json] = [
            {
                name: {"first": first.metrics[name], "second": other.metrics[name], **dataclasses.asdict(one)}
                for name, one in intervals.items()
            }
            for other, intervals in zip(results[1:], apart, strict=True)
        ]
        about: dict[str, Json] = {"first": str(paths[0]), "sentences": first.sentences, "failed": failed}
        if several:
            pairs: list[Json] = [
                {"second": str(path), "measures": one} for path, one in zip(paths[1:], found, strict=True)
            ]
            print_json({**about, "others": pairs})
        else:
            print_json({**about, "second": str(paths[1]), "measures": found[0]})
        return
    shown = [
        [
            measure_named(name),
            *more,
            f"{own:.2f}",
            f"{its:.2f}",
            f"{by:+.2f}",
            f"{low:+.2f} to {high:+.2f}",
            f"{above:.1f}",
        ]
        for (name, *more), (own, its, by, low, high, above) in rows
    ]
    title = f"first: {paths[0]}" + ("" if several else f"; second: {paths[1]}")
    title += f"; {counted(first.sentences, 'sentence')}; failed: {' / '.join(f'{one:,}' for one in failed)}"
    print_table(title, [*header, "95 % interval", "above 0 (%)"], shown, 2 if several else 1)
    if any(failed):
        print("A sentence that failed in any of them is left out of all figures but those that count it.")


COMMANDS = (compare,)
