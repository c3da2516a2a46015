"""Tokeniser in the style of the Penn Treebank for any script: one regular expression over the chunks between spaces.
Letters keep their marks, hyphenated words stay whole, English contractions are split. Scripts without spaces are
tokenised without a dictionary: Han characters and hiragana are a token each, a run of katakana, Thai or Khmer is one
token."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from unicodedata import category

from spectral_core.data import Sentence
from spectral_core.formats.text.sentence_splitter import keeps_full_stop, split_sentences

_CJK = r"\u3005-\u3007\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han and hiragana
_WORD_CHARACTER = rf"[^\W_{_CJK}]"
_URL_CHARACTER = rf"""[^\s()<>"“”«»{_CJK}]"""
_PATH = rf"[^\W{_CJK}]"  # first character of a path component
_TOKEN = re.compile(
    rf"""
    (?P<address>
        (?: (?:https?|ftp)://(?=\w) | (?:[A-Za-z0-9][A-Za-z0-9-]{{0,62}}\.){{1,5}}[A-Za-z]{{2,6}}/(?=\w) )
        (?: \([^\s()<>]{{0,200}}\) | {_URL_CHARACTER} )* (?<=[^.,;:!?'’\]}}*]) |
        [\w.+%-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{0,8}} |
        @(?=[^\W\d_])\w++(?:\.[a-z]\w*+)* | \#(?=[^\W\d_])\w+
    )
  | (?P<path>
        (?<![^\s(\[{{"'“”‘’«=]) (?: (?:~|\.\.?)(?=/{_PATH}|/\.{_PATH}) | (?=/\.?[A-Za-z_][\w.+-]*/\.?{_PATH}) )
        (?: /\.?{_PATH}(?: {_PATH} | [.+-] )* )+ (?<![.]) /? |
        (?<!\w) (?: [A-Za-z]:\\ | \\\\{_PATH}(?: {_PATH} | [.-] )*\\ ) [^\s<>"“”«»|?*:;,()\[\]{_CJK}]* (?<![.'’!])
    )
  | (?P<fixed>
        [<=]?=++> | -++> | <-++>?(?![\d-]) | [<>]=++ | !=++(?![()\[\]]) | && | \.NET(?!\w) |
        -[LR][RCS]B- | `` | '' | ’’ | ‘‘ | </?[A-Za-z][\w-]{{0,30}}/?> | &(?:[A-Za-z]{{2,8}}|\#\d{{1,6}}); |
        ['’](?:\d\ds?|(?i:em|til|cause|bout|n['’]?|t|s|m|d|re|ve|ll))(?!\w) | [Dd]['’]$ |
        (?:C|US|A|HK|NZ|NT|S|R)\$(?=\d|$) | [CF]\#(?!\w) | C\+\+(?!\w) | °[CF](?!\w)
    )
  | (?P<word>
        (?: (?<![^\s(\[{{$£€¥/:]) (?: [-+−]\.?(?=\d) | \.(?=\d) | -(?=[a-z]) ) | ['’](?=(?i:tis|twas)\b) )?
        {_WORD_CHARACTER}++
        (?:
            (?: \.?(?:[-‐‑־]|['’](?=\w)) | [.&/·‧] | _+
              | (?<=\d)[,:٫٬–](?=\d) | (?<=[٠-٩۰-۹])،(?=[٠-٩۰-۹])
              | (?<=[A-Z\d]):(?=[a-zåäö]{{1,5}}(?!\w)) | (?<=[א-ת])["״׳](?=[א-ת]) )
            {_WORD_CHARACTER}++
        )*
        (?: -(?=[,;)]|$) | (?<=[א-ת])['׳](?!\w) )?
    )
  | [{_CJK}]
  | [\U0001f1e6-\U0001f1ff]{{2}}
  | [!?؟]+ | (?P<run>[-–—.…=*~_\#<>|+^•·/\\$])(?P=run)*
  | .
    """,
    re.VERBOSE | re.DOTALL,
)
_EMOTICON = re.compile(r"(?:[:;=8][-o^']?[()\[\]DPpO/\\|*3]{1,5}|<3+|\^[._]?\^|[xX]D+)")
_ORDINAL = re.compile(r"\d{1,2}\.")  # "am 3. Mai", not at a sentence boundary
_CONTRACTION = re.compile(r"(?:n['’]t|['’](?:s|m|d|re|ve|ll)|(?<=\d)[ap]\.?m)$", re.IGNORECASE)
# Contractions as in the sed script of the Penn Treebank: position where the second word begins.
_CONTRACTION_BOUNDARIES = {"cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "gimme": 3, "lemme": 3}
_CLOSERS = "\"'”’»«›)]}*_"
_PLAIN = re.compile(r"[\w!-/:-@\[-`{-~«»“”‘’…–—،؛؟٫٬۔、。，！？]*")
_JOINER = "\u200d"
_MAX_CACHED_LENGTH = 40
_NO_SPACE, _SPACE = ["SpaceAfter=No"], ["_"]

MAX_SENTENCE_WORDS = 300
_SECTION_COMMENTS = ("newdoc", "newpar")


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """Word of a running text, with its range of characters."""

    form: str
    start: int
    end: int
    space_after: bool  # false only if another word follows directly


_CONTRACTION_BOUNDARIES |= {"d'ye": 2, "more'n": 4, "'tis": 2, "'twas": 2}


def tokenise(text: str) -> list[TokenSpan]:
    """Tokenise a running text, sentence by sentence; the words cover every character except white space."""
    words = []
    for start, last in split_sentences(text):
        for pieces in _split_chunks(text[start:last]):
            start = text.index(pieces[0], start)
            for piece in pieces:
                end = start + len(piece)
                words.append(TokenSpan(piece, start, end, end == len(text) or text[end].isspace()))
                start = end
    return words


def find_boundaries(text: str) -> tuple[list[int], list[int]]:
    """Return the offsets at which the words of a running text end, and those at which its sentences end. Every line
    break ends a sentence."""
    word_ends: list[int] = []
    sentence_ends: list[int] = []
    for position, last in split_sentences(text, by_lines=True):
        for pieces in _split_chunks(text[position:last]):
            position = text.index(pieces[0], position)
            for piece in pieces:
                position += len(piece)
                word_ends.append(position)
        sentence_ends.append(last)
    return word_ends, sentence_ends


def tokenise_to_columns(sentence: str) -> tuple[list[str], list[str]]:
    """Tokenise one sentence; return its words, and MISC with SpaceAfter=No where no space follows."""
    forms: list[str] = []
    misc: list[str] = []
    for pieces in _split_chunks(sentence):
        forms += pieces
        if len(pieces) > 1:
            misc += _NO_SPACE * (len(pieces) - 1)
        misc += _SPACE
    return forms, misc


def _split_chunks(sentence: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of each chunk between spaces; cached, because the same chunks recur."""
    chunks = sentence.split()
    last = len(chunks) - 1
    while last > 0 and not any(map(str.isalnum, chunks[last])):
        last -= 1
    for position, chunk in enumerate(chunks):
        split_chunk = _split_chunk_cached if len(chunk) <= _MAX_CACHED_LENGTH else _split_chunk
        yield split_chunk(chunk, position == 0, position >= last)


def _split_chunk(chunk: str, first: bool, final: bool) -> tuple[str, ...]:
    """Split a chunk without white space into words; `first` and `final`: it begins or ends its sentence."""
    if chunk.isascii() and chunk.isalpha() and chunk.lower() not in _CONTRACTION_BOUNDARIES:
        return (chunk,)
    if _PLAIN.fullmatch(chunk):
        cuts = _find_token_boundaries(chunk, first, final)
    else:
        base_positions = [position for position, character in enumerate(chunk) if not _is_combining(character)]
        base_text = "".join(
            "x" if category(chunk[position]) == "Cs" or chunk[position] == "\ufffd" else chunk[position]
            for position in base_positions
        )
        cuts = [base_positions[cut] for cut in _find_token_boundaries(base_text, first, final)]
        cuts = [cut for cut in cuts if chunk[cut - 1] != _JOINER or category(chunk[cut]) != "So"]
    if not cuts:
        return (chunk,)
    return tuple(chunk[start:end] for start, end in zip([0, *cuts], [*cuts, len(chunk)], strict=True))


_split_chunk_cached = lru_cache(maxsize=1 << 16)(_split_chunk)


def _is_combining(character: str) -> bool:
    """Return whether a character attaches to the previous one: vowel signs, accents, joiners, direction marks, skin
    tones."""
    return category(character)[0] == "M" or category(character) == "Cf" or "\U0001f3fb" <= character <= "\U0001f3ff"


def _find_token_boundaries(base_text: str, first: bool, final: bool) -> list[int]:
    """Return the positions where words begin inside `base_text`, except the first."""
    if _EMOTICON.fullmatch(base_text) or (_ORDINAL.fullmatch(base_text) and not first and not final):
        return []
    cuts: list[int] = []
    start, size = 0, len(base_text)
    while start < size:
        match = _TOKEN.match(base_text, start)
        assert match is not None
        end = match.end()
        if match.lastgroup == "word":
            word = match.group()
            following = base_text[end : end + 3]
            has_full_stop = following[:1] == "." and (following[1:2] != "." or following == base_text[end:] == "..")
            if has_full_stop and keeps_full_stop(word, final and not base_text[end + 1 :].strip(_CLOSERS)):
                end += 1
            cuts += _find_contraction_boundaries(word, start)
        if end < size:
            cuts.append(end)
        start = end
    return cuts


def _find_contraction_boundaries(word: str, start: int) -> list[int]:
    """Return the positions where the parts of an English contraction begin, except the first."""
    if (fused := _CONTRACTION_BOUNDARIES.get(word.lower().replace("’", "'"))) is not None:
        return [start + fused]
    cuts: list[int] = []
    end = len(word)
    while match := _CONTRACTION.search(word, max(end - 4, 0), end):
        end = match.start()
        if end == 0:
            break
        cuts.append(start + end)
    return cuts[::-1]


def retokenise(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Split and tokenise the text of these sentences again, discarding all annotation. Sentences are cut after
    MAX_SENTENCE_WORDS words, as in pasted text."""
    text = join_running_text(sentences)
    new_sentences = []
    for start, end in split_sentences(text, by_lines=True):
        forms, misc = tokenise_to_columns(text[start:end])
        for first in range(0, len(forms), MAX_SENTENCE_WORDS):
            new_sentences.append(
                Sentence.of(forms[first : first + MAX_SENTENCE_WORDS], misc=misc[first : first + MAX_SENTENCE_WORDS])
            )
    return new_sentences


def join_running_text(sentences: Iterable[Sentence]) -> str:
    """Return the text of these sentences with its spacing, one line per paragraph where comments mark paragraphs."""
    pieces: list[str] = []
    for sentence in sentences:
        if not len(sentence):
            continue
        if pieces and any(comment.lstrip("# ").startswith(_SECTION_COMMENTS) for comment in sentence.comments):
            pieces[-1] = "\n"
        final_tokens = [token for token in sentence.ranges if token.last == len(sentence)]
        last_misc = final_tokens[-1].misc if final_tokens else sentence.misc[-1]
        pieces += [
            " ".join(_get_original_text(sentence).split()),
            "" if "SpaceAfter=No" in last_misc.split("|") else " ",
        ]
    return "".join(pieces[:-1])


def _get_original_text(sentence: Sentence) -> str:
    """Return the `text` comment of a sentence if it has the same letters as its words, or else the words with their
    spaces."""
    words = replace(sentence, comments=()).text
    return sentence.text if "".join(sentence.text.split()) == "".join(words.split()) else words
