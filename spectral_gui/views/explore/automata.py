"""Page of automata: one or two panels with drawing, controls and export, and the details of a state or edge."""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QApplication, QListWidget, QTabWidget, QWidget

from spectral_core.data import Treebank
from spectral_core.data.automaton import Automaton
from spectral_core.engine import SearchResult
from spectral_gui import widgets
from spectral_gui.plots import Plot, PointGroup, plot_point_groups
from spectral_gui.scenes import figure_export
from spectral_gui.scenes.automaton_drawing import AutomatonHit as Hit
from spectral_gui.state import (
    ANNOTATION,
    AutomatonQuestion,
    ChangeKind,
    Changes,
    HeadTagCounts,
    ModelExplorer,
    Notices,
    Runs,
    Session,
)
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.explore.canvases import AutomatonCanvas
from spectral_gui.views.explore.controls import AutomatonControls, offer_training
from spectral_gui.views.explore.descriptions import (
    describe_automaton,
    describe_edge,
    describe_merge,
    describe_state,
    format_edge_card,
    format_state_card,
)
from spectral_gui.views.explore.rank_view import RankView
from spectral_gui.widgets.concordance import ConcordanceDelegate, MatchListModel
from spectral_gui.widgets.dialogs import open_save_dialog
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import UniformRowView, get_text_font_size, to_tooltip

_HIT_ROLE = Qt.ItemDataRole.UserRole
_MIN_PAUSE = 15  # minimum milliseconds between two drawings
_PAUSE_FACTOR = 1.5  # times the duration of the last drawing, to leave time for other work


