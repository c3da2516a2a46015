"""Readings panel: ranked readings of the selected word, and the choice among them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QResizeEvent

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import is_decided, reading_of
from spectral_gui import widgets
from spectral_gui.state import (
    Acceptance,
    DocumentSurvey,
    EffortTracker,
    Notices,
    ReadingRankings,
    ReadingSelection,
    Selection,
    Session,
    Suggestions,
)
from spectral_gui.text_display import (
    get_layout_direction,
    is_arabic,
    is_right_to_left,
    make_treebank_font,
    resolve_plural,
)
from spectral_gui.views.annotate.readings.occurrences import OccurrenceApplier
from spectral_gui.views.annotate.readings.pane import ReadingsPane
from spectral_gui.views.annotate.readings.reading_list import RankedReading
from spectral_gui.widgets.lists import get_text_font_size, to_tooltip

_MAX_EXPLANATION_SHARE = 0.45  # maximum share of the height for the explanation
_OTHER_FOCUS_REASON = Qt.FocusReason.OtherFocusReason
_REORDER_MILLISECONDS = 200  # milliseconds in which the order may still change: too short for the user to aim at a row
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
        self._awaits_first_selection = (
            not session.selection.word
        )  # a sentence was opened, and no word in it selected yet
        self._is_in_front = True  # a panel behind another tab counts as visible for Qt
        self._reorder_timer = QTimer(self)  # while it runs, the order may still change
        self._reorder_timer.setSingleShot(True)
        self._reorder_timer.setInterval(_REORDER_MILLISECONDS)
        self._select_uncertain_timer = widgets.make_timer(
            self, self._select_in_new_sentence
        )  # queued: after all other slots of the sentence change
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
        self._pane.explainer.view.set_font_size(get_text_font_size(self._pane, 0.5))
        self._displayed_readings = ()
        self.update_pane()

    @property
    def is_on_screen(self) -> bool:
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
        """Show the selected word when the pane becomes visible."""
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

    def _on_treebank_changed(self) -> None:
        self._pane.close_form()
        self.update_pane()

    def _on_selection_changed(self, current: Selection, previous: Selection) -> None:
        self._awaits_first_selection = not current.word and (
            self._awaits_first_selection or current.sentence != previous.sentence
        )
        if (current.sentence, current.word) != self.position:
            self._pane.close_form()
            self.key_count = 0
            self._pane.clear_filter()
            self._reorder_timer.start()
            self.update_pane()

    def _on_sentence_changed(self, index: int) -> None:
        if index == self.position[0]:
            self.update_pane()

    def _on_readings_changed(self, index: int) -> None:
        if index == self._session.selection.sentence:
            self.update_pane()

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
        chosen_index = self._readings.find_chosen_candidate(selection.sentence, selection.word)
        readings = [RankedReading(ranked, rank, rank - 1 == chosen_index) for rank, ranked in enumerate(ranking, 1)]
        old_rows = {
            reading.value: row for row, reading in enumerate(self._pane.reading_list.reading_model.all_readings)
        }
        keeps_order = is_same_word and not self._has_new_order and not self.can_reorder
        if self._readings.is_ranking_current(selection.sentence):
            is_same_word, self._has_new_order = is_same_word and not self._has_new_order, False
        if keeps_order and readings and {reading.value for reading in readings} == old_rows.keys():
            readings.sort(key=lambda reading: old_rows[reading.value])  # keep the order that is on screen
        displayed = (position, tuple(readings))
        if displayed != self._displayed_readings:
            marked_row = self._pane.reading_list.currentIndex().row() if is_same_word else (chosen_index or 0)
            self._pane.reading_list.adapt_to_script(form)
            self._pane.reading_list.show_readings(readings, marked_row)
            self._displayed_readings = displayed
            self.request_explanation()
        self._show_header(form)  # whether a model ranks depends on these readings
        self._pane.empty_state.setVisible(not readings)
        self._pane.empty_state.set_message(self.tr("No analysis found. Enter one."), "candidates.write_one")
        self.show_filter_hint()

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

    def _on_suggestion_changed(self, _index: int) -> None:
        self._select_uncertain_timer.start()

    def _select_in_new_sentence(self) -> None:
        """Select the first uncertain word of a new sentence, once its suggestions and readings have arrived."""
        index = self._session.selection.sentence
        is_ready = not self._suggestions.is_waiting and self._readings.is_ranking_current(index)
        if self._awaits_first_selection and self.is_on_screen and is_ready:
            self._awaits_first_selection = False
            if any(self._readings.request_ranking(index) or ()):
                self.select_first_uncertain()

    def select_first_uncertain(self) -> None:
        self._session.select(word=next(iter(self._acceptance.find_uncertain_words()), 1))

    def _show_empty_list(self, message: str, action_name: str = "") -> None:
        self._displayed_readings = ()
        self._pane.reading_list.show_readings(())
        self._pane.empty_state.set_message(message, action_name)
        self._pane.empty_state.setVisible(bool(message))
        self.request_explanation()
        if not self.position[1]:
            self._pane.status_label.setText("")

    def _explain_no_readings(self) -> str:
        if self._readings.can_rank(self._session.selection.sentence):
            return ""  # the ranking is pending, which takes milliseconds
        return self.tr("No readings for this file format. Open a CoNLL-U file, a token table or a text.")

    def _show_header(self, form: str) -> None:
        session, index = self._session, self._session.selection.sentence
        self._pane.word_label.setText(f"\u2068{form}\u2069")
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
        elif self._readings.model.run is None and self._pane.reading_list.reading_model.rowCount():
            status.append(self.tr("unranked: train a ranker in Train"))
        self._pane.status_label.setText(" · ".join(status))
        ranker, added_count = self._readings.model.run, self._readings.model.added_count
        tip = unranked_reason if ranker is None else self.tr("Ranked by {0}").format(ranker.name)
        if added_count:
            tip += resolve_plural(self.tr(", and %Ln accepted sentence(s)", "", added_count), added_count)
        if self._readings.uncertainty_quality is not None and ranker is not None:
            flag_quality = self.tr(
                "On held-out text, a margin of {0:.2f} flags {1:.0%} of wrong first readings (recall); {2:.0%} "
                "of flagged words are wrong (precision)."
            )
            tip += ". " + flag_quality.format(*self._readings.uncertainty_quality)
            if round(self._readings.uncertainty_quality[0], 2) != round(self._readings.uncertain_below, 2):
                tip += " " + self.tr("Your margin in Preferences is {0:.2f}.").format(self._readings.uncertain_below)
        self._pane.status_label.setToolTip(to_tooltip(tip))

    def request_explanation(self, *_: object) -> None:
        """Request the explanation of the highlighted reading's rank, if it is shown."""
        model = self._pane.reading_list.reading_model
        self._pane.explainer.request(
            self.position, self._pane.reading_list.highlighted_reading, model.all_readings, model.visible_readings
        )
