"""Bracket induction without a treebank, in stages that correct one another: punctuation, chunks, the metric or verbs
give first trees; a regression over spans and a grammar with spectral states learn from these, each half of the text
from the other."""

from spectral_core.model import Family
from spectral_core.models.bracket_inducer.learn import learn
from spectral_core.models.bracket_inducer.model import BracketInducer, InducerSettings

restore = BracketInducer.from_arrays

__all__ = ["FAMILY", "BracketInducer", "InducerSettings", "learn", "restore"]

FAMILY = Family.from_functions(InducerSettings, learn, BracketInducer.from_arrays)
