"""What a model is worth while it is learnt, on a few sentences that nothing is learnt from or chosen by."""

from collections.abc import Callable, Iterable, Sequence
from operator import eq
from typing import Protocol

from spectral_core.data import Sentence
from spectral_core.evaluate import bracket_scores, unannotated
from spectral_core.model import Parser
from spectral_core.models.parsing.sentences import has_tree

STEPS = frozenset((5, 10, 25, 50, 100))  # iterations after which is measured
WATCHED = "uas_watched"  # a measure of its own: on so few sentences it is not the attachment of the model
BRACKETS = "f1_watched"
EARLY = frozenset((1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 50, 100))  # the same for what may be good soon
_MOST = 100  # sentences: a measure must cost little beside what is learnt


class FindsHeads(Protocol):
    """Gives the words of many sentences their heads."""

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]: ...


Watch = Callable[[FindsHeads], dict[str, float]]


def attachment_on(sentences: Iterable[Sentence] | None, column: str) -> Watch | None:
    """The UAS of a model on up to 100 of these sentences, spread over all of them; None where none can be measured."""
    chosen = _spread([one for one in sentences or () if has_tree(one, column)])
    if not chosen:
        return None
    gold = [head for one in chosen for head in one.heads]

    def watch(model: FindsHeads) -> dict[str, float]:
        found = [head for heads in model.all_heads(chosen) for head in heads]
        return {WATCHED: 100 * sum(map(eq, gold, found)) / len(gold)}

    return watch


def brackets_on(sentences: Iterable[Sentence] | None) -> Callable[[Parser], dict[str, float]] | None:
    """The F1 of labelled brackets of a model on up to 100 of these sentences; None where none can be measured."""
    chosen = _spread([one for one in sentences or () if one.readable and len(one) and one.tree is not None])
    if not chosen:
        return None
    bare = [unannotated(one) for one in chosen]

    def watch(model: Parser) -> dict[str, float]:
        parsed = [model.parse(one)[0].value for one in bare]
        found = bracket_scores(chosen, parsed, by_gold_tags=True).metrics
        return {BRACKETS: found["f1"]} if "f1" in found else {}

    return watch


def _spread(usable: Sequence[Sentence]) -> Sequence[Sentence]:
    return usable[:: max(1, -(-len(usable) // _MOST))]
