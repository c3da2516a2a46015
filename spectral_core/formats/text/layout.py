"""How a text file is laid out, found from a sample of it: tokenised lines, a sentence a line, or wrapped paragraphs."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal

Layout = Literal["tokenised", "lines", "wrapped"]

_SAMPLES, _SAMPLE_BYTES = 8, 1 << 16
_WIDEST = 160  # characters; nobody wraps lines later
_NARROWEST = 30  # characters; in narrower lines a break may be the author's
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_APART = re.compile(
    r"(?<!\S)(?:[,.،۔。，、]|``|''|-[LR][RCS]B-|n't|'(?:s|m|d|re|ve|ll))(?!\S)" rf"|(?<=[{_HAN}])[ ](?=[{_HAN}])"
)
_ATTACHED = re.compile(
    rf"[^\W_][,،؛;?!؟](?!\S)|[^\W\d_][.۔][\"'”’»)]?$|[^\W_][，。、！？؟]|[{_HAN}]{{8}}", re.MULTILINE
)
_OTHER_APART = re.compile(r"(?<!\S)[?!:;؟\"()](?!\S)")
_ENDED = re.compile(r"[.!?…؟۔。！？:।][\"'”’»)\]]*$")
_ITEM = re.compile(r"\s*(?:[-*•‣◦▪–—]\s|\(?(?:\d{1,2}|[a-zA-Z])[.)]\s)")
_ENTRY = re.compile(r"[^\s.,;:!?،؛؟]+(?:\s+[^\s.,;:!?،؛؟]+){0,2}")  # of a list: up to three words
_CUT_SHORT = re.compile(r"[,;،؛]$|[.!?؟][\"'”’»)\]]?\s++(?![a-z\d])")  # the sentence does not end with the line
_FIRST_LETTER = re.compile(r"[^\W\d_]")


def layout(content: bytes, start: int = 0) -> Layout:
    """How the text of `content` from `start` on is laid out. In tokenised text commas and full stops stand apart from
    words; it has a sentence a line. In wrapped text lines are filled up to a width, or go on in lower case without
    being the entries of a list."""
    samples = list(_samples(content, start))
    apart = sum(len(_APART.findall(sample)) for sample in samples)
    attached = sum(len(_ATTACHED.findall(sample)) for sample in samples)
    if apart + attached == 0:
        apart = sum(len(_OTHER_APART.findall(sample)) for sample in samples)
    if apart > 2 * attached:
        return "tokenised"
    return "wrapped" if apart + attached and _is_wrapped(samples) else "lines"


def _samples(content: bytes, start: int) -> list[str]:
    """Pieces from all over the file, each from the beginning of a line where there is one."""
    size = len(content) - start
    if size <= _SAMPLES * _SAMPLE_BYTES:
        return [content[start:].decode("utf-8", "replace").replace("\r\n", "\n")]
    found = []
    for number in range(_SAMPLES):
        first = start + number * (size - _SAMPLE_BYTES) // (_SAMPLES - 1)
        last = first + _SAMPLE_BYTES
        if number:
            first = max(first, content.find(b"\n", first, last) + 1)
        if last < len(content):
            last = max(content.rfind(b"\n", first, last), first) or last
        found.append(content[first:last].decode("utf-8", "replace").replace("\r\n", "\n"))
    return found


def _is_wrapped(samples: list[str]) -> bool:
    """Whether a line break inside a paragraph is only where the line was full."""
    pairs = [
        (above.strip(), below.strip())
        for sample in samples
        for above, below in pairwise(sample.split("\n"))
        if above.strip() and below.strip() and not _ITEM.match(below) and not below.startswith("#")
    ]
    if not pairs:
        return True
    lengths = sorted(len(line) for pair in pairs for line in pair)
    width = lengths[len(lengths) * 19 // 20]
    if width > _WIDEST:
        return False
    open_pairs = [(above, below) for above, below in pairs if not _ENDED.search(above)]
    going_on = sum(letter.group().islower() for _, below in open_pairs if (letter := _FIRST_LETTER.search(below)))
    ragged = sum(len(above) <= width // 2 and bool(_ENTRY.fullmatch(above)) for above, _ in open_pairs)
    if ragged > 1 and 2 * ragged > going_on:  # a list: its lines end long before they are full
        return False
    if going_on * 4 > len(pairs):
        return width > _NARROWEST or any(_CUT_SHORT.search(line) for pair in pairs for line in pair)
    if 2 * len(open_pairs) <= len(pairs):
        return False
    full = sum(len(above) + 1 + len(below.split(None, 1)[0]) >= 0.95 * width for above, below in pairs)
    return full >= 0.7 * len(pairs)
