"""Layout of a text file, detected from a sample: tokenised lines, a sentence a line, or wrapped paragraphs."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal

Layout = Literal["tokenised", "lines", "wrapped"]

_SAMPLE_COUNT, _SAMPLE_BYTES = 8, 1 << 16
_MAX_WRAP_WIDTH = 160  # characters; nobody wraps lines later
_MIN_WRAP_WIDTH = 30  # characters; in narrower lines a break may be the author's
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_SPACED_PUNCTUATION = re.compile(
    r"(?<!\S)(?:[,.،۔。，、]|``|''|-[LR][RCS]B-|n't|'(?:s|m|d|re|ve|ll))(?!\S)" rf"|(?<=[{_HAN}])[ ](?=[{_HAN}])"
)
_ATTACHED_PUNCTUATION = re.compile(
    rf"[^\W_][,،؛;?!؟](?!\S)|[^\W\d_][.۔][\"'”’»)]?$|[^\W_][，。、！？؟]|[{_HAN}]{{8}}", re.MULTILINE
)
_SPACED_MARKS = re.compile(r"(?<!\S)[?!:;؟\"()](?!\S)")
_SENTENCE_END = re.compile(r"[.!?…؟۔。！？:।][\"'”’»)\]]*$")
_LIST_ITEM = re.compile(r"\s*(?:[-*•‣◦▪–—]\s|\(?(?:\d{1,2}|[a-zA-Z])[.)]\s)")
_LIST_ENTRY = re.compile(r"[^\s.,;:!?،؛؟]+(?:\s+[^\s.,;:!?،؛؟]+){0,2}")  # of a list: up to three words
_UNFINISHED_LINE = re.compile(r"[,;،؛]$|[.!?؟][\"'”’»)\]]?\s++(?![a-z\d])")  # the sentence does not end with the line
_FIRST_LETTER = re.compile(r"[^\W\d_]")


def detect_layout(content: bytes, start: int = 0) -> Layout:
    """Detect the layout of `content` from `start` on. In tokenised text commas and full stops stand apart from words;
    it has a sentence a line. In wrapped text lines are filled up to a width, or go on in lower case without being list
    entries."""
    samples = list(_take_samples(content, start))
    spaced = sum(len(_SPACED_PUNCTUATION.findall(sample)) for sample in samples)
    attached = sum(len(_ATTACHED_PUNCTUATION.findall(sample)) for sample in samples)
    if spaced + attached == 0:
        spaced = sum(len(_SPACED_MARKS.findall(sample)) for sample in samples)
    if spaced > 2 * attached:
        return "tokenised"
    return "wrapped" if spaced + attached and _is_wrapped(samples) else "lines"


def _take_samples(content: bytes, start: int) -> list[str]:
    """Return pieces from all over the file, each from the beginning of a line where there is one."""
    size = len(content) - start
    if size <= _SAMPLE_COUNT * _SAMPLE_BYTES:
        return [content[start:].decode("utf-8", "replace").replace("\r\n", "\n")]
    samples = []
    for number in range(_SAMPLE_COUNT):
        begin = start + number * (size - _SAMPLE_BYTES) // (_SAMPLE_COUNT - 1)
        end = begin + _SAMPLE_BYTES
        if number:
            begin = max(begin, content.find(b"\n", begin, end) + 1)
        if end < len(content):
            end = max(content.rfind(b"\n", begin, end), begin) or end
        samples.append(content[begin:end].decode("utf-8", "replace").replace("\r\n", "\n"))
    return samples


def _is_wrapped(samples: list[str]) -> bool:
    """Return whether line breaks inside paragraphs are only where the line was full."""
    pairs = [
        (upper_line.strip(), lower_line.strip())
        for sample in samples
        for upper_line, lower_line in pairwise(sample.split("\n"))
        if upper_line.strip()
        and lower_line.strip()
        and not _LIST_ITEM.match(lower_line)
        and not lower_line.startswith("#")
    ]
    if not pairs:
        return True
    lengths = sorted(len(line) for pair in pairs for line in pair)
    width = lengths[len(lengths) * 19 // 20]
    if width > _MAX_WRAP_WIDTH:
        return False
    open_pairs = [(upper_line, lower_line) for upper_line, lower_line in pairs if not _SENTENCE_END.search(upper_line)]
    continued = sum(
        letter.group().islower() for _, lower_line in open_pairs if (letter := _FIRST_LETTER.search(lower_line))
    )
    ragged = sum(
        len(upper_line) <= width // 2 and bool(_LIST_ENTRY.fullmatch(upper_line)) for upper_line, _ in open_pairs
    )
    if ragged > 1 and 2 * ragged > continued:  # a list: its lines end long before they are full
        return False
    if continued * 4 > len(pairs):
        return width > _MIN_WRAP_WIDTH or any(_UNFINISHED_LINE.search(line) for pair in pairs for line in pair)
    if 2 * len(open_pairs) <= len(pairs):
        return False
    full = sum(
        len(upper_line) + 1 + len(lower_line.split(None, 1)[0]) >= 0.95 * width for upper_line, lower_line in pairs
    )
    return full >= 0.7 * len(pairs)
