"""The readings of the selected word: taken by one key, filtered, explained, written anew, or applied everywhere."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QResizeEvent

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import is_decided, reading_of
from spectral_gui import widgets
from spectral_gui.resources import counted, is_right_to_left
from spectral_gui.session import Accepting, Efforts, Notices, Proposals, Readings, Session, Surveying, Taking
from spectral_gui.views.candidates.following import Following
from spectral_gui.views.candidates.pane import ReadingsPane
from spectral_gui.views.candidates.rows import RankedReading
from spectral_gui.views.candidates.same import Everywhere

_MOST_FOR_WHY = 0.45  # of the height
_OTHER = Qt.FocusReason.OtherFocusReason


class CandidatesView(widgets.Panel):
    """Shows what is offered for the selected word and takes one; keys come from wherever letters are commands."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        efforts: Efforts,
        surveying: Surveying,
        proposals: Proposals,
        accepting: Accepting,
        readings: Readings,
        taking: Taking,
    ):
        super().__init__()
        self._session, self._notices, self._surveying = session, notices, surveying
        self._readings, self._taking = readings, taking
        self._pane = pane = ReadingsPane(readings)
        self.following = Following(pane, session, efforts, proposals, accepting, readings)
        self.list, self.form, self.why = pane.list, pane.form, pane.why
        self.meter, self.advice = pane.meter, pane.advice
        self._everywhere = Everywhere(notices, taking, self)
        widgets.column(pane, on=self, margins=0)
        self.setFocusProxy(pane)
        pane.line.textChanged.connect(self._narrow)
        pane.line.installEventFilter(self)
        self.list.taken.connect(lambda row: self.take(row + 1))
        self.list.stepped.connect(self._step)
        self.list.left.connect(pane.leave_filter)
        self.list.installEventFilter(self)
        self.form.taken.connect(self._take_own)
        widgets.hear(self._count_key, pane.line.textEdited, self.form.typed)
        self.form.left.connect(pane.leave_form)
        self.seen.connect(self.following.follow_screen)
        widgets.hear(self.following.suit, self.font_changed, self.palette_changed)
        self.following.suit()

    def take(self, row: int) -> None:
        """Takes the reading in a row, from 1, and goes to the next word in doubt."""
        if not self._ready():
            return
        readings = self.list.rows.readings
        if row > len(readings):
            self._notices.refuse(self.tr("There is no reading {0} of this word").format(row))
            return
        reading = readings[row - 1]
        index, word = self.following.at
        if self._taking.take(index, word, reading.value, reading.rank, self.following.keys + 1):
            self._go_on()

    def write_one(self) -> None:
        """Opens the form with the reading that stands, or else with the best guess: none of these is right."""
        if not self._ready(anything=True):
            return
        self.following.keys += 1
        index, word = self.following.at
        form = self._session.treebank[index].forms[word - 1]
        guess = self._to_begin_with()
        self._pane.open_form()
        self.form.ask(form, guess, self._choices(index, word), self._taking.kept_parts(index, word))

    def filter(self) -> None:
        """Narrows the list by what is typed: a tag, letters of the meaning, the lemma or the form."""
        if self._ready():
            self.following.keys += 1
            self._pane.open_filter()

    def explain(self) -> None:
        """Shows why the marked reading is where it is, or no longer."""
        if self.why.shown or self._ready():
            self.why.flip()
            self.following.ask_why()

    def apply_everywhere(self) -> None:
        """Looks for the same word in the document, to give it the marked reading, or the one that stands here."""
        if self._ready():
            reading = self._standing() or self.list.marked
            if reading is not None:
                self.following.keys += 1
                self._everywhere.ask(reading, self.following.at, self.following.keys + 1)

    @property
    def offers(self) -> bool:
        """Whether readings of the selected word are on screen."""
        return self.following.is_on_screen and self.list.rows.rowCount() > 0

    def _ready(self, anything: bool = False) -> bool:
        """Whether there is a word here, and something to take; says why not. Where no word is selected one is gone to,
        and nothing else is done: nobody decides what is not shown."""
        session = self._session
        sentence = session.sentence
        if sentence is None:
            return False
        if not self.following.is_on_screen:
            self._notices.refuse(self.tr("Open the panel Readings to see what is offered for a word."))
            return False
        if not session.selection.word:
            self.following.go_to_first()
            form = sentence.forms[session.selection.word - 1]
            said = self.tr("No word was selected: this is word {0}, {1}. Press the key again for it.")
            self._notices.note(said.format(session.selection.word, f"\u2068{form}\u2069"))
            return False
        if session.read_only:
            self._notices.refuse(session.read_only)
            return False
        if anything or self.list.rows.rowCount():
            return True
        self._notices.refuse(self._pane.hint.text or self.tr("The readings of this word are not there yet."))
        return False

    def _standing(self) -> RankedReading | None:
        """The reading among those offered that stands at the word."""
        return next((one for one in self.list.rows.all_readings if one.stands), None)

    def _to_begin_with(self) -> Analysis:
        """What the form is filled with: what stands at the word, offered or not, or else the marked reading."""
        index, word = self.following.at
        sentence = self._session.treebank[index]
        standing = self._standing()
        if standing is not None:
            return standing.value
        written = reading_of(sentence, word) if is_decided(sentence, word) else None
        if written is not None:
            return written
        marked = self.list.marked
        return self._readings.guess(index, word) if marked is None else marked.value

    def _go_on(self) -> None:
        """Goes to the next word in doubt, from the last to the first again; stays where none is left."""
        session = self._session
        index, word = self.following.at
        unsure = sorted(self._readings.unsure(index))
        following = next((one for one in unsure if one > word), unsure[0] if unsure else 0)
        self._pane.leave_filter()
        if following:
            session.select(word=following)
            return
        left = len(self._readings.undecided(index))
        said = self.tr("Every word of this sentence is decided; Enter accepts it")
        if left:
            said = self.tr("No word is in doubt; Enter accepts the first reading of %Ln other(s)", "", left)
        self._notices.note(counted(said, left))

    def _step(self, side: int) -> None:
        sentence, word = self._session.sentence, self._session.selection.word
        if sentence is not None:
            by = -side if is_right_to_left(sentence.text) else side
            if 1 <= word + by <= len(sentence):
                self._session.select(word=word + by)

    def _narrow(self, typed: str) -> None:
        self.list.rows.filter_by(typed)
        self.list.mark(0)
        self.following.say_what_lacks()
        self.following.ask_why()

    def _count_key(self, _: str) -> None:
        self.following.keys += 1

    def _take_own(self, analysis: Analysis) -> None:
        index, word = self.following.at
        if self._taking.take_own(index, word, analysis, self.following.keys + 1):
            self._pane.leave_form()
            self._go_on()

    def _choices(self, index: int, word: int) -> dict[str, Iterable[str]]:
        """What completes the form: what is offered for this word, then what the treebank has."""
        sentence, inventory = self._session.treebank[index], self._surveying.inventory
        values = [reading.value for reading in self.list.rows.all_readings]
        found: dict[str, Iterable[str]] = {}
        for name in ("lemma", "vocalised", "upos", "xpos", "feats", "gloss"):
            offered = [value for value in (getattr(one, name) for one in values) if value != EMPTY]
            if name in ("lemma", "upos", "xpos", "feats"):
                offered += inventory.tags_for(sentence, word, name)  # type: ignore[arg-type] # one of the four
            found[name] = offered
        return found

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self._pane.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.take(1)
            elif event.key() == Qt.Key.Key_Escape:
                self._pane.leave_filter()
            elif event.key() == Qt.Key.Key_Down:
                self.list.setFocus(_OTHER)
            else:
                return False
            return True
        if watched is self.list and isinstance(event, QFocusEvent):
            self.list.viewport().update()
        return False

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.following.follow_screen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.why.area.setMaximumHeight(round(_MOST_FOR_WHY * self.height()))
