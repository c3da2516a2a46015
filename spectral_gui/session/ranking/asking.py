"""What is asked about the words of sentences: their readings in order, which are in doubt, and why one leads."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Analysis
from spectral_core.data.readings import is_decided, recognised
from spectral_gui.jobs import ANSWERS, Job, Rankings
from spectral_gui.session.ranked import Question, Readings, Row, Why
from spectral_gui.session.rankers import Rankers

HOLD_READINGS = ("", "conllu", "text", "table")  # formats of documents that keep lemma, tags and features
_LONGEST = 400  # words of a sentence that is ranked
_AT_ONCE = 12  # sentences of one question, where none of them is waited for
_MOST_KEPT = 400  # sentences whose ranking is remembered


class Asking(Rankers):
    """Asks the active ranker, or the analyser alone, about the sentences that are looked at and those that come next;
    answers to old questions are shown until the new ones are there, and never taken for theirs."""

    rankings_changed = Signal(int)  # of a sentence: there is one, or another
    why_known = Signal(object)  # a Why
    advice_changed = Signal()  # what would make more words known

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.unsure_below = 0.3  # a word whose margin is smaller is in doubt
        self.advice = ""  # a sentence with the line that installs more; "" for nothing
        self.flag: tuple[float, float, float] | None = None  # a margin, recall and precision of what it underlines
        self.analyser = ""  # a name of the catalogue; "" for the one that suits the project and the document
        self._rankings: dict[int, Readings] = {}
        self._complaints: dict[int, tuple[Question, str]] = {}  # what could not be ranked, and why
        self._complained: dict[int, float] = {}  # when
        self._wanted_rankings: dict[int, None] = {}  # sentences somebody has asked about, in order
        self._along = False  # whether readings are on screen
        self._edition = 0  # of the readings that users added
        self._ranking: Job | None = None
        self._word_since = self._unread_since = time.monotonic()

    def ranking(self, index: int) -> tuple[Row, ...] | None:
        """The readings of each word of a sentence, best first; None where they are not there yet: they are asked for,
        and `rankings_changed` says when they are.

        After a decision the ranking from before it is given until the new one is there.
        """
        question = self._ranking_question(index)
        if question is None:
            return None
        found = self._rankings.get(index)
        if found is None or found.asked != question:
            self._wanted_rankings.pop(index, None)
            self._wanted_rankings[index] = None
            self._pump_rankings()
        return found.rows if found is not None and found.asked.forms == question.forms else None

    def can_rank(self, index: int) -> bool:
        """Whether a sentence is of a kind that has readings, and not too long."""
        return self._ranking_question(index) is not None

    def read_along(self, wanted: bool) -> None:
        """Says whether readings are on screen: to accept a sentence then takes the first reading of its other words."""
        if wanted == self._along:
            return
        self._along = wanted
        now = time.monotonic()
        if wanted:
            self._word_since += now - max(self._word_since, self._unread_since)  # elsewhere nobody annotates
        else:
            self._unread_since = now
        if len(self.treebank):
            self.rankings_changed.emit(self.selection.sentence)  # words are underlined, or no longer

    def ranking_complaint(self, index: int) -> str:
        """Why a sentence has no ranking, in a sentence; "" where it has one or may get one."""
        asked, why = self._complaints.get(index, (None, ""))
        return why if why and asked == self._ranking_question(index) else ""

    def is_fresh(self, index: int) -> bool:
        """Whether the ranking of a sentence knows every decision in it."""
        found = self._rankings.get(index)
        return found is not None and found.asked == self._ranking_question(index)

    def unsure(self, index: int) -> frozenset[int]:
        """The words, from 1, that nobody decided and whose first reading is hardly before the second, or is none.

        Without a calibrated ranker, all undecided words that have not exactly one reading; none where no word has any.
        """
        found = self._rankings.get(index)
        if found is None or not 0 <= index < len(self.treebank):
            return frozenset()
        sentence = self.treebank[index]
        if found.asked.forms != sentence.forms or not any(found.rows):
            return frozenset()
        doubtful = set()
        for word, (row, margin) in enumerate(zip(found.rows, found.margins, strict=True), 1):
            close = len(row) != 1 if margin is None else margin < self.unsure_below
            if close and not is_decided(sentence, word):
                doubtful.add(word)
        return frozenset(doubtful)

    def in_doubt(self) -> tuple[int, ...]:
        """The words of the selected sentence that are underlined: of the tree proposed and of the readings shown."""
        readings = self.unsure(self.selection.sentence) if self._along else frozenset()
        return tuple(sorted(readings.union(self.doubtful())))

    def undecided(self, index: int) -> tuple[int, ...]:
        """The words, from 1, at which no reading stands yet."""
        sentence = self.treebank[index]
        return tuple(word for word in range(1, len(sentence) + 1) if not is_decided(sentence, word))

    def chosen(self, index: int, word: int) -> int | None:
        """The place, from 0, of the reading that stands at a word among those offered; None where none of them does."""
        rows = self.ranking(index)
        return None if rows is None else recognised(self.treebank[index], word, [one.value for one in rows[word - 1]])

    def unsure_under(self, margin: float) -> None:
        """Words are in doubt from now on whose margin is smaller."""
        if margin != self.unsure_below:
            self.unsure_below = margin
            self.rankings_changed.emit(self.selection.sentence)

    def expect(self, indexes: Sequence[int]) -> None:
        """Asks ahead about the sentences that come next in the queue."""
        super().expect(indexes)
        self._pump_rankings()

    def why(self, index: int, word: int, first: Analysis, second: Analysis | None = None) -> Job | None:
        """Asks what the score of a reading is made of, or its lead over a second one; `why_known` with the answer."""
        self._fall_back_ranker()
        model = self._ranking_model
        if model is None:
            complaint = self.tr("No model ranks these readings: they stand in the order of the analyser.")
            self.why_known.emit(Why(index, word, first, second, (), complaint))
            return None
        job = self._jobs.start(ANSWERS, "why", model, self.treebank[index], word, first, second)
        job.finished.connect(lambda parts: self.why_known.emit(Why(index, word, first, second, parts)))
        job.failed.connect(lambda told: self.why_known.emit(Why(index, word, first, second, (), told)))
        job.broke.connect(self.broke.emit)
        return job

    # How it is done

    def _ranking_question(self, index: int) -> Question | None:
        """What would be asked about a sentence now; None where nothing can be."""
        if not 0 <= index < len(self.treebank) or self.treebank.format not in HOLD_READINGS:
            return None
        one = self.treebank[index]
        if not one.readable or not 0 < len(one) <= _LONGEST:
            return None
        columns = (one.lemmas, one.upos, one.xpos, one.feats, one.misc, one.analyses, one.candidates)
        return Question(one.forms, columns, self._ranking_model, self.analyser, self._edition)

    def _lacks_ranking(self, index: int) -> bool:
        question = self._ranking_question(index)
        if question is None or self._complaints.get(index, (None, ""))[0] == question:
            return False
        found = self._rankings.get(index)
        return found is None or found.asked != question

    def _pump_rankings(self) -> None:
        """Asks about the selected sentence alone, or else about some of those that are wanted."""
        self._fall_back_ranker()
        if self._ranking is not None or not (self._along or self._wanted_rankings):
            return
        at = self.selection.sentence
        self._wanted_rankings = {index: None for index in self._wanted_rankings if self._lacks_ranking(index)}
        ahead = [index for index in self._expected if self._along and self._lacks_ranking(index)]
        first = self._along or at in self._wanted_rankings
        rest = list(dict.fromkeys((*ahead, *self._wanted_rankings)))[:_AT_ONCE]
        indexes = [at] if first and self._lacks_ranking(at) else rest
        questions = {index: question for index in indexes if (question := self._ranking_question(index)) is not None}
        if not questions:
            return
        for index in questions:
            if self.undecided(index):
                self._seen_unread.add((self.document, index))
        own = None if self.project is None else self.project.folder
        sentences = tuple(self.treebank[index] for index in questions)
        generation, model = self._generation, self._ranking_model
        job = self._jobs.start(ANSWERS, "rank", model, self.analyser, own, self.document, sentences)
        self._ranking = job

        def take(ranked: Rankings) -> None:
            self._ranking = None
            if generation == self._generation:
                for (index, question), rows in zip(questions.items(), ranked.rows, strict=True):
                    self._rankings.pop(index, None)
                    self._rankings[index] = Readings(question, rows)
                while len(self._rankings) > _MOST_KEPT:
                    del self._rankings[next(iter(self._rankings))]
                self.flag = ranked.doubt
                if ranked.advice != self.advice:
                    self.advice = ranked.advice
                    self.advice_changed.emit()
                for index in questions:
                    self.rankings_changed.emit(index)
            self._pump_rankings()

        def refuse(told: str) -> None:
            self._ranking = None
            if generation == self._generation and not self._fall_back_ranker():
                for index, question in questions.items():
                    self._complaints[index] = (question, told)
                    self._complained[index] = time.monotonic()
                    self.rankings_changed.emit(index)
            self._pump_rankings()

        def give_up(_: object = None) -> None:
            self._ranking = None

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.cancelled.connect(give_up)
        job.broke.connect(lambda _: refuse(self.tr("This sentence could not be ranked.")))
        job.broke.connect(self.broke.emit)
