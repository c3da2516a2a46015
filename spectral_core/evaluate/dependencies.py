"""Attachment scores: the share of words with the right head, and with the right head and label."""

from collections.abc import Iterable
from itertools import compress

from spectral_core.data import EMPTY, Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate.rates import (
    Failure,
    Rate,
    Scores,
    compute_metrics,
    describe_word_difference,
    name_sentence,
    pair_sentences,
)

_MIN_RELATIONS = 2  # relations between words from which a treebank counts as labelled
PUNCTUATION = frozenset(("PUNCT", ",", ".", ":", "``", "''", "-LRB-", "-RRB-"))


def is_punctuation(upos: str, xpos: str) -> bool:
    """Return whether a token is punctuation: by UPOS PUNCT, or by a Penn tag in either column (some corpora fill only
    one)."""
    return upos in PUNCTUATION or xpos in PUNCTUATION


def score_dependencies(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Scores:
    """Compute `uas`, `las`, `complete`, each also as `_no_punct`, in percent.

    Only words with a gold head count, and for `las` only those with a gold label as well; `las` is left out if either
    side has no labels at all, or if the gold names fewer than two relations beside that of the root: then it is not
    labelled. Labels count with their subtypes. `complete` is the share of sentences whose heads are all right. A
    sentence predicted without heads has failed: all its words are wrong.
    """
    tally = DependencyTally()
    for index, gold_sentence, predicted_sentence in pair_sentences(gold, predicted):
        tally.add(index, gold_sentence, predicted_sentence)
    if not tally.sentences:
        raise DataError("no sentence of the gold has dependency heads; there is nothing to compare with")
    return tally.scores()


class DependencyTally:
    """Counts of attachments sentence by sentence, so that two lazy corpora are read once."""

    def __init__(self) -> None:
        self.sentences = 0
        self.predicted = 0  # sentences that have heads on both sides
        self._sentence_count = 0
        self._failures: list[Failure] = []
        self._different: list[int] = []  # in their heads
        self._relabelled: list[int] = []  # in their labels only
        self._labels = [False, False]  # whether the gold and the prediction have any
        self._relations: set[str] = set()  # of the gold, between words; collected until there are enough
        self._counts: dict[str, list[tuple[float, float]]] = {
            name + kind: [] for name in ("uas", "las", "complete") for kind in ("", "_no_punct")
        }

    def add(self, index: int, gold: Sentence, predicted: Sentence) -> None:
        self._sentence_count += 1
        has_gold_head = [head is not None for head in gold.heads]
        if not any(has_gold_head):
            for column in self._counts.values():
                column.append((0, 0))
            return
        self.sentences += 1
        if predicted.heads.count(None) == len(predicted.heads):
            self._failures.append(Failure(index, "it has no heads"))
            attached = correct = [False] * len(has_gold_head)
        else:
            difference = describe_word_difference(gold.forms, predicted.forms)
            if difference:
                raise DataError(f"{name_sentence(index, gold)}: {difference}; compare files over the same words")
            self.predicted += 1
            attached = [
                gold_value == predicted_value and gold_value is not None
                for gold_value, predicted_value in zip(gold.heads, predicted.heads, strict=True)
            ]
            correct = [
                is_attached and gold_value == predicted_value and gold_value != EMPTY
                for is_attached, gold_value, predicted_value in zip(
                    attached, gold.deprels, predicted.deprels, strict=True
                )
            ]
            self._labels[1] = self._labels[1] or predicted.deprels.count(EMPTY) < len(has_gold_head)
        labelled = [has_head and label != EMPTY for has_head, label in zip(has_gold_head, gold.deprels, strict=True)]
        self._labels[0] = self._labels[0] or any(labelled)
        if len(self._relations) < _MIN_RELATIONS:
            self._relations.update(
                label for head, label in zip(gold.heads, gold.deprels, strict=True) if head and label != EMPTY
            )
        is_word = [not is_punctuation(upos, xpos) for upos, xpos in zip(gold.upos, gold.xpos, strict=True)]
        if attached != has_gold_head:
            self._different.append(index)
        elif correct != labelled:
            self._relabelled.append(index)
        for kind, selected in (("", [True] * len(has_gold_head)), ("_no_punct", is_word)):
            heads, heads_right = sum(compress(has_gold_head, selected)), sum(compress(attached, selected))
            self._counts["uas" + kind].append((heads_right, heads))
            self._counts["las" + kind].append((sum(compress(correct, selected)), sum(compress(labelled, selected))))
            self._counts["complete" + kind].append((heads > 0 and heads_right == heads, heads > 0))

    def scores(self) -> Scores:
        rates = {name: Rate.from_pairs(pairs) for name, pairs in self._counts.items()}
        different = self._different
        if all(self._labels):
            different = sorted(self._different + self._relabelled)
        if not all(self._labels) or len(self._relations) < _MIN_RELATIONS:
            rates = {name: rate for name, rate in rates.items() if not name.startswith("las")}
        return Scores(
            metrics=compute_metrics(rates), sentences=self.sentences, failures=tuple(self._failures),
            different=tuple(different), left_out=self._sentence_count - self.sentences, rates=rates,
        )  # fmt: skip
