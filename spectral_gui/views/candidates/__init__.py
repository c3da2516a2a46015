"""Panel with the readings of the selected word: choose one by a key, filter, explain, write another, or apply it
everywhere."""

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
    Readings,
    ReadingSelection,
    Session,
    Suggestions,
)
from spectral_gui.views.candidates.following import ReadingsPresenter
from spectral_gui.views.candidates.pane import ReadingsPane
from spectral_gui.views.candidates.rows import RankedReading
from spectral_gui.views.candidates.same import OccurrenceApplier

_MAX_EXPLANATION_SHARE = 0.45  # of the height
_OTHER_FOCUS_REASON = Qt.FocusReason.OtherFocusReason


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
        readings: Readings,
        reading_selection: ReadingSelection,
    ):
        super().__init__()
        self._session, self._notices, self._survey = session, notices, survey
        self._readings, self._reading_selection = readings, reading_selection
        self._pane = pane = ReadingsPane(readings)
        self.presenter = ReadingsPresenter(pane, session, effort_tracker, suggestions, acceptance, readings)
        self.reading_list, self.form, self.explainer = pane.reading_list, pane.form, pane.explainer
        self.meter, self.advice = pane.meter, pane.advice
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
        """Give the word the reading of a row, counted from 1, and go to the next word in doubt."""
        if not self._check_ready():
            return
        readings = self.reading_list.reading_model.readings
        if row > len(readings):
            self._notices.refuse(self.tr("There is no reading {0} of this word").format(row))
            return
        reading = readings[row - 1]
        index, word = self.presenter.position
        if self._reading_selection.assign(index, word, reading.value, reading.rank, self.presenter.key_count + 1):
            self._go_to_next_uncertain()

    def write_one(self) -> None:
        """Open the form with the reading that the word has, or else with the best guess."""
        if not self._check_ready(allow_empty=True):
            return
        self.presenter.key_count += 1
        index, word = self.presenter.position
        form = self._session.treebank[index].forms[word - 1]
        guess = self._get_initial_analysis()
        self._pane.open_form()
        self.form.start(
            form, guess, self._collect_completions(index, word), self._reading_selection.storable_parts(index, word)
        )

    def filter(self) -> None:
        """Open the filter of the list: a tag, letters of the meaning, the lemma or the form."""
        if self._check_ready():
            self.presenter.key_count += 1
            self._pane.open_filter()

    def explain(self) -> None:
        """Show or hide why the marked reading is where it is."""
        if self.explainer.is_shown or self._check_ready():
            self.explainer.toggle()
            self.presenter.request_explanation()

    def apply_everywhere(self) -> None:
        """Find the same word in the document, to give it the reading chosen or marked here."""
        if self._check_ready():
            reading = self._find_chosen_reading() or self.reading_list.marked_reading
            if reading is not None:
                self.presenter.key_count += 1
                self._occurrence_applier.find_occurrences(
                    reading, self.presenter.position, self.presenter.key_count + 1
                )

    @property
    def has_readings_on_screen(self) -> bool:
        """Whether readings of the selected word are on screen."""
        return self.presenter.is_on_screen and self.reading_list.reading_model.rowCount() > 0

    def _check_ready(self, allow_empty: bool = False) -> bool:
        """Return whether a reading can be chosen here, and say why if not. Where no word is selected, select one and do
        nothing else: nobody decides what is not shown."""
        session = self._session
        sentence = session.sentence
        if sentence is None:
            return False
        if not self.presenter.is_on_screen:
            self._notices.refuse(self.tr("Open the panel Readings to see what is offered for a word."))
            return False
        if not session.selection.word:
            self.presenter.select_first_uncertain()
            form = sentence.forms[session.selection.word - 1]
            message = self.tr("No word was selected: this is word {0}, {1}. Press the key again for it.")
            self._notices.notify(message.format(session.selection.word, f"\u2068{form}\u2069"))
            return False
        if session.read_only:
            self._notices.refuse(session.read_only)
            return False
        if allow_empty or self.reading_list.reading_model.rowCount():
            return True
        self._notices.refuse(self._pane.hint.text or self.tr("The readings of this word are not there yet."))
        return False

    def _find_chosen_reading(self) -> RankedReading | None:
        """Return the listed reading that was chosen for the word, if any."""
        return next((reading for reading in self.reading_list.reading_model.all_readings if reading.is_chosen), None)

    def _get_initial_analysis(self) -> Analysis:
        """Return what the form begins with: the reading that the word has, listed or not, or else the marked one."""
        index, word = self.presenter.position
        sentence = self._session.treebank[index]
        chosen = self._find_chosen_reading()
        if chosen is not None:
            return chosen.value
        annotated = reading_of(sentence, word) if is_decided(sentence, word) else None
        if annotated is not None:
            return annotated
        marked = self.reading_list.marked_reading
        return self._readings.guess(index, word) if marked is None else marked.value

    def _go_to_next_uncertain(self) -> None:
        """Go to the next word in doubt, wrapping around; stay where none is left."""
        session = self._session
        index, word = self.presenter.position
        uncertain_words = sorted(self._readings.find_uncertain(index))
        next_word = next(
            (uncertain_word for uncertain_word in uncertain_words if uncertain_word > word),
            uncertain_words[0] if uncertain_words else 0,
        )
        self._pane.close_filter()
        if next_word:
            session.select(word=next_word)
            return
        undecided_count = len(self._readings.find_undecided(index))
        message = self.tr("Every word of this sentence is decided; Enter accepts it")
        if undecided_count:
            message = self.tr(
                "No word is in doubt; Enter accepts the first reading of %Ln other(s)", "", undecided_count
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
        self.reading_list.mark(0)
        self.presenter.show_filter_hint()
        self.presenter.request_explanation()

    def _on_key_typed(self, _: str) -> None:
        self.presenter.key_count += 1

    def _on_form_submitted(self, analysis: Analysis) -> None:
        index, word = self.presenter.position
        if self._reading_selection.assign_custom(index, word, analysis, self.presenter.key_count + 1):
            self._pane.close_form()
            self._go_to_next_uncertain()

    def _collect_completions(self, index: int, word: int) -> dict[str, Iterable[str]]:
        """Return completions for each field of the form: values of the listed readings first, then those of the
        treebank."""
        sentence, inventory = self._session.treebank[index], self._survey.inventory
        analyses = [reading.value for reading in self.reading_list.reading_model.all_readings]
        completions: dict[str, Iterable[str]] = {}
        for name in ("lemma", "vocalised", "upos", "xpos", "feats", "gloss"):
            field_values = [value for value in (getattr(analysis, name) for analysis in analyses) if value != EMPTY]
            if name in ("lemma", "upos", "xpos", "feats"):
                field_values += inventory.tags_for(sentence, word, name)  # type: ignore[arg-type] # one of the four
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
