"""Reading: the document as running text at a reader's size; what a reader can do with it by keys and menus."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Generator
from functools import partialmethod

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from spectral_gui import widgets
from spectral_gui.lists import Slices
from spectral_gui.session import Notices, Proposals, Reader, Readings, Session
from spectral_gui.views.reading.page import VOWEL_MODES
from spectral_gui.views.reading.text import NORMAL, RunningText
from spectral_gui.views.reading.units import GLOSS, KIND, LEMMA, SOUNDS, VOWELS


class ReadingView(QWidget):
    """The text with what stands under its words, and with the words that the reader knows."""

    words_asked = Signal()  # the list of words is wanted
    quiz_asked = Signal()

    def __init__(self, session: Session, notices: Notices, proposals: Proposals, readings: Readings, reader: Reader):
        super().__init__()
        self._session, self._notices, self._reader = session, notices, reader
        self._lacking, self._note = "", ""  # the line that the page was said to lack, and how it was said
        self.text = RunningText(session, notices, proposals, readings, reader)
        self._bar = self.text.bar
        self._looking = Slices(self)
        widgets.column(self.text, on=self, margins=0)
        self.setFocusProxy(self.text)
        self._bar.changed.connect(self._take_back)
        self.text.offered.connect(self._hear_offer)
        notices.noted.connect(self._hear)
        session.treebank_changed.connect(self._looking.stop)

    def set_keys(self, readings: str, why: str) -> None:
        self.text.card.keys = (readings, why)

    def show_lines(self, *names: str) -> None:
        """Shows these lines under the words: `VOWELS`, `SOUNDS`, `GLOSS`, `LEMMA`, `KIND`."""
        self._bar.choose(names)

    def flip(self, name: str) -> None:
        """Shows a line under the words, or no longer; says so where the page has nothing for it."""
        if not self._bar.flip(name):
            said = self.tr("{0}: nothing of that kind is known of the words on this page.")
            self._lacking, self._note = name, said.format(self._bar.lines[name].text().replace("&", ""))
            self._notices.note(self._note)

    flip_vowels = partialmethod(flip, VOWELS)
    flip_sounds = partialmethod(flip, SOUNDS)
    flip_glosses = partialmethod(flip, GLOSS)
    flip_lemmas = partialmethod(flip, LEMMA)
    flip_kinds = partialmethod(flip, KIND)

    def turn_vowels(self) -> None:
        """Writes words with their vowels: never, where one points, where the model is unsure, always, and round."""
        if not self._bar.vowels_offered:
            self._notices.note(self.tr("The words on this page are written with their vowels."))
            return
        self._bar.set_vowels(VOWEL_MODES[(VOWEL_MODES.index(self._bar.vowels) + 1) % len(VOWEL_MODES)])

    def write_vowels(self, mode: str) -> None:
        """Writes words with their vowels: `NEVER`, `POINTED`, `UNSURE` or `ALWAYS`."""
        self._bar.set_vowels(mode)

    def flip_marks(self) -> None:
        self._bar.marks.toggle()

    def flip_line_by_line(self) -> None:
        self._bar.line_by_line.toggle()

    def flip_readings(self) -> None:
        self.text.card.flip()

    vowels_shown = property(lambda self: VOWELS in self._bar.chosen)
    sounds_shown = property(lambda self: SOUNDS in self._bar.chosen)
    glosses_shown = property(lambda self: GLOSS in self._bar.chosen)
    lemmas_shown = property(lambda self: LEMMA in self._bar.chosen)
    kinds_shown = property(lambda self: KIND in self._bar.chosen)
    words_marked = property(lambda self: self._bar.marks.isChecked())
    line_by_line = property(lambda self: self._bar.line_by_line.isChecked())

    @property
    def state(self) -> list[str]:
        """What was chosen to be shown, for the next start."""
        flags = {"running": not self._bar.line_by_line.isChecked(), "tree": self.text.tree_shown}
        shown = (*self._bar.chosen, *(name for name, on in flags.items() if on))
        return [*shown, f"in_words={self._bar.vowels}", f"points={self.text.page.points:.1f}"]

    def restore(self, state: Collection[str]) -> None:
        """Shows what was chosen before; what is not understood is left out."""
        named = dict(item.partition("=")[::2] for item in state)
        for name, action in self._bar.lines.items():
            action.setChecked(name in named)
        self._bar.line_by_line.setChecked("running" not in named)
        self.text.show_tree("tree" in named)
        if named.get("in_words") in VOWEL_MODES:
            self._bar.set_vowels(named["in_words"])
        with contextlib.suppress(ValueError):
            self.text.set_points(float(named.get("points", NORMAL)))

    def flip_known(self) -> None:
        """Marks the word, with those it is written with, as known, or as unknown again."""
        session = self._session
        unit = self.text.page.unit_of(session.selection.sentence, session.selection.word)
        if unit is None or not unit.lemmas:
            self._notices.note(self.tr("Select a word first: marks and numbers are not on the list."))
            return
        if self._reader.know(unit.lemmas, not self._reader.known.issuperset(unit.lemmas)):
            self._bar.marks.setChecked(True)

    def show_words(self) -> None:
        self.words_asked.emit()

    def show_quiz(self) -> None:
        self.quiz_asked.emit()

    def _hear_offer(self) -> None:
        if self._lacking and self._bar.lines[self._lacking].isEnabled():
            self._take_back()

    def _take_back(self) -> None:
        """Clears the message that the page lacks a line, where it still stands."""
        if self._lacking:
            self._notices.note("")

    def _hear(self, said: str) -> None:
        if said != self._note:
            self._lacking = self._note = ""

    def _look_for_unknown(self, step: int) -> None:
        session = self._session
        selection = session.selection
        self._bar.marks.setChecked(True)

        def search() -> Generator[None, None, tuple[int, int] | None]:
            at, size = max(selection.sentence, 0), len(session.treebank)
            while 0 <= at < size:
                words = range(1, len(session.treebank[at]) + 1)
                for word in words if step > 0 else reversed(words):
                    here = at == selection.sentence
                    passed = here and (word <= selection.word if step > 0 else 0 < selection.word <= word)
                    lemma = "" if passed else self._reader.lemma(at, word)
                    if lemma and lemma not in self._reader.known:
                        return at, word
                yield
                at += step
            return None

        def go(found: object) -> None:
            if isinstance(found, tuple):
                self.text.choose(*found)
            else:
                after, before = self.tr("You know all words after this one."), self.tr("You know all words before it.")
                self._notices.note(after if step > 0 else before)

        self._looking.start(search(), go)

    next_unknown, previous_unknown = partialmethod(_look_for_unknown, 1), partialmethod(_look_for_unknown, -1)
