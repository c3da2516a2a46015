"""Ranker of readings by the regressions of Shah et al. 2010 or by a baseline: ranking, training and storage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.arrays import Keys, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Analysis, Sentence, Treebank, WordRankings
from spectral_core.model import Arrays, Contribution, Settings, pack_strings, unpack_strings
from spectral_core.models.analysis_ranker.baselines import AveragedPerceptron, MostFrequentBaseline, RandomBaseline
from spectral_core.models.analysis_ranker.design_matrix import TAG_COLUMN, HashedText, label_keys, make_regression_specs
from spectral_core.models.analysis_ranker.labels_and_candidates import EncodedText, TrainingLabels
from spectral_core.models.analysis_ranker.ranking import (
    Confirmed,
    Ranking,
    ReadingRanker,
    make_rankings,
    put_confirmed_first,
)
from spectral_core.models.analysis_ranker.regression_model import (
    HELD_OUT_SHARE,
    RegressionModel,
    count_regression_features,
    fit_regressions,
    split_by_document,
)
from spectral_core.models.analysis_ranker.score_explanation import explain_regression_score
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.storage import (
    pack_training_labels,
    unpack_training_labels,
)
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary, make_vocabulary, restore_vocabulary
from spectral_core.models.ngram import check_confirmed_words
from spectral_core.progress import Progress, Report, ignore_progress

ReadingScorer = RegressionModel | MostFrequentBaseline | AveragedPerceptron | RandomBaseline


@dataclass(frozen=True, slots=True, eq=False)
class RegressionRanker(ReadingRanker):
    """Ranks readings by a regression model of Shah et al. 2010, or by a baseline, which has no probabilities."""

    scorer: ReadingScorer
    __repr__ = brief_repr

    def rank(self, sentence: Sentence, confirmed: Confirmed | None = None) -> WordRankings[Analysis]:
        """Return for each word its readings, best first; a confirmed reading comes first, with probability 1. The
        sentence is treated as a whole document; `rank_all` uses the actual documents."""
        (ranking,) = self.rank_all([sentence], [confirmed or {}])
        return WordRankings(sentence.forms, ranking)

    def rank_all(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed] | None = None
    ) -> list[list[Ranking]]:
        """Rank consecutive sentences; document features are computed from the sentences given, so pass whole
        documents."""
        confirmations = [{}] * len(sentences) if confirmed is None else list(confirmed)
        text = self.vocabulary.encode_text(sentences, times=0)
        words = self.training_labels.find_candidates(self.vocabulary, text)
        tags, probabilities = self._hash_confirmed_tags(text, sentences, confirmations), None
        if isinstance(self.scorer, RegressionModel):
            scores, probabilities = self.scorer.scores(
                self.vocabulary, HashedText.from_text(self.vocabulary, text, words), tags
            )
        else:
            scores = self.scorer.scores(self.vocabulary, text, words)
        flat_rankings = make_rankings(
            self.vocabulary, words, np.lexsort((-scores, words.row_word)), scores, probabilities
        )
        all_rankings = [flat_rankings[begin:end] for begin, end in pairwise(text.starts.tolist())]
        for sentence, confirmed_readings, sentence_rankings in zip(sentences, confirmations, all_rankings, strict=True):
            sentence_rankings.extend([] for _ in range(len(sentence) - len(sentence_rankings)))  # unreadable sentence
            for word, analysis in confirmed_readings.items():
                ranking = sentence_rankings[word - 1]
                sentence_rankings[word - 1] = put_confirmed_first(
                    ranking, analysis, max((candidate.score for candidate in ranking), default=0.0)
                )
        return all_rankings

    def explain(
        self, sentence: Sentence, word: int, analysis: Analysis, over: Analysis | None = None,
        confirmed: Confirmed | None = None,
    ) -> tuple[Contribution, ...]:  # fmt: skip
        """Return the feature contributions to the score of a reading relative to another, or to the mean of the
        candidates."""
        if not 1 <= word <= len(sentence):
            raise IndexError(f"word {word} of a sentence of {len(sentence)}")
        if not sentence.is_readable or not isinstance(self.scorer, RegressionModel):
            return ()
        text = self.vocabulary.encode_text([sentence], times=0)
        words = self.training_labels.find_candidates(self.vocabulary, text)
        row_weights = self.contrast_weights(words, sentence, word, analysis, over)
        tags = self._hash_confirmed_tags(text, [sentence], [confirmed or {}])
        designs = self.scorer.make_designs(self.vocabulary, HashedText.from_text(self.vocabulary, text, words), tags)
        return explain_regression_score(self.scorer, self.vocabulary, designs, word - 1, row_weights)

    def _hash_confirmed_tags(
        self, text: EncodedText, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed]
    ) -> Keys | None:
        """Return (words,) hashes of the tags of confirmed readings, 0 elsewhere; None if no word is confirmed."""
        if not any(confirmed):
            return None
        tags = np.zeros(len(text), dtype=np.uint64)
        for start, sentence, confirmed_readings in zip(text.starts.tolist(), sentences, confirmed, strict=False):
            check_confirmed_words(sentence, confirmed_readings)
            for word, analysis in confirmed_readings.items() if sentence.is_readable else ():
                label = self.vocabulary.encode_label(sentence.forms[word - 1], analysis)
                tags[start + word - 1] = label_keys(self.vocabulary, self.vocabulary.label_value_ids()[[label]])[
                    0, TAG_COLUMN
                ]
        return tags

    def arrays(self) -> NamedArrays:
        """Return everything except the settings as arrays: label scheme, analyser, training labels and scorer."""
        return {
            "scheme": pack_strings(self.vocabulary.scheme.to_text().split("\n")),
            "analyser": pack_strings(self.analyser_config),
            **pack_training_labels(self.vocabulary, self.training_labels),
            **self.scorer.arrays(),
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        """Restore a ranker from its settings and arrays."""
        if not isinstance(settings, RankerSettings):
            raise TypeError("these are the settings of another method")
        analyser_config = unpack_strings(arrays["analyser"])
        vocabulary = restore_vocabulary("\n".join(unpack_strings(arrays["scheme"])), analyser_config)
        return cls(
            settings,
            analyser_config,
            vocabulary,
            unpack_training_labels(vocabulary, arrays),
            _restore_scorer(settings, vocabulary, arrays),
        )


def train_regression_ranker(
    treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> RegressionRanker:
    """Train the model that the settings name. The weights of a regression are fitted on `dev`, or on a tenth of the
    documents that is left out of the counts (Shah et al. 2010, section 3.3)."""
    report(Progress("opening the analyser", 0))
    vocabulary, analyser_config = make_vocabulary(settings, treebank)
    text = vocabulary.encode_text(treebank, report)
    match settings.model:
        case "unranked":
            return RegressionRanker(
                settings, analyser_config, vocabulary, TrainingLabels.from_text(text), RandomBaseline(settings.seed)
            )
        case "most-frequent":
            report(Progress("counting", 0, len(text)))
            return RegressionRanker(
                settings,
                analyser_config,
                vocabulary,
                TrainingLabels.from_text(text),
                MostFrequentBaseline.learn(vocabulary, text, settings.seed),
            )
        case "perceptron":
            return RegressionRanker(
                settings,
                analyser_config,
                vocabulary,
                TrainingLabels.from_text(text),
                AveragedPerceptron.learn(vocabulary, text, settings.seed, report),
            )
    make_regression_specs(
        settings, vocabulary.scheme.element_names
    )  # raises for an unknown element before training starts
    counted_text, weighting_text = (
        split_by_document(text, HELD_OUT_SHARE, settings.seed)
        if dev is None
        else (text, vocabulary.encode_text(dev, report))
    )
    report(Progress("counting", 0, len(counted_text)))
    features = count_regression_features(settings, vocabulary, counted_text)
    training_labels = TrainingLabels.from_text(counted_text)
    hashed_text = HashedText.from_text(
        vocabulary, weighting_text, training_labels.find_candidates(vocabulary, weighting_text)
    )
    return RegressionRanker(
        settings,
        analyser_config,
        vocabulary,
        training_labels,
        fit_regressions(settings, vocabulary, features, hashed_text, report),
    )


def _restore_scorer(settings: RankerSettings, vocabulary: RankerVocabulary, arrays: Arrays) -> ReadingScorer:
    """Restore the regression model or baseline that the settings name."""
    match settings.model:
        case "unranked":
            return RandomBaseline(settings.seed)
        case "most-frequent":
            return MostFrequentBaseline.from_arrays(settings.seed, arrays)
        case "perceptron":
            return AveragedPerceptron.from_arrays(settings.seed, arrays)
        case _:
            return RegressionModel.from_arrays(settings, vocabulary.scheme.element_names, arrays)
