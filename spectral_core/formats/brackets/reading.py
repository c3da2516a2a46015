"""Makes a sentence of the bytes of one tree, or says what is wrong with it and where; and tells what brackets say in
full."""

from __future__ import annotations

import re
from itertools import accumulate

from spectral_core.data import EMPTY, Problem, Sentence, Tree
from spectral_core.data.tree import TRACE, UNPARSED
from spectral_core.formats.brackets.writing import UNSAFE, unparsed

MAX_DEPTH = 1000  # brackets inside one another; real trees go to about 50
MAX_BYTES = 1_000_000  # of one tree; real ones go to about 5,500

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
_SHOWN = 10_000  # bytes of a tree that is not tried, from which its first words are taken

Children = list[Tree | str]
Words = list[tuple[str, str]]  # (tag, word)


def parse(chunk: bytes, line: int = 1) -> Sentence:
    """The sentence that these bytes hold; where no sound tree can be made of them, its `problems` say so."""
    begin = _after_comments(chunk) if chunk.startswith(b"#") else 0
    body, first = chunk[begin:], line + chunk.count(b"\n", 0, begin)
    found = _unfit(chunk, body, line, first)
    above = chunk[:begin].decode(errors="replace").split("\n")
    comments = tuple(row.rstrip("\r") for row in above if row.startswith("#"))
    tree = None
    if found:
        words = _TAGGED.findall(body[:_SHOWN].decode(errors="replace"))
    else:
        text = body.decode()
        if (sound := _read(chunk, text, line, comments)) is not None:
            return sound
        tree, words, found = _examine(text, first)
    if tree is None or any(problem.unreadable for problem in found):
        tree, kept = None, [(tag or EMPTY, word) for tag, word in words if tag != TRACE]
    else:
        kept = list(zip(tree.tags(), tree.words(), strict=True))
    forms, tags = [word for _, word in kept], [tag for tag, _ in kept]
    return Sentence.of(forms, xpos=tags, comments=comments, tree=tree, problems=found, source=chunk, line=line)


def _after_comments(chunk: bytes) -> int:
    """Where the first line begins that is neither a comment nor blank."""
    begin = 0
    while begin < len(chunk) and (chunk[begin] == _HASH or not chunk[begin : _line_end(chunk, begin)].strip()):
        begin = _line_end(chunk, begin)
    return begin


def _line_end(chunk: bytes, begin: int) -> int:
    end = chunk.find(b"\n", begin)
    return len(chunk) if end < 0 else end + 1


def _unfit(chunk: bytes, body: bytes, line: int, first: int) -> list[Problem]:
    """Why a tree is not even tried: at most one reason, found without taking it apart."""
    opened, closed = body.count(b"("), body.count(b")")
    if opened > closed:
        missing = opened - closed
        what = f"the tree that begins here lacks {missing:,} closing bracket{'s' if missing > 1 else ''}"
        return [Problem(first, what, "Close it before the next tree begins", unreadable=True)]
    if len(body) > MAX_BYTES:
        what = f"the tree that begins here is {len(body):,} bytes long; at most {MAX_BYTES:,} are read"
        return [Problem(first, what, "Cut it into sentences", unreadable=True)]
    if b"\0" in body:
        at = first + body.count(b"\n", 0, body.index(b"\0"))
        what, remedy = "there is a NUL byte in this tree", "Take it out; is the file damaged, or is it no text?"
        return [Problem(at, what, remedy, unreadable=True)]
    if opened > MAX_DEPTH:
        deepest = max(accumulate(1 if bracket == b"(" else -1 for bracket in _BRACKET.findall(body)))
        if deepest > MAX_DEPTH:
            what = f"the tree that begins here is {deepest:,} brackets deep; at most {MAX_DEPTH:,} are read"
            return [Problem(first, what, "Take out the brackets that say nothing", unreadable=True)]
    try:
        chunk.decode()
    except UnicodeDecodeError as error:
        at = line + chunk.count(b"\n", 0, error.start)
        what = f"the byte 0x{chunk[error.start]:02x} is not UTF-8"
        return [Problem(at, what, "Convert the file to UTF-8, for instance with iconv", unreadable=True)]
    return []


def _read(chunk: bytes, body: str, line: int, comments: tuple[str, ...]) -> Sentence | None:
    """The sentence of a sound tree; None where anything about it is odd."""
    forms: list[str] = []
    tags: list[str] = []
    above: list[tuple[str, Children]] = []
    label, children = "", Children()
    for tag, word, bare, opened, closing, loose in _TOKEN.findall(body):
        if word:
            children.append(Tree(tag, (word,)))
            if tag != TRACE:
                forms.append(word)
                tags.append(tag)
        elif closing:
            if not children or not above:
                return None
            node = Tree(label, tuple(children))
            label, children = above.pop()
            children.append(node)
        elif bare or loose or (above and not opened):
            return None
        else:
            above.append((label, children))
            label, children = opened, []
    if above or len(children) != 1 or not forms:
        return None
    tree = children[0]
    assert isinstance(tree, Tree)
    known = None if is_unparsed(tree) else tree
    return Sentence.of(forms, xpos=tags, comments=comments, tree=known, source=chunk, line=line)


