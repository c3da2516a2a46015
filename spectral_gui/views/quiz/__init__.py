"""The quiz: a word in its sentence and four readings to choose from, the wrong ones those the model took for likely."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QTextBrowser, QWidget

from spectral_core.data import Analysis
from spectral_core.data.readings import margin_of
from spectral_core.data.vocabulary import context_of, lemma_of, shown_lemma
from spectral_gui import plain, theme, widgets
from spectral_gui.absences import Absence
from spectral_gui.lists import points_of
from spectral_gui.reasons import reasons
from spectral_gui.resources import is_arabic, is_right_to_left, per_cent, text_font
from spectral_gui.session import RankedRow, Reader, Readings, Session, Why
from spectral_gui.views.quiz.choice import AnswerButton
from spectral_gui.views.quiz.questions import (
    CHOICES,
    LEMMA,
    MEANING,
    SURE,
    Question,
    likeliest,
    nearest_first,
    question,
)

_SENTENCES = 30  # around the selected one, that are asked about
_ARABIC_LARGER = 5
_EASIER, _HARDER = 0.25, 0.15  # how the level moves after a wrong and a right answer
_MOST = 1_000  # words among which one is chosen
_TRIED = 80  # words, until one is found that can be asked about
_PATIENCE = 150  # milliseconds until rankings that have come are looked at


@dataclass(frozen=True, slots=True)
class _Word:
    """A word that can be asked about."""

    index: int  # of its sentence
    number: int  # from 1
    row: RankedRow  # its readings, the likeliest first
    margin: float
    known: bool

    @property
    def place(self) -> tuple[int, int]:
        return self.index, self.number


class QuizView(widgets.Panel):
    """Asks about words around the selected one that are not known yet, harder ones after right answers."""

    def __init__(self, session: Session, readings: Readings, reader: Reader, chance: random.Random | None = None):
        super().__init__()
        self._session, self._readings, self._reader = session, readings, reader
        self._chance = chance or random.Random()
        self._level = 0.2  # 0: the easiest word to tell, 1: the hardest
        self._asked: set[tuple[int, int]] = set()
        self._question: Question | None = None
        self._answer: int | None = None
        self._reasons: Why | None = None  # that are shown
        self._why_wanted = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._score = widgets.label()
        self._sentence = widgets.label(wraps=True, margin=6)
        self._sentence.setTextFormat(Qt.TextFormat.RichText)
        self._prompt = widgets.label(wraps=True)
        self._source = widgets.label(wraps=True, faint=True, name=self.tr("Where the right answer comes from"))
        self._choices = [AnswerButton(number) for number in range(1, CHOICES + 1)]
        for place, choice in enumerate(self._choices):
            choice.clicked.connect(lambda _=False, place=place: self.answer(place))
        self._said = widgets.named(QTextBrowser(), self.tr("Answer"))
        self._said.setOpenLinks(False)
        self._said.setFrameShape(QTextBrowser.Shape.NoFrame)
        self._said.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = self._said.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # what stands above it stays at the top
        self._said.setSizePolicy(policy)
        self._why = widgets.button(self.tr("Why?"), self.explain, self.tr("What speaks for the right answer"))
        self._know = widgets.button("", self.flip_known, self.tr("Put the word on your list, or take it off"))
        self._go_on = widgets.button(self.tr("Next"), self.next_question, self.tr("Ask about another word"))
        self._key_of_know = ""
        self._absence = Absence("circle-question-mark")
        inside = QWidget()
        for button in (self._why, self._know, self._go_on):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        asking = (self._score, self._sentence, self._prompt, self._absence, *self._choices, self._source)
        feet = widgets.row(self._why, self._know)
        widgets.column(*asking, (self._said, 1), feet, self._go_on, on=inside, margins=(8, 6, 8, 6), spacing=6)
        widgets.column(widgets.scrolling(inside, sideways=False), on=self, margins=0)
        self._soon = widgets.pause(self, self._look_again, _PATIENCE)
        session.treebank_changed.connect(self._begin_anew)
        readings.changed.connect(self._hope)
        reader.score_changed.connect(self._show_score)
        readings.why_known.connect(self._show_why)
        reader.known_changed.connect(self._show_known)
        self.seen.connect(self._arrive)
        self.palette_changed.connect(self._recolour)
        self._show_score()
        self._show()

    def set_keys(self, why: str, know: str, go_on: str) -> None:
        self._why.setText(f"{self.tr('Why?')} ({why})" if why else self.tr("Why?"))
        self._go_on.setText(f"{self.tr('Next')} ({go_on})" if go_on else self.tr("Next"))
        self._key_of_know = know
        self._show_known()

    @property
    def question(self) -> Question | None:
        return self._question

    def next_question(self) -> None:
        """Asks about another word, as far as readings are known by now; one that was not answered is left."""
        self._question, self._answer, self._why_wanted = self._find(), None, False
        if self._question is not None:
            self._asked.add((self._question.sentence, self._question.word))
        self._show()

    def answer(self, place: int) -> None:
        """Takes the choice at a place, from 0, for right."""
        asked = self._question
        if asked is None or self._answer is not None or not 0 <= place < len(asked.choices):
            return
        self._answer = place
        right = place == asked.right
        self._level = min(self._level + _HARDER, 1.0) if right else max(self._level - _EASIER, 0.0)
        self._reader.count_answer(right)
        self._session.select(asked.sentence)
        self._session.select(word=asked.word)
        self._show()
        self.explain()

    def explain(self) -> None:
        """Says why the right answer is right: over the one that was chosen, or over its nearest rival."""
        asked, pair = self._question, self._weighed()
        if asked is not None and pair is not None:
            self._why_wanted = True
            self._readings.why(asked.sentence, asked.word, *pair)

    def _weighed(self) -> tuple[Analysis, Analysis] | None:
        """The reading that is right, and the one it is weighed against; None where the word has no other reading."""
        asked = self._question
        if asked is None or self._answer is None:
            return None
        place = self._answer if self._answer != asked.right else next(n for n in range(CHOICES) if n != asked.right)
        offered = [one.value for one in self._reader.readings(asked.sentence, asked.word) or ()]
        right, wrong = asked.choices[asked.right], asked.choices[place]
        if right not in offered:  # what the file says may be less than what the ranker weighs
            like = [one for one in offered if one.lemma == right.lemma and one.upos == right.upos]
            if not like:
                return None
            right = like[0]
        second = wrong if wrong in offered and wrong != right else next((o for o in offered if o != right), None)
        return None if second is None else (right, second)

    def flip_known(self) -> None:
        """Marks the word that is asked about as known, or as unknown again."""
        asked = self._question
        if asked is not None and self._answer is not None:
            lemma = self._reader.lemma(asked.sentence, asked.word)
            if lemma:
                self._reader.know([lemma], lemma not in self._reader.known)

    def _find(self) -> Question | None:
        """The next question, as far as rankings are there: unknown words first, and those not asked yet."""
        session = self._session
        found = (word for index in self._around() if self._is_ready(index) for word in self._words(index))
        words = list(islice(found, _MOST))
        here = (session.selection.sentence, session.selection.word)  # its card says the answer
        new = [word for word in words if word.place not in self._asked and word.place != here]
        if not new:
            self._asked.clear()
            new = [word for word in words if word.place != here]
        others = [likeliest(session.treebank[word.index], word.number, word.row) for word in words]
        for group in ([word for word in new if not word.known], [word for word in new if word.known]):
            self._chance.shuffle(group)
            for place in nearest_first([word.margin for word in group], self._level)[:_TRIED]:
                word = group[place]
                margin = word.margin if word.row and word.row[0].probability is not None else None
                sentence = session.treebank[word.index]
                asked = question(word.index, sentence, word.number, word.row, others, margin, self._chance)
                if asked is not None:
                    return asked
        return None

    def _words(self, index: int) -> Iterator[_Word]:
        sentence, known = self._session.treebank[index], self._reader.known
        if sentence.readable:
            for number, row in enumerate(self._reader.rows(index) or ((),) * len(sentence), 1):
                lemma = lemma_of(sentence, number, [one.value for one in row[:1]])
                if lemma:
                    margin = margin_of(row)  # without probabilities, alike for all
                    yield _Word(index, number, row, 1.0 if margin is None else margin, lemma in known)

    def _around(self) -> range:
        at, size = max(self._session.selection.sentence, 0), len(self._session.treebank)
        first = at - at % _SENTENCES
        return range(first, min(first + _SENTENCES, size))

    def _is_waiting(self) -> bool:
        """Whether rankings are still to come; all that are missing are asked for."""
        return sum(not self._is_ready(index) for index in self._around()) > 0

    def _is_ready(self, index: int) -> bool:
        """Whether all is there that will ever be known of a sentence; otherwise it is asked for."""
        return self._readings.ranking(index) is not None or not self._readings.may_be_ranked(index)

    def _begin_anew(self) -> None:
        self._asked.clear()
        self._question = self._answer = None
        self._show()
        self._hope()

    def _hope(self, _: int = 0) -> None:
        if self._question is None and self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _arrive(self) -> None:
        QTimer.singleShot(0, self, self._look_again)

    def _look_again(self) -> None:
        if self._question is None and self.isVisible():
            if self._is_waiting():
                self._show()
            else:
                self.next_question()

    def _show_score(self) -> None:
        score = self._reader.score
        if not score.asked:
            self._score.setText(self.tr("No answers yet"))
            return
        text = self.tr("{0} of {1} right ({2:.0%})").format(score.right, score.asked, score.right / score.asked)
        self._score.setText(text + (self.tr(" · {0} in a row").format(score.row) if score.row > 1 else ""))

    def _show(self) -> None:
        asked = self._question
        for widget in (self._sentence, *self._choices, self._source, self._said):
            widget.setVisible(asked is not None)
        answered = asked is not None and self._answer is not None
        self._why.setEnabled(self._weighed() is not None)
        self._know.setEnabled(answered)
        waiting = asked is None and (not self.isVisible() or self._is_waiting())
        self._absence.setVisible(asked is None and not waiting)
        self._prompt.setVisible(asked is not None or waiting)
        if asked is None:
            self._prompt.setText(self.tr("The readings of the words are being looked up …"))
            self._absence.say(self._nothing(), "window.open_file")
            self._show_known()
            return
        self._show_context(asked)
        self._source.setText(self._known_from(asked))
        self._prompt.setText(f"{self._asks(asked)}  {self._difficulty(asked)}")
        for place, (choice, text) in enumerate(zip(self._choices, asked.labels, strict=True)):
            sign = ""
            if self._answer is not None:
                sign = "✓" if place == asked.right else "✗" if place == self._answer else ""
            possible = self._answer is None or place in (asked.right, self._answer)
            choice.show_choice(text, points_of(self, 0.5), sign, possible)
        self._reasons = None
        self._said.setHtml(self._verdict(asked))
        self._show_known()

    def _show_context(self, asked: Question) -> None:
        before, form, after = (escape(part) for part in context_of(self._session.treebank[asked.sentence], asked.word))
        side = "rtl" if is_right_to_left(before + form + after) else "ltr"
        arabic = is_arabic(form)
        self._sentence.setFont(text_font(points_of(self) + (_ARABIC_LARGER if arabic else 1), arabic))
        colour = theme.colours(theme.is_dark_palette(self.palette())).selected.name()
        marked = f'<u><b><span style="color:{colour}">{form}</span></b></u>'
        self._sentence.setText(f'<div dir="{side}">{before}{marked}{after}</div>')

    def _nothing(self) -> str:
        return self.tr(
            "There is nothing to ask about here. The quiz asks about words that are decided in the text, and about "
            "words of whose first reading a calibrated model is sure by {0} or more: where neither is so, nobody could "
            "say which answer is right. Open an annotated text, or learn a ranker."
        ).format(per_cent(SURE))

    def _asks(self, asked: Question) -> str:
        if asked.asks == MEANING:
            return self.tr("What does it mean here?")
        return self.tr("Which lemma is it?") if asked.asks == LEMMA else self.tr("How is it to be read here?")

    def _known_from(self, asked: Question) -> str:
        if asked.probability is None:
            return self.tr("Known: this word is decided in the text.")
        said = self.tr("Known from the model, which gives its first reading {0}; from {1} on it is asked about.")
        return said.format(per_cent(asked.probability), per_cent(SURE))

    def _difficulty(self, asked: Question) -> str:
        if asked.margin is None:
            return ""
        if asked.margin < 0.2:
            return self.tr("(hard: the model was hardly sure)")
        return self.tr("(the model was not sure)") if asked.margin < 0.7 else self.tr("(easy)")

    def _verdict(self, asked: Question) -> str:
        if self._answer is None:
            return f"<p>{escape(self.tr('Press 1, 2, 3 or 4.'))}</p>"
        right = asked.solution
        said = self.tr("✓ Right.") if self._answer == asked.right else self.tr("✗ It is {0}.").format(asked.right + 1)
        grammar = ", ".join(filter(None, [plain.tag(right.upos), *plain.features(right.feats)]))
        vocalised = "" if right.vocalised == "_" else right.vocalised
        gloss = "" if right.gloss == "_" else right.gloss
        facts = dict.fromkeys(filter(None, [vocalised, shown_lemma(right.lemma), gloss, grammar]))
        rows = "".join(f"<div>\u200e\u2068{escape(fact)}\u2069</div>" for fact in facts)
        source = "" if asked.probability is None else self.tr("So the model thinks; nobody has decided it.")
        return f"<p><b>{escape(said)}</b></p>{rows}" + (f"<p><i>{escape(source)}</i></p>" if source else "")

    def _show_why(self, why: Why) -> None:
        asked = self._question
        if self._why_wanted and asked is not None and (why.sentence, why.word) == (asked.sentence, asked.word):
            self._why_wanted = False
            self._reasons = why
            self._show_reasons(asked, why)

    def _show_reasons(self, asked: Question, why: Why) -> None:
        self._said.setHtml(self._verdict(asked) + reasons(why, theme.colours(theme.is_dark_palette(self.palette()))))

    def _show_known(self) -> None:
        asked = self._question
        answered = asked is not None and self._answer is not None
        known = asked is not None and answered and self._reader.lemma(asked.sentence, asked.word) in self._reader.known
        text = self.tr("✓ Known") if known else self.tr("I know it")
        self._know.setText(f"{text} ({self._key_of_know})" if self._key_of_know else text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        digit = event.key() - Qt.Key.Key_1
        if 0 <= digit < CHOICES and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.answer(digit)
        else:
            super().keyPressEvent(event)

    def _recolour(self) -> None:
        asked = self._question
        if asked is not None:
            self._show_context(asked)
            if self._reasons is not None:
                self._show_reasons(asked, self._reasons)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._soon.stop()
