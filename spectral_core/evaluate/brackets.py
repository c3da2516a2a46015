"""Labelled brackets, as EVALB scores them with COLLINS.prm."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from spectral_core.data import Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate.rates import Failure, Rate, Scores, figures, paired, words_differ
from spectral_core.evaluate.spans import DELETED, Labelled, ScoredTree, read

CUT_OFF = 40


def bracket_scores(gold: Iterable[Sentence], predicted: Iterable[Sentence], by_gold_tags: bool = False) -> Scores:
    """`f1 precision recall f1_40 exact`, in percent, as EVALB with COLLINS.prm gives them. The words tagged , : `` '' .
    and the traces are taken out with the phrases they leave empty, of each tree by its own tags; what is left must be
    the same words on both sides. Brackets are a multiset of labelled spans: unary chains count link by link, tags do
    not count; labels end before the first - or =; ADVP = PRT; TOP does not count. The cut-off of `f1_40` counts the
    gold's words with their punctuation, without traces. `exact` is the share of scored sentences whose multisets are
    equal, empty ones included. Beyond EVALB, an empty label does not count, and labels that begin with - or = stay
    whole.

    A sentence predicted without a tree, or with other words left, has failed. As in EVALB it is then in none of these
    figures; `f1_counting_failed` is F1 with its gold brackets as missed ones. A sentence of punctuation alone on both
    sides is passed over and has not failed.

    With `by_gold_tags`, the gold tags say which words go out of both trees: a parse over predicted tags then does not
    fail for a wrong tag on a comma, for which EVALB throws it out."""
    tally = LabelledTally(by_gold_tags)
    for index, want, got in paired(gold, predicted):
        tally.add(index, read(want.tree), read(got.tree))
    if not tally.sentences:
        raise DataError("no sentence of the gold has a constituency tree; there is nothing to compare with")
    return tally.scores()


@dataclass(slots=True)
class _BracketRow:
    """One sentence: its brackets in the gold, in the prediction, and in both."""

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
    """Counts sentence by sentence, so that two lazy corpora are read once."""

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
        row.short = len(gold.words) <= CUT_OFF
        kept = gold.kept(DELETED)
        want = gold.labelled(kept)
        reason, got = self._predicted(gold, kept, predicted)
        if reason:
            row.missed = len(want)
            self._failures.append(Failure(index, reason))
        elif kept[-1]:
            row.gold, row.predicted, row.match, row.valid = len(want), len(got), _shared(want, got), True
            for labels, brackets in zip(self._labels, (want, got), strict=True):
                labels.update(label for label, _, _ in brackets)
        if reason or (row.valid and not row.exact):
            self._different.append(index)

    def _predicted(
        self, gold: ScoredTree, kept: list[int], predicted: ScoredTree | None
    ) -> tuple[str | None, list[Labelled]]:
        """Why the prediction cannot be scored, or None, and its brackets."""
        if predicted is None:
            return "it has no tree", []
        if self._by_gold_tags:
            difference = words_differ(gold.words, predicted.words)
            return difference, [] if difference else predicted.labelled(kept)
        difference = words_differ(gold.words_kept(DELETED), predicted.words_kept(DELETED))
        if difference:
            return f"without punctuation: {difference}", []
        return None, predicted.labelled(predicted.kept(DELETED))

    @property
    def without_labels(self) -> bool:
        """Whether the prediction has one label for all its brackets, as bracketers do, and the gold has several."""
        gold, predicted = self._labels
        return len(predicted) == 1 < len(gold) and any(row.predicted > 1 for row in self._rows)

    def scores(self) -> Scores:
        rows = self._rows
        f1 = Rate.of([(2 * row.match, row.gold + row.predicted) for row in rows])
        rates = {
            "f1": f1, "precision": Rate.of([(row.match, row.predicted) for row in rows]),
            "recall": Rate.of([(row.match, row.gold) for row in rows]), "f1_40": f1.where([row.short for row in rows]),
            "f1_counting_failed": Rate.of([(2 * row.match, row.gold + row.predicted + row.missed) for row in rows]),
            "exact": Rate.of([(row.exact, row.valid) for row in rows]),
        }  # fmt: skip
        metrics = figures(rates)
        if "f1" in metrics:  # with brackets on one side only, EVALB calls the other's share 0, too
            metrics = {"f1": metrics["f1"], "precision": 0.0, "recall": 0.0, **metrics}
        return Scores(
            metrics=metrics, sentences=self.sentences, failures=tuple(self._failures), different=tuple(self._different),
            left_out=len(rows) - self.sentences, rates=rates,
        )  # fmt: skip


def _shared(gold: list[Labelled], predicted: list[Labelled]) -> int:
    """The size of the intersection of two multisets."""
    left = Counter(gold)
    match = 0
    for bracket in predicted:
        if left[bracket] > 0:
            left[bracket] -= 1
            match += 1
    return match
