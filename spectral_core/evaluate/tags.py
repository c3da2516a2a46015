"""How many words get the tag that they have in the gold annotation."""

from collections.abc import Iterable

from spectral_core.data import EMPTY, Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate.rates import Rate, Scores, figures, named, paired, words_differ


def tag_scores(gold: Iterable[Sentence], predicted: Iterable[Sentence], column: str) -> Scores:
    """`tag_accuracy` over all words whose gold has a tag in `column`, punctuation included, in percent."""
    counts: list[tuple[float, float]] = []
    different: list[int] = []
    for index, want, got in paired(gold, predicted):
        difference = words_differ(want.forms, got.forms)
        if difference:
            raise DataError(f"{named(index, want)}: {difference}; compare files over the same words")
        pairs = [pair for pair in zip(want.column(column), got.column(column), strict=True) if pair[0] != EMPTY]
        right = sum(wanted == found for wanted, found in pairs)
        counts.append((right, len(pairs)))
        if right < len(pairs):
            different.append(index)
    rates = {"tag_accuracy": Rate.of(counts)}
    scored = sum(whole > 0 for _, whole in counts)
    return Scores(
        metrics=figures(rates), sentences=scored, different=tuple(different), left_out=len(counts) - scored, rates=rates
    )
