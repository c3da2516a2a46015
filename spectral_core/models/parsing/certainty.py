"""How probable the parts of trees are: a map from scores to how often such parts are right, fitted on held-out text."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.arrays import Flags, Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.maths.calibrate import Calibration, Isotonic, isotonic
from spectral_core.model import ArcPosteriors
from spectral_core.progress import Progress, Report

HELD_OUT = 10  # one sentence in so many is held out
FEWEST = 20  # sentences; with fewer, nothing is held out and nothing is called a probability
_DIGITS = 4  # of the scores that the map is fitted on
Outcomes = tuple[Floats, Flags]  # the scores of the parts of a sentence, and which of them are right
Held = Callable[[Treebank, Sequence[Sentence], Report], Iterable[Outcomes]]


def calibrated(
    treebank: Treebank, usable: Callable[[Sentence], bool], outcomes: Held, seed: int, report: Report,
    dev: Treebank | None,
) -> Isotonic | None:  # fmt: skip
    """The map for a model of a treebank: fitted on `dev`, or on a seeded tenth under a model of the rest; None where
    there are too few sentences. `outcomes` has what a model of a treebank says of sentences, and what is right."""
    if dev is not None:
        held = [sentence for sentence in dev if usable(sentence)]
        if not held:
            raise DataError("no sentence to calibrate on has what this method learns from; give another --dev, or none")
        return fitted(outcomes(treebank, held, report))
    sound = [at for at, sentence in enumerate(treebank) if usable(sentence)]
    if len(sound) < FEWEST:
        return None
    order = np.random.default_rng(seed).permutation(len(sound))
    chosen = {sound[at] for at in order[: len(sound) // HELD_OUT].tolist()}
    rest = treebank.select(at for at in sound if at not in chosen)

    def told(progress: Progress) -> None:
        report(replace(progress, stage=f"{progress.stage} without held-out sentences"))

    try:
        return fitted(outcomes(rest, [treebank[at] for at in sorted(chosen)], told))
    except DataError:  # all that can be learnt from was held out
        return None


def arc_outcomes(sentences: Iterable[Sentence], found: Iterable[ArcPosteriors]) -> Iterator[Outcomes]:
    """The shares of all arcs, and which of them the sentences have."""
    for sentence, posteriors in zip(sentences, found, strict=True):
        shares = posteriors.shares()
        true = np.zeros(shares.shape, dtype=bool)
        true[np.array([head or 0 for head in sentence.heads]), np.arange(len(sentence))] = True
        apart = ~np.eye(len(sentence) + 1, len(sentence), k=-1, dtype=bool)  # no word is its own head
        yield shares[apart], true[apart]


def arc_probabilities(calibration: Calibration, posteriors: ArcPosteriors) -> Floats:
    """(words + 1, words) [head, modifier]: how probable each arc is right; those of a word sum to 1."""
    shares = posteriors.shares()
    chances: Floats = np.where(shares > 0, calibration.apply(shares), 0.0)
    normal: Floats = chances / chances.sum(axis=0)
    return normal


def fitted(outcomes: Iterable[Outcomes]) -> Isotonic:
    """The map from the scores of parts to how often they are right."""
    scores, right = zip(*outcomes, strict=True)
    return isotonic(np.round(np.concatenate(scores), _DIGITS), np.concatenate(right))
