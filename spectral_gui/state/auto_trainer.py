"""Auto-training in the background, and comparison of new models with the active one before they become active."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from spectral_core.data import Sentence
from spectral_core.data.structure import Structure
from spectral_core.engine import (
    CompareParsers,
    CountCorrect,
    FindTrainable,
    LearningResult,
    ParserComparison,
    TrainableDocument,
)
from spectral_core.project import Run
from spectral_core.project.history import CONFIRMED
from spectral_core.registry import METHODS, default_inducer, default_parser
from spectral_gui.jobs.jobs import LEARNING, Job
from spectral_gui.resources import resolve_plural
from spectral_gui.state.active_model import ActiveModel, can_add_sentences
from spectral_gui.state.descriptions import MIN_TREES
from spectral_gui.state.notices import Work
from spectral_gui.state.runs import Runs
from spectral_gui.state.session import Session
from spectral_gui.state.suggestions import Suggestions
from spectral_gui.state.survey import DocumentSurvey

TRIAL_SENTENCES = 10  # decided after training, to compare the models on
_logger = logging.getLogger(__name__)
_MIN_RIVAL_TREES = 50  # minimum number of trees for a parser to compete with the bracket inducer
_MAX_INDUCER_SENTENCES = 4000  # about 15 seconds of training
_QUICK_SENTENCES = 400  # sentences for a quick model, trained in seconds
_MIN_FOR_QUICK_START = 600  # number of sentences from which a quick model is trained first
_RETRAIN_AFTER, _RETRAIN_SHARE = 20, 0.2  # new decided sentences that trigger training: minimum, share of the whole
_MAX_INTERRUPTIONS = 2  # of one plan, by retraining
_ACCURACY_WINDOW = 200  # number of parts (arcs or phrases) over which accuracy is computed
_DELAY, _FIRST_DELAY = 800, 100  # milliseconds until training starts; the latter if no model is active


class ModelTrial:
    """Comparison of a new model with the active one on sentences decided after training, unseen by both."""

    def __init__(self, run: Run, file: Path, work: Work, on_decided: Callable[[bool], object]) -> None:
        self.run, self.file = run, file
        self._work, self._on_decided = work, on_decided
        self._decided: list[tuple[Sentence, Sentence]] = []
        self._active_correct = 0  # correct parts in the active model's suggestions
        self._is_measuring = False

    def add(self, undecided: Sentence, decided: Sentence, correct_parts: int) -> None:
        """Add a decided sentence, with the number of correct parts in the active model's suggestion."""
        if self._is_measuring:
            return
        self._decided.append((undecided, decided))
        self._active_correct += correct_parts
        if len(self._decided) >= TRIAL_SENTENCES:
            self._is_measuring = True
            job = self._work.send(LEARNING, CountCorrect(self.file, tuple(self._decided)), report_errors=False)
            job.finished.connect(lambda trial_correct: self._on_decided(trial_correct > self._active_correct))
            job.when_unsuccessful(lambda: self._on_decided(False))

    def discard(self) -> None:
        """Remove the model's file, which nothing else uses."""
        self.file.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """One model to train: the method, the training documents and their number of sentences."""

    method: str
    documents: tuple[str, ...]
    sentences: int  # a measure of the training cost
    max_sentences: int = 0  # 0 for all
    is_quick_start: bool = False  # trained on few sentences; a model of all sentences replaces it
    is_trial: bool = False  # replaces a library model if it is better
    is_rival: bool = False  # replaces the bracket inducer if it is better on decided trees

    @property
    def key(self) -> tuple[str, str, int]:
        """Key that identifies a plan among those attempted."""
        return (self.method, " ".join(self.documents), self.max_sentences or self.sentences)


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
        work: Work,
        is_training_data: Callable[[], bool] = lambda: False,
    ):
        """Create a disabled trainer.

        Args:
            is_training_data: whether the open project is a treebank to train models from for other texts and is not
                annotated; only its first document is used.
        """
        super().__init__()
        self._is_training_data = is_training_data
        self._session, self._runs, self._survey, self._work = session, runs, survey, work
        self._suggestions, self._ranking_model = suggestions, ranking_model
        self._is_enabled = False
        self._query_job: Job[tuple[TrainableDocument, ...]] | None = None
        self._training_job: Job[LearningResult] | None = None
        self._training_documents: tuple[str, ...] = ()  # of the training job
        self._tried: set[tuple[str, str, int]] = set()  # keys of plans attempted
        self._interruptions: Counter[tuple[str, str, int]] = Counter()  # by plan key
        self._retried: set[tuple[str, str, int]] = set()  # keys of plans retried after the death of their process
        self._trial: ModelTrial | None = None
        self._winner: Run | None = None  # becomes active at the next sentence
        self._last_trial_at = -_RETRAIN_AFTER  # number of decided sentences at the last trial
        self._decided_at_query = 0  # number of decided sentences at the last query
        self._rival_file: Path | None = None  # model file of the parser compared with the bracket inducer
        self._accepted_at_rivalry = 0  # number of accepted trees at the last comparison
        self._model_to_switch: ActiveModel | None = None  # switches to its newest run at the next sentence
        self.training_sizes: dict[str, int] = {}  # number of training sentences of each background run, by name
        self._quick_runs: set[str] = set()  # names of runs of quick models
        self.comparison: ParserComparison | None = None  # of the bracket inducer with a parser
        self._first_suggestions: dict[
            int, tuple[Sentence, Sentence]
        ] = {}  # undecided sentence with its first suggested tree, by sentence index
        self._hits: deque[bool] = deque(maxlen=_ACCURACY_WINDOW)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._query_learnable)
        session.treebank_changed.connect(self._on_treebank_changed)
        session.project_closed.connect(self._on_project_closed)
        session.selection_changed.connect(lambda *_: self._switch_models())
        session.edit_applied.connect(self._on_edit_applied, Qt.ConnectionType.QueuedConnection)  # not urgent
        survey.changed.connect(self._schedule)
        suggestions.model_changed.connect(self._schedule)
        suggestions.changed.connect(self._on_suggestion_changed)
        runs.changed.connect(self._schedule)

    def set_enabled(self, enabled: bool) -> None:
        """Switch training in the background on or off."""
        if enabled != self._is_enabled:
            self._is_enabled = enabled
            if not enabled and self._training_job is not None:
                self._training_job.cancel()
            self._schedule()

    @property
    def accuracy(self) -> float | None:
        """Share of correct parts among the first suggestions for the parts decided last; None if there are none."""
        return sum(self._hits) / len(self._hits) if self._hits else None

    @property
    def has_trial(self) -> bool:
        """Whether a model of the project is being compared with a library model."""
        return self._trial is not None

    @property
    def status(self) -> str:
        """One-line description of the model that suggests trees."""
        run = self._suggestions.model.run
        if run is None:
            return self.tr("training a parser …") if self._training_job is not None else ""
        count = self.training_sizes.get(run.name)
        text = run.name if count is None else resolve_plural(self.tr("trained on %Ln sentence(s)", "", count), count)
        if count is not None and self._is_inducer(run):
            text = resolve_plural(self.tr("trained on the words of %Ln sentence(s)", "", count), count)
            if self.comparison is not None:
                addition = self.tr(" (F1 {0:.0f}, a parser of your trees {1:.0f})")
                text += addition.format(self.comparison.induced, self.comparison.learnt)
        elif self.comparison is not None:
            addition = self.tr(" (F1 {0:.0f}, without supervision {1:.0f})")
            text += addition.format(self.comparison.learnt, self.comparison.induced)
        if added := self._suggestions.model.added_count:
            text += resolve_plural(self.tr(" + %Ln accepted", "", added), added)
        if self.accuracy is not None:
            addition = self.tr("last {1} suggestions: {0:.0%} correct")
            text += ", " + addition.format(self.accuracy, len(self._hits))
        return text

    def _schedule(self, *_: object) -> None:
        if self._is_enabled and self._survey.is_complete:
            self._timer.start(_FIRST_DELAY if self._suggestions.model.run is None else _DELAY)
        self.changed.emit()

    def _query_learnable(self) -> None:
        """Request the documents that methods can be trained on, if a model is missing and none is being trained."""
        session = self._session
        is_needed = self._lacks_parser() or self._lacks_ranker() or self._is_outgrown() or self._needs_trial()
        busy = self._runs.is_learning or self._training_job is not None or self._query_job is not None
        if not self._is_enabled or session.project is None or session.read_only or busy or not is_needed:
            return
        self._decided_at_query = len(session.decided)
        other_documents = tuple(name for name in session.documents if name != session.document)
        self._runs.send_unopened(set(other_documents))
        job = self._query_job = self._work.send(
            LEARNING, FindTrainable(session.document, other_documents), report_errors=False
        )
        job.finished.connect(session.guard_document(self._on_learnable))
        job.when_ended(self._on_query_ended)
        job.failed.connect(lambda _: self._retry_once(job, ("", session.document, 0)))

    def _on_query_ended(self) -> None:
        self._query_job = None

    def _on_learnable(self, learnable: tuple[TrainableDocument, ...]) -> None:
        self._query_job = None
        for planned in self._make_plans(learnable):
            if planned.key not in self._tried:
                self._tried.add(planned.key)
                self._train(planned)
                return

    def _make_plans(self, learnable: tuple[TrainableDocument, ...]) -> list[TrainingPlan]:
        """Return the training plans, the smallest first."""
        plans = []
        structure = self._suggestions.structure
        is_training_data = self._is_training_data()
        sizes = {source.document: source.trees.get(structure.name, 0) for source in learnable}
        if is_training_data:  # the other documents are for testing
            sizes = {name: size for name, size in sizes.items() if name == self._session.documents[0]}
        documents = tuple(name for name, size in sizes.items() if size)
        total, method = sum(sizes.values()), default_parser(structure).name
        if METHODS[method].reads_text:
            documents = tuple(sizes)
        bracket_inducer = default_inducer(structure)
        shown_document = self._session.document
        shown_size = sizes.get(shown_document, 0)
        needs_parser = self._lacks_parser() and (
            is_training_data
            or any(source.open.get(structure.name) for source in learnable if source.document == shown_document)
        )
        if bracket_inducer is not None and total < MIN_TREES and needs_parser and not is_training_data:
            count = sum(source.sentences for source in learnable)
            plans.append(
                TrainingPlan(
                    bracket_inducer.name,
                    tuple(sizes),
                    count,
                    _MAX_INDUCER_SENTENCES if count > _MAX_INDUCER_SENTENCES else 0,
                )
            )
        elif total >= MIN_TREES:
            if needs_parser and MIN_TREES <= shown_size < min(total, _QUICK_SENTENCES + 1):
                plans.append(TrainingPlan(method, (shown_document,), shown_size, is_quick_start=True))
            elif needs_parser and total > _MIN_FOR_QUICK_START:
                plans.append(TrainingPlan(method, documents, total, _QUICK_SENTENCES, is_quick_start=True))
            if needs_parser or self._is_outgrown() or self._is_quick_start():
                run = self._suggestions.model.run
                plans.append(TrainingPlan(method, documents, total, is_rival=run is not None and self._is_inducer(run)))
            elif self._needs_trial():
                plans.append(TrainingPlan(method, documents, total, is_trial=True))
        readable = tuple(source.document for source in learnable if source.readings)
        if readable and self._lacks_ranker():
            plans.append(TrainingPlan("analysis-ranker", readable, _QUICK_SENTENCES + 1))
        return sorted(plans, key=lambda plan: plan.max_sentences or plan.sentences)

    def _train(self, planned: TrainingPlan) -> None:
        """Start training a planned model; a challenger is compared with the active model instead of recorded."""
        uninterruptible = self._interruptions[planned.key] >= _MAX_INTERRUPTIONS
        on_trial = self._start_trial if planned.is_trial else None
        if planned.is_rival:
            on_trial = partial(self._compare_rival, planned)
        if planned.is_trial:
            self._last_trial_at = len(self._session.decided)
        try:
            job = self._runs.learn_in_background(
                planned.method, planned.documents, planned.max_sentences, uninterruptible, on_trial
            )
        except (OSError, ValueError):
            return
        role = "trial" if planned.is_trial else "rival" if planned.is_rival else "model"
        sentences = planned.max_sentences or planned.sentences
        _logger.info("background training of a %s: %s from %d sentences", role, planned.method, sentences)
        self._training_job, self._training_documents = job, planned.documents
        name = "" if self._runs.running is None else self._runs.running.name
        needs_structure = METHODS[planned.method].needs_structure
        active_model = self._suggestions.model if METHODS[planned.method].structure is not None else self._ranking_model
        replaces_active = active_model.run is not None and on_trial is None

        def on_finished(_: LearningResult) -> None:
            self.training_sizes[name] = planned.max_sentences or planned.sentences
            if planned.is_quick_start:
                self._quick_runs.add(name)
            if replaces_active and active_model.is_automatic:
                self._model_to_switch = active_model
            if needs_structure and not planned.is_rival:
                self._compare_with_inducer(planned)
            for run in self._runs.recorded:
                if run.name == name:
                    self.model_trained.emit(run)

        def on_cancelled(_: object) -> None:
            self._tried.discard(planned.key)
            self._interruptions[planned.key] += 1
            if planned.is_trial:
                self._last_trial_at = -_RETRAIN_AFTER

        def on_ended() -> None:
            self._training_job = None
            self._schedule()

        job.finished.connect(on_finished)
        job.cancelled.connect(on_cancelled)
        job.when_ended(on_ended)
        job.failed.connect(lambda _: self._retry_once(job, planned.key))
        self.changed.emit()

    def _retry_once(self, job: Job[Any], key: tuple[str, str, int]) -> None:
        """Train once more if the process of a job died."""
        if job.lost_process and key not in self._retried:
            self._retried.add(key)
            self._tried.discard(key)
            self._schedule()

    def _start_trial(self, run: Run) -> None:
        file = self._runs.find_model(run)
        if file is not None:
            self._trial = ModelTrial(run, file, self._work, self._on_trial_decided)

    def _on_trial_decided(self, is_better: bool) -> None:
        trial, self._trial = self._trial, None
        _logger.info("the model on trial is %s", "better and takes over" if is_better else "not better")
        if trial is not None and is_better:
            self._winner = trial.run
        elif trial is not None:
            trial.discard()

    def _compare_rival(self, planned: TrainingPlan, run: Run) -> None:
        """Activate a parser trained on accepted trees if cross-validation shows that it is better on them than the
        bracket inducer; otherwise remove it until there are more trees."""
        file, induced = self._runs.find_model(run), self._suggestions.model.base
        if file is None or induced is None:
            return
        self._rival_file, project = file, self._session.project
        job = self._work.send(LEARNING, CompareParsers(planned.documents, induced, planned.method), report_errors=False)

        def on_compared(comparison: ParserComparison) -> None:
            if project is not self._session.project:
                return
            self._rival_file, self._accepted_at_rivalry = None, self._count_accepted_trees()
            _logger.info("%s is %s", planned.method, "better and takes over" if comparison.better else "not better yet")
            if comparison.better:
                self._winner, self._model_to_switch = run, self._suggestions.model
            else:
                file.unlink(missing_ok=True)
            self._set_comparison(comparison)

        job.finished.connect(on_compared)
        job.when_unsuccessful(self._discard_rival)

    def _discard_rival(self) -> None:
        if self._rival_file is not None:
            self._rival_file.unlink(missing_ok=True)
        self._rival_file = None

    def _on_project_closed(self) -> None:
        self._discard_rival()
        if self._trial is not None:
            self._trial.discard()
        self._accepted_at_rivalry = 0
        self._trial, self._winner, self._last_trial_at = None, None, -_RETRAIN_AFTER

    def _needs_trial(self) -> bool:
        """Return whether a library model is active and enough sentences were decided to try a model of the project."""
        model = self._suggestions.model
        run = model.run
        if run is None or not model.is_automatic or run not in model.library_runs or model.project_runs:
            return False
        busy = self._trial is not None or self._winner is not None
        return not busy and len(self._session.decided) - self._last_trial_at >= _RETRAIN_AFTER

    def _compare_with_inducer(self, planned: TrainingPlan) -> None:
        """Compare a newly trained parser with the bracket inducer, if one is active."""
        active_model = self._suggestions.model
        files = [
            file
            for run in active_model.project_runs
            if self._is_inducer(run) and (file := self._runs.find_model(run)) is not None
        ]
        if files:
            request = CompareParsers(planned.documents, files[-1], planned.method)
            job = self._work.send(LEARNING, request, report_errors=False)
            job.finished.connect(self._session.guard_document(self._set_comparison))

    def _set_comparison(self, comparison: ParserComparison) -> None:
        self.comparison = comparison
        self.changed.emit()

    def _is_inducer(self, run: Run) -> bool:
        """Return whether the model of a run is a bracket inducer (unsupervised, from words alone)."""
        return run.method in METHODS and not METHODS[run.method].needs_structure

    def _lacks_parser(self) -> bool:
        return self._suggestions.model.run is None and self._suggestions.model.is_automatic

    def _lacks_ranker(self) -> bool:
        return self._ranking_model.run is None and self._ranking_model.is_automatic

    def _is_quick_start(self) -> bool:
        """Return whether the active model is a quick one, trained on only part of the sentences."""
        run = self._suggestions.model.run
        return run is not None and run.name in self._quick_runs

    def _is_outgrown(self) -> bool:
        """Return whether the active model is a quick one, or cannot be retrained although enough sentences were decided
        since."""
        model = self._suggestions.model
        run = model.run
        if run is None or not model.is_automatic:
            return False
        if self._is_inducer(run):
            busy = self._rival_file is not None or self._winner is not None
            return not busy and self._count_accepted_trees() >= max(
                _MIN_RIVAL_TREES, self._accepted_at_rivalry + _RETRAIN_AFTER
            )
        if run.name not in self.training_sizes:
            return False
        training_size = self.training_sizes[run.name]
        return run.name in self._quick_runs or (
            len(model.new_sentences) >= max(_RETRAIN_AFTER, _RETRAIN_SHARE * training_size)
            and not can_add_sentences(run)
        )

    def _count_accepted_trees(self) -> int:
        """Return the number of sentences of the open document whose complete tree the user accepted."""
        session, structure = self._session, self._suggestions.structure
        confirmed = (
            session.treebank[index] for index, provenance in session.decided.items() if provenance == CONFIRMED
        )
        return sum(structure.is_complete(sentence) for sentence in confirmed)

    def _switch_models(self) -> None:
        """Switch to a model trained on more sentences, or found better, at this sentence."""
        if self._winner is not None:
            run, self._winner = self._winner, None
            self._runs.add(run, self._session.project)
            self.changed.emit()
        if self._model_to_switch is not None:
            active_model, self._model_to_switch = self._model_to_switch, None
            active_model.choose(None)
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
        if not suggestion.question.structure.has_decisions(suggestion.question.sentence):
            self._first_suggestions[index] = (suggestion.question.sentence, suggestion.tree(0))

    def _on_edit_applied(self, *_: object) -> None:
        session, structure = self._session, self._suggestions.structure
        for index in [
            decided_index
            for decided_index in self._first_suggestions
            if session.decided.get(decided_index) == CONFIRMED
        ]:
            self._score_suggestion(structure, *self._first_suggestions.pop(index), session.treebank[index])
        count, previous_count = len(session.decided), self._decided_at_query
        has_grown = previous_count < MIN_TREES <= count or count - previous_count >= MIN_TREES
        if has_grown and (self._lacks_parser() or self._lacks_ranker()):
            self._schedule()

    def _score_suggestion(
        self, structure: Structure, undecided: Sentence, suggested: Sentence, decided: Sentence
    ) -> None:
        """Compare the first suggestion for a sentence with its decided tree, part by part."""
        if len(suggested) == len(decided) and structure.is_complete(decided):
            hits = [hit for _, hit in structure.compare_to_gold(suggested, decided)]
            self._hits.extend(hits)
            if self._trial is not None:
                self._trial.add(undecided, decided, sum(hits))
            self.changed.emit()
            if self._is_outgrown() or self._needs_trial():
                self._schedule()

    def _on_treebank_changed(self) -> None:
        if self._training_job is not None and self._session.document not in self._training_documents:
            self._training_job.cancel()  # models for the open document have priority
        self._first_suggestions.clear()
        self._decided_at_query = 0
        self._model_to_switch = self.comparison = None
