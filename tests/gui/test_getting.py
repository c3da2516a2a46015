"""Getting a treebank, with keys alone, from a server on this machine: found, brought, opened; stopped, refused."""

from __future__ import annotations

import gc
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from event_loop import of_kind
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QProgressBar, QPushButton, QTableView
from pytestqt.qtbot import QtBot
from servers import Script, Served, Stall, dripping, read_request, scripted, serving

from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext, ChangeKind
from spectral_gui.views.shared.download_dialog import DownloadDialog

TREE = b"1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
TRAIN = "/UD_Welsh-CCG/r2.18/cy_ccg-ud-train.conllu"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as made:
        for part in ("train", "dev", "test"):
            made.files[TRAIN.replace("train", part)] = TREE * (50_000 if part == "train" else 2)
        yield made


@pytest.fixture
def desk(tmp_path: Path, served: Served) -> Iterator[AppContext]:
    made = AppContext()
    made.downloader.folder, made.downloader.mirror = tmp_path / "brought", served.base
    yield made
    made.close()


@pytest.fixture
def dialog(desk: AppContext, qtbot: QtBot) -> DownloadDialog:
    made = DownloadDialog(desk.downloader)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def line_of(dialog: DownloadDialog) -> QLineEdit:
    return next(one for one in dialog.findChildren(QLineEdit) if one.accessibleName() == "Language, name or genre")


def said(dialog: DownloadDialog) -> str:
    return "\n".join(one.text() for one in dialog.findChildren(QLabel) if one.isVisible())


def test_a_treebank_is_found_and_brought_with_keys_alone(dialog: DownloadDialog, qtbot: QtBot, tmp_path: Path) -> None:
    table = dialog.findChild(QTableView)
    assert table is not None
    tester = QAbstractItemModelTester(table.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    line = line_of(dialog)
    assert line.hasFocus()
    qtbot.keyClicks(line, "english")
    assert dialog.chosen_entry is not None
    assert dialog.chosen_entry.name == "UD_English-EWT"
    qtbot.keyClick(line, Qt.Key.Key_Down)
    assert dialog.chosen_entry.language == "English"
    assert dialog.chosen_entry.name != "UD_English-EWT"
    line.clear()
    qtbot.keyClicks(line, "welsh")
    assert "CC BY-SA 4.0: attribution required, share changed versions under the same licence" in said(dialog)
    with qtbot.waitSignal(dialog.downloaded, timeout=20_000) as opened:
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert opened.args == [tmp_path / "brought" / "UD_Welsh-CCG-2.18"]
    assert not dialog.isVisible()
    assert tester is not None


def test_nothing_is_asked_for_before_somebody_says_so(dialog: DownloadDialog, qtbot: QtBot, served: Served) -> None:
    qtbot.keyClicks(line_of(dialog), "welsh")
    assert not served.asked


def test_escape_stops_what_is_on_its_way_and_then_closes(
    dialog: DownloadDialog, qtbot: QtBot, served: Served, tmp_path: Path
) -> None:
    served.held[TRAIN] = threading.Event()
    line, bar = line_of(dialog), dialog.findChild(QProgressBar)
    assert bar is not None
    qtbot.keyClicks(line, "welsh")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bar.isVisible() and bar.value() > 0, timeout=30_000)
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    served.held.pop(TRAIN).set()
    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=30_000)
    assert dialog.isVisible()
    assert not (tmp_path / "brought" / "UD_Welsh-CCG-2.18" / "project.json").exists()
    with qtbot.waitSignal(dialog.downloaded, timeout=20_000):  # and can be gone on with
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert any(asked.startswith("bytes=") for path, asked in served.asked if path == TRAIN)


def test_what_goes_wrong_is_told_in_the_dialogue_and_can_be_tried_again(
    dialog: DownloadDialog, qtbot: QtBot, served: Served
) -> None:
    served.status[TRAIN] = 503
    line = line_of(dialog)
    qtbot.keyClicks(line, "welsh")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Try again later" in said(dialog), timeout=30_000)
    served.status.clear()
    served.files[TRAIN] = b"not a treebank at all\n"
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "what came is no treebank" in said(dialog), timeout=30_000)
    served.files[TRAIN] = TREE
    with qtbot.waitSignal(dialog.downloaded, timeout=20_000):
        qtbot.keyClick(line, Qt.Key.Key_Return)


def silent_amid_the_body(peer: socket.socket, stall: Stall) -> None:
    read_request(peer)
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + TREE)
    stall.begin()


SLOW = {"silent": silent_amid_the_body, "dripping": dripping(b"HTTP/1.1 200 OK\r\n" * 20, 3.0)}


