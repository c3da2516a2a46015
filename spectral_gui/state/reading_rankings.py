"""Candidate readings of words: ranking, uncertain words, and explanations of scores."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import EMPTY, Analysis, Ranked, Treebank
from spectral_core.data.readings import (
    collect_decided_readings,
    find_matching_candidate,
    guess_reading,
    is_decided,
    prefer_given_cells,
    probability_margin,
)
from spectral_core.engine import ExplainRanking, Occurrence, Rankings, RankReadings
from spectral_core.formats import READINGS, can_edit
from spectral_core.model import Contribution
from spectral_core.morphology.arabic.vowel_agreement import count_contradictions
from spectral_core.morphology.catalogue import get_install_advice, suggest_analyser
from spectral_core.morphology.user_lexicon import FILE_NAME, UserLexicon
from spectral_core.progress import Progress, Report
from spectral_core.project.project_folder import compute_new_file_permissions
from spectral_gui.jobs.jobs import QUERIES, Job
from spectral_gui.state.active_model import ActiveModel
from spectral_gui.state.changes import ChangeKind, Changes
from spectral_gui.state.document_survey import DocumentSurvey
from spectral_gui.state.model_library import ModelCompatibility
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.parse_requests import RankingQuestion
from spectral_gui.state.session import Selection, Session

RankedReadings = tuple[Ranked[Analysis], ...]
_MAX_SENTENCE_WORDS = 400  # words of the longest sentence that is ranked
_BATCH_SIZE = 12  # sentences per request in the background
_MAX_CACHED_RANKINGS = 400  # sentences whose ranking is cached
_MAX_COMPARED_FORMS = 20_000  # forms compared to guess a reading
_RETRY_SECONDS = 2.0  # until a failed sentence is ranked again when visited


@dataclass(frozen=True)
class SentenceRanking:
    """Ranked candidate readings of each word of one sentence, best first."""

    question: RankingQuestion
    candidates: tuple[RankedReadings, ...]

    @cached_property
    def margins(self) -> tuple[float | None, ...]:
        """Margin between the first two readings of each word, shape (words,); see `probability_margin`."""
        return tuple(map(probability_margin, self.candidates))


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """Contributions to the score of a reading or, with `second`, to the difference of two scores; largest first."""

    sentence: int
    word: int
    first: Analysis
    second: Analysis | None
    contributions: tuple[Contribution, ...]
    failure_reason: str = ""  # reason why there is no explanation


@dataclass(frozen=True, slots=True)
class WordOccurrences:
    """Positions of a word form in the document."""

    form: str
    positions: tuple[Occurrence, ...] = ()
    is_truncated: bool = False  # there are more occurrences


def has_dictionary_analyser(treebank: Treebank) -> bool:
    """Return whether an analyser with a dictionary of its own is, or could be, installed for a treebank."""
    has_analyser = any(
        part.partition("=")[0] not in ("none", "treebank") for part in suggest_analyser(treebank).split("+")
    )
    return has_analyser or get_install_advice(treebank) is not None


class UserLexiconVersion:
    """Version counter of the user lexicon in the project's folder."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._last_stamp: tuple[int, int] | None = None  # modification time and size of the file
        self.number = 0

    def reset(self) -> None:
        """Record the state of the file in the project that is open now, from which later changes are counted."""
        self._last_stamp = self._read_stamp()

    def increment_if_changed(self) -> bool:
        """Increment the version if the file was changed since the last check, by this program or by hand; return
        whether it was."""
        stamp = self._read_stamp()
        if stamp == self._last_stamp:
            return False
        self._last_stamp = stamp
        self.number += 1
        return True

    def _read_stamp(self) -> tuple[int, int] | None:
        """Return the modification time and the size of the file; None if there is none."""
        if self._session.project is None:
            return None
        try:
            status = (self._session.project.folder / FILE_NAME).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size


def add_to_user_lexicon(folder: Path, form: str, analysis: Analysis, report: Report) -> bool:
    """Add a reading to the user lexicon in a project folder; always return True."""
    report(Progress("saving", 0))
    UserLexicon.read(folder / FILE_NAME).add(form, analysis, compute_new_file_permissions(folder))
    return True


