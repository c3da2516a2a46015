"""Modifier sequences of heads in a treebank, with their positions."""

from collections.abc import Iterable

from spectral_core.data import Sentence
from spectral_core.data.dependencies import dependents
from spectral_core.errors import SettingsError
from spectral_core.models.automata.prefixes import Symbols


def collect_modifier_sequences(
    sentences: Iterable[Sentence], head: str, direction: str, column: str
) -> dict[Symbols, list[tuple[int, int]]]:
    """Return the modifiers, head-outwards, of each word tagged `head`, with the positions of each sequence."""
    if direction not in ("left", "right"):
        raise SettingsError(f"a direction is left or right, not {direction!r}")
    positions: dict[Symbols, list[tuple[int, int]]] = {}
    for number, sentence in enumerate(sentences):
        if not sentence.readable or not sentence.has_heads:
            continue
        tags = sentence.column(column)
        if head not in tags:
            continue
        modifiers = dependents(sentence.heads)
        for word, tag in enumerate(tags, 1):
            if tag != head:
                continue
            if direction == "left":
                outwards = [modifier for modifier in reversed(modifiers[word]) if modifier < word]
            else:
                outwards = [modifier for modifier in modifiers[word] if modifier > word]
            positions.setdefault(tuple(tags[modifier - 1] for modifier in outwards), []).append((number, word))
    return positions
