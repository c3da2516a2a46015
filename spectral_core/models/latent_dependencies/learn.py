"""Learning: trees, and the grammars of trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.data import Sentence, Treebank
from spectral_core.maths.em import Iteration
from spectral_core.model import MOST_SEED
from spectral_core.models.latent_dependencies.climbing import TreeClimber
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.model import LatentDependencies
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.spectral import estimate, item_states
from spectral_core.models.latent_dependencies.trees import HeadedTrees, count
from spectral_core.models.latent_dependencies.words import FormClasses
from spectral_core.models.parsing.beside import companions_of
from spectral_core.models.parsing.certainty import Outcomes, arc_outcomes
from spectral_core.progress import Progress, Report, silent


def learn(
    treebank: Treebank, settings: LatentDependenciesSettings, report: Report = silent, dev: Treebank | None = None
) -> LatentDependencies:
    """A model of the dependency trees of a treebank, its arcs calibrated on `dev`, or on a tenth held out for that."""
    model = solve(count(treebank, settings, report), settings, report)

    def outcomes(source: Treebank, sentences: Sequence[Sentence], told: Report) -> Iterator[Outcomes]:
        judged = model if source is treebank else solve(count(source, settings, told), settings, told)
        return arc_outcomes(sentences, judged.all_posteriors(sentences))

    return replace(model, companions=companions_of(treebank, settings, outcomes, report, dev))


def add(model: LatentDependencies, treebank: Treebank, report: Report = silent) -> LatentDependencies:
    """The model of the trees that it was learnt from and of these. Its labeller, its tagger and the calibration of its
    arcs stay as they are."""
    trees = model.trees.joined(count(treebank, model.settings, report))
    return replace(solve(trees, model.settings, report), companions=model.companions)


def solve(trees: HeadedTrees, settings: LatentDependenciesSettings, report: Report = silent) -> LatentDependencies:
    """The model of these trees."""
    forms = FormClasses.named(())
    own = np.zeros(len(trees.words), dtype=np.int64)
    if settings.words and trees.forms:
        forms = FormClasses.of(trees.forms, np.bincount(trees.words[:, 1], minlength=len(trees.forms)))
        own = forms.numbers(trees.forms)[trees.words[:, 1]]
    items = TreeItems.of_trees(trees, own)
    found = None if settings.estimator == "em" else item_states(items, settings, report)
    members, iterations = [], np.zeros(0)
    for place, chosen in enumerate(_settings_of_members(settings)):
        if chosen.estimator == "spectral":
            assert found is not None
            members.append(estimate(items, found.cut(chosen), len(forms), chosen, _of_member(place, report)))
            continue
        climber = TreeClimber.of(items, len(forms), chosen)
        start = climber.random(chosen.seed)
        if found is not None:
            start = climber.clustered(items, found.cut(chosen), chosen.seed)
        climb = climber.climbed(start, chosen.iterations, _told(chosen, _of_member(place, report)))
        members.append(climber.parameters(climb.best))
        if not place:
            iterations = np.array([one.log_likelihood for one in climb.iterations], dtype=np.float64)
    return LatentDependencies.of(settings, trees, forms, items, members, iterations)


def _settings_of_members(settings: LatentDependenciesSettings) -> Iterator[LatentDependenciesSettings]:
    """Those of each grammar that is combined: as asked, by the other closed or climbed start, and by other clusters."""
    yield settings
    other = "spectral" if settings.estimator == "spectral-em" else "spectral-em"
    for place in range(1, settings.members):
        kind = settings.estimator if settings.estimator == "em" else other if place == 1 else "spectral-em"
        yield replace(settings, estimator=kind, seed=(settings.seed + place) % MOST_SEED)


def _of_member(place: int, report: Report) -> Report:
    """Reports of the first grammar as they are, of the others under stages of their own."""

    def told(progress: Progress) -> None:
        report(replace(progress, stage=f"{progress.stage} of grammar {place + 1}"))

    return told if place else report


def _told(settings: LatentDependenciesSettings, report: Report) -> Callable[[int, Iteration], None]:
    def passed(number: int, iteration: Iteration) -> None:
        measures = {"log_likelihood": iteration.log_likelihood}
        report(Progress("iterate", number, settings.iterations, measures))

    return passed
