"""Evaluation of parsers on sentences whose structure is known and hidden from them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.evaluate.clipping import count_clipped
from spectral_core.evaluate.comparison import compare
from spectral_core.evaluate.rates import Scores
from spectral_core.model import MarginalScorer, Parser

ProgressWrapper = Callable[[Iterable[Sentence]], Iterable[Sentence]]


@dataclass(frozen=True, slots=True)
class ParserEvaluation:
    """Agreement of a parser's best trees with the gold structures."""

    scores: Scores
    parsed: tuple[Sentence, ...]
    clipped: int  # meaningless estimates that were raised to a floor
    __repr__ = brief_repr


def evaluate_parser(
    parser: Parser, gold: Sequence[Sentence], bare: Sequence[Sentence], with_progress: ProgressWrapper
) -> ParserEvaluation:
    """Parse the sentences `bare`, one by one through `with_progress`, and compare the trees with the gold."""
    parsed: list[Sentence] = []
    clipped, per_sentence = (
        0,
        isinstance(parser, MarginalScorer),
    )  # the sentence's marginals are still cached
    for sentence in with_progress(bare):
        parsed.append(next((tree.value for tree in parser.parse(sentence)), sentence))
        clipped += count_clipped(parser, [sentence]) if per_sentence else 0
    clipped += 0 if per_sentence else count_clipped(parser, bare)
    return ParserEvaluation(compare(gold, parsed, columns=False), tuple(parsed), clipped)
