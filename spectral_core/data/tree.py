"""Constituency trees: a label over children, with words as the leaves under their tags; nothing here recurses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import is_
from typing import TypeVar

from spectral_core.brief import cut

TRACE = "-NONE-"
JOINT = "+"  # between the labels of a collapsed unary chain
MARK = "@"  # begins the label of a node that binarisation added
UNPARSED = "UNPARSED"  # the label over the words of a sentence that has no tree yet, or phrases alone
PROJECTED = "△"  # begins the label of a phrase that was made of a word with its modifiers
_ESCAPE = "\\"
_INDEX = re.compile(r"-([0-9]+)(?![^-=])")
_SHOWN = 200  # characters of a tree, where one is looked at in a session

T = TypeVar("T")
Span = tuple[int, int, str]  # (start, end, label), half-open, words without traces counted from 0


def category(label: str) -> str:
    """A label without function tags and indices: NP for NP-SBJ-1 and NP=2; -LRB-, -NONE- and PRT|ADVP stay."""
    if label.startswith(("-", "=")) or not ("-" in label or "=" in label):
        return label
    return label.partition("-")[0].partition("=")[0]


def index_of(label: str) -> str:
    """The number by which a trace and what it stands for know each other: 1 of NP-SBJ-1 and of *T*-1; "" for none."""
    found = None if label.isalpha() else _INDEX.search(label)
    return "" if found is None else found[1]


def escaped(label: str) -> str:
    """A label that can stand in a chain: `split_label` gives it back."""
    if label.startswith(MARK) or JOINT in label or _ESCAPE in label:
        label = label.replace(_ESCAPE, _ESCAPE * 2).replace(JOINT, _ESCAPE + JOINT)
        return _ESCAPE + label if label.startswith(MARK) else label
    return label


def split_label(label: str) -> list[str]:
    """The labels of a collapsed chain from the top, as they were before: S and VP for S+VP, one for any other."""
    if _ESCAPE not in label:
        return label.split(JOINT)
    found = [""]
    characters = iter(label)
    for character in characters:
        if character == JOINT:
            found.append("")
        else:
            found[-1] += next(characters, _ESCAPE) if character == _ESCAPE else character
    return found


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tree:
    """A labelled node. A node over one string is a tag over its word; a tag `-NONE-` is over a trace, not a word."""

    label: str
    children: tuple[Tree | str, ...]

    @property
    def is_tag(self) -> bool:
        """Whether it stands over one word or trace."""
        return len(self.children) == 1 and isinstance(self.children[0], str)

    def nodes(self) -> Iterator[Tree]:
        """All nodes, each before those below it, left to right; no recursion, so depth is no limit."""
        waiting: list[Tree] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(child for child in reversed(node.children) if isinstance(child, Tree))

    def leaves(self) -> Iterator[tuple[str, str]]:
        """(tag, word) from left to right, traces included; a bare word under a phrase has the phrase's label."""
        waiting: list[tuple[str, Tree | str]] = [("", self)]
        while waiting:
            label, node = waiting.pop()
            if isinstance(node, str):
                yield label, node
            else:
                waiting.extend((node.label, child) for child in reversed(node.children))

    def words(self) -> Iterator[str]:
        """The words from left to right, without traces."""
        return (word for tag, word in self.leaves() if tag != TRACE)

    def tags(self) -> Iterator[str]:
        """The tags of the words from left to right, without those of traces; `_` where the label is empty."""
        return (tag or "_" for tag, _ in self.leaves() if tag != TRACE)

    @property
    def depth(self) -> int:
        """The number of nodes on the longest way down: 1 for a tag."""
        return self.fold(lambda _, below: 1 + max((deep for deep in below if isinstance(deep, int)), default=0))

    def spans(self) -> list[Span]:
        """Every phrase as (start, end, label), each before those inside it; not tags, not phrases without words. A
        phrase over one other is listed as well as that one, so that a span can occur twice, with the same label too."""
        found: list[Span] = []
        word = 0
        waiting: list[Tree | str | int] = [self]
        while waiting:
            node = waiting.pop()
            if isinstance(node, int):  # all that is below the phrase found as number `node` has been passed
                start, _, label = found[node]
                found[node] = (start, word, label)
            elif isinstance(node, str):
                word += 1
            elif node.is_tag:
                word += node.label != TRACE
            else:
                waiting.append(len(found))
                found.append((word, word, node.label))
                trace = node.label == TRACE
                waiting.extend(child for child in reversed(node.children) if not (trace and isinstance(child, str)))
        return [span for span in found if span[0] < span[1]]

    def fold(self, make: Callable[[Tree, list[T | str]], T]) -> T:
        """What `make` gives for the root, from each node and what it gave for the children; words stay as they are."""
        done: list[T] = []
        for node in reversed(tuple(self.nodes())):  # the first child of a node is then on top of `done`
            done.append(make(node, [child if isinstance(child, str) else done.pop() for child in node.children]))
        return done[0]

    def replaced(self, label: str, children: Sequence[Tree | str]) -> Tree:
        """The node with this label and these children; itself where that is what it has."""
        same = label == self.label and len(children) == len(self.children) and all(map(is_, children, self.children))
        return self if same else Tree(label, tuple(children))

    def stranded(self) -> list[Tree]:
        """The tags of traces whose number no phrase has: they stand for nothing."""
        traces, carried = [], set()
        for node in self.nodes():
            if node.label == TRACE and node.is_tag:
                traces.append(node)
            elif not node.is_tag:
                carried.add(index_of(node.label))
        return [node for node in traces if (own := index_of(str(node.children[0]))) and own not in carried]

    def without_traces(self) -> Tree | None:
        """The tree without traces and without phrases that hold no word; None where nothing is left."""

        def make(node: Tree, children: list[Tree | str | None]) -> Tree | None:
            trace = node.label == TRACE
            kept = [child for child in children if child is not None and not (trace and isinstance(child, str))]
            return node.replaced(node.label, kept) if kept else None

        return self.fold(make)

    def without_functions(self, tags: bool = False) -> Tree:
        """The tree with `category` in place of each phrase's label; the tags of words change only where asked. In some
        treebanks a hyphen in a tag is its case (N-A) and not a function, hence the switch."""

        def make(node: Tree, children: list[Tree | str]) -> Tree:
            plain = node.label if node.is_tag and not tags else category(node.label)
            return node.replaced(plain, children)

        return self.fold(make)

    def collapse_unaries(self, tags: bool = True) -> Tree:
        """The tree with every chain of single children as one node: (S (VP (VB go))) becomes (S+VP+VB go). `tags=False`
        leaves the tags of words out of the chains. `expand_unaries` is the exact inverse of both."""

        def chain(node: Tree) -> tuple[list[str], Tree]:
            labels = [escaped(node.label)]
            while len(node.children) == 1:
                child = node.children[0]
                if isinstance(child, str) or (child.is_tag and not tags):
                    break
                node = child
                labels.append(escaped(node.label))
            return labels, node

        chains = []  # each before those below it
        waiting: list[Tree] = [self]
        while waiting:
            labels, lowest = chain(waiting.pop())
            chains.append((JOINT.join(labels), lowest))
            waiting.extend(child for child in reversed(lowest.children) if isinstance(child, Tree))
        done: list[Tree] = []
        for label, lowest in reversed(chains):
            children = [child if isinstance(child, str) else done.pop() for child in lowest.children]
            done.append(lowest.replaced(label, children))
        return done[0]

    def expand_unaries(self) -> Tree:
        """The tree that `collapse_unaries` was given."""

        def make(node: Tree, children: list[Tree | str]) -> Tree:
            *upper, lowest = split_label(node.label)
            made = node.replaced(lowest, children)
            for label in reversed(upper):
                made = Tree(label, (made,))
            return made

        return self.fold(make)

    def with_root(self, label: str = "") -> Tree:
        """The tree under an outer node `label`: an empty outer label is replaced, one that is there is not doubled."""
        return self if self.label == label else Tree(label, (self,) if self.label else self.children)

    def without_root(self) -> Tree:
        """The tree without outer nodes of empty label; one over several children stays, as it holds them together."""
        node = self
        while not node.label and len(node.children) == 1 and isinstance(node.children[0], Tree):
            node = node.children[0]
        return node

    def with_leaves(self, words: Sequence[str], tags: Sequence[str]) -> Tree:
        """The tree over other words and tags, one each a word, traces not counted; a bare word has no tag to change."""
        count = sum(1 for _ in self.words())
        if not len(words) == len(tags) == count:
            raise ValueError(f"{len(words)} words and {len(tags)} tags do not fit a tree over {count} words")
        at = 0
        made: list[list[Tree | str]] = [[]]  # the new children of each node that is open
        open_nodes: list[Tree] = []
        waiting: list[Tree | str | None] = [self]  # None marks where a node is left
        while waiting:
            if (node := waiting.pop()) is None:
                left = open_nodes.pop()
                children = made.pop()
                made[-1].append(left.replaced(left.label, children))
            elif isinstance(node, Tree) and not node.is_tag:
                open_nodes.append(node)
                made.append([])
                waiting.append(None)
                waiting.extend(reversed(node.children))
            elif (node if isinstance(node, Tree) else open_nodes[-1]).label == TRACE:
                made[-1].append(node)
            else:
                made[-1].append(words[at] if isinstance(node, str) else node.replaced(tags[at], (words[at],)))
                at += 1
        root = made[0][0]
        assert isinstance(root, Tree)
        return root

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        waiting: list[tuple[Tree | str, Tree | str]] = [(self, other)]
        while waiting:
            one, two = waiting.pop()
            if one is two:
                continue
            if isinstance(one, str) or isinstance(two, str):
                if one != two:
                    return False
            elif one.label != two.label or len(one.children) != len(two.children):
                return False
            else:
                waiting.extend(zip(one.children, two.children, strict=True))
        return True

    def __hash__(self) -> int:
        return hash(self.flat())

    def __repr__(self) -> str:
        return f"<Tree {cut(str(self), _SHOWN)}>"

    def _repr_svg_(self) -> str | None:
        from spectral_core.notebook import tree_svg

        return tree_svg(self)

    def __reduce__(self) -> tuple[Callable[[tuple[str | int, ...]], Tree], tuple[tuple[str | int, ...]]]:
        return Tree.of_flat, (self.flat(),)  # nested objects would exhaust the stack of what sends them to a process

    @staticmethod
    def of_flat(flat: tuple[str | int, ...]) -> Tree:
        """The tree that `flat` took apart; a ValueError where it is not whole."""
        done: list[Tree | str] = []
        for at in range(len(flat) - 2, -1, -2):
            text, size = str(flat[at]), int(flat[at + 1])
            if size > len(done):
                break
            done.append(text if size < 0 else Tree(text, tuple(done.pop() for _ in range(size))))
        else:
            if len(done) == 1 and isinstance(done[0], Tree):
                return done[0]
        raise ValueError("a tree is not whole")

    def flat(self) -> tuple[str | int, ...]:
        """Each node as its label and its number of children, then these; each word as itself and -1."""
        flat: list[str | int] = []
        waiting: list[Tree | str] = [self]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                flat += (node, -1)
            else:
                flat += (node.label, len(node.children))
                waiting.extend(reversed(node.children))
        return tuple(flat)

    def __str__(self) -> str:
        """In brackets, on one line."""
        pieces: list[str] = []
        waiting: list[Tree | str | None] = [self]
        while waiting:
            if (node := waiting.pop()) is None:
                pieces.append(")")
            elif isinstance(node, str):
                pieces.append(f" {node}")
            else:
                pieces.append(f"{' ' if pieces else ''}({node.label}")
                waiting.append(None)
                waiting.extend(reversed(node.children))
        return "".join(pieces)
