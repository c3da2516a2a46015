"""Hidden Markov models over words, tags or any column: spectral closed form, EM, and EM from the closed form."""

from spectral_core.model import Counting, Family
from spectral_core.models.hmm.estimators import add, can_add, learn, solve
from spectral_core.models.hmm.model import Hmm
from spectral_core.models.hmm.moments import HmmMoments, count
from spectral_core.models.hmm.settings import HmmSettings

restore = Hmm.from_arrays
__all__ = ["FAMILY", "Hmm", "HmmMoments", "HmmSettings", "add", "can_add", "count", "learn", "restore", "solve"]

FAMILY = Family.from_functions(
    HmmSettings, learn, Hmm.from_arrays, Counting.from_functions(HmmMoments, Hmm, count, solve, add, can_add)
)
