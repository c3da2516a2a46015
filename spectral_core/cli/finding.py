"""Command that finds words, labels and structures, and prints a concordance."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.brief import shorten
from spectral_core.cli.options import AsJson, Corpora, FormatName, ProfileName, format_count
from spectral_core.cli.output import Json, print_json, progress_bars
from spectral_core.cli.standard import check_stdin_once
from spectral_core.errors import QueryError, SettingsError

if TYPE_CHECKING:
    from spectral_core.data import Sentence
    from spectral_core.query import Match, Query

_CONTEXT_WORDS = 8  # words of context on either side


def find(
    query: Annotated[str, typer.Argument(help="What to look for: 'dog', 'VERB >nsubj NOUN', 'NP over PP'.")],
    corpora: Corpora,
    most: Annotated[int, typer.Option("-k", "--most", help="Maximum number of sentences per file.", min=1)] = 100,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Find words, labels and structures in treebanks, and print matches in context."""
    from spectral_core.query import parse

    try:
        parsed_query = parse(query)
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
                print(f"{path}:{number}: {_format_in_context(sentence, match)}")
        match_count = format_count(sum(len(matches) for *_, matches in hits), "hit")
        more_note = f"; there are more, -k {most * 10} shows them" if has_more else ""
        print(f"{path}: {match_count} in {format_count(len(hits), 'sentence')}{more_note}", file=sys.stderr)
    if json:
        print_json({"query": query, "files": files})


def _find_hits(
    query: Query, path: Path, limit: int, format: str | None, profile: str | None
) -> tuple[list[tuple[int, Sentence, tuple[Match, ...]]], bool]:
    """Return sentences with their numbers from 1 and their matches, and whether there are more."""
    from spectral_core.cli.standard import load
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


def _format_in_context(sentence: Sentence, match: Match) -> str:
    """Return the matched words in square brackets with their context; a long gap between them is shortened."""
    words = sorted(match.words)
    if not words:
        label = f"({_node_labels(sentence, match)}) " if match.nodes else ""
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
    label = f"({_node_labels(sentence, match)}) " if match.nodes else ""
    return f"{label}{'... ' if start > 1 else ''}{' '.join(pieces)}{' ...' if end < len(sentence) else ''}"


def _node_labels(sentence: Sentence, match: Match) -> str:
    from spectral_core.data.tree_edits import node_at

    assert sentence.tree is not None
    return " ".join(node_at(sentence.tree, path).label for path in match.nodes)


def _match_to_json(number: int, sentence: Sentence, match: Match) -> dict[str, Json]:
    nodes: list[Json] = [list(path) for path in match.nodes]
    row: dict[str, Json] = {"sentence": number, "id": sentence.comment("sent_id"), "words": list(match.words)}
    return {**row, "nodes": nodes, "text": sentence.text}


COMMANDS = (find,)