def is_unparsed(tree: Tree) -> bool:
    """Whether this says that the sentence has no tree yet."""
    if tree.label or len(tree.children) != 1:
        return False
    below = tree.children[0]
    if not isinstance(below, Tree) or below.label != UNPARSED:
        return False
    return all(isinstance(child, Tree) and child.is_tag for child in below.children)


_HOLLOW = (
    "the bracket {} holds no word",
    "Write (TAG word), or remove it; a bracket inside a word is written -LRB- or -RRB-",
)
_UNTAGGED = "the word {} has no tag of its own", "Write (TAG word)"
_UNLABELLED = "a bracket inside the tree has no label", "Write its label, or take it out"
_STRAY = "there is a closing bracket too many", "Remove it"


def _examine(body: str, first: int) -> tuple[Tree, Words, list[Problem]]:
    """The tree with all that is odd about it, its (tag, word) pairs, and a problem for each kind of oddity. A word
    written with bare brackets, (NN f(x)), looks like a phrase in which nothing has a tag: in the pairs, the text of
    such a phrase is one word."""
    odd: dict[tuple[str, str], list[tuple[int, str]]] = {}
    words: list[tuple[str, str, bool]] = []  # label, text, whether it has no tag
    above: list[tuple[str, Children, int]] = []
    label, children, begun, tagged_until = "", Children(), 0, 0
    for found in _TOKEN.finditer(body):
        tag, word, bare, opened, closing, loose = found.groups("")
        if word:
            children.append(Tree(tag, (word,)))
            words.append((tag, word, False))
            tagged_until = len(words)
        elif closing:
            if not above:
                odd.setdefault(_STRAY, []).append((found.start(), ""))
                continue
            if not children:
                odd.setdefault(_HOLLOW, []).append((found.start(), repr(f"({label})")))
            if tagged_until <= begun:
                text = "".join(part if not name else f"({name}{part})" for name, part, _ in words[begun:])
                words[begun:] = [(label, text, True)]
            node = Tree(label, tuple(children))
            label, children, begun = above.pop()
            children.append(node)
        elif bare or loose:
            odd.setdefault(_UNTAGGED, []).append((found.start(), repr(bare or loose)))
            children.append(Tree("", (bare,)) if bare else loose)
            words.append(("", bare or loose, True))
        else:
            if above and not opened:
                odd.setdefault(_UNLABELLED, []).append((found.start(), ""))
            above.append((label, children, begun))
            label, children, begun = opened, [], len(words)
    problems = []
    for (what, remedy), cases in odd.items():
        place, shown = cases[0]
        more = f", and {len(cases) - 1} more like it" if len(cases) > 1 else ""
        at = first + body.count("\n", 0, place)
        problems.append(Problem(at, what.format(shown) + more, remedy, what in (_HOLLOW[0], _STRAY[0])))
    whole = children[0] if len(children) == 1 else None
    tree = whole if isinstance(whole, Tree) else Tree("", tuple(children))
    if whole is not tree:
        problems.append(Problem(first, "this is not one tree", "Put each tree into brackets of its own", True))
    elif next(tree.words(), None) is None and _HOLLOW not in odd:
        problems.append(Problem(first, "this tree holds no word", "Write its words, or remove it", True))
    problems.sort(key=lambda problem: not problem.unreadable)  # what keeps the tree from being read comes first
    return tree, [(name, text or name) for name, text, _ in words if text or name], problems


def write_whole(sentence: Sentence) -> str | None:
    """What `write` gives, where `parse` makes an equal sentence of it; None where it would not."""
    one, tree = sentence, sentence.tree
    if not one.forms or Sentence.of(one.forms, xpos=one.xpos, comments=one.comments, tree=tree) != one:
        return None
    if not all(line.startswith("#") and "\n" not in line and not line.endswith("\r") for line in one.comments):
        return None
    whole = unparsed(one) if tree is None else tree
    if tuple(whole.words()) != one.forms or tuple(whole.tags()) != one.xpos:
        return None
    parts: list[str] = []  # labels and words
    nodes = 0
    unlabelled = False
    for node in whole.nodes():
        nodes += 1
        words = [child for child in node.children if isinstance(child, str)]
        if not node.children or "" in words:
            return None
        if not node.label:
            if len(node.children) > 1 and isinstance(node.children[0], str):  # which would be taken for the label
                return None
            unlabelled = unlabelled or node.is_tag
        parts += (node.label, *words)
    if UNSAFE.search("".join(parts)) or (tree is not None and is_unparsed(tree) and not unlabelled):
        return None
    text = str(whole)
    if "\0" in text or (nodes > MAX_DEPTH and whole.depth > MAX_DEPTH):
        return None
    if 4 * len(text) > MAX_BYTES and len(text.encode()) > MAX_BYTES:
        return None
    return "\n".join((*one.comments, text))
