"""Sweeps: what is learnt, in which order, what is measured, and what the command writes of it."""

from __future__ import annotations

import csv
import json
import os
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from fixtures import tiny_treebank

from spectral_core import formats
from spectral_core.cli import main
from spectral_core.data import Treebank
from spectral_core.engine import DocumentState, Engine, Sweep, parse_axis
from spectral_core.engine.training import evaluate_model
from spectral_core.errors import DataError, SettingsError
from spectral_core.model import Value
from spectral_core.progress import Progress, ignore_progress
from spectral_core.project import Project, SweepPoint
from spectral_core.project import Run as Kept
from spectral_core.project.runs import pack_run, unpack_run
from spectral_core.registry import METHODS, make_settings

HMM_STATES = 3
HMM: dict[str, Value] = {"states": HMM_STATES, "column": "xpos", "minimum": 1}
TRAIN, DEV = Treebank.of(list(tiny_treebank()) * 4), Treebank.of(list(tiny_treebank())[:6])


@pytest.fixture
def held() -> Engine:
    made = Engine()
    made.set_document("train", DocumentState(None, "", {}, treebank=TRAIN))
    made.set_document("dev", DocumentState(None, "", {}, treebank=DEV))
    return made


def sweep(*over: tuple[str, tuple[Value, ...]], seeds: int = 1, **settings: Value) -> Sweep:
    return Sweep(("train",), "dev", "hmm", {**HMM, **settings}, over, seeds)


