"""How probable arcs are: a map from posteriors to how often such arcs are right, fitted on sentences held out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.data import Sentence, Treebank
from spectral_core.data.dependencies import is_tree
from spectral_core.errors import DataError
from spectral_core.inference.eisner import Posteriors
from spectral_core.maths.calibrate import Isotonic, isotonic
from spectral_core.models.head_automata.moments import Moments, count, has_tags
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.progress import Progress, Report

HELD_OUT = 10  # one sentence in so many is held out
FEWEST = 20  # sentences; with fewer, nothing is held out and nothing is called a probability
_DIGITS = 4  # of the posteriors that the map is fitted on

Arcs = Callable[[Moments, Sequence[Sentence]], Iterator[Posteriors]]  # what a model of these counts says of sentences


def calibrated(
    treebank: Treebank,
    moments: Moments,
    settings: HeadAutomataSettings,
    arcs: Arcs,
    report: Report,
    dev: Treebank | None,
) -> Isotonic | None:
    """The map for a model of these moments of a treebank: fitted on `dev`, or on a seeded tenth under a model of the
    rest. None where it is not wanted or there are too few sentences."""
    if not settings.calibration:
        return None
    if dev is not None:
        held = [sentence for sentence in dev if _usable(sentence, settings)]
        if not held:
            raise DataError(
                "no sentence to calibrate on has tags and heads that are a tree; give another --dev, or none"
            )
        return _fitted(held, arcs(moments, held))
    usable = [at for at, sentence in enumerate(treebank) if _usable(sentence, settings)]
    if len(usable) < FEWEST:
        return None
    order = np.random.default_rng(settings.seed).permutation(len(usable))
    chosen = {usable[at] for at in order[: len(usable) // HELD_OUT].tolist()}
    rest = treebank.select(at for at in usable if at not in chosen)

    def told(progress: Progress) -> None:
        report(replace(progress, stage=f"{progress.stage} without held-out sentences"))

    try:
        counted = count(rest, settings, told)
    except DataError:  # all that can be learnt from was held out
        return None
    held = [treebank[at] for at in sorted(chosen)]
    return _fitted(held, arcs(counted, held))


def _usable(sentence: Sentence, settings: HeadAutomataSettings) -> bool:
    return sentence.readable and has_tags(sentence, settings.column) and is_tree(sentence.heads)


def _fitted(sentences: Sequence[Sentence], found: Iterator[Posteriors]) -> Isotonic:
    scores, right = [], []
    for sentence, posteriors in zip(sentences, found, strict=True):
        shares = posteriors.shares()
        true = np.zeros(shares.shape, dtype=bool)
        true[np.array([head or 0 for head in sentence.heads]), np.arange(len(sentence))] = True
        apart = ~np.eye(len(sentence) + 1, len(sentence), k=-1, dtype=bool)  # no word is its own head
        scores.append(np.round(shares[apart], _DIGITS))
        right.append(true[apart])
    return isotonic(np.concatenate(scores), np.concatenate(right))
