"""What methods need of a treebank: each check answers with a sentence that says what it lacks, or with None."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spectral_core.data import EMPTY, Sentence, Treebank


def _any(treebank: Iterable[Sentence], holds: Callable[[Sentence], bool]) -> bool:
    return any(sentence.readable and holds(sentence) for sentence in treebank)


def needs_words(treebank: Treebank) -> str | None:
    """For methods over sequences: some sentence must have a word."""
    if _any(treebank, lambda sentence: len(sentence) > 0):
        return None
    return "This treebank has no words; open one with at least one sentence."


def needs_readings(treebank: Treebank) -> str | None:
    """For rankers: some word must have a chosen analysis, or a lemma or tags, which say as much."""
    if _any(treebank, lambda sentence: any(sentence.with_readings().analyses)):
        return None
    return "No word here has a chosen analysis, a lemma or a tag; open a treebank or a token table that has some."


def needs_tags(treebank: Treebank) -> str | None:
    """For taggers: in some sentence all words must have tags."""
    if _any(treebank, lambda one: len(one) > 0 and (EMPTY not in one.xpos or EMPTY not in one.upos)):
        return None
    return "No sentence here has a tag for every word; open a treebank with the column XPOS or UPOS filled."


def needs_heads(treebank: Treebank) -> str | None:
    """For dependency parsers: some sentence must have heads."""
    if _any(treebank, lambda sentence: sentence.has_heads):
        return None
    return "No sentence here has dependency heads; open a treebank in CoNLL-U with the HEAD column filled."


def needs_trees(treebank: Treebank) -> str | None:
    """For parsers of constituents: some sentence must have a tree."""
    if _any(treebank, lambda sentence: sentence.tree is not None and len(sentence) > 0):
        return None
    return "No sentence here has a constituency tree; open a treebank with bracketed trees."


def lacks_column(treebank: Treebank, column: str) -> str | None:
    """A sentence where the column that a method is set to read is empty all over."""
    if _any(treebank, lambda sentence: any(value != EMPTY for value in sentence.column(column))):
        return None
    return f"The column {column} is empty in this treebank; set column to one that is filled."
