"""View Train: the methods, the settings of the selected one, its training and test documents, and the log."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLineEdit, QProgressBar, QSizePolicy, QSpinBox, QWidget

from spectral_core.engine import MEASURING_STAGE, Axis, TrainingResult, parse_axis
from spectral_core.errors import SpectralError
from spectral_core.model import Value
from spectral_core.progress import Progress
from spectral_core.project import Run, SweepPoint
from spectral_core.registry import METHODS
from spectral_gui import widgets
from spectral_gui.jobs.jobs import Job
from spectral_gui.plots import format_document_names, format_measure, get_measure_title, sort_measures, summarise_run
from spectral_gui.state import ChangeKind, Changes, DocumentSurvey, Notices, Runs, Session
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.train.training_widgets import (
    DocumentList,
    EvaluationChoice,
    MethodList,
    TrainingLog,
    find_suitable_method,
    format_training_title,
    make_reranker_settings,
    translate_method,
)
from spectral_gui.widgets.lists import to_tooltip
from spectral_gui.widgets.settings_form import SettingsForm

_MAX_STARTS = 50
_VISIBLE_SETTINGS = 3  # settings shown before the advanced ones
_EXPLANATION_LINES = 6
_PROBLEM_LINES = 3


class TrainingView(widgets.Panel):
    """View that sets up, starts and stops training, and reports on it."""

    def __init__(self, session: Session, notices: Notices, survey: DocumentSurvey, runs: Runs):
        super().__init__()
        self._session, self._notices, self._survey, self._runs = session, notices, survey, runs
        self._ineligibility_reasons: dict[str, str | None] = {}  # why methods cannot learn from the ticked documents
        self._reasons_by_documents: dict[tuple[str, ...], dict[str, str | None]] = {}  # by documents; {} once requested
        self._folder: Path | None = None  # of the project whose documents are listed
        self._auto_ticked = ""  # document ticked without the user, because it is the current one
        self._edited_settings: dict[str, dict[str, Value]] = {}  # by method
        self._form: SettingsForm | None = None
        self._logged_runs: set[str] = set()  # runs whose end is in the log
        self._stage = ""
        self._timed_run, self._start_time = "", 0.0  # name of the run in training, and when it was first seen
        self._is_stopping = False  # the user has stopped training, which has not ended yet
        self._title_label = widgets.make_label(wraps=True, name=self.tr("Training data and settings"))
        self._title_label.setProperty("kind", "title")
        self._user_chose_method = False  # while False, the method is selected to suit the document
        self._methods = MethodList()
        self._form_area = widgets.make_scroll_area(frame=True, is_horizontal=False)
        self._explanation_label = widgets.make_label(wraps=True, name=self.tr("Description of the setting"))
        self._explanation_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._reset_button = widgets.make_button(
            self.tr("Reset to defaults"), self.reset_settings, self.tr("Reset all settings to their defaults")
        )
        self._documents = DocumentList()
        self._evaluation_choice = EvaluationChoice()
        self._problem_label = widgets.make_label(wraps=True)
        self._problem_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._start_button = widgets.make_button(self.tr("Train"), self.start, self.tr("Train with these settings"))
        self._start_button.setProperty("kind", "primary")
        self._starts_box = widgets.set_accessible_name(QSpinBox(), self.tr("Random starts"))
        self._starts_box.setObjectName("starts")
        widgets.indent_spin_box_text(self._starts_box)
        self._starts_box.setRange(1, _MAX_STARTS)
        self._starts_box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._sweep_field = self._make_sweep_field()
        self._stop_button = widgets.make_button(
            self.tr("Stop"), self.cancel, self.tr("Stop training; the unfinished model is discarded")
        )
        self._progress_bar = widgets.set_accessible_name(QProgressBar(), self.tr("Progress"))
        policy = self._progress_bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._progress_bar.setSizePolicy(policy)
        self._status_label = widgets.make_label()
        self._log = TrainingLog()
        self._status_timer = QTimer(self)
        self._status_timer.setInterval(500)
        self._status_timer.timeout.connect(self._update_status)
        self._lay_out()
        self.setFocusProxy(self._methods)
        self._connect_signals()
        self._logged_runs = {run.name for run in self._runs.recorded_runs}
        self._on_documents_changed()

    def _make_sweep_field(self) -> QLineEdit:
        field = widgets.make_line_edit(self.tr("states=2:16:2 sentences=50,200"), self.tr("Sweep over"))
        field.setObjectName("over")
        field.setToolTip(
            to_tooltip(
                self.tr(
                    "Settings to vary, each with a range or a list, and sentences=… for a learning curve. All "
                    "models form one run with one curve. Empty: one model."
                )
            )
        )
        field.textChanged.connect(self._refresh)
        return field

    def _connect_signals(self) -> None:
        session, runs = self._session, self._runs
        self._methods.currentRowChanged.connect(self._on_method_selected)
        self._documents.itemChanged.connect(lambda _: self._update_ineligible_methods())
        self._evaluation_choice.activated.connect(self._refresh)
        runs.training_obstacles_found.connect(self._on_training_obstacles_found)
        runs.progressed.connect(self._on_progressed)
        kinds = ChangeKind.PROJECT | ChangeKind.DOCUMENTS | ChangeKind.DOCUMENT | ChangeKind.RUNS | ChangeKind.SURVEY
        ViewUpdates("training", self, session, self._on_changes, kinds)
        self.became_visible.connect(self._on_became_visible)
        self.font_changed.connect(self._adapt_to_font)
        self.palette_changed.connect(lambda: self._documents.adapt_palette(self.palette()))

    def start(self) -> None:
        """Start training with the settings of the form: one model, several random starts, or a sweep."""
        form = self._ensure_form()
        self._refresh()
        if not self._start_button.isEnabled():
            return
        documents = self._documents.ticked_documents
        self._stage = ""
        evaluation_document = self._evaluation_choice.selected_test_data
        try:
            values, starts = form.values(), self._starts_box.value()
            job: Job[TrainingResult] | Job[tuple[SweepPoint, ...]]
            if axes := self._parse_sweep_axes():
                job = self._runs.run_sweep(self._selected_method, values, axes, starts, documents, evaluation_document)
            elif starts > 1 and self._starts_box.isEnabled():
                job = self._runs.train_with_restarts(
                    self._selected_method, values, starts, documents, evaluation_document
                )
            else:
                job = self._runs.train(self._selected_method, values, documents, evaluation_document)
        except SpectralError as error:
            self._notices.report_error(str(error))
            return
        running = self._runs.current_run
        name = self._selected_method if running is None else running.name
        source = format_document_names(documents) or self.tr("the open document")
        self._log.write(self.tr("{0}: training on {1}").format(name, source))
        job.crashed.connect(lambda trace: self._log.write(trace.rstrip()))
        self._refresh()

    def cancel(self) -> None:
        """Stop training at its next report; the unfinished model is discarded."""
        if self._runs.is_training_for_user:
            self._is_stopping = True
            self._refresh()
            self._runs.stop_training()

    def reset_settings(self) -> None:
        self._ensure_form().reset()

    def fill_reranker_settings(self, run: Run) -> bool:
        """Fill in the settings of a re-ranker of a run's model, with its training documents; return whether it can be
        re-ranked."""
        values = make_reranker_settings(run)
        if not values:
            self._notices.report_refusal(self.tr("Trees of {0} cannot be re-ranked.").format(run.method))
            return False
        self._methods.select("reranker")
        self._ensure_form().set_values({**self._ensure_form().values(), **values})
        training_documents = {*run.documents} & {*self._session.documents}
        if training_documents:
            self._documents.tick(training_documents)
        self._refresh()
        return True

    @property
    def _selected_method(self) -> str:
        """Name of the selected method."""
        return self._methods.selected_method

    def _lay_out(self) -> None:
        form_layout = widgets.make_form(margins=(4, 0, 4, 0))
        form_layout.addRow(self.tr("Train on"), self._documents)
        form_layout.addRow(self.tr("Evaluate on"), self._evaluation_choice)
        form_layout.addRow(self.tr("Random starts"), self._starts_box)
        form_layout.addRow(self.tr("Sweep over"), self._sweep_field)
        buttons = widgets.make_row(self._start_button, self._stop_button, widgets.STRETCH, self._reset_button)
        upper = QWidget()
        upper_items = (self._title_label, self._methods, (self._form_area, 1), form_layout, self._explanation_label)
        widgets.make_column(*upper_items, self._problem_label, on=upper, margins=0)
        lower = QWidget()  # the controls of a run are always visible
        widgets.make_column(
            buttons, self._status_label, self._progress_bar, (self._log, 1), on=lower, margins=0, spacing=2
        )
        scroll_area = widgets.make_scroll_area(upper, is_horizontal=False)  # if it would be higher than the screen
        widgets.make_column(
            widgets.make_splitter(scroll_area, lower, is_vertical=True, stretch_factors=(3, 1)), on=self, margins=8
        )
        self._documents.adapt_palette(self.palette())
        controls = (self._starts_box, self._sweep_field, self._start_button, self._stop_button, self._reset_button)
        order = (self._methods, self._documents, self._evaluation_choice, *controls, self._log)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _adapt_to_font(self) -> None:
        """Set the heights of lists and labels, which are multiples of the line height."""
        line_height = QFontMetrics(self.font()).lineSpacing()
        self._explanation_label.setFixedHeight(_EXPLANATION_LINES * line_height)
        row_count = min(5, len(METHODS))
        self._methods.setFixedHeight(row_count * self._methods.sizeHintForRow(0) + 2 * self._methods.frameWidth())
        self._documents.adapt_height(line_height)
        self._form_area.setMinimumHeight(5 * line_height)
        margin = self._log.frameWidth() + round(self._log.document().documentMargin())
        self._log.setMinimumHeight(line_height + 2 * margin)
        self._problem_label.setFixedHeight(_PROBLEM_LINES * line_height)  # nothing above may move under the pointer

    def _ensure_form(self) -> SettingsForm:
        """Return the settings form of the selected method, made on first use because it loads the method's module."""
        if self._form is None:
            form = SettingsForm(METHODS[self._selected_method].settings, visible_count=_VISIBLE_SETTINGS)
            form.setObjectName(self._selected_method)
            form.set_values(self._edited_settings.get(self._selected_method, {}))
            form.changed.connect(self._refresh)
            form.explained.connect(self._show_explanation)
            self._form_area.setWidget(form)
            for before, after in pairwise((self._methods, *form.editor_widgets, self._documents)):
                QWidget.setTabOrder(before, after)
            self._form = form
        return self._form

    def _select_suitable_method(self) -> None:
        """Select the method that suits the current document, unless the user has chosen one."""
        treebank = self._session.treebank
        if not self._user_chose_method and len(treebank):
            self._methods.select(find_suitable_method(treebank))
            self._user_chose_method = False  # the slot of the selection has set it
        self._update_training_title()

    def _update_training_title(self) -> None:
        """Show above the settings what is trained on which documents."""
        source = format_document_names(self._documents.ticked_documents) or self.tr("the open document")
        self._title_label.setText(
            format_training_title(self._selected_method, source) if len(self._session.treebank) else ""
        )

    def _on_method_selected(self, _row: int) -> None:
        """Show the settings of another method; edited settings of the previous one are kept."""
        self._user_chose_method = True
        self._update_training_title()
        if self._form is not None:
            self._edited_settings[self._form.objectName()] = self._form.values()
            self._form = None  # the area deletes it when the next one is shown
        self._show_explanation("", "")
        if self.isVisible():
            self._ensure_form()
        self._refresh()

    def _show_explanation(self, title: str, text: str) -> None:
        """Explain a setting, or without a title, name the method and its paper."""
        method = METHODS[self._selected_method]
        self._explanation_label.setText(
            f"{title}: {text}" if title else f"{translate_method(method.title)}, {method.paper}"
        )
        self._explanation_label.setToolTip(to_tooltip(text))

    def _on_training_obstacles_found(self, documents: tuple[str, ...], reasons: dict[str, str | None]) -> None:
        """Store the reasons why methods cannot learn from some documents, and show those of the ticked documents."""
        self._reasons_by_documents[documents] = dict(reasons)
        if documents == self._documents.ticked_documents:
            self._update_ineligible_methods()

    def _update_ineligible_methods(self) -> None:
        """Grey out the methods that cannot be trained on the ticked documents, and request the reasons if they are
        not known. Those of the current document come from the survey."""
        ticked = self._documents.ticked_documents
        is_current = ticked in ((), (self._session.document,))
        reasons = self._survey.training_obstacles if is_current else self._reasons_by_documents.get(ticked, {})
        self._ineligibility_reasons = dict(reasons)
        self._methods.set_ineligibility_reasons(self._ineligibility_reasons)
        if not is_current and ticked not in self._reasons_by_documents and self.isVisible():
            self._reasons_by_documents[ticked] = {}
            self._runs.request_training_obstacles(ticked)
        self._update_training_title()
        self._refresh()

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.PROJECT):
            self._logged_runs = {run.name for run in self._runs.recorded_runs}
        if changes.has(ChangeKind.RUNS):
            self._on_runs_changed()
        if changes.has(ChangeKind.PROJECT | ChangeKind.DOCUMENTS | ChangeKind.DOCUMENT):
            self._on_documents_changed()
        elif changes.has(ChangeKind.SURVEY):
            self._update_ineligible_methods()

    def _on_documents_changed(self) -> None:
        """List the documents of the project, keeping the user's ticks; without any, tick the current document."""
        names = self._session.documents
        folder = None if self._session.project is None else self._session.project.folder
        ticked = {*self._documents.ticked_documents} & {*names}
        if folder != self._folder or ticked == {self._auto_ticked}:  # the ticks are not the user's
            ticked = {self._session.document}
            self._folder, self._auto_ticked = folder, self._session.document
        self._reasons_by_documents.clear()  # documents may have changed since
        is_open = len(self._session.treebank) > 0
        placeholder = self.tr("the open document") if is_open else self.tr("no document open")
        self._documents.set_documents(names, ticked or {self._session.document}, placeholder)
        self._evaluation_choice.set_documents(names)
        self._adapt_to_font()
        self._update_ineligible_methods()
        if self.isVisible():
            self._select_suitable_method()

    def _on_progressed(self, progress: Progress) -> None:
        """Show the stage, the progress and the measures of training."""
        if not self._runs.is_training_for_user:
            return
        if not self._status_timer.isActive():
            self._refresh()
        if progress.stage != self._stage:
            self._stage = progress.stage
            self._log.write(self.tr("{0} …").format(progress.stage))
        self._progress_bar.setRange(0, progress.total or 0)
        self._progress_bar.setValue(min(progress.done, progress.total) if progress.total else 0)
        self._progress_bar.setFormat(f"{progress.stage}  %v / %m" if progress.total else progress.stage)
        if progress.measures:
            measures = sort_measures(progress.measures)
            measure_texts = (f"{get_measure_title(name)} {format_measure(name, value)}" for name, value in measures)
            self._progress_bar.setToolTip(", ".join(measure_texts))

    def _on_runs_changed(self) -> None:
        """Log the runs that have ended."""
        for run in self._runs.recorded_runs:
            if run.name not in self._logged_runs and run.status != MEASURING_STAGE:
                self._logged_runs.add(run.name)
                self._log.write(summarise_run(run))
        self._refresh()

    def _update_status(self) -> None:
        """Show the run in training, the seconds since its start, and the number of starts to come; or that it is being
        stopped."""
        running = self._runs.current_run
        if running is not None and running.name != self._timed_run:
            self._timed_run, self._start_time = running.name, time.monotonic()
        if self._is_stopping:
            self._status_label.setText(self.tr("Stopping …"))
        elif running is not None:
            elapsed = round(time.monotonic() - self._start_time)
            remaining_starts = self._runs.remaining_restarts
            suffix = (
                resolve_plural(self.tr(", then %Ln more run(s)", "", remaining_starts), remaining_starts)
                if remaining_starts
                else ""
            )
            self._status_label.setText(self.tr("{0}: {1} s").format(running.name, elapsed) + suffix)

    def _refresh(self, _: object = None) -> None:
        """Update the buttons, the warnings and the progress bar."""
        learning = self._runs.is_training_for_user
        self._is_stopping = self._is_stopping and learning
        self._progress_bar.setVisible(learning)
        problem = self._find_problem()
        message = problem or self._find_warning()
        self._problem_label.setText(message)
        self._problem_label.setToolTip(message)
        self._start_button.setEnabled(not problem and not learning)
        self._start_button.setToolTip(to_tooltip(problem or self.tr("Train with these settings")))
        self._stop_button.setEnabled(learning and not self._is_stopping)
        is_random = self._form is not None and METHODS[self._selected_method].depends_on_seed(self._form.values())
        sweeps_seed = bool(self._sweep_field.text().strip()) and "seed" in (
            () if self._form is None else self._form.values()
        )
        self._starts_box.setEnabled((is_random or sweeps_seed) and not learning)
        hint = self.tr("Number of models to train in turn, each with the next seed, to compare random starts")
        self._starts_box.setToolTip(
            hint
            if is_random or sweeps_seed
            else self.tr("This method is deterministic: all starts give the same model")
        )
        self._reset_button.setEnabled(self._form is not None and not self._form.is_default)
        if learning:
            if not self._status_timer.isActive():
                self._progress_bar.setRange(0, 0)
                self._status_timer.start()
            self._update_status()
        else:
            self._status_timer.stop()
            self._timed_run = ""
            self._progress_bar.setRange(0, 1)
            self._progress_bar.setValue(0)
            self._progress_bar.setFormat("")
            self._status_label.setText(self.tr("No training in progress."))

    def _find_problem(self) -> str:
        """Return the reason why training cannot start; "" if it can."""
        if not len(self._session.treebank):
            return self.tr("Open a treebank first.")
        if self._form is not None and self._form.error_message:
            return self._form.error_message
        if self._session.documents and not self._documents.ticked_documents:
            return self.tr("Choose training documents.")
        try:
            self._parse_sweep_axes()
        except SpectralError as error:
            return str(error)
        reason = self._ineligibility_reasons.get(self._selected_method) or ""
        if reason and len(self._session.documents) > 1:
            return self.tr("{0} Or tick another file.").format(reason)
        return reason

    def _parse_sweep_axes(self) -> tuple[Axis, ...]:
        """Parse the settings that a sweep varies; raise SpectralError for an invalid one."""
        method = METHODS[self._selected_method]
        return tuple(parse_axis(method, text) for text in self._sweep_field.text().split())

    def _find_warning(self) -> str:
        """Return a warning if the evaluation would be on training data; "" otherwise."""
        if self._session.documents and self._evaluation_choice.selected_test_data in (
            "",
            *self._documents.ticked_documents,
        ):
            return self.tr("Scores on training data are optimistic. Hold out some sentences.")
        return ""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_log"):
            self._adapt_to_font()

    def _on_became_visible(self) -> None:
        self._select_suitable_method()
        self._ensure_form()
        self._show_explanation("", "")
        self._update_ineligible_methods()
