"""Comparison of two corpora over the same sentences, by each measure that both support."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from spectral_core.data import Ranked, Sentence
from spectral_core.data.sentence import empty_column
from spectral_core.errors import DataError, NothingInCommonError
from spectral_core.evaluate.brackets import LabelledTally, UnlabelledTally, make_scored_tree
from spectral_core.evaluate.dependencies import ColumnTally, DependencyTally
from spectral_core.evaluate.measures import (
    Failure,
    Rate,
    Scores,
    describe_word_difference,
    name_sentence,
    pair_sentences,
)
from spectral_core.evaluate.rankings import Ranking, RankingTally


class _Tally(Protocol):
    """Counts of one kind of annotation, accumulated sentence by sentence."""

    @property
    def predicted_count(self) -> int:
        """Number of sentences with this annotation on both sides."""
        ...

    def scores(self) -> Scores:
        """Return the scores over all sentences added so far."""
        ...


def compare_annotation(gold: Iterable[Sentence], predicted: Iterable[Sentence], columns: bool = True) -> Scores:
    """Score heads, trees (labelled and unlabelled) and readings, as far as both sides have them.

    With `columns` also lemmas, tags and features; leave it off for a parser that took them as input. Trees whose
    brackets all have one label, as from a bracketer, are scored unlabelled only. Readings are ranked with the predicted
    word's chosen one first, then its candidates in order; a word without a chosen reading is an error. `sentences`
    counts all pairs; `different` and `failures` are the unions over these scores.
    """
    dependencies, labelled, unlabelled, readings = DependencyTally(), LabelledTally(), UnlabelledTally(), RankingTally()
    values = ColumnTally()
    sentences = 0
    structures: tuple[set[str], set[str]] = set(), set()
    for index, gold_sentence, predicted_sentence in pair_sentences(gold, predicted):
        sentences += 1
        for names, sentence in zip(structures, (gold_sentence, predicted_sentence), strict=True):
            names.update(
                name
                for name, is_present in (("heads", sentence.has_heads), ("trees", sentence.tree is not None))
                if is_present
            )
        dependencies.add(index, gold_sentence, predicted_sentence)
        gold_tree, predicted_tree = make_scored_tree(gold_sentence.tree), make_scored_tree(predicted_sentence.tree)
        labelled.add(index, gold_tree, predicted_tree)
        unlabelled.add(index, gold_tree, predicted_tree)
        readings.add(index, gold_sentence, _rank_predicted_readings(index, gold_sentence, predicted_sentence))
        if columns:
            values.add(index, gold_sentence, predicted_sentence)
    tallies: list[_Tally] = [dependencies, unlabelled, readings, values]
    if not labelled.has_single_label:
        tallies.insert(1, labelled)
    results = [tally.scores() for tally in tallies if tally.predicted_count]
    if not results:
        raise NothingInCommonError(
            "the two have nothing in common to compare: "
            + (
                f"the first has {' and '.join(sorted(structures[0]))}, the second {' and '.join(sorted(structures[1]))}"
                if all(structures) and not structures[0] & structures[1]
                else "no sentence has heads, a tree, tags, lemmas or readings in both"
            )
        )
    failures: dict[int, Failure] = {}
    metrics: dict[str, float] = {}
    rates: dict[str, Rate] = {}
    for scores in results:
        metrics |= scores.metrics
        rates |= scores.rates
        for failure in scores.failures:
            failures.setdefault(failure.index, failure)
    return Scores(
        metrics=metrics, sentences=sentences, failures=tuple(failures[index] for index in sorted(failures)),
        different=tuple(sorted({index for scores in results for index in scores.different})),
        left_out=min(scores.left_out for scores in results), rates=rates,
    )  # fmt: skip


def strip_annotation(sentence: Sentence, tags: bool = True) -> Sentence:
    """Return the sentence as input for a parser or ranker under test: without heads, labels, tree and chosen readings.

    Otherwise annotation that a parser leaves unchanged would be compared with itself. With `tags` False, lemmas, tags
    and features are removed too, to evaluate rankers and parsers of raw words. Candidates are kept.
    """
    empty = empty_column(len(sentence))
    bare = replace(
        sentence, heads=(None,) * len(sentence), deprels=empty, deps=empty, tree=None, analyses=(), source=None
    )
    return bare if tags else replace(bare, lemmas=empty, upos=empty, xpos=empty, feats=empty)


def _rank_predicted_readings(index: int, gold: Sentence, predicted: Sentence) -> list[Ranking]:
    """Return the readings of each predicted word, the chosen one first, scored in this order."""
    rankings: list[Ranking] = [()] * len(gold)
    if not any(gold.analyses) or not any(predicted.analyses):
        return rankings
    difference = describe_word_difference(gold.forms, predicted.forms)
    if difference:
        raise DataError(f"{name_sentence(index, gold)}: {difference}; compare files over the same words")
    for word, chosen in enumerate(predicted.analyses):
        if chosen is not None:
            candidates = predicted.candidates[word] if predicted.candidates else ()
            order = (chosen, *(candidate for candidate in candidates if candidate != chosen))
            rankings[word] = [Ranked(value, -float(rank)) for rank, value in enumerate(order)]
    return rankings
