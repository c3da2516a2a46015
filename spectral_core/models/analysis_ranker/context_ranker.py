"""Context ranker: a log-linear model over counts of label elements in the context of a word, applied in up to three
passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Indexes, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Analysis, Ranked, Sentence, Treebank, WordRankings
from spectral_core.data.readings import SAMPLE_COUNT, SAMPLE_QUANTILES, WordReadings
from spectral_core.deprecated import old_members
from spectral_core.model import Arrays, Contribution, Settings, pack_strings, unpack_strings
from spectral_core.models.analysis_ranker.context_counts import ContextKeys, add_context_counts
from spectral_core.models.analysis_ranker.context_features import (
    CANDIDATE_FEATURES,
    PREFERENCE,
    STATISTIC_NAMES,
    UNKNOWN,
    UNKNOWN_WEIGHT,
    ContextFeatureMatrix,
    FeatureTemplates,
    LogLinearWeights,
    add_later_candidate_weights,
    drop_later_candidate_weights,
)
from spectral_core.models.analysis_ranker.feature_hashes import FeatureHasher
from spectral_core.models.analysis_ranker.labels_and_candidates import EncodedText, WordCandidates
from spectral_core.models.analysis_ranker.ranking import (
    Confirmed,
    Ranking,
    ReadingRanker,
    break_ties_by_jitter,
    make_rankings,
    put_confirmed_first,
)
from spectral_core.models.analysis_ranker.score_explanation import explain_context_score
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.storage import (
    pack_training_labels,
    read_floats,
    read_integers,
    read_keys,
    unpack_training_labels,
)
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary, pause_gc, restore_vocabulary
from spectral_core.models.ngram import check_confirmed_words
from spectral_core.morphology.analyser import Analyser
from spectral_core.morphology.tag_mapping import SupplementedAnalyser, TagMappedDictionary
from spectral_core.progress import Report, ignore_progress
from spectral_core.structured.analysis_ranker.log_linear import (
    best_candidate_rows,
    candidate_rows_at_quantiles,
    log_softmax,
)
from spectral_core.structured.hash_tables import CountTable

TARGET_RECALL = 0.95  # target recall of the errors that are flagged
_EARLIER_STATISTIC_COUNTS = (69,)  # statistics of models of earlier versions, without later label contexts
_DICTIONARY_PREFERENCE = 0.5  # weight of the structure of readings from a dictionary that is not the ranker's own
_SMALL_CORPUS = 6000  # words of a training corpus whose ranker is trusted by half
_UNCONFIRMED = -2  # label id of an unconfirmed word
_NOT_MEASURED = -1.0  # in place of a measure in a file
_INVENTED = 1.0, 0.0, 1.0  # measures in files of earlier versions where nothing was measured


@dataclass(frozen=True, slots=True)
class UncertaintyThreshold:
    """Margin below which the first reading is flagged as uncertain, with precision and recall on held-out text."""

    margin: float  # smallest difference in probability of the two best labels that is not flagged
    recall: float | None = None  # share of the errors that are flagged; None if not measured, as those that follow
    precision: float | None = None  # share of the flagged words that are errors
    flagged_share: float | None = None  # share of all words that are flagged

    def to_array(self) -> Floats:
        """Return the numbers as an array, -1 for what was not measured."""
        values = (self.margin, self.recall, self.precision, self.flagged_share)
        return np.array([_NOT_MEASURED if value is None else value for value in values])

    @classmethod
    def from_array(cls, array: Floats) -> Self:
        """Restore a threshold; ValueError for an array of another size."""
        margin, recall, precision, flagged_share = array.tolist()
        if (recall, precision, flagged_share) == _INVENTED:
            return cls(margin)
        return cls(margin, *(None if value < 0.0 else value for value in (recall, precision, flagged_share)))


@dataclass(frozen=True, slots=True, eq=False)
class ScoredText:
    """Candidate readings of the words of a text, with their features and scores."""

    text: EncodedText
    features: ContextFeatureMatrix
    scores: Floats  # (rows,)
    weights: LogLinearWeights  # of the last pass, which gave the scores

    def scores_and_probabilities(self) -> tuple[Floats, Floats]:
        """Return (rows,) the log probabilities of the candidates, with ties broken at random; and their
        probabilities."""
        log_probabilities = log_softmax(self.features.words.first_row, self.scores)
        return break_ties_by_jitter(log_probabilities, self.features.jitter), np.exp(log_probabilities)


class CandidateScorer(Protocol):
    """Another model's opinion of the candidate readings of a text."""

    @property
    def ranker_weight(self) -> float:
        """Weight of the ranker's own scores."""
        ...

    def score_candidates(
        self, vocabulary: RankerVocabulary, words: WordCandidates, sentences: Sequence[Sentence],
        confirmed: Sequence[Confirmed],
    ) -> Floats:  # fmt: skip
        """Return (rows,) scores to be added to the weighted scores of the ranker."""
        ...


