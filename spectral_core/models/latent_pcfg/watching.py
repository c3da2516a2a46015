"""What a grammar is worth while it is learnt: brackets on a few trees that nothing is learnt from or chosen by."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spectral_core.data import Sentence
from spectral_core.evaluate import bracket_scores, unannotated
from spectral_core.model import Parser

STEPS = frozenset((1, 2, 5, 10, 20, 30, 50, 100))  # iterations after which is measured
WATCHED = "f1_watched"  # a measure of its own: on so few trees it is not the F1 of the model
WATCHING = "watching"  # the part whose seconds are not the estimator's
_MOST, _LONGEST = 100, 25  # trees and their words: a measure must cost little beside what is learnt

Watch = Callable[[Parser], dict[str, float]]


def brackets_on(sentences: Iterable[Sentence] | None) -> Watch | None:
    """The F1 of a parser on up to 100 short trees of these, spread over all of them; None where none can be measured,
    or no tree it gives can."""
    usable = [one for one in sentences or () if one.readable and one.tree is not None and 0 < len(one) <= _LONGEST]
    chosen = usable[:: max(1, -(-len(usable) // _MOST))]
    if not chosen:
        return None

    def watch(parser: Parser) -> dict[str, float]:
        found = [parser.parse(unannotated(one))[0].value for one in chosen]
        return {WATCHED: bracket_scores(chosen, found).metrics.get("f1", 0.0)}

    return watch
