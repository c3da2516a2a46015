"""Readings panel: ranked readings of the selected word, the choice among them, and a reading's other occurrences."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import is_decided, reading_of, standard_columns
from spectral_gui import widgets
from spectral_gui.state import (
    Acceptance,
    DocumentSurvey,
    EffortTracker,
    Notices,
    ReadingRankings,
    ReadingSelection,
    Session,
    Suggestions,
    WordOccurrences,
)
from spectral_gui.text_display import (
    is_right_to_left,
    isolate_any_text,
    resolve_plural,
)
from spectral_gui.views.annotate.readings.pane import ReadingsPane
from spectral_gui.views.annotate.readings.presenter import ReadingsPresenter
from spectral_gui.views.annotate.readings.reading_list import RankedReading
from spectral_gui.widgets.lists import TextDelegate, get_text_font_size

_MAX_EXPLANATION_SHARE = 0.45  # maximum share of the height for the explanation
_OTHER_FOCUS_REASON = Qt.FocusReason.OtherFocusReason
_MAX_CONTEXT = 40  # letters of context on each side


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
            index, word, reading.analysis, reading.rank, self.presenter.key_count + 1
        ):
            self._go_to_next_uncertain()

    def write_own_reading(self) -> None:
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

    def open_filter(self) -> None:
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
            self._notices.notify(message.format(session.selection.word, isolate_any_text(form)))
            return False
        if session.read_only_reason:
            self._notices.report_refusal(session.read_only_reason)
            return False
        if allow_empty or self.reading_list.reading_model.rowCount():
            return True
        self._notices.report_refusal(self._pane.empty_state.text or self.tr("Readings of this word are still loading."))
        return False

    def _find_chosen_reading(self) -> RankedReading | None:
        """Return the word's chosen reading, if it is in the list."""
        return next((reading for reading in self.reading_list.reading_model.all_readings if reading.is_chosen), None)

    def _get_initial_analysis(self) -> Analysis:
        """Return the analysis that fills the form at first: the word's chosen reading, listed or not, or else the
        highlighted one or a guess."""
        index, word = self.presenter.position
        sentence = self._session.treebank[index]
        chosen = self._find_chosen_reading()
        if chosen is not None:
            return chosen.analysis
        annotated = reading_of(sentence, word) if is_decided(sentence, word) else None
        if annotated is not None:
            return annotated
        marked = self.reading_list.highlighted_reading
        return self._readings.guess_word_reading(index, word) if marked is None else marked.analysis

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
                "No uncertain readings. Enter accepts the first reading of %Ln word(s).", "", undecided_count
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
        analyses = [reading.analysis for reading in self.reading_list.reading_model.all_readings]
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


