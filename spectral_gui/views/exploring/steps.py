"""An algorithm of a model on the selected sentence, step by step, forward and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from spectral_core.data.trace import Trace
from spectral_core.errors import SpectralError
from spectral_gui import plots, widgets
from spectral_gui.absences import Absence
from spectral_gui.resources import counted
from spectral_gui.session import Exploring, Notices, Selection, Session, StepsQuestion
from spectral_gui.views.exploring.controls import offer_runs
from spectral_gui.views.exploring.frame_canvas import FrameCanvas, write_frame
from spectral_gui.views.exploring.lacking import lacking

_PAUSE = 700  # milliseconds between two frames that are played
_FAR = 1 << 30


class StepsView(widgets.Panel):
    """Asks for the steps of an algorithm on the selected sentence, and shows one of them."""

    def __init__(self, session: Session, notices: Notices, exploring: Exploring):
        super().__init__()
        self._session, self._notices, self._exploring = session, notices, exploring
        self._trace: Trace | None = None
        self._number = 0
        self._stale = True  # nothing was asked since the text, the sentence or the models changed
        self.model = widgets.chooser({}, self.tr("Model"), 6)
        self.algorithm = widgets.chooser({}, self.tr("Algorithm"), 6)
        self.canvas = widgets.named(FrameCanvas(), self.tr("Step"))
        self.caption = widgets.label(wraps=True, selectable=True)
        self.equation = widgets.label(wraps=True, selectable=True, faint=True)
        self.slider = widgets.named(QSlider(Qt.Orientation.Horizontal), self.tr("Step"))
        self._place = widgets.label()
        self.play = widgets.tool_button("▶▶", self.tr("Play or stop  (Space)"), self.toggle)
        self.play.setCheckable(True)
        self._save = widgets.button(self.tr("Save…"), self.save, self.tr("This step as SVG, TikZ, PDF or PNG"))
        told = self.tr("Every step as SVG, TikZ, PDF or PNG, numbered behind the name")
        self._save_all = widgets.button(self.tr("Save all…"), self.save_all, told)
        self._said = Absence("microscope")
        self._timer = widgets.pause(self, self._play_on, _PAUSE)
        self._lay_out()
        self._wire()
        self._list_models()
        self._show_nothing(self.tr("No sentence."))

    @property
    def trace(self) -> Trace | None:
        return self._trace

    @property
    def number(self) -> int:
        """The step that is shown, from 0."""
        return self._number

    @property
    def said(self) -> str:
        """The sentence that says why there is nothing to step through; "" where there is."""
        return self._said.text if self._trace is None else ""

    def step_on(self, way: int) -> None:
        if self._trace is not None:
            self.go_to(min(max(self._number + way, 0), len(self._trace) - 1))

    def go_to(self, number: int) -> None:
        if self._trace is not None and 0 <= number < len(self._trace):
            self._number = number
            self._show()

    def toggle(self) -> None:
        """Plays from here, or stops; at the end, from the start."""
        if self._timer.isActive() or self._trace is None:
            self._stop()
            return
        if self._number == len(self._trace) - 1:
            self.go_to(0)
        self.play.setChecked(True)
        self._timer.start()

    def save(self) -> None:
        self._ask_where(self.tr("Save step"), self.export)

    def save_all(self) -> None:
        self._ask_where(self.tr("Save all steps"), self.export_all)

    def export(self, path: Path) -> None:
        if self._trace is not None:
            self._write([(self._number, path)], self.tr("Written to {0}").format(path))

    def export_all(self, path: Path) -> None:
        if self._trace is not None:
            many = len(self._trace)
            width = len(str(many))
            places = [
                (number, path.with_name(f"{path.stem}-{number + 1:0{width}}{path.suffix}")) for number in range(many)
            ]
            told = counted(self.tr("%Ln step(s) written beside {0}", "", many), many)
            self._write(places, told.format(places[0][1]))

    def _write(self, places: list[tuple[int, Path]], said: str) -> None:
        assert self._trace is not None
        try:
            for number, path in places:
                write_frame(self._trace, number, path)
        except SpectralError as error:
            self._notices.fail(str(error))
        else:
            self._notices.note(said)

    def _ask_where(self, title: str, take: Callable[[Path], None]) -> None:
        if self._trace is not None:
            kinds = {".svg": self.tr("SVG drawing"), ".tex": self.tr("TikZ figure")}
            kinds |= {".pdf": self.tr("PDF page"), ".png": self.tr("PNG picture")}
            plots.ask_for_file(self, title, self._trace.algorithm.replace(" ", "-"), kinds, take)

    def _lay_out(self) -> None:
        labels = [widgets.label(box.accessibleName(), of=box) for box in (self.model, self.algorithm)]
        bar = widgets.row(labels[0], (self.model, 2), labels[1], (self.algorithm, 1), self._save, self._save_all)
        self.first = widgets.tool_button("«", self.tr("To the start  (Home)"), lambda: self.step_on(-_FAR))
        self.back = widgets.tool_button("◀", self.tr("Back  (Left)"), lambda: self.step_on(-1))
        self.forth = widgets.tool_button("▶", self.tr("Forward  (Right)"), lambda: self.step_on(1))
        self.last = widgets.tool_button("»", self.tr("To the end  (End)"), lambda: self.step_on(_FAR))
        way = widgets.row(
            self.first, self.back, self.play, self.forth, self.last, (self.slider, 1), self._place, spacing=4
        )
        self.caption.setProperty("kind", "heading")
        self.equation.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.equation.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._whole = QWidget()
        widgets.column((self.canvas, 1), way, self.caption, self.equation, on=self._whole, margins=0, spacing=4)
        self._stack = widgets.stack(self._said, self._whole)
        widgets.column(bar, (self._stack, 1), on=self, margins=6)
        self._suit_font()

    def _suit_font(self) -> None:
        """Keeps room for the longest equations, so that the figure does not move while it is stepped through."""
        self.equation.setMinimumHeight(5 * self.equation.fontMetrics().lineSpacing())

    def _wire(self) -> None:
        session, exploring = self._session, self._exploring
        self.model.activated.connect(lambda _: self._choose_model())
        self.algorithm.activated.connect(lambda _: self._begin())
        self.slider.valueChanged.connect(self.go_to)
        self.canvas.moved.connect(self.step_on)
        self.canvas.played.connect(self.toggle)
        exploring.changed.connect(self._list_models)
        exploring.steps_known.connect(self._take)
        exploring.steps_refused.connect(self._refuse)
        widgets.hear(self._begin_again, session.treebank_changed, session.project_changed)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(lambda at: self._begin_again() if at == session.selection.sentence else None)
        self.seen.connect(lambda: self._begin() if self._stale else None)
        self.font_changed.connect(self._suit_font)

    @property
    def question(self) -> StepsQuestion | None:
        """What is wanted now; None where there is no model or no sentence."""
        run, sentence = self.model.currentData(), self._session.sentence
        if not run or sentence is None:
            return None
        return StepsQuestion(run, sentence, self.algorithm.currentData() or "")

    def _list_models(self) -> None:
        runs = self._exploring.stepped()
        if offer_runs(self.model, runs):
            self._choose_model()
        elif not runs:
            self._begin_again()  # one may be being learnt

    def _choose_model(self) -> None:
        with QSignalBlocker(self.algorithm):
            self.algorithm.clear()
        self._begin_again()

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self._begin_again()

    def _begin_again(self) -> None:
        self._stale = True
        if self.isVisible():
            self._begin()

    def _begin(self) -> None:
        self._stale = False
        question = self.question
        if question is not None:
            if self._trace is None:
                self._said.say(self.tr("The model is asked what it does with this sentence …"))
            self._exploring.ask_steps(question)
            return
        self._show_nothing(self.tr("No sentence."))
        if self.model.currentData() is None:
            none = self.tr("There is no model to step through yet. {0}, learnt from this text, can be.")
            lacking(self._said, none, self._exploring, "bracketer")

    def _take(self, _place: int, question: StepsQuestion, trace: Trace) -> None:
        if question != self.question:
            return
        self._stop()
        self._trace, self._number = trace, 0
        with QSignalBlocker(self.algorithm):
            self.algorithm.clear()
            for name in trace.others:
                self.algorithm.addItem(name, name)
            self.algorithm.setCurrentIndex(self.algorithm.findData(trace.algorithm))
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, len(trace) - 1)
        self._stack.setCurrentWidget(self._whole)
        self._show()

    def _refuse(self, _place: int, question: StepsQuestion, why: str) -> None:
        if question == self.question:
            self._show_nothing(why)

    def _show_nothing(self, why: str) -> None:
        self._stop()
        self._trace = None
        self._said.say(why)
        self._stack.setCurrentWidget(self._said)
        for button in (self._save, self._save_all):
            button.setEnabled(False)

    def _show(self) -> None:
        trace = self._trace
        assert trace is not None
        step = trace.steps[self._number]
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._number)
        note = f" · {trace.note}" if trace.note else ""
        self._place.setText(self.tr("{0} of {1}").format(self._number + 1, len(trace)) + note)
        self.caption.setText(step.caption)
        self.equation.setText("\n".join(step.equation))
        self.canvas.setAccessibleDescription(step.caption)
        self.canvas.show_frame(trace, self._number)
        for button, useful in (
            (self.first, self._number > 0), (self.back, self._number > 0),
            (self.forth, self._number < len(trace) - 1), (self.last, self._number < len(trace) - 1),
            (self._save, True), (self._save_all, True),
        ):  # fmt: skip
            button.setEnabled(useful)

    def _play_on(self) -> None:
        self.step_on(1)
        if self._trace is not None and self._number < len(self._trace) - 1:
            self._timer.start()
        else:
            self._stop()

    def _stop(self) -> None:
        self._timer.stop()
        self.play.setChecked(False)
