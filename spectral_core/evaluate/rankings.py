"""How near the top of its list the right reading of each word stands, and whether its probability is to be believed."""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.data.readings import standard_columns
from spectral_core.errors import DataError
from spectral_core.evaluate.calibration import expected_calibration_error
from spectral_core.evaluate.rates import Rate, Scores, figures, named, paired

Ranking = Sequence[Ranked[Analysis]]
Labelling = Callable[[str, Analysis], Hashable]  # of a word's analyses: those with one label are one reading

_ARABIC = (  # blocks of the script, presentation forms included
    (0x0600, 0x06FF), (0x0750, 0x077F), (0x0870, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF), (0x10EC0, 0x10EFF),
    (0x1EE00, 0x1EEFF),
)  # fmt: skip


def is_arabic(word: str) -> bool:
    """Whether a word has a letter of the Arabic script; digits, marks and punctuation are none."""
    return any(char.isalpha() and any(low <= ord(char) <= high for low, high in _ARABIC) for char in word)


def file_label(form: str, analysis: Analysis) -> tuple[str, ...]:  # noqa: ARG001 - a ranker's labels may need it
    """Lemma, tags and features of an analysis: spelling, gloss and segmentation do not matter."""
    return standard_columns(analysis)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankingScores(Scores):
    """The figures of a ranker, with what each scored word gave, in the order of the text."""

    words: int
    words_without_gold: int  # not scored
    ranks: Integers  # (words,) of the right reading from 1; 0 where it is not in the list
    confidences: Floats  # (words,) probability of the first reading; not a number where there is none
    script: Flags  # (words,) whether it is in the analyser's script
    __repr__ = Scores.__repr__


def places_of(scores: Floats, firsts: Integers, right: Integers) -> Integers:
    """(words,) the place of the right row of each word by its scores from 1; 0 where it has none, which is a `right`
    below 0. The rows of a word are those from its own number in `firsts` to the next one. A row that is not below the
    right one in so many words stands before it: equals and missing numbers are errors. The order of rows never breaks a
    tie, as it may come from the lexicon."""
    known = right >= 0
    own = np.full(len(right), np.nan)
    own[known] = scores[right[known]]
    word = np.repeat(np.arange(len(right)), np.diff(firsts))
    before = ~(scores < own[word])
    before[right[known]] = False
    return np.where(known, 1 + np.bincount(word[before], minlength=len(right)), 0)


def ranking_scores(
    gold: Iterable[Sentence],
    rankings: Iterable[Sequence[Ranking]],
    in_script: Callable[[str], bool] = is_arabic,
    label: Labelling = file_label,
) -> RankingScores:
    """`e1 e2 oracle mean_rank mean_candidates ece`, and `e1_script e2_script` over the words that are `in_script`.
    Scored are the words with a chosen reading in the gold; `rankings` has one list for every word of a sentence. What
    has one label is one reading, has one place and counts once, with its best score. E1 and E2 are the percentages of
    words whose right reading is not first, not among the first two; a word whose right reading is not in its list is an
    error of both, and of `oracle`, the percentage of lists that have it. `mean_rank` is over the lists that have it
    only. `ece` is over the words whose first reading has a probability, 10 bins of equal width; it counts as right
    where E1 does. Places are those of `places_of`: ties and missing scores are errors."""
    tally = RankingTally(in_script, label)
    for index, want, got in paired(gold, rankings):
        tally.add(index, want, got)
    if not tally.words:
        raise DataError("no word of the gold has a chosen reading; there is nothing to compare with")
    return tally.scores()


class RankingTally:
    """Counts sentence by sentence, so that two lazy corpora are read once."""

    def __init__(self, in_script: Callable[[str], bool] = is_arabic, label: Labelling = file_label) -> None:
        self.predicted = 0  # sentences that were ranked and have a reading in the gold
        self._in_script, self._label = in_script, label
        self._sentences: list[int] = []  # of each scored word
        self._scores: list[float] = []  # of each reading
        self._firsts = [0]
        self._right: list[int] = []  # where that of each scored word is among all; -1 where it is not
        self._confidences: list[float] = []
        self._script: list[bool] = []
        self._without = 0
        self._seen = 0

    @property
    def words(self) -> int:
        return len(self._right)

    def add(self, index: int, gold: Sentence, rankings: Sequence[Ranking]) -> None:
        if len(rankings) != len(gold):
            raise DataError(
                f"{named(index, gold)}: {len(rankings)} words were ranked, in the gold there are {len(gold)}; "
                "compare rankings of the same words"
            )
        before = self.words
        for form, analysis, ranking in zip(gold.forms, gold.analyses or (None,) * len(gold), rankings, strict=True):
            if analysis is None:
                self._without += 1
                continue
            self._sentences.append(self._seen)
            best: dict[Hashable, float] = {}
            for one in ranking:
                label = self._label(form, one.value)
                if label not in best or (not best[label] >= one.score and not math.isnan(one.score)):
                    best[label] = one.score
            wanted = self._label(form, analysis)
            self._right.append(len(self._scores) + list(best).index(wanted) if wanted in best else -1)
            self._scores.extend(best.values())
            self._firsts.append(len(self._scores))
            first = ranking[0].probability if ranking else None
            self._confidences.append(math.nan if first is None else first)
            self._script.append(self._in_script(form))
        self.predicted += self.words > before and any(map(len, rankings))
        self._seen += 1

    def scores(self) -> RankingScores:
        sentence = np.array(self._sentences, dtype=np.int64)
        firsts = np.array(self._firsts, dtype=np.int64)
        ranks = places_of(np.array(self._scores, dtype=np.float64), firsts, np.array(self._right, dtype=np.int64))
        script = np.array(self._script, dtype=np.bool_)
        confidences = np.array(self._confidences, dtype=np.float64)
        every, listed = np.ones(len(ranks)), ranks > 0
        first, second = ranks != 1, ~listed | (ranks > 2)

        def rate(parts: NDArray[np.generic], wholes: NDArray[np.generic], unit: float = 100.0) -> Rate:
            def summed(values: NDArray[np.generic]) -> Floats:
                return np.bincount(sentence, values.astype(np.float64), self._seen).astype(np.float64)

            return Rate(summed(parts), summed(wholes), unit)

        rates = {
            "e1": rate(first, every), "e2": rate(second, every), "e1_script": rate(first & script, script),
            "e2_script": rate(second & script, script), "oracle": rate(listed, every),
            "mean_rank": rate(ranks, listed, 1.0), "mean_candidates": rate(np.diff(firsts), every, 1.0),
        }  # fmt: skip
        metrics = figures(rates)
        asked = ~np.isnan(confidences)
        if asked.any():
            metrics["ece"] = expected_calibration_error(confidences[asked], ranks[asked] == 1)
        scored = set(self._sentences)
        return RankingScores(
            metrics=metrics,
            sentences=len(scored),
            different=tuple(np.unique(sentence[ranks != 1]).tolist()),
            left_out=self._seen - len(scored),
            rates=rates,
            words=len(ranks),
            words_without_gold=self._without,
            ranks=ranks,
            confidences=confidences,
            script=script,
        )
