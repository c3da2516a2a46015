"""The context ranker: counts of a label's elements around a word, weighed by a softmax, in up to three passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.analyzers.analyser import Analyser
from spectral_core.analyzers.translated import SupplementedAnalyser, TranslatedDictionary
from spectral_core.arrays import Floats, Named, Places
from spectral_core.brief import brief_repr
from spectral_core.data import Analysis, Ranked, Sentence, Treebank, WordRankings
from spectral_core.inference.count_table import CountTable
from spectral_core.inference.reading_softmax import best_rows, log_softmax
from spectral_core.model import Arrays, Contribution, Settings, pack, unpack
from spectral_core.models.analysis_ranker.answers import Confirmed, LearntRanker, Ranking, rankings, with_first
from spectral_core.models.analysis_ranker.candidates import reopened
from spectral_core.models.analysis_ranker.corpus import Text, uncollected
from spectral_core.models.analysis_ranker.elements import Keyring
from spectral_core.models.analysis_ranker.explaining import contributions
from spectral_core.models.analysis_ranker.ordering import parted_by
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.statistics import NAMES, Counted, Pairs, Space, count_text
from spectral_core.models.analysis_ranker.storing import integers, keys, numbers, pack_seen, unpack_seen
from spectral_core.models.analysis_ranker.weights import ROW_FEATURES, Weights
from spectral_core.progress import Report, ignore_progress

RECALL = 0.95  # of wrong first candidates that are to be flagged
_OPEN = -2  # instead of a label: none is confirmed


@dataclass(frozen=True, slots=True)
class Doubt:
    """How words are flagged whose first candidate may be wrong, and what that gave on held-out text."""

    margin: float  # a word is in doubt where the probabilities of the first two labels differ by less
    recall: float  # the share of wrong first candidates that are flagged
    precision: float  # the share of flagged words that are wrong
    flagged: float  # the share of all words that are flagged


@dataclass(frozen=True, slots=True, eq=False)
class ScoredText:
    """The candidates of words with their scores."""

    text: Text
    space: Space
    values: Floats  # (rows,)
    weights: Weights  # with which they were scored

    def ranking_scores(self) -> tuple[Floats, Floats]:
        """(rows,) log probabilities, equals parted by chance, by which candidates are ranked; and the probabilities."""
        logs = log_softmax(self.space.words.first_row, self.values)
        return parted_by(logs, self.space.jitter), np.exp(logs)


@dataclass(frozen=True, slots=True, eq=False)
class ContextRanker(LearntRanker):
    """Ranks by what was counted around words. `note` and `forget` change counts in place; the weights stay."""

    keyring: Keyring
    pairs: Pairs
    weights: tuple[Weights, ...]  # of each pass
    beside: Weights  # of the second pass where the words to the left are confirmed
    doubt: Doubt
    table: CountTable
    __repr__ = brief_repr

    def rank(self, sentence: Sentence, confirmed: Confirmed | None = None) -> WordRankings[Analysis]:
        """For each word its candidates, best first: the log of their probability, and the probability. Candidates with
        the same label share one score. Neighbours read the labels of confirmed words; there are two passes then, as a
        third would see a word through predictions that its own label led to."""
        (ranking,) = self.rank_all([sentence], [confirmed or {}])
        return WordRankings(sentence.forms, ranking)

    @uncollected()
    def rank_all(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed] | None = None
    ) -> list[list[Ranking]]:
        """As `rank`, for many sentences at once, which is quicker."""
        known = [{}] * len(sentences) if confirmed is None else list(confirmed)
        made: list[list[Ranking]] = [[] for _ in sentences]
        for some in (True, False):
            chosen = [at for at, one in enumerate(known) if bool(one) == some]
            if chosen:
                scored = self.scored([sentences[at] for at in chosen], [known[at] for at in chosen])
                for at, own in zip(chosen, self._rankings(scored), strict=True):
                    made[at] = own or [[] for _ in sentences[at].forms]
        for own, one in zip(made, known, strict=True):
            for word, analysis in one.items():
                own[word - 1] = with_first(own[word - 1], analysis, 0.0)
        return made

    def words(self) -> frozenset[str]:
        """Those that it was learnt from, without Arabic vowels."""
        return frozenset(self.book.forms.strings[form] for form, _, _ in self.seen.rows())

    def translated(self, dictionary: Analyser) -> TranslatedDictionary:
        """A dictionary whose readings are said in the tags of what was learnt."""
        names = self.book.forms.strings
        told = ((names[form], self.book.reading(form, label), times) for form, label, times in self.seen.rows())
        return TranslatedDictionary.learn(dictionary, told)

    def with_dictionary(self, translated: TranslatedDictionary) -> ContextRanker:
        """The ranker of the same counts with the readings of a dictionary beside its own."""
        book = self.book.offering(SupplementedAnalyser(self.book.analyser, translated))
        return replace(self, book=book, keyring=Keyring(book), seen=self.seen.copy())

    def scored(self, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed] = ()) -> ScoredText:
        """The candidates of all words with their scores; either every sentence has confirmed words, or none has."""
        text = self.book.read(sentences, times=0)
        return self.scored_text(text, self._fixed(text, sentences, confirmed))

    def scored_text(self, text: Text, fixed: Places | None = None) -> ScoredText:
        """As `scored`; `fixed` has the label that is confirmed for each word, or -2."""
        space = Space(self.keyring, self.seen.words(self.book, text), self.pairs, self.settings.seed)
        keys = self.keyring.words(text.form, text.offer)
        space.look_up_words(self.table, keys)
        weights = self.weights[0]
        values = weights.score(space)
        later = self.weights[1:] if fixed is None else (self.beside,) * (len(self.weights) > 1)
        for weights in later:
            labels = space.labels_of(best_rows(space.words.first_row, values, space.jitter))
            if fixed is not None:
                labels = np.where(fixed == _OPEN, labels, fixed)
            space.look_up_labels(self.table, keys, labels)
            values = weights.score(space)
        return ScoredText(text, space, values, weights)

    def _fixed(self, text: Text, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed]) -> Places | None:
        if not any(confirmed):
            return None
        fixed = np.full(len(text), _OPEN, dtype=np.int32)
        for start, sentence, chosen in zip(text.starts.tolist(), sentences, confirmed, strict=False):
            for word, analysis in chosen.items() if sentence.readable else ():
                fixed[start + word - 1] = self.book.label_of(sentence.forms[word - 1], analysis)
        return fixed

    def _rankings(self, scored: ScoredText) -> list[list[Ranking]]:
        words = scored.space.words
        scores, chances = scored.ranking_scores()
        made = rankings(self.book, words, np.lexsort((-scores, words.row_word)), scores, chances)
        return [made[begin:end] for begin, end in pairwise(words.starts.tolist())]

    def is_uncertain(self, form: str, ranking: Sequence[Ranked[Analysis]]) -> bool:
        """Whether the first candidate of a word should be looked at; `doubt` says what to expect of it."""
        if not ranking:
            return True
        first = self.book.label_of(form, ranking[0].value)
        other = next((one for one in ranking if self.book.label_of(form, one.value) != first), None)
        second = 0.0 if other is None else other.probability or 0.0
        return (ranking[0].probability or 0.0) - second < self.doubt.margin

    def explain(
        self, sentence: Sentence, word: int, analysis: Analysis, over: Analysis | None = None,
        confirmed: Confirmed | None = None,
    ) -> tuple[Contribution, ...]:  # fmt: skip
        """What adds up to the score of an analysis of word `word` over another, or over the mean of its candidates."""
        if not 1 <= word <= len(sentence):
            raise IndexError(f"word {word} of a sentence of {len(sentence)}")
        if not sentence.readable:
            return ()
        scored = self.scored([sentence], [confirmed or {}])
        shares = self.shares(scored.space.words, sentence, word, analysis, over)
        return contributions(scored.space, scored.weights, self.keyring.elements, shares)

    def note(self, sentence: Sentence) -> None:
        """Counts the chosen analyses of a sentence, in place."""
        self._count(self.book.read([sentence]), 1)

    def forget(self, sentence: Sentence) -> None:
        """Takes the counts of a sentence out again, exactly, in place."""
        self._count(self.book.read([sentence], times=-1), -1)

    def _count(self, text: Text, times: int) -> None:
        count_text(self.table, Counted.of(self.keyring, text), self.pairs, times)
        if times > 0:
            self.seen.add(text)
        else:
            self.seen.subtract(text)

    def added(self, treebank: Treebank, report: Report = ignore_progress) -> ContextRanker:
        text = self.book.read(treebank, report)
        made = replace(self, seen=self.seen.copy(), table=self.table.copy())
        made._count(text, 1)
        return made

    def arrays(self) -> Named:
        keys, counts = self.table.items()
        doubt = self.doubt
        return {
            "scheme": pack(self.book.scheme.to_text().split("\n")), "analyser": pack(self.analyser_rows),
            "elements": pack(self.keyring.elements.names), "kept": self.pairs.kept,
            "weights": np.stack([one.pairs for one in (*self.weights, self.beside)]),
            "row_weights": np.stack([one.rows for one in (*self.weights, self.beside)]),
            "doubt": np.array([doubt.margin, doubt.recall, doubt.precision, doubt.flagged]), "keys": keys,
            "counts": counts, **pack_seen(self.book, self.seen),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, RankerSettings):
            raise TypeError("these are the settings of another method")
        book = reopened("\n".join(unpack(arrays["scheme"])), unpack(arrays["analyser"]))
        keyring = Keyring(book)
        if unpack(arrays["elements"]) != keyring.elements.names:
            raise ValueError("the label elements of the model are not those of this version")
        kept = arrays["kept"]
        if kept.dtype != np.bool_ or kept.shape != (len(NAMES), len(keyring.elements)):
            raise ValueError("of each pair of a statistic and an element is said whether it has a weight")
        pairs = Pairs.of(kept.astype(np.bool_))
        of_pairs, of_rows = numbers(arrays, "weights", 2), numbers(arrays, "row_weights", 2)
        weights = [Weights(*rows) for rows in zip(of_pairs, of_rows, strict=True)]
        if of_pairs.shape[1] != pairs.bounds[-1] or of_rows.shape[1] != len(ROW_FEATURES) or len(weights) < 2:
            raise ValueError("there is one weight for each statistic")
        return cls(
            settings, unpack(arrays["analyser"]), book, unpack_seen(book, arrays), keyring, pairs, tuple(weights[:-1]),
            weights[-1], Doubt(*numbers(arrays, "doubt").tolist()),
            CountTable.from_counts(keys(arrays, "keys"), integers(arrays, "counts")),
        )  # fmt: skip