class ReadingRankings(QObject):
    """Ranks the readings of visited and upcoming sentences by the active model, or the analyser alone; outdated
    rankings are shown until new ones arrive."""

    changed = Signal(int)  # sentence index with a new ranking
    model_changed = Signal()  # another model is active, or the model was retrained
    score_explained = Signal(object)  # ScoreExplanation
    advice_changed = Signal()  # advice on getting readings for more words
    readings_found = Signal()  # the open document has candidates beyond those in its file

    def __init__(
        self,
        session: Session,
        model: ActiveModel,
        compatibility: ModelCompatibility,
        survey: DocumentSurvey,
        work: ReportingJobs,
        notices: Notices,
    ):
        super().__init__()
        self._session, self.model, self._survey, self._work, self._notices = session, model, survey, work, notices
        self._compatibility = compatibility
        self.uncertain_below = 0.3  # margin below which a word is uncertain
        self.advice = ""  # includes the installation command; "" for none
        self.uncertainty_quality: tuple[float, float, float] | None = (
            None  # a margin, with recall and precision of the words marked as uncertain
        )
        self.analyser = ""  # name in the catalogue; "" for the default of the project and the document
        self.are_visible = False  # whether readings are on screen
        self.lexicon_version = UserLexiconVersion(session)
        self._rankings: dict[int, SentenceRanking] = {}
        self._failures: dict[int, tuple[RankingQuestion, str]] = {}  # failed questions, with reasons
        self._failure_times: dict[int, float] = {}  # time of each failure
        self._requested_sentences: dict[int, None] = {}  # sentences requested by views, in order
        self._upcoming_sentences: tuple[int, ...] = ()
        self._is_availability_announced = False  # whether `readings_found` was emitted
        self._job: Job[Rankings] | None = None
        self._word_started = self._hidden_since = time.monotonic()
        model.changed.connect(self._on_model_changed)
        model.is_shown_without_model = self._is_ranked_by_dictionary
        session.changes.add_part(
            "readings",
            self._on_changes,
            ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.DECISIONS,
        )
        survey.changed.connect(self._check_reading_availability)
        work.engine_recovered.connect(self.rerank)

    @property
    def why_unranked(self) -> str:
        """Reason why no model ranks the readings of this document, as a sentence; "" if one does, or none is
        trained."""
        if self.model.active_run is not None:
            return ""
        reasons = [self._compatibility.explain_mismatch(run) for run in reversed(self.model.candidate_runs)]
        return reasons[0] if reasons and all(reasons) else ""

    @property
    def coverage_advice(self) -> str:
        """Advice on how to get readings for words without any."""
        if self.model.active_run is not None:
            return self.advice
        training_advice = self.tr("A ranker trained on annotated text of this language also supplies readings.")
        return " ".join(filter(None, (self.why_unranked, self.advice, training_advice)))

    def request_ranking(self, index: int) -> tuple[RankedReadings, ...] | None:
        """Return the ranked readings of each word of a sentence; None if not available yet: they are requested, and
        `changed` is emitted on arrival. After a decision the previous ranking is returned until the new one arrives."""
        question = self.make_question(index)
        if question is None:
            return None
        ranking = self._rankings.get(index)
        if ranking is None or ranking.question != question:
            self._requested_sentences.pop(index, None)
            self._requested_sentences[index] = None
            self._request_next()
        return self.get_shown_readings(index)

    def get_shown_readings(self, index: int) -> tuple[RankedReadings, ...] | None:
        """Return the readings of each word of a sentence as they are shown: those of the latest ranking, where they
        agree with the lemmas, tags and features given since first. None without a ranking."""
        ranking = self._rankings.get(index)
        if ranking is None or not 0 <= index < len(self._session.treebank):
            return None
        sentence = self._session.treebank[index]
        if ranking.question.forms != sentence.forms:
            return None
        if ranking.question == self.make_question(index):
            return ranking.candidates
        decided = collect_decided_readings(sentence)
        return tuple(map(tuple, prefer_given_cells(sentence, ranking.candidates, decided)))

    def get_latest_ranking(self, index: int) -> SentenceRanking | None:
        """Return the latest ranking of a sentence, if any, without requesting one."""
        return self._rankings.get(index)

    @property
    def is_ranking(self) -> bool:
        """Whether a ranking request is running or pending."""
        return bool(self._requested_sentences) or self._is_job_running

    @property
    def _is_job_running(self) -> bool:
        return self._job is not None and not self._job.has_ended

    def can_rank(self, index: int) -> bool:
        """Return whether the readings of a sentence can be ranked: the file can store readings, and it is not too
        long."""
        return self.make_question(index) is not None

    def _is_ranked_by_dictionary(self, index: int) -> bool:
        """Return whether readings of a sentence are shown in the order of the analyser, without a model."""
        ranking = self._rankings.get(index)
        return self.are_visible and ranking is not None and ranking.question.model is None and any(ranking.candidates)

    def is_ranking_due(self, index: int) -> bool:
        """Return whether a ranking of a sentence is missing or outdated, and has not failed."""
        question = self.make_question(index)
        if question is None or self._failures.get(index, (None, ""))[0] == question:
            return False
        ranking = self._rankings.get(index)
        return ranking is None or ranking.question != question

    def get_failure_reason(self, index: int) -> str:
        """Return the reason, as a message, why a sentence has no ranking; "" if it has one or may get one."""
        failed_question, reason = self._failures.get(index, (None, ""))
        return reason if reason and failed_question == self.make_question(index) else ""

    def is_ranking_current(self, index: int) -> bool:
        """Return whether the ranking of a sentence includes every decision in it."""
        ranking = self._rankings.get(index)
        return ranking is not None and ranking.question == self.make_question(index)

    def find_uncertain_words(self, index: int) -> frozenset[int]:
        """Return the undecided words, from 1, whose first reading has a small margin, is missing, or contradicts the
        written vowels. Without a calibrated ranker: all undecided words that do not have exactly one reading; none if
        no word has any."""
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

    def find_undecided_words(self, index: int) -> tuple[int, ...]:
        """Return the words, from 1, without a chosen reading."""
        sentence = self._session.treebank[index]
        return tuple(word for word in range(1, len(sentence) + 1) if not is_decided(sentence, word))

    def find_chosen_candidate_index(self, index: int, word: int) -> int | None:
        """Return the index of a word's reading among its candidates; None if it is not one of them."""
        ranked_words, sentence = self.request_ranking(index), self._session.treebank[index]
        return (
            None
            if ranked_words is None
            else find_matching_candidate(sentence, word, [candidate.value for candidate in ranked_words[word - 1]])
        )

    def guess_word_reading(self, index: int, word: int) -> Analysis:
        """Guess a reading for a word without candidates from the tags of similar forms: annotated in the document, or
        ranked first so far."""
        form = self._session.treebank[index].forms[word - 1]
        examples = [
            (other_form, Analysis(*tags[:1], EMPTY, *tags[1:]))
            for other_form, readings in islice(self._survey.inventory.readings.items(), _MAX_COMPARED_FORMS)
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
        """Milliseconds since the word was selected or the previous one decided, while readings were on screen."""
        return round(1000 * (time.monotonic() - self._word_started))

    def restart_word_clock(self) -> None:
        """Restart the timer of the selected word."""
        self._word_started = time.monotonic()

    def set_visible(self, visible: bool) -> None:
        """Record whether readings are on screen; if so, accepting a sentence accepts the first readings of its
        words."""
        if visible == self.are_visible:
            return
        self.are_visible = visible
        now = time.monotonic()
        if visible:
            self._word_started += now - max(self._word_started, self._hidden_since)  # hidden time does not count
        else:
            self._hidden_since = now
        if len(self._session.treebank):
            self._announce(self._session.selection.sentence)  # updates the underlining of uncertain words

    def set_uncertain_below(self, margin: float) -> None:
        """Mark words with a margin below this as uncertain."""
        if margin != self.uncertain_below:
            self.uncertain_below = margin
            self._announce(self._session.selection.sentence)

    def prefetch_rankings(self, indexes: Sequence[int]) -> None:
        """Rank the next sentences of the queue in advance."""
        self._upcoming_sentences = tuple(indexes)
        self._request_next()

    def explain_score(self, index: int, word: int, first: Analysis, second: Analysis | None = None) -> None:
        """Request the contributions to a reading's score, or to its difference from a second one; `score_explained` is
        emitted with the answer."""

        def emit_explanation(parts: tuple[Contribution, ...], complaint: str = "") -> None:
            self.score_explained.emit(ScoreExplanation(index, word, first, second, parts, complaint))

        self.model.restore_if_file_lost()
        model = self.model.get_file(index)
        if model is None:
            message = self.tr("No ranker: readings are in the order of the analyser.")
            emit_explanation((), " ".join(filter(None, (message, self.why_unranked))))
            return
        sentence, locks = self._session.treebank[index], self._session.get_locks(index)
        job = self._work.send(QUERIES, ExplainRanking(model, sentence, word, first, second, locks))
        job.finished.connect(emit_explanation)
        job.failed.connect(lambda error: emit_explanation((), error))

    def rerank_with_added_readings(self) -> None:
        """Rank again after a reading was added to the lexicon."""
        self.lexicon_version.increment_if_changed()
        self.rerank()

    def rerank(self) -> None:
        """Rank again after the model, the analyser or the lexicon has changed."""
        self._failures.clear()
        if self.model.active_run is not None and self._survey.is_complete:
            self._check_reading_availability()
        self._request_next()
        if not self.is_ranking_current(self._session.selection.sentence):
            self._announce(self._session.selection.sentence)

    def make_question(self, index: int) -> RankingQuestion | None:
        """Return the current ranking input of a sentence; None if it cannot be ranked."""
        treebank = self._session.treebank
        if not 0 <= index < len(treebank) or not can_edit(treebank.format, READINGS):
            return None
        sentence = treebank[index]
        if not sentence.is_readable or not 0 < len(sentence) <= _MAX_SENTENCE_WORDS:
            return None
        columns = (
            sentence.lemmas,
            sentence.upos,
            sentence.xpos,
            sentence.feats,
            sentence.misc,
            sentence.analyses,
            sentence.candidates,
            sentence.heads,
            sentence.deprels,
            self._session.get_locks(index),
        )
        return RankingQuestion(
            sentence.forms, columns, self.model.get_file(index), self.analyser, self.lexicon_version.number
        )

    def _request_next(self) -> None:
        """Request the ranking of the selected sentence alone, or else of a batch of pending ones."""
        self.model.restore_if_file_lost()
        if self._is_job_running or not (self.are_visible or self._requested_sentences):
            return
        selected = self._session.selection.sentence
        self._requested_sentences = {index: None for index in self._requested_sentences if self.is_ranking_due(index)}
        upcoming = [index for index in self._upcoming_sentences if self.are_visible and self.is_ranking_due(index)]
        includes_selected = self.are_visible or selected in self._requested_sentences
        others_due = list(dict.fromkeys((*upcoming, *self._requested_sentences)))[:_BATCH_SIZE]
        indexes = [selected] if includes_selected and self.is_ranking_due(selected) else others_due
        questions = {index: question for index in indexes if (question := self.make_question(index)) is not None}
        if questions:
            self._send_ranking_request(questions)

    def make_request(self, *indexes: int) -> RankReadings:
        """Return the request that ranks the readings of sentences with the model of the first; the selected sentence,
        which may have another, is asked about alone."""
        session = self._session
        project_folder = None if session.project is None else session.project.folder
        sentences = tuple(session.treebank[index] for index in indexes)
        locks = tuple(map(session.get_locks, indexes))
        return RankReadings(
            self.model.get_file(indexes[0]), self.analyser, project_folder, session.document, sentences, locks
        )

    def store(self, index: int, question: RankingQuestion, rankings: Rankings) -> None:
        """Show the ranking of a sentence that came with its trees."""
        ranking = self._rankings.get(index)
        is_stored = ranking == SentenceRanking(question, rankings.readings[0])
        if question == self.make_question(index) and not is_stored:
            if self.find_undecided_words(index):
                self.model.record_undecided_sentence(index)
            self._store_rankings({index: question}, rankings)

    def _send_ranking_request(self, questions: dict[int, RankingQuestion]) -> None:
        """Request the rankings of several sentences."""
        session = self._session
        for index in questions:
            if self.find_undecided_words(index):
                self.model.record_undecided_sentence(index)
        job = self._work.send(QUERIES, self.make_request(*questions))
        self._job, generation = job, session.generation

        def on_finished(ranked: Rankings) -> None:
            if generation == session.generation:
                self._store_rankings(questions, ranked)
            self._request_next()

        def on_failed(reason: str) -> None:
            if generation == session.generation and not self.model.restore_if_file_lost():
                for index, question in questions.items():
                    self._failures[index] = (question, reason)
                    self._failure_times[index] = time.monotonic()
                    self._announce(index)
            self._request_next()

        job.finished.connect(on_finished)
        job.failed.connect(on_failed)
        job.crashed.connect(lambda _: on_failed(self.tr("This sentence could not be ranked.")))

    def _store_rankings(self, questions: dict[int, RankingQuestion], ranked: Rankings) -> None:
        """Cache the rankings of an answer, and emit its changes."""
        for (index, question), candidates in zip(questions.items(), ranked.readings, strict=True):
            self._rankings.pop(index, None)
            self._rankings[index] = SentenceRanking(question, candidates)
        while len(self._rankings) > _MAX_CACHED_RANKINGS:
            del self._rankings[next(iter(self._rankings))]
        self.uncertainty_quality = ranked.uncertainty_flag
        if ranked.advice != self.advice:
            self.advice = ranked.advice
            self.advice_changed.emit()
        for index in questions:
            self._announce(index)

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._on_treebank_changed()
        if changes.previous_selection is not None:
            self._on_selection_changed(self._session.selection, changes.previous_selection)
        for index in sorted(changes.sentences):
            self.model.update_training_data(index)
        if changes.sentences:
            self._request_next()

    def _announce(self, index: int) -> None:
        """Tell that ranked readings of a sentence arrived, or that others are uncertain."""
        self._session.changes.dispatch(Changes(ChangeKind.READINGS, ranked=frozenset({index})))
        self.changed.emit(index)

    def _on_selection_changed(self, selection: Selection, previous: Selection) -> None:
        if (selection.sentence, selection.word) != (previous.sentence, previous.word):
            self.restart_word_clock()
        if selection.sentence != previous.sentence:
            self.lexicon_version.increment_if_changed()
            if time.monotonic() - self._failure_times.get(selection.sentence, 0.0) > _RETRY_SECONDS:
                self._failures.pop(selection.sentence, None)
            self._request_next()

    def _on_model_changed(self) -> None:
        self._session.changes.dispatch(Changes(ChangeKind.MODELS))
        self.model_changed.emit()
        self.rerank()

    def _check_reading_availability(self) -> None:
        """Check once per document whether its words have readings, and emit `readings_found` if so."""
        session = self._session
        treebank = session.treebank
        if self._is_availability_announced or not len(treebank) or not can_edit(treebank.format, READINGS):
            return

        def announce(has_readings: bool) -> None:
            if has_readings and not self._is_availability_announced:
                self._is_availability_announced = True
                self.readings_found.emit()

        if self.model.active_run is not None:
            announce(True)
        else:
            self._work.run_in_thread(lambda _: has_dictionary_analyser(treebank)).finished.connect(
                session.guard_by_document(announce)
            )

    def _on_treebank_changed(self) -> None:
        for cache in (self._rankings, self._failures, self._failure_times, self._requested_sentences):
            cache.clear()
        self._upcoming_sentences = ()
        self.lexicon_version.reset()
        self._is_availability_announced = False
        self.advice = ""
        self.advice_changed.emit()
