"""Tokeniser of queries; each token knows the column where it begins."""

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
_NO_VALUE = Value("")


@dataclass(frozen=True, slots=True)
class QueryToken:
    """A token of a query. `kind` is a mark such as `(`, or one of name, cell, arc, gap, length, whole, end."""

    kind: str
    column: int  # counted from 1
    text: str  # as it was typed
    value: Value = _NO_VALUE
    name: str = ""  # of a column, of a question about the whole sentence; the operator of an arc or of a length
    negated: bool = False


def tokenise(text: str) -> list[QueryToken]:
    """Split a query into tokens, the last of kind `end`."""
    tokens: list[QueryToken] = []
    position = 0
    while position < len(text):
        if space := _SPACE.match(text, position):
            position = space.end()
        else:
            token, position = _next_token(text, position)
            tokens.append(token)
    tokens.append(QueryToken("end", len(text) + 1, ""))
    return tokens


def _next_token(text: str, position: int) -> tuple[QueryToken, int]:
    column = position + 1
    if match := _GAP.match(text, position):
        return QueryToken("gap", column, match[0]), match.end()
    if match := _ARC.match(text, position):
        return QueryToken("arc", column, match[0], Value(match[3]), match[2], bool(match[1])), match.end()
    if text[position] in "()[]&|!":
        return QueryToken(text[position], column, text[position]), position + 1
    if match := _LENGTH.match(text, position):
        return QueryToken("length", column, match[0], Value(match[2]), match[1]), match.end()
    if match := _WHOLE.match(text, position):
        value, end = _read_value(text, match.end(), match[0])
        return QueryToken("whole", column, text[position:end], value, match[1]), end
    if match := _CELL.match(text, position):
        value, end = _read_value(text, match.end(), match[0])
        return QueryToken("cell", column, text[position:end], value, match[1], match[2] == "!="), end
    if text[position] == '"' or _REGEX.match(text, position):
        value, end = _read_value(text, position, "")
        return QueryToken("name", column, text[position:end], value), end
    if match := _BARE.match(text, position):
        return QueryToken("name", column, match[0], Value(match[0])), match.end()
    raise QueryError(
        column, f"{text[position]!r} cannot stand here", f'As a word, write it in quotes: "{text[position]}"'
    )


def _read_value(text: str, position: int, before: str) -> tuple[Value, int]:
    if match := _QUOTED.match(text, position):
        return Value(_ESCAPED.sub(r"\1", match[1]), "quoted"), match.end()
    if text.startswith('"', position):
        raise QueryError(
            position + 1, "these quotes are not closed", 'Write " at the end of the text, and \\" inside it'
        )
    if match := _REGEX.match(text, position):
        value = Value(match[1].replace("\\/", "/"), "regex")
        try:
            value.pattern()
        except (re.error, ValueError, OverflowError, RecursionError) as error:
            # a ValueError is in Python's words, of thousands of digits or of flags such as (?a)(?u)
            is_value = isinstance(error, ValueError)
            reason = "a number in it is too long, or its flags contradict each other" if is_value else error
            remedy = 'Correct it, or write the text in quotes: "..."'
            raise QueryError(position + 1, f"this is not a regular expression: {reason}", remedy) from None
        return value, match.end()
    if match := _VALUE.match(text, position):
        return Value(match[0]), match.end()
    raise QueryError(
        position + 1, f"there is no value behind {before}", f"Write for instance {before}abc, or {before}_"
    )
