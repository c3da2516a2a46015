"""Command that evaluates files and models against a gold file, and shows the differences between them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    STANDARD_STREAM,
    AsJson,
    Corpus,
    FormatName,
    ProfileName,
    TableFile,
    check_output_path,
    format_count,
    load,
)
from spectral_core.cli.output import (
    Json,
    check_table_ending,
    format_measures,
    print_json,
    print_table,
    progress_bars,
    write_table,
)
from spectral_core.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spectral_core.data import Treebank
    from spectral_core.evaluate import Interval, Scores
    from spectral_core.formats.export.tables import Cell

_MAX_LISTED = 30  # ids of differing sentences
Annotation = Annotated[Path, typer.Argument(help="The text with another annotation, or a model.", show_default=False)]


def compare(
    gold: Corpus,
    predicted: Annotation,
    others: Annotated[
        list[Path] | None,
        typer.Argument(help="More annotations of the text; the first is compared with each.", show_default=False),
    ] = None,
    samples: Annotated[
        int, typer.Option(min=100, max=1_000_000, help="With others: number of bootstrap samples for the intervals.")
    ] = 1000,
    output: TableFile = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Measure one annotated file against another, and show where they differ: heads, trees, tags, lemmas, readings.

    If words or sentences differ, they are aligned by their characters, and all measures are F1. With
    more files or models, the first is compared with each of them by the paired bootstrap over sentences.
    """
    from spectral_core import evaluate as measure
    from spectral_core.engine import is_model_file

    paths = [predicted, *(others or ())]
    check_output_path(output, [gold, *paths])
    check_table_ending(output)
    if is_model_file(gold):
        raise SettingsError(f"{gold} is a model; the gold file comes first, as in spectral compare GOLD {gold.name}")
    gold_treebank = load(gold, format, profile)
    annotations = [_load_annotation(path, gold_treebank, format, profile) for path in paths]
    has_same_words = any(sentence.tree is not None for sentence in gold_treebank) or all(
        measure.have_same_words(gold_treebank, annotation) for annotation, _ in annotations
    )
    columns = all(is_file for _, is_file in annotations)
    results = [
        measure.compare_annotation(gold_treebank, annotation, columns)
        if has_same_words
        else measure.score_raw_text(gold_treebank, annotation)
        for annotation, _ in annotations
    ]
    if len(results) > 1:
        results = measure.restrict_to_common(results)
        intervals = [measure.bootstrap_differences(results[0], rival, samples) for rival in results[1:]]
        _print_differences(gold, paths, results, intervals, output, json)
        return
    _print_scores(gold, predicted, results[0], output, json)


def _print_scores(gold: Path, predicted: Path, result: Scores, output: Path | None, json: bool) -> None:
    """Print the measures of a file, and the sentences in which it differs from the gold file."""
    differing = [index + 1 for index in result.different]
    if output is not None:
        write_table(output, ["measure", "value"], [[*row] for row in result.metrics.items()], [gold, predicted])
    if json:
        metrics: Json = dict(result.metrics)
        summary = {"metrics": metrics, "sentences": result.sentences, "failed": result.failed, "different": differing}
        print_json(summary)
        return
    print_table(f"{predicted} against {gold}", ["measure", "value"], format_measures(dict(result.metrics)))
    unlisted = f" and {len(differing) - _MAX_LISTED:,} more" if len(differing) > _MAX_LISTED else ""
    listed = ", ".join(map(str, differing[:_MAX_LISTED])) + unlisted
    print(
        f"{len(differing):,} of {format_count(result.sentences, 'sentence')} differ{': ' + listed if differing else ''}"
    )
    if result.failed:
        print(f"failed: {result.failed:,}")


def _load_annotation(path: Path, gold: Treebank, format: str | None, profile: str | None) -> tuple[Treebank, bool]:
    """Return the annotation of the sentences from a file, or by the model in it, and whether it comes from a file."""
    from spectral_core.engine import Engine, annotate_or_load, is_model_file

    if path == STANDARD_STREAM or not is_model_file(path):
        return load(path, format, profile), True
    with progress_bars() as report:
        return annotate_or_load(Engine(), path, gold, report)


def _print_differences(
    gold: Path, paths: Sequence[Path], results: Sequence[Scores], comparisons: Sequence[Mapping[str, Interval]],
    output: Path | None, json: bool,
) -> None:  # fmt: skip
    """Print a row for each measure of the first file against the second, or for each measure and other file."""
    from spectral_core.evaluate.measures import measure_title

    has_several = len(comparisons) > 1
    header = ["measure", *(["second file"] if has_several else []), "first", "second", "difference"]
    first = results[0]
    rows: list[tuple[list[str], list[float]]] = [
        (
            [name, *([str(path)] if has_several else [])],
            [
                first.metrics[name],
                rival.metrics[name],
                interval.value,
                interval.low,
                interval.high,
                100 * interval.above,
            ],
        )
        for name in first.metrics
        for path, rival, intervals in zip(paths[1:], results[1:], comparisons, strict=True)
        for interval in ([intervals[name]] if name in intervals else [])
    ]
    if output is not None:
        written: list[list[Cell]] = [[*names, *figures] for names, figures in rows]
        write_table(output, [*header, "low", "high", "above 0 (%)"], written, [gold, *paths])
    failed = [scores.failed for scores in results]
    if json:
        print_json(_differences_to_json(paths, results, comparisons))
        return
    cells = [
        [
            measure_title(name),
            *second_file,
            f"{first_value:.2f}",
            f"{second_value:.2f}",
            f"{difference:+.2f}",
            f"{low:+.2f} to {high:+.2f}",
            f"{above:.1f}",
        ]
        for (name, *second_file), (first_value, second_value, difference, low, high, above) in rows
    ]
    title = f"first: {paths[0]}" + ("" if has_several else f"; second: {paths[1]}")
    title += f"; {format_count(first.sentences, 'sentence')}; failed: {' / '.join(f'{count:,}' for count in failed)}"
    print_table(title, [*header, "95 % interval", "above 0 (%)"], cells, 2 if has_several else 1)
    if any(failed):
        print("Sentences that failed in any of them count in no other figure.")


def _differences_to_json(
    paths: Sequence[Path], results: Sequence[Scores], comparisons: Sequence[Mapping[str, Interval]]
) -> dict[str, Json]:
    first, *rivals = results
    rival_measures: list[Json] = [
        {
            name: {"first": first.metrics[name], "second": rival.metrics[name], **dataclasses.asdict(interval)}
            for name, interval in intervals.items()
        }
        for rival, intervals in zip(rivals, comparisons, strict=True)
    ]
    summary: dict[str, Json] = {
        "first": str(paths[0]),
        "sentences": first.sentences,
        "failed": [scores.failed for scores in results],
    }
    if len(comparisons) == 1:
        return {**summary, "second": str(paths[1]), "measures": rival_measures[0]}
    pairs: list[Json] = [
        {"second": str(path), "measures": measures} for path, measures in zip(paths[1:], rival_measures, strict=True)
    ]
    return {**summary, "others": pairs}


COMMANDS = (compare,)
