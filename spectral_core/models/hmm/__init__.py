"""Hidden Markov models over words, tags or any column: the closed form, EM, and EM from the closed form."""

from spectral_core.model import Arrays, Settings
from spectral_core.models.hmm.learn import add, can_add, learn, solve
from spectral_core.models.hmm.model import Hmm
from spectral_core.models.hmm.moments import HmmMoments, count
from spectral_core.models.hmm.settings import HmmSettings


def restore(settings: Settings, arrays: Arrays) -> Hmm:
    """The model that `arrays` were taken from."""
    return Hmm.from_arrays(settings, arrays)


__all__ = ["Hmm", "HmmMoments", "HmmSettings", "add", "can_add", "count", "learn", "restore", "solve"]
