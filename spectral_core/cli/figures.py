"""The command that draws one sentence: LaTeX and plain text from its structure, pictures by the window's process."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import DRAWN, Corpus, check_output, drawn_by_the_window, figure_ending, write_lines
from spectral_core.errors import DataError, SettingsError

if TYPE_CHECKING:
    from spectral_core.data import Sentence
    from spectral_core.formats.export import Kind

_WRITTEN = (".tex", ".txt")


def figure(
    corpus: Corpus,
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            help="The figure; .tex, .txt, .svg, .pdf, .png; or -: as text.",
            show_default=False,
        ),
    ],
    sentence: Annotated[int, typer.Option(help="The number of the sentence in the file.", min=1)] = 1,
    kind: Annotated[
        str | None, typer.Option(help="dependencies or constituents; without it, the first that the sentence has.")
    ] = None,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="LaTeX: a whole document instead of a part of one.")
    ] = False,
) -> None:
    """Write the structure of one sentence as a figure."""
    from spectral_core.cli.standard import STANDARD, load
    from spectral_core.data import Treebank
    from spectral_core.formats import format_named, is_bare, save

    suffix = ".txt" if output == STANDARD else figure_ending(output, (*_WRITTEN, *DRAWN))
    if standalone and suffix != ".tex":
        raise SettingsError(f"--standalone is for .tex, not for {suffix}")
    check_output(output, [corpus])
    treebank = load(corpus)
    if sentence > len(treebank):
        raise DataError(f"{corpus}: there is no sentence {sentence}; the file has {len(treebank)}")
    chosen = treebank[sentence - 1]
    if not chosen.readable:
        raise DataError(f"{corpus}: sentence {sentence} could not be read; `spectral check` says why")
    drawn = _kind(chosen, kind, f"{corpus}, sentence {sentence}")
    if suffix in DRAWN:
        with tempfile.TemporaryDirectory() as folder:
            source, number = corpus, sentence
            if corpus == STANDARD:  # what was read is gone: the window's process reads it again
                row = format_named("conllu" if is_bare(treebank.format) else treebank.format)
                source, number = Path(folder) / f"text{row.suffixes[0]}", 1
                save(Treebank.of([chosen]), source, row.name)
            asked = ("--figure", str(source), "--sentence", str(number), "--kind", drawn)
            raise typer.Exit(drawn_by_the_window(output, *asked))
    write_lines(output, [_written(chosen, drawn, suffix, standalone)], [corpus])


def _kind(sentence: Sentence, asked: str | None, place: str) -> Kind:
    from spectral_core.formats.export import kinds_of

    has = kinds_of(sentence)
    if asked is not None and asked not in ("dependencies", "constituents"):
        raise SettingsError(f"--kind is dependencies or constituents, not {asked!r}")
    for kind in has:
        if asked in (None, kind):
            return kind
    if not has:
        raise DataError(f"{place}: it has no structure to draw; parse it or annotate it first")
    raise DataError(f"{place}: it has no {asked}; it has {has[0]}")


def _written(sentence: Sentence, kind: Kind, suffix: str, standalone: bool) -> str:
    from spectral_core.formats.export import as_text, latex_dependencies, latex_tree

    if suffix == ".txt":
        return as_text(sentence, kind)
    if kind == "dependencies":
        return latex_dependencies(sentence, standalone=standalone)
    assert sentence.tree is not None
    return latex_tree(sentence.tree, standalone=standalone, text=sentence.text)


COMMANDS = (figure,)
