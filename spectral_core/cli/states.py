"""The command that says what the hidden states at the nodes of trees stand for."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, Corpus, FormatName, ModelFile
from spectral_core.cli.output import bars, print_json, print_table

if TYPE_CHECKING:
    from spectral_core.engine import PartStates

_LISTED = 6  # words and rules of a state


def states(
    model: ModelFile,
    corpus: Corpus,
    label: Annotated[str, typer.Option(help="A label or tag whose states are told; without it, which there are.")] = "",
    kind: Annotated[str, typer.Option(help="Which of its states, where it has several kinds, as node.")] = "",
    truth: Annotated[
        Path | None, typer.Option(help="The same trees, whose labels say more, as NP[3sg,full].", show_default=False)
    ] = None,
    format: FormatName = None,
    json: AsJson = False,
) -> None:
    """Say what is typical of each hidden state of a label, and how far states tell features or fuller labels."""
    from spectral_core.cli.standard import load
    from spectral_core.engine import AskStateParts, AskStates, DocumentState, Engine

    engine, name = Engine(), str(corpus)
    engine.set_document(name, DocumentState(None, "", {}, treebank=load(corpus, format)))
    with bars() as show:
        if not label:
            found = AskStateParts(model, name, truth).run(engine, show)
        else:
            told = AskStates(model, name, label, kind, truth).run(engine, show)
    if not label:
        if json:
            print_json({"sentences": found.sentences, "parts": [dataclasses.asdict(part) for part in found.parts]})
            return
        rows = [[part.part, part.kind, f"{part.nodes:,}", str(part.states)] for part in found.parts]
        print_table(f"{corpus}, {found.sentences:,} sentences", ["label", "kind", "nodes", "states"], rows, 2)
        return
    if json:
        print_json({key: value for key, value in dataclasses.asdict(told).items() if key != "points"})
        return
    _print(told)


def _print(found: PartStates) -> None:
    hangs = any(card.above for card in found.states)  # words of dependency trees
    rows = [
        [
            *(f"{card.number:>5}", f"{100 * card.share:5.1f}", _listed(card.words), _listed(card.rules)),
            *([_listed(card.above)] if hangs else []),
        ]
        for card in found.states
    ]
    name = f"{found.part.part} {found.part.kind}".strip()
    title = f"{name}: {found.part.states} states of {found.part.nodes:,} nodes"
    print_table(title, ["state", "    %", "words", *(["below", "above"] if hangs else ["rules"])], rows, 5, prose=True)
    told = [
        [
            one.name, " / ".join(value for value, _ in one.values[:4]),
            *(f"{100 * share:.1f}" for share in (one.right, one.usual, one.information)),
        ]
        for one in found.attributes
    ]  # fmt: skip
    if told:
        print_table("What the states tell", ["what", "values", "right %", "without %", "told %"], told, 2)


def _listed(values: tuple[tuple[str, float], ...]) -> str:
    return ", ".join(value for value, _ in values[:_LISTED])


COMMANDS = (states,)
