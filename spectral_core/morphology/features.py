"""Features in FEATS notation (Universal Dependencies), and the notation of tag tables."""

from __future__ import annotations

from collections.abc import Mapping

from spectral_core.data import EMPTY


def parse_key_values(text: str) -> dict[str, str]:
    """Parse `key:value` pairs separated by white space."""
    return dict(word.split(":", 1) for word in text.split())


def invert_mapping(rows: Mapping[str, str]) -> dict[str, str]:
    """Invert a mapping whose values are lists of words: map each word to its key."""
    return {word: name for name, words in rows.items() for word in words.split()}


def format_features(features: Mapping[str, str]) -> str:
    """Format features for FEATS: in alphabetical order, EMPTY for none."""
    return "|".join(f"{name}={features[name]}" for name in sorted(features, key=str.lower)) or EMPTY


def parse_features(feats: str) -> dict[str, str]:
    """Parse a FEATS string into a dictionary from attribute to value."""
    pairs = (pair.partition("=") for pair in feats.split("|"))
    return {name: value for name, equals, value in pairs if equals}
