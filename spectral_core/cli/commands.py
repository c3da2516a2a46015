"""The commands that learn from files, apply models to files and measure."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.output import Json, Watch, bars, peak_megabytes, print_json, print_table, seconds_since
from spectral_core.errors import DataError, FormatError, SettingsError, SpectralError

if TYPE_CHECKING:
    from spectral_core.data import Analysis, Ranked, Sentence, Treebank
    from spectral_core.model import Model, Setting

Corpora = Annotated[list[Path], typer.Argument(help="Treebanks or texts; plain, .gz or .xz.", show_default=False)]
Corpus = Annotated[Path, typer.Argument(help="A treebank or text; plain, .gz or .xz.", show_default=False)]
ModelFile = Annotated[Path, typer.Argument(help="A file that `spectral learn` wrote.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
FormatName = Annotated[str | None, typer.Option("--format", help="The format, where the file's name does not tell it.")]
ProfileName = Annotated[str | None, typer.Option("--profile", help="How a token table is laid out.")]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write here instead of to the screen.")]
Tags = Annotated[
    str, typer.Option("--tags", help="Tags that stand in the file (given), or the model's own (predicted).")
]


def methods(json: AsJson = False) -> None:
    """List the methods with their settings, defaults and ranges."""
    from spectral_core.methods import METHODS
    from spectral_core.model import settings_in

    if json:
        listed: list[Json] = []
        for method in METHODS.values():
            settings: list[Json] = [dataclasses.asdict(row) for row in settings_in(method.settings)]
            listed.append({"name": method.name, "title": method.title, "paper": method.paper, "settings": settings})
        print_json({"methods": listed})
        return
    for method in METHODS.values():
        rows = [
            [f"-s {row.name}=", str(row.default), _allowed(row), row.explanation or row.title]
            for row in settings_in(method.settings)
        ]
        print_table(f"{method.name}: {method.title} ({method.paper})", ["setting", "default", "takes", ""], rows, 4)


def _allowed(row: Setting) -> str:
    if row.choices:
        return " | ".join(row.choices)
    if isinstance(row.default, bool):
        return "true | false"
    if row.low is None and row.high is None:
        return ""
    return f"{'' if row.low is None else row.low} to {'any' if row.high is None else row.high}"


def learn(
    method: Annotated[str, typer.Argument(help="A name that `spectral methods` lists.", show_default=False)],
    corpora: Corpora,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the model goes.", show_default=False)],
    setting: Annotated[list[str] | None, typer.Option("-s", "--set", help="key=value, again for each.")] = None,
    dev: Annotated[Path | None, typer.Option(help="A corpus to stop, calibrate or weigh on.")] = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Learn a model from treebanks or texts."""
    from spectral_core import store
    from spectral_core.data import Treebank
    from spectral_core.formats import load
    from spectral_core.methods import method_named, settings_of

    row = method_named(method)
    settings = settings_of(row, dict(map(_pair, setting or ())))
    treebank = Treebank.joined([load(path, format, profile) for path in corpora])
    held = None if dev is None else load(dev, format, profile)
    reason = row.why_not(treebank)
    if reason is not None:
        raise DataError(f"{method} cannot learn from {', '.join(map(str, corpora))}: {reason}")
    cpu, wall = time.process_time(), time.perf_counter()
    with bars() as show:
        watch = Watch(show)
        model = row.learn(treebank, settings, watch.report, held)
    seconds = {**{stage: _rounded(spent) for stage, spent in watch.stages.items()}, "total": seconds_since(cpu, wall)}
    store.save(model, output)
    skipped = dict(getattr(model, "skipped", {}))
    made: dict[str, Json] = {
        "method": method,
        "settings": dataclasses.asdict(settings),
        "sentences": len(treebank) - sum(skipped.values()),
        "skipped": skipped,
        "seconds": seconds,
        "measures": watch.measures,
        "peak_mb": peak_megabytes(),
    }
    if json:
        print_json(made)
        return
    print(f"{row.title}, learnt from {made['sentences']:,} sentences in {seconds['total']['wall']:.2f} s: {output}")
    if skipped:
        named = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in skipped.items())
        print(f"Left out: {named}. `spectral check {corpora[0]}` lists what is wrong in a file.")


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(f"-s takes key=value, not {text!r}")
    return key.strip(), value.strip()


def _rounded(spent: dict[str, float]) -> dict[str, float]:
    return {clock: round(seconds, 4) for clock, seconds in spent.items()}


def parse(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[int, typer.Option("-k", min=1, help="How many trees a sentence.")] = 1,
    output: Output = None,
    tags: Tags = "given",
    format: FormatName = None,
) -> None:
    """Parse a corpus: the k best trees of each sentence."""
    from spectral_core import store
    from spectral_core.formats import load
    from spectral_core.model import Parser

    parser = store.load(model)
    if not isinstance(parser, Parser):
        raise SpectralError(f"{model}: a model of {parser.method} does not parse; learn one with a method that does")
    _check_tags(parser, tags)
    treebank = load(corpus, format)
    pieces: list[str] = []
    for sentence in _shown(treebank, "parsing"):
        if sentence.readable:
            pieces.extend(_ranked_lines(parser.parse(sentence, k)))
    _write(output, pieces)


