"""Ranks of the gold readings among candidates, and calibration of the first candidate's probability."""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.data.readings import standard_columns
from spectral_core.deprecated import old_keywords
from spectral_core.errors import DataError
from spectral_core.evaluate.calibration import expected_calibration_error
from spectral_core.evaluate.measures import Rate, Scores, compute_metrics, name_sentence, pair_sentences

Ranking = Sequence[Ranked[Analysis]]
LabelFunction = Callable[[str, Analysis], Hashable]  # analyses of a word with equal labels are the same reading

_ARABIC_BLOCKS = (  # Unicode blocks of the script, including presentation forms
    (0x0600, 0x06FF), (0x0750, 0x077F), (0x0870, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF), (0x10EC0, 0x10EFF),
    (0x1EE00, 0x1EEFF),
)  # fmt: skip


def is_arabic(word: str) -> bool:
    """Return whether a word contains an Arabic letter; digits, marks and punctuation do not count."""
    return any(char.isalpha() and any(low <= ord(char) <= high for low, high in _ARABIC_BLOCKS) for char in word)


def label_by_columns(form: str, analysis: Analysis) -> tuple[str, ...]:  # noqa: ARG001 - a ranker's labels may need it
    """Return the lemma, tags and features of an analysis; spelling, gloss and segmentation are ignored."""
    return standard_columns(analysis)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankingScores(Scores):
    """Evaluation metrics of a ranker, with per-word results in text order."""

    words: int
    words_without_gold: int  # not scored
    ranks: Integers  # (words,) rank of the gold reading from 1; 0 if it is not among the candidates
    confidences: Floats  # (words,) probability of the first candidate; NaN without one
    script: Flags  # (words,) whether the word is in the analyser's script
    __repr__ = Scores.__repr__


@old_keywords(firsts="bounds", right="gold_rows")
def compute_gold_ranks(scores: Floats, bounds: Integers, gold_rows: Integers) -> Integers:
    """Return (words,) the rank of each word's gold row by score, from 1; 0 if `gold_rows` is below 0.

    The rows of a word are bounds[word] to bounds[word + 1]. Every row that does not score strictly below the gold row
    ranks above it: ties and missing scores count against the ranker. Row order never breaks a tie, as it may come from
    the lexicon.
    """
    has_gold = gold_rows >= 0
    gold_scores = np.full(len(gold_rows), np.nan)
    gold_scores[has_gold] = scores[gold_rows[has_gold]]
    word = np.repeat(np.arange(len(gold_rows)), np.diff(bounds))
    before = ~(scores < gold_scores[word])
    before[gold_rows[has_gold]] = False
    return np.where(has_gold, 1 + np.bincount(word[before], minlength=len(gold_rows)), 0)


def score_rankings(
    gold: Iterable[Sentence],
    rankings: Iterable[Sequence[Ranking]],
    in_script: Callable[[str], bool] = is_arabic,
    label: LabelFunction = label_by_columns,
) -> RankingScores:
    """Compute `e1 e2 oracle mean_rank mean_candidates ece`, and `e1_script e2_script` over the words that are
    `in_script`.

    Scored are the words with a gold reading; `rankings` has one candidate list for each word of a sentence. Readings
    with equal labels count once, with their best score. E1 and E2 are the percentages of words whose gold reading is
    not first, or not among the first two; a missing gold reading is an error in both. `oracle` is the percentage of
    lists that contain the gold reading; `mean_rank` is over these lists only. `ece` is over the words whose first
    candidate has a probability, in 10 bins of equal width; correct is as in E1. Ties and missing scores are errors (see
    `compute_gold_ranks`).
    """
    tally = RankingTally(in_script, label)
    for index, gold_sentence, sentence_rankings in pair_sentences(gold, rankings):
        tally.add(index, gold_sentence, sentence_rankings)
    if not tally.word_count:
        raise DataError("no word of the gold has a chosen reading; there is nothing to compare with")
    return tally.scores()


