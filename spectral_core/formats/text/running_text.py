"""Running text of annotated sentences, and the white space that `SpaceAfter` and its relatives in MISC describe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from spectral_core.data import EMPTY, Sentence

NO_SPACE = "SpaceAfter=No"
SPACES_AFTER, SPACES_BEFORE = "SpacesAfter=", "SpacesBefore="
_ESCAPES = {"\\": "\\\\", " ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n", "|": "\\p"}
_UNESCAPES = {escape[1]: character for character, escape in _ESCAPES.items()}
UNSPACED_RANGES = (  # scripts that are written without spaces between words
    (0x0E00, 0x0EFF), (0x0F00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x30FF), (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9D),
)  # fmt: skip
_WIDE_PUNCTUATION = ((0x3000, 0x303F), (0xFF00, 0xFF65))
_SECTIONS = ("newdoc", "newpar")


def is_unspaced(character: str) -> bool:
    """Return whether a character is of a script that is written without spaces, or of its punctuation."""
    code = ord(character)
    return code >= 0x20000 or any(first <= code <= last for first, last in (*UNSPACED_RANGES, *_WIDE_PUNCTUATION))


def split_running_text(sentences: Iterable[Sentence]) -> Iterator[tuple[Sentence, str, str]]:
    """Yield each sentence with its running text and what separates it from the next one: a line break at the end of a
    paragraph, nothing where no space follows, else a space. White space is normalised to single spaces."""
    readable = [sentence for sentence in sentences if sentence.is_readable and any(map(str.strip, sentence.forms))]
    is_spaceless = not any(map(_has_spacing, readable))
    texts = [_write_sentence(sentence, is_spaceless) for sentence in readable]
    for number, (sentence, text) in enumerate(zip(readable, texts, strict=True)):
        if number + 1 == len(readable) or _begins_section(readable[number + 1]):
            separator = "\n"
        elif is_spaceless:
            separator = _choose_separator(text, texts[number + 1])
        else:
            *_, (_, _, _, misc) = sentence.surface_tokens()
            separator = "" if NO_SPACE in misc.split("|") else " "
        yield sentence, text, separator


def make_running_text(sentences: Iterable[Sentence]) -> str:
    """Return the running text of annotated sentences, with a blank line between paragraphs."""
    return "".join(text + separator.replace("\n", "\n\n") for _, text, separator in split_running_text(sentences))


def _has_spacing(sentence: Sentence) -> bool:
    """Return whether a sentence says where its words are separated by spaces."""
    return sentence.comment("text") is not None or any(
        NO_SPACE in misc.split("|") for _, _, _, misc in sentence.surface_tokens()
    )


def _begins_section(sentence: Sentence) -> bool:
    """Return whether a paragraph or a document begins with a sentence."""
    return any(comment.lstrip("# ").startswith(_SECTIONS) for comment in sentence.comments)


def _choose_separator(before: str, after: str) -> str:
    """Return what stands between two words if the file does not say: nothing in scripts without spaces."""
    return "" if is_unspaced(before[-1]) or is_unspaced(after[0]) else " "


def _write_sentence(sentence: Sentence, is_spaceless: bool) -> str:
    """Return the text of a sentence: its comment `text` if this has the characters of its words, else the words."""
    units = [(" ".join(form.split()), misc) for _, _, form, misc in sentence.surface_tokens() if form.strip()]
    if is_spaceless:
        forms = [form for form, _ in units]
        return forms[0] + "".join(_choose_separator(before, after) + after for before, after in pairwise(forms))
    text = sentence.comment("text")
    if text is not None and "".join(text.split()) == "".join("".join(form.split()) for form, _ in units):
        return " ".join(text.split())
    return "".join(form if NO_SPACE in misc.split("|") else form + " " for form, misc in units).rstrip()


def describe_spaces(spaces: str, is_last: bool) -> str:
    """Return what MISC says of the white space after a token: nothing for one space, or none at the end of a text."""
    if spaces == ("" if is_last else " "):
        return EMPTY
    return NO_SPACE if not spaces else SPACES_AFTER + escape_spaces(spaces)


def escape_spaces(spaces: str) -> str:
    """Return white space as MISC holds it."""
    return "".join(_ESCAPES.get(character, character) for character in spaces)


def _unescape_spaces(escaped: str) -> str:
    pieces = iter(escaped)
    return "".join(_UNESCAPES.get(next(pieces, ""), "") if piece == "\\" else piece for piece in pieces)


def join_sentences(sentences: Iterable[Sentence]) -> str:
    """Return the text of tokenised sentences with all its white space, as `SpaceAfter=No`, `SpacesAfter` and
    `SpacesBefore` in MISC say it. A last token that says nothing has a space after it unless it is the last of all."""
    pieces: list[str] = []
    space = ""  # after the last token, if another one follows
    for sentence in sentences:
        for _, _, form, misc in sentence.surface_tokens():
            items = misc.split("|")
            before = next((item for item in items if item.startswith(SPACES_BEFORE)), "")
            after = next((item for item in items if item.startswith(SPACES_AFTER)), None)
            pieces += [space, _unescape_spaces(before.removeprefix(SPACES_BEFORE)), form]
            space = "" if after is not None or NO_SPACE in items else " "
            if after is not None:
                pieces.append(_unescape_spaces(after.removeprefix(SPACES_AFTER)))
    return "".join(pieces)
