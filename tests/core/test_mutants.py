"""The command that changes single lines and asks whether a test fails: what it changes, and with which tests."""

from __future__ import annotations

import ast
import json
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

PATH = "spectral_core/evaluate/measures.py"


@pytest.fixture
def mutants(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[1] / "benchmarks"))
    import mutants

    return mutants


@pytest.fixture
def reach_of(mutants: ModuleType, tmp_path: Path) -> Callable[..., object]:
    """What would be known of tests that take so long and reach these lines of a file."""

    def make(*rows: tuple[str, float, list[int]], passed: bool = True) -> object:
        lines = [
            {"test": test, "seconds": seconds, "passed": passed, "lines": {PATH: reached}}
            for test, seconds, reached in rows
        ]
        (tmp_path / "tests.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        return mutants.Reach(tmp_path / "tests.jsonl")

    return make


def line_of(mutants: ModuleType, text: str) -> int:
    lines = (mutants.ROOT / PATH).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_the_changes_that_are_written_down_can_be_made(mutants: ModuleType) -> None:
    named = list(mutants.named())
    assert len(named) == 16
    for mutant in named:
        compile(mutant.source, mutant.path, "exec")
        assert mutant.old != mutant.new
        assert all((mutants.ROOT / test).is_file() for test in mutant.tests)
    assert all(each.reason for each in mutants.equivalents())


def test_equivalent_changes_are_left_out_and_their_reasons_are_printed(
    mutants: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {"name": "", "path": PATH, "line": 21, "result": "survived", "ran": 3}
    rows = [{**row, "old": "_LIMIT = 1  # reworded", "new": f"_LIMIT = {new}  # reworded"} for new in (2, 3)]
    (tmp_path / "seed-0.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    listed = tmp_path / "mutants.toml"
    listed.write_text(
        f'[[equivalent]]\npath = "{PATH}"\nold = "_LIMIT = 1"\nnew = "_LIMIT = 2"\nreason = "a buffer"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(mutants, "LISTED", listed)
    mutants.report(Namespace(folder=tmp_path, named=False, seed=0))
    printed = capsys.readouterr().out
    assert printed.splitlines()[2].split() == ["evaluate", "1", "0", "0", "1", "1", "100.0"]
    assert f"equivalent: {PATH}:21, a buffer" in printed
    assert f"survived: {PATH}:21, 3 tests" in printed
    assert f"outdated in mutants.toml: {PATH} no longer has the line\n  - _LIMIT = 1" in printed


def test_the_quickest_tests_that_reach_a_line_come_first_and_then_others_of_their_files(
    mutants: ModuleType, reach_of: Callable[..., object]
) -> None:
    line = line_of(mutants, "mask = np.asarray")
    reach = reach_of(
        ("a.py::slow", 9.0, [line]), ("a.py::cached", 0.1, [line + 1]), ("b.py::quick", 0.5, [line]),
        ("c.py::elsewhere", 0.1, [line + 1]),
    )  # fmt: skip
    assert reach.tests_of(PATH, line, 20.0) == ["b.py::quick", "a.py::slow", "a.py::cached"]
    assert reach.tests_of(PATH, line, 5.0) == ["b.py::quick"]


def test_a_constant_is_tried_with_all_tests_of_its_module(mutants: ModuleType, reach_of: Callable[..., object]) -> None:
    line = line_of(mutants, "_MAX_REPR_LENGTH = 300")
    reach = reach_of(("a.py::first", 1.0, [line, line + 50]), ("b.py::later", 0.5, [line + 60]))
    assert reach.tests_of(PATH, line, 20.0) == ["b.py::later", "a.py::first"]


def test_a_test_that_failed_is_not_relied_on(reach_of: Callable[..., object]) -> None:
    assert reach_of(("a.py::broken", 1.0, [3, 4]), passed=False).lines() == []


def test_types_and_decorators_of_classes_are_left_alone(mutants: ModuleType) -> None:
    tree = ast.parse(
        "@dataclass(frozen=True)\nclass A:\n    b: int | None = 3\n\n    def c(self, d: int | str) -> A | None: ...\n"
    )
    assert len(mutants.closed_places(tree)) == 4


def test_the_same_seed_draws_the_same_changes_and_each_can_be_compiled(
    mutants: ModuleType, reach_of: Callable[..., object]
) -> None:
    pytest.importorskip("cosmic_ray", reason="the operators are those of cosmic-ray")
    reach = reach_of(("a.py::one", 1.0, list(range(1, 200))))
    drawn = [mutant.key for mutant in mutants.draw(reach, 8, 3)]
    assert drawn == [mutant.key for mutant in mutants.draw(reach, 8, 3)]
    assert drawn != [mutant.key for mutant in mutants.draw(reach, 8, 4)]
    assert len(set(drawn)) == 8
