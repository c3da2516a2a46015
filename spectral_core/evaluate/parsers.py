"""What a parser is worth on sentences whose structure is known, none of which it is shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.evaluate.clipping import clipped_in
from spectral_core.evaluate.comparison import compare
from spectral_core.evaluate.rates import Scores
from spectral_core.model import MarginalScorer, Parser

Passing = Callable[[Iterable[Sentence]], Iterable[Sentence]]


@dataclass(frozen=True, slots=True)
class ParserWorth:
    """How far the best trees of a parser agree with what stands in the sentences."""

    scores: Scores
    parsed: tuple[Sentence, ...]
    clipped: int  # estimates without meaning that were raised to a floor
    __repr__ = brief_repr


def parser_worth(parser: Parser, gold: Sequence[Sentence], bare: Sequence[Sentence], passing: Passing) -> ParserWorth:
    """The worth of a parser that is given the sentences `bare`, one by one through `passing`."""
    parsed: list[Sentence] = []
    clipped, single = (
        0,
        isinstance(parser, MarginalScorer),
    )  # what was summed for the trees of a sentence is at hand yet
    for one in passing(bare):
        parsed.append(next((tree.value for tree in parser.parse(one)), one))
        clipped += clipped_in(parser, [one]) if single else 0
    clipped += 0 if single else clipped_in(parser, bare)
    return ParserWorth(compare(gold, parsed, columns=False), tuple(parsed), clipped)
