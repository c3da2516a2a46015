"""Commands for treebanks: check, convert, download and search."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.brief import shorten
from spectral_core.cli.input_output import (
    STANDARD_STREAM,
    Json,
    format_count,
    load,
    print_json,
    print_table,
    progress_bars,
    save,
    track_progress,
)
from spectral_core.cli.options import (
    AsJson,
    Corpora,
    Corpus,
    FormatName,
    ProfileName,
    check_output_path,
    check_stdin_once,
    check_text_name,
)
from spectral_core.errors import DataError, EditError, QueryError, SettingsError, SpectralError
from spectral_core.files import check_compression, compress_by_suffix, read_file, replace_atomically

if TYPE_CHECKING:
    from spectral_core.data import Problem, Sentence
    from spectral_core.query import Match, Query
    from spectral_core.treebanks.catalogue import Catalogue, CatalogueEntry

_PROBLEM_FIELDS = ("line", "word", "message", "remedy", "unreadable", "warning")
_GET_ARGUMENT = "get"
_CHECKSUM_RESULTS = {
    "list": "checked against the list",
    "earlier": "same as an earlier download",
    "server": "checked against the server's checksum",
    "none": "not checked: its checksum is not known",
}
_CONTEXT_WORDS = 8  # words of context on either side


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
    """Return the counts of a treebank for the report, and its problems by line."""
    from spectral_core.data.inventory import Inventory
    from spectral_core.data.validation import FileChecker, find_problems, find_ud_problems
    from spectral_core.formats.conllu import find_blank_line_problems
    from spectral_core.formats.lazy_sentences import LazySentences

    treebank = load(path, format, profile)
    words = 0
    non_projective: list[Json] = []
    problems = list(treebank.problems)
    inventory = Inventory.of(track_progress(treebank, "counting")) if ud else None
    file_checker = FileChecker()
    has_rules = ud and treebank.format == "conllu"  # only CoNLL-U has what the rules check
    if has_rules and isinstance(treebank.sentences, LazySentences):
        problems += find_blank_line_problems(treebank.sentences, path)
    for number, sentence in enumerate(track_progress(treebank, "reading"), 1):
        words += len(sentence)
        if ud:
            sentence_problems = [
                *find_problems(sentence, inventory, universal_only=True),
                *file_checker.check_sentence(number, sentence),
            ]
            if has_rules and sentence.is_readable:
                sentence_problems += find_ud_problems(sentence)
        else:
            sentence_problems = [
                *sentence.problems,
                *(sentence.find_structural_problems() if sentence.is_readable else ()),
            ]
        problems.extend(replace(problem, path=path) for problem in sentence_problems)
        if sentence.is_readable and sentence.find_crossing() is not None:
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
    from spectral_core.data import EMPTY, Treebank
    from spectral_core.data.head_rules import HEAD_RULES, with_heads_from_tree
    from spectral_core.formats import detect_format, get_format, head_tables

    check_output_path(output, [corpus])
    if to is not None:
        check_text_name(output, get_format(to).suffixes)
    elif output != STANDARD_STREAM:
        check_compression(output)
        detect_format(output)
    treebank = load(corpus, format, profile)
    if heads is not None:
        rules = (
            HEAD_RULES[heads]
            if heads in HEAD_RULES
            else head_tables.parse_head_table(read_file(Path(heads)), Path(heads))
        )
        treebank = Treebank.of(
            with_heads_from_tree(sentence, rules) if sentence.is_readable and sentence.tree is not None else sentence
            for sentence in track_progress(treebank, "converting")
        )
    if phrases:
        sentences = list(track_progress(treebank, "converting"))
        column = "upos" if all(set(sentence.xpos) == {EMPTY} for sentence in sentences if len(sentence)) else "xpos"
        treebank = Treebank.of(
            _project_phrases(number, sentence, column, corpus) if sentence.is_readable and len(sentence) else sentence
            for number, sentence in enumerate(sentences, 1)
        )
    save(treebank, output, to, drop, [corpus])


def _project_phrases(number: int, sentence: Sentence, column: str, path: Path) -> Sentence:
    """Return a sentence with the tree that its heads project; the error for heads that are no tree names it."""
    from spectral_core.data.head_rules import with_tree_from_heads

    try:
        return with_tree_from_heads(sentence, column)
    except EditError as error:
        raise DataError(f"{path}, sentence {number}, line {sentence.line}: {error}") from None


def treebanks(
    words: Annotated[
        list[str] | None, typer.Argument(help="Words of the language, name or genre; or `get` and the name of one.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the files; by default named like the treebank.")
    ] = None,
    mirror: Annotated[
        str, typer.Option(help="Mirror: a URL with the layout of the source, or with {treebank} and {file}.")
    ] = "",
    release: Annotated[
        str,
        typer.Option(
            help="Release of Universal Dependencies; by default the one with checksums in the list, else the newest."
        ),
    ] = "",
    catalogue: Annotated[str, typer.Option("--list", help="Another list of treebanks: a file or a URL.")] = "",
    pin: Annotated[
        Path | None,
        typer.Option("--pin", help="Write the list to -o, with checksums of the release files in this folder."),
    ] = None,
    json: AsJson = False,
) -> None:
    """List treebanks of Universal Dependencies, or download one: `spectral treebanks get English-EWT`."""
    arguments = words or []
    available = _open_catalogue(catalogue)
    if pin is not None:
        _pin_checksums(available, pin, output, release or available.release)
        return
    if arguments[:1] == [_GET_ARGUMENT]:
        _download_treebank(available, " ".join(arguments[1:]), output, mirror, release, json)
        return
    entries = available.search(" ".join(arguments))
    if json:
        print_json({"about": available.about, "treebanks": [_catalogue_entry_to_json(entry) for entry in entries]})
        return
    rows = [
        (
            entry.language,
            f"{entry.language.replace(' ', '_')}-{entry.treebank}",
            " ".join(entry.genres),
            entry.licence,
            _format_optional_count(entry.train),
            _format_optional_count(entry.sentences),
        )
        for entry in entries
    ]
    print_table(available.about, ("language", "treebank", "genre", "licence", "train", "sentences"), rows, left=4)
    if not entries:
        print(f"None of {len(available.entries)} matches all these words; try fewer.", file=sys.stderr)


def _open_catalogue(source: str) -> Catalogue:
    """Load the catalogue of treebanks from a file or a URL; '' is the one shipped with the program."""
    from spectral_core.treebanks.catalogue import download_catalogue, load_catalogue

    if "://" not in source:
        return load_catalogue(source or None)
    with tempfile.TemporaryDirectory() as folder:
        return download_catalogue(source, Path(folder) / "list.tsv")


def _download_treebank(
    catalogue: Catalogue, name: str, output: Path | None, mirror: str, release: str, json: bool
) -> None:
    """Download the treebank of this name, and print its files and how their checksums were verified."""
    from spectral_core.treebanks.treebank_download import download_treebank, make_file_url

    entry = catalogue.find_entry(name)
    if entry is None:
        suggestions = " or ".join(catalogue.suggest_names(name))
        remedy = f"did you mean {suggestions}?" if suggestions else "`spectral treebanks` lists them"
        raise SettingsError(f"{name or 'no name'}: there is no treebank of that name in the list; {remedy}")
    releases = catalogue.list_releases(entry)
    release = release or releases[0]
    source = make_file_url(entry, release, "", mirror)
    print(f"{entry.name}, release {release}, licence {entry.licence or 'not known'}, from {source}", file=sys.stderr)
    with progress_bars() as report:
        download = download_treebank(entry, release, output or Path(entry.name), report, mirror)
    for file in download.missing:
        print(f"{file}: not in this release.", file=sys.stderr)
    if release == releases[0] != releases[-1]:
        print(f"Release {releases[-1]} is newer, but the list has no checksums of its files; "
              f"--release {releases[-1]} downloads it.", file=sys.stderr)  # fmt: skip
    if json:
        files: list[Json] = [str(file) for file in download.files]
        checks: dict[str, Json] = {str(file): check for file, check in download.checks.items()}
        missing: list[Json] = list(download.missing)
        print_json(
            {
                **_catalogue_entry_to_json(entry),
                "folder": str(download.folder),
                "got": files,
                "missing": missing,
                "checked": checks,
            }
        )
        return
    for path, check in download.checks.items():
        print(f"{path.name}: {_CHECKSUM_RESULTS[check]}.", file=sys.stderr)
    for path in download.files:
        print(path)
    print(f"{format_count(len(download.files), 'file')} in {download.folder}", file=sys.stderr)


def _pin_checksums(catalogue: Catalogue, folder: Path, output: Path | None, release: str) -> None:
    """Write the catalogue to `output` with the checksums of the release files in a folder."""
    from spectral_core.treebanks.catalogue import compose_catalogue, pin_checksums

    if output is None:
        raise SettingsError("name the file of the new list with -o")
    check_text_name(output, (".tsv",))
    pinned, count = pin_checksums(catalogue, folder, release)
    if not count:
        raise SettingsError(f"no file in {folder} is named in the list")
    replace_atomically(output, [compress_by_suffix(output, compose_catalogue(pinned))])
    print(f"{format_count(count, 'file')} of release {release} pinned in {output}", file=sys.stderr)


def _catalogue_entry_to_json(entry: CatalogueEntry) -> dict[str, Json]:
    row: dict[str, Json] = {"name": entry.name, "language": entry.language, "code": entry.code, "train": entry.train}
    genres, files = list(entry.genres), list(entry.file_names)
    pins: dict[str, Json] = {file: pin for file, pin in zip(entry.file_names, entry.pins, strict=False) if pin}
    details: dict[str, Json] = {"sentences": entry.sentences, "genres": genres, "licence": entry.licence}
    return {**row, **details, "files": files, "sha256": pins}


def _format_optional_count(count: int | None) -> str:
    return "" if count is None else f"{count:,}"


def find(
    query: Annotated[str, typer.Argument(help="Query: 'dog', 'VERB >nsubj NOUN', 'NP over PP'.")],
    corpora: Corpora,
    most: Annotated[int, typer.Option("-k", "--most", help="Maximum number of sentences per file.", min=1)] = 100,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Find words, labels and structures in treebanks, and print matches in context."""
    from spectral_core.query import parse_query

    try:
        parsed_query = parse_query(query)
    except QueryError as error:
        raise SettingsError(f"{shorten(query)}: {error}") from None
    check_stdin_once(corpora)
    files: list[Json] = []
    for path in corpora:
        hits, has_more = _find_hits(parsed_query, path, most, format, profile)
        if json:
            rows: list[Json] = [
                _match_to_json(number, sentence, match)
                for number, sentence, hit_matches in hits
                for match in hit_matches
            ]
            files.append({"file": str(path), "sentences": len(hits), "more": has_more, "matches": rows})
            continue
        for number, sentence, matches in hits:
            for match in matches:
                print(f"{path}:{number}: {_format_match_in_context(sentence, match)}")
        match_count = format_count(sum(len(matches) for *_, matches in hits), "hit")
        more_note = f"; there are more, -k {most * 10} shows them" if has_more else ""
        print(f"{path}: {match_count} in {format_count(len(hits), 'sentence')}{more_note}", file=sys.stderr)
    if json:
        print_json({"query": query, "files": files})


