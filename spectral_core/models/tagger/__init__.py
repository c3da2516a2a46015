"""Part-of-speech tagger: a second-order chain over spellings and neighbours, with calibrated probabilities."""

from spectral_core.model import Family
from spectral_core.models.tagger.model import ChainTagger, learn, learn_with, restore
from spectral_core.models.tagger.settings import TaggerSettings

__all__ = ["FAMILY", "ChainTagger", "TaggerSettings", "learn", "learn_with", "restore"]

FAMILY = Family.from_functions(TaggerSettings, learn, restore)
