"""Requirements of methods on treebanks: each check returns a sentence that names what is missing, or None."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spectral_core.data import EMPTY, Sentence, Treebank


def _has_sentence(treebank: Iterable[Sentence], condition: Callable[[Sentence], bool]) -> bool:
    return any(sentence.readable and condition(sentence) for sentence in treebank)


def check_words(treebank: Treebank) -> str | None:
    """For methods over sequences: require a sentence with a word."""
    if _has_sentence(treebank, lambda sentence: len(sentence) > 0):
        return None
    return "This treebank has no words; open one with at least one sentence."


def check_readings(treebank: Treebank) -> str | None:
    """For rankers: require a word with a chosen reading, or a lemma or tags, which amount to one."""
    if _has_sentence(treebank, lambda sentence: any(sentence.with_readings().analyses)):
        return None
    return "No word here has a chosen analysis, a lemma or a tag; open a treebank or a token table that has some."


def check_tags(treebank: Treebank) -> str | None:
    """For taggers: require a sentence in which every word has a tag."""
    if _has_sentence(
        treebank, lambda sentence: len(sentence) > 0 and (EMPTY not in sentence.xpos or EMPTY not in sentence.upos)
    ):
        return None
    return "No sentence here has a tag for every word; open a treebank with the column XPOS or UPOS filled."


def check_heads(treebank: Treebank) -> str | None:
    """For dependency parsers: require a sentence with heads."""
    if _has_sentence(treebank, lambda sentence: sentence.has_heads):
        return None
    return "No sentence here has dependency heads; open a treebank in CoNLL-U with the HEAD column filled."


def check_trees(treebank: Treebank) -> str | None:
    """For constituency parsers: require a sentence with a tree."""
    if _has_sentence(treebank, lambda sentence: sentence.tree is not None and len(sentence) > 0):
        return None
    return "No sentence here has a constituency tree; open a treebank with bracketed trees."


def check_column(treebank: Treebank, column: str) -> str | None:
    """Return a sentence if the column that a method reads is empty everywhere, else None."""
    if _has_sentence(treebank, lambda sentence: any(value != EMPTY for value in sentence.column(column))):
        return None
    return f"The column {column} is empty in this treebank; set column to one that is filled."
