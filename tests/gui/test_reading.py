"""Reading: running text that is gone through with keys, glosses under words, and the card in plain words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QTextBrowser
from pytestqt.qtbot import QtBot

from spectral_core.data import Analysis, MultiwordToken, Ranked, Segment, Sentence, Treebank
from spectral_core.model import Contribution
from spectral_gui import label_descriptions, theme
from spectral_gui.state import AppContext, ScoreExplanation
from spectral_gui.text_display import format_probability
from spectral_gui.views.read.display_options import ALWAYS, ReaderBar
from spectral_gui.views.read.display_units import (
    ANNOTATION_LINES,
    GLOSS,
    LEMMA,
    PART_OF_SPEECH,
    TRANSLITERATION,
    VOWELS,
    is_punctuation,
    make_display_units,
)
from spectral_gui.views.read.page import Page
from spectral_gui.views.read.reader import ReaderView
from spectral_gui.views.read.reading_card import CardContent, ReadingCard, SentenceTreeCanvas

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
    ranges=[MultiwordToken(2, 3, "don't")],
    comments=["# newpar"],
)


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    yield made
    made.close()


def view_of(desk: AppContext, qtbot: QtBot, *sentences: Sentence) -> ReaderView:
    desk.session.show_unsaved_treebank(Treebank.of(sentences))
    made = ReaderView(desk.session, desk.notices, desk.suggestions, desk.readings, desk.reader)
    qtbot.addWidget(made)
    made.resize(900, 500)
    with qtbot.waitExposed(made):
        made.show()
    return made


def page_of(view: ReaderView) -> Page:
    found = view.findChild(Page)
    assert found is not None
    return found


def card_of(view: ReaderView) -> str:
    found = view.findChild(QTextBrowser)
    assert found is not None
    return found.toPlainText()


def test_words_written_as_one_are_one_unit() -> None:
    units = make_display_units(0, ENGLISH)
    assert [(unit.text, unit.first, unit.last, unit.space_after) for unit in units] == [
        ("I", 1, 1, True),
        ("don't", 2, 3, True),
        ("sleep", 4, 4, False),
        (".", 5, 5, True),
    ]
    assert units[0].starts_paragraph
    assert units[1].line_texts[3] == "do not"


def test_what_stands_under_a_word_comes_from_misc_or_from_its_analysis() -> None:
    assert make_display_units(0, ARABIC)[1].line_texts == ("الْوَلَدُ", "al-waladu", "the boy", "وَلَد", "noun")
    analysed = Sentence.of(["كتب"], analyses=[Analysis(lemma="_", vocalised="كُتُب", gloss="books")])
    assert make_display_units(0, analysed)[0].line_texts == ("كُتُب", "", "books", "", "")


@pytest.mark.parametrize(
    ("sentence", "ahead"), [(ENGLISH, Qt.Key.Key_Right), (ARABIC, Qt.Key.Key_Left), (HEBREW, Qt.Key.Key_Left)]
)
def test_arrows_go_through_the_text_by_what_is_seen(
    desk: AppContext, qtbot: QtBot, sentence: Sentence, ahead: Qt.Key
) -> None:
    view = view_of(desk, qtbot, sentence, sentence)
    page = page_of(view)
    desk.session.select(0)
    desk.session.select(word=1)
    first = page.find_area(0, 1)
    qtbot.keyClick(page, ahead)
    assert desk.session.selection.word == 2
    moved = page.find_area(0, 2).center().x() - first.center().x()
    assert (moved > 0) == (ahead == Qt.Key.Key_Right)
    qtbot.keyClick(page, Qt.Key.Key_End)
    assert desk.session.selection.sentence == 1
    qtbot.keyClick(page, Qt.Key.Key_Home)
    assert (desk.session.selection.sentence, desk.session.selection.word) == (0, 1)


@pytest.mark.parametrize(("sentence", "ahead"), [(ENGLISH, Qt.Key.Key_Right), (ARABIC, Qt.Key.Key_Left)])
def test_from_no_word_the_arrows_begin_at_the_first_one(
    desk: AppContext, qtbot: QtBot, sentence: Sentence, ahead: Qt.Key
) -> None:
    view = view_of(desk, qtbot, sentence, sentence)
    page = page_of(view)
    desk.session.select(1)
    assert desk.session.selection.word == 0
    qtbot.keyClick(page, ahead)
    assert (desk.session.selection.sentence, desk.session.selection.word) == (1, 1)


def test_arabic_begins_at_the_right_edge(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ARABIC)
    page = page_of(view)
    assert page.find_area(0, 1).right() > page.width() - 40
    desk.session.show_unsaved_treebank(Treebank.of([ENGLISH]))
    assert page.find_area(0, 1).left() < 40


def test_a_click_selects_the_word_and_its_sentence(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ENGLISH, HEBREW, ARABIC)
    page = page_of(view)
    place = page.find_area(2, 3).center().toPoint()
    qtbot.mouseClick(page, Qt.MouseButton.LeftButton, pos=place)
    assert (desk.session.selection.sentence, desk.session.selection.word) == (2, 3)
    assert page.accessibleDescription() == "كتب الولد الدرس"


def offered_by(view: ReaderView) -> list[str]:
    bar = view.findChild(ReaderBar)
    assert bar is not None
    return [name for name, action in bar.line_actions.items() if action.isEnabled()]


def test_lines_are_offered_only_where_the_text_has_them(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, Sentence.of(["Hund"], lemmas=["Hund"], upos=["NOUN"]))
    assert offered_by(view) == [LEMMA, PART_OF_SPEECH]
    view = view_of(desk, qtbot, ARABIC)
    page = page_of(view)
    plainly = page.find_area(0, 1).height()
    view.show_lines(VOWELS, TRANSLITERATION, GLOSS, LEMMA)
    assert offered_by(view) == list(ANNOTATION_LINES)
    assert page.visible_lines == (VOWELS, TRANSLITERATION, GLOSS, LEMMA)
    assert page.find_area(0, 1).height() > 3 * plainly


def test_no_word_covers_another(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, *[ENGLISH, ARABIC, HEBREW] * 10)
    page = page_of(view)
    for lines in ((), (GLOSS, LEMMA)):
        view.show_lines(*lines)
        assert all(box.area.left() >= 0 and box.area.right() <= page.width() for box in page.placed_units)
        for marks in (False, True):  # a mark stands at the letters of its word, over what is longer below them
            areas = [box.area for box in page.placed_units if is_punctuation(box.unit) == marks]
            for place, area in enumerate(areas):
                assert not any(area.adjusted(0.1, 0.1, -0.1, -0.1).intersects(other) for other in areas[place + 1 :])


def test_only_a_page_of_a_long_document_is_set(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, *[HEBREW] * 500)
    page = page_of(view)
    assert len({unit.sentence for unit in page.units}) == 60
    desk.session.select(311)
    assert not page.find_area(311, 0).isEmpty()
    assert min(unit.sentence for unit in page.units) == 300
    view.text.show_next_page()
    assert desk.session.selection.sentence == 360
    view.text.show_previous_page()
    assert desk.session.selection.sentence == 300
    assert any(label.text() == "Sentences 301–360 of 500" for label in view.findChildren(QLabel))
    qtbot.keyClick(page, Qt.Key.Key_PageDown)
    assert desk.session.selection.sentence == 360


def test_long_sentences_make_short_pages(desk: AppContext, qtbot: QtBot) -> None:
    long = Sentence.of(["word"] * 700)
    view = view_of(desk, qtbot, *[long] * 6)
    desk.session.select(5)
    page = page_of(view)
    assert not page.find_area(5, 700).isEmpty()
    assert len(page.units) <= 1400


def test_an_edited_word_is_shown_at_once(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ENGLISH, HEBREW)
    view.show_lines(LEMMA)
    desk.session.select(0)
    desk.session.select(word=4)
    desk.session.edit("Lemma", lambda sentence: sentence.with_value("lemma", 4, "slumber"))
    page = page_of(view)
    assert page.units[2].line_texts[3] == "slumber"
    assert "slumber" in card_of(view)
    desk.session.undo()
    assert page.units[2].line_texts[3] == "sleep"


def test_the_card_says_in_plain_words_what_a_word_is(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ARABIC)
    desk.session.select(word=2)
    card = card_of(view)
    for expected in ("الولد", "الْوَلَدُ", "al-waladu", "the boy", "noun", "nominative", "singular", "subject of", "كتب"):
        assert expected in card


def test_readings_that_a_file_offers_are_in_its_own_order(desk: AppContext, qtbot: QtBot) -> None:
    readings = (Analysis(lemma="book", upos="NOUN"), Analysis(lemma="write", upos="VERB"))
    view = view_of(desk, qtbot, Sentence.of(["ktb"], analyses=[readings[1]], candidates=[readings]))
    desk.session.select(word=1)
    card = card_of(view).partition("Readings")[2]
    assert card.index("book") < card.index("✓")
    assert card.index("✓") < card.index("write")


def test_labels_that_nobody_knows_stay_as_they_are() -> None:
    assert label_descriptions.describe_tag("NOUN") == "noun"
    assert label_descriptions.describe_tag("Zz") == "Zz"
    assert label_descriptions.describe_features("Number[psor]=Sing|Colour=Red") == [
        "possessor: singular",
        "Colour: Red",
    ]
    assert label_descriptions.describe_features("Animacy=Inan|Case=Ine") == ["inanimate", "inessive"]
    assert label_descriptions.describe_relation("nsubj:pass", "“ran”") == "subject of “ran”"
    assert label_descriptions.describe_relation("weird", "“ran”") == "weird of “ran”"
    assert label_descriptions.describe_relation("_", "“ran”") == ""
    assert label_descriptions.describe_relation("nsubj", "") == "nsubj"
    assert label_descriptions.describe_relation("root", "") == "the centre of the sentence"


def test_letters_grow_and_shrink_within_bounds(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ENGLISH)
    page = page_of(view)
    height = page.find_area(0, 1).height()
    view.text.zoom_in()
    assert page.find_area(0, 1).height() > height
    for _ in range(40):
        view.text.zoom_out()
    assert page.font_size == 9
    view.text.zoom_normal()
    assert page.find_area(0, 1).height() == height


def test_without_a_text_the_page_says_so(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot)
    assert any("Open a treebank to read" in label.text() and label.isVisible() for label in view.findChildren(QLabel))
    desk.session.show_unsaved_treebank(Treebank.of([HEBREW]))
    assert not page_of(view).find_area(0, 1).isEmpty()


def test_what_was_chosen_to_be_shown_comes_back(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ARABIC)
    view.show_lines(GLOSS, PART_OF_SPEECH)
    view.set_vowel_mode(ALWAYS)
    view.toggle_line_by_line()
    view.text.toggle_tree()
    view.text.zoom_in()
    state, points = view.display_options, page_of(view).font_size
    again = view_of(desk, qtbot, ARABIC)
    again.restore_display_options(state)
    page = page_of(again)
    assert (page.visible_lines, page.vowel_mode, page.sentence_per_line) == ((GLOSS, PART_OF_SPEECH), ALWAYS, False)
    assert page.font_size == pytest.approx(points, abs=0.1)
    assert not again.text.tree_shown
    again.restore_display_options(["in_words=sometimes", "points=many", "nothing"])
    assert page.vowel_mode == ALWAYS
    assert page.visible_lines == ()


def test_what_the_page_lacks_is_named_and_no_longer_said_when_the_lines_change(desk: AppContext, qtbot: QtBot) -> None:
    said: list[str] = []
    desk.notices.notified.connect(said.append)
    view = view_of(desk, qtbot, Sentence.of(["Hund"], lemmas=["Hund"], upos=["NOUN"]))
    view.toggle_line(TRANSLITERATION)
    assert said == ["Sounds: not available for the words on this page."]
    view.toggle_line(LEMMA)
    assert said[1:] == [""]
    view.toggle_line(PART_OF_SPEECH)
    view.toggle_line(VOWELS)
    assert said[2:] == ["Vowels: not available for the words on this page."]
    desk.session.show_unsaved_treebank(Treebank.of([ARABIC]))
    assert said[3:] == [""]
    desk.session.show_unsaved_treebank(Treebank.of([HEBREW]))
    view.toggle_line(GLOSS)
    desk.notices.notified.emit("Something else")
    view.toggle_line(PART_OF_SPEECH)
    assert said[-1] == "Something else"


def test_vowels_that_a_word_is_written_with_are_not_said_again(desk: AppContext, qtbot: QtBot) -> None:
    sentence = Sentence.of(
        ["ev", "ler"], upos=["NOUN", "NOUN"], misc=["Vform=ev", "Vform=lér"], ranges=[MultiwordToken(1, 2, "evler")]
    )
    (unit,) = make_display_units(0, sentence)
    assert unit.line_texts[ANNOTATION_LINES.index(VOWELS)] == "ev lér"
    sentence = Sentence.of(["ev"], lemmas=["ev"], upos=["NOUN"], misc=["Vform=ev"])
    (unit,) = make_display_units(0, sentence)
    assert unit.line_texts[ANNOTATION_LINES.index(VOWELS)] == ""
    view = view_of(desk, qtbot, sentence)
    desk.session.select(word=1)
    assert offered_by(view) == [LEMMA, PART_OF_SPEECH]
    assert "Vocalised" not in card_of(view)


def test_a_line_with_nothing_in_it_takes_no_room(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ARABIC)
    view.show_lines(TRANSLITERATION, GLOSS)
    assert page_of(view).visible_lines == (TRANSLITERATION, GLOSS)
    desk.session.show_unsaved_treebank(
        Treebank.of([Sentence.of(["Hund"], lemmas=["Hund"], upos=["NOUN"], misc=["Gloss=dog"])])
    )
    assert page_of(view).visible_lines == (GLOSS,)


def test_the_small_tree_is_of_the_sentence_that_is_read(desk: AppContext, qtbot: QtBot) -> None:
    bare = Sentence.of(["Hund"], lemmas=["Hund"], upos=["NOUN"])
    view = view_of(desk, qtbot, ARABIC, bare)
    tree = view.findChild(SentenceTreeCanvas)
    assert tree is not None
    assert tree.isVisible()
    assert "الولد: nsubj كتب" in tree.accessibleDescription()
    desk.session.select(1)
    assert not tree.isVisible()
    desk.session.select(0)
    view.text.toggle_tree()
    assert not tree.isVisible()
    assert not view.text.tree_shown


def test_a_head_that_is_no_word_leaves_the_rest_of_the_tree(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, Sentence.of(["a", "dog"], heads=[9, 0], deprels=["det", "root"]))
    desk.session.select(word=1)
    tree = view.findChild(SentenceTreeCanvas)
    assert tree is not None
    assert tree.accessibleDescription() == "a: det —; dog: root —"


def test_the_first_two_readings_are_shown_and_the_chosen_one_and_the_others_are_folded(
    desk: AppContext, qtbot: QtBot
) -> None:
    readings = tuple(Analysis(lemma=f"lemma{number}", upos="NOUN", gloss=f"meaning {number}") for number in range(1, 6))
    sentence = Sentence.of(["word"], analyses=[readings[3]], candidates=[readings])
    view = view_of(desk, qtbot, sentence)
    desk.session.select(word=1)
    listed = card_of(view).partition("Readings")[2]
    assert [number for number in range(1, 6) if f"meaning {number}" in listed] == [1, 2, 4]
    assert "2 more" in listed
    view.toggle_all_readings()
    listed = card_of(view).partition("Readings")[2]
    assert all(f"meaning {number}" in listed for number in range(1, 6))
    assert "unranked" in listed


def test_numbers_of_two_figures_stand_on_one_line(desk: AppContext, qtbot: QtBot) -> None:
    long = "a meaning that is told in so many words that the line goes on"
    readings = tuple(Analysis(f"lemma{number}", upos="NOUN", gloss=f"{long} {number}") for number in range(1, 13))
    view = view_of(desk, qtbot, Sentence.of(["word"], analyses=[readings[11]], candidates=[readings]))
    desk.session.select(word=1)
    view.toggle_all_readings()
    card = view.findChild(QTextBrowser)
    assert card is not None
    lines = {}
    block = card.document().begin()
    while block.isValid():
        lines[block.text()] = block.layout().lineCount()
        block = block.next()
    assert [lines[number] for number in ("9", "10", "11", "✓\u00a012")] == [1, 1, 1, 1]


def sizes_in(view: ReaderView) -> dict[str, float]:
    """The points of each piece of the card's text."""
    card = view.findChild(QTextBrowser)
    assert card is not None
    found: dict[str, float] = {}
    block = card.document().begin()
    while block.isValid():
        for piece in block:
            part = piece.fragment()
            points = part.charFormat().fontPointSize() or card.font().pointSizeF()
            found.setdefault(part.text().strip("\u200e\u2068\u2069\u2028 "), points)
        block = block.next()
    return found


