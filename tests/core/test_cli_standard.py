"""Commands in pipes, where `-` is standard input and output; and what shells complete."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from spectral_core.cli import main
from spectral_core.files import locate_assets
from spectral_core.formats import load, loads

ENGLISH = locate_assets() / "sample" / "english"
SPECTRAL = (sys.executable, "-m", "spectral_core")


class Standard(io.TextIOWrapper):
    """One of a process's standard streams, over bytes in memory."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", write_through=True)

    @property
    def content(self) -> bytes:
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()


def piped(content: bytes, *arguments: str | Path, code: int = 0) -> tuple[bytes, str]:
    """What a command writes to stdout and stderr, with this on its standard input."""
    out, err = Standard(), Standard()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", Standard(content))
        patch.setattr(sys, "excepthook", sys.excepthook)
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
    told = err.content.decode()
    assert (ended.value.code or 0) == code, told
    return out.content, told


def through_pipes(content: bytes, *arguments: str | Path) -> bytes:
    """The same from a process of its own."""
    return subprocess.run([*SPECTRAL, *map(str, arguments)], input=content, stdout=subprocess.PIPE, check=True).stdout


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "d.npz"
    settings = ("-s", "states=2", "-s", "calibration=false", "-s", "estimator=det")
    piped(b"", "learn", "head-automata", ENGLISH / "sampled.conllu", "-o", path, *settings)
    return path


def test_text_from_a_pipe_is_parsed_into_a_pipe(parser: Path) -> None:
    out, _ = piped(b"The dog sleeps. The cat barks.", "parse", parser, "-", "-o", "-")
    parsed = loads(out, format="conllu")
    assert [sentence.forms for sentence in parsed] == [("The", "dog", "sleeps", "."), ("The", "cat", "barks", ".")]
    assert all(sentence.has_heads for sentence in parsed)
    tagged, _ = piped(b"The dog sleeps.", "tag", parser, "-", "-o", "-")
    assert set(loads(tagged, format="conllu")[0].xpos) != {"_"}


def test_one_command_feeds_the_next(parser: Path) -> None:
    content = (ENGLISH / "written.conllu").read_bytes()
    trees, _ = piped(content, "parse", parser, "-", "-o", "-", "--tags", "given")
    found = through_pipes(trees, "compare", ENGLISH / "written.conllu", "-", "--json")
    assert json.loads(found)["sentences"] == len(load(ENGLISH / "written.conllu"))
    seen, _ = piped(trees, "find", "VERB", "-", "--json")
    assert json.loads(seen)["files"][0]["file"] == "-"


def test_a_treebank_is_converted_from_a_pipe_into_a_pipe() -> None:
    content = (ENGLISH / "written.mrg").read_bytes()
    as_file = (ENGLISH / "written.conllu").read_bytes()
    out, _ = piped(content, "convert", "-", "-o", "-", "--to", "conllu", "--heads", "collins", "--drop")
    assert [one.forms for one in loads(out, format="conllu")] == [one.forms for one in load(ENGLISH / "written.conllu")]
    assert through_pipes(gzip.compress(as_file), "convert", "-", "-o", "-") == as_file
    assert piped(content, "convert", "-", "-o", "-")[0] == content


def test_a_model_is_written_to_a_pipe_and_read_from_one() -> None:
    corpus = (ENGLISH / "written.conllu").read_bytes()
    model, told = piped(corpus, "learn", "hmm", "-", "-o", "-", "-s", "states=2", "-s", "column=upos")
    assert "Hidden Markov model, trained on" in told
    out, _ = piped(model, "score", "-", ENGLISH / "written.conllu")
    assert len(out.splitlines()) == len(load(ENGLISH / "written.conllu"))


def test_a_sentence_is_drawn_from_a_pipe(tmp_path: Path) -> None:
    content = (ENGLISH / "written.conllu").read_bytes()
    out, _ = piped(content, "figure", "-", "--sentence", "2", "-o", "-")
    assert load(ENGLISH / "written.conllu")[1].forms[0] in out.decode()
    piped(content, "figure", "-", "--sentence", "2", "-o", tmp_path / "a.tex")
    assert "dependency" in (tmp_path / "a.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("content", "arguments", "code", "sentence"),
    [
        (b"", ("compare", "-", "-"), 2, "- is standard input, which can be read once"),
        (b"", ("score", "-", "-"), 2, "- is standard input, which can be read once"),
        (b"", ("check", "-", "-"), 2, "- is standard input, which can be read once"),
        (b"", ("learn", "hmm", "-", "-", "-o", "-"), 2, "- is standard input, which can be read once"),
        (b"", ("check", "-"), 1, "the text: this file is empty"),
        (b"a\tb\nc\td\n", ("check", "-"), 1, "the text: it does not show which format this is"),
        (b"\x1f\x8b\x00", ("check", "-"), 1, "the gz archive is damaged"),
        (b"1\tx\n", ("learn", "hmm", "-", "-o", "-", "--json"), 2, "-o - and --json both write"),
        (b"no model", ("score", "-", "x.conllu"), 1, "this is not a model"),
    ],
)
def test_what_cannot_be_read_from_a_pipe_is_told(
    content: bytes, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    _, told = piped(content, *arguments, code=code)
    assert sentence in told
    assert "standard-input" not in told
    assert "Traceback" not in told


COMPLETING: dict[str, dict[str, str]] = {
    "bash": {"COMP_WORDS": "spectral {}", "COMP_CWORD": "{at}"},
    "zsh": {"_TYPER_COMPLETE_ARGS": "spectral {}"},
    "fish": {"_TYPER_COMPLETE_ARGS": "spectral {}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    "powershell": {"_TYPER_COMPLETE_ARGS": "spectral {}", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "{last}"},
}


def shell_asks(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> str:
    """What the program answers a shell that asks by variables of its environment."""
    with monkeypatch.context() as patch:
        for name, text in given.items():
            patch.setenv(name, text)
        out, told = piped(b"")
    assert told == ""
    return out.decode()


@pytest.mark.parametrize("shell", COMPLETING)
def test_shells_complete_commands_and_methods(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(typed: str) -> dict[str, str]:
        words = typed.split()
        given = {
            name: text.replace("{at}", str(len(words))).replace("{last}", words[-1]).replace("{}", typed)
            for name, text in COMPLETING[shell].items()
        }
        return {**given, "_SPECTRAL_COMPLETE": f"complete_{shell}"}

    assert "learn" in shell_asks(monkeypatch, asked("lea"))
    assert "parse" not in shell_asks(monkeypatch, asked("lea"))
    assert "--drop" in shell_asks(monkeypatch, asked("convert --dr"))
    methods = shell_asks(monkeypatch, asked("learn hea"))
    assert "head-automata" in methods
    if shell == "bash":  # as the shell does it
        environment = {**os.environ, **asked("learn hea")}
        done = subprocess.run(SPECTRAL, env=environment, capture_output=True, text=True, check=False, encoding="utf-8")
        assert (done.stdout, done.stderr) == (methods, "")


@pytest.mark.parametrize("shell", COMPLETING)
def test_every_shell_is_given_its_script(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = shell_asks(monkeypatch, {"_SPECTRAL_COMPLETE": f"source_{shell}"})
    assert "_SPECTRAL_COMPLETE" in script
    assert f"complete_{shell}" in script
