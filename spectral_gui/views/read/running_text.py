"""Running text of the open document page by page, with the card of the selected word, its popover and the dependency
tree."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from spectral_core.data import Analysis, Ranked
from spectral_core.data.readings import find_matching_candidate
from spectral_gui import widgets
from spectral_gui.state import (
    ANNOTATION,
    ChangeKind,
    Changes,
    Notices,
    Reader,
    ReadingRankings,
    ScoreExplanation,
    Session,
    Suggestions,
)
from spectral_gui.text_display import get_layout_direction, is_arabic, is_right_to_left
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.read.display_options import ReaderBar
from spectral_gui.views.read.display_units import (
    ANNOTATION_LINES,
    GLOSS,
    LEMMA,
    PART_OF_SPEECH,
    VOWELS,
    DisplayUnit,
    make_display_units,
)
from spectral_gui.views.read.page import Page, PageBar
from spectral_gui.views.read.reading_card import CardContent, Popover, ReadingCard, SentenceTreeCanvas

_MAX_PAGE_SENTENCES = 60
_MAX_PAGE_WORDS = 400
_MIN_FONT_SIZE, DEFAULT_FONT_SIZE, _MAX_FONT_SIZE = 9.0, 15.0, 40.0  # points
_ZOOM_FACTOR = 1.15
_CARD_MIN_WIDTH = 720  # pixels at 100 % from which the card is next to the text
_TREE_MIN_HEIGHT = 480  # pixels at 100 %: with less, the tree would leave one line of text
_UPDATE_DELAY = 60  # milliseconds in which rankings are collected before they are shown


class RunningTextView(widgets.Panel):
    """View of one page of the document around the selected sentence, with the card of the selected word and the
    tree."""

    available_lines_changed = Signal()  # the lines available on the page may have changed

    def __init__(
        self, session: Session, notices: Notices, suggestions: Suggestions, readings: ReadingRankings, reader: Reader
    ):
        super().__init__()
        self._session, self._notices, self._suggestions, self._readings = session, notices, suggestions, readings
        self._reader = reader
        self._page_start = self._page_end = 0  # sentences on the page: from the first to before the second
        self._stale = True
        self.tree_shown = True  # chosen by the user; there may be no tree, or no space for it
        self._is_low = False  # not high enough for a tree below the text
        self._has_marked_known = False
        self._available_lines: set[str] = set()  # lines for which the page has text
        self._explanation_request: tuple[int, int] | None = None  # word whose explanation was requested here
        self.bar, self._page_bar = ReaderBar(), PageBar()
        self.page = widgets.set_accessible_name(Page(), self.tr("Text"))
        self._scroll_area = widgets.make_scroll_area(self.page, is_horizontal=False, focus=True)
        # its appearance would lay the page out again
        self._scroll_area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._scroll_area.setFocusProxy(self.page)
        self.setFocusProxy(self.page)
        self.card, self._tree = ReadingCard(), SentenceTreeCanvas()
        empty_text = self.tr("Open a treebank to read its text here.")
        self._empty_label = widgets.make_label(empty_text, wraps=True, centred=True)
        text_panel = QWidget()
        widgets.make_column((self._scroll_area, 1), self._page_bar, on=text_panel, margins=0, spacing=0)
        self._tree_splitter = widgets.make_splitter(
            text_panel, self._tree, is_vertical=True, sizes=(480, 215), is_rigid=False
        )
        self._tree_splitter.setCollapsible(0, False)
        self._card_splitter = widgets.make_splitter(self._tree_splitter, self.card, sizes=(700, 280), is_rigid=False)
        self._card_splitter.setCollapsible(0, False)
        widgets.make_column(self.bar, (self._card_splitter, 1), (self._empty_label, 1), on=self, margins=0, spacing=0)
        self.popover = Popover(self)
        self._changed_sentences: set[int] = set()  # sentences whose rankings or meanings have arrived
        self._update_timer = widgets.make_timer(self, self._show_changed_sentences, _UPDATE_DELAY)
        self.page.word_chosen.connect(self.select_word)
        self.page.page_turned.connect(self._on_page_turned)
        self.page.word_pressed.connect(self._on_word_pressed)
        self.page.word_hovered.connect(self._on_word_hovered)
        widgets.connect_signals(
            lambda *_: self.popover.dismiss(), self._scroll_area.verticalScrollBar().valueChanged, self.bar.changed
        )
        self.bar.changed.connect(self._apply_display_options)
        self.bar.zoomed.connect(lambda step: self.set_font_size(self.page.font_size * _ZOOM_FACTOR**step))
        self._page_bar.page_turned.connect(
            lambda step: self.show_next_page() if step > 0 else self.show_previous_page()
        )
        self.card.explanation_requested.connect(self.explain)
        kinds = ANNOTATION | ChangeKind.DECISIONS | ChangeKind.DOCUMENT | ChangeKind.SELECTION
        kinds |= ChangeKind.READINGS | ChangeKind.SUGGESTIONS
        ViewUpdates("text", self, session, self._on_changes, kinds)
        reader.known_changed.connect(self._show_known_words)
        reader.dictionary_changed.connect(self._show_treebank)
        reader.glosses_found.connect(self._on_glosses_found)
        readings.score_explained.connect(self._on_score_explained)
        self.became_visible.connect(self._on_became_visible)
        widgets.connect_signals(self._restyle, self.font_changed, self.palette_changed)
        self._show_treebank()

    def zoom_in(self) -> None:
        self.set_font_size(self.page.font_size * _ZOOM_FACTOR)

    def zoom_out(self) -> None:
        self.set_font_size(self.page.font_size / _ZOOM_FACTOR)

    def zoom_normal(self) -> None:
        self.set_font_size(DEFAULT_FONT_SIZE)

    def show_next_page(self) -> None:
        """Select the first sentence after this page, which shows the next page."""
        if self._page_end < len(self._session.treebank):
            self._session.select(self._page_end)

    def show_previous_page(self) -> None:
        """Go to the page that ends before this one."""
        if self._page_start > 0:
            self._show_page(self._find_page_start(self._page_start), self._page_start)
            self._session.select(self._page_start)

    def show_tree(self, visible: bool) -> None:
        """Show or hide the tree of the sentence; it is shown only if there is one and enough space."""
        self.tree_shown = visible
        self._show_word()

    def toggle_tree(self) -> None:
        self.show_tree(not self.tree_shown)

    def explain(self) -> None:
        """Request the reasons why the first reading of the selected word ranks above the second."""
        readings, index, word = self._get_readings(), self._session.selection.sentence, self._session.selection.word
        if not readings or not word:
            return
        if len(readings) == 1:
            self._notices.notify(self.tr("This word has only one reading."))
            return
        self._explanation_request = (index, word)
        self._readings.explain_score(index, word, readings[0].value, readings[1].value)

    def set_font_size(self, points: float) -> None:
        """Set the size of the letters, within legible limits."""
        self.page.font_size = max(_MIN_FONT_SIZE, min(_MAX_FONT_SIZE, points))
        self.card.set_font_size(self.page.font_size)
        self.page.lay_out()
        self._scroll_to_selection()

    def _apply_display_options(self) -> None:
        """Update the page for the options of the bar, and lay it out again if they changed."""
        if self._update_page_options():
            self.page.lay_out()
            self._scroll_to_selection()
        self._show_known_words()

    def _update_page_options(self) -> bool:
        """Copy the bar's options to the page, without empty lines; return whether they changed."""
        page, bar = self.page, self.bar
        previous = (page.visible_lines, page.sentence_per_line, page.vowel_mode)
        page.visible_lines = tuple(name for name in bar.selected_lines if name in self._available_lines)
        page.sentence_per_line, page.vowel_mode = bar.line_by_line_button.isChecked(), bar.vowel_mode
        return previous != (page.visible_lines, page.sentence_per_line, page.vowel_mode)

    def _show_known_words(self) -> None:
        """Mark the known words on the page if the option is on, and count them in the bar of the page."""
        known_lemmas = self._reader.known_lemmas
        if known_lemmas and not self._has_marked_known:  # mark known words by default once there are any
            self._has_marked_known = True
            self.bar.mark_button.setChecked(True)
        self.page.set_known_lemmas(known_lemmas if self.bar.mark_button.isChecked() else None)
        words = [unit for unit in self.page.units if unit.lemmas]
        self._page_bar.show_known_share(sum(known_lemmas.issuperset(unit.lemmas) for unit in words), len(words))
        self._show_card()

    def _show_treebank(self) -> None:
        """Show the text of another treebank, or the empty state."""
        self._stale = True
        self._changed_sentences.clear()
        has_text = len(self._session.treebank) > 0
        self._card_splitter.setVisible(has_text)
        self.bar.setVisible(has_text)
        self._empty_label.setVisible(not has_text)
        if not has_text:
            self.page.show_units(())
            self._page_start = self._page_end = 0
        elif self.isVisible():
            self._refresh()

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._show_treebank()
            return
        edited = [index for index in changes.sentences if self._page_start <= index < self._page_end]
        if edited:
            self.page.update_units({index: self._make_units(index) for index in edited})
        if edited or changes.has(ChangeKind.SELECTION):
            self._refresh()
        elif self._session.selection.sentence in changes.suggested:
            self._show_word()
        ranked = {index for index in changes.ranked if self._page_start <= index < self._page_end}
        if ranked:
            self._changed_sentences |= ranked
            if not self._update_timer.isActive():
                self._update_timer.start()

    def _on_glosses_found(self, sentences: frozenset[int]) -> None:
        self._changed_sentences |= sentences
        self._show_changed_sentences()

    def _show_changed_sentences(self) -> None:
        """Update the sentences on the page whose rankings or glosses have arrived; if hidden, once it is shown."""
        if not self.isVisible():
            return
        indexes = [index for index in self._changed_sentences if self._page_start <= index < self._page_end]
        self._changed_sentences.clear()
        if indexes:
            self.page.update_units({index: self._make_units(index) for index in indexes})
            self._update_available_lines()
            self._apply_display_options()

    def _refresh(self) -> None:
        """Turn to the page of the selected sentence if necessary, and select the word on it."""
        selection = self._session.selection
        index = max(selection.sentence, 0)
        is_on_page = self._page_start <= index < self._page_end
        if self._stale or not is_on_page:
            start = self._page_start if is_on_page else index - index % _MAX_PAGE_SENTENCES
            self._show_page(start)
            if not self._page_start <= index < self._page_end:  # the sentences before it are long
                self._show_page(index)
        self._stale = False
        self.page.select_word(selection.sentence, selection.word)
        self._show_word()
        self._scroll_to_selection()

    def _show_page(self, start: int, end: int | None = None) -> None:
        """Show the page from sentence `start` to before `end`; without `end`, as many sentences as its limits allow."""
        treebank = self._session.treebank
        units: list[DisplayUnit] = []
        limit, index = (len(treebank) if end is None else end), start
        while index < limit and (
            end is not None or index == start or (index - start < _MAX_PAGE_SENTENCES and len(units) < _MAX_PAGE_WORDS)
        ):
            units += self._make_units(index)
            index += 1
        self._page_start, self._page_end = start, index
        self.page.units = tuple(units)
        self._update_available_lines()
        self._update_page_options()
        self.page.show_units(units)
        self._page_bar.show_range(start, self._page_end, len(treebank))
        self._show_known_words()
        text = units[0].text if units else ""
        self._scroll_area.setLayoutDirection(get_layout_direction(is_right_to_left(text)))

    def _make_units(self, index: int) -> list[DisplayUnit]:
        """Return the display units of a sentence, with its ranked readings."""
        return make_display_units(
            index,
            self._session.treebank[index],
            self._reader.list_glossed_candidates(index),
            self._readings.find_uncertain_words(index),
        )

    def _update_available_lines(self) -> None:
        """Find the annotation lines that have text on this page or may soon have, and enable them in the bar."""
        units = self.page.units
        readings, sentences = self._readings, range(self._page_start, self._page_end)
        is_ranking_pending = any(
            readings.find_undecided_words(index) and readings.is_ranking_due(index) for index in sentences
        )
        available = {
            name: any(unit.line_texts[line_index] for unit in units) for line_index, name in enumerate(ANNOTATION_LINES)
        }
        available[GLOSS] = available[GLOSS] or self._reader.is_looking_up  # so that lines do not move later
        self._available_lines = {name for name, is_available in available.items() if is_available}
        has_vocalised = any(unit.vocalised for unit in units)
        if is_ranking_pending:
            available |= dict.fromkeys((GLOSS, LEMMA, PART_OF_SPEECH), True)
            # others are always written with their vowels
            has_vocalised = has_vocalised or is_arabic("".join(unit.text for unit in units[:40]))
            available[VOWELS] = available[VOWELS] or has_vocalised
        self.bar.enable_available_lines(available, has_vocalised)
        self.available_lines_changed.emit()

    def _get_readings(self) -> tuple[Ranked[Analysis], ...] | None:
        """Return the readings of the selected word, best first; None while they are not known."""
        session = self._session
        sentence, index, word = session.sentence, session.selection.sentence, session.selection.word
        return (
            None
            if sentence is None or not 1 <= word <= len(sentence)
            else self._reader.get_ranked_word_candidates(index, word)
        )

    def _show_word(self) -> None:
        """Show the tree of the sentence with the selected word, and the card of the word."""
        session = self._session
        is_suggested = session.sentence is not None and not session.sentence.has_heads
        tree = self._suggestions.current_tree if is_suggested else session.sentence
        shows_tree = self.tree_shown and not self._is_low and self._tree.can_show(tree)
        self._tree.setVisible(shows_tree)
        if shows_tree:
            self._tree.show_word(tree, session.selection.word, is_suggested)
        self._show_card()

    def show_popover(self) -> None:
        """Show or hide the most probable readings of the selected word next to it."""
        if not self.popover.dismiss():
            self._scroll_to_selection()
            self._open_popover(self._session.selection.sentence, self._session.selection.word, pinned=True)

    def _on_word_pressed(self) -> None:
        """Open the popover at a clicked word if there is no space for the card."""
        if self.card.isHidden():
            selection = self._session.selection
            self._open_popover(selection.sentence, selection.word, pinned=True)

    def _on_word_hovered(self, sentence: int, word: int) -> None:
        if sentence >= 0 and not self.popover.is_pinned:
            self._open_popover(sentence, word, pinned=False)
        elif not self.popover.is_pinned and not self.popover.is_under_mouse:
            self.popover.dismiss()

    def _open_popover(self, index: int, word: int, pinned: bool) -> None:
        """Open the popover at a word, if it is on the page."""
        content, word_area = self._make_card_content(index, word), self.page.find_area(index, word)
        if content is not None and not word_area.isEmpty():
            area = word_area.toAlignedRect()
            self.popover.open((index, word), content, QRect(self.page.mapTo(self, area.topLeft()), area.size()), pinned)

    def _update_card_and_tree_visibility(self) -> None:
        """Hide the card if it would leave too little width for the text, and the tree if too little height."""
        scale = self.fontMetrics().height() / 16
        self.card.setVisible(self.width() >= _CARD_MIN_WIDTH * scale)
        if self._is_low != (is_low := self.height() < _TREE_MIN_HEIGHT * scale):
            self._is_low = is_low
            self._show_word()

    def _show_card(self) -> None:
        """Show the selected word on the card, and update an open popover."""
        selection = self._session.selection
        self.card.show_word(self._make_card_content(selection.sentence, selection.word))
        popover = self.popover
        if not popover.isHidden() and popover.location is not None:
            location = (selection.sentence, selection.word) if popover.is_pinned else popover.location
            self._open_popover(*location, pinned=popover.is_pinned)

    def _make_card_content(self, index: int, word: int) -> CardContent | None:
        """Make the content of the card of a word; None if there is no such word."""
        treebank = self._session.treebank
        sentence = treebank[index] if 0 <= index < len(treebank) else None
        if sentence is None or not 1 <= word <= len(sentence):
            return None
        readings = self._reader.get_ranked_word_candidates(index, word)
        lemma = self._reader.find_vocabulary_lemma(index, word)
        chosen_index = (
            find_matching_candidate(sentence, word, [ranked_reading.value for ranked_reading in readings])
            if readings
            else None
        )
        is_known = lemma in self._reader.known_lemmas if lemma else None
        is_ranked = self._readings.model.active_run is not None
        no_readings_reason = self._readings.get_failure_reason(index)
        if readings is not None and not readings and is_known is not None and not no_readings_reason:
            no_readings_reason = f"{self.tr('No readings for this word.')} {self._readings.coverage_advice}".strip()
        return CardContent(sentence, word, readings, chosen_index, is_known, is_ranked, no_readings_reason)

    def _on_score_explained(self, explanation: ScoreExplanation) -> None:
        """Show an explanation that was requested here; other views request some too."""
        selection = self._session.selection
        if (
            self._explanation_request
            == (explanation.sentence, explanation.word)
            == (selection.sentence, selection.word)
        ):
            self._explanation_request = None
            self.card.show_explanation(explanation)

    def _find_page_start(self, end: int) -> int:
        """Return the first sentence of the page that ends before a sentence."""
        treebank = self._session.treebank
        start, word_count = end, 0
        while start > 0 and end - start < _MAX_PAGE_SENTENCES and word_count < _MAX_PAGE_WORDS:
            start -= 1
            word_count += len(treebank[start])
        return start

    def _scroll_to_selection(self) -> None:
        selection = self._session.selection
        area: QRectF = self.page.find_area(selection.sentence, selection.word)
        if not area.isEmpty():
            self._scroll_area.ensureVisible(round(area.center().x()), round(area.top()), 40, 60)
            self._scroll_area.ensureVisible(
                round(area.center().x()), round(area.center().y()), 40, round(area.height())
            )

    def select_word(self, sentence: int, word: int) -> None:
        self._session.select(sentence, word)

    def _on_page_turned(self, step: int) -> None:
        if step > 0:
            self.show_next_page()
        elif self._page_start > 0:
            self._session.select(self._page_start - 1)

    def _on_became_visible(self) -> None:
        if self._stale and len(self._session.treebank):
            self._refresh()
        self._show_changed_sentences()
        QTimer.singleShot(0, self, self._scroll_to_selection)  # once the page is laid out for its new width

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.popover.dismiss()
        self._update_card_and_tree_visibility()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.popover.dismiss():
            return
        super().keyPressEvent(event)

    def _restyle(self) -> None:
        """Paint the page again for other fonts or colours."""
        self.page.update()
        if self.isVisible():
            self._show_card()
