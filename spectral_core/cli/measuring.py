"""The commands that measure: models on corpora, and the named tables."""

from __future__ import annotations

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
    TableFile,
    Tags,
    check_column,
    check_known,
    check_known_tags,
    check_output,
    check_relations,
    check_tags,
    counted,
    readable,
    shown,
    with_lexicon,
    with_tags,
)
from spectral_core.cli.output import (
    Json,
    bars,
    measured_rows,
    print_json,
    print_line,
    print_markdown,
    print_table,
    seconds_since,
    table_ending,
    write_table,
)
from spectral_core.cli.ranking import check_lexicon, measured
from spectral_core.cli.standard import check_once
from spectral_core.errors import DataError, SettingsError, SpectralError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spectral_core.bench.rows import Cell
    from spectral_core.data import Sentence
    from spectral_core.model import Model, Scored


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
    output: TableFile = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Parse, tag, rank or score a corpus with gold annotation, and measure."""
    from spectral_core import evaluate as measure
    from spectral_core.cli.standard import load, load_model
    from spectral_core.engine import is_model
    from spectral_core.model import HasTagger, Parser, Ranker, Scorer, Tagger, TextRanker

    check_output(output, (model, gold))
    table_ending(output)
    if is_model(gold) and not is_model(model):
        raise SettingsError(f"{gold} is a model and {model} is not; the model comes first, then what is right")
    learnt = load_model(model)
    check_tags(learnt, tags)
    check_lexicon(learnt, lexicon)
    if text not in ("words", "raw"):
        raise SettingsError(f"--text is words or raw, not {text!r}")
    treebank = load(gold, format, profile)
    if text == "raw":
        _evaluate_raw(learnt, [sentence for _, sentence in readable(treebank, gold)], gold, tags, output, json)
        return
    if isinstance(learnt, Scorer | Tagger):
        check_column(learnt, treebank, gold)
    sentences = with_lexicon((sentence for _, sentence in readable(treebank, gold)), lexicon)
    if isinstance(learnt, Scorer):
        check_known(learnt, sentences, gold)
    cpu, wall = time.process_time(), time.perf_counter()
    metrics: dict[str, float] = {}
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
        if tags == "predicted" and isinstance(learnt, HasTagger) and learnt.tagger is not None:
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
    if (scores := _scores(learnt, sentences)) is not None:
        metrics.update(measure.perplexity(scores).metrics)
        clipped += sum(one.clipped for one in scores)
    if not metrics:
        raise DataError(f"{gold}: there is no gold annotation here that a model of {learnt.method} can be measured by")
    about: dict[str, Json] = {"sentences": len(sentences), "failed": failed, "clipped": clipped}
    if output is not None:
        write_table(output, ["measure", "value"], [[*row] for row in metrics.items()], [gold])
    if json:
        print_json({"metrics": dict(metrics), **about, "seconds": seconds_since(cpu, wall)})
        return
    ended = f"; failed: {failed:,}" if isinstance(learnt, Parser) else ""
    title = f"{learnt.method} on {gold} ({counted(len(sentences), 'sentence')}){ended}"
    print_table(title, ["measure", "value"], measured_rows(metrics))


def _scores(learnt: Model, sentences: Sequence[Sentence]) -> list[Scored] | None:
    """What a model of words, or of trees that are given, says of sentences; None of a parser and of others."""
    from spectral_core.model import Parser, Scorer, TreeScorer

    if isinstance(learnt, Scorer):
        return learnt.scores(sentences)
    if isinstance(learnt, TreeScorer) and not isinstance(learnt, Parser):
        return learnt.tree_scores([one for one in sentences if one.has_heads and not one.structural_problems()])
    return None


def _evaluate_raw(
    learnt: Model, gold: list[Sentence], path: Path, tags: str | None, output: Path | None, json: bool
) -> None:
    """Measures what a model makes of the text of these sentences, when nobody tells it where words begin and end."""
    from spectral_core import evaluate as measure
    from spectral_core.formats.text import retokenised
    from spectral_core.model import HasTagger, Parser, Tagger

    if not isinstance(learnt, Parser | Tagger):
        raise SettingsError(f"--text raw is for models that parse or tag; one of {learnt.method} does not")
    if tags == "given":
        raise SettingsError("--text raw has no tags to be given; leave --tags out")
    cpu, wall = time.process_time(), time.perf_counter()
    bare = retokenised(gold)
    clipped = 0
    if isinstance(learnt, Parser):
        own = isinstance(learnt, HasTagger) and learnt.tagger is not None
        bare = with_tags(learnt, bare, "predicted" if own else None, path)
        made = [next((one.value for one in learnt.parse(sentence)), sentence) for sentence in shown(bare, "parsing")]
        clipped = measure.clipped_in(learnt, bare)
    else:
        made = [learnt.tag(sentence) for sentence in shown(bare, "tagging")]
    if any(sentence.tree is not None for sentence in made):
        raise DataError(f"a model of {learnt.method} gives trees, and those are measured over given words only")
    result = measure.aligned_scores(gold, made)
    seconds = seconds_since(cpu, wall)
    if output is not None:
        write_table(output, ["measure", "value"], [[*row] for row in result.metrics.items()], [path])
    if json:
        metrics: Json = dict(result.metrics)
        report = {"metrics": metrics, "sentences": len(gold), "failed": 0, "clipped": clipped, "seconds": seconds}
        print_json(report)
        return
    title = f"{learnt.method} on the bare text of {path} ({counted(len(gold), 'sentence')})"
    print_table(title, ["measure", "value"], measured_rows(dict(result.metrics)))


def bench(
    name: Annotated[str, typer.Argument(help="A table; `spectral bench list` names them.")],
    data: Annotated[Path | None, typer.Option(help="The folder of treebanks; else SPECTRAL_DATA.")] = None,
    folds: Annotated[
        int | None, typer.Option(min=1, max=10, help="analysis-ranker: of ten folds, only so many.")
    ] = None,
    only: Annotated[
        str, typer.Option(help="Rows or corpora whose names have this in them; several parts with blanks between.")
    ] = "",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table and nothing else.")] = False,
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
    if json and markdown:
        raise SettingsError("--json and --markdown print the same table; give one of them")
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
    texts = [_column_texts([row.get(column) for row in rows]) for column in columns]
    cells = list(zip(*texts, strict=True))
    if markdown:
        numeric = [column for column in columns if not any(isinstance(row.get(column), str) for row in rows)]
        print_markdown(columns, cells, numeric)
        return
    print_table(name, columns, cells, left=sum(isinstance(rows[0].get(column), str) for column in columns))


def _column_texts(values: Sequence[Cell]) -> list[str]:
    """The cells of a column, with as many decimals in each as its most precise figure has, at most four."""
    decimals = max(
        (len(f"{value:.4f}".rstrip("0").partition(".")[2]) for value in values if isinstance(value, float)), default=0
    )
    return [
        "" if value is None else f"{value:,.{max(decimals, 1)}f}" if isinstance(value, float) else str(value)
        for value in values
    ]


COMMANDS = (score, evaluate, bench)
