"""Command that shows similar words and word classes."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated

import typer

from spectral_core.cli.options import AsJson, ModelFile
from spectral_core.cli.output import print_json, print_table, progress_bars

if TYPE_CHECKING:
    from spectral_core.engine import KnownWord, WordMap


def words(
    model: ModelFile,
    word: Annotated[str, typer.Argument(help="The word; by default the classes of all words, or their map.")] = "",
    most: Annotated[int, typer.Option("-k", "--most", min=1, help="Number of words of each kind.")] = 10,
    json: AsJson = False,
) -> None:
    """Show the most similar words and the classes of a word, or the words of each class."""
    from spectral_core.engine import AskWord, AskWordMap, Engine

    engine = Engine()
    with progress_bars() as report:
        if word:
            profile = AskWord(model, word, most).run(engine, report)
        else:
            word_map = AskWordMap(model).run(engine, report)
    if json:
        print_json(dataclasses.asdict(profile if word else word_map))
    elif word:
        _print_word(profile)
    else:
        _print_map(word_map, most)


def _print_word(profile: KnownWord) -> None:
    if profile.classes:
        rows = [[str(number), f"{100 * share:.1f}"] for number, share in profile.classes]
        print_table(f"Classes of {profile.word}", ["class", "%"], rows, 1)
    rows = [[word, f"{similarity:.3f}"] for word, similarity in profile.neighbours]
    print_table(f"Words most similar to {profile.word}", ["word", "similarity"], rows, 1)
    for title, neighbours in (("before", profile.before), ("after", profile.behind)):
        if neighbours:
            rows = [[word or "(edge)", f"{count:,}"] for word, count in neighbours]
            print_table(f"Words {title} it", ["word", "times"], rows, 1)


def _print_map(word_map: WordMap, limit: int) -> None:
    if word_map.classes:
        rows = [
            [f"{card.number:>5}", f"{100 * card.share:5.1f}", ", ".join(word for word, _ in card.words[:limit])]
            for card in word_map.classes
        ]
        title = f"{len(rows)} classes of {word_map.words:,} words"
        print_table(title, ["class", "    %", "words"], rows, 3, prose=True)
        return
    rows = [[word, f"{x:.3f}", f"{y:.3f}"] for word, x, y in word_map.points]
    print_table(f"The {len(rows)} most frequent of {word_map.words:,} words in the plane", ["word", "x", "y"], rows, 1)


COMMANDS = (words,)
