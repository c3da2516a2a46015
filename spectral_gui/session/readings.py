"""What is offered for words: their readings in order, which are in doubt, and why one leads."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import islice

from PySide6.QtCore import QObject, Signal

from spectral_core.analyzers.vowels import contradictions
from spectral_core.data import EMPTY, Analysis
from spectral_core.data.guessing import guessed
from spectral_core.data.readings import is_decided, recognised
from spectral_core.engine import Explain, Rank, Rankings
from spectral_core.formats import READINGS, keeps
from spectral_core.model import Contribution
from spectral_gui.jobs import ANSWERS, Job
from spectral_gui.session.added_readings import AddedReadings
from spectral_gui.session.fits import Fits
from spectral_gui.session.model_in_use import ModelInUse
from spectral_gui.session.notices import Notices
from spectral_gui.session.ranked import RankedRow, RankedWords, RankingQuestion, Why, has_dictionary
from spectral_gui.session.selection import Selection
from spectral_gui.session.session import Session
from spectral_gui.session.surveying import Surveying
from spectral_gui.session.work import Work

_LONGEST = 400  # words of a sentence that is ranked
_AT_ONCE = 12  # sentences of one question, where none of them is waited for
_MOST_KEPT = 400  # sentences whose ranking is remembered
_MOST_COMPARED = 20_000  # forms, for a guess
_ASK_AGAIN = 2.0  # seconds after which a sentence that could not be ranked is asked about again, when it is visited


class Readings(QObject):
    """Asks the model in use, or the analyser alone, about the sentences that are looked at and those that come next;
    answers to old questions are shown until the new ones are there, and never taken for theirs."""

    changed = Signal(int)  # of a sentence: there is a ranking, or another
    model_changed = Signal()  # another model ranks, or it was learnt again
    why_known = Signal(object)  # a Why
    advice_changed = Signal()  # what would make more words known
    offered = Signal()  # there are any for the document shown, beside those that stand in it

    def __init__(
        self,
        session: Session,
        model: ModelInUse,
        fits: Fits,
        surveying: Surveying,
        work: Work,
        notices: Notices,
    ):
        super().__init__()
        self._session, self.model, self._surveying, self._work, self._notices = session, model, surveying, work, notices
        self._fits = fits
        self.unsure_below = 0.3  # a word whose margin is smaller is in doubt
        self.advice = ""  # a sentence with the line that installs more; "" for nothing
        self.flag: tuple[float, float, float] | None = None  # a margin, recall and precision of what it underlines
        self.analyser = ""  # a name of the catalogue; "" for the one that suits the project and the document
        self.along = False  # whether readings are on screen
        self.added = AddedReadings(session)
        self._rankings: dict[int, RankedWords] = {}
        self._complaints: dict[int, tuple[RankingQuestion, str]] = {}  # what could not be ranked, and why
        self._complained: dict[int, float] = {}  # when
        self._wanted: dict[int, None] = {}  # sentences somebody has asked about, in order
        self._expected: tuple[int, ...] = ()
        self._was_offered = False  # whether it was said that there are readings for the document shown
        self._ranking: Job[Rankings] | None = None
        self._word_since = self._unread_since = time.monotonic()
        model.changed.connect(self.model_changed)
        model.changed.connect(self.rank_anew)
        session.treebank_changed.connect(self._forget)
        session.sentence_changed.connect(model.keep_up)
        session.sentence_changed.connect(lambda _: self._pump())
        session.selection_changed.connect(self._follow_selection)
        surveying.changed.connect(self._look_for_readings)
        work.engine_returned.connect(self.rank_anew)

    @property
    def unranked(self) -> str:
        """Why no model ranks the readings of this document, in a sentence; "" where one does, or none is learnt."""
        if self.model.run is not None:
            return ""
        reasons = [self._fits.why_not(run) for run in reversed(self.model.candidates)]
        return reasons[0] if reasons and all(reasons) else ""

    @property
    def lacking(self) -> str:
        """What would make words known that have no reading, in sentences."""
        if self.model.run is not None:
            return self.advice
        learn = self.tr("A ranker of analyses, learnt in Train from annotated text of this language, knows words too.")
        return " ".join(filter(None, (self.unranked, self.advice, learn)))

    def ranking(self, index: int) -> tuple[RankedRow, ...] | None:
        """The readings of each word of a sentence, best first; None where they are not there yet: they are asked for,
        and `changed` says when they are. After a decision the ranking from before it is given until the new one is
        there."""
        question = self._question(index)
        if question is None:
            return None
        found = self._rankings.get(index)
        if found is None or found.asked != question:
            self._wanted.pop(index, None)
            self._wanted[index] = None
            self._pump()
        return found.rows if found is not None and found.asked.forms == question.forms else None

    def known(self, index: int) -> RankedWords | None:
        """The newest ranking of a sentence, if there is any; nothing is asked."""
        return self._rankings.get(index)

    @property
    def asking(self) -> bool:
        """Whether the engine is asked about any sentence, or will be."""
        return bool(self._wanted) or self._is_asked

    @property
    def _is_asked(self) -> bool:
        return self._ranking is not None and not self._ranking.ended

    def can_rank(self, index: int) -> bool:
        """Whether a sentence is of a kind that has readings, and not too long."""
        return self._question(index) is not None

    def may_be_ranked(self, index: int) -> bool:
        """Whether a ranking of a sentence is still to come."""
        question = self._question(index)
        if question is None or self._complaints.get(index, (None, ""))[0] == question:
            return False
        found = self._rankings.get(index)
        return found is None or found.asked != question

    def complaint(self, index: int) -> str:
        """Why a sentence has no ranking, in a sentence; "" where it has one or may get one."""
        asked, why = self._complaints.get(index, (None, ""))
        return why if why and asked == self._question(index) else ""

    def is_fresh(self, index: int) -> bool:
        """Whether the ranking of a sentence knows every decision in it."""
        found = self._rankings.get(index)
        return found is not None and found.asked == self._question(index)

    def unsure(self, index: int) -> frozenset[int]:
        """The words, from 1, that nobody decided and whose first reading is hardly before the second, is none, or is
        not what the vowels on the page say. Without a calibrated ranker, all undecided words that have not exactly one
        reading; none where no word has any."""
        found = self._rankings.get(index)
        if found is None or not 0 <= index < len(self._session.treebank):
            return frozenset()
        sentence = self._session.treebank[index]
        if found.asked.forms != sentence.forms or not any(found.rows):
            return frozenset()
        words = enumerate(zip(found.rows, found.margins, strict=True), 1)
        close = (
            at
            for at, (row, far) in words
            if (len(row) != 1 if far is None else far < self.unsure_below)
            or contradictions(sentence.forms[at - 1], row[0].value)
        )
        return frozenset(word for word in close if not is_decided(sentence, word))

    def undecided(self, index: int) -> tuple[int, ...]:
        """The words, from 1, at which no reading stands yet."""
        sentence = self._session.treebank[index]
        return tuple(word for word in range(1, len(sentence) + 1) if not is_decided(sentence, word))

    def chosen(self, index: int, word: int) -> int | None:
        """The place, from 0, of the reading that stands at a word among those offered; None where none of them does."""
        rows, sentence = self.ranking(index), self._session.treebank[index]
        return None if rows is None else recognised(sentence, word, [one.value for one in rows[word - 1]])

    def guess(self, index: int, word: int) -> Analysis:
        """What to begin with where nothing is offered for a word: the tags of words that look like it, decided in the
        document, or first in the rankings known so far."""
        form = self._session.treebank[index].forms[word - 1]
        known = [
            (other, Analysis(*tags[:1], EMPTY, *tags[1:]))
            for other, readings in islice(self._surveying.inventory.readings.items(), _MOST_COMPARED)
            for tags in readings[:1]
        ]
        known += [
            (other, row[0].value)
            for found in self._rankings.values()
            for other, row in zip(found.asked.forms, found.rows, strict=False)
            if row
        ]
        return guessed(form, known)

    @property
    def word_spent(self) -> int:
        """Milliseconds since the word was selected or the one before was decided, while readings were on screen."""
        return round(1000 * (time.monotonic() - self._word_since))

    def begin_word(self) -> None:
        self._word_since = time.monotonic()

    def read_along(self, wanted: bool) -> None:
        """Says whether readings are on screen: to accept a sentence then takes the first reading of its other words."""
        if wanted == self.along:
            return
        self.along = wanted
        now = time.monotonic()
        if wanted:
            self._word_since += now - max(self._word_since, self._unread_since)  # elsewhere nobody annotates
        else:
            self._unread_since = now
        if len(self._session.treebank):
            self.changed.emit(self._session.selection.sentence)  # words are underlined, or no longer

    def unsure_under(self, margin: float) -> None:
        if margin != self.unsure_below:
            self.unsure_below = margin
            self.changed.emit(self._session.selection.sentence)

    def use_analyser(self, name: str) -> None:
        """Lets another analyser offer readings: a name of the catalogue, "" for the one that suits the document."""
        if name != self.analyser:
            self.analyser = name
            self.rank_anew()

    def expect(self, indexes: Sequence[int]) -> None:
        """Asks ahead about the sentences that come next in the queue."""
        self._expected = tuple(indexes)
        self._pump()

    def why(self, index: int, word: int, first: Analysis, second: Analysis | None = None) -> None:
        """Asks what the score of a reading is made of, or its lead over a second one; `why_known` with the answer."""

        def tell(parts: tuple[Contribution, ...], complaint: str = "") -> None:
            self.why_known.emit(Why(index, word, first, second, parts, complaint))

        self.model.fall_back()
        model = self.model.file
        if model is None:
            said = self.tr("No model ranks these readings: they stand in the order of the analyser.")
            tell((), " ".join(filter(None, (said, self.unranked))))
            return
        job = self._work.ask(ANSWERS, Explain(model, self._session.treebank[index], word, first, second))
        job.finished.connect(tell)
        job.failed.connect(lambda told: tell((), told))

    def offer_added(self) -> None:
        """A reading was added to those that are offered."""
        self.added.look()
        self.rank_anew()

    def rank_anew(self) -> None:
        """Another model or analyser, or more readings: what is shown is asked for anew."""
        self._complaints.clear()
        if self.model.run is not None and self._surveying.surveyed:
            self._look_for_readings()
        self._pump()
        self.changed.emit(self._session.selection.sentence)

    def _question(self, index: int) -> RankingQuestion | None:
        """What would be asked about a sentence now; None where nothing can be."""
        treebank = self._session.treebank
        if not 0 <= index < len(treebank) or not keeps(treebank.format, READINGS):
            return None
        one = treebank[index]
        if not one.readable or not 0 < len(one) <= _LONGEST:
            return None
        columns = (one.lemmas, one.upos, one.xpos, one.feats, one.misc, one.analyses, one.candidates)
        return RankingQuestion(one.forms, columns, self.model.file, self.analyser, self.added.edition)

    def _pump(self) -> None:
        """Asks about the selected sentence alone, or else about some of those that are wanted."""
        self.model.fall_back()
        if self._is_asked or not (self.along or self._wanted):
            return
        at = self._session.selection.sentence
        self._wanted = {index: None for index in self._wanted if self.may_be_ranked(index)}
        ahead = [index for index in self._expected if self.along and self.may_be_ranked(index)]
        first = self.along or at in self._wanted
        rest = list(dict.fromkeys((*ahead, *self._wanted)))[:_AT_ONCE]
        indexes = [at] if first and self.may_be_ranked(at) else rest
        questions = {index: question for index in indexes if (question := self._question(index)) is not None}
        if questions:
            self._ask(questions)

    def _ask(self, questions: dict[int, RankingQuestion]) -> None:
        session = self._session
        for index in questions:
            if self.undecided(index):
                self.model.see(index)
        own = None if session.project is None else session.project.folder
        sentences = tuple(session.treebank[index] for index in questions)
        job = self._work.ask(ANSWERS, Rank(self.model.file, self.analyser, own, session.document, sentences))
        self._ranking, generation = job, session.generation

        def take(ranked: Rankings) -> None:
            if generation == session.generation:
                self._take(questions, ranked)
            self._pump()

        def refuse(told: str) -> None:
            if generation == session.generation and not self.model.fall_back():
                for index, question in questions.items():
                    self._complaints[index] = (question, told)
                    self._complained[index] = time.monotonic()
                    self.changed.emit(index)
            self._pump()

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.broke.connect(lambda _: refuse(self.tr("This sentence could not be ranked.")))

    def _take(self, questions: dict[int, RankingQuestion], ranked: Rankings) -> None:
        for (index, question), rows in zip(questions.items(), ranked.rows, strict=True):
            self._rankings.pop(index, None)
            self._rankings[index] = RankedWords(question, rows)
        while len(self._rankings) > _MOST_KEPT:
            del self._rankings[next(iter(self._rankings))]
        self.flag = ranked.doubt
        if ranked.advice != self.advice:
            self.advice = ranked.advice
            self.advice_changed.emit()
        for index in questions:
            self.changed.emit(index)

    def _follow_selection(self, now: Selection, before: Selection) -> None:
        if (now.sentence, now.word) != (before.sentence, before.word):
            self.begin_word()
        if now.sentence != before.sentence:
            self.model.swap()
            self.added.look()
            if time.monotonic() - self._complained.get(now.sentence, 0.0) > _ASK_AGAIN:
                self._complaints.pop(now.sentence, None)
            self._pump()

    def _look_for_readings(self) -> None:
        """Finds out once of a document whether there are readings for its words, before the engine has to be asked."""
        session = self._session
        treebank = session.treebank
        if self._was_offered or not len(treebank) or not keeps(treebank.format, READINGS):
            return

        def take(found: bool) -> None:
            if found and not self._was_offered:
                self._was_offered = True
                self.offered.emit()

        if self.model.run is not None:
            take(True)
        else:
            self._work.read(lambda _: has_dictionary(treebank)).finished.connect(session.while_shown(take))

    def _forget(self) -> None:
        for held in (self._rankings, self._complaints, self._complained, self._wanted):
            held.clear()
        self._expected = ()
        self.added.begin()
        self._was_offered = False
        self.advice = ""
        self.advice_changed.emit()