@pytest.mark.parametrize(
    ("method", "text", "values"),
    [
        ("hmm", "states=2:16:2", (2, 4, 6, 8, 10, 12, 14, 16)),
        ("hmm", "states=2:5", (2, 3, 4, 5)),
        ("hmm", "states=1, 8,2:3", (1, 8, 2, 3)),
        ("hmm", "estimator=em,spectral", ("em", "spectral")),
        ("hmm", "sentences=50,200", (50, 200)),
        ("class-bigram", "bigrams=0.1:0.3:0.1", (0.1, 0.2, 0.3)),
    ],
)
def test_ranges_have_both_ends_and_lists_their_order(method: str, text: str, values: tuple[Value, ...]) -> None:
    assert parse_axis(METHODS[method], text) == (text.split("=")[0], values)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("states", "varies nothing"),
        ("states=", "varies nothing"),
        ("states=2,", "varies nothing"),
        ("states=8:2", "goes up"),
        ("states=2:8:0", "goes up"),
        ("states=2:4:6:8", "no range"),
        ("states=a:b", "no range"),
        ("states=1/0:2", "no range"),
        ("states=1:10000000", "at most"),
        ("states=1:1e999999999", "no range"),
        ("states=1e-999999999:2", "no range"),
        ("states=two", "takes"),
        ("sentences=0", "whole numbers"),
        ("sentences=²", "whole numbers"),
        (f"sentences={'9' * 5_000}", "whole numbers"),
        ("stages=2", "no setting 'stages'"),
    ],
)
def test_what_varies_nothing_is_answered_with_what_would(text: str, complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        parse_axis(METHODS["hmm"], text)


def test_every_combination_is_learnt_and_starts_only_where_there_is_chance() -> None:
    plan = sweep(("states", (2, 3)), ("estimator", ("em", "spectral")), seeds=2, seed=7).plan_points()
    assert [dict(point.at) for point in plan] == [
        {"states": 2, "estimator": "em", "seed": 7},
        {"states": 2, "estimator": "em", "seed": 8},
        {"states": 3, "estimator": "em", "seed": 7},
        {"states": 3, "estimator": "em", "seed": 8},
        {"states": 2, "estimator": "spectral"},
        {"states": 3, "estimator": "spectral"},
    ]


def test_a_sweep_over_nothing_twice_or_too_much_is_refused() -> None:
    for over in ((), (("states", (2,)), ("states", (3,)))):
        with pytest.raises(SettingsError, match="something to vary, each thing once"):
            sweep(*over).plan_points()
    with pytest.raises(SettingsError, match="at most 2,000 times"):
        sweep(("states", tuple(range(2, 60))), ("minimum", tuple(range(1, 60)))).plan_points()


def test_each_point_measures_the_model_that_is_learnt_with_its_values_from_so_many_sentences(held: Engine) -> None:
    asked = sweep(("states", (2, 3)), ("sentences", (12, 30)), estimator="spectral")
    points = asked.run(held, ignore_progress)
    assert [tuple(point.at.values()) for point in points] == [(2, 12), (3, 12), (2, 30), (3, 30)]
    hmm = METHODS["hmm"]
    for point in points:
        settings = make_settings(hmm, {**HMM, "estimator": "spectral", "states": point.at["states"]})
        model = hmm.learn(Treebank.of(TRAIN[: int(point.at["sentences"])]), settings)
        assert point.measures == evaluate_model(model, DEV, ignore_progress)
        assert point.seconds > 0
        assert not point.complaint
    assert len({point.measures["perplexity"] for point in points}) == 4


def test_what_cannot_be_learnt_is_said_at_its_point_alone(held: Engine) -> None:
    points = sweep(("states", (2, 60)), estimator="spectral").run(held, ignore_progress)
    assert points[0].measures
    assert not points[1].measures
    assert "60 hidden states" in points[1].complaint
    with pytest.raises(DataError, match="no model of the sweep could be trained: 60 hidden states"):
        sweep(("states", (60,)), estimator="spectral").run(held, ignore_progress)


def test_more_sentences_than_there_are_mean_all_of_them(held: Engine) -> None:
    points = sweep(("sentences", (12, 5000, 400))).run(held, ignore_progress)
    assert [point.at["sentences"] for point in points] == [12, 48]
    (whole,) = sweep(("states", (HMM_STATES,))).run(held, ignore_progress)
    assert points[1].measures == whole.measures


def test_reports_count_the_points_and_say_what_each_measured(held: Engine) -> None:
    seen: list[Progress] = []
    points = sweep(("states", (2, 3))).run(held, seen.append)
    told = [progress for progress in seen if progress.measures]
    assert [(progress.stage, progress.done, progress.total) for progress in told] == [
        ("states 2", 1, 2),
        ("states 3", 2, 2),
    ]
    assert [progress.measures for progress in told] == [point.measures for point in points]


def test_a_run_keeps_its_points_in_the_journal() -> None:
    point = SweepPoint({"states": 2, "estimator": "em", "smooth": 0.5}, 1.5, {"uas": 80.0, "perplexity": float("inf")})
    run = Kept("hmm 1", "hmm", over=("states", "estimator"), points=(point, SweepPoint({"states": 9}, complaint="no")))
    assert unpack_run(pack_run(run)) == run


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    def called(*arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return called


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "train.conllu", tmp_path / "dev.conllu"
    for path, treebank in zip(paths, (TRAIN, DEV), strict=True):
        formats.save(treebank, path, drop=True)
    return paths


def test_the_command_writes_a_table_an_object_and_a_figure(
    run: Command, files: tuple[Path, Path], tmp_path: Path
) -> None:
    train, dev = files
    asked = ("sweep", "ngram", train, "--dev", dev, "--over", "order=2:4", "--sizes", "12,48")
    code, out, _ = run(*asked)
    assert code == 0
    told = [line.split()[:2] for line in out.splitlines() if line.split() and line.split()[0].isdigit()]
    assert told == [[order, size] for size in ("12", "48") for order in "234"]
    found = json.loads(run(*asked, "--json", "-o", tmp_path / "curve.csv")[1])
    assert (found["method"], found["over"]) == ("ngram", ["order", "sentences"])
    rows = list(csv.DictReader((tmp_path / "curve.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == len(found["points"]) == 6
    for row, point in zip(rows, found["points"], strict=True):
        assert float(row["perplexity"]) == pytest.approx(point["measures"]["perplexity"])
        assert int(row["order"]) == point["at"]["order"]
    code, out, err = run(*asked, "-o", tmp_path / "curve.svg")
    assert (code, len(err.splitlines())) == (0, 1)  # dev is a part of train here
    assert "perplexity" in out  # the table is there beside the figure
    drawn = "".join(ET.parse(tmp_path / "curve.svg").getroot().itertext())
    assert "perplexity (per word)" in drawn
    assert "12 sentences" in drawn
    code, _, err = run(*asked, "--measure", "uas")
    assert code == 0
    assert "--measure uas: not measured here" in err
    assert "there is no measure 'usa'" in run(*asked, "--measure", "usa")[2]


@pytest.mark.parametrize(
    "name",
    [
        "a, b.conllu",
        pytest.param(
            os.fsdecode(b"caf\xe9 \xff.conllu"),
            marks=pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here"),
            id="bytes",
        ),
    ],
)
def test_a_file_with_an_odd_name_goes_through_every_command(
    run: Command, files: tuple[Path, Path], tmp_path: Path, name: str
) -> None:
    train, model = tmp_path / name, tmp_path / f"{name}.npz"
    train.write_bytes(files[0].read_bytes())
    settings = ("--set", "estimator=det", "--set", "tagger=false")
    for command in (
        ("learn", "head-automata", train, *settings, "--dev", train, "-o", model),
        ("sweep", "ngram", train, "--dev", train, "--sizes", "12", "-o", tmp_path / f"{name}.csv"),
        ("parse", model, train, "-o", tmp_path / f"parsed {name}"),
        ("evaluate", model, train),
        ("compare", train, tmp_path / f"parsed {name}", train),
        ("find", "the", train),
        ("check", train),
    ):
        code, _, err = run(*command)
        assert code == 0, (command, err)
    folder = tmp_path / "project"
    with Project.create(folder, [train]) as project:
        project.add_run(Kept("one", "ngram", documents=project.documents))
    for command in (("status", folder), ("verify", folder), ("export", folder, "-o", tmp_path / "out")):
        code, _, err = run("project", *command)
        assert (code, err) == (0, "")
    assert (tmp_path / "out" / name).is_file()


def test_the_command_says_what_its_figures_are_not_worth(
    run: Command, files: tuple[Path, Path], tmp_path: Path
) -> None:
    train, dev = files
    _, out, err = run("sweep", "ngram", train, "--dev", train, "--sizes", "12,100,1000", "-o", tmp_path / "curve.tex")
    assert f"{train}: 48 of its 48 sentences are also trained on, and scores on training data are optimistic" in err
    assert "There are 48 training sentences; larger sizes share one row" in err
    assert [line.split()[0] for line in out.splitlines() if line.strip()[:2].isdigit()] == ["12", "48"]
    assert "\\begin{tabular}" in (tmp_path / "curve.tex").read_text()
    other = tmp_path / "other.conllu"
    formats.save(Treebank.of(list(tiny_treebank())[6:]), other, drop=True)
    _, _, err = run("learn", "ngram", other, "--dev", dev, "-o", tmp_path / "m.npz")
    assert err == ""


def test_the_command_says_what_is_wrong_before_it_learns(run: Command, files: tuple[Path, Path]) -> None:
    train, dev = files
    assert "something to vary" in run("sweep", "hmm", train, "--dev", dev)[2]
    assert "no method 'hhm'" in run("sweep", "hhm", train, "--dev", dev, "--over", "states=2")[2]
    assert "no setting 'stats'" in run("sweep", "hmm", train, "--dev", dev, "--over", "stats=2:3")[2]
    assert ".doc" in run("sweep", "hmm", train, "--dev", dev, "--over", "states=2", "-o", "a.doc")[2]


@pytest.mark.parametrize("command", ["learn", "train", "sweep"])
@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("missing.conllu", None, "there is no such file"),
        ("words.conllu", "1\tgo\tgo\tVERB\tVB\t_\t_\t_\t_\t_\n\n", "No sentence here has dependency heads"),
        ("tags.conllu", "1\tgo\tgo\t_\tVB\t_\t0\troot\t_\t_\n\n", "has heads that form a tree and the column upos"),
        ("trees.mrg", "(S (VB go))\n", "No sentence here has dependency heads"),
    ],
)
def test_an_unusable_dev_is_refused_before_training(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, name: str, content: str | None,
    reason: str,
) -> None:  # fmt: skip
    monkeypatch.setattr("spectral_core.models.arc_parser.training._train_parser", lambda *_: pytest.fail("trained"))
    train, dev = tmp_path / "train.conllu", tmp_path / name
    formats.save(tiny_treebank(), train, drop=True)
    text = train.read_text(encoding="utf-8")
    train.write_text(
        "\n".join(
            "\t".join((*cells[:3], "X", *cells[4:])) if len(cells) == 10 else line
            for line in text.split("\n")
            for cells in [line.split("\t")]
        ),
        encoding="utf-8",
    )
    if content is not None:
        dev.write_text(content, encoding="utf-8")
    asked = {
        "learn": ("learn", "arc-parser", train, "-o", tmp_path / "m.npz"),
        "train": ("train", train, "-o", tmp_path / "m.npz"),
        "sweep": ("sweep", "arc-parser", train, "--sizes", "5"),
    }[command]
    code, _, err = run(*asked, "--dev", dev)
    assert (code, name in err, reason in err) == (1, True, True)


def test_a_parser_is_not_swept_on_sentences_without_its_structure(
    run: Command, files: tuple[Path, Path], tmp_path: Path
) -> None:
    dev = tmp_path / "words.txt"
    dev.write_text("They go .\n", encoding="utf-8")
    code, _, err = run("sweep", "branching", files[0], "--dev", dev, "--sizes", "5")
    assert (code, "no sentence has constituents to measure on" in err) == (1, True)