@pytest.mark.parametrize("arabic", [True, False], ids=["arabic", "latin"])
def test_on_the_card_the_word_is_larger_than_its_readings_their_meanings_and_their_tags(
    desk: AppContext, qtbot: QtBot, arabic: bool
) -> None:
    word, vocalised = ("كتب", "كَتَبَ") if arabic else ("lead", "léad")
    readings = tuple(Analysis(f"{vocalised}{n}", vocalised, "VERB", gloss=f"sense {n}") for n in (1, 2))
    view = view_of(desk, qtbot, Sentence.of([word], candidates=[readings]))
    desk.session.select(word=1)
    for _ in range(3):
        sizes = sizes_in(view)
        assert sizes[word] > 1.2 * sizes[vocalised]
        assert sizes[vocalised] > 1.1 * sizes["sense 1"]
        assert sizes["sense 1"] > sizes["verb"]
        if arabic:
            assert sizes[word] >= page_of(view).font_size
        for _ in range(4):
            view.text.zoom_in()
    assert sizes_in(view)[word] > 1.5 * sizes["sense 1"]


def test_the_bars_of_a_card_take_the_colours_of_another_theme(qtbot: QtBot) -> None:
    card = ReadingCard()
    qtbot.addWidget(card)
    reading = Analysis("lead", upos="NOUN")
    card.setPalette(theme.make_palette(False))
    card.show_word(CardContent(Sentence.of(["lead"]), 1, (Ranked(reading, 0.0, 0.5),), is_ranked=True))
    card.show_explanation(ScoreExplanation(0, 1, reading, None, (Contribution("case", "word", 1.0),)))
    for dark in (False, True):
        card.setPalette(theme.make_palette(dark))
        assert theme.get_colours(dark).locked.name() in card.toHtml()
        assert theme.get_colours(not dark).locked.name() not in card.toHtml()


