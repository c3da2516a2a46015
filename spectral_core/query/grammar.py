"""Makes a condition of the text of a query; the language is explained in the help page `find`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from spectral_core.data.sentence import COLUMNS
from spectral_core.errors import QueryError
from spectral_core.query import cells
from spectral_core.query.cells import All, Anything, Either, Not, Test, Value, named
from spectral_core.query.conditions import And, Condition, Occurs, Or, Without
from spectral_core.query.patterns import LINKS, ArcTest, Link, Sequence, Structure
from spectral_core.query.tokens import QueryToken, cut
from spectral_core.query.wholes import length, whole

_DEEPEST = 50  # brackets inside one another
_CELLS = (*COLUMNS[:6], "misc", "tag", "label")
_T = TypeVar("_T")
_PATTERN_WANTED = "Write a word, a label or a test such as upos=NOUN"


def condition(text: str) -> Condition:
    """What a query asks of a sentence."""
    reader = _Reader(cut(text))
    if reader.here.kind == "end":
        raise QueryError(1, "there is nothing to look for", _PATTERN_WANTED)
    found = reader.either()
    if reader.here.kind != "end":
        raise reader.unexpected()
    return found


class _Reader:
    """Descends through the parts of a query from left to right."""

    def __init__(self, tokens: list[QueryToken]):
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    @property
    def here(self) -> QueryToken:
        return self.tokens[self.at]

    def take(self) -> QueryToken:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def is_word(self, *texts: str, ahead: int = 0) -> bool:
        """Whether a word of the language stands here, unquoted."""
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return token.kind == "name" and token.value.kind == "plain" and token.text in texts

    def unexpected(self) -> QueryError:
        token = self.here
        if token.kind == "end":
            return QueryError(token.column, "the query breaks off here", _PATTERN_WANTED)
        remedies = {
            ")": "Remove it, or open it before",
            "]": "Remove it, or open it before",
            "|": "Write or between two patterns; | joins tests inside [ ]",
            "&": "Behind & stands a relation such as >nsubj NOUN; to find two things in one sentence, write and",
            "arc": f'A relation stands between two words: NOUN > DET; as a word, write it in quotes: "{token.text}"',
            "!": 'As a word, write it in quotes: "!"; for the opposite write not, or ! inside [ ]',
        }
        remedy = remedies.get(token.kind, 'Join two questions with and, or; write words such as "and" in quotes')
        return QueryError(token.column, f"{token.text!r} cannot stand here", remedy)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            what = f"more than {_DEEPEST} things stand inside one another"
            raise QueryError(self.here.column, what, "Ask for less at once")

    def close(self, opened: QueryToken, mark: str) -> None:
        if self.here.kind != mark:
            if self.here.kind == "end":
                what = f"the bracket {opened.text} is not closed"
                raise QueryError(opened.column, what, f"Write {mark} where it ends")
            raise self.unexpected()
        self.take()
        self.depth -= 1

    def joined(self, one: Callable[[], _T], mark: str, many: Callable[[tuple[_T, ...]], _T]) -> _T:
        """One thing, or several with a mark or word between them as one."""
        parts = [one()]
        while self.here.kind == mark or self.is_word(mark, mark.upper()):
            self.take()
            parts.append(one())
        return parts[0] if len(parts) == 1 else many(tuple(parts))

    def either(self) -> Condition:
        return self.joined(lambda: self.joined(self.one, "and", And), "or", Or)

    def one(self) -> Condition:
        token = self.here
        if self.is_word("and", "or", "AND", "OR"):
            remedy = f'Write something before it; as a word, write it in quotes: "{token.text}"'
            raise QueryError(token.column, f"{token.text!r} joins two questions", remedy)
        if self.is_word("not", "NOT"):
            if self.tokens[self.at + 1].kind == "end":
                raise QueryError(token.column, "nothing stands behind 'not'", 'As a word, write it in quotes: "not"')
            self.take()
            self.deeper()
            made = Without(self.one())
            self.depth -= 1
            return made
        if token.kind == "length":
            self.take()
            return length(token)
        if token.kind == "whole":
            self.take()
            return whole(token)
        return self.pattern()

    def pattern(self) -> Condition:
        items: list[Structure | None] = []
        begins: list[tuple[QueryToken, bool]] = []  # of each item, and whether it is in brackets or has no relations
        while True:
            token = self.here
            if token.kind == "gap":
                self.take()
                items.append(None)
                begins.append((token, True))
            elif token.kind == "(":
                inner = self.bracketed()
                if not isinstance(inner, Occurs) or not isinstance(inner.pattern, Structure):
                    if items or self.goes_on():
                        what = "this bracket is neither a word nor a node, and so cannot stand beside others"
                        raise QueryError(token.column, what, "Join questions with and, or")
                    return inner
                structure = self.related(inner.pattern, True)
                items.append(structure)
                begins.append((token, structure is inner.pattern))
            elif self.starts_node() and not self.is_word("and", "or", "AND", "OR"):
                if many := self.quoted_words():
                    items.extend(many)
                    begins.extend((token, True) for _ in many)
                    continue
                structure = self.structure(True)
                items.append(structure)
                begins.append((token, not structure.arcs and not structure.links))
            else:
                break
        if not items:
            raise self.unexpected()
        for begin, plain in begins:
            if len(items) > 1 and not plain:
                what = "neighbours and a relation stand side by side, and it is not clear what belongs together"
                raise QueryError(begin.column, what, "Put the relation in brackets: DET (NOUN > ADJ)")
        if len(items) == 1 and items[0] is not None:
            return Occurs(items[0])
        if all(item is None for item in items):
            raise QueryError(begins[0][0].column, "a gap stands between words", "Write for instance not ... only")
        return Occurs(Sequence(tuple(items)))

    def goes_on(self) -> bool:
        begins = self.here.kind in ("gap", "(", "arc", "&") or self.starts_node()
        return begins and not self.is_word("and", "or", "AND", "OR")

    def bracketed(self) -> Condition:
        opened = self.take()
        self.deeper()
        inner = self.either()
        self.close(opened, ")")
        return inner

    def starts_node(self) -> bool:
        return self.here.kind in ("name", "cell", "[")

    def quoted_words(self) -> list[Structure]:
        """The words of quoted text with spaces in it."""
        value = self.here.value
        if self.here.kind != "name" or value.kind != "quoted" or len(value.text.split()) < 2:
            return []
        self.take()
        return [Structure(named(Value(word, "quoted"))) for word in value.text.split()]

    def structure(self, first: bool) -> Structure:
        """A word or node with its relations; those behind & belong to the first one."""
        token = self.here
        links = token.kind in ("cell", "[") or (token.kind == "name" and _is_label(token))
        return self.related(Structure(self.node()), first, links)

    def related(self, start: Structure, first: bool, links: bool = True) -> Structure:
        relation = self.relation(start, links)
        while first and self.here.kind == "&":
            self.take()
            if (added := self.relation(relation or start, True)) is None:
                self.at -= 1
                raise self.unexpected()
            relation = added
        return relation or start

    def relation(self, start: Structure, links: bool) -> Structure | None:
        """The structure with the relation that stands here; None where none does."""
        token = self.here
        if token.kind == "arc":
            self.take()
            known, side, must = _arc_label(token)
            other = self.other(token, token.negated)
            arc = ArcTest(token.name, known, side, token.negated, other, must)
            return replace(start, arcs=(*start.arcs, arc))
        way, negated, size = self.link() if links else ("", False, 0)
        if not size:
            return None
        self.at += size
        return replace(start, links=(*start.links, Link(way, negated, self.other(token, negated))))

    def link(self) -> tuple[str, bool, int]:
        """A relation in the tree: its name, whether it is negated, and of how many words it is made."""
        negated = self.is_word("not")
        for name in LINKS:
            words = name.split()
            if all(self.is_word(word, ahead=at + negated) for at, word in enumerate(words)):
                return name, negated, len(words) + negated
        return "", False, 0

    def other(self, relation: QueryToken, negated: bool) -> Structure:
        """What stands behind a relation, with the relations that follow it."""
        self.deeper()
        found = self.operand(relation, negated)
        self.depth -= 1
        return found

    def operand(self, relation: QueryToken, negated: bool) -> Structure:
        token = self.here
        if token.kind == "(":
            inner = self.bracketed()
            if not isinstance(inner, Occurs) or not isinstance(inner.pattern, Structure):
                what = f"behind {relation.text!r} stands one word or node, with its own relations"
                raise QueryError(token.column, what, "Write for instance VERB > (NOUN > DET)")
            found = inner.pattern
            if not negated:
                return self.related(found, False)
        elif self.starts_node():
            links = token.kind != "name" or _is_label(token)
            found = Structure(self.node())
            if not negated:
                return self.related(found, False, links)
        else:
            what = f"behind {relation.text!r} there should be a word or a label"
            glued = relation.kind == "arc" and relation.value.text
            hint = f", and a space before it: {relation.name} {relation.value.text}" if glued else ""
            raise QueryError(token.column, what, f"Write one{hint}, or * for any")
        if self.here.kind == "arc" or self.link()[2]:
            what = "it is not clear to what this relation belongs"
            raise QueryError(self.here.column, what, "Write A !> (B > C), or A !> B & > C")
        return found

    def node(self) -> Test:
        token = self.here
        if token.kind == "[":
            opened = self.take()
            self.deeper()
            made: Test = Anything() if self.here.kind == "]" else self.any_of()
            self.close(opened, "]")
            return made
        self.take()
        return _cell(token) if token.kind == "cell" else named(token.value)

    def any_of(self) -> Test:
        return self.joined(lambda: self.joined(self.test, "&", All), "|", Either)

    def test(self) -> Test:
        token = self.here
        if token.kind == "!":
            self.take()
            self.deeper()
            made = Not(self.test())
            self.depth -= 1
            return made
        if token.kind == "(":
            opened = self.take()
            self.deeper()
            inner = self.any_of()
            self.close(opened, ")")
            return inner
        if token.kind in ("cell", "name"):
            self.take()
            return _cell(token) if token.kind == "cell" else named(token.value)
        what = "the query breaks off here" if token.kind == "end" else f"{token.text!r} cannot stand inside [ ]"
        raise QueryError(token.column, what, "Inside are tests of one word, joined by & and |: [upos=VERB & lemma=go]")


def _is_label(token: QueryToken) -> bool:
    text = token.value.text
    return token.value.kind == "plain" and (text == "*" or text == text.upper() != text.lower())


def _cell(token: QueryToken) -> Test:
    if token.name in _CELLS:
        made = cells.cell(token.name, token.value)
    elif token.name[0].isupper():
        made = cells.feature(token.name, token.value)
    else:
        there = ", ".join(_CELLS)
        what = f"there is no column {token.name!r}"
        raise QueryError(token.column, what, f"There are {there}; features begin with a capital, as in Number=Sing")
    return Not(made) if token.negated else made


def _arc_label(token: QueryToken) -> tuple[Callable[[str], bool] | None, str, tuple[bytes, ...]]:
    label, at, side = token.value.text.partition("@")
    if not at and label in ("left", "right"):
        label, side = "", label
    if at and side not in ("left", "right"):
        what = f"@{side} is not a side"
        raise QueryError(token.column, what, "Write @left or @right: where the other word stands")
    if not label:
        return None, side, ()
    names = [Value(name) for name in label.split("|")]
    if not all(name.text for name in names):
        raise QueryError(token.column, f"{token.text!r} lacks a relation", "Write relations as in >nsubj|obj")
    asked = [cells.relation_is(name) for name in names]
    must = cells.alternatives(name.needed() for name in names)
    return (lambda relation: any(ask(relation) for ask in asked)), side, tuple(must)
