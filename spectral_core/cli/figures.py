"""Commands that draw sentences and automata: text formats here, pictures in a process of the window."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.input_output import STANDARD_STREAM, format_count, load, load_model, write_lines
from spectral_core.cli.options import (
    DRAWN_ENDINGS,
    Corpus,
    FormatName,
    ModelFile,
    check_figure_ending,
    check_output_path,
    select_readable,
)
from spectral_core.errors import DataError, MissingPartError, SettingsError, SpectralError
from spectral_core.files import compute_copy_permissions, replace_atomically

if TYPE_CHECKING:
    from spectral_core.data import Sentence
    from spectral_core.data.automaton import Automaton
    from spectral_core.formats.export import Kind

_SENTENCE_ENDINGS = (".tex", ".txt")
_AUTOMATON_ENDINGS = (".dot", ".graphml", ".tex", ".json")


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
    from spectral_core.data import Treebank
    from spectral_core.formats import get_format, is_text_only, save

    suffix = ".txt" if output == STANDARD_STREAM else check_figure_ending(output, (*_SENTENCE_ENDINGS, *DRAWN_ENDINGS))
    if standalone and suffix != ".tex":
        raise SettingsError(f"--standalone is for .tex, not for {suffix}")
    check_output_path(output, [corpus])
    treebank = load(corpus)
    if sentence > len(treebank):
        raise DataError(f"{corpus}: there is no sentence {sentence}; the file has {len(treebank)}")
    chosen_sentence = treebank[sentence - 1]
    if not chosen_sentence.is_readable:
        raise DataError(f"{corpus}: sentence {sentence} could not be read; `spectral check` says why")
    structure = _choose_structure_kind(chosen_sentence, kind, f"{corpus}, sentence {sentence}")
    if suffix in DRAWN_ENDINGS:
        with tempfile.TemporaryDirectory() as folder:
            source, number = corpus, sentence
            if corpus == STANDARD_STREAM:  # standard input is consumed: the window's process needs a file
                row = get_format("conllu" if is_text_only(treebank.format) else treebank.format)
                source, number = Path(folder) / f"text{row.suffixes[0]}", 1
                save(Treebank.of([chosen_sentence]), source, row.name)
            arguments = ("--figure", str(source), "--sentence", str(number), "--kind", structure)
            raise typer.Exit(draw_in_window_process(output, *arguments))
    write_lines(output, [_compose_figure(chosen_sentence, structure, suffix, standalone)], [corpus])


def _choose_structure_kind(sentence: Sentence, requested: str | None, location: str) -> Kind:
    """Return the requested kind of structure, by default the first that the sentence has; DataError if it has none."""
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
    """Return the figure of a sentence as plain text or LaTeX."""
    from spectral_core.formats.export import dependencies_to_latex, structure_to_text, tree_to_latex

    if suffix == ".txt":
        return structure_to_text(sentence, kind)
    if kind == "dependencies":
        return dependencies_to_latex(sentence, standalone=standalone)
    assert sentence.tree is not None
    return tree_to_latex(sentence.tree, standalone=standalone, text=sentence.text)


def automaton(
    model: ModelFile,
    corpus: Annotated[
        Path | None,
        typer.Argument(
            help="A treebank with heads whose sequences are followed; by default those of the training data.",
            show_default=False,
        ),
    ] = None,
    *,
    head: Annotated[str, typer.Option(help="The tag of the head.", show_default=False)],
    direction: Annotated[str, typer.Option(help="left or right: the side of the modifiers.", show_default=False)],
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            help="The figure; .svg, .pdf, .png, .dot or .tex; .graphml or .json, with all edges.",
            show_default=False,
        ),
    ],
    clusters: Annotated[int, typer.Option(help="Number of states before merging.", min=1)] = 10,
    minimum: Annotated[
        int | None,
        typer.Option(help="Minimum count of a prefix; by default it depends on the number of sequences.", min=1),
    ] = None,
    evidence: Annotated[
        float, typer.Option(help="Minimum share of a tag's sequences for a merge.", min=0.0, max=0.5)
    ] = 0.1,
    least: Annotated[
        float, typer.Option(help="Hide edges that a smaller share of the sequences takes.", min=0.0, max=1.0)
    ] = 0.005,
    format: FormatName = None,
) -> None:
    """Draw the hidden states of a model's head automaton as a deterministic one."""
    from spectral_core.model import ExtractsAutomata

    check_figure_ending(output, (*DRAWN_ENDINGS, *_AUTOMATON_ENDINGS))
    if direction not in ("left", "right"):
        raise SettingsError(f"--direction is left or right, not {direction!r}")
    check_output_path(output, [model, *([] if corpus is None else [corpus])])
    explainer = load_model(model)
    if not isinstance(explainer, ExtractsAutomata):
        problem = f"{model}: a model of {explainer.method} has no automata to draw"
        raise SpectralError(f"{problem}; train head-automata with estimator=spectral, for example")
    sentences = None
    if corpus is not None:
        sentences = [sentence for _, sentence in select_readable(load(corpus, format), corpus)]
        if not any(sentence.has_heads for sentence in sentences):
            print(f"{corpus} has no heads to follow: the training data is followed instead.", file=sys.stderr)
            sentences = None
    extracted = explainer.automaton(head, direction, clusters, minimum, sentences, evidence)
    code = write_automaton(extracted, output, least, [model, *([] if corpus is None else [corpus])])
    if code == 0:
        print(describe_automaton(extracted))
    raise typer.Exit(code)


