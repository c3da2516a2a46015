"""Step-through of an algorithm on a sentence, one drawing per step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from spectral_core.data.trace import Trace
from spectral_gui import widgets
from spectral_gui.scenes.figure_export import write_trace_frame
from spectral_gui.state import ANNOTATION, ChangeKind, Changes, ModelExplorer, Notices, Session, TraceQuestion
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.explore.canvases import TO_END, FrameCanvas
from spectral_gui.views.explore.controls import fill_run_box, offer_training
from spectral_gui.widgets.dialogs import open_save_dialog
from spectral_gui.widgets.empty_state import EmptyState

_FRAME_PAUSE = 700  # milliseconds between two frames


class StepsView(widgets.Panel):
    """Panel that requests the trace of an algorithm on the selected sentence, and shows one step of it."""

    def __init__(self, session: Session, notices: Notices, explorer: ModelExplorer):
        super().__init__()
        self._session, self._notices, self._explorer = session, notices, explorer
        self._trace: Trace | None = None
        self._step_index = 0
        self._stale = True  # nothing was requested since the text, the sentence or the models changed
        self.model = widgets.make_combo_box({}, self.tr("Model"), 6)
        self.algorithm = widgets.make_combo_box({}, self.tr("Algorithm"), 6)
        self.canvas = widgets.set_accessible_name(FrameCanvas(), self.tr("Step"))
        self.caption = widgets.make_label(wraps=True, selectable=True)
        self.equation = widgets.make_label(wraps=True, selectable=True, faint=True)
        self.slider = widgets.set_accessible_name(QSlider(Qt.Orientation.Horizontal), self.tr("Step"))
        self._position_label = widgets.make_label()
        self.play_button = widgets.make_tool_button("▶▶", self.tr("Play or pause  (Space)"), self.toggle_play)
        self.play_button.setCheckable(True)
        self._save_button = widgets.make_button(
            self.tr("Save…"), self.save, self.tr("This step as SVG, TikZ, PDF or PNG")
        )
        save_all_tip = self.tr("Every step as SVG, TikZ, PDF or PNG, numbered behind the name")
        self._save_all_button = widgets.make_button(self.tr("Save all…"), self.save_all, save_all_tip)
        self._empty_state = EmptyState("microscope")
        self._play_timer = widgets.make_timer(self, self._play_next_step, _FRAME_PAUSE)
        self._lay_out()
        self._connect_signals()
        self._update_model_box()
        self._show_empty_state(self.tr("No sentence."))

    @property
    def trace(self) -> Trace | None:
        """Trace shown, or None."""
        return self._trace

    @property
    def step_index(self) -> int:
        """Index of the step shown, from 0."""
        return self._step_index

    @property
    def empty_text(self) -> str:
        """Explanation of why there is no trace; "" while there is one."""
        return self._empty_state.text if self._trace is None else ""

    def move_by_steps(self, offset: int) -> None:
        """Go forward by a number of steps, or back if it is negative, at most to the first or last."""
        if self._trace is not None:
            self.go_to_step(min(max(self._step_index + offset, 0), len(self._trace) - 1))

    def go_to_step(self, number: int) -> None:
        """Show the step with this number, counted from 0."""
        if self._trace is not None and 0 <= number < len(self._trace):
            self._step_index = number
            self._show_current_step()

    def toggle_play(self) -> None:
        """Play from this step on, at the end from the first; or stop playing."""
        if self._play_timer.isActive() or self._trace is None:
            self._stop_playing()
            return
        if self._step_index == len(self._trace) - 1:
            self.go_to_step(0)
        self.play_button.setChecked(True)
        self._play_timer.start()

    def save(self) -> None:
        """Ask for a file, and write the drawing of the current step to it."""
        self._open_save_dialog(self.tr("Save step"), self.export)

    def save_all(self) -> None:
        """Ask for a file name, and write the drawings of all steps, numbered."""
        self._open_save_dialog(self.tr("Save all steps"), self.export_all)

    def export(self, path: Path) -> None:
        """Write the drawing of the current step to a file."""
        if self._trace is not None:
            self._write_frames([(self._step_index, path)])

    def export_all(self, path: Path) -> None:
        """Write the drawing of each step to its own file, with the number of the step after the stem of `path`."""
        if self._trace is not None:
            count = len(self._trace)
            width = len(str(count))
            targets = [
                (number, path.with_name(f"{path.stem}-{number + 1:0{width}}{path.suffix}")) for number in range(count)
            ]
            template = resolve_plural(self.tr("%Ln step(s) written next to {0}", "", count), count)
            self._write_frames(targets, template.format(targets[0][1]))

    def _write_frames(self, targets: list[tuple[int, Path]], message: str = "") -> None:
        """Write the drawings of some steps, given as (index, path), and report it in the status line."""
        assert self._trace is not None
        sources = self._explorer.list_source_files(self.model.currentData())
        with self._notices.report_file_written(targets[0][1], message):
            for number, path in targets:
                write_trace_frame(self._trace, number, path, sources)

    def _open_save_dialog(self, title: str, write: Callable[[Path], None]) -> None:
        if self._trace is not None:
            kinds = {".svg": self.tr("SVG drawing"), ".tex": self.tr("TikZ figure")}
            kinds |= {".pdf": self.tr("PDF page"), ".png": self.tr("PNG picture")}
            open_save_dialog(self, title, self._trace.algorithm.replace(" ", "-"), kinds, write)

    def _lay_out(self) -> None:
        labels = [widgets.make_label(box.accessibleName(), buddy=box) for box in (self.model, self.algorithm)]
        bar = widgets.make_row(
            labels[0], (self.model, 2), labels[1], (self.algorithm, 1), self._save_button, self._save_all_button
        )
        self.first_button = widgets.make_tool_button(
            "«", self.tr("To the start  (Home)"), lambda: self.move_by_steps(-TO_END)
        )
        self.previous_button = widgets.make_tool_button("◀", self.tr("Back  (Left)"), lambda: self.move_by_steps(-1))
        self.next_button = widgets.make_tool_button("▶", self.tr("Forward  (Right)"), lambda: self.move_by_steps(1))
        self.last_button = widgets.make_tool_button(
            "»", self.tr("To the end  (End)"), lambda: self.move_by_steps(TO_END)
        )
        navigation = widgets.make_row(
            self.first_button,
            self.previous_button,
            self.play_button,
            self.next_button,
            self.last_button,
            (self.slider, 1),
            self._position_label,
            spacing=4,
        )
        self.caption.setProperty("kind", "heading")
        self.equation.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.equation.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._content = QWidget()
        widgets.make_column(
            (self.canvas, 1), navigation, self.caption, self.equation, on=self._content, margins=0, spacing=4
        )
        self._stack = widgets.make_stack(self._empty_state, self._content)
        widgets.make_column(bar, (self._stack, 1), on=self, margins=6)
        self._reserve_equation_height()

    def _reserve_equation_height(self) -> None:
        """Reserve five lines for the equations, so that the figure rarely moves between steps."""
        self.equation.setMinimumHeight(5 * self.equation.fontMetrics().lineSpacing())

    def _connect_signals(self) -> None:
        session, explorer = self._session, self._explorer
        self.model.activated.connect(lambda _: self._on_model_changed())
        self.algorithm.activated.connect(lambda _: self._request_trace())
        self.slider.valueChanged.connect(self.go_to_step)
        self.canvas.moved.connect(self.move_by_steps)
        self.canvas.play_toggled.connect(self.toggle_play)
        explorer.trace_received.connect(self._on_trace_received)
        explorer.trace_failed.connect(self._on_trace_failed)
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.PROJECT | ChangeKind.SELECTION | ChangeKind.RUNS
        ViewUpdates("steps", self, session, self._on_changes, kinds)
        self.became_visible.connect(lambda: self._request_trace() if self._stale else None)
        self.font_changed.connect(self._reserve_equation_height)

    @property
    def requested_trace(self) -> TraceQuestion | None:
        """Trace of the selected algorithm on the selected sentence; None without a model or a sentence."""
        run, sentence = self.model.currentData(), self._session.sentence
        if not run or sentence is None:
            return None
        return TraceQuestion(run, sentence, self.algorithm.currentData() or "")

    def _update_model_box(self) -> None:
        runs = self._explorer.list_runs_with_traces()
        if fill_run_box(self.model, runs):
            self._on_model_changed()
        elif not runs:
            self._invalidate()  # a model may be in training, which the empty state shows

    def _on_model_changed(self) -> None:
        with QSignalBlocker(self.algorithm):
            self.algorithm.clear()
        self._invalidate()

    def _on_changes(self, changes: Changes) -> None:
        selection = self._session.selection
        if changes.has(ChangeKind.RUNS):
            self._update_model_box()
        is_new = changes.has(ChangeKind.DOCUMENT | ChangeKind.PROJECT) or changes.moves_to_sentence(selection)
        if is_new or selection.sentence in changes.sentences:
            self._invalidate()

    def _invalidate(self) -> None:
        """Mark the trace as outdated, and request it again if the panel is visible."""
        self._stale = True
        if self.isVisible():
            self._request_trace()

    def _request_trace(self) -> None:
        """Request the trace of the algorithm; without a model or a sentence, show the empty state."""
        self._stale = False
        question = self.requested_trace
        if question is not None:
            if self._trace is None:
                self._empty_state.set_message(self.tr("Running the model on this sentence …"))
            self._explorer.request_trace(question)
            return
        self._show_empty_state(self.tr("No sentence."))
        if self.model.currentData() is None:
            no_model_text = self.tr("No steps yet. Train a {0} model on this text to step through its algorithm.")
            offer_training(self._empty_state, no_model_text, self._explorer, "bracketer")

    def _on_trace_received(self, _slot: int, question: TraceQuestion, trace: Trace) -> None:
        """Show the first step of a trace, and list the algorithms of the model."""
        if question != self.requested_trace:
            return
        self._stop_playing()
        self._trace, self._step_index = trace, 0
        with QSignalBlocker(self.algorithm):
            self.algorithm.clear()
            for name in trace.algorithms:
                self.algorithm.addItem(name, name)
            self.algorithm.setCurrentIndex(self.algorithm.findData(trace.algorithm))
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, len(trace) - 1)
        self._stack.setCurrentWidget(self._content)
        self._show_current_step()

    def _on_trace_failed(self, _slot: int, question: TraceQuestion, reason: str) -> None:
        if question == self.requested_trace:
            self._show_empty_state(reason)

    def _show_empty_state(self, reason: str) -> None:
        self._stop_playing()
        self._trace = None
        self._empty_state.set_message(reason)
        self._stack.setCurrentWidget(self._empty_state)
        for button in (self._save_button, self._save_all_button):
            button.setEnabled(False)

    def _show_current_step(self) -> None:
        """Show the drawing, caption and equations of the current step."""
        trace = self._trace
        assert trace is not None
        step = trace.steps[self._step_index]
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._step_index)
        note = f" · {trace.note}" if trace.note else ""
        self._position_label.setText(self.tr("{0} of {1}").format(self._step_index + 1, len(trace)) + note)
        self.caption.setText(step.caption)
        self.equation.setText("\n".join(step.equation))
        self.canvas.setAccessibleDescription(step.caption)
        self.canvas.show_frame(trace, self._step_index)
        for button, enabled in (
            (self.first_button, self._step_index > 0), (self.previous_button, self._step_index > 0),
            (self.next_button, self._step_index < len(trace) - 1),
            (self.last_button, self._step_index < len(trace) - 1), (self._save_button, True),
            (self._save_all_button, True),
        ):  # fmt: skip
            button.setEnabled(enabled)

    def _play_next_step(self) -> None:
        """Show the next step, and stop playing at the last."""
        self.move_by_steps(1)
        if self._trace is not None and self._step_index < len(self._trace) - 1:
            self._play_timer.start()
        else:
            self._stop_playing()

    def _stop_playing(self) -> None:
        self._play_timer.stop()
        self.play_button.setChecked(False)
