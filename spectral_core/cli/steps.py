"""Command that steps through an algorithm of a model on one sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import Corpus, FormatName, ModelFile, format_count
from spectral_core.errors import DataError, FormatError, SettingsError

if TYPE_CHECKING:
    from spectral_core.data.trace import Trace

_ENDINGS = {"svg": ".svg", "tikz": ".tex"}


def steps(
    model: ModelFile,
    corpus: Corpus,
    sentence: Annotated[int, typer.Option(help="The number of the sentence in the file.", min=1)] = 1,
    algorithm: Annotated[
        str, typer.Option(help="Name of the algorithm, if the model has several.", show_default=False)
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Folder for the figures, one per step; by default captions are printed.",
            show_default=False,
        ),
    ] = None,
    figures: Annotated[str, typer.Option("--figures", help="Format of the figures: svg or tikz.")] = "svg",
    format: FormatName = None,
) -> None:
    """Step through a model's algorithm on one sentence; each step is a figure."""
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
    trace = AskTrace(model, treebank[sentence - 1], algorithm, name).run(engine, ignore_progress)
    if trace.note:
        print(f"{corpus}, sentence {sentence}: only {trace.note} are stepped through.", file=sys.stderr)
    if output is None:
        for number, step in enumerate(trace.steps, 1):
            print("\n    ".join((f"{number:>3} {step.caption}", *step.equation)))
        return
    write_frames(trace, output, figures, corpus)
    print(f"{format_count(len(trace), 'figure')} of {trace.title[0].lower() + trace.title[1:]} in {output}")


def write_frames(trace: Trace, folder: Path, figures: str, corpus: Path) -> None:
    """Write a figure for each step to a folder, which is made if necessary; figures are as private as the corpus."""
    from spectral_core.files import replace_atomically, rights_of_copy
    from spectral_core.formats.export.figures import frame_to_latex, frame_to_svg

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise FormatError(folder, None, f"the folder cannot be made: {error.strerror}", "Name another") from error
    width = len(str(len(trace)))
    rights = rights_of_copy(folder / "1", [corpus])
    for number in range(len(trace)):
        text = frame_to_svg(trace, number) if figures == "svg" else frame_to_latex(trace, number, standalone=True)
        path = folder / f"{number + 1:0{width}}{_ENDINGS[figures]}"
        replace_atomically(path, [text.encode()], rights=rights)


COMMANDS = (steps,)
