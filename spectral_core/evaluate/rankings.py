"""How near the top of its list the right reading of each word stands, and whether its probability is to be believed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.errors import DataError
from spectral_core.evaluate.calibration import Bin, expected_calibration_error, reliability
from spectral_core.evaluate.rates import Rate, Scores, figures, named, paired
from spectral_core.model import Floats

Ranking = Sequence[Ranked[Analysis]]
Same = Callable[[Analysis, Analysis], bool]

_ARABIC = (  # blocks of the script, presentation forms included
    (0x0600, 0x06FF),
    (0x0750, 0x077F),
    (0x0870, 0x08FF),
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFF),
    (0x10EC0, 0x10EFF),
    (0x1EE00, 0x1EEFF),
)


def is_arabic(word: str) -> bool:
    """Whether a word has a letter of the Arabic script; digits, marks and punctuation are none."""
    return any(char.isalpha() and any(low <= ord(char) <= high for low, high in _ARABIC) for char in word)


def same_reading(candidate: Analysis, gold: Analysis) -> bool:
    """Whether lemma, tags and features agree; spelling, gloss and segmentation do not matter."""
    return (
        candidate.lemma == gold.lemma
        and candidate.upos == gold.upos
        and candidate.xpos == gold.xpos
        and candidate.feats == gold.feats
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankingScores(Scores):
    """The figures of a ranker, with what each scored word gave, in the order of the text."""

    words: int
    words_without_gold: int  # not scored
    ranks: NDArray[np.int64]  # (words,) of the right reading from 1; 0 where it is not in the list
    confidences: Floats  # (words,) probability of the first reading; not a number where there is none
    script: NDArray[np.bool_]  # (words,) whether it is in the analyser's script

    def among_top(self, k: int, only_script: bool = False) -> float:
        """The percentage of words whose right reading is among the first `k`; not a number for no words."""
        ranks = self.ranks[self.script] if only_script else self.ranks
        return 100.0 * float(np.mean((ranks > 0) & (ranks <= k))) if ranks.size else float("nan")

    def reliability(self, bins: int = 10, equal_mass: bool = False, only_script: bool = False) -> tuple[Bin, ...]:
        """Confidence in the first reading against how often it is right."""
        asked = ~np.isnan(self.confidences)
        if only_script:
            asked &= self.script
        return reliability(self.confidences[asked], self.ranks[asked] == 1, bins, equal_mass)


def rank_of(gold: Analysis, ranking: Ranking, same: Same = same_reading) -> int:
    """The place of the right reading by score, from 1, or 0 where it is not in the list.

    Against the ranker wherever its scores do not decide: a wrong reading with the same score stands before the right
    one, and so does one whose score is not a number; a right one whose score is not a number stands last. The order
    of the list never breaks a tie, as it may come from the lexicon. Of several right readings the best counts.
    """
    best = math.nan
    found = False
    wrong = []
    for row in ranking:
        if same(row.value, gold):
            found = True
            if not best >= row.score and not math.isnan(row.score):
                best = row.score
        else:
            wrong.append(row.score)
    return 1 + sum(not score < best for score in wrong) if found else 0


def ranking_scores(
    gold: Iterable[Sentence],
    rankings: Iterable[Sequence[Ranking]],
    in_script: Callable[[str], bool] = is_arabic,
    same: Same = same_reading,
) -> RankingScores:
    """`e1 e2 oracle mean_rank mean_candidates ece`, and `e1_script e2_script` over the words that are `in_script`.

    Scored are the words with a chosen reading in the gold; `rankings` has one list for every word of a sentence. E1
    and E2 are the percentages of words whose right reading is not first, not among the first two; a word whose right
    reading is not in its list is an error of both, and of `oracle`, the percentage of lists that have it. `mean_rank`
    is over the lists that have it only. `ece` is over the words whose first reading has a probability, 10 bins of
    equal width; it counts as right where E1 does. Ranks are those of `rank_of`: ties and missing scores are errors.
    """
    tally = RankingTally(in_script, same)
    for index, want, got in paired(gold, rankings):
        tally.add(index, want, got)
    if not tally.words:
        raise DataError("no word of the gold has a chosen reading; there is nothing to compare with")
    return tally.scores()


class RankingTally:
    """Counts sentence by sentence, so that two lazy corpora are read once."""

    def __init__(self, in_script: Callable[[str], bool] = is_arabic, same: Same = same_reading) -> None:
        self.predicted = 0  # sentences that were ranked and have a reading in the gold
        self._in_script, self._same = in_script, same
        self._sentences: list[int] = []  # of each scored word
        self._ranks: list[int] = []
        self._candidates: list[int] = []
        self._confidences: list[float] = []
        self._script: list[bool] = []
        self._without = 0
        self._seen = 0

    @property
    def words(self) -> int:
        return len(self._ranks)

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
            self._ranks.append(rank_of(analysis, ranking, self._same))
            self._candidates.append(len(ranking))
            first = ranking[0].probability if ranking else None
            self._confidences.append(math.nan if first is None else first)
            self._script.append(self._in_script(form))
        self.predicted += self.words > before and any(map(len, rankings))
        self._seen += 1

    def scores(self) -> RankingScores:
        sentence = np.array(self._sentences, dtype=np.int64)
        ranks = np.array(self._ranks, dtype=np.int64)
        script = np.array(self._script, dtype=np.bool_)
        confidences = np.array(self._confidences, dtype=np.float64)
        every, listed = np.ones(len(ranks)), ranks > 0
        first, second = ranks != 1, ~listed | (ranks > 2)

        def rate(parts: NDArray[np.generic], wholes: NDArray[np.generic], unit: float = 100.0) -> Rate:
            def summed(values: NDArray[np.generic]) -> Floats:
                weights = values.astype(np.float64)
                return np.bincount(sentence, weights, self._seen).astype(np.float64)

            return Rate(summed(parts), summed(wholes), unit)

        rates = {
            "e1": rate(first, every),
            "e2": rate(second, every),
            "e1_script": rate(first & script, script),
            "e2_script": rate(second & script, script),
            "oracle": rate(listed, every),
            "mean_rank": rate(ranks, listed, 1.0),
            "mean_candidates": rate(np.array(self._candidates), every, 1.0),
        }
        metrics = figures(rates)
        asked = ~np.isnan(confidences)
        if asked.any():
            metrics["ece"] = expected_calibration_error(confidences[asked], ranks[asked] == 1)
        scored = set(self._sentences)
        return RankingScores(
            metrics=metrics,
            sentences=len(scored),
            different=tuple(sorted({at for at, rank in zip(self._sentences, self._ranks, strict=True) if rank != 1})),
            left_out=self._seen - len(scored),
            rates=rates,
            words=len(ranks),
            words_without_gold=self._without,
            ranks=ranks,
            confidences=confidences,
            script=script,
        )
