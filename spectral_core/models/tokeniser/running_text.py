"""Running text of annotated sentences, with the label of every character; characters as the kernels read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import CodePoints, Indexes, Integers, Keys
from spectral_core.data import EMPTY, Sentence
from spectral_core.formats.text import find_boundaries

INSIDE, WORD_END, SENTENCE_END, SPLIT = range(4)  # labels of characters; later ones are splits with a word inserted
NO_SPACE = "SpaceAfter=No"
SPACES_AFTER, SPACES_BEFORE = "SpacesAfter=", "SpacesBefore="
_ESCAPES = {"\\": "\\\\", " ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n", "|": "\\p"}
_UNESCAPES = {escape[1]: character for character, escape in _ESCAPES.items()}
_BLOCK = 1 << 16  # characters with a kind in the table; the kinds of others are those of their planes
_HAN_PLANE = 0x20000
_SENTENCE_MARKS = frozenset(".!?…。！？؟۔।॥።։")
_KINDS = {  # kinds of characters by their category; 14 and 15 are those of scripts without spaces
    "Lu": 1, "Lt": 1, "Ll": 2, "Nd": 3, "Nl": 3, "No": 3, "Lo": 4, "Lm": 4, "Mn": 5, "Mc": 5, "Me": 5, "Cf": 5, "Ps": 9,
    "Pi": 9, "Pe": 10, "Pf": 10, "Pd": 12, "Sm": 13, "Sc": 13, "Sk": 13, "So": 13,
}  # fmt: skip
_FINAL, _QUOTE, _HAN, _UNSPACED = 8, 11, 14, 15
_UNSPACED_RANGES = (  # scripts that are written without spaces between words
    (0x0E00, 0x0EFF), (0x0F00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x30FF), (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9D),
)  # fmt: skip
_SECTIONS = ("newdoc", "newpar")


@cache
def _make_character_tables() -> tuple[CodePoints, NDArray[np.uint8]]:
    """Return the lower case of each character if it is one character, with digits as 0; and its kind."""
    lower, kinds = np.arange(_BLOCK, dtype=np.uint32), np.zeros(_BLOCK, dtype=np.uint8)
    for code in range(_BLOCK):
        character = chr(code)
        kinds[code] = kind = _classify(character)
        if kind == 3:
            lower[code] = ord("0")
        elif kind == 1 and len(small := character.lower()) == 1:
            lower[code] = ord(small)
    return lower, kinds


def _classify(character: str) -> int:
    """Return the kind of a character, from 0 to 15."""
    if character in " \n":
        return 6 if character == " " else 7
    if character in _SENTENCE_MARKS:
        return _FINAL
    if character in "\"'“”„":
        return _QUOTE
    kind = _KINDS.get(category(character), 0)
    if kind in (4, 5) and any(first <= ord(character) <= last for first, last in _UNSPACED_RANGES):
        return _HAN if 0x3400 <= ord(character) <= 0x9FFF else _UNSPACED
    return kind


def is_unspaced(character: str) -> bool:
    """Return whether a character is of a script that is written without spaces, or of its punctuation."""
    code = ord(character)
    return code >= _HAN_PLANE or 0x3000 <= code <= 0x303F or 0xFF00 <= code <= 0xFF65 or _classify(character) >= _HAN


def extract_feature_keys(text: str) -> tuple[Keys, Integers]:
    """Return the feature keys of the characters of a text that are not white space, and their offsets. The text has
    single spaces, and a line break after every paragraph."""
    from spectral_core.structured.boundary_features import MARGIN, boundary_feature_keys

    edge = "\n" * MARGIN
    encoded = bytearray((edge + text + edge).encode("utf-32-le", "surrogatepass"))
    codes = np.frombuffer(encoded, dtype=np.uint32)
    lower_case, kind_table = _make_character_tables()
    indexes = np.minimum(codes, _BLOCK - 1)
    is_known = codes < _BLOCK
    lower = np.where(is_known, lower_case[indexes], codes)
    astral = np.where(codes >= _HAN_PLANE, _HAN, 13).astype(np.uint8)  # ideographs, or symbols
    kinds = np.where(is_known, kind_table[indexes], astral)
    rules = np.zeros(len(codes), dtype=np.uint8)
    word_ends, sentence_ends = find_boundaries(text)
    rules[np.array(word_ends, dtype=np.int64) + (MARGIN - 1)] = 1
    rules[np.array(sentence_ends, dtype=np.int64) + (MARGIN - 1)] = 2
    positions = np.flatnonzero((codes != ord(" ")) & (codes != ord("\n"))).astype(np.int64)
    return boundary_feature_keys(codes, lower, kinds, rules, positions), positions - MARGIN


@dataclass(frozen=True, slots=True)
class GoldToken:
    """A token of the training text: its characters without white space, and its words."""

    characters: str
    words: tuple[str, ...]  # several in a multiword token


def list_gold_tokens(sentence: Sentence) -> list[GoldToken]:
    """Return the tokens of a sentence as they are written, with their words."""
    return [
        GoldToken("".join(form.split()), sentence.forms[first - 1 : last])
        for first, last, form, _ in sentence.surface_tokens()
        if form.strip()
    ]


def join_training_text(sentences: Iterable[Sentence]) -> Iterator[tuple[Sentence, str, str]]:
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
    return "".join(text + separator.replace("\n", "\n\n") for _, text, separator in join_training_text(sentences))


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
        return forms[0] + "".join(map(lambda a, b: _choose_separator(a, b) + b, forms, forms[1:]))
    text = sentence.comment("text")
    if text is not None and "".join(text.split()) == "".join("".join(form.split()) for form, _ in units):
        return " ".join(text.split())
    return "".join(form if NO_SPACE in misc.split("|") else form + " " for form, misc in units).rstrip()


@dataclass(frozen=True, slots=True)
class LabelledText:
    """Training text with a label for every character that is not white space, and the paragraphs of characters."""

    text: str
    labels: Indexes  # (characters,)
    starts: Integers  # (sequences + 1,)


def label_characters(
    sentences: Iterable[Sentence], locate_splits: dict[GoldToken, Sequence[tuple[int, int]]], length: int
) -> LabelledText:
    """Return the running text of sentences with its labels: the end of each word and sentence, and in multiword tokens
    the offsets and labels of `locate_splits`. Sequences have `length` characters, and fewer at the end of a paragraph.
    """
    pieces: list[str] = []
    label_parts: list[list[int]] = []
    ends: list[int] = []  # of paragraphs
    count = 0
    for sentence, text, separator in join_training_text(sentences):
        labels: list[int] = []
        for token in list_gold_tokens(sentence):
            token_labels = [INSIDE] * len(token.characters)
            for offset, label in locate_splits.get(token, ()):
                token_labels[offset - 1] = label
            token_labels[-1] = WORD_END
            labels += token_labels
        labels[-1] = SENTENCE_END
        label_parts.append(labels)
        count += len(labels)
        pieces += [text, separator]
        if separator == "\n":
            ends.append(count)
    flat = np.fromiter((label for part in label_parts for label in part), dtype=np.int32, count=count)
    return LabelledText("".join(pieces), flat, cut_paragraphs(ends, length))


def cut_paragraphs(ends: Iterable[int], length: int) -> Integers:
    """Return the starts of sequences of `length` characters, and the end of the last one. Paragraphs end at `ends`, and
    their last sequences are shorter."""
    starts = [0]
    for end in ends:
        starts += range(starts[-1] + length, end, length)
        starts.append(end)
    return np.array(starts, dtype=np.int64)


def describe_spaces(spaces: str, is_last: bool) -> str:
    """Return what MISC says of the white space after a token: nothing for one space, or for none at the end of a text.
    """
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
    for sentence in sentences:
        for _, _, form, misc in sentence.surface_tokens():
            items = misc.split("|")
            before = next((item for item in items if item.startswith(SPACES_BEFORE)), "")
            after = next((item for item in items if item.startswith(SPACES_AFTER)), None)
            pieces += [_unescape_spaces(before.removeprefix(SPACES_BEFORE)), form]
            if after is not None:
                pieces.append(_unescape_spaces(after.removeprefix(SPACES_AFTER)))
            else:
                pieces.append("" if NO_SPACE in items else " ")
    if pieces and pieces[-1] == " ":
        pieces.pop()
    return "".join(pieces)
