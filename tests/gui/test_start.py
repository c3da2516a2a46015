"""The program as a process: how it ends, with its engine, and how it draws pictures of a file."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from spectral_core.files import locate_assets

SAMPLE = locate_assets() / "sample" / "english" / "written.conllu"
BUSY = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from spectral_gui.state import AppContext

if __name__ == "__main__":
    application = QApplication([])
    desk = AppContext(Path(sys.argv[2]))
    desk.notices.failed.connect(lambda why: print(why, flush=True))
    desk.runs.progressed.connect(lambda _: print("busy", flush=True))
    settings = {"states": 20, "estimator": "em", "iterations": 10_000, "tolerance": 0.0}
    desk.survey.changed.connect(lambda: desk.runs.train("hmm", settings))
    desk.session.open(Path(sys.argv[1]))
    application.exec()
"""

processes = pytest.mark.skipif(
    not (Path("/proc/self/task").is_dir() and hasattr(os, "pidfd_open")), reason="looks into /proc for processes"
)


def started(*command: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen(
        [sys.executable, *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def engines_of(process: int) -> list[int]:
    """The processes of the engine that this one has started: and the one that they are forked from."""
    servers = [child for child in children_of(process) if b"forkserver" in Path(f"/proc/{child}/cmdline").read_bytes()]
    return [engine for server in servers for engine in (*children_of(server), server)]


def children_of(process: int) -> Iterator[int]:
    for task in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            yield from map(int, (task / "children").read_text().split())


def ends_within(watched: int, seconds: float) -> bool:
    return bool(select.select([watched], [], [], seconds)[0])


@processes
@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=lambda way: way.name)
def test_the_engine_ends_with_the_window(way: signal.Signals, qtbot: QtBot) -> None:
    with started("-m", "spectral_gui", str(SAMPLE)) as window:
        try:
            qtbot.waitUntil(lambda: len(engines_of(window.pid)) > 1, timeout=30_000)
            engines = [os.pidfd_open(engine) for engine in engines_of(window.pid)]
            window.send_signal(way)
            for engine in engines:
                assert ends_within(engine, 60)
                os.close(engine)
            assert window.wait(60) == (-way if way is signal.SIGKILL else 0)
            said = "" if window.stderr is None else window.stderr.read()
            assert "Traceback" not in said or way is signal.SIGKILL  # an engine that is only starting may complain
        finally:
            window.kill()


STOPPED_TWICE = """
import os
import signal
import sys
from PySide6.QtCore import QTimer
from spectral_gui.app import start, window
from spectral_gui.state import AppContext


class Last:
    def __del__(self):  # when the interpreter deletes the modules, after it has reset its signal handlers
        write(1, b"last")
        kill(process, terminate)


def close(context):
    print("closing", flush=True)
    kill(process, terminate)
    close_context(context)


def show_event(self, event):
    show_window(self, event)
    QTimer.singleShot(0, lambda: kill(process, terminate))


process, terminate, kill, write = os.getpid(), signal.SIGTERM, os.kill, os.write
close_context, AppContext.close = AppContext.close, close
show_window, window.Window.showEvent = window.Window.showEvent, show_event
_last = Last()  # deleted before other names, by its underscore
start.main()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_a_program_that_is_ending_is_not_killed_by_a_second_signal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path / "home"))
    with started("-c", STOPPED_TWICE) as window:
        out, complaint = window.communicate(timeout=180)
    assert out.split() == ["closing", "closing", "last"]  # by the window, and by the program
    assert (window.returncode, "Traceback" in complaint) == (0, False)


@processes
def test_an_engine_at_work_ends_with_a_window_that_is_killed(qtbot: QtBot, tmp_path: Path) -> None:
    script = tmp_path / "busy.py"
    script.write_text(BUSY, encoding="utf-8")
    with started(str(script), str(SAMPLE), str(tmp_path / "store")) as window:
        try:
            assert window.stdout is not None
            assert window.stdout.readline() == "busy\n"
            engines = [os.pidfd_open(engine) for engine in engines_of(window.pid)]
            assert len(engines) > 1
            window.kill()
            for engine in engines:
                assert ends_within(engine, 60)
                os.close(engine)
        finally:
            window.kill()


def test_pictures_are_of_the_file_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "one.conllu"
    path.write_text("1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    path.chmod(0o600)
    with started("-m", "spectral_gui", "--pictures", str(tmp_path / "drawn"), str(path)) as drawing:
        out, complaint = drawing.communicate(timeout=180)
    assert (drawing.returncode, complaint) == (0, "")
    written = [Path(line) for line in out.splitlines()]
    assert [picture.name for picture in written] == ["window.png", "window-dark.png"]
    if os.name == "posix":  # who may not read the text may not look at them
        assert {picture.stat().st_mode & 0o777 for picture in written} == {0o600}
    light, dark = (QImage(str(picture)) for picture in written)
    assert light.pixelColor(5, 5).lightness() > 200 > 60 > dark.pixelColor(5, 5).lightness()


def test_pictures_of_a_file_that_is_not_there_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with started("-m", "spectral_gui", "--pictures", str(tmp_path), str(tmp_path / "none.conllu")) as drawing:
        out, complaint = drawing.communicate(timeout=180)
    assert (drawing.returncode, out) == (1, "")
    assert "there is no such file" in complaint
    assert "Traceback" not in complaint


USABLE = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from spectral_gui.app import start
application = start.make_application()
from spectral_gui.state import AppContext
from spectral_gui.app.window import Window
window = Window(AppContext(Path(sys.argv[2])))
window.show()
window.context.session.changed.connect(lambda _: QTimer.singleShot(0, application.quit))
window.document_actions.open(Path(sys.argv[1]))
application.exec()
window.context.close()
heavy = {"sklearn", "numba", "scipy", "matplotlib", "networkx", "pygraphviz"}
patterns = "spectral_core.formats.text" in sys.modules  # those of running text
word_count = len(window.context.session.selection.words)
print(sorted({name.split(".")[0] for name in sys.modules} & heavy), patterns, word_count)
window.close()
"""


def test_a_window_with_a_treebank_has_loaded_nothing_heavy(tmp_path: Path) -> None:
    with started("-c", USABLE, str(SAMPLE), str(tmp_path / "store")) as window:
        out, complaint = window.communicate(timeout=180)
    assert (out, window.returncode) == ("[] False 0\n", 0), complaint


NONSENSE = "".join(
    f"1\tZyglot{number}\tzyglot\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n"
    f"2\tquarnixes{number % 50}\tquarnix\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
    for number in range(400)
)
LOGGED = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from spectral_core import logs
from spectral_gui.state import AppContext

if __name__ == "__main__":
    application = QApplication([])
    logs.start_logging("window", logs.LogSetup(Path(sys.argv[2]) / "logs"))
    desk = AppContext(Path(sys.argv[2]))
    desk.notices.failed.connect(lambda why: print("failed", why, flush=True))
    desk.runs.progressed.connect(lambda _: print("busy", flush=True))
    settings = {"states": 20, "estimator": "em", "iterations": 10_000, "tolerance": 0.0}

    def learn():
        desk.session.edit("Attach Zyglot to quarnixes", lambda sentence: sentence.with_head(2, 1).with_head(1, 0))
        desk.runs.train("hmm", settings)

    desk.survey.changed.connect(learn)
    desk.session.open(Path(sys.argv[1]))
    application.exec()
"""


def read_logs(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()))


@processes
def test_an_engine_that_crashes_is_in_the_log_and_no_word_of_the_text(qtbot: QtBot, tmp_path: Path) -> None:
    script, text, logs = tmp_path / "logged.py", tmp_path / "text.conllu", tmp_path / "logs"
    script.write_text(LOGGED, encoding="utf-8")
    text.write_text(NONSENSE, encoding="utf-8")
    with started(str(script), str(text), str(tmp_path)) as window:
        try:
            assert window.stdout is not None
            assert window.stdout.readline() == "busy\n"
            begun = re.search(r"engine-learning started as process (\d+)", read_logs(logs))
            assert begun is not None
            os.kill(int(begun[1]), signal.SIGKILL)
            while not window.stdout.readline().startswith("failed"):
                assert window.poll() is None
        finally:
            window.kill()
    written = read_logs(logs)
    assert re.search(
        rf"ERROR .*engine-learning \(process {begun[1]}, exit code -9\) crashed with job \d+ Train", written
    )
    assert re.search(r"job \d+ begins: Train", written)
    assert "text.conllu: 400 sentences" in written
    assert not re.search("zyglot|quarnix", written, re.IGNORECASE)


@processes
def test_the_window_logs_to_private_files_and_says_on_request_where_its_threads_are(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, logs = tmp_path / "text.conllu", tmp_path / "home" / "data" / "logs"
    text.write_text(NONSENSE, encoding="utf-8")
    monkeypatch.setenv("SPECTRAL_HOME", str(tmp_path / "home"))
    with started("-m", "spectral_gui", "--verbose", str(text)) as window:
        try:
            qtbot.waitUntil(lambda: logs.is_dir() and "opened project" in read_logs(logs), timeout=60_000)
            window.send_signal(signal.SIGUSR1)
            qtbot.waitUntil(lambda: (logs / "window-faults.log").stat().st_size > 0, timeout=60_000)
            window.send_signal(signal.SIGTERM)
            _, told = window.communicate(timeout=60)
        finally:
            window.kill()
    assert window.returncode == 0
    assert "start.py" in (logs / "window-faults.log").read_text()
    assert "the window is closed, exit code 0" in (logs / "window.log").read_text()
    assert "the window is closed, exit code 0" in told
    assert logs.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in logs.iterdir()} == {0o600}
    assert not re.search("zyglot|quarnix", read_logs(logs) + told, re.IGNORECASE)