def test_on_the_card_what_is_only_probable_is_never_certain(desk: AppContext, qtbot: QtBot) -> None:
    shares = (1.0, 0.994, 0.5, 0.0)
    row = tuple(Ranked(Analysis(f"lemma{n}", upos="VERB"), 0.0, share) for n, share in enumerate(shares))
    card = ReadingCard()
    qtbot.addWidget(card)
    card.shows_all_readings = True
    card.show_word(CardContent(Sentence.of(["x"]), 1, row, is_known=False, is_ranked=True))
    card.toggle_readings()
    said = card.toPlainText()
    assert [said.count(number) for number in (">99%", "<1%", "100%", "0%")] == [2, 1, 0, 1]  # that of 50%
    assert [format_probability(share) for share in (*shares, 0.99, 0.01)] == [">99%", ">99%", "50%", "<1%", "99%", "1%"]


def test_without_a_model_the_card_says_that_nothing_explains_the_order(desk: AppContext, qtbot: QtBot) -> None:
    readings = (Analysis(lemma="book", upos="NOUN"), Analysis(lemma="write", upos="VERB"))
    view = view_of(desk, qtbot, Sentence.of(["ktb"], candidates=[readings]))
    desk.session.select(word=1)
    view.text.explain()
    assert "No ranker: readings are in the order" in card_of(view)


