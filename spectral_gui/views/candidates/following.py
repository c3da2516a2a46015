"""Presenter of the readings panel: shows the selected word, in an order that stays while somebody reads it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from spectral_gui import widgets
from spectral_gui.lists import get_text_points, to_tooltip
from spectral_gui.resources import get_direction, is_arabic, is_right_to_left, make_text_font, resolve_plural
from spectral_gui.state import Acceptance, EffortTracker, Readings, Selection, Session, Suggestions
from spectral_gui.views.candidates.pane import ReadingsPane
from spectral_gui.views.candidates.rows import RankedReading

_SETTLE_MILLISECONDS = (
    200  # milliseconds: so long a list may still change, before anybody can have aimed at a number in it
)
_ARABIC_EXTRA_POINTS = 8


class ReadingsPresenter(QObject):
    """Presenter that shows the selected word on a pane while that is on screen."""

    def __init__(
        self,
        pane: ReadingsPane,
        session: Session,
        effort_tracker: EffortTracker,
        suggestions: Suggestions,
        acceptance: Acceptance,
        readings: Readings,
    ):
        super().__init__(pane)
        self._pane, self._session, self._effort_tracker, self._suggestions = pane, session, effort_tracker, suggestions
        self._acceptance, self._readings = acceptance, readings
        self.position = (-1, 0)  # the word that is shown
        self._displayed: tuple[object, ...] = ()  # what its list was made from
        self.key_count = 0  # pressed for this word
        self._has_new_order = False  # another model ranks, and its order has not been shown yet
        self._is_arriving = not session.selection.word  # at a sentence, of which no word was gone to yet
        self._is_in_front = True  # a panel behind another tab counts as visible
        self._settle_timer = QTimer(self)  # while it runs, another order may still be shown
        self._settle_timer.setSingleShot(True)
        self._settle_timer.setInterval(_SETTLE_MILLISECONDS)
        self._arrival_timer = widgets.make_timer(
            self, self._select_on_arrival
        )  # when everybody has heard of the sentence
        suggestions.changed.connect(self._on_suggestion_changed)
        session.treebank_changed.connect(self._on_treebank_changed)
        session.selection_changed.connect(self._on_selection_changed)
        session.sentence_changed.connect(self._on_sentence_changed)
        readings.changed.connect(self._on_readings_changed)
        readings.model_changed.connect(self._on_model_changed)
        effort_tracker.changed.connect(self._on_effort_changed)
        readings.advice_changed.connect(self._on_advice_changed)
        self._pane.reading_list.selectionModel().currentChanged.connect(self.request_explanation)

    def update_fonts(self) -> None:
        self._pane.explainer.view.set_points(get_text_points(self._pane, 0.5))
        self._displayed = ()
        self.show()

    @property
    def is_on_screen(self) -> bool:
        return self._is_in_front and self._pane.isVisible()

    @property
    def is_settling(self) -> bool:
        """Whether another order of the list may still be shown."""
        return self._settle_timer.isActive()

    def set_in_front(self, in_front: bool) -> None:
        """Record whether the pane is in front, where several share a tab bar."""
        self._is_in_front = in_front
        self.update_visibility()

    def update_visibility(self) -> None:
        """Show the selected word when the pane comes on screen."""
        self._readings.set_visible(self.is_on_screen)
        if self.is_on_screen:
            self._settle_timer.start()
            self.show()
        else:
            self.position = (-1, 0)  # nobody aims at what was shown before

    def _on_model_changed(self) -> None:
        self._has_new_order = True
        if self.is_on_screen:
            self.show()

    def _on_treebank_changed(self) -> None:
        self._pane.close_form()
        self.show()

    def _on_selection_changed(self, current: Selection, previous: Selection) -> None:
        self._is_arriving = not current.word and (self._is_arriving or current.sentence != previous.sentence)
        if (current.sentence, current.word) != self.position:
            self._pane.close_form()
            self.key_count = 0
            self._pane.clear_filter()
            self._settle_timer.start()
            self.show()

    def _on_sentence_changed(self, index: int) -> None:
        if index == self.position[0]:
            self.show()

    def _on_readings_changed(self, index: int) -> None:
        if index == self._session.selection.sentence:
            self.show()

    def show(self) -> None:
        """Show the selected word as it is now; the order of its list stays once somebody can have read it."""
        if not self.is_on_screen:
            self.position = (-1, 0)
            return
        self._arrival_timer.start()
        session, selection = self._session, self._session.selection
        sentence = session.sentence
        position = (selection.sentence, selection.word)
        is_same_word, self.position = position == self.position, position
        has_word = sentence is not None and 1 <= selection.word <= len(sentence)
        self._pane.word_label.setVisible(has_word)
        if sentence is None or not has_word:
            message = self.tr("No word is selected: click on one, or press an arrow key above the structure.")
            self._show_empty_list(message, "window.next_word")
            if sentence is not None:
                self._readings.request_ranking(selection.sentence)  # so that it is there when a word is gone to
            return
        form = sentence.forms[selection.word - 1]
        rankings = self._readings.request_ranking(selection.sentence)
        if rankings is None:
            self._show_header(form)
            self._show_empty_list(self._readings.complaint(selection.sentence) or self._explain_no_readings())
            return
        ranking = rankings[selection.word - 1]
        chosen_index = self._readings.find_chosen(selection.sentence, selection.word)
        readings = [RankedReading(ranked, rank, rank - 1 == chosen_index) for rank, ranked in enumerate(ranking, 1)]
        old_rows = {
            reading.value: row for row, reading in enumerate(self._pane.reading_list.reading_model.all_readings)
        }
        keeps_order = is_same_word and not self._has_new_order and not self.is_settling
        if self._readings.is_current(selection.sentence):
            is_same_word, self._has_new_order = is_same_word and not self._has_new_order, False
        if keeps_order and readings and {reading.value for reading in readings} == old_rows.keys():
            readings.sort(key=lambda reading: old_rows[reading.value])  # a late answer does not change what is aimed at
        displayed = (position, tuple(readings))
        if displayed != self._displayed:
            marked_row = self._pane.reading_list.currentIndex().row() if is_same_word else (chosen_index or 0)
            self._pane.reading_list.adapt_to_script(form)
            self._pane.reading_list.show_readings(readings, marked_row)
            self._displayed = displayed
            self.request_explanation()
        self._show_header(form)  # it says of these readings whether a model ranks them
        self._pane.hint.setVisible(not readings)
        self._pane.hint.set_message(self.tr("No analyser knows this word: write its reading."), "candidates.write_one")
        self.show_filter_hint()

    def show_filter_hint(self) -> None:
        """Show a hint where there are readings but none matches the filter."""
        if self._pane.reading_list.reading_model.all_readings:
            self._pane.hint.setVisible(not self._pane.reading_list.reading_model.rowCount())
            tip = self.tr("Empty the filter")
            self._pane.hint.set_message_with_button(
                self.tr("Nothing matches"), self.tr("All readings"), tip, self._pane.close_filter
            )

    def _on_effort_changed(self) -> None:
        self._pane.meter.show_effort(self._effort_tracker.effort)

    def _on_advice_changed(self) -> None:
        self._pane.advice.show_message(self._readings.advice)

    def _on_suggestion_changed(self, _index: int) -> None:
        self._arrival_timer.start()

    def _select_on_arrival(self) -> None:
        """Select a word of a newly opened sentence, once it is known which are in doubt."""
        index = self._session.selection.sentence
        is_ready = not self._suggestions.is_waiting and self._readings.is_current(index)
        if self._is_arriving and self.is_on_screen and is_ready:
            self._is_arriving = False
            if any(self._readings.request_ranking(index) or ()):
                self.select_first_uncertain()

    def select_first_uncertain(self) -> None:
        self._session.select(word=next(iter(self._acceptance.find_uncertain_words()), 1))

    def _show_empty_list(self, message: str, action_name: str = "") -> None:
        self._displayed = ()
        self._pane.reading_list.show_readings(())
        self._pane.hint.set_message(message, action_name)
        self._pane.hint.setVisible(bool(message))
        self.request_explanation()
        if not self.position[1]:
            self._pane.status_label.setText("")

    def _explain_no_readings(self) -> str:
        if self._readings.can_rank(self._session.selection.sentence):
            return ""  # it is on its way, which takes milliseconds
        return self.tr("Sentences of this kind are not analysed: open a CoNLL-U file, a token table or a text.")

    def _show_header(self, form: str) -> None:
        session, index = self._session, self._session.selection.sentence
        self._pane.word_label.setText(f"\u2068{form}\u2069")
        extra_points = _ARABIC_EXTRA_POINTS if is_arabic(form) else 3
        self._pane.word_label.setFont(make_text_font(get_text_points(self._pane) + extra_points, is_arabic(form)))
        self._pane.word_label.setLayoutDirection(get_direction(bool(is_right_to_left(form))))
        uncertain_count, undecided_count = (
            len(self._readings.find_uncertain(index)),
            len(self._readings.find_undecided(index)),
        )
        status = [self.tr("word {0}").format(session.selection.word)]
        if uncertain_count:
            status.append(self.tr("{0} in doubt").format(uncertain_count))
        status.append(self.tr("{0} undecided").format(undecided_count) if undecided_count else self.tr("all decided"))
        unranked_reason = self._readings.why_unranked
        if unranked_reason:
            status.append(unranked_reason)
        elif self._readings.model.run is None and self._pane.reading_list.reading_model.rowCount():
            status.append(self.tr("not ranked: learn a ranker in Train"))
        self._pane.status_label.setText(" · ".join(status))
        ranker, added_count = self._readings.model.run, self._readings.model.added_count
        tip = unranked_reason if ranker is None else self.tr("Ranked by {0}").format(ranker.name)
        if added_count:
            tip += resolve_plural(self.tr(", and %Ln accepted sentence(s)", "", added_count), added_count)
        if self._readings.flag_quality is not None and ranker is not None:
            flag_quality = self.tr(
                "On held-out text, a margin of {0:.2f} underlines {1:.0%} of the words whose first reading is wrong; of"
                " the words underlined, {2:.0%} are."
            )
            tip += ". " + flag_quality.format(*self._readings.flag_quality)
            if round(self._readings.flag_quality[0], 2) != round(self._readings.uncertain_below, 2):
                tip += " " + self.tr("The preferences set another, {0:.2f}.").format(self._readings.uncertain_below)
        self._pane.status_label.setToolTip(to_tooltip(tip))

    def request_explanation(self, *_: object) -> None:
        """Ask why the marked reading is where it is, if that is shown."""
        model = self._pane.reading_list.reading_model
        self._pane.explainer.request(
            self.position, self._pane.reading_list.marked_reading, model.all_readings, model.readings
        )
