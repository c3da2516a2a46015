"""How features are written in Universal Dependencies, and the answers of analysers remembered word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from spectral_core.data import EMPTY, Analysis

REMEMBERED = 1 << 16  # words; the tail of a corpus is words seen once, so that more is memory for little


def written(features: Mapping[str, str]) -> str:
    """The features as FEATS has them: in alphabetical order, EMPTY for none."""
    return "|".join(f"{name}={features[name]}" for name in sorted(features, key=str.lower)) or EMPTY


def named(feats: str) -> dict[str, str]:
    """The value of each attribute in FEATS."""
    pairs = (pair.partition("=") for pair in feats.split("|"))
    return {name: value for name, equals, value in pairs if equals}


def remembered(
    known: dict[str, tuple[Analysis, ...]], word: str, readings: Callable[[], Iterable[Analysis]]
) -> tuple[Analysis, ...]:
    """The readings of the word, each once: asked for the first time, looked up after that."""
    found = known.get(word)
    if found is None:
        found = tuple(dict.fromkeys(readings()))
        if len(known) >= REMEMBERED:
            known.clear()
        known[word] = found
    return found
