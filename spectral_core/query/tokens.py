"""Cuts the text of a query into its parts, each with the column where it begins."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spectral_core.errors import QueryError
from spectral_core.query.cells import Value

_SPACE = re.compile(r"\s+")
_GAP = re.compile(r"(?:\.\.\.|…)(?=[\s()]|\Z)")
_ARC = re.compile(r"(!?)(>>|<<|>|<)(?!=)([^\s()\[\]&<>!=\"]*)")
_LENGTH = re.compile(r"length\s?(<=|>=|!=|=|<|>)\s?([0-9]+)(?=[\s()]|\Z)")
_WHOLE = re.compile(r"(text|id|is|comment):")
_CELL = re.compile(r"([A-Za-z]+(?:\[[a-z0-9]+\])?)(!?=)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_REGEX = re.compile(r"/((?:[^/\\]|\\.)+)/(?=[\s()\[\]&|]|\Z)")
_BARE = re.compile(r"[^\s()\[\]&|<>!=\"]+")
_VALUE = re.compile(r"[^\s()\[\]&|<>!\"]+")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_NOTHING = Value("")


@dataclass(frozen=True, slots=True)
class QueryToken:
    """A part of a query. `kind` is a mark such as `(`, or one of name, cell, arc, gap, length, whole, end."""

    kind: str
    column: int  # counted from 1
    text: str  # as it was typed
    value: Value = _NOTHING
    name: str = ""  # of a column, of a question about the whole sentence; the operator of an arc or of a length
    negated: bool = False


def cut(text: str) -> list[QueryToken]:
    """The parts of a query, and one of kind `end`."""
    found: list[QueryToken] = []
    at = 0
    while at < len(text):
        if space := _SPACE.match(text, at):
            at = space.end()
        else:
            token, at = _next(text, at)
            found.append(token)
    found.append(QueryToken("end", len(text) + 1, ""))
    return found


def _next(text: str, at: int) -> tuple[QueryToken, int]:
    column = at + 1
    if match := _GAP.match(text, at):
        return QueryToken("gap", column, match[0]), match.end()
    if match := _ARC.match(text, at):
        return QueryToken("arc", column, match[0], Value(match[3]), match[2], bool(match[1])), match.end()
    if text[at] in "()[]&|!":
        return QueryToken(text[at], column, text[at]), at + 1
    if match := _LENGTH.match(text, at):
        return QueryToken("length", column, match[0], Value(match[2]), match[1]), match.end()
    if match := _WHOLE.match(text, at):
        value, end = _value(text, match.end(), match[0])
        return QueryToken("whole", column, text[at:end], value, match[1]), end
    if match := _CELL.match(text, at):
        value, end = _value(text, match.end(), match[0])
        return QueryToken("cell", column, text[at:end], value, match[1], match[2] == "!="), end
    if text[at] == '"' or _REGEX.match(text, at):
        value, end = _value(text, at, "")
        return QueryToken("name", column, text[at:end], value), end
    if match := _BARE.match(text, at):
        return QueryToken("name", column, match[0], Value(match[0])), match.end()
    raise QueryError(column, f"{text[at]!r} cannot stand here", f'As a word, write it in quotes: "{text[at]}"')


def _value(text: str, at: int, before: str) -> tuple[Value, int]:
    if match := _QUOTED.match(text, at):
        return Value(_ESCAPED.sub(r"\1", match[1]), "quoted"), match.end()
    if text.startswith('"', at):
        raise QueryError(at + 1, "these quotes are not closed", 'Write " at the end of the text, and \\" inside it')
    if match := _REGEX.match(text, at):
        value = Value(match[1].replace("\\/", "/"), "regex")
        try:
            value.pattern()
        except (re.error, OverflowError, RecursionError) as error:
            remedy = 'Correct it, or write the text in quotes: "..."'
            raise QueryError(at + 1, f"this is not a regular expression: {error}", remedy) from None
        return value, match.end()
    if match := _VALUE.match(text, at):
        return Value(match[0]), match.end()
    raise QueryError(at + 1, f"there is no value behind {before}", f"Write for instance {before}abc, or {before}_")
