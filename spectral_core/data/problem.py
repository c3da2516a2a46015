"""What is wrong in a file, where, and what would be right."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from spectral_core.data.sentence import Sentence


About = Literal["", "relation"]  # what of its word a problem is about; "" for anything else


def quoted(text: str) -> str:
    """The text in quotes for a message; one written right to left between marks that keep the message in order."""
    if text.isascii() or not any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text):
        return repr(text)
    return f"'\u2068{text}\u2069'"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong; an `unreadable` one keeps its sentence out of learning, others are the annotator's to mend."""

    line: int  # counted from 1 in the file
    what: str
    remedy: str
    unreadable: bool = False
    path: Path | None = None
    word: int = 0  # that it concerns, counted from 1; 0 where it is the sentence's as a whole
    warning: bool = False  # worth a look, though it may be right
    about: About = ""

    def __str__(self) -> str:
        place = f"line {self.line}" if self.path is None else f"{self.path}, line {self.line}"
        return f"{place}: {'warning: ' if self.warning else ''}{self.what}. {self.remedy}"


def problem_at(
    sentence: Sentence, word: int, what: str, remedy: str, warning: bool = False, about: About = ""
) -> Problem:
    """A problem of a word, counted from 1, at its line; 0 is the sentence as a whole."""
    line = sentence.line_of(word) if word else sentence.line
    return Problem(line, what, remedy, word=word, warning=warning, about=about)


def word_named(sentence: Sentence, word: int) -> str:
    """A word as a message names it: by its number and form."""
    return f"word {word} {quoted(sentence.forms[word - 1])}"
