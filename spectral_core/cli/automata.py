"""The command that draws the hidden states of a model as an automaton: text here, pictures by the window's process."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import (
    DRAWN,
    FormatName,
    ModelFile,
    check_output,
    counted,
    drawn_by_the_window,
    figure_ending,
    readable,
)
from spectral_core.errors import SettingsError, SpectralError

if TYPE_CHECKING:
    from spectral_core.data.automaton import Automaton

_WRITTEN = (".dot", ".graphml", ".tex", ".json")


def automaton(
    model: ModelFile,
    corpus: Annotated[
        Path | None,
        typer.Argument(
            help="A treebank whose sequences are followed; without it, or without heads in it, those learnt from.",
            show_default=False,
        ),
    ] = None,
    *,
    head: Annotated[str, typer.Option(help="The tag of the head.", show_default=False)],
    direction: Annotated[str, typer.Option(help="left or right: where the modifiers stand.", show_default=False)],
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            help="The figure; .svg, .pdf, .png, .dot or .tex; .graphml or .json, with all edges.",
            show_default=False,
        ),
    ],
    clusters: Annotated[int, typer.Option(help="How many states there are before the merges.", min=1)] = 10,
    minimum: Annotated[
        int | None,
        typer.Option(
            help="How often a prefix must occur to be clustered; by default as suits the number of sequences.", min=1
        ),
    ] = None,
    evidence: Annotated[
        float, typer.Option(help="The least share of a tag's sequences for a merge.", min=0.0, max=0.5)
    ] = 0.1,
    least: Annotated[
        float, typer.Option(help="Edges that a smaller share of the sequences takes are not drawn.", min=0.0, max=1.0)
    ] = 0.005,
    format: FormatName = None,
) -> None:
    """Draw the hidden states of a model's head automaton as a deterministic one."""
    from spectral_core.cli.standard import load, load_model
    from spectral_core.model import ExtractsAutomata

    figure_ending(output, (*DRAWN, *_WRITTEN))
    if direction not in ("left", "right"):
        raise SettingsError(f"--direction is left or right, not {direction!r}")
    check_output(output, [model, *([] if corpus is None else [corpus])])
    explainer = load_model(model)
    if not isinstance(explainer, ExtractsAutomata):
        what = f"{model}: a model of {explainer.method} has no automata to draw"
        raise SpectralError(f"{what}; learn head-automata with estimator=spectral, for one")
    sentences = None
    if corpus is not None:
        sentences = [sentence for _, sentence in readable(load(corpus, format), corpus)]
        if not any(sentence.has_heads for sentence in sentences):
            print(f"{corpus} has no heads to follow: this is drawn of what the model was learnt from.", file=sys.stderr)
            sentences = None
    found = explainer.automaton(head, direction, clusters, minimum, sentences, evidence)
    code = write(found, output, least, [model, *([] if corpus is None else [corpus])])
    if code == 0:
        print(told(found))
    raise typer.Exit(code)


def told(found: Automaton) -> str:
    """A line on what was found, and on whether it is an automaton as it should be."""
    prefixes = f"{len(found.prefixes):,} prefix{'' if len(found.prefixes) == 1 else 'es'}"
    prefixes += f" (from {counted(found.minimum, 'occurrence')})"
    clusters, merges = counted(found.clusters, "cluster"), counted(len(found.merges), "merge")
    lost = f"{100 * found.lost:.1f} % of {counted(found.total, 'sequence')} leave"
    shape = ["Deterministic" if found.deterministic else "Not deterministic"]
    if found.unreachable:
        shape.append(f"not reached from the start: {', '.join(map(str, found.unreachable))}")
    if found.dead_ends:
        shape.append(f"no sequence ends after: {', '.join(map(str, found.dead_ends))}")
    return f"{prefixes}, {clusters}, {merges}, {counted(len(found.states), 'state')}; {lost}. {'; '.join(shape)}."


def write(found: Automaton, output: Path, least: float = 0.0, texts: Sequence[Path] = ()) -> int:
    """Writes a figure of an automaton as its ending says, which who may not read these texts may not read; the exit
    code."""
    from spectral_core.files import replace_atomically, rights_of_copy
    from spectral_core.formats import automata as stored
    from spectral_core.formats.export.automata import dot_automaton, graphml_automaton, latex_automaton

    match output.suffix.lower():
        case ".dot":
            text = dot_automaton(found, least=least)
        case ".graphml":
            text = graphml_automaton(found)
        case ".tex":
            text = latex_automaton(found, standalone=True, least=least)
        case ".json":
            text = stored.write(found)
        case _:
            return _draw(stored.write(found), output, least, texts)
    replace_atomically(output, [text.encode()], rights=rights_of_copy(output, texts))
    return 0


def _draw(text: str, output: Path, least: float, texts: Sequence[Path]) -> int:
    from spectral_core.files import replace_atomically, rights_of_copy

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "automaton.json"
        replace_atomically(source, [text.encode()], rights=rights_of_copy(output, texts))  # which the figure gets
        return drawn_by_the_window(output, "--automaton", str(source), "--least", str(least))


COMMANDS = (automaton,)
