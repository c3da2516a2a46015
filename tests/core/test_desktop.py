"""The entry of a Linux desktop: written where the user's data is, and gone again on request."""

from __future__ import annotations

import configparser
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from spectral_core.cli import main


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


def test_what_is_installed_can_be_read_and_goes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")  # nothing of this desktop is told
    assert run("install-desktop") == 0
    lines = capsys.readouterr().out.splitlines()
    assert "install-desktop --remove" in lines[-1]
    written = [Path(line.partition(": ")[2]) for line in lines if line.startswith("written: ")]
    assert all(path.is_file() and tmp_path in path.parents for path in written)
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(tmp_path / "applications" / "spectral-workbench.desktop", encoding="utf-8")
    assert "spectral" in entry["Desktop Entry"]["Exec"]
    kinds = ET.parse(tmp_path / "mime" / "packages" / "spectral-workbench.xml").getroot()
    types = [kind.get("type") for kind in kinds]
    assert entry["Desktop Entry"]["MimeType"] == ";".join(map(str, types)) + ";"
    assert run("install-desktop", "--remove") == 0
    assert not any(path.exists() for path in written)
    assert run("install-desktop", "--remove") == 0  # once more does no harm


def test_a_program_in_a_folder_with_special_characters_is_quoted_for_the_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "executable", "/opt/50% $HOME/python")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    assert run("install-desktop") == 0
    entry = (tmp_path / "applications" / "spectral-workbench.desktop").read_text(encoding="utf-8")
    assert 'Exec="/opt/50%% \\\\$HOME/python" -m spectral_gui %f' in entry.splitlines()


def test_elsewhere_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert run("install-desktop") == 1
    assert "spectral-gui" in capsys.readouterr().err
