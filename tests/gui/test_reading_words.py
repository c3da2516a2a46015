"""The reader's words: marked as known with keys and kept, faded and underlined, listed, counted and exported."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from event_loop import of_kind
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QTableView
from pytestqt.qtbot import QtBot

from spectral_core.data import Sentence, Treebank
from spectral_core.formats import save
from spectral_core.project import Project
from spectral_core.project.project_file import KNOWN_WORDS_FILE
from spectral_gui.actions import KeyBindings, install_actions
from spectral_gui.app.action_handlers import bind_reading_actions, bind_vocabulary_actions
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.views.read.display_options import ALWAYS, NEVER, UNDER_POINTER, WHEN_UNCERTAIN
from spectral_gui.views.read.page import Page
from spectral_gui.views.read.reader import ReaderView
from spectral_gui.views.read.vocabulary import (
    COUNT_COLUMN,
    KNOWN_WORDS,
    LEMMA_COLUMN,
    MEANING_COLUMN,
    UNKNOWN_WORDS,
    VocabularyModel,
    VocabularyTable,
    VocabularyView,
)
from spectral_gui.widgets.concordance import compute_clip_area
from spectral_gui.widgets.lists import TextDelegate

FIRST = Sentence.of(
    ["كتب", "الولد", "الدرس", "."],
    lemmas=["كَتَبَ", "وَلَد", "دَرْس", "."],
    upos=["VERB", "NOUN", "NOUN", "PUNCT"],
    misc=["Gloss=he wrote|Vform=كَتَبَ", "Gloss=the boy|Vform=الْوَلَدُ", "Gloss=the lesson|SpaceAfter=No", "_"],
)
SECOND = Sentence.of(
    ["قرأ", "الولد"], lemmas=["قَرَأَ", "وَلَد"], upos=["VERB", "NOUN"], misc=["Gloss=he read", "Gloss=the boy"]
)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[AppContext]:
    made = AppContext(tmp_path / "store")
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "texts"
    place.mkdir()
    save(Treebank.of([FIRST, SECOND]), place / "lesson.conllu", "conllu")
    Project.create(place, [place / "lesson.conllu"], "Texts").close()
    return place


def opened(desk: AppContext, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        desk.session.open(path)


def reader(desk: AppContext, qtbot: QtBot) -> tuple[ReaderView, Page]:
    made = ReaderView(desk.session, desk.notices, desk.suggestions, desk.readings, desk.reader)
    install_actions(made, "reading", bind_reading_actions(made), KeyBindings())
    qtbot.addWidget(made)
    made.resize(900, 500)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    page = made.findChild(Page)
    assert page is not None
    page.setFocus()
    return made, page


def listed(desk: AppContext, qtbot: QtBot) -> tuple[VocabularyView, QTableView]:
    made = VocabularyView(desk.session, desk.notices, desk.reader)
    install_actions(made, "vocabulary", bind_vocabulary_actions(made), KeyBindings())
    qtbot.addWidget(made)
    made.resize(500, 500)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    qtbot.waitUntil(lambda: not made.is_counting, timeout=30_000)
    table = made.findChild(VocabularyTable)
    assert table is not None
    table.setFocus()
    return made, table


def known_states(page: Page) -> list[bool | None]:
    return [page.is_known(unit) for unit in page.units]


def test_a_selected_word_stays_selected_when_the_list_is_sorted(desk: AppContext, qtbot: QtBot, folder: Path) -> None:
    opened(desk, qtbot, folder)
    made, table = listed(desk, qtbot)
    lemmas = [entry.lemma for entry in made.listed_entries]
    table.selectRow(len(lemmas) - 1)
    for column in (1, 2):
        for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
            table.model().sort(column, order)
            (row,) = {index.row() for index in table.selectionModel().selectedRows()}
            assert made.listed_entries[row].lemma == lemmas[-1]
    made.toggle_known()
    assert desk.reader.known_lemmas == {lemmas[-1]}


def test_k_puts_a_word_on_the_list_of_the_project_and_takes_it_off(
    desk: AppContext, qtbot: QtBot, folder: Path
) -> None:
    opened(desk, qtbot, folder)
    _, page = reader(desk, qtbot)
    assert known_states(page) == [None] * 6
    desk.session.select(0)
    desk.session.select(word=2)
    qtbot.keyClick(page, Qt.Key.Key_K)
    assert known_states(page) == [False, True, False, None, False, True]
    assert (folder / KNOWN_WORDS_FILE).read_text(encoding="utf-8") == "وَلَد\n"
    again = AppContext()
    try:
        opened(again, qtbot, folder)  # the other holds it: still, what is known is known
        assert again.reader.known_lemmas == {"وَلَد"}
        assert not again.reader.mark_known(["قَرَأَ"])
    finally:
        again.close()
    qtbot.keyClick(page, Qt.Key.Key_K)
    assert desk.reader.known_lemmas == frozenset()
    assert (folder / KNOWN_WORDS_FILE).read_text(encoding="utf-8") == ""


def test_single_files_share_one_list_and_a_project_has_its_own(
    desk: AppContext, qtbot: QtBot, folder: Path, tmp_path: Path
) -> None:
    for name in ("one.conllu", "two.conllu"):
        save(Treebank.of([FIRST]), tmp_path / name, "conllu")
    opened(desk, qtbot, tmp_path / "one.conllu")
    desk.reader.mark_known(["دَرْس"])
    opened(desk, qtbot, tmp_path / "two.conllu")
    assert desk.reader.known_lemmas == {"دَرْس"}
    opened(desk, qtbot, folder)
    assert desk.reader.known_lemmas == frozenset()


def test_u_goes_to_the_next_word_that_is_not_known_over_sentences(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([FIRST, SECOND]))
    desk.reader.mark_known(["كَتَبَ", "دَرْس"])
    view, page = reader(desk, qtbot)  # the page lives as long as the view does
    seen = []
    for _ in range(3):
        with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.SELECTION)):
            qtbot.keyClick(page, Qt.Key.Key_U)
        seen.append((desk.session.selection.sentence, desk.session.selection.word))
    assert seen == [(0, 2), (1, 1), (1, 2)]
    with qtbot.waitSignal(desk.notices.notified, timeout=30_000):
        qtbot.keyClick(page, Qt.Key.Key_U)
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.SELECTION)):
        qtbot.keyClick(page, Qt.Key.Key_U, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: (desk.session.selection.sentence, desk.session.selection.word) == (1, 1), timeout=30_000)
    assert view.words_marked


def test_words_get_their_vowels_where_that_is_wanted(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([FIRST]))
    view, page = reader(desk, qtbot)
    boy = page.units[1]
    modes = []
    for _ in range(4):
        modes.append(
            (
                page.vowel_mode,
                page.format_word(boy, is_under_pointer=False),
                page.format_word(boy, is_under_pointer=True),
            )
        )
        qtbot.keyClick(page, Qt.Key.Key_V)
    bare, full = "الولد", "الْوَلَدُ"
    assert modes == [
        (NEVER, bare, bare),
        (UNDER_POINTER, bare, full),
        (WHEN_UNCERTAIN, bare, bare),
        (ALWAYS, full, full),
    ]
    view.set_vowel_mode(ALWAYS)
    assert page.format_word(page.units[3], is_under_pointer=True) == "."


def test_letters_choose_what_stands_under_words(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([FIRST]))
    view, page = reader(desk, qtbot)
    for key in (Qt.Key.Key_G, Qt.Key.Key_L, Qt.Key.Key_T, Qt.Key.Key_S):  # there is no transliteration
        qtbot.keyClick(page, key)
    assert page.visible_lines == ("gloss", "lemma", "kind")
    qtbot.keyClick(page, Qt.Key.Key_G)
    assert page.visible_lines == ("lemma", "kind")
    assert (view.is_line_selected("gloss"), view.is_line_selected("lemma")) == (False, True)


def test_a_guess_is_marked_once_and_in_words_that_are_decided_there_is_none(desk: AppContext, qtbot: QtBot) -> None:
    book = Sentence.of(["الكتاب"])
    desk.session.show_unsaved_treebank(Treebank.of([book, FIRST]))
    view, page = reader(desk, qtbot)
    qtbot.waitUntil(lambda: bool(page.units[0].suggested_lines), timeout=30_000)
    view.show_lines("gloss", "lemma")
    under = [page.format_line_with_sign(page.units[0], line) for line in page.visible_lines]
    assert under[0][0] in "≈?"
    assert "≈" not in under[1]
    assert page.format_line_with_sign(page.units[1], "gloss") == "he wrote"


def test_words_are_listed_with_their_counts_and_places(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([FIRST, SECOND]))
    view, table = listed(desk, qtbot)
    model = table.model()
    assert isinstance(model, VocabularyModel)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert [(entry.lemma, entry.count) for entry in view.listed_entries] == [
        ("وَلَد", 2),
        ("كَتَبَ", 1),
        ("دَرْس", 1),
        ("قَرَأَ", 1),
    ]
    table.selectRow(3)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert (desk.session.selection.sentence, desk.session.selection.word) == (1, 1)
    table.sortByColumn(LEMMA_COLUMN, Qt.SortOrder.AscendingOrder)
    assert [entry.lemma for entry in view.listed_entries] == ["دَرْس", "قَرَأَ", "كَتَبَ", "وَلَد"]


def test_words_and_counts_are_never_cut_short_however_narrow_the_list_is(desk: AppContext, qtbot: QtBot) -> None:
    long = "incomprehensibilities"
    meaning = "what nobody in the whole wide world was ever able to understand"
    word = Sentence.of([long], lemmas=[long], upos=["NOUN"], misc=[f"Gloss={meaning}"])
    desk.session.show_unsaved_treebank(Treebank.of([word] * 1_234))
    view, table = listed(desk, qtbot)
    for wide in (600, 320):
        view.resize(wide, 500)
        QApplication.processEvents()
        model, delegate = table.model(), table.itemDelegateForColumn(LEMMA_COLUMN)
        assert isinstance(delegate, TextDelegate)
        for column, font in ((LEMMA_COLUMN, delegate.get_font(long)), (COUNT_COLUMN, table.font())):
            text = model.index(0, column).data()
            assert QFontMetrics(font).horizontalAdvance(text) + 6 <= table.columnWidth(column), text
        assert table.horizontalHeader().length() <= table.viewport().width() + 1
    assert QFontMetrics(table.font()).horizontalAdvance(meaning) > table.columnWidth(MEANING_COLUMN)
    assert model.index(0, MEANING_COLUMN).data(Qt.ItemDataRole.ToolTipRole) == meaning


def test_words_are_sorted_by_meaning_with_those_without_one_last(desk: AppContext, qtbot: QtBot) -> None:
    forms, glosses = ["dom", "kot", "las"], ["Gloss=house", "_", "Gloss=forest"]
    words = Sentence.of(forms, lemmas=forms, upos=["NOUN"] * 3, misc=glosses)
    desk.session.show_unsaved_treebank(Treebank.of([words]))
    view, table = listed(desk, qtbot)
    table.sortByColumn(MEANING_COLUMN, Qt.SortOrder.AscendingOrder)
    assert [entry.lemma for entry in view.listed_entries] == ["las", "dom", "kot"]
    table.sortByColumn(MEANING_COLUMN, Qt.SortOrder.DescendingOrder)
    assert [entry.lemma for entry in view.listed_entries] == ["kot", "dom", "las"]


def test_a_context_that_is_cut_short_says_so_on_that_side() -> None:
    area = QRect(10, 0, 100, 20)
    assert compute_clip_area(area, 12, 108, 7) == area
    assert compute_clip_area(area, 9, 108, 7) == QRect(17, 0, 93, 20)
    assert compute_clip_area(area, 12, 112, 7) == QRect(10, 0, 93, 20)
    assert compute_clip_area(area, -50, 500, 7) == QRect(17, 0, 86, 20)


def test_the_list_is_filtered_by_what_is_known_and_by_a_text(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([FIRST, SECOND]))
    view, table = listed(desk, qtbot)
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_K)
    assert desk.reader.known_lemmas == {"وَلَد"}
    assert any("1 known" in label.text() for label in view.findChildren(QLabel))
    which, text = view.findChild(QComboBox), view.findChild(QLineEdit)
    assert which is not None
    assert text is not None
    qtbot.keyClick(table, Qt.Key.Key_F)
    assert which.currentData() == UNKNOWN_WORDS
    assert len(view.listed_entries) == 3
    qtbot.keyClick(table, Qt.Key.Key_F)
    assert which.currentData() == KNOWN_WORDS
    assert [entry.lemma for entry in view.listed_entries] == ["وَلَد"]
    qtbot.keyClick(table, Qt.Key.Key_F)
    qtbot.keyClick(table, Qt.Key.Key_Slash)
    qtbot.keyClicks(text, "lesson")
    assert [entry.lemma for entry in view.listed_entries] == ["دَرْس"]
    text.setText("ولد")  # without its vowels
    assert [entry.lemma for entry in view.listed_entries] == ["وَلَد"]


def test_words_listed_are_written_for_spreadsheets_and_for_anki(desk: AppContext, qtbot: QtBot, tmp_path: Path) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([FIRST, SECOND]))
    desk.reader.mark_known(["كَتَبَ"])
    view, table = listed(desk, qtbot)
    qtbot.keyClick(table, Qt.Key.Key_F)
    for name in ("words.csv", "cards.txt"):
        with qtbot.waitSignal(desk.notices.notified, timeout=30_000) as told:
            view.export(tmp_path / name)
        assert told.args is not None
        assert "3 words" in told.args[0]
    content = (tmp_path / "words.csv").read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(content, newline="")))
    assert (rows[0]["lemma"], rows[0]["gloss"], rows[0]["context"]) == ("وَلَد", "the boy", "كتب الولد الدرس.")
    assert all(row["known"] == "no" for row in rows)
    lines = (tmp_path / "cards.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#separator:tab"
    assert lines[6].startswith('<div dir="rtl">كتب <b>الولد</b> الدرس.</div>\t<div dir="rtl">الْوَلَدُ</div>')


def test_the_list_follows_what_is_edited(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([SECOND]))
    view, _ = listed(desk, qtbot)
    desk.session.edit("Lemma", lambda sentence: sentence.with_value("lemma", 1, "قِرَاءَة"), index=0)
    qtbot.waitUntil(lambda: {entry.lemma for entry in view.listed_entries} == {"وَلَد", "قِرَاءَة"}, timeout=30_000)


def test_what_changes_after_the_list_was_closed_reaches_nothing(desk: AppContext, qtbot: QtBot) -> None:
    made = VocabularyView(desk.session, desk.notices, desk.reader)
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(["a", "b"])]))
    with qtbot.captureExceptions() as caught:
        shiboken6.delete(made)
        desk.readings.set_uncertain_below(0.9)
        assert desk.session.edit("Attach", lambda one: one.with_head(1, 2))
    assert not caught


def test_the_previous_page_ends_where_this_one_begins(desk: AppContext, qtbot: QtBot) -> None:
    sentences = [Sentence.of(["word"] * size) for size in (300, 200, 199, 10, 250, 30)]
    desk.session.show_unsaved_treebank(Treebank.of(sentences))
    view, _ = reader(desk, qtbot)
    text = view.text
    for start in range(1, len(sentences)):
        text._show_page(start)
        text.show_previous_page()
        assert text._page_end == start


def test_glosses_that_arrive_while_the_text_is_hidden_are_shown_later(desk: AppContext, qtbot: QtBot) -> None:
    desk.session.show_unsaved_treebank(Treebank.of([Sentence.of(["one", "word"])] * 3))
    view, _ = reader(desk, qtbot)
    text = view.text
    view.hide()
    text._on_glosses_found(frozenset({1}))
    updated: list[list[int]] = []
    text.page.update_units = lambda units: updated.append(sorted(units))
    view.show()
    assert updated == [[1]]
