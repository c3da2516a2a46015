"""Graph-based dependency parser: arcs, siblings and grandparents scored by hashed features, and a CRF or perceptron
over the projective trees of unpruned arcs."""

from spectral_core.model import Family
from spectral_core.models.arc_parser.model import ArcParser
from spectral_core.models.arc_parser.settings import ArcParserSettings
from spectral_core.models.arc_parser.training import learn, learn_with_clusters

restore = ArcParser.from_arrays

__all__ = ["FAMILY", "ArcParser", "ArcParserSettings", "learn", "learn_with_clusters", "restore"]

FAMILY = Family.from_functions(ArcParserSettings, learn, ArcParser.from_arrays)
