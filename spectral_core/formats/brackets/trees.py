"""Parser and writer of single trees in brackets, with a problem for each fault."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from spectral_core.data import EMPTY, Problem, Sentence, Tree
from spectral_core.data.problem import quote
from spectral_core.data.tree import TRACE_TAG, UNPARSED
from spectral_core.errors import FormatError

_MAX_INDENT = 200  # columns; without a limit, a very deep tree would be mostly indentation
UNSAFE_CHARACTERS = re.compile(r"[\s()]", re.ASCII)
MAX_DEPTH = 1000  # nesting depth; real trees reach about 50
MAX_BYTES = 1_000_000  # of one tree; real ones reach about 5,500
_TOKEN = re.compile(
    r"\(\s*+([^\s()]*+)\s++([^\s()]++)\s*+\)"  # (TAG word)
    r"|\(\s++([^\s()]++)\s*+\)"  # ( word)
    r"|\(\s*+([^\s()]*+)"  # (LABEL
    r"|(\))"
    r"|([^\s()]++)",
    re.ASCII,
)
_TAGGED = re.compile(r"\(\s*+([^\s()]++)\s++([^\s()]++)\s*+\)", re.ASCII)
_BRACKET = re.compile(rb"[()]")
_HASH = ord("#")
_MAX_SAMPLE_BYTES = 10_000  # bytes of a rejected tree from which its first words are taken
Children = list[Tree | str]
Words = list[tuple[str, str]]  # (tag, word)
_EMPTY_BRACKET = (
    "the bracket {} holds no word",
    "Write (TAG word), or remove it; a bracket inside a word is written -LRB- or -RRB-",
)
_UNTAGGED = "the word {} has no tag of its own", "Write (TAG word)"
_UNLABELLED = "a bracket inside the tree has no label", "Write its label, or take it out"
_EXTRA_CLOSING = "there is a closing bracket too many", "Remove it"


def format_sentence(sentence: Sentence, multiline_starts: Sequence[int] = ()) -> str:
    """Format a sentence's comments and its tree over its own words and tags, without a final line break. The tree is on
    one line, or on several if the sentence's line is in the sorted `multiline_starts`. A bracket in a word or label
    becomes -LRB- or -RRB-, white space becomes _ . A sentence without a tree is written as its words under the label
    `UNPARSED`."""
    tree = make_placeholder_tree(sentence) if sentence.tree is None else _update_leaves(sentence.tree, sentence)
    tree = _escape_tree(tree, sentence.line)
    position = bisect_left(multiline_starts, sentence.line)
    is_multiline = position < len(multiline_starts) and multiline_starts[position] == sentence.line
    return "\n".join((*sentence.comments, format_indented_tree(tree) if is_multiline else str(tree)))


def make_placeholder_tree(sentence: Sentence) -> Tree:
    """Return the placeholder tree of a sentence without one, which other programs read as a flat tree. A word with the
    tag of traces gets none: it would be read as a trace."""
    tagged_words = zip((EMPTY if tag == TRACE_TAG else tag for tag in sentence.xpos), sentence.forms, strict=True)
    return Tree("", (Tree(UNPARSED, tuple(Tree(tag, (form,)) for tag, form in tagged_words)),))


def _update_leaves(tree: Tree, sentence: Sentence) -> Tree:
    """Return the tree with the current forms and tags of its sentence; FormatError for another number of words."""
    old_tags = tuple(tree.tags())
    if len(old_tags) != len(sentence.forms):
        message = f"the tree is over {len(old_tags)} words, but the sentence has {len(sentence.forms)}"
        raise FormatError(None, sentence.line, message, "Give the sentence a tree over its own words")
    if old_tags == sentence.xpos and tuple(tree.words()) == sentence.forms:
        return tree
    tags = [old if new == EMPTY else new for old, new in zip(old_tags, sentence.xpos, strict=True)]
    return tree.with_leaves(sentence.forms, tags)


def _escape_tree(tree: Tree, line: int) -> Tree:
    """Replace the characters in labels and words that brackets cannot hold; FormatError for an empty word or phrase."""

    def make(node: Tree, children: list[Tree | str]) -> Tree:
        if not children or "" in children:
            message = f"a word or a phrase under {quote(node.label)} is empty, and brackets cannot say so"
            raise FormatError(None, line, message, "Write a word, or take the empty part out of the tree")
        parts = [_escape_brackets(child) if isinstance(child, str) else child for child in children]
        return node.rebuild(_escape_brackets(node.label), parts)

    return tree.fold(make)


def _escape_brackets(text: str) -> str:
    """Replace brackets and white space in a label or a word."""
    brackets = text.replace("(", "-LRB-").replace(")", "-RRB-") if UNSAFE_CHARACTERS.search(text) else text
    return UNSAFE_CHARACTERS.sub("_", brackets)


def format_indented_tree(tree: Tree) -> str:
    """Format a tree with one line per phrase, indented two columns more than its parent. The leading tags of a phrase
    are on its line; if it has no phrases below it, all of them are."""
    pieces: list[str] = []
    # each node with its column, and whether it begins a line
    stack: list[tuple[Tree | str, int, bool] | None] = [(tree, 0, False)]
    while stack:
        if (top := stack.pop()) is None:
            pieces.append(")")
            continue
        node, column, on_new_line = top
        if pieces:
            pieces.append("\n" + " " * min(column, _MAX_INDENT) if on_new_line else " ")
        if isinstance(node, str) or all(_is_leaf_or_tag(child) for child in node.children):
            pieces.append(str(node))
            continue
        pieces.append(f"({node.label}")
        stack.append(None)
        first_phrase = next(position for position, child in enumerate(node.children) if not _is_leaf_or_tag(child))
        if not node.label:
            first_phrase += 1  # an outer bracket shares its line with its phrase
        children = [(child, column + 2, position >= first_phrase) for position, child in enumerate(node.children)]
        stack.extend(reversed(children))
    return "".join(pieces)


def _is_leaf_or_tag(node: Tree | str) -> bool:
    """Return whether a node is a word or a tag with its word."""
    return isinstance(node, str) or node.is_tag


def parse_bracketed_sentence(chunk: bytes, line: int = 1) -> Sentence:
    """Parse a sentence from its brackets; faults that prevent a well-formed tree are listed in its `problems`."""
    begin = _skip_comments(chunk) if chunk.startswith(b"#") else 0
    body, first = chunk[begin:], line + chunk.count(b"\n", 0, begin)
    problems = _find_blocking_problem(chunk, body, line, first)
    header = chunk[:begin].decode(errors="replace").split("\n")
    comments = tuple(comment.rstrip("\r") for comment in header if comment.startswith("#"))
    tree = None
    if problems:
        words = _TAGGED.findall(body[:_MAX_SAMPLE_BYTES].decode(errors="replace"))
    else:
        text = body.decode()
        if (sound := _parse_well_formed_tree(chunk, text, line, comments)) is not None:
            return sound
        tree, words, problems = _parse_tree_leniently(text, first)
    if tree is None or any(problem.unreadable for problem in problems):
        tree, tagged_words = None, [(tag or EMPTY, word) for tag, word in words if tag != TRACE_TAG]
    else:
        tagged_words = list(zip(tree.tags(), tree.words(), strict=True))
    forms, tags = [word for _, word in tagged_words], [tag for tag, _ in tagged_words]
    return Sentence.of(forms, xpos=tags, comments=comments, tree=tree, problems=problems, source=chunk, line=line)


def _skip_comments(chunk: bytes) -> int:
    """Return the offset of the first line that is neither a comment nor blank."""
    begin = 0
    while begin < len(chunk) and (chunk[begin] == _HASH or not chunk[begin : _find_next_line(chunk, begin)].strip()):
        begin = _find_next_line(chunk, begin)
    return begin


def _find_next_line(chunk: bytes, begin: int) -> int:
    """Return the offset of the line after the one with the offset `begin`."""
    end = chunk.find(b"\n", begin)
    return len(chunk) if end < 0 else end + 1


def _find_blocking_problem(chunk: bytes, body: bytes, line: int, first: int) -> list[Problem]:
    """Return the problem for which a tree is not parsed at all, if any: unclosed, too long, too deep, or not UTF-8."""
    opening_count, closing_count = body.count(b"("), body.count(b")")
    if opening_count > closing_count:
        missing = opening_count - closing_count
        message = f"the tree that begins here lacks {missing:,} closing bracket{'s' if missing > 1 else ''}"
        return [Problem(first, message, "Close it before the next tree begins", unreadable=True)]
    if len(body) > MAX_BYTES:
        message = f"the tree that begins here is {len(body):,} bytes long; at most {MAX_BYTES:,} are read"
        return [Problem(first, message, "Cut it into sentences", unreadable=True)]
    if b"\0" in body:
        fault_line = first + body.count(b"\n", 0, body.index(b"\0"))
        message, remedy = "there is a NUL byte in this tree", "Take it out; is the file damaged, or is it no text?"
        return [Problem(fault_line, message, remedy, unreadable=True)]
    if opening_count > MAX_DEPTH:
        deepest = max(accumulate(1 if bracket == b"(" else -1 for bracket in _BRACKET.findall(body)))
        if deepest > MAX_DEPTH:
            message = f"the tree that begins here is {deepest:,} brackets deep; at most {MAX_DEPTH:,} are read"
            return [Problem(first, message, "Take out the brackets that say nothing", unreadable=True)]
    try:
        chunk.decode()
    except UnicodeDecodeError as error:
        fault_line = line + chunk.count(b"\n", 0, error.start)
        message = f"the byte 0x{chunk[error.start]:02x} is not UTF-8"
        return [Problem(fault_line, message, "Convert the file to UTF-8, for instance with iconv", unreadable=True)]
    return []


def _parse_well_formed_tree(chunk: bytes, body: str, line: int, comments: tuple[str, ...]) -> Sentence | None:
    """Return the sentence of a well-formed tree; None if anything about the tree is irregular."""
    forms: list[str] = []
    tags: list[str] = []
    ancestors: list[tuple[str, Children]] = []
    label, children = "", Children()
    for tag, word, untagged_word, opened, closing, loose in _TOKEN.findall(body):
        if word:
            children.append(Tree(tag, (word,)))
            if tag != TRACE_TAG:
                forms.append(word)
                tags.append(tag)
        elif closing:
            if not children or not ancestors:
                return None
            node = Tree(label, tuple(children))
            label, children = ancestors.pop()
            children.append(node)
        elif untagged_word or loose or (ancestors and not opened):
            return None
        else:
            ancestors.append((label, children))
            label, children = opened, []
    if ancestors or len(children) != 1 or not forms:
        return None
    tree = children[0]
    assert isinstance(tree, Tree)
    known_tree = None if is_placeholder_tree(tree) else tree
    return Sentence.of(forms, xpos=tags, comments=comments, tree=known_tree, source=chunk, line=line)


def is_placeholder_tree(tree: Tree) -> bool:
    """Return whether this is the placeholder of a sentence without a tree: an unlabelled root over UNPARSED, over tags
    only."""
    if tree.label or len(tree.children) != 1:
        return False
    child = tree.children[0]
    if not isinstance(child, Tree) or child.label != UNPARSED:
        return False
    return all(isinstance(grandchild, Tree) and grandchild.is_tag for grandchild in child.children)


def _parse_tree_leniently(body: str, first: int) -> tuple[Tree, Words, list[Problem]]:
    """Parse a tree leniently: return it with its (tag, word) pairs and a problem for each kind of fault. A word with
    unescaped brackets, (NN f(x)), looks like a phrase without tags: in the pairs, the text of such a phrase is one
    word."""
    faults: dict[tuple[str, str], list[tuple[int, str]]] = {}
    words: list[tuple[str, str, bool]] = []  # label, text, whether the tag is missing
    ancestors: list[tuple[str, Children, int]] = []
    label, children, first_word, tagged_until = "", Children(), 0, 0
    for match in _TOKEN.finditer(body):
        tag, word, untagged_word, opened, closing, loose = match.groups("")
        if word:
            children.append(Tree(tag, (word,)))
            words.append((tag, word, False))
            tagged_until = len(words)
        elif closing:
            if not ancestors:
                faults.setdefault(_EXTRA_CLOSING, []).append((match.start(), ""))
                continue
            if not children:
                faults.setdefault(_EMPTY_BRACKET, []).append((match.start(), quote(f"({label})")))
            if tagged_until <= first_word:
                text = "".join(part if not name else f"({name}{part})" for name, part, _ in words[first_word:])
                words[first_word:] = [(label, text, True)]
            node = Tree(label, tuple(children))
            label, children, first_word = ancestors.pop()
            children.append(node)
        elif untagged_word or loose:
            faults.setdefault(_UNTAGGED, []).append((match.start(), quote(untagged_word or loose)))
            children.append(Tree("", (untagged_word,)) if untagged_word else loose)
            words.append(("", untagged_word or loose, True))
        else:
            if ancestors and not opened:
                faults.setdefault(_UNLABELLED, []).append((match.start(), ""))
            ancestors.append((label, children, first_word))
            label, children, first_word = opened, [], len(words)
    problems = []
    for (message, remedy), cases in faults.items():
        offset, excerpt = cases[0]
        repetitions = f", and {len(cases) - 1} more like it" if len(cases) > 1 else ""
        line = first + body.count("\n", 0, offset)
        problems.append(
            Problem(
                line, message.format(excerpt) + repetitions, remedy, message in (_EMPTY_BRACKET[0], _EXTRA_CLOSING[0])
            )
        )
    only_child = children[0] if len(children) == 1 else None
    tree = only_child if isinstance(only_child, Tree) else Tree("", tuple(children))
    if only_child is not tree:
        problems.append(Problem(first, "this is not one tree", "Put each tree into brackets of its own", True))
    elif next(tree.words(), None) is None and _EMPTY_BRACKET not in faults:
        problems.append(Problem(first, "this tree holds no word", "Write its words, or remove it", True))
    problems.sort(key=lambda problem: not problem.unreadable)  # problems that make the tree unreadable come first
    return tree, [(name, text or name) for name, text, _ in words if text or name], problems


def format_if_lossless(sentence: Sentence) -> str | None:
    """Return the text of `format_sentence` if `parse_bracketed_sentence` restores the sentence from it, else None."""
    sent, tree = sentence, sentence.tree
    if not sent.forms or Sentence.of(sent.forms, xpos=sent.xpos, comments=sent.comments, tree=tree) != sent:
        return None
    if not all(
        comment.startswith("#") and "\n" not in comment and not comment.endswith("\r") for comment in sent.comments
    ):
        return None
    full_tree = make_placeholder_tree(sent) if tree is None else tree
    if tuple(full_tree.words()) != sent.forms or tuple(full_tree.tags()) != sent.xpos:
        return None
    parts: list[str] = []  # labels and words
    nodes = 0
    unlabelled = False
    for node in full_tree.nodes():
        nodes += 1
        words = [child for child in node.children if isinstance(child, str)]
        if not node.children or "" in words:
            return None
        if not node.label:
            if len(node.children) > 1 and isinstance(node.children[0], str):  # the word would be read as the label
                return None
            unlabelled = unlabelled or node.is_tag
        parts += (node.label, *words)
    if UNSAFE_CHARACTERS.search("".join(parts)) or (tree is not None and is_placeholder_tree(tree) and not unlabelled):
        return None
    text = str(full_tree)
    if "\0" in text or (nodes > MAX_DEPTH and full_tree.depth > MAX_DEPTH):
        return None
    if 4 * len(text) > MAX_BYTES and len(text.encode()) > MAX_BYTES:
        return None
    return "\n".join((*sent.comments, text))
