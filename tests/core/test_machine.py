"""What the machine lacks is named with the packages that bring it."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from spectral_core import machine


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the other systems' wheels bring these libraries")
def test_with_the_listed_libraries_here_qt_loads() -> None:
    missing = machine.find_missing_libraries(display=False)
    if missing:
        pytest.skip(machine.describe_missing_libraries(missing))
    code = "import PySide6.QtWidgets, PySide6.QtSvg"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr  # otherwise the list of libraries is not complete


def test_a_missing_library_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = (
        machine.SystemLibrary("libNone.so.1", "libnone1", "none-libs"),
        machine.SystemLibrary("libTwo.so", "libtwo", "none-libs"),
    )
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert machine.list_install_commands(lost) == ("apt-get install -y libnone1 libtwo", "dnf install -y none-libs")
    monkeypatch.setattr(shutil, "which", lambda tool: "/bin/dnf" if tool == "dnf" else None)
    assert machine.describe_missing_libraries(lost) == (
        "The window cannot start because libNone.so.1, libTwo.so are not on this machine. "
        "Install with: dnf install -y none-libs"
    )


def test_a_library_that_is_nowhere_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(machine, "_OFFSCREEN_LIBRARIES", (machine.SystemLibrary("libno-such-thing.so.9", "a", "b"),))
    assert [library.file for library in machine.find_missing_libraries(False)] == ["libno-such-thing.so.9"]
    monkeypatch.setattr(sys, "platform", "darwin")
    assert machine.find_missing_libraries(True) == ()


def test_a_display_is_seen_where_the_environment_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert not machine.has_display()
    monkeypatch.setenv("DISPLAY", ":7")
    assert machine.has_display()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert not machine.has_display()


def test_packages_are_found_without_being_imported() -> None:
    assert machine.package_version("numpy")
    assert machine.package_version("no-such-package-at-all") is None
