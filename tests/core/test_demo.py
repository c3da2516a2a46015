"""The demo without a display: tables from the sample project, then pictures or the packages that are missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from spectral_core import machine
from spectral_core.bench import demo
from spectral_core.cli import main


@pytest.fixture
def without_qt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(
        machine, "_OFFSCREEN_LIBRARIES", (machine.SystemLibrary("libnothing.so.1", "libnothing1", "nothing-libs"),)
    )
    monkeypatch.setattr(machine, "_DISPLAY_LIBRARIES", ())


@pytest.mark.usefixtures("without_qt")
def test_the_demo_learns_parses_and_ranks_and_names_what_the_window_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo"])
    out, err = capsys.readouterr()
    assert not ended.value.code
    assert err == ""
    rows = [line.split() for line in out.splitlines()]
    perplexity = {
        " ".join(row[:-2]): float(row[-2]) for row in rows if "=" in "".join(row[1:2]) and row[0] in ("hmm", "ngram")
    }
    assert len(perplexity) == 5
    assert all(2 < value < 20 for value in perplexity.values())
    f1 = {row[1]: float(row[-1]) for row in rows if row[:1] == ["branching"]}
    assert f1["kind=left"] < f1["kind=right"] < f1["kind=heuristic-right"]
    heads = {
        row[0]: [float(cell) for cell in row[-3:-1]] for row in rows if row[:1] in (["head-automata"], ["arc-parser"])
    }
    (chain,) = (float(row[-1]) for row in rows if row[:3] == ["head", "is", "the"])
    assert chain < heads["head-automata"][0] < heads["arc-parser"][0]
    assert all(labelled <= attached for attached, labelled in heads.values())
    ranked = {row[1]: [float(cell) for cell in row[-4:]] for row in rows if row[:1] == ["analysis-ranker"]}
    assert ranked["context"][1] < ranked["most-frequent"][1]
    assert all(first >= second and candidates >= 2 for _, first, second, candidates in ranked.values())
    last = out.strip().splitlines()[-1]
    assert last.startswith("The window cannot start because libnothing.so.1 is not on this machine. Install with: ")
    assert "libnothing1" in last or "nothing-libs" in last


@pytest.mark.usefixtures("without_qt")
def test_the_window_is_refused_with_the_same_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["gui"])
    assert ended.value.code == 1
    assert "libnothing.so.1 is not on this machine" in capsys.readouterr().err


def test_without_a_display_the_window_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "find_missing_libraries", lambda **_: ())
    monkeypatch.setattr(machine, "has_display", lambda: False)
    with pytest.raises(SystemExit) as ended:
        main(["gui"])
    assert ended.value.code == 1
    assert "There is no display" in capsys.readouterr().err


@pytest.mark.usefixtures("without_qt")
@pytest.mark.parametrize(("asked", "code"), [([], 0), (["--pictures", "pictures"], 1)])
def test_pictures_that_were_asked_for_and_cannot_be_made_are_a_failure(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], code: int
) -> None:
    monkeypatch.setattr(demo, "print_demo", lambda: None)
    with pytest.raises(SystemExit) as ended:
        main(["demo", *asked])
    assert (ended.value.code or 0) == code


@pytest.mark.usefixtures("without_qt")
def test_pictures_are_made_although_the_display_lacks_a_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "_DISPLAY_LIBRARIES", machine._OFFSCREEN_LIBRARIES)
    monkeypatch.setattr(machine, "_OFFSCREEN_LIBRARIES", ())
    monkeypatch.setattr(machine, "has_display", lambda: True)
    monkeypatch.setattr(demo, "print_demo", lambda: None)
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "call", lambda command, **_: commands.append(command) or 0)
    with pytest.raises(SystemExit) as ended:
        main(["demo", "--pictures", str(tmp_path)])
    assert not ended.value.code
    assert commands[0][-2:] == ["--pictures", str(tmp_path)]
    assert "libnothing.so.1 is not on this machine" in capsys.readouterr().out
