"""The commands that learn from files and apply models to files."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    AsJson,
    Corpora,
    Corpus,
    FormatName,
    ModelFile,
    Output,
    ProfileName,
    Tags,
    check_output,
    check_tags,
    counted,
    readable,
    shown,
    warn_of_learnt,
    with_tags,
    write_lines,
)
from spectral_core.cli.output import Json, Watch, bars, peak_megabytes, print_json, print_table, seconds_since
from spectral_core.errors import ConstraintError, DataError, SettingsError, SpectralError

if TYPE_CHECKING:
    from spectral_core.data import Ranked, Sentence
    from spectral_core.model import Parser, Setting

_LONGEST = 1_000  # words of a sentence that is parsed: tens of seconds


def methods(
    name: Annotated[str | None, typer.Argument(help="Only this method; all by default.")] = None, json: AsJson = False
) -> None:
    """List the methods, or one of them, with their settings, defaults and ranges."""
    from spectral_core.methods import METHODS, get_method
    from spectral_core.model import list_settings

    chosen = METHODS.values() if name is None else (get_method(name),)
    if json:
        listed: list[Json] = []
        for method in chosen:
            settings: list[Json] = [dataclasses.asdict(row) for row in list_settings(method.settings)]
            listed.append({"name": method.name, "title": method.title, "paper": method.paper, "settings": settings})
        print_json({"methods": listed})
        return
    for method in chosen:
        rows = [
            [f"-s {row.name}=", str(row.default), _allowed(row), row.explanation or row.title]
            for row in list_settings(method.settings)
        ]
        print_table(
            f"{method.name}: {method.title} ({method.paper})", ["setting", "default", "takes", ""], rows, 4, prose=True
        )


def _allowed(row: Setting) -> str:
    if row.choices:
        return " | ".join(row.choices)
    if isinstance(row.default, bool):
        return "true | false"
    if row.low is None and row.high is None:
        return ""
    return f"{'' if row.low is None else row.low} to {'any' if row.high is None else row.high}"


def learn(
    method: Annotated[
        str,
        typer.Argument(
            help="A name that `spectral methods` lists.", show_default=False, autocompletion=lambda: _method_names()
        ),
    ],
    corpora: Corpora,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the model goes.", show_default=False)],
    setting: Annotated[list[str] | None, typer.Option("-s", "--set", help="key=value, again for each.")] = None,
    dev: Annotated[Path | None, typer.Option(help="A corpus to stop, calibrate or weigh on.")] = None,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Learn a model from treebanks or texts."""
    from spectral_core.cli.standard import STANDARD, load, save_model
    from spectral_core.data import Treebank
    from spectral_core.methods import get_method, make_settings
    from spectral_core.model import TextRanker

    texts = [*corpora, *([] if dev is None else [dev])]
    check_output(output, texts)
    if json and output == STANDARD:
        raise SettingsError("-o - writes the model where --json writes its object; name a file for the model")
    row = get_method(method)
    settings = make_settings(row, dict(map(pair, setting or ())))
    treebank = Treebank.concatenate([load(path, format, profile) for path in corpora])
    held = None if dev is None else load(dev, format, profile)
    reason = row.check_treebank(treebank)
    if reason is not None:
        raise DataError(f"{method} cannot learn from {', '.join(map(str, corpora))}: {reason}")
    if held is not None and dev is not None:
        warn_of_learnt(treebank, held, dev)
    cpu, wall = time.process_time(), time.perf_counter()
    with bars() as show:
        watch = Watch(show)
        model = row.learn(treebank, settings, watch.report, held)
    seconds = {**{stage: _rounded(spent) for stage, spent in watch.stages.items()}, "total": seconds_since(cpu, wall)}
    save_model(model, output, texts)
    offered = {"analyser": model.analyser} if isinstance(model, TextRanker) else {}  # which `auto` leaves open
    skipped = dict(getattr(model, "skipped", {}))
    made: dict[str, Json] = {
        "method": method,
        "settings": dataclasses.asdict(settings),
        **offered,
        "sentences": len(treebank) - sum(skipped.values()),
        "skipped": skipped,
        "seconds": seconds,
        "measures": watch.measures,
        "peak_mb": peak_megabytes(),
    }
    if json:
        print_json(made)
        return
    learnt_from = counted(len(treebank) - sum(skipped.values()), "sentence")
    stream = sys.stderr if output == STANDARD else sys.stdout
    spent = f"{seconds['total']['cpu']:.2f} s CPU ({seconds['total']['wall']:.2f} s by the clock)"
    print(f"{row.title}, learnt from {learnt_from} in {spent}: {output}", file=stream)
    for analyser in offered.values():
        print(f"Candidate readings come from: {analyser}", file=stream)
    if skipped:
        named = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in skipped.items())
        print(f"Left out: {named}. `spectral check {corpora[0]}` lists what is wrong in a file.", file=stream)


def _method_names() -> list[str]:
    """For the completion of a shell."""
    from spectral_core.methods import METHODS

    return list(METHODS)


def pair(text: str) -> tuple[str, str]:
    """The name and the value of key=value."""
    key, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(f"-s takes key=value, not {text!r}")
    return key.strip(), value.strip()


def _rounded(spent: dict[str, float]) -> dict[str, float]:
    return {clock: round(seconds, 4) for clock, seconds in spent.items()}


