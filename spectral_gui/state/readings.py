"""Candidate readings of words: their ranking, which words are uncertain, and explanations of scores."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import EMPTY, Analysis, Ranked, Treebank
from spectral_core.data.readings import guess_reading, is_decided, margin_of, match_candidate
from spectral_core.engine import Explain, Occurrence, Rank, Rankings
from spectral_core.formats import READINGS, can_edit
from spectral_core.model import Contribution
from spectral_core.morphology.arabic.spelling import count_contradictions
from spectral_core.morphology.catalogue import get_install_advice, suggest_analyser
from spectral_core.morphology.user_lexicon import FILE_NAME, UserLexicon
from spectral_core.progress import Progress, Report
from spectral_core.project.folder import rights_beside
from spectral_gui.jobs.jobs import ANSWERS, Job
from spectral_gui.state.active_model import ActiveModel, ModelCompatibility
from spectral_gui.state.notices import Notices, Work
from spectral_gui.state.session import Selection, Session
from spectral_gui.state.survey import DocumentSurvey

RankedReadings = tuple[Ranked[Analysis], ...]
_MAX_WORDS = 400  # words of a sentence that is ranked
_BATCH_SIZE = 12  # sentences per request, where the user waits for none
_MAX_CACHED = 400  # sentences whose ranking is remembered
_MAX_COMPARED = 20_000  # forms, for a guess
_RETRY_SECONDS = 2.0  # seconds after which a sentence that could not be ranked is asked about again, when it is visited


@dataclass(frozen=True, slots=True)
class RankingQuestion:
    """Input that a ranking is made from; the ranking is valid as long as all of it is unchanged."""

    forms: tuple[str, ...]
    columns: tuple[object, ...]  # all others that a ranker reads
    model: Path | None
    analyser: str
    edition: int  # of the readings that users added


@dataclass(frozen=True)
class SentenceRanking:
    """Candidate readings of each word of one sentence, best first."""

    question: RankingQuestion
    candidates: tuple[RankedReadings, ...]

    @cached_property
    def margins(self) -> tuple[float | None, ...]:
        """(words,) how far the first reading of a word is before the next; see `margin_of`."""
        return tuple(map(margin_of, self.candidates))


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """Parts of the score of a reading, or, with `second`, of its lead over that one; largest first."""

    sentence: int
    word: int
    first: Analysis
    second: Analysis | None
    parts: tuple[Contribution, ...]
    complaint: str = ""  # why there is no explanation


@dataclass(frozen=True, slots=True)
class WordOccurrences:
    """Positions in the document of a word form."""

    form: str
    positions: tuple[Occurrence, ...] = ()
    is_truncated: bool = False  # there are more


def has_dictionary(treebank: Treebank) -> bool:
    """Return whether there is an analyser for a treebank that knows more than its sentences do of their own words, or
    one could be installed."""
    has_analyser = any(
        part.partition("=")[0] not in ("none", "treebank") for part in suggest_analyser(treebank).split("+")
    )
    return has_analyser or get_install_advice(treebank) is not None


class AddedReadings:
    """Counts the editions of the lexicon file in the project's folder."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._last_stamp: tuple[int, int] | None = None  # time and size of the file
        self.edition = 0

    def reset(self) -> None:
        """Start with the file of the project that is open now."""
        self._last_stamp = self._read_stamp()

    def refresh(self) -> bool:
        """Return whether the file was changed, by this program or by hand, since it was last checked; count the
        edition."""
        stamp = self._read_stamp()
        if stamp == self._last_stamp:
            return False
        self._last_stamp = stamp
        self.edition += 1
        return True

    def _read_stamp(self) -> tuple[int, int] | None:
        if self._session.project is None:
            return None
        try:
            status = (self._session.project.folder / FILE_NAME).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size


def add_reading(folder: Path, form: str, analysis: Analysis, report: Report) -> bool:
    """Add a reading to the lexicon of a project's users; always True."""
    report(Progress("saving", 0))
    UserLexicon.read(folder / FILE_NAME).add(form, analysis, rights_beside(folder))
    return True


