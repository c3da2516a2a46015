"""What the panel with readings shows: the selected word, in an order that stays while somebody reads it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from spectral_gui import widgets
from spectral_gui.lists import points_of
from spectral_gui.resources import counted, direction_of, is_arabic, is_right_to_left, text_font
from spectral_gui.session import Accepting, Efforts, Proposals, Readings, Selection, Session
from spectral_gui.views.candidates.panel import Panel
from spectral_gui.views.candidates.rows import RankedReading

_REACTION = 200  # milliseconds: so long a list may still change, before anybody can have aimed at a number in it
_ARABIC_LARGER = 8


class Showing(Panel):
    """Follows the session as long as it is on screen."""

    def __init__(
        self,
        session: Session,
        efforts: Efforts,
        proposals: Proposals,
        accepting: Accepting,
        readings: Readings,
        parent: QWidget | None = None,
    ):
        super().__init__(readings, parent)
        self._session, self._efforts, self._proposals, self._accepting = session, efforts, proposals, accepting
        self._at = (-1, 0)  # the word that is shown
        self._shown: tuple[object, ...] = ()  # what its list was made from
        self._keys = 0  # pressed for this word
        self._reordered = False  # another model ranks, and its order has not been shown yet
        self._arriving = not session.selection.word  # at a sentence, of which no word was gone to yet
        self._in_front = True  # a panel behind another tab counts as visible
        self._settle = QTimer(self)  # while it runs, another order may still be shown
        self._settle.setSingleShot(True)
        self._settle.setInterval(_REACTION)
        self._arrived = widgets.pause(self, self._begin)  # when everybody has heard of the sentence
        proposals.changed.connect(self._hear_proposal)
        session.treebank_changed.connect(self._show_other)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(self._show_changed)
        readings.changed.connect(self._show_ranked)
        readings.model_changed.connect(self._expect_order)
        efforts.changed.connect(self._show_effort)
        readings.advice_changed.connect(self._show_advice)
        self.list.selectionModel().currentChanged.connect(self._ask_why)

    def _suit(self) -> None:
        self.why.bars.set_points(points_of(self, 0.5))
        self._shown = ()

    @property
    def _is_on_screen(self) -> bool:
        return self._in_front and self.isVisible()

    def _follow_screen(self) -> None:
        self._readings.read_along(self._is_on_screen)
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

    def _follow(self, now: Selection, before: Selection) -> None:
        self._arriving = not now.word and (self._arriving or now.sentence != before.sentence)
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
        self._arrived.start()
        session, selection = self._session, self._session.selection
        sentence = session.sentence
        at = (selection.sentence, selection.word)
        same, self._at = at == self._at, at
        there = sentence is not None and 1 <= selection.word <= len(sentence)
        self._word.setVisible(there)
        if sentence is None or not there:
            self._show_nothing(self.tr("No word is selected: click on one, or press an arrow key above the structure."))
            if sentence is not None:
                self._readings.ranking(selection.sentence)  # so that it is there when a word is gone to
            return
        form = sentence.forms[selection.word - 1]
        rows = self._readings.ranking(selection.sentence)
        if rows is None:
            self._show_head(form)
            complaint = self._readings.complaint(selection.sentence)
            self._show_nothing(complaint or self._why_none())
            return
        row = rows[selection.word - 1]
        place = self._readings.chosen(selection.sentence, selection.word)
        readings = [RankedReading(one, rank, rank - 1 == place) for rank, one in enumerate(row, 1)]
        before = {one.value: at for at, one in enumerate(self.list.rows.all_readings)}
        kept = same and not self._reordered and not self._settle.isActive()
        if self._readings.is_fresh(selection.sentence):
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
        self._show_head(form)  # it says of these readings whether a model ranks them
        self._hint.setVisible(not readings)
        self._hint.setText(self.tr("No analyser knows this word: press 0 to write its reading."))
        self._say_what_lacks()

    def _say_what_lacks(self) -> None:
        """Says so where there are readings, but none that fits what is typed."""
        if self.list.rows.all_readings:
            self._hint.setVisible(not self.list.rows.rowCount())
            self._hint.setText(self.tr("Nothing matches"))

    def _hear_proposal(self, _index: int) -> None:
        self._arrived.start()

    def _begin(self) -> None:
        """Goes to a word of a sentence that was come to, once it is known which are in doubt."""
        _session, selection = self._session, self._session.selection
        if (
            not self._arriving
            or not self._is_on_screen
            or self._proposals.waiting
            or not self._readings.is_fresh(selection.sentence)
        ):
            return
        self._arriving = False
        if any(self._readings.ranking(selection.sentence) or ()):
            self._go_to_first()

    def _go_to_first(self) -> None:
        """Goes to the first word in doubt, or else to the first of all."""
        self._session.select(word=next(iter(self._accepting.in_doubt()), 1))

    def _show_nothing(self, said: str) -> None:
        self._shown = ()
        self.list.show_readings(())
        self._hint.setText(said)
        self._hint.setVisible(bool(said))
        self._ask_why()
        if not self._at[1]:
            self._state.setText("")

    def _why_none(self) -> str:
        """What to say while there is no ranking."""
        session = self._session
        if self._readings.can_rank(session.selection.sentence):
            return ""  # it is on its way, which takes milliseconds
        return self.tr("Sentences of this kind are not analysed: open a CoNLL-U file, a token table or a text.")

    def _show_head(self, form: str) -> None:
        session, index = self._session, self._session.selection.sentence
        self._word.setText(f"\u2068{form}\u2069")
        self._word.setFont(text_font(points_of(self) + (_ARABIC_LARGER if is_arabic(form) else 3), is_arabic(form)))
        right_to_left = bool(is_right_to_left(form))
        self._word.setLayoutDirection(direction_of(right_to_left))
        unsure, left = len(self._readings.unsure(index)), len(self._readings.undecided(index))
        said = [self.tr("word {0}").format(session.selection.word)]
        if unsure:
            said.append(self.tr("{0} in doubt").format(unsure))
        said.append(self.tr("{0} undecided").format(left) if left else self.tr("all decided"))
        if self._readings.model.run is None and self.list.rows.rowCount():
            said.append(self.tr("not ranked: learn a ranker in Train"))
        self._state.setText(" · ".join(said))
        ranker, more = self._readings.model.run, self._readings.model.added
        told = "" if ranker is None else self.tr("Ranked by {0}").format(ranker.name)
        if more:
            told += counted(self.tr(", and %Ln accepted sentence(s)", "", more), more)
        if self._readings.flag is not None and ranker is not None:
            worth = self.tr(
                "On held-out text, a margin of {0:.2f} underlines {1:.0%} of the words whose first reading is wrong; of"
                " the words underlined, {2:.0%} are."
            )
            told += ". " + worth.format(*self._readings.flag)
            if round(self._readings.flag[0], 2) != round(self._readings.unsure_below, 2):
                told += " " + self.tr("The preferences set another, {0:.2f}.").format(self._readings.unsure_below)
        self._state.setToolTip(told)

    def _show_effort(self) -> None:
        self.meter.show_effort(self._efforts.effort)

    def _show_advice(self) -> None:
        self._advice.tell(self._readings.advice)

    def _ask_why(self, *_: object) -> None:
        self.why.ask(self._at, self.list.marked, self.list.rows.all_readings, self.list.rows.readings)
