"""The quiz: four choices, the wrong ones from the ranking of the very word; answered with digits, kept, explained."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QTextBrowser
from pytestqt.qtbot import QtBot
from seen import labels

from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Treebank
from spectral_gui import theme
from spectral_gui.actions import KeyBindings, install_actions
from spectral_gui.app.action_handlers import bind_quiz_actions
from spectral_gui.state import AppContext, ChangeKind, Changes
from spectral_gui.views.read.quiz import AnswerButton, QuizView
from spectral_gui.views.read.quiz_questions import (
    LEMMA,
    MEANING,
    READING,
    get_most_probable_reading,
    make_question,
    rank_by_difficulty,
)

WROTE = Analysis("كَتَبَ", "كَتَبَ", "VERB", gloss="he wrote")
WAS = Analysis("كَتَبَ", "كُتِبَ", "VERB", feats="Voice=Pass", gloss="it was written")
BOOKS = Analysis("كِتَاب", "كُتُب", "NOUN", gloss="books")
MADE = Analysis("كَتَّبَ", "كَتَّبَ", "VERB", gloss="he made write")
LATE = Analysis("كَتْب", "كَتْب", "NOUN", gloss="writing")
RANKED = tuple(
    Ranked(one, -float(rank), share)
    for rank, (one, share) in enumerate(zip((WROTE, BOOKS, WAS, MADE, LATE), (0.5, 0.3, 0.1, 0.06, 0.04), strict=True))
)
SENTENCE = Sentence.of(
    ["كتب", "الولد", "."],
    lemmas=["كَتَبَ", "وَلَد", "."],
    upos=["VERB", "NOUN", "PUNCT"],
    misc=["Gloss=he wrote|Vform=كَتَبَ", "Gloss=the boy|Vform=الْوَلَدُ", "_"],
)
TEXT = Treebank.of(
    Sentence.of([form], lemmas=[form], upos=["NOUN"], misc=[f"Gloss={gloss}"])
    for form, gloss in (("Haus", "house"), ("Baum", "tree"), ("Hund", "dog"), ("Brot", "bread"), ("Tür", "door"))
)


def test_the_wrong_choices_are_the_models_own_next_ranks() -> None:
    asked = make_question(0, SENTENCE, 1, RANKED, (), 0.2, random.Random(1))
    assert asked is not None
    assert asked.asked_field == READING
    assert asked.choices[asked.correct_index] == WROTE
    assert {one.vocalised for one in asked.choices} == {"كَتَبَ", "كُتُب", "كُتِبَ", "كَتَّبَ"}
    assert (asked.probability, asked.margin) == (None, 0.2)
    assert len(set(asked.labels)) == 4


def test_choices_that_only_vowels_tell_apart_name_their_case() -> None:
    cases = {"Nom": "الْبَيْتُ", "Gen": "الْبَيْتِ", "Acc": "الْبَيْتَ"}
    homes = [
        Analysis("بَيْت", form, "NOUN", feats=f"Case={case}|Number=Sing", gloss="the house")
        for case, form in cases.items()
    ]
    verb = Analysis("بَيَّتَ", "الْبَيَّتَ", "VERB", gloss="he hid")
    row = [Ranked(one, 0.0, share) for one, share in zip((*homes, verb), (0.94, 0.03, 0.02, 0.01), strict=True)]
    asked = make_question(0, Sentence.of(["البيت"]), 1, row, (), None, random.Random(1))
    assert asked is not None
    told = {choice.feats: said for choice, said in zip(asked.choices, asked.labels, strict=True)}
    assert told["Case=Gen|Number=Sing"] == "\u2068الْبَيْتِ\u2069  ·  \u2068the house\u2069  ·  \u2068genitive\u2069"
    assert told[EMPTY].endswith("\u2068he hid\u2069")


def test_a_word_that_nobody_decided_is_asked_about_as_the_model_reads_it() -> None:
    sure = (replace(RANKED[0], probability=0.93), *(replace(one, probability=0.02) for one in RANKED[1:]))
    asked = make_question(0, Sentence.of(["كتب"]), 1, sure, (), None, random.Random(1))
    assert asked is not None
    assert asked.choices[asked.correct_index] == WROTE
    assert asked.probability == 0.93


def test_a_word_that_nobody_decided_and_no_model_is_sure_of_is_not_asked_about() -> None:
    bare = Sentence.of(["كتب"])
    assert make_question(0, bare, 1, RANKED, (), None, random.Random(1)) is None  # half sure
    unranked = [replace(one, probability=None) for one in RANKED]
    assert make_question(0, bare, 1, unranked, (), None, random.Random(1)) is None
    assert make_question(0, bare, 1, unranked[:1], [BOOKS, LATE, MADE], None, random.Random(1)) is None


def test_in_a_text_that_nobody_decided_the_others_are_what_the_model_takes_words_for() -> None:
    words = Sentence.of(["مَعَ", "كُتُب", "كَتَبَ", "وَلَد", "بِنْت"])
    glosses = ("with", "books", "he wrote", "a boy", "a girl")
    rows = [
        (Ranked(Analysis(form, form, "NOUN", gloss=gloss), 0.0, 1.0),)
        for form, gloss in zip(words.forms, glosses, strict=True)
    ]
    others = [get_most_probable_reading(words, word, row) for word, row in enumerate(rows, 1)]
    asked = make_question(0, words, 2, rows[1], others, 1.0, random.Random(1))
    assert asked is not None
    assert asked.labels[asked.correct_index] == "books"
    assert set(asked.labels) < set(glosses)
    contradicted = Sentence.of(["كِتِب"])  # the vowels on the page are of another word
    assert make_question(0, contradicted, 1, rows[1], others, 1.0, random.Random(1)) is None


def test_a_reading_that_goes_with_what_was_decided_is_no_wrong_answer() -> None:
    """The file says verb and lemma alone: which of its forms it is was not decided."""
    lemma = Sentence.of(["كتب"], lemmas=["كَتَبَ"], upos=["VERB"])
    others = [Analysis("بِنْت", upos="VERB"), Analysis("وَلَد", upos="VERB"), Analysis("بَيْت", upos="VERB")]
    for seed in range(20):
        asked = make_question(0, lemma, 1, RANKED, others, None, random.Random(seed))
        assert asked is not None
        wrong = [one for at, one in enumerate(asked.choices) if at != asked.correct_index]
        assert WAS not in wrong
    no_meaning = make_question(0, lemma, 1, RANKED[:1], [BOOKS, LATE, MADE], None, random.Random(1))
    assert no_meaning is None or no_meaning.asked_field != MEANING


def test_where_a_word_has_too_few_readings_the_others_come_from_the_text() -> None:
    others = [MADE, LATE, BOOKS, Analysis("وَلَد", gloss="a boy"), Analysis("بِنْت", upos="NOUN", gloss="girl")]
    asked = make_question(0, SENTENCE, 2, (), others, None, random.Random(1))
    assert asked is not None
    assert asked.asked_field == MEANING
    assert asked.labels[asked.correct_index] == "the boy"
    assert "a boy" not in asked.labels  # of the same lemma: it would be right as well
    assert set(asked.labels) == {"the boy", "books", "writing", "girl"}  # nouns first
    plain = Sentence.of(["dog"], lemmas=["dog"])
    names = [Analysis(name) for name in ("cat", "cow", "cup", "dog")]
    asked = make_question(0, plain, 1, (), names, None, random.Random(1))
    assert asked is not None
    assert asked.asked_field == LEMMA
    assert set(asked.labels) == {"dog", "cat", "cow", "cup"}


def test_nothing_is_asked_about_marks_and_words_of_which_too_little_is_known() -> None:
    assert make_question(0, SENTENCE, 3, (), [WROTE, BOOKS, LATE, MADE], None, random.Random(1)) is None
    assert make_question(0, SENTENCE, 2, (), [WROTE], None, random.Random(1)) is None
    assert make_question(0, Sentence.of(["abc"]), 1, (), [WROTE, BOOKS, LATE], None, random.Random(1)) is None


def test_a_function_word_is_not_asked_about_by_its_parts_of_speech_alone() -> None:
    def asked(*readings: Analysis) -> bool:
        row = [Ranked(one, 0.0, 0.0 if at else 1.0) for at, one in enumerate(readings)]
        return make_question(0, Sentence.of(["so"]), 1, row, (), None, random.Random(1)) is not None

    tags = [Analysis("so", upos=upos) for upos in ("PART", "ADV", "SCONJ", "CCONJ")]
    assert not asked(*tags)
    assert not asked(*(one._replace(vocalised="so") for one in tags))
    assert asked(*tags[:3], Analysis("só", upos="INTJ"))  # another word
    assert asked(*tags[:3], Analysis("so", upos="PART", feats="Polarity=Neg"))  # another form
    assert asked(*(one._replace(gloss=f"sense {at}") for at, one in enumerate(tags)))
    assert asked(*(Analysis("so", upos=upos) for upos in ("NOUN", "VERB", "ADJ", "ADV")))


def test_why_is_offered_only_where_the_word_has_another_reading(desk: AppContext, quiz: QuizView, qtbot: QtBot) -> None:
    def sentences(others: tuple[Analysis, ...]) -> Treebank:
        return Treebank.of(
            replace(one, candidates=((Analysis(one.lemmas[0], upos="NOUN", gloss=one.misc[0][5:]), *others),))
            for one in TEXT
        )

    for others in ((), (Analysis("Verb", upos="VERB", gloss="other"),)):
        desk.session.show_unsaved_treebank(sentences(others))
        qtbot.waitUntil(lambda: quiz.question is not None, timeout=30_000)
        asked = quiz.question
        assert asked is not None
        qtbot.keyClick(quiz, Qt.Key.Key_1 + asked.correct_index)
        (why,) = (button for button in quiz.findChildren(QPushButton) if button.text().startswith("Why?"))
        assert why.isEnabled() is bool(others)
        assert ("Why" in said(quiz)) is bool(others)


def test_easy_words_come_first_and_hard_ones_after_right_answers() -> None:
    margins = [0.1, 0.9, 0.5]
    assert [rank_by_difficulty(margins, level)[0] for level in (0.0, 0.5, 1.0)] == [1, 2, 0]
    assert rank_by_difficulty(margins, 0.0) == [1, 2, 0]
    assert rank_by_difficulty([], 0.7) == []


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    made.session.show_unsaved_treebank(TEXT)
    yield made
    made.close()


@pytest.fixture
def quiz(desk: AppContext, qtbot: QtBot) -> QuizView:
    made = QuizView(desk.session, desk.readings, desk.reader, rng=random.Random(3))
    install_actions(made, "quiz", bind_quiz_actions(made), KeyBindings())
    qtbot.addWidget(made)
    made.resize(320, 640)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    qtbot.waitUntil(lambda: made.question is not None, timeout=30_000)
    made.setFocus()
    return made


def said(quiz: QuizView) -> str:
    browser = quiz.findChild(QTextBrowser)
    assert browser is not None
    return browser.toPlainText()


def test_digits_answer_enter_goes_on_and_the_score_is_kept(desk: AppContext, quiz: QuizView, qtbot: QtBot) -> None:
    right = wrong = 0
    for number in range(4):
        asked = quiz.question
        assert asked is not None
        place = asked.correct_index if number % 2 == 0 else (asked.correct_index + 1) % 4
        qtbot.keyClick(quiz, Qt.Key.Key_1 + place)
        right, wrong = right + (number % 2 == 0), wrong + (number % 2 == 1)
        assert (desk.reader.quiz_score.correct, desk.reader.quiz_score.answered) == (right, right + wrong)
        assert (desk.session.selection.sentence, desk.session.selection.word) == (asked.sentence, asked.word)
        signs = [choice.label[0] for choice in quiz.findChildren(AnswerButton)]
        assert signs[asked.correct_index] == "✓"
        assert signs.count("✗") == number % 2
        qtbot.keyClick(quiz, Qt.Key.Key_1 + (place + 1) % 4)  # the first answer counts
        assert desk.reader.quiz_score.answered == number + 1
        qtbot.keyClick(quiz, Qt.Key.Key_Return)
        assert quiz.question is not None
        assert quiz.question != asked
    assert desk.reader.quiz_score.streak == 0


def test_known_words_are_asked_about_last_and_k_makes_a_word_known(
    desk: AppContext, quiz: QuizView, qtbot: QtBot
) -> None:
    desk.reader.mark_known(["Haus", "Baum", "Hund", "Brot"])
    desk.session.changes.dispatch(Changes(ChangeKind.DOCUMENT))  # the same one, from the beginning
    qtbot.waitUntil(lambda: quiz.question is not None, timeout=30_000)
    asked = quiz.question
    assert asked is not None
    assert desk.session.treebank[asked.sentence].lemmas == ("Tür",)
    qtbot.keyClick(quiz, Qt.Key.Key_K)  # before the answer it would tell
    assert "Tür" not in desk.reader.known_lemmas
    qtbot.keyClick(quiz, Qt.Key.Key_1)
    qtbot.keyClick(quiz, Qt.Key.Key_K)
    assert "Tür" in desk.reader.known_lemmas
    qtbot.keyClick(quiz, Qt.Key.Key_Return)
    assert quiz.question is not None


def test_an_answer_says_what_the_word_is(quiz: QuizView, qtbot: QtBot) -> None:
    asked = quiz.question
    assert asked is not None
    assert "Press 1" in said(quiz)
    qtbot.keyClick(quiz, Qt.Key.Key_1 + asked.correct_index)
    assert "Correct." in said(quiz)
    assert asked.correct_reading.gloss in said(quiz)
    assert "noun" in said(quiz)


def test_a_text_with_nothing_to_ask_about_says_so(desk: AppContext, quiz: QuizView, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(["!"])]))
    qtbot.waitUntil(lambda: "No questions yet" in labels(quiz), timeout=30_000)
    assert not any(choice.isVisible() for choice in quiz.findChildren(AnswerButton))


def test_rankings_that_come_after_the_quiz_was_closed_reach_nothing(desk: AppContext, qtbot: QtBot) -> None:
    made = QuizView(desk.session, desk.readings, desk.reader, rng=random.Random(3))
    with qtbot.captureExceptions() as caught:
        shiboken6.delete(made)
        desk.readings.changed.emit(0)
    assert not caught


def test_a_quiz_that_nobody_sees_asks_for_no_readings(desk: AppContext) -> None:
    made = QuizView(desk.session, desk.readings, desk.reader, rng=random.Random(3))
    desk.session.show_unsaved_treebank(Treebank.of([SENTENCE, SENTENCE]))
    assert not desk.readings.is_ranking
    made.deleteLater()


def test_a_question_of_another_document_is_gone_while_the_quiz_is_hidden(
    desk: AppContext, quiz: QuizView, qtbot: QtBot
) -> None:
    while quiz.question is not None and quiz.question.sentence == 0:
        quiz.show_next_question()
    assert quiz.question is not None
    qtbot.keyClick(quiz, Qt.Key.Key_1 + quiz.question.correct_index)
    quiz.hide()
    with qtbot.captureExceptions() as caught:
        desk.session.show_unsaved_treebank(Treebank.of([TEXT[0]]))
        desk.reader.mark_known(["Haus"])
        quiz.setPalette(theme.make_palette(True))
    assert not caught
    assert quiz.question is None


def test_the_word_that_is_asked_about_takes_the_colour_of_another_theme(quiz: QuizView) -> None:
    for dark in (True, False):
        palette = theme.make_palette(dark)
        quiz.setPalette(palette)
        colour = theme.get_colours(dark).selected.name()
        assert colour in labels(quiz)


def test_the_quiz_says_where_the_right_answer_comes_from(desk: AppContext, quiz: QuizView, qtbot: QtBot) -> None:
    assert "From the annotation of the text" in labels(quiz)
    undecided = Treebank.of([Sentence.of(["Haus", "und", "Hof"]), Sentence.of(["Baum"])])
    desk.session.show_unsaved_treebank(undecided)
    qtbot.waitUntil(lambda: "No questions yet" in labels(quiz), timeout=60_000)
    assert "probability of 90%" in labels(quiz)