class AutomatonDetails(QTabWidget):
    """Tabs with the states and edges of an automaton, its merges, and the sentences behind the selected one."""

    hit_chosen = Signal(object)  # the Hit (state or edge) chosen in the list
    step_chosen = Signal(int)
    sentence_chosen = Signal(int, int)  # index of the sentence, number of its head word

    def __init__(self, session: Session, explorer: ModelExplorer, slot: int):
        super().__init__()
        self.setDocumentMode(True)
        self.setUsesScrollButtons(True)
        self.card = widgets.make_text_view(self.tr("Selection"))
        self.matches_caption = widgets.make_label(wraps=True)
        self._matches = MatchListModel(self)
        self._delegate = ConcordanceDelegate(get_text_font_size(self), self)
        self.sentences = UniformRowView(self._matches, self._delegate, self._delegate.height)
        self.sentences.setAccessibleName(self.tr("Matching sentences"))
        self.merges = widgets.set_accessible_name(QListWidget(), self.tr("Merges"))
        self.parts = widgets.set_accessible_name(QListWidget(), self.tr("States and edges"))
        self.ranks = RankView("second-ranks" if slot else "ranks", session, explorer, slot)
        self.plane = Plot(self.tr("Prefixes in the plane"))
        sentences_page = QWidget()
        sentences_layout = widgets.make_column(
            self.matches_caption, (self.sentences, 1), on=sentences_page, margins=(4, 4, 4, 0), spacing=2
        )
        sentences_layout.setAlignment(self.matches_caption, Qt.AlignmentFlag.AlignTop)
        chosen_page = widgets.make_splitter(self.card, sentences_page, sizes=(190, 500), stretch_factors=(0, 1))
        for page, title in (
            (chosen_page, self.tr("Chosen")),
            (self.merges, self.tr("Merges")),
            (self.parts, self.tr("States and edges")),
            (self.ranks, self.tr("Singular values and rank")),
            (self.plane, self.tr("Plane")),
        ):
            self.addTab(page, title)
        self.sentences.activated.connect(lambda index: self._open_sentence(index.row()))
        self.sentences.clicked.connect(lambda index: self._open_sentence(index.row()))
        self.merges.currentRowChanged.connect(lambda row: self.step_chosen.emit(row) if row >= 0 else None)
        self.parts.currentRowChanged.connect(self._on_part_row_changed)

    def show_merges(self, automaton: Automaton) -> None:
        """List the merges of an automaton, the initial clusters first."""
        with QSignalBlocker(self.merges):
            self.merges.clear()
            self.merges.addItems([describe_merge(automaton, step) for step in range(len(automaton.steps))])

    def show_step(self, automaton: Automaton) -> None:
        """List the states and edges of the current merge step, and plot their prefixes."""
        with QSignalBlocker(self.merges):
            self.merges.setCurrentRow(automaton.step)
        with QSignalBlocker(self.parts):
            self.parts.clear()
            for state in automaton.states:
                self._add_part(describe_state(automaton, state), Hit(state=state.number))
                for edge in (*automaton.edges, *automaton.leaving_edges):
                    if edge.source == state.number:
                        self._add_part("    " + describe_edge(edge), Hit(edge=(edge.source, edge.target)))
        point_groups = []
        for state in automaton.states:
            prefixes = [automaton.prefixes[index] for index in state.prefixes]
            names = [" ".join(prefix.symbols) or "START" for prefix in prefixes]
            x, y = [prefix.point[0] for prefix in prefixes], [prefix.point[1] for prefix in prefixes]
            point_groups.append(PointGroup(self.tr("state {0}").format(state.number), x, y, names, state.number))
        first, second = self.tr("first principal direction"), self.tr("second principal direction")
        description = "; ".join(describe_state(automaton, state) for state in automaton.states)
        self.plane.show_figure(plot_point_groups(first, second, point_groups), description)

    def show_state_or_edge(self, automaton: Automaton | None, hit: Hit | None, treebank: Treebank) -> None:
        """Describe a state or an edge, and list the sentences that pass through it; None clears both."""
        occurrences: Sequence[tuple[int, int]] = ()
        for widget in (self.card, self.sentences):
            widget.setVisible(automaton is not None and hit is not None)
        if automaton is None or hit is None:
            self.card.setPlainText("")
            self.matches_caption.setText(
                self.tr("Choose a state or an edge to list the sentences that pass through it.")
            )
        else:
            if hit.edge is not None:
                card, occurrences = (
                    format_edge_card(automaton.edge(*hit.edge)),
                    automaton.occurrences_on_edge(*hit.edge),
                )
            else:
                assert hit.state is not None
                card = format_state_card(automaton, automaton.state(hit.state))
                occurrences = automaton.occurrences_in_state(hit.state)
            self.card.setPlainText(card)
            caption = self.tr("The open text has no heads, so the model's training sequences are shown.")
            if len(automaton.passages.bounds) > 1:
                caption = resolve_plural(self.tr("%Ln head word(s)", "", len(occurrences)), len(occurrences))
            self.matches_caption.setText(caption)
        sentence_indexes = array("Q", [sentence for sentence, _ in occurrences])
        head_words = tuple((word,) for _, word in occurrences)
        self._matches.show_matches(
            treebank, SearchResult("", "", sentence_indexes, head_words, ((),) * len(head_words), False)
        )
        self._delegate.max_number = len(treebank)
        if occurrences and occurrences[0][0] < len(treebank):
            self._delegate.adapt_to_text(treebank[occurrences[0][0]].text)
        self.sentences.set_row_height(self._delegate.height)
        self.sentences.setAccessibleDescription(self.matches_caption.text())
        with QSignalBlocker(self.parts):
            rows = [row for row in range(self.parts.count()) if self.parts.item(row).data(_HIT_ROLE) == hit]
            self.parts.setCurrentRow(rows[0] if rows else -1)

    def focus_sentences(self) -> None:
        """Open the list of sentences and give it the focus, with the first sentence selected."""
        self.setCurrentIndex(0)
        self.sentences.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._matches.rowCount() and not self.sentences.currentIndex().isValid():
            self.sentences.setCurrentIndex(self._matches.index(0, 0))

    def _add_part(self, text: str, hit: Hit) -> None:
        """Add a state or an edge to the list of states and edges."""
        self.parts.addItem(text)
        item = self.parts.item(self.parts.count() - 1)
        item.setData(_HIT_ROLE, hit)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, text.strip())

    def _on_part_row_changed(self, row: int) -> None:
        if row >= 0:
            self.hit_chosen.emit(self.parts.item(row).data(_HIT_ROLE))

    def _open_sentence(self, row: int) -> None:
        """Emit `sentence_chosen` with the sentence in a row of the list and its first matching word."""
        if 0 <= row < self._matches.rowCount():
            words = self._matches.matched_words_at(row)
            self.sentence_chosen.emit(self._matches.sentence_at(row), words[0] if words else 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_delegate"):
            self._delegate.set_font_size(get_text_font_size(self))
            self.sentences.set_row_height(self._delegate.height)


class AutomatonPanel(widgets.Panel):
    """Panel that requests the automaton chosen with its controls, and shows it after one of its merge steps."""

    compare_toggled = Signal(bool)

    def __init__(self, session: Session, notices: Notices, runs: Runs, explorer: ModelExplorer, slot: int):
        super().__init__()
        self._session, self._notices, self._runs, self._explorer = session, notices, runs, explorer
        self._slot = slot
        self._automaton: Automaton | None = None  # after the merges up to the current step
        self._shown_question: AutomatonQuestion | None = None  # the one that the automaton shown answers
        self._preferred_question: AutomatonQuestion | None = None  # asked once the head tags are known
        self.requested_step: int | None = None  # chosen by the user; None for the last, which differs between automata
        self._spectrum: tuple[float, ...] | None = None
        self._pending_run = ""  # run whose head tags were requested
        self._stale = True  # nothing was requested since the text or the models changed
        self.controls = AutomatonControls()
        self.canvas = widgets.set_accessible_name(AutomatonCanvas(), self.tr("Automaton"))
        self.details = AutomatonDetails(session, explorer, slot)
        self._empty_state = EmptyState("microscope")
        self._summary = widgets.make_label(wraps=True)
        self.first_button = widgets.make_tool_button(
            "«", self.tr("Back to the initial clusters"), lambda: self.go_to_step(0)
        )
        self.previous_button = widgets.make_tool_button("◀", self.tr("Merge before"), lambda: self.move_by_steps(-1))
        self.next_button = widgets.make_tool_button("▶", self.tr("Next merge"), lambda: self.move_by_steps(1))
        self.last_button = widgets.make_tool_button("»", self.tr("After the last merge"), self._go_to_last_step)
        self._step_label = widgets.make_label()
        compare_tip = self.tr("Show a second automaton for comparison, from another model or with other settings")
        self._compare_button = widgets.make_button(self.tr("Compare"), self.compare_toggled, compare_tip)
        self._compare_button.setCheckable(True)
        save_tip = self.tr("As SVG, PDF, PNG, DOT, GraphML or TikZ")
        self._save_button = widgets.make_button(self.tr("Save…"), self.save_automaton, save_tip)
        self._draw_timer = widgets.make_timer(self, self._draw)
        self._draw_duration = self._draw_end = 0.0  # duration of the last drawing in milliseconds, and its end
        self._lay_out()
        self._connect_signals()
        self._show_empty_state("")
        self._update_model_box()

    @property
    def automaton(self) -> Automaton | None:
        """Automaton shown, after the merges up to the current step; None while there is none."""
        return self._automaton

    @property
    def empty_text(self) -> str:
        """Explanation of why there is no automaton; "" while there is one."""
        return self._empty_state.text if self._automaton is None else ""

    def show_same_automaton(self, source: AutomatonPanel) -> None:
        """Show the automaton and the merge step of another panel."""
        question = source.controls.requested_automaton
        if question is not None:
            self._preferred_question = question
            self.controls.set_requested_automaton(question, source.controls.min_share)
            self.requested_step = source.requested_step
            self._stale = True
            if self.isVisible():
                self._request_head_tags()

    def set_compared(self, compared: bool) -> None:
        """Update the button and the zoom for a comparison of two panels, or for a single panel."""
        self._compare_button.setChecked(compared)
        self.canvas.set_compared(compared)
        self._compare_button.setText(self.tr("Close") if compared and self._slot else self.tr("Compare"))

    def move_by_steps(self, offset: int) -> None:
        """Go forward by a number of merge steps, or back if it is negative."""
        if self._automaton is not None:
            self.go_to_step(self._automaton.step + offset)

    def go_to_step(self, step: int) -> None:
        """Show the automaton after this many merges; do nothing if it has fewer."""
        if self._automaton is None or not 0 <= step < len(self._automaton.steps):
            return
        previous = self._automaton
        self.requested_step = step if step < len(previous.merges) else None
        self._automaton = previous.after_merges(step)
        self._update_selection_after_merges(previous)
        self._show_step()

    def _go_to_last_step(self) -> None:
        if self._automaton is not None:
            self.go_to_step(len(self._automaton.merges))

    def save_automaton(self) -> None:
        """Ask for a file, and write the automaton to it."""
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
        file_stem = "".join(character if character.isalnum() or character in "-_" else "_" for character in name)
        open_save_dialog(self, self.tr("Save automaton"), file_stem, kinds, self.export)

    def export(self, path: Path) -> None:
        """Write the automaton to a file, in the format of its suffix."""
        if self._automaton is None or self._shown_question is None:
            return
        sources = self._explorer.list_source_files(self._shown_question.run)
        with self._notices.report_file_written(path):
            figure_export.write_automaton_figure(
                self._automaton, path, min_share=self.controls.min_share, text_paths=sources
            )

    def _update_model_box(self) -> None:
        runs = self._explorer.list_runs_with_automata()
        self.controls.show_models(runs)
        if not runs:
            self._show_model("")

    def _show_model(self, run: str) -> None:
        """Request the head tags of a run's model; without a run, offer to train a model."""
        self._spectrum = None
        for widget in (self.controls, self._step_bar, self.details):
            widget.setVisible(bool(run))  # meaningless without a model
        self.details.ranks.show_run(run)
        if not run:
            self._automaton = None
            no_model_text = self.tr("No automata yet. Train a {0} model on this text to see them.")
            self._show_empty_state("")
            offer_training(self._empty_state, no_model_text, self._explorer, "head-automata")
        elif self.isVisible():
            self._request_head_tags()
        else:
            self._stale = True

    def _request_head_tags(self) -> None:
        """Request the head tags of the selected model; the automaton is requested once they are known."""
        self._stale = False
        self._pending_run = self.controls.model.currentData() or ""
        if self._pending_run:
            self._explorer.request_head_tags(self._pending_run)

    def _on_head_tags_received(self, run: str, heads: HeadTagCounts) -> None:
        """List the head tags of the selected model, and select the one to show."""
        if run == self._pending_run == self.controls.model.currentData():
            self._pending_run = ""
            preferred, self._preferred_question = self._preferred_question, None
            self.controls.show_head_tags(heads, preferred)
            if not heads:
                self._on_head_tags_failed(run, self.tr("This model was trained without modifiers."))

    def _on_head_tags_failed(self, run: str, reason: str) -> None:
        if run == self.controls.model.currentData():
            self._automaton = None
            self._show_empty_state(reason)

    def _request_automaton(self) -> None:
        """Request the automaton that the controls describe, and its singular values for a new head tag or side."""
        question = self.controls.requested_automaton
        if question is not None:
            if (
                self._shown_question is None
                or not self._shown_question.can_show_answer_to(question)
                or self._spectrum is None
            ):
                self._spectrum = None
                self._explorer.request_singular_values(question.run, question.head, question.direction)
            self._explorer.request_automaton(self._slot, question)

    def _is_still_requested(self, slot: int, question: AutomatonQuestion) -> bool:
        """Return whether an answer for this panel is about the automaton that the controls describe, perhaps with
        other parameters."""
        current = self.controls.requested_automaton
        return slot == self._slot and current is not None and current.can_show_answer_to(question)

    def _on_automaton_received(self, slot: int, question: AutomatonQuestion, automaton: Automaton) -> None:
        """Show a received automaton at the requested merge step, unless another has been requested since."""
        if not self._is_still_requested(slot, question):
            return
        is_other_head = self._shown_question is None or not self._shown_question.can_show_answer_to(question)
        if is_other_head:
            self.requested_step = None
        if is_other_head or self._shown_question != question:
            self.canvas.hit = None
        self._shown_question = question
        self.controls.show_automatic_min_count(automaton.minimum)
        last = len(automaton.merges)
        self._automaton = automaton.after_merges(
            last if self.requested_step is None else min(self.requested_step, last)
        )
        self._stack.setCurrentWidget(self.canvas)
        self.details.show_merges(self._automaton)
        self._show_step()
        self._show_spectrum()

    def _on_automaton_failed(self, slot: int, question: AutomatonQuestion, reason: str) -> None:
        if self._is_still_requested(slot, question):
            self._automaton, self._shown_question = None, question
            self._show_empty_state(reason)

    def _on_singular_values_received(self, run: str, part: str, values: tuple[float, ...]) -> None:
        question = self.controls.requested_automaton
        if question is not None and (run, part) == (question.run, f"{question.head} {question.direction}"):
            self._spectrum = values
            self._show_spectrum()

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.PROJECT | ChangeKind.RUNS):
            self._update_model_box()
        if changes.has(ChangeKind.DOCUMENT):  # runs of another project may have the same names
            self._shown_question = self._spectrum = None
            self._request_head_tags()
        elif changes.has(ANNOTATION):
            self._request_automaton()

    def _show_empty_state(self, reason: str) -> None:
        """Show the reason why there is no automaton, and clear everything about the previous one."""
        self._empty_state.set_message(reason)
        self._stack.setCurrentWidget(self._empty_state)
        self.canvas.show_automaton(None, 0.0)
        self.details.show_state_or_edge(None, None, self._session.treebank)
        self.details.merges.clear()
        self.details.parts.clear()
        self.details.plane.show_message(reason)
        self._summary.setText("")
        self._update_buttons()

    def _show_step(self) -> None:
        """Describe the current merge step at once, and draw it when there is time."""
        assert self._automaton is not None
        self.details.show_step(self._automaton)
        self._summary.setText(describe_automaton(self._automaton))
        self._update_buttons()
        if not self._draw_timer.isActive():
            elapsed = 1000 * (time.perf_counter() - self._draw_end)
            self._draw_timer.start(max(0, round(max(_MIN_PAUSE, _PAUSE_FACTOR * self._draw_duration) - elapsed)))

    def _draw(self) -> None:
        """Draw the current merge step, with the two states of the next merge marked."""
        automaton = self._automaton
        if automaton is None:
            return
        marked: tuple[int, ...] = ()
        if automaton.step < len(automaton.merges):
            merge = automaton.merges[automaton.step]
            marked = (merge.kept, merge.gone)
        start_time = time.perf_counter()
        self.canvas.show_automaton(automaton, self.controls.min_share, marked)
        self._draw_end = time.perf_counter()
        self._draw_duration = 1000 * (self._draw_end - start_time)
        self.canvas.setAccessibleDescription(describe_automaton(automaton))
        self.details.show_state_or_edge(automaton, self.canvas.hit, self._session.treebank)

    def _update_buttons(self) -> None:
        automaton = self._automaton
        step, last = (0, 0) if automaton is None else (automaton.step, len(automaton.merges))
        for button, possible in (
            (self.first_button, step > 0),
            (self.previous_button, step > 0),
            (self.next_button, step < last),
            (self.last_button, step < last),
            (self._save_button, automaton is not None),
        ):
            button.setEnabled(possible)
        text = "" if automaton is None else self.tr("step {0} of {1}").format(step, last)
        self._step_label.setText(text)
        self._step_label.setToolTip(to_tooltip("" if automaton is None else describe_merge(automaton, step)))

    def _show_spectrum(self) -> None:
        """Plot the singular values of the head tag, with the rank cut once the automaton is known."""
        question = self.controls.requested_automaton
        if question is not None and self._spectrum is not None:
            automaton = self._automaton
            retained = len(automaton.prefixes[0].vector) if automaton is not None and self._spectrum else None
            name = f"{question.run}: {question.head} {question.direction}"
            self.details.ranks.show_spectrum(name, self._spectrum, retained)

    def _update_selection_after_merges(self, previous: Automaton) -> None:
        """Select the state that the selected one was merged into, or clear the selection if it no longer exists."""
        automaton, hit = self._automaton, self.canvas.hit
        if automaton is None or hit is None:
            return
        if hit.edge is not None:
            self.canvas.hit = hit if hit.edge in {(edge.source, edge.target) for edge in automaton.edges} else None
            return
        states = {state.number for state in automaton.states}
        number = hit.state
        for merge in automaton.merges[previous.step : automaton.step]:
            number = merge.kept if number == merge.gone else number
        self.canvas.hit = Hit(state=number) if number in states else None

    def _on_hit_chosen(self, hit: Hit | None) -> None:
        self.details.show_state_or_edge(self._automaton, hit, self._session.treebank)

    def _on_part_chosen(self, hit: Hit) -> None:
        self.canvas.select_state_or_edge(hit)
        self.details.show_state_or_edge(self._automaton, hit, self._session.treebank)

    def _on_sentence_chosen(self, sentence: int, word: int) -> None:
        self._session.select(sentence)
        if word:
            self._session.select(word=word)

    def _lay_out(self) -> None:
        step_buttons = (self.first_button, self.previous_button, self.next_button, self.last_button, self._step_label)
        self._step_bar = QWidget()
        bar = (*step_buttons, 8, (self._summary, 1), self._compare_button, self._save_button)
        widgets.make_row(*bar, on=self._step_bar, margins=0, spacing=2)
        self._stack = widgets.make_stack(self._empty_state, self.canvas)
        split = widgets.make_splitter(self._stack, self.details, is_vertical=True, sizes=(420, 280))
        widgets.make_column(self.controls, self._step_bar, (split, 1), on=self, margins=0, spacing=4)

    def _connect_signals(self) -> None:
        self.controls.model_chosen.connect(self._show_model)
        self.controls.question_changed.connect(self._request_automaton)
        self.controls.edge_share_changed.connect(lambda: self._show_step() if self._automaton is not None else None)
        self.canvas.chosen.connect(self._on_hit_chosen)
        self.canvas.activated.connect(self.details.focus_sentences)
        self.details.hit_chosen.connect(self._on_part_chosen)
        self.details.step_chosen.connect(self.go_to_step)
        self.details.sentence_chosen.connect(self._on_sentence_chosen)
        session = self._session
        name = "second-automaton" if self._slot else "automaton"
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.PROJECT | ChangeKind.RUNS
        ViewUpdates(name, self, session, self._on_changes, kinds)
        self._explorer.head_tags_received.connect(self._on_head_tags_received)
        self._explorer.head_tags_failed.connect(self._on_head_tags_failed)
        self._explorer.automaton_received.connect(self._on_automaton_received)
        self._explorer.automaton_failed.connect(self._on_automaton_failed)
        self._explorer.singular_values_received.connect(self._on_singular_values_received)
        self.became_visible.connect(self._on_became_visible)

    def _on_became_visible(self) -> None:
        if self._stale:
            self._request_head_tags()


