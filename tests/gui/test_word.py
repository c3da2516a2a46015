"""The token line and the form of the selected word, used with keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from spectral_core import formats
from spectral_core.data import MultiwordToken, Sentence, Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_gui.state import AppContext
from spectral_gui.views.annotate.token_line import TokenLine
from spectral_gui.views.annotate.word_edits import COLUMN_TITLES
from spectral_gui.views.annotate.word_panel import WordView

ENGLISH = Sentence.of(
    ["I", "do", "n't", "sleep"],
    lemmas=["I", "do", "not", "sleep"],
    upos=["PRON", "AUX", "PART", "VERB"],
    feats=["Case=Nom|Number=Sing", "_", "_", "VerbForm=Inf"],
    heads=[4, 4, 4, 0],
    deprels=["nsubj", "aux", "advmod", "root"],
    ranges=[MultiwordToken(2, 3, "don't")],
    comments=["# sent_id = one", "# text = I don't sleep"],
)
ARABIC = Sentence.of(["كتب", "الولد", "الدرس"], upos=["VERB", "NOUN", "NOUN"], heads=[0, 1, 1])
HEBREW = Sentence.of(["הכלב", "ישן", "היום"], upos=["NOUN", "VERB", "ADV"], heads=[2, 0, 9])
LONG = Sentence.of([f"word{n}" for n in range(400)])


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[AppContext]:
    made = AppContext()
    treebank = Treebank.of([ENGLISH, ARABIC, HEBREW, LONG])
    made.session.show_unsaved_treebank(treebank)
    made.survey.inventory, made.survey.is_complete = Inventory.of(treebank), True
    yield made
    made.close()


@pytest.fixture
def line(desk: AppContext, qtbot: QtBot) -> TokenLine:
    made = TokenLine(desk.session, desk.survey, desk.acceptance)
    qtbot.addWidget(made)
    made.resize(500, 80)
    made.show()
    return made


@pytest.fixture
def form(desk: AppContext, qtbot: QtBot) -> WordView:
    made = WordView(desk.session, desk.notices, desk.survey, desk.suggestions, desk.acceptance)
    qtbot.addWidget(made)
    made.resize(320, 700)
    with qtbot.waitExposed(made):
        made.show()
    return made


def field(form: WordView, name: str) -> QLineEdit:
    found = form.findChild(QLineEdit, name)
    assert found is not None
    return found


def type_in(form: WordView, qtbot: QtBot, name: str, text: str, key: Qt.Key | None = Qt.Key.Key_Return) -> None:
    line = field(form, name)
    line.setFocus()
    line.setText(text)
    if key is not None:
        qtbot.keyClick(line, key)


def complaints(form: WordView) -> list[str]:
    return [label.text() for label in form.findChildren(QLabel) if label.text().startswith("⚠") and label.isVisible()]


def test_features_are_aligned_with_the_other_fields(form: WordView, desk: AppContext) -> None:
    desk.session.select(3, word=1)
    assert not form.findChildren(QLineEdit, "feats:Number")
    QApplication.processEvents()
    left = {name: field(form, name).mapTo(form, QPoint()).x() for name in ("lemma", "feature")}
    assert left["lemma"] == left["feature"]


def test_features_are_aligned_in_a_mirrored_window(qapp: QApplication, desk: AppContext, qtbot: QtBot) -> None:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        made = WordView(desk.session, desk.notices, desk.survey, desk.suggestions, desk.acceptance)
        qtbot.addWidget(made)
        made.resize(320, 700)
        made.show()
        desk.session.select(3, word=1)
        QApplication.processEvents()
        lines = [field(made, name) for name in ("lemma", "feature")]
        left, right = ({line.mapTo(made, QPoint(x * line.width(), 0)).x() for line in lines} for x in (0, 1))
        assert len(left) == len(right) == 1
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_the_list_of_words_passes_qt_s_checks(line: TokenLine, desk: AppContext) -> None:
    tester = QAbstractItemModelTester(line.word_model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for at in range(4):
        desk.session.select(at)
    desk.session.show_unsaved_treebank(Treebank.of(()))
    assert line.word_model.rowCount() == 0
    assert tester is not None


@pytest.mark.parametrize(("sentence", "left"), [(0, -1), (1, 1), (2, 1)], ids=["english", "arabic", "hebrew"])
def test_arrows_go_by_what_is_seen(line: TokenLine, desk: AppContext, qtbot: QtBot, sentence: int, left: int) -> None:
    desk.session.select(sentence)
    desk.session.select(word=2)
    qtbot.keyClick(line, Qt.Key.Key_Left)
    assert desk.session.selection.word == 2 + left
    qtbot.keyClick(line, Qt.Key.Key_Right)
    qtbot.keyClick(line, Qt.Key.Key_Right)
    assert desk.session.selection.word == 2 - left
    here, there = (line.visualRect(line.word_model.index(row)).center().x() for row in (0, 1))
    assert (here < there) == (left < 0)


def test_shift_and_an_arrow_select_a_range(line: TokenLine, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.select(word=2)
    qtbot.keyClick(line, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(line, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert list(desk.session.selection.words) == [2, 3, 4]
    assert sorted(index.row() for index in line.selectedIndexes()) == [1, 2, 3]


def test_a_click_selects_a_word(line: TokenLine, desk: AppContext, qtbot: QtBot) -> None:
    place = line.visualRect(line.word_model.index(2)).center()
    qtbot.mouseClick(line.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.session.selection.word == 3


def test_words_are_said_with_their_tags_and_problems(line: TokenLine, desk: AppContext) -> None:
    desk.session.select(2)
    said = [line.word_model.data(line.word_model.index(row), Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert said[0] == "1 \u2068הכלב\u2069, NOUN"
    assert "has head 9" in str(said[2])
    desk.session.select(0)
    assert "multiword token: \u2068don't\u2069" in str(
        line.word_model.data(line.word_model.index(1), Qt.ItemDataRole.ToolTipRole)
    )


def test_the_line_is_never_higher_than_two_lines_of_words(line: TokenLine, desk: AppContext) -> None:
    desk.session.select(1)
    one = line.height()
    desk.session.select(3)
    assert one < line.height() < 3 * one
    desk.session.select(word=399)
    assert line.viewport().rect().intersects(line.visualRect(line.word_model.index(398)))


def test_a_value_is_committed_by_enter_under_a_named_step(form: WordView, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.select(word=4)
    type_in(form, qtbot, "upos", "NOUN")
    assert desk.session.treebank[0].upos[3] == "NOUN"
    assert desk.session.undo_text == "Set UPOS of 'sleep' to NOUN"
    type_in(form, qtbot, "lemma", "")
    assert desk.session.treebank[0].lemmas[3] == "_"
    assert desk.session.undo_text == "Clear LEMMA of 'sleep'"
    desk.session.undo()
    assert field(form, "lemma").text() == "sleep"


def test_escape_gives_the_value_back(form: WordView, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.select(word=1)
    type_in(form, qtbot, "xpos", "NNP", Qt.Key.Key_Escape)
    assert field(form, "xpos").text() == ""
    assert desk.session.undo_text is None


def test_a_refused_value_stays_with_its_reason_below(form: WordView, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.select(word=4)
    type_in(form, qtbot, "head", "1")
    assert field(form, "head").text() == "1"
    assert len(complaints(form)) == 1
    assert "circle" in complaints(form)[0]
    assert desk.session.treebank[0].heads[3] == 0
    for typed in ("none", "²", "9" * 5_000):
        type_in(form, qtbot, "head", typed)
        assert "write the number of a word" in complaints(form)[0]
    qtbot.keyClick(field(form, "head"), Qt.Key.Key_Escape)
    assert complaints(form) == []
    type_in(form, qtbot, "upos", "A B")
    assert "holds no spaces" in complaints(form)[0]


def test_heads_are_attached_by_number(form: WordView, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.select(word=1)
    type_in(form, qtbot, "head", "3 \u2068n't\u2069")
    assert desk.session.treebank[0].heads[0] == 3
    assert desk.session.undo_text == "Attach 'I' to \"n't\""
    type_in(form, qtbot, "head", "")
    assert desk.session.treebank[0].heads[0] is None


def test_the_cursor_stays_in_its_field_from_word_to_word(form: WordView, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.select(1)
    desk.session.select(word=1)
    type_in(form, qtbot, "upos", "X", None)
    qtbot.keyClick(field(form, "upos"), Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert desk.session.treebank[1].upos[0] == "X"
    assert desk.session.selection.word == 2
    assert field(form, "upos").hasFocus()
    assert field(form, "upos").selectedText() == "NOUN"
    qtbot.keyClick(field(form, "upos"), Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert desk.session.selection.word == 1


def test_what_is_typed_goes_to_its_own_word_when_another_is_selected(
    form: WordView, desk: AppContext, qtbot: QtBot
) -> None:
    desk.session.select(word=2)
    type_in(form, qtbot, "lemma", "dare", None)
    desk.session.select(2)
    assert desk.session.treebank[0].lemmas[1] == "dare"
    assert desk.session.treebank[2] == HEBREW


def test_features_are_rows_of_their_own(form: WordView, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.select(word=1)
    type_in(form, qtbot, "feats:Case", "Acc")
    assert desk.session.treebank[0].feats[0] == "Case=Acc|Number=Sing"
    type_in(form, qtbot, "feature", "Person=1")
    assert desk.session.treebank[0].feats[0] == "Case=Acc|Number=Sing|Person=1"
    assert field(form, "feats").text() == "Case=Acc|Number=Sing|Person=1"
    type_in(form, qtbot, "feats:Number", "")
    assert desk.session.treebank[0].feats[0] == "Case=Acc|Person=1"
    assert desk.session.undo_text == "Clear Number of 'I'"
    type_in(form, qtbot, "feature", "nonsense")
    assert "write Name=Value" in complaints(form)[0]
    type_in(form, qtbot, "feats", "Person=2|Abbr=Yes")
    assert desk.session.treebank[0].feats[0] == "Abbr=Yes|Person=2"


@pytest.mark.qt_log_ignore("raise", "grabbing the keyboard")  # what the offscreen platform says of every popup
def test_what_the_treebank_uses_is_offered(form: WordView, desk: AppContext, qtbot: QtBot) -> None:
    desk.session.select(word=4)
    for name, expected in (("upos", "VERB"), ("deprel", "root"), ("head", "1 I")):
        line = field(form, name)
        line.setFocus()
        model = line.completer().model()
        offered = [model.data(model.index(row, 0)) for row in range(model.rowCount())]
        assert expected in offered
    line = field(form, "upos")
    line.setFocus()
    line.clear()
    qtbot.keyClick(line, Qt.Key.Key_Down)
    popup = line.completer().popup()
    assert popup is not None
    assert popup.isVisible()
    popup.hide()


def test_the_sentence_s_comments_can_be_read(form: WordView) -> None:
    comments = form.findChild(QPlainTextEdit)
    assert comments is not None
    assert comments.toPlainText() == "# sent_id = one\n# text = I don't sleep"
    assert comments.isReadOnly()


def test_without_a_word_the_form_says_how_to_select_one(form: WordView, desk: AppContext) -> None:
    assert not field(form, "upos").isVisible()
    desk.session.select(word=1)
    assert field(form, "upos").isVisible()


def test_columns_that_a_file_cannot_hold_are_closed_with_the_reason(form: WordView, desk: AppContext) -> None:
    desk.session.show_unsaved_treebank(Treebank((Sentence.of(["a", "b"], xpos=["A", "B"]),), format="brackets"))
    desk.session.select(word=1)
    assert field(form, "xpos").isEnabled()
    assert not field(form, "lemma").isEnabled()
    assert "cannot store LEMMA" in field(form, "lemma").toolTip()
    said = [label.text() for label in form.findChildren(QLabel) if label.isVisible()]
    assert any("cannot store LEMMA, UPOS, FEATS" in text for text in said)  # who has no mouse has no tool tip
    desk.session.show_unsaved_treebank(Treebank((Sentence.of(["a", "b"]),), format="conllu"))
    desk.session.select(word=1)
    assert not [label for label in form.findChildren(QLabel) if label.isVisible() and "cannot store" in label.text()]


CONLLU = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdet\t_\t_\n3\tc\t_\t_\t_\t_\t1\tdet\t_\t_\n"
BRACKETS = "(S (NP (DT a) (NN b)) (VP (VBZ c)))\n"
TABLE = "form\tlemma\txpos\tpage\na\t_\tX\t3\nb\t_\tY\t3\nc\t_\tY\t3\n"
TYPED = {
    "lemma": "take out", "upos": "NOUN", "xpos": "NNS", "feats": "Case=Nom", "deprel": "obj", "head": "3",
    "deps": "1:obj|3:obj", "misc": "page=4",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "taken", "said"),
    [
        ("a.conllu", CONLLU, set(TYPED), ""),
        ("a.mrg", BRACKETS, {"xpos"}, ""),
        ("a.tsv", TABLE, {"lemma", "xpos", "misc"}, "no place for the upos of word 2"),
    ],
)
def test_every_field_is_typed_in_and_saved_or_says_why_not(
    form: WordView, desk: AppContext, qtbot: QtBot, name: str, content: str, taken: set[str], said: str
) -> None:
    """By keys alone, in each kind of document: what is taken can be written, and what cannot is refused at once."""
    treebank = formats.loads(content.encode(), name)
    found, heard = set(), []
    for column, value in TYPED.items():
        desk.session.show_unsaved_treebank(treebank)
        desk.survey.inventory = Inventory.of([Sentence.of(["x"], heads=[0], deprels=["obj"])])
        desk.session.select(word=2)
        if not field(form, column).isEnabled():
            assert f"cannot store {COLUMN_TITLES[column]}" in field(form, column).toolTip()
            continue
        type_in(form, qtbot, column, value)
        now = desk.session.treebank[0]
        if now == treebank[0]:
            heard += complaints(form)
            assert heard
        else:
            found.add(column)
            assert isinstance(treebank.sentences, LazySentences)
            assert value.removeprefix("page=") in treebank.sentences.format_sentence(now)
    assert found == taken
    assert said in " ".join(heard)


def test_the_form_of_a_word_is_read_and_not_typed_with_the_reason(
    form: WordView, desk: AppContext, qtbot: QtBot
) -> None:
    desk.session.select(0, 2)
    line = field(form, "form")
    line.setFocus()
    qtbot.keyClicks(line, "x")
    assert line.text() == "do"
    assert "edit the file" in line.toolTip()
    assert "edit the file" in line.accessibleDescription()
    form.focus_form()
    assert field(form, "upos").hasFocus()


@pytest.mark.parametrize(
    ("format", "closed"),
    [("conllu", set()), ("text", set()), ("", set()), ("table", {"deprel", "head", "deps"})],
)
def test_what_can_be_decided_in_a_document_can_be_typed(
    form: WordView, desk: AppContext, format: str, closed: set[str]
) -> None:
    """A text too, which is saved as CoNLL-U: readings are taken in it with digits as well."""
    desk.session.show_unsaved_treebank(Treebank((Sentence.of(["a", "b"]),), format=format))
    desk.session.select(word=1)
    assert {name for name in form.fields if not field(form, name).isEnabled()} == closed


def test_a_relation_that_nobody_used_is_asked_about_before_it_is_made(
    desk: AppContext, form: WordView, qtbot: QtBot
) -> None:
    desk.session.select(word=1)
    type_in(form, qtbot, "deprel", "nsubjj")
    assert desk.session.treebank[0].deprels[0] == "nsubj"
    assert "New label" in complaints(form)[0]
    field(form, "lemma").setFocus()  # to leave the field is no answer
    assert desk.session.treebank[0].deprels[0] == "nsubj"
    field(form, "deprel").setFocus()
    qtbot.keyClick(field(form, "deprel"), Qt.Key.Key_Return)
    assert desk.session.treebank[0].deprels[0] == "nsubjj"
    assert not complaints(form)
    type_in(form, qtbot, "deprel", "obj")
    assert desk.session.treebank[0].deprels[0] == "obj"
