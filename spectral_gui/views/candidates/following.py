"""What the panel with readings shows: the selected word, in an order that stays while somebody reads it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from spectral_gui import widgets
from spectral_gui.lists import as_tip, points_of
from spectral_gui.resources import counted, direction_of, is_arabic, is_right_to_left, text_font
from spectral_gui.session import Accepting, Efforts, Proposals, Readings, Selection, Session
from spectral_gui.views.candidates.pane import ReadingsPane
from spectral_gui.views.candidates.rows import RankedReading

_REACTION = 200  # milliseconds: so long a list may still change, before anybody can have aimed at a number in it
_ARABIC_LARGER = 8


class Following(QObject):
    """Shows the selected word on a pane, as long as that is on screen."""

    def __init__(
        self,
        pane: ReadingsPane,
        session: Session,
        efforts: Efforts,
        proposals: Proposals,
        accepting: Accepting,
        readings: Readings,
    ):
        super().__init__(pane)
        self._pane, self._session, self._efforts, self._proposals = pane, session, efforts, proposals
        self._accepting, self._readings = accepting, readings
        self.at = (-1, 0)  # the word that is shown
        self._shown: tuple[object, ...] = ()  # what its list was made from
        self.keys = 0  # pressed for this word
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
        self._pane.list.selectionModel().currentChanged.connect(self.ask_why)

    def suit(self) -> None:
        self._pane.why.bars.set_points(points_of(self._pane, 0.5))
        self._shown = ()
        self.show()

    @property
    def is_on_screen(self) -> bool:
        return self._in_front and self._pane.isVisible()

    @property
    def settling(self) -> bool:
        """Whether another order may still be shown."""
        return self._settle.isActive()

    def come_to_front(self, in_front: bool) -> None:
        """Says whether the pane is the one in front where several share a place."""
        self._in_front = in_front
        self.follow_screen()

    def follow_screen(self) -> None:
        """Shows the selected word where the pane has come on screen."""
        self._readings.read_along(self.is_on_screen)
        if self.is_on_screen:
            self._settle.start()
            self.show()
        else:
            self.at = (-1, 0)  # nobody aims at what was shown before

    def _expect_order(self) -> None:
        self._reordered = True
        if self.is_on_screen:
            self.show()

    def _show_other(self) -> None:
        self._pane.leave_form()
        self.show()

    def _follow(self, now: Selection, before: Selection) -> None:
        self._arriving = not now.word and (self._arriving or now.sentence != before.sentence)
        if (now.sentence, now.word) != self.at:
            self._pane.leave_form()
            self.keys = 0
            self._pane.clear_filter()
            self._settle.start()
            self.show()

    def _show_changed(self, index: int) -> None:
        if index == self.at[0]:
            self.show()

    def _show_ranked(self, index: int) -> None:
        if index == self._session.selection.sentence:
            self.show()

    def show(self) -> None:
        """Shows the selected word as it is now; the order of its list stays once somebody can have read it."""
        if not self.is_on_screen:
            self.at = (-1, 0)
            return
        self._arrived.start()
        session, selection = self._session, self._session.selection
        sentence = session.sentence
        at = (selection.sentence, selection.word)
        same, self.at = at == self.at, at
        there = sentence is not None and 1 <= selection.word <= len(sentence)
        self._pane.word.setVisible(there)
        if sentence is None or not there:
            none = self.tr("No word is selected: click on one, or press an arrow key above the structure.")
            self._show_nothing(none, "window.next_word")
            if sentence is not None:
                self._readings.ranking(selection.sentence)  # so that it is there when a word is gone to
            return
        form = sentence.forms[selection.word - 1]
        rows = self._readings.ranking(selection.sentence)
        if rows is None:
            self._show_head(form)
            self._show_nothing(self._readings.complaint(selection.sentence) or self._why_none())
            return
        row = rows[selection.word - 1]
        place = self._readings.chosen(selection.sentence, selection.word)
        readings = [RankedReading(one, rank, rank - 1 == place) for rank, one in enumerate(row, 1)]
        before = {one.value: at for at, one in enumerate(self._pane.list.rows.all_readings)}
        kept = same and not self._reordered and not self.settling
        if self._readings.is_fresh(selection.sentence):
            same, self._reordered = same and not self._reordered, False
        if kept and readings and {one.value for one in readings} == before.keys():
            readings.sort(key=lambda one: before[one.value])  # a late answer does not change what is aimed at
        shown = (at, tuple(readings))
        if shown != self._shown:
            marked = self._pane.list.currentIndex().row() if same else (place or 0)
            self._pane.list.suit(form)
            self._pane.list.show_readings(readings, marked)
            self._shown = shown
            self.ask_why()
        self._show_head(form)  # it says of these readings whether a model ranks them
        self._pane.hint.setVisible(not readings)
        self._pane.hint.say(self.tr("No analyser knows this word: write its reading."), "candidates.write_one")
        self.say_what_lacks()

    def say_what_lacks(self) -> None:
        """Says so where there are readings, but none that fits what is typed."""
        if self._pane.list.rows.all_readings:
            self._pane.hint.setVisible(not self._pane.list.rows.rowCount())
            tip = self.tr("Empty the filter")
            self._pane.hint.offer(self.tr("Nothing matches"), self.tr("All readings"), tip, self._pane.leave_filter)

    def _show_effort(self) -> None:
        self._pane.meter.show_effort(self._efforts.effort)

    def _show_advice(self) -> None:
        self._pane.advice.tell(self._readings.advice)

    def _hear_proposal(self, _index: int) -> None:
        self._arrived.start()

    def _begin(self) -> None:
        """Goes to a word of a sentence that was come to, once it is known which are in doubt."""
        at = self._session.selection.sentence
        known = not self._proposals.waiting and self._readings.is_fresh(at)
        if self._arriving and self.is_on_screen and known:
            self._arriving = False
            if any(self._readings.ranking(at) or ()):
                self.go_to_first()

    def go_to_first(self) -> None:
        self._session.select(word=next(iter(self._accepting.in_doubt()), 1))

    def _show_nothing(self, said: str, act: str = "") -> None:
        self._shown = ()
        self._pane.list.show_readings(())
        self._pane.hint.say(said, act)
        self._pane.hint.setVisible(bool(said))
        self.ask_why()
        if not self.at[1]:
            self._pane.state.setText("")

    def _why_none(self) -> str:
        if self._readings.can_rank(self._session.selection.sentence):
            return ""  # it is on its way, which takes milliseconds
        return self.tr("Sentences of this kind are not analysed: open a CoNLL-U file, a token table or a text.")

    def _show_head(self, form: str) -> None:
        session, index = self._session, self._session.selection.sentence
        self._pane.word.setText(f"\u2068{form}\u2069")
        larger = _ARABIC_LARGER if is_arabic(form) else 3
        self._pane.word.setFont(text_font(points_of(self._pane) + larger, is_arabic(form)))
        self._pane.word.setLayoutDirection(direction_of(bool(is_right_to_left(form))))
        unsure, left = len(self._readings.unsure(index)), len(self._readings.undecided(index))
        said = [self.tr("word {0}").format(session.selection.word)]
        if unsure:
            said.append(self.tr("{0} in doubt").format(unsure))
        said.append(self.tr("{0} undecided").format(left) if left else self.tr("all decided"))
        why_not = self._readings.unranked
        if why_not:
            said.append(why_not)
        elif self._readings.model.run is None and self._pane.list.rows.rowCount():
            said.append(self.tr("not ranked: learn a ranker in Train"))
        self._pane.state.setText(" · ".join(said))
        ranker, more = self._readings.model.run, self._readings.model.added
        told = why_not if ranker is None else self.tr("Ranked by {0}").format(ranker.name)
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
        self._pane.state.setToolTip(as_tip(told))

    def ask_why(self, *_: object) -> None:
        """Asks why the marked reading is where it is, if that is shown."""
        rows = self._pane.list.rows
        self._pane.why.ask(self.at, self._pane.list.marked, rows.all_readings, rows.readings)
