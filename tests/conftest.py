"""What all tests share: where the real treebanks are, and whether the window's tests can run here."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import reached  # noqa: F401 (before the packages)
from hypothesis import settings

from spectral_core import machine

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from spectral_gui.app.window import Window

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("suite", deadline=None, database=None, print_blob=True)
settings.load_profile("suite")

MOST_PROCESSES = 8  # side by side: each has an engine's process of its own beside it
GARBAGE_THRESHOLDS = (20_000, 20, 20)  # Python looks for garbage after so many new values; 700, 10, 10 of its own

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):  # read when numpy is imported
    os.environ.setdefault(name, "1")  # threads of several processes that wait for each other take most of the time

# Most of the time of collecting goes into asserts that say what they saw: what was made of them is kept, also where
# the environment asks for no bytecode.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

os.environ.pop("COLUMNS", None)  # of the terminal, which processes side by side are told: tables would be cut to it
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
MISSING = machine.find_missing_libraries(display=False)
if MISSING:
    collect_ignore = ["gui"]
else:
    pytest_plugins = ["pytestqt.plugin"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The settings of pytest-qt must be known where that plug-in cannot be loaded."""
    if MISSING:
        for name in ("qt_log_level_fail", "qt_log_ignore"):
            parser.addini(name, "unused: Qt cannot be loaded here")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Runs the whole suite in one process more than there are cores, where pytest-xdist is installed and `-n` does not
    say otherwise; a part of it, which is named on the command line, is run here."""
    if not config.pluginmanager.hasplugin("xdist") or "PYTEST_XDIST_WORKER" in os.environ:
        return
    option = config.option
    whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    if option.numprocesses is None and whole and not (option.collectonly or option.usepdb):
        cores = config.hook.pytest_xdist_auto_num_workers(config=config)
        option.numprocesses = min(cores + 1, MOST_PROCESSES)  # tests wait for windows and processes
    if option.dist == "no" and option.numprocesses:
        option.dist = "worksteal"  # tests differ in length by a factor of a thousand


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Compiles kernels that have changed since the suite ran last, once for all processes, before these begin; where
    nothing is kept of that (`-p no:cacheprovider`), each process compiles what it needs."""
    import kernels

    if not config.pluginmanager.hasplugin("cacheprovider"):
        return
    assert config.cache is not None
    if config.cache.get("spectral/kernels", "") != kernels.sources():
        print("compiling kernels", flush=True)
        kernels.compile_all()
        config.cache.set("spectral/kernels", kernels.sources())


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Keeps Python from looking for garbage while tests are collected: a sixth of the time, for nothing."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What was collected stays to the end, and is never looked at again; what tests make is looked at less often."""
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    gc.enable()


def pytest_report_header() -> str | None:
    """Says why the window's tests are left out."""
    return f"the window's tests are left out: {machine.describe_missing_libraries(MISSING)}" if MISSING else None


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keeps the tests, and the programs they start, out of the user's own folders."""
    folder = tmp_path_factory.mktemp("home")
    os.environ["SPECTRAL_HOME"] = str(folder)
    return folder


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real treebanks, from SPECTRAL_DATA or beside the checkout; without it, tests are skipped."""
    folder = Path(os.environ.get("SPECTRAL_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"the real treebanks are not here ({folder}); set SPECTRAL_DATA to their folder")
    return folder


@pytest.fixture
def as_a_stranger(tmp_path: Path) -> Iterator[None]:
    """The test may not enter its own folder, also where root runs it."""
    if os.name != "posix":
        pytest.skip("folders are locked in other ways here")
    root = os.geteuid() == 0
    tmp_path.chmod(0)
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        tmp_path.chmod(0o700)


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """Opens windows on a text as a file: with the keys at its tree, or, where that is asked, to be read."""
    from PySide6.QtWidgets import QApplication

    from spectral_gui.app.window import Window
    from spectral_gui.preferences import Preferences
    from spectral_gui.state import AppContext

    windows: list[Window] = []

    def made(text: str, name: str = "text.conllu", read: bool = False) -> Window:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        window = Window(AppContext(tmp_path / "store"), Preferences(theme="light"))
        windows.append(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=5_000)
        if read:
            window.panels.show_workspace("read")
        with qtbot.waitSignal(window.context.survey.changed, timeout=60_000):
            window.document_actions.open(path)
        if not read:
            window.panels.focus_page()
        return window

    yield made
    for window in windows:
        window.close()
        window.deleteLater()
    QApplication.processEvents()