def _prefer_structures(weights: LogLinearWeights, trust: float) -> LogLinearWeights:
    """Return the weights for readings of a dictionary that the ranker was trained without: their structure counts, and
    the less the ranker has seen, the less it is trusted."""
    candidate_weights = trust * weights.candidate_weights
    candidate_weights[PREFERENCE], candidate_weights[UNKNOWN] = _DICTIONARY_PREFERENCE, UNKNOWN_WEIGHT
    return LogLinearWeights(trust * weights.template_weights, candidate_weights)


def _add_later_statistics(mask: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return the mask of stored feature templates, without those of statistics that are newer than the model."""
    missing = len(STATISTIC_NAMES) - len(mask)
    if mask.dtype != np.bool_ or mask.ndim != 2 or len(mask) not in _EARLIER_STATISTIC_COUNTS:
        return mask
    return np.concatenate((mask, np.zeros((missing, mask.shape[1]), dtype=np.bool_)))


def _drop_unused_statistics(mask: Flags) -> Flags:
    """Return the mask of feature templates as earlier versions store it, if it has none of later statistics."""
    earlier = _EARLIER_STATISTIC_COUNTS[-1]
    return mask if mask[earlier:].any() else mask[:earlier]


@old_members(unsure="is_uncertain")
@dataclass(frozen=True, slots=True, eq=False)
class ContextRanker(ReadingRanker):
    """Log-linear ranker of readings by their counts in context. `count_sentence` and `uncount_sentence` update its
    counts in place, not its weights."""

    feature_hasher: FeatureHasher
    templates: FeatureTemplates
    pass_weights: tuple[LogLinearWeights, ...]  # one for each pass
    confirmed_weights: LogLinearWeights  # of the second pass, if words to the left may be confirmed
    uncertainty_threshold: UncertaintyThreshold
    count_table: CountTable
    candidate_scorer: CandidateScorer | None = None  # of a pipeline; not stored with the ranker
    __repr__ = brief_repr

    def rank(self, sentence: Sentence, confirmed: Confirmed | None = None) -> WordRankings[Analysis]:
        """Return for each word its readings, best first, with log probabilities and probabilities. Readings with the
        same label share a score. The labels of confirmed words are features of their neighbours; there are only two
        passes then, because in a third a word would be scored by predictions that depend on its own label."""
        (ranking,) = self.rank_all([sentence], [confirmed or {}])
        return WordRankings(sentence.forms, ranking)

    @pause_gc()
    def rank_all(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed] | None = None
    ) -> list[list[Ranking]]:
        """Rank many sentences at once, faster than one by one."""
        confirmations = [{}] * len(sentences) if confirmed is None else list(confirmed)
        all_rankings: list[list[Ranking]] = [[] for _ in sentences]
        for is_confirmed in (True, False):
            indexes = [
                index
                for index, confirmed_readings in enumerate(confirmations)
                if bool(confirmed_readings) == is_confirmed
            ]
            if indexes:
                scored = self.score_sentences(
                    [sentences[index] for index in indexes], [confirmations[index] for index in indexes]
                )
                for index, sentence_rankings in zip(indexes, self._rank_scored_text(scored), strict=True):
                    all_rankings[index] = sentence_rankings or [[] for _ in sentences[index].forms]
        for sentence_rankings, confirmed_readings in zip(all_rankings, confirmations, strict=True):
            for word, analysis in confirmed_readings.items():
                sentence_rankings[word - 1] = put_confirmed_first(sentence_rankings[word - 1], analysis, 0.0)
        return all_rankings

    def training_words(self) -> frozenset[str]:
        """Return the forms seen in training, without Arabic diacritics if the training text had none."""
        return frozenset(self.vocabulary.forms.strings[form] for form, _, _ in self.training_labels.list_counts())

    def map_dictionary_tags(self, dictionary: Analyser) -> TagMappedDictionary:
        """Return an analyser that maps the tags of `dictionary` to the tagset of the training corpus."""
        names = self.vocabulary.forms.strings
        readings = (
            (names[form], self.vocabulary.find_training_reading(form, label), times)
            for form, label, times in self.training_labels.list_counts()
        )
        return TagMappedDictionary.learn(dictionary, readings)

    def add_dictionary(self, translated: TagMappedDictionary) -> ContextRanker:
        """Return a ranker with the same counts that also offers the readings of a tag-mapped dictionary."""
        vocabulary = self.vocabulary.with_analyser(SupplementedAnalyser(self.vocabulary.analyser, translated))
        size = sum(times for _, _, times in self.training_labels.list_counts())
        *pass_weights, confirmed_weights = (
            _prefer_structures(weights, size / (size + _SMALL_CORPUS))
            for weights in (*self.pass_weights, self.confirmed_weights)
        )
        return replace(
            self,
            vocabulary=vocabulary,
            feature_hasher=FeatureHasher(vocabulary),
            training_labels=self.training_labels.copy(),
            pass_weights=tuple(pass_weights),
            confirmed_weights=confirmed_weights,
        )

    def score_sentences(self, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed]) -> ScoredText:
        """Score the candidate readings of all words; either every sentence has confirmed words, or none has."""
        text = self.vocabulary.encode_text(sentences, times=0)
        scored = self.score_text(text, self._encode_confirmed_labels(text, sentences, confirmed))
        if self.candidate_scorer is None:
            return scored
        added = self.candidate_scorer.score_candidates(self.vocabulary, scored.features.words, sentences, confirmed)
        return replace(scored, scores=self.candidate_scorer.ranker_weight * scored.scores + added)

    def sample_readings(self, scored: ScoredText) -> list[WordReadings]:
        """Return the readings of each word of a scored text at the quantiles of `AnalysedSentence`, faster than all by
        `rank_all`."""
        words = scored.features.words
        log_probabilities = log_softmax(words.first_row, scored.scores)
        rows = candidate_rows_at_quantiles(
            words.first_row, log_probabilities, scored.features.jitter, np.array(SAMPLE_QUANTILES)
        )
        labels = words.labels[rows] if len(words.labels) else rows
        readings: list[WordReadings] = []
        for candidate_set, word_rows, word_labels in zip(
            words.candidate_set.tolist(), rows.tolist(), labels.tolist(), strict=True
        ):
            first = self._find_reading(candidate_set, word_labels[0]) if word_rows[0] >= 0 else None
            readings.append(
                (first,) * SAMPLE_COUNT
                if word_rows[0] == word_rows[-1]
                else (first, *(self._find_reading(candidate_set, label) for label in word_labels[1:]))
            )
        return readings

    def _find_reading(self, candidate_set: int, label: int) -> Analysis:
        """Return the first reading of a candidate set with a label."""
        return self.vocabulary.find_readings_with_label(candidate_set, label)[0]

    def score_text(self, text: EncodedText, confirmed_labels: Indexes | None = None) -> ScoredText:
        """Score the candidate readings of an encoded text; `confirmed_labels` holds the label id of each confirmed
        word, and _UNCONFIRMED elsewhere."""
        features = ContextFeatureMatrix(
            self.feature_hasher,
            self.training_labels.find_candidates(self.vocabulary, text),
            self.templates,
            self.settings.seed,
        )
        keys = self.feature_hasher.word_keys(text.form, text.candidate_set)
        features.fill_word_contexts(self.count_table, keys)
        weights = self.pass_weights[0]
        scores = weights.score(features)
        later_weights = (
            self.pass_weights[1:]
            if confirmed_labels is None
            else (self.confirmed_weights,) * (len(self.pass_weights) > 1)
        )
        for weights in later_weights:
            labels = features.labels_of_rows(best_candidate_rows(features.words.first_row, scores, features.jitter))
            if confirmed_labels is not None:
                labels = np.where(confirmed_labels == _UNCONFIRMED, labels, confirmed_labels)
            features.fill_label_contexts(self.count_table, keys, labels)
            scores = weights.score(features)
        return ScoredText(text, features, scores, weights)

    def _encode_confirmed_labels(
        self, text: EncodedText, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed]
    ) -> Indexes | None:
        """Return (words,) the label ids of confirmed words, and _UNCONFIRMED elsewhere; None if no word is
        confirmed."""
        if not any(confirmed):
            return None
        confirmed_labels = np.full(len(text), _UNCONFIRMED, dtype=np.int32)
        for start, sentence, confirmed_readings in zip(text.starts.tolist(), sentences, confirmed, strict=False):
            check_confirmed_words(sentence, confirmed_readings)
            for word, analysis in confirmed_readings.items() if sentence.is_readable else ():
                confirmed_labels[start + word - 1] = self.vocabulary.encode_label(sentence.forms[word - 1], analysis)
        return confirmed_labels

    def _rank_scored_text(self, scored: ScoredText) -> list[list[Ranking]]:
        """Return the rankings of the words of each sentence."""
        words = scored.features.words
        scores, probabilities = scored.scores_and_probabilities()
        word_rankings = make_rankings(
            self.vocabulary, words, np.lexsort((-scores, words.row_word)), scores, probabilities
        )
        return [word_rankings[begin:end] for begin, end in pairwise(words.starts.tolist())]

    def is_uncertain(self, form: str, ranking: Sequence[Ranked[Analysis]]) -> bool:
        """Return whether the two best labels of a word differ in probability by less than the uncertainty threshold."""
        if not ranking:
            return True
        first = self.vocabulary.encode_label(form, ranking[0].value)
        runner_up = next(
            (candidate for candidate in ranking if self.vocabulary.encode_label(form, candidate.value) != first), None
        )
        second_probability = 0.0 if runner_up is None else runner_up.probability or 0.0
        return (ranking[0].probability or 0.0) - second_probability < self.uncertainty_threshold.margin

    def explain(
        self, sentence: Sentence, word: int, analysis: Analysis, over: Analysis | None = None,
        confirmed: Confirmed | None = None,
    ) -> tuple[Contribution, ...]:  # fmt: skip
        """Return the feature contributions to the score of a reading relative to another, or to the mean of the
        candidates."""
        if not 1 <= word <= len(sentence):
            raise IndexError(f"word {word} of a sentence of {len(sentence)}")
        if not sentence.is_readable:
            return ()
        scored = self.score_sentences([sentence], [confirmed or {}])
        row_weights = self.contrast_weights(scored.features.words, sentence, word, analysis, over)
        contributions = explain_context_score(
            scored.features, scored.weights, self.feature_hasher.elements, row_weights
        )
        if self.candidate_scorer is None:
            return contributions
        own_weight = self.candidate_scorer.ranker_weight
        added = self.candidate_scorer.score_candidates(
            self.vocabulary, scored.features.words, [sentence], [confirmed or {}]
        )
        value = sum(weight * float(added[row]) for row, weight in row_weights.items())
        scaled = (replace(term, value=own_weight * term.value) for term in contributions)
        return tuple(sorted((*scaled, Contribution("reading", "tagger", value)), key=lambda term: -abs(term.value)))

    def count_sentence(self, sentence: Sentence) -> None:
        """Add the counts of the readings of a sentence, in place."""
        self._add_counts(self.vocabulary.encode_text([sentence]), 1)

    def uncount_sentence(self, sentence: Sentence) -> None:
        """Subtract the counts of a sentence in place, the inverse of `count_sentence`."""
        self._add_counts(self.vocabulary.encode_text([sentence], times=-1), -1)

    def _add_counts(self, text: EncodedText, sign: int) -> None:
        """Add the counts of a text in place, or subtract them if `sign` is -1."""
        add_context_counts(self.count_table, ContextKeys.from_text(self.feature_hasher, text), self.templates, sign)
        if sign > 0:
            self.training_labels.add(text)
        else:
            self.training_labels.subtract(text)

    def add_treebank(self, treebank: Treebank, report: Report = ignore_progress) -> ContextRanker:
        """Return the ranker with the counts of a treebank added."""
        vocabulary = self.vocabulary.with_own_counts()
        ranker = replace(
            self,
            vocabulary=vocabulary,
            feature_hasher=FeatureHasher(vocabulary),
            training_labels=self.training_labels.copy(),
            count_table=self.count_table.copy(),
        )
        ranker._add_counts(vocabulary.encode_text(treebank, report), 1)
        return ranker

    def arrays(self) -> NamedArrays:
        """Return everything except the settings as arrays: label scheme, analyser, weights, counts and labels."""
        keys, counts = self.count_table.items()
        return {
            "scheme": pack_strings(self.vocabulary.scheme.to_text().split("\n")),
            "analyser": pack_strings(self.analyser_config),
            "elements": pack_strings(self.feature_hasher.elements.names),
            "kept": _drop_unused_statistics(self.templates.mask),
            "weights": np.stack([weights.template_weights for weights in (*self.pass_weights, self.confirmed_weights)]),
            "row_weights": drop_later_candidate_weights(
                np.stack([weights.candidate_weights for weights in (*self.pass_weights, self.confirmed_weights)])
            ),
            "doubt": self.uncertainty_threshold.to_array(),
            "keys": keys,
            "counts": counts,
            **pack_training_labels(self.vocabulary, self.training_labels),
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a ranker from its settings and arrays; ValueError if these are inconsistent."""
        if not isinstance(settings, RankerSettings):
            raise TypeError("these are the settings of another method")
        vocabulary = restore_vocabulary("\n".join(unpack_strings(arrays["scheme"])), unpack_strings(arrays["analyser"]))
        feature_hasher = FeatureHasher(vocabulary)
        if unpack_strings(arrays["elements"]) != feature_hasher.elements.names:
            raise ValueError("the label elements of the model are not those of this version")
        mask = _add_later_statistics(arrays["kept"])
        if mask.dtype != np.bool_ or mask.shape != (len(STATISTIC_NAMES), len(feature_hasher.elements)):
            raise ValueError("the feature templates of the model are not those of this version")
        pairs = FeatureTemplates.from_mask(mask.astype(np.bool_))
        pair_weights, row_weights = read_floats(arrays, "weights", 2), read_floats(arrays, "row_weights", 2)
        row_weights = add_later_candidate_weights(row_weights)
        weights = [LogLinearWeights(*pass_weights) for pass_weights in zip(pair_weights, row_weights, strict=True)]
        if (
            pair_weights.shape[1] != pairs.bounds[-1]
            or row_weights.shape[1] != len(CANDIDATE_FEATURES)
            or len(weights) < 2
        ):
            raise ValueError("the weights do not fit the feature templates")
        return cls(
            settings,
            unpack_strings(arrays["analyser"]),
            vocabulary,
            unpack_training_labels(vocabulary, arrays),
            feature_hasher,
            pairs,
            tuple(weights[:-1]),
            weights[-1],
            UncertaintyThreshold.from_array(read_floats(arrays, "doubt")),
            CountTable.from_counts(read_keys(arrays, "keys"), read_integers(arrays, "counts")),
        )
