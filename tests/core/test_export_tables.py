"""Tables for spreadsheets and papers, read back."""

from __future__ import annotations

import csv
import io
import re

from hypothesis import given
from hypothesis import strategies as st

from spectral_core.formats.export.tables import Cell, csv_table, latex_table

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)


@given(rows=st.lists(st.lists(texts, min_size=2, max_size=2), max_size=4))
def test_a_csv_table_comes_back_cell_by_cell(rows: list[list[str]]) -> None:
    written = csv_table(["a", "b"], rows)
    assert list(csv.reader(io.StringIO(written, newline=""))) == [["a", "b"], *rows]


def test_numbers_in_csv_keep_their_last_digit_and_nothing_is_an_empty_cell() -> None:
    written = csv_table(["run", "x"], [["one", 0.1 + 0.2], ["two", None], ['a "quoted", name', 3]])
    assert written == 'run,x\r\none,0.30000000000000004\r\ntwo,\r\n"a ""quoted"", name",3\r\n'


def test_a_latex_table_has_the_rules_of_booktabs_and_its_numbers_to_the_right() -> None:
    rows: list[list[Cell]] = [["hmm 1", 20.25, "50 % of a_b"], ["hmm 2", None, ""]]
    lines = latex_table(["run", "perplexity", "note"], rows, lambda _, value: f"{value:.1f}").splitlines()
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
    written = latex_table(["x"], [[-1.5], [float("inf")]], lambda _, value: "∞" if value > 9 else f"{value}")
    assert "$-1.5$" in written
    assert r"$\infty$" in written


@given(cells=st.lists(texts, min_size=3, max_size=3))
def test_no_text_breaks_a_latex_table(cells: list[str]) -> None:
    body = latex_table(["a", "b", "c"], [cells]).split("\\midrule\n")[1].split("\n\\bottomrule")[0]
    bare = re.sub(r"\\[a-z]+(?:\d+|\{\})?|\\[{}$#%_&]|\\symbol\{38\}", "", body.removesuffix(r" \\"))
    assert bare.count("&") == 2
    assert not set(bare) & set("$#%_~^\\")
