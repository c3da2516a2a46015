"""Find: queries for words, labels and structures in treebanks; the help page `find` documents the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from spectral_core.brief import brief_repr
from spectral_core.data import Sentence, Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.deprecated import keep_old_names, old_keywords, old_members
from spectral_core.errors import QueryError
from spectral_core.query.conditions import Condition
from spectral_core.query.node_tests import SentenceView
from spectral_core.query.parser import parse_condition

__all__ = ["Match", "Query", "parse_query"]

_SENTENCES_PER_REPORT = 500  # between two calls of `on_progress`
_SEARCHABLE_FORMATS = ("conllu", "brackets")  # formats with unescaped words and labels


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a query; empty if the query is about the sentence as a whole."""

    words: tuple[int, ...] = ()  # counted from 1, in the order of the query
    nodes: tuple[tuple[int, ...], ...] = ()  # as paths from the root, likewise


@runtime_checkable
class _RawSource(Protocol):
    """Sentences whose bytes in the file can be read without parsing."""

    def get_bytes(self, index: int) -> bytes:
        """Return the bytes of the sentence at `index` in its file."""


@old_members(matches="find_matches")
@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query; `parse` makes it."""

    text: str
    condition: Condition
    __repr__ = brief_repr

    def find_matches(self, sentence: Sentence, inventory: Inventory | None = None) -> tuple[Match, ...]:
        """Return the matches in a sentence. `inventory` has the labels that `is:problem` and
        `is:warning` accept."""
        view = SentenceView(sentence, inventory)
        proofs = self.condition.find_proofs(view)
        return () if proofs is None else tuple(_make_match(view, proof) for proof in proofs)

    @old_keywords(passed="on_progress")
    def find(
        self,
        sentences: Sequence[Sentence],
        on_progress: Callable[[int], None] | None = None,
        limit: int | None = None,
        inventory: Inventory | None = None,
    ) -> Iterator[tuple[int, tuple[Match, ...]]]:
        """Iterate over the sentences that match, by index, with their matches; at most `limit` sentences.

        `on_progress` gets the number of sentences searched at intervals. Of a treebank in a file, only sentences whose
        bytes match the query's prefilter are parsed.
        """
        raw, edits = _get_raw_reader(sentences)
        searches = (
            [re.compile(pattern).search for pattern in dict.fromkeys(self.condition.prefilter_patterns())]
            if raw
            else []
        )
        count = 0
        for index in range(len(sentences)):
            if count == limit:
                return
            if on_progress is not None and index % _SENTENCES_PER_REPORT == 0:
                on_progress(index)
            if searches and index not in edits:
                assert raw is not None
                content = raw(index)
                if not all(search(content) for search in searches):
                    continue
            if matches := self.find_matches(sentences[index], inventory):
                yield index, matches
                count += 1


def parse_query(text: str) -> Query:
    """Parse a query; QueryError with the column and a remedy."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        problem = f"{text[error.start]!a} is no sign of Unicode text, which no file can hold"
        raise QueryError(error.start + 1, problem, "Leave it out, or type it again") from None
    return Query(text, parse_condition(text))


def _get_raw_reader(sentences: Sequence[Sentence]) -> tuple[Callable[[int], bytes] | None, frozenset[int]]:
    """Return a function that reads the bytes of a sentence, or None without a searchable file, and the indices of
    edited sentences, whose bytes in the file are outdated."""
    if (
        isinstance(sentences, Treebank)
        and sentences.format in _SEARCHABLE_FORMATS
        and isinstance(sentences.sentences, _RawSource)
    ):
        return sentences.sentences.get_bytes, frozenset(sentences.edits)
    return None, frozenset()


def _make_match(view: SentenceView, proof: tuple[int, ...]) -> Match:
    """Make a match of a proof, the words and nodes that satisfy the query; the tag of a word counts as both, and a
    phrase comes with its words."""
    words: list[int] = []
    nodes: list[tuple[int, ...]] = []
    for item in proof:
        if item > 0:
            words.append(item)
            continue
        node = -1 - item
        nodes.append(view.nodes.path_to(node))
        start, end = view.nodes.spans[node]
        if node == -1 - proof[0] or end - start == 1:
            words.extend(range(start + 1, end + 1))
    return Match(tuple(dict.fromkeys(words)), tuple(nodes))


keep_old_names(__name__)
