"""First readings of the words of a sentence, before its tree is known, and the candidates of the words left open."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from spectral_core.data import Analysis, Constraints, Ranked, Sentence
from spectral_core.data.readings import (
    AnalysedSentence,
    WordReadings,
    select_readings_at_quantiles,
    standard_columns,
)
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker, ScoredText
from spectral_core.structured.analysis_ranker.log_linear import log_softmax

MARGIN = 7.0  # nats below the first reading at which a reading is no longer a candidate
_MAX_CANDIDATES = 8  # of a word
_CERTAIN = 0.98  # probability from which a first reading stays, unless arcs are given
NO_ARC, GIVEN_HEAD, GIVEN_RELATION = range(3)  # what is given of a word's arc
GivenArcs = tuple[int, ...]  # of each word


class OpenWord(NamedTuple):
    """A word with several candidate readings, by log probability, best first."""

    position: int  # from 0
    readings: tuple[Analysis, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class FirstReadings:
    """The best readings of each word of a sentence, and the words that its tree may decide."""

    sentence: Sentence  # as it was given
    best: Sequence[WordReadings]
    open_words: Sequence[OpenWord]

    def fill(self) -> AnalysedSentence:
        """Fill the empty columns of the sentence with the best readings."""
        return AnalysedSentence.fill(self.sentence, self.best) if self.best else AnalysedSentence(self.sentence)

    def revise(self, scores: Sequence[Sequence[float]]) -> FirstReadings:
        """Return the readings after each open word got these scores."""
        best = list(self.best)
        for word, word_scores in zip(self.open_words, scores, strict=True):
            probabilities = compute_probabilities(word_scores, 1.0)
            ranking = [
                Ranked(reading, 0.0, probability)
                for reading, probability in zip(word.readings, probabilities, strict=True)
            ]
            ranking.sort(key=lambda entry: -(entry.probability or 0.0))
            best[word.position] = select_readings_at_quantiles(ranking)
        return replace(self, best=best)

    def has_other_first_readings(self, earlier: FirstReadings) -> bool:
        """Return whether the first reading of some word is another than before."""
        return any(new is not old and new[0] != old[0] for new, old in zip(self.best, earlier.best, strict=True))


def compute_probabilities(scores: Sequence[float], mass: float) -> list[float]:
    """Return the softmax of the scores, which together have this probability."""
    highest = max(scores)
    shares = [math.exp(score - highest) for score in scores]
    total = sum(shares)
    return [mass * share / total for share in shares]


def find_given_arcs(sentence: Sentence, constraints: Constraints) -> GivenArcs:
    """Return what is given of the arc of each word: its head, also its relation, or neither."""
    given = [NO_ARC if head is None else GIVEN_HEAD for head in sentence.heads]
    for _, word in constraints.required_arcs:
        given[word - 1] = GIVEN_HEAD
    relations = {word for word, label in enumerate(sentence.deprels, 1) if label not in ("", "_")}
    relations |= {word for word, _ in constraints.required_labels}
    for word in relations:
        given[word - 1] = GIVEN_RELATION
    return tuple(given)


def read_bare_sentences(
    ranker: ContextRanker, sentences: Sequence[Sentence], with_certain: Collection[int] = ()
) -> list[FirstReadings]:
    """Read sentences without annotation; those in `with_certain` have all words with several candidates left open, not
    only the uncertain ones."""
    scored = ranker.score_sentences(sentences, [{}] * len(sentences))
    open_words = _list_open_words(ranker, scored, with_certain)
    starts = scored.features.words.starts.tolist()
    words = ranker.sample_readings(scored)
    return [
        FirstReadings(sentence, words[begin:end], open_words.get(index, ()))
        for index, (sentence, (begin, end)) in enumerate(zip(sentences, pairwise(starts), strict=True))
    ]


def _list_open_words(
    ranker: ContextRanker, scored: ScoredText, with_certain: Collection[int]
) -> Mapping[int, list[OpenWord]]:
    """Return the open words of each sentence that has any."""
    words = scored.features.words
    if not len(scored.scores):
        return {}
    logs, row_word = log_softmax(words.first_row, scored.scores), words.row_word
    order = np.lexsort((scored.features.jitter, -logs, row_word))
    best = np.full(len(words), -np.inf)
    np.maximum.at(best, row_word, logs)
    is_close = logs[order] > best[row_word[order]] - MARGIN
    rank = np.arange(len(order)) - words.first_row[row_word[order]]
    kept = order[is_close & (rank < _MAX_CANDIDATES)]
    counts = np.bincount(row_word[kept], minlength=len(words))
    is_open = (counts > 1) & (best < math.log(_CERTAIN))
    sentence_of_word = np.repeat(np.arange(len(words.starts) - 1), np.diff(words.starts))
    if with_certain:
        is_open |= (counts > 1) & np.isin(sentence_of_word, list(with_certain))
    kept = kept[is_open[row_word[kept]]]
    candidate_sets = words.candidate_set[row_word[kept]].tolist()
    find_readings = ranker.vocabulary.find_readings_with_label
    readings = [
        find_readings(candidate_set, label)[0]
        for candidate_set, label in zip(candidate_sets, words.labels[kept].tolist(), strict=True)
    ]
    scores = logs[kept].tolist()
    bounds = np.concatenate(([0], np.cumsum(counts[is_open]))).tolist()
    open_words: dict[int, list[OpenWord]] = {}
    for word, (begin, end) in zip(np.flatnonzero(is_open).tolist(), pairwise(bounds), strict=True):
        sentence = int(sentence_of_word[word])
        position = word - int(words.starts[sentence])
        open_words.setdefault(sentence, []).append(
            OpenWord(position, tuple(readings[begin:end]), tuple(scores[begin:end]))
        )
    return open_words


def read_rankings(
    sentence: Sentence, rankings: Sequence[Sequence[Ranked[Analysis]]], with_certain: bool = False
) -> FirstReadings:
    """Return the first readings of a sentence whose words were ranked; `with_certain` leaves all words with several
    candidates open, not only the uncertain ones."""
    open_words = []
    for position, ranking in enumerate(rankings):
        candidates = _list_candidates(ranking)
        if len(candidates) > 1 and (with_certain or (ranking[0].probability or 0.0) < _CERTAIN):
            scores = tuple(math.log(entry.probability or 1.0) for entry in candidates)
            open_words.append(OpenWord(position, tuple(entry.value for entry in candidates), scores))
    return FirstReadings(sentence, list(map(select_readings_at_quantiles, rankings)), open_words)


def _list_candidates(ranking: Sequence[Ranked[Analysis]]) -> list[Ranked[Analysis]]:
    """Return the candidates among ranked readings: none without probabilities, and one of those that differ in nothing
    but vowels or gloss."""
    if len(ranking) < 2 or any(entry.probability is None for entry in ranking):
        return []
    first = ranking[0].probability or 0.0
    least = first * math.exp(-MARGIN)
    candidates: dict[tuple[str, ...], Ranked[Analysis]] = {}
    for entry in ranking:
        if least < (entry.probability or 0.0) <= first:
            candidates.setdefault(standard_columns(entry.value), entry)
    return list(candidates.values())[:_MAX_CANDIDATES]


def revise_ranking(
    ranking: Sequence[Ranked[Analysis]], word: OpenWord, scores: Sequence[float]
) -> list[Ranked[Analysis]]:
    """Return the ranked readings of a word after its candidates got these scores."""
    mass = sum(map(math.exp, word.scores))
    probabilities = dict(zip(map(standard_columns, word.readings), compute_probabilities(scores, mass), strict=True))
    changed, rest = [], []
    for entry in ranking:
        probability = probabilities.get(standard_columns(entry.value))
        if probability is None or not entry.probability:
            rest.append(entry)
        else:
            score = math.log(max(probability, 1e-300))
            changed.append(replace(entry, score=score, probability=probability))
    changed.sort(key=lambda entry: -entry.score)
    lowest = changed[-1].score
    return [*changed, *(replace(entry, score=min(entry.score, lowest)) for entry in rest)]
