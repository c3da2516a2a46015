"""Tree suggestions of the active model for sentences without a tree, constrained by the user's locks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Problem, Ranked, Sentence
from spectral_core.data.structure import DEPENDENCIES, Marginals, Part, Position, Structure
from spectral_core.engine import MAX_WORDS, ParseResult, ResolvedLocks, ResolveLocks
from spectral_core.formats import editable_structures
from spectral_core.project import Edit, Run
from spectral_gui.state.active_model import ActiveModel
from spectral_gui.state.changes import ChangeKind, Changes
from spectral_gui.state.document_survey import DocumentSurvey
from spectral_gui.state.notices import Notices, Outcome, ReportingJobs, Unchanged
from spectral_gui.state.parse_requests import ParseQuestion, ParseRequests, ReadingsSource
from spectral_gui.state.session import Selection, Session
from spectral_gui.state.suggestion_descriptions import SuggestionDiagnostics, describe_suggested_tree
from spectral_gui.state.tree_locks import TreeLocks, UnverifiedLockChange, UnverifiedLocks


class Suggestions(QObject):
    """Shows the active model's suggestions for the current structure, and their uncertain parts. Locks are edits,
    journaled before parsing and undone like any other; locks that cannot be satisfied are undone automatically."""

    changed = Signal(int)  # index of a sentence whose suggestion appeared, changed or vanished
    model_changed = Signal()  # another model is active, or the model was retrained

    def __init__(
        self,
        session: Session,
        models: Mapping[str, ActiveModel],
        survey: DocumentSurvey,
        work: ReportingJobs,
        notices: Notices,
        explain_mismatch: Callable[[Run], str],
        get_running: Callable[[], Run | None],
    ):
        super().__init__()
        self._session, self._models, self._survey, self._notices = session, models, survey, notices
        self._preferred_structure: Structure = DEPENDENCIES  # if a document can hold both
        self.uncertain_below = 0.5  # margin below which a part is uncertain
        self.rank = 0  # rank of the tree shown for the selected sentence
        self._is_shown_on_request = False  # a suggestion is shown although the selected sentence has a tree
        self._must_report_answer = False  # the user is waiting and is notified of the answer
        self._suggestions: dict[int, Suggestion] = {}
        self._previous_trees: dict[int, Sentence] = {}  # trees shown before locks or an edit
        self._preferred_tree: Sentence | None = None  # tree to show if it is among the next suggestions
        self._visited_positions: dict[int, set[Position]] = {}
        self._upcoming_sentences: tuple[int, ...] = ()
        self._unverified_locks = UnverifiedLocks()
        self._parse_requests = ParseRequests(self._make_question, session, work)
        self.diagnostics = SuggestionDiagnostics(session, self, explain_mismatch, get_running)
        self.tree_locks = TreeLocks(session, self, notices)
        self._parse_requests.answered.connect(self._on_answered)
        self._parse_requests.refused.connect(self._on_refused)
        self._parse_requests.locks_checked.connect(self._on_locks_checked)
        self._parse_requests.became_idle.connect(self._request_next)
        survey.set_ignored_problems(self._will_be_solved_by_suggestion)
        for model in models.values():
            model.changed.connect(self._on_model_changed)
        session.changes.add_part(
            "suggestions",
            self._on_changes,
            ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.LOCKS | ChangeKind.DECISIONS | ChangeKind.READINGS,
        )
        work.engine_recovered.connect(self._on_engine_recovered)

    @property
    def structure(self) -> Structure:
        """Structure of the suggestions: the one that the document can hold, or the preferred one if it can hold
        both."""
        supported = editable_structures(self._session.treebank.format)
        return supported[0] if supported and self._preferred_structure not in supported else self._preferred_structure

    @property
    def model(self) -> ActiveModel:
        """The active model for the current structure."""
        return self._models[self.structure.name]

    def find_trees_with(self, readings: ReadingsSource) -> None:
        """Find trees with these readings while they are on screen, so that what is shown is one analysis."""
        self._parse_requests.readings_source = readings

    def set_retrain_after(self, sentences: int) -> None:
        """Retrain models after this number of accepted sentences; 0 for never."""
        for model in self._models.values():
            model.retrain_after = sentences

    def prefer_structure(self, structure: Structure) -> None:
        """Suggest this structure from now on if the document can hold both."""
        previous = self.structure
        self._preferred_structure = structure
        if self.structure is not previous:
            self._discard_suggestions()
            self._announce_model()
            self._announce(self._session.selection.sentence)
            self._request_next()

    def get(self, index: int) -> Suggestion | None:
        """Return the model's suggestion for the current state of a sentence; None if it is not available."""
        suggestion = self._suggestions.get(index)
        return suggestion if suggestion is not None and suggestion.question == self._make_question(index) else None

    @property
    def current(self) -> Suggestion | None:
        """Suggestion shown for the selected sentence; None if there is none, or the sentence has a tree and the user
        did not ask for suggestions."""
        index = self._session.selection.sentence
        return self.get(index) if self._wants_suggestion(index) else None

    @property
    def current_tree(self) -> Sentence | None:
        """Suggested tree shown for the selected sentence and not accepted yet; None if there is none."""
        suggestion = self.current
        return None if suggestion is None else suggestion.get_tree(self.rank)

    @property
    def last_shown_tree(self) -> Sentence | None:
        """Suggested tree shown or, while another is being parsed, the one shown before."""
        tree = self.current_tree
        return self._previous_trees.get(self._session.selection.sentence) if tree is None and self.is_waiting else tree

    @property
    def is_parsing(self) -> bool:
        """Whether any sentence is being parsed for suggestions."""
        return self._parse_requests.is_busy

    @property
    def is_waiting(self) -> bool:
        """Whether a suggestion for the selected sentence is pending."""
        index = self._session.selection.sentence
        return self._wants_suggestion(index) and self._parse_requests.is_pending(index)

    def get_failure_reason(self, index: int) -> str:
        """Return why the model has no tree for the current state of a sentence; "" if it may have one."""
        return self._parse_requests.get_failure_reason(index)

    def prefetch_suggestions(self, indexes: Sequence[int]) -> None:
        """Parse the next sentences of the queue in advance."""
        self._upcoming_sentences = tuple(indexes)
        self._request_next()

    def show_next_tree(self, step: int) -> Outcome:
        """Show another suggested tree of the selected sentence; if the sentence has a tree, start with the best one."""
        index, sentence = self._session.selection.sentence, self._session.sentence
        if self.model.active_run is None:
            return self._notices.report_refusal(self.diagnostics.why_no_model)
        if sentence is None:
            return Unchanged()
        if reason := self.diagnostics.explain_unparsable(sentence):
            return self._notices.report_refusal(reason)
        if not self._wants_suggestion(index):
            self._is_shown_on_request, self.rank = True, 0
        elif self.current is not None:
            self.rank = (self.rank + step) % len(self.current.trees)
        self._parse_requests.clear_failure(index)
        self._request_next()
        self._announce(index)
        if self.current is None and self.is_waiting:
            self._must_report_answer = True
            self._notices.notify(self.tr("Parsing this sentence …"))
        self._notify_shown_tree()
        return Unchanged()

    def prefer_tree(self, tree: Sentence) -> None:
        """Show this tree if it is among the next suggestions for the selected sentence."""
        self._preferred_tree = tree

    def hide_requested_suggestion(self) -> bool:
        """Hide a suggestion shown on request; return whether there was one."""
        if not self._is_shown_on_request:
            return False
        self._is_shown_on_request, self.rank, self._must_report_answer = False, 0, False
        self._announce(self._session.selection.sentence)
        return True

    def set_uncertain_below(self, margin: float) -> None:
        """Mark parts with a margin below this as uncertain."""
        if margin != self.uncertain_below:
            self.uncertain_below = margin
            self._announce(self._session.selection.sentence)

    def find_uncertain_positions(self) -> tuple[Position, ...]:
        """Return the positions of the tree shown whose margin is below the threshold, except locked ones."""
        suggestion = self.current
        return (
            ()
            if suggestion is None
            else suggestion.find_uncertain_positions(min(self.rank, len(suggestion.trees) - 1), self.uncertain_below)
        )

    def find_doubtful_words(self) -> frozenset[int]:
        """Return the words of the tree shown, from 1, whose suggested tag is another in the parser's own view."""
        suggestion = self.current
        return frozenset() if suggestion is None else suggestion.parse_result.doubtful_words

    def find_unvisited_positions(self) -> tuple[Position, ...]:
        """Return the uncertain positions that were not selected yet."""
        visited = self._visited_positions.get(self._session.selection.sentence, set())
        return tuple(position for position in self.find_uncertain_positions() if position not in visited)

    def _make_question(self, index: int) -> ParseQuestion | None:
        """Return the current parse input of a sentence; None if it cannot be parsed."""
        session, file = self._session, self.model.get_file(index)
        if file is None or not 0 <= index < len(session.treebank):
            return None
        structure, sentence = self.structure, session.treebank[index]
        is_supported = structure in editable_structures(session.treebank.format)
        if not is_supported or not sentence.is_readable or not 0 < len(sentence) <= MAX_WORDS:
            return None
        constraints = session.get_locks(index).union(structure.to_constraints(sentence))
        source = self._parse_requests.readings_source
        ranking = source.make_question(index) if source is not None and source.are_visible else None
        return ParseQuestion(sentence, file, constraints, structure, ranking)

    def _wants_suggestion(self, index: int) -> bool:
        """Return whether suggestions are shown for a sentence: its tree is incomplete, or the user asked for one."""
        session = self._session
        if self.model.model_file is None or not 0 <= index < len(session.treebank):
            return False
        if index == session.selection.sentence and self._is_shown_on_request:
            return True
        return self.structure.is_unfinished(session.treebank[index])

    def _will_be_solved_by_suggestion(self, index: int, problem: Problem) -> bool:
        """Return whether a problem is a missing head for which a suggestion exists or is pending, so that it is
        ignored."""
        if not problem.word or self._session.treebank[index].heads[problem.word - 1] is not None:
            return False
        return self._wants_suggestion(index) and (self.get(index) is not None or self._parse_requests.is_pending(index))

    def _request_next(self) -> None:
        """Request the most urgent suggestion; one at a time, so that the selected sentence never waits long."""
        self.model.restore_if_file_lost()
        if self._parse_requests.is_busy or self.model.model_file is None:
            return
        locked = self._unverified_locks.changed_sentences  # also sentences left since, to report conflicting locks soon
        indexes = (self._session.selection.sentence, *locked, *self._upcoming_sentences)
        requested = self._parse_requests.request_next(
            index for index in indexes if index in locked or self._wants_suggestion(index)
        )
        if requested is not None and self.structure.is_unfinished(self._session.treebank[requested]):
            self.model.record_undecided_sentence(requested)

    def _on_answered(self, index: int, question: ParseQuestion, parse_result: ParseResult) -> None:
        """Show the suggestion for a sentence; the locks of the sentence are satisfied."""
        self._unverified_locks.remove_sentence(index)
        source = self._parse_requests.readings_source
        if source is not None and question.ranking is not None and parse_result.rankings is not None:
            source.store(index, question.ranking, parse_result.rankings)
        self._suggestions[index] = Suggestion(index, question, parse_result, self._previous_trees.pop(index, None))
        if index == self._session.selection.sentence:
            self.rank, self._preferred_tree = (
                self._find_rank_of_most_similar_tree(self._preferred_tree, question.structure, parse_result),
                None,
            )
        self._announce(index)
        if index == self._session.selection.sentence and (self._must_report_answer or parse_result.limits):
            self._must_report_answer = False
            self._notify_shown_tree()

    @staticmethod
    def _find_rank_of_most_similar_tree(
        preferred: Sentence | None, structure: Structure, parse_result: ParseResult
    ) -> int:
        """Return the rank of the tree with the fewest parts that differ from the preferred one; the best of several."""
        if preferred is None:
            return 0
        find_changed_positions = structure.changed_positions
        distances = [
            len(find_changed_positions(tree.value, preferred) | find_changed_positions(preferred, tree.value))
            for tree in parse_result.trees
        ]
        return distances.index(min(distances))

    def _on_refused(self, index: int, question: ParseQuestion, reason: str, has_lock_conflict: bool) -> None:
        """Handle a sentence that could not be parsed; if conflicting locks are the reason, find those to undo."""
        if self.model.restore_if_file_lost():
            return
        attempts = self._unverified_locks.get_changes(index, question.sentence.forms)
        if has_lock_conflict and attempts:
            changes = tuple((attempt.change.before, attempt.change.after) for attempt in attempts)
            decided_parts = question.structure.to_constraints(question.sentence)
            self._parse_requests.check_locks(
                index, question, ResolveLocks(question.model, question.sentence, decided_parts, changes)
            )
        else:
            self._record_failure(index, question, reason)

    def _record_failure(self, index: int, question: ParseQuestion, reason: str) -> None:
        reason = f"{reason}{self.diagnostics.advise_other_models(question.sentence)}"
        self._parse_requests.record_failure(index, question, reason)
        self._survey.update_sentence(index)  # words without heads count as problems from now on
        if index == self._session.selection.sentence:
            self._must_report_answer = False
            self._notices.report_refusal(reason)
        self._announce(index)

    def _on_locks_checked(self, index: int, question: ParseQuestion, lock_check: ResolvedLocks) -> None:
        """Revert locks that cannot be satisfied: undo the edit if it is the newest and the only one, else make a new
        edit that reverts them."""
        session = self._session
        attempts, locks = self._unverified_locks.get_changes(index, question.sentence.forms), session.get_locks(index)
        if not attempts or not lock_check.rejected_changes or lock_check.locks == locks:
            self._record_failure(
                index,
                question,
                lock_check.reason or self.tr("The model has no parse that satisfies the locks."),
            )
            return
        change = attempts[-1].change
        if lock_check.rejected_changes == (len(attempts) - 1,) and attempts[-1].edit_count == session.edit_count:
            outcome = session.undo_without_selecting()
        else:
            steps = ", ".join(attempts[position].undo_text for position in lock_check.rejected_changes)
            reverting_change = replace(change, before=locks, after=lock_check.locks)
            outcome = session.apply_edit(
                Edit(self.tr("Undo conflicting locks: {0}").format(steps), (), locks=(reverting_change,))
            )
        if not outcome:
            self._record_failure(index, question, lock_check.reason)
            return
        self._unverified_locks.remove_sentence(index)
        message = self.tr("Undone: {0}").format(lock_check.reason)
        if index != session.selection.sentence:
            message = self.tr("Sentence {0}: {1}").format(index + 1, message)
        self._notices.report_refusal(message)
        self._announce(index)

    def _notify_shown_tree(self) -> None:
        suggestion = self.current
        if suggestion is not None:
            self._notices.notify(describe_suggested_tree(suggestion, self.rank))

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._discard_suggestions()
        if changes.previous_selection is not None:
            self._on_selection_changed(self._session.selection, changes.previous_selection)
        if changes.edit is not None:
            self._on_edit_applied(changes.edit, changes.is_undo)
        for index in sorted(changes.sentences):
            self._on_sentence_changed(index)
        if self._session.selection.sentence in changes.ranked:
            self._on_readings_changed()

    def _on_readings_changed(self) -> None:
        """Find trees with the readings of the selected sentence that are shown now, or without any."""
        index = self._session.selection.sentence
        suggestion = self._suggestions.get(index)
        is_outdated = suggestion is not None and suggestion.question != self._make_question(index)
        if suggestion is not None and is_outdated and self._wants_suggestion(index):
            self._previous_trees.setdefault(index, suggestion.get_tree(self.rank))
            self._announce(index)
        self._request_next()

    def _announce(self, index: int) -> None:
        """Tell that the suggestion for a sentence appeared, changed or vanished."""
        self._session.changes.dispatch(Changes(ChangeKind.SUGGESTIONS, suggested=frozenset({index})))
        self.changed.emit(index)

    def _announce_model(self) -> None:
        """Tell that another model is active, or that the model was retrained."""
        self._session.changes.dispatch(Changes(ChangeKind.MODELS))
        self.model_changed.emit()

    def _on_edit_applied(self, edit: Edit, is_undo: bool) -> None:
        """Track lock changes that were made, undone or redone."""
        for change in edit.locks:
            if change.document != self._session.document:
                continue
            if is_undo:
                self._unverified_locks.remove_undone_change(change)
            else:
                self._unverified_locks.add_change(UnverifiedLockChange(change, edit.step, self._session.edit_count))
            index = change.index
            if index == self._session.selection.sentence:
                sentence, suggestion = self._session.treebank[index], self._suggestions.get(index)
                is_displayed = (
                    suggestion is not None
                    and suggestion.question.sentence == sentence
                    and self._wants_suggestion(index)
                )
                displayed = suggestion.get_tree(self.rank) if suggestion is not None and is_displayed else sentence
                self._previous_trees.pop(index, None)
                if not self.structure.is_unfinished(displayed):
                    self._previous_trees[index] = displayed
                self._is_shown_on_request = self._is_shown_on_request or not self.structure.is_unfinished(sentence)
            self._request_next()
            self._announce(index)

    def _on_selection_changed(self, selection: Selection, previous: Selection) -> None:
        """Request the suggestion for a newly selected sentence, and record the positions visited."""
        if selection.sentence != previous.sentence:
            self.rank, self._is_shown_on_request, self._must_report_answer, self._preferred_tree = 0, False, False, None
            self._parse_requests.clear_process_failures(selection.sentence)
            self._request_next()
            if (reason := self.diagnostics.why_no_suggestion) and self._wants_suggestion(selection.sentence):
                self._notices.notify(reason)
        displayed = self.current_tree or self._session.sentence
        if displayed is not None:
            positions = self.structure.positions_in_selection(displayed, selection.words, selection.node)
            self._visited_positions.setdefault(selection.sentence, set()).update(positions)

    def _on_sentence_changed(self, index: int) -> None:
        """Update the suggestion for a sentence that was edited, accepted or reverted."""
        session, structure = self._session, self.structure
        is_open = structure.is_unfinished(session.treebank[index])
        if index == session.selection.sentence and not is_open:
            self._is_shown_on_request = self._must_report_answer = False
        suggestion = self._suggestions.get(index)  # from before the edit, to compare the next one with
        is_outdated = (
            suggestion is not None
            and suggestion.question != self._make_question(index)
            and self._wants_suggestion(index)
        )
        if suggestion is not None and is_outdated and index == session.selection.sentence:
            self._previous_trees.setdefault(index, suggestion.get_tree(self.rank))
            if self.rank:  # the edit corrects the tree on screen
                self._preferred_tree = suggestion.get_tree(self.rank)
        else:
            self._previous_trees.pop(index, None)
        self.model.update_training_data(index)
        self._request_next()

    def _on_model_changed(self) -> None:
        """Suggest with the model that is active now; the selected sentence may keep the one that it was shown with."""
        self._parse_requests.cancel_and_clear(clear_answers=False)
        self._announce_model()
        if self.current is None:
            self._announce(self._session.selection.sentence)
        self._request_next()

    def _on_engine_recovered(self) -> None:
        """Repeat requests that failed because the engine was not running."""
        self._parse_requests.clear_process_failures()
        self._request_next()
        self._announce(self._session.selection.sentence)

    def _discard_suggestions(self) -> None:
        self._parse_requests.cancel_and_clear()
        self._unverified_locks.clear()
        for cache in (self._suggestions, self._previous_trees, self._visited_positions):
            cache.clear()
        self._upcoming_sentences = ()
        self.rank, self._is_shown_on_request, self._must_report_answer = 0, False, False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Suggested k-best trees of one sentence, with the probability or score of each part as far as the model gives
    one."""

    index: int
    question: ParseQuestion
    parse_result: ParseResult
    previous_tree: Sentence | None = None  # tree shown before the locks were changed

    @property
    def trees(self) -> tuple[Ranked[Sentence], ...]:
        """The suggested trees, the best first."""
        return self.parse_result.trees

    @property
    def analysed_sentence(self) -> Sentence:
        """The sentence without its tree, with the readings that the trees were found with."""
        tree = self.trees[0].value
        return replace(
            self.question.sentence,
            lemmas=tree.lemmas, upos=tree.upos, xpos=tree.xpos, feats=tree.feats, misc=tree.misc, source=None,
        )  # fmt: skip

    def get_tree(self, rank: int) -> Sentence:
        """Return the tree of a rank; the last tree if there are fewer."""
        return self.trees[min(rank, len(self.trees) - 1)].value

    @property
    def marginals(self) -> Marginals | None:
        """Probabilities or scores of the parts; None if the model gives none."""
        return self.parse_result.marginals

    @property
    def is_calibrated(self) -> bool:
        """Whether the scores of its parts are calibrated probabilities."""
        return self.marginals is not None and self.marginals.calibrated

    def get_part_score(self, part: Part | None) -> float | None:
        """Return the score of a part; None if the model gives none."""
        return None if self.marginals is None or part is None else self.marginals.marginal(part)

    def get_margin(self, position: Position) -> float | None:
        """Return the margin between the two most probable parts at a position; None if the model gives none."""
        return None if self.marginals is None else self.marginals.margin(position)

    def list_alternatives(self, position: Position) -> list[tuple[Part, float]]:
        """Return the alternative parts at a position with their scores, the most probable first; empty if the model
        scores none."""
        return [] if self.marginals is None else self.marginals.alternatives(position)

    def find_uncertain_positions(self, rank: int, margin: float) -> tuple[Position, ...]:
        """Return the positions of a tree with a margin below `margin`, except locked ones."""
        structure, locks = self.question.structure, self.question.constraints
        if self.marginals is None:
            return ()
        positions = dict.fromkeys(part.position for part in structure.parts(self.trees[rank].value))
        margin_of = self.marginals.margin
        return tuple(
            position
            for position in positions
            if margin_of(position) < margin and not structure.is_locked(locks, position)
        )

    def find_underlined_positions(self, margin: float) -> frozenset[Position]:
        """Return the uncertain positions of the best tree, and words about whose tags ranker and parser disagree."""
        return frozenset((*self.find_uncertain_positions(0, margin), *self.parse_result.doubtful_words))

    def find_changed_positions(self, rank: int) -> frozenset[Position]:
        """Return the positions at which a tree differs from the best one; for the best one, from the tree shown before
        the locks were changed."""
        reference = self.trees[0].value if rank else self.previous_tree
        return (
            frozenset()
            if reference is None
            else self.question.structure.changed_positions(self.trees[rank].value, reference)
        )
