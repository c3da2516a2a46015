"""The command that finds words, labels and structures, and shows them where they stand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.brief import shorten
from spectral_core.cli.options import AsJson, Corpora, FormatName, ProfileName, counted
from spectral_core.cli.output import Json, bars, print_json
from spectral_core.cli.standard import check_once
from spectral_core.errors import QueryError, SettingsError

if TYPE_CHECKING:
    from spectral_core.data import Sentence
    from spectral_core.query import Match, Query

_AROUND = 8  # words shown on either side of what was found


def find(
    query: Annotated[str, typer.Argument(help="What to look for: 'dog', 'VERB >nsubj NOUN', 'NP over PP'.")],
    corpora: Corpora,
    most: Annotated[int, typer.Option("-k", "--most", help="Show at most so many sentences a file.", min=1)] = 100,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Find words, labels and structures in treebanks; each is shown with the words around it."""
    from spectral_core.query import parse

    try:
        asked = parse(query)
    except QueryError as error:
        raise SettingsError(f"{shorten(query)}: {error}") from None
    check_once(corpora)
    files: list[Json] = []
    for path in corpora:
        found, more = _found(asked, path, most, format, profile)
        if json:
            rows: list[Json] = [_row(number, sentence, match) for number, sentence, all_ in found for match in all_]
            files.append({"file": str(path), "sentences": len(found), "more": more, "matches": rows})
            continue
        for number, sentence, matches in found:
            for match in matches:
                print(f"{path}:{number}: {_in_context(sentence, match)}")
        places = counted(sum(len(matches) for *_, matches in found), "place")
        rest = f"; there are more, -k {most * 10} shows them" if more else ""
        print(f"{path}: {places} in {counted(len(found), 'sentence')}{rest}", file=sys.stderr)
    if json:
        print_json({"query": query, "files": files})


def _found(
    asked: Query, path: Path, most: int, format: str | None, profile: str | None
) -> tuple[list[tuple[int, Sentence, tuple[Match, ...]]], bool]:
    """The sentences with their numbers from 1 and the places in them, and whether there are more."""
    from spectral_core.cli.standard import load
    from spectral_core.progress import Progress

    treebank = load(path, format, profile)
    found: list[tuple[int, Sentence, tuple[Match, ...]]] = []
    with bars() as report:

        def passed(done: int) -> None:
            report(Progress("searching", done, len(treebank)))

        for at, matches in asked.find(treebank, passed):
            if len(found) == most:
                return found, True
            found.append((at + 1, treebank[at], matches))
    return found, False


def _in_context(sentence: Sentence, match: Match) -> str:
    """The words found, in square brackets, between those around them; a long gap inside is shortened."""
    words = sorted(match.words)
    if not words:
        label = f"({_label(sentence, match)}) " if match.nodes else ""
        return label + " ".join(sentence.forms[: 2 * _AROUND]) + (" ..." if len(sentence) > 2 * _AROUND else "")
    first, last = words[0], words[-1]
    start, end = max(first - _AROUND, 1), min(last + _AROUND, len(sentence))
    shown: list[str] = []
    chosen = set(words)
    nearest = {near for word in words for near in (word - 1, word, word + 1)}
    for word in range(start, end + 1):
        form = sentence.forms[word - 1]
        if word in chosen:
            opened = "[" if word - 1 not in chosen else ""
            form = opened + form + ("]" if word + 1 not in chosen else "")
        elif first < word < last and last - first > 4 * _AROUND and word not in nearest:
            if shown[-1] != "...":
                shown.append("...")
            continue
        shown.append(form)
    label = f"({_label(sentence, match)}) " if match.nodes else ""
    return f"{label}{'... ' if start > 1 else ''}{' '.join(shown)}{' ...' if end < len(sentence) else ''}"


def _label(sentence: Sentence, match: Match) -> str:
    from spectral_core.data.tree_paths import node_at

    assert sentence.tree is not None
    return " ".join(node_at(sentence.tree, path).label for path in match.nodes)


def _row(number: int, sentence: Sentence, match: Match) -> dict[str, Json]:
    nodes: list[Json] = [list(path) for path in match.nodes]
    row: dict[str, Json] = {"sentence": number, "id": sentence.comment("sent_id"), "words": list(match.words)}
    return {**row, "nodes": nodes, "text": sentence.text}


COMMANDS = (find,)
