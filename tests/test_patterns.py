"""Regular expressions take time in proportion to the text: each of the program's is fed the worst found for it."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import spectral_core

try:
    from re import _constants as codes
    from re import _parser as parser
except ImportError:  # where Python has them elsewhere
    codes = parser = None  # type: ignore[assignment]

HAS_WINDOW = importlib.util.find_spec("PySide6") is not None
ROOT = Path(spectral_core.__file__).resolve().parent.parent
USES = {"match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split"}
SHORT, SIZES = 1_500, (6_000, 12_000, 96_000)  # characters
MOST = (
    1.5  # seconds of the processor for 96,000 characters: linear ones take a tenth, quadratic ones many times as much
)
LEAST = 0.3  # seconds that are not held against a shorter text
# Made where they are used: the user's own (searched for in the engine's process, which Stop ends), escaped texts that a
# query cannot do without, and trees of brackets, in which no part can match in two ways.
MADE_IN_FUNCTIONS = {
    "spectral_core/query/node_tests.py",
    "spectral_core/query/__init__.py",
    "spectral_core/formats/brackets/tree_scanner.py",
}


@dataclass
class Pattern:
    """A pattern of a module, and by which methods it is applied."""

    name: str
    pattern: re.Pattern[str] | re.Pattern[bytes]
    uses: set[str] = field(default_factory=set)


@cache
def sources() -> tuple[tuple[str, ast.Module], ...]:
    return tuple(parse_sources())


def parse_sources() -> Iterator[tuple[str, ast.Module]]:
    for package in ("spectral_core", *(["spectral_gui"] if HAS_WINDOW else [])):
        for path in sorted((ROOT / package).rglob("*.py")):
            where = path.relative_to(ROOT)
            if "assets" not in where.parts:
                yield where.as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def patterns_in(value: object) -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from patterns_in(part)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from patterns_in(part)


def uses_in(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """(name, method) of all that is applied, or given to be applied."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in USES:
            owner = node.value
            name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
            if name and name != "re":
                yield name, node.attr


@cache
def patterns() -> tuple[Pattern, ...]:
    """Every pattern of every module, by the text of the pattern; imported ones count where they are used."""
    found: dict[tuple[str | bytes, int], Pattern] = {}
    for where, tree in sources():
        compiles = any(isinstance(node, ast.Attribute) and node.attr == "compile" for node in ast.walk(tree))
        uses = list(uses_in(tree))
        if where.endswith("__main__.py") or not (compiles or uses):
            continue
        module: ModuleType = importlib.import_module(
            where.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        )
        for name, value in vars(module).items():
            for pattern in patterns_in(value):
                row = found.setdefault((pattern.pattern, pattern.flags), Pattern(f"{module.__name__}.{name}", pattern))
                row.uses |= {use for owner, use in uses if owner == name}
    return tuple(found.values())


def applied(pattern: re.Pattern[str] | re.Pattern[bytes], use: str) -> Callable[[str], object]:
    """What applies a pattern to a whole text."""
    encode = (lambda text: text.encode("utf-8", "replace")) if isinstance(pattern.pattern, bytes) else str
    nothing = b"" if isinstance(pattern.pattern, bytes) else ""
    method: Callable[..., object] = getattr(pattern, use)
    if use in ("sub", "subn"):
        return lambda text: method(nothing, encode(text))
    if use == "finditer":
        return lambda text: sum(1 for _ in pattern.finditer(encode(text)))  # type: ignore[arg-type]
    return lambda text: method(encode(text))


def seconds(act: Callable[[str], object], text: str) -> float:
    begun = time.process_time()
    act(text)
    return time.process_time() - begun


def parsed(pattern: re.Pattern[str] | re.Pattern[bytes]) -> list[tuple[object, object]]:
    return list(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))


def members(rows: object) -> list[str]:
    """A character for each member of a class; some that are none where it says what it is not."""
    kinds = {codes.CATEGORY_DIGIT: "1", codes.CATEGORY_SPACE: " ", codes.CATEGORY_WORD: "a"}
    if rows[0][0] is codes.NEGATE:  # type: ignore[index]
        return ["a", "1", "-", " "]
    found = []
    for code, value in rows:  # type: ignore[attr-defined]
        if code in (codes.LITERAL, codes.RANGE):
            found.append(chr(value if code is codes.LITERAL else value[0]))
        else:
            found.append(kinds.get(value, "!"))
    return found