class Readings(QObject):
    """Asks the active model, or the analyser alone, about the sentences that are visited and those that come next;
    outdated rankings are shown until the new ones are there."""

    changed = Signal(int)  # of a sentence: there is a ranking, or another
    model_changed = Signal()  # another model is active, or it was retrained
    score_explained = Signal(object)  # ScoreExplanation
    advice_changed = Signal()  # how to get readings for more words
    readings_found = Signal()  # the document shown has candidates beyond its own

    def __init__(
        self,
        session: Session,
        model: ActiveModel,
        compatibility: ModelCompatibility,
        survey: DocumentSurvey,
        work: Work,
        notices: Notices,
    ):
        super().__init__()
        self._session, self.model, self._survey, self._work, self._notices = session, model, survey, work, notices
        self._compatibility = compatibility
        self.uncertain_below = 0.3  # margin below which a word is uncertain
        self.advice = ""  # with the command that installs more; "" for none
        self.flag_quality: tuple[float, float, float] | None = (
            None  # a margin, recall and precision of what it underlines
        )
        self.analyser = ""  # a name of the catalogue; "" for the one that suits the project and the document
        self.are_visible = False  # whether readings are on screen
        self.added_readings = AddedReadings(session)
        self._rankings: dict[int, SentenceRanking] = {}
        self._complaints: dict[int, tuple[RankingQuestion, str]] = {}  # what could not be ranked, and why
        self._complaint_times: dict[int, float] = {}  # when
        self._requested: dict[int, None] = {}  # sentences requested by views, in order
        self._upcoming: tuple[int, ...] = ()
        self._is_announced = False  # whether `readings_found` was emitted
        self._job: Job[Rankings] | None = None
        self._word_started = self._hidden_since = time.monotonic()
        model.changed.connect(self.model_changed)
        model.changed.connect(self.rerank)
        session.treebank_changed.connect(self._on_treebank_changed)
        session.sentence_changed.connect(model.update_sentence)
        session.sentence_changed.connect(lambda _: self._request_next())
        session.selection_changed.connect(self._on_selection_changed)
        survey.changed.connect(self._check_availability)
        work.engine_recovered.connect(self.rerank)

    @property
    def why_unranked(self) -> str:
        """Why no model ranks the readings of this document, in a sentence; "" where one does, or none is trained."""
        if self.model.run is not None:
            return ""
        reasons = [self._compatibility.explain_mismatch(run) for run in reversed(self.model.candidates)]
        return reasons[0] if reasons and all(reasons) else ""

    @property
    def coverage_advice(self) -> str:
        """What the user can do so that words without a reading get one, in sentences."""
        if self.model.run is not None:
            return self.advice
        learn = self.tr("A ranker trained on annotated text of this language also supplies readings.")
        return " ".join(filter(None, (self.why_unranked, self.advice, learn)))

    def request_ranking(self, index: int) -> tuple[RankedReadings, ...] | None:
        """Return the readings of each word of a sentence, best first; None where they are not there yet: they are
        requested, and `changed` is emitted when they are. After a decision the ranking from before it is returned until
        the new one is there."""
        question = self._make_question(index)
        if question is None:
            return None
        ranking = self._rankings.get(index)
        if ranking is None or ranking.question != question:
            self._requested.pop(index, None)
            self._requested[index] = None
            self._request_next()
        return ranking.candidates if ranking is not None and ranking.question.forms == question.forms else None

    def get_latest(self, index: int) -> SentenceRanking | None:
        """Return the latest ranking of a sentence, if there is any; nothing is requested."""
        return self._rankings.get(index)

    @property
    def is_asking(self) -> bool:
        """Whether the engine is asked about any sentence, or will be."""
        return bool(self._requested) or self._is_job_running

    @property
    def _is_job_running(self) -> bool:
        return self._job is not None and not self._job.has_ended

    def can_rank(self, index: int) -> bool:
        """Return whether a sentence is of a kind that has readings, and not too long."""
        return self._make_question(index) is not None

    def is_ranking_due(self, index: int) -> bool:
        """Return whether a ranking of a sentence is still to come."""
        question = self._make_question(index)
        if question is None or self._complaints.get(index, (None, ""))[0] == question:
            return False
        ranking = self._rankings.get(index)
        return ranking is None or ranking.question != question

    def complaint(self, index: int) -> str:
        """Return why a sentence has no ranking, in a sentence; "" where it has one or may get one."""
        failed_question, reason = self._complaints.get(index, (None, ""))
        return reason if reason and failed_question == self._make_question(index) else ""

    def is_current(self, index: int) -> bool:
        """Return whether the ranking of a sentence takes every decision in it into account."""
        ranking = self._rankings.get(index)
        return ranking is not None and ranking.question == self._make_question(index)

    def find_uncertain(self, index: int) -> frozenset[int]:
        """Return the words, from 1, that are not decided and whose first reading is hardly better than the second, is
        none, or contradicts the vowels on the page. Without a calibrated ranker, all undecided words that have not
        exactly one reading; none where no word has any."""
        ranking = self._rankings.get(index)
        if ranking is None or not 0 <= index < len(self._session.treebank):
            return frozenset()
        sentence = self._session.treebank[index]
        if ranking.question.forms != sentence.forms or not any(ranking.candidates):
            return frozenset()
        ranked_words = enumerate(zip(ranking.candidates, ranking.margins, strict=True), 1)
        uncertain = (
            word_number
            for word_number, (readings, margin) in ranked_words
            if (len(readings) != 1 if margin is None else margin < self.uncertain_below)
            or count_contradictions(sentence.forms[word_number - 1], readings[0].value)
        )
        return frozenset(word for word in uncertain if not is_decided(sentence, word))

    def find_undecided(self, index: int) -> tuple[int, ...]:
        """Return the words, from 1, that have no reading yet."""
        sentence = self._session.treebank[index]
        return tuple(word for word in range(1, len(sentence) + 1) if not is_decided(sentence, word))

    def find_chosen(self, index: int, word: int) -> int | None:
        """Return the index of a word's reading among its candidates; None where it is none of them."""
        ranked_words, sentence = self.request_ranking(index), self._session.treebank[index]
        return (
            None
            if ranked_words is None
            else match_candidate(sentence, word, [candidate.value for candidate in ranked_words[word - 1]])
        )

    def guess(self, index: int, word: int) -> Analysis:
        """Guess a reading for a word without candidates: the tags of words that look like it, decided in the document,
        or first in the rankings known so far."""
        form = self._session.treebank[index].forms[word - 1]
        examples = [
            (other_form, Analysis(*tags[:1], EMPTY, *tags[1:]))
            for other_form, readings in islice(self._survey.inventory.readings.items(), _MAX_COMPARED)
            for tags in readings[:1]
        ]
        examples += [
            (other_form, candidates[0].value)
            for ranking in self._rankings.values()
            for other_form, candidates in zip(ranking.question.forms, ranking.candidates, strict=False)
            if candidates
        ]
        return guess_reading(form, examples)

    @property
    def word_milliseconds(self) -> int:
        """Milliseconds since the word was selected or the one before was decided, while readings were on screen."""
        return round(1000 * (time.monotonic() - self._word_started))

    def restart_word_clock(self) -> None:
        """Start to count the time of a word."""
        self._word_started = time.monotonic()

    def set_visible(self, visible: bool) -> None:
        """Set whether readings are on screen: accepting a sentence then accepts the first readings of its words."""
        if visible == self.are_visible:
            return
        self.are_visible = visible
        now = time.monotonic()
        if visible:
            self._word_started += now - max(self._word_started, self._hidden_since)  # hidden time does not count
        else:
            self._hidden_since = now
        if len(self._session.treebank):
            self.changed.emit(self._session.selection.sentence)  # words are underlined, or no longer

    def set_uncertain_below(self, margin: float) -> None:
        """Mark words with a margin below this as uncertain."""
        if margin != self.uncertain_below:
            self.uncertain_below = margin
            self.changed.emit(self._session.selection.sentence)

    def prefetch(self, indexes: Sequence[int]) -> None:
        """Rank the sentences that come next in the queue ahead of time."""
        self._upcoming = tuple(indexes)
        self._request_next()

    def explain_score(self, index: int, word: int, first: Analysis, second: Analysis | None = None) -> None:
        """Request the parts of a reading's score, or of its lead over a second one; `score_explained` is emitted with
        the answer."""

        def answer(parts: tuple[Contribution, ...], complaint: str = "") -> None:
            self.score_explained.emit(ScoreExplanation(index, word, first, second, parts, complaint))

        self.model.restore_if_lost()
        model = self.model.file
        if model is None:
            message = self.tr("No ranker: readings are in the order of the analyser.")
            answer((), " ".join(filter(None, (message, self.why_unranked))))
            return
        job = self._work.send(ANSWERS, Explain(model, self._session.treebank[index], word, first, second))
        job.finished.connect(answer)
        job.failed.connect(lambda error: answer((), error))

    def include_added(self) -> None:
        """Rank again with a reading that was added to the lexicon."""
        self.added_readings.refresh()
        self.rerank()

    def rerank(self) -> None:
        """Rank what is shown again: the model, the analyser or the lexicon has changed."""
        self._complaints.clear()
        if self.model.run is not None and self._survey.is_complete:
            self._check_availability()
        self._request_next()
        self.changed.emit(self._session.selection.sentence)

    def _make_question(self, index: int) -> RankingQuestion | None:
        """Return the input that a sentence would be ranked with now; None where it cannot be."""
        treebank = self._session.treebank
        if not 0 <= index < len(treebank) or not can_edit(treebank.format, READINGS):
            return None
        sentence = treebank[index]
        if not sentence.readable or not 0 < len(sentence) <= _MAX_WORDS:
            return None
        columns = (
            sentence.lemmas,
            sentence.upos,
            sentence.xpos,
            sentence.feats,
            sentence.misc,
            sentence.analyses,
            sentence.candidates,
        )
        return RankingQuestion(sentence.forms, columns, self.model.file, self.analyser, self.added_readings.edition)

    def _request_next(self) -> None:
        """Request the ranking of the selected sentence alone, or else of some of those that are due."""
        self.model.restore_if_lost()
        if self._is_job_running or not (self.are_visible or self._requested):
            return
        selected = self._session.selection.sentence
        self._requested = {index: None for index in self._requested if self.is_ranking_due(index)}
        upcoming = [index for index in self._upcoming if self.are_visible and self.is_ranking_due(index)]
        includes_selected = self.are_visible or selected in self._requested
        others_due = list(dict.fromkeys((*upcoming, *self._requested)))[:_BATCH_SIZE]
        indexes = [selected] if includes_selected and self.is_ranking_due(selected) else others_due
        questions = {index: question for index in indexes if (question := self._make_question(index)) is not None}
        if questions:
            self._send(questions)

    def _send(self, questions: dict[int, RankingQuestion]) -> None:
        session = self._session
        for index in questions:
            if self.find_undecided(index):
                self.model.mark_open(index)
        project_folder = None if session.project is None else session.project.folder
        sentences = tuple(session.treebank[index] for index in questions)
        job = self._work.send(
            ANSWERS, Rank(self.model.file, self.analyser, project_folder, session.document, sentences)
        )
        self._job, generation = job, session.generation

        def on_finished(ranked: Rankings) -> None:
            if generation == session.generation:
                self._store_rankings(questions, ranked)
            self._request_next()

        def on_failed(reason: str) -> None:
            if generation == session.generation and not self.model.restore_if_lost():
                for index, question in questions.items():
                    self._complaints[index] = (question, reason)
                    self._complaint_times[index] = time.monotonic()
                    self.changed.emit(index)
            self._request_next()

        job.finished.connect(on_finished)
        job.failed.connect(on_failed)
        job.crashed.connect(lambda _: on_failed(self.tr("This sentence could not be ranked.")))

    def _store_rankings(self, questions: dict[int, RankingQuestion], ranked: Rankings) -> None:
        for (index, question), candidates in zip(questions.items(), ranked.readings, strict=True):
            self._rankings.pop(index, None)
            self._rankings[index] = SentenceRanking(question, candidates)
        while len(self._rankings) > _MAX_CACHED:
            del self._rankings[next(iter(self._rankings))]
        self.flag_quality = ranked.doubt
        if ranked.advice != self.advice:
            self.advice = ranked.advice
            self.advice_changed.emit()
        for index in questions:
            self.changed.emit(index)

    def _on_selection_changed(self, selection: Selection, previous: Selection) -> None:
        if (selection.sentence, selection.word) != (previous.sentence, previous.word):
            self.restart_word_clock()
        if selection.sentence != previous.sentence:
            self.model.switch_to_pending()
            self.added_readings.refresh()
            if time.monotonic() - self._complaint_times.get(selection.sentence, 0.0) > _RETRY_SECONDS:
                self._complaints.pop(selection.sentence, None)
            self._request_next()

    def _check_availability(self) -> None:
        """Find out once per document whether there are readings for its words, before the engine has to be asked."""
        session = self._session
        treebank = session.treebank
        if self._is_announced or not len(treebank) or not can_edit(treebank.format, READINGS):
            return

        def announce(has_readings: bool) -> None:
            if has_readings and not self._is_announced:
                self._is_announced = True
                self.readings_found.emit()

        if self.model.run is not None:
            announce(True)
        else:
            self._work.run_in_thread(lambda _: has_dictionary(treebank)).finished.connect(
                session.guard_document(announce)
            )

    def _on_treebank_changed(self) -> None:
        for cache in (self._rankings, self._complaints, self._complaint_times, self._requested):
            cache.clear()
        self._upcoming = ()
        self.added_readings.reset()
        self._is_announced = False
        self.advice = ""
        self.advice_changed.emit()
