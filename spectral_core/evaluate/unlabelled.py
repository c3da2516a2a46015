"""Unlabelled bracket scores, as Klein and Manning compute them."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
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
from spectral_core.evaluate.spans import KLEIN_MANNING_TAGS, ScoredTree, make_scored_tree

LENGTHS = (10, 20, 40)


def score_unlabelled_brackets(
    gold: Iterable[Sentence], predicted: Iterable[Sentence], punctuation: AbstractSet[str] = KLEIN_MANNING_TAGS
) -> Scores:
    """Compute `unlabelled_f1` and, for sentences of at most so many words, `_10 _20 _40`, each also `_strict`, in
    percent.

    Klein and Manning 2002, with the details by which their baselines' figures come out: punctuation (by the gold tags)
    and traces go out, then lengths are counted; brackets over one word and a second bracket over the same span are out,
    so a unary chain is one bracket; sums are over the corpus. The bracket over the whole sentence stays; `_strict` is
    without it. `unlabelled_precision` and `unlabelled_recall` go with the first figure. A sentence without a tree over
    the same words has failed, and its gold brackets are missed ones.
    """
    tally = UnlabelledTally(punctuation)
    for index, gold_sentence, predicted_sentence in pair_sentences(gold, predicted):
        tally.add(index, make_scored_tree(gold_sentence.tree), make_scored_tree(predicted_sentence.tree))
    if not tally.sentences:
        raise DataError("no sentence of the gold has a constituency tree; there is nothing to compare with")
    return tally.scores()


@dataclass(slots=True)
class _SpanRow:
    """Numbers of brackets of one sentence in the gold, in the prediction, and in both."""

    gold: int = 0
    predicted: int = 0
    match: int = 0
    length: int = 0
    root_match: tuple[int, int, int] = (0, 0, 0)  # the same three, of brackets over the whole sentence


class UnlabelledTally:
    """Counts of unlabelled brackets sentence by sentence, so that two lazy corpora are read once."""

    def __init__(self, punctuation: AbstractSet[str] = KLEIN_MANNING_TAGS) -> None:
        self.sentences = 0
        self.predicted = 0  # sentences that have a tree on both sides
        self._punctuation = punctuation
        self._rows: list[_SpanRow] = []
        self._failures: list[Failure] = []
        self._different: list[int] = []

    def add(self, index: int, gold: ScoredTree | None, predicted: ScoredTree | None) -> None:
        row = _SpanRow()
        self._rows.append(row)
        if gold is None:
            return
        self.sentences += 1
        self.predicted += predicted is not None
        positions = gold.number_kept_words(self._punctuation)
        row.length = positions[-1]
        gold_spans = gold.get_unlabelled_spans(positions)
        reason = "it has no tree" if predicted is None else describe_word_difference(gold.words, predicted.words)
        predicted_spans = set() if reason or predicted is None else predicted.get_unlabelled_spans(positions)
        if reason:
            self._failures.append(Failure(index, reason))
        if reason or gold_spans != predicted_spans:
            self._different.append(index)
        row.gold, row.predicted, row.match = len(gold_spans), len(predicted_spans), len(gold_spans & predicted_spans)
        root_span = (0, row.length)
        row.root_match = (
            root_span in gold_spans,
            root_span in predicted_spans,
            root_span in gold_spans and root_span in predicted_spans,
        )

    def scores(self) -> Scores:
        rows = self._rows
        f1 = Rate.from_pairs([(2 * row.match, row.gold + row.predicted) for row in rows])
        strict = Rate.from_pairs(
            [
                (2 * (row.match - row.root_match[2]), row.gold + row.predicted - row.root_match[0] - row.root_match[1])
                for row in rows
            ]
        )
        rates = {"unlabelled_f1": f1}
        short = {length: [row.length <= length for row in rows] for length in LENGTHS}
        rates |= {f"unlabelled_f1_{length}": f1.select(short[length]) for length in LENGTHS}
        rates["unlabelled_f1_strict"] = strict
        rates |= {f"unlabelled_f1_{length}_strict": strict.select(short[length]) for length in LENGTHS}
        rates["unlabelled_precision"] = Rate.from_pairs([(row.match, row.predicted) for row in rows])
        rates["unlabelled_recall"] = Rate.from_pairs([(row.match, row.gold) for row in rows])
        metrics = compute_metrics(rates)
        if "unlabelled_f1" in metrics:  # brackets on one side only
            metrics = {"unlabelled_precision": 0.0, "unlabelled_recall": 0.0} | metrics
        return Scores(
            metrics=metrics, sentences=self.sentences, failures=tuple(self._failures), different=tuple(self._different),
            left_out=len(rows) - self.sentences, rates=rates,
        )  # fmt: skip
