"""The text that is read: its page and how it is turned, what the session says of its words, the card, the tree."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from spectral_core.data import Analysis, Ranked
from spectral_core.data.readings import recognised
from spectral_gui import widgets
from spectral_gui.resources import direction_of, is_arabic, is_right_to_left
from spectral_gui.session import Notices, Proposals, Reader, Readings, Selection, Session, Why
from spectral_gui.views.reading.bar import PageBar, ReadingBar
from spectral_gui.views.reading.card import Card, CardWord
from spectral_gui.views.reading.page import Page
from spectral_gui.views.reading.popover import Popover
from spectral_gui.views.reading.tree import SmallTree
from spectral_gui.views.reading.units import GLOSS, KIND, LEMMA, LINES, VOWELS, Unit, units_of

_SENTENCES = 60  # a page, at most
_WORDS = 400
_SMALLEST, NORMAL, _LARGEST = 9.0, 15.0, 40.0  # points
_STEP = 1.15
_BESIDE = 720  # pixels at 100 % from which the card stands beside the text
_LOW = 480  # pixels at 100 %: in less, the tree below the text would leave a line of it
_TOGETHER = 60  # milliseconds: rankings that come one after the other are shown at once


class RunningText(widgets.Panel):
    """One page of the document around the selected sentence, the card of the selected word, and its sentence's tree."""

    offered = Signal()  # the lines that the words of a page have

    def __init__(self, session: Session, notices: Notices, proposals: Proposals, readings: Readings, reader: Reader):
        super().__init__()
        self._session, self._notices, self._proposals, self._readings = session, notices, proposals, readings
        self._reader = reader
        self._first = self._end = 0  # the sentences on the page
        self._stale = True
        self.tree_shown = True  # where there is one
        self._is_low = False  # too low for a tree below the text
        self._marked_once = False
        self._held: set[str] = set()  # the lines that words of the page have
        self._why_for: tuple[int, int] | None = None  # the word whose reasons were asked for here
        self.bar, self._foot = ReadingBar(), PageBar()
        self.page = widgets.named(Page(), self.tr("Text"))
        self._area = widgets.scrolling(self.page, sideways=False, focus=True)
        # its coming would set the page anew
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._area.setFocusProxy(self.page)
        self.setFocusProxy(self.page)
        self.card, self._tree = Card(), SmallTree()
        nothing = self.tr("The text of the document is shown here once a treebank is open.")
        self._nothing = widgets.label(nothing, wraps=True, centred=True)
        text = QWidget()
        widgets.column((self._area, 1), self._foot, on=text, margins=0, spacing=0)
        self._rows = widgets.splitter(text, self._tree, upright=True, sizes=(480, 215), keeps=False)
        self._rows.setCollapsible(0, False)
        self._parts = widgets.splitter(self._rows, self.card, sizes=(700, 280), keeps=False)
        self._parts.setCollapsible(0, False)
        widgets.column(self.bar, (self._parts, 1), (self._nothing, 1), on=self, margins=0, spacing=0)
        self.popover = Popover(self)
        self._ranked: set[int] = set()  # sentences of the page whose ranking or meanings have come
        self._soon = widgets.pause(self, self._show_ranked, _TOGETHER)
        self.page.chosen.connect(self.choose)
        self.page.turned.connect(self._turn)
        self.page.pressed.connect(self._glance_where_narrow)
        self.page.rested.connect(self._glance_at)
        widgets.hear(lambda *_: self.popover.leave(), self._area.verticalScrollBar().valueChanged, self.bar.changed)
        self.bar.changed.connect(self._set_lines)
        self.bar.sized.connect(lambda step: self.set_points(self.page.points * _STEP**step))
        self._foot.turned.connect(lambda step: self.next_page() if step > 0 else self.previous_page())
        self.card.why_asked.connect(self.explain)
        session.treebank_changed.connect(self._show_treebank)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(self._show_changed)
        readings.changed.connect(self._take_ranking)
        proposals.changed.connect(self._show_proposal)
        reader.known_changed.connect(self._show_known)
        reader.meanings_changed.connect(self._show_treebank)
        reader.meanings_known.connect(self._show_meanings)
        readings.why_known.connect(self._show_why)
        self.seen.connect(self._arrive)
        widgets.hear(self._restyle, self.font_changed, self.palette_changed)
        self._show_treebank()

    def zoom_in(self) -> None:
        self.set_points(self.page.points * _STEP)

    def zoom_out(self) -> None:
        self.set_points(self.page.points / _STEP)

    def zoom_normal(self) -> None:
        self.set_points(NORMAL)

    def next_page(self) -> None:
        if self._end < len(self._session.treebank):
            self._session.select(self._end)

    def previous_page(self) -> None:
        """Goes to the last page before this one."""
        if self._first > 0:
            self._show_page(self._start_before(self._first))
            self._session.select(self._first)

    def show_tree(self, wanted: bool) -> None:
        self.tree_shown = wanted
        self._show_word()

    def flip_tree(self) -> None:
        self.show_tree(not self.tree_shown)

    def explain(self) -> None:
        rows, at, word = self._rows_here(), self._session.selection.sentence, self._session.selection.word
        if not rows or not word:
            return
        if len(rows) == 1:
            self._notices.note(self.tr("This word has one reading: there is none that it stands before."))
            return
        self._why_for = (at, word)
        self._readings.why(at, word, rows[0].value, rows[1].value)

    def set_points(self, points: float) -> None:
        """Letters of another size, as far as that can be read."""
        self.page.points = max(_SMALLEST, min(_LARGEST, points))
        self.card.set_points(self.page.points)
        self.page.lay_out()
        self._keep_in_sight()

    def _set_lines(self) -> None:
        if self._choose_lines():
            self.page.lay_out()
            self._keep_in_sight()
        self._show_known()

    def _choose_lines(self) -> bool:
        """Whether the page is to be set anew, by what is chosen now; a line with nothing in it takes no room."""
        page, bar = self.page, self.bar
        before = (page.lines, page.a_line_each, page.vowels)
        page.lines = tuple(name for name in bar.chosen if name in self._held)
        page.a_line_each, page.vowels = bar.line_by_line.isChecked(), bar.vowels
        return before != (page.lines, page.a_line_each, page.vowels)

    def _show_known(self) -> None:
        known = self._reader.known
        if known and not self._marked_once:  # where there is a list, it is seen; who does not like that says so
            self._marked_once = True
            self.bar.marks.setChecked(True)
        self.page.see_known(known if self.bar.marks.isChecked() else None)
        words = [unit for unit in self.page.units if unit.lemmas]
        self._foot.show_known(sum(known.issuperset(unit.lemmas) for unit in words), len(words))
        self._show_card()

    def _show_treebank(self) -> None:
        self._stale = True
        there = len(self._session.treebank) > 0
        self._parts.setVisible(there)
        self.bar.setVisible(there)
        self._nothing.setVisible(not there)
        if not there:
            self.page.show_units(())
            self._first = self._end = 0
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
            self.page.change_units({at: self._units(at)})
            self._refresh()

    def _take_ranking(self, at: int) -> None:
        if self.isVisible() and self._first <= at < self._end:
            self._ranked.add(at)
            if not self._soon.isActive():
                self._soon.start()

    def _show_meanings(self, sentences: frozenset[int]) -> None:
        self._ranked |= sentences
        self._show_ranked()

    def _show_proposal(self, at: int) -> None:
        if self.isVisible() and at == self._session.selection.sentence:
            self._show_word()

    def _show_ranked(self) -> None:
        places = [at for at in self._ranked if self._first <= at < self._end]
        self._ranked.clear()
        if places and self.isVisible():
            self.page.change_units({at: self._units(at) for at in places})
            self._offer()
            self._set_lines()

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
        self.page.mark(selection.sentence, selection.word)
        self._show_word()
        self._keep_in_sight()

    def _show_page(self, start: int) -> None:
        treebank = self._session.treebank
        units: list[Unit] = []
        at = start
        while at < len(treebank) and at - start < _SENTENCES and (len(units) < _WORDS or at == start):
            units += self._units(at)
            at += 1
        self._first, self._end = start, at
        self.page.units = tuple(units)
        self._offer()
        self._choose_lines()
        self.page.show_units(units)
        self._foot.show_page(start, at, len(treebank))
        self._show_known()
        text = units[0].text if units else ""
        self._area.setLayoutDirection(direction_of(is_right_to_left(text)))

    def _units(self, at: int) -> list[Unit]:
        return units_of(at, self._session.treebank[at], self._reader.offers(at), self._readings.unsure(at))

    def _offer(self) -> None:
        units = self.page.units
        readings, shown = self._readings, range(self._first, self._end)
        coming = any(readings.undecided(at) and readings.may_be_ranked(at) for at in shown)
        held = {name: any(unit.under[place] for unit in units) for place, name in enumerate(LINES)}
        held[GLOSS] = held[GLOSS] or self._reader.awaits_meanings  # so that lines do not move when these come
        self._held = {name for name, there in held.items() if there}
        vowels = any(unit.vowelled for unit in units)
        if coming:
            held |= dict.fromkeys((GLOSS, LEMMA, KIND), True)
            vowels = vowels or is_arabic("".join(unit.text for unit in units[:40]))  # others are written with them
            held[VOWELS] = held[VOWELS] or vowels
        self.bar.offer(held, vowels)
        self.offered.emit()

    def _rows_here(self) -> tuple[Ranked[Analysis], ...] | None:
        """The readings of the selected word, best first; None where they are not there yet."""
        session = self._session
        sentence, at, word = session.sentence, session.selection.sentence, session.selection.word
        return None if sentence is None or not 1 <= word <= len(sentence) else self._reader.readings(at, word)

    def _show_word(self) -> None:
        session = self._session
        proposed = session.sentence is not None and not session.sentence.has_heads
        tree = self._proposals.offered if proposed else session.sentence
        wanted = self.tree_shown and not self._is_low and self._tree.can_show(tree)
        self._tree.setVisible(wanted)
        if wanted:
            self._tree.show_word(tree, session.selection.word, proposed)
        self._show_card()

    def show_popover(self) -> None:
        """Shows the likeliest readings of the selected word at the word, or no longer."""
        if not self.popover.leave():
            self._keep_in_sight()
            self._glance(self._session.selection.sentence, self._session.selection.word, stays=True)

    def _glance_where_narrow(self) -> None:
        """At a word that was clicked, where there is no room for the card beside the text."""
        if self.card.isHidden():
            selection = self._session.selection
            self._glance(selection.sentence, selection.word, stays=True)

    def _glance_at(self, sentence: int, word: int) -> None:
        if sentence >= 0 and not self.popover.stays:
            self._glance(sentence, word, stays=False)
        elif not self.popover.stays and not self.popover.under_mouse:
            self.popover.leave()

    def _glance(self, at: int, word: int, stays: bool) -> None:
        shown, place = self._card_word(at, word), self.page.place_of(at, word)
        if shown is not None and not place.isEmpty():
            area = place.toAlignedRect()
            self.popover.open((at, word), shown, QRect(self.page.mapTo(self, area.topLeft()), area.size()), stays)

    def _suit_room(self) -> None:
        """Leaves the card out where the text would have too little room beside it."""
        scale = self.fontMetrics().height() / 16
        self.card.setVisible(self.width() >= _BESIDE * scale)
        if self._is_low != (low := self.height() < _LOW * scale):
            self._is_low = low
            self._show_word()

    def _show_card(self) -> None:
        selection = self._session.selection
        self.card.show_word(self._card_word(selection.sentence, selection.word))
        popover = self.popover
        if not popover.isHidden() and popover.at is not None:
            at = (selection.sentence, selection.word) if popover.stays else popover.at
            self._glance(*at, stays=popover.stays)

    def _card_word(self, at: int, word: int) -> CardWord | None:
        """What is known of a word."""
        treebank = self._session.treebank
        sentence = treebank[at] if 0 <= at < len(treebank) else None
        if sentence is None or not 1 <= word <= len(sentence):
            return None
        rows, lemma = self._reader.readings(at, word), self._reader.lemma(at, word)
        chosen = recognised(sentence, word, [one.value for one in rows]) if rows else None
        known = lemma in self._reader.known if lemma else None
        ranked, complaint = self._readings.model.run is not None, self._readings.complaint(at)
        if rows is not None and not rows and known is not None and not complaint:
            complaint = f"{self.tr('No reading of this word is known.')} {self._readings.lacking}".strip()
        return CardWord(sentence, word, rows, chosen, known, ranked, complaint)

    def _show_why(self, why: Why) -> None:
        """Only what was asked for here: others ask too."""
        selection = self._session.selection
        if self._why_for == (why.sentence, why.word) == (selection.sentence, selection.word):
            self._why_for = None
            self.card.show_why(why)

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
        place: QRectF = self.page.place_of(selection.sentence, selection.word)
        if not place.isEmpty():
            self._area.ensureVisible(round(place.center().x()), round(place.top()), 40, 60)
            self._area.ensureVisible(round(place.center().x()), round(place.center().y()), 40, round(place.height()))

    def choose(self, sentence: int, word: int) -> None:
        self._session.select(sentence)
        self._session.select(word=word)

    def _turn(self, step: int) -> None:
        if step > 0:
            self.next_page()
        elif self._first > 0:
            self._session.select(self._first - 1)

    def _arrive(self) -> None:
        if len(self._session.treebank):
            self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.popover.leave()
        self._suit_room()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.popover.leave():
            return
        super().keyPressEvent(event)

    def _restyle(self) -> None:
        self.page.update()
        if self.isVisible():
            self._show_card()
