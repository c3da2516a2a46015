"""Command that interprets the hidden states at the nodes of trees."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, Corpus, FormatName, ModelFile
from spectral_core.cli.output import print_json, print_table, progress_bars

if TYPE_CHECKING:
    from spectral_core.engine import PartStates

_MAX_VALUES = 6  # words and rules of a state


def states(
    model: ModelFile,
    corpus: Corpus,
    label: Annotated[str, typer.Option(help="A label or tag; by default all of them are listed.")] = "",
    kind: Annotated[str, typer.Option(help="Kind of states, if there are several, as node.")] = "",
    truth: Annotated[
        Path | None, typer.Option(help="The same trees with finer labels, as NP[3sg,full].", show_default=False)
    ] = None,
    format: FormatName = None,
    json: AsJson = False,
) -> None:
    """Show what is typical of each hidden state of a label, and how well states predict features or finer labels."""
    from spectral_core.cli.standard import load
    from spectral_core.engine import AskStateParts, AskStates, DocumentState, Engine

    engine, name = Engine(), str(corpus)
    engine.set_document(name, DocumentState(None, "", {}, treebank=load(corpus, format)))
    with progress_bars() as report:
        if not label:
            part_list = AskStateParts(model, name, truth).run(engine, report)
        else:
            part_states = AskStates(model, name, label, kind, truth).run(engine, report)
    if not label:
        if json:
            print_json(
                {"sentences": part_list.sentences, "parts": [dataclasses.asdict(part) for part in part_list.parts]}
            )
            return
        rows = [[part.part, part.kind, f"{part.nodes:,}", str(part.states)] for part in part_list.parts]
        print_table(f"{corpus}, {part_list.sentences:,} sentences", ["label", "kind", "nodes", "states"], rows, 2)
        return
    if json:
        print_json({key: value for key, value in dataclasses.asdict(part_states).items() if key != "points"})
        return
    _print_states(part_states)


def _print_states(part_states: PartStates) -> None:
    has_heads = any(card.above for card in part_states.states)  # dependency trees
    rows = [
        [
            *(f"{card.number:>5}", f"{100 * card.share:5.1f}", _join_values(card.words), _join_values(card.rules)),
            *([_join_values(card.above)] if has_heads else []),
        ]
        for card in part_states.states
    ]
    name = f"{part_states.part.part} {part_states.part.kind}".strip()
    title = f"{name}: {part_states.part.states} states of {part_states.part.nodes:,} nodes"
    print_table(
        title, ["state", "    %", "words", *(["below", "above"] if has_heads else ["rules"])], rows, 5, prose=True
    )
    attribute_rows = [
        [
            attribute.name, " / ".join(value for value, _ in attribute.values[:4]),
            *(f"{100 * share:.1f}" for share in (attribute.right, attribute.usual, attribute.information)),
        ]
        for attribute in part_states.attributes
    ]  # fmt: skip
    if attribute_rows:
        print_table(
            "What the states predict",
            ["feature", "values", "accuracy %", "baseline %", "information %"],
            attribute_rows,
            2,
        )


def _join_values(values: tuple[tuple[str, float], ...]) -> str:
    return ", ".join(value for value, _ in values[:_MAX_VALUES])


COMMANDS = (states,)
