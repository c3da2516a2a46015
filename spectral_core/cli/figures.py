"""Command that draws one sentence: LaTeX and plain text here, pictures in a process of the window."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    DRAWN_ENDINGS,
    Corpus,
    check_figure_ending,
    check_output,
    draw_in_window,
    write_lines,
)
from spectral_core.errors import DataError, SettingsError

if TYPE_CHECKING:
    from spectral_core.data import Sentence
    from spectral_core.formats.export import Kind

_SENTENCE_ENDINGS = (".tex", ".txt")


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
        str | None, typer.Option(help="dependencies or constituents; by default the first that the sentence has.")
    ] = None,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="LaTeX: a complete document instead of a fragment.")
    ] = False,
) -> None:
    """Draw the structure of a sentence."""
    from spectral_core.cli.standard import STANDARD, load
    from spectral_core.data import Treebank
    from spectral_core.formats import get_format, is_bare, save

    suffix = ".txt" if output == STANDARD else check_figure_ending(output, (*_SENTENCE_ENDINGS, *DRAWN_ENDINGS))
    if standalone and suffix != ".tex":
        raise SettingsError(f"--standalone is for .tex, not for {suffix}")
    check_output(output, [corpus])
    treebank = load(corpus)
    if sentence > len(treebank):
        raise DataError(f"{corpus}: there is no sentence {sentence}; the file has {len(treebank)}")
    chosen_sentence = treebank[sentence - 1]
    if not chosen_sentence.readable:
        raise DataError(f"{corpus}: sentence {sentence} could not be read; `spectral check` says why")
    structure = _choose_kind(chosen_sentence, kind, f"{corpus}, sentence {sentence}")
    if suffix in DRAWN_ENDINGS:
        with tempfile.TemporaryDirectory() as folder:
            source, number = corpus, sentence
            if corpus == STANDARD:  # standard input is consumed: the window's process needs a file
                row = get_format("conllu" if is_bare(treebank.format) else treebank.format)
                source, number = Path(folder) / f"text{row.suffixes[0]}", 1
                save(Treebank.of([chosen_sentence]), source, row.name)
            arguments = ("--figure", str(source), "--sentence", str(number), "--kind", structure)
            raise typer.Exit(draw_in_window(output, *arguments))
    write_lines(output, [_compose_figure(chosen_sentence, structure, suffix, standalone)], [corpus])


def _choose_kind(sentence: Sentence, requested: str | None, location: str) -> Kind:
    from spectral_core.formats.export import structure_kinds

    available = structure_kinds(sentence)
    if requested is not None and requested not in ("dependencies", "constituents"):
        raise SettingsError(f"--kind is dependencies or constituents, not {requested!r}")
    for kind in available:
        if requested in (None, kind):
            return kind
    if not available:
        raise DataError(f"{location}: it has no structure to draw; parse it or annotate it first")
    raise DataError(f"{location}: it has no {requested}; it has {available[0]}")


def _compose_figure(sentence: Sentence, kind: Kind, suffix: str, standalone: bool) -> str:
    from spectral_core.formats.export import as_text, dependencies_to_latex, tree_to_latex

    if suffix == ".txt":
        return as_text(sentence, kind)
    if kind == "dependencies":
        return dependencies_to_latex(sentence, standalone=standalone)
    assert sentence.tree is not None
    return tree_to_latex(sentence.tree, standalone=standalone, text=sentence.text)


COMMANDS = (figure,)
