"""Split head automata: each tag generates its left and its right modifiers; estimated from counts, spectrally, or by
EM."""

from spectral_core.model import Counting, Family
from spectral_core.models.head_automata.model import HeadAutomata
from spectral_core.models.head_automata.moments import ModifierSequences, Moments, count
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.head_automata.training import add, learn, solve

restore = HeadAutomata.from_arrays


__all__ = [
    "FAMILY", "HeadAutomata", "HeadAutomataSettings", "ModifierSequences", "Moments", "add", "count", "learn",
    "restore", "solve",
]  # fmt: skip

FAMILY = Family.from_functions(
    HeadAutomataSettings,
    learn,
    HeadAutomata.from_arrays,
    Counting.from_functions(Moments, HeadAutomata, count, solve, add),
    learn,
)
