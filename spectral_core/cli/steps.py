"""The command that steps through an algorithm of a model on one sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import Corpus, FormatName, ModelFile, counted
from spectral_core.errors import DataError, FormatError, SettingsError

if TYPE_CHECKING:
    from spectral_core.data.trace import Trace

_ENDINGS = {"svg": ".svg", "tikz": ".tex"}


def steps(
    model: ModelFile,
    corpus: Corpus,
    sentence: Annotated[int, typer.Option(help="The number of the sentence in the file.", min=1)] = 1,
    algorithm: Annotated[
        str, typer.Option(help="One of those that the model has, where it has several.", show_default=False)
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="A folder for the figures, one a step; without it, captions are printed.",
            show_default=False,
        ),
    ] = None,
    figures: Annotated[str, typer.Option("--figures", help="svg or tikz: what the figures are.")] = "svg",
    format: FormatName = None,
) -> None:
    """Step through what a model's algorithm does with one sentence; each step is a figure."""
    from spectral_core.cli.standard import load
    from spectral_core.engine import AskTrace, DocumentState, Engine
    from spectral_core.progress import ignore_progress

    if figures not in _ENDINGS:
        raise SettingsError(f"--figures is svg or tikz, not {figures!r}")
    treebank = load(corpus, format)
    if sentence > len(treebank):
        raise DataError(f"{corpus}: there is no sentence {sentence}; the file has {len(treebank)}")
    engine, name = Engine(), str(corpus)
    engine.set_document(name, DocumentState(None, "", {}, treebank=treebank))
    found = AskTrace(model, treebank[sentence - 1], algorithm, name).run(engine, ignore_progress)
    if found.note:
        print(f"{corpus}, sentence {sentence}: only {found.note} are stepped through.", file=sys.stderr)
    if output is None:
        for number, step in enumerate(found.steps, 1):
            print("\n    ".join((f"{number:>3} {step.caption}", *step.equation)))
        return
    write(found, output, figures, corpus)
    print(f"{counted(len(found), 'figure')} of {found.title[0].lower() + found.title[1:]} in {output}")


def write(trace: Trace, folder: Path, figures: str, corpus: Path) -> None:
    """A figure a step in a folder, which is made where it is not there; who may not read the corpus may not read it."""
    from spectral_core.files import replace_atomically, rights_of_copy
    from spectral_core.formats.export.frames import latex_frame, svg_frame

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise FormatError(folder, None, f"no folder can be made here: {error.strerror}", "Name another") from error
    width = len(str(len(trace)))
    rights = rights_of_copy(folder / "1", [corpus])
    for number in range(len(trace)):
        text = svg_frame(trace, number) if figures == "svg" else latex_frame(trace, number, standalone=True)
        path = folder / f"{number + 1:0{width}}{_ENDINGS[figures]}"
        replace_atomically(path, [text.encode()], rights=rights)


COMMANDS = (steps,)
