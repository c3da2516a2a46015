"""Reading: the document as running text at a reader's size, with the card of the selected word beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSplitter, QToolButton, QVBoxLayout, QWidget

from spectral_gui.resources import is_right_to_left
from spectral_gui.session import Selection, Session
from spectral_gui.views.reading.card import Card
from spectral_gui.views.reading.page import GLOSS, LEMMA, LINES, SOUNDS, VOWELS, Page, Unit, units_of

__all__ = ["ReadingView"]

_SENTENCES = 60  # a page, at most
_WORDS = 800
_SMALLEST, _NORMAL, _LARGEST = 9.0, 15.0, 40.0
_STEP = 1.15


class ReadingView(QWidget):
    """One page of the document around the selected sentence."""

    def __init__(self, session: Session, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._first = self._end = 0  # the sentences on the page
        self._stale = True
        self._page = Page()
        self._page.setAccessibleName(self.tr("Text"))
        self._area = QScrollArea()
        self._area.setWidget(self._page)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        )  # its coming would set the page anew
        self._area.setFocusProxy(self._page)
        self._card = Card()
        titles = {
            VOWELS: (self.tr("Vowels"), self.tr("The vocalised form under each word (Vform= in MISC)")),
            SOUNDS: (self.tr("Sounds"), self.tr("The transliteration under each word (Translit= in MISC)")),
            GLOSS: (self.tr("Meaning"), self.tr("The gloss under each word (Gloss= in MISC)")),
            LEMMA: (self.tr("Lemma"), self.tr("The lemma under each word")),
        }
        bar = QHBoxLayout()
        bar.setContentsMargins(6, 4, 6, 4)
        self._toggles = {name: self._button(*titles[name], checkable=True) for name in LINES}
        self._each = self._button(self.tr("Line by line"), self.tr("Each sentence begins a line"), checkable=True)
        for button in (*self._toggles.values(), self._each):
            bar.addWidget(button)
            button.toggled.connect(self._set_lines)
        bar.addSpacing(12)
        smaller = self._button("A−", self.tr("Smaller letters"))
        larger = self._button("A+", self.tr("Larger letters"))
        smaller.clicked.connect(self.zoom_out)
        larger.clicked.connect(self.zoom_in)
        bar.addWidget(smaller)
        bar.addWidget(larger)
        bar.addStretch(1)
        self._back = self._button("▲", self.tr("Page before"))
        self._on = self._button("▼", self.tr("Next page"))
        self._where = QLabel()
        self._back.clicked.connect(self.previous_page)
        self._on.clicked.connect(self.next_page)
        for widget in (self._where, self._back, self._on):
            bar.addWidget(widget)
        self._nothing = QLabel(self.tr("The text of the document is shown here once a treebank is open."))
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setWordWrap(True)
        self._parts = QSplitter()
        self._parts.addWidget(self._area)
        self._parts.addWidget(self._card)
        self._parts.setSizes([700, 280])
        self._parts.setStretchFactor(0, 1)
        self._parts.setCollapsible(0, False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self._parts, 1)
        layout.addWidget(self._nothing, 1)
        self._page.chosen.connect(self._choose)
        self._page.turned.connect(self._turn)
        session.treebank_changed.connect(self._show_treebank)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(self._show_changed)
        self._show_treebank()

    def zoom_in(self) -> None:
        """Larger letters."""
        self._zoom(self._page.points * _STEP)

    def zoom_out(self) -> None:
        """Smaller letters."""
        self._zoom(self._page.points / _STEP)

    def zoom_normal(self) -> None:
        """Letters of the usual size."""
        self._zoom(_NORMAL)

    def next_page(self) -> None:
        """Goes to the first sentence of the next page."""
        if self._end < len(self._session.treebank):
            self._session.select(self._end)

    def previous_page(self) -> None:
        """Goes to the last page before this one."""
        if self._first > 0:
            self._show_page(self._start_before(self._first))
            self._session.select(self._first)

    def next_word(self) -> None:
        """Goes to the next word, in the next sentence after the last one."""
        self._step(1)

    def previous_word(self) -> None:
        """Goes to the word before."""
        self._step(-1)

    def show_lines(self, *names: str) -> None:
        """Shows these lines under the words: `VOWELS`, `SOUNDS`, `GLOSS`, `LEMMA`."""
        for name, button in self._toggles.items():
            button.setChecked(name in names and button.isEnabled())

    def _step(self, step: int) -> None:
        session = self._session
        sentence, at = session.sentence, session.selection.sentence
        if sentence is None:
            return
        word = session.selection.word + step if session.selection.word else (1 if step > 0 else len(sentence))
        if 1 <= word <= len(sentence):
            session.select(word=word)
        elif 0 <= at + step < len(session.treebank):
            session.select(at + step)
            there = session.sentence
            if there is not None and len(there):
                session.select(word=1 if step > 0 else len(there))

    def _button(self, text: str, tip: str, checkable: bool = False) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setCheckable(checkable)
        button.setAutoRaise(True)
        return button

    def _zoom(self, points: float) -> None:
        self._page.points = max(_SMALLEST, min(_LARGEST, points))
        self._page.lay_out()
        self._keep_in_sight()

    def _set_lines(self) -> None:
        self._page.lines = tuple(name for name in LINES if self._toggles[name].isChecked())
        self._page.a_line_each = self._each.isChecked()
        self._page.lay_out()
        self._keep_in_sight()

    def _show_treebank(self) -> None:
        self._stale = True
        there = len(self._session.treebank) > 0
        self._parts.setVisible(there)
        self._nothing.setVisible(not there)
        if not there:
            self._page.show_units(())
            self._first = self._end = 0
            self._where.setText("")
        elif self.isVisible():
            self._refresh()

    def _follow(self, _now: Selection, _before: Selection) -> None:
        if self.isVisible():
            self._refresh()
        else:
            self._stale = True

    def _show_changed(self, at: int) -> None:
        if not self.isVisible():
            self._stale = True
        elif self._first <= at < self._end:
            self._page.change_units(at, units_of(at, self._session.treebank[at]))
            self._refresh()

    def _refresh(self) -> None:
        selection = self._session.selection
        at = max(selection.sentence, 0)
        inside = self._first <= at < self._end
        if self._stale or not inside:
            start = self._first if inside else at - at % _SENTENCES
            self._show_page(start)
            if not self._first <= at < self._end:  # the sentences before it are long
                self._show_page(at)
        self._stale = False
        self._page.mark(selection.sentence, selection.word)
        self._card.show_word(self._session.sentence, selection.word)
        self._keep_in_sight()

    def _show_page(self, start: int) -> None:
        treebank = self._session.treebank
        units: list[Unit] = []
        at = start
        while at < len(treebank) and at - start < _SENTENCES and (len(units) < _WORDS or at == start):
            units += units_of(at, treebank[at])
            at += 1
        self._first, self._end = start, at
        self._page.show_units(units)
        held = {name: any(unit.under[place] for unit in units) for place, name in enumerate(LINES)}
        for name, button in self._toggles.items():
            button.setEnabled(held[name] or button.isChecked())
        self._where.setText(
            self.tr("Sentences {0}–{1} of {2}").format(f"{start + 1:,}", f"{at:,}", f"{len(treebank):,}")
        )
        self._back.setEnabled(start > 0)
        self._on.setEnabled(at < len(treebank))
        text = units[0].text if units else ""
        side = Qt.LayoutDirection.RightToLeft if is_right_to_left(text) else Qt.LayoutDirection.LeftToRight
        self._area.setLayoutDirection(side)

    def _start_before(self, end: int) -> int:
        """Where a page begins that ends before `end`."""
        treebank = self._session.treebank
        start, words = end, 0
        while start > 0 and end - start < _SENTENCES and words < _WORDS:
            start -= 1
            words += len(treebank[start])
        return start

    def _keep_in_sight(self) -> None:
        selection = self._session.selection
        place: QRectF = self._page.place_of(selection.sentence, selection.word)
        if not place.isEmpty():
            self._area.ensureVisible(round(place.center().x()), round(place.top()), 40, 60)
            self._area.ensureVisible(round(place.center().x()), round(place.center().y()), 40, round(place.height()))

    def _choose(self, sentence: int, word: int) -> None:
        self._session.select(sentence)
        self._session.select(word=word)

    def _turn(self, step: int) -> None:
        if step > 0:
            self.next_page()
        elif self._first > 0:
            self._session.select(self._first - 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if len(self._session.treebank):
            self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._page.update()