def test_why_is_not_offered_for_a_word_with_one_reading(desk: AppContext, qtbot: QtBot) -> None:
    readings = (Analysis(lemma="book", upos="NOUN"), Analysis(lemma="write", upos="VERB"))
    card = ReadingCard()
    qtbot.addWidget(card)
    for row in (readings[:1], readings):
        card.show_word(
            CardContent(Sentence.of(["ktb"]), 1, [Ranked(one, 0.0) for one in row], is_known=False, is_ranked=True)
        )
        assert ("Why this ranking?" in card.toPlainText()) is (len(row) > 1)
    said: list[str] = []
    desk.notices.notified.connect(said.append)
    view = view_of(desk, qtbot, Sentence.of(["ktb"], candidates=[readings[:1]]))
    desk.session.select(word=1)
    view.text.explain()
    assert "has only one reading" in said[-1]
    assert "Why" not in card_of(view)


def test_what_is_written_as_one_is_known_when_all_its_words_are(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ENGLISH)
    page = page_of(view)
    desk.session.select(word=3)
    view.toggle_known()
    assert desk.reader.known_lemmas == {"do", "not"}
    assert [page.is_known(unit) for unit in page.units] == [False, True, False, None]
    desk.reader.mark_known(["not"], is_known=False)
    assert page.is_known(page.units[1]) is False
    view.toggle_known()
    view.toggle_known()
    assert desk.reader.known_lemmas == frozenset()


