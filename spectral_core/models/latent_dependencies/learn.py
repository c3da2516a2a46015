"""Training of latent dependency grammars from trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.data import Sentence, Treebank
from spectral_core.maths.em import Iteration
from spectral_core.model import MAX_SEED
from spectral_core.models.latent_dependencies.climbing import TreeEmTrainer
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.model import LatentDependencies
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.spectral import estimate, reduce_items
from spectral_core.models.latent_dependencies.trees import HeadedTrees, count
from spectral_core.models.latent_dependencies.words import FormClasses
from spectral_core.models.parsing.beside import train_companions
from spectral_core.models.parsing.certainty import Outcomes, score_gold_arcs
from spectral_core.progress import Progress, Report, ignore_progress


def learn(
    treebank: Treebank,
    settings: LatentDependenciesSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,
) -> LatentDependencies:
    """Train a model on the dependency trees of a treebank, its arcs calibrated on `dev`, or on a held-out tenth."""
    model = solve(count(treebank, settings, report), settings, report)

    def predict_outcomes(source: Treebank, sentences: Sequence[Sentence], report_stage: Report) -> Iterator[Outcomes]:
        calibrated_model = (
            model if source is treebank else solve(count(source, settings, report_stage), settings, report_stage)
        )
        return score_gold_arcs(sentences, calibrated_model.all_posteriors(sentences))

    return replace(model, companions=train_companions(treebank, settings, predict_outcomes, report, dev))


def add(model: LatentDependencies, treebank: Treebank, report: Report = ignore_progress) -> LatentDependencies:
    """Train the model on its training trees and on these. Its labeller, its tagger and the calibration of its arcs stay
    as they are."""
    trees = model.trees.merge(count(treebank, model.settings, report))
    return replace(solve(trees, model.settings, report), companions=model.companions)


def solve(
    trees: HeadedTrees, settings: LatentDependenciesSettings, report: Report = ignore_progress
) -> LatentDependencies:
    """Train a model on these trees."""
    forms = FormClasses.from_names(())
    word_forms = np.zeros(len(trees.words), dtype=np.int64)
    if settings.words and trees.forms:
        forms = FormClasses.of(trees.forms, np.bincount(trees.words[:, 1], minlength=len(trees.forms)))
        word_forms = forms.encode(trees.forms)[trees.words[:, 1]]
    items = TreeItems.from_trees(trees, word_forms)
    reduced_items = None if settings.estimator == "em" else reduce_items(items, settings, report)
    members, iterations = [], np.zeros(0)
    for number, member_settings in enumerate(_iterate_member_settings(settings)):
        if member_settings.estimator == "spectral":
            assert reduced_items is not None
            members.append(
                estimate(
                    items,
                    reduced_items.truncate(member_settings),
                    len(forms),
                    member_settings,
                    _report_of_member(number, report),
                )
            )
            continue
        trainer = TreeEmTrainer.of(items, len(forms), member_settings)
        start = trainer.make_random_tables(member_settings.seed)
        if reduced_items is not None:
            start = trainer.make_clustered_tables(items, reduced_items.truncate(member_settings), member_settings.seed)
        em = trainer.run_em(
            start, member_settings.iterations, _report_iterations(member_settings, _report_of_member(number, report))
        )
        members.append(trainer.to_parameters(em.best))
        if not number:
            iterations = np.array([iteration.log_likelihood for iteration in em.iterations], dtype=np.float64)
    return LatentDependencies.of(settings, trees, forms, items, members, iterations)


def _iterate_member_settings(settings: LatentDependenciesSettings) -> Iterator[LatentDependenciesSettings]:
    """Yield the settings of each combined grammar: as requested, then with the other of closed form and EM, then with
    other clusters."""
    yield settings
    second_estimator = "spectral" if settings.estimator == "spectral-em" else "spectral-em"
    for number in range(1, settings.members):
        estimator = (
            settings.estimator if settings.estimator == "em" else second_estimator if number == 1 else "spectral-em"
        )
        yield replace(settings, estimator=estimator, seed=(settings.seed + number) % MAX_SEED)


def _report_of_member(number: int, report: Report) -> Report:
    """Return reports of the first grammar as they are, of the others under stages of their own."""

    def report_member(progress: Progress) -> None:
        report(replace(progress, stage=f"{progress.stage} of grammar {number + 1}"))

    return report_member if number else report


def _report_iterations(settings: LatentDependenciesSettings, report: Report) -> Callable[[int, Iteration], None]:
    """Return a callback that reports the log-likelihood of each iteration."""

    def on_iteration(number: int, iteration: Iteration) -> None:
        measures = {"log_likelihood": iteration.log_likelihood}
        report(Progress("iterate", number, settings.iterations, measures))

    return on_iteration
