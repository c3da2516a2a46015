"""The log: private files that rotate, nothing of a text in them, and stderr where it is asked for."""

from __future__ import annotations

import logging
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from spectral_core import logs

WORD = "Zyglot"
CORPUS = "1\tZyglot\tzyglot\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tquarnixes\tquarnix\tVERB\tVB\t_\t0\troot\t_\t_\n\n" * 20
CRASHING = """
from spectral_core.cli import app, main

@app.command("burst")
def burst() -> None:
    raise LookupError("Zyg" + "lot")

main(["burst"])
"""
needs_modes = pytest.mark.skipif(os.name != "posix", reason="files have other rights here")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that this process logs to."""
    logs.start_logging("test", logs.LogSetup(tmp_path / "logs"))
    yield tmp_path / "logs"
    logs.stop_logging()


def run_python(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SPECTRAL_HOME": str(home)}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )


@needs_modes
def test_log_files_and_their_folder_are_for_their_user_alone(folder: Path) -> None:
    logging.getLogger("spectral_core.test").info("a line")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()] == [0o600]


def test_a_log_that_grows_is_rotated_and_its_oldest_lines_go(tmp_path: Path) -> None:
    handler = logs.RotatingLogFile(tmp_path / "test.log", max_bytes=1000)
    for number in range(200):
        handler.emit(logging.LogRecord("test", logging.INFO, "", 0, "line %03d of twenty bytes", (number,), None))
    handler.close()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["test.log", *(f"test.log.{number}" for number in range(1, logs.BACKUPS + 1))]
    assert all(path.stat().st_size <= 1000 for path in tmp_path.iterdir())
    assert "line 199" in (tmp_path / "test.log").read_text()
    assert not any("line 000" in path.read_text() for path in tmp_path.iterdir())
    if os.name == "posix":
        assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def test_a_log_that_cannot_be_rotated_grows_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handler = logs.RotatingLogFile(tmp_path / "test.log", max_bytes=100)

    def refuse(*_: str) -> None:
        raise PermissionError("another process has it open")

    monkeypatch.setattr(os, "rename", refuse)
    for number in range(20):
        handler.emit(logging.LogRecord("test", logging.INFO, "", 0, "line %03d of twenty bytes", (number,), None))
    handler.close()
    assert len((tmp_path / "test.log").read_text().splitlines()) == 20


def test_an_exception_is_logged_with_its_lines_and_without_its_message(folder: Path) -> None:
    def fail() -> None:
        try:
            raise KeyError(WORD)
        except KeyError as error:
            raise ValueError(f"{WORD} is not known") from error

    try:
        fail()
    except ValueError:
        logging.getLogger("spectral_core.test").exception("unexpected exception")
    written = logs.get_log_path("test", folder).read_text()
    assert "builtins.ValueError" in written
    assert "builtins.KeyError" in written
    assert "in fail" in written
    assert WORD not in written


def test_a_line_break_in_the_name_of_a_file_begins_no_record(folder: Path) -> None:
    logging.getLogger("spectral_core.test").info("read %s", "a\n2026-01-01 INFO a lie")
    assert len(logs.get_log_path("test", folder).read_text().splitlines()) == 1


def test_the_program_runs_where_no_log_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("in the way")
    logs.start_logging("test", logs.LogSetup(tmp_path / "logs"))
    try:
        logging.getLogger("spectral_core.test").info("a line")
    finally:
        logs.stop_logging()
    assert (tmp_path / "logs").read_text() == "in the way"


def test_a_log_that_is_closed_is_written_no_more(tmp_path: Path) -> None:
    logs.start_logging("test", logs.LogSetup(tmp_path))
    logs.stop_logging()
    logging.getLogger("spectral_core.test").info("a line")
    assert (tmp_path / "test.log").read_text() == ""
    assert logs.get_active_log_setup() == logs.LogSetup()


def test_a_command_says_what_it_does_where_it_is_asked_to_and_never_the_words(tmp_path: Path) -> None:
    corpus, home = tmp_path / "corpus.conllu", tmp_path / "home"
    corpus.write_text(CORPUS, encoding="utf-8")
    learn = ("learn", "hmm", str(corpus), "-s", "states=2", "-o", str(tmp_path / "model.npz"))
    quiet = run_python(home, "-m", "spectral_core", *learn)
    assert "INFO" not in quiet.stderr
    assert not (home / "data").exists()
    verbose = run_python(home, "-m", "spectral_core", "--verbose", *learn)
    assert (quiet.returncode, verbose.returncode) == (0, 0)
    written = logs.get_log_path("command", home / "data" / "logs").read_text(encoding="utf-8")
    for expected in ("corpus.conllu: 20 sentences", "learning hmm from 20 sentences", "stored a model of hmm"):
        assert expected in verbose.stderr
        assert expected in written
    assert re.sub(r"[\d.]+ s", "", verbose.stdout) == re.sub(r"[\d.]+ s", "", quiet.stdout)  # but for the seconds
    assert "yglot" not in verbose.stderr + written
    assert "quarnix" not in verbose.stderr + written


def test_a_command_that_crashes_leaves_the_lines_it_passed_in_the_log(tmp_path: Path) -> None:
    script = tmp_path / "crashing.py"
    script.write_text(CRASHING)
    ended = run_python(tmp_path / "home", str(script))
    assert "This is a bug in spectral" in ended.stderr
    written = logs.get_log_path("command", tmp_path / "home" / "data" / "logs").read_text(encoding="utf-8")
    assert "CRITICAL" in written
    assert "in burst" in written
    assert "builtins.LookupError\n" in written
    assert WORD not in written


def test_doctor_names_the_log_file(tmp_path: Path) -> None:
    ended = run_python(tmp_path, "-m", "spectral_core", "doctor")
    assert f"Log: {tmp_path / 'data' / 'logs' / 'window.log'}" in ended.stdout.splitlines()[-1]


def test_a_process_says_on_request_where_each_of_its_threads_is(tmp_path: Path) -> None:
    if not hasattr(logs.faulthandler, "register"):
        pytest.skip("there is no such signal here")
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom spectral_core import logs\n"
        "logs.start_logging('test', logs.LogSetup(Path(sys.argv[1])))\nlogs.enable_fault_log('test')\n"
        "def waiting(): os.kill(os.getpid(), signal.SIGUSR1)\nwaiting()\n"
    )
    ended = run_python(tmp_path, "-c", code, str(tmp_path))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "in waiting" in (tmp_path / "test-faults.log").read_text()
