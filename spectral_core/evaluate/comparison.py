"""Two corpora over the same sentences, measured by everything that both of them have."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from spectral_core.data import Ranked, Sentence
from spectral_core.data.sentence import empty_column
from spectral_core.errors import DataError
from spectral_core.evaluate.brackets import LabelledTally
from spectral_core.evaluate.columns import ColumnTally
from spectral_core.evaluate.dependencies import DependencyTally
from spectral_core.evaluate.rankings import Ranking, RankingTally
from spectral_core.evaluate.rates import Failure, Rate, Scores, named, paired, words_differ
from spectral_core.evaluate.spans import read
from spectral_core.evaluate.unlabelled import UnlabelledTally


class _Tally(Protocol):
    @property
    def predicted(self) -> int: ...
    def scores(self) -> Scores: ...


def compare(gold: Iterable[Sentence], predicted: Iterable[Sentence], columns: bool = True) -> Scores:
    """The scores of heads, of trees (labelled and unlabelled) and of readings, as far as both sides have them; with
    `columns` also those of lemmas, tags and features, for which a parser that was given them must not be praised. Trees
    whose brackets all have one label, as bracketers give them, are scored unlabelled only. Of readings, the predicted
    word's chosen one stands first, its candidates after it in their order; a word without a chosen one is an error.
    `sentences` counts all pairs; `different` and `failures` are of any of these scores."""
    dependencies, labelled, unlabelled, readings = DependencyTally(), LabelledTally(), UnlabelledTally(), RankingTally()
    values = ColumnTally()
    sentences = 0
    has: tuple[set[str], set[str]] = set(), set()
    for index, want, got in paired(gold, predicted):
        sentences += 1
        for held, side in zip(has, (want, got), strict=True):
            held.update(name for name, there in (("heads", side.has_heads), ("trees", side.tree is not None)) if there)
        dependencies.add(index, want, got)
        wanted_tree, predicted_tree = read(want.tree), read(got.tree)
        labelled.add(index, wanted_tree, predicted_tree)
        unlabelled.add(index, wanted_tree, predicted_tree)
        readings.add(index, want, _rankings(index, want, got))
        if columns:
            values.add(index, want, got)
    tallies: list[_Tally] = [dependencies, unlabelled, readings, values]
    if not labelled.without_labels:
        tallies.insert(1, labelled)
    found = [tally.scores() for tally in tallies if tally.predicted]
    if not found:
        raise DataError(
            "the two have nothing in common to compare: "
            + (
                f"the first has {' and '.join(sorted(has[0]))}, the second {' and '.join(sorted(has[1]))}"
                if all(has) and not has[0] & has[1]
                else "no sentence has heads, a tree, tags, lemmas or readings in both"
            )
        )
    failures: dict[int, Failure] = {}
    metrics: dict[str, float] = {}
    rates: dict[str, Rate] = {}
    for scores in found:
        metrics |= scores.metrics
        rates |= scores.rates
        for failure in scores.failures:
            failures.setdefault(failure.index, failure)
    return Scores(
        metrics=metrics, sentences=sentences, failures=tuple(failures[index] for index in sorted(failures)),
        different=tuple(sorted({index for scores in found for index in scores.different})),
        left_out=min(scores.left_out for scores in found), rates=rates,
    )  # fmt: skip


def unannotated(sentence: Sentence, tags: bool = True) -> Sentence:
    """The sentence as a parser or ranker under test may see it: no heads, labels, tree or chosen readings. What a
    parser does not fill in would otherwise be compared with itself. Without `tags`, lemmas, tags and features go as
    well, which is how rankers and parsers of raw words are measured. Candidates stay."""
    empty = empty_column(len(sentence))
    bare = replace(
        sentence, heads=(None,) * len(sentence), deprels=empty, deps=empty, tree=None, analyses=(), source=None
    )
    return bare if tags else replace(bare, lemmas=empty, upos=empty, xpos=empty, feats=empty)


def _rankings(index: int, gold: Sentence, predicted: Sentence) -> list[Ranking]:
    """The readings of each predicted word, the chosen one first, with scores that say this order."""
    nothing: list[Ranking] = [()] * len(gold)
    if not any(gold.analyses) or not any(predicted.analyses):
        return nothing
    difference = words_differ(gold.forms, predicted.forms)
    if difference:
        raise DataError(f"{named(index, gold)}: {difference}; compare files over the same words")
    rankings = nothing
    for word, chosen in enumerate(predicted.analyses):
        if chosen is not None:
            candidates = predicted.candidates[word] if predicted.candidates else ()
            order = (chosen, *(candidate for candidate in candidates if candidate != chosen))
            rankings[word] = [Ranked(value, -float(place)) for place, value in enumerate(order)]
    return rankings
