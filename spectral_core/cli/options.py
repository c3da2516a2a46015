"""Options, files and checks shared by commands; `-` is standard input or output."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from spectral_core.data import Sentence

Corpora = Annotated[
    list[Path], typer.Argument(help="Treebanks or texts; plain, .gz, .xz; - is standard input.", show_default=False)
]
Corpus = Annotated[
    Path, typer.Argument(help="A treebank or text; plain, .gz, .xz; - is standard input.", show_default=False)
]
ModelFile = Annotated[Path, typer.Argument(help="A model file from `spectral learn`.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
FormatName = Annotated[
    str | None, typer.Option("--format", help="conllu, brackets, text or table, if the file name does not show it.")
]
ProfileName = Annotated[str | None, typer.Option("--profile", help="Layout of a token table: a name or a .toml file.")]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file instead of the screen.")]
TableFile = Annotated[Path | None, typer.Option("-o", "--output", help="Also write the table to a file, .csv or .tex.")]
Lexicon = Annotated[
    Path | None,
    typer.Option(help="A folder of tables in Buckwalter's format, for candidate readings."),
]
DRAWN_ENDINGS = (".svg", ".pdf", ".png")  # figures drawn in a process of the window


def add_lexicon(sentences: Iterable[Sentence], lexicon: Path | None) -> list[Sentence]:
    """Return the sentences with the readings of a lexicon, unchanged if there is none."""
    if lexicon is None:
        return list(sentences)
    from spectral_core.morphology.arabic.buckwalter import BuckwalterAnalyser, add_candidates

    analyser = BuckwalterAnalyser.open(lexicon)
    return [add_candidates(sentence.with_readings(), analyser) for sentence in sentences]
