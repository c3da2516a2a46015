"""Which of a model's algorithms is stepped through."""

from collections.abc import Sequence

from spectral_core.errors import SettingsError


def algorithm_among(asked: str, names: Sequence[str]) -> str:
    """The algorithm that was asked for, by default the first; an unknown one is answered with those there are."""
    if asked and asked not in names:
        raise SettingsError(f"this model has no algorithm {asked!r}; it can be stepped through {', '.join(names)}")
    return asked or names[0]
