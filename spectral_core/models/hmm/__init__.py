"""Hidden Markov models over words, tags or any column: the closed form, EM, and EM from the closed form."""

from spectral_core.models.hmm.learn import add, can_add, learn, solve
from spectral_core.models.hmm.model import Hmm
from spectral_core.models.hmm.moments import HmmMoments, count
from spectral_core.models.hmm.settings import HmmSettings

restore = Hmm.from_arrays
__all__ = ["Hmm", "HmmMoments", "HmmSettings", "add", "can_add", "count", "learn", "restore", "solve"]
