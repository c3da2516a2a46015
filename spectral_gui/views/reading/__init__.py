"""Workspace Read: the document as running text, with annotation under the words and the words that the reader knows."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Generator
from functools import partialmethod

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from spectral_gui import widgets
from spectral_gui.lists import TimeSlicer
from spectral_gui.state import Notices, Reader, Readings, Session, Suggestions
from spectral_gui.views.reading.page import VOWEL_MODES
from spectral_gui.views.reading.text import NORMAL_POINTS, RunningText
from spectral_gui.views.reading.units import GLOSS, KIND, LEMMA, SOUNDS, VOWELS


class ReaderView(QWidget):
    """Running text, with the reader's actions on it."""

    words_requested = Signal()  # show the list of words
    quiz_requested = Signal()

    def __init__(
        self, session: Session, notices: Notices, suggestions: Suggestions, readings: Readings, reader: Reader
    ):
        super().__init__()
        self._session, self._notices, self._reader = session, notices, reader
        self._missing_line, self._missing_note = "", ""  # line that the page lacks, and the message about it
        self.text = RunningText(session, notices, suggestions, readings, reader)
        self._bar = self.text.bar
        self._unknown_search = TimeSlicer(self)
        widgets.make_column(self.text, on=self, margins=0)
        self.setFocusProxy(self.text)
        self._bar.changed.connect(self._clear_missing_note)
        self.text.lines_offered.connect(self._on_lines_offered)
        notices.noted.connect(self._on_noted)
        session.treebank_changed.connect(self._unknown_search.stop)

    def set_keys(self, readings: str, why: str) -> None:
        self.text.card.keys = (readings, why)

    def show_lines(self, *names: str) -> None:
        """Show exactly these lines under the words: `VOWELS`, `SOUNDS`, `GLOSS`, `LEMMA`, `KIND`."""
        self._bar.choose(names)

    def flip_line(self, name: str) -> None:
        """Show or hide a line under the words; show a message if the page has nothing for it."""
        if not self._bar.flip_line(name):
            template = self.tr("{0}: nothing of that kind is known of the words on this page.")
            self._missing_line, self._missing_note = (
                name,
                template.format(self._bar.lines[name].text().replace("&", "")),
            )
            self._notices.notify(self._missing_note)

    flip_vowels = partialmethod(flip_line, VOWELS)
    flip_sounds = partialmethod(flip_line, SOUNDS)
    flip_glosses = partialmethod(flip_line, GLOSS)
    flip_lemmas = partialmethod(flip_line, LEMMA)
    flip_kinds = partialmethod(flip_line, KIND)

    def turn_vowels(self) -> None:
        """Cycle through the modes of vowels: never, under the pointer, where the model is unsure, always."""
        if not self._bar.vowels_offered:
            self._notices.notify(self.tr("The words on this page are written with their vowels."))
            return
        self._bar.set_vowels(VOWEL_MODES[(VOWEL_MODES.index(self._bar.vowels) + 1) % len(VOWEL_MODES)])

    def set_vowel_mode(self, mode: str) -> None:
        """Set when words are written with their vowels: `NEVER`, `POINTED`, `UNSURE` or `ALWAYS`."""
        self._bar.set_vowels(mode)

    def flip_marks(self) -> None:
        self._bar.marks.toggle()

    def flip_line_by_line(self) -> None:
        self._bar.line_by_line.toggle()

    def flip_readings(self) -> None:
        self.text.card.toggle_fold()

    vowels_shown = property(lambda self: VOWELS in self._bar.chosen)
    sounds_shown = property(lambda self: SOUNDS in self._bar.chosen)
    glosses_shown = property(lambda self: GLOSS in self._bar.chosen)
    lemmas_shown = property(lambda self: LEMMA in self._bar.chosen)
    kinds_shown = property(lambda self: KIND in self._bar.chosen)
    words_marked = property(lambda self: self._bar.marks.isChecked())
    line_by_line = property(lambda self: self._bar.line_by_line.isChecked())

    @property
    def state(self) -> list[str]:
        """Display options, as strings that `restore` reads at the next start."""
        flags = {"running": not self._bar.line_by_line.isChecked(), "tree": self.text.tree_shown}
        names = (*self._bar.chosen, *(name for name, is_on in flags.items() if is_on))
        return [*names, f"in_words={self._bar.vowels}", f"points={self.text.page.points:.1f}"]

    def restore(self, state: Collection[str]) -> None:
        """Restore a saved `state`, ignoring strings that are not understood."""
        saved = dict(item.partition("=")[::2] for item in state)
        for name, action in self._bar.lines.items():
            action.setChecked(name in saved)
        self._bar.line_by_line.setChecked("running" not in saved)
        self.text.show_tree("tree" in saved)
        if saved.get("in_words") in VOWEL_MODES:
            self._bar.set_vowels(saved["in_words"])
        with contextlib.suppress(ValueError):
            self.text.set_points(float(saved.get("points", NORMAL_POINTS)))

    def flip_known(self) -> None:
        """Mark the lemmas of the selected unit as known, or as unknown again."""
        session = self._session
        unit = self.text.page.find_unit(session.selection.sentence, session.selection.word)
        if unit is None or not unit.lemmas:
            self._notices.notify(self.tr("Select a word first: marks and numbers are not on the list."))
            return
        if self._reader.mark_known(unit.lemmas, not self._reader.known.issuperset(unit.lemmas)):
            self._bar.marks.setChecked(True)

    def show_words(self) -> None:
        self.words_requested.emit()

    def show_quiz(self) -> None:
        self.quiz_requested.emit()

    def _on_lines_offered(self) -> None:
        if self._missing_line and self._bar.lines[self._missing_line].isEnabled():
            self._clear_missing_note()

    def _clear_missing_note(self) -> None:
        """Clear the message that the page lacks a line, if it is still shown."""
        if self._missing_line:
            self._notices.notify("")

    def _on_noted(self, message: str) -> None:
        if message != self._missing_note:
            self._missing_line = self._missing_note = ""

    def _search_unknown(self, step: int) -> None:
        session = self._session
        selection = session.selection
        self._bar.marks.setChecked(True)

        def search() -> Generator[None, None, tuple[int, int] | None]:
            index, size = max(selection.sentence, 0), len(session.treebank)
            while 0 <= index < size:
                words = range(1, len(session.treebank[index]) + 1)
                for word in words if step > 0 else reversed(words):
                    is_current = index == selection.sentence
                    is_passed = is_current and (word <= selection.word if step > 0 else 0 < selection.word <= word)
                    lemma = "" if is_passed else self._reader.find_lemma(index, word)
                    if lemma and lemma not in self._reader.known:
                        return index, word
                yield
                index += step
            return None

        def select_match(location: object) -> None:
            if isinstance(location, tuple):
                self.text.choose(*location)
            else:
                after, before = self.tr("You know all words after this one."), self.tr("You know all words before it.")
                self._notices.notify(after if step > 0 else before)

        self._unknown_search.start(search(), select_match)

    next_unknown, previous_unknown = partialmethod(_search_unknown, 1), partialmethod(_search_unknown, -1)
