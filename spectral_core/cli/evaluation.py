"""Commands that evaluate models on corpora and compare files with a gold file, and benchmark tables."""

from __future__ import annotations

import dataclasses
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.input_output import (
    STANDARD_STREAM,
    Json,
    check_table_ending,
    elapsed_seconds,
    format_count,
    format_measures,
    load,
    load_model,
    print_json,
    print_json_line,
    print_markdown,
    print_table,
    progress_bars,
    track_progress,
    write_table,
)
from spectral_core.cli.options import (
    AsJson,
    Corpus,
    FormatName,
    Lexicon,
    ModelFile,
    ProfileName,
    TableFile,
    Tags,
    add_lexicon_candidates,
    check_column_not_empty,
    check_output_path,
    check_relations,
    check_stdin_once,
    check_tags_option,
    check_tagset,
    check_vocabulary,
    get_tag_column,
    select_readable,
    supply_tags,
)
from spectral_core.cli.readings import check_lexicon_option, measure_ranker
from spectral_core.errors import DataError, SettingsError, SpectralError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spectral_core.bench.measurement import Cell as RowCell
    from spectral_core.data import Sentence, Treebank
    from spectral_core.evaluate import Interval, Scores
    from spectral_core.formats.export.tables import Cell
    from spectral_core.model import LogScore, Model, Tagger

_MAX_LISTED = 30  # ids of differing sentences
Annotation = Annotated[Path, typer.Argument(help="The text with another annotation, or a model.", show_default=False)]


