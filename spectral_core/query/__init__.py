"""Finding words, labels and structures in treebanks with a small language; the help page `find` explains it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from spectral_core.brief import brief
from spectral_core.data import Sentence, Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.errors import QueryError
from spectral_core.query.conditions import Condition
from spectral_core.query.grammar import condition
from spectral_core.query.view import View

__all__ = ["Match", "Query", "parse"]

_BLOCK = 500  # sentences between two calls of `passed`
_AS_WRITTEN = ("conllu", "brackets")  # formats whose files hold every word and label as it is


@dataclass(frozen=True, slots=True)
class Match:
    """One place where a query holds; both are empty where it asks about the sentence as a whole only."""

    words: tuple[int, ...] = ()  # counted from 1, the one that was asked for first in front
    nodes: tuple[tuple[int, ...], ...] = ()  # as paths from the root, likewise


@runtime_checkable
class _Raw(Protocol):
    def raw(self, index: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Query:
    """A question that was understood; `parse` makes it."""

    text: str
    condition: Condition
    __repr__ = brief

    def matches(self, sentence: Sentence, inventory: Inventory | None = None) -> tuple[Match, ...]:
        """Where it holds in a sentence; () where it does not. `inventory` is for what counts as a problem."""
        view = View(sentence, inventory)
        proofs = self.condition.proofs(view)
        return () if proofs is None else tuple(_match(view, proof) for proof in proofs)

    def find(
        self,
        sentences: Sequence[Sentence],
        passed: Callable[[int], None] | None = None,
        limit: int | None = None,
        inventory: Inventory | None = None,
    ) -> Iterator[tuple[int, tuple[Match, ...]]]:
        """The sentences it holds for, by index, with the places; at most `limit` of them. `passed` is told now and then
        how many were looked through. Of a treebank in a file, only sentences are read whose bytes hold what the query
        cannot do without."""
        raw, edits = _raw_of(sentences)
        needed = [re.compile(piece).search for piece in dict.fromkeys(self.condition.needed())] if raw else []
        found = 0
        for at in range(len(sentences)):
            if passed is not None and at % _BLOCK == 0:
                passed(at)
            if needed and at not in edits:
                assert raw is not None
                content = raw(at)
                if not all(search(content) for search in needed):
                    continue
            if matches := self.matches(sentences[at], inventory):
                yield at, matches
                found += 1
                if found == limit:
                    return


def parse(text: str) -> Query:
    """The query that this text asks; what cannot be understood is refused with its column and a remedy."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        what = f"{text[error.start]!a} is no sign of Unicode text, which no file can hold"
        raise QueryError(error.start + 1, what, "Leave it out, or type it again") from None
    return Query(text, condition(text))


def _raw_of(sentences: Sequence[Sentence]) -> tuple[Callable[[int], bytes] | None, frozenset[int]]:
    if isinstance(sentences, Treebank) and sentences.format in _AS_WRITTEN and isinstance(sentences.sentences, _Raw):
        return sentences.sentences.raw, frozenset(sentences.edits)
    return None, frozenset()


def _match(view: View, proof: tuple[int, ...]) -> Match:
    """The words and nodes of a proof; a node that is the tag of a word is there as both, a phrase with its words."""
    words: list[int] = []
    nodes: list[tuple[int, ...]] = []
    for place in proof:
        if place > 0:
            words.append(place)
            continue
        node = -1 - place
        nodes.append(view.nodes.path(node))
        start, end = view.nodes.spans[node]
        if node == -1 - proof[0] or end - start == 1:
            words.extend(range(start + 1, end + 1))
    return Match(tuple(dict.fromkeys(words)), tuple(nodes))
