"""All measures: their titles and units in display order, and the scores of an evaluation, with rates by sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, TypeVar

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.brief import brief_repr, shorten
from spectral_core.data import Sentence
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError

G = TypeVar("G")
P = TypeVar("P")

_MAX_REPR_LENGTH = 300  # characters of a repr
_MISSING: Final = object()

_PERCENT = "%"
FOUR_DECIMALS = ("ece", "discount_1", "discount_2", "discount_3")  # far below 1: shown with four decimals

MEASURES: Mapping[str, tuple[str, str]] = {
    "uas": ("UAS", _PERCENT),
    "uas_watched": ("UAS on at most 100 sentences", _PERCENT),
    "f1_watched": ("F1 on at most 100 sentences", _PERCENT),
    "uas_no_punct": ("UAS without punctuation", _PERCENT),
    "las": ("LAS", _PERCENT),
    "las_no_punct": ("LAS without punctuation", _PERCENT),
    "complete": ("sentences with all heads correct", _PERCENT),
    "complete_no_punct": ("sentences with all heads correct, without punctuation", _PERCENT),
    "log_likelihood": ("log-likelihood", "nats"),
    "perplexity": ("perplexity", "per word"),
    "unknown": ("unknown words", _PERCENT),
    "f1": ("F1", _PERCENT),
    "precision": ("precision", _PERCENT),
    "recall": ("recall", _PERCENT),
    "f1_40": ("F1, up to 40 words", _PERCENT),
    "f1_counting_failed": ("F1, failed sentences counted", _PERCENT),
    "exact": ("exact trees", _PERCENT),
    "unlabelled_f1": ("unlabelled F1", _PERCENT),
    "unlabelled_f1_10": ("unlabelled F1, up to 10 words", _PERCENT),
    "unlabelled_f1_20": ("unlabelled F1, up to 20 words", _PERCENT),
    "unlabelled_f1_40": ("unlabelled F1, up to 40 words", _PERCENT),
    "unlabelled_f1_strict": ("unlabelled F1 without the sentence bracket", _PERCENT),
    "unlabelled_f1_10_strict": ("unlabelled F1 without the sentence bracket, up to 10 words", _PERCENT),
    "unlabelled_f1_20_strict": ("unlabelled F1 without the sentence bracket, up to 20 words", _PERCENT),
    "unlabelled_f1_40_strict": ("unlabelled F1 without the sentence bracket, up to 40 words", _PERCENT),
    "unlabelled_precision": ("unlabelled precision", _PERCENT),
    "unlabelled_recall": ("unlabelled recall", _PERCENT),
    "e1": ("E1, first reading wrong", _PERCENT),
    "e2": ("E2, first two readings wrong", _PERCENT),
    "e1_script": ("E1, Arabic script", _PERCENT),
    "e2_script": ("E2, Arabic script", _PERCENT),
    "oracle": ("oracle accuracy", _PERCENT),
    "mean_rank": ("mean rank", ""),
    "mean_candidates": ("readings per word", ""),
    "ece": ("calibration error", ""),
    "unsure": ("uncertain words", _PERCENT),
    "unsure_recall": ("uncertain words, recall", _PERCENT),
    "unsure_precision": ("uncertain words, precision", _PERCENT),
    "tag_accuracy": ("tag accuracy", _PERCENT),
    "reading_accuracy": ("whole readings", _PERCENT),
    "label_accuracy": ("relation accuracy", _PERCENT),
    "function_accuracy": ("function tag accuracy", _PERCENT),
    "arc_accuracy": ("arc accuracy", _PERCENT),
    "accuracy": ("accuracy", _PERCENT),
    "tokens_f1": ("tokens, F1", _PERCENT),
    "sentences_f1": ("sentences, F1", _PERCENT),
    "words_f1": ("words, F1", _PERCENT),
    "multiword_f1": ("multiword tokens, F1", _PERCENT),
    "upos_f1": ("UPOS, F1", _PERCENT),
    "xpos_f1": ("XPOS, F1", _PERCENT),
    "feats_f1": ("features, F1", _PERCENT),
    "ufeats_f1": ("universal features, F1", _PERCENT),
    "lemma_f1": ("lemmas, F1", _PERCENT),
    "uas_f1": ("UAS, F1", _PERCENT),
    "las_f1": ("LAS without subtypes, F1", _PERCENT),
    "las_subtypes_f1": ("LAS, F1", _PERCENT),
    "lemma": ("lemma accuracy", _PERCENT),
    "upos": ("UPOS accuracy", _PERCENT),
    "xpos": ("XPOS accuracy", _PERCENT),
    "feats": ("features accuracy", _PERCENT),
    "clipped": ("clipped scores", ""),
    "balance": ("weight of other models' scores", ""),
    "share": ("weight of other models' posteriors", ""),
    "loss": ("loss", ""),
    "ngrams": ("n-grams", ""),
    "discount_1": ("discount of a count of 1", ""),
    "discount_2": ("discount of a count of 2", ""),
    "discount_3": ("discount of a count of 3 or more", ""),
}


def measure_title(name: str) -> str:
    """Return the title of a measure with its unit."""
    title, unit = MEASURES.get(name, (name.replace("_", " "), ""))
    return f"{title} ({unit})" if unit else title


@old_members(parts="numerators", wholes="denominators", of="from_pairs", where="select")
@dataclass(frozen=True, slots=True, eq=False)
class Rate:
    """Ratio measure by sentence: `unit` times the sum of `numerators` over the sum of `denominators`."""

    numerators: Floats  # (sentences,)
    denominators: Floats  # (sentences,) 0 if a sentence has nothing to score
    unit: float = 100.0
    __repr__ = brief_repr

    @classmethod
    def from_pairs(cls, pairs: Sequence[tuple[float, float]], unit: float = 100.0) -> Rate:
        """Build the rate from (numerator, denominator) of each sentence."""
        columns = np.array(pairs, dtype=np.float64).reshape(-1, 2)  # (sentences, 2)
        return cls(columns[:, 0], columns[:, 1], unit)

    @property
    def value(self) -> float:
        """Value over the whole corpus; NaN if there is nothing to score."""
        total = float(self.denominators.sum())
        return self.unit * float(self.numerators.sum()) / total if total else float("nan")

    def select(self, chosen: Sequence[bool]) -> Rate:
        """Return the rate over the chosen sentences; the others stay in place with nothing to score."""
        mask = np.asarray(chosen, dtype=np.float64)
        return Rate(self.numerators * mask, self.denominators * mask, self.unit)


@dataclass(frozen=True, slots=True)
class Failure:
    """Sentence, numbered from 0, whose prediction cannot be scored, and the reason."""

    index: int
    reason: str


@old_members(failed="failure_count")
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """Metrics of one evaluation; undefined ones are left out."""

    metrics: Mapping[str, float]
    sentences: int  # with a gold structure, including failed ones
    failures: tuple[Failure, ...] = ()
    different: tuple[int, ...] = ()  # sentences, from 0, that differ from the gold
    left_out: int = 0  # sentences without a gold structure, not scored
    clipped: int = 0  # estimates that the model raised to a floor
    rates: Mapping[str, Rate] = field(default_factory=dict)  # by sentence, in gold order

    def __repr__(self) -> str:
        metric_list = ", ".join(f"{name} {value:.2f}" for name, value in self.metrics.items())
        return shorten(f"<{type(self).__name__} over {self.sentences:,} sentences: {metric_list}>", _MAX_REPR_LENGTH)

    def _repr_html_(self) -> str:
        from spectral_core.notebook import scores_html

        facts = {
            "sentences": self.sentences,
            "failed": self.failure_count,
            "left out": self.left_out,
            "clipped": self.clipped,
        }
        return scores_html(self.metrics, {name: number for name, number in facts.items() if number})

    @property
    def failure_count(self) -> int:
        """Number of sentences whose predictions could not be scored."""
        return len(self.failures)


def pair_sentences(gold: Iterable[G], predicted: Iterable[P]) -> Iterator[tuple[int, G, P]]:
    """Yield (index, gold, predicted) in order; DataError if one side is shorter. One pass, so both may be lazy."""
    for index, (gold_item, predicted_item) in enumerate(zip_longest(gold, predicted, fillvalue=_MISSING)):
        if gold_item is _MISSING or predicted_item is _MISSING:
            shorter = "gold" if gold_item is _MISSING else "prediction"
            raise DataError(f"the {shorter} ends before sentence {index + 1}; compare files over the same sentences")
        yield index, gold_item, predicted_item  # type: ignore[misc]


def name_sentence(index: int, sentence: Sentence) -> str:
    """Return the name of a sentence for messages: its number from 1, and its id if it has one."""
    sentence_id = sentence.comment("sent_id")
    return f"sentence {index + 1}" + (f" ({sentence_id})" if sentence_id else "")


def describe_word_difference(gold: Sequence[str], predicted: Sequence[str]) -> str | None:
    """Describe the first difference between two sentences' words; None if they are the same."""
    if len(gold) != len(predicted):
        return f"{len(predicted)} words, in the gold {len(gold)}"
    for position, (gold_form, predicted_form) in enumerate(zip(gold, predicted, strict=True), 1):
        if gold_form != predicted_form:
            return f"word {position} is {predicted_form!r}, in the gold {gold_form!r}"
    return None


def compute_metrics(rates: Mapping[str, Rate]) -> dict[str, float]:
    """Return the value of each defined rate."""
    return {name: rate.value for name, rate in rates.items() if not np.isnan(rate.value)}


def compute_uncertainty_coefficient(counts: Floats) -> float:
    """Return the share of the entropy of the columns of a table of counts that its rows explain: the mutual information
    of both, divided by that entropy."""
    joint = counts / counts.sum()
    independent = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    is_positive = joint > 0
    mutual_information = float((joint[is_positive] * np.log(joint[is_positive] / independent[is_positive])).sum())
    column_shares = joint.sum(axis=0)
    entropy = -float((column_shares[column_shares > 0] * np.log(column_shares[column_shares > 0])).sum())
    return mutual_information / entropy if entropy > 0 else 0.0
