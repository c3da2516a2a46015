"""Why a candidate has its score: what each statistic of each element adds to it over another."""

import numpy as np

from spectral_core.model import Contribution
from spectral_core.models.analysis_ranker.elements import Elements
from spectral_core.models.analysis_ranker.statistics import NAMES, Space
from spectral_core.models.analysis_ranker.weights import ROW_FEATURES, Weights
from spectral_core.models.analysis_ranker.wording import element_name, statistic_name

CANDIDATE = "candidate"  # stands for the element where something is said of a candidate as a whole


def contributions(
    space: Space, weights: Weights, elements: Elements, shares: dict[int, float]
) -> tuple[Contribution, ...]:
    """What adds up to the sum of the rows' scores, each times its share; the largest first, without zeros."""
    sums: dict[tuple[str, str], float] = {}
    kept = [space.pairs.kept[:, element].nonzero()[0].tolist() for element in range(len(elements))]
    for row, share in shares.items():
        before = int(space.cells.first[np.searchsorted(space.words.first_row, row, side="right") - 1]) - 1
        for column, name in enumerate(ROW_FEATURES):
            key = (CANDIDATE, name)
            sums[key] = sums.get(key, 0.0) + share * float(weights.rows[column] * space.row_features[row, column])
        for element, cell in enumerate(space.cells.row_cell[row].tolist()):
            if not cell:
                continue
            begin = int(space.pairs.bounds[element])
            low, high = space.cells.offsets[before + cell : before + cell + 2].tolist()
            values = weights.pairs[begin : begin + high - low] * space.cells.values[low:high]
            for statistic, value in zip(kept[element], values.tolist(), strict=True):
                key = (elements.names[element], NAMES[statistic])
                sums[key] = sums.get(key, 0.0) + share * value
    named = ((element_name(element), statistic_name(statistic), value) for (element, statistic), value in sums.items())
    found = [Contribution(*one) for one in named if one[2]]
    return tuple(sorted(found, key=lambda one: (-abs(one.value), one.element, one.statistic)))
