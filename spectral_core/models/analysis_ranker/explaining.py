"""Explanation of a candidate's score: the contribution of each statistic of each element."""

import numpy as np

from spectral_core.model import Contribution
from spectral_core.models.analysis_ranker.elements import Elements
from spectral_core.models.analysis_ranker.statistics import NAMES, FeatureSpace
from spectral_core.models.analysis_ranker.weights import ROW_FEATURES, Weights
from spectral_core.models.analysis_ranker.wording import describe_element, describe_statistic

CANDIDATE = "candidate"  # element name of features of a whole candidate


def explain_context_score(
    space: FeatureSpace, weights: Weights, elements: Elements, row_weights: dict[int, float]
) -> tuple[Contribution, ...]:
    """Return the summands of a weighted sum of the rows' scores, largest first, without zeros."""
    sums: dict[tuple[str, str], float] = {}
    pair_statistics = [space.pairs.mask[:, element].nonzero()[0].tolist() for element in range(len(elements))]
    for row, row_weight in row_weights.items():
        cell_base = int(space.cells.first[np.searchsorted(space.words.first_row, row, side="right") - 1]) - 1
        for column, name in enumerate(ROW_FEATURES):
            key = (CANDIDATE, name)
            sums[key] = sums.get(key, 0.0) + row_weight * float(weights.rows[column] * space.row_features[row, column])
        for element, cell in enumerate(space.cells.row_cell[row].tolist()):
            if not cell:
                continue
            begin = int(space.pairs.bounds[element])
            low, high = space.cells.offsets[cell_base + cell : cell_base + cell + 2].tolist()
            values = weights.pairs[begin : begin + high - low] * space.cells.values[low:high]
            for statistic, value in zip(pair_statistics[element], values.tolist(), strict=True):
                key = (elements.names[element], NAMES[statistic])
                sums[key] = sums.get(key, 0.0) + row_weight * value
    terms = (
        (describe_element(element), describe_statistic(statistic), value)
        for (element, statistic), value in sums.items()
    )
    contributed = [Contribution(*term) for term in terms if term[2]]
    return tuple(
        sorted(
            contributed,
            key=lambda contribution: (-abs(contribution.value), contribution.element, contribution.statistic),
        )
    )
