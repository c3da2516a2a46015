"""The command that says which words a model finds alike."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, ModelFile
from spectral_core.cli.output import bars, print_json, print_table

if TYPE_CHECKING:
    from spectral_core.engine import KnownWord, WordMap


def words(
    model: ModelFile,
    word: Annotated[str, typer.Argument(help="The word; without it, the classes of all words, or the plane.")] = "",
    most: Annotated[int, typer.Option("-k", "--most", min=1, help="How many words of each kind.")] = 10,
    json: AsJson = False,
) -> None:
    """Say which words are most like one, and of which classes it is; or what each class has."""
    from spectral_core.engine import AskWord, AskWordMap, Engine

    engine = Engine()
    with bars() as show:
        if word:
            known = AskWord(model, word, most).run(engine, show)
        else:
            drawn = AskWordMap(model).run(engine, show)
    if json:
        print_json(dataclasses.asdict(known if word else drawn))
    elif word:
        _print_word(known)
    else:
        _print_map(drawn, most)


def _print_word(known: KnownWord) -> None:
    if known.classes:
        rows = [[str(number), f"{100 * share:.1f}"] for number, share in known.classes]
        print_table(f"Classes of {known.word}", ["class", "%"], rows, 1)
    rows = [[word, f"{alike:.3f}"] for word, alike in known.neighbours]
    print_table(f"Words that are most like {known.word}", ["word", "alike"], rows, 1)
    for title, neighbours in (("before", known.before), ("behind", known.behind)):
        if neighbours:
            rows = [[word or "(edge)", f"{count:,}"] for word, count in neighbours]
            print_table(f"Words {title} it", ["word", "times"], rows, 1)


def _print_map(drawn: WordMap, most: int) -> None:
    if drawn.classes:
        rows = [
            [f"{card.number:>5}", f"{100 * card.share:5.1f}", ", ".join(word for word, _ in card.words[:most])]
            for card in drawn.classes
        ]
        title = f"{len(rows)} classes of {drawn.words:,} words"
        print_table(title, ["class", "    %", "words"], rows, 3, prose=True)
        return
    rows = [[word, f"{x:.3f}", f"{y:.3f}"] for word, x, y in drawn.points]
    print_table(f"The {len(rows)} most frequent of {drawn.words:,} words in the plane", ["word", "x", "y"], rows, 1)


COMMANDS = (words,)
