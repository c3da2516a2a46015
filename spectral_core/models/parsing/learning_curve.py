"""Learning curve: accuracy during training on a small sample, which does not influence the training."""

from collections.abc import Callable, Iterable, Sequence
from operator import eq
from typing import Protocol

from spectral_core.data import Sentence
from spectral_core.evaluate import score_brackets, strip_annotation
from spectral_core.model import Parser
from spectral_core.models.parsing.sentences import has_tree

MEASURED_ITERATIONS = frozenset((5, 10, 25, 50, 100))  # iterations at which accuracy is measured
MONITORED_UAS = "uas_watched"  # not named "uas", because so small a sample does not measure the model's UAS
MONITORED_F1 = "f1_watched"
EARLY_ITERATIONS = frozenset((1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 50, 100))  # for models that improve early
_MAX_SENTENCES = 100  # maximal size of the sample; measuring must be cheap compared with training


class ParsesHeads(Protocol):
    """Predicts the heads of many sentences at once."""

    def all_heads(self, sentences: Sequence[Sentence]) -> list[tuple[int, ...]]: ...


UasMeasure = Callable[[ParsesHeads], dict[str, float]]


def make_uas_measure(sentences: Iterable[Sentence] | None, column: str) -> UasMeasure | None:
    """Return a function that measures the UAS of a model on an evenly spaced sample of these sentences; None if none
    has a tree."""
    sample = _sample_evenly([sentence for sentence in sentences or () if has_tree(sentence, column)])
    if not sample:
        return None
    gold = [head for sentence in sample for head in sentence.heads]

    def measure(model: ParsesHeads) -> dict[str, float]:
        """Parse the sample and return its UAS."""
        predicted = [head for heads in model.all_heads(sample) for head in heads]
        return {MONITORED_UAS: 100 * sum(map(eq, gold, predicted)) / len(gold)}

    return measure


def make_f1_measure(sentences: Iterable[Sentence] | None) -> Callable[[Parser], dict[str, float]] | None:
    """Return a function that measures the labelled bracket F1 of a model on an evenly spaced sample of these sentences;
    None if none has a tree."""
    sample = _sample_evenly(
        [sentence for sentence in sentences or () if sentence.readable and len(sentence) and sentence.tree is not None]
    )
    if not sample:
        return None
    unannotated_sample = [strip_annotation(sentence) for sentence in sample]

    def measure(model: Parser) -> dict[str, float]:
        """Parse the sample and return its labelled bracket F1."""
        parsed = [model.parse(sentence)[0].value for sentence in unannotated_sample]
        metrics = score_brackets(sample, parsed, by_gold_tags=True).metrics
        return {MONITORED_F1: metrics["f1"]} if "f1" in metrics else {}

    return measure


def _sample_evenly(usable: Sequence[Sentence]) -> Sequence[Sentence]:
    """Return at most _MAX_SENTENCES sentences at even intervals."""
    return usable[:: max(1, -(-len(usable) // _MAX_SENTENCES))]
