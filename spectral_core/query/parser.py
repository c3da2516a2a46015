"""Tokeniser and recursive descent parser of queries; the help page `find` documents the language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from spectral_core.data.sentence import COLUMNS
from spectral_core.errors import QueryError
from spectral_core.query import node_tests
from spectral_core.query.conditions import (
    Condition,
    Conjunction,
    Disjunction,
    Negation,
    PatternOccurrence,
    make_length_condition,
    make_sentence_condition,
)
from spectral_core.query.node_tests import (
    AllTest,
    AnyTest,
    EitherTest,
    NodeTest,
    NotTest,
    QueryValue,
    make_name_test,
)
from spectral_core.query.patterns import TREE_RELATIONS, ArcRelation, NodePattern, SequencePattern, TreeRelation

_SPACE = re.compile(r"\s+")
_GAP = re.compile(r"(?:\.\.\.|…)(?=[\s()]|\Z)")
_ARC = re.compile(r"(!?)(>>|<<|>|<)(?!=)([^\s()\[\]&<>!=\"]*)")
_LENGTH = re.compile(r"length\s?(<=|>=|!=|=|<|>)\s?([0-9]+)(?=[\s()]|\Z)")
_SENTENCE_FIELD = re.compile(r"(text|id|is|comment):")
_CELL = re.compile(r"([A-Za-z]+(?:\[[a-z0-9]+\])?)(!?=)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_REGEX = re.compile(r"/((?:[^/\\]|\\.)+)/(?=[\s()\[\]&|]|\Z)")
_BARE = re.compile(r"[^\s()\[\]&|<>!=\"]+")
_VALUE = re.compile(r"[^\s()\[\]&|<>!\"]+")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_NO_VALUE = QueryValue("")
_MAX_DEPTH = 50  # of nested brackets
_COLUMN_NAMES = (*COLUMNS[:6], "misc", "tag", "label")
_T = TypeVar("_T")
_PATTERN_REMEDY = "Write a word, a label or a test such as upos=NOUN"


@dataclass(frozen=True, slots=True)
class QueryToken:
    """A token of a query. `kind` is a character such as `(`, or name, cell, arc, gap, length, whole or end."""

    kind: str
    column: int  # counted from 1
    text: str  # as it was typed
    value: QueryValue = _NO_VALUE
    name: str = ""  # of a column or of a sentence property; the operator of an arc or of a length
    negated: bool = False


def tokenise_query(text: str) -> list[QueryToken]:
    """Split a query into tokens; the last has the kind `end`."""
    tokens: list[QueryToken] = []
    position = 0
    while position < len(text):
        if space := _SPACE.match(text, position):
            position = space.end()
        else:
            token, position = _read_token(text, position)
            tokens.append(token)
    tokens.append(QueryToken("end", len(text) + 1, ""))
    return tokens


def _read_token(text: str, position: int) -> tuple[QueryToken, int]:
    """Read the token at a position; return it with the position after it."""
    column = position + 1
    if match := _GAP.match(text, position):
        return QueryToken("gap", column, match[0]), match.end()
    if match := _ARC.match(text, position):
        return QueryToken("arc", column, match[0], QueryValue(match[3]), match[2], bool(match[1])), match.end()
    if text[position] in "()[]&|!":
        return QueryToken(text[position], column, text[position]), position + 1
    if match := _LENGTH.match(text, position):
        return QueryToken("length", column, match[0], QueryValue(match[2]), match[1]), match.end()
    if match := _SENTENCE_FIELD.match(text, position):
        value, end = _read_value(text, match.end(), match[0])
        return QueryToken("whole", column, text[position:end], value, match[1]), end
    if match := _CELL.match(text, position):
        value, end = _read_value(text, match.end(), match[0])
        return QueryToken("cell", column, text[position:end], value, match[1], match[2] == "!="), end
    if text[position] == '"' or _REGEX.match(text, position):
        value, end = _read_value(text, position, "")
        return QueryToken("name", column, text[position:end], value), end
    if match := _BARE.match(text, position):
        return QueryToken("name", column, match[0], QueryValue(match[0])), match.end()
    raise QueryError(
        column, f"{text[position]!r} is not allowed here", f'As a word, write it in quotes: "{text[position]}"'
    )


def _read_value(text: str, position: int, before: str) -> tuple[QueryValue, int]:
    """Read a quoted, regular or plain value at a position; return it with the position after it."""
    if match := _QUOTED.match(text, position):
        return QueryValue(_ESCAPED.sub(r"\1", match[1]), "quoted"), match.end()
    if text.startswith('"', position):
        raise QueryError(
            position + 1, "these quotes are not closed", 'Write " at the end of the text, and \\" inside it'
        )
    if match := _REGEX.match(text, position):
        value = QueryValue(match[1].replace("\\/", "/"), "regex")
        try:
            value.compile_pattern()
        except (re.error, ValueError, OverflowError, RecursionError) as error:
            # Python's own ValueError, about thousands of digits or flags such as (?a)(?u)
            is_value = isinstance(error, ValueError)
            reason = "a number in it is too long, or its flags contradict each other" if is_value else error
            remedy = 'Correct it, or write the text in quotes: "..."'
            raise QueryError(position + 1, f"this is not a regular expression: {reason}", remedy) from None
        return value, match.end()
    if match := _VALUE.match(text, position):
        return QueryValue(match[0]), match.end()
    raise QueryError(position + 1, f"there is no value after {before}", f"Write for instance {before}abc, or {before}_")


def parse_condition(text: str) -> Condition:
    """Parse the text of a query into a condition on sentences; QueryError with the column of a fault."""
    parser = _Parser(tokenise_query(text))
    if parser.current.kind == "end":
        raise QueryError(1, "there is nothing to look for", _PATTERN_REMEDY)
    parsed = parser.parse_disjunction()
    if parser.current.kind != "end":
        raise parser.make_unexpected_error()
    return parsed


class _Parser:
    """Recursive descent from left to right over the tokens of a query."""

    def __init__(self, tokens: list[QueryToken]):
        self.tokens = tokens
        self.position = 0
        self.depth = 0

    @property
    def current(self) -> QueryToken:
        """The next token to be parsed."""
        return self.tokens[self.position]

    def advance(self) -> QueryToken:
        """Consume the current token and return it."""
        token = self.tokens[self.position]
        self.position += 1
        return token

    def is_keyword(self, *texts: str, ahead: int = 0) -> bool:
        """Return whether the current token is one of these keywords, unquoted."""
        token = self.tokens[min(self.position + ahead, len(self.tokens) - 1)]
        return token.kind == "name" and token.value.kind == "plain" and token.text in texts

    def make_unexpected_error(self) -> QueryError:
        """Make the error for a current token that is not allowed here."""
        token = self.current
        if token.kind == "end":
            return QueryError(token.column, "the query breaks off here", _PATTERN_REMEDY)
        remedies = {
            ")": "Remove it, or open it before",
            "]": "Remove it, or open it before",
            "|": "Write or between two patterns; | joins tests inside [ ]",
            "&": "Write a relation such as >nsubj NOUN after &; to find two things in one sentence, write and",
            "arc": f'A relation belongs between two words: NOUN > DET; as a word, write it in quotes: "{token.text}"',
            "!": 'As a word, write it in quotes: "!"; for the opposite write not, or ! inside [ ]',
        }
        remedy = remedies.get(token.kind, 'Join two questions with and, or; write words such as "and" in quotes')
        return QueryError(token.column, f"{token.text!r} is not allowed here", remedy)

    def enter_nesting(self) -> None:
        """Increase the nesting depth; QueryError if it becomes too large."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            message = f"more than {_MAX_DEPTH} levels of nesting"
            raise QueryError(self.current.column, message, "Simplify the query")

    def expect_closing(self, opening: QueryToken, closing: str) -> None:
        """Consume the bracket that closes `opening` and decrease the nesting depth; QueryError for any other token."""
        if self.current.kind != closing:
            if self.current.kind == "end":
                message = f"the bracket {opening.text} is not closed"
                raise QueryError(opening.column, message, f"Write {closing} where it ends")
            raise self.make_unexpected_error()
        self.advance()
        self.depth -= 1

    def parse_operands(
        self, parse_one: Callable[[], _T], separator: str, combine: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """Parse operands separated by a character or keyword, and combine them if there are several."""
        parts = [parse_one()]
        while self.current.kind == separator or self.is_keyword(separator, separator.upper()):
            self.advance()
            parts.append(parse_one())
        return parts[0] if len(parts) == 1 else combine(tuple(parts))

    def parse_disjunction(self) -> Condition:
        """Parse conditions joined by `or`, each of which may be a conjunction joined by `and`."""
        return self.parse_operands(lambda: self.parse_operands(self.parse_term, "and", Conjunction), "or", Disjunction)

    def parse_term(self) -> Condition:
        """Parse an operand of `and` or `or`: a negation, a condition on the sentence, or a pattern."""
        token = self.current
        if self.is_keyword("and", "or", "AND", "OR"):
            remedy = f'Write something before it; as a word, write it in quotes: "{token.text}"'
            raise QueryError(token.column, f"{token.text!r} joins two questions", remedy)
        if self.is_keyword("not", "NOT"):
            if self.tokens[self.position + 1].kind == "end":
                raise QueryError(token.column, "nothing follows 'not'", 'As a word, write it in quotes: "not"')
            self.advance()
            self.enter_nesting()
            negation = Negation(self.parse_term())
            self.depth -= 1
            return negation
        if token.kind == "length":
            self.advance()
            return make_length_condition(token)
        if token.kind == "whole":
            self.advance()
            return make_sentence_condition(token)
        return self.parse_pattern()

    def parse_pattern(self) -> Condition:
        """Parse a word or node with its relations, or a sequence of adjacent words; or a condition in brackets."""
        items: list[NodePattern | None] = []
        # first token of each item, and whether it is bracketed or without relations
        starts: list[tuple[QueryToken, bool]] = []
        while True:
            token = self.current
            if token.kind == "gap":
                self.advance()
                items.append(None)
                starts.append((token, True))
            elif token.kind == "(":
                inner = self.parse_group()
                if not isinstance(inner, PatternOccurrence) or not isinstance(inner.pattern, NodePattern):
                    if items or self.can_continue_pattern():
                        message = "this bracket is neither a word nor a node, so it cannot be part of a sequence"
                        raise QueryError(token.column, message, "Join questions with and, or")
                    return inner
                structure = self.parse_relations(inner.pattern, True)
                items.append(structure)
                starts.append((token, structure is inner.pattern))
            elif self.is_node_start() and not self.is_keyword("and", "or", "AND", "OR"):
                if words := self.parse_quoted_words():
                    items.extend(words)
                    starts.extend((token, True) for _ in words)
                    continue
                structure = self.parse_node_pattern(True)
                items.append(structure)
                starts.append((token, not structure.arcs and not structure.tree_relations))
            else:
                break
        if not items:
            raise self.make_unexpected_error()
        for start, is_plain in starts:
            if len(items) > 1 and not is_plain:
                message = "adjacent words and a relation are mixed, so the query is ambiguous"
                raise QueryError(start.column, message, "Put the relation in brackets: DET (NOUN > ADJ)")
        if len(items) == 1 and items[0] is not None:
            return PatternOccurrence(items[0])
        if all(item is None for item in items):
            raise QueryError(starts[0][0].column, "a gap must be between words", "Write for instance not ... only")
        return PatternOccurrence(SequencePattern(tuple(items)))

    def can_continue_pattern(self) -> bool:
        """Return whether the current token can continue a pattern that has begun."""
        is_start = self.current.kind in ("gap", "(", "arc", "&") or self.is_node_start()
        return is_start and not self.is_keyword("and", "or", "AND", "OR")

    def parse_group(self) -> Condition:
        """Parse a condition in round brackets."""
        opening = self.advance()
        self.enter_nesting()
        inner = self.parse_disjunction()
        self.expect_closing(opening, ")")
        return inner

    def is_node_start(self) -> bool:
        """Return whether the current token can begin a word or node."""
        return self.current.kind in ("name", "cell", "[")

    def parse_quoted_words(self) -> list[NodePattern]:
        """Parse the words of quoted text with spaces in it."""
        value = self.current.value
        if self.current.kind != "name" or value.kind != "quoted" or len(value.text.split()) < 2:
            return []
        self.advance()
        return [NodePattern(make_name_test(QueryValue(word, "quoted"))) for word in value.text.split()]

    def parse_node_pattern(self, is_first: bool) -> NodePattern:
        """Parse a word or node with its relations; relations after & belong to the first one."""
        token = self.current
        allows_tree_relations = token.kind in ("cell", "[") or (token.kind == "name" and _can_be_label(token))
        return self.parse_relations(NodePattern(self.parse_node_test()), is_first, allows_tree_relations)

    def parse_relations(self, pattern: NodePattern, is_first: bool, allows_tree_relations: bool = True) -> NodePattern:
        """Parse the relations that follow a word or node, and return its pattern with them. With `is_first`, also
        further ones after &."""
        extended = self.parse_relation(pattern, allows_tree_relations)
        while is_first and self.current.kind == "&":
            self.advance()
            if (added := self.parse_relation(extended or pattern, True)) is None:
                self.position -= 1
                raise self.make_unexpected_error()
            extended = added
        return extended or pattern

    def parse_relation(self, pattern: NodePattern, allows_tree_relations: bool) -> NodePattern | None:
        """Parse the relation here, if any, and return the pattern with it; None without one."""
        token = self.current
        if token.kind == "arc":
            self.advance()
            is_relation, side, required_bytes = _parse_arc_label(token)
            target = self.parse_target(token, token.negated)
            arc = ArcRelation(token.name, is_relation, side, token.negated, target, required_bytes)
            return replace(pattern, arcs=(*pattern.arcs, arc))
        name, negated, size = self.match_tree_relation() if allows_tree_relations else ("", False, 0)
        if not size:
            return None
        self.position += size
        return replace(
            pattern,
            tree_relations=(*pattern.tree_relations, TreeRelation(name, negated, self.parse_target(token, negated))),
        )

    def match_tree_relation(self) -> tuple[str, bool, int]:
        """Return the tree relation at the current token: its name, whether it is negated, and its number of tokens, 0
        if there is none. Nothing is consumed."""
        negated = self.is_keyword("not")
        for name in TREE_RELATIONS:
            words = name.split()
            if all(self.is_keyword(word, ahead=offset + negated) for offset, word in enumerate(words)):
                return name, negated, len(words) + negated
        return "", False, 0

    def parse_target(self, relation: QueryToken, negated: bool) -> NodePattern:
        """Parse the target of a relation, with the relations that follow it."""
        self.enter_nesting()
        target = self.parse_target_pattern(relation, negated)
        self.depth -= 1
        return target

    def parse_target_pattern(self, relation: QueryToken, negated: bool) -> NodePattern:
        """Parse the word or node that follows a relation, with its own relations; a negated relation allows none
        outside brackets."""
        token = self.current
        if token.kind == "(":
            inner = self.parse_group()
            if not isinstance(inner, PatternOccurrence) or not isinstance(inner.pattern, NodePattern):
                message = f"{relation.text!r} must be followed by one word or node, with its own relations"
                raise QueryError(token.column, message, "Write for instance VERB > (NOUN > DET)")
            pattern = inner.pattern
            if not negated:
                return self.parse_relations(pattern, False)
        elif self.is_node_start():
            allows_tree_relations = token.kind != "name" or _can_be_label(token)
            pattern = NodePattern(self.parse_node_test())
            if not negated:
                return self.parse_relations(pattern, False, allows_tree_relations)
        else:
            message = f"behind {relation.text!r} there should be a word or a label"
            joined_label = relation.kind == "arc" and relation.value.text
            hint = f", and a space before it: {relation.name} {relation.value.text}" if joined_label else ""
            raise QueryError(token.column, message, f"Write one{hint}, or * for any")
        if self.current.kind == "arc" or self.match_tree_relation()[2]:
            message = "it is not clear to what this relation belongs"
            raise QueryError(self.current.column, message, "Write A !> (B > C), or A !> B & > C")
        return pattern

    def parse_node_test(self) -> NodeTest:
        """Parse the test of a word or node: a name, a cell such as upos=NOUN, or tests in square brackets."""
        token = self.current
        if token.kind == "[":
            opening = self.advance()
            self.enter_nesting()
            test: NodeTest = AnyTest() if self.current.kind == "]" else self.parse_test_disjunction()
            self.expect_closing(opening, "]")
            return test
        self.advance()
        return _make_cell_or_feature_test(token) if token.kind == "cell" else make_name_test(token.value)

    def parse_test_disjunction(self) -> NodeTest:
        """Parse tests in square brackets, joined by | and, more closely, by &."""
        return self.parse_operands(lambda: self.parse_operands(self.parse_single_test, "&", AllTest), "|", EitherTest)

    def parse_single_test(self) -> NodeTest:
        """Parse one test in square brackets: a name, a cell, a negation, or tests in round brackets."""
        token = self.current
        if token.kind == "!":
            self.advance()
            self.enter_nesting()
            negation = NotTest(self.parse_single_test())
            self.depth -= 1
            return negation
        if token.kind == "(":
            opening = self.advance()
            self.enter_nesting()
            inner = self.parse_test_disjunction()
            self.expect_closing(opening, ")")
            return inner
        if token.kind in ("cell", "name"):
            self.advance()
            return _make_cell_or_feature_test(token) if token.kind == "cell" else make_name_test(token.value)
        message = "the query breaks off here" if token.kind == "end" else f"{token.text!r} is not allowed inside [ ]"
        raise QueryError(
            token.column, message, "Inside are tests of one word, joined by & and |: [upos=VERB & lemma=go]"
        )


def _can_be_label(token: QueryToken) -> bool:
    """Return whether a token may be a phrase label: an unquoted name in capitals, or a star."""
    text = token.value.text
    return token.value.kind == "plain" and (text == "*" or text == text.upper() != text.lower())


def _make_cell_or_feature_test(token: QueryToken) -> NodeTest:
    """Make the test of a token such as upos=NOUN or Number!=Sing, of a column or a feature; QueryError for an unknown
    column."""
    if token.name in _COLUMN_NAMES:
        test = node_tests.make_cell_test(token.name, token.value)
    elif token.name[0].isupper():
        test = node_tests.make_feature_test(token.name, token.value)
    else:
        columns = ", ".join(_COLUMN_NAMES)
        message = f"there is no column {token.name!r}"
        raise QueryError(
            token.column, message, f"There are {columns}; features begin with a capital, as in Number=Sing"
        )
    return NotTest(test) if token.negated else test


def _parse_arc_label(token: QueryToken) -> tuple[Callable[[str], bool] | None, str, tuple[bytes, ...]]:
    """Parse the label of an arc, as in nsubj|obj@left: predicate of relations, side, and prefilter."""
    label, separator, side = token.value.text.partition("@")
    if not separator and label in ("left", "right"):
        label, side = "", label
    if separator and side not in ("left", "right"):
        message = f"@{side} is not a side"
        raise QueryError(token.column, message, "Write @left or @right, the side of the other word")
    if not label:
        return None, side, ()
    names = [QueryValue(name) for name in label.split("|")]
    if not all(name.text for name in names):
        raise QueryError(token.column, f"{token.text!r} lacks a relation", "Write relations as in >nsubj|obj")
    predicates = [node_tests.relation_predicate(name) for name in names]
    required_bytes = node_tests.combine_prefilters(name.prefilter_patterns() for name in names)
    return (lambda relation: any(predicate(relation) for predicate in predicates)), side, tuple(required_bytes)
