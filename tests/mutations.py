"""Damages to files, drawn at random: bytes, lines and fields that are changed, moved, repeated or taken from others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_LONG = 0.02  # of the inputs may be as long as that is allowed
_NO_TEXT = (
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf8\x88\x80\x80",
    b"\x80",
    b"\xe2\x28\xa1",
    b"\xfe\xff",
    b"\xff\xfe",
)
TOKENS = _NO_TEXT + tuple(
    token.encode("utf-8", "surrogatepass")
    for token in (
        *("\t", "\n", "\n\n", "\r\n", "\r", "\0", " ", "\u00a0", "\u2028", "\ufeff", "\x1a", "\x85", "\u0085", "\v"),
        *("_", "__", "-", "0", "1", "-1", "1-2", "2-1", "1-1", "0.1", "1.1", "1.99999999999", "+1", "1e9", "01"),
        *("99999999999999999999", "4294967296", "2147483648", "18446744073709551616", "-9223372036854775808", "NaN"),
        *("(", ")", "()", "(()", "( (S", "))", "((", "-LRB-", "*T*-1", "-NONE-", "=2", "|", "||", "=", "==", "\\"),
        *("#", "# text = ", "# sent_id = x\n", "# newdoc\n", "#\n", "{", "}", "[", "]", '"', "'", ":", ",", ";", ";;"),
        *("<pos>", "</pos>", "/", "+", "%", "%2", "%zz", "&", "<", ">", "<img src=x>", "²", "١", "٣", "①", "Ⅷ", "½"),
        *("\u202e", "\u2067", "\u200f", "\u0301", "a\u0301" * 5, "ا", "بِسْمِ", "ـ", "\ud800", "\U0010ffff", "\U0001f600"),
        *("null", "true", "1.5", "{}", "[]", '"x"', "word\tlemma\tupos", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"),
    )
)


def mutated(random: Random, seeds: Sequence[bytes], longest: int = 1 << 16) -> bytes:
    """One of the seeds after one to eight damages, now and then many; no longer than `longest`."""
    content = random.choice(seeds)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5, 8, 30))):
        content = random.choice(_DAMAGES)(random, content, seeds)
    return content[: longest if random.random() < _LONG else longest >> 5]


def _place(random: Random, content: bytes) -> int:
    """Anywhere, or more often where a line or a field begins."""
    at = random.randrange(len(content) + 1)
    if random.random() < 0.5:
        sign = random.choice((b"\n", b"\t", b" ", b"("))
        found = content.find(sign, at)
        return at if found < 0 else found + random.randrange(2)
    return at


def _span(random: Random, content: bytes) -> tuple[int, int]:
    begin = _place(random, content)
    return begin, min(len(content), begin + random.choice((1, 1, 2, 4, 10, 40, 200, 2000)))


def _flip(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    if not content:
        return content
    at = random.randrange(len(content))
    return (
        content[:at]
        + bytes([random.choice((content[at] ^ (1 << random.randrange(8)), random.randrange(256)))])
        + (content[at + 1 :])
    )


def _leave_out(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    begin, end = _span(random, content)
    return content[:begin] + content[end:]


def _insert(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    at = _place(random, content)
    return content[:at] + random.choice(TOKENS) * random.choice((1, 1, 1, 1, 2, 3, 17)) + content[at:]


def _replace(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    begin, _ = _span(random, content)
    ends = [end for end in (content.find(sign, begin + 1) for sign in (b"\t", b"\n", b" ", b")")) if end > 0]
    return content[:begin] + random.choice(TOKENS) + content[min(ends, default=begin + 1) :]


def _repeat(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    begin, end = _span(random, content)
    times = random.choice((2, 2, 2, 3, 3, 10, 10, 100, 1000, 20_000))
    piece = content[begin:end]
    return content[:begin] + piece * min(times, 1 + (1 << 16) // max(1, len(piece))) + content[end:]


def _deepen(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    begin, end = _span(random, content)
    opening, closing = random.choice(((b"(", b")"), (b"(S ", b")"), (b"[", b"]"), (b'{"a":', b"}"), (b"((", b"))")))
    times = random.choice((1, 2, 50, 1000, 20_000))
    return (
        content[:begin] + opening * times + content[begin:end] + closing * random.choice((times, 0, 1)) + content[end:]
    )


def _move(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    begin, end = _span(random, content)
    rest = content[:begin] + content[end:]
    at = _place(random, rest)
    return rest[:at] + content[begin:end] + rest[at:]


def _graft(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    other = random.choice(seeds)
    begin, end = _span(random, other)
    at = _place(random, content)
    return content[:at] + other[begin:end] + content[at:]


def _cut(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    at = _place(random, content)
    return content[:at] if random.random() < 0.7 else content[at:]


def _shuffle(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    sign = random.choice((b"\n", b"\n", b"\t", b" "))
    pieces = content.split(sign)
    begin = random.randrange(len(pieces))
    some = pieces[begin : begin + 8]
    random.shuffle(some)
    return sign.join([*pieces[:begin], *some, *pieces[begin + 8 :]])


def _other_signs(random: Random, content: bytes, seeds: Sequence[bytes]) -> bytes:
    old, new = random.choice(
        (
            (b"\n", b"\r\n"),
            (b"\t", b" "),
            (b"\t", b"\t\t"),
            (b"_", b""),
            (b"\n\n", b"\n"),
            (b"\n", b"\n\n"),
            (b"1", b"-"),
        )
    )
    return content.replace(old, new, random.choice((1, 5, -1)))


_DAMAGES = (
    *(_flip, _flip, _leave_out, _leave_out, _insert, _insert, _insert, _replace, _replace, _replace),
    *(_repeat, _deepen, _move, _graft, _graft, _cut, _shuffle, _other_signs),
)
