"""Problems in a file: position, fault and remedy."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from spectral_core.deprecated import old_members

if TYPE_CHECKING:
    from spectral_core.data.sentence import Sentence

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
ProblemSubject = Literal["", "relation", "tag"]  # subject of a word's problem; "" for anything else


def quote(text: str) -> str:
    """Quote a text for a message, with control characters escaped; right-to-left text is isolated so that the message
    keeps its order."""
    if text.isascii() or not any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text):
        return repr(text)
    escaped = _CONTROL.sub(lambda match: repr(match[0])[1:-1], text)
    return f"'\u2068{escaped}\u2069'"


@old_members(what="message")
@dataclass(frozen=True, slots=True)
class Problem:
    """A fault; an `unreadable` one keeps its sentence out of training, others are for the annotator to correct."""

    line: int  # counted from 1 in the file
    message: str
    remedy: str
    unreadable: bool = False
    path: Path | None = None
    word: int = 0  # counted from 1; 0 for the sentence as a whole
    warning: bool = False  # worth checking, but possibly correct
    about: ProblemSubject = ""

    def __str__(self) -> str:
        location = f"line {self.line}" if self.path is None else f"{self.path}, line {self.line}"
        return f"{location}: {'warning: ' if self.warning else ''}{self.message}. {self.remedy}"


def make_problem(
    sentence: Sentence, word: int, message: str, remedy: str, warning: bool = False, about: ProblemSubject = ""
) -> Problem:
    """Make a problem of a word, counted from 1, with the word's line in the file; word 0 is the whole sentence."""
    line = sentence.line_of(word) if word else sentence.line
    return Problem(line, message, remedy, word=word, warning=warning, about=about)


def describe_word(sentence: Sentence, word: int) -> str:
    """Return the number and quoted form of a word, for a message."""
    return f"word {word} {quote(sentence.forms[word - 1])}"
