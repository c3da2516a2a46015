"""Texts that are opened or pasted are split as the treebank of a fitting model does, multiword tokens included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from learning import change_locks, wait_for
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from spectral_core import formats, library, store
from spectral_core.data import UNCONSTRAINED, MultiwordToken, Sentence, Treebank
from spectral_core.engine import Engine, SplitText
from spectral_core.formats.text import join_sentences
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.progress import ignore_progress
from spectral_core.project import is_split_by_model, make_split_text
from spectral_core.registry import METHODS, make_settings
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext

PLACES = ("mercado", "pueblo", "puerto", "jardín", "río", "bosque", "museo", "barrio")
PEOPLE = ("niño", "perro", "hombre", "gato", "vecino", "pintor", "maestro", "abuelo")
VERBS = ("sale", "viene", "vuelve", "llega", "habla", "escribe")
TEXT = "El gato viene del puerto.  El maestro habla del museo.\r\n\r\nEl pintor sale del bosque.\n"
WORDS = ("El", "gato", "viene", "de", "el", "puerto", ".")


def make_treebank() -> Treebank:
    """Sentences like "El niño sale del mercado.", whose `del` is two words."""
    sentences = []
    for number in range(96):
        person, place = PEOPLE[number % 8], PLACES[(number // 8 + number) % 8]
        verb = VERBS[number % 6]
        forms = ("El", person, verb, "de", "el", place, ".")
        misc = ("_", "_", "_", "_", "_", "SpaceAfter=No", "_")
        text = f"# text = El {person} {verb} del {place}."
        upos = ("DET", "NOUN", "VERB", "ADP", "DET", "NOUN", "PUNCT")
        sentence = Sentence.of(
            forms, lemmas=[form.lower() for form in forms], upos=upos, misc=misc, comments=[text],
            ranges=[MultiwordToken(4, 5, "del", ("_",) * 8)],
        )  # fmt: skip
        relations = ("det", "nsubj", "root", "case", "det", "obl", "punct")
        sentences.append(sentence.with_heads((2, 3, 0, 6, 6, 3, 3), relations))
    return Treebank.of(sentences)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a pipeline that has a tokeniser."""
    folder, treebank = tmp_path_factory.mktemp("models"), make_treebank()
    method = METHODS["pipeline"]
    model = method.learn(treebank, make_settings(method, {"epochs": 2, "calibration": False}))
    store.save(model, folder / "model.npz")
    library.add_model(folder / "model.npz", folder / "shelf", "cuentos", TextProfile.from_sentences(treebank))
    return folder / "shelf"


@pytest.fixture
def context(qapp: QApplication, tmp_path: Path, shelf: Path) -> Iterator[AppContext]:
    assert qapp is not None
    made = AppContext(tmp_path / "store")
    made.library.set_folder(shelf)
    yield made
    made.close()


def open_file(context: AppContext, path: Path, content: str) -> list[str]:
    """Opens a text, and returns what the user is told."""
    messages: list[str] = []
    context.notices.notified.connect(messages.append)
    path.write_bytes(content.encode())
    context.session.open(path)
    wait_for(lambda: context.session.treebank.path == path)
    return messages


def wait_until_split(context: AppContext) -> None:
    wait_for(lambda: is_split_by_model(context.session.treebank))


def test_an_opened_text_is_split_as_the_treebank_of_the_pipeline_and_comes_back_from_its_file(
    context: AppContext, tmp_path: Path
) -> None:
    messages = open_file(context, tmp_path / "cuento.txt", TEXT)
    session = context.session
    wait_until_split(context)
    wait_for(lambda: bool(messages))
    assert messages[-1] == "Sentences and words are split by cuentos — library"
    assert session.sentence is not None
    assert session.sentence.forms == WORDS
    assert [token.form for token in session.sentence.ranges] == ["del"]
    assert len(session.treebank) == 3
    assert not list(tmp_path.glob("*.conllu"))  # nothing is written before something is annotated
    assert session.edit("Set the tag", lambda old: old.with_value("upos", 1, "DET"))
    assert session.treebank.path == tmp_path / "cuento.conllu"
    assert session.treebank[0].upos[0] == "DET"
    saved = formats.load(tmp_path / "cuento.conllu")
    assert join_sentences(saved) == TEXT
    assert saved[0].comments[:2] == ("# newdoc id = cuento", "# newpar")
    assert [sentence.comment("sent_id") for sentence in saved] == ["cuento-1", "cuento-2", "cuento-3"]
    assert session.treebank[2].forms[3:5] == ("de", "el")


