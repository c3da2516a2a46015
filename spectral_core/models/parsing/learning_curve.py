"""Learning curve: measures of a model during training, on a few sentences that do not influence it."""

from collections.abc import Callable, Iterable, Sequence
from operator import eq
from typing import Protocol

from spectral_core.data import Sentence
from spectral_core.evaluate import score_brackets, strip_annotation
from spectral_core.model import Parser
from spectral_core.models.parsing.sentences import has_tree

MEASURED_ITERATIONS = frozenset((5, 10, 25, 50, 100))  # iterations at which accuracy is measured
MONITORED_UAS = "uas_watched"  # a measure of its own, because so small a sample is not the model's UAS
MONITORED_F1 = "f1_watched"
EARLY_ITERATIONS = frozenset((1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 50, 100))  # for models that are good early
_MAX_SENTENCES = 100  # sample size: measuring must be cheap compared with training


class ParsesHeads(Protocol):
    """Finds the heads of the words of many sentences."""

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]: ...


UasMeasure = Callable[[ParsesHeads], dict[str, float]]


def make_uas_measure(sentences: Iterable[Sentence] | None, column: str) -> UasMeasure | None:
    """Return a function that measures the UAS of a model on up to 100 of these sentences, evenly spaced; None if none
    can be measured."""
    sample = _sample_evenly([sentence for sentence in sentences or () if has_tree(sentence, column)])
    if not sample:
        return None
    gold = [head for sentence in sample for head in sentence.heads]

    def measure(model: ParsesHeads) -> dict[str, float]:
        predicted = [head for heads in model.all_heads(sample) for head in heads]
        return {MONITORED_UAS: 100 * sum(map(eq, gold, predicted)) / len(gold)}

    return measure


def make_f1_measure(sentences: Iterable[Sentence] | None) -> Callable[[Parser], dict[str, float]] | None:
    """Return a function that measures the F1 of labelled brackets of a model on up to 100 of these sentences; None if
    none can be measured."""
    sample = _sample_evenly(
        [sentence for sentence in sentences or () if sentence.readable and len(sentence) and sentence.tree is not None]
    )
    if not sample:
        return None
    unannotated_sample = [strip_annotation(sentence) for sentence in sample]

    def measure(model: Parser) -> dict[str, float]:
        parsed = [model.parse(sentence)[0].value for sentence in unannotated_sample]
        metrics = score_brackets(sample, parsed, by_gold_tags=True).metrics
        return {MONITORED_F1: metrics["f1"]} if "f1" in metrics else {}

    return measure


def _sample_evenly(usable: Sequence[Sentence]) -> Sequence[Sentence]:
    return usable[:: max(1, -(-len(usable) // _MAX_SENTENCES))]
