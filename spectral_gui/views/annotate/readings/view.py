"""Readings panel: ranked readings of the selected word, and the choice among them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QResizeEvent

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import is_decided, reading_of
from spectral_gui import widgets
from spectral_gui.resources import is_right_to_left, resolve_plural
from spectral_gui.state import (
    Acceptance,
    DocumentSurvey,
    EffortTracker,
    Notices,
    ReadingRankings,
    ReadingSelection,
    Session,
    Suggestions,
)
from spectral_gui.views.annotate.readings.occurrences_dialog import OccurrenceApplier
from spectral_gui.views.annotate.readings.pane import ReadingsPane
from spectral_gui.views.annotate.readings.presenter import ReadingsPresenter
from spectral_gui.views.annotate.readings.reading_list import RankedReading

_MAX_EXPLANATION_SHARE = 0.45  # maximum share of the height for the explanation
_OTHER_FOCUS_REASON = Qt.FocusReason.OtherFocusReason
_ARABIC_EXTRA_POINTS = 8


class CandidatesView(widgets.Panel):
    """Panel that offers readings of the selected word; its keys work wherever letters are commands."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        effort_tracker: EffortTracker,
        survey: DocumentSurvey,
        suggestions: Suggestions,
        acceptance: Acceptance,
        readings: ReadingRankings,
        reading_selection: ReadingSelection,
    ):
        super().__init__()
        self._session, self._notices, self._survey = session, notices, survey
        self._readings, self._reading_selection = readings, reading_selection
        self._pane = pane = ReadingsPane(readings)
        self.presenter = ReadingsPresenter(pane, session, effort_tracker, suggestions, acceptance, readings)
        self.reading_list, self.form, self.explainer = pane.reading_list, pane.form, pane.explainer
        self.effort_meter, self.advice_bar = pane.effort_meter, pane.advice_bar
        self._occurrence_applier = OccurrenceApplier(notices, reading_selection, self)
        widgets.make_column(pane, on=self, margins=0)
        self.setFocusProxy(pane)
        pane.filter_line.textChanged.connect(self._on_filter_changed)
        pane.filter_line.installEventFilter(self)
        self.reading_list.row_chosen.connect(lambda row: self.choose_reading(row + 1))
        self.reading_list.stepped.connect(self._on_list_stepped)
        self.reading_list.escaped.connect(pane.close_filter)
        self.reading_list.installEventFilter(self)
        self.form.submitted.connect(self._on_form_submitted)
        widgets.connect_signals(self._on_key_typed, pane.filter_line.textEdited, self.form.edited)
        self.form.cancelled.connect(pane.close_form)
        self.became_visible.connect(self.presenter.update_visibility)
        widgets.connect_signals(self.presenter.update_fonts, self.font_changed, self.palette_changed)
        self.presenter.update_fonts()

    def choose_reading(self, row: int) -> None:
        """Assign the reading of a row, from 1, to the word, and go to the next uncertain word."""
        if not self._check_can_choose():
            return
        readings = self.reading_list.reading_model.visible_readings
        if row > len(readings):
            self._notices.report_refusal(self.tr("This word has no reading {0}").format(row))
            return
        reading = readings[row - 1]
        index, word = self.presenter.position
        if self._reading_selection.assign_reading(
            index, word, reading.value, reading.rank, self.presenter.key_count + 1
        ):
            self._go_to_next_uncertain()

    def write_one(self) -> None:
        """Open the form for a new reading, filled in with the word's reading or the best guess."""
        if not self._check_can_choose(allow_empty=True):
            return
        self.presenter.key_count += 1
        index, word = self.presenter.position
        form = self._session.treebank[index].forms[word - 1]
        guess = self._get_initial_analysis()
        self._pane.open_form()
        self.form.open_for_word(
            form,
            guess,
            self._collect_completions(index, word),
            self._reading_selection.find_storable_parts(index, word),
        )

    def filter(self) -> None:
        """Open the filter of the list, by tag, meaning, lemma or form."""
        if self._check_can_choose():
            self.presenter.key_count += 1
            self._pane.open_filter()

    def explain(self) -> None:
        """Show or hide the explanation of the highlighted reading's rank."""
        if self.explainer.is_shown or self._check_can_choose():
            self.explainer.toggle()
            self.presenter.request_explanation()

    def apply_everywhere(self) -> None:
        """Find other occurrences of the word, to give them the reading chosen or highlighted here."""
        if self._check_can_choose():
            reading = self._find_chosen_reading() or self.reading_list.highlighted_reading
            if reading is not None:
                self.presenter.key_count += 1
                self._occurrence_applier.request_occurrences(
                    reading, self.presenter.position, self.presenter.key_count + 1
                )

    @property
    def has_readings_on_screen(self) -> bool:
        """Whether readings of the selected word are on screen."""
        return self.presenter.is_on_screen and self.reading_list.reading_model.rowCount() > 0

    def _check_can_choose(self, allow_empty: bool = False) -> bool:
        """Return whether a reading can be chosen here; if not, show the reason. If no word is selected, only select
        one: the user must see what is decided."""
        session = self._session
        sentence = session.sentence
        if sentence is None:
            return False
        if not self.presenter.is_on_screen:
            self._notices.report_refusal(self.tr("Open the Readings panel to see the readings of a word."))
            return False
        if not session.selection.word:
            self.presenter.select_first_uncertain()
            form = sentence.forms[session.selection.word - 1]
            message = self.tr("Word {0}, {1}, is now selected. Press the key again to apply.")
            self._notices.notify(message.format(session.selection.word, f"\u2068{form}\u2069"))
            return False
        if session.read_only:
            self._notices.report_refusal(session.read_only)
            return False
        if allow_empty or self.reading_list.reading_model.rowCount():
            return True
        self._notices.report_refusal(self._pane.empty_state.text or self.tr("Readings of this word are still loading."))
        return False

    def _find_chosen_reading(self) -> RankedReading | None:
        """Return the word's chosen reading, if it is in the list."""
        return next((reading for reading in self.reading_list.reading_model.all_readings if reading.is_chosen), None)

    def _get_initial_analysis(self) -> Analysis:
        """Return the initial contents of the form: the word's reading, listed or not, or else the highlighted one."""
        index, word = self.presenter.position
        sentence = self._session.treebank[index]
        chosen = self._find_chosen_reading()
        if chosen is not None:
            return chosen.value
        annotated = reading_of(sentence, word) if is_decided(sentence, word) else None
        if annotated is not None:
            return annotated
        marked = self.reading_list.highlighted_reading
        return self._readings.guess_word_reading(index, word) if marked is None else marked.value

    def _go_to_next_uncertain(self) -> None:
        """Go to the next uncertain word, wrapping around; stay if none is left."""
        session = self._session
        index, word = self.presenter.position
        uncertain_words = sorted(self._readings.find_uncertain_words(index))
        next_word = next(
            (uncertain_word for uncertain_word in uncertain_words if uncertain_word > word),
            uncertain_words[0] if uncertain_words else 0,
        )
        self._pane.close_filter()
        if next_word:
            session.select(word=next_word)
            return
        undecided_count = len(self._readings.find_undecided_words(index))
        message = self.tr("Every word is annotated. Press Enter to accept the sentence.")
        if undecided_count:
            message = self.tr(
                "No uncertain words. Enter accepts the first reading of %Ln word(s).", "", undecided_count
            )
        self._notices.notify(resolve_plural(message, undecided_count))

    def _on_list_stepped(self, side: int) -> None:
        sentence, word = self._session.sentence, self._session.selection.word
        if sentence is not None:
            step = -side if is_right_to_left(sentence.text) else side
            if 1 <= word + step <= len(sentence):
                self._session.select(word=word + step)

    def _on_filter_changed(self, query: str) -> None:
        self.reading_list.reading_model.filter_by(query)
        self.reading_list.highlight_row(0)
        self.presenter.show_filter_hint()
        self.presenter.request_explanation()

    def _on_key_typed(self, _: str) -> None:
        self.presenter.key_count += 1

    def _on_form_submitted(self, analysis: Analysis) -> None:
        index, word = self.presenter.position
        if self._reading_selection.assign_custom_reading(index, word, analysis, self.presenter.key_count + 1):
            self._pane.close_form()
            self._go_to_next_uncertain()

    def _collect_completions(self, index: int, word: int) -> dict[str, Iterable[str]]:
        """Return completions for each field of the form: values of the listed readings first, then of the treebank."""
        sentence, inventory = self._session.treebank[index], self._survey.inventory
        analyses = [reading.value for reading in self.reading_list.reading_model.all_readings]
        completions: dict[str, Iterable[str]] = {}
        for name in ("lemma", "vocalised", "upos", "xpos", "feats", "gloss"):
            field_values = [value for value in (getattr(analysis, name) for analysis in analyses) if value != EMPTY]
            if name in ("lemma", "upos", "xpos", "feats"):
                field_values += inventory.rank_column_values(sentence, word, name)  # type: ignore[arg-type] # one of the four
            completions[name] = field_values
        return completions

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self._pane.filter_line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.choose_reading(1)
            elif event.key() == Qt.Key.Key_Escape:
                self._pane.close_filter()
            elif event.key() == Qt.Key.Key_Down:
                self.reading_list.setFocus(_OTHER_FOCUS_REASON)
            else:
                return False
            return True
        if watched is self.reading_list and isinstance(event, QFocusEvent):
            self.reading_list.viewport().update()
        return False

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.presenter.update_visibility()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.explainer.scroll_area.setMaximumHeight(round(_MAX_EXPLANATION_SHARE * self.height()))
