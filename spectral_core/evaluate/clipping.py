"""How many estimates of a parser said nothing while it parsed."""

from collections.abc import Callable, Sequence

from spectral_core.data import Sentence
from spectral_core.model import Inspector, Model, Parser, SaysHowLikely, SumParser


def clipped_in(
    model: Model | Parser, sentences: Sequence[Sentence], passed: Callable[[int], None] = lambda _: None
) -> int:
    """How many estimates are raised to a floor where these sentences are parsed; only decompositions have such."""
    if not isinstance(model, Inspector) or not len(model.spectrum()):
        return 0
    if isinstance(model, SaysHowLikely):
        return sum(model.marginals(sentence).clipped for sentence in sentences)
    if not isinstance(model, SumParser):
        return 0
    clipped = 0
    for done, found in enumerate(model.all_posteriors(sentences)):
        passed(done)
        clipped += found.clipped
    return clipped
