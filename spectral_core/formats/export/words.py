"""Word lists for use elsewhere: CSV for spreadsheets, and text that Anki imports as cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from html import escape

from spectral_core.formats.export.tables import table_to_csv
from spectral_core.formats.export.tex import is_right_to_left

HEADER = (
    *("lemma", "form", "vocalised", "gloss", "part of speech", "features", "count", "known", "guessed"),
    *("sentence", "context"),
)


@dataclass(frozen=True, slots=True)
class WordCard:
    """Word with its first occurrence; unknown fields are ""."""

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
    name: str = ""  # unique in the document; "" where the lemma is

    @property
    def context(self) -> str:
        return f"{self.before}{self.form}{self.after}"


def words_to_csv(cards: Sequence[WordCard]) -> str:
    """Write the words as a table, a line each."""
    rows: list[tuple[str | int, ...]] = []
    for card in cards:
        texts = (card.lemma, card.form, card.vocalised, card.gloss, card.tag, card.features)
        flags = ("yes" if flag else "no" for flag in (card.known, card.guessed))
        rows.append((*texts, card.count, *flags, card.sentence, card.context))
    return table_to_csv(HEADER, rows)


def words_to_anki(cards: Sequence[WordCard]) -> str:
    """Write the words as a text file that Anki imports: the word in its sentence on the front, its meaning on the back.
    Anki compares fronts without their tags, and takes all words of one sentence for the same note, each of which writes
    over the others when it is imported again; hence the identifiers."""
    head = [
        "#separator:tab",
        "#html:true",
        "#notetype:Basic",  # else the one last used, in which the back may have no place
        "#columns:Front\tBack\tTags\tIdentifier",
        "#tags column:3",
        "#guid column:4",
    ]
    return "\n".join([*head, *(_card_line(card) for card in cards)]) + "\n"


def _card_line(card: WordCard) -> str:
    front = f"{_to_html(card.before)}<b>{_to_html(card.form)}</b>{_to_html(card.after)}"
    texts = [card.vocalised, card.lemma if card.lemma != card.vocalised else "", card.gloss]
    back = "".join(f"<div{_direction_attribute(text)}>{_to_html(text)}</div>" for text in texts if text)
    grammar = ", ".join(_to_html(part) for part in (card.tag, card.features.replace("|", ", ")) if part)
    if grammar:
        back += f"<div><small>{grammar}</small></div>"
    tags = " ".join(_to_tag(part) for part in ("spectral", card.tag, card.source) if part)
    key = f"{card.source}\n{card.name or card.lemma}".encode("utf-8", "surrogatepass")
    identifier = f"spectral-{blake2b(key, digest_size=10).hexdigest()}"  # by which it is known when imported again
    return f"<div{_direction_attribute(card.context)}>{front}</div>\t{back}\t{tags}\t{identifier}"


def _to_html(text: str) -> str:
    """Return a text as HTML on one line, without the signs that separate fields."""
    line = "".join(" " if letter.isspace() else letter for letter in text.replace("\0", ""))
    line = escape(line, quote=False).replace('"', "&quot;")  # Anki searches what is written: an apostrophe stays one
    return line.replace("[", "&#91;").replace("\\(", "&#92;(")  # it would play or typeset what follows


def _direction_attribute(text: str) -> str:
    return ' dir="rtl"' if is_right_to_left([text]) else ""


def _to_tag(text: str) -> str:
    return "".join("_" if letter.isspace() or letter == '"' else letter for letter in text.replace("\0", ""))
