"""Survey of the open document (labels, problems, methods that can be trained on it), and searches in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Problem, Sentence, Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.data.validation import find_problems
from spectral_core.engine import CompareAnnotation, ComparisonResult, FindMatches, SearchResult, Survey, SurveyResult
from spectral_gui.jobs.jobs import QUERIES, TRAINING, Job, load_treebank_file
from spectral_gui.state.acceptance_status import AcceptanceStatus, AcceptedSentences
from spectral_gui.state.changes import ANNOTATION, ChangeKind, Changes
from spectral_gui.state.notices import ReportingJobs
from spectral_gui.state.session import Session
from spectral_gui.state.training_runs import Runs

_MAX_CACHED_SENTENCES = 64  # sentences whose problems are cached

_MAX_SEARCH_MATCHES = 10_000


class DocumentSurvey(QObject):
    """Requests one pass of the engine over each document, and updates the result with every edit."""

    changed = Signal()  # label inventory and problems of the document are known

    def __init__(self, session: Session, runs: Runs, work: ReportingJobs):
        super().__init__()
        self._session, self._runs, self._work = session, runs, work
        self.inventory = Inventory.of(())
        self.training_obstacles: Mapping[
            str, str | None
        ] = {}  # why each method cannot be trained on it; None if it can
        self.problem_sentences: set[int] = set()  # sentences with problems, once the document was surveyed
        self.accepted = AcceptedSentences(session)
        self.is_complete = False
        self._is_ignored: Callable[[int, Problem], bool] = lambda _index, _problem: False
        self._problem_cache: dict[int, tuple[Sentence, tuple[Problem, ...]]] = {}  # by sentence index, newest last
        self._changed_meanwhile: set[int] = set()  # sentences changed since the survey was requested
        self._job: Job[SurveyResult] | None = None
        session.changes.add_part(
            "survey", self._on_changes, ChangeKind.DOCUMENT | ChangeKind.OPENED | ANNOTATION | ChangeKind.DECISIONS
        )
        session.keeps_acceptance = lambda index: self.get_acceptance(index).is_flagged
        session.project_closed.connect(self._cancel_survey)
        work.engine_recovered.connect(self._on_engine_recovered)

    def set_ignored_problems(self, is_ignored: Callable[[int, Problem], bool]) -> None:
        """Ignore the problems for which `is_ignored` (sentence index, problem) holds, as suggestions will solve
        them."""
        self._is_ignored = is_ignored

    def find_problems(self, index: int) -> tuple[Problem, ...]:
        """Return the problems of a sentence that are not ignored. In an accepted sentence none is, and empty cells are
        problems too in columns that the document fills."""
        problems = self._find_all_problems(index)
        if self.accepted.is_accepted(index):
            return self.accepted.find_problems(index, problems, self.inventory)
        return tuple(problem for problem in problems if not self._is_ignored(index, problem)) if problems else problems

    def get_acceptance(self, index: int) -> AcceptanceStatus:
        """Return whether a sentence is accepted, and with how many errors: what every view shows of it."""
        if not 0 <= index < len(self._session.treebank) or not self.accepted.is_accepted(index):
            return AcceptanceStatus()
        return AcceptanceStatus(True, sum(not problem.warning for problem in self.find_problems(index)))

    @property
    def selected_sentence_problems(self) -> tuple[Problem, ...]:
        """Problems of the selected sentence that are not ignored."""
        index = self._session.selection.sentence
        return self.find_problems(index) if 0 <= index < len(self._session.treebank) else ()

    def update_sentence(self, index: int) -> None:
        """Update whether a sentence has problems, after it was changed or its problems are no longer ignored."""
        if self.is_complete:
            (self.problem_sentences.add if self.find_problems(index) else self.problem_sentences.discard)(index)
            self.accepted.update_sentence(index, self._find_all_problems(index), self.inventory)
        else:
            self._changed_meanwhile.add(index)

    def _find_all_problems(self, index: int) -> tuple[Problem, ...]:
        """Return all problems of a sentence, cached."""
        sentence = self._session.treebank[index]
        cached = self._problem_cache.pop(index, None)
        if cached is None or (cached[0] is not sentence and cached[0] != sentence):
            cached = (sentence, find_problems(sentence, self.inventory if self.is_complete else None))
        self._problem_cache[index] = cached
        while len(self._problem_cache) > _MAX_CACHED_SENTENCES:
            del self._problem_cache[next(iter(self._problem_cache))]
        return cached[1]

    def _on_engine_recovered(self) -> None:
        """Repeat the survey if the engine could not be started for it, or was restarted meanwhile."""
        if not self.is_complete and (self._job is None or self._job.has_ended):
            self._start_survey()

    def _start_survey(self) -> None:
        session = self._session
        if not len(session.treebank):
            return
        queue_name = QUERIES if self._runs.is_busy else TRAINING  # the process that this does not block
        job = self._work.send(queue_name, Survey(session.document), self.tr("Reading all sentences"))
        self._job = job
        job.finished.connect(session.guard_by_document(self._on_finished))

    def _on_finished(self, survey: SurveyResult) -> None:
        self._job = None
        self.inventory, self.training_obstacles, self.is_complete = survey.inventory, survey.reasons, True
        self._problem_cache.clear()
        self.accepted.start(survey)
        self.problem_sentences = {*survey.problems, *self.accepted.flagged}
        for index in self._changed_meanwhile:  # during the engine's pass
            self.update_sentence(index)
        self._changed_meanwhile.clear()
        self._session.changes.dispatch(Changes(ChangeKind.SURVEY))
        self.changed.emit()

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._on_treebank_changed()
        if changes.edit is not None:
            self.accepted.count_edit(changes.edit, changes.is_undo)
        for index in sorted(changes.sentences):
            self.update_sentence(index)
        if changes.sentences and self.is_complete:
            self._update_filled_columns()
        if changes.has(ChangeKind.OPENED):
            self._start_survey()

    def _update_filled_columns(self) -> None:
        """Update which accepted sentences lack values once an edit changes which columns the document fills."""
        previously_flagged = set(self.accepted.flagged)
        if self.accepted.update_filled_columns():
            for index in previously_flagged - self.accepted.flagged:
                self.update_sentence(index)
            self.problem_sentences |= self.accepted.flagged
            self._session.changes.dispatch(Changes(ChangeKind.SURVEY))

    def _on_treebank_changed(self) -> None:
        self._cancel_survey()
        self.accepted.clear()
        self.inventory, self.problem_sentences, self.is_complete = Inventory.of(()), set(), False
        self.training_obstacles = {}
        self._problem_cache.clear()
        self._changed_meanwhile.clear()

    def _cancel_survey(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None


class DocumentSearch(QObject):
    """Query search and comparison of the open document; drops answers about another document or to an earlier query."""

    searched = Signal(object)  # SearchResult; None when the search was closed
    compared = Signal(object, object)  # the other treebanks, and their differences from the open document

    def __init__(self, session: Session, work: ReportingJobs):
        super().__init__()
        self._session, self._work = session, work
        self.result: SearchResult | None = None
        self._search_job: Job[SearchResult] | None = None
        # of the comparison under way: in the engine, then reading the files for it
        self._comparison_jobs: list[Job[ComparisonResult] | Job[Treebank]] = []
        session.changes.add_part("search", lambda _: self._close_search(), ChangeKind.DOCUMENT)
        session.project_closed.connect(self._cancel_search)

    def find(self, query: str) -> None:
        """Search the open document and emit `searched` with the matches. An empty query closes the search."""
        self._cancel_search()
        session = self._session
        if not query.strip() or not len(session.treebank):
            self._close_search()
            return
        job = self._work.send(QUERIES, FindMatches(session.document, query, _MAX_SEARCH_MATCHES), self.tr("Searching"))
        self._search_job = job
        job.finished.connect(
            session.guard_by_document(lambda answer: self._on_matches(answer) if job is self._search_job else None)
        )

    def compare(self, other_path: Path, second_model: Path | None = None) -> Job[ComparisonResult]:
        """Compare the open document with another file over the same sentences, or with the parses of the model in that
        file; emit `compared` with the other treebanks and the result. With a second model, evaluate that too, and
        the difference between the two. A comparison under way is cancelled."""
        self.cancel_comparison()
        session, jobs = self._session, self._comparison_jobs
        description = self.tr("Comparing with {0}").format(other_path.name)
        job = self._work.send(QUERIES, CompareAnnotation(session.document, other_path, second_model), description)

        def load_others(answer: ComparisonResult, loaded: tuple[Treebank, ...] = ()) -> None:
            """Read the files compared with one after another, and emit `compared` when all are read."""
            if jobs is not self._comparison_jobs:  # cancelled
                return
            if len(loaded) == len(answer.model_outputs):
                self.compared.emit(loaded, answer)
                return
            predicted, file = answer.model_outputs[len(loaded)], (other_path, second_model)[len(loaded)]
            if predicted is not None or file is None:
                load_others(answer, (*loaded, predicted or Treebank.of(())))
                return
            reading = self._work.run_in_thread(
                lambda report: load_treebank_file(file, report), self.tr("Reading {0}").format(file.name)
            )
            jobs.append(reading)
            reading.finished.connect(
                session.guard_by_document(lambda treebank: load_others(answer, (*loaded, treebank)))
            )
            # let the caller handle a failed comparison
            reading.failed.connect(job.failed.notify)
            for signal in (reading.crashed, reading.cancelled):
                signal.connect(lambda _: job.cancelled.notify(None))

        jobs.append(job)
        job.finished.connect(session.guard_by_document(load_others))
        return job

    def cancel_comparison(self) -> None:
        """Stop the comparison under way, also while its files are read; `compared` is not emitted."""
        jobs, self._comparison_jobs = self._comparison_jobs, []
        for job in jobs:
            job.cancel()

    def _on_matches(self, answer: SearchResult) -> None:
        self.result, self._search_job = answer, None
        self.searched.emit(answer)

    def _close_search(self) -> None:
        self._cancel_search()
        self.result = None
        self.searched.emit(None)

    def _cancel_search(self) -> None:
        if self._search_job is not None:
            self._search_job.cancel()
            self._search_job = None