class OccurrencesDialog(QDialog):
    """Dialog with a checkbox for each occurrence; occurrences with another reading are initially unchecked."""

    applied = Signal(object, object)  # the reading, and the positions (sentence, word)

    def __init__(
        self, occurrences: WordOccurrences, analysis: Analysis, origin: tuple[int, int], parent: QWidget | None = None
    ):
        super().__init__(parent)
        self._analysis = analysis
        self._matches = [match for match in occurrences.positions if (match.sentence, match.word) != origin]
        self.setWindowTitle(self.tr("Everywhere in this document"))
        intro = widgets.make_label(self._format_introduction(occurrences, analysis), wraps=True)
        self._include_decided = QCheckBox(self.tr("Also words with a &different reading"))
        differing = sum(
            not self._is_undecided(row) and not self._has_same_reading(row) for row in range(len(self._matches))
        )
        self._include_decided.setText(f"{self._include_decided.text()} ({differing})")
        self._include_decided.setToolTip(self.tr("Include these words"))
        self._include_decided.setEnabled(differing > 0)
        self._include_decided.toggled.connect(self._on_include_decided_toggled)
        self.table = widgets.set_accessible_name(QTableWidget(len(self._matches), 3), self.tr("Occurrences"))
        self.table.setHorizontalHeaderLabels([self.tr("Sentence"), self.tr("Occurrence"), self.tr("Current reading")])
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        delegate = TextDelegate(get_text_font_size(self, 0.5), self.table)
        delegate.adapt_to_text(occurrences.form)
        self.table.setItemDelegateForColumn(1, delegate)
        self.table.verticalHeader().setDefaultSectionSize(delegate.height)
        for row, match in enumerate(self._matches):
            number_item = QTableWidgetItem(str(match.sentence + 1))
            number_item.setCheckState(Qt.CheckState.Checked if self._is_undecided(row) else Qt.CheckState.Unchecked)
            context = f"{_elide_start(match.before)} \u2067⟦{occurrences.form}⟧\u2069 {_elide_end(match.after)}"
            if not is_right_to_left(occurrences.form):
                context = context.replace("\u2067", "\u2068")
            reading_text = "" if match.reading is None else _summarize_reading(match.reading)
            if self._has_same_reading(row):
                reading_text = self.tr("same reading")
            cells = (number_item, QTableWidgetItem(context.strip()), QTableWidgetItem(reading_text))
            for column, item in enumerate(cells):
                if self._has_same_reading(row):
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
                self.table.setItem(row, column, item)
        self.table.resizeColumnToContents(0)
        self.table.resizeColumnToContents(2)
        self.table.itemChanged.connect(self._update_apply_button)
        buttons = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        tip = self.tr("Use this reading for all checked occurrences; one undo reverts all")
        self._apply_button = widgets.add_dialog_button(buttons, "", QDialogButtonBox.ButtonRole.AcceptRole, tip)
        self._apply_button.setDefault(True)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        widgets.make_column(intro, self.table, self._include_decided, buttons, on=self)
        self.resize(640, 420)
        self._update_apply_button()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._matches:
            self.table.setCurrentCell(0, 0)

    @property
    def checked_positions(self) -> tuple[tuple[int, int], ...]:
        """The checked occurrences as pairs (sentence, word)."""
        rows = range(len(self._matches))
        return tuple((self._matches[row].sentence, self._matches[row].word) for row in rows if self._is_checked(row))

    def accept(self) -> None:
        positions = self.checked_positions
        super().accept()
        if positions:
            self.applied.emit(self._analysis, positions)

    def _format_introduction(self, occurrences: WordOccurrences, analysis: Analysis) -> str:
        """Return the text above the table: the reading to apply, or that there are no other occurrences."""
        text = self.tr("⁨{0}⁩ as {1}, for the checked occurrences:").format(
            occurrences.form, _summarize_reading(analysis)
        )
        if not self._matches:
            text = self.tr("No other occurrences of ⁨{0}⁩ in this document.").format(occurrences.form)
        if occurrences.is_truncated:
            more_format = self.tr(
                "The first {0} occurrences, unannotated ones first. Apply, then open this again for more."
            )
            text += " " + more_format.format(len(occurrences.positions))
        return text

    def _is_undecided(self, row: int) -> bool:
        """Return whether the occurrence in a row has no reading yet."""
        return self._matches[row].reading is None

    def _has_same_reading(self, row: int) -> bool:
        """Return whether the occurrence in a row has the reading to apply already."""
        reading = self._matches[row].reading
        return reading is not None and standard_columns(reading) == standard_columns(self._analysis)

    def _is_checked(self, row: int) -> bool:
        item = self.table.item(row, 0)
        return item is not None and item.checkState() == Qt.CheckState.Checked

    def _on_include_decided_toggled(self, checked: bool) -> None:
        for row in range(len(self._matches)):
            item = self.table.item(row, 0)
            if item is not None and not self._is_undecided(row) and not self._has_same_reading(row):
                item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)

    def _update_apply_button(self) -> None:
        """Show the number of checked occurrences on the button, and enable it if there are any."""
        count = len(self.checked_positions)
        self._apply_button.setText(resolve_plural(self.tr("&Apply to %Ln occurrence(s)", "", count), count))
        self._apply_button.setEnabled(count > 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._apply_button.isEnabled():
            self.accept()
        else:
            super().keyPressEvent(event)


class OccurrenceApplier(QObject):
    """Finds the other occurrences of a word, asks which to change, and applies the reading to them."""

    def __init__(self, notices: Notices, reading_selection: ReadingSelection, parent: QWidget):
        super().__init__(parent)
        self._notices, self._reading_selection = notices, reading_selection
        self._view = parent
        self._request: tuple[RankedReading, tuple[int, int], int] | None = None
        reading_selection.occurrences_found.connect(self._on_occurrences_found)

    def request_occurrences(self, reading: RankedReading, position: tuple[int, int], key_count: int = 2) -> None:
        """Find other occurrences of the word at a position (sentence, word), to give them this reading; `key_count`
        includes the key that will apply it."""
        self._request = (reading, position, key_count)
        self._reading_selection.find_occurrences(*position)

    def _on_occurrences_found(self, occurrences: WordOccurrences) -> None:
        if self._request is None:
            return
        reading, origin, key_count = self._request
        self._request = None
        if all((match.sentence, match.word) == origin for match in occurrences.positions):
            self._notices.notify(self.tr("No other occurrences of ⁨{0}⁩ in this document").format(occurrences.form))
            return
        dialog = OccurrencesDialog(occurrences, reading.analysis, origin, self._view.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.applied.connect(
            lambda analysis, positions: self._apply_reading(analysis, (origin, *positions), reading.rank, key_count)
        )
        dialog.open()

    def _apply_reading(
        self, analysis: Analysis, positions: tuple[tuple[int, int], ...], rank: int, key_count: int
    ) -> None:
        """Assign a reading to the words at positions (sentence, word), and tell the user how many these are."""
        if self._reading_selection.assign_to_occurrences(analysis, positions, rank, key_count):
            count = len(positions)
            message = self.tr("Applied to %Ln occurrence(s); one undo reverts all", "", count)
            self._notices.notify(resolve_plural(message, count))


def _summarize_reading(analysis: Analysis) -> str:
    """Return the vocalised form or lemma of a reading and its tag, each isolated in its direction."""
    tag = analysis.xpos if analysis.xpos != EMPTY else analysis.upos
    word = analysis.vocalised if analysis.vocalised != EMPTY else analysis.lemma
    return " ".join(isolate_any_text(text) for text in (word, tag) if text != EMPTY)


def _elide_start(text: str) -> str:
    """Return the end of a long text, cut at a space, after an ellipsis; a short text unchanged."""
    return text if len(text) <= _MAX_CONTEXT else "… " + text[-_MAX_CONTEXT:].partition(" ")[2]


def _elide_end(text: str) -> str:
    """Return the start of a long text, cut at a space, before an ellipsis; a short text unchanged."""
    return text if len(text) <= _MAX_CONTEXT else text[:_MAX_CONTEXT].rpartition(" ")[0] + " …"