class RankingTally:
    """Ranks of gold readings, accumulated sentence by sentence so that two lazy corpora are read once."""

    def __init__(self, in_script: Callable[[str], bool] = is_arabic, label: LabelFunction = label_by_columns) -> None:
        self.predicted_count = 0  # sentences that were ranked and have a gold reading
        self._in_script, self._label = in_script, label
        self._word_sentences: list[int] = []  # sentence of each scored word
        self._scores: list[float] = []  # score of each reading
        self._bounds = [0]
        self._gold_rows: list[int] = []  # index of each scored word's gold reading in `_scores`; -1 if missing
        self._confidences: list[float] = []
        self._script: list[bool] = []
        self._words_without_gold = 0
        self._sentence_count = 0

    @property
    def word_count(self) -> int:
        """Number of words with a gold reading added so far."""
        return len(self._gold_rows)

    def add(self, index: int, gold: Sentence, rankings: Sequence[Ranking]) -> None:
        """Add the rankings of one sentence."""
        if len(rankings) != len(gold):
            raise DataError(
                f"{name_sentence(index, gold)}: {len(rankings)} words were ranked, in the gold there are {len(gold)}; "
                "compare rankings of the same words"
            )
        words_before = self.word_count
        for form, analysis, ranking in zip(gold.forms, gold.analyses or (None,) * len(gold), rankings, strict=True):
            if analysis is None:
                self._words_without_gold += 1
                continue
            self._word_sentences.append(self._sentence_count)
            best_scores: dict[Hashable, float] = {}
            for candidate in ranking:
                label = self._label(form, candidate.value)
                if label not in best_scores or (
                    not best_scores[label] >= candidate.score and not math.isnan(candidate.score)
                ):
                    best_scores[label] = candidate.score
            gold_label = self._label(form, analysis)
            self._gold_rows.append(
                len(self._scores) + list(best_scores).index(gold_label) if gold_label in best_scores else -1
            )
            self._scores.extend(best_scores.values())
            self._bounds.append(len(self._scores))
            first_probability = ranking[0].probability if ranking else None
            self._confidences.append(math.nan if first_probability is None else first_probability)
            self._script.append(self._in_script(form))
        self.predicted_count += self.word_count > words_before and any(map(len, rankings))
        self._sentence_count += 1

    def scores(self) -> RankingScores:
        """Return the scores over all sentences added so far."""
        word_sentences = np.array(self._word_sentences, dtype=np.int64)
        bounds = np.array(self._bounds, dtype=np.int64)
        ranks = compute_gold_ranks(
            np.array(self._scores, dtype=np.float64), bounds, np.array(self._gold_rows, dtype=np.int64)
        )
        script = np.array(self._script, dtype=np.bool_)
        confidences = np.array(self._confidences, dtype=np.float64)
        words, is_listed = np.ones(len(ranks)), ranks > 0
        not_first, not_in_two = ranks != 1, ~is_listed | (ranks > 2)

        def make_rate(numerators: NDArray[np.generic], denominators: NDArray[np.generic], unit: float = 100.0) -> Rate:
            """Return the rate of values by word, summed by sentence."""

            def sum_by_sentence(values: NDArray[np.generic]) -> Floats:
                return np.bincount(word_sentences, values.astype(np.float64), self._sentence_count).astype(np.float64)

            return Rate(sum_by_sentence(numerators), sum_by_sentence(denominators), unit)

        rates = {
            "e1": make_rate(not_first, words), "e2": make_rate(not_in_two, words),
            "e1_script": make_rate(not_first & script, script), "e2_script": make_rate(not_in_two & script, script),
            "oracle": make_rate(is_listed, words),
            "mean_rank": make_rate(ranks, is_listed, 1.0), "mean_candidates": make_rate(np.diff(bounds), words, 1.0),
        }  # fmt: skip
        metrics = compute_metrics(rates)
        has_confidence = ~np.isnan(confidences)
        if has_confidence.any():
            metrics["ece"] = expected_calibration_error(confidences[has_confidence], ranks[has_confidence] == 1)
        scored = set(self._word_sentences)
        return RankingScores(
            metrics=metrics,
            sentences=len(scored),
            different=tuple(np.unique(word_sentences[ranks != 1]).tolist()),
            left_out=self._sentence_count - len(scored),
            rates=rates,
            words=len(ranks),
            words_without_gold=self._words_without_gold,
            ranks=ranks,
            confidences=confidences,
            script=script,
        )
