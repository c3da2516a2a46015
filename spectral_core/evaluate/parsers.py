"""What a parser is worth on sentences whose structure is known, none of which it is shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from spectral_core.brief import brief
from spectral_core.data import Sentence
from spectral_core.evaluate.clipping import clipped_in
from spectral_core.evaluate.comparison import compare
from spectral_core.evaluate.rates import Scores
from spectral_core.model import Parser

Passing = Callable[[Iterable[Sentence]], Iterable[Sentence]]


@dataclass(frozen=True, slots=True)
class ParserWorth:
    """How far the best trees of a parser agree with what stands in the sentences."""

    scores: Scores
    parsed: tuple[Sentence, ...]
    clipped: int  # estimates without meaning that were raised to a floor
    __repr__ = brief


def parser_worth(parser: Parser, gold: Sequence[Sentence], bare: Sequence[Sentence], passing: Passing) -> ParserWorth:
    """The worth of a parser that is given the sentences `bare`, one by one through `passing`."""
    parsed = tuple(next((tree.value for tree in parser.parse(one)), one) for one in passing(bare))
    return ParserWorth(compare(gold, parsed, columns=False), parsed, clipped_in(parser, bare))