def example(rows: object, chance: random.Random) -> str:
    """A text that a pattern may match, or nearly so."""
    text = ""
    for code, value in rows:  # type: ignore[attr-defined]
        if code is codes.LITERAL:
            text += chr(value)
        elif code is codes.NOT_LITERAL:
            text += "a" if value != ord("a") else "b"
        elif code is codes.ANY:
            text += "a"
        elif code is codes.IN:
            text += chance.choice(members(value))
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, inner = value
            for _ in range(chance.randint(least, min(most, least + 2))):
                text += example(inner, chance)
        elif code is codes.SUBPATTERN:
            text += example(value[3], chance)
        elif code is codes.ATOMIC_GROUP:
            text += example(value, chance)
        elif code is codes.BRANCH:
            text += example(chance.choice(value[1]), chance)
        elif code is codes.ASSERT and chance.random() < 0.5:
            text += example(value[1], chance)
    return text


def letters(rows: object) -> Iterator[str]:
    """Characters that a pattern speaks of."""
    for code, value in rows:  # type: ignore[attr-defined]
        if code is codes.LITERAL:
            yield chr(value)
        elif code is codes.IN:
            yield from members(value)
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            yield from letters(value[2])
        elif code is codes.SUBPATTERN:
            yield from letters(value[3])
        elif code is codes.ATOMIC_GROUP:
            yield from letters(value)
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from letters(branch)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            yield from letters(value[1])


@dataclass(frozen=True, slots=True)
class Attack:
    """A text of any length: a piece again and again, between a beginning and an end that may keep it from matching."""

    before: str
    piece: str
    behind: str

    def text(self, length: int) -> str:
        return self.before + self.piece * (length // len(self.piece)) + self.behind


def attacks(pattern: re.Pattern[str] | re.Pattern[bytes]) -> Iterator[Attack]:
    """Texts made of what the pattern itself speaks of: its characters, what it matches, and beginnings of that."""
    rows, chance = parsed(pattern), random.Random(4)
    signs = [*dict.fromkeys([*letters(rows), " ", "a", "1", "\n"])]
    signs = chance.sample(signs, min(len(signs), 14))
    pieces = dict.fromkeys(signs)
    for _ in range(16):
        whole = example(rows, chance)[:40]
        cut = chance.randint(0, len(whole))
        pieces |= dict.fromkeys(
            [whole, whole[:cut], whole[cut:], "".join(chance.choices(signs, k=chance.randint(2, 4)))]
        )
    for piece in filter(None, pieces):
        whole = example(rows, chance)[:40]
        yield Attack("", piece, "")
        yield Attack(whole[: chance.randint(0, len(whole))], piece, "\0")


def complaint(row: Pattern) -> str:
    """What is wrong with a pattern; "" where nothing is."""
    for use in sorted(row.uses or {"search"}):
        act = applied(row.pattern, use)
        worst = max(attacks(row.pattern), key=lambda attack: seconds(act, attack.text(SHORT)))
        for size in SIZES:
            spent = seconds(act, worst.text(size))
            if spent > max(MOST * size / SIZES[-1], LEAST):
                return f"{row.name}: {use} of {size:,} characters took {spent:.1f} s: {worst}"
    return ""


needs_parser = pytest.mark.skipif(parser is None, reason="Python shows no parsed patterns")


@needs_parser
def test_patterns_take_time_in_proportion_to_the_text() -> None:
    rows = patterns()
    assert len(rows) > 100
    assert not list(filter(None, map(complaint, rows)))


@needs_parser
@pytest.mark.parametrize(
    ("pattern", "use"),
    [
        (r"\s*[;/,]\s*", "split"),
        (r"[+-]?\d*\.?\d*", "fullmatch"),
    ],
)
def test_a_pattern_that_takes_longer_is_seen(pattern: str, use: str) -> None:
    assert f"{use} of " in complaint(Pattern("quadratic", re.compile(pattern), {use}))


def is_made_here(node: ast.AST) -> bool:
    """Whether this is `re.match(...)` and the like."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    owner = node.func.value
    return isinstance(owner, ast.Name) and owner.id == "re" and node.func.attr in USES | {"compile"}


def test_patterns_stand_in_modules_where_they_are_seen() -> None:
    """A pattern that is made or written inside a function would not be tried above."""
    inside = [
        f"{where}: {ast.unparse(node)}"
        for where, tree in sources()
        if where not in MADE_IN_FUNCTIONS and any(map(is_made_here, ast.walk(tree)))
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.Lambda)
        for node in ast.walk(function)
        if is_made_here(node)
    ]
    assert not inside
