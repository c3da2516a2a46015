"""Where sentences end in a running text: end marks, what closes after them, and what goes on in spite of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spectral_core.formats.text import abbreviations

_SPACED = r".!?…‼⁇⁈⁉"  # end a sentence before white space
_UNSPACED = r"؟۔。！？｡।॥։።"  # and these anywhere
_CLOSER = r"\"'”’»«›)\]}）」』】》*_\u200e\u200f\u202c\u2069"
# What begins a question, or a sentence about oneself, where nobody writes capitals. Of verbs and "i" the next word is
# looked at too: alone they are names' ("Yahoo! is"), or other languages' words.
_ASKS = (
    r"(?:what|where|who|whose|why|how)(?:['’]?s)?(?![\w'’-])"
    r"|(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has)(?:n['’]?t)?\s"
    r"(?:i|you|he|she|it|we|they|there|this|that|these|those|the|my|your|any(?:one|body)?|some(?:one|body)?)(?!\w)"
)
_SAYS_I = (
    r"i['’](?:m|d|ll|ve)(?!\w)|im\s[a-z]"
    r"|i\s(?:am|was|have|had|want|need|would|will|could|can|can['’]?t|do|don['’]?t|did|didn['’]?t|just|really|think"
    r"|know|like|love|live|get|got)(?!\w)"
)
_EMOJI = r"\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff\ufe0f\u200d"
_END = re.compile(
    # only the first mark of a run is tried; that this is looked up behind it lets the search jump from mark to mark
    rf"[{_SPACED}{_UNSPACED}](?<![{_SPACED}{_UNSPACED}]{{2}})[{_SPACED}{_UNSPACED}]*+"
    rf"(?:(?<=[{_UNSPACED}])[{_CLOSER}]*+|[{_CLOSER}]*+(?=\s)(?:(?!\s++[a-z])|(?<=\?)(?=\s++(?:{_ASKS}))|(?<=[?!])(?=\s++(?:{_SAYS_I}))))"
    # closers and smileys that stand apart
    rf"(?:\s++(?:''|-R[RCS]B-|[”’»›)\]}}]|[:;=]-?[()DPp]|[{_EMOJI}]+)(?!\S))*"
)
_NEXT = re.compile(r"[\s\"'“”‘’„‚«»‹›(\[{¿¡—–\-*•`\u200e\u200f\u202a-\u202e\u2066-\u2069]*+([\w'’]*)(.?)", re.DOTALL)
_CONTINUES = frozenset(".,;:،؛)]}%&/…")
_OPENERS = "\"'“”‘’„‚«»‹›([{`—–-*"
_CLOSING_QUOTES = frozenset("\"'”’»")
_VOWEL_SIGNS = r"[\u0640\u064b-\u0652\u0670]*"
_SAYING = (
    "قال قالت قالا قالتا قالوا قلت قلنا يقول تقول سأل سألت سألا سألوا يسأل تسأل تساءل تساءلت أجاب أجابت أجابوا رد ردت"
    " ردوا صاح صاحت صاحوا صرخ صرخت صرخوا هتف هتفت هتفوا همس همست نادى نادت أضاف أضافت أكد أكدت أوضح أوضحت علق علقت"
)
_SAID = re.compile(  # and whose words follow is not said: "سألت ليلى.", but "قالت ليلى: ..." begins a sentence
    r"(?:"
    + "|".join("".join(letter + _VOWEL_SIGNS for letter in verb) for verb in _SAYING.split())
    + r")(?!\w)[^.!?؟…،؛:«»\"“”]{0,80}+(?![:«\"“])"
)
_LONGEST_QUESTION = 400  # characters in which an open quote or bracket is looked for
_INTRODUCES = frozenset(":;")  # what may stand before the number of a list item
_ENUMERATION = re.compile(r"(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5}|\d{1,2}(?:\.\d{1,2}){1,3})")
_LONGEST_BEFORE = 40
_LIST_ITEM = r"[^\S\n]*(?:[-*•‣◦▪]|\d{1,2}[.)]|\(?[a-z]\)|\(\d{1,2}\))[^\S\n]"
_BREAK = re.compile(rf"\n[^\S\n]*\n\s*|\n(?={_LIST_ITEM})")
_LINE_BREAK = re.compile(r"\n\s*")
_WORD = re.compile(r"\w")


def split(text: str, lines: bool = False) -> list[tuple[int, int]]:
    """The ranges of the sentences of `text`, in order, without the white space around them. Blank lines and list items
    always begin a new one; with `lines`, every line break does."""
    paragraphs = _paragraphs(text, _LINE_BREAK if lines else _BREAK)
    return [sentence for start, end in paragraphs for sentence in _sentences(text, start, end)]


def _paragraphs(text: str, between: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    start = 0
    for match in between.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    start, end = _trimmed(text, start, end)
    word = _WORD.search(text, start, end)
    for match in _END.finditer(text, start, end):
        after = match.end()
        if word is None or after == end:
            break
        if word.start() < match.start() and _ends(text, start, match, end):
            yield start, after
            start, _ = _trimmed(text, after, end)
            word = _WORD.search(text, start, end)
    if start < end:
        yield start, end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _ends(text: str, start: int, match: re.Match[str], end: int) -> bool:
    """Whether the end mark of `match` ends the sentence that began at `start`."""
    following = _NEXT.match(text, match.end(), end)
    assert following is not None
    word, mark = following.groups()
    if word:
        if word[0].islower() and word[0].title() != word[0]:  # Georgian letters are lower case, and have no other
            return _goes_on_without_capitals(text, start, match, following.start(1))
        quoted = text[match.end() - 1] in _CLOSING_QUOTES and text[start] in _OPENERS
        if quoted and _SAID.match(text, following.start(1)):
            return False
    elif not mark or mark in _CONTINUES:
        return False
    if text[match.start()] != "." or text[match.start() + 1 : match.start() + 2] in _SPACED:
        return not word or text[match.end() - 1] not in "」』" or word[0] not in "とっ"
    return _full_stop_ends(text, start, match.start(), word, mark)


def _goes_on_without_capitals(text: str, start: int, match: re.Match[str], at: int) -> bool:
    """Whether the lower-case word at `at` begins a sentence: after a question that stands in no quote or bracket."""
    if not text[at].isascii() or text[match.end() - 1] not in "?!" or not text[match.end() : at].isspace():
        return False
    before = text[max(start, match.start() - _LONGEST_QUESTION) : match.start()]
    opened = sum(map(before.count, "“«([{")) > sum(map(before.count, "”»)]}"))
    return not opened and before.count('"') % 2 == 0


def _full_stop_ends(text: str, start: int, at: int, following: str, mark: str) -> bool:
    """Whether the full stop at `at` ends the sentence, and not only an abbreviation or a number."""
    before = text[max(start, at - _LONGEST_BEFORE) : at]
    if before[-1:].isspace():
        return True
    stem = before.rsplit(None, 1)[-1].lstrip(_OPENERS)
    if not stem or (len(stem) > 5 and stem.isalpha() and stem not in abbreviations.KNOWN):  # the most frequent case
        return True
    if _ENUMERATION.fullmatch(stem):
        above = before[: -len(stem)].rstrip(_OPENERS + " \n")
        if not above or above[-1] in _INTRODUCES:
            return False
    if stem.isdigit():
        return len(stem) > 2 or following not in abbreviations.AFTER_ORDINALS
    part = abbreviations.last_part(stem)
    if part in abbreviations.NEVER_LAST or (part in abbreviations.NUMBERED and _is_number(following)):
        return False
    initial = abbreviations.is_initial(part)
    if not (initial or part in abbreviations.GENERAL or part in abbreviations.LOOSE or abbreviations.is_acronym(part)):
        return True
    if part in abbreviations.CLOSING:
        return following not in abbreviations.CONTINUING and not (following.isupper() and len(following) > 1)
    if part in abbreviations.LOOSE and part.islower():
        return not following[:1].isdigit()
    starts = following.replace("’", "'") in abbreviations.STARTERS
    return starts and not (mark == "." and len(following) == 1)


def _is_number(word: str) -> bool:
    """Whether `word` can count things: a figure, or a capital letter that is no word."""
    return word[:1].isdigit() or (len(word) == 1 and word not in "AI")