def test_where_no_reading_is_known_the_card_says_what_would_make_one_known(desk: AppContext, qtbot: QtBot) -> None:
    words = ["Küçük", "kız", "sabah", "erkenden", "okula", "gitti", "çocuklar", "defterlerini", "açtılar"]
    view = view_of(desk, qtbot, Sentence.of(words))
    desk.session.select(word=1)
    qtbot.waitUntil(lambda: "No readings for this word." in card_of(view), timeout=60_000)
    assert "A ranker trained on annotated text" in card_of(view)
    if desk.readings.advice:  # where the analyser of the language is not installed
        assert desk.readings.advice in card_of(view)


def test_the_card_says_so_where_the_vowels_on_the_page_are_those_of_no_reading(qtbot: QtBot) -> None:
    card = ReadingCard()
    qtbot.addWidget(card)
    silent = (Segment("سِلْم", "N"), Segment("", "NOM.CON"), Segment("ي", "G1S"))
    row = [Ranked(Analysis(lemma="سِلْم", upos="NOUN", vocalised="سِلْمِي", segments=silent), 0.0)]
    for form, told in (("سَلْمَى", True), ("سلمى", False)):
        card.show_word(CardContent(Sentence.of([form]), 1, row, is_known=False))
        assert ("No reading matches the vowels" in card.toPlainText()) is told
    assert "Only reading" in card.toPlainText()
    assert "+ +" not in card.toPlainText().replace("\u2068", "").replace("\u2069", "")


