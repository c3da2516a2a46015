"""Preferences: a file to read and mend by hand, and a dialogue whose choices hold at once, at every size."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot
from seen import named

from spectral_core import files
from spectral_core.errors import FormatError
from spectral_gui import preferences, theme
from spectral_gui.actions import KeyBindings
from spectral_gui.app.help import BugReportDialog, HelpDialog
from spectral_gui.app.window import Window
from spectral_gui.preferences import Preferences
from spectral_gui.state import AppContext
from spectral_gui.views.shared.keys_dialogs import KeysDialog, KeySheet
from spectral_gui.views.shared.preferences_dialog import PreferencesDialog


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    chosen = Preferences(
        theme="dark", scale=150, annotator="Ünal", word_points=14.5, keys={"window.save": "Ctrl+W"}
    ).with_recent_project("A project", tmp_path / "כתבים", datetime(2025, 3, 1, 12, tzinfo=UTC))
    preferences.write_preferences(chosen, tmp_path / "new" / "folder")
    assert preferences.read_preferences(tmp_path / "new" / "folder") == (chosen, "")


def test_without_a_file_everything_is_as_it_comes(tmp_path: Path) -> None:
    assert preferences.read_preferences(tmp_path) == (Preferences(), "")


def test_the_file_is_short_and_fit_to_be_read(tmp_path: Path) -> None:
    preferences.write_preferences(Preferences(scale=125), tmp_path)
    assert preferences.get_preferences_path(tmp_path).read_text(encoding="utf-8") == '{\n  "scale": 125\n}\n'


@pytest.mark.parametrize(
    "content", [b"", b'{"scale": 1', b"[1, 2]", b"\xff\xfe\x00"], ids=["empty", "cut", "list", "bytes"]
)
def test_a_damaged_file_is_set_aside_and_the_defaults_are_used(tmp_path: Path, content: bytes) -> None:
    path = preferences.get_preferences_path(tmp_path)
    for name in ("preferences.damaged.json", "preferences.damaged-2.json"):
        path.write_bytes(content)
        found, said = preferences.read_preferences(tmp_path)
        assert found == Preferences()
        assert name in said
        assert (tmp_path / name).read_bytes() == content
        assert not path.exists()


def test_an_unreadable_file_is_set_aside_before_it_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    preferences.write_preferences(Preferences(annotator="Ada"), tmp_path)
    old = preferences.get_preferences_path(tmp_path).read_bytes()

    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    with monkeypatch.context() as context:
        context.setattr("spectral_core.files.read_raw", refuse)
        preferred, complaint = preferences.read_preferences(tmp_path)
    assert preferred == Preferences()
    assert "could not be read (Permission denied); they were set aside as preferences.unreadable.json" in complaint
    preferences.write_preferences(preferred, tmp_path)
    assert (tmp_path / "preferences.unreadable.json").read_bytes() == old


def test_one_wrong_value_leaves_the_others(tmp_path: Path) -> None:
    preferences.get_preferences_path(tmp_path).write_text('{"scale": 900, "theme": "blue", "annotator": "Ann"}')
    found, said = preferences.read_preferences(tmp_path)
    assert found == Preferences(annotator="Ann")
    assert "scale" in said
    assert "theme" in said


def test_fields_of_another_version_are_kept(tmp_path: Path) -> None:
    path = preferences.get_preferences_path(tmp_path)
    path.write_text('{"zoom": {"tree": [1, 2]}, "scale": 110}')
    found, said = preferences.read_preferences(tmp_path)
    assert said == ""
    preferences.write_preferences(found.with_changes(scale=120), tmp_path)
    assert preferences.read_preferences(tmp_path)[0].unknown == {"zoom": {"tree": [1, 2]}}
    assert '"zoom"' in path.read_text()


def test_a_value_that_none_may_have_is_refused() -> None:
    with pytest.raises(ValueError, match="scale"):
        Preferences().with_changes(scale=90)


def test_what_was_open_last_stands_first_and_once(tmp_path: Path) -> None:
    some = Preferences()
    for number in range(20):
        some = some.with_recent_project(f"p{number}", tmp_path / str(number))
    some = some.with_recent_project("again", tmp_path / "15")
    assert [row.title for row in some.recent][:3] == ["again", "p19", "p18"]
    assert len(some.recent) == 12
    assert len({row.path for row in some.recent}) == 12
    assert some.without_recent_project(tmp_path / "15").recent[0].title == "p19"


@pytest.mark.skipif(os.name != "posix", reason="names of files are text here")
def test_a_project_whose_path_is_no_text_is_kept_among_those_that_were_open(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9")
    some = Preferences().with_recent_project(path.name, path)
    preferences.write_preferences(some, tmp_path)
    again, _ = preferences.read_preferences(tmp_path)
    assert [files.path_from_text(row.path) for row in again.recent] == [path]
    assert again.with_recent_project("again", path).recent[1:] == again.without_recent_project(path).recent == ()


def test_a_name_that_no_file_can_hold_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="is no Unicode text"):
        preferences.write_preferences(Preferences(annotator=chr(0xD800)), tmp_path)


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FormatError, match="SPECTRAL_HOME"):
        preferences.write_preferences(Preferences(), tmp_path / "file" / "config")


def test_one_variable_moves_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path))
    assert preferences.get_user_folders() == preferences.UserFolders(tmp_path / "config", tmp_path / "data")
    preferences.write_preferences(Preferences(scale=130))
    assert preferences.read_preferences()[0].scale == 130
    monkeypatch.delenv("SPECTRAL_HOME")
    assert tmp_path not in preferences.get_user_folders().config.parents


def test_preferences_are_read_without_qt() -> None:
    code = "import sys, spectral_gui.preferences\nprint('PySide6' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


@pytest.fixture
def dialog(qtbot: QtBot) -> PreferencesDialog:
    made = PreferencesDialog(Preferences(keys={"window.save": "Ctrl+W"}))
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    return made


def test_each_choice_holds_at_once_and_keeps_the_rest(dialog: PreferencesDialog, qtbot: QtBot) -> None:
    applied: list[Preferences] = []
    dialog.applied.connect(applied.append)
    qtbot.keyClicks(named(dialog, QComboBox, "Theme"), "d")
    assert applied[-1] == Preferences(theme="dark", keys={"window.save": "Ctrl+W"})
    scale = named(dialog, QSpinBox, "Size of the interface")
    scale.setFocus()
    scale.selectAll()
    qtbot.keyClicks(scale, "140")
    qtbot.keyClick(scale, Qt.Key.Key_Return)
    assert applied[-1].scale == 140
    assert dialog.isVisible()
    annotator = named(dialog, QLineEdit, "Your name")
    annotator.setFocus()
    qtbot.keyClicks(annotator, " Ann ")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert applied[-1] == Preferences(theme="dark", scale=140, annotator="Ann", keys={"window.save": "Ctrl+W"})


def test_what_a_ranker_has_measured_stands_beside_the_margin_of_readings(qtbot: QtBot) -> None:
    dialog = PreferencesDialog(Preferences(reading_margin=0.35), None, None, (0.352, 0.8, 0.25))
    qtbot.addWidget(dialog)

    def said() -> str:
        return " ".join(named(dialog, QLabel, "Quality of uncertain-reading flags").text().split())

    for margin, other in ((0.35, False), (0.6, True), (0.35, False)):
        named(dialog, QDoubleSpinBox, "Uncertain readings").setValue(margin)
        assert "a margin of 0.35 flags 80% of wrong first readings (recall)" in said()
        assert "25% of flagged words are wrong (precision)" in said()
        assert ("no figures for your margin of 0.60" in said()) == other


def test_steps_of_a_size_are_gathered(dialog: PreferencesDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.applied, timeout=30_000) as said:
        for _ in range(5):
            named(dialog, QDoubleSpinBox, "Words").stepBy(1)
    assert said.args[0].word_points == 17


def test_the_defaults_spare_name_keys_and_what_was_open(dialog: PreferencesDialog, tmp_path: Path) -> None:
    some = Preferences(theme="light", scale=180, annotator="Ann", keys={"window.save": ""}).with_recent_project(
        "a", tmp_path
    )
    dialog.show_preferences(some)
    assert dialog.preferences == some
    dialog.restore_defaults()
    assert dialog.preferences == some.with_changes(theme="system", scale=100)


@pytest.mark.parametrize("per_cent", [100, 125, 200])
@pytest.mark.parametrize("made", [PreferencesDialog, KeySheet, KeysDialog, BugReportDialog, HelpDialog])
def test_nothing_is_cut_off_at_any_size(made: type[QDialog], per_cent: int, qtbot: QtBot, qapp: QApplication) -> None:
    theme.set_interface_scale(qapp, per_cent)
    try:
        if made is PreferencesDialog:
            dialog: QDialog = PreferencesDialog(Preferences(scale=per_cent))
        elif made is BugReportDialog:
            dialog = BugReportDialog("Traceback\nZeroDivisionError: division by zero")
        else:
            dialog = made() if made is HelpDialog else made(KeyBindings())
        qtbot.addWidget(dialog)
        with qtbot.waitExposed(dialog):
            dialog.show()
        dialog.resize(max(dialog.minimumSizeHint().width(), 1000), max(dialog.minimumSizeHint().height(), 560))
        qapp.processEvents()
        for widget in (*dialog.findChildren(QLabel), *dialog.findChildren(QAbstractButton)):
            if widget.isVisible():
                assert whole(widget), (widget.text(), widget.size(), widget.sizeHint())
    finally:
        theme.set_interface_scale(qapp, 100)


def whole(widget: QWidget) -> bool:
    """Whether a widget has the room its text needs."""
    if isinstance(widget, QLabel) and widget.wordWrap():
        return widget.height() >= widget.heightForWidth(widget.width())
    wanted = widget.minimumSizeHint()
    return widget.width() >= wanted.width() and widget.height() >= wanted.height()


def test_what_may_be_unpacked_is_what_is_preferred(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files.UNPACK_VARIABLE, "3")
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = Window(AppContext(tmp_path / "store"), Preferences(), settings)
    qtbot.addWidget(window)
    assert files.compute_unpack_limit(1) == 3 << 30  # as the user's system says
    window.preferences_controller.set_preferences(window.preferences_controller.preferences.with_changes(unpack=8))
    assert files.compute_unpack_limit(1) == 8 << 30
    window.preferences_controller.set_preferences(window.preferences_controller.preferences.with_changes(unpack=0))
    assert files.compute_unpack_limit(1) == 256 << 20


@pytest.mark.parametrize("made", [KeySheet, KeysDialog])
def test_sheets_of_keys_scroll_down_only(made: type[KeySheet | KeysDialog], qtbot: QtBot) -> None:
    dialog = made(KeyBindings())
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.resize(420, 400)
    (tree,) = dialog.findChildren(QTreeWidget)
    assert tree.horizontalScrollBar().maximum() == 0
    assert tree.verticalScrollBar().maximum() > 0


def test_preferences_scroll_on_a_low_screen(dialog: PreferencesDialog) -> None:
    assert dialog.minimumSizeHint().height() < 400
    (area,) = dialog.findChildren(QScrollArea)
    assert area.horizontalScrollBar().maximum() == 0
    least = area.widget().minimumSizeHint().width()
    assert area.viewport().width() >= least
