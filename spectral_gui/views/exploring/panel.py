"""One automaton with its controls above it and its details below."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from spectral_core.data.automaton import Automaton
from spectral_core.errors import SpectralError
from spectral_gui import automata, widgets
from spectral_gui.absences import Absence
from spectral_gui.lists import as_tip
from spectral_gui.plots import ask_for_file
from spectral_gui.scenes.automata import AutomatonHit as Hit
from spectral_gui.session import AutomatonQuestion, Exploring, Heads, Notices, Runs, Session
from spectral_gui.views.exploring.canvas import AutomatonCanvas
from spectral_gui.views.exploring.controls import Controls
from spectral_gui.views.exploring.details import Details
from spectral_gui.views.exploring.lacking import lacking
from spectral_gui.views.exploring.telling import automaton_title, merge_title

_LEAST_PAUSE = 15  # milliseconds between two drawings, at least
_SHARE = 1.5  # and so many times as long as the last one took: the window has other things to do


class AutomatonPanel(widgets.Panel):
    """Asks for the automaton that the controls say, shows a step of it, and follows what is chosen in it."""

    compare_asked = Signal(bool)

    def __init__(self, session: Session, notices: Notices, runs: Runs, exploring: Exploring, place: int):
        super().__init__()
        self._session, self._notices, self._runs, self._exploring = session, notices, runs, exploring
        self._place = place
        self._automaton: Automaton | None = None  # the step that is shown
        self._shown: AutomatonQuestion | None = None  # what it answers
        self._like: AutomatonQuestion | None = None  # what to show when the heads are known
        self.step_asked: int | None = None  # that the user went to; None for the last, whatever its number
        self._spectrum: tuple[float, ...] | None = None
        self._awaited = ""  # the run whose heads were asked for
        self._stale = True  # nothing was asked since the text or the models changed
        self.controls = Controls()
        self.canvas = widgets.named(AutomatonCanvas(), self.tr("Automaton"))
        self.details = Details(session, exploring, place)
        self._said = Absence("microscope")
        self._told = widgets.label(wraps=True)
        self.first = widgets.tool_button("«", self.tr("To the clusters as found"), lambda: self.go_to_step(0))
        self.back = widgets.tool_button("◀", self.tr("Merge before"), lambda: self.move_step(-1))
        self.forth = widgets.tool_button("▶", self.tr("Next merge"), lambda: self.move_step(1))
        self.last = widgets.tool_button("»", self.tr("After the last merge"), self._go_to_last)
        self._merge = widgets.label()
        beside = self.tr("A second automaton beside this one: of another model or with other settings")
        self._compare = widgets.button(self.tr("Compare"), self.compare_asked, beside)
        self._compare.setCheckable(True)
        kinds = self.tr("As SVG, PDF, PNG, DOT, GraphML or TikZ")
        self._save = widgets.button(self.tr("Save…"), self.save_automaton, kinds)
        self._timer = widgets.pause(self, self._draw)
        self._took = self._drawn = 0.0  # how long the last drawing took, and when it ended
        self._lay_out()
        self._wire()
        self._show_nothing("")
        self._list_models()

    @property
    def automaton(self) -> Automaton | None:
        return self._automaton

    @property
    def said(self) -> str:
        """The sentence that says why there is no automaton; "" where there is one."""
        return self._said.text if self._automaton is None else ""

    def set_like(self, other: AutomatonPanel) -> None:
        question = other.controls.question
        if question is not None:
            self._like = question
            self.controls.set_question(question, other.controls.share)
            self.step_asked = other.step_asked
            self._stale = True
            if self.isVisible():
                self._begin()

    def show_compared(self, compared: bool) -> None:
        """Shows on the button whether there are two panels, and fits the automaton into its room."""
        self._compare.setChecked(compared)
        self.canvas.stand_beside(compared)
        self._compare.setText(self.tr("Close this") if compared and self._place else self.tr("Compare"))

    def move_step(self, way: int) -> None:
        if self._automaton is not None:
            self.go_to_step(self._automaton.step + way)

    def go_to_step(self, step: int) -> None:
        if self._automaton is None or not 0 <= step < len(self._automaton.steps):
            return
        before = self._automaton
        self.step_asked = step if step < len(before.merges) else None
        self._automaton = before.at(step)
        self._keep_chosen(before)
        self._show_step()

    def _go_to_last(self) -> None:
        if self._automaton is not None:
            self.go_to_step(len(self._automaton.merges))

    def save_automaton(self) -> None:
        if self._automaton is None:
            return
        kinds = {
            ".svg": self.tr("SVG drawing"),
            ".pdf": self.tr("PDF page"),
            ".png": self.tr("PNG picture"),
            ".dot": self.tr("Graphviz graph"),
            ".graphml": self.tr("GraphML, for Gephi, yEd and networkx"),
            ".tex": self.tr("TikZ figure"),
        }
        name = f"{self._automaton.head}-{self._automaton.direction}".lower()
        safe = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in name)
        ask_for_file(self, self.tr("Save automaton"), safe, kinds, self.export)

    def export(self, path: Path) -> None:
        if self._automaton is None:
            return
        try:
            automata.write(self._automaton, path, least=self.controls.share)
        except (SpectralError, OSError) as error:
            self._notices.fail(str(error))
        else:
            self._notices.note(self.tr("Written to {0}").format(path))

    def _list_models(self) -> None:
        runs = self._exploring.explained()
        self.controls.show_models(runs)
        if not runs:
            self._choose_model("")

    def _choose_model(self, run: str) -> None:
        self._spectrum = None
        for tools in (self.controls, self._steps, self.details):
            tools.setVisible(bool(run))  # without a model they stand for nothing
        self.details.ranks.show_run(run)
        if not run:
            self._automaton = None
            none = self.tr("There is no model with automata yet. {0}, learnt from this text, has them.")
            self._show_nothing("")
            lacking(self._said, none, self._exploring, "head-automata")
        elif self.isVisible():
            self._begin()
        else:
            self._stale = True

    def _begin(self) -> None:
        self._stale = False
        self._awaited = self.controls.model.currentData() or ""
        if self._awaited:
            self._exploring.ask_heads(self._awaited)

    def _take_heads(self, run: str, heads: Heads) -> None:
        if run == self._awaited == self.controls.model.currentData():
            self._awaited = ""
            like, self._like = self._like, None
            self.controls.show_heads(heads, like)
            if not heads:
                self._refuse_model(run, self.tr("This model has seen no modifiers."))

    def _refuse_model(self, run: str, why: str) -> None:
        if run == self.controls.model.currentData():
            self._automaton = None
            self._show_nothing(why)

    def _ask(self) -> None:
        question = self.controls.question
        if question is not None:
            if self._shown is None or not self._shown.is_near(question) or self._spectrum is None:
                self._spectrum = None
                self._exploring.ask_spectrum(question.run, question.head, question.direction)
            self._exploring.ask_automaton(self._place, question)

    def _is_wanted(self, place: int, question: AutomatonQuestion) -> bool:
        wanted = self.controls.question
        return place == self._place and wanted is not None and wanted.is_near(question)

    def _take(self, place: int, question: AutomatonQuestion, found: Automaton) -> None:
        if not self._is_wanted(place, question):
            return
        other = self._shown is None or not self._shown.is_near(question)
        if other:
            self.step_asked = None
        if other or self._shown != question:
            self.canvas.hit = None
        self._shown = question
        self.controls.show_minimum(found.minimum)
        last = len(found.merges)
        self._automaton = found.at(last if self.step_asked is None else min(self.step_asked, last))
        self._stack.setCurrentWidget(self.canvas)
        self.details.show_merges(self._automaton)
        self._show_step()
        self._show_spectrum()

    def _refuse(self, place: int, question: AutomatonQuestion, why: str) -> None:
        if self._is_wanted(place, question):
            self._automaton, self._shown = None, question
            self._show_nothing(why)

    def _take_spectrum(self, run: str, part: str, values: tuple[float, ...]) -> None:
        question = self.controls.question
        if question is not None and (run, part) == (question.run, f"{question.head} {question.direction}"):
            self._spectrum = values
            self._show_spectrum()

    def _begin_again(self) -> None:
        """Another text is shown, perhaps of another project whose runs are called alike."""
        self._shown = self._spectrum = None
        if self.isVisible():
            self._begin()
        else:
            self._stale = True

    def _ask_again(self, _: int) -> None:
        if self.isVisible():
            self._ask()
        else:
            self._stale = True

    def _show_nothing(self, why: str) -> None:
        self._said.say(why)
        self._stack.setCurrentWidget(self._said)
        self.canvas.show_automaton(None, 0.0)
        self.details.show_chosen(None, None, self._session.treebank)
        self.details.merges.clear()
        self.details.parts.clear()
        self.details.plane.say(why)
        self._told.setText("")
        self._show_buttons()

    def _show_step(self) -> None:
        """Shows the step in words at once, and draws it when there is time."""
        assert self._automaton is not None
        self.details.show_step(self._automaton)
        self._told.setText(automaton_title(self._automaton))
        self._show_buttons()
        if not self._timer.isActive():
            passed = 1000 * (time.perf_counter() - self._drawn)
            self._timer.start(max(0, round(max(_LEAST_PAUSE, _SHARE * self._took) - passed)))

    def _draw(self) -> None:
        automaton = self._automaton
        if automaton is None:
            return
        marked: tuple[int, ...] = ()
        if automaton.step < len(automaton.merges):
            merge = automaton.merges[automaton.step]
            marked = (merge.kept, merge.gone)
        begun = time.perf_counter()
        self.canvas.show_automaton(automaton, self.controls.share, marked)
        self._drawn = time.perf_counter()
        self._took = 1000 * (self._drawn - begun)
        self.canvas.setAccessibleDescription(automaton_title(automaton))
        self.details.show_chosen(automaton, self.canvas.hit, self._session.treebank)

    def _show_buttons(self) -> None:
        automaton = self._automaton
        step, last = (0, 0) if automaton is None else (automaton.step, len(automaton.merges))
        for button, possible in (
            (self.first, step > 0),
            (self.back, step > 0),
            (self.forth, step < last),
            (self.last, step < last),
            (self._save, automaton is not None),
        ):
            button.setEnabled(possible)
        text = "" if automaton is None else self.tr("step {0} of {1}").format(step, last)
        self._merge.setText(text)
        self._merge.setToolTip(as_tip("" if automaton is None else merge_title(automaton, step)))

    def _show_spectrum(self) -> None:
        question = self.controls.question
        if question is not None and self._spectrum is not None:
            automaton = self._automaton
            kept = len(automaton.prefixes[0].vector) if automaton is not None and self._spectrum else None
            name = f"{question.run}: {question.head} {question.direction}"
            self.details.ranks.show_spectrum(name, self._spectrum, kept)

    def _keep_chosen(self, before: Automaton) -> None:
        """What is chosen goes on into the state that it was merged into, or is chosen no longer."""
        automaton, hit = self._automaton, self.canvas.hit
        if automaton is None or hit is None:
            return
        if hit.edge is not None:
            self.canvas.hit = hit if hit.edge in {(edge.source, edge.target) for edge in automaton.edges} else None
            return
        states = {state.number for state in automaton.states}
        number = hit.state
        for merge in automaton.merges[before.step : automaton.step]:
            number = merge.kept if number == merge.gone else number
        self.canvas.hit = Hit(state=number) if number in states else None

    def _choose(self, hit: Hit | None) -> None:
        self.details.show_chosen(self._automaton, hit, self._session.treebank)

    def _choose_part(self, hit: Hit) -> None:
        self.canvas.choose(hit)
        self.details.show_chosen(self._automaton, hit, self._session.treebank)

    def _go_to_sentence(self, sentence: int, word: int) -> None:
        self._session.select(sentence)
        if word:
            self._session.select(word=word)

    def _lay_out(self) -> None:
        going = (self.first, self.back, self.forth, self.last, self._merge)
        self._steps = QWidget()
        bar = (*going, 8, (self._told, 1), self._compare, self._save)
        widgets.row(*bar, on=self._steps, margins=0, spacing=2)
        self._stack = widgets.stack(self._said, self.canvas)
        split = widgets.splitter(self._stack, self.details, upright=True, sizes=(420, 280))
        widgets.column(self.controls, self._steps, (split, 1), on=self, margins=0, spacing=4)

    def _wire(self) -> None:
        self.controls.model_chosen.connect(self._choose_model)
        self.controls.asked.connect(self._ask)
        self.controls.least_changed.connect(lambda: self._show_step() if self._automaton is not None else None)
        self.canvas.chosen.connect(self._choose)
        self.canvas.entered.connect(self.details.focus_sentences)
        self.details.hit_chosen.connect(self._choose_part)
        self.details.step_chosen.connect(self.go_to_step)
        self.details.sentence_chosen.connect(self._go_to_sentence)
        session = self._session
        widgets.hear(self._list_models, self._runs.changed, session.project_changed)
        session.treebank_changed.connect(self._begin_again)
        session.sentence_changed.connect(self._ask_again)
        self._exploring.heads_known.connect(self._take_heads)
        self._exploring.heads_refused.connect(self._refuse_model)
        self._exploring.automaton_known.connect(self._take)
        self._exploring.automaton_refused.connect(self._refuse)
        self._exploring.spectrum_known.connect(self._take_spectrum)
        self.seen.connect(self._arrive)

    def _arrive(self) -> None:
        if self._stale:
            self._begin()