@pytest.mark.parametrize("script", SLOW.values(), ids=SLOW.keys())
def test_a_stop_shows_at_once_and_ends_a_download_that_hangs(
    script: Script, dialog: DownloadDialog, desk: AppContext, qtbot: QtBot
) -> None:
    stop = next(one for one in dialog.findChildren(QPushButton) if one.text() == "&Close")
    with scripted(script) as (base, stall):
        next(one for one in dialog.findChildren(QLineEdit) if "mirror" in one.accessibleName()).setText(base)
        qtbot.keyClicks(line_of(dialog), "welsh")
        qtbot.keyClick(line_of(dialog), Qt.Key.Key_Return)
        qtbot.waitUntil(stall.stuck.is_set, timeout=5_000)
        assert stop.text() == "&Stop"
        began = time.monotonic()
        with qtbot.waitSignal(desk.downloader.ended, timeout=5_000):
            qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
            assert (stop.text(), stop.isEnabled()) == ("Stopping…", False)
        assert time.monotonic() - began < 0.5
    assert (stop.text(), stop.isEnabled()) == ("&Close", True)
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_a_stop_does_not_wait_for_the_name_of_the_server_to_be_looked_up(
    dialog: DownloadDialog, desk: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stall = Stall()

    def look_up(*_: object, **__: object) -> list[object]:
        stall.begin()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    qtbot.keyClicks(line_of(dialog), "welsh")
    qtbot.keyClick(line_of(dialog), Qt.Key.Key_Return)
    try:
        qtbot.waitUntil(stall.stuck.is_set, timeout=5_000)
        with qtbot.waitSignal(desk.downloader.ended, timeout=5_000):
            qtbot.keyClick(line_of(dialog), Qt.Key.Key_Escape)
        assert time.monotonic() - stall.since < 1.0
        assert not gc.isenabled()  # while that thread works
    finally:
        stall.over.set()
    qtbot.waitUntil(gc.isenabled, timeout=5_000)


def test_a_window_closes_at_once_while_a_download_hangs(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with scripted(SLOW["dripping"]) as (base, stall):
        window = Window(AppContext(tmp_path / "store"), Preferences(mirror=base))
        qtbot.addWidget(window)
        bringing = window.context.downloader
        bringing.folder = tmp_path / "brought"
        welsh = bringing.catalogue.find_entry("Welsh-CCG")
        assert welsh is not None
        bringing.download(welsh)
        qtbot.waitUntil(stall.stuck.is_set, timeout=5_000)
        began = time.monotonic()
        window.close()
        assert time.monotonic() - began < 1.0


def test_the_dialogue_says_whether_the_list_has_checksums(
    dialog: DownloadDialog, desk: AppContext, qtbot: QtBot, served: Served
) -> None:
    head = (
        "# Made up, release 3.0\nlanguage\tcode\ttreebank\ttrain\tsentences\tgenre\tlicence\tparts\trelease\tsha256\n"
    )
    rows = f"Klingon\ttlh\tKLI\t\t\t\t\ttest\t2.0\t{'a' * 64}\nQuenya\tqya\tME\t\t\t\t\ttest\t-\t-\n"
    served.files["/list.tsv"] = (head + rows).encode()
    with qtbot.waitSignal(desk.downloader.catalogue_updated, timeout=10_000):
        desk.downloader.update_catalogue(f"{served.base}/list.tsv")
    for typed, wanted in (("klingon", "; with checksum"), ("quenya", "; without checksum")):
        line_of(dialog).setText(typed)
        assert wanted in said(dialog)
    line_of(dialog).setText("klingon")
    releases = dialog.findChild(QComboBox)
    assert releases is not None
    assert [releases.itemText(row) for row in range(releases.count())] == ["2.0 (files checked)", "3.0 (newest)"]
    served.files["/UD_Klingon-KLI/r3.0/tlh_kli-ud-test.conllu"] = TREE
    desk.downloader.choose_mirror(served.base)
    releases.setCurrentIndex(1)
    assert "; without checksum" in said(dialog)
    with qtbot.waitSignal(dialog.downloaded, timeout=20_000) as blocker:
        qtbot.keyClick(line_of(dialog), Qt.Key.Key_Return)
    assert blocker.args is not None
    assert blocker.args[0].name == "UD_Klingon-KLI-3.0"


def test_a_search_without_a_treebank_says_so_and_brings_nothing(dialog: DownloadDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(line_of(dialog), "klingon")
    assert "No matches. Try fewer words." in said(dialog)
    assert not next(one for one in dialog.findChildren(QPushButton) if one.isDefault()).isEnabled()


def test_the_list_can_be_renewed_from_an_address(
    dialog: DownloadDialog, desk: AppContext, qtbot: QtBot, served: Served
) -> None:
    head = "# Made up, release 3.0\nlanguage\tcode\ttreebank\ttrain\tsentences\tgenre\tlicence\tparts\n"
    served.files["/list.tsv"] = f"{head}Klingon\ttlh\tKLI\t\t\t\t\ttest\n".encode()
    with qtbot.waitSignal(desk.downloader.catalogue_updated, timeout=30_000):
        desk.downloader.update_catalogue(f"{served.base}/list.tsv")
    qtbot.keyClicks(line_of(dialog), "klingon")
    assert dialog.chosen_entry is not None
    assert "Unknown licence" in said(dialog)


def test_from_the_first_page_to_a_treebank_ready_to_annotate(
    qtbot: QtBot, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path))
    served.files[TRAIN] = TREE * 3
    window = Window(AppContext(tmp_path / "store"), Preferences(mirror=served.base))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    button = next(one for one in window.views.welcome.buttons if one.text() == "&Get a treebank…")
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    dialog = window.findChild(DownloadDialog)
    assert dialog is not None
    qtbot.keyClicks(line_of(dialog), "welsh")
    qtbot.keyClick(line_of(dialog), Qt.Key.Key_Return)
    session = window.context.session
    qtbot.waitUntil(lambda: len(session.treebank) == 3, timeout=20_000)
    assert session.document == "cy_ccg-ud-train.conllu"
    assert len(session.documents) == 3
    window.close()


def test_where_nothing_proposes_a_treebank_can_be_had_at_a_click(
    qtbot: QtBot, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path))
    bare = tmp_path / "bare.conllu"
    bare.write_bytes(b"1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n2\tbark\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    window = Window(AppContext(tmp_path / "store"), Preferences(mirror=served.base))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitSignal(window.context.session.changed, timeout=20_000, check_params_cb=of_kind(ChangeKind.DOCUMENT)):
        window.document_actions.open(bare)
    button = window.views.dependency.no_suggestion_label.help_button
    qtbot.waitUntil(button.isVisible, timeout=30_000)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.findChild(DownloadDialog) is not None
    window.close()
