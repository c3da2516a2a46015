"""What a single word or node must be like: tests of cells and labels, joined by and, or and not. Each test answers for
all words of a sentence at once, and for all nodes of its tree."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from spectral_core.data.tree import TRACE
from spectral_core.query.view import View

_REMEMBERED = 1 << 18  # values whose answer is kept


class Remembered(dict[str, bool]):
    """The answers to one question about a value, each worked out once."""

    __slots__ = ("ask",)

    def __init__(self, ask: Callable[[str], bool]):
        super().__init__()
        self.ask = ask

    def __missing__(self, value: str) -> bool:
        if len(self) >= _REMEMBERED:
            self.clear()
        answer = self[value] = self.ask(value)
        return answer


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it was typed: a plain one may have wildcards, a quoted one is meant as it stands."""

    text: str
    kind: str = "plain"  # or "quoted", "regex"

    @property
    def wild(self) -> bool:
        return self.kind == "plain" and "*" in self.text

    def pattern(self) -> re.Pattern[str]:
        """Compile the regular expression, which a value must match anywhere."""
        with warnings.catch_warnings():  # of what a later Python may read otherwise: users need not know of it
            warnings.simplefilter("ignore", FutureWarning)
            return re.compile(self.text)

    def exactly(self) -> Callable[[str], bool]:
        """Whether a value is this one, capitals and all."""
        if self.kind == "regex":
            search = self.pattern().search
            return lambda value: search(value) is not None
        if self.wild:
            return _wildcards(self.text)
        return self.text.__eq__

    def freely(self) -> Callable[[str], bool]:
        """Whether a value is this one; capitals only count where this one has some."""
        exact = self.exactly()
        return (lambda value: exact(value.lower())) if self.caseless else exact

    @property
    def caseless(self) -> bool:
        """Whether capitals do not count, as nothing here is one."""
        return self.kind != "regex" and self.text == self.text.lower()

    def needed(self, free: bool = False) -> list[bytes]:
        """A pattern that the bytes of a sentence must hold for the value to occur in it, where there is such a one."""
        if self.kind == "regex":
            return []
        piece = max(self.text.split("*"), key=len) if self.wild else self.text
        if len(piece) < 2 or "\ufffd" in piece:
            return []
        literal = re.escape(piece.encode())
        if not free or not self.caseless:
            return [literal]
        if piece.isascii():  # the Kelvin sign is the one other character whose small letter is ASCII
            return [b"(?i:" + literal.replace(b"k", b"(?:k|\xe2\x84\xaa)") + b")"]
        return [literal] if piece == piece.upper() else []


def _wildcards(text: str) -> Callable[[str], bool]:
    """Whether a value has these pieces in this order, with anything where the stars are. A regular expression would
    try every way to place them."""
    first, *middle, last = text.split("*")

    def matches(value: str) -> bool:
        at, end = len(first), len(value) - len(last)
        if at > end or not value.startswith(first) or not value.endswith(last):
            return False
        for piece in middle:
            if (at := value.find(piece, at, end)) < 0:
                return False
            at += len(piece)
        return True

    return matches


class Test(Protocol):
    """A property of words and of nodes."""

    @property
    def names_nodes(self) -> bool:
        """Whether phrases are meant as well where it stands alone."""
        return False

    def words(self, view: View) -> set[int]: ...  # those that have it, counted from 1
    def nodes(self, view: View) -> set[int]: ...
    def needed(self) -> list[bytes]:
        """Patterns that the bytes of a sentence must hold, for any word or node to have it."""
        return []


@dataclass(frozen=True, slots=True)
class Anything(Test):
    """Every word, every node."""

    def words(self, view: View) -> set[int]:
        return set(range(1, len(view.sentence) + 1))

    def nodes(self, view: View) -> set[int]:
        return set(range(len(view.nodes.trees)))


@dataclass(frozen=True, slots=True)
class CellTest(Test):
    """A word with a value in a column, or in any of several; a node is asked for the word that it is the tag of."""

    columns: tuple[str, ...]
    known: Remembered
    must: tuple[bytes, ...] = ()

    def words(self, view: View) -> set[int]:
        known = self.known
        found: set[int] = set()
        for column in self.columns:
            values = view.sentence.column(column)
            found.update([at for at, value in enumerate(values, 1) if known[value]])
        return found

    def nodes(self, view: View) -> set[int]:
        tags = view.tags
        return {tags[word] for word in self.words(view) if word in tags} if tags else set()

    def needed(self) -> list[bytes]:
        return list(self.must)


@dataclass(frozen=True, slots=True)
class Label(Test):
    """A node, phrase or tag, with a label."""

    known: Remembered
    must: tuple[bytes, ...] = ()

    @property
    def names_nodes(self) -> bool:
        return True

    def words(self, view: View) -> set[int]:
        return {word for word in map(view.nodes.words.__getitem__, self.nodes(view)) if word}

    def nodes(self, view: View) -> set[int]:
        known = self.known
        return {at for at, node in enumerate(view.nodes.trees) if known[node.label]}

    def needed(self) -> list[bytes]:
        return list(self.must)


