"""Choice of the algorithm of a model to be traced."""

from collections.abc import Sequence

from spectral_core.errors import SettingsError


def choose_algorithm(requested: str, names: Sequence[str]) -> str:
    """Return the requested algorithm, by default the first; SettingsError lists the names if it is unknown."""
    if requested and requested not in names:
        raise SettingsError(f"this model has no algorithm {requested!r}; it can be stepped through {', '.join(names)}")
    return requested or names[0]