def test_a_reading_that_the_vowels_on_the_page_contradict_is_in_doubt(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(["مَعَ", "مُعُ"])]))
    desk.readings.request_ranking(0)
    qtbot.waitUntil(lambda: desk.readings.get_latest_ranking(0) is not None, timeout=60_000)
    rows = desk.readings.request_ranking(0)
    assert rows is not None
    assert [len(row) for row in rows] == [1, 1]
    assert desk.readings.find_uncertain_words(0) == {2}


def test_the_pop_over_stands_at_its_word_and_follows_it_until_it_is_closed(
    desk: AppContext, qtbot: QtBot, qapp: QApplication
) -> None:
    view = view_of(desk, qtbot, ARABIC, ENGLISH)
    page, popover = page_of(view), view.text.popover
    theme.set_motion_reduced(qapp, is_reduced=True)
    assert popover.isHidden()
    desk.session.select(0)
    desk.session.select(word=2)
    view.text.show_popover()
    assert popover.isVisible()
    assert "the boy" in popover.card.toPlainText()
    word = page.find_area(0, 2).toAlignedRect()
    word.moveTopLeft(page.mapTo(view.text, word.topLeft()))
    assert not popover.geometry().adjusted(0, 1, 0, -1).intersects(word)  # never on its own word
    assert popover.geometry().left() <= word.center().x() <= popover.geometry().right()
    qtbot.keyClick(page, Qt.Key.Key_Left)
    assert "the lesson" in popover.card.toPlainText()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert popover.isHidden()
    popover.grab()
    theme.set_motion_reduced(qapp, is_reduced=False)
    view.text.show_popover()
    assert popover.geometry().top() < word.bottom()
    qtbot.waitUntil(lambda: popover.geometry().top() == word.bottom())  # it glides there


def test_a_mouse_that_rests_on_a_word_sees_its_readings_until_it_goes(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ARABIC, ENGLISH)
    page, popover = page_of(view), view.text.popover
    desk.session.select(0)
    desk.session.select(word=1)
    qtbot.mouseMove(page, page.find_area(0, 3).center().toPoint())
    qtbot.waitUntil(popover.isVisible, timeout=30_000)
    assert "the lesson" in popover.card.toPlainText()
    assert desk.session.selection.word == 1  # nothing was chosen
    page.word_hovered.emit(-1, 0)
    assert popover.isHidden()


def test_a_click_opens_the_pop_over_where_there_is_no_room_for_the_card(desk: AppContext, qtbot: QtBot) -> None:
    view = view_of(desk, qtbot, ARABIC)
    page, popover = page_of(view), view.text.popover
    qtbot.mouseClick(page, Qt.MouseButton.LeftButton, pos=page.find_area(0, 2).center().toPoint())
    assert (view.text.card.isHidden(), popover.isHidden()) == (False, True)
    view.resize(640, 500)
    qtbot.waitUntil(view.text.card.isHidden)
    qtbot.mouseClick(page, Qt.MouseButton.LeftButton, pos=page.find_area(0, 3).center().toPoint())
    assert popover.isVisible()
    assert "the lesson" in popover.card.toPlainText()
    assert view.text.rect().contains(popover.geometry())
