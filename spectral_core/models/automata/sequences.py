"""The modifier sequences of heads in a treebank, with where they stand."""

from collections.abc import Iterable

from spectral_core.data import Sentence
from spectral_core.data.dependencies import dependents
from spectral_core.errors import SettingsError
from spectral_core.models.automata.prefixes import Symbols


def modifier_sequences(
    sentences: Iterable[Sentence], head: str, direction: str, column: str
) -> dict[Symbols, list[tuple[int, int]]]:
    """The modifiers, head-outwards, of each word that is a `head` in a column, with where each sequence stands."""
    if direction not in ("left", "right"):
        raise SettingsError(f"a direction is left or right, not {direction!r}")
    found: dict[Symbols, list[tuple[int, int]]] = {}
    for number, sentence in enumerate(sentences):
        if not sentence.readable or not sentence.has_heads:
            continue
        tags = sentence.column(column)
        if head not in tags:
            continue
        below = dependents(sentence.heads)
        for word, tag in enumerate(tags, 1):
            if tag != head:
                continue
            if direction == "left":
                outwards = [other for other in reversed(below[word]) if other < word]
            else:
                outwards = [other for other in below[word] if other > word]
            found.setdefault(tuple(tags[other - 1] for other in outwards), []).append((number, word))
    return found