def parse(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[
        int | None, typer.Option("-k", min=1, max=1000, help="How many trees a sentence, each with its rank and score.")
    ] = None,
    output: Output = None,
    tags: Tags = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            help="Parse around what the file says already: heads that are filled in, phrases of a tree whose outermost "
            "label is UNPARSED or none. Sentences that lack nothing stay as they are.",
        ),
    ] = False,
    longest: Annotated[
        int, typer.Option(min=1, help="Words of the longest sentence that is parsed: time grows with their cube.")
    ] = _LONGEST,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Parse a corpus or text: the k best trees of each sentence, or with -o and without -k a treebank."""
    from spectral_core.cli.standard import load, load_model, save
    from spectral_core.data import Treebank
    from spectral_core.model import Parser

    check_output(output, [model, corpus])
    parser = load_model(model)
    if not isinstance(parser, Parser):
        raise SpectralError(f"{model}: a model of {parser.method} does not parse; learn arc-parser, for one")
    check_tags(parser, tags)
    numbered = readable(load(corpus, format, profile), corpus)
    sentences = with_tags(parser, [sentence for _, sentence in numbered], tags, corpus)
    parsed: list[Sentence] = []
    pieces: list[str] = []
    limits: list[str] = []
    for (number, _), sentence in zip(numbered, shown(sentences, "parsing"), strict=True):
        if len(sentence) > longest:
            trees: list[Ranked[Sentence]] = []
            said = f"it has {len(sentence):,} words, and at most {longest:,} are parsed. Split it, or raise --longest"
        else:
            trees, said = _trees(parser, sentence, k or 1, keep)
        if said:
            limits.append(f"Sentence {number}: {said}")
        if output is not None and k is None:
            parsed.append(_alone(trees[0].value if trees else sentence))
        else:
            pieces.extend(_ranked_lines(trees))
    if output is not None and k is None:
        save(Treebank.of(parsed), output, drop=True, texts=[corpus])
    else:
        write_lines(output, pieces, [corpus])
    for line in limits:
        print(line, file=sys.stderr)


def _trees(parser: Parser, sentence: Sentence, k: int, keep: bool) -> tuple[list[Ranked[Sentence]], str]:
    """The best trees of a sentence, around what it says already where that is kept, and what has to be said of them."""
    from spectral_core.data import FREE, Ranked
    from spectral_core.engine.parsing import structure_of
    from spectral_core.model import ReportsLimits

    try:
        locks = structure_of(parser).partial_constraints(sentence) if keep else FREE
        if locks is None:
            return [Ranked(sentence, 0.0)], ""
        trees = parser.parse(sentence, k, locks)
    except ConstraintError as error:
        return [Ranked(sentence, 0.0)], f"it stays as it is: {error}"
    return trees, parser.describe_limits(sentence, k, locks) if isinstance(parser, ReportsLimits) else ""


def _alone(sentence: Sentence) -> Sentence:
    """The sentence as a file of its own kind holds it: what a tree's file has no place for stays behind."""
    return dataclasses.replace(sentence, source=None)


def _ranked_lines(ranked: Sequence[Ranked[Sentence]]) -> Iterator[str]:
    from spectral_core.formats import brackets, conllu

    for rank, one in enumerate(ranked, 1):
        sentence = dataclasses.replace(one.value, source=None)
        if sentence.tree is not None:
            yield f"{rank}\t{one.score:.6f}\t{brackets.write(dataclasses.replace(sentence, comments=()))}\n"
        else:
            comments = (*sentence.comments, f"# rank = {rank}", f"# score = {one.score:.6f}")
            yield conllu.write(dataclasses.replace(sentence, comments=comments)) + "\n\n"


def tag(
    model: ModelFile,
    corpus: Corpus,
    k: Annotated[
        int | None, typer.Option("-k", min=1, help="How many tags a word, as a table with their probabilities.")
    ] = None,
    output: Output = None,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Tag a corpus or text: a treebank with the most probable tags, or with -k the k best tags of each word."""
    from spectral_core.cli.standard import load, load_model, save
    from spectral_core.data import Treebank
    from spectral_core.formats import conllu
    from spectral_core.model import HasTagger, Tagger

    check_output(output, [model, corpus])
    learnt = load_model(model)
    tagger = learnt.tagger if isinstance(learnt, HasTagger) else learnt
    if not isinstance(tagger, Tagger):
        raise SpectralError(f"{model}: a model of {learnt.method} does not tag; learn tagger, for one")
    numbered = readable(load(corpus, format, profile), corpus)
    sentences = shown([sentence for _, sentence in numbered], "tagging")
    if k is not None:
        lines = ["sentence\ttoken\tform\trank\tprobability\ttag\n"]
        for (number, _), sentence in zip(numbered, sentences, strict=True):
            for token, ranked in enumerate(tagger.tags(sentence, k), 1):
                form = sentence.forms[token - 1]
                for at, one in enumerate(ranked, 1):
                    probability = "_" if one.probability is None else f"{one.probability:.4f}"
                    lines.append(f"{number}\t{token}\t{form}\t{at}\t{probability}\t{one.value}\n")
        write_lines(output, lines, [corpus])
        return
    tagged = [_alone(tagger.tag(sentence)) for sentence in sentences]
    if output is not None:
        save(Treebank.of(tagged), output, drop=True, texts=[corpus])
        return
    write_lines(None, [conllu.write(sentence) + "\n\n" for sentence in tagged])


COMMANDS = (methods, learn, parse, tag)
