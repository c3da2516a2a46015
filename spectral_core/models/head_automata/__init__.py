"""Split head automata: each tag generates its modifiers on either side; deterministic, spectral or by EM."""

from spectral_core.model import Arrays, Settings
from spectral_core.models.head_automata.learn import add, learn, solve
from spectral_core.models.head_automata.model import HeadAutomata
from spectral_core.models.head_automata.moments import ModifierSequences, Moments, count
from spectral_core.models.head_automata.settings import HeadAutomataSettings


def restore(settings: Settings, arrays: Arrays) -> HeadAutomata:
    """The model that `arrays` were taken from."""
    return HeadAutomata.from_arrays(settings, arrays)


__all__ = [
    "HeadAutomata", "HeadAutomataSettings", "ModifierSequences", "Moments", "add", "count", "learn", "restore", "solve",
]  # fmt: skip
