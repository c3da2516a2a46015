"""Quiz: a question on a word of the text, its four answers, and the score."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QTextBrowser, QWidget

from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import probability_margin
from spectral_core.data.vocabulary import format_lemma, split_text_at_word, vocabulary_lemma
from spectral_gui import label_descriptions, theme, widgets
from spectral_gui.rank_explanation import format_explanation
from spectral_gui.state import ChangeKind, Changes, RankedReadings, Reader, ReadingRankings, ScoreExplanation, Session
from spectral_gui.text_display import (
    compute_row_height,
    format_probability,
    is_arabic,
    is_right_to_left,
    make_treebank_font,
)
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.read.quiz_questions import (
    CHOICE_COUNT,
    LEMMA,
    MEANING,
    MIN_CONFIDENT_PROBABILITY,
    Question,
    get_most_probable_reading,
    make_question,
    rank_by_difficulty,
)
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import get_text_font_size, to_tooltip

_PADDING = 9
_TEXT_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
_SENTENCE_BLOCK = 30  # sentences of a block that questions are drawn from
_ARABIC_EXTRA_POINTS = 5
_DIFFICULTY_DROP, _DIFFICULTY_RISE = 0.25, 0.15  # change of the difficulty after a wrong and a correct answer
_MAX_CANDIDATES = 1_000  # words considered for a question
_MAX_TRIES = 80  # words tried for one question
_RANKING_PAUSE = 150  # milliseconds in which rankings are collected


class AnswerButton(QPushButton):
    """Button of one choice: its number, its text, and once the question is answered, ✓ or ✗."""

    def __init__(self, number: int):
        super().__init__()
        self._number, self._text, self._sign = number, "", ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(str(number))
        self.setToolTip(str(number))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def label(self) -> str:
        """Sign, number and text of the choice, for screen readers."""
        return f"{self._sign} {self._number}  {self._text}".strip()

    def show_choice(self, text: str, points: float, sign: str = "", enabled: bool = True) -> None:
        """Show a choice in letters of `points`, with ✓ or ✗ as `sign` once the question is answered."""
        self._text, self._sign = text, sign
        arabic = is_arabic(text.lstrip("\u2068"))
        self.setFont(make_treebank_font(points + (3 if arabic else 0), arabic))
        self._line_height = compute_row_height(self.font(), arabic)
        self.setEnabled(enabled)
        self.setAccessibleName(self.label)
        self.setToolTip(to_tooltip(self.label))
        self.updateGeometry()
        self.update()

    def _get_text_offset(self) -> int:
        """Return the distance in pixels from the left edge to the text of the choice."""
        return _PADDING + QFontMetrics(self.font()).horizontalAdvance("✓ 1   ")

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        available = QRect(0, 0, max(width - self._get_text_offset() - _PADDING, 20), 10_000)
        return (
            max(
                QFontMetrics(self.font()).boundingRect(available, _TEXT_FLAGS, self._text or " ").height(),
                self._line_height,
            )
            + 8
        )

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._line_height + 8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter.setPen(colours.text if self.isEnabled() else colours.faint)
        area = self.rect()
        number = QRect(_PADDING, 0, self._get_text_offset(), area.height())
        sign = f"{self._sign} {self._number}" if self._sign else str(self._number)
        painter.drawText(number, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, sign)
        painter.drawText(area.adjusted(self._get_text_offset(), 2, -_PADDING, -2), _TEXT_FLAGS, f"\u200e{self._text}")
        if self.hasFocus():
            option.rect = area.adjusted(3, 3, -3, -3)
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option, painter, self)

    _line_height = 24


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A word that may become the next question."""

    index: int  # of its sentence
    word: int  # from 1
    readings: RankedReadings  # the most probable first
    margin: float
    is_known: bool

    @property
    def location(self) -> tuple[int, int]:
        """Index of the sentence and number of the word."""
        return self.index, self.word


