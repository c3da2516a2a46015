"""Word-level scores: attachment, tagging accuracy, and accuracy of CoNLL-U columns."""

from collections.abc import Iterable, Iterator
from itertools import compress

from spectral_core.data import EMPTY, Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate.measures import (
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
_COLUMNS = ("lemma", "upos", "xpos", "feats")


def is_punctuation(upos: str, xpos: str) -> bool:
    """Return whether a token is punctuation: UPOS PUNCT, or a Penn tag in either column (some corpora fill only
    one)."""
    return upos in PUNCTUATION or xpos in PUNCTUATION


def score_dependencies(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Scores:
    """Compute `uas`, `las`, `complete`, each also as `_no_punct`, in percent.

    Only words with a gold head count, and for `las` only those that also have a gold label. `las` is left out if either
    side has no labels, or if the gold has fewer than two relations besides the root's: it then counts as unlabelled.
    Labels are compared with subtypes. `complete` is the share of sentences with all heads correct. A sentence predicted
    without heads has failed: all its words are wrong.
    """
    tally = DependencyTally()
    for index, gold_sentence, predicted_sentence in pair_sentences(gold, predicted):
        tally.add(index, gold_sentence, predicted_sentence)
    if not tally.sentences:
        raise DataError("no sentence of the gold has dependency heads; there is nothing to compare with")
    return tally.scores()


class DependencyTally:
    """Attachment counts, accumulated sentence by sentence so that two lazy corpora are read once."""

    def __init__(self) -> None:
        self.sentences = 0
        self.predicted_count = 0  # sentences with heads on both sides
        self._sentence_count = 0
        self._failures: list[Failure] = []
        self._different: list[int] = []  # sentences with different heads
        self._relabelled: list[int] = []  # sentences with different labels only
        self._labels = [False, False]  # whether the gold and the prediction have any
        self._relations: set[str] = set()  # gold relations between words, collected until there are enough
        self._counts: dict[str, list[tuple[float, float]]] = {
            name + kind: [] for name in ("uas", "las", "complete") for kind in ("", "_no_punct")
        }

    def add(self, index: int, gold: Sentence, predicted: Sentence) -> None:
        """Add the attachments of one sentence; DataError if its words differ."""
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
            self.predicted_count += 1
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
        """Return the attachment scores over all sentences added so far."""
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


class ColumnTally:
    """Counts of equal column values, accumulated sentence by sentence so that two lazy corpora are read once. Scored
    are words with a gold value; columns that are empty throughout on one side, and sentences with other words, are
    not."""

    def __init__(self) -> None:
        self.sentences = 0
        self._counts: dict[str, list[tuple[float, float]]] = {name: [] for name in _COLUMNS}
        self._filled = dict.fromkeys(_COLUMNS, False)  # by the prediction
        self._wrong: dict[str, list[int]] = {name: [] for name in _COLUMNS}

    @property
    def predicted_count(self) -> int:
        """Number of sentences if any column can be scored, else 0."""
        return self.sentences if any(self._is_scored(name) for name in _COLUMNS) else 0

    def add(self, index: int, gold: Sentence, predicted: Sentence) -> None:
        """Add the column values of one sentence."""
        if describe_word_difference(gold.forms, predicted.forms):  # reported as a failure by the scores of structures
            for counts in self._counts.values():
                counts.append((0, 0))  # keeps one entry per sentence, for comparisons
            return
        self.sentences += 1
        for name in _COLUMNS:
            gold_values, predicted_values = gold.column(name), predicted.column(name)
            words = sum(value != EMPTY for value in gold_values)
            same = sum(a == b for a, b in zip(gold_values, predicted_values, strict=True) if a != EMPTY)
            self._counts[name].append((same, words))
            self._filled[name] |= any(value != EMPTY for value in predicted_values)
            if same < words:
                self._wrong[name].append(index)

    def scores(self) -> Scores:
        """Return the accuracy of each column that both sides have, in percent."""
        scored = [name for name in _COLUMNS if self._is_scored(name)]
        rates = {name: Rate.from_pairs(self._counts[name]) for name in scored}
        different = sorted({index for name in scored for index in self._wrong[name]})
        return Scores(metrics=compute_metrics(rates), sentences=self.sentences, different=tuple(different), rates=rates)

    def _is_scored(self, name: str) -> bool:
        """Return whether gold and prediction both have values in a column."""
        return self._filled[name] and any(words for _, words in self._counts[name])


def score_readings(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> dict[str, float]:
    """Return the accuracy of each column that both sides have, and `reading_accuracy`: the percentage of words whose
    lemma, tags and features are all right."""
    tally = ColumnTally()
    right = total = 0
    for index, gold_sentence, predicted_sentence in pair_sentences(gold, predicted):
        tally.add(index, gold_sentence, predicted_sentence)
        pairs = list(zip(_list_readings(gold_sentence), _list_readings(predicted_sentence), strict=True))
        right += sum(reading == guess for reading, guess in pairs)
        total += len(pairs)
    metrics = dict(tally.scores().metrics)
    return metrics | {"reading_accuracy": 100.0 * right / total} if total else metrics


def _list_readings(sentence: Sentence) -> Iterator[tuple[str, ...]]:
    """Return lemma, tags and features of each word."""
    return zip(sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, strict=True)


def score_tags(gold: Iterable[Sentence], predicted: Iterable[Sentence], column: str) -> Scores:
    """Compute `tag_accuracy` over all words with a gold tag in `column`, including punctuation, in percent."""
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
