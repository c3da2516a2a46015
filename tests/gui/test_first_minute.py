"""The first minute of somebody new, on a real window with real processes: how few acts it takes, and how soon
something is proposed. An act is a click, a key or a choice in a dialogue of the system; `Newcomer` does and counts
them. Limits of time are wide, for machines are shared; `tests/benchmarks/first_minute.py` says what it takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from learning import wait_for
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFileDialog, QWidget
from seen import labels
from servers import serving

from spectral_core import formats, library, store
from spectral_core.data import EMPTY, Treebank
from spectral_core.files import locate_assets
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.registry import METHODS
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext
from spectral_gui.views.read.page import Page
from spectral_gui.views.read.paste_dialog import PasteDialog
from spectral_gui.views.shared.download_dialog import DownloadDialog

WRITTEN = locate_assets() / "sample" / "english" / "written.conllu"
ARABIC = "ذهب الولد إلى المدرسة في الصباح. كتب الدرس ثم عاد إلى البيت.\n\nقرأت البنت الكتاب في المدرسة."
TEXT = "The old dog sleeps in the garden. She wrote a long letter to her sister.\n\nIt came on Monday.\n"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a parser and a ranker of English."""
    room = tmp_path_factory.mktemp("shelf")
    treebank = formats.load(WRITTEN)
    for method, column in (("arc-parser", "xpos"), ("analysis-ranker", "")):
        path = room / f"{method}.npz"
        store.save(METHODS[method].learn(treebank, METHODS[method].settings()), path)
        library.add_model(path, room / "shelf", f"english {method}", TextProfile.from_sentences(treebank, column))
    return room / "shelf"


