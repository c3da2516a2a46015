"""The pages of measurements: their index, and the markers of tables that say which command writes them."""

from __future__ import annotations

import re
import shlex
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
import typer

from spectral_core.bench import TABLE_OPTIONS, TABLES
from spectral_core.cli import app
from spectral_core.files import locate_assets

CHECKOUT = Path(__file__).resolve().parents[2]
INDEX = locate_assets() / "developing" / "measurements.md"
PAGES = sorted(INDEX.with_suffix("").glob("*.md"))
MARKED = """# Rain

<!-- table: spectral bench words --data DATA -->
| a |
|---|
| old |
<!-- end of table -->

<!-- table by hand: spectral bench tags; python x.py -->
| b |
|---|
<!-- end of table -->
"""


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(CHECKOUT / "tests" / "benchmarks"))
    import tables

    return tables


@cache
def make_commands() -> dict[str, typer.core.TyperCommand]:
    return typer.main.get_command(app).commands  # type: ignore[attr-defined, no-any-return]


def check_command(command: str) -> None:
    """Fail where a command of a marker cannot be given: no such sub-command, option, table, script."""
    program, *words = shlex.split(command)
    if program != "spectral":
        assert program in ("python", "pip")
        assert all((CHECKOUT / word).is_file() for word in words if word.endswith(".py")), command
        return
    name, *arguments = words
    parsed = make_commands()[name].make_context(name, arguments)
    if name == "bench":
        assert parsed.params["name"] in TABLES, command
        assert not parsed.params["only"] or "only" in TABLE_OPTIONS.get(parsed.params["name"], ()), command


def test_the_index_links_every_page_and_no_other() -> None:
    linked = re.findall(r"\]\(measurements/([^)]+)\)", INDEX.read_text(encoding="utf-8"))
    assert sorted(linked) == [page.name for page in PAGES] != []


@pytest.mark.parametrize("page", [INDEX, *PAGES], ids=lambda page: page.stem)
def test_links_of_a_page_of_measurements_lead_to_pages(page: Path) -> None:
    linked = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [one for one in linked if not (page.parent / one).is_file()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_table_of_measurements_names_a_command_that_exists(tables: ModuleType, page: Path) -> None:
    found = tables.read_tables(page)
    rows = [line for line in page.read_text(encoding="utf-8").splitlines(keepends=True) if line.startswith("|")]
    assert "".join(table.rows for table in found) == "".join(rows), "a table without a marker"
    for table in found:
        for command in table.commands:
            check_command(command)
        if not table.by_hand:
            (command,) = table.commands
            assert command.startswith("spectral bench ")
            assert page.read_text(encoding="utf-8").count(f"<!-- table: {command} -->") == 1


def test_a_rewritten_table_leaves_the_rest_of_its_page(tables: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "rain.md"
    page.write_bytes(MARKED.encode())
    by_command, by_hand = tables.read_tables(page)
    assert (by_command.by_hand, by_hand.by_hand) == (False, True)
    assert by_hand.commands == ("spectral bench tags", "python x.py")
    by_command.replace("| a |\n|---|\n| new |\n")
    assert page.read_bytes() == MARKED.replace("old", "new").encode()


def test_a_command_that_fails_leaves_its_table(
    tables: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "rain.md"
    page.write_bytes(MARKED.encode())
    monkeypatch.setattr(tables, "PAGES", tmp_path)
    monkeypatch.setattr(sys, "argv", ["tables.py", "bench words", "--data", str(tmp_path)])  # which has no treebanks
    assert tables.main() == 1
    assert "the command ended with 1, its table is left" in capfd.readouterr().err
    assert page.read_bytes() == MARKED.encode()