def _find_hits(
    query: Query, path: Path, limit: int, format: str | None, profile: str | None
) -> tuple[list[tuple[int, Sentence, tuple[Match, ...]]], bool]:
    """Return the sentences of a file that match, with their numbers from 1 and their matches, and whether there are
    more than `limit`."""
    from spectral_core.progress import Progress

    treebank = load(path, format, profile)
    hits: list[tuple[int, Sentence, tuple[Match, ...]]] = []
    with progress_bars() as report:

        def report_searched(done: int) -> None:
            report(Progress("searching", done, len(treebank)))

        for index, matches in query.find(treebank, report_searched):
            if len(hits) == limit:
                return hits, True
            hits.append((index + 1, treebank[index], matches))
    return hits, False


def _format_match_in_context(sentence: Sentence, match: Match) -> str:
    """Return the words of a match in square brackets with their context; a long gap between them is shortened."""
    words = sorted(match.words)
    if not words:
        label = f"({_join_node_labels(sentence, match)}) " if match.nodes else ""
        return (
            label
            + " ".join(sentence.forms[: 2 * _CONTEXT_WORDS])
            + (" ..." if len(sentence) > 2 * _CONTEXT_WORDS else "")
        )
    first, last = words[0], words[-1]
    start, end = max(first - _CONTEXT_WORDS, 1), min(last + _CONTEXT_WORDS, len(sentence))
    pieces: list[str] = []
    matched = set(words)
    near_matches = {position for word in words for position in (word - 1, word, word + 1)}
    for word in range(start, end + 1):
        form = sentence.forms[word - 1]
        if word in matched:
            bracket = "[" if word - 1 not in matched else ""
            form = bracket + form + ("]" if word + 1 not in matched else "")
        elif first < word < last and last - first > 4 * _CONTEXT_WORDS and word not in near_matches:
            if pieces[-1] != "...":
                pieces.append("...")
            continue
        pieces.append(form)
    label = f"({_join_node_labels(sentence, match)}) " if match.nodes else ""
    return f"{label}{'... ' if start > 1 else ''}{' '.join(pieces)}{' ...' if end < len(sentence) else ''}"


def _join_node_labels(sentence: Sentence, match: Match) -> str:
    """Return the labels of the matched tree nodes, separated by blanks."""
    from spectral_core.data.tree import node_at

    assert sentence.tree is not None
    return " ".join(node_at(sentence.tree, path).label for path in match.nodes)


def _match_to_json(number: int, sentence: Sentence, match: Match) -> dict[str, Json]:
    nodes: list[Json] = [list(path) for path in match.nodes]
    row: dict[str, Json] = {"sentence": number, "id": sentence.comment("sent_id"), "words": list(match.words)}
    return {**row, "nodes": nodes, "text": sentence.text}


COMMANDS = (
    check,
    convert,
    treebanks,
    find,
)
