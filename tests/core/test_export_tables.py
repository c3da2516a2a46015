"""Tables for spreadsheets and papers, read back."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectral_core.formats.export.tables import Cell, escape_formula, table_to_csv, table_to_latex

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)


@given(rows=st.lists(st.lists(texts, min_size=2, max_size=2), max_size=4))
def test_a_csv_table_comes_back_cell_by_cell(rows: list[list[str]]) -> None:
    written = table_to_csv(["a", "b"], rows)
    read = list(csv.reader(io.StringIO(written, newline="")))
    assert read == [["a", "b"], *([escape_formula(cell) for cell in row] for row in rows)]


@pytest.mark.parametrize("cell", ["=1+1", "@SUM(A1)", "+1", "-1", " \t=1", "\uff1dHYPERLINK(1)", "\r=1"])
def test_no_text_in_csv_is_a_formula(cell: str) -> None:
    assert list(csv.reader(io.StringIO(table_to_csv(["=a"], [[cell], [-1]]), newline=""))) == [
        ["'=a"],
        [f"'{cell}"],
        ["-1"],
    ]


def test_numbers_in_csv_keep_their_last_digit_and_nothing_is_an_empty_cell() -> None:
    written = table_to_csv(["run", "x"], [["one", 0.1 + 0.2], ["two", None], ['a "quoted", name', 3]])
    assert written == 'run,x\r\none,0.30000000000000004\r\ntwo,\r\n"a ""quoted"", name",3\r\n'


def test_a_latex_table_has_the_rules_of_booktabs_and_its_numbers_to_the_right() -> None:
    rows: list[list[Cell]] = [["hmm 1", 20.25, "50 % of a_b"], ["hmm 2", None, ""]]
    lines = table_to_latex(["run", "perplexity", "note"], rows, lambda _, value: f"{value:.1f}").splitlines()
    assert lines[1:] == [
        r"\begin{tabular}{lrl}",
        r"\toprule",
        r"run & perplexity & note \\",
        r"\midrule",
        r"hmm 1 & 20.2 & 50 \% of a\_b \\",
        r"hmm 2 &  &  \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_minus_and_infinity_are_set_as_mathematics() -> None:
    written = table_to_latex(["x"], [[-1.5], [float("inf")]], lambda _, value: "∞" if value > 9 else f"{value}")
    assert "$-1.5$" in written
    assert r"$\infty$" in written


@given(cells=st.lists(texts, min_size=3, max_size=3))
def test_no_text_breaks_a_latex_table(cells: list[str]) -> None:
    body = table_to_latex(["a", "b", "c"], [cells]).split("\\midrule\n")[1].split("\n\\bottomrule")[0]
    bare = re.sub(r"\\[a-z]+(?:\d+|\{\})?|\\[{}$#%_&]|\\symbol\{38\}", "", body.removesuffix(r" \\"))
    assert bare.count("&") == 2
    assert not set(bare) & set("$#%_~^\\")
