"""Joint choice of readings: the tagger's opinion of the candidates of the ranker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from spectral_core.arrays import Floats, Indexes, hash_tuples
from spectral_core.brief import brief_repr
from spectral_core.data import Analysis, Sentence
from spectral_core.maths import regression
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker
from spectral_core.models.analysis_ranker.labels_and_candidates import ABSENT, WordCandidates
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary
from spectral_core.models.arc_parser.words_and_fine_tags import FineTagger
from spectral_core.models.linear_chain import NO_LABEL

_NOT_A_TAG = -2  # fine tag that the tagger does not know; differs from the padding of its posteriors
_MIN_POSTERIOR = 1e-3  # lower bound before the log is taken, so that a pruned tag does not rule out a reading
_LOGIT_PENALTY = 1e-4
DEFAULT_WEIGHTS = (0.9, 0.3)  # of ranker and tagger, where too few sentences can be held out


@dataclass(frozen=True, slots=True, eq=False)
class TaggerScorer:
    """Scores candidate readings by the tagger's log posterior of their fine tags."""

    tagger: FineTagger
    ranker_weight: float
    tagger_weight: float
    # index of the tagger's label by the hash of the attributes of a label of the ranker
    _label_indexes: dict[int, int] = field(default_factory=dict)
    __repr__ = brief_repr

    def score_candidates(
        self, vocabulary: RankerVocabulary, words: WordCandidates, sentences: Sequence[Sentence],
        confirmed: Sequence[Mapping[int, Analysis]],
    ) -> Floats:  # fmt: skip
        """Return (rows,) the weighted log posteriors of the fine tags of all candidates."""
        weighted: Floats = self.tagger_weight * self.compute_log_posteriors(vocabulary, words, sentences, confirmed)
        return weighted

    def compute_log_posteriors(
        self, vocabulary: RankerVocabulary, words: WordCandidates, sentences: Sequence[Sentence],
        confirmed: Sequence[Mapping[int, Analysis]],
    ) -> Floats:  # fmt: skip
        """Return (rows,) the log posterior of the fine tag of each candidate, given those of confirmed words."""
        readable = [sentence if sentence.is_readable else Sentence.of(()) for sentence in sentences]
        fixed = self._encode_confirmed_tags(readable, confirmed) if any(confirmed) else None
        labels, posteriors = self.tagger.chain.posteriors(readable, fixed)
        row_word = words.row_word
        is_own = labels[row_word] == self._find_label_indexes(vocabulary, words)[:, None]
        sums: Floats = (posteriors[row_word] * is_own).sum(axis=1)
        return np.log(np.maximum(sums, _MIN_POSTERIOR))

    def _encode_confirmed_tags(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Mapping[int, Analysis]]
    ) -> Indexes:
        """Return (words,) the tagger's labels of confirmed readings, NO_LABEL elsewhere."""
        fixed = np.full(sum(map(len, sentences)), NO_LABEL, dtype=np.int32)
        begin = 0
        for sentence, readings in zip(sentences, confirmed, strict=True):
            for word, reading in readings.items() if len(sentence) else ():
                fixed[begin + word - 1] = self._find_label_index(reading, NO_LABEL)
            begin += len(sentence)
        return fixed

    def _find_label_index(self, reading: Analysis, default: int) -> int:
        """Return the index of the tagger's label of a reading; `default` if the tagger does not know it."""
        label = self.tagger.tagset.make_fine_tag(reading.upos, reading.xpos, reading.feats).label
        return self.tagger.label_indexes.get(label, default)

    def _find_label_indexes(self, vocabulary: RankerVocabulary, words: WordCandidates) -> Indexes:
        """Return (rows,) the index of the tagger's label of each candidate; _NOT_A_TAG where there is none. Candidates
        whose labels differ in the lemma alone have the same."""
        keys, first_rows, inverse = np.unique(
            hash_tuples(*words.values[:, 1:].T), return_index=True, return_inverse=True
        )
        row_word = words.row_word
        known = self._label_indexes
        for key, row in zip(keys.tolist(), first_rows.tolist(), strict=True):
            if key not in known:
                candidate_set = int(words.candidate_set[row_word[row]])
                reading = vocabulary.find_readings_with_label(candidate_set, int(words.labels[row]))[0]
                known[key] = self._find_label_index(reading, _NOT_A_TAG)
        indexes = np.array([known[key] for key in keys.tolist()], dtype=np.int32)
        return indexes[inverse] if len(indexes) else np.zeros(0, dtype=np.int32)


def fit_reading_weights(parts: Iterable[tuple[ContextRanker, FineTagger, Sequence[Sentence]]]) -> tuple[float, float]:
    """Return the weights of the ranker's scores and of the tagger's log posteriors with the largest likelihood of the
    readings of sentences that neither has seen (conditional logit); `parts` are rankers and taggers with these."""
    scores, first_rows, golds = [np.zeros((0, 2))], [np.zeros(1, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for ranker, tagger, held_out in parts:
        scored = ranker.score_sentences(held_out, [{}] * len(held_out))
        words = scored.features.words
        scorer = TaggerScorer(tagger, 0.0, 1.0)
        added = scorer.compute_log_posteriors(ranker.vocabulary, words, held_out, [{}] * len(held_out))
        begin = int(first_rows[-1][-1])
        scores.append(np.column_stack((scored.scores, added)))
        first_rows.append(words.first_row[1:] + begin)
        golds.append(np.where(words.gold == ABSENT, ABSENT, words.gold + begin))
    rows, bounds, gold = regression.select_decided_choices(np.concatenate(first_rows), np.concatenate(golds))
    if not len(gold):
        return DEFAULT_WEIGHTS
    weights = regression.fit_conditional_logit(np.concatenate(scores)[rows], bounds, gold, _LOGIT_PENALTY).weights
    return max(float(weights[0]), 0.0), max(float(weights[1]), 0.0)
