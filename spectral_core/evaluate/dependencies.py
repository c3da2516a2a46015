"""Attachment scores: the share of words with the right head, and with the right head and label."""

from collections.abc import Iterable
from itertools import compress

from spectral_core.data import EMPTY, Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate.rates import Failure, Rate, Scores, figures, named, paired, words_differ

_FEWEST = 2  # relations between words of a treebank that is labelled
PUNCTUATION = frozenset(("PUNCT", ",", ".", ":", "``", "''", "-LRB-", "-RRB-"))


def is_punctuation(upos: str, xpos: str) -> bool:
    """Whether a token is punctuation: by UPOS PUNCT, or by a Penn tag in either column (some corpora fill only one)."""
    return upos in PUNCTUATION or xpos in PUNCTUATION


def dependency_scores(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Scores:
    """`uas`, `las`, `complete`, each also as `_no_punct`, in percent. Only words with a gold head count, and for `las`
    only those with a gold label as well; `las` is left out where either side has no labels at all, and where the gold
    names fewer than two relations beside that of the root: what names only the root, or everything alike, is not
    labelled. Labels count whole, subtypes included. `complete` is the share of sentences whose heads are all right. A
    sentence predicted without heads has failed: all its words are wrong."""
    tally = DependencyTally()
    for index, want, got in paired(gold, predicted):
        tally.add(index, want, got)
    if not tally.sentences:
        raise DataError("no sentence of the gold has dependency heads; there is nothing to compare with")
    return tally.scores()


class DependencyTally:
    """Counts sentence by sentence, so that two lazy corpora are read once."""

    def __init__(self) -> None:
        self.sentences = 0
        self.predicted = 0  # sentences that have heads on both sides
        self._seen = 0
        self._failures: list[Failure] = []
        self._different: list[int] = []  # in their heads
        self._relabelled: list[int] = []  # in their labels only
        self._labels = [False, False]  # whether the gold and the prediction have any
        self._relations: set[str] = set()  # of the gold, between words; gathered until there are enough
        self._counts: dict[str, list[tuple[float, float]]] = {
            name + kind: [] for name in ("uas", "las", "complete") for kind in ("", "_no_punct")
        }

    def add(self, index: int, gold: Sentence, predicted: Sentence) -> None:
        self._seen += 1
        words = [head is not None for head in gold.heads]
        if not any(words):
            for column in self._counts.values():
                column.append((0, 0))
            return
        self.sentences += 1
        if predicted.heads.count(None) == len(predicted.heads):
            self._failures.append(Failure(index, "it has no heads"))
            attached = correct = [False] * len(words)
        else:
            difference = words_differ(gold.forms, predicted.forms)
            if difference:
                raise DataError(f"{named(index, gold)}: {difference}; compare files over the same words")
            self.predicted += 1
            attached = [want == got and want is not None for want, got in zip(gold.heads, predicted.heads, strict=True)]
            correct = [
                right and want == got and want != EMPTY
                for right, want, got in zip(attached, gold.deprels, predicted.deprels, strict=True)
            ]
            self._labels[1] = self._labels[1] or predicted.deprels.count(EMPTY) < len(words)
        labelled = [word and label != EMPTY for word, label in zip(words, gold.deprels, strict=True)]
        self._labels[0] = self._labels[0] or any(labelled)
        if len(self._relations) < _FEWEST:
            self._relations.update(
                label for head, label in zip(gold.heads, gold.deprels, strict=True) if head and label != EMPTY
            )
        spoken = [not is_punctuation(upos, xpos) for upos, xpos in zip(gold.upos, gold.xpos, strict=True)]
        if attached != words:
            self._different.append(index)
        elif correct != labelled:
            self._relabelled.append(index)
        for kind, kept in (("", [True] * len(words)), ("_no_punct", spoken)):
            heads, heads_right = sum(compress(words, kept)), sum(compress(attached, kept))
            self._counts["uas" + kind].append((heads_right, heads))
            self._counts["las" + kind].append((sum(compress(correct, kept)), sum(compress(labelled, kept))))
            self._counts["complete" + kind].append((heads > 0 and heads_right == heads, heads > 0))

    def scores(self) -> Scores:
        rates = {name: Rate.of(pairs) for name, pairs in self._counts.items()}
        different = self._different
        if all(self._labels):
            different = sorted(self._different + self._relabelled)
        if not all(self._labels) or len(self._relations) < _FEWEST:
            rates = {name: rate for name, rate in rates.items() if not name.startswith("las")}
        return Scores(
            metrics=figures(rates), sentences=self.sentences, failures=tuple(self._failures),
            different=tuple(different), left_out=self._seen - self.sentences, rates=rates,
        )  # fmt: skip
