"""The commands that measure: models on corpora, files against each other, and the named tables."""

from __future__ import annotations

import dataclasses
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    AsJson,
    Corpus,
    FormatName,
    Lexicon,
    ModelFile,
    ProfileName,
    Tags,
    check_column,
    check_known,
    check_known_tags,
    check_relations,
    check_tags,
    counted,
    readable,
    shown,
    with_lexicon,
    with_tags,
)
from spectral_core.cli.output import Json, bars, print_json, print_line, print_table, seconds_since
from spectral_core.cli.ranking import check_lexicon, measured
from spectral_core.cli.standard import check_once
from spectral_core.errors import DataError, SettingsError, SpectralError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spectral_core.data import Sentence, Treebank
    from spectral_core.evaluate import Interval, Scores
    from spectral_core.model import Model

Annotation = Annotated[Path, typer.Argument(help="The same text, annotated otherwise; or a model.", show_default=False)]


def score(
    model: ModelFile,
    corpus: Corpus,
    prefix: Annotated[bool, typer.Option("--prefix", help="Score each sentence as the beginning of one.")] = False,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Score a corpus: the natural log score of each sentence by its number, and the perplexity.

    A model of given trees scores the words of each sentence under the tree that it has.
    """
    from spectral_core import evaluate
    from spectral_core.cli.standard import load, load_model
    from spectral_core.model import Scorer, TreeScorer

    check_once((model, corpus))
    scorer = load_model(model)
    if not isinstance(scorer, Scorer | TreeScorer):
        raise SpectralError(f"{model}: a model of {scorer.method} gives no scores; learn hmm, ngram or class-bigram")
    if prefix and not isinstance(scorer, Scorer):
        raise SettingsError(f"--prefix is for models of sequences; one of {scorer.method} scores whole trees")
    treebank = load(corpus, format, profile)
    check_column(scorer, treebank, corpus)
    numbered = readable(treebank, corpus)
    cpu, wall = time.process_time(), time.perf_counter()
    if isinstance(scorer, Scorer):
        check_known(scorer, [sentence for _, sentence in numbered], corpus)
        scores = scorer.scores([sentence for _, sentence in numbered], prefix)
    else:
        scores = scorer.tree_scores([sentence for _, sentence in numbered])
    result = evaluate.perplexity(scores, prefix)
    if json:
        clipped, seconds = sum(one.clipped for one in scores), seconds_since(cpu, wall)
        found: Json = dict(result.metrics)
        print_json({"metrics": found, "sentences": len(numbered), "clipped": clipped, "seconds": seconds})
        return
    for (number, _), one in zip(numbered, scores, strict=True):
        print(f"{number}\t{one.log:.6f}")
    known = (
        f"{result.metrics['unknown']:.1f} % of the words unknown and left out" if "unknown" in result.metrics else ""
    )
    perplexity = f"perplexity {result.metrics['perplexity']:.4g}" if "perplexity" in result.metrics else ""
    print(f"{counted(len(numbered), 'sentence')}: {', '.join(filter(None, (perplexity, known)))}", file=sys.stderr)


def evaluate(
    model: ModelFile,
    gold: Corpus,
    tags: Tags = None,
    lexicon: Lexicon = None,
    text: Annotated[
        str,
        typer.Option(
            help="words: those of the corpus. raw: its bare text, cut into sentences and words as other text is; "
            "then all is measured as F1.",
        ),
    ] = "words",
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Parse, tag, rank or score a corpus with gold annotation, and measure."""
    from spectral_core import evaluate as measure
    from spectral_core.cli.standard import load, load_model
    from spectral_core.model import Parser, Ranker, Scorer, Tagger, TagsItself, TextRanker, TreeScorer

    check_once((model, gold))
    learnt = load_model(model)
    check_tags(learnt, tags)
    check_lexicon(learnt, lexicon)
    if text not in ("words", "raw"):
        raise SettingsError(f"--text is words or raw, not {text!r}")
    treebank = load(gold, format, profile)
    if text == "raw":
        _evaluate_raw(learnt, [sentence for _, sentence in readable(treebank, gold)], gold, tags, json)
        return
    if isinstance(learnt, Scorer | Tagger):
        check_column(learnt, treebank, gold)
    sentences = with_lexicon((sentence for _, sentence in readable(treebank, gold)), lexicon)
    if isinstance(learnt, Scorer):
        check_known(learnt, sentences, gold)
    cpu, wall = time.process_time(), time.perf_counter()
    metrics: dict[str, Json] = {}
    failed = clipped = 0
    column = str(getattr(learnt.settings, "column", ""))
    if isinstance(learnt, Parser):  # the parser must not see what it is measured by
        bare = [measure.unannotated(sentence, tags=tags != "predicted") for sentence in sentences]
        bare = with_tags(learnt, bare, tags, gold)
        worth = measure.parser_worth(learnt, sentences, bare, lambda some: shown(list(some), "parsing"))
        metrics.update(worth.scores.metrics)
        failed += worth.scores.failed
        clipped += worth.clipped
        check_relations(sentences, worth.parsed, gold)
        if tags == "predicted" and isinstance(learnt, TagsItself) and learnt.tagger is not None:
            check_known_tags(learnt.tagger, sentences, column, gold, fatal=False)
            metrics.update(measure.tag_scores(sentences, bare, column).metrics)
    if isinstance(learnt, Tagger):
        check_known_tags(learnt, sentences, column, gold)
        bare = [measure.unannotated(sentence, tags=False) for sentence in sentences]
        tagged = [learnt.tag(sentence) for sentence in shown(bare, "tagging")]
        metrics.update(measure.tag_scores(sentences, tagged, column).metrics)
    if isinstance(learnt, TextRanker) or (
        isinstance(learnt, Ranker) and any(any(sentence.candidates) for sentence in sentences)
    ):
        metrics.update(measured(learnt, sentences, gold))
    if isinstance(learnt, Scorer):
        scores = learnt.scores(sentences)
        metrics.update(measure.perplexity(scores).metrics)
        clipped += sum(one.clipped for one in scores)
    elif isinstance(learnt, TreeScorer) and not isinstance(learnt, Parser):
        scores = learnt.tree_scores([one for one in sentences if one.has_heads and not one.structural_problems()])
        metrics.update(measure.perplexity(scores).metrics)
        clipped += sum(one.clipped for one in scores)
    if not metrics:
        raise DataError(f"{gold}: there is no gold annotation here that a model of {learnt.method} can be measured by")
    seconds = seconds_since(cpu, wall)
    if json:
        print_json(
            {"metrics": metrics, "sentences": len(sentences), "failed": failed, "clipped": clipped, "seconds": seconds}
        )
        return
    title = f"{learnt.method} on {gold} ({counted(len(sentences), 'sentence')})"
    print_table(title, ["measure", "value"], _measured(metrics))


def _evaluate_raw(learnt: Model, gold: list[Sentence], path: Path, tags: str | None, json: bool) -> None:
    """Measures what a model makes of the text of these sentences, when nobody tells it where words begin and end."""
    from spectral_core import evaluate as measure
    from spectral_core.formats.text import retokenised
    from spectral_core.model import Parser, Tagger, TagsItself

    if not isinstance(learnt, Parser | Tagger):
        raise SettingsError(f"--text raw is for models that parse or tag; one of {learnt.method} does not")
    if tags == "given":
        raise SettingsError("--text raw has no tags to be given; leave --tags out")
    cpu, wall = time.process_time(), time.perf_counter()
    bare = retokenised(gold)
    clipped = 0
    if isinstance(learnt, Parser):
        own = isinstance(learnt, TagsItself) and learnt.tagger is not None
        bare = with_tags(learnt, bare, "predicted" if own else None, path)
        made = [next((one.value for one in learnt.parse(sentence)), sentence) for sentence in shown(bare, "parsing")]
        clipped = measure.clipped_in(learnt, bare)
    else:
        made = [learnt.tag(sentence) for sentence in shown(bare, "tagging")]
    if any(sentence.tree is not None for sentence in made):
        raise DataError(f"a model of {learnt.method} gives trees, and those are measured over given words only")
    result = measure.aligned_scores(gold, made)
    seconds = seconds_since(cpu, wall)
    if json:
        metrics: Json = dict(result.metrics)
        report = {"metrics": metrics, "sentences": len(gold), "failed": 0, "clipped": clipped, "seconds": seconds}
        print_json(report)
        return
    title = f"{learnt.method} on the bare text of {path} ({counted(len(gold), 'sentence')})"
    print_table(title, ["measure", "value"], _measured(dict(result.metrics)))


def compare(
    gold: Corpus,
    predicted: Annotation,
    other: Annotated[
        Path | None,
        typer.Argument(help="Another of the same text, which the first is compared with.", show_default=False),
    ] = None,
    samples: Annotated[
        int, typer.Option(min=100, max=1_000_000, help="With another: so many corpora are drawn for the intervals.")
    ] = 1000,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Measure one annotated file against another, and say where they differ: heads, trees, tags, lemmas, readings.

    Where words or sentences are not the same, they are aligned by their characters, and all is measured as F1. With
    two files, or models, both are measured, and how far they are apart, by paired bootstrap over sentences.
    """
    from spectral_core import evaluate as measure
    from spectral_core.cli.standard import load

    paths = [path for path in (predicted, other) if path is not None]
    check_once((gold, *paths))
    wanted = load(gold, format, profile)
    sides = [_annotation(path, wanted, format, profile) for path in paths]
    alike = any(one.tree is not None for one in wanted) or all(measure.same_words(wanted, side) for side, _ in sides)
    columns = all(given for _, given in sides)
    results = [
        measure.compare(wanted, side, columns) if alike else measure.aligned_scores(wanted, side) for side, _ in sides
    ]
    if len(results) == 2:
        _tell_apart(paths, results, measure.differences(results[0], results[1], samples), json)
        return
    result = results[0]
    different = [index + 1 for index in result.different]
    if json:
        print_json({"metrics": dict(result.metrics), "sentences": result.sentences, "different": different})
        return
    print_table(f"{predicted} against {gold}", ["measure", "value"], _measured(dict(result.metrics)))
    listed = ", ".join(map(str, different[:30])) + (f" and {len(different) - 30:,} more" if len(different) > 30 else "")
    print(f"{len(different):,} of {counted(result.sentences, 'sentence')} differ{': ' + listed if different else ''}")


def _annotation(path: Path, gold: Treebank, format: str | None, profile: str | None) -> tuple[Treebank, bool]:
    """What a file says of the sentences, or the model in it, and whether it has its tags from itself."""
    from spectral_core.cli.standard import STANDARD, load
    from spectral_core.engine import Engine, annotation, is_model

    if path == STANDARD or not is_model(path):
        return load(path, format, profile), True
    with bars() as show:
        return annotation(Engine(), path, gold, show)


def _tell_apart(paths: Sequence[Path], results: Sequence[Scores], apart: Mapping[str, Interval], json: bool) -> None:
    first, second = results
    if json:
        rows: dict[str, Json] = {
            name: {"first": first.metrics[name], "second": second.metrics[name], **dataclasses.asdict(one)}
            for name, one in apart.items()
        }
        print_json({"first": str(paths[0]), "second": str(paths[1]), "sentences": first.sentences, "measures": rows})
        return
    from spectral_core.evaluate.names import measure_named

    cells = [
        [
            *(measure_named(name), f"{first.metrics[name]:.2f}", f"{second.metrics[name]:.2f}"),
            *(f"{one.value:+.2f}", f"{one.low:+.2f} to {one.high:+.2f}", f"{100 * one.above:.1f}"),
        ]
        for name, one in apart.items()
    ]
    columns = ["measure", "first", "second", "difference", "95 % interval", "above 0 (%)"]
    print_table(f"first: {paths[0]}; second: {paths[1]}; {counted(first.sentences, 'sentence')}", columns, cells)


def _measured(metrics: dict[str, Json]) -> list[list[str]]:
    from spectral_core.evaluate.names import FINE, measure_named

    return [
        [measure_named(name), f"{value:.{4 if name in FINE else 2}f}" if isinstance(value, float) else str(value)]
        for name, value in metrics.items()
    ]


def bench(
    name: Annotated[str, typer.Argument(help="A table; `spectral bench list` names them.")],
    data: Annotated[Path | None, typer.Option(help="The folder of treebanks; else SPECTRAL_DATA.")] = None,
    folds: Annotated[
        int | None, typer.Option(min=1, max=10, help="analysis-ranker: of ten folds, only so many.")
    ] = None,
    only: Annotated[
        str, typer.Option(help="Rows or corpora whose names have this in them; several parts with blanks between.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Measure: a named table, from real treebanks. Each row is told on stderr as it is measured."""
    from spectral_core.bench import IN_PARTS, TABLES, data_folder, machine
    from spectral_core.bench.rows import Row

    if name == "list":
        for title, table in TABLES.items():
            print(f"{title}: {(sys.modules[table.__module__].__doc__ or '').strip()}")
        return
    if name not in TABLES:
        raise SettingsError(f"there is no table {name!r}; there are {', '.join(TABLES)}")
    given = {key: value for key, value in (("folds", folds), ("only", only)) if value}
    for key in given:
        if key not in IN_PARTS.get(name, ()):
            takers = ", ".join(table for table, keys in IN_PARTS.items() if key in keys)
            raise SettingsError(f"--{key} is for {takers}, not for {name}")
    rows: list[Row] = []
    with bars() as show:
        for row in TABLES[name](data_folder(data), show, **given):
            rows.append(row)
            print_line(row)
    if not rows:
        raise SettingsError(f"there is nothing to measure for {name} with these options")
    if json:
        print_json({"name": name, "rows": [dict(row) for row in rows], "machine": machine()})
        return
    columns = list(dict.fromkeys(key for row in rows for key in row))
    cells = [[_cell(row.get(column)) for column in columns] for row in rows]
    print_table(name, columns, cells, left=sum(isinstance(rows[0].get(column), str) for column in columns))


def _cell(value: Json) -> str:
    if value is None:
        return ""
    return f"{value:,.2f}" if isinstance(value, float) else str(value)


COMMANDS = (score, evaluate, compare, bench)
