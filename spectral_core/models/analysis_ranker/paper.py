"""The rankers of Shah et al. 2010 and the baselines, as models: how they are learnt, asked and stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from spectral_core.arrays import Keys, Named
from spectral_core.brief import brief_repr
from spectral_core.data import Analysis, Sentence, Treebank, WordRankings
from spectral_core.model import Arrays, Contribution, Settings, pack, unpack
from spectral_core.models.analysis_ranker.answers import Confirmed, LearntRanker, Ranking, rankings, with_first
from spectral_core.models.analysis_ranker.baselines import MostFrequent, Perceptron, Unranked
from spectral_core.models.analysis_ranker.candidates import opened, reopened
from spectral_core.models.analysis_ranker.corpus import Seen, Text, Wordbook
from spectral_core.models.analysis_ranker.paper_counts import TAG, label_keys
from spectral_core.models.analysis_ranker.paper_design import Case, parts_of
from spectral_core.models.analysis_ranker.paper_explaining import contributions
from spectral_core.models.analysis_ranker.regressions import SECOND, Regressions, counted, split, weighed
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.storing import pack_seen, unpack_seen
from spectral_core.progress import Progress, Report, ignore_progress

Scorer = Regressions | MostFrequent | Perceptron | Unranked


@dataclass(frozen=True, slots=True, eq=False)
class PaperRanker(LearntRanker):
    """Ranks by one of the paper's models, or by a baseline, which has no probabilities."""

    scorer: Scorer
    __repr__ = brief_repr

    def rank(self, sentence: Sentence, confirmed: Confirmed | None = None) -> WordRankings[Analysis]:
        """For each word its candidates, best first; a confirmed analysis is the first, and certain. The sentence stands
        for its whole document; `rank_all` sees all of it."""
        (ranking,) = self.rank_all([sentence], [confirmed or {}])
        return WordRankings(sentence.forms, ranking)

    def rank_all(
        self, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed] | None = None
    ) -> list[list[Ranking]]:
        """As `rank`, for sentences that follow one another, of whole documents where these matter."""
        chosen = [{}] * len(sentences) if confirmed is None else list(confirmed)
        text = self.book.read(sentences, times=0)
        words = self.seen.words(self.book, text)
        tags, chances = self._tags(text, sentences, chosen), None
        if isinstance(self.scorer, Regressions):
            scores, chances = self.scorer.scores(self.book, Case.of(self.book, text, words), tags)
        else:
            scores = self.scorer.scores(self.book, text, words)
        every = rankings(self.book, words, np.lexsort((-scores, words.row_word)), scores, chances)
        made = [every[begin:end] for begin, end in pairwise(text.starts.tolist())]
        for sentence, known, own in zip(sentences, chosen, made, strict=True):
            own.extend([] for _ in range(len(sentence) - len(own)))  # of a sentence that could not be read
            for word, analysis in known.items():
                ranking = own[word - 1]
                own[word - 1] = with_first(ranking, analysis, max((one.score for one in ranking), default=0.0))
        return made

    def explain(
        self, sentence: Sentence, word: int, analysis: Analysis, over: Analysis | None = None,
        confirmed: Confirmed | None = None,
    ) -> tuple[Contribution, ...]:  # fmt: skip
        """What adds up to the score of an analysis over another, or over the mean of its word's."""
        if not 1 <= word <= len(sentence):
            raise IndexError(f"word {word} of a sentence of {len(sentence)}")
        if not sentence.readable or not isinstance(self.scorer, Regressions):
            return ()
        text = self.book.read([sentence], times=0)
        words = self.seen.words(self.book, text)
        shares = self.shares(words, sentence, word, analysis, over)
        tags = self._tags(text, [sentence], [confirmed or {}])
        views = self.scorer.views(self.book, Case.of(self.book, text, words), tags)
        return contributions(self.scorer, self.book, views, word - 1, shares)

    def _tags(self, text: Text, sentences: Sequence[Sentence], confirmed: Sequence[Confirmed]) -> Keys | None:
        """(words,) the tags of confirmed analyses, 0 elsewhere."""
        if not any(confirmed):
            return None
        found = np.zeros(len(text), dtype=np.uint64)
        for start, sentence, known in zip(text.starts.tolist(), sentences, confirmed, strict=False):
            for word, analysis in known.items() if sentence.readable else ():
                label = self.book.label_of(sentence.forms[word - 1], analysis)
                found[start + word - 1] = label_keys(self.book, self.book.label_values()[[label]])[0, TAG]
        return found

    def arrays(self) -> Named:
        return {
            "scheme": pack(self.book.scheme.to_text().split("\n")),
            "analyser": pack(self.analyser_rows),
            **pack_seen(self.book, self.seen),
            **self.scorer.arrays(),
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, RankerSettings):
            raise TypeError("these are the settings of another method")
        rows = unpack(arrays["analyser"])
        book = reopened("\n".join(unpack(arrays["scheme"])), rows)
        return cls(settings, rows, book, unpack_seen(book, arrays), _scorer(settings, book, arrays))


def learn(
    treebank: Treebank, settings: RankerSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> PaperRanker:
    """The ranker that the settings name, weighed on `dev` or on a tenth that is left uncounted (section 3.3)."""
    report(Progress("opening the analyser", 0))
    book, rows = opened(settings, treebank)
    text = book.read(treebank, report)
    match settings.model:
        case "unranked":
            return PaperRanker(settings, rows, book, Seen.of(text), Unranked(settings.seed))
        case "most-frequent":
            report(Progress("counting", 0, len(text)))
            return PaperRanker(settings, rows, book, Seen.of(text), MostFrequent.learn(book, text, settings.seed))
        case "perceptron":
            return PaperRanker(settings, rows, book, Seen.of(text), Perceptron.learn(book, text, settings.seed, report))
    parts_of(settings, book.scheme.elements)  # an element that there is not is told before the work
    first, second = split(text, SECOND, settings.seed) if dev is None else (text, book.read(dev, report))
    report(Progress("counting", 0, len(first)))
    evidence = counted(settings, book, first)
    seen = Seen.of(first)
    case = Case.of(book, second, seen.words(book, second))
    return PaperRanker(settings, rows, book, seen, weighed(settings, book, evidence, case, report))


def _scorer(settings: RankerSettings, book: Wordbook, arrays: Arrays) -> Scorer:
    match settings.model:
        case "unranked":
            return Unranked(settings.seed)
        case "most-frequent":
            return MostFrequent.from_arrays(settings.seed, arrays)
        case "perceptron":
            return Perceptron.from_arrays(settings.seed, arrays)
        case _:
            return Regressions.from_arrays(settings, book.scheme.elements, arrays)
