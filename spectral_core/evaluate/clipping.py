"""How many estimates of a parser said nothing while it parsed."""

from collections.abc import Callable, Sequence

from spectral_core.data import Sentence
from spectral_core.model import BatchArcScorer, HasSpectrum, MarginalScorer, Model, Parser


def clipped_in(
    model: Model | Parser, sentences: Sequence[Sentence], passed: Callable[[int], None] = lambda _: None
) -> int:
    """How many estimates are raised to a floor where these sentences are parsed; only decompositions have such."""
    if not isinstance(model, HasSpectrum) or not len(model.spectrum()):
        return 0
    if isinstance(model, MarginalScorer):
        return sum(model.marginals(sentence).clipped for sentence in sentences)
    if not isinstance(model, BatchArcScorer):
        return 0
    clipped = 0
    for done, found in enumerate(model.all_posteriors(sentences)):
        passed(done)
        clipped += found.clipped
    return clipped
