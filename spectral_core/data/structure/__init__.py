"""Dependencies and constituents behind one interface: open sentences, decided parts, locks and differences of
trees. Suggestions, questions, orders and calibration are written once over these, for both kinds of tree.
"""

from __future__ import annotations

from spectral_core.data.structure.constituents import CONSTITUENTS, Constituents
from spectral_core.data.structure.dependencies import DEPENDENCIES, Dependencies
from spectral_core.data.structure.marginals import ArcMarginals, Marginals, SpanMarginals
from spectral_core.data.structure.parts import ArcPart, Part, Position, SpanPart

__all__ = ["CONSTITUENTS", "DEPENDENCIES", "STRUCTURES", "ArcMarginals", "ArcPart", "Marginals", "Part", "Position"]
__all__ += ["SpanMarginals", "SpanPart", "Structure"]

Structure = Dependencies | Constituents
STRUCTURES: dict[str, Structure] = {row.name: row for row in (DEPENDENCIES, CONSTITUENTS)}
