"""The active model of each role (parsing, ranking readings): its choice, compatibility check and retraining."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from spectral_core import store
from spectral_core.data import Sentence
from spectral_core.data.readings import is_decided
from spectral_core.data.structure import Structure
from spectral_core.engine import AddSentences, CompareWithActive, ModelComparison
from spectral_core.errors import SettingsError, StoreError
from spectral_core.project import Project, Run
from spectral_core.project.history import CONFIRMED
from spectral_core.registry import METHODS, Method, make_settings
from spectral_gui.jobs.jobs import TRAINING, Job
from spectral_gui.state.changes import ChangeKind, Changes
from spectral_gui.state.document_loading import find_sentences_decided_since
from spectral_gui.state.model_library import ModelLibrary
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.session import Session
from spectral_gui.state.training_runs import Runs
from spectral_gui.text_display import make_translator

if TYPE_CHECKING:
    from spectral_gui.state.model_library import CompatibleRunSelector


_tr = make_translator("Session")
_logger = logging.getLogger(__name__)
NEWEST = "*"  # in place of a name: the newest compatible run
_Sentences = dict[tuple[str, int], Sentence]  # keyed by document and sentence index


@dataclass(frozen=True, slots=True)
class ModelRole:
    """Task of a model in the window, and the edits that it is retrained on."""

    name: str  # what it suggests
    accepts_method: Callable[[Method], bool]
    is_decided: Callable[[Sentence], bool]  # whether a sentence has nothing left to suggest
    columns: frozenset[str]  # journal columns that models of this role fill
    retrain_after: int  # number of decided sentences
    retraining_message: str  # message while the model is retrained
    retrained_message: str  # message: {0} was retrained with {1} sentences; "" for none
    not_activated_message: str  # message: {0} is trained, {1} stays active


@dataclass(frozen=True, slots=True)
class TakeoverRule:
    """When a candidate takes over from the active model: it must be better on held-out decided sentences. The models
    are compared at the minimum, and whenever the number of decided sentences has doubled since."""

    min_decided: int = 20  # sentences
    confidence: float = 0.9  # share of bootstrap samples in which it is better; 0 to take over without a comparison

    def is_due(self, decided_count: int, compared_at: int) -> bool:
        """Return whether models are compared at a number of decided sentences, after the last comparison at another
        (0 for none)."""
        return decided_count >= max(self.min_decided, 2 * compared_at)


@dataclass(frozen=True, slots=True)
class SharedModels:
    """The models of the library, and the selection of those that fit the open document."""

    library: ModelLibrary
    select_compatible: CompatibleRunSelector


class ActiveModel(QObject):
    """The model whose suggestions are shown for one role in the open document, from its choice to the next one.

    A candidate is a model trained on more sentences, or the active one with the sentences added that were undecided
    while it was active and have been decided since. It is compared with the active model on decided sentences that both
    have not seen, and takes over if it is better; the sentence being read keeps the model that it was shown with. An
    updated model is kept until the program ends. Undone decisions are left out of the training data."""

    changed = Signal()  # another model is active, or the model was updated

    def __init__(
        self, role: ModelRole, session: Session, runs: Runs, work: ReportingJobs, notices: Notices,
        shared_models: SharedModels, select_compatible: CompatibleRunSelector,
    ):  # fmt: skip
        super().__init__()
        self._select_compatible, self._shared_models = select_compatible, shared_models
        self.rule = TakeoverRule()
        self.retrain_after = role.retrain_after  # 0 for never
        self._role, self._session, self._runs, self._work, self._notices = role, session, runs, work, notices
        self._chosen_names: dict[tuple[Path | None, str], str] = {}  # the user's choices, by project and document
        # the active run of a document if the user chose none, by project and document
        self._automatic_names: dict[tuple[Path | None, str], str] = {}
        self._last_key: tuple[Path | None, str] = (None, "")  # of the document shown before
        self._project: Project | None = None  # project of the known runs
        self._known_names: frozenset[str] = frozenset()  # names of its runs with models of this role
        self.run_file: Path | None = None  # model file of the active run, before updates
        self._updated_file: Path | None = None  # the same model with `added_sentences`
        self.added_sentences: _Sentences = {}  # training sentences in addition to those of the run
        self._selected_file: tuple[Path | None] | None = None  # model that the selected sentence was shown with
        self.is_shown_without_model: Callable[[int], bool] = lambda _: False  # whether a sentence has other suggestions
        self._comparison_job: Job[ModelComparison] | None = None  # comparison with a candidate in progress
        # number of decided sentences at the last comparison, by document and model file
        self._compared_counts: dict[tuple[tuple[Path | None, str], Path | None], int] = {}
        self._updates_are_better = False  # updates of the active run were found better than the run
        self.retraining_job: Job[int] | None = None  # update in progress
        self._retrained_count = 0
        self._explained_files: set[Path] = set()  # models of which was said that they cannot be updated
        self._temporary_folder: tempfile.TemporaryDirectory[str] | None = None  # for updated models
        # sentences that were undecided while this model was active
        self._undecided_sentences: set[tuple[str, int]] = set()
        self.newly_decided_sentences: _Sentences = {}  # those of them that have been decided since
        runs.changed.connect(self._on_runs_changed)
        shared_models.library.changed.connect(self._on_runs_changed)
        session.changes.add_part(f"{role.name}-model", self._on_changes, ChangeKind.DOCUMENT | ChangeKind.SELECTION)

    @property
    def document_key(self) -> tuple[Path | None, str]:
        """Folder of the project, and name of the open document."""
        project = self._session.project
        return (None if project is None else project.folder, self._session.document)

    @property
    def chosen_name(self) -> str:
        """The run that the user chose for the open document: "" for none, NEWEST without a choice."""
        return self._chosen_names.get(self.document_key, NEWEST)

    @property
    def compared_at(self) -> int:
        """Number of decided sentences when the active model was last compared in the open document; 0 for never."""
        return self._compared_counts.get((self.document_key, self.run_file), 0)

    @property
    def candidate_runs(self) -> tuple[Run, ...]:
        """All runs that can be chosen: first models of the library, then those of the project."""
        return (*self.library_runs, *self.project_runs)

    @property
    def project_runs(self) -> tuple[Run, ...]:
        """Runs of the project with models of this role."""
        return self._select_runs_of_role(self._runs.recorded_runs)

    @property
    def library_runs(self) -> tuple[Run, ...]:
        """Models of the library for this role."""
        return self._select_runs_of_role(self._shared_models.library.runs)

    @property
    def active_run(self) -> Run | None:
        """The active run: the user's choice, or else the newest run that fitted the document when a model was first
        needed; it stays active when others are trained. If no run of the project fits, the library model that fits
        best. None if nothing fits, or the user chose no model."""
        if not self._runs.recorded_runs and not self._shared_models.library.runs:
            return None
        if not self.is_automatic:
            return next((run for run in self.candidate_runs if run.name == self.chosen_name), None)
        name, runs = self._automatic_names.get(self.document_key, ""), self._select_runs_for_document()
        return next((run for run in runs if run.name == name), runs[-1] if runs else None)

    @property
    def model_file(self) -> Path | None:
        """The model file to query now, except about the selected sentence."""
        return self._updated_file or self.run_file

    def get_file(self, index: int) -> Path | None:
        """Return the model file to query about a sentence: while it is selected, the one that was active first, so that
        a sentence being read is not shown anew."""
        is_selected = index == self._session.selection.sentence
        return self._selected_file[0] if is_selected and self._selected_file is not None else self.model_file

    @property
    def added_sentence_count(self) -> int:
        """Number of decided sentences that the active model was trained on in addition to those of its run."""
        return len(self.added_sentences)

    @property
    def is_automatic(self) -> bool:
        """Whether the newest compatible run is used, rather than the user's choice or none."""
        return self.chosen_name == NEWEST

    @property
    def is_comparing(self) -> bool:
        """Whether a candidate is being compared with the active model."""
        return self._comparison_job is not None

    def choose_run(self, name: str | None = None) -> None:
        """Use the model of another run for the open document: "" for none, None for the newest compatible run at any
        time."""
        previous = self.run_file
        self._chosen_names[self.document_key] = NEWEST if name is None else name
        self._automatic_names.pop(self.document_key, None)
        self._selected_file = None
        self._on_runs_changed()
        self._selected_file = (self.model_file,)  # the user wants it for this sentence too
        if self.run_file == previous:  # chosen again because it did not answer
            self.changed.emit()

    def take_over(self, run: Run, key: tuple[Path | None, str], compared_count: int = 0) -> None:
        """Let the model of a newly trained run take over in a document, unless the user chose one; tell the user if it
        was found better than the active one on `compared_count` sentences."""
        if self._chosen_names.get(key, NEWEST) != NEWEST:
            return
        previous = self.active_run
        self._automatic_names[key] = run.name
        if key != self.document_key:
            return
        self._on_runs_changed()
        if compared_count and previous is not None and previous.name != run.name:
            message = self.tr("{0} is better than {1} on {2} decided sentences and is used from the next sentence")
            self._notices.notify(message.format(run.name, previous.name, compared_count))

    def compare(
        self, request: CompareWithActive, decided_count: int, on_compared: Callable[[ModelComparison], object]
    ) -> Job[ModelComparison]:
        """Compare a candidate with the active model; `on_compared` receives the result unless another model became
        active meanwhile.

        Args:
            decided_count: the number of decided sentences that there are now.
        """
        job = self._work.send(TRAINING, request, self.tr("Comparing models"), report_errors=False)
        self._comparison_job = job

        def on_finished(comparison: ModelComparison) -> None:
            if job is self._comparison_job:
                self._comparison_job = None
                self._compared_counts[self.document_key, self.run_file] = decided_count
                _logger.info(
                    "%s: a candidate has %.1f, the active model %.1f on %d sentences; better with %.0f %%",
                    self._role.name, comparison.candidate_score, comparison.active_score, comparison.sentences,
                    100 * comparison.confidence,
                )  # fmt: skip
                on_compared(comparison)

        def on_failed(_: str) -> None:
            if job is self._comparison_job and not job.has_lost_process:  # it would fail again
                self._compared_counts[self.document_key, self.run_file] = decided_count

        def on_unsuccessful() -> None:
            if job is self._comparison_job:
                self._comparison_job = None

        job.finished.connect(on_finished)
        job.failed.connect(on_failed)
        job.when_unsuccessful(on_unsuccessful)
        return job

    def record_undecided_sentence(self, index: int) -> None:
        """Record that a sentence was undecided when this model was queried about it: its decision becomes training
        data."""
        self._undecided_sentences.add((self._session.document, index))

    def update_training_data(self, index: int) -> None:
        """Add a sentence to the training data if it was decided, or remove it if it is undecided again; retrain once
        enough have changed."""
        key = (self._session.document, index)
        if key in self._undecided_sentences:
            if self._is_decided(index):
                self.newly_decided_sentences[key] = self._session.treebank[index]
            else:
                self.newly_decided_sentences.pop(key, None)
        self._update_if_due()

    def restore_if_file_lost(self) -> bool:
        """Fall back to the run's own model, and update it again, if the file of the updated model was deleted with
        other temporary files; return whether it was."""
        run = self.active_run
        if self._updated_file is None or run is None or self._updated_file.exists():
            return False
        self._updated_file, self.added_sentences, self._selected_file = None, {}, (self.run_file,)
        message = self.tr("The retrained model of {0} was deleted with temporary files. It is trained again.")
        self._notices.notify(message.format(run.name))
        self.changed.emit()
        self._update_if_due()
        return True

    def close(self) -> None:
        """Remove the folder of retrained models."""
        if self._temporary_folder is not None:
            self._temporary_folder.cleanup()
            self._temporary_folder = None

    def _is_decided(self, index: int) -> bool:
        confirmed = self._session.provenances.get(index) == CONFIRMED
        return confirmed and self._role.is_decided(self._session.treebank[index])

    def _on_runs_changed(self) -> None:
        """Switch to the model of another run if another one is active now; drop what belonged to the previous one."""
        run = self._update_active_run()
        base = self._runs.find_model_file(run)
        shown_file = None if self._selected_file is None else self._selected_file[0]
        if shown_file is not None and not shown_file.exists():
            self._selected_file = None  # it was removed
        if base == self.run_file:
            return
        _logger.info("active model: %s", "none" if run is None else f"{run.name} in {base}")
        self.run_file, self._updated_file, self.added_sentences = base, None, {}
        is_awaited = run is not None and run.name not in self._runs.background_names
        is_read = self.is_shown_without_model(self._session.selection.sentence) and not is_awaited
        if base is None or (self._selected_file in (None, (None,)) and not is_read):
            self._selected_file = (base,)
        self._updates_are_better = False
        self._stop_comparison()
        self._undecided_sentences.clear()
        self.newly_decided_sentences.clear()
        if self.retraining_job is not None:
            self.retraining_job.cancel()
            self.retraining_job = None
        self._load_decided_sentences()
        self.changed.emit()

    def _stop_comparison(self) -> None:
        """Stop the comparison in progress, which was of another model or document."""
        if self._comparison_job is not None:
            self._comparison_job.cancel()
            self._comparison_job = None

    def _select_runs_of_role(self, runs: Sequence[Run]) -> tuple[Run, ...]:
        usable = (run for run in runs if run.model and run.method in METHODS)
        return tuple(run for run in usable if self._role.accepts_method(METHODS[run.method]))

    def _select_runs_for_document(self) -> tuple[Run, ...]:
        """Return the runs of this role that fit the open document: those of the project or, if none fits, the best of
        the library."""
        return self._select_compatible(self.project_runs) or (
            self._shared_models.select_compatible(self.library_runs) if len(self._session.treebank) else ()
        )

    def _update_active_run(self) -> Run | None:
        """Determine and return the active run; tell the user if a newer one does not become active."""
        candidates, project = self.candidate_runs, self._session.project
        names = frozenset(run.name for run in candidates)
        if self.chosen_name and self.chosen_name not in names:
            self._chosen_names.pop(self.document_key, None)  # the model was removed
        if self._project is not project:
            self._project, self._known_names = project, frozenset()
            self._automatic_names.clear()
        run = self.active_run
        if self.is_automatic:
            self._automatic_names[self.document_key] = "" if run is None else run.name
        new_names = names - self._known_names
        newest = self.project_runs[-1:]
        is_reported = (
            bool(newest)
            and newest[0].name in new_names
            and newest == self._select_compatible(self.project_runs)[-1:]
            and not any(project_run.name in self._runs.background_names for project_run in newest)
        )
        if self._known_names and new_names and run is not None and run.name not in new_names and is_reported:
            self._notices.notify(self._role.not_activated_message.format(newest[0].name, run.name))
        self._known_names = names
        return run

    def _on_changes(self, changes: Changes) -> None:
        is_other_document = changes.has(ChangeKind.DOCUMENT)
        if is_other_document:
            self._selected_file = None
            self._stop_comparison()
            self._follow_document()
            self._on_treebank_changed()
        if is_other_document or changes.moves_to_sentence(self._session.selection):
            self._selected_file = (self.model_file,)

    def _follow_document(self) -> None:
        """Keep the choice for a text when a document that holds annotation takes its place; forget the decisions of
        another project."""
        key, last_key = self.document_key, self._last_key
        self._last_key = key
        if key[0] != last_key[0]:
            self._undecided_sentences.clear()
            self.newly_decided_sentences.clear()
        elif last_key in self._chosen_names and last_key[1] not in self._session.documents:
            self._chosen_names[key] = self._chosen_names.pop(last_key)

    def _on_treebank_changed(self) -> None:
        """Include decisions made or undone while another document was open, and choose a model for the new document."""
        self._on_runs_changed()
        for name, index in tuple(self.newly_decided_sentences):
            if name == self._session.document and index < len(self._session.treebank):
                self.update_training_data(index)
        self._load_decided_sentences()

    def _load_decided_sentences(self) -> None:
        """Read from the journal the sentences decided since the active run was trained: before the project was closed,
        or while another run was active."""
        session = self._session
        run, project, base, name = self.active_run, session.project, self.run_file, session.document
        if run is None or project is None or base is None or not run.started:
            return
        columns, started = self._role.columns, run.started
        job = self._work.run_in_thread(
            lambda report: find_sentences_decided_since(project, name, started, columns, report)
        )

        def on_found(indexes: tuple[int, ...]) -> None:
            if base != self.run_file:
                return
            for index in indexes:
                self._undecided_sentences.add((name, index))
                if self._is_decided(index):
                    self.newly_decided_sentences[name, index] = session.treebank[index]
            self._update_if_due()

        job.finished.connect(session.guard_by_document(on_found))
        job.failed.connect(self._notices.report_error)

    def _update_if_due(self) -> None:
        """Update the active run's model with the sentences decided since, if they differ enough from those it was
        updated with, once updates were found better than the run; one job at a time."""
        run, base, count = self.active_run, self.run_file, len(self.newly_decided_sentences)
        if run is None or base is None or not self.retrain_after or self._is_busy:
            return
        changed_count = sum(
            self.added_sentences.get(key) != sentence for key, sentence in self.newly_decided_sentences.items()
        )
        undone_count = len(self.added_sentences.keys() - self.newly_decided_sentences.keys())
        if undone_count and count < self.rule.min_decided:
            self._activate_update(None, {})
        elif changed_count + undone_count >= self.retrain_after and count >= self.rule.min_decided:
            if not can_retrain_model(run, base):
                self._explain_missing_text(run, base)
            elif self.rule.confidence and self.rule.is_due(count, self.compared_at):
                self._compare_update(run, base)
            elif self._updates_are_better or not self.rule.confidence:
                self._update(run, base)

    @property
    def _is_busy(self) -> bool:
        """Whether the engine trains or compares models of this role, or trains for the user."""
        return self.retraining_job is not None or self.is_comparing or self._runs.is_training_for_user

    def _compare_update(self, run: Run, base: Path) -> None:
        """Compare the active run's model with the same model updated with the sentences decided since; updates begin,
        or end, if one of them is better with confidence."""

        def on_compared(comparison: ModelComparison) -> None:
            if comparison.confidence >= self.rule.confidence:
                self._updates_are_better = True
            elif 1 - comparison.confidence >= self.rule.confidence:
                self._updates_are_better = False
                if self.added_sentences:
                    self._activate_update(None, {})
            self._update_if_due()

        decided = tuple(self.newly_decided_sentences.values())
        self._runs.interrupt_background_training()
        self.compare(CompareWithActive(base, run.method, decided=decided), len(decided), on_compared)

    def _update(self, run: Run, base: Path) -> None:
        """Update the active run's model with the sentences decided since."""
        sentences = dict(self.newly_decided_sentences)
        path = self._make_temporary_path()
        self._runs.interrupt_background_training()
        job = self._work.send(
            TRAINING, AddSentences(base, path, tuple(sentences.values())), self._role.retraining_message
        )
        self.retraining_job = job

        def on_updated(count: int) -> None:
            if job is self.retraining_job:
                self.retraining_job = None
                if self._role.retrained_message:
                    self._notices.notify(self._role.retrained_message.format(run.name, count))
                self._activate_update(path, sentences)
                self._update_if_due()  # with sentences decided meanwhile

        def on_unsuccessful() -> None:
            if job is self.retraining_job:
                self.retraining_job = None

        job.finished.connect(on_updated)
        job.when_unsuccessful(on_unsuccessful)

    def _activate_update(self, path: Path | None, sentences: _Sentences) -> None:
        """Let an updated model take over, or the run's own model without a path."""
        self._updated_file, self.added_sentences = path, sentences
        _logger.info("%s: a model with %d more sentences is active", self._role.name, len(sentences))
        self._remove_older_files()
        self.changed.emit()

    def _explain_missing_text(self, run: Run, base: Path) -> None:
        """Say once why a model cannot be retrained that could be if its file held its training text."""
        if can_retrain_model(run) and base not in self._explained_files:
            self._explained_files.add(base)
            message = _tr(
                "{0} cannot learn from your sentences: its file has no training text. Train a model in this project."
            )
            self._notices.notify(message.format(run.name))

    def _make_temporary_path(self) -> Path:
        """Return a new path for a retrained model; the active one is never overwritten."""
        if self._temporary_folder is not None and not Path(self._temporary_folder.name).is_dir():
            self.close()
        if self._temporary_folder is None:
            self._temporary_folder = tempfile.TemporaryDirectory(prefix="spectral-")
        self._retrained_count += 1
        return Path(self._temporary_folder.name) / f"{self._retrained_count}.npz"

    def _remove_older_files(self) -> None:
        """Remove updated models except the active one, its predecessor, which a job may still read, and that of the
        selected sentence."""
        if self._temporary_folder is not None and self._updated_file is not None:
            number = int(self._updated_file.stem)
            for path in Path(self._temporary_folder.name).glob("*.npz"):
                if int(path.stem) < number - 1 and (path,) != self._selected_file:
                    path.unlink(missing_ok=True)


