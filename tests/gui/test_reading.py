"""Reading: running text that is gone through with keys, glosses under words, and the card in plain words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTextBrowser, QToolButton
from pytestqt.qtbot import QtBot

from spectral_core.data import Analysis, Range, Sentence, Treebank
from spectral_gui.session import Session
from spectral_gui.views.reading import ReadingView, plain
from spectral_gui.views.reading.page import GLOSS, LEMMA, SOUNDS, VOWELS, Page, units_of

ARABIC = Sentence.of(
    ["كتب", "الولد", "الدرس"],
    lemmas=["كَتَبَ", "وَلَد", "دَرْس"],
    upos=["VERB", "NOUN", "NOUN"],
    feats=["Tense=Past", "Case=Nom|Number=Sing", "Case=Acc"],
    heads=[0, 1, 1],
    deprels=["root", "nsubj", "obj"],
    misc=["Gloss=wrote|Vform=كَتَبَ", "Gloss=the boy|Translit=al-waladu|Vform=الْوَلَدُ", "Gloss=the lesson"],
)
HEBREW = Sentence.of(["הכלב", "ישן"], upos=["NOUN", "VERB"], heads=[2, 0], deprels=["nsubj", "root"])
ENGLISH = Sentence.of(
    ["I", "do", "n't", "sleep", "."],
    lemmas=["I", "do", "not", "sleep", "."],
    misc=["_", "_", "_", "SpaceAfter=No", "_"],
    ranges=[Range(2, 3, "don't")],
    comments=["# newpar"],
)


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session()
    yield made
    made.close()


def view_of(session: Session, qtbot: QtBot, *sentences: Sentence) -> ReadingView:
    session.show(Treebank.of(sentences))
    made = ReadingView(session)
    qtbot.addWidget(made)
    made.resize(900, 500)
    with qtbot.waitExposed(made):
        made.show()
    return made


def page_of(view: ReadingView) -> Page:
    found = view.findChild(Page)
    assert found is not None
    return found


def card_of(view: ReadingView) -> str:
    found = view.findChild(QTextBrowser)
    assert found is not None
    return found.toPlainText()


def test_words_written_as_one_are_one_unit() -> None:
    units = units_of(0, ENGLISH)
    assert [(unit.text, unit.first, unit.last, unit.space) for unit in units] == [
        ("I", 1, 1, True),
        ("don't", 2, 3, True),
        ("sleep", 4, 4, False),
        (".", 5, 5, True),
    ]
    assert units[0].begins
    assert units[1].under[3] == "do not"


def test_what_stands_under_a_word_comes_from_misc_or_from_its_analysis() -> None:
    assert units_of(0, ARABIC)[1].under == ("الْوَلَدُ", "al-waladu", "the boy", "وَلَد")
    analysed = Sentence.of(["كتب"], analyses=[Analysis(lemma="_", vocalised="كُتُب", gloss="books")])
    assert units_of(0, analysed)[0].under == ("كُتُب", "", "books", "")


@pytest.mark.parametrize(
    ("sentence", "ahead"), [(ENGLISH, Qt.Key.Key_Right), (ARABIC, Qt.Key.Key_Left), (HEBREW, Qt.Key.Key_Left)]
)
def test_arrows_go_through_the_text_by_what_is_seen(
    session: Session, qtbot: QtBot, sentence: Sentence, ahead: Qt.Key
) -> None:
    view = view_of(session, qtbot, sentence, sentence)
    page = page_of(view)
    session.select(0)
    session.select(word=1)
    first = page.place_of(0, 1)
    qtbot.keyClick(page, ahead)
    assert session.selection.word == 2
    moved = page.place_of(0, 2).center().x() - first.center().x()
    assert (moved > 0) == (ahead == Qt.Key.Key_Right)
    qtbot.keyClick(page, Qt.Key.Key_End)
    assert session.selection.sentence == 1
    qtbot.keyClick(page, Qt.Key.Key_Home)
    assert (session.selection.sentence, session.selection.word) == (0, 1)


def test_arabic_begins_at_the_right_edge(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, ARABIC)
    page = page_of(view)
    assert page.place_of(0, 1).right() > page.width() - 40
    session.show(Treebank.of([ENGLISH]))
    assert page.place_of(0, 1).left() < 40


def test_a_click_selects_the_word_and_its_sentence(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, ENGLISH, HEBREW, ARABIC)
    page = page_of(view)
    place = page.place_of(2, 3).center().toPoint()
    qtbot.mouseClick(page, Qt.MouseButton.LeftButton, pos=place)
    assert (session.selection.sentence, session.selection.word) == (2, 3)
    assert page.accessibleDescription() == "كتب الولد الدرس"


def test_lines_are_offered_only_where_the_text_has_them(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, HEBREW)
    offered = [
        button.text() for button in view.findChildren(QToolButton) if button.isCheckable() and button.isEnabled()
    ]
    assert offered == ["Line by line"]
    view = view_of(session, qtbot, ARABIC)
    page = page_of(view)
    plainly = page.place_of(0, 1).height()
    view.show_lines(VOWELS, SOUNDS, GLOSS, LEMMA)
    assert page.lines == (VOWELS, SOUNDS, GLOSS, LEMMA)
    assert page.place_of(0, 1).height() > 3 * plainly


def test_no_word_covers_another(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, *[ENGLISH, ARABIC, HEBREW] * 10)
    page = page_of(view)
    for lines in ((), (GLOSS, LEMMA)):
        view.show_lines(*lines)
        areas = [box.area for box in page._boxes]
        for place, area in enumerate(areas):
            assert area.left() >= 0
            assert area.right() <= page.width()
            assert not any(area.adjusted(0.1, 0.1, -0.1, -0.1).intersects(other) for other in areas[place + 1 :])


def test_only_a_page_of_a_long_document_is_set(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, *[HEBREW] * 500)
    page = page_of(view)
    assert len({unit.sentence for unit in page.units}) == 60
    session.select(311)
    assert not page.place_of(311, 0).isEmpty()
    assert min(unit.sentence for unit in page.units) == 300
    view.next_page()
    assert session.selection.sentence == 360
    view.previous_page()
    assert session.selection.sentence == 300
    assert any(label.text() == "Sentences 301–360 of 500" for label in view.findChildren(QLabel))
    qtbot.keyClick(page, Qt.Key.Key_PageDown)
    assert session.selection.sentence == 360


def test_long_sentences_make_short_pages(session: Session, qtbot: QtBot) -> None:
    long = Sentence.of(["word"] * 700)
    view = view_of(session, qtbot, *[long] * 6)
    session.select(5)
    page = page_of(view)
    assert not page.place_of(5, 700).isEmpty()
    assert len(page.units) <= 1400


def test_an_edited_word_is_shown_at_once(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, ENGLISH, HEBREW)
    view.show_lines(LEMMA)
    session.select(0)
    session.select(word=4)
    session.edit("Lemma", lambda sentence: sentence.with_value("lemma", 4, "slumber"))
    page = page_of(view)
    assert page.units[2].under[3] == "slumber"
    assert "slumber" in card_of(view)
    session.undo()
    assert page.units[2].under[3] == "sleep"


def test_the_card_says_in_plain_words_what_a_word_is(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, ARABIC)
    session.select(word=2)
    card = card_of(view)
    for expected in ("الولد", "الْوَلَدُ", "al-waladu", "the boy", "noun", "nominative", "singular", "subject of", "كتب"):
        assert expected in card
    assert "need a model that ranks them" in card


def test_readings_that_a_file_offers_are_in_its_own_order(session: Session, qtbot: QtBot) -> None:
    readings = (Analysis(lemma="book", upos="NOUN"), Analysis(lemma="write", upos="VERB"))
    view = view_of(session, qtbot, Sentence.of(["ktb"], analyses=[readings[1]], candidates=[readings]))
    session.select(word=1)
    card = card_of(view)
    assert card.index("book") < card.index("✓")
    assert card.index("✓") < card.index("write")


def test_labels_that_nobody_knows_stay_as_they_are() -> None:
    assert plain.tag("NOUN") == "noun"
    assert plain.tag("Zz") == "Zz"
    assert plain.features("Number[psor]=Sing|Colour=Red") == ["possessor: singular", "Colour: Red"]
    assert plain.relation("nsubj:pass", "“ran”") == "subject of “ran”"
    assert plain.relation("weird", "“ran”") == "weird of “ran”"
    assert plain.relation("_", "“ran”") == ""
    assert plain.relation("nsubj", "") == "nsubj"
    assert plain.relation("root", "") == "the centre of the sentence"


def test_letters_grow_and_shrink_within_bounds(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, ENGLISH)
    page = page_of(view)
    height = page.place_of(0, 1).height()
    view.zoom_in()
    assert page.place_of(0, 1).height() > height
    for _ in range(40):
        view.zoom_out()
    assert page.points == 9
    view.zoom_normal()
    assert page.place_of(0, 1).height() == height


def test_words_are_gone_through_across_sentences(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot, HEBREW, HEBREW)
    seen = []
    for _ in range(4):
        view.next_word()
        seen.append((session.selection.sentence, session.selection.word))
    assert seen == [(0, 1), (0, 2), (1, 1), (1, 2)]
    view.previous_word()
    view.previous_word()
    assert (session.selection.sentence, session.selection.word) == (0, 2)


def test_without_a_text_the_page_says_so(session: Session, qtbot: QtBot) -> None:
    view = view_of(session, qtbot)
    assert any("once a treebank is open" in label.text() and label.isVisible() for label in view.findChildren(QLabel))
    session.show(Treebank.of([HEBREW]))
    assert not page_of(view).place_of(0, 1).isEmpty()
