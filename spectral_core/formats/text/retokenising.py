"""Annotated sentences as if nobody had looked at them yet: their running text, cut anew by our own tokeniser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from spectral_core.data import Sentence
from spectral_core.formats.text.pasting import LONGEST
from spectral_core.formats.text.splitter import split
from spectral_core.formats.text.tokeniser import columns

_BEGINS = ("newdoc", "newpar")


def retokenised(sentences: Iterable[Sentence]) -> list[Sentence]:
    """The sentences that the text of these is cut into, with nothing but their words. What has no end as far as LONGEST
    words is cut there, as in a pasted text."""
    text = running_text(sentences)
    found = []
    for start, end in split(text, lines=True):
        forms, misc = columns(text[start:end])
        for first in range(0, len(forms), LONGEST):
            found.append(Sentence.of(forms[first : first + LONGEST], misc=misc[first : first + LONGEST]))
    return found


def running_text(sentences: Iterable[Sentence]) -> str:
    """The text of these sentences with its spaces, a line a paragraph where comments say where one begins."""
    pieces: list[str] = []
    for sentence in sentences:
        if not len(sentence):
            continue
        if pieces and any(comment.lstrip("# ").startswith(_BEGINS) for comment in sentence.comments):
            pieces[-1] = "\n"
        ranges = [one for one in sentence.ranges if one.last == len(sentence)]
        last = ranges[-1].misc if ranges else sentence.misc[-1]
        pieces += [" ".join(_text(sentence).split()), "" if "SpaceAfter=No" in last.split("|") else " "]
    return "".join(pieces[:-1])


def _text(sentence: Sentence) -> str:
    """The sentence as it was written, if its comment says that, or else its words."""
    words = replace(sentence, comments=()).text
    return sentence.text if "".join(sentence.text.split()) == "".join(words.split()) else words
