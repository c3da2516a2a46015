"""Tables for other programs: CSV for spreadsheets, LaTeX (booktabs) for papers; cells are texts and numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from unicodedata import normalize

from spectral_core.formats.export.tex import escape_tex

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")  # how a text begins that a spreadsheet may compute

Cell = str | int | float | None  # None is an empty cell


def table_to_csv(header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """Write a table as CSV (RFC 4180), numbers to their last digit; no text in it is a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(map(escape_formula, header))
    writer.writerows([["" if cell is None else escape_formula(cell) for cell in row] for row in rows])
    return buffer.getvalue()


def escape_formula(cell: str | float) -> str | float:
    """Return a cell that spreadsheets do not take for a formula, marked by an apostrophe where it begins like one."""
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\0", "")
    first = normalize("NFKC", text.lstrip()[:1])  # which is looked for behind white space, and in any width
    return f"'{text}" if text.startswith(_FORMULA_STARTS) or first.startswith(_FORMULA_STARTS) else text


def table_to_latex(
    header: Sequence[str], rows: Sequence[Sequence[Cell]], format_number: Callable[[int, float], str] | None = None
) -> str:
    """Write a `tabular` with the rules of booktabs; `format_number` writes a number of a column, by default as Python
    does. Columns that hold nothing but numbers are set to the right."""
    format_cell_number = format_number or (lambda _, value: str(value))
    columns = "".join("r" if _is_numeric([row[column] for row in rows]) else "l" for column in range(len(header)))
    lines = [
        "% needs \\usepackage{booktabs}",
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        " & ".join(escape_tex(name) for name in header) + r" \\",
        "\\midrule",
    ]
    for row in rows:
        cells = [_latex_cell(cell, column, format_cell_number) for column, cell in enumerate(row)]
        lines.append(" & ".join(cells) + r" \\")
    lines += ["\\bottomrule", "\\end{tabular}", ""]
    return "\n".join(lines)


def _is_numeric(cells: Sequence[Cell]) -> bool:
    filled = [cell for cell in cells if cell is not None]
    return bool(filled) and all(isinstance(cell, int | float) for cell in filled)


def _latex_cell(cell: Cell, column: int, format_number: Callable[[int, float], str]) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return escape_tex(cell)
    text = format_number(column, cell).replace("−", "-").replace("∞", r"\infty")
    return f"${text}$" if text.startswith("-") or "\\" in text else escape_tex(text)
