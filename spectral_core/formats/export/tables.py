"""Tables for other programs: CSV for spreadsheets, LaTeX (booktabs) for papers; cells are texts and numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from unicodedata import normalize

from spectral_core.formats.export.tex import escaped

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # how a text begins that a spreadsheet may compute

Cell = str | int | float | None  # None is an empty cell


def csv_table(header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """The table as RFC 4180 has it, numbers to their last digit; no text in it is a formula."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(map(as_text, header))
    writer.writerows([["" if cell is None else as_text(cell) for cell in row] for row in rows])
    return written.getvalue()


def as_text(cell: str | float) -> str | float:
    """A cell that spreadsheets do not take for a formula, by the apostrophe that means text there."""
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\0", "")
    first = normalize("NFKC", text.lstrip()[:1])  # which is looked for behind white space, and in any width
    return f"'{text}" if text.startswith(_FORMULAS) or first.startswith(_FORMULAS) else text


def latex_table(
    header: Sequence[str], rows: Sequence[Sequence[Cell]], number: Callable[[int, float], str] | None = None
) -> str:
    """A `tabular` with the rules of booktabs; `number` writes a number of a column, by default as Python does. Columns
    that hold nothing but numbers are set to the right."""
    written = number or (lambda _, value: str(value))
    columns = "".join("r" if _is_numeric([row[at] for row in rows]) else "l" for at in range(len(header)))
    lines = [
        "% needs \\usepackage{booktabs}",
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        " & ".join(escaped(name) for name in header) + r" \\",
        "\\midrule",
    ]
    for row in rows:
        cells = [_latex_cell(cell, at, written) for at, cell in enumerate(row)]
        lines.append(" & ".join(cells) + r" \\")
    lines += ["\\bottomrule", "\\end{tabular}", ""]
    return "\n".join(lines)


def _is_numeric(cells: Sequence[Cell]) -> bool:
    filled = [cell for cell in cells if cell is not None]
    return bool(filled) and all(isinstance(cell, int | float) for cell in filled)


def _latex_cell(cell: Cell, column: int, number: Callable[[int, float], str]) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return escaped(cell)
    text = number(column, cell).replace("−", "-").replace("∞", r"\infty")
    return f"${text}$" if text.startswith("-") or "\\" in text else escaped(text)
