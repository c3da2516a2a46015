"""Export of tables to CSV and LaTeX, and of word lists to CSV and Anki cards."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from unicodedata import normalize

from spectral_core.deprecated import keep_old_names, old_keywords
from spectral_core.formats.export.markup import escape_tex, is_right_to_left

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")  # first characters of texts that a spreadsheet may evaluate

Cell = str | int | float | None  # None is an empty cell
WORD_LIST_HEADER = (
    *("lemma", "form", "vocalised", "gloss", "part of speech", "features", "count", "known", "guessed"),
    *("sentence", "context"),
)


def table_to_csv(header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """Format a table as CSV (RFC 4180), numbers at full precision; formulas are escaped."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(map(escape_formula, header))
    writer.writerows([["" if cell is None else escape_formula(cell) for cell in row] for row in rows])
    return buffer.getvalue()


def escape_formula(cell: str | float) -> str | float:
    """Return a cell that spreadsheets do not evaluate as a formula, escaped by an apostrophe if necessary."""
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\0", "")
    first = normalize("NFKC", text.lstrip()[:1])  # spreadsheets detect it after white space and in full width too
    return f"'{text}" if text.startswith(_FORMULA_STARTS) or first.startswith(_FORMULA_STARTS) else text


@old_keywords(number="format_number")
def table_to_latex(
    header: Sequence[str], rows: Sequence[Sequence[Cell]], format_number: Callable[[int, float], str] | None = None
) -> str:
    """Format a `tabular` with booktabs rules; `format_number` formats a number of a column, by default as Python does.
    Numeric columns are right-aligned."""
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
        cells = [_format_latex_cell(cell, column, format_cell_number) for column, cell in enumerate(row)]
        lines.append(" & ".join(cells) + r" \\")
    lines += ["\\bottomrule", "\\end{tabular}", ""]
    return "\n".join(lines)


def _is_numeric(cells: Sequence[Cell]) -> bool:
    """Return whether all filled cells of a column are numbers; False if none is filled."""
    filled = [cell for cell in cells if cell is not None]
    return bool(filled) and all(isinstance(cell, int | float) for cell in filled)


def _format_latex_cell(cell: Cell, column: int, format_number: Callable[[int, float], str]) -> str:
    """Format a cell in LaTeX; negative numbers in math mode."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return escape_tex(cell)
    text = format_number(column, cell).replace("−", "-").replace("∞", r"\infty")
    return f"${text}$" if text.startswith("-") or "\\" in text else escape_tex(text)


@dataclass(frozen=True, slots=True)
class WordCard:
    """Word card with the word's first occurrence; unknown fields are ""."""

    lemma: str
    form: str
    before: str  # text of the sentence before the word
    after: str
    vocalised: str = ""
    gloss: str = ""
    tag: str = ""
    features: str = ""
    count: int = 1
    known: bool = False
    guessed: bool = False  # suggested at least in part by a model or a lexicon
    source: str = ""  # the document
    sentence: int = 1  # counted from 1
    name: str = ""  # unique in the document; "" if the lemma is

    @property
    def context(self) -> str:
        """The text of the sentence: the word between the texts before and after it."""
        return f"{self.before}{self.form}{self.after}"


def words_to_csv(cards: Sequence[WordCard]) -> str:
    """Format the words as a CSV table, one line each."""
    rows: list[tuple[str | int, ...]] = []
    for card in cards:
        texts = (card.lemma, card.form, card.vocalised, card.gloss, card.tag, card.features)
        flags = ("yes" if flag else "no" for flag in (card.known, card.guessed))
        rows.append((*texts, card.count, *flags, card.sentence, card.context))
    return table_to_csv(WORD_LIST_HEADER, rows)


def words_to_anki(cards: Sequence[WordCard]) -> str:
    """Format the words as a text file that Anki imports: the word in its sentence on the front, its meaning on the
    back. Anki compares fronts without their tags and would take all words of one sentence for the same note,
    overwritten by each import; hence the identifiers."""
    head = [
        "#separator:tab",
        "#html:true",
        "#notetype:Basic",  # the note type last used may have no field for the back
        "#columns:Front\tBack\tTags\tIdentifier",
        "#tags column:3",
        "#guid column:4",
    ]
    return "\n".join([*head, *(_format_anki_note(card) for card in cards)]) + "\n"


def _format_anki_note(card: WordCard) -> str:
    """Format a card as a line of Anki's import file."""
    front = f"{_to_anki_html(card.before)}<b>{_to_anki_html(card.form)}</b>{_to_anki_html(card.after)}"
    texts = [card.vocalised, card.lemma if card.lemma != card.vocalised else "", card.gloss]
    back = "".join(f"<div{_make_direction_attribute(text)}>{_to_anki_html(text)}</div>" for text in texts if text)
    grammar = ", ".join(_to_anki_html(part) for part in (card.tag, card.features.replace("|", ", ")) if part)
    if grammar:
        back += f"<div><small>{grammar}</small></div>"
    tags = " ".join(_to_anki_tag(part) for part in ("spectral", card.tag, card.source) if part)
    key = f"{card.source}\n{card.name or card.lemma}".encode("utf-8", "surrogatepass")
    identifier = f"spectral-{blake2b(key, digest_size=10).hexdigest()}"  # identifies the note in later imports
    return f"<div{_make_direction_attribute(card.context)}>{front}</div>\t{back}\t{tags}\t{identifier}"


def _to_anki_html(text: str) -> str:
    """Convert a text to HTML on one line, without field separators."""
    line = "".join(" " if letter.isspace() else letter for letter in text.replace("\0", ""))
    line = escape(line, quote=False).replace('"', "&quot;")  # Anki searches the source: an apostrophe must stay one
    return line.replace("[", "&#91;").replace("\\(", "&#92;(")  # Anki would play or typeset the text that follows


def _make_direction_attribute(text: str) -> str:
    """Return the HTML attribute of right-to-left text."""
    return ' dir="rtl"' if is_right_to_left([text]) else ""


def _to_anki_tag(text: str) -> str:
    """Convert a text to an Anki tag, which has no white space."""
    return "".join("_" if letter.isspace() or letter == '"' else letter for letter in text.replace("\0", ""))


keep_old_names(__name__)
