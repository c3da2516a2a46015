"""Tagging accuracy."""

from collections.abc import Iterable

from spectral_core.data import EMPTY, Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate.rates import (
    Rate,
    Scores,
    compute_metrics,
    describe_word_difference,
    name_sentence,
    pair_sentences,
)


def score_tags(gold: Iterable[Sentence], predicted: Iterable[Sentence], column: str) -> Scores:
    """Compute `tag_accuracy` over all words whose gold has a tag in `column`, punctuation included, in percent."""
    counts: list[tuple[float, float]] = []
    different: list[int] = []
    for index, gold_sentence, predicted_sentence in pair_sentences(gold, predicted):
        difference = describe_word_difference(gold_sentence.forms, predicted_sentence.forms)
        if difference:
            raise DataError(f"{name_sentence(index, gold_sentence)}: {difference}; compare files over the same words")
        pairs = [
            pair
            for pair in zip(gold_sentence.column(column), predicted_sentence.column(column), strict=True)
            if pair[0] != EMPTY
        ]
        right = sum(gold_tag == predicted_tag for gold_tag, predicted_tag in pairs)
        counts.append((right, len(pairs)))
        if right < len(pairs):
            different.append(index)
    rates = {"tag_accuracy": Rate.from_pairs(counts)}
    scored = sum(tagged_words > 0 for _, tagged_words in counts)
    return Scores(
        metrics=compute_metrics(rates),
        sentences=scored,
        different=tuple(different),
        left_out=len(counts) - scored,
        rates=rates,
    )
