"""A list of words for use elsewhere: CSV for spreadsheets, and text that Anki imports as cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from html import escape

from spectral_core.formats.export.tables import csv_table
from spectral_core.formats.export.tex import is_right_to_left

HEADER = (
    *("lemma", "form", "vocalised", "gloss", "part of speech", "features", "count", "known", "guessed"),
    *("sentence", "context"),
)


@dataclass(frozen=True, slots=True)
class WordCard:
    """A word with the place where it was first met; "" for what is not known of it."""

    lemma: str
    form: str
    before: str  # of the sentence, up to the word
    after: str
    vocalised: str = ""
    gloss: str = ""
    tag: str = ""
    features: str = ""
    count: int = 1
    known: bool = False
    guessed: bool = False  # at least in part by a model or a lexicon
    source: str = ""  # the document
    sentence: int = 1  # counted from 1
    name: str = ""  # what no other word of the document has; "" where the lemma is that

    @property
    def context(self) -> str:
        return f"{self.before}{self.form}{self.after}"


def words_csv(cards: Sequence[WordCard]) -> str:
    """The words as a table, a line each."""
    rows: list[tuple[str | int, ...]] = []
    for card in cards:
        texts = (card.lemma, card.form, card.vocalised, card.gloss, card.tag, card.features)
        flags = ("yes" if flag else "no" for flag in (card.known, card.guessed))
        rows.append((*texts, card.count, *flags, card.sentence, card.context))
    return csv_table(HEADER, rows)


def anki_text(cards: Sequence[WordCard]) -> str:
    """The words as a text file that Anki imports: the word in its sentence on the front, what it is on the back. Anki
    compares fronts without their tags, and takes all words of one sentence for the same note, each of which writes over
    the others when it is imported again; hence the identifiers."""
    head = [
        "#separator:tab",
        "#html:true",
        "#notetype:Basic",  # else the one last used, in which the back may have no place
        "#columns:Front\tBack\tTags\tIdentifier",
        "#tags column:3",
        "#guid column:4",
    ]
    return "\n".join([*head, *(_line(card) for card in cards)]) + "\n"


def _line(card: WordCard) -> str:
    front = f"{_text(card.before)}<b>{_text(card.form)}</b>{_text(card.after)}"
    rows = [card.vocalised, card.lemma if card.lemma != card.vocalised else "", card.gloss]
    back = "".join(f"<div{_direction(row)}>{_text(row)}</div>" for row in rows if row)
    grammar = ", ".join(_text(part) for part in (card.tag, card.features.replace("|", ", ")) if part)
    if grammar:
        back += f"<div><small>{grammar}</small></div>"
    tags = " ".join(_tag(part) for part in ("spectral", card.tag, card.source) if part)
    named = f"{card.source}\n{card.name or card.lemma}".encode("utf-8", "surrogatepass")
    identifier = f"spectral-{blake2b(named, digest_size=10).hexdigest()}"  # by which it is known when imported again
    return f"<div{_direction(card.context)}>{front}</div>\t{back}\t{tags}\t{identifier}"


def _text(text: str) -> str:
    """A text as HTML on one line, without the signs that part fields."""
    line = "".join(" " if letter.isspace() else letter for letter in text.replace("\0", ""))
    line = escape(line, quote=False).replace('"', "&quot;")  # Anki searches what is written: an apostrophe stays one
    return line.replace("[", "&#91;").replace("\\(", "&#92;(")  # it would play or typeset what follows


def _direction(text: str) -> str:
    return ' dir="rtl"' if is_right_to_left([text]) else ""


def _tag(text: str) -> str:
    return "".join("_" if letter.isspace() or letter == '"' else letter for letter in text.replace("\0", ""))
