"""Explanation of a score of the paper's models: the contribution of each statistic of each element."""

from collections.abc import Sequence

import numpy as np

from spectral_core.model import Contribution
from spectral_core.models.analysis_ranker.corpus import Wordbook
from spectral_core.models.analysis_ranker.paper_design import DesignView, RegressionSpec
from spectral_core.models.analysis_ranker.regressions import Regressions
from spectral_core.models.analysis_ranker.wording import describe_element, describe_statistic

# Contexts of an element in their order: w is the word, p the word before, n the next one.
CONTEXT_NAMES = (
    *("frequency", "w", "w p", "w n", "w first(p)", "w first(n)", "w last(p)", "w last(n)"),
    *("p", "n", "first(p)", "first(n)", "last(p)", "last(n)"),
    *("end3(w)", "begin2(w)", "last(w)"),
)
_NEIGHBOURS = ("TAG(p)", "TAG(n)", "TAG(p) w", "TAG(n) w")
_DOCUMENT = ("document", "document x frequency", "document forms") * 2  # values, then minus the mean over the word's
_LABEL_COLUMNS = ("full", "tag")  # the columns of label keys before the elements


def explain_paper_score(
    model: Regressions, book: Wordbook, views: Sequence[DesignView], word: int, row_weights: dict[int, float]
) -> tuple[Contribution, ...]:
    """Return the summands of a weighted sum of the scores of a word's rows, largest first."""
    sums: dict[tuple[str, str], float] = {}
    for index, (view, weights) in enumerate(zip(views, model.weights, strict=True)):
        if model.settings.model != "ind" and index + 1 < len(views):
            continue  # it only predicts the neighbours' tags for the last one
        first = view.groups.firsts[word]
        design = view.make_matrix(word, word + 1).astype(np.float64)
        total = np.zeros(design.shape[1])
        for row, row_weight in row_weights.items():
            total += row_weight * design[view.groups.of_row[row] - first]
        for key, value in zip(
            _name_columns(view.spec, book.scheme.elements), (total * weights.weights).tolist(), strict=True
        ):
            sums[key] = sums.get(key, 0.0) + value
    contributed = [
        Contribution(describe_element(key[0]), describe_statistic(key[1]), value)
        for key, value in sums.items()
        if value
    ]
    return tuple(
        sorted(
            contributed,
            key=lambda contribution: (-abs(contribution.value), contribution.element, contribution.statistic),
        )
    )


def _name_columns(spec: RegressionSpec, elements: tuple[str, ...]) -> list[tuple[str, str]]:
    statistics = [*CONTEXT_NAMES[: spec.contexts], *(_NEIGHBOURS if spec.neighbours else ())]
    column_names = (*_LABEL_COLUMNS, *elements)
    names = [(column_names[column], statistic) for column in spec.elements for statistic in statistics]
    return names + ([(elements[0], statistic) for statistic in _DOCUMENT] if spec.documents else [])
