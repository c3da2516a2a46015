"""Auto-training in the background, and comparison of new models with the active one before they become active."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from spectral_core.data import Sentence
from spectral_core.data.structure import Structure
from spectral_core.engine import (
    CompareParsers,
    CompareSuggestions,
    FindTrainableDocuments,
    ParserComparison,
    TrainableDocument,
    TrainingResult,
)
from spectral_core.errors import SpectralError
from spectral_core.project import Run
from spectral_core.project.history import CONFIRMED
from spectral_core.registry import METHODS, default_inducer, default_parser
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

TRIAL_SENTENCES = 20  # decided after training, from which the models are compared; again when they have doubled
_TRIAL_CONFIDENCE = 0.9  # share of bootstrap samples in which the new model must be better
_logger = logging.getLogger(__name__)
_MIN_TREES_FOR_PARSER = 50  # minimum number of trees for a parser to compete with the bracket inducer
_MAX_INDUCER_SENTENCES = 4000  # about 15 seconds of training
_QUICK_MODEL_SENTENCES = 400  # sentences for a quick model, trained in seconds
_MIN_SENTENCES_FOR_QUICK_MODEL = 600  # number of sentences from which a quick model is trained first
# new decided sentences that trigger training: minimum, share of the whole
_RETRAIN_MIN_SENTENCES, _RETRAIN_MIN_SHARE = 20, 0.2
_MAX_INTERRUPTIONS = 2  # of one plan, by retraining
_ACCURACY_WINDOW = 200  # number of parts (arcs or phrases) over which accuracy is computed
# milliseconds until training starts; the latter if no model is active
_DELAY_MILLISECONDS, _FIRST_DELAY_MILLISECONDS = 800, 100


class ModelTrial:
    """Comparison of a new model with the active one on sentences decided after training, unseen by both."""

    def __init__(self, run: Run, file: Path, work: ReportingJobs, on_outcome: Callable[[bool], object]) -> None:
        self.run, self.file = run, file
        self._work, self._on_outcome = work, on_outcome
        self._sentence_pairs: list[tuple[Sentence, Sentence]] = []
        self._active_correct: list[int] = []  # correct parts in the active model's suggestions, by sentence
        self._next_comparison = TRIAL_SENTENCES  # number of sentences
        self._is_measuring = False

    def add_decided_sentence(self, undecided: Sentence, decided: Sentence, correct_parts: int) -> None:
        """Add a decided sentence, with the number of correct parts in the active model's suggestion. Compare the models
        at twenty sentences, and whenever their number has doubled since."""
        self._sentence_pairs.append((undecided, decided))
        self._active_correct.append(correct_parts)
        if self._is_measuring or len(self._sentence_pairs) < self._next_comparison:
            return
        self._is_measuring, self._next_comparison = True, 2 * len(self._sentence_pairs)
        request = CompareSuggestions(self.file, tuple(self._sentence_pairs), tuple(self._active_correct))
        job = self._work.send(TRAINING, request, report_errors=False)
        job.finished.connect(self._on_compared)
        job.when_unsuccessful(lambda: self._on_outcome(False))

    def _on_compared(self, confidence: float) -> None:
        """Decide if one model is better with enough confidence; otherwise wait for more sentences."""
        self._is_measuring = False
        if confidence >= _TRIAL_CONFIDENCE:
            self._on_outcome(True)
        elif 1 - confidence >= _TRIAL_CONFIDENCE:
            self._on_outcome(False)

    def remove_file(self) -> None:
        """Remove the model's file, which nothing else uses."""
        self.file.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """One model to train: the method, the training documents and their number of sentences."""

    method: str
    documents: tuple[str, ...]
    sentence_count: int  # a measure of the training cost
    max_sentences: int = 0  # 0 for all
    is_quick_model: bool = False  # trained on few sentences; a model of all sentences replaces it
    is_library_challenger: bool = False  # replaces a library model if it is better
    is_inducer_challenger: bool = False  # replaces the bracket inducer if it is better on decided trees

    @property
    def key(self) -> tuple[str, str, int]:
        """Key that identifies a plan among those attempted."""
        return (self.method, " ".join(self.documents), self.max_sentences or self.sentence_count)


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
        self._training_job: Job[TrainingResult] | None = None
        self._training_documents: tuple[str, ...] = ()  # documents that the training job uses
        self._tried_plans: set[tuple[str, str, int]] = set()  # keys of plans attempted
        self._interruption_counts: Counter[tuple[str, str, int]] = Counter()  # by plan key
        self._retried_plans: set[tuple[str, str, int]] = set()  # keys of plans retried after the death of their process
        self._trial: ModelTrial | None = None
        self._run_to_activate: Run | None = None  # becomes active at the next sentence
        self._decided_at_last_trial = -_RETRAIN_MIN_SENTENCES  # number of decided sentences at the last trial
        self._decided_at_last_query = 0  # number of decided sentences at the last query
        self._challenger_file: Path | None = None  # model file of the parser compared with the bracket inducer
        self._accepted_at_last_comparison = 0  # number of accepted trees at the last comparison
        self._model_to_switch: ActiveModel | None = None  # switches to its newest run at the next sentence
        self.training_sizes: dict[str, int] = {}  # number of training sentences of each background run, by name
        self._quick_runs: set[str] = set()  # names of runs of quick models
        self.parser_comparison: ParserComparison | None = None  # bracket inducer against a parser
        self._first_suggestions: dict[
            int, tuple[Sentence, Sentence]
        ] = {}  # undecided sentence with its first suggested tree, by sentence index
        # whether recently decided parts were suggested, by project and document
        self._outcomes_by_document: dict[tuple[Path | None, str], deque[bool]] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._request_trainable_documents)
        session.changes.add_part(
            "auto-trainer",
            self._on_changes,
            ChangeKind.DOCUMENT
            | ChangeKind.SELECTION
            | ChangeKind.DECISIONS
            | ChangeKind.LOCKS
            | ChangeKind.SUGGESTIONS
            | ChangeKind.MODELS,
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
    def has_trial(self) -> bool:
        """Whether a model of the project is being compared with a library model."""
        return self._trial is not None

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
                text += addition.format(self.parser_comparison.inducer_f1, self.parser_comparison.trained_f1)
        elif self.parser_comparison is not None:
            addition = self.tr(" (F1 {0:.0f}, without supervision {1:.0f})")
            text += addition.format(self.parser_comparison.trained_f1, self.parser_comparison.inducer_f1)
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
        is_needed = self._lacks_parser() or self._lacks_ranker() or self._needs_new_model() or self._needs_trial()
        is_busy = self._runs.is_training_for_user or self._training_job is not None or self._trainable_job is not None
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
                self._start_training(plan)
                return

    def _make_plans(self, documents_found: tuple[TrainableDocument, ...]) -> list[TrainingPlan]:
        """Return the training plans, the smallest first."""
        plans = []
        structure = self._suggestions.structure
        is_source_project = self._is_source_project()
        sizes = {source.document: source.complete_trees.get(structure.name, 0) for source in documents_found}
        if is_source_project:  # the other documents are for testing
            sizes = {name: size for name, size in sizes.items() if name == self._session.documents[0]}
        documents = tuple(name for name, size in sizes.items() if size)
        total, method = sum(sizes.values()), default_parser(structure).name
        if METHODS[method].uses_unannotated_text:
            documents = tuple(sizes)
        bracket_inducer = default_inducer(structure)
        shown_document = self._session.document
        shown_size = sizes.get(shown_document, 0)
        needs_parser = self._lacks_parser() and (
            is_source_project
            or any(
                source.incomplete_trees.get(structure.name)
                for source in documents_found
                if source.document == shown_document
            )
        )
        if bracket_inducer is not None and total < MIN_TREES and needs_parser and not is_source_project:
            count = sum(source.sentences for source in documents_found)
            plans.append(
                TrainingPlan(
                    bracket_inducer.name,
                    tuple(sizes),
                    count,
                    _MAX_INDUCER_SENTENCES if count > _MAX_INDUCER_SENTENCES else 0,
                )
            )
        elif total >= MIN_TREES:
            if needs_parser and MIN_TREES <= shown_size < min(total, _QUICK_MODEL_SENTENCES + 1):
                plans.append(TrainingPlan(method, (shown_document,), shown_size, is_quick_model=True))
            elif needs_parser and total > _MIN_SENTENCES_FOR_QUICK_MODEL:
                plans.append(TrainingPlan(method, documents, total, _QUICK_MODEL_SENTENCES, is_quick_model=True))
            if needs_parser or self._needs_new_model() or self._is_quick_model_active():
                run = self._suggestions.model.active_run
                plans.append(
                    TrainingPlan(
                        method,
                        documents,
                        total,
                        is_inducer_challenger=run is not None and self._is_bracket_inducer(run),
                    )
                )
            elif self._needs_trial():
                plans.append(TrainingPlan(method, documents, total, is_library_challenger=True))
        sources = [source for source in documents_found if source.sentences_with_readings]
        readable = tuple(source.document for source in sources)
        if self._lacks_ranker() and sum(source.sentences_with_readings for source in sources) >= MIN_TREES:
            plans.append(TrainingPlan("analysis-ranker", readable, _QUICK_MODEL_SENTENCES + 1))
        return sorted(plans, key=lambda plan: plan.max_sentences or plan.sentence_count)

    def _start_training(self, plan: TrainingPlan) -> None:
        """Start training a planned model; a challenger is compared with the active model instead of recorded."""
        uninterruptible = self._interruption_counts[plan.key] >= _MAX_INTERRUPTIONS
        on_trial = self._start_trial if plan.is_library_challenger else None
        if plan.is_inducer_challenger:
            on_trial = partial(self._compare_challenger_with_inducer, plan)
        if plan.is_library_challenger:
            self._decided_at_last_trial = len(self._session.provenances)
        try:
            job = self._runs.train_in_background(
                plan.method, plan.documents, plan.max_sentences, uninterruptible, on_trial
            )
        except (OSError, ValueError, SpectralError) as error:
            _logger.info("background training was not started: %s", type(error).__name__)
            return
        role = "trial" if plan.is_library_challenger else "rival" if plan.is_inducer_challenger else "model"
        sentences = plan.max_sentences or plan.sentence_count
        _logger.info("background training of a %s: %s from %d sentences", role, plan.method, sentences)
        self._training_job, self._training_documents = job, plan.documents
        name = "" if self._runs.current_run is None else self._runs.current_run.name
        needs_structure = METHODS[plan.method].needs_structure
        active_model = self._suggestions.model if METHODS[plan.method].structure is not None else self._ranking_model
        replaces_active = active_model.active_run is not None and on_trial is None

        def on_finished(_: TrainingResult) -> None:
            self.training_sizes[name] = plan.max_sentences or plan.sentence_count
            if plan.is_quick_model:
                self._quick_runs.add(name)
            if replaces_active and active_model.is_automatic:
                self._model_to_switch = active_model
            if needs_structure and not plan.is_inducer_challenger:
                self._compare_parser_with_inducer(plan)
            for run in self._runs.recorded_runs:
                if run.name == name:
                    self.model_trained.emit(run)

        def on_cancelled(_: object) -> None:
            self._tried_plans.discard(plan.key)
            self._interruption_counts[plan.key] += 1
            if plan.is_library_challenger:
                self._decided_at_last_trial = -_RETRAIN_MIN_SENTENCES

        def on_ended() -> None:
            self._training_job = None
            self._schedule_training()

        job.finished.connect(on_finished)
        job.cancelled.connect(on_cancelled)
        job.when_ended(on_ended)
        job.failed.connect(lambda _: self._retry_after_process_death(job, plan.key))
        self.changed.emit()

    def _retry_after_process_death(self, job: Job[Any], key: tuple[str, str, int]) -> None:
        """Train once more if the process of a job died."""
        if job.has_lost_process and key not in self._retried_plans:
            self._retried_plans.add(key)
            self._tried_plans.discard(key)
            self._schedule_training()

    def _start_trial(self, run: Run) -> None:
        """Compare the model of a run with the active library model on the next decided sentences."""
        file = self._runs.find_model_file(run)
        if file is not None:
            self._trial = ModelTrial(run, file, self._work, self._on_trial_decided)

    def _on_trial_decided(self, is_better: bool) -> None:
        trial, self._trial = self._trial, None
        _logger.info("the model on trial is %s", "better and takes over" if is_better else "not better")
        if trial is not None and is_better:
            self._run_to_activate = trial.run
        elif trial is not None:
            trial.remove_file()

    def _compare_challenger_with_inducer(self, plan: TrainingPlan, run: Run) -> None:
        """Activate a parser trained on accepted trees if cross-validation shows that it is better on them than the
        bracket inducer; otherwise remove it until there are more trees."""
        parser_file, inducer_file = self._runs.find_model_file(run), self._suggestions.model.run_file
        if parser_file is None or inducer_file is None:
            return
        self._challenger_file, project = parser_file, self._session.project
        job = self._work.send(TRAINING, CompareParsers(plan.documents, inducer_file, plan.method), report_errors=False)

        def on_compared(comparison: ParserComparison) -> None:
            if project is not self._session.project:
                return
            self._challenger_file, self._accepted_at_last_comparison = None, self._count_accepted_trees()
            _logger.info(
                "%s is %s", plan.method, "better and takes over" if comparison.trained_is_better else "not better yet"
            )
            if comparison.trained_is_better:
                self._run_to_activate, self._model_to_switch = run, self._suggestions.model
            else:
                parser_file.unlink(missing_ok=True)
            self._set_parser_comparison(comparison)

        job.finished.connect(on_compared)
        job.when_unsuccessful(self._remove_challenger_file)

    def _remove_challenger_file(self) -> None:
        if self._challenger_file is not None:
            self._challenger_file.unlink(missing_ok=True)
        self._challenger_file = None

    def _on_project_closed(self) -> None:
        self._remove_challenger_file()
        if self._trial is not None:
            self._trial.remove_file()
        self._accepted_at_last_comparison = 0
        self._trial, self._run_to_activate, self._decided_at_last_trial = None, None, -_RETRAIN_MIN_SENTENCES

    def _needs_trial(self) -> bool:
        """Return whether a library model is active and enough sentences were decided to try a model of the project."""
        model = self._suggestions.model
        run = model.active_run
        if run is None or not model.is_automatic or run not in model.library_runs or model.project_runs:
            return False
        busy = self._trial is not None or self._run_to_activate is not None
        return not busy and len(self._session.provenances) - self._decided_at_last_trial >= _RETRAIN_MIN_SENTENCES

    def _compare_parser_with_inducer(self, plan: TrainingPlan) -> None:
        """Compare a newly trained parser with the bracket inducer, if one is active."""
        active_model = self._suggestions.model
        files = [
            file
            for run in active_model.project_runs
            if self._is_bracket_inducer(run) and (file := self._runs.find_model_file(run)) is not None
        ]
        if files:
            request = CompareParsers(plan.documents, files[-1], plan.method)
            job = self._work.send(TRAINING, request, report_errors=False)
            job.finished.connect(self._session.guard_by_document(self._set_parser_comparison))

    def _set_parser_comparison(self, comparison: ParserComparison) -> None:
        self.parser_comparison = comparison
        self.changed.emit()

    def _is_bracket_inducer(self, run: Run) -> bool:
        """Return whether the model of a run is a bracket inducer (unsupervised, from words alone)."""
        return run.method in METHODS and not METHODS[run.method].needs_structure

    def _lacks_parser(self) -> bool:
        return self._suggestions.model.active_run is None and self._suggestions.model.is_automatic

    def _lacks_ranker(self) -> bool:
        return self._ranking_model.active_run is None and self._ranking_model.is_automatic

    def _is_quick_model_active(self) -> bool:
        """Return whether the active model is a quick one, trained on only part of the sentences."""
        run = self._suggestions.model.active_run
        return run is not None and run.name in self._quick_runs

    def _needs_new_model(self) -> bool:
        """Return whether to train a model to replace the active one: a quick model, a bracket inducer once there are
        enough accepted trees, or a model that cannot be retrained although enough sentences were decided since."""
        model = self._suggestions.model
        run = model.active_run
        if run is None or not model.is_automatic:
            return False
        if self._is_bracket_inducer(run):
            busy = self._challenger_file is not None or self._run_to_activate is not None
            return not busy and self._count_accepted_trees() >= max(
                _MIN_TREES_FOR_PARSER, self._accepted_at_last_comparison + _RETRAIN_MIN_SENTENCES
            )
        if run.name not in self.training_sizes:
            return False
        training_size = self.training_sizes[run.name]
        return run.name in self._quick_runs or (
            len(model.newly_decided_sentences) >= max(_RETRAIN_MIN_SENTENCES, _RETRAIN_MIN_SHARE * training_size)
            and not can_retrain_model(run, model.run_file)
        )

    def _count_accepted_trees(self) -> int:
        """Return the number of sentences of the open document whose complete tree the user accepted."""
        session, structure = self._session, self._suggestions.structure
        confirmed = (
            session.treebank[index] for index, provenance in session.provenances.items() if provenance == CONFIRMED
        )
        return sum(structure.is_complete(sentence) for sentence in confirmed)

    def _activate_trained_models(self) -> None:
        """Activate the models that were trained on more sentences or found better; called between two sentences."""
        if self._run_to_activate is not None:
            run, self._run_to_activate = self._run_to_activate, None
            self._runs.add_run(run, self._session.project)
            self.changed.emit()
        if self._model_to_switch is not None:
            active_model, self._model_to_switch = self._model_to_switch, None
            active_model.choose_run(None)
            self.changed.emit()

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
            self._first_suggestions[index] = (suggestion.question.sentence, suggestion.get_tree(0))

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._on_treebank_changed()
        if changes.has(ChangeKind.SELECTION):
            self._activate_trained_models()
        if changes.edit is not None:
            QTimer.singleShot(0, self, self._score_decisions)  # not urgent
        for index in sorted(changes.suggested):
            self._on_suggestion_changed(index)
        if changes.has(ChangeKind.MODELS):
            self._schedule_training()

    def _score_decisions(self) -> None:
        """Score the first suggestions for sentences decided since, and train if many were decided."""
        """Score the first suggestions for sentences confirmed since; train if enough sentences were decided."""
        session, structure = self._session, self._suggestions.structure
        for index in [
            decided_index
            for decided_index in self._first_suggestions
            if session.provenances.get(decided_index) == CONFIRMED
        ]:
            self._score_suggestion(structure, *self._first_suggestions.pop(index), session.treebank[index])
        count, previous_count = len(session.provenances), self._decided_at_last_query
        has_grown = previous_count < MIN_TREES <= count or count - previous_count >= MIN_TREES
        if has_grown and (self._lacks_parser() or self._lacks_ranker()):
            self._schedule_training()

    def _score_suggestion(
        self, structure: Structure, undecided: Sentence, suggested: Sentence, decided: Sentence
    ) -> None:
        """Compare the first suggestion for a sentence with its decided tree, part by part."""
        if len(suggested) == len(decided) and structure.is_complete(decided):
            hits = [hit for _, hit in structure.compare_to_gold(suggested, decided)]
            self._part_outcomes.extend(hits)
            if self._trial is not None:
                self._trial.add_decided_sentence(undecided, decided, sum(hits))
            self.changed.emit()
            if self._needs_new_model() or self._needs_trial():
                self._schedule_training()

    def _on_treebank_changed(self) -> None:
        if self._training_job is not None and self._session.document not in self._training_documents:
            self._training_job.cancel()  # models for the open document have priority
        self._first_suggestions.clear()
        self._decided_at_last_query = 0
        self._model_to_switch = self.parser_comparison = None
