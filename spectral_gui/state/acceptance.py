"""Tools for suggestions: questions to the user, replacement of subtrees, and acceptance."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Constraints, Ranked, Sentence
from spectral_core.data.readings import is_decided
from spectral_core.data.structure import CONSTITUENTS, Part, Position
from spectral_core.engine import ParseBelow, PartQuestion, SelectQuestions
from spectral_core.errors import SpectralError
from spectral_core.formats import editable_structures
from spectral_core.project import Change, Edit
from spectral_core.project.history import CONFIRMED
from spectral_gui.jobs.jobs import QUERIES, Job
from spectral_gui.state.changes import ANNOTATION, ChangeKind, Changes
from spectral_gui.state.document_survey import DocumentSurvey
from spectral_gui.state.notices import Notices, Outcome, Refused, ReportingJobs, Unchanged
from spectral_gui.state.parse_requests import ParseQuestion
from spectral_gui.state.reading_rankings import ReadingRankings
from spectral_gui.state.reading_selection import ReadingSelection
from spectral_gui.state.session import Session
from spectral_gui.state.suggestion_descriptions import describe_position
from spectral_gui.state.suggestions import Suggestions
from spectral_gui.text_display import make_translator

_tr = make_translator("Session")
_MAX_LISTED_WORDS = 5  # words listed in a message


class PartQuestions(QObject):
    """While active, asks the most informative question about each selected sentence (active learning). An answer is a
    journaled lock like any other; the next question takes it into account."""

    changed = Signal()  # the question changed, or is pending

    def __init__(self, session: Session, suggestions: Suggestions, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._session, self._suggestions, self._work, self._notices = session, suggestions, work, notices
        self.is_active = False
        self._parse_question: ParseQuestion | None = None  # parse input that the questions are about
        self._ranked_questions: tuple[PartQuestion, ...] = ()
        self._skipped_parts: set[Part] = set()  # parts skipped for this sentence and these locks
        self._job: Job[tuple[PartQuestion, ...]] | None = None
        session.changes.add_part(
            "questions", self._on_changes, ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.SUGGESTIONS
        )

    @property
    def question(self) -> PartQuestion | None:
        """Most informative question about the suggestion shown; None if none is ready."""
        suggestion = self._suggestions.current
        is_valid = (
            self.is_active
            and self._ranked_questions
            and suggestion is not None
            and suggestion.question == self._parse_question
        )
        return self._ranked_questions[0] if is_valid else None

    @property
    def is_waiting(self) -> bool:
        """Whether a question, or the suggestion that it will be about, is being computed."""
        return self.is_active and (self._job is not None or self._suggestions.is_waiting)

    def start(self) -> Outcome:
        """Start asking about each selected sentence; skipped questions are asked again."""
        if self._suggestions.current is None and not self._suggestions.is_waiting:
            outcome = self._suggestions.show_next_tree(1)
            if isinstance(outcome, Refused):
                return outcome
        self.is_active, self._parse_question = True, None
        self._skipped_parts.clear()
        self._on_suggestion_changed(self._session.selection.sentence)
        return Unchanged()

    def stop(self) -> None:
        """Stop asking questions."""
        if self.is_active:
            self.is_active = False
            self._discard_questions()
            self.changed.emit()

    def answer_yes(self) -> Outcome:
        """Lock the part that the question is about."""
        return self._answer_question(True)

    def answer_no(self) -> Outcome:
        """Forbid the part that the question is about."""
        return self._answer_question(False)

    def skip(self) -> None:
        """Skip the question for now, and ask the next best one."""
        question = self.question
        if question is not None:
            self._skipped_parts.add(question.part)
            self._ranked_questions = self._ranked_questions[1:]
            if not self._ranked_questions:
                self._request_questions()
            self.changed.emit()

    def _answer_question(self, yes: bool) -> Outcome:
        question = self.question
        return Unchanged() if question is None else self._suggestions.tree_locks.apply_answer(question.part, yes)

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self.stop()
        selected = self._session.selection.sentence
        if changes.has(ChangeKind.SELECTION) or selected in changes.suggested:
            self._on_suggestion_changed(selected)

    def _on_suggestion_changed(self, index: int) -> None:
        """Compute questions about a new suggestion for the selected sentence."""
        if not self.is_active or index != self._session.selection.sentence:
            return
        suggestion = self._suggestions.current
        if suggestion is None:
            self._discard_questions()
        elif suggestion.question != self._parse_question:
            if self._parse_question is None or self._parse_question.sentence != suggestion.question.sentence:
                self._skipped_parts.clear()
            self._discard_questions()
            self._parse_question = suggestion.question
            self._request_questions()
        self.changed.emit()

    def _request_questions(self) -> None:
        """Request questions about the current suggestion, the most informative first."""
        suggestion, parse_question = self._suggestions.current, self._parse_question
        assert suggestion is not None
        assert parse_question is not None
        skipped = frozenset(self._skipped_parts)
        request = SelectQuestions(
            parse_question.model, suggestion.analysed_sentence, parse_question.constraints, skipped
        )
        job = self._job = self._work.send(QUERIES, request)

        def release_job() -> bool:
            """Return whether this job is still awaited, and stop waiting for it."""
            is_awaited = job is self._job
            if is_awaited:
                self._job = None
            return is_awaited

        def on_finished(ranked: tuple[PartQuestion, ...]) -> None:
            if not release_job():
                return
            self._ranked_questions = ranked
            if not ranked:
                self._notices.notify(self.tr("No more questions about this sentence"))
            self.changed.emit()

        def on_failed(reason: str) -> None:
            if release_job():
                self._notices.report_refusal(reason)
                self.stop()

        job.finished.connect(on_finished)
        job.failed.connect(on_failed)
        job.crashed.connect(lambda _: self.stop() if release_job() else None)

    def _discard_questions(self) -> None:
        job, self._job = self._job, None
        self._ranked_questions, self._parse_question = (), None
        if job is not None:
            job.cancel()


@dataclass(frozen=True, slots=True)
class _SubtreeAlternatives:
    """Trees that differ below a position, the original one first, with the locks of each."""

    index: int
    position: Position
    trees: tuple[Sentence, ...]
    locks: tuple[Constraints, ...]


class SubtreeReplacement(QObject):
    """Replaces the subtree at a position by the next best one; each step is an edit that locks the differences."""

    def __init__(self, session: Session, suggestions: Suggestions, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._session, self._suggestions, self._work, self._notices = session, suggestions, work, notices
        self._alternatives: _SubtreeAlternatives | None = None
        self._job: Job[tuple[Ranked[Sentence], ...]] | None = None
        session.changes.add_part(
            "subtree-replacement",
            self._on_changes,
            ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.MODELS | ANNOTATION,
        )

    @property
    def is_idle(self) -> bool:
        """Whether no subtrees are being computed."""
        return self._job is None

    def show_next_subtree(self, position: Position, step: int) -> Outcome:
        """Show the next best subtree at a position, or the previous one if `step` is -1; wraps around."""
        session, alternatives = self._session, self._alternatives
        index = session.selection.sentence
        if (
            alternatives is not None
            and (alternatives.index, alternatives.position) == (index, position)
            and session.get_locks(index) in alternatives.locks
        ):
            return self._show_alternative(
                alternatives, (alternatives.locks.index(session.get_locks(index)) + step) % len(alternatives.trees)
            )
        suggestion, current_tree = self._suggestions.current, self._suggestions.current_tree
        if suggestion is None or current_tree is None:
            is_waiting = self._suggestions.is_waiting
            reason = self.tr("The model is still parsing this sentence.") if is_waiting else self.tr("No suggestion.")
            return self._notices.report_refusal(reason)
        if self._job is not None:
            return Unchanged()
        question, locks = suggestion.question, session.get_locks(index)
        request = ParseBelow(question.model, suggestion.analysed_sentence, current_tree, position, question.constraints)
        job = self._job = self._work.send(QUERIES, request)

        def on_finished(ranked: tuple[Ranked[Sentence], ...]) -> None:
            if job is not self._job:
                return
            self._job = None
            if session.selection.sentence != index or session.get_locks(index) != locks:
                return
            trees = (current_tree, *(candidate.value for candidate in ranked))
            alternative_locks = (question.structure.lock_corrections(locks, current_tree, tree) for tree in trees)
            self._alternatives = _SubtreeAlternatives(index, position, trees, tuple(alternative_locks))
            self._show_alternative(self._alternatives, step % len(trees))

        def on_unsuccessful() -> None:
            if job is self._job:
                self._job = None

        job.finished.connect(on_finished)
        job.failed.connect(self._notices.report_refusal)
        job.when_unsuccessful(on_unsuccessful)
        return Unchanged()

    def _show_alternative(self, alternatives: _SubtreeAlternatives, rank: int) -> Outcome:
        """Show an alternative subtree by locking its differences."""
        description = describe_position(alternatives.position, alternatives.trees[0].forms)
        count = len(alternatives.trees)
        if count == 1:
            return self._notices.report_refusal(self.tr("No alternative subtrees of {0}.").format(description))
        self._suggestions.prefer_tree(alternatives.trees[rank])
        outcome = self._suggestions.tree_locks.set_locks(
            alternatives.locks[rank], self.tr("Alternative subtree of {0}").format(description)
        )
        if outcome:
            self._notices.notify(self.tr("Subtree {0} of {1} of {2}").format(rank + 1, count, description))
        return outcome

    def _on_changes(self, changes: Changes) -> None:
        if changes.kinds != ChangeKind.SELECTION or changes.moves_to_sentence(self._session.selection):
            self._discard_alternatives()

    def _discard_alternatives(self) -> None:
        job, self._job, self._alternatives = self._job, None, None
        if job is not None:
            job.cancel()


class Acceptance:
    """Accepts sentences: confirms them with the suggested tree and the first readings."""

    def __init__(
        self,
        session: Session,
        suggestions: Suggestions,
        readings: ReadingRankings,
        reading_selection: ReadingSelection,
        survey: DocumentSurvey,
        notices: Notices,
    ) -> None:
        self._session, self._suggestions, self._readings = session, suggestions, readings
        self._reading_selection, self._notices = reading_selection, notices
        self.force_key = ""  # key that accepts a sentence despite missing annotation, as displayed
        self._visited_words: dict[int, set[int]] = {}  # selected words, by sentence
        # the sentence composed last, with what it was composed of
        self._accepted: tuple[tuple[object, ...], Sentence] | None = None
        self._survey = survey
        session.changes.add_part("acceptance", self._on_changes, ChangeKind.DOCUMENT | ChangeKind.SELECTION)

    def compose_accepted_sentence(self, index: int, displayed: Sentence) -> Sentence:
        """Return a sentence as accepting it writes it: `displayed`, the suggested tree or the sentence itself, with the
        readings that are shown. Views show it, so that what is shown is what is written."""
        if not self._readings.are_visible:
            return displayed
        key = (displayed, self._readings.get_shown_readings(index), self._readings.model.active_run is None)
        if self._accepted is None or self._accepted[0] != key:
            try:
                self._accepted = key, self._reading_selection.fill_first_readings(index, displayed)
            except SpectralError:  # reported when it is accepted
                self._accepted = key, displayed
        return self._accepted[1]

    def find_uncertain_words(self) -> tuple[int, ...]:
        """Return the words of the selected sentence that are underlined: their suggested heads or the readings shown
        are uncertain, or ranker and parser disagree about their tags."""
        index = self._session.selection.sentence
        readings = self._readings.find_uncertain_words(index) if self._readings.are_visible else frozenset()
        uncertain = self._suggestions.find_uncertain_positions()
        heads = (position for position in uncertain if isinstance(position, int))
        return tuple(sorted(readings.union(heads, self._suggestions.find_doubtful_words())))

    def accept_sentence(self, index: int | None = None, force: bool = False) -> Outcome:
        """Confirm a sentence with the suggested tree, if one is shown, or as it is. A sentence that lacks heads, or has
        uncertain words that were not visited, is refused unless `force` is set; the undo text then names what is
        missing."""
        selected = self._session.selection.sentence
        sentence_index = selected if index is None else index
        if not 0 <= sentence_index < len(self._session.treebank):
            return Unchanged()
        suggested_tree = self._suggestions.current_tree if sentence_index == selected else None
        if suggested_tree is None and sentence_index == selected and self._suggestions.is_waiting:
            return self._notices.report_refusal(_tr("The model is still parsing this sentence."))
        undo_text, missing_annotation = (
            _tr("Accept sentence {0}").format(sentence_index + 1),
            self._describe_missing_annotation(sentence_index, suggested_tree),
        )
        if missing_annotation and not force:
            hint = _tr("Press {0} to accept it anyway.").format(self.force_key) if self.force_key else ""
            return self._notices.report_refusal(f"{missing_annotation}. {hint}".rstrip())
        if missing_annotation:
            undo_text = _tr("{0} anyway ({1})").format(undo_text, missing_annotation)
        return self._confirm_sentence(sentence_index, suggested_tree, undo_text)

    def accept_remaining_suggestions(self) -> Outcome:
        """Accept the suggested tree for all undecided parts once every uncertain position was visited; this confirms
        the sentence, as nothing is left open."""
        suggested_tree, sentence = self._suggestions.current_tree, self._session.sentence
        if suggested_tree is None or sentence is None:
            return self._notices.report_refusal(_tr("No suggestion for this sentence."))
        index = self._session.selection.sentence
        if reason := self._describe_unvisited_positions(index, sentence):
            return self._notices.report_refusal(reason)
        return self._confirm_sentence(
            index, suggested_tree, _tr("Accept remaining suggestions of sentence {0}").format(index + 1)
        )

    def _describe_missing_annotation(self, index: int, suggested_tree: Sentence | None) -> str:
        """Return a message on what is missing in a sentence to be accepted, or uncertain and not visited; "" if nothing
        is."""
        sentence = self._session.treebank[index]
        displayed = suggested_tree or sentence
        structures = editable_structures(self._session.treebank.format)
        is_partial = any(
            structure.has_annotation(displayed) and structure.is_unfinished(displayed) for structure in structures
        )
        if is_partial or (structures and all(structure.is_unfinished(displayed) for structure in structures)):
            completed = self.compose_accepted_sentence(index, displayed)
            undecided_words = [word for word in range(1, len(completed) + 1) if not is_decided(completed, word)]
            has_ranking = self._readings.are_visible and self._readings.get_latest_ranking(index) is not None
            if has_ranking and undecided_words and not is_partial:
                return _tr("Words without a reading: {0}").format(_format_words(undecided_words, displayed))
            if not has_ranking or is_partial:  # an annotator of readings needs no trees
                headless_words = [word for word, head in enumerate(displayed.heads, 1) if head is None]
                only_constituents = all(structure is CONSTITUENTS for structure in structures)
                message = _tr("This sentence has no tree") if only_constituents else _tr("Words without a head: {0}")
                return message.format(_format_words(headless_words, displayed))
        return self._describe_unvisited_positions(index, sentence)

    @property
    def unvisited_positions(self) -> tuple[Position, ...]:
        """Uncertain positions of the selected sentence that were not visited."""
        index = self._session.selection.sentence
        readings = self._readings.find_uncertain_words(index) if self._readings.are_visible else frozenset()
        words = sorted(readings - self._visited_words.get(index, set()))
        return tuple(dict.fromkeys((*self._suggestions.find_unvisited_positions(), *words)))

    def _describe_unvisited_positions(self, index: int, sentence: Sentence) -> str:
        """Return a message that names the uncertain positions not visited; "" if there are none."""
        positions = self.unvisited_positions if index == self._session.selection.sentence else ()
        if not positions:
            return ""
        listing = ", ".join(describe_position(position, sentence.forms) for position in positions[:_MAX_LISTED_WORDS])
        return _tr("Uncertain, not checked yet: {0}").format(
            listing + (", …" if len(positions) > _MAX_LISTED_WORDS else "")
        )

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._visited_words.clear()
        if changes.has(ChangeKind.SELECTION):
            selection = self._session.selection
            self._visited_words.setdefault(selection.sentence, set()).update(selection.words)

    def _confirm_sentence(self, index: int, suggested_tree: Sentence | None, undo_text: str) -> Outcome:
        """Record one edit that confirms a sentence with its tree and its first readings."""
        session = self._session
        sentence = session.treebank[index]
        rank = None if suggested_tree is None else self._suggestions.rank + 1
        try:
            confirmed = self._reading_selection.fill_first_readings(index, suggested_tree or sentence)
        except SpectralError as error:
            return self._notices.report_refusal(str(error))
        choices = self._reading_selection.measure_first_reading_effort(index, sentence, confirmed)
        if choices:
            undo_text = _tr("{0} (first readings accepted: {1})").format(undo_text, len(choices))
        change = Change(session.document, index, sentence, confirmed)
        outcome = session.apply_edit(
            Edit(undo_text, (change,), CONFIRMED, session.milliseconds_since_last_edit, rank, efforts=choices)
        )
        acceptance = self._survey.get_acceptance(index)
        if outcome and acceptance.is_flagged:
            description = self._survey.accepted.describe_status(acceptance)
            self._notices.notify(_tr("Sentence {0}: {1}").format(index + 1, description))
        return outcome


def _format_words(words: list[int], sentence: Sentence) -> str:
    """List the first five of these words with their numbers; "all" if every word of the sentence is included."""
    if len(words) == len(sentence):
        return _tr("all")
    listing = ", ".join(describe_position(word, sentence.forms) for word in words[:_MAX_LISTED_WORDS])
    return listing + (", …" if len(words) > _MAX_LISTED_WORDS else "")
