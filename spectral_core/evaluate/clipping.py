"""Number of a parser's estimates that were clipped while it parsed."""

from collections.abc import Callable, Sequence

from spectral_core.data import Sentence
from spectral_core.model import BatchArcScorer, HasSpectrum, MarginalScorer, Model, Parser


def count_clipped(
    model: Model | Parser, sentences: Sequence[Sentence], on_progress: Callable[[int], None] = lambda _: None
) -> int:
    """Count the estimates that are raised to a floor while sentences are parsed; only spectral decompositions have
    such."""
    if not isinstance(model, HasSpectrum) or not len(model.spectrum()):
        return 0
    if isinstance(model, MarginalScorer):
        return sum(model.marginals(sentence).clipped for sentence in sentences)
    if not isinstance(model, BatchArcScorer):
        return 0
    clipped = 0
    for done, posteriors in enumerate(model.all_posteriors(sentences)):
        on_progress(done)
        clipped += posteriors.clipped
    return clipped