def score(
    model: ModelFile,
    corpus: Corpus,
    prefix: Annotated[bool, typer.Option("--prefix", help="Score each sentence as a prefix.")] = False,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Score a corpus: the natural log score of each sentence by its number, and the perplexity.

    Models of given trees score the words of a sentence under its tree.
    """
    from spectral_core import evaluate
    from spectral_core.model import Scorer, TreeScorer

    check_stdin_once((model, corpus))
    scorer = load_model(model)
    if not isinstance(scorer, Scorer | TreeScorer):
        raise SpectralError(f"{model}: a model of {scorer.method} gives no scores; train hmm, ngram or class-bigram")
    if prefix and not isinstance(scorer, Scorer):
        raise SettingsError(f"--prefix is for models of sequences; one of {scorer.method} scores complete trees")
    treebank = load(corpus, format, profile)
    check_column_not_empty(scorer, treebank, corpus)
    numbered = select_readable(treebank, corpus)
    cpu, wall = time.process_time(), time.perf_counter()
    if isinstance(scorer, Scorer):
        check_vocabulary(scorer, [sentence for _, sentence in numbered], corpus)
        scores = scorer.scores([sentence for _, sentence in numbered], prefix)
    else:
        scores = scorer.tree_scores([sentence for _, sentence in numbered])
    result = evaluate.compute_perplexity(scores, prefix)
    if json:
        clipped, seconds = sum(scored.clipped for scored in scores), elapsed_seconds(cpu, wall)
        metrics: Json = dict(result.metrics)
        print_json({"metrics": metrics, "sentences": len(numbered), "clipped": clipped, "seconds": seconds})
        return
    for (number, _), scored in zip(numbered, scores, strict=True):
        print(f"{number}\t{scored.log:.6f}")
    unknown_note = (
        f"{result.metrics['unknown']:.1f} % of the words unknown and left out" if "unknown" in result.metrics else ""
    )
    perplexity = f"perplexity {result.metrics['perplexity']:.4g}" if "perplexity" in result.metrics else ""
    print(
        f"{format_count(len(numbered), 'sentence')}: {', '.join(filter(None, (perplexity, unknown_note)))}",
        file=sys.stderr,
    )


def evaluate(
    model: ModelFile,
    gold: Corpus,
    tags: Tags = None,
    lexicon: Lexicon = None,
    text: Annotated[
        str, typer.Option(help="words: gold tokens. raw: the text, tokenised by the program; all measures are then F1.")
    ] = "words",
    output: TableFile = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Parse, tag, rank or score a corpus with gold annotation, or split its raw text again, and measure."""
    from spectral_core import evaluate as measure
    from spectral_core.engine import is_model_file
    from spectral_core.model import Parser, Ranker, Scorer, Tagger, TextRanker, Tokeniser

    check_output_path(output, (model, gold))
    check_table_ending(output)
    if is_model_file(gold) and not is_model_file(model):
        raise SettingsError(f"{gold} is a model and {model} is not; the model comes first, then the gold file")
    loaded_model = load_model(model)
    check_tags_option(loaded_model, tags)
    check_lexicon_option(loaded_model, lexicon)
    if text not in ("words", "raw"):
        raise SettingsError(f"--text is words or raw, not {text!r}")
    treebank = load(gold, format, profile)
    if text == "raw" or isinstance(loaded_model, Tokeniser):
        raw_sentences = [sentence for _, sentence in select_readable(treebank, gold)]
        _evaluate_raw_text(loaded_model, raw_sentences, gold, tags, output, json)
        return
    if isinstance(loaded_model, Scorer | Tagger):
        check_column_not_empty(loaded_model, treebank, gold)
    sentences = add_lexicon_candidates((sentence for _, sentence in select_readable(treebank, gold)), lexicon)
    if isinstance(loaded_model, Scorer):
        check_vocabulary(loaded_model, sentences, gold)
    cpu, wall = time.process_time(), time.perf_counter()
    metrics, failed, clipped = _measure_parser(loaded_model, sentences, tags, gold)
    if isinstance(loaded_model, Tagger):
        metrics.update(_measure_tagger(loaded_model, sentences, gold))
    if isinstance(loaded_model, TextRanker) or (
        isinstance(loaded_model, Ranker) and any(any(sentence.candidates) for sentence in sentences)
    ):
        metrics.update(measure_ranker(loaded_model, sentences, gold))
    if (scores := _score_sentences(loaded_model, sentences)) is not None:
        metrics.update(measure.compute_perplexity(scores).metrics)
        clipped += sum(scored.clipped for scored in scores)
    if not metrics:
        raise DataError(f"{gold}: there is no gold annotation for a model of {loaded_model.method}")
    if output is not None:
        write_table(output, ["measure", "value"], [[*row] for row in metrics.items()], [gold])
    if json:
        counts = {"sentences": len(sentences), "failed": failed, "clipped": clipped}
        print_json({"metrics": dict(metrics), **counts, "seconds": elapsed_seconds(cpu, wall)})
        return
    failed_note = f"; failed: {failed:,}" if isinstance(loaded_model, Parser) else ""
    title = f"{loaded_model.method} on {gold} ({format_count(len(sentences), 'sentence')}){failed_note}"
    print_table(title, ["measure", "value"], format_measures(metrics))


def _measure_parser(
    model: Model, sentences: Sequence[Sentence], tags: str | None, gold: Path
) -> tuple[dict[str, float], int, int]:
    """Evaluate a parser, and its tagger if it predicts tags; return the measures and the numbers of failed sentences
    and of clipped scores. A model that does not parse has no measures."""
    from spectral_core import evaluate as measure
    from spectral_core.model import AnnotatesText, HasTagger, Parser

    if not isinstance(model, Parser):
        return {}, 0, 0
    if tags is None and isinstance(model, AnnotatesText):
        tags = "predicted"  # it chooses readings itself
    # no gold annotation
    bare = [measure.strip_annotation(sentence, tags=tags != "predicted") for sentence in sentences]
    bare = supply_tags(model, bare, tags, gold)
    result = measure.evaluate_parser(model, sentences, bare, lambda batch: track_progress(list(batch), "parsing"))
    metrics = dict(result.scores.metrics)
    check_relations(sentences, result.parsed, gold)
    if tags == "predicted" and isinstance(model, AnnotatesText):
        return metrics | measure.score_readings(sentences, result.parsed), result.scores.failure_count, 0
    if tags == "predicted" and isinstance(model, HasTagger) and model.tagger is not None:
        column = get_tag_column(model)
        check_tagset(model.tagger, sentences, column, gold, fatal=False)
        metrics.update(measure.score_tags(sentences, bare, column).metrics)
    return metrics, result.scores.failure_count, result.clipped


def _measure_tagger(model: Tagger, sentences: Sequence[Sentence], gold: Path) -> dict[str, float]:
    """Tag sentences without their annotation; return the measures against the gold tags."""
    from spectral_core import evaluate as measure

    column = get_tag_column(model)
    check_tagset(model, sentences, column, gold)
    bare = [measure.strip_annotation(sentence, tags=False) for sentence in sentences]
    tagged = [model.tag(sentence) for sentence in track_progress(bare, "tagging")]
    return dict(measure.score_tags(sentences, tagged, column).metrics)


def _score_sentences(model: Model, sentences: Sequence[Sentence]) -> list[LogScore] | None:
    """Return the log scores of sentences by a model of words or of given trees; None for parsers and other models."""
    from spectral_core.model import Parser, Scorer, TreeScorer

    if isinstance(model, Scorer):
        return model.scores(sentences)
    if isinstance(model, TreeScorer) and not isinstance(model, Parser):
        return model.tree_scores(
            [sentence for sentence in sentences if sentence.has_heads and not sentence.find_structural_problems()]
        )
    return None


def _evaluate_raw_text(
    model: Model, gold: list[Sentence], path: Path, tags: str | None, output: Path | None, json: bool
) -> None:
    """Evaluate a model on raw text, without gold tokenisation, and print the measures."""
    from spectral_core import evaluate as measure
    from spectral_core.data.structure import CONSTITUENTS
    from spectral_core.engine.parsing import get_predicted_structure
    from spectral_core.formats.text import make_running_text, retokenise
    from spectral_core.model import HasTagger, HasTokeniser, Parser, Tagger, Tokeniser

    if not isinstance(model, Parser | Tagger | Tokeniser):
        raise SettingsError(f"--text raw is for models that parse, tag or tokenise; one of {model.method} does not")
    if isinstance(model, Parser) and get_predicted_structure(model) is CONSTITUENTS:
        raise DataError(f"a model of {model.method} predicts trees, which are measured on gold words only")
    if tags == "given":
        raise SettingsError("--text raw has no gold tags; leave --tags out")
    cpu, wall = time.process_time(), time.perf_counter()
    clipped = failed = 0
    if isinstance(model, Tokeniser):
        predicted = model.tokenise(make_running_text(gold))
    elif isinstance(model, Parser):
        own = model.tokeniser if isinstance(model, HasTokeniser) else None
        bare = retokenise(gold) if own is None else own.tokenise(make_running_text(gold))
        has_tagger = isinstance(model, HasTagger) and model.tagger is not None
        bare = supply_tags(model, bare, "predicted" if has_tagger else None, path)
        best_trees = [next(iter(model.parse(sentence)), None) for sentence in track_progress(bare, "parsing")]
        failed = best_trees.count(None)
        predicted = [sentence if best is None else best.value for sentence, best in zip(bare, best_trees, strict=True)]
        clipped = measure.count_clipped(model, bare)
    else:
        predicted = [model.tag(sentence) for sentence in track_progress(retokenise(gold), "tagging")]
    result = measure.score_raw_text(gold, predicted)
    seconds = elapsed_seconds(cpu, wall)
    if output is not None:
        write_table(output, ["measure", "value"], [[*row] for row in result.metrics.items()], [path])
    if json:
        metrics: Json = dict(result.metrics)
        report = {"metrics": metrics, "sentences": len(gold), "failed": failed, "clipped": clipped, "seconds": seconds}
        print_json(report)
        return
    title = f"{model.method} on the raw text of {path} ({format_count(len(gold), 'sentence')})"
    print_table(title, ["measure", "value"], format_measures(dict(result.metrics)))


def bench(
    name: Annotated[str, typer.Argument(help="A table from `spectral bench list`.")],
    data: Annotated[Path | None, typer.Option(help="Folder of treebanks; by default SPECTRAL_DATA.")] = None,
    folds: Annotated[
        int | None, typer.Option(min=1, max=10, help="analysis-ranker: number of the ten folds to run.")
    ] = None,
    only: Annotated[str, typer.Option(help="Rows or corpora whose names contain these words.")] = "",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table and nothing else.")] = False,
    json: AsJson = False,
) -> None:
    """Run a benchmark table on treebanks; rows are printed on stderr as they are measured."""
    from spectral_core.bench import TABLE_OPTIONS, TABLES
    from spectral_core.bench.measurement import Row, describe_machine, locate_treebanks

    if name == "list":
        for title, table in TABLES.items():
            print(f"{title}: {' '.join((table.__doc__ or '').split())}")
        return
    if name not in TABLES:
        raise SettingsError(f"there is no table {name!r}; there are {', '.join(TABLES)}")
    if json and markdown:
        raise SettingsError("--json and --markdown print the same table; give one of them")
    options = {key: value for key, value in (("folds", folds), ("only", only)) if value}
    for key in options:
        if key not in TABLE_OPTIONS.get(name, ()):
            takers = ", ".join(table for table, keys in TABLE_OPTIONS.items() if key in keys)
            raise SettingsError(f"--{key} is for {takers}, not for {name}")
    rows: list[Row] = []
    with progress_bars() as report:
        for row in TABLES[name](locate_treebanks(data), report, **options):
            rows.append(row)
            print_json_line(row)
    if not rows:
        raise SettingsError(f"there is nothing to measure for {name} with these options")
    if json:
        print_json({"name": name, "rows": [dict(row) for row in rows], "machine": describe_machine()})
        return
    columns = list(dict.fromkeys(key for row in rows for key in row))
    texts = [_format_column([row.get(column) for row in rows]) for column in columns]
    cells = list(zip(*texts, strict=True))
    if markdown:
        numeric = [column for column in columns if not any(isinstance(row.get(column), str) for row in rows)]
        print_markdown(columns, cells, numeric)
        return
    print_table(name, columns, cells, left=sum(isinstance(rows[0].get(column), str) for column in columns))


def _format_column(values: Sequence[RowCell]) -> list[str]:
    """Format the cells of a column with the decimals of its most precise number, at most four."""
    decimals = max(
        (len(f"{value:.4f}".rstrip("0").partition(".")[2]) for value in values if isinstance(value, float)), default=0
    )
    return [
        "" if value is None else f"{value:,.{max(decimals, 1)}f}" if isinstance(value, float) else str(value)
        for value in values
    ]


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
        results = measure.restrict_to_common_sentences(results)
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
        summary = {
            "metrics": metrics,
            "sentences": result.sentences,
            "failed": result.failure_count,
            "different": differing,
        }
        print_json(summary)
        return
    print_table(f"{predicted} against {gold}", ["measure", "value"], format_measures(dict(result.metrics)))
    unlisted = f" and {len(differing) - _MAX_LISTED:,} more" if len(differing) > _MAX_LISTED else ""
    listed = ", ".join(map(str, differing[:_MAX_LISTED])) + unlisted
    print(
        f"{len(differing):,} of {format_count(result.sentences, 'sentence')} differ{': ' + listed if differing else ''}"
    )
    if result.failure_count:
        print(f"failed: {result.failure_count:,}")


def _load_annotation(path: Path, gold: Treebank, format: str | None, profile: str | None) -> tuple[Treebank, bool]:
    """Return the annotation of the gold sentences, read from a file or made by the model in it, and whether it was
    read."""
    from spectral_core.engine import Engine, annotate_or_load, is_model_file

    if path == STANDARD_STREAM or not is_model_file(path):
        return load(path, format, profile), True
    with progress_bars() as report:
        return annotate_or_load(Engine(), path, gold, report)


def _print_differences(
    gold: Path, paths: Sequence[Path], results: Sequence[Scores], comparisons: Sequence[Mapping[str, Interval]],
    output: Path | None, json: bool,
) -> None:  # fmt: skip
    """Print the bootstrap comparison of the first file with the others: a row for each measure, and for each other
    file."""
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
    failed = [scores.failure_count for scores in results]
    if json:
        print_json(_comparison_to_json(paths, results, comparisons))
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


def _comparison_to_json(
    paths: Sequence[Path], results: Sequence[Scores], comparisons: Sequence[Mapping[str, Interval]]
) -> dict[str, Json]:
    """Return a comparison as JSON: `first` (a path), `sentences` and `failed` (counts), and with one rival `second`
    (its path) and `measures`, else `others`, a list of these. A measure has both values and the fields of Interval."""
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
        "failed": [scores.failure_count for scores in results],
    }
    if len(comparisons) == 1:
        return {**summary, "second": str(paths[1]), "measures": rival_measures[0]}
    pairs: list[Json] = [
        {"second": str(path), "measures": measures} for path, measures in zip(paths[1:], rival_measures, strict=True)
    ]
    return {**summary, "others": pairs}


COMMANDS = (score, evaluate, compare, bench)
