"""Unsupervised bracketing by minimum-length binary trees over word distances estimated from covariances of neighbours.

Parikh, Cohen and Xing 2014, with the means of equations 3 and 4 over all leaves and the minimum tree found exactly.
"""

from spectral_core.model import Family
from spectral_core.models.bracketer.model import Bracketer, BracketerSettings
from spectral_core.models.bracketer.training import learn

restore = Bracketer.from_arrays

__all__ = ["FAMILY", "Bracketer", "BracketerSettings", "learn", "restore"]

FAMILY = Family.from_functions(BracketerSettings, learn, Bracketer.from_arrays)
