"""Training in the background: which models are trained, and when; and the accuracy of suggestions."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from spectral_core import store
from spectral_core.data import Sentence
from spectral_core.data.structure import Structure
from spectral_core.engine import (
    CompareWithActive,
    FindTrainableDocuments,
    ModelComparison,
    TrainableDocument,
    TrainingResult,
)
from spectral_core.errors import SpectralError
from spectral_core.project import Run
from spectral_core.project.history import CONFIRMED
from spectral_core.registry import METHODS, default_inducer, default_parser, quick_parser
from spectral_gui.jobs.jobs import TRAINING, Job
from spectral_gui.state.active_model import ActiveModel, can_retrain_model
from spectral_gui.state.changes import ChangeKind, Changes
from spectral_gui.state.document_survey import DocumentSurvey
from spectral_gui.state.notices import ReportingJobs
from spectral_gui.state.session import Session
from spectral_gui.state.suggestion_descriptions import MIN_TREES
from spectral_gui.state.suggestions import Suggestions
from spectral_gui.state.training_runs import Runs
from spectral_gui.text_display import resolve_plural

_logger = logging.getLogger(__name__)
_MAX_INDUCER_SENTENCES = 4000  # about 15 seconds of training
_RANKER = "analysis-ranker"
_QUICK_MODEL_SENTENCES = 400  # sentences for a quick model, trained in seconds
_MIN_SENTENCES_FOR_QUICK_MODEL = 600  # number of sentences from which a quick model is trained first
# decided sentences, as a share of the training sentences, before a model that cannot be updated is challenged
_RETRAIN_MIN_SHARE = 0.2
_MAX_INTERRUPTIONS = 2  # of one plan, by retraining
_ACCURACY_WINDOW = 200  # number of parts (arcs or phrases) over which accuracy is computed
# milliseconds until training starts; the latter if no model is active
_DELAY_MILLISECONDS, _FIRST_DELAY_MILLISECONDS = 800, 100


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """One model to train: the method, the training documents and their number of sentences."""

    method: str
    documents: tuple[str, ...]
    sentence_count: int
    max_sentences: int = 0  # 0 for all
    is_quick_model: bool = False  # trained on few sentences; a model of all sentences replaces it
    is_challenger: bool = False  # trained only if it is better than the active model

    @property
    def cost(self) -> int:
        """The number of sentences that it is trained on."""
        return self.max_sentences or self.sentence_count

    @property
    def key(self) -> tuple[str, str, int]:
        """Key that identifies a plan among those attempted."""
        return (f"{self.method} {self.is_challenger}", " ".join(sorted(self.documents)), self.cost)


class AutoTrainer(QObject):
    """Trains missing models in the background, the smallest first, and measures the accuracy of suggestions against
    later decisions. Training started by the user has priority."""

    changed = Signal()  # status or accuracy
    model_trained = Signal(object)  # run of a model that can be used from now on

    def __init__(
        self,
        session: Session,
        runs: Runs,
        survey: DocumentSurvey,
        suggestions: Suggestions,
        ranking_model: ActiveModel,
        work: ReportingJobs,
        is_source_project: Callable[[], bool] = lambda: False,
    ):
        """Create a disabled trainer.

        Args:
            is_source_project: whether the open project is a treebank to train models from for other texts and is not
                annotated; only its first document is used.
        """
        super().__init__()
        self._is_source_project = is_source_project
        self._session, self._runs, self._survey, self._work = session, runs, survey, work
        self._suggestions, self._ranking_model = suggestions, ranking_model
        self._is_enabled = False
        self._trainable_job: Job[tuple[TrainableDocument, ...]] | None = None
        self._training_job: Job[TrainingResult] | Job[ModelComparison] | None = None
        self._training_documents: tuple[str, ...] = ()  # documents that the training job uses
        self._tried_plans: set[tuple[str, str, int]] = set()  # keys of plans attempted
        self._interruption_counts: Counter[tuple[str, str, int]] = Counter()  # by plan key
        self._retried_plans: set[tuple[str, str, int]] = set()  # keys of plans retried after the death of their process
        self._decided_at_last_query = 0  # number of decided sentences at the last query
        self._decided_at_last_look: dict[ActiveModel, int] = {}  # the same, when challengers were last looked for
        self.training_sizes: dict[str, int] = {}  # number of training sentences of each background run, by name
        self._quick_runs: set[str] = set()  # names of runs of quick models
        self.parser_comparison: ModelComparison | None = None  # bracket inducer against a parser
        self._first_suggestions: dict[int, Sentence] = {}  # first suggested tree of undecided sentences, by index
        # whether recently decided parts were suggested, by project and document
        self._outcomes_by_document: dict[tuple[Path | None, str], deque[bool]] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._request_trainable_documents)
        session.changes.add_part(
            "auto-trainer",
            self._on_changes,
            ChangeKind.DOCUMENT | ChangeKind.DECISIONS | ChangeKind.LOCKS | ChangeKind.SUGGESTIONS | ChangeKind.MODELS,
        )
        session.project_closed.connect(self._on_project_closed)
        survey.changed.connect(self._schedule_training)
        runs.changed.connect(self._schedule_training)

    def set_enabled(self, enabled: bool) -> None:
        """Switch training in the background on or off."""
        if enabled != self._is_enabled:
            self._is_enabled = enabled
            if not enabled and self._training_job is not None:
                self._training_job.cancel()
            self._schedule_training()

    @property
    def _part_outcomes(self) -> deque[bool]:
        """Whether the parts decided last in the open document were suggested."""
        project = self._session.project
        key = (None if project is None else project.folder, self._session.document)
        return self._outcomes_by_document.setdefault(key, deque(maxlen=_ACCURACY_WINDOW))

    @property
    def suggestion_accuracy(self) -> float | None:
        """Share of correct arcs or phrases in the first suggestions for recently decided sentences; None if there are
        none."""
        return sum(self._part_outcomes) / len(self._part_outcomes) if self._part_outcomes else None

    @property
    def model_description(self) -> str:
        """One-line description of the model that suggests trees."""
        run = self._suggestions.model.active_run
        if run is None:
            return self.tr("training a parser …") if self._training_job is not None else ""
        count = self.training_sizes.get(run.name)
        text = run.name if count is None else resolve_plural(self.tr("trained on %Ln sentence(s)", "", count), count)
        if count is not None and self._is_bracket_inducer(run):
            text = resolve_plural(self.tr("trained on the words of %Ln sentence(s)", "", count), count)
            if self.parser_comparison is not None:
                addition = self.tr(" (F1 {0:.0f}, a parser of your trees {1:.0f})")
                text += addition.format(self.parser_comparison.active_score, self.parser_comparison.candidate_score)
        elif self.parser_comparison is not None:
            addition = self.tr(" (F1 {0:.0f}, without supervision {1:.0f})")
            text += addition.format(self.parser_comparison.candidate_score, self.parser_comparison.active_score)
        if added := self._suggestions.model.added_sentence_count:
            text += resolve_plural(self.tr(" + %Ln accepted", "", added), added)
        if self.suggestion_accuracy is not None:
            addition = self.tr("last {1} suggestions: {0:.0%} correct")
            text += ", " + addition.format(self.suggestion_accuracy, len(self._part_outcomes))
        return text

    def _schedule_training(self, *_: object) -> None:
        """Start training after a short delay, if it is enabled and the document is surveyed; emit `changed`."""
        if self._is_enabled and self._survey.is_complete:
            self._timer.start(
                _FIRST_DELAY_MILLISECONDS if self._suggestions.model.active_run is None else _DELAY_MILLISECONDS
            )
        self.changed.emit()

    def _request_trainable_documents(self) -> None:
        """Request the documents that methods can be trained on, if a model is missing and none is being trained."""
        session = self._session
        is_needed = any(
            self._lacks_model(model) or self._needs_new_model(model)
            for model in (self._suggestions.model, self._ranking_model)
        )
        is_busy = self._runs.is_training_for_user or self._training_job is not None or self._trainable_job is not None
        is_busy = is_busy or self._suggestions.model.is_comparing or self._ranking_model.is_comparing
        if not self._is_enabled or session.project is None or session.read_only_reason or is_busy or not is_needed:
            return
        self._decided_at_last_query = len(session.provenances)
        other_documents = tuple(name for name in session.documents if name != session.document)
        self._runs.send_closed_documents(set(other_documents))
        job = self._trainable_job = self._work.send(
            TRAINING, FindTrainableDocuments(session.document, other_documents), report_errors=False
        )
        job.finished.connect(session.guard_by_document(self._on_trainable_documents))
        job.when_ended(self._on_trainable_job_ended)
        job.failed.connect(lambda _: self._retry_after_process_death(job, ("", session.document, 0)))

    def _on_trainable_job_ended(self) -> None:
        self._trainable_job = None

    def _on_trainable_documents(self, documents_found: tuple[TrainableDocument, ...]) -> None:
        """Start the smallest training plan that was not attempted yet."""
        self._trainable_job = None
        for plan in self._make_plans(documents_found):
            if plan.key not in self._tried_plans:
                self._tried_plans.add(plan.key)
                self._start_plan(plan)
                return

    def _make_plans(self, documents_found: tuple[TrainableDocument, ...]) -> list[TrainingPlan]:
        """Return the training plans, those that take longest last."""
        parsers = sorted(self._plan_parsers(documents_found), key=lambda plan: plan.cost)
        small = [plan for plan in parsers if plan.cost <= _QUICK_MODEL_SENTENCES]
        return [*small, *self._plan_rankers(documents_found), *parsers[len(small) :]]

    def _plan_parsers(self, documents_found: tuple[TrainableDocument, ...]) -> Iterator[TrainingPlan]:
        """Yield the plans of parsers: first an unsupervised one or a quick one, then one of all trees."""
        structure, model = self._suggestions.structure, self._suggestions.model
        is_source_project = self._is_source_project()
        sizes = {source.document: source.complete_trees.get(structure.name, 0) for source in documents_found}
        if is_source_project:  # the other documents are for testing
            sizes = {name: size for name, size in sizes.items() if name == self._session.documents[0]}
        documents = tuple(name for name, size in sizes.items() if size)
        total, quick_method, method = sum(sizes.values()), quick_parser(structure).name, default_parser(structure).name
        if any(source.has_dictionary for source in documents_found):
            method = quick_method  # the first model of readings is compared with the dictionary
        if METHODS[method].uses_unannotated_text:
            documents = tuple(sizes)
        shown_document = self._session.document
        shown_size = sizes.get(shown_document, 0)
        needs_parser = self._lacks_model(model) and (
            is_source_project
            or any(
                source.incomplete_trees.get(structure.name)
                for source in documents_found
                if source.document == shown_document
            )
        )
        if total < MIN_TREES:
            bracket_inducer = default_inducer(structure)
            if bracket_inducer is not None and needs_parser and not is_source_project:
                count = sum(source.sentences for source in documents_found)
                limit = _MAX_INDUCER_SENTENCES if count > _MAX_INDUCER_SENTENCES else 0
                yield TrainingPlan(bracket_inducer.name, tuple(sizes), count, limit)
        elif needs_parser or self._is_quick_model_active():
            if needs_parser and MIN_TREES <= shown_size < min(total, _QUICK_MODEL_SENTENCES + 1):
                yield TrainingPlan(quick_method, (shown_document,), shown_size, is_quick_model=True)
            elif needs_parser and total > _MIN_SENTENCES_FOR_QUICK_MODEL:
                yield TrainingPlan(quick_method, documents, total, _QUICK_MODEL_SENTENCES, is_quick_model=True)
            yield TrainingPlan(method, documents, total)
        elif self._needs_new_model(model):
            yield from self._plan_challenger(model, TrainingPlan(method, documents, total, is_challenger=True))

    def _plan_rankers(self, documents_found: tuple[TrainableDocument, ...]) -> Iterator[TrainingPlan]:
        """Yield the plan of a ranker. The first one competes with the order of the dictionary, if there is one."""
        model = self._ranking_model
        documents = tuple(source.document for source in documents_found if source.sentences_with_readings)
        total = sum(source.sentences_with_readings for source in documents_found)
        if total < MIN_TREES:
            return
        if self._lacks_model(model) and not any(source.has_dictionary for source in documents_found):
            yield TrainingPlan(_RANKER, documents, total)
        elif self._lacks_model(model) or self._needs_new_model(model):
            yield from self._plan_challenger(model, TrainingPlan(_RANKER, documents, total, is_challenger=True))

    def _plan_challenger(self, model: ActiveModel, plan: TrainingPlan) -> Iterator[TrainingPlan]:
        """Yield the plan of a challenger if the number of decided sentences is one at which models are compared."""
        self._decided_at_last_look[model] = len(self._session.provenances)
        is_own = model.active_run in model.project_runs and not self._is_inducer_active(model)
        decided_count = len(model.newly_decided_sentences) if is_own else plan.sentence_count
        if model.rule.is_due(decided_count, model.compared_at):
            yield plan

    def _start_plan(self, plan: TrainingPlan) -> None:
        """Train a planned model; one that challenges the active model is compared with it first."""
        if not plan.is_challenger:
            self._train(plan)
            return
        model = self._get_model(plan)
        is_own = model.active_run in model.project_runs and not self._is_inducer_active(model)
        decided = tuple(model.newly_decided_sentences.values()) if is_own else ()

        def on_compared(comparison: ModelComparison) -> None:
            if self._is_inducer_active(model):
                self._set_parser_comparison(comparison)
            if comparison.confidence >= model.rule.confidence:
                self._train(plan, comparison.sentences)

        request = CompareWithActive(model.model_file, plan.method, plan.documents, decided)
        job = model.compare(request, len(decided) or plan.sentence_count, on_compared)
        self._training_job, self._training_documents = job, plan.documents
        job.cancelled.connect(lambda _: self._allow_retry(plan))
        job.when_unsuccessful(lambda: self._decided_at_last_look.pop(model, None))
        job.when_ended(lambda: self._on_job_ended(job))
        job.failed.connect(lambda _: self._retry_after_process_death(job, plan.key))
        self.changed.emit()

    def _train(self, plan: TrainingPlan, compared_count: int = 0) -> None:
        """Train a planned model, found better on `compared_count` sentences if any; it takes over from the active
        one."""
        uninterruptible = self._interruption_counts[plan.key] >= _MAX_INTERRUPTIONS
        try:
            job = self._runs.train_in_background(plan.method, plan.documents, plan.max_sentences, uninterruptible)
        except (OSError, ValueError, SpectralError) as error:
            _logger.info("background training was not started: %s", type(error).__name__)
            return
        sentences, method = plan.cost, METHODS[plan.method]
        _logger.info("background training: %s from %d sentences", plan.method, sentences)
        self._training_job, self._training_documents = job, plan.documents
        name = "" if self._runs.current_run is None else self._runs.current_run.name
        model = self._get_model(plan)
        document_key = model.document_key

        def on_finished(_: TrainingResult) -> None:
            self.training_sizes[name] = sentences
            if plan.is_quick_model:
                self._quick_runs.add(name)
            for run in self._runs.recorded_runs:
                if run.name == name:
                    model.take_over(run, document_key, compared_count)
                    if method.structure is not None and method.ranks_readings:
                        self._let_rank_readings(run, document_key)
                    self.model_trained.emit(run)
            if method.needs_structure and not plan.is_challenger:
                self._compare_parser_with_inducer(plan)

        job.finished.connect(on_finished)
        job.cancelled.connect(lambda _: self._allow_retry(plan))
        job.when_ended(lambda: self._on_job_ended(job))
        job.failed.connect(lambda _: self._retry_after_process_death(job, plan.key))
        self.changed.emit()

    def _let_rank_readings(self, run: Run, document_key: tuple[Path | None, str]) -> None:
        """Let a pipeline rank the readings as well, if a ranker that was trained in the background does, or none."""
        ranker = self._ranking_model.active_run
        if ranker is None or ranker.name in self._runs.background_names:
            self._ranking_model.take_over(run, document_key)

    @property
    def _models(self) -> tuple[ActiveModel, ActiveModel]:
        """The active models of trees and of readings."""
        return self._suggestions.model, self._ranking_model

    def _get_model(self, plan: TrainingPlan) -> ActiveModel:
        """Return the active model that a planned one would replace."""
        return self._ranking_model if METHODS[plan.method].structure is None else self._suggestions.model

    def _allow_retry(self, plan: TrainingPlan) -> None:
        """Let an interrupted plan be attempted again."""
        self._tried_plans.discard(plan.key)
        self._interruption_counts[plan.key] += 1

    def _on_job_ended(self, job: Job[Any]) -> None:
        if self._training_job is job:
            self._training_job = None
            self._schedule_training()

    def _retry_after_process_death(self, job: Job[Any], key: tuple[str, str, int]) -> None:
        """Train once more if the process of a job died."""
        if job.has_lost_process and key not in self._retried_plans:
            self._retried_plans.add(key)
            self._tried_plans.discard(key)
            self._schedule_training()

    def _on_project_closed(self) -> None:
        """Forget the runs and plans of the project; those of another may have the same names."""
        for known in (
            self._decided_at_last_look, self.training_sizes, self._quick_runs, self._tried_plans,
            self._interruption_counts, self._retried_plans,
        ):  # fmt: skip
            known.clear()

    def _compare_parser_with_inducer(self, plan: TrainingPlan) -> None:
        """Compare a newly trained parser with the bracket inducer, if one is active."""
        active_model = self._suggestions.model
        files = [
            file
            for run in active_model.project_runs
            if self._is_bracket_inducer(run) and (file := self._runs.find_model_file(run)) is not None
        ]
        if files:
            request = CompareWithActive(files[-1], plan.method, plan.documents)
            job = self._work.send(TRAINING, request, report_errors=False)
            job.finished.connect(self._session.guard_by_document(self._set_parser_comparison))

    def _set_parser_comparison(self, comparison: ModelComparison) -> None:
        self.parser_comparison = comparison
        self.changed.emit()

    def _is_bracket_inducer(self, run: Run) -> bool:
        """Return whether the model of a run is a bracket inducer (unsupervised, from words alone)."""
        method = METHODS.get(run.method)
        return method is not None and method.structure is not None and not method.needs_structure

    def _is_inducer_active(self, model: ActiveModel) -> bool:
        """Return whether a bracket inducer is active."""
        return model.active_run is not None and self._is_bracket_inducer(model.active_run)

    def _lacks_model(self, model: ActiveModel) -> bool:
        """Return whether no model fits the open document; the user may also want none."""
        return model.active_run is None and model.is_automatic

    def _is_quick_model_active(self) -> bool:
        """Return whether the active model is a quick one, trained on only part of the sentences."""
        run = self._suggestions.model.active_run
        return run is not None and run.name in self._quick_runs

    def _needs_new_model(self, model: ActiveModel) -> bool:
        """Return whether to look for a model to replace the active one: a quick model, a bracket inducer or a model of
        the library once enough was decided, or a model that cannot be updated."""
        run = model.active_run
        if run is None or not model.is_automatic or model.is_comparing:
            return False
        if run.name in self._quick_runs:
            return True
        if self._is_bracket_inducer(run) or run in model.library_runs:
            last_look = self._decided_at_last_look.get(model)
            decided_since = len(self._session.provenances) - (last_look or 0)
            return last_look is None or decided_since >= max(model.rule.min_decided, model.compared_at)
        count = len(model.newly_decided_sentences)
        if not model.retrain_after or not model.rule.is_due(count, model.compared_at):
            return False
        is_enough = count >= _RETRAIN_MIN_SHARE * self._get_training_size(run, model.run_file)
        return is_enough and not can_retrain_model(run, model.run_file)

    def _get_training_size(self, run: Run, file: Path | None) -> int:
        """Return the number of sentences that a run's model was trained on, as far as its file says it."""
        if run.name not in self.training_sizes and file is not None:
            try:
                sources = store.read_provenance(file).sources
            except (OSError, SpectralError):  # reported when the model is used
                return 0
            self.training_sizes[run.name] = sum(source.sentences for source in sources)
        return self.training_sizes.get(run.name, 0)

    def _on_suggestion_changed(self, index: int) -> None:
        """Record the first suggestion for a sentence in which nothing is decided yet."""
        suggestion = self._suggestions.get(index)
        if (
            suggestion is None
            or index in self._first_suggestions
            or suggestion.question.constraints
            != suggestion.question.structure.to_constraints(self._session.treebank[index])
        ):
            return
        if not suggestion.question.structure.has_annotation(suggestion.question.sentence):
            self._first_suggestions[index] = suggestion.get_tree(0)

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._on_treebank_changed()
        if changes.edit is not None:
            QTimer.singleShot(0, self, self._score_decisions)  # not urgent
        for index in sorted(changes.suggested):
            self._on_suggestion_changed(index)
        if changes.has(ChangeKind.MODELS):
            self._schedule_training()

    def _score_decisions(self) -> None:
        """Score the first suggestions for sentences confirmed since; train if enough sentences were decided."""
        session, structure = self._session, self._suggestions.structure
        for index in [
            decided_index
            for decided_index in self._first_suggestions
            if session.provenances.get(decided_index) == CONFIRMED
        ]:
            self._score_suggestion(structure, self._first_suggestions.pop(index), session.treebank[index])
        count, previous_count = len(session.provenances), self._decided_at_last_query
        has_grown = previous_count < MIN_TREES <= count or count - previous_count >= MIN_TREES
        is_lacking = has_grown and any(map(self._lacks_model, self._models))
        if is_lacking or any(map(self._needs_new_model, self._models)):
            self._schedule_training()

    def _score_suggestion(self, structure: Structure, suggested: Sentence, decided: Sentence) -> None:
        """Compare the first suggestion for a sentence with its decided tree, part by part."""
        if len(suggested) == len(decided) and structure.is_complete(decided):
            self._part_outcomes.extend(hit for _, hit in structure.compare_to_gold(suggested, decided))
            self.changed.emit()

    def _on_treebank_changed(self) -> None:
        if self._training_job is not None and self._session.document not in self._training_documents:
            self._training_job.cancel()  # models for the open document have priority
        self._first_suggestions.clear()
        self._decided_at_last_query = 0
        self._decided_at_last_look.clear()
        self.parser_comparison = None
