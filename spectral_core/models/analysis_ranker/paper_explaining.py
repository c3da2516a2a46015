"""Why a candidate of the paper's models has its score: what each statistic of each element adds to it over another."""

from collections.abc import Sequence

import numpy as np

from spectral_core.model import Contribution
from spectral_core.models.analysis_ranker.corpus import Wordbook
from spectral_core.models.analysis_ranker.paper_design import DesignView, Part
from spectral_core.models.analysis_ranker.regressions import Regressions
from spectral_core.models.analysis_ranker.wording import element_name, statistic_name

# What is counted of an element, in the order of contexts: w is the word, p the one before, n the one after.
NAMES = (
    *("frequency", "w", "w p", "w n", "w first(p)", "w first(n)", "w last(p)", "w last(n)"),
    *("p", "n", "first(p)", "first(n)", "last(p)", "last(n)"),
    *("end3(w)", "begin2(w)", "last(w)"),
)
_NEIGHBOURS = ("TAG(p)", "TAG(n)", "TAG(p) w", "TAG(n) w")
_DOCUMENT = ("document", "document x frequency", "document forms") * 2  # by themselves, and less the mean of the word's
_WHOLE = ("full", "tag")  # the columns of label keys before the elements


def contributions(
    model: Regressions, book: Wordbook, views: Sequence[DesignView], word: int, shares: dict[int, float]
) -> tuple[Contribution, ...]:
    """What adds up to the sum of the scores of a word's rows, each times its share; the largest first."""
    sums: dict[tuple[str, str], float] = {}
    for at, (view, weights) in enumerate(zip(views, model.weights, strict=True)):
        if model.settings.model != "ind" and at + 1 < len(views):
            continue  # it only told the last one what the neighbours are
        first = view.groups.firsts[word]
        design = view.design(word, word + 1).astype(np.float64)
        total = np.zeros(design.shape[1])
        for row, share in shares.items():
            total += share * design[view.groups.of_row[row] - first]
        for key, value in zip(_names(view.part, book.scheme.elements), (total * weights.weights).tolist(), strict=True):
            sums[key] = sums.get(key, 0.0) + value
    found = [Contribution(element_name(key[0]), statistic_name(key[1]), value) for key, value in sums.items() if value]
    return tuple(sorted(found, key=lambda one: (-abs(one.value), one.element, one.statistic)))


def _names(part: Part, elements: tuple[str, ...]) -> list[tuple[str, str]]:
    statistics = [*NAMES[: part.contexts], *(_NEIGHBOURS if part.neighbours else ())]
    every = (*_WHOLE, *elements)
    named = [(every[column], statistic) for column in part.elements for statistic in statistics]
    return named + ([(elements[0], statistic) for statistic in _DOCUMENT] if part.documents else [])
