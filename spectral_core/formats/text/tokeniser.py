"""Words as in the Penn Treebank, in any script: one regular expression over what stands between spaces. Letters keep
their marks, hyphenated words stay whole, English contractions are cut. Scripts without spaces have no dictionary here:
Han characters and hiragana are a token each, a run of katakana, Thai or Khmer is one token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category

from spectral_core.formats.text.abbreviations import keeps_full_stop
from spectral_core.formats.text.splitter import split


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a running text and where it stands there."""

    form: str
    start: int
    end: int
    space_after: bool  # false only where another word follows at once


_ALONE = r"\u3005-\u3007\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han and hiragana
_W = rf"[^\W_{_ALONE}]"
_URL_CHARACTER = rf"""[^\s()<>"“”«»{_ALONE}]"""
_PATH = rf"[^\W{_ALONE}]"  # what a part of a path begins with
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
        (?<!\w) (?: [A-Za-z]:\\ | \\\\{_PATH}(?: {_PATH} | [.-] )*\\ ) [^\s<>"“”«»|?*:;,()\[\]{_ALONE}]* (?<![.'’!])
    )
  | (?P<fixed>
        [<=]?=++> | -++> | <-++>?(?![\d-]) | [<>]=++ | !=++(?![()\[\]]) | && | \.NET(?!\w) |
        -[LR][RCS]B- | `` | '' | ’’ | ‘‘ | </?[A-Za-z][\w-]{{0,30}}/?> | &(?:[A-Za-z]{{2,8}}|\#\d{{1,6}}); |
        ['’](?:\d\ds?|(?i:em|til|cause|bout|n['’]?|t|s|m|d|re|ve|ll))(?!\w) | [Dd]['’]$ |
        (?:C|US|A|HK|NZ|NT|S|R)\$(?=\d|$) | [CF]\#(?!\w) | C\+\+(?!\w) | °[CF](?!\w)
    )
  | (?P<word>
        (?: (?<![^\s(\[{{$£€¥/:]) (?: [-+−]\.?(?=\d) | \.(?=\d) | -(?=[a-z]) ) | ['’](?=(?i:tis|twas)\b) )?
        {_W}++
        (?:
            (?: \.?(?:[-‐‑־]|['’](?=\w)) | [.&/·‧] | _+
              | (?<=\d)[,:٫٬–](?=\d) | (?<=[٠-٩۰-۹])،(?=[٠-٩۰-۹])
              | (?<=[A-Z\d]):(?=[a-zåäö]{{1,5}}(?!\w)) | (?<=[א-ת])["״׳](?=[א-ת]) )
            {_W}++
        )*
        (?: -(?=[,;)]|$) | (?<=[א-ת])['׳](?!\w) )?
    )
  | [{_ALONE}]
  | [\U0001f1e6-\U0001f1ff]{{2}}
  | [!?؟]+ | (?P<run>[-–—.…=*~_\#<>|+^•·/\\$])(?P=run)*
  | .
    """,
    re.VERBOSE | re.DOTALL,
)
_EMOTICON = re.compile(r"(?:[:;=8][-o^']?[()\[\]DPpO/\\|*3]{1,5}|<3+|\^[._]?\^|[xX]D+)")
_ORDINAL = re.compile(r"\d{1,2}\.")  # "am 3. Mai": where a sentence neither begins nor ends
_CONTRACTION = re.compile(r"(?:n['’]t|['’](?:s|m|d|re|ve|ll)|(?<=\d)[ap]\.?m)$", re.IGNORECASE)
# Two words written as one, as in the sed script of the Penn Treebank: where the second begins.
_FUSED = {"cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "gimme": 3, "lemme": 3}
_FUSED |= {"d'ye": 2, "more'n": 4, "'tis": 2, "'twas": 2}
_CLOSERS = "\"'”’»«›)]}*_"
_PLAIN = re.compile(r"[\w!-/:-@\[-`{-~«»“”‘’…–—،؛؟٫٬۔、。，！？]*")
_JOINER = "\u200d"
_LONGEST_REMEMBERED = 40


def tokenise(text: str) -> list[Word]:
    """The words of a running text, sentence by sentence; every character that is not white space is in one."""
    found = []
    for start, last in split(text):
        for pieces in _pieces_of(text[start:last]):
            start = text.index(pieces[0], start)
            for piece in pieces:
                end = start + len(piece)
                found.append(Word(piece, start, end, end == len(text) or text[end].isspace()))
                start = end
    return found


def columns(sentence: str) -> tuple[list[str], list[str]]:
    """The words of one sentence, and their MISC column, which says where no space follows."""
    forms: list[str] = []
    misc: list[str] = []
    for pieces in _pieces_of(sentence):
        forms += pieces
        if len(pieces) > 1:
            misc += _GLUED * (len(pieces) - 1)
        misc += _FREE
    return forms, misc


_GLUED, _FREE = ["SpaceAfter=No"], ["_"]


def _pieces_of(sentence: str) -> Iterator[tuple[str, ...]]:
    """What stands between spaces, cut into words; each cut is remembered, for the same few strings come back."""
    chunks = sentence.split()
    last = len(chunks) - 1
    while last > 0 and not any(map(str.isalnum, chunks[last])):
        last -= 1
    for at, chunk in enumerate(chunks):
        cut = _remembered if len(chunk) <= _LONGEST_REMEMBERED else _pieces
        yield cut(chunk, at == 0, at >= last)


def _pieces(chunk: str, first: bool, final: bool) -> tuple[str, ...]:
    """`chunk`, which has no white space, cut into words; it may be the first of its sentence, and the last."""
    if chunk.isascii() and chunk.isalpha() and chunk.lower() not in _FUSED:
        return (chunk,)
    if _PLAIN.fullmatch(chunk):
        cuts = _cuts(chunk, first, final)
    else:
        kept = [at for at, character in enumerate(chunk) if not _is_attached(character)]
        bare = "".join("x" if category(chunk[at]) == "Cs" or chunk[at] == "\ufffd" else chunk[at] for at in kept)
        cuts = [kept[cut] for cut in _cuts(bare, first, final)]
        cuts = [cut for cut in cuts if chunk[cut - 1] != _JOINER or category(chunk[cut]) != "So"]
    if not cuts:
        return (chunk,)
    return tuple(chunk[start:end] for start, end in zip([0, *cuts], [*cuts, len(chunk)], strict=True))


_remembered = lru_cache(maxsize=1 << 16)(_pieces)


def _is_attached(character: str) -> bool:
    """Whether it belongs to the character before it: vowel signs, accents, joiners, direction marks, skin tones."""
    return category(character)[0] == "M" or category(character) == "Cf" or "\U0001f3fb" <= character <= "\U0001f3ff"


def _cuts(bare: str, first: bool, final: bool) -> list[int]:
    """Where words begin inside `bare`, the first excepted."""
    if _EMOTICON.fullmatch(bare) or (_ORDINAL.fullmatch(bare) and not first and not final):
        return []
    cuts: list[int] = []
    start, size = 0, len(bare)
    while start < size:
        match = _TOKEN.match(bare, start)
        assert match is not None
        end = match.end()
        if match.lastgroup == "word":
            word = match.group()
            behind = bare[end : end + 3]
            stopped = behind[:1] == "." and (behind[1:2] != "." or behind == bare[end:] == "..")
            if stopped and keeps_full_stop(word, final and not bare[end + 1 :].strip(_CLOSERS)):
                end += 1
            cuts += _inner_cuts(word, start)
        if end < size:
            cuts.append(end)
        start = end
    return cuts


def _inner_cuts(word: str, start: int) -> list[int]:
    """Where the parts of an English contraction begin, the first excepted."""
    if (fused := _FUSED.get(word.lower().replace("’", "'"))) is not None:
        return [start + fused]
    found: list[int] = []
    end = len(word)
    while match := _CONTRACTION.search(word, max(end - 4, 0), end):
        end = match.start()
        if end == 0:
            break
        found.append(start + end)
    return found[::-1]
