"""The readings of the selected word: taken by one key, filtered, explained, written anew, or applied everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partialmethod

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from spectral_core.data import EMPTY, Analysis
from spectral_gui.lists import points_of
from spectral_gui.resources import counted, is_arabic, is_right_to_left, text_font
from spectral_gui.session import Selection, Session
from spectral_gui.views.candidates.advice import Advice
from spectral_gui.views.candidates.explaining import Explaining
from spectral_gui.views.candidates.form import ReadingForm
from spectral_gui.views.candidates.meter import Meter
from spectral_gui.views.candidates.rows import Reading, Rows
from spectral_gui.views.candidates.same import Everywhere

__all__ = ["CandidatesView"]

_REACTION = 200  # milliseconds: so long a list may still change, before anybody can have aimed at a number in it
_ARABIC_LARGER = 8
_OTHER = Qt.FocusReason.OtherFocusReason


class CandidatesView(QWidget):
    """Shows what is offered for the selected word and takes one; keys come from wherever letters are commands."""

    def __init__(self, session: Session, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._at = (-1, 0)  # the word that is shown
        self._shown: tuple[object, ...] = ()  # what its list was made from
        self._keys = 0  # pressed for this word
        self._reordered = False  # another model ranks, and its order has not been shown yet
        self._in_front = True  # a panel behind another tab counts as visible
        self._everywhere = Everywhere(session, self)
        self._back: QWidget | None = None  # who had the keys before the filter or the form
        self._settle = QTimer(self)  # while it runs, another order may still be shown
        self._settle.setSingleShot(True)
        self._settle.setInterval(_REACTION)
        self._make_parts()
        session.treebank_changed.connect(self._show_other)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(self._show_changed)
        session.rankings_changed.connect(self._show_ranked)
        session.ranker_changed.connect(self._expect_order)
        session.effort_changed.connect(self._show_effort)
        session.advice_changed.connect(self._show_advice)
        self.list.selectionModel().currentChanged.connect(self._ask_why)
        self._suit()
        self._show()

    # One key

    def take(self, row: int) -> None:
        """Takes the reading in a row, from 1, and goes to the next word in doubt."""
        if not self._ready():
            return
        readings = self.list.rows.readings
        if row > len(readings):
            self._session.refused.emit(self.tr("There is no reading {0} of this word").format(row))
            return
        reading = readings[row - 1]
        index, word = self._at
        if self._session.take_analysis(index, word, reading.value, reading.rank, self._keys + 1):
            self._go_on()

    take_1 = partialmethod(take, 1)
    take_2 = partialmethod(take, 2)
    take_3 = partialmethod(take, 3)
    take_4 = partialmethod(take, 4)
    take_5 = partialmethod(take, 5)
    take_6 = partialmethod(take, 6)
    take_7 = partialmethod(take, 7)
    take_8 = partialmethod(take, 8)
    take_9 = partialmethod(take, 9)

    def write_one(self) -> None:
        """Opens the form with the best guess: none of these is right."""
        if not self._ready(anything=True):
            return
        self._keys += 1
        index, word = self._at
        sentence = self._session.treebank[index]
        marked = self.list.marked
        form = sentence.forms[word - 1]
        guess = self._session.guess(index, word) if marked is None else marked.value
        self._remember()
        self._pages.setCurrentWidget(self.form)
        self.form.ask(form, guess, self._choices(index, word), self._session.kept_parts(index, word))

    def filter(self) -> None:
        """Narrows the list by what is typed: a tag, letters of the meaning, the lemma or the form."""
        if not self._ready():
            return
        self._keys += 1
        self._remember()
        self._line.show()
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._line.selectAll()

    def explain(self) -> None:
        """Shows why the marked reading is where it is, or no longer."""
        if self.why.shown or self._ready():
            self.why.flip()
            self._ask_why()

    def apply_everywhere(self) -> None:
        """Looks for the same word in the document, to give it the marked reading, or the one that stands here."""
        if not self._ready():
            return
        standing = next((one for one in self.list.rows.all_readings if one.stands), None)
        reading = standing or self.list.marked
        if reading is not None:
            self._everywhere.ask(reading, self._at)

    @property
    def offers(self) -> bool:
        """Whether readings of the selected word are on screen."""
        return self._is_on_screen and self.list.rows.rowCount() > 0

    @property
    def closed_advice(self) -> str:
        """The advice that the user has closed, to be remembered; "" for none."""
        return self._advice.closed

    def close_advice(self, sentence: str) -> None:
        """Leaves an advice out that was closed before."""
        self._advice.closed = sentence
        self._show_advice()

    def come_to_front(self, in_front: bool) -> None:
        """Says whether this panel is the one in front where several share a place."""
        self._in_front = in_front
        self._follow_screen()

    # How it is made

    def _make_parts(self) -> None:
        self._advice = Advice(self)
        self._word = QLabel()
        self._word.setTextFormat(Qt.TextFormat.PlainText)
        self._state = QLabel()
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setWordWrap(True)
        self._state.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self._word.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 2)
        head.setSpacing(10)
        head.addWidget(self._word)
        head.addWidget(self._state, 1)
        self._line = QLineEdit()
        self._line.setPlaceholderText(self.tr("tag, meaning, lemma or form; Enter takes the first"))
        self._line.setAccessibleName(self.tr("Filter of the readings"))
        self._line.setClearButtonEnabled(True)
        self._line.hide()
        self._line.textChanged.connect(self._narrow)
        self._line.textEdited.connect(self._count_key)
        self._line.installEventFilter(self)
        self.list = Rows()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.taken.connect(lambda row: self.take(row + 1))
        self.list.stepped.connect(self._step)
        self.list.left.connect(self._leave_filter)
        self.list.installEventFilter(self)
        self.why = Explaining(self._session, self)
        self._hint = QLabel()
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setWordWrap(True)
        self._hint.setMargin(8)
        self._hint.setBackgroundRole(self.palette().ColorRole.Base)  # as the list below it, which is empty then
        self._hint.setAutoFillBackground(True)
        self._hint.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        for widget in (self._line, self._hint):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.why.bars)
        self.form = ReadingForm()
        self.form.taken.connect(self._take_own)
        self.form.typed.connect(self._count_key)
        self.form.left.connect(self._leave_form)
        self._pages = QStackedWidget()
        self._pages.addWidget(page)
        self._pages.addWidget(self.form)
        self.meter = Meter()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._advice)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.meter)
        self.setFocusProxy(self.list)

    def _suit(self) -> None:
        self.why.bars.set_points(points_of(self, 0.5))
        self._shown = ()

    # What is shown

    @property
    def _is_on_screen(self) -> bool:
        return self._in_front and self.isVisible()

    def _follow_screen(self) -> None:
        self._session.read_along(self._is_on_screen)
        if self._is_on_screen:
            self._settle.start()
            self._show()
        else:
            self._at = (-1, 0)  # nobody aims at what was shown before

    def _expect_order(self) -> None:
        self._reordered = True
        if self._is_on_screen:
            self._show()

    def _show_other(self) -> None:
        self._leave_form()
        self._show()

    def _follow(self, now: Selection, _before: Selection) -> None:
        if (now.sentence, now.word) != self._at:
            self._leave_form()
            self._keys = 0
            self._line.clear()
            self._line.hide()
            self._settle.start()
            self._show()

    def _show_changed(self, index: int) -> None:
        if index == self._at[0]:
            self._show()

    def _show_ranked(self, index: int) -> None:
        if index == self._session.selection.sentence:
            self._show()

    def _show(self) -> None:
        """Shows the selected word as it is now; the order of its list stays once somebody can have read it."""
        if not self._is_on_screen:
            self._at = (-1, 0)
            return
        session, selection = self._session, self._session.selection
        sentence = session.sentence
        at = (selection.sentence, selection.word)
        same, self._at = at == self._at, at
        there = sentence is not None and 1 <= selection.word <= len(sentence)
        self._word.setVisible(there)
        if sentence is None or not there:
            self._show_nothing(self.tr("No word is selected: click on one, or press an arrow key above the structure."))
            if sentence is not None:
                session.ranking(selection.sentence)  # so that it is there when a word is gone to
            return
        form = sentence.forms[selection.word - 1]
        rows = session.ranking(selection.sentence)
        self._show_head(form)
        if rows is None:
            complaint = session.ranking_complaint(selection.sentence)
            self._show_nothing(complaint or self._why_none())
            return
        row = rows[selection.word - 1]
        place = session.chosen(selection.sentence, selection.word)
        readings = [Reading(one, rank, rank - 1 == place) for rank, one in enumerate(row, 1)]
        before = {one.value: at for at, one in enumerate(self.list.rows.all_readings)}
        kept = same and not self._reordered and not self._settle.isActive()
        if session.is_fresh(selection.sentence):
            same, self._reordered = same and not self._reordered, False
        if kept and readings and {one.value for one in readings} == before.keys():
            readings.sort(key=lambda one: before[one.value])  # a late answer does not change what is aimed at
        shown = (at, tuple(readings))
        if shown != self._shown:
            marked = self.list.currentIndex().row() if same else (place or 0)
            self.list.suit(form)
            self.list.show_readings(readings, marked)
            self._shown = shown
            self._ask_why()
        self._hint.setVisible(not readings)
        self._hint.setText(self.tr("No analyser knows this word: press 0 to write its reading."))

    def _show_nothing(self, said: str) -> None:
        self._shown = ()
        self.list.show_readings(())
        self._hint.setText(said)
        self._hint.setVisible(bool(said))
        if not self._at[1]:
            self._state.setText("")

    def _why_none(self) -> str:
        """What to say while there is no ranking."""
        session = self._session
        if session.can_rank(session.selection.sentence):
            return ""  # it is on its way, which takes milliseconds
        return self.tr("Sentences of this kind are not analysed: open a CoNLL-U file, a token table or a text.")

    def _show_head(self, form: str) -> None:
        session, index = self._session, self._session.selection.sentence
        self._word.setText(f"\u2068{form}\u2069")
        self._word.setFont(text_font(points_of(self) + (_ARABIC_LARGER if is_arabic(form) else 3), is_arabic(form)))
        right_to_left = bool(is_right_to_left(form))
        self._word.setLayoutDirection(
            Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
        )
        unsure, left = len(session.unsure(index)), len(session.undecided(index))
        said = [self.tr("word {0}").format(session.selection.word)]
        if unsure:
            said.append(self.tr("{0} in doubt").format(unsure))
        said.append(self.tr("{0} undecided").format(left) if left else self.tr("all decided"))
        if session.ranker is None and self.list.rows.rowCount():
            said.append(self.tr("not ranked: learn a ranker in Train"))
        self._state.setText(" · ".join(said))
        ranker, more = session.ranker, session.ranked_more
        told = "" if ranker is None else self.tr("Ranked by {0}").format(ranker.name)
        if more:
            told += counted(self.tr(", and %Ln accepted sentence(s)", "", more), more)
        if session.flag is not None and ranker is not None:
            worth = self.tr(
                "On held-out text, a margin of {0:.2f} underlines {1:.0%} of the words whose first reading is wrong; of"
                " the words underlined, {2:.0%} are."
            )
            told += ". " + worth.format(*session.flag)
        self._state.setToolTip(told)

    def _show_effort(self) -> None:
        self.meter.show_effort(self._session.effort)

    def _show_advice(self) -> None:
        self._advice.tell(self._session.advice)

    def _ask_why(self, *_: object) -> None:
        self.why.ask(self._at, self.list.marked, self.list.rows.all_readings)

    # What is typed

    def _ready(self, anything: bool = False) -> bool:
        """Whether there is a word here, and something to take; says why not."""
        session = self._session
        sentence = session.sentence
        if sentence is None:
            return False
        if not self._is_on_screen:
            session.refused.emit(self.tr("Open the panel Readings to see what is offered for a word."))
            return False
        if not session.selection.word:
            session.select(word=1)
        if session.read_only:
            session.refused.emit(session.read_only)
            return False
        if anything or self.list.rows.rowCount():
            return True
        session.refused.emit(self._hint.text() or self.tr("The readings of this word are not there yet."))
        return False

    def _go_on(self) -> None:
        """Goes to the next word in doubt, from the last to the first again; stays where none is left."""
        session = self._session
        index, word = self._at
        unsure = sorted(session.unsure(index))
        following = next((one for one in unsure if one > word), unsure[0] if unsure else 0)
        self._give_back()  # before the line is hidden, or Qt would choose where the keys go
        self._line.clear()
        self._line.hide()
        if following:
            session.select(word=following)
            return
        left = len(session.undecided(index))
        said = self.tr("Every word of this sentence is decided; Enter accepts it")
        if left:
            said = counted(
                self.tr("No word is in doubt; Enter accepts the first reading of %Ln other(s)", "", left), left
            )
        session.noted.emit(said)

    def _step(self, side: int) -> None:
        """Goes to the word beside, by sight."""
        sentence, word = self._session.sentence, self._session.selection.word
        if sentence is None:
            return
        by = -side if is_right_to_left(sentence.text) else side
        if 1 <= word + by <= len(sentence):
            self._session.select(word=word + by)

    def _narrow(self, typed: str) -> None:
        self.list.rows.filter_by(typed)
        self.list.mark(0)

    def _count_key(self, _: str) -> None:
        self._keys += 1

    def _leave_filter(self) -> None:
        self._give_back()  # before the line is hidden, or Qt would choose where the keys go
        self._line.clear()
        self._line.hide()

    def _take_own(self, analysis: Analysis) -> None:
        """Takes what was written in the form, and offers it for this word from now on."""
        session = self._session
        index, word = self._at
        if session.take_own(index, word, analysis, self._keys + 1):
            self._leave_form()
            self._go_on()

    def _leave_form(self) -> None:
        if self._pages.currentWidget() is self.form:
            self._give_back()
            self._pages.setCurrentIndex(0)

    def _choices(self, index: int, word: int) -> dict[str, Iterable[str]]:
        """What completes the form: what is offered for this word, then what the treebank has."""
        session = self._session
        sentence, inventory = session.treebank[index], session.inventory
        values = [reading.value for reading in self.list.rows.all_readings]
        found: dict[str, Iterable[str]] = {}
        for name in ("lemma", "vocalised", "upos", "xpos", "feats", "gloss"):
            offered = [value for value in (getattr(one, name) for one in values) if value != EMPTY]
            if name in ("lemma", "upos", "xpos", "feats"):
                offered += inventory.tags_for(sentence, word, name)  # type: ignore[arg-type] # one of the four
            found[name] = offered
        return found

    def _remember(self) -> None:
        now = QApplication.focusWidget()
        if now is not None and now is not self._line and not self.form.isAncestorOf(now):
            self._back = now

    def _give_back(self) -> None:
        """Gives the keys back to who had them."""
        now = QApplication.focusWidget()
        if now is not None and now is not self._line and not self.form.isAncestorOf(now):
            return  # they went elsewhere by themselves
        if self._back is not None and self._back.isVisible():
            self._back.setFocus(_OTHER)
        elif now is not None:
            self.list.setFocus(_OTHER)

    # Events

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self._line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.take(1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._leave_filter()
                return True
            if event.key() == Qt.Key.Key_Down:
                self.list.setFocus(_OTHER)
                return True
        if watched is self.list and isinstance(event, QFocusEvent):
            self.list.viewport().update()
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow_screen()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._follow_screen()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and hasattr(self, "meter"):
            self._suit()
            self._show()
