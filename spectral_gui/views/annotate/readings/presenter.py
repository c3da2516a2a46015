"""Presenter of the readings: shows those of the selected word while the pane is on screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer

from spectral_gui import widgets
from spectral_gui.plots import describe_reading_flagging
from spectral_gui.state import (
    Acceptance,
    ChangeKind,
    Changes,
    EffortTracker,
    ReadingRankings,
    Selection,
    Session,
    Suggestions,
)
from spectral_gui.text_display import (
    get_layout_direction,
    is_arabic,
    is_right_to_left,
    isolate_any_text,
    make_treebank_font,
    resolve_plural,
)
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.annotate.readings.pane import ReadingsPane
from spectral_gui.views.annotate.readings.reading_list import RankedReading
from spectral_gui.widgets.lists import get_text_font_size, to_tooltip

_ARABIC_EXTRA_POINTS = 8
_REORDER_MILLISECONDS = 200  # milliseconds in which the order may still change: too short for the user to aim at a row


class ReadingsPresenter(QObject):
    """Presenter that shows the readings of the selected word in the pane while the pane is on screen."""

    def __init__(
        self,
        pane: ReadingsPane,
        session: Session,
        effort_tracker: EffortTracker,
        suggestions: Suggestions,
        acceptance: Acceptance,
        readings: ReadingRankings,
    ):
        super().__init__(pane)
        self._pane, self._session, self._effort_tracker, self._suggestions = pane, session, effort_tracker, suggestions
        self._acceptance, self._readings = acceptance, readings
        self.position = (-1, 0)  # (sentence, word) shown
        self._displayed_readings: tuple[object, ...] = ()  # position and readings in the list
        self.key_count = 0  # keys pressed for this word
        self._has_new_order = False  # another model ranks, and its order has not been shown yet
        # a sentence was opened, and no word in it selected yet
        self._awaits_first_selection = not session.selection.word
        self._is_in_front = True  # a panel behind another tab counts as visible for Qt
        self._reorder_timer = QTimer(self)  # while it runs, the order may still change
        self._reorder_timer.setSingleShot(True)
        self._reorder_timer.setInterval(_REORDER_MILLISECONDS)
        # queued: after all other slots of the sentence change
        self._select_uncertain_timer = widgets.make_timer(self, self._select_in_new_sentence)
        kinds = ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.DECISIONS
        kinds |= ChangeKind.SUGGESTIONS | ChangeKind.READINGS
        ViewUpdates("readings", pane, session, self._on_changes, kinds)
        readings.model_changed.connect(self._on_model_changed)
        effort_tracker.changed.connect(self._on_effort_changed)
        readings.advice_changed.connect(self._on_advice_changed)
        self._pane.reading_list.selectionModel().currentChanged.connect(self.request_explanation)

    def update_fonts(self) -> None:
        """Adapt the pane to a new font size."""
        self._pane.explainer.view.set_font_size(get_text_font_size(self._pane, 0.5))
        self._displayed_readings = ()
        self.update_pane()

    @property
    def is_on_screen(self) -> bool:
        """Whether the pane is visible and not behind another tab."""
        return self._is_in_front and self._pane.isVisible()

    @property
    def can_reorder(self) -> bool:
        """Whether the order of the list may still change."""
        return self._reorder_timer.isActive()

    def set_in_front(self, in_front: bool) -> None:
        """Record whether the pane is in front of those that share its tab bar."""
        self._is_in_front = in_front
        self.update_visibility()

    def update_visibility(self) -> None:
        """Rank readings only while the pane is on screen; once it is, show those of the selected word."""
        self._readings.set_visible(self.is_on_screen)
        if self.is_on_screen:
            self._reorder_timer.start()
            self.update_pane()
        else:
            self.position = (-1, 0)  # the user does not aim at rows that were hidden

    def _on_model_changed(self) -> None:
        self._has_new_order = True
        if self.is_on_screen:
            self.update_pane()

    def _on_changes(self, changes: Changes) -> None:
        selection = self._session.selection
        if changes.has(ChangeKind.DOCUMENT):
            self._start_word()
        if changes.has(ChangeKind.SELECTION):
            self._on_selection_changed(selection, changes.moves_to_sentence(selection))
        if changes.has(ChangeKind.SUGGESTIONS):
            self._select_uncertain_timer.start()
        if (
            changes.has(ChangeKind.DOCUMENT)
            or self.position[0] in changes.sentences
            or selection.sentence in changes.ranked
        ):
            self.update_pane()

    def _on_selection_changed(self, current: Selection, is_new_sentence: bool) -> None:
        self._awaits_first_selection = not current.word and (self._awaits_first_selection or is_new_sentence)
        if (current.sentence, current.word) != self.position:
            self._start_word()
            self.update_pane()

    def _start_word(self) -> None:
        """Close the form and the filter of the last word, and count keys and order readings anew."""
        self.position = (-1, 0)
        self.key_count = 0
        self._pane.close_form()
        self._pane.clear_filter()
        self._reorder_timer.start()

    def update_pane(self) -> None:
        """Show the readings of the selected word; their order is kept once the user has had time to read it."""
        if not self.is_on_screen:
            self.position = (-1, 0)
            return
        self._select_uncertain_timer.start()
        session, selection = self._session, self._session.selection
        sentence = session.sentence
        position = (selection.sentence, selection.word)
        is_same_word, self.position = position == self.position, position
        has_word = sentence is not None and 1 <= selection.word <= len(sentence)
        self._pane.word_label.setVisible(has_word)
        if sentence is None or not has_word:
            message = self.tr("No word selected. Click a word, or press an arrow key in the line of words.")
            self._show_empty_list(message, "window.next_word")
            if sentence is not None:
                self._readings.request_ranking(selection.sentence)  # so that it is available when a word is selected
            return
        form = sentence.forms[selection.word - 1]
        rankings = self._readings.request_ranking(selection.sentence)
        if rankings is None:
            self._show_header(form)
            self._show_empty_list(self._readings.get_failure_reason(selection.sentence) or self._explain_no_readings())
            return
        ranking = rankings[selection.word - 1]
        chosen_index = self._readings.find_chosen_candidate_index(selection.sentence, selection.word)
        readings = [RankedReading(ranked, rank, rank - 1 == chosen_index) for rank, ranked in enumerate(ranking, 1)]
        old_rows = {
            reading.analysis: row for row, reading in enumerate(self._pane.reading_list.reading_model.all_readings)
        }
        keeps_order = is_same_word and not self._has_new_order and not self.can_reorder
        if self._readings.is_ranking_current(selection.sentence):
            is_same_word, self._has_new_order = is_same_word and not self._has_new_order, False
        is_same_list = {reading.analysis for reading in readings} == old_rows.keys()
        # the first reading is what accepting the sentence writes, unless another is chosen
        has_same_first = chosen_index is not None or not readings or old_rows.get(readings[0].analysis) == 0
        if keeps_order and is_same_list and has_same_first:
            readings.sort(key=lambda reading: old_rows[reading.analysis])  # keep the order that is on screen
        displayed = (position, tuple(readings))
        if displayed != self._displayed_readings:
            marked_row = self._find_row_to_keep(readings) if is_same_word else (chosen_index or 0)
            self._pane.reading_list.adapt_to_script(form)
            self._pane.reading_list.show_readings(readings, marked_row)
            self._displayed_readings = displayed
            self.request_explanation()
        self._show_header(form)  # whether a model ranks depends on these readings
        self._pane.empty_state.setVisible(not readings)
        self._pane.empty_state.set_message(self.tr("No analysis found. Enter one."), "candidates.write_one")
        self.show_filter_hint()

    def _find_row_to_keep(self, readings: Sequence[RankedReading]) -> int:
        """Return the row to highlight of the word shown: of the reading just chosen for it, or else the current one."""
        old_choices = {
            reading.analysis for reading in self._pane.reading_list.reading_model.all_readings if reading.is_chosen
        }
        chosen_rows = (row for row, reading in enumerate(readings) if reading.is_chosen)
        row = next(chosen_rows, None)
        if row is None or readings[row].analysis in old_choices:
            return self._pane.reading_list.currentIndex().row()
        return row

    def show_filter_hint(self) -> None:
        """Show a hint if there are readings but none matches the filter."""
        if self._pane.reading_list.reading_model.all_readings:
            self._pane.empty_state.setVisible(not self._pane.reading_list.reading_model.rowCount())
            tip = self.tr("Clear the filter")
            self._pane.empty_state.set_message_with_button(
                self.tr("No matches"), self.tr("All readings"), tip, self._pane.close_filter
            )

    def _on_effort_changed(self) -> None:
        self._pane.effort_meter.show_effort(self._effort_tracker.effort)

    def _on_advice_changed(self) -> None:
        self._pane.advice_bar.show_message(self._readings.advice)

    def _select_in_new_sentence(self) -> None:
        """Select the first uncertain word of a new sentence, once its suggestions and readings have arrived."""
        index = self._session.selection.sentence
        is_ready = not self._suggestions.is_waiting and self._readings.is_ranking_current(index)
        if self._awaits_first_selection and self.is_on_screen and is_ready:
            self._awaits_first_selection = False
            if any(self._readings.request_ranking(index) or ()):
                self.select_first_uncertain()

    def select_first_uncertain(self) -> None:
        """Select the first uncertain word of the sentence, or its first word if none is uncertain."""
        self._session.select(word=next(iter(self._acceptance.find_uncertain_words()), 1))

    def _show_empty_list(self, message: str, action_name: str = "") -> None:
        """Show a message instead of readings, with the button of an action that helps."""
        self._displayed_readings = ()
        self._pane.reading_list.show_readings(())
        self._pane.empty_state.set_message(message, action_name)
        self._pane.empty_state.setVisible(bool(message))
        self.request_explanation()
        if not self.position[1]:
            self._pane.status_label.setText("")

    def _explain_no_readings(self) -> str:
        """Return why the selected sentence has no readings; "" if its ranking is only pending."""
        if self._readings.can_rank(self._session.selection.sentence):
            return ""  # the ranking is pending, which takes milliseconds
        return self.tr("No readings for this file format. Open a CoNLL-U file, a token table or a text.")

    def _show_header(self, form: str) -> None:
        """Show the form of the word, and how many words are uncertain or not annotated; the tool tip describes the
        ranker."""
        session, index = self._session, self._session.selection.sentence
        self._pane.word_label.setText(isolate_any_text(form))
        extra_points = _ARABIC_EXTRA_POINTS if is_arabic(form) else 3
        self._pane.word_label.setFont(
            make_treebank_font(get_text_font_size(self._pane) + extra_points, is_arabic(form))
        )
        self._pane.word_label.setLayoutDirection(get_layout_direction(bool(is_right_to_left(form))))
        uncertain_count, undecided_count = (
            len(self._readings.find_uncertain_words(index)),
            len(self._readings.find_undecided_words(index)),
        )
        status = [self.tr("word {0}").format(session.selection.word)]
        if uncertain_count:
            status.append(self.tr("{0} uncertain").format(uncertain_count))
        status.append(
            self.tr("{0} to annotate").format(undecided_count) if undecided_count else self.tr("all annotated")
        )
        unranked_reason = self._readings.why_unranked
        if unranked_reason:
            status.append(unranked_reason)
        elif self._readings.model.active_run is None and self._pane.reading_list.reading_model.rowCount():
            status.append(self.tr("unranked: train a ranker in Train"))
        self._pane.status_label.setText(" · ".join(status))
        ranker, added_count = self._readings.model.active_run, self._readings.model.added_sentence_count
        tip = unranked_reason if ranker is None else self.tr("Ranked by {0}").format(ranker.name)
        if added_count:
            tip += resolve_plural(self.tr(", and %Ln accepted sentence(s)", "", added_count), added_count)
        if self._readings.uncertainty_quality is not None and ranker is not None:
            tip += ". " + describe_reading_flagging(*self._readings.uncertainty_quality)
            if round(self._readings.uncertainty_quality[0], 2) != round(self._readings.uncertain_below, 2):
                tip += " " + self.tr("Your margin in Preferences is {0:.2f}.").format(self._readings.uncertain_below)
        self._pane.status_label.setToolTip(to_tooltip(tip))

    def request_explanation(self, *_: object) -> None:
        """Request the explanation of the highlighted reading's rank, if it is shown."""
        model = self._pane.reading_list.reading_model
        self._pane.explainer.request(
            self.position, self._pane.reading_list.highlighted_reading, model.all_readings, model.visible_readings
        )