class AutomataView(QWidget):
    """View of one automaton panel, and of a second next to it while two automata are compared."""

    def __init__(self, session: Session, notices: Notices, runs: Runs, explorer: ModelExplorer):
        super().__init__()
        self.compared = False
        self._panel_arguments = (session, notices, runs, explorer)
        self.panel = self._first = AutomatonPanel(*self._panel_arguments, 0)  # the panel used last
        self._second: AutomatonPanel | None = None  # made at its first use
        self._splitter = widgets.make_splitter(self._first, stretch_factors=())
        widgets.make_column(self._splitter, on=self, margins=6)
        self._first.compare_toggled.connect(self.set_compared)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    @property
    def panels(self) -> tuple[AutomatonPanel, AutomatonPanel]:
        """The two panels; the second is made at its first use."""
        if self._second is None:
            self._second = AutomatonPanel(*self._panel_arguments, 1)
            self._second.hide()
            self._splitter.addWidget(self._second)
            self._second.compare_toggled.connect(self.set_compared)
        return self._first, self._second

    def set_compared(self, compared: bool) -> None:
        """Show a second panel with the same automaton, or the first alone."""
        if compared == self.compared:
            return
        self.compared = compared
        first, second = self.panels
        if compared:
            second.show_same_automaton(first)
        else:
            self.panel = first
        second.setVisible(compared)
        half = self._splitter.width() // 2
        self._splitter.setSizes([half, half])
        for panel in self.panels:
            panel.set_compared(compared)

    def _on_focus_changed(self, _previous: QWidget | None, focused: QWidget | None) -> None:
        """Remember the panel with the focus as the one used last."""
        for panel in (self._first, self._second):
            if focused is not None and panel is not None and panel.isVisible() and panel.isAncestorOf(focused):
                self.panel = panel
