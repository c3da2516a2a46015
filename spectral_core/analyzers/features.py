"""How features are written in Universal Dependencies, and the answers of analysers remembered word by word."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from spectral_core.data import EMPTY, Analysis

REMEMBERED = 1 << 16  # words; the tail of a corpus is words seen once, so that more is memory for little

_Key = TypeVar("_Key", bound=Hashable)


def table(text: str) -> dict[str, str]:
    """What stands behind the colon of each word of a table, by what stands before it."""
    return dict(word.split(":", 1) for word in text.split())


def rows_by_word(rows: Mapping[str, str]) -> dict[str, str]:
    """The name of its row for each word that stands in the rows."""
    return {word: name for name, words in rows.items() for word in words.split()}


def written(features: Mapping[str, str]) -> str:
    """The features as FEATS has them: in alphabetical order, EMPTY for none."""
    return "|".join(f"{name}={features[name]}" for name in sorted(features, key=str.lower)) or EMPTY


def named(feats: str) -> dict[str, str]:
    """The value of each attribute in FEATS."""
    pairs = (pair.partition("=") for pair in feats.split("|"))
    return {name: value for name, equals, value in pairs if equals}


def remembered(
    known: dict[_Key, tuple[Analysis, ...]], word: _Key, readings: Callable[[], Iterable[Analysis]]
) -> tuple[Analysis, ...]:
    """The readings of the word, each once: asked for the first time, looked up after that."""
    if (found := known.get(word)) is None:
        found = tuple(dict.fromkeys(readings()))
        if len(known) >= REMEMBERED:
            known.clear()
        known[word] = found
    return found