class QuizView(widgets.Panel):
    """Panel that asks about unknown words near the selected one; difficulty rises with each correct answer."""

    def __init__(self, session: Session, readings: ReadingRankings, reader: Reader, rng: random.Random | None = None):
        super().__init__()
        self._session, self._readings, self._reader = session, readings, reader
        self._rng = rng or random.Random()
        self._difficulty = 0.2  # difficulty of the next question, from 0 to 1
        self._asked_words: set[tuple[int, int]] = set()
        self._question: Question | None = None
        self._answer: int | None = None
        self._displayed_explanation: ScoreExplanation | None = None
        self._is_explanation_pending = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._score_label = widgets.make_label()
        self._sentence_label = widgets.make_label(wraps=True, margin=6)
        self._sentence_label.setTextFormat(Qt.TextFormat.RichText)
        self._prompt_label = widgets.make_label(wraps=True)
        self._source_label = widgets.make_label(wraps=True, faint=True, name=self.tr("Source of the correct answer"))
        self._answer_buttons = [AnswerButton(number) for number in range(1, CHOICE_COUNT + 1)]
        for index, button in enumerate(self._answer_buttons):
            button.clicked.connect(lambda _=False, index=index: self.answer(index))
        self._answer_box = widgets.set_accessible_name(QTextBrowser(), self.tr("Answer"))
        self._answer_box.setOpenLinks(False)
        self._answer_box.setFrameShape(QTextBrowser.Shape.NoFrame)
        self._answer_box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = self._answer_box.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # so that the widgets above it stay at the top
        self._answer_box.setSizePolicy(policy)
        self._explain_button = widgets.make_button(
            self.tr("Why?"), self.explain, self.tr("Evidence for the correct answer")
        )
        self._known_button = widgets.make_button(
            "", self.toggle_known, self.tr("Add the word to your list of known words, or remove it")
        )
        self._next_button = widgets.make_button(
            self.tr("Next"), self.show_next_question, self.tr("Ask about another word")
        )
        self._known_key = ""
        self._empty_state = EmptyState("circle-question-mark")
        panel = QWidget()
        for plain_button in (self._explain_button, self._known_button, self._next_button):
            plain_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            plain_button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        labels = (self._score_label, self._sentence_label, self._prompt_label, self._empty_state)
        contents = (*labels, *self._answer_buttons, self._source_label)
        buttons = widgets.make_row(self._explain_button, self._known_button)
        widgets.make_column(
            *contents, (self._answer_box, 1), buttons, self._next_button, on=panel, margins=(8, 6, 8, 6), spacing=6
        )
        widgets.make_column(widgets.make_scroll_area(panel, is_horizontal=False), on=self, margins=0)
        self._ranking_timer = widgets.make_timer(self, self._ask_when_ranked, _RANKING_PAUSE)
        # also while hidden: its question must not outlive the document
        kinds = ChangeKind.DOCUMENT | ChangeKind.READINGS
        ViewUpdates("quiz", self, session, self._on_changes, kinds, is_always_updated=True)
        reader.score_changed.connect(self._show_score)
        readings.score_explained.connect(self._on_score_explained)
        reader.known_changed.connect(self._update_known_button)
        self.became_visible.connect(self._on_became_visible)
        self.palette_changed.connect(self._on_palette_changed)
        self._show_score()
        self._refresh()

    def set_keys(self, explain_key: str, known_key: str, next_key: str) -> None:
        """Set the shortcuts shown on the buttons; "" for none."""
        self._explain_button.setText(f"{self.tr('Why?')} ({explain_key})" if explain_key else self.tr("Why?"))
        self._next_button.setText(f"{self.tr('Next')} ({next_key})" if next_key else self.tr("Next"))
        self._known_key = known_key
        self._update_known_button()

    @property
    def question(self) -> Question | None:
        """Question shown, or None."""
        return self._question

    def show_next_question(self) -> None:
        """Ask about another word whose readings are known by now; an open question is dropped."""
        self._question, self._answer, self._is_explanation_pending = self._find_question(), None, False
        if self._question is not None:
            self._asked_words.add((self._question.sentence, self._question.word))
        self._refresh()

    def answer(self, index: int) -> None:
        """Answer the question with the choice at an index, counted from 0: adapt the difficulty, count the score,
        and explain."""
        question = self._question
        if question is None or self._answer is not None or not 0 <= index < len(question.choices):
            return
        self._answer = index
        is_right = index == question.correct_index
        self._difficulty = (
            min(self._difficulty + _DIFFICULTY_RISE, 1.0) if is_right else max(self._difficulty - _DIFFICULTY_DROP, 0.0)
        )
        self._reader.count_quiz_answer(is_right)
        self._session.select(question.sentence)
        self._session.select(word=question.word)
        self._refresh()
        self.explain()

    def explain(self) -> None:
        """Request the reasons why the model ranks the correct reading above the chosen one, or above its best rival."""
        question, pair = self._question, self._find_compared_readings()
        if question is not None and pair is not None:
            self._is_explanation_pending = True
            self._readings.explain_score(question.sentence, question.word, *pair)

    def _find_compared_readings(self) -> tuple[Analysis, Analysis] | None:
        """Return the correct reading and the one to compare it with; None if the word has no other reading."""
        question = self._question
        if question is None or self._answer is None:
            return None
        wrong_index = (
            self._answer
            if self._answer != question.correct_index
            else next(index for index in range(CHOICE_COUNT) if index != question.correct_index)
        )
        candidates = [
            ranked.value for ranked in self._reader.get_ranked_word_candidates(question.sentence, question.word) or ()
        ]
        right, wrong = question.choices[question.correct_index], question.choices[wrong_index]
        if right not in candidates:  # the file may leave fields of the reading empty
            similar = [reading for reading in candidates if reading.lemma == right.lemma and reading.upos == right.upos]
            if not similar:
                return None
            right = similar[0]
        rival = (
            wrong
            if wrong in candidates and wrong != right
            else next((reading for reading in candidates if reading != right), None)
        )
        return None if rival is None else (right, rival)

    def toggle_known(self) -> None:
        """Mark the word of the answered question as known, or as unknown again."""
        question = self._question
        if question is not None and self._answer is not None:
            lemma = self._reader.find_vocabulary_lemma(question.sentence, question.word)
            if lemma:
                self._reader.mark_known([lemma], lemma not in self._reader.known_lemmas)

    def _find_question(self) -> Question | None:
        """Return the next question about a word whose ranking has arrived: unknown words first, and those not asked
        yet."""
        session = self._session
        available = (
            candidate
            for index in self._get_sentence_block()
            if self._request_ranking(index)
            for candidate in self._list_candidates(index)
        )
        candidates = list(islice(available, _MAX_CANDIDATES))
        current = (session.selection.sentence, session.selection.word)  # its card shows the answer
        unasked = [
            candidate
            for candidate in candidates
            if candidate.location not in self._asked_words and candidate.location != current
        ]
        if not unasked:
            self._asked_words.clear()
            unasked = [candidate for candidate in candidates if candidate.location != current]
        distractors = [
            get_most_probable_reading(session.treebank[candidate.index], candidate.word, candidate.readings)
            for candidate in candidates
        ]
        for group in (
            [candidate for candidate in unasked if not candidate.is_known],
            [candidate for candidate in unasked if candidate.is_known],
        ):
            self._rng.shuffle(group)
            for position in rank_by_difficulty([candidate.margin for candidate in group], self._difficulty)[
                :_MAX_TRIES
            ]:
                candidate = group[position]
                margin = (
                    candidate.margin if candidate.readings and candidate.readings[0].probability is not None else None
                )
                sentence = session.treebank[candidate.index]
                next_question = make_question(
                    candidate.index, sentence, candidate.word, candidate.readings, distractors, margin, self._rng
                )
                if next_question is not None:
                    return next_question
        return None

    def _list_candidates(self, index: int) -> Iterator[_Candidate]:
        """Yield the words of a sentence that may be asked about."""
        sentence, known_lemmas = self._session.treebank[index], self._reader.known_lemmas
        if sentence.is_readable:
            for word, readings in enumerate(self._reader.get_ranked_candidates(index) or ((),) * len(sentence), 1):
                lemma = vocabulary_lemma(sentence, word, [ranked.value for ranked in readings[:1]])
                if lemma:
                    margin = probability_margin(readings)  # without probabilities, all words are equally easy
                    yield _Candidate(index, word, readings, 1.0 if margin is None else margin, lemma in known_lemmas)

    def _get_sentence_block(self) -> range:
        """Return the block of sentences around the selected one, from which questions are drawn."""
        selected, size = max(self._session.selection.sentence, 0), len(self._session.treebank)
        first = selected - selected % _SENTENCE_BLOCK
        return range(first, min(first + _SENTENCE_BLOCK, size))

    def _request_missing_rankings(self) -> bool:
        """Request the missing rankings of the block of sentences; return whether any is pending."""
        return sum(not self._request_ranking(index) for index in self._get_sentence_block()) > 0

    def _request_ranking(self, index: int) -> bool:
        """Request the ranking of a sentence; return whether it is there already or none is due."""
        return self._readings.request_ranking(index) is not None or not self._readings.is_ranking_due(index)

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._asked_words.clear()
            self._question = self._answer = None
            self._refresh()
        self._schedule_question()

    def _schedule_question(self) -> None:
        """Ask a question soon, if none is open."""
        if self._question is None and self.isVisible() and not self._ranking_timer.isActive():
            self._ranking_timer.start()

    def _on_became_visible(self) -> None:
        QTimer.singleShot(0, self, self._ask_when_ranked)

    def _ask_when_ranked(self) -> None:
        """Ask a question if all rankings of the block have arrived; otherwise show that it waits for them."""
        if self._question is None and self.isVisible():
            if self._request_missing_rankings():
                self._refresh()
            else:
                self.show_next_question()

    def _show_score(self) -> None:
        """Show the number of correct answers and the current streak."""
        score = self._reader.quiz_score
        if not score.answered:
            self._score_label.setText(self.tr("No answers yet"))
            return
        text = self.tr("{0} of {1} correct ({2:.0%})").format(
            score.correct, score.answered, score.correct / score.answered
        )
        self._score_label.setText(text + (self.tr(" · {0} in a row").format(score.streak) if score.streak > 1 else ""))

    def _refresh(self) -> None:
        """Show the question and its answer, or why there is none."""
        question = self._question
        for widget in (self._sentence_label, *self._answer_buttons, self._source_label, self._answer_box):
            widget.setVisible(question is not None)
        is_answered = question is not None and self._answer is not None
        self._explain_button.setEnabled(self._find_compared_readings() is not None)
        self._known_button.setEnabled(is_answered)
        is_waiting = question is None and (not self.isVisible() or self._request_missing_rankings())
        self._empty_state.setVisible(question is None and not is_waiting)
        self._prompt_label.setVisible(question is not None or is_waiting)
        if question is None:
            self._prompt_label.setText(self.tr("Looking up readings …"))
            self._empty_state.set_message(self._format_empty_text(), "window.open_file")
            self._update_known_button()
            return
        self._show_sentence(question)
        self._source_label.setText(self._format_source(question))
        self._prompt_label.setText(f"{self._format_prompt(question)}  {self._format_difficulty(question)}")
        for index, (button, text) in enumerate(zip(self._answer_buttons, question.labels, strict=True)):
            sign = ""
            if self._answer is not None:
                sign = "✓" if index == question.correct_index else "✗" if index == self._answer else ""
            is_enabled = self._answer is None or index in (question.correct_index, self._answer)
            button.show_choice(text, get_text_font_size(self, 0.5), sign, is_enabled)
        self._displayed_explanation = None
        self._answer_box.setHtml(self._format_verdict(question))
        self._update_known_button()

    def _show_sentence(self, question: Question) -> None:
        """Show the sentence of the question with its word highlighted."""
        before, form, after = (
            escape(part) for part in split_text_at_word(self._session.treebank[question.sentence], question.word)
        )
        direction = "rtl" if is_right_to_left(before + form + after) else "ltr"
        arabic = is_arabic(form)
        self._sentence_label.setFont(
            make_treebank_font(get_text_font_size(self) + (_ARABIC_EXTRA_POINTS if arabic else 1), arabic)
        )
        colour = theme.get_colours(theme.is_dark_palette(self.palette())).selected.name()
        marked = f'<u><b><span style="color:{colour}">{form}</span></b></u>'
        self._sentence_label.setText(f'<div dir="{direction}">{before}{marked}{after}</div>')

    def _format_empty_text(self) -> str:
        return self.tr(
            "No questions yet. The quiz uses words annotated in the text, and words whose first reading has a "
            "calibrated probability of {0} or more. Open an annotated text or train a ranker."
        ).format(format_probability(MIN_CONFIDENT_PROBABILITY))

    def _format_prompt(self, question: Question) -> str:
        if question.asked_field == MEANING:
            return self.tr("What does it mean here?")
        return self.tr("Which lemma is it?") if question.asked_field == LEMMA else self.tr("How is it read here?")

    def _format_source(self, question: Question) -> str:
        """Say whether the correct answer comes from the annotation or from the model."""
        if question.probability is None:
            return self.tr("From the annotation of the text.")
        template = self.tr("From the model: probability {0} for its first reading. Questions need at least {1}.")
        return template.format(format_probability(question.probability), format_probability(MIN_CONFIDENT_PROBABILITY))

    def _format_difficulty(self, question: Question) -> str:
        if question.margin is None:
            return ""
        if question.margin < 0.2:
            return self.tr("(hard: low confidence)")
        return self.tr("(medium confidence)") if question.margin < 0.7 else self.tr("(easy)")

    def _format_verdict(self, question: Question) -> str:
        """Return HTML that says whether the answer is correct, with the correct reading; before the answer, a hint."""
        if self._answer is None:
            return f"<p>{escape(self.tr('Press 1, 2, 3 or 4.'))}</p>"
        right = question.correct_reading
        verdict = (
            self.tr("✓ Correct.")
            if self._answer == question.correct_index
            else self.tr("✗ Correct answer: {0}.").format(question.correct_index + 1)
        )
        grammar = ", ".join(
            filter(
                None, [label_descriptions.describe_tag(right.upos), *label_descriptions.describe_features(right.feats)]
            )
        )
        vocalised = "" if right.vocalised == EMPTY else right.vocalised
        gloss = "" if right.gloss == EMPTY else right.gloss
        facts = dict.fromkeys(filter(None, [vocalised, format_lemma(right.lemma), gloss, grammar]))
        rows = "".join(f"<div>\u200e\u2068{escape(fact)}\u2069</div>" for fact in facts)
        source = "" if question.probability is None else self.tr("Model's answer; not confirmed by an annotator.")
        return f"<p><b>{escape(verdict)}</b></p>{rows}" + (f"<p><i>{escape(source)}</i></p>" if source else "")

    def _on_score_explained(self, explanation: ScoreExplanation) -> None:
        question = self._question
        if (
            self._is_explanation_pending
            and question is not None
            and (explanation.sentence, explanation.word) == (question.sentence, question.word)
        ):
            self._is_explanation_pending = False
            self._displayed_explanation = explanation
            self._show_explanation(question, explanation)

    def _show_explanation(self, question: Question, explanation: ScoreExplanation) -> None:
        self._answer_box.setHtml(
            self._format_verdict(question)
            + format_explanation(explanation, theme.get_colours(theme.is_dark_palette(self.palette())))
        )

    def _update_known_button(self) -> None:
        question = self._question
        is_answered = question is not None and self._answer is not None
        is_known = (
            question is not None
            and is_answered
            and self._reader.find_vocabulary_lemma(question.sentence, question.word) in self._reader.known_lemmas
        )
        text = self.tr("✓ Known") if is_known else self.tr("I know it")
        self._known_button.setText(f"{text} ({self._known_key})" if self._known_key else text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        digit = event.key() - Qt.Key.Key_1
        if 0 <= digit < CHOICE_COUNT and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.answer(digit)
        else:
            super().keyPressEvent(event)

    def _on_palette_changed(self) -> None:
        question = self._question
        if question is not None:
            self._show_sentence(question)
            if self._displayed_explanation is not None:
                self._show_explanation(question, self._displayed_explanation)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ranking_timer.stop()
