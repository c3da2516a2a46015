"""Labelled bracket scores, as EVALB computes them with COLLINS.prm."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from spectral_core.data import Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate.rates import (
    Failure,
    Rate,
    Scores,
    compute_metrics,
    describe_word_difference,
    pair_sentences,
)
from spectral_core.evaluate.spans import DELETED_TAGS, LabelledSpan, ScoredTree, make_scored_tree

MAX_LENGTH = 40


def score_brackets(gold: Iterable[Sentence], predicted: Iterable[Sentence], by_gold_tags: bool = False) -> Scores:
    """Compute `f1 precision recall f1_40 exact`, in percent, as EVALB with COLLINS.prm does.

    The words tagged , : `` '' . and the traces are taken out with the phrases they leave empty, of each tree by its own
    tags; what is left must be the same words on both sides. Brackets are a multiset of labelled spans: unary chains
    count link by link, tags do not count; labels end before the first - or =; ADVP = PRT; TOP does not count. The
    cut-off of `f1_40` counts the gold's words with their punctuation, without traces. `exact` is the share of scored
    sentences whose multisets are equal, empty ones included. Beyond EVALB, an empty label does not count, and labels
    that begin with - or = stay whole.

    A sentence predicted without a tree, or with other words left, has failed. As in EVALB it is then in none of these
    figures; `f1_counting_failed` is F1 with its gold brackets as missed ones. A sentence of punctuation alone on both
    sides is skipped and has not failed.

    With `by_gold_tags`, the gold tags say which words go out of both trees: a parse over predicted tags then does not
    fail for a wrong tag on a comma, for which EVALB throws it out.
    """
    tally = LabelledTally(by_gold_tags)
    for index, gold_sentence, predicted_sentence in pair_sentences(gold, predicted):
        tally.add(index, make_scored_tree(gold_sentence.tree), make_scored_tree(predicted_sentence.tree))
    if not tally.sentences:
        raise DataError("no sentence of the gold has a constituency tree; there is nothing to compare with")
    return tally.scores()


@dataclass(slots=True)
class _BracketRow:
    """Numbers of brackets of one sentence in the gold, in the prediction, and in both."""

    gold: int = 0
    predicted: int = 0
    match: int = 0
    missed: int = 0  # gold brackets of a failed prediction
    valid: bool = False
    short: bool = False

    @property
    def exact(self) -> bool:
        return self.valid and self.gold == self.predicted == self.match


class LabelledTally:
    """Counts of labelled brackets sentence by sentence, so that two lazy corpora are read once."""

    def __init__(self, by_gold_tags: bool = False) -> None:
        self.sentences = 0
        self.predicted = 0  # sentences that have a tree on both sides
        self._by_gold_tags = by_gold_tags
        self._labels: tuple[set[str], set[str]] = (set(), set())  # of the gold, of the prediction
        self._rows: list[_BracketRow] = []
        self._failures: list[Failure] = []
        self._different: list[int] = []

    def add(self, index: int, gold: ScoredTree | None, predicted: ScoredTree | None) -> None:
        row = _BracketRow()
        self._rows.append(row)
        if gold is None:
            return
        self.sentences += 1
        self.predicted += predicted is not None
        row.short = len(gold.words) <= MAX_LENGTH
        positions = gold.number_kept_words(DELETED_TAGS)
        gold_brackets = gold.get_labelled_spans(positions)
        reason, predicted_brackets = self._read_prediction(gold, positions, predicted)
        if reason:
            row.missed = len(gold_brackets)
            self._failures.append(Failure(index, reason))
        elif positions[-1]:
            row.gold, row.predicted, row.match, row.valid = (
                len(gold_brackets),
                len(predicted_brackets),
                _count_shared(gold_brackets, predicted_brackets),
                True,
            )
            for labels, brackets in zip(self._labels, (gold_brackets, predicted_brackets), strict=True):
                labels.update(label for label, _, _ in brackets)
        if reason or (row.valid and not row.exact):
            self._different.append(index)

    def _read_prediction(
        self, gold: ScoredTree, positions: list[int], predicted: ScoredTree | None
    ) -> tuple[str | None, list[LabelledSpan]]:
        """Return why the prediction cannot be scored, or None, and its brackets."""
        if predicted is None:
            return "it has no tree", []
        if self._by_gold_tags:
            difference = describe_word_difference(gold.words, predicted.words)
            return difference, [] if difference else predicted.get_labelled_spans(positions)
        difference = describe_word_difference(gold.select_words(DELETED_TAGS), predicted.select_words(DELETED_TAGS))
        if difference:
            return f"without punctuation: {difference}", []
        return None, predicted.get_labelled_spans(predicted.number_kept_words(DELETED_TAGS))

    @property
    def lacks_labels(self) -> bool:
        """Whether the prediction has one label for all its brackets, as bracketers do, and the gold has several."""
        gold, predicted = self._labels
        return len(predicted) == 1 < len(gold) and any(row.predicted > 1 for row in self._rows)

    def scores(self) -> Scores:
        rows = self._rows
        f1 = Rate.from_pairs([(2 * row.match, row.gold + row.predicted) for row in rows])
        rates = {
            "f1": f1,
            "precision": Rate.from_pairs([(row.match, row.predicted) for row in rows]),
            "recall": Rate.from_pairs([(row.match, row.gold) for row in rows]),
            "f1_40": f1.select([row.short for row in rows]),
            "f1_counting_failed": Rate.from_pairs(
                [(2 * row.match, row.gold + row.predicted + row.missed) for row in rows]
            ),
            "exact": Rate.from_pairs([(row.exact, row.valid) for row in rows]),
        }
        metrics = compute_metrics(rates)
        if "f1" in metrics:  # with brackets on one side only, EVALB also gives 0 for the other side
            metrics = {"f1": metrics["f1"], "precision": 0.0, "recall": 0.0, **metrics}
        return Scores(
            metrics=metrics, sentences=self.sentences, failures=tuple(self._failures), different=tuple(self._different),
            left_out=len(rows) - self.sentences, rates=rates,
        )  # fmt: skip


def _count_shared(gold: list[LabelledSpan], predicted: list[LabelledSpan]) -> int:
    """Return the size of the intersection of two multisets."""
    remaining = Counter(gold)
    match = 0
    for bracket in predicted:
        if remaining[bracket] > 0:
            remaining[bracket] -= 1
            match += 1
    return match
