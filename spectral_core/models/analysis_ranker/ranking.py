"""Ranked readings from scores, with random tie-breaking, and the base class of rankers of readings."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys
from spectral_core.data import Analysis, Ranked, Sentence
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError
from spectral_core.models.analysis_ranker.labels_and_candidates import ABSENT, Label, TrainingLabels, WordCandidates
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary
from spectral_core.morphology.arabic.reading_preference import UNKNOWN_UPOS, is_dictionary_reading

_TIE_BREAKING_STEP = 1e-9  # far smaller than differences between counts
_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_MANTISSA_SHIFT = np.uint64(11)  # leaves the 53 mantissa bits of a float
Confirmed = Mapping[int, Analysis]  # confirmed readings by word, from 1
Ranking = list[Ranked[Analysis]]


def random_fractions(keys: Keys, seed: int) -> Floats:
    """Return a pseudorandom number from 0 to 1 for each key, determined by key and seed."""
    mixed = (
        keys ^ (np.array([seed + 1], dtype=np.uint64) * _HASH_FACTOR)
    ) * _HASH_FACTOR  # numpy warns of scalar overflow
    return _keys_to_fractions((mixed ^ (mixed >> np.uint64(29))) * _HASH_FACTOR)


def break_ties(scores: Floats, keys: Keys, seed: int) -> Floats:
    """Return the scores with ties broken by the hashes of the labels; DataError if a score is not finite."""
    if not np.isfinite(scores).all():
        raise DataError("the score of a reading is no number: this model was damaged. Learn it again")
    return scores + _TIE_BREAKING_STEP * random_fractions(keys, seed)


def break_ties_by_jitter(scores: Floats, jitter: Keys) -> Floats:
    """Return the scores with ties broken by jitter: among equal scores, the lower jitter ranks first."""
    return scores - _TIE_BREAKING_STEP * _keys_to_fractions(jitter)


def _keys_to_fractions(keys: Keys) -> Floats:
    """Map 64-bit hashes to numbers from 0 to 1."""
    return (keys >> _MANTISSA_SHIFT).astype(np.float64) * 2.0**-53


def find_best_rows(scores: Floats, firsts: Integers) -> Integers:
    """Return (words,) the highest-scoring row of each word, ABSENT for a word without rows."""
    sizes = np.diff(firsts)
    best = np.full(len(sizes), ABSENT, dtype=np.int64)
    nonempty = np.flatnonzero(sizes)
    if len(nonempty):
        top = np.maximum.reduceat(scores, firsts[:-1][nonempty])
        hits = np.flatnonzero(scores == np.repeat(top, sizes[nonempty]))
        word = np.repeat(nonempty, sizes[nonempty])[hits]
        best[word[::-1]] = hits[::-1]  # the first of several equal maxima
    return best


def make_rankings(
    vocabulary: RankerVocabulary, words: WordCandidates, order: Integers, scores: Floats, probabilities: Floats | None
) -> list[Ranking]:
    """Return the readings of each word, best first; `order` sorts the rows by word and score. Readings with the same
    label share its score."""
    labels, sorted_scores = words.labels[order].tolist(), scores[order].tolist()
    sorted_probabilities = [None] * len(order) if probabilities is None else probabilities[order].tolist()
    return [
        put_unknown_last(
            [
                Ranked(analysis, sorted_scores[row], sorted_probabilities[row])
                for row in range(begin, end)
                for analysis in vocabulary.find_readings_with_label(candidate_set, labels[row])
            ]
        )
        for candidate_set, (begin, end) in zip(
            words.candidate_set.tolist(), pairwise(words.first_row.tolist()), strict=True
        )
    ]


def candidate_rows_of_word(words: WordCandidates, word: int) -> Integers:
    """Return the candidate rows of a word; `word` is counted from 1."""
    return np.arange(words.first_row[word - 1], words.first_row[word])


def find_candidate_row(
    vocabulary: RankerVocabulary, words: WordCandidates, sentence: Sentence, word: int, analysis: Analysis
) -> int:
    """Return the candidate row with the label of this reading of a word; DataError if there is none. `word` is counted
    from 1."""
    rows, form = candidate_rows_of_word(words, word), sentence.forms[word - 1]
    matches = rows[words.labels[rows] == vocabulary.encode_label(form, analysis)]
    if not len(matches):
        raise DataError(f"this analysis is not among the candidates of {form!r}")
    return int(matches[0])


def put_unknown_last(ranking: Ranking) -> Ranking:
    """Return the ranking with readings that name no word (unknown, foreign, abbreviation) behind all others, if a
    dictionary knows the word."""
    if not any(is_dictionary_reading(ranked.value) for ranked in ranking):
        return ranking
    return sorted(ranking, key=lambda ranked: ranked.value.upos == UNKNOWN_UPOS)


def put_confirmed_first(ranking: Ranking, analysis: Analysis, score: float) -> Ranking:
    """Return the ranking with the confirmed reading first, with probability 1."""
    rest = [Ranked(candidate.value, candidate.score, 0.0) for candidate in ranking if candidate.value != analysis]
    return [Ranked(analysis, score, 1.0), *rest]


@old_members(learnt_tags="training_tags")
@dataclass(frozen=True, slots=True, eq=False)
class ReadingRanker:
    """Base class of rankers of readings: analyser, vocabulary, and label frequencies in the training data."""

    method: ClassVar[str] = "analysis-ranker"
    settings: RankerSettings
    analyser_config: tuple[str, ...]  # name and data from which the analyser is restored
    vocabulary: RankerVocabulary
    training_labels: TrainingLabels  # the labels of a form in training are candidates, too

    def label(self, form: str, analysis: Analysis) -> Label:
        """Return the label of a reading of a word; readings with the same label get the same score."""
        return self.vocabulary.scheme.label(form, analysis)

    @property
    def analyser(self) -> str:
        """Name of the analyser that provides the candidates, also if the settings chose it automatically."""
        return self.analyser_config[0] if self.analyser_config else "given"

    def training_tags(self) -> frozenset[Label]:
        """Return the labels of the training data, without their lemmas."""
        return frozenset(
            self.vocabulary.labels[label][1:] for label in {label for _, label, _ in self.training_labels.list_counts()}
        )

    def contrast_weights(
        self, words: WordCandidates, sentence: Sentence, word: int, analysis: Analysis, over: Analysis | None
    ) -> dict[int, float]:
        """Return weights of candidate rows whose weighted sum of scores is the score of a reading minus that of
        another, or minus the mean of all candidates."""
        row, rows = (
            find_candidate_row(self.vocabulary, words, sentence, word, analysis),
            candidate_rows_of_word(words, word),
        )
        if over is not None:
            other_row = find_candidate_row(self.vocabulary, words, sentence, word, over)
            return {row: 1.0, other_row: -1.0} if other_row != row else {}
        return dict.fromkeys(rows.tolist(), -1.0 / len(rows)) | {row: 1.0 - 1.0 / len(rows)}
