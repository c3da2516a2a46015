"""Commands that check treebank files and convert their formats."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    AsJson,
    Corpora,
    Corpus,
    FormatName,
    ProfileName,
    check_output,
    format_count,
    track_progress,
)
from spectral_core.cli.output import Json, print_json
from spectral_core.cli.standard import check_stdin_once
from spectral_core.errors import SettingsError, SpectralError

if TYPE_CHECKING:
    from spectral_core.data import Problem

_PROBLEM_FIELDS = ("line", "word", "message", "remedy", "unreadable", "warning")


def check(
    corpora: Corpora,
    most: Annotated[int, typer.Option(help="Maximum number of problems listed per file.", min=1)] = 100,
    ud: Annotated[
        bool,
        typer.Option(
            "--ud", help="Check the universal rules of Universal Dependencies (version 2), and report rare tags."
        ),
    ] = False,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """List problems in treebanks, line by line; exit with 1 if there are any besides warnings."""
    check_stdin_once(corpora)
    file_reports: list[Json] = []
    error_count = 0
    for path in corpora:
        try:
            report, problems = _check_file(path, format, profile, ud)
        except SettingsError:  # the same for every file
            raise
        except SpectralError as error:
            error_count += 1
            file_reports.append({"file": str(path), "error": str(error)})
            if not json:
                print(error, file=sys.stderr)
            continue
        error_count += sum(not problem.warning for problem in problems)
        rows: list[Json] = [
            {"what" if name == "message" else name: getattr(listed, name) for name in _PROBLEM_FIELDS}
            for listed in problems[:most]
        ]
        file_reports.append({**report, "problems": rows, "problems_in_all": len(problems)})
        if json:
            continue
        for problem in problems[:most]:
            print(problem)
        unlisted = len(problems) - most
        crossing = report["non_projective_sentences"]
        assert isinstance(crossing, list)
        examples = f" ({', '.join(map(str, crossing[:10]))}{', ...' if len(crossing) > 10 else ''})" if crossing else ""
        sentences, words = int(str(report["sentences"])), int(str(report["words"]))
        counts = f"{format_count(sentences, 'sentence')}, {format_count(words, 'word')}"
        rest = f" ({unlisted:,} of them not listed)" if unlisted > 0 else ""
        problem_count = format_count(len(problems), "problem")
        print(f"{path}: {counts}, {len(crossing):,} not projective{examples}, {problem_count}{rest}")
    if json:
        print_json({"files": file_reports})
    if error_count:
        raise typer.Exit(1)


def _check_file(path: Path, format: str | None, profile: str | None, ud: bool) -> tuple[dict[str, Json], list[Problem]]:
    from spectral_core.cli.standard import load
    from spectral_core.data.inventory import Inventory
    from spectral_core.data.validation import FileChecker, find_problems, find_rule_problems
    from spectral_core.formats.chunks import Chunks
    from spectral_core.formats.conllu import find_gap_problems

    treebank = load(path, format, profile)
    words = 0
    non_projective: list[Json] = []
    problems = list(treebank.problems)
    inventory = Inventory.of(track_progress(treebank, "counting")) if ud else None
    file_checker = FileChecker()
    has_rules = ud and treebank.format == "conllu"  # only CoNLL-U has what the rules check
    if has_rules and isinstance(treebank.sentences, Chunks):
        problems += find_gap_problems(treebank.sentences, path)
    for number, sentence in enumerate(track_progress(treebank, "reading"), 1):
        words += len(sentence)
        if ud:
            sentence_problems = [
                *find_problems(sentence, inventory, universal_only=True),
                *file_checker.check_sentence(number, sentence),
            ]
            if has_rules and sentence.readable:
                sentence_problems += find_rule_problems(sentence)
        else:
            sentence_problems = [*sentence.problems, *(sentence.structural_problems() if sentence.readable else ())]
        problems.extend(replace(problem, path=path) for problem in sentence_problems)
        if sentence.readable and sentence.find_crossing() is not None:
            non_projective.append(number)
    problems.extend(replace(problem, path=path) for problem in file_checker.check_file())
    report: dict[str, Json] = {
        "file": str(path),
        "sentences": len(treebank),
        "words": words,
        "non_projective": len(non_projective),
        "non_projective_sentences": non_projective,
    }
    return report, sorted(problems, key=lambda problem: problem.line)


def convert(
    corpus: Corpus,
    output: Annotated[Path, typer.Option("-o", "--output", help="The new file; its ending determines the format.")],
    to: Annotated[
        str | None, typer.Option(help="conllu, brackets, text or table, if the ending does not show it.")
    ] = None,
    heads: Annotated[
        str | None,
        typer.Option(help="Derive dependencies from trees: by collins or general, or a file with a head table."),
    ] = None,
    phrases: Annotated[
        bool,
        typer.Option("--phrases", help="Make trees from dependencies: each word projects a phrase with its modifiers."),
    ] = False,
    drop: Annotated[bool, typer.Option("--drop", help="Drop what the new format cannot hold.")] = False,
    format: FormatName = None,
    profile: ProfileName = None,
) -> None:
    """Write a treebank in another format."""
    from spectral_core.cli.standard import load, save
    from spectral_core.data import EMPTY, Treebank
    from spectral_core.data.head_rules import HEAD_RULES, with_dependencies, with_phrases
    from spectral_core.files import read
    from spectral_core.formats import head_tables

    check_output(output, [corpus])
    treebank = load(corpus, format, profile)
    if heads is not None:
        rules = HEAD_RULES[heads] if heads in HEAD_RULES else head_tables.read(read(Path(heads)), Path(heads))
        treebank = Treebank.of(
            with_dependencies(sentence, rules) if sentence.readable and sentence.tree is not None else sentence
            for sentence in track_progress(treebank, "converting")
        )
    if phrases:
        sentences = list(track_progress(treebank, "converting"))
        column = "upos" if all(set(sentence.xpos) == {EMPTY} for sentence in sentences if len(sentence)) else "xpos"
        treebank = Treebank.of(
            with_phrases(dependency_tree, column)
            if dependency_tree.readable and len(dependency_tree)
            else dependency_tree
            for dependency_tree in sentences
        )
    save(treebank, output, to, drop, [corpus])


COMMANDS = (check, convert)
