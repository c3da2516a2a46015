"""Unsupervised bracket induction in stages that correct one another: punctuation, chunks, the metric or verbs give seed
trees; a regression over spans and a latent-state grammar are trained on these, each half of the text on the output of
the other."""

from spectral_core.model import Family
from spectral_core.models.bracket_inducer.model import BracketInducer, InducerSettings
from spectral_core.models.bracket_inducer.training import learn

restore = BracketInducer.from_arrays

__all__ = ["FAMILY", "BracketInducer", "InducerSettings", "learn", "restore"]

FAMILY = Family.from_functions(InducerSettings, learn, BracketInducer.from_arrays)