def describe_automaton(automaton: Automaton) -> str:
    """Describe an automaton on one line: its size, its determinism, and states without a path from the start or to an
    end."""
    prefixes = f"{len(automaton.prefixes):,} prefix{'' if len(automaton.prefixes) == 1 else 'es'}"
    prefixes += f" (from {format_count(automaton.minimum, 'occurrence')})"
    clusters, merges = format_count(automaton.clusters, "cluster"), format_count(len(automaton.merges), "merge")
    lost = f"{100 * automaton.lost_share:.1f} % of {format_count(automaton.total, 'sequence')} leave"
    shape = ["Deterministic" if automaton.is_deterministic else "Not deterministic"]
    if automaton.unreachable:
        shape.append(f"not reached from the start: {', '.join(map(str, automaton.unreachable))}")
    if automaton.dead_ends:
        shape.append(f"no sequence ends after: {', '.join(map(str, automaton.dead_ends))}")
    return (
        f"{prefixes}, {clusters}, {merges}, {format_count(len(automaton.states), 'state')}; {lost}. {'; '.join(shape)}."
    )


def write_automaton(automaton: Automaton, output: Path, least: float = 0.0, texts: Sequence[Path] = ()) -> int:
    """Write an automaton in the format of the file name's ending, and return an exit code."""
    from spectral_core.formats import automata as stored
    from spectral_core.formats.export.automata import automaton_to_dot, automaton_to_graphml, automaton_to_latex

    match output.suffix.lower():
        case ".dot":
            text = automaton_to_dot(automaton, min_share=least)
        case ".graphml":
            text = automaton_to_graphml(automaton)
        case ".tex":
            text = automaton_to_latex(automaton, standalone=True, min_share=least)
        case ".json":
            text = stored.automaton_to_json(automaton)
        case _:
            return _draw_automaton(stored.automaton_to_json(automaton), output, least, texts)
    replace_atomically(output, [text.encode()], permissions=compute_copy_permissions(output, texts))
    return 0


def _draw_automaton(text: str, output: Path, least: float, texts: Sequence[Path]) -> int:
    """Draw an automaton, given as JSON, in a process of the window; return its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "automaton.json"
        replace_atomically(
            source, [text.encode()], permissions=compute_copy_permissions(output, texts)
        )  # the figure inherits its permissions
        return draw_in_window_process(output, "--automaton", str(source), "--least", str(least))


COMMANDS = (
    figure,
    automaton,
)


def draw_in_window_process(output: Path, *arguments: str) -> int:
    """Draw a figure in a process of the window, without a screen, and return its exit code."""
    from spectral_core import machine

    missing = machine.find_missing_libraries(display=False)
    if missing:
        raise MissingPartError(machine.describe_missing_libraries(missing))
    command = [*machine.get_window_command(), *arguments, "-o", str(output)]
    return subprocess.call(command, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
