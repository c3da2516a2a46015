"""Tests of words and nodes: forms, columns and labels compared with the values of a query."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from spectral_core.data import Sentence, Tree
from spectral_core.data.inventory import Inventory
from spectral_core.data.tree import TRACE_TAG

_MAX_CACHED = 1 << 18  # strings


@dataclass(frozen=True, slots=True)
class NodeTable:
    """The nodes of a tree in preorder; the lists have one entry per node."""

    trees: list[Tree] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # -1 above the root
    child_indices: list[int] = field(default_factory=list)  # index among the children of the parent
    ends: list[int] = field(default_factory=list)  # the first node after its descendants
    words: list[int] = field(default_factory=list)  # counted from 1, for the tag of a word; 0 for other nodes
    spans: list[tuple[int, int]] = field(default_factory=list)  # the words below, half-open, counted from 0

    def path_to(self, node: int) -> tuple[int, ...]:
        """Return the path of a node: child indices from the root."""
        numbers = []
        while self.parents[node] >= 0:
            numbers.append(self.child_indices[node])
            node = self.parents[node]
        return tuple(reversed(numbers))

    def child_at(self, node: int, number: int) -> int:
        """Return the child with this index; -1 if it is a bare word or does not exist."""
        return next((child for child in self.children(node) if self.child_indices[child] == number), -1)

    def children(self, node: int) -> list[int]:
        """Return the children of a node."""
        children = []
        child = node + 1
        while child < self.ends[node]:
            children.append(child)
            child = self.ends[child]
        return children


@dataclass(slots=True)
class SentenceView:
    """A sentence with cached data for queries."""

    sentence: Sentence
    inventory: Inventory | None = None
    _nodes: NodeTable | None = None
    _tag_nodes: dict[int, int] | None = None

    @property
    def has_arcs(self) -> bool:
        """Whether any word has a head."""
        return self.sentence.heads.count(None) < len(self.sentence.heads)

    @property
    def labels(self) -> set[str]:
        """The labels of its phrases and the contents of its traces; computed without `nodes`."""
        labels: set[str] = set()
        stack = [] if self.sentence.tree is None else [self.sentence.tree]
        while stack:
            node = stack.pop()
            labels.add(node.label)
            for child in node.children:
                if isinstance(child, str):
                    labels.add(child)
                elif child.label == TRACE_TAG or not child.is_tag:
                    stack.append(child)
        return labels

    @property
    def nodes(self) -> NodeTable:
        """The nodes of its tree; empty without a tree."""
        if self._nodes is None:
            self._nodes = NodeTable() if self.sentence.tree is None else _make_node_table(self.sentence.tree)
        return self._nodes

    @property
    def tag_nodes(self) -> dict[int, int]:
        """Map each word, counted from 1, to the node of its tag; words without a tag are missing."""
        if self._tag_nodes is None:
            self._tag_nodes = {word: node for node, word in enumerate(self.nodes.words) if word}
        return self._tag_nodes


def _make_node_table(tree: Tree) -> NodeTable:
    """Make the table of all nodes of a tree in one pass, without recursion."""
    table = NodeTable()
    word = 0
    stack: list[tuple[Tree | str, int, int] | int] = [(tree, -1, 0)]
    while stack:
        item = stack.pop()
        if isinstance(item, int):  # all descendants of this node have been visited
            table.ends[item] = len(table.trees)
            table.spans[item] = (table.spans[item][0], word)
            continue
        node, parent, number = item
        if isinstance(node, str):
            word += table.trees[parent].label != TRACE_TAG
            continue
        index = len(table.trees)
        table.trees.append(node)
        table.parents.append(parent)
        table.child_indices.append(number)
        is_word_tag = node.is_tag and node.label != TRACE_TAG
        table.spans.append((word, word + is_word_tag))
        word += is_word_tag
        table.words.append(word if is_word_tag else 0)
        table.ends.append(index + 1)
        if not node.is_tag:
            stack.append(index)
            stack.extend(
                (child, index, child_number) for child_number, child in reversed(list(enumerate(node.children)))
            )
    return table


class CachedPredicate(dict[str, bool]):
    """A cached predicate of strings."""

    __slots__ = ("predicate",)

    def __init__(self, predicate: Callable[[str], bool]):
        super().__init__()
        self.predicate = predicate

    def __missing__(self, value: str) -> bool:
        if len(self) >= _MAX_CACHED:
            self.clear()
        answer = self[value] = self.predicate(value)
        return answer


@dataclass(frozen=True, slots=True)
class QueryValue:
    """A value as typed: a plain one may have wildcards, a quoted one is literal."""

    text: str
    kind: str = "plain"  # or "quoted", "regex"

    @property
    def has_wildcards(self) -> bool:
        """Whether the value is unquoted and has a star, which stands for any text."""
        return self.kind == "plain" and "*" in self.text

    def compile_pattern(self) -> re.Pattern[str]:
        """Compile the value as a regular expression."""
        with warnings.catch_warnings():  # about syntax that a later Python may change
            warnings.simplefilter("ignore", FutureWarning)
            return re.compile(self.text)

    def exact_predicate(self) -> Callable[[str], bool]:
        """Return a predicate that compares strings with the value, case-sensitively."""
        if self.kind == "regex":
            search = self.compile_pattern().search
            return lambda value: search(value) is not None
        if self.has_wildcards:
            return _wildcard_predicate(self.text)
        return self.text.__eq__

    def loose_predicate(self) -> Callable[[str], bool]:
        """Return a predicate that compares strings with the value, ignoring case unless the value has a capital."""
        exact = self.exact_predicate()
        return (lambda value: exact(value.lower())) if self.ignores_case else exact

    @property
    def ignores_case(self) -> bool:
        """Whether case is ignored: the value has no capital."""
        return self.kind != "regex" and self.text == self.text.lower()

    def prefilter_patterns(self, ignore_case: bool = False) -> list[bytes]:
        """Return at most one regular expression, which the bytes of any sentence with this value match."""
        if self.kind == "regex":
            return []
        literal_text = max(self.text.split("*"), key=len) if self.has_wildcards else self.text
        if len(literal_text) < 2 or "\ufffd" in literal_text:
            return []
        literal = re.escape(literal_text.encode())
        if not ignore_case or not self.ignores_case:
            return [literal]
        if literal_text.isascii():  # only the Kelvin sign and capital dotted i have a lower case that begins in ASCII
            literal = literal.replace(b"k", b"(?:k|\xe2\x84\xaa)").replace(b"i", b"(?:i|\xc4\xb0)")
            return [b"(?i:" + literal + b")"]
        return [literal] if literal_text == literal_text.upper() else []


def _wildcard_predicate(text: str) -> Callable[[str], bool]:
    """Return a predicate for strings that match a text with stars as wildcards, in linear time: a regular expression
    could backtrack exponentially."""
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


class NodeTest(Protocol):
    """A property of words and of nodes."""

    @property
    def can_match_phrases(self) -> bool:
        """Whether the test also matches phrases if it is used alone."""
        return False

    def match_words(self, view: SentenceView) -> set[int]:
        """Return the words that pass the test, counted from 1."""

    def match_nodes(self, view: SentenceView) -> set[int]:
        """Return the nodes that pass the test, by their index in `SentenceView.nodes`."""

    def prefilter_patterns(self) -> list[bytes]:
        """Return regular expressions that the bytes of a sentence match if any word or node passes."""
        return []


@dataclass(frozen=True, slots=True)
class AnyTest(NodeTest):
    """Test that every word and node passes."""

    def match_words(self, view: SentenceView) -> set[int]:
        return set(range(1, len(view.sentence) + 1))

    def match_nodes(self, view: SentenceView) -> set[int]:
        return set(range(len(view.nodes.trees)))


@dataclass(frozen=True, slots=True)
class CellTest(NodeTest):
    """A value in one of several columns of a word; a node is tested as the tag of its word."""

    columns: tuple[str, ...]
    accepts: CachedPredicate
    required_bytes: tuple[bytes, ...] = ()

    def match_words(self, view: SentenceView) -> set[int]:
        accepts = self.accepts
        words: set[int] = set()
        for column in self.columns:
            values = view.sentence.column(column)
            words.update([word for word, value in enumerate(values, 1) if accepts[value]])
        return words

    def match_nodes(self, view: SentenceView) -> set[int]:
        tags = view.tag_nodes
        return {tags[word] for word in self.match_words(view) if word in tags} if tags else set()

    def prefilter_patterns(self) -> list[bytes]:
        return list(self.required_bytes)


@dataclass(frozen=True, slots=True)
class LabelTest(NodeTest):
    """Label of a node, phrase or tag."""

    accepts: CachedPredicate
    required_bytes: tuple[bytes, ...] = ()

    @property
    def can_match_phrases(self) -> bool:
        return True

    def match_words(self, view: SentenceView) -> set[int]:
        return {word for word in map(view.nodes.words.__getitem__, self.match_nodes(view)) if word}

    def match_nodes(self, view: SentenceView) -> set[int]:
        accepts = self.accepts
        return {index for index, node in enumerate(view.nodes.trees) if accepts[node.label]}

    def prefilter_patterns(self) -> list[bytes]:
        return list(self.required_bytes)


@dataclass(frozen=True, slots=True)
class NameTest(NodeTest):
    """Form of a word or, in capitals, also its tag; label of a phrase."""

    form: CachedPredicate
    tag: CachedPredicate | None  # None for a name not in capitals
    label: CachedPredicate
    required_bytes: tuple[bytes, ...] = ()

    @property
    def can_match_phrases(self) -> bool:
        return True

    def can_match_node(self, view: SentenceView) -> bool:
        """Return whether a phrase or trace may have this name; cheaper than finding it."""
        return any(self.label[label] or self.form[label] for label in view.labels)

    def match_words(self, view: SentenceView) -> set[int]:
        """Return the words with a matching form or, if the name is in capitals, a matching tag; counted from 1."""
        sentence, form, tag = view.sentence, self.form, self.tag
        words = {word for word, value in enumerate(sentence.forms, 1) if form[value]}
        if tag is not None:
            words.update([word for word, value in enumerate(sentence.upos, 1) if tag[value]])
            words.update([word for word, value in enumerate(sentence.xpos, 1) if tag[value]])
        return words

    def match_nodes(self, view: SentenceView) -> set[int]:
        """Return the tags of the words that pass, phrases with a matching label, and traces with a matching content."""
        tags = view.tag_nodes
        matching = {tags[word] for word in self.match_words(view) if word in tags}
        for index, node in enumerate(view.nodes.trees):
            if node.is_tag and node.label == TRACE_TAG:
                is_tag_match = self.label if self.tag is None else self.tag
                is_match = is_tag_match[TRACE_TAG] or self.form[str(node.children[0])]
            else:  # if the name is in capitals, tags of words are included already
                is_match = (self.tag is None or not node.is_tag) and self.label[node.label]
            if is_match:
                matching.add(index)
        return matching

    def prefilter_patterns(self) -> list[bytes]:
        return list(self.required_bytes)


@dataclass(frozen=True, slots=True)
class NotTest(NodeTest):
    """The negation of a test."""

    test: NodeTest

    @property
    def can_match_phrases(self) -> bool:
        return self.test.can_match_phrases

    def match_words(self, view: SentenceView) -> set[int]:
        return set(range(1, len(view.sentence) + 1)) - self.test.match_words(view)

    def match_nodes(self, view: SentenceView) -> set[int]:
        return set(range(len(view.nodes.trees))) - self.test.match_nodes(view)


@dataclass(frozen=True, slots=True)
class _CompoundTest(NodeTest):
    """Several tests in one."""

    tests: tuple[NodeTest, ...]

    @property
    def can_match_phrases(self) -> bool:
        return any(test.can_match_phrases for test in self.tests)


@dataclass(frozen=True, slots=True)
class AllTest(_CompoundTest):
    """The conjunction of several tests."""

    def match_words(self, view: SentenceView) -> set[int]:
        return _intersect(test.match_words(view) for test in self.tests)

    def match_nodes(self, view: SentenceView) -> set[int]:
        return _intersect(test.match_nodes(view) for test in self.tests)

    def prefilter_patterns(self) -> list[bytes]:
        return [pattern for test in self.tests for pattern in test.prefilter_patterns()]


@dataclass(frozen=True, slots=True)
class EitherTest(_CompoundTest):
    """The disjunction of several tests."""

    def match_words(self, view: SentenceView) -> set[int]:
        return set().union(*(test.match_words(view) for test in self.tests))

    def match_nodes(self, view: SentenceView) -> set[int]:
        return set().union(*(test.match_nodes(view) for test in self.tests))

    def prefilter_patterns(self) -> list[bytes]:
        return combine_prefilters(test.prefilter_patterns() for test in self.tests)


def combine_prefilters(prefilters: Iterable[list[bytes]]) -> list[bytes]:
    """Combine prefilters as a disjunction: one pattern of each, or nothing if one has none."""
    longest = [max(patterns, key=len, default=b"") for patterns in prefilters]
    return [b"(?:" + b"|".join(longest) + b")"] if all(longest) else []


def _intersect(sets: Iterable[set[int]]) -> set[int]:
    """Return the intersection of these sets; once it is empty, no further one is computed."""
    common: set[int] | None = None
    for members in sets:
        common = members if common is None else common & members
        if not common:
            break
    return common or set()


def make_name_test(value: QueryValue) -> NodeTest:
    """Make the test for a bare name, quoted text or regular expression in the position of a word or node."""
    if value.kind == "plain" and value.text == "*":
        return AnyTest()
    is_upper_case = value.kind == "plain" and value.text == value.text.upper() != value.text.lower()
    tag = CachedPredicate(value.exact_predicate()) if is_upper_case else None
    # a name without capitals ignores case in forms, but not in labels
    label = CachedPredicate(_label_predicate(value) if value.kind != "quoted" else lambda _: False)
    return NameTest(
        CachedPredicate(value.loose_predicate()), tag, label, tuple(value.prefilter_patterns(ignore_case=True))
    )


def make_cell_test(column: str, value: QueryValue) -> NodeTest:
    """Make the test of a column: `tag` is either tag, `label` that of a node, any other name a feature."""
    if column == "label":
        return LabelTest(CachedPredicate(_label_predicate(value)), tuple(value.prefilter_patterns()))
    if column in ("form", "lemma"):
        return CellTest(
            (column,), CachedPredicate(value.loose_predicate()), tuple(value.prefilter_patterns(ignore_case=True))
        )
    if column == "deprel":
        return CellTest((column,), CachedPredicate(relation_predicate(value)), tuple(value.prefilter_patterns()))
    if column in ("feats", "misc"):
        name = QueryValue(value.text.partition("=")[0], value.kind)
        return CellTest((column,), CachedPredicate(_item_predicate(value)), tuple(name.prefilter_patterns()))
    if column == "tag":
        return CellTest(("upos", "xpos"), CachedPredicate(value.exact_predicate()), tuple(value.prefilter_patterns()))
    return CellTest((column,), CachedPredicate(value.exact_predicate()), tuple(value.prefilter_patterns()))


def make_feature_test(name: str, value: QueryValue) -> NodeTest:
    """Make the test for a feature, or an item of MISC, with this name and value."""
    predicate = CachedPredicate(_named_item_predicate(name, value))
    return CellTest(("feats", "misc"), predicate, tuple(QueryValue(name, "quoted").prefilter_patterns()))


def relation_predicate(value: QueryValue) -> Callable[[str], bool]:
    """Return a predicate that accepts a relation and its subtypes."""
    is_exact = value.exact_predicate()
    if value.kind == "regex" or value.has_wildcards:
        return is_exact
    subtype_prefix = value.text + ":"
    return lambda label: is_exact(label) or label.startswith(subtype_prefix)


def _label_predicate(value: QueryValue) -> Callable[[str], bool]:
    """Return a predicate that accepts a label with or without functions and index."""
    is_exact = value.exact_predicate()
    if value.kind == "regex" or value.has_wildcards:
        return is_exact
    prefixes = (value.text + "-", value.text + "=")
    return lambda label: is_exact(label) or label.startswith(prefixes)


def _item_predicate(value: QueryValue) -> Callable[[str], bool]:
    """Return a predicate for cells of FEATS or MISC that have this item: a name, or a name and its value."""
    is_exact = value.exact_predicate()
    if value.kind == "regex":
        return is_exact
    name, equals, content = value.text.partition("=")
    if not equals or "*" in name:
        return lambda cell: is_exact(cell) or any(is_exact(item) for item in cell.split("|"))
    return _named_item_predicate(name, QueryValue(content, value.kind))


def _named_item_predicate(name: str, value: QueryValue) -> Callable[[str], bool]:
    """Return a predicate for cells of FEATS or MISC in which the item of this name has this value."""
    is_exact = value.exact_predicate()
    prefix = name + "="

    def matches_item(cell: str) -> bool:
        for item in cell.split("|"):
            if item.startswith(prefix):
                content = item[len(prefix) :]
                return is_exact(content) or ("," in content and any(map(is_exact, content.split(","))))
        return False

    return matches_item
