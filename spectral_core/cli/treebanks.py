"""The commands for files themselves: what is wrong in them, and from one format to another."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, Corpora, Corpus, FormatName, ProfileName, check_output, counted, shown
from spectral_core.cli.output import Json, print_json
from spectral_core.cli.standard import check_once
from spectral_core.errors import SettingsError, SpectralError

if TYPE_CHECKING:
    from spectral_core.data import Problem

_OF_PROBLEM = ("line", "word", "message", "remedy", "unreadable", "warning")


def check(
    corpora: Corpora,
    most: Annotated[int, typer.Option(help="List at most so many problems a file.", min=1)] = 100,
    ud: Annotated[
        bool,
        typer.Option(
            "--ud", help="Ask for all that Universal Dependencies (version 2) do of every language, and name rare tags."
        ),
    ] = False,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """List what is wrong in treebanks, line by line; exits with 1 where there is something, warnings aside."""
    check_once(corpora)
    found: list[Json] = []
    total = 0
    for path in corpora:
        try:
            report, problems = _checked(path, format, profile, ud)
        except SettingsError:  # wrong for every file alike
            raise
        except SpectralError as error:
            total += 1
            found.append({"file": str(path), "error": str(error)})
            if not json:
                print(error, file=sys.stderr)
            continue
        total += sum(not problem.warning for problem in problems)
        rows: list[Json] = [
            {"what" if name == "message" else name: getattr(one, name) for name in _OF_PROBLEM}
            for one in problems[:most]
        ]
        found.append({**report, "problems": rows, "problems_in_all": len(problems)})
        if json:
            continue
        for problem in problems[:most]:
            print(problem)
        hidden = len(problems) - most
        crossing = report["non_projective_sentences"]
        assert isinstance(crossing, list)
        named = f" ({', '.join(map(str, crossing[:10]))}{', ...' if len(crossing) > 10 else ''})" if crossing else ""
        counts = f"{counted(int(str(report['sentences'])), 'sentence')}, {counted(int(str(report['words'])), 'word')}"
        more = f" ({hidden:,} of them not listed)" if hidden > 0 else ""
        print(f"{path}: {counts}, {len(crossing):,} not projective{named}, {counted(len(problems), 'problem')}{more}")
    if json:
        print_json({"files": found})
    if total:
        raise typer.Exit(1)


def _checked(path: Path, format: str | None, profile: str | None, ud: bool) -> tuple[dict[str, Json], list[Problem]]:
    from spectral_core.cli.standard import load
    from spectral_core.data.inventory import Inventory
    from spectral_core.data.universal_rules import FileChecker, find_rule_problems
    from spectral_core.data.validation import find_problems
    from spectral_core.formats.chunks import Chunks
    from spectral_core.formats.gaps import gap_problems

    treebank = load(path, format, profile)
    words = 0
    crossing: list[Json] = []
    problems = list(treebank.problems)
    inventory = Inventory.of(shown(treebank, "counting")) if ud else None
    across = FileChecker()
    ruled = ud and treebank.format == "conllu"  # other formats have no place for what the rules ask for
    if ruled and isinstance(treebank.sentences, Chunks):
        problems += gap_problems(treebank.sentences, path)
    for number, sentence in enumerate(shown(treebank, "reading"), 1):
        words += len(sentence)
        if ud:
            found = [*find_problems(sentence, inventory, universal_only=True), *across.check_sentence(number, sentence)]
            if ruled and sentence.readable:
                found += find_rule_problems(sentence)
        else:
            found = [*sentence.problems, *(sentence.structural_problems() if sentence.readable else ())]
        problems.extend(replace(problem, path=path) for problem in found)
        if sentence.readable and sentence.find_crossing() is not None:
            crossing.append(number)
    problems.extend(replace(problem, path=path) for problem in across.check_file())
    report: dict[str, Json] = {
        "file": str(path),
        "sentences": len(treebank),
        "words": words,
        "non_projective": len(crossing),
        "non_projective_sentences": crossing,
    }
    return report, sorted(problems, key=lambda problem: problem.line)


def convert(
    corpus: Corpus,
    output: Annotated[Path, typer.Option("-o", "--output", help="The new file; its ending tells its format.")],
    to: Annotated[
        str | None, typer.Option(help="conllu, brackets, text or table, where the ending does not tell.")
    ] = None,
    heads: Annotated[
        str | None,
        typer.Option(help="Make dependencies from trees: by collins or general, or a file with a head table."),
    ] = None,
    phrases: Annotated[
        bool,
        typer.Option("--phrases", help="Make trees from dependencies: each word makes a phrase with its modifiers."),
    ] = False,
    drop: Annotated[bool, typer.Option("--drop", help="Leave out what the new format has no place for.")] = False,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Write a treebank in another format."""
    from spectral_core.cli.standard import load, save
    from spectral_core.data import EMPTY, Treebank
    from spectral_core.data.head_rules import HEAD_RULES, with_dependencies
    from spectral_core.data.phrases import with_phrases
    from spectral_core.files import read
    from spectral_core.formats import head_tables

    check_output(output, [corpus])
    treebank = load(corpus, format, profile)
    if heads is not None:
        rules = HEAD_RULES[heads] if heads in HEAD_RULES else head_tables.read(read(Path(heads)), Path(heads))
        treebank = Treebank.of(
            with_dependencies(sentence, rules) if sentence.readable and sentence.tree is not None else sentence
            for sentence in shown(treebank, "converting")
        )
    if phrases:
        sentences = list(shown(treebank, "converting"))
        column = "upos" if all(set(sentence.xpos) == {EMPTY} for sentence in sentences if len(sentence)) else "xpos"
        treebank = Treebank.of(with_phrases(one, column) if one.readable and len(one) else one for one in sentences)
    save(treebank, output, to, drop, [corpus])


COMMANDS = (check, convert)