def can_retrain_model(run: Run, file: Path | None = None) -> bool:
    """Return whether the model of a run supports retraining with more sentences; with `file`, whether what it needs for
    that is in its file."""
    method = METHODS[run.method]
    try:
        return store.can_add(file) if file is not None else method.can_add(make_settings(method, run.settings))
    except (SettingsError, StoreError):  # trained by a version with other settings; or removed since
        return False


def make_parsing_role(structure: Structure) -> ModelRole:
    """Make the role of parsing models for a structure."""
    return ModelRole(
        name=structure.name,
        accepts_method=lambda method: method.structure is structure,
        is_decided=structure.is_complete,
        columns=structure.columns,
        retrain_after=20,
        retraining_message=_tr("Training on accepted sentences"),
        retrained_message=_tr("{0} was retrained on {1} accepted sentence(s) and is used from the next sentence"),
        not_activated_message=_tr(
            "{0} is trained. {1} stays the active parser; to change it: Model › Suggest trees with"
        ),
    )


def make_ranking_role() -> ModelRole:
    """Make the role of models that rank readings."""
    return ModelRole(
        name="readings",
        accepts_method=lambda method: method.ranks_readings,
        is_decided=lambda sentence: all(is_decided(sentence, word) for word in range(1, len(sentence) + 1)),
        columns=frozenset({"upos", "xpos", "analysis"}),
        retrain_after=1,
        retraining_message=_tr("Training on annotated words"),
        retrained_message="",
        not_activated_message=_tr(
            "{0} is trained. {1} stays the active ranker; to change it: Model › Rank readings with"
        ),
    )
