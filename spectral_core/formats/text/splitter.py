"""Sentence splitter for running text: end marks, closing marks after them, and continuations in spite of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spectral_core.formats.text import abbreviations

_SPACED_END = r".!?…‼⁇⁈⁉"  # end a sentence before white space
_UNSPACED_END = r"؟۔。！？｡।॥։።"  # and these anywhere
_CLOSER = r"\"'”’»«›)\]}）」』】》*_\u200e\u200f\u202c\u2069"
# What begins a question, or a sentence about oneself, where nobody writes capitals. Of verbs and "i" the next word is
# looked at too: alone they are names' ("Yahoo! is"), or other languages' words.
_QUESTION = (
    r"(?:what|where|who|whose|why|how)(?:['’]?s)?(?![\w'’-])"
    r"|(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has)(?:n['’]?t)?\s"
    r"(?:i|you|he|she|it|we|they|there|this|that|these|those|the|my|your|any(?:one|body)?|some(?:one|body)?)(?!\w)"
)
_FIRST_PERSON = (
    r"i['’](?:m|d|ll|ve)(?!\w)|im\s[a-z]"
    r"|i\s(?:am|was|have|had|want|need|would|will|could|can|can['’]?t|do|don['’]?t|did|didn['’]?t|just|really|think"
    r"|know|like|love|live|get|got)(?!\w)"
)
_EMOJI = r"\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff\ufe0f\u200d"
_END = re.compile(
    # only the first mark of a run is tried; that this is looked up behind it lets the search jump from mark to mark
    rf"[{_SPACED_END}{_UNSPACED_END}](?<![{_SPACED_END}{_UNSPACED_END}]{{2}})[{_SPACED_END}{_UNSPACED_END}]*+"
    rf"(?:(?<=[{_UNSPACED_END}])[{_CLOSER}]*+|[{_CLOSER}]*+(?=\s)(?:(?!\s++[a-z])|(?<=\?)(?=\s++(?:{_QUESTION}))|(?<=[?!])(?=\s++(?:{_FIRST_PERSON}))))"
    # closers and smileys that stand apart
    rf"(?:\s++(?:''|-R[RCS]B-|[”’»›)\]}}]|[:;=]-?[()DPp]|[{_EMOJI}]+)(?!\S))*"
)
_NEXT_WORD = re.compile(
    r"[\s\"'“”‘’„‚«»‹›(\[{¿¡—–\-*•`\u200e\u200f\u202a-\u202e\u2066-\u2069]*+([\w'’]*)(.?)", re.DOTALL
)
_CONTINUATION_MARKS = frozenset(".,;:،؛)]}%&/…")
_OPENERS = "\"'“”‘’„‚«»‹›([{`—–-*"
_CLOSING_QUOTES = frozenset("\"'”’»")
_VOWEL_SIGNS = r"[\u0640\u064b-\u0652\u0670]*"
_SPEECH_VERBS = (
    "قال قالت قالا قالتا قالوا قلت قلنا يقول تقول سأل سألت سألا سألوا يسأل تسأل تساءل تساءلت أجاب أجابت أجابوا رد ردت"
    " ردوا صاح صاحت صاحوا صرخ صرخت صرخوا هتف هتفت هتفوا همس همست نادى نادت أضاف أضافت أكد أكدت أوضح أوضحت علق علقت"
)
_SPEECH_CLAUSE = re.compile(  # and whose words follow is not said: "سألت ليلى.", but "قالت ليلى: ..." begins a sentence
    r"(?:"
    + "|".join("".join(letter + _VOWEL_SIGNS for letter in verb) for verb in _SPEECH_VERBS.split())
    + r")(?!\w)[^.!?؟…،؛:«»\"“”]{0,80}+(?![:«\"“])"
)
_MAX_QUESTION_CHARACTERS = 400  # characters in which an open quote or bracket is looked for
_LIST_INTRODUCERS = frozenset(":;")  # may precede the number of a list item
_ENUMERATION = re.compile(r"(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5}|\d{1,2}(?:\.\d{1,2}){1,3})")
_MAX_CONTEXT_CHARACTERS = 40
_LIST_ITEM = r"[^\S\n]*(?:[-*•‣◦▪]|\d{1,2}[.)]|\(?[a-z]\)|\(\d{1,2}\))[^\S\n]"
_BREAK = re.compile(rf"\n[^\S\n]*\n\s*|\n(?={_LIST_ITEM})")
_LINE_BREAK = re.compile(r"\n\s*")
_WORD = re.compile(r"\w")


def split_sentences(text: str, by_lines: bool = False) -> list[tuple[int, int]]:
    """Return the ranges of the sentences of `text`, in order, without the white space around them. Blank lines and list
    items always begin a new one; with `by_lines`, every line break does."""
    paragraphs = _paragraph_ranges(text, _LINE_BREAK if by_lines else _BREAK)
    return [sentence for start, end in paragraphs for sentence in _sentence_ranges(text, start, end)]


def _paragraph_ranges(text: str, separator: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    start = 0
    for match in separator.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _sentence_ranges(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    start, end = _trim(text, start, end)
    word = _WORD.search(text, start, end)
    for match in _END.finditer(text, start, end):
        after = match.end()
        if word is None or after == end:
            break
        if word.start() < match.start() and _is_sentence_end(text, start, match, end):
            yield start, after
            start, _ = _trim(text, after, end)
            word = _WORD.search(text, start, end)
    if start < end:
        yield start, end


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _is_sentence_end(text: str, start: int, match: re.Match[str], end: int) -> bool:
    """Return whether the end mark of `match` ends the sentence that began at `start`."""
    following = _NEXT_WORD.match(text, match.end(), end)
    assert following is not None
    word, mark = following.groups()
    if word:
        if word[0].islower() and word[0].title() != word[0]:  # Georgian letters are lower case, and have no other
            return _starts_lower_case_sentence(text, start, match, following.start(1))
        quoted = text[match.end() - 1] in _CLOSING_QUOTES and text[start] in _OPENERS
        if quoted and _SPEECH_CLAUSE.match(text, following.start(1)):
            return False
    elif not mark or mark in _CONTINUATION_MARKS:
        return False
    if text[match.start()] != "." or text[match.start() + 1 : match.start() + 2] in _SPACED_END:
        return not word or text[match.end() - 1] not in "」』" or word[0] not in "とっ"
    return _is_final_full_stop(text, start, match.start(), word, mark)


def _starts_lower_case_sentence(text: str, start: int, match: re.Match[str], position: int) -> bool:
    """Return whether the lower-case word at `position` begins a sentence: after a question, but not inside quotes."""
    if not text[position].isascii() or text[match.end() - 1] not in "?!" or not text[match.end() : position].isspace():
        return False
    preceding_text = text[max(start, match.start() - _MAX_QUESTION_CHARACTERS) : match.start()]
    is_open = sum(map(preceding_text.count, "“«([{")) > sum(map(preceding_text.count, "”»)]}"))
    return not is_open and preceding_text.count('"') % 2 == 0


def _is_final_full_stop(text: str, start: int, position: int, following: str, mark: str) -> bool:
    """Return whether the full stop at `position` ends the sentence, and not only an abbreviation or a number."""
    preceding_text = text[max(start, position - _MAX_CONTEXT_CHARACTERS) : position]
    if preceding_text[-1:].isspace():
        return True
    stem = preceding_text.rsplit(None, 1)[-1].lstrip(_OPENERS)
    if not stem or (
        len(stem) > 5 and stem.isalpha() and stem not in abbreviations.ALL_ABBREVIATIONS
    ):  # the most frequent case
        return True
    if _ENUMERATION.fullmatch(stem):
        preceding = preceding_text[: -len(stem)].rstrip(_OPENERS + " \n")
        if not preceding or preceding[-1] in _LIST_INTRODUCERS:
            return False
    if stem.isdigit():
        return len(stem) > 2 or following not in abbreviations.AFTER_ORDINALS
    part = abbreviations.last_part(stem)
    if part in abbreviations.NEVER_LAST or (part in abbreviations.NUMBERED and _is_numeral(following)):
        return False
    part_is_initial = abbreviations.is_initial(part)
    if not (
        part_is_initial
        or part in abbreviations.GENERAL
        or part in abbreviations.AMBIGUOUS
        or abbreviations.is_acronym(part)
    ):
        return True
    if part in abbreviations.MAY_END_SENTENCE:
        return following not in abbreviations.CONTINUATIONS and not (following.isupper() and len(following) > 1)
    if part in abbreviations.AMBIGUOUS and part.islower():
        return not following[:1].isdigit()
    is_starter = following.replace("’", "'") in abbreviations.SENTENCE_STARTERS
    return is_starter and not (mark == "." and len(following) == 1)


def _is_numeral(word: str) -> bool:
    """Return whether a word can count things: a figure, or a capital letter that is no word."""
    return word[:1].isdigit() or (len(word) == 1 and word not in "AI")
