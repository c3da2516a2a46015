"""Reader: the running text with the actions of the Read workspace, its display options and the search for unknown
words."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Generator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from spectral_gui import widgets
from spectral_gui.state import ChangeKind, Notices, Reader, ReadingRankings, Session, Suggestions
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.read.display_options import VOWEL_MODES
from spectral_gui.views.read.running_text import DEFAULT_FONT_SIZE, RunningTextView
from spectral_gui.widgets import TimeSlicer


class ReaderView(QWidget):
    """Reader: running text with the actions of the Read workspace."""

    words_requested = Signal()  # show the list of words
    quiz_requested = Signal()

    def __init__(
        self, session: Session, notices: Notices, suggestions: Suggestions, readings: ReadingRankings, reader: Reader
    ):
        super().__init__()
        self._session, self._notices, self._reader = session, notices, reader
        self._missing_line, self._missing_note = "", ""  # line that the page lacks, and the message about it
        self.text = RunningTextView(session, notices, suggestions, readings, reader)
        self._bar = self.text.bar
        self._unknown_search = TimeSlicer(self)
        widgets.make_column(self.text, on=self, margins=0)
        self.setFocusProxy(self.text)
        self._bar.changed.connect(self._clear_missing_note)
        self.text.available_lines_changed.connect(self._on_available_lines_changed)
        notices.notified.connect(self._on_notified)
        stop_search = self._unknown_search.stop
        ViewUpdates("read", self, session, lambda _: stop_search(), ChangeKind.DOCUMENT, is_always_updated=True)

    def set_keys(self, readings: str, why: str) -> None:
        """Set the shortcuts shown on the card: for all readings and for the reasons of the ranking."""
        self.text.card.keys = (readings, why)

    def show_lines(self, *names: str) -> None:
        """Show exactly these of ANNOTATION_LINES under the words."""
        self._bar.set_selected_lines(names)

    def toggle_line(self, name: str) -> None:
        """Show or hide a line under the words; show a message if the page has nothing for it."""
        if not self._bar.toggle_line(name):
            template = self.tr("{0}: not available for the words on this page.")
            self._missing_line, self._missing_note = (
                name,
                template.format(self._bar.line_actions[name].text().replace("&", "")),
            )
            self._notices.notify(self._missing_note)

    def is_line_selected(self, name: str) -> bool:
        """Return whether the user has chosen to see a line under the words; the page may have nothing for it."""
        return name in self._bar.selected_lines

    def cycle_vowel_mode(self) -> None:
        """Cycle through the modes of vowels: never, under the pointer, if the reading is uncertain, always."""
        if not self._bar.has_vowels_to_show:
            self._notices.notify(self.tr("The words on this page are already vocalised."))
            return
        self._bar.set_vowel_mode(VOWEL_MODES[(VOWEL_MODES.index(self._bar.vowel_mode) + 1) % len(VOWEL_MODES)])

    def set_vowel_mode(self, mode: str) -> None:
        """Set when words are written with their vowels: one of VOWEL_MODES."""
        self._bar.set_vowel_mode(mode)

    def toggle_word_marks(self) -> None:
        """Mark known and unknown words on the page, or stop marking them."""
        self._bar.mark_button.toggle()

    def toggle_line_by_line(self) -> None:
        self._bar.line_by_line_button.toggle()

    def toggle_all_readings(self) -> None:
        """Show all readings on the card, or the first only."""
        self.text.card.toggle_readings()

    @property
    def words_marked(self) -> bool:
        """Whether known and unknown words are marked on the page."""
        return self._bar.mark_button.isChecked()

    @property
    def line_by_line(self) -> bool:
        """Whether each sentence begins a line."""
        return self._bar.line_by_line_button.isChecked()

    @property
    def display_options(self) -> list[str]:
        """Display options, as strings that `restore_display_options` reads at the next start."""
        flags = {"running": not self._bar.line_by_line_button.isChecked(), "tree": self.text.tree_shown}
        names = (*self._bar.selected_lines, *(name for name, is_on in flags.items() if is_on))
        return [*names, f"in_words={self._bar.vowel_mode}", f"points={self.text.page.font_size:.1f}"]

    def restore_display_options(self, state: Collection[str]) -> None:
        """Restore a saved `state`, ignoring strings that are not understood."""
        saved = dict(item.partition("=")[::2] for item in state)
        for name, action in self._bar.line_actions.items():
            action.setChecked(name in saved)
        self._bar.line_by_line_button.setChecked("running" not in saved)
        self.text.show_tree("tree" in saved)
        if saved.get("in_words") in VOWEL_MODES:
            self._bar.set_vowel_mode(saved["in_words"])
        with contextlib.suppress(ValueError):
            self.text.set_font_size(float(saved.get("points", DEFAULT_FONT_SIZE)))

    def toggle_known(self) -> None:
        """Mark the lemmas of the selected unit as known, or as unknown again."""
        session = self._session
        unit = self.text.page.find_unit(session.selection.sentence, session.selection.word)
        if unit is None or not unit.lemmas:
            self._notices.notify(self.tr("Select a word first: marks and numbers are not on the list."))
            return
        if self._reader.mark_known(unit.lemmas, not self._reader.known_lemmas.issuperset(unit.lemmas)):
            self._bar.mark_button.setChecked(True)

    def request_words(self) -> None:
        """Emit `words_requested`, which shows the list of words."""
        self.words_requested.emit()

    def request_quiz(self) -> None:
        """Emit `quiz_requested`, which shows the quiz."""
        self.quiz_requested.emit()

    def _on_available_lines_changed(self) -> None:
        if self._missing_line and self._bar.line_actions[self._missing_line].isEnabled():
            self._clear_missing_note()

    def _clear_missing_note(self) -> None:
        """Clear the message that the page lacks a line, if it is still shown."""
        if self._missing_line:
            self._notices.notify("")

    def _on_notified(self, message: str) -> None:
        """Forget the message about a missing line once another message is shown."""
        if message != self._missing_note:
            self._missing_line = self._missing_note = ""

    def search_unknown_word(self, step: int) -> None:
        """Search for the next unknown word (step 1) or the previous one (step -1) in slices of time, and select it."""
        session = self._session
        selection = session.selection
        self._bar.mark_button.setChecked(True)

        def search() -> Generator[None, None, tuple[int, int] | None]:
            """Yield after each sentence; return the sentence and word found, or None."""
            index, size = max(selection.sentence, 0), len(session.treebank)
            while 0 <= index < size:
                words = range(1, len(session.treebank[index]) + 1)
                for word in words if step > 0 else reversed(words):
                    is_current = index == selection.sentence
                    is_passed = is_current and (word <= selection.word if step > 0 else 0 < selection.word <= word)
                    lemma = "" if is_passed else self._reader.find_vocabulary_lemma(index, word)
                    if lemma and lemma not in self._reader.known_lemmas:
                        return index, word
                yield
                index += step
            return None

        def select_match(location: object) -> None:
            if isinstance(location, tuple):
                self.text.select_word(*location)
            else:
                after, before = self.tr("You know all words after this one."), self.tr("You know all words before it.")
                self._notices.notify(after if step > 0 else before)

        self._unknown_search.start(search(), select_match)
