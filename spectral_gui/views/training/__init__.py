"""The methods, the settings of the chosen one, what it learns from, and the log of what came of it."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QSpinBox, QWidget

from spectral_core.engine import MEASURING, Axis, LearningResult, parse_axis
from spectral_core.errors import SpectralError
from spectral_core.methods import METHODS
from spectral_core.model import Value
from spectral_core.progress import Progress
from spectral_core.project import Run, SweepPoint
from spectral_gui import widgets
from spectral_gui.forms import SettingsForm
from spectral_gui.jobs import Job
from spectral_gui.lists import as_tip
from spectral_gui.plots import documents_text, measure_text, measure_title, sorted_measures, summary_of
from spectral_gui.resources import counted
from spectral_gui.session import DocumentSurvey, Notices, Runs, Session
from spectral_gui.views.training.methods import DocumentList, Log, MeasuredOn, MethodList, purpose, reranking, suiting

_MOST_STARTS = 50
_FIRST = 3  # settings that are seen before the others are unfolded
_EXPLANATION_LINES = 6
_COMPLAINT_LINES = 3


class TrainingView(widgets.Panel):
    """Sets, starts and stops learning, and says how it went."""

    def __init__(self, session: Session, notices: Notices, surveying: DocumentSurvey, runs: Runs):
        super().__init__()
        self._session, self._notices, self._runs = session, notices, runs
        self._reasons: dict[str, str | None] = {}  # why methods cannot learn from what is ticked
        self._known: dict[tuple[str, ...], dict[str, str | None]] = {}  # the same of other choices
        self._asked: set[tuple[str, ...]] = set()  # choices that the engine was asked about
        self._folder: Path | None = None  # of the project whose documents are offered
        self._own_tick = ""  # the document that was ticked as the one shown
        self._kept: dict[str, dict[str, Value]] = {}  # what was set for each method
        self._form: SettingsForm | None = None
        self._logged: set[str] = set()  # runs whose end stands in the log
        self._stage = ""
        self._begun = 0.0
        self._purpose = widgets.label(wraps=True, name=self.tr("What is learnt"))
        self._purpose.setProperty("kind", "title")
        self._chosen = False  # by somebody; otherwise the method is the one that suits the document
        self._methods = MethodList()
        self._area = widgets.scrolling(frame=True, sideways=False)
        self._explained = widgets.label(wraps=True, name=self.tr("What the setting does"))
        self._explained.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._reset = widgets.button(
            self.tr("Reset to defaults"), self.reset_settings, self.tr("All settings as they come")
        )
        self._documents = DocumentList()
        self._measured = MeasuredOn()
        self._why_not = widgets.label(wraps=True)
        self._why_not.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._start = widgets.button(self.tr("Learn"), self.start, self.tr("Learn with the settings shown"))
        self._start.setProperty("kind", "primary")
        self._starts = widgets.named(QSpinBox(), self.tr("Random starts"))
        self._starts.setObjectName("starts")
        widgets.inset(self._starts)
        self._starts.setRange(1, _MOST_STARTS)
        self._starts.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._over = widgets.field(self.tr("states=2:16:2 sentences=50,200"), self.tr("Sweep over"))
        self._over.setObjectName("over")
        self._over.setToolTip(
            as_tip(
                self.tr(
                    "Settings to vary, each with a range or a list, and sentences=… for a learning curve: all is "
                    "learnt as one run with one curve. Empty: one model."
                )
            )
        )
        self._over.textChanged.connect(self._refresh)
        self._stop = widgets.button(self.tr("Stop"), self.cancel, self.tr("Stop learning; nothing half-learnt is kept"))
        self._bar = widgets.named(QProgressBar(), self.tr("Progress"))
        policy = self._bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._bar.setSizePolicy(policy)
        self._doing = widgets.label()
        self._log = Log()
        self._clock = QTimer(self)
        self._clock.setInterval(500)
        self._clock.timeout.connect(self._say_doing)
        self._lay_out()
        self.setFocusProxy(self._methods)
        self._methods.currentRowChanged.connect(self._choose)
        self._documents.itemChanged.connect(lambda _: self._grey())
        self._measured.activated.connect(self._refresh)
        surveying.methods_changed.connect(self._take_survey)
        runs.reasons_known.connect(self._take_reasons)
        runs.progressed.connect(self._progress)
        runs.changed.connect(self._show_runs)
        session.project_changed.connect(self._show_project)
        session.documents_changed.connect(self._show_treebank)
        session.treebank_changed.connect(self._show_treebank)
        self.seen.connect(self._arrive)
        self.font_changed.connect(self._suit_font)
        self.palette_changed.connect(lambda: self._documents.suit_palette(self.palette()))
        self._show_project()

    def start(self) -> None:
        form = self._made_form()
        self._refresh()
        if not self._start.isEnabled():
            return
        documents = self._documents.ticked
        self._begun = time.monotonic()
        self._stage = ""
        measured_on = self._measured.chosen
        try:
            values, starts = form.values(), self._starts.value()
            job: Job[LearningResult] | Job[tuple[SweepPoint, ...]]
            if axes := self._axes():
                job = self._runs.sweep(self._method, values, axes, starts, documents, measured_on)
            elif starts > 1 and self._starts.isEnabled():
                job = self._runs.learn_starts(self._method, values, starts, documents, measured_on)
            else:
                job = self._runs.learn(self._method, values, documents, measured_on)
        except SpectralError as error:
            self._notices.fail(str(error))
            return
        running = self._runs.running
        name = self._method if running is None else running.name
        where = documents_text(documents) or self.tr("the text shown")
        self._log.write(self.tr("{0}: learning from {1}").format(name, where))
        job.crashed.connect(lambda trace: self._log.write(trace.rstrip()))
        self._refresh()

    def cancel(self) -> None:
        """Stops learning at its next report; what was learnt so far is dropped."""
        if self._runs.is_learning:
            self._stop.setEnabled(False)
            self._doing.setText(self.tr("Stopping …"))
            self._runs.stop()

    def reset_settings(self) -> None:
        self._made_form().reset()

    def set_reranker(self, run: Run) -> bool:
        """Sets all so that a start learns a re-ranker of a model from what it was learnt from; whether it can be."""
        values = reranking(run)
        if not values:
            self._notices.refuse(self.tr("Trees of {0} cannot be re-ranked.").format(run.method))
            return False
        self._methods.choose("reranker")
        self._made_form().set_values({**self._made_form().values(), **values})
        learnt_from = {*run.documents} & {*self._session.documents}
        if learnt_from:
            self._documents.tick(learnt_from)
        self._refresh()
        return True

    @property
    def _method(self) -> str:
        return self._methods.chosen

    def _lay_out(self) -> None:
        what = widgets.form(margins=(4, 0, 4, 0))
        what.addRow(self.tr("Learn from"), self._documents)
        what.addRow(self.tr("Measure on"), self._measured)
        what.addRow(self.tr("Random starts"), self._starts)
        what.addRow(self.tr("Sweep over"), self._over)
        buttons = widgets.row(self._start, self._stop, widgets.REST, self._reset)
        upper = QWidget()
        setting = (self._purpose, self._methods, (self._area, 1), what, self._explained)
        widgets.column(*setting, self._why_not, on=upper, margins=0)
        lower = QWidget()  # what a run is started and watched with is always in sight
        widgets.column(buttons, self._doing, self._bar, (self._log, 1), on=lower, margins=0, spacing=2)
        seen = widgets.scrolling(upper, sideways=False)  # where all of it would be higher than the screen
        widgets.column(widgets.splitter(seen, lower, upright=True, shares=(3, 1)), on=self, margins=8)
        self._documents.suit_palette(self.palette())
        pressed = (self._starts, self._over, self._start, self._stop, self._reset)
        order = (self._methods, self._documents, self._measured, *pressed, self._log)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _suit_font(self) -> None:
        line = QFontMetrics(self.font()).lineSpacing()
        self._explained.setFixedHeight(_EXPLANATION_LINES * line)
        rows = min(5, len(METHODS))
        self._methods.setFixedHeight(rows * self._methods.sizeHintForRow(0) + 2 * self._methods.frameWidth())
        self._documents.suit_font(line)
        self._area.setMinimumHeight(5 * line)
        edge = self._log.frameWidth() + round(self._log.document().documentMargin())
        self._log.setMinimumHeight(line + 2 * edge)
        self._why_not.setFixedHeight(_COMPLAINT_LINES * line)  # what is above must not move under the pointer

    def _made_form(self) -> SettingsForm:
        """The form of the chosen method; made when it is first seen, for the method's module is loaded for it."""
        if self._form is None:
            form = SettingsForm(METHODS[self._method].settings, first=_FIRST)
            form.setObjectName(self._method)
            form.set_values(self._kept.get(self._method, {}))
            form.changed.connect(self._refresh)
            form.explained.connect(self._explain)
            self._area.setWidget(form)
            for before, after in pairwise((self._methods, *form.fields, self._documents)):
                QWidget.setTabOrder(before, after)
            self._form = form
        return self._form

    def _suit_document(self) -> None:
        """Chooses the method that suits what is shown, unless somebody has chosen one."""
        treebank = self._session.treebank
        if not self._chosen and len(treebank):
            self._methods.choose(suiting(treebank))
            self._chosen = False  # that was nobody
        self._say_purpose()

    def _say_purpose(self) -> None:
        where = documents_text(self._documents.ticked) or self.tr("the text shown")
        self._purpose.setText(purpose(self._method, where) if len(self._session.treebank) else "")

    def _choose(self, _row: int) -> None:
        self._chosen = True
        self._say_purpose()
        if self._form is not None:
            self._kept[self._form.objectName()] = self._form.values()
            self._form = None  # the area deletes it when the next one is shown
        self._explain("", "")
        if self.isVisible():
            self._made_form()
        self._refresh()

    def _explain(self, title: str, text: str) -> None:
        method = METHODS[self._method]
        self._explained.setText(f"{title}: {text}" if title else f"{method.title}, {method.paper}")
        self._explained.setToolTip(as_tip(text))

    def _take_survey(self, reasons: dict[str, str | None]) -> None:
        self._take_reasons((self._session.document,) if self._session.documents else (), reasons)

    def _take_reasons(self, documents: tuple[str, ...], reasons: dict[str, str | None]) -> None:
        self._known[documents] = dict(reasons)
        self._asked.discard(documents)
        if documents == self._documents.ticked:
            self._grey()

    def _grey(self) -> None:
        """Greys the methods that cannot learn from what is ticked, as far as that is known, and asks where it is not.
        What the survey of the document shown says is waited for."""
        ticked = self._documents.ticked
        self._reasons = self._known.get(ticked, {})
        self._methods.grey(self._reasons)
        shown = ticked in ((), (self._session.document,))
        if not shown and ticked not in self._known and ticked not in self._asked and self.isVisible():
            self._asked.add(ticked)
            self._runs.ask_reasons(ticked)
        self._say_purpose()
        self._refresh()

    def _show_project(self) -> None:
        self._logged = {run.name for run in self._runs.recorded}
        self._show_treebank()

    def _show_treebank(self) -> None:
        """Offers the documents of the project: what was ticked stays so, otherwise it is the one shown."""
        names = self._session.documents
        folder = None if self._session.project is None else self._session.project.folder
        ticked = {*self._documents.ticked} & {*names}
        if folder != self._folder or ticked == {self._own_tick}:  # nobody chose it
            ticked = {self._session.document}
            self._folder, self._own_tick = folder, self._session.document
        self._known.clear()  # they may have been changed since
        self._asked.clear()
        shown = len(self._session.treebank) > 0
        otherwise = self.tr("the text shown") if shown else self.tr("nothing is open")
        self._documents.offer(names, ticked or {self._session.document}, otherwise)
        self._measured.offer(names)
        self._suit_font()
        self._grey()
        if self.isVisible():
            self._suit_document()

    def _progress(self, progress: Progress) -> None:
        if not self._runs.is_learning:
            return
        if not self._clock.isActive():
            self._refresh()
        if progress.stage != self._stage:
            self._stage = progress.stage
            self._log.write(self.tr("{0} …").format(progress.stage))
        self._bar.setRange(0, progress.total or 0)
        self._bar.setValue(min(progress.done, progress.total) if progress.total else 0)
        self._bar.setFormat(f"{progress.stage}  %v / %m" if progress.total else progress.stage)
        if progress.measures:
            rows = sorted_measures(progress.measures)
            told = (f"{measure_title(name)} {measure_text(name, value)}" for name, value in rows)
            self._bar.setToolTip(", ".join(told))

    def _show_runs(self) -> None:
        for run in self._runs.recorded:
            if run.name not in self._logged and run.status != MEASURING:
                self._logged.add(run.name)
                self._log.write(summary_of(run))
        self._refresh()

    def _say_doing(self) -> None:
        running = self._runs.running
        if running is not None and self._stop.isEnabled():
            passed = round(time.monotonic() - self._begun)
            left = self._runs.starts_left
            more = counted(self.tr(", then %Ln more start(s)", "", left), left) if left else ""
            self._doing.setText(self.tr("{0}: {1} s").format(running.name, passed) + more)

    def _refresh(self, _: object = None) -> None:
        learning = self._runs.is_learning
        self._bar.setVisible(learning)
        complaint = self._why()
        told = complaint or self._warning()
        self._why_not.setText(told)
        self._why_not.setToolTip(told)
        self._start.setEnabled(not complaint and not learning)
        self._start.setToolTip(as_tip(complaint or self.tr("Learn with the settings shown")))
        self._stop.setEnabled(learning)
        chance = self._form is not None and METHODS[self._method].depends_on_seed(self._form.values())
        swept = bool(self._over.text().strip()) and "seed" in (() if self._form is None else self._form.values())
        self._starts.setEnabled((chance or swept) and not learning)
        many = self.tr("How many models are learnt one after the other, each with the next seed: together, a cloud")
        self._starts.setToolTip(many if chance else self.tr("Nothing is left to chance here: every start ends alike"))
        self._reset.setEnabled(self._form is not None and not self._form.is_default)
        if learning and not self._clock.isActive():
            self._begun = self._begun or time.monotonic()
            self._bar.setRange(0, 0)
            self._clock.start()
            self._say_doing()
        elif not learning:
            self._clock.stop()
            self._begun = 0.0
            self._bar.setRange(0, 1)
            self._bar.setValue(0)
            self._bar.setFormat("")
            self._doing.setText(self.tr("Nothing is learning."))

    def _why(self) -> str:
        if not len(self._session.treebank):
            return self.tr("Open a treebank first.")
        if self._form is not None and self._form.complaint:
            return self._form.complaint
        if self._session.documents and not self._documents.ticked:
            return self.tr("Choose what to learn from.")
        try:
            self._axes()
        except SpectralError as error:
            return str(error)
        reason = self._reasons.get(self._method) or ""
        if reason and len(self._session.documents) > 1:
            return self.tr("{0} Or tick another file.").format(reason)
        return reason

    def _axes(self) -> tuple[Axis, ...]:
        """What is to be varied; a complaint where it cannot be."""
        method = METHODS[self._method]
        return tuple(parse_axis(method, text) for text in self._over.text().split())

    def _warning(self) -> str:
        """What to know of the figures before it starts, in a sentence."""
        if self._session.documents and self._measured.chosen in ("", *self._documents.ticked):
            return self.tr("It is measured on what it learns from, where figures are too good: hold some out.")
        return ""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_log"):
            self._suit_font()

    def _arrive(self) -> None:
        self._suit_document()
        self._made_form()
        self._explain("", "")
        self._grey()