class Newcomer:
    """Somebody at a window of his own, whose acts are counted."""

    def __init__(self, room: Path, shelf: Path, mirror: str = ""):
        self.acts: list[str] = []
        self.refusals: list[str] = []
        self.desk = desk = AppContext(room / "store", auto_trains=True)
        desk.library.set_folder(shelf)
        desk.notices.refused.connect(self.refusals.append)
        desk.downloader.folder = room / "brought"
        settings = QSettings(str(room / "window.ini"), QSettings.Format.IniFormat)
        self.window = Window(desk, Preferences(theme="light", mirror=mirror), settings)
        self.window.show()
        self.window.activateWindow()
        wait_for(self.window.isActiveWindow)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Presses a key where the keys are."""
        self.acts.append(f"key {key.name}")
        above = QApplication.activeModalWidget() or self.window
        wait_for(lambda: above.isActiveWindow() and QApplication.focusWidget() is not None)
        QTest.keyClick(QApplication.focusWidget(), key, modifiers)

    def write(self, text: str) -> None:
        """Types a word: one act, as it is one thought."""
        self.acts.append(f"type {text}")
        QTest.keyClicks(QApplication.focusWidget(), text)

    def click(self, text: str) -> None:
        """Clicks the one button on screen that says this."""
        self.acts.append(f"click {text}")
        buttons = [one for one in self.window.findChildren(QAbstractButton) if one.isVisible()]
        (button,) = [one for one in buttons if one.text().replace("&", "") == text]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def close(self) -> None:
        self.window.close()
        self.window.deleteLater()


@pytest.fixture
def arrives(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Newcomer]]:
    """Somebody whose library is empty, unless another is given."""
    assert qapp is not None
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    made: list[Newcomer] = []

    def arrived(shelf: Path | None = None, mirror: str = "") -> Newcomer:
        made.append(Newcomer(tmp_path, shelf or tmp_path / "library", mirror))
        return made[-1]

    yield arrived
    for one in made:
        one.close()


def choose(monkeypatch: pytest.MonkeyPatch, somebody: Newcomer, path: Path) -> None:
    """Has the next dialogue of the system be answered with a file: an act."""

    def chosen(*_: object) -> tuple[str, str]:
        somebody.acts.append(f"choose {path.name}")
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)


def is_proposed(somebody: Newcomer) -> bool:
    return somebody.desk.suggestions.current is not None


def test_a_raw_text_is_proposed_whole_and_becomes_a_document_at_the_first_return(
    arrives: Callable[..., Newcomer], shelf: Path, tmp_path: Path
) -> None:
    somebody = arrives(shelf)
    window, desk, path = somebody.window, somebody.desk, tmp_path / "letter.txt"
    path.write_text(TEXT, encoding="utf-8")
    began = time.monotonic()
    window.document_actions.open(path)  # as `spectral gui letter.txt` does, or a drop
    wait_for(lambda: is_proposed(somebody))
    waited = time.monotonic() - began
    assert not somebody.acts  # no step between
    wait_for(lambda: desk.readings.get_latest_ranking(0) is not None and is_proposed(somebody))
    somebody.press(Qt.Key.Key_Return)
    assert desk.session.document.endswith("letter.conllu")
    assert desk.session.treebank.path == tmp_path / "letter.conllu"
    first = desk.session.treebank[0]
    for column in (first.lemmas, first.upos, first.xpos, first.feats, first.deprels):
        assert set(column) != {EMPTY}
    assert None not in first.heads
    assert desk.session.provenances[0] == "confirmed"
    assert desk.session.selection.sentence == 1
    desk.session.undo()
    assert desk.session.treebank[0].heads == (None,) * len(first)
    assert desk.session.document.endswith("letter.conllu")
    window.document_actions.open(tmp_path / "letter.conllu")  # what it became, where it is open
    wait_for(lambda: desk.session.selection.sentence == 0 and desk.session.document.endswith("letter.conllu"))
    assert not desk.session.read_only_reason
    assert waited < 60  # kernels may be compiled on the way


def test_from_the_first_page_to_an_accepted_proposed_tree_of_a_text_are_three_acts(
    arrives: Callable[..., Newcomer], shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    somebody = arrives(shelf)
    desk, path = somebody.desk, tmp_path / "letter.txt"
    path.write_text(TEXT, encoding="utf-8")
    choose(monkeypatch, somebody, path)
    somebody.press(Qt.Key.Key_2)  # the door that says so
    wait_for(lambda: is_proposed(somebody) and desk.readings.get_latest_ranking(0) is not None)
    somebody.press(Qt.Key.Key_Return)  # the keys are where they are needed
    assert desk.session.provenances.get(0) == "confirmed"
    assert desk.session.treebank[0].heads != (None,) * len(desk.session.treebank[0])
    assert somebody.acts == ["key Key_2", "choose letter.txt", "key Key_Return"]


def test_from_the_first_page_to_an_accepted_proposed_tree_of_the_sample_are_three_acts(
    arrives: Callable[..., Newcomer],
) -> None:
    somebody = arrives()
    session = somebody.desk.session
    somebody.click("Try the sample")
    wait_for(lambda: is_proposed(somebody))
    at = session.selection.sentence
    assert not session.treebank[at].has_heads
    wait_for(lambda: session.selection.word > 0 or not somebody.desk.acceptance.find_uncertain_words())
    somebody.press(Qt.Key.Key_Return)
    if (
        at not in session.provenances
    ):  # words in doubt were not looked at, and the refusal says what accepts all the same
        assert "Press Shift+Return to accept it anyway" in somebody.refusals[-1]
        somebody.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert session.provenances.get(at) == "confirmed", somebody.refusals
    assert session.treebank[at].has_heads
    assert len(somebody.acts) <= 3  # the goal


def test_from_the_demo_to_a_pasted_ranked_arabic_paragraph_are_two_acts(arrives: Callable[..., Newcomer]) -> None:
    somebody = arrives()
    desk = somebody.desk
    somebody.window.document_actions.open_sample()  # which is what `spectral demo` does where there is a display
    wait_for(lambda: len(desk.session.treebank) > 0)
    QGuiApplication.clipboard().setText(ARABIC)
    somebody.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert somebody.window.findChild(PasteDialog) is not None
    somebody.press(Qt.Key.Key_Return)
    wait_for(lambda: desk.session.documents[-1] == desk.session.document and len(desk.session.treebank) == 3)
    assert len(somebody.acts) == 2
    wait_for(lambda: desk.readings.model.active_run is not None)  # learnt unasked from the Arabic sample
    page = somebody.window.findChild(Page)
    assert page is not None
    wait_for(
        lambda: "the boy" in " ".join(page.units[1].line_texts)
    )  # meanings stand under the words, as the page promised
    wait_for(
        lambda: (
            (known := desk.readings.get_latest_ranking(0)) is not None
            and any(row and row[0].score for row in known.candidates)
        )
    )
    assert len(somebody.acts) == 2


def test_a_treebank_of_which_a_part_is_open_gets_proposals_and_a_line_about_them_unasked(
    arrives: Callable[..., Newcomer], tmp_path: Path
) -> None:
    whole = list(formats.load(WRITTEN))
    bare = [one.with_heads([None] * len(one)) for one in whole[:6]]
    formats.save(Treebank.of([*bare, *whole[6:]]), tmp_path / "half.conllu")
    somebody = arrives()
    desk, window = somebody.desk, somebody.window
    began = time.monotonic()
    window.document_actions.open(tmp_path / "half.conllu")
    wait_for(lambda: is_proposed(somebody))
    waited = time.monotonic() - began
    assert not somebody.acts
    assert f"trained on {len(whole) - 6} sentences" in window.status_line.model_label.text()
    assert window.status_line.model_label.isVisible()
    somebody.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)  # takes what is proposed, doubtful or not
    wait_for(lambda: desk.auto_trainer.suggestion_accuracy is not None)
    assert f"last {len(whole[0])} suggestions: 100% correct" in window.status_line.model_label.text()
    assert waited < 60


def test_a_treebank_is_got_and_ones_own_text_annotated_without_a_command(
    arrives: Callable[..., Newcomer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(TEXT, encoding="utf-8")
    with serving() as served:
        for part in ("train", "dev", "test"):
            served.files[f"/UD_English-LinES/r2.18/en_lines-ud-{part}.conllu"] = WRITTEN.read_bytes()
        somebody = arrives(mirror=served.base)
        desk, window = somebody.desk, somebody.window
        choose(monkeypatch, somebody, path)
        somebody.press(Qt.Key.Key_2)  # one's own text
        wait_for(lambda: desk.session.treebank.path == path and desk.suggestions.diagnostics.why_no_suggestion != "")
        assert "Get a treebank of this language" in labels(window)
        somebody.click("Get a treebank…")
        dialog = window.findChild(DownloadDialog)
        assert dialog is not None
        wait_for(lambda: dialog.isActiveWindow() and isinstance(QApplication.focusWidget(), QWidget))
        somebody.write("lines")
        releases = dialog.findChild(QComboBox)
        assert releases is not None
        releases.setCurrentIndex(releases.count() - 1)  # the newest, which has no checksums
        somebody.press(Qt.Key.Key_Return)
        wait_for(lambda: desk.session.document == "en_lines-ud-train.conllu")
        wait_for(lambda: any(row.method == "pipeline" for row in desk.library.runs))  # learnt unasked, and kept
        assert not any(
            "test" in name or "dev" in name for run in desk.runs.recorded_runs for name in run.documents
        )  # these measure
        assert len(somebody.acts) == 5
        window.activateWindow()
        somebody.press(Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)  # back to the text
        wait_for(lambda: desk.session.treebank.path == path)
        wait_for(lambda: is_proposed(somebody))
        somebody.press(Qt.Key.Key_Return)
        if not desk.session.provenances:
            somebody.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert desk.session.provenances.get(0) == "confirmed", somebody.refusals
        assert desk.session.treebank.path == tmp_path / "letter.conllu"
        assert len(somebody.acts) <= 9
