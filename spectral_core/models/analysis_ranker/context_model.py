"""Context ranker: a log-linear model over counts of label elements in the context of a word, applied in up to three
passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Analysis, Ranked, Sentence, Treebank, WordRankings
from spectral_core.deprecated import old_members
from spectral_core.model import Arrays, Contribution, Settings, pack, unpack
from spectral_core.models.analysis_ranker.corpus import (
    pack_training_labels,
    pause_gc,
    read_integers,
    read_keys,
    read_numbers,
    reopen_wordbook,
    unpack_training_labels,
)
from spectral_core.models.analysis_ranker.elements import ElementKeys
from spectral_core.models.analysis_ranker.explanation import explain_context_score
from spectral_core.models.analysis_ranker.labels import Text
from spectral_core.models.analysis_ranker.ranking import (
    Confirmed,
    Ranking,
    ReadingRanker,
    break_ties_by,
    make_rankings,
    put_first,
)
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.statistics import (
    NAMES,
    ROW_FEATURES,
    ContextKeys,
    FeatureSpace,
    Pairs,
    Weights,
    count_text,
)
from spectral_core.morphology.analyser import Analyser
from spectral_core.morphology.tag_mapping import SupplementedAnalyser, TranslatedDictionary
from spectral_core.progress import Report, ignore_progress
from spectral_core.structured.hash_tables import CountTable
from spectral_core.structured.ranking.softmax import best_rows, log_softmax

FLAG_RECALL = 0.95  # target recall of the errors that are flagged
_UNCONFIRMED = -2  # label id of an unconfirmed word


@dataclass(frozen=True, slots=True)
class UncertaintyFlag:
    """Margin below which the first reading is flagged as uncertain, with precision and recall on held-out text."""

    margin: float  # smallest difference in probability of the two best labels that is not flagged
    recall: float  # share of the errors that are flagged
    precision: float  # share of the flagged words that are errors
    flagged: float  # share of all words that are flagged


@dataclass(frozen=True, slots=True, eq=False)
class ScoredText:
    """Candidate readings of the words of a text, with their features and scores."""

    text: Text
    space: FeatureSpace
    scores: Floats  # (rows,)
    weights: Weights  # of the last pass, which gave the scores

    def ranking_scores(self) -> tuple[Floats, Floats]:
        """Return (rows,) the log probabilities of the candidates, with ties broken at random; and their
        probabilities."""
        log_probabilities = log_softmax(self.space.words.first_row, self.scores)
        return break_ties_by(log_probabilities, self.space.jitter), np.exp(log_probabilities)


@old_members(unsure="is_uncertain")
@dataclass(frozen=True, slots=True, eq=False)
class ContextRanker(ReadingRanker):
    """Log-linear ranker of readings by their counts in context. `count_sentence` and `uncount_sentence` update its
    counts in place, not its weights."""

    element_keys: ElementKeys
    pairs: Pairs
    weights: tuple[Weights, ...]  # one for each pass
    confirmed_weights: Weights  # of the second pass, if words to the left may be confirmed
    uncertainty_flag: UncertaintyFlag
    table: CountTable
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
                for index, sentence_rankings in zip(indexes, self._rank_scored(scored), strict=True):
                    all_rankings[index] = sentence_rankings or [[] for _ in sentences[index].forms]
        for sentence_rankings, confirmed_readings in zip(all_rankings, confirmations, strict=True):
            for word, analysis in confirmed_readings.items():
                sentence_rankings[word - 1] = put_first(sentence_rankings[word - 1], analysis, 0.0)
        return all_rankings

    def training_words(self) -> frozenset[str]:
        """Return the forms seen in training, without Arabic diacritics if the training text had none."""
        return frozenset(self.book.forms.strings[form] for form, _, _ in self.training_labels.list_counts())

    def translate_dictionary(self, dictionary: Analyser) -> TranslatedDictionary:
        """Return an analyser that maps the tags of `dictionary` to the tagset of the training corpus."""
        names = self.book.forms.strings
        readings = (
            (names[form], self.book.first_reading(form, label), times)
            for form, label, times in self.training_labels.list_counts()
        )
        return TranslatedDictionary.learn(dictionary, readings)

    def add_dictionary(self, translated: TranslatedDictionary) -> ContextRanker:
        """Return a ranker with the same counts that also offers the readings of a tag-mapped dictionary."""
        book = self.book.with_analyser(SupplementedAnalyser(self.book.analyser, translated))
        return replace(self, book=book, element_keys=ElementKeys(book), training_labels=self.training_labels.copy())

    def score_sentences(self, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed] = ()) -> ScoredText:
        """Score the candidate readings of all words; either every sentence has confirmed words, or none has."""
        text = self.book.read(sentences, times=0)
        return self.score_text(text, self._number_confirmed(text, sentences, confirmed))

    def score_text(self, text: Text, confirmed_labels: Indexes | None = None) -> ScoredText:
        """Score the candidate readings of an encoded text; `confirmed_labels` holds the label id of each confirmed
        word, and _UNCONFIRMED elsewhere."""
        space = FeatureSpace(
            self.element_keys, self.training_labels.find_candidates(self.book, text), self.pairs, self.settings.seed
        )
        keys = self.element_keys.word_keys(text.form, text.candidate_set)
        space.fill_words(self.table, keys)
        weights = self.weights[0]
        scores = weights.score(space)
        later_weights = (
            self.weights[1:] if confirmed_labels is None else (self.confirmed_weights,) * (len(self.weights) > 1)
        )
        for weights in later_weights:
            labels = space.row_labels(best_rows(space.words.first_row, scores, space.jitter))
            if confirmed_labels is not None:
                labels = np.where(confirmed_labels == _UNCONFIRMED, labels, confirmed_labels)
            space.fill_labels(self.table, keys, labels)
            scores = weights.score(space)
        return ScoredText(text, space, scores, weights)

    def _number_confirmed(
        self, text: Text, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed]
    ) -> Indexes | None:
        """Return (words,) the label ids of confirmed words, and _UNCONFIRMED elsewhere; None if no word is
        confirmed."""
        if not any(confirmed):
            return None
        confirmed_labels = np.full(len(text), _UNCONFIRMED, dtype=np.int32)
        for start, sentence, confirmed_readings in zip(text.starts.tolist(), sentences, confirmed, strict=False):
            for word, analysis in confirmed_readings.items() if sentence.readable else ():
                confirmed_labels[start + word - 1] = self.book.number_label(sentence.forms[word - 1], analysis)
        return confirmed_labels

    def _rank_scored(self, scored: ScoredText) -> list[list[Ranking]]:
        """Return the rankings of the words of each sentence."""
        words = scored.space.words
        scores, probabilities = scored.ranking_scores()
        word_rankings = make_rankings(self.book, words, np.lexsort((-scores, words.row_word)), scores, probabilities)
        return [word_rankings[begin:end] for begin, end in pairwise(words.starts.tolist())]

    def is_uncertain(self, form: str, ranking: Sequence[Ranked[Analysis]]) -> bool:
        """Return whether the two best labels of a word differ in probability by less than the uncertainty threshold."""
        if not ranking:
            return True
        first = self.book.number_label(form, ranking[0].value)
        runner_up = next(
            (candidate for candidate in ranking if self.book.number_label(form, candidate.value) != first), None
        )
        second_probability = 0.0 if runner_up is None else runner_up.probability or 0.0
        return (ranking[0].probability or 0.0) - second_probability < self.uncertainty_flag.margin

    def explain(
        self, sentence: Sentence, word: int, analysis: Analysis, over: Analysis | None = None,
        confirmed: Confirmed | None = None,
    ) -> tuple[Contribution, ...]:  # fmt: skip
        """Return the feature contributions to the score of a reading relative to another, or to the mean of the
        candidates."""
        if not 1 <= word <= len(sentence):
            raise IndexError(f"word {word} of a sentence of {len(sentence)}")
        if not sentence.readable:
            return ()
        scored = self.score_sentences([sentence], [confirmed or {}])
        row_weights = self.contrast_weights(scored.space.words, sentence, word, analysis, over)
        return explain_context_score(scored.space, scored.weights, self.element_keys.elements, row_weights)

    def count_sentence(self, sentence: Sentence) -> None:
        """Add the counts of the readings of a sentence, in place."""
        self._count(self.book.read([sentence]), 1)

    def uncount_sentence(self, sentence: Sentence) -> None:
        """Subtract the counts of a sentence in place, the exact inverse of `count_sentence`."""
        self._count(self.book.read([sentence], times=-1), -1)

    def _count(self, text: Text, times: int) -> None:
        """Add the counts of a text in place, or subtract them if `sign` is -1."""
        count_text(self.table, ContextKeys.from_text(self.element_keys, text), self.pairs, times)
        if times > 0:
            self.training_labels.add(text)
        else:
            self.training_labels.subtract(text)

    def add_treebank(self, treebank: Treebank, report: Report = ignore_progress) -> ContextRanker:
        """Return the ranker with the counts of a treebank added."""
        text = self.book.read(treebank, report)
        ranker = replace(self, training_labels=self.training_labels.copy(), table=self.table.copy())
        ranker._count(text, 1)
        return ranker

    def arrays(self) -> NamedArrays:
        keys, counts = self.table.items()
        flag = self.uncertainty_flag
        return {
            "scheme": pack(self.book.scheme.to_text().split("\n")), "analyser": pack(self.analyser_config),
            "elements": pack(self.element_keys.elements.names), "kept": self.pairs.mask,
            "weights": np.stack([weights.pairs for weights in (*self.weights, self.confirmed_weights)]),
            "row_weights": np.stack([weights.rows for weights in (*self.weights, self.confirmed_weights)]),
            "doubt": np.array([flag.margin, flag.recall, flag.precision, flag.flagged]), "keys": keys,
            "counts": counts, **pack_training_labels(self.book, self.training_labels),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, RankerSettings):
            raise TypeError("these are the settings of another method")
        book = reopen_wordbook("\n".join(unpack(arrays["scheme"])), unpack(arrays["analyser"]))
        element_keys = ElementKeys(book)
        if unpack(arrays["elements"]) != element_keys.elements.names:
            raise ValueError("the label elements of the model are not those of this version")
        mask = arrays["kept"]
        if mask.dtype != np.bool_ or mask.shape != (len(NAMES), len(element_keys.elements)):
            raise ValueError("of each pair of a statistic and an element is said whether it has a weight")
        pairs = Pairs.from_mask(mask.astype(np.bool_))
        pair_weights, row_weights = read_numbers(arrays, "weights", 2), read_numbers(arrays, "row_weights", 2)
        weights = [Weights(*pass_weights) for pass_weights in zip(pair_weights, row_weights, strict=True)]
        if pair_weights.shape[1] != pairs.bounds[-1] or row_weights.shape[1] != len(ROW_FEATURES) or len(weights) < 2:
            raise ValueError("there is one weight for each statistic")
        return cls(
            settings,
            unpack(arrays["analyser"]),
            book,
            unpack_training_labels(book, arrays),
            element_keys,
            pairs,
            tuple(weights[:-1]),
            weights[-1],
            UncertaintyFlag(*read_numbers(arrays, "doubt").tolist()),
            CountTable.from_counts(read_keys(arrays, "keys"), read_integers(arrays, "counts")),
        )