@dataclass(frozen=True, slots=True)
class Name(Test):
    """A word by its form, or in capitals also by its tag; a phrase by its label."""

    form: Remembered
    tag: Remembered | None  # none where the name is not in capitals
    label: Remembered
    must: tuple[bytes, ...] = ()

    @property
    def names_nodes(self) -> bool:
        return True

    def may_name_a_node(self, view: View) -> bool:
        """Whether there may be a phrase or a trace of this name; cheaper than looking for it."""
        return any(self.label[label] or self.form[label] for label in view.labels)

    def words(self, view: View) -> set[int]:
        sentence, form, tag = view.sentence, self.form, self.tag
        found = {at for at, value in enumerate(sentence.forms, 1) if form[value]}
        if tag is not None:
            found.update([at for at, value in enumerate(sentence.upos, 1) if tag[value]])
            found.update([at for at, value in enumerate(sentence.xpos, 1) if tag[value]])
        return found

    def nodes(self, view: View) -> set[int]:
        tags = view.tags
        found = {tags[word] for word in self.words(view) if word in tags}
        for at, node in enumerate(view.nodes.trees):
            if not node.is_tag or self.tag is None:
                known = self.label[node.label]
            elif node.label == TRACE:  # tags of words are there already
                known = self.tag[TRACE] or self.form[str(node.children[0])]
            else:
                known = False
            if known:
                found.add(at)
        return found

    def needed(self) -> list[bytes]:
        return list(self.must)


@dataclass(frozen=True, slots=True)
class Not(Test):
    """What a test does not hold for."""

    test: Test

    @property
    def names_nodes(self) -> bool:
        return self.test.names_nodes

    def words(self, view: View) -> set[int]:
        return set(range(1, len(view.sentence) + 1)) - self.test.words(view)

    def nodes(self, view: View) -> set[int]:
        return set(range(len(view.nodes.trees))) - self.test.nodes(view)


@dataclass(frozen=True, slots=True)
class _Several(Test):
    tests: tuple[Test, ...]

    @property
    def names_nodes(self) -> bool:
        return any(test.names_nodes for test in self.tests)


@dataclass(frozen=True, slots=True)
class All(_Several):
    """What every one of several tests holds for."""

    def words(self, view: View) -> set[int]:
        return _common(test.words(view) for test in self.tests)

    def nodes(self, view: View) -> set[int]:
        return _common(test.nodes(view) for test in self.tests)

    def needed(self) -> list[bytes]:
        return [piece for test in self.tests for piece in test.needed()]


@dataclass(frozen=True, slots=True)
class Either(_Several):
    """What at least one of several tests holds for."""

    def words(self, view: View) -> set[int]:
        return set().union(*(test.words(view) for test in self.tests))

    def nodes(self, view: View) -> set[int]:
        return set().union(*(test.nodes(view) for test in self.tests))

    def needed(self) -> list[bytes]:
        return alternatives(test.needed() for test in self.tests)


def alternatives(needed: Iterable[list[bytes]]) -> list[bytes]:
    """What must be there for one of several: one pattern of each, or nothing where one of them needs nothing."""
    pieces = [max(patterns, key=len, default=b"") for patterns in needed]
    return [b"(?:" + b"|".join(pieces) + b")"] if all(pieces) else []


def _common(sets: Iterable[set[int]]) -> set[int]:
    found: set[int] | None = None
    for each in sets:
        found = each if found is None else found & each
        if not found:
            break
    return found or set()


def named(value: Value) -> Test:
    """A bare name, quoted text or regular expression in the place of a word or node."""
    if value.kind == "plain" and value.text == "*":
        return Anything()
    capitals = value.kind == "plain" and value.text == value.text.upper() != value.text.lower()
    tag = Remembered(value.exactly()) if capitals else None
    # a caseless name is looked for in any case among forms, but as it stands among labels
    label = Remembered(_label_is(value) if value.kind != "quoted" else lambda _: False)
    return Name(Remembered(value.freely()), tag, label, tuple(value.needed(free=True)))


def cell(column: str, value: Value) -> Test:
    """A test of one column by its name: `tag` is either tag, `label` that of a node, any other name a feature."""
    if column == "label":
        return Label(Remembered(_label_is(value)), tuple(value.needed()))
    if column in ("form", "lemma"):
        return CellTest((column,), Remembered(value.freely()), tuple(value.needed(free=True)))
    if column == "deprel":
        return CellTest((column,), Remembered(relation_is(value)), tuple(value.needed()))
    if column in ("feats", "misc"):
        name = Value(value.text.partition("=")[0], value.kind)
        return CellTest((column,), Remembered(_has_item(value)), tuple(name.needed()))
    if column == "tag":
        return CellTest(("upos", "xpos"), Remembered(value.exactly()), tuple(value.needed()))
    return CellTest((column,), Remembered(value.exactly()), tuple(value.needed()))


def feature(name: str, value: Value) -> Test:
    """A word with a feature, or an entry of MISC, of this name and value."""
    known = Remembered(_has_entry(name, value))
    return CellTest(("feats", "misc"), known, tuple(Value(name, "quoted").needed()))


def relation_is(value: Value) -> Callable[[str], bool]:
    """Whether a relation is this one, or a subtype of it."""
    exact = value.exactly()
    if value.kind == "regex" or value.wild:
        return exact
    below = value.text + ":"
    return lambda label: exact(label) or label.startswith(below)


def _label_is(value: Value) -> Callable[[str], bool]:
    """Whether a label is this one, or this one with functions or an index behind."""
    exact = value.exactly()
    if value.kind == "regex" or value.wild:
        return exact
    more = (value.text + "-", value.text + "=")
    return lambda label: exact(label) or label.startswith(more)


def _has_item(value: Value) -> Callable[[str], bool]:
    exact = value.exactly()
    if value.kind == "regex":
        return exact
    name, equals, wanted = value.text.partition("=")
    if not equals or "*" in name:
        return lambda cell: exact(cell) or any(exact(item) for item in cell.split("|"))
    return _has_entry(name, Value(wanted, value.kind))


def _has_entry(name: str, value: Value) -> Callable[[str], bool]:
    exact = value.exactly()
    start = name + "="

    def ask(cell: str) -> bool:
        for item in cell.split("|"):
            if item.startswith(start):
                held = item[len(start) :]
                return exact(held) or ("," in held and any(map(exact, held.split(","))))
        return False

    return ask
