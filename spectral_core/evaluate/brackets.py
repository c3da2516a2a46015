"""Bracket scores: labelled as in EVALB with COLLINS.prm, unlabelled as in Klein and Manning 2002."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from spectral_core.data import Sentence, Tree
from spectral_core.data.tree import TRACE_TAG, strip_function_tags
from spectral_core.errors import DataError
from spectral_core.evaluate.measures import (
    Failure,
    Rate,
    Scores,
    compute_metrics,
    describe_word_difference,
    pair_sentences,
)

DELETED_TAGS = frozenset((",", ":", "``", "''", "."))  # tags of the words that EVALB removes with COLLINS.prm
# labels of brackets that are not counted: EVALB's, and the empty outermost one
IGNORED_LABELS = DELETED_TAGS | {"TOP", ""}
EQUIVALENT_LABELS = {"PRT": "ADVP"}
# Tags that Klein and Manning remove from Penn trees, with currency signs; then those of STTS and UPOS.
PUNCTUATION_AND_CURRENCY_TAGS = frozenset((*DELETED_TAGS, "-LRB-", "-RRB-", "#", "$", "$,", "$.", "$(", "$[", "PUNCT"))
LabelledSpan = tuple[str, int, int]  # label, start, end: half-open, over the remaining words
EVALB_LENGTH_LIMIT = 40
LENGTH_LIMITS = (10, 20, 40)


def extract_labelled_brackets(tree: Tree) -> Counter[LabelledSpan]:
    """Return the brackets that EVALB counts with COLLINS.prm, over the remaining words."""
    scored_tree = ScoredTree(tree)
    return Counter(scored_tree.get_labelled_spans(scored_tree.count_kept_words_before(DELETED_TAGS)))


def extract_unlabelled_brackets(
    tree: Tree, punctuation: AbstractSet[str] = PUNCTUATION_AND_CURRENCY_TAGS
) -> set[tuple[int, int]]:
    """Return the spans without labels, after removing punctuation and currency signs, as Klein and Manning (2002) count
    them: each distinct span of at least two remaining words once, including the whole sentence."""
    scored_tree = ScoredTree(tree)
    return scored_tree.get_unlabelled_spans(scored_tree.count_kept_words_before(punctuation))


@lru_cache(maxsize=4096)
def normalise_label(label: str) -> str:
    """Return the label as EVALB compares it, without functions; "" if the bracket does not count."""
    bare_label = strip_function_tags(label)
    return "" if bare_label in IGNORED_LABELS else EQUIVALENT_LABELS.get(bare_label, bare_label)


class ScoredTree:
    """Words of a tree without traces, and its phrases as spans over them; built once for all conventions."""

    __slots__ = ("spans", "tags", "words")

    def __init__(self, tree: Tree) -> None:
        self.words: list[str] = []
        self.tags: list[str] = []
        for tag, word in tree.leaves():
            if tag != TRACE_TAG:
                self.words.append(word)
                self.tags.append(tag)
        self.spans = tree.spans()

    def count_kept_words_before(self, deleted: AbstractSet[str]) -> list[int]:
        """Return, for each position including the end, the number of words before it that remain when words with
        deleted tags are removed."""
        return [0, *accumulate(tag not in deleted for tag in self.tags)]

    def select_words(self, deleted: AbstractSet[str]) -> list[str]:
        """Return the words without those that have a deleted tag."""
        return [word for word, tag in zip(self.words, self.tags, strict=True) if tag not in deleted]

    def get_labelled_spans(self, positions: list[int]) -> list[LabelledSpan]:
        """Return the brackets that EVALB counts, over the remaining words."""
        labelled_spans = []
        for start, end, label in self.spans:
            name = normalise_label(label)
            first, last = positions[start], positions[end]
            if name and first < last:
                labelled_spans.append((name, first, last))
        return labelled_spans

    def get_unlabelled_spans(self, positions: list[int]) -> set[tuple[int, int]]:
        """Return the distinct spans of at least two remaining words."""
        spans = {(positions[start], positions[end]) for start, end, _ in self.spans}
        return {(start, end) for start, end in spans if end - start > 1}


def make_scored_tree(tree: Tree | None) -> ScoredTree | None:
    """Return a tree as its words and spans, for scoring; None for None."""
    return None if tree is None else ScoredTree(tree)


def score_brackets(gold: Iterable[Sentence], predicted: Iterable[Sentence], by_gold_tags: bool = False) -> Scores:
    """Compute `f1 precision recall f1_40 exact`, in percent, as EVALB with COLLINS.prm does.

    Traces and words tagged , : `` '' . are removed, by the tags of each tree, with the phrases this leaves empty; the
    remaining words must be the same on both sides. Brackets are a multiset of labelled spans: each link of a unary
    chain counts, tags do not; labels end before the first - or =; ADVP = PRT; TOP does not count. The length limit of
    `f1_40` counts gold words with punctuation, without traces. `exact` is the share of scored sentences with equal
    multisets, including empty ones. Unlike in EVALB, an empty label does not count, and labels that start with - or =
    are not cut.

    A sentence predicted without a tree, or with different remaining words, has failed. As in EVALB, it is left out of
    these metrics; `f1_counting_failed` is F1 with its gold brackets counted as missed. A sentence of punctuation only
    on both sides is skipped, without failing.

    With `by_gold_tags`, the gold tags decide which words are removed from both trees: a parse over predicted tags then
    does not fail because of a wrong tag on a comma, as it does in EVALB.
    """
    return LabelledTally(by_gold_tags).score_corpora(gold, predicted)


@dataclass(slots=True)
class _SentenceBrackets:
    """Bracket counts of one sentence: gold, predicted, matching."""

    gold: int = 0
    predicted: int = 0
    matching: int = 0
    missed: int = 0  # gold brackets of a failed prediction
    valid: bool = False
    length: int = 0
    root_counts: tuple[int, int, int] = (0, 0, 0)  # the first three counts, of brackets over the whole sentence

    @property
    def is_exact(self) -> bool:
        """Whether gold and predicted brackets are the same, in a prediction that could be scored."""
        return self.valid and self.gold == self.predicted == self.matching


class _BracketTally(ABC):
    """Bracket counts, accumulated sentence by sentence so that two lazy corpora are read once."""

    def __init__(self) -> None:
        self.sentences = 0
        self.predicted_count = 0  # sentences with a tree on both sides
        self._rows: list[_SentenceBrackets] = []
        self._failures: list[Failure] = []
        self._different: list[int] = []

    def add(self, index: int, gold: ScoredTree | None, predicted: ScoredTree | None) -> None:
        """Add the brackets of one sentence."""
        row = _SentenceBrackets()
        self._rows.append(row)
        if gold is None:
            return
        self.sentences += 1
        self.predicted_count += predicted is not None
        reason, is_equal = self._count_brackets(row, gold, predicted)
        if reason:
            self._failures.append(Failure(index, reason))
        if reason or not is_equal:
            self._different.append(index)

    @abstractmethod
    def _count_brackets(
        self, row: _SentenceBrackets, gold: ScoredTree, predicted: ScoredTree | None
    ) -> tuple[str | None, bool]:
        """Count the gold, predicted and matching brackets of a sentence into `row`; return the reason why the
        prediction cannot be scored, or None, and whether the brackets are identical."""

    def score_corpora(self, gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Scores:
        """Add all sentences and return their scores."""
        for index, gold_sentence, predicted_sentence in pair_sentences(gold, predicted):
            self.add(index, make_scored_tree(gold_sentence.tree), make_scored_tree(predicted_sentence.tree))
        if not self.sentences:
            raise DataError("no sentence of the gold has a constituency tree; there is nothing to compare with")
        return self.scores()

    @abstractmethod
    def scores(self) -> Scores:
        """Return the scores over all sentences added so far."""
        ...

    def _make_scores(self, rates: dict[str, Rate], prefix: str) -> Scores:
        """Return the scores with these rates; the names of F1, precision and recall begin with `prefix`."""
        metrics = compute_metrics(rates)
        if f"{prefix}f1" in metrics:  # EVALB also gives 0 if only one side has brackets
            metrics = dict.fromkeys((f"{prefix}f1", f"{prefix}precision", f"{prefix}recall"), 0.0) | metrics
        return Scores(
            metrics=metrics, sentences=self.sentences, failures=tuple(self._failures), different=tuple(self._different),
            left_out=len(self._rows) - self.sentences, rates=rates,
        )  # fmt: skip


class LabelledTally(_BracketTally):
    """Counts of labelled brackets."""

    def __init__(self, by_gold_tags: bool = False) -> None:
        super().__init__()
        self._by_gold_tags = by_gold_tags
        self._labels: tuple[set[str], set[str]] = (set(), set())  # labels of the gold and of the prediction

    def _count_brackets(
        self, row: _SentenceBrackets, gold: ScoredTree, predicted: ScoredTree | None
    ) -> tuple[str | None, bool]:
        row.length = len(gold.words)
        positions = gold.count_kept_words_before(DELETED_TAGS)
        gold_brackets = gold.get_labelled_spans(positions)
        reason, predicted_brackets = self._extract_predicted_brackets(gold, positions, predicted)
        if reason:
            row.missed = len(gold_brackets)
        elif positions[-1]:
            row.gold, row.predicted, row.matching, row.valid = (
                len(gold_brackets),
                len(predicted_brackets),
                (Counter(gold_brackets) & Counter(predicted_brackets)).total(),
                True,
            )
            for labels, brackets in zip(self._labels, (gold_brackets, predicted_brackets), strict=True):
                labels.update(label for label, _, _ in brackets)
        return reason, row.is_exact or not row.valid

    def _extract_predicted_brackets(
        self, gold: ScoredTree, positions: list[int], predicted: ScoredTree | None
    ) -> tuple[str | None, list[LabelledSpan]]:
        """Return the reason why the prediction cannot be scored, or None, and its brackets."""
        if predicted is None:
            return "it has no tree", []
        if self._by_gold_tags:
            difference = describe_word_difference(gold.words, predicted.words)
            return difference, [] if difference else predicted.get_labelled_spans(positions)
        difference = describe_word_difference(gold.select_words(DELETED_TAGS), predicted.select_words(DELETED_TAGS))
        if difference:
            return f"without punctuation: {difference}", []
        return None, predicted.get_labelled_spans(predicted.count_kept_words_before(DELETED_TAGS))

    @property
    def has_single_label(self) -> bool:
        """Whether all predicted brackets have one label, as from a bracketer, but the gold has several."""
        gold, predicted = self._labels
        return len(predicted) == 1 < len(gold) and any(row.predicted > 1 for row in self._rows)

    def scores(self) -> Scores:
        rows = self._rows
        f1 = Rate.from_pairs([(2 * row.matching, row.gold + row.predicted) for row in rows])
        rates = {
            "f1": f1,
            "precision": Rate.from_pairs([(row.matching, row.predicted) for row in rows]),
            "recall": Rate.from_pairs([(row.matching, row.gold) for row in rows]),
            "f1_40": f1.select([row.length <= EVALB_LENGTH_LIMIT for row in rows]),
            "f1_counting_failed": Rate.from_pairs(
                [(2 * row.matching, row.gold + row.predicted + row.missed) for row in rows]
            ),
            "exact": Rate.from_pairs([(row.is_exact, row.valid) for row in rows]),
        }
        return self._make_scores(rates, "")


def score_unlabelled_brackets(
    gold: Iterable[Sentence],
    predicted: Iterable[Sentence],
    punctuation: AbstractSet[str] = PUNCTUATION_AND_CURRENCY_TAGS,
) -> Scores:
    """Compute `unlabelled_f1`, also for sentences of at most 10, 20 and 40 words (`_10 _20 _40`), each also `_strict`,
    in percent.

    Klein and Manning 2002, with the details that reproduce their baselines: punctuation (by the gold tags) and traces
    are removed before lengths are counted; brackets over one word and duplicate brackets over a span are dropped, so a
    unary chain is one bracket; counts are summed over the corpus. The bracket over the whole sentence counts, except
    in `_strict`. `unlabelled_precision` and `unlabelled_recall` belong to `unlabelled_f1`. A sentence without a tree
    over the same words has failed, and its gold brackets count as missed.
    """
    return UnlabelledTally(punctuation).score_corpora(gold, predicted)


class UnlabelledTally(_BracketTally):
    """Counts of unlabelled brackets."""

    def __init__(self, punctuation: AbstractSet[str] = PUNCTUATION_AND_CURRENCY_TAGS) -> None:
        super().__init__()
        self._punctuation = punctuation

    def _count_brackets(
        self, row: _SentenceBrackets, gold: ScoredTree, predicted: ScoredTree | None
    ) -> tuple[str | None, bool]:
        positions = gold.count_kept_words_before(self._punctuation)
        row.length = positions[-1]
        gold_spans = gold.get_unlabelled_spans(positions)
        reason = "it has no tree" if predicted is None else describe_word_difference(gold.words, predicted.words)
        predicted_spans = set() if reason or predicted is None else predicted.get_unlabelled_spans(positions)
        row.gold, row.predicted, row.matching = len(gold_spans), len(predicted_spans), len(gold_spans & predicted_spans)
        root_span = (0, row.length)
        row.root_counts = (
            root_span in gold_spans,
            root_span in predicted_spans,
            root_span in gold_spans and root_span in predicted_spans,
        )
        return reason, gold_spans == predicted_spans

    def scores(self) -> Scores:
        rows = self._rows
        f1 = Rate.from_pairs([(2 * row.matching, row.gold + row.predicted) for row in rows])
        strict = Rate.from_pairs(
            [
                (
                    2 * (row.matching - row.root_counts[2]),
                    row.gold + row.predicted - row.root_counts[0] - row.root_counts[1],
                )
                for row in rows
            ]
        )
        rates = {"unlabelled_f1": f1}
        short = {length: [row.length <= length for row in rows] for length in LENGTH_LIMITS}
        rates |= {f"unlabelled_f1_{length}": f1.select(short[length]) for length in LENGTH_LIMITS}
        rates["unlabelled_f1_strict"] = strict
        rates |= {f"unlabelled_f1_{length}_strict": strict.select(short[length]) for length in LENGTH_LIMITS}
        rates["unlabelled_precision"] = Rate.from_pairs([(row.matching, row.predicted) for row in rows])
        rates["unlabelled_recall"] = Rate.from_pairs([(row.matching, row.gold) for row in rows])
        return self._make_scores(rates, "unlabelled_")