def _check_tags(model: Model, tags: str) -> None:
    if tags not in ("given", "predicted"):
        raise SettingsError(f"--tags is given or predicted, not {tags!r}")
    if tags == "predicted":
        raise SettingsError(f"a model of {model.method} carries no tagger: leave --tags out, and fill the tag column")


def _ranked_lines(ranked: Sequence[Ranked[Sentence]]) -> Iterator[str]:
    from spectral_core.formats import conllu

    for rank, one in enumerate(ranked, 1):
        sentence = one.value
        if sentence.tree is not None:
            yield f"{rank}\t{one.score:.6f}\t{sentence.tree}\n"
        else:
            comments = (*sentence.comments, f"# rank = {rank}", f"# score = {one.score:.6f}")
            yield conllu.write(dataclasses.replace(sentence, comments=comments, source=None)) + "\n\n"


def rank(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[int | None, typer.Option("-k", min=1, help="How many analyses a word; all by default.")] = None,
    output: Output = None,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Rank the candidate analyses of every word, as tab-separated lines."""
    from spectral_core import store
    from spectral_core.formats import load
    from spectral_core.model import Ranker

    ranker = store.load(model)
    if not isinstance(ranker, Ranker):
        raise SpectralError(f"{model}: a model of {ranker.method} does not rank; learn one with a method that does")
    treebank = load(corpus, format, profile)
    lines = ["sentence\ttoken\tform\trank\tprobability\tlemma\ttags\tsegments\tgloss\n"]
    for number, sentence in enumerate(_shown(treebank, "ranking"), 1):
        if sentence.readable:
            for token, ranked in enumerate(ranker.rank(sentence), 1):
                lines.extend(
                    _rank_line(number, token, sentence.forms[token - 1], at, one)
                    for at, one in enumerate(ranked[:k], 1)
                )
    _write(output, lines)


def _rank_line(sentence: int, token: int, form: str, rank: int, one: Ranked[Analysis]) -> str:
    analysis = one.value
    probability = "_" if one.probability is None else f"{one.probability:.4f}"
    segments = "+".join(f"{part.form}/{part.tag}" for part in analysis.segments) or "_"
    tags = analysis.xpos if analysis.xpos != "_" else analysis.upos
    cells = (str(sentence), str(token), form, str(rank), probability, analysis.lemma, tags, segments, analysis.gloss)
    return "\t".join(cells) + "\n"


def score(
    model: ModelFile,
    corpus: Corpus,
    prefix: Annotated[bool, typer.Option("--prefix", help="Score each sentence as the beginning of one.")] = False,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Score a corpus: perplexity, and the score of each sentence."""
    from spectral_core import evaluate, store
    from spectral_core.formats import load
    from spectral_core.model import Scorer

    scorer = store.load(model)
    if not isinstance(scorer, Scorer):
        raise SpectralError(f"{model}: a model of {scorer.method} gives sentences no score; learn hmm or ngram")
    treebank = load(corpus, format, profile)
    cpu, wall = time.process_time(), time.perf_counter()
    sentences = [sentence for sentence in _shown(treebank, "reading") if sentence.readable]
    scores = scorer.scores(sentences, prefix)
    result = evaluate.perplexity(scores)
    if json:
        print_json(
            {
                "metrics": dict(result.metrics),
                "sentences": len(sentences),
                "clipped": sum(one.clipped for one in scores),
                "seconds": seconds_since(cpu, wall),
            }
        )
        return
    for number, one in enumerate(scores, 1):
        print(f"{number}\t{one.log:.6f}")
    shown = "  ".join(f"{name} {value:.4g}" for name, value in result.metrics.items())
    print(f"{len(sentences):,} sentences: {shown}", file=sys.stderr)


def evaluate(
    model: ModelFile,
    gold: Corpus,
    tags: Tags = "given",
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Parse, rank or score a corpus with gold annotation, and measure."""
    from spectral_core import evaluate as measure
    from spectral_core import store
    from spectral_core.formats import load
    from spectral_core.model import Parser, Ranker, Scorer

    learnt = store.load(model)
    _check_tags(learnt, tags)
    treebank = load(gold, format, profile)
    cpu, wall = time.process_time(), time.perf_counter()
    sentences = [sentence for sentence in _shown(treebank, "reading") if sentence.readable]
    metrics: dict[str, Json] = {}
    failed = clipped = 0
    if isinstance(learnt, Parser):  # the parser must not see what it is measured by
        bare = [measure.unannotated(sentence) for sentence in sentences]
        parsed = [next((one.value for one in learnt.parse(sentence)), sentence) for sentence in _shown(bare, "parsing")]
        result = measure.compare(sentences, parsed)
        metrics.update(result.metrics)
        failed += result.failed
    if isinstance(learnt, Ranker) and any(any(sentence.candidates) for sentence in sentences):
        bare = [measure.unannotated(sentence, tags=False) for sentence in sentences]
        ranked = measure.ranking_scores(sentences, [learnt.rank(sentence) for sentence in _shown(bare, "ranking")])
        metrics.update(ranked.metrics)
    if isinstance(learnt, Scorer):
        scores = learnt.scores(sentences)
        metrics.update(measure.perplexity(scores).metrics)
        clipped += sum(one.clipped for one in scores)
    seconds = seconds_since(cpu, wall)
    if json:
        print_json(
            {"metrics": metrics, "sentences": len(sentences), "failed": failed, "clipped": clipped, "seconds": seconds}
        )
        return
    print_table(f"{learnt.method} on {gold} ({len(sentences):,} sentences)", ["measure", "value"], _measured(metrics))


def compare(
    gold: Corpus,
    predicted: Annotated[Path, typer.Argument(help="The same sentences, annotated otherwise.", show_default=False)],
    format: FormatName = None,
    json: AsJson = False,
) -> None:
    """Measure one annotated file against another, and say where they differ."""
    from spectral_core import evaluate as measure
    from spectral_core.formats import load

    result = measure.compare(load(gold, format), load(predicted, format))
    different = [index + 1 for index in result.different]
    if json:
        print_json({"metrics": dict(result.metrics), "sentences": result.sentences, "different": different})
        return
    print_table(f"{predicted} against {gold}", ["measure", "value"], _measured(dict(result.metrics)))
    shown = ", ".join(map(str, different[:30])) + (", ..." if len(different) > 30 else "")
    print(f"{len(different):,} of {result.sentences:,} sentences differ{': ' + shown if different else ''}")


def _measured(metrics: dict[str, Json]) -> list[list[str]]:
    return [[name, f"{value:.2f}" if isinstance(value, float) else str(value)] for name, value in metrics.items()]


def check(
    corpora: Corpora,
    most: Annotated[int, typer.Option(help="List at most so many problems a file.", min=1)] = 100,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """List what is wrong in treebanks, line by line; exits with 1 where there is something."""
    from spectral_core.formats import load

    found: list[Json] = []
    total = 0
    for path in corpora:
        treebank = load(path, format, profile)
        words = sum(len(sentence) for sentence in _shown(treebank, "reading"))
        crossing = sum(sentence.readable and sentence.crossing() is not None for sentence in treebank)
        problems = [problem for _, problem in treebank.all_problems()]
        total += len(problems)
        if json:
            found.append(
                {
                    "file": str(path),
                    "sentences": len(treebank),
                    "words": words,
                    "non_projective": crossing,
                    "problems": [
                        {
                            "line": problem.line,
                            "what": problem.what,
                            "remedy": problem.remedy,
                            "unreadable": problem.unreadable,
                        }
                        for problem in problems[:most]
                    ],
                    "problems_in_all": len(problems),
                }
            )
            continue
        for problem in problems[:most]:
            print(problem)
        hidden = len(problems) - most
        more = f" ({hidden:,} of them not listed)" if hidden > 0 else ""
        counted = f"{len(treebank):,} sentences, {words:,} words, {crossing:,} not projective"
        print(f"{path}: {counted}, {len(problems):,} problems{more}")
    if json:
        print_json({"files": found})
    if total:
        raise typer.Exit(1)


def bench(
    name: Annotated[str, typer.Argument(help="A table; `spectral bench list` names them.")],
    data: Annotated[Path | None, typer.Option(help="The folder of treebanks; else SPECTRAL_DATA.")] = None,
    json: AsJson = False,
) -> None:
    """Measure: a named table, from real treebanks."""
    from spectral_core.bench import TABLES, data_folder, machine

    if name not in TABLES:
        raise SettingsError(f"there is no table {name!r}; there are {', '.join(TABLES)}")
    with bars() as show:
        rows = TABLES[name](data_folder(data), show)
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


def _shown(sentences: Treebank | Sequence[Sentence], stage: str) -> Iterator[Sentence]:
    """The sentences, with a bar that says how many were passed."""
    from spectral_core.progress import Progress

    total = len(sentences)
    with bars() as report:
        for done, sentence in enumerate(sentences):
            if done % 100 == 0:
                report(Progress(stage, done, total))
            yield sentence


def _write(output: Path | None, lines: Sequence[str]) -> None:
    if output is None:
        sys.stdout.writelines(lines)
        return
    from spectral_core.files import packed_like, replace_atomically

    if output.is_dir():
        raise FormatError(output, None, "this is a folder", "Name a file in it")
    replace_atomically(output, [packed_like(output, "".join(lines).encode())])


COMMANDS = (methods, learn, parse, rank, score, evaluate, compare, check, bench)