def test_locks_of_a_text_that_was_split_go_with_it_into_its_document(context: AppContext, tmp_path: Path) -> None:
    open_file(context, tmp_path / "cuento.txt", TEXT)
    wait_until_split(context)
    session = context.session
    locks = replace(UNCONSTRAINED, forbidden_arcs=frozenset({(1, 6)}))
    assert change_locks(context, locks, "Forbid")
    assert session.get_locks(0) == locks
    assert session.edit("Set the tag", lambda old: old.with_value("upos", 1, "DET"))
    assert session.treebank.path == tmp_path / "cuento.conllu"
    assert session.get_locks(0) == locks


@pytest.mark.parametrize(
    "content",
    [
        "The old captain opened the box in the garden . She wrote a letter , and it came on Monday .\n" * 3,
        "El gato viene de el puerto .\nEl maestro , que habla de el museo , llega .\n",
        "# doc = c01\nEl gato viene del puerto. El maestro habla del museo.\n",
        "Der alte Kapitän öffnet die Kiste, und seine Schwester schreibt ihm einen langen Brief nach Hause.\n",
    ],
    ids=["set apart", "set apart, of this language", "with comments", "of another language"],
)
def test_other_texts_stay_as_rules_split_them(context: AppContext, shelf: Path, tmp_path: Path, content: str) -> None:
    paths = tuple(shelf.glob("*.npz"))
    assert SplitText((), paths, content.encode()).run(Engine(), ignore_progress).model is None
    messages = open_file(context, tmp_path / "other.txt", content)
    assert [sentence.forms for sentence in context.session.treebank] == [
        sentence.forms for sentence in formats.load(tmp_path / "other.txt")
    ]
    assert not [message for message in messages if "split by" in message]


def test_without_a_model_a_text_is_split_by_rules_at_once(qapp: QApplication, tmp_path: Path) -> None:
    assert qapp is not None
    context = AppContext(tmp_path / "store")
    try:
        assert context.text_splitter.send_request(TEXT.encode()) is None
        open_file(context, tmp_path / "cuento.txt", TEXT)
        assert context.session.treebank[0].forms == ("El", "gato", "viene", "del", "puerto", ".")
    finally:
        context.close()


def test_a_text_edited_before_the_answer_keeps_its_words(context: AppContext, tmp_path: Path) -> None:
    session, splitter = context.session, context.text_splitter
    (model,) = splitter.find_models()[1]
    treebank = formats.loads(TEXT.encode(), tmp_path / "cuento.txt", "text")
    result = SplitText((), (model,), TEXT.encode(), "cuento").run(Engine(), ignore_progress)
    context.library.set_folder(tmp_path / "none")  # so that it is not asked for
    open_file(context, tmp_path / "cuento.txt", TEXT)
    shown = session.treebank
    assert [sentence.forms for sentence in shown] == [sentence.forms for sentence in treebank]
    assert session.edit("Set the tag", lambda old: old.with_value("upos", 1, "DET"))
    splitter.show_result(shown, result)
    QTest.qWait(300)
    assert session.treebank.path == tmp_path / "cuento.conllu"
    assert "del" in session.treebank[0].forms


def test_a_pasted_text_is_split_by_the_pipeline_too(context: AppContext, qapp: QApplication) -> None:
    assert qapp is not None
    window = Window(context, Preferences(theme="light"))
    messages: list[str] = []
    context.notices.notified.connect(messages.append)
    try:
        window.show()
        window.document_actions.save_text_for_reading("El gato viene del puerto. El maestro habla del museo.")
        wait_for(lambda: len(context.session.treebank) == 2)
        sentence = context.session.treebank[0]
        assert (sentence.forms, sentence.ranges[0].form) == (WORDS, "del")
        assert sentence.comment("sent_id") == "1"
        assert join_sentences(context.session.treebank) == "El gato viene del puerto. El maestro habla del museo."
        assert any("split by cuentos" in message for message in messages)
        assert context.session.document.endswith("El gato viene de el.conllu")
    finally:
        window.close()
        window.deleteLater()


def test_a_text_of_any_layout_comes_back_byte_for_byte(shelf: Path) -> None:
    text = "\ufeff El gato  viene\tdel puerto.\n\n\n\u00a0El pintor sale\r\ndel bosque. 😀 El maestro habla del río"
    result = SplitText((), tuple(shelf.glob("*.npz")), text.encode(), "cuento").run(Engine(), ignore_progress)
    assert result.model is not None
    assert join_sentences(make_split_text(result.content, None)) == text.removeprefix("\ufeff")
